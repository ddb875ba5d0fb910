"""guards/_origin/held.py: did the person say to wait?"""
import pytest

from guards import ASK, Event, Settings
from guards._call import read
from guards._origin.held import changes, waits
from tests.test_guards_request_origin import Story

WAIT = "Suggest what can go. Don't do anything until I tell you."


@pytest.mark.parametrize("prompt", [
    "don't do anything fancy", "Don't change anything else", "do not touch anything in src", "Why do the tests not run?",
    "there is no change without a test; add one", "Explain this file; don't edit it", "do not run any slow tests",
    "Never commit anything without running the tests", "Do not push anything until CI is green", "Nothing works, fix it",
    "Make no assumptions", "Before doing anything else, fix it", "Ask me before you push", "Check the log before making any changes",
    "Fix it so that it asks me before any change", "Ask me before changing anything in the schema", "nichts geht mehr, bitte reparieren"])
def test_no_order_to_wait(prompt):
    assert not waits(prompt)


@pytest.mark.parametrize("prompt", [
    WAIT, "CODE FREEZE: why is it red?", "don't change anything yet, just explain", "no more changes without my permission",
    "Please don't modify any files.", "Before doing anything, confirm with me.", "Look into it, and ask me before you change anything",
    "Check with me before making any changes", "Wait for my go-ahead before editing anything",
    "Do nothing until I say so", "Ändere nichts, bis ich es sage",
    "No cambies nada hasta que yo lo diga"])
def test_an_order_to_wait(prompt):
    assert waits(prompt)


@pytest.mark.parametrize("tool, given", [
    ("Bash", {"command": "git log -3 && ls src"}), ("Bash", {"command": "npm test"}), ("Bash", {"command": "grep -rn x . > /tmp/found"}),
    ("Read", {"file_path": "/p/a.py"}), ("mcp__gmail__search_threads", {"query": "in:inbox"}),
    ("Write", {"file_path": "/home/u/.claude/plans/plan.md", "content": "# Plan"})])
def test_to_look_is_no_change(tool, given):
    assert not Story(WAIT).pre(tool, **given).effect


def test_a_project_in_a_folder_for_what_is_temporary_is_no_scratch():
    story = Story(WAIT)
    for path, effect in (("/tmp/shop/a.py", ASK), ("/tmp/else/a.py", 0)):
        event = Event("PreToolUse", "s", tool="Write", input={"file_path": path, "content": "x"}, project="/tmp/shop", cwd="/tmp/shop")
        assert bool(changes(event, read(event, Settings()))) == bool(effect)
    assert story.pre("Write", file_path="/tmp/found", content="x").effect == 0


@pytest.mark.parametrize("tool, given", [
    ("Bash", {"command": "rm -rf build"}), ("Bash", {"command": "npm run db:push"}), ("Bash", {"command": "git commit -am x"}),
    ("Edit", {"file_path": "/p/a.py", "old_string": "a", "new_string": "b"}), ("mcp__gmail__batch_trash", {"query": "in:inbox"})])
def test_what_changes_something_is_asked_about(tool, given):
    verdict = Story(WAIT).pre(tool, **given)
    assert (verdict.effect, verdict.rule) == (ASK, "origin.held-back")
    assert verdict.reason.endswith("you said to wait")


def test_a_question_leaves_it_standing_and_the_next_request_ends_it():
    story = Story(WAIT)
    story.play(Event("UserPromptSubmit", "s", prompt="Why those?"))
    assert story.pre("Bash", command="rm -rf build").rule == "origin.held-back"
    story.play(Event("UserPromptSubmit", "s", prompt="OK, delete build"))
    assert story.pre("Bash", command="rm -rf build").rule != "origin.held-back"


@pytest.mark.parametrize(("tool", "response"), [
    ("AskUserQuestion", {"answers": {"Shall I delete build?": "Yes, go ahead"}}), ("ExitPlanMode", {"plan": "Delete build."})])
def test_an_answer_and_a_plan_that_is_agreed_to_end_it(tool, response):
    story = Story("Before doing anything, confirm with me.")
    assert story.pre("Bash", command="rm -rf build").rule == "origin.held-back"
    story.play(Event("PostToolUse", "s", tool=tool, input={}, response=response))
    assert story.pre("Bash", command="rm -rf build").rule != "origin.held-back"


@pytest.mark.parametrize(("command", "rule"), [
    ("scripts/check.sh --json", ""), ("pwsh -Command '(Get-Content a.md | Measure-Object).Count'", ""), ("npm run report", ""),
    ("rm -rf build", "origin.held-back"), ("sed -i s/a/b/ a.py", "origin.held-back"), ("echo x > a.py", "origin.held-back")])
def test_where_only_files_are_to_stay_what_changes_none_is_let_be(command, rule):
    assert Story("STRICTLY READ-ONLY: Do not modify any files. Run the checks.").pre("Bash", command=command).rule == rule
