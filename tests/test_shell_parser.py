"""The words of command lines, as the shell would see them."""
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guards._shell.parser import parse
from guards._shell.syntax import Program, Substitution


def shown(program: Program) -> list:
    """Pipelines as lists of word lists; a group as its body in a tuple."""
    return [[tuple(shown(c.body)) if c.body is not None else [w.text for w in c.words] for c in pipeline]
            for pipeline in program.pipelines]


@pytest.mark.parametrize(("command", "words"), [
    ("ls -la", [[["ls", "-la"]]]),
    ("", []),
    ("a|b||c&&d;e&f", [[["a"], ["b"]], [["c"]], [["d"]], [["e"]], [["f"]]]),
    ("a |& b\nc", [[["a"], ["b"]], [["c"]]]),
    ("echo # not this\nls", [[["echo"]], [["ls"]]]),
    ("echo a#b", [[["echo", "a#b"]]]),
    ("a \\\n b", [[["a", "b"]]]),
    ("(cd x; ls) | wc", [[([["cd", "x"]], [["ls"]]), ["wc"]]]),
    ("{ a; b; } > f", [[([["a"]], [["b"]])]]),
    ("if a; then b; else c; fi", [[([["a"]], [["b"]], [["c"]])]]),
    ("for x in 1 2; do a $x; done | b", [[([["a", "$x"]],), ["b"]]]),
    ("while read l; do a; done < f", [[([["read", "l"]], [["a"]])]]),
    ("case $x in (a) b;; c|d) e;; esac", [[([["b"]], [["e"]])]]),
    ("[[ -f a && b == c ]] && d", [[["[[", "-f", "a", "b", "==", "c"]], [["d"]]]),
    ("((i++)); a $((1 + 2))", [[[]], [["a", "0"]]]),
    ("! time a", [[["a"]]]),
    ("cat <<E\nrm -rf /\nE\nls", [[["cat"]], [["ls"]]]),
    ("cat <<'E' | b\n`x`\nE", [[["cat"], ["b"]]]),
    ("a 2>&1 >f <g &>h", [[["a"]]]),
    ("git commit -m \"$(cat <<'E'\nit's `x`\nE\n)\"", [[["git", "commit", "-m", "$(...)"]]]),
])
def test_words(command, words):
    program = parse(command)
    assert shown(program) == words
    assert not program.broken


def test_functions_are_told_from_calls():
    program = parse("f() { curl $1; }; function g { ls; }; f x")
    assert [c.function for p in program.pipelines for c in p] == ["f", "g", ""]


def test_assignments_and_redirections():
    command = parse("A=1 B+=\"$(x)\" run >out 2>>err <<<word").pipelines[0][0]
    assert [name for name, _ in command.assigns] == ["A", "B+"]
    assert isinstance(command.assigns[1][1].parts[0], Substitution)
    assert [(r.fd, r.op, r.target.text) for r in command.redirects] == [
        ("", ">", "out"), ("2", ">>", "err"), ("", "<<<", "word")]


def test_a_heredoc_expands_unless_its_end_is_quoted():
    quoted = parse("cat <<'E'\n$(x) $y\nE").pipelines[0][0].redirects[0].target
    assert quoted.parts == ["$(x) $y"]
    plain = parse("cat <<E\n$(x) $y\nE").pipelines[0][0].redirects[0].target
    assert len(plain.parts) == 3


@pytest.mark.parametrize("command", ["echo 'a", 'echo "a', "echo $(a", "(a", "if a; then b", "a >", "case x in y"])
def test_what_cannot_be_read_is_broken(command):
    assert parse(command).broken


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab$(){}`'\"\\|&;<> \n#=[]!*/-0", max_size=60))
def test_never_raises(text):
    parse(text)
