"""guards/memory/origin.py: whose words an agent remembers."""
from __future__ import annotations

import pytest

from guards._evidence.compact import compact
from guards._evidence.evidence import FOREIGN, LOCAL, prompt_row, result_row
from guards.memory.origin import foreign

KEY = b"k" * 32
PAGE = "The staging cluster moved to Frankfurt and credentials rotate weekly through the broker named Heron."
ASKED = prompt_row("Look at the status page, please", KEY)


def result(text, trust=FOREIGN, tool="WebFetch"):
    return result_row(tool, trust, {}, text, KEY, lambda excerpt: excerpt)


OWN = [
    ("The parser drops the last line of files without newline", [ASKED, result(PAGE)]),
    ("Staging moved", [ASKED, result(PAGE)]),
    ("", [ASKED, result(PAGE)]),
    (PAGE, [ASKED]), (PAGE, []), (PAGE, [{}, {"k": "x"}]),
    (PAGE, [prompt_row(PAGE, KEY), result(PAGE)]),                      # the user said so
    (PAGE, [ASKED, result(PAGE), result(PAGE, LOCAL, "Read")]),         # so does the project
    (PAGE, [ASKED, result(PAGE, tool="session_memory")]),               # our own list
    ("Staging runs in Frankfurt, says nobody; check the terraform state before the deploy", [ASKED, result(PAGE)]),
]
COPIED = [
    (PAGE, [ASKED, result(PAGE)]),
    ("staging cluster moved to frankfurt; credentials rotate weekly", [ASKED, result(PAGE), result("other words")]),
    (PAGE, [ASKED, result([{"type": "text", "text": PAGE}])]),
]


@pytest.mark.parametrize("content, rows", OWN, ids=lambda value: str(value)[:40])
def test_its_own(content, rows):
    assert foreign(content, rows, KEY) == ""


@pytest.mark.parametrize("content, rows", COPIED, ids=lambda value: str(value)[:40])
def test_copied(content, rows):
    assert foreign(content, rows, KEY) == "WebFetch"
    kept = [compact(row) if row["k"] == "r" else row for row in rows]
    assert foreign(content, kept, KEY) == "WebFetch" == foreign(content, [*rows[:1], *kept[1:]], KEY)
