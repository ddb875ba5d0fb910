"""Whose session it is: the table of resume_ownership for one wish to go on with a session, and its reasons."""
from __future__ import annotations

from guards import ASK, DENY, PASS, SILENT, Verdict, combine
from guards._history.lineage import Found, clean_id, resolve, text

__all__ = ("DISPATCHED", "MESSAGE", "SHELL", "Claim", "clean_id", "kitchens", "verdict")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guards import Event, Session, Settings

DISPATCHED, SHELL, MESSAGE = "dispatch", "shell", "message"
FRESH = {DISPATCHED: "dispatch afresh without {field}", SHELL: "start a new session instead of resuming",
         MESSAGE: "start a subagent of your own"}
ELSE = "Or {}, or resume it from the session that owns it or from the same kitchen."
BEGINNING = 8       # signs of an id that a person reads and types: `guardctl handover` takes beginnings

UNDISPATCHED = "is not a food truck but an orchestrator's own session (layer 3), which nobody dispatched"
BEGUN = "was launched by no session: a person began it"
# Rule -> how a denial says it in a few words.
BRIEFLY = {"own-session": "is this session itself", "layer": "was dispatched by nobody", "not-owner": "is not yours"}


class Claim:
    """One wish to go on with a session: how (DISPATCHED, SHELL, MESSAGE), the id, the name of the field or program."""

    __slots__ = ("field", "how", "id")

    def __init__(self, how: str, id: str, field: str) -> None:
        self.how, self.id, self.field = how, id, field


def verdict(claims: list[Claim], rival: dict[str, object] | None, event: Event, session: Session,
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
    fact = event.facts.provenance(claim.id)
    found = Found(claim.id if claim.id == own else "") if fact is None else resolve(
        claim.id, own, fact.get("rows", ()), fact.get("others", ()), fact.get("tops", ()))
    if how == MESSAGE:
        found = found if found.id == claim.id and found.row else Found()
    if found.id == own:
        return _deny(claim, found, own, "", "own-session")
    if found.candidates:
        return Verdict(ASK, f"resume_ownership: {_quoted(claim.id)} is the beginning of {len(found.candidates)} "
                            "session ids", rule="resume.ambiguous", more="Give the whole id.",
                       evidence={"ids": list(found.candidates[:8])})
    if not found.id and how == MESSAGE:
        return SILENT
    owned = _owned(claim, found, event, session, settings) if found.id else _unknown(claim, fact is None, settings)
    living = _living(found.id or claim.id, event) if how != MESSAGE and owned.effect < ASK else None
    return _still_open(found.id or claim.id, living) if living else owned


def _owned(claim: Claim, found: Found, event: Event, session: Session, settings: Settings) -> Verdict:
    """Whether a session that something is known of is this one's to go on with."""
    own, caller = event.session_id, text(found.row, "caller_session_id")
    if by_orchestrator(found.row):
        caller = ""         # it names whoever opened a kitchen last
    if found.layer3 or (not found.dispatched and (claim.how == DISPATCHED or not (caller or found.kitchens))):
        return _deny(claim, found, own, UNDISPATCHED if found.layer3 or claim.how == DISPATCHED else BEGUN, "layer")
    if caller and caller in (own, *before_this(session)):
        return _pass("resume.own-child", found)
    here = kitchens(event, settings)
    if set(found.kitchens).intersection(here):
        return _pass("resume.same-kitchen", found)
    hint = event.facts.kitchen_hint
    if hint and hint in found.kitchens:
        return Verdict(ASK, f"resume_ownership: is this session of kitchen '{_plain(hint)[:16]}', which owns "
                            f"'{_brief(found.id)}'?", rule="resume.kitchen-unproved",
                       more=f"{_quoted(found.id)} belongs to kitchen {_quoted(hint)}; the project's last server says "
                            "that it is that kitchen, but any session could stand in it.",
                       evidence=_evidence(found))
    if not caller and not here and not text(found.row, "kind"):     # seen by nobody of ours
        return _unchecked(f"{_quoted(found.id)} was dispatched, but no row says by whom", "resume.no-owner", found.id)
    return _deny(claim, found, own, f"is not owned by this session: its caller={_quoted(caller)}, kitchen="
                                    f"{_listed(found.kitchens)}; here caller={_quoted(own)}, kitchen={_listed(here)}",
                 "not-owner")


def by_orchestrator(row: Mapping[str, object]) -> bool:
    """Did the orchestrator alone write of this dispatch?  Its row proves dispatch and kitchen, not whose it is."""
    return bool(text(row, "dispatch_id")) and not text(row, "kind") and not text(row, "recipe_name")


def _listed(names: Iterable[str]) -> str:
    return "/".join(map(_quoted, list(names)[:3])) or "''"


def _living(id: str, event: Event) -> dict[str, object] | None:
    """The live process, not this session's own, that is in the session now."""
    return next((one for one in event.facts.live if one.get("session_id") == id), None)


def _still_open(id: str, one: dict[str, object]) -> Verdict:
    host, since = _plain(str(one.get("host") or "this machine")), _plain(str(one.get("since") or "earlier"))
    return Verdict(
        ASK, f"resume_ownership: '{_brief(id)}' still lives (pid {_plain(str(one.get('pid')))} on {host}, since "
             f"{since})", rule="resume.still-open",
        more=f"{_quoted(id)} runs in {_place(str(one.get('project') or 'this project'))}: wait for its end or stop it "
             "first, or say yes knowing that both will write to one conversation.",
        signals=("two_owners",), evidence={"id": id, "owner": dict(one)})


def before_this(session: Session) -> list[str]:
    """The sessions that this one is a continuation of: forked from, or cleared."""
    parents = session["shell"].get("parents") if isinstance(session["shell"], dict) else None
    return [id for id in parents if isinstance(id, str)] if isinstance(parents, list) else []


def kitchens(event: Event, settings: Settings) -> list[str]:
    """The kitchens that the call is made in: as its input names it, the environment, the project's marker."""
    named = [text(event.input, "kitchen_id")]
    set_by_hand = settings.extension_keys.get("kitchen_id")
    return [id for id in (*named, *event.facts.kitchens, set_by_hand)
            if isinstance(id, str) and id]


def _evidence(found: Found) -> dict[str, object]:
    return {"id": found.id, "caller": text(found.row, "caller_session_id"),
            "kitchen": next(iter(found.kitchens), "")}


def _pass(excuse: str, found: Found) -> Verdict:
    return Verdict(PASS, evidence={"id": found.id}, excused=[("resume.not-owner", excuse)])


def _deny(claim: Claim, found: Found, own: str, what: str, rule: str) -> Verdict:
    handed = rule == "not-owner" or (rule == "layer" and not found.layer3)
    way = ("handover", _brief(found.id), _brief(own)) if handed else ()
    more = f"{_quoted(found.id)} {what}.  " * bool(what) + (ELSE if handed else "Instead {}.").format(
        FRESH[claim.how].format(field=claim.field))
    return Verdict(DENY, f"resume_ownership: {_brief(found.id)} {BRIEFLY[rule]}", rule=f"resume.{rule}", way=way,
                   more=more, signals=("foreign_resume",), evidence=_evidence(found))


def _unreadable(claim: Claim) -> Verdict:
    if claim.id == "*":
        return Verdict(ASK, f"resume_ownership: {_quoted(claim.field)} would go on with the newest session, whoever's",
                       more="It may be this one or a person's: name the session by its id.",
                       rule="resume.newest")
    said = (f"resume_ownership: the session that {_quoted(claim.field)} resumes cannot be read from the command, so "
            "whose it is was not checked; write its id out")
    return Verdict(PASS, context=said, rule="resume.unchecked")


def _unknown(claim: Claim, broken: bool, settings: Settings) -> Verdict:
    if not broken:
        return _unchecked(f"nobody on record launched {_quoted(claim.id)}", "resume.unchecked", claim.id)
    why = f"whose session {_quoted(claim.id)} is, the store cannot tell"
    if settings.strict:
        return Verdict(DENY, f"resume_ownership: {why}: it cannot be read", way=("repair",),
                       more=f"See guardctl status.  Or {FRESH[claim.how].format(field=claim.field)}.",
                       rule="resume.store-unreadable")
    return _unchecked(why, "resume.store-unreadable", claim.id)


def _unchecked(why: str, rule: str, id: str) -> Verdict:
    """A pass that says so, to both and in a few words: the orchestrator's own guard is silent here."""
    said = f"resume_ownership: {why}: not checked"
    return Verdict(PASS, context=said, notice=said, rule=rule, evidence={"id": id})


def _two_owners(rival: dict[str, object]) -> Verdict:
    host, since = _plain(str(rival.get("host") or "this machine")), _plain(str(rival.get("since") or "earlier"))
    return Verdict(
        ASK, f"resume_ownership: this session is open in another process too (pid {rival.get('pid')} on {host})",
        more=f"That one lives since {since}: close one, or go on knowing that both write to one conversation.",
        rule="resume.open-twice", signals=("two_owners",), evidence={"owner": dict(rival)})


def _brief(id: str) -> str:
    """The beginning of an id that a person types; the whole where it is short."""
    return _plain(id)[:BEGINNING].rstrip("?.")


def _place(path: str) -> str:
    """A folder as a word for a reason: its end, where it is long."""
    return _plain(path) if len(path) <= 60 else "..." + _plain(path[-60:])


def _plain(id: str) -> str:
    """An id as a word for a reason: one line, bounded, nothing that could speak to a model or a shell."""
    kept = "".join(c if c.isalnum() or c in "-_.:@/+" else "?" for c in id[:64])
    return kept + "..." if len(id) > 64 else kept


def _quoted(id: str) -> str:
    return f"'{_plain(id)}'"
