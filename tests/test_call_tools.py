"""Which tags a call has, and who set them."""
import pytest

from guards import Event, Settings
from guards._call import call_of
from guards._call.tools import folder_of, operation


def settings(**rows):
    given = Settings()
    given.tools = [(name.replace("_STAR_", "*"), row) for name, row in rows.items()]
    return given


def call(tool, **arguments):
    return Event("PreToolUse", "s", tool=tool, input=arguments)


@pytest.mark.parametrize("tool", ["Read", "Edit", "Write", "Grep", "Glob", "Agent", "TodoWrite", "Bash", ""])
def test_local_tools_have_no_tags(tool):
    found = call_of(call(tool, command="ls"), settings()).tags
    assert (found.kind, found.external, found.untrusted_source, found.internal_source) == ("", False, False, False)


@pytest.mark.parametrize("tool, given, kind", [
    ("send_message", {"target": "/root", "message": "done"}, ""), ("send_message", {"target": "/root/reader"}, ""),
    ("send_input", {"id": "0198f0aa-1111-7222-8333-444455556666", "message": "go on"}, ""), ("spawn_agent", {"message": "x"}, ""),
    ("send_message", {"target": "bo@lake.example", "message": "x"}, "sends"), ("send_message", {"channel": "ops", "text": "x"}, "sends"),
    ("mcp__chat__send_message", {"target": "/root", "message": "x"}, "sends")])
def test_a_message_among_the_agents_of_a_session_is_plumbing(tool, given, kind):
    assert call_of(call(tool, **given), settings()).tags.kind == kind


def test_the_persons_rows_win_key_by_key():
    found = call_of(call("mcp__mail__send_email", to="x"), settings(mcp__mail__send_email={"internal_source": True})).tags
    assert found.kind == "sends" and found.internal_source and found.by_hand == {"internal_source"}
    found = call_of(call("mcp__mail__send_email", to="x"), settings(mcp__mail__send_email={"external": False})).tags
    assert found.kind == "" and not found.external and "external" in found.by_hand


def test_the_first_matching_row_of_the_person_counts():
    given = Settings()
    given.tools = [("mcp__git__*", {"external": False}), ("mcp__git__create_pr", {"external": True})]
    assert not call_of(call("mcp__git__create_pr"), given).tags.external


def test_the_registrys_rows_lie_between():
    given = Settings()
    given.known_tools = [("mcp__x__run", {"external": True, "destination": "url"})]
    found = call_of(call("mcp__x__run"), given).tags
    assert found.kind == "sends" and found.destination == ("url",) and not found.by_hand
    given.tools = [("mcp__x__run", {"external": False, "consequential": True})]
    assert call_of(call("mcp__x__run"), given).tags.kind == "changes"


def test_a_dispatcher_and_its_resume_argument():
    given = settings(mcp__k__dispatch_food_truck={"dispatcher": True, "resume": "resume_session_id"})
    found = call_of(call("mcp__k__dispatch_food_truck"), given).tags
    assert found.dispatcher and found.resume == "resume_session_id"


def test_fetching_tools():
    found = call_of(call("WebFetch", url="https://x.example"), settings()).tags
    assert (found.kind, found.fetches, found.untrusted_source, found.destination) == ("fetches", True, True, ("url",))


@pytest.mark.parametrize(("command", "said"), [
    ("ls -la", "ls"),
    ("git status", "git status"),
    ("cd /x && FOO=1 git -C /y push", "git push"),
    ("# why\npytest -q", "pytest"),
    ("/usr/bin/grep x", "grep"),
    ("", "bash"),
])
def test_operation_of_a_command(command, said):
    assert operation(call("Bash", command=command)) == said


@pytest.mark.parametrize(("given", "folder"), [
    ({}, "/p"), ({"cwd": "/x"}, "/x"), ({"workdir": "sub"}, "/p/sub"), ({"cwd": 3}, "/p"), ({"cwd": "~/x"}, "~/x")])
def test_a_shell_s_own_folder(given, folder):
    event = Event("PreToolUse", "s", tool="mcp__autoskillit__run_cmd", input={"cmd": "ls", **given}, cwd="/p")
    assert folder_of(event) == folder
    bash = Event("PreToolUse", "s", tool="Bash", input={"command": "ls", **given}, cwd="/p")
    assert folder_of(bash) == "/p"
