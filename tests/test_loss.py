"""What is asked of a call that nobody can take back; what is silent: all local work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guards import ASK, Call, Event, Facts, Lesson, Verdict, combine, judge_rules, loss
from guards._reading import read
from guards._taint.consent import hash_approval, hash_words
from tests.house import thin
from tests.test_rules import check_message

KEY = b"k"
CODE = {"/home/u/.local/share/autoskillit": "our own code"}
STAKE = {
    "id": "1",
    "fault": "",
    "named": [],
    "unheld": [],
    "home": "/home/u",
    "high": {"/home/u": "the home folder", "/w": "a parent of the project"},
    "variables": ["HOME", "PWD"],
}
ROWS, CONSENT = (
    [json.loads(line) for line in (Path(__file__).parent / f"cases/{name}.jsonl").open()]
    for name in ("loss", "consent")
)


def build(
    given: dict[str, Any],
    prompts: Any = (),
    tool: str = "Bash",
    stake: Any = None,
    answers: Any = None,
    approved: Any = (),
) -> tuple[Event, Call, Facts]:
    event = Event("PreToolUse", tool=tool, input=given, project="/w/p")
    event.cwd = "/w/p"
    call = read(Facts(event))
    state: dict[str, Any] = {"consent.approved": dict.fromkeys(approved, 1)}
    state["origin.typed"] = [hash_words(KEY, prompt) for prompt in prompts]
    state["prompts"] = len(prompts)
    facts = Facts(event, state=state, answers=answers or {}, key=KEY)
    known = {**STAKE, **(stake or {})}
    facts.look = lambda query: known if query[0] == "at_stake" else None
    return event, call, facts


def ask(command: str, prompts: Any = (), **more: Any) -> tuple[str, str]:
    _, call, facts = build({"command": command}, prompts, **more)
    verdict = combine(judge_rules(loss.RULES, call, facts))
    return (verdict.rule if verdict.effect == ASK else "", verdict.reason)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["command"][:70])
def test_rows(row: dict[str, Any]) -> None:
    answers = {("file", path): text for path, text in row.get("files", {}).items()}
    command = row["command"].replace("{else}", "/w/else")
    rule, reason = ask(command, row.get("prompts", ()), answers=answers)
    assert (f"ask {rule}" if rule else "pass") == row["want"] and row.get("says", "") in reason, (
        reason
    )
    if rule:
        check_message(Verdict(ASK, reason))


@pytest.mark.parametrize(
    ("prompts", "silent"),
    [
        (["delete the release v1.0.0"], True),
        (["please remove v1.0.0 from github"], True),
        (["delete v1.0.0", "now fix the tests"], False),  # only the newest counts
        (["clean up a bit"], False),
        (["delete the old releases"], False),
        (["look at v1.0.0"], False),
        (["do not delete v1.0.0"], False),
    ],
)
def test_the_newest_prompt(prompts: list[str], silent: bool) -> None:
    assert (ask("gh release delete v1.0.0", prompts)[0] == "") is silent


STACK, TABLE = "docker compose down -v", 'psql -d shop -c "drop table carts"'
LOCAL = "reset the local database"


@pytest.mark.parametrize(
    ("prompt", "line", "silent"),
    [
        ("Run docker compose down -v.", STACK, True),
        ("take the stack down with its volumes", STACK, True),
        ("stop it and delete its volumes", STACK, True),
        ("please run dropdb shop", "dropdb shop", True),
        (LOCAL, TABLE, True),
        (LOCAL, "dropdb shop && createdb shop", True),
        (LOCAL, 'psql -h localhost shop -c "truncate orders"', True),
        (LOCAL, 'docker compose exec db psql -d shop -c "drop schema public cascade"', True),
        ("clean up the volumes", STACK, False),
        ("the stack is down, look at its volumes", STACK, False),
        ("docker compose is down", STACK, False),
        ("explain docker compose down", STACK, False),
        ("never run docker compose down -v", STACK, False),
        ("reset the database", "dropdb shop", False),
        ("look at the local database", "dropdb shop", False),
        (LOCAL, STACK, False),  # of volumes it says nothing
        (LOCAL, "dropdb -h db.acme.example shop", False),
        (LOCAL, 'psql -h prod -d shop -c "drop table carts"', False),
        (LOCAL, 'psql "$DATABASE_URL" -c "drop table carts"', False),
        (LOCAL, "kubectl delete namespace shop", False),
    ],
)
def test_what_a_prompt_orders(prompt: str, line: str, silent: bool) -> None:
    assert (ask(line, [prompt])[0] == "") is silent


def test_an_order_that_was_typed_is_not_asked_about() -> None:
    line = "docker system prune -af --volumes"
    assert not ask(line, [line])[0] and ask(line, ["clean up docker"])[0]
    line = "rclone sync designs gdrive:acme/designs"
    assert not ask(line, ["sync the designs folder to our Drive"])[0]
    assert ask(line, ["look at designs"])[0] and ask(line, ["sync it"])[0]
    line = "aws s3 rb s3://acme-backups --force"
    assert not ask(line, ["delete the bucket acme-backups"])[0] and ask(line, ["delete backups"])[0]


@pytest.mark.parametrize("row", CONSENT, ids=lambda row: f"{row['command']} {row}"[:90])
def test_what_the_session_made_or_a_yes_was_for(row: dict[str, str]) -> None:
    """The newest prompt of the yes is the newest; then another one came."""
    prompts, command, silent = ["clean up"], row["command"], row["want"] == "pass"
    if "ran" in row:
        response = {"stdout": row.get("printed", "")}
        approved = {
            op[2] for op in (learn(row["ran"], "PostToolUse", {}, response) or Lesson()).ops
        }
        assert learn(row["ran"], "PostToolUseFailure", {}) is None
    else:
        approved = approve(row["yes"], prompts)
        assert not ask(row["yes"], ["a", "b"], approved=approved)[0], "this object, from now on"
        assert bool(ask(command)[0]) == bool(ask(command, ["a", "b"], approved=approved)[0])
    assert (ask(command, prompts, approved=approved)[0] == "") is silent


def approve(command: str, prompts: Any, attended: bool = True) -> set[str]:
    """What a yes to the question about a call approves."""
    _, call, facts = build({"command": command}, prompts)
    facts.attended = attended
    verdict = combine(judge_rules(loss.RULES, call, facts))
    assert verdict.effect == ASK
    return {hash_approval(KEY, one) for one in verdict.approves}


def test_where_nobody_answers_a_typed_yes_holds_for_the_turn_that_it_begins() -> None:
    yes = approve("op item delete a1b2", ["clean up"], attended=False)
    for prompts, silent in (["a"], False), (["a", "guard: allow"], True), (["a", "b", "c"], False):
        assert (ask("op item delete c3d4", prompts, approved=yes)[0] == "") is silent


UNRELATED = """fix the tests|rename the module|write a README|why is CI red?|go on|yes|review my diff
    |make it faster|clean up a bit|what does total() do?|add a dark mode|bump the version"""


@pytest.mark.parametrize("prompt", thin(UNRELATED.split("|"), 4))
def test_unrelated_prompts_change_nothing(prompt: str) -> None:
    rows = [row for row in ROWS if row["want"] != "pass" and not row.keys() & {"prompts", "files"}]
    assert all(ask(row["command"].replace("{else}", "/w/else"), [prompt])[0] for row in rows)


@pytest.mark.parametrize(
    ("stake", "command", "rule"),
    [
        ({"named": ["/w/p/big"]}, "rm -rf big", "loss.unheld"),
        ({"named": ["/w/p/big"]}, "npm test big", ""),
        ({"named": ["/w/p/big"]}, "docker run --rm shop find big", ""),
        ({"unheld": ["/w/p/big"]}, "rm -rf src", ""),
        ({"fault": "git status failed"}, "rm -rf src", "loss.unheld"),
        ({"fault": "git status failed"}, "npm test", ""),
        ({"unheld": ["/w/p/big"]}, "git clean -fd", ""),
        ({"unheld": ["/w/p/big"]}, "git clean -ndx", ""),
        ({"unheld": ["/w/p/big"]}, "git clean -fdx", "loss.unheld"),
        ({"high": CODE}, "rm -rf ~/.cache/auto* ~/.local/share/Trash/*", ""),
        ({"high": CODE}, "rm -rf ~/.local/share", "loss.place"),
        ({"high": CODE}, "rm -rf ~/.local/share/auto*", "loss.place"),
    ],
)
def test_what_no_snapshot_holds(stake: dict[str, Any], command: str, rule: str) -> None:
    assert ask(command, stake=stake)[0] == rule


def test_pushes() -> None:
    for losses, rule in (([], ""), ([("main", 2)], "loss.push"), ([("main", -1)], "loss.push")):
        answers = {("overwrites", "origin", "main"): losses}
        assert ask("git push -f origin main", answers=answers)[0] == rule
        leased = rule if losses != [("main", -1)] else ""  # git refuses what it does not know
        assert ask("git push --force-with-lease origin main", answers=answers)[0] == leased
        assert ask("git push -f --force-with-lease origin main", answers=answers)[0] == rule
    for command, query in {
        "git push origin +main": ("overwrites", "origin", "+main"),
        "git push origin :old": ("overwrites", "origin", ":old"),
        "git push --delete origin old": ("overwrites", "origin", "old"),
        "git push --mirror up": ("overwrites", "up", "*"),
        "git push --force-with-lease": ("overwrites", ""),
    }.items():
        _, call, facts = build({"command": command})
        asked: list[Any] = []
        facts.look = asked.append
        judge_rules(loss.RULES, call, facts)
        assert query in asked, command


def test_tools_that_are_no_shell() -> None:
    assert ask("Remove-Item -Recurse D:\\", tool="PowerShell")[0] == "loss.place"
    for tool, given, asked in (
        ("mcp__db__query", {"sql": "DROP TABLE carts"}, True),
        ("mcp__db__query", {"sql": "select 1"}, False),
        ("mcp__db__query", {"sql": "select 1 -- DROP TABLE x"}, False),
        ("mcp__db__query", {"sql": "select 1; DROP TABLE x"}, True),
        ("mcp__db__query", {"query": "-- tidy up\nDROP TABLE x"}, True),
        ("mcp__db__query", {"statements": ["select 1", "/* x */ DROP TABLE x"]}, True),
        ("mcp__db__query", {"query": "SELECT/* drop table */1"}, False),
        ("mcp__db__query", {"query": "DROP/**/TABLE carts"}, True),
        ("mcp__db__query", {"query": "SELECT '--'; DROP TABLE carts"}, True),
        ("mcp__db__run", {"sql_query": "DROP TABLE carts"}, True),
        ("mcp__db__find", {"collection": "carts", "filter": {}}, False),
        ("mcp__db__delete-many", {"collection": "carts", "filter": {"id": 3}}, False),
        ("mcp__db__delete-many", {"database": "a", "collection": "carts", "filter": {}}, True),
        ("mcp__rail__volume_delete", {"id": "3d2c"}, True),
        ("mcp__docker__remove_volume", {"volume_name": "shop_pgdata"}, True),
        ("mcp__gdrive__empty_trash", {}, True),
        ("mcp__air__delete_records", {"tableId": "tblLeads", "recordIds": ["r1", "r2"]}, True),
        ("mcp__air__remove_filter", {"tableId": "tblLeads"}, False),
        ("mcp__mail__delete_draft", {"id": "1"}, False),
        ("Write", {"file_path": "/w/p/a.sql", "content": "DROP TABLE carts"}, False),
    ):
        _, call, facts = build(given, tool=tool)
        assert (combine(judge_rules(loss.RULES, call, facts)).effect == ASK) is asked, tool


PLAN = """  # digitalocean_app.web will be updated in-place
  # digitalocean_app.old will be destroyed
  # aws_db_instance.main must be replaced
Plan: 1 to add, 3 to change, 2 to destroy."""


def test_an_apply_of_a_plan_that_destroys() -> None:
    def plan(text: str) -> dict[str, Any]:
        lesson = learn("terraform plan -no-color | tail", "PostToolUse", {}, {"stdout": text})
        return {op[1]: op[2] for op in (lesson.ops if lesson else ())}

    def apply(command: str, state: dict[str, Any], prompts: Any = ()) -> str:
        _, call, facts = build({"command": command}, prompts)
        facts.state.update(state)
        return combine(judge_rules(loss.RULES, call, facts)).reason

    assert plan("Error: no such file") == {} and not apply("terraform apply", {})
    assert not apply("terraform apply", plan("Plan: 2 to add, 0 to change, 0 to destroy."))
    said = apply("terraform apply -auto-approve", plan(PLAN))
    assert "digitalocean_app.old aws_db_instance.main" in said and "app.web" not in said
    assert not apply("terraform validate", plan(PLAN)) and not apply("git apply", plan(PLAN))
    order = "destroy digitalocean_app.old aws_db_instance.main"
    assert not apply("terraform apply", plan(PLAN), [order])


def test_needs() -> None:
    def needs(command: str, name: str = "PreToolUse", state: Any = None) -> list[Any]:
        event, call, facts = build({"command": command})
        event.name, facts.state, facts.answers = name, state or {}, {}
        asked: list[Any] = []
        facts.look = asked.append
        loss.LEARN(event, call, facts)
        return asked

    assert needs("ls -la") == [] and needs("npm test") == [("at_stake", "npm test")]
    assert needs("npm test", "PostToolUse") == [("taken_away",)]
    assert needs("npm test", "PostToolUse", {"loss.told": True}) == []
    assert needs("cp -r a/. ~/b/") == [("at_stake", "cp -r a/. ~/b/", "~/b/")]
    for tool, given, query in (
        ("Write", {"file_path": "/w/p/a", "content": "x"}, ("at_stake", "", "/w/p/a")),
        ("ExitWorktree", {"action": "remove"}, ("at_stake", "ExitWorktree")),
    ):
        event, call, facts = build(given, tool=tool)
        asked: list[Any] = []
        facts.answers, facts.look = {}, asked.append
        loss.LEARN(event, call, facts)
        assert asked == [query]


def learn(
    command: str, name: str, answers: Any, response: Any = None, state: Any = None
) -> Lesson | None:
    event, call, facts = build(
        {"command": command}, stake=answers.pop("stake", None), answers=answers
    )
    event.name, event.response = name, response
    facts.state.update(state or {})
    return loss.LEARN(event, call, facts)


def test_a_push_that_was_refused_counts_until_a_fetch() -> None:
    said = {"stderr": " ! [rejected]        main -> main (fetch first)"}
    for command, response, ops in (
        ("git push", said, [("push", "loss.rejected", "main", 9)]),
        ("git push", {"stderr": "main -> main"}, []),
        ("git fetch", {}, [("del", "loss.rejected")]),
        ("git push || git pull --rebase", said, [("del", "loss.rejected")]),
    ):
        lesson = learn(command, "PostToolUse", {}, response)
        assert (lesson.ops if lesson else []) == ops, command


def test_lessons() -> None:
    lesson = learn("npm test", "PreToolUse", {})
    assert lesson is not None and lesson.fields["snapshot"] == "1" and not lesson.notices
    lesson = learn("npm test", "PreToolUse", {"stake": {"unheld": ["/w/p/big"]}})
    assert lesson is not None and "/w/p/big" in lesson.notices[0] and lesson.ops
    taken = {("taken_away",): ("7f", ["a.py", "b.py", "c.py"])}
    lesson = learn("rm *.py", "PostToolUse", taken)
    assert (
        lesson is not None and "(3): a.py, b.py." in lesson.notices[0] and "7f" in lesson.notices[0]
    )
    assert learn("rm *.py", "PostToolUse", {}) is None
