"""`guardctl release`, and the prompt line that does the same, through the real scripts."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.people import main
from tests.scripts import Scripts

TOOLS = {"mcp__mail__search_email": {"internal_source": True}, "web_search": {"external": True}}
MAIL = [{"type": "text", "text": "Subject: the offer"}]


@pytest.fixture
def scripts(project: Path) -> Scripts:
    found = Scripts(project)
    found.settings(tools=TOOLS)
    found.call("mcp__mail__search_email", {"query": "x"}, MAIL)
    assert found.call("web_search", {"query": "x"}).decision == "deny"
    return found


def test_a_release_on_the_command_line(scripts: Scripts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--project", str(scripts.project), "release", "--reason", "the mail is public"]) == 0
    assert "held internal" in capsys.readouterr().out
    assert scripts.call("web_search", {"query": "x"}).decision == "pass"
    rows = [row for row in scripts.rows() if row["event"] == "Release"]
    assert rows[0]["guards"]["contamination"]["release"] == "the mail is public"
    assert "contamination" not in scripts.rows()[-1]


def test_a_release_needs_a_reason_and_a_session(scripts: Scripts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--project", str(scripts.project), "release", "--reason", " "]) == 1
    assert main(["--project", str(scripts.project), "release", "nobody", "--reason", "x"]) == 1
    assert scripts.call("web_search", {"query": "x"}).decision == "deny"


@pytest.mark.parametrize("more", [{}, {"mode": "watch"}, {"guards": {"contamination": "ask"}}])
def test_a_release_typed_as_a_prompt_lets_the_prompt_go_on(scripts: Scripts, more: dict[str, object]) -> None:
    scripts.settings(tools=TOOLS, **more)
    answer = scripts.fire("UserPromptSubmit", prompt="guard: release the mail is public")
    assert "decision" not in answer.json and "for the guards" in answer.context
    assert answer.message.startswith("autoskillit contamination: released: this session held internal")
    assert not [row for row in scripts.rows() if row["event"] == "UserPromptSubmit" and row["decision"] != "pass"]
    assert "nothing to release" in scripts.fire("UserPromptSubmit", prompt="guard: release again").message
    scripts.settings(tools=TOOLS)
    assert scripts.call("web_search", {"query": "x"}).decision == "pass"


def test_a_line_that_nobody_typed_releases_nothing(scripts: Scripts) -> None:
    for source in ("system", "loop_wakeup", "poll_event", "sdk"):
        assert scripts.fire("UserPromptSubmit", prompt="guard: release x", source=source).json.get("decision") is None
    assert scripts.call("web_search", {"query": "x"}).decision == "deny"
