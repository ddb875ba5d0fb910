"""One entry an event in an agent's settings file, and nobody else's byte moved.

    unregister(register(text, groups)) == text      for a text whose hooks were not empty containers
    register(register(text, groups), groups) == register(text, groups)

A text that holds no object, or `hooks` of another shape, is refused (json_text.Refused).
"""
from __future__ import annotations

from hooks._install import json_text, large
from hooks._install.command import ours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

EMPTY = "{}\n"
PATH = ("hooks", large.ANY)     # the lists of groups, an event


def register(text: str, groups: Mapping[str, object]) -> str:
    """The text with exactly one group of ours an event: the given ones."""
    return large.changed(text if text.strip() else EMPTY, PATH, lambda small: _register(small, groups))


def unregister(text: str, keep: Collection[str] = ()) -> str:
    """The text without us; lists and `hooks` that this leaves empty go too, unless `keep` names them."""
    return large.changed(text, PATH, lambda small: _unregister(small, keep)) if text.strip() else text


def registered(text: str) -> dict[str, list[object]]:
    """Our groups in the text, an event."""
    hooks = _hooks(large.shrunk(text, PATH)[0] if text.strip() else EMPTY)
    found = {event: [group for group in groups if _mine(group)] for event, groups in hooks.items()}
    return {event: groups for event, groups in found.items() if groups}


def containers(text: str) -> frozenset[str]:
    """The names for `keep`: what was there before us."""
    if not text.strip():
        return frozenset()
    small, _ = large.shrunk(text, PATH)
    value = json_text.parse(small).value
    return frozenset(_hooks(small)) | frozenset(key for key in value if key == "hooks")


def _register(text: str, groups: Mapping[str, object]) -> str:
    for event in sorted(set(_hooks(text)) - set(groups)):
        text = _left(text, event)
    for event, group in groups.items():
        if "hooks" not in json_text.parse(text).value:
            text = json_text.put(text, ["hooks"], {})
        if event not in _hooks(text):
            text = json_text.put(text, ["hooks", event], [group])
            continue
        mine = [i for i, found in enumerate(_hooks(text)[event]) if _whole(found)]
        text = json_text.put(text, ["hooks", event, mine[0]], group) if mine else text
        text = _without(text, event, 1 if mine else 0)
        text = text if mine else json_text.add(text, ["hooks", event], group)
    return text


def _unregister(text: str, keep: Collection[str]) -> str:
    before = text
    for event in _hooks(text):
        text = _left(text, event, keep)
    if text != before and not _hooks(text) and "hooks" not in keep:
        text = json_text.cut(text, ["hooks"])
    return text


def _hooks(text: str) -> dict[str, list[Any]]:
    value = json_text.parse(text).value
    if not isinstance(value, dict):
        raise json_text.Refused("it holds no JSON object")
    hooks = value.get("hooks", {})
    if not isinstance(hooks, dict):
        raise json_text.Refused('"hooks" is not an object')
    for event, groups in hooks.items():
        if not isinstance(groups, list):
            raise json_text.Refused(f'"hooks"."{event[:40]}" is not a list')
    return hooks


def _left(text: str, event: str, keep: Collection[str] = ()) -> str:
    """The text without us on that event, and without the event where that leaves it empty."""
    shorter = _without(text, event, 0)
    if shorter != text and not _hooks(shorter)[event] and event not in keep:
        return json_text.cut(shorter, ["hooks", event])
    return shorter


def _without(text: str, event: str, spare: int) -> str:
    """The text without our handlers on that event, but for the first `spare` groups that are ours alone."""
    for index in reversed(range(len(_hooks(text).get(event, [])))):
        group = _hooks(text)[event][index]
        if not _mine(group):
            continue
        if _whole(group):
            earlier = sum(map(_whole, _hooks(text)[event][:index]))
            text = json_text.cut(text, ["hooks", event, index]) if earlier >= spare else text
            continue
        for inner in reversed(range(len(group["hooks"]))):
            if ours(group["hooks"][inner]):
                text = json_text.cut(text, ["hooks", event, index, "hooks", inner])
    return text


def _mine(group: object) -> bool:
    """Does a group hold a handler of ours, or is it one itself (Cursor's form)?"""
    return ours(group) or (isinstance(group, dict) and isinstance(group.get("hooks"), list)
                           and any(map(ours, group["hooks"])))


def _whole(group: Any) -> bool:
    return ours(group) or (_mine(group) and all(map(ours, group["hooks"])))
