"""install.py as a person runs it, and the commands that it wrote as an agent runs them."""
from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hooks._identity import VERSION
from hooks._install import command, presence
from tests.hookclient import ROOT, Client
from tests.test_install_parts import FOREIGN, OLD, REFUSED, SETTINGS

EVENTS = tuple(event for event in json.loads((ROOT / "hook_registry.json").read_text())["events"] if event != presence.SHOWN)
CALL = {"tool_name": "Read", "tool_input": {"file_path": "a"}, "tool_use_id": "t1"}


@pytest.fixture
def client(tmp_path: Path) -> Client:
    project = tmp_path / "it's a \"project\" $HOME ü"
    project.mkdir()
    return Client(project, tmp_path / "home")


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*")) if "__pycache__" not in str(path)}


@pytest.mark.parametrize("name", ["missing", pytest.param("tabs", marks=pytest.mark.slow),
                                  pytest.param("byte order mark", marks=pytest.mark.slow)])
def test_install_twice_is_once_and_uninstall_restores_the_byte(client: Client, name: str) -> None:
    before = SETTINGS[name]
    path = client.project / ".claude/settings.json"
    if before is not None:
        path.parent.mkdir()
        path.write_bytes(before)
    untouched = tree(client.project)
    first = client.install()
    assert (first.returncode, first.stderr) == (0, "")
    once = tree(client.project)
    held = json.loads(path.read_bytes().decode("utf-8-sig"))
    assert all(sum(map(command.ours, group["hooks"])) <= 1 for groups in held["hooks"].values() for group in groups)
    assert client.install().returncode == 0
    assert tree(client.project) == once
    done = client.install("--uninstall")
    assert (done.returncode, done.stderr) == (0, "")
    assert tree(client.project) == untouched


@pytest.mark.parametrize(("before", "why"), [REFUSED["comments"], REFUSED["hooks a list"]])
def test_a_settings_file_that_cannot_be_read_is_refused_and_nothing_written(client: Client, before: bytes,
                                                                           why: str) -> None:
    path = client.project / ".claude/settings.json"
    path.parent.mkdir()
    path.write_bytes(before)
    untouched = tree(client.project)
    refused = client.install()
    assert refused.returncode == 1
    assert why in refused.stderr
    assert "nothing was changed" in refused.stderr
    assert tree(client.project) == untouched
    assert client.install("--uninstall").returncode == 1
    assert tree(client.project) == untouched


@pytest.mark.slow
def test_foreign_hooks_and_keys_stay_and_old_entries_of_ours_go(client: Client) -> None:
    path = client.project / ".claude/settings.json"
    path.parent.mkdir()
    both = {**FOREIGN, "hooks": {**OLD["hooks"],
                                 "PreToolUse": FOREIGN["hooks"]["PreToolUse"] + OLD["hooks"]["PreToolUse"]}}
    path.write_text(json.dumps(both, indent=2))
    assert client.install().returncode == 0
    held = json.loads(path.read_text())
    assert list(held) == list(both)
    assert held["permissions"] == FOREIGN["permissions"]
    assert held["hooks"]["PreToolUse"][0] == FOREIGN["hooks"]["PreToolUse"][0]
    assert len(held["hooks"]["PreToolUse"]) == 2
    ours = [one for group in held["hooks"]["Stop"] for one in group["hooks"]]
    assert len(ours) == 1 and ours[0] not in [one for group in OLD["hooks"]["Stop"] for one in group["hooks"]]


def test_every_event_answers_with_silence_and_is_recorded(client: Client) -> None:
    done = client.install()
    assert [line.split()[1] for line in done.stdout.splitlines() if line.startswith("ok")] == list(EVENTS)
    assert not (client.project / ".autoskillit/temp").exists()
    for shell in ("/bin/sh", "/bin/bash"):
        answered = client.run("PreToolUse", shell=shell, **CALL)
        assert [(a.returncode, a.stdout, a.stderr) for a in answered] == [(0, "", "")]
    assert (client.project / ".autoskillit/temp/context/s.jsonl").exists()


def test_a_clone_works_on_another_machine_and_from_a_subfolder(client: Client, tmp_path: Path) -> None:
    client.install()
    subprocess.run(["git", "init", "-q"], cwd=client.project, check=True)
    subprocess.run(["git", "add", "-A"], cwd=client.project, check=True)
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=client.project, check=True, capture_output=True).stdout
    names = [os.fsdecode(name) for name in tracked.split(b"\0") if name]
    assert not [name for name in names if "/local/" in name or "/temp/" in name or "__pycache__" in name]
    clone = tmp_path / "elsewhere" / "clone"
    for name in names:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(client.project / name, clone / name)
        assert str(tmp_path).encode() not in (clone / name).read_bytes()
        assert sys.base_prefix == "/usr" or sys.base_prefix.encode() not in (clone / name).read_bytes()
    shutil.rmtree(client.project)
    (clone / "src/deep").mkdir(parents=True)
    python = str(Path(sys.executable).resolve().parent)
    for env, cwd in (({}, clone), ({}, clone / "src/deep"), ({"CLAUDE_PROJECT_DIR": None}, clone / "src/deep")):
        mate = Client(clone, tmp_path / "another home", {"PATH": f"{python}:/usr/bin:/bin", **env})
        answered = mate.run("PreToolUse", cwd=cwd, **CALL)
        assert [(a.returncode, a.stdout, a.stderr) for a in answered] == [(0, "", "")]
    assert len((clone / ".autoskillit/temp/context/s.jsonl").read_text().splitlines()) == 3
    assert (clone / ".autoskillit/local/python").read_text().strip()


@pytest.mark.slow
@pytest.mark.parametrize("gone", ["bundle", "bundle/hooks/pre_tool_use.py", "bundle/hooks/_run.py", "bundle/guards"])
def test_what_is_gone_is_said_and_never_blocks(client: Client, gone: str) -> None:
    client.install()
    path = client.project / ".autoskillit" / gone
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    answered, = client.run("PreToolUse", **CALL)
    assert answered.returncode != 2
    assert answered.stdout == "" or "deny" not in answered.stdout
    assert answered.stderr or answered.stdout
    checked = client.install("--check")
    assert checked.returncode == 1
    assert "PROBLEM   bundle" in checked.stdout


@pytest.mark.slow
def test_exit_code_2_does_not_get_out(client: Client) -> None:
    client.install()
    (client.project / ".autoskillit/bundle/hooks/pre_tool_use.py").write_text("raise SystemExit(2)")
    assert [a.returncode for a in client.run("PreToolUse", **CALL)] == [1]


@pytest.mark.slow
def test_a_link_is_written_through_and_the_mode_kept(client: Client, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}\n")
    real.chmod(0o640)
    link = client.project / ".claude/settings.json"
    link.parent.mkdir()
    link.symlink_to(real)
    assert client.install().returncode == 0
    assert link.is_symlink()
    assert "PreToolUse" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    client.install("--uninstall")
    assert link.is_symlink()
    assert real.read_text() == "{}\n"


@pytest.mark.slow
def test_a_file_that_is_read_only_stays_as_it_is(client: Client) -> None:
    settings = client.project / ".claude/settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("{}\n")
    settings.chmod(0o444)
    refused = client.install()
    assert refused.returncode == 1
    assert "settings.json is read-only (chmod u+w" in refused.stderr
    assert settings.read_text() == "{}\n"
    assert not (client.project / ".autoskillit").exists()


@pytest.mark.slow
def test_what_somebody_else_changed_since_is_kept(client: Client) -> None:
    path = client.project / ".claude/settings.json"
    client.install()
    held = json.loads(path.read_text())
    held["hooks"]["PreToolUse"].insert(0, FOREIGN["hooks"]["PreToolUse"][0])
    held["model"] = "opus"
    path.write_text(json.dumps(held, indent=4))
    (client.project / ".autoskillit/guards.json").write_text('{"mode": "watch"}')
    done = client.install("--uninstall")
    assert json.loads(path.read_text()) == {"hooks": {"PreToolUse": FOREIGN["hooks"]["PreToolUse"]}, "model": "opus"}
    assert "guards.json: it is not as install.py wrote it" in done.stdout
    assert sorted(p.name for p in (client.project / ".autoskillit").iterdir()) == ["guards.json"]


@pytest.mark.slow
def test_files_that_were_there_before_us_stay_though_they_look_like_ours(client: Client) -> None:
    client.install()
    before = {name: (client.project / ".autoskillit" / name).read_bytes() for name in (".gitignore", "guards.json")}
    client.install("--uninstall")
    for name, data in before.items():
        (client.project / ".autoskillit").mkdir(exist_ok=True)
        (client.project / ".autoskillit" / name).write_bytes(data)
    untouched = tree(client.project)
    client.install()
    client.install("--uninstall")
    assert tree(client.project) == untouched


@pytest.mark.slow
def test_history_stays_and_stays_out_of_git(client: Client) -> None:
    client.install()
    client.run("PreToolUse", **CALL)
    done = client.install("--uninstall")
    assert "recorded history" in done.stdout
    temp = client.project / ".autoskillit/temp"
    assert (temp / "context/s.jsonl").exists()
    assert (temp / ".gitignore").read_text() == "*\n"
    assert [p.name for p in (client.project / ".autoskillit").iterdir()] == ["temp"]


@pytest.mark.slow
def test_dry_run_shows_the_change_and_writes_nothing(client: Client) -> None:
    shown = client.install("--dry-run")
    assert shown.returncode == 0
    assert '+    "PreToolUse": [' in shown.stdout
    assert tree(client.project) == {}
    client.install()
    again = client.install("--dry-run")
    assert "+" not in again.stdout


@pytest.mark.slow
def test_local_scope_is_for_this_machine(client: Client) -> None:
    assert client.install("--scope", "local").returncode == 0
    assert not (client.project / ".claude/settings.json").exists()
    answered = client.run("PreToolUse", **CALL)
    assert [(a.returncode, a.stdout, a.stderr) for a in answered] == [(0, "", "")]
    assert client.install("--scope", "local", "--check").returncode == 0
    client.install("--scope", "local", "--uninstall")
    assert sorted(p.name for p in (client.project / ".autoskillit").iterdir()) == ["temp"]


@pytest.mark.slow
@pytest.mark.parametrize("config", [None, "elsewhere/config"])
def test_user_scope_goes_home(client: Client, config: str | None) -> None:
    where = client.home / (config or ".claude")
    if config:
        client.env["CLAUDE_CONFIG_DIR"] = str(where)
    assert client.install("--scope", "user").returncode == 0
    assert (where / "settings.json").exists()
    assert tree(client.project) == {}
    answered = client.run("PreToolUse", **CALL)
    assert [(a.returncode, a.stdout, a.stderr) for a in answered] == [(0, "", "")]
    assert (client.project / ".autoskillit/temp/context/s.jsonl").exists()
    assert client.install("--scope", "user", "--check").returncode == 0
    (client.home / ".autoskillit/guards.json").write_text('{"moed": 1}')
    assert "'moed'" in client.run("SessionStart", session_id="other", source="startup")[0].stdout
    assert client.install("--scope", "user", "--check").returncode == 1
    assert client.install("--scope", "user", "--uninstall").returncode == 0
    assert [path.name for path in (client.home / ".autoskillit").iterdir()] == ["guards.json"]
    assert not (where / "settings.json").exists()


@pytest.mark.slow
def test_two_scopes_share_a_bundle_and_are_warned_of(client: Client) -> None:
    client.install()
    assert "seen twice" in client.install("--scope", "local").stdout
    assert client.install("--check").returncode == 1
    done = client.install("--scope", "local", "--uninstall")
    assert "the project scope still uses it" in done.stdout
    assert client.install("--check").returncode == 0


@pytest.mark.slow
def test_link_runs_the_checkout_in_place(client: Client, tmp_path: Path) -> None:
    checkout = tmp_path / "check out"
    for part in ("hooks", "guards"):
        shutil.copytree(ROOT / part, checkout / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("hook_registry.json", "install.py", "LICENSE"):
        shutil.copy2(ROOT / part, checkout / part)
    client.install(bundle=checkout)
    assert client.install("--link", bundle=checkout).returncode == 0
    assert not (client.project / ".autoskillit/bundle").exists()
    answered = client.run("PreToolUse", **CALL)
    assert [(a.returncode, a.stdout, a.stderr) for a in answered] == [(0, "", "")]
    assert client.install("--link", "--check", bundle=checkout).returncode == 0
    # a checkout that is the project itself is named relative to it
    own = Client(checkout, tmp_path / "home")
    own.install("--link", bundle=checkout)
    assert str(tmp_path) not in (checkout / ".claude/settings.json").read_text()
    assert [a.returncode for a in own.run("PreToolUse", **CALL)] == [0]
    own.install("--uninstall", bundle=checkout)
    assert (checkout / "hooks/_run.py").exists()


@pytest.mark.slow
def test_strict_stands_in_guards_json_and_the_handlers_follow_it(client: Client) -> None:
    path = client.project / ".claude/settings.json"
    client.install()
    client.install("--strict")
    assert json.loads((client.project / ".autoskillit/guards.json").read_text())["strict"] is True
    strict = path.read_bytes()
    groups = [group for groups in json.loads(strict)["hooks"].values() for group in groups]
    assert all(group["hooks"][0]["onFailure"] == "block" for group in groups)
    client.install()
    assert path.read_bytes() == strict
    client.install("--uninstall")
    assert tree(client.project) == {}


@pytest.mark.slow
def test_stale_files_of_an_older_bundle_go(client: Client) -> None:
    client.install()
    stale = client.project / ".autoskillit/bundle/guards/gone.py"
    stale.write_text("")
    assert "does not belong" in client.install("--check").stdout
    client.install()
    assert not stale.exists()
    assert client.install("--check").returncode == 0


@pytest.mark.slow
def test_an_upgrade_names_both_versions_and_does_not_overwrite_a_change(client: Client, tmp_path: Path) -> None:
    newer = tmp_path / "newer"
    for part in ("hooks", "guards"):
        shutil.copytree(ROOT / part, newer / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("hook_registry.json", "install.py", "LICENSE"):
        shutil.copy2(ROOT / part, newer / part)
    identity = newer / "hooks/_identity.py"
    identity.write_text(identity.read_text().replace(f'VERSION = "{VERSION}"', 'VERSION = "9.9.9"'))
    client.install()
    mine = client.project / ".autoskillit/bundle/guards/drift.py"
    mine.write_text(mine.read_text() + "# mine\n")
    untouched = tree(client.project)
    for flags in ([], ["--dry-run"]):
        refused = client.install(*flags, bundle=newer)
        assert refused.returncode == 1
        assert "bundle/guards/drift.py changed since it was installed" in refused.stderr
        assert tree(client.project) == untouched
    assert "--force" in client.install("--check", bundle=newer).stdout
    done = client.install("--force", bundle=newer)
    assert done.returncode == 0
    said = next(line for line in done.stdout.splitlines() if line.startswith("bundle"))
    assert "version 9.9.9 (" in said and f", was {VERSION} (" in said
    assert "# mine" not in mine.read_text()


def test_it_says_where_and_how_much_and_what_stands_above(client: Client) -> None:
    assert f"note      {client.project} is no git work tree; " in client.install("--dry-run").stdout
    (client.project / ".git").mkdir()
    told = client.install("--dry-run").stdout
    assert told.startswith(f"project   {client.project} (project scope)\n")
    assert "note" not in told
    client.install()
    sub = client.project / "packages/one"
    sub.mkdir(parents=True)
    below = Client(sub, client.home)
    said = below.install()
    assert said.returncode == 0
    assert f"{client.project} is guarded already" in said.stdout
    size = next(line for line in said.stdout.splitlines() if line.startswith("bundle"))
    assert "files of text, " in size and " kB" in size
    client.install("--uninstall")
    assert f"part of the repository {client.project}" in below.install().stdout


def test_it_installs_into_its_own_checkout_only_where_that_is_typed(client: Client, tmp_path: Path) -> None:
    own = tmp_path / "checkout"
    own.mkdir()
    for part in ("hooks", "guards", "hook_registry.json", "install.py", "LICENSE"):
        (own / part).symlink_to(ROOT / part) if part != "install.py" else shutil.copy2(ROOT / part, own / part)
    (own / "hooks").unlink()
    shutil.copytree(ROOT / "hooks", own / "hooks", ignore=shutil.ignore_patterns("__pycache__"))
    for flags, code in (([], 1), (["--project", ".", "--dry-run"], 0), (["--check"], 1), (["--uninstall"], 0)):
        ran = subprocess.run([sys.executable, "install.py", *flags], cwd=own, capture_output=True, text=True, check=False,
                             env=client.env)
        assert (ran.returncode, "holds the guards themselves" in ran.stderr) == (code, not flags)
    assert not (own / ".autoskillit").exists()


def test_five_megabytes_of_settings_are_installed_and_restored(client: Client) -> None:
    path = client.project / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"permissions": {"allow": [f"Bash(command {i}:*)" for i in range(200_000)]}}, indent=2))
    before = path.read_bytes()
    shown = client.install("--dry-run").stdout
    assert "+    \"PreToolUse\": [" in shown
    assert len(shown) < 20_000
    assert client.install().returncode == 0
    assert client.install("--uninstall").returncode == 0
    assert path.read_bytes() == before


def test_the_launcher_runs_from_anywhere(client: Client) -> None:
    client.install()
    ran = subprocess.run([str(client.project / ".autoskillit/guardctl"), "--help"], cwd="/", capture_output=True,
                         text=True, check=False, env=client.env)
    assert "bundle/hooks/guardctl.py" in ran.stderr or "explain" in ran.stdout
    for path, folder in ((str(client.project / ".autoskillit/guardctl"), "/"), ("guardctl", client.project / ".autoskillit")):
        typed = subprocess.run([sys.executable, "-W", "error", path, "settings", "--help"], cwd=folder, capture_output=True, text=True,
                               check=False, env=client.env)
        assert (typed.returncode, typed.stderr) == (0, "") and "usage" in typed.stdout      # as a Python script, too


@pytest.mark.slow
def test_the_bundle_can_check_and_remove_itself(client: Client) -> None:
    client.install()
    inside = client.project / ".autoskillit/bundle"
    assert client.install("--check", bundle=inside).returncode == 0
    assert client.install(bundle=inside).returncode == 0
    assert client.install("--uninstall", bundle=inside).returncode == 0
    assert tree(client.project) == {}


def test_there_may_be_nothing_to_take_out(client: Client) -> None:
    done = client.install("--uninstall")
    assert (done.returncode, done.stdout.split()[0]) == (0, "nothing")
    assert tree(client.project) == {}


@pytest.mark.parametrize("flags", [["--agent", "emacs"], ["--project", "/nowhere/at/all"]])
def test_what_it_does_not_know_it_says(client: Client, flags: list[str]) -> None:
    refused = client.install(*flags)
    assert refused.returncode == 1
    assert refused.stderr.startswith("install.py: ")
    assert len(refused.stderr.splitlines()) == 1


def test_the_docs_name_every_flag(client: Client) -> None:
    readme, told = (ROOT / "docs/install.md").read_text("utf-8"), client.install("--help").stdout
    for flag in sorted({word.strip("[],|") for word in told.split() if word.strip("[],|").startswith("--")}):
        assert f"{flag}" in readme, flag
