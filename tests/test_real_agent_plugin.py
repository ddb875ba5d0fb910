"""The repository as a plugin: valid by the client's own word, installed by the client from the folder, and at work."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.real_agent.client import ROOT, program
from tests.test_real_agent_places import TAGS, TOOLS, denied

pytestmark = pytest.mark.real_agent
NAME = "autoskillit-guards"


def repository(root: Path) -> Path:
    """What a clone of this repository holds that a plugin needs."""
    for part in ("hooks", "guards", ".claude-plugin", "commands", "docs"):
        if (ROOT / part).exists():
            shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("hook_registry.json", "install.py", "LICENSE", "README.md"):
        shutil.copy2(ROOT / part, root / part)
    return root


def client(agent, *words):
    return subprocess.run([str(program()), "plugin", *words], env=agent.env(), cwd=agent.project, capture_output=True,
                          text=True, timeout=120, check=False)


def test_the_client_finds_it_valid(agent):
    folder = repository(agent.root / "repository")
    checked = client(agent, "validate", "--strict", str(folder))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_installed_from_the_folder_it_guards(agent):
    folder = repository(agent.root / "repository")
    for words in (["marketplace", "add", str(folder)], ["install", f"{NAME}@{NAME}"]):
        done = client(agent, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    agent.probe(TOOLS)
    agent.settings(tools=TAGS)
    assert denied(agent)
    assert agent.rows("session_provenance.jsonl") == []


def test_a_typed_question_to_the_guards_is_answered_on_the_screen_and_the_model_cannot_type_it(agent):
    agent.options += ["--plugin-dir", str(repository(agent.root / "repository"))]
    asked = agent.run(f"/{NAME}:guard-status", {"": [["Done."]]})
    assert "they have seen nothing of this session yet" in asked.out or " passed, " in asked.out
    assert "operation blocked" not in asked.out and asked.stream("result")[-1]["result"] == "Done."
    agent.options += ["--settings", '{"permissions": {"allow": ["Skill"]}}']
    tried = agent.run("(scene main) go", {"main": [[["Skill", {"skill": f"{NAME}:guard-allow"}]], ["Done."]]})
    (failed, _), = tried.results("main")
    assert failed
