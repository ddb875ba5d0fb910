"""guards/self_protection/versions.py: what git would take of ours, of what it holds; real repositories: test_hooks__held.py."""
from __future__ import annotations

import pytest

from guards import Event, Settings
from guards._call import call_of
from guards.self_protection.versions import lost, wanted

OURS = (".claude/settings.json", ".autoskillit/hook")


def tree(how: str) -> dict[str, object]:
    return dict.fromkeys(OURS, how)


HELD = dict.fromkeys(OURS, True)
# a command -> what must be known, what is known, how many of the two files go
ROWS = [
    ("git log", [], {}, 0),
    ("git add -A && git commit -m x", [], {}, 0),
    ("git stash -u", ["", "HEAD"], {"": tree("tracked"), "HEAD": HELD}, 0),
    ("git stash -u", ["", "HEAD"], {"": tree("ignored"), "HEAD": {}}, 0),
    ("git stash -u; git stash pop", ["", "HEAD"], {"": tree("beneath"), "HEAD": {}}, 0),
    ("git clean -fdx -e .claude -e .autoskillit", [""], {"": tree("ignored")}, 0),
    ("git checkout main", ["", "main", "HEAD"], {}, 0),
    ("git checkout main", ["", "main", "HEAD"], {"": tree("tracked"), "HEAD": HELD, "main": HELD}, 0),
    ("git checkout main", ["", "main", "HEAD"], {"": tree("tracked"), "HEAD": {}, "main": {}}, 0),
    ("git stash -u", ["", "HEAD"], {"": tree("beneath"), "HEAD": {}}, 2),
    ("git stash -a", ["", "HEAD"], {"": tree("ignored"), "HEAD": {}}, 2),
    ("git stash", ["", "HEAD"], {"": tree("tracked"), "HEAD": {OURS[0]: False}}, 2),
    ("git merge theirs", [], {}, 0),
    ("git clean -fd .claude", [""], {"": tree("untracked")}, 1),
    ("git checkout main", ["", "main", "HEAD"], {"": tree("tracked"), "HEAD": HELD, "main": {}}, 2),
    ("git checkout main", ["", "main", "HEAD"], {"": tree("tracked"), "HEAD": HELD, "main": {**HELD, OURS[0]: False}}, 1),
]


@pytest.mark.parametrize(("command", "states", "known", "gone"), ROWS)
def test_what_goes(command: str, states: list[str], known: dict[str, dict[str, object]], gone: int) -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p", project="/p")
    call = call_of(event, Settings())
    assert {state for state, _ in wanted(call)} == set(states)
    held = {(state, "/p"): value for state, value in known.items()}
    assert len(lost(call, "/p", held)) == gone
