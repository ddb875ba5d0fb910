"""Programs that reach another machine, one by one."""
import pytest

from guards._shell.machine import read
from guards._text.address import normalize


@pytest.mark.parametrize("command", [
    "ssh -V", "nc -z localhost 80", "dig a.example", "scp a b", "rsync -a a b"])
def test_what_sends_nothing_here(command):
    assert read(command).effects == []


@pytest.mark.parametrize(("command", "kind", "to"), [
    ("nc a.example 80", "sends", "a.example"),
    ("ssh -p 22 u@a.example ls", "sends", "a.example"),
    ("scp a u@a.example:/x", "sends", "a.example/x"),
    ("scp u@a.example:/x .", "fetches", "a.example/x"),
    ("rsync -a a/ a.example::m", "sends", "a.example/m"),
    ("socat - TCP:a.example:80", "sends", "a.example"),
])
def test_effect_of_a_program(command, kind, to):
    found = read(command).effects
    assert [(e.kind, normalize(e.destination)) for e in found][:1] == [(kind, to)]
