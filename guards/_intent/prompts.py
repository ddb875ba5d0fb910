"""Whose words a prompt is: the person's, or those of a machine that comes back as a prompt.

Clients hand a background agent's result, another session's message, an event from outside and the text of a command
to the model as a prompt, through the same hook as what a person types.  Newer clients say so in `source`; Claude Code
2.1 says it by a tag only.
"""
from __future__ import annotations

from guards._call.tags import OWN_SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event

# sdk: the prompt of `-p` and of a program that a person runs; refusal: what a person said with a "no".
PERSON = frozenset("user sdk refusal".split())
ORDERS = frozenset(("", "user"))        # whose first line may be an order to the guards
TASK = "task-notification"              # what an agent or a command of this very session came to
# Claude Code's tags around what is not typed, each with what follows its name.
TAGS = (TASK, "agent-message", "channel source", "cross-session-message", "teammate-message", "local-command-stdout",
        "local-command-caveat", "bash-stdout", "bash-stderr", "system-reminder")
# How a client begins what a command or skill was expanded to: its author's words, whoever typed its name.
EXPANDED = ("Base directory for this skill:", "<command-message>", "<command-name>")


def machine(event: Event) -> str:
    """The tag of a prompt that a machine wrote, or its `source`; "" for a person's.

    >>> from guards import Event
    >>> machine(Event("UserPromptSubmit", "s", prompt="<task-notification>\\n<result>done</result>"))
    'task-notification'
    >>> machine(Event("UserPromptSubmit", "s", prompt="what is a <task-notification>?"))
    ''
    """
    source = event.source or event.extra.get("source")
    if isinstance(source, str) and source and source not in PERSON:
        return source[:40]
    start = event.prompt[:200].lstrip("\ufeff \t\r\n")
    if start.startswith(EXPANDED) and event.prompt.rstrip()[-1:] != ">":
        return "expansion"
    if not start.startswith("<"):
        return ""
    return next((tag.split()[0] for tag in TAGS if start[1:].startswith(tag)
                 and start[1 + len(tag):2 + len(tag)] in tuple(" >=\n")), "")


def typed(event: Event) -> bool:
    """Did a person write this prompt?"""
    return not machine(event)


MADE = frozenset("add create draft insert make new register schedule upsert".split())
SLIP = 400          # characters of an answer that says what a call made: an id, an address


def made_here(event: Event) -> bool:
    """Is it the short answer of a call that made something: the session's own id, which a later call may name?  Or
    that of a command which holds nothing but numbers and can ask for nothing?"""
    if event.tool in OWN_SHELLS:
        return _numbers(event.facts.text)
    if not event.server or not event.is_result or len(event.facts.text) > SLIP:
        return False
    from guards._call.tags import words_of
    whose = words_of(event.server)        # `n8n-mcp` has an `n8n_create_workflow`
    return not MADE.isdisjoint([word for word in words_of(event.short) if word not in whose][:1])


COUNTS = 60         # characters of an answer that says how it went: `200`, and how long it took
NUMBER = 5          # digits of a number that is none of an account, a telephone, a thing


def _numbers(text: str) -> bool:
    """Is it nothing but small numbers and addresses of this network, as a health check prints them?

    >>> [_numbers(t) for t in ("200", "192.168.1.34 200 0.013s", "ok", "203.0.113.9", "", "4155550142")]
    [True, True, False, False, False, False]
    """
    if not 0 < len(text) <= COUNTS or not text.isascii():
        return False
    from guards._text.address import private
    found = [word.removesuffix("s") for word in text.split()]
    return bool(found) and all(word[:1].isdigit() and (private(word) or all(
        piece.isdigit() and len(piece) <= NUMBER for piece in word.split(".", 1))) for word in found)
