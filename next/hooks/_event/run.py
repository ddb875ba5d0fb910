"""One event, from stdin to stdout: read, look up, judge, record, answer.

Law: whatever happens, the exit code is 0 and what is printed is nothing or one JSON object; a step that raises is
left out and named; an event that cannot be handled is told, and under "strict" a call is denied.

Cannot see: an interpreter that does not start; the launcher seals that.
"""

from __future__ import annotations

import posix
import sys

from guards import DENY, Event, drift
from guards._reading import is_quiet
from hooks._dialects import Answer, read_event, write_answer
from hooks._event import DEFAULTS, Moment, open_records, write_event
from hooks._stores import FILE, MACHINE, Fault, measure_file, stat_kind
from hooks._stores.json import write_json
from hooks._stores.world import find_cwd, limit_cpu, parse_payload, read_environ, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

CPU_MOST = 2.0  # seconds for all guards together


def handle_event(
    name: str, data: Any, environ: Mapping[str, str], cwd: str, agent: str = "claude"
) -> tuple[str, int]:
    """What is printed for one event, and the exit code.  `data`: the payload, as bytes or as read already."""
    moment = None
    try:
        payload = parse_payload(data) if isinstance(data, bytes) else data
        moment = Moment(read_event(name, payload, agent), environ, cwd)
        return answer_event(moment), 0
    except Exception as error:
        return report_failure(moment or Moment(Event(name), environ, cwd), error), 0


def answer_event(moment: Moment) -> str:
    """The steps of one event, in order."""
    open_records(moment)
    moment.quiet = is_quiet_call(moment)
    if moment.quiet:
        attempt_step(moment, "drift", learn_distance, moment)
    else:
        judge_fully(moment)
    attempt_step(moment, "the record", write_event, moment, attempt_step)
    if moment.quiet and not (moment.faults or moment.warnings):
        return ""
    return finish_event(moment)


def attempt_step(moment: Moment, who: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a step gives; None where it raises, and then it is named."""
    try:
        return function(*arguments)
    except Exception as error:
        if isinstance(error, TimeoutError):
            moment.late.append(who)
        moment.note_fault(f"{who} failed: {type(error).__name__}: {str(error)[:120]}")
        return None


def is_quiet_call(moment: Moment) -> bool:
    """Is it a call that only reads, here, to which no rule could object?  Then no rule is loaded."""
    files = (f"{moment.world.project}/.autoskillit/guards.json", MACHINE)
    if any(
        [stat_kind(path) not in (0, FILE) or measure_file(path) > len("{}\n") for path in files]
    ):
        load_settings(moment)
    odd = moment.faults or moment.warnings or moment.state.get("forged")
    if moment.event.name != "PreToolUse" or odd:
        return False
    return is_quiet(moment.event, moment.settings)


def load_settings(moment: Moment) -> None:
    """Reads the settings; what is wrong with them is told once a session."""
    from hooks._event.settings import merge_settings

    own, pending = attempt_step(moment, "the accepted settings", read_accepted, moment) or (
        None,
        b"",
    )
    moment.settings, wrong = merge_settings(moment.world.project, own=own, pending=pending)
    moment.facts.settings = moment.settings
    for line in wrong:
        moment.note_once(line)


def read_accepted(moment: Moment) -> tuple[bytes, bytes]:
    """The project's settings as this machine accepted them, and what of them is pending."""
    from hooks._event.accepted import choose_settings

    return choose_settings(moment)


def learn_distance(moment: Moment) -> None:
    """All that a quiet call teaches: its distance from the request."""
    if moment.settings["guards"].get("drift") != "off":
        lesson = drift.LEARN(moment.event, moment.call, moment.facts)
        moment.lesson = lesson if lesson is not None else moment.lesson


def judge_fully(moment: Moment) -> None:
    """All guards judge and learn; what else belongs to the event happens before and after."""
    from hooks._event.answer import ask_unread, close_strictly, settle_verdicts
    from hooks._event.client import check_event, is_attended
    from hooks._event.judge import judge_event, learn_event, note_question, run_steps

    if moment.settings is DEFAULTS:
        load_settings(moment)
    moment.attended = moment.facts.attended = is_attended(moment.event, moment.world.environ)
    if not check_event(moment):
        return
    run_steps(moment, "before", attempt_step)
    limit_cpu(CPU_MOST)
    judge_event(moment, attempt_step)
    limit_cpu(0)
    ask_unread(moment)
    settle_verdicts(moment)
    run_steps(moment, "judged", attempt_step)
    close_strictly(moment)
    limit_cpu(CPU_MOST)
    learn_event(moment, attempt_step)
    limit_cpu(0)
    attempt_step(moment, "consent", note_question, moment)


def finish_event(moment: Moment) -> str:
    """What is left to do once the row is written, and what is printed."""
    from hooks._event.answer import build_answer, close_strictly
    from hooks._event.judge import run_steps

    run_steps(moment, "after", attempt_step)
    close_strictly(moment)
    answer = write_answer(moment.event, build_answer(moment))
    return write_json(answer) + "\n" if answer else ""


def report_failure(moment: Moment, error: Exception) -> str:
    """What is told of an event that could not be handled: no opinion, or under "strict" a denial."""
    why = (
        str(error)[:160]
        if isinstance(error, Fault)
        else f"{type(error).__name__}: {str(error)[:120]}"
    )
    answer = Answer(message=f"autoskillit: this event was not judged: {why}.")
    load_settings(moment)
    if moment.event.name == "PreToolUse" and moment.settings["strict"]:
        answer.effect, answer.reason = DENY, answer.message + " Strict mode denies it."
    return write_json(write_answer(moment.event, answer)) + "\n"


def main(name: str) -> None:
    """What an event script runs."""
    agent = sys.argv[1] if len(sys.argv) > 1 else "claude"
    printed, code = handle_event(name, read_payload(), read_environ(), find_cwd(), agent)
    data = printed.encode("utf-8", "surrogatepass")
    while data:
        data = data[posix.write(1, data) :]
    posix._exit(code)
