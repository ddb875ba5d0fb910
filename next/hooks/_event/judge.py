"""The guards in order: facts are looked up once, all rules judge the same facts, all guards learn once.

Law: a guard, rule or step that raises is left out and named; the others count.

Cannot see: whether a guard's silence is an opinion or an omission; its rules' examples are tested for that.
"""

from __future__ import annotations

import sys

from guards import PASS, judge_rules
from guards._reading import QUIET_TOOLS, read, wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Lesson
    from hooks._event import Moment

    Attempt = Callable[..., Any]

# The guards in order, with the events beside PreToolUse at which they judge or learn; a test compares them.
GUARDS = {
    "resume_ownership": "",
    "contamination": "PostToolUse",
    "request_origin": "SessionStart UserPromptSubmit PostToolUse PostToolUseFailure",
    "drift": "SessionStart UserPromptSubmit",
    "loss": "SessionEnd WorktreeRemove PostToolUse PostToolUseFailure",
    "policy": "SessionStart UserPromptSubmit",
    "memory": "SessionStart UserPromptSubmit PostToolUse PostToolUseFailure",
    "secrets": "UserPromptSubmit PostToolUse PostToolUseFailure",
    "self_protection": "",
    "context": "UserPromptSubmit",
}
ALWAYS = frozenset(("request_origin",))  # learns also where it is off: others live on its values
# What else happens with an event, each a function of the moment: (when, events, its dotted name).
# before: ahead of the guards; judged: the verdict stands, nothing is written; after: the row is written.
# A name with "__" behind it: only where the tool is a server's, or the settings tag tools.
LAUNCHED = "SessionStart SessionEnd PostToolUse__ PostToolUseFailure__ SubagentStart"
WATCHED = (
    f"{LAUNCHED.replace('__', '')} UserPromptSubmit ConfigChange PostToolBatch Stop SubagentStop"
)
STEPS = (
    ("before", LAUNCHED, "hooks._event.launch.note_launch"),
    ("before", WATCHED, "hooks._event.accepted.check_accepted"),
    ("before", "SessionStart UserPromptSubmit PreToolUse", "hooks._event.facts.note_start"),
    ("judged", "PreToolUse", "hooks._event.snapshot.hold_before"),
    ("after", "SessionEnd", "hooks._event.receipts.write_receipts"),
    ("before", "SessionStart", "hooks._event.receipts.finish_receipts"),
    ("after", "SessionStart", "hooks._stores.retention.remove_old"),
)


def load_module(name: str) -> Any:
    """A module by its name, None where it does not exist."""
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
    return sys.modules[name]


def run_steps(moment: Moment, when: str, attempt: Attempt) -> None:
    """Runs the rows of STEPS for this event."""
    name, tagged = moment.event.name, "__" in moment.event.tool or bool(moment.settings["tools"])
    for time, events, step in STEPS:
        words = events.split()
        if time == when and (name in words or (tagged and f"{name}__" in words)):
            module, _, function = step.rpartition(".")
            found = attempt(moment, function, load_module, module)
            if found is not None:
                attempt(moment, function, getattr(found, function), moment)


def judge_event(moment: Moment, attempt: Attempt) -> None:
    """Reads the call, looks up what the guards need, judges and learns.  `attempt` runs what may raise."""
    modes = moment.settings.get("guards", {})
    guards = {}
    for name, events in GUARDS.items():
        concerned = moment.event.name == "PreToolUse" or moment.event.name in events.split()
        if concerned and (modes.get(name) != "off" or name in ALWAYS):
            guard = attempt(moment, name, load_module, f"guards.{name}")
            if guard is not None:
                guards[name] = guard
    if guards and moment.event.tool:
        fill_call(moment, attempt)
    event, facts = moment.event, moment.facts
    for name, guard in guards.items():
        if guard.NEEDS is not None:
            needs = attempt(
                moment, name, guard.NEEDS, event, moment.call, moment.state, moment.settings
            )
            answer_queries(moment, needs, attempt)
    for name, guard in guards.items():
        for rule in guard.RULES:
            if event.name in rule.events and modes.get(name) != "off":
                moment.owners[rule.id] = name
                moment.verdicts += (
                    attempt(moment, rule.id, judge_rules, [rule], moment.call, facts) or ()
                )


def learn_event(moment: Moment, attempt: Attempt) -> None:
    """What each guard learns of the event; a guard on `watch` learns and says nothing."""
    modes = moment.settings.get("guards", {})
    for name in GUARDS:
        guard = sys.modules.get(f"guards.{name}")
        if guard is None or guard.LEARN is None or moment.event.name not in guard.EVENTS:
            continue
        if modes.get(name) != "off" or name in ALWAYS:
            lesson = attempt(moment, name, guard.LEARN, moment.event, moment.call, moment.facts)
            if lesson is not None:
                add_lesson(moment, lesson, modes.get(name) in ("off", "watch"))


def fill_call(moment: Moment, attempt: Attempt) -> None:
    """Two rounds: what reading wants, and what the scripts that it names want; then the reading."""
    event, settings, answers = moment.event, moment.settings, moment.facts.answers
    if event.tool in QUIET_TOOLS and event.name != "PreToolUse":
        moment.call.read_only = True  # its input is its reading; a command's is not: `cat .env`
        return
    for _ in range(2):
        answer_queries(
            moment, attempt(moment, "reading", wanted, event, settings, answers), attempt
        )
    moment.call = attempt(moment, "reading", read, event, answers, settings) or moment.call


def answer_queries(moment: Moment, queries: Any, attempt: Attempt) -> None:
    """Looks up what is not yet known; a look-up that raises answers None and is named."""
    from hooks._event.facts import look_answer

    answers = moment.facts.answers
    for query in queries or ():
        if query not in answers:
            answers[query] = attempt(moment, query[0], look_answer, moment, query)


def add_lesson(moment: Moment, lesson: Lesson, silent: bool = False) -> None:
    """Adds one guard's lesson to the event's."""
    whole = moment.lesson
    whole.ops += lesson.ops
    whole.values += lesson.values
    whole.fields.update(lesson.fields)
    if not silent:
        whole.notices += lesson.notices
        whole.output = lesson.output if lesson.output is not None else whole.output
        whole.input = lesson.input if lesson.input is not None else whole.input


def note_question(moment: Moment) -> None:
    """Writes down what a question or denial was about, so that a yes can be told from a no."""
    if moment.verdict.effect > PASS and moment.event.name == "PreToolUse":
        from guards._taint.consent import note_objection

        key, row = moment.facts.key, moment.state["seq"] + 1
        moment.lesson.ops += note_objection(moment.event, moment.verdict, key, row)
