"""install.py as a person runs it: scopes, agents, upgrades, git, links, faults, and the handlers as a client runs them."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.house import copy_product, thin

ROOT = Path(__file__).resolve().parent.parent
AGENTS = "codex copilot gemini qwen opencode cursor".split()


DATA = ".local/share/autoskillit/code"
BUNDLE = Path()  # a copy of what is installed, which nobody edits meanwhile
CODE = Path()  # the same, compiled, which takes an installation most of its time


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    global BUNDLE, CODE
    BUNDLE = tmp_path_factory.mktemp("bundle") / "next"
    copy_product(ROOT, BUNDLE)
    made = tmp_path_factory.mktemp("compiled")
    install(made, made)
    CODE = made / DATA
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(tmp_path / "p")], check=True)
    return tmp_path / "p"


def install(project: Path, home: Path, *flags: str, code: int = 0) -> str:
    if CODE.name and not (home / DATA).exists():
        shutil.copytree(CODE, home / DATA)
    words = [sys.executable, str(BUNDLE / "install.py"), "--project", str(project), *flags]
    done = subprocess.run(
        words, capture_output=True, text=True, env=environ(home, project), timeout=60
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def environ(home: Path, project: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), "CLAUDE_PROJECT_DIR": str(project)}


def tree(folder: Path) -> dict[str, bytes]:
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if name[:5] != ".git/"}


def fire(
    settings: Path, event: str, project: Path, home: Path, path: str = ""
) -> subprocess.CompletedProcess[bytes]:
    [group] = json.loads(settings.read_text())["hooks"][event]
    handler = group["hooks"][0]
    words = [handler["command"]]
    words += [word.replace("${CLAUDE_PROJECT_DIR}", str(project)) for word in handler["args"]]
    env = {**environ(home, project), **({"PATH": path} if path else {})}
    payload = {
        "session_id": "s",
        "cwd": str(project),
        "hook_event_name": event,
        "source": "startup",
    }
    payload |= {"tool_name": "Read", "tool_use_id": "t", "tool_input": {"file_path": "a"}}
    data = json.dumps(payload)
    return subprocess.run(
        words, input=data.encode(), capture_output=True, env=env, cwd=project, timeout=60
    )


def test_what_is_installed_is_small(project: Path, tmp_path: Path) -> None:
    before = os.times()
    (tmp_path / "home" / DATA).mkdir(parents=True)  # which has to be compiled
    install(project, tmp_path / "home")
    after = os.times()
    held = [path.lstat() for path in (tmp_path / "home/.local").glob("*/autoskillit/**/*")]
    assert 512 * sum(one.st_blocks for one in held) <= 2 << 20, "as `du` counts"
    assert len(tree(project)) <= 6
    assert sum(after[2:4]) - sum(before[2:4]) <= 1.5  # seconds of CPU, 0.5 here


FLAGS = [[], ["--strict", "--memory-server"], ["--vendor"], ["--agent", *AGENTS]]


@pytest.mark.parametrize("flags", thin(FLAGS))
def test_everything_goes_again(project: Path, home: Path, flags: list[str]) -> None:
    exclude = project / ".git/info/exclude"
    before = tree(project), exclude.read_bytes()
    said = install(project, home, *flags)
    assert "git add -f" in said
    once = tree(project)
    assert len([name for name in once if "/bundle/" not in name and "--agent" not in flags]) <= 7
    install(project, home)
    assert {name: once[name] for name in once} == {name: tree(project)[name] for name in once}
    assert not subprocess.check_output("git status --porcelain".split(), cwd=project)
    assert "git status" in install(project, home, "--uninstall", "--purge")
    assert not (home / ".local/state/autoskillit").exists()
    assert (tree(project), exclude.read_bytes()) == before and not any(project.glob(".[!g]*"))


@pytest.mark.parametrize("scope", ["local", "user"])
def test_other_scopes(project: Path, home: Path, scope: str) -> None:
    folder, name = (home, "settings") if scope == "user" else (project, "settings.local")
    settings = folder / f".claude/{name}.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{"model": "x"}')
    install(project, home, "--scope", scope)
    assert fire(settings, "PreToolUse", project, home).returncode == 0
    install(project, home, "--scope", scope, "--check")
    assert f"{name}.json: every event is registered" in install(project, home, "--check")
    install(project, home, "--scope", scope, "--uninstall")
    assert install(project, home, "--check", code=1)
    assert settings.read_text() == '{"model": "x"}'
    settings.unlink()


def test_two_scopes_share_the_launcher_and_one_may_go(project: Path, home: Path) -> None:
    install(project, home)
    install(project, home, "--scope", "local")
    mine, local = (
        json.loads((project / f".claude/settings{x}.json").read_text())["hooks"]
        for x in ("", ".local")
    )
    assert mine == local, "the client runs equal handlers once"
    install(project, home, "--scope", "local", "--uninstall")
    install(project, home, "--check")


def test_links_and_modes_stay(project: Path, home: Path, tmp_path: Path) -> None:
    (project / ".claude").mkdir()
    real, link = tmp_path / "real.json", project / ".claude/settings.json"
    real.write_text("{}")
    real.chmod(0o600)
    link.symlink_to(real)
    install(project, home)
    assert link.is_symlink() and b"nice" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    install(project, home, "--uninstall")
    assert link.is_symlink() and real.read_text() == "{}"


def test_a_file_of_somebody_else_is_refused_and_nothing_is_written(
    project: Path, home: Path
) -> None:
    (project / ".mcp.json").write_text('{"mcpServers": {"session_memory": {"command": "mine"}}}')
    before = tree(project)
    assert "not ours" in install(project, home, "--memory-server", code=1)
    (project / ".claude/commands").mkdir(parents=True)
    (project / ".claude/commands/guard-why.md").write_text("mine")
    before = tree(project)
    assert "not ours" in install(project, home, code=1) and tree(project) == before
    assert "no folder" in install(project / "nowhere", home, code=1)


@pytest.mark.parametrize("lost", ["python", "code", "vendored"])
def test_what_is_gone_blocks_nothing_and_is_told_at_the_start(
    project: Path, tmp_path: Path, lost: str
) -> None:
    home = tmp_path / "h"
    home.mkdir()
    install(project, home, *(["--vendor"] if lost != "code" else []))
    settings, data = project / ".claude/settings.json", home / ".local/share/autoskillit"
    if lost == "python":
        os.unlink(data / "python")
        assert fire(settings, "PreToolUse", project, home).returncode == 0
        assert (data / "python").is_symlink(), "it was looked for, and is found at once from now on"
    elif lost == "vendored":
        shutil.rmtree(data)
        done = fire(settings, "PreToolUse", project, home)
        assert (done.returncode, done.stderr) == (0, b"")
    else:
        shutil.rmtree(data)
        done = fire(settings, "PreToolUse", project, home)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        said = json.loads(fire(settings, "PostToolUse", project, home).stdout)
        assert "own code: changed by Read, put back" in said["systemMessage"]
        for folder in (data, home / ".local/state"):
            shutil.rmtree(folder)
        done = fire(settings, "PreToolUse", project, home)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        said = json.loads(fire(settings, "SessionStart", project, home).stdout)
        assert "not on this machine" in said["systemMessage"]
        install(project, home, "--strict")
        for folder in (data, home / ".local/state"):
            shutil.rmtree(folder)
        assert fire(settings, "PreToolUse", project, home).returncode == 1, "onFailure blocks then"
        os.unlink(project / ".autoskillit/guardctl")
        assert fire(settings, "PreToolUse", project, home).returncode == 1


def test_a_client_that_drops_arguments_starts_nothing(project: Path, home: Path) -> None:
    install(project, home)
    hooks = json.loads((project / ".claude/settings.json").read_text())["hooks"]
    groups = [group for groups in hooks.values() for group in groups]
    [command] = {handler["command"] for group in groups for handler in group["hooks"]}
    evil = b'{"prompt": "$(touch gone)`touch gone`"}\n'
    done = subprocess.run([command], input=evil, capture_output=True, cwd=project, timeout=9)
    assert done.stdout.strip().isdigit() and not (project / "gone").exists()


def test_an_installation_of_0_7_9_is_replaced_and_goes(
    project: Path, home: Path, tmp_path: Path
) -> None:
    text = '{"hooks": {"Stop": [ ], "PreToolUse": [{"hooks": [{"type": "command", "command": "echo"}]}]},\n  "x": 1}\n\n'
    for changed in (False, True):
        (project / ".claude").mkdir(exist_ok=True)
        file = project / ".claude/settings.json"
        file.write_text(text)
        (project / ".autoskillit").mkdir()
        old = ["-n", "0", "/bin/sh", "-c", '(. "$0") || exit 1']
        old += ["${CLAUDE_PROJECT_DIR}/.autoskillit/hook", "x"]
        held = json.loads(text)
        for event in ("PreToolUse", "Stop", "PostToolUse"):
            handler = {"type": "command", "command": "/usr/bin/nice", "args": old, "timeout": 10}
            held["hooks"].setdefault(event, []).append({"hooks": [handler]})
        file.write_text(json.dumps(held))
        (project / ".autoskillit/hook").write_text("# Runs one hook of the guards")
        if changed:
            file.write_text(json.dumps({**held, "model": "y"}))
        install(project, home)
        assert b'.autoskillit/hook"' not in file.read_bytes()
        install(project, home, "--check")
        install(project, home, "--uninstall")
        left = json.loads(file.read_text())
        assert left.pop("model", "") == ("y" if changed else "")
        assert left["hooks"]["PreToolUse"] == json.loads(text)["hooks"]["PreToolUse"]
        shutil.rmtree(project / ".autoskillit", ignore_errors=True)


def test_the_wheel_installs_and_the_plugin_is_what_the_table_says(
    tmp_path: Path, project: Path
) -> None:
    sys.path.insert(0, str(ROOT / "package"))
    import build_guards

    from hooks._install import VERSION, make_handler

    events: dict[str, Any] = json.loads((ROOT / "hook_registry.json").read_text())["events"]
    plugin = json.loads((ROOT / "hooks/hooks.json").read_text())["hooks"]
    handlers = {event: [make_handler(event, row, False)] for event, row in events.items()}
    for event, (group,) in plugin.items():
        # An installation in the project comes first, and its handlers are there already.
        start, launcher = group["hooks"][0]["args"][4:6]
        assert '[ -f "$CLAUDE_PROJECT_DIR/.autoskillit/guardctl" ] && exit 0; ' in start
        assert launcher == "${CLAUDE_PLUGIN_ROOT}/hooks/_install/guardctl.sh"
        handlers[event][0]["hooks"][0]["args"][4:6] = [start, launcher]
    assert plugin == handlers
    assert json.loads((ROOT / ".claude-plugin/plugin.json").read_text())["version"] == VERSION
    name = build_guards.build_wheel(str(tmp_path))
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-e", str(tmp_path / name), str(tmp_path / "w")],
        check=True,
    )
    words = [sys.executable, "-m", "autoskillit_guards", "install", "--project", str(project)]
    env = {**environ(tmp_path, project), "PYTHONPATH": str(tmp_path / "w")}
    done = subprocess.run(words, capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode == 0, done.stderr
    assert fire(project / ".claude/settings.json", "PreToolUse", project, tmp_path).returncode == 0


def test_one_agent_goes_and_the_others_stay(project: Path, home: Path) -> None:
    before = tree(project)
    install(project, home, "--agent", "claude", "codex", "gemini")
    install(project, home, "--uninstall", "--agent", "codex")
    assert not (project / ".codex").exists() and (project / ".gemini/settings.json").exists()
    install(project, home, "--check")
    install(project, home, "--uninstall")
    assert tree(project) == before


def test_an_installation_holds_its_expressions_compiled(project, home) -> None:
    install(project, home)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import hooks, guards._reading.commands, guards._taint, guards.loss, guards.self_protection
from guards._text import KNOWN, Form
made = [Form(*given) for given in [*KNOWN]]
patterns = [one.pattern for one in made]
assert "re" not in sys.modules and len(made) > 90
import re
assert [one.made for one in made] == [re.compile(*given) for given in KNOWN[: len(made)]]
"""
    where = home / ".local/share/autoskillit/code"
    command = [sys.executable, "-I", "-S", "-c", code, str(where)]
    subprocess.run(command, check=True, timeout=60)
    bytecode = next(where.glob("code.*"))
    bytecode.rename(where / "another")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "line 8" in done.stderr  # another Python's: it falls back to the sources and to `re`
    (where / "another").rename(bytecode)
