"""`guardctl demo`: what a fresh install does, each story with its silent steps and its end."""
from __future__ import annotations

import json
from pathlib import Path

from hooks._ctl import demo
from tests.scripts import Scripts
from tests.test_hooks_guardctl import guardctl


def test_the_stories(project: Path) -> None:
    done = guardctl(Scripts(project), "demo", "--json")
    steps = json.loads(done.stdout)["steps"]
    assert done.returncode == 0
    assert [(step["session"], step["decision"]) for step in steps if step["decision"] != "pass"] == [
        ("boris", "deny"), ("slide", "told"), ("slide", "ask"), ("slide", "told"), ("slide", "ask"),
        ("notes", "told"), ("notes", "ask"), ("audit", "told")]
    assert "drift" in steps[-3]["reason"] and "session_memory_marked_stale: 1" in steps[-1]["reason"]
    assert ("slide", "mcp__github__create_pull_request", "pass") in [
        (step["session"], step["tool"], step["decision"]) for step in steps]
    assert all(bool(step["reason"]) == (step["decision"] != "pass") for step in steps)
    assert not (project / ".autoskillit").exists()


def test_words_are_explained_and_rows_are_kept_back(project: Path) -> None:
    shown = guardctl(Scripts(project), "demo").stdout
    for word in ("a dispatch", "a resume", "provenance", "placeholder", "ASKS: a person says yes or no", "May this still be believed?"):
        assert word in shown
    assert "jsonl" not in shown and "tagged" not in shown
    assert max(map(len, shown.splitlines())) <= demo.REASON + 20


def test_the_ledger_is_shown_on_request(project: Path) -> None:
    shown = guardctl(Scripts(project), "demo", "--verbose").stdout
    assert "search_email" in shown and "slide.jsonl" in shown and "annas-child" in shown
    assert "ghp_" not in shown, "no secret is on record"


def test_no_secret_is_written_into_the_demo() -> None:
    assert demo.secret() != demo.secret()


def test_the_incidents_are_listed_and_one_is_played(project: Path) -> None:
    scripts = Scripts(project)
    listed = guardctl(scripts, "demo", "--incident")
    assert listed.returncode == 0 and "2025-05-26  github-mcp" in listed.stdout
    done = guardctl(scripts, "demo", "--incident", "github-mcp")
    assert done.returncode == 0 and "https://invariantlabs.ai/" in done.stdout and "ASKS" in done.stdout
    row = json.loads(guardctl(scripts, "demo", "--incident", "jira-agentflayer", "--json").stdout)
    assert (row["decision"], row["want"]) == ("deny", "deny") and row["reason"]
    assert "no hook can see it" in guardctl(scripts, "demo", "--incident", "camoleak").stdout
    missing = guardctl(scripts, "demo", "--incident", "nobody")
    assert missing.returncode and "lists them" in missing.stderr
    assert not (project / ".autoskillit").exists()
