"""hooks/_install/agents.py: other agents' settings files, changed in one place and put back to the byte."""
from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from guards import Event, Session, Settings
from guards.self_protection import judge
from hooks._install import agents, command, comments
from hooks._install.json_text import Refused
from hooks._install.places import Place
from tests.scripts import ROOT
from tests.spelled import facts
from tests.voices import VOICES, heard, say
from tests.wants import told

OTHERS = sorted(agents.AGENTS)
THEIRS = {
    ".gemini/settings.json": '// colours\n{\n\t"theme": "dark", /* yes */\n\t"hooks": {"AfterTool": [{"hooks": [{"type": "command", "command": "x"}]}]}\n}\n',
    ".qwen/settings.json": '{"model": {"name": "q"}}', ".codex/hooks.json": '{\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
}


class Desk:
    """A project with other people's settings, and a home."""

    def __init__(self, root: Path, project: Path) -> None:
        self.home, self.project = root / "home", project
        self.home.mkdir(exist_ok=True)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"}
        for name, text in THEIRS.items():
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_bytes(text.encode())

    def install(self, *words: str, code: int = 0) -> str:
        done = subprocess.run([sys.executable, str(ROOT / "install.py"), "--project", str(self.project), *words], env=self.env,
                              capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def files(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.project)): path.read_bytes() for path in sorted(self.project.rglob("*"))
                if path.is_file() and "temp/" not in str(path)}

    def folders(self) -> set[str]:
        return {str(path.relative_to(self.project)) for path in self.project.rglob("*")
                if path.is_dir() and ".autoskillit" not in path.parts}


@pytest.fixture
def desk(tmp_path: Path, project: Path) -> Desk:
    return Desk(tmp_path, project)


def test_the_examples() -> None:
    assert doctest.testmod(agents).failed == 0


def test_names(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "PATH": ""}
    assert agents.named(["all"], env) == tuple(agents.known()) and agents.named(["codex", "codex"], env) == ("codex",)
    assert agents.named(["detected"], env) == ()
    (tmp_path / ".qwen").mkdir()
    assert agents.named(["detected"], env) == ("qwen",)
    with pytest.raises(Refused, match="no agent 'grok'"):
        agents.named(["grok"], env)


@pytest.mark.parametrize("scope", ["project", "user"])
@pytest.mark.parametrize("name", OTHERS)
def test_each_file_that_is_written_is_a_place_that_is_protected(name: str, scope: str) -> None:
    """Taken away, emptied by an edit, or with its folder: all of it is stopped; to read it is not."""
    project, env = "/home/ann/p", {"HOME": "/home/ann"}
    place = Place(scope, project, env)
    found = {part.path: part.made(None) or b"" for part in agents.parts(place, (name,), env)}
    assert found
    for path, text in found.items():
        def judged(tool: str, held: bytes = text, at: str = path, **given: str) -> str:
            event = Event("PreToolUse", "s", tool=tool, input=given, cwd=project, project=project,
                          facts=facts({f"file:{at}": held.decode()}))
            return told(judge(event, Session("s"), Settings()), "ask self.")

        assert judged("Bash", command=f"cat {path}") == judged("Read", file_path=path) == "pass"
        assert judged("Bash", command=f"rm {path}").startswith("ask self.")
        assert judged("Write", file_path=path, content="").startswith("deny self.")
        folder = os.path.dirname(path)
        assert judged("Bash", command=f"rm -rf {folder}").startswith("ask self.") == (not folder.endswith(".github"))


def test_every_agent_of_the_table_has_a_voice_or_an_excuse() -> None:
    assert set(OTHERS) <= set(VOICES)


def test_what_goes_in_comes_out_to_the_byte(desk: Desk) -> None:
    before, folders = desk.files(), desk.folders()
    said = desk.install("--agent", "all")
    assert "trust" in said and "/hooks" in said
    now = desk.files()
    for name, text in before.items():
        assert now[name] != text and b"autoskillit" in now[name]
    assert b"// colours" in now[".gemini/settings.json"] and b"/* yes */" in now[".gemini/settings.json"]
    assert "0 problems" in desk.install("--check")
    assert desk.install("--agent", "all").count("wrote") == 0
    desk.install("--uninstall")
    assert desk.files() == before and desk.folders() == folders


def test_what_others_wrote_meanwhile_stays(desk: Desk) -> None:
    desk.install("--agent", "qwen", "codex")
    path = desk.project / ".qwen/settings.json"
    path.write_text(path.read_text().replace('"name":"q"', '"name":"r"').replace('"name": "q"', '"name": "r"'))
    desk.install("--uninstall")
    assert json.loads(path.read_text()) == {"model": {"name": "r"}}
    assert (desk.project / ".codex/hooks.json").read_bytes() == THEIRS[".codex/hooks.json"].encode()


def test_one_agent_goes_and_the_others_stay(desk: Desk) -> None:
    desk.install("--agent", "claude", "codex", "copilot")
    said = desk.install("--uninstall", "--agent", "copilot")
    assert "still uses it" in said and not (desk.project / ".github").exists()
    assert (desk.project / ".autoskillit/hook").exists() and (desk.project / ".claude/settings.json").exists()
    desk.install("--uninstall", "--agent", "claude")
    assert not (desk.project / ".claude").exists()
    assert "codex: .codex/hooks.json" in desk.install("--check")
    desk.install("--uninstall", "--agent", "codex")
    assert not (desk.project / ".autoskillit/hook").exists()


def test_without_claude_nothing_is_written_for_it(desk: Desk) -> None:
    desk.install("--agent", "codex")
    assert not (desk.project / ".claude").exists() and not (desk.project / ".mcp.json").exists()
    assert "0 problems" in desk.install("--check")


def test_a_persons_own(desk: Desk) -> None:
    desk.install("--agent", *OTHERS, "--scope", "user")
    for name in OTHERS:
        place = Place("user", str(desk.project), desk.env)
        assert "autoskillit" in Path(agents.path(agents.AGENTS[name], place, desk.env)).read_text(), name
    desk.install("--uninstall", "--scope", "user")
    assert not [path for path in desk.home.rglob("*") if path.is_file() and b"autoskillit" in path.read_bytes()]


@pytest.mark.parametrize(("name", "variable", "path"), [
    ("codex", "CODEX_HOME", "hooks.json"), ("qwen", "QWEN_HOME", "settings.json"), ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"), ("kimi", "KIMI_CODE_HOME", "config.toml"),
    ("copilot", "COPILOT_HOME", "hooks/autoskillit.json"), ("opencode", "XDG_CONFIG_HOME", "opencode/plugin/autoskillit.js")])
def test_a_person_s_own_lies_where_a_variable_moved_it(desk: Desk, name: str, variable: str, path: str) -> None:
    desk.env[variable] = str(desk.home / "moved")
    before = [one for one in desk.home.rglob("*") if one.is_file()]
    desk.install("--agent", name, "--scope", "user")
    assert "autoskillit" in (desk.home / "moved" / path).read_text()
    desk.install("--uninstall", "--scope", "user")
    assert not [one for one in desk.home.rglob("*") if one.is_file() and one not in before and b"autoskillit" in one.read_bytes()]


def test_what_cannot_be_is_refused_and_nothing_is_changed(desk: Desk) -> None:
    before = desk.files()
    assert "no settings of the local scope" in desk.install("--agent", "codex", "--scope", "local", code=1)
    (desk.project / ".qwen/settings.json").write_text('{"a": 1,}')
    assert ".qwen/settings.json: line 1" in desk.install("--agent", "qwen", code=1)
    (desk.project / ".qwen/settings.json").write_bytes(before[".qwen/settings.json"])
    (desk.project / ".github/hooks").mkdir(parents=True)
    (desk.project / ".github/hooks/autoskillit.json").write_text("{}")
    assert "not ours" in desk.install("--agent", "copilot", code=1)
    (desk.project / ".github/hooks/autoskillit.json").unlink()
    assert desk.files() == before


def commands(desk: Desk, name: str) -> dict[str, str]:
    """{our event: the command that stands in the agent's own file}."""
    agent = agents.AGENTS[name]
    if name == "kimi":
        text = (desk.home / ".kimi-code/config.toml").read_text()
        return dict(zip(agent.events.values(), map(json.loads, re.findall('^command = (".*")$', text, re.M))))
    whole = json.loads(comments.hidden((desk.project / agent.project).read_text())[0])
    held = whole.get("hooks") or whole["autoskillit"]
    found = {}
    for theirs, our in agent.events.items():
        one = held[theirs][-1]
        one = one["hooks"][0] if "hooks" in one else one
        found[our] = one.get("bash") or one["command"]
    return found


@pytest.mark.parametrize("name", [name for name in OTHERS if agents.AGENTS[name].form != "bridge"])
def test_the_installed_command_answers_in_the_agents_words(desk: Desk, name: str) -> None:
    for path in THEIRS:
        (desk.project / path).unlink()
    desk.install("--agent", name)
    registered = commands(desk, name)
    assert name == "kimi" or command.ours({"command": registered["PreToolUse"]})
    (desk.project / ".git").mkdir()
    below = desk.project / "src/deep"
    below.mkdir(parents=True)

    def run(event: str, cwd: Path, **more: object) -> str:
        payload = {**say(name, event, "Bash", {"command": "cat .autoskillit/local/x > .autoskillit/guards.json"}, **more), "cwd": str(cwd)}
        for shell in ("/bin/sh", "/bin/bash"):
            done = subprocess.run([shell, "-c", registered[event]], input=json.dumps(payload), capture_output=True, text=True,
                                  cwd=cwd, env=desk.env, check=False)
            assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    for cwd in (desk.project, below):
        decision, reason = heard(name, json.loads(run("PreToolUse", cwd)))
        assert decision in ("ask", "deny") and "self_protection" in reason


@pytest.mark.parametrize("name", [name for name in OTHERS if agents.AGENTS[name].form != "bridge"])
def test_a_launcher_that_is_gone_lets_calls_run(desk: Desk, name: str) -> None:
    for path in THEIRS:
        (desk.project / path).unlink()
    desk.install("--agent", name)
    line = commands(desk, name)["PreToolUse"]
    (desk.project / ".autoskillit/hook").unlink()
    done = subprocess.run(["/bin/sh", "-c", line], input="{}", capture_output=True, text=True, cwd=desk.project, env=desk.env, check=False)
    assert (done.returncode, done.stdout) == (agents.AGENTS[name].fails, "") and done.stderr


@pytest.mark.parametrize("name", [name for name in OTHERS if agents.AGENTS[name].form != "bridge" and agents.AGENTS[name].project])
@pytest.mark.parametrize("brings", ["hook", "hook and settings", "hook and settings of a submodule"])
def test_a_folder_below_that_brings_a_hook_of_its_own_is_not_asked(desk: Desk, name: str, brings: str) -> None:
    desk.install("--agent", name)
    line = commands(desk, name)["PreToolUse"]
    (desk.project / ".git").mkdir(exist_ok=True)
    below = desk.project / "vendor/other"
    (below / ".autoskillit").mkdir(parents=True)
    (below / ".autoskillit/hook").write_text(f"touch {desk.home}/ran; exit 0\n")
    if "settings" in brings:
        (below / agents.AGENTS[name].project).parent.mkdir(parents=True, exist_ok=True)
        (below / agents.AGENTS[name].project).write_text((desk.project / agents.AGENTS[name].project).read_text())
    if "submodule" in brings:
        (below / ".git").write_text("gitdir: ../../.git/modules/other\n")
    told = say(name, "PreToolUse", "Write", {"file_path": str(desk.project / ".autoskillit/guards.json"), "content": "{}"})
    done = subprocess.run(["/bin/sh", "-c", line], input=json.dumps(told), capture_output=True, text=True, cwd=below, env=desk.env, check=False)
    assert not (desk.home / "ran").exists() and heard(name, json.loads(done.stdout))[0] in ("ask", "deny")
