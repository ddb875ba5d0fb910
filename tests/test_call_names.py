"""Names that say what a tool is, each with the tags that a careful person would give it."""
import json
from pathlib import Path

import pytest

from guards._call.names import destinations, recognise, words_of

ROWS = [json.loads(line) for line in (Path(__file__).parent / "cases/tool_names.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["tool"])
def test_a_name_speaks_for_its_tags(row):
    found = recognise(row["tool"], row["arguments"])
    assert found.kind == row.get("kind", "")
    assert found.internal_source == row.get("internal_source", False)
    assert found.untrusted_source == row.get("untrusted_source", False)
    if "destination" in row:
        assert list(found.destination) == row["destination"]


@pytest.mark.parametrize(("name", "words"), [
    ("mcp__git-hub__createPullRequest", ["mcp", "git", "hub", "create", "pull", "request"]),
    ("", []),
    ("READ", ["read"]),
])
def test_words_of_a_name(name, words):
    assert words_of(name) == words


def test_an_empty_argument_is_no_destination():
    assert destinations({"to": "", "cc": [], "bcc": ["x"]}) == ("bcc",)
