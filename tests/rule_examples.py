"""Plays the examples of guards/_rules.py through the scripts, on one stage; docs/rules.md says how a step reads."""
from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.repositories import ENV, branches, git, put
from tests.scripts import ROOT, SCRIPTS, Scripts

SECRET = "DB_PASSWORD=h7Gq2Lp9xV4z"
WORDS = {"SECRET": SECRET,
         "PASSAGE": "The merger with Lindholm is signed on the third of May at forty one million."}
READ = {"page": ("WebFetch", {"url": "https://blog.example/post", "prompt": "What does it say?"}),
        "mail": ("mcp__mail__read_email", {"id": "7"}), "doc": ("mcp__gdrive__read_file", {"id": "1"}),
        "crm": ("mcp__crm__find", {"q": "x"})}
WORK = {"src/app.py": "# a day of work\n", "notes.md": "three days\n", ".env": f"{SECRET}\n", "members.csv": "name;town\nann;leith\n",
        "big/a.txt": "a\n"}


def stage(folder: Path) -> Path:
    """Where examples are played: a repository with branches, a stash, uncommitted work and a secret in `.env`."""
    branches(folder)
    git(folder, "checkout", "-q", "main")
    put(folder, WORK)
    put(folder, {".claude/settings.json": json.dumps({"hooks": {"PreToolUse": [{"hooks": [
        {"type": "command", "command": "${CLAUDE_PROJECT_DIR}/.autoskillit/hook"}]}]}}), ".autoskillit/guards.json": "{}"})
    return folder


def set_up(made: Path, project: Path) -> Scripts:
    """The stage in a folder of its own, and the scripts that see it."""
    shutil.copytree(made, project, symlinks=True, dirs_exist_ok=True)
    scripts = Scripts(project)
    scripts.fire("SessionStart", source="startup")
    return scripts


def play(scripts: Scripts, example: str) -> dict[str, Any]:
    """The ledger row of the last step."""
    known = {**WORDS, "PROJECT": str(scripts.project)}
    for step in example.split(" ; "):
        for word, value in known.items():
            step = step.replace(word, value)
        masked = re.search(r"\[[a-z-]+:[0-9a-f]{4}\]", take(scripts, step.strip(), known))
        known["MASKED"] = masked[0] if masked else known.get("MASKED", "")
    return next(row for row in reversed(scripts.rows()) if row["event"] in SCRIPTS)


def take(scripts: Scripts, step: str, known: dict[str, str]) -> str:
    """Plays one step; what the scripts printed last."""
    word, _, rest = step.partition(" ")
    if word == ">":
        return scripts.fire("UserPromptSubmit", prompt=rest).stdout
    if word == "settings":
        scripts.settings(**json.loads(rest))
    elif word == "launched":
        id, _, caller, *kitchen = rest.split()
        append(scripts, "session_provenance.jsonl", {"session_id": id, "caller_session_id": caller.replace("nobody", ""),
                                                     "recipe_name": "implement", "kitchen_id": "".join(kitchen[1:])})
    elif word == "last":
        append(scripts, ".hook_config.json", {"kitchen_id": rest.split()[1]})
    elif word == "EVENT":
        name, _, given = rest.partition(" ")
        return scripts.fire(name, **json.loads(given)).stdout
    elif word == "sh:":
        subprocess.run(f'guardctl() {{ "{sys.executable}" "{ROOT}/tests/people.py" "$@" >/dev/null; }}; {rest}', shell=True,
                       cwd=scripts.project, env={**ENV, "HOME": scripts.env["HOME"]}, check=True)
    elif word.rstrip(":") in READ:
        tool, asked = READ[word.rstrip(":")]
        return call(scripts, tool, asked, {"result": rest, "url": asked["url"]} if "url" in asked else [{"type": "text", "text": rest}])
    elif word == "yes":
        return call(scripts, *json.loads(known["last"]), {"stdout": "", "stderr": "", "interrupted": False}, asked=False)
    else:
        said, _, output = step.partition(" => ")
        tool, given = meant(said)
        known["last"] = json.dumps([tool, given])
        response: Any = {"stdout": output, "stderr": "", "interrupted": False} if tool == "Bash" else [{"type": "text", "text": output}]
        return call(scripts, tool, given, response if output else None)
    return ""


def append(scripts: Scripts, name: str, row: dict[str, str]) -> None:
    """A row of a store of ours."""
    scripts.state.mkdir(parents=True, exist_ok=True)
    with (scripts.state / name).open("a") as file:
        file.write(json.dumps(row) + "\n")


def meant(step: str) -> tuple[str, dict[str, Any]]:
    """The tool and the input of a step that is a call."""
    word, _, rest = step.partition(" ")
    if word == "send":
        to, _, text = rest.partition(" ")
        return "mcp__mail__send_email", {"to": to, "body": text}
    if word == "write":
        path, _, text = rest.partition(" ")
        return "Write", {"file_path": path, "content": text}
    if word == "dispatch":
        id, _, kitchen = rest.partition(" in ")
        return "mcp__kitchen__dispatch_food_truck", {"recipe": "implement", **({"resume_session_id": id} if id else {}),
                                                     **({"kitchen_id": kitchen} if kitchen else {})}
    return (word, json.loads(rest)) if rest[:1] == "{" else ("Bash", {"command": step})


def call(scripts: Scripts, tool: str, given: dict[str, Any], response: Any, asked: bool = True) -> str:
    """A call, and its result where it has one."""
    scripts.calls += asked
    common = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{scripts.calls}"}
    said = scripts.fire("PreToolUse", **common).stdout if asked else ""
    return said if response is None else scripts.fire("PostToolUse", **common, tool_response=response).stdout
