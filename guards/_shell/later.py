"""What a file would do when it runs, told when it is written: rows that later calls which run it are judged by.

Cannot see: what a file does with words that it is only given when it runs.
"""
from __future__ import annotations

from guards import RUNS, SENDS
from guards._shell.conventions import CODE, SETTINGS, play, play_now
from guards._shell.machine import Machine
from guards._text.lasting import by_itself

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.reading import Effect


def planned(path: str, text: str, cwd: str) -> list[Effect]:
    """What running this file would do outside, read when it is written: at most 5 effects that send or run."""
    machine = Machine(cwd, {}, {}, {})
    (play_now if by_itself(path) else play)(machine, path, text)
    if not path.endswith((*CODE, *SETTINGS, ".ipynb")):
        machine.text(text)
    machine.uncalled()
    found = {(e.kind, e.program, e.destination): e for e in machine.found.effects if e.payload.level or e.kind == RUNS
             or (e.kind == SENDS and "$" in e.payload.text and not path.endswith(CODE))}     # "$1": what it is given
    return list(found.values())[:5]
