"""What guardctl does: one command a file, each with `add_arguments(parser)` and `run(args, world) -> exit code`."""
from __future__ import annotations

import argparse
import os
import sys

from hooks._ctl import _person
from hooks._stores.disk import Fault
from hooks._world import World, project_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

# Command -> what it is for.  The module's name is the command's, `-` as `_`.
COMMANDS = {
    "status": "what the guards know of the newest sessions, and what is wrong",
    "tail": "the ledger of a session as it grows, one line an event",
    "explain": "why one call was passed, asked about or denied",
    "release": "lower what a session holds to none, with a reason, on record",
    "allow": "let one call through that a guard objected to, once, on record",
    "approvals": "what was approved in a session; --revoke takes it back",
    "lineage": "which session launched which, and which of them live",
    "handover": "give a session to another session or kitchen, which may then resume it",
    "classify": "how sensitive is the text on stdin, and where",
    "memory": "what a session believes: list, add, mark-stale, clear",
    "context": "the evaluation context of a session, in AARM's field names",
    "verify": "is every record as it was written: ledger, receipts, signatures",
    "report": "sessions for somebody who was not there: as text, or with -o as a page for a browser",
    "export": "ledger rows for other systems: JSON lines, OCSF, OTLP",
    "replay": "a recorded session judged anew with the settings of now",
    "reveal": "the value behind a placeholder, for a person in a terminal",
    "settings": "every key of guards.json, what it is set to here, and what it does",
    "trust": "accept what this project's guards.json loosens, where the guards are your own",
    "purge": "removes what is past its retention period",
    "benchmark": "what the guards stop, whom they disturb and what they cost, on a corpus of their own",
    "rescue": "what was copied before a call destroyed it; with an id it comes back",
    "demo": "three stories of a fresh install through the real scripts; `--verbose` shows what is on record",
}


def main(argv: list[str], person: Callable[[Mapping[str, str]], str] = _person.missing) -> int:
    """Runs one command; 0 done, 1 not done (with a line that says why), 2 wrong words.

    `person` says why nobody is there for what only a person may say, "" where somebody is.
    """
    parser = argparse.ArgumentParser(prog="guardctl",
                                     description="See and steer the guards of a project.")
    parser.add_argument("--project", help="the project's folder (default: found from the current one)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, purpose in COMMANDS.items():
        one = commands.add_parser(name, help=purpose, description=purpose)
        one.add_argument("--json", action="store_true", help="print JSON")
        module(name).add_arguments(one)
    args = parser.parse_args(argv)
    env = {**os.environ, **({"CLAUDE_PROJECT_DIR": args.project} if args.project else {})}
    world = World(project_of(env, os.getcwd()), env)
    try:
        if (args.command in _person.VERBS and not getattr(args, "dry_run", False)) or any(
                getattr(args, one, None) is not None for one in _person.OPTIONS):
            why = person(env)
            if why:
                raise Fault(f"{args.command} is for a person in a terminal of their own ({why}); in the agent's "
                            f"prompt, `guard: release WHY` and `guard: allow` are lines of yours")
        return int(module(args.command).run(args, world))
    except (Fault, OSError) as e:
        print(f"guardctl: {e}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


def module(name: str) -> Any:
    full = f"hooks._ctl.{name.replace('-', '_')}"
    __import__(full)
    return sys.modules[full]
