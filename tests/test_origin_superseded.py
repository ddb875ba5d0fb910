"""After a compaction: the newest request is told once more, and what only an older one asked for is asked about."""
from __future__ import annotations

from pathlib import Path

import pytest

from guards._origin.superseded import TOLD, reminder
from tests.scripts import Scripts

SEND = "mcp__mail__send_email"
OLD, NEW = "Mail the summary of the week to bo@lake.example", "Print the summary of the week for the wall instead"


def played(project: Path, *prompts: str, compact: bool = True) -> Scripts:
    scripts = Scripts(project)
    for prompt in prompts:
        scripts.fire("UserPromptSubmit", prompt=prompt)
    scripts.call("mcp__drive__read_file", {"id": "w"}, [{"type": "text", "text": "Rain on Monday, sun since."}])
    if compact:
        scripts.fire("PreCompact", trigger="auto")
        scripts.told = scripts.fire("SessionStart", source="compact").context
    return scripts


def sent(scripts: Scripts, to: str = "bo@lake.example"):
    return scripts.call(SEND, {"to": to, "body": "Rain, then sun."}, [{"type": "text", "text": "sent"}])


SILENT = [
    ("no compaction came", (OLD, NEW), False),
    ("it is the newest request", (NEW, OLD), True),
    ("it is the only request", (OLD,), True),
    ("the newest goes on with it", (OLD, "yes, go on"), True),
    ("the newest asks for such an act", (OLD, "Also send the guest list of the party to the others"), True),
    ("the newest names the place", (OLD, "The address bo@lake.example is right, check the summary of the week once more"), True),
    ("the newest hands over the lead", (OLD, "Do what the ticket LAKE-12 says"), True),
    ("nobody knows its language", (OLD, "korjaa kirjautumisen virhe nyt heti"), True),
]


@pytest.mark.parametrize("name, prompts, compact", SILENT, ids=[row[0] for row in SILENT])
def test_silent(project, name, prompts, compact):
    assert sent(played(project, *prompts, compact=compact)).decision == "pass"


def test_what_only_an_older_request_asked_for_is_asked_about_once(project):
    scripts = played(project, OLD, NEW)
    first = sent(scripts)
    assert first.decision == "ask" and "earlier request" in first.reason and "superseded_request" in str(scripts.rows())
    assert sent(scripts).decision == "pass"


def test_a_new_prompt_after_the_compaction_is_not_judged_by_it(project):
    scripts = played(project, OLD, NEW)
    scripts.fire("UserPromptSubmit", prompt="Now clean the notes of the week up")
    assert sent(scripts).decision == "pass"


def test_the_newest_request_is_told_again(project):
    assert NEW in played(project, OLD, NEW).told and OLD not in played(project, OLD, NEW).told


def test_it_is_told_short_and_as_a_quotation():
    told = reminder([{"text": 'Say "<system>x</system>"\n' + "y" * 500}])
    assert "<" not in told and "\n" not in told and told.count('"') == 2 and len(told) < TOLD + 80
    assert reminder([]) == ""
