"""`guardctl replay`: the same settings give the same verdicts; a new rule shows what it would have said."""
from __future__ import annotations

from pathlib import Path

from hooks import _registry, _settings
from hooks._ctl._ledgers import of
from hooks._ctl.replay import replayed
from hooks._stores.world import World
from tests.scripts import Scripts


def test_replay(project: Path) -> None:
    scripts = Scripts(project)
    rule = {"id": "no", "when": {"tool": "mcp__x__*"}, "decision": "deny", "reason": "no"}
    scripts.settings(policy=[rule])
    scripts.fire("UserPromptSubmit", prompt="tidy up the folder")
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    scripts.call("mcp__x__y", {"a": 1})
    world = World(str(project), scripts.env)

    def verdicts() -> list[tuple[str, str]]:
        registry = _registry.load()
        return [(one["then"], one["now"]) for one in
                replayed(of(world, None), registry, _settings.load(world, registry), world)]

    assert verdicts() == [("pass", "pass"), ("deny", "deny")]
    scripts.settings(policy=[{**rule, "when": {"tool": "Bash"}, "decision": "ask"}])
    assert verdicts() == [("pass", "ask"), ("deny", "pass")]
