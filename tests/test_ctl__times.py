"""hooks/_ctl/_times.py: a row's time as other systems count it."""
from hooks._ctl._times import millis


def test_millis() -> None:
    assert millis("") == 0 and millis("nonsense") == 0 and millis("1970-01-01T00:00:02Z") == 2000
    assert millis("2026-11-21T09:30:00.250000Z") == 1795253400250
