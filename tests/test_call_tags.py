"""guards/_call/tags.py: which tools run a command."""
import pytest

from guards import Event
from guards._call.tags import Tags, shell_command


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
