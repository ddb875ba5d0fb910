"""What an installation changes, computed before anything is written: a Part a file, with and without us.  Pure but
for `read_file`.

Law: strip_part(part, make_part(part, data), list_containers(part, data)) == data, for all that is accepted.
Cannot see: what a settings file of another schema means; one that holds no object of lists under `hooks` is refused.
"""

from __future__ import annotations

import json

from hooks._install import SIGNS, is_ours
from hooks._stores.json_text import (
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

    from hooks._stores.json_text import Path

    Bytes = Optional[bytes]
    Blanks = dict[str, str]

BOM = "\ufeff"


class Part:
    """One file.  `kind` says what of it is ours, `held` what that is:

    "file"    all of it: bytes
    "hooks"   a handler, or a group of them, for each event: {event: group}; `more` are keys that stand beside `hooks`
    "member"  one member of an object: (path, value)
    "block"   some lines between two that mark them: (first line, text, last line)
    """

    __slots__ = tuple("held kind mode more path".split())

    def __init__(
        self, kind: str, path: str, held: Any, mode: int = 0o644, more: Any = None
    ) -> None:
        self.kind, self.path, self.held, self.mode, self.more = kind, path, held, mode, more or {}


def read_file(path: str) -> bytes | None:
    """A file's bytes; None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def make_part(part: Part, data: Bytes) -> bytes:
    """The file with us.  Refused where it is not ours to change."""
    if part.kind == "file":
        if data is not None and not any(sign in data for sign in (b"guards", b"autoskillit")):
            raise Refused(f"{part.path} is there and not ours")
        return bytes(part.held)
    if part.kind == "block":
        first, text, last = part.held
        rest = strip_block(part, (data or b"").decode("utf-8", "surrogateescape"))
        joint = "\n" if rest and not rest.endswith("\n") else ""
        made = rest + joint + f"{first}\n{text}{last}\n" if text else rest
        return made.encode("utf-8", "surrogateescape")
    head, text = decode_settings(data if data is not None else b"{}\n", part.path)
    if part.kind == "hooks":
        for key, value in part.more.items():
            text = text if key in parse_strict(text) else add_member(text, [key], value)
        return (head + register_hooks(text, part.held)).encode()
    path, value = part.held
    if path[-1] in (made := text):  # a member of that name that is not ours stays
        held: Any = parse_strict(text)
        for key in path:
            held = held.get(key) if isinstance(held, dict) else None
        if held not in (None, value) and not any(sign in json.dumps(held) for sign in SIGNS):
            raise Refused(f"{part.path} has a {path[-1]!r} that is not ours")
    for depth in range(1, len(path)):
        if find_start(made, path[:depth]) < 0:
            made = add_member(made, path[:depth], {})
    made = add_member(cut_member(made, path), path, value)
    return (head + (text if parse_strict(made) == parse_strict(text) else made)).encode()


def strip_part(part: Part, data: Bytes, before: Blanks | None) -> bytes | None:
    """The file without us; None: it goes.  `before` is list_containers of what was there, None where it is not
    known, {} where nothing was."""
    if data is None or part.kind == "file":
        ours = before == {} or data is None or data == part.held or b"autoskillit" in data
        return None if ours else data
    if part.kind == "block":
        made = strip_block(part, data.decode("utf-8", "surrogateescape"))
        return made.encode("utf-8", "surrogateescape") if made or before else None
    head, text = decode_settings(data, part.path)
    known = before or {}
    if part.kind == "hooks":
        made = unregister_hooks(text, known)
    else:
        made = cut_member(text, part.held[0])
        for depth in range(len(part.held[0]) - 1, -1, -1) if made != text else ():
            made = drop_empty(made, part.held[0][:depth], known)
    gone = not before and made != text and parse_strict(made) in ({}, part.more)
    return None if gone else (head + made).encode()


def list_containers(part: Part, data: Bytes) -> Blanks:
    """The containers that are there before us, with the white space inside the empty ones ("" for full ones)."""
    if data is None or part.kind in ("file", "block"):
        return {} if data is None else {"": ""}
    _, text = decode_settings(data, part.path)
    paths: list[Path] = (
        [part.held[0][:depth] for depth in range(len(part.held[0]))]
        if part.kind == "member"
        else [[]]
    )
    if part.kind == "hooks":
        bare = unregister_hooks(text, {})
        if bare != text and parse_strict(bare) in ({}, part.more):
            return {}
        text = bare
        paths += [["hooks"], *(["hooks", event] for event in parse_strict(text).get("hooks", ()))]
    return {
        "/".join(map(str, path)): list_blanks(text, path) or ""
        for path in paths
        if find_start(text, path) >= 0
    }


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
    if not isinstance(hooks, dict) or not all(
        isinstance(groups, list) for groups in hooks.values()
    ):
        raise Refused(f"{path}: it should hold an object whose `hooks` is an object of lists")
    return head, text[len(head) :]


def register_hooks(text: str, groups: dict[str, Any]) -> str:
    """The text with exactly our groups, each once; handlers of ours that differ go, others stay where they are."""
    hooks = parse_strict(text).get("hooks", {})
    ours = {event: [one for one in found if has_ours(one)] for event, found in hooks.items()}
    if {event: found for event, found in ours.items() if found} == {
        event: [group] for event, group in groups.items()
    }:
        return text
    text = unregister_hooks(
        text, dict.fromkeys(["hooks", *(f"hooks/{event}" for event in groups)], "")
    )
    for event, group in groups.items():
        for path in (["hooks"], ["hooks", event]):
            if find_start(text, path) < 0:
                text = add_member(text, path, {} if len(path) == 1 else [group])
        held = parse_strict(text)["hooks"][event]
        if group not in held:
            text = add_member(text, ["hooks", event, len(held)], group)
    return text


def unregister_hooks(text: str, before: Blanks) -> str:
    """The text without handlers of ours.  What this empties goes, unless `before` names it."""
    for event, groups in parse_strict(text).get("hooks", {}).items():
        path: Path = ["hooks", event]
        for index in reversed(range(len(groups))):
            if has_ours(groups[index]):
                handlers = groups[index].get("hooks", ())
                ours = [at for at, handler in enumerate(handlers) if is_ours(handler)]
                for at in reversed(ours) if len(ours) < len(handlers) else ():
                    text = cut_member(text, [*path, index, "hooks", at])
                text = cut_member(text, [*path, index]) if len(ours) == len(handlers) else text
        if any(map(has_ours, groups)):
            text = drop_empty(
                drop_empty(drop_empty(text, path, before), ["hooks"], before), [], before
            )
    return (
        cut_member(text, ["statusLine"]) if is_ours(parse_strict(text).get("statusLine")) else text
    )


def drop_empty(text: str, path: Path, before: Blanks) -> str:
    """The text without the container at `path` where it is empty and was not there; else with its white space."""
    if list_blanks(text, path) is None:
        return text
    known = before.get("/".join(map(str, path)), None if path else "")
    return cut_member(text, path) if known is None else fill_blanks(text, path, known)


def has_ours(group: Any) -> bool:
    """Is this a handler of ours, or a group that holds one?"""
    handlers = group.get("hooks") if isinstance(group, dict) else None
    return is_ours(group) or (isinstance(handlers, list) and any(map(is_ours, handlers)))


def strip_block(part: Part, text: str) -> str:
    """The text without the lines between the two that mark ours."""
    first, _, last = part.held
    head, found, rest = text.partition(f"{first}\n")
    return head + rest.partition(f"{last}\n")[2] if found else text
