"""The one way to git, a sandbox, and the store of bytes by their digest: what it holds comes back as it was.

git is given a folder of ours in place of `.git`: its own config and HEAD, no hooks, no refs; only the objects and the
index are the repository's, and neither is written.  Filters, fsmonitor, textconv, hooks, includes, promisors are then
names that no configuration explains.  Work tree, git folder and refs are read from the disk.

    $XDG_STATE_HOME/autoskillit/snapshots/PROJECT/    0700; files 0600; at most 256 MiB; outside the project
        objects/aa/DIGEST    rows/ID (one snapshot, zlib and JSON)    cache    lock    sandboxes/

A file whose size, times and inode are those of the last snapshot is not read again.  Whoever uses either holds the lock.
Cannot see: refs in the reftable format (Fault); settings of a file that is included, or of the user's own; a write that
leaves size, times and inode as they were; a file that changes while it is copied.
"""

from __future__ import annotations

import os
import stat
import time
import zlib
from os.path import dirname, exists, isdir, isfile, join, lexists, realpath

from guards import Any, Pairs, Row, Words
from guards._text import split_pairs
from hooks import _stores as disk
from hooks._stores import Fault, digest_bytes, read_bytes, read_text, write_canonical, write_whole
from hooks._stores.world import World, walk_files

Entry = list[Any]  # [mode, digest, size]; of a link [LINK, target, 0]

FILES, FILE_BYTES, CALL_BYTES = 1_000, 16 << 20, 64 << 20
PROJECT_BYTES, DAYS, DAY, RETRY = 256 << 20, 14, 86_400.0, 600.0
LINK, TICK = -1, 20_000_000  # nanoseconds within which a disk's clock may stand still
PLACES = "/usr/bin:/usr/local/bin:/opt/homebrew/bin:"
CONFIG = """[protocol]\nallow = never\n[gc]\nauto = 0\n[pack]\nwindow = 0\nthreads = 1\n[core]\nbare = false
repositoryformatversion = 0\nhooksPath = /dev/null\nfsmonitor = false\nattributesFile = /dev/null\nexcludesFile = /dev/null\n"""
# Settings of the repository that say how the disk is to be read, and the values that are taken over.
KEYS = "autocrlf eol filemode ignorecase precomposeunicode symlinks".split()
VALUES = "crlf false input lf native true".split()
COPIED = "info/exclude info/attributes info/sparse-checkout shallow".split()
ENVIRON = split_pairs("""GIT_ALLOW_PROTOCOL:none GIT_ATTR_NOSYSTEM:1 GIT_CONFIG_GLOBAL:/dev/null GIT_CONFIG_NOSYSTEM:1 GIT_NO_LAZY_FETCH:1 GIT_NO_REPLACE_OBJECTS:1 GIT_OPTIONAL_LOCKS:0
GIT_TERMINAL_PROMPT:0 HOME:/nonexistent LC_ALL:C PATH:/usr/bin:/bin""")


class Repository:
    """A work tree, its git folder, the one that all its work trees share, ours for it; HEAD's text and commit, or ""."""

    def __init__(self, top: str, gitdir: str, common: str) -> None:
        self.top, self.gitdir, self.common, self.index = top, gitdir, common, f"{gitdir}/index"
        self.sandbox = self.head = self.symbolic = ""
        self.seconds = 1.0  # that git may take


def find_repository(path: str) -> Repository | None:
    """The repository whose work tree holds the folder and its HEAD, from the disk; None where git sees none."""
    top = realpath(path)
    while not lexists(f"{top}/.git"):
        if top == "/":
            return None
        top = dirname(top)
    gitdir = f"{top}/.git"
    if isfile(gitdir):
        named = read_text(gitdir).rpartition("gitdir:")[2].strip()
        gitdir = realpath(join(top, named))
    common = realpath(join(gitdir, read_text(f"{gitdir}/commondir").strip()))
    parts = (f"{gitdir}/HEAD", f"{common}/objects", f"{common}/refs")
    if not all(map(exists, parts)):
        return None
    read_head(repository := Repository(top, gitdir, common))
    return repository


def read_packed(common: str) -> Pairs:
    data = os.fsdecode(read_bytes(f"{common}/packed-refs"))
    lines = (line.partition(" ") for line in data.splitlines())
    return {name: id for id, _, name in lines if name.startswith("refs/")}


def read_refs(common: str) -> Pairs:
    """{name: id} of all refs.  Fault for reftable."""
    if isdir(f"{common}/reftable"):
        raise Fault("the repository keeps its refs in the reftable format")
    paths = (path for path in walk_files(f"{common}/refs") if not path.endswith(".lock"))
    loose = {path[len(common) + 1 :]: read_text(path).strip() for path in paths}
    return {**read_packed(common), **loose}


def read_log(path: str) -> Words:
    """The ids that a reflog came to, the oldest first."""
    return [line.split(" ")[1] for line in read_text(path).splitlines() if line.count(" ") > 2]


def read_head(repository: Repository) -> None:
    """Fills `symbolic` and `head`."""
    common, head = repository.common, read_text(f"{repository.gitdir}/HEAD").strip()
    repository.symbolic = head
    if head.startswith("ref: "):
        loose = read_text(f"{common}/{head[5:]}").strip()
        head = loose or read_packed(common).get(head[5:], "")
    repository.head = head if head.isalnum() else ""  # it becomes a word of a command


def lay_sandbox(repository: Repository, folder: str) -> None:
    """Lays our folder for this repository below `folder` as HEAD stands now.  The caller holds a lock."""
    read_head(repository)
    common, name = repository.common, digest_bytes(os.fsencode(repository.gitdir))[:16]
    box = repository.sandbox = f"{folder}/{name}"
    for part in ("refs", "info"):
        disk.make_folder(f"{box}/{part}")
    config, section = CONFIG, ""
    for line in read_text(f"{common}/config").lower().splitlines():
        name, _, value = (part.strip() for part in line.partition("="))
        section = name if name.startswith("[") else section
        if section == "[core]" and name in KEYS and value in VALUES:
            config += f"{name} = {value}\n"
    texts = {name: read_text(f"{common}/{name}") for name in COPIED}
    texts |= {"config": config, "HEAD": f"{repository.head or 'ref: refs/heads/unborn'}\n"}
    for name, text in texts.items():
        if read_text(f"{box}/{name}") != text:
            write_whole(f"{box}/{name}", os.fsencode(text))


def run_git(
    repository: Repository, line: str, *more: str, data: bytes = b"", bad: int = 0
) -> bytes:
    """What git prints on `line` and `more` words.  Fault where it fails (but with exit code `bad`) or is late.  `lay_sandbox` went before."""
    from select import select

    box, top, words = repository.sandbox, repository.top, [*line.split(), *more]
    environ = {"GIT_OBJECT_DIRECTORY": f"{repository.common}/objects", "GIT_DIR": box, **ENVIRON}
    environ |= {"GIT_WORK_TREE": top, "GIT_INDEX_FILE": repository.index}
    folders = (PLACES + os.environ.get("PATH", "")).split(":")
    places = (f"{one}/git" for one in folders if one.startswith("/"))
    program = next((one for one in places if os.access(one, os.X_OK)), "")
    if not program:
        raise Fault("git is not installed")
    given = f"{box}/given" if data else "/dev/null"
    if data:
        write_whole(given, data)
    end, out, into = time.monotonic() + repository.seconds, *os.pipe()
    opens, mute = os.POSIX_SPAWN_OPEN, "/dev/null"
    actions = (os.POSIX_SPAWN_DUP2, into, 1), (opens, 0, given, 0, 0), (opens, 2, mute, 2, 0)
    pid = os.posix_spawn(program, ["git", "-C", top, *words], environ, file_actions=actions)
    os.close(into)
    parts = [b" "]
    try:
        while parts[-1] and select([out], (), (), max(0.0, end - time.monotonic()))[0]:
            parts.append(os.read(out, 1 << 20))
    finally:
        if parts[-1]:
            os.kill(pid, 9)  # it is late
        os.close(out)
        status = os.waitpid(pid, 0)[1]
    if parts[-1] or status not in (0, bad << 8):
        raise Fault(f"git {words[0]} failed or took {repository.seconds:.1f} s")
    return b"".join(parts)[1:]


def list_names(repository: Repository, line: str) -> Any:
    """What git prints with a NUL behind each, in its order, as a set."""
    return dict.fromkeys(os.fsdecode(run_git(repository, line)).split("\0")[:-1]).keys()


class Store:
    """One project's store: what this snapshot holds (`kept`, of `size`) and what it does not, and when it must `end`."""

    def __init__(self, world: World, seconds: float = 1.0) -> None:
        self.root, self.now = world.locate_outside("snapshots"), world.now
        self.records = f"{realpath(world.state)}/"  # ours, which change at every event
        if realpath(self.root).startswith(f"{realpath(world.project)}/"):
            raise Fault("the folder for snapshots lies in the project")
        for part in "objects rows sandboxes".split():
            disk.make_folder(f"{self.root}/{part}")
        self.lock = disk.Lock(f"{self.root}/lock", seconds)
        self.end, self.size = time.monotonic() + seconds, 0
        self.kept: dict[str, Entry] = {}
        self.unheld: Words = []
        self.cache: Row = {"files": {}, "total": 0, "swept": 0.0, "last": ["", ""]}

    def open_cache(self) -> None:
        """Loads what the last snapshot knew, and sweeps where a day went by."""
        try:
            found = disk.parse_json(read_bytes(f"{self.root}/cache"))
            self.cache = found if found.keys() == self.cache.keys() else self.cache
        except (ValueError, AttributeError):
            pass  # all is counted anew
        full = self.cache["total"] >= PROJECT_BYTES
        if self.now - self.cache["swept"] > (RETRY if full else DAY):
            self.sweep(DAY if full else DAYS * DAY)

    def hold_file(self, path: str, into: Row) -> None:
        """Adds the entry of a file that the store now holds (over the bounds: to `unheld`); of no file, or ours, nothing."""
        try:
            info = os.lstat("" if path.startswith(self.records) else path)
            if stat.S_ISLNK(info.st_mode):
                into[path] = [LINK, os.readlink(path), 0]
        except OSError:
            return
        if not stat.S_ISREG(info.st_mode):
            return
        if path not in self.kept:
            size = self.size + info.st_size
            mark = f"{info.st_size} {info.st_mtime_ns} {info.st_ctime_ns} {info.st_ino}"
            known = self.cache["files"].get(path)
            if len(self.kept) >= FILES or info.st_size > FILE_BYTES or size > CALL_BYTES:
                known = ["", ""]
            elif not known or known[0] != mark:
                try:
                    known = [mark, self.add_object(read_bytes(path))]
                except Fault:
                    known = ["", ""]
            if not known[1]:
                self.unheld.append(path)
                return
            self.size = size
            if time.time_ns() - info.st_mtime_ns > TICK:
                self.cache["files"][path] = known
            self.kept[path] = [stat.S_IMODE(info.st_mode), known[1], info.st_size]
        into[path] = self.kept[path]

    def add_object(self, data: bytes) -> str:
        digest = digest_bytes(data)
        place = f"{self.root}/objects/{digest[:2]}/{digest[2:]}"
        if exists(place):
            return digest
        if self.cache["total"] >= PROJECT_BYTES or time.monotonic() > self.end:
            return ""
        disk.make_folder(dirname(place))
        write_whole(place, data)
        self.cache["total"] += len(data)
        return digest

    def read_object(self, digest: str) -> bytes:
        """The bytes of that digest.  Fault where they are gone or altered."""
        data = read_bytes(f"{self.root}/objects/{digest[:2]}/{digest[2:]}")
        if digest_bytes(data) != digest:
            raise Fault("the copy is gone or was altered")
        return data

    def save_row(self, row: Row) -> str:
        """Writes a snapshot and gives its id; the last one's where nothing changed since."""
        body = {name: row[name] for name in "repositories files records unheld".split()}
        digest, last = digest_bytes(write_canonical(body).encode()), self.cache["last"]
        if last[1] != digest or not exists(f"{self.root}/rows/{last[0]}"):
            id = f"{int(self.now * 1000):011x}{os.urandom(2).hex()}"
            data = zlib.compress(write_canonical({**row, "id": id}).encode(), 1)
            write_whole(f"{self.root}/rows/{id}", data)
            self.cache["total"] += len(data)
            self.cache["last"] = [id, digest]
        data = write_canonical(self.cache).encode()
        if data != read_bytes(f"{self.root}/cache"):
            write_whole(f"{self.root}/cache", data)
        return str(self.cache["last"][0])

    def list_ids(self) -> Words:
        """Ids of all snapshots, the oldest first."""
        return sorted(name for name in os.listdir(f"{self.root}/rows") if "." not in name)

    def load_row(self, id: str) -> Row:
        """One snapshot.  Fault where it cannot be read."""
        try:
            row: Row = disk.parse_json(zlib.decompress(read_bytes(f"{self.root}/rows/{id}")))
        except (ValueError, zlib.error, RecursionError):
            raise Fault(f"snapshot {id} cannot be read") from None
        return row

    def sweep(self, most: float) -> None:
        """Once a day: what is past its 14 days goes; where the store is full, what is older than a day."""
        used = set[str]()
        for id in self.list_ids():
            kept = self.now - int(id[:11], 16) / 1000 <= most
            try:
                row = self.load_row(id) if kept else {}
            except Fault:
                row = {}
            used.update(entry[1] for entry in list_entries(row).values())
            used.update(one for part in row.get("repositories", ()) for one in part["packs"])
            if not row:
                disk.remove_file(f"{self.root}/rows/{id}")
        for path in [*walk_files(f"{self.root}/objects", 1 << 20)]:
            if "".join(path.split("/")[-2:]) not in used:
                disk.remove_file(path)
        sizes = (os.lstat(path).st_size for path in walk_files(self.root, 1 << 20))
        self.cache.update(swept=self.now, files={}, total=sum(sizes))


def list_entries(row: Row) -> dict[str, Entry]:
    """All files of a snapshot: path -> entry."""
    found = dict(row.get("files", {}))
    for one in row.get("repositories", ()):
        found.update({**one["files"], **one["git"]})
    return found
