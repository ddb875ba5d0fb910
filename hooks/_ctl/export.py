"""`guardctl export`: ledger rows for other systems, one JSON object a line.

    jsonl   the fields that docs/fleet.md names; self-contained, so that the rows of a fleet merge by concatenation
    ocsf    OCSF 1.8: each row an API Activity (6003), what was asked about or denied a Detection Finding (2004) too
    otlp    OTLP/JSON ExportLogsServiceRequests of up to 25 rows, for an OpenTelemetry collector's file receiver

A result that says nothing which its call did not does not leave, `--whole` leaves nothing out.
`--to FILE` appends to a file, and with `--cursor` no row is written twice and none is lost, whenever this is killed.
On standard output a cursor may give the last batch a second time.  `--follow` goes on as rows come, within a second.
"""
from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import suppress
from datetime import datetime, timezone

from guards._text.glob import match
from hooks import _identity
from hooks._ctl import _cursor, _leaving, _ledgers, _ocsf, _otlp
from hooks._install.said import many
from hooks._stores import disk, ledger
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hooks._ctl._cursor import Cursor, Mark, Output
    from hooks._stores.world import World

    Row = dict[str, object]
    Shape = Callable[[list[Row]], list[Row]]

BATCH = 500         # rows that are written together
PAUSE = 0.4         # seconds between two looks
DECISIONS = tuple("pass ask deny defer modify step_up".split())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=sorted(FORMATS), default="jsonl")
    parser.add_argument("--session", help="only this session (id or beginning); default: all")
    parser.add_argument("--decision", help="only these, with commas: pass,ask,deny,defer")
    parser.add_argument("--event", help="only events that fit a glob: PreToolUse")
    parser.add_argument("--tool", help="only tools that fit a glob: mcp__*")
    parser.add_argument("--agent", help="only this agent id")
    parser.add_argument("--since", help="only rows from this time on (RFC 3339)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on as rows come")
    parser.add_argument("--to", metavar="FILE", help="append to this file instead of standard output")
    parser.add_argument("--cursor", metavar="FILE", help="go on where the last run with this file ended")
    parser.add_argument("--pseudonymise", metavar="KEYFILE",
                        help="people, hosts and folders by keyed pseudonyms; the same key on every machine")
    parser.add_argument("--whole", action="store_true", help="jsonl: the rows as the ledger has them, nothing left out")


class Export:
    """One run: what it was asked for, and what it remembers of each ledger beside its cursor."""

    def __init__(self, args: argparse.Namespace, world: World) -> None:
        """Raises Fault."""
        self.args, self.world = args, world
        self.source = _leaving.source(world, args.pseudonymise)
        self.cursor: Cursor = _cursor.Cursor(args.cursor or "", asked_for(args))
        self.strange = 0        # rows that are passed over
        self.output: Output | None = _cursor.Output(args.to) if args.to else None
        self.read: dict[str, tuple[int, int, _ledgers.Given]] = {}     # name -> inode, bytes, what rows add up to

    def once(self) -> None:
        """Writes what has come since the last time."""
        folder = os.path.join(self.world.state, "context")
        self._mend(folder)
        for name, path in self.cursor.moved(folder):
            self._ledger(name, path, {**self.cursor.marks[name]})
        paths = [_ledgers.of(self.world, self.args.session)] if self.args.session else _ledgers.paths(self.world)[::-1]
        for path in paths:
            name, size = os.path.basename(path), os.stat(path).st_size
            mark = self.cursor.marks.get(name)
            if mark is None or size != mark["at"] or os.stat(path).st_ino != mark["inode"]:
                self._ledger(name, path, self.cursor.of(path))

    def _mend(self, folder: str) -> None:
        """The rest of a batch that the last run was killed in."""
        if self.output is None or not self.cursor.pending:
            return
        there = self.output.mended(self.cursor.output)
        for name, mark in self.cursor.pending.items():
            path = _cursor.file_of(folder, name, mark["inode"])
            batch = next(self._batches(name, path, mark, self.cursor.until), None)
            if batch is not None:
                self.output.put(batch[0][there:])
                self.cursor.marks[name] = mark
        self.cursor.pending = {}
        self.cursor.save()

    def _ledger(self, name: str, path: str, mark: Mark) -> None:
        for batch, start in self._batches(name, path, mark):
            if self.output is not None and self.cursor.path and batch:
                self.cursor.pending, self.cursor.output = {name: start}, self.output.place()
                self.cursor.until = mark["at"]
                self.cursor.save()
            if self.output is not None:
                self.output.put(batch)
            else:
                sys.stdout.write(b"".join(batch).decode("utf-8", "replace"))
                sys.stdout.flush()
            self.cursor.pending, self.cursor.marks[name] = {}, {**mark}
            self.cursor.save()

    def _batches(self, name: str, path: str, mark: Mark, until: int = 0) -> Iterator[tuple[list[bytes], Mark]]:
        """(lines, the mark that they begin at) of what a ledger holds from `mark` on, which moves along."""
        given = self._before(name, path, mark)
        start: Mark = {**mark}
        batch: list[Row] = []
        rows = 0
        for line in disk.lines(path, mark["at"]):
            torn = not line.endswith(b"\n") and len(line) < disk.LONGEST_LINE
            if torn or (until and mark["at"] >= until):
                break
            mark["at"] += len(line)
            mark["first"] = mark["first"] or _cursor.begun(path)["first"]
            row = ledger.parse(line.rstrip(b"\n"))
            if row is None:
                continue
            try:
                row = given.of(row)
                number = row.get("seq")
                if isinstance(number, int):
                    if number <= mark["seq"]:
                        continue
                    mark["seq"] = number
                if wanted(row, self.args):
                    batch += self._sent(row)
            except (TypeError, ValueError, AttributeError, KeyError, RecursionError):
                self.strange += 1       # nothing of ours wrote it; the others leave
            rows += 1
            if rows >= BATCH:
                self.read[name] = mark["inode"], mark["at"], given
                yield self._lines(batch), start
                start, batch, rows = {**mark}, [], 0
        if mark != start:
            self.read[name] = mark["inode"], mark["at"], given
            yield self._lines(batch), start

    def _before(self, name: str, path: str, mark: Mark) -> _ledgers.Given:
        """What the rows before a mark add up to: remembered, or read again."""
        held = self.read.get(name)
        if held is not None and held[:2] == (mark["inode"], mark["at"]):
            return held[2]
        given, at = _ledgers.Given(), 0
        for line in disk.lines(path) if mark["at"] else ():
            at += len(line)
            row = ledger.parse(line.rstrip(b"\n"))
            with suppress(TypeError, ValueError, AttributeError, KeyError, RecursionError):
                if row is not None:
                    given.of(row)
            if at >= mark["at"]:
                break
        return given

    def _lines(self, rows: list[Row]) -> list[bytes]:
        shaped = rows if self.args.whole and self.args.format == "jsonl" else FORMATS[self.args.format](rows)
        return [(dumps(one) + "\n").encode("utf-8", "replace") for one in shaped]

    def _sent(self, row: Row) -> list[Row]:
        if self.args.whole and self.args.format == "jsonl":
            return [{**{name: value for name, value in row.items() if name != "learned"}, "host": self.source.host,
                     "project": self.source.project}]
        parent = ""
        if row.get("event") == "SessionStart":
            launch = _identity.launch(self.world, str(row.get("session_id", "")))
            parent = str(launch["caller_session_id"]) if launch else ""
        sent = _leaving.leaving(row, self.source, parent)
        return [] if _leaving.silent(sent) else [sent]


def run(args: argparse.Namespace, world: World) -> int:
    if args.whole and args.pseudonymise:
        raise Fault("--whole holds what the ledger holds; it cannot be pseudonymised")
    args.since, args.decision = moment(args.since), decisions(args.decision)
    export = Export(args, world)
    while True:
        export.once()
        if export.strange:
            print(f"guardctl export: {many(export.strange, 'row')} of another shape were passed over", file=sys.stderr)
            export.strange = 0
        if not args.follow:
            return 0
        time.sleep(PAUSE)


def moment(text: str | None) -> str:
    """A time as rows have it, in UTC; a day is its first moment.  Raises Fault.

    >>> moment("2026-11-26T04:01:03+02:00"), moment("2026-11-26t02:01:03z"), moment("2026-11-26"), moment(None)
    ('2026-11-26T02:01:03.000000Z', '2026-11-26T02:01:03.000000Z', '2026-11-26T00:00:00.000000Z', '')
    """
    if not text:
        return ""
    try:
        found = datetime.fromisoformat(text.upper().replace("Z", "+00:00"))
    except ValueError:
        raise Fault(f"--since {text}: no time as RFC 3339 has it, 2026-11-26T04:01:03Z") from None
    found = found if found.tzinfo else found.replace(tzinfo=timezone.utc)
    return found.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def decisions(text: str | None) -> str:
    """The decisions that are wanted, as rows have them.  Raises Fault."""
    said = (text or "").lower().split(",") if text else []
    strange = [one for one in said if one not in DECISIONS]
    if strange:
        raise Fault(f"--decision {strange[0]}: it is one of {', '.join(DECISIONS)}")
    return ",".join(said)


def asked_for(args: argparse.Namespace) -> str:
    """Which rows are wanted, in the words of the command."""
    names = ("session", "decision", "event", "tool", "agent", "since")
    return " ".join(f"--{name} {getattr(args, name)}" for name in names if getattr(args, name, None))


def wanted(row: Row, args: argparse.Namespace) -> bool:
    """True for a row that the filters let through."""
    from hooks._decisions import result_of

    if args.decision:
        said = {str(row.get("decision")), result_of(row).lower()}
        if not said & set(args.decision.split(",")):
            return False
    return (not args.event or match(args.event, str(row.get("event", "")))) and \
        (not args.tool or match(args.tool, str(row.get("tool", "")))) and \
        (not args.agent or row.get("agent_id") == args.agent) and \
        (not args.since or str(row.get("ts", "")) >= args.since)


FORMATS: dict[str, Shape] = {
    "jsonl": list, "otlp": _otlp.requests, "ocsf": lambda rows: [one for row in rows for one in _ocsf.events(row)]}
