"""Other agents' real clients behind a network wall: a scripted model (`model`), one run (`stage`), six clients (`clients`),
what their hooks are given (`record`).  tests/test_agents_live.py plays the stories."""
