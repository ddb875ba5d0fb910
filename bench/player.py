"""Plays scenes event by event through the hooks, in this process: what verdicts, excuses and ablate share.

All goes through `hooks._run.one_event`, as the installed scripts do, in a project of its own on the disk: what the
guards know is on record there, and git is asked as ever.  Only the start of a process is left out.

    for found in played(scenes, checkout, jobs): ...        a process a core; the rows of each scene, in their order
"""

from __future__ import annotations

import json
import multiprocessing
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


class Player:
    """Plays scenes with one checkout's code; `folder` is scratch, and all that it makes lies below."""

    def __init__(self, folder: Path, checkout: Path = ROOT) -> None:
        self.folder, self.number = folder, 0
        sys.path.insert(0, str(checkout))
        sys.argv = sys.argv[:1]  # the installed command's words are read from it
        from hooks import _run

        self.run, self.judges, self.said = _run, _run.run_judges, {}
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
        self.number += 1
        self._switch(scene.get("off", ""))
        base = self.folder / str(self.number)
        project = base / "p"
        home = base / "home" if scene.get("home") else project / ".home"
        before, where = dict(os.environ), os.getcwd()
        try:
            project.mkdir(parents=True)
            home.mkdir(exist_ok=True)
            lay(scene, project, home, self.folder / "kept")
            env = {
                "PATH": before["PATH"],
                "HOME": str(home),
                "LANG": "C.UTF-8",
                "CLAUDE_PROJECT_DIR": str(project),
                **(scene.get("env") or {}),
            }
            os.environ.clear()
            os.environ.update(env)
            os.chdir(project)
            self._accept(str(project), env)
            if scene.get("traced"):
                return self._traced(self._events(scene, base, project, home, env))
            return list(self._events(scene, base, project, home, env))
        except (OSError, subprocess.CalledProcessError, AttributeError, KeyError, TypeError, ValueError) as e:
            row = {"event": "", "tool": "", "effect": "pass", "guards": [], "rule": "", "words": ""}
            fault = f"cannot be played: {type(e).__name__}: {e}"
            return [{"set": scene["set"], "id": scene["id"], "at": -3, "want": "", **row, "fault": fault}]
        finally:
            os.chdir(where)
            os.environ.clear()
            os.environ.update(before)
            shutil.rmtree(base, ignore_errors=True)

    def _accept(self, project: str, env: dict[str, str]) -> None:
        """The person accepts the guards that lie in the project, as install.py does."""
        if os.path.lexists(os.path.join(project, ".autoskillit", "hook")):
            try:
                from hooks import _pins
            except ImportError:  # an older checkout
                return
            from hooks._world import World

            _pins.accept(World(project, env))

    def _events(
        self, scene: dict[str, Any], base: Path, project: Path, home: Path, env: dict[str, str]
    ) -> Iterator[dict[str, Any]]:
        events = [{**one, "_at": one.get("_at", at)} for at, one in enumerate(scene["events"])]
        began = events[:1] if scene.get("home") else events  # one of our own tests may begin anew later
        if not any(one.get("hook_event_name") == "SessionStart" for one in began):
            events.insert(0, {"hook_event_name": "SessionStart", "source": "startup", "_at": -2})
        common = {
            "session_id": scene.get("session") or "5ce7e000-0000-4000-8000-000000000001",
            "transcript_path": "",
            "permission_mode": scene.get("mode") or "default",
        }
        denied: set[str] = set()
        text = json.dumps(events).replace("{project}", str(project)).replace("{home}", str(home))
        for event in json.loads(text):
            put(project, event.pop("_put", {}))
            at, after, error = event.pop("_at"), event.pop("_put_after", {}), event.pop("_error", None)
            for mine in ("expect", "says", "tells"):
                event.pop(mine, None)
            if "_remove" in event:
                (project / event["_remove"]).unlink(missing_ok=True)
                continue
            act = event.pop("_act", False)
            response = event.pop("tool_response", None) if act else None
            if act:
                event["hook_event_name"], event["tool_use_id"] = "PreToolUse", f"toolu_{at:06d}"
                path = event["tool_input"].get("file_path") if isinstance(event.get("tool_input"), dict) else None
                if isinstance(path, str) and not path.startswith(("/", "~")):
                    event["tool_input"] = {**event["tool_input"], "file_path": str(project / path)}
            name, id = event["hook_event_name"], event.get("tool_use_id") or ""
            if name.startswith("PostToolUse") and id in denied:
                continue
            row = self._fired({**common, "cwd": str(project), **event}, env)
            if name == "PreToolUse" or row["effect"] != "pass" or "fault" in row:
                row["words"] = (
                    row["words"]
                    .replace(str(project), "{project}")
                    .replace(str(home), "{home}")
                    .replace(str(base), "{base}")[:FIRST]
                )
                place = {"set": scene["set"], "id": scene["id"], "at": at, "want": wanted(scene, at)}
                yield {**place, "event": name, "tool": event.get("tool_name", ""), **row}
            if row["effect"] == "deny" and id:
                denied.add(id)
            if row["effect"] != "pass" and at in scene.get("ends", ()):
                return
            if act and row["effect"] != "deny":
                put(project, after)
                done = (
                    {"hook_event_name": "PostToolUse", "tool_response": response}
                    if error is None
                    else {"hook_event_name": "PostToolUseFailure", "error": error}
                )
                self._fired({**common, "cwd": str(project), **event, **done}, env)

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
        from guards import EFFECTS
        from hooks._outcome import Outcome

        outcome, self.said = Outcome(), {}
        try:
            self.run.one_event(payload["hook_event_name"], json.dumps(payload).encode(), env, outcome)
        except Exception as e:  # what an installed script says, and then lets the call pass
            outcome.fault(f"{type(e).__name__}: {e}")
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


_player: list[Player] = []


def _begun(folder: str, checkout: Path) -> None:
    mine = Path(folder) / str(os.getpid())
    mine.mkdir()
    _player.append(Player(mine, checkout))


def _play(scene: dict[str, Any]) -> list[dict[str, Any]]:
    return _player[0].play(scene)


def played(scenes: Iterable[dict[str, Any]], checkout: Path = ROOT, jobs: int = 0) -> Iterator[list[dict[str, Any]]]:
    """The rows of each scene, in the scenes' order, played by so many processes (0: one a core)."""
    with (
        tempfile.TemporaryDirectory(prefix="played-") as folder,
        multiprocessing.get_context("fork").Pool(jobs or os.cpu_count() or 1, _begun, (folder, checkout)) as pool,
    ):
        yield from pool.imap(_play, scenes, chunksize=4)
