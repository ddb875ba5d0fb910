"""`guardctl report [SESSION] [-o FILE]`: sessions for somebody who was not there.

Without `-o` one session as Markdown; with it one page that a browser opens (`_page`), which needs no network: the
session that is named, or all sessions of the project with a list of them as the first page.  `--fleet DIR` takes all
projects below a folder together: a line each as text, or a page of their sessions (`_fleet`); where none is there but
exports of many machines are, one page over those (`_merged`).  `--since 30d` tells the days instead of a session: what
was stopped, and what was asked for nothing (`_month`).
"""
from __future__ import annotations

import argparse
import os

from guards._history.lineage import text
from hooks import _decisions, _identity, _registry, _settings
from hooks._ctl import _ledgers
from hooks._ctl._tree import tree
from hooks._ctl.context import evaluation
from hooks._ctl.lineage import around, messages, summed
from hooks._ctl.verify import check
from hooks._install.said import many
from hooks._stores import disk, launches, ledger, provenance
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from hooks._stores.world import World

RESULTS = {"DENY": "denied", "STEP_UP": "asked", "DEFER": "deferred", "MODIFY": "changed"}    # as a person says it
MOST_SESSIONS = 500     # on the first page
MOST_LINES = 30_000     # in one file; older sessions are listed without their lines
MOST_PROMPTS = 100      # of a session that are told as text
STRIP = 48              # strokes of a session's little picture
OBJECTIONS = 5
SAID_OF_A_LAUNCH = ("kind", "recipe_name", "step_name", "kitchen_id", "agent_type")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: the newest; with -o all)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write a page for a browser (- for standard output)")
    parser.add_argument("--fleet", metavar="DIR", help="all projects below this folder, or the merged exports in it")
    parser.add_argument("--since", metavar="30d", help="the last days (d), hours (h) or weeks (w) on one page")


def run(args: argparse.Namespace, world: World) -> int:
    if args.since:
        from hooks._ctl import _month

        if args.fleet or args.session:
            raise disk.Fault("--since takes all sessions of this project: name no session and no fleet")
        return _month.report(world, args.since, args.output, args.json)
    if args.fleet and args.session:
        raise disk.Fault("--fleet takes all sessions: name no session")
    if args.fleet and exports(args.fleet):
        from hooks._ctl import _merged

        return _merged.report(args.fleet, args.output, args.json)
    if args.fleet and not args.output:
        from hooks._ctl import _fleet

        return _fleet.report(_fleet.worlds(world, args.fleet), args.fleet, args.json)
    if args.output:
        return written(args, world)
    path = _ledgers.of(world, args.session)
    found = evaluation(world, path, 0)
    chain = _identity.lineage(world, found["session_id"])
    receipts = _decisions.receipts(world, found["session_id"], ledger.rows(disk.lines(path)), chain)
    whole = check(world, os.path.basename(path)[:-len(_ledgers.LEDGER)])
    if args.json:
        print(dumps({"context": found, "decisions": receipts, "verified": whole, "launched_by": chain}))
        return 0
    for line in lines(found, receipts, whole, chain, asked(_ledgers.rows(path))):
        print(line)
    return 0


def asked(rows: Iterable[Mapping[str, object]]) -> list[str]:
    """Every prompt of the person, in order; of very many the first and the newest, with the number of those between."""
    from guards import Event
    from guards._intent.prompts import typed

    given = [row.get("parameters") for row in rows if row.get("event") == "UserPromptSubmit"]
    said = [str(one.get("prompt", "")) for one in given if isinstance(one, dict)]
    said = [one for one in said if typed(Event("UserPromptSubmit", "-", prompt=one))]
    left = len(said) - MOST_PROMPTS
    return said if left <= 0 else [said[0], f"({many(left, 'prompt')} not shown here)", *said[left + 1:]]


def exports(folder: str) -> bool:
    """Does a folder hold exports, and no project with records of its own?"""
    from hooks._ctl import _fleet, _merged

    return not any(True for _ in _fleet.projects(os.path.abspath(folder))) and bool(_merged.files(folder))


def written(args: argparse.Namespace, world: World) -> int:
    """Writes the page, 0600: it says as much as the ledger does.  Raises Fault, OSError."""
    from hooks._ctl._page import page, place

    if args.fleet:
        from hooks._ctl import _fleet

        project, sessions = of_all(_fleet.worlds(world, args.fleet), args.fleet)
    else:
        paths = [_ledgers.of(world, args.session)] if args.session else _ledgers.paths(world)
        project, sessions = gathered(world, paths[:MOST_SESSIONS])
        project.update(single=bool(args.session), not_listed=max(0, len(paths) - MOST_SESSIONS))
    whole = page(project, sessions).encode("utf-8", "replace")
    if args.output == "-":
        import sys

        sys.stdout.buffer.write(whole)
        return 0
    disk.replace(place(args.output), whole)
    print(dumps({"file": args.output, "sessions": len(sessions), "bytes": len(whole)}) if args.json else
          f"{args.output}: {many(len(sessions), 'session')}, {len(whole) // 1024 + 1} KiB; "
          "open it in a browser")
    return 0


def gathered(world: World, paths: list[str], left: int = MOST_LINES) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """(what the first page says, the sessions in the order of their paths): the input of `_page.page`."""
    from hooks._ctl._story import story_of, visible

    settings = _settings.load(world, _registry.load())
    heard = messages(world)
    known = tree(provenance.every(world), launches.tops(world))
    known += [(0, id, {}) for id in heard if id not in {id for _, id, _ in known}]
    about = [(depth, id, filter(None, (" ".join(described(row)), *summed(heard.get(id, [])))))
             for depth, id, row in known]
    nodes = [(depth, visible(id), visible("; ".join(parts))) for depth, id, parts in about]
    depths = {id: depth for depth, id, _ in nodes}
    sessions = []
    reasons: dict[str, int] = {}
    for path in paths:
        one = story_of(_ledgers.rows(path), settings, left)
        for row, more in zip(one["rows"], one["details"]):
            if row.get("v") and more.get("reason"):
                reasons[more["reason"]] = reasons.get(more["reason"], 0) + 1
        whole = check(world, os.path.basename(path)[:-len(_ledgers.LEDGER)])
        one.update(checked=whole["rows"], faults=[visible(fault) for fault in whole["faults"][:3]],
                   strip=strip(one["rows"]), depth=depths.get(one["id"], 0), lineage=line(nodes, one["id"]),
                   here=bool(one["rows"]))
        left = max(0, left - len(one["rows"]))
        if not one["here"]:
            del one["rows"], one["details"]
        sessions.append(one)
    often = sorted(reasons.items(), key=lambda pair: -pair[1])[:OBJECTIONS]
    return {"name": visible(os.path.basename(world.project)),
            "state": visible(os.path.relpath(world.state, world.project)),
            "made": ledger.rfc3339(world.now)[:16].replace("T", " "), "levels": settings.classification_levels,
            "objections": often}, together(sessions, [id for _, id, _ in nodes])


def of_all(found: list[World], folder: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """(what the first page says, the sessions of all projects, each with its project's name): for `_page.page`."""
    from hooks._ctl import _fleet
    from hooks._ctl._story import visible

    left, missing = MOST_LINES, 0
    sessions: list[dict[str, Any]] = []
    often: dict[str, int] = {}
    project: dict[str, Any] = {}
    for one in found:
        paths = _ledgers.paths(one)
        room = max(0, MOST_SESSIONS - len(sessions))
        missing += max(0, len(paths) - room)
        project, some = gathered(one, paths[:room], left)
        left = max(0, left - sum(len(part.get("rows", ())) for part in some))
        for said, times in project["objections"]:
            often[said] = often.get(said, 0) + times
        sessions += [{**part, "project": visible(_fleet.name_of(one, folder))} for part in some]
    most = sorted(often.items(), key=lambda pair: -pair[1])[:OBJECTIONS]
    project.update(name=visible(os.path.basename(os.path.abspath(folder))), state=f"{len(found)} projects",
                   single=False, not_listed=missing, objections=most, projects=len(found))
    return project, sessions


def together(sessions: list[dict[str, Any]], order: list[str]) -> list[dict[str, Any]]:
    """The sessions with those that were launched below their launcher, families by their newest session."""
    places = {id: at for at, id in enumerate(order)}
    families: dict[str, list[dict[str, Any]]] = {}
    for one in sessions:
        families.setdefault(one["lineage"][0]["id"] if one["lineage"] else one["id"], []).append(one)
    return [one for family in families.values() for one in sorted(family, key=lambda one: places.get(one["id"], 0))]


def strip(rows: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """A session in at most STRIP strokes: the highest (level, verdict) of each part."""
    calls = [row for row in rows if row["k"] == "call"]
    size = max(1, -(-len(calls) // STRIP))
    parts = [calls[at:at + size] for at in range(0, len(calls), size)]
    return [(min(3, max(row.get("level", 0) for row in part)), max(row.get("v", 0) for row in part)) for part in parts]


def described(row: Mapping[str, object]) -> list[str]:
    """What is worth saying of a session behind its id."""
    return [text(row, name) for name in SAID_OF_A_LAUNCH if text(row, name)]


def line(nodes: list[tuple[int, str, str]], id: str) -> list[dict[str, object]]:
    """The session's ancestors, itself and all below it, as the page shows them; [] where it is not on record."""
    at = next((at for at, node in enumerate(nodes) if node[1] == id), None)
    if at is None:
        return []
    return [{"depth": depth, "id": id, "about": about} for depth, id, about in around(nodes, at)]


def lines(found: dict[str, Any], receipts: list[dict[str, object]], whole: dict[str, Any],
          chain: list[dict[str, str]], prompts: list[str]) -> list[str]:
    """The report."""
    state = found["accumulated_state"]
    shown = [f"# Session {found['session_id']}", "",
             f"Began {found['started_at']}, last event {found['time']['last_event_at']},"
             f" {found['time']['elapsed_seconds']} s, {found['time']['prompts']} prompts."]
    shown += [f"Launched by {one['delegator']}." for one in chain[:1]]
    shown += ["", "## Asked", "", *(f"> {quoted(one)}\n" for one in prompts or ["(no prompt on record)"])]
    shown += ["## Done", "", f"{many(state['action_count'], 'action')} with {many(len(state['tools_used']), 'tool')}"
              f" ({', '.join(state['tools_used'][:12])}).",
              f"Highest classification met: {state['highest_classification']}{masked(state)}",
              f"It holds {(state.get('contamination') or {}).get('level') or 'nothing that is private'}."]
    raised = found["risk_signals"]["details"]
    shown += ["", "## Risk signals", ""]
    shown += [f"- {name}: {many(one['count'], 'time')}" for name, one in raised.items()] or ["none"]
    shown += ["", "## Questions and denials", ""]
    shown += [_decision(one) for one in receipts] or ["none"]
    shown += ["", "## Record", "",
              f"{many(whole['rows'], 'row')}: {whole['faults'][0] if whole['faults'] else 'as written'}."]
    return shown


def masked(state: dict[str, Any]) -> str:
    """How a sentence on what was met ends, where the agent was not shown it all."""
    some = state["results_masked"]
    return f"; in {many(some, 'result')} secrets were masked before the agent saw them." if some else "."


def _decision(one: dict[str, Any]) -> str:
    ended = one["execution"] or {}
    came = "did not run" if ended.get("success") is None else "ran" if ended["success"] else "ran and failed"
    if (one["approval"] or {}).get("action_id"):
        came = f"{came}; allowed once, and the same call, made again, passed"
    result = RESULTS.get(one["decision"]["result"], "")
    return (f"- {str(one['action']['timestamp'])[11:19]} **{result}** {one['action']['tool']}"
            f" {one['action']['operation']} ({came}): {quoted(one['decision']['reason'])}")


def quoted(text: str) -> str:
    """One line without markup of its own."""
    return " ".join(text.split()).replace("<", "&lt;").replace("`", "'")[:400]
