"""`guardctl context`."""
from __future__ import annotations

from pathlib import Path

from hooks._ctl._ledgers import of
from hooks._ctl.context import evaluation, head, lines
from hooks._stores.world import World
from tests.scripts import Scripts


def test_the_evaluation_context_of_a_session(project: Path) -> None:
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt="fix the failing test in tests/test_a.py")
    scripts.call("Read", {"file_path": "tests/test_a.py"}, {"type": "text", "file": {"content": "x"}})
    scripts.call("Bash", {"command": "pytest -q"})
    world = World(str(project), {})
    path = of(world, None)
    found = evaluation(world, path)
    assert found["original_request"]["intent_classification"] == "debugging"
    assert [(one["tool"], one["outcome"]) for one in found["action_history"]] == [("Read", "done"), ("Bash", "open")]
    assert found["accumulated_state"]["entities_accessed"] == ["tests/test_a.py"]
    assert any("fix the failing test" in line for line in lines(found))
    cached = head(path).cache()
    Path(path.replace(".jsonl", ".state.json")).unlink()
    assert head(path).cache() == cached, "replaying the ledger gives the cached session"
    assert len(evaluation(world, path, 1)["action_history"]) == 1
