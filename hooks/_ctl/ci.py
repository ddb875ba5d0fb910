"""`guardctl ci`: what the guards stopped in a job, for its log, its summary and its test report; exit 1 where they did.

    0   a session ran, every call was judged, nothing was stopped
    1   something was stopped, a call ran unjudged, no session is on record, or the guards are not those installed

A stopped call has its rule and its reason.  `$GITHUB_STEP_SUMMARY` gets a table where it is set, `--junit FILE` a case
a call.  What others wrote is shortened, and stands as text.
"""
from __future__ import annotations

import argparse
import os
from xml.sax.saxutils import quoteattr

from hooks._ctl import _ledgers
from hooks._install import ci
from hooks._stores.json import dumps
from hooks._world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._world import World

    Stopped = dict[str, str]

LONGEST = 400       # characters of a reason
CASES = 500         # calls that passed, in a JUnit file
GAPS = {"unjudged": "ran without a guard", "changed": "ran with another input than was judged",
        "forged": "was made up by a command"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--junit", metavar="FILE", help="write a JUnit report")
    parser.add_argument("--summary", metavar="FILE",
                        help="append a summary in Markdown (default: $GITHUB_STEP_SUMMARY)")


def run(args: argparse.Namespace, world: World) -> int:
    calls, stopped, faults = read(world)
    root = os.path.dirname(BUNDLE)
    if os.path.exists(os.path.join(root, "pinned")):
        faults += ci.strays(root)
    if not calls and not stopped:
        faults.append("no call is on record: the client ran without the guards, or it called nothing")
    summary = args.summary or world.env.get("GITHUB_STEP_SUMMARY")
    for path, text in ((args.junit, junit), (summary, markdown)):
        if path:
            with open(path, "w" if path == args.junit else "a", encoding="utf-8") as file:
                file.write(text(calls, stopped, faults))
    if args.json:
        print(dumps({"calls": len(calls), "stopped": stopped, "faults": faults}))
    else:
        for one in stopped:
            print(f"stopped {one['tool']} {one['operation']} [{one['rule']}]: {one['reason']}")
        for fault in faults:
            print(f"fault {fault}")
        print(f"{len(calls) + len(stopped)} calls, {len(stopped)} stopped, {len(faults)} faults")
    return 1 if stopped or faults else 0


def read(world: World) -> tuple[list[Stopped], list[Stopped], list[str]]:
    """(calls that passed, those that were stopped, what was wrong), of all sessions on record."""
    passed: list[Stopped] = []
    stopped: list[Stopped] = []
    faults: list[str] = []
    for path in reversed(_ledgers.paths(world)):
        for row in _ledgers.rows(path):
            name = {key: _ledgers.flat(row.get(key) or "") for key in ("tool", "operation", "rule", "session")}
            gap = GAPS.get(str(row.get("heartbeat")))
            if gap:
                faults.append(f"{name['tool']} {name['operation']} {gap}")
            if row.get("gap"):
                faults.append(f"the record is not as it was written: {_ledgers.flat(row['gap'])[:LONGEST]}")
            if row.get("event") == "PreToolUse":
                hit = _ledgers.objected(row) and row.get("mode") != "watch"
                why = _ledgers.flat(row.get("reason") or "")[:LONGEST]
                (stopped if hit else passed).append({**name, "reason": why})
    return passed, stopped, faults


def markdown(calls: list[Stopped], stopped: list[Stopped], faults: list[str]) -> str:
    """A summary; no text of others is markup in it."""
    rows = [f"| {_cell(one['tool'])} | {_cell(one['operation'])} | {_cell(one['rule'])} | {_cell(one['reason'])} |"
            for one in stopped]
    head = f"### Guards: {len(stopped)} of {len(calls) + len(stopped)} calls stopped\n\n"
    table = ["| tool | operation | rule | why |", "| --- | --- | --- | --- |", *rows, ""] if rows else []
    return head + "\n".join([*table, *(f"- fault: {_cell(one)}" for one in faults)]) + "\n\n"


def junit(calls: list[Stopped], stopped: list[Stopped], faults: list[str]) -> str:
    """A test report: a case a call."""
    lines = [f'<testsuite name="autoskillit-guards" tests="{len(calls[:CASES]) + len(stopped) + len(faults)}" '
             f'failures="{len(stopped)}" errors="{len(faults)}">']
    for one in stopped:
        lines.append(f"<testcase classname={_attribute(one['tool'])} "
                     f"name={_attribute(one['operation'] or one['tool'])}>"
                     f"<failure type={_attribute(one['rule'])} message={_attribute(one['reason'])}/></testcase>")
    lines += [f'<testcase classname="guards" name="fault"><error message={_attribute(one)}/></testcase>'
              for one in faults]
    lines += [f"<testcase classname={_attribute(one['tool'])} name={_attribute(one['operation'] or one['tool'])}/>"
              for one in calls[:CASES]]
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join([*lines, "</testsuite>"]) + "\n"


def _attribute(text: str) -> str:
    return quoteattr("".join(c if c.isprintable() else " " for c in text))


def _cell(text: str) -> str:
    """Text in a cell of a table, with no sign that Markdown or HTML would read."""
    return "".join(f"&#{ord(c)};" if c in "|<>&[]()*_`\\!#~@:/" else c for c in text if c.isprintable())
