"""What an installation has lost, and our own code as it was accepted: for hooks/_event/accepted.py.

Law: nothing is written here but our own code; what a file should hold is computed, and the caller decides.
Cannot see: code that was changed and put back between two looks.
"""

from __future__ import annotations

import io
import os
import zipfile

from hooks._event.accepted import accept_project, stat_file
from hooks._install.agents import list_parts
from hooks._install.bundle import compile_code, digest_code, put_code, read_code
from hooks._install.json_text import Refused
from hooks._install.places import Place
from hooks._install.plan import Part, make_part, read_file, write_file
from hooks._stores import digest_bytes, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def list_places(project: str, environ: Mapping[str, str], places: list[Any]) -> list[Part]:
    """The files of all scopes and agents that are installed for a project."""
    parts = []
    for scope, agents, strict, server in places:
        place = Place(scope, project, environ)
        parts += [part for agent in agents for part in list_parts(place, agent, strict, server)]
    return [part for part in parts if not part.path.endswith("guards.json")]


def list_lost(project: str, environ: Mapping[str, str], places: list[Any]) -> dict[str, Any]:
    """{path: (what it should hold, is it broken?)} of each file that has lost something of ours.  One that is no JSON
    any more should hold us alone: the client reads nothing of it."""
    lost = {}
    for part in list_places(project, environ, places):
        data, broken = read_file(part.path), False
        try:
            made = make_part(part, data)
        except Refused:
            made, broken = make_part(part, None), True
        if made != data:
            lost[part.path] = (made, broken)
    return lost


def put_back(path: str, data: bytes | None, broken: bool) -> None:
    """Writes what a file should hold (None: it goes); the text of a broken one stays beside it."""
    if broken:
        write_file(f"{path}.broken", read_file(path), 0o600)
    write_file(path, data, 0o755 if path.endswith("guardctl") else 0o644)


def accept_install(place: Place, agents: list[str], strict: bool, server: bool) -> None:
    """What was just installed is what this machine accepts."""
    row = [place.scope, agents, strict, server]
    parts = list_places(place.project, place.environ, [row])
    files = read_code(f"{place.data}/code")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            out.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    write_whole(locate_copy(place), packed.getvalue())
    links = [f"{place.data}/python", f"{place.data}/code"]
    paths = [*(part.path for part in parts), *links]
    accept_project(place.project, place.environ, row, paths, stamp_code(place.data))


def restore_code(environ: Mapping[str, str], held: dict[str, Any]) -> bool:
    """Puts our own code back where a file of it is another than the one accepted."""
    place = Place("user", "", environ)
    stamp = stamp_code(place.data)
    if not held.get("code") or stamp == held["code"]:
        return False
    with zipfile.ZipFile(locate_copy(place)) as packed:
        files = {name: packed.read(name) for name in sorted(packed.namelist())}
    folder = os.path.realpath(f"{place.data}/code")
    changed = digest_code(read_code(folder)) != digest_code(files)
    if changed:
        put_code(folder, files)
    compile_code(folder)  # bytecode that is not of these sources would run, too
    held["code"] = stamp_code(place.data)
    return changed


def stamp_code(data: str) -> str:
    """A digest of the size and times of every file of the shared copy."""
    walked = [os.path.join(at, name) for at, _, names in os.walk(f"{data}/code/") for name in names]
    return digest_bytes("".join(f"{path} {stat_file(path)}" for path in sorted(walked)).encode())


def locate_copy(place: Place) -> str:
    """The packed copy of our code, outside of every project."""
    return f"{os.path.dirname(os.path.dirname(place.record))}/code.zip"
