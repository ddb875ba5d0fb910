"""Before a call that may change the disk, what git would not bring back is copied: dirty, staged, untracked, ignored.

Held besides: HEAD, refs, stashes, small files of the git folder, a pack of commits that no remote has; outside git the
existing paths that the text spells.  Bytes are copied; nothing of the repository's runs.  What is over the bounds is
`unheld`, and a git that fails is a `fault`: neither is ever taken for "nothing there".

Cannot see: a path outside the project that only a script or an expansion reaches; products of builds; empty folders.
"""

from __future__ import annotations

import os
import time

from hooks._stores import Fault
from hooks._undo import (
    Repository,
    find_repository,
    open_door,
    read_refs,
    read_small,
    run_git,
    walk_files,
)
from hooks._undo.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]

# Folders that a build makes anew: by these names anywhere, by the others only where git ignores them.
PRODUCTS = frozenset(
    """.cache .gradle .mypy_cache .next .nuxt .pytest_cache .ruff_cache .terraform .tox .venv Pods __pycache__
    node_modules venv""".split()
)
IGNORED_PRODUCTS = PRODUCTS | frozenset("bin build coverage dist obj out target vendor".split())
COMPILED = (".class", ".o", ".obj", ".pyc", ".pyo")
SMALL = tuple(
    """BISECT_LOG CHERRY_PICK_HEAD MERGE_HEAD MERGE_MODE MERGE_MSG ORIG_HEAD REVERT_HEAD commondir config
    config.worktree gitdir info/attributes info/exclude info/sparse-checkout logs/refs/stash packed-refs
    shallow""".split()
)
SMALL_FOLDERS = ("hooks", "rebase-apply", "rebase-merge", "sequencer")
# Words of a text that may take objects or reflogs out of a git folder: all of the history is packed then.
DEEP = frozenset(".git expire filter-branch filter-repo gc prune repack".split())
TAKING = frozenset("delete find mv remove rename rimraf rm rmdir rmtree rsync shred unlink".split())
SYSTEM = ("/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr")
STATUS = (
    "status",
    "--porcelain=v2",
    "-z",
    "-unormal",
    "--ignored=matching",
    "--ignore-submodules=all",
    "--no-renames",
)
PACK_BYTES, QUIET_PACK_BYTES, SPELLED, DEPTH = 64 << 20, 16 << 20, 400, 3
BREAKS = str.maketrans(dict.fromkeys("\n\t'\"`;|&()<>=,{}[]", " "))


class Taken:
    """What came of a snapshot: its `id` ("" for none), `unheld` paths, those of them that the text spells, a `fault`."""

    __slots__ = tuple("fault id named unheld".split())

    def __init__(self, id: str = "", fault: str = "") -> None:
        self.id, self.fault = id, fault
        self.unheld: list[str] = []
        self.named: list[str] = []


def take_snapshot(
    world: World,
    about: Row,
    command: str = "",
    cwd: str = "",
    paths: Iterable[str] = (),
    seconds: float = 1.0,
) -> Taken:
    """A snapshot before a call.  `about` goes onto the row: session, call, tool, text.

    With `command` all that git lacks is held, and what the command spells; with `paths` just those files.
    """
    taken = Taken()
    try:
        store = Store(world, seconds)
        with store.lock(1.0):
            store.open_cache(keep=not command)
            hold_all(
                store,
                taken,
                {"v": 1, "at": world.now, **about},
                command,
                cwd or world.project,
                paths,
                world,
            )
    except Fault as fault:
        taken.fault = str(fault)
    except OSError as error:
        taken.fault = error.strerror or "the disk fails"
    return taken


def hold_all(
    store: Store, taken: Taken, row: Row, command: str, cwd: str, paths: Iterable[str], world: World
) -> None:
    row.update(repositories=[], files={})
    home = world.environ.get("HOME", "")
    spelled = [os.path.join(cwd, path) for path in paths]
    if command:
        spelled += find_spelled(command, cwd, home)
        hold_work(store, taken, row, command, [world.project, cwd], spelled)
    inside = tuple(one["top"] + "/" for one in row["repositories"])
    protected = [os.path.realpath(path) + "/" for path in (world.project, home, store.root) if path]
    for path in spelled:
        if path.startswith(inside) and not paths:
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            if not any(one.startswith(os.path.realpath(path) + "/") for one in protected):
                hold_folder(store, path, row["files"], [])
        elif not path.startswith(tuple(f"{one}/" for one in SYSTEM)):
            add_file(store, path, row["files"])
    if not row["repositories"] and command:
        hold_folder(store, os.path.realpath(world.project), row["files"], [])
    taken.unheld = row["unheld"] = list(dict.fromkeys(store.unheld))[:50]
    taken.named = [
        path for path in taken.unheld if any((path + "/").startswith(one + "/") for one in spelled)
    ]
    if row["repositories"] or row["files"] or taken.unheld:
        taken.id = store.save_row(row)


def hold_work(
    store: Store, taken: Taken, row: Row, command: str, places: list[str], spelled: list[str]
) -> None:
    """The repositories of the project, of the working folder, of folders that are spelled, and those inside them."""
    words = frozenset(command.replace("/", " ").translate(BREAKS).split())
    waiting = [
        (path, 0)
        for path in (*places, *(path for path in spelled if os.path.lexists(f"{path}/.git")))
    ]
    seen: set[str] = set()
    while waiting:
        path, depth = waiting.pop(0)
        repository = find_repository(path)
        if repository is None or repository.top in seen or depth > DEPTH:
            continue
        seen.add(repository.top)
        reached = any(
            f"{repository.common}/".startswith(f"{os.path.realpath(one)}/") for one in spelled
        )
        deep = bool(DEEP & words or (TAKING & words and reached))
        nested: list[str] = []
        try:
            row["repositories"].append(hold_repository(store, repository, deep, spelled, nested))
        except Fault as fault:
            taken.fault = taken.fault or str(fault)
        waiting += [(one, depth + 1) for one in nested]


def hold_repository(
    store: Store, repository: Repository, deep: bool, spelled: list[str], nested: list[str]
) -> Row:
    """One repository's part of a row; repositories found inside it are added to `nested`."""
    top = repository.top
    open_door(repository, f"{store.root}/doors")
    loose, packed = read_refs(repository)
    row: Row = {
        "top": top,
        "gitdir": repository.gitdir,
        "common": repository.common,
        "head": repository.head,
    }
    row.update(
        symbolic=repository.symbolic, refs=loose, staged=[], absent=[], files={}, git={}, packs=[]
    )
    hold_git_files(store, row, deep)
    files, folders = split_status(run_git(repository, *STATUS, seconds=store.left()), row)
    files += list_filtered(repository)
    nested += list_submodules(top)
    for name in sorted(files, key=lambda name: not is_spelled(f"{top}/{name}", spelled)):
        add_file(store, f"{top}/{name}", row["files"])
    for name in sorted(folders, key=lambda name: not is_spelled(f"{top}/{name}", spelled)):
        hold_folder(store, f"{top}/{name}", row["files"], nested)
    row["stashes"] = list_stashes(repository.common)
    hold_commits(store, repository, row, {**packed, **loose}, deep)
    return row


def is_spelled(path: str, spelled: list[str]) -> bool:
    return any((path + "/").startswith(one + "/") for one in spelled)


def split_status(output: bytes, row: Row) -> tuple[list[str], list[str]]:
    """(files, folders) that git lacks; what is staged and what is gone from the work tree go onto the row."""
    files: list[str] = []
    ignored: list[str] = []
    folders: list[str] = []
    for line in output.split(b"\0"):
        text = os.fsdecode(line)
        kind = text[:1]
        if kind in "?!" and kind:
            name = text[2:].rstrip("/")
            if not text.endswith("/"):
                (files if kind == "?" else ignored).append(name)
            elif name.rpartition("/")[2] not in (PRODUCTS if kind == "?" else IGNORED_PRODUCTS):
                folders.append(name)
        elif kind == "1":
            _, state, _, _, mode, _, _, id, name = text.split(" ", 8)
            if state[0] != ".":
                row["staged"].append([mode, id, "0", name])
            (row["absent"] if state[1] == "D" else files).append(name)
        elif kind == "u":
            _, _, _, *modes, _, one, two, three, name = text.split(" ", 10)
            for stage, (mode, id) in enumerate(zip(modes, (one, two, three)), 1):
                if mode.strip("0"):
                    row["staged"].append([mode, id, str(stage), name])
            files.append(name)
    names = [name for name in ignored if not name.endswith(COMPILED)]
    kept = [name for name in names if IGNORED_PRODUCTS.isdisjoint(name.split("/")[:-1])]
    return files + kept, folders


def list_filtered(repository: Repository) -> list[str]:
    """Tracked files that a filter makes (large files, secrets): git's own bytes of them are other ones."""
    names: set[str] = set()
    for path in (f"{repository.top}/.gitattributes", f"{repository.common}/info/attributes"):
        names.update(word[7:] for word in read_small(path).split() if word[:7] == "filter=")
    found: list[str] = []
    for name in sorted(names)[:4]:
        if name.replace("-", "").replace("_", "").isalnum():
            output = run_git(repository, "ls-files", "-z", "--", f":(attr:filter={name})")
            found += os.fsdecode(output).split("\0")[:-1]
    return found


def list_submodules(top: str) -> list[str]:
    """Folders of submodules that are here."""
    values = [line.partition("=")[2] for line in read_small(f"{top}/.gitmodules").splitlines()]
    paths = [os.path.realpath(os.path.join(top, value.strip().strip('"'))) for value in values]
    return [path for path in paths if path.startswith(f"{top}/") and is_repository(path)]


def is_repository(path: str) -> bool:
    return os.path.lexists(f"{path}/.git") and find_repository(path) is not None


def add_file(store: Store, path: str, into: Row) -> None:
    entry = store.hold_file(path)
    if entry:
        into[path] = entry


def hold_folder(store: Store, folder: str, into: Row, nested: list[str]) -> None:
    """Every file below a folder, products aside; stops at the bounds.  Repositories inside are added to `nested`."""
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        if is_repository(place):
            nested.append(place)
            continue
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name, reverse=True)
        except OSError:
            store.unheld.append(place)
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in PRODUCTS:
                    waiting.append(entry.path)
            elif not entry.name.endswith(COMPILED):
                add_file(store, entry.path, into)
        if len(store.unheld) > 50 or time.monotonic() > store.end:
            store.unheld += waiting[:1]
            return


def hold_git_files(store: Store, row: Row, deep: bool) -> None:
    """Small files of the git folder; where the text may take the folder, all reflogs as well."""
    folders = (*SMALL_FOLDERS, "logs") if deep else SMALL_FOLDERS
    for base in dict.fromkeys((row["gitdir"], row["common"])):
        paths = [f"{base}/{name}" for name in SMALL]
        for folder in folders:
            paths += [
                path for path in walk_files(f"{base}/{folder}", 500) if not path.endswith(".sample")
            ]
        for path in paths:
            add_file(store, path, row["git"])


def hold_commits(
    store: Store, repository: Repository, row: Row, refs: dict[str, str], deep: bool
) -> None:
    """A pack of commits, stashes and staged contents that no remote has.

    Where no remote is known, or the text may drop objects, all that the tips reach.  A pack is made once for its tips,
    the next one holds what came since.
    """
    remotes = {id for name, id in refs.items() if name.startswith("refs/remotes/")}
    tips = {id for name, id in refs.items() if not id.startswith("ref:")} | {repository.head}
    tips.update(row["stashes"])
    blobs = {id for _, id, _, _ in row["staged"] if id.strip("0")}
    whole = deep or not remotes
    tips = (tips if whole else tips - remotes) - {""} | blobs
    notes = store.cache["notes"].setdefault(repository.common, {})
    chain = [one for one in notes.get("deep" if whole else "new", ()) if is_packed(store, one[0])]
    if tips and not any(tips <= set(had) for _, had in chain):
        base = set() if whole else remotes
        if whole and measure_objects(repository) > (PACK_BYTES if deep else QUIET_PACK_BYTES):
            if deep:
                store.unheld.append(repository.common)
            return
        had = {id for _, ids in chain for id in ids}
        if len(chain) > 20:
            chain, had = [], set()
        words = [*sorted(tips - had), *(f"^{id}" for id in sorted((base | had) - tips))]
        mark = pack_objects(store, repository, words)
        chain = [*chain, [mark, sorted(tips | had)]]
    notes["deep" if whole else "new"] = chain
    row["packs"] = [mark for mark, _ in chain]


def is_packed(store: Store, mark: str) -> bool:
    return os.path.exists(f"{store.root}/packs/{mark}.idx")


def measure_objects(repository: Repository) -> int:
    return sum(
        os.lstat(path).st_size for path in walk_files(f"{repository.common}/objects", 1 << 17)
    )


def list_stashes(common: str) -> list[str]:
    """Ids of the stashes, the oldest first."""
    lines = read_small(f"{common}/logs/refs/stash").splitlines()
    return [line.split(" ")[1] for line in lines if line.count(" ") > 2]


def pack_objects(store: Store, repository: Repository, words: list[str]) -> str:
    """The name of a new pack in the store.  Fault where git could not make it in time."""
    if store.full:
        raise Fault("the store for snapshots is full")
    data = "".join(f"{word}\n" for word in words).encode()
    base = f"{store.root}/packs/pack"
    mark = (
        run_git(repository, "pack-objects", "-q", "--revs", base, data=data, seconds=store.left())
        .decode()
        .strip()
    )
    for ending in ("pack", "idx"):
        os.chmod(f"{base}-{mark}.{ending}", 0o600)
        store.spend(os.lstat(f"{base}-{mark}.{ending}").st_size)
    return f"pack-{mark}"


def find_spelled(command: str, cwd: str, home: str) -> list[str]:
    """Existing paths that the text spells, by no reading of the shell's language."""
    from guards._text import fits_path

    text = command.translate(BREAKS) if "$" not in command else command
    for name in ("${HOME}", "$HOME"):
        text = text.replace(name, home)
    for name in ("${PWD}", "$PWD", "$(pwd)", "`pwd`"):
        text = text.replace(name, cwd)
    found: list[str] = []
    for word in list(dict.fromkeys(text.translate(BREAKS).split()))[:SPELLED]:
        if home and (word == "~" or word.startswith("~/")):
            word = home + word[1:]
        path = os.path.normpath(os.path.join(cwd, word))
        if "*" in word or "?" in word:
            folder = path[: min(path.find(one) for one in "*?" if one in path)].rpartition("/")[0]
            for place in list(walk_files(folder, 1000)) if folder.count("/") > 1 else ():
                if fits_path(path, place):
                    found.append(place)
        elif "\0" not in path and os.path.lexists(path):
            above, _, name = path.rpartition("/")
            found.append(f"{os.path.realpath(above or '/')}/{name}")
    return list(dict.fromkeys(found))
