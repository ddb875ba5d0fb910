"""`guardctl report`: one session as Markdown, with nothing in it that could pose as markup."""
from __future__ import annotations

from pathlib import Path

from hooks._ctl import module
from hooks._ctl.report import quoted
from hooks._world import World
from tests.scripts import Scripts


def test_a_report(project: Path, capsys: object) -> None:
    scripts = Scripts(project)
    scripts.settings(policy=[{"id": "no", "when": {"tool": "mcp__x__*"}, "decision": "deny", "reason": "not here"}])
    scripts.fire("UserPromptSubmit", prompt="tidy up\n# Not a heading")
    scripts.call("mcp__x__y", {"a": 1})
    import argparse

    args = argparse.Namespace(session=None, json=False)
    assert module("report").run(args, World(str(project), scripts.env)) == 0
    text = capsys.readouterr().out  # type: ignore[attr-defined]
    assert "# Session s" in text and "**DENY** mcp__x__y" in text and "not here" in text and "as written" in text
    assert "\n# Not a heading" not in text


def test_quoted() -> None:
    assert quoted("a\nb `c` <d>") == "a b 'c' &lt;d>"
