"""A file that this session wrote would send a secret to a place that nobody named: asked before anything runs it.

Law: what such a text plans is found when it is written and goes where the file goes (cp, mv, cat); a command that names
it, or runs files of its name, may run it (guards/_shell/reached.py).  Not asked about: programs that only read, git's
own verbs, and a plan for a place that is named, trusted or the project's own.
Limitations: what is put together in more than one file.
"""
from __future__ import annotations

from guards._shell.reached import reached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards._call import Call
    from guards._history.fields import Contamination as State

    Rows = dict[str, list[list[Any]]]

MOST = 3            # plans of which one call is asked about


def ahead(call: Call, state: State) -> list[tuple[str, list[Any]]]:
    """(file, row) of the plans that this command may set off."""
    every = {**(state.get("plans") or {}), **(just_written(call) if call.prefilter and call.reading.made else {})}
    known = {path: rows for path, rows in every.items() if any(len(row) > 5 for row in rows)}
    if not known or not call.command:
        return []
    found = [(path, next(row for row in rows if len(row) > 5)) for path, rows in known.items() if any(
        reached(path, one, call.command) for one in call.ran)]
    return found[:MOST]


def just_written(call: Call) -> Rows:
    """The plans of what this very command writes before it runs something."""
    return {path: of_text(path, text, call.cwd) for path, text in call.reading.made.items()}


def of_text(path: str, text: str, cwd: str) -> list[list[Any]]:
    """What running this text would carry outside, one row each: see `labels.wrote`."""
    from guards._shell.plans import planned
    from guards._text.address import normalize

    return [[e.kind, e.program[:20], normalize(e.destination)[:100], e.payload.level, e.payload.names[0][:60], 1]
            for e in planned(path, text, cwd)
            if e.payload.names and not likely(e.payload.names, normalize(e.destination))]


def likely(names: tuple[str, ...], place: str) -> bool:
    """Is this a program that shows its own key at the place that the key is for?

    A variable may be for any place; not one that bears another's name, nor several of different owners, nor the
    address of a database.

    >>> likely(("$API_KEY",), "api.acme.dev"), likely(("$STRIPE_KEY",), "evil.example"), likely((".env",), "acme.dev")
    (True, False, False)
    """
    from guards._sensitive.vendors import VENDORS
    from guards._shell.sources import CONNECTIONS

    bare = [name[1:].lower() for name in names if name.startswith("$")]
    if len(bare) < len(names) or not bare or not CONNECTIONS.isdisjoint(bare):
        return False
    return all(word not in VENDORS or word in place
               for name in bare for word in name.split("_"))


def handed_on(copied: dict[str, tuple[str, ...]], state: State) -> Rows:
    """The plans of the files that a command copied, for the files that now hold the same."""
    known = state.get("plans") or {}
    found: Rows = {}
    for target, sources in copied.items() if known else ():
        for source in sources:
            rows = [row for row in known.get(source, ()) if len(row) > 5]
            if rows:
                found[target] = found[f"{target}/{source.rsplit('/', 1)[-1]}"] = rows
    return found


def gone(call: Call, state: State) -> Rows:
    """The files with a plan that a command removes."""
    known = state.get("plans") or {}
    return {touch.path: [] for touch in call.touches if touch.how == "removes" and touch.path in known} if known else {}
