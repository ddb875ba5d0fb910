"""hooks/_install/work.py: what holds when something fails midway; the whole way is in test_install.py."""
from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from hooks._install import command, work
from hooks._install.places import Place
from hooks._stores import anchors
from hooks._stores.world import World
from hooks._unsaved import rescue
from tests.hookclient import Client


@pytest.fixture
def client(tmp_path: Path) -> Client:
    (tmp_path / "project").mkdir()
    return Client(tmp_path / "project", tmp_path / "home")


def test_wanted_is_one_group_an_event_with_a_short_timeout() -> None:
    for event, group in work.wanted(Place("project", "/p", {"HOME": "/h"}), False).items():
        handler, = group["hooks"]
        assert command.ours(handler)
        assert 5 <= handler["timeout"] <= 30, event
        matcher = group.get("matcher", "")
        assert matcher == "" or (matcher.startswith("^") and matcher.endswith("$")), event


@pytest.mark.parametrize("name", ["", *work.OWN])
def test_a_link_below_the_project_is_not_followed(client: Client, name: str, tmp_path: Path) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim/python").write_text("mine")
    path = client.project / ".autoskillit" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(tmp_path / "victim")
    for flags in ([], ["--uninstall"]):
        refused = client.install(*flags)
        assert refused.returncode == 1
        assert "is a symbolic link" in refused.stderr
        assert [p.name for p in (tmp_path / "victim").iterdir()] == ["python"]
        assert not (client.project / ".claude").exists()


@pytest.mark.slow
def test_a_lost_record_still_takes_out_what_is_ours(client: Client) -> None:
    path = client.project / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "model": "opus"\n}\n')
    client.install()
    shutil.rmtree(client.project / ".autoskillit/local")
    assert client.install("--uninstall").returncode == 0
    assert path.read_text() == '{\n  "model": "opus"\n}\n'
    assert not (client.project / ".autoskillit").exists()


@pytest.mark.slow
def test_an_update_after_a_foreign_change_goes_back_to_the_foreign_change(client: Client) -> None:
    path = client.project / ".claude/settings.json"
    client.install()
    held = json.loads(path.read_text())
    held["model"] = "opus"
    held["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = 99
    path.write_text(json.dumps(held, indent=2) + "\n")
    assert client.install().returncode == 0
    assert "99" not in path.read_text()
    client.install("--uninstall")
    assert path.read_text() == '{\n  "model": "opus"\n}\n'


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_said(client: Client) -> None:
    client.project.chmod(0o500)
    refused = client.install()
    assert refused.returncode == 1
    assert "Permission" in refused.stderr


@pytest.mark.slow
def test_the_memory_server_is_registered_when_asked(client: Client) -> None:
    path = client.project / ".mcp.json"
    path.write_text('{"mcpServers": {"theirs": {"command": "x"}}}')
    client.install()
    assert "session_memory" not in path.read_text()
    client.install("--memory-server")
    assert list(json.loads(path.read_text())["mcpServers"]) == ["theirs", "session_memory"]
    client.install("--uninstall")
    assert path.read_text() == '{"mcpServers": {"theirs": {"command": "x"}}}'


@pytest.mark.slow
def test_a_script_that_does_not_answer_is_a_problem(client: Client) -> None:
    client.install("--scope", "local")
    broken = client.home / "python3"
    broken.symlink_to("/bin/false")
    (client.project / ".autoskillit/local/python").write_text(f"{broken}\n")
    checked = client.install("--scope", "local", "--check")
    assert checked.returncode == 1
    assert "PROBLEM" in checked.stdout


@pytest.mark.slow
def test_what_sessions_held_goes_with_the_last_scope_of_the_project(client: Client, tmp_path: Path) -> None:
    outside = tmp_path / "home/.local/state/autoskillit/anchors"
    client.install()
    client.install("--scope", "local")
    mine = Path(anchors.folder(World(str(client.project), client.env)))
    for folder in (mine, outside / "another"):
        folder.mkdir(parents=True)
        (folder / "s.json").write_text("{}")
    copies = Path(rescue.folder(World(str(client.project), client.env)))
    (copies / "1-a.1").mkdir(parents=True)
    (copies / "1-a.1/manifest.json").write_text("{}")
    client.install("--uninstall", "--scope", "local")
    assert (mine / "s.json").exists()
    said = client.install("--uninstall").stdout
    assert "what its sessions held" in said and f"{copies}: 1 copy of what calls took away; --uninstall --purge deletes" in said
    assert "install again and run guardctl rescue; or read manifest.json" in said
    assert [path.name for path in outside.iterdir()] == ["another"] and (copies / "1-a.1/manifest.json").exists()
    assert f"removed   {copies}" in client.install("--uninstall", "--purge").stdout and not copies.exists()
