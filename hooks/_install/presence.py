"""Hooks that were installed and are gone: whoever of us still runs says so.

    gone(project, env)      a sentence a settings file that has lost some; asked by --check, `guardctl status`, and
                            at SessionStart by the hooks of any scope that is left
    provide                 the same of one file that has changed in a running session, for self_protection

What was installed stands in `.autoskillit/local/installed.json` of this machine; in a clone, which has none, the
launcher `.autoskillit/hook` shows it.  A settings file that cannot be read is no opinion here.

Cannot see: what is gone where no scope of ours runs any more and nobody asks.
"""
from __future__ import annotations

import os

from hooks import _registry
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event, Session, Settings
    from hooks._world import World

# What a handler of ours shows: the launcher, or in the shell form of earlier versions the script that it sources.
SIGNS = ("/.autoskillit/hook", "hooks/_install/run.sh", "autoskillit-guards")
ALL = "all of them"
FILES = (".claude/settings.json", ".claude/settings.local.json")
MOST = 16 * 1024 * 1024


def after(world: World, event: Event, settings: Settings) -> list[str]:
    """The task at SessionStart: of a session that begins or goes on, not of each compaction."""
    return gone(world.project, world.env) if event.source in ("startup", "resume") else []


def gone(project: str, env: Mapping[str, str]) -> list[str]:
    """What is registered no more, a sentence a settings file.  Paths are absolute; raises nothing."""
    return [f"the hooks that were installed in {path} are gone ({lost}), so {'nothing' if lost == ALL else 'less'} "
            f"there guards a session; run {again} again, and commit what it writes"
            for path, lost, again in _missing(project, env)]


def provide(world: World, event: Event, session: Session, path: str) -> dict[str, str]:
    """The fact `lost` of a path: {"lost": which events of ours a settings file lacks, "again": what puts them back}.
    Raises FileNotFoundError, which leaves it absent, where it lacks none."""
    wanted = os.path.realpath(path)
    for file, lost, again in _missing(world.project, world.env):
        if os.path.realpath(file) == wanted:
            return {"lost": lost, "again": again}
    raise FileNotFoundError(path)


def _missing(project: str, env: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """(settings file, the events it lacks, the installer of that place) each."""
    home = env.get("HOME") or os.path.expanduser("~")
    return [(path, lost, os.path.join(top, ".autoskillit/bundle/install.py"))
            for top in dict.fromkeys((os.path.abspath(project), os.path.abspath(home)))
            for path in _told(top) or _shown(top, project) if (lost := _lost(path))]


def _told(top: str) -> list[str]:
    """The settings files that install.py wrote, as its record says; a project may have been moved since."""
    held = (_object(os.path.join(top, ".autoskillit/local/installed.json")) or {}).get("files")
    names = [name for name in held if isinstance(name, str)] if isinstance(held, dict) else []
    return [os.path.join(top, name) for name in names if name.endswith(("settings.json", "settings.local.json"))]


def _shown(top: str, project: str) -> list[str]:
    """The project's settings file, where there is a launcher, no record, and none of its files registers us."""
    files = [os.path.join(top, name) for name in FILES]
    if top != os.path.abspath(project) or not os.path.isfile(os.path.join(top, ".autoskillit/hook")):
        return []
    return [] if any(_ours(path) for path in files) else files[:1]


def _lost(path: str) -> str:
    """Which events of ours the settings file lacks, as words; "" for none, or where it cannot be read."""
    try:
        wanted = list(_registry.load()["events"])
    except Fault:
        return ""
    if os.path.exists(path) and _object(path) is None:
        return ""
    lacking = [event for event in wanted if event not in _ours(path)]
    return "" if not lacking else ALL if len(lacking) == len(wanted) else ", ".join(lacking)


def _ours(path: str) -> list[str]:
    """The events that a handler of ours is registered for."""
    hooks = (_object(path) or {}).get("hooks")
    if not isinstance(hooks, dict):
        return []
    return [event for event, groups in hooks.items() if any(sign in dumps(groups) for sign in SIGNS)]


def _object(path: str) -> dict[str, object] | None:
    try:
        with open(path, "rb") as file:
            held = loads(file.read(MOST).removeprefix(b"\xef\xbb\xbf"))
    except (OSError, ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None
