"""What becomes of a story on each client, computed from its dialect's own answers and from how the installer registers us.

    story("gemini", "leak")     "denied": Gemini cannot put the question that Claude Code puts
    cannot("gemini")            what that client cannot be told, or does not tell, and what happens instead, as sentences

`tests.documents` makes docs/agents.md of it; tests/test_agents.py plays every story in every client's words through the
real scripts and holds the table to it.
"""
from __future__ import annotations

import importlib
from typing import Any

from guards import ASK, DENY, PASS, Verdict
from hooks._install import agents
from tests.voices import heard, say

# What the guards say of each story, in Claude Code's words.
STORIES = {"ordinary": PASS, "leak": ASK, "loss": ASK, "order": ASK, "resume": DENY}
WORDS = {"pass": "silent", "ask": "asked", "deny": "denied"}
CLAUDE = "claude"
SESSION_EVENTS = {"SessionStart": "begins", "SessionEnd": "ends"}


def dialect(name: str) -> Any:
    return importlib.import_module(f"hooks._agents.{name}")


def answered(name: str, verdict: Verdict, event: str = "PreToolUse") -> dict[str, Any]:
    """What the dialect prints for a verdict on an ordinary call."""
    result: dict[str, Any] = dialect(name).write(event, verdict, say(name, event, "Bash", {"command": "ls"}, "x"))
    return result


def effect(name: str, effect: int) -> str:
    """"silent", "asked" or "denied": what a verdict comes to on that client."""
    if name == CLAUDE:
        return {PASS: "silent", ASK: "asked", DENY: "denied"}[effect]
    return WORDS[heard(name, answered(name, Verdict(effect, "x: y" if effect else "", rule="a.b" if effect else "")))[0]]


def story(name: str, what: str) -> str:
    """What becomes of a story; of a fault of ours: does the call run?"""
    if what == "fault":
        return "stops" if name == "antigravity" else "runs"     # agy takes what it does not understand for a no
    return effect(name, STORIES[what])


def told(name: str, event: str, **words: str) -> bool:
    """Does what is meant for the person (`notice`) or the model (`context`) stand in an answer?"""
    return any(value in str(answered(name, Verdict(**{key: value}), event)) for key, value in words.items())  # type: ignore[arg-type]


def failed(name: str) -> bool:
    """Is a failure read from what stands after a call, where the client has no event of its own for it?"""
    payload = {**say(name, "PostToolUse", "Bash", {"command": "ls"}, "x"), "tool_response": {"llmContent": "x", "error": {"message": "<error>"}}}
    return "<error>" in str(dialect(name).read(payload, "PostToolUse", 0.0, "/p").error)


def cannot(name: str) -> list[str]:
    """In sentences, the most telling first."""
    if name == CLAUDE:
        return []
    one, made = dialect(name), agents.AGENTS[name]
    heard_of = set(made.events.values())
    said = ["a question is a denial"] * (effect(name, ASK) == "denied")
    said += ["secrets in results are shown, and count as read"] * (not getattr(one, "HIDES", True))
    said += ["a call that would run masked is denied"] * (not getattr(one, "CHANGES", True))
    said += ["nothing is told to you but with a denial"] * (not told(name, "PreToolUse", notice="<notice>"))
    said += ["nothing is told to the model after a call"] * (not told(name, "PostToolUse", context="<context>"))
    said += ["prompts are not heard of, so that orders and drift are judged by what tools brought alone"] * ("UserPromptSubmit" not in heard_of)
    ends = [word for event, word in SESSION_EVENTS.items() if event not in heard_of]
    said += [f"that a session {' or '.join(ends)} is not told"] * bool(ends)
    said += ["a call that fails tells nothing"] * ("PostToolUseFailure" not in heard_of and not failed(name))
    said += ["settings for a person alone"] * (not made.project)
    said += ["hooks by our plugin alone"] * (made.form == "bridge")
    return said
