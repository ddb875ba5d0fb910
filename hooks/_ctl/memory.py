"""`guardctl memory list|add|mark-stale|clear`: what a session believes, for a person; `--call JSON`: as the tool."""
from __future__ import annotations

import argparse
import sys

from hooks import _registry, _settings
from hooks._ctl import _acts
from hooks._install.said import many
from hooks._stores import memory, memory_rows
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

KIND = "fact"
VERBS = ("list", "add", "mark-stale", "clear")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("verb", nargs="?", choices=VERBS, help="default: list")
    parser.add_argument("content", nargs="?", help="add: what to remember")
    parser.add_argument("--call", metavar="JSON", help="the tool's arguments; prints its answer (- reads stdin)")
    parser.add_argument("--session", dest="session_id",
                        help="whose memory: a session's id or its beginning (default: the newest)")
    parser.add_argument("--kind", help=f"add: {', '.join(memory_rows.KINDS)} (default: {KIND})")
    parser.add_argument("--kinds", nargs="*", metavar="KIND", help="only rows of these kinds")
    parser.add_argument("--ids", nargs="*", type=int, metavar="ID", help="only these rows")
    parser.add_argument("--include-stale", action="store_true", default=None, help="list: stale rows too")
    parser.add_argument("--limit", type=int, help=f"list: how many (default {memory_rows.LIMIT})")
    parser.add_argument("--confidence", type=float, help="add: from 0 to 1")
    parser.add_argument("--source-tool", help="add: the tool whose answer says so")
    parser.add_argument("--source-call-id", help="add: the call that it answered")
    parser.add_argument("--reason", help="mark-stale: why")


def run(args: argparse.Namespace, world: World) -> int:
    settings = _settings.load(world, _registry.load())
    settings.key = world.key()
    if args.call is not None:
        told = memory.call(world, settings, parsed(args.call))
        print(dumps(told))
        return 0 if told["ok"] else 1
    arguments = {name: getattr(args, name) for name in memory_rows.ARGUMENTS if name != "action"}
    arguments["action"] = (args.verb or "list").replace("-", "_")
    arguments["session_id"] = _acts.session_of(world, args.session_id)
    if args.verb == "add" and not arguments.get("kind"):
        arguments["kind"] = KIND
    # An agent's own shell is not the person.
    answer = memory.call(world, settings, arguments, "agent" if world.env.get("CLAUDECODE") else "user")
    if args.json:
        print(dumps(answer))
    elif answer["ok"]:
        print(spoken(answer))
    else:
        print(f"guardctl memory: {answer['message']} ({answer['error_code']})", file=sys.stderr)
    return 0 if answer["ok"] else 1


def parsed(text: str) -> object:
    """The arguments in a JSON text; None for what is none, which the tool then refuses."""
    try:
        return loads(sys.stdin.read() if text == "-" else text)
    except (ValueError, RecursionError):
        return None


def spoken(answer: dict[str, Any]) -> str:
    """An answer for a person's eyes."""
    if "id" in answer:
        return f"added #{answer['id']}"
    if "rows" not in answer:
        return str(answer.get("message") or many(answer['count'], 'row'))
    return "\n".join(line(row) for row in answer["rows"]) or "no rows"


def line(row: dict[str, Any]) -> str:
    """A remembered row as one line."""
    state = f"stale: {row['stale_reason']}" if row["stale_at"] else "on probation" if row.get("probation") else ""
    about = ", ".join(filter(None, (row["origin"], row["source_tool"], state)))
    content = "".join(c if c.isprintable() else " " for c in row["content"])
    return f"#{row['id']} {row['created_at'][:19]} {row['kind']} ({about}): {content}"
