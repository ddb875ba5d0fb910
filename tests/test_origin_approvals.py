"""guards/_origin/approvals.py: what an approval covers, and what becomes of it."""
import pytest

from guards._evidence.recalled import Memory
from guards._origin import approvals
from guards._origin.attribution import Attribution
from guards._origin.call_values import place, values_of
from hooks._ctl.approvals import offered, revoked

KEY = b"k" * 16


def key(tool, given, aims, shell=""):
    made = values_of(tool, "sends", given, aims, KEY, shell)
    place(made, Memory([], KEY))
    return approvals.key(made, Attribution(), KEY)


def test_class_and_destination_not_value():
    one = key("send_email", {"to": "bo@lake.example", "body": "hello there"}, ["to"])
    assert one == key("send_email", {"to": "Bo@lake.example", "body": "good bye, Bo"}, ["to"])
    assert one != key("send_email", {"to": "eva@lake.example", "body": "hello there"}, ["to"])
    assert one != key("share_file", {"to": "bo@lake.example"}, ["to"])
    assert key("Bash", {"command": "git push"}, [], "git push") == key(
        "Bash", {"command": "git push origin main"}, [], "git push")


@pytest.mark.parametrize("kind, tool, given, aims, fingerprint", [
    ("sends", "send_email", {"to": "bo@lake.example"}, ["to"], "6d71a5b10b"),
    ("changes", "delete_account", {"user": "bo"}, [], "77a0cff138"),
    ("fetches", "WebFetch", {"url": "https://docs.acme.example/a"}, ["url"], "4fd8778cfd")])
def test_an_approval_of_an_earlier_release_counts(kind, tool, given, aims, fingerprint):
    """Fingerprints that releases wrote whose kinds were letters."""
    made = values_of(tool, kind, given, aims, KEY)
    place(made, Memory([], KEY))
    assert approvals.key(made, Attribution(), KEY) == fingerprint


@pytest.mark.parametrize("text, where", [
    ("https://docs.acme.example/a?b=c", "docs.acme.example"), ("github.com/acme/app/pulls/7", "github.com/acme/app"),
    ("Bo@Lake.example", "bo@lake.example"), ("#general", "#general")])
def test_what_a_destination_covers(text, where):
    assert approvals.place(text) == where


def test_asked_then_made_then_revoked():
    state = approvals.asked({}, "c1", ["abc", "send_email", "bo@lake.example"])
    assert approvals.went_ahead(state, "c2", "t") is state
    state = approvals.went_ahead(state, "c1", "2026-01-01T00:00:00Z")
    assert state["asked"] == {} and state["approved"] == {
        "abc": ["send_email", "bo@lake.example", "2026-01-01T00:00:00Z"]}
    assert revoked(state, "x")["approved"] and not revoked(state, "ab")["approved"]


def test_bounded():
    state = {}
    for n in range(200):
        state = approvals.asked(state, f"c{n}", [f"k{n}", "", ""])
        assert len(state["asked"]) <= approvals.PENDING
        state = approvals.went_ahead(state, f"c{n}", "")
    assert len(state["approved"]) == approvals.APPROVED and "k199" in state["approved"]


def test_a_place_is_offered_after_three_sessions():
    assert offered([["a.example"]] * 2, []) == []
    assert offered([["a.example", "a.example"], ["b.example"], ["a.example"], ["a.example"]], []) == ["a.example"]
    assert offered([["a.example"]] * 3, ["a.example"]) == []
