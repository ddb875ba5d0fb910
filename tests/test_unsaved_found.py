"""Where a call stands, and what a build makes anew."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._stores.world import World
from hooks._unsaved.found import Place, Stake, product
from hooks._unsaved.own import Own


def place(project: Path) -> Place:
    world = World(str(project), {"HOME": str(project.parent / "home"), "TMPDIR": "/tmp"})
    return Place(world, str(project), Own(world, "s"))


def test_paths_as_the_shell_fills_them_in(project: Path) -> None:
    at = place(project)
    assert at.path("a", "/x") == "/x/a" and at.path("../a/", "/x/y") == "/x/a/" and at.path("/a//b", "/x") == "/a/b"
    assert at.path("~/a", "/x") == str(project.parent / "home/a") == at.path("${HOME}/a", "/x")
    assert at.path("$NOBODY/a", "/x") is at.path("$(...)", "/x") is at.path("", "/x") is None


@pytest.mark.parametrize(("path", "made"), [
    ("src/app.py", False), ("notes.md", False), (".env", False), ("local.db", False), ("distance/a", False),
    ("node_modules/a/b.js", True), ("src/__pycache__/", True), ("dist/", True), ("dist", True), ("build/a/b", True),
    ("a.pyc", True), ("x.log", True)])
def test_products(path: str, made: bool) -> None:
    assert product(path, True) is made


def test_outside_of_a_project_only_unmistakable_names_are_products() -> None:
    assert not product("/srv/build/a", False) and product("/home/me/.cache/pip/x", False)


def test_what_passes_in_a_folder_for_that(project: Path) -> None:
    at = place(project)
    assert at.passing("/tmp/build") and at.passing("/var/tmp/x") and not at.passing("/etc")
    assert not at.passing(str(project / "a")) and not at.passing("/") and not at.passing(str(project.parent / "home/a"))


def test_a_stake_says_only_what_there_is() -> None:
    stake = Stake()
    assert not stake and stake.row() == {}
    stake.file("/p/a", "a", True)
    assert stake and stake.row() == {"files": 1, "names": ["a"], "untracked": True}
