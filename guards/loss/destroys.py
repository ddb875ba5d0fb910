"""What a call would destroy, were it there: a table of programs over the simple commands of the call's reading.

Law: a `Loss` says where to look and for what (files, changes of the working tree, commits, a stash, a service), never
that something is lost: whether anything is at stake the shell computes from the disk and from git.
Cannot see: a path that a program puts together at run time.
"""

from __future__ import annotations

from guards.loss import versions
from guards.loss.services import services
from guards.loss.words import Loss, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards._call import Call
    from guards._shell.reading import Ran

DEVICES = tuple(
    """
    /dev/sd /dev/nvme /dev/hd /dev/vd /dev/xvd /dev/disk /dev/mmcblk /dev/mapper/ /dev/md /dev/loop /dev/rdisk
""".split()
)
KEEPS = frozenset(("-n", "--no-clobber", "-b", "--backup", "-i", "--interactive"))     # cp and mv that ask or keep
MOST = 40  # losses of one call that are looked at
MOST_PATHS = 200  # paths of one command


def losses(call: Call) -> list[Loss]:
    """What the call could destroy, in order, each once."""
    if not call.command:
        from guards.loss.tools import of_tool

        return of_tool(call)
    found: dict[str, Loss] = {}
    for ran in call.ran:
        row = PROGRAMS.get(ran.program) or (MAKES_SYSTEM if ran.program.startswith("mkfs.") else None)
        for loss in row(ran) if row else services(ran):
            found.setdefault(loss.key, loss)
    for touch in call.touches:
        if touch.program == ">" and touch.how == "writes":
            loss = Loss("files", "writing over it", "", "w", (touch.path,))
            found.setdefault(loss.key, loss)
        elif touch.how == "removes" and touch.program in CODE:
            loss = Loss("files", f"{touch.program} code that deletes", "", "r", (touch.path,))
            found.setdefault(loss.key, loss)
    return list(found.values())[:MOST]


# Interpreters whose code is read by its words (guards/_shell/code.py says which path is removed).
CODE = frozenset(
    """
    python python2 python3 node nodejs ruby perl php bun deno tsx
""".split()
)


def remove(ran: Ran) -> list[Loss]:
    """rm, unlink, shred, rmdir's big brothers: the paths; "r" with all that is below."""
    flags, paths = parts(ran.words)
    if {"--help", "--version"} & flags or not paths:
        return []
    deep = bool(flags & {"-r", "-R", "--recursive"})
    devices = [p for p in paths if p.startswith(DEVICES)]
    if devices:
        return [Loss("device", f"{ran.program} of a disk", "", "", tuple(devices))]
    return [
        Loss("files", ran.program + (" -r" if deep else ""), ran.cwd, "r" if deep else "", tuple(paths[:MOST_PATHS]))
    ]


def over(ran: Ran) -> list[Loss]:
    """cp, mv, install, ln -f: what stands where the last argument points is replaced."""
    flags, paths = parts(ran.words, takes=("-t", "-S", "-m", "-o", "-g", "--target-directory", "--suffix"))
    into = value_of(ran.words, ("-t", "--target-directory"))
    if not KEEPS.isdisjoint(flags) or (ran.program == "install" and "-d" in flags):
        return []
    if ran.program == "ln" and not flags & {"-f", "--force"}:
        return []
    if into:
        sources, target = paths, into
    elif len(paths) > 1:
        sources, target = paths[:-1], paths[-1]
    else:
        return []
    return [Loss("files", f"{ran.program} over it", ran.cwd, "c", (target, *sources[:MOST_PATHS]))]


def value_of(words: list[str], names: tuple[str, ...]) -> str:
    """The value of the first of some options, "" without one."""
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            return value if equals else words[at + 1] if at + 1 < len(words) else ""
    return ""


def truncate(ran: Ran) -> list[Loss]:
    """Only a size that cuts: -s 0, -s 100; `-s +5` adds."""
    _, paths = parts(ran.words, takes=("-s", "--size", "-r", "--reference", "-o"))
    size = value_of(ran.words, ("-s", "--size"))
    return (
        []
        if size.startswith(("+", "%"))
        else [Loss("files", "truncate", ran.cwd, "w", tuple(paths))]
        if paths
        else []
    )


def dd(ran: Ran) -> list[Loss]:
    """Onto a disk; a file stands among the paths that the reading says are written."""
    out = next((w[3:] for w in ran.words if w.startswith("of=")), "")
    if out.startswith(DEVICES):
        return [Loss("device", "dd onto a disk", "", "", (out,))]
    return []


def find(ran: Ran) -> list[Loss]:
    """`find ... -delete` and `-exec rm`: what the names fit, below the starting points."""
    words = ran.words
    kills = "-delete" in words or any(
        a in ("-exec", "-execdir", "-ok") and b.rsplit("/", 1)[-1] in ("rm", "shred", "unlink")
        for a, b in zip(words, words[1:])
    )
    if not kills or "-empty" in words:
        return []
    end = next(
        (i for i, w in enumerate(words) if w[:1] in ("-", "(", "!") and w not in ("-L", "-H", "-P")), len(words)
    )
    start = [w for w in words[:end] if not w.startswith("-")] or ["."]
    names = [b for a, b in zip(words, words[1:]) if a in ("-name", "-iname", "-path", "-wholename")]
    before = {words[i - 1] for i, w in enumerate(words) if i and w in ("-name", "-iname", "-path", "-wholename")}
    if before & {"!", "-not", "-prune"}:
        names = []
    return [Loss("files", "find -delete", ran.cwd, "r", tuple(start[:MOST_PATHS]), tuple(names))]


def rsync(ran: Ran) -> list[Loss]:
    """`rsync --delete` removes at the destination what the source lacks."""
    flags, paths = parts(ran.words, takes=("-e", "-f", "--rsh", "--exclude", "--include", "--filter"))
    if not any(f.startswith(("--delete", "--del")) for f in flags) or flags & {"-n", "--dry-run"} or len(paths) < 2:
        return []
    if ":" in paths[-1].split("/")[0]:
        return [Loss("remote", "rsync --delete", "", "", (paths[-1],))]
    return [Loss("files", "rsync --delete", ran.cwd, "r", (paths[-1],))]


def modes(ran: Ran) -> list[Loss]:
    """chmod -R, chown -R outside of the project: what the modes were nobody knows afterwards."""
    flags, paths = parts(ran.words)
    if not flags & {"-R", "--recursive"}:
        return []
    return [Loss("modes", f"{ran.program} -R", ran.cwd, "", tuple(paths[1:MOST_PATHS]))]


def formats(ran: Ran) -> list[Loss]:
    """mkfs, wipefs, fdisk: a disk, or an image in a file."""
    _, paths = parts(ran.words, takes=("-t", "-L", "-b", "-F"))
    disks = [p for p in paths if p.startswith("/dev/")]
    return [Loss("device", f"{ran.program} of a disk", "", "", tuple(disks))] if disks else []


def sqlite(ran: Ran) -> list[Loss]:
    """A database file whose tables are dropped or emptied."""
    from guards.loss.services import empties

    _, words = parts(ran.words)
    return (
        [Loss("files", empties(" ".join(words[1:])), ran.cwd, "w", (words[0],))]
        if words and empties(" ".join(words[1:]))
        else []
    )


def nothing(ran: Ran) -> list[Loss]:
    """A program whose words are no orders."""
    return []


MAKES_SYSTEM = formats
PROGRAMS: dict[str, Callable[[Ran], list[Loss]]] = {
    "rm": remove,
    "unlink": remove,
    "shred": remove,
    "srm": remove,
    "rimraf": lambda ran: remove(versions.with_words(ran, ["-r", *ran.words])),
    "del-cli": remove,
    "cp": over,
    "mv": over,
    "install": over,
    "ln": over,
    "truncate": truncate,
    "dd": dd,
    "find": find,
    "fd": nothing,
    "rsync": rsync,
    "chmod": modes,
    "chown": modes,
    "chgrp": modes,
    "mkfs": formats,
    "mke2fs": formats,
    "wipefs": formats,
    "fdisk": formats,
    "sfdisk": formats,
    "parted": formats,
    "blkdiscard": formats,
    "mkswap": formats,
    "git": versions.git,
    "sqlite3": sqlite,
}
