"""The tree of a command line."""
from guards._shell.parser import parse
from guards._shell.syntax import Substitution, Variable, Word


def test_a_words_text_names_what_it_does_not_know():
    assert Word(["a", Variable("HOME"), "/b"]).text == "a$HOME/b"
    assert Word(["x=", Substitution("$", parse("ls"))]).text == "x=$(...)"
