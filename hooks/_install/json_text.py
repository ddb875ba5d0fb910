"""Changes one place of a JSON text and leaves every other byte as it was.

`parse` tells where each value stands; `put`, `add` and `cut` return a new text.  Laws:

    cut(add(text, path, value), path + its index) == text      for a container that was not empty
    put(put(text, path, value), path, value) == put(text, path, value)

A text that is not strict JSON (comments, trailing commas, duplicate keys, NaN, too deep) is
refused with `Refused`, whose message says the line.  Indentation, newline style and compactness
of what is put in follow the text around it.
"""
from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Union

    Path = Sequence[Union[str, int]]

SPACE = re.compile(r"[ \t\r\n]*")
SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^ \t\r\n,\]}]+', re.DOTALL)


class Refused(Exception):
    """A text that we will not touch; the message is for a person."""


class Node:
    """Where a value stands: text[start:end].  `keys` of an object and `items` of a container are in order."""

    __slots__ = ("end", "items", "keys", "start", "starts", "value")

    def __init__(self, value: Any, start: int, end: int) -> None:
        self.value, self.start, self.end = value, start, end
        self.keys: list[str] = []
        self.items: list[Node] = []
        self.starts: list[int] = []  # where each member begins: its key in an object, itself in a list

    def at(self, step: str | int) -> Node | None:
        """The member of that name or index, None where there is none."""
        if isinstance(step, str):
            return self.items[self.keys.index(step)] if step in self.keys else None
        return self.items[step] if not self.keys and -len(self.items) <= step < len(self.items) else None


def parse(text: str) -> Node:
    """The tree of a strict JSON text (an empty text is no JSON).  Raises Refused."""
    check(text)
    try:
        node, _ = _value(text, blank(text, 0))
    except RecursionError:
        raise Refused("nested too deep") from None
    return node


def check(text: str) -> None:
    """Raises Refused where the text is no strict JSON."""
    try:
        json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Refused(f"line {error.lineno}, column {error.colno}: {error.msg}{_hint(text, error.pos)}") from None
    except RecursionError:
        raise Refused("nested too deep") from None


def find(text: str, path: Path) -> Node | None:
    """The value at `path`, None where a step is missing."""
    node: Node | None = parse(text)
    for step in path:
        node = node.at(step) if node is not None else None
    return node


def put(text: str, path: Path, value: object) -> str:
    """The text with the value at `path` replaced, or its last key added to the object before it."""
    holder = find(text, path[:-1])
    if holder is None:
        raise Refused(f"there is no {list(path[:-1])}")
    node = holder.at(path[-1]) if path else holder
    if node is None:
        return _add(text, holder, str(path[-1]), value)
    if same(node.value, value):
        return text
    return text[: node.start] + _dump(text, value, _indent_of_line(text, node.start)) + text[node.end :]


def same(one: object, other: object) -> bool:
    """Are they the same JSON value?  (Python's == takes 1 for true.)"""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def add(text: str, path: Path, value: object) -> str:
    """The text with `value` as the last item of the list at `path`."""
    holder = find(text, path)
    if holder is None:
        raise Refused(f"there is no {list(path)}")
    return _add(text, holder, None, value)


def cut(text: str, path: Path) -> str:
    """The text without the member at `path`; the text itself where there is none."""
    holder, node = find(text, path[:-1]), find(text, path)
    if holder is None or node is None:
        return text
    index = next(i for i, item in enumerate(holder.items) if item is node or item.start == node.start)
    if len(holder.items) == 1:
        return text[: holder.start + 1] + text[holder.end - 1 :]
    if index == len(holder.items) - 1:
        return text[: holder.items[index - 1].end] + text[node.end :]
    return text[: holder.starts[index]] + text[holder.starts[index + 1] :]


def _add(text: str, holder: Node, key: str | None, value: object) -> str:
    open_, close = holder.start + 1, holder.end - 1
    if not holder.items:
        if _compact(text):
            return text[:open_] + _member(text, key, value, "") + text[close:]
        outer = _indent_of_line(text, holder.start)
        inner = outer + _unit(text)
        newline = _newline(text)
        return text[:open_] + newline + inner + _member(text, key, value, inner) + newline + outer + text[close:]
    last = holder.items[-1]
    gap = text[open_ : holder.starts[0]] if len(holder.items) == 1 else _gap(text, holder)
    member = _member(text, key, value, gap[gap.rfind("\n") + 1 :]) if "\n" in gap else _inline(text, key, value)
    return text[: last.end] + "," + (gap if "\n" in gap else _comma(text)) + member + text[last.end :]


def _gap(text: str, holder: Node) -> str:
    """The white space between the last two members, behind the comma."""
    between = text[holder.items[-2].end : holder.starts[-1]]
    return between[between.index(",") + 1 :]


def _member(text: str, key: str | None, value: object, indent: str) -> str:
    if _compact(text):
        return _inline(text, key, value)
    head = "" if key is None else json.dumps(key, ensure_ascii=False) + _colon(text)
    return head + _dump(text, value, indent)


def _inline(text: str, key: str | None, value: object) -> str:
    head = "" if key is None else json.dumps(key, ensure_ascii=False) + _colon(text)
    return head + json.dumps(value, ensure_ascii=False, separators=("," + _comma(text), _colon(text)))


def _dump(text: str, value: object, indent: str) -> str:
    if _compact(text):
        return _inline(text, None, value)
    dumped = json.dumps(value, ensure_ascii=False, indent=_unit(text), separators=(",", _colon(text)))
    return dumped.replace("\n", _newline(text) + indent)


def _compact(text: str) -> bool:
    """Is the text one line that holds something?"""
    return "\n" not in text.strip() and text.strip() not in ("{}", "[]")


def _unit(text: str) -> str:
    found = re.search(r"[\[{][ \t]*\r?\n([ \t]+)\S", text)
    return found.group(1) if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _colon(text: str) -> str:
    found = re.search(r'"(?:[^"\\]|\\.)*"[ \t]*:([ \t]*)', text)
    return ":" if found and not found.group(1) else ": "


def _comma(text: str) -> str:
    return "" if _colon(text) == ":" else " "


def _indent_of_line(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]


def blank(text: str, position: int) -> int:
    """Where the white space that begins at `position` ends."""
    found = SPACE.match(text, position)
    return found.end() if found else position


def _value(text: str, start: int) -> tuple[Node, int]:
    """The value that begins at `start`; the text is known to be JSON."""
    if text[start] not in "{[":
        found = SCALAR.match(text, start)
        end = found.end() if found else start + 1
        return Node(json.loads(text[start:end]), start, end), end
    node = Node({} if text[start] == "{" else [], start, start)
    position = blank(text, start + 1)
    while text[position] not in "}]":
        node.starts.append(position)
        if text[start] == "{":
            key, position = _value(text, position)
            node.keys.append(key.value)
            position = blank(text, blank(text, position) + 1)
        item, position = _value(text, position)
        node.items.append(item)
        position = blank(text, position)
        if text[position] == ",":
            position = blank(text, position + 1)
    node.end = position + 1
    node.value = dict(zip(node.keys, (i.value for i in node.items))) if text[start] == "{" else [
        item.value for item in node.items]
    return node, node.end


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen = dict(pairs)
    if len(seen) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused(f"the key {twice!r} stands twice in one object")
    return seen


def _no_constant(word: str) -> None:
    raise Refused(f"{word} is not JSON")


def _hint(text: str, position: int) -> str:
    rest = text[position:].lstrip()
    if rest.startswith(("//", "/*", "#")):
        return " (comments are not JSON)"
    if rest[:1] in ("}", "]") or text[:position].rstrip().endswith(","):
        return " (a trailing comma?)"
    return ""
