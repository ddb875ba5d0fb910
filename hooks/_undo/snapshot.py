"""Before a call that may change the disk, what git would not bring back is copied: dirty, staged, untracked, ignored.

Held besides: HEAD, refs, stashes, small files of the git folder, git's own objects; outside git the existing paths that
the text spells.  Bytes are copied; nothing of the repository's runs.  What is over the bounds is `unheld`, and a git
that fails is a `fault`: neither is ever taken for "nothing there".

The guard `loss` asks this module: for the snapshot, for what a call took, for what a push would overwrite.
Cannot see: a path outside the project that only a script or an expansion reaches; products of builds; empty folders; what
a remote got since it was last fetched.
"""

import os
import time
from os.path import basename, dirname, isdir, islink, lexists, realpath

from guards import Any, Iterable, Row, Words
from guards._reading import resolve_text
from guards._sensitive.named import is_secret_path
from guards._text import Form, fits_path, split_table
from hooks import _undo as undo
from hooks._stores import Fault, read_text, remove_file
from hooks._stores.world import World, locate_data, walk_files
from hooks._undo import Repository, Store, find_repository, lay_sandbox, read_refs, run_git

# Products are folders that a build makes anew, built such only where git ignores them; deep: words of a text that may
# take objects or reflogs out of a git folder; over: words that write over files; moves: to another folder.
PRODUCTS, BUILT, PARTS, DEEP, TAKING, OVER, MOVES = split_table(
    """products .cache .gradle .mypy_cache .next .nuxt .pytest_cache .ruff_cache .terraform .tox .venv Pods __pycache__ node_modules venv|built bin build coverage dist obj
out target vendor|parts hooks info rebase-apply rebase-merge sequencer|deep .* .git dotglob expire filter-branch filter-repo gc prune repack|taking chmod clean
delete find fs.rmSync fs.rmdirSync mv os.remove os.rmdir os.unlink remove rename rimraf rm rmSync rmdir rmtree rsync shred shutil.move shutil.rmtree unlink|over
checkout reset restore stash switch|moves cd pushd -C"""
).values()
COMPILED = Form(r"\.(class|o|obj|pyc|pyo)$")
SYSTEM = Form("/(bin|dev|lib|lib64|proc|run|sbin|sys|usr)/")
STATUS = "status --porcelain=v2 -z -unormal --ignored=matching --ignore-submodules=all --no-renames"
FRESH = "log --max-count=200 --format=%H,%an --end-of-options"
SPELLED, DEPTH, TOLD = 400, 3, 50
BREAKS = str.maketrans(dict.fromkeys("\n\t'\"`;|&()<>=,{}[]", " "))


def take_snapshot(
    world: World, row: Row, command: str, cwd: str, paths: Any = (), seconds: float = 1.0
) -> Row:
    """A snapshot before a call (`row`: session, call, tool, text) of all that git lacks, what `command` spells and the
    `paths` that it writes, without a command of these alone: id, fault, unheld: paths, named: those that the text spells."""
    row = {**row, "at": world.now, "id": "", "fault": "", "unheld": [], "named": []}
    row |= {"repositories": [], "files": {}, "records": {}}
    project, home = realpath(world.project), world.environ.get("HOME", "")
    try:
        store = Store(world, seconds)
        words = command.translate(BREAKS).split()
        spelled = find_spelled([*words, *paths], cwd, home)
        names = [basename(one) for one in [*spelled, *paths]]
        written = find_spelled([*paths], cwd, home)
        if TAKING.isdisjoint(
            words
        ):  # a key that is only read: the project's own are held all the same
            spelled = [one for one in spelled if one in written or not is_secret_path(one)]
        for folder in filter(isdir, written):
            spelled += find_spelled(names, folder, home)  # what a copy into it writes over
        with store.lock:
            store.open_cache()
            Snapshot(store, row, spelled, command).hold_all(project, home, [cwd] if command else [])
    except (Fault, OSError, ValueError) as error:
        row["fault"] = str(error)
    return row


class Snapshot:
    """One snapshot in the making: `spelled` are existing paths of the text, `words` its words, `nested` repositories."""

    def __init__(self, store: Store, row: Row, spelled: Words, command: str) -> None:
        self.store, self.row, self.spelled, self.nested = store, row, spelled, Words()
        self.words = frozenset(command.replace("/", " ").translate(BREAKS).split())

    def hold_all(self, project: str, home: str, folders: Words) -> None:
        store, files = self.store, self.row["files"]
        inner = [path for path in self.spelled if lexists(f"{path}/.git")]
        if folders:
            self.hold_repositories([project, *folders, *inner], {"/", home})
        tops = [one["top"] for one in self.row["repositories"]]
        if folders and not is_below(project, tops):
            self.hold_folder(project, files, project)
        for path in self.spelled:
            high = (realpath(one) for one in (project, home, store.root) if one)
            if is_below(path, tops) or path.count("/") < 2:
                continue
            if not isdir(path) or islink(path):
                if not SYSTEM.match(path):
                    store.hold_file(path, files)
            elif self.words & TAKING and not any(is_below(one, [path]) for one in high):
                self.hold_folder(path, files)
        unheld = self.row["unheld"] = [*dict.fromkeys(store.unheld)][:TOLD]
        self.row["named"] = [path for path in unheld if is_below(path, self.spelled)]
        if {"git", "clean"} <= self.words:  # it may take our records, too
            records, store.records = store.records, "?"
            self.hold_folder(records[:-1], self.row["records"])
        self.row["id"] = store.save_row(self.row)

    def hold_repositories(self, tops: Words, seen: set[str]) -> None:
        """The repositories of some folders and those inside them, but for those in `seen`."""
        for _ in range(DEPTH):
            for repository in filter(None, map(find_repository, tops)):
                if repository.top not in seen:
                    seen.add(repository.top)
                    try:
                        self.hold_repository(repository)
                    except (Fault, OSError) as error:
                        self.row["fault"] = self.row["fault"] or str(error)
            tops, self.nested = self.nested, []

    def hold_repository(self, repository: Repository) -> None:
        store, top, common = self.store, repository.top, repository.common
        lay_sandbox(repository, f"{store.root}/sandboxes")
        reached = is_below(common, map(realpath, self.spelled))
        deep = bool(self.words & DEEP or (reached and self.words & TAKING))
        row: Row = {x: getattr(repository, x) for x in "top common gitdir symbolic head".split()}
        row |= {"files": {}, "git": {}, "packs": [], "staged": [], "absent": []}
        row["refs"], row["stashes"] = read_refs(common), undo.read_log(f"{common}/logs/refs/stash")
        small = [f"{common}/logs/refs/stash", f"{top}/.git"]  # .git: a file in a linked work tree
        for base in dict.fromkeys((repository.gitdir, common)):
            small += [f"{base}/{name}" for name in os.listdir(base) if name != "index"]
            for part in (*PARTS, *["logs"] * deep):
                small += walk_files(f"{base}/{part}")
        for path in sorted(small):
            if not path.endswith((".lock", ".sample")):
                store.hold_file(path, row["git"])
        repository.seconds = max(0.1, store.end - time.monotonic())
        files, folders = split_status(undo.list_names(repository, STATUS), row)
        if row["staged"] or f"{common}/info/sparse-checkout" in row["git"]:
            store.hold_file(f"{repository.gitdir}/index", row["git"])
        self.nested += list_submodules(top)
        files += list_filtered(repository)
        for hold, names in ((store.hold_file, files), (self.hold_folder, folders)):
            paths = [f"{top}/{name}" for name in names]
            for path in sorted(paths, key=lambda path: not is_below(path, self.spelled)):
                hold(path, row["files"])
        self.row["repositories"].append(row)
        if deep:
            self.hold_commits(repository, row)

    def hold_commits(self, repository: Repository, row: Row) -> None:
        """Packs what the tips reach, in a large repository what no remote has."""
        store, common = self.store, repository.common
        remotes = {id for name, id in row["refs"].items() if name.startswith("refs/remotes/")}
        tips = {row["head"], *row["refs"].values(), *row["stashes"], *row["staged"]}
        sizes = (os.lstat(path).st_size for path in walk_files(f"{common}/objects", 1 << 17))
        if sum(sizes) >= undo.FILE_BYTES:
            store.unheld.append(common)
            if not remotes:
                return
            tips = (tips - remotes) | {f"^{id}" for id in remotes}
        data = "".join(sorted(f"{id}\n" for id in tips if id.strip("0^").isalnum())).encode()
        packed = run_git(repository, "pack-objects -q --revs --stdout", data=data)
        row["packs"] = [store.add_object(packed)]

    def hold_folder(self, folder: str, into: Row, plain: str = "") -> None:
        """Every file below a folder, products aside; stops at the bounds.  `plain`: no repository, whatever it holds."""
        waiting, store = [folder], self.store
        while waiting:
            place = waiting.pop()
            if place != plain and lexists(f"{place}/.git") and find_repository(place):
                self.nested.append(place)
                continue
            try:
                entries = sorted(os.scandir(place), key=lambda entry: entry.name, reverse=True)
            except OSError:
                store.unheld.append(place)
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    own = entry.name == ".git" and find_repository(place)
                    waiting += [entry.path] if entry.name not in PRODUCTS and not own else []
                elif not COMPILED.search(entry.name):
                    store.hold_file(entry.path, into)
            if len(store.unheld) > TOLD or time.monotonic() > store.end:
                store.unheld += waiting[:1]
                return


def is_below(path: str, folders: Iterable[str]) -> bool:
    return any(f"{path}/".startswith(f"{one}/") for one in folders)


def split_status(lines: Any, row: Row) -> tuple[Words, Words]:
    """(files, folders) that git lacks; what is staged and what is gone from the work tree go onto the row."""
    files, folders = Words(), Words()
    for text in lines:
        kind, name = text[0], text[2:].rstrip("/")
        products = PRODUCTS if kind == "?" else PRODUCTS | BUILT
        if kind in "1u":
            _, state, *rest, name = text.split(" ", 8 if kind == "1" else 10)
            row["staged"] += rest[5:] if state[0] != "." else []
            (row["absent"] if kind == "1" and state[1] == "D" else files).append(name)
        elif text[-1] == "/":
            made = name.rpartition("/")[2] in products or not PRODUCTS.isdisjoint(name.split("/"))
            folders += [] if made else [name]
        elif kind == "?" or not (COMPILED.search(name) or products & {*name.split("/")[:-1]}):
            files.append(name)
    return files, folders


def list_filtered(repository: Repository) -> Any:
    """Tracked files that a filter makes (large files, secrets): git's own bytes of them are other ones."""
    paths = (f"{repository.top}/.gitattributes", f"{repository.common}/info/attributes")
    filtered = any("filter=" in read_text(path) for path in paths)
    return undo.list_names(repository, "ls-files -z -- :(exclude,attr:!filter)") if filtered else ()


def list_submodules(top: str) -> Words:
    """Folders of submodules that are here."""
    pairs = (line.split("=") for line in read_text(f"{top}/.gitmodules").splitlines())
    paths = [f"{top}/{pair[1].strip()}" for pair in pairs if pair[0].strip() == "path"]
    return [one for one in paths if realpath(one) == one and lexists(f"{one}/.git")]


def find_spelled(words: Words, cwd: str, home: str) -> Words:
    """Existing paths that words spell, also below folders that they change to; no reading of the shell's language."""
    pairs = zip(words, words[1:])
    bases = [cwd, *(resolve_text(two, cwd, home) for one, two in pairs if one in MOVES)]
    found = []
    for word in list(dict.fromkeys(words))[:SPELLED]:
        for path in (resolve_text(word, base, home) for base in bases[:4]):
            above, _, name = path.rpartition("/")
            if "*" in path or "?" in path:
                folder = path.partition("*")[0].partition("?")[0].rpartition("/")[0]
                places = walk_files(folder, 1_000) if folder.count("/") > 1 else ()
                found += [place for place in places if fits_path(path, place)]
            elif "\0" not in path and lexists(path):
                found.append(f"{realpath(above or '/')}/{name}".replace("//", "/"))
    return list(dict.fromkeys(found))


def look_stake(moment: Any, command: str, *paths: str) -> Row:
    """Takes the snapshot: {id, fault, unheld, named, home, high: {path: what it is}, variables: set ones}."""
    world, event, environ = moment.world, moment.event, moment.world.environ
    row = {"session": event.session, "call": event.call_id, "text": command[:400] or event.tool}
    taken, home = take_snapshot(world, row, command, event.cwd, paths), environ.get("HOME", "")
    high = {
        dirname(realpath(world.project)): "a parent of the project",
        home: "your home folder",
        world.locate_outside("snapshots") if taken["id"] else "": "the store of snapshots",
        locate_data(environ): "our own code",
    }
    return {**taken, "home": home, "high": high, "variables": [*filter(environ.get, environ)]}


def drop_copy(moment: Any) -> None:
    """A call that is denied leaves no copy of its own; its bytes go with the next sweep."""
    for query, taken in moment.facts.answers.items():
        if query[0] == "at_stake" and taken["id"].startswith(
            f"{int(moment.world.now * 1000):011x}"
        ):
            remove_file(f"{moment.world.locate_outside('snapshots')}/rows/{taken['id']}")
            taken["id"] = ""


def keep_last(moment: Any) -> None:
    """The snapshot of what a session leaves, and of a linked work tree before it goes."""
    take_snapshot(moment.world, {"session": moment.event.session}, " ", moment.event.cwd)


def look_taken(moment: Any) -> "tuple[str, Words] | None":
    """(id of the last snapshot, what it holds and that is gone since); None where there is none."""
    store, words = Store(moment.world), str(moment.event.command).split()
    for id in store.list_ids()[-1:]:
        return id, list_gone(store.load_row(id), not OVER.isdisjoint(words))
    return None


def list_gone(row: Row, over: bool = False) -> Words:
    """What a snapshot holds and that is gone: files (or their bytes; with `over` their size), branches, stashes."""
    files, gone = dict(row["files"]), []
    for one in row["repositories"]:
        files.update(one["files"])
        there = undo.read_log(f"{one['common']}/logs/refs/stash")
        gone += [f"stash {id[:10]}" for id in one["stashes"] if id not in there]
        refs = read_refs(one["common"])  # a commit that a ref still names is no loss
        kept = {*refs, *refs.values()}
        gone += sorted(name for name, id in one["refs"].items() if kept.isdisjoint((name, id)))
    for path, (mode, _, held) in sorted(files.items(), reverse=True):  # .claude, .autoskillit last
        size = os.lstat(path).st_size if lexists(path) else -1
        changed = mode != undo.LINK and size != held and (over or not size)
        gone += [path] if size < 0 or changed else []
    return gone


def look_overwritten(moment: Any, remote: str, *refs: str) -> list[tuple[Any, ...]]:
    """[(branch, commits of it at the remote that no branch here has, the newest: id and author; -1: nothing is known)]."""
    repository = find_repository(moment.event.cwd)
    if repository is None:
        return []
    urls = {url: name for name, url in moment.state.get("start.remotes", {}).items()}
    store, found = Store(moment.world), []
    with store.lock:
        lay_sandbox(repository, f"{store.root}/sandboxes")
        known, own = read_refs(repository.common), undo.read_log(f"{repository.gitdir}/logs/HEAD")
        kept = [f"^{id}" for name, id in known.items() if name.startswith("refs/heads/")]
        begin = f"refs/remotes/{urls.get(remote, remote) or 'origin'}/"
        head = repository.symbolic[16:]
        there = {name[len(begin) :]: id for name, id in known.items() if name.startswith(begin)}
        goals = [ref.lstrip("+").rpartition(":")[2].removeprefix("refs/heads/") for ref in refs]
        goals = [*there.keys() - {"HEAD"}] if refs == ("*",) else goals or [head]
        for goal in (head if one == "HEAD" else one for one in goals):
            output = run_git(repository, FRESH, there[goal], *kept) if goal in there else b""
            fresh = [line for line in os.fsdecode(output).splitlines() if line[:40] not in own]
            unknown = goal in moment.state.get("loss.rejected", ()) or (there and goal not in there)
            found += [(goal, len(fresh) or -1, *fresh[:1])] if fresh or unknown else []
    return found
