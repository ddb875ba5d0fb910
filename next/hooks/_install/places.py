"""Where things lie, a scope: settings file, `.autoskillit`, commands, the shared copy, the record of what was there.

Cannot see: a client that reads its settings elsewhere than CLAUDE_CONFIG_DIR or ~/.claude say.
"""

from __future__ import annotations

import os

from hooks._install import NAME
from hooks._stores.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SCOPES = ("project", "local", "user")


class Place:
    """One scope of one project.

    `root` is the .autoskillit folder; `settings` the client's settings file; `servers` the file that names MCP
    servers; `data` the person's folder with `python` and `code`; `record` the JSON file outside the project that says
    what was there before; `bundle` where a vendored copy lies, or would.
    """

    __slots__ = tuple(
        "bundle config data environ home project record root scope servers settings".split()
    )

    def __init__(self, scope: str, project: str, environ: Mapping[str, str]) -> None:
        self.scope, self.environ = scope, environ
        self.home = environ.get("HOME") or os.path.expanduser("~")
        self.data = os.path.join(environ.get("XDG_DATA_HOME") or f"{self.home}/.local/share", NAME)
        self.project = os.path.abspath(self.home if scope == "user" else project)
        self.root, moved = f"{self.project}/.autoskillit", environ.get("CLAUDE_CONFIG_DIR")
        self.bundle = f"{self.root}/bundle"
        self.config = moved if moved and scope == "user" else f"{self.project}/.claude"
        self.settings = f"{self.config}/settings{'.local' if scope == 'local' else ''}.json"
        person = f"{moved or self.home}/.claude.json"
        self.servers = f"{self.project}/.mcp.json" if scope == "project" else person
        world = World(os.path.realpath(self.project), environ)
        self.record = world.locate_outside("installed") + f".{scope}.json"

    def shorten(self, path: str) -> str:
        """The path as a person in the project's folder would say it."""
        inside = os.path.relpath(path, self.project)
        return path if inside.startswith(os.pardir) or self.scope == "user" else inside

    def find_exclude(self) -> str:
        """git's own list of ignored files of this clone (.git/info/exclude); "" outside a clone's top folder."""
        folder = f"{self.project}/.git"
        try:
            if os.path.isfile(
                folder
            ):  # a work tree: `gitdir: PATH`, whose commondir names the clone's
                with open(folder, encoding="utf-8", errors="surrogateescape") as file:
                    folder = os.path.join(self.project, file.read().partition("gitdir:")[2].strip())
                with open(f"{folder}/commondir", encoding="utf-8") as file:
                    folder = os.path.join(folder, file.read().strip())
        except OSError:
            return ""
        good = self.scope != "user" and os.path.isfile(f"{folder}/HEAD")
        return f"{folder}/info/exclude" if good else ""
