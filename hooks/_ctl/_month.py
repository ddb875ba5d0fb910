"""`guardctl report --since 30d`: the days on one page, out of the records: what was stopped, and what was asked for
nothing."""
from __future__ import annotations

import os
import re

from hooks import _registry, _settings
from hooks._ctl import _ledgers, _page, _parts
from hooks._ctl._story import BRIEF, story_of
from hooks._stores import provenance
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._unsaved import rescue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._ctl._parts import Json
    from hooks._stores.world import World

UNITS = {"h": 3600, "d": 86400, "w": 604800}
TITLE = "What the guards did"
STOPPED = "Stopped"
NOTHING = "Asked for nothing"
SENTENCES = {STOPPED: "You said no, or no answer could make it right: the call did not run.",
             NOTHING: "You said yes.  `guardctl tune` proposes what would have spared those that come again."}
LIMITS = ("Answers are inferred: a result means yes, none at the turn's end means no.  A secret that was masked stands "
          "in the records as its kind alone.  What fires no hook is not in it.")


def seconds(since: str) -> float:
    """How far back `30d`, `12h` or `4w` is.  Raises Fault."""
    found = re.fullmatch(r"(\d{1,5})([hdw])", since)
    if found is None:
        raise Fault(f"--since takes a number and h, d or w (30d), not {since!r}")
    return int(found[1]) * UNITS[found[2]]


def report(world: World, since: str, output: str | None, as_json: bool) -> int:
    """Prints the days in a few lines, or writes their page.  Raises Fault, OSError."""
    told = gathered(world, world.now - seconds(since))
    told["days"] = since
    if as_json:
        print(dumps(told))
        return 0
    numbers = figures(told)
    if output:
        rows = told["objections"]
        parts = {name: (said, [row for row in rows if row["part"] == name]) for name, said in SENTENCES.items()}
        _page.put(output, _parts.page(TITLE, told, parts, numbers, LIMITS))
        print(f"{output}: open it in a browser")
        return 0
    print(_parts.span(told))
    print(", ".join(f"{count} {what}" for what, count in numbers))
    for row in told["objections"]:
        print(_ledgers.flat(f"{row['part'].lower()}: {row['tool']} {row['what']}  ({row['rule']})")[:BRIEF])
    return 0


def gathered(world: World, since: float) -> Json:
    """What the sessions since then (seconds since the epoch) come to."""
    settings = _settings.load(world, _registry.load())
    told: Json = {"sessions": 0, "calls": 0, "events": 0, "objections": [], "secrets": {}, "skipped": {}, "faults": {},
                  "projects": {os.path.basename(world.project): 0}, "began": 0.0, "ended": 0.0, "masked": 0}
    told["rescued"] = sum(at >= since and os.path.dirname(place) == rescue.folder(world)
                          for at, _, place in rescue.every(world))
    told["owners"] = len({row.get("caller_session_id") for row in provenance.every(world)} - {None, ""})
    for path in _ledgers.paths(world):
        if os.lstat(path).st_mtime < since:
            break
        story = story_of(_ledgers.rows(path), settings)
        if story["ended"] / 1000 >= since:
            add(told, story, since)
    told["objections"].sort(key=lambda row: -row["t"])
    return told


def add(told: Json, story: Json, since: float) -> None:
    """One session more."""
    told["sessions"] += 1
    told["began"] = min(filter(None, (told["began"], max(since, story["began"] / 1000))), default=0.0)
    told["ended"] = max(told["ended"], story["ended"] / 1000)
    told["events"] += story["counts"]["events"]
    prompt = ""
    for row, more in zip(story["rows"], story["details"]):
        if row["t"] / 1000 < since:
            continue
        told["calls"] += row["k"] == "call"
        told["masked"] += row.get("m", 0)
        if row["k"] == "prompt":
            prompt = row.get("what", "")
        elif row["k"] == "call" and row.get("v") and not row.get("w"):
            yes = str(row.get("end", "")).startswith("approved")
            told["objections"].append({
                "t": row["t"] / 1000, "session": story["id"], "project": "", "effect": ("", "ask", "deny")[row["v"]],
                "tool": row.get("tool", ""), "what": row.get("what", ""), "rule": str(more.get("rule", "")),
                "reason": _parts.said(more.get("reason", "")), "prompt": prompt[:BRIEF],
                "then": str(row.get("end", "")), "part": NOTHING if yes else STOPPED})


def figures(told: Json) -> list[tuple[str, str]]:
    """(what, how many): the numbers on top."""
    rows = told["objections"]
    return [("questions", str(sum(row["effect"] == "ask" for row in rows))),
            ("denials", str(sum(row["effect"] == "deny" for row in rows))),
            ("answered with yes", str(sum(row["part"] == NOTHING for row in rows))),
            ("results with a secret masked", str(told["masked"])),
            ("times work was copied first", str(told["rescued"])),
            ("sessions that launched others", str(told["owners"]))]
