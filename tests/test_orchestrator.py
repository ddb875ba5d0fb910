"""Beside the orchestrator: its scenes, as rows of ours and as they were recorded, through the real scripts."""
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hooks import _pins
from hooks._install import archive, parts, settings
from hooks._install.places import Place
from hooks._stores.world import World
from tests.orchestra import Clients, Recording, Stage
from tests.scripts import ROOT, Answer, Scripts
from tests.test_install_command import evicted

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
SCENES = [json.loads(line) for line in (Path(__file__).parent / "cases/orchestrator.jsonl").read_text("utf-8").splitlines()]
RECORDED = ROOT.parent / "shared/payloads/autoskillit-0.9.492"


@pytest.fixture
def clients():
    made = Clients()
    yield made
    made.close()


@pytest.mark.parametrize("row", SCENES, ids=lambda row: row["scene"])
def test_scene(row, project, clients):
    Stage(Scripts(project), clients).play(row["steps"])


class Installed(Scripts):
    """The handlers of a project's settings file, each run as the client runs it, after the orchestrator's installer went over them."""

    def __init__(self, project: Path) -> None:
        super().__init__(project)
        ours = project / ".autoskillit"
        for part in ("hooks", "guards"):
            shutil.copytree(ROOT / part, ours / "bundle" / part, ignore=shutil.ignore_patterns("__pycache__", "*.archive"))
        shutil.copy(ROOT / "hook_registry.json", ours / "bundle")
        (ours / "local").mkdir()
        (ours / "local/python").write_text(self.python + "\n")
        archive.build(self.python, str(ours / "bundle"))
        place = Place("project", str(project), {})
        (ours / "hook").write_bytes(parts.hook(place))
        groups = parts.groups(json.loads((ROOT / "hook_registry.json").read_text("utf-8")), place, False)
        self.left = evicted({"hooks": {event: [group] for event, group in groups.items()}})
        (project / ".claude").mkdir()
        (project / ".claude/settings.json").write_text(json.dumps({"hooks": self.left}))
        _pins.accept(World(str(project), self.env))

    def send(self, event: str, data: bytes) -> Answer:
        [[handler]] = [group["hooks"] for group in self.left[event]]
        words = [word.replace("${CLAUDE_PROJECT_DIR}", str(self.project)) for word in (handler["command"], *handler["args"])]
        return Answer(subprocess.run(words, input=data, env=self.env, cwd=self.project, capture_output=True, timeout=60, check=False))


def test_what_its_installer_leaves_of_ours_stops_a_call(project, clients):
    """It deletes each handler whose command holds its name; ours name only a launcher there."""
    [row] = [row for row in SCENES if row["scene"] == "a client in Bash goes on with an orchestrator"]
    assert any(step[0] == "Bash" and step[3] == "deny" for step in row["steps"])
    Stage(Installed(project), clients).play(row["steps"])


# What its installer writes: a guard a script (0.9), and one script that finds them in its hook_registry/ package (0.10).
THEIRS = ["python3 /srv/venv/autoskillit/hooks/guards/ask_user_question_guard.py",
          "python3 /srv/venv/autoskillit/hooks/_dispatch.py guards/skill_orchestration_guard"]


def installed_by_it(text, command):
    """The settings once its installer has run: what bears its name is replaced, the rest stays."""
    given = json.loads(text or "{}")
    left = {event: [group for group in groups if group["hooks"]] for event, groups in evicted({"hooks": {}, **given}).items()}
    for event, matcher in (("PreToolUse", "Bash"), ("PostToolUse", ".*"), ("SessionStart", "")):
        left.setdefault(event, []).append({"matcher": matcher, "hooks": [{"type": "command", "command": command}]})
    return json.dumps({**given, "hooks": left}, indent=2) + "\n"


@pytest.mark.parametrize("command", THEIRS)
def test_each_installer_keeps_what_the_other_wrote_in_either_order(command):
    registry = json.loads((ROOT / "hook_registry.json").read_text("utf-8"))
    groups = parts.groups(registry, Place("project", "/srv/project", {}), False)
    ours = {event: [group] for event, group in groups.items()}
    alone = installed_by_it("", command)
    theirs_first = settings.register(alone, groups)
    ours_first = installed_by_it(settings.register("{}\n", groups), command)
    for text in (theirs_first, ours_first, installed_by_it(theirs_first, command), settings.register(ours_first, groups)):
        assert settings.registered(text) == ours and text.count(json.dumps(command)) == 3
    assert settings.unregister(theirs_first, settings.containers(alone)) == alone


# What must come of the recorded scenes, in their order: file -> the decision that is not "pass", a word of its reason.
# A scene ends for us where its call is stopped.  None: played without our hooks, as it was.
MUST = {
    "dispatch-success": {}, "dispatch-no-result-then-resume-own": {}, "dispatch-timeout-then-resume": {},
    "stranger-resumes": {"03": ("deny", "not owned")}, "campaign-dispatch": {}, "campaign-successor-resumes": {},
    "l3-killed-mid-dispatch": {}, "stranger-resumes-orphan": {"03": ("deny", "not owned")},
    "campaign-successor-resumes-orphan": {}, "dispatch-without-our-hooks": None,
    "own-child-known-only-by-upstream-row": {},
    "cook-run_cmd-run_skill": {"07": ("deny", "contamination"), "09": ("deny", "layer 3"), "21": ("deny", "layer 3"),
                               "27": ("ask", "self_protection")},
    "dispatch-with-foreign-kitchen-marker": {}, "dispatch-run_skill-resume-skill": {},
    "headless-fleet-both-deny": {"03": ("deny", "not owned")}, "l3-killed-child-lives": {},
    "successor-resumes-live-child": {"03": ("ask", "still lives")}, "skill-in-worktree": {},
    "exec-form-hooks": {"03": ("deny", "layer 3")}, "nested-through-bash": {},
}
# The orchestrator that is killed with its child, and the one whose child lives on.
KILLED = {"l3-killed-mid-dispatch": ("L3", "L2"), "l3-killed-child-lives": ("L3",)}


@pytest.mark.slow
@pytest.mark.skipif(not RECORDED.is_dir(), reason="no recordings beside the checkout")
def test_recorded_scenes(project, clients):
    (project / ".env").write_text("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG+bPxRfiCYzzTT9kQpL\n")
    recording = Recording(RECORDED, Scripts(project), clients)
    assert list(MUST) == list(json.loads((RECORDED / "flows.json").read_text()))
    wrong = []
    for name, must in MUST.items():
        if must is None:
            recording.without_hooks(name)
            continue
        for file, tool, answer in recording.scene(name):
            decision, word = must.get(file, ("pass", ""))
            if answer.decision != decision or word not in answer.reason:
                wrong.append((name, file, tool, answer.decision, answer.reason))
        recording.kill(name, KILLED.get(name, ()))
    assert wrong == []
