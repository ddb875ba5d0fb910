"""A snapshot comes back by copying bytes to the paths that it names: nothing of the repository's runs, no link is followed.

Without force only what is missing, empty or as git holds it is written, and refs that are gone or behind; with it the
state before the call: files, modes, HEAD, refs, stashes, index.  git's config and hooks, agents' settings and our own
files come back only for a person in a terminal.
Cannot see: modes of files that git holds (readable, executable as the index says), empty folders.
"""

import os
from os.path import dirname, exists, getsize, isdir, islink, lexists, realpath

from guards import Any, Row, Words
from hooks._stores import FILE, FOLDER, Fault, read_bytes, remove_file, stat_kind, write_whole
from hooks._undo import LINK, Repository, Store, lay_sandbox, list_names, read_refs, run_git

# What steers programs: a snapshot may be older than what a person has forbidden since.
STEERING = """/.autoskillit/ /.claude/ /.claude.json /.codex/ /.cursor/ /.gemini/ /.git/config /.git/hooks/
    /.git/info/attributes /.mcp.json /.opencode/ /.qwen/ /config.worktree /opencode.json""".split()


class Restoring:
    """One snapshot on its way back: `back`, `refs` came; `left`: newer; `withheld`: only for a person; `faults`."""

    def __init__(self, store: Store, force: bool, person: bool) -> None:
        self.store, self.force, self.person = store, force, person
        self.clean = set[str]()  # paths that stand as git holds them
        self.back, self.refs, self.left = Words(), Words(), Words()
        self.withheld, self.faults = Words(), Words()

    def restore_row(self, row: Row) -> None:
        """Brings all back.  The caller holds the lock and took a snapshot of what stands now."""
        for one in row["repositories"]:
            try:
                self.restore_repository(one)
            except (Fault, OSError) as error:
                self.faults.append(f"{one['top']}: {error}")
                self.put_files(one["files"])
        self.put_files(row["files"])

    def put_files(self, files: Row) -> None:
        for path, entry in files.items():
            if is_same(self.store, path, entry):
                continue
            plain = f"{path}/".replace("/.claude/worktrees/", "/")  # the client's linked work trees
            if not self.person and any(one in plain for one in STEERING):
                self.withheld.append(path)
                continue
            try:
                (self.back if self.put_file(path, entry) else self.left).append(path)
            except (Fault, OSError) as error:
                self.faults.append(f"{path}: {error}")

    def put_file(self, path: str, entry: list[Any]) -> bool:
        data = b"" if entry[0] == LINK else self.store.read_object(entry[1])
        if not self.clear_way(path):
            return False
        draft = f"{path}.{os.urandom(4).hex()}"
        if entry[0] == LINK:
            os.symlink(entry[1], draft)
        else:
            write_whole(draft, data)
            os.chmod(draft, entry[0])
        os.replace(draft, path)
        return True

    def clear_way(self, path: str) -> bool:
        """Whether a file may be written there: nothing newer, no link on the way; with force they are set aside."""
        parts = path.split("/")
        for place in ("/".join(parts[:at]) for at in range(2, len(parts))):
            if islink(place) or not isdir(place):
                if lexists(place) and not self.set_aside(place):
                    return False
                os.mkdir(place)
        kind = stat_kind(path)
        if kind == FOLDER:
            return self.set_aside(path)
        empty = kind == FILE and not getsize(path)
        return self.force or not kind or path in self.clean or empty

    def set_aside(self, path: str) -> bool:
        if self.force:
            os.rename(path, f"{path}.set-aside-{os.urandom(3).hex()}")
        return self.force

    def restore_repository(self, row: Row) -> None:
        store, common, gitdir = self.store, row["common"], row["gitdir"]
        repository = Repository(row["top"], gitdir, common)
        repository.seconds = 60.0
        for path in (row["top"], gitdir, f"{common}/objects", f"{common}/refs"):
            if not self.clear_way(f"{path}/x"):
                raise Fault("a link stands in the way")
        lay_sandbox(repository, f"{store.root}/sandboxes")
        for data in map(store.read_object, row["packs"]):
            run_git(repository, "unpack-objects -q", data=data)
        stashes = f"{common}/logs/refs/stash"
        small = {one for one in row["git"] if not lexists(one)} - {stashes, f"{gitdir}/index"}
        self.put_files({path: row["git"][path] for path in sorted(small)})
        if self.force or not lexists(f"{gitdir}/HEAD"):
            write_locked(f"{gitdir}/HEAD", f"{row['symbolic']}\n".encode())
        self.restore_refs(repository, row)
        if stashes in row["git"]:
            self.restore_stashes(common, store.read_object(row["git"][stashes][1]))
        self.restore_files(repository, row)

    def restore_refs(self, repository: Repository, row: Row) -> None:
        """Refs that are gone or behind; with force each as it was."""
        common, now = row["common"], read_refs(row["common"])
        if self.force and not row["head"]:  # before the first commit
            remove_file(f"{common}/{row['symbolic'][5:]}")
        for name, id in row["refs"].items():
            if name != "refs/stash" and now.get(name) != id:
                words = ("merge-base --end-of-options", old := now.get(name, ""), id)
                free = self.force or not old
                free = free or run_git(repository, *words, bad=1).decode().strip() == old
                came = free and write_locked(f"{common}/{name}", f"{id}\n".encode())
                (self.refs if came else self.left).append(name)

    def restore_stashes(self, common: str, had: bytes) -> None:
        """The list of stashes: as it was with force, else with those on top that came since."""
        path, lines = f"{common}/logs/refs/stash", had.splitlines(keepends=True)
        ids = [line.split(b" ")[1] for line in lines]
        now = read_bytes(path).splitlines(keepends=True)
        lines += [] if self.force else [line for line in now if line.split(b" ")[1] not in ids]
        if lines != now:
            write_locked(path, b"".join(lines))
            write_locked(f"{common}/refs/stash", lines[-1].split(b" ")[1] + b"\n")
            self.refs.append("refs/stash")

    def restore_files(self, repository: Repository, row: Row) -> None:
        """Files that the snapshot holds, and clean ones from git's objects; with force the index."""
        top, index = row["top"], f"{row['gitdir']}/index"
        open_folders(top)
        lay_sandbox(repository, f"{self.store.root}/sandboxes")
        tracked = list_names(repository, "ls-files -z")
        for path in (f"{top}/{name}" for name in tracked):
            closed = stat_kind(path) == FILE and os.lstat(path).st_mode & 0o600 != 0o600
            if closed and realpath(path) == path:
                os.chmod(path, 0o644)  # one that was executable is then modified, and comes back
        dirty = list_names(repository, "ls-files -z -m")
        self.clean = {f"{top}/{name}" for name in tracked - dirty}
        held, repository.index = row["git"].get(index), f"{repository.sandbox}/index"
        remove_file(f"{repository.index}.lock")
        if held:
            write_whole(repository.index, self.store.read_object(held[1]))
        else:
            run_git(repository, "read-tree", row["head"] or "--empty")
        run_git(repository, "update-index -q --really-refresh --unmerged", bad=1)
        kept = {*row["absent"], *(path[len(top) + 1 :] for path in row["files"])}
        wanted = ""
        for name in sorted(list_names(repository, "ls-files -z -m -d") - kept):
            if not lexists(f"{top}/{name}/.git"):
                free = self.clear_way(f"{top}/{name}")
                wanted += f"{name}\0" * free
                (self.back if free else self.left).append(f"{top}/{name}")
        run_git(repository, "checkout-index -f -u -z --stdin", data=os.fsencode(wanted))
        self.put_files(row["files"])
        data = read_bytes(repository.index)
        if (self.force or not exists(index)) and not write_locked(index, data):
            raise Fault("the index is locked")


def restore_records(moment: Any) -> None:
    """Puts our records back as they stood before a call that took them."""
    store = Store(moment.world)
    came = Restoring(store, False, True)
    moment.world.locate("")
    for id in store.list_ids()[-1:]:
        came.put_files(store.load_row(id).get("records", {}))
    if came.back:
        moment.notices.append("The guards' records were gone and are put back.")


def is_same(store: Store, path: str, entry: list[Any]) -> bool:
    """Whether just this file stands there, with its mode."""
    try:
        if entry[0] == LINK:
            return bool(os.readlink(path) == entry[1])
        info = os.lstat(path)
        same = [info.st_mode, info.st_size] == [FILE | entry[0], entry[2]]
        return same and read_bytes(path) == store.read_object(entry[1])
    except (Fault, OSError):
        return False


def open_folders(top: str) -> None:
    """Folders that their owner cannot enter become enterable."""
    os.chmod(top, os.stat(top).st_mode | 0o700)
    for place, folders, _ in os.walk(top):
        for path in (f"{place}/{name}" for name in folders):
            if not islink(path) and os.stat(path).st_mode & 0o700 != 0o700:
                os.chmod(path, 0o755)


def write_locked(path: str, data: bytes) -> bool:
    """Writes a file of git's through its lock, as git does; False where it is locked or a folder stands there."""
    try:
        os.makedirs(dirname(path), exist_ok=True)
        with open(f"{path}.lock", "xb") as file:
            file.write(data)
    except OSError:
        return False
    if isdir(path):
        return not remove_file(f"{path}.lock")
    os.replace(f"{path}.lock", path)
    return True
