"""The command of one event: finds an interpreter, runs the script with -I -S, and never lets exit code 2 out.

Claude Code reads exit code 2 as "block this call", and a missing script (CPython), a missing file to
source and a syntax error in it (sh) all exit with 2.  So the shell form is a subshell whose every
failure becomes 1, which blocks nothing and is shown to the person; `run.sh` in the bundle does the rest.

The interpreter is named in `.autoskillit/local/python`, which is this machine's own and not
committed; a teammate's first event has `find_python.sh` look for one and write the file.  A committed
command holds no path of one machine: the project is `$CLAUDE_PROJECT_DIR`, and where an agent does not
set that, the nearest folder above that holds the settings file which the command came from.
No variable has braces: Claude Code replaces `${...}` textually, in hooks and in .mcp.json, quotes and all.
"""
from __future__ import annotations

import re
import shlex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "autoskillit-guards"
RUN = "hooks/_install/run.sh"
OURS = re.compile(re.escape(RUN) + "|" + NAME + r".*?hooks[/\\]\w+\.py|hooks[/\\]\w+\.py.*?" + NAME, re.DOTALL)

PROJECT = """\
d=$CLAUDE_PROJECT_DIR; [ "$d" ] || { d=$PWD; until [ -f "$d/.claude/settings.json" ] || [ "$d" = / ]; \
do d=$(dirname "$d"); done; export CLAUDE_PROJECT_DIR="$d"; }; """

SEAL = """\
import sys
if sys.version_info < (3, 9): sys.exit('@name: needs Python 3.9 or newer')
try: code = open(sys.argv[1], 'rb').read()
except OSError: sys.exit('@name: ' + sys.argv[1] + ' is missing; run install.py again')
try: exec(compile(code, sys.argv[1], 'exec'), {'__name__': '__main__', '__file__': sys.argv[1]})
except SystemExit as end: sys.exit(1 if end.code else 0)
"""


def shell(root: str, code: str, script: str) -> str:
    """The POSIX form.  `root` is the .autoskillit folder, `code` the folder that holds hooks/.

    Both are absolute, or begin with "$d/": then they are looked up below the project.
    """
    project = PROJECT if "$d/" in (root[:3], code[:3]) else ""
    return f'({project}root={_quoted(root)}; code={_quoted(code)}; hook={script}; . "$code/{RUN}") || exit 1'


def program(python: str, code: str, script: str) -> tuple[str, list[str]]:
    """The Windows form: a program and its arguments, no shell between (Git Bash eats backslashes)."""
    return python, ["-I", "-S", "-c", SEAL.replace("@name", NAME), f"{code}/hooks/{script}"]


def handler(words: str | tuple[str, list[str]], timeout: int, strict: bool) -> dict[str, Any]:
    """What stands in the settings file for one command."""
    made: dict[str, Any] = {"type": "command"}
    if isinstance(words, str):
        made["command"] = words
    else:
        made["command"], made["args"] = words
    made["timeout"] = timeout
    if strict:
        made["onFailure"] = "block"
    return made


def ours(found: Any) -> bool:
    """Is this handler (of whatever version of ours) one that install.py wrote?"""
    if not isinstance(found, dict):
        return False
    arguments = found.get("args")
    words = [found.get("command"), *(arguments if isinstance(arguments, list) else [])]
    return OURS.search("\n".join(word for word in words if isinstance(word, str))) is not None


def _quoted(path: str) -> str:
    return f'"{path}"' if path == "$d" or path.startswith("$d/") else shlex.quote(path)
