"""`guardctl report --fleet DIR` over merged exports: the `jsonl` lines of many machines, as one inert page or as text.

Rows merge by concatenation: each file that ends in `.jsonl` counts, whoever wrote it.  A line that is torn, or is no
row of `guardctl export`, is passed over and counted; a row that came twice counts once.  What stands in the rows is
anybody's: it reaches the page through `_parts.cell` alone, and the page runs no script.
"""
from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from heapq import heappush, heapreplace, nlargest
from json import JSONDecoder

from hooks._ctl import _ledgers, _parts
from hooks._ctl._page import put, source
from hooks._ctl._times import millis
from hooks._install.said import many
from hooks._stores import disk
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Part = tuple[str, int, int]     # a file, and the bytes in which the lines begin that are read
    Row = dict[str, object]
    Table = tuple[str, tuple[str, ...], list[tuple[object, ...]]]

DEEPEST = 4             # folders below the one that is named
LISTED = 300            # newest objections, one by one
MOST = 50               # rows of a table
LONGEST = 200           # characters of a value
FEWEST = 20             # actions of a session whose distance is told
SMALL = 16 * 1024 * 1024        # bytes that one process reads as fast as several
UNSEEN = ("unjudged", "changed", "forged")
LEVELS = ("none", "pii", "internal", "credentials")
TITLE = "What the guards did on a fleet"
LIMITS = ("This is what was exported, no more: a machine that exports nothing is not in it, and whoever can write into "
          "the folder can write rows.  Texts are redacted, and shortened.")


def files(folder: str) -> list[str]:
    """The exports below a folder, by name; links are not followed, and no record of a project is one."""
    found, base = [], folder.rstrip("/").count("/")
    for path, names, plain in os.walk(folder):
        deeper = path.rstrip("/").count("/") - base < DEEPEST
        names[:] = sorted(name for name in names if deeper and name[0] != ".")
        found += [at for name in sorted(plain) if name.endswith(".jsonl")
                  for at in [os.path.join(path, name)] if os.path.isfile(at) and not os.path.islink(at)]
    return found


class One:
    """A session; `level` is a place in LEVELS, `far` the sum of what its actions were away from what was asked, `seen`
    the numbers of its rows."""

    __slots__ = ("actions", "far", "host", "level", "person", "project", "seen")

    def __init__(self, row: Row) -> None:
        self.host, self.person, self.project = (short(row.get(name)) for name in ("host", "person", "project"))
        self.level, self.far, self.actions = 0, 0.0, 0
        self.seen: set[int] = set()


class Fleet:
    """What the rows add up to."""

    def __init__(self) -> None:
        self.torn: Counter[str] = Counter()         # file -> lines that are no rows
        self.rows = self.calls = self.masked = self.twice = 0
        self.sessions: dict[str, One] = {}
        self.stopped: Counter[tuple[str, str, str, str]] = Counter()
        self.unseen: Counter[tuple[str, str, str]] = Counter()
        self.hosts: dict[str, str] = {}             # host -> its last row's time
        self.first = self.last = ""
        self.newest: list[tuple[str, int, Row]] = []        # a heap of LISTED

    def read(self, path: str, start: int = 0, end: int = 0) -> None:
        """The rows of a file whose lines begin in these bytes; all of them where there is no end.  Raises OSError."""
        parse, at = JSONDecoder().raw_decode, max(start - 1, 0)
        found = disk.lines(path, at)
        if start:
            at += len(next(found, b""))     # it begins before
        for line in found:
            if end and at >= end:
                break
            at += len(line)
            try:
                text = line.removeprefix(b"\xef\xbb\xbf").decode().strip()
                row, behind = parse(text)
                row = row if behind == len(text) else None
            except (ValueError, RecursionError):
                row = None
            if isinstance(row, dict) and isinstance(row.get("event"), str) and isinstance(row.get("session_id"), str):
                self.add(row)
            else:
                self.torn[path] += 1

    def add(self, row: Row) -> None:
        """One row more."""
        get = row.get
        id, number, event = short(row["session_id"]), get("seq"), row["event"]
        one = self.sessions.get(id)
        if one is None:
            one = self.sessions[id] = One(row)
        if isinstance(number, int):
            if number in one.seen:
                self.twice += 1
                return
            one.seen.add(number)
        self.rows += 1
        ts, host = short(get("ts")), short(get("host"))
        if ts < self.first or self.rows == 1:
            self.first = ts
        if ts > self.last:
            self.last = ts
        if ts > self.hosts.get(host, "") or host not in self.hosts:
            self.hosts[host] = ts
        if event == "PreToolUse":
            self.calls += 1
            if get("decision") in ("ask", "deny") and get("mode") != "watch":
                self.stop(row, one, id, ts)
        far, level, masked = get("semantic_distance"), get("level"), get("masked")
        if isinstance(far, (int, float)) and 0 <= far <= 1:
            one.far += far
            one.actions += 1
        if isinstance(level, list) and level and level[-1] in LEVELS:
            one.level = max(one.level, LEVELS.index(level[-1]))
        if isinstance(masked, int) and 0 < masked < 10_000:
            self.masked += masked
        if get("heartbeat") in UNSEEN:
            self.unseen[host, id, short(get("heartbeat"))] += 1

    def join(self, more: Fleet) -> bool:
        """Takes in what stands behind in the files; False, and this one is of no use, where a row came in both."""
        for id, one in more.sessions.items():
            mine = self.sessions.setdefault(id, one)
            if mine is not one:
                if not mine.seen.isdisjoint(one.seen):
                    return False
                mine.seen |= one.seen
                mine.level, mine.far = max(mine.level, one.level), mine.far + one.far
                mine.actions += one.actions
        for host, ts in more.hosts.items():
            self.hosts[host] = max(self.hosts.get(host, ""), ts)
        for own, other in ((self.torn, more.torn), (self.stopped, more.stopped), (self.unseen, more.unseen)):
            own.update(other)       # type: ignore[arg-type]
        if more.rows:
            self.first, self.last = min(self.first, more.first) if self.rows else more.first, max(self.last, more.last)
        self.newest = nlargest(LISTED, self.newest + [(ts, self.rows + at, told) for ts, at, told in more.newest],
                               key=lambda one: one[:2])
        self.rows, self.calls, self.masked, self.twice = (
            mine + theirs for mine, theirs in ((self.rows, more.rows), (self.calls, more.calls),
                                               (self.masked, more.masked), (self.twice, more.twice)))
        return True

    def stop(self, row: Row, one: One, id: str, ts: str) -> None:
        """A question or a denial."""
        rule, said = short(row.get("rule")), short(row["decision"])
        self.stopped[one.person, one.host, rule, said] += 1
        told: Row = {
            "t": millis(ts) / 1000, "session": id, "project": f"{one.host} {one.project}", "effect": said,
            "tool": short(row.get("tool")), "what": short(row.get("excerpt") or row.get("operation")), "rule": rule,
            "reason": short(row.get("reason")).removeprefix("autoskillit "), "prompt": "", "then": "not exported"}
        push = heappush if len(self.newest) < LISTED else heapreplace
        push(self.newest, (ts, self.rows, told))

    def tables(self) -> list[Table]:
        """(title, heads, rows), each with the most in front."""
        held = sorted((-one.level, id) for id, one in self.sessions.items() if one.level)[:MOST]
        far = sorted((-one.far / one.actions, id) for id, one in self.sessions.items() if one.actions >= FEWEST)[:MOST]
        where = {id: (one.host, one.person, one.project) for _, id in (*held, *far) for one in [self.sessions[id]]}
        day = self.last[:10]
        silent = sorted((last, host) for host, last in self.hosts.items() if last[:10] < day)[:MOST]
        return [
            ("Who was stopped, where, by which rule", ("person", "host", "rule", "answer", "times"),
             [(*key, times) for key, times in self.stopped.most_common(MOST)]),
            ("Calls that ran without a guard", ("host", "session", "how", "times"),
             [(*key, times) for key, times in self.unseen.most_common(MOST)]),
            (f"Machines with no row on the last day ({day})", ("host", "last row"),
             [(host, at) for at, host in silent]),
            ("Sessions that held most", ("holds", "session", "host", "person", "project"),
             [(LEVELS[-level], id, *where[id]) for level, id in held]),
            ("Sessions that went farthest from what was asked", ("distance", "session", "host", "person", "project"),
             [(f"{-away:.2f}", id, *where[id]) for away, id in far])]

    def numbers(self) -> list[tuple[str, str]]:
        """(what, how many)."""
        asked = sum(times for key, times in self.stopped.items() if key[3] == "ask")
        found = {"sessions": len(self.sessions), "machines": len(self.hosts), "calls": self.calls, "questions": asked,
                 "denials": sum(self.stopped.values()) - asked, "secrets masked": self.masked,
                 "calls without a guard": sum(self.unseen.values())}
        return [(what, f"{count:,}") for what, count in found.items()]

    def passed_over(self) -> list[str]:
        """What did not count."""
        return [f"{count} lines of {path} are torn, or no rows of `guardctl export --format jsonl`"
                for path, count in sorted(self.torn.items())] + (
            [f"{many(self.twice, 'row')} came twice: counted once"] if self.twice else [])


def shares(paths: list[str], jobs: int) -> list[list[Part]]:
    """What each of so many processes reads, in the order of the files and about as much as the others."""
    sizes = [(path, os.path.getsize(path)) for path in paths]
    each = sum(size for _, size in sizes) // jobs + 1
    found: dict[int, list[Part]] = {}
    before = 0
    for path, size in sizes:
        at = 0
        while at < size:
            number = (before + at) // each
            end = min(size, (number + 1) * each - before)
            found.setdefault(number, []).append((path, at, end))
            at = end
        before += size
    return [*found.values()]


def read(parts: list[Part]) -> Fleet:
    """What the rows of these parts add up to.  Raises OSError."""
    fleet = Fleet()
    for path, start, end in parts:
        fleet.read(path, start, end)
    return fleet


def fleet_of(paths: list[str], jobs: int = 0) -> Fleet:
    """What the rows of these files add up to.  Raises OSError.

    jobs    processes that read; 0: as many as there are cores where there is much to read.  Where a row stands in the
            shares of two, one process reads all anew: only then is it known which of them counts.
    """
    size = sum(map(os.path.getsize, paths))
    jobs = jobs or (min(os.cpu_count() or 1, 8) if size > SMALL else 1)
    mine = shares(paths, jobs)
    if len(mine) < 2:
        return read([(path, 0, 0) for path in paths])
    with multiprocessing.Pool(len(mine)) as pool:
        fleet, *others = pool.map(read, mine, 1)
    return fleet if all(map(fleet.join, others)) else read([(path, 0, 0) for path in paths])


def report(folder: str, output: str | None, as_json: bool) -> int:
    """Prints the fleet in a few lines, or writes its page.  Raises Fault, OSError."""
    fleet = fleet_of(files(folder))
    if not fleet.rows:
        raise disk.Fault(f"no line below {folder} is a row of `guardctl export --format jsonl`")
    if output:
        put(output, page(fleet))
        print(f"{output}: {many(len(fleet.sessions), 'session')}; open it in a browser")
    elif as_json:
        print(dumps({"numbers": dict(fleet.numbers()), "passed_over": fleet.passed_over(),
                     **{title: [dict(zip(heads, row)) for row in rows] for title, heads, rows in fleet.tables()}}))
    else:
        for line in lines(fleet):
            print(line)
    return 0


def lines(fleet: Fleet) -> Iterator[str]:
    """The same for a terminal."""
    yield ", ".join(f"{count} {what}" for what, count in fleet.numbers())
    for title, _, rows in fleet.tables():
        if rows:
            yield title
            yield from (_ledgers.flat("  " + "  ".join(map(str, row))) for row in rows[:10])
    yield from map(_ledgers.flat, fleet.passed_over())


def page(fleet: Fleet) -> str:
    """The page: numbers, tables, the newest objections."""
    shown = []
    for title, heads, rows in fleet.tables():
        if rows:
            body = "".join(f"<tr>{''.join(f'<td>{_parts.cell(value)}</td>' for value in row)}</tr>" for row in rows)
            head = "".join(f"<td class=dim>{_parts.cell(name)}</td>" for name in heads)
            shown.append(f"<h2>{_parts.cell(title)}</h2><table><tr>{head}</tr>{body}</table>")
    newest = [told for _, _, told in sorted(fleet.newest, key=lambda one: one[:2], reverse=True)]
    if newest:
        count = sum(fleet.stopped.values())
        shown.append(f"<h2>Questions and denials, the newest {len(newest)} of {count}</h2>"
                     f"<ul>{''.join(map(_parts.item, newest))}</ul>")
    span = (f"{many(fleet.rows, 'row')} of {many(len(fleet.sessions), 'session')}, "
            f"{fleet.first[:10]} to {fleet.last[:10]}.")
    return _parts.PAGE.format(
        title=TITLE, policy=f"style-src {source(_parts.STYLE)}", style=_parts.STYLE, span=_parts.cell(span), secrets="",
        parts="".join(shown) or _parts.NOTHING, limits=_parts.cell(LIMITS),
        numbers="".join(f"<div><b>{_parts.cell(count)}</b>{_parts.cell(what)}</div>"
                        for what, count in fleet.numbers()),
        more="".join(f"<li>{_parts.cell(one)}</li>" for one in fleet.passed_over()))


def short(value: object) -> str:
    """A value as a bounded text; "" for what is none."""
    return value[:LONGEST] if isinstance(value, str) else ""
