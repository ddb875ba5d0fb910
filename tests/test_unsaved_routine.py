"""Papers of the project's own that hold the command of a loss."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from guards import Event, Settings
from guards._call import read
from guards.loss.words import Loss
from hooks._stores.world import World
from hooks._unsaved.fact import with_scripts
from hooks._unsaved.found import Place
from hooks._unsaved.own import Own
from hooks._unsaved.routine import of_this_machine, papers, words_of
from tests.repositories import commit, make, put

PRUNE = Loss("remote", "docker system prune", "", "", ("every volume that no container uses",))
MIRROR = Loss("remote", "rsync --delete", "", "", ("nas:/volume1/photos/",))


def found(project: Path, command: str, loss: Loss) -> list[str]:
    world = World(str(project), dict(os.environ))
    place = Place(world, str(project), Own(world, "s"))
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd=str(project), project=str(project))
    return papers(place, loss, with_scripts(read(event, Settings()), place))


def test_what_head_holds(project: Path) -> None:
    make(project, "clean")
    assert found(project, "ssh b 'docker system prune -af --volumes'", PRUNE) == []
    commit(project, "runbooks/disk-full.md", "1. ssh HOST\n2. docker system prune -af --volumes\n", 5)
    put(project, {"notes.md": "docker system prune\n"})     # in no commit
    assert found(project, "ssh b 'docker system prune -af --volumes'", PRUNE) == ["runbooks/disk-full.md"]
    assert found(project, "docker stack rm shop", Loss("remote", "docker stack rm", "", "", ("shop",))) == []


def test_a_script_that_the_call_runs(project: Path) -> None:
    put(project, {"backup.sh": "rsync -a --delete /srv/photos/ nas:/volume1/photos/\n", "other.sh": "true\n"})
    assert found(project, "bash backup.sh", MIRROR) == ["backup.sh"]
    assert found(project, "bash other.sh", MIRROR) == []


@pytest.mark.parametrize(("loss", "words"), [
    (PRUNE, ["docker", "system", "prune"]), (MIRROR, ["rsync", "--delete", "nas:/volume1/photos/"]),
    (Loss("remote", "psql: DROP", "", "", ("$DB", "shop")), ["psql", "DROP", "shop"])])
def test_the_words_that_are_looked_for(loss: Loss, words: list[str]) -> None:
    assert words_of(loss) == words


@pytest.mark.parametrize(("files", "here"), [
    ({}, False), ({".env": "DATABASE_URL=postgres://db.acme.example/shop\n"}, False), ({".env": "A=1\n"}, False),
    ({".env": "DATABASE_URL=postgres://localhost/a\n", ".env.local": "DATABASE_URL=postgres://db.acme.example/shop\n"}, False),
    ({".env": 'DATABASE_URL="postgres://localhost/a"\nAPI=https://acme.example\n'}, True),
    ({".env": "TEST_DATABASE_URL=postgres://u@db.acme.example/shop_test\n"}, True),
    ({"prisma/schema.prisma": 'datasource db {\n  provider = "sqlite"\n  url = "file:./dev.db"\n}\n'}, True)])
def test_where_a_project_says_that_its_data_lies(project: Path, files: dict[str, str], here: bool) -> None:
    put(project, files)
    assert of_this_machine(Place(World(str(project), dict(os.environ)), str(project), Own(World(str(project), {}), "s")), str(project)) == here
