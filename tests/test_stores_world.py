"""hooks/_stores/world.py: which project, which folder, which key."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from hooks._stores.disk import Fault
from hooks._stores.world import MOVES, World, moved, project_of, running
from tests.scripts import Scripts


def test_the_project_is_what_the_client_says(tmp_path: Path) -> None:
    assert project_of({"CLAUDE_PROJECT_DIR": str(tmp_path)}, "/") == str(tmp_path)


def test_else_the_nearest_folder_that_was_installed_into(tmp_path: Path) -> None:
    (tmp_path / ".autoskillit").mkdir()
    inner = tmp_path / "src/deep"
    inner.mkdir(parents=True)
    assert project_of({}, str(inner)) == str(tmp_path)
    assert project_of({"CLAUDE_PROJECT_DIR": "/no/such/folder"}, str(inner)) == str(tmp_path)


def test_the_home_folder_is_no_project_because_the_bundle_lies_there(tmp_path: Path) -> None:
    (tmp_path / ".autoskillit").mkdir()
    inner = tmp_path / "work"
    inner.mkdir()
    assert project_of({"HOME": str(tmp_path)}, str(inner)) == (
        str(inner) if os.path.expanduser("~") == str(tmp_path) else str(tmp_path))


def test_the_state_folder_can_be_moved(tmp_path: Path) -> None:
    world = World("/p", {"AUTOSKILLIT_STATE_DIR": str(tmp_path / "state")})
    assert world.path("context", "s", ".jsonl") == str(tmp_path / "state/context/s.jsonl")


def test_the_key_is_made_once_and_kept(project: Path) -> None:
    key = World(str(project), {}).key()
    assert len(key) == 32
    assert World(str(project), {}).key() == key
    assert os.stat(project / ".autoskillit/temp/key").st_mode & 0o777 == 0o600


def test_a_torn_key_is_made_anew(project: Path) -> None:
    key = World(str(project), {}).key()
    (project / ".autoskillit/temp/key").write_bytes(key[:5])
    made = World(str(project), {}).key()
    assert len(made) == 32
    assert World(str(project), {}).key() == made


@pytest.mark.parametrize("linked", [".autoskillit", ".autoskillit/temp"])
def test_a_linked_state_folder_is_refused(project: Path, tmp_path: Path, linked: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    path = project / linked
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Fault):
        World(str(project), {}).path("context", "s", ".jsonl")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_runs_is_named_where_it_lies_apart(tmp_path: Path) -> None:
    checkout, project = tmp_path / "checkout", tmp_path / "project"
    checkout.mkdir()
    project.mkdir()
    (tmp_path / "link").symlink_to(checkout)
    for apart in (checkout, checkout / "guards", tmp_path, tmp_path / "link"):
        assert running(str(apart), str(checkout)) == ()
    assert running("/w/p", "/w/p/.autoskillit/bundle") == running(r"c:\W\g", r"C:\w\g\hooks") == running("/", "/w/g") == ()
    assert running(str(project), str(checkout)) == (str(checkout),)
    assert running("/w/gx", "/d/autoskillit-guards/0.2.0-3f2a91c09b1d4e5f") == ("/d/autoskillit-guards",)
    assert running("/w/gx", "/w/g") == ("/w/g",) and running(r"C:\w\p", r"D:\w") == (r"D:\w",)
    assert running("/w/p", "/home/ann/.autoskillit/bundle") == ("/home/ann/.autoskillit",)


def test_what_a_job_has_is_ours_as_a_whole_and_so_are_records_elsewhere(tmp_path: Path) -> None:
    root = tmp_path / "job/.autoskillit"
    root.mkdir(parents=True)
    bundle, temp = str(root / "bundle"), str(root / "temp")
    assert running("/w/p", bundle, temp) == (str(root),)
    (root / "pinned").write_text("")
    assert running("/w/p", bundle, temp) == (str(root), f"{tmp_path}/job/")
    assert running(str(tmp_path / "job/checkout"), bundle, temp) == (str(root),)
    assert running("/w/p", "/w/p/.autoskillit/bundle", "/var/records/") == ("/var/records/",)
    for state in ("", "relative", "/tmp", "/w"):
        assert running("/w/p", "/w/p/.autoskillit/bundle", state) == ()


def test_the_places_of_agents_that_a_variable_moved_are_named() -> None:
    assert moved({}) == moved({"CODEX_HOME": "", "COPILOT_HOME": "relative", "HOME": "/home/ann"}) == ()
    assert moved({"HOME": "/home/ann", "CLAUDE_CONFIG_DIR": "/home/ann/.claude", "XDG_CONFIG_HOME": "/home/ann/.config/"}) == ()
    assert moved({"HOME": "/home/ann", "CLAUDE_CONFIG_DIR": "/srv/c/", "XDG_CONFIG_HOME": "/data"}) == (".claude=/srv/c", ".config/opencode=/data/opencode")
    for variable, at, rest in MOVES:
        assert moved({variable: "/srv/x"}) == (f"{at}=/srv/x{'/' if rest else ''}{rest}",)


@pytest.mark.parametrize(("variable", "path"), [
    ("CODEX_HOME", "hooks.json"), ("CLAUDE_CONFIG_DIR", "settings.json"), ("QWEN_HOME", "settings.json"), ("GEMINI_CLI_HOME", ".gemini/settings.json"),
    ("KIMI_CODE_HOME", "config.toml"), ("COPILOT_HOME", "hooks/autoskillit.json"), ("XDG_CONFIG_HOME", "opencode/plugin/autoskillit.js")])
def test_a_running_hook_protects_a_home_that_was_moved(project: Path, tmp_path: Path, variable: str, path: str) -> None:
    """Through the real script: the hook's own environment says where the agent's home is; our hooks stand there."""
    at = tmp_path / "moved" / path
    at.parent.mkdir(parents=True)
    at.write_text('{"hooks": "python3 .autoskillit/hook"}')
    here, there = Scripts(project), Scripts(project, {variable: str(tmp_path / "moved")})
    assert there.call("Bash", {"command": f"cat {at}"}).decision == "pass"
    assert here.call("Bash", {"command": f"echo x >> {at}"}).decision == "pass"     # some other project's
    assert there.call("Bash", {"command": f"echo x >> {at}"}).decision == "ask"
