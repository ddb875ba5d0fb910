"""Which files of the project, and of the person's own settings, speak of a place: a host, a bucket, an account.

Asked only for a call that sends a file to a place outside.  git looks (ignored files and its own folder left out), or,
where there is no repository, looks into the folder in the same way; what it cannot do in time is unknown.
"""
from __future__ import annotations

from hooks import _git
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session
    from hooks._stores.world import World

FILES = 40          # that are told
READ = 256 * 1024   # bytes of a file of the person's own settings
SHORTEST = 4        # characters of a name that says something
# Where programs keep which places a person has a login or a name for, below the home folder.
HOME = (".ssh/config", ".ssh/known_hosts", ".netrc", ".npmrc", ".pypirc", ".gitconfig", ".docker/config.json",
        ".cargo/config.toml", ".aws/config", ".kube/config", ".config/rclone/rclone.conf",
        ".config/containers/auth.json", ".config/gh/hosts.yml", ".m2/settings.xml", ".config/pip/pip.conf")
NOT_OURS = (":!.autoskillit", ":!*.lock", ":!package-lock.json", ":!node_modules", ":!vendor", ":!third_party")

TOLD = (":!.claude", ":!AGENTS.md", ":!CLAUDE.md")


def provide(world: World, event: Event, session: Session, name: str) -> list[str]:
    """Paths of files that speak of it, at most FILES.  Raises FileNotFoundError where git
    gives no answer in time."""
    if len(name) < SHORTEST:
        return []
    found = [f"~/{path}" for path in HOME if _says(os.path.join(world.env.get("HOME", ""), path), name)]
    found += [path for path in _settings(world.project) if _says(os.path.join(world.project, path), name)]
    return found or looked(world.project, name)


def looked(folder: str, name: str) -> list[str]:
    """The files of a folder that speak of it.  Raises FileNotFoundError."""
    words = ("-l", "-I", "-i", "-w", "-F", "-e", name, "--")
    done = _git.run(folder, "grep", "--untracked", *words, ".", *NOT_OURS, *TOLD)
    if done is not None and done[0] > 1:        # no repository
        done = _git.run(folder, "grep", "--no-index", "--exclude-standard", *words, ".", *NOT_OURS, *TOLD)
    elif done is not None and done[0] == 1:     # an agent's own texts count as far as the person committed them
        done = _git.run(folder, "grep", "--cached", *words, ".claude", "AGENTS.md", "CLAUDE.md")
    if done is None or done[0] > 1:
        raise FileNotFoundError(name)
    return done[1].splitlines()[:FILES] if done[0] == 0 else []


def _settings(folder: str) -> list[str]:
    """The files of values in a folder, which git is told to ignore."""
    try:
        return [name for name in sorted(os.listdir(folder)) if name.startswith(".env")][:FILES]
    except OSError:
        return []


def _says(path: str, name: str) -> bool:
    """Does the name stand in a file, as a word of its own?"""
    try:
        text = disk.read(path, READ).decode("utf-8", "replace").lower()
    except (OSError, ValueError, Fault):
        return False
    at = text.find(name)
    while at >= 0:
        if not (text[at - 1:at].isalnum() or text[at + len(name):at + len(name) + 1].isalnum()):
            return True
        at = text.find(name, at + 1)
    return False
