"""Which prompts release, and what they leave."""
import pytest

from guards import DENY, Event, Settings
from guards.contamination.release import after, answer, asked_for, typed


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
def test_a_release_is_taken_in(event):
    assert asked_for(event)
    assert answer(event, {}, Settings()).effect == DENY


def test_without_a_reason_nothing_falls():
    state = {"level": "internal", "source": "x", "contaminated_at": "t"}
    assert after(prompt("guard: release"), state, Settings()) is state
    fallen = after(prompt("guard: release  it is\npublic"), state, Settings())
    assert "level" not in fallen and fallen["released"]["reason"] == "it is public"


def test_a_secret_in_the_reason_is_not_recorded():
    given = Settings()
    given.key = b"k"
    secret = "ghp_" + "q7Zk39XvLm2Rt8Wc5Hn1Bd4Js6Yf0Pgt2Aab"
    fallen = after(prompt(f"guard: release api_key = '{secret}' is revoked"), {}, given)
    assert secret not in fallen["released"]["reason"]


def test_who_types():
    assert typed(prompt("x")) and typed(prompt("x", source="sdk")) and not typed(prompt("x", source="schedule_wakeup"))
