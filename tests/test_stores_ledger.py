"""hooks/_stores/ledger.py: the chain finds what was changed; a replay gives what was learned."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores import ledger
from hooks._stores.delta import diff
from hooks._stores.ledger import Head


def chained(learned: list[dict[str, Any]]) -> tuple[list[bytes], dict[str, Any]]:
    """Lines of a ledger whose rows teach these values one after another, and what they add up to."""
    lines, before, fields = [], "", {}
    for seq, values in enumerate(learned, 1):
        deltas = {name: delta for name, value in values.items() if (delta := diff(fields.get(name), value))}
        fields = {**fields, **values}
        line = ledger.line({"seq": seq, "prev": before, "learned": deltas})
        before = ledger.digest(line)
        lines.append(line + b"\n")
    return lines, fields


FIELDS = st.dictionaries(st.sampled_from(["drift", "memory"]),
                         st.dictionaries(st.text(max_size=3), st.integers() | st.lists(st.integers(), max_size=4),
                                         max_size=4), max_size=2)


@given(st.lists(FIELDS, max_size=8), st.integers(0, 8))
def test_replay_gives_the_session_from_any_cache_on(learned: list[dict[str, Any]], cached: int) -> None:
    lines, fields = chained(learned)
    half = ledger.replay(Head(), lines[:cached])
    whole = ledger.replay(half, lines[cached:])
    assert whole.fields == fields
    assert whole.seq == len(lines)
    assert whole.size == sum(map(len, lines))
    again = ledger.head_of(whole.cache())
    assert again is not None and again.cache() == whole.cache()


def test_a_sound_chain_has_no_fault() -> None:
    lines, _ = chained([{"drift": {"n": n}} for n in range(5)])
    assert list(ledger.faults(lines)) == []


@given(st.integers(0, 3), st.data())
def test_any_changed_byte_but_in_the_last_row_is_found(row: int, data: st.DataObject) -> None:
    lines, _ = chained([{"drift": {"n": n}} for n in range(5)])
    at = data.draw(st.integers(0, len(lines[row]) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != lines[row][at] and b != 10))
    lines[row] = lines[row][:at] + bytes([byte]) + lines[row][at + 1:]
    assert list(ledger.faults(lines))


@pytest.mark.parametrize("change", [
    lambda lines: lines[:1] + lines[2:],
    lambda lines: [lines[1], lines[0], *lines[2:]],
    lambda lines: [*lines, lines[-1]],
    lambda lines: [lines[0], b"[1,2]\n", *lines[1:]],
    lambda lines: lines[1:],
], ids=["a row gone", "two swapped", "one twice", "a foreign line", "the first gone"])
def test_changed_order_is_found(change: Any) -> None:
    lines, _ = chained([{"drift": {"n": n}} for n in range(5)])
    assert list(ledger.faults(change(lines)))


def test_a_row_that_stands_twice_is_told_in_words() -> None:
    lines, _ = chained([{"drift": {"n": n}} for n in range(2)])
    again = json.loads(lines[-1])
    again["prev"] = ledger.digest(lines[-1].rstrip(b"\n"))
    assert list(ledger.faults([*lines, json.dumps(again).encode() + b"\n"])) == [(3, "its number does not rise")]


@pytest.mark.parametrize("foreign", [b"[1,2]\n", b'"x"\n', b"null\n", b"{\n", b"\xff\xfe\n", b"\n", b'{"learned": 3}\n',
                                     b'{"learned": {"drift": ["?"]}, "seq": "x"}\n', b"[" * 100_000 + b"\n"])
def test_foreign_lines_teach_nothing_and_stop_nothing(foreign: bytes) -> None:
    lines, fields = chained([{"drift": {"n": n}} for n in range(3)])
    assert ledger.replay(Head(), [lines[0], foreign, *lines[1:]]).fields == fields


@pytest.mark.parametrize("cache", [None, [], {}, {"v": 2}, {"v": 1, "seq": "1", "digest": "", "size": 0, "fields": {}}])
def test_what_is_no_cache_is_none(cache: Any) -> None:
    assert ledger.head_of(cache) is None


def test_times_are_rfc_3339_in_utc() -> None:
    assert ledger.rfc3339(1_795_253_400.5) == "2026-11-21T09:30:00.500000Z"


ROW = {"ts": "1970-01-01T00:00:00.000000Z", "seq": 1, "session_id": "s", "agent_id": "", "event": "PreToolUse",
       "action_id": "toolu_1", "tool": "Read", "operation": "read", "parameters": {"file_path": "a"},
       "data_classification": "PUBLIC", "result_summary": "", "decision": "pass", "reason": "",
       "guards": {"context": {"effect": "pass", "reason": "", "signals": {"velocity_anomaly": 3}}},
       "risk_signals": [], "semantic_distance": None, "drift_score": None, "errors": [], "via": "project", "prev": ""}


@given(FIELDS, FIELDS, st.sampled_from([{}, {"decision": "deny", "reason": "no", "guards": {}}, {"drift_score": 0.0},
                                        {"operation": "@1", "errors": ["x"]}, {"action_id": "@", "tool": ""},
                                        {"data_classification": "RESTRICTED"}, {"ts": "then"}]))
def test_a_row_is_read_as_it_was_given(before: dict[str, Any], after: dict[str, Any], more: dict[str, Any]) -> None:
    deltas = {name: delta for name, value in after.items() if (delta := diff(before.get(name), value))}
    row = {**ROW, **more, "learned": deltas}
    read = ledger.parse(ledger.line(row))
    assert read == row and json.dumps(read, sort_keys=True) == json.dumps(row, sort_keys=True)


def test_what_says_nothing_is_not_written() -> None:
    row = {**ROW, "learned": {"shell": ["d", {"toolu_1": ["=", "Read"]}, []]}}
    assert json.loads(ledger.line(row)) == {
        **{name: ROW[name] for name in ("ts", "seq", "session_id", "event", "action_id", "tool", "parameters",
                                        "via", "prev")},
        "guards": {"context": {"signals": {"velocity_anomaly": 3}}}, "delta": {"shell": {"@0": "@1"}}}


def test_a_row_says_what_the_one_before_it_does_not() -> None:
    holds = {"contaminated_at": "2026-11-21T09:30:00Z", "source": "Read", "level": "pii", "blocked_tools": []}
    changes = [{}, {}, {"contamination": holds}, {"contamination": holds, "drift_score": 0.5},
               {"contamination": {**holds, "level": "internal"}}, {"contamination": {**holds, "level": "internal"}},
               {"via": "local"}, {"via": "local"}, {"whole": True, "via": "local"}, {"session_id": "t"}, {"session_id": "t"}]
    lines, rows, head = [], [], Head(1)
    for more in changes:
        row = {**ROW, **more, "seq": head.seq + 1, "prev": head.digest, "learned": {}}
        line = ledger.line(ledger.less(row, head.said))
        lines.append(line + b"\n")
        rows.append(row)
        head = Head(head.seq + 1, ledger.digest(line), said=ledger.standing(row))
    brief = [json.loads(line) for line in lines]
    assert ["session_id" in row for row in brief] == [True, False, True, False, False, False, True, False, True, True, False]
    assert ["contamination" in row for row in brief] == [False, False, True, False, True, *[False] * 6]
    assert list(ledger.rows(lines)) == rows
    assert [one.row for one in ledger.chain(lines, "", 1)] == rows
    for at in range(len(lines)):
        half = ledger.replay(Head(1), lines[:at])
        assert [one.row for one in ledger.chain(lines[at:], half.digest, half.seq, half.size, half.said)] == rows[at:]
        assert ledger.head_of(half.cache()).said == half.said      # type: ignore[union-attr]


def test_its_own_time_is_named_by_its_place() -> None:
    row = {**ROW, "ts": "2026-11-21T09:30:00.123457Z", "learned": {"context": ["d", {
        "pace": ["d", {"last": ["=", 1_795_253_400.123457]}, []], "at": ["=", 1_795_253_400.123], "n": ["=", 1.5]}, []]}}
    assert json.loads(ledger.line(row))["delta"] == {"context": {"@p": {"@l": "@3"}, "at": "@4", "n": 1.5}}
    assert ledger.parse(ledger.line(row)) == row


def test_what_is_said_again_all_the_same() -> None:
    said = ledger.standing(ROW)
    assert ["session_id" in ledger.less({**ROW, "seq": seq}, said) for seq in (2, ledger.ANEW, ledger.ANEW + 1)] == [False, False, True]
    assert ledger.continued({"seq": 1}, said) == {"seq": 1} and ledger.continued({"prev": ""}, {}) == {"prev": ""}
