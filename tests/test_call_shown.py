import pytest

from guards import Event, Facts, Settings
from guards._call.shown import came_from, level_shown, masked, said
from guards._sensitive.scan import scan
from guards._text.plain import flatten
from tests.examples import fill

SETTINGS = Settings()
SETTINGS.key = b"k" * 32
TOKEN = fill("ghp_<A36>")


def event(tool, given, response, name="PostToolUse"):
    text, _ = flatten(response)
    return Event(name, "s", tool=tool, input=given, response=response, cwd="/p", facts=Facts(text, scan(text, SETTINGS)))


@pytest.mark.parametrize(("tool", "given", "expected"), [
    ("Read", {"file_path": "/p/a.py"}, ("/p/a.py", False, False)), ("Read", {"file_path": "/p/.env"}, ("/p/.env", True, False)),
    ("Read", {"file_path": "/p/tests/a.py"}, ("/p/tests/a.py", False, True)), ("Bash", {"command": "cat .env"}, (".env", True, False)),
    ("Bash", {"command": "vercel pull --token=$VERCEL_TOKEN && vercel deploy --prod --token=$VERCEL_TOKEN"}, ("", False, False)),
    ("Bash", {"command": "printenv API_TOKEN"}, ("$API_TOKEN", True, False)), ("Bash", {"command": "cat config/database.yml"}, ("config/database.yml", True, False)),
    ("Read", {"file_path": "/p/tests/config.yml"}, ("/p/tests/config.yml", False, True)),
    ("Bash", {"command": "ls -la"}, ("", False, False)), ("Bash", {"command": "cat tests/conftest.py"}, ("", False, True)), ("WebFetch", {"url": "https://x.test"}, ("", False, False)),
])
def test_came_from(tool, given, expected):
    assert came_from(event(tool, given, "x"), Settings()) == expected


def test_shown_as_it_is():
    assert masked(event("Read", {"file_path": "/p/a.py"}, {"file": {"content": "x = 1"}}), SETTINGS) is None
    assert masked(event("Bash", {"command": "x"}, TOKEN, "PreToolUse"), SETTINGS) is None


@pytest.mark.parametrize("response", [
    {"stdout": TOKEN, "stderr": "", "interrupted": False, "isImage": False}, [{"type": "text", "text": TOKEN}], TOKEN, {"type": "text", "file": {"content": TOKEN, "numLines": 1}},
    {"stdout": f"{TOKEN} and more", "persistedOutputPath": "/x/y.txt", "persistedOutputSize": 40000},
])
def test_the_shape_stays(response):
    shown = masked(event("mcp__x__y", {}, response), SETTINGS)
    assert shown.count == 1 and TOKEN not in str(shown.output) and type(shown.output) is type(response)
    assert not isinstance(response, dict) or set(shown.output) == set(response)


@pytest.mark.parametrize(("rows", "expected"), [
    ([], "mask"), ([("*", "show")], "show"), ([("mcp__vault__*", "show")], "mask"), ([("Read", "show")], "show"), ([("fixtures/*", "show")], "show"),
    ([("src/*", "show"), ("*", "mask")], "mask"),
])
def test_said(rows, expected):
    settings = Settings()
    settings.secrets = rows
    assert said("Read", "/p/fixtures/a.env", settings) == expected


@pytest.mark.parametrize("change", [{"mode": "watch"}, {"guards": {"secrets": "off"}}, {"guards": {"secrets": "watch"}}, {"secrets": [("*", "show")]}])
def test_not_where_the_person_said_so(change):
    settings = Settings()
    for name, value in change.items():
        setattr(settings, name, value)
    assert masked(event("Bash", {"command": "x"}, {"stdout": TOKEN}), settings) is None


def test_a_long_text_is_masked_as_a_short_one_is():
    text = "an ordinary line of text\n" * 400
    long = f"{text}GH={TOKEN}\n{text}K='{fill('sk_live_<A24>')}'\n{TOKEN}\n{text}"
    shown = masked(event("mcp__x__y", {}, [{"type": "text", "text": long}]), SETTINGS)
    assert shown.count == 3 and TOKEN not in shown.output[0]["text"] and "sk_live" not in shown.output[0]["text"]
    assert shown.output[0]["text"].count("\n") == long.count("\n") and shown.output[0]["text"].startswith(text)


@pytest.mark.parametrize(("text", "level"), [
    (TOKEN, 0), (f"{TOKEN} password = 'h0rse-b4ttery'", 3), (f"{TOKEN} me@corp.test 10.1.2.3", 2), ])
def test_what_is_left_is_what_the_model_holds(text, level):
    one = event("mcp__x__y", {}, text)
    assert level_shown(one, masked(one, SETTINGS)) == level
