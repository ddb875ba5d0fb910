"""`guardctl ci`: what the guards stopped in a job, for its log, its summary and its test report; exit 1 where they did.

    0   a session ran, every call was judged, nothing was stopped
    1   something was stopped, a call ran unjudged, no session is on record, a record is not as it was written, a report
        could not be, or the guards are not those installed

A stopped call has its rule and its reason.  `$GITHUB_STEP_SUMMARY` gets a table where it is set, `--junit FILE` a case
a call; neither is written through a link, which a pull request can bring.  What others wrote is shortened, and stands
as text.
"""
from __future__ import annotations

import argparse
import os
from xml.sax.saxutils import quoteattr

from guards._shell.programs.arguments import verb
from hooks._ctl import _ledgers, verify
from hooks._install import ci
from hooks._install.said import many
from hooks._stores import anchors, disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._stores.world import World

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
    a_job = os.path.join(root, "temp") == world.env.get("AUTOSKILLIT_STATE_DIR")
    faults += [*(ci.strays(root) if a_job else ()), *altered(world, root if a_job else "")]
    if not calls and not stopped:
        faults.append("no call is on record: the client ran without the guards, or it called nothing")
    try:        # the log first: what was stopped is told, whatever a file comes to
        if not args.json:
            for one in stopped:
                print(logged(f"stopped {one['tool']} {one['operation']} [{one['rule']}]: {one['reason']}"))
            print("".join(f"fault {logged(one)}\n" for one in faults), end="", flush=True)
    finally:
        unwritten = [put(path, text(calls, stopped, faults), whole) for path, text, whole in (
            (args.junit, junit, True), (args.summary or world.env.get("GITHUB_STEP_SUMMARY"), markdown, False)) if path]
    late = [one for one in unwritten if one]
    if args.json:
        print(dumps({"calls": len(calls), "stopped": stopped, "faults": faults + late}))
    else:
        print("".join(f"fault {logged(one)}\n" for one in late), end="")
        print(f"{many(len(calls) + len(stopped), 'call')}, {len(stopped)} stopped, {many(len(faults + late), 'fault')}")
    return 1 if stopped or faults or late else 0


def put(path: str, text: str, whole: bool) -> str:
    """Writes a report, or appends to it; why it was not, "" where it was.  No link, device, pipe or second name."""
    draft = f"{path}.{os.getpid()}.new" if whole else path
    try:
        if os.path.lexists(path) and (os.path.islink(path) or not os.path.isfile(path)):
            raise Fault("it is not a regular file")
        fd = disk.open_file(draft, os.O_WRONLY | os.O_CREAT | (os.O_EXCL if whole else os.O_APPEND))
        try:
            if hasattr(os, "fchmod"):
                os.fchmod(fd, 0o644)        # for whoever gathers reports
            disk.write_all(fd, text.encode("utf-8", "replace"))
        finally:
            os.close(fd)
        if whole:
            os.replace(draft, path)
    except (Fault, OSError) as error:
        return f"{path} was not written: {getattr(error, 'strerror', None) or error}"
    return ""


def altered(world: World, root: str) -> list[str]:
    """What in the records is not as it was written; `root` is a job's own folder: what lay outside it before is not the
    job's, and each of its sessions has a beginning."""
    found = []
    pinned = os.path.join(root, "pinned")
    began = os.stat(pinned).st_mtime if root and os.path.exists(pinned) else 0.0
    for stem in verify.names(world):
        path = os.path.join(world.state, "context", stem + _ledgers.LEDGER)
        there = os.path.exists(path)
        if not there and not _since(world, stem, began):
            continue
        found += [f"record {stem}: {one[:LONGEST]}" for one in verify.check(world, stem)["faults"]]
        first = next(iter(_ledgers.rows(path)), {}) if there and root else {"event": "SessionStart"}
        if first.get("event") != "SessionStart":
            found.append(f"record {stem}: its beginning is missing")
    return found


def _since(world: World, stem: str, began: float) -> bool:
    """Was a session's anchor written after that moment?"""
    try:
        return os.stat(os.path.join(anchors.folder(world), stem + anchors.ENDING)).st_mtime >= began
    except (Fault, OSError):
        return False


def logged(text: str) -> str:
    """A line for a job's log, in which `##[` is no command to the runner."""
    return text.replace("#", "# ") if "##" in text else text


def read(world: World) -> tuple[list[Stopped], list[Stopped], list[str]]:
    """(calls that passed, those that were stopped, what was wrong), of all sessions on record."""
    passed: list[Stopped] = []
    stopped: list[Stopped] = []
    faults: list[str] = []
    for path in reversed(_ledgers.paths(world)):
        for row in _ledgers.rows(path):
            name = {key: _ledgers.flat(row.get(key) or "") for key in ("tool", "operation", "rule", "session")}
            name["operation"] = _whole(name["operation"], row.get("parameters"))
            gap = GAPS.get(str(row.get("heartbeat")))
            if gap:
                faults.append(f"{name['tool']} {name['operation']} {gap}")
            if row.get("event") == "PreToolUse":
                hit = _ledgers.objected(row) and row.get("mode") != "watch"
                why = _ledgers.flat(row.get("reason") or "")[:LONGEST]
                (stopped if hit else passed).append({**name, "reason": why})
    return passed, stopped, faults


def _whole(operation: str, given: object) -> str:
    """What a call did with all words of its verb, "gh pr merge", where its command shows them."""
    program = operation.partition(" ")[0]
    words = str(given.get("command") or "").split() if isinstance(given, dict) else []
    said = verb(program, words[words.index(program) + 1:])[0] if program in words else ()
    whole = " ".join([program, *said])
    return _ledgers.flat(whole)[:60] if whole.startswith(operation) else operation


def markdown(calls: list[Stopped], stopped: list[Stopped], faults: list[str]) -> str:
    """A summary; no text of others is markup in it."""
    rows = [f"| {_cell(one['tool'])} | {_cell(one['operation'])} | {_cell(one['rule'])} | {_cell(one['reason'])} |"
            for one in stopped]
    head = f"### Guards: {len(stopped)} of {many(len(calls) + len(stopped), 'call')} stopped\n\n"
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
