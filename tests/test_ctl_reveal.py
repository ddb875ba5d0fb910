"""`guardctl reveal`: for a person in a terminal, and for nobody else."""
from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from hooks._ctl.reveal import secret_files
from tests.people import main
from tests.scripts import Scripts

ROOT = Path(__file__).resolve().parent.parent
SECRET = "hunter2 is not here".split()[0] + "-x9"


@pytest.fixture
def tag(project: Path) -> str:
    (project / "app").mkdir()
    (project / "app" / ".env").write_text(f"PORT=3000\nDB_PASSWORD={SECRET}\n")
    scripts = Scripts(project)
    path = str(project / "app" / ".env")
    answer = scripts.fire("PostToolUse", tool_name="Read", tool_use_id="t1", tool_input={"file_path": path}, tool_response={
        "type": "text", "file": {"filePath": path, "content": f"PORT=3000\nDB_PASSWORD={SECRET}\n"}})
    shown = answer.json["hookSpecificOutput"]["updatedToolOutput"]["file"]["content"]
    assert SECRET not in answer.stdout and scripts.rows()[-1]["masked"] == 1
    return str(shown.split("DB_PASSWORD=")[1].strip())


def in_a_terminal(project: Path, *words: str, **env: str) -> tuple[int, str]:
    """guardctl as a person runs it: what it prints on a terminal of its own.  Who ran the tests does not count."""
    run = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from hooks._ctl import main; sys.exit(main(sys.argv[1:], lambda env: ''))"
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", run, "--project", str(project), *words],
                               stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True,
                               env={"PATH": os.environ["PATH"], "HOME": str(project), **env})
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    return process.wait(), text.decode()


def test_nobody_else(project: Path, tag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--project", str(project), "reveal", tag]) == 1
    assert "terminal" in capsys.readouterr().err
    assert in_a_terminal(project, "reveal", tag, CLAUDECODE="1")[0] == 1


def test_a_person_sees_the_value_and_where_it_is(project: Path, tag: str) -> None:
    code, text = in_a_terminal(project, "reveal", tag)
    assert (code, text.split()[0]) == (0, SECRET) and ".env" in text
    assert in_a_terminal(project, "reveal", tag.strip("[]"))[0] == 0


def test_a_value_that_is_gone_is_said_to_be(project: Path, tag: str) -> None:
    (project / "app" / ".env").write_text("DB_PASSWORD=another-one-1\n")
    code, text = in_a_terminal(project, "reveal", tag)
    assert code == 1 and "may have changed" in text


def test_a_variable_of_this_shell(project: Path, tag: str) -> None:
    (project / "app" / ".env").unlink()
    assert SECRET in in_a_terminal(project, "reveal", tag, DB_PASSWORD=SECRET)[1]


def test_no_value_lies_in_the_state(project: Path, tag: str) -> None:
    for path in (project / ".autoskillit").rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes()


def test_secret_files_are_found_by_name(project: Path, tag: str) -> None:
    (project / "node_modules").mkdir()
    (project / "node_modules" / ".env").write_text("x")
    assert list(secret_files(str(project))) == ["app/.env"]
