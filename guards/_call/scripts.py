"""The files that a command runs: one door for every guard.

Law: the text of a script is part of the call that runs it.  `named` are the scripts on a command line, whoever wrote
them; `wanted` those written in this session that it runs, by their name too (guards/_shell/reached.py says of a file
whether a command may run it at all).  A script that the person's last commit holds as it stands is theirs, and counts
only where the command itself hands it a secret: `doubted` are those of which that is worth asking git.
Limitations: a script whose name is put together at run time.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Event, Facts
    from guards._call.tags import Call
    from guards._shell.flow import Flow
    from guards._shell.reading import Effect

MOST = 24           # files of one call


def worth(path: str, text: str | None) -> bool:
    """Is the text of a script that was there before worth running in the mind?"""
    from guards._shell.sources import is_script, may_leak

    return bool(text) and (is_script(path, text or "") or may_leak(text or ""))


def doubted(call: Call, scripts: Iterable[str]) -> list[str]:
    """The scripts that were there before, and whose text makes this call do more outside than its own words do."""
    known = set(scripts)
    there = [path for path in call.texts if full(path, call.cwd) not in known]
    if not there or hands_a_secret(call.command):
        return []
    before = {(e.kind, e.destination, e.payload.level) for e in call.with_texts({}).effects}
    more = [e for e in call.effects if (e.kind, e.destination, e.payload.level) not in before and (
        e.kind == "runs" or (e.kind == "sends" and carries(e.payload)))]
    return [full(path, call.cwd) for path in there] if more else []


def carries(flow: Flow) -> bool:
    """Is it known, or not known, to hold anything?"""
    return bool(flow.level or flow.files or flow.whole or flow.unread or flow.perhaps)


def hands_a_secret(command: str) -> bool:
    """Does a command line itself bring a secret, by the names of its words?

    >>> hands_a_secret("./up.sh .env"), hands_a_secret('./up.sh "$API_KEY"'), hands_a_secret("./up.sh notes.md")
    (True, True, False)
    """
    from guards._shell.sources import env_level, file_level

    for mark in "\"'<>|;&=()":
        command = command.replace(mark, " ")
    return any(file_level(word) or ("$" in word and env_level(word.strip("${}"))) for word in command.split())


def full(path: str, cwd: str) -> str:
    """A path as written, from the folder where the command starts."""
    return path if path.startswith(("/", "~")) else f"{cwd.rstrip('/')}/{path.removeprefix('./')}"


def wanted(call: Call, scripts: Iterable[str], plans: Iterable[str]) -> list[str]:
    """The files, of those that the session wrote (`scripts`, `plans`), whose text belongs to this call."""
    if not plans and not any(may_name(path, call.command) for path in scripts):
        return []
    from guards._shell.conventions import run_by, started

    found: list[str] = []
    for path in scripts:
        name = path.rpartition("/")[2]
        if name in call.command or name.split(".")[0] in call.command or run_by(path, call.ran):
            found.append(path)
    rest = [path for path in plans if path not in found]
    near = [*started(call.ran), *call.reading.scripts] if rest else []     # may name one: a Makefile, a script
    return [*found, *near, *rest][:MOST] if near else found[:MOST]


def may_name(path: str, command: str) -> bool:
    """Could a command run this script: does it name it, or is it one that programs run by its name?  A cheap gate."""
    from guards._text.lasting import RUNNERS, has_runner

    name = path.rpartition("/")[2]
    return name.split(".")[0] in command or name in command or (
        has_runner(path) and not RUNNERS.isdisjoint(command.replace("/", " ").split()))


def filled(call: Call, facts: Facts) -> Any:
    """The call with the texts of what it runs, but of scripts that the person's last commit holds."""
    found = {**call.texts}
    # Whoever looked a file up has read the command before: a script that is named by its bare path passes no gate.
    for path in [*call.wants, *(path for _, path in call.named), *call.reading.scripts]:
        whole = full(path, call.cwd)
        text = facts.file(whole) or facts.file(path)
        if text is None:        # run in a folder to which the line itself went
            end = "/" + path.removeprefix("./")
            text = next((facts.file(name) for kind, name in facts.found if kind == "file" and name.endswith(end)), None)
        if text is None and worth(path, facts.script(path)[1]):
            text = facts.script(path)[1]
        if text is not None:
            found[path] = text
    for path in call.written_before:
        text = facts.file(path)
        if isinstance(text, str):
            found[path] = text
    found = {path: text for path, text in found.items() if not facts.committed(full(path, call.cwd))}
    return call.with_texts(found) if found != call.texts else call


def left_to_run(event: Event, path: str, cwd: str) -> list[Effect]:
    """What comes of a file that a tool writes: it runs by itself."""
    from guards._call.tags import put
    from guards._shell.plans import played
    from guards._text.lasting import by_itself, pipeline

    return played(path, "\n".join(put(event)), cwd) if by_itself(path) or pipeline(path) else []
