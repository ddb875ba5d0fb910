"""All projects below a folder: which there are, a line each for a terminal, and their sessions for one page.

Law: a folder counts where a session left a record in it.  Links are not followed, and what lies deeper than DEEPEST is
not looked for; what a bound leaves out is said.
"""
from __future__ import annotations

import os

from hooks._ctl import _ledgers, status
from hooks._ctl._terminal import fit, say, width
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._stores.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

DEEPEST = 4             # folders below the one that is named
MOST_FOLDERS = 20_000   # that are looked into
PASSED_BY = ("node_modules", "venv", "__pycache__")
OWN = ("AUTOSKILLIT_STATE_DIR", "CLAUDE_PROJECT_DIR", "AUTOSKILLIT_CAMPAIGN_ID")     # would make all projects one


def worlds(world: World, folder: str) -> list[World]:
    """The projects below a folder, itself included, by name.  Raises Fault where there is none."""
    env = {name: value for name, value in world.env.items() if name not in OWN}
    if not os.path.isdir(folder):
        raise Fault(f"{folder} is no folder")
    found = [World(path, env, world.now) for path in projects(os.path.abspath(folder))]
    found = [one for one in found if _ledgers.paths(one)]
    if not found:
        raise Fault(f"no project below {folder} has a session on record ({DEEPEST} folders deep)")
    return found


def projects(top: str, most: int = MOST_FOLDERS) -> Iterator[str]:
    """The folders that hold records of ours, by name.  Raises Fault where there are too many to look into."""
    base = top.rstrip("/").count("/")
    for looked, (path, names, _) in enumerate(os.walk(top), 1):
        if looked > most:
            raise Fault(f"more than {most} folders below {top}: name one nearer to the projects")
        if os.path.isdir(os.path.join(path, ".autoskillit", "temp", "context")):
            yield path
        deeper = path.rstrip("/").count("/") - base < DEEPEST
        names[:] = sorted(name for name in names if deeper and name[0] != "." and name not in PASSED_BY)


def name_of(one: World, folder: str) -> str:
    """A project as a reader tells it from the others: its path below the folder."""
    below = os.path.relpath(one.project, os.path.abspath(folder))
    return os.path.basename(one.project) if below == "." else below


def report(found: list[World], folder: str, as_json: bool) -> int:
    """A line a project."""
    rows = [summed(one, name_of(one, folder)) for one in found]
    if as_json:
        print(dumps(rows))
        return 0
    size = max(16, width() - 55)
    say((f"{'project':<{size}} {'sessions':>8} {'last':<12} {'holds':<12} {'asked':>6} {'denied':>6}", "dim"))
    for row in rows:
        say((f"{fit(row['project'], size):<{size}}", "cyan"), f" {row['sessions']:>8} {status.when(row['last']):<12} ",
            (f"{row['holds']:<12}", status.COLOURS.get(row["holds"], "")), (f" {row['ask'] or '':>6}", "yellow"),
            (f" {row['deny'] or '':>6}", "red"))
    return 0


def summed(one: World, name: str) -> dict[str, Any]:
    """What a project's sessions add up to; `holds` is the highest that one of them still holds."""
    from guards import LEVELS

    parts = [status.totals(path) for path in _ledgers.paths(one)]
    held = [str((part["contamination"] or {}).get("level") or "none") for part in parts]
    top = max(held, key=lambda level: LEVELS.index(level) if level in LEVELS else 0)
    return {"project": name, "folder": one.project, "sessions": len(parts), "last": max(part["last"] for part in parts),
            "holds": "" if top == "none" else top, **{key: sum(part[key] for part in parts)
                                                      for key in ("events", "ask", "deny", "watched")}}
