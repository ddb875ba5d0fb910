"""hooks/_forged.py: an event that a command of the agent makes up counts for nothing; all others count."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hooks import _forged
from tests.scripts import ROOT, Scripts

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells who started whom")
PROMPT = {"hook_event_name": "UserPromptSubmit", "session_id": "session-1", "prompt": "look at the harbour crane"}
TOOL = "source /h/shell-snapshots/s.sh 2>/dev/null || true && eval '{}' && pwd -P >| /tmp/x-cwd"      # as the client writes it


def sent(project: Path, shell: str, **env: str) -> list[dict[str, Any]]:
    """The rows after a shell of this text has handed the prompt to the hook."""
    script = ROOT / "hooks" / "user_prompt_submit.py"
    run = f"{sys.executable} -I -S {script} < event.json"
    (project / "event.json").write_text(json.dumps({**PROMPT, "cwd": str(project)}))
    given = {key: value for key, value in os.environ.items() if not key.startswith(("CLAUDE", "AUTOSKILLIT"))}
    subprocess.run(["bash", "-c", shell.format(run) + "; true"], cwd=project, check=True, capture_output=True,
                   env={**given, "CLAUDE_PROJECT_DIR": str(project), **env})
    return Scripts(project).rows("session-1")


@LINUX
@pytest.mark.parametrize(("shell", "env", "event"), [
    ("{}", {}, "UserPromptSubmit"),                                     # as an agent runs a hook
    ("{}", {"AUTOSKILLIT_PARENT_SESSION_ID": "session-1"}, "UserPromptSubmit"),      # a client that the agent started
    (TOOL, {"AUTOSKILLIT_PARENT_SESSION_ID": "session-2"}, "UserPromptSubmit"),      # a test run in another session
    (TOOL, {"AUTOSKILLIT_PARENT_SESSION_ID": "session-1"}, "Forged"),
    (TOOL, {"CLAUDE_CODE_SESSION_ID": "session-1"}, "Forged"),
    (TOOL.replace("source", "export X='session-1'; source"), {}, "Forged"),
    (TOOL.format("bash -c \"{}; true\""), {"CLAUDE_CODE_SESSION_ID": "session-1"}, "Forged"),
])
def test_who_counts(project: Path, shell: str, env: dict[str, str], event: str) -> None:
    rows = sent(project, shell, **env)
    assert [row["event"] for row in rows] == [event]
    assert ("harbour" in json.dumps(rows)) == (event != "Forged")


@LINUX
def test_it_is_told_at_the_next_real_event_once(project: Path) -> None:
    sent(project, TOOL, CLAUDE_CODE_SESSION_ID="session-1")
    scripts = Scripts(project)
    first, second = (scripts.call("Bash", {"command": "ls"}, session="session-1") for _ in range(2))
    assert "made up an event (UserPromptSubmit)" in first.message and not second.message
    assert scripts.rows("session-1")[0]["heartbeat"] == "forged"


def test_nothing_is_shown_of_a_process_that_is_gone() -> None:
    with pytest.raises((OSError, ValueError)):
        _forged._of(1)
    assert not _forged.by_a_command("nobody's session", {})


# A client as far as a hook can tell: it makes the socket that the hook reads from, and starts it.  A step is a pair of
# how the event comes in and what it is called; `exec` is a tool call that put the hook in place of its shell.
CLIENT = '''
import json, os, shutil, socket, subprocess, sys, time
steps, hooks, project, python = json.loads(sys.argv[1])
PAIR = "import socket, subprocess, sys; a, b = socket.socketpair(); a.sendall(open(sys.argv[1], 'rb').read()); a.shutdown(1); " \\
       "subprocess.run(sys.argv[2:], stdin=b)"
# The program that a session begins anew in, what it says that it is called, and the script that it runs.
SEATS = {"other": ("tools/other", "", "x.py"), "called": ("tools/other", "claude", "x.py"), "named": ("claude/other", "", "x.py"),
         "npm": ("bin/node", "", "bin/claude"), "title": ("bin/node", "claude", "x.js"),
         "kit": ("bin/bun", "", "@anthropic-ai/claude-agent-sdk/cli.js"), "elsewhere": ("bin/bun", "", "tools/cli/x.js"),
         "editor": ("code/code", "", "anthropic.claude-code-2.1.30-linux-x64/resources/cli.js")}
for number, (how, name) in enumerate(steps):
    event = {"hook_event_name": name, "session_id": "session-1", "cwd": project, "prompt": how, "source": "startup"}
    script = "".join("_" + c.lower() if c.isupper() else c for c in name)[1:] + ".py"
    run = [python, "-I", "-S", os.path.join(hooks, script)]
    path = os.path.join(project, f"{number}.json")
    with open(path, "w") as file:
        json.dump(event, file)
    env = {**os.environ, "CLAUDE_PID": str(os.getpid())}
    if how == "client":
        ours, theirs = socket.socketpair()
        done = subprocess.Popen(run, stdin=theirs, env=env)
        theirs.close()
        ours.sendall(json.dumps(event).encode())
        ours.close()
        done.wait()
    elif how == "exec":
        subprocess.run(["sh", "-c", 'exec "$0" "$@" < ' + path, *run], env=env)
    elif how == "pipe":
        subprocess.run(["bash", "-c", 'exec "$0" "$@" < <(cat ' + path + ")", *run], env=env)
    elif how == "pair":
        subprocess.run([python, "-c", PAIR, path, *run], env=env)
    elif how in SEATS:
        place = os.path.join(project, SEATS[how][0])
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy(os.path.realpath(python), place)
        home = {"PYTHONHOME": sys.base_prefix, "LD_LIBRARY_PATH": os.path.join(sys.base_prefix, "lib")}
        script = os.path.join(project, SEATS[how][2])
        os.makedirs(os.path.dirname(script), exist_ok=True)
        with open(script, "w") as file:
            file.write(PAIR)
        given = [SEATS[how][1] or place, "-S", script, path, "env", "-u", "PYTHONHOME", *run]
        subprocess.run(given, executable=place, env={**env, **home})
    elif how == "loose":
        subprocess.run(["sh", "-c", '(setsid "$0" "$@" < ' + path + " &) ; sleep 1", *run], env=env)
'''


def played(project: Path, steps: list[tuple[str, str]]) -> list[str]:
    """The events on record after such a client has played these steps."""
    given = {key: value for key, value in os.environ.items() if not key.startswith(("CLAUDE", "AUTOSKILLIT"))}
    told = json.dumps([steps, str(ROOT / "hooks"), str(project), sys.executable])
    subprocess.run([sys.executable, "-c", CLIENT, told], cwd=project, check=True, capture_output=True,
                   env={**given, "CLAUDE_PROJECT_DIR": str(project)})
    return [row["event"] for row in Scripts(project).rows("session-1")]


@LINUX
@pytest.mark.parametrize("how", ["exec", "pipe", "pair", "loose"])
def test_what_does_not_come_from_the_client_that_began_the_session(project: Path, how: str) -> None:
    real = ("client", "UserPromptSubmit")
    assert played(project, [("client", "SessionStart"), real, (how, "UserPromptSubmit"), real, (how, "SessionEnd")]) == [
        "SessionStart", "UserPromptSubmit", "Forged", "UserPromptSubmit", "Forged"]


@LINUX
@pytest.mark.parametrize("how", ["exec", "pipe", "loose"])
def test_a_client_that_gives_its_hooks_no_socket_is_believed(project: Path, how: str) -> None:
    assert played(project, [(how, "SessionStart"), (how, "UserPromptSubmit")]) == ["SessionStart", "UserPromptSubmit"]


@LINUX
@pytest.mark.parametrize(("how", "event"), [
    ("other", "Forged"), ("called", "Forged"), ("elsewhere", "Forged"), ("named", "SessionStart"), ("pair", "SessionStart"),
    ("npm", "SessionStart"), ("title", "SessionStart"), ("kit", "SessionStart"), ("editor", "SessionStart")])
def test_a_session_begins_anew_in_a_process_of_its_clients_program_alone(project: Path, how: str, event: str) -> None:
    begun = [("client", "SessionStart"), ("client", "UserPromptSubmit")]
    assert played(project, [*begun, (how, "SessionStart")]) == ["SessionStart", "UserPromptSubmit", event]
    assert played(project, [(how, "SessionStart")])[-1] == "SessionStart"       # the client of the session is gone


@LINUX
def test_a_session_goes_on_in_another_client(project: Path) -> None:
    begun = [("client", "SessionStart"), ("client", "UserPromptSubmit")]
    assert played(project, begun) + played(project, begun)[2:] == ["SessionStart", "UserPromptSubmit"] * 2
    assert len((project / ".autoskillit/temp/context/session-1.client").read_text().splitlines()) == 1      # the dead one went
    assert played(project, [("exec", "UserPromptSubmit")])[-1] == "UserPromptSubmit"                          # nobody of it lives
