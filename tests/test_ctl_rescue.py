"""`guardctl rescue` lists and restores."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._ctl import main
from tests.repositories import make, put
from tests.scripts import Scripts


def test_it_lists_and_restores(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--project", str(project), "rescue"]
    assert main(at) == 0 and "nothing was rescued" in capsys.readouterr().out
    make(project, "work")
    scripts = Scripts(project)
    scripts.settings(loss={"backup": True})
    scripts.call("Bash", {"command": "rm notes.md"})
    assert main(at) == 0
    id = capsys.readouterr().out.split()[0]
    assert main([*at, id]) == 1 and "left as it is" in capsys.readouterr().out
    put(project, {"notes.md": "other\n"})
    assert main([*at, id, "--force"]) == 0 and (project / "notes.md").read_text() == "three days\n"
    assert main([*at, "none"]) == 1
