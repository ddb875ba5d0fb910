"""Is all of it there, and does it answer?  Each fault is said with what mends it.

Cannot see: whether the client trusts the folder, or was started with its hooks off.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile

from hooks._install import SOURCE
from hooks._install.bundle import digest_code, read_code
from hooks._install.places import Place
from hooks._install.plan import BOM, decode_settings, has_ours, list_groups, plan_files, read_file
from hooks._install.work import say_line
from hooks._stores.json_text import Refused

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
    data = read_file(place.settings)
    if data is None:
        return [f"there is no {place.shorten(place.settings)}"]
    try:
        settings = json.loads(decode_settings(data, place.settings).lstrip(BOM))
    except Refused as refusal:
        return [str(refusal)]
    faults, found = [], {}
    for event, group in list_groups(False).items():
        ours = [one for one in settings.get("hooks", {}).get(event, []) if has_ours(one)]
        if not ours:
            faults.append(f"{event} is not registered in {place.shorten(place.settings)}")
        elif ours[0] not in (group, list_groups(True)[event]) or len(ours) > 1:
            faults.append(f"{event} is registered otherwise than this version does it")
        else:
            found[event] = ours[0]["hooks"][0]
    faults += [
        f"{place.shorten(path)} is {'missing' if read_file(path) is None else 'not as installed'}"
        for path, wanted, _ in plan_files(place, False)
        if read_file(path) != wanted
    ]
    code = f"{place.data}/code" if os.path.isdir(f"{place.data}/code") else place.bundle
    if not os.path.isfile(f"{code}/install.py"):
        return [*faults, f"the code is not in {place.data}"]
    if digest_code(read_code(code)) != digest_code(read_code(SOURCE)):
        faults.append(f"the code in {code} is another than this version's")
    if settings.get("disableAllHooks"):
        faults.append(f"{place.shorten(place.settings)} sets disableAllHooks")
    return faults + [
        fault for event, handler in found.items() for fault in try_handler(place, event, handler)
    ]


def try_handler(place: Place, event: str, handler: dict[str, Any]) -> list[str]:
    """Runs a handler as the client does, with its records in a folder that goes again."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {
            **place.environ,
            "CLAUDE_PROJECT_DIR": folder,
            "AUTOSKILLIT_STATE_DIR": f"{folder}/state",
        }
        environ["XDG_STATE_HOME"] = f"{folder}/outside"
        payload = {
            "session_id": "check",
            "cwd": folder,
            "hook_event_name": event,
            "tool_name": "Read",
        }
        payload.update(
            tool_input={"file_path": "a"},
            tool_use_id="t",
            prompt="",
            source="startup",
            reason="other",
        )
        words = [
            handler["command"],
            *(word.replace("${CLAUDE_PROJECT_DIR}", place.project) for word in handler["args"]),
        ]
        try:
            done = subprocess.run(
                words,
                input=json.dumps(payload).encode(),
                capture_output=True,
                env=environ,
                cwd=folder,
                timeout=20,
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return [f"{event} does not start: {error}"]
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return (
        [f"{event} ends with {done.returncode}: {said[-1] if said else ''}"]
        if done.returncode or said
        else []
    )
