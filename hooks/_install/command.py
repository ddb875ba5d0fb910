"""The command of one event: finds an interpreter, runs the script with -I -S, and never lets exit code 2 out.

Claude Code reads exit code 2 as "block this call", and a missing script (CPython), a missing file to
source and a syntax error in it (sh) all exit with 2.  So the launcher `.autoskillit/hook` is sourced in a
subshell whose every failure becomes 1, which blocks nothing and is shown to the person; it and `run.sh` in
the bundle do the rest.

INVARIANT: `command` is a program that does nothing when its arguments are lost.  Other agents, and Claude Code
before it knew `args`, read the same settings file and run `command` alone with the event on stdin: a bare `sh`
would run the event's text, which others write, as a script.  `nice` without arguments prints a number.
INVARIANT: nothing is searched for in PATH, where a file of anybody's would take the guards away without a word: `nice`
and `sh` stand there by their absolute paths, and what they source calls what is built into sh.
INVARIANT: `command` does not hold "autoskillit": AutoSkillit's own installer takes every such handler for its own
and deletes it.

The interpreter is named in `.autoskillit/local/python`, which is this machine's own and not
committed; a teammate's first event has `find_python.sh` look for one and write the file.  A committed
command holds no path of one machine: the agent puts the project in for ${CLAUDE_PROJECT_DIR}.
An MCP server has no such word (.mcp.json knows the person's variables alone): `shell` looks for the nearest
folder above that holds the settings file, and its variables have no braces, which would be filled in.
"""
from __future__ import annotations

import re
import shlex

NAME = "autoskillit-guards"
RUN = "hooks/_install/run.sh"
LAUNCHER = ".autoskillit/hook"
STARTS = ("/usr/bin/nice", "/bin/sh")       # where nearly every system keeps them
# The launcher as a whole word, sourced, or looked for by another agent's command; before it, the shell form with RUN,
# and a script beside our name.
OURS = re.compile(r"/\.autoskillit/hook(?:\n|\Z|['\"]? memory_server|\) \|\| exit [01]|\" \"\$@\"' )|" + re.escape(RUN)
                  + "|" + NAME + r".*?hooks[/\\]\w+\.py|hooks[/\\]\w+\.py.*?" + NAME, re.DOTALL)

PROJECT = """\
d=$CLAUDE_PROJECT_DIR; [ "$d" ] || { d=$PWD; until [ -f "$d/.claude/settings.json" ] || [ "$d" = / ]; \
do d=$(cd "$d/.." && pwd); done; export CLAUDE_PROJECT_DIR="$d"; }; """

SEAL = """\
import sys
if sys.version_info < (3, 9): sys.exit('@name: needs Python 3.9 or newer')
try: code = open(sys.argv[1], 'rb').read()
except OSError: sys.exit('@name: ' + sys.argv[1] + ' is missing; run install.py again')
try: exec(compile(code, sys.argv[1], 'exec'), {'__name__': '__main__', '__file__': sys.argv[1]})
except SystemExit as end: sys.exit(1 if end.code else 0)
"""


def sealed(launcher: str, script: str, scope: str = "project",
           starts: tuple[str, str] = STARTS) -> tuple[str, list[str]]:
    """The POSIX form.  `launcher` is absolute, begins with ${CLAUDE_PROJECT_DIR}, or with ~ for the person's own;
    `starts` are this system's `nice` and `sh`.

    A scope other than the project's is told to the script: where two register us, an event counts once.
    """
    hook = script[:-3] if script.endswith(".py") else script
    home = launcher.startswith("~/")
    text = f"(. {launcher}) || exit 1" if home else '(. "$0") || exit 1'
    told = [] if scope == "project" else [scope]
    return starts[0], ["-n", "0", starts[1], "-c", text, NAME if home else launcher, hook, *told]


def shell(root: str, code: str, script: str) -> str:
    """The words of an MCP server.  `root` is the .autoskillit folder, `code` the folder that holds hooks/; "" for the
    one that the launcher finds.

    Both are absolute, or begin with "$d/": then they are looked up below the project.
    """
    project = PROJECT if "$d/" in (root[:3], code[:3]) else ""
    if not code:
        inner = shlex.quote('(. "$0") || exit 1')
        return f"({project}exec /bin/sh -c {inner} {_quoted(root + '/hook')} {script.removesuffix('.py')}) || exit 1"
    return f'({project}root={_quoted(root)}; code={_quoted(code)}; hook={script}; . "$code/{RUN}") || exit 1'


def program(python: str, code: str, script: str) -> tuple[str, list[str]]:
    """The Windows form: a program and its arguments, no shell between (Git Bash eats backslashes)."""
    return python, ["-I", "-S", "-c", SEAL.replace("@name", NAME), f"{code}/hooks/{script}"]


def handler(words: tuple[str, list[str]], timeout: int, strict: bool) -> dict[str, object]:
    """What stands in the settings file for one command.  A strict one says so itself: the hook knows before it has
    read any settings, and without them."""
    made: dict[str, object] = {"type": "command", "command": words[0], "args": words[1], "timeout": timeout}
    if strict:
        made["onFailure"] = "block"
        made["args"] = [*words[1], "strict"]
    return made


def ours(found: object) -> bool:
    """Is this handler (of whatever version of ours) one that install.py wrote?"""
    if not isinstance(found, dict):
        return False
    arguments = found.get("args")
    words = [found.get("command"), *(arguments if isinstance(arguments, list) else [])]
    return OURS.search("\n".join(word for word in words if isinstance(word, str))) is not None


def _quoted(path: str) -> str:
    return f'"{path}"' if path == "$d" or path.startswith("$d/") else shlex.quote(path)
