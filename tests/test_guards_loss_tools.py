"""guards/loss/tools.py: editing tools, patches and file servers; what is at stake the disk says."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from guards import Settings
from guards._call import read
from guards.loss.destroys import losses
from guards.loss.tools import of_patch
from tests.repositories import event_of, make
from tests.scripts import Scripts

FS = "mcp__filesystem__"
DELETES = "*** Begin Patch\n*** Delete File: notes.md\n*** End Patch"
ADDS = "*** Begin Patch\n*** Add File: notes.md\n+x\n*** End Patch"
UPDATES = "*** Begin Patch\n*** Update File: notes.md\n@@\n-three days\n+x\n*** End Patch"
MOVES = "*** Begin Patch\n*** Update File: src/app.py\n*** Move to: notes.md\n@@\n-a\n+b\n*** End Patch"


def lost(tool: str, given: dict[str, Any], cwd: str = "/p") -> list[tuple[str, tuple[str, ...]]]:
    return [(loss.flags, loss.names) for loss in losses(read(event_of(Path(cwd), given, tool), Settings()))]


@pytest.mark.parametrize(("tool", "given"), [
    (f"{FS}read_file", {"path": "a"}), (f"{FS}edit_file", {"path": "a", "edits": []}), (f"{FS}list_directory", {"path": "."}),
    (f"{FS}delete_file", {}), (f"{FS}delete_file", {"path": 3}), (f"{FS}delete_file", {"path": ""}), (f"{FS}move_file", {"source": "a"}),
    ("mcp__drive__delete_file", {"path": "reports/2026"}), ("mcp__github__delete_file", {"path": "README.md"}),
    ("mcp__s3__put_object", {"path": "s3://bucket/x"}), ("mcp__web__save_page", {"path": "https://x.example/a"}),
    ("Edit", {"file_path": "/p/a"}), ("apply_patch", {"input": UPDATES}), ("apply_patch", {"input": "*** Delete File: a"}),
    ("mcp__notes__delete_note", {"id": 7}), ("mcp__linear__graphql", {"query": "query { issues { deletedAt(at: 1) } }"}),
    ("mcp__github__create_issue", {"title": "a", "body": "Try\n\nmutation { deleteUser(id: 3) }\n\nDROP TABLE users"})])
def test_what_destroys_nothing_here(tool: str, given: dict[str, Any]) -> None:
    assert lost(tool, given) == []


@pytest.mark.parametrize(("tool", "given", "found"), [
    ("Write", {"file_path": "/p/a"}, [("W", ("/p/a",))]),
    (f"{FS}write_file", {"path": "a", "content": "x"}, [("W", ("a",))]),
    (f"{FS}delete_file", {"path": "a"}, [("r", ("a",))]),
    ("mcp__fs__deleteFiles", {"paths": ["a", "b"]}, [("r", ("a", "b"))]),
    ("mcp__serena__delete_file", {"path": "/p/a"}, [("r", ("/p/a",))]),
    ("apply_patch", {"input": DELETES}, [("", ("notes.md",))]),
    ("apply_patch", {"patch": ADDS}, [("W", ("notes.md",))]),
    ("apply_patch", {"input": MOVES}, [("W", ("notes.md",))]),
    ("mcp__hoster__graphql", {"query": "mutation { volumeDelete(id: 3) }"}, [("", ("the database behind hoster",))]),
    ("mcp__http__request", {"url": "https://a.example/graphql", "body": '{"query": "mutation { volumeDelete(id: 3) }"}'},
     [("", ("the database behind http",))])])
def test_what_destroys(tool: str, given: dict[str, Any], found: list[tuple[str, tuple[str, ...]]]) -> None:
    assert lost(tool, given) == found


def test_a_patch_of_any_length_is_bounded() -> None:
    text = "*** Begin Patch\n" + "".join(f"*** Delete File: f{n}\n" for n in range(1000))
    assert len(of_patch({"input": text}, "/p")[0].names) == 40


@pytest.mark.parametrize(("tool", "given", "decision"), [
    (f"{FS}write_file", {"path": "new.md", "content": "x"}, "pass"), (f"{FS}delete_file", {"path": "file.txt"}, "pass"),
    (f"{FS}delete_directory", {"path": "dist"}, "pass"), (f"{FS}write_file", {"path": "src/app.py", "content": "x"}, "pass"),
    (f"{FS}write_file", {"path": "notes.md", "content": "x"}, "ask"), (f"{FS}delete_file", {"path": "notes.md"}, "ask"),
    (f"{FS}delete_directory", {"path": "scratch"}, "ask"),
    ("apply_patch", {"input": DELETES}, "ask"), ("apply_patch", {"input": ADDS}, "ask"), ("apply_patch", {"input": UPDATES}, "pass")])
def test_what_is_asked_in_a_repository_with_work_in_it(project: Path, tool: str, given: dict[str, Any], decision: str) -> None:
    make(project, "work")
    answer = Scripts(project).call(tool, given)
    assert answer.decision == decision, answer.stdout
    assert decision == "pass" or "notes.md" in answer.reason or "idea.txt" in answer.reason


@pytest.mark.parametrize(("tool", "given"), [
    ("mcp__git__git_reset", {"repo_path": "/p"}), ("mcp__slack__search_messages", {"query": "delete from the list"}),
    ("mcp__git__git_status", {"repo_path": "/p"}), ("mcp__git__git_stash", {"action": "push"}), ("mcp__git__git_clean", {"dry_run": True}),
    ("mcp__postgres__query", {"sql": "select 1"}), ("mcp__postgres__query", {"sql": "delete from t where id = 3"}),
    ("mcp__postgres__query", {"sql": "drop table t", "database": "shop_test"}), ("mcp__search__query", {"query": "how to drop a table"}),
    ("mcp__tickets__delete_comment", {"id": "7"}), ("ExitWorktree", {"action": "remove"})])
def test_what_a_server_may_do_unasked(tool: str, given: dict[str, Any]) -> None:
    assert lost(tool, given) == []


@pytest.mark.parametrize(("tool", "given", "kind", "what"), [
    ("mcp__postgres__execute_sql", {"sql": "DROP TABLE orders"}, "remote", "DROP TABLE orders"),
    ("mcp__supabase__apply_migration", {"name": "x", "query": "truncate table orders cascade"}, "remote", "TRUNCATE"),
    ("mcp__docker__remove_volume", {"name": "pgdata", "force": True}, "remote", "remove volume"),
    ("ExitWorktree", {"action": "remove", "discard_changes": True}, "worktree", "ExitWorktree")])
def test_a_server_is_read_as_the_command_that_it_is(tool: str, given: dict[str, Any], kind: str, what: str) -> None:
    found = losses(read(event_of(Path("/p"), given, tool), Settings()))
    assert [(loss.kind, loss.what) for loss in found][:1] == [(kind, what)]
