"""What a tool would destroy: the Write tool, a patch, a file server's tools, databases behind a server.

Law: a tool's call is read as the command that it is.  Files by the verb in the tool's name and the paths among its
arguments (a path that is not absolute counts only for a server whose own name says that files are its business); an
order to a database by its text.  Whether anything is at stake the disk says.
Limitations: a tool whose name says nothing of it, a path inside a longer text, git behind a server.
"""
from __future__ import annotations

from guards._call.tags import FILE, LEAVES, WHOLE, words_of
from guards._text.sql import SEARCHES, empties, mutation
from guards.loss.words import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards._call import Call

REMOVES = frozenset("delete remove unlink rm rmdir trash erase shred purge".split())
WRITES = frozenset("write save overwrite create put replace truncate".split())
FILES = frozenset("code desktop disk editor file files filesystem fs ide local shell workspace".split())
# Where a tool's arguments hold a path; of a tool that moves, the first is what goes, the second where to.
PATHS = (*FILE, "filepath", "file", "filename", "paths", "files", "directory", "folder", "target_file")
MOST, LONG = 40, 1000        # paths of a call; characters of one
BEGIN, DELETE, ADD, MOVE = "*** Begin Patch", "*** Delete File: ", "*** Add File: ", "*** Move to: "


def acts(call: Call) -> frozenset[str]:
    """The words of a server's tool's own name that stand in a table above."""
    return (REMOVES | WRITES).intersection(words_of(call.short) if call.server else ())


# Arguments that hold an order to a database.
ORDERS = tuple("sql query statement statements command queries cypher".split())
BODIES = tuple("body data json payload".split())       # those that hold what is sent by HTTP
FORCED = frozenset("force forced discard discard_changes cascade hard permanent permanently recursive".split())
MANY = frozenset("all batch bulk empty many".split())
KEPT_ELSEWHERE = frozenset("bucket cluster database repo repository schema table volume volumes".split())


def speaks(call: Call) -> bool:
    """May a call of a server's tool be an order to a database or to a service that takes away?"""
    if call.tool == LEAVES:
        return bool(call.given.get("discard_changes"))
    return bool(call.server) and (not REMOVES.isdisjoint(_words(call)) or any(
        name in call.given for name in (*ORDERS, *BODIES)))


def _words(call: Call) -> frozenset[str]:
    return frozenset((*words_of(call.server), *words_of(call.short)))


def of_order(call: Call) -> list[Loss]:
    """An order to a database; something at a service that is removed by force, or that holds others' data."""
    from guards.loss.services import STRONG, harmless

    words = _words(call)
    text = ";".join(one for key in ORDERS for one in _texts(call.given.get(key)))
    found = (empties(text[:200_000]) or mutation(text, STRONG)) if SEARCHES.isdisjoint(words) else ""
    found = found or mutation(_body(call.given), STRONG)
    short = [one for value in call.given.values() for one in _texts(value) if 0 < len(one) < 200]
    if found and not harmless([*short, call.tool.replace("__", "-")]):
        return [Loss("remote", found, "", "", (f"the database behind {call.server}",))]
    forced = any(value is True and not FORCED.isdisjoint((key.lower(), *words_of(key)))
                 for key, value in call.given.items())
    if REMOVES.isdisjoint(words) or not (forced or (KEPT_ELSEWHERE | MANY) & words) or harmless(short):
        return []
    return [Loss("remote", " ".join(words_of(call.short))[:60], "", "", short[:3] or [call.short])]


def _body(given: Mapping[str, Any]) -> str:
    """What is sent by HTTP, where it is JSON and no prose."""
    return " ".join(text for text in map(str, map(given.get, BODIES)) if text.lstrip()[:1] == "{")


def _texts(value: Any) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def of_tool(call: Call) -> list[Loss]:
    """What a call without a command could destroy."""
    if call.tool == LEAVES:
        return [Loss("worktree", LEAVES, "", "", (call.cwd,))] if speaks(call) else []
    if call.tool == WHOLE:
        # It puts its whole text in the place of what was there; other editing tools change a part.
        return [Loss("files", WHOLE, "", "W", (touch.path,)) for touch in call.touches]
    if call.tool == "apply_patch":
        return of_patch(call.given, call.cwd)
    return _of_server(call, call.given, acts(call)) or of_order(call)


def of_patch(given: Mapping[str, Any], cwd: str) -> list[Loss]:
    """A patch: the files that it deletes, and those that it puts in the place of others."""
    text = next((value for value in given.values() if isinstance(value, str) and BEGIN in value), "")
    lines = [line.rstrip() for line in text.splitlines() if line.startswith("*** ")]
    gone = [line[len(DELETE):] for line in lines if line.startswith(DELETE)]
    over = [line.partition(": ")[2] for line in lines if line.startswith((ADD, MOVE))]
    return [*([Loss("files", "apply_patch that deletes", cwd, "", gone[:MOST])] if gone else []),
            *([Loss("files", "apply_patch over it", cwd, "W", over[:MOST])] if over else [])]


def _of_server(call: Call, given: Mapping[str, Any], verbs: frozenset[str]) -> list[Loss]:
    name, near = call.short, not FILES.isdisjoint(words_of(call.server))
    paths = _paths(given, near)
    if not paths:
        return []
    return [Loss("files", name, call.cwd, "r" if verbs & REMOVES else "W", paths)] if verbs else []


def _paths(given: Mapping[str, Any], near: bool) -> list[str]:
    """The paths among the arguments."""
    found = []
    for key, value in given.items():
        if key.lower() in PATHS:
            found += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    return [path for path in found[:MOST] if 0 < len(path) < LONG and "://" not in path and (near or path[0] == "/")]
