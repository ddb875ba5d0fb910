"""A session of the contamination guard, played as the shell plays it; its tests share it."""
from __future__ import annotations

import json
from pathlib import Path

from guards import DENY, Event, Facts, Own, Session, Settings
from guards._call import read
from guards._sensitive.scan import scan
from guards._text.plain import flatten
from guards.contamination import judge, learn, records, requires

CASES = Path(__file__).parent / "cases"
KEY = "AKIAQ3EGRQ" + "7M5ZXW2KTD"
ENV = f"AWS_ACCESS_KEY_ID={KEY}\nAWS_SECRET_ACCESS_KEY=" + "wJq9rXUtnFEMI8K7MDENGbPxRfiCY3zQk2LmVa4T"
CARD = "4929 1234" + " 5678 9012"
MAIL = [{"type": "text", "text": "Subject: offer, 4 million"}]


def settings(policy="tagged", **more):
    given = Settings()
    given.contamination = {"policy": policy}
    given.tools = [("mcp__mail__search_email", {"internal_source": True}), ("web_search", {"external": True}),
                   ("mcp__git__create_pr", {"external": False}), *more.items()]
    given.key = b"k" * 16
    return given


class Story:
    """Plays events as the shell does: requires, judge, learn, records."""

    def __init__(self, given=None, remotes=("git@github.com:acme/app.git",), files=None):
        self.settings, self.state, self.time = given or settings(), {}, 1_700_000_000.0
        self.kept, self.remotes, self.files, self.calls = {}, list(remotes), files or {}, 0
        self.uses = set()           # places that the project's files speak of
        self.speaks = "Makefile"    # the file that does
        self.committed = set()      # files that the person's last commit holds
        self.inside = {"secret": [], "beyond": False}   # what the shell finds in every folder

    def play(self, name, tool="", **fields):
        text = flatten(fields.get("input") if name == "PreToolUse" else fields.get("response"))[0]
        text = fields.get("prompt") or fields.get("error") or text
        event = Event(name, "s", tool=tool, time=self.time, cwd="/p", **fields)
        session = Session("s", {"contamination": self.state})
        found = {}
        event = event.with_(facts=Facts(text, scan(text, self.settings)))
        call = read(event, self.settings, self.state)
        for path in [*call.wants, *(path for _, path in call.named)] if name == "PreToolUse" else ():
            if path in self.files:
                found["file", path] = self.files[path]
        event = event.with_(facts=Facts(text, event.facts.findings, found=found))
        for wanted in requires(event, session, self.settings):
            family, rest = wanted
            if family == "stored":
                found[wanted] = self.kept.get(rest, [])
            elif family == "remotes":
                found[wanted] = self.remotes
            elif family == "inside":
                found[wanted] = self.inside
            elif family == "committed":
                found.update({wanted: True} if rest in self.committed else {})
            elif family == "uses":
                found.update({wanted: [self.speaks]} if rest in self.uses else {})
            elif family == "exists":
                found.update({wanted: True} if any(f"{path}/".startswith(rest.rstrip("/") + "/") for path in (
                    *self.files, "/p")) else {})
            elif rest in self.files:
                found[wanted] = self.files[rest]
        event = event.with_(facts=Facts(text, event.facts.findings, found=found))
        verdict = judge(event, session, self.settings)
        self.state = json.loads(json.dumps(learn(event, session, self.settings, Own(verdict))))
        for what, rows in records(event, session, self.settings).items():
            assert all(isinstance(row, dict) for row in rows)
            self.kept.setdefault(what, []).extend(json.loads(json.dumps(rows)))
        self.time += 1
        return verdict

    def prompt(self, text, **fields):
        return self.play("UserPromptSubmit", prompt=text, **fields)

    def pre(self, tool, agent="", mode="", **arguments):
        self.calls += 1
        return self.play("PreToolUse", tool, input=arguments, agent_id=agent, call_id=f"c{self.calls}",
                         permission_mode=mode)

    def post(self, tool, response="ok", agent="", **arguments):
        return self.play("PostToolUse", tool, input=arguments, response=response, agent_id=agent,
                         call_id=f"c{self.calls}")

    def bash(self, command, output="", **more):
        verdict = self.pre("Bash", command=command, **more)
        if verdict.effect < DENY:
            self.post("Bash", {"stdout": output, "stderr": ""}, command=command)
        return verdict
