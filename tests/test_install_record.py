"""hooks/_install/record.py: the originals come back, and a damaged record is no record."""
from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hooks._install.record import Record


def test_what_was_noted_is_known_to_the_next(tmp_path: Path) -> None:
    record = Record(str(tmp_path))
    record.note("/a/settings.json", b"\xff old", b"new")
    record.note("/a/other.json", None, b"made")
    record.made = ["/a"]
    record.save()
    again = Record(str(tmp_path))
    assert again.before("/a/settings.json") == b"\xff old"
    assert again.before("/a/other.json") is None
    assert again.untouched("/a/settings.json", b"new")
    assert not again.untouched("/a/settings.json", b"newer")
    assert not again.untouched("/a/settings.json", None)
    assert not again.untouched("/b", b"new")
    assert again.made == ["/a"]


def test_a_project_may_be_moved(tmp_path: Path) -> None:
    (tmp_path / "here/.autoskillit").mkdir(parents=True)
    record = Record(str(tmp_path / "here/.autoskillit"))
    record.note(str(tmp_path / "here/.claude/settings.json"), b"old", b"new")
    record.note("/home/me/.claude.json", None, b"new")
    record.made = [str(tmp_path / "here/.claude")]
    record.save()
    (tmp_path / "here").rename(tmp_path / "there")
    again = Record(str(tmp_path / "there/.autoskillit"))
    assert again.before(str(tmp_path / "there/.claude/settings.json")) == b"old"
    assert not again.new(str(tmp_path / "there/.claude/settings.json"))
    assert again.new("/home/me/.claude.json")
    assert again.made == [str(tmp_path / "there/.claude")]


def test_originals_are_for_the_person_alone(tmp_path: Path) -> None:
    record = Record(str(tmp_path))
    record.note("/a/settings.json", b"old", b"new")
    record.save()
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "local").iterdir()} == {0o600}
    record.forget("/a/settings.json")
    assert [path.name for path in (tmp_path / "local").iterdir()] == ["installed.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"files": 1, "made": []}', '{"files": {"a": 1}, "made": []}',
                                  '{"files": {}}', "[" * 100_000])
def test_a_damaged_record_is_no_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "local").mkdir()
    (tmp_path / "local/installed.json").write_text(text)
    assert Record(str(tmp_path)).files == {}


def test_a_backup_is_looked_for_in_its_folder_only(tmp_path: Path) -> None:
    (tmp_path / "local").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "local/installed.json").write_text(
        '{"files": {"a": {"before": "../secret", "after": ""}}, "made": []}')
    assert Record(str(tmp_path)).before("a") is None
