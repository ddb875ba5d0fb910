"""The stores: what is written is read back, `state == fold(rows)`, and a changed record shows.

Cannot see: a crash of the machine itself; tests/test_stores_faults.py kills processes only.
"""

from __future__ import annotations

import copy
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from guards import CREDENTIALS, INTERNAL, LEVELS, NONE, PROJECT, TYPED, UNTRUSTED, Value
from hooks._stores import (
    Fault,
    Lock,
    append_lines,
    ledger as ledgers,
    make_folder,
    name_file,
    parse_json,
    read_bytes,
    read_lines,
    scan_json,
    write_canonical,
    write_json,
    write_whole,
)
from hooks._stores.ledger import (
    Session,
    apply_op,
    create_state,
    find_values,
    fold,
    load_state,
    record_event,
    verify_chain,
)
from hooks._stores.world import Checkpoint, World, find_project

QUICK = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)

ROOT = Path(__file__).parents[1]


def make_world(folder, now: float = 1e9) -> World:
    return World(f"{folder}/project", {"HOME": f"{folder}/home"}, now)


def open_session(folder, id: str = "s") -> tuple[Session, Checkpoint]:
    os.makedirs(f"{folder}/home", exist_ok=True)
    world = make_world(folder)
    return Session(world, id), Checkpoint(world, id)


def make_row(event: str = "PreToolUse", **fields):
    row = {"ts": "2026-11-29T08:00:00Z", "decision": "pass", "level": ["none", "none"]}
    return {**row, "session_id": "s", "event": event, **fields}


def add_event(folder, values=(), ops=(), event="PreToolUse", **fields):
    session, checkpoint = open_session(folder)
    row = make_row(event, **fields)
    state = record_event(session, checkpoint, row, list(values), [list(op) for op in ops])
    return state, row


def find_seen(session, field: str, text: str) -> list[Value]:
    return find_values(read_bytes(session.values), field, text)


def rebuild(folder):
    """The state as the ledger and the values file alone give it."""
    session, checkpoint = open_session(folder)
    os.path.exists(session.cache) and os.unlink(session.cache)
    state, pending, _ = load_state(session, checkpoint)
    assert not pending
    return state


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[1", "{} x", "nul", '"a', "\x00", "{'a':1}", "[" * 100_000, "1 2"]
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        parse_json(text)


@given(JSON)
def test_json_comes_back(value) -> None:
    assert parse_json(write_json(value)) == value == parse_json(write_canonical(value))
    assert "\n" not in write_json(value)
    assert scan_json(write_json([value]) + "rest")[0] == [value]


def test_json_of_odd_texts() -> None:
    assert parse_json(b'\xef\xbb\xbf {"a": "\xff"}') == {"a": "\ufffd"}
    assert parse_json('{"a": [NaN, 1e999], "b": "x\ty"}') == {"a": [None, None], "b": "x\ty"}
    assert write_json("\ud800").encode() == b'"\\ud800"'


@given(st.text(), st.text())
def test_file_names_stay_apart_and_inside(one: str, other: str) -> None:
    name = name_file(one)
    assert name and "/" not in name and name[0] != "." and len(name) < 110
    assert (name == name_file(other)) == (one == other)


def test_disk(tmp_path) -> None:
    path = f"{tmp_path}/a/b/c"
    make_folder(f"{tmp_path}/a/b")
    assert stat.S_IMODE(os.stat(f"{tmp_path}/a").st_mode) == 0o700
    assert read_bytes(path) == b"" and list(read_lines(path)) == []
    append_lines(path, b"torn")
    assert append_lines(path, b"whole\n") == len(b"torn\nwhole\n")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    write_whole(path, b"x" * 200_000)
    assert read_bytes(path) == b"x" * 200_000 and read_bytes(path, 199_999) == b"x"
    assert len(read_bytes(path, 0, 150_000)) == 150_000
    assert os.listdir(f"{tmp_path}/a/b") == ["c"]


@pytest.mark.parametrize("kind", ["link", "dangling", "fifo", "folder", "hard"])
def test_what_is_no_file_of_ours_is_refused(tmp_path, kind: str) -> None:
    path, other = f"{tmp_path}/x", f"{tmp_path}/other"
    open(other, "w").close()
    {
        "link": lambda: os.symlink(other, path),
        "dangling": lambda: os.symlink(f"{tmp_path}/none", path),
        "fifo": lambda: os.mkfifo(path),
        "folder": lambda: os.mkdir(path),
        "hard": lambda: os.link(other, path),
    }[kind]()
    with pytest.raises(Fault):
        append_lines(path, b"x\n")
    with pytest.raises(Fault), Lock(path):
        pass
    if kind not in ("hard", "dangling"):
        with pytest.raises(Fault):
            read_bytes(path)
    assert os.path.getsize(other) == 0 and not os.path.exists(f"{tmp_path}/none")


def test_lock_is_waited_for_and_given_up(tmp_path) -> None:
    words = f"from hooks._stores import Lock; Lock({str(tmp_path / 'lock')!r}, 0.05).__enter__()"
    with Lock(f"{tmp_path}/lock"):
        done = subprocess.run([sys.executable, "-c", words], cwd=ROOT, capture_output=True)
    assert b"Fault: " in done.stderr and b"is locked for over 0.05 s" in done.stderr
    with Lock(f"{tmp_path}/lock", 0.05):
        pass


def test_world_finds_project_and_folders(tmp_path) -> None:
    os.makedirs(tmp_path / "p/.autoskillit")
    os.makedirs(tmp_path / "p/a/b")
    project = str(tmp_path / "p")
    assert find_project({}, f"{project}/a/b") == project
    assert find_project({"HOME": project}, f"{project}/a") == f"{project}/a"
    assert find_project({"CLAUDE_PROJECT_DIR": f"{project}/a"}, "/") == f"{project}/a"
    assert find_project({"CLAUDE_PROJECT_DIR": "/nowhere"}, project) == project
    world = World(project, {"XDG_STATE_HOME": "/x"})
    assert world.locate("context", "../s").startswith(f"{project}/.autoskillit/temp/context/s~")
    assert read_bytes(f"{world.state}/.gitignore") == b"*\n"
    assert world.load_key() == world.load_key() and len(world.load_key()) == 32
    assert world.locate_outside("checkpoints").startswith("/x/autoskillit/checkpoints/")
    with pytest.raises(Fault):
        World(project, {}).locate_outside("checkpoints")
    os.rename(f"{project}/.autoskillit", f"{project}/moved")
    os.symlink(f"{project}/moved", f"{project}/.autoskillit")
    with pytest.raises(Fault, match="link"):
        World(project, {}).locate("context")


@pytest.mark.parametrize(
    "ops, wanted",
    [
        ([("set", "a.x", 1), ("set", "a.x", 2)], {"a.x": 2}),
        ([("max", "a.x", 2), ("max", "a.x", 1)], {"a.x": 2}),
        ([("add", "a.x", 2), ("add", "a.x", -5)], {"a.x": -3}),
        ([("push", "a.x", n, 2) for n in range(4)], {"a.x": [2, 3]}),
        ([("put", "a.x", k, n, 2) for n, k in enumerate("abcb")], {"a.x": {"c": 2, "b": 3}}),
        ([("put", "a.x", "k", 1, 9), ("del", "a.x", "k")], {"a.x": {}}),
        ([("set", "a.x", 1), ("del", "a.x"), ("del", "a.y"), ("del", "a.y", "k")], {}),
        ([("set", "seq", 9), ("push", "window", 1, 2), ("odd", "a.x", 1)], {}),
        ([("push", "a.x", 1), ("add", "a.x", "b"), ("put", "a.x", [], 1, 2), ("set",), ()], {}),
        ([("set", "a.x", 7), ("push", "a.x", 5, 2), ("put", "a.x", "k", 1, 2)], {"a.x": 7}),
    ],
)
def test_ops(ops, wanted) -> None:
    state = create_state()
    for op in ops:
        apply_op(state, op)
    assert state == {**create_state(), **wanted}


def test_fold_joins_results_and_counts() -> None:
    state = create_state()
    fold(state, make_row("UserPromptSubmit", seq=1))
    fold(state, make_row(seq=2, action_id="a", tool="Bash", semantic_distance=0.5))
    fold(state, make_row("PostToolUseFailure", seq=3, action_id="a"))
    fold(state, make_row("PostToolUse", seq=4, action_id="b", tool="Read"))
    assert (state["prompts"], state["calls"], state["seq"]) == (1, 2, 4)
    assert [one["outcome"] for one in state["window"]] == ["failed", "done"]
    assert state["window"][0]["distance"] == 0.5 and state["tools"] == ["Bash", "Read"]
    for n in range(300):
        fold(state, make_row(seq=5 + n, action_id=str(n), tool=f"t{n}"))
    assert len(state["window"]) == ledgers.WINDOW and state["calls"] == 302
    assert len(state["tools"]) == ledgers.TOOLS and state["tools"][-1] == "t299"


VALUES = st.builds(
    Value,
    st.sampled_from([f"{n:012x}" for n in range(30)]),
    st.sampled_from(["address", "secret"]),
    st.sampled_from([NONE, INTERNAL, CREDENTIALS]),
    st.sampled_from(["issue 13", ".env"]),
    st.sampled_from([TYPED, PROJECT, UNTRUSTED]),
)
OPS = st.one_of(
    st.tuples(st.just("set"), st.sampled_from(["g.a", "g.b"]), st.integers()),
    st.tuples(st.just("add"), st.just("g.n"), st.integers(-3, 3)),
    st.tuples(st.just("max"), st.just("level"), st.integers(0, 3)),
    st.tuples(st.just("push"), st.just("g.l"), st.integers(), st.just(3)),
    st.tuples(st.just("put"), st.just("g.d"), st.sampled_from("abcd"), st.integers(), st.just(2)),
)
EVENTS = st.tuples(
    st.sampled_from(["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart"]),
    st.sampled_from(["t1", "t2", ""]),
    st.lists(VALUES, max_size=4),
    st.lists(OPS, max_size=3),
    st.booleans(),
)


@QUICK
@given(events=st.lists(EVENTS, max_size=8), bound=st.sampled_from([300, 1 << 20]))
def test_state_is_the_fold_of_the_rows(tmp_path_factory, monkeypatch, events, bound) -> None:
    """Live, after every catch-up, in a full file and after a rebuild the state is the same."""
    folder = tmp_path_factory.mktemp("fold")
    monkeypatch.setattr(ledgers, "VALUES_MOST", bound)
    live = create_state()
    for event, id, values, ops, lose_cache in events:
        before = live["level"]
        live, row = add_event(folder, values, ops, event, **({"action_id": id} if id else {}))
        assert live["level"] >= before and row["level"][1] == LEVELS[live["level"]]
        if lose_cache:
            assert rebuild(folder) == live
    assert rebuild(folder) == live
    session, _ = open_session(folder)
    assert verify_chain(session) == (len(events), [])


def test_values_are_found_by_hash_and_kind(tmp_path) -> None:
    one = Value("aa", "address", NONE, "issue 13", UNTRUSTED)
    add_event(tmp_path, [one, Value("bb", "secret", CREDENTIALS, ".env", PROJECT)])
    add_event(tmp_path, [Value("aa", "address", NONE, "you", TYPED)], [("set", "g.a", 1)])
    session, _ = open_session(tmp_path)
    first, second = find_seen(session, "hash", "aa")
    assert (first.source, first.trust, first.row) == ("issue 13", UNTRUSTED, 1)
    assert (second.source, second.trust, second.row) == ("you", TYPED, 2)
    assert find_seen(session, "hash", "a") == find_seen(session, "kind", "nothing") == []
    [secret] = find_seen(session, "kind", "secret")
    assert (secret.hash, secret.level) == ("bb", CREDENTIALS)


def test_a_value_that_is_all_over_the_file_is_looked_up_at_both_ends(tmp_path) -> None:
    one = Value("aa", "address", NONE, "a page", UNTRUSTED)
    entry = {"row": 2, "source": "a page", "trust": UNTRUSTED, "values": [["aa", "address", 0]]}
    add_event(tmp_path, [Value("aa", "address", NONE, "first", UNTRUSTED)])
    session, _ = open_session(tmp_path)
    append_lines(session.values, (write_json(entry) + "\n").encode() * 20_000)
    add_event(tmp_path, [Value("aa", "address+o", NONE, "last", TYPED), one])
    found = find_seen(session, "hash", "aa")
    assert found[0].source == "first" and "last" in [row.source for row in found[-2:]]
    assert len(found) < 1000
    assert len(find_seen(session, "kind", "address")) == 20_002


def test_a_full_file_takes_no_untrusted_values_and_says_so_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(ledgers, "VALUES_MOST", 3000)
    for n in range(120):
        state, _ = add_event(
            tmp_path, [Value(f"{n:012x}", "address", NONE, "page", UNTRUSTED)], [("add", "g.n", 1)]
        )
    add_event(tmp_path, [Value("typed", "address", NONE, "you", TYPED)])
    state, _ = add_event(tmp_path, [Value("secret", "secret", CREDENTIALS, "page", UNTRUSTED)])
    session, _ = open_session(tmp_path)
    assert state["evicted"] > 0 and state["g.n"] == 120
    assert find_seen(session, "hash", "typed")
    assert find_seen(session, "hash", "secret")
    assert find_seen(session, "hash", f"{0:012x}")
    assert not find_seen(session, "hash", f"{119:012x}")
    said = [line for line in read_lines(session.ledger) if b"values file is full" in line]
    assert len(said) == 1 and rebuild(tmp_path) == state and verify_chain(session)[1] == []
    monkeypatch.setattr(ledgers, "VALUES_FULL", 3000)
    add_event(tmp_path, [Value("late", "secret", CREDENTIALS, ".env", PROJECT)])
    assert not find_seen(session, "hash", "late")


def test_a_killed_event_leaves_what_it_learned(tmp_path) -> None:
    """Values and ops of an event whose row was not written count from the next event on."""
    add_event(tmp_path, ops=[("set", "g.a", 1)])
    session, checkpoint = open_session(tmp_path)
    entry = {"row": 2, "ops": [["set", "g.a", 2], ["max", "level", 2]]}
    append_lines(session.values, write_json(entry).encode() + b"\n")
    assert load_state(session, checkpoint)[1]
    state, _ = add_event(tmp_path)
    assert state["g.a"] == 2 and state["level"] == 2 and state["seq"] == 2
    assert rebuild(tmp_path) == state and verify_chain(session)[1] == []


def change_row(session, checkpoint) -> None:
    data = read_bytes(session.ledger)
    write_whole(session.ledger, data.replace(b"credentials", b"none"))


def drop_rows(session, checkpoint) -> None:
    write_whole(session.ledger, b"".join(list(read_lines(session.ledger))[:1]))


def drop_all(session, checkpoint) -> None:
    for path in (session.ledger, session.values, session.cache):
        os.path.exists(path) and os.unlink(path)


def forge_cache(session, checkpoint) -> None:
    write_whole(session.cache, read_bytes(session.cache).replace(b'"level":3', b'"level":0'))


def spoil_values(session, checkpoint) -> None:
    os.unlink(session.cache)
    rows = [{"row": 2, "ops": 7}, {"row": 1, "values": 5}, {"row": "x"}]
    rows.append({"row": 4, "ops": [["del", "level"]]})
    write_whole(session.values, "".join(write_json(row) + "\n" for row in rows).encode())


def spoil_ledger(session, checkpoint) -> None:
    os.unlink(session.cache)
    rows = ({"seq": "x", "level": 5}, {"level": [[]], "event": []}, {"event": "PostToolUse"})
    write_whole(session.ledger, "".join(write_json(row) + "\n" for row in rows).encode())


ATTACKS = [change_row, drop_rows, drop_all, forge_cache, spoil_values, spoil_ledger]


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_level_falls_when_records_are_attacked(tmp_path, attack) -> None:
    add_event(tmp_path)
    add_event(tmp_path, ops=[("max", "level", CREDENTIALS)])
    add_event(tmp_path)
    attack(*open_session(tmp_path))
    state, row = add_event(tmp_path)
    assert state["level"] == CREDENTIALS and row["level"] == ["credentials", "credentials"]
    assert attack is spoil_values or (state["ledger_broken"] and row["errors"])
    state, row = add_event(tmp_path, ops=[("del", "ledger_broken")])
    assert state["level"] == CREDENTIALS
    assert not row.get("errors") and "ledger_broken" not in state, "it is told once"


def test_values_that_are_gone_are_told(tmp_path) -> None:
    add_event(tmp_path, [Value("aa", "address")])
    session, _ = open_session(tmp_path)
    os.unlink(session.values)
    assert "gone" in add_event(tmp_path)[0]["ledger_broken"]
    assert any("values" in one for one in verify_chain(session)[1])


def test_release_lowers_and_the_checkpoint_follows(tmp_path) -> None:
    add_event(tmp_path, ops=[("max", "level", CREDENTIALS)])
    assert open_session(tmp_path)[1].level == CREDENTIALS
    add_event(tmp_path, ops=[("set", "level", NONE)], event="Release")
    assert open_session(tmp_path)[1].level == NONE
    assert add_event(tmp_path)[1]["level"] == ["none", "none"]


@pytest.mark.parametrize(
    "spoil, fault",
    [
        (lambda lines: [lines[0], lines[2]], "line 2: the line before"),
        (lambda lines: [lines[0], lines[2], lines[1]], "line 2: the line before"),
        (lambda lines: [lines[0].replace(b"pass", b"deny"), *lines[1:]], "line 2"),
        (lambda lines: [*lines, b'{"torn": \n'], "line 4 is torn"),
        (lambda lines: [*lines[:2], b"\n", lines[2]], "line 3 is torn"),
    ],
)
def test_a_changed_ledger_shows(tmp_path, spoil, fault: str) -> None:
    for _ in range(3):
        add_event(tmp_path)
    session, _ = open_session(tmp_path)
    write_whole(session.ledger, b"".join(spoil(list(read_lines(session.ledger)))))
    assert any(fault in one for one in verify_chain(session)[1])


def test_a_torn_line_spoils_no_other(tmp_path) -> None:
    session, _ = open_session(tmp_path)
    add_event(tmp_path)
    with open(session.ledger, "ab") as file:
        file.write(b'{"torn": ')
    state, _ = add_event(tmp_path)
    lines = list(read_lines(session.ledger))
    assert len(lines) == 3 and parse_json(lines[2])["seq"] == 2
    assert rebuild(tmp_path) == copy.deepcopy(state)
