"""The words of the product.  A guard is a pure function of an event and facts.

No module below guards/ reads a file, the clock, the environment or a process; the shell
(hooks/) looks facts up, records, and prints.  A guard is a module of this package without an
underscore.  It answers one question and has four names:

    RULES   a tuple of Rule, judged at PreToolUse and at the events that a rule names
    NEEDS   a function (event, call, state, settings) -> list of queries, or None.  A query is a
            tuple ("kind", argument, ...); hooks/_event/facts.py has one look-up a kind
    LEARN   a function (event, call, facts) -> Lesson | None, or None if it learns nothing
    EVENTS  the names of the events at which LEARN is called

Every hook process loads this module: plain classes, no `re`, `json`, `typing`, `dataclasses`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Query = tuple[Any, ...]
    Label = tuple[str, str]
    When = Callable[["Call", "Facts"], "Verdict | None"]
    Example = tuple["Call", "Facts"]

PASS, ASK, DENY = 0, 1, 2
DECISIONS = ("pass", "ask", "deny")
# Levels of what a session has read, the least private first, and the names that records give them.
LEVELS = ("none", "pii", "internal", "credentials")
CLASSIFICATIONS = ("PUBLIC", "PERSONAL", "INTERNAL", "RESTRICTED")
NONE, PII, INTERNAL, CREDENTIALS = range(4)
# Who said a value first.  The order is that of trust.
TYPED, PROJECT, AGENT, UNTRUSTED = "typed", "project", "agent", "untrusted"


class Event:
    """One moment of a session, in the words of Claude Code whatever the agent calls them.

    `name` is an event of Claude Code's (PreToolUse, UserPromptSubmit, ...); `tool` the name of
    the tool (Bash, Write, mcp__server__tool); `input` its arguments; `response` what it returned,
    any JSON; `raw` the payload as it came.  Text that is absent is "".
    """

    __slots__ = tuple(
        "agent call_id client cwd error input mode name project prompt raw response session source tool".split()
    )

    def __init__(
        self,
        name: str,
        session: str = "",
        tool: str = "",
        input: dict[str, Any] | None = None,
        response: Any = None,
        prompt: str = "",
        project: str = "",
        raw: dict[str, Any] | None = None,
    ) -> None:
        self.name, self.session, self.tool, self.response = name, session, tool, response
        self.input: dict[str, Any] = input if input is not None else {}
        self.raw: dict[str, Any] = raw if raw is not None else {}
        self.prompt, self.project, self.cwd = prompt, project, project
        self.agent = self.call_id = self.error = self.source = ""
        self.mode, self.client = "default", "claude"


class Command:
    """One program that a call starts: its name, subcommand, options and operands."""

    __slots__ = tuple("effects options program sub words".split())

    def __init__(
        self,
        program: str,
        words: Iterable[str] = (),
        sub: str = "",
        options: dict[str, str] | None = None,
        effects: Iterable[str] = (),
    ) -> None:
        self.program, self.words, self.sub = program, tuple(words), sub
        self.options: dict[str, str] = options if options is not None else {}
        self.effects = tuple(effects)


class Sink:
    """A place outside that receives something in a call.

    `program` names the sender; `places` are hosts, addresses, remotes or services as the call
    spells them; `labels` are pairs (kind, detail) of what goes there: file, env, value, unread,
    repository, archive, shell; `text` is the payload as far as it was read; `login` says that
    the labels are only its credentials.
    """

    __slots__ = tuple("labels login places program text".split())

    def __init__(
        self,
        program: str,
        places: Iterable[str],
        labels: Iterable[Label] = (),
        text: str = "",
        login: bool = False,
    ) -> None:
        self.program, self.places, self.text, self.login = program, tuple(places), text, login
        self.labels = frozenset(labels)


class Call:
    """What one call would do, read once.

    `operation` is a short name for people (`git push`); `sinks` are places outside that receive
    something; `carries` are the texts that decide it (arguments, payloads); `writes`, `deletes`
    are paths; `runs` are scripts and commands started; `fetches` are addresses opened; `resumes`
    is a session id; `unknown` says where reading stopped ("": all was read).  `read_only` is true
    only where every part is known to change nothing.
    """

    __slots__ = tuple(
        "carries commands deletes fetches operation read_only resumes runs sinks tags tool unknown writes".split()
    )

    def __init__(
        self,
        tool: str,
        operation: str = "",
        sinks: Iterable[Sink] = (),
        carries: Iterable[str] = (),
        writes: Iterable[str] = (),
        deletes: Iterable[str] = (),
        runs: Iterable[str] = (),
        fetches: Iterable[str] = (),
        resumes: str = "",
        unknown: str = "",
        commands: Iterable[Command] = (),
        tags: dict[str, Any] | None = None,
        read_only: bool = False,
    ) -> None:
        self.tool, self.operation, self.resumes = tool, operation or tool, resumes
        self.sinks, self.carries, self.writes = tuple(sinks), tuple(carries), tuple(writes)
        self.deletes, self.runs, self.fetches = tuple(deletes), tuple(runs), tuple(fetches)
        self.commands, self.unknown, self.read_only = tuple(commands), unknown, read_only
        self.tags: dict[str, Any] = tags if tags is not None else {}


class Value:
    """Something decisive that was seen (a secret, passage, address, package, id), as a keyed hash.

    `level` is an index of LEVELS; `source` says who said it first ("issue 13", ".env");
    `trust` is one of TYPED, PROJECT, AGENT, UNTRUSTED; `row` is the ledger row that brought it.
    """

    __slots__ = tuple("hash kind level row source trust".split())

    def __init__(
        self,
        hash: str,
        kind: str,
        level: int = NONE,
        source: str = "",
        trust: str = "",
        row: int = 0,
    ) -> None:
        self.hash, self.kind, self.level = hash, kind, level
        self.source, self.trust, self.row = source, trust, row


class Facts:
    """What the shell looked up: `get(kind, *arguments)` is the answer to a query, or None.

    `state` is the fold of the session's rows; `settings` are the merged settings; `now` is seconds
    since the epoch; `attended`: a person can answer; `key` is the project's key for hashes.
    """

    __slots__ = tuple("answers attended event key now settings state".split())

    def __init__(
        self,
        event: Event,
        state: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
        answers: dict[Query, Any] | None = None,
        attended: bool = True,
        now: float = 0.0,
        key: bytes = b"",
    ) -> None:
        self.event, self.attended, self.now, self.key = event, attended, now, key
        self.state: dict[str, Any] = state if state is not None else {}
        self.settings: dict[str, Any] = settings if settings is not None else {}
        self.answers: dict[Query, Any] = answers if answers is not None else {}

    def get(self, *query: Any) -> Any:
        return self.answers.get(query)


class Verdict:
    """What one rule says of one call.  There is no allow: it would skip the person's own prompt.

    `reason` is the message (object first, at most 200 characters); `notice` is said even where the
    call passes; `alone` is what an ASK becomes where nobody can answer: DENY, or PASS with the
    reason as a notice; `fields` go onto the ledger row; `exemption` is the id of why a rule that
    fits was silent.
    """

    __slots__ = tuple("alone effect exemption fields notice reason rule".split())

    def __init__(
        self,
        effect: int,
        reason: str = "",
        notice: str = "",
        alone: int = PASS,
        fields: dict[str, Any] | None = None,
        exemption: str = "",
    ) -> None:
        self.effect, self.reason, self.notice, self.alone = effect, reason, notice, alone
        self.fields: dict[str, Any] = fields if fields is not None else {}
        self.exemption, self.rule = exemption, ""


class Lesson:
    """What a guard learned from an event; the shell writes it down.

    `ops` change the state (hooks/_stores/ledger.py): ("set", key, value), ("max", key, number),
    ("add", key, number), ("push", key, value, most), ("put", key, subkey, value, most),
    ("del", key[, subkey]).  `values` go to the values file; `fields` onto the ledger row; `notices`
    to person and agent; `output` replaces a tool's result as the model sees it, `input` what a
    tool is given (None: unchanged).
    """

    __slots__ = tuple("fields input notices ops output values".split())

    def __init__(
        self,
        ops: Iterable[tuple[Any, ...]] = (),
        values: Iterable[Value] = (),
        fields: dict[str, Any] | None = None,
        notices: Iterable[str] = (),
        output: Any = None,
        input: dict[str, Any] | None = None,
    ) -> None:
        self.ops, self.values, self.notices = list(ops), list(values), list(notices)
        self.fields: dict[str, Any] = fields if fields is not None else {}
        self.output, self.input = output, input


class Rule:
    """One question with its answer as a function.  Refused without an example on each side.

    `when(call, facts)` gives a Verdict, or None where the rule does not fit.  `example_yes` is a
    call and facts to which it says ask or deny, `example_no` one to which it does not.
    """

    __slots__ = tuple("events example_no example_yes id question when".split())

    def __init__(
        self,
        id: str,
        question: str,
        when: When,
        example_yes: Example | None,
        example_no: Example | None,
        events: tuple[str, ...] = ("PreToolUse",),
    ) -> None:
        if example_yes is None or example_no is None:
            raise ValueError(f"rule {id} needs an example on each side")
        self.id, self.question, self.when, self.events = id, question, when, events
        self.example_yes, self.example_no = example_yes, example_no


def judge_rules(rules: Iterable[Rule], call: Call, facts: Facts) -> list[Verdict]:
    """What each rule that fits says, with its id.  A rule that raises is the caller's to handle."""
    found = []
    for rule in rules:
        if facts.event.name in rule.events:
            verdict = rule.when(call, facts)
            if verdict is not None:
                verdict.rule = rule.id
                found.append(verdict)
    return found


def combine(verdicts: Iterable[Verdict]) -> Verdict:
    """The strictest verdict, the first of equals; one that passes where there is none."""
    worst = Verdict(PASS)
    for verdict in verdicts:
        if verdict.effect > worst.effect:
            worst = verdict
    return worst
