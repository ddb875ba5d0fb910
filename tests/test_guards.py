"""guards/__init__.py: verdicts combine whatever their order; events cannot be changed."""
from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import guards
from guards import ASK, DENY, PASS, Event, Session, Settings, Verdict, combine

VERDICTS = st.builds(Verdict, st.sampled_from([PASS, ASK, DENY]), st.text(max_size=3), context=st.text(max_size=3),
                     notice=st.text(max_size=3), signals=st.lists(st.sampled_from("abc"), max_size=2))


@given(st.lists(VERDICTS, max_size=5), st.randoms())
def test_the_order_of_guards_changes_no_verdict(verdicts: list[Verdict], random: object) -> None:
    one = combine(verdicts)
    random.shuffle(verdicts)  # type: ignore[attr-defined]
    other = combine(verdicts)
    assert one.effect == other.effect == max((v.effect for v in verdicts), default=PASS)
    assert set(one.signals) == set(other.signals)
    assert sorted(one.reason.split(" | ")) == sorted(other.reason.split(" | "))
    assert set(one.notice.split("\n")) == set(other.notice.split("\n"))


def test_what_travels_with_a_verdict_travels_with_all_of_them() -> None:
    said = combine([Verdict(row={"drift_score": 0.5}, evidence={"a": 1}, events=[{"event": "x"}], mask_opaque=True, origin=["k", "w", "p"]),
                    Verdict(row={"masked": 2}, evidence={"b": 2}, events=[{"event": "y"}], withhold=True, by_hand=True,
                            approves=[("d", 3)])])
    assert (said.row, said.evidence) == ({"drift_score": 0.5, "masked": 2}, {"a": 1, "b": 2})
    assert [one["event"] for one in said.events] == ["x", "y"] and said.mask_opaque and said.withhold and said.by_hand
    assert (said.approves, said.origin) == ([("d", 3)], ["k", "w", "p"])
    assert said.with_(reason="z").approves == said.approves


def test_the_weaker_reason_is_not_told() -> None:
    assert combine([Verdict(ASK, "a: x"), Verdict(DENY, "b: y"), Verdict(DENY, "b: y")]).reason == "b: y"


def test_an_event_is_read_only_and_copies_with_changes() -> None:
    event = Event("PreToolUse", "s", tool="Bash")
    with pytest.raises(AttributeError):
        event.tool = "Read"  # type: ignore[misc]
    assert event.with_(tool="Read").tool == "Read" and event.tool == "Bash"


def test_a_session_gives_an_empty_value_for_what_it_has_not() -> None:
    assert Session("s")["drift"] == {} and Session("s", {"drift": {"n": 1}})["drift"] == {"n": 1}


def test_settings_have_every_documented_key() -> None:
    settings = Settings()
    for name in Settings.__slots__:
        assert getattr(settings, name) is not None


def test_the_examples_hold() -> None:
    assert doctest.testmod(guards).failed == 0
