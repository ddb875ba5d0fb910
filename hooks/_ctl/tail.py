"""`guardctl tail [-f] [SESSION]`: the ledger as it grows, one line an event; a call and its result are one."""
from __future__ import annotations

import argparse
import os
import time

from hooks._ctl import _ledgers
from hooks._ctl._lines import Lines
from hooks._ctl._terminal import say, width
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: the newest)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on as rows come")
    parser.add_argument("-n", "--lines", type=int, default=20, help="how many events at first (default: 20)")


def run(args: argparse.Namespace, world: World) -> int:
    path = _ledgers.of(world, args.session)
    data = list(disk.lines(path))
    lines, given = Lines(world, width()), _ledgers.Given()
    if data:
        first(lines, _ledgers.joined(data, given), args)
    at = sum(map(len, data))
    while args.follow:
        time.sleep(0.2)
        newest = path if args.session else _ledgers.of(world, None)
        if newest != path:  # a new session began
            path, at, lines, given = newest, 0, Lines(world, width()), _ledgers.Given()
        if os.path.exists(path) and os.stat(path).st_size > at:
            fresh = [line for line in disk.lines(path, at) if line.endswith(b"\n")]
            more(lines, _ledgers.joined(fresh, given), args.json)
            at += sum(map(len, fresh))
    return 0


def first(lines: Lines, rows: Iterable[dict[str, object]], args: argparse.Namespace) -> None:
    """The last events: their lines, or with --json the last rows."""
    found = list(rows)
    if args.json:
        show(found[-args.lines:] if args.lines > 0 else [])
        return
    every = lines.whole(found)
    if not every:
        raise Fault("no row of this session can be read; guardctl verify says what is wrong")
    for cells in every[-args.lines:] if args.lines > 0 else []:
        say(*cells)


def more(lines: Lines, rows: Iterable[dict[str, object]], as_json: bool) -> None:
    """Rows as they come."""
    if as_json:
        show(rows)
        return
    for row in rows:
        for cells in lines.add(row):
            say(*cells)


def show(rows: Iterable[dict[str, object]]) -> None:
    """Rows as JSON, a line each."""
    for row in rows:
        print(dumps(row), flush=True)
