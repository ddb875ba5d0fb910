"""The one door to git: no configuration of the repository, the user or the machine is read, so nothing they name runs.

git is given a folder of ours in place of `.git`: its own config and HEAD, a copy of the index, no hooks, no refs; only
the objects are the repository's.  Filters, fsmonitor, textconv, hooks, includes, promisors are then names that no
configuration explains.  Work tree, git folder and refs are read from the disk.

Cannot see: refs in the reftable format (Fault); settings of a file that is included, or of the user's own.
"""

from __future__ import annotations

import os
import time

from hooks._stores import Fault, digest_bytes, make_folder, read_bytes, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 1.0
PLACES = "/usr/bin:/usr/local/bin:/opt/homebrew/bin:"
CONFIG = """[protocol]\nallow = never\n[gc]\nauto = 0\n[pack]\nwindow = 0\nthreads = 1\n[core]\nbare = false
hooksPath = /dev/null\nfsmonitor = false\nattributesFile = /dev/null\nexcludesFile = /dev/null\n"""
# Settings of the repository that say how the disk is to be read, and the values that are taken over.
KEYS = frozenset("autocrlf eol filemode ignorecase precomposeunicode symlinks".split())
VALUES = frozenset("crlf false input lf native true".split())
COPIED = ("info/exclude", "info/attributes", "info/sparse-checkout", "shallow")
ENVIRON = dict(
    pair.split("=")
    for pair in """GIT_ALLOW_PROTOCOL=none GIT_ATTR_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_TERMINAL_PROMPT=0 HOME=/nonexistent LC_ALL=C
    PATH=/usr/bin:/bin""".split()
)


class Repository:
    """One work tree: `top`, its `gitdir`, the `common` folder of all its work trees, `door` (our folder for it).

    `symbolic` is the text of HEAD, `head` its commit, "" before the first one.
    """

    __slots__ = tuple("common door gitdir head symbolic top".split())

    def __init__(self, top: str, gitdir: str, common: str) -> None:
        self.top, self.gitdir, self.common = top, gitdir, common
        self.door = self.head = self.symbolic = ""


def find_repository(path: str) -> Repository | None:
    """The repository whose work tree holds the folder, read from the disk; None where there is none."""
    top = os.path.realpath(path)
    while not os.path.lexists(f"{top}/.git"):
        if top == "/":
            return None
        top = os.path.dirname(top)
    gitdir = f"{top}/.git"
    if os.path.isfile(gitdir):
        gitdir = os.path.realpath(
            os.path.join(top, read_text(gitdir).rpartition("gitdir:")[2].strip())
        )
    if not os.path.isfile(f"{gitdir}/HEAD"):
        return None
    common = os.path.realpath(os.path.join(gitdir, read_text(f"{gitdir}/commondir").strip()))
    return Repository(top, gitdir, common)


def read_text(path: str) -> str:
    """The text of a file of at most 1 MiB; "" for anything else that may stand there."""
    try:
        return os.fsdecode(read_bytes(path, 0, 1 << 20))
    except Fault:
        return ""


def read_packed(data: bytes) -> dict[str, str]:
    """{name: id} of a packed-refs file."""
    lines = (line.split(" ") for line in os.fsdecode(data).splitlines())
    return {words[1]: words[0] for words in lines if len(words) == 2 and len(words[0]) >= 40}


def read_refs(common: str) -> tuple[dict[str, str], dict[str, str]]:
    """(loose, packed): {name: id}.  Fault for reftable."""
    if os.path.isdir(f"{common}/reftable"):
        raise Fault("the repository keeps its refs in the reftable format")
    loose = {
        path[len(common) + 1 :]: read_text(path).strip() for path in walk_files(f"{common}/refs")
    }
    packed = read_packed(read_bytes(f"{common}/packed-refs"))
    return {name: id for name, id in loose.items() if id and not name.endswith(".lock")}, packed


def read_log(path: str) -> list[str]:
    """The ids that a reflog came to, the oldest first."""
    lines = read_text(path).splitlines()
    return [line.split(" ")[1] for line in lines if line.count(" ") > 2]


def walk_files(folder: str, most: int = 5_000) -> Iterator[str]:
    """Regular files below a folder, at most `most`; links are not followed."""
    waiting = [folder]
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError:
            continue
        waiting += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        for entry in entries:
            if entry.is_file(follow_symlinks=False) and most > 0:
                most -= 1
                yield entry.path


def read_head(repository: Repository) -> None:
    name = repository.symbolic = read_text(f"{repository.gitdir}/HEAD").strip()
    for _ in range(5):
        if not name.startswith("ref: "):
            break
        name = name[5:].strip()
        packed = f"{repository.common}/packed-refs"
        name = read_text(f"{repository.common}/{name}").strip() or read_packed(
            read_bytes(packed)
        ).get(name, "")
    repository.head = "" if name.startswith("ref: ") else name


def write_changed(path: str, text: str) -> None:
    """Makes the file hold just this text; no file for none."""
    if not text and os.path.lexists(path):
        os.unlink(path)
    elif text and read_text(path) != text:
        write_whole(path, os.fsencode(text))


def open_door(repository: Repository, folder: str, index: bool = True) -> None:
    """Lays our folder for this repository below `folder` as HEAD and the index stand now.  The caller holds a lock."""
    read_head(repository)
    door = repository.door = f"{folder}/{digest_bytes(os.fsencode(repository.gitdir))[:16]}"
    for part in ("refs", "info"):
        make_folder(f"{door}/{part}")
    config, section, format = CONFIG, "", ""
    for line in read_text(f"{repository.common}/config").lower().splitlines():
        name, _, value = (part.strip() for part in line.partition("="))
        section = name if name.startswith("[") else section
        if section == "[core]" and name in KEYS and value in VALUES:
            config += f"{name} = {value}\n"
        elif section == "[extensions]" and name == "objectformat" and value == "sha256":
            format = "[extensions]\nobjectFormat = sha256\n"
    config += f"repositoryformatversion = {1 if format else 0}\n{format}"
    write_changed(f"{door}/config", config)
    write_changed(f"{door}/HEAD", f"{repository.head or 'ref: refs/heads/unborn'}\n")
    for name in COPIED:
        write_changed(f"{door}/{name}", read_text(f"{repository.common}/{name}"))
    if index:
        copy_index(repository.gitdir, door)


def copy_index(gitdir: str, door: str) -> None:
    """Our copy of the index, with its time: git takes entries as old as their index for unsure."""
    for name in os.listdir(door):
        if name == "index.lock" or name.startswith("sharedindex."):
            os.unlink(f"{door}/{name}")
    for name in os.listdir(gitdir):
        if name.startswith("sharedindex."):
            os.symlink(f"{gitdir}/{name}", f"{door}/{name}")
    info = os.stat(f"{gitdir}/index") if os.path.exists(f"{gitdir}/index") else None
    mark = f"{info.st_size} {info.st_mtime_ns} {info.st_ino}" if info else "none"
    if read_text(f"{door}/mark") != mark:
        if info:
            write_whole(f"{door}/index", read_bytes(f"{gitdir}/index"))
            os.utime(f"{door}/index", ns=(info.st_mtime_ns, info.st_mtime_ns))
        else:
            write_changed(f"{door}/index", "")
        write_changed(f"{door}/mark", mark)


def find_git() -> str:
    """Where git is: in the system's folders first, else on PATH.  Fault where it is nowhere."""
    for folder in (PLACES + os.environ.get("PATH", "")).split(":"):
        if folder.startswith("/") and os.access(f"{folder}/git", os.X_OK):
            return f"{folder}/git"
    raise Fault("git is not installed")


def run_git(
    repository: Repository, *words: str, data: bytes = b"", seconds: float = SECONDS, bad: int = 0
) -> bytes:
    """What git prints.  Fault where it fails (but with exit code `bad`) or is late.  `open_door` went before."""
    import select

    door, top = repository.door, repository.top
    environ = {**ENVIRON, "GIT_DIR": door, "GIT_INDEX_FILE": f"{door}/index", "GIT_WORK_TREE": top}
    environ["GIT_OBJECT_DIRECTORY"] = f"{repository.common}/objects"
    given = f"{door}/given" if data else "/dev/null"
    if data:
        write_whole(given, data)
    end, out, into = time.monotonic() + seconds, *os.pipe()
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_DUP2, into, 1)
    ]
    actions += [
        (os.POSIX_SPAWN_OPEN, fd, path, fd, 0) for fd, path in ((0, given), (2, "/dev/null"))
    ]
    try:
        argv = ["git", "-C", top if os.path.isdir(top) else "/", *words]
        pid = os.posix_spawn(find_git(), argv, environ, file_actions=actions)
    finally:
        os.close(into)
    parts, late = [b" "], False
    while parts[-1] and not late:
        late = not select.select([out], [], [], max(0.0, end - time.monotonic()))[0]
        parts.append(b"" if late else os.read(out, 1 << 20))
    if late:
        os.kill(pid, 9)
    os.close(out)
    status = os.waitpid(pid, 0)[1]
    if late or status not in (0, bad << 8):
        raise Fault(
            f"git {words[0]} was not done in {seconds:.1f} s" if late else f"git {words[0]} failed"
        )
    return b"".join(parts)[1:]
