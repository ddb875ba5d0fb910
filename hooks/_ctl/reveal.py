"""`guardctl reveal PLACEHOLDER`: the value behind `[kind:1a2b]`, looked up again in the file that it came from.

No value is stored: the file that the session's record names is read again, then the project's files that are secret
by their name, then this shell's environment, and what has the same placeholder is shown.  Only to a person: it needs
a terminal, and refuses inside an agent's session, whose transcript would keep it.
"""
from __future__ import annotations

import argparse
import os
import sys

from guards import CREDENTIALS
from guards._sensitive.masking import values
from guards._sensitive.paths import path_level
from hooks import _registry, _settings
from hooks._ctl import _ledgers
from hooks._stores import disk, sessions
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks._stores.world import World

NAMES = 20_000              # names of files looked at
SIZE = 4 * 1024 * 1024      # bytes read of one
SKIPPED = frozenset((".git", "node_modules", ".venv", "venv", "__pycache__", ".autoskillit"))
AGENTS = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "GEMINI_CLI")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("placeholder", help="as it stands in the text: [password:1a2b], the brackets may be left out")


def run(args: argparse.Namespace, world: World) -> int:
    if any(world.env.get(name) for name in AGENTS) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Fault("reveal shows a value and is for a person: run it in a terminal of your own, outside of the agent")
    settings = _settings.load(world, _registry.load())
    settings.key = world.key()
    tag = f"[{args.placeholder.strip().strip('[]')}]"
    for place, text in texts(world, tag):
        value = values(text, settings, place, True).get(tag) or values(text, settings, place, False).get(tag)
        if value is not None:
            return print_value(args, tag, value, place)
    for name, text in world.env.items():
        if values(f"{name}={text}", settings, "", True).get(tag) or values(text, settings, "", True).get(tag):
            return print_value(args, tag, text, f"the variable {name}")
    raise Fault(f"{tag} is in no file that is known to have held it, in no secret file of the project and in no "
                f"variable of this shell; it may have changed, or have come from a command or a server")


def print_value(args: argparse.Namespace, tag: str, value: str, place: str) -> int:
    """Prints a value and where it stands; exit code 0."""
    print(dumps({"placeholder": tag, "value": value, "found_in": place}) if args.json else f"{value}\n  (in {place})")
    return 0


def texts(world: World, tag: str) -> Iterator[tuple[str, str]]:
    """(path, text) of the files that may hold the value, the likeliest first."""
    seen = set()
    for path in (*recorded(world, tag), *secret_files(world.project)):
        full = os.path.join(world.project, os.path.expanduser(path))
        if full not in seen:
            seen.add(full)
            try:
                yield path, disk.read(full, SIZE).decode("utf-8", "replace")
            except (Fault, OSError, ValueError):
                continue


def recorded(world: World, tag: str) -> Iterator[str]:
    """The files that the sessions' records name for a placeholder."""
    for ledger in _ledgers.paths(world):
        first = next(iter(_ledgers.rows(ledger)), {})
        fields = sessions.load(world, str(first.get("session_id") or "")).fields if first.get("session_id") else {}
        issued = (fields.get("secrets") or {}).get("issued") or {}
        if issued.get(tag):
            yield str(issued[tag])


def secret_files(project: str) -> Iterator[str]:
    """The project's files that are secret by their name."""
    left = NAMES
    for folder, folders, names in os.walk(project):
        folders[:] = sorted(set(folders) - SKIPPED)
        for name in names:
            left -= 1
            if left < 0:
                return
            path = os.path.relpath(os.path.join(folder, name), project)
            if path_level(path) >= CREDENTIALS:
                yield path
