"""hooks/_ctl/_tree.py: who launched whom."""
from __future__ import annotations

from guards._history.lineage import make_row
from hooks._ctl._tree import tree


def test_the_tree_hangs_sessions_under_their_launchers() -> None:
    rows = [make_row("t1", "boss", "", kind="dispatch"), make_row("a1", "t1", "", kind="subagent"),
            make_row("a2", "t1", "", kind="subagent", parent_agent_id="a1"), make_row("f", "boss", "", parent_session_id="t1")]
    assert [(depth, id) for depth, id, _ in tree(rows, ["top"])] == [
        (0, "top"), (0, "boss"), (1, "t1"), (2, "a1"), (3, "a2"), (2, "f")]


def test_a_circle_ends() -> None:
    assert [id for _, id, _ in tree([make_row("a", "b", ""), make_row("b", "a", "")])] == ["b", "a"]
