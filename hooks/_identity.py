"""Who acts, and under which policy: what a decision's record is bound to."""
from __future__ import annotations

import os

from hooks import _store
from hooks._ledger import digest
from hooks._settings import path_of
from hooks._world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks._world import World

POLICY = "autoskillit-guards"
VERSION = "0.1.0"


def policy(world: World) -> dict[str, str]:
    """The policy in force: SHA-256 over hook_registry.json, a zero byte and the project's guards.json.

    The registry names the guards and the tools they know, guards.json all that the person set.
    """
    with open(os.path.join(BUNDLE, "hook_registry.json"), "rb") as file:
        registry = file.read()
    try:
        person = _store.read(path_of(world))
    except (_store.Fault, OSError):
        person = b""
    return {"policy_id": POLICY, "version": VERSION,
            "hash": "sha256:" + digest(registry + b"\0" + person)}


def requester(world: World, session_id: str, row: Mapping[str, Any], lineage: list[dict[str, str]]) -> dict[str, Any]:
    """Who asked for an action, as far as a hook knows: nothing here is proved, all of it is what the system says."""
    uname = os.uname().nodename if hasattr(os, "uname") else ""
    return {"human": world.env.get("USER") or world.env.get("LOGNAME") or world.env.get("USERNAME") or "",
            "service": POLICY, "agent": row.get("agent_id") or "main", "session": session_id, "host": uname,
            "scope": row.get("permission_mode") or "", "delegation_chain": lineage}


def lineage(world: World, session_id: str) -> list[dict[str, str]]:
    """Who launched the session, and who launched that one, from the provenance store; [] where nobody is on record."""
    chain: list[dict[str, str]] = []
    wanted, seen = session_id, {session_id}
    rows = launches(world)
    while wanted in rows and len(chain) < 8:
        row = rows[wanted]
        chain.append({"delegator": row["caller_session_id"], "delegatee": wanted,
                      "issued_at": str(row.get("timestamp") or ""), "scope": str(row.get("recipe_name") or "")})
        wanted = row["caller_session_id"]
        if wanted in seen:
            break
        seen.add(wanted)
    return chain


def launches(world: World) -> dict[str, dict[str, Any]]:
    """session id -> the newest provenance row that says who launched it."""
    from hooks._ledger import parse

    found: dict[str, dict[str, Any]] = {}
    data = _store.read(os.path.join(world.folder(), "session_provenance.jsonl"), 8 * 1024 * 1024)
    for raw in data.splitlines():
        row = parse(raw)
        if row and isinstance(row.get("session_id"), str) and isinstance(row.get("caller_session_id"), str) \
                and row["caller_session_id"]:
            found[row["session_id"]] = row
    return found
