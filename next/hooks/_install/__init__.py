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

from hooks._stores.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

VERSION = "1.0.0"
SCOPES = ("project", "local", "user")
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
    words = ["-n", "0", "/bin/sh", "-c", START, "${CLAUDE_PROJECT_DIR}/" + LAUNCHER, row["script"]]
    if plugin:
        words[4:6] = [PLUGIN, "${CLAUDE_PLUGIN_ROOT}/hooks/_install/guardctl.sh"]
    handler = {"type": "command", "command": NICE, "args": words, "timeout": row["timeout"]}
    if strict:
        words += ["claude", "strict"]
        handler["onFailure"] = "block"
    return {**({"matcher": row["matcher"]} if "matcher" in row else {}), "hooks": [handler]}


def is_ours(handler: Any) -> bool:
    """Is this a handler, of whatever client, that an installer of ours wrote, of whatever version?"""
    words = (
        [handler.get(key) for key in ("command", "bash", "args")]
        if isinstance(handler, dict)
        else ()
    )
    return any(sign in str(words) for sign in SIGNS)


class Place:
    """One scope of one project.

    `root` is the .autoskillit folder; `settings` the client's settings file; `servers` the file that names MCP
    servers; `data` the person's folder with `python` and `code`; `record` the JSON file outside the project that says
    what was there before, `copy` our code, packed, beside it.
    """

    __slots__ = tuple(
        "copy config data environ home project record root scope servers settings".split()
    )

    def __init__(self, scope: str, project: str, environ: Mapping[str, str]) -> None:
        self.scope, self.environ = scope, environ
        self.home = environ.get("HOME") or os.path.expanduser("~")
        self.data = os.path.join(environ.get("XDG_DATA_HOME") or f"{self.home}/.local/share", NAME)
        self.project = os.path.abspath(self.home if scope == "user" else project)
        self.root, moved = f"{self.project}/.autoskillit", environ.get("CLAUDE_CONFIG_DIR")
        self.config = moved if moved and scope == "user" else f"{self.project}/.claude"
        self.settings = f"{self.config}/settings{'.local' if scope == 'local' else ''}.json"
        person = f"{moved or self.home}/.claude.json"
        self.servers = f"{self.project}/.mcp.json" if scope == "project" else person
        outside = World(os.path.realpath(self.project), environ).locate_outside("installed")
        self.record = f"{outside}.{scope}.json"
        self.copy = f"{os.path.dirname(os.path.dirname(outside))}/code.zip"

    def shorten(self, path: str) -> str:
        """The path as a person in the project's folder would say it."""
        inside = os.path.relpath(path, self.project)
        return path if inside.startswith(os.pardir) or self.scope == "user" else inside


def say_line(word: str, text: str) -> None:
    print(f"{word:9} {text}")
