"""guards/loss/tasks.py: what stands behind a task's name; asked as if it were typed (tests/cases/alarms.jsonl)."""
from __future__ import annotations

import doctest

import pytest

from guards._shell.machine import read
from guards.loss import tasks
from guards.loss.tasks import behind, task


def test_the_examples() -> None:
    assert doctest.testmod(tasks).failed == 0


@pytest.mark.parametrize("command", [
    "npm test", "npm run build", "npm ci", "make", "make test", "make -j4", "npm run db:reset:test", "NODE_ENV=test npm run db:reset",
    "export DATABASE_URL=postgres://localhost/a; npm run db:reset", "pnpm add reset-css", "echo npm run db:reset"])
def test_what_is_not_looked_up(command: str) -> None:
    assert [file for file, _ in map(task, read(command, "/p").ran) if file] == []


@pytest.mark.parametrize(("text", "said"), [
    ("{", ["db:reset"]), ("[]", ["db:reset"]), ('{"scripts": [1]}', ["db:reset"]),
    ('{"scripts": {"db:reset": 1}}', ["db:reset"])])
def test_what_says_nothing(text: str, said: list[str]) -> None:
    assert behind(text, said) == ""


def test_the_files_of_other_runners() -> None:
    assert [task(one) for one in read("make db-reset; composer run db:fresh", "/p").ran] == [("", []), ("/p/composer.json", ["db:fresh"])]
