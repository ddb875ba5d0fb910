"""One row a program: its own examples, in several surroundings, and the gate that is computed from the rows."""
import pytest

from guards._call.bash import worth_reading
from guards._shell import dispatch, machine, programs
from guards._shell.gate import GATE, SECRET_WORDS
from guards._shell.pieces import words
from guards._shell.programs import HANDLERS, PROGRAMS, waking

YES = [(name, text.format(name)) for row in PROGRAMS for name in row[0].split() for text in row[3]]
NO = [(name, text.format(name)) for row in PROGRAMS for name in row[0].split() for text in row[4]]
SURROUNDINGS = ("{}", "cd /tmp && {}", "x=$({})", "bash -c {!r}", "f() {{ {}; }}; f", "if true; then {}; fi",
                "timeout 5 env A=1 sh -c {!r}", "true | {{ {}; }}")


def effects(command):
    """What it does that no reading undoes: what leaves with the file or anything else, and what is destroyed or run."""
    return [e for e in machine.read(command, "/p").effects if e.kind not in ("fetches",) or e.payload.files or e.payload.level
            or "://" in e.destination or e.destination.startswith("remote:")]


def test_a_program_stands_in_one_row():
    names = [name for row in PROGRAMS for name in row[0].split()]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("handler", sorted(set(HANDLERS.values())))
def test_every_row_has_its_function(handler):
    name = next(name for name, said in HANDLERS.items() if said == handler)
    assert callable(dispatch.handler(name))


@pytest.mark.parametrize(("name", "command"), NO)
def test_what_sends_nothing(name, command):
    assert [e for e in machine.read(command, "/p").effects if e.kind == "sends" and (
        e.payload.level or e.payload.files) and "localhost" not in e.destination] == []


@pytest.mark.parametrize(("name", "command"), YES)
def test_what_sends_is_seen_wherever_it_stands(name, command):
    for around in SURROUNDINGS:
        if "'" in command and "!r" in around:
            continue
        assert effects(around.format(command)), around


@pytest.mark.parametrize(("name", "command"), [row for row in YES if " | " not in row[1] or row[1].split()[-2] == row[0]])
def test_the_gate_opens_for_it(name, command):
    assert worth_reading(command)


@pytest.mark.parametrize("row", [row for row in PROGRAMS if waking(row)], ids=lambda row: row[0][:30])
def test_the_gate_needs_every_row(row, monkeypatch_gate=None):
    """Without a row's words one of its commands would pass unread: no word is there for nothing."""
    without = GATE - waking(row)
    examples = [text.format(name) for name in row[0].split() for text in (row[3] or row[4])]
    assert any(without.isdisjoint(words(text)) for text in examples) or all(
        not without.isdisjoint(words(text)) for text in examples)
    assert any(not waking(row).isdisjoint(words(text)) for text in examples)


def test_the_gate_holds_no_word_of_ordinary_work():
    assert GATE.isdisjoint("ls cat grep sed awk find test build run install npm make pytest commit status diff log add".split())


def test_words_that_are_no_programs_are_few():
    assert SECRET_WORDS.isdisjoint(HANDLERS.keys() - {"shred"})


def test_a_new_program_is_one_row():
    row = ("beam", "services.sender", "=", ("{} notes.txt",), ())
    assert waking(row) == {"beam"} and programs.HANDLERS.get("beam") is None
