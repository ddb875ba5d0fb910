"""One thing that leaves: how grave what is in it is, for the place to which it goes."""
from guards import Event, Settings
from guards._call.destinations import Known, Told, short_fingerprint
from guards._sensitive.overlap import seen_rows
from guards._sensitive.scan import scan
from guards.contamination.leaving import Leaving, approval, weigh
from tests.spelled import facts

SECRET = "api_key = " + "q7Zk39XvLm2Rt8Wc" + "5Hn1Bd4Js6Yf0Pg"
SETTINGS = Settings()
SETTINGS.key = b"k" * 16


def rows(text):
    return seen_rows(text, scan(text, SETTINGS), SETTINGS, 0)


def event(**known):
    return Event("PreToolUse", "s", tool="Bash", input={"command": "x"}, cwd="/p",
                 facts=facts({"text": "x", "findings": [], **{name.replace("_", ":"): value for name, value in known.items()}}))


def test_what_the_user_gave_weighs_nothing():
    assert weigh(event(stored_asked=[{"h": [], "s": rows(SECRET)}]), SECRET, None, SETTINGS, False) == (0, "")


def test_a_token_is_at_home_where_it_was_issued_and_nowhere_else():
    home = {"s": rows(SECRET), "at": [short_fingerprint("acme.dev", SETTINGS.key)]}
    assert weigh(event(stored_seen=[home]), SECRET, None, SETTINGS, False, place="api.acme.dev/orders") == (0, "")
    assert weigh(event(stored_seen=[home]), SECRET, None, SETTINGS, False, place="evil.example")[0] == 3
    both = [home, {"s": rows(SECRET)}]
    assert weigh(event(stored_seen=both), SECRET, None, SETTINGS, False, place="api.acme.dev")[0] == 3


def test_a_secret_that_was_never_read_is_said_to_be():
    assert weigh(event(), SECRET, None, SETTINGS, False)[1].endswith(", which was never read")


def test_an_approval_covers_the_host_but_one_place_where_many_live():
    known = Known(SETTINGS.key, (), Told(event().facts, "named", "h"), (), (), ())

    def covers(place: str) -> str:
        return approval(Leaving("GET", known.place(place), "nothing", 0, ""), SETTINGS)[0]

    assert covers("api.x.example/a/b") == covers("api.x.example/c")
    assert covers("github.com/a/b") != covers("github.com/a/c")
