"""What a shell makes of a text that it knows."""
import pytest

from guards._shell.expansion import expanded, substituted


@pytest.mark.parametrize(("rest", "value"), [
    ("", "a_b.c"), (":-x", "a_b.c"), ("/_/x", "a_b.c"), (":$n:1", "a_b.c"), ("[0]", "a_b.c"), ("@Q", "a_b.c"),
    (":2", "b.c"), (":0:3", "a_b")])
def test_a_variable_in_braces(rest, value):
    assert expanded("a_b.c", rest) == value


@pytest.mark.parametrize(("script", "text"), [
    ("s/a.*/x/", "aba"), ("s/a/&&/", "aba"), ("2d", "aba"), ("s/a/x/", "xba"), ("s|a|x|g", "xbx"), ("s/a", "aba"), ("s", "aba"), ("", "aba")])
def test_sed(script, text):
    assert substituted("aba", script) == text
