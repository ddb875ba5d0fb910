"""What is left of a session: receipts/<session>.json with one receipt for each decision, <session>.jsonl for what passed.

Law: AARM's fields in canonical JSON, each receipt chained to the one before; the first file holds the digest of the
second and of the ledger's last row, so its one signature stands for all.  `ssh-keygen` signs and `age` encrypts, where
the settings name a key; what could not be done is said at the next start.  No cryptography here.

Cannot see: who sat at the keyboard: a hook is not told the answer to a question, only whether the call ran.
"""

from __future__ import annotations

import os

from hooks._event.evaluation import build_context
from hooks._stores import (
    append_lines,
    digest_bytes,
    measure_file,
    read_bytes,
    remove_file,
    write_whole,
)
from hooks._stores.json import parse_json, write_canonical, write_json
from hooks._stores.ledger import Session, read_rows
from hooks._stores.state import create_state, replay_rows
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._event import Moment
    from hooks._stores.world import World

    Row = dict[str, Any]

POLICY, FORMAT, SPACE = "autoskillit-guards", "1.0", "autoskillit-receipt"
BIG, AT_ONCE, DAY = (
    10 << 20,
    5,
    86_400.0,
)  # bytes that a session's end has time for; receipts of one start
AT_END, SECONDS = 0.6, 10.0  # for a tool, at a session's end and at a start
RESULTS = {"deny": "DENY", "ask": "STEP_UP", "pass": "ALLOW"}
APPROVER = "the client's permission prompt"  # no hook is told its answer; that the call ran tells


def write_receipts(moment: Moment) -> None:
    """At a session's end: its receipt, its summary; the live state goes."""
    if moment.session is None or not moment.state.get("seq"):
        return
    world, id = moment.world, moment.event.session
    write_summary(moment)
    if measure_file(moment.session.ledger) > BIG:
        write_whole(
            world.locate("receipts", id, ".pending"), write_json([id, moment.event.source]).encode()
        )
        return
    write_receipt(world, id, moment.settings, moment.event.source)
    seal_receipt(world, world.locate("receipts", id, ".json"), moment.settings, AT_END)


def finish_receipts(moment: Moment) -> None:
    """At a start: what ended sessions left unwritten, unsigned or in plain text; says what cannot be done, once."""
    world, settings = moment.world, moment.settings
    folder = world.locate("receipts")
    for name in sorted(os.listdir(folder))[:5000]:
        if name.endswith(".pending"):
            id, reason = parse_json(read_bytes(f"{folder}/{name}"))
            remove_file(f"{folder}/{name}")
            if id != moment.event.session:
                write_receipt(world, id, settings, reason)
    context = world.locate("context")
    left = [name for name in sorted(os.listdir(context))[:5000] if name.endswith(".state.json")]
    old = [
        n
        for n in left
        if os.lstat(f"{context}/{n}").st_mtime < world.now - DAY and n[:-11] != moment.event.session
    ]
    for name in old[:AT_ONCE]:  # the client was killed
        write_receipt(world, name[:-11], settings, "abandoned")
    problems: list[str] = []
    unsealed = [
        name for name in sorted(os.listdir(folder)) if is_unsealed(f"{folder}/{name}", settings)
    ]
    for name in unsealed[:AT_ONCE]:
        problems += seal_receipt(world, f"{folder}/{name}", settings, SECONDS)
    known = read_bytes(f"{folder}/told", 0, 1 << 16).decode("utf-8", "replace").split("\n")
    fresh = [one for one in dict.fromkeys(problems) if one not in known]
    if fresh:
        append_lines(f"{folder}/told", "".join(one + "\n" for one in fresh).encode())
        moment.warnings += fresh


def write_receipt(world: World, id: str, settings: Row, reason: str) -> None:
    """Writes both files and removes the session's cache.  Raises Fault."""
    session = Session(world, id)
    state = replay_rows(session, create_state())
    rows = [row for row, _ in read_rows(session.ledger) if row is not None]
    found = build_context(id, state, rows, settings)
    who = describe_requester(world, id)
    policy = {
        "policy_id": POLICY,
        "version": FORMAT,
        "hash": digest_file(f"{world.project}/.autoskillit/guards.json"),
    }
    decisions, passed = list_receipts(rows, {**who, "session": id}, policy)
    file = world.locate("receipts", id, ".json")
    lines = "".join(write_canonical(one) + "\n" for one in chain_receipts(passed)).encode()
    write_whole(file + "l", lines)
    document = {
        "receipt_id": f"rct_{digest_bytes(id.encode('utf-8', 'surrogatepass'))[:12]}_session",
        "version": FORMAT,
        "kind": "session",
        "session": {
            "session_id": id,
            "started_at": found["started_at"],
            "ended_at": found["time"]["last_event_at"],
            "reason": reason,
            "requester_context": who,
        },
        "policy": policy,
        "context": {"context_hash": digest_json(found), "evaluation_context": found},
        "decisions": chain_receipts(decisions),
        "passed": {
            "file": os.path.basename(file) + "l",
            "receipts": len(passed),
            "sha256": digest_bytes(lines),
        },
        "ledger": {"rows": state["seq"], "head": state["head"], "size": state["size"]},
        "supersedes": digest_file(file),
    }
    write_whole(file, (write_canonical(document) + "\n").encode())
    remove_file(file + ".sig")
    remove_file(session.cache)


def list_receipts(rows: list[Row], who: Row, policy: Row) -> tuple[list[Row], list[Row]]:
    """(a receipt for each decision other than pass, one for each action that passed), completed by what came of them."""
    found: dict[str, Row] = {}
    for row in rows:
        event, id = row.get("event"), row.get("action_id") or f"#{row.get('seq')}"
        if event == "PreToolUse" or row.get("decision") in ("ask", "deny"):
            said = row.get("policy") or {}
            defers = said.get("decision") == "defer" and row.get("decision") == "ask"
            result = (
                "DEFER"
                if defers
                else "MODIFY"
                if said.get("decision") == "redact"
                else RESULTS[row.get("decision", "pass")]
            )
            keys = ("action_id", "event", "tool", "operation", "parameters")
            found[id] = {
                "receipt_id": f"rct_{row.get('seq')}",
                "version": FORMAT,
                "kind": "decision",
                "action": {
                    **{key: row.get(key, "") for key in keys},
                    "timestamp": row.get("ts"),
                    "requester_context": {**who, "agent": row.get("agent_id") or "main"},
                },
                "decision": {
                    "result": result,
                    "policy": {**policy, "rule": said.get("id") or row.get("rule", "")},
                    "reason": row.get("reason", ""),
                    "risk_signals": row.get("risk_signals", []),
                },
                "context": {"context_hash": row.get("prev", ""), "ledger_seq": row.get("seq")},
                "approval": {"decision": "NO_RESULT", "approver": APPROVER, "inferred": True}
                if result in ("STEP_UP", "DEFER")
                else None,
                "execution": {"success": None, "effects": "none: the call was blocked"}
                if result == "DENY"
                else None,
            }
        elif event in ("PostToolUse", "PostToolUseFailure") and id in found:
            receipt = found[id]
            receipt["execution"] = {
                "started_at": receipt["action"]["timestamp"],
                "completed_at": row.get("ts"),
                "success": event == "PostToolUse",
                "result_summary": row.get("result_summary", ""),
            }
            if receipt["approval"]:
                receipt["approval"].update(decision="APPROVED", timestamp=row.get("ts"))
    every = list(found.values())
    return [one for one in every if one["decision"]["result"] != "ALLOW"], [
        one for one in every if one["decision"]["result"] == "ALLOW"
    ]


def chain_receipts(receipts: list[Row]) -> list[Row]:
    """The receipts, each with the digest of the one before."""
    before, found = "", []
    for receipt in receipts:
        found.append({**receipt, "prev": before})
        before = digest_json(found[-1])
    return found


def digest_json(value: Any) -> str:
    return "sha256:" + digest_bytes(write_canonical(value).encode())


def digest_file(path: str) -> str:
    data = read_bytes(path)
    return "sha256:" + digest_bytes(data) if data else ""


def describe_requester(world: World, id: str) -> Row:
    """Who acts, as far as the system says; nothing of it is proved."""
    from pwd import getpwall

    from hooks._stores.provenance import look_owners

    number = os.getuid()
    human = next((one.pw_name for one in getpwall() if one.pw_uid == number), f"uid:{number}")
    chain = [
        {
            "delegator": row["caller_session_id"],
            "delegatee": id,
            "issued_at": row.get("timestamp", ""),
        }
        for row in look_owners(world, id)["rows"]
        if row.get("session_id") == id and row.get("caller_session_id")
    ]
    return {
        "human": human,
        "service": POLICY,
        "host": os.uname().nodename,
        "session": id,
        "delegation_chain": chain[:8],
    }


def write_summary(moment: Moment) -> None:
    """The session's row of sessions.jsonl and its summary.json: for people and tools; nothing is decided by it."""
    from hooks._stores.provenance import add_rows, look_owners

    world, id, state = moment.world, moment.event.session, moment.state
    known = [row for row in look_owners(world, id)["rows"] if row.get("session_id") == id]
    launch = known[0] if known else {}
    names = ("caller_session_id", "kitchen_id", "dispatch_id", "recipe_name", "step_name", "kind")
    row = {
        "session_id": id,
        **{name: launch.get(name, "") for name in names},
        "calls": state.get("calls", 0),
        "level": state.get("level", 0),
        "started_at": state.get("started", ""),
        "ended_at": format_time(world.now),
        "reason": moment.event.source,
        "project": world.project,
    }
    add_rows(f"{world.state}/sessions.jsonl", [row])
    write_whole(
        f"{world.locate('sessions/' + os.path.basename(world.locate('context', id)))}/summary.json",
        write_json(row).encode() + b"\n",
    )


# --- signatures and encryption --------------------------------------------------------------------


def is_unsealed(file: str, settings: Row) -> bool:
    """Do the settings want this receipt encrypted or signed, and it is not?"""
    plain = file.endswith(".json") and bool(settings.get("age_recipient"))
    unsigned = bool(settings.get("signing_key")) and not os.path.exists(file + ".sig")
    return plain or (unsigned and file.endswith((".json", ".json.age")))


def seal_receipt(world: World, file: str, settings: Row, seconds: float) -> list[str]:
    """Encrypts, then signs what is stored, as far as the settings name a key; what went wrong."""
    said, recipient, key = (
        [],
        settings.get("age_recipient"),
        os.path.expanduser(settings.get("signing_key") or ""),
    )
    if recipient and file.endswith(".json"):
        wanted = [
            word
            for one in (recipient if isinstance(recipient, list) else [recipient])
            for word in ("-r", one)
        ]
        for one in (file + "l", file):
            wrong = run_tool(world, ["age", *wanted, "-o", one + ".age", one], seconds)
            if wrong:
                return [f"Receipts stay in plain text: {wrong}."]
            os.chmod(one + ".age", 0o600)
            remove_file(one)
        remove_file(file + ".sig")
        file += ".age"
    if key:
        wrong = run_tool(
            world, ["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", SPACE, file], seconds
        )
        said = [f"Receipts stay unsigned: {wrong}."] if wrong else []
        public = read_bytes(key + ".pub", 0, 1 << 14).decode("utf-8", "replace").split()
        signers = world.locate("receipts") + "/allowed_signers"
        line = f'autoskillit namespaces="{SPACE}" {" ".join(public[:2])}\n'
        if len(public) > 1 and line not in read_bytes(signers).decode("utf-8", "replace"):
            append_lines(signers, line.encode())
    return said


def run_tool(world: World, words: list[str], seconds: float, data: bytes = b"") -> str:
    """Runs a tool without a terminal; "" or what went wrong, in one line."""
    import subprocess
    from shutil import which

    tool = which(words[0], path=world.environ.get("PATH"))
    if not tool:
        return f"{words[0]} is not installed"
    environ = {**world.environ, "SSH_ASKPASS_REQUIRE": "never", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [tool, *words[1:]], input=data, capture_output=True, timeout=seconds, env=environ
        )
    except subprocess.TimeoutExpired:
        return f"{words[0]} took longer than {seconds:g} s"
    lines = (done.stderr or done.stdout).decode("utf-8", "replace").strip().split("\n")
    return f"{words[0]}: {lines[-1][:200]}" if done.returncode else ""


def check_receipt(world: World, id: str, heads: set[str]) -> tuple[list[str], list[str]]:
    """(what is wrong with a session's receipt, remarks).  `heads` are the digests of the ledger's rows."""
    file = world.locate("receipts", id, ".json")
    stored = file if os.path.exists(file) else file + ".age"
    if not os.path.exists(stored):
        return [], []
    wrong, remarks = check_signature(world, stored)
    if stored != file:
        return wrong, [*remarks, "its receipt is encrypted: age -d reads it"]
    data = read_bytes(file)
    document = parse_json(data)
    if (write_canonical(document) + "\n").encode() != data:
        wrong.append("its receipt was changed")
    decisions, passed = (
        document["decisions"],
        [parse_json(line) for line in read_bytes(file + "l").splitlines()],
    )
    for receipts in (decisions, passed):
        bare = [{key: value for key, value in one.items() if key != "prev"} for one in receipts]
        if chain_receipts(bare) != receipts:
            wrong.append("a receipt of a decision was changed or is missing")
    if digest_bytes(read_bytes(file + "l")) != document["passed"]["sha256"]:
        wrong.append("the receipts of what passed were changed")
    if (
        digest_json(document["context"]["evaluation_context"])
        != document["context"]["context_hash"]
    ):
        wrong.append("the evaluation context of its receipt was changed")
    if heads and document["ledger"]["head"] not in heads:
        wrong.append(
            f"its ledger lacks the row that its receipt names (row {document['ledger']['rows']})"
        )
    return wrong, remarks


def check_signature(world: World, file: str) -> tuple[list[str], list[str]]:
    signers = world.locate("receipts") + "/allowed_signers"
    if not os.path.exists(file + ".sig"):
        return [], ["its receipt is not signed"]
    words = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        signers,
        "-I",
        "autoskillit",
        "-n",
        SPACE,
        "-s",
        file + ".sig",
    ]
    wrong = run_tool(world, words, SECONDS, read_bytes(file))
    return (
        ([f"the signature of its receipt does not hold ({wrong})"], [])
        if wrong
        else ([], ["its receipt is signed"])
    )
