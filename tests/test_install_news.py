"""hooks/_install/news.py: what a person reads who comes from an earlier version."""
from __future__ import annotations

import pytest

from hooks._install.news import LINES, between

TEXT = "# Changes\n\n## Unreleased\n\n- soon\n\n## [0.3.0] - 2027-01-02\n\n- three\n\n## 0.2.0\n\n- two\n- more\n\n## 0.1.0\n\n- one\n"


@pytest.mark.parametrize(("was", "now", "lines"), [
    ("", "0.3.0", []), ("0.3.0 (aaaaaaa)", "0.3.0", []), ("0.3.0", "0.1.0", []), ("0.1.0", "0.1.0 (bbbbbbb)", []),
    ("0.2.0", "0.3.0", ["## [0.3.0] - 2027-01-02", "", "- three"]),
    ("0.1.0 (aaaaaaa)", "0.2.0 (bbbbbbb)", ["## 0.2.0", "", "- two", "- more"]),
    ("0.1.0", "0.3.0", ["## [0.3.0] - 2027-01-02", "", "- three", "## 0.2.0", "", "- two", "- more"]),
    ("0.1.9", "0.10.0", ["## [0.3.0] - 2027-01-02", "", "- three", "## 0.2.0", "", "- two", "- more"]),
])
def test_the_entries_between_two_versions(was: str, now: str, lines: list[str]) -> None:
    assert between(was, now, TEXT) == lines


def test_a_long_entry_is_cut_and_no_changelog_is_none() -> None:
    assert len(between("0.1.0", "0.2.0", "## 0.2.0\n" + "- x\n" * 500)) == LINES + 1
    assert between("0.1.0", "0.2.0", "") == []
