"""What a call would destroy, were it there: a table of programs over the simple commands of the call's reading.

Law: a `Loss` says where to look and for what (files, changes of the working tree, commits, a stash, a service), never
that something is lost: whether anything is at stake the shell computes from the disk and from git.
Limitations: a path that a program puts together at run time.
"""

from __future__ import annotations

from guards._shell.flow import Arg
from guards._shell.gate import SEARCHES
from guards._shell.programs.effects import ROWS, rows
from guards._shell.programs.files import tar_words
from guards._text import table
from guards._text.glob import fits
from guards.loss import versions
from guards.loss.refs import Refs
from guards.loss.services import of_bodies, services
from guards.loss.there import BY, there
from guards.loss.words import BY_FOLDER, KUBE, Loss, chosen, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from guards._call import Call
    from guards._shell.reading import Ran, Touch

DEVICES = tuple(
    """
    /dev/sd /dev/nvme /dev/hd /dev/vd /dev/xvd /dev/disk /dev/mmcblk /dev/mapper/ /dev/md /dev/loop /dev/rdisk
""".split()
)
NEWEST = ((), ("stash@{0}",), ("0",))       # the stash that was made last, by its names
MOST = 40  # losses of one call that are looked at
MOST_PATHS = 200  # paths of one command


def losses(call: Call, texts: Mapping[str, str] | None = None) -> list[Loss]:
    """What the call could destroy, in order, each once.  `texts`: of the files that hold orders (`services.files_of`),
    by the path as the command writes it."""
    if not call.command:
        from guards.loss.tools import of_tool

        return of_tool(call)
    texts = texts or {}
    found: dict[str, Loss] = {}
    before: Ran | None = None
    safe: frozenset[str] = frozenset()      # kinds of which nothing is left to lose
    put_away, put = list[Loss](), list[tuple[str, Loss]]()
    kept: list[Loss] = []
    refs: dict[str, Refs] = {}      # of each folder in which git runs
    told: dict[str, str] = {}       # program -> the place that this very call chose for it
    for ran in call.ran:
        of_folder = refs.setdefault(versions.folder(ran), Refs(kept)) if ran.program == "git" else None
        client = "kubectl" if ran.program in KUBE else ran.program
        told[client] = chosen(ran) or told.get(client, "")
        for loss in of_command(ran, call, texts):
            if of_folder and loss.kind == "commits":
                of_folder.told(loss, ran.chain)
            if loss.kind == "remote" and told[client]:
                loss.only = (*loss.only, told[client])
            if loss.kind == "stash" and put_away and loss.names in NEWEST:
                found.update(by_key(put_away))     # what lies there since this very call
                if loss.names or "drop" in loss.what:
                    found.update(by_key(of_before(loss, put_away)))
                    continue
            found.update(by_key(moved_before(loss, put, call)))
            if loss.kind not in safe or not frozenset("xX").isdisjoint(loss.flags):
                found.setdefault(loss.key, loss)
        if of_folder:
            of_folder.ran(ran)
            safe |= versions.keeps(ran, before) if went_well(call.command) else frozenset()
        put_away, put = versions.stashed(ran) or put_away, [*put, *moved(ran)]
        before = ran
    for one in (*of_bodies(call.effects, texts), *onto_one(call), *picked(call), *of_touches(call.touches)):
        found.setdefault(one.key, one)
    return [loss for loss in found.values() if not (made_again(loss, call.ran) or never_there(loss, call))][:MOST]


def of_before(loss: Loss, put_away: list[Loss]) -> list[Loss]:
    """The stash of before that is dropped where the call finds nothing to put away."""
    flag = "N" if put_away[1:] else "n"
    whole = put_away[0].names == (versions.ROOT,)
    return [Loss(loss.kind, loss.what, loss.cwd, flag, loss.names)] if whole else []


KNOWN = tuple("$HOME/ $PWD/ $TMPDIR/ $CLAUDE_PROJECT_DIR/".split())      # hooks/_unsaved/found.py fills these in
SETS = frozenset(". declare eval export read set source".split())      # give a variable a value, or ask for one


def emptied(name: str, call: Call) -> str:
    """`$X/*` of a variable that the command names nowhere else is `/*` where the environment has none: `${X-}/*`."""
    variable, _, rest = name[1:].partition("/")
    if name[:1] != "$" or "*" not in rest.split("/")[0] or not variable.isidentifier() or name.startswith(KNOWN):
        return name
    written = any(f"{one}/" in call.command.replace('"', "") for one in (f"${variable}", f"${{{variable}}}"))
    elsewhere = f"{variable}:=" in call.command or any(
        one.program in SETS or (name not in one.words and variable in f"{one.whole} {one.words}") for one in call.ran)
    return f"${{{variable}-}}/{rest}" if written and not elsewhere else name


def by_key(some: Iterable[Loss]) -> dict[str, Loss]:
    """Losses, each once."""
    return {one.key: one for one in some}


def went_well(command: str) -> bool:
    """Does what follows run only where what stands before it went well?"""
    return not any(mark in command for mark in (";", "|", "\n", " & "))


def never_there(loss: Loss, call: Call) -> bool:
    """Is it a file of which the call itself says that it is not there?"""
    return loss.kind == "files" and call.reading.absent.issuperset(loss.names[:1] or ("",))


AGAIN = frozenset("apply create replace".split())


def made_again(loss: Loss, ran: Iterable[Ran]) -> bool:
    """Does the same call make anew what it takes away: `kubectl delete secret tls && kubectl create secret … tls`?"""
    if loss.what == "crontab -":
        return any(one.program == "crontab" and "-l" in one.words for one in ran)
    if loss.names == ("every container",):      # of `docker ps -q`, unless that picks some
        listed = [one.words for one in ran if "ps" in one.words]
        return not listed or not {"-f", "--filter", "--latest", "-l"}.isdisjoint(listed[-1])
    if loss.kind != "remote" or len(loss.names) != 2:
        return False
    return any(not AGAIN.isdisjoint(one.words) and all(
        name in one.words for name in loss.names) for one in ran)


PICKS = SEARCHES | {"head", "tail"}


def picked(call: Call) -> list[Loss]:
    """What a filter let through of a file takes that file's place: `head -1 a > t && mv t a`.  What names the lines
    that go (`grep -v`, `tail -n +2`, `head -n -1`) is an edit as any other."""
    found = []
    for put in call.ran:
        source, target = put.words if put.program in ("mv", "cp") and len(put.words) == 2 else ("", "")
        for one in call.ran if source else ():
            pairs = zip(["", *one.words], one.words)
            if one.program in PICKS and target in one.words and source not in one.words and not any(
                    word[:1] == "+" or word == "--invert-match" or (word[:1] == "-" and "v" in word) or (
                        before == "-n" and word[:1] == "-") for before, word in pairs):
                found.append(Loss("files", f"{one.program} over it", put.cwd, "w", (target,)))
    return found


def moved(ran: Ran) -> list[tuple[str, Loss]]:
    """(a path where it may lie from then on, the loss of it) of each thing that `mv` puts elsewhere."""
    given, rest = parts(ran) if ran.program == "mv" else ({}, [])
    into = given.get("-t") or given.get("--target-directory") or (rest.pop() if rest[1:] else "")
    return [(end, Loss("files", "mv, then rm", ran.cwd, "r", (source,))) for source in rest if into for end in (
        _at(into, ran.cwd), f"{_at(into, ran.cwd)}/{_at(source, ran.cwd).rpartition('/')[2]}")]


def moved_before(gone: Loss, put: list[tuple[str, Loss]], call: Call) -> list[Loss]:
    """What was moved to where it is removed now: `mv drafts /tmp/x/ && rm -rf /tmp/x/drafts`; not what is written anew
    in its old place, which is an edit."""
    paths = [_at(name, gone.cwd) for name in gone.names] if gone.kind == "files" and gone.flags in ("", "r") else []
    written = {_at(touch.path, "") for touch in call.touches if touch.how == "writes"} if paths and put else ()
    return [loss for end, loss in put if _at(loss.names[0], loss.cwd) not in written and any(
        fits(path, end) or f"{end}/".startswith(f"{path}/") for path in paths)]


def _at(name: str, cwd: str) -> str:
    """A path as it can be compared."""
    found: list[str] = []
    for one in (name if name[:1] in "/~$" else f"{cwd}/{name}").split("/"):
        found = found[:-1] if one == ".." else [*found, one] if one not in ("", ".") else found
    return f"/{'/'.join(found)}"


LOOPS = ("for ", "while ", "-exec", "xargs")


def onto_one(call: Call) -> list[Loss]:
    """Several files, each moved onto the same name by itself: `for f in *; do mv "$f" ../archive; done` leaves the
    last of them, where no such folder is."""
    moved: dict[tuple[str, str], list[str]] = {}
    for one in call.ran if any(mark in call.command for mark in LOOPS) else ():
        if one.program == "mkdir":
            return []
        if one.program == "mv" and len(one.words) == 2 and one.words[1][-1] != "/":
            moved.setdefault((one.cwd, one.words[1]), []).append(one.words[0])
    return [Loss("files", "mv one over another", cwd, "v", (onto, *names)) for (cwd, onto), names in moved.items()]


def of_command(ran: Ran, call: Call, texts: Mapping[str, str]) -> list[Loss]:
    """What one simple command could destroy."""
    row = PROGRAMS.get(ran.program.lower())
    found = row(ran) if row else there(ran) if ran.program in BY else services(ran, texts)
    folder = ran.cwd.removeprefix(f"{call.cwd.rstrip('/')}/") if ran.program in BY_FOLDER else call.cwd
    for loss in found:
        loss.names = tuple(emptied(name, call) for name in loss.names)
        if loss.kind == "remote" and folder != call.cwd:
            loss.only = (*loss.only, f"folder={folder}")        # cd prod && terraform destroy
    return found


def of_touches(touches: Iterable[Touch]) -> Iterator[Loss]:
    """What is lost where a path is removed or written by a program of no row here."""
    for touch in touches:
        if touch.program.split(" ")[0] in TOLD:
            continue
        if touch.how == "removes":
            yield Loss("files", f"{touch.program} code that deletes", "", "r", (touch.path,))
        elif touch.how == "writes":
            what = "writing over it" if touch.program == ">" else f"{touch.program} over it"
            yield Loss("files", what, "", "w", (touch.path,))


def remove(ran: Ran) -> list[Loss]:
    """rm, unlink, shred, rmdir's big brothers: the paths; "r" with all that is below."""
    given, paths = parts(ran)
    if {"--help", "--version"} & given.keys() or not paths:
        return []
    # What lists or finds them names what lies below, too.
    deep = ran.program == "rimraf" or ran.fed in ("find", "fd", "ls") or not DEEP.isdisjoint(given)
    devices = [path for path in paths if path.startswith(DEVICES)]
    if devices:
        return [Loss("device", f"{ran.program} of a disk", "", "", devices)]
    return [Loss("files", ran.program + " -r" * deep, ran.cwd, "r" * deep,
                 [path.removesuffix("/**") for path in paths[:MOST_PATHS]])]


DEEP = frozenset("-r -R --recursive".split())


def dd(ran: Ran) -> list[Loss]:
    """Onto a disk; a file stands among the paths that the reading says are written."""
    out = next((word[3:] for word in ran.words if word.startswith("of=")), "")
    return [Loss("device", "dd onto a disk", "", "", (out,))] if out.startswith(DEVICES) else []


def find(ran: Ran) -> list[Loss]:
    """`find ... -delete` and `-exec rm`: what the names fit, below the starting points."""
    words = ran.words
    kills = "-delete" in words or any(
        a in ("-exec", "-execdir", "-ok") and b.rpartition("/")[2] in ("rm", "shred", "unlink")
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


def unpacks(ran: Ran) -> list[Loss]:
    """tar x: members of the archive that stand there already; what these are the archive says."""
    given, _ = tar_words(list(map(Arg, ran.words)))
    archive = given.get("-f") or given.get("--file", "-")
    if {"-x", "--extract", "--get"}.isdisjoint(given) or {"-k", "--keep-old-files"} & given.keys() or archive == "-":
        return []
    into = given.get("-C") or given.get("--directory", ".")
    return [Loss("files", f"{ran.program} -x", ran.cwd, "m", (archive, into))]


# What leaves nothing of a file, in the words of those that edit it in place.
EMPTIES = frozenset(("d", "1,$d", "1,$ d", ",d", "%d", "%d_", ":%d", "%delete", ",c", "1,$c", "//d", "/.*/d", "/^/d",
                     "/$/d", "s/.*//", "s/.*//g", "s/^.*$//"))


def edits(ran: Ran) -> list[Loss]:
    """sed -i, perl -i, gawk -i inplace, ed, vim -es: a part is changed; that is no loss, but where the order leaves
    nothing, or only the lines that it prints, and those are picked."""
    given, rest = parts(ran)
    if ran.program in FILTERS:
        if not {"-i", "--in-place"} & given.keys() or (ran.program in AWKS and rest[:1] != ["inplace"]):
            return []
        rest = rest[ran.program in AWKS:]
        if _keeps_few(ran.program, given, " ".join(rest[:1])):
            return [Loss("files", f"{ran.program} that keeps some lines of it", ran.cwd, "w", rest[1:MOST_PATHS])]
    orders = [b for a, b in zip(ran.words, ran.words[1:]) if a in ("-e", "-c", "--expression")]
    orders += [w.removeprefix("+") for w in ran.words if w.startswith("+")] + ran.given.text.split("\n")
    files = rest
    if ran.program == "sed" and not orders[:-1]:
        orders, files = rest[:1], rest[1:]
    if not files or not any(order.strip() in EMPTIES for order in orders):
        return []
    return [Loss("files", f"{ran.program} that empties it", ran.cwd, "w", files[:MOST_PATHS])]


AWKS = ("awk", "gawk")
FILTERS = ("sed", "perl", "ruby", *AWKS)


def _keeps_few(program: str, given: dict[str, str], order: str) -> bool:
    """Are lines picked that stay?  What says which ones go ("unless", "!", "d") is an edit as any other."""
    if program in AWKS:
        return "{" not in order and order.strip() != "1" and "!" not in order and ">" not in order
    if "unless" in order or "!" in order or not {"-p", "-."} .isdisjoint(given):
        return False
    if program == "sed":
        return order.rstrip("q").isdigit() or ("-n" in given and order.endswith("p"))
    return "-n" in given and " if " in order


def of_windows(ran: Ran) -> list[Loss]:
    """del, Remove-Item, Clear-Content: an option is a word or `/s`."""
    over = ran.program.lower().endswith("-content")
    names = [name for word in ran.words for name in word.split(",") if name[:1] not in "-/" or "/" in name[1:]]
    return [Loss("files", ran.program + " over it" * over, ran.cwd, "rw"[over], names[:1] if over else names)]


def nothing(ran: Ran) -> list[Loss]:
    """A program whose words are no orders."""
    return []


PROGRAMS: dict[str, Callable[[Ran], list[Loss]]] = {
    **dict.fromkeys("rm unlink shred srm rimraf del-cli".split(), remove),
    **dict.fromkeys("clear-content del erase remove-item set-content".split(), of_windows),
    **dict.fromkeys((*FILTERS, *"ed ex vi vim nvim".split()), edits), **dict.fromkeys(("tar", "bsdtar"), unpacks),
    **dict.fromkeys(("fd", "patch"), nothing), "dd": dd, "find": find, "git": versions.git}
# Programs that take away only where one of these stands beside their name (guards/loss/gate.py).
BESIDE = {name: tuple(row.split()) for name, row in table("""
    fd patch:
    perl ruby sed: i ni ri ei ie in ir si zi ne
    awk gawk: inplace
    sort: o output
    remove-item: item
    clear-content set-content: clear set
    ed: d 1,$d w
    ex: c s sc
    vi: c es
    vim nvim: c es headless
    git: checkout clean push update-ref
    """).items()}
# Whose touches are told by a row, or can be taken back; what code of perl and ruby does no row tells.
TOLD = frozenset((*(PROGRAMS.keys() - {"perl", "ruby"}), *"trash rmdir zip 7z 7za rar scp mkdir".split(), *(
    name for name in ROWS if any(does[0] in ("device", "files", "modes") for row in rows(name) for does in row.does))))
