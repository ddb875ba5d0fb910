"""`guardctl report`: one session as Markdown, with nothing in it that could pose as markup."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from hooks._ctl import module
from hooks._ctl.report import asked, gathered, quoted, strip, together
from hooks._stores.world import World
from tests.scripts import Scripts
from tests.test_hooks_guardctl import guardctl


def test_a_report(project: Path, capsys: object) -> None:
    scripts = Scripts(project)
    scripts.settings(policy=[{"id": "no", "when": {"tool": "mcp__x__*"}, "decision": "deny", "reason": "not here"}])
    scripts.fire("UserPromptSubmit", prompt="tidy up\n# Not a heading")
    scripts.call("mcp__x__y", {"a": 1})
    import argparse

    args = argparse.Namespace(session=None, json=False, output=None, fleet=None, since=None)
    assert module("report").run(args, World(str(project), scripts.env)) == 0
    text = capsys.readouterr().out  # type: ignore[attr-defined]
    assert "# Session s" in text and "**denied** mcp__x__y" in text and "not here" in text and "as written" in text
    assert "\n# Not a heading" not in text


def test_every_prompt_is_told(project: Path) -> None:
    scripts = Scripts(project)
    prompts = ["tidy up", "yes", "and the docs", "go on", *(f"step {number} of the plan" for number in range(6)), "a <b>"]
    for one in prompts:
        scripts.fire("UserPromptSubmit", prompt=one)
    scripts.fire("UserPromptSubmit", prompt="<task-notification>\n<result>done</result>")
    told = guardctl(scripts, "report").stdout.partition("## Asked")[2].partition("## Done")[0]
    assert [line[2:] for line in told.splitlines() if line] == [quoted(one) for one in prompts]
    rows = [{"event": "UserPromptSubmit", "parameters": {"prompt": f"do {number}"}} for number in range(130)]
    some = asked(rows)
    assert (some[0], some[1], some[-1], len(some)) == ("do 0", "(30 prompts not shown here)", "do 129", 101)


def test_quoted() -> None:
    assert quoted("a\nb `c` <d>") == "a b 'c' &lt;d>"


def test_a_page_of_all_sessions_or_of_one(project: Path) -> None:
    scripts = Scripts(project)
    for session in ("one", "two"):
        scripts.fire("UserPromptSubmit", session_id=session, prompt=f"Do {session}")
        scripts.call("Bash", {"command": "ls"}, {"stdout": "a"}, session=session)
    file = project / "r.html"
    for words, ids in (((), {"one", "two"}), (("two",), {"two"})):
        done = guardctl(scripts, "report", *words, "-o", str(file))
        assert done.returncode == 0 and "open it in a browser" in done.stdout
        assert {name for name in ("one", "two") if f'"id":"{name}"' in file.read_text()} == ids
    assert file.stat().st_mode & 0o777 == 0o600
    assert guardctl(scripts, "report", "-o", "-").stdout.startswith("<!doctype html>")


def test_a_page_of_nothing_and_a_page_that_cannot_be_written(project: Path) -> None:
    assert guardctl(Scripts(project), "report", "-o", str(project / "r.html")).returncode == 0
    done = guardctl(Scripts(project), "report", "-o", str(project / "no/such/r.html"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1) and "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["report"], ["report", "--since", "30d"], ["try"]])
def test_a_page_takes_no_devices_place_and_follows_a_link(project: Path, tmp_path: Path, words: list[str]) -> None:
    scripts = Scripts(project)
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "r.html"
    os.mkfifo(pipe)
    done = guardctl(scripts, *words, "-o", str(pipe))
    assert (done.returncode, done.stderr) == (1, f"guardctl: {pipe} is no file; name another behind -o\n") and pipe.is_fifo()
    link.symlink_to(file)
    if words != ["try"]:
        assert guardctl(scripts, *words, "-o", str(link)).returncode == 0
        assert link.is_symlink() and file.read_text().startswith("<!doctype html>")


def test_a_torn_and_a_changed_ledger_are_told(project: Path) -> None:
    scripts = Scripts(project)
    for _ in range(3):
        scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    path = scripts.state / "context/s.jsonl"
    lines = path.read_bytes().splitlines(True)
    path.write_bytes(b"".join([lines[0], lines[1].replace(b"ls", b"rm"), *lines[2:], b'{"torn": ']))
    _, sessions = gathered(World(str(project), scripts.env), [str(path)])
    assert sessions[0]["faults"]


def test_families_stand_together() -> None:
    def one(id: str, *line: str) -> dict[str, object]:
        return {"id": id, "lineage": [{"id": name} for name in line]}

    found = together([one("b2", "a", "b2"), one("x"), one("a", "a", "b1", "b2"), one("b1", "a", "b1")], ["a", "b1", "b2"])
    assert [name["id"] for name in found] == ["a", "b1", "b2", "x"]


def test_strip() -> None:
    rows = [{"k": "call", "level": n % 4} for n in range(100)] + [{"k": "call", "v": 2}]
    assert len(strip(rows)) <= 48 and strip(rows)[-1] == (3, 2) and strip([]) == []


def test_who_told_a_session_something_stands_in_its_line(project: Path) -> None:
    scripts = Scripts(project)
    for session in ("one", "two"):
        scripts.fire("UserPromptSubmit", session_id=session, prompt="hello")
    scripts.call("WebFetch", {"url": "https://a.example/", "prompt": "x"}, {"result": "Some page."}, session="one")
    scripts.call("SendMessage", {"to": "two", "message": "hello"}, {"ok": True}, session="one")
    paths = [str(scripts.state / f"context/{id}.jsonl") for id in ("one", "two")]
    _, sessions = gathered(World(str(project), scripts.env), paths)
    lines = {one["id"]: " ".join(str(node) for node in one["lineage"]) for one in sessions}
    assert "1 message from one, which had read foreign text" in lines["two"]
