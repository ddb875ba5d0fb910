"""Plays recorded events through the hooks, in this process and in a scratch world: what `try` and the benches share.

    scratch(folder, settings, remotes)      a project and a home of its own below a folder, and the environment
    fired(payload, env, now)                what one event comes to: an Outcome
    ledger_of(project)                      the record that the events left

Law: nothing outside the folder is read or written but the bundle.  All goes through `hooks._run.one_event`, as an
installed script does; only the start of a process is left out.  An answer of the guards ends nothing: a question counts
as answered with yes, since the recording goes on.
"""

from __future__ import annotations

import json
import os

from hooks import _pins, _run
from hooks._outcome import Outcome
from hooks._world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OURS = {".gitignore": "temp/\n"}  # no launcher: what was never installed here is not missing


def scratch(folder: str, settings: str = "{}\n", remotes: Iterable[tuple[str, str]] = ()) -> tuple[str, dict[str, str]]:
    """(the project's folder, the environment of its hooks).  Raises OSError."""
    project, home = os.path.join(folder, "p"), os.path.join(folder, "home")
    ours = os.path.join(project, ".autoskillit")
    os.makedirs(ours)
    os.makedirs(home)
    env = {"PATH": os.environ.get("PATH", os.defpath), "HOME": home, "LANG": "C.UTF-8", "CLAUDE_PROJECT_DIR": project}
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


def ledger_of(project: str, env: Mapping[str, str], session: str) -> str:
    """The path of a session's ledger there."""
    from hooks._ctl import _ledgers

    return _ledgers.of(World(project, env), session)
