"""hooks/_stores/memory_rows.py: what may be asked, what is still believed."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores import memory_rows as rows

ADD = {"action": "add", "session_id": "s", "kind": "fact", "content": "x"}
LIST = {"action": "list", "session_id": "s"}
MARK = {"action": "mark_stale", "session_id": "s"}

GOOD = [
    ADD, LIST, MARK, {"action": "clear", "session_id": "s"},
    {**ADD, "confidence": 0, "source_tool": "WebFetch", "source_call_id": "t1"}, {**ADD, "confidence": None},
    {**ADD, "content": "x" * 100_000}, {**ADD, "session_id": "../" * 300}, {**ADD, "session_id": "\ud800"},
    {**LIST, "limit": 1}, {**LIST, "limit": 10_000}, {**LIST, "include_stale": True, "kinds": ["fact"]},
    {**MARK, "ids": []}, {**MARK, "kinds": []}, {**MARK, "ids": [1, 99], "reason": "wrong"},
    {**LIST, "content": "", "kind": "not looked at"},
]
BAD = [
    (None, "_INVALID"), ([], "_INVALID"), ("{}", "_INVALID"),
    ({}, "_BAD_ACTION"), ({"action": "drop"}, "_BAD_ACTION"), ({"action": ["add"]}, "_BAD_ACTION"),
    ({"action": "ADD", "session_id": "s"}, "_BAD_ACTION"), ({"action": None, "session_id": "s"}, "_BAD_ACTION"),
    ({"action": "drop", "session_id": ""}, "_BAD_ACTION"),
    ({"action": "add", "kind": "nonsense"}, "_MISSING_SESSION_ID"), ({"action": "list"}, "_MISSING_SESSION_ID"),
    ({**ADD, "session_id": " \n"}, "_MISSING_SESSION_ID"), ({**ADD, "session_id": None}, "_MISSING_SESSION_ID"),
    ({**ADD, "session_id": 7}, "_INVALID"), ({**ADD, "session_id": ["s"]}, "_INVALID"),
    ({**ADD, "kind": "rumour"}, "_BAD_KIND"), ({**ADD, "kind": None}, "_BAD_KIND"), ({**ADD, "kind": {}}, "_BAD_KIND"),
    ({**ADD, "kind": "rumour", "content": ""}, "_BAD_KIND"),
    ({**ADD, "content": ""}, "_EMPTY_CONTENT"), ({**ADD, "content": " \t\n"}, "_EMPTY_CONTENT"),
    ({**ADD, "content": None}, "_EMPTY_CONTENT"), ({**ADD, "content": ["x"]}, "_INVALID"),
    *(({**ADD, "confidence": value}, "_INVALID") for value in (-0.1, 1.1, True, "0.5", float("nan"), float("inf"), [])),
    *(({**LIST, "limit": value}, "_INVALID") for value in (0, -1, True, "5", 1.5)),
    ({**LIST, "include_stale": "yes"}, "_INVALID"), ({**LIST, "kinds": ["fact", "rumour"]}, "_BAD_KIND"),
    ({**MARK, "kinds": ["rumour"]}, "_BAD_KIND"), ({**MARK, "kinds": "fact"}, "_BAD_KIND"), ({**LIST, "kinds": True}, "_BAD_KIND"),
    *(({**MARK, "ids": value}, "_INVALID") for value in (3, "3", ["3"], [True], [1.0], [None])),
    ({**MARK, "reason": 5}, "_INVALID"), ({**ADD, "source_tool": {}}, "_INVALID"),
    ({**MARK, "id": 3}, "_INVALID"),        # a misspelt `ids` must not mark everything
]


@pytest.mark.parametrize("arguments", GOOD, ids=lambda value: repr(value)[:60])
def test_good_calls(arguments):
    assert rows.problem(arguments) is None


@pytest.mark.parametrize("arguments, code", BAD, ids=lambda value: repr(value)[:60])
def test_bad_calls(arguments, code):
    wrong = rows.problem(arguments)
    assert wrong and wrong[0] == "SESSION_MEMORY" + code and wrong[1]


VALUES = (st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(rows.ACTIONS)
          | st.lists(st.integers() | st.text()))


@given(st.dictionaries(st.sampled_from(rows.ARGUMENTS) | st.text(), VALUES))
def test_every_call_is_judged(arguments):
    wrong = rows.problem(arguments)
    assert wrong is None or wrong[0].startswith("SESSION_MEMORY_")


def fact(id, content=None, origin="agent", source=None, kind="fact"):
    return {"id": id, "session_id": "s", "kind": kind, "content": content or f"c{id}", "source_tool": source,
            "source_call_id": None, "confidence": None, "created_at": "2026-11-21T00:00:00Z", "stale_at": None,
            "stale_reason": None, "origin": origin}


def failed(through):
    return {"mark": "audit", "passed": False, "through": through, "last": through, "stale_at": "T", "stale_reason": "R"}


PASSED = {"mark": "audit", "passed": True, "through": 9, "last": 9}
WEB = {"origin": "untrusted", "source": "WebFetch"}
COPIED = {"origin": "untrusted", "source_tool": "WebFetch"}


def state(*history):
    return {row["id"]: "stale" if row["stale_at"] else "probation" if row.get("probation") else "live"
            for row in rows.fold(history)}


FOLDS = [
    ([], {}),
    ([None, 3, "x", {}, {"id": "1", "kind": "fact", "content": "c"}, {"id": 1, "kind": "rumour", "content": "c"}], {}),
    ([fact(1), fact(2)], {1: "live", 2: "live"}),
    ([fact(1), {"mark": "stale", "ids": [1, 7, "x", True], "stale_at": "T"}, fact(2)], {1: "stale", 2: "live"}),
    ([fact(1), {"mark": "stale", "ids": [], "stale_at": "T"}], {1: "live"}),
    ([fact(1), {"mark": "stale", "stale_at": "T"}, {"mark": "unheard of", "ids": [1]}], {1: "live"}),
    ([fact(1), fact(2), {"mark": "clear", "ids": [1]}], {2: "live"}),
    ([fact(1), fact(2), failed(2)], {1: "stale", 2: "stale"}),
    ([fact(1), failed(1), fact(2)], {1: "stale", 2: "live"}),
    ([fact(1, **WEB), failed(1), fact(2, **WEB)], {1: "stale", 2: "probation"}),
    ([fact(1, **WEB), failed(1), fact(2, origin="untrusted", source="mcp__web__get")], {1: "stale", 2: "live"}),
    ([fact(1, **WEB), failed(1), fact(2, **WEB), PASSED, fact(3, **WEB)], {1: "stale", 2: "live", 3: "live"}),
    ([fact(1, **WEB), failed(1), fact(2, **WEB), failed(2), fact(3, **WEB)],
     {1: "stale", 2: "stale", 3: "probation"}),
    # said again by somebody else, what an audit made stale does not come back; the user's own word does
    ([fact(1, "poison", **WEB), failed(1), fact(2, "poison"), fact(3, "poison", origin="user")],
     {1: "stale", 2: "probation", 3: "live"}),
    # what was copied from a foreign text is on probation with it; the user's own row is not relabelled
    ([fact(1, **WEB), failed(1), fact(2), {"mark": "origin", "ids": [2], **COPIED}], {1: "stale", 2: "probation"}),
    ([fact(1), {"mark": "origin", "ids": [1], **COPIED}, failed(1), fact(2, **WEB)], {1: "stale", 2: "probation"}),
    ([fact(1, **WEB), failed(1), fact(2, origin="user"), {"mark": "origin", "ids": [2], **COPIED}],
     {1: "stale", 2: "live"}),
    # neither marking nor clearing washes a source clean, be it before or after the audit
    ([fact(1, **WEB), {"mark": "clear", "through": 1}, failed(1), fact(2, **WEB)], {2: "probation"}),
    ([fact(1, "p"), {"mark": "stale", "ids": [1], "stale_at": "T"}, failed(1), fact(2, "p")],
     {1: "stale", 2: "probation"}),
    ([fact(1, **WEB), {"mark": "clear", "through": 1}, PASSED, failed(1), fact(2, **WEB)], {2: "live"}),
    ([fact(1, **WEB), failed(1), {"mark": "clear", "through": 1}, fact(2, **WEB)], {2: "probation"}),
]


@pytest.mark.parametrize("history, states", FOLDS, ids=lambda value: repr(value)[:40])
def test_fold(history, states):
    assert state(*history) == states


def test_the_first_reason_stays():
    found = rows.fold([fact(1), {"mark": "stale", "ids": [1], "stale_at": "1", "stale_reason": "first"}, failed(1)])
    assert found[0]["stale_reason"] == "first"


def test_fold_changes_no_row_of_the_file():
    row = fact(1)
    rows.fold([row, failed(1)])
    assert row["stale_at"] is None


def test_last_id():
    assert rows.last_id(fact(4)) == 4 and rows.last_id(failed(7)) == 7
    assert not any(rows.last_id(row) for row in ({}, None, {"id": True}, {"mark": "clear"}))


def test_selected():
    live = rows.fold([fact(1), fact(2, kind="decision"), fact(3), {"mark": "stale", "ids": [3], "stale_at": "T"}])

    def ids(**chosen):
        return [row["id"] for row in rows.selected(live, **chosen)]
    assert ids() == [1, 2] and ids(include_stale=True) == [1, 2, 3]
    assert ids(ids=[]) == [] and ids(kinds=[]) == []
    assert ids(ids=[1, 3]) == [1] and ids(kinds=["decision"]) == [2] and ids(ids=[1, 2], kinds=["fact"]) == [1]


def test_equal():
    live = rows.fold([fact(1, "a"), fact(2, "b"), {"mark": "stale", "ids": [2], "stale_at": "T"}])
    drafts = [rows.draft(kind, content, origin) for kind, content, origin in
              (("fact", "b", "tool"), ("decision", "a", "tool"), ("fact", "a", "user"), ("fact", "a", "tool"))]
    assert [rows.equal(draft, live) for draft in drafts] == [None, None, None, live[0]]


@pytest.mark.parametrize("arguments, word", [
    ({"action": "drop"}, "'drop'"), ({**ADD, "kind": "rumour"}, "'rumour'"), ({**LIST, "kinds": ["fact", "gossip"]}, "'gossip'"),
    ({**MARK, "id": 3}, "'id'"), ({**ADD, "confidence": 1.5}, "'1.5'"), ({"action": None}, "nothing"),
    ({**LIST, "limit": [1]}, "a list"), ({"action": "x" * 100}, "'" + "x" * 40 + "' ..."),
    ({"action": "a\x1b[2J"}, "'a [2J'"),
])
def test_a_message_names_the_bad_word(arguments, word):
    assert word in rows.problem(arguments)[1]
