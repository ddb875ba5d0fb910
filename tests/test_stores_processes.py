"""Who is alive, and two live processes in one session: fake agents that run the real scripts and stay."""
import json
import os
import subprocess
import sys

import pytest

from hooks._stores import processes
from tests.scripts import ROOT, SCRIPTS, Scripts

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")

# Reads one event a line, runs its script in a shell as clients do, prints the answer as one line of JSON.
AGENT = """
import json, subprocess, sys
for line in sys.stdin:
    script, payload, env = json.loads(line)
    command = f"'{sys.executable}' -I -S '{script}'; code=$?; [ $code = 2 ] && exit 1; exit $code"
    done = subprocess.run(["/bin/sh", "-c", command], input=payload.encode(), capture_output=True, env=env)
    print(json.dumps([done.returncode, done.stdout.decode(), done.stderr.decode()]), flush=True)
"""


class Agent:
    """A live process that fires events."""

    def __init__(self, scripts):
        self.scripts = scripts
        self.process = subprocess.Popen([sys.executable, "-c", AGENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def fire(self, event, session="s", **payload):
        full = {"session_id": session, "hook_event_name": event, "cwd": str(self.scripts.project), **payload}
        self.process.stdin.write(json.dumps([str(ROOT / "hooks" / SCRIPTS[event]), json.dumps(full), self.scripts.env]) + "\n")
        self.process.stdin.flush()
        code, out, err = json.loads(self.process.stdout.readline())
        assert code == 0 and err == ""
        return json.loads(out) if out else {}

    def begin(self, session="s", source="startup"):
        told = self.fire("SessionStart", session, source=source)
        assert told == {} or (source == "compact" and "newest request" in str(told))
        assert self.fire("UserPromptSubmit", session, prompt="go on") == {}

    def act(self, session="s", tool="Read"):
        answer = self.fire("PreToolUse", session, tool_name=tool, tool_input={"file_path": "/x"}, tool_use_id="t")
        return answer.get("hookSpecificOutput", {})

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)

    def crash(self):
        self.process.kill()
        self.end()


@pytest.fixture
def scripts(project):
    return Scripts(project)


@pytest.fixture
def agents(scripts):
    made = []

    def make():
        made.append(Agent(scripts))
        return made[-1]

    yield make
    for one in made:
        if one.process.poll() is None:
            one.end()


def test_one_process_hears_nothing(agents):
    one = agents()
    one.begin()
    one.begin(source="resume")
    one.begin(source="compact")
    assert one.act() == {}


def test_one_after_the_other_hears_nothing(agents):
    one = agents()
    one.begin()
    one.fire("SessionEnd", reason="other")
    two = agents()
    two.begin(source="resume")
    assert two.act() == {} and one.act() == {}


def test_after_a_crash_nothing_is_said(agents):
    one = agents()
    one.begin()
    one.crash()
    two = agents()
    two.begin(source="resume")
    assert two.act() == {}


def test_the_later_of_two_live_owners_is_asked_once(agents):
    one, two = agents(), agents()
    one.begin()
    two.begin(source="resume")
    asked = two.act()
    assert asked["permissionDecision"] == "ask" and f"pid {one.process.pid}" in asked["permissionDecisionReason"]
    assert two.act() == {} and one.act() == {}
    two.fire("UserPromptSubmit", prompt="more")
    assert two.act() == {}


def test_a_third_is_asked_too(agents):
    one, two, three = agents(), agents(), agents()
    for each in (one, two, three):
        each.begin(source="resume")
    assert [each.act().get("permissionDecision") for each in (one, two, three)] == [None, "ask", "ask"]


def test_the_later_owner_is_alone_once_the_first_is_gone(agents, scripts):
    one, two = agents(), agents()
    one.begin()
    two.begin(source="resume")
    one.crash()
    assert two.act() == {}
    assert not (scripts.state / "context/s.rival").exists()


def test_another_session_of_the_same_project_is_no_rival(agents):
    one, two = agents(), agents()
    one.begin("s")
    two.begin("t")
    assert one.act("s") == {} and two.act("t") == {}


def test_a_process_that_went_to_another_session_owns_the_first_no_more(agents):
    one, two = agents(), agents()
    one.begin("s")
    one.begin("t", source="resume")
    two.begin("s", source="resume")
    assert two.act("s") == {}


def test_a_pid_used_again_is_another_process(agents, scripts):
    one, two = agents(), agents()
    one.begin()
    for path in (scripts.state / "live").glob("*.json"):
        path.write_text(json.dumps({**json.loads(path.read_text()), "started": "1"}))
    two.begin(source="resume")
    assert two.act() == {}


@pytest.mark.parametrize("field, value", [("host", "elsewhere"), ("pids", "pid:[1]")])
def test_a_process_that_cannot_be_seen_from_here_raises_no_alarm(agents, scripts, field, value):
    one, two = agents(), agents()
    one.begin()
    for path in (scripts.state / "live").glob("*.json"):
        path.rename(path.with_name("other.json"))
        (path.with_name("other.json")).write_text(json.dumps({**json.loads((path.with_name("other.json")).read_text()), field: value}))
    two.begin(source="resume")
    assert two.act() == {} and (scripts.state / "live/other.json").exists()


def test_claude_pid_is_believed(scripts):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert processes.agent({"CLAUDE_PID": str(child.pid)}).pid == child.pid
    finally:
        child.communicate(b"\n")
    assert processes.agent({"CLAUDE_PID": str(child.pid)}) is None


@pytest.mark.parametrize("text", ["", "[1]", "null", "{", "x" * 20_000, '{"pid": "x", "session_id": "s", "host": 1}'])
def test_hostile_records(agents, scripts, text):
    (scripts.state / "live").mkdir(parents=True)
    (scripts.state / "live/a.json").write_text(text)
    one = agents()
    one.begin()
    assert one.act() == {}


def test_a_process_and_its_absence():
    me = processes.process(os.getpid())
    assert me is not None and me.parent == os.getppid() and int(me.started) > 0
    assert processes.alive(processes.identity(me), processes.machine()) is True
    assert processes.alive({**processes.identity(me), "boot_id": "x"}, processes.machine()) is False
    assert processes.process(0) is None and processes.process(2 ** 22 + 1) is None


def test_ps_says_the_same(tmp_path):
    me = processes._from_ps(os.getpid())
    if me is None:
        pytest.skip("no /bin/ps here")
    assert me.parent == os.getppid() and me.started == processes._from_ps(os.getpid()).started
