"""What a folder that is about to leave holds: files that are secret by their names or by a key of a known format.

Looked up only for a call that sends a whole folder away or pushes.  Bounded by names and time; what is beyond is said.
"""
from __future__ import annotations

import time

from guards import CREDENTIALS, Settings
from guards._sensitive.paths import of_test, path_level
from guards._sensitive.scan import scan
from guards._shell.programs.builds import ADDED, CONTEXT, IMAGE, UNSENT
from guards._text.fingerprint import fingerprint
from guards._text.glob import fits, parted
from hooks._ignored import copied, ignored
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
# Rules of what is drawn from words, and of keys that a page may show; words of names that say they only show something.
SHOWN = tuple("example sample template cypress e2e snapshot seed demo docs/ readme".split())
DRAWN = ("assigned-", "named-")
OPEN = (*DRAWN, "google-api-key", "jwt", "mapbox-", "url-password")
PATCH = 256 * 1024  # characters of the lines that a push takes along for the first time
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
    """The same of what git would take to a remote for the first time: new files, those of commits that no remote has,
    and the lines that are new in files of any name.  `path`: a kind and folder, then what `git add` names, with NUL
    between; without such names (`git commit`) what git knows already."""
    where, *named = path.split("\0")
    kind, _, folder = where.partition(":")
    base = os.path.join(cwd, os.path.expanduser(folder))
    names, patch = _unsent(base) if f"{kind}:" == UNSENT else _to_add(base, named)
    settings = _settings(base)
    owned = [name for name in dict.fromkeys(names.split("\0")) if name and _own(name)]
    likely = [name for name in owned if personal(name) or name.lower().endswith(LIKELY)]
    found = [name for name in likely[:LIKELY_NEW] if holds(os.path.join(base, name), settings, personal(name))]
    others = [name for name in owned[:LIKELY_NEW] if f"{kind}:" == ADDED and name not in likely and not _shows(name)]
    found += [name for name in others if holds(os.path.join(base, name), settings, False, OPEN)]
    found += [name for name, text in added(patch) if name not in found and _own(name) and not _shows(name)
              and known_format(text, settings, OPEN)]
    return {"secret": found[:FOUND], "beyond": len(likely) > LIKELY_NEW}


LINES = ("--relative", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames")


def _unsent(base: str) -> tuple[str, str]:
    """(names, patch) of the commits that no remote has."""
    ours = (f"-n{COMMITS}", "HEAD", "--not", "--remotes")
    return (_asked(base, "log", "--name-only", "--relative", "--diff-filter=A", "--format=", "-z", *ours),
            _asked(base, "log", "-p", "--format=", *LINES, *ours))


def _to_add(base: str, named: list[str]) -> tuple[str, str]:
    """(names of new files, patch of the others).  A file by its name is added though git ignores it (`git add -f`)."""
    if not named:
        return _asked(base, "diff", "--cached", "--name-only", "--relative", "--diff-filter=A", "-z"), _asked(
            base, "diff", *LINES, "HEAD")
    paths = [one for one in named if one[:1] != "-"]
    all_of = len(paths) < len(named) or all(os.path.isfile(os.path.join(base, one)) for one in paths)
    return (_asked(base, "ls-files", "-o", *(() if all_of else ("--exclude-standard",)), "-z", "--", *paths),
            _asked(base, "diff", *LINES, "HEAD", "--", *paths))


def _asked(base: str, *words: str) -> str:
    from hooks import _git

    said = _git.run(base, *words)
    return said[1] if said and not said[0] else ""


def _own(name: str) -> bool:
    return not of_test(name) and OTHERS.isdisjoint(name.split("/"))


def _shows(name: str) -> bool:
    return any(word in name.lower() for word in SHOWN)


def added(patch: str) -> list[tuple[str, str]]:
    r"""(file, the lines that are new in it) of the beginning of a patch.

    >>> added("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n")
    [('x.py', 'a = 2')]
    """
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in patch[:PATCH].split("\n"):
        if line.startswith("+++ "):
            lines = found.setdefault(line[4:].strip('"').partition("/")[2], [])
        elif line[:1] == "+":
            lines.append(line[1:])
    return [(name, "\n".join(lines)) for name, lines in found.items()]


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


def holds(path: str, settings: Any, named: bool = True, but: tuple[str, ...] = DRAWN) -> bool:
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
        return "\0" not in text and known_format(text, settings, but)
    return "\0" in text or any(one.level >= CREDENTIALS for one in scan(text, settings))


def known_format(text: str, settings: Settings, but: tuple[str, ...]) -> bool:
    """Does a text hold a secret of a format that a provider published, but of none of these rules?"""
    return any(one.level >= CREDENTIALS and not one.rule.startswith(but) for one in scan(text, settings))
