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


def chained(learned: list[dict[str, Any]]) -> tuple[list[bytes], list[bytes], dict[str, Any]]:
    """(lines of a ledger, of its state file) whose rows teach these values one after another, and what they add up to."""
    lines, states, before, fields = [], [], "", {}
    for seq, values in enumerate(learned, 1):
        deltas = {name: delta for name, value in values.items() if (delta := diff(fields.get(name), value))}
        fields = {**fields, **values}
        line, state = ledger.written({"session": "s", "event": "PreToolUse", "seq": seq, "prev": before}, deltas)
        before = ledger.digest(line)
        lines.append(line + b"\n")
        states += [state + b"\n"] if state else []
    return lines, states, fields


FIELDS = st.dictionaries(st.sampled_from(["drift", "memory"]),
                         st.dictionaries(st.text(max_size=3), st.integers() | st.lists(st.integers(), max_size=4),
                                         max_size=4), max_size=2)


FIVE = [{"drift": {"n": n}} for n in range(5)]


@given(st.lists(FIELDS, max_size=8), st.integers(0, 8))
def test_replay_gives_the_session_from_any_cache_on(learned: list[dict[str, Any]], cached: int) -> None:
    lines, states, fields = chained(learned)
    half = ledger.replay(Head(), lines[:cached], states)
    whole = ledger.replay(half, lines[cached:], rest(states, half.state))
    assert whole.fields == fields and whole.damage == []
    assert whole.seq == len(lines)
    assert (whole.size, whole.state) == (sum(map(len, lines)), sum(map(len, states)))
    again = ledger.head_of(whole.cache())
    assert again is not None and again.cache() == whole.cache()


def rest(states: list[bytes], size: int) -> list[bytes]:
    return b"".join(states)[size:].splitlines(keepends=True)


def test_a_sound_chain_has_no_fault() -> None:
    lines, states, _ = chained(FIVE)
    assert list(ledger.faults(lines, states)) == [] and list(ledger.faults(lines)) == []


@given(st.integers(0, 3), st.data())
def test_any_changed_byte_but_in_the_last_row_is_found(row: int, data: st.DataObject) -> None:
    lines, states, _ = chained(FIVE)
    lines[row] = changed(lines[row], data)
    assert list(ledger.faults(lines, states))


@given(st.integers(0, 4), st.data())
def test_any_changed_byte_of_what_was_learned_is_found(row: int, data: st.DataObject) -> None:
    lines, states, _ = chained(FIVE)
    states[row] = changed(states[row], data)
    assert list(ledger.faults(lines, states)) == [(row + 1, ledger.LOST)]


def changed(line: bytes, data: st.DataObject) -> bytes:
    at = data.draw(st.integers(0, len(line) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b not in (line[at], 10)))
    return line[:at] + bytes([byte]) + line[at + 1:]


@pytest.mark.parametrize("change", [
    lambda lines: lines[:1] + lines[2:],
    lambda lines: [lines[1], lines[0], *lines[2:]],
    lambda lines: [*lines, lines[-1]],
    lambda lines: [lines[0], b"[1,2]\n", *lines[1:]],
    lambda lines: lines[1:],
], ids=["a row gone", "two swapped", "one twice", "a foreign line", "the first gone"])
def test_changed_order_is_found(change: Any) -> None:
    lines, _, _ = chained(FIVE)
    assert list(ledger.faults(change(lines)))


@pytest.mark.parametrize(("change", "faults", "left"), [
    (lambda states: states[:2] + states[3:], [3], 0),
    (lambda states: states[:4], [5], 0),
    (lambda states: [], [1, 2, 3, 4, 5], 0),
    (lambda states: [*states, b'{"seq":6,"drift":{"n":9}}\n'], [], 1),
    (lambda states: [states[0], b'{"seq":2,"dri', b"\n", *states[1:]], [], 1),
    (lambda states: [states[1], states[0], *states[2:]], [2], 1),
], ids=["one gone", "the last gone", "all gone", "a row that was kept off the record", "a torn one", "two swapped"])
def test_what_became_of_a_state_file(change: Any, faults: list[int], left: int) -> None:
    """A row that no ledger row names teaches nothing; one that is named and not there is damage, and the others count."""
    lines, states, fields = chained(FIVE)
    found = ledger.States(change(states))
    assert [one.number for one in ledger.chain(lines, states=found) if one.fault] == faults and found.left() == left
    head = ledger.replay(Head(), lines, change(states))
    assert len(head.damage) == len(faults) and (head.fields == fields or 5 in faults)


def test_a_row_that_stands_twice_is_told_in_words() -> None:
    lines, _, _ = chained(FIVE[:2])
    again = json.loads(lines[-1])
    again["prev"] = ledger.digest(lines[-1].rstrip(b"\n"))
    assert list(ledger.faults([*lines, json.dumps(again).encode() + b"\n"])) == [(3, "its number does not rise")]


@pytest.mark.parametrize("foreign", [b"[1,2]\n", b'"x"\n', b"null\n", b"{\n", b"\xff\xfe\n", b"\n", b'{"learned": 3}\n',
                                     b'{"learned": {"drift": ["?"]}, "seq": "x"}\n', b"[" * 100_000 + b"\n"])
def test_foreign_lines_teach_nothing_and_stop_nothing(foreign: bytes) -> None:
    lines, states, fields = chained(FIVE[:3])
    assert ledger.replay(Head(), [lines[0], foreign, *lines[1:]], states).fields == fields
    assert ledger.replay(Head(), lines, [states[0], foreign, *states[1:]]).fields == fields


@pytest.mark.parametrize("cache", [None, [], {}, {"v": 2}, {"v": 1, "seq": "1", "digest": "", "size": 0, "fields": {}}])
def test_what_is_no_cache_is_none(cache: Any) -> None:
    assert ledger.head_of(cache) is None


def test_times_are_rfc_3339_in_utc() -> None:
    assert ledger.rfc3339(1_795_253_400.5) == "2026-11-21T09:30:00.500000Z"


ROW = {"ts": "1970-01-01T00:00:00.000000Z", "project": "/p", "session": "s", "seq": 1, "session_id": "s", "agent_id": "",
       "event": "PreToolUse", "action_id": "toolu_1", "tool": "Read", "operation": "read", "parameters": {"file_path": "a"},
       "data_classification": "PUBLIC", "result_summary": "", "decision": "pass", "reason": "", "level": ["none", "pii"],
       "guards": {"context": {"effect": "pass", "reason": "", "signals": {"velocity_anomaly": 3}}},
       "risk_signals": [], "semantic_distance": None, "drift_score": None, "uncovered": None, "errors": [], "prev": ""}


@given(FIELDS, FIELDS, st.sampled_from([{}, {"decision": "deny", "reason": "no", "guards": {}}, {"drift_score": 0.0},
                                        {"operation": "@1", "errors": ["x"]}, {"action_id": "@", "tool": ""},
                                        {"data_classification": "RESTRICTED"}, {"ts": "then"}]))
def test_a_row_is_read_as_it_was_given(before: dict[str, Any], after: dict[str, Any], more: dict[str, Any]) -> None:
    deltas = {name: delta for name, value in after.items() if (delta := diff(before.get(name), value))}
    row = {**ROW, **more}
    line, state = ledger.written(row, deltas)
    read = ledger.parse(line) or {}
    assert {name: value for name, value in read.items() if name != "state"} == row
    assert ledger.States([state]).at(read) == deltas and ("state" in read) == bool(deltas) == bool(state)


def test_what_says_nothing_is_not_written_and_a_row_stands_by_itself() -> None:
    line, state = ledger.written(ROW, {"shell": ["d", {"toolu_1": ["=", "Read"]}, []]})
    assert json.loads(line) == {
        **{name: ROW[name] for name in ("ts", "project", "session", "seq", "session_id", "event", "action_id", "tool",
                                        "operation", "parameters", "decision", "level", "prev")},
        "guards": {"context": {"signals": {"velocity_anomaly": 3}}}, "state": ledger.digest(state)[:ledger.DIGITS]}
    assert json.loads(state) == {"seq": 1, "shell": {"@id": "@tool"}}


def test_its_own_time_is_named_by_its_place() -> None:
    row = {**ROW, "ts": "2026-11-21T09:30:00.123457Z"}
    learned = {"context": ["d", {"pace": ["d", {"last": ["=", 1_795_253_400.123457]}, []],
                                 "at": ["=", 1_795_253_400.123], "n": ["=", 1.5]}, []]}
    line, state = ledger.written(row, learned)
    assert json.loads(state)["context"] == {"pace": {"last": "@time"}, "at": "@ms", "n": 1.5}
    assert ledger.States([state]).at(ledger.parse(line) or {}) == learned


OLD = [b'{"ts":"2026-11-21T09:30:00.123457Z","seq":1,"session_id":"s","event":"PreToolUse","action_id":"toolu_1","tool":"Read",'
       b'"parameters":{},"via":"local","contamination":{"level":"pii"},"prev":"","delta":{"context":{"@a":{"1":["@0","@4","@1",0,"@o"]}}}}',
       b'{"seq":2,"event":"PostToolUse","tool":"Read","prev":"%s","delta":{"context":{"@a":{"1":["i",{"4":"@d"}]}}}}']


def test_rows_of_earlier_releases_are_read_whole_with_newer_ones_after_them() -> None:
    second = OLD[1] % ledger.digest(OLD[0]).encode()
    lines = [OLD[0] + b"\n", second + b"\n"]
    newer, state = ledger.written({**ROW, "seq": 3, "prev": ledger.digest(second)}, {"context": ["d", {"count": ["=", 1]}, []]})
    rows = list(ledger.rows([*lines, newer + b"\n"]))
    assert [(row["session_id"], row["decision"], row["operation"], ledger.held(row)) for row in rows] == [
        ("s", "pass", "read", "pii")] * 3
    assert rows[1]["via"] == "local" and rows[1]["contamination"] == {"level": "pii"} and rows[1]["guards"] == {}
    head = ledger.replay(Head(), [*lines, newer + b"\n"], [state + b"\n"])
    assert head.damage == [] and head.fields == {"context": {
        "actions": {"1": ["toolu_1", 1_795_253_400.123, "Read", 0, "done"]}, "count": 1}}


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


@pytest.mark.parametrize("more", [
    {}, {"level": ["none", "credentials"]}, {"contamination": None, "guards": {"drift": {"effect": "ask"}}}, {"parameters": {"x": nested(60)}}])
def test_a_row_of_the_shape_that_is_written_is_one(more: dict[str, Any]) -> None:
    assert len(list(ledger.rows([json.dumps({"ts": "2026-11-26T00:00:00Z", "event": "PreToolUse", "session_id": "s", **more}).encode()]))) == 1


@pytest.mark.parametrize("more", [
    {"action_id": [1]}, {"action_id": []}, {"agent_id": {}}, {"agent_id": {"a": 1}}, {"parameters": nested(500)}, {"parameters": {"x": nested(500)}}, {"guards": [1]},
    {"guards": {"loss": [1]}}, {"guards": {"loss": "ask"}}, {"level": "x"}, {"level": [1, 2]}, {"contamination": "y"}, {"reason": ["x"]},
    {"decision": 3}, {"tool": {"a": 1}}, {"event": ["PreToolUse"]}, {"session_id": 7}, {"errors": "x"}, {"risk_signals": {"a": 1}}])
def test_a_row_of_another_shape_is_none(more: dict[str, Any]) -> None:
    """A repository may bring ledgers: no reader trips over one."""
    assert not list(ledger.rows([json.dumps({"ts": "2026-11-26T00:00:00Z", "event": "PreToolUse", "session_id": "s", **more}).encode()]))
