"""Files: which of those that would go or be written over lie in no commit and are not the session's own."""

from __future__ import annotations

import stat
import time

from hooks import _git
from hooks._stores.system import os
from hooks._unsaved import history
from hooks._unsaved.found import BROKEN, FAR, LATE, Stake, product
from hooks._unsaved.own import STATUS, entries, staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards.loss.words import Loss
    from hooks._unsaved.found import Place

WALKED = 5_000  # entries of folders outside of git
SECONDS = 0.4  # and how long that may take
GLOBBED = 400  # paths that one pattern stands for
GLOBBING = 2.0  # seconds for all that one pattern looks into; the client waits ten
TRACKED = ("M", "T", "A", "R", "C", "U")
WHOLE = ":/"


def removed(place: Place, loss: Loss) -> Stake:
    """kind "files".  r: with all below; w: written over; W: by the Write tool; c: the first name is the target of a
    copy or a move, the others are what comes there; m: an archive, and the folder into which it goes; v: the first
    name is what each of the others becomes, of which the last is left."""
    stake = Stake()
    roots: dict[str, list[str]] = {}
    for path in targets(place, loss, stake):
        if "W" not in loss.flags or not place.own.read(os.path.realpath(path)):
            one(place, loss, stake, roots, path)
    for root, paths in roots.items():
        status(place, loss, stake, root, paths)
    return stake


def targets(place: Place, loss: Loss, stake: Stake) -> list[str]:
    """The paths that the command names, patterns as the shell would fill them in."""
    if "c" in loss.flags:
        return over(place, loss, stake)
    if "m" in loss.flags:
        return unpacked(place, loss)
    found: list[str] = []
    if "v" in loss.flags and os.path.isdir(place.path(loss.names[0], loss.cwd) or "/"):
        return []
    for name in loss.names["v" in loss.flags:]:
        for text in braces(name):
            path = place.path(text, loss.cwd)
            if path is not None:
                found += globbed(path, stake)
    return found[:-1 if "v" in loss.flags else GLOBBED][:GLOBBED]


def over(place: Place, loss: Loss, stake: Stake) -> list[str]:
    """Where cp, mv and their like put something: the target, or below it under the source's name."""
    target = place.path(loss.names[0], loss.cwd)
    if target is None:
        return []
    if not os.path.isdir(target):
        return [target] if not same(place, loss, target) else []
    sources = [path for name in loss.names[1:] for path in globbed(place.path(name, loss.cwd) or "", stake)]
    found = [os.path.join(target, os.path.basename(path.rstrip("/"))) for path in sources if not os.path.isdir(path)]
    for name in loss.names[1:]:
        source = place.path(name, loss.cwd)
        if source is not None and os.path.isdir(source):        # `cp -r a/. b`, `rsync a/ b`: what is in it comes
            into = target if name.endswith(("/.", "/")) else os.path.join(target, os.path.basename(source))
            found += merged(source.rstrip("/"), into)
    return found[:GLOBBED]


def merged(source: str, target: str) -> list[str]:
    """The files of a folder that stand in another one, too, and differ there."""
    found, looked = [], 0
    until = time.monotonic() + SECONDS
    for folder, folders, names in os.walk(source):
        folders[:] = [one for one in folders if one != ".git"]
        for name in names:
            looked += 1
            there = os.path.normpath(os.path.join(target, os.path.relpath(folder, source), name))
            if os.path.isfile(there) and not alike(os.path.join(folder, name), there):
                found.append(there)
        if looked > WALKED or time.monotonic() > until:
            break
    return found


def unpacked(place: Place, loss: Loss) -> list[str]:
    """The members of an archive that stand there already."""
    from hooks._unsaved.packed import members

    archive, into = place.path(loss.names[0], loss.cwd), place.path(loss.names[1], loss.cwd)
    if archive is None or into is None or "*" in archive:
        return []
    found = (os.path.normpath(os.path.join(into, name.lstrip("/"))) for name in members(archive))
    return [path for path in found if os.path.isfile(path)][:GLOBBED]


def same(place: Place, loss: Loss, target: str) -> bool:
    """Is what comes the same as what is there, or does nothing come at all?"""
    source = place.path(loss.names[1], loss.cwd) if len(loss.names) == 2 else None
    if source is None or "*" in source:
        return False
    return not os.path.lexists(source) or alike(source, target)


def alike(source: str, target: str) -> bool:
    """Do two files hold the same?"""
    try:
        if os.path.getsize(source) != os.path.getsize(target) or os.path.getsize(source) > 1 << 20:
            return False
        with open(source, "rb") as a, open(target, "rb") as b:
            return a.read() == b.read()
    except OSError:
        return False


def braces(text: str) -> list[str]:
    """`a.{b,c}` as the shell reads it; one list only.

    >>> braces("a.{b,c}/d"), braces("a")
    (['a.b/d', 'a.c/d'], ['a'])
    """
    start, end = text.find("{"), text.find("}")
    if not 0 <= start < end or "," not in text[start:end] or text[start - 1 : start] == "$":
        return [text]
    return [text[:start] + piece + text[end + 1 :] for piece in text[start + 1 : end].split(",")][:50]


def globbed(path: str, stake: Stake, seconds: float = GLOBBING) -> list[str]:
    """The paths that a pattern stands for, at most GLOBBED; a file that is called so itself goes first.  What
    cannot be looked into in that time (`/**/x`) makes the stake unsure."""
    if not path or not any(mark in path for mark in "*?["):
        return [path] if path else []
    if os.path.lexists(path):
        return [path]
    from fnmatch import fnmatchcase

    until, parts = time.monotonic() + seconds, path.split("/")[1:]
    found: list[str] = []
    waiting = [("/", 0)]
    while waiting and len(found) < GLOBBED:
        folder, at = waiting.pop()
        if at == len(parts):
            found.append(folder)
            continue
        if time.monotonic() >= until:
            stake.unsure = FAR
            break
        name, last = parts[at], at + 1 == len(parts)
        if not any(mark in name for mark in "*?["):
            there = os.path.join(folder, name)
            waiting += [(there, at + 1)] if os.path.lexists(there) else []
            continue
        try:
            with os.scandir(folder) as inside:
                here = sorted((one for one in inside if name[0] == "." or one.name[0] != "."), key=_name, reverse=True)
        except OSError:
            continue
        if name == "**":
            waiting += [(one.path, at if one.is_dir(follow_symlinks=False) else at + 1) for one in here
                        if last or one.is_dir(follow_symlinks=False)]
            waiting.append((folder, at + 1))
        else:
            waiting += [(one.path, at + 1) for one in here if fnmatchcase(one.name, name) and (last or one.is_dir())]
    return found


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def one(place: Place, loss: Loss, stake: Stake, roots: dict[str, list[str]], path: str) -> None:
    """One path: what git knows of is asked there, all else is looked at on the disk."""
    follows = path.endswith("/") or loss.flags in ("w", "W", "c", "m")
    path = path.rstrip("/") or "/"
    try:
        found = os.stat(path) if follows else os.lstat(path)
    except (OSError, ValueError):
        return
    real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path)) if path != "/" else path
    if follows:
        real = os.path.realpath(path)
    folder = stat.S_ISDIR(found.st_mode)
    if folder and "r" not in loss.flags:
        return
    if not folder and (not stat.S_ISREG(found.st_mode) or not found.st_size):
        return
    if place.passing(real):
        return
    root = place.repository(real if folder else os.path.dirname(real))
    if root and product(os.path.relpath(real, root) + ("/" if folder else ""), True) and real != root:
        return
    bare = os.path.basename(real) == ".git"
    if folder and (bare or root == real):
        repository(place, loss, stake, os.path.dirname(real) if bare else real, bare)
        return
    if root:
        roots.setdefault(root, []).append(os.path.relpath(real, root))
        if folder:
            nested(place, loss, stake, real)
        return
    if product(os.path.relpath(real, place.project) if place.inside(real) else real, place.inside(real)):
        return
    outside(place, loss, stake, real, folder)


def outside(place: Place, loss: Loss, stake: Stake, path: str, folder: bool) -> None:
    """What lies in no repository: files of the project by name, all else by the path that was named."""
    if not folder:
        if fits(loss, path) and not place.own.made(path):
            add(place, stake, path)
        return
    inside = place.inside(path)
    for found in walked(place, stake, loss, path):
        if place.own.made(found):
            continue
        if not inside:
            stake.outside.append(place.shown(path))
            stake.paths.append(path)
            return
        add(place, stake, found)


def add(place: Place, stake: Stake, path: str, untracked: bool = True) -> None:
    """Counts a file in: by its name in the project, or as one outside."""
    if place.inside(path):
        stake.file(path, place.shown(path), untracked)
    else:
        stake.outside.append(place.shown(path))
        stake.paths.append(path)


def walked(place: Place, stake: Stake, loss: Loss, top: str) -> Iterable[str]:
    """The files below a folder that are no products; nested repositories are asked of git."""
    until, looked = time.monotonic() + SECONDS, 0
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries_:
                here = sorted(entries_, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in here:
            looked += 1
            if looked > WALKED or time.monotonic() > until:
                stake.more = True
                return
            anchored = place.inside(entry.path)
            if entry.is_dir(follow_symlinks=False):
                if entry.name == ".git":
                    repository(place, loss, stake, folder, True)
                elif not product(entry.name + "/", anchored) and entry.name != ".autoskillit":
                    waiting.append(entry.path)
            elif product(entry.name, anchored) or not fits(loss, entry.path):
                continue
            elif entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_size:
                yield entry.path
            else:
                stake.light.append(entry.path)


def nested(place: Place, loss: Loss, stake: Stake, folder: str) -> None:
    """Repositories right below a folder that git's own status does not look into (submodules, work trees)."""
    try:
        with os.scandir(folder) as found:
            below = [entry.path for entry in found if entry.is_dir(follow_symlinks=False)][:50]
    except OSError:
        return
    for path in below:
        if os.path.lexists(os.path.join(path, ".git")):
            repository(place, loss, stake, path, False)


def repository(place: Place, loss: Loss, stake: Stake, root: str, only_history: bool) -> None:
    """A whole repository would go: what is uncommitted in it, and the commits that no remote holds."""
    if not only_history:
        status(place, loss, stake, root, [])
    if os.path.isdir(os.path.join(root, ".git")) and not loss.only and history.unpushed(stake, root):
        stake.paths.append(os.path.join(root, ".git") if only_history else root)


def status(place: Place, loss: Loss, stake: Stake, root: str, paths: list[str]) -> None:
    """What of these paths no commit holds as it is; a path that the index holds is not lost with the file."""
    done = _git.run(root, *STATUS, "--", *(f":(literal){path}" for path in paths if path != "."))
    if done is None or done[0]:
        stake.unsure = BROKEN if done else LATE
        return
    for letters, name in entries(done[1]):
        path = os.path.join(root, name)
        untracked = letters in ("??", "!!")
        if not untracked and ("W" in loss.flags or not (letters[1] in TRACKED or letters == "uu")):
            continue
        if product(name, True) or not within(name, paths):
            continue
        if name.endswith("/"):      # of an ignored folder only what was named
            for inner in [one for one in paths if one.startswith(name)] or [name]:
                below(place, loss, stake, os.path.join(root, inner))
        elif fits(loss, path):
            weigh(place, stake, path, untracked)


def within(name: str, paths: list[str]) -> bool:
    """Is it, or does it lie below or above, one of the paths?  git gives an ignored `data/` for the path `d`, too."""
    return not paths or any(one == "." or (name.rstrip("/") + "/").startswith(one + "/") or (
        name.endswith("/") and one.startswith(name)) for one in paths)


def weigh(place: Place, stake: Stake, path: str, untracked: bool = True) -> None:
    """Counts a file in that the session did not make; an empty one goes with the others."""
    if empty(path):
        stake.light.append(path)
    elif not place.own.made(path, untracked):
        add(place, stake, path, untracked)


def below(place: Place, loss: Loss, stake: Stake, folder: str) -> None:
    """A folder that git gives as one: an ignored one, or a repository within the repository."""
    if os.path.lexists(os.path.join(folder, ".git")):
        return repository(place, loss, stake, folder.rstrip("/"), False)
    single = not os.path.isdir(folder) and fits(loss, folder) and not empty(folder)
    for path in [folder] if single else walked(place, stake, loss, folder.rstrip("/")):
        if not place.own.made(path):
            add(place, stake, path)
    return None


def empty(path: str) -> bool:
    """Has it no bytes, or is it gone?"""
    try:
        return os.lstat(path).st_size == 0
    except OSError:
        return True


def fits(loss: Loss, path: str) -> bool:
    """Is a path among those that the command is limited to?"""
    if not loss.only:
        return True
    from fnmatch import fnmatch

    return any(fnmatch(os.path.basename(path) if "/" not in glob else path, glob) for glob in loss.only)


# --- git's own commands on the working tree


def changed(place: Place, loss: Loss) -> Stake:
    """kind "tree": changes of tracked files.  i: the index goes, too; s: only the index; ?: the first name may be a
    commit, the others are paths."""
    stake = Stake()
    cwd = place.path(loss.cwd or place.cwd, "") or place.cwd
    root = place.repository(os.path.realpath(cwd))
    if not root:
        return stake
    flags, names = loss.flags, list(loss.names)
    if "?" in flags:
        if not any(os.path.lexists(os.path.join(cwd, name)) for name in names):
            return stake  # a branch; of a path that is gone nothing is lost
        known = _git.run(cwd, "rev-parse", "--verify", "--quiet", f"{names[0]}^{{commit}}")
        if known is None or known[0] == 0:  # git, too, takes the first name for a commit where it can
            names, flags = names[1:], "i"
        if not names:
            return stake
    done = _git.run(
        cwd,
        "status",
        "--porcelain=v2",
        "-z",
        "--untracked-files=no",
        "--no-renames",
        "--",
        *([] if names == [WHOLE] else names),
    )
    if done is None:
        stake.unsure = LATE
        return stake
    index = staged(done[1]) if "i" in flags or flags == "s" else {}
    stake.root = root
    for letters, name in entries(done[1]):
        path = os.path.join(root, name)
        held, worktree = letters[0] in TRACKED, letters[1] in TRACKED
        lost = held if flags == "s" else (worktree or ("i" in flags and held))
        if (lost or letters == "uu") and not place.own.made(path, False):
            stake.file(path, place.shown(path), False)
            if held and name in index:
                stake.staged.append([*index[name], name])
    return stake


def cleaned(place: Place, loss: Loss) -> Stake:
    """kind "clean": untracked files.  d: whole folders, too; x: ignored ones, too; X: only those."""
    stake = Stake()
    cwd = place.path(loss.cwd or place.cwd, "") or place.cwd
    root = place.repository(os.path.realpath(cwd))
    if not root:
        return stake
    # Not `git status`, which looks at every tracked file, too: 2.5 times the price among 20,000.
    which = ["-i", "--exclude-standard"] if "X" in loss.flags else [] if "x" in loss.flags else ["--exclude-standard"]
    done = _git.run(cwd, "ls-files", "-o", "--directory", "--full-name", "-z", *which, "--", *loss.names)
    if done is None:
        stake.unsure = LATE
        return stake
    for name in done[1].split("\0"):
        path = os.path.join(root, name)
        if not name or product(name, True):
            continue
        if name.endswith("/"):
            if "d" in loss.flags and not os.path.lexists(os.path.join(path, ".git")):
                for found in walked(place, stake, loss, path.rstrip("/")):
                    if not place.own.made(found):
                        add(place, stake, found)
        else:
            weigh(place, stake, path)
    return stake


def worktree(place: Place, loss: Loss) -> Stake:
    """kind "worktree": what is uncommitted in it; its commits stay in the repository."""
    stake = Stake()
    for name in loss.names:
        path = place.path(name, loss.cwd)
        if path and os.path.isdir(path):
            status(place, loss, stake, os.path.realpath(path), [])
    return stake


def modes(place: Place, loss: Loss) -> Stake:
    """kind "modes": who may read what, outside of the project."""
    stake = Stake()
    for name in loss.names:
        for path in globbed(place.path(name, loss.cwd) or "", stake):
            real = os.path.realpath(path)
            if os.path.isdir(real) and not place.inside(real) and not place.passing(real):
                stake.outside.append(place.shown(real))
    return stake
