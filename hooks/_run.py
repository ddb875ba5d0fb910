"""One event, start to finish.  Fails open, loudly; closed where the person said `strict`.

main            what a script calls: reads stdin, prints, never exits with 2
one_event       its table of contents
look            facts about the event
ask, teach      the guards
record          kept rows, ledger row, cache
"""
from __future__ import annotations

import os
import sys

from guards import CREDENTIALS, DENY, EFFECTS, LEVELS, PASS, Event, Session, Settings, Verdict, combine
from guards._call.tools import in_its_folder, kept_output, operation
from guards._history.fields import core
from guards._sensitive.scan import level, redact, scan
from guards._text.plain import bounded, cut, flatten, one_line
from hooks import _facts, _registry, _settings
from hooks._agents import claude
from hooks._stores import disk, late, sessions
from hooks._stores.delta import diff
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.ledger import Head, rfc3339
from hooks._world import World, project_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

STRICT = "strict"                   # the installed command's argument: it holds before the settings are read
STDIN_LIMIT = 64 * 1024 * 1024      # bytes
SUMMARY = 300                       # characters of a response in its ledger row
AHEAD = "before:"                   # a task so marked runs before the session is read
GAP = ("the record of this session is not as it was written: {}; what it held counts on, and the next call that leads "
       "outside is asked about; if this was you: guardctl verify {} --accept REASON")
SHAPE = "what this session knew of {} has a shape that nobody reads (another version of the guards?); it starts anew"
UNWRITTEN = "the ledger cannot be written ({}); this event is not on record"
TOLD = 40                           # how many notices a session remembers as told
# Verdict.details that are fields of the ledger row itself; the rest stands under its guard.
ROW_FIELDS = ("contamination", "semantic_distance", "drift_score", "data_classification")


class Said:
    """What one event came to: the answer so far, and the faults on the way."""

    def __init__(self) -> None:
        self.verdict = Verdict()
        self.faults: list[str] = []
        self.notes: list[str] = []      # what the person is told beside, and strict does not stop
        self.strict = False
        self.quiet = False      # watch mode: record, say nothing

    def fault(self, text: str) -> None:
        text = one_line(text, 400)
        if text not in self.faults:
            self.faults.append(text)


def main(name: str) -> None:
    """Answers the event on stdin and ends the process: with 0, or with 1 where the answer cannot be written."""
    said = Said()
    said.strict = STRICT in sys.argv[1:]
    try:
        one_event(name, disk.read_fd(sys.stdin.fileno(), STDIN_LIMIT + 1), os.environ, said)
    except Exception as e:
        said.fault(f"the bundle failed: {where(e)}")
    code = 1
    try:
        code = put(printed(name, said))
    finally:
        os._exit(code)      # skips the interpreter's tear-down: 1 ms of every call


def put(text: str) -> int:
    """Writes the answer as UTF-8, whatever the locale says, and gives the exit code.

    0 also where nobody reads any more; 1, and a word on stderr, where the answer is lost.  Never 2, which blocks.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        while data:
            data = data[os.write(1, data):]
    except BrokenPipeError:
        return 0
    except OSError as e:
        complain(f"autoskillit guards: the answer cannot be written ({text_of(e)})\n")
        return 1
    return 0


def complain(text: str) -> None:
    """A word on stderr, where there is one."""
    from contextlib import suppress

    with suppress(OSError):
        os.write(2, text.encode("utf-8", "backslashreplace"))


def printed(name: str, said: Said) -> str:
    """The answer as one line of JSON, "" for silence."""
    verdict = said.verdict
    if said.quiet and "release" not in verdict.details:     # a person's own command, not an objection
        verdict = Verdict()
    if said.notes:
        notes = (f"autoskillit guards: {one}" for one in said.notes)
        verdict.notice = "\n".join(filter(None, (verdict.notice, *notes)))
    if said.faults:
        told = "autoskillit guards: " + "; ".join(said.faults)
        if said.strict:
            verdict = combine([verdict, Verdict(
                DENY, f"strict: {'; '.join(said.faults)}; repair it (guardctl status), or set \"strict\": false")])
            # Only what can be stopped without harm is stopped; a prompt stays the person's own.
            if name != "PreToolUse":
                verdict.effect = PASS
        verdict.notice = "\n".join(filter(None, (verdict.notice, told)))
    out = claude.write(name, verdict)
    return dumps(out) if out else ""


def one_event(name: str, data: bytes, env: Mapping[str, str], said: Said, now: float | None = None) -> None:
    """Reads, judges, learns and records one event; what is to be answered stands in `said`."""
    payload, problem = parse(data)
    world = World(project_of(env, payload.get("cwd", "") if isinstance(payload, dict) else ""), env, now)
    registry, settings = configuration(world, said)
    if problem:
        return said.fault(problem)
    try:
        event = in_its_folder(claude.read(payload, name, world.now, world.project))
    except ValueError as e:
        return said.fault(f"{e}; no opinion on this call")
    tasks = _registry.wired(registry, name, "tasks", event.tool)
    for task in tasks:
        if task.startswith(AHEAD):
            ahead(task[len(AHEAD):], world, event, said)
    head: Head | None = None
    fields: dict[str, Any] = {}
    try:
        head = sessions.load(world, event.session_id)
        fields = sessions.begun(world, event.session_id, head)
    except (Fault, OSError) as e:
        said.fault(f"the session's record cannot be used ({text_of(e)}); rules that need it have no opinion")
    judge(world, registry, settings, event, head, fields, said)
    for task in tasks:
        if not task.startswith(AHEAD):
            after(task, world, event, settings, said)
    return None


def parse(data: bytes) -> tuple[Any, str]:
    """(the payload, what is wrong with it)."""
    if len(data) > STDIN_LIMIT:
        return None, f"the payload is larger than {STDIN_LIMIT >> 20} MiB; no opinion on this call"
    try:
        return loads(data), ""
    except (ValueError, RecursionError):
        return None, "the payload is not JSON that can be read; no opinion on this call"


def configuration(world: World, said: Said) -> tuple[dict[str, Any], Settings]:
    """The wiring and the settings; faults leave no guard wired."""
    registry: dict[str, Any] = {"events": {}}
    try:
        registry = _registry.load()
    except Fault as e:
        said.fault(str(e))
    settings = _settings.load(world, registry, said.strict)
    said.strict, said.quiet = settings.strict, settings.mode == "watch"
    try:
        settings.key = world.key()
    except (Fault, OSError) as e:
        settings.key = os.urandom(32)   # this process alone can match its fingerprints
        said.fault(f"the project's key cannot be read ({text_of(e)}); nothing seen before can be recognised")
    return registry, settings


def judge(world: World, registry: dict[str, Any], settings: Settings, event: Event, head: Head | None,
          fields: Mapping[str, Any], said: Said) -> None:
    """The guards' part, and the record of it.  `head` is None where there is no store to record in.

    All of it but the record happens without the session's lock: whoever holds that, what is on disk is judged.
    """
    session = Session(event.session_id, fields)
    if head is not None and head.damage:
        said.notes.append(GAP.format("; ".join(head.damage), event.session_id[:8]))
    if head is not None and head.dropped:
        said.notes.append(SHAPE.format(", ".join(head.dropped)[:200]))
    judges = on(settings, _registry.wired(registry, event.name, "judge", event.tool))
    learners = on(settings, _registry.wired(registry, event.name, "learn", event.tool))
    guards = load(dict.fromkeys(judges + learners), said)
    event = event.with_(facts=look(world, event, session, settings, guards, said))
    verdicts = {name: capped(settings, name, verdict) for name, verdict in
                ask(judges, guards, event, session, settings, said).items()}
    verdict = combine(verdicts.values())
    tell_problems(settings, session, verdict)
    said.verdict = verdict
    if head is None:
        return None
    effect = PASS if said.quiet else DENY if said.strict and said.faults and event.name == "PreToolUse" \
        else verdict.effect
    event = event.with_(verdict=Verdict(effect, verdict.reason, signals=verdict.signals, details=verdict.details))

    def taught(session: Session) -> tuple[dict[str, Any], dict[str, list[Any]]]:
        learned, kept = teach(learners, guards, event, session, settings, said)
        return {**learned, "shell": shell_field(settings, event, session)}, kept

    learned, kept = taught(session)
    with sessions.Holding(world, event.session_id) as held:
        if held.problem:
            return put_aside(world, settings, event, head, session, verdicts, verdict, learned, kept, said, held)
        try:
            if not sessions.unchanged(world, event.session_id, head):
                head = sessions.settled(world, event.session_id)
                session = Session(event.session_id, sessions.begun(world, event.session_id, head))
                learned = taught(session)[0]
        except (Fault, OSError) as e:
            return said.fault(UNWRITTEN.format(text_of(e)))
        record(world, settings, event, head, session, verdicts, verdict, learned, kept, said)
    return None


def on(settings: Settings, names: list[str]) -> list[str]:
    """The guards that the person did not turn off."""
    return [name for name in names if settings.guards.get(name) != "off"]


def load(names: Mapping[str, None], said: Said) -> dict[str, Any]:
    """The guards' modules; one that cannot be imported, whatever it raises, is left out alone and named."""
    found = {}
    for name in names:
        if attempt(name, __import__, (f"guards.{name}",), said) is not None:
            found[name] = sys.modules[f"guards.{name}"]
    return found


def look(world: World, event: Event, session: Session, settings: Settings, guards: Mapping[str, Any],
         said: Said) -> dict[str, Any]:
    """The facts: the event's text, what is sensitive in it, and what the guards need looked up."""
    text, missing = text_of_event(event, said)
    facts: dict[str, Any] = {"text": text, "truncated": missing, "findings": scan(text, settings)}
    if settings.more.get("classifier_command") or os.path.exists(os.path.join(world.project, ".gitleaks.toml")):
        from hooks import _classifier

        facts["findings"] = _classifier.more(world, settings, event, text, facts["findings"], said.fault)
    event = event.with_(facts=facts)
    wanted: dict[str, None] = {}
    for name, guard in guards.items():
        if hasattr(guard, "needs"):
            wanted.update(dict.fromkeys(attempt(name, guard.needs, (event, session, settings), said) or ()))
    for name in wanted:
        try:
            facts[name] = _facts.look_up(world, event, name, session.fields)
        except FileNotFoundError:
            continue
        except (Fault, OSError, ValueError) as e:
            said.fault(f"{name.partition(':')[0]} cannot be read ({text_of(e)})")
    return facts


def text_of_event(event: Event, said: Said) -> tuple[str, int]:
    """(what the event brings into or takes out of the context as text, characters left unread)."""
    if event.name == "PreToolUse":
        return flatten(event.input)
    if event.name == "PostToolUse":
        whole = kept_output(event)
        if whole:
            try:
                size = os.stat(whole).st_size
                text = disk.read(whole, 10 * 1024 * 1024).decode("utf-8", "replace")
                return text, max(0, size - len(text))
            except (Fault, OSError, ValueError) as e:      # ValueError: no name of a file at all
                said.fault(f"the whole output cannot be read ({text_of(e)}); its beginning was")
        return flatten(event.response)
    if event.name == "PostToolUseFailure":
        return event.error, 0
    if event.name == "UserPromptSubmit":
        return event.prompt, 0
    last = event.extra.get("last_assistant_message")
    return (last, 0) if event.name == "SubagentStop" and isinstance(last, str) else ("", 0)


def ask(names: list[str], guards: Mapping[str, Any], event: Event, session: Session, settings: Settings,
        said: Said) -> dict[str, Verdict]:
    """Each judge's verdict; one that fails is left out and named."""
    found = {}
    for name in names:
        if name in guards and hasattr(guards[name], "judge"):
            verdict = attempt(name, guards[name].judge, (event, session, settings), said, session)
            if isinstance(verdict, Verdict):
                found[name] = verdict
    return found


def teach(names: list[str], guards: Mapping[str, Any], event: Event, session: Session, settings: Settings,
          said: Said) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """(guard -> new value of its field, name -> rows to keep).  All learn from the same session."""
    learned: dict[str, Any] = {}
    kept: dict[str, list[Any]] = {}
    for name in names:
        guard: Any = guards.get(name)
        if hasattr(guard, "learn"):
            value = attempt(name, guard.learn, (event, session, settings), said, session)
            if value is not None:
                learned[name] = value
        if hasattr(guard, "keep"):
            for what, rows in (attempt(name, guard.keep, (event, session, settings), said) or {}).items():
                kept.setdefault(what, []).extend(rows)
    return learned, kept


def attempt(name: str, function: Any, arguments: tuple[Any, ...], said: Said, session: Session | None = None) -> Any:
    """The function's value, or None: a guard that raises is left out, and the others count.

    Where it is what the guard itself learned that it cannot read, it starts anew: it is not lost at every call.
    """
    try:
        return function(*arguments)
    except Exception as e:
        known = session.fields.get(name) if session is not None else None
        if session is not None and known and known != core(name, known):
            said.fault(f"guard {name} cannot read what it knew of this session and starts anew: {where(e)}")
            anew = Session(session.id, {**session.fields, name: core(name, known)})
            return attempt(name, function, (arguments[0], anew, *arguments[2:]), said)
        said.fault(f"guard {name} failed and was left out: {where(e)}")
        return None


def capped(settings: Settings, name: str, verdict: Verdict) -> Verdict:
    """The verdict under the person's dial for this guard: watch records only, ask never denies."""
    dial = settings.guards.get(name)
    if "release" in verdict.details:
        return verdict
    if dial == "watch":
        return Verdict(PASS, verdict.reason, signals=verdict.signals,
                       details={**verdict.details, "watched": EFFECTS[verdict.effect]})
    if dial == "ask" and verdict.effect == DENY:
        return Verdict(1, verdict.reason, context=verdict.context, notice=verdict.notice, signals=verdict.signals,
                       details=verdict.details, updated_input=verdict.updated_input)
    return verdict


def tell_problems(settings: Settings, session: Session, verdict: Verdict) -> None:
    """Names what is wrong in guards.json, once a session."""
    told = session["shell"].get("told", ())
    fresh = [problem for problem in settings.problems if problem[:120] not in told]
    if fresh:
        verdict.notice = "\n".join(filter(None, (verdict.notice, "autoskillit guards: " + one_line("; ".join(fresh)))))


def shell_field(settings: Settings, event: Event, session: Session) -> dict[str, Any]:
    """What the shell itself remembers: when the session began, what it has said once, whom it was forked from."""
    before = session["shell"]
    told = before.get("told", [])
    new = [problem[:120] for problem in settings.problems if problem[:120] not in told]
    if before and not new:
        return dict(before)
    return {**before, "started_at": before.get("started_at") or rfc3339(event.time), "told": [*told, *new][-TOLD:]}


def also_told(field: dict[str, Any], text: str) -> dict[str, Any]:
    return {**field, "told": [*field.get("told", ()), text[:120]][-TOLD:]}


def record(world: World, settings: Settings, event: Event, head: Head, session: Session,
           verdicts: Mapping[str, Verdict], verdict: Verdict, learned: dict[str, Any], kept: dict[str, list[Any]],
           said: Said) -> None:
    """Kept rows, the ledger row, the cache: in this order, so that a crash between loses no row."""
    keep(world, event, kept, said)
    after = {**session.fields, **learned}
    problem = sessions.anchored(world, event.session_id, head, after, settings.key, event.name == "Accept")
    if problem and problem[:120] not in (after.get("shell") or {}).get("told", ()):
        said.notes.append(problem)
        learned["shell"] = also_told(after.get("shell") or {}, problem)
    row = full_row(world, settings, event, head, session, verdicts, verdict, learned, said)
    try:
        after_head = sessions.commit(world, event.session_id, head, row, {**session.fields, **learned})
        for extra in verdict.details.get("events", ()):
            extra_row = {"ts": row["ts"], "session_id": event.session_id, "agent_id": event.agent_id, **extra}
            after_head = sessions.commit(world, event.session_id, after_head, extra_row, after_head.fields)
    except (Fault, OSError) as e:
        said.fault(UNWRITTEN.format(text_of(e)))


def put_aside(world: World, settings: Settings, event: Event, head: Head, session: Session,
              verdicts: Mapping[str, Verdict], verdict: Verdict, learned: dict[str, Any], kept: dict[str, list[Any]],
              said: Said, held: sessions.Holding) -> None:
    """The event's row where the lock cannot be had: it waits beside the ledger, whole."""
    if not held.busy:
        said.fault(f"the session's lock cannot be had ({held.problem}); this event waits beside the ledger")
    keep(world, event, kept, said)
    row = full_row(world, settings, event, head, session, verdicts, verdict, learned, said)
    try:
        late.put(world, event.session_id, row)
    except (Fault, OSError) as e:
        said.fault(UNWRITTEN.format(text_of(e)))


def keep(world: World, event: Event, kept: dict[str, list[Any]], said: Said) -> None:
    """Rows for the files that only an outbound call reads."""
    for name, rows in kept.items():
        if rows:
            try:
                _facts.write(world, event, name, rows)
            except (Fault, OSError) as e:
                said.fault(f"{name} cannot be written ({text_of(e)})")


def full_row(world: World, settings: Settings, event: Event, head: Head, session: Session,
             verdicts: Mapping[str, Verdict], verdict: Verdict, learned: dict[str, Any], said: Said) -> dict[str, Any]:
    """The ledger row with all that was learned, as deltas; whole values where the ledger is not what it should be."""
    before = {} if head.damage or head.dropped else head.fields
    deltas = {}
    for guard in {**session.fields, **learned}:
        delta = diff(before.get(guard), learned.get(guard, session.fields.get(guard)))
        if delta is not None:
            deltas[guard] = delta
    row = ledger_row(settings, event, verdicts, verdict, said)
    if verdict.effect or verdict.updated_input is not None:
        from hooks._identity import policy

        row.update(policy=policy(world), permission_mode=event.permission_mode)
    if head.damage:
        row["gap"] = head.damage
    row["learned"] = deltas
    return row


def ledger_row(settings: Settings, event: Event, verdicts: Mapping[str, Verdict], verdict: Verdict,
               said: Said) -> dict[str, Any]:
    """One row for one event, redacted and bounded; `seq`, `prev` and `learned` come when it is written."""
    text, findings = event.facts["text"], event.facts["findings"]
    suspicious, veil = bool(findings), holds_credentials(verdict)

    def clean(part: str) -> str:
        found = scan(part, settings) if suspicious else []
        part = redact(part, found, settings.key) if found else part
        return veil(part, settings.key) if veil else part

    def withheld(part: str) -> str:
        # It carries a secret that only the overlap knows, in a form that no pattern does.
        return "[withheld: it carries credentials]" if len(part) > 20 else clean(part)

    def said_by(one: Verdict) -> dict[str, Any]:
        # The details that became fields of the row are not said twice.
        rest = {name: value for name, value in one.details.items() if name not in ROW_FIELDS and name != "events"}
        return {"effect": EFFECTS[one.effect], "reason": clean_always(one.reason), **rest}

    def veil_all(part: str) -> str:
        return veil(part, settings.key) if veil else part

    def clean_always(part: str) -> str:
        return redact(part, scan(part, settings), settings.key) if part else part

    levels = settings.classification_levels
    row: dict[str, Any] = {
        "ts": rfc3339(event.time), "seq": 0, "session_id": event.session_id, "agent_id": event.agent_id,
        "event": event.name, "action_id": event.call_id, "tool": event.tool,
        "operation": operation(event) if event.tool else event.source,
        "parameters": bounded(event.input if event.tool else prompt_of(event),
                              withheld if verdict.details.get("withhold") else clean),
        "data_classification": levels[level(findings)],
        "result_summary": "" if event.name in ("PreToolUse", "UserPromptSubmit") else veil_all(
            summary(text, findings, settings)),
        "decision": EFFECTS[verdict.effect], "reason": clean_always(verdict.reason),
        "guards": {name: said_by(one) for name, one in verdicts.items()
                   if one.effect or one.reason or one.signals or one.notice or one.context
                   or set(one.details) - set(ROW_FIELDS)},
        "risk_signals": list(verdict.signals), "semantic_distance": None, "drift_score": None,
        "errors": list(said.faults),
    }
    for name in ROW_FIELDS:
        if name in verdict.details:
            row[name] = verdict.details[name]
    if event.facts.get("truncated"):
        row["unread"] = event.facts["truncated"]
    if said.quiet:
        row["mode"] = "watch"
    return row


def holds_credentials(verdict: Verdict) -> Callable[[str, bytes], str] | None:
    """What hides secrets in disguise, for a session that has seen some."""
    if (verdict.details.get("contamination") or {}).get("level") != LEVELS[CREDENTIALS]:
        return None
    from guards._sensitive.opaque import veiled

    return veiled


def prompt_of(event: Event) -> dict[str, Any]:
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
    part = redact(text[:end], [found for found in findings if found.end <= end], settings.key)
    return cut(one_line(part, SUMMARY), SUMMARY) + (f" ({len(text)} characters)" if len(text) > SUMMARY else "")


def ahead(task: str, world: World, event: Event, said: Said) -> None:
    """Runs what an event needs before its session is read: hooks/<task>.py's `before(world, event) -> problems`."""
    full = f"hooks.{task}"
    __import__(full)
    for problem in sys.modules[full].before(world, event):
        said.fault(problem)


def after(task: str, world: World, event: Event, settings: Settings, said: Said) -> None:
    """Runs what an event sets off beyond the guards: hooks/<task>.py's `after(world, event, settings) -> problems`."""
    full = f"hooks.{task}"
    try:
        __import__(full)
        for problem in sys.modules[full].after(world, event, settings):
            said.fault(problem)
    except (Fault, OSError, ValueError, ImportError) as e:
        said.fault(f"{task.strip('_')} failed ({text_of(e)})")


def text_of(error: BaseException) -> str:
    """An error for a person: the system's words and the file, never a payload's."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) if isinstance(error, Fault) else type(error).__name__


def where(error: BaseException) -> str:
    """Kind and place of an error; not its text, which could quote what the agent read."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f" at {os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno}" if at is not None else ""
    return type(error).__name__ + place
