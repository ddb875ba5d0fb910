"""What a call is: who writes its result, where it sends, what it changes.

A person's rows (`tools` in guards.json; the first match wins) go over the registry's rows, key by key, and both go
over what is recognised: the built-in tools by a table, Bash by its command, all others by the verbs and nouns of their
name and by the names of their arguments.
"""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS
from guards._call.tags import (
    BUILT_IN,
    CLIENT_SHELLS,
    FLAGS,
    KEPT_OUTPUT,
    LOCAL,
    OWN_SHELLS,
    SHELL,
    Tags,
    among_agents,
    shell_command,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event, Settings
    from guards._call.tags import Call
    from guards._types import CallKind

DISPATCHER = "dispatch_food_truck"      # known without a registry row, bare or as an MCP tool
FOLDERS = tuple("cwd workdir work_dir working_directory working_dir".split())
# What the error of a call says that was never made.
NOT_MADE = ("InputValidationError", "tool_use_error", "No such tool available", "doesn't want to proceed",
            "Permission to use")


def folder_of(event: Event) -> str:
    """Where a command runs: a shell of another server is told in the call."""
    folder = next((event.input[name] for name in FOLDERS if isinstance(event.input.get(name), str)), "")
    if not folder or event.tool in OWN_SHELLS:
        return event.cwd
    return folder if folder.startswith(("/", "~")) or folder[1:2] == ":" else f"{event.cwd.rstrip('/')}/{folder}"


def ran(event: Event) -> bool:
    """Does this result prove that the call was made, well or badly?  A person who was asked then said yes."""
    if event.is_failure:
        return not any(mark in event.error[:400] for mark in NOT_MADE)
    return event.is_result


def kept_output(event: Event) -> str:
    """The file in which the client keeps the whole of a long output; "" for none.

    Only the client's own shells have such a field; in another tool's answer it is text of whoever wrote the answer.
    """
    path = event.response.get(KEPT_OUTPUT) if isinstance(event.response, dict) else None
    return path if isinstance(path, str) and event.tool in OWN_SHELLS else ""


def shell_of(event: Event, settings: Settings) -> tuple[str, str]:
    """(the command line that a shell tool runs, where it runs); "" as command for every other tool.

    A person's or the registry's row `"shell": ARGUMENT` says it of any tool, `"shell": false` that it is none.
    """
    for rows in (settings.tools, settings.known_tools):
        row = first_row(rows, event.tool) if rows and event.tool else None
        if row and "shell" in row:
            name = row["shell"]
            text = event.input.get(name) if isinstance(name, str) else None
            return text if isinstance(text, str) else "", folder_of(event)
    command = shell_command(event)
    return command, folder_of(event) if command else event.cwd


def tags(event: Event, settings: Settings, call: Call) -> Tags:
    """The tags of the call in this event; all False for an event without a tool."""
    tool = event.tool
    found = _recognised(event, call)
    for rows, by_hand in ((settings.known_tools, False), (settings.tools, True)):
        row = first_row(rows, tool) if rows else None
        if row:
            _put(found, row, by_hand)
    return found


def first_row(rows: list[tuple[str, dict[str, object]]], tool: str) -> Mapping[str, object] | None:
    """The first row whose glob fits the tool."""
    return next((row for pattern, row in rows if _fits(pattern, tool)), None)


def _recognised(event: Event, call: Call) -> Tags:
    tool = event.tool
    if call.by_effects:
        from guards._call.bash import bash_tags

        return bash_tags(call)
    if not tool or tool in LOCAL or tool in CLIENT_SHELLS or among_agents(event):
        return Tags()
    known = BUILT_IN.get(tool)
    if known:
        return Tags(known[0], untrusted_source=known[1], destination=known[2])
    from guards._call.names import recognise, spoken

    return recognise(tool.removesuffix(event.short) + spoken(event.short, event.input), event.input)


def _put(found: Tags, row: Mapping[str, object], by_hand: bool) -> None:
    """Lays one row over what was found, key by key."""
    external = bool(row.get("external", found.external))
    for flag in FLAGS:
        if flag in row and flag != "external":
            setattr(found, flag, bool(row[flag]))
    if row.get("destination"):
        names = row["destination"]
        found.destination = tuple(names) if isinstance(names, (list, tuple)) else (str(names),)
    for field in ("resume", "memory_source", "audit"):
        if field in row:
            setattr(found, field, row[field])
    if "external" in row or "consequential" in row:
        sends: CallKind = FETCHES if found.fetches else SENDS
        found.kind = sends if external else CHANGES if found.consequential else ""
    if by_hand:
        found.by_hand = frozenset(row)


# Programs whose second word says what they do.
SUBCOMMANDS = frozenset("""apt apt-get aws az brew bun bundle cargo conda deno docker docker-compose dotnet gcloud gh
    git glab go gradle helm hg just kubectl make mise mvn npm npx nx pip pip3 pnpm podman poetry rustup sudo svn
    systemctl task terraform uv yarn""".split())
_SKIPPED_FIRST = frozenset("""cd export set source . env time nohup command exec { ( for case select done fi
    esac""".split())
_LEADING = frozenset("do then else elif if while until !".split())      # a command stands behind them


def operation(event: Event, command: str = "") -> str:
    """A short name for what the call does: "git push", "read", "send_email".

    >>> from guards import Event
    >>> operation(Event("PreToolUse", "s", tool="Bash", input={"command": "cd x && FOO=1 git push -u origin"}))
    'git push'
    >>> operation(Event("PreToolUse", "s", tool="Bash", input={"command": 'F=$(mktemp "/tmp/x.XX") && gh pr create'}))
    'mktemp'
    >>> operation(Event("PreToolUse", "s", tool="Bash", input={"command": "for h in a b; do ssh $h id; done"}))
    'ssh'
    >>> operation(Event("PreToolUse", "s", tool="mcp__mail__send_email"))
    'send_email'
    """
    tool = event.tool
    command = command or shell_command(event)
    if command or tool == SHELL:
        return _bash_operation(command)
    if tool.startswith("mcp__"):
        return tool.split("__", 2)[-1]
    return tool.lower()


def _bash_operation(command: str) -> str:
    """A label for the first command of a line, by a glance: every row has one, of commands that nobody reads, too.

    No tokenizer: what a call does is judged by its reading (`operations` has the names of all that it runs).
    """
    for line in command[:2000].splitlines():
        if line.lstrip().startswith("#"):
            continue
        line = line.replace("=$(", "= ").replace('="$(', "= ")      # X=$(mktemp …): what is run there
        for part in line.replace("&&", ";").replace("||", ";").replace("|", ";").split(";"):
            words = [w for w in part.split() if "=" not in w.split("/")[0]]
            while words and words[0] in _LEADING:
                del words[0]
            if words and words[0] not in _SKIPPED_FIRST:
                return named(words[0].strip("'\"(").rpartition("/")[2], words[1:])
    return "bash"


def named(program: str, words: list[str]) -> str:
    """A short name for a simple command: of a program with verbs the verb as well.

    >>> named("git", ["-C", "x", "push", "-f"]), named("ls", ["-la"]), named("kubectl", "-n prod delete ns x".split())
    ('git push', 'ls', 'kubectl delete')
    """
    if program not in SUBCOMMANDS:
        return program[:60]
    if words and words[0][:1] == "-":
        from guards._shell.programs.arguments import begun

        words = begun(program, words)[1]
    second = next((word for word in words if word[:1] != "-" and "/" not in word), "")
    return f"{program} {second}"[:60].rstrip()


def operations(call: Call) -> list[str]:
    """The names of all that the call runs, wherever it stands in the command line: its label first, each once; of a
    program whose verb is more than a word, `aws s3 rm`, the whole as well."""

    whole = (" ".join([one.program, *one.parts[0]]) for one in call.ran
             if one.program in SUBCOMMANDS)
    return list(dict.fromkeys([call.operation, *(named(one.program, one.words) for one in call.ran), *whole]))


def towards(call: Call, place: str) -> str:
    """The name of the command of a line that goes to a place: of `which x || curl a.example` it is curl."""
    from guards._text.address import normalize

    said = next((named(one.program, one.words) for one in call.ran if place in one.words), call.operation)
    return next((one.operation for one in call.effects if one.destination and normalize(one.destination).endswith(
        place)), said)[:60]


def dispatcher(tool: str, settings: Settings) -> dict[str, object] | None:
    """The tags of a tool that launches sessions; None for every other tool."""
    for rows in (settings.tools, settings.known_tools):
        for pattern, row in rows:
            if ("dispatcher" in row or "resume" in row) and _fits(pattern, tool):
                return row if row.get("dispatcher", bool(row.get("resume"))) else None
    return {} if tool == DISPATCHER or tool.endswith("__" + DISPATCHER) else None


def _fits(pattern: str, tool: str) -> bool:
    if "*" in pattern or "?" in pattern:
        from guards._text.glob import match

        return match(pattern, tool)
    return pattern == tool
