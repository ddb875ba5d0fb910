"""hooks/_said.py: whose words come first, who is there, and what guardctl is called."""
from __future__ import annotations

from pathlib import Path

from guards import ASK, DENY, Event, Settings, Verdict
from hooks import _said
from hooks._stores.world import World

CALL = Event("PreToolUse", "s", tool="Bash")


def said(project: Path, verdicts: dict[str, Verdict], effect: int, settings: Settings | None = None, **env: str) -> str:
    return _said.reason(World(str(project), env, 0.0), settings or Settings(), CALL, verdicts, effect)


def test_the_hardest_way_out_comes_first(project: Path) -> None:
    verdicts = {"a": Verdict(DENY, "a: x", way=("lift",)), "b": Verdict(DENY, "b: y"), "c": Verdict(ASK, "c: z")}
    assert said(project, verdicts, DENY).startswith("autoskillit b: y. Denied; nothing typed allows it. | autoskillit a: x.")


def test_a_yes_that_is_remembered_says_so(project: Path) -> None:
    assert "in this session" in said(project, {"a": Verdict(ASK, "a: x", approves=[("k", 3)])}, ASK)
    assert "once" in said(project, {"a": Verdict(ASK, "a: x")}, ASK)


def test_a_question_of_two_promises_no_more_than_both_keep(project: Path) -> None:
    both = {"a": Verdict(ASK, "a: x", approves=[("k", 3)], way=("lift",)), "b": Verdict(ASK, "b: y", way=("lift",))}
    assert said(project, both, ASK).startswith("autoskillit a: x. Yes allows it once. Also: y.")


def test_that_the_person_said_to_wait_is_said_first(project: Path) -> None:
    both = {"request_origin": Verdict(ASK, "request_origin: x: you said to wait", way=("lift",), signals=("held",), origin=["k"]),
            "loss": Verdict(ASK, "loss: y", way=("lift",))}
    assert said(project, both, ASK).startswith("autoskillit request_origin: x: you said to wait. Yes allows it once.")


def test_without_a_person_none_is_asked(project: Path) -> None:
    verdict = {"a": Verdict(ASK, "a: x", way=("lift",))}
    assert "Nobody answers" in said(project, verdict, ASK, CLAUDE_CODE_SESSION_ATTENDED="0")
    assert "Yes" in said(project, verdict, ASK, CLAUDE_CODE_SESSION_ATTENDED="1")
    assert "Nobody answers" in _said.reason(World(str(project), {}, 0.0), Settings(), CALL.with_(permission_mode="dontAsk"), verdict, ASK)


def test_the_line_is_named_whichever_guards_are_off(project: Path) -> None:
    settings = Settings()
    settings.guards = {"request_origin": "off"}
    assert "type: guard: allow" in said(project, {"a": Verdict(DENY, "a: x", way=("lift",))}, DENY, settings)


def test_what_guardctl_is_called(project: Path) -> None:
    world = World(str(project), {"HOME": "/home/me"})
    assert _said.guardctl(world, f"{project}/.autoskillit/bundle") == ".autoskillit/guardctl"
    assert _said.guardctl(world, "/home/me/.autoskillit/bundle") == "~/.autoskillit/guardctl"
    assert _said.guardctl(world, "/another/.autoskillit/bundle") == ".autoskillit/guardctl", "as in the demo, whose project is made up"
    assert _said.guardctl(world, "/plugins/cache/x") == "guardctl"


def test_what_stands_for_a_mailbox_names_its_kind_once(project: Path) -> None:
    asked = said(project, {"a": Verdict(ASK, "a: x", more='Its sentence: "From: [email:email:7d069d2f] [credentials:named-key:1a2b3c4d]".')}, ASK)
    assert "[email:7d069d2f] [credentials:named-key:1a2b3c4d]" in asked


def test_what_one_yes_covers_is_one_question_and_a_denial_keeps_each_way_out(project: Path) -> None:
    names = "a.py, b.py, c.py, d.py, e.py, f.py, g.py and 1 more"
    both = {"self_protection": Verdict(ASK, "self_protection: the guards change", way=("hand",), more="So it is."),
            "loss": Verdict(ASK, f"loss: `git clean` would lose {names}", way=("lift",), more="To keep them: copy them.")}
    told = said(project, both, ASK)
    assert told.count("Yes allows it") == 1 and told.count("a.py") == 1 and " | " not in told
    assert f"Also: `git clean` would lose {names}. To keep them: copy them." in told
    lasting = {**both, "loss": both["loss"].with_(approves=[("k", 1)])}
    assert said(project, lasting, ASK).count("Yes allows it") == 2      # one for this call, one that is remembered
    denied = said(project, {name: one.with_(effect=DENY) for name, one in both.items()}, DENY)
    assert "do it by hand" in denied and "guard: allow" in denied


def test_what_was_cut_off_is_told_and_no_more(project: Path) -> None:
    what = "loss: `git clean -fdx` would lose 9 files that no commit holds: " + ", ".join(f"folder/file{n}.py" for n in range(9))
    told = said(project, {"loss": Verdict(ASK, what, way=("lift",))}, ASK)
    assert told.count("git clean") == 1 and all(f"file{n}.py" in told for n in range(9)) and "The rest: " in told
