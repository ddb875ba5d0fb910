"""What is left of a session: one receipt for it, with one for every decision other than pass, and beside it one for
each action that passed (_passed).

Written at SessionEnd to receipts/<session>.json, in AARM's fields, as canonical JSON (sorted keys, no blanks), the
decisions chained by SHA-256; then the live state is cleared.  The ledger stays until the retention period is over:
the receipt holds the digest of its last row, so nothing can be cut from its end unseen.  Signing and encryption
follow (see _signing); what SessionEnd has no time for is finished by the next SessionStart, whichever session's.
"""
from __future__ import annotations

import sys

from hooks import _decisions, _identity, _passed, _signing
from hooks._evaluation import context
from hooks._stores import disk, ledger, sessions
from hooks._stores.disk import Fault
from hooks._stores.json import canonical
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards import Event, Settings
    from hooks._stores.world import World

BIG = 10 << 20          # bytes of a ledger that SessionEnd has no time to read (14 MB a second)
AT_END = 0.6            # seconds for signing within SessionEnd, which has 1.5 for all hooks
AT_ONCE = 5             # receipts that one SessionStart finishes
HUGE = 64 << 20         # bytes of a ledger that no hook has time to read
LOOKED_AT = 5_000       # files
DAY = 86_400.0
PENDING, STATE = ".pending", ".state.json"


def after(world: World, event: Event, settings: Settings) -> list[str]:
    """The task at SessionEnd and SessionStart; gives what the person must know."""
    if event.name == "SessionEnd":
        file = finish(world, event.session_id, settings, event.source, BIG)
        if file:
            seal(world, file, settings, AT_END)
        return []       # nobody reads what SessionEnd prints; the next SessionStart says it
    return catch_up(world, event.session_id, settings)


def finish(world: World, session_id: str, settings: Settings, reason: str, most: int = sys.maxsize) -> str:
    """Writes the session's receipt and clears its live state; the receipt's path, "" where nothing is on record, or
    where the ledger has more than `most` bytes: then only a mark is left for the next SessionStart."""
    mark = world.path("receipts", session_id, PENDING)
    with sessions.lock(world, session_id):
        head = sessions.settled(world, session_id)
        if not head.seq:
            return ""
        disk.replace(mark, canonical({"session_id": session_id, "reason": reason}).encode())
        if head.size > most:
            return ""
        file = world.path("receipts", session_id, ".json")
        document = session_receipt(world, session_id, head, settings, reason, _digest_of(file), passed_of(file))
        disk.replace(file, (canonical(document) + "\n").encode())
        disk.remove(file + ".sig")
        disk.remove(world.path("context", session_id, ".state.json"))
        disk.remove(mark)
    return file


def catch_up(world: World, living: str, settings: Settings) -> list[str]:
    """Finishes what ended sessions left unwritten, unsigned or unencrypted."""
    folder = world.folder("receipts")
    said: list[str] = []
    names = sorted(os.listdir(folder))
    for name in [n for n in names if n.endswith(PENDING)][:AT_ONCE]:
        row = ledger.parse(disk.read(os.path.join(folder, name))) or {}
        session_id = str(row.get("session_id") or "")
        if session_id and session_id != living:
            said += late(world, session_id, settings, str(row.get("reason") or ""))
        disk.remove(os.path.join(folder, name))
    for session_id in abandoned(world, living)[:AT_ONCE]:
        said += late(world, session_id, settings, "abandoned")
    if not (settings.extension_keys.get("signing_key") or settings.extension_keys.get("age_recipient")):
        return said
    for name in [n for n in sorted(os.listdir(folder)) if unsealed(folder, n, settings)][:AT_ONCE]:
        for problem in seal(world, os.path.join(folder, name), settings):
            if problem not in said and not _told(world, problem):
                said.append(problem)
    return said


def late(world: World, session_id: str, settings: Settings, reason: str) -> list[str]:
    """Writes the receipt of a session that has ended; says so where its ledger is too long for that."""
    path = world.path("context", session_id, ".jsonl")
    size = os.lstat(path).st_size if os.path.exists(path) else 0
    if size <= HUGE:
        finish(world, session_id, settings, reason)
        return []
    disk.remove(world.path("context", session_id, STATE))
    return [f"session {session_id[:8]} has no receipt: its ledger of {size >> 20} MiB is too long for a hook to read"]


def abandoned(world: World, living: str) -> list[str]:
    """Sessions that never ended, as when the client was killed: their live state is untouched for a day."""
    folder = world.folder("context")
    found = []
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries):
            if number >= LOOKED_AT:
                break
            if entry.name.endswith(STATE) and entry.stat(follow_symlinks=False).st_mtime < world.now - DAY:
                path = os.path.join(folder, entry.name[:-len(STATE)] + ".jsonl")
                first = next(ledger.rows(disk.lines(path)), {})
                session_id = first.get("session_id")
                if isinstance(session_id, str) and session_id and session_id != living:
                    found.append(session_id)
                    if len(found) >= AT_ONCE:
                        break
    return found


def unsealed(folder: str, name: str, settings: Settings) -> bool:
    """A receipt that the settings want encrypted or signed, and that is not."""
    if name.endswith(".json"):
        encrypts = bool(settings.extension_keys.get("age_recipient"))
        return encrypts or not os.path.exists(os.path.join(folder, name + ".sig"))
    return name.endswith(".json.age") and bool(settings.extension_keys.get("signing_key")) and \
        not os.path.exists(os.path.join(folder, name + ".sig"))


def seal(world: World, file: str, settings: Settings, seconds: float = _signing.SECONDS) -> list[str]:
    """Encrypts, then signs what is stored, as far as configured; what went wrong."""
    said = []
    recipient, key = settings.extension_keys.get("age_recipient"), settings.extension_keys.get("signing_key")
    if recipient and file.endswith(".json"):
        beside = passed_of(file)
        problem = _signing.encrypt(beside, str(recipient), world.env, seconds) if os.path.exists(beside) else ""
        problem = problem or _signing.encrypt(file, str(recipient), world.env, seconds)
        if problem:
            said.append(f"receipts: {problem}; they stay unencrypted")
        else:
            disk.remove(file + ".sig")
            file += ".age"
    if key and not os.path.exists(file + ".sig"):
        problem = _signing.sign(file, str(key), world.env, seconds)
        if problem:
            said.append(f"receipts: {problem}; they stay unsigned")
        else:
            _publish(world, str(key))
    return said


def passed_of(file: str) -> str:
    """The file of the actions that passed, beside a session's receipt."""
    return file.removesuffix(".json") + ".jsonl"


def _publish(world: World, key: str) -> None:
    """Puts the public key beside the receipts, for verification without this project's settings."""
    path = os.path.join(world.folder("receipts"), "allowed_signers")
    line = _signing.allowed_signers(key, world.env)
    known = disk.read(path, 64 * 1024).decode("utf-8", "replace")
    if line and line not in known:
        disk.replace(path, (known + line).encode())


def _told(world: World, problem: str) -> bool:
    """True where the person has been told of this before; remembers it."""
    path = os.path.join(world.folder("receipts"), "told")
    known = disk.read(path, 64 * 1024).decode("utf-8", "replace").splitlines()
    if problem in known:
        return True
    disk.replace(path, "\n".join([*known[-20:], problem]).encode() + b"\n")
    return False


def _digest_of(file: str) -> str:
    try:
        data = disk.read(file)
    except Fault:
        return ""
    return "sha256:" + ledger.digest(data) if data else ""


def session_receipt(world: World, session_id: str, head: ledger.Head, settings: Settings, reason: str,
                    supersedes: str, beside: str) -> dict[str, object]:
    """The receipt of a session as it stands; those of what passed are written to the file `beside` it."""
    decided: list[dict[str, object]] = []
    chain = _identity.lineage(world, session_id)
    stem = ledger.digest(session_id.encode("utf-8", "surrogatepass"))[:12]
    passed = _passed.Passed(beside, stem, _identity.requester(world, session_id, {}, chain), _identity.policy(world))
    rows = passed.watched(ledger.rows(disk.lines(world.path("context", session_id, ".jsonl"))))
    found = context(session_id, head.fields, _decisions.watched(rows, decided), settings)
    decisions = _decisions.chained(_decisions.receipts(world, session_id, decided, chain))
    return {
        "receipt_id": f"rct_{stem}_session",
        "version": _decisions.FORMAT, "kind": "session",
        "session": {"session_id": session_id, "started_at": found["started_at"],
                    "ended_at": found["time"]["last_event_at"], "reason": reason,
                    "requester_context": _identity.requester(world, session_id, {}, chain)},
        "policy": _identity.policy(world),
        "context": {"context_hash": "sha256:" + ledger.digest(canonical(found).encode()), "evaluation_context": found},
        "decisions": decisions, "passed": passed.close(),
        "decisions_head": _decisions.link(decisions[-1]) if decisions else "",
        "ledger": {"rows": head.seq, "head": head.digest, "size": head.size},
        "supersedes": supersedes,
        "signature": {"format": "SSHSIG", "namespace": _signing.NAMESPACE, "identity": _signing.IDENTITY,
                      "stored": "beside this file, with .sig"} if settings.extension_keys.get("signing_key") else None,
    }
