"""`guardctl tune`: the few settings that would have spared you what you always answered with yes.

Reads the ledgers, counts the questions of each rule with their answers (yes and it ran; no), and proposes a place to
trust, what a tool is not, or a call that passes, each with the calls that it would have let through.
`guardctl tune 1 3` writes what you pick; `guardctl tune --undo` puts guards.json back as it was.

It proposes nothing from fewer than three answers on two days, nothing that you once answered with no, and never a place
for secrets that no prompt named.  Records that the repository brings are nobody's answers.  Answers are inferred: a
result means yes.
"""
from __future__ import annotations

import argparse
import os

from guards._text.address import host_of
from hooks import _git, _registry, _settings
from hooks._ctl import _ledgers, _own, verify
from hooks._ctl._story import story_of
from hooks._install import json_text
from hooks._install.said import many
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.ledger import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._ctl._parts import Json
    from hooks._stores.world import World

ANSWERS, DAYS = 3, 2        # so many yeses, on so many days, before anything is proposed
DAY = 86_400_000            # milliseconds
SHOWN = 4                   # calls that are shown of each
YES = ("approved", "approved, failed")
NEVER = ("self.", "resume.", "secret.", "policy.")     # no setting spares these, nor one about credentials but NAMED
NAMED = "leave.credentials-to-named"
KEPT = "before_tune.json"   # in the person's own folder, which no repository brings: guards.json before the last change


class Proposal:
    """One setting: `path` and `value` in guards.json, the calls that it would have let through, a warning or ""."""

    __slots__ = ("calls", "path", "value", "warning", "what")

    def __init__(self, what: str, path: list[str], value: object, calls: list[Json], warning: str) -> None:
        self.what, self.path, self.value, self.calls, self.warning = what, path, value, calls, warning


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pick", nargs="*", type=int, metavar="N", help="write these proposals (default: show them)")
    parser.add_argument("--undo", action="store_true", help="put guards.json back as it was before the last change")


def run(args: argparse.Namespace, world: World) -> int:
    if args.undo:
        return undone(args, world)
    left: list[str] = []
    found = proposals(answered(world, left))
    if left and not args.json:
        print(f"{many(len(left), 'session')} left out: not as written (guardctl verify), or tracked by git")
    wrong = [number for number in args.pick if not 0 < number <= len(found)]
    if wrong:
        raise Fault(f"there is no proposal {wrong[0]}; guardctl tune lists {len(found)}")
    if args.pick:
        return written(args, world, [found[number - 1] for number in dict.fromkeys(args.pick)])
    if args.json:
        rows = [{"n": n, "what": one.what, "path": one.path, "value": one.value, "warning": one.warning,
                 "calls": len(one.calls)} for n, one in enumerate(found, 1)]
        print(dumps({"proposals": rows}))
        return 0
    for number, one in enumerate(found, 1):
        print(f"{number}  {one.what}")
        for call in one.calls[:SHOWN]:
            print(f"     would have passed: {call['tool']}: {call['about']}  ({call['rule']})")
        more = len(one.calls) - SHOWN
        print(f"     and {more} more" if more > 0 else "", end="\n" if more > 0 else "")
        if one.warning:
            print(f"     careful: {one.warning}")
    print("guardctl tune N ... writes what you pick; guardctl tune --undo takes it back" if found else
          f"nothing to propose: no question was answered with yes {ANSWERS} times on {DAYS} days, and never with no")
    return 0


def answered(world: World, left: list[str]) -> list[Json]:
    """Each question on record that was answered: {"rule", "tool", "to", "about", "yes", "day", "held"}.  Sessions whose
    records are not as they were written, or that a repository brings, go to `left`."""
    settings = _settings.load(world, _registry.load())
    found: list[Json] = []
    paths = _ledgers.paths(world)
    given = brought(paths)
    for path in paths:
        stem = os.path.basename(path)[:-len(_ledgers.LEDGER)]
        if os.path.basename(path) in given:
            left.append(stem)
            continue
        try:
            story = story_of(_ledgers.rows(path), settings)
            if verify.check(world, stem)["faults"]:
                left.append(stem)
                continue
        except (Fault, OSError):
            continue
        for row, more in zip(story["rows"], story["details"]):
            if row["k"] == "call" and row.get("v") == 1 and not row.get("w") and row.get("end") in (*YES, "declined"):
                given = more.get("parameters")
                found.append({"rule": str(more.get("rule", "")), "tool": row.get("tool", ""), "to": row.get("to", ""),
                              "about": row.get("what", ""), "yes": row["end"] in YES, "day": row["t"] // DAY,
                              "held": row.get("held", 0), "given": given if isinstance(given, dict) else {}})
    return found


def brought(paths: list[str]) -> set[str]:
    """The names of the ledgers that git tracks: ours never are, so somebody else put them there."""
    _, names = (_git.run(os.path.dirname(paths[0]), "ls-files", "-z", "--", ".") if paths else None) or (0, "")
    return set(names.split("\0"))


def proposals(rows: list[Json]) -> list[Proposal]:
    """What would have spared the questions that were always answered with yes; the most useful first."""
    groups: dict[tuple[str, ...], list[Json]] = {}
    for row in rows:
        groups.setdefault(key_of(row), []).append(row)
    found = [proposal(key, calls) for key, calls in groups.items() if key and all(call["yes"] for call in calls)
             and len(calls) >= ANSWERS and len({call["day"] for call in calls}) >= DAYS]
    return sorted(found, key=lambda one: -len(one.calls))


def key_of(row: Json) -> tuple[str, ...]:
    """The setting that could spare a question: (kind, of what); () for none.

    >>> key_of({"rule": "leave.document-to-unnamed", "tool": "Bash", "to": "files.acme.example/in", "given": {}})
    ('place', 'files.acme.example')
    >>> key_of({"rule": "leave.repository-to-unnamed", "tool": "Bash", "to": "github.com/acme/x", "given": {}})
    ('place', 'github.com/acme/*')
    >>> key_of({"rule": "leave.credentials-to-unnamed", "tool": "Bash", "to": "files.acme.example", "given": {}})
    ()
    """
    rule, tool, given = row["rule"], row["tool"], row["given"]
    parts = rule.split(",")
    if not rule or any(part.startswith(NEVER) or ("credentials" in part and part != NAMED) for part in parts):
        return ()
    host, _, path = row["to"].partition("/")
    if rule.startswith("leave.repository-"):     # a forge is everybody's: its owner there, or nothing
        named = "." in host and "/" in path and " " not in path
        return ("place", f"{host}/{path.partition('/')[0]}/*") if named else ()
    if (rule.startswith("leave.") or rule == "origin.place-from-text") and "." in host and " " not in row["to"]:
        return "place", host_of(row["to"]) or row["to"]
    if tool.startswith("mcp__") and rule.startswith("leave."):
        return "tool", tool, "external"
    wanted = given if tool.startswith("mcp__") else {"command": given.get("command")}
    exact = all(isinstance(value, (str, int)) and not set(str(value)) & set("*?[…") for value in wanted.values())
    return ("call", tool, dumps(wanted)) if exact and any(wanted.values()) else ()


def proposal(key: tuple[str, ...], calls: list[Json]) -> Proposal:
    """The setting of a key, in words and as it stands in guards.json."""
    many = f"{len(calls)} questions, all answered with yes"
    held = max(call["held"] for call in calls)
    careful = "some of these calls were made while the session held private data" if held > 1 else ""
    if key[0] == "place":
        more = "secrets may then go there without a question, too"
        return Proposal(f"trust {key[1]} ({many})", ["trusted_destinations"], key[1], calls,
                        f"{careful}; {more}" if careful else more)
    if key[0] == "tool":
        return Proposal(f"{key[1]} is not {key[2]} ({many})", ["tools", key[1], key[2]], False, calls, careful)
    id = f"tuned-{digest(' '.join(key[1:]).encode('utf-8', 'replace'))[:6]}"
    rule = {"id": id, "when": {"tool": key[1], "input": loads(key[2])}, "decision": "pass"}
    return Proposal(f"let just this call of {key[1]} pass: {key[2]} ({many})", ["policy"], rule, calls, careful)


def written(args: argparse.Namespace, world: World, picked: list[Proposal]) -> int:
    """Writes what was picked, and keeps what was there before.  Raises Fault, OSError."""
    before: list[str] = []

    def edit(text: str) -> str:
        before.append(text)
        for one in picked:
            text = changed(text, one)
        return text

    path = _own.change(world, edit)
    disk.make_folder(world.beside("tuned"))
    disk.replace(os.path.join(world.beside("tuned"), KEPT), dumps({"file": path, "text": before[0]}).encode())
    if args.json:
        print(dumps({"file": path, "written": [one.what for one in picked]}))
        return 0
    for one in picked:
        print(f"{'.'.join(one.path)}: {dumps(one.value)}")
    print(f"written to {path}; guardctl tune --undo takes it back")
    return 0


def changed(text: str, one: Proposal) -> str:
    """The text of guards.json with one proposal in it."""
    if one.path[0] == "tools":
        for depth in (1, 2):
            if json_text.find(text, one.path[:depth]) is None:
                text = json_text.put(text, one.path[:depth], {})
        return json_text.put(text, one.path, one.value)
    node = json_text.find(text, one.path)
    if node is None:
        return json_text.put(text, one.path, [one.value])
    if not isinstance(node.value, list):
        raise json_text.Refused(f"{one.path[0]} is no list")
    return text if one.value in node.value else json_text.add(text, one.path, one.value)


def undone(args: argparse.Namespace, world: World) -> int:
    """Puts guards.json back as it was before the last change.  Raises Fault, OSError."""
    kept = os.path.join(world.beside("tuned"), KEPT)
    try:
        before = loads(disk.read(kept, _settings.MOST) or b"{}")
    except ValueError:
        before = {}
    if not isinstance(before, dict) or not isinstance(before.get("text"), str):
        raise Fault("guardctl tune has changed nothing here that could be taken back")
    path = _own.change(world, lambda _: str(before["text"]))
    disk.remove(kept)
    print(dumps({"file": path}) if args.json else f"{path} is as it was before")
    return 0
