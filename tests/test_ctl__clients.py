"""hooks/_ctl/_clients.py: a client that works in the project and runs none of our hooks is named."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from hooks._ctl import _clients
from hooks._stores import processes
from hooks._stores.world import World
from tests.people import main


def process(proc: Path, pid: int, words: list[str], cwd: Path, environ: str = "") -> None:
    """A process as the system shows it."""
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    (folder / "cmdline").write_text("\0".join(words) + "\0")
    (folder / "environ").write_text(environ)
    (folder / "stat").write_text(f"{pid} (x) S 1 " + "0 " * 17 + "777 0 0")
    (folder / "cwd").symlink_to(cwd)


@pytest.mark.parametrize(("words", "inside", "environ", "said"), [
    (["bash"], True, "", ""), (["/usr/bin/claude", "-p", "x"], False, "", ""), (["claude", "mcp", "list"], True, "", ""), (["vim", "claude.md"], True, "", ""),
    (["/usr/bin/claude", "-p", "x"], True, "", "no hook has heard of it;"), (["node", "/x/cli.js"], True, "", "no hook has heard of it;"),
    (["claude", "--setting-sources", "", "-p", "x"], True, "", "(--setting-sources)"), (["claude", "--setting-sources=user"], True, "", "(--setting-sources user)"),
    (["claude", "--bare", "-p"], True, "", "(--bare)"), (["claude", "--settings", '{"disableAllHooks": true}'], True, "", "disableAllHooks"),
    (["claude", "--settings", '{"model": "x"}'], True, "", "heard of it;"), (["claude"], True, "CLAUDE_CODE_SIMPLE=1", "CLAUDE_CODE_SIMPLE"),
])
def test_who_is_named(project: Path, tmp_path: Path, words: list[str], inside: bool, environ: str, said: str) -> None:
    (project / "src").mkdir()
    process(tmp_path / "proc", 4242, words, project / "src" if inside else tmp_path, environ)
    found = _clients.unheard(World(str(project), {"HOME": str(tmp_path)}), str(tmp_path / "proc"))
    assert [said in one for one in found] == ([True] if said else [])


def test_one_that_was_heard_is_not(project: Path, tmp_path: Path) -> None:
    process(tmp_path / "proc", 4242, ["claude"], project)
    world = World(str(project), {"HOME": str(tmp_path)})
    record = Path(world.main().folder("live")) / "x.json"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps({"pid": 4242, "started": "777", "session_id": "s", **processes.machine()}))
    assert _clients.unheard(world, str(tmp_path / "proc")) == []
    assert _clients.unheard(world, str(tmp_path / "nowhere")) == []


def test_status_says_what_switches_the_hooks_off(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".claude").mkdir(exist_ok=True)
    (project / ".claude/settings.local.json").write_text('{"disableAllHooks": true}')
    assert main(["--project", str(project), "status", "--json"]) == 0
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert [one for one in problems if 'settings.local.json says "disableAllHooks": true' in one]
