"""`guardctl rescue [ID] [--force]`: what was copied before a call destroyed it; with an ID it comes back."""
from __future__ import annotations

import argparse

from guards._text.dates import rfc3339
from hooks._stake import rescue
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", help="the rescue to bring back (an id, or the unique beginning of one)")
    parser.add_argument("--force", action="store_true", help="also over what stands there now")


def run(args: argparse.Namespace, world: World) -> int:
    rows = rescue.listed(world)
    if not args.id:
        print(dumps(rows) if args.json else "\n".join(map(line, rows)) or "nothing was rescued")
        return 0
    fitting = [row for row in rows if row["id"].startswith(args.id)]
    if len(fitting) != 1:
        raise Fault(f"{len(fitting)} rescues begin with {args.id!r}; see guardctl rescue")
    back, left = rescue.restore(world, fitting[0], args.force)
    refs = fitting[0].get("refs") or []
    if args.json:
        print(dumps({"restored": back, "left": left, "refs": refs}))
        return 1 if left else 0
    for path in back:
        print(f"restored {path}")
    for path in left:
        print(f"left as it is {path} (--force writes over it)")
    for ref in refs:
        print(f"kept in {fitting[0].get('root')}: git branch NAME {ref}")
    return 1 if left else 0


def line(row: dict[str, Any]) -> str:
    """A rescue as one line: its id, when, what for, what it holds."""
    files, refs = row.get("files") or [], row.get("refs") or []
    names = ", ".join([path for path, _ in files[:3]] + refs[:1])
    return f"{row['id']}  {rfc3339(float(row.get('at') or 0))[:19]}  {row.get('what')}  {len(files)} files, " \
           f"{len(refs)} refs  {names}"
