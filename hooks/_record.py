"""What is left of one event: kept rows, the ledger row, the cache.

In this order, so that a crash between loses no row.
"""
from __future__ import annotations

from guards import CREDENTIALS, EFFECTS, LEVELS, Event, Finding, Session
from guards._call import brief, call_of
from guards._history.labels import label_of
from guards._sensitive.scan import level, redact, redact_spans, scan, tag_of, with_named, without_named
from guards._text.plain import cut, one_line
from hooks import _facts, _heartbeat
from hooks._bounded import bounded
from hooks._outcome import text_of
from hooks._stores import late, sessions
from hooks._stores.delta import diff
from hooks._stores.disk import Fault
from hooks._stores.ledger import rfc3339

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Settings, Verdict
    from guards._history.fields import Contamination
    from hooks._outcome import Outcome
    from hooks._stores.ledger import Head
    from hooks._stores.world import World

UNWRITTEN = "the ledger cannot be written ({}); this event is not on record"
SUMMARY = 230                       # characters of a response in its ledger row
SCHEDULES = frozenset(("CronCreate", "ScheduleWakeup", "RemoteTrigger"))     # tools that give a prompt for later
RESULTS = ("PostToolUse", "PostToolUseFailure", "PostToolBatch")     # a call that was objected to ran, or did not
ASKED = ("PreToolUse", "UserPromptSubmit")          # events that somebody wants
SHOWS = "PermissionRequest"         # no guard has looked for what it carries
SHOWN = 12_000                      # characters of one parameter that are redacted; far fewer are written
SPOKEN = ("parameters", "result_summary", "reason", "guards", "call")   # of a row: what the event itself may have said
PIECES, PIECE = 50, 6               # credentials of a call that are looked for there; characters of one
SHORT = 15                          # characters below which nothing is a secret but by its name
DIGITS = frozenset("0123456789%")
TOLD = 40                           # how many notices a session remembers as told


class Entry:
    """All that goes on record of one event.

    event      with its facts
    head       the ledger that it is added to; session: the session as it was before
    verdicts   guard -> its own verdict; verdict: what they came to
    learned    guard -> the new value of its field
    kept       name -> rows for the file that bears it
    """

    __slots__ = ("event", "head", "kept", "learned", "session", "verdict", "verdicts")

    def __init__(self, event: Event, head: Head, session: Session, verdicts: Mapping[str, Verdict], verdict: Verdict,
                 learned: dict[str, Any], kept: dict[str, list[object]]) -> None:
        self.event, self.head, self.session = event, head, session
        self.verdicts, self.verdict = verdicts, verdict
        self.learned, self.kept = learned, kept

    def fields(self) -> dict[str, Any]:
        """The session's fields after the event."""
        return {**self.session.fields, **self.learned}


def record(world: World, settings: Settings, entry: Entry, outcome: Outcome) -> None:
    """Kept rows, the ledger row, the cache: in this order, so that a crash between loses no row."""
    keep(world, settings, entry.event, entry.kept, outcome)
    after = entry.fields()
    problem = sessions.anchored(world, entry.event.session_id, entry.head, after, settings.key,
                                entry.event.name == "Accept")
    if problem and problem[:120] not in (after.get("shell") or {}).get("told", ()):
        outcome.notes.append(problem)
        entry.learned["shell"] = also_told(after.get("shell") or {}, problem)
    row, learned = full_row(world, settings, entry, outcome)
    try:
        after_head = sessions.commit(world, entry.event.session_id, entry.head, row, learned, entry.fields())
        for extra in entry.verdict.events:
            extra_row = {"ts": row["ts"], "decision": "pass", "level": row["level"], **extra,
                         "session_id": row["session_id"], "agent_id": row["agent_id"]}
            after_head = sessions.commit(world, entry.event.session_id, after_head, extra_row, {}, after_head.fields)
        outcome.notes += _heartbeat.notices(entry.session["shell"], entry.fields().get("shell") or {}, entry.event.tool)
    except (Fault, OSError) as e:
        outcome.fault(UNWRITTEN.format(text_of(e)))


def put_aside(world: World, settings: Settings, entry: Entry, outcome: Outcome, held: sessions.Holding) -> None:
    """The event's row where the lock cannot be had: it waits beside the ledger, whole."""
    if not held.busy:
        outcome.fault(f"the session's lock cannot be had ({held.problem}); this event waits beside the ledger")
    keep(world, settings, entry.event, entry.kept, outcome)
    row, learned = full_row(world, settings, entry, outcome)
    try:
        late.put(world, entry.event.session_id, {**row, "learned": learned})
    except (Fault, OSError) as e:
        outcome.fault(UNWRITTEN.format(text_of(e)))


def keep(world: World, settings: Settings, event: Event, kept: dict[str, list[object]], outcome: Outcome) -> None:
    """Rows for the files that only an outbound call reads; of a prompt without what in it is a secret's value."""
    pieces = {**event.facts.again}
    if event.prompt and kept:
        text = event.facts.text
        pieces.update(tagged(text, with_named(text, event.facts.findings), settings.key))
    for name, rows in kept.items():
        if rows:
            try:
                _facts.write(world, event, name, [replaced(one, pieces) for one in rows] if pieces else rows)
            except (Fault, OSError) as e:
                outcome.fault(f"{name} cannot be written ({text_of(e)})")


def tagged(text: str, found: list[Finding], key: bytes) -> dict[str, str]:
    """Each credential of a text -> what stands for it in a record."""
    return {text[one.start:one.end]: tag_of(text, one, key) for one in found[:PIECES]
            if one.level >= CREDENTIALS and one.end - one.start >= PIECE}


def full_row(world: World, settings: Settings, entry: Entry,
             outcome: Outcome) -> tuple[dict[str, object], dict[str, object]]:
    """(the ledger row, all that was learned as deltas); whole values where the ledger is not what it should be."""
    event, head, session, learned, verdict = entry.event, entry.head, entry.session, entry.learned, entry.verdict
    before = {} if head.damage or head.dropped or head.behind else head.fields
    deltas: dict[str, object] = {}
    for guard in entry.fields():
        delta = diff(before.get(guard), learned.get(guard, session.fields.get(guard)))
        if delta is not None:
            deltas[guard] = delta
    known = _heartbeat.as_judged(session["shell"], event, settings.key)
    row = ledger_row(settings, event, entry.verdicts, verdict, outcome, known)
    after = Session(session.id, entry.fields())["contamination"]
    was, holds = levels(session["contamination"], after, event.agent_id)
    row["level"] = [was, holds]
    if not verdict.effect and was == holds:
        row.pop("contamination", None)      # a row says it where it changes, and where it may be the reason
    if not head.seq:
        from hooks._identity import bundle

        row["bundle"] = bundle()
    if verdict.effect or verdict.updated_input is not None or event.name in ("SessionStart", "UserPromptSubmit"):
        from hooks._identity import policy

        row.update(policy=policy(world), permission_mode=event.permission_mode)
    if head.damage:
        row["gap"] = head.damage
    gap = _heartbeat.found(session["shell"], learned.get("shell") or {})
    if gap:
        row["heartbeat"] = gap
    if event.is_call and session["shell"].get("let") and not learned.get("shell", {}).get("let"):
        from guards._origin import allowance

        row["allowed"] = allowance.lifts(session["shell"])
    if session["shell"].get("via", ("",))[:1] != [world.via]:      # another than began the session
        row["via"] = world.via
    return row, deltas


def levels(before: Contamination, after: Contamination, agent: str) -> list[str]:
    """What an agent held before and after an event: two of LEVELS.

    >>> levels({}, {"level": "internal", "source": "read_email", "contaminated_at": "..."}, "")
    ['none', 'internal']
    """
    return [label_of(state, agent).get("level") or LEVELS[0] for state in (before, after)]


def asked_by(event: Event, verdicts: Mapping[str, Verdict]) -> str:
    """Whose order an event is: the person's or a machine's prompt; a call's, the agent's that makes it, or the text's
    that was found to order it."""
    if event.is_prompt:
        from guards._intent.prompts import machine

        return machine(event) or "person"
    for one in verdicts.values():
        if one.effect and one.evidence.get("whose"):
            return f"{one.evidence['whose']} ({one.evidence.get('source')})"
    return f"subagent {event.agent_type or event.agent_id}" if event.agent_id else "agent"


def ledger_row(settings: Settings, event: Event, verdicts: Mapping[str, Verdict], verdict: Verdict,
               outcome: Outcome, known: bool = False) -> dict[str, object]:
    """One row for one event, redacted and bounded; `seq`, `prev` and `learned` come when it is written.

    known   the row of its call holds its very parameters
    """
    text, findings = event.facts.text, event.facts.findings
    # Of a call that is about to run the findings are its own; what any other event was given nobody has looked at yet.
    looked, met, held = not findings and event.is_call, verdict.mask_opaque, [level(findings)]

    pieces = {**event.facts.again}

    def redact_part(part: str) -> str:
        if len(part) > SHOWN:       # what is not shown need not be redacted; a secret cut in two would not be known
            return redact_part(part[:SHOWN]) + f"... [+{len(part) - SHOWN}]"
        found = [] if looked or len(part) < SHORT else scan(part, settings)
        held.append(level(found))
        found = with_named(part, found)
        pieces.update(tagged(part, found, settings.key))
        return hidden(redact_spans(part, found, settings.key) if found else part, settings.key, met)

    def withheld(part: str) -> str:
        # It carries a secret that only the overlap knows, in a form that no pattern does.
        return "[withheld: it carries credentials]" if len(part) > 20 else redact_part(part)

    names = settings.classification_levels
    row: dict[str, object] = {
        "ts": rfc3339(event.time), "event": event.name, "tool": event.tool,
        "operation": call_of(event, settings).operation if event.tool else event.source,
        "decision": EFFECTS[verdict.effect], **({"rule": verdict.rule} if verdict.rule else {}),
        "reason": clean(verdict.reason, settings), "level": None,
        **({"asked_by": asked_by(event, verdicts)} if event.name in ASKED else {}),
        "data_classification": "", "semantic_distance": None, "drift_score": None, "uncovered": None,
        **({} if known else {"parameters": bounded(
            given(event), withheld if verdict.withhold or event.name == SHOWS else redact_part)}),
        "result_summary": "" if event.name in ("PreToolUse", "UserPromptSubmit") else hidden(
            summary(text, findings, settings), settings.key, met),
        "guards": said(verdicts, settings),
        "risk_signals": list(verdict.signals), "errors": list(outcome.faults),
        "session_id": event.session_id, "agent_id": event.agent_id, "action_id": event.call_id,
    }
    row["data_classification"] = names[max(held)]       # with what its parameters hold
    row.update(verdict.row)
    if verdict.excused:
        row["excused"] = [list(one) for one in verdict.excused]
    if event.facts.unread:
        row["unread"] = event.facts.unread
    if event.is_call:      # as it stands in a reason, in what was meant by the call, in a line by itself
        pieces.update(tagged(text, findings, settings.key))
    if event.is_call and event.call is not None:
        told = brief(event.call, lambda part: str(replaced(redact_part(part), pieces)))
        if told:
            row["call"] = bounded(told, redact_part)
    if outcome.quiet:
        row["mode"] = "watch"
    for name in SPOKEN if pieces else ():
        if name in row:
            row[name] = replaced(row[name], pieces)
    return row


def said(verdicts: Mapping[str, Verdict], settings: Settings) -> dict[str, object]:
    """Guard -> what it said, of those that said anything."""
    found: dict[str, object] = {}
    for name, one in verdicts.items():
        if any((one.effect, one.reason, one.signals, one.notice, one.context, one.evidence, one.settles, one.excused)):
            kept = {"rule": one.rule, "excused": [*map(list, one.excused)], "approves": one.approves,
                    "origin": one.origin, "settles": list(one.settles)}
            found[name] = {"effect": EFFECTS[one.effect], "reason": clean(one.reason, settings), **one.evidence,
                           **{word: value for word, value in kept.items() if value}}
    return found


def clean(reason: str, settings: Settings) -> str:
    """A reason in one line, without secrets."""
    return one_line(redact(reason, settings)) if reason else reason


def replaced(value: object, pieces: Mapping[str, str]) -> object:
    """The value, with each of these pieces of text replaced wherever it stands."""
    if isinstance(value, str):
        for piece, tag in pieces.items():
            value = value.replace(piece, tag)
        return value
    if isinstance(value, dict):
        return {name: replaced(one, pieces) for name, one in value.items()}
    return [replaced(one, pieces) for one in value] if isinstance(value, (list, tuple)) else value


def hidden(part: str, key: bytes, known: bool) -> str:
    """The text without secrets in disguise; in a session that has seen some, without anything that could be one."""
    if not known and not any(len(word) > 15 and DIGITS.intersection(word) for word in part.split()):
        return part
    from guards._sensitive.opaque import disguised
    from hooks._opaque import mask_high_entropy

    return mask_high_entropy(part, key) if known else disguised(part, key)


def given(event: Event) -> dict[str, object]:
    """The parameters of an event; what a person was shown stands in the call's own row, if it was that."""
    if event.name == SHOWS and event.call_id:
        return {}
    return event.input if event.tool else prompt_of(event)


def prompt_of(event: Event) -> dict[str, object]:
    """The parameters of an event that is no tool call."""
    found = {"prompt": event.prompt, "prompt_id": event.prompt_id, "source": event.source,
             "agent_type": event.agent_type}
    return {name: value for name, value in found.items() if value}


def summary(text: str, findings: list[Any], settings: Settings) -> str:
    """The beginning of a text, with no piece of a secret that the cut would leave."""
    end = min(len(text), 4 * SUMMARY)
    for found in findings:
        if found.start < end < found.end:
            end = found.start
    part = redact_spans(text[:end], [found for found in findings if found.end <= end], settings.key)
    part = without_named(one_line(part, len(part))[:2 * SUMMARY], (), settings.key)
    return cut(part, SUMMARY) + (f" ({len(text)} characters)" if len(text) > SUMMARY else "")


def tell_problems(settings: Settings, session: Session, verdict: Verdict) -> None:
    """Names what is wrong in guards.json, once a session."""
    told = session["shell"].get("told", ())
    fresh = [problem for problem in settings.problems if problem[:120] not in told]
    if fresh:
        verdict.notice = "\n".join(filter(None, (verdict.notice, "autoskillit guards: " + one_line("; ".join(fresh)))))


def shell_field(world: World, settings: Settings, event: Event, session: Session, verdict: Verdict) -> dict[str, Any]:
    """What the shell itself remembers: when the session began, what it has said once, whom it was forked from, and
    how often it asked, denied and could not read (the status line shows it), and which installations wrote to it."""
    before = _heartbeat.after({**session["shell"], **counted(session["shell"], event, verdict)}, event, verdict,
                              settings.key)
    if world.via not in before.get("via", ()):
        before["via"] = [*before.get("via", ()), world.via]
    if allowing(world, event, verdict, session):
        from guards._origin import allowance

        before.update({"let": "", **allowance.after(event, session, settings, verdict)})
    if event.is_call and event.tool in SCHEDULES:
        from hooks import _scheduled

        before = _scheduled.after(before, event, settings.key)
    told = before.get("told", [])
    new = [problem[:120] for problem in settings.problems if problem[:120] not in told]
    if before.get("started_at") and not new:
        return before
    return {**before, "started_at": before.get("started_at") or rfc3339(event.time), "told": [*told, *new][-TOLD:]}


def allowing(world: World, event: Event, verdict: Verdict, session: Session) -> bool:
    """May this event change what was objected to and let through?  Nothing is loaded where it cannot."""
    if event.is_call and verdict.effect:
        return True
    let = session["shell"].get("let")
    if event.is_prompt:
        return bool(let) or may_allow(event)
    if event.is_call:
        return bool(let)
    if event.name not in RESULTS or event.call_id not in session["shell"].get("objected", ()):
        return False
    from hooks import _heard, _said

    return event.name != "PostToolBatch" or (       # where nobody was asked nobody said no
        _heard.declined(event.response) and event.permission_mode != "dontAsk" and _said.present(world, event))


def may_allow(event: Event) -> bool:
    """Could this prompt begin with `guard: allow`?"""
    return event.is_prompt and "guard" in event.prompt[:20].lower()


def counted(before: Mapping[str, Any], event: Event, verdict: Verdict) -> dict[str, int]:
    """The counts that this event moves."""
    effect = verdict.effect
    moved = [*(["", "asked", "denied"][effect:effect + 1] if effect and event.is_call else []),
             *(["rescued"] if "work_rescued" in verdict.signals else []), *(["unread"] if event.facts.unread else [])]
    return {name: before.get(name, 0) + 1 for name in moved}


def also_told(field: dict[str, Any], text: str) -> dict[str, object]:
    """The shell's field with one more sentence that was told, at most TOLD of them."""
    return {**field, "told": [*field.get("told", ()), text[:120]][-TOLD:]}
