"""The fact `stake`: for each thing that a call would destroy, what lies nowhere else.

The guard `loss` says what a call could destroy (guards/loss/destroys.py); here the disk and git are asked what of it
lies nowhere else.  Only the paths that the call names are looked at, through the one door to git, and only for a call
that destroys something.
"""

from __future__ import annotations

from contextlib import suppress

from guards import Facts, Settings
from guards._call import informed, read
from guards.loss import UNCOPIED
from guards.loss.destroys import losses
from guards.loss.reason import called
from guards.loss.services import DATA_OF_IT as DATA
from guards.loss.services import files_of
from guards.loss.tasks import behind, task
from guards.loss.words import SURE
from hooks._stores.disk import Fault
from hooks._stores.system import os
from hooks._unsaved import files, history, own, routine
from hooks._unsaved.found import Place, Stake

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session
    from guards._call import Call
    from guards._types import Fact
    from hooks._stores.world import World

LOOKS = {
    "files": files.removed,
    "tree": files.changed,
    "clean": files.cleaned,
    "modes": files.modes,
    "worktree": files.worktree,
    "commits": history.commits,
    "stash": history.stashes,
    "push": history.pushed,
}
SCRIPTS = 8  # scripts of one call whose text is read


def provide(world: World, event: Event, session: Session, name: str) -> list[object]:
    """The fact.  Raises FileNotFoundError where nothing is at stake, Fault, OSError."""
    call = event.call
    if call is None:
        raise FileNotFoundError(name)
    place = Place(world, event.cwd or world.project, own.Own(world, event.session_id))
    found: list[object] = []
    calls = typed(with_scripts(call, place), event, place)
    for one, by, loss in ((a, by, loss) for a, by in calls for loss in losses(a, orders(a, place))):
        if loss.names == DATA and routine.of_this_machine(place, one.ran[-1].cwd or one.cwd):
            continue
        stake = Stake() if loss.kind in SURE else LOOKS[loss.kind](place, loss)
        if loss.kind == "remote":
            stake.papers = routine.papers(place, loss, call)
        stake.papers += by
        if loss.kind in SURE or stake:
            found.append([loss.key, stake.row(), {} if loss.kind in UNCOPIED else stake.kept(called(loss.what)[0])])
    if not found:
        raise FileNotFoundError(name)
    return found


def with_scripts(call: Call, place: Place) -> Call:
    """The call with the texts of the scripts that it runs."""
    if not call.command or not call.reading.scripts:
        return call
    from hooks._facts import file_text

    found: dict[Fact, str] = {}
    for script in call.reading.scripts[:SCRIPTS]:
        path = place.path(script, call.cwd)
        try:
            if path is not None:
                found["file", path] = file_text(path)
        except (Fault, OSError):
            continue  # what cannot be read is unknown, and the reading says so
    return informed(call, Facts(found=found))


def typed(call: Call, event: Event, place: Place) -> list[tuple[Call, list[str]]]:
    """The call, and what stands behind the names of tasks that it runs, as if that were typed: with the command by
    which a person asks for it."""
    from hooks._facts import file_text

    found: list[tuple[Call, list[str]]] = [(call, [])]
    for one, by in found:
        for ran in one.ran if len(found) < SCRIPTS else ():
            file, said = task(ran)
            with suppress(Fault, OSError):
                text = behind(file_text(file), said) if file and os.path.isfile(file) else ""
                if text and not any(text == other.command for other, _ in found):
                    there = event.with_(call=None, input={"command": text}, cwd=os.path.dirname(file))
                    found.append((read(there, Settings()), by or [" ".join((ran.program, *ran.words))]))
    return found


def orders(call: Call, place: Place) -> dict[str, str]:
    """The texts of the files that a database is given."""
    from hooks._facts import file_text

    found: dict[str, str] = {}
    for ran in call.ran:
        for name in files_of(ran):
            path = place.path(name, ran.cwd or call.cwd)
            try:
                if path is not None and len(found) < SCRIPTS and os.path.isfile(path):
                    found[name] = file_text(path)
            except (Fault, OSError):
                continue  # what cannot be read says nothing
    return found
