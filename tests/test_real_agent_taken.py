"""Nobody takes the hooks away, on the real client: what stands in PATH."""
from __future__ import annotations

import pytest

pytestmark = pytest.mark.real_agent

ATTACK = {"main": [[["Bash", {"command": "rm -rf .autoskillit"}]], ["Done."]]}


def test_a_program_of_the_launchers_name_in_path_is_not_started(agent):
    agent.install()
    shadows = agent.home / ".local/bin"
    shadows.mkdir(parents=True)
    for name in ("nice", "sh", "dirname", "env", "mkdir"):
        (shadows / name).write_text(f"#!/bin/bash\necho {name} >>{agent.root}/ran\nexit 0\n")
        (shadows / name).chmod(0o755)
    run = agent.run("(scene main) tidy up", ATTACK, env={"PATH": f"{shadows}:{agent.env()['PATH']}"})
    (stopped, said), = run.results("main")
    assert stopped and "self_protection: " in said and (agent.project / ".autoskillit/hook").exists()
    assert not (agent.root / "ran").exists()


def test_a_starter_that_is_not_there_is_an_error_of_the_hook_and_no_stop(agent):
    agent.install()
    path = agent.project / ".claude/settings.json"
    path.write_text(path.read_text().replace("/usr/bin/nice", "/usr/bin/gone"))
    run = agent.run("(scene main) tidy up", {"main": [[["Read", {"file_path": "notes.txt"}]], ["Done."]]})
    assert [is_error for is_error, _ in run.results("main")] == [False]
    assert "run python3" in agent.guardctl("status").stdout and "/usr/bin/gone" in agent.guardctl("status").stdout
