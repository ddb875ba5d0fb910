"""One event, from stdin to stdout: read, look up, judge, record, answer.
Law: whatever happens, the exit code is 0 and what is printed is nothing or one JSON object; a step that raises is
left out and named; an event that cannot be handled is reported, and under "strict" a call is denied.
Cannot see: an interpreter that does not start; the launcher seals that.
"""

import posix

from guards import DENY, Any, Callable, Environ, Event, drift
from guards._reading import is_quiet
from hooks._dialects import Answer, read_event, write_answer
from hooks._event import Moment, open_records, write_event
from hooks._stores import MACHINE, Fault, stat_kind, write_json
from hooks._stores.world import NAMES, parse_payload, read_payload


def handle_event(name: str, data: Any, environ: Environ, cwd: str, agent: str = "claude") -> str:
    """What is printed for one event.  `data`: the payload, as bytes or as read already."""
    moment = None
    try:
        payload = parse_payload(data) if isinstance(data, bytes) else data
        moment = Moment(read_event(name, payload, agent), environ, cwd, attempt_step)
        printed = write_answer(moment.event, answer_event(moment))
    except Exception as error:
        moment = moment or Moment(Event(name), environ, cwd, attempt_step)
        printed = write_answer(moment.event, report_failure(moment, error))
    return f"{write_json(printed)}\n" if printed else ""


def answer_event(moment: Moment) -> Answer:
    """The steps of one event, in order."""
    open_records(moment)
    if stat_kind(f"{moment.world.project}/.autoskillit/guards.json") or stat_kind(MACHINE):
        from hooks._event.settings import load_settings

        load_settings(moment)
    odd = moment.faults or moment.warnings
    moment.quiet = not odd and is_quiet(moment.event, moment.settings)
    if moment.quiet:  # a call that only reads, here, to which no rule could object
        if moment.settings["guards"].get("drift") != "off":
            given = moment.event, moment.call, moment.facts
            moment.lesson = attempt_step(moment, "drift", drift.LEARN, *given) or moment.lesson
    else:
        from hooks._event.judge import judge_fully

        judge_fully(moment)
    attempt_step(moment, "the record", write_event, moment)
    if moment.quiet and not (moment.faults or moment.warnings or moment.notices):
        return Answer()
    from hooks._event.judge import finish_event

    return finish_event(moment)


def attempt_step(moment: Moment, who: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a step gives; None where it raises, and then it is named."""
    try:
        return function(*arguments)
    except Exception as error:
        moment.note_fault(f"{who} failed: {type(error).__name__}: {str(error)[:120]}")
        return None


def report_failure(moment: Moment, error: Exception) -> Answer:
    """The answer to an event that could not be handled: a message, and under "strict" a denial."""
    from hooks._event.settings import load_settings

    name = "" if isinstance(error, Fault) else f"{type(error).__name__}: "
    answer = Answer(message=f"autoskillit: this event was not judged: {name}{str(error)[:160]}.")
    load_settings(moment)
    if moment.event.name == "PreToolUse" and moment.settings["strict"]:
        answer.effect, answer.reason = DENY, f"{answer.message} Strict mode denies it."
    return answer


def main(name: str, agent: str = "claude", *_strict: str) -> None:
    """What hooks/event.py runs: an event by its name."""
    environ = {k.decode(*NAMES): v.decode(*NAMES) for k, v in posix.environ.items()}
    try:
        cwd = posix.getcwd()
    except OSError:
        cwd = "/"  # it was removed
    data = handle_event(name, read_payload(), environ, cwd, agent).encode("utf-8", "surrogatepass")
    while data:
        data = data[posix.write(1, data) :]
    posix._exit(0)
