"""What an archive or a folder would lay where; whole calls stand in cases/self_protection.jsonl."""
from __future__ import annotations

import pytest

from guards import Event, Facts, Session, Settings
from guards._call import read
from guards.self_protection import judge, requires
from guards.self_protection.brought import Source, sources, wanted


def found(command: str) -> list[tuple[str, str]]:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p", project="/p")
    return [(one.path, one.into) for one in sources(read(event, Settings(), {}), "/p")]


@pytest.mark.parametrize("command", [
    "tar czf a.tgz src", "tar tf a.tgz", "tar xf a.tgz -C /srv", "unzip -l a.zip", "zip -r a.zip src", "cp a.zip b.zip", "cp a.txt .", "mv a.zip b/",
    "cp -r src lib", "rsync -a src/ host:src/", "sha256sum a.zip", "npm start", "7z l a.7z", "ls | tar cf a.tar -T -", "python3 -c 'print(1)'", "cpio -it < a.cpio",
])
def test_silent_a_command_that_lays_nothing_out_here(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(("command", "source"), [
    ("tar xf a.tgz", ("/p/a.tgz", "/p")), ("tar -C /p -xf /x/a.tgz", ("/x/a.tgz", "/p")), ("unzip a.zip", ("/p/a.zip", "/p")), ("7z x a.zip -o.", ("/p/a.zip", "/p")),
    ("cpio -id < a.cpio", ("/p/a.cpio", "/p")), ("python3 -m zipfile -e a.zip .", ("/p/a.zip", "/p")), ("cp -r e/. .", ("/p/e/.", "/p")), ("cp -r /x/p ..", ("/x/p", "/p/../p")),
    ("rsync -a e/ .", ("/p/e/", "/p")), ("mv e/.a* .", ("/p/e", "/p")), ("jar xf a.jar", ("/p/a.jar", "/p")), ("bash -c 'tar xf a.tar'", ("/p/a.tar", "/p")),
])
def test_what_lays_out_and_where(command: str, source: tuple[str, str]) -> None:
    assert source in found(command)


def test_where_a_name_lands() -> None:
    assert Source("a", "/p").lands("./b/c") == "/p/b/c" and Source("a", "/p", 1).lands("b/c") == "/p/c"
    assert Source("a", "/p", 1).lands("b") == "" == Source("a", "/p", 0, ("*.md",)).lands("docs/x.md")
    assert Source("a", "/p", 0, (), ("src/*",)).lands("docs/x") == "" and Source("a", "/p", 0, (), ("src",)).lands("src/x") == "/p/src/x"


def test_names_are_asked_for_where_something_is_laid_out() -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": "tar xf a.tgz"}, cwd="/p", project="/p")
    assert ("members", "/p/a.tgz") in wanted(read(event, Settings(), {}), event) == requires(event, Session("s"), Settings())
    assert requires(event.with_(input={"command": "npm start"}), Session("s"), Settings()) == ()


def test_settings_count_where_they_replace_some() -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": "tar xf a.tgz"}, cwd="/p", project="/p",
                  facts=Facts(found={("members", "/p/a.tgz"): [".claude/settings.json"]}))
    assert not judge(event, Session("s"), Settings()).effect
    there = Facts(found={**event.facts.found, ("exists", "/p/.claude/settings.json"): True})
    assert judge(event.with_(facts=there), Session("s"), Settings()).effect
