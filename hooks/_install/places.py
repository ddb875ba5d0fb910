"""Where things go, a scope: the settings file, the `.autoskillit` folder, the code, and how the command names them."""
from __future__ import annotations

import os

from hooks._install import interpreter, shared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SCOPES = ("project", "local", "user")
PARTS = ("hooks", "guards", "commands", "hook_registry.json", "install.py", "CHANGELOG.md", "LICENSE")
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Place:
    """One scope of one project.

    project        the folder that the agent is started in
    root           the .autoskillit folder, absolute
    settings       the agent's settings file
    servers        the file that names MCP servers
    pin            the name of the copy that all projects of a person share; "" where the code lies elsewhere
    code           the folder that holds hooks/ and guards/: that copy, one in the project, or the checkout (`link`)
    bundle         where a copy in the project lies, or would
    commands       where the client looks for commands that a person types; "" where they would be in everybody's way
    copies         the folder of the shared copies; "" where there is no home
    root_in_command, code_in_command    the same, as an MCP server's command names them
    launcher       the file that runs a hook, as the settings file names it
    starts         the programs that run it: this system's `nice` and `sh`
    agents         whose settings this is about (hooks/_install/agents.py)
    """

    __slots__ = ("agents", "bundle", "code", "code_in_command", "commands", "copies", "launcher", "link", "pin",
                 "project", "root", "root_in_command", "scope", "servers", "settings", "starts")

    def __init__(self, scope: str, project: str, env: Mapping[str, str], link: bool = False,
                 pin: str | None = None) -> None:
        """pin: None for what the launcher that is there names."""
        home = env.get("HOME") or os.path.expanduser("~")
        config = env.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
        self.scope, self.link, self.project = scope, link, os.path.abspath(project)
        self.root = os.path.join(home if scope == "user" else self.project, ".autoskillit")
        self.settings = os.path.join(config, "settings.json") if scope == "user" else os.path.join(
            self.project, ".claude", "settings.local.json" if scope == "local" else "settings.json")
        self.commands = "" if scope == "local" else os.path.join(os.path.dirname(self.settings), "commands")
        self.servers = os.path.join(self.project, ".mcp.json") if scope == "project" else os.path.join(
            env.get("CLAUDE_CONFIG_DIR") or home, ".claude.json")
        self.bundle, self.copies = os.path.join(self.root, "bundle"), shared.folder(env)
        self.pin = "" if link or not self.copies else shared.pinned(self.root) if pin is None else pin
        self.code = SOURCE if link else os.path.join(self.copies, self.pin) if self.pin else self.bundle
        self.starts = interpreter.starts()
        self.agents: tuple[str, ...] = ("claude",)
        self.root_in_command = self._named(self.root)
        self.code_in_command = self._named(self.code)
        self.launcher = {"project": "${CLAUDE_PROJECT_DIR}/", "user": "~/"}.get(
            scope, self.project.rstrip(os.sep) + "/") + ".autoskillit/hook"

    def _named(self, path: str) -> str:
        """Below the project and committed: "$d/..."; otherwise the path as it is on this machine."""
        inside = os.path.relpath(os.path.realpath(path), os.path.realpath(self.project))
        if self.scope != "project" or inside.split(os.sep)[0] == os.pardir or os.path.isabs(inside):
            return path
        return "$d" if inside == os.curdir else "$d/" + inside.replace(os.sep, "/")

    def short(self, path: str) -> str:
        """The path as a person in the project's folder would say it."""
        inside = os.path.relpath(path, self.project)
        return path if inside.startswith(os.pardir) or os.path.isabs(inside) else inside


def others(place: Place, env: Mapping[str, str]) -> list[Place]:
    """The same project in the other scopes: Claude Code runs the hooks of all of them."""
    found = [Place(scope, place.project, env) for scope in SCOPES if scope != place.scope]
    return [other for other in found if other.settings != place.settings]  # in one's home, project and user are one
