"""What sed makes of a text that is known."""
import pytest

from guards._shell.expansion import substituted


@pytest.mark.parametrize(("script", "text"), [
    ("s/a.*/x/", "aba"), ("s/a/&&/", "aba"), ("2d", "aba"), ("s/a/x/", "xba"), ("s|a|x|g", "xbx"), ("s/a", "aba"), ("s", "aba"), ("", "aba")])
def test_sed(script, text):
    assert substituted("aba", script) == text
