"""The one door to git: no configuration of the repository, the user or the machine is read, so nothing they name runs.

git is given a folder of ours in place of `.git`: its own config and HEAD, a copy of the index, no hooks, no refs; only
the objects are the repository's.  Filters, fsmonitor, textconv, hooks, includes, promisors are then names that no
configuration explains.  Work tree, git folder and refs are read from the disk.

Cannot see: refs in the reftable format (Fault), attributes of the user's own, filters' effect on a tracked file.
"""

from __future__ import annotations

import os
import time

from hooks._stores import Fault, digest_bytes, make_folder, read_bytes, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 1.0
PLACES = ("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
CONFIG = """[core]
	repositoryformatversion = {version}
	bare = false
	hooksPath = /dev/null
	fsmonitor = false
	attributesFile = /dev/null
	excludesFile = /dev/null
{core}[protocol]
	allow = never
[gc]
	auto = 0
[pack]
	window = 0
	threads = 1
{extensions}"""
# Settings of the repository that say how the disk is to be read; each with the values that may be taken over.
KEYS = tuple(
    "autocrlf eol filemode ignorecase precomposeunicode safecrlf symlinks trustctime".split()
)
VALUES = frozenset("crlf false input lf native true".split())
COPIED = ("info/exclude", "info/attributes", "info/sparse-checkout", "shallow")
ENVIRON = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "HOME": "/nonexistent",
    "LC_ALL": "C",
    "PATH": "/usr/bin:/bin",
}


class Repository:
    """One work tree: `top`, its `gitdir`, the `common` folder of all its work trees, `door` (ours), `head` (an id)."""

    __slots__ = tuple("common door gitdir head symbolic top".split())

    def __init__(self, top: str, gitdir: str, common: str) -> None:
        self.top, self.gitdir, self.common = top, gitdir, common
        self.door = self.head = self.symbolic = ""


def find_repository(path: str) -> Repository | None:
    """The repository whose work tree holds the folder, read from the disk; None where there is none."""
    top = os.path.realpath(path)
    while not os.path.lexists(f"{top}/.git"):
        above = os.path.dirname(top)
        if above == top:
            return None
        top = above
    gitdir = f"{top}/.git"
    if os.path.isfile(gitdir):
        text = read_small(gitdir).strip()
        if not text.startswith("gitdir:"):
            return None
        gitdir = os.path.realpath(os.path.join(top, text[7:].strip()))
    if not os.path.isfile(f"{gitdir}/HEAD"):
        return None
    shared = read_small(f"{gitdir}/commondir").strip()
    common = os.path.realpath(os.path.join(gitdir, shared)) if shared else gitdir
    return Repository(top, gitdir, common)


def read_small(path: str) -> str:
    """The text of a file of at most 1 MiB; "" for anything else that may stand there."""
    try:
        return os.fsdecode(read_bytes(path, 0, 1 << 20))
    except Fault:
        return ""


def read_refs(repository: Repository) -> tuple[dict[str, str], dict[str, str]]:
    """(loose, packed): names and ids.  Fault for reftable."""
    if os.path.isdir(f"{repository.common}/reftable"):
        raise Fault("the repository keeps its refs in the reftable format")
    packed = {}
    for line in os.fsdecode(read_bytes(f"{repository.common}/packed-refs")).splitlines():
        id, _, name = line.partition(" ")
        if name and id[0] not in "#^":
            packed[name] = id
    loose: dict[str, str] = {}
    for path in walk_files(f"{repository.common}/refs", 5_000):
        text = read_small(path).strip()
        if not path.endswith(".lock") and text:
            loose[path[len(repository.common) + 1 :]] = text
    return loose, packed


def walk_files(folder: str, most: int) -> Iterator[str]:
    """Regular files below a folder, at most `most`; links are not followed."""
    waiting = [folder]
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError:
            continue
        waiting += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                most -= 1
                if most < 0:
                    return
                yield entry.path


def read_head(repository: Repository) -> None:
    """Sets `symbolic` (the text of HEAD) and `head` (the commit's id, "" before the first one)."""
    repository.symbolic = name = read_small(f"{repository.gitdir}/HEAD").strip()
    for _ in range(5):
        if not name.startswith("ref: "):
            repository.head = name
            return
        name = name[5:].strip()
        text = read_small(f"{repository.common}/{name}").strip()
        if not text:
            packed = b"\n" + read_bytes(f"{repository.common}/packed-refs")
            at = packed.find(b" " + os.fsencode(name) + b"\n")
            text = packed[packed.rfind(b"\n", 0, at) + 1 : at].decode() if at >= 0 else ""
        name = text
        if not name:
            break
    repository.head = ""


def write_changed(path: str, data: bytes) -> None:
    """Writes the file where it does not hold just these bytes."""
    if read_bytes(path) != data or not os.path.isfile(path):
        write_whole(path, data)


def open_door(repository: Repository, folder: str, index: bool = True) -> None:
    """Lays our folder for this repository below `folder` as HEAD and the index stand now.  The caller holds a lock."""
    read_head(repository)
    door = repository.door = f"{folder}/{digest_bytes(os.fsencode(repository.gitdir))[:16]}"
    for part in ("refs", "info"):
        make_folder(f"{door}/{part}")
    core = extensions = section = ""
    for line in read_small(f"{repository.common}/config").lower().splitlines():
        name, _, value = (part.strip() for part in line.partition("="))
        section = name if name.startswith("[") else section
        if section == "[core]" and name in KEYS and value in VALUES:
            core += f"\t{name} = {value}\n"
        elif section == "[extensions]" and name == "objectformat" and value in ("sha1", "sha256"):
            extensions = f"[extensions]\n\tobjectFormat = {value}\n"
    config = CONFIG.format(version=1 if extensions else 0, core=core, extensions=extensions)
    write_changed(f"{door}/config", config.encode())
    write_changed(f"{door}/HEAD", f"{repository.head or 'ref: refs/heads/unborn'}\n".encode())
    for name in COPIED:
        data = read_small(f"{repository.common}/{name}")
        if data:
            write_changed(f"{door}/{name}", os.fsencode(data))
        elif os.path.lexists(f"{door}/{name}"):
            os.unlink(f"{door}/{name}")
    if index:
        copy_index(repository)


def copy_index(repository: Repository) -> None:
    """Our copy of the index, with its time: git takes entries as old as their index for unsure."""
    door = repository.door
    for path in (
        f"{door}/index.lock",
        *(f"{door}/{name}" for name in os.listdir(door) if name.startswith("shared")),
    ):
        if os.path.lexists(path):
            os.unlink(path)
    try:
        info = os.stat(f"{repository.gitdir}/index")
    except OSError:
        info = None
    mark = f"{info.st_size} {info.st_mtime_ns} {info.st_ino}".encode() if info else b"none"
    if read_bytes(f"{door}/mark", 0, 200) != mark:
        if info:
            write_whole(f"{door}/index", read_bytes(f"{repository.gitdir}/index"))
            os.utime(f"{door}/index", ns=(info.st_mtime_ns, info.st_mtime_ns))
        elif os.path.lexists(f"{door}/index"):
            os.unlink(f"{door}/index")
        write_whole(f"{door}/mark", mark)
    for name in os.listdir(repository.gitdir):
        if name.startswith("sharedindex."):
            os.symlink(f"{repository.gitdir}/{name}", f"{door}/{name}")


def find_git() -> str:
    """Where git is: in the system's folders first, else on PATH.  Fault where it is nowhere."""
    for folder in (*PLACES, *os.environ.get("PATH", "").split(":")):
        if folder.startswith("/") and os.access(f"{folder}/git", os.X_OK):
            return f"{folder}/git"
    raise Fault("git is not installed")


def run_git(
    repository: Repository, *words: str, data: bytes = b"", seconds: float = SECONDS, bad: int = 0
) -> bytes:
    """What git prints.  Fault where it fails (but with exit code `bad`) or is late.  `open_door` went before."""
    import select

    door = repository.door
    environ = {
        **ENVIRON,
        "GIT_DIR": door,
        "GIT_INDEX_FILE": f"{door}/index",
        "GIT_OBJECT_DIRECTORY": f"{repository.common}/objects",
        "GIT_WORK_TREE": repository.top,
    }
    given = "/dev/null"
    if data:
        given = f"{door}/given"
        write_whole(given, data)
    end = time.monotonic() + seconds
    out, into = os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, given, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, into, 1),
        (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0),
    ]
    argv = ["git", "-C", repository.top if os.path.isdir(repository.top) else "/", *words]
    try:
        pid = os.posix_spawn(find_git(), argv, environ, file_actions=actions)
    except OSError as error:
        os.close(out)
        raise Fault(f"git: {error.strerror}") from None
    finally:
        os.close(into)
    found, late = [], False
    try:
        while True:
            ready, _, _ = select.select([out], [], [], max(0.0, end - time.monotonic()))
            late = not ready
            part = os.read(out, 1 << 20) if ready else b""
            if not part:
                break
            found.append(part)
    finally:
        os.close(out)
        if late:
            os.kill(pid, 9)
        _, status = os.waitpid(pid, 0)
    if late:
        raise Fault(f"git {words[0]} was not done in {seconds:g} s")
    if status and status != bad << 8:
        raise Fault(f"git {words[0]} failed")
    return b"".join(found)
