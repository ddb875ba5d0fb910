"""What an installation changes, computed before anything is written: a Part a file, with us and without.

Law: strip_part(part, make_part(part, data), list_containers(part, data)) == data, for all that is accepted.
Cannot see: what a settings file of another schema means; one that holds no object of lists under `hooks` is refused.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat

from hooks._install import SIGNS, is_ours
from hooks._install.json_text import (
    Refused,
    add_member,
    cut_member,
    fill_blanks,
    find_start,
    list_blanks,
    parse_strict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional

    from hooks._install.json_text import Path

    Bytes = Optional[bytes]
    Blanks = dict[str, str]

BOM = "\ufeff"


class Part:
    """One file.  `kind` says what of it is ours, and what `held` is:

    "file"   all of it: bytes
    "json"   members of an object: [(path, value)]; a path that ends in 0 is an item of a list, a handler of ours
    "block"  lines between two that mark them: (first line, text, last line)
    """

    __slots__ = tuple("held kind mode path".split())

    def __init__(self, kind: str, path: str, held: Any, mode: int = 0o644) -> None:
        self.kind, self.path, self.held, self.mode = kind, path, held, mode


def read_file(path: str) -> bytes | None:
    """A file's bytes; None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


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


def make_part(part: Part, data: Bytes) -> bytes:
    """The file with us.  Refused where it is not ours to change."""
    if part.kind == "file":
        if data is not None and b"guards" not in data and b"autoskillit" not in data:
            raise Refused(f"{part.path} is there and not ours")
        return bytes(part.held)
    if part.kind == "block":
        first, text, last = part.held
        rest = strip_block(part, data or b"")
        joint = b"\n" if rest and not rest.endswith(b"\n") else b""
        return rest + joint + f"{first}\n{text}{last}\n".encode() if text else rest
    head, text = decode_settings(data if data is not None else b"{}\n", part.path)
    if list_ours(text, part) == part.held:
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
    return (head + text).encode()


def strip_part(part: Part, data: Bytes, before: Blanks | None) -> bytes | None:
    """The file without us; None: it goes.  `before` is list_containers of what was there, {} where nothing was, None
    where that is not known."""
    if data is None or part.kind == "file":
        ours = before == {} or data is None or data == part.held or b"autoskillit" in data
        return None if ours else data
    if part.kind == "block":
        return strip_block(part, data) or (b"" if before else None)
    head, text = decode_settings(data, part.path)
    made = cut_ours(text, part, before or {})
    gone = not before and made != text and parse_strict(made) in ({}, {"version": 1})
    return None if gone else (head + made).encode()


def list_containers(part: Part, data: Bytes) -> Blanks:
    """The containers that are there before us, with the white space inside the empty ones ("" for full ones)."""
    if data is None or part.kind != "json":
        return {} if data is None else {"": ""}
    _, text = decode_settings(data, part.path)
    bare = cut_ours(text, part, {})
    if bare != text and parse_strict(bare) in ({}, {"version": 1}):
        return {}
    paths = [path[:depth] for path, _ in part.held for depth in range(len(path))]
    there = [path for path in paths if find_start(bare, path) >= 0]
    return {"/".join(map(str, path)): list_blanks(bare, path) or "" for path in there}


def decode_settings(data: bytes, path: str) -> tuple[str, str]:
    """(byte order mark, text) of a settings file.  Refused where the client could not read it either."""
    try:
        text = data.decode("utf-8")
        head = BOM if text.startswith(BOM) else ""
        value = parse_strict(text[len(head) :])
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start} is no UTF-8") from None
    except Refused as refusal:
        raise Refused(f"{path}: {refusal}") from None
    hooks = value.get("hooks", {}) if isinstance(value, dict) else None
    if not isinstance(hooks, dict) or not all(isinstance(one, list) for one in hooks.values()):
        raise Refused(f"{path}: it should hold an object whose `hooks` is an object of lists")
    return head, text[len(head) :]


def list_ours(text: str, part: Part) -> list[tuple[Path, Any]]:
    """What the text holds of us, in the form of `held`: the listed handlers, and the members that `held` names."""
    hooks = parse_strict(text).get("hooks", {})
    found = {event: [one for one in groups if has_ours(one)] for event, groups in hooks.items()}
    made: list[tuple[Path, Any]] = []
    for path, _ in part.held:
        groups = found.pop(path[-2], []) if path[-1] == 0 else [look_up(text, path)]
        made += [(path, group) for group in groups]
    return made + [([], groups) for groups in found.values() if groups]


def list_missing(part: Part, data: bytes) -> list[str]:
    """The events or keys of ours that a settings file lacks, or has otherwise."""
    ours = list_ours(decode_settings(data, part.path)[1], part) if part.kind == "json" else []
    return [str(path[1]) for path, value in part.held if (path, value) not in ours] if ours else []


def look_up(text: str, path: Path) -> Any:
    """The value at `path`, None where there is none."""
    value: Any = parse_strict(text)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def cut_ours(text: str, part: Part, before: Blanks | None) -> str:
    """The text without us.  What this empties goes, unless `before` names it; all stays where it is None."""
    for event, groups in parse_strict(text).get("hooks", {}).items():
        path: Path = ["hooks", event]
        for index in reversed(range(len(groups))):
            if has_ours(groups[index]):
                handlers = groups[index].get("hooks", ())
                ours = [at for at, handler in enumerate(handlers) if is_ours(handler)]
                for at in reversed(ours) if len(ours) < len(handlers) else ():
                    text = cut_member(text, [*path, index, "hooks", at])
                text = cut_member(text, [*path, index]) if len(ours) == len(handlers) else text
        text = drop_empty(text, path, before) if any(map(has_ours, groups)) else text
    for path in [["statusLine"], *(path for path, _ in part.held if path[-1] != 0)]:
        if any(sign in json.dumps(look_up(text, path)) for sign in SIGNS) or path == ["strict"]:
            text = drop_empty(cut_member(text, path), path[:-1], before)
    return text


def drop_empty(text: str, path: Path, before: Blanks | None) -> str:
    """The text without the container at `path` and those around it, where they are empty and were not there."""
    while before is not None and list_blanks(text, path) is not None:
        known = before.get("/".join(map(str, path)), None if path else "")
        if known is not None:
            return fill_blanks(text, path, known)
        text, path = cut_member(text, path), path[:-1]
    return text


def has_ours(group: Any) -> bool:
    """Is this a handler of ours, or a group that holds one?"""
    handlers = group.get("hooks") if isinstance(group, dict) else None
    return is_ours(group) or (isinstance(handlers, list) and any(map(is_ours, handlers)))


def strip_block(part: Part, data: bytes) -> bytes:
    """The text without the lines between the two that mark ours."""
    head, found, rest = data.partition(f"{part.held[0]}\n".encode())
    return head + rest.partition(f"{part.held[2]}\n".encode())[2] if found else data
