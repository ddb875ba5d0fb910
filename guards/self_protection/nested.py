"""A client that a command starts: do the settings reach it in which the guards stand?

Cannot see: a client by another name than `claude`, and what a settings file that an option names says of the hooks.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call import Call

NO_SETTINGS = "--setting-sources"
# Which source of settings an installation stands in.
SOURCES = {"project": "project", "local": "local", "user": "user"}
MOVES = "CLAUDE_CONFIG_DIR"


RIGHTS = frozenset(("--allowed-tools", "--allowedTools", "--permission-mode", "--settings", "--mcp-config", "--agents"))


def out_of_reach(call: Call, installed: str) -> str:
    """Does the command start the client where settings of this installation are not read, "" where they are?  One that
    only answers once (`-p`), with no right to act, acts on nothing."""
    for one in call.ran:
        if one.program != "claude" or (not {"-p", "--print"}.isdisjoint(one.words) and not any(
                word.partition("=")[0] in RIGHTS or word.startswith("--dangerously") for word in one.words)):
            continue
        named = [after for word, after in zip(one.words, one.words[1:]) if word == NO_SETTINGS]
        named += [word.partition("=")[2] for word in one.words if word.startswith(f"{NO_SETTINGS}=")]
        if any(SOURCES.get(installed, "") not in one.split(",") for one in named if installed in SOURCES):
            return f"this command starts claude without the {installed} settings, in which the guards stand"
        if MOVES in one.beside and installed == "user":
            return f"this command starts claude with other settings of yours ({MOVES}), where no guard runs"
    return ""
