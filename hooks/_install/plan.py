"""What an installation changes, computed before anything is written: a Part a file, with us and without.

Law: no other byte moves.  strip_part(part, make_part(part, data), list_containers(part, data)) == data, for all that is
accepted.  What is no strict JSON, or holds no object of lists under `hooks`, is refused with its line.
Cannot see: what a settings file of another schema means.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from json import JSONDecoder, dumps, loads

from guards import Any, Optional, Pairs, Row, Sequence

Bytes = Optional[bytes]
Blanks = Pairs
Path = Sequence[Any]  # keys and indexes
Member = tuple[Any, int, int, int]  # key or index, its begin, its value's two ends

# What handlers of ours hold, of this version and of those before.
SIGNS = ".autoskillit/guardctl /.autoskillit/hook hooks/_install/ autoskillit-guards".split()
BLANK = " \t\r\n\ufeff"  # a byte order mark stays where it is
NOTHING: Any = ({}, {"version": 1})  # what a file holds that was made for us alone


class Refused(Exception):
    """A text that we will not touch; the message is for a person."""


def parse_strict(text: str) -> Any:
    try:
        pairs, text = _check_pairs, text.removeprefix("\ufeff")
        return loads(text, object_pairs_hook=pairs, parse_constant=int)  # NaN is none
    except (RecursionError, ValueError) as error:
        raise Refused(f"cannot be read as JSON: {error}") from None


def _check_pairs(pairs: list[tuple[str, Any]]) -> Row:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Refused(f"a key stands twice in one object, which has {', '.join(list(made)[:3])}")
    return made


def add_member(text: str, path: Path, value: Any) -> str:
    """The text with `value` as the last member of the container at path[:-1], formed like the text around it."""
    start, key = find_start(text, path[:-1]), path[-1]
    if start < 0 or text[start] != ("{" if isinstance(key, str) else "["):
        raise Refused(f"there is no place for {'.'.join(map(str, path))}")
    members, line_end = list_members(text, start), "\r\n" if "\r\n" in text else "\n"
    unit = next(filter(None, map(_cut_indent, text.splitlines())), "  ")
    outer = _cut_indent(text[:start].rpartition("\n")[2])
    bare, head = text.strip(BLANK), ""
    if members:
        at = rest = members[-1][3]
        before, tail = text[start : members[-1][1]], ""
        spread, inner = "\n" in before, _cut_indent(before.rpartition("\n")[2])
        head = "," if spread else ", "
    else:
        at, rest, inner = start + 1, _skip_blanks(text, start + 1), outer + unit
        spread = "\n" in bare or bare in ("{}", "[]")
        tail = line_end + outer if spread else ""
    head += line_end + inner if spread else ""
    dumped = dumps(value, ensure_ascii=False, indent=unit if spread else None)
    name = f"{dumps(key, ensure_ascii=False)}: " if isinstance(key, str) else ""
    return text[:at] + head + name + dumped.replace("\n", line_end + inner) + tail + text[rest:]


def cut_member(text: str, path: Path) -> str:
    """The text without the member at `path`; the text itself where there is none."""
    start = find_start(text, path[:-1])
    members = list_members(text, start)
    at = next((at for at, member in enumerate(members) if member[0] == path[-1]), -1)
    if at < 0:
        return text
    _, begin, _, end = members[at]
    if at < len(members) - 1:
        end = members[at + 1][1]
    elif at:
        begin = members[at - 1][3]
    else:
        begin, end = start + 1, _skip_blanks(text, end)
    return text[:begin] + text[end:]


def find_blanks(text: str, path: Path) -> slice | None:
    """Where the white space inside the empty container at `path` is; None where it is not empty or not there."""
    if (start := find_start(text, path)) < 0 or look_up(text, path) not in ({}, []):
        return None
    return slice(start + 1, _skip_blanks(text, start + 1))


def find_start(text: str, path: Path) -> int:
    """Where the value at `path` begins; -1 where a step is missing."""
    start = _skip_blanks(text, 0)
    for step in path:
        start = next((one[2] for one in list_members(text, start) if one[0] == step), -1)
    return start


def list_members(text: str, start: int) -> list[Member]:
    """The members of the container that begins at `start`, of a text that is known to be JSON; [] where there is none."""
    members: list[Member] = []
    if start < 0 or text[start] not in "{[":
        return members
    decode, position = JSONDecoder().raw_decode, _skip_blanks(text, start + 1)
    while text[position] not in "}]":
        begin, key = position, len(members)
        if text[start] == "{":
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


def _cut_indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


class Part:
    """One file.  `kind` says what of it is ours, and what `held` is: "file", all of it, bytes; "json", members of an
    object, [(path, value)], where a path that ends in 0 is an item of a list, a handler of ours; "block", lines between
    two that mark them, (first line, text, last line)."""

    def __init__(self, kind: str, path: str, held: Any, mode: int = 0o644) -> None:
        self.kind, self.path, self.held, self.mode = kind, path, held, mode


Drafts = dict[Part, Bytes]  # what each file is to hold


def read_file(path: str) -> bytes | None:
    with suppress(FileNotFoundError), open(path, "rb") as file:
        return file.read()
    return None


def write_file(path: str, data: Bytes, mode: int) -> None:
    """Writes a file whole, through a link, with the mode it had; None removes it."""
    target = os.path.realpath(path)
    if data is None:
        with suppress(FileNotFoundError):
            os.unlink(path)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(os.stat(target).st_mode)
    draft = f"{target}.new-{os.getpid()}"
    with open(draft, "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(data)
    os.replace(draft, target)


def make_part(part: Part, data: Bytes) -> bytes:
    """The file with us.  Refused where it holds what is not ours in our place, or cannot be read."""
    if part.kind == "file":
        if data is not None and b"guards" not in data and b"autoskillit" not in data:
            raise Refused(f"{part.path} is there and not ours")
        return bytes(part.held)
    if part.kind == "block":
        (first, lines, last), rest = part.held, strip_block(part, data or b"")
        joint = b"\n" if rest and not rest.endswith(b"\n") else b""
        return rest + joint + f"{first}\n{lines}{last}\n".encode() if lines else rest
    text = decode_settings(data if data is not None else b"{}\n", part.path)
    hooks, listed = parse_strict(text).get("hooks", {}), [path[-1] == 0 for path, _ in part.held]
    ours = [one for groups in hooks.values() for one in groups if is_ours(one)]
    good = [one in ours if path[-1] == 0 else look_up(text, path) == one for path, one in part.held]
    if len(ours) == sum(listed) and all(good):
        return data or b""
    text = cut_ours(text, part, None)
    for path, value in part.held:
        for depth in range(1, len(path)):
            if find_start(text, path[:depth]) < 0:
                text = add_member(text, path[:depth], [] if path[depth] == 0 else {})
        if path[-1] == 0 or find_start(text, path) < 0:
            text = add_member(text, path, value)
        elif look_up(text, path) != value and path != ["version"]:
            raise Refused(f"{part.path} has a {path[-1]!r} that is not ours")
    return text.encode()


def strip_part(part: Part, data: Bytes, before: Blanks | None) -> Bytes:
    """The file without us; None: it goes.  `before`: list_containers of what was there, None where that is not known."""
    if data is None or part.kind == "file":
        ours = before == {} or data is None or data == part.held or b"autoskillit" in data
        return None if ours else data
    if part.kind == "block":
        return strip_block(part, data) or (b"" if before else None)
    text = decode_settings(data, part.path)
    made = cut_ours(text, part, before or {})
    gone = not before and made != text and parse_strict(made) in NOTHING
    return None if gone else made.encode()


def strip_block(part: Part, data: bytes) -> bytes:
    """The text without the lines between the two that mark ours."""
    head, found, rest = data.partition(f"{part.held[0]}\n".encode())
    return head + rest.partition(f"{part.held[2]}\n".encode())[2] if found else data


def list_containers(part: Part, data: Bytes) -> Blanks:
    """The containers that are there before us, with the white space inside the empty ones ("" for full ones)."""
    if data is None or part.kind != "json":
        return {} if data is None else {"": ""}
    text = decode_settings(data, part.path)
    bare = cut_ours(text, part, {})
    if bare != text and parse_strict(bare) in NOTHING:
        return {}
    paths = [path[:depth] for path, _ in part.held for depth in range(len(path))]
    there = [path for path in paths if find_start(bare, path) >= 0]
    return {"/".join(map(str, path)): bare[find_blanks(bare, path) or slice(0)] for path in there}


def decode_settings(data: bytes, path: str) -> str:
    """The text of a settings file.  Refused where the client could not read it either."""
    try:
        text = data.decode("utf-8")
        value = parse_strict(text)
    except (UnicodeDecodeError, Refused) as fault:
        raise Refused(f"{path}: {fault}") from None
    hooks = value.get("hooks", {}) if isinstance(value, dict) else None
    if not isinstance(hooks, dict) or not all(isinstance(one, list) for one in hooks.values()):
        raise Refused(f"{path}: it should hold an object whose `hooks` is an object of lists")
    return text


def look_up(text: str, path: Path) -> Any:
    start = find_start(text, path)
    return JSONDecoder().raw_decode(text, start)[0] if start >= 0 else None


def cut_ours(text: str, part: Part, before: Blanks | None) -> str:
    """The text without us.  What this empties goes, unless `before` names it; all stays where it is None."""
    for event, groups in parse_strict(text).get("hooks", {}).items():
        path = ["hooks", event]
        for index in [at for at, group in enumerate(groups) if is_ours(group)][::-1]:
            ours = [is_ours(handler) for handler in groups[index].get("hooks", ())]
            for at in [] if all(ours) else range(len(ours))[::-1]:
                text = cut_member(text, [*path, index, "hooks", at]) if ours[at] else text
            text = cut_member(text, [*path, index]) if all(ours) else text
        text = drop_empty(text, path, before) if any(map(is_ours, groups)) else text
    for path in [["statusLine"], *(path for path, _ in part.held if path[-1] != 0)]:
        if any(sign in dumps(look_up(text, path)) for sign in SIGNS) or path == ["strict"]:
            text = drop_empty(cut_member(text, path), path[:-1], before)
    return text


def drop_empty(text: str, path: Path, before: Blanks | None) -> str:
    """The text without the container at `path` and those around it, where they are empty and were not there."""
    while before is not None and (span := find_blanks(text, path)):
        known = before.get("/".join(map(str, path)), None if path else "")
        if known is not None:
            return text[: span.start] + known + text[span.stop :]
        text, path = cut_member(text, path), path[:-1]
    return text


def is_ours(one: Any) -> bool:
    """Is this a handler that an installer of ours wrote, of whatever version and client, or a group that holds one?"""
    if not isinstance(one, dict):
        return False
    words, inner = str([one.get(key) for key in "command bash args".split()]), one.get("hooks")
    inside = isinstance(inner, list) and any(map(is_ours, inner))
    return inside or any(sign in words for sign in SIGNS)
