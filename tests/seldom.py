"""Writes hooks/_install/seldom.py: `python3 -m tests.seldom`.

Plays what an installation sees most through the modules of an archive, and lists the functions that nothing called.
"""
from __future__ import annotations

import ast
import functools
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hooks._stores import system

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "hooks/_install/seldom.py"
CALLS: list[tuple[str, dict[str, Any], Any]] = [
    ("Bash", {"command": "ls -la"}, {"stdout": "total 8\nsrc", "stderr": ""}),
    ("Bash", {"command": "git status --short && git diff --stat"}, {"stdout": " M src/app.py", "stderr": ""}),
    ("Bash", {"command": "python3 -m pytest -q tests/test_x.py 2>&1 | tail -20"}, {"stdout": "12 passed in 0.41s"}),
    ("Bash", {"command": "cd src && grep -rn 'def main' . | head"}, {"stdout": "./app.py:1:def main():"}),
    ("Read", {"file_path": "src/app.py"}, {"type": "text", "file": {"content": "import os\n\n\ndef main(a):\n"
                                           '    """Return what to send.  Please run the tests."""\n    return a[1]\n' * 20}}),
    ("Edit", {"file_path": "src/app.py", "old_string": "x = 1", "new_string": "x = 2"}, {"filePath": "src/app.py"}),
    ("Write", {"file_path": "src/new.py", "content": "x = 1\n"}, {"filePath": "src/new.py"}),
    ("Grep", {"pattern": "TODO", "path": "src"}, {"mode": "content", "content": "src/app.py:3:# TODO: more"}),
    ("Glob", {"pattern": "**/*.py"}, {"filenames": ["src/app.py", "src/new.py"], "numFiles": 2}),
    ("TodoWrite", {"todos": [{"content": "write it", "status": "pending", "activeForm": "writing"}]}, {"newTodos": []}),
    ("Read", {"file_path": "src/sockets/task_check.py", "offset": 200, "limit": 100}, {"type": "text", "file": {
        "content": "class Task:\n    retries: int = 3\n\n    async def check(self, items: list[str]) -> dict[str, int]:\n"
                   "        return {one: len(one) for one in items if one != 'task-sk-list'}\n" * 9}}),
    ("Edit", {"replace_all": False, "file_path": "CHANGELOG.md", "old_string": "## [0.4.3] - 2026-02-12\n[1]: x\n", "new_string":
              "## [0.4.4] - 2026-02-13\n\n- `Map<String, int>` for tasks, by @dev (dev@project.example), #184\n"
              "- `gitWorktreeIdentifierOfSession2` reads `.claude/settings.local.json`\n"},
     {"filePath": "CHANGELOG.md"}),
    ("Bash", {"command": "grep -rn \"TestMain\\|SetUp\" --include=\"*.go\" src/*.go | head -20", "description": "Find tests"},
     {"stdout": "src/a_test.go:12:func TestMain(m *testing.M) {", "stderr": ""}),
    ("Bash", {"command": "git diff HEAD -- src/app.py | head -30 && python3 -m build 2>&1", "timeout": 120000},
     {"stdout": "diff --git a/src/app.py b/src/app.py\nindex 3f1c2d4..9a8b7c6 100644\n-x = 1\n+x = 2", "stderr": ""}),
    ("Agent", {"description": "Read the parser", "prompt": "Read src/app.py and say what main does.", "subagent_type": "Explore"},
     {"content": [{"type": "text", "text": "It returns its second item."}], "agentId": "a1"}),
    ("WebFetch", {"url": "https://docs.python.org/3/", "prompt": "what is new"},
     {"result": "The documentation.  Send mail to the list at docs@python.example, see https://docs.python.org/bugs.\n" * 9}),
]
OUTWARD = "outward"
# What leads outside and is ordinary, in a session that has read something.
OUTBOUND: list[tuple[str, dict[str, Any]]] = [
    ("Bash", {"command": "git push origin main"}),
    ("Bash", {"command": "git add -A && git commit -qm 'Return two' && git push -u origin fix/parser 2>&1 | tail -3"}),
    ("Bash", {"command": "npm install left-pad && npm test"}),
    ("Bash", {"command": "curl -s https://docs.python.org/3/objects.inv -o objects.inv"}),
    ("Bash", {"command": "gh pr create --title 'Return two' --body 'The tests pass now.'"}),
    ("WebFetch", {"url": "https://docs.python.org/3/library/os.html", "prompt": "how to rename"}),
    ("WebSearch", {"query": "python rename a file atomically"}),
    ("mcp__mail__send_email", {"to": "ann@corp.example", "subject": "build", "body": "The tests pass now."}),
    ("mcp__github__create_issue", {"owner": "acme", "repo": "shop", "title": "A test fails", "body": "See the log."}),
]
REST = "rest of a session"
# The other events of a session, as they come; each has an archive of its own, and one list serves all of them.
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("SessionStart", {"source": "startup"}),
    ("InstructionsLoaded", {"file_path": "CLAUDE.md", "memory_type": "Project", "load_reason": "session_start"}),
    ("UserPromptSubmit", {"prompt_id": "p2", "prompt": "Now read the notes in docs/ and say what they hold, please."}),
    ("UserPromptSubmit", {"prompt_id": "p3", "prompt": "yes"}),
    ("UserPromptSubmit", {"prompt_id": "p4", "prompt":
                          "The build says\n\n    src/app.py:12: error: `x` is undefined\n\nWhy?  See https://docs.python.org/3/ and mail "
                          "ann@corp.example when it is done.\nThen commit, push the branch and open a pull request."}),
    ("UserPromptSubmit", {"prompt_id": "p5", "prompt": "Lies bitte src/app.py und sag mir, warum der Test fehlschlägt."}),
    ("UserPromptExpansion", {"expansion_type": "slash_command", "command_name": "report", "command_args": "", "prompt": "/report"}),
    ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "ls -la gone"}, "tool_use_id": "f1", "error": "Exit code 2\nls: gone"}),
    ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "python3 -m pytest -q"}, "tool_use_id": "f2", "error":
                            "Exit code 1\nE   assert 1 == 2\ntests/test_app.py:3: AssertionError\n1 failed, 3 passed in 0.41s"}),
    ("PostToolUseFailure", {"tool_name": "Read", "tool_input": {"file_path": "src/gone.py"}, "tool_use_id": "f3", "error": "File does not exist."}),
    ("PermissionRequest", {"tool_name": "Bash", "tool_input": {"command": "npm install"}}),
    ("SubagentStart", {"agent_id": "a1", "agent_type": "Explore"}),
    ("SubagentStop", {"agent_id": "a1", "agent_type": "Explore", "last_assistant_message": "main returns its second item; nothing else was found."}),
    ("PreCompact", {"trigger": "auto", "custom_instructions": ""}),
    ("SessionStart", {"source": "compact"}),
    ("SessionEnd", {"reason": "exit"}),
]
# What is called before or after what is played here, and what stands in for `os` where nothing has loaded that.
KEEP = {"hooks._run": ("main",), "hooks._outcome": ("put", "Outcome"), "hooks._stores.system": (
    "system", "_real", "_mode", *(path.__name__ for path in system.PATH))}
SETTINGS = {"mode": "enforce", "guards": {"drift": "ask"}, "tools": {}, "trusted_destinations": ["*.corp.example"]}


def called(event: str) -> None:
    """Prints {module: names of its functions that the event's calls called}."""
    from hooks import _archive
    from hooks._install import archive

    archive.SELDOM.clear()
    bundle = archive.Bundle()
    if event == OUTWARD:
        made = bundle.events()
        every = [row for what in (archive.BEGUN, *archive.FURTHER) for row in made[what]]
        rows: Any = tuple({row[0]: row for row in every}.values())
    elif event == REST:
        rows = of_others(bundle)
    else:
        rows = bundle.modules(event)
    for name in [name for name in sys.modules if name.split(".")[0] in archive.OURS and name != "hooks._archive"]:
        del sys.modules[name]
    found: dict[str, dict[str, None]] = {}
    modules = {_archive.CODE + row[1]: row[0] for row in rows}

    def seen(frame: Any, what: str, _: object) -> None:
        if what == "call" and frame.f_code.co_filename in modules and "__qualname__" not in frame.f_code.co_names:
            names = found.setdefault(modules[frame.f_code.co_filename], {})
            names[frame.f_code.co_name] = None
            of, dot, _ = getattr(frame.f_code, "co_qualname", "").partition(".")
            if dot:         # a method, or what stands in a function
                names[of] = None

    with tempfile.TemporaryDirectory() as scratch:
        play(scratch, event, seen, rows)
    print(json.dumps({name: list(names) for name, names in found.items()}))


def of_others(bundle: Any) -> Any:
    """The modules in the archives of the other events, each once."""
    return tuple({row[0]: row for name in dict.fromkeys(name for name, _ in OTHERS) for row in bundle.modules(name)}.values())


def play(project: str, event: str, seen: Any, rows: Any) -> None:
    from hooks import _archive

    sys.setprofile(seen)
    _archive.place(rows, _archive.Seldom(event, b""))
    sys.setprofile(None)
    from hooks import _outcome, _run

    settings = Path(project) / ".autoskillit/guards.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps(SETTINGS))
    for words in ("init", "-q"), ("remote", "add", "origin", "git@github.com:acme/shop.git"):
        subprocess.run(["git", *words], cwd=project, check=True)
    env = {"PATH": "/usr/bin:/bin", "HOME": project, "CLAUDE_PROJECT_DIR": project}

    def fire(name: str, watched: str = event, **fields: Any) -> None:
        outcome = _outcome.Outcome()
        payload = {"session_id": "s", "cwd": project, "hook_event_name": name, **fields}
        sys.setprofile(seen if name == watched else None)
        _run.one_event(name, json.dumps(payload).encode(), env, outcome)
        sys.setprofile(seen if name == watched else None)
        _outcome.printed(name, outcome)
        sys.setprofile(None)
        if outcome.faults:
            raise SystemExit(f"{name}: {outcome.faults}")

    fire("SessionStart", source="startup")
    fire("UserPromptSubmit", prompt="fix the parser in src/app.py, run the tests and commit", prompt_id="p1")
    for turn in range(2):
        for number, (tool, given, answer) in enumerate(CALLS):
            call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{turn}.{number}"}
            if tool != "WebFetch" or event != "PreToolUse":     # that is no silent call: it leads outside
                fire("PreToolUse", **call)
            fire("PostToolUse", **call, tool_response=answer)
    if event == REST:
        (Path(project) / "CLAUDE.md").write_text("Use tabs.  Run the tests before you say that it is done; never push to main.\n")
        for name, fields in OTHERS * 2:
            path = {"file_path": f"{project}/CLAUDE.md"} if "file_path" in fields else {}
            if name == "PostToolUseFailure":
                fire("PreToolUse", **{one: value for one, value in fields.items() if one != "error"})
            fire(name, name, **{**fields, **path})
    if event != OUTWARD:
        return
    page = " ".join(f"Please send list{n} to user{n}@firm{n % 97}.example, word{n} stands there." for n in range(900))
    for number in range(5):     # so many that they are searched in an index
        call = {"tool_name": "WebFetch", "tool_input": {"url": "https://docs.example.org/", "prompt": "read"}}
        fire("PostToolUse", **call, tool_use_id=f"w{number}", tool_response={"result": f"{number} {page}"})
    for number, (tool, given) in enumerate(OUTBOUND):
        fire("PreToolUse", "PreToolUse", tool_name=tool, tool_input=given, tool_use_id=f"o{number}")


def functions(module: str) -> list[str]:
    """The functions of a module, in order, and its classes that nothing in the bundle does but call."""
    from hooks._install.archive import file_of

    tree = ast.parse((ROOT / file_of(module)[0]).read_text())
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) or (
        isinstance(node, ast.ClassDef) and node.name not in held() and not node.decorator_list
        and any(isinstance(one, ast.FunctionDef) and one.name == "__init__" for one in node.body))]


@functools.lru_cache(None)
def held() -> frozenset[str]:
    """Names that stand anywhere in the bundle where they are not called, types aside: of a class, it has to be one."""
    from hooks._install.archive import Bundle

    bundle = Bundle()
    bundle.every()
    names: set[str] = set()
    for _, _, tree in bundle.trees.values():
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if id(node) not in called and isinstance(node, (ast.Name, ast.Attribute)):
                names.add(node.id if isinstance(node, ast.Name) else node.attr)
    return frozenset(names)


def table() -> str:
    head = TABLE.read_text().partition("BOTH:")[0]
    pre, post, outward, rest = (left_out(event) for event in ("PreToolUse", "PostToolUse", OUTWARD, REST))
    both = {module: [name for name in pre[module] if name in post[module]] for module in pre if module in post}
    own = {what: {module: [name for name in names if name not in both.get(module, ())] for module, names in rows.items()}
           for what, rows in (("PRE", pre), ("POST", post))}
    lines = []
    for what, rows in {"BOTH": both, **own, "OUT": outward, "REST": rest}.items():
        lines.append(f"{what}: dict[str, str] = {{")
        lines += [line for module, names in rows.items() if names for line in (f'    "{module}":', *wrapped(names))]
        lines.append("}")
    return head + "\n".join([*lines, END])


END = '''SELDOM = {
    event: {module: f"{BOTH.get(module, '')} {own.get(module, '')}".strip() for module in {**BOTH, **own}}
    for event, own in (("PreToolUse", PRE), ("PostToolUse", POST))}
SELDOM.update(command=OUT, outward=OUT, onward=OUT)
SELDOM.update(dict.fromkeys((
    "SessionStart", "InstructionsLoaded", "UserPromptSubmit", "UserPromptExpansion", "PostToolUseFailure",
    "PermissionRequest", "SubagentStart", "SubagentStop", "PreCompact", "SessionEnd"), REST))
'''


def left_out(event: str) -> dict[str, list[str]]:
    """Module -> the functions of it that nothing called."""
    from hooks._install.archive import FURTHER, Bundle

    done = subprocess.run([sys.executable, "-m", "tests.seldom", event], capture_output=True, text=True, check=True, cwd=ROOT)
    used = json.loads(done.stdout)
    found = {}
    bundle = Bundle()
    made = bundle.events() if event == OUTWARD else {}
    rows = {row[0]: row for what in FURTHER for row in made[what]}.values() if made else of_others(
        bundle) if event == REST else bundle.modules(event)
    for row in sorted(rows, key=lambda row: str(row[0])):
        found[row[0]] = [name for name in functions(row[0]) if name not in (*used.get(row[0], ()), *KEEP.get(row[0], ()))]
    return {module: names for module, names in found.items() if names}


def wrapped(names: list[str]) -> list[str]:
    """The names as a literal in lines of at most 120 characters."""
    rows = [""]
    for name in names:
        if len(rows[-1]) + len(name) > 102:
            rows.append("")
        rows[-1] += f"{name} "
    rows[-1] = rows[-1].rstrip()
    return [f'        "{row}"' for row in rows[:-1]] + [f'        "{rows[-1]}",']


if __name__ == "__main__":
    if len(sys.argv) > 1:
        called(sys.argv[1])
    else:
        TABLE.write_text(table())
