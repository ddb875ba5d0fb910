"""The ledgers of a project for a person's eyes: which there are, their rows, one row as a line."""
from __future__ import annotations

import os

from hooks._stores import disk, ledger
from hooks._stores.disk import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks._world import World

# Endings of the files beside a ledger that are themselves JSON lines: "<session>.<name>.jsonl".
LEDGER = ".jsonl"


def paths(world: World) -> list[str]:
    """The ledgers, the one written last first."""
    folder = os.path.join(world.state, "context")
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    found = [os.path.join(folder, name) for name in names if name.endswith(LEDGER) and _is_ledger(folder, name)]
    return sorted(found, key=lambda path: -os.lstat(path).st_mtime)


def _is_ledger(folder: str, name: str) -> bool:
    """Kept rows ("<session>.<name>.jsonl") stand beside their session's ledger ("<session>.jsonl")."""
    stem, dot, _ = name[:-len(LEDGER)].rpartition(".")
    return not dot or not os.path.exists(os.path.join(folder, stem + LEDGER))


def of(world: World, session: str | None) -> str:
    """A session's ledger, by id or unique beginning of one; the newest where none is named.  Raises Fault."""
    every = paths(world)
    if not session:
        if not every:
            raise Fault(f"no session is on record in {world.state}; start the agent in this project first")
        return every[0]
    exact = os.path.join(world.state, "context", disk.safe_name(session) + LEDGER)
    if os.path.exists(exact):
        return exact
    fitting = [path for path in every if os.path.basename(path).startswith(session)]
    if len(fitting) != 1:
        raise Fault(f"{len(fitting) or 'no'} sessions begin with {session!r}; see guardctl status")
    return fitting[0]


def rows(path: str) -> Iterator[dict[str, Any]]:
    return ledger.rows(disk.lines(path))


def one_line(row: dict[str, Any]) -> str:
    """A row as `tail` shows it: time, decision, event, tool and operation, then the reason or what came of it."""
    text = str(row.get("reason") or row.get("result_summary") or brief(row.get("parameters")))
    return flat("{}  {:<4} {:<18} {:<28} {}".format(
        str(row.get("ts", ""))[11:19], str(row.get("decision", "")), str(row.get("event", "")),
        " ".join(filter(None, (str(row.get("tool", "")), str(row.get("operation", "")))))[:28], text[:160]).rstrip())


def flat(text: object) -> str:
    """A text as a part of one line: no break in it can forge another row.

    >>> flat("a" + chr(10) + "19:00:00  pass")
    'a 19:00:00  pass'
    """
    return " ".join(str(text).splitlines())


def brief(parameters: Any) -> str:
    if isinstance(parameters, dict):
        return " ".join(str(value) for value in parameters.values())
    return ""
