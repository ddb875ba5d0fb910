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

MESSAGE_MOST = 900  # characters of a reason with what the guard's name adds
PROMPTS = ("UserPromptSubmit", "SessionStart")  # where a lesson's output is context for the agent
LINES_MOST = 12  # notices and warnings of one event


def ask_unread(moment: Moment) -> None:
    """A call that a guard could not judge in time is asked about."""
    if moment.late and moment.event.name == "PreToolUse":
        reason = f"this call is too large to be judged in time ({', '.join(moment.late[:3])})."
        moment.verdicts.append(Verdict(ASK, reason, alone=DENY))
        moment.verdicts[-1].rule = "core.late"


def settle_verdicts(moment: Moment) -> None:
    """Sets `moment.verdict` to the strictest of the verdicts as the settings let them count."""
    modes: dict[str, str] = moment.settings.get("guards", {})
    spoken: list[Verdict] = []
    watched: list[Verdict] = []
    for verdict in moment.verdicts:
        mode = modes.get(moment.owners.get(verdict.rule, ""), "deny")
        if mode == "ask":
            verdict.effect = min(verdict.effect, ASK)
        if verdict.effect == ASK and moment.settings.get("questions") == "deny":
            verdict.effect = DENY
        elif verdict.effect == ASK and not moment.attended and mode != "ask":
            verdict.effect = verdict.alone
            verdict.notice = (
                verdict.notice or verdict.reason if verdict.effect == PASS else verdict.notice
            )
        (watched if mode == "watch" else spoken).append(verdict)
    moment.verdicts, moment.verdict = spoken, combine(spoken)
    silent = combine(watched)
    if silent.effect > PASS:
        moment.lesson.fields["watched"] = [silent.rule, silent.reason[:200]]


def close_strictly(moment: Moment) -> None:
    """Under "strict": true, what is broken denies the call that it could not judge or record."""
    strict = moment.settings.get("strict") and moment.event.name == "PreToolUse"
    if strict and moment.faults and moment.verdict.effect < DENY:
        how = 'repair it, or set "strict": false in .autoskillit/guards.json'
        moment.verdict = Verdict(
            DENY, f"{moment.faults[0]}. Strict mode denies what cannot be judged: {how}."
        )
        moment.verdict.rule = "core.strict"


def build_answer(moment: Moment) -> Answer:
    """What is printed for the event."""
    answer, verdict, lesson = Answer(), moment.verdict, moment.lesson
    warnings = [f"autoskillit: {one}" for one in [*moment.warnings, *moment.faults]]
    if moment.settings.get("mode") == "watch":
        answer.message = join_lines(warnings)
        return answer
    notices = [
        *moment.notices,
        *lesson.notices,
        *(one.notice for one in moment.verdicts if one.notice),
    ]
    if verdict.effect > PASS:
        answer.effect = verdict.effect
        guard = moment.owners.get(verdict.rule, verdict.rule)
        answer.reason = f"autoskillit {guard}: {verdict.reason}"[:MESSAGE_MOST]
    injected = [str(lesson.output)] if moment.event.name in PROMPTS and lesson.output else []
    answer.context = join_lines([*notices, *injected])
    answer.message = join_lines([*warnings, *notices])
    answer.input, answer.output = lesson.input, lesson.output
    return answer


def join_lines(lines: list[str]) -> str:
    """The lines without repetition, at most LINES_MOST."""
    unique = list(dict.fromkeys(lines))
    return "\n".join(unique[:LINES_MOST])
