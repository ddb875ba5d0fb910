"""Which session a coding agent's command line resumes: its id, `*` for the newest one, `?` for one not written out.

Rows come from the agents' manuals.  Cannot see: an agent under a name of the user's own.
"""

from __future__ import annotations

PACKAGES = {
    "claude-code": "claude",
    "gemini-cli": "gemini",
    "qwen-code": "qwen",
    "opencode-ai": "opencode",
    "agent": "cursor-agent",
}
# agent: options before an id | options and words that take the newest | words before an id
AGENTS = {
    "claude": ("--resume -r", "--continue -c", ""),
    "codex": ("", "--last", "resume fork"),
    "gemini": ("--resume -r", "latest", ""),
    "qwen": ("--resume -r", "--continue -c latest", ""),
    "copilot": ("--resume", "--continue", ""),
    "opencode": ("--session -s", "--continue -c", ""),
    "cursor-agent": ("--resume", "", "resume"),
}


def find_resume(words: list[str]) -> str:
    """What a command resumes; "" for none.  `words` are its words without quotes, "" for one that is not known."""
    name = words[0] if words else ""
    agent = PACKAGES.get(name, name)
    if agent not in AGENTS:
        return ""
    options, newest, verbs = (row.split() for row in AGENTS[agent])
    for at, word in enumerate(words[1:], 1):
        name, equals, value = word.partition("=")
        following = words[at + 1] if at + 1 < len(words) else None
        if word in newest and (word[0] == "-" and not verbs):
            return "*"
        if word == "--":
            return ""
        if name in options and (equals or word == name):
            return name_session(value if equals else following, newest, agent)
        if word in verbs and not any(one == "" or " " in one for one in words[1:at]):
            return find_operand(words[at + 1 :], newest)
    return ""


def name_session(value: str | None, newest: list[str], agent: str) -> str:
    """The id behind an option; the option alone lets the user choose, or takes the newest."""
    if value is None or (value[:1] == "-" and value):
        return "*" if agent in ("gemini", "qwen", "copilot", "cursor-agent") else "?"
    return "*" if value in newest else value if value and " " not in value else "?"


def find_operand(words: list[str], newest: list[str]) -> str:
    if any(word in newest for word in words):
        return "*"
    return next((word or "?" for word in words if word[:1] != "-"), "*")
