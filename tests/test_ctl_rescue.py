"""`guardctl rescue` lists, shows and brings back."""
from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from hooks._ctl import module
from hooks._stores.disk import Fault
from hooks._stores.world import World
from tests.repositories import make, put
from tests.scripts import Scripts


@pytest.fixture
def scripts(project: Path) -> Scripts:
    make(project, "work")
    found = Scripts(project)
    found.fire("UserPromptSubmit", prompt="throw all my untracked files away, and my changes")
    return found


def run(scripts: Scripts, id: str = "", **more: bool) -> int:
    args = {"id": id, "restore": False, "show": False, "force": False, "json": False, **more}
    return int(module("rescue").run(argparse.Namespace(**args), World(str(scripts.project), scripts.env)))


def test_it_lists_shows_and_brings_back(scripts: Scripts, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(scripts) == 0 and "nothing was rescued" in capsys.readouterr().out
    with pytest.raises(Fault):
        run(scripts, restore=True)
    assert scripts.call("Bash", {"command": "git clean -fd"}).decision == "pass"
    assert run(scripts) == 0
    said = capsys.readouterr().out
    id = said.split()[0]
    assert "git clean -fd  2 files, 0 refs" in said and "three days" not in said
    (scripts.project / "notes.md").unlink()
    for name in (id, id[:5], "t1"):     # of the rescue, its beginning, the call's
        assert run(scripts, name) == 0
        out = capsys.readouterr().out
        assert "notes.md  11 bytes" in out and f"rescue {id} --restore" in out
    assert run(scripts, show=True) == 0 and "notes.md  11 bytes" in capsys.readouterr().out     # the newest
    assert not (scripts.project / "notes.md").exists()
    capsys.readouterr()
    assert run(scripts, id, restore=True) == 0 and (scripts.project / "notes.md").read_text() == "three days\n"
    said = capsys.readouterr().out
    assert said.count("restored ") == said.count("unchanged ") == 1     # the other one stands there
    assert run(scripts, id, restore=True) == 0
    said = capsys.readouterr().out
    assert said.count("unchanged ") == 2 and "restored" not in said     # it is there already
    put(scripts.project, {"notes.md": "other\n"})
    assert run(scripts, restore=True) == 1 and "left as it is" in capsys.readouterr().out
    assert run(scripts, restore=True, force=True, json=True) == 0
    assert json.loads(capsys.readouterr().out)["left"] == [] and (scripts.project / "notes.md").read_text() == "three days\n"
    with pytest.raises(Fault):
        run(scripts, "none")
