"""One event on its way: what every step reads and adds to, and the ledger row that is left of it.
Law: nothing here survives the event.  A row is bounded whatever the payload was, holds no empty field, and every text
of it went through the mask.
Cannot see: other events of the session at the same moment; a secret of no known form that stands in no secret file.
"""

from __future__ import annotations

from guards import DECISIONS, PASS, Any, Call, Callable, Environ, Event, Facts, Lesson, Row, Verdict
from guards._sensitive import find_sensitive, list_texts
from guards.drift import find_signals
from hooks import _stores as disk
from hooks._stores import Fault, parse_json, write_json
from hooks._stores.ledger import OUTCOMES, Session, create_state, load_state, record_event
from hooks._stores.world import MOVED, Checkpoint, World, find_project

# Characters of a text in a row, twice as many where a call is objected to; it is masked before it is cut.
BOUNDS = dict(
    tool=120, agent_id=120, operation=40, reason=600, parameters=160, result_summary=80, errors=300
)
# The fields of a row in their order; what guards add stands behind.  Of what was given and why the shorter comes first.
ORDER = """ts decision tool parameters reason rule answer operation result_summary event level session_id action_id
    agent_id""".split()
READ_FOR_ROW, ROW_MOST, ITEMS_MOST, DEPTH_MOST = 2_400, 2_600, 12, 4
SHOWN_FIRST = "stdout stderr content text result file error".split()  # fields of a result
SAID_MOST, MET = 50, "secrets.met"  # state: a value of the project's secret files stood in an event
# What a quiet call needs of the settings where no file says anything: a part of their defaults, a test compares.
DEFAULTS: Row = parse_json("""{"guards": {}, "tools": {}, "policy": [],
"internal_domains": [".internal", ".corp", ".local", ".lan", ".intranet", ".private", ".home.arpa"],
"request": {"expected_scope": [], "expected_classification": "PUBLIC"},
"drift": {"semantic_distance_threshold": 0.7},
"context": {"chain_length_warning": 15, "chain_length_limit": 30, "risk_signals": {"scope_expansion": true,
"classification_escalation": true, "drift_detection": true, "velocity_analysis": true}}}""")


class Moment:
    """One event, its surroundings, and what the steps have found so far.

    `notices` go to person and agent, `warnings` to the person alone, `faults` to the person and onto the row;
    `verdict` is the strictest of `verdicts`; `owners` names the guard of a rule, `guards` those that judge and learn;
    `lesson` adds up what they learned; `quiet` says that no guard needs to look.  `attempt(who, function, ...)` is what
    a step gives, None where it raises, and then it is named.
    """

    def __init__(
        self, event: Event, environ: Environ, cwd: str, attempt: Callable[..., Any]
    ) -> None:
        self.event = event
        self.attempt: Callable[..., Any] = lambda *step: attempt(self, *step)
        project = find_project(environ, event.cwd or cwd)
        if MOVED in environ or "XDG_STATE_HOME" in environ:
            from hooks._event.accepted import filter_environ

            environ = filter_environ(project, environ)
        self.world = World(project, environ)
        event.project, event.cwd = project, event.cwd or project
        self.settings, self.state, self.quiet = DEFAULTS, create_state(), False
        self.session: Session | None = None
        self.checkpoint = Checkpoint(self.world, event.session)
        self.call = Call(event.tool, name_operation(event))
        self.facts = Facts(event, self.state, now=self.world.stamp)
        self.verdict, self.lesson = Verdict(PASS), Lesson()
        self.verdicts: list[Verdict] = []
        self.owners: dict[str, str] = {}
        self.guards: Row = {}
        self.notices, self.warnings, self.faults = list[str](), list[str](), list[str]()

    def note_fault(self, fault: object) -> None:
        """Something could not be read, judged or written: on the row, and told to the person."""
        if str(fault) not in ("", *self.faults):
            self.faults.append(str(fault))

    def note_once(self, text: str) -> None:
        """Warns the person of something that is told once a session."""
        mark = disk.digest_bytes(text.encode("utf-8", "replace"))[:8]
        if mark not in self.state.get("said", {}):
            self.warnings.append(text)
            self.lesson.ops.append(("put", "said", mark, self.state["seq"] + 1, SAID_MOST))


def name_operation(event: Event) -> str:
    """A short name of what happens, for people, before anything is read: `git status`, `query`, `startup`."""
    if not event.tool:
        return event.source
    command = event.command
    if isinstance(command, str) and event.tool in ("Bash", "PowerShell"):
        words = command[:200].split(None, 2)
        return " ".join([word for word in words[:2] if word.isascii() and word[:1].isalpha()])[:40]
    return event.short


def open_records(moment: Moment) -> None:
    """Loads the session's state and the project's key; what cannot be read is a fault, the event is judged without."""
    moment.state["level"] = moment.checkpoint.level
    if moment.checkpoint.line[1] and not disk.stat_kind(moment.world.state):
        from hooks._undo.restore import restore_records

        moment.attempt("records", restore_records, moment)
    try:
        moment.session = Session(moment.world, moment.event.session)
        moment.facts.key = moment.world.load_key()
        with disk.Lock(moment.session.lock):
            moment.state, _, broken = load_state(moment.session, moment.checkpoint)
        if broken:
            moment.state["ledger_broken"] = broken
            moment.warnings.append(f"{broken}: what the session has read still counts.")
    except Fault as fault:
        moment.note_fault(fault)
    moment.note_fault(moment.checkpoint.fault)
    moment.facts.state = moment.state


def shorten_text(text: str, most: int) -> str:
    """The beginning of a text, with the number of characters that are missing."""
    return text if len(text) <= most else f"{text[:most]}... +{len(text) - most}"


def bound_value(value: Any, most: int, depth: int = DEPTH_MOST) -> Any:
    """The same value with at most ITEMS_MOST items a level, `depth` levels, and texts of `most` characters."""
    if isinstance(value, str):
        return shorten_text(value, most)
    if not isinstance(value, (dict, list)):
        return value
    if depth <= 0:
        return "..."
    rest = len(value) - ITEMS_MOST
    if isinstance(value, dict):
        pairs = [(shorten_text(str(key), most), value[key]) for key in list(value)[:ITEMS_MOST]]
        pairs += [("...", f"{rest} more")] if rest > 0 else []
        return {key: bound_value(one, most, depth - 1) for key, one in pairs}
    items = [bound_value(one, most, depth - 1) for one in value[:ITEMS_MOST]]
    return [*items, f"{rest} more"] if rest > 0 else items


def find_text(value: Any) -> str:
    """The text of a tool's result, whatever shape the tool gives it."""
    if isinstance(value, dict):
        if value.get("type") == "image":
            return "(image)"
        first = [value[name] for name in SHOWN_FIRST if value.get(name)]
        value = first or [value[name] for name in value if value[name] and name != "type"]
    if not isinstance(value, list):
        return "" if value is None or value is True else str(value)
    return "\n".join(filter(None, map(find_text, value)))


def mask_record(moment: Moment, value: Any, personal: bool = False) -> Any:
    """The value without secrets, in keys too, and without people's data if `personal`: all that is written comes by here."""
    fresh = MET not in moment.state  # nobody has seen a value that a quiet call could spell
    quiet = moment.quiet and fresh
    if quiet and not any([find_sensitive(one, 1, (), personal) for one in list_texts(value)]):
        return value
    from guards._sensitive.mask import mask_value
    from hooks._event.facts import look_answer

    known = look_answer(moment, ("secret_values",))
    if known and fresh:
        moment.lesson.ops.append(("set", MET, 1))
    return mask_value(value, moment.facts.key, known, personal=personal, strict=1)


def mask_given(world: World, given: Any) -> Any:
    """What comes by no event, of a person or a server's call, as it may go on record."""
    moment = Moment(Event("", input={"": given}), world.environ, world.project, lambda *_: None)
    moment.facts.key = world.load_key()
    return mask_record(moment, given)


def build_row(moment: Moment) -> Row:
    """The row without `seq`, `prev`, `values` and `level`, which has its place.  No text that could not be masked."""
    event, verdict, lesson = moment.event, moment.verdict, moment.lesson
    texts: Row = {"tool": event.tool, "reason": verdict.reason, "agent_id": event.agent}
    if moment.call.operation != event.tool:
        texts["operation"] = moment.call.operation[:READ_FOR_ROW]
    if event.name in OUTCOMES:
        result = lesson.output if lesson.output is not None else event.response
        said = find_text(bound_value(result, READ_FOR_ROW, 20)) or event.error
        texts["result_summary"] = said[:READ_FOR_ROW]
    elif event.tool:
        texts["parameters"] = bound_value(event.input, READ_FOR_ROW)
    elif event.prompt:
        texts["parameters"] = {"prompt": event.prompt[:READ_FOR_ROW]}
    texts["errors"] = moment.faults
    texts = moment.attempt("masking", mask_record, moment, texts, True) or {"errors": moment.faults}
    twice = bool(verdict.effect)
    texts = {name: bound_value(text, BOUNDS[name] << twice) for name, text in texts.items()}
    what = sorted(ORDER[3:5], key=lambda name: len(str(texts.get(name, ""))))
    row = dict.fromkeys([*ORDER[:3], *what, *ORDER], "")
    row.update(ts=moment.facts.now, decision=DECISIONS[verdict.effect], rule=verdict.rule)
    row.update(event=event.name, session_id=event.session, action_id=event.call_id)
    row.update({**verdict.fields, **lesson.fields, **texts})
    for name in ("parameters", *lesson.fields, *verdict.fields):
        if isinstance(row.get(name), (dict, list)) and len(write_json(row)) > ROW_MOST:
            row[name] = shorten_text(write_json(row[name]), BOUNDS["parameters"])
    return row


def write_event(moment: Moment) -> None:
    """Writes the event and, at a session's end, removes the cache.  A store that cannot be written is a fault."""
    lesson, verdict, session = moment.lesson, moment.verdict, moment.session
    repeats = moment.event.name in "PostToolBatch PermissionRequest".split()  # its calls have rows
    if session is None or (repeats and not lesson.fields):
        return

    def add_signals(state: Row, row: Row) -> None:
        if moment.event.tool:
            if guard := moment.guards.get("context"):  # here, so that calls of one moment count
                given = moment.event, moment.call, state
                row["sequence"] = moment.attempt("context", guard.find_sequence, *given)
            known = state, row, moment.settings
            row["risk_signals"] = moment.attempt("context", find_signals, *known)

    learned = [lesson.ops, lesson.fields, verdict.fields]
    bare: Any = [op for op in lesson.ops if op[0] == "max"], {}, {}  # the level
    learned = moment.attempt("masking", mask_record, moment, learned) or bare
    lesson.ops, lesson.fields, verdict.fields = learned
    try:
        if "memory" in lesson.fields:
            from hooks._stores.memory import accept_rows

            accept_rows(moment.world, moment.event.session, lesson.fields.pop("memory"))
        moment.state = record_event(
            session, moment.checkpoint, build_row(moment), lesson.values, lesson.ops, add_signals
        )
    except Fault as fault:
        moment.note_fault(fault)
    moment.note_fault(moment.checkpoint.fault)
    if moment.event.name == "SessionEnd":
        disk.remove_file(session.cache)
