"""What this machine accepts of a project, and whether its guards work.

Cannot see: why a file is another than the one accepted; read it before you accept it.
"""

from __future__ import annotations

from hooks._ctl import is_terminal
from hooks._ctl.secret import AGENTS
from hooks._event.accepted import (
    FILE,
    accept_project,
    list_moves,
    load_record,
    locate_record,
    read_guards,
)
from hooks._event.settings import merge_settings
from hooks._install import SCOPES, Place
from hooks._install.agents import list_installed
from hooks._install.check import list_faults, list_lost, stamp_code
from hooks._stores import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._ctl import Request


def trust_project(request: Request) -> int:
    """Accepts guards.json, launchers and commands as they stand, and says what of them is new."""
    world = request.world
    if any(world.environ.get(name) for name in AGENTS) or not is_terminal():
        raise Fault("only a person in a terminal of their own accepts what a repository brought")
    held = load_record(locate_record(world.project, world.environ)) or {"text": None, "places": []}
    text, lost = read_guards(world.project), list_lost(world.project, world.environ, held["places"])
    new = [f"{FILE}: {text.strip() or '(none)'}"] if text != (held["text"] or "") else []
    data = Place("user", "", world.environ).data
    accept_project(world.project, world.environ, [], [], stamp_code(data))
    wrong = [f"{path} is not as this version writes it: install.py puts it back" for path in lost]
    request.print_result({"accepted": new, "wrong": wrong}, "\n".join([*new, *wrong, "accepted"]))
    return 0


def show_doctor(request: Request) -> int:
    """Every scope that is installed: is it all there, does it answer, what waits to be accepted?"""
    world, faults, good = request.world, list[str](), list[str]()
    for scope in SCOPES:
        place = Place(scope, world.project, world.environ)
        agents = list_installed(place)
        found = list_faults(place) if agents else []
        faults += [f"{scope}: {fault}" for fault in found]
        good += (
            [f"{scope}: {', '.join(agents)}: every event answers"] if agents and not found else []
        )
    held = load_record(locate_record(world.project, world.environ))
    if not good and not faults:
        faults.append("nothing is installed here: run install.py")
    if held is not None and held["text"] != read_guards(world.project) and held["pending"]:
        faults.append(f"{FILE} came with git and nobody accepted it: guardctl trust")
    faults += [*list_moves(world.project, world.environ), *merge_settings(world.project)[1]]
    request.print_result({"good": good, "faults": faults}, "\n".join([*good, *faults]))
    return 1 if faults else 0
