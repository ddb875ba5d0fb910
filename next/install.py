#!/usr/bin/env python3
"""Installs the guards into a project (or for a person), checks them, takes them out again.

    python3 install.py                      this folder, for everybody who clones it (.claude/settings.json)
    python3 install.py --scope local        this folder, for you alone (.claude/settings.local.json)
    python3 install.py --scope user         every project of yours (~/.claude/settings.json)
    python3 install.py --vendor             the code in this folder too: for clones, containers and CI
    python3 install.py --check              is it all there, and does it answer?
    python3 install.py --uninstall          the settings file as it was; recorded history stays
    python3 install.py --try                installs nothing: what it would have done in your own sessions

Python 3.9 or newer, on Linux and macOS (Windows through WSL).
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 9):  # noqa: UP036  (this is the file that says so)
    sys.exit("install.py needs Python 3.9 or newer; this is " + sys.version.split()[0])

import argparse
import os

from hooks._install import SOURCE
from hooks._install.agents import AGENTS
from hooks._install.json_text import Refused
from hooks._install.places import SCOPES, Place
from hooks._stores import Fault


def parse_arguments(given: list[str]) -> argparse.Namespace:
    head, _, rest = (__doc__ or "").partition("\n")
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="install.py", description=head, epilog=rest, formatter_class=form
    )
    parser.add_argument("--project", metavar="DIR", help="the project's folder (default: this one)")
    parser.add_argument(
        "--scope", choices=SCOPES, default="project", help="whose settings file (default: project)"
    )
    parser.add_argument(
        "--agent",
        nargs="+",
        choices=("claude", *AGENTS),
        metavar="NAME",
        help=f"claude, {', '.join(AGENTS)}",
    )
    parser.add_argument("--vendor", action="store_true", help="put the code into the project too")
    parser.add_argument(
        "--memory-server", action="store_true", help="register the session_memory tool (MCP) too"
    )
    parser.add_argument(
        "--strict", action="store_true", help="a fault then denies, where it would let a call pass"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--try", action="store_true", dest="tried", help="install nothing, judge your own sessions"
    )
    what.add_argument(
        "--dry-run", action="store_true", help="show what would change, write nothing"
    )
    what.add_argument("--check", action="store_true", help="say whether it works; exit 1 if not")
    what.add_argument("--uninstall", action="store_true", help="take it out again")
    parser.add_argument(
        "--purge", action="store_true", help="with --uninstall: records and snapshots too"
    )
    return parser.parse_args(given)


def main(given: list[str]) -> int:
    asked = parse_arguments(given)
    project = asked.project or os.curdir
    if asked.tried:
        os.execv(
            sys.executable,
            [
                sys.executable,
                os.path.join(SOURCE, "hooks/guardctl.py"),
                "--project",
                project,
                "try",
            ],
        )
    if not os.path.isdir(project):
        print(f"install.py: {project} is no folder", file=sys.stderr)
        return 1
    if (
        not asked.project
        and asked.scope != "user"
        and os.path.realpath(project) == os.path.realpath(SOURCE)
    ):
        print(
            "install.py: this folder holds the guards themselves; name your project: --project DIR",
            file=sys.stderr,
        )
        return 1
    try:
        place = Place(asked.scope, project, os.environ)
        if asked.check:
            from hooks._install.check import run_check

            return run_check(place)
        from hooks._install.work import run_install, run_uninstall

        if asked.uninstall:
            return run_uninstall(place, asked)
        return run_install(place, asked)
    except (Refused, Fault) as refusal:
        print(f"install.py: {refusal}; nothing was changed", file=sys.stderr)
    except OSError as error:
        print(f"install.py: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
