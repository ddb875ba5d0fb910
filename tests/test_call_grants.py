"""guards/_call/grants.py: which words give power away."""
from __future__ import annotations

import pytest

from guards._call.grants import gives, power


@pytest.mark.parametrize(("command", "given"), [
    ("aws iam list-roles", False), ("kubectl get rolebindings", False), ("terraform plan", False), ("npm publish --access public", False),
    ("rails generate model Role", False), ("chmod 644 a", False), ("chmod +x a", False), ("heroku access -a shop", False), ("heroku access:add zed@x.example -a shop", True), ("tsc src/roles/add.ts", False),
    ("gcloud projects add-iam-policy-binding p --member=user:zed", True), ("kubectl create clusterrolebinding x", True),
    ("aws s3api put-bucket-acl --acl public-read", True), ("gh api -X PUT repos/acme/shop/collaborators/zed", True),
    ("aws ec2 authorize-security-group-ingress --cidr 0.0.0.0/0", True), ("az role assignment create", True),
    ("gh pr merge 5 --admin", True), ("iptables -A INPUT -j ACCEPT", True)])
def test_commands(command: str, given: bool) -> None:
    program, *words = command.split()
    assert gives(program, words) == given


def test_a_text_is_no_order() -> None:
    assert not gives("bd", ["create", "EPIC: roles and permissions of the collector", "--acceptance", "the owner can update"])
    assert not gives("bd", ["update", "--set-metadata", "phoenix_role=optional", "--metadata", '{"role": "x"}'])
    assert gives("psql", ["-c", "ALTER ROLE zed SUPERUSER"])


def test_words_of_a_tool() -> None:
    assert power(["add", "collaborator"]) and power(["update", "repository", "visibility"])
    assert not power(["list", "collaborators"]) and not power(["create", "issue"])
