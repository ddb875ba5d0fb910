"""Hooks that were installed and are gone: whoever of us still runs says so.

    gone(project, env)      a sentence a settings file that has lost some, or whose hooks no program here starts; asked
                            by --check, `guardctl status`, and at SessionStart by the hooks of any scope that is left
    slow()                  the same of archives that are not there: a fresh clone, another Python; told once (_pins)
    provide                 the same of one file that has changed in a running session, for self_protection

What was installed stands in `.autoskillit/local/installed.json` of this machine; in a clone, which has none, the
launcher `.autoskillit/hook` shows it.  A settings file that cannot be read is no opinion here.

Limitations: what is gone where no scope of ours runs any more and nobody asks.
"""
from __future__ import annotations

import os
import sys

from hooks import _registry
from hooks._install import shared
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.world import moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event, Session, Settings
    from hooks._stores.world import World

# Not registered: the client shows the command of such a hook on the person's screen, and SessionStart tells of a
# compaction, too.
SHOWN = "PreCompact"
# What a handler of ours shows: the launcher, or in the shell form of earlier versions the script that it sources.
SIGNS = ("/.autoskillit/hook", "hooks/_install/run.sh", "autoskillit-guards")
ALL = "all of them"
FILES = (".claude/settings.json", ".claude/settings.local.json")
# Where other agents register us (hooks/_install/agents.py): with one of them a project need not hold the former.
OTHERS = (".codex/hooks.json", ".github/hooks/autoskillit.json", ".gemini/settings.json", ".qwen/settings.json",
          ".opencode/plugin/autoskillit.js", ".cursor/hooks.json", ".agents/hooks.json",
          ".agents/plugins/autoskillit/hooks/hooks.json")
BUNDLE = ".autoskillit/bundle"
CODE = __file__[:-len("hooks/_install/presence.py")]
MOST = 16 * 1024 * 1024
PATH = 4096             # bytes of a path, as systems bound it: to resolve a longer one takes seconds


def after(world: World, event: Event, settings: Settings) -> list[str]:
    """The task at SessionStart: of a session that begins or goes on, not of each compaction."""
    if event.source not in ("startup", "resume"):
        return []
    shared.use(CODE[:-1], world.project)
    return gone(world.project, world.env)


def gone(project: str, env: Mapping[str, str]) -> list[str]:
    """What is registered no more, a sentence a settings file.  Paths are absolute; raises nothing."""
    return [f"the hooks that were installed in {path} are gone ({lost}), so {'nothing' if lost == ALL else 'less'} "
            f"there guards a session; run {again}, and commit what it writes"
            for path, lost, again in _missing(project, env)] + [
        f"the hooks in {path} {fault}; run {again}" for path, again in _registering(project, env)
        if (fault := _unstarted(path))]


def slow(project: str, env: Mapping[str, str]) -> list[str]:
    """What a copy says that has no archives for the Python that runs it, and why it may have none."""
    made = f"PreToolUse.{sys.implementation.cache_tag}.archive"
    ours = [again for _, again in _registering(project, env) if CODE + "install.py" in again]
    if not ours or os.path.isfile(f"{CODE}hooks/__pycache__/{made}"):
        return []
    return [f"each event takes half as long again as it need, since there are no archives for {sys.executable} (a new "
            f"clone, or another Python than before); run {ours[0]}"]


def provide(world: World, event: Event, session: Session, path: str) -> dict[str, str]:
    """The fact `lost` of a path: {"lost": which events of ours a settings file lacks, "again": what puts them back}.
    Raises FileNotFoundError, which leaves it absent, where it lacks none."""
    if len(path) > PATH:
        raise FileNotFoundError(path[:PATH])
    wanted = os.path.realpath(path)
    for file, lost, again in _missing(world.project, world.env):
        if os.path.realpath(file) == wanted:
            return {"lost": lost, "again": again}
    raise FileNotFoundError(path)


def _missing(project: str, env: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """(settings file, the events it lacks, the command that installs it anew) each."""
    return [(path, lost, again) for path, again in _registering(project, env) if (lost := _lost(path))]


def registering(project: str, env: Mapping[str, str]) -> list[str]:
    """The settings files that register us, or should: of the project, and of the person."""
    return [path for path, _ in _registering(project, env)]


def registers(text: str) -> bool:
    """Does a settings file's text show a handler of ours?"""
    return any(sign in text for sign in SIGNS)


def text_of(path: str) -> str:
    """A settings file's text; "" where it cannot be read."""
    try:
        return _read(path).decode("utf-8", "replace")
    except OSError:
        return ""


def _registering(project: str, env: Mapping[str, str]) -> list[tuple[str, str]]:
    """(settings file, the command that installs it anew) of each that registers us, or should."""
    home, here = os.path.abspath(env.get("HOME") or os.path.expanduser("~")), os.path.abspath(project)
    return [(path, f"python3 {os.path.join(shared.code(top, env) or os.path.join(top, BUNDLE), 'install.py')}"
             + (" --scope local" if path.endswith(".local.json") else " --scope user" if top != here else ""))
            for top in dict.fromkeys((here, home)) for path in _told(top, _elsewhere(env)) or _shown(top, project)]


def _elsewhere(env: Mapping[str, str]) -> tuple[str, ...]:
    """The homes of other agents that a variable moved."""
    return tuple([f"{where}/" for name, _, where in [one.partition("=") for one in moved(env)] if name != ".claude"])


def _unstarted(path: str) -> str:
    """What is wrong with the programs that start our hooks, as the settings file names them; "" for nothing."""
    named = {program for handler in _handlers(path) for program in _starts(handler)}
    away = sorted(program for program in named if os.path.isabs(program) and not os.access(program, os.X_OK))
    if away:
        return f"are started by {away[0]}, which this machine does not have, so none of them runs"
    loose = sorted(program for program in named if not os.path.isabs(program))
    return f"are started by whatever PATH calls {loose[0]} first, as earlier versions had it" if loose else ""


def _told(top: str, elsewhere: tuple[str, ...]) -> list[str]:
    """The settings files that install.py wrote, as its record says; a project may have been moved since."""
    return [path for name in _recorded(top) for path in [os.path.join(top, name)]
            if name.endswith(("settings.json", "settings.local.json")) and not path.endswith(OTHERS)
            and not path.startswith(elsewhere)]


def _recorded(top: str) -> list[str]:
    """The files that install.py wrote, as its record names them."""
    held = (_object(os.path.join(top, ".autoskillit/local/installed.json")) or {}).get("files")
    return [name for name in held if isinstance(name, str)] if isinstance(held, dict) else []


def _shown(top: str, project: str) -> list[str]:
    """The project's settings file, where there is a launcher, no record, and none of its files registers us."""
    files = [os.path.join(top, name) for name in FILES]
    if top != os.path.abspath(project) or not os.path.isfile(os.path.join(top, ".autoskillit/hook")) or any(
            registers(text_of(os.path.join(top, name))) for name in OTHERS) or _recorded(top):
        return []
    return [path for path in files if _ours(path)] or files[:1]


def _lost(path: str) -> str:
    """Which events of ours the settings file lacks, as words; "" for none, or where it cannot be read."""
    try:
        wanted = [event for event in _registry.load()["events"] if event != SHOWN]
    except Fault:
        return ""
    if os.path.exists(path) and _object(path) is None:
        return ""
    ours = _ours(path)
    lacking = [event for event in wanted if event not in ours]
    return "" if not lacking else ALL if len(lacking) == len(wanted) else ", ".join(lacking)


def _ours(path: str) -> list[str]:
    """The events that a handler of ours is registered for."""
    hooks = (_object(path) or {}).get("hooks")
    if not isinstance(hooks, dict):
        return []
    return [event for event, groups in hooks.items() if any(sign in dumps(groups) for sign in SIGNS)]


def _handlers(path: str) -> list[dict[str, object]]:
    """Our handlers in the settings file."""
    hooks = (_object(path) or {}).get("hooks")
    groups = [group for one in (hooks.values() if isinstance(hooks, dict) else ()) if isinstance(one, list)
              for group in one if isinstance(group, dict)]
    return [handler for group in groups if isinstance(group.get("hooks"), list) for handler in group["hooks"]
            if isinstance(handler, dict) and any(sign in dumps(handler) for sign in SIGNS)]


def _starts(handler: dict[str, object]) -> list[str]:
    """The programs that a handler of ours in the POSIX form starts, as it names them; of another form none."""
    program, words = handler.get("command"), handler.get("args")
    told = isinstance(program, str) and isinstance(words, list) and words[:2] == ["-n", "0"]
    return [str(program), *map(str, words[2:3])] if told and isinstance(words, list) else []


def _read(path: str) -> bytes:
    """A file's bytes, through links, as the client reads it.  Raises OSError, for a pipe, whose opening waits, too."""
    if not os.path.isfile(path):
        raise OSError(path)
    with open(path, "rb") as file:
        return file.read(MOST)


def _object(path: str) -> dict[str, object] | None:
    try:
        held = loads(_read(path).removeprefix(b"\xef\xbb\xbf"))
    except (OSError, ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None
