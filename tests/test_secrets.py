"""Masking of results and the placeholder's law; levels and their release.  Silent rows first."""

from __future__ import annotations

import json

import pytest

from guards import CREDENTIALS, DENY, Call, Command, Event, Facts, combine, judge_rules, secrets

KEY = b"k" * 32
TOKEN = "gh" + "p_x9Kq2LmZ7vTb4RwY8nGc3HdJ6fSp1QaE5uXi"
ENV = "DB_PASSWORD=Sommer2024!\nPORT=3000\n"
CODE = 'password = "Sommer2024!"\ndef f(): pass\n'
SETTINGS = {"secrets": "mask", "internal_domains": [".corp"], "contamination": {"policy": "tagged"}}
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAk7Qz20fL9xW4mVr4kuM9zeLtq72\n-----END RSA PRIVATE KEY-----"


def learn(
    tool,
    given,
    response,
    state=None,
    settings=None,
    known=(),
    client="claude",
    agent="",
    name="PostToolUse",
    classifier=None,
):
    """The lesson of one result.  `given`: the input; a text is a shell's command."""
    given = {"command": given} if isinstance(given, str) else given
    words = given.get("command", "").split()
    call = Call(tool, commands=[Command(words[0], words[1:])] if words else [])
    event = Event(name, "s", tool, given, response=response)
    event.client, event.agent = client, agent
    event.error = response if name.endswith("Failure") else ""
    answers = {("secret_values",): dict.fromkeys(known, "X")}
    if classifier is not None:
        answers["classifier", response] = classifier
    more = {"answers": answers, "now": "2026-11-05T00:00:00Z", "key": KEY}
    facts = Facts(event, state or {}, {**SETTINGS, **(settings or {})}, **more)
    return secrets.LEARN(event, call, facts)


def shown(lesson, response):
    return str(lesson.output if lesson is not None and lesson.output is not None else response)


# (tool, input, response, is it shown as it is?)
AS_IT_IS = [
    ("Bash", "cat app.py", CODE),
    ("Read", {"file_path": "/p/src/app.py"}, CODE),
    ("Read", {"file_path": "/p/tests/test_login.py"}, f"TOKEN = '{TOKEN}'"),
    ("Read", {"file_path": "/p/config.example.json"}, '{"password": "Sommer2024!"}'),
    ("Bash", "cat .env", "PORT=3000\nDEBUG=true\nPASSWORD=$OTHER\nDB_USER=postgres\n"),
    ("Bash", "git log", "commit 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a\nAuthor: Ana <ana@shop.example>"),
    ("Bash", "env", "PATH=/usr/bin\nHOME=/root"),
    ("Bash", "ls", ""),
    ("mcp__db__query", {"q": "x"}, [{"type": "text", "text": '{"id": "5a4f9c1e-7d2b-4a6e-9c3f-1b2d3e4f5a6b"}'}]),
]  # fmt: skip
MASKED = [
    ("Bash", "cat .env", {"stdout": ENV, "stderr": ""}, "Sommer2024!"),
    ("Bash", "cat app.py", {"stdout": f"KEY = '{TOKEN}'", "stderr": ""}, TOKEN),
    ("Bash", "printenv", {"stdout": ENV, "stderr": ""}, "Sommer2024!"),
    ("Read", {"file_path": "/p/.env"}, {"type": "text", "file": {"filePath": "/p/.env", "content": ENV}}, "Sommer2024!"),
    ("Read", {"file_path": "/p/config/database.yml"}, {"file": {"content": "  password: correct-horse\n"}}, "correct-horse"),
    ("Read", {"file_path": "/p/tests/key.pem"}, {"file": {"content": PEM}}, "MIIEow"),
    ("mcp__x__get", {"id": 1}, [{"type": "text", "text": f"the key is {TOKEN}"}], TOKEN),
    ("mcp__x__get", {"id": 1}, [{"text": f"{'x@' * 30_000} {TOKEN}"}], TOKEN),
    ("mcp__x__get", {"id": 1}, json.loads("[" * 90 + f'"{TOKEN}"' + "]" * 90), TOKEN),
    ("mcp__x__get", {"id": 1}, json.loads("[" * 900 + f'"{TOKEN}"' + "]" * 900), TOKEN),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "given", "response"), AS_IT_IS)
def test_shown_as_it_is(tool, given, response):
    lesson = learn(tool, given, response)
    assert shown(lesson, response) == str(response)


@pytest.mark.parametrize(("tool", "given", "response", "secret"), MASKED)
def test_masked(tool, given, response, secret):
    lesson = learn(tool, given, response)
    assert secret not in str(lesson.output) and lesson.fields["masked"] == 1
    assert type(lesson.output) is type(response)
    assert not any(op[:2] == ("max", "level") for op in lesson.ops)
    held = {(one.kind, one.level) for one in lesson.values}
    assert held - {("beside", 0)} == {("secret", CREDENTIALS)}
    assert [op[1] for op in lesson.ops] == ["secrets.issued"] and "masked" in lesson.notices[0]
    again = learn(tool, given, response, {"secrets.issued": {op[2]: op[3] for op in lesson.ops}})
    assert again.output == lesson.output and not again.notices and not again.ops


def test_known_by_value_whatever_printed_it():
    said, known = {"stdout": "sunflower\n", "stderr": "sunflower failed"}, ["sunflower"]
    lesson = learn("Bash", "echo $X", said, known=known)
    assert "sunflower" not in str(lesson.output) and lesson.fields["masked"] == 1
    lesson = learn("Read", {"file_path": "tests/test_a.py"}, "sunflower", known=known)
    assert "sunflower" not in str(lesson.output)


@pytest.mark.parametrize(
    "chosen",
    ["show", {"*": "show"}, {"Read": "mask", "**/.env": "show"}, {".env": "show", "*": "mask"}],
)
def test_shown_where_the_settings_say_so(chosen):
    lesson = learn("Bash", "cat .env", ENV, settings={"secrets": chosen})
    assert lesson.output is None and ("max", "level", CREDENTIALS) in lesson.ops
    assert lesson.fields["data_classification"] == "RESTRICTED" and "secrets" in lesson.notices[0]


def test_what_cannot_be_hidden_counts_as_read():
    assert ("max", "level", CREDENTIALS) in learn("Bash", "cat .env", ENV, client="cursor").ops
    assert ("max", "level", CREDENTIALS) in learn(
        "Bash", "cat .env", ENV, name="PostToolUseFailure"
    ).ops
    assert ("max", "level", CREDENTIALS) in learn("Bash", "cat app.py", CODE).ops


def test_what_the_call_itself_gave_is_not_held():
    given = {"file_path": "seed.sql", "content": CODE}
    assert not learn("Write", given, {"type": "create", "content": CODE}).values
    assert learn("Read", {"file_path": "seed.py"}, CODE).values
    assert learn("Bash", "cat a.ts", 'const form = { password: "123456" }') is None


def judge(given, state, call=None):
    event = Event("PreToolUse", "s", "Write", given)
    return combine(judge_rules(secrets.RULES, call or Call("Write"), Facts(event, state)))


def test_a_placeholder_is_never_written_in_place_of_its_value():
    state = {"secrets.issued": {"[password:3f2a]": ".env"}}
    assert judge({"content": "PORT=3000 [x:12ab]"}, state).effect == 0
    assert judge({"content": "A=[password:3f2a]"}, {}).effect == 0
    reads = Call("Bash", read_only=True)
    assert judge({"command": "grep '[password:3f2a]' log"}, state, reads).effect == 0
    verdict = judge({"edits": [{"new_string": "A=[password:3f2a]"}]}, state)
    assert (verdict.effect, verdict.rule) == (DENY, "secret.placeholder")
    assert "[password:3f2a]" in verdict.reason


@pytest.mark.parametrize("rule", secrets.RULES, ids=lambda rule: rule.id)
def test_examples(rule):
    assert rule.when(*rule.example_yes).effect == DENY and rule.when(*rule.example_no) is None
