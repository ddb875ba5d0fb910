"""A file with a secret's name whose whole text is known."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Event, Facts, Settings
from guards.contamination import plain

PUSH = "git add .envrc && git commit -m x && git push"


def settings() -> Settings:
    given = Settings()
    given.key = b"k" * 16
    return given


def wrote(tool: str, text: str, level: int, state: Any, there: str | None = None) -> Any:
    facts = Facts(text, found={} if there is None else {("file", "/p/.envrc"): there})
    return plain.noted(Event("PostToolUse", "s", tool=tool, facts=facts), "/p/.envrc", text, level, state, settings())


def holds(state: Any, there: str | None, *names: str) -> bool:
    facts = Facts("", found={} if there is None else {("file", "/p/.envrc"): there})
    return plain.plain(Event("PreToolUse", "s", facts=facts), names, state, settings())


def test_a_text_that_the_session_wrote_beats_the_name() -> None:
    state = wrote("Write", "use flake\n", 0, {})
    assert holds(state, "use flake\n", ".envrc") and holds(state, None, "/p/.envrc") and holds(state, None, "./.envrc")


@pytest.mark.parametrize(("names", "there"), [
    ((".envrc",), "use flake\nexport KEY=x\n"), ((".env",), None), ((".envrc", ".env"), None), ((), None),
    (tuple(f"{n}/.envrc" for n in range(8)), None)])
def test_what_is_not_known_to_be_that_text_keeps_its_name(names: tuple[str, ...], there: str | None) -> None:
    assert not holds(wrote("Write", "use flake\n", 0, {}), there, *names)


def test_an_edit_keeps_up_and_a_secret_ends_it() -> None:
    state = wrote("Write", "use flake\n", 0, {})
    after = wrote("Edit", "layout go", 0, state, "use flake\nlayout go\n")
    assert holds(after, "use flake\nlayout go\n", ".envrc") and not holds(after, "use flake\n", ".envrc")
    assert wrote("Edit", "export KEY=...", 3, after, "...") == {"plain": {}}
    assert wrote("Write", "export KEY=...", 3, {}) == {} and wrote("Edit", "x", 0, {}) == {}


def test_the_files_to_look_at() -> None:
    assert plain.near((".envrc", "x"), wrote("Write", "use flake", 0, {})) == ["/p/.envrc"]
