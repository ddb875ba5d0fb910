"""The guards.json that counts here, changed in one place, every other byte as it was."""
from __future__ import annotations

import os
import sys

from hooks import _pins, _registry, _settings, _trust
from hooks._install import json_text
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hooks._stores.world import World


def change(world: World, edit: Callable[[str], str], bundle: str = BUNDLE,
           managed: str = _settings.MANAGED) -> str:
    """Puts edit(text) in the file's place; the file.  Raises Fault, OSError."""
    path, trusted = counting(world, bundle)
    pinned = not _settings.overlays(world, bundle)
    try:
        held = disk.read(path, _settings.MOST)
        if pinned and _pins.refused(world, held):
            raise Fault(f"{path} came with a pull or checkout and does not count; guardctl trust accepts it")
        text = held.decode("utf-8-sig")
        new = edit(text if text.strip() else "{\n}\n")
    except (UnicodeDecodeError, json_text.Refused) as e:
        raise Fault(f"{path} cannot be changed ({e}); nothing was written") from None
    if new == text:
        return path
    if os.path.exists(path) and not os.stat(path).st_mode & 0o200:
        raise Fault(f"{path} is read-only: chmod u+w it first; nothing was written")
    disk.make_folder(os.path.dirname(path))
    disk.replace(path, new.encode("utf-8"))
    if trusted:
        _trust.trust(world, new.encode("utf-8"))
    elif pinned:
        _pins.wrote(world, new.encode("utf-8"))
    for one in _settings.load(world, _registry.load(), bundle=bundle, managed=managed).problems:
        if one.endswith(_trust.STAYS):
            print(f"note: {one}", file=sys.stderr)
    return path


def counting(world: World, bundle: str = BUNDLE) -> tuple[str, bool]:
    """(the file that can loosen what holds here, does the person's trust hang on its text?).

    Where the guards are the person's own, a project's file may only tighten, unless the person trusted it.
    """
    own, home = _settings.path_of(world, bundle), os.path.dirname(bundle)
    persons = os.path.join(home, "guards.json")
    if os.path.basename(home) != ".autoskillit" or own == persons or os.path.dirname(home) == world.project:
        return own, False
    if _trust.trusted(world, disk.read(own, _settings.MOST)):
        return own, True
    return persons, False


def guards() -> list[str]:
    """The names of all guards, in the registry's order."""
    found: dict[str, None] = {}
    for row in _registry.load()["events"].values():
        for what in ("judge", "learn"):
            found.update(dict.fromkeys(one if isinstance(one, str) else one[0] for one in row.get(what, ())))
    return list(found)
