"""Programs that send or fetch, one by one."""
import pytest

from guards._shell.machine import effects
from guards._text.address import normal


@pytest.mark.parametrize(("command", "kind", "to"), [
    ("curl https://a.example/x?y=1", "fetch", "a.example/x"),
    ("curl -sXPOST https://a.example", "send", "a.example"),
    ("curl --json '{}' a.example", "send", "a.example"),
    ("wget -O- https://a.example", "fetch", "a.example"),
    ("http a.example b=1", "send", "a.example"),
    ("http :8000/x", "fetch", "localhost/x"),
    ("nc a.example 80", "send", "a.example"),
    ("ssh -p 22 u@a.example ls", "send", "a.example"),
    ("scp a u@a.example:/x", "send", "a.example/x"),
    ("scp u@a.example:/x .", "fetch", "a.example/x"),
    ("rsync -a a/ a.example::m", "send", "a.example/m"),
    ("git push", "send", "remote:"),
    ("git push origin main", "send", "remote:origin"),
    ("git push git@github.com:o/r.git", "send", "github.com/o/r"),
    ("git clone https://github.com/o/r", "fetch", "github.com/o/r"),
    ("git -C x fetch", "fetch", "remote:"),
    ("gh pr create", "send", "remote:"),
    ("gh pr view 1 -R o/r", "fetch", "github.com/o/r"),
    ("gh api repos/o/r/issues -f title=x", "send", "github.com/o/r"),
    ("gh api repos/o/r/issues", "fetch", "github.com/o/r"),
    ("gh gist create a", "send", "gist.github.com"),
    ("aws s3 cp a s3://b/c", "send", "s3://b"),
    ("docker push ghcr.io/o/r:1", "send", "ghcr.io"),
    ("twine upload dist/*", "send", "upload.pypi.org"),
    ("mail -s x a@b.example", "send", "a@b.example"),
    ("psql -h db.example -c 'select 1'", "send", "db.example"),
    ("socat - TCP:a.example:80", "send", "a.example"),
    ("open https://a.example", "fetch", "a.example"),
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
