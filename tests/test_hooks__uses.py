"""Who speaks of a place: files of the project, and of the person's own settings."""
import subprocess
from pathlib import Path

import pytest

from guards import Event, Session
from hooks import _uses
from hooks._stores.world import World


def look(folder: Path, name: str, home: Path) -> list:
    event = Event("PreToolUse", "s", tool="Bash", cwd=str(folder), project=str(folder))
    return _uses.provide(World(str(folder), {"HOME": str(home)}, 0.0), event, Session("s"), name)


def lay(folder: Path, files: dict) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.parametrize("repository", [True, False])
@pytest.mark.parametrize(("files", "found"), [
    ({"Makefile": "scp x deploy@web.example.org:\n"}, ["Makefile"]), ({".github/workflows/a.yml": "to: EXAMPLE.org"}, [".github/workflows/a.yml"]),
    ({".env": "URL=https://api.example.org/v1\n", ".gitignore": ".env\n"}, [".env"]), ({"a.txt": "notexample.org, example.organic"}, []),
    ({"node_modules/x/readme.md": "example.org"}, []), ({"yarn.lock": "https://example.org"}, []),
    ({".autoskillit/temp/a.jsonl": "example.org"}, []), ({}, [])])
def test_a_file_of_the_project_speaks_of_it(tmp_path, repository, files, found):
    project, home = tmp_path / "p", tmp_path / "h"
    lay(project, {**files, "b.py": "x"})
    if repository:
        subprocess.run(["git", "init", "-q", str(project)], check=True)
    assert look(project, "example.org", home) == found


@pytest.mark.parametrize(("files", "found"), [
    ({".ssh/config": "Host x\n  HostName web.example.org\n"}, ["~/.ssh/config"]),
    ({".docker/config.json": '{"auths": {"reg.example.org": {}}}'}, ["~/.docker/config.json"]),
    ({"notes.txt": "example.org"}, [])])
def test_the_persons_own_settings_speak_of_it(tmp_path, files, found):
    project, home = tmp_path / "p", tmp_path / "h"
    lay(project, {"b.py": "x"})
    lay(home, files)
    assert look(project, "example.org", home) == found


def test_an_agents_own_texts_count_where_the_person_committed_them(tmp_path):
    lay(tmp_path, {".claude/skills/x/SKILL.md": "upload to example.org\n"})
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert look(tmp_path, "example.org", tmp_path / "h") == []
    subprocess.run(["git", "-C", str(tmp_path), "add", "-A"], check=True)
    assert look(tmp_path, "example.org", tmp_path / "h") == [".claude/skills/x/SKILL.md"]


def test_a_name_that_says_nothing_is_not_looked_for(tmp_path):
    lay(tmp_path, {"a": "io io"})
    assert look(tmp_path, "io", tmp_path) == []
