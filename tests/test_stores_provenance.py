"""The stores of rows: who hears of a launch, what is read back, and many writers at once."""
import json
import subprocess
import sys

import pytest

from guards._history.lineage import make_row
from hooks._stores import provenance
from hooks._stores.disk import Fault
from hooks._stores.world import World
from tests.scripts import ROOT


@pytest.fixture
def file(tmp_path):
    return tmp_path / "session_provenance.jsonl"


WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from hooks._stores.provenance import append
for n in range(int(sys.argv[4])):
    append(sys.argv[2], [{"session_id": sys.argv[3] + "-" + str(n), "caller_session_id": "c", "note": "x" * 2000}])
"""


def write_at_once(file, writers, each):
    running = [subprocess.Popen([sys.executable, "-I", "-S", "-c", WRITER, str(ROOT), str(file), f"w{n}", str(each)])
               for n in range(writers)]
    assert [one.wait(120) for one in running] == [0] * writers
    rows = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert sorted(found["session_id"] for found in rows) == sorted(f"w{n}-{k}" for n in range(writers) for k in range(each))


def test_writers_at_once_lose_and_tear_nothing(file):
    write_at_once(file, 6, 10)


@pytest.mark.slow
def test_32_writers_at_once_lose_and_tear_nothing(file):
    write_at_once(file, 32, 20)


def world(folder, **env):
    (folder / ".autoskillit").mkdir(parents=True, exist_ok=True)
    return World(str(folder), env, 1e9)


def heard(folder):
    """The store, relative to the state folder -> the ids that it heard of."""
    state = folder / ".autoskillit/temp"
    return {str(path.relative_to(state)): [json.loads(line)["session_id"] for line in path.read_text().splitlines()]
            for path in sorted(state.rglob("*.jsonl"))}


ROW = make_row("truck", "boss", "2026-01-01T00:00:00Z", kind="dispatch")


def test_a_launch_is_heard_of_by_the_shared_store_and_our_own(tmp_path):
    provenance.record(world(tmp_path), [ROW])
    assert heard(tmp_path) == {"launches.jsonl": ["truck"], "session_provenance.jsonl": ["truck"]}


def test_a_campaigns_own_rows_stay_in_its_folder(tmp_path):
    provenance.record(world(tmp_path, AUTOSKILLIT_CAMPAIGN_ID="camp"), [ROW])
    assert heard(tmp_path) == {"launches.jsonl": ["truck"], "camp/session_provenance.jsonl": ["truck"]}


def test_the_launchers_campaign_and_the_main_project_hear_of_it(tmp_path):
    provenance.record(world(tmp_path, AUTOSKILLIT_CAMPAIGN_ID="uuid"), [ROW], campaign="camp")
    assert heard(tmp_path) == {store: ["truck"] for store in (
        "launches.jsonl", "session_provenance.jsonl", "uuid/session_provenance.jsonl", "camp/session_provenance.jsonl")}


@pytest.mark.parametrize("how", ["git", "AUTOSKILLIT_PROJECT_DIR", "AUTOSKILLIT_STATE_ROOT"])
def test_a_worktrees_launches_reach_the_main_project(tmp_path, how):
    main, tree = tmp_path / "main", tmp_path / "trees/wt"
    world(main)
    if how == "git":
        tree.mkdir(parents=True)
        (tree / ".git").write_text(f"gitdir: {main}/.git/worktrees/wt\n")
    provenance.record(world(tree, **({} if how == "git" else {how: str(main)})), [ROW])
    assert heard(main) == {"launches.jsonl": ["truck"], "session_provenance.jsonl": ["truck"]}
    assert heard(tree) == {"session_provenance.jsonl": ["truck"]}
    assert [row["session_id"] for row in provenance.look_up(world(main), "truck")["rows"]] == ["truck", "truck"]


def test_what_was_seen_survives_a_trim_of_the_shared_store(tmp_path):
    here = world(tmp_path)
    provenance.record(here, [ROW])
    (tmp_path / ".autoskillit/temp/session_provenance.jsonl").write_text("")
    assert provenance.origin(here, "truck")["caller_session_id"] == "boss"
    assert [row["session_id"] for row in provenance.every(here)] == ["truck"]


@pytest.mark.parametrize("broken", ["launches.jsonl", "session_provenance.jsonl"])
def test_a_store_that_cannot_be_written_keeps_no_other_from_hearing(tmp_path, broken):
    here = world(tmp_path)
    (tmp_path / ".autoskillit/temp" / broken).mkdir(parents=True)
    with pytest.raises(Fault, match=broken):
        provenance.record(here, [ROW])
    (tmp_path / ".autoskillit/temp" / broken).rmdir()
    assert list(heard(tmp_path).values()) == [["truck"]]


def test_rows_of_a_campaigns_store_say_so(tmp_path):
    here = world(tmp_path, AUTOSKILLIT_CAMPAIGN_ID="camp")
    provenance.append(provenance.path(here), [{"session_id": "truck", "dispatch_id": "d"}])
    provenance.append(provenance.path(here, ""), [{"session_id": "other", "dispatch_id": "d"}])
    assert [row.get("store_kitchen") for id in ("truck", "other") for row in provenance.look_up(here, id)["rows"]] == [
        "camp", None]


def test_the_beginning_of_an_id_brings_all_its_rows(tmp_path):
    here = world(tmp_path)
    provenance.record(here, [ROW, make_row("truck", "heir", "2026-01-02T00:00:00Z", kind="handover")])
    assert {row["kind"] for row in provenance.look_up(here, "tru")["rows"]} == {"dispatch", "handover"}


def test_one_row_in_two_stores_is_one(tmp_path):
    here = world(tmp_path)
    provenance.record(here, [ROW])
    assert len(list(provenance.every(here))) == 1


@pytest.mark.parametrize("content, kitchen", [
    ('{"kitchen_id": "k1"}', "k1"), ('{"pipeline_id": "k1"}', "k1"), ("[]", ""), ("{", ""), ("", "")])
def test_the_orchestrators_last_server_is_a_hint(tmp_path, content, kitchen):
    here = world(tmp_path)
    here.folder()
    (tmp_path / ".autoskillit/temp/.hook_config.json").write_text(content)
    assert provenance.hint(here) == kitchen and provenance.kitchens(here, "s") == []


def test_a_campaigns_marker_names_the_kitchen(tmp_path):
    here = world(tmp_path, AUTOSKILLIT_CAMPAIGN_ID="camp")
    path = tmp_path / ".autoskillit/temp/kitchen_state/camp/s.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"kitchen_id": "k2"}')
    assert provenance.kitchens(here, "s") == ["camp", "k2"]


def test_a_store_of_garbage_cannot_be_read_and_is_not_nobody_on_record(tmp_path):
    world = World(str(tmp_path), {})
    file = tmp_path.__class__(provenance.path(world))
    assert provenance.look_up(world, "a")["rows"] == []
    file.write_text("not json\n[1]\n")
    with pytest.raises(Fault, match="no row that can be read"):
        provenance.look_up(world, "a")
    file.write_text('not json\n{"session_id": "b", "caller_session_id": "c"}\n')
    assert provenance.look_up(world, "a")["rows"] == [] and len(provenance.look_up(world, "b")["rows"]) == 1
