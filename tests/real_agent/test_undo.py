"""The real client: what a call takes is told in one line, nobody is asked, and a rescue brings it back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.real_agent.client import Agent, require_client

pytestmark = pytest.mark.real_agent
SCRIPT = "import shutil; shutil.rmtree('src')"
FILES = {"src/app.py": "# a day of work\n", "src/new.py": "# never committed\n"}
WAYS = {
    "reset": ("git reset --hard", ["src/app.py"]),
    "rm": ("rm -rf src", ["src/app.py", "src/new.py"]),
    "script": ("python3 clear.py", ["src/app.py", "src/new.py"]),
}


def commit_files(agent: Agent) -> None:
    project = agent.project
    (project / "src").mkdir()
    (project / "src/app.py").write_text("# committed\n")
    (project / "clear.py").write_text(SCRIPT)
    who = ["-c", "user.name=Dev", "-c", "user.email=dev@example.com"]
    for words in (["add", "src", "clear.py"], ["commit", "-qm", "app"]):
        subprocess.run(["git", *who, *words], cwd=project, env=agent.env(), check=True)


@pytest.mark.parametrize("way", WAYS)
def test_what_a_call_takes_comes_back(tmp_path: Path, way: str) -> None:
    require_client()
    agent, (command, taken) = Agent(tmp_path), WAYS[way]
    project = agent.project
    commit_files(agent)
    for name, text in FILES.items():
        (project / name).write_text(text)
    call = ["Bash", {"command": command, "description": "start over"}]
    script = {"main": [[call], [["Bash", {"command": "touch done"}]], ["Done."]]}
    run = agent.run("(scene main) go on", script)
    gone = [n for n in FILES if not (project / n).exists() or (project / n).read_text() != FILES[n]]
    assert gone == taken, "the command ran"
    rows = agent.read_ledger(run.session)
    assert [row["rule"] for row in rows if row["decision"] != "pass"] == []
    assert run.list_hook_faults() == []
    hooks = [row for row in run.stream if row.get("subtype") == "hook_response"]
    lines = [row for row in hooks if "Deleted or overwritten (" in str(row.get("stdout"))]
    assert len(lines) == 1, "one line, once a session"
    first = next(row for row in rows if row.get("snapshot"))
    done = agent.run_ctl("rescue", first["snapshot"], "--restore", "--force")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {name: (project / name).read_text() for name in FILES} == FILES


def test_a_work_tree_that_the_client_removes_comes_back(tmp_path: Path) -> None:
    """It fires no WorktreeRemove for one of git's; the call is ExitWorktree."""
    require_client()
    agent = Agent(tmp_path)
    commit_files(agent)
    calls = [
        ["EnterWorktree", {"name": "side"}],
        ["Bash", {"command": "echo work > new.txt", "description": "work"}],
        ["ExitWorktree", {"action": "remove", "discard_changes": True}],
    ]
    run = agent.run("(scene main) go on", {"main": [*([call] for call in calls), ["Done."]]})
    made = agent.project / ".claude/worktrees/side/new.txt"
    rows = [row for row in agent.read_ledger(run.session) if row.get("tool") == "ExitWorktree"]
    assert not made.exists() and run.list_hook_faults() == []
    assert agent.run_ctl("rescue", rows[0]["snapshot"], "--restore").returncode == 0
    assert made.read_text() == "work\n"
