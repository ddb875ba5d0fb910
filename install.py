#!/usr/bin/env python3
"""Installs the guards into a project (or for a person), checks them, takes them out again.

    python3 install.py                      this folder, for everybody who clones it (.claude/settings.json)
    python3 install.py --scope local        this folder, for you alone (.claude/settings.local.json)
    python3 install.py --scope user         every project of yours (~/.claude/settings.json)

Python 3.9 or newer, on Linux and macOS (Windows through WSL).
"""

import sys

if sys.version_info < (3, 9):  # noqa: UP036  (this is the file that says so)
    sys.exit("install.py needs Python 3.9 or newer; this is " + sys.version.split()[0])

import argparse
import os

from hooks._install import AGENTS, SCOPES, SOURCE, Place
from hooks._install.check import run_check, run_install, run_uninstall
from hooks._install.plan import Refused
from hooks._stores import Fault

# The first five go with what is done, the others are what is done.
FLAGS = (
    ("--vendor", "put the code into the project too"),
    ("--memory-server", "register the session_memory tool (MCP) too"),
    ("--strict", "a fault then denies, where it would let a call pass"),
    ("--purge", "with --uninstall: records and snapshots too"),
    ("--dry-run", "show what would change, write nothing"),
    ("--try", "install nothing, judge your own sessions of the last 30 days"),
    ("--check", "say whether it works; exit 1 if not"),
    ("--uninstall", "take it out again"),
)


def main(given: list[str]) -> int:
    head, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(prog="install.py", description=head, epilog=rest)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--project", metavar="DIR", help="the project's folder (default: this one)")
    parser.add_argument("--scope", choices=SCOPES, default="project", help="whose settings file")
    names = ("claude", *AGENTS)
    parser.add_argument("--agent", nargs="+", choices=names, metavar="A", help=", ".join(names))
    what = parser.add_mutually_exclusive_group()
    for number, (flag, text) in enumerate(FLAGS):
        (what if number > 4 else parser).add_argument(flag, action="store_true", help=text)
    asked = parser.parse_args(given)
    if asked.purge and not asked.uninstall:
        parser.error("--purge goes with --uninstall")
    project = asked.project or os.curdir
    if vars(asked)["try"]:
        from hooks._ctl import main as run_verb

        return run_verb(["--project", project, "try"])
    try:
        if not os.path.isdir(project):
            raise Refused(f"{project} is no folder")
        same = os.path.realpath(project) == os.path.realpath(SOURCE)
        if same and not asked.project and asked.scope != "user":
            raise Refused("this folder holds the guards themselves; name yours: --project DIR")
        place = Place(asked.scope, project, os.environ)
        if asked.check:
            return run_check(place)
        return run_uninstall(place, asked) if asked.uninstall else run_install(place, asked)
    except (Refused, Fault) as refusal:
        print(f"install.py: {refusal}; nothing was changed", file=sys.stderr)
    except OSError as error:
        print(f"install.py: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
