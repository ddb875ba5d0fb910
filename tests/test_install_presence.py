"""hooks/_install/presence.py: hooks that are gone are told of by whoever still runs."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from guards import Event, Session
from hooks import _pins
from hooks._install import check, parts, presence
from hooks._install.places import Place
from hooks._stores.world import World
from tests.hookclient import ROOT, Client
from tests.scripts import Scripts


def settings(place: Place) -> str:
    registry = json.loads((ROOT / "hook_registry.json").read_text())
    return json.dumps({"hooks": {event: [group] for event, group in parts.groups(registry, place, False).items()}})


def fake(project: Path, home: Path, scope: str = "project", record: bool = True) -> Path:
    """An installation as far as this module looks; the settings file."""
    place = Place(scope, str(project), {"HOME": str(home)})
    path = Path(place.settings)
    for file, text in ((path, settings(place)), (Path(place.root) / "hook", ""), *([(
            Path(place.root) / "local/installed.json",
            json.dumps({"files": {str(path.relative_to(Path(place.root).parent)): {}, ".autoskillit/hook": {}}}))] if record else [])):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return path


@pytest.mark.parametrize("scope", ["project", "local", "user"])
@pytest.mark.parametrize("record", [True, False])
def test_what_is_there_is_not_told_of(project: Path, tmp_path: Path, scope: str, record: bool) -> None:
    fake(project, tmp_path / "home", scope, record)
    assert presence.gone(str(project), {"HOME": str(tmp_path / "home")}) == []


def test_nothing_was_ever_installed(project: Path, tmp_path: Path) -> None:
    assert presence.gone(str(project), {"HOME": str(tmp_path / "home")}) == []


# how the hooks go -> what is said to be lost
WAYS = {"the file is deleted": None, "the hooks are taken out": "{}", "the lists stay empty": '{"hooks": {"PreToolUse": []}}',
        "others came in their place": '{"hooks": {"PreToolUse": [{"hooks": [{"command": "autoskillit x"}]}]}}'}


@pytest.mark.parametrize("scope", ["project", "local", "user"])
@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_what_is_gone_is(project: Path, tmp_path: Path, scope: str, text: str | None) -> None:
    path = fake(project, tmp_path / "home", scope)
    path.unlink() if text is None else path.write_text(text)
    said, = presence.gone(str(project), {"HOME": str(tmp_path / "home")})
    assert str(path) in said and "all of them" in said


def test_a_clone_has_no_record_and_is_told_too(project: Path, tmp_path: Path) -> None:
    fake(project, tmp_path / "home", record=False).unlink()
    assert len(presence.gone(str(project), {"HOME": str(tmp_path / "home")})) == 1


@pytest.mark.parametrize(("here", "there", "told"), [
    ("/usr/bin/nice", "/usr/bin/nice", ""), ("/usr/bin/nice", "nice", "whatever PATH calls nice first"),
    ("/bin/sh", "sh", "whatever PATH calls sh first"), ("/usr/bin/nice", "/gone/nice", "started by /gone/nice"),
    ("/bin/sh", "/gone/sh", "started by /gone/sh"),
])
def test_a_program_that_starts_no_hook_is_told(project: Path, tmp_path: Path, here: str, there: str, told: str) -> None:
    path = fake(project, tmp_path / "home", "local")
    path.write_text(path.read_text().replace(f'"{here}"', f'"{there}"'))
    said = presence.gone(str(project), {"HOME": str(tmp_path / "home")})
    assert len(said) == bool(told)
    for one in said:
        assert told in one and one.endswith(f"run python3 {project}/.autoskillit/bundle/install.py --scope local")


def test_one_event_is_named(project: Path, tmp_path: Path) -> None:
    path = fake(project, tmp_path / "home")
    held = json.loads(path.read_text())
    held["hooks"]["PreToolUse"] = []
    path.write_text(json.dumps(held))
    assert "(PreToolUse)" in presence.gone(str(project), {"HOME": str(tmp_path / "home")})[0]


def test_a_change_in_a_running_session_is_kept_out_and_told(project: Path, tmp_path: Path) -> None:
    path, scripts = fake(project, tmp_path / "home"), Scripts(project)
    payload = {"source": "project_settings", "file_path": str(path)}
    whole = path.read_text()
    path.write_text(json.dumps({**json.loads(whole), "model": "x"}))
    assert scripts.fire("ConfigChange", **payload).json == {}
    other = path.with_name("settings.local.json")
    path.write_text("{}")
    assert scripts.fire("ConfigChange", source="local_settings", file_path=str(other)).json == {}
    answer = scripts.fire("ConfigChange", **payload)
    assert answer.json["decision"] == "block"
    assert "install.py again" in answer.json["reason"] and answer.json["reason"] in answer.message
    scripts.settings(mode="watch")
    assert scripts.fire("ConfigChange", **payload).json == {}


def test_a_file_that_cannot_be_read_is_no_opinion(project: Path, tmp_path: Path) -> None:
    fake(project, tmp_path / "home").write_text("{ // not ours to judge")
    assert presence.gone(str(project), {"HOME": str(tmp_path / "home")}) == []


@pytest.mark.parametrize("name", [".autoskillit/local/installed.json", ".claude/settings.json"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(project: Path, tmp_path: Path, name: str) -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).unlink(missing_ok=True)
    os.mkfifo(project / name)
    assert isinstance(presence.gone(str(project), {"HOME": str(tmp_path / "home")}), list)


def test_a_path_longer_than_any_is_not_resolved(project: Path, tmp_path: Path) -> None:
    fake(project, tmp_path / "home")
    answer = Scripts(project).fire("ConfigChange", source="project_settings", file_path="/a" * 200_000)
    assert len(answer.message) < 300 and "File name too long" in answer.message
    with pytest.raises(FileNotFoundError):
        presence.provide(World(str(project), {}), Event("ConfigChange", "s"), Session("s", {}), "/a" * 3000)


def test_the_next_session_that_still_runs_hooks_says_so(project: Path, tmp_path: Path) -> None:
    path = fake(project, tmp_path / "home")
    scripts = Scripts(project)
    _pins.accept(World(str(project), scripts.env))
    assert scripts.fire("SessionStart", source="startup").stdout == ""
    path.unlink()
    assert scripts.fire("SessionStart", source="compact").stdout == ""
    assert f"installed in {path} are gone" in scripts.fire("SessionStart", source="startup").message


def test_a_clone_without_archives_is_told_how_to_get_them(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    client = Client(tmp_path / "project", tmp_path / "home")
    client.install()
    clone = Client(tmp_path / "clone", tmp_path / "home")
    shutil.copytree(client.project, clone.project, ignore=shutil.ignore_patterns("__pycache__", "local", "temp"))
    first, = clone.run("SessionStart", source="startup")
    assert "there are no archives for /" in first.stdout
    again = f"python3 {clone.project}/.autoskillit/bundle/install.py"
    assert f"run {again}" in json.loads(first.stdout)["systemMessage"]
    subprocess.run([sys.executable, *again.split()[1:]], cwd=clone.project, env=clone.env, check=True, capture_output=True)
    assert [(done.returncode, done.stdout) for done in clone.run("SessionStart", source="startup")] == [(0, "")]


@pytest.mark.slow
def test_check_and_status_tell_and_a_new_install_heals(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    client = Client(tmp_path / "project", tmp_path / "home")
    client.install()
    shutil.rmtree(client.project / ".claude")
    assert "are gone (all of them)" in client.install("--check").stdout
    told = subprocess.run([str(client.project / ".autoskillit/guardctl"), "status"], env=client.env, capture_output=True,
                          text=True, check=True).stdout
    assert "the hooks that were installed in" in " ".join(told.split())
    client.install()
    assert client.install("--check").returncode == 0


@pytest.mark.parametrize(("orchestrated", "commit", "ignore", "told"), [
    (False, False, False, False), (True, True, False, False), (True, False, True, False), (True, False, False, True),
])
def test_what_is_not_committed_beside_the_orchestrator(project: Path, tmp_path: Path, orchestrated: bool, commit: bool,
                                                       ignore: bool, told: bool) -> None:
    env = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    fake(project, tmp_path / "home")
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    if orchestrated:
        (project / ".autoskillit/config.yaml").write_text("features: {}\n")
    if ignore:
        (project / ".git/info/exclude").write_text(".autoskillit\n.claude\n")
    if commit:
        subprocess.run(["git", "add", "-A"], cwd=project, check=True)
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"], cwd=project, check=True)
    found = list(check.committed(Place("project", str(project), env), env))
    assert [word for word, _ in found] == ["note"] * told


@pytest.mark.parametrize("before", [b"", b"*.tmp", b"# mine\n*.tmp\n"])
def test_what_is_not_committed_is_kept_from_git(tmp_path: Path, before: bytes) -> None:
    client = Client(tmp_path / "repo/project", tmp_path / "home")
    client.project.mkdir(parents=True)
    git = ["git", "-C", str(tmp_path / "repo"), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-qm", "start", "--allow-empty"], check=True)
    exclude = tmp_path / "repo/.git/info/exclude"
    exclude.write_bytes(before)
    before_it = client.install().stdout
    assert "--exclude" in before_it and "\ncommit    .autoskillit" in before_it
    done = client.install("--exclude")
    assert done.returncode == 0 and "--exclude" not in done.stdout and "\ncommit" not in done.stdout
    again = exclude.read_bytes()
    (client.project / "new.txt").write_text("x")
    subprocess.run([*git, "stash", "-q", "-u"], check=True)
    subprocess.run([*git, "clean", "-qfd"], check=True)
    assert (client.project / ".claude/settings.json").exists() and not (client.project / "new.txt").exists()
    assert len(list((client.project / ".claude/commands").iterdir())) == 3
    client.install()
    assert exclude.read_bytes() == again
    client.install("--uninstall")
    assert exclude.read_bytes() == before and not (client.project / ".claude").exists()
