"""`guardctl off GUARD [--watch | --ask | --undo]`: turns one guard's dial in guards.json."""
from __future__ import annotations

import argparse

from hooks._ctl import _ledgers, _own
from hooks._install import json_text
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._stores.world import World

MEANS = {"off": "says and records nothing any more", "watch": "records what it would have said, and says nothing",
         "ask": "asks where it would have denied", "": "counts again as it did before"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("guard", help=", ".join(_own.guards()))
    dial = parser.add_mutually_exclusive_group()
    dial.add_argument("--watch", action="store_const", const="watch", dest="dial", help="record only")
    dial.add_argument("--ask", action="store_const", const="ask", dest="dial", help="never deny")
    dial.add_argument("--undo", action="store_const", const="", dest="dial", help="as it was installed")
    parser.set_defaults(dial="off")


def run(args: argparse.Namespace, world: World) -> int:
    known = _own.guards()
    fitting = [args.guard] if args.guard in known else [name for name in known if name.startswith(args.guard)]
    if len(fitting) != 1:
        raise _ledgers.unknown("guard", args.guard, fitting or known, bool(fitting), "guardctl off --help")
    guard = fitting[0]

    def edit(text: str) -> str:
        if not args.dial:
            return json_text.cut(text, ["guards", guard])
        if json_text.find(text, ["guards"]) is None:
            text = json_text.put(text, ["guards"], {})
        return json_text.put(text, ["guards", guard], args.dial)

    path = _own.change(world, edit)
    if args.json:
        print(dumps({"guard": guard, "dial": args.dial or "deny", "file": path}))
        return 0
    print(f"{guard} {MEANS[args.dial]} ({path})")
    if args.dial:
        print(f"to turn it back on: guardctl off {guard} --undo")
    return 0
