"""What an installation changes, computed before anything is written: a list of (path, bytes or None, mode).

Law: unregister_hooks(register_hooks(text, groups), list_containers(text)) == text, for every text that is accepted.
Cannot see: what a settings file of another schema means; `hooks` that is no object of lists is refused.
"""

from __future__ import annotations

import json
import os

from hooks._install import LAUNCHER, SOURCE, is_ours, make_handler
from hooks._install.places import Place, find_exclude
from hooks._stores.json_text import (
    Refused,
    add_member,
    cut_member,
    fill_blanks,
    list_blanks,
    parse_strict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional

    from hooks._stores.json_text import Path

    Change = tuple[str, Optional[bytes], int]

BOM = "\ufeff"
SERVER = "session_memory"
MARK = "# autoskillit-guards: not committed yet"
COMMANDS = ("guard-allow.md", "guard-status.md", "guard-why.md")
IGNORED = "temp/\nlocal/\n__pycache__/\n"


def read_file(path: str) -> bytes | None:
    """A file's bytes; None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def decode_settings(data: bytes, path: str) -> str:
    """A settings file's text.  Refused where the client would not read it as an object either."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start} is no UTF-8") from None
    try:
        value = parse_strict(text[len(BOM) :] if text.startswith(BOM) else text)
    except Refused as refusal:
        raise Refused(f"{path}: {refusal}") from None
    hooks = value.get("hooks", {}) if isinstance(value, dict) else None
    if not isinstance(hooks, dict) or not all(
        isinstance(groups, list) for groups in hooks.values()
    ):
        raise Refused(f"{path}: it should hold an object whose `hooks` is an object of lists")
    return text


def list_groups(strict: bool, launcher: str = "") -> dict[str, Any]:
    """Our handler group of each event whose script this bundle has."""
    with open(os.path.join(SOURCE, "hook_registry.json"), "rb") as file:
        events = json.loads(file.read())["events"]
    return {
        event: make_handler(row, strict, launcher)
        for event, row in events.items()
        if os.path.isfile(os.path.join(SOURCE, "hooks", row["script"] + ".py"))
    }


def list_containers(text: str) -> dict[str, str]:
    """The containers that are there before us, with the white space inside the empty ones ("" for full ones)."""
    hooks = parse_strict(text).get("hooks")
    paths = [
        [],
        *([["hooks"]] if hooks is not None else []),
        *(["hooks", event] for event in hooks or ()),
    ]
    return {"/".join(path): list_blanks(text, path) or "" for path in paths}


def register_hooks(text: str, groups: dict[str, Any]) -> str:
    """The text with exactly our groups, each once; handlers of ours that differ go, others stay where they are."""
    hooks = parse_strict(text).get("hooks", {})
    if all(
        [g for g in hooks.get(event, []) if has_ours(g)] == [group]
        for event, group in groups.items()
    ) and all(event in groups or not any(map(has_ours, found)) for event, found in hooks.items()):
        return text
    text = unregister_hooks(
        text, dict.fromkeys(["", "hooks", *(f"hooks/{event}" for event in groups)], "")
    )
    if "hooks" not in parse_strict(text):
        text = add_member(text, ["hooks"], {})
    for event, group in groups.items():
        held = parse_strict(text)["hooks"]
        if event in held:
            text = add_member(text, ["hooks", event, len(held[event])], group)
        else:
            text = add_member(text, ["hooks", event], [group])
    return text


def has_ours(group: Any) -> bool:
    """Does this group hold a handler of ours?"""
    handlers = group.get("hooks") if isinstance(group, dict) else None
    return isinstance(handlers, list) and any(map(is_ours, handlers))


def unregister_hooks(text: str, before: dict[str, str]) -> str:
    """The text without handlers of ours.  What this empties goes, unless `before` (list_containers) names it."""
    for event, groups in parse_strict(text).get("hooks", {}).items():
        path: Path = ["hooks", event]
        for index in reversed(range(len(groups))):
            if has_ours(groups[index]):
                handlers = groups[index]["hooks"]
                ours = [at for at, handler in enumerate(handlers) if is_ours(handler)]
                for at in reversed(ours) if len(ours) < len(handlers) else ():
                    text = cut_member(text, [*path, index, "hooks", at])
                text = cut_member(text, [*path, index]) if len(ours) == len(handlers) else text
        if any(map(has_ours, groups)):
            for path in (path, ["hooks"], []):
                if list_blanks(text, path) is not None:
                    known = before.get("/".join(map(str, path)))
                    text = (
                        fill_blanks(text, path, known)
                        if known is not None
                        else cut_member(text, path)
                    )
    if is_ours(parse_strict(text).get("statusLine")):
        text = cut_member(text, ["statusLine"])
    return text


def plan_settings(
    place: Place, strict: bool, before: dict[str, str] | None
) -> tuple[Change, dict[str, str]]:
    """The settings file with us, and the containers that were there before us (`before` where a record told)."""
    data = read_file(place.settings)
    text = decode_settings(data, place.settings) if data is not None else "{}\n"
    head, text = (BOM, text[len(BOM) :]) if text.startswith(BOM) else ("", text)
    if before is None:
        before = list_containers(unregister_hooks(text, {})) if data is not None else {}
    made = head + register_hooks(text, list_groups(strict))
    return (place.settings, made.encode(), 0o644), before


def plan_files(place: Place, server: bool) -> list[Change]:
    """The small files of ours in the project, or the person's folder; the settings file is not among them."""
    with open(os.path.join(os.path.dirname(__file__), "guardctl.sh"), "rb") as file:
        launcher = file.read()
    home = place.scope == "user"
    made: list[Change] = [
        (f"{place.data}/guardctl" if home else f"{place.project}/{LAUNCHER}", launcher, 0o755)
    ]
    if not home:
        made.append((f"{place.root}/.gitignore", IGNORED.encode(), 0o644))
    for name in COMMANDS if place.scope != "local" else ():
        made.append(
            (f"{place.commands}/{name}", read_file(os.path.join(SOURCE, "commands", name)), 0o644)
        )
    return made


def plan_exclude(place: Place, ours: list[str]) -> list[Change]:
    """.git/info/exclude with our files of this project (none: without them), so that no `git add -A` takes them
    into a feature commit and no `git stash -u` takes them away."""
    path = find_exclude(place.project) if place.scope != "user" else ""
    if not path:
        return []
    text = (read_file(path) or b"").decode("utf-8", "surrogateescape")
    head, found, rest = text.partition(MARK + "\n")
    tail = rest.partition(MARK + " end\n")[2] if found else ""
    lines = "".join(f"/{os.path.relpath(one, place.project)}\n" for one in ours)
    joint = "\n" if lines and head and not head.endswith("\n") else ""
    made = head + joint + (f"{MARK}\n{lines}{MARK} end\n" if lines else "") + tail
    return [(path, made.encode("utf-8", "surrogateescape"), 0o644)]


def choose_changes(changes: list[Change]) -> list[Change]:
    """Those that change something."""
    return [(path, data, mode) for path, data, mode in changes if data != read_file(path)]
