"""Each reason that a guard can give, as a person meets it: short, honest, and the way out that it names is played."""
from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from guards._text.reason import LIMIT, PRODUCT, reason_limit
from tests.people import main
from tests.reasons import sites
from tests.repositories import make
from tests.scripts import Answer, Scripts

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases/reasons.jsonl").read_text("utf-8").splitlines()]
# Where the way out cannot be played here, and what plays it.
ELSEWHERE = {
    "__init__.combine": "gives no opinion of its own",
    "resume_ownership.ownership._still_open": "tests/test_orchestrator.py: a process that lives",
    "resume_ownership.ownership._two_owners": "tests/test_real_agent_owners.py: two clients",
    "self_protection.edits.of_change": "tests/test_guards_self_protection.py: no call, a changed file",
}


def test_every_place_that_asks_or_denies_has_a_row() -> None:
    assert set(sites()) == {case["site"] for case in CASES} | set(ELSEWHERE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['site']}: {case['why']}")
def test_a_reason_is_short_and_its_way_out_is_true(project: Path, case: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    scripts = prepared(project, case)
    answer = call(scripts, case)
    effect, _, rule = case["expect"].partition(" ")
    assert answer.decision == effect, answer.stdout
    assert not rule or scripts.rows(case.get("session", "s"))[-1]["rule"] == rule
    said = answer.reason
    assert said.startswith(f"{PRODUCT} {case['site'].split('.')[0] if case['site'][0] != '_' else 'request_origin'}: ")
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]", said)
    way = re.search(r"(?:Yes|Denied|Nobody)[^.]*(?:\.(?=\w)[^.]*|\.autoskillit[^.]*)*\.", said)
    assert way is not None and way.end() <= reason_limit(case["tool"]) + 1, said
    for word in case.get("says", ()):
        assert word in said[:LIMIT], said
    assert played(scripts, case, way[0]) == "pass" or "once" in way[0] or "nothing typed" in way[0] or "by hand" in way[0]
    if "nothing typed" in way[0] or "by hand" in way[0]:
        scripts.fire("UserPromptSubmit", prompt="guard: allow")
        assert call(scripts, case).decision == "deny"


def prepared(project: Path, case: dict[str, Any]) -> Scripts:
    if "repository" in case:
        project.rmdir()
        make(project, case["repository"])
    scripts = Scripts(project, case.get("env"))
    for name, text in case.get("files", {}).items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    if "settings" in case:
        scripts.settings(**case["settings"])
    if "repository" in case:        # as the client begins: what lies here now is not the session's own
        scripts.fire("SessionStart", source="startup")
    for event in case.get("before", ()):
        name, payload = event["event"], {key: value for key, value in event.items() if key != "event"}
        if name == "remove":
            (project / payload["path"]).unlink()
        elif name == "call":
            scripts.call(payload["tool"], payload["input"], payload.get("response", "ok"), session=payload.get("session", "s"))
        else:
            masked = re.search(r"\[[a-z-]+:[0-9a-f]{4}\]", scripts.fire(name, **payload).stdout)
            if masked:
                case["input"] = json.loads(json.dumps(case["input"]).replace("PLACEHOLDER", masked[0]))
    return scripts


def call(scripts: Scripts, case: dict[str, Any]) -> Answer:
    scripts.calls += 1
    return scripts.fire("PreToolUse", tool_name=case["tool"], tool_input=case["input"], tool_use_id=f"x{scripts.calls}",
                        session_id=case.get("session", "s"), **case.get("more", {}))


def played(scripts: Scripts, case: dict[str, Any], way: str) -> str:
    """What the same call gets after the way out that the reason names."""
    typed, run = re.search(r"type: (guard: .*)\.$", way), re.search(r"to allow: \S*guardctl (.*)\.$", way)
    if "in this session" in way:
        scripts.fire("PostToolUse", tool_name=case["tool"], tool_input=case["input"], tool_use_id=f"x{scripts.calls}",
                     tool_response={"stdout": "", "stderr": "", "interrupted": False}, session_id=case.get("session", "s"))
    elif typed:
        scripts.fire("UserPromptSubmit", prompt=typed[1].replace("WHY", "it is meant"), session_id=case.get("session", "s"))
    elif run:
        assert main(["--project", str(scripts.project), *(word.replace("WHY", "meant") for word in run[1].split())]) == 0
    elif "repaired" in case:
        shutil.rmtree(scripts.project / case["repaired"])
    elif "settings_then" in case:
        scripts.settings(**case["settings_then"])
    return call(scripts, case).decision
