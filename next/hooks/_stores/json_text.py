"""Changes one place of a JSON text and leaves every other byte as it was.

Law: cut_member(add_member(text, path, value), path) == text where `path` led to no member before.  An empty
container keeps its white space only through `list_blanks`, told to `fill_blanks` when it is empty again.
Cannot see: comments, trailing commas, a key twice in one object, NaN; such a text is refused with its line.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Union

    Path = Sequence[Union[str, int]]

BLANK = " \t\r\n"


class Refused(Exception):
    """A text that we will not touch; the message is for a person."""


class Member:
    """One member of a container: its key or index, where it begins (its key, in an object), its value's span."""

    __slots__ = tuple("begin end key start value".split())

    def __init__(self, key: str | int, begin: int, start: int, end: int, value: Any) -> None:
        self.key, self.begin, self.start, self.end, self.value = key, begin, start, end, value


def parse_strict(text: str) -> Any:
    """The value of a strict JSON text.  Raises Refused."""
    try:
        return json.loads(text, object_pairs_hook=_refuse_twice, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Refused(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise Refused(f"cannot be read as JSON ({type(error).__name__})") from None


def list_blanks(text: str, path: Path) -> str | None:
    """The white space inside the empty container at `path`; None where it is not empty or not there."""
    start = find_start(text, path)
    if start < 0 or text[start] not in "{[" or _list_members(text, start):
        return None
    return text[start + 1 : _skip_blanks(text, start + 1)]


def fill_blanks(text: str, path: Path, blanks: str) -> str:
    """The text with that white space inside the empty container at `path`."""
    start = find_start(text, path)
    return text[: start + 1] + blanks + text[_skip_blanks(text, start + 1) :]


def add_member(text: str, path: Path, value: Any) -> str:
    """The text with `value` as the last member of the container at path[:-1]: under the key path[-1] of an object,
    or, where that is an int, as the last item of a list.  Indentation and line ends follow the text around it."""
    start, key = find_start(text, path[:-1]), path[-1]
    if start < 0 or text[start] != ("{" if isinstance(key, str) else "["):
        raise Refused(f"there is no place for {'.'.join(map(str, path))}")
    members, line_end = _list_members(text, start), "\r\n" if "\r\n" in text else "\n"
    one_line = "\n" not in text.strip(BLANK) and text.strip(BLANK) not in ("{}", "[]")
    if members:
        before = members[-2].end if len(members) > 1 else start + 1
        gap = text[before : members[-1].begin].lstrip(BLANK).lstrip(",") if len(members) > 1 else ""
        gap = gap or text[before : members[-1].begin].lstrip(",")
        spread, close, head, tail = "\n" in gap, members[-1].end, "," + gap, ""
        inner = gap[gap.rfind("\n") + 1 :]
        if not spread:
            head = ", " if ", " in text or ": " in text else ","
    else:
        line = text[text.rfind("\n", 0, start) + 1 : start]
        outer = line[: len(line) - len(line.lstrip(" \t"))]
        inner, spread, close = outer + _find_unit(text), not one_line, _skip_blanks(text, start + 1)
        head, tail = (line_end + inner, line_end + outer) if spread else ("", "")
    colon = ":" if '":' in text and '": ' not in text else ": "
    unit = _find_unit(text) if spread else None
    comma = "," if spread or colon == ":" else ", "
    dumped = json.dumps(value, ensure_ascii=False, indent=unit, separators=(comma, colon))
    dumped = dumped.replace("\n", line_end + inner)
    named = json.dumps(key, ensure_ascii=False) + colon if isinstance(key, str) else ""
    return text[: close if members else start + 1] + head + named + dumped + tail + text[close:]


def cut_member(text: str, path: Path) -> str:
    """The text without the member at `path`; the text itself where there is none."""
    start = find_start(text, path[:-1])
    members = _list_members(text, start) if start >= 0 and text[start] in "{[" else []
    index = next((i for i, member in enumerate(members) if member.key == path[-1]), -1)
    if index < 0:
        return text
    if len(members) == 1:
        return text[: start + 1] + text[_skip_blanks(text, members[0].end) :]
    if index == len(members) - 1:
        return text[: members[index - 1].end] + text[members[index].end :]
    return text[: members[index].begin] + text[members[index + 1].begin :]


def find_start(text: str, path: Path) -> int:
    """Where the value at `path` begins; -1 where a step is missing."""
    start = _skip_blanks(text, 0)
    for step in path:
        found = _list_members(text, start) if text[start : start + 1] in ("{", "[") else []
        start = next((member.start for member in found if member.key == step), -1)
        if start < 0:
            return -1
    return start


def _list_members(text: str, start: int) -> list[Member]:
    """The members of the container that begins at `start`; the text is known to be JSON."""
    decode, members = json.JSONDecoder().raw_decode, list[Member]()
    position, named = _skip_blanks(text, start + 1), text[start] == "{"
    while text[position] not in "}]":
        begin, key = position, len(members)
        if named:
            key, position = decode(text, position)
            position = _skip_blanks(text, _skip_blanks(text, position) + 1)
        value, end = decode(text, position)
        members.append(Member(key, begin, position, end, value))
        position = _skip_blanks(text, end)
        if text[position] == ",":
            position = _skip_blanks(text, position + 1)
    return members


def _skip_blanks(text: str, position: int) -> int:
    while text[position : position + 1] in tuple(BLANK):
        position += 1
    return position


def _find_unit(text: str) -> str:
    """The indentation of the first indented line; two spaces where there is none."""
    for line in text.splitlines():
        body = line.lstrip(" \t")
        if body and len(body) < len(line):
            return line[: len(line) - len(body)]
    return "  "


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Refused(
            f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object"
        )
    return made


def _refuse_constant(word: str) -> None:
    raise Refused(f"{word} is not JSON")
