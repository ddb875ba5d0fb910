"""install and uninstall, start to finish: all is planned before anything is written, the registration comes last."""
from __future__ import annotations

import contextlib
import json
import os
import sys

from hooks._install import (
    agents,
    bundle,
    code,
    files,
    interpreter,
    news,
    presence,
    probe,
    settings,
    shared,
    status_line,
    switches,
)
from hooks._install import parts as small
from hooks._install.command import STARTS
from hooks._install.json_text import Refused
from hooks._install.places import SOURCE, others
from hooks._install.record import Record
from hooks._install.said import difference, line, many, say
from hooks._settings import MANAGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Optional

    from hooks._install.places import Place

    Change = tuple[small.Part, Optional[bytes], bytes]

WINDOWS = os.name == "nt"
TRIED = ("SessionStart", "PreToolUse")
OWN = ("local", "local/python", "local/.gitignore", "local/installed.json", "temp", "guards.json", ".gitignore",
       "guardctl", "guardctl.cmd", "hook")


def registry() -> dict[str, object]:
    """The wiring diagram of the code that is being installed."""
    with open(os.path.join(SOURCE, "hook_registry.json"), "rb") as file:
        found: dict[str, object] = json.loads(file.read())
    return found


def wanted(place: Place, strict: bool) -> dict[str, Any]:
    """What the settings file of this place should hold of ours, an event."""
    return small.groups(registry(), place, strict, _program(place))


def _program(place: Place) -> str:
    if not WINDOWS:
        return ""
    return "python" if place.scope == "project" else interpreter.real()


def rows(place: Place, env: Mapping[str, str], strict: bool, server: bool, status: bool = False,
         exclude: bool = False) -> list[small.Part]:
    """The files of ours in a project, each with what belongs into it."""
    return [*small.exclusion(place, exclude), *small.parts(place, wanted(place, strict), strict,
                       small.server(place, _program(place)) if server else None, WINDOWS,
                       status_line.wanted(place, _program(place)) if status else None),
            *agents.parts(place, place.agents, env)]


def install(place: Place, env: Mapping[str, str], strict: bool, server: bool, dry_run: bool, force: bool,
            status: bool = False, exclude: bool = False) -> int:
    """Installs, or says what would be done; exit code.  Raises Refused before anything is changed."""
    _no_links(place)
    _not_over_changes(place, force)
    line("project", f"{place.project} ({place.scope} scope)")
    _above(place)
    record, before = Record(place.root), shared.code(place.project, env) or place.bundle
    was = bundle.name_of(before)
    strict = strict or any(small.is_strict(files.read(path)) for path in (
        os.path.join(place.root, "guards.json"), MANAGED))
    changes = _plan(place, env, strict, server, status, exclude)
    _writable(changes)
    if status and status_line.foreign(small.decode(files.read(place.settings))):
        line("stored", f"the status line in {place.short(place.settings)} is not ours; ours was not put there")
    if dry_run:
        return _show(place, changes)
    files.folders(place.root)
    _own_folder(place)
    python = interpreter.real()
    line("python", f"{python} ({'.'.join(map(str, sys.version_info[:3]))})")
    new = code.put(place, python, was)
    for text in news.between(was, bundle.release(files.read(os.path.join(place.code, bundle.IDENTITY)))):
        say(text)
    if place.starts != STARTS and not WINDOWS:
        line("note", f"the hooks are started by {' and '.join(place.starts)}: where {place.short(place.settings)} "
                     "comes to a system that keeps them elsewhere, install.py has to run there too")
    # anew: an agent that runs may have written its settings meanwhile
    changes = _plan(place, env, strict, server, status, exclude)
    for (part, _, after), below in zip(changes, [_below(part, now, record) for part, now, _ in changes]):
        record.note(part.path, below, after)
        record.made += [folder for folder in _missing(part.path) if folder not in record.made]
    record.save()
    for part, now, after in changes:
        files.write(part.path, after, part.mode if now is None else None)
        line("wrote", place.short(part.path))
    if agents.CLAUDE in place.agents:
        line("settings", f"{place.short(place.settings)}: {many(len(wanted(place, strict)), 'event')} registered"
                         + (", nothing to change" if all(part.path != place.settings for part, _, _ in changes)
                            else ""))
    if place.pin:
        shared.use(place.code, place.project)
    _also(place, env)
    bad = _answers(place, env, strict, new)
    if place.pin and bundle.remove(place.bundle):       # last: what runs here, or in a session, may be that copy
        line("removed", f"{place.short(place.bundle)}: one copy serves all your projects now")
    _accept(place, env)
    return bad


def _unused(env: Mapping[str, str]) -> None:
    """Removes the copies that no project was seen to use, those of earlier releases, too."""
    for copy in list(shared.every(env)):
        if os.path.isdir(copy) and not shared.users(copy):
            shared.remove(copy)
            line("removed", f"{copy}: no other project was seen to use it")


def uninstall(place: Place, env: Mapping[str, str], purge: bool = False) -> int:
    """Takes out what is ours and leaves the rest as it was, copies of lost files unless `purge`; exit code.  Raises
    Refused."""
    _no_links(place)
    record = Record(place.root)
    still = [f"the {other.scope} scope" for other in others(place, env)
             if other.root == place.root and _registered(other)]
    left_alone = not still
    still += _other_agents(place, env)
    if still:
        line("stored", f"the bundle: {still[0]} still uses it")
    own = {place.settings, place.servers, *(part.path for part in agents.parts(place, place.agents, env))}
    mine = [part for part in rows(place, env, False, True) if not still or part.path in own
            or (left_alone and os.path.dirname(part.path) == place.commands)]
    left = [(part, now, _left(part, now, record)) for part in mine for now in [files.read(part.path)]]
    if all(after == now for _, now, after in left) and not os.path.isdir(place.bundle):
        line("nothing", f"of ours in the {place.scope} scope of {place.project}")
    for part, now, after in reversed(left):
        _take_out(place, part, now, after, record)
        record.forget(part.path)
    if still:
        _empty(record)
        record.save()
        return 0
    if not any(_registered(other) for other in others(place, env)):
        _rescues(place, env, purge)
        _forget_anchors(place, env)     # before the bundle goes: what runs here may be the bundle
    if bundle.remove(place.bundle):
        line("removed", place.short(place.bundle))
    if place.pin:
        _unused(env)
    record.remove()
    with contextlib.suppress(OSError):
        os.rmdir(record.folder)
    _empty(record)
    for folder in (os.path.join(place.root, "temp"), place.root):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    history = os.path.join(place.root, "temp")
    if os.path.isdir(history):
        files.write(os.path.join(history, ".gitignore"), b"*\n", 0o600)
        line("stored", f"{place.short(history)}: the recorded history (ignored by git); it is yours to delete")
    return 0


def _empty(record: Record) -> None:
    """Takes away the folders that we made and that nothing lies in."""
    for folder in sorted(record.made, key=len, reverse=True):
        with contextlib.suppress(OSError):
            os.rmdir(folder)


def _missing(path: str) -> list[str]:
    """The folders above a file that are not there, the innermost first."""
    folder, found = os.path.dirname(os.path.realpath(path)), []
    while not os.path.isdir(folder):
        found.append(folder)
        folder = os.path.dirname(folder)
    return found


def _accept(place: Place, env: Mapping[str, str]) -> None:
    """What stands in the project now is what this machine has accepted; of a person's own guards nothing is pinned."""
    from hooks import _pins, _settings, _trust
    from hooks._stores.disk import Fault
    from hooks._stores.world import World

    for project in dict.fromkeys((place.project, os.path.realpath(place.project))) if place.scope != "user" else ():
        world = World(project, env)
        try:
            loose = [one for one in _settings.load(world, registry()).problems if _trust.LOOSENS in one
                     and not one.endswith(_trust.STAYS)]
            _pins.accept(world)
        except (Fault, OSError) as e:
            return line("note", f"what is accepted here cannot be kept in your own folder ({e}); what a pull changes "
                                "of the guards is told again and again")
        for one in loose:
            line("accepted", one.partition(":")[0])
    return None


def _forget_anchors(place: Place, env: Mapping[str, str]) -> None:
    """What lies of this project in the person's own folder goes with the last scope that guarded it: no guard is left
    to miss a record.  A user's installation guarded projects that this run does not know; theirs is said."""
    from hooks import _pins
    from hooks._stores import anchors
    from hooks._stores.disk import Fault
    from hooks._stores.world import World

    try:
        folder = anchors.folder(World(place.project, env))
        for project in dict.fromkeys((place.project, os.path.realpath(place.project))) if place.scope != "user" else ():
            _pins.forget(World(project, env))
    except (Fault, OSError):
        return
    if place.scope == "user" and os.path.isdir(os.path.dirname(folder)):
        line("stored", f"{os.path.dirname(folder)}: what sessions held, a folder a project; it is yours to delete")
    if place.scope == "user" or not os.path.isdir(folder):
        return
    for name in os.listdir(folder):
        if name.endswith(anchors.ENDING):
            os.unlink(os.path.join(folder, name))
    with contextlib.suppress(OSError):
        os.rmdir(folder)
    line("removed", f"{folder}: what its sessions held")


def _rescues(place: Place, env: Mapping[str, str], purge: bool) -> None:
    """What was copied before a call of this project took it away is the person's: it stays unless they say so."""
    from hooks._stores.disk import Fault
    from hooks._stores.world import World
    from hooks._unsaved import rescue

    try:
        folder = rescue.folder(World(place.project, env))
    except Fault:
        return
    if place.scope == "user" or not os.path.isdir(folder):
        return
    found = os.listdir(folder)
    for name in found if purge else ():
        rescue.remove(os.path.join(folder, name))
    with contextlib.suppress(OSError):
        os.rmdir(folder)
    if not found:
        return
    what = f"{folder}: {many(len(found), 'copy', 'copies')} of what calls took away"
    line(*(("removed", what) if purge else ("stored", f"{what}; --uninstall --purge deletes them.  To get at them, "
                                                      "install again and run guardctl rescue; or read manifest.json, "
                                                      "which says where each file belongs")))


def _no_links(place: Place) -> None:
    """A project's `.autoskillit` must be the project's own: a link in a cloned one could lead anywhere."""
    for name in ("", *OWN) if place.scope != "user" else ():
        path = os.path.join(place.root, name).rstrip(os.sep)
        if os.path.islink(path):
            raise Refused(f"{path} is a symbolic link")


def _other_agents(place: Place, env: Mapping[str, str]) -> list[str]:
    """The agents that this is not about and that we are registered with in this place."""
    claude = [agents.CLAUDE] if agents.CLAUDE not in place.agents and _registered(place) else []
    return claude + agents.registered(place, env, place.agents)


def _plan(place: Place, env: Mapping[str, str], strict: bool, server: bool, status: bool,
          exclude: bool) -> list[Change]:
    """The small files that change: row, bytes now, bytes then.  Raises Refused."""
    found = [(part, now, _made(part, now)) for part in rows(place, env, strict, server, status, exclude)
             for now in [files.read(part.path)]]
    return [(part, now, after) for part, now, after in found if after != (now or b"")]


def _writable(changes: list[Change]) -> None:
    """Whoever made a file read-only means it."""
    for part, now, _ in changes:
        if now is not None and not os.stat(part.path).st_mode & 0o200:
            raise Refused(f"{part.path} is read-only (chmod u+w lets install.py change it)")


def _made(part: small.Part, now: bytes | None) -> bytes:
    try:
        return part.made(now)
    except Refused as refusal:
        raise Refused(f"{part.path}: {refusal}") from None


def _below(part: small.Part, now: bytes | None, record: Record) -> bytes | None:
    """What the file would be without us."""
    if now is None or record.untouched(part.path, now):
        return record.before(part.path) if now is not None else None
    if part.whole and record.theirs(part.path):
        return now
    try:
        return part.without(now, record.before(part.path))
    except Refused as refusal:
        raise Refused(f"{part.path}: {refusal}") from None


def _left(part: small.Part, now: bytes | None, record: Record) -> bytes | None:
    """What an uninstall leaves of the file; nothing where there was nothing before us and nothing came since."""
    below = _below(part, now, record)
    empty = below is not None and below != now and below.strip() in (b"{}", b"")
    return None if empty and record.new(part.path) else below


def _not_over_changes(place: Place, force: bool) -> None:
    """What somebody changed in the bundle is theirs until they say otherwise."""
    if force or os.path.realpath(SOURCE) == os.path.realpath(place.code) or not os.path.isdir(place.bundle):
        return
    found = bundle.changed(place.bundle, bundle.copy_of(SOURCE))
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        first = place.short(os.path.join(place.bundle, *found[0].split("/")))
        raise Refused(f"{first}{more} changed since it was installed; keep what you need of it, then --force "
                      "overwrites it")


def _above(place: Place) -> None:
    """Says what stands above the folder: an installation of ours, or a repository that this is a part of, or none."""
    folder, home = os.path.dirname(place.project), os.path.expanduser("~")
    inside = os.path.exists(os.path.join(place.project, ".git"))
    if place.scope != "user" and not inside and not _in_git(folder):
        line("note", f"{place.project} is no git work tree; if you meant another folder: --uninstall, then "
                     "--project DIR")
    while place.scope != "user" and folder != os.path.dirname(folder) and folder != home:
        if any(map(_registers, (os.path.join(folder, name) for name in presence.FILES))):
            line("note", f"{folder} is guarded already, for sessions that start there; "
                         f"this is for sessions that start in {place.project}")
            return
        if not inside and os.path.exists(os.path.join(folder, ".git")):
            line("note", f"this folder is a part of the repository {folder}: hooks count where the agent is started, "
                         f"in this folder; for the whole of it: --project {folder}")
            inside = True
        folder = os.path.dirname(folder)


def _in_git(folder: str) -> bool:
    """Does a repository stand in the folder, or above it?"""
    while not os.path.exists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return False
        folder = os.path.dirname(folder)
    return True


def _own_folder(place: Place) -> None:
    """`local/`: the originals, and this machine's interpreter, which lies beside the code where projects share that."""
    folder = os.path.join(place.root, "local")
    files.folders(folder, 0o700)
    own = [] if place.pin else [".gitignore", "python"]
    for name in ("python", ".gitignore") if place.pin else ():
        files.remove(os.path.join(folder, name))
    if place.pin:
        folder = os.path.join(place.copies, shared.LOCAL)
        files.folders(folder, 0o700)
        own = ["python"]
    for name in own:
        text = "*\n" if name == ".gitignore" else interpreter.real() + "\n"
        if files.read(os.path.join(folder, name)) != text.encode():
            files.write(os.path.join(folder, name), text.encode())


def _take_out(place: Place, part: small.Part, now: bytes | None, after: bytes | None, record: Record) -> None:
    if now is None:
        return
    if after is None:
        files.remove(part.path)
        line("removed", place.short(part.path))
    elif after != now:
        files.write(part.path, after)
        line("restored" if after == record.before(part.path) else "cleared", place.short(part.path))
    elif part.path == os.path.join(place.root, "guards.json"):
        line("stored", f"{place.short(part.path)}: it is not as install.py wrote it")


def _show(place: Place, changes: list[Change]) -> int:
    if os.path.realpath(SOURCE) != os.path.realpath(place.code):
        same = bundle.holds(bundle.copy_of(SOURCE), place.code)
        line("would", "leave the bundle as it is" if same else f"copy the bundle to {place.short(place.code)}")
    if place.pin and os.path.isdir(place.bundle):
        line("would", f"remove {place.short(place.bundle)}")
    for part, now, after in changes:
        for text in difference("/dev/null" if now is None else part.path, part.path, *(
                small.decode(data).splitlines(keepends=True) for data in (now, after))):
            say(text[:-1] if text.endswith("\n") else text + "\n\\ No newline at end of file")
    if not changes:
        line("would", "change nothing else")
    return 0


def _answers(place: Place, env: Mapping[str, str], strict: bool, new: bool) -> int:
    """What answers.  Of a copy that answered to all before, the launcher is tried with few events."""
    handlers = {event: group["hooks"][0] for event, group in wanted(place, strict).items()
                if agents.CLAUDE in place.agents and (new or event in TRIED)}
    handlers.update(agents.handlers(place, [name for name in place.agents if name != agents.CLAUDE], env))
    bad = 0
    for answer in probe.fire(handlers, place.project, env):
        said = answer.fault or ("answered" if answer.words else "answered with silence")
        line("PROBLEM" if answer.fault else "ok", f"{answer.event} {said}, {answer.seconds * 1000:.0f} ms")
        bad += bool(answer.fault)
    for word, text in switches.findings(place, env) if agents.CLAUDE in place.agents else ():
        line(word, f"{text}, so none of this runs")
        bad += 1
    for name in place.agents:
        if name != agents.CLAUDE and agents.AGENTS[name].told:
            line("trust", agents.AGENTS[name].told)
    if not bad:
        line("next", "start the agent here and work as before; "
                      f"{place.short(os.path.join(place.root, 'guardctl'))} tail -f shows what is seen and said")
        untracked = code.loose(place)
        if untracked and place.scope == "project" and not place.link:
            line("commit", ".autoskillit and .claude, and whoever clones this project is guarded too"
                 f"{', once they ran install.py on their machine; until then each session says so' * bool(place.pin)}")
        if place.pin:
            line("guarded", f"the sessions of this {'project' if place.scope == 'project' else 'checkout'} on this "
                            "machine; containers and CI need --vendor, or an installation of their own")
        if untracked:
            line("note", "not committed yet, so `git stash -u` and `git clean -fd` would take the hooks away: commit "
                         "them, or install.py --exclude (an old commit has them then, too)")
    return 1 if bad else 0


def _registered(place: Place) -> bool:
    return _registers(place.settings)


def _registers(path: str) -> bool:
    try:
        return bool(settings.registered(small.decode(files.read(path))))
    except (Refused, OSError):
        return False


def _also(place: Place, env: Mapping[str, str]) -> None:
    for other in others(place, env):
        if _registered(other):
            line("note", f"{other.settings} registers us too: every event will be seen twice, and counted once; "
                          f"take one out with --scope {other.scope} --uninstall")
