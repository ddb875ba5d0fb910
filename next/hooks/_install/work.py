"""Install and uninstall: all is planned before anything is written; the registration comes last.

Cannot see: another installer that writes the same settings file in the same instant.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil

from hooks._event.accepted import forget_project
from hooks._install import SCOPES, SOURCE, Place, say_line
from hooks._install.agents import NOTES, SIGN, list_installed, list_parts
from hooks._install.bundle import VENDORED, put_code, read_code, share_code
from hooks._install.check import accept_install
from hooks._install.plan import Part, list_containers, make_part, read_file, strip_part, write_file
from hooks._stores import digest_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional

    Texts = dict[str, Optional[bytes]]


def run_install(place: Place, asked: Any) -> int:
    """Installs, or says what would be done; exit code.  Raises Refused before anything is changed."""
    with contextlib.suppress(ValueError, AttributeError):
        said = json.loads(read_file(f"{place.root}/guards.json") or b"{}")
        asked.strict = asked.strict or said.get("strict") is True
    record, former = load_record(place), list_former(place)
    server = asked.memory_server or os.path.realpath(place.servers) in record
    agents = asked.agent or list_installed(place) or ["claude"]
    parts = [part for agent in agents for part in list_parts(place, agent, asked.strict, server)]
    modes = {part.path: part.mode for part in parts}
    now = {path: former.get(path, read_file(path)) for path in modes}
    for part in parts:
        record.setdefault(os.path.realpath(part.path), list_containers(part, now[part.path]))
    vendor = asked.vendor or (os.path.isdir(place.bundle) and place.scope != "user")
    new = [path for path in modes if not record[os.path.realpath(path)]]
    new += [place.bundle] if vendor else []
    texts: Texts = {path: data for path, data in former.items() if path not in modes}
    for part in [*list_exclude(place, new), *parts]:
        texts[part.path] = make_part(part, now.get(part.path, read_file(part.path)))
    changed = {path: data for path, data in texts.items() if data != read_file(path)}
    say_line("project", f"{place.project} ({place.scope} scope)")
    for path in changed if asked.dry_run else ():
        say_line("would", f"write {place.shorten(path)}")
    if asked.dry_run:
        return 0
    code = read_code(SOURCE)
    say_line("code", f"{place.data}/code" + (", and .autoskillit/bundle" if vendor else ""))
    share_code(place.data, code)
    if vendor and read_code(place.bundle) != code:
        put_code(place.bundle, {**code, **VENDORED})
    write_file(place.record, json.dumps({"files": record}, indent=1).encode(), 0o600)
    write_texts(place, changed, modes)
    remove_former(place)
    accept_install(place, list_installed(place), asked.strict, server)
    for agent in asked.agent or ():
        if agent in NOTES:
            say_line("note", NOTES[agent])
    inside = [place.shorten(path) for path in dict.fromkeys([*modes, *new])]
    if place.scope == "project" and new and place.find_exclude():
        say_line("commit", f"git add -f {' '.join(inside)}")
        say_line("", "until you do, git neither adds nor stashes the new ones (.git/info/exclude)")
    if place.scope == "project":
        say_line("offer", "--scope user --agent watch: a session that lost these guards says so")
    say_line("next", "work as before; `.autoskillit/guardctl status` shows what the guards saw")
    return 0


def run_uninstall(place: Place, asked: Any) -> int:
    """Takes out what is ours and leaves every other byte; exit code.  Raises Refused."""
    record, former, there = load_record(place), list_former(place), list_installed(place)
    agents = asked.agent or dict.fromkeys(["claude", *there])
    parts = [part for agent in agents for part in list_parts(place, agent, False, True)]
    others = [Place(scope, place.project, place.environ) for scope in SCOPES[:2]]
    shared = set(there) - set(agents) or any(
        list_installed(other) for other in others if other.scope != place.scope != "user"
    )
    if shared:  # what an agent or a scope that stays needs
        parts = [part for part in parts if part.kind != "file" or "guardctl" not in part.path]
    texts: Texts = {}
    for part in [*parts, *list_exclude(place, [])]:
        before = record.get(os.path.realpath(part.path))
        texts[part.path] = strip_part(part, read_file(part.path), before)
    texts.update(former)
    forget_project(place.project, place.environ, place.scope, list(texts))
    write_texts(place, {path: data for path, data in texts.items() if data != read_file(path)}, {})
    remove_former(place)
    left = {path: kept for path, kept in record.items() if path not in map(os.path.realpath, texts)}
    write_file(place.record, json.dumps({"files": left}).encode() if left else None, 0o600)
    if list_installed(place):  # agents that stay
        accept_install(place, list_installed(place), asked.strict, False)
    if not shared:
        shutil.rmtree(place.bundle, ignore_errors=True)
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
    no `git stash -u` takes them away; [] where there is no clone."""
    path = place.find_exclude()
    inside = [os.path.relpath(one, place.project) for one in new]
    lines = "".join(f"/{one}\n" for one in inside if not one.startswith(os.pardir))
    mark = f"# {SIGN}: not committed yet ({place.scope})"
    return [Part("block", path, (mark, lines, f"{mark} end"))] if path else []


def list_former(place: Place) -> Texts:
    """What stood before 0.7.9's installer in each file that is as it left it; None: no such file."""
    folder, found = f"{place.root}/local", dict[str, "Optional[bytes]"]()
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError, OSError):
        held = json.loads(read_file(f"{folder}/installed.json") or b"{}").get("files", {})
        for name, row in held.items():
            data = read_file(path := os.path.join(place.project, name))
            if data and digest_bytes(data) == row["after"] and not name.endswith("guards.json"):
                kept = os.path.basename(row["before"] or "")
                found[path] = read_file(f"{folder}/{kept}") if kept else None
    return found


def remove_former(place: Place) -> None:
    """Removes what only 0.7.9 used."""
    folder, ours = f"{place.root}/local", [f"{place.root}/hook"]
    if os.path.isfile(f"{folder}/installed.json"):
        ours += [f"{folder}/{name}" for name in os.listdir(folder)]
    with contextlib.suppress(OSError):
        for path in filter(os.path.isfile, ours):
            os.unlink(path)
        os.rmdir(folder)


def load_record(place: Place) -> dict[str, dict[str, str]]:
    """{path: its containers before us, {} where it was not there}, as noted outside the project."""
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
        files = json.loads(read_file(place.record) or b"{}")["files"]
        return {path: dict(blanks) for path, blanks in files.items()}
    return {}


def write_texts(place: Place, texts: Texts, modes: dict[str, int]) -> None:
    for path, data in texts.items():
        write_file(path, data, modes.get(path, 0o644))
        say_line("removed" if data is None else "wrote", place.shorten(path))
