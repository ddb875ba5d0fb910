"""hooks/_ctl/_leaving.py: what leaves the machine, and what does not."""
from __future__ import annotations

import json
import random
import re
import string
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl._fields import FIELDS
from hooks._ctl._leaving import LONGEST, SENT, Source, leaving, source
from hooks._ctl._ocsf import MAPPED, events
from hooks._ctl._otlp import ATTRIBUTES, RESOURCE, requests
from hooks._ctl.export import FORMATS
from hooks._stores.disk import Fault
from hooks._stores.world import World
from tests.exported import IDS, PRIVATE, exported, mixed, weighed, weight
from tests.scripts import ROOT

KEY = b"k" * 32
KILOBYTE = 1024


def test_only_what_is_named_leaves_and_no_more_of_it_than_is_said() -> None:
    row = {"event": "PreToolUse", "tool": "Bash", "parameters": {"command": "ls " + "some words " * 40}, "reason": "more words " * 90, "guards": {"a": 1},
           "learned": {"b": 2}, "result_summary": "text", "call": {"c": 3}, "level": ["none", "none"], "data_classification": "PUBLIC"}
    found = leaving(row, Source("/p", "h", "ann"))
    assert set(found) == {"event", "tool", "reason", "excerpt", "host", "person", "project"}
    assert len(str(found["excerpt"])) == 80 and len(str(found["reason"])) == LONGEST


@pytest.mark.parametrize("format", ["jsonl", "ocsf", "otlp"])
def test_no_secret_and_no_prompt_leaves(project: Path, format: str) -> None:
    secret = mixed(project)
    rows = exported(project, "--format", format)
    text = "\n".join(json.dumps(row) for row in rows)
    assert secret not in text and secret[:20] not in text and PRIVATE[:100] not in text and rows
    assert sum(row["event"] == "PreToolUse" for row in exported(project, "--whole")) >= 11
    assert max(len(json.dumps(row, separators=(",", ":"))) for row in rows) <= KILOBYTE or format == "otlp"


def test_a_call_weighs_a_kilobyte_at_most() -> None:
    """All rows of a session of few calls, three objections and seven other events; with long ids the rows of calls."""
    rows = weighed()
    for format in FORMATS:
        assert weight(rows, format)[0] <= KILOBYTE and weight(rows, format, IDS)[1] <= KILOBYTE, format


def test_the_page_names_every_field_that_leaves_and_each_of_them_can_leave() -> None:
    """A row of all fields that a ledger can have, and of one that it cannot, against the page's own table."""
    page = (ROOT / "docs/fleet.md").read_text("utf-8").partition("<!-- sent:")[2].partition("<!-- end of sent")[0]
    named = re.findall(r"^\| `(\w+)`", page, re.M)
    row = {**{name: "x" for name in FIELDS}, "event": "PreToolUse", "parameters": {"command": "ls"}, "policy": {"hash": "x"},
           "bundle": {"version": "1"}, "level": ["none", "pii"], "decision": "deny", "seq": 1, "surprise": "x"}
    found = leaving(row, Source("/p", "h", "ann"), "boss")
    assert set(found) == set(named) and len(named) == len(set(named)) == len(SENT)
    otlp = {key["key"].rpartition("autoskillit.")[2] for one in requests([found]) for key in attributes(one)}
    assert otlp <= {*named, *ATTRIBUTES.values(), *RESOURCE.values(), "service.name"}
    activity: Any = events(found)[0]
    assert set(activity["unmapped"]) <= set(named) and set(named) >= MAPPED
    assert {*activity["unmapped"], *MAPPED} == set(named), "what OCSF has no word for leaves all the same"


def attributes(request: Any) -> list[dict[str, Any]]:
    logs = request["resourceLogs"][0]
    return [*logs["resource"]["attributes"], *logs["scopeLogs"][0]["logRecords"][0]["attributes"]]


DRAWN = {"forty": string.ascii_letters + string.digits + "/+", "hex": "0123456789abcdef", "small": string.ascii_lowercase + string.digits}


@pytest.mark.parametrize("text", [
    "look at tests/test_guards_self_protection_commands.py and run_the_whole_test_suite_once_more", "/home/ann/work/service/internal/handlers/checkout.py",
    "compare 3f2a91c with main", "https://docs.example.com/guides/getting-started/installation-on-linux", "-" * 60])
def test_words_and_paths_leave_as_they_are(text: str) -> None:
    assert Source("/p", "h", "ann").text(text) == text or set(text) == {"-"}


@pytest.mark.parametrize("drawn", DRAWN)
def test_a_bare_secret_of_no_known_format_does_not_leave(drawn: str) -> None:
    chance, where, left = random.Random(drawn), Source("/p", "h", "ann"), 0
    for _ in range(500):
        secret = "".join(chance.choices(DRAWN[drawn], k=40))
        for row in ({"event": "UserPromptSubmit", "parameters": {"prompt": f"{secret} is the key"}},
                    {"event": "PreToolUse", "operation": f"deploy {secret}", "reason": f"policy: {secret}", "errors": [f"no {secret}"]}):
            left += any(secret[at:at + 16] in json.dumps(leaving(row, where)) for at in range(24))
    assert left <= 5        # of 1,000: one that reads as words by chance




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
    (project / "k").chmod(0o600)
    assert source(World(str(project), {}), None).key is None
    for name in (str(project / "k"), str(project / "absent"), ""):
        with pytest.raises(Fault, match="holds no key"):
            source(World(str(project), {}), name)
    (project / "k").write_bytes(KEY)
    assert source(World(str(project), {}), str(project / "k")).key == KEY
    for mode in (0o644, 0o620, 0o666):
        (project / "k").chmod(mode)
        with pytest.raises(Fault, match="by others"):
            source(World(str(project), {}), str(project / "k"))


WHERE = ("/home/alicemiller/work/falcon-secret", "vm", "alicemiller", "/home/alicemiller")


@pytest.mark.parametrize("text", ["ls app tests", "alicemillers and falcon", "the vmware page", "cat README.md", "http://evm.example/x"])
def test_a_text_without_the_names_stays(text: str) -> None:
    assert Source(*WHERE, KEY).text(text) == text


@pytest.mark.parametrize("text", [
    "cd ~/work/falcon-secret", "cd ../falcon-secret", "git@github.com:acme/falcon-secret.git", "/private/home/alicemiller/x", "//home//alicemiller/./x",
    "%2Fhome%2Falicemiller%2Fwork", "/HOME/ALICEMILLER/WORK/FALCON-SECRET", "ls -home-alicemiller-work-falcon-secret", "ssh root@vm", "alicemiller2",
    "alicemiller_old", "x_alicemiller", "https://evil.example/alicemiller_x", "cat /home/bob/x", "cat /Users/carol/x"])
def test_names_in_a_text_are_pseudonyms_however_they_are_written(text: str) -> None:
    said = Source(*WHERE, KEY).text(text)
    assert not re.search("alicemiller|falcon-secret|@vm|/bob|/carol", said, re.I), said
    assert said == Source(*WHERE, KEY).text(text) != Source(*WHERE, b"j" * 32).text(text)
    assert Source(*WHERE).text(text) == text


def test_with_a_key_no_digest_leaves_by_which_a_name_could_be_tried_out() -> None:
    row = {"event": "Stop", "prev": "sha256:" + "ab12" * 16, "policy": {"hash": "sha256:" + "cd34" * 16}, "seq": 2}
    plain, keyed, other = leaving(row, Source(*WHERE)), leaving(row, Source(*WHERE, KEY)), leaving(row, Source(*WHERE, b"j" * 32))
    assert str(plain["prev"]).startswith("sha256:ab12") and str(plain["policy"]).startswith("sha256:cd34")
    assert "ab12ab12" not in json.dumps(keyed) and "cd34cd34" not in json.dumps(keyed)
    assert keyed["prev"] != other["prev"] and keyed["prev"] == leaving(row, Source(*WHERE, KEY))["prev"] and keyed["prev"] != keyed["policy"]


def test_a_server_s_name_carries_no_secret_and_no_row_brings_fields_that_are_made_here() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    found = leaving({"event": "PreToolUse", "tool": f"mcp__{secret}__post", "operation": f"{secret}__post", "seq": 1}, Source("/p", "h", "ann"))
    assert secret not in json.dumps(found) and secret[4:20] not in json.dumps(found)
    assert leaving({"event": "PreToolUse", "tool": "mcp__github__create_pull_request_review", "operation": "create_pull_request_review"},
                   Source("/p", "h", "ann"))["tool"] == "mcp__github__create_pull_request_review"
    row = {"event": "PostToolUse", "host": "x", "person": "x", "project": "x", "parent": "x", "excerpt": "x", "seq": 1}
    assert leaving(row, Source("/p", "h", "ann")) == {"event": "PostToolUse", "seq": 1, "host": "h", "person": "ann", "project": "/p"}


def test_the_command_says_no_name_of_the_machine(project: Path) -> None:
    mixed(project)
    (project / "key").write_bytes(KEY)
    (project / "key").chmod(0o600)
    rows = exported(project, "--pseudonymise", str(project / "key"))
    assert str(project) not in json.dumps(rows) and all(row["project"].startswith("project-") for row in rows)
    assert len({row["host"] for row in rows}) == 1 and rows[0]["host"].startswith("host-")
