"""`guardctl ci`: what a job was stopped at, and an exit that says it."""
from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hooks._ctl.ci import junit, logged, markdown
from hooks._install.ci import SETTINGS
from tests.people import main
from tests.scripts import Scripts

EVIL = "</failure>| <img src=x> [a](http://x) `b` \x1b[31m\x00 ::warning::"


def test_a_job_without_a_call_is_no_success(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--project", str(project), "ci"]) == 1
    assert "no call is on record" in capsys.readouterr().out


def test_what_passed_and_what_was_stopped(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = Scripts(project)
    scripts.settings(**SETTINGS)
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    assert main(["--project", str(project), "ci"]) == 0
    assert capsys.readouterr().out == "1 call, 0 stopped, 0 faults\n"
    scripts.call("Bash", {"command": "rm -rf .autoskillit"})
    report, summary = project / "r.xml", project / "s.md"
    assert main(["--project", str(project), "ci", "--junit", str(report), "--summary", str(summary)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("stopped Bash rm [self.files]: ") and out.endswith("2 calls, 1 stopped, 0 faults\n")
    suite = ET.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures"), len(suite.findall("testcase"))) == ("2", "1", 2)
    assert "1 of 2 calls stopped" in summary.read_text()
    assert main(["--project", str(project), "ci", "--json"]) == 1
    assert [one["rule"] for one in json.loads(capsys.readouterr().out)["stopped"]] == ["self.files"]


def test_what_a_guard_that_watches_would_have_said_stopped_nothing(project: Path) -> None:
    scripts = Scripts(project)
    scripts.settings(mode="watch")
    scripts.call("Bash", {"command": "rm -rf .autoskillit"})
    assert main(["--project", str(project), "ci"]) == 0


def test_a_report_follows_no_link_that_a_pull_request_brought(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = Scripts(project)
    scripts.settings(**SETTINGS)
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    plain, theirs, second = project / "r.xml", project / "theirs", project / "second"
    for file in (theirs, plain):
        file.write_text("as it was")
    assert main(["--project", str(project), "ci", "--junit", str(plain)]) == 0 and plain.read_text().startswith("<?xml")
    (project / "link").symlink_to(theirs)
    second.hardlink_to(theirs)
    os.mkfifo(project / "pipe")
    capsys.readouterr()
    for option, name, code in (("--junit", "link", 1), ("--summary", "link", 1), ("--junit", "pipe", 1), ("--summary", "pipe", 1), ("--summary", "second", 1),
                               ("--junit", "second", 0), ("--junit", "none/x", 1), ("--junit", "/dev/full", 1)):
        assert main(["--project", str(project), "ci", option, str(project / name)]) == code, (option, name)
        said = capsys.readouterr().out
        assert said.endswith(f"1 call, 0 stopped, {'1 fault' if code else '0 faults'}\n") and (f"fault {project / name} was not written: " in said) == bool(code), said
        assert theirs.read_text() == "as it was" and not list(project.glob("*.new"))


def test_what_was_stopped_is_told_before_a_file_fails(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = Scripts(project)
    scripts.settings(**SETTINGS)
    scripts.call("Bash", {"command": "rm -rf .autoskillit"})
    assert main(["--project", str(project), "ci", "--junit", "/dev/full"]) == 1
    assert [line.split(" ")[0] for line in capsys.readouterr().out.splitlines()] == ["stopped", "fault", "1"]


def test_no_line_of_the_log_is_a_command_to_the_runner() -> None:
    assert logged("stopped Bash ls #3") == "stopped Bash ls #3"
    for text in ("mcp__e__##[add-mask]x", "a ##vso[task.setvariable]b", "###[error]"):
        assert "##" not in logged(text)


def test_the_text_of_strangers_is_no_markup() -> None:
    stopped = [{"tool": "Bash", "operation": EVIL, "rule": "a.b", "reason": EVIL, "session": "s"}]
    case = ET.fromstring(junit([], stopped, [EVIL]))
    failure = case.find("testcase/failure")
    assert failure is not None and "</failure>" in str(failure.get("message")) and len(case.findall("testcase")) == 2
    text = markdown([], stopped, [EVIL])
    assert not any(sign in text for sign in ("<img", "](", "`b`", "\x1b", "::warning")) and text.count("\n|") == 3
