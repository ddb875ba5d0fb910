"""Plays scenes event by event through the hooks, in this process: what verdicts, excuses, tuned and ablate share.

The playing itself is `guardctl try`'s (hooks/_ctl/_player.py).  What is the benches' own: a scene's project on the disk
(bench/layouts.py), another checkout's code, what each guard says by itself, and units switched off.

    for found in played(scenes, checkout, jobs): ...        a process a core; the rows of each scene, in their order
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bench.layouts import lay, put
from bench.scenes import wanted

ROOT = Path(__file__).resolve().parent.parent
FIRST = 90  # characters of a reason
EFFECTS = ("pass", "ask", "deny")


class Player:
    """Plays scenes with one checkout's code; `folder` is scratch, and all that it makes lies below."""

    def __init__(self, folder: Path, checkout: Path = ROOT) -> None:
        self.folder, self.number = folder, 0
        sys.path.insert(0, str(checkout))
        sys.argv = sys.argv[:1]  # the installed command's words are read from it
        from hooks import _run

        self.shared = shared()
        self.judges, self.said = _run.run_judges, dict[str, Any]()
        self.unit, self.rules, self.restore = "", set[str](), lambda: None
        _run.run_judges = self._told

    def _told(self, *given: Any) -> Any:
        """What the judges say, each by itself: the answer joins them."""
        from guards import ASK, PASS

        self.said = self.judges(*given)
        for name, one in self.said.items() if self.rules else ():
            if one.effect and one.rule in self.rules:
                self.said[name] = one.with_(effect=PASS)
            elif any(excuse in self.rules for _, excuse in one.excused):
                rule = next(rule for rule, excuse in one.excused if excuse in self.rules)
                self.said[name] = one.with_(effect=ASK, rule=rule, reason=f"{name}: without an excuse")
        return self.said

    def _switch(self, unit: str) -> None:
        """Switches another unit off: bench/units.py, or the id of a rule or an excuse."""
        if unit != self.unit:
            from bench import units

            self.restore()
            self.unit, self.restore, self.rules = unit, lambda: None, set()
            ids = known_rules()
            rest = "+".join(one for one in unit.split("+") if one and one not in ids)
            self.rules = {one for one in unit.split("+") if one in ids}
            self.restore = units.off(rest) if rest else self.restore

    def play(self, scene: dict[str, Any]) -> list[dict[str, Any]]:
        """A row for each call, and for each other event that is asked about, denied or has a fault."""
        self._switch(scene.get("off", ""))
        try:
            with self.laid(scene) as (project, home, env):
                rows = self.events(scene, project, home, env)
                return self._traced(rows) if scene.get("traced") else list(rows)
        except (OSError, subprocess.CalledProcessError, AttributeError, KeyError, TypeError, ValueError) as e:
            row = {"event": "", "tool": "", "effect": "pass", "guards": [], "rule": "", "words": ""}
            fault = f"cannot be played: {type(e).__name__}: {e}"
            return [{"set": scene["set"], "id": scene["id"], "at": -3, "want": "", **row, "fault": fault}]

    @contextlib.contextmanager
    def laid(self, scene: dict[str, Any]) -> Iterator[tuple[Path, Path, dict[str, str]]]:
        """(the project, the home folder, the environment) of a scene, in which this process stands for a while."""
        self.number += 1
        base = self.folder / str(self.number)
        project = base / "p"
        home = base / "home" if scene.get("home") else project / ".home"
        try:
            project.mkdir(parents=True)
            home.mkdir(exist_ok=True)
            lay(scene, project, home, self.folder / "kept")
            # What a person keeps of their own lies in no project: a copy is refused there.
            state = {"XDG_STATE_HOME": str(base / "state")}
            env = {**self.shared.environment(str(project), str(home)), **state, **(scene.get("env") or {})}
            with self.shared.entered(env, str(project)):
                self._accept(str(project), env)
                yield project, home, env
        finally:
            shutil.rmtree(base, ignore_errors=True)

    def _accept(self, project: str, env: dict[str, str]) -> None:
        """The person accepts the guards that lie in the project, as install.py does."""
        if os.path.lexists(os.path.join(project, ".autoskillit", "hook")):
            try:
                from hooks import _pins
            except ImportError:  # an older checkout
                return
            from hooks._stores.world import World

            _pins.accept(World(project, env))

    def events(
        self, scene: dict[str, Any], project: Path, home: Path, env: dict[str, str]
    ) -> Iterator[dict[str, Any]]:
        """A row for each call of a scene that is laid out, and for what else is said."""
        common = {
            "session_id": scene.get("session") or "5ce7e000-0000-4000-8000-000000000001",
            "transcript_path": "",
            "permission_mode": scene.get("mode") or "default",
            "cwd": str(project),
        }
        whole = json.dumps(list(steps(scene["events"], project)))
        made = json.loads(whole.replace("{project}", str(project)).replace("{home}", str(home)))

        def fire(payload: dict[str, Any], event: dict[str, Any]) -> tuple[dict[str, Any], int]:
            put(project, event.get("_put", {}))
            for name in event.get("_remove", ()):
                (project / name).unlink(missing_ok=True)
            row = self._fired(payload, env)
            return row, EFFECTS.index(row["effect"])

        for event, row in self.shared.session(self.shared.begun(made, -2), common, fire):
            name, at = event["hook_event_name"], event["_at"]
            if not event.get("_act") and (name == "PreToolUse" or row["effect"] != "pass" or "fault" in row):
                row["words"] = (
                    row["words"]
                    .replace(str(project), "{project}")
                    .replace(str(home), "{home}")
                    .replace(str(project.parent), "{base}")[:FIRST]
                )
                place = {"set": scene["set"], "id": scene["id"], "at": at, "want": wanted(scene, at)}
                yield {**place, "event": name, "tool": event.get("tool_name", ""), **row}
            if row["effect"] != "pass" and at in scene.get("ends", ()):
                return

    def _traced(self, rows: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rows, and a last one with the functions that were called: "module:function"."""
        called: set[Any] = set()

        def profile(frame: Any, event: str, _: object) -> None:
            if event == "call":
                called.add(frame.f_code)

        sys.setprofile(profile)
        try:
            found = list(rows)
        finally:
            sys.setprofile(None)
        places = sorted({place_of(code) for code in called if "/guards/" in code.co_filename})
        return [*found, {"event": "called", "at": 0, "effect": "pass", "places": places}]

    def _fired(self, payload: dict[str, Any], env: dict[str, str]) -> dict[str, Any]:
        """{"effect", "guards", "rule", "words"} of one event; what was excused, and a fault, where there is one."""
        self.said = {}
        outcome = self.shared.fired(payload, env)
        effect = outcome.verdict.effect
        told = {name: one for name, one in self.said.items() if effect and one.effect == effect}
        rules = sorted({str(one.rule) for one in told.values() if getattr(one, "rule", "")})
        row = {
            "effect": EFFECTS[effect],
            "guards": sorted(told),
            "rule": ",".join(rules),
            "words": " | ".join(one.reason for one in told.values()),
        }
        excused = sorted({why for one in self.said.values() for _, why in getattr(one, "excused", ())})
        more = {"excused": excused} if excused else {}
        return {**row, **more, **({"fault": outcome.faults[0][:200]} if outcome.faults else {})}


def known_rules() -> set[str]:
    """The ids of all rules and excuses; none in a checkout that has no list of them."""
    try:
        from guards import _rules
    except ImportError:
        return set()
    return {one.id for one in _rules.rules()}


def place_of(code: Any) -> str:
    """guards._call.popular:known, of a function's code."""
    name = code.co_filename.rpartition("/guards/")[2].removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"guards.{name}:{code.co_name}" if name != "__init__" else f"guards:{code.co_name}"


def steps(events: list[dict[str, Any]], project: Path) -> Iterator[dict[str, Any]]:
    """A scene's events as the shared player takes them: an `_act` is a call and then its result (marked `_act`, since
    nothing of it is told), and what a step puts on the disk or takes away comes before the event that follows."""
    gone: list[str] = []
    for number, one in enumerate(events):
        event = {**one, "_at": one.get("_at", number)}
        if "_remove" in event:
            gone.append(event["_remove"])
            continue
        after, error = event.pop("_put_after", {}), event.pop("_error", None)
        for mine in ("expect", "says", "tells"):
            event.pop(mine, None)
        event["_remove"], gone = gone, []
        if not event.pop("_act", False):
            yield event
            continue
        response = event.pop("tool_response", None)
        event.update(hook_event_name="PreToolUse", tool_use_id=f"toolu_{event['_at']:06d}")
        given = event.get("tool_input")
        path = given.get("file_path") if isinstance(given, dict) else None
        if isinstance(given, dict) and isinstance(path, str) and not path.startswith(("/", "~", "{project}", "{home}")):
            event["tool_input"] = {**given, "file_path": str(project / path)}
        yield event
        done = (
            {"hook_event_name": "PostToolUse", "tool_response": response}
            if error is None
            else {"hook_event_name": "PostToolUseFailure", "error": error}
        )
        yield {**event, **done, "_put": after, "_remove": [], "_act": True}


def shared() -> Any:
    """This checkout's hooks/_ctl/_player.py, with the guards and hooks of the one that is played."""
    spec = importlib.util.spec_from_file_location("shared_player", ROOT / "hooks/_ctl/_player.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_player: list[Player] = []


def _begun(folder: str, checkout: Path) -> None:
    mine = Path(folder) / str(os.getpid())
    mine.mkdir()
    _player.append(Player(mine, checkout))


def _play(scene: dict[str, Any]) -> list[dict[str, Any]]:
    return _player[0].play(scene)


def played(scenes: Iterable[dict[str, Any]], checkout: Path = ROOT, jobs: int = 0) -> Iterator[list[dict[str, Any]]]:
    """The rows of each scene, in the scenes' order, played by so many processes (0: one a core)."""
    with tempfile.TemporaryDirectory(prefix="played-") as folder:
        if checkout != ROOT:  # before a module of either is loaded
            sys.path.insert(0, str(checkout))
        yield from shared().spread(_play, scenes, jobs or os.cpu_count() or 1, _begun, (folder, checkout))
