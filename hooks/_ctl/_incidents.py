"""Published incidents of coding agents, told again in our own words: what was read, what was done, what is said of it.

A row of incidents.jsonl: {"name", "date" (made public), "title", "source", and either "unseen" (why no hook can see
it) or
    prompt, mode?   what the person asked for; the client's permission mode
    files?          path -> text, in a project whose `origin` is REMOTE and which has no commit
    read?           [tool, input, what it gave], in their order
    act             [tool, input]: what harmed
    want, rule      pass, ask or deny, and the rule; `why` it passes}
A text's {secret}, {foreign} and {key} are drawn anew for each play: no secret stands in a file of ours.
"""
from __future__ import annotations

import json
import os
import random
import shutil
import tempfile

from guards._call.tags import FILE, READERS, SHELL
from hooks._ctl import _player
from hooks._record import replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Verdict

    Row = dict[str, Any]

REMOTE = "git@github.com:acme/shop.git"
EFFECTS, ANSWERS, WIDTH = ("pass", "ask", "deny"), ("passes", "ASKS", "DENIES"), 160
LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def rows() -> list[Row]:
    """All of them, the oldest first.  Raises OSError."""
    with open(os.path.join(os.path.dirname(__file__), "incidents.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def play(row: Row) -> Verdict:
    """What the guards say of the act, in a project and a home of its own.  Raises OSError."""
    folder = tempfile.mkdtemp(prefix="guards-incident-")
    try:
        words = drawn()
        made: Row = {name: replaced(one, words) for name, one in row.items()}
        project, env = _player.scratch(folder, remotes=[("origin", REMOTE)])
        for name, text in made.get("files", {}).items():
            with open(os.path.join(project, name), "w", encoding="utf-8") as file:
                file.write(text)
        common = {"session_id": row["name"], "cwd": project, "permission_mode": row.get("mode", "default")}
        with _player.entered(env, project):
            for event in events(made):
                outcome = _player.fired({**common, **event}, env)
        return outcome.verdict
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def events(row: Row) -> list[Row]:
    """The events of a row, as a client sends them; the last is the act's."""
    found: list[Row] = [{"hook_event_name": "SessionStart", "source": "startup"},
                        {"hook_event_name": "UserPromptSubmit", "prompt": row["prompt"]}]
    for number, (tool, given, *gave) in enumerate([*row.get("read", ()), row["act"]]):
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"toolu_{number:02d}"}
        found.append({"hook_event_name": "PreToolUse", **call})
        found += [{"hook_event_name": "PostToolUse", **call, "tool_response": answer(tool, given, text)}
                  for text in gave]
    return found


def told(row: Row, verdict: Verdict | None) -> list[str]:
    """The lines that show one: what was asked, read and done, and what is said of it; a row without an act has None."""
    if verdict is None:
        return [f"  no hook can see it: {row['unseen']}"]
    lines = [f"  you ask    {row['prompt']}"]
    lines += [f"  it reads   {_short(tool, given)}\n             {_cut(text)}"
              for tool, given, text in row.get("read", ())]
    lines += [f"  it does    {_short(*row['act'])}", f"  {ANSWERS[verdict.effect]}"]
    return [*lines, f"             {verdict.reason or row.get('why', '')}"]


def _short(tool: str, given: Row) -> str:
    return _cut(f"{tool} {' '.join(str(value) for value in given.values())}")


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= WIDTH else flat[:WIDTH] + " ..."


def answer(tool: str, given: Row, text: str) -> object:
    """A tool's answer as the client hands it over."""
    if tool == SHELL:
        return {"stdout": text, "stderr": "", "interrupted": False}
    if tool in READERS:
        return {"type": "text", "file": {"filePath": given[FILE[0]], "content": text, "numLines": text.count("\n")}}
    if tool == "WebFetch":
        return {"result": text, "url": given["url"], "code": 200}
    return [{"type": "text", "text": text}]


def drawn() -> dict[str, str]:
    """What stands for a secret in a row's texts."""
    body = ["".join(random.choices(LETTERS, k=k)) for k in (36, 80, 64)]
    fence = "-----{} OPENSSH PRIVATE " + "KEY-----"
    return {"{secret}": f"ghp_{body[0]}", "{foreign}": f"sk-ant-api03-{body[1]}",
            "{key}": "\n".join((fence.format("BEGIN"), body[2], body[2][::-1], fence.format("END")))}
