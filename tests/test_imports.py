"""What a hook process imports: a list, since a stopwatch lies."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripts import ROOT, SCRIPTS, Scripts

# Modules of the standard library that a silent PreToolUse may have loaded, beyond those of `python -I -S -c pass`.
MAY = frozenset((
    "__future__", "_blake2", "_collections_abc", "_json", "_sha2", "_sha256", "_stat", "fcntl", "genericpath", "msvcrt",
    "nt", "ntpath", "os", "os.path", "posixpath", "stat", "time"))
SILENT = [
    ("Bash", {"command": "ls -la"}),
    ("Bash", {"command": "git status --short && git diff --stat"}),
    ("Bash", {"command": "python3 -m pytest -q tests/test_x.py 2>&1 | tail -20"}),
    ("Bash", {"command": "cd src && grep -rn 'def main' . | head"}),
    ("Read", {"file_path": "/home/dev/project/src/app.py"}),
    ("Edit", {"file_path": "/home/dev/project/src/app.py", "old_string": "x = 1", "new_string": "x = 2"}),
    ("Grep", {"pattern": "TODO", "path": "src"}),
    ("Glob", {"pattern": "**/*.py"}),
    ("TodoWrite", {"todos": [{"content": "write it", "status": "pending", "activeForm": "writing"}]}),
]
SPY = """
import os, sys
before = set(sys.modules)
end = os._exit
def listed(code):
    sys.stderr.write("\\n".join(sorted(set(sys.modules) - before)))
    sys.stderr.flush()
    end(code)
os._exit = listed
script = sys.argv[1]
__file__ = script
exec(compile(open(script).read(), script, "exec"))
"""


def loaded(project: Path, event: str, payload: dict) -> set[str]:
    scripts = Scripts(project)
    full = {"session_id": "s", "hook_event_name": event, "cwd": str(project), **payload}
    done = subprocess.run([sys.executable, "-I", "-S", "-c", SPY, str(ROOT / "hooks" / SCRIPTS[event])],
                          input=json.dumps(full), capture_output=True, text=True, env=scripts.env, cwd=project,
                          timeout=60, check=False)
    assert done.stdout == ""
    return set(done.stderr.split())


@pytest.mark.parametrize(("tool", "given"), SILENT, ids=[f"{tool} {n}" for n, (tool, _) in enumerate(SILENT)])
def test_a_silent_call_imports_little(project: Path, tool: str, given: dict) -> None:
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt="fix the parser in src/app.py and run the tests")
    names = loaded(project, "PreToolUse", {"tool_name": tool, "tool_input": given, "tool_use_id": "t"})
    foreign = {name for name in names if name.split(".")[0] not in ("hooks", "guards")}
    assert foreign <= MAY


def test_the_spy_sees_what_a_script_imports(project: Path, tmp_path: Path) -> None:
    script = tmp_path / "x.py"
    script.write_text("import json, os\nos._exit(0)\n")
    done = subprocess.run([sys.executable, "-I", "-S", "-c", SPY, str(script)], capture_output=True, text=True,
                          check=False)
    assert "json" in done.stderr.split()
