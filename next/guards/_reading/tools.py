"""What a tool is and does: tags from the settings first, then from its name; its arguments say what goes where.

A tool of a server may lead outside unless the server is known to work on this machine.  Cannot see: what a server
does behind a name that says nothing.
"""

from __future__ import annotations

from guards import Call, Event, Sink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guards import Query
    from guards._reading.shell import Walker

ALIASES = {"is_internal_source": "internal_source", "is_external": "external"}
SHELLS = ("Bash", "PowerShell", "Monitor", "exec_command", "local_shell", "shell")
SHELL_NAMES = frozenset("bash cmd command exec execute process run sh shell terminal".split())
SHELL_ARGUMENTS = ("command", "cmd", "script", "command_line", "commandline")
WRITERS = ("Write", "Edit", "MultiEdit", "NotebookEdit")
PATHS = ("file_path", "notebook_path", "absolute_path", "path")
# The client's own tools that lead outside; all others of its own stay on this machine.
CLIENT_TOOLS: dict[str, dict[str, Any]] = {
    "WebFetch": {
        "fetches": True,
        "external": True,
        "untrusted_source": True,
        "destination": ["url"],
    },
    "WebSearch": {"external": True, "untrusted_source": True},
    "web_fetch": {
        "fetches": True,
        "external": True,
        "untrusted_source": True,
        "destination": ["url"],
    },
    "web_search": {"external": True, "untrusted_source": True},
    "Artifact": {"external": True},
    "RemoteTrigger": {"external": True},
    "PushNotification": {"external": True},
    "Task": {"dispatcher": True, "resume": "resume"},
    "Agent": {"dispatcher": True, "resume": "resume"},
    "dispatch_food_truck": {
        "dispatcher": True,
        "resume": "resume_session_id",
        "session": "session_id",
    },
    "run_skill": {"dispatcher": True, "resume": "resume_session_id", "session": "session_id"},
    "run_cmd": {"shell": "cmd"},
}
LOCAL_SERVERS = frozenset(
    """calculator commander desktop duckdb editor everything excel file files filesystem fs git ide lsp memory pdf ppt
    sequential serena shell sqlite terminal text thinking time word""".split()
)
# Servers whose answers are private, and those whose texts other people write.
PRIVATE_SERVERS = frozenset(
    """mail gmail outlook imap drive gdrive notion confluence jira crm salesforce hubspot hr slack teams calendar
    sharepoint dropbox docs onedrive zendesk intercom linear asana monday airtable sheets bank payroll patient database
    postgres mysql bigquery snowflake stripe ledger contacts whatsapp telegram vault""".split()
)
ANYBODY_WRITES = frozenset(
    """mail gmail outlook imap slack teams jira zendesk intercom linear github gitlab discord telegram whatsapp twitter
    reddit web http fetch browser playwright puppeteer chrome search brave tavily exa perplexity firecrawl crawl rss
    issues notion confluence drive gdrive docs calendar hackernews wikipedia""".split()
)
# Services that anybody may ask or feed are nobody's own.
ANYBODY_ASKS = frozenset(
    """web search websearch perplexity tavily exa brave firecrawl openai chat completion deepl translate n8n zapier
    webhook hooks fetch http artifact""".split()
)
BROWSERS = frozenset("browser playwright puppeteer chrome selenium".split())
READS = frozenset(
    "get list search read fetch find query show describe view lookup count check status retrieve select".split()
)
CONSEQUENCES = frozenset(
    """pay send transfer delete remove drop cancel refund buy purchase order book reserve invite share grant revoke
    merge close publish deploy release post create update approve archive schedule""".split()
)
ADDRESSES = (
    "url",
    "uri",
    "link",
    "href",
    "endpoint",
    "webhook",
    "webhook_url",
    "image_url",
    "base_url",
)
RECEIVERS = frozenset(
    """to cc bcc recipient recipients email emails attendees channel channel_id owner user share_with invitees
    participants""".split()
)
TAKES_FILE = frozenset(
    "file path attach attachment attachments source upload image document files".split()
)


def split_name(name: str) -> list[str]:
    """The words of a tool's or argument's name, in lower case: `createPullRequest` -> create, pull, request."""
    spaced, before = "", ""
    for char in name:
        spaced += " " if char.isupper() and before.islower() else ""
        spaced += char.lower() if char.isalnum() else " "
        before = char
    return spaced.split()


def resolve_tags(tool: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The tags of a tool: the first row of the settings' `tools` whose glob fits, then what its name says.

    `by_hand` lists the tags that the settings give.
    """
    short = tool.rpartition("__")[2]
    server = tool[5:].rpartition("__")[0] if tool.startswith("mcp__") else ""
    tags: dict[str, Any] = dict(CLIENT_TOOLS.get(short, {}))
    if server:
        servers, names = set(split_name(server)), set(split_name(short))
        reads = bool(names & READS) and not names & {"send", "post", "create"}
        known = bool(servers & LOCAL_SERVERS)
        if not tags:
            tags["external"] = not known or bool(servers & BROWSERS)
        tags["internal_source"] = bool(servers & PRIVATE_SERVERS)
        tags["untrusted_source"] = bool((servers | names) & ANYBODY_WRITES) and not known
        tags["consequential"] = bool(names & CONSEQUENCES) and not reads
    for pattern, given in (settings.get("tools") or {}).items():
        if isinstance(given, dict) and fits_tool(pattern, tool):
            row = {ALIASES.get(str(key), str(key)): value for key, value in given.items()}
            return {**tags, **row, "by_hand": tuple(row)}
    return tags


def fits_tool(pattern: str, tool: str) -> bool:
    if pattern == tool or pattern == tool.rpartition("__")[2]:
        return True
    if not set(pattern) & set("*?["):
        return False
    from guards._text import match_glob

    return match_glob(pattern, tool)


def list_strings(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """(name of the argument, text) of each string in any JSON, depth first, at most 12 deep."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict) and depth < 12:
        for name, one in value.items():
            yield from list_strings(one, str(name), depth + 1)
    elif isinstance(value, list) and depth < 12:
        for one in value[:500]:
            yield from list_strings(one, key, depth + 1)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield key, str(value)


def find_command(event: Event, tags: dict[str, Any]) -> str:
    """The text that a call hands to a shell, "" where it hands none."""
    shell = tags.get("shell")
    if shell is False or (event.tool in CLIENT_TOOLS and not shell):
        return ""
    names = (shell,) if isinstance(shell, str) else SHELL_ARGUMENTS
    if (
        not shell
        and event.tool not in SHELLS
        and not SHELL_NAMES.intersection(split_name(event.tool.rpartition("__")[2]))
    ):
        return ""
    value = next(
        (event.input[one] for one in names if isinstance(event.input.get(one), (str, list))), ""
    )
    if isinstance(value, list):
        words = [one for one in value if isinstance(one, str)]
        return words[2] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)
    return value


def read_call(
    event: Event, answers: dict[Query, Any], settings: dict[str, Any], queries: list[Query]
) -> Call:
    """The Call of an event; the queries that a better reading would need are added to `queries`."""
    tags = resolve_tags(event.tool, settings)
    command = find_command(event, tags)
    resumes = (
        event.input.get(str(tags.get("resume") or "resume_session_id"))
        if tags.get("dispatcher")
        else ""
    )
    call = Call(
        event.tool,
        str(tags.get("operation") or ""),
        resumes=resumes if isinstance(resumes, str) else "",
        tags=tags,
    )
    if command:
        return read_command(call, event, command, answers, queries)
    texts = list(list_strings(event.input))
    call.carries = tuple(text for _, text in texts)
    if event.tool in WRITERS or event.tool == "apply_patch":
        return read_written(call, event, answers, queries)
    if tags.get("external") or "external" in tags.get("by_hand", ()):
        read_arguments(call, event, tags, texts)
    reads = split_name(event.tool.rpartition("__")[2])[:1]
    call.read_only = not tags.get("external") and bool(READS.intersection(reads))
    return call


def read_command(
    call: Call, event: Event, command: str, answers: dict[Query, Any], queries: list[Query]
) -> Call:
    from guards._reading import is_read_only
    from guards._reading.lexer import Text
    from guards._reading.shell import Walker

    walker = Walker(answers, queries)
    if event.tool == "PowerShell":
        from guards._reading.code import read_code

        read_code(walker, "powershell", command, Text(), 0)
    else:
        walker.run(command)
        read_scripts(walker)
        if walker.unknown:
            from guards._reading.code import read_code

            read_code(walker, "the line", command, Text(), 0)
    call.sinks, call.commands, call.carries = (
        tuple(walker.sinks),
        tuple(walker.commands),
        (command,),
    )
    call.writes, call.deletes = (
        tuple(dict.fromkeys(walker.writes)),
        tuple(dict.fromkeys(walker.deletes)),
    )
    call.runs, call.fetches = (
        tuple(dict.fromkeys(walker.runs)),
        tuple(dict.fromkeys(walker.fetches)),
    )
    call.resumes = call.resumes or walker.resumes
    call.unknown, call.read_only = walker.unknown, is_read_only(command, True)
    call.tags["copies"] = {
        path: sorted(text.labels) for path, text in walker.files.items() if text.labels
    }
    first = next(iter(walker.commands), None)
    named = f"{first.program} {first.sub}".strip() if first else ""
    sent = next((one.program for one in walker.sinks), "")
    call.operation = (
        call.tags.get("operation")
        or (named if sent and named.startswith(sent) else sent or named)
        or call.tool
    )
    return call


def read_scripts(walker: Walker) -> None:
    """Texts that the line wrote and something then runs by itself: a unit, a Procfile, a test."""
    from guards._reading.code import read_code
    from guards._reading.lexer import Text

    if len(walker.commands) < 2:
        return
    for path, text in list(walker.files.items())[:20]:
        if (
            "://" in text.text
            and len(text.text) < 20000
            and not path.endswith((".md", ".txt", ".rst", ".json"))
        ):
            sent = len(walker.sinks)
            read_code(walker, path, text.text, Text(), 4)
            walker.sinks[sent:] = [
                one for one in walker.sinks[sent:] if any(kind == "file" for kind, _ in one.labels)
            ]


def read_written(call: Call, event: Event, answers: dict[Query, Any], queries: list[Query]) -> Call:
    """A file that is written: where; what starts by itself later is walked as if it ran."""
    path = next((event.input[one] for one in PATHS if isinstance(event.input.get(one), str)), "")
    call.writes = (path,) if path else ()
    patch = event.input.get("input")
    if event.tool == "apply_patch" and isinstance(patch, str):
        call.writes = tuple(
            row.partition(": ")[2]
            for row in patch.split("\n")
            if row.startswith("*** ") and ": " in row
        )
    return call


def read_arguments(
    call: Call, event: Event, tags: dict[str, Any], texts: list[tuple[str, str]]
) -> None:
    """The sinks of a tool that may lead outside."""
    from guards._reading.programs import find_hosts

    short = event.tool.rpartition("__")[2]
    server = event.tool[5:].rpartition("__")[0] if event.tool.startswith("mcp__") else event.tool
    names, plain = split_name(short), "\n".join(text for _, text in texts)
    chosen = tags.get("destination") or ()
    chosen = [chosen] if isinstance(chosen, str) else list(chosen)
    places = [text for key, text in texts if key in chosen]
    addresses = [text for key, text in texts if key.lower() in ADDRESSES and find_hosts(text)]
    if not places:
        places = addresses or [text for key, text in texts if key.lower() in RECEIVERS]
    if not addresses and BROWSERS.intersection(split_name(server)):
        places += find_hosts(plain, False)
    owner, repo = event.input.get("owner"), event.input.get("repo")
    if isinstance(owner, str) and isinstance(repo, str):
        places = [f"repo:{owner}/{repo}"]
    if "evaluate" in names and not places:
        return
    reads = bool(READS.intersection(names[:2]))
    labels = set()
    for key, text in texts:
        pathlike = len(text) < 250 and "\n" not in text and "://" not in text
        if (
            pathlike
            and not reads
            and (TAKES_FILE.intersection(split_name(key)) or "/" in text or text.startswith("."))
        ):
            labels.add(("file", text))
    payload = [text for key, text in texts if text not in places]
    if tags.get("fetches") or (
        addresses
        and (reads or {"navigate", "open", "goto"}.intersection(names))
        and not any(len(one) > 200 for one in payload)
    ):
        call.fetches = tuple(addresses or places)
        if not any(
            key.lower() in ("body", "data", "payload", "json", "content", "headers")
            for key, _ in texts
        ):
            return
    nobody = ANYBODY_ASKS.intersection([*split_name(server), *names])
    places = places[:20] or [f"?{server}" if nobody else f"service:{server}"]
    call.sinks = (Sink(event.tool, places, labels, plain[:20000]),)
