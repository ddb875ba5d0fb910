"""guards/_call/commands.py: what each simple command of a call does, in plain values."""
from __future__ import annotations

import pytest

from guards import Event, Settings
from guards._call import read
from guards._call.commands import EFFECTS, commands
from guards._call.tools import operation, operations


def of(command, tool="Bash", given=None):
    event = Event("PreToolUse", "s", tool=tool, input=given or {"command": command}, cwd="/p", project="/p")
    return commands(event, read(event, Settings()))


@pytest.mark.parametrize(("command", "operation", "effects", "objects"), [
    ("ls -la src", "ls", [], ["src"]), ("kubectl get pods -n prod", "kubectl get", [], ["pods"]),
    ("git status", "git status", [], []), ("docker --context c ps -a", "docker ps", [], []),
    ("kubectl -n prod delete ns x", "kubectl delete", ["deletes"], ["ns", "x"]),
    ("kubectl delete ns x --namespace=prod", "kubectl delete", ["deletes"], ["ns", "x"]),
    ("aws --profile p s3 rm s3://b/x", "aws s3 rm", ["deletes"], ["s3://b/x"]),
    ("docker --context c volume rm v", "docker volume rm", ["deletes"], ["v"]),
    ("helm -n prod uninstall r", "helm uninstall", ["deletes"], ["r"]),
    ("terraform -chdir=x destroy", "terraform destroy", ["changes", "deletes"], []),
    ("git -C d push -f origin main", "git push", ["sends"], ["origin", "main"]),
    ("git reset --hard", "git reset", ["deletes"], []), ("git reset a", "git reset", [], ["a"]), ("docker compose down -v", "docker compose down", ["deletes"], []),
    ("docker compose down", "docker compose down", [], []), ("pip install flask", "pip install", ["installs"], ["flask"]),
    ("aws iam attach-user-policy --user-name u", "aws iam attach-user-policy", ["grants"], ["u"]),
])
def test_a_command(command, operation, effects, objects):
    (found,) = of(command)
    assert (found.operation, found.effects, found.objects) == (operation, effects, objects)
    assert set(found.effects) <= set(EFFECTS)


def test_each_command_of_a_line_is_one():
    first, second = of("kubectl get ns && sudo kubectl --context dev delete ns x -n prod")
    assert first.effects == [] and second.effects == ["deletes"]
    assert second.options == {"--context": ["dev"], "-n": ["prod"]}


def test_a_servers_tool_is_one():
    (found,) = of("", "mcp__github__delete_repository", {"repo": "acme/x"})
    assert found.program == "github" and "deletes" in found.effects and found.objects == ["acme/x"]
    assert of("", "Read", {"file_path": "a"}) == []


@pytest.mark.parametrize(("command", "named"), [
    ("kubectl -n prod delete ns x", ["kubectl delete"]), ("helm -n prod uninstall r", ["helm uninstall"]),
    ("aws --profile p s3 rm s3://b/x", ["aws s3", "aws s3 rm"]), ("docker --context c volume rm v", ["docker volume", "docker volume rm"]),
])
def test_the_ledger_names_the_verb(command, named):
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command})
    assert operation(event) == named[0] and operations(read(event, Settings())) == named
