"""`guardctl tail [-f] [SESSION]`: the ledger as it grows."""
from __future__ import annotations

import argparse
import os
import time

from hooks._ctl import _ledgers
from hooks._stores import disk, ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: the newest)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on as rows come")
    parser.add_argument("-n", "--lines", type=int, default=20, help="how many rows at first (default: 20)")


def run(args: argparse.Namespace, world: World) -> int:
    path = _ledgers.of(world, args.session)
    lines = list(disk.lines(path))
    show(lines[-args.lines:] if args.lines > 0 else [], args.json)
    at = sum(map(len, lines))
    while args.follow:
        time.sleep(0.2)
        newest = path if args.session else _ledgers.of(world, None)
        if newest != path:  # a new session began
            path, at = newest, 0
        if os.path.exists(path) and os.stat(path).st_size > at:
            fresh = [line for line in disk.lines(path, at) if line.endswith(b"\n")]
            show(fresh, args.json)
            at += sum(map(len, fresh))
    return 0


def show(lines: list[bytes], as_json: bool) -> None:
    for line in lines:
        if as_json:
            print(line.decode("utf-8", "replace").rstrip("\n"), flush=True)
        else:
            for row in ledger.rows([line]):
                print(_ledgers.one_line(row), flush=True)
