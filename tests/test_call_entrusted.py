"""guards/_call/entrusted.py: files that something runs or obeys later, and the gate that must not miss one."""
import pytest

from guards._call.entrusted import FILES, PACKAGE, Act, file_kind
from guards._call.prefilter import worth_reading


@pytest.mark.parametrize("path", ["src/app.py", "docs/hooks.md", "/p/README.md", "/p/.claude/plans/x.md", "/h/.claude/jobs/3c/tmp/pr.md", "/p/.claude/summary.md",
                                  "config.json"])
def test_a_file_like_any_other(path):
    assert file_kind(path) == ""


def spelt():
    """Each name and piece of the table as a path, as it is written on a disk."""
    written = {"claude.md": "CLAUDE.md", "claude.local.md": "CLAUDE.local.md", "agents.md": "AGENTS.md",
               "agents.override.md": "AGENTS.override.md", "gemini.md": "GEMINI.md", "qwen.md": "QWEN.md",
               "jenkinsfile": "Jenkinsfile", "skill.md": "SKILL.md", "launchagents/": "Library/LaunchAgents/x.plist",
               "launchdaemons/": "Library/LaunchDaemons/x.plist"}
    for kind, _, names, parts in FILES:
        for name in names.split():
            yield kind, "/p/" + written.get(name, name)
        for part in parts.split():
            yield kind, written[part] if part in written else f"/p{part}x" if part.endswith("/") else f"/p{part}"


@pytest.mark.parametrize(("kind", "path"), list(spelt()))
def test_the_gate_wakes_for_each_row(kind, path):
    assert file_kind(path)
    assert worth_reading(f"cat a >> {path}")


def test_values_are_said_once_and_unknown_ones_are_left_out() -> None:
    act = Act(PACKAGE, "pip install", ["a", "", "a", "$(...)", "b"])
    assert act.values == ("a", "b") and "pip install" in repr(act)
