"""The report in a real Chromium: it draws, filters, answers keys; what was written into it stays text; nothing is fetched."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl import module
from hooks._stores import ledger as stored
from hooks._stores.world import World
from tests.browser import Browser, browser  # noqa: F401
from tests.test_stories import STORIES, play

ROWS = '[...document.querySelectorAll(".row:not([hidden])")]'
HOSTILE = ("</script><script>window.ran=1</script><img src=http://127.0.0.1:9/x onerror=window.ran=1></style>"
           "<style>body{display:none}</style>\u202eevil\u202c\u2066x\u2069\x1b[2J\x00<!--<script>]]>{{x}} &lt;b&gt; javascript:window.ran=1")


def report(project: Path, session: str | None = None) -> str:
    """The address of a page made from the project's records."""
    import argparse

    file = project.parent / "report.html"
    args = argparse.Namespace(session=session, output=str(file), json=False, fleet=None, since=None)
    assert module("report").run(args, World(str(project), {})) == 0
    return file.as_uri()


def ledger(project: Path, session: str, rows: list[dict[str, Any]]) -> None:
    """A ledger as the hooks write it."""
    folder = project / ".autoskillit/temp/context"
    folder.mkdir(parents=True, exist_ok=True)
    before, lines = "", []
    for seq, row in enumerate(rows, 1):
        whole = {"ts": stored.rfc3339(1_790_000_000 + seq), "seq": seq, "session_id": session, "agent_id": "", "action_id": "",
                 "tool": "", "operation": "", "data_classification": "PUBLIC", "result_summary": "", "decision": "pass", "reason": "",
                 "guards": {}, "risk_signals": [], "errors": [], **row, "prev": before}
        lines.append(stored.written({"project": str(project), "session": session[:8], **whole}, {})[0])
        before = stored.digest(lines[-1])
    (folder / f"{session}.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def call(number: int, **more: Any) -> list[dict[str, Any]]:
    common = {"action_id": f"t{number}", "tool": "Bash", "operation": "ls", "parameters": {"command": f"ls -l src/{number}"}, **more}
    return [{"event": "PreToolUse", **common}, {"event": "PostToolUse", **common, "decision": "pass", "reason": "",
                                                "result_summary": f"total n{number}z"}]


def quiet(tab: Browser) -> None:
    """Nothing was fetched, nothing complained, nothing ran."""
    assert tab.run("window.ran === undefined && document.title.length > 0")
    assert (tab.fetched, tab.complaints) == ([], [])


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_each_story(story: Path, project: Path, browser: Browser) -> None:  # noqa: F811
    scripts, _ = play(story, project)
    name = sorted((scripts.state / "context").glob("*.jsonl"), key=lambda path: ("." in path.stem, -path.stat().st_size))[0].stem
    browser.open(report(project, name))
    rows = scripts.rows(name)
    calls = sum(row["event"] == "PreToolUse" for row in rows)
    objected = sum(row.get("decision", "pass") != "pass" for row in rows)
    assert browser.run(f"{ROWS}.filter(r => r.classList.contains('call')).length") >= calls
    assert browser.run(f"{ROWS}.filter(r => r.matches('.ask, .deny')).length") == objected
    browser.press("2")
    assert browser.run(f"{ROWS}.length") == objected or not objected
    quiet(browser)


def test_keys_filters_and_search(project: Path, browser: Browser) -> None:  # noqa: F811
    ask = {"decision": "ask", "reason": "contamination: curl sends .env", "guards": {"contamination": {"effect": "ask", "reason": "why not"}}}
    rows = [{"event": "UserPromptSubmit", "parameters": {"prompt": "Look around"}}]
    for number in range(40):
        rows += call(number, **(ask if number in (10, 30) else {}), agent_id="a1" if number % 5 == 0 else "")
    ledger(project, "s", rows)
    ledger(project, "t", rows[:9])
    browser.open(report(project))
    assert browser.run('document.querySelectorAll(".sessions a").length') == 2
    browser.press("j", "j", "Enter")
    assert browser.run("location.hash.startsWith('#s')")
    browser.run("location.hash = project.textContent.indexOf('\"id\":\"s\"') < project.textContent.indexOf('\"id\":\"t\"') ? '#s0' : '#s1';"
                " new Promise(done => setTimeout(done, 50))")
    assert browser.run(f"{ROWS}.length") == 41
    browser.press("n")
    assert "sends .env" in browser.run("document.activeElement.parentElement.textContent")
    browser.press("n")
    assert browser.run("document.activeElement.parentElement.dataset.at") == "31"
    browser.press("N", "2")
    assert browser.run(f"{ROWS}.length") == 2
    browser.press("Escape", "/")
    browser.type("total n7z")
    assert browser.run(f"{ROWS}.length") == 1      # found in a detail that nobody opened
    browser.press("Escape")
    assert browser.run(f"{ROWS}.length") == 41
    browser.run("(() => { const s = document.querySelector('select[aria-label=\"Every agent\"]'); s.value = '1'; s.dispatchEvent(new Event('change')); })()")
    assert browser.run(f"{ROWS}.length") == 8
    before = browser.run("getComputedStyle(document.body).backgroundColor")
    browser.press("t")
    assert browser.run("getComputedStyle(document.body).backgroundColor") != before
    browser.press("?")
    assert browser.run("document.querySelector('dialog').open")
    browser.press("Escape")
    browser.press("g")
    browser.run("new Promise(done => setTimeout(done, 50))")
    assert browser.run('document.querySelectorAll(".sessions a").length') == 2
    quiet(browser)


def test_what_tools_wrote_stays_text(project: Path, browser: Browser) -> None:  # noqa: F811
    hostile = {"tool": HOSTILE, "operation": HOSTILE, "parameters": {HOSTILE: HOSTILE, "command": HOSTILE}, "reason": HOSTILE,
               "decision": "deny", "result_summary": HOSTILE, "guards": {HOSTILE: {"effect": "deny", "reason": HOSTILE, "x": [HOSTILE]}},
               "risk_signals": [HOSTILE], "errors": [HOSTILE], "agent_id": HOSTILE, "action_id": HOSTILE, "permission_mode": HOSTILE,
               "call": {"effects": [HOSTILE]}, "drift_score": 0.5, "semantic_distance": 0.5}
    ledger(project, "s", [{"event": "UserPromptSubmit", "parameters": {"prompt": HOSTILE}},
                          {"event": "SubagentStart", "agent_id": HOSTILE, "parameters": {"agent_type": HOSTILE}},
                          {"event": "PreToolUse", **hostile}, {"event": HOSTILE, **hostile}])
    for session in (None, "s"):
        browser.open(report(project, session))
        browser.run("document.querySelectorAll('.sessions a').forEach(a => a.click()); new Promise(done => setTimeout(done, 80))")
        browser.run("document.querySelectorAll('.row > button').forEach(b => b.click())")
        shown = browser.run("document.getElementById('page').innerText")
        assert "</script><script>window.ran=1" in shown and "\\u202e" in shown and "\u202e" not in shown and "\x1b" not in shown
        assert browser.run("document.querySelectorAll('#page script, #page img, #page style, #page a[href*=javascript]').length") == 0
        quiet(browser)


def test_nothing_can_be_fetched_even_by_markup(project: Path, browser: Browser) -> None:  # noqa: F811
    """The policy in the page's head holds where the rest would not."""
    ledger(project, "s", call(1))
    browser.open(report(project, "s"))
    browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=\"http://127.0.0.1:9/x\" onerror=\"window.ran=1\">');"
                "fetch('http://127.0.0.1:9/y').catch(() => 0); new Promise(done => setTimeout(done, 100))")
    assert browser.run("window.ran === undefined")
    assert any("Content Security Policy" in line for line in browser.complaints)
    browser.complaints.clear()
    browser.fetched.clear()


def test_ten_thousand_actions(project: Path, browser: Browser, record_property: Any) -> None:  # noqa: F811
    """All of them are there, found and filtered; the time is measured and told, not judged (docs/records.md)."""
    rows = [{"event": "UserPromptSubmit", "parameters": {"prompt": "Do a lot"}}]
    for number in range(10_000):
        rows += call(number, drift_score=(number % 90) / 100, agent_id=f"a{number % 7}" if number % 3 else "")
    ledger(project, "s", rows)
    browser.open(report(project, "s"))
    paint = browser.run("performance.getEntriesByType('paint').map(e => Math.round(e.startTime))")
    browser.run("new Promise(done => { const wait = () => document.querySelectorAll('.row').length > 10000 ? done() : setTimeout(wait, 50); wait(); })")
    times = {}
    for name, words in (("search", "total n9876z"), ("again", "src/77")):
        times[name] = round(browser.run(f"(() => {{ const s = document.querySelector('input'); s.value = {json.dumps(words)}; const t = performance.now();"
                                        f" s.dispatchEvent(new Event('input')); document.body.offsetHeight; return performance.now() - t; }})()"))
    assert browser.run(f"{ROWS}.length") == 111
    record_property("paint_ms", paint)
    record_property("search_ms", times)
    print(f"first paint {paint} ms, search {times} ms")
    quiet(browser)


