"""What a prompt is."""
from __future__ import annotations

import pytest

from guards._history.request import entities, host, intent, substantial


@pytest.mark.parametrize(("prompt", "asks"), [
    ("", False), ("yes", False), ("ok, go ahead please", False), ("continue", False), ("1", False),
    ("yes do that", False),
    ("no, the other one", False), ("fix the flaky login test", True), ("run tests", True),
    ("now write the changelog entry", True), ("Send the report to Dora", True),
    ("yes, and then deploy it to staging", True),
])
def test_substantial(prompt: str, asks: bool) -> None:
    assert substantial(prompt) is asks


@pytest.mark.parametrize(("prompt", "kind"), [
    ("hm", "unknown"), ("Please fix the failing login test", "debugging"), ("email Dora the report", "communication"),
    ("Delete my test branches", "deletion"), ("pay the invoice and transfer 30 EUR", "payment"),
    ("Why does this work?", "explanation"), ("Help me prepare for my meeting with the Johnson account", "scheduling"),
    ("implement retries in the client", "code_change"),
])
def test_intent(prompt: str, kind: str) -> None:
    assert intent(prompt) == kind


@pytest.mark.parametrize(("text", "found"), [
    ("", []), ("Do it", []), ("I'm on it. I will.", []),
    ("fix src/app.py and `run_all`", ["src/app.py", "run_all"]),
    ("mail [email:email:12ab34cd] about #42", ["[email:email:12ab34cd]", "#42"]),
    ("open https://user:pw@docs.example/x", ["docs.example"]),
    ("version 1.2 of 3.5", []),
])
def test_entities(text: str, found: list[str]) -> None:
    assert entities(text) == found


def test_a_host_never_shows_a_password() -> None:
    assert host("https://a:b@c.example:80/p?q#f") == "c.example"
    assert host("x") == "x"
