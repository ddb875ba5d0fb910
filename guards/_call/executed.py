"""A function that a tool calls by its dotted name (`run_python {callable, args}`), and where a tool runs things."""
from __future__ import annotations

from guards._text.plain import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Servers that run it on this machine, as far as their names tell, and arguments that name another machine.
HERE = frozenset("""autoskillit bash cli cmd code command commander commands console desktop exec ide iterm jupyter
kernel local node powershell process python repl runner sh shell terminal tmux""".split())
MACHINES = tuple("host hostname machine connection server target ssh_host remote instance".split())


def machine_of(server: str, given: Mapping[str, Any]) -> str:
    """Where a command goes that a server's tool runs; "" for this machine.

    >>> machine_of("ssh", {"host": "a.example"}), machine_of("cloud", {"cmd": "x"}), machine_of("terminal", {})
    ('a.example', 'service:cloud', '')
    """
    named = next((given[name] for name in MACHINES if isinstance(given.get(name), str)), "")
    if named:
        return named if named not in ("localhost", "127.0.0.1", "local") else ""
    return "" if not HERE.isdisjoint(server.replace("-", "_").lower().split("_")) else f"service:{server}"


HANDED = frozenset("os subprocess asyncio pty".split())      # modules whose functions are handed a command
NAMED = ("args", "command", "cmd", "argv")                      # and under which names
SPELLED = 64                                                    # of one call that are spelled out
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
    pairs = list(args.items())[:SPELLED] if isinstance(args, dict) else []
    if module.partition(".")[0] in HANDED:
        command = next((value for key, value in pairs if key in NAMED), None)
        if isinstance(command, str):
            return command
        if isinstance(command, list):
            return " ".join(quoted(str(word)) for word in command)
    spelled = ", ".join(f"{key}={repr(value)[:TEXT]}" for key, value in pairs if str(key).isidentifier())
    code = (f"import {module}\n" if module else "") + f"{name}({spelled})"
    return f"python3 -c {quoted(code)}"
