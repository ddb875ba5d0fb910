"""A settings file that loses the guards' hooks while a session runs, on the real client: the session keeps them."""
from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.real_agent

# An editor outside the session's tools, as far as the client can tell; then the file's watcher has time to see it.
EDITOR = ("import json, pathlib, sys; p = pathlib.Path(sys.argv[1]); held = json.loads(p.read_text()); "
          "held.update(json.loads(sys.argv[2])); p.write_text(json.dumps(held))")
STORY = {"main": [
    [["mcp__probe__edit", {}]],
    [["Bash", {"command": "sleep 4"}]],
    [["Read", {"file_path": "notes.txt"}]],
    ["Done."]]}
CHANGES = {"the hooks are taken out": {"hooks": {}}, "they are switched off": {"disableAllHooks": True}}


def changed(agent, change):
    """A session in whose midst the project's settings file becomes another; the run."""
    (agent.project / ".git" / "info" / "exclude").write_text(".claude\n.autoskillit\n")
    agent.install()
    settings = agent.project / ".claude" / "settings.json"
    agent.probe({"edit": {"run": ["python3", "-c", EDITOR, str(settings), json.dumps(change)]}})
    return agent.run("(scene main) look at the notes", STORY, seconds=90)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_running_session_keeps_its_guards_and_says_what_repairs_the_file(agent, change):
    run = changed(agent, change)
    held = json.loads((agent.project / ".claude" / "settings.json").read_text())
    assert {name: held[name] for name in change} == change, "the file stays as it was changed"
    rows = agent.rows(f"context/{run.session_id}.jsonl")
    assert [row["tool"] for row in rows if row["event"] == "PreToolUse"][-1] == "Read", "still guarded afterwards"
    blocked, = [row for row in rows if row["event"] == "ConfigChange"]
    assert blocked["decision"] == "deny" and "if that is not wanted: " in blocked["reason"]


def test_another_change_of_the_file_is_let_through_in_silence(agent):
    run = changed(agent, {"env": {"CI": "1"}})
    rows = agent.rows(f"context/{run.session_id}.jsonl")
    assert {row["decision"] for row in rows} == {"pass"}
    assert [row["stdout"] for row in run.stream("system", subtype="hook_response") if row["stdout"]] == []
