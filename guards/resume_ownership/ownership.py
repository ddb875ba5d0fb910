"""Whose session it is: the table of resume_ownership for one wish to go on with a session, and its reasons."""
from __future__ import annotations

from guards import ASK, DENY, PASS, SILENT, Verdict, combine
from guards._history.lineage import Found, clean_id, resolve, text

__all__ = ("DISPATCHED", "MESSAGE", "SHELL", "Claim", "clean_id", "kitchens", "verdict")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Session, Settings

DISPATCHED, SHELL, MESSAGE = "dispatch", "shell", "message"
FRESH = {DISPATCHED: "dispatch afresh without {field}", SHELL: "start a new session instead of resuming",
         MESSAGE: "start a subagent of your own"}
WAY = ("{fresh}, resume it from the session that owns it or from the same kitchen, or have a person hand it over: "
       "guardctl handover {id} --to {own} --reason ...")


class Claim:
    """One wish to go on with a session: how (DISPATCHED, SHELL, MESSAGE), the id, the name of the field or program."""

    __slots__ = ("field", "how", "id")

    def __init__(self, how: str, id: str, field: str) -> None:
        self.how, self.id, self.field = how, id, field


def verdict(claims: list[Claim], rival: dict[str, Any] | None, event: Event, session: Session,
            settings: Settings) -> Verdict:
    """The strictest word on all that a call would go on with, and on a second live owner."""
    verdicts = [_judge(claim, event, session, settings) for claim in claims]
    if rival and rival.get("me") not in session["resume_ownership"].get("asked", ()):
        verdicts.append(_two_owners(rival))
    return combine(verdicts)


def _judge(claim: Claim, event: Event, session: Session, settings: Settings) -> Verdict:
    """The table of the docstring, for one claim."""
    own, how = event.session_id, claim.how
    if how == SHELL and claim.id in ("?", "*", ""):
        return _unreadable(claim)
    fact = event.facts.get(f"provenance:{claim.id}")
    if fact is None:
        found = Found(claim.id if claim.id == own else "")
    else:
        found = resolve(claim.id, own, fact.get("rows", ()), fact.get("others", ()))
    if how == MESSAGE:
        found = found if found.id == claim.id and found.row else Found()
    if found.id == own:
        return _deny(claim, found, own, "is this session itself", "own_session")
    if found.candidates:
        return Verdict(ASK, f"resume_ownership: {_quoted(claim.id)} is the beginning of {len(found.candidates)} "
                            "session ids; give the whole id",
                       details={"rule": "ambiguous", "ids": list(found.candidates[:8])})
    if not found.id:
        return SILENT if how == MESSAGE else _unknown(claim, fact is None, settings)
    caller, kitchen = text(found.row, "caller_session_id"), text(found.row, "kitchen_id")
    dispatched = text(found.row, "recipe_name") or text(found.row, "kind") == DISPATCHED
    if found.layer3 or (not dispatched and (how == DISPATCHED or not (caller or kitchen))):
        return _deny(claim, found, own, "is an orchestrator's own session (layer 3), which nobody dispatched", "layer")
    if caller and caller in (own, *before_this(session)):
        return _pass("owned", found)
    if kitchen and kitchen in kitchens(event, settings):
        return _pass("kitchen", found)
    owner = f"session {_quoted(caller)}" if caller else f"kitchen {_quoted(kitchen)}" if kitchen else "another session"
    return _deny(claim, found, own, f"belongs to {owner}, not to this session or its kitchen", "not_owned")


def before_this(session: Session) -> list[str]:
    """The sessions that this one is a continuation of: forked from, or cleared."""
    parents = session["shell"].get("parents") if isinstance(session["shell"], dict) else None
    return [id for id in parents if isinstance(id, str)] if isinstance(parents, list) else []


def kitchens(event: Event, settings: Settings) -> list[str]:
    """The kitchens that the call is made in: as its input names it, the environment, the project's marker."""
    named = [text(event.input, "kitchen_id")]
    around = event.facts.get("kitchen")
    set_by_hand = settings.more.get("kitchen_id")
    return [id for id in (*named, *(around if isinstance(around, list) else ()), set_by_hand)
            if isinstance(id, str) and id]


def _pass(rule: str, found: Found) -> Verdict:
    return Verdict(PASS, details={"rule": rule, "id": found.id})


def _deny(claim: Claim, found: Found, own: str, what: str, rule: str) -> Verdict:
    fresh = FRESH[claim.how].format(field=claim.field)
    way = fresh if rule == "own_session" else WAY.format(fresh=fresh, id=_plain(found.id), own=_plain(own))
    return Verdict(DENY, f"resume_ownership: {_quoted(found.id)} {what}; {way}", signals=("foreign_resume",),
                   details={"rule": rule, "id": found.id, "caller": text(found.row, "caller_session_id"),
                            "kitchen": text(found.row, "kitchen_id")})


def _unreadable(claim: Claim) -> Verdict:
    if claim.id == "*":
        return Verdict(ASK, f"resume_ownership: {_quoted(claim.field)} would go on with the most recent session, which "
                            "may be this one or a person's; name the session by its id",
                       details={"rule": "most_recent"})
    said = (f"resume_ownership: the session that {_quoted(claim.field)} resumes cannot be read from the command, so "
            "whose it is was not checked; write its id out")
    return Verdict(PASS, context=said, details={"rule": "unreadable"})


def _unknown(claim: Claim, broken: bool, settings: Settings) -> Verdict:
    why = "the provenance store cannot be read" if broken else "nothing on record says who launched it"
    said = f"resume_ownership: whose session {_quoted(claim.id)} is was not checked: {why}"
    if broken and settings.strict:
        return Verdict(DENY, f"{said}; repair session_provenance.jsonl (guardctl status), or "
                             + FRESH[claim.how].format(field=claim.field), details={"rule": "store"})
    return Verdict(PASS, context=said, notice=said, details={"rule": "store" if broken else "unknown", "id": claim.id})


def _two_owners(rival: dict[str, Any]) -> Verdict:
    host, since = _plain(str(rival.get("host") or "this machine")), _plain(str(rival.get("since") or "earlier"))
    return Verdict(
        ASK, f"resume_ownership: this session is already open in another live process (pid {rival.get('pid')} on "
             f"{host}, since {since}); close one of the two, or go on here knowing that both write to one conversation",
        signals=("two_owners",), details={"rule": "two_owners", "owner": dict(rival)})


def _plain(id: str) -> str:
    """An id as a word for a reason: one line, bounded, nothing that could speak to a model or a shell."""
    kept = "".join(c if c.isalnum() or c in "-_.:@/+" else "?" for c in id[:64])
    return kept + "..." if len(id) > 64 else kept


def _quoted(id: str) -> str:
    return f"'{_plain(id)}'"
