"""The accumulator: each signal once off and once on, what an event teaches, the evaluation context."""

from __future__ import annotations

import json

import pytest

from guards import Call, Command, Event, Facts, Sink, context, drift
from hooks._event import receipts
from hooks._event.run import handle_event
from hooks._event.settings import copy_defaults, nest_keys
from tests.fork import run_forked
from tests.house import thin

START = "2026-11-29T10:00:00Z"


def make_row(event="PreToolUse", tool="mcp__crm__get", ts=START, **more) -> dict:
    row = {"event": event, "tool": tool, "operation": "", "ts": ts, "level": ["none", "none"]}
    return {**row, **more}


def make_window(count, step=60, **more) -> list[dict]:
    times = (f"09:{59 - n * step // 60:02d}:{-n * step % 60:02d}" for n in range(count, 0, -1))
    return [{"tool": "t", "ts": f"2026-11-29T{time}Z", **more} for time in times]


def fill_settings(**chosen) -> dict:
    """The settings as they are read: every key, the chosen ones over the defaults."""
    known = nest_keys(copy_defaults())

    def merge(old, new) -> dict:
        both = {key: merge(old[key], new[key]) for key in old if isinstance(new.get(key), dict)}
        return {**old, **new, **both}

    return merge(known, chosen)


def signals(row, state=None, **settings) -> list[str]:
    known = {"calls": 0, "window": [], **(state or {})}
    return drift.find_signals(known, row, fill_settings(**settings))


SCOPE = {"request": {"expected_scope": ["mcp__crm__*", "mail", "git"]}}
FAR = [{"distance": 0.9, "ts": "2026-11-28T10:00:00Z"}]
MIDNIGHT = [{"ts": "2026-11-30T23:59:58Z"}]
AFAR, SHORT = make_row(semantic_distance=0.8), {"chain_length_warning": 1, "chain_length_limit": 2}
RISEN = make_row("PostToolUse", level=["none", "internal"])
GRAVE, RISES = make_row("PostToolUse", level=["pii", "credentials"]), ["classification_escalation"]
ROWS = [  # row, state, settings, signals
    (make_row(), {}, {}, []),
    (make_row(tool="mcp__bank__pay"), {}, {}, []),
    (make_row(), {}, SCOPE, []),
    (make_row(tool="mcp__mail__send"), {}, SCOPE, []),
    (make_row(tool="Bash", operation="git push"), {}, SCOPE, []),
    (make_row(tool="mcp__bank__pay"), {}, SCOPE, ["scope_expansion"]),
    (make_row(tool="Bash", operation="curl"), {}, SCOPE, ["scope_expansion"]),
    (make_row("PostToolUse"), {}, {}, []),
    (make_row("PostToolUse", level=["internal", "internal"]), {}, {}, []),
    (RISEN, {}, {}, RISES),
    (RISEN, {}, {"request": {"expected_classification": "INTERNAL"}}, []),
    (GRAVE, {}, {"request": {"expected_classification": "CONFIDENTIAL"}}, RISES),
    (make_row(), {"window": FAR * 11}, {}, []),
    (make_row(semantic_distance=0.6), {"window": FAR * 10}, {}, []),
    (AFAR, {"window": FAR * 11}, {"drift": {"semantic_distance_threshold": 1.0}}, []),
    (AFAR, {"window": FAR * 11}, {}, ["drift_detected"]),
    (make_row(), {"window": make_window(18, 0)}, {}, []),
    (make_row(), {"window": make_window(40, 1)}, {}, []),
    (make_row(), {"window": [{"ts": "2026-11-29T09:59:50Z"}] * 19}, {}, ["velocity_anomaly"]),
    (make_row(ts="2026-12-01T00:00:05Z"), {"window": MIDNIGHT * 19}, {}, ["velocity_anomaly"]),
    (make_row(), {"calls": 14}, {}, []),
    (make_row(), {"calls": 15}, {}, ["chain_length_warning"]),
    (make_row(), {"calls": 29}, {}, ["chain_length_warning"]),
    (make_row(), {"calls": 30}, {}, ["chain_length_exceeded"]),
    (make_row(), {"calls": 99, "context.chain_from": 99}, {}, []),
    (make_row(), {"calls": 3}, {"context": SHORT}, ["chain_length_exceeded"]),
    (make_row(sequence=context.RUN), {}, {}, ["unusual_sequence"]),
]


@pytest.mark.parametrize(("row", "state", "settings", "wanted"), ROWS)
def test_signals(row, state, settings, wanted) -> None:
    assert signals(row, state, **settings) == wanted
    for name in wanted:
        switch = {"risk_signals": {drift.SWITCHES.get(name, name): False}}
        off = {**settings, "context": {**settings.get("context", {}), **switch}}
        assert signals(row, state, **off) == []


def judge(command="", state=None, tool="Bash", call=None):
    event = Event("PreToolUse", "s", tool, {"command": command})
    facts = Facts(event, {"calls": 5, **(state or {})}, {}, key=b"k" * 32)
    return event, call or Call(tool), facts


def fetch(*words, writes=()) -> Call:
    return Call("Bash", commands=[Command(words[0], words[1:])], fetches=[words[-1]], writes=writes)


LIST, DELETE = "mcp__crm__list_contacts", "mcp__crm__delete_contact"


def use(*tools) -> dict:
    return {"calls": len(tools), "window": [{"tool": tool} for tool in tools]}


SCRIPT, COPIED = "https://in.example/x.sh", {"contamination.copies": {"./o.tgz": ".env"}}
SEQUENCES = [  # state, call, the sequence that it completes
    ({}, fetch("curl", "-sO", "https://in.example/x.sh"), ""),
    ({}, Call("Bash", runs=["x.sh"]), ""),
    ({"context.downloads": {"x.sh": 5}}, Call("Bash", runs=["./x.sh"]), context.RUN),
    ({"calls": 90, "context.downloads": {"x.sh": 5}}, Call("Bash", runs=["./x.sh"]), ""),
    ({}, Call("Bash", runs=[SCRIPT], fetches=[SCRIPT]), context.RUN),
    (use(DELETE, DELETE), Call(DELETE), ""),
    (use(LIST, DELETE), Call(DELETE), ""),
    (use(LIST, DELETE, DELETE), Call("mcp__crm__get_contact"), ""),
    ({**use(LIST, DELETE, DELETE), "context.chain_from": 2}, Call(DELETE), ""),
    (use(LIST, DELETE, DELETE), Call(DELETE), context.EMPTIED),
    (COPIED, Call("Bash", sinks=[Sink("curl", ["x"], [("file", "other")])]), ""),
    (COPIED, Call("Bash", sinks=[Sink("curl", ["x"], [("file", "./o.tgz")])]), context.PACKED),
]


@pytest.mark.parametrize(("state", "call", "wanted"), SEQUENCES)
def test_sequence(state, call, wanted) -> None:
    event, call, facts = judge(state=state, tool=call.tool, call=call)
    assert context.find_sequence(event, call, facts.state) == wanted


def learn(event, call, facts) -> dict:
    lesson = context.LEARN(event, call, facts)
    return {op[1]: op[2] for op in lesson.ops} if lesson else {}


def test_steps_are_learned() -> None:
    assert learn(*judge(call=Call("Bash"))) == {}
    assert learn(*judge(call=fetch("curl", "-sO", "https://in.example/x.sh?v=1"))) == {
        "context.downloads": "x.sh"
    }


def test_requests() -> None:
    event = Event("UserPromptSubmit", prompt="")
    facts = Facts(event, {"calls": 7}, key=b"k" * 32)
    order = "Deploy it to crm.example, see src/app.py (#12) and 'the plan'. Then rest"
    rows = (
        ("go on", "unknown", []),
        ("Help me prepare for my meeting with the Johnson account", "unknown", ["Johnson"]),
        (order, "deploy", ["crm.example", "src/app.py", "#12"]),
    )
    for prompt, intent, names in rows:
        event.prompt = prompt
        found = learn(event, Call(""), facts)
        wanted = {"text": prompt, "intent_classification": intent, "entities": names}
        assert found["context.request"] == wanted
        assert found["context.chain_from"] == 7
    facts.state["context.request"] = {}
    assert learn(event, Call(""), facts) == {"context.chain_from": 7}
    for prompt in ("go on please", "<task-notification> a b c d e f </task-notification>"):
        event.prompt = prompt
        assert learn(event, Call(""), facts) == {}


def build(rows, state=None, **settings) -> dict:
    for number, row in enumerate(rows, 1):
        row.setdefault("seq", number)
    return receipts.build_context("s", state or {}, rows, fill_settings(**settings))


def make_actions(count, **more) -> list[dict]:
    return [make_row(tool="Read", action_id=f"t{n}", **more) for n in range(count)]


def test_context_of_nothing() -> None:
    found = build([])
    assert found["original_request"] is None and found["action_history"] == []
    assert found["accumulated_state"]["summary"] is None
    assert found["time"]["actions_per_minute"] is None
    assert [found["risk_signals"][name] for name in drift.SIGNALS] == [False] * 7


def test_results_join_their_actions_by_id() -> None:
    rows = make_actions(2, semantic_distance=0.4)
    said = {"result_summary": "first", "data_classification": "INTERNAL"}
    rows.append(make_row("PostToolUse", action_id="t0", ts="2026-11-29T10:02:00Z", **said))
    rows.append(make_row("PostToolUseFailure", action_id="t1"))
    rows.append(make_row("PostToolUse", action_id="lost"))
    found = build(rows)
    first, second = found["action_history"]
    assert first["outcome"] == "done" and {name: first[name] for name in said} == said
    assert (second["outcome"], second["data_classification"]) == ("failed", "PUBLIC")
    total = found["accumulated_state"]
    assert total["data_classifications_accessed"] == ["PUBLIC", "INTERNAL"]
    assert total["action_count"] == 2
    names = build(rows, classification_levels=["P", "A", "B", "C"])["accumulated_state"]
    assert names["data_classifications_accessed"] == ["P", "B"]


@pytest.mark.parametrize(
    ("count", "chosen", "history", "summed"),
    [
        (49, {}, 49, None),
        (50, {}, 50, None),
        (51, {}, 51, 31),
        (104, {}, 100, 84),
        (9, {"max_action_history": 4, "summarization": {"trigger_at": 5, "keep_recent": 2}}, 4, 7),
        (9, {"summarization": {"trigger_at": 5, "keep_recent": 2}}, 9, 7),
        (9, {"summarization": {"enabled": False, "trigger_at": 5}}, 9, None),
        (9, {"summarization": {"trigger_at": 5, "keep_recent": 0}}, 9, 9),
    ],
)
def test_window_and_summary(count, chosen, history, summed) -> None:
    rows = make_actions(count, risk_signals=["velocity_anomaly"])
    found = build(rows, context=chosen)
    summary = found["accumulated_state"]["summary"]
    assert len(found["action_history"]) == history
    assert (summary and summary["count"]) == summed
    assert found["accumulated_state"]["action_count"] == count
    assert found["risk_signals"]["details"]["velocity_anomaly"]["count"] == count
    if summary:
        assert summary["tools"] == {"Read": summed} and summary["outcomes"] == {"open": summed}


def test_entities_time_and_pace() -> None:
    rows = make_actions(2)
    given = {"account": "Johnson account", "to": ["Ann", {"email": "[email:1a2b]"}], "limit": 5}
    rows[0]["parameters"] = {**given, "from": ""}
    rows.append(make_row("PostToolUse", action_id="t0", ts="2026-11-29T10:00:30Z"))
    asked = {"text": "t", "intent_classification": "i", "entities": []}
    found = build(rows, {"context.request": asked}, request={"expected_scope": ["crm"]})
    named = found["accumulated_state"]["entities_accessed"]
    assert named == ["Johnson account", "Ann", "[email:1a2b]"]
    assert (found["time"]["elapsed_seconds"], found["time"]["actions_per_minute"]) == (30.0, 4.0)
    assert found["original_request"]["expected_scope"] == ["crm"]


AT_ONCE = 24
REMOVE = [
    {"tool_name": f"mcp__crm__{name}", "tool_input": {"id": name}} for name in ("list", "remove")
]
WHOLE = {"prompt": "Please look after the crm accounts of everybody today"}
FARTHER = {"prompt": "Prepare my meeting with Johnson about contracts"}
GET = {"tool_name": "mcp__crm__get", "tool_input": {"account": "crm accounts everybody"}}
PAY = {"tool_name": "mcp__bank__pay", "tool_input": {"memo": "crypto wallet"}}
READ = {**GET, "tool_response": "the mail of ann@lake.example, card 4111 1111 1111 1111"}
UNHURRIED = {"context": {"risk_signals": {"velocity_analysis": False}}}
SIGNALS = [  # signal, settings, prompt, the calls before, the call that 24 send at once, its event, how many rows say it
    ("scope_expansion", SCOPE, WHOLE, [], PAY, "PreToolUse", AT_ONCE),
    ("scope_expansion", SCOPE, WHOLE, [], GET, "PreToolUse", 0),
    ("classification_escalation", {}, WHOLE, [], READ, "PostToolUse", 1),
    ("classification_escalation", {}, WHOLE, [], {**READ, "tool_response": ""}, "PostToolUse", 0),
    ("unusual_sequence", {}, WHOLE, REMOVE[:1], REMOVE[1], "PreToolUse", AT_ONCE - 2),
    ("unusual_sequence", {}, WHOLE, [], REMOVE[1], "PreToolUse", 0),
    ("drift_detected", {}, FARTHER, [], PAY, "PreToolUse", AT_ONCE - 11),
    ("drift_detected", {}, WHOLE, [], GET, "PreToolUse", 0),
    ("chain_length_exceeded", {}, WHOLE, [GET] * 12, GET, "PreToolUse", 6),
    ("chain_length_exceeded", {}, WHOLE, [], GET, "PreToolUse", 0),
    ("chain_length_warning", {}, WHOLE, [], GET, "PreToolUse", AT_ONCE - 15),
    ("velocity_anomaly", {}, WHOLE, [], GET, "PreToolUse", AT_ONCE - 19),
    ("velocity_anomaly", UNHURRIED, WHOLE, [], GET, "PreToolUse", 0),
]


@pytest.mark.parametrize(
    ("signal", "settings", "prompt", "before", "call", "event", "count"), thin(SIGNALS)
)
def test_signals_of_calls_at_once(
    tmp_path, signal, settings, prompt, before, call, event, count
) -> None:
    (tmp_path / ".autoskillit").mkdir()
    (tmp_path / ".autoskillit/guards.json").write_text(json.dumps(settings))

    place = str(tmp_path)
    environ = {"HOME": place, "CLAUDE_PROJECT_DIR": place}

    def fire(event, payload, **more) -> None:
        payload = {"session_id": "s", "cwd": place, "hook_event_name": event, **payload, **more}
        handle_event(event, json.dumps(payload).encode(), environ, place)

    fire("UserPromptSubmit", prompt)
    for n, one in enumerate(before):
        fire("PreToolUse", one, tool_use_id=f"b{n}")
    works = [lambda n=n: fire(event, call, tool_use_id=f"t{n}") for n in range(AT_ONCE)]
    assert not any(one.returncode or one.stderr for one in run_forked(tmp_path, environ, *works))
    ledger = tmp_path / ".autoskillit/temp/context/s.jsonl"
    rows = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert len({row["action_id"] for row in rows if "action_id" in row}) == AT_ONCE + len(before)
    said = sum(signal in row.get("risk_signals", ()) for row in rows)
    first, last = (receipts.read_time(rows[n]["ts"]) for n in (1, -1))
    assert said == count or (signal == "velocity_anomaly" and last - first > 10)
