"""Work is never lost, on the real client: what would be destroyed stays, what is nobody's loss goes, a yes is enough."""
from __future__ import annotations

import os

import pytest

from tests.real_agent.terminal import Terminal, words
from tests.test_real_agent_guards import installed

pytestmark = pytest.mark.real_agent

RESET = [["Bash", {"command": "git reset --hard"}]]
SCRIPT = {"main": [RESET, [["Bash", {"command": "rm -rf build"}]], [["Bash", {"command": "rm draft.md"}]],
                   [["mcp__probe__delete_file", {"path": "/nowhere"}]], ["Done."]]}


@pytest.fixture
def desk(agent):
    """A scratch repository with a changed file, one that no commit holds, and a build."""
    agent = installed(agent)
    (agent.project / "notes.txt").write_text("a day of work\n")
    (agent.project / "draft.md").write_text("three days of work\n")
    (agent.project / "build").mkdir()
    (agent.project / "build/out.o").write_text("1\n")
    return agent


def decided(agent, run):
    return [row["decision"] for row in agent.rows(f"context/{run.session_id}.jsonl") if row["event"] == "PreToolUse"]


def test_what_no_commit_holds_stays_and_a_build_goes(desk):
    desk.probe({"delete_file": "gone"})
    run = desk.run("(scene main) get the tests green", SCRIPT)
    reset, build, draft, other = run.results("main")
    assert reset[0] and "loss: " in reset[1] and "notes.txt" in reset[1]
    assert not build[0] and not other[0]
    assert draft[0] and "draft.md" in draft[1]
    assert decided(desk, run) == ["ask", "pass", "ask", "pass"]
    assert (desk.project / "notes.txt").read_text() == "a day of work\n" and (desk.project / "draft.md").exists()
    assert not (desk.project / "build").exists()


def test_what_the_person_asked_to_throw_away_goes_in_silence(desk):
    run = desk.run("(scene main) discard all my changes", {"main": [RESET, ["Done."]]})
    assert decided(desk, run) == ["pass"] and not run.results("main")[0][0]
    assert (desk.project / "notes.txt").read_text() == "alpha\nbeta\n"


def test_a_verb_alone_lets_no_work_go(desk):
    lines = "".join(f"line {n} of a morning\n" for n in range(9))
    (desk.project / "cart.py").write_text(lines)
    desk.git("add", "cart.py")
    run = desk.run("(scene main) Remove the unused import from cart.py and commit the change", {"main": [RESET, ["Done."]]})
    assert decided(desk, run) == ["ask"] and "cart.py" in run.results("main")[0][1]
    assert (desk.project / "cart.py").read_text() == lines


def test_a_yes_takes_what_the_agent_asked_and_nothing_else(desk):
    script = {"main": [["draft.md is from March and nothing reads it.  Shall I delete draft.md?"]],
              "go": [[["Bash", {"command": "rm draft.md"}]], [["Bash", {"command": "git checkout -- notes.txt"}]], ["Done."]]}
    first = desk.run("(scene main) what lies around here?", script)
    run = desk.run("yes (scene go)", script, "--resume", first.session_id)
    draft, notes = run.results("go")
    assert not draft[0] and not (desk.project / "draft.md").exists()
    assert notes[0] and "notes.txt" in notes[1] and (desk.project / "notes.txt").read_text() == "a day of work\n"


@pytest.mark.parametrize("prompt, settings", [
    ("discard all my changes", {}), ("get the tests green", {"loss": {"backup": True}})])
def test_a_copy_is_taken_first_and_brought_back(desk, prompt, settings):
    desk.settings(**settings)
    run = desk.run(f"(scene main) {prompt}", {"main": [RESET, ["Done."]]})
    assert not run.results("main")[0][0] and (desk.project / "notes.txt").read_text() == "alpha\nbeta\n"
    call = next(row for row in desk.rows(f"context/{run.session_id}.jsonl") if row["event"] == "PreToolUse")["action_id"]
    assert "notes.txt" in desk.guardctl("rescue", call, "--show").stdout
    assert "restored" in desk.guardctl("rescue", "--restore").stdout
    assert (desk.project / "notes.txt").read_text() == "a day of work\n"


@pytest.mark.terminal
def test_the_question_names_what_is_at_stake_and_a_yes_is_enough(desk):
    if os.environ.get("GUARDS_REQUIRE_AGENT") != "1":
        pytest.importorskip("pyte")     # the extra `test`
    with Terminal(desk, {"main": [RESET, ["All done."]]}) as seen:
        seen.say("(scene main) get the tests green")
        shown = seen.wait("Do you want to proceed?")
        assert words("notes.txt") in shown and words("git reset --hard") in shown
        assert (desk.project / "notes.txt").read_text() == "a day of work\n"
        seen.choose("1")
        seen.wait("All done.")
    assert (desk.project / "notes.txt").read_text() == "alpha\nbeta\n"
