"""Where things lie: the project, its state folder, the bundle; and the time."""
from __future__ import annotations

import sys
import time

from hooks._stores.disk import Fault, make_folder, open_file, read, safe_name, write_all
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BUNDLE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = "autoskillit-guards"       # holds the copies that all projects of a person share
# (variable, the path in the person's home whose place it takes, what of that path still stands below it).
MOVES = (
    ("CLAUDE_CONFIG_DIR", ".claude", ""), ("CODEX_HOME", ".codex", ""), ("COPILOT_HOME", ".copilot", ""),
    ("GEMINI_CLI_HOME", ".gemini", ".gemini"), ("KIMI_CODE_HOME", ".kimi-code", ""), ("QWEN_HOME", ".qwen", ""),
    ("XDG_CONFIG_HOME", ".config/opencode", "opencode"),
    ("GEMINI_CLI_TRUSTED_FOLDERS_PATH", ".gemini/trustedfolders.json", ""),
    ("QWEN_CODE_TRUSTED_FOLDERS_PATH", ".qwen/trustedfolders.json", ""))


class World:
    """One project as one process sees it.

    project   the folder the agent was started in
    state     <project>/.autoskillit/temp, or AUTOSKILLIT_STATE_DIR
    env       the process's environment
    now       seconds since the epoch, read once
    via       which installation this process belongs to: project, local, user, plugin or checkout
    began     (seconds of CPU, seconds on the clock) that the process had used when it began with this event
    """

    __slots__ = ("began", "env", "folders", "now", "project", "state", "via")

    def __init__(self, project: str, env: Mapping[str, str], now: float | None = None) -> None:
        self.project = project
        self.env = env
        self.now = round(time.time(), 6) if now is None else now     # as the ledger writes it
        self.via = installation(project)
        self.began = (time.process_time(), time.monotonic())
        self.state = env.get("AUTOSKILLIT_STATE_DIR") or os.path.join(project, ".autoskillit", "temp")
        self.folders: dict[str, str] = {}       # those that were looked at: one event looks once

    def folder(self, name: str = "") -> str:
        """A folder of the state, made if need be.  Raises Fault where a link or a file stands in its place."""
        if name not in self.folders:
            self.folders[name] = self._folder(name)
        return self.folders[name]

    def _folder(self, name: str) -> str:
        if not self.env.get("AUTOSKILLIT_STATE_DIR") and os.path.islink(os.path.dirname(self.state)):
            raise Fault(f"{os.path.dirname(self.state)} is a symbolic link")
        if os.path.islink(self.state):
            raise Fault(f"{self.state} is a symbolic link")
        try:
            found = os.path.isdir(self.state)
            made = make_folder(os.path.join(self.state, name) if name else self.state)
        except OSError as e:
            raise Fault(f"{os.path.join(self.state, name)}: {e.strerror}") from None
        # A folder that the person named and made is theirs: there, `*` could hide their own files from git.
        if not found or not self.env.get("AUTOSKILLIT_STATE_DIR"):
            self._ignore()
        return made

    def _ignore(self) -> None:
        """Keeps the key and the records out of git, wherever the state folder lies."""
        path = os.path.join(self.state, ".gitignore")
        if os.path.lexists(path):
            return
        fd = -1
        try:
            fd = open_file(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            write_all(fd, b"*\n")
        except (Fault, OSError):
            return      # another process was first; a disk that fails is told of by the next record
        finally:
            if fd >= 0:
                os.close(fd)

    def spent(self, cpu: float, wall: float) -> bool:
        """Has this event used more CPU, or waited longer, than so many seconds?"""
        return time.process_time() - self.began[0] > cpu or time.monotonic() - self.began[1] > wall

    def outside(self) -> str:
        """The person's own folder outside of every project: anchors, digests of what they trust.  Raises Fault."""
        named, home = self.env.get("XDG_STATE_HOME", ""), self.env.get("HOME", "")
        if os.path.isabs(named):
            return os.path.join(named, "autoskillit")
        if not os.path.isabs(home) or not os.path.isdir(home):
            raise Fault("there is no home folder and no XDG_STATE_HOME")
        return os.path.join(home, ".local", "state", "autoskillit")

    def beside(self, kind: str) -> str:
        """A folder of this project among those of the person's own: "anchors", "accepted".  Raises Fault."""
        if "/" not in self.folders:
            self.folders["/"], self.folders["//"] = self.outside(), safe_name(self.project)
        return f"{self.folders['/']}/{kind}/{self.folders['//']}"

    def accepted(self) -> str:
        """The folder of what this machine has accepted of the project's guards; one that cannot be where the person
        has no folder for state."""
        try:
            return self.beside("accepted")
        except Fault:
            return os.devnull

    def path(self, folder: str, id: str, ending: str) -> str:
        """The file of a session: path("context", id, ".jsonl")."""
        return os.path.join(self.folder(folder), safe_name(id) + ending)

    def main(self) -> World:
        """The same moment in the project whose stores hear of every launch: that of AUTOSKILLIT_STATE_ROOT or
        AUTOSKILLIT_PROJECT_DIR, as an orchestrator tells the sessions that it launches; else the main one of a git
        worktree; else this one.  A folder without `.autoskillit` is never taken."""
        folder = main_project(self.project, self.env)
        return self if folder == self.project else World(folder, self.env, self.now)

    def key(self) -> bytes:
        """The project's own secret for fingerprints: 32 random bytes, made at the first call."""
        path = os.path.join(self.folder(), "key")
        found = read(path, 64)
        if len(found) == 32:
            return found
        made = os.urandom(32)
        try:
            fd = open_file(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        except Fault:  # another process made it between the two lines, or it is torn
            found = read(path, 64)
            if len(found) == 32:
                return found
            fd = open_file(path, os.O_WRONLY | os.O_TRUNC)
        try:
            write_all(fd, made)
        finally:
            os.close(fd)
        return made


def main_project(project: str, env: Mapping[str, str]) -> str:
    """The folder of the project that `World.main` is about."""
    if env.get("AUTOSKILLIT_STATE_DIR"):
        return project
    told = (env.get("AUTOSKILLIT_STATE_ROOT", ""), env.get("AUTOSKILLIT_PROJECT_DIR", ""), _main_worktree(project))
    for named in told:
        if named and os.path.isdir(os.path.join(named, ".autoskillit")):
            named = os.path.abspath(named)
            return project if os.path.realpath(named) == os.path.realpath(project) else named
    return project


def _main_worktree(project: str) -> str:
    """The folder beside whose `.git` a linked worktree's own lies (`gitdir: MAIN/.git/worktrees/NAME`); "" for any
    other folder."""
    pointer = os.path.join(project, ".git")
    if not os.path.isfile(pointer):
        return ""
    try:
        told = read(pointer, 4096).decode("utf-8", "replace").strip()
    except (Fault, OSError):
        return ""
    folder = os.path.normpath(os.path.join(project, told[len("gitdir:"):].strip()))
    worktrees, git = os.path.dirname(folder), os.path.dirname(os.path.dirname(folder))
    if not told.startswith("gitdir:") or os.path.basename(worktrees) != "worktrees" or os.path.basename(git) != ".git":
        return ""
    return os.path.dirname(git)


def installation(project: str) -> str:
    """Which installation runs: the installed command says it, or the place of the code shows it."""
    for named in ("local", "user", "plugin"):
        if named in sys.argv[1:3]:
            return named
    above = os.path.basename(os.path.dirname(BUNDLE))
    if os.path.join(project, ".autoskillit", "bundle") == BUNDLE or above == SHARED:
        return "project"
    return "user" if above == ".autoskillit" else "checkout"


def running(project: str, bundle: str = BUNDLE, state: str = "") -> tuple[str, ...]:
    """The folders of the code that runs and of its records, where they lie outside the project; one that is ours as a
    whole ends in /.

    code      a checkout's folder; of a shared copy that of all of them and of what starts them; of an installation
              elsewhere its `.autoskillit`, and where it was put there for a job (`pinned`) all around it
    records   `state`, where AUTOSKILLIT_STATE_DIR names it
    """
    root = os.path.dirname(bundle)
    name = os.path.basename(root)
    code = root if name in (SHARED, ".autoskillit") else bundle
    found = () if _within(code, project) else (code,)
    around = [os.path.dirname(root)] if name == ".autoskillit" and os.path.isfile(os.path.join(root, "pinned")) else []
    if os.path.isabs(state) and not any(_below(state, one) for one in (*found, *around)):
        around.append(state)
    # A folder right below / (`/tmp`), or one that the project lies in, holds more than ours.
    return (*found, *(f"{one.rstrip('/')}/" for one in around if one.count("/") > 1 and not _below(project, one)))


def moved(env: Mapping[str, str]) -> tuple[str, ...]:
    """The agents' places that a variable moved out of the person's home, as `PLACE=WHERE`.

    >>> moved({"CODEX_HOME": "/srv/c", "GEMINI_CLI_HOME": "/g", "QWEN_HOME": "/h/a/.qwen", "HOME": "/h/a"})
    ('.codex=/srv/c', '.gemini=/g/.gemini')
    """
    named = [(at, os.path.join(env[variable], rest).rstrip("/")) for variable, at, rest in MOVES if variable in env]
    return tuple([f"{at}={where}" for at, where in named
                  if os.path.isabs(where) and where != os.path.join(env.get("HOME", ""), at)])


def _within(code: str, project: str) -> bool:
    """Does one of the two lie in the other?"""
    return _below(code, project) or _below(project, code) or _is_one(code, project)


def _below(path: str, folder: str) -> bool:
    inner, outer = (one.replace("\\", "/").rstrip("/").lower() + "/" for one in (path, folder))
    return inner.startswith(outer)


def _is_one(first: str, second: str) -> bool:
    """Do two names mean one folder?"""
    try:
        one, other = os.stat(first), os.stat(second)
    except (OSError, ValueError):
        return False
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def project_of(env: Mapping[str, str], cwd: str) -> str:
    """The project's folder: CLAUDE_PROJECT_DIR; else the folder whose `.autoskillit/bundle` this code is; else the
    nearest folder above `cwd` that has an `.autoskillit`; else `cwd`."""
    named = env.get("CLAUDE_PROJECT_DIR", "")
    if named and os.path.isdir(named):
        return os.path.abspath(named)
    above = os.path.dirname(BUNDLE)
    home = os.path.expanduser("~") if env.get("HOME") else ""
    if os.path.basename(above) == ".autoskillit" and os.path.dirname(above) != home:
        return os.path.dirname(above)
    start = os.path.abspath(cwd or os.curdir)
    at = start
    while True:
        if at != home and os.path.isdir(os.path.join(at, ".autoskillit")):
            return at
        up = os.path.dirname(at)
        if up == at:
            return start
        at = up
