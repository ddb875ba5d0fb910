"""What one event comes to: the answer so far, the faults on the way, and how both are said to the agent's client."""
from __future__ import annotations

from guards import ASK, DENY, SILENT, Own, Verdict, combine, settled
from guards._text.plain import one_line
from hooks._agents import claude
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType


class Outcome:
    """What one event came to.

    verdict   the combined opinion; PASS until the guards were asked
    faults    what failed on the way, one line each: told to the person, and denied by where `strict` holds
    notes     what the person is told beside, and strict does not stop
    quiet     watch mode: record, say nothing
    dialect   the agent's words, in which the answer is said (hooks/_agents)
    payload   what was said to us in them
    """

    def __init__(self) -> None:
        self.verdict = Verdict()
        self.faults: list[str] = []
        self.notes: list[str] = []
        self.strict = False
        self.quiet = False
        self.dialect: ModuleType = claude
        self.payload: object = None

    def fault(self, text: str) -> None:
        """Takes a fault in, once."""
        text = one_line(text, 400)
        if text not in self.faults:
            self.faults.append(text)


def owns(names: Iterable[str], verdicts: Mapping[str, Verdict], effect: int, signals: Iterable[str]) -> dict[str, Own]:
    """Guard -> what it learns from, of these guards.  A question that a rule of the person's has answered was not put.

    >>> owns(["a", "b"], {"b": Verdict(ASK, "b: x")}, ASK, ())["a"].asked
    False
    """
    answered = settled(verdicts.values())
    put = {name: v for name, v in verdicts.items() if v.effect == ASK == effect and name not in answered}
    origin = [v.origin for v in put.values() if v.origin][-1:]
    return {name: Own(verdicts.get(name, SILENT), effect, asked=name in put, signals=signals,
                      origin=origin[0] if origin else ()) for name in names}


def printed(name: str, outcome: Outcome) -> str:
    """The answer as one line of JSON, "" for silence."""
    verdict = outcome.verdict
    if outcome.quiet and not verdict.by_hand:     # a person's own command, not an objection
        verdict = Verdict()
    verdict.notice = signed(verdict.notice, verdict.effect == DENY)
    if outcome.notes:
        notes = (f"autoskillit guards: {one}" for one in outcome.notes)
        verdict.notice = "\n".join(filter(None, (verdict.notice, *notes)))
    if outcome.faults:
        told = "autoskillit guards: " + "; ".join(outcome.faults)
        # Only what can be stopped without harm is stopped; a prompt stays the person's own.
        if outcome.strict and name == "PreToolUse":
            from guards._text.reason import worded

            verdict = combine([verdict, Verdict(DENY, worded(f"strict: {outcome.faults[0]}", ("repair",),
                                                             "; ".join(outcome.faults), ask=False),
                                                rule="self.strict-fault")])
        verdict.notice = "\n".join(filter(None, (verdict.notice, told)))
    out = outcome.dialect.write(name, verdict, outcome.payload)
    return dumps(out) if out else ""


def signed(notice: str, denied: bool = False) -> str:
    """Each line of what the person is told with the product's name before it; of a call that is denied none says that
    it ran."""
    lines = (line if line.startswith("autoskillit") else f"autoskillit {line}" for line in notice.splitlines()
             if not (denied and line.endswith("it ran")))
    return "\n".join(lines) if notice else ""


def put(text: str) -> int:
    """Writes the answer as UTF-8, whatever the locale says, and gives the exit code.

    0 also where nobody reads any more; 1, and a word on stderr, where the answer is lost.  Never 2, which blocks.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        while data:
            data = data[os.write(1, data):]
    except BrokenPipeError:
        return 0
    except OSError as e:
        complain(f"autoskillit guards: the answer cannot be written ({text_of(e)})\n")
        return 1
    return 0


def complain(text: str) -> None:
    """A word on stderr, where there is one."""
    from contextlib import suppress

    with suppress(OSError):
        os.write(2, text.encode("utf-8", "backslashreplace"))


def text_of(error: BaseException) -> str:
    """An error for a person: the system's words and the file, never a payload's."""
    if isinstance(error, OSError) and error.strerror:
        return f"{str(error.filename)[:200]}: {error.strerror}" if error.filename else error.strerror
    return str(error) if isinstance(error, Fault) else type(error).__name__


def where(error: BaseException) -> str:
    """Kind and place of an error; not its text, which could quote what the agent read."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    if at is None:
        return type(error).__name__
    code = at.tb_frame.f_code       # out of an archive it knows its first line alone
    line = at.tb_lineno or code.co_firstlineno
    return f"{type(error).__name__} at {os.path.basename(code.co_filename)}:{line} in {code.co_name}"
