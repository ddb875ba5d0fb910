"""The names of an archive's members."""
from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

from hooks._stake.packed import members


def test_the_members_of_archives(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x", "utf-8")
    with tarfile.open(tmp_path / "t.tar.gz", "w:gz") as packed:
        packed.add(tmp_path / "a.txt", "d/a.txt")
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as zipped:
        zipped.write(tmp_path / "a.txt", "d/b.txt")
    assert members(str(tmp_path / "t.tar.gz")) == ["d/a.txt"] and members(str(tmp_path / "z.zip")) == ["d/b.txt"]


def test_what_is_no_archive_names_nothing(tmp_path: Path) -> None:
    for name in ("x.tar", "x.zip", "x.tar.gz", "x.tar.xz"):
        (tmp_path / name).write_bytes(b"\x1f\x8b no archive")
        assert members(str(tmp_path / name)) == []
    assert members(str(tmp_path)) == members(str(tmp_path / "none")) == []
