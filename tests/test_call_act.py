"""guards/_call/act.py: an act holds what is known of it."""
from guards._call.act import PACKAGE, Act


def test_values_are_said_once_and_unknown_ones_are_left_out() -> None:
    act = Act(PACKAGE, "pip install", ["a", "", "a", "$(...)", "b"])
    assert act.values == ("a", "b") and "pip install" in repr(act)
