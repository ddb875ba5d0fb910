"""The store: bounded, private, incremental, one snapshot at a time; what it holds comes back as it was."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import pytest

import hooks._undo as store
from hooks._event.run import handle_event
from hooks._stores import Fault, parse_json, write_json
from hooks._stores.world import World
from hooks._undo import DAY, LINK, Store, list_entries
from hooks._undo.snapshot import list_gone, look_overwritten, take_snapshot
from tests.house import thin
from tests.undo_box import ENV, bring_back, compare, lay, list_git, put, run, snap


def load(world: World, id: str) -> dict[str, Any]:
    return Store(world).load_row(id)


def files(base: Path, world: World, id: str) -> dict[str, Any]:
    return {
        path.replace(f"{base}/", ""): one
        for path, one in list_entries(load(world, id)).items()
        if "/.git/" not in path
    }


def test_what_is_held(tmp_path: Path) -> None:
    base = tmp_path / "b"
    world = lay(base, "work")
    os.symlink("notes.md", base / "p/link")
    os.mkfifo(base / "p/pipe")
    held = files(base, world, snap(world, "make").id)
    assert set(held) == {
        f"p/{name}"
        for name in "notes.md scratch/idea.txt src/app.py docs/plan.md .env local.db data/results.csv link".split()
    }
    assert held["p/link"] == [LINK, "notes.md", 0] and held["p/notes.md"][::2] == [0o644, 11]
    row = load(world, snap(world, "make").id)["repositories"][0]
    assert len(row["staged"]) == 1 and row["symbolic"] == "ref: refs/heads/main"


def test_what_is_gone_is_named_before_files_of_the_guards(tmp_path: Path) -> None:
    base = tmp_path / "b"
    world = lay(base, "work")
    names = (".claude/settings.json", ".autoskillit/guards.json", "cart.py")
    put(base / "p", dict.fromkeys(names, "1"))
    taken = snap(world, "make")
    for name in (*names, ".env"):
        (base / "p" / name).unlink()
    gone = [one.removeprefix(f"{base}/p/") for one in list_gone(load(world, taken.id))]
    assert gone == ["cart.py", ".env", ".claude/settings.json", ".autoskillit/guards.json"]


def test_what_the_text_spells_outside(tmp_path: Path) -> None:
    base = tmp_path / "b"
    world = lay(base, "clean")
    for command, held in {
        "make": set(),
        f"sh {base}/else/letter.md": {"else/letter.md"},
        "rm -rf ../else": {"else/letter.md"},
        "rm ../else/*.md": {"else/letter.md"},
        "ls ../else && make": set(),
        "cd ~ && rm -rf thesis": {"home/thesis/ch1.tex"},
        "rm -rf $HOME": set(),
        "rm -rf ~/thesis": {"home/thesis/ch1.tex"},
        "rm -rf / .. /usr /dev/null": set(),
    }.items():
        taken = snap(world, command)
        assert set(files(base, world, taken.id)) == held and not taken.fault, command


def test_unchanged_writes_nothing_and_a_change_one_object(tmp_path: Path) -> None:
    world = lay(tmp_path / "b", "work")
    first = snap(world, "make")
    root = Path(Store(world).root)
    os.utime(tmp_path / "b/p/notes.md", (1, 1))
    time.sleep(0.05)  # a file as young as a tick of the disk's clock is read again
    snap(world, "make")

    def times() -> dict[Path, int]:
        parts = (
            path for part in ("objects", "rows", "cache") for path in root.glob(f"{part}/**/*")
        )
        return {
            path: path.stat().st_mtime_ns for path in (root / "cache", *parts) if path.is_file()
        }

    before = times()
    again = snap(world, "make")
    assert again.id == first.id and times() == before
    (tmp_path / "b/p/notes.md").write_text("other\n")
    other = snap(world, "make")
    new = sorted(path.relative_to(root).parts[0] for path in times() if path not in before)
    assert other.id != first.id and new == ["objects", "rows"]
    kept = (path for path in (root, *root.rglob("*")) if path.name != "index")  # git's own copy
    assert [str(path) for path in kept if path.stat().st_mode & 0o077] == []


def test_bounds(tmp_path: Path) -> None:
    world = lay(tmp_path / "b", "clean")
    p = tmp_path / "b/p"
    put(p, {f"many/{number}": "x" for number in range(1200)})
    put(p, {"zz/precious": "x"})
    taken = snap(world, "make")
    assert len(taken.unheld) == 50
    assert taken.named == []
    assert len(list_entries(load(world, taken.id))) <= store.FILES
    taken = snap(world, "rm -rf zz")  # what the text spells goes first
    assert taken.named == [] and f"{p}/zz/precious" in list_entries(load(world, taken.id))
    assert snap(world, "rm -rf many").named
    (p / "big").touch()
    os.truncate(p / "big", store.FILE_BYTES + 1)
    assert snap(world, "rm big").named == [f"{p}/big"]


def test_a_large_pack_is_left_but_for_what_no_remote_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = lay(tmp_path / "b", "branches")
    p = tmp_path / "b/p"
    run(p, "git", "gc", "-q")
    monkeypatch.setattr(store, "FILE_BYTES", 1_000)
    assert snap(world, "make").unheld == [] and f"{p}/.git" in snap(world, "rm -rf .git").named
    before, taken = list_git(p), snap(world, "git branch -D alone && git gc --prune=now")
    assert taken.named == []
    run(p, "git", "branch", "-D", "alone")
    run(p, "git", "stash", "clear")
    run(p, "git", "reflog", "expire", "--expire=now", "--all")
    run(p, "git", "gc", "-q", "--prune=now")
    came = bring_back(world, taken.id)
    assert came.faults == [] and compare(dict(before), dict(list_git(p))) == []


def test_a_full_store_says_so_and_gives_way_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PROJECT_BYTES", 60_000)
    base = tmp_path / "b"
    world = lay(base, "clean")
    ids = []
    for number in range(4):
        (base / "p/notes.md").write_bytes(os.urandom(20_000))
        ids.append(snap(world, f"make {number}"))
    assert ids[-1].unheld == [f"{base}/p/notes.md"] and not ids[0].unheld
    snap(world, "make", 3 * DAY)
    assert len(Store(world).list_ids()) < len({one.id for one in ids}) + 1
    (base / "p/notes.md").write_bytes(b"fits again")
    taken = snap(world, "make", 4 * DAY)
    assert taken.unheld == [] and f"{base}/p/notes.md" in list_entries(load(world, taken.id))


def test_fourteen_days(tmp_path: Path) -> None:
    world = lay(tmp_path / "b", "work")
    first = snap(world, "make")
    (tmp_path / "b/p/notes.md").write_text("later\n")
    second = snap(world, "make", 15 * DAY)
    assert Store(world).list_ids() == [second.id] != [first.id]
    assert bring_back(world, second.id).faults == []


@pytest.mark.parametrize("count", thin((200, 1000)))
def test_disk_after_a_thousand_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    world = lay(tmp_path / "b", "plain")  # without git, which costs the time
    for number in range(count):
        (tmp_path / "b/p/notes.md").write_text(f"day {number}\n" * 100)
        snap(world, "make")
    files = [path for path in Path(Store(world).root).rglob("*") if path.is_file()]
    assert len(Store(world).list_ids()) == count
    assert sum(path.lstat().st_size for path in files) < count * 4096 < store.PROJECT_BYTES
    monkeypatch.setattr(store, "PROJECT_BYTES", count << 10)  # it is full then
    (tmp_path / "b/p/notes.md").write_text("one more\n" * 100)
    assert snap(world, "make").unheld == [f"{tmp_path}/b/p/notes.md"]


def test_two_at_once_lose_nothing(tmp_path: Path) -> None:
    base = tmp_path / "b"
    world = lay(base, "work")
    fork = multiprocessing.get_context("fork")
    queue: Any = fork.SimpleQueue()
    for n in range(4):
        fork.Process(target=lambda n=n: queue.put(snap(world, f"make {n}"))).start()
    got = [queue.get() for _ in range(4)]
    assert [one.fault for one in got] == [""] * 4
    (base / "p/notes.md").unlink()
    for one in got:
        bring_back(world, one.id)
        assert (base / "p/notes.md").read_text() == "three days\n"


def test_damage_to_the_store(tmp_path: Path) -> None:
    base = tmp_path / "b"
    world = lay(base, "work")
    taken = snap(world, "make")
    root = Path(Store(world).root)
    (root / "cache").write_text("[]")
    assert snap(world, "make").fault == ""
    entry = files(base, world, taken.id)["p/notes.md"]
    (root / "objects" / entry[1][:2] / entry[1][2:]).write_text("altered")
    (base / "p/notes.md").unlink()
    came = bring_back(world, taken.id)
    assert "altered" in came.faults[0] and not (base / "p/notes.md").exists()
    with pytest.raises(Fault):
        Store(world).load_row("nothing")
    inside = World(world.project, {**world.environ, "XDG_STATE_HOME": f"{base}/p/state"})
    assert "lies in the project" in snap(inside, "make").fault


def fire(
    world: World, name: str, tool: str, given: dict[str, Any], **more: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """(what is printed, the row) of one event through the whole product."""
    call = {"tool_name": tool, "tool_input": given, "tool_use_id": "t"}
    about = {"session_id": "s1", "cwd": world.project, "hook_event_name": name}
    environ = {**ENV, **world.environ, "CLAUDE_PROJECT_DIR": world.project}
    data = write_json({**about, **call, **more}).encode()
    printed = handle_event(name, data, environ, world.project)
    lines = (Path(world.project) / ".autoskillit/temp/context/s1.jsonl").read_text().splitlines()
    return parse_json(printed) if printed else {}, parse_json(lines[-1])


def test_one_event(tmp_path: Path) -> None:
    base = tmp_path / "b"
    cache = {".pytest_cache/.gitignore": "*\n", ".pytest_cache/v/lastfailed": "{}\n"}
    world = lay(base, "work", cache)
    removes = {"command": "rm -rf scratch notes.md"}
    printed, row = fire(world, "PreToolUse", "Bash", removes)
    assert "permissionDecision" not in str(printed) and row["snapshot"] in Store(world).list_ids()
    assert not [one for one in list_entries(load(world, row["snapshot"])) if "_cache" in one]
    (base / "p/notes.md").unlink()
    response = {"stdout": "", "stderr": ""}
    printed, _ = fire(world, "PostToolUse", "Bash", removes, tool_response=response)
    assert "notes.md" in str(printed) and row["snapshot"] in str(printed)
    printed, _ = fire(world, "PostToolUse", "Bash", removes, tool_response=response)
    assert "notes.md" not in str(printed)  # said once a session
    printed, row = fire(world, "PreToolUse", "Bash", {"command": "ls -la"})
    assert "snapshot" not in row
    given = {"file_path": f"{base}/p/.env", "content": "B=1"}
    printed, row = fire(world, "PreToolUse", "Write", given)
    assert f"{base}/p/.env" in load(world, row["snapshot"])["files"]
    given = {"path": f"{base}/p/local.db", "content": "x"}
    printed, row = fire(world, "PreToolUse", "mcp__fs__write_file", given)
    assert f"{base}/p/local.db" in load(world, row["snapshot"])["files"]
    printed, row = fire(world, "PreToolUse", "Bash", {"command": "kubectl delete namespace shop"})
    assert "permissionDecision" in str(printed)
    rows = ("CREATE TABLE carts (id int)", 0), ("DROP TABLE carts", 0), ("DROP TABLE users", 1)
    for sql, asked in rows:
        printed, row = fire(world, "PreToolUse", "mcp__db__query", {"sql": sql})
        assert ("permissionDecision" in str(printed)) == asked, sql
        fire(world, "PostToolUse", "mcp__db__query", {"sql": sql}, tool_response="done")
    run(base / "p", "git", "worktree", "add", "-q", str(base / "wt"))
    put(base, {"wt/new.md": "1\n"})
    fire(world, "WorktreeRemove", "", {}, cwd=f"{base}/wt", worktree_path=f"{base}/wt")
    assert "wt/new.md" in files(base, world, Store(world).list_ids()[-1])
    put(base / "p", {"last.md": "of the session\n"})
    fire(world, "SessionEnd", "", {})
    last = load(world, Store(world).list_ids()[-1])
    assert f"{base}/p/last.md" in last["repositories"][0]["files"] and "text" not in last


def test_records_that_a_call_takes_are_put_back(tmp_path: Path) -> None:
    world = lay(tmp_path / "b", "work")
    place, line = Path(world.state), {"command": "git clean -fdxq"}
    fire(world, "SessionStart", "", {}, source="startup")
    fire(world, "PreToolUse", "Bash", {"command": "make"})
    put(place, {"context/other.jsonl": "{}\n"})
    printed, row = fire(world, "PreToolUse", "Bash", line)
    assert "permissionDecision" not in str(printed) and not row.get("unheld")
    key = world.load_key()
    run(Path(world.project), "git", "clean", "-fdxq")
    assert not place.exists()
    printed, row = fire(world, "PostToolUse", "Bash", line, tool_response={"stdout": ""})
    assert "put back" in str(printed) and "(5): scratch/idea.txt, notes.md." in str(printed)
    assert world.load_key() == key and (place / "context/other.jsonl").exists()
    rows = (place / "context/s1.jsonl").read_text().splitlines()
    assert len(rows) == 3 and "errors" not in row  # but for that of the call itself
    assert place.stat().st_mode & 0o777 == 0o700
    assert bring_back(world, Store(world).list_ids()[-1]).left == []


def test_a_path_that_no_disk_can_hold_is_a_fault(tmp_path: Path) -> None:
    world = lay(tmp_path / "b", "branches")
    row = {"text": ""}
    assert take_snapshot(world, row, "rm x*", world.project)["fault"] == ""
    assert take_snapshot(world, row, "rm \ud800/x*", world.project)["fault"]


def test_pushes(tmp_path: Path) -> None:
    world = lay(tmp_path / "b", "branches")

    class Moment:
        pass

    moment: Any = Moment()
    moment.world, moment.event = world, Moment()
    moment.event.cwd, moment.state = world.project, {"start.remotes": {"origin": "https://a/b.git"}}
    assert look_overwritten(moment, "https://a/c.git", "overtaken") == []
    assert look_overwritten(moment, "https://a/b.git", "overtaken")[0][:2] == ("overtaken", 1)
    [(branch, count, newest)] = look_overwritten(moment, "origin", "overtaken")
    assert (branch, count, len(newest.partition(",")[0])) == ("overtaken", 1, 40)
    assert newest.endswith(",Ada")
    assert look_overwritten(moment, "origin", "published") == []
    assert look_overwritten(moment, "origin", "HEAD:overtaken") == [("overtaken", 1, newest)]
    assert look_overwritten(moment, "origin", ":nothing") == [("nothing", -1)]
    assert ("overtaken", 1, newest) in look_overwritten(moment, "origin", "*")
    moment.state["loss.rejected"] = ["published"]  # a push was refused, and nothing fetched since
    assert look_overwritten(moment, "origin", "published") == [("published", -1)]
    run(Path(world.project), "git", "commit", "-q", "--amend", "-m", "own")
    run(Path(world.project), "git", "update-ref", "refs/remotes/origin/ahead", "HEAD@{1}")
    assert look_overwritten(moment, "origin") == []  # what this clone made itself
