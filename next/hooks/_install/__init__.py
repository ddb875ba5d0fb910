"""The words of the installer: version, names, and the handler of one event as a settings file holds it.

A handler is `nice sh -c START LAUNCHER EVENT`.  START runs the person's installed copy, whatever project it is; only
where this machine has none, the project's launcher says so or starts the vendored copy.  Why it has this form:

* exit code 2 blocks every call, and CPython, dash and a missing script all exit with 2; a failed `exec` of sh does not.
* `command` alone must be harmless: other clients drop `args` and feed the event to `command` (sh would run it).
* `command` holds no "autoskillit": the orchestrator's installer deletes such handlers.
* A committed settings file names no path of one machine, and is equal in all scopes, so the client runs it once.

Cannot see: a system that keeps `nice` elsewhere than the machine that installed.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "1.0.0"
NAME = "autoskillit"
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAUNCHER = ".autoskillit/guardctl"
START = (
    'c=$XDG_DATA_HOME n=$1; shift; [ "$c" ] || c=$HOME/.local/share; c=$c/autoskillit; s=$c/code/hooks/$n.py; '
    '[ -x "$c/python" ] && [ -f "$s" ] && exec "$c/python" -I -S "$s" "$@"; '
    '[ -f "$0" ] && exec /bin/sh "$0" hook "$n" "$@"; exit 1'
)
# As a plugin: an installation in the project comes first, and its handlers are there already.
PLUGIN = (
    '[ -f "$0" ] || exit 1; [ -f "$CLAUDE_PROJECT_DIR/.autoskillit/guardctl" ] && exit 0; '
    'exec /bin/sh "$0" hook "$@"'
)
# What handlers of ours hold, of this version and of those before.
SIGNS = (".autoskillit/guardctl", "/.autoskillit/hook", "hooks/_install/", "autoskillit-guards")
NICE = next(filter(os.path.exists, ("/usr/bin/nice", "/bin/nice")), "/usr/bin/nice")


def make_handler(row: dict[str, Any], strict: bool, plugin: bool = False) -> dict[str, Any]:
    """The handler group of the event whose row of hook_registry.json is `row`."""
    words = ["-n", "0", "/bin/sh", "-c", START, "${CLAUDE_PROJECT_DIR}/" + LAUNCHER, row["script"]]
    if plugin:
        words[4:6] = [PLUGIN, "${CLAUDE_PLUGIN_ROOT}/hooks/_install/guardctl.sh"]
    handler: dict[str, Any] = {
        "type": "command",
        "command": NICE,
        "args": words,
        "timeout": row["timeout"],
    }
    if strict:
        words += ["claude", "strict"]
        handler["onFailure"] = "block"
    group: dict[str, Any] = {"matcher": row["matcher"]} if "matcher" in row else {}
    return {**group, "hooks": [handler]}


def is_ours(handler: Any) -> bool:
    """Is this a handler, of whatever client, that an installer of ours wrote, of whatever version?"""
    if not isinstance(handler, dict):
        return False
    args = handler.get("args")
    words = [handler.get("command"), *(args if isinstance(args, list) else ())]
    return any(sign in word for word in words if isinstance(word, str) for sign in SIGNS)
