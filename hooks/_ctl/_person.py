"""Is a person at this terminal?  Verbs that take something back ask here first.

A person has a terminal of their own, and no agent among the processes that led to this one.  An agent's shell has
neither: its variables say so, its ancestors show it though the variables were taken out (`env -i`), and a terminal
that `script` or `expect` makes is nobody's.  Limitations: a program of another name that plays a terminal and has cut
itself loose from the agent.
"""
from __future__ import annotations

import os

from hooks._stores import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hooks._stores.processes import Process

VERBS = frozenset(("allow", "handover", "off", "purge", "release", "reveal", "trust", "tune"))
LINES = ("guard: allow", "guard: release WHY")      # what a person types in a prompt for two of them
OPTIONS = ("accept",)                 # of other verbs
VARIABLES = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "CODEX_SESSION_ID", "GEMINI_CLI", "QWEN_CODE",
             "CURSOR_AGENT")
AGENTS = ("claude", "codex", "copilot", "cursor-agent", "gemini", "opencode", "qwen")
PACKAGES = ("claude-code", "@openai/codex", "gemini-cli", "qwen-code", "opencode-ai")
ACTORS = ("expect", "script", "socat", "unbuffer")
UP = 64                                 # ancestors looked at


def missing(env: Mapping[str, str], first: int = 0, terminal: str = "/dev/tty") -> str:
    """Why this is not a person at a terminal of their own; "" where it is.

    first   the process to begin with (the parent of this one)
    """
    if any(env.get(name) for name in VARIABLES):
        return "an agent started this shell"
    one = processes.process(first or os.getppid())
    for _ in range(UP):
        if one is None:
            break
        why = _acts(one)
        if why:
            return why
        one = processes.process(one.parent)
    try:
        os.close(os.open(terminal, os.O_RDWR | getattr(os, "O_NOCTTY", 0)))
    except OSError:
        return "there is no terminal"
    return ""


def _acts(one: Process) -> str:
    """What one ancestor says against a person."""
    words = one.arguments.split()
    names = {one.name, *(word.rsplit("/", 1)[-1] for word in words[:2])}
    if not names.isdisjoint(AGENTS) or any(package in word for word in words[:3] for package in PACKAGES):
        return "an agent started this"
    if not names.isdisjoint(ACTORS):
        return f"{one.name or 'a program'} plays the terminal"
    if processes.environment(one, frozenset(VARIABLES)):
        return "an agent started this"
    return ""
