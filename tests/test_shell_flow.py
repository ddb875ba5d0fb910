"""Flows add up."""
from guards._shell.flow import NOTHING, Flow, join, without_text


def test_nothing_adds_nothing():
    assert join() is NOTHING and join(NOTHING, NOTHING) is NOTHING
    flow = Flow(1)
    assert join(NOTHING, flow) is flow


def test_the_gravest_level_and_every_name_stay():
    flow = join(Flow(1, ("a",), "x"), Flow(3, ("b",), "y", remote=True))
    assert (flow.level, flow.names, flow.text, flow.remote) == (3, ("a", "b"), "x y", True)
    assert without_text(flow).text == "" and without_text(flow).level == 3
