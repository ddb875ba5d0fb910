"""Plays an orchestrator's sessions through the real scripts: live clients with the environment that theirs had."""
from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.scripts import SCRIPTS, Answer, Scripts

SERVER = "mcp__plugin_autoskillit_autoskillit__"
CAMPAIGN, LAUNCHED_BY = "AUTOSKILLIT_CAMPAIGN_ID", "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS"


class Clients:
    """A process a client, which only lives; a hook looks at its environment and whether it is there."""

    def __init__(self) -> None:
        self.living: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, env: dict[str, str]) -> str:
        self.kill(name)
        self.living[name] = subprocess.Popen(["sleep", "600"], env=env)
        return str(self.living[name].pid)

    def kill(self, name: str) -> None:
        process = self.living.pop(name, None)
        if process:
            process.kill()
            process.wait(10)

    def close(self) -> None:
        for name in list(self.living):
            self.kill(name)


class Stage:
    """One project and the sessions in it; `play` takes the steps of a row of cases/orchestrator.jsonl.

        ["start", session, type, {launcher, campaign, source, worktree}]    a client begins
        ["dispatch", session, child] ["skill", session, child]              the tool answers, and the child has ended
        ["told", {field: value}, campaign]          a row that the orchestrator writes itself
        ["resume", session, id, decision, words] ["resume_skill", ...] ["run_cmd", ...] ["Bash", ...]
        ["end", session] ["kill", session]          with its SessionEnd; without any
    """

    def __init__(self, scripts: Scripts, clients: Clients) -> None:
        self.scripts, self.clients = scripts, clients
        self.plain = dict(scripts.env)
        self.env: dict[str, dict[str, str]] = {}
        (scripts.project / ".autoskillit").mkdir(exist_ok=True)

    def play(self, steps: list[list[Any]]) -> None:
        for verb, *rest in steps:
            getattr(self, "do_" + verb)(*rest)

    def fire(self, session: str, event: str, **payload: Any) -> Answer:
        self.scripts.env = {**self.plain, **self.env.get(session, {})}
        cwd = self.scripts.env["CLAUDE_PROJECT_DIR"]
        answer = self.scripts.fire(event, session_id=session, **{"cwd": cwd, **payload})
        assert (answer.code, answer.stderr) == (0, "")
        return answer

    def do_start(self, session: str, kind: str, how: dict[str, str] | None = None) -> None:
        how = how or {}
        env = {"AUTOSKILLIT_SESSION_TYPE": kind, "AUTOSKILLIT_HEADLESS": "1" if kind in ("orchestrator", "skill") else "0"}
        by = how.get("launcher", "")
        if by and kind != "cook":
            env[CAMPAIGN] = how.get("campaign", f"uuid-of-{by}")
        elif "campaign" in how:
            env[CAMPAIGN] = how["campaign"]
        if kind == "orchestrator":
            env.update(AUTOSKILLIT_DISPATCH_ID=f"d-{session}", AUTOSKILLIT_PROJECT_DIR=str(self.scripts.project))
        if "worktree" in how:
            env["CLAUDE_PROJECT_DIR"] = self.worktree(how["worktree"])
        env["CLAUDE_PID"] = self.clients.start(session, {LAUNCHED_BY: by} if by else {})
        self.env[session] = env
        said = self.fire(session, "SessionStart", source=how.get("source", "startup")).message
        assert said == "", said

    def worktree(self, name: str) -> str:
        folder = self.scripts.project.parent / name
        folder.mkdir(exist_ok=True)
        (folder / ".git").write_text(f"gitdir: {self.scripts.project}/.git/worktrees/{name}\n")
        return str(folder)

    def do_end(self, session: str) -> None:
        self.fire(session, "SessionEnd", reason="other")
        self.clients.kill(session)

    def do_kill(self, session: str) -> None:
        self.clients.kill(session)

    def do_told(self, row: dict[str, str], campaign: str = "") -> None:
        blank = dict.fromkeys(("caller_session_id", "dispatch_id", "kitchen_id", "recipe_name", "session_id", "step_name"), "")
        tell(self.scripts.state / campaign / "session_provenance.jsonl", {**blank, **row})

    def call(self, session: str, tool: str, given: dict[str, str], answer: dict[str, Any] | None = None) -> Answer:
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{len(self.env)}", "permission_mode": "bypassPermissions"}
        before = self.fire(session, "PreToolUse", **call)
        if answer is not None and before.decision == "pass":
            self.fire(session, "PostToolUse", **call, tool_response=json.dumps({"result": json.dumps(answer)}))
        return before

    def do_dispatch(self, session: str, child: str) -> None:
        answer = {"success": False, "dispatch_status": "failure", "dispatch_id": f"d-{child}", "dispatched_session_id": child,
                  "l3_payload": None, "reason": "fleet_l3_no_result_block"}
        assert self.call(session, SERVER + "dispatch_food_truck", {"recipe": "probe", "task": "x"}, answer).stdout == ""

    def do_skill(self, session: str, child: str) -> None:
        answer = {"success": True, "result": "done", "session_id": child, "subtype": "success"}
        assert self.call(session, SERVER + "run_skill", {"skill_command": "/x", "step_name": "inv"}, answer).stdout == ""

    def do_resume(self, session: str, id: str, decision: str, words: str = "") -> None:
        given = {"recipe": "probe", "task": "go on", "resume_session_id": id}
        self.expect(self.call(session, SERVER + "dispatch_food_truck", given), decision, words)

    def do_resume_skill(self, session: str, id: str, decision: str, words: str = "") -> None:
        self.expect(self.call(session, SERVER + "run_skill", {"skill_command": "/x", "resume_session_id": id}), decision, words)

    def do_run_cmd(self, session: str, command: str, decision: str, words: str = "") -> None:
        given = {"cmd": command, "cwd": str(self.scripts.project), "step_name": "say"}
        self.expect(self.call(session, SERVER + "run_cmd", given), decision, words)

    def do_Bash(self, session: str, command: str, decision: str, words: str = "") -> None:
        self.expect(self.call(session, "Bash", {"command": command}), decision, words)

    @staticmethod
    def expect(answer: Answer, decision: str, words: str) -> None:
        said = answer.reason or answer.context
        assert (answer.decision, words in said) == (decision, True), said
        assert bool(words) == bool(said), said


def tell(store: Path, row: dict[str, Any]) -> None:
    """Appends a row as the orchestrator does."""
    store.parent.mkdir(parents=True, exist_ok=True)
    with open(store, "a") as file:
        file.write(json.dumps(row) + "\n")


KEPT = re.compile("AUTOSKILLIT_|CLAUDE_PROJECT_DIR|CLAUDE_CODE_SESSION_|CLAUDECODE|CLAUDE_CODE_CHILD|CLAUDE_CODE_LAUNCHED|CLAUDE_ENV")


class Recording:
    """The recorded scenes of one folder, played in their order in one project; `decisions` is what became of them."""

    def __init__(self, folder: Path, scripts: Scripts, clients: Clients) -> None:
        self.folder, self.scripts, self.clients = folder, scripts, clients
        self.plain = dict(scripts.env)
        self.environment = json.loads((folder / "environment.json").read_text())
        self.env: dict[str, dict[str, str]] = {}
        self.told = [(store, json.loads(line)) for store in ("project", "campaign", "kitchen") for line in
                     (folder / f"files/{store}.session_provenance.jsonl").read_text().splitlines()]
        self.told = [(store, row) for store, row in self.told if "kind" not in row]
        (scripts.project / ".autoskillit").mkdir(exist_ok=True)

    def here(self, text: str) -> str:
        """A recorded text with this machine's folders in place of the recorded ones."""
        return text.replace("/home/dev/project", str(self.scripts.project)).replace(
            "/home/dev/worktrees", str(self.scripts.project.parent)).replace("/home/dev", str(self.scripts.project.parent / "home"))

    def scene(self, name: str) -> list[tuple[str, str, Answer]]:
        """(number, tool, answer) of every judged call of a scene.  What a call set off that is stopped now never came
        to be: its result, and what other sessions did meanwhile, are left out."""
        found = []
        stopped = ("", "")
        for path in sorted((self.folder / name).glob("[0-9]*.json")):
            event, level = path.name.split("-")[2].partition(".")[0], path.name.split("-")[1]
            text = self.here(path.read_text())
            payload = json.loads(text)
            session, call = payload["session_id"], payload.get("tool_use_id", "")
            if event not in SCRIPTS:
                continue
            if stopped[0] and (session != stopped[0] or (event.startswith("PostToolUse") and call == stopped[1])):
                continue
            answer = self.send(name, level, event, payload, text)
            if event == "PreToolUse":
                stopped = (session, call) if answer.decision != "pass" else ("", "")
                found.append((path.name[:2], payload["tool_name"].rpartition("__")[2], answer))
        return found

    def send(self, scene: str, level: str, event: str, payload: dict[str, Any], text: str) -> Answer:
        session = payload["session_id"]
        if event == "SessionStart":
            row = self.environment[scene][f"{level} SessionStart {payload['source']} {session[:8]}"]
            hook = {key: self.here(value) for key, value in row["hook"].items() if KEPT.match(key)}
            client = {key: self.here(value) for key, value in row["client_process_environ"].items() if KEPT.match(key)}
            hook["CLAUDE_PID"] = self.clients.start(session, client)
            self.prepare(hook)
            self.env[session] = hook
        if event.startswith("PostToolUse"):
            self.tell(str(payload.get("tool_response", "")))
        self.scripts.env = {**self.plain, **self.env.get(session, {})}
        answer = self.scripts.send(event, text.encode())
        assert (answer.code, answer.stderr) == (0, "") and "failed" not in answer.message, (scene, event, answer.message)
        if event == "SessionEnd":
            self.clients.kill(session)
        return answer

    def without_hooks(self, name: str) -> None:
        """A scene that no hook of ours saw: the orchestrator's rows of it alone are there afterwards."""
        self.tell("".join(path.read_text() for path in (self.folder / name).glob("[0-9]*.json")))

    def kill(self, name: str, levels: tuple[str, ...]) -> None:
        """Kills the clients of these levels that a scene began."""
        for level in levels:
            for path in (self.folder / name).glob(f"*-{level}-SessionStart.json"):
                self.clients.kill(json.loads(path.read_text())["session_id"])

    def prepare(self, env: dict[str, str]) -> None:
        for folder in (os.path.dirname(env.get("CLAUDE_ENV_FILE", "")), env["CLAUDE_PROJECT_DIR"]):
            if folder:
                os.makedirs(folder, exist_ok=True)
        if env["CLAUDE_PROJECT_DIR"] != str(self.scripts.project):
            pointer = f"gitdir: {self.scripts.project}/.git/worktrees/wt\n"
            (Path(env["CLAUDE_PROJECT_DIR"]) / ".git").write_text(pointer)

    def tell(self, about: str) -> None:
        """Writes the orchestrator's rows of the sessions that a text names, as it does when they have ended."""
        rest = []
        for store, row in self.told:
            if row["session_id"] in about and (row["dispatch_id"] in about or store == "kitchen"):
                folder = {"project": "", "campaign": "camp-0123456789ab", "kitchen": row["kitchen_id"]}[store]
                tell(self.scripts.state / folder / "session_provenance.jsonl", row)
            else:
                rest.append((store, row))
        self.told = rest
