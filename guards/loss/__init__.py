"""Work is never lost: before a call that destroys, a person hears what lies nowhere else.

A command that destroys is no harm by itself; what it destroys may be.  So nothing is asked about a word like `--hard`:
the shell looks at what the call would take away, and what neither a commit, a stash, a remote nor this session's own
calls hold is at stake.  Nothing at stake, or the person asked for just this: silence.  Else a question that names it
and says how to keep it.  Where foreign text asked for it: denied; a question where the person, who is there, set the
agent to work on just that thing.

Cannot see: what a program of no table destroys, a script whose text is not at hand, a path put together at run time;
what lies at a service, whose loss is asked about by the order alone.
"""

from __future__ import annotations

from guards import ASK, CHANGES, DENY, PASS, SILENT, Verdict
from guards._call import call_of
from guards.loss.gate import worth_reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Fact, Session, Settings
    from guards.loss.words import Loss

UNATTENDED = ("dontAsk", "bypassPermissions")
ASK_AT = 15  # points of guards/_origin/attribution.py from which a text accounts for a call
RULES = {"tree": "uncommitted", "clean": "untracked", "remote": "service"}      # kind -> its rule, where not the same
STAKE, RESCUE = "", "rescue"     # what a call would take away; the same, once it is copied
SAID: Fact = ("kept", "said")
READ: tuple[Fact, ...] = (("kept", "origin"), ("remotes", ""), ("attended", ""))


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """What is at stake, and what was asked for; only for a call that destroys something."""
    if event.name != "PreToolUse" or event.call is None or not worth_reading(event.call):
        return ()
    from guards.loss.destroys import losses
    from guards.loss.services import files_of

    call = event.call
    found = losses(call)
    if not found and not (call.command and ((call.wakes and call.reading.scripts) or any(map(files_of, call.ran)))):
        return ()
    # What is merely written over nobody orders from outside; the texts that were read are spared to those calls.
    stake: Fact = ("stake", RESCUE if settings.loss.get("backup") else STAKE)
    written = found and all(loss.flags in ("w", "W", "c", "m", "?") for loss in found)
    return (stake, SAID) if written else (stake, SAID, *READ)


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Silent unless something at stake would be lost that nobody asked to lose."""
    rows = event.facts.stake(STAKE) or event.facts.stake(RESCUE)
    if not rows or event.name != "PreToolUse":
        return SILENT
    from guards._origin.allowance import lifted
    from guards.loss.asked import asked
    from guards.loss.reason import summary, unsure
    from guards.loss.words import parse

    at_stake = [(parse(key), found) for key, found in rows]
    if lifted(event, session, settings):
        return Verdict(excused=[(rule_of(loss), "consent.let-through") for loss, _ in at_stake])
    open_ = [(loss, found) for loss, found in at_stake if not asked(event, session, loss, found, settings)]
    if not open_:
        return Verdict(excused=[(rule_of(loss), "consent.asked-for") for loss, _ in at_stake])
    rule = rule_of(open_[0][0])
    evidence = {"stake": [{"what": loss.what, "names": list(loss.names)[:4], **found} for loss, found in open_[:4]]}
    outside = foreign(event, session, settings, open_)
    if not outside and all(unsure(loss, found) for loss, found in open_):
        notice = f"loss: {summary(open_, event)}"
        return Verdict(PASS, notice, rule=rule, notice=notice, signals=("stake_unknown",), evidence=evidence)
    if all(found.get("rescued") for _, found in open_):
        where = open_[0][1]["rescued"]
        notice = f"loss: {summary(open_, event)}; a copy lies in {where}: guardctl rescue"
        return Verdict(PASS, notice, rule=rule, notice=notice, signals=("work_rescued",), evidence=evidence)
    if outside:
        from guards.loss.asked import works_on

        there = event.permission_mode not in UNATTENDED and event.facts.attended is not False
        worked_on = there and all(works_on(event, loss, settings) for loss, _ in open_)
        more = "A text from outside asks for it.  " if worked_on else (
            "Text from outside asks for it, not the user: leave it undone.")
        return Verdict(
            ASK if worked_on else DENY,
            f"loss: {summary(open_, event)}",
            rule="loss.foreign-text-orders",
            way=("lift",),
            more=f"{more}{way_out(open_)}".rstrip() if worked_on else more,
            signals=("work_at_stake", "foreign_request"),
            evidence=evidence,
        )
    return Verdict(
        ASK,
        f"loss: {summary(open_, event)}",
        rule=rule,
        way=("lift",),
        more=way_out(open_),
        signals=("work_at_stake",),
        evidence=evidence,
    )


def rule_of(loss: Loss) -> str:
    """The rule for what would be lost, by its kind."""
    return f"loss.{RULES.get(loss.kind, loss.kind)}"


def records(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, object]]]:
    """A consent to a loss holds once: what this call uses of it."""
    rows = event.facts.stake(STAKE) or event.facts.stake(RESCUE)
    return _spent(event, session, settings, rows) if rows and event.name == "PreToolUse" else {}


def _spent(event: Event, session: Session, settings: Settings,
           rows: Iterable[tuple[str, dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    from guards._origin.evidence import hasher
    from guards._origin.intents import USED
    from guards.loss.asked import asked, used
    from guards.loss.words import parse

    at_stake = [(parse(key), found) for key, found in rows]
    spent = [used(loss, hasher(settings.key)) for loss, found in at_stake
             if asked(event, session, loss, found, settings)]
    return {"said": [{"k": USED, "id": event.call_id, "at": event.time, "c": "".join(spent)}]} if spent else {}


def way_out(rows: list[tuple[Loss, dict[str, object]]]) -> str:
    """How to keep it."""
    from guards.loss.reason import KEEP

    kinds = dict.fromkeys(KEEP.get(loss.kind, "") for loss, _ in rows)
    ways = "; ".join(way for way in kinds if way)
    return f"T{ways[1:]}." if ways else ""


def foreign(event: Event, session: Session, settings: Settings, rows: list[tuple[Loss, dict[str, object]]]) -> bool:
    """Does a passage of foreign text account for the call?"""
    if not event.facts.kept("origin"):
        return False
    from guards._call.tags import Tags
    from guards._origin.attribution import of_event
    from guards.loss.asked import ordered

    if any(ordered(event, loss, settings) for loss, _ in rows):
        return True
    found = call_of(event, settings).tags
    _, best = of_event(event, session, found if found.kind else Tags(CHANGES), settings)
    return best.score >= ASK_AT and best.request is not None and not best.asked and not best.led
