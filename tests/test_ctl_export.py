"""`guardctl export`: rows in the words of other systems; what is left out, and what filters let through."""
from __future__ import annotations

import argparse
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from hooks._ctl.export import add_arguments, wanted
from tests.exported import command, exported, mixed
from tests.people import main
from tests.scripts import Scripts

ROW = {"ts": "2026-11-21T09:30:00.250000Z", "seq": 3, "session_id": "s", "agent_id": "", "event": "PreToolUse",
       "action_id": "t1", "tool": "Bash", "decision": "deny", "reason": "x: y; z", "guards": {}}


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(given)


def test_a_result_leaves_where_it_says_something_and_the_whole_rows_are_to_be_had(project: Path) -> None:
    mixed(project)
    whole, sent = exported(project, "--whole"), exported(project)
    assert len(whole) > len(sent) and all("host" in row and "parameters" not in row for row in sent)
    assert [row["masked"] for row in sent if row["event"] == "PostToolUse" and "masked" in row] == [1]
    left = {row["seq"] for row in whole} - {row["seq"] for row in sent}
    assert {row["event"] for row in whole if row["seq"] in left} == {"PostToolUse"}
    assert [row["decision"] for row in sent if row["decision"] != "pass"] == ["ask", "deny", "deny"]


@pytest.mark.parametrize("format", ["jsonl", "ocsf", "otlp"])
def test_since_leaves_out_what_was_before(project: Path, format: str) -> None:
    mixed(project)
    whole = exported(project, "--whole")
    assert len(exported(project, "--since", whole[3]["ts"], "--whole")) == len(whole) - 3
    assert exported(project, "--since", "2999-01-01", "--format", format) == []


def test_whole_rows_cannot_be_pseudonymised(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "key").write_bytes(b"k" * 20)
    assert main([*command(project, "--whole", "--pseudonymise", str(project / "key"))[4:]]) == 1
    assert "--whole" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "passes"), [
    ((), True), (("--decision", "deny,ask"), True), (("--decision", "pass"), False), (("--event", "Pre*"), True),
    (("--tool", "mcp__*"), False), (("--agent", "a"), False), (("--since", "2026-11-22"), False),
    (("--since", "2026-11-21T09:30"), True)])
def test_filters(given: tuple[str, ...], passes: bool) -> None:
    assert wanted(ROW, arguments(*given)) is passes


def test_a_deferred_call_can_be_filtered_by_its_name() -> None:
    row = {**ROW, "decision": "ask", "reason": "policy: deferred, x; y",
           "guards": {"policy": {"effect": "ask", "policy": {"decision": "defer"}}}}
    assert wanted(row, arguments("--decision", "defer")) and not wanted(ROW, arguments("--decision", "defer"))


@pytest.mark.parametrize(("words", "says"), [
    (("--since", "30d"), "--since 30d"), (("--since", "garbage"), "RFC 3339"), (("--decision", "nonsense"), "it is one of"), (("--pseudonymise", ""), "holds no key")])
def test_a_filter_that_means_nothing_is_refused(project: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    assert main(["--project", str(project), "export", *words]) == 1 and says in capsys.readouterr().err


def test_times_are_compared_as_times(project: Path) -> None:
    scripts = Scripts(project)
    scripts.call("Bash", {"command": "ls"})
    now = datetime.now(timezone.utc)
    for offset in (-7, 0, 5):
        zone = timezone(timedelta(hours=offset))
        for hours, rows in ((-1, 1), (1, 0)):
            since = (now + timedelta(hours=hours)).astimezone(zone).isoformat()
            assert len(exported(project, "--since", since)) == rows, since
