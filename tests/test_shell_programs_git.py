"""git's verbs, one by one."""
import pytest

from guards._shell.machine import read
from guards._text.address import normalize


@pytest.mark.parametrize("command", [
    "git status", "git commit -m x", "git add ."])
def test_what_sends_nothing_here(command):
    assert read(command).effects == []


@pytest.mark.parametrize(("command", "kind", "to"), [
    ("git push", "sends", "remote:origin"),
    ("git push origin main", "sends", "remote:origin"),
    ("git push git@github.com:o/r.git", "sends", "github.com/o/r"),
    ("git clone https://github.com/o/r", "fetches", "github.com/o/r"),
    ("git -C x fetch", "fetches", "remote:"),
])
def test_effect_of_a_program(command, kind, to):
    found = read(command).effects
    assert [(e.kind, normalize(e.destination)) for e in found][:1] == [(kind, to)]
