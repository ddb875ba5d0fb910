"""Signatures by OpenSSH: one that holds, one that does not, and what is said where it cannot be made."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hooks import _signing
from hooks._stores.disk import Fault

ENV = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
needs_ssh = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="OpenSSH is not installed")


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "id"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return str(path)


@needs_ssh
def test_sign_and_verify_offline(tmp_path: Path, key: str) -> None:
    file, signers = tmp_path / "r.json", tmp_path / "signers"
    file.write_bytes(b'{"a":1}\n')
    assert _signing.sign(str(file), key, ENV) == ""
    signers.write_text(_signing.allowed_signers(key, ENV))
    assert _signing.verify(str(file), str(signers), ENV) == ""
    assert _signing.sign(str(file), key, ENV) == "", "signing again replaces the signature"
    file.write_bytes(b'{"a":2}\n')
    assert _signing.verify(str(file), str(signers), ENV) != ""


@needs_ssh
def test_a_key_that_is_not_allowed_does_not_count(tmp_path: Path, key: str) -> None:
    file, signers = tmp_path / "r.json", tmp_path / "signers"
    file.write_bytes(b"x")
    _signing.sign(str(file), key, ENV)
    other = tmp_path / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(other)], check=True)
    signers.write_text(_signing.allowed_signers(str(other), ENV))
    assert _signing.verify(str(file), str(signers), ENV) != ""


@needs_ssh
def test_a_lost_public_key_is_made_anew(key: str) -> None:
    line = _signing.allowed_signers(key, ENV)
    os.unlink(key + ".pub")
    assert _signing.allowed_signers(key, ENV) == line != ""


@needs_ssh
def test_a_key_with_a_passphrase_fails_at_once(tmp_path: Path) -> None:
    path = tmp_path / "locked"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", str(path)], check=True)
    (tmp_path / "r").write_bytes(b"x")
    assert _signing.sign(str(tmp_path / "r"), str(path), ENV, 5.0).startswith("ssh-keygen: ")


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(b"x")
    (tmp_path / "k").write_bytes(b"x")
    nothing = {"PATH": str(tmp_path)}
    assert "does not exist" in _signing.sign(str(tmp_path / "r"), str(tmp_path / "none"), ENV)
    assert _signing.sign(str(tmp_path / "r"), str(tmp_path / "k"), nothing).endswith(_signing.MISSING)
    assert _signing.encrypt(str(tmp_path / "r"), "age1x", nothing).endswith(_signing.MISSING)
    assert (tmp_path / "r").exists()
    with pytest.raises(Fault, match="not installed"):
        _signing.decrypt(str(tmp_path / "r"), "id", nothing)


def test_encryption_goes_through_age(tmp_path: Path) -> None:
    """A stand-in for `age` on the PATH: what is called, and what becomes of the files."""
    tool = tmp_path / "age"
    tool.write_text('#!/bin/sh\nif [ "$1" = -d ]; then tail -c +2 "$4"; else (printf E; cat "$5") > "$4"; fi\n')
    tool.chmod(0o755)
    env = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    file = tmp_path / "r.json"
    file.write_bytes(b"plain")
    assert _signing.encrypt(str(file), "age1x", env) == ""
    assert not file.exists() and (tmp_path / "r.json.age").read_bytes() == b"Eplain"
    assert (tmp_path / "r.json.age").stat().st_mode & 0o777 == 0o600
    assert _signing.decrypt(str(file) + ".age", "identity", env) == b"plain"
