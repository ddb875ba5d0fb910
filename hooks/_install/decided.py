"""Which guards.json decided what: the machine's, the person's, the project's."""
from __future__ import annotations

import os

from hooks import _settings
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypedDict

    from guards import Settings
    from hooks._stores.world import World

    Given = Mapping[str, object]

    class Row(TypedDict):
        """One file: whose it is, the keys of it that decide, and those that do not count."""

        file: str
        whose: str
        decides: list[str]
        ignored: list[str]


def rows(world: World, registry: Given, bundle: str = BUNDLE, managed: str = _settings.MANAGED) -> list[Row]:
    """A row a guards.json that is there, the machine's first: `file`, `whose`, the keys that it `decides`, and the
    `ignored`, which do not count."""
    settings = _settings.load(world, dict(registry), bundle=bundle, managed=managed)
    found: list[Row] = []
    taken: set[str] = set()
    own, persons = _settings.path_of(world, bundle), os.path.join(os.path.dirname(bundle), "guards.json")
    files = {managed: "machine", **({persons: "person"} if _settings.overlays(world, bundle) else {})}
    for path, whose in {**files, own: files.get(own, "project")}.items():
        one, given = _settings.of_file(path, dict(registry))
        if not os.path.exists(path):
            continue
        row: Row = {"file": path, "whose": whose, "decides": [], "ignored": []}
        held = dict(_leaves(settings, given))
        for name, value in _leaves(one, given):
            counts = name in held and _within(value, held[name])
            if counts and (name not in taken or isinstance(value, list)):
                row["decides"].append(name)
                taken.add(name)
            elif not counts:
                row["ignored"].append(name)
        found.append(row)
    return found


def sentences(found: list[Row]) -> Iterator[str]:
    """One a file: `/etc/autoskillit/guards.json (machine) decides mode, guards.loss`."""
    for row in found:
        decides = ", ".join(row["decides"]) or "nothing"
        yield f"{row['file']} ({row['whose']}) decides {decides}" + (
            f"; does not count of it: {', '.join(row['ignored'])}" if row["ignored"] else "")


def _leaves(settings: Settings, given: Given) -> Iterator[tuple[str, object]]:
    """(key, what it is set to) of the keys of a file, sections taken apart."""
    for name, said in given.items():
        if name in _settings.MORE:
            yield name, settings.extension_keys.get(name)
        elif name == "tools":
            for glob in said if isinstance(said, dict) else ():
                yield f"tools.{glob}", [row for row in settings.tools if row[0] == glob]
        elif name in _settings.KEYS:
            yield from _inner(name, getattr(settings, name), said)


def _inner(name: str, value: object, said: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict) and isinstance(said, dict):
        for key, one in said.items():
            if key in value:
                yield from _inner(f"{name}.{key}", value[key], one)
    else:
        yield name, value


def _within(value: object, held: object) -> bool:
    """Is a file's value what counts, or all of it a part of that?"""
    return value == held or (isinstance(value, list) and isinstance(held, list) and bool(value) and all(
        one in held for one in value))
