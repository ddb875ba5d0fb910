"""Bringing back: what is missing without force, the state before the call with it; never through a link, never over
newer work; what steers programs only for a person.  And the verb."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hooks._ctl import main
from hooks._stores.world import World
from hooks._undo import Store, list_entries
from tests.fork import run_forked
from tests.undo_box import ENV, bring_back, compare, lay, list_files, list_git, put, run, snap


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "b"


def test_only_what_is_missing_without_force(base: Path) -> None:
    world = lay(base, "work")
    p = base / "p"
    taken = snap(world, "make")
    for name in ("notes.md", "file.txt", "local.db"):
        (p / name).unlink()
    put(p, {"local.db": "", ".env": "NEW=1\n", "README.md": "newer\n", "added.txt": "new\n"})
    run(p, "git", "checkout", "-q", "--", "src/app.py")
    came = bring_back(world, taken.id, force=False)
    text = {
        name: (p / name).read_text() for name in ("notes.md", "file.txt", "local.db", "src/app.py")
    }
    assert text == {
        "notes.md": "three days\n",
        "file.txt": "a\n",
        "local.db": "rows\n",
        "src/app.py": "# a day of work\n",
    }
    assert sorted(came.left) == [f"{p}/.env", f"{p}/README.md"]
    assert (p / ".env").read_text() == "NEW=1\n"
    bring_back(world, taken.id, force=True)
    assert (p / ".env").read_text() == "A=1\n" and (p / "README.md").read_text() == "# shop\n"
    assert (p / "added.txt").read_text() == "new\n"  # nothing is ever deleted


def test_refs_without_force(base: Path) -> None:
    world = lay(base, "branches")
    p = base / "p"
    before = list_git(p)
    taken = snap(world, "make")
    run(p, "git", "branch", "-D", "alone")
    run(p, "git", "reset", "-q", "--hard", "HEAD~1")
    run(p, "git", "stash", "clear")
    run(p, "git", "checkout", "-q", "merged")
    put(p, {"src/x.py": "newer\n"})
    run(p, "git", "add", "-A")
    run(p, "git", "commit", "-qm", "newer work")
    newer = run(p, "git", "rev-parse", "merged")
    came = bring_back(world, taken.id, force=False)
    now = list_git(p)
    assert "refs/heads/merged" in came.left and run(p, "git", "rev-parse", "merged") == newer
    assert {name.partition(": ")[2] for name in compare(dict(before), dict(now))} <= {
        "refs/heads/merged",
        "HEAD",
        "index",
    }
    run(p, "git", "fsck", "--strict")


def test_links_are_not_followed(base: Path) -> None:
    world = lay(base, "work")
    p, victim = base / "p", base / "victim"
    victim.mkdir()
    put(p, {"scratch/app.py": "x\n"})
    taken = snap(world, "make")
    for name in ("scratch", "src"):
        run(p, "rm", "-rf", name)
        os.symlink(victim, p / name)
    (p / "notes.md").unlink()
    os.symlink(victim / "notes", p / "notes.md")
    came = bring_back(world, taken.id, force=False)
    assert os.listdir(victim) == [] and f"{p}/scratch/idea.txt" in came.left
    bring_back(world, taken.id, force=True)
    assert os.listdir(victim) == [] and (p / "scratch/idea.txt").read_text() == "an idea\n"
    assert not (p / "notes.md").is_symlink() and not (p / "src").is_symlink()
    assert [name for name in os.listdir(p) if ".set-aside-" in name]  # the links are kept aside


def test_what_steers_programs(base: Path) -> None:
    world = lay(base, "work")
    p = base / "p"
    steering = {
        ".claude/settings.json": "{}",
        ".mcp.json": "{}",
        ".autoskillit/guards.json": "{}",
        ".git/hooks/pre-push": "#!/bin/sh\n",
    }
    put(p, steering)
    taken = snap(world, "make")
    for name in (*steering, ".git/config", "notes.md"):
        (p / name).unlink()
    came = bring_back(world, taken.id)
    assert (p / "notes.md").exists() and len(came.withheld) == 5
    assert not any((p / name).exists() for name in (*steering, ".git/config"))
    bring_back(world, taken.id, person=True)
    assert all((p / name).exists() for name in (*steering, ".git/config"))


def test_somebody_elses_lock(base: Path) -> None:
    world = lay(base, "work")
    taken = snap(world, "make")
    run(base / "p", "git", "reset", "-q", "--hard")
    (base / "p/.git/index.lock").touch()
    came = bring_back(world, taken.id)
    assert came.faults and (base / "p/src/app.py").read_text() == "# a day of work\n"


def test_back_into_an_empty_folder(base: Path) -> None:
    for state in ("work", "branches", "plain"):
        world = lay(base / state, state)
        p = base / state / "p"
        before = {**list_files(p), **list_git(p)}
        taken = snap(world, "cd .. && rm -rf p")
        run(base, "rm", "-rf", str(p))
        bring_back(world, taken.id)
        assert compare(before, {**list_files(p), **list_git(p)}) == [], state


def guardctl(world: World, *words: str) -> tuple[int, str]:
    given, environ = ["--project", world.project, "rescue", *words], {**ENV, **world.environ}
    [done] = run_forked(Path.cwd(), environ, lambda: main(given))
    return done.returncode, done.stdout + done.stderr


def test_the_verb(base: Path) -> None:
    world = lay(base, "work")
    assert guardctl(world)[1].startswith("gone, and can be brought back: 0\n")
    assert guardctl(world, "--restore")[0] == 1
    token = "ghp_" + "R7kQz2mXw9LtVb4NcYh6JpDs8GfKe3AuTo5i"
    taken = snap(world, f"rm -rf notes.md {token}")
    before = {**list_files(base), **list_git(base)}
    for name in ("notes.md", ".env"):
        (base / "p" / name).unlink()
    code, text = guardctl(world)
    assert code == 0 and text.startswith("gone, and can be brought back: 2\n") and token not in text
    code, text = guardctl(world, taken.id[:13])
    assert code == 0 and "  git: branch main at " in text
    assert "  file: .env\n" in text and "A=1" not in text  # names, no contents
    assert len(json.loads(guardctl(world, "--json")[1])) == 1
    snap(world, "a later call")  # the newest snapshot that holds what is gone is meant
    code, text = guardctl(world, "--restore")
    assert code == 0 and "restored notes.md" in text
    assert compare(before, {**list_files(base), **list_git(base)}) == []
    assert guardctl(world, "7fff")[0] == 1


def test_a_branch_that_was_deleted_at_its_remote(base: Path) -> None:
    world = lay(base, "branches")
    name = "refs/remotes/origin/published"
    snap(world, "git push origin --delete published")
    run(base / "p", "git", "update-ref", "-d", name)
    code, text = guardctl(world, "--restore")
    again = f"restored {name} (there again by: git push origin {name}:refs/heads/published)"
    assert code == 0 and again in text.splitlines()


def test_our_own_records_are_in_no_snapshot(base: Path) -> None:
    world = lay(base, "work")
    world.load_key()
    put(Path(world.locate("context")), {"s.jsonl": "{}\n"})
    row = Store(world).load_row(snap(world, "make").id)
    assert list_entries(row) and not [path for path in list_entries(row) if "/temp/" in path]


def test_a_restoring_can_be_taken_back(base: Path) -> None:
    world = lay(base, "work")
    taken = snap(world, "make")
    put(base / "p", {"notes.md": "a newer day\n"})
    code, text = guardctl(world, taken.id, "--restore", "--force")
    assert code == 0 and (base / "p/notes.md").read_text() == "three days\n"
    before = text.rsplit("copy ", 1)[1].split(".")[0]
    assert guardctl(world, before, "--restore", "--force")[0] == 0
    assert (base / "p/notes.md").read_text() == "a newer day\n"
