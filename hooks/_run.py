"""One event, start to finish.  Fails open, loudly; closed where the person said `strict`.

main            what a script calls: reads stdin, prints, never exits with 2
one_event       its table of contents
judge           the guards: what they need (_observe), what they say, what they learn, what goes on record (_record)
_outcome        the answer and the faults
"""
from __future__ import annotations

import sys

from guards import ASK, DENY, EFFECTS, PASS, Event, Own, Session, Settings, Verdict, _call, combine
from hooks import _heartbeat, _observe, _registry, _settings
from hooks._agents import DEFAULT, dialect_of
from hooks._outcome import Outcome, owns, printed, put, text_of, where
from hooks._record import UNWRITTEN, Entry, keep, may_allow, put_aside, record, shell_field, tell_problems
from hooks._stores import disk, sessions
from hooks._stores.disk import Fault
from hooks._stores.json import loads
from hooks._stores.ledger import Head
from hooks._stores.system import os
from hooks._stores.world import World, moved, project_of, running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType
    from typing import Any

    from guards._types import Fact

STRICT = "strict"                   # the installed command's argument: it holds before the settings are read
IN_PLACE = {"command": "guards.loss.destroys", "outward": "guards._origin.attribution"}    # told by a module of it
BEGINS = ("SessionStart", "UserPromptSubmit")       # an edit of guards.json counts from one of these on
STDIN_LIMIT = 64 * 1024 * 1024      # bytes
GAP = ("the record of this session is not as it was written: {}; what it held counts on, and the next call that leads "
       "outside is asked about; if this was you: guardctl verify {} --accept REASON")
SHAPE = "what this session knew of {} has a shape that nobody reads (another version of the guards?); it starts anew"


def main(name: str, data: bytes | None = None) -> None:
    """Answers the event on stdin and ends the process: with 0, or with 1 where the answer cannot be written."""
    outcome = Outcome()
    outcome.strict = STRICT in sys.argv[1:]
    try:
        one_event(name, disk.read_fd(sys.stdin.fileno(), STDIN_LIMIT + 1) if data is None else data, os.environ,
                  outcome)
    except Exception as e:
        outcome.fault(f"the bundle failed: {where(e)}")
    code = 1
    try:
        code = put(printed(name, outcome))
    finally:
        os._exit(code)      # skips the interpreter's tear-down: 1 ms of every call


def one_event(name: str, data: bytes, env: Mapping[str, str], outcome: Outcome, now: float | None = None) -> None:
    """Reads, judges, learns and records one event; what is to be answered stands in `outcome`."""
    payload, problem = parse(data)
    del data        # as long as what was read, and nobody's any more
    world = World(project_of(env, payload.get("cwd", "") if isinstance(payload, dict) else ""), env, now)
    shown = name in _heartbeat.SHOWN
    registry, settings = configuration(world, outcome)
    if problem:
        return outcome.fault(problem)
    try:
        speak(payload, outcome)
        event = _observe.labelled(outcome.dialect.read(payload, name, world.now, world.project), settings)
        if not getattr(outcome.dialect, "HIDES", True):
            settings.secrets = [("*", "show")]      # what the model sees is what counts
    except ValueError as e:
        return outcome.fault(f"{e}; no opinion on this call")
    if name != "PreToolUse":
        from hooks import _forged

        if _forged.by_a_command(event.session_id, env, world, name):
            return forged(world, registry, settings, _forged.made_up(event))
    if settings.problems:
        settings = said_once(world, settings, event, outcome, shown)
    if name == "UserPromptSubmit" and event.prompt.lstrip().startswith("/") and answered(world, event, outcome):
        return None
    for task in _registry.wired(registry, name, "before", event.tool):
        run_before(task, world, event, outcome)
    head: Head | None = None
    fields: dict[str, Any] = {}
    try:
        head = sessions.load(world, event.session_id)
        fields = sessions.begun(world, event.session_id, head)
    except (Fault, OSError) as e:
        outcome.fault(f"the session's record cannot be used ({text_of(e)}); rules that need it have no opinion")
    if name == "UserPromptSubmit" and fields.get("shell", {}).get("scheduled"):
        from hooks import _scheduled

        event = _scheduled.with_source(fields["shell"], event, settings.key)
    if name == "PostToolBatch":
        return ended(world, registry, settings, event, fields, outcome)
    if name == "PermissionRequest":
        event = event.with_(call_id=_heartbeat.joined(fields.get("shell") or {}, event, settings.key))
    if head is not None and second(world, event, fields, outcome):
        return None
    judge(world, registry, settings, event, head, fields, outcome)
    for task in _registry.wired(registry, name, "after", event.tool):
        run_after(task, world, event, settings, outcome)
    return None


def speak(payload: object, outcome: Outcome) -> None:
    """From here on the agent's own words are read and said, whichever agent the payload's shape shows."""
    outcome.payload, name = payload, dialect_of(payload)
    if name != DEFAULT:
        __import__(f"hooks._agents.{name}")
        outcome.dialect = sys.modules[f"hooks._agents.{name}"]


def forged(world: World, registry: dict[str, object], settings: Settings, event: Event) -> None:
    """An event that a command made up: a row, a word at the next real event, and no answer to who made it."""
    try:
        head = sessions.load(world, event.session_id)
        judge(world, registry, settings, event, head, sessions.begun(world, event.session_id, head), Outcome())
    except (Fault, OSError):
        return


def ended(world: World, registry: dict[str, object], settings: Settings, event: Event, fields: Mapping[str, Any],
          outcome: Outcome) -> None:
    """After a turn's calls: those without a result are closed, and what the person said with a "no" is a prompt of
    theirs.  Nearly always there is nothing, and no row."""
    from hooks import _heard

    calls = _heard.left(event, fields)
    said = _heard.refusal(calls, fields) if calls else None
    try:
        for one in [*calls, *([said] if said is not None else [])]:
            head = sessions.load(world, event.session_id)
            judge(world, registry, settings, one, head, sessions.begun(world, event.session_id, head), Outcome())
    except (Fault, OSError) as e:
        outcome.fault(UNWRITTEN.format(text_of(e)))


def answered(world: World, event: Event, outcome: Outcome) -> bool:
    """Was the prompt a question to the guards?  Then the person is shown the answer, and it goes on no record.

    The line goes on to the model, which is told so and has nothing to do: a block would look like a failure.
    """
    from hooks import _typed

    try:
        said = _typed.answer(world, event)
    except (Fault, OSError) as e:
        said = f"the records cannot be read ({text_of(e)})"
    if said:
        outcome.verdict, outcome.quiet = Verdict(context=_typed.SHOWN), False
        outcome.notes.append(said)
    return bool(said)


def second(world: World, event: Event, fields: Mapping[str, Any], outcome: Outcome) -> bool:
    """Has another installation dealt with this event?  Then its decision is the answer."""
    wrote = (fields.get("shell") or {}).get("via", ())
    if all(one == world.via for one in wrote):
        return False
    from hooks import _claims

    verdict = _claims.taken(world, event, wrote[0])
    if verdict is not None:
        outcome.verdict = verdict
    return verdict is not None


def parse(data: bytes) -> tuple[object, str]:
    """(the payload, what is wrong with it)."""
    if len(data) > STDIN_LIMIT:
        return None, f"the payload is larger than {STDIN_LIMIT >> 20} MiB; no opinion on this call"
    try:
        return loads(data), ""
    except (ValueError, RecursionError):
        return None, "the payload is not JSON that can be read; no opinion on this call"


def said_once(world: World, settings: Settings, event: Event, outcome: Outcome, shown: bool) -> Settings:
    """Takes what is said once a digest out of the settings' problems, which are said once a session; the settings that
    count from here on."""
    from guards._intent.prompts import typed
    from hooks import _pins

    if event.name in BEGINS and _pins.waits(settings) and typed(event):
        settings = configuration(world, outcome, settle=True)[1]
    told = _pins.taken(settings)
    if shown and told and event.session_id != _pins.PROBE:      # `--check` says it itself
        outcome.notes += _pins.untold(world, told)
    return settings


def configuration(world: World, outcome: Outcome, settle: bool = False) -> tuple[dict[str, object], Settings]:
    """The wiring and the settings; faults leave no guard wired."""
    registry: dict[str, object] = {"events": {}}
    try:
        registry = _registry.load()
    except Fault as e:
        outcome.fault(str(e))
    settings = _settings.load(world, registry, outcome.strict, settle=settle)
    outcome.strict, outcome.quiet = settings.strict, settings.mode == "watch"
    settings.running = running(world.project, state=world.env.get("AUTOSKILLIT_STATE_DIR", "")) + moved(world.env)
    try:
        settings.key = world.key()
    except (Fault, OSError) as e:
        settings.key = os.urandom(32)   # this process alone can match its fingerprints
        outcome.fault(f"the project's key cannot be read ({text_of(e)}); nothing seen before can be recognised")
    return registry, settings


def judge(world: World, registry: dict[str, object], settings: Settings, event: Event, head: Head | None,
          fields: Mapping[str, object], outcome: Outcome) -> None:
    """The guards' part, and the record of it.  `head` is None where there is no store to record in.

    All of it but the record happens without the session's lock: whoever holds that, what is on disk is judged.
    """
    session = Session(event.session_id, fields)
    if head is not None and head.damage:
        outcome.notes.append(GAP.format("; ".join(head.damage), event.session_id[:8]))
    if head is not None and head.dropped:
        outcome.notes.append(SHAPE.format(", ".join(head.dropped)[:200]))
    if event.name in _heartbeat.SHOWN:
        outcome.notes += session["shell"].get("owed", ())
    judges = on(settings, _registry.wired(registry, event.name, "judge", event.tool))
    learners = on(settings, _registry.wired(registry, event.name, "learn", event.tool))
    guards = load(dict.fromkeys(judges + learners), outcome)
    if may_allow(event):        # heard whichever guards are on
        from guards._origin import allowance
        from guards.contamination import release

        if allowance.ordered(event) or (allowance.missed(event) and not release.asked_for(event)):
            guards, judges = {**guards, "allowance": allowance}, [*judges, "allowance"]
    if event.tool:
        call = _call.read(event, settings, session["contamination"])
        event = event.with_(call=call, cwd=call.cwd)
        if event.is_call and call.command and attempt("call", getattr, (call, "prefilter"), outcome):
            take_up("command")
        elif event.is_call and not call.command and external(call, outcome):
            take_up("outward")
    event = event.with_(facts=_observe.seen(world, event, session, settings, outcome))
    if event.is_call:
        event = with_scripts(world, event, session, outcome)
        if event.tool and external(event.call, outcome):
            take_up("outward")
    wanted = required(guards, event, session, settings, outcome)
    if event.is_call and any(kind == "stored" for kind, _ in wanted):
        take_up("outward")
    facts = _observe.looked_up(world, event, session, wanted, outcome) if wanted else event.facts
    event = event.with_(facts=facts, call=_call.informed(event.call, facts) if event.call is not None else None)
    said = run_judges(judges, guards, event, session, settings, outcome)
    if not outcome.quiet and any([one.unless is not None for one in said.values()]):
        from hooks._unsaved import rescue

        said = {name: rescue.first(world, event, session, settings, name, one) for name, one in said.items()}
    verdicts = {name: capped(settings, name, verdict) for name, verdict in said.items()}
    verdict = combine(verdicts.values())
    if verdict.effect and event.tool:
        from hooks import _said

        verdict.reason = _said.reason(world, settings, event, verdicts, verdict.effect)
        verdict.way = max((one.way for one in verdicts.values() if one.effect), key=("lift",).__ne__)
        if verdict.effect == ASK and settings.extension_keys.get("questions") == "deny":
            verdict.effect = DENY      # its words say so already
    if verdict.updated_input is not None and not getattr(outcome.dialect, "CHANGES", True):
        from hooks._agents import _words

        verdict = _words.firm(verdict, event.input)     # on record, too, it is denied and not masked
    tell_problems(settings, session, verdict)
    outcome.verdict = verdict
    if head is None:
        return None
    effect = PASS if outcome.quiet else DENY if outcome.strict and outcome.faults and event.is_call \
        else verdict.effect
    counted = {name: watched(one) for name, one in verdicts.items()} if outcome.quiet else verdicts
    own = owns(learners, counted, effect, verdict.signals)

    counts = Verdict(effect, verdict.reason, updated_input=None if outcome.quiet else verdict.updated_input,
                     origin=verdict.origin, signals=verdict.signals, way=verdict.way if verdict.effect else ("repair",))

    def taught(session: Session) -> dict[str, Any]:
        learned = run_learners(own, guards, event, session, settings, outcome)
        return {**learned, "shell": shell_field(world, settings, event, session, counts)}

    learned = taught(session)
    first = len(facts.text) > _observe.PIECE     # the level first: details of a long text take time
    kept = {} if first else run_recorders(learners, guards, event, session, settings, outcome)
    with sessions.Holding(world, event.session_id) as held:
        if held.problem:
            entry = Entry(event, head, session, verdicts, verdict, learned, kept)
            return put_aside(world, settings, entry, outcome, held)
        try:
            if not sessions.unchanged(world, event.session_id, head):
                head = sessions.settled(world, event.session_id)
                if second(world, event, head.fields, outcome):
                    return None
                session = Session(event.session_id, sessions.begun(world, event.session_id, head))
                learned = taught(session)
        except (Fault, OSError) as e:
            return outcome.fault(UNWRITTEN.format(text_of(e)))
        record(world, settings, Entry(event, head, session, verdicts, verdict, learned, kept), outcome)
    if first:
        keep(world, settings, event, run_recorders(learners, guards, event, session, settings, outcome), outcome)
    return None


def with_scripts(world: World, event: Event, session: Session, outcome: Outcome) -> Event:
    """The event with the texts of the files that its call runs; nearly always there are none to read."""
    if event.call is None:
        return event
    wanted: list[Fact] = [("file", path) for path in attempt("call", getattr, (event.call, "wants"), outcome) or ()]
    wanted += attempt("call", getattr, (event.call, "named"), outcome) or []
    facts = _observe.looked_up(world, event, session, wanted, outcome) if wanted else event.facts
    if len(facts.found) == len(event.facts.found):
        return event
    return event.with_(facts=facts, call=_call.informed(event.call, facts))


def external(call: object, outcome: Outcome) -> bool:
    """Does a call lead outside, as far as its reading tells?"""
    return bool(getattr(attempt("call", getattr, (call, "tags"), outcome), "external", False))


def take_up(what: str) -> None:
    """Brings what a call needs further out of one archive, where this process began with one (hooks/_archive.py)."""
    archive = sys.modules.get("hooks._archive")
    if archive is None or IN_PLACE[what] in sys.modules:
        return
    archive.load("onward" if what == "outward" and IN_PLACE["command"] in sys.modules else what)


def on(settings: Settings, names: list[str]) -> list[str]:
    """The guards that the person did not turn off."""
    return [name for name in names if settings.guards.get(name) != "off"]


def load(names: Mapping[str, None], outcome: Outcome) -> dict[str, ModuleType]:
    """The guards' modules; one that cannot be imported, whatever it raises, is left out alone and named."""
    found = {}
    for name in names:
        if attempt(name, __import__, (f"guards.{name}",), outcome) is not None:
            found[name] = sys.modules[f"guards.{name}"]
    return found


def required(guards: Mapping[str, ModuleType], event: Event, session: Session, settings: Settings,
             outcome: Outcome) -> dict[Fact, None]:
    """The facts that the guards require, each once."""
    wanted: dict[Fact, None] = {}
    for name, guard in guards.items():
        if hasattr(guard, "requires"):
            wanted.update(dict.fromkeys(attempt(name, guard.requires, (event, session, settings), outcome) or ()))
    return wanted


def run_judges(names: list[str], guards: Mapping[str, ModuleType], event: Event, session: Session, settings: Settings,
               outcome: Outcome) -> dict[str, Verdict]:
    """Each judge's verdict; one that fails is left out and named."""
    found = {}
    for name in names:
        if name in guards and hasattr(guards[name], "judge"):
            verdict = attempt(name, guards[name].judge, (event, session, settings), outcome, session)
            if isinstance(verdict, Verdict) and verdict.effect and not verdict.rule:
                outcome.fault(f"guard {name} names no rule for what it says and was left out")
            elif isinstance(verdict, Verdict):
                found[name] = verdict
    return found


def run_learners(owns: Mapping[str, Own], guards: Mapping[str, ModuleType], event: Event, session: Session,
                 settings: Settings, outcome: Outcome) -> dict[str, object]:
    """Guard -> new value of its field.  All learn from the same session, each from its own verdict."""
    learned: dict[str, object] = {}
    for name, own in owns.items():
        guard = guards.get(name)
        if guard is not None and hasattr(guard, "learn"):
            value = attempt(name, guard.learn, (event, session, settings, own), outcome, session)
            if value is not None:
                learned[name] = value
    return learned


def run_recorders(names: list[str], guards: Mapping[str, ModuleType], event: Event, session: Session,
                  settings: Settings, outcome: Outcome) -> dict[str, list[object]]:
    """Name -> rows to keep, in files that only a later call reads."""
    kept: dict[str, list[object]] = {}
    for name in names:
        guard = guards.get(name)
        if guard is not None and hasattr(guard, "records"):
            for what, rows in (attempt(name, guard.records, (event, session, settings), outcome) or {}).items():
                kept.setdefault(what, []).extend(rows)
    return kept


def attempt(name: str, function: Callable[..., Any], arguments: tuple[object, ...], outcome: Outcome,
            session: Session | None = None) -> Any:
    """The function's value, or None: a guard that raises is left out, and the others count.

    Where it is what the guard itself learned that it cannot read, it starts anew: it is not lost at every call.
    """
    try:
        return function(*arguments)
    except Exception as e:
        known = session.fields.get(name) if session is not None else None
        if session is not None and known and known != sessions.core(name, known):
            outcome.fault(f"guard {name} cannot read what it knew of this session and starts anew: {where(e)}")
            anew = Session(session.id, {**session.fields, name: sessions.core(name, known)})
            return attempt(name, function, (arguments[0], anew, *arguments[2:]), outcome)
        outcome.fault(f"guard {name} failed and was left out: {where(e)}")
        return None


def capped(settings: Settings, name: str, verdict: Verdict) -> Verdict:
    """The verdict under the person's dial for this guard: watch records only, ask never denies."""
    dial = settings.guards.get(name)
    if verdict.by_hand:
        return verdict
    if dial == "watch":
        return watched(verdict)
    if dial == "ask" and verdict.effect == DENY:
        return verdict.with_(effect=ASK)
    return verdict


def watched(verdict: Verdict) -> Verdict:
    """What is only recorded of a verdict: nothing is asked, shown or changed."""
    return Verdict(PASS, verdict.reason, rule=verdict.rule, excused=verdict.excused, signals=verdict.signals,
                   row=verdict.row, events=verdict.events,
                   evidence={**verdict.evidence, "watched": EFFECTS[verdict.effect]}, mask_opaque=verdict.mask_opaque,
                   withhold=verdict.withhold)


def run_before(task: str, world: World, event: Event, outcome: Outcome) -> None:
    """Runs what an event needs before its session is read: hooks/<task>.py's `before(world, event) -> problems`."""
    full = f"hooks.{task}"
    __import__(full)
    for problem in sys.modules[full].before(world, event):
        outcome.fault(problem)


def run_after(task: str, world: World, event: Event, settings: Settings, outcome: Outcome) -> None:
    """Runs what an event sets off beyond the guards: hooks/<task>.py's `after(world, event, settings) -> problems`."""
    full = f"hooks.{task}"
    try:
        __import__(full)
        for problem in sys.modules[full].after(world, event, settings):
            outcome.fault(problem)
    except (Fault, OSError, ValueError, ImportError) as e:
        outcome.fault(f"{task.strip('_')} failed ({text_of(e)})")
