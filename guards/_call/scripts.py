"""The files that a command runs: one door for every guard.

Law: the text of a script is part of the call that runs it.  `wanted` names the files whose text the shell has to read
for that: scripts that the command names, and those written in this session that one of its programs runs by their
name (guards/_shell/reached.py says of a file whether a command may run it at all).
Cannot see: a script whose name is put together at run time.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._call import Call

MOST = 24           # files of one call


def wanted(call: Call, scripts: Iterable[str], plans: Iterable[str]) -> list[str]:
    """The files, of those that the session wrote (`scripts`, `plans`), whose text belongs to this call."""
    if not plans and not any(may_name(path, call.command) for path in scripts):
        return []
    from guards._shell.conventions import run_by, started

    found: list[str] = []
    for path in scripts:
        name = path.rsplit("/", 1)[-1]
        if name in call.command or name.split(".")[0] in call.command or run_by(path, call.ran):
            found.append(path)
    rest = [path for path in plans if path not in found]
    near = [*started(call.ran), *call.reading.scripts] if rest else []     # may name one: a Makefile, a script
    return [*found, *near, *rest][:MOST] if near else found[:MOST]


def may_name(path: str, command: str) -> bool:
    """Could a command run this script: does it name it, or is it one that programs run by its name?  A cheap gate."""
    from guards._text.lasting import RUNNERS, has_runner

    name = path.rsplit("/", 1)[-1]
    return name.split(".")[0] in command or name in command or (
        has_runner(path) and not RUNNERS.isdisjoint(command.replace("/", " ").split()))
