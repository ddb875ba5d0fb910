"""guards/_text/envelope.py: one answer, however it is wrapped."""
from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._text import envelope

JUDGE = {"passed": False, "overall": 0.4}
TEXT = json.dumps(JUDGE)
BLOCK = {"type": "text", "text": TEXT}

NOTHING = [None, "", "plain words", 3, True, [], {}, [[]], "{", "[1, 2", '"', "[" * 100_000, "\ufeff",
           [{"type": "text", "text": "echo: hello"}], [{"type": "image", "data": "AAAA"}][:0],
           {"type": "text", "text": f"the page says {TEXT}"}, f"the page says {TEXT}"]

WRAPPED = {
    "block with an object for a type": [{"type": {}, "text": TEXT}],
    "block with a list for a type": [{"type": [], "text": TEXT}],
    "object": JUDGE,
    "text": TEXT,
    "byte order mark": "\ufeff" + TEXT,
    "doubly encoded": json.dumps(TEXT),
    "trebly encoded": json.dumps(json.dumps(TEXT)),
    "blocks": [BLOCK],
    "blocks among others": [{"type": "text", "text": "Done."}, {"type": "image", "data": "AAAA"}, BLOCK],
    "call result": {"content": [BLOCK], "isError": False},
    "call result as text": json.dumps({"content": [BLOCK]}),
    "structured": {"content": [], "structuredContent": JUDGE},
    "structured and blocks": {"content": [BLOCK], "structuredContent": JUDGE},
    "structured, wrapped by its framework": {"structuredContent": {"result": JUDGE}},
    "result text": {"result": TEXT},
    "result doubly encoded": {"result": json.dumps(TEXT)},
    "error details": {"ok": False, "error": {"code": "TIMEOUT", "details": JUDGE}},
    "block holding JSON of blocks": [{"type": "text", "text": json.dumps([BLOCK])}],
    "text block doubly encoded": [{"type": "text", "text": json.dumps(TEXT)}],
    "fenced": f"```json\n{TEXT}\n```",
    "qwen": {"llmContent": [{"text": TEXT}], "returnDisplay": TEXT},
    "resource": [{"type": "resource", "resource": {"uri": "x:y"}}, {"type": "tool_result", "content": TEXT}],
}


@pytest.mark.parametrize("response", NOTHING, ids=lambda value: repr(value)[:30])
def test_nothing_to_find(response):
    assert JUDGE not in envelope.unwrap(response)


@pytest.mark.parametrize("name", WRAPPED)
def test_found_once(name):
    assert envelope.unwrap(WRAPPED[name]).count(JUDGE) == 1


def test_outermost_first():
    found = envelope.unwrap({"a": 1, "result": {"b": 2, "data": {"c": 3}}})
    assert [min(value) for value in found] == ["a", "b", "c"]


def test_an_object_quoted_elsewhere_is_not_the_answer():
    assert JUDGE not in envelope.unwrap({"passed": True, "quoted": TEXT, "evidence": [JUDGE]})


def test_prose_only_when_asked():
    text = f"MCP error -32001: timed out {TEXT} after 30 s"
    assert envelope.unwrap(text) == []
    assert envelope.unwrap(text, prose=True) == [JUDGE]
    assert envelope.unwrap([{"type": "text", "text": text}], prose=True) == [JUDGE]


def test_bounds():
    deep = TEXT
    for _ in range(envelope.DEPTH + 3):
        deep = {"result": deep}
    assert JUDGE not in envelope.unwrap(deep)
    assert len(envelope.unwrap([{"n": n} for n in range(10_000)])) == envelope.OBJECTS


KEYS = st.sampled_from(envelope.WRAPPERS) | st.text()


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=20))
def test_never_raises(response):
    for found in envelope.unwrap(response, prose=True) + envelope.unwrap(json.dumps(response)):
        assert isinstance(found, dict)
