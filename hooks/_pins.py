"""What this machine has accepted of a project's guards: what a clone, pull or checkout changes of them is told.

Law: what git brought loosens nothing until a person accepts it; what the person, install.py or guardctl wrote counts.

Outside the project, in `$XDG_STATE_HOME/autoskillit/accepted/<project>/`: `guards.json`, the text that was accepted
last, word for word, so that an event compares it and does no more; `pins.json` with the digests of the launchers and of
the bundle's manifest, of the texts that were accepted or not, and of what was told.

    in_force    the settings that count, where guards.json is another than the one accepted
    after       the task at SessionStart: launchers, bundle, and files of one machine that git tracks
    accept      all of it, as it stands (`install.py`, `guardctl trust`); wrote: guards.json alone (guardctl)

Limitations: a launcher or a run.sh that runs nothing of ours, where no other installation of ours runs; hooks that the
settings file no longer registers.
"""
from __future__ import annotations

from hooks import _git, _trust
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.ledger import digest
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypedDict

    from guards import Event, Settings
    from hooks._stores.world import World

    class Pins(TypedDict):
        """What pins.json holds: digests of files, and of texts of guards.json and sentences."""

        files: dict[str, str]
        accepted: list[str]
        refused: list[str]
        told: list[str]

FILE = ".autoskillit/guards.json"
SETTINGS = ".claude/settings.json"
MOVES = ("AUTOSKILLIT_PROJECT_DIR", "AUTOSKILLIT_PYTHON", "AUTOSKILLIT_STATE_DIR", "AUTOSKILLIT_STATE_ROOT", "HOME",
         "LD_PRELOAD", "XDG_DATA_HOME", "XDG_STATE_HOME")
LAUNCHERS = ("hook", "guardctl")
# What belongs to one machine, and runs or is believed: a file of a clone in its place counts for nothing.
OWN = (".autoskillit/local", ".autoskillit/temp", ":(glob).autoskillit/bundle/**/__pycache__/**")
STATES = ("HEAD", "", "FETCH_HEAD")      # of which git is asked for guards.json; "" is the index
EDITED, LATER = "as you edited it", "from your next prompt on"
FIRST = "this project brought its guards with it"
PROBE = "install-check"     # the session of `--check`, which says all this itself
MOST = 50                   # digests of a kind
SIZE = 4 * 1024 * 1024      # bytes of a file


def in_force(world: World, text: bytes, made: Callable[[bytes], Settings], settle: bool) -> Settings:
    """The settings that count, where `text` is not what was accepted last; what it means is put on record: what is no
    looser always, an edit of the person's own as a session begins and at their prompt (`settle`)."""
    theirs, base = made(text), _base(world)
    mine = made(base)
    loose = _trust.tightened(mine, theirs)
    pins, name = held(world), digest(text)
    if not loose or any(name in held(one)["accepted"] for one in _known(world)):
        _keep(world, text)
        return theirs
    keys = ", ".join(loose)[:200]
    if name not in pins["refused"] and not _came_by_git(world.project, made, theirs, loose):
        if settle or not base:
            wrote(world, text)
            theirs.problems += [f"guards.json counts {EDITED} ({keys})"] * bool(base)
            return theirs
        mine.problems = [*theirs.problems, f"guards.json was changed and {_trust.LOOSENS} {keys}: that counts "
                                           f"{LATER}"]
        return mine
    if name not in pins["refused"]:
        _save(world, {**pins, "refused": [*pins["refused"], name]})
    mine.problems = [*theirs.problems, f"guards.json came with a clone, pull or checkout and {_trust.LOOSENS} "
                                       f"{keys}: that does not count until you run guardctl trust ({name[:8]})"]
    return mine


def refused(world: World, text: bytes) -> bool:
    """Does this text of guards.json not count, since git brought it?"""
    return text != accepted(world) and digest(text) in held(world)["refused"]


def waits(settings: Settings) -> bool:
    """Is there an edit that a prompt of the person's, or a beginning, lets count?"""
    return any(one.endswith(LATER) for one in settings.problems)


def taken(settings: Settings) -> list[tuple[str, str]]:
    """(digest, sentence) of what is to be said of these things, taken out of the settings' problems."""
    ours = [one for one in settings.problems if _trust.LOOSENS in one or EDITED in one]
    settings.problems = [one for one in settings.problems if one not in ours]
    return [(digest(one.encode()), one) for one in ours]


def after(world: World, event: Event, settings: Settings) -> list[str]:
    """The task at SessionStart: of a session that begins or goes on, not of each compaction."""
    if event.source not in ("startup", "resume") or event.session_id == PROBE:
        return []
    from hooks._install.presence import slow

    return untold(world, [*changed(world), *((digest(one.encode()), one) for one in slow(world.project, world.env))])


def untold(world: World, found: list[tuple[str, str]]) -> list[str]:
    """The sentences of these that nobody was told yet; from now on they are told."""
    pins = held(world)
    new = [(key, text) for key, text in found if key not in pins["told"]]
    if new:
        _save(world, {**pins, "told": [*pins["told"], *(key for key, _ in new)]})
    return [text for _, text in new]


def changed(world: World) -> Iterator[tuple[str, str]]:
    """(digest, sentence) of what in the project's own installation is not as it was accepted on this machine."""
    root = os.path.join(world.project, ".autoskillit")
    if not os.path.lexists(os.path.join(root, "hook")):
        return
    pins, now = next((files for one in _known(world) if (files := held(one)["files"])), {}), files_of(world)
    if not pins:
        yield digest(dumps(now).encode()), (
            f"{FIRST}, and nobody has accepted them on this machine: look into .autoskillit, then run "
            ".autoskillit/guardctl trust, once; from then on you are told what a pull changes of them")
    others = [(str(now.get(name)), f".autoskillit/{name}") for name in LAUNCHERS if pins.get(name) != now.get(name)]
    for key, what in [*others, _code(world, pins, now)] if pins else ():
        if what:
            yield digest(f"{key} {what}".encode()), (
                f"{what} is not what was accepted on this machine; a pull or checkout may have brought it: read what "
                "changed, then run guardctl trust, or put it back")
    steers = _steers(os.path.join(world.project, SETTINGS))
    if steers:
        yield digest(steers.encode()), (f"{SETTINGS} sets {steers}, which moves what the guards know; take it out "
                                        "where it is none of yours")
    ours = _tracked(world.project)
    if ours:
        yield digest(dumps(ours).encode()), (f"git tracks {', '.join(ours[:3])}, which belongs to one machine alone: "
                                             "it is not used where it was not made here; git rm --cached it")


def _code(world: World, pins: dict[str, str], now: dict[str, str]) -> tuple[str, str]:
    """(digest, what of the bundle is another than the one accepted); "" for nothing.  Its files are read where one of
    them has another size or time than at the last look."""
    folder, manifest, stamps = code_of(world), now.get("bundle", ""), now.get("stamps", "")
    if not pins.get("bundle") or (manifest == pins["bundle"] and stamps == pins.get("stamps")):
        return "", ""
    from hooks._install import bundle

    named = folder[len(world.project) + 1:] if folder.startswith(world.project + os.sep) else folder
    if manifest != pins["bundle"]:
        return manifest, f"{named} ({bundle.name_of(folder) or 'without its manifest'})"
    faults = bundle.faults(folder)
    if faults:
        return digest(dumps(faults).encode()), f"{named}/{faults[0].partition(' ')[0]}" + (
            f" and {len(faults) - 1} more" * (len(faults) > 1))
    _save(world, {**held(world), "files": {**pins, "stamps": stamps}})
    return "", ""


def accept(world: World) -> None:
    """Everything of this project's guards counts as it stands now, by each name of it.  Raises Fault, OSError."""
    text = disk.read(os.path.join(world.project, FILE), SIZE)
    for one in _known(world)[:2]:
        pins = held(one)
        _save(one, {**pins, "files": files_of(world), "accepted": [*pins["accepted"], digest(text)],
                    "refused": [other for other in pins["refused"] if other != digest(text)]}, loud=True)
        _keep(one, text)


def wrote(world: World, text: bytes) -> None:
    """The person wrote this guards.json: it counts, and what was accepted before it no longer does."""
    pins, name = held(world), digest(text)
    _save(world, {**pins, "accepted": [name], "refused": [one for one in pins["refused"] if one != name]})
    _keep(world, text)


def forget(world: World) -> None:
    """Takes away what is held of a project that has no guards any more.  Raises Fault, OSError."""
    folder = world.accepted()
    for name in ("guards.json", "pins.json"):
        disk.remove(os.path.join(folder, name))
    if os.path.isdir(folder):
        os.rmdir(folder)


def held(world: World) -> Pins:
    """What pins.json holds; empty parts for what it does not."""
    try:
        found = loads(disk.read(os.path.join(world.accepted(), "pins.json"), SIZE) or b"{}")
    except (Fault, OSError, ValueError, RecursionError):
        found = {}
    given = found if isinstance(found, dict) else {}

    def texts(name: str) -> list[str]:
        rows = given.get(name)
        return [one for one in rows if isinstance(one, str)] if isinstance(rows, list) else []

    files = given["files"] if isinstance(given.get("files"), dict) else {}
    return {"accepted": texts("accepted"), "refused": texts("refused"), "told": texts("told"),
            "files": {name: one for name, one in files.items() if isinstance(one, str)}}


def files_of(world: World) -> dict[str, str]:
    """The digests of the project's launchers and of its bundle's manifest, and the stamps of the bundle's files."""
    root, code = os.path.join(world.project, ".autoskillit"), code_of(world)
    found = {name: _digest_of(os.path.join(root, name)) for name in LAUNCHERS}
    if os.path.isdir(code):
        found.update(bundle=_digest_of(os.path.join(code, "manifest.json")), stamps=stamps_of(code))
    return {name: one for name, one in found.items() if one}


def code_of(world: World) -> str:
    """The bundle of a project: the copy in its data folder that its launcher names, else the one in the project."""
    from hooks._install import shared

    return shared.code(world.project, world.env) or os.path.join(world.project, ".autoskillit", "bundle")


def stamps_of(folder: str) -> str:
    """One digest of the name, size and time of every file in a folder but bytecode; links are not followed."""
    rows, waiting = [], [folder]
    while waiting:
        at = waiting.pop()
        for name in sorted(os.listdir(at)) if os.path.isdir(at) and not os.path.islink(at) else ():
            path = os.path.join(at, name)
            if name == "__pycache__":
                continue
            told = os.lstat(path)
            if (told.st_mode & 0o170000) == 0o040000:
                waiting.append(path)
            else:
                rows.append([path[len(folder):], told.st_mode, told.st_size, told.st_mtime_ns])
    return digest(dumps(rows).encode("utf-8", "surrogateescape"))


def _came_by_git(project: str, made: Callable[[bytes], Settings], theirs: Settings, loose: list[str]) -> bool:
    """Does a text that git holds, of the commit, the index or the last fetch, loosen one of these keys as guards.json
    does?  Its bytes decide nothing: git turns line ends, a merge is not committed yet, a person adds a line of their
    own.  Where git does not say, it may be."""
    said = _git.run(project, "status", "--porcelain", "--ignored", "--untracked-files=all", "--", FILE)
    if said is None or said[0]:
        from hooks._held import repository

        return bool(repository(os.path.abspath(project)))
    if said[1][:2] in ("", "??", "!!"):
        return not said[1]
    filtered = _git.run(project, "check-attr", "filter", "--", FILE)    # a program makes the text out of another one
    if filtered is None or not filtered[1].endswith(": unspecified\n"):
        return True
    texts = [_git.run(project, "cat-file", "blob", f"{state}:./{FILE}") for state in STATES]
    return any(one is None or len(one[1]) == _git.OUTPUT or not set(loose) <= {
        *_trust.tightened(made(one[1].encode()), theirs)} for one in texts if one is None or not one[0])


def _steers(path: str) -> str:
    """The variables of a settings file, which a pull can bring, that lead the guards elsewhere; "" for none."""
    try:
        found = loads(disk.read(path, SIZE))
    except (Fault, OSError, ValueError, RecursionError):
        return ""
    env = found.get("env") if isinstance(found, dict) else None
    return ", ".join(name for name in MOVES if name in env) if isinstance(env, dict) else ""


def _tracked(project: str) -> list[str]:
    said = _git.run(project, "ls-files", "-z", "--", *OWN)
    return [one for one in said[1].split("\0") if one] if said and said[0] == 0 else []


def accepted(world: World) -> bytes:
    """The text of guards.json that was last accepted in this project on this machine; b"" for none."""
    try:
        return disk.read(os.path.join(world.accepted(), "guards.json"), SIZE)
    except (Fault, OSError):
        return b""


def _base(world: World) -> bytes:
    return next(filter(None, map(accepted, _known(world))), b"")


def _known(world: World) -> tuple[World, World, World]:
    """The places in which the project may be accepted: by its name, by what a link leads to, as the main worktree's."""
    from hooks._stores.world import World

    return world, World(os.path.realpath(world.project), world.env, world.now), world.main()


def _digest_of(path: str) -> str:
    try:
        return digest(disk.read(path, SIZE)) if os.path.lexists(path) else ""
    except (Fault, OSError):
        return "-"


def _keep(world: World, text: bytes) -> None:
    _put(world, "guards.json", text)


def _save(world: World, pins: Pins, loud: bool = False) -> None:
    kept = {name: value[-MOST:] if isinstance(value, list) else value for name, value in pins.items()}
    _put(world, "pins.json", dumps({"v": 1, **kept}).encode(), loud)


def _put(world: World, name: str, data: bytes, loud: bool = False) -> None:
    """Without a place to remember it, each event works it out anew; install.py and guardctl say so."""
    try:
        folder = disk.make_folder(world.accepted())
        disk.replace(os.path.join(folder, name), data)
    except (Fault, OSError):
        if loud:
            raise
