"""--check: what is installed, whether it answers, and which switch elsewhere turns it off."""
from __future__ import annotations

import os
import re
import shutil
import subprocess

from hooks import _git, _pins, _settings, _trust
from hooks._install import (
    agents,
    archive,
    bundle,
    command,
    decided,
    files,
    interpreter,
    json_text,
    presence,
    probe,
    settings,
    switches,
)
from hooks._install import parts as small
from hooks._install.places import SOURCE, Place, others
from hooks._install.said import line, say
from hooks._install.switches import held
from hooks._install.work import wanted
from hooks._stores.ledger import digest
from hooks._stores.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

GIT_SECONDS = 15.0      # a person waits for this one
# Claude Code before this -> what it lacks, and whether only a strict installation minds.
VERSIONS: tuple[tuple[tuple[int, ...], str, bool], ...] = (
    ((2, 1, 90), "a JSON answer beside an exit code does not always count", False),
    ((2, 1, 214), "a forked session looks like a resumed one", False),
    ((2, 1, 295), 'it ignores "onFailure": "block", so a hook that cannot start lets the call through', True),
)


def run(place: Place, env: Mapping[str, str]) -> int:
    """Prints a line a finding; 1 where there is a problem."""
    say(f"autoskillit-guards, {place.scope} scope of {place.project}")
    bad = 0
    for word, text in findings(place, env):
        line(word, text)
        bad += word == "PROBLEM"
    say(f"{bad} problem{'' if bad == 1 else 's'}")
    return 1 if bad else 0


def findings(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """("ok", "note" or "PROBLEM", a sentence) for each thing that was looked at."""
    strict = small.is_strict(files.read(os.path.join(place.root, "guards.json")))
    handlers = None
    try:
        handlers = settings.registered(small.decode(files.read(place.settings)))
    except json_text.Refused as refusal:
        yield "PROBLEM", f"{place.short(place.settings)}: {refusal}"
    named = agents.registered(place, env)
    if handlers is not None and (handlers or not named):
        yield from registration(place, handlers, wanted(place, strict))
    yield from agents.findings(place, named, env)
    found = {**(handlers or {}), **dict.fromkeys(named)}
    sound = True
    for word, text in (*launchers(place, env, found), *code(place, found), *accepted(place, env)):
        sound = sound and word != "PROBLEM"
        yield word, text
    yield from python(place)
    yield from archives(place)
    if sound:
        yield from answers(place, handlers or {}, env, agents.handlers(place, named, env))
    else:
        yield "note", "the hooks were not started: what would run is not what was installed"
    yield from own_settings(place, env)
    yield from state(place, env)
    yield from switches.findings(place, env)
    yield from elsewhere(place, env)
    yield from committed(place, env)
    yield from client(env, strict)


def registration(place: Place, found: Mapping[str, object], should: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Is what the settings register what this installation would write?"""
    where = place.short(place.settings)
    missing = [event for event in should if event not in found]
    if len(missing) == len(should):
        yield "PROBLEM", f"{where} registers nothing of ours; run install.py"
        return
    if missing:
        yield "PROBLEM", f"{where} lacks {', '.join(missing)}; run install.py again"
    other = [event for event in found if found[event] != [should.get(event)] and event not in missing]
    if other:
        yield "note", (f"{where}: {', '.join(other)} not as this install.py would write it "
                       "(another version, --link, or changed by hand)")
    if not missing:
        yield "ok", f"{where}: {len(found)} events registered"


def launchers(place: Place, env: Mapping[str, str], found: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What starts the code, against the installer's own text; nothing is run to find that out."""
    pinned = _pins.held(World(place.project, env))["files"] if place.scope != "user" else {}
    linked = Place(place.scope, place.project, env, link=True)
    for name, made in (("hook", small.hook), ("guardctl", small.launcher)) if found else ():
        now, path = files.read(os.path.join(place.root, name)), place.short(os.path.join(place.root, name))
        if now is None:
            yield "PROBLEM", f"{path} is not there; run install.py again"
        elif now not in (made(place), made(linked)) and digest(now) != pinned.get(name):
            yield "PROBLEM", f"{path} is not the text that install.py writes; run install.py again"


def accepted(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Is it what this machine has accepted?"""
    found = [text for _, text in _pins.changed(World(place.project, env))] if place.scope != "user" else []
    for text in found:
        yield "note" if text.startswith(_pins.FIRST) else "PROBLEM", text
    if not found and os.path.exists(os.path.join(place.root, "hook")) and place.scope != "user":
        yield "ok", "the launchers and the code are what this machine has accepted"


def code(place: Place, found: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The copy against its manifest; a linked checkout has none."""
    hook = files.read(os.path.join(place.root, "hook")) or b""
    copy = place.code if place.pin else place.bundle
    if not place.pin and not os.path.isdir(copy) and found and hook and b"code=$root/bundle" not in hook:
        yield "ok", "the hooks run from a checkout in place (--link)"
        return
    faults = bundle.faults(copy)
    if place.pin and not os.path.isdir(copy):
        yield "PROBLEM", (f"bundle: {place.pin} is not in {place.copies} on this machine, so no session here is "
                          "guarded; run install.py again")
        return
    for fault in faults[:5]:
        yield "PROBLEM", f"bundle: {fault}; run install.py{' --force' * fault.endswith(bundle.CHANGED)} again"
    if not faults:
        yield "ok", (f"bundle: every file is as installed ({place.short(copy)}), version "
                     f"{bundle.name_of(copy)}" + ", shared by your projects" * bool(place.pin))
        if not bundle.holds(bundle.copy_of(SOURCE), copy):
            yield "note", "bundle: not the version beside this install.py; run install.py to bring it up to date"
    if place.scope == "project" and not place.pin and _git_ignores(place):
        yield "note", "git ignores .autoskillit/bundle: whoever clones this project gets hooks without scripts"


def python(place: Place) -> Iterator[tuple[str, str]]:
    """Does the recorded interpreter run, and is it new enough?"""
    named, where = recorded(place), place.short(os.path.dirname(place.code) if place.pin else place.root)
    if not named:
        yield "note", "no interpreter is recorded yet on this machine; the first event looks for one"
        return
    version = interpreter.version(named)
    if not version and os.access(named, os.X_OK) and "py" in named.lower():
        yield "PROBLEM", f"{named} is no Python, so no guard runs; take out local/python in {where}"
    elif not version:
        yield "note", f"the recorded interpreter {named} does not run; the next event looks for another"
    elif version < interpreter.OLDEST:
        yield "PROBLEM", f"{named} is Python {'.'.join(map(str, version))}; 3.9 is the oldest that works"
    else:
        yield "ok", f"python: {named} ({'.'.join(map(str, version))})"


def recorded(place: Place) -> str:
    """The interpreter that runs the hooks, as the installation noted it; "" for none."""
    path = os.path.join(place.copies if place.pin else place.root, "local", "python")
    return (files.read(path) or b"").decode("utf-8", "replace").strip()


def archives(place: Place) -> Iterator[tuple[str, str]]:
    """What the hooks load in place of their sources must be made of them (see hooks/_archive.py)."""
    named = recorded(place)
    if not interpreter.version(named):
        return
    found = archive.faults(named, place.code if os.path.isdir(place.code) else SOURCE)
    if archive.OTHER in found.values():
        yield "PROBLEM", "an archive in hooks/__pycache__ is not made of the sources beside it; run install.py again"
    elif found:
        yield "note", "the archives are not of these sources and this Python: every event is slower; run install.py"
    else:
        yield "ok", "archives: as their sources make them"


def answers(place: Place, found: Mapping[str, Any], env: Mapping[str, str],
            others: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Fires through what is really registered, not through what should be."""
    handlers = {event: handler for event, groups in found.items() for group in groups
                for handler in group["hooks"] if command.ours(handler)}
    handlers.update(others)
    for answer in probe.fire(handlers, place.project, env):
        yield ("PROBLEM" if answer.fault else "ok"), (
            f"{answer.event}: {answer.fault or 'answers'} ({answer.seconds * 1000:.0f} ms)")


def own_settings(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Is every key of guards.json known?"""
    world = World(os.path.dirname(place.root), env)
    problems = _settings.load(world, {}).problems
    for problem in problems:
        yield "note" if problem.endswith(_trust.STAYS) else "PROBLEM", problem
    for sentence in decided.sentences(decided.rows(world, {})):
        yield "ok", sentence
    if not problems:
        yield "ok", "guards.json: every key is known"


def state(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Can the state be written?"""
    folder = World(place.project, env).state
    above = folder
    while not os.path.isdir(above) and os.path.dirname(above) != above:
        above = os.path.dirname(above)
    if os.path.islink(folder) or os.path.islink(os.path.dirname(folder)) or not os.access(above, os.W_OK | os.X_OK):
        yield "PROBLEM", f"{folder} cannot be written: nothing will be remembered"
    else:
        yield "ok", f"state: {place.short(folder)} can be written"


def elsewhere(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Are we registered a second time, or in a folder that is gone?"""
    for sentence in presence.gone(place.project, env):
        yield "PROBLEM", sentence
    for other in others(place, env):
        try:
            twice = settings.registered(small.decode(files.read(other.settings)))
        except json_text.Refused as refusal:
            yield "note", f"{other.settings}: {refusal}; Claude Code cannot read it either"
            continue
        if twice:
            yield "PROBLEM", (f"{other.settings} registers us too: every event is seen twice, and counted once; "
                              f"take one out with --scope {other.scope} --uninstall")
    if place.scope == "local" and not os.path.exists(os.path.join(place.project, ".git")):
        yield "note", "settings.local.json counts at the root of a git checkout; this folder is none"
    for path in _mods(env):
        yield "note", f"{path} holds a mod (a plugin inside Claude Code); a mod can overrule or skip what hooks say"


def client(env: Mapping[str, str], strict: bool) -> Iterator[tuple[str, str]]:
    """Is the client new enough for what is registered?"""
    program = shutil.which("claude", path=env.get("PATH"))
    if not program:
        return
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=15, check=False,
                              env=dict(env))
    except (OSError, subprocess.SubprocessError):
        return
    number = re.search(r"(\d+)\.(\d+)\.(\d+)", told.stdout)
    if not number:
        return
    version = tuple(int(part) for part in number.groups())
    yield "ok", f"Claude Code {number.group()}"
    for since, lack, only_strict in VERSIONS:
        if version < since and (strict or not only_strict):
            yield "note", f"Claude Code {number.group()}: {lack} (before {'.'.join(map(str, since))})"


def committed(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """AutoSkillit cleans a checkout before some skills (`git clean -fd`): what is not committed goes with it."""
    if place.scope == "user" or not _orchestrated(place, env):
        return
    ours = [os.path.join(place.root, "hook"), os.path.join(place.root, "bundle"), place.settings]
    loose = [place.short(path) for path in ours if os.path.exists(path) and _git_says(place, path)]
    way_out = "commit them" if place.scope == "project" else "name them in .git/info/exclude"
    if loose:
        yield "note", ("AutoSkillit is used here, and its run_skill may delete what is not committed: "
                       f"{', '.join(loose)}; {way_out}")


def _orchestrated(place: Place, env: Mapping[str, str]) -> bool:
    """Is AutoSkillit at work in this project?"""
    there = ("config.yaml", "temp/dispatches", "temp/.hook_config.json", "recipes")
    if any(os.path.exists(os.path.join(place.root, name)) for name in there) or shutil.which(
            "autoskillit", path=env.get("PATH")):
        return True
    return any("autoskillit" in str(handler.get("command")) and not command.ours(handler)
               for handler in _handlers(held(place.settings)))


def _handlers(found: dict[str, object]) -> Iterator[dict[str, object]]:
    events = found.get("hooks")
    for groups in events.values() if isinstance(events, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            inner = group.get("hooks") if isinstance(group, dict) else None
            yield from (handler for handler in inner if isinstance(handler, dict)) if isinstance(inner, list) else ()


def _git_says(place: Place, path: str) -> str:
    """What `git status` says of the path: "" where it is committed as it is, ignored, or there is no git."""
    said = _git.run(place.project, "status", "--porcelain", "--", path, seconds=GIT_SECONDS)
    return said[1].strip() if said else ""


def _mods(env: Mapping[str, str]) -> Iterator[str]:
    """Plugins in the person's cache whose hooks.json has `modules`."""
    config = env.get("CLAUDE_CONFIG_DIR") or os.path.join(env.get("HOME") or os.path.expanduser("~"), ".claude")
    for folder, _, names in os.walk(os.path.join(config, "plugins", "cache")):
        if os.path.basename(folder) == "hooks" and "hooks.json" in names:
            path = os.path.join(folder, "hooks.json")
            if held(path).get("modules"):
                yield path


def _git_ignores(place: Place) -> bool:
    said = _git.run(place.project, "check-ignore", "-q", ".autoskillit/bundle/hooks/pre_tool_use.py",
                    seconds=GIT_SECONDS)
    return said is not None and said[0] == 0
