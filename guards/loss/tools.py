"""What a tool that works on this machine's files would destroy: the Write tool, a patch, a file server's tools.

Law: by the verb in the tool's name and the paths among its arguments; a path that is not absolute counts only for a
server whose own name says that files are its business.  Whether anything is at stake the disk says, as for commands.
Cannot see: a tool whose name says nothing of it, a path inside a longer text.
"""
from __future__ import annotations

from guards.loss.words import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards._call import Call

REMOVES = frozenset(("delete", "remove", "unlink", "rm", "rmdir", "trash", "erase", "shred", "purge"))
WRITES = frozenset(("write", "save", "overwrite", "create", "put", "replace", "truncate"))
MOVES = frozenset(("move", "rename", "copy", "mv", "cp"))
FILES = frozenset((
    "code", "desktop", "disk", "editor", "file", "files", "filesystem", "fs", "ide", "local", "shell", "workspace"))
# Where a tool's arguments hold a path; of a tool that moves, the first is what goes, the second where to.
PATHS = ("path", "file_path", "filepath", "file", "filename", "paths", "files", "directory", "folder", "target_file")
FROM = ("source", "src", "from", "old_path", "source_path", "path", "old_name")
TO = ("destination", "dest", "dst", "to", "new_path", "target", "destination_path", "target_path", "new_name")
MOST, LONG = 40, 1000        # paths of a call; characters of one
BEGIN, DELETE, ADD, MOVE = "*** Begin Patch", "*** Delete File: ", "*** Add File: ", "*** Move to: "


def acts(tool: str) -> frozenset[str]:
    """The words of an MCP tool's own name that stand in a table above.

    >>> sorted(acts("mcp__filesystem__write_file")), sorted(acts("mcp__x__readFile")), sorted(acts("Read"))
    (['write'], [], [])
    """
    if not tool.startswith("mcp__"):
        return frozenset()
    return frozenset(_words(tool.rpartition("__")[2])) & (REMOVES | WRITES | MOVES)


def of_tool(call: Call) -> list[Loss]:
    """What a call without a command could destroy."""
    if call.tool == "Write":
        # It puts its whole text in the place of what was there; other editing tools change a part.
        return [Loss("files", "Write", "", "W", (touch.path,)) for touch in call.touches]
    if call.tool == "apply_patch":
        return of_patch(call.given, call.cwd)
    return _of_server(call, call.given, acts(call.tool))


def of_patch(given: Mapping[str, Any], cwd: str) -> list[Loss]:
    """A patch: the files that it deletes, and those that it puts in the place of others."""
    text = next((value for value in given.values() if isinstance(value, str) and BEGIN in value), "")
    lines = [line.rstrip() for line in text.splitlines() if line.startswith("*** ")]
    gone = [line[len(DELETE):] for line in lines if line.startswith(DELETE)]
    over = [line.partition(": ")[2] for line in lines if line.startswith((ADD, MOVE))]
    return [*([Loss("files", "apply_patch that deletes", cwd, "", gone[:MOST])] if gone else []),
            *([Loss("files", "apply_patch over it", cwd, "W", over[:MOST])] if over else [])]


def _of_server(call: Call, given: Mapping[str, Any], verbs: frozenset[str]) -> list[Loss]:
    name = call.tool.rpartition("__")[2]
    near = not FILES.isdisjoint(_words(call.tool[len("mcp__"):].rpartition("__")[0]))
    if verbs & MOVES:
        ends = [_paths(given, names, near)[:1] for names in (FROM, TO)]
        return [Loss("files", name, call.cwd, "c", (ends[1][0], ends[0][0]))] if all(ends) else []
    paths = _paths(given, PATHS, near)
    if not paths:
        return []
    return [Loss("files", name, call.cwd, "r" if verbs & REMOVES else "W", paths)] if verbs else []


def _paths(given: Mapping[str, Any], names: tuple[str, ...], near: bool) -> list[str]:
    """The paths among the arguments of these names."""
    found = []
    for key, value in given.items():
        if key.lower() in names:
            found += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    return [path for path in found[:MOST] if 0 < len(path) < LONG and "://" not in path and (near or path[0] == "/")]


def _words(name: str) -> list[str]:
    """A name's words in lower case, split at signs and where the case changes."""
    spaced = "".join(f" {c.lower()}" if c.isupper() else c if c.isalnum() else " " for c in name)
    return spaced.split()
