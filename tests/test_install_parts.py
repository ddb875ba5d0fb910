"""hooks/_install/parts.py: each small file made, and restored, as pure bytes."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._install import command, parts, settings
from hooks._install.json_text import Refused
from hooks._install.places import Place
from tests.test_install_json_text import JSON, KEYS, STYLE

FOREIGN: dict[str, Any] = {"permissions": {"deny": ["Bash(rm *)"]}, "hooks": {"PreToolUse": [
    {"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}], "Stop": []}, "ünknown": [1, {"a": None}]}
OLD: dict[str, Any] = {"hooks": {"PreToolUse": [{"matcher": "^Bash$", "hooks": [
    {"type": "command", "command": 'echo autoskillit-guards; python3 ".autoskillit/bundle/hooks/pre_tool_use.py"'}]}],
    "Stop": [{"hooks": [{"type": "command", "command": "python3 hooks/stop.py || echo autoskillit-guards"}]}]}}

# name -> the settings file before us
SETTINGS: dict[str, bytes | None] = {
    "missing": None,
    "empty": b"",
    "blank": b"\n",
    "bare object": b"{}",
    "bare object and newline": b"{}\n",
    "two spaces": json.dumps(FOREIGN, indent=2, ensure_ascii=False).encode() + b"\n",
    "four spaces, no newline": json.dumps(FOREIGN, indent=4).encode(),
    "tabs": json.dumps(FOREIGN, indent="\t").encode() + b"\n",
    "compact": json.dumps(FOREIGN, separators=(",", ":")).encode(),
    "one line": json.dumps(FOREIGN).encode() + b"\n",
    "CRLF": json.dumps(FOREIGN, indent=2).replace("\n", "\r\n").encode() + b"\r\n",
    "byte order mark": b"\xef\xbb\xbf" + json.dumps(FOREIGN, indent=2).encode(),
    "no hooks": b'{\n  "model": "opus"\n}\n',
    "empty hooks": b'{\n  "hooks": {}\n}\n',
    "empty event": b'{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
    "odd spacing": b'{ "a" :1,\n\n "hooks" : { "Stop":[ ] , "PreToolUse" : [ { "hooks":[]} ]}  }\n\n',
}
REFUSED = {
    "comments": (b'{\n  // mine\n  "model": "opus"\n}\n', "comments"),
    "trailing comma": (b'{"a": 1,}\n', "comma"),
    "truncated": (b'{"hooks": {"PreToolUse": [', "line 1"),
    "twice": (b'{"hooks": {}, "hooks": {}}', "twice"),
    "a list": (b"[]", "no JSON object"),
    "hooks a list": (b'{"hooks": []}', '"hooks" is not an object'),
    "hooks null": (b'{"hooks": null}', '"hooks" is not an object'),
    "an event an object": (b'{"hooks": {"PreToolUse": {}}}', "is not a list"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "UTF-8"),
    "not a number": (b'{"a": NaN}', "NaN"),
}
PLACE = Place("project", "/p", {"HOME": "/home/me"})
LOCAL = Place("local", "/p", {"HOME": "/home/me"})
GROUPS = parts.groups({"events": {
    "PreToolUse": {"script": "pre_tool_use.py", "matcher": "^Bash$", "timeout": 10},
    "SessionEnd": {"script": "session_end.py", "matcher": "", "timeout": 10}}}, PLACE, False)
ROW = parts.parts(PLACE, GROUPS, False, None, False)[-1]


def undone(before: bytes | None) -> bytes | None:
    """Installed, and taken out again without a record but of the containers that were there."""
    return ROW.without(ROW.made(before), before)


@pytest.mark.parametrize("before", SETTINGS.values(), ids=SETTINGS.keys())
def test_a_settings_file_gets_one_group_an_event_once(before: bytes | None) -> None:
    once = ROW.made(before)
    held = json.loads(once.decode("utf-8-sig"))
    assert [held["hooks"][event][-1] for event in GROUPS] == list(GROUPS.values())
    assert ROW.made(once) == once
    assert once.startswith(parts.BOM) == (before or b"").startswith(parts.BOM)
    assert (b"\r\n" in once) == (b"\r\n" in (before or b""))
    assert b"\r\n" not in once or b"\n" not in once.replace(b"\r\n", b"")


@pytest.mark.parametrize("name", [name for name in SETTINGS if name not in (
    "missing", "empty", "blank", "bare object", "bare object and newline", "empty hooks", "empty event")])
def test_taking_out_restores_the_byte_even_without_a_backup(name: str) -> None:
    assert undone(SETTINGS[name]) == SETTINGS[name]


@pytest.mark.parametrize(("before", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_settings_file_is_refused(before: bytes, why: str) -> None:
    with pytest.raises(Refused, match=why):
        ROW.made(before)


HOOKS = st.dictionaries(st.sampled_from(["PreToolUse", "SessionEnd", "Stop", "x"]),
                        st.lists(JSON, min_size=1, max_size=3), min_size=1, max_size=4)


@given(st.dictionaries(st.text(max_size=4), JSON, max_size=3), HOOKS, STYLE)
def test_for_any_settings_out_undoes_in_and_twice_is_once(other: dict[str, Any], hooks: dict[str, Any],
                                                          style: dict[str, Any]) -> None:
    before = json.dumps({**other, "hooks": hooks}, **style).encode()
    once = ROW.made(before)
    assert ROW.made(once) == once
    assert undone(before) == before


@given(st.dictionaries(st.text(max_size=4).filter(lambda key: key != "hooks"), JSON, min_size=1, max_size=3), STYLE)
def test_for_any_settings_without_hooks_too(other: dict[str, Any], style: dict[str, Any]) -> None:
    before = json.dumps(other, **style).encode()
    assert undone(before) == before


@given(st.dictionaries(KEYS.filter(lambda key: key != "hooks"), JSON, min_size=1, max_size=2), st.booleans(), HOOKS,
       st.randoms(use_true_random=False))
def test_and_for_any_white_space(other: dict[str, Any], hooked: bool, hooks: dict[str, Any], random: Any) -> None:
    def spaced(value: Any) -> str:
        gap = [random.choice(("", "", " ", "\n", "\n\t", "\r\n  ", "\n\n")) for _ in range(4)]
        if isinstance(value, (list, dict)) and value:
            inner = [json.dumps(key) + gap[0] + ":" + gap[1] + spaced(value[key]) if isinstance(value, dict) else spaced(key)
                     for key in value]
            left, right = "{}" if isinstance(value, dict) else "[]"
            return left + gap[2] + (gap[3] + "," + gap[0]).join(inner) + gap[1] + right
        return json.dumps(value)

    before = (random.choice(("", "\n ")) + spaced({**other, **({"hooks": hooks} if hooked else {})}) + "\n").encode()
    once = ROW.made(before)
    assert json.loads(once)["hooks"]["PreToolUse"][-1] == GROUPS["PreToolUse"]
    assert ROW.made(once) == once
    assert undone(before) == before


@pytest.mark.parametrize(("before", "after"), [
    (None, b"temp/\nlocal/\n__pycache__/\n"),
    (b"temp/\n__pycache__/\nbundle/\nlocal/\n", b"temp/\n__pycache__/\nbundle/\nlocal/\n"),
    (b"x", b"x\ntemp/\nlocal/\n__pycache__/\n"),
    (b"temp/\n__pycache__/\n", b"temp/\n__pycache__/\nlocal/\n"),
])
def test_ignore(before: bytes | None, after: bytes) -> None:
    assert parts.ignore(before) == after
    assert parts.ignore(after) == after


@pytest.mark.parametrize(("before", "strict", "after"), [
    (b"{not ours", False, b"{not ours"),
    (b'{"mode": "watch"}', False, b'{"mode": "watch"}'),
    (b'{"mode": "watch"}', True, b'{"mode": "watch", "strict": true}'),
    (b'{"strict": false}', True, b'{"strict": true}'),
    (b'{\n\t"strict": true\n}', True, b'{\n\t"strict": true\n}'),
])
def test_guards_json_is_the_persons(before: bytes, strict: bool, after: bytes) -> None:
    assert parts.guards_json(before, strict) == after


def test_guards_json_default_is_json_and_says_what_there_is() -> None:
    assert json.loads(parts.guards_json(None, False)) == {"mode": "enforce", "guards": {}, "tools": {},
                                                          "trusted_destinations": []}
    assert json.loads(parts.guards_json(None, True))["strict"] is True


@pytest.mark.parametrize(("place", "before"), [
    (PLACE, None), (PLACE, b"{}\n"), (PLACE, b'{"mcpServers": {"other": {"command": "x"}}}'),
    (LOCAL, b'{"projects": {"/p": {"allowedTools": []}}, "numStartups": 3}'),
    (LOCAL, b'{"projects": {"/q": {}}, "mcpServers": {}}'), (LOCAL, b'{"projects": {"/p": {"mcpServers": {}}}}'), (LOCAL, b'{"numStartups": 3}'),
])
def test_the_memory_server_comes_and_goes(place: Place, before: bytes | None) -> None:
    entry = parts.server(place)
    once = parts.with_server(before, place, entry)
    found = json.loads(once)
    for step in parts.server_path(place):
        found = found[step]
    assert found == entry
    assert "${" not in json.dumps(entry)
    assert parts.with_server(once, place, entry) == once
    assert parts.without_server(once, place, before) == (before or b"{}\n")


def test_a_server_of_that_name_that_is_not_ours_is_refused() -> None:
    theirs = b'{"mcpServers": {"session_memory": {"command": "other"}}}'
    with pytest.raises(Refused, match="not ours"):
        parts.with_server(theirs, PLACE, parts.server(PLACE))
    assert parts.without_server(theirs, PLACE) == theirs


def test_windows_has_no_shell_between() -> None:
    made = parts.groups({"events": {"PreToolUse": {"script": "pre_tool_use.py", "timeout": 10}}}, PLACE, True, "python")
    handler = made["PreToolUse"][0 if isinstance(made["PreToolUse"], list) else "hooks"][0]
    assert handler["command"] == "python"
    assert handler["args"][-2:] == ["${CLAUDE_PROJECT_DIR}/.autoskillit/bundle/hooks/pre_tool_use.py", "strict"]
    assert handler["onFailure"] == "block"


# The shell form; `nice` and `sh` as PATH finds them.
EARLIER = {
    "text": lambda script: {"command": command.shell("$d/.autoskillit", "$d/.autoskillit/bundle", script)},
    "by PATH": lambda script: dict(zip(("command", "args"), command.sealed(PLACE.launcher, script, starts=("nice", "sh")))),
}


@pytest.mark.parametrize("form", EARLIER)
@pytest.mark.parametrize("name", SETTINGS)
def test_the_forms_of_earlier_versions_are_replaced_and_taken_out(name: str, form: str) -> None:
    earlier = {event: {"hooks": [{"type": "command", "timeout": 10, **EARLIER[form](f"{event.lower()}.py")}]}
               for event in GROUPS}
    old = parts.encode(SETTINGS[name], settings.register(parts.decode(SETTINGS[name]), earlier))
    assert settings.registered(parts.decode(ROW.made(old))) == {event: [group] for event, group in GROUPS.items()}
    assert ROW.without(ROW.made(old), SETTINGS[name]) == ROW.without(old, SETTINGS[name]) == undone(SETTINGS[name])


@pytest.mark.parametrize(("now", "made"), [
    (None, b"b1\nb2\n"), (b"x", b"x\nb1\nb2\n"), (b"b1\nb2\ny\n", b"b1\nb2\ny\n"), (b"x\nb1\ny\n", b"x\nb1\nb2\ny\n")])
def test_a_block_of_lines_takes_the_place_of_a_former_one(now: bytes | None, made: bytes) -> None:
    assert parts.with_block(now, b"b1\nb2\n", b"b1\n") == made == parts.with_block(made, b"b1\nb2\n", b"b1\n")
