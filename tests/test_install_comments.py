"""hooks/_install/comments.py: settings with comments are changed without losing one."""
from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._install import comments, json_text
from hooks._install.json_text import Refused

TEXT = '// mine\n{\n  // colours\n  "theme": "a//b", /* yes */\n  "url": "http://x/*y*/" // last\n}\n'


def test_what_is_hidden_is_json_and_comes_back() -> None:
    small, held = comments.hidden(TEXT)
    assert json.loads(small) == {"theme": "a//b", "url": "http://x/*y*/"}
    assert held == ("// mine", "// colours", "/* yes */", "// last")
    assert comments.shown(small, held) == TEXT


@pytest.mark.parametrize("text", ["", "{}\n", '{"a": "x / y"}', '{"a": "\\"//"}', '{"a": 1} // x\r\n'])
def test_the_law(text: str) -> None:
    small, held = comments.hidden(text)
    assert comments.shown(small, held) == text
    assert not text or json.loads(small) is not None


@given(st.lists(st.sampled_from(['"a"', '"//"', "// c\n", "/* d\n */", " ", "\n", "\t", ",", "1", '"\\""', "{", "}"])))
def test_the_law_holds_for_any_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert comments.shown(*comments.hidden(text)) == text


def test_a_change_beside_comments_loses_and_doubles_none() -> None:
    small, held = comments.hidden(TEXT)
    added = comments.shown(json_text.put(small, ["hooks"], {"A": [1]}), held)
    for comment in held:
        assert added.count(comment) == 1
    assert json.loads(comments.hidden(added)[0])["hooks"] == {"A": [1]}
    again, held = comments.hidden(added)
    assert comments.shown(json_text.cut(again, ["hooks"]), held) == TEXT


def test_a_text_that_holds_such_white_space_is_refused() -> None:
    with pytest.raises(Refused):
        comments.hidden("{" + comments.MARK + "} // x")
