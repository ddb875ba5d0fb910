"""The process and its places: stdin, environment, clock; the project, its state folder and key, what lies outside.
Cannot see: who changed an environment variable; hooks/_event/accepted.py judges what a repository may move.
"""

import posix
import time

from guards import LEVELS, Any, Environ, Iterator, Row
from hooks import _stores as disk
from hooks._stores import FOLDER, Fault, cut_name, parse_json, read_bytes, stat_kind

MOVED = "AUTOSKILLIT_STATE_DIR"
# Bytes of a payload that is judged, of one that is read at all; at once.
PAYLOAD_MOST, DRAINED_MOST, STEP = 16 << 20, 256 << 20, 1 << 16
NAMES = "utf-8", "surrogateescape"
DAY = 86_400.0
FOLDERS = "context live receipts memory sessions"  # of records that grow old, with what lies below
# What a file that somebody changed by hand may raise; it counts as broken.
BROKEN = AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError
LINE = "at size head".split()  # of a ledger's last line: where it lies, its digest
PAUSE, IDLE = 0.05, 3.0  # seconds without a byte: the JSON may be whole; nothing comes any more


class World:
    """One project as one process sees it: `project` is the folder the agent was started in; `state` its
    .autoskillit/temp or AUTOSKILLIT_STATE_DIR; `now` seconds since the epoch, read once, and `stamp` the same as rows
    have it."""

    def __init__(self, project: str, environ: Environ, now: float = 0.0) -> None:
        self.project, self.environ = project, environ
        self.now = now or time.time()
        self.stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now))
        self.state = environ.get(MOVED) or f"{project}/.autoskillit/temp"

    def locate(self, folder: str, id: str = "", ending: str = "") -> str:
        """The path of a session's file, locate("context", id, ".jsonl"); of a folder without an id.  The folder is
        made.  Fault where a link or a file stands in its place or above it."""
        path = f"{self.state}/{folder}" if folder else self.state
        if MOVED not in self.environ and stat_kind(cut_name(self.state)) == disk.LINK:
            raise Fault(f"{cut_name(self.state)} is a symbolic link")
        if stat_kind(self.state) != FOLDER:
            disk.make_folder(self.state)
            disk.append_lines(f"{self.state}/.gitignore", b"*\n")
        disk.make_folder(path)
        return f"{path}/{disk.name_file(id)}{ending}" if id else path

    def locate_outside(self, folder: str) -> str:
        """This project's folder of that kind outside of every project ("checkpoints", "accepted"); not made."""
        given, home = self.environ.get("XDG_STATE_HOME", ""), self.environ.get("HOME", "")
        above = given if given.startswith("/") else f"{home}/.local/state"
        if above[:1] != "/" or above == "/.local/state":
            raise Fault("there is no HOME and no XDG_STATE_HOME")
        return f"{above}/autoskillit/{folder}/{disk.name_file(self.project)}"

    def load_key(self) -> bytes:
        """The project's own key for fingerprints: 32 random bytes, made at the first call."""
        path = f"{self.locate('')}/key"
        if len(found := read_bytes(path, 0, 64)) != 32:
            with disk.Lock(f"{path}.lock"):
                if len(found := read_bytes(path, 0, 64)) != 32:
                    disk.write_whole(path, found := posix.urandom(32))
        return found


class Checkpoint:
    """The level of one session and a line of its ledger, outside the project; `fault` says why it cannot be used."""

    def __init__(self, world: World, id: str) -> None:
        self.level, self.line, self.fault, self.path = 0, (0, 0, ""), "", ""
        try:
            self.path = (
                f"{world.locate_outside('checkpoints')}/{disk.name_file(id or 'unknown')}.json"
            )
            if data := read_bytes(self.path):
                found = parse_json(data)
                self.level = LEVELS.index(found["level"])
                self.line = int(found["at"]), int(found["size"]), str(found["head"])
        except Fault as fault:
            self.fault = str(fault)
        except BROKEN:
            self.fault = f"{self.path} cannot be read"

    def save(self, state: Row, sync: bool) -> None:
        """Takes level and last row of the state.  A folder that cannot be written is told by `fault`."""
        if not self.path:
            return  # `fault` says why
        data = {"level": LEVELS[state["level"]], **{key: state[key] for key in LINE}}
        try:
            disk.make_folder(cut_name(self.path))
            disk.write_whole(self.path, disk.write_json(data).encode(), sync)
        except Fault as fault:
            self.fault = str(fault)


def locate_data(environ: Environ) -> str:
    """Where this machine keeps our code."""
    home = environ.get("XDG_DATA_HOME") or f"{environ.get('HOME', '')}/.local/share"
    return f"{home}/autoskillit"


def is_line(path: str, at: int, end: int, head: str) -> bool:
    """Is the line from `at` to before `end` the one with that digest?  True for no line at all."""
    line = read_bytes(path, at, end - at) if end else b""
    return not end or (len(line) == end - at and disk.digest_bytes(line[:-1]) == head)


def find_project(environ: Environ, cwd: str) -> str:
    """The project's folder: CLAUDE_PROJECT_DIR; else the nearest folder above `cwd` with `.autoskillit`; else `cwd`."""
    given = environ.get("CLAUDE_PROJECT_DIR", "")
    if given.startswith("/") and stat_kind(given, True) == FOLDER:
        return given.rstrip("/") or "/"
    start = path = cwd.rstrip("/") if cwd.startswith("/") else posix.getcwd()
    home = environ.get("HOME", "").rstrip("/")
    while path not in ("/", home):
        if stat_kind(f"{path}/.autoskillit", True) == FOLDER:
            return path
        path = cut_name(path)
    return start or "/"


def parse_payload(data: bytes) -> Row:
    """The JSON object that a payload begins with.  Fault for anything else."""
    if len(data) > PAYLOAD_MOST:
        raise Fault(f"the payload is larger than {PAYLOAD_MOST >> 20} MiB")
    try:
        found, _ = disk.scan_json(data)
    except (ValueError, RecursionError):
        raise Fault("the payload is no JSON") from None
    if not isinstance(found, dict):
        raise Fault("the payload is no JSON object")
    return found


def read_payload() -> Any:
    """The payload on stdin, which may never be closed: the JSON object once it is whole, else the bytes."""
    parts = []
    size = enough = 0
    while size < DRAINED_MOST and (part := posix.read(0, STEP)):
        if size <= PAYLOAD_MOST:
            parts.append(part)
        size += len(part)
        if (part.rstrip().endswith(b"}") and size >= enough) or not is_more(PAUSE):
            try:
                return parse_payload(b"".join(parts))
            except Fault:
                enough = size * 2
            if not is_more(IDLE):
                break
    return b"".join(parts)


def is_more(seconds: float) -> bool:
    from select import select

    return bool(select([0], (), (), seconds)[0])


def limit_cpu(seconds: float) -> None:
    """After so many seconds of CPU, and each quarter after, what runs raises TimeoutError; 0 lifts the limit."""
    import _signal  # type: ignore[import-not-found,unused-ignore]

    def stop(*_: object) -> None:
        raise TimeoutError("it took too long")

    try:
        _signal.signal(_signal.SIGPROF, stop)
        _signal.setitimer(_signal.ITIMER_PROF, seconds, seconds and 0.25)
    except ValueError:
        return  # not the main thread


def remove_old(moment: Any) -> None:
    """At a session's start removes records older than `context.retention_days`; 0 keeps all."""
    days = moment.settings["context"]["retention_days"]
    days and remove_records(moment.world, days)


def remove_records(world: World, days: float) -> list[str]:
    """Removes records and checkpoints older than so many days; their paths."""
    folders = [f"{world.state}/{name}" for name in FOLDERS.split()]
    folders.append(world.locate_outside("checkpoints"))
    paths = [path for folder in folders for path in walk_files(folder, 1 << 20)]
    old = [path for path in paths if posix.lstat(path).st_mtime < world.now - days * DAY]
    return list(filter(disk.remove_file, old))


def walk_files(folder: str, most: int = 5_000) -> Iterator[str]:
    """Regular files below a folder, at most `most`; links are not followed."""
    waiting = [folder.rstrip("/")]
    while waiting:
        try:
            entries = sorted(posix.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError:
            continue
        waiting += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        for entry in entries:
            if entry.is_file(follow_symlinks=False) and most > 0:
                most -= 1
                yield entry.path
