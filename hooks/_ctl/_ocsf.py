"""A row in the words of OCSF 1.8: each call an API Activity, with what became of it; each objection a finding, too.

The classes, their profiles and enumerations: https://schema.ocsf.io/1.8.0.  tests/ocsf holds what these two classes
allow.  A question is disposition 23 (Challenge) where a person is asked, a denial 2 (Blocked), what a watching guard
would have said 17 (Logged); what OCSF has no word for stands under `unmapped`.
"""
from __future__ import annotations

from hooks import _identity
from hooks._ctl._times import millis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Event = dict[str, object]

VERSION = "1.8.0"
SEVERITIES = {"pass": 1, "ask": 3, "deny": 4}
DISPOSITIONS = {"pass": (1, 1), "ask": (23, 99), "deny": (2, 2)}       # (disposition_id, action_id)
WATCHED = (17, 3)
# Fields that a word of OCSF's stands for.
MAPPED = frozenset(("ts", "host", "person", "session_id", "seq", "event", "tool", "operation", "action_id", "decision",
                    "reason", "mode", "agent_id"))
PRODUCT = {"name": _identity.POLICY, "vendor_name": "autoskillit", "version": _identity.VERSION}


def events(row: Mapping[str, object]) -> list[Event]:
    """One event, and a second one of what a guard objected to."""
    decision = str(row.get("decision", "pass"))
    uid = f"{row.get('session_id', '')}:{row.get('seq', 0)}"
    disposition, action = WATCHED if row.get("mode") == "watch" and decision != "pass" else DISPOSITIONS.get(
        decision, DISPOSITIONS["pass"])
    host = str(row.get("host") or "unknown")
    common: Event = {
        "time": millis(str(row.get("ts", ""))), "severity_id": SEVERITIES.get(decision, 1),
        "disposition_id": disposition, "action_id": action,
        "actor": {"app_uid": str(row.get("agent_id") or "main"),
                  "session": {"uid": str(row.get("session_id", ""))},
                  **({"user": {"name": row["person"]}} if row.get("person") else {})},
    }
    service = str(row.get("tool") or row.get("event") or "session")
    unmapped = {name: value for name, value in row.items() if name not in MAPPED}
    made = [_of(6003, 99, uid, {
        **common, "src_endpoint": {"hostname": host}, "status_id": 2 if row.get("event") == "PostToolUseFailure" else 1,
        "api": {"operation": str(row.get("operation") or row.get("event") or ""), "service": {"name": service},
                **({"request": {"uid": str(row["action_id"])}} if row.get("action_id") else {})},
        "unmapped": {"event": row.get("event", ""), **unmapped}})]
    if decision in ("ask", "deny"):
        rule = str(row.get("rule") or str(row.get("reason", "")).partition(":")[0] or "unnamed")
        reason = str(row.get("reason") or rule)
        made.append(_of(2004, 1, f"{uid}:finding", {
            **common, "is_alert": True, "message": reason, "status_id": 1,
            "device": {"hostname": host, "type_id": 0},
            "finding_info": {"uid": f"{uid}:finding", "title": reason[:80],
                             "analytic": {"name": rule, "uid": rule, "type_id": 1},
                             "related_events": [{"uid": uid, "type_uid": 600399}]}}))
    return made


def _of(kind: int, activity: int, uid: str, event: Event) -> Event:
    return {"class_uid": kind, "category_uid": kind // 1000, "activity_id": activity, "type_uid": kind * 100 + activity,
            "metadata": {"version": VERSION, "uid": uid, "product": PRODUCT, "profiles": ["security_control", "host"]},
            **event}
