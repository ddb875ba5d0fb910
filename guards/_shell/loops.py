"""What is run how often, and when: a `for` and its words, a test and what follows it, what is behind a bound.

Law: the first words of a loop are run one by one, in bounds; those beyond stand in the variable together, as one text.
Limitations: the words of a list that only the running of a program makes.
"""
from __future__ import annotations

from guards._shell.flow import NOTHING, join
from guards._shell.reading import BOUND
from guards._shell.syntax import Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine
    from guards._shell.flow import Flow
    from guards._shell.syntax import Command

BEYOND = 200        # programs that send, which are run behind that bound
EACH, ROUNDS = 32, 128        # words of one loop, and rounds of all loops of a line, that are run one by one


def lists(machine: Machine, program: Program, stdin: Flow) -> Flow:
    """Runs the pipelines of a program; what they print.  A part of a pipeline and `( ... )` move nobody else to another
    folder.  Of each command stands on record in which list of `&&` it runs, and whether its success is sure there."""
    printed: list[Flow] = []
    outer, around, before = machine.fed, machine.chain, ""
    number = machine.steps + 1      # no other list has it
    ran = machine.found.ran
    for pipeline in program.pipelines:
        flow, fed, at = stdin, outer, len(ran)
        for command in pipeline:
            machine.fed, machine.last, folder, machine.chain, at = fed, "", machine.cwd, number, len(ran)
            flow = machine.command(command, flow)
            fed = machine.last or fed
            if command.inner or len(pipeline) > 1:
                machine.cwd = folder
        if flow is not NOTHING:
            printed.append(flow)
        last = pipeline[-1]
        name = last.words[0].text if last.words and before != "or" and last.body is None else ""
        if last.then == "and" and ran[at:] and name == ran[-1].whole and name not in machine.functions:
            ran[-1].sure = True     # what stands behind it in this list runs only if it went well
        number, before = number if last.then == "and" else machine.steps + 1, last.then
    machine.fed, machine.chain = outer, around
    return join(*printed)


def rounds(machine: Machine, command: Command, stdin: Flow) -> Flow:
    """Runs a command's body; all that it prints."""
    body = command.body or Program()
    name = command.assigns[0][0] if command.assigns else ""
    values = [arg.flow for _, word in command.assigns for arg in machine.split(word)] if name else []
    alone = max(0, min(EACH, ROUNDS - machine.looped, len(values))) if len(values) > 1 else 0
    machine.looped += alone
    if len(values) > max(1, alone):
        machine.unread(BOUND, "words of a loop")
    printed = []
    for value in [*values[:alone], *([join(*values[alone:])] if alone and values[alone:] else [])]:
        machine.vars[name] = value
        printed.append(machine.program(body, stdin))
    return join(*printed) if printed else machine.program(body, stdin)


def tested(machine: Machine, words: list[str], then: str) -> None:
    """Notes the path that is not there where what follows a test runs."""
    path = absent(words, then) if then and words else ""
    machine.found.absent.update((path, machine.path(path)) if path else ())


def absent(words: list[str], then: str) -> str:
    """The path that is not there behind a test: `[ -f a ] || cp b a`.

    >>> [absent(line.split(), then) for line, then in (
    ...     ("[ -f a ]", "or"), ("test ! -e a", "and"), ("[ -f a ]", "and"), ("[ a = b ]", "or"))]
    ['a', 'a', '', '']
    """
    asked = [word for word in words[1:] if word not in ("]", "]]")]
    if words[0] not in ("[", "[[", "test") or then != ("and" if asked[:1] == ["!"] else "or"):
        return ""
    *how, path = asked[asked[:1] == ["!"]:] or [""]
    return path if how in (["-e"], ["-f"], ["-s"]) else ""


def last_resort(machine: Machine, name: str) -> bool:
    """Is a program run even behind the bound?  One that sends, and not too often."""
    from guards._shell.programs import SENDERS

    sends = name.rpartition("/")[2] in SENDERS
    machine.beyond += sends
    return sends and machine.beyond < BEYOND
