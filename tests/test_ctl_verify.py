"""`guardctl verify`: as written is silent; any changed byte, any missing row, any forged signature is named."""
from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl.verify import check, names
from hooks._stores.world import World
from tests import warm
from tests.scripts import Scripts


@pytest.fixture
def scripts(project: Path) -> Scripts:
    scripts = Scripts(project)
    scripts.settings(policy=[{"id": "no", "when": {"tool": "mcp__x__*"}, "decision": "deny", "reason": "no"}])
    scripts.fire("SessionStart", source="startup")
    for _ in range(3):
        scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    scripts.call("mcp__x__y", {"a": 1})
    return scripts


def verified(scripts: Scripts, **more: Any) -> dict[str, Any]:
    return check(World(str(scripts.project), scripts.env), "s", **more)


def ledger(scripts: Scripts) -> Path:
    return scripts.state / "context/s.jsonl"


def test_as_written(scripts: Scripts) -> None:
    assert verified(scripts)["faults"] == [] and verified(scripts)["rows"] == 8
    scripts.fire("SessionEnd", reason="other")
    assert verified(scripts)["faults"] == []
    scripts.fire("SessionStart", source="resume")
    assert verified(scripts)["faults"] == [], "a session that goes on after its receipt"
    assert names(World(str(scripts.project), scripts.env)) == ["s"]


def test_a_lost_cache_is_no_fault(scripts: Scripts) -> None:
    (scripts.state / "context/s.state.json").unlink()
    assert verified(scripts)["faults"] == []


@pytest.mark.parametrize("ended", [False, True])
def test_any_changed_byte_in_any_row_is_found(scripts: Scripts, ended: bool) -> None:
    if ended:
        scripts.fire("SessionEnd", reason="other")
    path = ledger(scripts)
    whole = path.read_bytes()
    rows = whole.splitlines(keepends=True)
    start = 0
    for number, row in enumerate(rows, 1):
        for at in range(start, start + len(row) - 1, 7):
            changed = bytearray(whole)
            changed[at] ^= 1
            if changed[at] in b"\r\n":
                continue
            path.write_bytes(bytes(changed))
            found = verified(scripts)["faults"]
            assert found, f"byte {at - start} of row {number}"
            place = int(found[0].split(":")[0].split()[1])
            assert number <= place <= number + 1
        start += len(row)
    path.write_bytes(whole)
    assert verified(scripts)["faults"] == []


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("gone", [1, 3])
def test_a_removed_tail_is_found(scripts: Scripts, ended: bool, gone: int) -> None:
    if ended:
        scripts.fire("SessionEnd", reason="other")
    lines = ledger(scripts).read_bytes().splitlines(keepends=True)
    ledger(scripts).write_bytes(b"".join(lines[:-gone]))
    assert verified(scripts)["faults"]


@pytest.mark.parametrize("change", [lambda rows: rows[1:], lambda rows: rows[:2] + rows[3:],
                                    lambda rows: [rows[1], rows[0], *rows[2:]], lambda rows: [*rows[:3], rows[2], *rows[3:]]])
def test_rows_removed_moved_or_doubled_are_found(scripts: Scripts, change: Any) -> None:
    ledger(scripts).write_bytes(b"".join(change(ledger(scripts).read_bytes().splitlines(keepends=True))))
    assert verified(scripts)["faults"]


def test_a_changed_receipt_is_found(scripts: Scripts) -> None:
    scripts.fire("SessionEnd", reason="other")
    path = scripts.state / "receipts/s.json"
    path.write_text(path.read_text().replace('"result":"DENY"', '"result":"STEP_UP"'))
    assert verified(scripts)["faults"][0].startswith("receipt: ")


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="OpenSSH is not installed")
@pytest.mark.parametrize(("old", "new"), [("", ""), ('"human":"', '"human":"eve'), ('"hash":"sha256:', '"hash":"sha256:0')])
def test_a_signed_receipt(scripts: Scripts, tmp_path: Path, old: str, new: str) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    scripts.settings(signing_key=str(key))
    scripts.fire("SessionEnd", reason="other")
    assert verified(scripts)["notes"] == ["receipt signed"]
    path = scripts.state / "receipts/s.json"
    path.write_text(path.read_text().replace(old, new, 1) if old else path.read_text())
    found = verified(scripts, signers=str(scripts.state / "receipts/allowed_signers"))
    assert bool(old) == any("the signature does not hold" in one for one in found["faults"])


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="OpenSSH is not installed")
def test_an_encrypted_receipt_is_signed_as_it_is_stored_and_read_with_an_identity(scripts: Scripts, tmp_path: Path) -> None:
    tool = tmp_path / "bin/age"     # stands in for age: what is called, not how it encrypts
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\nif [ "$1" = -d ]; then tail -c +2 "$4"; else (printf E; cat "$5") > "$4"; fi\n')
    tool.chmod(0o755)
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    scripts.env["PATH"] = f"{tool.parent}:{scripts.env['PATH']}"
    scripts.settings(signing_key=str(key), age_recipient="age1x")
    scripts.fire("SessionEnd", reason="other")
    folder = scripts.state / "receipts"
    assert not (folder / "s.json").exists() and (folder / "s.json.age.sig").exists()
    found = verified(scripts)
    assert found["faults"] == [] and found["notes"] == ["receipt signed", "receipt encrypted: --identity FILE reads it"]
    assert verified(scripts, identity="id")["faults"] == []
    (folder / "s.json.age").write_bytes((folder / "s.json.age").read_bytes().replace(b"DENY", b"PASS"))
    assert len(verified(scripts, identity="id")["faults"]) >= 2


def test_the_command(scripts: Scripts) -> None:
    root = Path(__file__).resolve().parent.parent

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        import sys

        return warm.run([sys.executable, str(root / "hooks/guardctl.py"), "--project", str(scripts.project), "verify",
                               *more], capture_output=True, text=True, env=scripts.env, check=False)

    assert run().returncode == 0 and "all as written" in run("s").stdout
    lines = ledger(scripts).read_text().splitlines()
    lines[2] = lines[2].replace('"event":"', '"event":"X', 1)
    ledger(scripts).write_text("\n".join(lines) + "\n")
    done = run("--json")
    assert done.returncode == 1 and json.loads(done.stdout)["sessions"][0]["faults"][0].startswith("row 4: ")
    assert run("nobody").returncode == 1
