"""hooks/_ctl/_leaving.py: what leaves the machine, and what does not."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from hooks._ctl._leaving import LONGEST, SENT, Source, leaving, source
from hooks._stores.disk import Fault
from hooks._world import World
from tests.exported import PRIVATE, exported, mixed

KEY = b"k" * 32


def test_only_what_is_named_leaves_and_no_more_of_it_than_is_said() -> None:
    row = {"event": "PreToolUse", "tool": "Bash", "parameters": {"command": "ls " + "x" * 400}, "reason": "r" * 900, "guards": {"a": 1},
           "learned": {"b": 2}, "result_summary": "text", "call": {"c": 3}, "level": ["none", "none"], "data_classification": "PUBLIC"}
    found = leaving(row, Source("/p", "h", "ann"))
    assert set(found) == {"event", "tool", "reason", "excerpt", "host", "person", "project"}
    assert len(str(found["excerpt"])) == 80 and len(str(found["reason"])) == LONGEST


@pytest.mark.parametrize("format", ["jsonl", "ocsf", "otlp"])
def test_no_secret_and_no_prompt_leaves_and_a_call_weighs_little(project: Path, format: str) -> None:
    secret = mixed(project)
    rows = exported(project, "--format", format)
    text = "\n".join(json.dumps(row) for row in rows)
    assert secret not in text and secret[:20] not in text and PRIVATE[:100] not in text and rows
    whole = exported(project, "--whole")
    calls = sum(row["event"] == "PreToolUse" for row in whole)
    assert calls >= 11 and len(whole) > len(rows) * 0.5
    if format == "jsonl":
        assert {key for row in rows for key in row} <= set(SENT)


def test_pseudonyms_are_the_same_with_one_key_and_hide_names_in_texts() -> None:
    row = {"event": "Stop", "reason": "in /home/ann/work, on box1, of annabel", "seq": 1}
    one, two = (leaving(row, Source("/home/ann/work", "box1", "ann", "/home/ann", key)) for key in (KEY, b"j" * 32))
    again = leaving(row, Source("/home/ann/other", "box1", "ann", "/home/ann", KEY))
    assert one["host"] == again["host"] != two["host"] and one["project"] != again["project"]
    said = json.dumps(one)
    assert "ann/" not in said and "box1" not in said and "annabel" in said and str(one["project"]) in str(one["reason"])
    assert leaving(row, Source("/home/ann/work", "box1", "ann"))["host"] == "box1"


def test_a_key_that_is_none_is_refused(project: Path) -> None:
    (project / "k").write_text("short")
    for name in ("k", "absent"):
        with pytest.raises(Fault, match="holds no key"):
            source(World(str(project), {}), str(project / name))


def test_the_command_says_no_name_of_the_machine(project: Path) -> None:
    mixed(project)
    (project / "key").write_bytes(KEY)
    rows = exported(project, "--pseudonymise", str(project / "key"))
    assert str(project) not in json.dumps(rows) and all(row["project"].startswith("project-") for row in rows)
    assert len({row["host"] for row in rows}) == 1 and rows[0]["host"].startswith("host-")
