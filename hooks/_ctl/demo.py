"""`guardctl demo`: the two stories that this project began with, through the real scripts in a scratch folder."""
from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

from hooks import _registry
from hooks._ctl import _ledgers
from hooks._world import BUNDLE, World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SETTINGS = {"tools": {
    "mcp__mail__search_email": {"internal_source": True},
    "mcp__web__web_search": {"external": True},
    "mcp__git__github_create_pr": {"external": False},
    "mcp__*__dispatch_food_truck": {"dispatcher": True, "resume": "resume_session_id"}}}

MAIL = [{"type": "text", "text": "From: finance. Q3 revenue fell by 12 percent; do not share before the 14th."}]
TRUCK = "mcp__kitchen__dispatch_food_truck"


def launched(id: str, kitchen: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": json.dumps({"success": True, "dispatched_session_id": id, "dispatch_id": f"d-{id}",
                                                 "kitchen_id": kitchen})}]


# (what is told, session, tool, input, response or None, what the guards must say)
STORIES: list[tuple[str, list[tuple[str, str, str, dict[str, Any], Any, str]]]] = [
    ("A mailbox was searched.  What may leave?", [
        ("the mailbox is searched", "assistant", "mcp__mail__search_email", {"query": "Q3 revenue"}, MAIL, "pass"),
        ("then the web, with what was read in mind", "assistant", "mcp__web__web_search",
         {"query": "why did Q3 revenue fall by 12 percent"}, None, "deny"),
        ("a pull request, which stays inside", "assistant", "mcp__git__github_create_pr",
         {"title": "Fix rounding", "body": "Rounds half to even."}, [{"type": "text", "text": "#12"}], "pass"),
    ]),
    ("A kitchen dispatches food trucks.  Who may go on with which?", [
        ("the orchestrator dispatches a food truck", "l3-anna", TRUCK,
         {"recipe": "implementation", "kitchen_id": "kitchen-1"}, launched("l2-pasta", "kitchen-1"), "pass"),
        ("it tries to resume its own id", "l3-anna", TRUCK,
         {"recipe": "implementation", "kitchen_id": "kitchen-1", "resume_session_id": "l3-anna"}, None, "deny"),
        ("it resumes its own food truck", "l3-anna", TRUCK,
         {"recipe": "implementation", "kitchen_id": "kitchen-1", "resume_session_id": "l2-pasta"},
         launched("l2-pasta", "kitchen-1"), "pass"),
        ("a stranger tries to", "l3-boris", TRUCK,
         {"recipe": "implementation", "kitchen_id": "kitchen-2", "resume_session_id": "l2-pasta"}, None, "deny"),
        ("the successor in the same kitchen does", "l3-chloe", TRUCK,
         {"recipe": "implementation", "kitchen_id": "kitchen-1", "resume_session_id": "l2-pasta"},
         launched("l2-pasta", "kitchen-1"), "pass"),
    ]),
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keep", action="store_true", help="leave the scratch folder and say where it is")


def run(args: argparse.Namespace, world: World) -> int:
    project = tempfile.mkdtemp(prefix="guards-demo-")
    try:
        os.mkdir(os.path.join(project, ".autoskillit"))
        with open(os.path.join(project, ".autoskillit", "guards.json"), "w", encoding="utf-8") as file:
            json.dump(SETTINGS, file)
        played = [step for title, steps in STORIES for step in play(project, title, steps, args.json)]
        if args.json:
            print(json.dumps({"steps": played}))
        else:
            ledgers(project, world)
        if args.keep:
            print(f"kept in {project}", file=sys.stderr)
        return 0 if all(step["decision"] == step["expected"] for step in played) else 1
    finally:
        if not args.keep:
            shutil.rmtree(project, ignore_errors=True)


def play(project: str, title: str, steps: list[tuple[str, str, str, dict[str, Any], Any, str]],
         quiet: bool) -> list[dict[str, Any]]:
    """Plays one story; what was said to each step."""
    said = []
    if not quiet:
        print(f"\n{title}\n")
    for number, (what, session, tool, given, response, expected) in enumerate(steps):
        call = {"session_id": session, "tool_name": tool, "tool_input": given, "tool_use_id": f"{session}-{number}"}
        answer = fire(project, "PreToolUse", call).get("hookSpecificOutput", {})
        decision = answer.get("permissionDecision", "pass")
        if decision != "deny" and response is not None:
            fire(project, "PostToolUse", {**call, "tool_response": response})
        said.append({"step": what, "session": session, "tool": tool, "decision": decision, "expected": expected,
                     "reason": answer.get("permissionDecisionReason", "")})
        if not quiet:
            print(f"  {decision:<5} {session}: {what}")
            if said[-1]["reason"]:
                print(f"        {said[-1]['reason']}")
    return said


def fire(project: str, event: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Runs the event's script as the agent would; its answer."""
    script = os.path.join(BUNDLE, "hooks", _registry.load()["events"][event]["script"])
    full = {**payload, "hook_event_name": event, "cwd": project, "permission_mode": "default"}
    env = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run([sys.executable, "-I", "-S", script], input=json.dumps(full).encode(), capture_output=True,
                          env={**env, "CLAUDE_PROJECT_DIR": project}, timeout=60, check=False)
    answer = json.loads(done.stdout) if done.stdout.strip() else {}
    return answer if isinstance(answer, dict) else {}


def ledgers(project: str, world: World) -> None:
    """Shows what is on record now: what `guardctl tail` shows in a project of one's own."""
    print("\nThe ledgers (.autoskillit/temp/context/*.jsonl):\n")
    for path in reversed(_ledgers.paths(World(project, {}, world.now))):
        print(f"  {os.path.basename(path)}")
        for row in _ledgers.rows(path):
            print(f"    {_ledgers.one_line(row)}")
    print("\nThe provenance (.autoskillit/temp/session_provenance.jsonl):\n")
    try:
        with open(os.path.join(project, ".autoskillit", "temp", "session_provenance.jsonl"), encoding="utf-8") as file:
            for line in file:
                print(f"    {line.rstrip()}")
    except FileNotFoundError:
        print("    nothing yet")
