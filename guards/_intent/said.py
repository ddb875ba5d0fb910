"""What a person typed, wherever they typed it: a prompt, or the answer to the agent's own question.

The questions are the model's words and are left out; the answers are the person's, options that they chose included.
Limitations: what a person typed where no hook looks.
"""
from __future__ import annotations

from guards._call.tags import QUESTION
from guards._intent.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event



def said(event: Event) -> str:
    """The person's words in this event, "" for none.

    >>> from guards import Event
    >>> said(Event("UserPromptSubmit", "s", prompt="Fix it"))
    'Fix it'
    >>> said(Event("PostToolUse", "s", tool="AskUserQuestion", response={"answers": {"Where?": "in #ops"}}))
    'in #ops'
    """
    if event.is_prompt:
        return event.prompt if typed(event) else ""
    if event.is_result and event.tool == QUESTION and not event.agent_id:
        return "\n".join(_answers(event))
    return ""


def _answers(event: Event) -> list[str]:
    response = event.response
    if isinstance(response, dict):
        given, notes = response.get("answers"), response.get("annotations")
        found = _texts(given) if isinstance(given, dict) else []
        for note in notes.values() if isinstance(notes, dict) else ():
            found += _texts(note.get("notes")) if isinstance(note, dict) else []
        return found
    blocks = response if isinstance(response, list) else [response]
    text = "\n".join(str(b.get("text") or "") if isinstance(b, dict) else str(b or "") for b in blocks)
    return [answer for question in _questions(event) for answer in _quoted(text, question)]


def _texts(value: object) -> list[str]:
    from guards._text.plain import leaves

    return [one for _, one in leaves(value) if isinstance(one, str)]


def questions(event: Event) -> str:
    """What the agent asked the person, as they were shown it; "" of any other event."""
    return "\n".join(_questions(event)) if event.tool == QUESTION else ""


def _questions(event: Event) -> list[str]:
    asked = event.input.get("questions")
    rows = asked if isinstance(asked, list) else []
    return [str(row.get("question") or "") for row in rows if isinstance(row, dict)]


def _quoted(text: str, question: str) -> list[str]:
    """The answer in `"QUESTION"="ANSWER"`, as the client writes it for the model."""
    head = f'"{question}"="'
    start = text.find(head) if question else -1
    if start < 0:
        return []
    rest = text[start + len(head):]
    ends = [at for at in (rest.find('", "'), rest.find('". You can now')) if at >= 0]
    return [rest[:min(ends)] if ends else rest.rstrip('".')]
