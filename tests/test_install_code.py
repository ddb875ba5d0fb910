"""hooks/_install/code.py: where the code goes, as it was asked for and as it lies there already."""
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hooks._install import bundle, code
from hooks._install.places import SOURCE


@pytest.mark.parametrize(("scope", "link", "vendor", "place"), [
    ("project", False, False, "home/.local/share/autoskillit-guards/{pin}"), ("local", False, False, "home/.local/share/autoskillit-guards/{pin}"),
    ("user", False, False, "home/.autoskillit/bundle"), ("project", False, True, "p/.autoskillit/bundle"), ("project", True, False, SOURCE),
])
def test_where_it_was_asked_for(tmp_path: Path, scope: str, link: bool, vendor: bool, place: str) -> None:
    (tmp_path / "p").mkdir()
    found = code.wanted(scope, str(tmp_path / "p"), {"HOME": str(tmp_path / "home")}, link, vendor, False)
    assert found.code == str(tmp_path / place.format(pin=bundle.pin(bundle.copy_of(SOURCE))))


def test_without_a_home_it_goes_into_the_project(tmp_path: Path) -> None:
    assert code.wanted("project", str(tmp_path), {"HOME": ""}, False, False, False).code == str(tmp_path / ".autoskillit/bundle")


def test_what_git_tracks_in_the_project_stays_until_it_is_asked_out(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path / "home")}
    manifest = tmp_path / ".autoskillit/bundle" / bundle.MANIFEST
    manifest.parent.mkdir(parents=True)
    manifest.write_text("{}")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert code.wanted("project", str(tmp_path), env, False, False, False).pin
    subprocess.run(["git", "-C", str(tmp_path), "add", "-f", str(manifest)], check=True)
    assert not code.wanted("project", str(tmp_path), env, False, False, False).pin
    assert code.wanted("project", str(tmp_path), env, False, False, True).pin
