"""What is known of tools: the tags of a call, the tools of the client itself, which of them run a command."""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    from guards import Event
    from guards._shell.reading import Effect, Ran, Reading
    from guards._types import CallKind, Fact

    class Call(Protocol):
        """What this room wants of guards/_call/__init__.py's."""

        command: str
        cwd: str
        texts: Mapping[str, str]

        @property
        def by_effects(self) -> bool: ...
        @property
        def effects(self) -> Sequence[Effect]: ...
        @property
        def named(self) -> Sequence[Fact]: ...
        @property
        def operation(self) -> str: ...
        @property
        def ran(self) -> Sequence[Ran]: ...
        @property
        def reading(self) -> Reading: ...
        @property
        def wants(self) -> Sequence[str]: ...
        @property
        def written_before(self) -> Sequence[str]: ...
        def with_texts(self, texts: Mapping[str, str]) -> Any: ...

FLAGS = tuple("internal_source untrusted_source external consequential dispatcher".split())
# Servers that work on this machine alone, and built-in tools that hand a text to somebody else.
LOCAL_SERVERS = frozenset("""desktop duckdb everything file files filesystem fs git ide lsp memory playwright
    sequential serena shell sqlite terminal thinking time""".split())
# What a tool without a server is named after, where somebody else's service stands behind it.
OUTSIDE = frozenset("api chat google gpt http perplexity tavily webhook zapier".split())
# The client's own tools and their arguments, in the words of the bundle's own dialect: every other dialect
# (hooks/_agents) reads its client's into these, and no other module names one.
SHELL, SHELL_OF_BRACKETS, WHOLE, SKILL = "Bash", "PowerShell", "Write", "Skill"
MESSAGE, QUESTION, LEAVES = "SendMessage", "AskUserQuestion", "ExitWorktree"
OWN_SHELLS = frozenset((SHELL, SHELL_OF_BRACKETS))      # they run a command
CLIENT_SHELLS = OWN_SHELLS | {"Monitor"}
READERS = frozenset(("Read", "NotebookRead"))           # one file
SEARCHERS = frozenset("Grep Glob LS".split())
WRITERS = frozenset((WHOLE, "Edit", "MultiEdit", "NotebookEdit"))
PATCHERS = frozenset(("apply_patch",))                  # the files stand in the text
AGENTS = frozenset(("Agent", "Task"))
TERMINALS = frozenset("exec_command write_stdin".split())      # of a client whose tools another server may stand for
# What it wants to remember, and what it means to do.
NOTES = frozenset("TaskCreate TaskGet TaskList TaskUpdate TodoRead TodoWrite update_plan".split())
TYPED = {SKILL: "skill", "SlashCommand": "command"}     # they run a typed command: where its name stands
PLAN = "ExitPlanMode"
SHOWS = frozenset((QUESTION, PLAN))           # what they say, the person is shown
TELLS = AGENTS | {MESSAGE}                              # another agent is told to do it
HANDS_ON = SHOWS | {MESSAGE, "CronCreate"}
# Whose answers the client itself words, or its own shells.
OWN_WORD = frozenset("BashOutput EnterPlanMode KillBash KillShell LSP TaskOutput TaskStop".split())
# Local by nature, whatever words their names are made of.
LOCAL = READERS | SEARCHERS | WRITERS | TELLS | SHOWS | HANDS_ON | NOTES | (CLIENT_SHELLS - OWN_SHELLS) | {
    *TYPED, *OWN_WORD, *("CronDelete CronList EnterWorktree ExitWorktree StructuredOutput ToolSearch".split())}
# Of any client's, those whose results nobody else writes: this machine's files, this agent's own notes.
ANSWERS_ITSELF = READERS | SEARCHERS | WRITERS | PATCHERS | AGENTS | NOTES | OWN_WORD | frozenset(
    "Bash ExitPlanMode Skill exec_command local_shell shell write_stdin".split())
# (kind, untrusted_source, destination); a tool of the client's that is not here has no tag at all.
BUILT_IN: dict[str, tuple[CallKind, bool, tuple[str, ...]]] = {
    "WebFetch": (FETCHES, True, ("url",)),
    "WebSearch": (FETCHES, True, ()),
    "web_fetch": (FETCHES, True, ("url",)),
    "web_search": (FETCHES, True, ()),
    "Artifact": (SENDS, False, ()),
    "PushNotification": ("", False, ()),
}
FILE = ("file_path", "notebook_path", "absolute_path", "path")      # arguments that name a file
PUTS = ("content", "new_string", "new_source", "newText")           # what is put into it
SUBAGENT = "subagent_type"
KEPT_OUTPUT = "persistedOutputPath"     # of an answer: the file in which the client keeps the whole of a long output


def own_plan(event: Event) -> bool:
    """Is it the agent's own list of what it means to do?"""
    return event.short in NOTES and any(isinstance(value, list) for value in event.input.values())


def file_of(event: Event) -> str:
    """The file or folder that a tool names as the one that it reads, changes or looks through; "" for none."""
    return next((path for path in map(event.input.get, FILE) if isinstance(path, str) and path), "")


def patch_of(event: Event) -> str:
    """The text of a patch, which names the files itself; "" for none."""
    text = event.input.get("input")
    return text if isinstance(text, str) else ""


def edits(event: Event) -> list[dict[str, object]]:
    """The parts of a change of a file: the input itself, and those that it lists."""
    more = event.input.get("edits")
    return [event.input, *(one for one in (more if isinstance(more, list) else ()) if isinstance(one, dict))]


def put(event: Event) -> list[str]:
    """The texts that a call puts into a file."""
    return [text for one in edits(event) for text in map(one.get, PUTS) if isinstance(text, str)]


def replaced(event: Event) -> str:
    """The text that a call puts others in the place of; "" for none."""
    return "\n".join(text for one in edits(event) for text in [one.get("old_string")] if isinstance(text, str))


PLAIN = str.maketrans({"\r": None, **dict.fromkeys("\u2018\u2019", "'"), **dict.fromkeys("\u201c\u201d", '"')})


def edited(event: Event, before: str) -> str:
    """A file's text after the change; "" where that cannot be told."""
    if event.tool == WHOLE:
        return str(event.input.get(PUTS[0]) or "")
    text, parts = before, edits(event)
    for edit in parts[1:] or parts:
        old, new = edit.get("old_string"), edit.get("new_string")
        if not isinstance(old, str) or not isinstance(new, str):
            return ""
        if old not in text:     # a client takes a straight quote for a curly one, and an end of a line for any
            text, old = text.translate(PLAIN), old.translate(PLAIN)
        if old not in text:
            return ""
        text = text.replace(old, new) if edit.get("replace_all") else text.replace(old, new, 1)
    return text


class Tags:
    """What one call is.

    internal_source   its result is private
    untrusted_source  third parties can write its result
    external          it sends something out of this machine
    consequential     money, booking, deletion, access
    fetches           it opens an address that the caller chose
    dispatcher        it launches a session; `resume` is the argument that names the one to go on with
    destination       the arguments that say where to, those that this call has first
    memory_source     the field of its result that feeds session memory; audit: the field(s) that say whether it holds
    by_hand           the tags that the person set for it in guards.json, to either value
    kind              SENDS to a chosen destination, FETCHES a chosen address, CHANGES (consequential), "" for none
    """

    __slots__ = ("audit", "by_hand", "consequential", "destination", "dispatcher", "internal_source", "kind",
                 "memory_source", "resume", "untrusted_source")

    def __init__(self, kind: CallKind = "", *, internal_source: bool = False, untrusted_source: bool = False,
                 destination: tuple[str, ...] = (), dispatcher: bool = False, resume: str = "") -> None:
        self.kind = kind
        self.internal_source = internal_source
        self.untrusted_source = untrusted_source
        self.consequential = kind == CHANGES
        self.dispatcher = dispatcher
        self.destination = destination
        self.resume = resume
        self.memory_source = ""
        self.audit: object = ""
        self.by_hand: frozenset[str] = frozenset()

    @property
    def external(self) -> bool:
        """Does it send something out of this machine?  An address that is opened tells, too."""
        return self.kind in (SENDS, FETCHES)

    @property
    def fetches(self) -> bool:
        """Does it open an address that the caller chose?"""
        return self.kind == FETCHES

    @property
    def settled(self) -> bool:
        """Did the person say whether it leads out of this machine, or what is private?"""
        return not self.by_hand.isdisjoint(("external", "internal_source"))


# A tool whose name has one of these words and that takes a text under one of these names runs it as a command.
SHELL_WORDS = frozenset("bash cmd command exec execute process run sh shell terminal".split())
COMMANDS = tuple("command cmd script command_line commandline cmdline".split())
# Other clients' own tools by which agents of one session talk; these name an agent by its path or id.
AMONG_AGENTS = frozenset("close_agent resume_agent send_input send_message spawn_agent wait_agent".split())
AGENT_NAMES = tuple("target agent_id agent id to".split())


def among_agents(event: Event) -> bool:
    """Is this a message between an agent and its own parent or child?  An address is nobody's agent.

    >>> from guards import Event
    >>> one = Event("PreToolUse", "s", tool="send_message", input={"target": "/root"})
    >>> [among_agents(one), among_agents(one.with_(input={"target": "bo@x.example"}))]
    [True, False]
    """
    if event.tool not in AMONG_AGENTS:
        return False
    names = [str(event.input[name]) for name in AGENT_NAMES if isinstance(event.input.get(name), str)]
    return not any("@" in name or "." in name or "#" in name or "://" in name for name in names) and (
        event.tool != "send_message" or any(_agent(name) for name in names))


def _agent(name: str) -> bool:
    return name.startswith("/") or (len(name) == 36 and name.count("-") == 4)


def shell_command(event: Event) -> str:
    """The text that a call hands to a shell, whatever the tool is called; "" for a call that runs none.

    >>> from guards import Event
    >>> shell_command(Event("PreToolUse", "s", tool="mcp__autoskillit__run_cmd", input={"cmd": "git push"}))
    'git push'
    >>> shell_command(Event("PreToolUse", "s", tool="mcp__chess__move", input={"command": "e4"}))
    ''
    """
    if event.call is not None:      # read before, and by the person's rows too
        return str(event.call.command)
    given = event.input.get("command")
    if event.tool in CLIENT_SHELLS or not event.tool:
        return given if isinstance(given, str) and event.tool else ""
    if event.tool in LOCAL or event.tool in BUILT_IN:
        return ""
    text = next((event.input[name] for name in COMMANDS if isinstance(event.input.get(name), (str, list))), "")
    if isinstance(text, list):      # an argument vector; after `bash -lc` the text itself
        words = [word for word in text if isinstance(word, str)]
        text = words[2] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)
    if not text and "callable" in event.input:
        from guards._call.executed import command_of

        text = command_of(event.input)
    return "" if SHELL_WORDS.isdisjoint(words_of(event.tool)) else text


def words_of(name: str) -> list[str]:
    """The words of a tool's or argument's name, in lower case.

    >>> words_of("mcp__git-hub__createPullRequest")
    ['mcp', 'git', 'hub', 'create', 'pull', 'request']
    """
    spaced = []
    before = ""
    for c in name:
        if c.isupper() and before.islower():
            spaced.append(" ")
        spaced.append(c.lower() if c.isalnum() else " ")
        before = c
    return "".join(spaced).split()


def leaves_machine(tool: str) -> bool:
    """Can what a tool is given leave this machine, as far as its name tells?  What is not known to stay may leave.

    >>> [leaves_machine(t) for t in ("Read", "mcp__filesystem__write_file", "mcp__weather__forecast", "call_webhook")]
    [False, False, True, True]
    """
    if not tool.startswith("mcp__"):
        return tool in HANDS_ON or not OUTSIDE.isdisjoint(words_of(tool))
    server = tool[5:].partition("__")[0].replace("-", "_").lower().split("_")
    typed = tool.rpartition("__")[2].startswith(("browser_type", "browser_fill", "browser_file", "browser_select",
                                                 "browser_evaluate", "browser_navigate"))
    return typed or LOCAL_SERVERS.isdisjoint(server)
