"""`python3 -m tests.agents.seen`: plays the stories on every client in one sweep, and writes what was seen into seen.json.

A row has the version that was played, the day, and the stories of the tests that passed; one that failed stands in it no
more.  Clients that were not played (Claude Code, which .ci/run plays, and those that nobody could run) stay as they are.
`tests.documents` makes docs/agents.md of it.
"""
from __future__ import annotations

import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

from tests.agents.clients import ROOT, version

FILE = Path(__file__).parent / "seen.json"
# Test -> the stories that it plays.
PLAYS = {"test_the_stories": ("ordinary", "leak", "loss", "order", "resume"), "test_a_fault_lets_the_call_run": ("fault",)}


def results(report: str) -> dict[str, dict[str, bool]]:
    """Client -> test -> did it pass, of a JUnit report; what was skipped was not played.

    >>> results('<a><testcase name="test_x[kimi]"/><testcase name="test_y[kimi]"><failure/></testcase></a>')
    {'kimi': {'test_x': True, 'test_y': False}}
    """
    found: dict[str, dict[str, bool]] = {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        named = re.fullmatch(r"(\w+)\[([\w.-]+)\]", case.get("name", ""))
        if named and case.find("skipped") is None:
            found.setdefault(named[2], {})[named[1]] = case.find("failure") is None and case.find("error") is None
    return found


def written(seen: dict[str, Any], played: dict[str, dict[str, bool]], day: str) -> dict[str, Any]:
    """The table with the rows of those that were played anew."""
    for name, tests in played.items():
        if name in seen:
            live = [story for test, stories in PLAYS.items() if tests.get(test) for story in stories]
            seen[name] = {**seen[name], "version": version(name), "date": day, "live": live}
    return seen


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-m", "agents", "tests/test_agents_live.py", f"--junitxml={report}", *sys.argv[1:]],
                              cwd=ROOT, env={**os.environ, "GUARDS_REQUIRE_AGENTS": "1"}, check=False)
        played = results(report.read_text("utf-8"))
    seen = written(json.loads(FILE.read_text("utf-8")), played, datetime.date.today().isoformat())
    FILE.write_text("{\n" + ",\n".join(f" {json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in seen.items()) + "\n}\n", "utf-8")
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
