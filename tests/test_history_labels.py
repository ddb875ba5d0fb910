"""Labels rise, travel with prompts and answers, and fall by a release alone."""
from guards._history.labels import adopted, answered, holds_data, label_of, launching, raised, released, started

SECRET = {"level": "credentials", "source": "Read", "contaminated_at": "2026-01-01T00:00:00Z"}
MAIL = {"level": "internal", "source": "mail", "contaminated_at": "2026-01-01T00:00:01Z"}


def test_a_label_only_rises():
    state = raised({}, "", MAIL)
    assert label_of(state, "") == {**MAIL}
    assert raised(state, "", MAIL) is state
    assert label_of(raised(raised(state, "", SECRET), "", MAIL), "")["source"] == "Read"


def test_a_child_begins_with_its_callers_label_and_gives_its_own_back():
    state = launching(raised({}, "", MAIL), "")
    state = started(state, "c")
    assert label_of(state, "c")["level"] == "internal" and state["launching"] == []
    state = raised(state, "c", SECRET)
    assert label_of(state, "")["level"] == "internal"
    assert label_of(answered(state, "c"), "")["level"] == "credentials"


def test_a_grandchild_answers_its_own_caller():
    state = started(launching(raised({}, "a", MAIL), "a"), "b")
    state = raised(adopted(state, "b", "a"), "b", SECRET)
    state = answered(state, "b")
    assert label_of(state, "a")["level"] == "credentials" and label_of(state, "") == {}


def test_unrelated_agents_never_mix():
    state = {"agents": {"a": {}, "b": {}}}
    assert label_of(raised(state, "a", SECRET), "b") == {}


def test_the_number_of_agents_is_bounded():
    state = {}
    for i in range(200):
        state = raised(state, f"a{i}", MAIL)
    assert len(state["agents"]) == 60


def test_release():
    state = {**raised(raised({}, "", SECRET), "a", MAIL), "files": {"x": 3}}
    state = released(state, "now", "why")
    assert label_of(state, "") == {} and label_of(state, "a") == {} and state["files"] == {"x": 3}
    assert state["released"] == {"at": "now", "reason": "why", "level": "credentials"}


def test_holds_data():
    assert not any(map(holds_data, (None, "", [], {}, "[]", " {} ", {"a": []}, "No hits", 0, False, {"error": "x"})))
    assert all(map(holds_data, ("x", ["x"], {"a": 1}, '[{"a": 1}]', "[not json", "Nobody expects it " * 9)))


NOTHING = ("No results", "no mails found.", "Nothing found for your query", "None", "0 results", "Not found", "empty", "[]", "null",
           "No matching documents were found", '{"results": [], "count": 0}')
SOMETHING = ("No bonus for Smith this year; dismissal on 3 May", "0 deals closed with Contoso in Q3", "Nothing may leave before Friday",
             "Error budget of customer Contoso is used up", "None of the plants will stay", "Not found guilty", "Empty the Lyon plant")


def test_only_what_is_truly_nothing_is_nothing():
    assert [text for text in NOTHING if holds_data(text)] == []
    assert [text for text in SOMETHING if not holds_data(text)] == []
