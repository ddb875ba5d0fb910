"""One word of a command line: quotes, escapes, variables, substitutions."""
import pytest

from guards._shell.parser import parse
from guards._shell.syntax import Substitution, Variable


@pytest.mark.parametrize(("command", "words"), [
    ("echo 'a b' \"c $d\" e\\ f", ["echo", "a b", "c $d", "e f"]),
    ("c\"\"ur'l' x", ["curl", "x"]),
    ("echo $(a b) `c` <(d)", ["echo", "$(...)", "$(...)", "$(...)"]),
    ("echo \"it's\" 'a\"b' \\$x", ["echo", "it's", 'a"b', "$x"]),
    ("echo ${a:-b c} ${#d} $1 $", ["echo", "$a", "$d", "$1", "$"]),
])
def test_words(command, words):
    program = parse(command)
    assert [word.text for word in program.pipelines[0][0].words] == words
    assert not program.broken


def test_a_word_keeps_its_parts():
    (word,) = parse("a${b:-c}$(d)").pipelines[0][0].words
    text, variable, substitution = word.parts
    assert text == "a" and isinstance(variable, Variable) and (variable.name, variable.rest) == ("b", ":-c")
    assert isinstance(substitution, Substitution) and word.bare


@pytest.mark.parametrize("command", ["echo 'a", 'echo "a', "echo $(a", "echo `a", "echo ${a", "echo $'a"])
def test_what_is_not_closed_is_broken(command):
    assert parse(command).broken
