"""hooks/_ctl/_cursor.py: nothing twice, nothing lost: killed at any moment, rotated, cut back, begun anew."""
from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from hooks._ctl._cursor import Cursor
from hooks._ctl.export import Export, add_arguments
from hooks._stores.disk import Fault
from hooks._stores.world import World
from tests.exported import command, uid
from tests.people import main

FEW, MANY = 12, 200
ENV = {"PATH": "/usr/bin:/bin"}


def ledger(project: Path, name: str = "s") -> Path:
    path = project / f".autoskillit/temp/context/{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write(path: Path, first: int, last: int, mode: str = "ab", mark: str = "") -> None:
    rows = [{"ts": "2026-11-21T09:30:00.000000Z", "session_id": path.stem, "seq": n, "event": "PreToolUse", "tool": "Bash",
             "decision": "deny" if n % 7 == 0 else "pass", "reason": f"r{n}{mark}", "rule": "a.b"} for n in range(first, last + 1)]
    with path.open(mode) as file:
        file.write(b"".join(json.dumps(row).encode() + b"\n" for row in rows))


def once(project: Path, *more: str) -> None:
    """One run, in this process."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    Export(parser.parse_args([*where(project), *more]), World(str(project), {})).once()


def where(project: Path) -> list[str]:
    return ["--to", str(project / "out.jsonl"), "--cursor", str(project / "cursor")]


def numbers(project: Path, name: str = "out.jsonl") -> list[int]:
    return [json.loads(line)["seq"] for line in (project / name).read_bytes().splitlines()]


def test_a_second_run_goes_on_and_a_third_has_nothing_to_say(project: Path) -> None:
    write(ledger(project), 1, 700)
    once(project)
    write(ledger(project), 701, 710)
    once(project)
    size = (project / "out.jsonl").stat().st_size
    once(project)
    assert numbers(project) == list(range(1, 711)) and (project / "out.jsonl").stat().st_size == size


def test_a_line_that_is_not_whole_waits(project: Path) -> None:
    write(ledger(project), 1, 3)
    with ledger(project).open("ab") as file:
        file.write(b'{"seq": 4, "event": "Stop"')
        file.flush()
        once(project)
        assert numbers(project) == [1, 2, 3]
        file.write(b"}\n")
    once(project)
    assert numbers(project) == [1, 2, 3, 4]


def test_the_output_is_rotated(project: Path) -> None:
    write(ledger(project), 1, 5)
    once(project)
    (project / "out.jsonl").rename(project / "out.jsonl.1")
    write(ledger(project), 6, 9)
    once(project)
    assert numbers(project, "out.jsonl.1") == [1, 2, 3, 4, 5] and numbers(project) == [6, 7, 8, 9]
    (project / "out.jsonl").write_bytes(b"")        # and cut back, as `copytruncate` does
    write(ledger(project), 10, 11)
    once(project)
    assert numbers(project) == [10, 11]


def test_the_ledger_is_cut_back_moved_away_and_begun_anew(project: Path) -> None:
    path = ledger(project)
    write(path, 1, 6)
    once(project)
    data = path.read_bytes()
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:4]))
    write(path, 5, 8)
    os.truncate(path, len(data) - 10)       # shorter than what was read, with rows that left already
    once(project)
    write(path.with_name("t.jsonl"), 1, 2)
    once(project)
    assert numbers(project) == [1, 2, 3, 4, 5, 6, 1, 2]
    other = path.with_name("t.jsonl")
    write(other, 3, 4)
    other.rename(path.with_name("t.jsonl.1"))
    write(other, 1, 2, mark=" of another")
    once(project)
    assert numbers(project) == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 1, 2]


def test_the_filters_hold_over_runs(project: Path) -> None:
    write(ledger(project), 1, 20)
    once(project, "--decision", "deny")
    write(ledger(project), 21, 40)
    once(project, "--decision", "deny")
    assert numbers(project) == [7, 14, 21, 28, 35]


def test_a_cursor_is_of_one_filter(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(ledger(project), 1, 20)
    once(project, "--decision", "deny")
    assert main(["--project", str(project), "export", "--to", str(project / "x"), "--cursor", str(project / "cursor")]) == 1
    assert "name another cursor" in capsys.readouterr().err


def test_a_row_of_another_shape_is_passed_over_and_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(ledger(project), 1, 3)
    deep = "[" * 400 + "]" * 400
    with ledger(project).open("a") as file:
        file.write('{"event": "Stop", "seq": 4, "action_id": [1], "agent_id": {}, "ts": "x"}\n{"event": "Stop", "seq": 5, "level": ' + deep + '}\n')
        file.write('{"event": "PreToolUse", "seq": 6, "guards": 3, "via": {}, "decision": "ask", "reason": [1]}\n')
        file.write('{"event": "Stop", "seq": 7, "reason": "' + "x" * (17 * 1024 * 1024) + '"}\n')
    write(ledger(project), 8, 9)
    for format in ("jsonl", "ocsf", "otlp"):
        assert main(["--project", str(project), "export", "--format", format, "--to", str(project / format), "--cursor", str(project / f"{format}.c")]) == 0
        assert "Traceback" not in capsys.readouterr().err
    seen = [json.loads(line)["seq"] for line in (project / "jsonl").read_text().splitlines()]
    assert [one for one in seen if one in (1, 2, 3, 8, 9)] == [1, 2, 3, 8, 9]


def test_what_is_no_cursor_is_refused_and_left(project: Path) -> None:
    for text in ("[]", "nonsense", '{"marks": 1}', '{"marks": [], "pending": {}, "output": [0, 0]}', '{"marks": {"s": "x"}, "pending": {}, "output": [0, 0]}',
                 '{"marks": {"s": {"inode": 1, "first": "", "seq": 0}}, "pending": {}, "output": [0, 0]}', '{"marks": {}, "pending": {}, "output": 3}'):
        (project / "cursor").write_text(text)
        with pytest.raises(Fault, match="no cursor"):
            Cursor(str(project / "cursor"))
        assert (project / "cursor").read_text() == text


@pytest.mark.parametrize("torn", [0, 1, 300, 10 ** 6])
def test_a_line_of_several_rows_that_was_cut_short_is_written_whole_and_the_next_has_the_rest(project: Path, torn: int) -> None:
    write(ledger(project), 1, 3)
    once(project, "--format", "otlp")
    before, start = (project / "out.jsonl").read_bytes(), json.loads((project / "cursor").read_text())["marks"]
    write(ledger(project), 4, 9)
    once(project, "--format", "otlp")
    whole, cursor = (project / "out.jsonl").read_bytes(), json.loads((project / "cursor").read_text())
    (project / "out.jsonl").write_bytes(whole[:len(before) + torn])
    cursor.update(marks=start, pending=start, output=[(project / "out.jsonl").stat().st_ino, len(before)])
    (project / "cursor").write_text(json.dumps(cursor))
    write(ledger(project), 10, 12)
    once(project, "--format", "otlp")
    lines = [json.loads(line) for line in (project / "out.jsonl").read_bytes().splitlines()]
    sent = [[int(one["value"]["intValue"]) for record in line["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
             for one in record["attributes"] if one["key"] == "autoskillit.seq"] for line in lines]
    assert sent == [[1, 2, 3], [4, 5, 6, 7, 8, 9], [10, 11, 12]] and (project / "out.jsonl").read_bytes().startswith(whole)


@pytest.mark.parametrize("torn", [0, 1, 40, 300, 1200, 10 ** 6])
def test_a_batch_of_which_only_a_part_was_written_is_completed(project: Path, torn: int) -> None:
    write(ledger(project), 1, 3)
    once(project)
    write(ledger(project), 4, 9)
    before, cursor = (project / "out.jsonl").read_bytes(), json.loads((project / "cursor").read_text())
    once(project)
    whole = (project / "out.jsonl").read_bytes()
    (project / "out.jsonl").write_bytes(whole[:len(before) + torn])
    cursor.update(pending={"s.jsonl": cursor["marks"]["s.jsonl"]}, output=[(project / "out.jsonl").stat().st_ino, len(before)],
                  until=json.loads((project / "cursor").read_text())["until"])
    (project / "cursor").write_text(json.dumps(cursor))
    write(ledger(project), 10, 12)
    once(project)
    assert numbers(project) == list(range(1, 13)) and (project / "out.jsonl").read_bytes().startswith(whole)


def killed(project: Path, times: int) -> None:
    """Kills the exporter that follows, at any moment, while rows come and the output is rotated."""
    chance = random.Random(times)
    count = 0
    for n in range(times):
        with subprocess.Popen([*command(project, *where(project), "--follow", "--format", "ocsf")], env=ENV) as one:
            stop = time.monotonic() + chance.choice((0.02, 0.1, 0.15, 0.2, 0.3))
            while time.monotonic() < stop:
                more = chance.randint(1, 400)
                write(ledger(project, f"s{n % 3}"), count + 1, count + more)
                count += more
                time.sleep(0.01)
            one.send_signal(signal.SIGKILL)
        if n % 5 == 4 and (project / "out.jsonl").exists():
            (project / "out.jsonl").rename(project / f"out.jsonl.{n}")
    once(project, "--format", "ocsf")
    found = [json.loads(line) for path in project.glob("out.jsonl*") for line in path.read_bytes().splitlines()]
    rows = sorted(int(uid(one).split(":")[1]) for one in found if one["class_uid"] == 6003)
    findings = sorted(int(uid(one).split(":")[1]) for one in found if one["class_uid"] == 2004)
    assert rows == list(range(1, count + 1)) and findings == [n for n in range(1, count + 1) if n % 7 == 0]


def test_killed_at_any_moment_nothing_is_lost_and_nothing_comes_twice(project: Path) -> None:
    killed(project, FEW)


@pytest.mark.slow
def test_killed_two_hundred_times(project: Path) -> None:
    killed(project, MANY)


def test_a_row_arrives_soon_where_the_exporter_follows(project: Path) -> None:
    write(ledger(project), 1, 1)
    with subprocess.Popen(command(project, *where(project), "--follow"), env=ENV) as one:
        for last in (1, 2, 3):
            for _ in range(200):
                if (project / "out.jsonl").exists() and (project / "out.jsonl").read_bytes().count(b"\n") == last:
                    break
                time.sleep(0.05)
            assert numbers(project) == list(range(1, last + 1))
            write(ledger(project), last + 1, last + 1)
        one.kill()
