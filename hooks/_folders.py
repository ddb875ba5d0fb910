"""What a folder that is about to leave holds: files that are secret by their names, and hold something.

Looked up only for a call that sends a whole folder away.  Bounded by names and by time; what is beyond is said.
"""
from __future__ import annotations

import os
import stat
import time

from guards import CREDENTIALS, Settings
from guards._sensitive.masking import of_test
from guards._sensitive.paths import path_level
from guards._sensitive.scan import scan
from guards._shell.builds import CONTEXT, IMAGE
from guards._shell.ignores import copied, ignored
from guards._text.fingerprint import fingerprint
from guards._text.glob import fits, parted
from hooks._stores import disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from guards import Event, Session
    from hooks._world import World

NAMES, SECONDS = 20_000, 0.05       # names that are looked at, and how long that may take
FOUND, READ = 8, 64 * 1024          # files that are told, characters of each that are read
OTHERS = frozenset((".git", ".hg", ".svn", ".tox", ".venv", "node_modules", "site-packages", "venv", "vendor"))


def provide(world: World, event: Event, session: Session, path: str) -> dict[str, Any]:
    """{"secret": paths below the folder, "beyond": was there more than was looked at}."""
    built = next((kind for kind in (CONTEXT, IMAGE) if path.startswith(kind)), "")
    base, pattern = parted(path.removeprefix(built))
    base = os.path.join(event.cwd or world.project, os.path.expanduser(base))
    return looked(base, NAMES, pattern, takes(base, built == IMAGE) if built else None)


def takes(base: str, image: bool) -> Callable[[str], bool]:
    """Which files of a folder its .dockerignore leaves in; of those, for an image, which the Dockerfile copies."""
    ignore, copies = _text(base, ".dockerignore"), _text(base, "Dockerfile") if image else ""
    return lambda name: not ignored(name, ignore) and (not copies or copied(name, copies))


def _text(base: str, name: str) -> str:
    try:
        return disk.read(os.path.join(base, name), READ).decode("utf-8", "replace")
    except (OSError, disk.Fault):
        return ""


def looked(base: str, names: int = NAMES, pattern: str = "",
           wanted: Callable[[str], bool] | None = None) -> dict[str, Any]:
    """The same for a folder by its whole path; `pattern`: of the files below it only those that it stands for;
    `wanted`: of these only such."""
    found: list[str] = []
    settings = Settings()
    settings.key = fingerprint(base, b"folder").encode()       # for this look alone
    until, beyond = time.monotonic() + SECONDS, False
    for count, name in enumerate(walked(base), 1):
        if count > names or time.monotonic() > until:
            beyond = True
            break
        if path_level(name) < CREDENTIALS or of_test(name) or (pattern and not fits(pattern, name)):
            continue
        if (wanted is None or wanted(name)) and holds(os.path.join(base, name), settings):
            found.append(name)
            if len(found) >= FOUND:
                break
    return {"secret": found, "beyond": beyond}


def walked(base: str) -> Iterator[str]:
    """The files below a folder, near ones first, as paths from there; links and other people's code left out."""
    waiting = [""]
    while waiting:
        inside = waiting.pop(0)
        try:
            entries = sorted(os.scandir(os.path.join(base, inside)), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            name = f"{inside}/{entry.name}".lstrip("/")
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in OTHERS:
                    waiting.append(name)
            else:
                yield name


def holds(path: str, settings: Any) -> bool:
    """Does a file that is secret by its name hold a secret?  What is no text does."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        text = disk.read(path, READ).decode("utf-8", "replace")
    except (OSError, ValueError, disk.Fault):
        return False
    return "\0" in text or any(found.level >= CREDENTIALS for found in scan(text, settings))
