"""The words of the product.  A guard is a pure function of an event and facts.

No module below guards/ reads a file, the clock, the environment or a process; the shell
(hooks/) looks facts up, records, and prints.  A guard is a module of this package without an
underscore.  It answers one question and has two names:

    RULES   a tuple of Rule, judged at PreToolUse
    LEARN   a function (event, call, facts) -> Lesson | None; missing where the row of this guard in the table GUARDS
            of hooks/_event/judge.py names no event

What a rule wants to know of the world it asks of `facts`: a query is a kind and its arguments;
hooks/_event/facts.py has one look-up a kind, each done once, when it is first asked for.

Every hook process loads this module: plain classes, no `re`, `json`, `typing`, `dataclasses`.
"""

from __future__ import annotations

# The types that annotations name, for every module.  No annotation is evaluated: a hook loads no `typing`, and a tuple
# takes the subscripts of the aliases.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import (
        Callable as Callable,
        Iterable as Iterable,
        Iterator as Iterator,
        Mapping as Mapping,
        Sequence as Sequence,
    )
    from typing import Any as Any, Optional as Optional
else:
    Any = Callable = Iterable = Iterator = Mapping = Optional = Sequence = tuple
Row = dict[str, Any]
Given = Optional[Row]
Rows = list[Row]
Pairs = dict[str, str]
Words = list[str]
Query = tuple[Any, ...]
Label = tuple[str, str]
Labels = Iterable[Label]
Texts = Iterable[str]
Environ = Mapping[str, str]
Spans = Iterator[tuple[str, int, int]]
When = Callable[["Call", "Facts"], "Optional[Verdict]"]
Example = tuple["Call", "Facts"]

PASS, ASK, DENY = 0, 1, 2
DECISIONS = "pass ask deny".split()
# Levels of what a session has read, the least private first, and the names that records give them.
LEVELS = "none pii internal credentials".split()
CLASSIFICATIONS = "PUBLIC PERSONAL INTERNAL RESTRICTED".split()
NONE, PII, INTERNAL, CREDENTIALS = range(4)
LISTS = "carries writes deletes runs fetches".split()  # of a call
# Who said a value first.  The order is that of trust.
TYPED, PROJECT, AGENT, UNTRUSTED = "typed project agent untrusted".split()


def put_fields(one: object, more: Row) -> None:
    """Sets attributes by name; `__slots__` refuses what the class does not have."""
    for name, value in more.items():
        setattr(one, name, value)


class Event:
    """One moment of a session, in the words of Claude Code whatever the agent calls them.  `name` is an event of
    Claude Code's (PreToolUse, UserPromptSubmit, ...); `tool` the name of the tool (Bash, Write, mcp__server__tool);
    `input` its arguments; `response` what it returned, any JSON; `raw` the payload as it came; "" is no text."""

    __slots__ = "agent call_id client cwd error input mode name project prompt raw response session source tool".split()

    def __init__(
        self, name: str, session: str = "", tool: str = "", input: Given = None, **more: Any
    ) -> None:
        self.name, self.session, self.tool = name, session, tool
        self.input = input or {}
        self.raw: Row = {}
        self.response: Any = None
        self.prompt = self.project = self.cwd = self.error = self.source = ""
        self.agent, self.call_id, self.mode, self.client = "", "", "default", "claude"
        put_fields(self, more)
        self.cwd = self.cwd or self.project

    @property
    def command(self) -> Any:
        """What a shell is given, where the tool is one."""
        return self.input.get("command")

    @property
    def short(self) -> str:
        """The tool's own name: `search` of mcp__mail__search."""
        return self.tool.rpartition("__")[2]


class Command:
    """One program that a call starts: its name, subcommand, options and operands."""

    __slots__ = "effects options program sub words".split()

    def __init__(
        self, program: str, words: Texts = (), sub: str = "", options: Any = (), effects: Texts = ()
    ) -> None:
        self.program, self.words, self.sub = program, tuple(words), sub
        self.options = dict(options)
        self.effects = tuple(effects)


class Sink:
    """A place outside that receives something in a call.  `program` names the sender; `places` are hosts, addresses,
    remotes or services as the call spells them; `labels` are pairs (kind, detail) of what goes there: file, env,
    value, unread, repository, archive, shell; `text` is the payload as far as it was read; `login` says that the
    labels are only its credentials."""

    __slots__ = "labels login places program text".split()

    def __init__(
        self, program: str, places: Texts, labels: Labels = (), text: str = "", login: bool = False
    ) -> None:
        self.program, self.places, self.text, self.login = program, tuple(places), text, login
        self.labels = frozenset(labels)


class Call:
    """What one call would do, read once.  `operation` is a short name for people (`git push`); `sinks` are places
    outside that receive something; `carries` are the texts that decide it (arguments, payloads); `writes`, `deletes`
    are paths; `runs` are scripts and commands started; `fetches` are addresses opened; `resumes` is a session id;
    `unknown` says where reading stopped ("": all was read).  `read_only` is true only where every part is known to
    change nothing."""

    __slots__ = "carries commands deletes fetches operation read_only resumes runs sinks tags tool unknown writes".split()

    def __init__(self, tool: str, operation: str = "", **more: Any) -> None:
        self.tool, self.operation = tool, operation or tool
        self.resumes, self.unknown, self.read_only = "", "", False
        self.sinks: tuple[Sink, ...] = tuple(more.pop("sinks", ()))
        self.commands: tuple[Command, ...] = tuple(more.pop("commands", ()))
        lists = (tuple(more.pop(name, ())) for name in LISTS)
        self.carries, self.writes, self.deletes, self.runs, self.fetches = lists
        self.tags: Row = {}
        put_fields(self, more)


class Value:
    """Something decisive that was seen (a secret, passage, address, package, id), as a keyed hash.  `level` is an
    index of LEVELS; `source` says who said it first ("issue 13", ".env"); `trust` is one of TYPED, PROJECT, AGENT,
    UNTRUSTED; `row` is the ledger row that brought it; `flags` stand in its kind (guards/_taint/__init__.py)."""

    __slots__ = "hash kind level row source trust".split()

    def __init__(
        self, hash: str, kind: str, level: int = 0, source: str = "", trust: str = "", row: int = 0
    ) -> None:
        self.hash, self.kind, self.level = hash, kind, level
        self.source, self.trust, self.row = source, trust, row

    @property
    def flags(self) -> str:
        return self.kind.partition("+")[2]


# Keys of the settings that guards read; the shell gives all, each with its default.
READ = "classification_levels contamination context drift internal_domains policy tools trusted_destinations"
SETTINGS: Row = {name: {} for name in READ.split()}


class Facts:
    """What the shell knows: `get(kind, *arguments)` is the answer to a query, or {}; `look` finds it when a rule first
    asks, and `answers` keeps it for all.  `state` is the fold of the session's rows; `settings` are the merged settings;
    `now` is the time as rows have it; `attended`: a person can answer; `key` is the project's key for hashes."""

    __slots__ = "answers attended event key look now settings state".split()

    def __init__(
        self, event: Event, state: Given = None, settings: Given = None, **more: Any
    ) -> None:
        self.event, self.attended, self.now, self.key = event, True, "", b""
        self.state = state or {}
        self.settings = {**SETTINGS, **(settings or {})}
        self.answers: dict[Query, Any] = {}
        self.look: Callable[[Query], Any] = self.answers.get
        put_fields(self, more)

    def get(self, *query: Any) -> Any:
        found = self.answers[query] if query in self.answers else self.look(query)
        return {} if found is None else found


class Verdict:
    """What one rule says of one call.  There is no allow: it would skip the person's own prompt.  `reason` is the
    message (object first, at most 200 characters); `notice` is said even where the call passes; `alone` is what an
    ASK becomes where nobody can answer: DENY, or PASS with the reason as a notice; `approves` is what a yes approves
    from then on, e.g. ("runs", address); `fields` go onto the ledger row."""

    __slots__ = "alone approves effect fields notice reason rule".split()

    def __init__(self, effect: int, reason: str = "", alone: int = DENY, **more: Any) -> None:
        self.effect, self.reason, self.alone = effect, reason, alone
        self.rule = self.notice = ""
        self.approves: list[tuple[str, ...]] = []
        self.fields: Row = {}
        put_fields(self, more)


class Lesson:
    """What a guard learned from an event; the shell writes it down.  `ops` change the state
    (hooks/_stores/ledger.py): ("set", key, value), ("max", key, number), ("add", key, number), ("push", key, value,
    most), ("put", key, subkey, value, most), ("del", key[, subkey]).  `values` go to the values file; `fields` onto
    the ledger row; `notices` to person and agent; `output` replaces a tool's result as the model sees it, `input`
    what a tool is given (None: unchanged)."""

    __slots__ = "fields input notices ops output values".split()

    def __init__(
        self, ops: Iterable[Query] = (), values: Iterable[Value] = (), **more: Any
    ) -> None:
        self.ops, self.values, self.notices = list(ops), list(values), Words()
        self.fields: Row = {}
        self.output: Any = None
        self.input: Given = None
        put_fields(self, more)


class Rule:
    """One question with its answer as a function.  Refused without an example on each side.  `when(call, facts)`
    gives a Verdict, or None where the rule does not fit.  `yes` is a call and facts to which it says ask or deny,
    `no` one to which it does not."""

    __slots__ = "example_no example_yes id question when".split()

    def __init__(
        self, id: str, question: str, when: When, yes: Example | None, no: Example | None
    ) -> None:
        if yes is None or no is None:
            raise ValueError(f"rule {id} needs an example on each side")
        self.id, self.question, self.when = id, question, when
        self.example_yes, self.example_no = yes, no


def judge_rules(rules: Iterable[Rule], call: Call, facts: Facts) -> list[Verdict]:
    """What each rule that fits says, with its id.  A rule that raises is the caller's to handle."""
    found = []
    for rule in rules:
        verdict = rule.when(call, facts)
        if verdict is not None:
            verdict.rule = rule.id
            found.append(verdict)
    return found


def count_chain(state: Row) -> int:
    """Actions for the request that stands, with the one that comes."""
    return int(state.get("calls", 0) - state.get("context.chain_from", 0)) + 1


def combine(verdicts: Iterable[Verdict]) -> Verdict:
    """The strictest verdict that objects or gives a notice, the first of equals; else one that passes."""
    spoken = (one for one in verdicts if one.effect > PASS or one.notice)
    return max(spoken, key=lambda one: one.effect, default=Verdict(PASS))
