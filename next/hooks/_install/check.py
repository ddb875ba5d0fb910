"""Is all of it there, and does it answer?  Each fault is said with what mends it.

Cannot see: whether the client trusts the folder, or was started with its hooks off.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile

from hooks._install import SOURCE
from hooks._install.agents import list_installed, list_parts
from hooks._install.bundle import digest_code, read_code
from hooks._install.places import Place
from hooks._install.plan import decode_settings, has_ours, list_ours, look_up, make_part, read_file
from hooks._install.work import say_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run_check(place: Place) -> int:
    """Says what is installed and whether it works; exit code 1 where it does not."""
    faults = list_faults(place)
    for fault in faults:
        say_line("fault", fault)
    if faults:
        say_line("mend", f"python3 {SOURCE}/install.py --scope {place.scope}, in {place.project}")
        return 1
    say_line("good", f"{place.shorten(place.settings)}: every event is registered and answers")
    return 0


def list_faults(place: Place) -> list[str]:
    """What is wrong with the installation, a sentence each."""
    faults, installed = [], list_installed(place)
    if not installed:
        return [
            f"PreToolUse and the other events are not registered in {place.shorten(place.settings)}"
        ]
    strict = any("strict" in handler["args"] for _, handler in list_handlers(place))
    for part in [part for agent in installed for part in list_parts(place, agent, strict, False)]:
        data, name = read_file(part.path), place.shorten(part.path)
        if data is None or make_part(part, data) != data:
            ours = (
                list_ours(decode_settings(data, name)[1], part)
                if data and part.kind == "json"
                else []
            )
            lost = (
                [path[1] for path, value in part.held if (path, value) not in ours] if ours else []
            )
            state = "missing" if data is None else "not as this version writes it"
            faults.append(f"{name} is {state}{': ' if lost else ''}{', '.join(map(str, lost))}")
    if look_up(decode_settings(read_file(place.settings) or b"{}", "")[1], ["disableAllHooks"]):
        faults.append(f"{place.shorten(place.settings)} sets disableAllHooks")
    code = f"{place.data}/code" if os.path.isdir(f"{place.data}/code") else place.bundle
    if digest_code(read_code(code)) != digest_code(read_code(SOURCE)):
        faults.append(f"the code in {code} is another than this version's")
    return faults + [
        fault for event, one in list_handlers(place) for fault in try_handler(place, event, one)
    ]


def list_handlers(place: Place) -> list[tuple[str, dict[str, Any]]]:
    """(event, handler) of ours in Claude Code's settings file."""
    hooks = (
        look_up(decode_settings(read_file(place.settings) or b"{}", place.settings)[1], ["hooks"])
        or {}
    )
    return [
        (event, one["hooks"][0])
        for event, groups in hooks.items()
        for one in groups
        if has_ours(one)
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
