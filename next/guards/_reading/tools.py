"""What a tool is and does: tags from the settings first, then from its name; its arguments say what goes where.

A tool of a server may lead outside unless the server is known to work on this machine.  Cannot see: what a server
does behind a name that says nothing.
"""

from __future__ import annotations

from guards import Call, Sink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guards import Event, Query

ALIASES = {"is_internal_source": "internal_source", "is_external": "external"}
WORDS = {
    row.split()[0]: frozenset(row.split()[1:])
    for row in """shells Bash PowerShell Monitor exec_command local_shell shell
|runs bash cmd command exec execute process run sh shell terminal|writers Write Edit MultiEdit NotebookEdit apply_patch
|local calculator commander desktop duckdb editor everything excel file files filesystem fs git ide lsp memory pdf ppt
 sequential serena shell sqlite terminal text thinking time word
|private mail gmail outlook imap drive gdrive notion confluence jira crm salesforce hubspot hr slack teams calendar
 sharepoint dropbox docs onedrive zendesk intercom linear asana monday airtable sheets bank payroll patient database
 postgres mysql bigquery snowflake stripe ledger contacts whatsapp telegram vault
|written mail gmail outlook imap slack teams jira zendesk intercom linear github gitlab discord telegram whatsapp twitter
 reddit web http fetch browser playwright puppeteer chrome search brave tavily exa perplexity firecrawl crawl rss
 issues notion confluence drive gdrive docs calendar hackernews wikipedia
|anybody web search websearch perplexity tavily exa brave firecrawl openai chat completion deepl translate n8n zapier
 webhook hooks fetch http artifact|browsers browser playwright puppeteer chrome
|reads get list search read fetch find query show describe view lookup count check status retrieve select
|changes pay send transfer delete remove drop cancel refund buy purchase order book reserve invite share grant revoke
 merge close publish deploy release post create update approve archive schedule
|addresses url uri link href endpoint webhook webhook_url image_url base_url
|receivers to cc bcc recipient recipients email emails attendees channel channel_id owner user share_with invitees
|files file path attach attachment attachments source upload image document files
|payload body data payload json content headers""".split("|")
}
SHELL_ARGUMENTS = ("command", "cmd", "script", "command_line", "commandline")
PATHS = ("file_path", "notebook_path", "absolute_path", "path")
LEADS = {"external": True, "untrusted_source": True}
LAUNCHES = {"dispatcher": True, "resume": "resume_session_id", "session": "session_id"}
# The client's own tools that lead outside or launch sessions; all others of its own stay on this machine.
CLIENT_TOOLS: dict[str, dict[str, Any]] = {
    **{name: {"fetches": True, **LEADS} for name in ("WebFetch", "web_fetch")},
    **{name: LEADS for name in ("WebSearch", "web_search")},
    **{
        name: {"external": True}
        for name in "Artifact RemoteTrigger PushNotification CronCreate".split()
    },
    **{name: {"dispatcher": True, "resume": "resume"} for name in ("Task", "Agent")},
    **{name: LAUNCHES for name in ("dispatch_food_truck", "run_skill")},
    "run_cmd": {"shell": "cmd"},
}


def split_tool_name(name: str) -> list[str]:
    """The words of a tool's or argument's name, in lower case: `createPullRequest` -> create, pull, request."""
    spaced, before = "", ""
    for char in name:
        spaced += " " if char.isupper() and before.islower() else ""
        spaced += char.lower() if char.isalnum() else " "
        before = char
    return spaced.split()


def part_tool(tool: str) -> tuple[str, str]:
    """(server, short name): mcp__mail__search -> mail, search."""
    server = tool[5:].rpartition("__")[0] if tool.startswith("mcp__") else ""
    return server, tool.rpartition("__")[2]


def resolve_tags(tool: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The tags of a tool: the first row of the settings' `tools` whose glob fits, then what its name says.

    `by_hand` lists the tags that the settings give.
    """
    server, short = part_tool(tool)
    tags: dict[str, Any] = dict(CLIENT_TOOLS.get(short, {}))
    if server:
        servers, names = set(split_tool_name(server)), set(split_tool_name(short))
        reads = names & WORDS["reads"] and not names & {"send", "post", "create"}
        tags.setdefault("external", not tags and not servers & WORDS["local"])
        tags["internal_source"] = bool(servers & WORDS["private"])
        tags["untrusted_source"] = bool(
            (servers | names) & WORDS["written"] and not servers & WORDS["local"]
        )
        tags["consequential"] = bool(names & WORDS["changes"] and not reads)
    for pattern, given in (settings.get("tools") or {}).items():
        if isinstance(given, dict) and fits_tool(pattern, tool):
            row = {ALIASES.get(str(key), str(key)): value for key, value in given.items()}
            return {**tags, **row, "by_hand": tuple(row)}
    return tags


def fits_tool(pattern: str, tool: str) -> bool:
    if "*" in pattern or "?" in pattern:
        from guards._text import match_glob

        return match_glob(pattern, tool)
    return pattern in (tool, tool.rpartition("__")[2])


def list_strings(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """(name of the argument, text) of each string in any JSON, keys that hold blanks or digits too, at most 60 deep."""
    if isinstance(value, dict) and depth < 60:
        for name, one in value.items():
            if len(name) > 15:
                yield key, str(name)
            yield from list_strings(one, str(name), depth + 1)
    elif isinstance(value, list) and depth < 60:
        for one in value[:500]:
            yield from list_strings(one, key, depth + 1)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield key, str(value)


def find_command(event: Event, tags: dict[str, Any]) -> str:
    """The text that a call hands to a shell, "" where it hands none."""
    shell, short = tags.get("shell"), part_tool(event.tool)[1]
    named = event.tool in WORDS["shells"] or bool(
        WORDS["runs"].intersection(split_tool_name(short))
    )
    if shell is False or not (shell or (named and event.tool not in CLIENT_TOOLS)):
        return ""
    names = (shell,) if isinstance(shell, str) else SHELL_ARGUMENTS
    value = next(
        (event.input[one] for one in names if isinstance(event.input.get(one), (str, list))), ""
    )
    if isinstance(value, str):
        return value
    words = [one for one in value if isinstance(one, str)]
    return words[2] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)


def read_call(
    event: Event, answers: dict[Query, Any], settings: dict[str, Any], queries: list[Query]
) -> Call:
    """The Call of an event; the queries that a better reading would need are added to `queries`."""
    tags = resolve_tags(event.tool, settings)
    resumes = (
        event.input.get(str(tags.get("resume") or "resume_session_id"))
        if tags.get("dispatcher")
        else ""
    )
    resumes = resumes if isinstance(resumes, str) else ""
    call = Call(event.tool, str(tags.get("operation") or ""), resumes=resumes, tags=tags)
    command = find_command(event, tags)
    if command:
        read_command(call, event, command, answers, queries)
        return call
    texts = list(list_strings(event.input))
    call.carries = tuple(text for _, text in texts)
    if event.tool in WORDS["writers"]:
        patch = str(event.input.get("input") or "").split("\n")
        call.writes = tuple(str(event.input[one]) for one in PATHS if event.input.get(one))
        call.writes += tuple(
            row.partition(": ")[2] for row in patch if row.startswith("*** ") and ": " in row
        )
        return call
    leads = tags.get("external") or any(
        key.lower() in WORDS["addresses"] and "://" in text for key, text in texts
    )
    if leads or "external" in tags.get("by_hand", ()):
        read_arguments(call, texts, queries)
    call.read_only = not leads and bool(
        WORDS["reads"].intersection(split_tool_name(part_tool(event.tool)[1])[:1])
    )
    return call


def read_command(
    call: Call, event: Event, command: str, answers: dict[Query, Any], queries: list[Query]
) -> None:
    from guards._reading.code import read_code
    from guards._reading.commands import run_words
    from guards._reading.sending import read_inside
    from guards._reading.shell import MARKS, Walker, find_marks

    walker = Walker(answers, queries, run_words)
    if event.tool != "PowerShell":
        walker.run_line(MARKS.sub("", command))
    if event.tool == "PowerShell" or walker.unknown:
        read_code(walker, event.tool, command, "", 0)
    for path, text in list(walker.files.items())[:20] if len(walker.commands) > 1 else ():
        if "://" in text and not path.endswith((".md", ".txt", ".rst", ".json")):
            read_inside(walker, path, text)
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
    call.unknown = walker.unknown
    call.resumes = call.resumes or walker.resumes
    call.tags["copies"] = {
        path: sorted(walker.read_labels(text))
        for path, text in walker.files.items()
        if find_marks(text)
    }
    first = next(iter(walker.commands), None)
    named = f"{first.program} {first.sub}".strip() if first else ""
    sent = next((one.program for one in walker.sinks), "")
    call.operation = (
        call.tags.get("operation")
        or (named if named.startswith(sent) and named else sent)
        or call.tool
    )


def read_arguments(call: Call, texts: list[tuple[str, str]], queries: list[Query]) -> None:
    """The sinks of a tool that may lead outside."""
    from guards._reading.commands import run_words
    from guards._reading.programs import find_hosts, read_order
    from guards._reading.shell import Walker

    server, short = part_tool(call.tool)
    names, plain = split_tool_name(short), "\n".join(text for _, text in texts)
    words = [*split_tool_name(server or short), *names]
    chosen = call.tags.get("destination") or ()
    chosen = [chosen] if isinstance(chosen, str) else chosen
    addresses = [
        text for key, text in texts if key.lower() in WORDS["addresses"] and find_hosts(text)
    ]
    places = [text for key, text in texts if key in chosen] or addresses
    places = places or [text for key, text in texts if key.lower() in WORDS["receivers"]]
    by_name = dict(texts)
    if {"owner", "repo"} <= set(by_name):
        places = [f"repo:{by_name['owner']}/{by_name['repo']}"]
    if not places and WORDS["browsers"].intersection(words):
        places = find_hosts(plain, False)
        if "evaluate" in words and not places:
            return
    reads = bool(WORDS["reads"].intersection(names[:2]))
    opens = call.tags.get("fetches") or (
        addresses and (reads or {"navigate", "open", "goto"} & set(names))
    )
    payload = any(
        key.lower() in ("body", "data", "payload", "json", "content", "headers") for key, _ in texts
    )
    call.fetches = tuple(addresses or places) if opens else ()
    walker = Walker({}, queries, run_words)
    for order in (
        [one for _, text in texts if (one := read_order(text.strip() + " "))] if not reads else ()
    ):
        walker.run_line(order)
    if not opens or payload:
        paths = [
            text
            for key, text in texts
            if "\n" not in text
            and "://" not in text
            and not reads
            and (
                WORDS["files"].intersection(split_tool_name(key))
                or "/" in text
                or text.startswith(".")
            )
        ]
        default = ("?" if WORDS["anybody"].intersection(words) else "service:") + (server or short)
        labels = [("file", one) for one in paths if len(one) < 250]
        walker.sinks.insert(0, Sink(call.tool, places[:20] or [default], labels, plain[:20000]))
    call.sinks = tuple(walker.sinks)
