"""Install and uninstall: all is planned before anything is written; the registration comes last.

Cannot see: another installer that writes the same settings file in the same instant.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess

from hooks._event.accepted import forget_project
from hooks._install import SCOPES, SOURCE, Place, say_line
from hooks._install.agents import NOTES, SIGN, list_installed, list_parts
from hooks._install.check import VENDORED, accept_install, put_code, read_code, share_code
from hooks._install.plan import Part, list_containers, make_part, read_file, strip_part, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional

    Texts = dict[str, Optional[bytes]]


def run_install(place: Place, asked: Any) -> int:
    """Installs, or says what would be done; exit code.  Raises Refused before anything is changed."""
    strict = asked.strict or load_json(f"{place.root}/guards.json").get("strict") is True
    record, bundle = load_json(place.record).get("files", {}), f"{place.root}/bundle"
    server = asked.memory_server or os.path.realpath(place.servers) in record
    agents = asked.agent or list_installed(place) or ["claude"]
    parts = [part for agent in agents for part in list_parts(place, agent, strict, server)]
    modes = {part.path: part.mode for part in parts}
    for part in parts:
        before = list_containers(part, read_file(part.path))
        record.setdefault(os.path.realpath(part.path), before)
    vendor = asked.vendor or (os.path.isdir(bundle) and place.scope != "user")
    new = [path for path in modes if not record[os.path.realpath(path)]] + [bundle] * vendor
    excluded = list_exclude(place, new)
    texts = {part.path: make_part(part, read_file(part.path)) for part in [*excluded, *parts]}
    changed: Texts = {path: data for path, data in texts.items() if data != read_file(path)}
    say_line("project", f"{place.project} ({place.scope} scope)")
    if asked.dry_run:
        for path in changed:
            say_line("would", f"write {place.shorten(path)}")
        return 0
    code = read_code(SOURCE)
    say_line("code", f"{place.data}/code" + (", and .autoskillit/bundle" if vendor else ""))
    share_code(place.data, code)
    if vendor and read_code(bundle) != code:
        put_code(bundle, {**code, **VENDORED})
    write_file(place.record, json.dumps({"files": record}, indent=1).encode(), 0o600)
    write_texts(place, changed, modes)
    accept_install(place, list_installed(place), strict, server)
    for agent in filter(NOTES.get, asked.agent or ()):
        say_line("note", NOTES[agent])
    if place.scope == "project" and new and excluded:
        inside = map(place.shorten, dict.fromkeys([*modes, *new]))
        say_line("commit", f"git add -f {' '.join(inside)}")
        say_line("", "until you do, git neither adds nor stashes the new ones (.git/info/exclude)")
    if place.scope == "project":
        say_line("offer", "--scope user --agent watch: a session that lost these guards says so")
    say_line("next", "work as before; `.autoskillit/guardctl status` shows what the guards saw")
    return 0


def run_uninstall(place: Place, asked: Any) -> int:
    """Takes out what is ours and leaves every other byte; exit code.  Raises Refused."""
    record, there = load_json(place.record).get("files", {}), list_installed(place)
    agents = asked.agent or dict.fromkeys(["claude", *there])
    parts = [part for agent in agents for part in list_parts(place, agent, False, True)]
    others = [Place(scope, place.project, place.environ) for scope in SCOPES[:2]]
    others = [other for other in others if other.scope != place.scope != "user"]
    shared = set(there) - set(agents) or any(map(list_installed, others))
    if shared:  # what an agent or a scope that stays needs
        parts = [part for part in parts if part.kind != "file" or "guardctl" not in part.path]
    texts: Texts = {}
    for part in [*parts, *list_exclude(place, [])]:
        before = record.pop(os.path.realpath(part.path), None)
        texts[part.path] = strip_part(part, read_file(part.path), before)
    forget_project(place.project, place.environ, place.scope, list(texts))
    write_texts(place, {path: data for path, data in texts.items() if data != read_file(path)}, {})
    write_file(place.record, json.dumps({"files": record}).encode() if record else None, 0o600)
    if list_installed(place):  # agents that stay
        accept_install(place, list_installed(place), asked.strict, False)
    if not shared:
        shutil.rmtree(f"{place.root}/bundle", ignore_errors=True)
    if asked.purge:
        purge_records(place)
    for folder in sorted({os.path.dirname(path) for path in texts} | {place.root}, reverse=True):
        while folder.startswith(place.project + os.sep) and "/.git/" not in folder:
            with contextlib.suppress(OSError):
                os.rmdir(folder)
            folder = os.path.dirname(folder)
    if os.path.isdir(f"{place.root}/temp"):
        say_line("kept", f"{place.root}/temp, the records of past sessions (--purge takes them)")
    say_line("kept", f"{place.data}, the code that your other projects use")
    return 0


def purge_records(place: Place) -> None:
    """Removes what the guards wrote down of this project, inside and outside of it."""
    outside, name = os.path.split(place.record.removesuffix(f".{place.scope}.json"))
    found = [f"{place.root}/temp", f"{place.root}/guards.json"]
    for at, folders, files in os.walk(os.path.dirname(outside)):
        found += [f"{at}/{one}" for one in [*folders, *files] if one.startswith(name)]
    for path in filter(os.path.lexists, found):
        say_line("purged", place.shorten(path))
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)


def list_exclude(place: Place, new: list[str]) -> list[Part]:
    """.git/info/exclude with our files of this project, so that no `git add -A` takes them into a feature commit and
    no `git stash -u` takes them away; [] where there is no clone whose top folder it is."""
    environ = {key: text for key, text in place.environ.items() if not key.startswith("GIT_")}
    words = ["git", "-C", place.project, "rev-parse", "--show-cdup", "--git-path", "info/exclude"]
    try:
        said = subprocess.run(words, env=environ, capture_output=True, timeout=9).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    above, _, path = said.decode("utf-8", "surrogateescape").rstrip("\n").partition("\n")
    if above or not path or place.scope == "user":
        return []
    inside = [os.path.relpath(one, place.project) for one in new]
    lines = "".join(f"/{one}\n" for one in inside if not one.startswith(os.pardir))
    mark = f"# {SIGN}: not committed yet ({place.scope})"
    held = (mark, lines, f"{mark} end")
    return [Part("block", os.path.join(place.project, path), held)]


def load_json(path: str) -> dict[str, Any]:
    """The object of a JSON file, {} where there is none."""
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(read_file(path) or b"{}")
        return found if isinstance(found, dict) else {}
    return {}


def write_texts(place: Place, texts: Texts, modes: dict[str, int]) -> None:
    """Writes them, and removes what only 0.7.9 used."""
    for path, data in texts.items():
        write_file(path, data, modes.get(path, 0o644))
        say_line("removed" if data is None else "wrote", place.shorten(path))
    if os.path.isfile(f"{place.root}/local/installed.json"):
        shutil.rmtree(f"{place.root}/local", ignore_errors=True)
        write_file(f"{place.root}/hook", None, 0)
