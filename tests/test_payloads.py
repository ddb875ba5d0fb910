"""Every payload that a real client was seen to give its hooks goes through the matching script without a fault."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.scripts import ROOT, SCRIPTS, Scripts

# Our own recordings (tests/real_agent/record.py makes them), and others that may lie beside the repository.
FOLDERS = [ROOT / "tests" / "payloads" / "claude-code",
           *sorted((ROOT.parent / "shared" / "payloads").glob("claude-code-*"))]

# What Claude Code's hook reference lets an event answer in hookSpecificOutput, beside hookEventName.
SPECIFIC = {
    "SessionStart": {"additionalContext"},
    "UserPromptSubmit": {"additionalContext"},
    "PreToolUse": {"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"},
    "PostToolUse": {"additionalContext", "updatedToolOutput"},
    "PostToolUseFailure": {"additionalContext"},
    "PostToolBatch": set(),
    "Stop": set(),
    "PermissionRequest": set(),
    "SubagentStart": {"additionalContext"},
    "SubagentStop": set(),
    "PreCompact": set(),
    "SessionEnd": set(),
    "ConfigChange": set(),
    "InstructionsLoaded": set(),
    "UserPromptExpansion": {"additionalContext"},
}
# What others' recordings need not hold: it fires only where settings change, a rule file is read or a command is typed.
SELDOM = {"PermissionRequest", "ConfigChange", "InstructionsLoaded", "UserPromptExpansion"}


def payloads(folder: Path) -> list[tuple[str, bytes]]:
    """(event, payload) of every recording in a folder that some script of ours is for, in the order of a session."""
    found = []
    for path in folder.glob("*.json"):
        event = path.name.split("-")[0].split(".")[0]
        if event in SCRIPTS:
            found.append((event, path.read_bytes()))
    return sorted(found, key=lambda pair: list(SCRIPTS).index(pair[0]))


def allowed(event: str, printed: str) -> bool:
    """Whether a client may be given this: nothing, or one JSON object that the event allows."""
    if not printed:
        return True
    answer = json.loads(printed)
    specific = answer.get("hookSpecificOutput", {"hookEventName": event})
    return (set(answer) <= {"systemMessage", "hookSpecificOutput"} and specific.pop("hookEventName") == event
            and set(specific) <= SPECIFIC[event] and specific.get("permissionDecision") in (None, "ask", "deny"))


@pytest.mark.parametrize(("event", "printed", "well"), [
    ("PreToolUse", "", True),
    ("SessionStart", '{"systemMessage": "x"}', True),
    ("PreToolUse", '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask"}}', True),
    ("PreToolUse", '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}', False),
    ("PreToolUse", '{"hookSpecificOutput": {"hookEventName": "PostToolUse"}}', False),
    ("SessionEnd", '{"hookSpecificOutput": {"hookEventName": "SessionEnd", "additionalContext": "x"}}', False),
    ("PreToolUse", '{"permissionDecision": "deny"}', False),
])
def test_the_check_itself(event: str, printed: str, well: bool) -> None:
    assert allowed(event, printed) == well


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_recorded_payloads_pass_through_the_scripts(folder: Path, project: Path) -> None:
    scripts = Scripts(project)
    rows = payloads(folder)
    assert set(SPECIFIC) - (set() if folder == FOLDERS[0] else SELDOM) <= {event for event, _ in rows} <= set(SPECIFIC) == set(SCRIPTS)
    for event, data in rows:
        answer = scripts.send(event, data)
        assert (answer.code, answer.stderr) == (0, ""), data
        assert allowed(event, answer.stdout), (data, answer.stdout)
        assert "failed" not in answer.message, (data, answer.message)
