"""One Call of any tool: a shell line is walked, a server's arguments say what goes where, an edit what it writes.

Cannot see: what a server does behind a name that says nothing.
"""

from __future__ import annotations

from guards import Call, Sink
from guards._reading.code import read_code
from guards._reading.commands import run_words
from guards._reading.programs import find_hosts, read_order
from guards._reading.sending import read_inside
from guards._reading.shell import MARKS, Walker
from guards._reading.tools import (
    WORDS,
    find_command,
    list_strings,
    part_tool,
    resolve_tags,
    split_tool_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Query

PATHS = ("file_path", "notebook_path", "absolute_path", "path")


def read_call(
    event: Event, answers: dict[Query, Any], settings: dict[str, Any], queries: list[Query]
) -> Call:
    """The Call of an event; the queries that a better reading would need are added to `queries`."""
    tags = resolve_tags(event.tool, settings)
    command = find_command(event, tags)
    if command:
        return read_command(event, command, tags, Walker(answers, queries, run_words))
    texts = list(list_strings(event.input))
    given = {key.lower(): text for key, text in texts}
    resumes = given.get(str(tags.get("resume", "")).lower(), "") if tags.get("dispatcher") else ""
    call = Call(
        event.tool, tags.get("operation", ""), carries=[text for _, text in texts], tags=tags
    )
    call.resumes = resumes
    leads = tags.get("external") or any("://" in given.get(one, "") for one in WORDS["addresses"])
    if event.tool in WORDS["writers"]:
        patch = (
            row.partition(": ") for row in given.get("input", "").split("\n") if row[:4] == "*** "
        )
        named = (given.get(one, "") for one in PATHS)
        call.writes = tuple(filter(None, [*named, *(path for _, _, path in patch)]))
    elif leads or "external" in tags.get("by_hand", ()):
        read_arguments(call, texts, Walker(answers, queries, run_words))
    first = split_tool_name(part_tool(event.tool)[1])[:1]
    call.read_only = not leads and not WORDS["reads"].isdisjoint(first)
    return call


def read_command(event: Event, command: str, tags: dict[str, Any], walker: Walker) -> Call:
    if event.tool != "PowerShell":
        walker.run_line(MARKS.sub("", command))
    if event.tool == "PowerShell" or walker.unknown:
        read_code(walker, event.tool, command, "", 0)
    for path, text in list(walker.files.items())[:20] if len(walker.commands) > 1 else ():
        if "://" in text and not path.endswith((".md", ".txt", ".rst", ".json")):
            read_inside(walker, path, text)
    labels = {path: sorted(walker.read_labels(text)) for path, text in walker.files.items()}
    first = next((f"{one.program} {one.sub}".strip() for one in walker.commands), "")
    sent = next((one.program for one in walker.sinks), first)
    return Call(
        event.tool,
        tags.get("operation") or (first if first.startswith(sent) else sent),
        sinks=walker.sinks,
        carries=(command,),
        writes=dict.fromkeys(walker.writes),
        deletes=dict.fromkeys(walker.deletes),
        runs=dict.fromkeys(walker.runs),
        fetches=dict.fromkeys(walker.fetches),
        resumes=walker.resumes,
        unknown=walker.unknown,
        commands=walker.commands,
        tags={**tags, "copies": {path: found for path, found in labels.items() if found}},
    )


def read_arguments(call: Call, texts: list[tuple[str, str]], walker: Walker) -> None:
    """The sinks of a tool that may lead outside."""
    server, short = part_tool(call.tool)
    names, plain = split_tool_name(short), "\n".join(text for _, text in texts)
    words = {*split_tool_name(server or short), *names}
    chosen = call.tags.get("destination") or ()
    rows = [(key, key.lower(), text) for key, text in texts]
    addresses = [text for _, key, text in rows if key in WORDS["addresses"] and find_hosts(text)]
    places = [text for key, _, text in rows if key == chosen or key in chosen] or addresses
    places = places or [text for _, key, text in rows if key in WORDS["receivers"]]
    given = dict(texts)
    if "owner" in given and "repo" in given:
        places = [f"repo:{given['owner']}/{given['repo']}"]
    if not places and WORDS["browsers"] & words:
        places = find_hosts(plain, False)
        if "evaluate" in words and not places:
            return
    reads = bool(WORDS["reads"].intersection(names[:2]))
    opens = call.tags.get("fetches") or (
        addresses and (reads or {"navigate", "open", "goto"} & words)
    )
    call.fetches = tuple(addresses or places) if opens else ()
    orders = (read_order(f"{text.strip()} ") for _, text in texts if not reads)
    for order in filter(None, orders):
        walker.run_line(order)
    if not opens or any(key in WORDS["payload"] for _, key, _ in rows):
        likely = (text for key, text in texts if not reads and is_path(key, text))
        default = ("?" if WORDS["anybody"] & words else "service:") + (server or short)
        labels = [("file", one) for one in likely]
        walker.sinks.insert(0, Sink(call.tool, places[:20] or [default], labels, plain[:20000]))
    call.sinks = tuple(walker.sinks)


def is_path(key: str, text: str) -> bool:
    """Does an argument name a file that goes along?"""
    takes = not WORDS["files"].isdisjoint(split_tool_name(key))
    return (
        len(text) < 250
        and "\n" not in text
        and "://" not in text
        and (takes or "/" in text or text[:1] == ".")
    )
