"""`guardctl status`: a line a session: when, what it holds, what was asked and denied; what switches the hooks off."""
from __future__ import annotations

import argparse

from guards import LEVELS, Event
from guards._intent import prompts
from hooks import _pins, _registry, _settings
from hooks._ctl import _clients, _ledgers
from hooks._ctl._lines import brief
from hooks._ctl._terminal import fit, say, width
from hooks._identity import VERSION
from hooks._install import bundle, decided, presence, switches
from hooks._install.places import Place
from hooks._install.said import many
from hooks._stores import ledger
from hooks._stores.json import dumps
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

SESSIONS = 20
OBJECTIONS = 5
MET = "met, masked"     # of a secret that the agent was not shown
# What an event after a question says of the answer: its call ran, or the turn went on without it.
ANSWERED = {"PostToolUse": "approved", "PostToolUseFailure": "approved", "PostToolBatch": "declined"}
GAPS = {"unjudged": "ran without being judged", "changed": "ran with another input than was judged",
        "forged": "were made up by a command that the agent ran, and do not count"}
COLOURS = {"credentials": "red", "internal": "yellow", "pii": "yellow"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", "--sessions", type=int, default=SESSIONS,
                        help=f"how many sessions, the newest first (default: {SESSIONS}; 0: all)")


def run(args: argparse.Namespace, world: World) -> int:
    settings = _settings.load(world, _registry.load())
    paths = _ledgers.paths(world)
    sessions = [totals(path) for path in paths[:args.sessions or None]]
    off = switches.findings(Place("project", world.project, world.env), world.env)
    problems = [*settings.problems, *presence.gone(world.project, world.env),
                *(text for _, text in _pins.changed(world)), *(text for _, text in off),
                *_clients.unheard(world)]
    files = decided.rows(world, _registry.load())
    report = {"project": world.project, "state": world.state, "mode": settings.mode, "strict": settings.strict,
              "guards": settings.guards, "files": files, "version": version(), "problems": problems,
              "sessions": sessions, "more": len(paths) - len(sessions)}
    if args.json:
        print(dumps(report))
        return 0
    say(("project  ", "dim"), world.project)
    said = f"{settings.mode}{', strict' if settings.strict else ''}"
    dials = ", ".join(f"{name} {dial}" for name, dial in settings.guards.items())
    say(("mode     ", "dim"), said + (f" ({dials})" if dials else ""))
    say(("version  ", "dim"), version())
    for sentence in decided.sentences(files):
        say(("settings ", "dim"), fit(sentence, width() - 9))
    for problem in problems:
        say(("problem  ", "red"), problem)
    table(sessions)
    if len(paths) > len(sessions):
        say((f"and {len(paths) - len(sessions)} older: guardctl status -n 0", "dim"))
    for text in [line for one in sessions[:1] for line in details(one)]:
        indent = len(text) - len(text.lstrip())
        say(" " * indent + fit(text, width() - indent))
    return 0


def version(code: str = BUNDLE) -> str:
    """The version and the digest of the code that runs: "0.3.0 (3f2a91c)"; of a checkout the version alone."""
    return bundle.name_of(code) or VERSION


def table(sessions: list[dict[str, Any]]) -> None:
    """A line a session, within the terminal's width."""
    if not sessions:
        say("no session is on record yet: start the agent in this project")
        return
    rest = max(12, width() - 51)
    say()
    say((f"{'session':<9} {'last':<12} {'holds':<12} {'asked':>6} {'denied':>6}  {'asked for'}", "dim"))
    for one in sessions:
        level = (one["contamination"] or {}).get("level", "") or (MET if one["met"] else "")
        asked = f"({one['watched']})" if one["watched"] and not one["ask"] else str(one["ask"] or "")
        say((f"{one['session_id'][:8]:<9}", "cyan"), " ", (f"{when(one['last']):<12}", "dim"), " ",
            (f"{fit(str(level), 12):<12}", COLOURS.get(level, "")), " ", (f"{asked:>6}", "yellow"), " ",
            (f"{one['deny'] or '':>6}", "red"), "  ", fit(one["title"], rest))
    if any(one["watched"] for one in sessions):
        say(("(n): would have been asked about or denied, but the mode is watch", "dim"))


def when(stamp: str) -> str:
    """`2026-11-22T02:30:11Z` -> `11-22 02:30`."""
    return f"{stamp[5:10]} {stamp[11:16]}".strip()


def session(path: str) -> list[str]:
    """One session in a few lines, as `/guard-status` shows it."""
    one = totals(path)
    held = [] if one["contamination"] else ["it holds nothing that is private" + (
        "; a secret was met, and masked before the agent saw it" if one["met"] else "")]
    return [f"{many(one['events'], 'event')}: {one['pass']} passed, {one['ask']} asked, {one['deny']} denied", *held,
            *filter(None, details(one))]


def details(one: dict[str, Any]) -> list[str]:
    """What is worth more than a line of the newest session."""
    held = one["contamination"]
    lines = [f"{one['session_id'][:8]} holds {held.get('level')} since {when(str(held.get('contaminated_at')))} "
             f"from {held.get('source')}"] if held else []
    lines += [f"  {many(one[gap], 'call')} {words}: see docs/evidence.md" for gap, words in GAPS.items() if one[gap]]
    lines += [f"  {line}" for line in one["objections"]]
    lines += [f"  error {line}" for line in one["errors"]]
    return ["", *lines] if lines else []


def totals(path: str) -> dict[str, Any]:
    """What one ledger adds up to."""
    one: dict[str, Any] = {"session_id": "", "last": "", "title": "", "events": 0, "pass": 0, "ask": 0, "deny": 0,
                           "watched": 0, "contamination": None, "met": False, **dict.fromkeys(GAPS, 0),
                           "objections": [], "errors": []}
    for row in _ledgers.rows(path):
        add(one, row)
    return one


def add(one: dict[str, Any], row: dict[str, Any]) -> None:
    """Adds a row to what is known of a session: its title, last event, level."""
    one["session_id"] = row.get("session_id") or one["session_id"]
    one["last"] = str(row.get("ts") or "")
    one["events"] += 1
    if row.get("event") == "UserPromptSubmit" and not one["title"]:
        said = str((row.get("parameters") or {}).get("prompt") or "")
        machine = prompts.machine(Event("UserPromptSubmit", "-", prompt=said))
        one["title"] = "" if machine else " ".join(said.split())[:200]
    one["met"] = one["met"] or bool(row.get("masked"))
    if "contamination" in row:
        one["contamination"] = row["contamination"]
    released = ((row.get("guards") or {}).get("contamination") or {}).get("release")
    if released or (not row.get("agent_id") and ledger.held(row) == LEVELS[0]):
        one["contamination"] = None
        one["met"] = one["met"] and not released
    if row.get("heartbeat") in GAPS:
        one[row["heartbeat"]] += 1
    one["errors"] = list(dict.fromkeys([*one["errors"], *(row.get("errors") or [])]))[-OBJECTIONS:]
    if not _ledgers.objected(row):
        one["pass"] += row.get("decision") == "pass"
        id, word = _ledgers.short(row), ANSWERED.get(str(row.get("event")), "asked")
        one["objections"] = [line.replace(f"{id} asked:", f"{id} {word}:") for line in one["objections"]]
        return
    watched = row.get("mode") == "watch"
    one["watched" if watched else row["decision"]] += 1
    word = "watched" if watched else "asked" if row["decision"] == "ask" else "denied"
    said = f"{_ledgers.short(row)} {word}: {brief(str(row.get('reason')))}"
    one["objections"] = [*one["objections"], said][-OBJECTIONS:]
