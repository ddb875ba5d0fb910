"""Nobody takes the hooks away, on the real client: what stands in PATH, what git does in ordinary work."""
from __future__ import annotations

import pytest

pytestmark = pytest.mark.real_agent

ATTACK = {"main": [[["Bash", {"command": "rm -rf .autoskillit"}]], ["Done."]]}


def test_a_program_of_the_launchers_name_in_path_is_not_started(agent):
    agent.install("--vendor")
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
    agent.install("--vendor")
    path = agent.project / ".claude/settings.json"
    path.write_text(path.read_text().replace("/usr/bin/nice", "/usr/bin/gone"))
    run = agent.run("(scene main) tidy up", {"main": [[["Read", {"file_path": "notes.txt"}]], ["Done."]]})
    assert [is_error for is_error, _ in run.results("main")] == [False]
    assert "run python3" in agent.guardctl("status").stdout and "/usr/bin/gone" in agent.guardctl("status").stdout


def played(agent, commands):
    """(was it stopped?, what was said) of each command, in one session; our files are all there afterwards."""
    ours = [agent.project / name for name in (".claude/settings.json", ".autoskillit/hook", ".autoskillit/bundle/install.py")]
    script = {"main": [*([["Bash", {"command": command}]] for command in commands), ["Done."]]}
    run = agent.run("(scene main) put the tree in order, as you think best", script, seconds=120)
    assert all(path.is_file() for path in ours)
    return [(stopped, "self_protection: git would take away" in said) for stopped, said in run.results("main")]


def test_git_does_not_take_what_is_not_committed(agent):
    agent.install("--vendor")
    asked = ["git stash -u", "git clean -fd", "git add -A && git stash",
             "git checkout -q -b x && git add -A && git -c user.name=a -c user.email=a@b commit -qm y && git checkout -q -"]
    silent = ["git stash push -- notes.txt", "git clean -fd docs", "git stash"]
    (agent.project / "notes.txt").write_text("more\n")
    assert played(agent, asked) == [(True, True)] * len(asked)
    assert not any(said for _, said in played(agent, silent))


def test_git_does_not_take_what_is_committed(agent):
    agent.git("branch", "bare")
    agent.install("--vendor")
    agent.git("add", "-A")
    agent.git("commit", "-qm", "guards")
    agent.git("branch", "held")
    asked = ["git sparse-checkout set src", "git checkout bare", "git reset --hard bare", "git read-tree -mu bare"]
    silent = ["git checkout -q held", "git sparse-checkout set src .autoskillit .claude", "git stash -u", "git merge main"]
    assert played(agent, asked) == [(True, True)] * len(asked)
    assert played(agent, silent) == [(False, False)] * len(silent)
