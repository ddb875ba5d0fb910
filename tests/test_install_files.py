"""hooks/_install/files.py: whole or not at all, through links, with the mode kept."""
from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hooks._install import files


def test_what_is_not_there_reads_as_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert files.read(str(tmp_path / "gone")) is None
    assert files.read(str(tmp_path / "file" / "below")) is None
    files.remove(str(tmp_path / "gone"))


def test_new_folders_are_made_and_named(tmp_path: Path) -> None:
    assert files.write(str(tmp_path / "a/b/c"), b"x") == [str(tmp_path / "a"), str(tmp_path / "a/b")]
    assert files.write(str(tmp_path / "a/b/c"), b"y") == []
    assert [path.name for path in (tmp_path / "a/b").iterdir()] == ["c"]


@pytest.mark.parametrize("mode", [0o400, 0o600, 0o664, 0o755])
def test_the_mode_stays_and_links_are_followed(tmp_path: Path, mode: int) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "real").chmod(mode)
    (tmp_path / "link").symlink_to("real")
    files.write(str(tmp_path / "link"), b"new")
    assert os.readlink(tmp_path / "link") == "real"
    assert (tmp_path / "real").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == mode


def test_a_new_file_has_the_mode_asked_for_or_the_umasks(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        files.write(str(tmp_path / "plain"), b"")
    finally:
        os.umask(mask)
    files.write(str(tmp_path / "own"), b"", 0o600)
    assert stat.S_IMODE((tmp_path / "plain").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o600


def test_a_failure_leaves_the_file_and_no_draft(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        files.write(str(tmp_path / "folder"), b"x")
    assert {path.name for path in tmp_path.iterdir()} <= {"folder", "home"}
