"""`guardctl lineage`: the tree of who launched whom."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from guards._history.lineage import make_row
from hooks._stores import provenance
from hooks._world import World
from tests.people import main


@pytest.fixture
def world(project: Path) -> World:
    made = World(str(project), {})
    provenance.append(provenance.path(made), [
        make_row("truck-1", "boss", "t", kind="dispatch", recipe_name="implement", kitchen_id="k1"),
        make_row("agent-1", "truck-1", "t", kind="subagent", agent_type="Explore"),
        make_row("other", "somebody", "t", kind="nested")])
    return made


def run(project: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["--project", str(project), "lineage", *words])
    return code, capsys.readouterr().out


def test_nothing_yet(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(project, capsys) == (0, "no session is on record yet\n")


def test_the_tree(world: World, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(project, capsys)[1].splitlines() == [
        "boss", "  truck-1 dispatch recipe=implement kitchen=k1 since=t", "    agent-1 subagent agent=Explore since=t",
        "somebody", "  other nested since=t"]


@pytest.mark.parametrize("given, ids", [("truck", ["boss", "truck-1", "agent-1"]), ("agent-1", ["boss", "truck-1", "agent-1"]),
                                        ("somebody", ["somebody", "other"])])
def test_one_session(world: World, project: Path, capsys: pytest.CaptureFixture[str], given: str, ids: list[str]) -> None:
    code, out = run(project, capsys, "--json", given)
    assert code == 0 and [node["session_id"] for node in json.loads(out)] == ids


@pytest.mark.parametrize("given", ["nobody", "a-nobody"])
def test_an_unknown_session(world: World, project: Path, capsys: pytest.CaptureFixture[str], given: str) -> None:
    assert run(project, capsys, given)[0] == 1
