"""`guardctl try`: what the guards would have done in your own sessions of the last days.

Reads the transcripts that your agents keep (Claude Code, Codex, Copilot), plays them through the guards in a scratch
world, and writes one page: each question and denial with what led to it, secrets that reached the model (kind and
source, never the value), work that went unasked, calls that a text of others ordered.  Nothing is installed, nothing is
written but the page, nothing leaves the machine.  `python3 install.py --try` does the same before an installation.

Limitations: the state of git and of the files of then, hooks' own fields, what a person would have answered.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import time

from hooks._ctl import _ledgers, _page, _parts, _player, _transcripts
from hooks._ctl._story import story_of, visible
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hooks._ctl._parts import Json
    from hooks._outcome import Outcome
    from hooks._stores.world import World

DAYS = 30
TITLE = "What the guards would have done"
LIMITS = (
    "A transcript does not hold the state of git and of the files of then, nor what only a hook is told: work at stake "
    "is judged less often than it would have been, and what a commit held may count as foreign.  Every question counts "
    "as answered with yes."
)
NAME = re.compile(r"(?:[^\W_]|-|_(?!_)){20,}")     # a word of a name, up to its ending or two underscores
BAR = 24
MEMORY, ROOM = "/dev/shm", 1 << 30     # bytes that must be free there: one session's records take a few million
SAID = 160  # characters of a prompt or a call on the page
MASKED = re.compile(r"\[([a-z][\w-]*):[0-9a-f]{4,}\]")
GIT = re.compile(r'^\[remote "([^"\]]+)"\]\s*\n(?:\s+(?!url)\w+ = .*\n)*\s+url = (\S+)', re.M)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--days", type=int, default=DAYS, metavar="N", help=f"sessions of the last N days (default: {DAYS})"
    )
    parser.add_argument("--here", action="store_true", help="Claude Code's sessions of this project alone")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the page (default: ~/guards-try.html, which no commit takes along)"
    )
    parser.add_argument("--jobs", type=int, default=0, help=argparse.SUPPRESS)


def run(args: argparse.Namespace, world: World) -> int:
    output = args.output or os.path.join(world.env.get("HOME") or os.path.expanduser("~"), "guards-try.html")
    _page.place(output)
    files = _transcripts.found(world.env, world.now - args.days * 86400, world.project if args.here else "")
    if not files:
        raise Fault(f"no transcript of the last {args.days} days of Claude Code, Codex or Copilot in your home folder")
    began = time.monotonic()
    told = played(files, world.now - args.days * 86400, args.jobs or os.cpu_count() or 1, world.env.get("HOME", ""))
    told.update(days=args.days, seconds=round(time.monotonic() - began, 1), made=world.now)
    if args.json:
        print(dumps(told))
        return 0
    _page.put(output, _parts.page(TITLE, told, _parts.by_rule(told["objections"]), _parts.figures(told), LIMITS))
    for line in _parts.summary(told):
        print(line)
    print(f"{output}: open it in a browser; it says all of this, call by call")
    return 0


def played(files: list[tuple[str, str]], since: float, jobs: int, home: str) -> Json:
    """What all files come to: counts, "objections", "secrets", "skipped" and "faults" by their words."""
    told: Json = {
        "sessions": 0,
        "calls": 0,
        "events": 0,
        "objections": [],
        "secrets": {},
        "skipped": {},
        "faults": {},
        "cost": 0.0,
        "projects": {},
        "began": 0.0,
        "ended": 0.0,
    }
    folder = tempfile.mkdtemp(prefix="guards-try-", dir=in_memory())
    try:
        tasks = [
            (path, agent, since, os.path.join(folder, str(number)), home) for number, (path, agent) in enumerate(files)
        ]
        many = min(jobs, len(tasks))
        gather(told, _player.spread(one, tasks, many if many > 1 else 0), len(tasks))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    told["objections"].sort(key=lambda row: row["t"])
    return told


def in_memory(folder: str = MEMORY, least: int = ROOM) -> str | None:
    """The folder of this system's that no disk holds, if `least` bytes are free there, else None: each call replaces
    some files, and a disk takes milliseconds for each."""
    try:
        room = os.statvfs(folder)
    except (OSError, AttributeError):
        return None
    return folder if room.f_bavail * room.f_frsize >= least and os.access(folder, os.W_OK) else None


def gather(told: Json, results: Iterable[Json], total: int) -> None:
    """Adds up what the sessions came to; a bar on a terminal tells how far it is."""
    for number, found in enumerate(results, 1):
        for key in ("sessions", "calls", "events", "cost"):
            told[key] += found.get(key, 0)
        for key in ("secrets", "skipped", "faults", "projects"):
            for name, count in found.get(key, {}).items():
                told[key][name] = told[key].get(name, 0) + count
        told["objections"] += found.get("objections", [])
        told["began"] = min(filter(None, (told["began"], found.get("began", 0))), default=0.0)
        told["ended"] = max(told["ended"], found.get("ended", 0))
        if sys.stderr.isatty():
            full = number * BAR // total
            sys.stderr.write(
                f"\r[{'#' * full}{' ' * (BAR - full)}] {number} of {total} sessions{'' if number < total else chr(10)}"
            )
            sys.stderr.flush()


def one(task: tuple[str, str, float, str, str]) -> Json:
    """What one transcript comes to.  A file that cannot be read is skipped, and counted."""
    path, agent, since, folder, home = task
    try:
        made = _transcripts.events(path, agent)
    except OSError as e:
        return {"skipped": {f"cannot be read ({e.strerror})": 1}}
    events = [event for event in made.events if not event["_at"] or event["_at"] >= since]
    if not any(event["hook_event_name"] == "PreToolUse" for event in events):
        return {"skipped": made.skipped}
    try:
        os.makedirs(folder)
        project, env = _player.scratch(folder, remotes=remotes(made.cwd))
        with _player.entered(env, project):
            return session(made, events, project, env, home)
    except OSError as e:
        return {"skipped": {f"cannot be played ({e.strerror})": 1}}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remotes(cwd: str) -> list[tuple[str, str]]:
    """The remotes of the project as it is today: (name, address); none where it is gone."""
    try:
        return (
            GIT.findall(disk.read(os.path.join(cwd, ".git", "config"), 1 << 20).decode("utf-8", "replace"))
            if cwd
            else []
        )
    except (Fault, OSError):
        return []


def session(
    made: _transcripts.Transcript, events: list[Json], project: str, env: dict[str, str], home: str
) -> Json:
    """Plays one session; what was asked about, denied and masked in it."""
    places = [(made.cwd, project)] * bool(made.cwd) + [(home, env["HOME"])] * bool(home)
    common = {"session_id": made.id, "transcript_path": "", "cwd": project, "permission_mode": "default"}
    found: Json = {
        "sessions": 1,
        "calls": 0,
        "events": 0,
        "skipped": made.skipped,
        "secrets": {},
        "faults": {},
        "projects": {named(os.path.basename(made.cwd)) or "?": 1},
    }

    def fire(payload: Json, event: Json) -> tuple[Outcome, int]:
        text = dumps(payload)
        for place, ours in places:
            text = re.sub(re.escape(json.dumps(place)[1:-1]) + r"(?![\w.-])", ours.replace("\\", r"\\"), text)
        outcome = _player.fired(json.loads(text), env, event["_at"] or None)
        return outcome, outcome.verdict.effect

    spent, ends = time.process_time(), {}
    for event, outcome in _player.session(_player.begun(events, events[0]["_at"]), common, fire):
        name, id = event["hook_event_name"], event.get("tool_use_id", "")
        found["events"] += 1
        found["calls"] += name == "PreToolUse"
        if id and name == "PreToolUse":
            ends[id] = event.get("_ran") or ("you declined" if event.get("_declined") else "no result")
        for kind in MASKED.findall(dumps(outcome.verdict.updated_output)) if outcome.verdict.updated_output else ():
            source = f"{kind} in {event.get('tool_name', '')}"
            found["secrets"][source] = found["secrets"].get(source, 0) + 1
        for fault in outcome.faults[:1]:
            said = visible(fault).replace(project, made.cwd or ".")[:SAID]
            found["faults"][said] = found["faults"].get(said, 0) + 1
    found["cost"] = time.process_time() - spent
    stamps = [event["_at"] for event in events if event["_at"]]
    found.update(began=min(stamps, default=0.0), ended=max(stamps, default=0.0))
    found["objections"] = objections(made, project, env, ends)
    return found


def named(text: str) -> str:
    """A text in which no name holds a secret: of a folder, of a file beside its ending, of a tool."""
    from guards import Settings
    from guards._sensitive.scan import redact

    return NAME.sub(lambda found: redact(found[0], Settings()), text)


def objections(
    made: _transcripts.Transcript, project: str, env: dict[str, str], ends: dict[str, str]
) -> list[Json]:
    """Each question and denial, with the prompt that came before it, out of the record that the play left."""
    from guards import Settings
    from guards._sensitive.scan import redact

    settings = Settings()
    try:
        story = story_of(_ledgers.rows(_player.ledger_of(project, env, made.id)), settings)
    except (Fault, OSError):
        return []

    def shown(text: object, most: int = SAID) -> str:
        said = str(text).replace(project, made.cwd or ".").replace(env["HOME"], "~")
        whole = named(" ".join(redact(said, settings).split()))
        return whole if len(whole) <= most else whole[:most - 1] + "…"

    found, prompt = [], ""
    for row, more in zip(story["rows"], story["details"]):
        if row["k"] == "prompt" and not row.get("op"):
            prompt = str(row.get("what", ""))
        elif row["k"] == "call" and row.get("v"):
            found.append(
                {
                    "t": row["t"] / 1000 if row["t"] else 0,
                    "session": made.id,
                    "agent": made.agent,
                    "project": shown(os.path.basename(made.cwd)),
                    "effect": ("", "ask", "deny")[row["v"]],
                    "tool": shown(row.get("tool", "")),
                    "what": shown(row.get("what", "")),
                    "rule": str(more.get("rule", "")),
                    "reason": shown(_parts.said(more.get("reason", "")), 4 * SAID),
                    "prompt": shown(prompt),
                    "then": ends.get(str(more.get("id")), ""),
                }
            )
    return found
