"""The real Claude Code, run against a scripted model on loopback: what the tests of the main job stand on.

    model.py        the model: plays a script, keeps what it was asked
    stage.py        one run behind a wall: a network namespace with loopback alone
    client.py       a scratch home and repository, and how the client is started in them
    probe.py        an MCP server whose tools stand for mail, web, pull requests, dispatch, audit
    fixtures.py     the pytest side: who has no client is told how to get it
    package.json    the pinned version
"""
