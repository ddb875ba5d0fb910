"""Is all of it there, and does it answer?  Each fault is said with what mends it.

Cannot see: whether the client trusts the folder, or was started with its hooks off.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile

from hooks._install import SOURCE
from hooks._install.agents import list_groups, list_installed, list_parts
from hooks._install.bundle import digest_code, read_code
from hooks._install.places import Place
from hooks._install.plan import Part, decode_settings, has_ours, make_part, read_file
from hooks._install.work import say_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run_check(place: Place) -> int:
    """Says what is installed and whether it works; exit code 1 where it does not."""
    faults = list_faults(place)
    for fault in faults:
        say_line("fault", fault)
    if not faults:
        say_line(
            "good",
            f"{place.shorten(place.settings)}: {len(list_groups(False))} events registered, all answer",
        )
    else:
        say_line(
            "mend",
            "run install.py again"
            + ("" if place.scope == "project" else f" --scope {place.scope}"),
        )
    return 1 if faults else 0


def list_faults(place: Place) -> list[str]:
    """What is wrong with the installation, a sentence each."""
    faults: list[str] = []
    installed = list_installed(place)
    if "claude" not in installed:
        return [
            f"PreToolUse and all other events are not registered in {place.shorten(place.settings)}"
        ]
    for agent in installed:
        for part in list_parts(place, agent, False, False):
            faults += list_part_faults(place, part)
    settings = json.loads(decode_settings(read_file(place.settings) or b"", place.settings)[1])
    if settings.get("disableAllHooks"):
        faults.append(f"{place.shorten(place.settings)} sets disableAllHooks")
    code = f"{place.data}/code" if os.path.isdir(f"{place.data}/code") else place.bundle
    if not os.path.isfile(f"{code}/install.py"):
        return [*faults, f"the code is not in {place.data}"]
    if digest_code(read_code(code)) != digest_code(read_code(SOURCE)):
        faults.append(f"the code in {code} is another than this version's")
    if settings.get("disableAllHooks"):
        faults.append(f"{place.shorten(place.settings)} sets disableAllHooks")
    ours = [(e, group) for e, groups in settings.get("hooks", {}).items() for group in groups]
    tried = [try_handler(place, e, group["hooks"][0]) for e, group in ours if has_ours(group)]
    return faults + [fault for found in tried for fault in found]


def list_part_faults(place: Place, part: Part) -> list[str]:
    """What is wrong with one file."""
    data, name = read_file(part.path), place.shorten(part.path)
    if part.path != place.settings:
        good = data is not None and make_part(part, data) == data
        state = "missing" if data is None else "not as this version writes it"
        return [] if good else [f"{name} is {state}"]
    hooks, strict = (
        json.loads(decode_settings(data or b"{}", name)[1]).get("hooks", {}),
        list_groups(True),
    )
    found = {e: [one for one in hooks.get(e, []) if has_ours(one)] for e in part.held}
    return [
        f"{event} is not registered in {name}"
        + (" as this version does it" if found[event] else "")
        for event, group in part.held.items()
        if found[event] not in ([group], [strict[event]])
    ]


def try_handler(place: Place, event: str, handler: dict[str, Any]) -> list[str]:
    """Runs a handler as the client does, with its records in a folder that goes again."""
    with tempfile.TemporaryDirectory() as folder:
        moved = {"AUTOSKILLIT_STATE_DIR": f"{folder}/state", "XDG_STATE_HOME": f"{folder}/outside"}
        environ = {**place.environ, "CLAUDE_PROJECT_DIR": folder, **moved}
        payload = {
            "session_id": "check",
            "cwd": folder,
            "hook_event_name": event,
            "tool_use_id": "t",
        }
        data = json.dumps(
            {**payload, "tool_name": "Read", "tool_input": {"file_path": "a"}}
        ).encode()
        root = place.project
        words = [word.replace("${CLAUDE_PROJECT_DIR}", root) for word in handler["args"]]
        try:
            done = subprocess.run(
                [handler["command"], *words],
                input=data,
                capture_output=True,
                env=environ,
                timeout=20,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return [f"{event} does not start: {error}"]
    said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [""]
    return (
        [f"{event} ends with {done.returncode}: {said[-1]}"] if done.returncode or said[-1] else []
    )
