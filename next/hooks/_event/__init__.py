"""One event on its way: what every step of hooks/_event reads and adds to.

Law: nothing here survives the event.  A step adds what it found; only `run.py` knows the order.

Cannot see: other events of the session that run at the same moment; the stores' lock orders what they write.
"""

from __future__ import annotations

from guards import PASS, Call, Event, Facts, Lesson, Verdict
from hooks._stores import Fault
from hooks._stores.world import World, find_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks._stores.checkpoint import Checkpoint
    from hooks._stores.ledger import Session

SETTINGS_MOST = 1 << 20


class Moment:
    """One event, its surroundings, and what the steps have found so far.

    `notices` go to the person and the agent, `warnings` to the person alone, `faults` onto the row's `errors`;
    `verdict` is the strictest of `verdicts`; `lesson` adds up what the guards learned; `broken` says what is wrong
    with the session's records.
    """

    __slots__ = tuple(
        "agent attended broken call checkpoint event facts faults lesson notices quiet session settings state verdict "
        "verdicts warnings world".split()
    )

    def __init__(self, event: Event, environ: Mapping[str, str], cwd: str) -> None:
        self.event = event
        self.world = World(find_project(environ, event.cwd or cwd), environ)
        event.project = self.world.project
        self.settings: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.session: Session | None = None
        self.checkpoint: Checkpoint | None = None
        self.call = Call(event.tool, name_operation(event))
        self.facts = Facts(event, now=self.world.now)
        self.verdict, self.verdicts, self.lesson = Verdict(PASS), list[Verdict](), Lesson()
        self.notices: list[str] = []
        self.warnings: list[str] = []
        self.faults: list[str] = []
        self.attended, self.quiet, self.broken = True, False, ""

    def note_fault(self, fault: object) -> None:
        """Something could not be read or written: on the row, and told to the person."""
        self.faults.append(str(fault))
        self.warnings.append(str(fault))


def name_operation(event: Event) -> str:
    """A short name of what happens, for people, before anything is read: `git status`, `query`, `startup`.

    >>> name_operation(Event("PreToolUse", tool="mcp__crm__query"))
    'query'
    """
    if not event.tool:
        return event.source
    command = event.input.get("command")
    if isinstance(command, str) and event.tool in ("Bash", "PowerShell"):
        words = command[:200].split(None, 2)
        return " ".join(word for word in words[:2] if word.isascii() and word[:1].isalpha())[:40]
    return event.tool.rpartition("__")[2]


def open_records(moment: Moment) -> None:
    """Loads the session's state; a store that cannot be read is a fault, and the event is judged without it."""
    from hooks._stores import Lock
    from hooks._stores.checkpoint import Checkpoint
    from hooks._stores.ledger import Session
    from hooks._stores.state import create_state, load_state

    moment.state = create_state()
    moment.checkpoint = Checkpoint(moment.world, moment.event.session)
    moment.state["level"] = moment.checkpoint.level
    try:
        moment.session = Session(moment.world, moment.event.session)
        with Lock(moment.session.lock):
            moment.state, moment.broken = load_state(moment.session, moment.checkpoint)
    except Fault as fault:
        moment.note_fault(fault)
    if moment.broken:
        moment.state["ledger_broken"] = moment.broken
        moment.warnings.append(
            f"autoskillit: {moment.broken}; the level stays, the next outbound call is asked about."
        )
    moment.facts.state = moment.state
