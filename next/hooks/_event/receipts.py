"""What is left of a session: receipts/<session>.json with a receipt for each decision, <session>.jsonl for what passed.

Law: AARM's fields in canonical JSON, each receipt chained to the one before; the first file holds the digest of the
second and of the ledger's last row, so its one signature stands for all.  `ssh-keygen` signs and `age` encrypts, where
the settings name a key; what could not be done is said at the next start.  No cryptography here.

Cannot see: who sat at the keyboard: a hook is not told the answer to a question, only whether the call ran.
"""

from __future__ import annotations

import os

from hooks import _stores as disk
from hooks._event.evaluation import build_context
from hooks._stores.json import parse_json, write_canonical, write_json
from hooks._stores.ledger import Session, read_rows
from hooks._stores.provenance import add_rows, look_owners
from hooks._stores.state import create_state, replay_rows
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._event import Moment
    from hooks._stores.world import World

    Row = dict[str, Any]

POLICY, FORMAT, SPACE = "autoskillit-guards", "1.0", "autoskillit-receipt"
BIG, HUGE = 10 << 20, 64 << 20  # bytes of a ledger that there is time for at an end, at a start
AT_ONCE, LOOKED, DAY = 5, 5_000, 86_400.0  # receipts and files of a start; seconds
AT_END, SECONDS = 0.6, 10.0  # that a tool may take at a session's end, and at a start
RESULTS = {"deny": "DENY", "ask": "STEP_UP", "pass": "ALLOW", "defer": "DEFER", "redact": "MODIFY"}
APPROVER = "the client's permission prompt"  # no hook is told its answer; that the call ran tells
ACTION = ("action_id", "event", "tool", "operation", "parameters")
LAUNCH = ("caller_session_id", "kitchen_id", "dispatch_id", "recipe_name", "step_name", "kind")


def write_receipts(moment: Moment) -> None:
    """At a session's end: its summary and its receipt; the live state goes."""
    world, id, reason = moment.world, moment.event.session, moment.event.source
    if moment.session is None or not moment.state.get("seq"):
        return
    state, launch = moment.state, [*list_launches(world, id), {}][0]
    row = {"session_id": id, **{name: launch.get(name, "") for name in LAUNCH}}
    row.update(calls=state["calls"], level=state["level"], started_at=state.get("started", ""))
    row.update(ended_at=format_time(world.now), reason=reason, project=world.project)
    add_rows(f"{world.state}/sessions.jsonl", [row])
    folder = world.locate(f"sessions/{disk.name_file(id)}")
    disk.write_whole(f"{folder}/summary.json", write_json(row).encode() + b"\n")
    if disk.measure_file(moment.session.ledger) <= BIG:
        write_receipt(world, id, moment.settings, reason)
        seal_receipt(world, world.locate("receipts", id, ".json"), moment.settings, AT_END)


def finish_receipts(moment: Moment) -> None:
    """At a start: what ended sessions left unwritten, unsigned or in plain text; says what cannot be done."""
    world, settings = moment.world, moment.settings
    folder, context = world.locate("receipts"), world.locate("context")
    done = {name.partition(".json")[0] for name in os.listdir(folder)}
    done.add(disk.name_file(moment.event.session))
    ledgers = [name for name in sorted(os.listdir(context))[:LOOKED] if name.endswith(".jsonl")]
    names = [name[:-6] for name in ledgers if not name.endswith(".values.jsonl")]
    for name in [name for name in names if name not in done][:AT_ONCE]:
        info = os.lstat(f"{context}/{name}.jsonl")  # the client was killed, or the ledger is long
        if info.st_mtime < world.now - DAY and info.st_size < HUGE:
            write_receipt(world, name, settings, "abandoned")
    stored = [f"{folder}/{name}" for name in sorted(os.listdir(folder))]
    for file in [file for file in stored if is_unsealed(file, settings)][:AT_ONCE]:
        for problem in seal_receipt(world, file, settings, SECONDS):
            moment.note_once(problem)


def write_receipt(world: World, id: str, settings: Row, reason: str) -> None:
    """Writes both files and removes the session's cache.  Raises Fault."""
    session, file = Session(world, id), world.locate("receipts", id, ".json")
    state = replay_rows(session, create_state())
    rows = [row for row, _ in read_rows(session.ledger) if row is not None]
    id = next((row["session_id"] for row in rows if row.get("session_id")), id)
    found, who = build_context(id, state, rows, settings), describe_requester(world, id)
    policy = {"policy_id": POLICY, "version": FORMAT}
    policy["hash"] = digest_file(f"{world.project}/.autoskillit/guards.json")
    every = chain_results(rows, who, policy)
    passed = chain_receipts([one for one in every if one["decision"]["result"] == "ALLOW"])
    lines = "".join(write_canonical(one) + "\n" for one in passed).encode()
    time = {"started_at": found["started_at"], "ended_at": found["time"]["last_event_at"]}
    document = {
        "receipt_id": f"rct_{disk.digest_bytes(id.encode('utf-8', 'surrogatepass'))[:12]}_session",
        "version": FORMAT,
        "kind": "session",
        "session": {"session_id": id, **time, "reason": reason, "requester_context": who},
        "policy": policy,
        "context": {"context_hash": digest_json(found), "evaluation_context": found},
        "decisions": chain_receipts([one for one in every if one["decision"]["result"] != "ALLOW"]),
        "passed": {"receipts": len(passed), "sha256": disk.digest_bytes(lines)},
        "ledger": {"rows": state["seq"], "head": state["head"], "size": state["size"]},
        "supersedes": digest_file(file),
    }
    disk.write_whole(file + "l", lines)
    disk.write_whole(file, (write_canonical(document) + "\n").encode())
    disk.remove_file(file + ".sig")
    disk.remove_file(session.cache)


def chain_results(rows: list[Row], who: Row, policy: Row) -> list[Row]:
    """A receipt for each action, completed by what came of it."""
    found: dict[str, Row] = {}
    for row in rows:
        event, id = row.get("event"), row.get("action_id") or f"#{row.get('seq')}"
        if event == "PreToolUse" or row.get("decision") in ("ask", "deny"):
            found[id] = start_receipt(row, who, policy)
        elif event in ("PostToolUse", "PostToolUseFailure") and id in found:
            receipt, execution = found[id], {"success": event == "PostToolUse"}
            execution.update(started_at=receipt["action"]["timestamp"], completed_at=row.get("ts"))
            execution["result_summary"] = row.get("result_summary", "")
            receipt["execution"] = execution
            if receipt["approval"]:
                receipt["approval"].update(decision="APPROVED", timestamp=row.get("ts"))
    return list(found.values())


def start_receipt(row: Row, who: Row, policy: Row) -> Row:
    """The receipt of one decision, before anything is known of its outcome."""
    said, decision = row.get("policy") or {}, row.get("decision", "pass")
    fits = (said.get("decision"), decision) in (("defer", "ask"), ("redact", "pass"))
    result = RESULTS[said["decision"] if fits else decision]
    approval = {"decision": "NO_RESULT", "approver": APPROVER, "inferred": True}
    blocked = {"success": None, "effects": "none: the call was blocked"}
    action = {key: row.get(key, "") for key in ACTION}
    who = {**who, "agent": row.get("agent_id") or "main"}
    judged = {"result": result, "policy": {**policy, "rule": said.get("id") or row.get("rule", "")}}
    why = {"reason": row.get("reason", ""), "risk_signals": row.get("risk_signals", [])}
    return {
        "receipt_id": f"rct_{row.get('seq')}",
        "version": FORMAT,
        "kind": "decision",
        "action": {**action, "timestamp": row.get("ts"), "requester_context": who},
        "decision": {**judged, **why},
        "context": {"context_hash": row.get("prev", ""), "ledger_seq": row.get("seq")},
        "approval": approval if result in ("STEP_UP", "DEFER") else None,
        "execution": blocked if result == "DENY" else None,
    }


def chain_receipts(receipts: list[Row]) -> list[Row]:
    """The receipts, each with the digest of the one before."""
    before, found = "", []
    for receipt in receipts:
        found.append({**receipt, "prev": before})
        before = digest_json(found[-1])
    return found


def digest_json(value: Any) -> str:
    return "sha256:" + disk.digest_bytes(write_canonical(value).encode())


def digest_file(path: str) -> str:
    data = disk.read_bytes(path)
    return "sha256:" + disk.digest_bytes(data) if data else ""


def list_launches(world: World, id: str) -> list[Row]:
    return [row for row in look_owners(world, id)["rows"] if row.get("session_id") == id]


def describe_requester(world: World, id: str) -> Row:
    """Who acts, as far as the system says; nothing of it is proved."""
    from pwd import getpwuid

    try:
        human = getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user often stands in no list
        human = f"uid:{os.getuid()}"
    callers = [row for row in list_launches(world, id) if row.get("caller_session_id")]
    chain = [{"delegator": row["caller_session_id"], "delegatee": id} for row in callers[:8]]
    who = {"human": human, "service": POLICY, "host": os.uname().nodename, "session": id}
    return {**who, "delegation_chain": chain}


def is_unsealed(file: str, settings: Row) -> bool:
    """Do the settings want this receipt encrypted or signed, and it is not?"""
    plain = file.endswith(".json") and bool(settings.get("age_recipient"))
    unsigned = bool(settings.get("signing_key")) and not os.path.exists(file + ".sig")
    return plain or (unsigned and file.endswith((".json", ".json.age")))


def seal_receipt(world: World, file: str, settings: Row, seconds: float) -> list[str]:
    """Encrypts, then signs what is stored, as far as the settings name a key; what went wrong."""
    recipients, key = settings.get("age_recipient"), settings.get("signing_key")
    if recipients and file.endswith(".json"):
        names = recipients if isinstance(recipients, list) else [recipients]
        to = [word for name in names for word in ("-r", name)]
        for one in (file + "l", file):
            wrong = run_tool(world, ["age", *to, "-o", one + ".age", one], seconds)
            if wrong:
                return [f"Receipts stay in plain text: {wrong}."]
            os.chmod(one + ".age", 0o600)
            disk.remove_file(one)
        file += ".age"
    if not key:
        return []
    disk.remove_file(file + ".sig")
    key, signers = os.path.expanduser(key), f"{world.locate('receipts')}/allowed_signers"
    words = [*"ssh-keygen -q -Y sign -n".split(), SPACE, "-f", key, file]
    wrong = run_tool(world, words, seconds)
    public = disk.read_bytes(key + ".pub").decode("utf-8", "replace").split()
    line = f'autoskillit namespaces="{SPACE}" {" ".join(public[:2])}\n'.encode()
    if public and line not in disk.read_bytes(signers):
        disk.append_lines(signers, line)
    return [f"Receipts stay unsigned: {wrong}."] if wrong else []


def run_tool(world: World, words: list[str], seconds: float, data: bytes = b"") -> str:
    """Runs a tool without a terminal; "" or what went wrong, in one line."""
    import subprocess
    from shutil import which

    tool = which(words[0], path=world.environ.get("PATH"))
    if not tool:
        return f"{words[0]} is not installed"
    environ = {**world.environ, "SSH_ASKPASS_REQUIRE": "never", "LC_ALL": "C"}
    try:
        words = [tool, *words[1:]]
        done = subprocess.run(words, input=data, capture_output=True, timeout=seconds, env=environ)
    except subprocess.TimeoutExpired:
        return f"{os.path.basename(tool)} took longer than {seconds:g} s"
    last = (done.stderr or done.stdout).decode("utf-8", "replace").strip().split("\n")[-1]
    return f"{os.path.basename(tool)}: {last[:200]}" if done.returncode else ""


def check_receipt(world: World, id: str, heads: set[str]) -> tuple[list[str], list[str]]:
    """(what is wrong with a session's receipt, remarks).  `heads` are the digests of the ledger's rows."""
    file, wrong, remarks = world.locate("receipts", id, ".json"), [], []
    stored = file if os.path.exists(file) else file + ".age"
    if not os.path.exists(stored):
        return [], []
    if os.path.exists(stored + ".sig"):
        signers = f"{world.locate('receipts')}/allowed_signers"
        words = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "autoskillit", "-n", SPACE]
        bad = run_tool(world, [*words, "-s", stored + ".sig"], SECONDS, disk.read_bytes(stored))
        wrong += [f"the signature of its receipt does not hold ({bad})"] if bad else []
        remarks += [] if bad else ["its receipt is signed"]
    if stored != file:
        return wrong, [*remarks, "its receipt is encrypted: age -d reads it"]
    try:
        return [*wrong, *compare_receipt(file, heads)], remarks
    except (KeyError, RecursionError, TypeError, ValueError):
        return [*wrong, "its receipt was changed"], remarks


def compare_receipt(file: str, heads: set[str]) -> list[str]:
    """What does not fit in a receipt, against itself and the ledger's rows."""
    data, lines = disk.read_bytes(file), disk.read_bytes(file + "l")
    document, passed = parse_json(data), [parse_json(line) for line in lines.splitlines()]
    context, ledger = document["context"], document["ledger"]
    fits = digest_json(context["evaluation_context"]) == context["context_hash"]
    kept = disk.digest_bytes(lines) == document["passed"]["sha256"]
    whole = (write_canonical(document) + "\n").encode() == data
    checks = (
        (whole, "its receipt was changed"),
        (is_chained(document["decisions"]), "the receipt of a decision was changed or is missing"),
        (kept and is_chained(passed), "the receipt of an action was changed or is missing"),
        (fits, "the context in its receipt was changed"),
        (not heads or ledger["head"] in heads, "its ledger lacks the row that its receipt names"),
    )
    return [text for good, text in checks if not good]


def is_chained(receipts: list[Row]) -> bool:
    bare = [{key: value for key, value in one.items() if key != "prev"} for one in receipts]
    return chain_receipts(bare) == receipts
