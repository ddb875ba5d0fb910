"""A `for` and its words: each is where something goes, so the body is run for each.

Law: the first words of a loop are run one by one, in bounds; those beyond stand in the variable together, as one text.
Cannot see: the words of a list that only the running of a program makes.
"""
from __future__ import annotations

from guards._shell.flow import join
from guards._shell.reading import BOUND
from guards._shell.syntax import Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.flow import Flow
    from guards._shell.machine import Machine
    from guards._shell.syntax import Command

EACH, ROUNDS = 32, 128        # words of one loop, and rounds of all loops of a line, that are run one by one


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
