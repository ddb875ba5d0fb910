"""Receipts: what is left of a session, chained, signed by ssh-keygen, encrypted by age; verified without the project."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hooks._event import receipts
from hooks._event.run import handle_event
from hooks._stores import digest_bytes
from hooks._stores.world import World

RULE = {"id": "no", "when": {"tool": "mcp__a__drop"}, "decision": "deny"}
MASK = {"id": "mask", "when": {"tool": "mcp__a__note"}, "decision": "redact"}
UP = {"id": "up", "when": {"tool": "mcp__a__up"}, "decision": "ask"}
LATER = {"id": "later", "when": {"tool": "mcp__a__wait"}, "decision": "defer"}
SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"


class Session:
    """A project whose hooks run in this process."""

    def __init__(self, path: Path, **settings) -> None:
        self.path, self.calls = path, 0
        self.environ = {"HOME": str(path / "home"), "PATH": os.environ["PATH"]}
        self.environ["CLAUDE_PROJECT_DIR"] = str(path)
        self.world = World(str(path), self.environ)
        silent = {"request_origin": "off", "contamination": "off"}
        self.set(policy=[RULE, MASK, LATER, UP], guards=silent, **settings)

    def set(self, **settings) -> None:
        folder = self.path / ".autoskillit"
        folder.mkdir(exist_ok=True)
        (folder / "guards.json").write_text(json.dumps(settings))

    def fire(self, name, session="s1", **more) -> dict:
        payload = {"session_id": session, "cwd": str(self.path), "hook_event_name": name, **more}
        printed = handle_event(name, json.dumps(payload).encode(), self.environ, str(self.path))
        return json.loads(printed or "{}")

    def call(self, tool, result="ok", session="s1", **given) -> None:
        self.calls += 1
        common = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{self.calls}"}
        said = self.fire("PreToolUse", session, **common).get("hookSpecificOutput", {})
        if said.get("permissionDecision") != "deny":
            self.fire("PostToolUse", session, **common, tool_response=result)

    def play(self, session="s1") -> None:
        self.fire(
            "UserPromptSubmit", session, prompt=f"Prepare the Johnson account with {SECRET} please"
        )
        self.call("Read", session=session, file_path="a")
        self.call("mcp__a__drop", session=session, id="x")
        self.call("mcp__a__wait", session=session, id="x")
        self.call("mcp__a__note", session=session, text=f"token {SECRET}")
        self.fire("SessionEnd", session, reason="other")

    def file(self, name) -> Path:
        return self.path / ".autoskillit/temp" / name

    def check(self) -> list[str]:
        return receipts.check_receipt(self.world, "s1")


@pytest.fixture
def session(tmp_path) -> Session:
    return Session(tmp_path)


def read_receipt(session) -> dict:
    return json.loads(session.file("receipts/s1.json").read_bytes())


def test_receipt_holds_the_context_and_each_decision(session) -> None:
    session.play()
    document = read_receipt(session)
    results = {one["action"]["tool"]: one["decision"] for one in document["decisions"]}
    wanted = {"mcp__a__drop": "DENY", "mcp__a__wait": "DEFER", "mcp__a__note": "MODIFY"}
    assert {tool: one["result"] for tool, one in results.items()} == wanted
    assert results["mcp__a__drop"]["policy"]["rule"] == "no"
    drop, wait = document["decisions"][:2]
    assert drop["execution"]["success"] is None and wait["approval"]["decision"] == "APPROVED"
    [passed] = map(json.loads, session.file("receipts/s1.jsonl").read_text().splitlines())
    assert (passed["action"]["tool"], passed["decision"]["result"]) == ("Read", "ALLOW")
    assert passed["execution"]["success"] is True
    context = document["context"]["evaluation_context"]
    assert context["accumulated_state"]["action_count"] == 4
    assert "Johnson" in context["original_request"]["text"]
    assert document["session"]["requester_context"]["human"]
    ledger = session.file("context/s1.jsonl").read_bytes().splitlines()
    assert document["ledger"]["rows"] == len(ledger)
    assert document["ledger"]["line"][2] == digest_bytes(ledger[-1])
    assert not session.file("context/s1.state.json").exists()
    for path in session.path.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path


def test_every_change_shows(session) -> None:
    session.play()
    plain, passed = session.file("receipts/s1.json"), session.file("receipts/s1.jsonl")
    assert session.check() == []
    whole, lines = plain.read_text(), passed.read_text()
    for old, new in (("DENY", "ALLOW"), ("Johnson", "Jansson"), ("sha256:", ""), ("{", "[")):
        plain.write_text(whole.replace(old, new, 1))
        assert session.check(), old
    plain.write_text(whole)
    for broken in (lines.replace("ALLOW", "DENY"), "", lines * 2):
        passed.write_text(broken)
        assert session.check()
    passed.write_text(lines)
    ledger = session.file("context/s1.jsonl")
    rows = ledger.read_text()
    ledger.write_text(rows.replace("SessionEnd", "SessionEnf"))
    assert session.check()
    ledger.write_text(rows + rows.splitlines()[-1] + "\n")  # what a resumed session adds
    assert session.check() == []
    plain.write_text("[]")
    assert session.check()
    cut = json.loads(whole)
    for broken in (cut["decisions"][1:], cut["decisions"][::-1], []):  # cut, reordered
        plain.write_text(json.dumps({**cut, "decisions": broken}))
        assert session.check()
    plain.write_text(whole[: len(whole) // 2])
    assert session.check()


def test_summary_names_the_caller(session) -> None:
    row = {
        "session_id": "s1",
        "caller_session_id": "boss",
        "kitchen_id": "k1",
        "recipe_name": "implement",
    }
    session.file("").mkdir(parents=True, exist_ok=True)
    session.file("session_provenance.jsonl").write_text(json.dumps(row) + "\n")
    session.play()
    [line] = session.file("sessions.jsonl").read_text().splitlines()
    summary = json.loads(session.file("sessions/s1/summary.json").read_text())
    assert json.loads(line) == summary
    assert (summary["caller_session_id"], summary["kitchen_id"]) == ("boss", "k1")
    assert (
        read_receipt(session)["session"]["requester_context"]["delegation_chain"][0]["delegator"]
        == "boss"
    )


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is missing")
def test_signature_is_verified_offline(tmp_path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    session = Session(tmp_path, signing_key=str(key))
    session.play()
    file, folder = session.file("receipts/s1.json"), session.file("receipts")
    words = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        str(folder / "allowed_signers"),
        "-I",
        "autoskillit",
        "-n",
    ]
    words += ["autoskillit-receipt", "-s", f"{file}.sig"]
    assert subprocess.run(words, input=file.read_bytes(), capture_output=True).returncode == 0
    assert session.check() == []
    file.write_text(file.read_text().replace("DENY", "ALLOW", 1))
    assert any("signature" in one for one in session.check())


def forge(file: Path) -> None:
    """Changes a receipt as somebody would who knows how its digest is made."""
    document = json.loads(file.read_text().replace("DENY", "ALLOW"))
    document.pop("digest")
    document["digest"] = receipts.digest_json(document)
    file.write_text(json.dumps(document))


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is missing")
@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("forged", ["changed", "unknown", ""])
def test_no_start_signs_a_receipt_that_was_changed(tmp_path, signed, forged) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    session = Session(tmp_path, **{"signing_key": str(key)} if signed else {})
    session.play()
    session.call("Read", session="other", file_path="a")
    session.fire("SessionEnd", "other", reason="other")
    file, signature = session.file("receipts/s1.json"), session.file("receipts/s1.json.sig")
    assert signature.exists() is signed
    signature.unlink(missing_ok=True)
    session.set(signing_key=str(key))
    if forged == "changed":
        forge(file)
        assert session.check() == [receipts.CHANGED]
    if forged == "unknown":  # no digest outside the project says that a session's end wrote it
        os.unlink(receipts.find_mark(session.world, str(file))[0])
    said = session.fire("SessionStart", "s2", source="startup").get("systemMessage", "")
    assert ("s1.json: a receipt" in said) is bool(forged)
    assert signature.exists() is not bool(forged)
    assert (session.check() == []) is (forged != "changed")


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is missing")
def test_a_session_that_goes_on_is_signed_anew(tmp_path) -> None:
    for name in ("key", "other"):
        words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)]
        subprocess.run(words, check=True)
    session = Session(tmp_path, signing_key=str(tmp_path / "key"))
    session.play()
    signature = session.file("receipts/s1.json.sig")
    first = signature.read_bytes()
    session.play()
    assert signature.read_bytes() != first and session.check() == []
    plain = session.file("receipts/s1.json")
    words = ["ssh-keygen", "-q", "-Y", "sign", "-n", receipts.SPACE, "-f", str(tmp_path / "other")]
    forge(plain)
    signature.unlink()
    subprocess.run([*words, str(plain)], check=True, capture_output=True)  # a key of nobody's
    assert any("signature" in one for one in session.check())


STUB = """#!/bin/sh
printf '%s\\n' "$*" >> "$0.calls"
[ "$FAIL" ] && { echo "no such recipient" >&2; exit 1; }
cat > "$0.stdin" <&0
for last; do :; done
sed 's/^/sealed /' "$last" > "$4"
"""


@pytest.mark.parametrize("fails", [False, True])
def test_age_gets_the_recipient_and_both_files(tmp_path, fails) -> None:
    stub = tmp_path / "bin/age"
    stub.parent.mkdir()
    stub.write_text(STUB)
    stub.chmod(0o755)
    session = Session(tmp_path, age_recipient="age1nobody")
    session.environ["PATH"] = f"{stub.parent}:{os.environ['PATH']}"
    session.environ.update({"FAIL": "1"} if fails else {})
    session.play()
    folder = session.file("receipts")
    called = stub.with_name("age.calls").read_text().splitlines()
    files = [str(folder / name) for name in ("s1.jsonl", "s1.json")[: 1 if fails else 2]]
    assert called == [f"-r age1nobody -o {one}.age {one}" for one in files]
    names = sorted(path.name for path in folder.iterdir())
    if fails:
        assert names == ["s1.json", "s1.jsonl"]
        told = session.fire("SessionStart", "s2", source="startup")["systemMessage"]
        assert "stay in plain text: age: no such recipient" in told
        session.environ.pop("FAIL")
        session.fire("SessionStart", "s3", source="startup")  # what failed is done now
        names = sorted(path.name for path in folder.iterdir())
    assert names == ["s1.json.age", "s1.jsonl.age"]
    assert stub.with_name("age.stdin").read_bytes() == b""
    assert (folder / "s1.json.age").stat().st_mode & 0o777 == 0o600
    assert (folder / "s1.json.age").read_text().startswith("sealed {") and session.check() == []
    (folder / "s1.json.age").write_text("sealed {}")
    assert session.check() == [receipts.CHANGED]


def test_what_cannot_be_done_is_said_once_at_the_next_start(tmp_path) -> None:
    session = Session(tmp_path, signing_key=str(tmp_path / "none"), age_recipient="age1nobody")
    session.environ["PATH"] = str(tmp_path)
    session.play()
    first = session.fire("SessionStart", "s2", source="startup")["systemMessage"]
    assert "age" in first and "plain text" in first
    again = session.fire("SessionStart", "s2", source="startup").get("systemMessage", "")
    assert "age" not in again


@pytest.mark.skipif(not shutil.which("age-keygen"), reason="age is missing")
def test_receipts_are_encrypted_to_a_recipient(tmp_path) -> None:
    made = subprocess.run(
        ["age-keygen", "-o", str(tmp_path / "identity")], capture_output=True, text=True
    )
    recipient = made.stderr.split()[-1]
    session = Session(tmp_path, age_recipient=recipient)
    session.play()
    names = sorted(path.name for path in session.file("receipts").iterdir())
    assert names == ["s1.json.age", "s1.jsonl.age"]
    words = [
        "age",
        "-d",
        "-i",
        str(tmp_path / "identity"),
        str(session.file("receipts/s1.json.age")),
    ]
    plain = subprocess.run(words, capture_output=True, check=True).stdout
    assert json.loads(plain)["kind"] == "session"
    assert session.check() == []
