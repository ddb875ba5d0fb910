"""Work is never lost: before a call that destroys, a person hears what lies nowhere else.

A command that destroys is no harm by itself; what it destroys may be.  So nothing is asked about a word like `--hard`:
the shell looks at what the call would take away, and what neither a commit, a stash, a remote nor this session's own
calls hold is at stake.  Nothing at stake, or the person asked for just this: silence.  Else a question that names it
and says how to keep it.  Where foreign text asked for it: denied; a question where the person, who is there, set the
agent to work on just that thing.

Limitations: what a program of no table destroys, a script whose text is not at hand, a path put together at run time;
what lies at a service, whose loss is asked about by the order alone.
"""

from __future__ import annotations

from guards import ASK, CHANGES, DENY, PASS, SILENT, Verdict
from guards._call import call_of
from guards.loss.gate import worth_reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Session, Settings
    from guards._types import Fact, Stored
    from guards.loss.words import Loss

    Rows = list[tuple[Loss, Stored]]

RULES = {"tree": "uncommitted", "clean": "untracked", "remote": "service"}      # kind -> its rule, where not the same
STAKE: Fact = ("stake", "")     # what a call would take away
UNCOPIED = frozenset("device remote modes".split())     # kinds of which the disk here holds nothing to copy
TAKES = "delete discard overwrite purge reset revert"     # by which a text may ask for a loss, beside its own words
WHOLE = (".", ":/", "HEAD", "*")      # names of all that is there
SAID: Fact = ("stored", "said")
READ: tuple[Fact, ...] = (("stored", "origin"), ("remotes", ""), ("attended", ""))


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """What is at stake, and what was asked for; only for a call that destroys something."""
    if not event.is_call or event.call is None or not worth_reading(event.call):
        return ()
    from guards.loss.destroys import losses
    from guards.loss.services import files_of
    from guards.loss.tasks import task

    call = event.call
    found = losses(call)
    if not found and not (call.command and ((call.prefilter and call.reading.scripts) or any(
            files_of(ran) or task(ran)[0] for ran in call.ran))):
        return ()
    # What is merely written over nobody orders from outside; the texts that were read are spared to those calls.
    written = found and all(loss.flags in ("w", "W", "c", "m", "?") for loss in found)
    return (STAKE, SAID) if written else (STAKE, SAID, *READ)


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Silent unless something at stake would be lost that nobody asked to lose; what somebody did is copied first."""
    rows = event.facts.stake
    if not rows or not event.is_call:
        return SILENT
    from guards._origin.allowance import lifted
    from guards.loss.asked import asked
    from guards.loss.words import parse

    at_stake = [(loss, found) for loss, found in ((parse(key), found) for key, found in rows)
                if loss.flags != "p" or planned(event)]
    if not at_stake:
        return SILENT
    if lifted(event, session, settings):
        return copied(at_stake, "consent.let-through")
    open_ = [(loss, found) for loss, found in at_stake if not asked(event, session, loss, found, settings)]
    if not open_:
        unnamed = [(loss, found) for loss, found in at_stake if not by_name(event, loss, settings)]
        return copied(at_stake, "consent.asked-for",
                      objection(event, session, settings, unnamed) if unnamed else SILENT)
    said = objection(event, session, settings, open_)
    if not said.effect or not settings.loss.get("backup") or any(loss.kind in UNCOPIED for loss, _ in open_):
        return said
    from guards.loss.reason import summary

    notice = f"loss: {summary(open_)}; a copy lies outside the project: guardctl rescue"
    return Verdict(PASS, notice, rule=said.rule, notice=notice, evidence=said.evidence, unless=said)


def planned(event: Event) -> bool:
    """Did the last plan that the session read say that something is destroyed, and the person nothing since?"""
    from guards._origin.consent import prompts

    plan = next((row for row in reversed(event.facts.stored("origin")) if "plan" in row), {})
    return bool(plan.get("plan")) and not any(row.get("at", 0) > plan.get("at", 0) and row.get("h") != ["reads"]
                                              for row in prompts(event.facts.stored("said")))


def copied(rows: Rows, why: str, unless: Verdict = SILENT) -> Verdict:
    """The call passes once what the disk holds of it is copied, excused by the rule `why`; else `unless` counts."""
    excused = [(rule_of(loss), why) for loss, _ in rows]
    if all(loss.kind in UNCOPIED for loss, _ in rows):
        return Verdict(excused=excused)
    return Verdict(excused=excused, evidence=evidence_of(rows),
                   unless=unless if unless.effect or unless.notice else Verdict(excused=excused))


def evidence_of(rows: Rows) -> dict[str, object]:
    """What stands on record of a stake."""
    return {"stake": [{"what": loss.what, "names": list(loss.names)[:4], **found} for loss, found in rows[:4]]}


def by_name(event: Event, loss: Loss, settings: Settings) -> bool:
    """Is each thing that the call names named in a prompt, or is it nothing that could be copied?"""
    from guards._evidence.evidence import hasher
    from guards._origin.consent import prompts, words_of
    from guards.loss.spoken import named

    if loss.kind in UNCOPIED:
        return True
    mark = hasher(settings.key)
    said = words_of(prompts(event.facts.stored("said")))
    return bool(loss.names) and all(name not in WHOLE and named(name, said, mark) for name in loss.names)


def objection(event: Event, session: Session, settings: Settings, rows: Rows) -> Verdict:
    """What is said of a loss that nobody asked for."""
    from guards.loss.reason import summary, unsure

    evidence, rule = evidence_of(rows), rule_of(rows[0][0])
    outside = foreign(event, session, settings, rows)
    if not outside and all(unsure(found) for _, found in rows):
        notice = f"loss: {summary(rows)}"
        return Verdict(PASS, notice, rule=rule, notice=notice, signals=("stake_unknown",), evidence=evidence)
    if outside:
        from guards._origin.attribution import memory_of
        from guards.loss.asked import works_on

        there = settings.asks(event.permission_mode, event.facts.attended)
        worked_on = there and all(works_on(memory_of(event, session, settings), loss) for loss, _ in rows)
        more = "A text from outside asks for it.  " if worked_on else (
            "Text from outside asks for it, not the user: leave it undone.")
        return Verdict(
            ASK if worked_on else DENY,
            f"loss: {summary(rows)}",
            rule="loss.foreign-text-orders",
            way=("lift",),
            more=f"{more}{way_out(rows)}".rstrip() if worked_on else more,
            signals=("work_at_stake", "foreign_request"),
            evidence=evidence,
        )
    return Verdict(
        ASK,
        f"loss: {summary(rows)}",
        rule=rule,
        way=("lift",),
        more=way_out(rows),
        signals=("work_at_stake",),
        evidence=evidence,
    )


def rule_of(loss: Loss) -> str:
    """The rule for what would be lost, by its kind."""
    return f"loss.{RULES.get(loss.kind, loss.kind)}"


def records(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, object]]]:
    """A consent to a loss holds once: what this call uses of it."""
    rows = event.facts.stake
    return _spent(event, session, settings, rows) if rows and event.is_call else {}


def _spent(event: Event, session: Session, settings: Settings,
           rows: Iterable[tuple[str, dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    from guards._evidence.evidence import hasher
    from guards._intent.intents import USED
    from guards.loss.asked import asked, used
    from guards.loss.words import parse

    at_stake = [(parse(key), found) for key, found in rows]
    spent = [used(loss, hasher(settings.key)) for loss, found in at_stake
             if asked(event, session, loss, found, settings)]
    return {"said": [{"k": USED, "id": event.call_id, "at": event.time, "c": "".join(spent)}]} if spent else {}


def way_out(rows: Rows) -> str:
    """How to keep it."""
    from guards.loss.reason import KEEP

    kinds = dict.fromkeys(KEEP.get("dropped" if loss.what.endswith("then drop") else "ignored" if (
        loss.kind == "clean" and not {"x", "X"}.isdisjoint(loss.flags)) else loss.kind, "") for loss, _ in rows)
    ways = "; ".join(way for way in kinds if way)
    return f"T{ways[1:]}." if ways else ""


def foreign(event: Event, session: Session, settings: Settings, rows: Rows) -> bool:
    """Does a passage of foreign text account for the call?"""
    if not event.facts.stored("origin"):
        return False
    from guards._call.entrusted import Act
    from guards._call.tags import Tags
    from guards._origin.attribution import memory_of, of_event
    from guards._origin.warrant import LOSS, weigh
    from guards.loss.spoken import bare

    acts = [Act(LOSS, f"{TAKES} {loss.what}", said) for loss, _ in rows
            for said in (map(bare, loss.names), [loss.what] * (loss.what.count(" ") > 1))]
    if weigh(acts, memory_of(event, session, settings), (), ()):
        return True
    found = call_of(event, settings).tags
    _, best = of_event(event, session, found if found.kind else Tags(CHANGES), settings)
    return best.ordered and not best.asked and not best.led
