"""hooks/_install/command.py: the command as the agent runs it, whatever the paths and whatever fails."""
from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hooks._install import command, parts
from hooks._install.places import Place
from tests.hookclient import ROOT, Client

SCRIPT = """import os, sys
print(os.environ.get('CLAUDE_PROJECT_DIR'), sys.flags.isolated, sys.flags.no_site, sys.stdin.read())"""
SHELLS = [path for path in ("/bin/dash", "/bin/bash", "/bin/zsh", "/bin/busybox") if os.path.exists(path)]
NAMES = ["plain", "it's", 'a "b" c', "$HOME `x` \\ü", "-n"]


def project(tmp_path: Path, name: str = "plain", script: str = SCRIPT, python: str = sys.executable) -> Path:
    folder = tmp_path / name
    for path, text in ((".claude/settings.json", "{}"), (".autoskillit/bundle/hooks/one.py", script),
                       (".autoskillit/local/python", python + "\n"),
                       (".autoskillit/hook", parts.hook(Place("project", str(folder), {})).decode()),
                       (".autoskillit/bundle/" + command.RUN, (ROOT / command.RUN).read_text())):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def run(words: str | tuple[str, list[str]], cwd: Path, project_dir: Path | None, shell: str = "/bin/sh",
        **env: str) -> subprocess.CompletedProcess[str]:
    """Text through a shell; a program as the agent starts it, its `/bin/sh` being the given shell."""
    there = {"PATH": "/usr/bin:/bin", **env, **({"CLAUDE_PROJECT_DIR": str(project_dir)} if project_dir else {})}
    begin = [shell, *(["sh"] if shell.endswith("busybox") else [])]
    if isinstance(words, str):
        full = [*begin, "-c", words]
    else:
        full = [word.replace("${CLAUDE_PROJECT_DIR}", str(project_dir)) for word in (words[0], *words[1])]
        full[full.index("/bin/sh"):full.index("/bin/sh") + 1] = begin
    return subprocess.run(full, input="in", env=there, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


SERVER = command.shell("$d/.autoskillit", "$d/.autoskillit/bundle", "one.py")
SHARED = command.sealed("${CLAUDE_PROJECT_DIR}/.autoskillit/hook", "one.py")
OWN = command.sealed("~/.autoskillit/hook", "one.py")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("name", NAMES)
def test_it_runs_isolated_from_wherever_it_is_called(tmp_path: Path, name: str, shell: str) -> None:
    folder = project(tmp_path, name)
    (folder / "sub").mkdir()
    local = command.sealed(str(folder / ".autoskillit/hook"), "one.py")
    for words, cwd, told, home in ((SERVER, tmp_path, folder, "/"), (SERVER, folder / "sub", None, "/"),
                                   (SHARED, tmp_path, folder, "/"), (local, tmp_path, folder, "/"),
                                   (local, folder / "sub", None, "/"), (OWN, tmp_path, folder, str(folder))):
        ended = run(words, cwd, told, shell, HOME=home)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{folder} 1 1 in\n", "")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(("script", "python"), [
    ("raise SystemExit(2)", sys.executable), ("raise SystemExit(3)", sys.executable), ("syntax error", sys.executable),
    (SCRIPT, "/bin/false"), ("import os; os.kill(os.getpid(), 9)", sys.executable),
])
def test_every_failure_is_1(tmp_path: Path, shell: str, script: str, python: str) -> None:
    folder = project(tmp_path, script=script, python=python)
    for words in (SHARED, OWN, SERVER):
        assert run(words, tmp_path, folder, shell, HOME=str(folder)).returncode == 1


@pytest.mark.parametrize("shell", SHELLS)
def test_a_missing_script_is_one_line_and_1(tmp_path: Path, shell: str) -> None:
    folder = project(tmp_path)
    (folder / ".autoskillit/bundle/hooks/one.py").unlink()
    for words, told in ((SHARED, folder), (OWN, folder), (OWN, None), (SERVER, folder), (SERVER, None)):
        ended = run(words, folder, told, shell, HOME=str(folder))
        assert ended.returncode == 1
        assert ended.stderr.startswith("autoskillit-guards: ")
        assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("harm", ["rm -r bundle", "rm -r bundle/hooks", "echo '<<<<<<< HEAD' >bundle/hooks/_install/run.sh",
                                  "echo 'if' >bundle/hooks/_install/run.sh", "echo 'exit 2' >bundle/hooks/_install/run.sh", "rm hook",
                                  "echo '<<<<<<< HEAD' >hook", "echo 'exit 2' >hook", "rm -r ../.autoskillit"])
def test_whatever_became_of_the_bundle_is_1(tmp_path: Path, shell: str, harm: str) -> None:
    folder = project(tmp_path)
    subprocess.run(harm, shell=True, cwd=folder / ".autoskillit", check=True)
    for words, told in ((SHARED, folder), (OWN, folder), (OWN, None), (SERVER, folder), (SERVER, None)):
        ended = run(words, folder, told, shell, HOME=str(folder))
        if "hook" in harm.split()[-1] and "bundle" not in harm and words is SERVER:
            continue  # an MCP server has no use for the launcher
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr or "exit 2" in harm


@pytest.mark.parametrize("named", ["", "/gone/python3", "not absolute", "/etc/passwd"])
def test_an_interpreter_that_is_gone_is_looked_for_once(tmp_path: Path, named: str) -> None:
    folder = project(tmp_path, python=named)
    bundle = folder / ".autoskillit/bundle/hooks/_install"
    (bundle / "find_python.sh").write_text(Path(command.__file__).with_name("find_python.sh").read_text())
    ended = run(SHARED, tmp_path, folder, AUTOSKILLIT_PYTHON=sys.executable)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{folder} 1 1 in\n", "")
    assert (folder / ".autoskillit/local/python").read_text() == os.path.realpath(sys._base_executable) + "\n"  # type: ignore[attr-defined]


def test_no_interpreter_at_all_is_said(tmp_path: Path) -> None:
    folder = project(tmp_path, python="/gone")
    bundle = folder / ".autoskillit/bundle/hooks/_install"
    (bundle / "find_python.sh").write_text("echo none >&2; exit 2")
    ended = run(SHARED, tmp_path, folder)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "none\n")


@pytest.mark.parametrize(("script", "code", "said"), [
    (SCRIPT, 0, ""), ("raise SystemExit(2)", 1, ""), ("import sys; sys.exit(0)", 0, ""),
    ("1/0", 1, "ZeroDivisionError"), (None, 1, "is missing"),
])
def test_the_windows_form_seals_too(tmp_path: Path, script: str | None, code: int, said: str) -> None:
    folder = project(tmp_path)
    path = folder / ".autoskillit/bundle/hooks/one.py"
    path.write_text(script) if script is not None else path.unlink()
    program, arguments = command.program(sys.executable, str(folder / ".autoskillit/bundle"), "one.py")
    ended = subprocess.run([program, *arguments], input="in", capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == code
    assert said in ended.stderr


@pytest.mark.parametrize(("found", "ours"), [
    ({"type": "command", "command": "python3 ~/.autoskillit/hooks/quota_guard.py"}, False),
    ({"type": "command", "command": "echo autoskillit-guards"}, False),
    (None, False), ("autoskillit-guards hooks/x.py", False), ({"command": ["autoskillit-guards hooks/x.py"]}, False),
    ({"command": 3, "args": "hooks/x.py autoskillit-guards"}, False),
    (command.handler(("nice", ["/x/.autoskillit/hooks/quota_guard.py"]), 10, False), False),
    (command.handler(("nice", ["/x/.autoskillit/hook2", "/x/.autoskillit/hook.py"]), 10, False), False),
    (command.handler(SHARED, 10, False), True), (command.handler(OWN, 10, False), True),
    (command.handler(command.sealed("/p/.autoskillit/hook", "one.py"), 10, False), True),
    ({"type": "command", "command": SERVER}, True),
    (command.handler(command.program("py", "C:\\x", "pre_tool_use.py"), 10, True), True),
    ({"type": "command", "command": command.shell("/a/.autoskillit", "/checkout", "one.py")}, True),
])
def test_ours_and_not_ours(found: Any, ours: bool) -> None:
    assert command.ours(found) is ours


def test_no_braces_that_the_agent_would_fill_in() -> None:
    assert "${" not in SERVER


@pytest.mark.parametrize("words", [SHARED, OWN])
def test_it_is_short_and_names_no_machine(words: tuple[str, list[str]]) -> None:
    whole = " ".join((words[0], *words[1])).replace("one", "post_tool_use_failure")
    assert len(whole) <= 115
    assert ".autoskillit/hook" in whole


@pytest.mark.parametrize("words", [SHARED, OWN])
def test_a_client_that_drops_the_arguments_runs_nothing_of_the_event(tmp_path: Path, words: tuple[str, list[str]]) -> None:
    harm = '{"tool_input": {"command": "$(touch harmed) `touch harmed`"}}\ntouch harmed\n'
    for started in ([words[0]], ["/bin/sh", "-c", words[0]]):
        ended = subprocess.run(started, input=harm, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ended.returncode != 2, (tmp_path / "harmed").exists()) == (True, False)


def evicted(settings: dict[str, Any]) -> dict[str, Any]:
    """AutoSkillit 0.9.492's rule, as read there: every handler whose command holds "autoskillit" is its own, and goes."""
    return {event: [{**group, "hooks": [h for h in group["hooks"] if "autoskillit" not in h.get("command", "")]}
                    for group in groups] for event, groups in settings["hooks"].items()}


@pytest.mark.parametrize("scope", ["project", "local", "user"])
@pytest.mark.parametrize("link", [False, True])
def test_the_orchestrators_installer_takes_nothing_of_ours(scope: str, link: bool) -> None:
    place = Place(scope, "/srv/autoskillit", {"HOME": "/home/autoskillit"}, link)
    registry = json.loads((ROOT / "hook_registry.json").read_text())
    hooks = {event: [group] for event, group in parts.groups(registry, place, False).items()}
    assert len(hooks) == 14
    assert evicted({"hooks": hooks}) == hooks
    old = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": SERVER}]}]}}
    assert evicted(old) == {"PreToolUse": [{"hooks": []}]}


@pytest.fixture
def client(tmp_path: Path) -> Client:
    (tmp_path / "project").mkdir()
    return Client(tmp_path / "project", tmp_path / "home")


# What a launcher calls on some system or other; all but git, which is asked for facts.
SHADOWS = ("nice", "sh", "bash", "dash", "env", "python3", "python", "dirname", "basename", "cat", "sed", "mkdir", "mv", "rm",
           "readlink", "xcode-select", "command", "test", "[", "echo", "printf", "pwd")


@pytest.mark.parametrize("known", [True, False])
def test_no_program_that_path_finds_first_comes_between(client: Client, tmp_path: Path, known: bool) -> None:
    client.install("--memory-server", "--status-line")
    if not known:
        (client.project / ".autoskillit/local/python").unlink()
    (tmp_path / "bin").mkdir()
    for name in SHADOWS:
        (tmp_path / "bin" / name).write_text('#!/bin/bash\necho "$0" >>"${0%/*}/../ran"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    client.env["PATH"] = f"{tmp_path}/bin:{client.env['PATH']}"
    answer, = client.run("PreToolUse", tool_name="Bash", tool_input={"command": "rm -rf .autoskillit"}, tool_use_id="t")
    assert json.loads(answer.stdout)["hookSpecificOutput"]["permissionDecision"] == "ask"
    server = json.loads((client.project / ".mcp.json").read_text())["mcpServers"]["session_memory"]
    line = json.loads((client.project / ".claude/settings.json").read_text())["statusLine"]["command"]
    for words in ([server["command"], *server["args"]], ["/bin/sh", "-c", line], [str(client.project / ".autoskillit/guardctl"), "rules"]):
        done = subprocess.run(words, input="{}", env=client.env, cwd=client.project, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode in (0, 2), done.stderr
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()


@pytest.mark.parametrize("version", ["3.6.15", "3.8.18"])
def test_an_old_python_says_so_and_no_more(client: Client, tmp_path: Path, version: str) -> None:
    client.install()
    old = tmp_path / "python3"       # what such an interpreter does, as far as it gets
    number = ", ".join(version.split("."))
    old.write_text(f"""#!/bin/sh
exec {sys.executable} -I -S -c 'import sys; sys.version_info = ({number}); sys.version = "{version} (old)"
sys.argv = sys.argv[5:]; __file__ = sys.argv[0]
exec(open(__file__).read())' "$@"
""")
    old.chmod(0o755)
    (client.project / ".autoskillit/local/python").write_text(f"{old}\n")
    for event in ("PreToolUse", "SessionStart", "Stop"):
        for done in client.run(event, tool_name="Read", tool_input={}):
            assert (done.returncode, done.stdout) == (1, "")
            assert done.stderr.startswith(f"autoskillit-guards: needs Python 3.9 or newer, this is {version}")
            assert done.stderr.count("\n") == 1


def test_what_says_that_a_python_is_old_can_be_read_by_one() -> None:
    for path in (ROOT / "hooks/__init__.py", ROOT / "hooks/pre_tool_use.py"):
        ast.parse(path.read_text(), feature_version=(3, 4))
