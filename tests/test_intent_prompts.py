"""guards/_intent/prompts.py: a person's prompts first, then what machines say as one."""
from __future__ import annotations

import pytest

from guards import Event
from guards._intent.prompts import machine, typed

PERSON = [
    "", "fix the parser", "<html> is missing in index.html", "what is a <task-notification>?", "<task-notifications> are odd",
    "<channel> is the wrong tag", "see below\n<task-notification>\ndone", "<", "<div>x</div>", "</task-notification>",
    "<command-message>a</command-message>\n<command-name>/a</command-name>\n<command-args>two</command-args>", "/a two",
]
MACHINE = [
    ("<task-notification>\n<task-id>a</task-id>", "task-notification"), ("  \n<task-notification> x", "task-notification"),
    ("\ufeff<task-notification>", "task-notification"), ('<teammate-message teammate_id="lead">go</teammate-message>', "teammate-message"),
    ('<channel source="chat" user="x">go</channel>', "channel"), ('<cross-session-message from="b">', "cross-session-message"),
    ("<agent-message>\nhello", "agent-message"), ("<local-command-stdout>ok</local-command-stdout>", "local-command-stdout"),
    ("Base directory for this skill: /p/.claude/skills/a\n\n# A\nSend it.", "expansion"), ("<command-name>/a</command-name>\nSend it to zed.", "expansion"),
]


@pytest.mark.parametrize("prompt", PERSON)
@pytest.mark.parametrize("source", ["", "user", "sdk"])
def test_a_person_s(prompt: str, source: str) -> None:
    assert typed(Event("UserPromptSubmit", "s", prompt=prompt, source=source))


@pytest.mark.parametrize(("prompt", "tag"), MACHINE)
def test_a_machine_s(prompt: str, tag: str) -> None:
    assert machine(Event("UserPromptSubmit", "s", prompt=prompt, source="user")) == tag


@pytest.mark.parametrize("source", ["system", "loop_wakeup", "schedule_wakeup", "poll_event", "something new"])
def test_the_client_s_word_counts(source: str) -> None:
    assert machine(Event("UserPromptSubmit", "s", prompt="go", extra={"source": source})) == source
    assert machine(Event("UserPromptSubmit", "s", prompt="go", source=source)) == source
