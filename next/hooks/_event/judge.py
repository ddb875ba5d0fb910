"""The guards in order: facts are looked up once, all rules judge the same facts, all guards learn once.

Law: a guard or rule that raises is left out and named; the others count.

Cannot see: whether a guard's silence is an opinion or an omission; its rules' examples are tested for that.
"""

from __future__ import annotations

import sys

from guards import judge_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hooks._event import Moment

    Attempt = Callable[..., Any]

GUARDS = "resume_ownership contamination request_origin drift loss policy memory secrets self_protection context".split()
QUIET = ("drift", "context")  # what a quiet call teaches: its distance and the session's signals


def load_guard(name: str) -> Any:
    """The module of a guard, None where it does not exist."""
    full = f"guards.{name}"
    if full not in sys.modules:
        try:
            __import__(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
            return None
    return sys.modules[full]


def judge_event(moment: Moment, attempt: Attempt) -> None:
    """Reads the call, looks up what the guards need, judges and learns.  `attempt` runs one step that may raise."""
    names = QUIET if moment.quiet else GUARDS
    modes = moment.settings.get("guards", {})
    guards = [
        guard
        for name in names
        if modes.get(name) != "off"
        and (guard := attempt(moment, name, load_guard, name)) is not None
    ]
    event, facts = moment.event, moment.facts
    if not moment.quiet:
        from hooks._event.facts import look_up

        if event.tool:
            _read_call(moment, attempt)
        for guard in guards:
            needs = getattr(guard, "NEEDS", None)
            if needs is not None:
                queries = attempt(
                    moment, guard.__name__, needs, event, moment.call, moment.state, moment.settings
                )
                for query in queries or ():
                    attempt(moment, f"{query[0]}", look_up, moment, query)
        for guard in guards:
            for rule in guard.RULES:
                if event.name in rule.events:
                    moment.verdicts += (
                        attempt(moment, rule.id, judge_rules, [rule], moment.call, facts) or ()
                    )
    for guard in guards:
        if event.name in getattr(guard, "EVENTS", ()) and getattr(guard, "LEARN", None) is not None:
            lesson = attempt(moment, guard.__name__, guard.LEARN, event, moment.call, facts)
            if lesson is not None:
                add_lesson(moment, lesson)


def _read_call(moment: Moment, attempt: Attempt) -> None:
    """Two rounds: what reading wants, then the reading."""
    try:
        from guards._reading import read, wanted
    except ImportError:
        return
    from hooks._event.facts import look_up

    event, settings, answers = moment.event, moment.settings, moment.facts.answers
    for query in attempt(moment, "reading", wanted, event, settings) or ():
        attempt(moment, query[0], look_up, moment, query)
    moment.call = attempt(moment, "reading", read, event, answers, settings) or moment.call


def add_lesson(moment: Moment, lesson: Any) -> None:
    """Adds one guard's lesson to the event's."""
    whole = moment.lesson
    whole.ops += lesson.ops
    whole.values += lesson.values
    whole.notices += lesson.notices
    whole.fields.update(lesson.fields)
    whole.output = lesson.output if lesson.output is not None else whole.output
    whole.input = lesson.input if lesson.input is not None else whole.input
