"""An orchestrator's sessions through the hooks: live clients with the environment that theirs had.

`Stage` plays the scenes of cases/orchestrator.jsonl, `Recording` the hooks' payloads of the real orchestrator.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from hooks._event.run import handle_event

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT.parent / "shared/payloads/autoskillit-0.9.492"
SERVER = "mcp__plugin_autoskillit_autoskillit__"
CAMPAIGN, LAUNCHED_BY = "AUTOSKILLIT_CAMPAIGN_ID", "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS"
SHARED = "session_provenance.jsonl"
FIELDS = "caller_session_id dispatch_id kitchen_id recipe_name session_id step_name".split()


class Clients:
    """A process a client, which only lives; a hook looks at its environment and whether it is there."""

    def __init__(self) -> None:
        self.living: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, env: dict[str, str]) -> str:
        self.kill(name)
        self.living[name] = subprocess.Popen(["sleep", "600"], env=env)
        pid = self.living[name].pid
        environ = Path(f"/proc/{pid}/environ")  # empty for a moment while the program is loaded
        for _ in range(200 if env and environ.exists() else 0):
            if environ.read_bytes():
                break
            time.sleep(0.005)
        return str(pid)

    def kill(self, name: str) -> None:
        process = self.living.pop(name, None)
        if process:
            process.kill()
            process.wait(10)

    def close(self) -> None:
        for name in list(self.living):
            self.kill(name)


class Answer:
    """What the hooks printed for one event."""

    def __init__(self, printed: str) -> None:
        made = json.loads(printed) if printed else {}
        own = made.get("hookSpecificOutput") or {}
        self.decision, self.rule = own.get("permissionDecision", "pass"), ""
        self.reason, self.context = (
            own.get("permissionDecisionReason", ""),
            own.get("additionalContext", ""),
        )
        self.message = made.get("systemMessage", "")


class Project:
    """One project; `fire` sends an event as the client of a session does."""

    def __init__(self, folder: Path) -> None:
        self.path, self.home = folder / "p", folder / "home"
        self.state = self.path / ".autoskillit/temp"
        (self.path / ".autoskillit").mkdir(parents=True)
        self.home.mkdir()
        self.plain = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        self.plain["CLAUDE_PROJECT_DIR"] = str(self.path)
        self.env: dict[str, dict[str, str]] = {}

    def fire(self, session: str, event: str, payload: dict[str, Any]) -> Answer:
        env = {**self.plain, **self.env.get(session, {})}
        given = {"cwd": env["CLAUDE_PROJECT_DIR"], "session_id": session, "hook_event_name": event}
        data = json.dumps({**given, **payload}).encode()
        printed = handle_event(event, data, env, given["cwd"])
        answer = Answer(printed)
        assert "failed" not in answer.message, answer.message
        if answer.decision != "pass" or answer.context:
            ledger = self.find_ledger(env, session)
            answer.rule = json.loads(ledger.read_text().splitlines()[-1]).get("rule", "")
        return answer

    def find_ledger(self, env: dict[str, str], session: str) -> Path:
        folder = Path(env["CLAUDE_PROJECT_DIR"]) / ".autoskillit/temp/context"
        return folder / f"{session}.jsonl"


def add_row(store: Path, row: dict[str, Any]) -> None:
    """Appends a row as the orchestrator does."""
    store.parent.mkdir(parents=True, exist_ok=True)
    with open(store, "a") as file:
        file.write(json.dumps(row) + "\n")


class Stage:
    """One project and the sessions in it; `play` takes the steps of a row of cases/orchestrator.jsonl.

    ["start", session, type, {launcher, campaign, source, worktree}]    a client begins
    ["dispatch", session, child] ["skill", session, child]              the tool answers, and the child has ended
    ["record", {field: value}, campaign]        a row that the orchestrator writes itself
    ["resume", session, id, decision, words] ["resume_skill", ...] ["run_cmd", ...] ["Bash", ...]
    ["end", session] ["kill", session]          with its SessionEnd; without any
    """

    def __init__(self, project: Project, clients: Clients) -> None:
        self.project, self.clients, self.calls = project, clients, 0

    def play(self, steps: list[list[Any]]) -> None:
        for verb, *rest in steps:
            getattr(self, "do_" + verb)(*rest)

    def do_start(self, session: str, kind: str, how: dict[str, str] | None = None) -> None:
        how = how or {}
        headless = "1" if kind in ("orchestrator", "skill") else "0"
        env = {"AUTOSKILLIT_SESSION_TYPE": kind, "AUTOSKILLIT_HEADLESS": headless}
        by = how.get("launcher", "")
        if by and kind != "cook":
            env[CAMPAIGN] = how.get("campaign", f"uuid-of-{by}")
        elif "campaign" in how:
            env[CAMPAIGN] = how["campaign"]
        if kind == "orchestrator":
            env["AUTOSKILLIT_DISPATCH_ID"] = f"d-{session}"
            env["AUTOSKILLIT_PROJECT_DIR"] = str(self.project.path)
        if "worktree" in how:
            env["CLAUDE_PROJECT_DIR"] = self.make_worktree(how["worktree"])
        env["CLAUDE_PID"] = self.clients.start(session, {LAUNCHED_BY: by} if by else {})
        self.project.env[session] = env
        source = {"source": how.get("source", "startup")}
        assert self.project.fire(session, "SessionStart", source).message == ""

    def make_worktree(self, name: str) -> str:
        folder = self.project.path.parent / name
        folder.mkdir(exist_ok=True)
        (folder / ".git").write_text(f"gitdir: {self.project.path}/.git/worktrees/{name}\n")
        return str(folder)

    def do_end(self, session: str) -> None:
        self.project.fire(session, "SessionEnd", {"reason": "other"})
        self.clients.kill(session)

    def do_kill(self, session: str) -> None:
        self.clients.kill(session)

    def do_record(self, row: dict[str, str], campaign: str = "") -> None:
        add_row(self.project.state / campaign / SHARED, {**dict.fromkeys(FIELDS, ""), **row})

    def call(
        self, session: str, tool: str, given: dict[str, str], made: dict[str, Any] | None = None
    ) -> Answer:
        self.calls += 1
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{self.calls}"}
        before = self.project.fire(session, "PreToolUse", call)
        if made is not None and before.decision == "pass":
            response = json.dumps({"result": json.dumps(made)})
            self.project.fire(session, "PostToolUse", {**call, "tool_response": response})
        return before

    def do_dispatch(self, session: str, child: str) -> None:
        made = {"success": False, "dispatch_status": "failure", "dispatch_id": f"d-{child}"}
        made.update(dispatched_session_id=child, reason="fleet_l3_no_result_block")
        given = {"recipe": "probe", "task": "x"}
        assert self.call(session, f"{SERVER}dispatch_food_truck", given, made).decision == "pass"

    def do_skill(self, session: str, child: str) -> None:
        made = {"success": True, "result": "done", "session_id": child, "subtype": "success"}
        given = {"skill_command": "/x", "step_name": "inv"}
        assert self.call(session, f"{SERVER}run_skill", given, made).decision == "pass"

    def do_resume(self, session: str, id: str, *expected: str) -> None:
        given = {"recipe": "probe", "task": "do the rest", "resume_session_id": id}
        self.expect(self.call(session, f"{SERVER}dispatch_food_truck", given), *expected)

    def do_resume_skill(self, session: str, id: str, *expected: str) -> None:
        given = {"skill_command": "/x", "resume_session_id": id}
        self.expect(self.call(session, f"{SERVER}run_skill", given), *expected)

    def do_run_cmd(self, session: str, command: str, *expected: str) -> None:
        given = {"cmd": command, "cwd": str(self.project.path), "step_name": "say"}
        self.expect(self.call(session, f"{SERVER}run_cmd", given), *expected)

    def do_Bash(self, session: str, command: str, *expected: str) -> None:
        self.expect(self.call(session, "Bash", {"command": command}), *expected)

    @staticmethod
    def expect(answer: Answer, decision: str, words: str = "") -> None:
        text = answer.reason or answer.context
        assert (answer.decision, words in text) == (decision, True), text
        assert bool(words) == bool(text), text


KEPT = re.compile(
    "AUTOSKILLIT_|CLAUDE_PROJECT_DIR|CLAUDE_CODE_SESSION_|CLAUDECODE|CLAUDE_CODE_CHILD|CLAUDE_CODE_LAUNCHED|CLAUDE_ENV"
)
PLAYED = "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop".split()
STORES = ("project", "campaign", "kitchen")


class Recording:
    """The recorded scenes of the real orchestrator, played in their order in one project."""

    def __init__(self, project: Project, clients: Clients) -> None:
        self.project, self.clients = project, clients
        self.environment = json.loads((RECORDED / "environment.json").read_text())
        rows = [
            (store, json.loads(line))
            for store in STORES
            for line in (RECORDED / f"files/{store}.{SHARED}").read_text().splitlines()
        ]
        self.rows = [(store, row) for store, row in rows if "kind" not in row]

    def place(self, text: str) -> str:
        """A recorded text with this machine's folders in place of the recorded ones."""
        above = str(self.project.path.parent)
        text = text.replace("/home/dev/project", str(self.project.path))
        return text.replace("/home/dev/worktrees", above).replace("/home/dev", f"{above}/home")

    def play_scene(self, name: str) -> list[tuple[str, str, Answer]]:
        """(number, tool, answer) of every judged call.  What a call set off that is stopped now never came to be."""
        found, stopped = [], ("", "")
        for path in sorted((RECORDED / name).glob("[0-9]*.json")):
            event, level = path.name.split("-")[2].partition(".")[0], path.name.split("-")[1]
            payload = json.loads(self.place(path.read_text()))
            session, call = payload["session_id"], payload.get("tool_use_id", "")
            result = event.startswith("PostToolUse") and call == stopped[1]
            if event not in PLAYED or (stopped[0] and (session != stopped[0] or result)):
                continue
            answer = self.send_event(name, level, event, payload)
            if event == "PreToolUse":
                stopped = (session, call) if answer.decision != "pass" else ("", "")
                found.append((path.name[:2], payload["tool_name"].rpartition("__")[2], answer))
        return found

    def send_event(self, scene: str, level: str, event: str, payload: dict[str, Any]) -> Answer:
        session = payload["session_id"]
        if event == "SessionStart":
            key = f"{level} SessionStart {payload['source']} {session[:8]}"
            row = self.environment[scene][key]
            hook = {k: self.place(v) for k, v in row["hook"].items() if KEPT.match(k)}
            client = row["client_process_environ"].items()
            client = {k: self.place(v) for k, v in client if KEPT.match(k)}
            hook["CLAUDE_PID"] = self.clients.start(session, client)
            self.prepare_folders(hook)
            self.project.env[session] = hook
        if event.startswith("PostToolUse"):
            self.add_rows(str(payload.get("tool_response", "")))
        answer = self.project.fire(session, event, payload)
        if event == "SessionEnd":
            self.clients.kill(session)
        return answer

    def skip_scene(self, name: str) -> None:
        """A scene that no hook of ours saw: the orchestrator's rows of it alone are there afterwards."""
        texts = [path.read_text() for path in (RECORDED / name).glob("[0-9]*.json")]
        self.add_rows("".join(texts))

    def kill_clients(self, name: str, levels: tuple[str, ...]) -> None:
        for level in levels:
            for path in (RECORDED / name).glob(f"*-{level}-SessionStart.json"):
                self.clients.kill(json.loads(path.read_text())["session_id"])

    def prepare_folders(self, env: dict[str, str]) -> None:
        project = env["CLAUDE_PROJECT_DIR"]
        for folder in (os.path.dirname(env.get("CLAUDE_ENV_FILE", "")), project):
            os.makedirs(folder or project, exist_ok=True)
        if project != str(self.project.path):
            pointer = f"gitdir: {self.project.path}/.git/worktrees/wt\n"
            (Path(project) / ".git").write_text(pointer)

    def add_rows(self, about: str) -> None:
        """Writes the orchestrator's rows of the sessions that a text names, as it does when they have ended."""
        rest = []
        for store, row in self.rows:
            if row["session_id"] in about and (row["dispatch_id"] in about or store == "kitchen"):
                folders = {"campaign": "camp-0123456789ab", "kitchen": row["kitchen_id"]}
                add_row(self.project.state / folders.get(store, "") / SHARED, row)
            else:
                rest.append((store, row))
        self.rows = rest
