"""Install and uninstall: all is planned before anything is written; the registration comes last.

Cannot see: another installer that writes the same settings file in the same instant.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat

from hooks._install import SOURCE
from hooks._install.agents import NOTES, SIGN, list_installed, list_parts
from hooks._install.bundle import put_code, read_code, share_code
from hooks._install.places import Place, find_exclude
from hooks._install.plan import (
    Part,
    list_containers,
    make_part,
    read_file,
    strip_part,
)
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
    vendor = asked.vendor or (os.path.isdir(place.bundle) and place.scope != "user")
    parts: dict[str, Part] = {}
    for agent in asked.agent or dict.fromkeys(["claude", *list_installed(place)]):
        server = asked.memory_server or os.path.realpath(place.servers) in record
        parts.update((part.path, part) for part in list_parts(place, agent, asked.strict, server))
    now = {path: former.get(path, read_file(path)) for path in parts}
    for path, part in parts.items():
        record.setdefault(os.path.realpath(path), list_containers(part, now[path]))
    made = [path for path in parts if record[os.path.realpath(path)] == {}] + (
        [place.bundle] if vendor else []
    )
    exclude = list_exclude(place, made)
    texts: Texts = {path: None for path in former if path not in parts}
    texts.update(
        (part.path, make_part(part, now.get(part.path, read_file(part.path))))
        for part in [*exclude, *parts.values()]
    )
    texts.update((path, former[path]) for path in former if path not in parts)
    changed = {path: data for path, data in texts.items() if data != read_file(path)}
    say_line("project", f"{place.project} ({place.scope} scope)")
    if asked.dry_run:
        for path in changed:
            say_line("would", f"write {place.shorten(path)}")
        return 0
    code = read_code(SOURCE)
    share_code(place.data, code)
    if vendor and read_code(place.bundle) != code:
        put_code(place.bundle, code)
    say_line(
        "code", f"{place.data}/code" + (f", and {place.shorten(place.bundle)}" if vendor else "")
    )
    write_file(place.record, json.dumps({"files": record}, indent=1).encode(), 0o600)
    for path, data in changed.items():
        write_file(path, data, parts[path].mode if path in parts else 0o644)
        say_line("wrote" if data is not None else "removed", place.shorten(path))
    remove_former(place)
    say_next(place, asked.agent or [], made if exclude else [], list(parts))
    return 0


def say_next(place: Place, agents: list[str], made: list[str], paths: list[str]) -> None:
    """What a person does now: once, what to commit, and what each agent wants."""
    for agent in agents:
        if agent in NOTES:
            say_line("note", NOTES[agent])
    if made and place.scope == "project":
        inside = [
            place.shorten(path)
            for path in dict.fromkeys([*paths, *made])
            if path.startswith(place.project)
        ]
        say_line("commit", f"git add -f {' '.join(inside)}")
        say_line("", "until you do, git neither adds nor stashes the new ones (.git/info/exclude)")
    say_line(
        "next",
        "start the agent here and work as before; `.autoskillit/guardctl status` shows what was seen",
    )


def run_uninstall(place: Place, asked: Any) -> int:
    """Takes out what is ours and leaves every other byte; exit code.  Raises Refused."""
    record, former = load_record(place), list_former(place)
    parts: dict[str, Part] = {}
    installed = asked.agent or list_installed(place)
    for agent in dict.fromkeys([*installed, *([] if asked.agent else ["claude"])]):
        parts.update((part.path, part) for part in list_parts(place, agent, False, True))
    staying = set(list_installed(place)) - set(installed)
    if staying:
        parts = {path: part for path, part in parts.items() if not path.endswith("/guardctl")}
    texts = {
        path: former[path]
        if path in former
        else strip_part(part, read_file(path), record.get(os.path.realpath(path)))
        for path, part in [*parts.items(), *((part.path, part) for part in list_exclude(place, []))]
    }
    texts.update((path, data) for path, data in former.items() if path not in texts)
    for path, data in texts.items():
        if data != read_file(path):
            write_file(path, data, 0o644)
            say_line("removed" if data is None else "restored", place.shorten(path))
    remove_former(place)
    if not staying:
        shutil.rmtree(place.bundle, ignore_errors=True)
        with contextlib.suppress(OSError):
            os.unlink(place.record)
    if asked.purge:
        purge_records(place)
    for folder in sorted(
        {os.path.dirname(path) for path in texts} | {place.root, f"{place.root}/x"}, reverse=True
    ):
        while folder.startswith(place.project + os.sep) and "/.git/" not in folder:
            with contextlib.suppress(OSError):
                os.rmdir(folder)
            folder = os.path.dirname(folder)
    if os.path.isdir(f"{place.root}/temp"):
        say_line(
            "kept",
            f"the records of past sessions in {place.shorten(place.root)}/temp (--purge takes them)",
        )
    return 0


def purge_records(place: Place) -> None:
    """Removes what the guards wrote down of this project, inside and outside of it."""
    name = os.path.basename(place.record).removesuffix(f".{place.scope}.json")
    outside = os.path.dirname(os.path.dirname(place.record))
    found = [
        f"{place.root}/temp",
        f"{place.root}/guards.json",
        *([place.data] if place.scope == "user" else []),
    ]
    for folder in os.listdir(outside) if os.path.isdir(outside) else ():
        below = f"{outside}/{folder}"
        found += (
            [f"{below}/{one}" for one in os.listdir(below) if one.startswith(name)]
            if os.path.isdir(below)
            else []
        )
    for path in filter(os.path.lexists, found):
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
        say_line("purged", place.shorten(path))


def list_exclude(place: Place, made: list[str]) -> list[Part]:
    """.git/info/exclude with our files of this project, so that no `git add -A` takes them into a feature commit and
    no `git stash -u` takes them away; [] where there is no clone."""
    path = find_exclude(place.project) if place.scope != "user" else ""
    inside = [path for path in made if path.startswith(place.project + os.sep)]
    lines = "".join(f"/{os.path.relpath(one, place.project)}\n" for one in inside)
    mark = f"# {SIGN}: not committed yet ({place.scope})"
    return [Part("block", path, (mark, lines, f"{mark} end"))] if path else []


def list_former(place: Place) -> Texts:
    """What stood before 0.7.9's installer in each file that is as it left it; None: no such file."""
    folder, found = f"{place.root}/local", dict[str, "Optional[bytes]"]()
    try:
        held = json.loads(read_file(f"{folder}/installed.json") or b"{}").get("files", {})
        for name, row in held.items():
            path = os.path.join(place.project, name)
            data = read_file(path)
            if (
                data is not None
                and digest_bytes(data) == row["after"]
                and not name.endswith("guards.json")
            ):
                found[path] = (
                    read_file(f"{folder}/{os.path.basename(row['before'])}")
                    if row["before"]
                    else None
                )
    except (ValueError, KeyError, TypeError, AttributeError, OSError):
        return {}
    return found


def remove_former(place: Place) -> None:
    """Removes what only 0.7.9 used."""
    folder = f"{place.root}/local"
    ours = [f"{place.root}/hook"]
    if os.path.isfile(f"{folder}/installed.json"):
        ours += [f"{folder}/{name}" for name in os.listdir(folder)]
    for path in filter(os.path.isfile, ours):
        os.unlink(path)
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def load_record(place: Place) -> dict[str, dict[str, str]]:
    """{path: its containers before us, {} where it was not there}, as the installer noted it outside the project."""
    try:
        files = json.loads(read_file(place.record) or b"{}")["files"]
        return {path: dict(blanks) for path, blanks in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def write_file(path: str, data: bytes | None, mode: int) -> None:
    """Writes a file whole, through a link, with the mode it had; None removes it."""
    target = os.path.realpath(path)
    if data is None:
        os.unlink(path)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        held = os.stat(target)
        mode = stat.S_IMODE(held.st_mode)
        if held.st_nlink > 1:  # a second name of the file stays one
            with open(target, "r+b") as file:
                file.write(data)
                file.truncate()
            return
    draft = f"{target}.new-{os.getpid()}"
    with open(draft, "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(data)
    os.replace(draft, target)


def say_line(word: str, text: str) -> None:
    print(f"{word:9} {text}")
