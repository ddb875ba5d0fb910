"""Every kind of recording as a scene, which bench/play.py plays.

Kinds of rows, told apart by their fields:
    session    {"id", "source", "prompt", "cwd"?, "files"?, "label", "events": [{"phase": "pre|post|prompt", "tool",
               "input", "response" | "error", "text"}]}
    scene      {"id", "family", "want", "files", "git", "remote", "settings", "env", "mode", "setup"?, "secret"?,
               "events": hook events as the client sends them; "_act": a call, PreToolUse and then its result; "_put",
               "_put_after": {path: text}; "_error"}; reports have this form
    incident   {"id", "user_prompt", "carrier_*", "pre", "act_tool", "act_input", "files", "git", "then"}
    vector     {"text", "label"}: a line that holds a secret, or looks like one
    case       a row of 0.7.9's tests/cases, by the name of its file; story: a file of its tests/stories

A scene has: set, id, want, events (each with "_at", its place in the recording), and what bench/layouts.py lays.
`want`: stop, silent, may_ask, ignored (silent though a text gave orders), mask, nomask, clean, "" (unknown).
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

WANTED = {
    **dict.fromkeys(("ask", "deny", "stop"), "stop"),
    **dict.fromkeys(("pass", "silent"), "silent"),
    **dict.fromkeys(("may_ask", "silent-is-ok", "advise"), "may_ask"),
    **dict.fromkeys(("mask", "nomask", "clean", "ignored"), ""),
}
WANTED.update({name: name for name in ("mask", "nomask", "clean", "ignored")})
CASES = frozenset(
    "acts alarms harmless leaks loss reasons self_protection sequences tongues written".split()
)
OWN_TOOLS = re.compile(
    r"mcp__|(Bash|Edit|ExitPlanMode|Glob|Grep|LS|MultiEdit|NotebookEdit|Read|Skill|Task|TodoWrite|Web\w+|Write)$"
)
SECRET = {
    "aws_id": ("AKIA", 16),
    "aws_secret": ("", 40),
    "token": ("sk-ant-" + "api03-", 93),
    "password": ("", 12),
}
FLOW = {"contamination": {"policy": "flow"}}
ENV_FILE = "AWS_ACCESS_KEY_ID={{aws_id}}\nAWS_SECRET_ACCESS_KEY={{aws_secret}}\n"


def read_rows(path: Path) -> Iterator[Json]:
    """The rows of a file or of a folder's files, each with the set that it belongs to (`_set`)."""
    if path.is_dir():
        for one in sorted(path.glob("*.jsonl*")):
            yield from read_rows(one)
        return
    name, kind = path.name.split(".")[0], path.parent.name
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = [json.loads(line) for line in data.decode("utf-8").split("\n") if line]
    if rows and "event" in rows[-1]:
        rows = [{"id": name, "story": rows, "_set": "stories"}]
    for number, row in enumerate(rows):
        if "id" not in row:
            first = (
                row.get("note") or row.get("why") or row.get("command") or row.get("source") or ""
            )
            row["id"] = (
                f"{str(first)[:60]} #{number:04d}-{zlib.crc32(json.dumps(row, sort_keys=True).encode()):08x}"
            )
        yield {"_set": f"cases/{name}" if kind == "cases" else name, **row}


def choose_scenes(
    files: Iterable[Path], limit: int = 0, only: Iterable[str] = (), tags: Json | None = None
) -> list[Json]:
    """The scenes of the files; with a limit the same part of each set wherever it is drawn (by a hash of the ids)."""
    sets: dict[str, list[Json]] = {}
    words = tuple(only)
    for row in (row for path in files for row in read_rows(path)):
        if not words or any(word in f"{row['_set']}/{row['id']}" for word in words):
            scene = make_scene(row, tags or {})
            if scene:
                sets.setdefault(scene["set"], []).append(scene)
    for name, scenes in sets.items():
        order = sorted(scenes, key=lambda one: zlib.crc32(one["id"].encode()))[: limit or None]
        drawn = {id(one) for one in order}
        sets[name] = [one for one in scenes if id(one) in drawn]
    return [scene for scenes in sets.values() for scene in scenes]


def make_scene(row: Json, tags: Json) -> Json | None:
    """Any kind of row as a scene; None where nothing can be played."""
    if row.get("debatable"):
        return None
    made: Json | None
    if "story" in row:
        made = convert_story(row)
    elif "act_tool" in row:
        made = convert_incident(row)
    elif "events" in row:
        hooks = any("hook_event_name" in e or "_act" in e for e in row["events"])
        made = dict(row) if hooks else convert_session(row, tags)
    elif row["_set"].startswith("cases/"):
        made = convert_case(row, row["_set"][6:])
    elif "label" in row and "text" in row:
        made = convert_vector(row)
    else:
        made = None
    if not made or not made["events"]:
        return None
    if row["_set"].startswith(("stories", "cases")):
        made = json.loads(re.sub(r"\{\{(\w+)(?::(\w+))?\}\}", draw_secret, json.dumps(made)))
    events = [{"_at": at, **event} for at, event in enumerate(made["events"])]
    want = next(
        (str(row[k]).partition(" ")[0] for k in ("want", "verdict", "expect") if row.get(k)), ""
    )
    want = made.get("want") or WANTED.get(want, "")
    return {
        **made,
        "events": events,
        "id": row["id"],
        "set": row["_set"],
        "want": WANTED.get(want, want),
    }


def find_want(scene: Json, at: int) -> str:
    """What must come of the call at a place of a scene."""
    if "ends" in scene:
        return (
            "stop" if at in scene["ends"] else "" if scene["want"] == "stop" else str(scene["want"])
        )
    if scene["set"] == "stories":
        says = next((e.get("expect") for e in scene["events"] if e["_at"] == at), None)
        return "stop" if says in ("ask", "deny") else "silent"
    return str(scene["want"])


def make_prompt(text: str, **more: Any) -> Json:
    return {"hook_event_name": "UserPromptSubmit", "prompt": text, **more}


def make_act(tool: str, given: Any, response: Any = "ok") -> Json:
    return {"_act": True, "tool_name": tool, "tool_input": given, "tool_response": response}


def convert_session(row: Json, tags: Json) -> Json:
    events = [{**make_prompt(row["prompt"]), "_at": -1}] if row.get("prompt") else []
    running: list[tuple[str, Json]] = []  # calls run side by side: a result belongs to its own
    label = row["label"]
    coding = row["source"].startswith("claudecode")
    for at, event in enumerate(row["events"]):
        if event["phase"] == "prompt":
            events.append({**make_prompt(event["text"]), "_at": at})
            continue
        tool = event["tool"]
        if not OWN_TOOLS.match(tool) and not coding:
            tool = f"mcp__{label.get('suite') or 'tools'}__{tool}"
        call = {"tool_name": tool, "tool_input": event.get("input") or {}}
        if event["phase"] == "pre":
            running.append((f"c{at}", call))
            events.append(
                {"hook_event_name": "PreToolUse", **call, "tool_use_id": f"c{at}", "_at": at}
            )
            continue
        alike = [one for one in running if one[1] == call] + [
            one for one in running if one[1]["tool_name"] == tool
        ]
        if alike:
            running.remove(alike[0])
        response = event.get("response", "")
        if tool.startswith("mcp__") and isinstance(response, str):
            response = [{"type": "text", "text": response}]
        done = {"hook_event_name": "PostToolUse", "tool_response": response}
        if event.get("error"):
            done = {"hook_event_name": "PostToolUseFailure", "error": str(event["error"])}
        events.append({**done, **call, "tool_use_id": alike[0][0] if alike else "", "_at": at})
    injected = label.get("injected") or []
    want = (
        "stop"
        if injected
        else "ignored"
        if label.get("attack")
        else ""
        if label.get("utility") is False
        else "silent"
    )
    name = row["source"].partition(":")[2]
    remote = (
        f"https://github.com/{name}.git"
        if coding and name.count("/") == 1 and "LiveMCPBench" not in name
        else ""
    )
    places = [("$PROJECT", "{project}"), *([(row["cwd"], "{project}")] if row.get("cwd") else [])]
    settings = {**FLOW, **({"tools": tags} if tags else {})}
    return {
        "files": row.get("files") or {},
        "settings": settings,
        "ends": injected,
        "want": want,
        "remote": remote,
        "events": move_places(events, places),
    }


def convert_story(row: Json) -> Json:
    made: Json = {"events": [], "session": "s"}
    calls = 0
    for step in name_project(row["story"]):
        if "event" not in step:
            made.update(
                {"state": step["repository"]}
                if "repository" in step
                else {"settings": step.get("settings")}
            )
            continue
        name = step.pop("event")
        calls += name == "PreToolUse"
        own = {"tool_use_id": f"t{calls}"} if "tool_name" in step else {}
        made["events"].append({"hook_event_name": name, **own, **step})
    made["want"] = (
        "stop" if any(e.get("expect") in ("ask", "deny") for e in made["events"]) else "silent"
    )
    return made


def draw_secret(match: re.Match[str]) -> str:
    """A secret of a story, and one of its spellings: the same in every run."""
    begin, length = SECRET.get(match[1], ("", 40))
    text = (
        begin
        + base64.b32encode(hashlib.sha512(match[1].encode()).digest()).decode()[:length].swapcase()
    )
    spelled = {
        "base64": base64.b64encode(text.encode()).decode(),
        "hex": text.encode().hex(),
        "reversed": text[::-1],
    }
    return spelled.get(match[2] or "", text)


def shape_result(tool: str, given: Json, text: str) -> Any:
    """What a tool's result looks like in the client."""
    shapes: Json = {
        "Bash": {"stdout": text, "stderr": "", "interrupted": False, "isImage": False},
        "Read": {"type": "text", "file": {"filePath": given.get("file_path"), "content": text}},
        "WebFetch": {"bytes": len(text), "code": 200, "result": text, "url": given.get("url")},
        "Skill": {"success": True, "commandName": given.get("skill")},
    }
    return shapes.get(tool, [{"type": "text", "text": text}])


def convert_incident(row: Json) -> Json:
    whom = (
        {"agent_id": row["agent_id"], "agent_type": "general-purpose"}
        if row.get("agent_id")
        else {}
    )
    tool, text, given = (
        row["carrier_tool"],
        row.get("carrier_text") or "",
        row.get("carrier_input") or {},
    )
    events = [make_prompt(row["user_prompt"])]
    if tool == "InstructionsLoaded":
        loaded = {"memory_type": "Project", "load_reason": "session_start", **given}
        events.insert(0, {"hook_event_name": tool, **loaded})
    if whom:
        task = {
            "description": "d",
            "prompt": row["user_prompt"],
            "subagent_type": "general-purpose",
        }
        events += [
            make_act("Agent", task, "launched"),
            {"hook_event_name": "SubagentStart", **whom},
        ]
    if tool == "UserPromptSubmit":
        events += [make_prompt(text, source="system")] if text.startswith("<task") else []
    elif tool not in ("none", "InstructionsLoaded"):
        events.append({**make_act(tool, given, shape_result(tool, given, text)), **whom})
    for one in row.get("pre") or []:
        events.append(
            {
                **make_act(
                    one["tool"],
                    one["input"],
                    shape_result(one["tool"], one["input"], one["response"]),
                ),
                **whom,
            }
        )
    if row.get("then") == "compact":
        events.append({"hook_event_name": "PreCompact", "trigger": "auto"})
        events.append({"hook_event_name": "SessionStart", "source": "compact"})
    events.append({**make_act(row["act_tool"], row["act_input"]), **whom})
    alone = row.get("mode") == "-p"
    files = dict(row.get("files") or {})
    if tool == "Read" and "{PROJECT}/" in given["file_path"]:
        files.setdefault(given["file_path"].replace("{PROJECT}/", ""), text)
    env = {
        "CLAUDE_CODE_SESSION_ATTENDED": "01"[not alone],
        "CLAUDE_CODE_ENTRYPOINT": "sdk-cli" if alone else "cli",
    }
    events = move_places(events, [("{PROJECT}", "{project}"), ("{HOME}", "{home}")])
    return {"incident": row.get("git") or {}, "files": files, "env": env, "events": events}


def convert_vector(row: Json) -> Json:
    """A line of a file that is read: is it masked?"""
    given = {"file_path": "{project}/src/sample.txt"}
    event = make_act("Read", given, shape_result("Read", given, row["text"]))
    return {
        "events": [event],
        "want": "mask" if row["label"] else "nomask",
        "files": {"src/sample.txt": row["text"]},
    }


def convert_case(row: Json, name: str) -> Json | None:
    """A row of 0.7.9's tests/cases; None where its facts are made up, and no disk could show them."""
    if (
        name not in CASES
        or row.get("facts")
        or {"fetched", "repaired", "rows", "calls"} & set(row)
        or "PLACEHOLDER" in json.dumps(row)
    ):
        return None
    if "events" in row:
        return dict(row)
    made: Json = {key: row.get(key) for key in ("settings", "env", "mode")}
    made.update(session="s", files=dict(row.get("files") or {}))
    made["state"] = row["state"] if isinstance(row.get("state"), str) else row.get("repository")
    prompts = row.get("prompts") or row.get("prompt") or []
    events = [make_prompt(text) for text in ([prompts] if isinstance(prompts, str) else prompts)]
    events += [make_act(*one) for one in row.get("read", ())]
    for one in row.get("before", ()):
        step = {
            "hook_event_name": one["event"],
            **{key: value for key, value in one.items() if key != "event"},
        }
        if one["event"] == "remove":
            step = {"_remove": one["path"]}
        elif one["event"] == "call":
            step = make_act(one["tool"], one["input"], one.get("response", "ok"))
        events.append(step)
    if name in ("harmless", "leaks"):
        made["settings"], made["want"] = FLOW, "silent" if name == "harmless" else "stop"
    if name == "leaks":
        made["files"].setdefault(".env", ENV_FILE)
        if row["want"] == "pass":  # a leak that 0.7.9 did not see: it says nothing of what is right
            return None
    if name == "harmless":
        made["files"]["Makefile"] = "\n".join(row.get("uses", ()))
        events.append(make_prompt("Fix the build and push it"))
        events.append(make_act("Bash", {"command": "cat .env"}, {"stdout": ENV_FILE, "stderr": ""}))
    if "then" in row:
        events += [] if events else [make_prompt("Find out why the job fails and fix it.")]
        file = {"file_path": "{project}/" + row["path"], "content": row["text"]}
        events.append({**make_act("Write", file), "_put_after": {row["path"]: row["text"]}})
        events += [make_act("Bash", {"command": command}) for command in row["then"]]
    else:
        tool, given = (
            ("Bash", {"command": row["command"]})
            if "command" in row
            else (row["tool"], row["input"])
        )
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": "last"}
        events.append({"hook_event_name": "PreToolUse", **call, **row.get("more", {})})
    made["files"].update(dict.fromkeys(row.get("committed", ()), "x\n"))
    return {**made, "events": name_project(move_places(events, [("{else}", "{project}/../else")]))}


def move_places(value: Any, places: list[tuple[str, str]]) -> Any:
    """The value with places in it named anew."""
    text = json.dumps(value)
    for name, path in places:
        text = text.replace(json.dumps(name)[1:-1], path)
    return json.loads(text)


def name_project(value: Any) -> Any:
    """The value of a test, where /p is the project."""
    return json.loads(re.sub(r"(?<![\w/.])/p(?=/|\\?\"|\s)", "{project}", json.dumps(value)))


def read_tags(path: Path) -> Json:
    """tools.json of recorded suites in the words of guards.json."""
    made: Json = {}
    for name, tag in json.loads(path.read_text("utf-8")).items():
        if isinstance(tag, dict):
            row: Json = {"untrusted_source": True} if tag.get("u") else {}
            row.update({"internal_source": True} if tag.get("s") else {})
            row.update({"external": True} if tag.get("k") in ("E", "F") else {})
            row.update({"consequential": True} if tag.get("k") == "C" else {})
            row.update({"destination": tag["dest"]} if tag.get("dest") else {})
            made[f"mcp__*__{name}"] = row
    return made
