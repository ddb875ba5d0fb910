"""Sessions that begin, fork, are cleared and end: what is recorded of them, and what the next one inherits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guards import INTERNAL, LEVELS
from tests.orchestra import LAUNCHED_BY, SHARED, Clients, Project, Stage, add_row
from tests.test_ctl_verbs import COMMAND

PARENT = "AUTOSKILLIT_PARENT_SESSION_ID"
TRUCK = {"AUTOSKILLIT_SESSION_TYPE": "orchestrator", "AUTOSKILLIT_HEADLESS": "1"}
TRUCK["AUTOSKILLIT_DISPATCH_ID"] = "d-1"
DISPATCH = "mcp__kitchen__dispatch_food_truck"
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")


@pytest.fixture
def stage(tmp_path: Path):
    clients = Clients()
    yield Stage(Project(tmp_path), clients)
    clients.close()


def start(
    stage: Stage, id: str, source: str = "startup", by: str = "", folder: str = "", **env: str
):
    """A session starts in a process of its own, or of the session `env["pid"]`."""
    env = dict(env)
    same = env.pop("pid", "")
    client = {LAUNCHED_BY: by} if by else {}
    pid = str(stage.clients.living[same].pid) if same else stage.clients.start(id, client)
    if folder:
        path = stage.project.home / "session-env" / folder / "x.sh"
        path.parent.mkdir(parents=True, exist_ok=True)
        env["CLAUDE_ENV_FILE"] = str(path)
    stage.project.env[id] = {"CLAUDE_PID": pid, **env}
    return stage.project.fire(id, "SessionStart", {"source": source})


def list_rows(stage: Stage, campaign: str = "") -> list[dict]:
    path = stage.project.state / campaign / SHARED
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def read_mail(stage: Stage, session: str) -> None:
    given = {"tool_name": "mcp__mail__search_email", "tool_input": {"query": "x"}}
    given["tool_use_id"] = "r1"
    stage.project.fire(session, "PreToolUse", given)
    text = "The discount for Contoso rises to eighteen percent from May on, as nobody may know yet."
    shown = [{"type": "text", "text": text}]
    stage.project.fire(session, "PostToolUse", {**given, "tool_response": shown})


def find_level(stage: Stage, session: str) -> str:
    path = stage.project.state / "context" / f"{session}.jsonl"
    return json.loads(path.read_text().splitlines()[-1])["level"][1]


def run_ctl(stage: Stage, *words: str, **more) -> subprocess.CompletedProcess:
    command, how = [*COMMAND, "--project", str(stage.project.path), *words], {"text": True, **more}
    return subprocess.run(command, env=stage.project.plain, capture_output=True, **how)


def test_a_persons_session_is_in_no_shared_row(stage: Stage) -> None:
    start(stage, "s")
    assert list_rows(stage) == []


def test_a_nested_client_is_its_callers(stage: Stage) -> None:
    start(stage, "boss", folder="boss")
    told = (stage.project.home / "session-env/boss/x.sh").read_text()
    assert told == f"export {PARENT}='boss'\n"
    start(stage, "child", **{PARENT: "boss"})
    [row] = list_rows(stage)
    assert (row["session_id"], row["caller_session_id"], row["kind"]) == ("child", "boss", "nested")
    stage.do_Bash("boss", "claude --resume child -p hi", "ask", "is open in process")
    stage.do_Bash("other", "claude --resume child -p hi", "deny", "by session boss")
    stage.do_Bash("child", "claude --resume boss", "deny", "started by you")
    stage.do_kill("child")
    stage.do_Bash("boss", "claude --resume child -p hi", "pass")


def test_an_owner_stays_when_the_shared_file_is_trimmed(stage: Stage) -> None:
    for id, caller in (("boss", ""), ("child", "boss")):
        start(stage, id, **{PARENT: caller} if caller else {})
    stage.do_kill("child")
    row = {"session_id": "far", "caller_session_id": "x", "dispatch_id": "d"}
    shared = stage.project.state / SHARED
    shared.write_text(
        json.dumps(row) + "\n"
    )  # the newest lines only, as the orchestrator keeps them
    stage.do_Bash("boss", "claude --resume child -p hi", "pass")
    stage.do_Bash("other", "claude --resume child -p hi", "deny", "by session boss")


@pytest.mark.slow
def test_of_a_million_rows_the_newest_count_and_the_older_are_unchecked(stage: Stage) -> None:
    start(stage, "boss")
    row = {"caller_session_id": "boss", "dispatch_id": "d", "recipe_name": "probe"}
    shared = stage.project.state / SHARED
    with open(shared, "w") as file:
        file.write(json.dumps({**row, "session_id": "oldest"}) + "\n")
        for thousand in range(1000):
            one = json.dumps({**row, "session_id": f"t-{thousand}", "caller_session_id": "x"})
            file.write(f"{one}\n" * 1000)
        file.write(json.dumps({**row, "session_id": "newest"}) + "\n")
    begin = os.times()
    stage.do_resume("boss", "newest", "pass")
    stage.do_resume(
        "boss", "oldest", "pass", "no record says who started it; ownership was not checked"
    )
    stage.do_resume("other", "newest", "deny", "by session boss")
    end = os.times()
    assert sum(end[:4]) - sum(begin[:4]) < 3  # 0.4 here, for three calls


@pytest.mark.parametrize(
    ("by", "env", "kind"),
    (
        ("boss", TRUCK, "dispatch"),
        ("boss", {"AUTOSKILLIT_SESSION_TYPE": "skill", "AUTOSKILLIT_HEADLESS": "1"}, "dispatch"),
        ("boss", {"AUTOSKILLIT_HEADLESS": "1"}, "dispatch"),
        ("boss", {}, "nested"),
        ("boss", {"AUTOSKILLIT_SESSION_TYPE": "cook"}, "nested"),
        ("unknown,boss", {}, "nested"),
        ("clear:old,boss", {}, "nested"),
        ("me,boss", {}, "nested"),
        ("unknown", {}, ""),
        ("me", {}, ""),
    ),
)
def test_who_launched_it_by_the_clients_own_word(
    stage: Stage, by: str, env: dict, kind: str
) -> None:
    start(stage, "me", by=by, **env)
    found = [(row["caller_session_id"], row["kind"]) for row in list_rows(stage)]
    assert found == ([("boss", kind)] if kind else [])


def test_what_a_truck_runs_is_no_truck_and_resuming_makes_no_owner(stage: Stage) -> None:
    start(stage, "truck", by="boss", **TRUCK)
    start(stage, "nested", by="truck", **TRUCK)
    start(stage, "truck", "resume", by="thief", **TRUCK)
    rows = [(row["session_id"], row["caller_session_id"], row["kind"]) for row in list_rows(stage)]
    assert rows == [("truck", "boss", "dispatch"), ("nested", "truck", "nested")]


def test_a_campaigns_child_after_a_kill(stage: Stage) -> None:
    start(stage, "killed", AUTOSKILLIT_SESSION_TYPE="fleet", AUTOSKILLIT_CAMPAIGN_ID="camp-1")
    start(stage, "truck", by="killed", **TRUCK, AUTOSKILLIT_CAMPAIGN_ID="uuid-1")
    [row] = list_rows(stage, "camp-1")
    assert row["kitchen_id"] == "camp-1"
    assert (row["caller_session_id"], row["dispatch_id"]) == ("killed", "d-1")


@pytest.mark.parametrize("kind", ("fork-session", "fork", "clear"))
def test_a_fork_inherits(stage: Stage, kind: str) -> None:
    start(stage, "old", folder="old")
    read_mail(stage, "old")
    assert find_level(stage, "old") == LEVELS[INTERNAL]
    stage.do_dispatch("old", "truck")
    if kind == "fork-session":
        start(stage, "old", "resume", folder="new")
    elif kind == "fork":
        start(stage, "new", "fork", pid="old")
    else:
        stage.project.fire("old", "SessionEnd", {"reason": "clear"})
        start(stage, "new", "clear", pid="old")
    stage.project.env.setdefault("new", stage.project.env["old"])
    assert find_level(stage, "new") == LEVELS[INTERNAL]
    row = list_rows(stage)[-1]
    assert (row["session_id"], row["parent_session_id"]) == ("new", "old")
    assert row["kind"] == ("clear" if kind == "clear" else "fork")
    stage.do_resume("new", "truck", "pass")
    stage.do_resume("stranger", "truck", "deny", "not owned")
    values = (stage.project.state / "context/new.values").read_text()
    assert '"passage"' in values


@pytest.mark.parametrize(
    ("answer", "known"),
    (
        ({"success": True, "dispatched_session_id": "t"}, True),
        ({"success": True, "l3_session_id": "t"}, True),
        ({"success": False, "dispatch_status": "failure", "dispatched_session_id": "t"}, True),
        ({"success": False, "error": "timed out", "details": {"dispatched_session_id": "t"}}, True),
        ({"success": False, "error": "refused", "dispatched_session_id": "t"}, False),
        ({"success": False, "reason": "already succeeded", "dispatched_session_id": "t"}, False),
        ({"success": True, "summary": '{"dispatched_session_id": "t"}'}, False),
        ({"success": True}, False),
    ),
)
@pytest.mark.parametrize("envelope", ("text", "result", "blocks", "structured", "error"))
def test_what_a_dispatcher_answers(stage: Stage, answer: dict, known: bool, envelope: str) -> None:
    text = json.dumps(answer)
    call = {"tool_name": DISPATCH, "tool_input": {"recipe": "build"}, "tool_use_id": "t1"}
    stage.project.fire("boss", "PreToolUse", call)
    response = {
        "text": text,
        "result": json.dumps({"result": text}),
        "blocks": [{"type": "text", "text": text}],
        "structured": {"structuredContent": {"result": answer}, "isError": False},
    }.get(envelope)
    if envelope == "error":
        failed = {**call, "error": f"Error: {text}"}
        stage.project.fire("boss", "PostToolUseFailure", failed)
    else:
        stage.project.fire("boss", "PostToolUse", {**call, "tool_response": response})
    rows = [(row["session_id"], row["recipe_name"]) for row in list_rows(stage)]
    assert rows == ([("t", "build")] if known else [])


@pytest.mark.parametrize("kind", ("folder", "link", "fifo"))
def test_something_else_in_the_files_place(stage: Stage, tmp_path: Path, kind: str) -> None:
    path = stage.project.state / SHARED
    path.parent.mkdir(parents=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        add_row(tmp_path / "other", {"session_id": "truck", "caller_session_id": "x"})
        path.symlink_to(tmp_path / "other")
    else:
        os.mkfifo(path)
    stage.do_resume("s", "truck", "pass", "cannot be read")


def test_a_row_of_odd_types_hides_no_other(stage: Stage) -> None:
    path = stage.project.state / SHARED
    for kind in ([], {}, 7):
        add_row(path, {"session_id": "truck", "caller_session_id": "s", "kind": kind})
    add_row(path, {"session_id": "truck", "caller_session_id": ["s"], "recipe_name": {}})
    add_row(path, {"session_id": "truck", "caller_session_id": "x", "recipe_name": "r"})
    stage.do_resume("s", "truck", "deny", "not owned")


def test_handing_over_is_a_persons(stage: Stage) -> None:
    start(stage, "one")
    start(stage, "two")
    stage.do_dispatch("one", "truck-1")
    stage.do_resume("two", "truck-1", "deny", "guardctl handover truck-1 two")
    done = run_ctl(stage, "handover", "truck-1", "two", stdin=subprocess.DEVNULL)
    assert done.returncode == 1 and "only you" in done.stderr
    import pty

    command = [*COMMAND, "--project", str(stage.project.path), "handover", "truck-1", "two"]
    before = dict(os.environ)
    assert os.waitstatus_to_exitcode(pty.spawn(command, lambda fd: os.read(fd, 999))) == 0
    assert before == dict(os.environ)
    stage.do_resume("two", "truck-1", "pass")
    stage.do_resume("one", "truck-1", "deny", "session two")


def test_status_says_who_launched_a_session(stage: Stage) -> None:
    start(stage, "one")
    stage.do_dispatch("one", "truck-1")
    start(stage, "truck-1")
    shown = run_ctl(stage, "status").stdout.splitlines()
    assert shown[0].endswith(", launched by one") and "launched" not in shown[1]
