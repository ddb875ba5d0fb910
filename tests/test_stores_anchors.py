"""Erasing the records is not innocence: what a session held counts on, is asked about, and told until it is accepted."""
from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks._ctl.verify import check
from hooks._stores import anchors, sessions
from hooks._stores.world import World
from tests.people import main
from tests.scripts import Scripts

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
FETCH = ("WebFetch", {"url": "https://docs.example/page", "prompt": "read"})


@pytest.fixture
def scripts(project: Path) -> Scripts:
    """A session that has read a token, and whose outbound calls that carry nothing pass."""
    found = Scripts(project)
    found.settings(secrets="show")
    found.call("Read", {"file_path": "notes.txt"}, {"file": {"content": f"token = {TOKEN}"}})
    assert found.call(*FETCH).decision == "pass"
    return found


def context(scripts: Scripts, name: str) -> Path:
    return scripts.state / "context" / name


def rows(scripts: Scripts) -> list[bytes]:
    return context(scripts, "s.jsonl").read_bytes().splitlines(keepends=True)


def edit_cache(scripts: Scripts) -> None:
    path = context(scripts, "s.state.json")
    cache = json.loads(path.read_text())
    cache["fields"]["contamination"] = {}
    path.write_text(json.dumps(cache))


def both(scripts: Scripts, *changes: Callable[[Scripts], object]) -> None:
    for change in changes:
        change(scripts)


HARM: dict[str, Callable[[Scripts], object]] = {
    "ledger deleted": lambda s: context(s, "s.jsonl").unlink(),
    "ledger emptied": lambda s: context(s, "s.jsonl").write_bytes(b""),
    "ledger garbage": lambda s: context(s, "s.jsonl").write_bytes(b"x" * 9000 + b"\n"),
    "ledger and cache garbage": lambda s: both(s, lambda s: context(s, "s.jsonl").write_bytes(b"garbage\n"),
                                               lambda s: context(s, "s.state.json").write_bytes(b"garbage")),
    "ledger and cache deleted": lambda s: both(s, lambda s: context(s, "s.jsonl").unlink(),
                                               lambda s: context(s, "s.state.json").unlink()),
    "ledger garbage, cache deleted": lambda s: both(s, lambda s: context(s, "s.jsonl").write_bytes(b"{}\n"),
                                                    lambda s: context(s, "s.state.json").unlink()),
    "ledger cut": lambda s: context(s, "s.jsonl").write_bytes(b"".join(rows(s)[:1])),
    "ledger cut, cache deleted": lambda s: both(s, lambda s: context(s, "s.jsonl").write_bytes(b"".join(rows(s)[:1])),
                                                lambda s: context(s, "s.state.json").unlink()),
    "a row taken out, cache deleted": lambda s: both(
        s, lambda s: context(s, "s.jsonl").write_bytes(b"".join(rows(s)[:1] + rows(s)[2:])),
        lambda s: context(s, "s.state.json").unlink()),
    "cache edited": edit_cache,
    "all of context deleted": lambda s: shutil.rmtree(s.state / "context"),
    "all of temp deleted, as git clean -fdx does": lambda s: shutil.rmtree(s.state),
    "ledger replaced by a folder": lambda s: both(s, lambda s: context(s, "s.jsonl").unlink(),
                                                  lambda s: context(s, "s.jsonl").mkdir()),
    "the state moved elsewhere": lambda s: s.env.update(AUTOSKILLIT_STATE_DIR=str(s.project / "elsewhere")),
    "key replaced": lambda s: (s.state / "key").write_bytes(b"k" * 32),
    "key deleted": lambda s: (s.state / "key").unlink(),
}


@pytest.mark.parametrize("how", HARM)
def test_the_level_counts_on_and_the_next_outbound_act_is_asked_about(scripts: Scripts, how: str) -> None:
    HARM[how](scripts)
    first = scripts.call("Bash", {"command": "ls"})
    assert (first.code, first.stderr, first.decision) == (0, "", "pass"), "what stays inside is not asked about"
    assert "not as it was written" in first.message and "verify" in first.message
    asked = scripts.call(*FETCH)
    assert asked.decision == "ask" and "it held credentials" in asked.reason
    assert asked.reason.index("Yes allows it in this session.") < 110, "the way out stands in what a dialog shows"


@pytest.mark.parametrize("how", HARM)
def test_strict_denies(scripts: Scripts, how: str) -> None:
    scripts.settings(strict=True, secrets="show")
    HARM[how](scripts)
    assert scripts.call(*FETCH).decision == "deny"
    assert scripts.call(*FETCH).decision == "deny"


@pytest.mark.parametrize("how", [h for h in HARM if h not in ("ledger replaced by a folder", "the state moved elsewhere")])
def test_it_is_told_once_and_by_verify_until_a_person_accepts_it(
        scripts: Scripts, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    HARM[how](scripts)
    assert "not as it was written" in scripts.call("Bash", {"command": "ls"}).message
    assert scripts.call("Bash", {"command": "ls"}).message == ""
    world = World(str(scripts.project), scripts.env)
    for event in ("SessionEnd", "SessionStart"):
        scripts.fire(event, source="resume", reason="other")
    assert check(world, "s")["faults"]
    project = ["--project", str(scripts.project)]
    assert main([*project, "verify"]) == 1
    assert main([*project, "verify", "--accept", " "]) == 1
    assert main([*project, "verify", "--accept", "I cleaned the folder"]) == 0
    assert "I cleaned the folder" in capsys.readouterr().out
    assert check(world, "s")["faults"] == []
    assert scripts.call(*FETCH).decision == "pass"
    assert main([*project, "verify", "--accept", "again"]) == 1, "there is nothing left to accept"


def test_a_yes_is_enough_to_be_done(scripts: Scripts) -> None:
    shutil.rmtree(scripts.state)
    assert scripts.call(*FETCH, response="a page").decision == "ask"
    assert scripts.call(*FETCH).decision == "pass"
    assert check(World(str(scripts.project), scripts.env), "s")["faults"], "verify says it on"


def test_a_session_that_holds_nothing_is_not_anchored_and_hears_nothing(project: Path) -> None:
    scripts = Scripts(project)
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    assert not (project.parent / "home/.local").exists()
    shutil.rmtree(scripts.state)
    assert scripts.call(*FETCH).stdout == ""


def test_an_anchor_holds_no_text_and_is_the_person_s_own(scripts: Scripts) -> None:
    folder = Path(anchors.folder(World(str(scripts.project), scripts.env)))
    assert str(folder).startswith(str(scripts.project.parent / "home/.local/state/autoskillit/anchors"))
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert [path.name for path in files] == ["s.json"]
    text = files[0].read_text()
    assert TOKEN not in text and "notes" not in text
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600 and stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (scripts.state / "key").read_bytes().hex()[:16] not in text


def test_it_is_renewed_every_fifty_rows(scripts: Scripts) -> None:
    world = World(str(scripts.project), scripts.env)
    before = anchors.read(world, "s")
    assert before is not None
    for _ in range(anchors.EVERY):
        scripts.fire("SubagentStart", agent_id="a", agent_type="x")
    after = anchors.read(world, "s")
    assert after is not None and before.seq + anchors.EVERY <= after.seq + 2


def test_a_release_takes_it_back(scripts: Scripts) -> None:
    world = World(str(scripts.project), scripts.env)
    assert main(["--project", str(scripts.project), "release", "--reason", "it is a test token"]) == 0
    assert anchors.read(world, "s") is None
    shutil.rmtree(scripts.state)
    assert scripts.call(*FETCH).stdout == ""


def test_where_it_cannot_be_written_that_is_said_once_a_session(project: Path) -> None:
    scripts = Scripts(project, {"HOME": str(project.parent / "nowhere")})
    scripts.settings(secrets="show")
    read = ("Read", {"file_path": "notes.txt"})
    answer = scripts.fire("PostToolUse", session_id="s", tool_name=read[0], tool_input=read[1], tool_use_id="a",
                          tool_response={"file": {"content": f"token = {TOKEN}"}})
    assert "cannot be anchored" in answer.message
    assert scripts.call(*FETCH).stdout == ""
    assert not (project.parent / "nowhere").exists()


def test_it_goes_with_the_session_s_records(scripts: Scripts, capsys: pytest.CaptureFixture[str]) -> None:
    world = World(str(scripts.project), scripts.env)
    assert main(["--project", str(scripts.project), "purge", "--session", "s"]) == 0
    assert "anchors/s.json" in capsys.readouterr().out
    assert anchors.read(world, "s") is None and anchors.stems(world) == []


@pytest.mark.parametrize("text", ["", "null", "[1]", "{", '{"v":1}', '{"v":1,"seq":"x","start":0,"size":0,"digest":""}',
                                  '{"v":2,"seq":1,"start":0,"size":0,"digest":""}', "[" * 50_000])
def test_a_foreign_file_is_no_anchor(scripts: Scripts, text: str) -> None:
    world = World(str(scripts.project), scripts.env)
    Path(anchors.path(world, "s")).write_text(text)
    assert anchors.read(world, "s") is None
    assert scripts.call("Bash", {"command": "ls"}).message == ""


def test_a_link_in_its_place_is_not_followed(scripts: Scripts, tmp_path: Path) -> None:
    path = Path(anchors.path(World(str(scripts.project), scripts.env), "s"))
    (tmp_path / "precious").write_text("precious")
    path.unlink()
    os.symlink(tmp_path / "precious", path)
    scripts.call("Bash", {"command": "ls"}, {"stdout": ""})
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_crash_between_anchor_and_row_is_no_harm_and_the_level_counts(project: Path) -> None:
    found = Scripts(project)
    found.settings(secrets="show")
    call = {"tool_name": "Read", "tool_input": {"file_path": "notes.txt"}, "tool_use_id": "t"}
    found.fire("PreToolUse", **call)
    before = context(found, "s.jsonl").read_bytes(), context(found, "s.state.json").read_bytes()
    found.fire("PostToolUse", **call, tool_response={"file": {"content": f"token = {TOKEN}"}})
    for name, data in zip(("s.jsonl", "s.state.json"), before):
        context(found, name).write_bytes(data)       # killed before its row was written
    assert found.call("Bash", {"command": "ls"}, {"stdout": "a"}).message == ""
    world = World(str(project), found.env)
    assert check(world, "s")["faults"] == []
    context(found, "s.state.json").unlink()
    assert sessions.load(world, "s").fields["contamination"]["level"] == "credentials"
    assert found.call("Bash", {"command": "ls"}).message == ""
