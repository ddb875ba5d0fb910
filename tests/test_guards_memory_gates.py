"""guards/memory/gates.py: failing tests, reverted commits."""
from __future__ import annotations

import pytest

from guards import Event, Settings
from guards.memory import gates


def doubt(name, command, **memory):
    settings = Settings()
    settings.memory = {"stale_on_failed_tests": True, "stale_on_revert": True, **memory}
    return gates.doubt(Event(name, "s", tool="Bash", input={"command": command}), settings)


QUIET = [
    ("PostToolUse", "pytest"), ("PostToolUseFailure", "ls /nope"), ("PostToolUseFailure", "npm install"),
    ("PostToolUseFailure", "go build ./... "), ("PostToolUseFailure", "grep pytest setup.cfg"), ("PostToolUseFailure", None),
    ("PostToolUse", "git log"), ("PostToolUse", "git revert --abort"), ("PostToolUse", "git reset --hard"),
    ("PostToolUse", "git reset --hard HEAD"), ("PostToolUse", "git reset HEAD~1"), ("PostToolUseFailure", "git revert x"),
    ("PreToolUse", "git revert x"), ("PostToolUse", ""), ("PostToolUse", 5),
]
DOUBTS = [
    ("PostToolUseFailure", "pytest -x", "tests_failed:pytest"),
    ("PostToolUseFailure", "cd app && CI=1 ./node_modules/.bin/jest", "tests_failed:jest"),
    ("PostToolUseFailure", "python3.12 -m pytest tests/ | tee log", "tests_failed:python -m pytest"),
    ("PostToolUseFailure", "uv run pytest", "tests_failed:pytest"), ("PostToolUseFailure", "npm test", "tests_failed:npm test"),
    ("PostToolUseFailure", "make build\nmake test", "tests_failed:make test"),
    ("PostToolUseFailure", "./gradlew test", "tests_failed:gradlew test"),
    ("PostToolUse", "git revert --no-edit abc123", "commit_reverted:git revert"),
    ("PostToolUse", "git -C sub reset --hard HEAD~1", "commit_reverted:git reset"),
]


@pytest.mark.parametrize("name, command", QUIET)
def test_quiet(name, command):
    assert doubt(name, command) is None


@pytest.mark.parametrize("name, command, reason", DOUBTS)
def test_doubt(name, command, reason):
    assert doubt(name, command) == reason
    assert doubt(name, command, stale_on_failed_tests=False, stale_on_revert=False) is None
