"""`guardctl why [ID]`: the last objection: what was stopped, why, what was answered, and how to make it stop."""
from __future__ import annotations

import argparse
import os
import shlex

from hooks import _said
from hooks._ctl import _ledgers
from hooks._ctl._ledgers import is_place
from hooks._ctl._terminal import say
from hooks._ctl.status import MET
from hooks._stores.json import dumps
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from hooks._stores.world import World

# Rules that `guard: allow` speaks to, and those among them that it does not; the others' ways stand in their reasons.
LIFTED, KEPT = ("drift.", "leave.", "loss.", "origin.", "policy."), ("leave.closed", "policy.rule")
PLACED = ("contamination", "request_origin")    # whose questions a trusted destination ends
# Beginning of a rule -> what is narrower than to turn its guard off.
NARROW = {
    "self.": {"stops": "this call", "do": "run it yourself, in a terminal of your own: no hook asks you",
              "or": "leave the guards out of it: git clean -e .autoskillit -e .claude"},
    "loss.": {"stops": "questions about this work", "do": "name it in a prompt: throw my changes to NAME away",
              "or": "keep it out of reach: commit it, or git stash -u"}}
COPIED = ("action_id", "session_id", "decision", "rule", "excused", "tool", "operation", "parameters", "reason")
HIDDEN = ("effect", "reason", "rule", "origin", "approves", "withhold", "points")      # of what a guard put on record
TOLD = 12           # effects of a reading that are shown
RESULTS = ("PostToolUse", "PostToolUseFailure")
NOTHING = "the guards have objected to nothing here"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="",
                        help="an event's id or its beginning, or a session's (default: the last objection)")
    parser.add_argument("--session", help="the session's id or its beginning (default: this project's newest)")


def run(args: argparse.Namespace, world: World) -> int:
    if not args.id and not args.session and not _ledgers.paths(world):
        print("{}" if args.json else "no session is on record yet: start the agent in this project")
        return 0
    path, rows = _ledgers.event(world, args.id, args.session)
    if not rows:
        print("{}" if args.json else NOTHING)
        return 0
    found = objection(rows, called(world), lifted(path, rows[0]), path in _ledgers.open(world))
    if args.json:
        print(dumps(found))
        return 0
    for line in lines(found):
        say(*line) if isinstance(line, tuple) else say(line)
    return 0


def called(world: World, bundle: str = BUNDLE) -> str:
    """guardctl as it is typed in the project's folder: to the letter, also where only a plugin brought it."""
    short = _said.guardctl(world, bundle)
    return short if "/" in short else f"python3 {shlex.quote(os.path.join(bundle, 'hooks', 'guardctl.py'))}"


def lifted(path: str, row: Mapping[str, object]) -> str:
    """What `guard: allow` did for a call afterwards, "" for nothing: let it pass, and the call was made again."""
    id, let, again, ran = row.get("action_id"), "", "", ""
    for one in _ledgers.rows(path) if id else ():
        guards: Any = one.get("guards") or {}
        if id in ((guards.get("allowance") or {}).get("let") or ()) or (
                one.get("event") == "Let" and id in (one.get("parameters") or {}).values()):    # type: ignore[attr-defined]
            let = "allowed by you, once; it was not made again"
        elif id in (one.get("allowed") or ()):      # type: ignore[operator]
            again = _ledgers.short(one)
            let = f"allowed by you, once; it was made again as {again}, and has no result"
        elif again and one.get("event") in RESULTS and _ledgers.short(one) == again:
            ran = " and failed" if one.get("event") == RESULTS[1] else ""
            let = f"allowed by you, once; it was made again as {again} and ran{ran}"
    return let


def objection(rows: list[dict[str, Any]], ctl: str, let: str = "", lives: bool = True) -> dict[str, object]:
    """All that is on record of one event, and what may be done about it; `let`: what was done; `lives`: its session may
    go on, so that the call may still be allowed."""
    row = next(filter(_ledgers.objected, rows), rows[0])
    said = {name: one for name, one in (row.get("guards") or {}).items()
            if isinstance(one, dict) and one.get("effect") in ("ask", "deny")}
    read, became = row.get("call") or {}, answered(rows, row, let)
    return {"id": _ledgers.short(row), "at": row.get("ts"), "watched": row.get("mode") == "watch",
            **{name: row.get(name) for name in COPIED},
            "reading": list(read.get("effects") or ()), "unknown": list(read.get("unknown") or ()),
            "masked": sum(number(one.get("masked")) for one in rows), "guards": said, "answered": became,
            "ways": [] if let else ways(row, said, ctl, lives and not became.startswith("yes"))}


def number(value: object) -> int:
    """A count on record; nothing for another shape."""
    return value if isinstance(value, int) else 0


def tool_of(tool: object, operation: object) -> str:
    """What a call is named by: its tool, and its operation where that is another word.

    >>> tool_of("WebSearch", "websearch"), tool_of("Bash", "curl"), tool_of("mcp__mail__send_email", "send_email")
    ('WebSearch', 'Bash curl', 'mcp__mail__send_email')
    """
    name, more = str(tool or ""), str(operation or "")
    return name if name.lower().endswith(more.lower()) else f"{name} {more}"


def answered(rows: Iterable[Mapping[str, object]], row: Mapping[str, object], let: str = "") -> str:
    """What became of the call; no hook is told the person's answer to a question, so it is inferred."""
    after = [one.get("event") for one in rows]
    if row.get("mode") == "watch":
        return "nobody was asked: the mode is watch"
    ran = any(name in after for name in RESULTS)
    if row.get("allowed"):
        return f"allowed by you, once; it {'ran' if ran else 'has no result'}"
    if not _ledgers.objected(row):
        return "no guard objected"
    if row.get("decision") == "deny":
        return f"denied; {let}" if let else "denied; it did not run"
    if let and not ran:
        return let
    shown = ", the client showed the question" if "PermissionRequest" in after else ""
    if not ran and row.get("permission_mode") == "dontAsk":
        return "nobody was asked: the client's mode is dontAsk; it did not run"
    if not ran:
        said = "no; it did not run" if "PostToolBatch" in after else "no, or nothing yet; it did not run"
        return f"{said} (inferred{shown})"
    return f"yes; it ran{' and failed' if 'PostToolUseFailure' in after else ''} (inferred{shown})"


def ways(row: Mapping[str, object], said: Mapping[str, object], ctl: str, waits: bool = True) -> list[dict[str, str]]:
    """How to make it stop, each with the exact line: this call where it `waits` for that, this place, this guard."""
    found = []
    rules = [str(one.get("rule") or row.get("rule")) for one in said.values() if isinstance(one, dict)]
    if "leave.closed" in rules:
        found.append({"stops": "what closes it", "type": "guard: release WHY", "or": f"{ctl} release --reason WHY"})
    elif waits and rules and all(rule.startswith(LIFTED) and rule not in KEPT for rule in rules):
        found.append({"stops": "this call, once", "type": "guard: allow",
                      "or": f"{ctl} allow {_ledgers.short(row)}"})
    host = place(said)
    if host and set(said) & set(PLACED):
        found.append({"stops": f"questions about {host}", "run": f"{ctl} allow {shlex.quote(host)}",
                      "or": f'"trusted_destinations": ["{host}"] in .autoskillit/guards.json'})
    found += [way for start, way in NARROW.items() if any(rule.startswith(start) for rule in rules)]
    for name in said:
        found.append({"stops": f"the guard {name}, here", "run": f"{ctl} off {name}",
                      "or": f'"guards": {{"{name}": "off"}} in .autoskillit/guards.json'})
    return found


def place(said: Mapping[str, Any]) -> str:
    """The host that was objected to, as `trusted_destinations` takes it; "" for none."""
    from guards._origin.approvals import place as covered

    leaving = [one["leaving"].get("destination") for one in said.values() if isinstance(one.get("leaving"), dict)]
    origin = [where for one in said.values() if isinstance(one.get("origin"), list) for where in one["origin"][2:3]]
    named = [str(text).split(", ")[0] for text in (*leaving, *origin)]
    return next((covered(text) for text in named if "." in text and "[" not in text and is_place(text)), "")


def lines(found: Mapping[str, Any]) -> list[Any]:
    """What was found of an event (`found`), as lines for a person."""
    word = {"ask": "asked about", "deny": "denied"}.get(found["decision"], "passed")
    word = f"would have been {word}" if found["watched"] else word
    colour = {"ask": "yellow", "deny": "red"}.get(found["decision"], "")
    out: list[Any] = [((word, colour), f": {tool_of(found['tool'], found['operation'])}  ", (found["id"], "cyan")),
                      f"  {found['reason'] or 'no guard objected'}",
                      f"  in session {found['session_id']}, {str(found['at'])[:19]}"]
    if found["masked"]:
        out.append(f"  {MET}: {found['masked']} in its result; the agent was shown what stands for it")
    out.append("")
    out.append((("what was read of it", "bold"),))
    out += [f"  {one}" for one in found["reading"][:TOLD]] or [f"  {str(found['parameters'])[:300]}"]
    out += [f"  not read: {one}" for one in found["unknown"][:TOLD]]
    for name, said in found["guards"].items():
        out += ["", ((name, "bold"), f" ({said.get('effect')})")]
        out += [f"  {key:<12} {value if isinstance(value, str) else dumps(value)}" for key, value in said.items()
                if key not in HIDDEN and value not in ("", None, [], {})]
    out += [f"  {rule} would have been asked about, but for {excuse}" for rule, excuse in found["excused"] or ()]
    out += ["", (("answered", "bold"), f"  {found['answered']}")]
    if found["ways"]:
        out += ["", (("to make it stop", "bold"),)]
    for way in found["ways"]:
        first = f"type in the agent's prompt: {way['type']}" if "type" in way else way.get("do") or f"run: {way['run']}"
        out += [f"  {way['stops']}", f"    {first}", f"    or {way['or']}"]
    return out
