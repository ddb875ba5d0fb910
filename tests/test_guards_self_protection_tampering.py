"""What a call would change of the guards' own; whole calls stand in cases/self_protection.jsonl."""
from __future__ import annotations

import pytest

from guards import Event
from guards.self_protection.tampering import of_command, of_edit, protected


@pytest.mark.parametrize(("path", "cwd", "place"), [
    ("/p/a.py", "/p", ""), ("guards.json", "/p", ""), ("/p/.autoskillit-notes/x", "", ""),
    ("~/.autoskillit/bundle/x", "", ".autoskillit/bundle"), ("C:\\p\\.autoskillit\\temp\\x", "", ".autoskillit/temp"),
    ("/p/.AutoSkillit/GUARDS.json", "", ".autoskillit/guards.json"), (".", "/p/.autoskillit", ".autoskillit"),
])
def test_protected(path: str, cwd: str, place: str) -> None:
    assert protected(path, cwd) == place


def test_nothing_of_ours() -> None:
    assert of_command("ls").effect == 0
    assert of_edit(Event("PreToolUse", "s", tool="Edit", input={"file_path": "a.py"})).effect == 0
    assert of_edit(Event("PreToolUse", "s", tool="Edit", input={"file_path": 3})).effect == 0
