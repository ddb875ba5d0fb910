"""What is copied before a call takes it away, and brought back: what passes first, then what is asked about."""
from __future__ import annotations

import argparse
import os
import stat
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from hooks._ctl import module
from hooks._stores.world import World
from hooks._unsaved import rescue
from tests.repositories import ENV, PRODUCTS, git, make, put
from tests.scripts import Scripts

ALL = "Discard all my uncommitted changes and untracked files, delete d, drop the stash, delete the branch alone"


def played(project: Path, command: str, prompt: str = ALL, let: bool = False, **settings: object) -> tuple[Scripts, str]:
    """The call's decision, and the call itself where it passes; `let`: a question gets its yes."""
    scripts = Scripts(project)
    if settings:
        scripts.settings(**settings)
    scripts.fire("UserPromptSubmit", prompt=prompt)
    answer = scripts.call("Bash", {"command": command})
    if answer.decision == "ask" and let:
        scripts.fire("UserPromptSubmit", prompt="guard: allow")
        answer = scripts.call("Bash", {"command": command})
    if answer.decision == "pass":
        subprocess.run(["sh", "-c", command], cwd=project, env=ENV, check=True, capture_output=True)
    return scripts, answer.decision


def world_of(scripts: Scripts) -> World:
    return World(str(scripts.project), scripts.env)


def back(scripts: Scripts, force: bool = False) -> rescue.Back:
    world = world_of(scripts)
    return rescue.restore(world, rescue.listed(world)[-1], force)


def tree(project: Path) -> dict[str, bytes | str]:
    found: dict[str, bytes | str] = {}
    for path in project.rglob("*"):
        name = path.relative_to(project).as_posix()
        if name.split("/")[0] not in (".git", ".autoskillit") and name not in PRODUCTS and not path.is_dir():
            found[name] = os.readlink(path) if path.is_symlink() else path.read_bytes()
    return found


@pytest.mark.parametrize("command", [
    "git clean -fd", "git reset --hard", "git checkout .", "git restore .", "git checkout -- src/app.py"])
def test_an_excused_loss_is_copied_first_and_comes_back(project: Path, command: str) -> None:
    make(project, "work")
    before, staged = tree(project), git(project, "diff", "--cached")
    scripts, decision = played(project, command)
    assert decision == "pass" and tree(project) != before
    assert back(scripts).left == [] and tree(project) == before and git(project, "diff", "--cached") == staged
    assert "work_rescued" in scripts.rows()[-1]["risk_signals"]


def test_folders_and_files_are_private_and_outside_of_the_project(project: Path) -> None:
    make(project, "work")
    scripts, _ = played(project, "git clean -fd")
    top = Path(rescue.folder(world_of(scripts)))
    assert project not in top.parents and top.is_relative_to(project.parent)
    found = [path for path in [top.parent, *top.parent.rglob("*")]]
    assert {stat.S_IMODE(path.stat().st_mode) for path in found if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in found if path.is_file()} == {0o600}
    assert "three days" not in "".join(path.read_text("utf-8", "replace") for path in scripts.state.rglob("*.json*"))


def test_it_is_said_once_a_session(project: Path) -> None:
    make(project, "work")
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt=ALL)
    said = [scripts.call("Bash", {"command": command}).message for command in ("git clean -fd", "git reset --hard")]
    assert "guardctl rescue" in said[0] and said[1] == ""


@pytest.mark.parametrize("command", ["git stash drop", "git branch -D alone", "git stash clear"])
def test_commits_and_stashes_come_back_as_objects_of_their_repository(project: Path, command: str) -> None:
    make(project, "branches")
    tips = git(project, "rev-parse", "stash@{0}", "alone").split()
    before = git(project, "show", "--stat", *tips)
    scripts, decision = played(project, command)
    assert decision == "pass"
    git(project, "reflog", "expire", "--expire=now", "--all")
    git(project, "gc", "-q", "--prune=now")
    back(scripts)
    if "stash" in command:
        assert git(project, "rev-parse", "stash@{0}").strip() == tips[0] and "WIP on ahead" in git(project, "stash", "list")
    else:
        assert git(project, "rev-parse", "alone").strip() == tips[1]
        assert git(project, "show", "--stat", *tips) == before


def test_a_whole_repository_comes_back(project: Path) -> None:
    make(project, "work")
    make(project / "d", "branches")
    heads = git(project / "d", "for-each-ref")
    scripts, decision = played(project, "rm -rf d")
    assert decision == "pass" and not (project / "d").exists()
    back(scripts)
    assert git(project / "d", "for-each-ref") == heads and git(project / "d", "fsck", "--no-dangling") == ""


def test_everything_is_copied_where_the_person_said_backup(project: Path) -> None:
    make(project, "work")
    before = tree(project)
    scripts, decision = played(project, "git reset --hard", "get the tests green", loss={"backup": True})
    assert decision == "pass"
    assert back(scripts).left == [] and tree(project) == before


def test_what_was_let_through_is_copied_too(project: Path) -> None:
    make(project, "work")
    scripts = Scripts(project)
    assert scripts.call("Bash", {"command": "git clean -fd"}).decision == "ask"
    scripts.fire("UserPromptSubmit", prompt="guard: allow")
    assert scripts.call("Bash", {"command": "git clean -fd"}).decision == "pass"
    assert len(rescue.listed(world_of(scripts))) == 1


def test_newer_work_is_not_written_over(project: Path) -> None:
    make(project, "work")
    scripts, _ = played(project, "git clean -fd")
    put(project, {"notes.md": "a newer thought\n"})
    assert [Path(path).name for path in back(scripts).left] == ["notes.md"]
    assert (project / "notes.md").read_text() == "a newer thought\n"
    assert back(scripts, True).left == [] and (project / "notes.md").read_text() == "three days\n"


def test_nothing_lands_behind_a_link_that_came_since(project: Path, tmp_path: Path) -> None:
    make(project, "work")
    scripts, _ = played(project, "git clean -fd")
    (tmp_path / "elsewhere").mkdir()
    (project / "scratch").symlink_to(tmp_path / "elsewhere")
    assert [Path(path).name for path in back(scripts).left] == ["idea.txt"]
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_copy_of_secrets_is_masked_as_they_are(project: Path) -> None:
    make(project, "work")
    put(project, {".env": "DB_PASSWORD=h7Gq2Lp9xV4z\n"})
    scripts, decision = played(project, "rm .env", "delete .env")
    row, = rescue.listed(world_of(scripts))
    copy = os.path.join(row["place"], row["files"][0][1])
    read = {"file_path": copy}
    text = Path(copy).read_text()
    before = scripts.call("Read", read)
    after = scripts.fire("PostToolUse", tool_name="Read", tool_input=read, tool_use_id="r1",
                         tool_response={"type": "text", "file": {"filePath": copy, "content": text}})
    assert decision == before.decision == "pass" and "h7Gq2Lp9xV4z" in text
    assert "h7Gq2Lp9xV4z" not in after.stdout and "updatedToolOutput" in after.stdout


HOSTILE = ["a b", "-rf", "l\nine", "tab\there", "ünï", "$(id)", "*", "'q\""]


def test_hostile_names_links_and_pipes(project: Path) -> None:
    make(project, "work")
    put(project, {f"d/{name}": f"{name}\n" for name in HOSTILE})
    put(project, {"d/empty": ""})
    (project / "d/link").symlink_to("/etc/passwd")
    (project / "d/dangling").symlink_to("nowhere")
    before = tree(project)
    os.mkfifo(project / "d/pipe")
    scripts, decision = played(project, "rm -rf d")
    assert decision == "pass" and not (project / "d").exists()
    assert back(scripts).left == [] and tree(project) == before


# --- what cannot be copied is asked about, unless it was named


def many(project: Path) -> None:
    put(project, {f"many/{n}.txt": "x" for n in range(rescue.FILES + 1)})


def huge(project: Path) -> None:
    put(project, {"huge.bin": "x"})
    os.truncate(project / "huge.bin", rescue.BYTES + 1)


def no_folder(project: Path) -> None:
    put(project.parent / "home", {".local/state/autoskillit/rescue": "in the way"})


@pytest.mark.parametrize(("spoil", "why"), [
    (many, "more than 1,000 files"), (huge, "more than 64 MiB"), (no_folder, "Not a directory")])
def test_what_cannot_be_copied_is_asked_about_as_if_nobody_had_asked(project: Path, spoil: object, why: str) -> None:
    make(project, "work")
    spoil(project)      # type: ignore[operator]
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt=ALL)
    answer = scripts.call("Bash", {"command": "git clean -fd"})
    assert (answer.decision, answer.code) == ("ask", 0) and why in answer.reason, answer.reason
    assert rescue.listed(world_of(scripts)) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_home_that_is_read_only(project: Path) -> None:
    make(project, "work")
    (project.parent / "home").chmod(0o500)
    assert played(project, "git clean -fd")[1] == "ask"
    (project.parent / "home").chmod(0o700)


def test_what_was_named_goes_without_a_copy(project: Path) -> None:
    make(project, "work")
    many(project)
    scripts, decision = played(project, "rm -rf many", "Delete the folder many, we do not need it")
    assert decision == "pass" and rescue.listed(world_of(scripts)) == []
    assert "1,000 files" in scripts.rows()[-1]["guards"]["loss"]["not_rescued"]


def test_the_folder_for_copies_is_no_part_of_what_goes(project: Path) -> None:
    make(project, "work")
    scripts, decision = played(project, "rm -rf ~", "wipe everything in my home")
    assert decision == "ask" and rescue.listed(world_of(scripts)) == []


# --- how long it is kept


def old(world: World, days: float, size: int) -> Path:
    at = world.now - days * rescue.DAY
    place = Path(rescue.folder(world)) / f"{int(at * 1000):x}-0000.{size:x}"
    put(place, {"manifest.json": f'{{"id": "{int(at * 1000):x}-0000", "session_id": "old", "at": {at}, "files": []}}'})
    return place


def test_the_oldest_go_first(project: Path) -> None:
    make(project, "work")
    world = World(str(project), Scripts(project).env)
    gone = [old(world, 15, 1), old(world, 3, 200 << 20)]
    kept = [old(world, 2, 100 << 20), old(world, 1, 100 << 20)]
    played(project, "git clean -fd")
    assert [path.exists() for path in gone + kept] == [False, False, True, True]


def test_a_draft_that_a_crash_left_is_no_rescue(project: Path) -> None:
    world = World(str(project), Scripts(project).env)
    draft = old(world, 1, 1)
    left = draft.rename(draft.with_suffix(".tmp"))
    assert rescue.listed(world) == []
    rescue.prune(world)
    assert not left.exists()


@pytest.mark.parametrize(("more", "left"), [({}, ["s"]), ({"session": "s"}, ["old"]), ({"older_than": 1e-9}, []),
                                            ({"older_than": 1e-9, "dry_run": True}, ["old", "s"])])
def test_purge_takes_it(project: Path, more: dict[str, object], left: list[str]) -> None:
    make(project, "work")
    scripts, _ = played(project, "git clean -fd")
    old(world_of(scripts), 20, 1)
    args = {"older_than": None, "session": None, "dry_run": False, "json": False, **more}
    assert module("purge").run(argparse.Namespace(**{"versions": False, **args}), world_of(scripts)) == 0
    assert [row["session_id"] for row in rescue.listed(world_of(scripts))] == left


def test_rescues_of_an_earlier_release_are_read(project: Path) -> None:
    scripts = Scripts(project)
    world = World(str(project), scripts.env)
    assert rescue.listed(world) == []
    lost = str(project / "notes.md")
    put(Path(world.state), {"rescue/x/manifest.json": "{torn", "rescue/y/manifest.json": '{"id": "z"}', "rescue/o/0": "old\n",
                            "rescue/o/manifest.json": f'{{"id": "o", "at": 1, "files": [["{lost}", "0"]], "refs": []}}'})
    assert back(scripts).back == [lost] and Path(lost).read_text() == "old\n"


# --- for any tree


NAMES = strategies.text(strategies.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="/\x7f"), min_size=1,
                        max_size=6).filter(lambda name: not name.startswith(".") and not name.endswith(("~", ".")))
BYTES = strategies.binary(min_size=1, max_size=40)     # an empty file alone is nobody's loss
TREE = strategies.dictionaries(NAMES, BYTES, max_size=4)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(TREE, TREE, strategies.sampled_from(
    ["git reset --hard", "git clean -fd", "rm -rf d", "git checkout .", "git stash drop"]))
def test_any_tree_is_the_same_afterwards(tmp_path_factory: pytest.TempPathFactory, tracked: dict[str, bytes],
                                         loose: dict[str, bytes], command: str) -> None:
    project = tmp_path_factory.mktemp("any") / "project"
    make(project, "work")
    for number, (name, data) in enumerate(tracked.items()):
        (project / "d").mkdir(exist_ok=True)
        path = project / "d" / f"x{name}"
        path.write_bytes(b"first\n")
        git(project, "add", "-f", str(path))
        git(project, "commit", "-qm", "one")
        path.write_bytes(data)
        if number % 2:
            git(project, "add", "-f", str(path))
            path.write_bytes(data + b"more\n")
    for name, data in loose.items():
        (project / "d").mkdir(exist_ok=True)
        (project / "d" / f"y{name}").write_bytes(data)
    if command == "git stash drop":
        git(project, "stash", "-q", "-u")
    before, stash = tree(project), git(project, "stash", "list", "--format=%H")
    scripts, decision = played(project, command, let=True)
    assert decision == "pass"
    if rescue.listed(world_of(scripts)):
        assert back(scripts).left == []
    assert tree(project) == before and git(project, "stash", "list", "--format=%H") == stash
