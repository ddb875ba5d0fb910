"""Sessions that begin, fork, are cleared and end, played through the real scripts."""
import contextlib
import json
import subprocess
import sys

import pytest

from tests.scripts import Scripts

DISPATCH = "mcp__kitchen__dispatch_food_truck"
SECRET = "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"


@pytest.fixture
def scripts(project):
    return Scripts(project)


def rows(scripts, campaign=""):
    path = scripts.state / campaign / "session_provenance.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def start(scripts, session, source="startup", env_file=None, env=None, **more):
    before = dict(scripts.env)
    scripts.env.update(env or {})
    if env_file is not None:
        env_file.parent.mkdir(parents=True, exist_ok=True)
        scripts.env["CLAUDE_ENV_FILE"] = str(env_file)
    answer = scripts.fire("SessionStart", session_id=session, source=source, **more)
    scripts.env = before
    assert answer.code == 0 and answer.stderr == ""
    assert answer.message == "" or (source == "clear" and "keeps what the guards know" in answer.message)
    return answer


def dispatch(scripts, session, id, recipe="implement"):
    return scripts.call(DISPATCH, {"recipe": recipe}, json.dumps({"dispatched_session_id": id}), session=session)


def resume(scripts, session, id):
    return scripts.call(DISPATCH, {"recipe": "implement", "resume_session_id": id}, session=session)


def test_a_persons_session_has_no_row(scripts):
    assert start(scripts, "s").stdout == ""
    assert rows(scripts) == []


def test_a_nested_client_records_its_caller(scripts, tmp_path):
    env_file = tmp_path / "claude/session-env/boss/sessionstart-hook-0.sh"
    start(scripts, "boss", env_file=env_file)
    start(scripts, "boss", source="resume", env_file=env_file)
    assert env_file.read_text() == "export AUTOSKILLIT_PARENT_SESSION_ID='boss'\n"
    start(scripts, "child", env={"AUTOSKILLIT_PARENT_SESSION_ID": "boss"})
    [row] = rows(scripts)
    assert (row["session_id"], row["caller_session_id"], row["kind"], row["recipe_name"]) == ("child", "boss", "nested", "")
    assert {"pid", "started", "host"} <= set(row)
    go = {"command": "claude --resume child -p hi"}
    assert scripts.call("Bash", go, session="boss").stdout == ""
    assert scripts.call("Bash", go, session="other").decision == "deny"
    assert scripts.call("Bash", {"command": "claude --resume boss"}, session="child").decision == "deny"


def test_the_kitchen_is_exported_and_recorded(scripts, tmp_path):
    env_file = tmp_path / "session-env/boss/x.sh"
    start(scripts, "boss", env_file=env_file, env={"AUTOSKILLIT_KITCHEN_SESSION_ID": "k'1"})
    assert "export AUTOSKILLIT_PARENT_KITCHEN_ID='k'\\''1'\n" in env_file.read_text()
    start(scripts, "child", env={"AUTOSKILLIT_PARENT_SESSION_ID": "boss", "AUTOSKILLIT_PARENT_KITCHEN_ID": "k'1"})
    assert rows(scripts)[0]["kitchen_id"] == "k'1"


@pytest.mark.parametrize("where, content", [
    ("kitchen.json", '{"kitchen_id": "k1"}'), ("kitchen", "k1\n"), ("kitchen_state/s.json", '{"kitchen_id": "k1"}')])
def test_the_projects_kitchen_marker(scripts, where, content):
    path = scripts.state / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    dispatch(scripts, "s", "truck")
    assert rows(scripts)[0]["kitchen_id"] == "k1"


def test_dispatch_and_resume(scripts):
    start(scripts, "boss")
    start(scripts, "other")
    dispatch(scripts, "boss", "truck")
    assert resume(scripts, "boss", "truck").stdout == ""
    assert resume(scripts, "other", "truck").decision == "deny"
    assert "itself" in resume(scripts, "boss", "boss").reason
    assert "layer 3" in resume(scripts, "other", "boss").reason
    assert "layer 3" in resume(scripts, "boss", "other").reason
    unknown = resume(scripts, "boss", "nobody")
    assert unknown.decision == "pass" and "not checked" in unknown.context and "not checked" in unknown.message


def test_a_campaign_has_its_own_store_and_its_successor_passes(scripts):
    scripts.env["AUTOSKILLIT_CAMPAIGN_ID"] = "camp-1"
    dispatch(scripts, "boss", "truck")
    assert [row["kitchen_id"] for row in rows(scripts, "camp-1")] == ["camp-1"] and rows(scripts) == []
    assert resume(scripts, "next", "truck").stdout == ""
    scripts.env["AUTOSKILLIT_CAMPAIGN_ID"] = "camp-2"
    assert resume(scripts, "next", "truck").decision == "deny"      # its store is another, what we saw is not
    del scripts.env["AUTOSKILLIT_CAMPAIGN_ID"]
    assert resume(scripts, "stranger", "truck").decision == "deny"


def test_the_state_folder_can_be_moved(scripts, tmp_path):
    scripts.env["AUTOSKILLIT_STATE_DIR"] = str(tmp_path / "elsewhere")
    dispatch(scripts, "boss", "truck")
    assert (tmp_path / "elsewhere/session_provenance.jsonl").exists()
    assert resume(scripts, "other", "truck").decision == "deny"


def contaminate(scripts, session):
    scripts.settings(tools={"Read": {"internal_source": True}, "mcp__web__post": {"external": True}})
    scripts.call("Read", {"file_path": "/x"}, {"file": {"content": SECRET}}, session=session)


def post(scripts, session):
    return scripts.call("mcp__web__post", {"text": "hello"}, session=session).decision


def test_fork_session_whose_start_says_the_old_id(scripts, tmp_path):
    start(scripts, "old", env_file=tmp_path / "session-env/old/x.sh")
    contaminate(scripts, "old")
    dispatch(scripts, "old", "truck")
    env_file = tmp_path / "session-env/new/x.sh"
    start(scripts, "old", source="resume", env_file=env_file)
    assert env_file.read_text() == "export AUTOSKILLIT_PARENT_SESSION_ID='new'\n"
    scripts.fire("UserPromptSubmit", session_id="new", prompt="go on")
    assert post(scripts, "new") == "deny" and post(scripts, "stranger") == "pass"
    assert resume(scripts, "new", "truck").stdout == ""
    row = rows(scripts)[-1]
    assert (row["session_id"], row["parent_session_id"], row["kind"]) == ("new", "old", "fork")


@pytest.mark.parametrize("how", ["transcript", "process"])
def test_fork_with_a_new_id(scripts, tmp_path, how):
    start(scripts, "old")
    contaminate(scripts, "old")
    path = tmp_path / "new.jsonl"
    if how == "transcript":
        start(scripts, "between")
        path.write_text('{"type": "summary"}\n' + json.dumps({"sessionId": "new", "forkedFrom": {"sessionId": "old"}}))
    start(scripts, "new", source="fork", transcript_path=str(path))
    assert post(scripts, "new") == "deny"
    assert rows(scripts)[-1]["parent_session_id"] == "old"


def test_clear_goes_on_from_the_session_that_the_process_ended(scripts):
    start(scripts, "old")
    start(scripts, "stranger")
    contaminate(scripts, "old")
    dispatch(scripts, "old", "truck")
    scripts.fire("SessionEnd", session_id="old", reason="clear")
    start(scripts, "new", source="clear")
    assert rows(scripts)[-1]["parent_session_id"] == "old" and rows(scripts)[-1]["kind"] == "clear"
    assert resume(scripts, "new", "truck").stdout == "" and post(scripts, "new") == "deny"
    assert post(scripts, "stranger") == "pass" and resume(scripts, "stranger", "truck").decision == "deny"


def test_clear_without_an_end_before_it_inherits_nothing(scripts):
    start(scripts, "old")
    contaminate(scripts, "old")
    start(scripts, "new", source="clear")
    assert post(scripts, "new") == "pass" and rows(scripts) == []


@pytest.mark.parametrize("source", ["resume", "compact"])
def test_going_on_writes_no_row(scripts, source):
    start(scripts, "child", env={"AUTOSKILLIT_PARENT_SESSION_ID": "boss"})
    start(scripts, "child", source=source, env={"AUTOSKILLIT_PARENT_SESSION_ID": "thief"})
    assert [row["caller_session_id"] for row in rows(scripts)] == ["boss"]


def test_a_dispatched_session_is_nobodys_orchestrator(scripts):
    start(scripts, "truck", env={"AUTOSKILLIT_HEADLESS": "1"})
    assert "not checked" in resume(scripts, "boss", "truck").context


def test_subagents(scripts):
    scripts.fire("PreToolUse", session_id="s", tool_name="Agent", tool_input={"subagent_type": "x"}, tool_use_id="t1")
    scripts.fire("SubagentStart", session_id="s", agent_id="a1", agent_type="x")
    scripts.fire("PostToolUse", session_id="s", tool_name="Agent", tool_input={"subagent_type": "x"}, tool_use_id="t1",
                 tool_response={"agentId": "a1"})
    assert [(row["session_id"], row["caller_session_id"]) for row in rows(scripts)] == [("a1", "s")]
    assert scripts.call("SendMessage", {"to": "a1", "message": "go"}, session="s").stdout == ""
    assert scripts.call("SendMessage", {"to": "a1", "message": "go"}, session="other").decision == "deny"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("kind", ["folder", "link", "fifo"])
def test_something_else_in_the_stores_place(scripts, tmp_path, kind, strict):
    import os

    scripts.settings(strict=strict)
    path = scripts.state / "session_provenance.jsonl"
    path.parent.mkdir(parents=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        (tmp_path / "other").write_text(json.dumps({"session_id": "truck", "caller_session_id": "x", "recipe_name": "r"}))
        path.symlink_to(tmp_path / "other")
    else:
        os.mkfifo(path)
    answer = resume(scripts, "s", "truck")
    assert answer.decision == ("deny" if strict else "pass")
    assert "session_provenance.jsonl" in answer.message and ("not checked" in answer.context or strict)
    assert scripts.call("Bash", {"command": "ls"}).stdout == ""


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")


@contextlib.contextmanager
def client(**env):
    """A live process that was started with this environment, as an agent's is; what its hooks are told of it."""
    with subprocess.Popen(["sleep", "600"], env=env) as process:
        try:
            yield {"CLAUDE_PID": str(process.pid)}
        finally:
            process.kill()


def launched(scripts, id, by, source="startup", **env):
    """The start of a session whose client an MCP server of the session `by` launched."""
    with client(CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS=by) as told:
        start(scripts, id, source=source, env={**told, **env})


FLEET = {"AUTOSKILLIT_SESSION_TYPE": "fleet", "AUTOSKILLIT_HEADLESS": "0"}
TRUCK = {"AUTOSKILLIT_SESSION_TYPE": "orchestrator", "AUTOSKILLIT_HEADLESS": "1", "AUTOSKILLIT_DISPATCH_ID": "d-1"}
CAMPAIGN = {"AUTOSKILLIT_CAMPAIGN_ID": "camp-1"}


@linux
def test_a_child_of_a_killed_orchestrator_is_its_campaigns(scripts):
    """The dispatcher's tool never answered: what the child's start told is all that there is."""
    start(scripts, "killed", env={**FLEET, **CAMPAIGN})
    launched(scripts, "truck", "killed", **TRUCK, AUTOSKILLIT_CAMPAIGN_ID="uuid-1")
    [row] = rows(scripts)
    assert row == rows(scripts, "camp-1")[0]        # the store that the orchestrator's own guard reads
    assert (row["caller_session_id"], row["kitchen_id"], row["child_kitchen_id"]) == ("killed", "camp-1", "uuid-1")
    assert (row["kind"], row["dispatch_id"]) == ("dispatch", "d-1")
    start(scripts, "stranger", env=FLEET)
    assert "not owned" in resume(scripts, "stranger", "truck").reason
    scripts.env.update(CAMPAIGN)
    assert resume(scripts, "next", "truck").stdout == ""


@linux
def test_the_recipe_is_the_dispatchs_own_word(scripts):
    path = scripts.state / "dispatches/d-1.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"campaign_name": "x", "dispatches": [{"name": "first", "dispatch_id": "d-1"}]}))
    launched(scripts, "truck", "boss", **TRUCK)
    assert rows(scripts)[0]["recipe_name"] == "first"


@linux
@pytest.mark.parametrize("told, caller", [
    ("boss", "boss"), (" boss ,second", "boss"), ("unknown,boss", "boss"), ("clear:old,boss", "boss"), ("me,boss", "boss"),
    ("", ""), ("unknown", ""), ("clear:old", ""), ("me", ""), (",,", ""), ("x" * 600, "")])
def test_who_the_client_says_launched_it(scripts, told, caller):
    launched(scripts, "me", told, **TRUCK)
    assert [row["caller_session_id"] for row in rows(scripts)] == ([caller] if caller else [])


@linux
@pytest.mark.parametrize("env, kind", [
    (TRUCK, "dispatch"), ({"AUTOSKILLIT_SESSION_TYPE": "skill", "AUTOSKILLIT_HEADLESS": "1"}, "dispatch"), ({}, "nested"),
    ({"AUTOSKILLIT_SESSION_TYPE": "cook"}, "nested"), ({"AUTOSKILLIT_HEADLESS": "1"}, "dispatch")])
def test_an_mcp_servers_child_is_dispatched_or_merely_run(scripts, env, kind):
    launched(scripts, "child", "boss", **env)
    assert [row["kind"] for row in rows(scripts)] == [kind]


@linux
def test_a_client_that_a_truck_runs_inherits_its_dispatch_and_is_none(scripts):
    launched(scripts, "truck", "boss", **TRUCK)
    launched(scripts, "nested", "truck", **TRUCK)
    assert [row["kind"] for row in rows(scripts)] == ["dispatch", "nested"]


@linux
def test_going_on_makes_no_owner(scripts):
    launched(scripts, "truck", "boss", **TRUCK)
    launched(scripts, "truck", "thief", source="resume", **TRUCK)
    assert [row["caller_session_id"] for row in rows(scripts)] == ["boss"]


def test_a_headless_orchestrator_is_nobodys_truck(scripts):
    start(scripts, "fleet", env={"AUTOSKILLIT_SESSION_TYPE": "fleet", "AUTOSKILLIT_HEADLESS": "1"})
    assert "not a food truck" in resume(scripts, "other", "fleet").reason


SKILL = "mcp__plugin_autoskillit_autoskillit__run_skill"


def test_a_row_that_a_skill_makes_launders_no_orchestrator(scripts):
    start(scripts, "boss", env=FLEET)
    told = {"caller_session_id": "", "dispatch_id": "", "kitchen_id": "u1", "recipe_name": "probe", "session_id": "boss"}
    scripts.state.mkdir(parents=True, exist_ok=True)
    with open(scripts.state / "session_provenance.jsonl", "a") as store:
        store.write(json.dumps(told) + "\n")
    assert "layer 3" in scripts.call(SKILL, {"skill_command": "/x", "resume_session_id": "boss"}, session="cook").reason
    assert "layer 3" in resume(scripts, "cook", "boss").reason


def test_a_skill_is_its_callers(scripts):
    answer = json.dumps({"result": json.dumps({"success": True, "result": "done", "session_id": "skill-1"})})
    scripts.call(SKILL, {"skill_command": "/x", "step_name": "inv"}, answer, session="truck")
    go = {"skill_command": "/x", "resume_session_id": "skill-1"}
    assert scripts.call(SKILL, go, session="truck").stdout == ""
    assert "not owned" in scripts.call(SKILL, go, session="other").reason


@linux
@pytest.mark.parametrize("ended", [False, True])
def test_a_child_that_lives_is_asked_about_before_it_is_resumed(scripts, ended):
    start(scripts, "killed", env={**FLEET, **CAMPAIGN})
    with client(CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS="killed") as told:
        start(scripts, "truck", env={**told, **TRUCK})
        if ended:
            scripts.env.update(told)
            scripts.fire("SessionEnd", session_id="truck", reason="other")
            del scripts.env["CLAUDE_PID"]
        assert resume(scripts, "stranger", "truck").decision == "deny"
        scripts.env.update(CAMPAIGN)
        answer = resume(scripts, "next", "truck")
        assert answer.decision == ("pass" if ended else "ask")
        assert ended or (f"pid {told['CLAUDE_PID']}" in answer.reason and str(scripts.project)[-60:] in answer.reason)
    assert resume(scripts, "next", "truck").stdout == ""


@linux
@pytest.mark.parametrize("change, decision", [
    ({}, "ask"), ({"status": "failure"}, "pass"), ({"dispatched_starttime_ticks": 0}, "pass"),
    ({"dispatched_starttime_ticks": 1}, "pass"), ({"dispatched_boot_id": "another"}, "pass"), ({"dispatched_pid": "x"}, "pass")])
def test_a_dispatch_that_the_orchestrator_says_is_running(scripts, change, decision):
    from hooks._stores import processes

    dispatch(scripts, "boss", "truck")
    with client() as told:
        one = processes.process(int(told["CLAUDE_PID"]))
        row = {"status": "running", "dispatched_session_id": "truck", "dispatched_pid": one.pid, "started_at": 1.0,
               "dispatched_starttime_ticks": int(one.started), "dispatched_boot_id": processes.machine()["boot_id"]}
        path = scripts.state / "dispatches/d-1.json"
        path.parent.mkdir()
        path.write_text(json.dumps({"dispatches": [{**row, **change}, "x", None]}))
        (path.parent / "bad.json").write_text("{")
        assert resume(scripts, "boss", "truck").decision == decision
