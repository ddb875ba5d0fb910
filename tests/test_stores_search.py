"""What is found in a store: in hostile files, at size, with an index, with half of one and with none."""
import json
import os
import time

import pytest

from hooks._stores import search as _search
from hooks._stores.disk import Fault
from hooks._stores.provenance import append
from hooks._stores.search import find, parsed


def row(id, caller="boss", **more):
    return {"session_id": id, "caller_session_id": caller, "kitchen_id": "", "dispatch_id": "", "recipe_name": "r",
            "step_name": "", "timestamp": "", **more}


def ids(file, id):
    rows, others = find(str(file), id)
    return [found["session_id"] for found in rows], others


@pytest.fixture
def file(tmp_path):
    return tmp_path / "session_provenance.jsonl"


def test_no_store_knows_nothing(file):
    assert find(str(file), "a") == ([], [])


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": "), (" , ", " : ")])
def test_rows_by_id_prefix_and_caller(file, separators):
    rows = [row("alpha-11111"), row("alpha-22222"), row("beta-333333", caller="gamma-44444")]
    file.write_text("".join(json.dumps(one, separators=separators) + "\n" for one in rows))
    assert ids(file, "alpha-11111") == (["alpha-11111"], [])
    assert ids(file, "alpha-11") == (["alpha-11111"], [])
    assert ids(file, "delta-55555") == ([], [])
    if separators != (" , ", " : "):
        assert ids(file, "alpha") == (["alpha-22222", "alpha-11111"], [])
        assert ids(file, "gamma-44444") == ([], ["gamma-44444"])


def test_all_rows_of_an_id_come_the_latest_first(file):
    append(str(file), [row("a", n=1), row("a", n=2), row("b"), row("ab", n=5), row("ab", n=6)])
    append(str(file), [row("a", n=3)])
    assert [found["n"] for found in find(str(file), "a")[0]] == [3, 6, 2, 1]


def test_of_too_many_rows_the_first_and_the_last_count(file):
    append(str(file), [row("a", n=n) for n in range(3 * _search.ROWS)])
    found = [found["n"] for found in find(str(file), "a")[0]]
    assert len(found) == _search.ROWS and (found[0], found[-1]) == (3 * _search.ROWS - 1, 0)


@pytest.mark.parametrize("id", ['q"uote', "back\\slash", "späße", "\N{SNOWMAN}", "a b", "\ud800"])
def test_odd_ids(file, id):
    append(str(file), [row(id)])
    assert ids(file, id)[0] == [id]


BAD = [b"[1,2]", b'"x"', b"null", b"", b"{", b'{"session_id": 7}', b'{"session_id": ""}', b"\xff\xfe target \xff",
       b'{"session_id": ["target"]}', b'["target"]', b'"target"', b"target" * 200_000, b'{"x": "' + b"y" * (1 << 20) + b'"}',
       b"{" * 10_000 + b"target", b'{"session_id":"target","caller_session_id":']


@pytest.mark.parametrize("size", [1, 40_000], ids=["small", "over chunks"])
def test_good_rows_count_among_bad_ones(file, size):
    good = json.dumps(row("target", n=1)).encode()
    filler = (json.dumps(row("filler")).encode() + b"\n") * size
    file.write_bytes(filler + b"\n".join([*BAD, good, *BAD]) + b"\n" + filler + b'{"session_id": "target", "calle')
    begin = time.process_time()
    assert [found.get("n") for found in find(str(file), "target")[0]] == [1]
    assert time.process_time() - begin < 2
    append(str(file), [row("target", n=2)])     # the torn last line spoils no other
    assert [found.get("n") for found in find(str(file), "target")[0]] == [2, 1]


def test_a_long_row_counts(file):
    append(str(file), [row("target", note="y" * (1 << 20)), row("other", note="z" * (1 << 20))])
    assert ids(file, "target")[0] == ["target"]


def test_ids_that_cross_a_border_are_found_once(file, tmp_path):
    line = json.dumps(row("target-0001")).encode() + b"\n"
    for shift in range(0, len(line), 7):
        rest = _search.CHUNK - shift
        file.write_bytes(b"x" * 99 + b"\n" + line + b"y" * (rest - 1) + b"\n")
        assert ids(file, "target-0001")[0] == ["target-0001"], shift


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("/etc/passwd", path)],
                         ids=["folder", "fifo", "link"])
def test_what_is_no_file_is_a_fault(file, make):
    make(file)
    with pytest.raises(Fault):
        find(str(file), "a")


def test_more_places_than_can_be_looked_at(file):
    rows = [row("exact-id-1", n=0), *(row(f"s{n}", caller="exact-id-1") for n in range(30_000)), row("zz")]
    file.write_text("".join(json.dumps(one) + "\n" for one in rows))
    rows_found, others = find(str(file), "exact-id-1")
    assert [found["n"] for found in rows_found] == [0] and others in ([], ["exact-id-1"])
    assert len(find(str(file), "s")[0]) == _search.IDS
    assert ids(file, "s7") [0][-1] == "s7"


@pytest.mark.parametrize("raw, good", [(b'{"session_id": "a"}', True), (b' {"session_id":"a"}\n', True), (b"[]", False),
                                       (b'{"session_id": "  "}', False), (b"\xff", False)])
def test_parsed(raw, good):
    assert bool(parsed(raw)) == good
