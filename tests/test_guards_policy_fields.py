"""A field of the evaluation context, worked out when a rule asks for it; None where the session does not know."""
from __future__ import annotations

from guards import Event, Session, Settings
from guards.policy.fields import LOOK, Fields


def test_what_a_new_session_does_not_know() -> None:
    fields = Fields(Event("PreToolUse", "s", tool="Read"), Session("s"), Settings())
    assert {field for field in LOOK if fields(field) is None} == {
        "permission_mode", "intent", "context_level"}


def test_a_field_is_worked_out_once() -> None:
    fields = Fields(Event("PreToolUse", "s", tool="Read"), Session("s"), Settings())
    assert fields("tags") is fields("tags")


def test_levels_of_other_guards_count() -> None:
    session = Session("s", {"contamination": {"level": "credentials"}, "drift": {"drifted": True}})
    fields = Fields(Event("PreToolUse", "s", tool="Read"), session, Settings())
    assert fields("context_level") == 3 and fields("signals") == ["drift_detected"]


def test_destinations_of_a_call() -> None:
    def there(tool: str, given: dict[str, object]) -> object:
        return Fields(Event("PreToolUse", "s", tool=tool, input=given), Session("s"), Settings())("destinations")

    assert there("Read", {"file_path": "a"}) == []
    assert there("WebFetch", {"url": "https://A.example/x"}) == ["a.example/x"]
    assert there("mcp__mail__send_email", {"to": ["B@c.example"]}) == ["b@c.example"]
    assert there("mcp__mail__send_email", {"text": "hi"}) is None, "it sends, but where to is not said"


def test_every_command_of_a_line_has_its_name() -> None:
    def named(command: str) -> object:
        return Fields(Event("PreToolUse", "s", tool="Bash", input={"command": command}), Session("s"), Settings())("operation")

    assert named("ls") == ["ls"]
    assert named("git add . && sudo git -C x push; bash -c 'npm publish'") == ["git add", "git push", "bash", "npm publish"]
    assert named("echo 'git push'") == ["echo"]
