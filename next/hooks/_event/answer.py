"""From verdicts to one answer: the strictest counts, one guard speaks, and modes say what a question becomes.

Law: "mode": "watch" and a guard on `watch` say nothing; a guard on `ask` never denies; where nobody can answer, an
ASK becomes what its rule says for that case; "questions": "deny" denies all of them.

Cannot see: what the person answers; the next result of the call shows it.
"""

from __future__ import annotations

from guards import ASK, DENY, PASS, Verdict, combine
from hooks._dialects import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:

    from hooks._event import Moment

REASON_MOST = 600  # characters of a reason with its exits


def settle_verdicts(moment: Moment) -> None:
    """Sets `moment.verdict` to the strictest of the verdicts as the settings let them count."""
    settings, spoken = moment.settings, []
    modes: dict[str, str] = settings.get("guards", {})
    for verdict in moment.verdicts:
        mode = modes.get(verdict.rule.partition(".")[0], "deny")
        if mode == "off":
            continue
        if verdict.effect == ASK and settings.get("questions") == "deny":
            verdict.effect = DENY
        elif verdict.effect == ASK and not moment.attended and verdict.alone != ASK:
            verdict.effect = verdict.alone
            if verdict.effect == PASS:
                verdict.notice = verdict.notice or verdict.reason
        if mode == "ask":
            verdict.effect = min(verdict.effect, ASK)
        if mode != "watch":
            spoken.append(verdict)
        else:
            moment.lesson.fields.setdefault("watched", [verdict.rule, verdict.reason][:2])
    moment.verdict = combine(spoken)
    moment.verdicts = spoken


def close_strictly(moment: Moment) -> None:
    """Under "strict": true, what is broken denies the call that it could not judge."""
    if moment.faults and moment.settings.get("strict") and moment.event.name == "PreToolUse":
        reason = f'strict: {moment.faults[0]}. Mend it, or set "strict": false in .autoskillit/guards.json.'
        closed = Verdict(DENY, reason)
        closed.rule = "core.strict"
        if moment.verdict.effect < DENY:
            moment.verdict = closed


def build_answer(moment: Moment) -> Answer:
    """What is printed for the event."""
    answer, verdict = Answer(), moment.verdict
    lesson, settings = moment.lesson, moment.settings
    warnings = list(dict.fromkeys(moment.warnings))
    if settings.get("mode") == "watch":
        answer.message = "\n".join(warnings)
        return answer
    notices = [*moment.notices, *lesson.notices]
    notices += [one.notice for one in moment.verdicts if one.notice]
    if verdict.effect > PASS:
        answer.effect = verdict.effect
        answer.reason = f"autoskillit {verdict.rule.partition('.')[0]}: {verdict.reason}"[
            :REASON_MOST
        ]
    notices = list(dict.fromkeys(notices))
    answer.context = "\n".join(notices)
    answer.message = "\n".join(dict.fromkeys([*warnings, *notices]))
    answer.input, answer.output = lesson.input, lesson.output
    return answer
