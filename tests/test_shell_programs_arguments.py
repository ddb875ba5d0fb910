"""Options as getopt reads them."""
import doctest

import pytest

from guards._shell.flow import Arg
from guards._shell.programs import arguments
from guards._shell.programs.arguments import GRAMMAR, apart, options, verb, ways_in


def shown(found):
    return [(flag, value.text if value else None) for flag, value in found]


@pytest.mark.parametrize(("program", "words", "flags", "rest"), [
    ("rm", "a b", [], ["a", "b"]),
    ("age", "-x -o out a", [("-x", None), ("-o", "out")], ["a"]),
    ("age", "-xoout a", [("-x", None), ("-o", "out")], ["a"]),
    ("age", "--outp 2 --outp=3", [("--output", "2"), ("--output", "3")], []),
    ("age", "--long=1 --output 2 --not 3", [("--long", "1"), ("--output", "2"), ("--not", None)], ["3"]),
    ("age", "-o", [("-o", None)], []),
    ("rm", "-- -x", [], ["-x"]),
    ("rm", "- a", [], ["-", "a"]),
    ("chmod", "-R 600 a b", [("-R", None)], ["a", "b"]),
    ("git push", "-o x origin main", [("-o", "x")], ["origin", "main"]),
    ("terraform", "plan -out a.plan -target=x -destroy", [("-out", "a.plan"), ("-target", "x"), ("-destroy", None)], []),
])
def test_options(program, words, flags, rest):
    got, left = options([Arg(word) for word in words.split()], program)
    assert (shown(got), [arg.text for arg in left]) == (flags, rest)


@pytest.mark.parametrize(("program", "words", "rest"), [
    ("xargs", "-I X rm -rf X", ["rm", "-rf", "X"]), ("timeout", "-k 5 10 ls -la -- x", ["ls", "-la", "--", "x"]),
    ("ssh", "-p 22 a.example rm -rf x", ["rm", "-rf", "x"]), ("docker", "run --name x -it img sh -c y", ["img", "sh", "-c", "y"])])
def test_options_end_where_the_command_begins(program, words, rest):
    assert [arg.text for arg in apart([Arg(word) for word in words.split()], program, until=True)[2]] == rest


@pytest.mark.parametrize(("line", "said"), [
    ("aws --profile p s3 rm s3://b --recursive", "s3 rm"), ("docker --context c rm x", "rm"), ("gh repo delete a/b", "repo delete"),
    ("docker -c c compose -f a down -v", "compose down"), ("helm -n x uninstall y", "uninstall"), ("gh api -X DELETE a", "api"),
    ("git -C d -c k=v push", "push"), ("kubectl --namespace=prod delete ns x", "delete"), ("npm --prefix web run build", "run"),
    ("strange -n prod delete x", "")])
def test_where_the_verb_stands(line, said):
    program, *words = line.split()
    assert " ".join(verb(program, words)[0]) == said


def test_a_program_has_one_grammar():
    names = [name for line in GRAMMAR.split("\n") if "|" in line for name in line.partition("|")[0].split()]
    assert sorted(set(names)) == sorted(names)


def test_examples():
    assert doctest.testmod(arguments).failed == 0


@pytest.mark.parametrize(("words", "found"), [
    ("x --config-file .pypirc dist", [".pypirc"]), ("x --key=a.p8 b", ["--key=a.p8"]), ("x -p v --userconfig", []),
    ("x --config .env", []), ("x --file k.pem", []), ("x --signing_key -v", [])])
def test_what_a_program_shows_itself_by(words, found):
    assert [arg.text for arg in ways_in([Arg(word) for word in words.split()])] == found
