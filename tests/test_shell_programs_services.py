"""Programs of a service, one by one."""
import pytest

from guards._shell.machine import read
from guards._text.address import normalize


@pytest.mark.parametrize("command", [
    "gh auth status", "npm test", "aws s3 ls", "docker ps", "kubectl get pods", "cargo build"])
def test_what_sends_nothing_here(command):
    assert read(command).effects == []


@pytest.mark.parametrize(("command", "kind", "to"), [
    ("gh pr create", "sends", "remote:"),
    ("gh pr view 1 -R o/r", "fetches", "github.com/o/r"),
    ("gh api repos/o/r/issues -f title=x", "sends", "github.com/o/r"),
    ("gh api repos/o/r/issues", "fetches", "github.com/o/r"),
    ("gh gist create a", "sends", "gist.github.com"),
    ("aws s3 cp a s3://b/c", "sends", "s3://b"),
    ("docker push ghcr.io/o/r:1", "sends", "ghcr.io"),
    ("twine upload dist/*", "sends", "upload.pypi.org"),
    ("mail -s x a@b.example", "sends", "a@b.example"),
    ("psql -h db.example -c 'select 1'", "sends", "db.example"),
])
def test_effect_of_a_program(command, kind, to):
    found = read(command).effects
    assert [(e.kind, normalize(e.destination)) for e in found][:1] == [(kind, to)]
