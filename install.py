#!/usr/bin/env python3
"""Installs the bundle into a project (or for a person), checks it, takes it out again.

    python3 install.py                      this folder, for everybody who clones it (.claude/settings.json)
    python3 install.py --scope local        this folder, for you alone (.claude/settings.local.json)
    python3 install.py --scope user         every project of yours (~/.claude/settings.json)
    python3 install.py --vendor             the guards' code in this folder too: for clones, containers and CI
    python3 install.py --agent claude codex Codex CLI too; `detected` for all that this machine has
    python3 install.py --check              is it all there, and does it answer?
    python3 install.py --uninstall          the settings file as it was; recorded history stays
    python3 install.py --try                installs nothing: what it would have done in your own sessions

Nothing but Python 3.9 or newer is needed.
"""
from __future__ import annotations

import sys

if sys.version_info < (3, 9):  # noqa: UP036  (this is the file that says so)
    sys.exit("install.py needs Python 3.9 or newer; this is " + sys.version.split()[0])

import argparse
import io
import os

from hooks._install import agents, check, code, places, work
from hooks._install.json_text import Refused
from hooks._install.said import LOST


def arguments(given: list[str]) -> argparse.Namespace:
    head, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(prog="install.py", description=head, epilog=rest,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--project", metavar="DIR", help="the project's folder (default: this one)")
    parser.add_argument("--scope", choices=places.SCOPES, default="project",
                        help="whose settings file (default: project)")
    parser.add_argument("--agent", metavar="NAME", nargs="+",
                        help=f"whose settings: {', '.join(agents.known())}, all or detected (default: claude; with "
                             "--uninstall all that register us)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--vendor", action="store_true",
                       help="put the guards' code into the project: whoever clones it, a container and CI are guarded "
                            "at once (where git tracks it there, it stays so)")
    where.add_argument("--shared", action="store_true",
                       help="take it out again: the project names a copy below $XDG_DATA_HOME (the default)")
    where.add_argument("--link", action="store_true", help="use this checkout in place instead of a copy")
    where.add_argument("--ci", metavar="DIR",
                       help="for a job in which nobody sits: code, settings and records in this folder outside the "
                            "checkout; docs/ci.md tells the job")
    parser.add_argument("--digest", metavar="SHA256", help="beside --ci, refuse where the code is not of this digest")
    parser.add_argument("--strict", action="store_true", help="a fault then denies, where it would let a call through")
    parser.add_argument("--memory-server", action="store_true", help="register the session_memory tool (MCP) too")
    parser.add_argument("--status-line", action="store_true",
                        help="show what the session holds in the client's status line")
    parser.add_argument("--exclude", action="store_true",
                        help="name our files in .git/info/exclude: git stash -u and git clean -fd leave them there")
    parser.add_argument("--force", action="store_true", help="overwrite files of the bundle that were changed by hand")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--dry-run", action="store_true", help="show what would change, write nothing")
    what.add_argument("--check", action="store_true", help="say what is installed and whether it works; exit 1 if not")
    what.add_argument("--uninstall", action="store_true", help="take it out again")
    parser.add_argument("--purge", action="store_true",
                        help="with --uninstall it deletes what `guardctl rescue` keeps of lost files")
    what.add_argument("--try", action="store_true", dest="tried",
                      help="install nothing: what the guards would have done in your own sessions of the last 30 days")
    made, rest = parser.parse_known_args(given)
    if rest and not made.tried:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    made.rest = rest        # try's own
    return made


def main(given: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a path may hold what the terminal cannot show
    asked = arguments(given)
    if asked.tried:
        from hooks import _ctl

        return _ctl.main([*(["--project", asked.project] if asked.project else []), "try", *asked.rest])
    if asked.ci:
        from hooks._install import ci

        return ci.install(asked.ci, asked.project or os.curdir, asked.digest, os.environ)
    project = asked.project or os.curdir
    if not os.path.isdir(project):
        print(f"install.py: {project} is no folder", file=sys.stderr)
        return 1
    here = not (asked.project or asked.check or asked.uninstall or asked.scope == "user")
    if here and os.path.realpath(project) == os.path.realpath(places.SOURCE):
        print("install.py: this folder holds the guards themselves; change to your project's folder, or name it: "
              "--project DIR (--project . is this one)", file=sys.stderr)
        return 1
    try:
        if asked.check:
            bad = check.run(places.Place(asked.scope, project, os.environ, asked.link), os.environ)
            for why in LOST:
                print(f"install.py: standard output: {why}", file=sys.stderr)
            return bad or bool(LOST)
        if asked.uninstall:
            place = places.Place(asked.scope, project, os.environ, asked.link)
            place.agents = agents.named(asked.agent, os.environ) if asked.agent else (
                agents.CLAUDE, *agents.registered(place, os.environ))
            return work.uninstall(place, os.environ, asked.purge)
        place = code.wanted(asked.scope, project, os.environ, asked.link, asked.vendor, asked.shared)
        place.agents = agents.named(asked.agent or [agents.CLAUDE], os.environ)
        return work.install(place, os.environ, asked.strict, asked.memory_server, asked.dry_run, asked.force,
                            asked.status_line, asked.exclude)
    except Refused as refusal:
        print(f"install.py: {refusal}; nothing was changed", file=sys.stderr)
    except OSError as error:
        print(f"install.py: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
