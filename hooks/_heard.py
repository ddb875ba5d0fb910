"""What a person said with a "no": Claude Code shows it to no hook but PostToolBatch, as the refused call's answer.

    left       the calls of a batch that never had a result, each as an event of its own; nearly always none
    refusal    the person's words among them, as a prompt of theirs

INVARIANT: words count only where our own row says that the call was asked about (by a guard, or PermissionRequest
came), and no result of it is on record: a tool's output can hold the same words.

Limitations: words in a client that fires no PostToolBatch; that a call did run whose result our own hook died of.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from guards import Event

# How the client begins the answer of a refused call, and of a subagent's.
REFUSED = ("The user doesn't want to proceed with this tool use.", "Permission for this tool use was denied.")
SAID = "he user said:\n"
SOURCE = "refusal"              # the `source` of such a prompt: a person's, and no order to the guards
ID, STATE = 0, 5                # of an action of the context (guards/context.py)
MOST = 64                       # calls of one batch


def left(event: Event, fields: Mapping[str, Any]) -> list[Event]:
    """The calls of this batch that were judged and have no result: refused, or kept from running by the client."""
    judged = (fields.get("shell") or {}).get("judged") or {}
    calls = event.extra.get("tool_calls")
    found = []
    for call in calls if isinstance(calls, list) else ():
        id = call.get("tool_use_id") if isinstance(call, dict) else None
        if isinstance(id, str) and id and id in judged and isinstance(call.get("tool_name"), str):
            found.append(event.with_(tool=call["tool_name"], call_id=id, response=call.get("tool_response"), extra={}))
    return found[:MOST]


def refusal(calls: Iterable[Event], fields: Mapping[str, Any]) -> Event | None:
    """The words with which calls were refused that a person was asked about; None where there are none."""
    actions = (fields.get("context") or {}).get("actions") or {}
    asked = {entry[ID] for entry in actions.values() if len(entry) > STATE and entry[STATE] == "asked"}
    said = {call: words(call.response) for call in calls if call.call_id in asked}
    text = "\n".join(filter(None, said.values()))
    first = next((call for call, one in said.items() if one), None)
    return first.with_(name="UserPromptSubmit", agent_id="", agent_type="", tool="", response=None, source=SOURCE,
                       prompt=text) if first is not None else None


def words(response: object) -> str:
    """What the person said in the answer of a refused call, "" for nothing.

    >>> words(REFUSED[0] + " To tell you how to proceed, the user said:\\nuse the other branch")
    'use the other branch'
    """
    return _text(response).partition(SAID)[2].strip() if declined(response) else ""


def declined(response: object) -> bool:
    """Is it the answer of a call to which a person said no?"""
    return _text(response).startswith(REFUSED)


def _text(response: object) -> str:
    blocks = response if isinstance(response, list) else [response]
    texts = [one.get("text") if isinstance(one, dict) else one for one in blocks[:MOST]]
    return "\n".join(one for one in texts if isinstance(one, str))
