"""guards/_call/tags.py: which tools run a command."""
import ast
from pathlib import Path

import pytest

from guards import Event
from guards._call import tags
from guards._call.tags import Tags, shell_command
from tests.house import parsed

ROOT = Path(__file__).resolve().parent.parent


def test_a_kind_brings_its_flags():
    shown = {kind: (Tags(kind).external, Tags(kind).consequential, Tags(kind).fetches) for kind in ("", "sends", "changes", "fetches")}
    assert shown == {"": (False,) * 3, "sends": (True, False, False), "changes": (False, True, False), "fetches": (True, False, True)}


@pytest.mark.parametrize(("tool", "given", "command"), [
    ("Bash", {"command": "ls"}, "ls"), ("Bash", {"command": ["ls"]}, ""), ("", {"command": "ls"}, ""),
    ("Monitor", {"command": "ls"}, "ls"), ("Task", {"command": "ls"}, ""), ("mcp__chess__move", {"command": "e4"}, ""),
    ("mcp__browser__runner", {"script": "x"}, ""), ("mcp__db__run_query", {"sql": "select 1"}, ""),
    ("run_shell_command", {"command": "ls"}, "ls"), ("PowerShell", {"command": "ls"}, "ls"),
    ("mcp__autoskillit__run_cmd", {"cmd": "ls", "cwd": "/x"}, "ls"), ("mcp__shell__start", {"script": "ls"}, "ls"),
    ("mcp__ssh__exec", {"command": ""}, "")])
def test_what_a_shell_is_given(tool, given, command):
    assert shell_command(Event("PreToolUse", "s", tool=tool, input=given)) == command


# Strings outside the dialects and guards/_call/tags.py that are a client's tool or an argument of one.  It may fall: a new
# place asks `call.file`, `call.puts`, `file_of(event)` or a name of that module.
LITERALS = 28


def test_a_clients_words_stand_in_one_table() -> None:
    words = {*tags.LOCAL, *tags.BUILT_IN, *tags.CLIENT_SHELLS, *tags.PATCHERS, *tags.FILE[:-1], *tags.PUTS[1:], tags.SUBAGENT, tags.KEPT_OUTPUT}
    found = [f"{path.relative_to(ROOT)}:{node.lineno} {node.value}" for top in ("guards", "hooks") for path in sorted((ROOT / top).rglob("*.py"))
             if path.parent.name != "_agents" and path != ROOT / "guards/_call/tags.py"
             for node in ast.walk(parsed(path.read_text("utf-8"))) if isinstance(node, ast.Constant) and node.value in words]
    assert len(found) <= LITERALS, found
