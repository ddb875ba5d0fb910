"""A file that the session wrote and that would change what is ours: asked about before it may run, and once."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, EFFECTS, PASS, Event, Own, Session, Settings, Verdict
from guards.self_protection import judge, learn
from tests.spelled import facts

RM = "rm -rf .autoskillit/temp\n"


class Work:
    """A session's calls, each judged and learned from; `yes` says what the person answers."""

    def __init__(self, **found: Any) -> None:
        self.fields: dict[str, Any] = {"context": {"actions": {}}}
        self.found, self.count = found, 0

    def call(self, tool: str, given: dict[str, Any], yes: bool = True) -> Verdict:
        self.count += 1
        event = Event("PreToolUse", "s", tool=tool, input=given, cwd="/p", project="/p", call_id=f"t{self.count}", facts=facts(self.found))
        session = Session("s", self.fields)
        verdict = judge(event, session, Settings())
        learned = learn(event, session, Settings(), Own(verdict))
        actions = {**self.fields["context"]["actions"], str(self.count): [event.call_id, 0, tool, "", 0, "done" if yes else "declined", ""]}
        self.fields = {"context": {"actions": actions}, "self_protection": learned}
        return verdict

    def write(self, path: str, text: str) -> Verdict:
        return self.call("Write", {"file_path": f"/p/{path}", "content": text})

    def bash(self, command: str, yes: bool = True) -> Verdict:
        return self.call("Bash", {"command": command}, yes)


@pytest.mark.parametrize(("path", "text", "then", "want"), [
    ("x.sh", "rm -rf build\n", "sh x.sh", "pass"),
    ("x.sh", "cat .autoskillit/guards.json\n", "sh x.sh", "pass"),
    ("x.sh", RM, "cat x.sh && git add x.sh && git commit -m x", "pass"),
    ("notes.md", "Never `rm -rf .autoskillit/temp`.\n", "npm test", "pass"),
    (".gitignore", ".autoskillit/temp\n", "npm test", "pass"),
    ("tests/test_a.py", "def test(tmp_path):\n    shutil.rmtree(tmp_path / '.autoskillit')\n", "pytest", "pass"),
    ("clean.py", "for p in Path('.').rglob('*.pyc'):\n    p.unlink()\n", "python3 clean.py", "pass"),
    ("Makefile", "clean:\n\trm -rf build .cache\n", "make clean", "pass"),
    ("main.go", 'func main(){os.RemoveAll(".autoskillit")}\n', "go run .", "pass"),
    ("x.sh", RM, "sh x.sh", "ask"), ("x.sh", RM, "cp x.sh y.sh && sh y.sh", "pass"), ("x.py", "import shutil\nshutil.rmtree('.autoskillit/temp')\n", "python3 x.py", "ask"),
    ("Makefile", "clean:\n\trm -rf .autoskillit build\n", "make clean", "ask"),
    ("package.json", '{"scripts":{"clean":"rimraf .autoskillit dist"}}', "npm run clean", "ask"),
    ("tests/test_z.py", "def test_z():\n    shutil.rmtree('.autoskillit/temp')\n", "pytest -q", "ask"),
    (".git/hooks/post-commit", "#!/bin/sh\n" + RM, "git commit -qam x", "ask"), ("w.sh", RM, "git config core.fsmonitor ./w.sh", "ask"),
    ("p.diff", "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-a\n+.autoskillit/guards.json\n", "git apply p.diff", "pass"),
    ("p.diff", "--- a/.autoskillit/guards.json\n+++ b/.autoskillit/guards.json\n", "git status", "pass"),
    ("p.diff", "--- a/.autoskillit/guards.json\n+++ b/.autoskillit/guards.json\n", "git apply p.diff", "ask"),
    ("1.patch", "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n", "git am < 1.patch", "ask"),
    ("x.sh", ".autoskillit/guardctl release --reason x\n", "sh x.sh", "ask"),
])
def test_what_was_written(path: str, text: str, then: str, want: str) -> None:
    work = Work()
    assert work.write(path, text).effect == PASS
    assert EFFECTS[work.bash(then).effect] == want


def test_a_yes_is_enough_and_a_no_is_not() -> None:
    work = Work()
    work.write("x.sh", RM)
    assert [work.bash("sh x.sh", yes=False).effect, work.bash("sh x.sh").effect, work.bash("sh x.sh").effect] == [ASK, ASK, PASS]
    work.write("x.sh", RM + "echo\n")
    assert work.bash("sh x.sh").effect == ASK


def test_a_text_that_is_written_anew_counts_for_nothing() -> None:
    work = Work()
    work.write("x.sh", RM)
    work.write("x.sh", "rm -rf build\n")
    assert work.bash("sh x.sh").effect == PASS


def test_a_command_writes_too() -> None:
    work = Work()
    assert work.bash("cat > x.sh <<'E'\n" + RM + "E").effect == PASS
    assert work.bash("sh x.sh").effect == ASK
