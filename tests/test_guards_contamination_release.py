"""Which prompts release, and what they leave."""
import pytest

from guards import Event, Facts, Settings
from guards.contamination.release import after, answer, asked_for, reason_of, typed
from hooks._ctl.release import by_command


def prompt(text, **fields):
    return Event("UserPromptSubmit", "s", prompt=text, time=0, **fields)


@pytest.mark.parametrize("event", [
    prompt("What does `guard: release x` do?"), prompt("guardrails: release x"), prompt("release"), prompt(""),
    prompt("guard: hold"), prompt("guard: release x", source="system"), prompt("guard: release x", source="sdk"),
    prompt("guard: release x", source="loop_wakeup"), prompt("guard: release x", extra={"source": "poll_event"}),
    prompt("guard: release x", agent_id="a")])
def test_no_release(event):
    assert not asked_for(event)


@pytest.mark.parametrize("event", [
    prompt("guard: release the mail is public"), prompt("  Guard: release x\nand y", source="user"), prompt("guard: release")])
def test_a_release_is_taken_in_and_the_prompt_goes_on(event):
    assert asked_for(event)
    said = answer(event, {"level": "internal", "source": "x", "contaminated_at": "t"}, Settings())
    assert said.effect == 0 and said.by_hand and "released" in said.notice and "for the guards" in said.context


def test_releasing_nothing_says_so():
    assert "nothing to release" in answer(prompt("guard: release x"), {}, Settings()).notice


def test_where_nobody_types_it_says_where_to():
    said = answer(prompt("guard: release x", facts=Facts(found={("typed", ""): False})), {"level": "pii", "source": "x"}, Settings())
    assert "nothing was released" in said.notice and said.evidence["release"] == ""


def test_without_a_reason_nothing_falls():
    state = {"level": "internal", "source": "x", "contaminated_at": "t"}
    assert after(reason_of(prompt("guard: release")), 0, state, Settings()) is state
    fallen = after(reason_of(prompt("guard: release  it is public \nand go on")), 0, state, Settings())
    assert "level" not in fallen and fallen["released"]["reason"] == "it is public"


def test_a_secret_in_the_reason_is_not_recorded():
    given = Settings()
    given.key = b"k"
    secret = "ghp_" + "q7Zk39XvLm2Rt8Wc5Hn1Bd4Js6Yf0Pgt2Aab"
    fallen = after(reason_of(prompt(f"guard: release api_key = '{secret}' is revoked")), 0, {}, given)
    assert secret not in fallen["released"]["reason"]


def test_who_types():
    assert typed(prompt("x")) and typed(prompt("x", source="sdk")) and not typed(prompt("x", source="schedule_wakeup"))


def test_what_a_person_does_by_command():
    held = {"level": "internal", "source": "x", "contaminated_at": "t", "gap": {"at": "t"}}
    after_release, verdict = by_command("Release", " it is public ", 0, held, Settings())
    assert "level" not in after_release and verdict.evidence == {"release": "it is public"} and verdict.effect == 0
    after_accept, verdict = by_command("Accept", "it was me", 0, held, Settings())
    assert after_accept == {key: held[key] for key in ("level", "source", "contaminated_at")}
    assert verdict.evidence == {"accepts": "it was me"}
