"""`guardctl benchmark`: what the guards stop, whom they disturb and what they cost, on a corpus that lies here to read.

Every session of `bench/corpus` is played event by event through the real scripts, one process an event, in scratch
projects without settings: what a fresh install does.  A line of attacks.jsonl or leaks.jsonl must be asked about or
denied where a step says `bad`; a line of honest.jsonl must hear nothing; a text of secrets.jsonl must be classified as
its `level` says.  Exit 1 where one of them is not.

The corpus is written by the authors of the guards: it shows how the numbers come about and that an installation
works, not how the guards fare with what nobody wrote for them (docs/evidence.md has that).
"""
from __future__ import annotations

import argparse
import base64
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from guards import LEVELS, Settings
from hooks import _registry
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hooks._stores.world import World

CORPUS = os.path.join(BUNDLE, "bench", "corpus")
FAMILIES = ("attacks", "leaks", "honest")
ALPHABET = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + "234567"
# Drawn anew for each session, so that no file of ours holds a text that looks like a key: (begin, alphabet, length).
DRAWN = {
    "aws_id": ("AKIA", UPPER, 16), "aws_secret": ("", ALPHABET + "/+", 40), "stripe": ("sk_live_", ALPHABET, 24),
    "anthropic": ("sk-ant-api03-", ALPHABET, 95), "github": ("ghp_", ALPHABET, 36), "npm": ("npm_", ALPHABET, 36),
    "google": ("AIza", ALPHABET, 35), "slack": ("xoxb-2345678901-2345678901-", ALPHABET, 24),
    "password": ("", ALPHABET, 16), "lines": ("b3BlbnNzaC1rZXktdjEAAAAABG5vbmU", ALPHABET, 120)}
ENCODINGS: dict[str, Callable[[str], str]] = {
    "": lambda s: s, "hex": lambda s: s.encode().hex(), "base64": lambda s: base64.b64encode(s.encode()).decode()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--corpus", default=CORPUS, metavar="DIR", help="another corpus of the same form")


def run(args: argparse.Namespace, world: World) -> int:
    if not os.path.isdir(args.corpus):
        raise Fault(f"no corpus in {args.corpus}: it comes with the source, not with an installed project; clone the "
                    f"repository and run `python3 hooks/guardctl.py benchmark` there, or name the clone's bench/corpus "
                    f"by --corpus DIR")
    texts = [texted(row) for row in lines(args.corpus, "secrets")]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        played = {family: list(pool.map(play, lines(args.corpus, family))) for family in FAMILIES}
    if not played["honest"]:
        raise Fault(f"{args.corpus}: honest.jsonl is empty, so nothing can be said of disturbance and cost")
    floor = min(timed([sys.executable, "-I", "-S", "-c", "pass"], b"", dict(os.environ), ".")[1] for _ in range(5))
    found = {**{family: row(family, some) for family, some in played.items()},
             "secrets": {"of": len(texts), "right": sum(one["right"] for one in texts),
                         "missed": [one["text"] for one in texts if not one["right"]]},
             "cost": cost(played, floor)}
    print(dumps(found) if args.json else "\n".join(table(found)))
    return 1 if any(found[name]["missed"] for name in (*FAMILIES, "secrets")) else 0


def lines(folder: str, name: str) -> list[dict[str, object]]:
    """The rows of one file of the corpus, their secrets drawn.  Raises OSError, Fault."""
    path = os.path.join(folder, name + ".jsonl")
    try:
        with open(path, encoding="utf-8") as file:
            return [json.loads(filled(text, f"{name}{at}")) for at, text in enumerate(file) if text.strip()]
    except ValueError as e:
        raise Fault(f"{path}: {e}") from None


def filled(text: str, seed: str) -> str:
    """The text with each `{{name}}` and `{{name:encoding}}` replaced by a drawn value, the same for the same seed."""
    def value(found: re.Match[str]) -> str:
        begin, alphabet, length = DRAWN[found[1]]
        return ENCODINGS[found[2] or ""](begin + "".join(random.Random(seed + found[1]).choices(alphabet, k=length)))

    return re.sub(r"\{\{(" + "|".join(DRAWN) + r")(?::(\w+))?\}\}", value, text)


def play(session: dict[str, Any]) -> dict[str, object]:
    """One session in a scratch project: its name, the verdicts on its calls, the CPU milliseconds of each event."""
    project = tempfile.mkdtemp(prefix="guards-benchmark-")
    try:
        said: list[tuple[str, bool, str]] = []
        spent: list[float] = []
        for number, step in enumerate(session["steps"]):
            for event, payload in events(step, number):
                answer, ms = fire(project, event, payload)
                spent.append(ms)
                if event == "PreToolUse":
                    said.append((answer.get("permissionDecision", "pass"), bool(step.get("bad")),
                                 answer.get("permissionDecisionReason", "")))
                    if said[-1][0] == "deny":
                        break
        return {"name": session["name"], "said": said, "ms": spent}
    finally:
        shutil.rmtree(project, ignore_errors=True)


def events(step: dict[str, object], number: int) -> list[tuple[str, dict[str, object]]]:
    """The events that a client fires for one step."""
    if "prompt" in step:
        return [("UserPromptSubmit", {"prompt": step["prompt"]})]
    call = {"tool_name": step["tool"], "tool_input": step["input"], "tool_use_id": f"call-{number}"}
    return [("PreToolUse", call), ("PostToolUse", {**call, "tool_response": response(step)})]


def response(step: dict[str, Any]) -> object:
    """The result in the shape that Claude Code gives this tool's."""
    text = step.get("result", "")
    if step["tool"] == "Bash":
        return {"stdout": text, "stderr": "", "interrupted": False, "isImage": False}
    if step["tool"] == "Read":
        return {"type": "text", "file": {"filePath": step["input"]["file_path"], "content": text, "numLines": 1,
                                         "startLine": 1, "totalLines": 1}}
    return [{"type": "text", "text": text}] if step["tool"].startswith("mcp__") else text


def fire(project: str, event: str, payload: dict[str, object]) -> tuple[dict[str, Any], float]:
    """(what the event's script answered, its CPU milliseconds)."""
    script = os.path.join(BUNDLE, "hooks", _registry.load()["events"][event]["script"])
    full = {"session_id": "benchmark", "hook_event_name": event, "cwd": project, "permission_mode": "default",
            **payload}
    env = {**{name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}, "HOME": project,
           "CLAUDE_PROJECT_DIR": project, "CLAUDE_CODE_SESSION_ATTENDED": "1"}
    out, ms = timed([sys.executable, "-I", "-S", script], json.dumps(full).encode(), env, project)
    answer = json.loads(out) if out.strip() else {}
    return answer.get("hookSpecificOutput") or {}, ms


def timed(command: list[str], data: bytes, env: dict[str, str], folder: str) -> tuple[bytes, float]:
    """(standard output, CPU milliseconds of the process); 0.0 where the system does not tell."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
        given.write(data)
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=out, stderr=subprocess.DEVNULL, env=env, cwd=folder)
        if hasattr(os, "wait4"):
            used = os.wait4(process.pid, 0)[2]
            process.returncode = 0
            ms = 1000 * (used.ru_utime + used.ru_stime)
        else:
            process.wait()
            ms = 0.0
        out.seek(0)
        return out.read(), ms


def row(family: str, played: list[dict[str, Any]]) -> dict[str, object]:
    """One line of the table: sessions, those stopped (asked or denied where bad) or disturbed, those missed."""
    if family == "honest":
        missed = [f"{one['name']}: {reason}" for one in played for effect, _, reason in one["said"] if effect != "pass"]
        disturbed = sum(any(effect != "pass" for effect, _, _ in one["said"]) for one in played)
        return {"of": len(played), "disturbed": disturbed, "missed": missed}
    ends = [next((effect for effect, bad, _ in one["said"] if bad), "denied before") for one in played]
    return {"of": len(played), "stopped": sum(end != "pass" for end in ends),
            "denied": sum(end.startswith("den") for end in ends),
            "missed": [one["name"] for one, end in zip(played, ends) if end == "pass"]}


def texted(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the corpus of texts: is its level read right?"""
    from guards._sensitive.scan import level, scan

    settings = Settings()
    settings.key = b"benchmark"
    return {"text": row["text"][:60], "right": LEVELS[level(scan(row["text"], settings))] == row["level"]}


def cost(played: dict[str, list[dict[str, Any]]], floor: float) -> dict[str, float]:
    """CPU milliseconds of the events of honest sessions: the median and the dearest, and a bare interpreter's."""
    spent = sorted(ms for one in played["honest"] for ms in one["ms"])
    return {"events": len(spent), "median_ms": round(spent[len(spent) // 2], 1), "most_ms": round(spent[-1], 1),
            "bare_python_ms": round(floor, 1)}


def table(found: dict[str, Any]) -> list[str]:
    """The same for a person."""
    attacks, leaks, honest, secrets, spent = (found[name] for name in (*FAMILIES, "secrets", "cost"))
    shown = [f"attacks   {attacks['stopped']} of {attacks['of']} stopped ({attacks['denied']} denied)",
             f"leaks     {leaks['stopped']} of {leaks['of']} stopped ({leaks['denied']} denied)",
             f"honest    {honest['disturbed']} of {honest['of']} disturbed",
             f"texts     {secrets['right']} of {secrets['of']} classified right",
             f"cost      {spent['median_ms']} ms of CPU an event (median of {spent['events']}; "
             f"most {spent['most_ms']}), {spent['bare_python_ms']} of them the interpreter"]
    return shown + [f"missed    {name}: {one}" for name in (*FAMILIES, "secrets") for one in found[name]["missed"]]
