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
    from collections.abc import Callable, Iterable, Mapping

    from guards._call import Call
    from guards._shell.reading import Ran, Touch

DEVICES = tuple(
    """
    /dev/sd /dev/nvme /dev/hd /dev/vd /dev/xvd /dev/disk /dev/mmcblk /dev/mapper/ /dev/md /dev/loop /dev/rdisk
""".split()
)
KEEPS = frozenset(("-n", "--no-clobber", "-b", "--backup", "-i", "--interactive"))     # cp and mv that ask or keep
NEWEST = ((), ("stash@{0}",), ("0",))       # the stash that was made last, by its names
MOST = 40  # losses of one call that are looked at
MOST_PATHS = 200  # paths of one command


def losses(call: Call, texts: Mapping[str, str] | None = None) -> list[Loss]:
    """What the call could destroy, in order, each once.  `texts`: of the files that hold orders (`services.files_of`),
    by the path as the command writes it."""
    if not call.command:
        from guards.loss.tools import of_tool

        return of_tool(call)
    found: dict[str, Loss] = {}
    before: Ran | None = None
    safe: frozenset[str] = frozenset()      # kinds of which nothing is left to lose
    put_away: list[Loss] = []
    for ran in call.ran:
        for loss in of_command(ran, before, texts or {}):
            if loss.kind == "stash" and put_away and loss.names in NEWEST:
                found.update((gone.key, gone) for gone in put_away)     # what lies there since this very call
                if loss.names or "drop" in loss.what:
                    continue
            if loss.kind not in safe or not frozenset("xX").isdisjoint(loss.flags):
                found.setdefault(loss.key, loss)
        if ran.program == "git" and not any(mark in call.command for mark in (";", "|", "\n", " & ")):    # it went well
            safe |= versions.keeps(ran, before)
        put_away = versions.stashed(ran) or put_away
        before = ran
    for touch in call.touches:
        told = of_touch(touch)
        if told is not None:
            found.setdefault(told.key, told)
    return [loss for loss in found.values() if not made_again(loss, call.ran)][:MOST]


AGAIN = frozenset(("apply", "create", "replace"))


def made_again(loss: Loss, ran: Iterable[Ran]) -> bool:
    """Does the same call make anew what it takes away: `kubectl delete secret tls && kubectl create secret … tls`?"""
    if loss.kind != "remote" or len(loss.names) != 2:
        return False
    return any(one.program == loss.what.split(" ")[0] and not AGAIN.isdisjoint(one.words) and all(
        name in one.words for name in loss.names) for one in ran)


def of_command(ran: Ran, before: Ran | None, texts: Mapping[str, str]) -> list[Loss]:
    """What one simple command could destroy."""
    found = versions.backwards(ran, before) if ran.fed == "git" and before is not None else []
    row = PROGRAMS.get(ran.program) or (MAKES_SYSTEM if ran.program.startswith("mkfs.") else None)
    return [*found, *(row(ran) if row else services(ran, texts))]


def of_touch(touch: Touch) -> Loss | None:
    """What is lost where a path is removed or written by a program of no row here."""
    if touch.program.split(" ")[0] in TOLD:
        return None
    if touch.how == "removes":
        return Loss("files", f"{touch.program} code that deletes", "", "r", (touch.path,))
    if touch.how == "writes":
        what = "writing over it" if touch.program == ">" else f"{touch.program} over it"
        return Loss("files", what, "", "w", (touch.path,))
    return None


def remove(ran: Ran) -> list[Loss]:
    """rm, unlink, shred, rmdir's big brothers: the paths; "r" with all that is below."""
    flags, paths = parts(ran.words)
    if {"--help", "--version"} & flags or not paths:
        return []
    # What lists or finds them names what lies below, too.
    deep = bool(flags & {"-r", "-R", "--recursive"}) or ran.fed in ("find", "fd", "ls")
    paths = [path.removesuffix("/**") for path in paths]
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
    names = [words[i + 1] for i, w in enumerate(words[:-1]) if w in ("-name", "-iname", "-path", "-wholename")
             and words[i - 1] not in ("!", "-not") and words[i + 2:i + 4] not in (["-prune", "-o"], ["-prune", "-or"])]
    if not {"-r", "-R", "-rf", "-fr", "-Rf", "--recursive"}.isdisjoint(words):
        names += [f"*/{name}/*" for name in names if "/" not in name]       # with all that lies below
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


def unpacks(ran: Ran) -> list[Loss]:
    """tar x, unzip -o: members of the archive that stand there already; what these are the archive says."""
    flags, rest = parts(ran.words, takes=("-C", "-f", "-d", "--directory", "--file", "--exclude", "--strip-components"))
    into = value_of(ran.words, ("-C", "--directory", "-d"))
    if ran.program == "unzip":
        return [Loss("files", "unzip -o", ran.cwd, "m", (rest[0], into or "."))] if "-o" in flags and rest else []
    old = rest[0] if rest and ran.words[0] == rest[0] and not rest[0].startswith("-") else ""
    if not ({"-x", "--extract", "--get"} & flags or "x" in old) or {"-k", "--keep-old-files"} & flags:
        return []
    archive = value_of(ran.words, ("-f", "--file")) or (rest[1] if "f" in old and len(rest) > 1 else "")
    archive = archive or next(
        (b for a, b in zip(ran.words, ran.words[1:]) if a[:1] == "-" and a[1:2] != "-" and a.endswith("f")), "")
    if archive in ("", "-"):
        return []
    return [Loss("files", f"{ran.program} -x", ran.cwd, "m", (archive, into or "."))]


# What leaves nothing of a file, in the words of those that edit it in place.
EMPTIES = frozenset(("d", "1,$d", "1,$ d", ",d", "%d", "%d_", ":%d", "%delete", ",c", "1,$c", "//d", "/.*/d", "/^/d",
                     "/$/d"))


def edits(ran: Ran) -> list[Loss]:
    """sed -i, ed, vim -es: a part is changed; that is no loss, but where the order leaves nothing."""
    flags, rest = parts(ran.words, takes=("-e", "-f", "-c", "--expression"))
    if ran.program == "sed" and not {"-i", "--in-place"} & flags:
        return []
    orders = [b for a, b in zip(ran.words, ran.words[1:]) if a in ("-e", "-c", "--expression")]
    orders += [w.removeprefix("+") for w in ran.words if w.startswith("+")] + ran.given.text.split("\n")
    files = rest
    if ran.program == "sed" and not orders[:-1] and not {"-e", "-f", "--expression"} & flags:
        orders, files = rest[:1], rest[1:]
    if not files or not any(order.strip() in EMPTIES for order in orders):
        return []
    return [Loss("files", f"{ran.program} that empties it", ran.cwd, "w", files[:MOST_PATHS])]


def sorts(ran: Ran) -> list[Loss]:
    """`sort -o FILE`: where the file is what is sorted, nothing goes."""
    out = value_of(ran.words, ("-o", "--output"))
    return [Loss("files", "sort -o", ran.cwd, "w", (out,))] if out and ran.words.count(out) < 2 else []


def nothing(ran: Ran) -> list[Loss]:
    """A program whose words are no orders."""
    return []


MAKES_SYSTEM = formats
PROGRAMS: dict[str, Callable[[Ran], list[Loss]]] = {
    "rm": remove,
    "unlink": remove,
    "shred": remove,
    "srm": remove,
    "rimraf": lambda ran: remove(ran.with_words(["-r", *ran.words])),
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
    "tar": unpacks,
    "bsdtar": unpacks,
    "unzip": unpacks,
    "sed": edits,
    "ed": edits,
    "ex": edits,
    "vi": edits,
    "vim": edits,
    "nvim": edits,
    "sort": sorts,
    "patch": nothing,
}
# Programs that take away only where one of these stands beside their name (guards/loss/gate.py).
BESIDE = {
    "fd": (), "patch": (), "sed": "i ni ri ei ie in ir si zi".split(), "sort": ("o", "output"),
    "ed": ("d", "1,$d", "w"),
    "ex": ("c", "s", "sc"), "vim": ("c", "es"), "nvim": ("c", "es", "headless"), "vi": ("c", "es"),
    "git": ()}
# Whose touches are told by a row, or can be taken back.
TOLD = frozenset((*PROGRAMS, "trash", "rmdir", "zip", "7z", "7za", "rar", "scp", "mkdir"))
