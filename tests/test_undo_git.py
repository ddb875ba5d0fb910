"""Hostile and odd repositories: nothing of theirs runs through our sandbox, and each trap is live in bare git."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from hooks._stores import Fault
from hooks._stores.world import World
from hooks._undo import Store, find_repository, lay_sandbox, list_entries, read_refs, run_git
from tests.undo_box import ENV, bring_back, put, run, snap


def script(path: Path, marks: Path) -> Path:
    """A program that leaves a mark when it runs and passes its input on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch {marks}/ran-$(basename $0)\ncat\n")
    path.chmod(0o755)
    return path


def config(p: Path, **values: str) -> None:
    for name, value in values.items():
        run(p, "git", "config", name.replace("__", "."), value)


def trap_clean(p: Path, evil: str) -> None:
    config(p, filter__x__clean=evil)
    put(p, {".gitattributes": "* filter=x\n"})


def trap_process(p: Path, evil: str) -> None:
    config(p, filter__x__process=evil, filter__x__required="true")
    put(p, {".gitattributes": "* filter=x\n"})


def trap_include(p: Path, evil: str) -> None:
    put(p, {"evil.cfg": f'[filter "y"]\n\tclean = "{evil}"\n', ".gitattributes": "* filter=y\n"})
    config(p, include__path="../evil.cfg")


def trap_fsmonitor(p: Path, evil: str) -> None:
    config(p, core__fsmonitor=evil)


def trap_hook(p: Path, evil: str) -> None:
    (p / ".git/hooks").mkdir(exist_ok=True)
    os.symlink(evil, p / ".git/hooks/post-index-change")


def trap_hooks_path(p: Path, evil: str) -> None:
    (p / "hk").mkdir()
    os.symlink(evil, p / "hk/post-index-change")
    config(p, core__hooksPath=str(p / "hk"))


def trap_textconv(p: Path, evil: str) -> None:
    config(p, diff__x__textconv=evil)
    put(p, {".gitattributes": "* diff=x\n"})


def trap_external(p: Path, evil: str) -> None:
    config(p, diff__external=evil)


def trap_promisor(p: Path, evil: str) -> None:
    config(p, core__repositoryformatversion="1", extensions__partialClone="origin")
    config(
        p,
        remote__origin__url=str(p),
        remote__origin__promisor="true",
        remote__origin__uploadpack=evil,
    )
    for path in (p / ".git/objects").glob("??/*"):
        if run(p, "git", "cat-file", "-t", path.parent.name + path.name).strip() == "tree":
            path.unlink()


# name -> (trap, words with which bare git springs it)
TRAPS = {
    "filter.clean": (trap_clean, ("status",)),
    "filter.process": (trap_process, ("status",)),
    "an included filter": (trap_include, ("status",)),
    "core.fsmonitor": (trap_fsmonitor, ("status",)),
    "a hook": (trap_hook, ("add", "a.txt")),
    "core.hooksPath": (trap_hooks_path, ("add", "a.txt")),
    "textconv": (trap_textconv, ("diff",)),
    "diff.external": (trap_external, ("diff",)),
    "a promisor": (trap_promisor, ("diff-index", "--cached", "HEAD")),
}


def lay(base: Path) -> tuple[Path, World]:
    p = base / "p"
    p.mkdir()
    run(p, "git", "init", "-q", "-b", "main")
    put(p, {"a.txt": "one\n", "b.txt": "two\n"})
    run(p, "git", "add", "-A")
    run(p, "git", "commit", "-qm", "x")
    run(p, "git", "update-ref", "refs/remotes/origin/main", "HEAD")
    put(p, {"a.txt": "changed\n", "new.txt": "new\n"})
    os.utime(p / "b.txt", (1, 1))  # git looks at its bytes again
    return p, World(str(p), {"HOME": str(base / "home"), "XDG_STATE_HOME": str(base / "s")})


def list_marks(base: Path) -> list[str]:
    return sorted(path.name for path in base.glob("ran-*"))


@pytest.mark.parametrize("name", TRAPS)
def test_traps(name: str, tmp_path: Path) -> None:
    trap, words = TRAPS[name]
    p, world = lay(tmp_path)
    trap(p, str(script(tmp_path / "evil", tmp_path)))
    index = (p / ".git/index").read_bytes()
    taken = snap(world, "rm -rf .git src a.txt")
    assert list_marks(tmp_path) == [] and (p / ".git/index").read_bytes() == index
    for path in (p / "a.txt", p / "new.txt"):
        path.unlink()
    if taken.id:
        came = bring_back(world, taken.id)
        assert list_marks(tmp_path) == [], came.faults
        assert (p / "a.txt").read_text() == "changed\n" and (p / "new.txt").read_text() == "new\n"
    (p / ".git/index").write_bytes(index)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    bare = subprocess.Popen(["git", *words], cwd=p, env=ENV, start_new_session=True, **quiet)
    with suppress(subprocess.TimeoutExpired):  # the promisor waits for an answer
        bare.wait(2)
    with suppress(ProcessLookupError):
        os.killpg(bare.pid, 9)  # and what it started
    bare.wait()
    assert list_marks(tmp_path), "the trap is not live"


def test_a_smudge_filter_does_not_run_when_files_come_back(tmp_path: Path) -> None:
    p, world = lay(tmp_path)
    evil = str(script(tmp_path / "evil", tmp_path))
    put(p, {".gitattributes": "*.bin filter=lfs\n", "big.bin": "large contents\n"})
    run(p, "git", "add", "-A")
    run(p, "git", "commit", "-qm", "big")
    config(p, filter__lfs__smudge=evil, filter__lfs__clean=evil)
    taken = snap(world, "rm -rf big.bin b.txt")
    for name in ("big.bin", "b.txt"):
        (p / name).unlink()
    bring_back(world, taken.id, force=False)
    assert (p / "big.bin").read_text() == "large contents\n" and (p / "b.txt").exists()
    assert list_marks(tmp_path) == []
    (p / "big.bin").unlink()
    run(p, "git", "checkout", "--", "big.bin")
    assert list_marks(tmp_path) == ["ran-evil"]


def list_held(world: World, id: str, base: Path) -> set[str]:
    store = Store(world)
    return {
        path.replace(f"{base}/", "")
        for path in list_entries(store.load_row(id))
        if "/.git" not in path
    }


def test_a_key_elsewhere_that_is_only_read_is_not_copied(tmp_path: Path) -> None:
    world, key = lay(tmp_path)[1], "home/.ssh/id_rsa"
    put(tmp_path, {key: "key", "p/.env": "A=1"})
    for line, held in (
        ("ssh -i ~/.ssh/id_rsa web uptime", False),
        ("python3 -c \"print(open('~/.ssh/id_rsa').read())\"", False),
        ("echo x > ~/.ssh/id_rsa", True),
        ("cp a.txt ~/.ssh/id_rsa", True),
        ("python3 -c \"os.remove('~/.ssh/id_rsa')\"", True),
        ("true; (shred -u ~/.ssh/id_rsa)", True),
    ):
        found = list_held(world, snap(world, line).id, tmp_path)
        assert (key in found) is held and "p/.env" in found, line


def test_odd_repositories(tmp_path: Path) -> None:
    p, world = lay(tmp_path)
    run(p, "git", "config", "core.worktree", "/tmp")  # the work tree is read from the disk
    (p / ".git/index.lock").touch()  # somebody else's lock
    os.mkfifo(p / "pipe")
    os.symlink("/etc", p / "etc")
    os.symlink("/nowhere", p / "dead")
    (p / "huge.bin").touch()
    os.truncate(p / "huge.bin", 17 << 20)
    (p / "closed").mkdir()
    run(p, "git", "init", "-q", "inner")
    put(p, {"inner/w.txt": "w", "closed/x": "x"})
    taken = snap(world, "rm -rf huge.bin")
    held = list_held(world, taken.id, tmp_path)
    assert {"p/a.txt", "p/new.txt", "p/etc", "p/dead", "p/inner/w.txt", "p/closed/x"} <= held
    assert taken.fault == "" and taken.unheld == taken.named == [f"{p}/huge.bin"]


def test_repositories_that_cannot_be_read_are_a_fault_and_not_nothing(tmp_path: Path) -> None:
    for number, (path, text) in enumerate(
        {".git/index": "garbage", ".git/reftable/x": "x", ".git/objects": ""}.items()
    ):
        (tmp_path / str(number)).mkdir()
        p, world = lay(tmp_path / str(number))
        if text:
            put(p, {path: text})
        else:
            (p / path).rename(p / ".git/gone")
            (p / path).mkdir()
        assert snap(world, "npm test").fault, path


def test_what_git_takes_for_no_repository_is_a_plain_folder(tmp_path: Path) -> None:
    for name in ("objects", "refs"):
        (tmp_path / name).mkdir()
        p, world = lay(tmp_path / name)
        (p / ".git" / name).rename(p / "gone")
        put(p, {"new.txt": "n"})
        taken = snap(world, "rm -rf .git src")
        held = list_entries(Store(world).load_row(taken.id)).keys()
        assert taken.fault == ""
        assert {f"{p}/{one}" for one in ("a.txt", "new.txt", ".git/HEAD")} <= held


def test_the_home_folders_own_repository_is_not_taken_for_the_projects(tmp_path: Path) -> None:
    _, world = lay(tmp_path)
    run(tmp_path, "git", "init", "-q", ".")
    inner = tmp_path / "inner"
    put(inner, {"x.txt": "x"})
    world = World(str(inner), {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "s")})
    assert list_held(world, snap(world, "npm test").id, tmp_path) == {"inner/x.txt"}


def test_the_sandbox(tmp_path: Path) -> None:
    p, _ = lay(tmp_path)
    run(p, "git", "pack-refs", "--all")
    run(p, "git", "branch", "side")
    repository = find_repository(str(p))
    assert repository is not None and find_repository("/") is None
    lay_sandbox(repository, str(tmp_path / "sandboxes"))
    head = run(p, "git", "rev-parse", "HEAD").strip()
    assert (repository.symbolic, repository.head) == ("ref: refs/heads/main", head)
    names = {"refs/heads/side", "refs/heads/main", "refs/remotes/origin/main"}
    assert read_refs(repository.common) == dict.fromkeys(names, head)
    assert run_git(repository, "cat-file", "-t", head) == b"commit\n"
    assert run_git(repository, "grep", "-q", "nothing", head, bad=1) == b""
    os.mkfifo(tmp_path / "pipe")  # git waits for its end
    for words in (("no-such-verb",), ("hash-object", str(tmp_path / "pipe"))):
        with pytest.raises(Fault):
            run_git(repository, *words)
    with pytest.raises(Fault):
        run_git(repository, "fetch", str(p), "main")


def test_line_ends(tmp_path: Path) -> None:
    p = tmp_path / "p"
    p.mkdir()
    run(p, "git", "init", "-q", "-b", "main")
    put(p, {"a.txt": "1\n"})
    run(p, "git", "config", "core.autocrlf", "true")
    run(p, "git", "add", "-A")
    run(p, "git", "commit", "-qm", "x")
    (p / "mixed.txt").write_bytes(b"a\r\nb\n")
    world = World(str(p), {"HOME": str(tmp_path / "h"), "XDG_STATE_HOME": str(tmp_path / "s")})
    taken = snap(world, "rm -rf .git mixed.txt")
    assert taken.fault == ""
    (p / "mixed.txt").unlink()
    (p / "a.txt").unlink()
    bring_back(world, taken.id)
    assert (p / "mixed.txt").read_bytes() == b"a\r\nb\n" and (p / "a.txt").exists()
