"""The index of a big store finds what a search finds, and is never believed."""
import json
import os
import random

import pytest

from hooks._stores import search, search_index
from hooks._stores.provenance import append
from hooks._stores.search import find

ROWS = 60_000       # enough for a store that is mapped


@pytest.fixture(scope="module")
def big(tmp_path_factory):
    """A store beyond BIG, with repeated ids, ids that begin alike, callers and lines that are no rows."""
    path = tmp_path_factory.mktemp("store") / "launches.jsonl"
    pick = random.Random(7)
    with open(path, "w") as out:
        for n in range(ROWS):
            id = f"{pick.getrandbits(64):016x}" if n % 100 else f"often-{n % 700:04d}"
            out.write(json.dumps({"session_id": id, "caller_session_id": f"boss-{n % 50:03d}", "n": n, "pad": "x" * 60}) + "\n")
            if n % 9_999 == 0:
                out.write('{"session_id": "torn\n["no"]\n{"x": "\\"session_id\\": \\"quoted\\""}\n')
    assert path.stat().st_size > search.BIG
    return path


ASKED = ["often-0000", "often-0300", "often", "often-03", "boss-007", "boss", "quoted", "torn", "nobody", "f", "0a1"]


def answers(path):
    """id -> (its rows, newest first; callers); of more ids than are told apart only how many."""
    found = {}
    for id in ASKED:
        rows, callers = find(str(path), id)
        some = {row["session_id"] for row in rows} - {id}
        found[id] = len(some) if len(some) >= search.IDS else [row["n"] for row in rows], sorted(callers)
    return found


def whole(path):
    while search_index.extend(str(path), 4 << 20) < path.stat().st_size:
        pass


def index(path):
    return path.parent / (path.name + ".index")


def test_with_none_with_half_and_with_all_of_it_the_same_is_found(big):
    without = answers(big)
    assert search_index.extend(str(big), 3 << 20) < big.stat().st_size
    assert answers(big) == without
    whole(big)
    assert answers(big) == without
    assert index(big).stat().st_mode & 0o777 == 0o600


def test_what_is_appended_is_found(big):
    whole(big)
    append(str(big), [{"session_id": "often-0300", "caller_session_id": "c", "n": -1}])
    assert find(str(big), "often-0300")[0][0]["n"] == -1


@pytest.mark.parametrize("damage", ["trimmed", "rewritten", "garbage", "empty", "link"])
def test_an_index_of_another_store_is_not_used(big, tmp_path, damage):
    path = tmp_path / "launches.jsonl"
    path.write_bytes(big.read_bytes())
    whole(path)
    if damage == "trimmed":
        path.write_bytes(path.read_bytes()[5 << 20:] + b"x\n" * (3 << 20))
    elif damage == "rewritten":
        other = tmp_path / "other"
        other.write_bytes(path.read_bytes().replace(b"often-0300", b"often-XXXX"))
        os.replace(other, path)
    elif damage == "link":
        index(path).unlink()
        index(path).symlink_to("/etc/passwd")
    else:
        index(path).write_bytes(b"no database" * 400 if damage == "garbage" else b"")
    found = answers(path)
    if damage != "link":
        index(path).unlink()
        assert found == answers(path)
        index(path).write_bytes(b"no database" * 400)
        assert search_index.extend(str(path)) == 0 and search_index.extend(str(path)) > 0    # damaged: begun anew
    assert (found["often-0300"] == ([], [])) == (damage == "rewritten")


def test_a_small_store_has_no_index(tmp_path):
    append(str(tmp_path / "launches.jsonl"), [{"session_id": "a"}])
    assert not index(tmp_path / "launches.jsonl").exists()


def test_a_line_without_end_does_not_stop_it(tmp_path):
    path = tmp_path / "launches.jsonl"
    path.write_bytes(b"x" * (9 << 20) + b'\n{"session_id": "a", "n": 1}\n')
    whole(path)
    assert [row["n"] for row in find(str(path), "a")[0]] == [1]
