"""What other programs make of what guardctl writes: a browser of the page, a collector of the logs, a database of the rows.

Each is skipped where it is not installed; `.ci/run readers` installs them, and there a skip is a failure.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.test_ctl_verbs import ROOT, Home

pytestmark = pytest.mark.slow
LUMA = (0.2126, 0.7152, 0.0722)


def require(found: object, name: str) -> None:
    if not found:
        assert "GUARDS_REQUIRE_READERS" not in os.environ, f"{name} is not installed"
        pytest.skip(f"{name} is not installed: .ci/run readers installs it")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("readers"))
    read = {"tool_name": "Read", "tool_input": {"file_path": "notes.md"}, "tool_use_id": "call-2"}
    made.fire("PreToolUse", **read)
    made.fire("PostToolUse", **read, tool_response={"content": "</td><script>bad()</script>"})
    made.fire("PreToolUse", tool_name="mcp__a__b", tool_input={"note": "ü" * 4000}, tool_use_id="3")
    made.fire("UserPromptSubmit", session_id="s2", prompt="a second session")
    return made


def measure_contrast(front: str, *backs: str) -> float:
    """WCAG's contrast of a text over backgrounds, the lowest first, each as CSS computes it."""
    seen = (255.0, 255.0, 255.0)
    for back in backs:
        red, green, blue, *alpha = (float(one) for one in re.findall(r"[\d.]+", back))
        share = alpha[0] if alpha else 1.0
        seen = tuple(share * a + (1 - share) * b for a, b in zip((red, green, blue), seen))
    colors = [[float(one) for one in re.findall(r"[\d.]+", front)[:3]], seen]
    linear = [[(x / 255 / 12.92, ((x / 255 + 0.055) / 1.055) ** 2.4)[x > 10] for x in one] for one in colors]  # fmt: skip
    low, high = sorted(sum(a * b for a, b in zip(one, LUMA)) for one in linear)
    return (high + 0.05) / (low + 0.05)


def test_the_report_is_a_page_that_any_browser_shows(home: Home, tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    require(browser and importlib.util.find_spec("playwright"), "chromium or playwright")
    from playwright.sync_api import sync_playwright

    path = tmp_path / "report.html"
    home.run("report", "s1", "-o", str(path))
    asked: list[str] = []
    errors: list[str] = []
    with sync_playwright() as play:
        shown = play.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = shown.new_page()
        page.on("request", lambda one: asked.append(one.url))
        page.on("pageerror", lambda one: errors.append(str(one)))
        page.on("console", lambda one: errors.append(one.text))
        page.goto(path.as_uri())
        assert page.title() == "Session s1"
        rows = page.locator("tr")
        marks = page.locator("svg rect")
        assert marks.count() == rows.count() - 1 == 4
        for one in (*rows.all(), *marks.all()):
            box = one.bounding_box()
            assert one.is_visible() and box and box["width"] > 0 and box["height"] > 0
        head = page.locator("tr").first.bounding_box()
        assert head and head["height"] < 40, "no heading is broken"
        asks = page.locator("tr.ask")
        assert "curl sends .env" in asks.inner_text() and "<script>" in asks.inner_text()
        assert page.locator("b, script").count() == 0
        wide = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert wide, "nobody scrolls to the side"
        for scheme, media in (("light", "screen"), ("dark", "screen"), ("dark", "print")):
            page.emulate_media(color_scheme=scheme, media=media)
            style = "(one, name) => getComputedStyle(one)[name]"
            low = page.locator("html").evaluate(style, "backgroundColor")
            for cell in page.locator("h1, p, th, td").all():
                front = cell.evaluate(style, "color")
                assert measure_contrast(front, low, cell.evaluate(style, "backgroundColor")) >= 4.5
        assert len(page.pdf()) > 5_000
        shown.close()
    assert asked == [path.as_uri()] and errors == []


def find_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def post_logs(port: int, line: str) -> Any:
    url, kind = f"http://localhost:{port}/v1/logs", {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, line.encode(), kind), timeout=9) as got:
        return got.status, json.loads(got.read())


def test_a_collector_takes_every_row(home: Home, tmp_path: Path) -> None:
    """Rotel, an OpenTelemetry collector: what it received by OTLP/HTTP it writes out again, a record a row."""
    spec = importlib.util.find_spec("rotel")
    require(spec, "rotel")
    assert spec is not None and spec.origin is not None
    ports = [find_port(), find_port()]
    words = [str(Path(spec.origin).parent / "rotel-agent"), "start", "--exporter", "blackhole"]
    words += [f"--otlp-http-endpoint=localhost:{ports[0]}", "--debug-log", "logs"]
    words += [f"--otlp-grpc-endpoint=localhost:{ports[1]}", "--debug-log-verbosity", "detailed"]
    words += [f"--pid-file={tmp_path}/pid", f"--log-file={tmp_path}/log"]
    lines = home.run("export", "--format", "otlp").splitlines()
    rows = [json.loads(line) for line in home.run("export").splitlines()]
    with open(tmp_path / "out", "wb") as out:
        agent = subprocess.Popen(words, stdout=out, stderr=out)
        try:
            for _ in range(100):
                with socket.socket() as one:
                    if one.connect_ex(("127.0.0.1", ports[0])) == 0:
                        break
                time.sleep(0.05)
            for line in lines:
                status, answer = post_logs(ports[0], line)
                assert status == 200 and not answer.get("partialSuccess")
        finally:
            time.sleep(0.5)
            agent.terminate()
            agent.wait()
    text = (tmp_path / "out").read_text()
    assert len(lines) == 2 and text.count("LogRecord #") == len(rows)
    for row in rows:
        assert f"EventName: autoskillit.{row['event']}" in text
        assert f"Body: Str({row.get('reason') or row['event']})" in text
        assert f"session.id: Str({row['session_id']})" in text
        assert f"autoskillit.decision: Str({row['decision']})" in text
    severity = re.findall(r"SEVERITY_NUMBER_(\w+)", text)
    assert (severity.count("WARN"), severity.count("INFO")) == (1, len(rows) - 1)


def test_a_database_reads_merged_rows(home: Home, tmp_path: Path) -> None:
    require(importlib.util.find_spec("duckdb"), "duckdb")
    import duckdb

    for machine in ("a", "b"):
        (tmp_path / f"{machine}.jsonl").write_text(home.run("export"))
    found = re.search(r"```sql\n(.*?)```", (ROOT / "docs/fleet.md").read_text(), re.S)
    assert found is not None
    query = found[1].replace("*.jsonl", f"{tmp_path}/*.jsonl")
    assert duckdb.sql(query).fetchall() == [("s1", "leave.credentials", 2)]
