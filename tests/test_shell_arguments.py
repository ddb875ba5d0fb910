"""Options as getopt reads them."""
import doctest

import pytest

from guards._shell import arguments
from guards._shell.arguments import options, options_until_command, ways_in
from guards._shell.flow import Arg


def shown(found):
    options, rest = found
    return [(flag, value.text if value else None) for flag, value in options], [arg.text for arg in rest]


@pytest.mark.parametrize(("words", "flags", "rest"), [
    ("a b", [], ["a", "b"]),
    ("-x -o out a", [("-x", None), ("-o", "out")], ["a"]),
    ("-xoout a", [("-x", None), ("-o", "out")], ["a"]),
    ("--tak 2 --tak=3", [("--take", "2"), ("--take", "3")], []),
    ("--long=1 --take 2 --not 3", [("--long", "1"), ("--take", "2"), ("--not", None)], ["3"]),
    ("-o", [("-o", None)], []),
    ("-- -x", [], ["-x"]),
    ("- a", [], ["-", "a"]),
])
def test_options(words, flags, rest):
    args = [Arg(word) for word in words.split()]
    got, left = shown(options(args, "o", frozenset(("--take",))))
    assert ([one for one in got if one != ("-o", None)], left) == ([one for one in flags if one != ("-o", None)], rest)


def test_options_end_where_the_command_begins():
    args = [Arg(word) for word in "-I X rm -rf X".split()]
    assert shown(options_until_command(args, "I")) == ([("-I", "X")], ["rm", "-rf", "X"])


def test_examples():
    assert doctest.testmod(arguments).failed == 0


@pytest.mark.parametrize(("words", "found"), [
    ("x --config-file .pypirc dist", [".pypirc"]), ("x --key=a.p8 b", ["--key=a.p8"]), ("x -p v --userconfig", []),
    ("x --config .env", []), ("x --file k.pem", []), ("x --signing_key -v", [])])
def test_what_a_program_shows_itself_by(words, found):
    assert [arg.text for arg in ways_in([Arg(word) for word in words.split()])] == found
