"""A field of the evaluation context, worked out when a rule asks for it; None where the session does not know."""
from __future__ import annotations

from guards import Event, Session, Settings
from guards._view import LOOK, View, hosts, texts


def test_what_a_new_session_does_not_know() -> None:
    view = View(Event("PreToolUse", "s", tool="Read"), Session("s"), Settings())
    assert {field for field in LOOK if view(field) is None} == {
        "permission_mode", "intent", "context_level", "payload_level"}


def test_a_field_is_worked_out_once() -> None:
    view = View(Event("PreToolUse", "s", tool="Read"), Session("s"), Settings())
    assert view("tags") is view("tags")


def test_levels_of_other_guards_count() -> None:
    session = Session("s", {"contamination": {"level": "credentials"}, "drift": {"state": "entered"}})
    view = View(Event("PreToolUse", "s", tool="Read"), session, Settings())
    assert view("context_level") == 3 and view("signals") == ["drift_detected"]


def test_texts_and_hosts() -> None:
    assert texts([{"a": "x"}, "y", 3]) == ["x", "y"]
    assert hosts("see https://a.example/x, http://b.example and https://a.example") == ["a.example", "b.example"]
