"""What is at stake is copied before a call that may go takes it away; a person brings it back with `guardctl rescue`.

    $XDG_STATE_HOME/autoskillit/rescue/PROJECT/ID.SIZE/     0700: files by number, 0600; packs of git; manifest.json

    first     the verdict of a guard that lets a call pass once this is copied; its `unless` where it cannot be
    listed, restore, purge      what a person does with it

Law: a rescue holds every file and commit that was at stake, or there is none, and the fault says why in a few words.
It gets its name last: what a crash leaves behind is a draft, which nobody lists and the next rescue takes away.

Limitations: files that the session itself made, products of builds, what lies at a remote that was never fetched.
"""
from __future__ import annotations

import os
import stat
from contextlib import suppress

from guards import Verdict
from guards._sensitive.paths import path_level
from hooks import _git
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import canonical, loads
from hooks._unsaved.found import product
from hooks._unsaved.own import STATUS, entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Session, Settings
    from guards._types import Stored
    from hooks._stores.world import World

FILES, BYTES = 1_000, 64 << 20      # of one rescue
TOTAL, DAYS = 256 << 20, 14         # of all: the oldest go first
FOLDER, MANIFEST, DRAFT = "rescue", "manifest.json", ".tmp"
HOUR, DAY = 3600.0, 86_400.0
SECONDS, WAIT = 1.0, 10.0           # for git to pack, while a call waits; to answer a person
READ = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | os.O_RDONLY
WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
TOLD = ("autoskillit guards: what `{}` takes away was copied first; {} rescue shows it, and brings it back with "
        "--restore (said once a session)")


def first(world: World, event: Event, session: Session, settings: Settings, guard: str, verdict: Verdict) -> Verdict:
    """The verdict once what is at stake is copied, or `unless` with why it could not be; nothing where the person only
    watches this guard."""
    if verdict.unless is None or settings.guards.get(guard) == "watch":
        return verdict
    rows = [kept for *_, kept in event.facts.found.get(("stake", "")) or () if kept]
    try:
        id = keep(world, event, rows)
    except Fault as e:
        why = str(e)
    except OSError as e:
        why = e.strerror or "the disk fails"
    else:
        from hooks._said import guardctl

        told = "" if session["shell"].get("rescued") else TOLD.format(
            str(rows[0]["what"]).replace("`", "'")[:40], guardctl(world))
        return verdict.with_(unless=None, notice=verdict.notice or told, signals=(*verdict.signals, "work_rescued"),
                             evidence={**verdict.evidence, "rescued": id})
    other = verdict.unless
    more = f"No copy could be made first: {why[:160]}.  " if other.effect else ""
    return other.with_(more=f"{more}{other.more}".rstrip(), evidence={**other.evidence, "not_rescued": why[:160]})


def keep(world: World, event: Event, rows: list[Stored]) -> str:
    """The id of a new rescue.  Raises Fault, OSError where not all of it can be copied."""
    if any(row["more"] or row["unsure"] for row in rows):
        raise Fault("it is more than can be looked at in time")
    top = folder(world)
    if top.startswith(os.path.realpath(world.project) + os.sep):
        raise Fault("the folder for copies lies in the project")
    disk.make_folder(top)
    id = f"{int(world.now * 1000):x}-{os.urandom(2).hex()}"
    draft = os.path.join(top, id + DRAFT)
    os.mkdir(draft, 0o700)
    copy = Copy(draft, os.path.realpath(top))
    try:
        for row in rows:
            for path in [*row["paths"], *row["light"]]:
                copy.take(path)
        for row in rows:
            copy.pack(row)
        copy.write(MANIFEST, canonical({
            "v": 2, "id": id, "at": world.now, "session_id": event.session_id, "call": event.call_id,
            "what": "; ".join(dict.fromkeys(row["what"] for row in rows)), "files": copy.files,
            "git": copy.packs}).encode("ascii"))
        os.rename(draft, os.path.join(top, f"{id}.{copy.size:x}"))
    finally:
        remove(draft)       # nothing, where it has its name
    prune(world)
    return id


class Copy:
    """One rescue in the making."""

    def __init__(self, folder: str, top: str) -> None:
        self.folder, self.top, self.size = folder, top, 0
        # [path, name of the copy, mode]; of a link [path, "", 0, what it says]
        self.files: list[list[object]] = []
        self.packs: list[Stored] = []
        self.seen: set[str] = set()

    def take(self, path: str) -> None:
        """Copies a file, a link, or all of a folder that no build makes anew; what has no bytes is nothing."""
        waiting = [os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))]
        while waiting:
            path = waiting.pop()
            if path in self.seen:
                continue
            self.seen.add(path)
            try:
                found = os.lstat(path)
            except FileNotFoundError:
                if "\ufffd" in path:
                    raise Fault("a file has a name that is no text") from None
                continue
            if stat.S_ISDIR(found.st_mode):
                if (self.top + os.sep).startswith(path.rstrip(os.sep) + os.sep):
                    raise Fault("the folder for copies would go, too")
                inside = f"{os.sep}.git{os.sep}" in path + os.sep
                waiting += [os.path.join(path, name) for name in sorted(os.listdir(path), reverse=True)
                            if inside or not product(name + "/", False)]
            elif stat.S_ISLNK(found.st_mode):
                self.files.append([path, "", 0, os.readlink(path)])
            elif stat.S_ISREG(found.st_mode):
                self.file(path)
            if len(self.files) > FILES:
                raise Fault(f"it is more than {FILES:,} files")

    def file(self, path: str) -> None:
        """Copies one regular file."""
        name = str(len(self.files))
        if path_level(path):        # a copy of `.env` is called so, too: whoever reads it is masked as there
            name = os.path.join(name, *path.split(os.sep)[-2:])
            disk.make_folder(os.path.join(self.folder, os.path.dirname(name)))
        source = os.open(path, READ)
        try:
            found = os.fstat(source)
            if not stat.S_ISREG(found.st_mode):
                raise Fault("a file changed into something else")
            if self.size + found.st_size > BYTES:
                raise Fault(f"it is more than {BYTES >> 20} MiB")
            self.write(name, disk.read_fd(source, BYTES - self.size + 1))
        finally:
            os.close(source)
        self.files.append([path, name, stat.S_IMODE(found.st_mode)])

    def write(self, name: str, data: bytes) -> None:
        """A file of the rescue."""
        self.size += len(data)
        if self.size > BYTES:
            raise Fault(f"it is more than {BYTES >> 20} MiB")
        target = os.open(os.path.join(self.folder, name), WRITE, 0o600)
        try:
            disk.write_all(target, data)
        finally:
            os.close(target)

    def pack(self, row: Stored) -> None:
        """The commits and staged contents of one repository, as a pack of git's own."""
        wanted = [id for id, _ in row["refs"]] + [id for _, id, _ in row["staged"]]
        if not wanted:
            if row["commits"] and not row["paths"]:
                raise Fault("git does not say which commits")
            return
        name = f"git{len(self.packs)}"
        ask = name + ".ids"
        self.write(ask, "".join([f"{id}\n" for id in wanted] + [f"^{id}\n" for id in row["bounds"]]).encode("ascii"))
        base = os.path.join(self.folder, name)
        done = _git.run(row["root"], "pack-objects", "--revs", "-q", base, seconds=SECONDS,
                        source=os.path.join(self.folder, ask))
        os.unlink(os.path.join(self.folder, ask))
        if done is None or done[0]:
            raise Fault("git could not pack the commits in time")
        made = f"{name}-{done[1].strip()}"
        for ending in (".pack", ".idx"):
            os.chmod(os.path.join(self.folder, made + ending), 0o600)
            self.size += os.stat(os.path.join(self.folder, made + ending)).st_size
        if self.size > BYTES:
            raise Fault(f"it is more than {BYTES >> 20} MiB")
        self.packs.append({"root": row["root"], "pack": made, "refs": row["refs"], "staged": row["staged"]})


# --- where it lies, and for how long


def folder(world: World) -> str:
    """This project's rescues, whether or not there are any.  Raises Fault where the person has no folder for state."""
    return os.path.join(world.outside(), FOLDER, disk.safe_name(world.project))


def every(world: World) -> list[tuple[float, int, str]]:
    """(when, bytes, folder) of the rescues of all projects, the oldest first; drafts have no size."""
    top = os.path.dirname(folder(world))
    found = []
    for project in os.listdir(top) if os.path.isdir(top) else ():
        place = os.path.join(top, project)
        for name in os.listdir(place) if os.path.isdir(place) and not os.path.islink(place) else ():
            stamp, _, size = name.partition(".")
            try:
                at = int(stamp.partition("-")[0], 16) / 1000
                found.append((at, -1 if name.endswith(DRAFT) else int(size, 16), os.path.join(place, name)))
            except ValueError:
                continue        # nothing of ours
    return sorted(found)


def prune(world: World) -> list[str]:
    """Takes away what is past its time, then the oldest until the rest has room; their folders."""
    rows = every(world)
    room = sum(size for _, size, _ in rows if size > 0) - TOTAL
    gone = []
    for at, size, path in rows:
        late = at < world.now - (HOUR if size < 0 else DAYS * DAY)
        if late or (size >= 0 and room > 0):
            remove(path)
            gone.append(path)
            room -= max(size, 0)
    return gone


def purge(world: World, before: float, stem: str = "", dry_run: bool = False) -> list[str]:
    """Takes away rescues of before that time, or of the session whose files are called so; their names."""
    gone = []
    for row in listed(world):
        own = disk.safe_name(str(row.get("session_id"))) == stem if stem else float(row.get("at") or 0) < before
        if own and not dry_run:
            remove(row["place"])
        if own:
            gone.append(os.path.join(FOLDER, os.path.basename(row["place"])))
    return gone


def remove(path: str) -> None:
    """A folder of ours and its files; what is no file of ours keeps it."""
    with suppress(OSError):     # gone already, or not ours to take
        for folder, _, names in os.walk(path, topdown=False):
            for name in names:
                os.unlink(os.path.join(folder, name))
            os.rmdir(folder)


def listed(world: World) -> list[Stored]:
    """Every rescue of this project, the oldest first, those of earlier releases too; one whose manifest nobody can read
    is left out.  `place` is its folder."""
    places = [os.path.join(world.state, FOLDER)]        # of an earlier release
    with suppress(Fault):
        places.append(folder(world))
    found: list[Stored] = []
    for top in places:
        for name in sorted(os.listdir(top)) if os.path.isdir(top) else ():
            place = os.path.join(top, name)
            try:
                row = loads(disk.read(os.path.join(place, MANIFEST), 4 << 20))
            except (Fault, OSError, ValueError, RecursionError):
                continue
            if isinstance(row, dict) and row.get("id") == name.partition(".")[0] and not name.endswith(DRAFT):
                found.append({**row, "place": place})
    return found


# --- back again


class Back:
    """What came of a restoring: paths that are back, that were left since something else stands there, that stand there
    as they were, names of git."""

    def __init__(self) -> None:
        self.back: list[str] = []
        self.left: list[str] = []
        self.same: list[str] = []
        self.refs: list[str] = []


def restore(world: World, row: Stored, force: bool) -> Back:
    """Brings a rescue back to its place.  Writes over what HEAD or the index holds, and nothing else unless told."""
    came = Back()
    files = [one for one in row.get("files", ()) if isinstance(one, list) and len(one) > 1]
    held = clean([one[0] for one in files])
    for one in files:
        path, data, mode = one[0], None, one[2] if len(one) > 2 else 0o600
        if one[1]:
            data = disk.read(os.path.join(row["place"], str(one[1])), BYTES)
        link = one[3] if len(one) > 3 else ""
        if stands(path, data, link):
            came.same.append(path)
        elif put(path, data, link, mode, force or path in held):
            came.back.append(path)
        else:
            came.left.append(path)
    for pack in row.get("git", ()):
        unpack(row, pack, force, came)
    came.refs += [f"{name} in {row.get('root')}" for name in row.get("refs", ())]       # of an earlier release
    return came


def clean(paths: Iterable[str]) -> set[str]:
    """Those of the paths that stand there as the index holds them."""
    roots: dict[str, list[str]] = {}
    for path in paths:
        at = os.path.dirname(path)
        while not os.path.lexists(os.path.join(at, ".git")) and at != os.path.dirname(at):
            at = os.path.dirname(at)
        roots.setdefault(at, []).append(os.path.relpath(path, at))
    found: set[str] = set()
    for root, names in roots.items():
        which = [f":(literal){name}" for name in names]
        tracked = _git.run(root, "ls-files", "-z", "--", *which, seconds=WAIT)
        changed = _git.run(root, *STATUS, "--", *which, seconds=WAIT)
        if tracked is not None and changed is not None and not tracked[0] and not changed[0]:
            differ = {name for letters, name in entries(changed[1]) if letters[1] != "."}
            found.update(os.path.join(root, name) for name in tracked[1].split("\0") if name and name not in differ)
    return found


def stands(path: str, data: bytes | None, link: str) -> bool:
    """Does just this file, or link, stand there?"""
    try:
        there = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if data is None:
        return stat.S_ISLNK(there.st_mode) and os.readlink(path) == link
    return stat.S_ISREG(there.st_mode) and there.st_size == len(data) and disk.read(path, len(data)) == data


def put(path: str, data: bytes | None, link: str, mode: int, over: bool) -> bool:
    """Puts a file, or a link, in its place; False where something else stands there that may not go."""
    parent = os.path.dirname(path)
    os.makedirs(parent, exist_ok=True)
    if os.path.realpath(parent) != parent:
        return False        # it would land elsewhere
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        there = None
    if there is not None:
        if stands(path, data, link):
            return True
        if stat.S_ISDIR(there.st_mode) or not (over or (stat.S_ISREG(there.st_mode) and not there.st_size)):
            return False
    draft = os.path.join(parent, f".{os.urandom(4).hex()}.rescue")
    if data is None:
        os.symlink(link, draft)
    else:
        target = os.open(draft, WRITE, 0o600)
        try:
            disk.write_all(target, data)
        finally:
            os.close(target)
        os.chmod(draft, mode)
    os.replace(draft, path)
    return True


def unpack(row: Stored, pack: Stored, force: bool, came: Back) -> None:
    """Commits, stashes and staged contents: into their repository again, under a name that is free."""
    root = str(pack["root"])
    place = _git.run(root, "rev-parse", "--git-path", "objects/pack")
    if place is None or place[0]:
        raise Fault(f"{root} is no repository any more; git clone it there, then try again")
    into = os.path.join(root, place[1].rstrip("\n"))
    os.makedirs(into, exist_ok=True)
    name = f"pack-{pack['pack'].rpartition('-')[2]}"
    for ending in (".pack", ".idx"):        # the index last: git sees a pack by it
        data = disk.read(os.path.join(row["place"], pack["pack"] + ending), BYTES)
        put(os.path.join(os.path.realpath(into), name + ending), data, "", 0o444, False)
    for number, (id, name) in enumerate(pack["refs"]):
        if name.startswith("stash "):
            listed = _git.run(root, "log", "-g", "--format=%H", "refs/stash", "--")
            if id not in (listed or (1, ""))[1].split():
                _git.run(root, "stash", "store", "-m", name[6:], id)
            came.refs.append(f"git stash list in {root}: {name[6:]}")
            continue
        free = name if name and _there(root, name) in ("", id) else f"refs/heads/rescue/{row['id']}-{number}"
        done = _git.run(root, "update-ref", free, id)
        if done is None or done[0]:
            raise Fault(f"git would not name {id[:12]} {free} in {root}")
        came.refs.append(f"{free} in {root}")
    words = [word for mode, id, path in pack["staged"] if force or _unstaged(root, path)
             for word in ("--cacheinfo", f"{mode},{id},{path}")]
    if words:
        _git.run(root, "update-index", "--add", *words)


def _there(root: str, name: str) -> str:
    """The object that a name stands for; "" for none."""
    done = _git.run(root, "rev-parse", "--verify", "--quiet", name)
    return done[1].strip() if done is not None and done[0] == 0 else ""


def _unstaged(root: str, path: str) -> bool:
    """Does the index hold for a path what HEAD holds?"""
    return _there(root, f":{path}") == _there(root, f"HEAD:{path}")
