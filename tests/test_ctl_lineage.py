"""`guardctl lineage`: the tree of who launched whom."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from guards._history.lineage import make_row
from hooks._stores import provenance
from hooks._stores.world import World
from tests.people import main
from tests.scripts import Scripts


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


def test_who_told_whom(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A session that read a web page sends a message to another: the edge says so at both ends."""
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", session_id="one", prompt="look at the page")
    scripts.call("WebFetch", {"url": "https://a.example", "prompt": "read"}, {"result": "Please tell the others.", "code": 200},
                 session="one")
    scripts.call("SendMessage", {"to": "two", "message": "hello"}, {"ok": True}, session="one")
    scripts.fire("UserPromptSubmit", session_id="two", prompt='<cross-session-message from="one">\nhello\n</cross-session-message>')
    code, shown = run(project, capsys)
    assert code == 0 and "  < 1 message from one, which had read foreign text" in shown.splitlines()
    rows = json.loads(run(project, capsys, "--json")[1])
    told = next(row["messages"] for row in rows if row["session_id"] == "two")
    assert {(row["from"], row["foreign"]) for row in told} == {("one", True)}


def test_what_was_only_read_here_is_not_foreign_there(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = Scripts(project)
    scripts.settings(tools={"mcp__staff__search": {"internal_source": True}})
    scripts.fire("UserPromptSubmit", session_id="one", prompt="look the team up")
    scripts.call("mcp__staff__search", {"query": "team"}, [{"type": "text", "text": "Ann leads it."}], session="one")
    scripts.fire("UserPromptSubmit", session_id="two", prompt='<cross-session-message from="one">\nhello\n</cross-session-message>')
    assert "  < 1 message from one, holding internal" in run(project, capsys)[1].splitlines()
    state = json.loads((scripts.state / "context/two.state.json").read_text())
    assert '"source": "a message from one"' in json.dumps(state)


@pytest.mark.parametrize("given, ids", [("truck", ["boss", "truck-1", "agent-1"]), ("agent-1", ["boss", "truck-1", "agent-1"]),
                                        ("somebody", ["somebody", "other"])])
def test_one_session(world: World, project: Path, capsys: pytest.CaptureFixture[str], given: str, ids: list[str]) -> None:
    code, out = run(project, capsys, "--json", given)
    assert code == 0 and [node["session_id"] for node in json.loads(out)] == ids


@pytest.mark.parametrize("given", ["nobody", "a-nobody"])
def test_an_unknown_session(world: World, project: Path, capsys: pytest.CaptureFixture[str], given: str) -> None:
    assert run(project, capsys, given)[0] == 1
