"""What a hook process imports, opens and reads: lists and counts, since a stopwatch lies."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hooks import _archive
from tests.bundles import archived
from tests.scripts import ROOT, SCRIPTS, Scripts

# Modules of the standard library that a silent PreToolUse may have loaded, beyond those of `python -I -S -c pass`.
MAY = frozenset(("__future__", "_json", "_sha2", "_sha256", "fcntl", "gc", "msvcrt", "time"))
MORE = 5        # modules that may still be searched for: two that read the archive, and few beside
BYTES = 400_000
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
import posix, sys
before, opened, folders = set(sys.modules), [], []
sys.addaudithook(lambda name, given: opened.append(str(given[0])) if name == "open" else None)
sys.addaudithook(lambda name, given: folders.append(str(given[0])) if name == "os.listdir" else None)
end = posix._exit
def listed(code):
    found = [*(f"m {name}" for name in sys.modules if name not in before),
             *(f"s {name}" for name, one in sys.modules.items()
               if name.startswith(("hooks", "guards")) and getattr(one.__spec__, "loader", None) is not None), *(f"o {path}" for path in opened),
             *(f"d {path}" for path in folders)]
    sys.stderr.write("\\n".join(found))
    sys.stderr.flush()
    end(code)
posix._exit = listed
__file__ = sys.argv[1]
with open(__file__) as script:
    text = script.read()
exec(compile(text, __file__, "exec"))
"""


class Seen:
    """`modules`: all that were loaded; `searched`: ours that no archive gave; `opened`: paths, in order; `folders`: those
    that were listed."""

    def __init__(self, told: str) -> None:
        lines = told.splitlines()
        self.modules, self.searched, self.opened, self.folders = (
            [line[2:] for line in lines if line.startswith(kind)] for kind in ("m ", "s ", "o ", "d "))


def seen(project: Path, event: str, payload: dict, bundle: Path = ROOT) -> Seen:
    scripts = Scripts(project)
    full = {"session_id": "s", "hook_event_name": event, "cwd": str(project), **payload}
    done = subprocess.run([sys.executable, "-I", "-S", "-c", SPY, str(bundle / "hooks" / SCRIPTS[event])],
                          input=json.dumps(full), capture_output=True, text=True, env=scripts.env, cwd=project,
                          timeout=60, check=False)
    assert done.stdout == "" and done.returncode == 0, done.stderr
    return Seen(done.stderr)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with its archives, as an installation has it."""
    return archived(tmp_path_factory)


@pytest.mark.parametrize(("tool", "given"), SILENT, ids=[f"{tool} {n}" for n, (tool, _) in enumerate(SILENT)])
def test_a_silent_call_imports_little(project: Path, tool: str, given: dict) -> None:
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt="fix the parser in src/app.py and run the tests")
    names = seen(project, "PreToolUse", {"tool_name": tool, "tool_input": given, "tool_use_id": "t"}).modules
    foreign = {name for name in names if name.split(".")[0] not in ("hooks", "guards")}
    assert foreign <= MAY


def first_part(path: str) -> int:
    """The bytes of a file, of an archive those that a silent call reads."""
    size = os.path.getsize(path)
    if not path.endswith(".archive") or "/rest." in path:
        return size
    with open(path, "rb") as file:
        return min(size, sum(map(len, _archive.first(file))))


def lived(project: Path) -> None:
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt="fix the parser in src/app.py and run the tests")
    scripts.call("Read", {"file_path": "src/app.py"}, {"type": "text", "file": {"content": "def main():\n    return 1\n"}})


@pytest.mark.parametrize(("tool", "given"), SILENT, ids=[f"{tool} {n}" for n, (tool, _) in enumerate(SILENT)])
def test_a_silent_call_of_an_installation_opens_few_files(project: Path, bundle: Path, tool: str, given: dict) -> None:
    lived(project)
    once = seen(project, "PreToolUse", {"tool_name": tool, "tool_input": given, "tool_use_id": "t"}, bundle)
    assert len(once.searched) <= MORE, f"{once.searched}: what most calls need belongs into CALL (hooks/_install/archive.py)"
    read = [path for path in once.opened if path.startswith(str(bundle))]
    assert len(read) <= 3 + MORE
    assert len([path for path in read if "/PreToolUse." in path]) == 1, "it called a function that lies apart (bench/called.py)"
    assert sum(first_part(path) for path in read) < BYTES
    assert not [path for path in once.folders if not path.startswith(str(bundle))], "what the interpreter has needs no search"
    assert len([path for path in once.opened if path.startswith(str(project.parent))]) <= 12


def test_a_result_of_an_installation_is_read_out_of_its_archive(project: Path, bundle: Path) -> None:
    lived(project)
    call = {"tool_name": "Read", "tool_input": {"file_path": "a.py"}, "tool_use_id": "t"}
    Scripts(project).fire("PreToolUse", **call)
    given = {**call, "tool_response": {"type": "text", "file": {"content": "import sys\n\nx = f(1)\n" * 100}}}
    once = seen(project, "PostToolUse", given, bundle)
    assert len(once.searched) <= MORE, f"{once.searched}: what most results need belongs into RESULT (hooks/_install/archive.py)"


def test_the_spy_sees_what_a_script_imports_and_opens(project: Path, tmp_path: Path) -> None:
    script = tmp_path / "x.py"
    script.write_text(f"import json, os\nopen({str(script)!r}).close()\nos.listdir({str(tmp_path)!r})\nos._exit(0)\n")
    done = subprocess.run([sys.executable, "-I", "-S", "-c", SPY, str(script)], capture_output=True, text=True,
                          check=False)
    told = Seen(done.stderr)
    assert "json" in told.modules and told.opened.count(str(script)) == 2 and str(tmp_path) in told.folders


@pytest.mark.parametrize(("tool", "given"), [
    ("Bash", {"command": "git push origin main"}), ("WebFetch", {"url": "https://docs.python.org/3/", "prompt": "x"})])
def test_a_call_that_leads_outside_takes_up_further_archives(project: Path, bundle: Path, tool: str, given: dict) -> None:
    lived(project)
    once = seen(project, "PreToolUse", {"tool_name": tool, "tool_input": given, "tool_use_id": "t"}, bundle)
    taken = [Path(path).name.partition(".")[0] for path in once.opened if path.endswith(".archive")]
    assert [one for one in dict.fromkeys(taken) if one != "rest"] == ["PreToolUse", *(["command", "onward"] if tool == "Bash" else ["outward"])]
    assert len(once.searched) < 25 < len([name for name in once.modules if name.startswith("guards")])


# Modules that cost more than an interpreter's start, or a good part of it.
DEAR = frozenset(("enum", "hashlib", "json", "re", "shutil", "subprocess", "tempfile", "threading"))
# The other events of a session, as they come: (event, fields, may it load `os`?).
OTHERS = [
    ("SessionStart", {"source": "startup"}, True), ("InstructionsLoaded", {"file_path": "CLAUDE.md", "memory_type": "Project", "load_reason": "session_start"}, True),
    ("UserPromptSubmit", {"prompt_id": "p2", "prompt": "Now read the notes in docs/ and say what they hold, please."}, False),
    ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "ls -la"}, "tool_use_id": "t1", "error": "Exit code 1"}, False),
    ("Stop", {"stop_hook_active": False, "last_assistant_message": "They hold twenty lines."}, False),
    ("PermissionRequest", {"tool_name": "Bash", "tool_input": {"command": "ls -la"}}, False),
    ("SubagentStart", {"agent_id": "a1", "agent_type": "Explore"}, False), ("PreCompact", {"trigger": "auto", "custom_instructions": ""}, False),
    ("SubagentStop", {"agent_id": "a1", "agent_type": "Explore", "last_assistant_message": "Nothing was found."}, False),
    ("UserPromptExpansion", {"expansion_type": "slash_command", "command_name": "report", "command_args": "", "prompt": "/report"}, True),
    ("SessionEnd", {"reason": "exit"}, True),
]


@pytest.mark.parametrize(("event", "fields", "os_too"), OTHERS, ids=[event for event, *_ in OTHERS])
def test_the_other_events_of_a_session_load_little(project: Path, bundle: Path, event: str, fields: dict, os_too: bool) -> None:
    lived(project)
    (project / "CLAUDE.md").write_text("Use tabs.  Run the tests before you say that it is done.\n")
    fields = {**fields, **({"file_path": str(project / "CLAUDE.md")} if "file_path" in fields else {})}
    once = seen(project, event, fields, bundle)
    assert DEAR.isdisjoint(once.modules) and (os_too or "os" not in once.modules)
    assert len(once.searched) <= MORE, f"{once.searched}: what these events need belongs into ALSO (hooks/_install/archive.py)"
