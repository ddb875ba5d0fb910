"""The words: Event, Facts, Session, Settings, Verdict, Own, combine.  Read this first.

A guard is a module of this package without an underscore.  It is pure: no files, clock,
environment or process.  It may have any of these functions, and nothing else is called:

    judge(event, session, settings) -> Verdict    asks, changes nothing
    learn(event, session, settings, own) -> JSON  the new value of session[its name]; `own`: what became of its verdict
    requires(event, session, settings) -> facts   what the shell must look up for this event (see Facts)
    records(event, session, settings) -> {name: [row, ...]}
                                                  rows for files beside the state, read where a call asks

All see the session as it was *before* the event, so their order cannot matter.  Values that
`learn` returns are JSON, bounded, built anew (never changed in place), and hold no secret.

Everything here is imported by every hook process: plain classes, no `re`, `typing`, `json`.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final

    from guards._types import Approval, Excuse, Fact, Provenance, Row, Stored

PASS, ASK, DENY = 0, 1, 2
EFFECTS = ("pass", "ask", "deny")
NONE, PII, INTERNAL, CREDENTIALS = 0, 1, 2, 3
LEVELS = ("none", "pii", "internal", "credentials")
# Their names in records and policies, where the person gives them no others; what a name of an earlier release meant.
LEVEL_NAMES = ("PUBLIC", "PERSONAL", "INTERNAL", "RESTRICTED")
FORMER_NAMES = {"CONFIDENTIAL": INTERNAL}
UNATTENDED = ("dontAsk", "bypassPermissions")       # modes in which the client asks nobody

# What a call, or one effect of it, does to the world.  In words, since rows on the disk hold them.
SENDS: Final = "sends"          # data to a destination
CHANGES: Final = "changes"      # something that others see, or that cannot be undone
FETCHES: Final = "fetches"      # opens an address
READS: Final = "reads"
RUNS: Final = "runs"            # text that came over the network
DELETES: Final = "deletes"
KINDS = (SENDS, CHANGES, FETCHES, READS, RUNS, DELETES)
# Moments, in the words of the bundle's own dialect (hooks/_agents): nothing else in guards/ spells one.
CALL, RESULT, FAILURE, PROMPT, BEGINS, ENDS, STOPS, AGENT_BEGINS, AGENT_STOPS, SHOWN, REFUSED, BATCH, CONFIG = """
    PreToolUse PostToolUse PostToolUseFailure UserPromptSubmit SessionStart SessionEnd Stop SubagentStart
    SubagentStop PermissionRequest PermissionDenied PostToolBatch ConfigChange""".split()
INSTRUCTS = ("InstructionsLoaded", "UserPromptExpansion")      # a text that tells the agent what to do is taken in
MOMENTS = {"is_call": (CALL,), "is_result": (RESULT,), "is_failure": (FAILURE,), "is_answer": (RESULT, FAILURE),
           "is_prompt": (PROMPT,), "is_start": (BEGINS,)}


class Finding:
    """One sensitive span: level, kind (see KINDS), the rule that found it, start and end in the text."""

    __slots__ = tuple("end kind level rule start".split())

    def __init__(self, level: int, kind: str, rule: str, start: int, end: int) -> None:
        self.level, self.kind, self.rule, self.start, self.end = level, kind, rule, start, end


class Event:
    """One moment, in words that no single agent owns.  Read-only.

    name         Claude Code's spelling: PreToolUse, PostToolUse, SessionStart ...
    session_id   never empty; in a subagent the parent's
    agent_id     "" on the main thread
    tool, input  of the call; input is always a dict.  server, short: of the tool's name, server "" for the client's own
    response     whatever the tool answered: dict, list, str or None
    error        the text of a failure
    source       SessionStart's source, PreCompact's trigger, SessionEnd's reason
    call_id      the tool_use_id; "" where the client has none
    time         seconds since the epoch, UTC
    facts        what the shell looked up of the event, and what `requires` asked for
    call         what the call does, read once (guards/_call); None where the event has no tool, or nobody read it
    extra        fields of the payload that no word above covers, as they came
    is_call ...  which moment it is: before a call, after one (is_answer; well: is_result), a prompt, a session's start
    """

    # In the order in which they are put.
    __slots__ = (*MOMENTS, *"""agent_id agent_type call call_id cwd error extra facts input name permission_mode project
        prompt prompt_id response session_id source time tool server short""".split())
    is_call: bool
    is_result: bool
    is_failure: bool
    is_answer: bool
    is_prompt: bool
    is_start: bool
    name: str
    session_id: str
    agent_id: str
    agent_type: str
    tool: str
    server: str
    short: str
    input: dict[str, Any]
    response: object
    error: str
    prompt: str
    prompt_id: str
    source: str
    call_id: str
    cwd: str
    project: str
    permission_mode: str
    time: float
    facts: Facts
    call: Any       # guards._call.Call, or None
    extra: Mapping[str, object]

    def __init__(self, name: str, session_id: str, *, agent_id: str = "", agent_type: str = "", tool: str = "",
                 input: dict[str, object] | None = None, response: object = None, error: str = "", prompt: str = "",
                 prompt_id: str = "", source: str = "", call_id: str = "", cwd: str = "", project: str = "",
                 permission_mode: str = "", time: float = 0.0, facts: Facts | None = None,
                 extra: Mapping[str, object] | None = None, call: object = None) -> None:
        server, _, short = tool[5:].partition("__") if tool[:5] == "mcp__" else ("", "", tool)
        for word, value in zip(self.__slots__, (
                *(name in names for names in MOMENTS.values()), agent_id, agent_type, call, call_id, cwd, error,
                extra or {}, facts or NO_FACTS, input or {}, name, permission_mode, project, prompt, prompt_id,
                response, session_id, source, time, tool, server, short)):
            object.__setattr__(self, word, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Event is read-only; use with_()")

    def with_(self, **changes: object) -> Event:
        """The same moment with some fields replaced."""
        return Event(**{**{name: getattr(self, name) for name in self.__slots__[len(MOMENTS):-2]}, **changes})


class Facts:
    """What the shell looked up: of the event itself always, and what `requires` asked for.  Read-only.

    text       what is judged: the input (PreToolUse), the response or error (PostToolUse, -Failure), the prompt
    findings   what is sensitive in it, in order
    unread     characters of it that there was no time to read
    found      what was asked for; a fact that could not be had is absent, and reads as nothing
    again      what is a secret that the session met before: the piece as it stands -> what is shown in its place
    """

    __slots__ = tuple("again findings found text unread".split())

    def __init__(self, text: str = "", findings: Iterable[Finding] = (), unread: int = 0,
                 found: Mapping[Fact, object] | None = None, again: Mapping[str, str] | None = None) -> None:
        self.text, self.findings, self.unread, self.again = text, list(findings), unread, again or {}
        self.found: Mapping[Fact, Any] = found if found is not None else {}

    def shown(self, text: str) -> str:
        """A text of the event as it may be written down: without the secrets that the session met before."""
        for piece, tag in self.again.items():
            text = text.replace(piece, tag)
        return text

    def stored(self, name: str) -> list[Stored]:
        """The rows that guards recorded under a name, oldest first, those of the sessions before this one included."""
        return self.found.get(("stored", name)) or []

    def holding(self, name: str, mark: str) -> Iterable[Stored]:
        """Of the rows kept under a name all in which a fingerprint stands, and perhaps others."""
        rows = self.stored(name)
        search: Callable[[str], list[Stored]] | None = getattr(rows, "holding", None)
        return rows if search is None else search(mark)

    def file(self, path: str) -> str | None:
        """The beginning of a file that the call names; None where it could not be read."""
        return self.found.get(("file", path))

    def script(self, path: str) -> tuple[str, str | None]:
        """(stamp, text); ("", None) where it is not there, or was read before and does nothing outside."""
        return self.found.get(("script", path)) or ("", None)

    def sender(self, id: str) -> Stored | None:
        """What another session of this project has read: {"foreign", "level"}; None for no such session."""
        return self.found.get(("sender", id)) if id else None

    def provenance(self, id: str) -> Provenance | None:
        """What the stores hold of a session's id; None where they could not be read."""
        return self.found.get(("provenance", id))

    def lost(self, path: str) -> dict[str, str] | None:
        """{"lost": which events of ours a settings file lacks now, "again": what puts them back}; None for none."""
        return self.found.get(("lost", path))

    @property
    def remotes(self) -> list[str]:
        """The addresses of the project's git remotes."""
        return self.found.get(("remotes", "")) or []

    @property
    def memory(self) -> list[Stored] | None:
        """What the session remembers; None where it was not asked for."""
        return self.found.get(("memory", ""))

    @property
    def kitchens(self) -> list[str]:
        """The kitchens that the session is in."""
        found = self.found.get(("kitchen", ""))
        return found if isinstance(found, list) else []

    @property
    def kitchen_hint(self) -> str:
        """The kitchen of the project's last server, which proves nothing about a session."""
        found = self.found.get(("kitchen_hint", ""))
        return found if isinstance(found, str) else ""

    @property
    def live(self) -> list[Stored]:
        """The sessions that another live process is in: session_id, pid, host, since, project."""
        return self.found.get(("live", "")) or []

    @property
    def rival(self) -> Stored | None:
        """The live process that was in this session before this one: pid, host, since, and `me`, this one's name."""
        return self.found.get(("rival", ""))

    @property
    def attended(self) -> bool | None:
        """Is a person there?  None where the client does not say."""
        return self.found.get(("attended", ""))

    @property
    def typed(self) -> bool:
        """May a line of a prompt speak for the person?  Where nothing speaks against it."""
        return self.found.get(("typed", "")) is not False

    @property
    def instructions(self) -> list[list[str]]:
        """[[path, text, "mine" or ""]] of skills and instruction files, which no hook is shown."""
        return self.found.get(("instructions", "")) or []

    def committed(self, path: str) -> bool:
        """Does the person's last commit hold a file as it stands?"""
        return bool(self.found.get(("committed", path)))

    def uses(self, name: str) -> list[str]:
        """The files of the project, and of the person's own settings, that speak of a place."""
        return self.found.get(("uses", name)) or []

    @property
    def stake(self) -> list[tuple[str, Stored]]:
        """[(key of a Loss, what is at stake)]."""
        return [(key, found) for key, found, *_ in self.found.get(("stake", "")) or ()]


NO_FACTS = Facts()


class Session:
    """What is known so far: one JSON value for each guard that learns.

    Read-only for guards.  `session["contamination"]` is that guard's value, {} before its first.
    """

    __slots__ = ("fields", "id")

    def __init__(self, id: str, fields: Mapping[str, object] | None = None) -> None:
        self.id = id
        self.fields: Mapping[str, object] = fields if fields is not None else {}

    def __getitem__(self, guard: str) -> Any:
        return self.fields.get(guard) or {}


class Verdict:
    """One guard's opinion: PASS < ASK < DENY.  There is no ALLOW: it would skip the user's own prompt.

    reason         `<guard>: <what goes where>`, one line; needed for ASK and DENY
    rule           the id of the rule that speaks (guards/_rules.py); needed for ASK and DENY: without it none counts
    excused        (rule, excuse) of what would have been asked, and why it was not
    way            how a person lets it through: a word of guards/_text/reason.py and what fills it; () for a yes alone
    more           what else is known, in sentences, said after the way out
    context        a text for the agent (Claude Code: additionalContext)
    notice         a text for the person (Claude Code: systemMessage)
    signals        names of risk signals
    updated_input  the whole tool input to run instead, or None
    updated_output what the model is shown of a result, in the tool's own shape, or None

    approves       what a yes to this question covers, as the guard that asks keeps it
    unless         the opinion instead of this one where what is at stake could not be copied first; None: no copy
    origin         the request that a yes covers: [key, what, where]; [] for none
    settles        guards whose questions a rule of the person's has answered
    by_hand        the answer to a person's own order to the guards: no dial and no mode silences it

    row            fields of the ledger row itself (Row)
    evidence       JSON by name, which stands beside the reason in the ledger row; no code decides by it
    events         ledger rows of their own, each a dict
    mask_opaque    the session holds credentials: the ledger row shows no opaque run
    withhold       the call carries credentials: the ledger row does not show what it was given
    """

    __slots__ = tuple("""approves by_hand context effect events evidence excused mask_opaque more notice origin reason
        row rule settles signals unless updated_input updated_output way withhold""".split())

    def __init__(self, effect: int = PASS, reason: str = "", *, context: str = "", notice: str = "",
                 signals: Iterable[str] = (), updated_input: dict[str, object] | None = None,
                 updated_output: object = None, approves: Iterable[Approval] = (), origin: Iterable[str] = (),
                 settles: Iterable[str] = (), by_hand: bool = False, row: Row | None = None,
                 evidence: Mapping[str, object] | None = None, events: Iterable[Mapping[str, object]] = (),
                 mask_opaque: bool = False, withhold: bool = False, way: Iterable[str] = (), more: str = "",
                 rule: str = "", excused: Iterable[Excuse] = (), unless: Verdict | None = None) -> None:
        self.effect, self.reason, self.rule, self.more = effect, reason, rule, more
        self.context, self.notice, self.unless = context, notice, unless
        self.by_hand, self.mask_opaque, self.withhold = by_hand, mask_opaque, withhold
        self.excused, self.way, self.signals = tuple(excused), tuple(way), tuple(signals)
        self.settles, self.events = tuple(settles), tuple(events)
        self.approves, self.origin = list(approves), list(origin)
        self.updated_input, self.updated_output = updated_input, updated_output
        self.row: Row = row if row is not None else {}
        self.evidence: Mapping[str, object] = evidence if evidence is not None else {}

    def with_(self, **changes: object) -> Verdict:
        """The same opinion with some fields replaced."""
        return Verdict(**{**{name: getattr(self, name) for name in self.__slots__}, **changes})

    def __repr__(self) -> str:
        return f"Verdict({EFFECTS[self.effect]}, {self.reason!r})"


SILENT = Verdict()


class Own:
    """What a guard learns from: its own verdict, and what came of it.

    verdict   the guard's own, under the person's dial; SILENT where it did not judge
    asked     was the guard's own question put to the person?
    effect    what counted in the end, of all guards, the mode and the faults: PASS, ASK or DENY
    signals   of all guards, each once
    origin    [key, what, where] of the request that a yes covers ([] for none), see guards/_origin/approvals.py
    """

    __slots__ = tuple("asked effect origin signals verdict".split())

    def __init__(self, verdict: Verdict = SILENT, effect: int | None = None, *, asked: bool | None = None,
                 signals: Iterable[str] | None = None, origin: Iterable[str] | None = None) -> None:
        self.verdict = verdict
        self.effect = verdict.effect if effect is None else effect
        self.asked = self.effect == ASK == verdict.effect if asked is None else asked
        self.signals = tuple(verdict.signals if signals is None else signals)
        self.origin = list(origin if origin is not None else verdict.origin if self.asked else ())


def settled(verdicts: Iterable[Verdict]) -> set[str]:
    """The guards whose questions a rule of the person's has answered."""
    return {name for v in verdicts for name in v.settles}


def combine(verdicts: Iterable[Verdict]) -> Verdict:
    """The strictest wins; texts and signals of all are kept, in order, once.

    >>> combine([SILENT, Verdict(ASK, "b: x"), Verdict(DENY, "a: y")]).reason
    'a: y'
    >>> combine([Verdict(settles=["b"]), Verdict(ASK, "b: x")]).effect
    0
    """
    every = [v for v in verdicts if v is not SILENT]
    if not every:
        return Verdict()
    answered = settled(every)
    counted = [v for v in every if not answered or v.reason.partition(":")[0] not in answered]
    effect = max((v.effect for v in counted), default=PASS)
    top = [v for v in counted if v.effect == effect and v.reason] if effect else []
    evidence: dict[str, object] = {}
    whole = Verdict(
        effect, _joined(" | ", (v.reason for v in top)), way=top[0].way if top else (),
        more=_joined("  ", (v.more for v in top)), context=_joined("\n", (v.context for v in every)),
        notice=_joined("\n", (v.notice for v in every)), settles=answered, evidence=evidence,
        rule=next(filter(None, (v.rule for v in top or counted)), ""))
    for v in every:
        whole.approves += v.approves
        whole.signals += v.signals
        whole.events += v.events
        whole.excused += v.excused
        whole.origin = v.origin or whole.origin
        whole.row.update(v.row)
        evidence.update(v.evidence)
        whole.by_hand |= v.by_hand
        whole.mask_opaque |= v.mask_opaque
        whole.withhold |= v.withhold
        if v.updated_input is not None:
            whole.updated_input = v.updated_input
        if v.updated_output is not None:
            whole.updated_output = v.updated_output
    let_go = [(v.rule, "policy.pass") for v in every if v.effect and v not in counted]
    whole.signals = tuple(dict.fromkeys(whole.signals))
    whole.excused = tuple(dict.fromkeys([*whole.excused, *let_go]))
    return whole


def _joined(mark: str, texts: Iterable[str]) -> str:
    """The texts that say something, each once."""
    return mark.join(dict.fromkeys(filter(None, texts)))


class Settings:
    """What the person set (`.autoskillit/guards.json`) over what the bundle knows (`hook_registry.json`).

    Field names are the keys of guards.json.  `tools` are the person's rows, `known_tools` the registry's, each a list
    of (glob, tags) in order.  `key` (bytes) keys every fingerprint of this project; `running` are the folders of hooks
    that run and of records, where they lie outside the project: one that ends in / is ours as a whole; `.NAME=PATH` is
    an agent's home that was moved.  Unset keys have their documented defaults; nothing here is missing.
    """

    __slots__ = ("classification_levels", "contamination", "context", "drift", "extension_keys", "guards",
                 "internal_domains", "key", "known_tools", "loss", "memory", "mode", "policy", "problems", "request",
                 "running", "secrets", "strict", "tools", "trusted_destinations")

    def __init__(self) -> None:
        self.mode = "enforce"
        self.strict = False
        self.guards: dict[str, str] = {}
        self.tools: list[tuple[str, dict[str, Any]]] = []
        self.known_tools: list[tuple[str, dict[str, object]]] = []
        self.trusted_destinations: list[str] = []
        self.internal_domains = [".internal", ".corp", ".local", ".lan", ".intranet", ".private", ".home.arpa"]
        self.classification_levels = [*LEVEL_NAMES]
        self.contamination: dict[str, object] = {"policy": "tagged"}
        self.drift: dict[str, Any] = {"semantic_distance_threshold": 0.7}
        self.context: dict[str, Any] = {
            "max_action_history": 100, "chain_length_warning": 15, "chain_length_limit": 30,
            "summarization": {"enabled": True, "trigger_at": 50, "keep_recent": 20}, "retention_days": 30,
            "risk_signals": {"scope_expansion": True, "classification_escalation": True,
                             "drift_detection": True, "velocity_analysis": True}}
        self.request: dict[str, Any] = {"expected_scope": [], "expected_classification": "PUBLIC"}
        self.loss: dict[str, object] = {"backup": False}
        self.memory: dict[str, object] = {
            "inject_session_memory": False, "unverified_after_days": 7, "untrusted": "mark",
            "stale_on_failed_tests": False, "stale_on_revert": False}
        self.policy: list[dict[str, object]] = []
        self.secrets: list[tuple[str, str]] = []    # (glob of tool or path, "mask" or "show"), first match; none: mask
        self.extension_keys: dict[str, Any] = {}
        self.problems: list[str] = []
        self.key = b""
        self.running: tuple[str, ...] = ()

    def asks(self, mode: str, there: bool | None = True) -> bool:
        """May a question be put, in this mode of the client?  Where all are denied, in a person's place, it may."""
        return self.extension_keys.get("questions") == "deny" or (there is not False and mode not in UNATTENDED)

    def named_levels(self) -> dict[str, int]:
        """The level that each name stands for; a name of an earlier release counts while the names are still ours.

        >>> Settings().named_levels()["INTERNAL"], Settings().named_levels()["CONFIDENTIAL"]
        (2, 2)
        """
        former = FORMER_NAMES if tuple(self.classification_levels) == LEVEL_NAMES else {}
        return {**{name: number for number, name in enumerate(self.classification_levels)}, **former}
