"""Who acts, and under which policy: what a decision's record is bound to."""
from __future__ import annotations

from hooks._settings import path_of
from hooks._stores import disk
from hooks._stores.ledger import digest
from hooks._stores.system import os
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hooks._stores.world import World

POLICY = "autoskillit-guards"
VERSION = "0.7.9"       # the one place: the package, the plugin and the servers take it from here
MOST_LINKS = 8


def policy(world: World) -> dict[str, str]:
    """The policy in force: SHA-256 over hook_registry.json, a zero byte and the project's guards.json.

    The registry names the guards and the tools they know, guards.json all that the person set.
    """
    with open(os.path.join(BUNDLE, "hook_registry.json"), "rb") as file:
        registry = file.read()
    try:
        person = disk.read(path_of(world))
    except (disk.Fault, OSError):
        person = b""
    return {"policy_id": POLICY, "version": VERSION,
            "hash": "sha256:" + digest(registry + b"\0" + person)}


def bundle() -> dict[str, str]:
    """The bundle that writes: its version, and the SHA-256 of its manifest ("" for a checkout, which has none)."""
    try:
        listed = disk.read(os.path.join(BUNDLE, "manifest.json"))
    except (disk.Fault, OSError):
        listed = b""
    return {"version": VERSION, "digest": f"sha256:{digest(listed)}" if listed else ""}


def requester(world: World, session_id: str, row: Mapping[str, object],
              lineage: list[dict[str, str]]) -> dict[str, object]:
    """Who asked for an action, as far as a hook knows: nothing here is proved, all of it is what the system says."""
    uname = os.uname().nodename if hasattr(os, "uname") else ""
    return {"human": account(world),
            "service": POLICY, "agent": row.get("agent_id") or "main", "session": session_id, "host": uname,
            "scope": row.get("permission_mode") or "", "delegation_chain": lineage}


def account(world: World) -> str:
    """The name of the account that runs this, from the system's own list; what the environment says where it has none.

    `$USER` is anybody's to set, and a container's user often stands in no list: then its number, as `uid:1000`.
    """
    try:
        from pwd import getpwuid

        return getpwuid(os.getuid()).pw_name
    except ImportError:     # a system without such a list
        return world.env.get("USERNAME") or world.env.get("USER") or ""
    except KeyError:
        return f"uid:{os.getuid()}"


def lineage(world: World, session_id: str) -> list[dict[str, str]]:
    """Who launched the session, and who launched that one, from the provenance store; [] where nobody is on record."""
    chain: list[dict[str, str]] = []
    id, seen = session_id, {session_id}
    while len(chain) < MOST_LINKS:
        row = launch(world, id)
        if row is None:
            break
        caller = str(row["caller_session_id"])
        chain.append({"delegator": caller, "delegatee": id, "issued_at": str(row.get("timestamp") or ""),
                      "scope": str(row.get("recipe_name") or "")})
        if caller in seen:
            break
        seen.add(caller)
        id = caller
    return chain


def launch(world: World, session_id: str) -> dict[str, object] | None:
    """What is on record of who launched a session; None where nobody is."""
    from hooks._stores.provenance import origin

    row = origin(world, session_id)
    return row if isinstance(row.get("caller_session_id"), str) and row["caller_session_id"] else None
