"""hooks/_install/large.py: what is held back comes back to the byte, and a large file is changed as a small one is."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._install import large, parts, settings
from hooks._install.json_text import Refused
from tests.test_install_json_text import JSON, STYLE
from tests.test_install_parts import GROUPS, LOCAL, PLACE

FILLER = ["x" * 300] * 120
HOOKS = st.dictionaries(st.sampled_from(["PreToolUse", "SessionEnd", "Stop"]),
                        st.lists(JSON | st.just({"hooks": [{"command": "y" * 300}]}), min_size=1, max_size=3),
                        min_size=1, max_size=3)


@given(st.dictionaries(st.text(max_size=4).filter(lambda key: key != "hooks"), JSON, max_size=3), HOOKS, STYLE, st.booleans())
def test_a_large_text_is_changed_as_a_small_one_is(other: dict[str, Any], hooks: dict[str, Any], style: dict[str, Any],
                                                   first: bool) -> None:
    held = {"filler": FILLER, **other, "hooks": hooks} if first else {"hooks": hooks, **other, "filler": FILLER}
    text = json.dumps(held, **style)
    small, kept = large.shrunk(text, settings.PATH)
    assert len(small) < len(text)
    assert large.restored(small, kept) == text
    once = settings.register(text, GROUPS)
    assert once == settings._register(text, GROUPS)
    assert settings.registered(once) == {event: [group] for event, group in GROUPS.items()}
    assert settings.unregister(once) == text


@pytest.mark.parametrize("place", [PLACE, LOCAL])
def test_a_large_file_of_servers_too(place: Any) -> None:
    before = json.dumps({"projects": {"/p": {"history": FILLER}, "/q": FILLER}, "mcpServers": {"mine": {"args": FILLER}}}, indent=2).encode()
    once = parts.with_server(before, place, parts.server(place))
    assert json.loads(once) != json.loads(before)
    assert parts.without_server(once, place, before) == before


@pytest.mark.parametrize("text", ['{"hooks": {}, "a": [1,], "f": "%s"}', '{"a": 1, "a": 2, "f": "%s"}', '{"a": NaN, "f": "%s"}'])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        large.shrunk(text % ("x" * large.LARGE), settings.PATH)


def test_a_mark_that_stands_in_the_text_is_not_taken_for_one_of_ours() -> None:
    text = json.dumps({"held-0-1": "held-0-0", "f": FILLER, "g": '"held-1-0"'})
    assert large.restored(*large.shrunk(text, settings.PATH)) == text


def test_five_megabytes_are_few_steps() -> None:
    text = json.dumps({"permissions": {"allow": [f"Bash(command {i}:*)" for i in range(200_000)]}, "hooks": {
        "PreToolUse": [{"hooks": [{"type": "command", "command": "true " + "z" * 300}]}] * 2_000}}, indent=2)
    assert len(text) > 5_000_000
    assert len(large.shrunk(text, settings.PATH)[0]) < 150_000
    assert settings.unregister(settings.register(text, GROUPS)) == text
