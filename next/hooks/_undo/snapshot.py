"""Before a call that may change the disk, what git would not bring back is copied: dirty, staged, untracked, ignored.

Held besides: HEAD, refs, stashes, small files of the git folder, a pack of commits that no remote has; outside git the
existing paths that the text spells.  Bytes are copied; nothing of the repository's runs.  What is over the bounds is
`unheld`, and a git that fails is a `fault`: neither is ever taken for "nothing there".

The guard `loss` asks this module: for the snapshot, for what a call took, for what a push would overwrite.

Cannot see: a path outside the project that only a script or an expansion reaches; products of builds; empty folders; what
a remote got since it was last fetched.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from hooks import _undo as door
from hooks._stores import Fault
from hooks._undo import Repository, find_repository, read_log, read_refs, read_text, walk_files
from hooks._undo.store import LINK, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]

# Folders that a build makes anew: by these names anywhere, by the others only where git ignores them.
PRODUCTS = frozenset(
    """.cache .gradle .mypy_cache .next .nuxt .pytest_cache .ruff_cache .terraform .tox .venv Pods __pycache__
    node_modules venv""".split()
)
IGNORED_PRODUCTS = PRODUCTS | frozenset("bin build coverage dist obj out target vendor".split())
SKIPPED = PRODUCTS | {".git"}
COMPILED = (".class", ".o", ".obj", ".pyc", ".pyo")
SMALL = tuple(
    """BISECT_LOG CHERRY_PICK_HEAD MERGE_HEAD MERGE_MODE MERGE_MSG ORIG_HEAD REVERT_HEAD commondir config
    config.worktree gitdir info/attributes info/exclude info/sparse-checkout logs/refs/stash packed-refs
    shallow""".split()
)
SMALL_FOLDERS = ("hooks", "rebase-apply", "rebase-merge", "sequencer")
# Words of a text that may take objects or reflogs out of a git folder: all of the history is packed then.
DEEP = frozenset(".git expire filter-branch filter-repo gc prune repack".split())
TAKING = frozenset(
    "chmod clean delete find mv remove rename rimraf rm rmSync rmdir rmtree rsync shred unlink".split()
)
SYSTEM = ("/bin/", "/dev/", "/lib/", "/lib64/", "/proc/", "/run/", "/sbin/", "/sys/", "/usr/")
STATUS = "status --porcelain=v2 -z -unormal --ignored=matching --ignore-submodules=all --no-renames".split()
PACK_BYTES, QUIET_PACK_BYTES, CHAIN, SPELLED, DEPTH, TOLD = 64 << 20, 16 << 20, 20, 400, 3, 50
BREAKS = str.maketrans(dict.fromkeys("\n\t'\"`;|&()<>=,{}[]", " "))


def take_snapshot(
    world: World, row: Row, command: str, cwd: str, paths: Any = (), seconds: float = 1.0
) -> Row:
    """A snapshot before a call: {id ("" for none), fault, unheld: paths, named: those that the text spells}.

    `row` says what call: session, call, tool, text.  With `command` all that git lacks is held, and what the command
    spells; with `paths` just those files.
    """
    taken: Row = {"id": "", "fault": "", "unheld": [], "named": []}
    try:
        store = Store(world, seconds)
        with store.lock(1.0):
            store.open_cache(keep=not command)
            row = {**row, "v": 1, "at": world.now, "repositories": [], "files": {}}
            Snapshot(store, row, taken, world).hold_all(command, cwd or world.project, paths)
    except (Fault, OSError) as error:
        taken["fault"] = getattr(error, "strerror", None) or str(error)
    return taken


class Snapshot:
    """One snapshot in the making: `spelled` are existing paths of the text, `words` its words, `nested` repositories."""

    __slots__ = tuple("nested row spelled store taken words world".split())

    def __init__(self, store: Store, row: Row, taken: Row, world: World) -> None:
        self.store, self.row, self.taken, self.world = store, row, taken, world
        self.spelled, self.nested = list[str](), list[str]()
        self.words: frozenset[str] = frozenset()

    def hold_all(self, command: str, cwd: str, paths: Any) -> None:
        store, files, project = self.store, self.row["files"], os.path.realpath(self.world.project)
        home = self.world.environ.get("HOME", "")
        self.words = frozenset(command.replace("/", " ").translate(BREAKS).split())
        self.spelled = [os.path.join(cwd, path) for path in paths]
        if command:
            self.spelled = find_spelled(command, cwd, home)
            inner = [path for path in self.spelled if os.path.lexists(f"{path}/.git")]
            self.hold_repositories([project, cwd, *inner], {"/", home})
            if not self.is_covered(project):
                self.hold_folder(project, files, project)
        high = [f"{os.path.realpath(path)}/" for path in (project, home, store.root) if path]
        for path in self.spelled:
            if self.is_covered(path):
                continue
            if os.path.isdir(path) and not os.path.islink(path):
                start = f"{os.path.realpath(path)}/"
                takes = self.words & TAKING and path.count("/") > 1
                if takes and not any(one.startswith(start) for one in high):
                    self.hold_folder(path, files)
            elif not path.startswith(SYSTEM):
                store.hold_file(path, files)
        unheld = self.row["unheld"] = self.taken["unheld"] = [*dict.fromkeys(store.unheld)][:TOLD]
        self.taken["named"] = [path for path in unheld if self.is_spelled(path)]
        if self.row["repositories"] or files or unheld:
            self.taken["id"] = store.save_row(self.row)

    def is_covered(self, path: str) -> bool:
        return any(f"{path}/".startswith(f"{one['top']}/") for one in self.row["repositories"])

    def is_spelled(self, path: str) -> bool:
        return any(f"{path}/".startswith(f"{one}/") for one in self.spelled)

    def hold_repositories(self, tops: list[str], seen: set[str]) -> None:
        """The repositories of some folders and those inside them, but for those in `seen`."""
        for _ in range(DEPTH):
            for repository in filter(None, map(find_repository, tops)):
                if repository.top not in seen:
                    seen.add(repository.top)
                    try:
                        self.hold_repository(repository)
                    except (Fault, OSError) as error:
                        self.taken["fault"] = self.taken["fault"] or str(error)
            tops, self.nested = self.nested, []

    def hold_repository(self, repository: Repository) -> None:
        store, top, common = self.store, repository.top, repository.common
        door.open_door(repository, f"{store.root}/doors")
        reached = any(f"{common}/".startswith(f"{os.path.realpath(one)}/") for one in self.spelled)
        deep = bool(self.words & DEEP or (reached and self.words & TAKING))
        row: Row = {name: getattr(repository, name) for name in ("top", "gitdir", "common", "head")}
        row.update(symbolic=repository.symbolic, staged=[], absent=[], files={}, git={}, packs=[])
        row["refs"], packed = read_refs(common)
        row["stashes"] = read_log(f"{common}/logs/refs/stash")
        parts = (*SMALL_FOLDERS, *(["logs"] if deep else []))
        for base in dict.fromkeys((repository.gitdir, common)):
            inner = (path for part in parts for path in walk_files(f"{base}/{part}"))
            for path in (*(f"{base}/{name}" for name in SMALL), *inner):
                if not path.endswith(".sample"):
                    store.hold_file(path, row["git"])
        store.hold_file(f"{top}/.git", row["git"])  # a file in a linked work tree
        files, folders = split_status(door.run_git(repository, *STATUS, seconds=store.left()), row)
        if row["staged"] or f"{common}/info/sparse-checkout" in row["git"]:
            store.hold_file(f"{repository.gitdir}/index", row["git"])
        self.nested += list_submodules(top)
        for names, hold in (
            (files + list_filtered(repository), store.hold_file),
            (folders, self.hold_folder),
        ):
            for path in sorted(
                (f"{top}/{name}" for name in names), key=lambda path: not self.is_spelled(path)
            ):
                hold(path, row["files"])
        self.row["repositories"].append(row)
        self.hold_commits(repository, row, {**packed, **row["refs"]}, deep)

    def hold_folder(self, folder: str, into: Row, plain: str = "") -> None:
        """Every file below a folder, products aside; stops at the bounds.  `plain`: no repository, whatever it holds."""
        waiting, store, state = [folder], self.store, os.path.realpath(self.world.state)
        while waiting:
            place = waiting.pop()
            if place == state:  # our records change at every event
                continue
            if place != plain and os.path.lexists(f"{place}/.git") and find_repository(place):
                self.nested.append(place)
                continue
            try:
                entries = sorted(os.scandir(place), key=lambda entry: entry.name, reverse=True)
            except OSError:
                store.unheld.append(place)
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting += [entry.path] if entry.name not in SKIPPED else []
                elif not entry.name.endswith(COMPILED):
                    store.hold_file(entry.path, into)
            if len(store.unheld) > TOLD or time.monotonic() > store.end:
                store.unheld += waiting[:1]
                return

    def hold_commits(
        self, repository: Repository, row: Row, refs: dict[str, str], deep: bool
    ) -> None:
        """A pack of all that the tips reach; of a large repository, of what no remote has, or nothing without one.

        A pack is made once for its tips; the next one holds what came since.
        """
        store, common = self.store, repository.common
        tips = {id for id in (*refs.values(), repository.head, *row["stashes"]) if id[:4] != "ref:"}
        tips = {id for id in (*tips, *row["staged"]) if id.strip("0")}
        remotes = {id for name, id in refs.items() if name.startswith("refs/remotes/")}
        whole, new = store.open_chain(common), store.open_chain(f"{common} new")
        if tips <= whole.keys() or (not deep and tips - remotes <= new.keys()):
            row["packs"] = sorted({*(whole if tips <= whole.keys() else new).values()} - {""})
            return
        limit = PACK_BYTES if deep else QUIET_PACK_BYTES
        paths = walk_files(f"{common}/objects", 1 << 17)
        large = sum(os.lstat(path).st_size for path in paths) > limit
        store.unheld += [common] if deep and large else []
        key, chain, known = (f"{common} new", new, remotes) if large else (common, whole, set())
        mark = ""
        if not large or remotes:
            chain = chain if len({*chain.values()}) < CHAIN else {}
            base = chain.keys() & {*refs.values()} | known
            try:
                mark = pack_objects(store, repository, tips - chain.keys(), base - tips)
            except Fault:  # what the chain begins at is gone
                mark, chain = pack_objects(store, repository, tips, known - tips), {}
        chain = {**chain, **dict.fromkeys(tips - chain.keys() - known, mark)}
        store.cache["packs"][key] = chain
        row["packs"] = sorted({*chain.values()} - {""})


def split_status(output: bytes, row: Row) -> tuple[list[str], list[str]]:
    """(files, folders) that git lacks; what is staged and what is gone from the work tree go onto the row."""
    files: list[str] = []
    ignored: list[str] = []
    folders: list[str] = []
    for text in os.fsdecode(output).split("\0")[:-1]:
        kind, name = text[0], text[2:].rstrip("/")
        if kind == "1":
            _, state, _, _, _, _, _, id, name = text.split(" ", 8)
            row["staged"] += [id] if state[0] != "." else []
            (row["absent"] if state[1] == "D" else files).append(name)
        elif kind == "u":
            *ids, name = text.split(" ", 10)[7:]
            row["staged"] += ids
            files.append(name)
        elif not text.endswith("/"):
            (files if kind == "?" else ignored).append(name)
        elif name.rpartition("/")[2] not in (PRODUCTS if kind == "?" else IGNORED_PRODUCTS):
            folders.append(name)
    for name in ignored:
        if not name.endswith(COMPILED) and IGNORED_PRODUCTS.isdisjoint(name.split("/")[:-1]):
            files.append(name)
    return files, folders


def list_filtered(repository: Repository) -> list[str]:
    """Tracked files that a filter makes (large files, secrets): git's own bytes of them are other ones."""
    paths = (f"{repository.top}/.gitattributes", f"{repository.common}/info/attributes")
    words = {word for path in paths for word in read_text(path).split()}
    words = {
        f":(attr:{word})" for word in words if word[:7] == "filter=" and word[7:].isidentifier()
    }
    output = door.run_git(repository, "ls-files", "-z", "--", *sorted(words)) if words else b""
    return os.fsdecode(output).split("\0")[:-1]


def list_submodules(top: str) -> list[str]:
    """Folders of submodules that are here."""
    pairs = (line.partition("=") for line in read_text(f"{top}/.gitmodules").splitlines())
    paths = [
        os.path.realpath(f"{top}/{value.strip()}")
        for name, _, value in pairs
        if name.strip() == "path"
    ]
    return [
        path for path in paths if path.startswith(f"{top}/") and os.path.lexists(f"{path}/.git")
    ]


def pack_objects(store: Store, repository: Repository, tips: set[str], base: set[str]) -> str:
    """The name of a new pack in the store of what `tips` reach and `base` does not.  Fault where git fails."""
    data = "".join(f"{id}\n" for id in (*sorted(tips), *(f"^{id}" for id in sorted(base)))).encode()
    path = f"{store.root}/packs/pack"
    words = ("pack-objects", "-q", "--revs", path)
    mark = door.run_git(repository, *words, data=data, seconds=store.left()).decode().strip()
    for ending in ("pack", "idx"):
        os.chmod(f"{path}-{mark}.{ending}", 0o600)
        store.spend(os.lstat(f"{path}-{mark}.{ending}").st_size)
    return f"pack-{mark}"


def find_spelled(command: str, cwd: str, home: str) -> list[str]:
    """Existing paths that the text spells, also below folders that it changes to; no reading of the shell's language."""
    from guards._text import fits_path

    for name, value in (("HOME", home), ("PWD", cwd)):
        command = command.replace(f"${{{name}}}", value).replace(f"${name}", value)
    words = f" {command}".translate(BREAKS).replace(" ~/", f" {home}/").split()
    words = [home if word == "~" else word for word in words]
    pairs = zip(words, words[1:])
    bases = [cwd, *(os.path.join(cwd, two) for one, two in pairs if one in ("cd", "pushd", "-C"))]
    found: list[str] = []
    for word in list(dict.fromkeys(words))[:SPELLED]:
        for path in (os.path.normpath(os.path.join(base, word)) for base in bases[:4]):
            above, _, name = path.rpartition("/")
            if "*" in path or "?" in path:
                folder = path.partition("*")[0].partition("?")[0].rpartition("/")[0]
                places = list(walk_files(folder, 1_000)) if folder.count("/") > 1 else []
                found += [place for place in places if fits_path(path, place)]
            elif "\0" not in path and os.path.lexists(path):
                found.append(f"{os.path.realpath(above or '/')}/{name}".replace("//", "/"))
    return list(dict.fromkeys(found))


def look_stake(moment: Any, command: str, *paths: str) -> Row:
    """Takes the snapshot: {id, fault, unheld, named, home, high: {path: what it is}, variables: set ones}."""
    world, event, environ = moment.world, moment.event, moment.world.environ
    row = {"session": event.session, "call": event.call_id, "tool": event.tool}
    taken = take_snapshot(world, {**row, "text": command[:400]}, command, event.cwd, paths)
    home, above = environ.get("HOME", ""), os.path.dirname(os.path.realpath(world.project))
    high = {above: "a parent of the project", home: "the home folder"}
    with suppress(Fault):
        high[world.locate_outside("snapshots")] = "the store of snapshots"
    known = {path: name for path, name in high.items() if len(path) > 1}
    return {**taken, "home": home, "high": known, "variables": [*filter(environ.get, environ)]}


def look_taken(moment: Any) -> tuple[str, list[str]] | None:
    """(id of the last snapshot, what it holds and that is gone since); None where nothing is."""
    store = Store(moment.world)
    store.open_cache()
    id = str(store.cache["last"][0])
    gone = list_gone(store.load_row(id)) if id else []
    return (id, gone) if gone else None


def list_gone(row: Row) -> list[str]:
    """What a snapshot holds and that is there no more: files (or their bytes), branches, stashes."""
    files, gone = dict(row["files"]), []
    for one in row["repositories"]:
        files.update(one["files"])
        there = read_log(f"{one['common']}/logs/refs/stash")
        gone += [f"stash {id[:10]}" for id in one["stashes"] if id not in there]
        with suppress(Fault):
            loose, packed = read_refs(one["common"])
            gone += [name for name in one["refs"] if name not in {**loose, **packed}]
    return sorted([path for path, entry in files.items() if is_gone(path, entry)] + gone)


def is_gone(path: str, entry: list[Any]) -> bool:
    """Is the file away, or empty where it was not?"""
    if not os.path.lexists(path):
        return True
    return entry[0] != LINK and entry[2] > 0 and not os.lstat(path).st_size


def look_overwritten(moment: Any, how: str, remote: str, *refs: str) -> list[tuple[str, int]]:
    """[(branch, commits of it at the remote that were not made here; -1: nothing is known of it)]."""
    repository = find_repository(moment.event.cwd or moment.world.project)
    if repository is None:
        return []
    store = Store(moment.world)
    with store.lock(1.0):
        door.open_door(repository, f"{store.root}/doors")
        loose, packed = read_refs(repository.common)
        known, own = {**packed, **loose}, read_log(f"{repository.gitdir}/logs/HEAD")
        heads = {name[11:]: id for name, id in known.items() if name.startswith("refs/heads/")}
        begin, head = f"refs/remotes/{remote or 'origin'}/", repository.symbolic[16:]
        there = {name[len(begin) :]: id for name, id in known.items() if name.startswith(begin)}
        pairs = [split_refspec(ref, how, head) for ref in refs or [head]]
        if how == "mirror":
            pairs = [(name if name in heads else "", name) for name in there if name != "HEAD"]
        found = []
        for source, branch in pairs if there else ():  # else nothing was ever fetched from it
            kept = [heads.get(source, source)] if source else heads.values()
            words = [there.get(branch, ""), "--max-count=200", *(f"^{id}" for id in kept if id)]
            output = door.run_git(repository, "rev-list", *words) if words[0] else b"?"
            others = [id for id in output.decode().split() if id not in own]
            found += [(branch, len(others) if words[0] else -1)] if others else []
    return found


def split_refspec(ref: str, how: str, head: str) -> tuple[str, str]:
    """(source, branch at the remote) of one refspec; no source deletes."""
    source, colon, target = ref.lstrip("+").replace("refs/heads/", "").partition(":")
    if how == "delete":
        return "", source
    source = head if source == "HEAD" else source
    return source, target if colon else source
