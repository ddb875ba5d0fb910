"""The repository as a Claude Code plugin and its own marketplace: the files that say so, made from the registry.

`python3 -m hooks._install.plugin` writes them; a test holds them to what it would write.  The hooks are those of
install.py, with a launcher in the plugin's own folder; what is true of one machine (which Python) lies in the
plugin's data folder, which outlives an update.
"""
from __future__ import annotations

import json
import os

from hooks._identity import VERSION
from hooks._install import command, presence
from hooks._install.places import SOURCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAYS = ("Hook scripts that make a coding agent aware of its session: who may resume, what may leave, who asked, "
        "what may be believed")
LAUNCHER = "${CLAUDE_PLUGIN_ROOT}/hooks/_install/plugin.sh"


def made(registry: dict[str, Any]) -> dict[str, object]:
    """{path in the repository: what it holds, as JSON values}."""
    owner = {"name": command.NAME}
    hooks = {}
    for event, row in registry["events"].items():
        if event == presence.SHOWN:
            continue
        group = {"matcher": row["matcher"]} if row.get("matcher") else {}
        words = command.sealed(LAUNCHER, row["script"], "plugin")
        hooks[event] = [{**group, "hooks": [command.handler(words, row.get("timeout", 10), False)]}]
    about = {"name": command.NAME, "version": VERSION, "description": SAYS, "author": owner, "license": "MIT"}
    return {".claude-plugin/plugin.json": about,
            ".claude-plugin/marketplace.json": {
                "name": command.NAME, "owner": owner, "metadata": {"description": SAYS, "version": VERSION},
                "plugins": [{"name": command.NAME, "source": "./", "description": SAYS, "version": VERSION}]},
            "hooks/hooks.json": {"description": SAYS, "hooks": hooks}}


def text(value: object) -> str:
    """A value as the text of a file."""
    return json.dumps(value, indent=2) + "\n"


def main() -> None:
    """Writes the plugin's files anew."""
    with open(os.path.join(SOURCE, "hook_registry.json"), "rb") as file:
        registry = json.loads(file.read())
    for path, value in made(registry).items():
        with open(os.path.join(SOURCE, path), "w", encoding="utf-8", newline="\n") as out:
            out.write(text(value))


if __name__ == "__main__":
    main()
