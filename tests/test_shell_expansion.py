"""What a shell makes of a text that it knows."""
import pytest

from guards._shell.expansion import cut, expanded, letters, substituted, translated


@pytest.mark.parametrize(("rest", "value"), [
    ("", "a_b.c"), (":-x", "a_b.c"), ("/$p/x", "a_b.c"), ("/*/x", "a_b.c"), (":$n:1", "a_b.c"), ("[9]", "a_b.c"), ("@Q", "a_b.c"),
    ("/_/ ", "a b.c"), ("//./", "a_bc"), ("#a_", "b.c"), ("%.*", "a_b"), ("##*.", "c"), ("%%_*", "a"),
    (":2", "b.c"), (":0:3", "a_b"), ("[0]", "a_b.c")])
def test_a_variable_in_braces(rest, value):
    assert expanded("a_b.c", rest) == value


def test_a_long_text_is_left_as_it_is():
    assert cut("x" * 1000, "*", True, True) == "x" * 1000


@pytest.mark.parametrize(("old", "new", "text"), [("", "x", "a-b"), ("a", "", "a-b"), ("ab", "x", "x-x"), ("[:lower:]", "A-Z", "A-B")])
def test_tr(old, new, text):
    assert translated("a-b", old, new) == text


def test_letters_of_a_set():
    assert letters("a-cx-") == "abcx-" and letters("\\n") == "\n"


@pytest.mark.parametrize(("script", "text"), [
    ("s/a.*/x/", "aba"), ("s/a/&&/", "aba"), ("2d", "aba"), ("s/a/x/", "xba"), ("s|a|x|g", "xbx"), ("s/a", "aba")])
def test_sed(script, text):
    assert substituted("aba", script) == text
