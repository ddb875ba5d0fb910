"""What a folder that is about to leave holds: files that are secret by their names or by a key of a known format.

Looked up only for a call that sends a whole folder away or pushes.  Bounded by names and time; what is beyond is said.
"""
from __future__ import annotations

import time

from guards import CREDENTIALS, Settings
from guards._sensitive.paths import of_test, path_level
from guards._sensitive.scan import scan
from guards._shell.programs.builds import ADDED, CONTEXT, IMAGE, UNSENT, copied, ignored
from guards._text.fingerprint import fingerprint
from guards._text.glob import fits, parted
from hooks._stores import disk
from hooks._stores.system import FILE, FORMAT, os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from guards import Event, Session
    from hooks._stores.world import World

NAMES, SECONDS = 20_000, 0.05       # names that are looked at, and how much of the processor that may take
SURE = 100          # names that are looked at whatever the clock says: a small folder gets one answer on every machine
OPENED, SMALL = 40, 16 * 1024       # files of no telling name that are opened, and how large they may be
LIKELY = (".asc", ".cfg", ".conf", ".config", ".ini", ".json", ".p8", ".properties", ".toml", ".txt", ".xml",
          ".yaml", ".yml")
COMMITS, LIKELY_NEW = 200, 300      # commits that no remote has, and new files, that are looked at
FOUND, READ = 8, 64 * 1024          # files that are told, characters of each that are read
OTHERS = frozenset((".git", ".hg", ".svn", ".tox", ".venv", "node_modules", "site-packages", "venv", "vendor"))


def provide(world: World, event: Event, session: Session, path: str) -> dict[str, Any]:
    """{"secret": paths below the folder, "beyond": was there more than was looked at}."""
    if path.startswith((ADDED, UNSENT)):
        return first_sent(event.cwd or world.project, path)
    built = next((kind for kind in (CONTEXT, IMAGE) if path.startswith(kind)), "")
    base, pattern = parted(path.removeprefix(built))
    base = os.path.join(event.cwd or world.project, os.path.expanduser(base))
    return looked(base, NAMES, pattern, takes(base, built == IMAGE) if built else None)


def first_sent(cwd: str, path: str) -> dict[str, Any]:
    """The same of files that git would take to a remote for the first time: new ones, and those of commits that no
    remote has."""
    from hooks import _git

    kind, folder, pathspec = path.split(":", 1)[0], path.partition(":")[2].rpartition(":")[0], path.rpartition(":")[2]
    base = os.path.join(cwd, os.path.expanduser(folder))
    said: tuple[int, str] | None
    if f"{kind}:" == ADDED:
        said = _git.run(base, "ls-files", "-o", "--exclude-standard", "-z", "--", pathspec)
    else:
        said = _git.run(base, "log", "--name-only", "--relative", "--diff-filter=A", "--format=", "-z", f"-n{COMMITS}",
                        "HEAD", "--not", "--remotes")
    names = dict.fromkeys((said[1] if said and not said[0] else "").split("\0"))
    settings = _settings(base)
    likely = [name for name in names if name and not of_test(name) and OTHERS.isdisjoint(name.split("/")) and (
        personal(name) or name.lower().endswith(LIKELY))]
    found = [name for name in likely[:LIKELY_NEW] if holds(os.path.join(base, name), settings, personal(name))]
    return {"secret": found[:FOUND], "beyond": len(likely) > LIKELY_NEW}


def _settings(base: str) -> Settings:
    """Settings for one look, with a key of its own."""
    settings = Settings()
    settings.key = fingerprint(base, b"folder").encode()
    return settings


def personal(name: str) -> bool:
    """Does a file's name say that it is secret, or for this machine alone?

    >>> personal("config.local.php"), personal("conf/.env"), personal("src/local.py")
    (True, True, False)
    """
    return path_level(name) >= CREDENTIALS or "local" in name.rsplit("/", 1)[-1].lower().split(".")[1:-1]


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
           wanted: Callable[[str], bool] | None = None, seconds: float = SECONDS) -> dict[str, Any]:
    """The same for a folder by its whole path; `pattern`: of the files below it only those that it stands for;
    `wanted`: of these only such; `seconds`: of the processor, behind the first SURE names."""
    found: list[str] = []
    settings = _settings(base)
    began, late, beyond, opened = time.process_time(), time.monotonic() + 10 * seconds, False, 0
    for count, name in enumerate(walked(base), 1):
        if count > names or (count > SURE and (time.process_time() - began > seconds or time.monotonic() > late)):
            beyond = True
            break
        named = path_level(name) >= CREDENTIALS
        if of_test(name) or (pattern and not fits(pattern, name)):
            continue
        if not named and (opened >= OPENED or not name.lower().endswith(LIKELY)):
            continue
        opened += not named
        if (wanted is None or wanted(name)) and holds(os.path.join(base, name), settings, named):
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


def holds(path: str, settings: Any, named: bool = True) -> bool:
    """Does a file hold a secret?  One that is secret by its name does where it is no text; of any other only a secret
    of a known format counts."""
    try:
        found = os.lstat(path)
        if found.st_mode & FORMAT != FILE or not (named or 20 < found.st_size < SMALL):
            return False
        text = disk.read(path, READ).decode("utf-8", "replace")
    except (OSError, ValueError, disk.Fault):
        return False
    if not named:
        return "\0" not in text and any(one.level >= CREDENTIALS and not one.rule.startswith(("assigned-", "named-"))
                                        for one in scan(text, settings))
    return "\0" in text or any(one.level >= CREDENTIALS for one in scan(text, settings))
