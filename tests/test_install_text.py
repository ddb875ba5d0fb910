"""hooks/_install/plan.py: no other byte moves; what cannot be read is refused.  Cases are generated."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from hooks._install import make_handler
from hooks._install.plan import (
    Part,
    Refused,
    add_member,
    cut_member,
    is_ours,
    list_containers,
    make_part,
    parse_strict,
    strip_part,
)

ROW = {"timeout": 10}
HELD = [
    (["hooks", event, 0], make_handler(event, ROW, False))
    for event in ("PreToolUse", "Stop", "SessionEnd")
]
PART = Part("json", "/p/.claude/settings.json", HELD)

# The same settings, bent: each text of each of these lists in each of the forms below.
MINE = {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo mine"}]}
VALUES: list[Any] = [
    {},
    {"x": 1},
    {"hooks": {}},
    {"hooks": {"PreToolUse": []}},
    {"hooks": {"PreToolUse": [MINE]}, "permissions": {"allow": ["Bash(ls:*)"]}},
    {"hooks": {"Stop": [MINE, MINE], "PreToolUse": [], "Notification": [MINE]}},
    {"env": {"A": 'é \U0001f512 \\ " \n'}, "hooks": {"SessionEnd": [{"hooks": []}], "Stop": [7, "x", None]}},
    {"a": [[], {}, [{}]], "b": 1e300, "c": -0.0, "d": True, "e": None, "hooks": {"PreToolUse": [{"hooks": 3}]}},
]  # fmt: skip
FORMS: list[dict[str, Any]] = [
    {}, {"indent": 2}, {"indent": 4}, {"indent": "\t"}, {"separators": (",", ":")}, {"indent": 3, "ensure_ascii": False},
]  # fmt: skip
ENDS = ("", "\n", "\n\n", "\r\n", "  ")
GOOD = [
    json.dumps(value, **form).replace("\n", line) + end
    for value, form, (end, line) in itertools.product(
        VALUES, FORMS, zip(ENDS, ("\n", "\n", "\r\n", "\r\n", "\n"))
    )
]
GOOD += [
    '{\n   "permissions": {"allow": ["Bash(ls:*)"]},\n  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": '
    '[{"type": "command", "command": "echo mine"}]}], "Stop": []},\n "x":1}\n\n',
    "{ \t }",
    '{"hooks" : { } , "x" : [ ] }\n',
    '{\n  "hooks": {\n\n    "Stop": [\n\n    ]\n\n  }\n}',
    '{"hooks":{"Stop":[ {"hooks":[ ] } ]}}',
    " \n\n{\n}\n",
    '\ufeff{"hooks": {"Stop": []}}\n',
    "\ufeff{\n}",
]
BAD = [
    "", " ", "{", "}", "[]", "3", "null", '"x"', "{,}", '{"a": 1,}', '{"a": [1,]}', "{'a': 1}", '{"a": NaN}', "// x\n{}",
    '{"a": 1, "a": 2}', '{"a": 1} x', '{"a": "\n"}', "[" * 9999, '{"hooks": []}', '{"hooks": {"Stop": {}}}',
    '{"hooks": null}', '{"hooks": {"Stop": null}}', '{"hooks": "x"}', '{"a": Infinity}', '{"a": 1e}', '{"a": 01}',
    '{"a" 1}', "{/* */}", "\x00", "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n", '{"a": ' + "9" * 5000 + "}",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_what_install_writes_uninstall_takes_back(text: str) -> None:
    data = text.encode()
    before = list_containers(PART, data)
    made = make_part(PART, data)
    hooks = json.loads(made.decode("utf-8-sig"))["hooks"]
    for path, group in HELD:
        assert [one for one in hooks[path[1]] if one == group] == [group]
    assert make_part(PART, made) == made
    assert list_containers(PART, made).keys() <= before.keys()
    assert strip_part(PART, made, before) == data


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="settings"):
        make_part(PART, text.encode())


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Refused, match="utf-8"):
        make_part(PART, b'{"a": "\xff"}')


def test_a_file_that_was_not_there_goes_again() -> None:
    made = make_part(PART, None)
    assert made.endswith(b"}\n") and list_containers(PART, None) == {}
    assert strip_part(PART, made, {}) is None
    assert strip_part(PART, made, None) is None, "in a clone nobody knows what was there"
    more = add_member(made.decode(), ["model"], "x").encode()
    assert strip_part(PART, more, {}) == b'{\n  "model": "x"\n}\n'


def test_a_member_that_somebody_added_behind_ours_stays() -> None:
    made = make_part(PART, b"{}\n").decode()
    more = add_member(made, ["hooks", "Stop", 1], MINE)
    assert json.loads(strip_part(PART, more.encode(), {}) or b"") == {"hooks": {"Stop": [MINE]}}
    mixed = json.loads(made)
    mixed["hooks"]["Stop"][0]["hooks"].append(MINE["hooks"][0])
    left = json.loads(strip_part(PART, json.dumps(mixed).encode(), {}) or b"")
    assert left == {"hooks": {"Stop": [{"hooks": MINE["hooks"]}]}}


# (text, path, value, wanted)
ADDED = [
    ("{}", ["k"], 1, '{\n  "k": 1\n}'),
    ('{"b":1}', ["k"], {"a": [1]}, '{"b":1, "k": {"a": [1]}}'),
    ('{"b": 1}', ["k"], {"a": [1]}, '{"b": 1, "k": {"a": [1]}}'),
    ('{\n\t"b": 1\n}\n', ["k"], {"a": [1]}, '{\n\t"b": 1,\n\t"k": {\n\t\t"a": [\n\t\t\t1\n\t\t]\n\t}\n}\n'),
    ('{\r\n    "b": 1\r\n}', ["k"], [1], '{\r\n    "b": 1,\r\n    "k": [\r\n        1\r\n    ]\r\n}'),
    ('{\n  "b": {}\n}', ["b", "k"], 1, '{\n  "b": {\n    "k": 1\n  }\n}'),
    ('{\n  "b": {"x": 1}\n}', ["b", "k"], [2], '{\n  "b": {"x": 1, "k": [2]}\n}'),
    ("[\n  1,\n  2\n]", [2], 3, "[\n  1,\n  2,\n  3\n]"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "path", "value", "wanted"), ADDED)
def test_a_new_member_follows_the_form_around_it(
    text: str, path: Any, value: Any, wanted: str
) -> None:
    assert add_member(text, path, value) == wanted
    assert parse_strict(cut_member(wanted, path)) == parse_strict(text)


def test_handlers_of_all_versions_are_ours_and_no_others() -> None:
    old = {
        "command": "/usr/bin/nice",
        "args": ["-n", "0", "/bin/sh", "-c", "x", "${CLAUDE_PROJECT_DIR}/.autoskillit/hook"],
    }
    assert is_ours(old) and is_ours(HELD[0][1]["hooks"][0])
    upstream = {"command": "python3 /x/autoskillit/hooks/quota_guard.py"}
    assert not any(
        map(is_ours, (MINE["hooks"][0], upstream, None, 3, {}, {"command": 3}, {"args": "x"}))
    )
    assert "autoskillit" not in HELD[0][1]["hooks"][0]["command"]
