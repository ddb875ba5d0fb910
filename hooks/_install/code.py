"""Where the code of an installation goes, and what is made of it there: the copy, its bytecode, its archives."""
from __future__ import annotations

import os
import sys

from hooks import _git
from hooks._install import archive, bundle, files, interpreter, shared
from hooks._install import parts as small
from hooks._install.places import SOURCE, Place
from hooks._install.said import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

READERS = ("__init__.py", "_archive.py")        # what no archive holds


def wanted(scope: str, project: str, env: Mapping[str, str], link: bool, vendor: bool, share: bool) -> Place:
    """The place with the code where it was asked to be.  A copy that git tracks in the project stays there: whoever
    cloned it counts on it."""
    inside = Place(scope, project, env, link, "")
    if link or vendor or scope == "user" or os.name == "nt" or not inside.copies:
        return inside
    if not share and os.path.realpath(SOURCE) == os.path.realpath(inside.bundle):
        return inside
    if not share and _tracked(inside):
        line("note", f"git tracks {inside.short(inside.bundle)}, so the code stays in the project; --shared takes it "
                     "out, and whoever clones it then needs an installation of their own")
        return inside
    return Place(scope, project, env, link, bundle.pin(bundle.copy_of(SOURCE)))


def put(place: Place, python: str, was: str) -> bool:
    """Puts the code where it belongs, with its archives; False where all that stood there already."""
    fresh = False
    if os.path.realpath(SOURCE) != os.path.realpath(place.code):
        contents = bundle.copy_of(SOURCE)
        if place.pin:
            files.folders(os.path.dirname(place.code), 0o700)
        fresh, now = bundle.put(contents, place.code), bundle.name(contents)
        size = sum(map(len, contents.values()))
        line("bundle", f"{place.short(place.code)}: {len(contents)} files of text, {size // 1000} kB, "
                       + (f"version {now}" if fresh else f"unchanged: {now}")
                       + (f", was {was}" if was not in ("", now) else ""))
    elif place.link and bundle.remove(place.bundle):
        line("removed", f"{place.short(place.bundle)}: the checkout is used in place")
    return _make_ready(place, python) or fresh


def _make_ready(place: Place, python: str) -> bool:
    """Makes the archives, and the bytecode of what reads them; False where they stand, of a shared copy."""
    from hooks import _pins

    built = os.path.join(place.copies, shared.LOCAL, f"{place.pin}.built") if place.pin else ""
    made = f"{python} {sys.version}\n{_pins.stamps_of(place.code)}\n" if built else ""
    if built and files.read(built) == made.encode() and archive.there(place.code):
        return False
    if not interpreter.compile_bytecode(python, *(os.path.join(place.code, "hooks", name) for name in READERS)):
        line("note", "the bytecode could not be compiled; the first events will be slower")
    if not archive.build(python, place.code):
        line("note", "the archives of modules could not be made; every event will be slower")
    elif built:
        files.write(built, made.encode(), 0o600)
    return True


def _tracked(place: Place) -> bool:
    said = os.path.isdir(place.bundle) and _git.run(
        place.project, "ls-files", "--", os.path.join(place.bundle, bundle.MANIFEST), seconds=small.GIT_SECONDS)
    return bool(said and said[0] == 0 and said[1].strip())


def loose(place: Place) -> bool:
    """Is one of the files without which no hook runs neither committed nor ignored?"""
    ours = [path for path in (place.settings, os.path.join(place.root, "hook")) if place.scope != "user"]
    said = ours and _git.run(place.project, "ls-files", "--others", "--exclude-standard", "--", *ours,
                             seconds=small.GIT_SECONDS)
    return bool(said and said[0] == 0 and said[1].strip())
