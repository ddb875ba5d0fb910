"""What guardctl does: one command a file, each with `add_arguments(parser)` and `run(args, world) -> exit code`."""
from __future__ import annotations

import argparse
import os
import sys

from hooks._ctl import _person
from hooks._ctl._terminal import shown
from hooks._stores.disk import Fault
from hooks._stores.world import World, project_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

# Command -> what it is for.  The module's name is the command's, `-` as `_`.
COMMANDS = {
    "status": "a line a session: what it holds, what was asked and denied, what it is for",
    "tail": "the ledger of a session as it grows, one line an event",
    "why": "the last objection: what, why, what was answered, and how to make it stop",
    "explain": "all that is on record of one event; --command TEXT: how a command is read",
    "rules": "every rule and every excuse: what it answers; with an id an example that fires, one that does not",
    "release": "lower what a session holds to none, with a reason, on record",
    "allow": "let one call through once, on record; or trust a host for good",
    "off": "turn one guard off, or to watch or ask; --undo turns it back",
    "approvals": "what was approved in a session; --revoke takes it back",
    "lineage": "which session launched which, and which of them live",
    "handover": "give a session to another session or kitchen, which may then resume it",
    "classify": "how sensitive is the text on stdin, and where",
    "memory": "what a session believes: list, add, mark-stale, clear",
    "context": "the evaluation context of a session, in AARM's field names",
    "doctor": "is all there, and does it answer?  (install.py --check, without the checkout)",
    "verify": "is every record as it was written: ledger, receipts, signatures",
    "report": "sessions for somebody who was not there: as text, or with -o as a page for a browser",
    "export": "ledger rows for other systems: JSON lines, OCSF, OTLP",
    "ci": "what was stopped in a job where nobody sits, with the reason; exit 1 where something was",
    "replay": "a recorded session judged anew with the settings of now",
    "reveal": "the value behind a placeholder, for a person in a terminal",
    "settings": "every key of guards.json, what it is set to here, and what it does",
    "trust": "accept what this project's guards.json loosens, where the guards are your own",
    "purge": "removes what is past its retention period",
    "benchmark": "what the guards stop, whom they disturb and what they cost, on a corpus of their own",
    "rescue": "what was copied before a call took it away; `--restore` brings it back",
    "try": "what the guards would have done in your own sessions of the last days: one page",
    "tune": "settings that would have spared what you always answered with yes; N writes one, --undo takes it back",
    "demo": "four stories of a fresh install through the real scripts; `--verbose` shows what is on record, "
            "`--incident [NAME]` plays what happened to others",
}


def main(argv: list[str], person: Callable[[Mapping[str, str]], str] = _person.missing) -> int:
    """Runs one command; 0 done, 1 not done (with a line that says why), 2 wrong words.

    `person` says why nobody is there for what only a person may say, "" where somebody is.
    """
    parser = argparse.ArgumentParser(prog="guardctl", description="See and steer the guards of a project.",
                                     epilog="exit: 0 done, 1 not done or something is wrong (one line says why), "
                                            "2 words that are not known")
    parser.add_argument("--project", help="the project's folder (default: found from the current one)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, purpose in COMMANDS.items():
        one = commands.add_parser(name, help=purpose, description=purpose)
        one.add_argument("--json", action="store_true", help="print JSON")
        module(name).add_arguments(one)
    args = parser.parse_args(argv)
    if not args.command:
        parser.print_help()
        return 0
    env = {**os.environ, **({"CLAUDE_PROJECT_DIR": args.project} if args.project else {})}
    world = World(project_of(env, os.getcwd()), env)
    try:
        if (args.command in _person.VERBS and not getattr(args, "dry_run", False)) or any(
                getattr(args, one, None) is not None for one in _person.OPTIONS):
            why = person(env)
            if why:
                line = next((one for one in _person.LINES if args.command in one), "")
                raise Fault(f"{args.command} is for a person in a terminal of their own ({why})"
                            f"{line and f'; in the prompt of the agent you can type: {line}'}")
        code = int(module(args.command).run(args, world))
        sys.stdout.flush()
        return code
    except BrokenPipeError:     # `| head`: nobody reads on
        sys.stdout = open(os.devnull, "w", encoding="utf-8")    # noqa: SIM115  (Python flushes it at the end)
        return 0
    except OSError as e:
        if e.filename is None:      # a full disk behind `>`: what is left of it goes nowhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
        print(f"guardctl: {shown(e.filename or 'standard output')}: {e.strerror or e}", file=sys.stderr)
        return 1
    except Fault as e:
        told = " ".join(str(e).splitlines())
        print(f"guardctl: {shown(told)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def module(name: str) -> Any:
    """A verb's module, loaded by its name.  Raises ImportError."""
    full = f"hooks._ctl.{name.replace('-', '_')}"
    __import__(full)
    return sys.modules[full]
