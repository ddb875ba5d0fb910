"""`guardctl rescue [ID] [--restore] [--force]`: what was copied before a call took it away, and how it comes back.

Without an ID a line each; with one what it holds; `--restore` brings it back.  ID is the rescue's, the call's or the
event's (guardctl tail shows it), or its beginning; with `--restore` or `--show` and no ID the newest counts.  Nothing
is written over but what a commit or the index holds, unless `--force` says so.
"""
from __future__ import annotations

import argparse
import os

from guards._text.dates import rfc3339
from hooks._ctl import _ledgers
from hooks._install.said import many
from hooks._said import guardctl
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._unsaved import rescue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._types import Stored
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="",
                        help="a rescue, its call, or the unique beginning of one")
    parser.add_argument("--restore", action="store_true", help="bring it back (the newest where no id is given)")
    parser.add_argument("--show", action="store_true", help="say what it holds, and where each file belongs")
    parser.add_argument("--force", action="store_true", help="also over what stands there now")


def run(args: argparse.Namespace, world: World) -> int:
    rows = rescue.listed(world)
    if not (args.id or args.restore or args.show):
        print(dumps(rows) if args.json else "\n".join(map(line, rows)) or "nothing was rescued")
        return 0
    row = chosen(rows, args.id)
    if not args.restore:
        print(dumps(row) if args.json else "\n".join([line(row), *held(row), (
            f"{guardctl(world)} rescue {row['id']} --restore brings it back")]))
        return 0
    try:
        came = rescue.restore(world, row, args.force)
    except OSError as e:
        raise Fault(f"{e.filename or row['id']}: {e.strerror}") from None
    if args.json:
        print(dumps({"restored": came.back, "left": came.left, "unchanged": came.same, "refs": came.refs}))
        return 1 if came.left else 0
    for path in came.back:
        print(_ledgers.flat(f"restored {path}"))
    for path in came.same:
        print(_ledgers.flat(f"unchanged {path} (it is there as it was)"))
    for path in came.left:
        print(_ledgers.flat(f"left as it is {path} (--force writes over it)"))
    for ref in came.refs:
        print(_ledgers.flat(f"kept as {ref}"))
    return 1 if came.left else 0


def chosen(rows: list[Stored], id: str) -> Stored:
    """The rescue that an id means.  Raises Fault."""
    if not id and rows:
        return rows[-1]
    fitting = [row for row in rows if id and any(name.startswith(id) for name in names(row))]
    if len(fitting) != 1:
        raise Fault(f"{len(fitting)} rescues begin with {id!r}; see guardctl rescue" if id else "nothing was rescued")
    return fitting[0]


def names(row: Stored) -> list[str]:
    """What a rescue is called: its own id, its call's, its event's."""
    call = str(row.get("call") or "")
    event = [_ledgers.short({"session_id": row.get("session_id"), "action_id": call})] if call else []
    return [str(row["id"]), *filter(None, [call, *event])]


def line(row: Stored) -> str:
    """A rescue as one line: its id, when, what for, what it holds."""
    files, refs = row.get("files") or [], kept(row)
    first = ", ".join([path for path, *_ in files[:3]] + refs[:1])
    more = f"  {many(len(files), 'file')}, {many(len(refs), 'ref')}  {first}"
    return _ledgers.flat(f"{row['id']}  {rfc3339(float(row.get('at') or 0))[:19]}  {row.get('what')}{more}")


def kept(row: Stored) -> list[str]:
    """The names of git that a rescue holds."""
    return [*row.get("refs", ()), *(name or id[:12] for pack in row.get("git", ()) for id, name in pack["refs"])]


def held(row: Stored) -> list[str]:
    """A rescue's files and commits, a line each."""
    lines = []
    for path, name, *_ in row.get("files", ()):
        copy = os.path.join(row["place"], str(name)) if name else ""
        size = f"{os.path.getsize(copy)} bytes" if copy and os.path.isfile(copy) else "a link"
        lines.append(_ledgers.flat(f"  {path}  {size}"))
    return lines + [_ledgers.flat(f"  {name}") for name in kept(row)]
