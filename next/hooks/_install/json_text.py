"""Changes one place of a JSON text and leaves every other byte as it was.

Law: cut_member(add_member(text, path, value), path) == text where `path` led to no member before; an empty container
gets its white space back by `fill_blanks`.
Cannot see: comments, trailing commas, a key twice in one object, NaN; such a text is refused with its line.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Union

    Path = Sequence[Union[str, int]]
    Member = tuple[
        Union[str, int], int, int, int
    ]  # key or index, its begin, its value's begin and end

BLANK = " \t\r\n"


class Refused(Exception):
    """A text that we will not touch; the message is for a person."""


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
    or, where that is an int, in a list.  Indentation and line ends follow the text around it."""
    start, key = find_start(text, path[:-1]), path[-1]
    if start < 0 or text[start] != ("{" if isinstance(key, str) else "["):
        raise Refused(f"there is no place for {'.'.join(map(str, path))}")
    members, line_end = _list_members(text, start), "\r\n" if "\r\n" in text else "\n"
    unit, colon = _find_unit(text), ":" if '":' in text and '": ' not in text else ": "
    if members:  # as the last member stands behind what is before it
        before = members[-2][3] if len(members) > 1 else start + 1
        gap = text[before : members[-1][1]].lstrip(BLANK if len(members) > 1 else "").lstrip(",")
        gap = gap or text[before : members[-1][1]].lstrip(",")
        spread, at, rest, tail = "\n" in gap, members[-1][3], members[-1][3], ""
        inner = gap[gap.rfind("\n") + 1 :]
        head = "," + gap if spread else ", " if ", " in text or colon == ": " else ","
    else:
        line = text[text.rfind("\n", 0, start) + 1 : start]
        outer = line[: len(line) - len(line.lstrip(" \t"))]
        spread = "\n" in text.strip(BLANK) or text.strip(BLANK) in ("{}", "[]")
        inner, at, rest = outer + unit, start + 1, _skip_blanks(text, start + 1)
        head, tail = (line_end + inner, line_end + outer) if spread else ("", "")
    comma = "," if spread or colon == ":" else ", "
    indent = unit if spread else None
    dumped = json.dumps(value, ensure_ascii=False, indent=indent, separators=(comma, colon))
    name = json.dumps(key, ensure_ascii=False) + colon if isinstance(key, str) else ""
    return text[:at] + head + name + dumped.replace("\n", line_end + inner) + tail + text[rest:]


def cut_member(text: str, path: Path) -> str:
    """The text without the member at `path`; the text itself where there is none."""
    start = find_start(text, path[:-1])
    members = _list_members(text, start) if start >= 0 and text[start] in "{[" else []
    keys = [member[0] for member in members]
    if not path or path[-1] not in keys:
        return text
    at = keys.index(path[-1])
    if len(members) == 1:
        return text[: start + 1] + text[_skip_blanks(text, members[0][3]) :]
    if at == len(members) - 1:
        return text[: members[at - 1][3]] + text[members[at][3] :]
    return text[: members[at][1]] + text[members[at + 1][1] :]


def find_start(text: str, path: Path) -> int:
    """Where the value at `path` begins; -1 where a step is missing."""
    start = _skip_blanks(text, 0)
    for step in path:
        found = _list_members(text, start) if text[start : start + 1] in ("{", "[") else []
        start = next((member[2] for member in found if member[0] == step), -1)
        if start < 0:
            return -1
    return start


def _list_members(text: str, start: int) -> list[Member]:
    """The members of the container that begins at `start`; the text is known to be JSON."""
    decode = json.JSONDecoder().raw_decode
    members: list[Member] = []
    position, named = _skip_blanks(text, start + 1), text[start] == "{"
    while text[position] not in "}]":
        begin, key = position, len(members)
        if named:
            key, position = decode(text, position)
            position = _skip_blanks(text, _skip_blanks(text, position) + 1)
        _, end = decode(text, position)
        members.append((key, begin, position, end))
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
    lines = [(line, line.lstrip(" \t")) for line in text.splitlines()]
    return next((line[: -len(body)] for line, body in lines if body and body != line), "  ")


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Refused(f"a key stands twice in one object, which has {', '.join(list(made)[:3])}")
    return made


def _refuse_constant(word: str) -> None:
    raise Refused(f"{word} is not JSON")
