"""The one door to git: a repository's own settings run nothing here, and nothing is waited for.

A repository is input like any other: its `.git/config` and attributes can name programs that git would start (a file
system monitor, hooks, an external diff, clean filters, a pager, helpers for credentials).  All of that is off, the
environment is made anew, no lock is taken, and what takes longer than SECONDS is given up; on a loaded machine git has
SECONDS of its own time, and four times that by the clock.  Never on a silent call.
Limitations: what `insteadOf` and included files make of a remote's URL.
"""
from __future__ import annotations

from hooks._stores import disk
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SECONDS = 0.5       # a hook's whole budget is 2 s of CPU
LOADED = 4          # times SECONDS by the clock, for a git that a loaded machine has not let run for SECONDS
GIVEN = 1 << 12     # bytes
OUTPUT = 1 << 20    # characters of an answer that are kept
HASHES = (("status",), ("diff",))   # what reads files of the work tree, and so through the repository's filters
SETTINGS = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "diff.external=", "core.pager=cat",
            "credential.helper=", "core.askPass=", "core.sshCommand=false", "protocol.allow=never", "gc.auto=0",
            "maintenance.auto=false", "submodule.recurse=false")
KEPT = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "XDG_CONFIG_HOME", "TMPDIR", "TEMP")


def run(folder: str, *arguments: str, seconds: float = SECONDS, given: bytes = b"",
        source: str = "") -> tuple[int, str] | None:
    """(exit code, standard output) of git in a folder; None where there is no git, or no answer in time.

    seconds on the clock; given: its standard input, as much as a pipe holds at once (GIVEN); source: a file of it
    """
    settings = [*SETTINGS, *(filters_off(folder, seconds) if arguments[:1] in HASHES else ())]
    return _started(folder, settings, arguments, seconds, given[:GIVEN], source)


def filters_off(folder: str, seconds: float) -> list[str]:
    """Settings under which no clean filter that the repository names is started."""
    listed = _started(folder, SETTINGS, ("config", "--name-only", "-z", "--get-regexp", r"^filter\..*"), seconds)
    drivers = dict.fromkeys(name.rpartition(".")[0] for name in (listed or (0, ""))[1].split("\0") if name)
    return [f"{driver}.{key}=" for driver in drivers for key in ("clean", "smudge", "process", "required")]


def _started(folder: str, settings: Sequence[str], arguments: Sequence[str], seconds: float,
             given: bytes = b"", source: str = "") -> tuple[int, str] | None:
    words = [word for one in settings for word in ("-c", one)]
    command = ["git", "--no-optional-locks", "--no-pager", *words, "-C", folder, *arguments]
    env = environment(os.environ)
    try:
        if not hasattr(os, "posix_spawnp"):
            return _by_module(command, env, seconds, disk.read(source) if source else given)
        return _spawned(command, env, seconds, given, source)
    except (OSError, ValueError):
        return None


def _spawned(command: list[str], env: dict[str, str], seconds: float, given: bytes,
             named: str = "") -> tuple[int, str] | None:
    """What `subprocess` would do, without its import: that costs more than git itself."""
    import select
    import time

    out, into = os.pipe()
    null = os.open(os.devnull, os.O_RDWR)
    source = disk.open_file(named, os.O_RDONLY) if named else _filled(given) if given else null
    try:
        child = os.posix_spawnp(command[0], command, env, file_actions=[
            (os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, into, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
    except OSError:
        os.close(out)
        raise
    finally:
        for fd in {into, null, source}:
            os.close(fd)
    parts: list[bytes] = []
    begun, ended = time.monotonic(), False
    try:
        while not ended and (used := time.monotonic() - begun) < LOADED * seconds:
            if not select.select([out], [], [], seconds - used if used < seconds else seconds / 8)[0]:
                if used >= seconds and _time_of(child) >= seconds:
                    break
                continue
            part = os.read(out, 1 << 16)
            ended = not part
            if sum(map(len, parts)) < 4 * OUTPUT:
                parts.append(part)
    finally:
        os.close(out)
        if not ended:
            os.kill(child, 9)
        status = os.waitpid(child, 0)[1]
    if not ended or not os.WIFEXITED(status):
        return None
    return os.WEXITSTATUS(status), b"".join(parts).decode("utf-8", "replace")[:OUTPUT]


def _filled(given: bytes) -> int:
    """A pipe's end from which these bytes can be read, and no more."""
    end, into = os.pipe()
    os.write(into, given)
    os.close(into)
    return end


def _time_of(child: int) -> float:
    """Seconds of CPU that a child has had, as Linux tells; without end where nobody tells."""
    try:
        with open(f"/proc/{child}/stat", "rb") as file:
            fields = file.read(4096).rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return float("inf")


def _by_module(command: list[str], env: dict[str, str], seconds: float, given: bytes) -> tuple[int, str] | None:
    import subprocess

    try:
        done = subprocess.run(command, input=given, capture_output=True, env=env, timeout=seconds, check=False)
    except subprocess.SubprocessError:
        return None
    return done.returncode, done.stdout.decode("utf-8", "replace")[:OUTPUT]


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """What git is told of the world: where programs and the person's own settings are; no GIT_ variable of anybody."""
    return {**{name: env[name] for name in KEPT if name in env}, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_NO_LAZY_FETCH": "1"}


def remotes(folder: str) -> list[str]:
    """URLs of the git remotes of the repository that holds the folder; [] where there is none.  Starts nothing.

    Reads .git/config as git does for the keys `url` and `pushurl`; worktrees and submodules through their
    `gitdir:` file and `commondir`.  Raises Fault, OSError.
    """
    at = os.path.abspath(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        up = os.path.dirname(at)
        if up == at:
            return []
        at = up
    git = os.path.join(at, ".git")
    if os.path.isfile(git):
        pointer = disk.read(git, 4096).decode("utf-8", "replace").strip()
        if not pointer.startswith("gitdir:"):
            return []
        git = os.path.join(at, pointer[len("gitdir:"):].strip())
        common = disk.read(os.path.join(git, "commondir"), 4096).decode("utf-8", "replace").strip()
        git = os.path.join(git, common) if common else git
    found, inside = [], False
    for line in disk.read(os.path.join(git, "config"), 256 * 1024).decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            inside = line.startswith("[remote ")
        elif inside:
            key, _, value = line.partition("=")
            if key.strip().lower() in ("url", "pushurl") and value.strip():
                found.append(value.strip().strip('"'))
    return found
