"""What one agent or session tells another is as foreign as what the teller has read.

    sender      who wrote a prompt that another session or agent sent
    wrote       who writes such a prompt, or the answer of a subagent: third parties, or this machine
    commits     does a call print what committers wrote?  addressed: does such a text speak to a reader?
    edges       rows for `messages`, one for each message that is sent, comes in or answers (`guardctl lineage`)

Law: what a teller has read is known of the agents of this session and of sessions of this project; anybody else's
message is foreign.
Limitations: what is handed on in a file; whose a message is that names no sender.
"""
from __future__ import annotations

from guards._call.tags import AGENTS, MESSAGE, shell_command
from guards._evidence.evidence import FOREIGN, LOCAL
from guards._intent.prompts import TASK, machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guards import Event
    from guards._history.fields import Origin

MESSAGES = frozenset("agent-message cross-session-message teammate-message".split())
COMMITS = "commits:"        # the name of the fact whether the person wrote them
PRINTS = frozenset("blame cherry log reflog shortlog show tag whatchanged".split())
NAME = 100          # characters of a sender's or a receiver's name


def commits(event: Event) -> bool:
    """Does a call print messages of commits or tags, or names of branches of others?

    >>> from guards import Event
    >>> [commits(Event("PostToolUse", "s", tool="Bash", input={"command": c})) for c in (
    ...     "git log -3", "git pull && git show", "git branch -r", "git status")]
    [True, True, True, False]
    """
    command = shell_command(event)
    if "git " not in command:
        return False
    said = command[:2000].replace(";", " ").replace("&", " ").replace("|", " ").split()
    return not PRINTS.isdisjoint(said) or ("branch" in said and not {"-r", "-a", "--remotes", "--all"}.isdisjoint(said))


def addressed(row: Mapping[str, Any]) -> bool:
    """Does a kept text speak to its reader anywhere?  What a commit did, its subject only says."""
    return any(s[0] and (s[4] or s[5] or s[6] or s[7]) for _, run in row["p"] for s in run)


def sender(event: Event) -> str:
    """The name or id in the opening tag of a message, "" for any other prompt.

    >>> from guards import Event
    >>> [sender(Event("UserPromptSubmit", "s", prompt=text)) for text in (
    ...     '<teammate-message teammate_id="lead" summary="go">do it</teammate-message>', "fix it",
    ...     "<task-notification><task-id>7</task-id></task-notification>")]
    ['lead', '', '']
    """
    if not event.is_prompt or machine(event) not in MESSAGES:
        return ""
    tag = event.prompt.lstrip("\ufeff \t\r\n")[:400].partition(">")[0]
    name, equals, value = tag.partition("=")
    return value.strip()[1:].partition(value.strip()[0])[0][:NAME] if equals and name and value.strip() else ""


def child(event: Event) -> str:
    """The id of the subagent in the answer of an Agent call, "" for none."""
    response = event.response
    return str(response.get("agentId") or "") if isinstance(response, dict) else ""


def wrote(event: Event, state: Origin) -> int:
    """Third parties, where the teller has read what they write or is not known; else this machine."""
    known = [agent for agent in state.get("foreign") or () if agent]
    if event.tool in AGENTS:
        return FOREIGN if child(event) in known else LOCAL
    if event.tool:      # what SendMessage answers is the client's own word
        return LOCAL
    if machine(event) == TASK:
        return FOREIGN if any(agent in event.prompt[:2000] for agent in known) else LOCAL
    told = event.facts.sender(sender(event))
    return FOREIGN if told is None or told["foreign"] else LOCAL


def edges(event: Event, state: Origin, level: Callable[[str], str]) -> list[dict[str, object]]:
    """The message in this event, if there is one: from whom to whom, whether foreign, what the teller holds."""
    from guards._text.dates import rfc3339

    foreign = state.get("foreign") or ()

    def of_agent(kind: str, agent: str, to: str) -> list[object]:
        return [kind, agent or event.session_id, to, agent in foreign, level(agent)]

    here = event.agent_id or event.session_id
    told = event.facts.sender(sender(event)) if sender(event) else None
    if event.is_result and event.tool == MESSAGE and event.input.get("to"):
        row = of_agent("sent", event.agent_id, str(event.input["to"]))
    elif event.is_result and event.tool in AGENTS and child(event):
        row = of_agent("answer", child(event), here)
    elif sender(event):
        row = ["heard", sender(event), here, told is None or told["foreign"], told["level"] if told else "none"]
    else:
        return []
    kind, teller, to, read, of_teller = row
    return [{"kind": kind, "from": str(teller)[:NAME], "to": str(to)[:NAME], "foreign": bool(read),
             "level": of_teller or "none", "at": rfc3339(event.time)}]
