"""The receipts of decisions: made of ledger rows, chained, checked again.

One for each decision other than pass.  Its `context_hash` is the digest of the ledger row before it, which by the
ledger's chain stands for everything that was on record when the decision fell; `prev` is the digest of the receipt
before it, in canonical JSON.
"""
from __future__ import annotations

from hooks import _identity
from hooks._stores import ledger
from hooks._stores.json import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from hooks._stores.world import World

FORMAT = "1.0"
RESULTS = {"deny": "DENY", "ask": "STEP_UP"}
APPROVER = "the client's permission prompt"     # no hook is told its answer: what became of the call tells, "inferred"
LIFTED = "guard: allow"         # typed by a person, or said with guardctl: the call was made again, as `action_id`
MOST_DECISIONS = 10_000


def watched(rows: Iterable[dict[str, Any]], decided: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """The rows as they come; those that a decision's receipt is made of are put aside, so one reading is enough."""
    waiting: set[str] = set()
    for row in rows:
        if result_of(row):
            decided.append(row)
            waiting.add(row.get("action_id") or "(none)")
        elif row.get("allowed") or (
                row.get("action_id") in waiting and row.get("event") in ("PostToolUse", "PostToolUseFailure")):
            decided.append(row)
        yield row


def receipts(world: World, session_id: str, rows: Iterable[dict[str, Any]],
                      chain: list[dict[str, str]]) -> list[dict[str, object]]:
    """A receipt for each decision other than pass, in order, completed by what came of the call."""
    found: list[dict[str, object]] = []
    waiting: dict[str, dict[str, Any]] = {}
    for row in rows:
        result = result_of(row)
        if result and len(found) < MOST_DECISIONS:
            receipt = _decision(world, session_id, row, result, chain)
            found.append(receipt)
            if row.get("action_id") and result != "DENY":
                waiting[row["action_id"]] = receipt
        elif row.get("allowed"):
            for receipt in found:
                if receipt["action"]["action_id"] in row["allowed"]:    # type: ignore[index]
                    receipt["approval"] = {"decision": "APPROVED", "approver": LIFTED, "inferred": False,
                                           "timestamp": row.get("ts"), "action_id": row.get("action_id")}
                    waiting.pop(receipt["action"]["action_id"], None)   # type: ignore[index]
        elif row.get("event") in ("PostToolUse", "PostToolUseFailure") and row.get("action_id") in waiting:
            _complete(waiting.pop(row["action_id"]), row)
    for receipt in waiting.values():
        if receipt["decision"]["result"] != "MODIFY":
            receipt["approval"] = {"decision": "NO_RESULT", "approver": APPROVER, "inferred": True, "timestamp": None}
    return found


def result_of(row: dict[str, Any]) -> str:
    """AARM's name for the decision in a row, "" for one that let the call pass as it was."""
    decision = str(row.get("decision"))
    said = ((row.get("guards") or {}).get("policy") or {}).get("policy") or {}
    if decision == "ask" and said.get("decision") == "defer" and "policy: deferred" in str(row.get("reason")):
        return "DEFER"
    if decision == "pass" and said.get("decision") == "redact" and said.get("spans"):
        return "MODIFY"
    return RESULTS.get(decision, "")


def _decision(world: World, session_id: str, row: dict[str, Any], result: str,
              chain: list[dict[str, str]]) -> dict[str, Any]:
    guards = row.get("guards") or {}
    said = (guards.get("policy") or {}).get("policy") or {}
    matched = [name for name, one in guards.items() if one.get("effect") == row.get("decision")]
    policy = row.get("policy") or {"policy_id": _identity.POLICY, "version": _identity.VERSION, "hash": ""}
    return {
        "receipt_id": f"rct_{ledger.digest(session_id.encode('utf-8', 'surrogatepass'))[:12]}_{row.get('seq')}",
        "version": FORMAT, "kind": "decision",
        "action": {"action_id": row.get("action_id", ""), "timestamp": row.get("ts"), "event": row.get("event"),
                   "tool": row.get("tool", ""), "operation": row.get("operation", ""),
                   "parameters": row.get("parameters"),
                   "requester_context": _identity.requester(world, session_id, row, chain)},
        "decision": {"result": result, "policy": {**policy, "rule": said.get("id") or row.get("rule", ""),
                                                  "guards": matched},
                     "reason": row.get("reason", ""), "risk_signals": row.get("risk_signals", [])},
        "context": {"context_hash": f"sha256:{row['prev']}" if row.get("prev") else "", "ledger_seq": row.get("seq")},
        "approval": None,
        "deferral": {"reason": row.get("reason", ""), "resolution": "unresolved", "resolved_at": None}
        if result == "DEFER" else None,
        "execution": {"success": None, "effects": "none: the call was blocked"} if result == "DENY" else None,
    }


def _complete(receipt: dict[str, Any], row: dict[str, object]) -> None:
    """What a result says: the call ran, so somebody or something let it."""
    receipt["execution"] = {"started_at": receipt["action"]["timestamp"], "completed_at": row.get("ts"),
                            "success": row.get("event") == "PostToolUse",
                            "result_summary": row.get("result_summary", ""), "output_hash": _output_hash(row)}
    result = receipt["decision"]["result"]
    if result in ("STEP_UP", "DEFER"):
        receipt["approval"] = {"decision": "APPROVED", "approver": APPROVER, "inferred": True,
                               "timestamp": row.get("ts")}
    if receipt["deferral"]:
        receipt["deferral"].update(resolution="approved", resolved_at=row.get("ts"))


def _output_hash(row: dict[str, Any]) -> str:
    return str(((row.get("guards") or {}).get("context") or {}).get("output_hash", ""))


def chained(receipts: list[dict[str, object]]) -> list[dict[str, object]]:
    """The receipts, each with the digest of the one before."""
    before, found = "", []
    for receipt in receipts:
        found.append({**receipt, "prev": before})
        before = link(found[-1])
    return found


def link(receipt: dict[str, object]) -> str:
    """A receipt's digest, "sha256:..." of its canonical JSON: the next one names it."""
    return "sha256:" + ledger.digest(canonical(receipt).encode())


def faults(data: bytes) -> tuple[dict[str, Any] | None, list[str]]:
    """(the receipt in these bytes, what is wrong with it): its form and its chain; the first fault first."""
    document = ledger.parse(data.rstrip(b"\n"))
    if document is None:
        return None, ["not a receipt"]
    said = []
    if (canonical(document) + "\n").encode() != data:
        said.append("not in canonical form: it was changed after it was written")
    before = ""
    decisions = document.get("decisions")
    for number, receipt in enumerate(decisions if isinstance(decisions, list) else [], 1):
        if not isinstance(receipt, dict) or receipt.get("prev") != before:
            said.append(f"decision {number}: the receipt before it was changed, or one is missing")
            break
        before = link(receipt)
    else:
        if document.get("decisions_head") != before:
            said.append("the last decision was changed, or one is missing")
    stored = document.get("context") or {}
    if stored.get("context_hash") != "sha256:" + ledger.digest(canonical(stored.get("evaluation_context")).encode()):
        said.append("the evaluation context was changed")
    return document, said
