"""A snapshot comes back by copying bytes to the paths that it names: nothing of the repository's runs, no link is followed.

Without force only what is missing, empty or as git holds it is written, and refs that are gone or behind; with it the
state before the call: files, modes, HEAD, refs, stashes, index.  git's config and hooks, agents' settings and our own
files come back only for a person in a terminal.

Cannot see: modes of files that git holds (they come back readable, executable as the index says), empty folders.
"""

from __future__ import annotations

import os
import stat

from hooks._stores import Fault, append_lines, read_bytes, remove_file, write_whole
from hooks._undo import Repository, open_door, read_refs, read_small, run_git
from hooks._undo.snapshot import list_stashes
from hooks._undo.store import LINK, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = dict[str, Any]

SECONDS = 60.0
# What steers programs: a snapshot may be older than what a person has forbidden since.
STEERING = tuple(
    """/.autoskillit/ /.claude/ /.claude.json /.codex/ /.cursor/ /.gemini/ /.git/config /.git/hooks/
    /.git/info/attributes /.mcp.json /.opencode/ /.qwen/ /config.worktree /opencode.json""".split()
)


class Restored:
    """Paths and refs that came back, that were left since something newer stands there, and why something failed."""

    __slots__ = tuple("back left refs faults withheld".split())

    def __init__(self) -> None:
        self.back: list[str] = []
        self.left: list[str] = []
        self.refs: list[str] = []
        self.faults: list[str] = []
        self.withheld: list[str] = []


class Writer:
    """Puts files into their places.  `clean` are paths that stand as git holds them."""

    __slots__ = tuple("came clean force person store".split())

    def __init__(self, store: Store, came: Restored, force: bool, person: bool) -> None:
        self.store, self.came, self.force, self.person = store, came, force, person
        self.clean: set[str] = set()

    def put_files(self, files: Row, only_missing: bool = False) -> None:
        for path, entry in files.items():
            if not self.person and any(one in f"{path}/" or path.endswith(one) for one in STEERING):
                if not is_same(self.store, path, entry):
                    self.came.withheld.append(path)
            elif not is_same(self.store, path, entry) and not (
                only_missing and os.path.lexists(path)
            ):
                try:
                    placed = self.put_file(path, entry)
                    (self.came.back if placed else self.came.left).append(path)
                except (Fault, OSError) as error:
                    self.came.faults.append(f"{path}: {getattr(error, 'strerror', None) or error}")

    def put_file(self, path: str, entry: list[Any]) -> bool:
        if not self.clear_way(os.path.dirname(path)) or not self.is_free(path):
            return False
        os.makedirs(os.path.dirname(path), exist_ok=True)
        draft = f"{path}.{os.urandom(4).hex()}"
        if entry[0] == LINK:
            os.symlink(entry[1], draft)
        else:
            write_whole(draft, self.store.read_object(entry[1]))
            os.chmod(draft, entry[0])
        os.replace(draft, path)
        return True

    def is_free(self, path: str) -> bool:
        """Whether nothing newer stands there; with force what stands in the way of a file is set aside."""
        try:
            info = os.lstat(path)
        except OSError:
            return True
        if stat.S_ISDIR(info.st_mode):
            return self.force and set_aside(path)
        return self.force or path in self.clean or (stat.S_ISREG(info.st_mode) and not info.st_size)

    def clear_way(self, folder: str) -> bool:
        """Whether the folder's path has no link and no file in it; with force they are set aside."""
        parts = folder.split("/")
        for at in range(2, len(parts) + 1):
            place = "/".join(parts[:at])
            if os.path.lexists(place) and (os.path.islink(place) or not os.path.isdir(place)):
                return self.force and set_aside(place)
        return True


def set_aside(path: str) -> bool:
    os.rename(path, f"{path}.set-aside-{os.urandom(3).hex()}")
    return True


def is_same(store: Store, path: str, entry: list[Any]) -> bool:
    """Whether just this file stands there, with its mode."""
    try:
        info = os.lstat(path)
        if entry[0] == LINK:
            return stat.S_ISLNK(info.st_mode) and os.readlink(path) == entry[1]
        same = (
            stat.S_ISREG(info.st_mode)
            and info.st_size == entry[2]
            and stat.S_IMODE(info.st_mode) == entry[0]
        )
        return same and read_bytes(path) == store.read_object(entry[1])
    except (Fault, OSError):
        return False


def restore_row(store: Store, row: Row, force: bool, person: bool) -> Restored:
    """Brings a snapshot back.  The caller holds the lock and took a snapshot of what stands now."""
    came = Restored()
    writer = Writer(store, came, force, person)
    for one in row["repositories"]:
        try:
            restore_repository(writer, one)
        except (Fault, OSError) as error:
            came.faults.append(f"{one['top']}: {getattr(error, 'strerror', None) or error}")
            writer.put_files(one["files"])
    writer.put_files(row["files"])
    return came


def restore_repository(writer: Writer, row: Row) -> None:
    store, force = writer.store, writer.force
    repository = Repository(row["top"], row["gitdir"], row["common"])
    common, gitdir = row["common"], row["gitdir"]
    for path in (row["top"], gitdir):
        if not writer.clear_way(path):
            raise Fault("a link stands in the way")
    for path in (row["top"], gitdir, f"{common}/objects/pack", f"{common}/refs/heads"):
        os.makedirs(path, exist_ok=True)
    for pack in row["packs"]:
        for ending in ("pack", "idx"):
            goal = f"{common}/objects/pack/{pack}.{ending}"
            if not os.path.exists(goal):
                write_whole(goal, read_bytes(f"{store.root}/packs/{pack}.{ending}", 0, 1 << 30))
                os.chmod(goal, 0o444)
    if not os.path.lexists(f"{gitdir}/HEAD"):
        write_whole(f"{gitdir}/HEAD", f"{row['symbolic']}\n".encode())
    writer.put_files(
        {path: one for path, one in row["git"].items() if not path.endswith("logs/refs/stash")},
        True,
    )
    open_door(repository, f"{store.root}/doors")
    restore_refs(writer, repository, row)
    open_readable(repository.top)
    open_door(repository, f"{store.root}/doors")
    names = split_names(run_git(repository, "ls-files", "-z", seconds=SECONDS))
    dirty = split_names(run_git(repository, "ls-files", "-z", "-m", seconds=SECONDS))
    writer.clean = {f"{row['top']}/{name}" for name in names - dirty}
    restore_index(repository, row)
    check_out(writer, repository, row)
    writer.put_files(row["files"])
    if force or not os.path.exists(f"{gitdir}/index"):
        write_index(repository)


def split_names(output: bytes) -> set[str]:
    return set(os.fsdecode(output).split("\0")) - {""}


def open_readable(top: str) -> None:
    """Folders that their owner cannot enter become enterable."""
    waiting = [top]
    while waiting:
        place = waiting.pop()
        if os.lstat(place).st_mode & 0o700 != 0o700:
            os.chmod(place, 0o755)
        for entry in os.scandir(place):
            if entry.is_dir(follow_symlinks=False) and entry.name != ".git":
                waiting.append(entry.path)


def restore_refs(writer: Writer, repository: Repository, row: Row) -> None:
    """Refs that are gone or behind; with force each as it was, HEAD too."""
    common, wanted = row["common"], {}
    entry = row["git"].get(f"{common}/packed-refs")
    if entry:
        for line in os.fsdecode(writer.store.read_object(entry[1])).splitlines():
            id, _, name = line.partition(" ")
            if name and id[0] not in "#^":
                wanted[name] = id
    wanted.update(row["refs"])
    loose, packed = read_refs(repository)
    now = {**packed, **loose}
    for name, id in wanted.items():
        if name == "refs/stash" or now.get(name) == id:
            continue
        if not writer.force and name in now and not is_ancestor(repository, now[name], id):
            writer.came.left.append(name)
        elif write_ref(common, name, id):
            writer.came.refs.append(name)
        else:
            writer.came.left.append(name)
    head = f"{row['symbolic']}\n".encode()
    if writer.force and read_bytes(f"{row['gitdir']}/HEAD") != head:
        write_whole(f"{row['gitdir']}/HEAD", head)
    restore_stashes(writer, repository, row)


def write_ref(common: str, name: str, id: str) -> bool:
    """Writes a loose ref as git does, through its lock; False where it is locked or a folder stands there."""
    path = f"{common}/{name}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        fd = os.open(f"{path}.lock", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        os.write(fd, f"{id}\n".encode())
        os.close(fd)
        os.replace(f"{path}.lock", path)
    except OSError:
        remove_file(f"{path}.lock")
        return False
    return True


def is_ancestor(repository: Repository, old: str, new: str) -> bool:
    try:
        run_git(repository, "merge-base", "--is-ancestor", old, new, seconds=SECONDS)
    except Fault:
        return False
    return True


def restore_stashes(writer: Writer, repository: Repository, row: Row) -> None:
    """The list of stashes: as it was with force, else those that are gone are added to those that are there."""
    path = f"{row['common']}/logs/refs/stash"
    entry = row["git"].get(path)
    if not entry:
        return
    had = writer.store.read_object(entry[1]).splitlines(keepends=True)
    there = list_stashes(row["common"])
    gone = [line for line in had if line.split(b" ")[1].decode() not in there]
    tip = had[-1].split(b" ")[1].decode()
    if not gone and (not writer.force or read_small(f"{row['common']}/refs/stash").strip() == tip):
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if writer.force or not there:
        write_whole(path, b"".join(had))
    else:
        append_lines(path, b"".join(gone))
        tip = gone[-1].split(b" ")[1].decode()
    os.chmod(path, 0o644)
    write_ref(row["common"], "refs/stash", tip)
    writer.came.refs.append("refs/stash")


def restore_index(repository: Repository, row: Row) -> None:
    """Our copy of the index becomes what the index was: as HEAD was, with what was staged."""
    if not row["head"]:
        run_git(repository, "read-tree", "--empty", seconds=SECONDS)
        lines: list[str] = []
    elif not os.path.exists(f"{repository.door}/index"):
        run_git(repository, "read-tree", row["head"], seconds=SECONDS)
        lines = []
    else:
        raw = run_git(
            repository,
            "diff-index",
            "--cached",
            "--raw",
            "--no-renames",
            "-z",
            row["head"],
            seconds=SECONDS,
        )
        parts = os.fsdecode(raw).split("\0")
        lines = [list_sides(info, name) for info, name in zip(parts[::2], parts[1::2])]
    staged: dict[str, list[str]] = {}
    for mode, id, stage, name in row["staged"]:
        staged.setdefault(name, [f"0 {'0' * 40}\t{name}"])
        if mode.strip("0"):
            staged[name].append(f"{mode} {id} {stage}\t{name}")
    lines += [line for group in staged.values() for line in group]
    if lines:
        data = os.fsencode("\0".join(lines) + "\0")
        run_git(repository, "update-index", "-z", "--index-info", data=data, seconds=SECONDS)
    if f"{row['common']}/info/sparse-checkout" not in row["git"]:
        parts = os.fsdecode(run_git(repository, "ls-files", "-t", "-z", seconds=SECONDS)).split(
            "\0"
        )
        hidden = [name[2:] for name in parts if name.startswith("S ")]
        if hidden:
            data = os.fsencode("\0".join(hidden) + "\0")
            words = ("update-index", "--no-skip-worktree", "-z", "--stdin")
            run_git(repository, *words, data=data, seconds=SECONDS)
    run_git(
        repository,
        "update-index",
        "-q",
        "--refresh",
        "--unmerged",
        "--really-refresh",
        seconds=SECONDS,
        bad=1,
    )


def list_sides(info: str, name: str) -> str:
    """A line of diff-index as an order that puts the tree's side back into the index."""
    mode, _, id, _, _ = info.lstrip(":").split(" ")
    return f"{mode if mode.strip('0') else 0} {id}\t{name}"


def check_out(writer: Writer, repository: Repository, row: Row) -> None:
    """Files that git holds: what is missing or empty; with force also what differs."""
    top = row["top"]
    changed = split_names(run_git(repository, "ls-files", "-z", "-m", "-d", seconds=SECONDS))
    kept = {*row["absent"], *(path[len(top) + 1 :] for path in row["files"])}
    wanted = []
    for name in sorted(changed - kept):
        path = f"{top}/{name}"
        if os.path.isdir(path) and os.path.lexists(f"{path}/.git"):
            continue
        if writer.clear_way(os.path.dirname(path)) and writer.is_free(path):
            wanted.append(name)
            writer.came.back.append(path)
        else:
            writer.came.left.append(path)
    if wanted:
        data = os.fsencode("\0".join(wanted) + "\0")
        run_git(
            repository, "checkout-index", "-f", "-u", "-z", "--stdin", data=data, seconds=SECONDS
        )
    mend_modes(repository)


def mend_modes(repository: Repository) -> None:
    """Tracked files that their owner can no longer read or write get the mode that git gives."""
    mask = os.umask(0)
    os.umask(mask)
    for line in os.fsdecode(run_git(repository, "ls-files", "-s", "-z", seconds=SECONDS)).split(
        "\0"
    )[:-1]:
        about, _, name = line.partition("\t")
        path = f"{repository.top}/{name}"
        try:
            info = os.lstat(path)
        except OSError:
            continue
        if (
            stat.S_ISREG(info.st_mode)
            and info.st_mode & 0o600 != 0o600
            and os.path.realpath(path) == path
        ):
            os.chmod(path, (0o777 if about.startswith("100755") else 0o666) & ~mask)


def write_index(repository: Repository) -> None:
    """Our copy becomes the repository's index, by git's own lock."""
    path = f"{repository.gitdir}/index"
    fd = os.open(f"{path}.lock", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    try:
        os.write(fd, read_bytes(f"{repository.door}/index"))
    finally:
        os.close(fd)
    os.replace(f"{path}.lock", path)
