"""A row in the words of OCSF 1.8: each call an API Activity, with what became of it; each objection a finding, too.

The classes, their profiles and enumerations: https://schema.ocsf.io/1.8.0.  tests/ocsf holds what these two classes
allow.  A question is disposition 23 (Challenge) where a person is asked, a denial 2 (Blocked), what a watching guard
would have said 17 (Logged); silence has none, for no guard allows anything.  What OCSF has no word for stands under
`unmapped`.  Nothing stands twice: the rule and its reason are the finding's, which names its activity.
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
DISPOSITIONS = {"ask": (23, 99), "deny": (2, 2)}       # (disposition_id, action_id)
WATCHED = (17, 3)
# Fields that a word of OCSF's stands for; the digest of the row before stays at home, as with OTLP.
MAPPED = frozenset("""ts host person session_id seq tool operation action_id decision rule reason mode agent_id prev
                      """.split())
PRODUCT = {"name": _identity.POLICY}
VENDOR = {**PRODUCT, "vendor_name": "autoskillit"}      # with a title and a name: what other readers of findings want


def events(row: Mapping[str, object]) -> list[Event]:
    """One event, and a second one of what a guard objected to."""
    decision, reason = str(row.get("decision", "pass")), str(row.get("reason") or "")
    session = str(row.get("session_id", ""))
    uid, host = f"{session}:{row.get('seq', 0)}", {"hostname": str(row.get("host") or "unknown")}
    who = _under("user", "name", row.get("person"))
    actor: Event = {"session": {"uid": session}, **who, **({"app_uid": row["agent_id"]} if row.get("agent_id") else {})}
    common: Event = {"time": millis(str(row.get("ts", ""))), "severity_id": SEVERITIES.get(decision, 1)}
    operation = str(row.get("operation") or row.get("event") or "")
    unmapped = {name: value for name, value in row.items()
                if name not in MAPPED and (name, value) != ("excerpt", operation)}
    activity: Event = {"actor": actor, "src_endpoint": host, "unmapped": unmapped, "api": {
        "operation": operation, **_under("service", "name", row.get("tool")),
        **_under("request", "uid", row.get("action_id"))}}
    if row.get("event") == "PostToolUseFailure":
        activity["status_id"] = 2
    if decision not in DISPOSITIONS:
        unmapped.update((name, row[name]) for name in ("rule", "reason") if row.get(name))
        return [_of(6003, 99, {"uid": uid}, {**common, **activity})]
    common["disposition_id"], activity["action_id"] = WATCHED if row.get("mode") == "watch" else DISPOSITIONS[decision]
    rule = str(row.get("rule") or reason.partition(":")[0] or "unnamed")
    return [_of(6003, 99, {"uid": uid, "profiles": ["security_control"]}, {**common, **activity}),
            _of(2004, 1, {"product": VENDOR, "profiles": ["security_control", "host"]}, {
                **common, "actor": who or actor, "device": {**host, "type_id": 0}, "is_alert": True,
                "message": reason.removeprefix("autoskillit ") or rule, "finding_info": {
                    "uid": f"{uid}:finding", "title": rule, "analytic": {"uid": rule, "name": rule, "type_id": 1},
                    "related_events": [{"uid": uid}]}})]


def _under(name: str, inner: str, value: object) -> Event:
    return {name: {inner: str(value)}} if value else {}


def _of(kind: int, activity: int, about: Event, event: Event) -> Event:
    return {"class_uid": kind, "category_uid": kind // 1000, "activity_id": activity, "type_uid": kind * 100 + activity,
            "metadata": {"version": VERSION, "product": PRODUCT, **about}, **event}
