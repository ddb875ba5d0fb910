"""A name of ours that code puts together or spells in another alphabet."""
import doctest

import pytest

from guards.self_protection import spelled
from guards.self_protection.places import protected
from guards.self_protection.spelled import hides


def test_examples() -> None:
    assert doctest.testmod(spelled).failed == 0


@pytest.mark.parametrize(("code", "ours"), [
    ("rm('build')", False), ("f('.git' + 'hub')", False), ("f(`.${a}`)", False), ("x = '.auto.bak'", False),
    ("rm('.auto' + 'skillit')", True), ("['.auto', 'skillit'].join('')", True), ("'.auto' + x + 'it'", True), ("f'.{a}skillit'", True),
    ("'.%sskillit' % a", True), ("'\\x2eautoskillit'", True), ("'\\056autoskillit'", True), ("b64decode('LmF1dG9za2lsbGl0')", True),
    ("'tilliksotua.'[::-1]", True), ("fromhex('2e6175746f736b696c6c6974')", True), ("decode('.nhgbfxvyyvg', 'rot13')", True),
])
def test_a_name(code: str, ours: bool) -> None:
    assert any(protected(one, "/p", "/p") for one in spelled.spelled(code) if sum(map(str.isalpha, one)) > 2) is ours


@pytest.mark.parametrize(("code", "hidden"), [
    ("data = base64.b64decode(t); open('o', 'wb').write(data); os.unlink(tmp)", False), ("os.remove('a')", False), ("print(chr(10))", False),
    ("os.remove(''.join(chr(c) for c in x))", True), ("fs.rmSync(Buffer.from(x, 'base64').toString())", True),
    ("p = bytes([46, 97]).decode()\nshutil.rmtree(p)", True),
])
def test_what_is_spelt_letter_by_letter(code: str, hidden: bool) -> None:
    assert hides(code) is hidden
