"""A tool that calls a function by its dotted name (`run_python {callable, args}`), as a command that does the same.

So it is judged as Bash is: `os.system` with a command as that command, any other function as the Python code of its
call.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SHELLS = frozenset(("os", "subprocess", "asyncio", "pty"))      # modules whose functions are handed a command
COMMANDS = ("args", "command", "cmd", "argv")                   # and under which names
ARGUMENTS = 64                                                  # of one call that are spelled out
TEXT = 1 << 20                                                  # characters of one of them


def command_of(given: Mapping[str, object]) -> str:
    """The command; "" for a call that names no function.

    >>> command_of({"callable": "os.system", "args": {"command": "git push"}})
    'git push'
    >>> command_of({"callable": "shutil.rmtree", "args": {"path": "x"}})
    "python3 -c 'import shutil\\nshutil.rmtree(path='\\\\''x'\\\\'')'"
    """
    name = given.get("callable")
    if not isinstance(name, str) or not all(part.isidentifier() for part in name.split(".")):
        return ""
    module = name.rpartition(".")[0]
    args = given.get("args")
    pairs = list(args.items())[:ARGUMENTS] if isinstance(args, dict) else []
    if module.partition(".")[0] in SHELLS:
        command = next((value for key, value in pairs if key in COMMANDS), None)
        if isinstance(command, str):
            return command
        if isinstance(command, list):
            return " ".join(_quoted(str(word)) for word in command)
    spelled = ", ".join(f"{key}={repr(value)[:TEXT]}" for key, value in pairs if str(key).isidentifier())
    code = (f"import {module}\n" if module else "") + f"{name}({spelled})"
    return f"python3 -c {_quoted(code)}"


def _quoted(word: str) -> str:
    """A word for a shell."""
    return "'" + word.replace("'", "'\\''") + "'"
