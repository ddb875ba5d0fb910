"""Plays what was recorded through the guards, in this process: what `try`, `replay` and the benches share.

    scratch(folder, settings, remotes)      a project and a home of its own below a folder, and the environment
    entered(env, folder)                    that environment and folder are this process's, for a while
    begun(events), session(events, common, fire)    a session's events, one by one, with what came of each
    fired(payload, env, now)                what one event comes to: an Outcome
    judged(event, session, settings, ...)   what the guards say of a call over a session that is known already
    spread(work, tasks, jobs)               so many sessions at once

Two kinds of recordings.  One holds the events (a transcript, a scene of the benches): it is played from its start,
through `hooks._run.one_event` as an installed script does, and only the start of a process is left out.  The other
holds what each event left (our own ledgers): results are not in it, so each call is judged over the session as it is on
record.  Both ask the guards in `hooks._run`; none has a way of its own.

Law: nothing outside the scratch folder is written.  An answer of the guards ends nothing: a question counts as answered
with yes, since the recording goes on; what was denied has no result.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os

from guards import Verdict, combine
from hooks import _pins, _registry, _run
from hooks._outcome import Outcome
from hooks._stores.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, TypeVar

    from guards import Event, Session, Settings

    Json = dict[str, Any]  # an object as JSON has it
    Found = TypeVar("Found")
    Task = TypeVar("Task")

OURS = {".gitignore": "temp/\n"}  # no launcher: what was never installed here is not missing
DENY = 2


def scratch(folder: str, settings: str = "{}\n", remotes: Iterable[tuple[str, str]] = ()) -> tuple[str, dict[str, str]]:
    """(the project's folder, the environment of its hooks).  Raises OSError."""
    project, home = os.path.join(folder, "p"), os.path.join(folder, "home")
    ours = os.path.join(project, ".autoskillit")
    os.makedirs(ours)
    os.makedirs(home)
    env = environment(project, home)
    for name, text in {**OURS, "guards.json": settings}.items():
        with open(os.path.join(ours, name), "w", encoding="utf-8") as file:
            file.write(text)
    rows = list(remotes)
    if rows:
        repository = os.path.join(project, ".git")
        for name in ("objects", os.path.join("refs", "heads")):
            os.makedirs(os.path.join(repository, name))
        config = "".join(f'[remote "{name}"]\n\turl = {url}\n' for name, url in rows)
        for name, text in (("HEAD", "ref: refs/heads/main\n"), ("config", f"[core]\n\tbare = false\n{config}")):
            with open(os.path.join(repository, name), "w", encoding="utf-8") as file:
                file.write(text)
    _pins.accept(World(project, env))
    return project, env


def environment(project: str, home: str) -> dict[str, str]:
    """What a client hands the hooks of a project, and nothing of this machine but where its programs are."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": home,
        "LANG": "C.UTF-8",
        "CLAUDE_PROJECT_DIR": project,
    }


@contextlib.contextmanager
def entered(env: Mapping[str, str], folder: str = "") -> Iterator[None]:
    """This process has no other environment, and stands in the folder, until the end of the block.  Raises OSError."""
    before, where = dict(os.environ), os.getcwd()
    try:
        os.environ.clear()
        os.environ.update(env)
        if folder:
            os.chdir(folder)
        yield
    finally:
        os.chdir(where)
        os.environ.clear()
        os.environ.update(before)


def session(
    events: Iterable[Json], common: Json, fire: Callable[[Json, Json], tuple[Found, int]]
) -> Iterator[tuple[Json, Found]]:
    """Each event with what `fire` made of it.

    events      as a client sends them, without `common`; keys that begin with `_` are the caller's and are not sent
    common      what every event of the session holds: its id, the folder, the mode
    fire        (the payload, the event) -> (anything, the effect: 0 nothing, 1 a question, 2 a denial)

    A session that does not say how it began begins with a start; what was denied has no result.
    """
    denied: set[str] = set()
    for event in events:
        name, id = str(event["hook_event_name"]), event.get("tool_use_id") or ""
        if name.startswith("PostToolUse") and id in denied:
            continue
        found, effect = fire({**common, **{key: value for key, value in event.items() if key[:1] != "_"}}, event)
        if effect == DENY and id:
            denied.add(id)
        yield event, found


def begun(events: list[Json], place: object = None) -> list[Json]:
    """The events, with a start before them where they do not begin with one; `place`: what that holds as `_at`."""
    first = events[0] if events else {}
    if first.get("hook_event_name") == "SessionStart" and first.get("source") != "compact":
        return events
    return [{"hook_event_name": "SessionStart", "source": "startup", "_at": place}, *events]


def fired(payload: Mapping[str, object], env: Mapping[str, str], now: float | None = None) -> Outcome:
    """What the hooks make of one event; a fault of theirs stands in it."""
    outcome = Outcome()
    _run.attempt(
        "bundle",
        _run.one_event,
        (str(payload["hook_event_name"]), json.dumps(payload).encode(), env, outcome, now),
        outcome,
    )
    return outcome


def judged(
    event: Event, session: Session, settings: Settings, registry: dict[str, object], outcome: Outcome
) -> Verdict:
    """What the guards that are on say of an event together; a fault of one stands in `outcome`."""
    names = _run.on(settings, _registry.wired(registry, event.name, "judge", event.tool))
    guards = _run.load(dict.fromkeys(names), outcome)
    verdicts = _run.run_judges(names, guards, event, session, settings, outcome)
    return combine(_run.capped(settings, name, one) for name, one in verdicts.items())


def spread(
    work: Callable[[Task], Found],
    tasks: Iterable[Task],
    jobs: int,
    begin: Callable[..., None] | None = None,
    given: tuple[object, ...] = (),
) -> Iterator[Found]:
    """work(task) of each task, in the tasks' order, in so many processes; 0: in this one.  `begin(*given)` comes first
    in each of them."""
    if not jobs:
        yield from map(work, tasks)
        return
    with multiprocessing.Pool(jobs, begin, given) as pool:
        yield from pool.imap(work, tasks)


def ledger_of(project: str, env: Mapping[str, str], session: str) -> str:
    """The path of a session's ledger there."""
    from hooks._ctl import _ledgers

    return _ledgers.of(World(project, env), session)
