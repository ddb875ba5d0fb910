"""guards/loss/tasks.py: what stands behind a task's name; asked as if it were typed (tests/cases/alarms.jsonl)."""
from __future__ import annotations

import doctest

import pytest

from guards._shell.machine import read
from guards.loss import tasks
from guards.loss.tasks import behind, task

MAKE = "db-reset: stop build/x.o\n\t@-dropdb shop\n\t+createdb shop\nstop:\n\tdocker stop db\nbuild/%.o: a.c\n\tcc a.c\n"


def test_the_examples() -> None:
    assert doctest.testmod(tasks).failed == 0


@pytest.mark.parametrize("command", [
    "npm test", "npm run build", "npm ci", "make", "make test", "make -j4", "npm run db:reset:test", "NODE_ENV=test npm run db:reset",
    "export DATABASE_URL=postgres://localhost/a; npm run db:reset", "pnpm add reset-css", "echo npm run db:reset"])
def test_what_is_not_looked_up(command: str) -> None:
    assert [file for file, _ in map(task, read(command, "/p").ran) if file] == []


@pytest.mark.parametrize(("file", "text", "said"), [
    ("package.json", "{", ["db:reset"]), ("package.json", "[]", ["db:reset"]), ("package.json", '{"scripts": [1]}', ["db:reset"]),
    ("package.json", '{"scripts": {"db:reset": 1}}', ["db:reset"]), ("Makefile", "", ["db-reset"]), ("Makefile", MAKE, ["clean"])])
def test_what_says_nothing(file: str, text: str, said: list[str]) -> None:
    assert behind(file, text, said) == ""


def test_the_files_of_other_runners() -> None:
    assert [task(one) for one in read("just db-reset; composer run db:fresh", "/p").ran] == [
        ("/p/justfile", ["db-reset"]), ("/p/composer.json", ["db:fresh"])]


def test_a_recipe_with_what_it_needs_first() -> None:
    assert behind("Makefile", MAKE, ["db-reset"]) == "docker stop db\ndropdb shop\ncreatedb shop"
    assert behind("justfile", "db-reset: stop\n    @dropdb shop\nstop:\n    docker stop db\n", ["db-reset"]) == "docker stop db\ndropdb shop"
    assert behind("Makefile", "a: b\n\tx\nb: a\n\ty\n", ["a"]).count("x") < 8
