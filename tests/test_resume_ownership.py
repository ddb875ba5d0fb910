"""Whose session is it?  Rows of 0.7.9 as data: one call over records, and an orchestrator's sessions from start to end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from guards import ASK, DENY, PASS, Event, Facts, judge_rules
from guards._reading import read
from guards.resume_ownership import RULES
from hooks._event.settings import merge_settings
from tests.orchestra import RECORDED, Clients, Project, Recording, Stage

CASES = Path(__file__).parent / "cases"
ROWS = [json.loads(line) for line in (CASES / "resume_ownership.jsonl").read_text().splitlines()]
SCENES = [json.loads(line) for line in (CASES / "orchestrator.jsonl").read_text().splitlines()]
EFFECTS = {"silent": PASS, "pass": PASS, "advise": PASS, "ask": ASK, "deny": DENY}
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['expect']}: {row['why']}" for row in ROWS])
def test_row(row: dict, tmp_path: Path) -> None:
    settings = {**merge_settings(str(tmp_path))[0], "strict": row.get("strict", False)}
    tool = {"Task": "Agent"}.get(row["tool"], row["tool"])
    event = Event("PreToolUse", "me", tool, row["input"], project=str(tmp_path))
    call, state = (
        read(Facts(event, settings=settings)),
        {"resume_ownership.parents": row.get("parents", [])},
    )

    def look(query: tuple[str, str]) -> dict:
        begins = query[1]
        rows = [one for one in row.get("rows", ()) if one["session_id"].startswith(begins)]
        fact = {"rows": rows, "others": [o for o in row.get("others", ()) if o.startswith(begins)]}
        lives = [str(one["pid"]) for one in row.get("live", ()) if begins in one["session_id"]]
        fact.update(kitchens=row.get("kitchen", []), process="".join(lives))
        return {"fault": "locked"} if row.get("broken") else fact

    found = judge_rules(RULES, call, Facts(event, state, settings, look=look))
    assert len(found) <= 1
    effect = max([one.effect for one in found], default=PASS)
    rules = [one.rule for one in found]
    assert (effect, rules) == (
        EFFECTS[row["expect"]],
        [row["rule"]] if "rule" in row else rules[:0],
    ), [one.reason for one in found]
    for one in found:
        assert bool(one.notice) == (row["expect"] == "advise")
        assert len(one.reason) <= 200 and "\n" not in one.reason


@pytest.mark.parametrize(
    "how", [{"command": "claude --resume boss"}, {"command": "claude -r theirs"}]
)
def test_who_has_no_orchestrator_reads_none_of_its_words(how: dict, tmp_path: Path) -> None:
    settings, event = merge_settings(str(tmp_path))[0], Event("PreToolUse", "me", "Bash", how)
    rows = [{"session_id": "boss", "kind": "top"}]
    rows += [{"session_id": "theirs", "caller_session_id": "boss", "kind": "nested"}]
    call = read(Facts(event, settings=settings))
    answers = {("owners", call.resumes): {"rows": rows, "others": ["boss"]}}
    [found] = judge_rules(RULES, call, Facts(event, settings=settings, answers=answers))
    assert found.effect == DENY
    for word in ("kitchen", "food truck", "layer", "recipe", "orchestrator"):
        assert word not in found.reason


@pytest.fixture
def clients():
    made = Clients()
    yield made
    made.close()


@linux
@pytest.mark.parametrize("row", SCENES, ids=[row["scene"] for row in SCENES])
def test_scene(row: dict, tmp_path: Path, clients: Clients) -> None:
    Stage(Project(tmp_path), clients).play(row["steps"])


# What must come of the recorded scenes, in their order: file -> the decision that is not "pass", a word of its reason.
# A scene ends where its call is stopped.  None: played without our hooks, as it was.
MUST: dict[str, dict[str, tuple[str, str]] | None] = {
    "dispatch-success": {},
    "dispatch-no-result-then-resume-own": {},
    "dispatch-timeout-then-resume": {},
    "stranger-resumes": {"03": ("deny", "not owned")},
    "campaign-dispatch": {},
    "campaign-successor-resumes": {},
    "l3-killed-mid-dispatch": {},
    "stranger-resumes-orphan": {"03": ("deny", "not owned")},
    "campaign-successor-resumes-orphan": {},
    "dispatch-without-our-hooks": None,
    "own-child-known-only-by-upstream-row": {},
    "cook-run_cmd-run_skill": {"09": ("deny", "started by you"), "21": ("deny", "layer 3")},
    "dispatch-with-foreign-kitchen-marker": {},
    "dispatch-run_skill-resume-skill": {},
    "headless-fleet-both-deny": {"03": ("deny", "not owned")},
    "l3-killed-child-lives": {},
    "successor-resumes-live-child": {"03": ("deny", "is open in process")},
    "skill-in-worktree": {},
    "exec-form-hooks": {"03": ("deny", "started by you")},
    "nested-through-bash": {},
}
KILLED = {"l3-killed-mid-dispatch": ("L3", "L2"), "l3-killed-child-lives": ("L3",)}


@linux
@pytest.mark.skipif(not RECORDED.is_dir(), reason="no recordings beside the checkout")
def test_recorded_scenes(tmp_path: Path, clients: Clients) -> None:
    recording = Recording(Project(tmp_path), clients)
    assert list(MUST) == list(json.loads((RECORDED / "flows.json").read_text()))
    wrong = []
    for name, must in MUST.items():
        if must is None:
            recording.skip_scene(name)
            continue
        for file, tool, answer in recording.play_scene(name):
            decision, word = must.get(file, ("pass", ""))
            owned = answer.rule.startswith("resume.") or decision != "pass"
            if owned and (answer.decision != decision or word not in answer.reason):
                wrong.append((name, file, tool, answer.decision, answer.reason))
        recording.kill_clients(name, KILLED.get(name, ()))
    assert wrong == []
