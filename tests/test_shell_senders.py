"""Programs that send or fetch, one by one."""
import pytest

from guards._shell.machine import effects
from guards._text.address import normal


@pytest.mark.parametrize(("command", "kind", "to"), [
    ("curl https://a.example/x?y=1", "fetches", "a.example/x"),
    ("curl -sXPOST https://a.example", "sends", "a.example"),
    ("curl --json '{}' a.example", "sends", "a.example"),
    ("wget -O- https://a.example", "fetches", "a.example"),
    ("http a.example b=1", "sends", "a.example"),
    ("http :8000/x", "fetches", "localhost/x"),
    ("nc a.example 80", "sends", "a.example"),
    ("ssh -p 22 u@a.example ls", "sends", "a.example"),
    ("scp a u@a.example:/x", "sends", "a.example/x"),
    ("scp u@a.example:/x .", "fetches", "a.example/x"),
    ("rsync -a a/ a.example::m", "sends", "a.example/m"),
    ("git push", "sends", "remote:"),
    ("git push origin main", "sends", "remote:origin"),
    ("git push git@github.com:o/r.git", "sends", "github.com/o/r"),
    ("git clone https://github.com/o/r", "fetches", "github.com/o/r"),
    ("git -C x fetch", "fetches", "remote:"),
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
    ("socat - TCP:a.example:80", "sends", "a.example"),
    ("open https://a.example", "fetches", "a.example"),
])
def test_effect_of_a_program(command, kind, to):
    found = effects(command)
    assert [(e.kind, normal(e.destination)) for e in found][:1] == [(kind, to)]


@pytest.mark.parametrize("command", ["git status", "git commit -m x", "git add .", "gh auth status", "npm test", "aws s3 ls",
                                     "docker ps", "ssh -V", "nc -z localhost 80", "dig a.example", "kubectl get pods",
                                     "curl -o x file:///etc/hosts", "cargo build", "scp a b", "rsync -a a b"])
def test_programs_that_send_nothing_here(command):
    assert effects(command) == []


def test_a_token_is_told_from_a_payload():
    found = effects("curl -H \"Authorization: Bearer $GITHUB_TOKEN\" -d x https://api.github.com")[0]
    assert (found.payload.level, found.auth.level, found.auth.names) == (0, 3, ("$GITHUB_TOKEN",))
