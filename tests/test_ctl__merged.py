"""`guardctl report --fleet DIR` over merged exports: one inert page, whatever the rows hold."""
from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl._merged import LISTED, Fleet, files, fleet_of, page, shares
from tests.browser import Browser, browser  # noqa: F401
from tests.exported import exported, mixed
from tests.people import main
from tests.test_fleet import made

HOSTILE = ("</td><script>window.ran=1</script><img src=http://127.0.0.1:9/x onerror=ran()>\u202eevil\x1b[2J\x00"
           "<style>*{display:none}</style>&lt;{x}{0}%s javascript:x")
ROW: dict[str, Any] = {"ts": "2026-11-21T09:30:00.000000Z", "host": "h", "person": "ann", "project": "/p", "session_id": "s", "seq": 1,
                       "event": "PreToolUse", "tool": "Bash", "decision": "pass"}


class Tags(HTMLParser):
    """The elements of a page, and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


def read(*rows: object) -> Fleet:
    fleet = Fleet()
    for row in rows:
        fleet.add(row)      # type: ignore[arg-type]
    return fleet


def test_nothing_that_a_row_holds_becomes_markup() -> None:
    fields = ("host", "person", "project", "session_id", "tool", "operation", "rule", "reason", "excerpt", "ts", "heartbeat", "parent")
    rows = [{**ROW, **dict.fromkeys(fields, HOSTILE), "decision": "deny", "seq": n, "level": ["none", "credentials"], "semantic_distance": 1.0}
            for n in range(30)]
    rows += [{**ROW, "session_id": HOSTILE, "host": HOSTILE, "seq": 99, "heartbeat": "unjudged"}]
    hostile, plain = page(read(*rows)), page(read(*[{**row, **dict.fromkeys(fields, "2026 x")} for row in rows[:30]], {**rows[30], "session_id": "2026 x"}))
    assert set(Tags(hostile).found) == set(Tags(plain).found)
    assert "<script" not in hostile and "window.ran=1" in hostile and "onerror" not in {name for _, names in Tags(hostile).found for name in names}
    assert not re.search("[\x00\x1b\u202e]", hostile) and "default-src 'none'" in hostile and "script-src" not in hostile


@pytest.mark.parametrize("odd", [
    {"seq": "1"}, {"seq": True}, {"seq": [1]}, {"level": 3}, {"level": [[["none"]]]}, {"level": ["x", {}]}, {"decision": ["deny"]}, {"host": {"a": 1}},
    {"semantic_distance": "far"}, {"semantic_distance": 1e400}, {"masked": -5}, {"masked": 10 ** 30}, {"ts": 7}, {"mode": {}}, {"heartbeat": None},
    {"reason": ["x"], "decision": "ask"}, {"excerpt": 9, "decision": "deny"}])
def test_rows_of_any_shape_are_told(odd: dict[str, Any]) -> None:
    assert "</html>" in page(read({**ROW, **odd}, {**ROW, "seq": 2, **odd}))


def test_torn_lines_are_said_and_rows_that_came_twice_count_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    lines = [json.dumps(ROW), '{"torn": ', "[]", "", json.dumps({"resourceLogs": []}), "[" * 5000, json.dumps({**ROW, "seq": 2, "decision": "deny", "rule": "a.b"})]
    (tmp_path / "a/one.jsonl").write_bytes("\n".join(lines).encode() + b"\n\xff\xfe\n")
    (tmp_path / "a/b/two.jsonl").write_text(lines[0] + "\n")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "a/one.jsonl")
    assert [Path(path).name for path in files(str(tmp_path))] == ["two.jsonl", "one.jsonl"] or len(files(str(tmp_path))) == 2
    assert main(["report", "--fleet", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["numbers"]["calls"] == "2" and told["numbers"]["denials"] == "1"
    assert len(told["passed_over"]) == 2 and "6 lines" in told["passed_over"][0] and "1 row came twice" in told["passed_over"][1]
    assert main(["report", "--fleet", str(tmp_path), "-o", str(tmp_path / "f.html")]) == 0
    assert "6 lines of " in (tmp_path / "f.html").read_text() and (tmp_path / "f.html").stat().st_mode & 0o777 == 0o600


def test_a_folder_without_a_row_is_refused_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.jsonl").write_text("nothing\n")
    assert main(["report", "--fleet", str(tmp_path)]) == 1 and capsys.readouterr().err.count("\n") == 1


def test_what_was_put_in_is_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, 40, 120)
    assert main(["report", "--fleet", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["numbers"]["sessions"] == told["numbers"]["machines"] == "40" and told["numbers"]["calls"] == f"{40 * 119:,}"
    assert sum(row["times"] for row in told["Who was stopped, where, by which rule"]) == 10
    assert [row["host"] for row in told["Machines with no row on the last day (2026-11-21)"]] == ["host007"]
    assert {row["holds"] for row in told["Sessions that held most"]} == {"credentials"} and len(told["Sessions that held most"]) == 8
    assert main(["report", "--fleet", str(tmp_path)]) == 0 and "40 sessions, 40 machines" in capsys.readouterr().out


def test_a_real_export_is_told_and_newest_objections_are_bounded(project: Path) -> None:
    mixed(project)
    rows = exported(project)
    fleet = read(*rows)
    stopped = [row for row in rows if row["decision"] != "pass" and row.get("mode") != "watch"]
    assert sum(fleet.stopped.values()) == len(stopped) and fleet.masked == 1 and fleet.rows == len(rows)
    many = read(*[{**ROW, "seq": n, "decision": "deny", "ts": f"2026-11-21T09:{n // 60 % 60:02}:{n % 60:02}.000000Z"} for n in range(LISTED + 50)])
    assert len(many.newest) == LISTED and min(many.newest)[0] == "2026-11-21T09:00:50.000000Z"


@pytest.mark.parametrize("jobs", [2, 3, 7])
def test_several_processes_tell_what_one_tells(tmp_path: Path, jobs: int) -> None:
    """Cut anywhere in the lines, over files of all sizes, with torn lines, spaces and a mark in front."""
    text = (made(tmp_path / "all", 24, 90) / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "b.jsonl").write_bytes(b"\xef\xbb\xbf" + b"".join(text[:7]) + b'{"torn": \n\n')
    (tmp_path / "c.jsonl").write_bytes(b"  " + b"".join(text[7:1500]))
    (tmp_path / "d.jsonl").write_bytes(b"")
    (tmp_path / "e.jsonl").write_bytes(b"".join(text[1500:]).rstrip())
    paths = [str(tmp_path / f"{name}.jsonl") for name in "bcde"]
    parts = [part for share in shares(paths, jobs) for part in share]
    assert len(shares(paths, jobs)) == jobs and sum(end - at for _, at, end in parts) == sum(Path(path).stat().st_size for path in paths)
    one, several = fleet_of(paths, 1), fleet_of(paths, jobs)
    assert page(several) == page(one) and one.rows == 24 * 90 and sum(one.torn.values()) == 2
    (tmp_path / "e.jsonl").write_bytes(b"".join(text[1500:]) + b"".join(text[:40]))       # rows of the first share come again in the last
    one, several = fleet_of(paths, 1), fleet_of(paths, jobs)
    assert page(several) == page(one) and one.twice == several.twice == 40 and several.rows == 24 * 90


LONG = {"host": "build-runner-of-the-second-floor-12", "person": "ann.of.the.long.name", "project": "/home/ann/work/" + "service-" * 8, "rule": "contamination.leaves",
        "reason": "autoskillit contamination: curl sends .env to " + "paste" * 30 + ".example.com.  Yes allows it once.", "excerpt": "curl " + "x" * 70}


@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone_and_a_desk_by_day_and_by_night(browser: Browser, tmp_path: Path, scheme: str, width: int) -> None:  # noqa: F811
    fleet = read(*({**ROW, **LONG, "session_id": f"0b6c1f2e-52a1-4d0b-9f6e-{n:012}", "seq": n, "decision": "deny", "level": ["none", "credentials"]} for n in range(40)),
                 *({**ROW, **LONG, "seq": n, "semantic_distance": 0.5, "heartbeat": "unjudged"} for n in range(40)))
    (tmp_path / "f.html").write_text(page(fleet))
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.open((tmp_path / "f.html").as_uri())
    assert browser.run("document.documentElement.scrollWidth <= innerWidth") and browser.complaints == [] == browser.fetched
    ink, paper = (sum(map(int, re.findall(r"\d+", browser.run(f"getComputedStyle(document.body).{name}"))[:3])) for name in ("color", "backgroundColor"))
    assert (ink > 500 > 200 > paper) if scheme == "dark" else (paper > 700 > 200 > ink)
