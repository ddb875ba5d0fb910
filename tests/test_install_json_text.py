"""hooks/_install/json_text.py: it moves no other byte, follows the text's own style, refuses what is no JSON."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._install import json_text

ONE = {"a": [1]}

# (before, path of the object, key, value, after)
PUT = [
    ('{}', ["k"], 1, '{\n  "k": 1\n}'),
    ('{}\n', ["k"], ONE, '{\n  "k": {\n    "a": [\n      1\n    ]\n  }\n}\n'),
    ('{"b":1}', ["k"], ONE, '{"b":1,"k":{"a":[1]}}'),
    ('{"b": 1}', ["k"], ONE, '{"b": 1, "k": {"a": [1]}}'),
    ('{\n\t"b": 1\n}\n', ["k"], ONE, '{\n\t"b": 1,\n\t"k": {\n\t\t"a": [\n\t\t\t1\n\t\t]\n\t}\n}\n'),
    ('{\r\n    "b": 1\r\n}', ["k"], [1], '{\r\n    "b": 1,\r\n    "k": [\r\n        1\r\n    ]\r\n}'),
    ('{\n  "b": {}\n}', ["b", "k"], 1, '{\n  "b": {\n    "k": 1\n  }\n}'),
    ('{\n  "b": {"x": 1}\n}', ["b", "k"], [2], '{\n  "b": {"x": 1, "k": [2]}\n}'),
    ('{\n  "b": 1,\n  "k": 0\n}', ["k"], "é\\", '{\n  "b": 1,\n  "k": "é\\\\"\n}'),
    ('{"k": 1}', ["k"], True, '{"k": true}'),
    ('{ "k" :1 , "z":[ ] }', ["k"], 1, '{ "k" :1 , "z":[ ] }'),
]
REFUSED = [
    ('', "line 1"), ('{', "line 1"),
    ('{\n  // no\n  "a": 1\n}', "line 2, column 3: .*comments"), ('{"a": 1,}', "comma"),
    ('{"a": [1,]}', "comma"), ('{"a": 1, "a": 2}', "'a' stands twice"), ('{"a": NaN}', "NaN"), ("{'a': 1}", "line"),
    ('{"a": 1} x', "line 1"), ('{"a": "\n"}', "line 1"), ("[" * 100_000, "deep|line 1"), ('/* */ {}', "comments"),
]
KEYS = st.text(max_size=5)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | KEYS
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
                    max_leaves=12)
STYLE = st.sampled_from([{}, {"indent": 2}, {"indent": 4}, {"indent": "\t"}, {"separators": (",", ":")},
                         {"ensure_ascii": False}])


@pytest.mark.parametrize(("before", "path", "value", "after"), PUT)
def test_put_follows_the_style_of_the_text(before: str, path: list[str], value: Any, after: str) -> None:
    assert json_text.put(before, path, value) == after


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_no_json_is_refused_and_the_line_named(text: str, why: str) -> None:
    with pytest.raises(json_text.Refused, match=why):
        json_text.parse(text)


@given(JSON, STYLE)
def test_parse_reads_what_json_reads(value: Any, style: dict[str, Any]) -> None:
    assert json_text.same(json_text.parse(json.dumps(value, **style)).value, value)


@given(st.lists(JSON, min_size=1, max_size=4), JSON, STYLE)
def test_cut_undoes_add_to_the_byte(items: list[Any], value: Any, style: dict[str, Any]) -> None:
    text = json.dumps({"x": 1, "list": items, "y": [{}]}, **style)
    longer = json_text.add(text, ["list"], value)
    assert json_text.same(json.loads(longer), {"x": 1, "list": [*items, value], "y": [{}]})
    assert json_text.cut(longer, ["list", len(items)]) == text


@given(st.dictionaries(KEYS, JSON, max_size=4), KEYS, JSON, STYLE)
def test_put_puts_and_twice_is_once(holder: dict[str, Any], key: str, value: Any, style: dict[str, Any]) -> None:
    text = json.dumps(holder, **style)
    once = json_text.put(text, [key], value)
    assert json_text.same(json.loads(once), {**holder, key: value})
    assert json_text.put(once, [key], value) == once
    if holder and key not in holder:
        assert json_text.cut(once, [key]) == text


@given(st.lists(JSON, min_size=1, max_size=5), st.data(), STYLE)
def test_cut_takes_one_member_and_no_other(items: list[Any], data: st.DataObject, style: dict[str, Any]) -> None:
    index = data.draw(st.integers(0, len(items) - 1))
    text = json.dumps({"list": items}, **style)
    assert json_text.same(json.loads(json_text.cut(text, ["list", index])), {"list": items[:index] + items[index + 1:]})
