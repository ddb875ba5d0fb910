"""The one door to git: no configuration of the repository, the user or the machine is read, so nothing they name runs.

git is given a folder of ours in place of `.git`: its own config and HEAD, no hooks, no refs; only the objects and the
index are the repository's, and neither is written.  Filters, fsmonitor, textconv, hooks, includes, promisors are then names that no
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
    from typing import Any

SECONDS = 1.0
PLACES = "/usr/bin:/usr/local/bin:/opt/homebrew/bin:"
CONFIG = """[protocol]\nallow = never\n[gc]\nauto = 0\n[core]\nbare = false
hooksPath = /dev/null\nfsmonitor = false\nattributesFile = /dev/null\nexcludesFile = /dev/null\n"""
# Settings of the repository that say how the disk is to be read, and the values that are taken over.
KEYS = frozenset("autocrlf eol filemode ignorecase precomposeunicode symlinks".split())
VALUES = frozenset("crlf false input lf native true".split())
COPIED = ("info/exclude", "info/attributes", "info/sparse-checkout", "shallow")
ENVIRON = dict(
    pair.split("=")
    for pair in """GIT_ALLOW_PROTOCOL=none GIT_ATTR_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0 HOME=/nonexistent LC_ALL=C
    PATH=/usr/bin:/bin""".split()
)


class Repository:
    """One work tree: `top`, its `gitdir`, the `common` folder of all its work trees, `door` (our folder for it), `index`.

    `symbolic` is the text of HEAD, `head` its commit, "" before the first one.
    """

    __slots__ = tuple("common door gitdir head index symbolic top".split())

    def __init__(self, top: str, gitdir: str, common: str) -> None:
        self.top, self.gitdir, self.common, self.index = top, gitdir, common, f"{gitdir}/index"
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
        named = read_text(gitdir).rpartition("gitdir:")[2].strip()
        gitdir = os.path.realpath(os.path.join(top, named))
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
    lines = (line.partition(" ") for line in os.fsdecode(data).splitlines())
    return {name: id for id, _, name in lines if name[:5] == "refs/"}


def read_refs(common: str) -> tuple[dict[str, str], dict[str, str]]:
    """(loose, packed): {name: id}.  Fault for reftable."""
    if os.path.isdir(f"{common}/reftable"):
        raise Fault("the repository keeps its refs in the reftable format")
    paths = (path for path in walk_files(f"{common}/refs") if not path.endswith(".lock"))
    loose = {path[len(common) + 1 :]: read_text(path).strip() for path in paths}
    return loose, read_packed(read_bytes(f"{common}/packed-refs"))


def read_log(path: str) -> list[str]:
    """The ids that a reflog came to, the oldest first."""
    return [line.split(" ")[1] for line in read_text(path).splitlines() if line.count(" ") > 2]


def walk_files(folder: str, most: int = 5_000) -> Iterator[str]:
    """Regular files below a folder, at most `most`; links are not followed."""
    waiting = [folder.rstrip("/")]
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
    """Fills `symbolic` and `head`."""
    common, name = repository.common, read_text(f"{repository.gitdir}/HEAD").strip()
    repository.symbolic = repository.head = name
    if name[:5] == "ref: ":
        packed = read_packed(read_bytes(f"{common}/packed-refs"))
        repository.head = read_text(f"{common}/{name[5:]}").strip() or packed.get(name[5:], "")
    if repository.head[:5] == "ref: ":
        raise Fault("HEAD names a ref that names a ref")


def open_door(repository: Repository, folder: str) -> None:
    """Lays our folder for this repository below `folder` as HEAD stands now.  The caller holds a lock."""
    read_head(repository)
    common, name = repository.common, digest_bytes(os.fsencode(repository.gitdir))[:16]
    door = repository.door = f"{folder}/{name}"
    for part in ("refs", "info"):
        make_folder(f"{door}/{part}")
    config, section, format = CONFIG, "", ""
    for line in read_text(f"{common}/config").lower().splitlines():
        name, _, value = (part.strip() for part in line.partition("="))
        section = name if name[:1] == "[" else section
        if section == "[core]" and name in KEYS and value in VALUES:
            config += f"{name} = {value}\n"
        elif (section, name, value) == ("[extensions]", "objectformat", "sha256"):
            format = "[extensions]\nobjectFormat = sha256\n"
    texts = {name: read_text(f"{common}/{name}") for name in COPIED}
    texts["config"] = f"{config}repositoryformatversion = {1 if format else 0}\n{format}"
    texts["HEAD"] = f"{repository.head or 'ref: refs/heads/unborn'}\n"
    for name, text in texts.items():
        if read_text(f"{door}/{name}") != text:
            write_whole(f"{door}/{name}", os.fsencode(text))


def run_git(
    repository: Repository, *words: str, data: bytes = b"", seconds: float = SECONDS, bad: int = 0
) -> bytes:
    """What git prints.  Fault where it fails (but with exit code `bad`) or is late.  `open_door` went before."""
    import select

    door, top = repository.door, repository.top
    environ = {**ENVIRON, "GIT_DIR": door, "GIT_WORK_TREE": top, "GIT_INDEX_FILE": repository.index}
    environ["GIT_OBJECT_DIRECTORY"] = f"{repository.common}/objects"
    folders = (PLACES + os.environ.get("PATH", "")).split(":")
    found = (f"{one}/git" for one in folders if one[:1] == "/" and os.access(f"{one}/git", os.X_OK))
    program, given = next(found, ""), f"{door}/given" if data else "/dev/null"
    if not program:
        raise Fault("git is not installed")
    if data:
        write_whole(given, data)
    end, out, into = time.monotonic() + seconds, *os.pipe()
    actions: list[tuple[Any, ...]] = [(os.POSIX_SPAWN_DUP2, into, 1)]
    for fd, path in ((0, given), (2, "/dev/null")):
        actions.append((os.POSIX_SPAWN_OPEN, fd, path, fd, 0))
    try:
        argv = ["git", "-C", top if os.path.isdir(top) else "/", *words]
        pid = os.posix_spawn(program, argv, environ, file_actions=actions)
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
        why = f"was not done in {seconds:.1f} s" if late else "failed"
        raise Fault(f"git {words[0]} {why}")
    return b"".join(parts)[1:]
