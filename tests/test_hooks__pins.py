"""What a pull brings loosens nothing until it is accepted, and is told: variants of a changed clone, and harmless twins."""
from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks import _pins, _settings
from hooks._stores.world import World
from tests.clones import (
    ATTACKS,
    DEFAULT,
    GUARDS,
    SILENT,
    Clone,
    a_bundle,
    all_off,
    archive,
    file,
    git,
    no_calls,
    other_pin,
    put,
    settings,
    source,
    source_and_manifest,
)
from tests.scripts import Scripts


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    clone = Clone(tmp_path_factory.mktemp("pins"))
    clone.make()
    return clone


@pytest.fixture
def clone(made: Clone) -> Clone:
    return made.again()


@pytest.fixture(scope="module")
def made_shared(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """What a person gets without a word: the code lies in their own folder, the launcher in the project names it."""
    clone = Clone(tmp_path_factory.mktemp("shared"), "--shared")
    clone.make()
    return clone


@pytest.fixture
def shared(made_shared: Clone) -> Clone:
    return made_shared.again()


# what the pull changed -> (change, a word of what is told at the start, a word that doctor says)
COUNTS_NOT: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "mode": (settings(mode="watch"), "mode", "mode"),
    "guards": (settings(guards=dict.fromkeys(GUARDS, "off")), "guards.loss", "guards.loss"),
    "trusted": (settings(trusted_destinations=["*"]), "trusted_destinations", "trusted_destinations"),
    "secrets": (settings(secrets="show"), "secrets", "secrets"),
    "python": (file(".autoskillit/local/python", "/bin/true\n"), ".autoskillit/local/python", "local/python"),
    "python of its own": (file(".autoskillit/local/python", "/proc/self/cwd/python3\n"), "local/python", "local/python"),
    "archive": (archive, ".archive", ".archive"),
}
for spelled in ("//proc/self/cwd/python3", "/./proc/self/cwd/python3"):
    COUNTS_NOT[f"python by {spelled}"] = (file(".autoskillit/local/python", f"{spelled}\n"), "local/python", "local/python")
# The same, where what runs is not ours any more: only another installation can tell, and doctor.
RUNS_NOT: dict[str, tuple[Callable[[Path], None], str]] = {
    "hook": (file(".autoskillit/hook", "exit 0\n"), ".autoskillit/hook"),
    "run.sh": (file(".autoskillit/bundle/hooks/_install/run.sh", "exit 0\n"), "run.sh"),
}


def told_once(clone: Clone, change: Callable[[Path], None], told: str) -> None:
    """A change that a pull brings is told at the next start, stops no guard, and is told once a digest."""
    clone.pull(change)
    assert told in clone.begin()
    assert all(clone.decision(attack) != "pass" for attack in ATTACKS)
    assert clone.begin("later") == "", "once a digest"


@pytest.mark.parametrize("name", COUNTS_NOT)
def test_it_is_told_once_and_does_not_count(clone: Clone, name: str) -> None:
    change, told, named = COUNTS_NOT[name]
    told_once(clone, change, told)
    assert all(clone.decision(attack, "later") != "pass" for attack in ATTACKS)
    said = clone.ctl("doctor")
    assert "PROBLEM" in said and named in said, said


@pytest.mark.parametrize("name", ["mode", "guards", "trusted", "secrets", "python", "python of its own", "archive"])
def test_the_same_where_the_code_lies_outside_the_project(shared: Clone, name: str) -> None:
    change, told, _ = COUNTS_NOT[name]
    told_once(shared, change, told)


def test_code_that_a_clone_brings_runs_nowhere_where_it_lies_outside_the_project(shared: Clone) -> None:
    shared.pull(a_bundle)
    shared.begin()
    assert all(shared.decision(attack) != "pass" for attack in ATTACKS)


def test_a_launcher_that_names_a_copy_which_is_not_here_says_that_nothing_guards(shared: Clone) -> None:
    shared.pull(other_pin)
    assert "nothing here guards this session" in shared.begin()
    said = Scripts(shared.project, shared.client.env).fire("SessionStart", session_id="b", source="startup").message
    assert ".autoskillit/hook" in said, "told by an installation beside it, too"


def test_a_launcher_that_runs_nothing_is_told_by_doctor_and_by_another_installation(shared: Clone) -> None:
    change, what = RUNS_NOT["hook"]
    shared.pull(change)
    assert shared.begin() == ""
    said = shared.ctl("doctor")
    assert "PROBLEM" in said and what in said, said
    beside = Scripts(shared.project, shared.client.env)
    assert what in beside.fire("SessionStart", session_id="b", source="startup").message


def test_changed_code_outside_the_project_is_told(shared: Clone) -> None:
    code = next((shared.home / ".local/share/autoskillit-guards").glob("*/guards/self_protection/__init__.py"))
    code.write_text(code.read_text() + SILENT)
    said = shared.begin()
    assert "self_protection" in said and "guardctl trust" in said
    assert shared.begin("later") == ""


def not_committed(clone: Clone) -> None:
    settings(mode="watch")(clone.theirs)
    git(clone.theirs, "commit", "-qam", "a pull request")
    git(clone.project, "pull", "-q", "--squash", str(clone.theirs), "main")


def of_one_file(clone: Clone) -> None:
    settings(mode="watch")(clone.theirs)
    git(clone.theirs, "commit", "-qam", "a pull request")
    git(clone.project, "fetch", "-q", str(clone.theirs), "main")
    git(clone.project, "checkout", "FETCH_HEAD", "--", ".autoskillit/guards.json")


def line_ends(clone: Clone) -> None:
    """git itself says that such a file was changed here."""
    clone.pull(file(".autoskillit/guards.json", json.dumps({**DEFAULT, "mode": "watch"}, indent=1).replace("\n", "\r\n")))
    put(clone.theirs, ".gitattributes", ".autoskillit/guards.json text\n")
    git(clone.theirs, "add", ".gitattributes")
    git(clone.theirs, "commit", "-qm", "line ends")
    git(clone.project, "pull", "-q", "--ff-only", str(clone.theirs), "main")
    os.utime(clone.project / ".autoskillit/guards.json")
    assert git(clone.project, "status", "--porcelain")


def filtered(clone: Clone) -> None:
    git(clone.project, "config", "filter.large.clean", "sed s/watch/pointer/")
    git(clone.project, "config", "filter.large.smudge", "cat")

    def change(folder: Path) -> None:
        put(folder, ".gitattributes", "*.json filter=large\n")
        settings(mode="watch")(folder)

    clone.pull(change)


def with_a_line_of_the_person_s_own(clone: Clone) -> None:
    clone.pull(settings(mode="watch"))
    settings(mode="watch", guards={"drift": "watch"})(clone.project)


@pytest.mark.parametrize("change", [not_committed, of_one_file, line_ends, filtered, with_a_line_of_the_person_s_own])
def test_git_brought_it_however_its_status_names_it(clone: Clone, change: Callable[[Clone], None]) -> None:
    change(clone)
    assert "mode" in clone.begin() and clone.decision(ATTACKS[0]) != "pass"


def test_an_edit_in_the_midst_of_a_turn_counts_from_the_next_prompt_on(clone: Clone) -> None:
    """It may be the agent's, in a way that no reading of its command shows; no event that it makes up lets it count."""
    clone.begin()
    settings(mode="watch")(clone.project)
    said = clone.fire("PreToolUse", tool_name="Bash", tool_input={"command": ATTACKS[0]}, tool_use_id="a")
    assert "from your next prompt on" in said["systemMessage"] and "permissionDecision" in str(said)
    made_up = {"session_id": "s", "cwd": str(clone.project), "hook_event_name": "SessionStart", "source": "startup"}
    for handler in clone.client.handlers("SessionStart", made_up):
        words = shlex.join(clone.client.words(handler))
        subprocess.run(["/bin/sh", "-c", f"printf %s '{json.dumps(made_up)}' | {words}; pwd -P >| /dev/null"],
                       env={**clone.client.env, "AUTOSKILLIT_PARENT_SESSION_ID": "s"}, cwd=clone.project, check=True)
    clone.fire("UserPromptSubmit", prompt="<task-notification>\n<result>done</result>\n</task-notification>")
    assert clone.decision(ATTACKS[0]) != "pass"
    assert "as you edited it" in clone.begin() and clone.decision(ATTACKS[0]) == "pass"


def test_variables_that_lead_the_guards_elsewhere_are_told(clone: Clone) -> None:
    held = json.loads((clone.project / ".claude/settings.json").read_text())
    clone.pull(file(".claude/settings.json", json.dumps({**held, "env": {"XDG_STATE_HOME": "/proc/self/cwd", "PYTHONPATH": "x"}})))
    assert "sets XDG_STATE_HOME, which" in clone.begin() and clone.begin("later") == ""
    assert "sets XDG_STATE_HOME" in clone.ctl("doctor")


@pytest.mark.parametrize(("change", "what"), [(source, "self_protection"), (source_and_manifest, ".autoskillit/bundle (")])
def test_changed_code_is_told(clone: Clone, change: Callable[[Path], None], what: str) -> None:
    clone.pull(change)
    said = clone.begin()
    assert what in said and "guardctl trust" in said
    assert clone.begin("later") == ""
    said = clone.ctl("doctor")
    assert "PROBLEM" in said and what in said and "were not started" in said


@pytest.mark.parametrize("name", RUNS_NOT)
def test_where_nothing_of_ours_runs_any_more(clone: Clone, name: str) -> None:
    change, what = RUNS_NOT[name]
    clone.pull(change)
    assert clone.begin() == "", "it cannot say anything"
    said = clone.ctl("doctor")
    assert "PROBLEM" in said and what in said, said
    beside = Scripts(clone.project, clone.client.env)       # a person's own installation, or the plugin
    assert what in beside.fire("SessionStart", session_id="b", source="startup").message


@pytest.mark.parametrize(("change", "what"), [(no_calls, "PreToolUse"), (all_off, "disableAllHooks")])
def test_what_the_client_reads(clone: Clone, change: Callable[[Path], None], what: str) -> None:
    clone.pull(change)
    if change is no_calls:
        assert what in clone.begin()
    said = clone.ctl("doctor")
    assert "PROBLEM" in said and what in said, said


TIGHT = {"strict": True, "contamination": {"policy": "seal"}, "guards": {"drift": "deny"}}


def of_ours(clone: Clone) -> None:
    clone.pull(file("app.py", "print(2)\n"))


def tightens(clone: Clone) -> None:
    clone.pull(settings(**TIGHT))
    assert _settings.load(clone.world(), {}).strict


def a_branch(clone: Clone) -> None:
    git(clone.project, "checkout", "-q", "-b", "feature")
    (clone.project / "app.py").write_text("print(3)\n")
    git(clone.project, "commit", "-qam", "feature")
    git(clone.project, "checkout", "-q", "main")


def off(clone: Clone) -> None:
    wrote = World(str(clone.project), clone.client.env)
    _pins.wrote(wrote, json.dumps({**DEFAULT, "guards": {"drift": "off"}}).encode())
    settings(guards={"drift": "off"})(clone.project)


def upgrade(clone: Clone) -> None:
    (clone.project / ".autoskillit/hook").write_text("# Runs one hook of the guards: an earlier text\n")
    assert clone.client.install().returncode == 0


def loosened_then_installed(clone: Clone) -> None:
    clone.pull(settings(mode="watch"))
    assert "accepted" in clone.client.install().stdout


@pytest.mark.parametrize("twin", [of_ours, tightens, a_branch, off, upgrade, loosened_then_installed])
def test_twins_are_silent(clone: Clone, twin: Callable[[Clone], None]) -> None:
    twin(clone)
    assert clone.begin() == ""
    assert clone.decision("ls") == "pass"
    assert list(_pins.changed(clone.world())) == []


@pytest.mark.parametrize("twin", [of_ours, tightens, a_branch, off])
def test_twins_are_silent_where_the_code_lies_outside_the_project(shared: Clone, twin: Callable[[Clone], None]) -> None:
    twin(shared)
    assert shared.begin() == ""
    assert shared.decision("ls") == "pass"
    assert list(_pins.changed(shared.world())) == []


def test_the_person_s_own_edit_counts_and_is_said_once(clone: Clone) -> None:
    settings(guards={"loss": "off"})(clone.project)
    said = clone.begin()
    assert "as you edited it" in said and "guards.loss" in said
    assert _settings.load(clone.world(), {}).guards == {"loss": "off"}
    git(clone.project, "commit", "-qam", "no loss")
    assert clone.begin("later") == "" and _settings.load(clone.world(), {}).guards == {"loss": "off"}


def test_a_teammate_s_first_clone(clone: Clone) -> None:
    shutil.rmtree(clone.home / ".local/state/autoskillit/accepted")
    clone.pull(settings(trusted_destinations=["*.corp.example"]))
    said = clone.begin()
    assert said.count("guardctl trust") == 2 and "nobody has accepted them" in said and "trusted_destinations" in said
    assert clone.begin("later") == ""
    assert _settings.load(clone.world(), {}).trusted_destinations == []
    assert "note" in clone.ctl("doctor")
    _pins.accept(clone.world())
    assert clone.begin("accepted") == ""
    assert _settings.load(clone.world(), {}).trusted_destinations == ["*.corp.example"]
    clone.pull(settings(trusted_destinations=["*.corp.example", "*"]))
    assert "trusted_destinations" in clone.begin("again")
    assert _settings.load(clone.world(), {}).trusted_destinations == ["*.corp.example"], "the last that was accepted"


def test_a_worktree_and_a_link_know_what_the_project_accepted(clone: Clone) -> None:
    clone.pull(settings(mode="watch"))
    _pins.accept(clone.world())
    side, link = clone.top / "work/side", clone.top / "work/link"
    git(clone.project, "worktree", "add", "-q", str(side), "-b", "side")
    link.symlink_to(clone.project)
    for place in (side, link):
        world = World(str(place), clone.client.env)
        assert _settings.load(world, {}).mode == "watch"
        assert [_pins.untold(world, list(_pins.changed(world))) for _ in range(3)] == [[], [], []]
    clone.pull(settings(mode="watch", guards={"drift": "off"}))
    _pins.accept(World(str(link), clone.client.env))
    assert _settings.load(clone.world(), {}).guards == {"drift": "off"}


def test_without_a_place_to_remember_it_nothing_loosens_and_nothing_breaks(clone: Clone) -> None:
    clone.pull(settings(mode="watch"))
    for env in ({}, {"XDG_STATE_HOME": "/proc/nowhere"}):
        assert _settings.load(World(str(clone.project), env), {}).mode == "enforce"


@pytest.mark.parametrize("held", [b"", b"[]", b"{", b'{"accepted": 3, "files": [], "told": [1]}'])
def test_a_damaged_record_is_none(clone: Clone, held: bytes) -> None:
    path = Path(clone.world().accepted()) / "pins.json"
    path.write_bytes(held)
    assert _pins.held(clone.world()) == {"accepted": [], "refused": [], "told": [], "files": {}}


