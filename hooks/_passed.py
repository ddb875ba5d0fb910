"""A receipt for each action that passed: receipts/<session>.jsonl, one line an action, each chained to the one before.

The receipt of the session holds this file's length and SHA-256, so its one signature stands for every line.  A line is
made of the action's ledger row and of its result's, when that comes; those without a result stand at the end.  An
action that somebody was asked about, that was denied or changed has its receipt in the session's own (_decisions).

    passed = Passed(path, common)
    for row in passed.watched(rows): ...        # one reading of the ledger serves all
    passed.close()                              # -> {"file", "receipts", "sha256", "head"}
"""
from __future__ import annotations

from hooks._decisions import FORMAT, result_of
from hooks._stores import disk
from hooks._stores.json import canonical
from hooks._stores.ledger import digest, parse, running
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

RESULTS = ("PostToolUse", "PostToolUseFailure")
PIECE = 1 << 20         # bytes that are gathered before they are written
WAITING = 1_000         # actions whose result is still to come; the oldest is written without it


class Passed:
    """Writes the file while somebody else reads the ledger; nothing has its name before it is whole."""

    def __init__(self, path: str, stem: str, requester: dict[str, object], policy: dict[str, str]) -> None:
        self.path, self.stem, self.requester, self.policy = path, stem, requester, policy
        self.temporary = f"{path}.{os.getpid()}.tmp"
        self.waiting: dict[str, dict[str, Any]] = {}
        self.lines: list[bytes] = []
        self.held, self.count, self.size, self.before = 0, 0, 0, ""
        self.sum = running()
        disk.replace(self.temporary, b"")

    def watched(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The rows as they come; what passed among them is put on the file."""
        for row in rows:
            self.policy = row.get("policy") or self.policy
            event, id = row.get("event"), str(row.get("action_id") or "")
            if event == "PreToolUse" and row.get("decision") == "pass" and not result_of(row):
                self._put(self.waiting.pop(id, None))
                if len(self.waiting) >= WAITING:
                    self._put(self.waiting.pop(next(iter(self.waiting))))
                self.waiting[id] = self._receipt(row)
            elif event in RESULTS and id in self.waiting:
                receipt = self.waiting.pop(id)
                receipt["execution"] = {"started_at": receipt["action"]["timestamp"], "completed_at": row.get("ts"),
                                        "success": event == "PostToolUse"}
                self._put(receipt)
            yield row

    def close(self) -> dict[str, object]:
        """The rest, and the file under its name; what the session's receipt says of it."""
        for receipt in self.waiting.values():
            self._put(receipt)
        self._write()
        os.replace(self.temporary, self.path)
        return {"file": os.path.basename(self.path), "receipts": self.count, "sha256": self.sum.hexdigest(),
                "head": self.before}

    def _receipt(self, row: dict[str, object]) -> dict[str, object]:
        who = {**self.requester, "agent": row.get("agent_id") or "main"}
        return {
            "receipt_id": f"rct_{self.stem}_{row.get('seq')}", "version": FORMAT, "kind": "decision",
            "action": {"action_id": row.get("action_id", ""), "timestamp": row.get("ts"), "event": row.get("event"),
                       "tool": row.get("tool", ""), "operation": row.get("operation", ""),
                       "parameters": row.get("parameters"), "requester_context": who},
            "decision": {"result": "ALLOW", "policy": {**self.policy, "rule": "", "guards": []},
                         "reason": row.get("reason", ""), "risk_signals": row.get("risk_signals", [])},
            "context": {"context_hash": f"sha256:{row['prev']}" if row.get("prev") else "",
                        "ledger_seq": row.get("seq")},
            "execution": None}

    def _put(self, receipt: dict[str, object] | None) -> None:
        if receipt is None:
            return
        line = canonical({**receipt, "prev": self.before}).encode()
        self.before = "sha256:" + digest(line)
        self.lines.append(line + b"\n")
        self.held += len(line)
        self.count += 1
        if self.held > PIECE:
            self._write()

    def _write(self) -> None:
        data = b"".join(self.lines)
        self.lines, self.held = [], 0
        if data:
            self.sum.update(data)
            disk.append(self.temporary, data)


def faults(lines: Iterable[bytes], said: dict[str, object]) -> list[str]:
    """What is wrong with the lines of the file, held against what the session's receipt says of it; the first fault."""
    total, before, count = running(), "", 0
    for count, raw in enumerate(lines, 1):
        total.update(raw)
        bare = raw.rstrip(b"\n")
        row = parse(bare)
        if row is None or row.get("prev") != before or canonical(row).encode() != bare:
            return [f"passed action {count}: it was changed, or the one before it was, or one is missing"]
        before = "sha256:" + digest(bare)
    if count != said.get("receipts") or before != said.get("head") or total.hexdigest() != said.get("sha256"):
        return [f"passed action {count or 1}: the last ones were changed, or some are missing"]
    return []
