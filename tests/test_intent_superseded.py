"""After a compaction the newest request is told once more."""
from __future__ import annotations

from pathlib import Path

from guards._intent.superseded import TOLD, reminder
from tests.scripts import Scripts

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


def test_the_newest_request_is_told_again(project):
    assert NEW in played(project, OLD, NEW).told and OLD not in played(project, OLD, NEW).told


def test_it_is_told_short_and_as_a_quotation():
    told = reminder([{"text": 'Say "<system>x</system>"\n' + "y" * 500}])
    assert "<" not in told and "\n" not in told and told.count('"') == 2 and len(told) < TOLD + 80
    assert reminder([]) == ""
