"""One event, from stdin to stdout: read, look up, judge, record, answer.

Law: whatever happens, the exit code is 0 and what is printed is nothing or one JSON object; a rule that raises is
left out and named; what goes wrong as a whole is told, and under `strict` denies.

Cannot see: an interpreter that does not start; the launcher seals that.
"""

from __future__ import annotations

import os
import sys

from hooks._dialects import Answer, read_event, write_answer
from hooks._event import Moment, open_records
from hooks._stores import Fault
from hooks._stores.json import scan_json, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

PAYLOAD_MOST = 32 << 20  # bytes that are read of a payload
STEP = 1 << 16


def handle_event(
    name: str, data: bytes, environ: Mapping[str, str], cwd: str, agent: str = "claude"
) -> tuple[str, int]:
    """What is printed for one event, and the exit code.  No state but the disk's survives the call."""
    from guards import Event

    moment = Moment(Event(name), environ, cwd)
    try:
        moment.event = read_event(name, parse_payload(data), agent)
        moment = Moment(moment.event, environ, cwd)
        return answer_event(moment), 0
    except Exception as error:
        return report_failure(moment, error), 0


def answer_event(moment: Moment) -> str:
    """The steps of one event, in order."""
    from hooks._event.answer import build_answer, close_strictly, settle_verdicts
    from hooks._event.client import is_attended
    from hooks._event.judge import judge_event
    from hooks._event.record import write_event
    from hooks._event.settings import read_settings

    moment.settings, faults = read_settings(moment.world.project)
    moment.facts.settings = moment.settings
    moment.attended = moment.facts.attended = is_attended(moment.event, moment.world.environ)
    moment.quiet = judge_quiet(moment)
    open_records(moment)
    moment.warnings += faults
    judge_event(moment, attempt_step)
    settle_verdicts(moment)
    close_strictly(moment)
    write_event(moment)
    close_strictly(moment)
    said = write_answer(moment.event, build_answer(moment))
    return write_json(said) + "\n" if said else ""


def judge_quiet(moment: Moment) -> bool:
    """Is it a call that only reads, here, and that no rule could object to?  Then no rule is loaded."""
    if moment.event.name != "PreToolUse":
        return False
    from guards._reading import is_quiet

    return is_quiet(moment.event, moment.settings)


def attempt_step(moment: Moment, who: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a step of a guard gives; None where it raises, and then it is named."""
    try:
        return function(*arguments)
    except Exception as error:
        moment.note_fault(f"{who} could not judge: {type(error).__name__}: {str(error)[:120]}")
        return None


def report_failure(moment: Moment, error: Exception) -> str:
    """What is told of an event that could not be handled: no opinion, or under `strict` a denial."""
    answer = Answer(
        message=f"autoskillit could not judge this event: {type(error).__name__}: {str(error)[:160]}"
    )
    said = write_answer(moment.event, answer)
    return write_json(said) + "\n"


def parse_payload(data: bytes) -> dict[str, Any]:
    """The JSON object of a payload.  Fault for anything else."""
    text = data.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(" \t\r\n\ufeff"))
    try:
        found, _ = scan_json(text, start)
    except (ValueError, RecursionError):
        raise Fault("the payload is no JSON") from None
    if not isinstance(found, dict):
        raise Fault("the payload is no JSON object")
    return found


def read_payload(fd: int = 0) -> bytes:
    """The bytes of stdin up to the end of the JSON value, also where the stream is never closed."""
    data = b""
    while len(data) < PAYLOAD_MOST:
        part = os.read(fd, STEP)
        data += part
        if not part:
            break
        if data.rstrip().endswith((b"}", b"]")):
            try:
                scan_json(data.decode("utf-8", "replace").lstrip("\ufeff \t\r\n"))
                break
            except (ValueError, RecursionError):
                continue
    return data


def main(name: str) -> None:
    """What an event script runs."""
    agent = sys.argv[1] if len(sys.argv) > 1 else "claude"
    printed, code = handle_event(name, read_payload(), os.environ, os.getcwd(), agent)
    if printed:
        sys.stdout.write(printed)
        sys.stdout.flush()
    os._exit(code)
