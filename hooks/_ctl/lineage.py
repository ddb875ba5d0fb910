"""`guardctl lineage [SESSION]`: who launched whom, with recipe, kitchen and whether it is alive, as a tree; and who
told whom something, with what the teller had read by then."""
from __future__ import annotations

import argparse
import os

from guards import LEVELS
from guards._history.lineage import text
from hooks._ctl._terminal import fit, width
from hooks._ctl._tree import launcher, tree
from hooks._install.said import many
from hooks._stores import disk, launches, processes, provenance
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    from hooks._stores.world import World

    Row = TypeVar("Row")    # what stands with a node
    Node = tuple[int, str, Mapping[str, object]]    # how deep, the id, the row


MESSAGES = ".messages.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="only this session's line: those above it and all below "
                                                   "(an id, or the unique beginning of one)")


def run(args: argparse.Namespace, world: World) -> int:
    nodes = tree(provenance.every(world), launches.tops(world))
    if args.session:
        nodes = line_of(nodes, args.session)
    living, said = alive(world), messages(world)
    if not args.session:
        known = {id for _, id, _ in nodes}
        nodes += [(0, id, {}) for id in said if id not in known]
    if args.json:
        print(dumps([{"depth": depth, "session_id": id, "alive": living.get(id), **{
            key: value for key, value in row.items() if key != "session_id"}, **(
                {"messages": said[id]} if id in said else {})} for depth, id, row in nodes]))
        return 0
    if not nodes:
        print("no session is on record yet")
    for depth, id, row in nodes:
        print("  " * depth + fit(" ".join((id, *described(row, living.get(id)))), width() - 2 * depth))
        for one in summed(said.get(id, [])):
            print("  " * (depth + 1) + fit(f"< {one}", width() - 2 * depth - 2))
    return 0


def messages(world: World) -> dict[str, list[dict[str, object]]]:
    """Receiver -> the messages that it was sent, oldest first, as both ends recorded them."""
    folder = world.folder("context")
    found: dict[str, list[dict[str, object]]] = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if not name.endswith(MESSAGES):
            continue
        for row in map(_row, disk.lines(os.path.join(folder, name))):
            if text(row, "to"):
                found.setdefault(text(row, "to"), []).append(row)
    return found


def _row(raw: bytes) -> dict[str, object]:
    try:
        row = loads(raw)
    except (ValueError, RecursionError):
        return {}       # a torn line
    return row if isinstance(row, dict) else {}


def summed(rows: list[dict[str, object]]) -> list[str]:
    """A line for each teller: how many messages, and whether they are foreign."""
    tellers: dict[str, list[dict[str, object]]] = {}
    for row in rows:
        tellers.setdefault(text(row, "from"), []).append(row)
    return [f"{many(number, 'message')} from {teller or 'nobody named'}"
            f"{', which had read foreign text' if any(row.get('foreign') for row in each) else ''}"
            f"{highest(each)}" for teller, each in tellers.items()
            for number in [max(sum(row.get("kind") == kind for row in each) for kind in ("sent", "heard", "answer"))]]


def highest(rows: list[dict[str, object]]) -> str:
    """The highest level that the teller held."""
    level = max((LEVELS.index(text(row, "level")) for row in rows if text(row, "level") in LEVELS), default=0)
    return f", holding {LEVELS[level]}" if level else ""


def described(row: Mapping[str, object], living: bool | None) -> list[str]:
    """What is worth saying of a session behind its id."""
    words = [text(row, "kind") or ("dispatch" if text(row, "recipe_name") else "")]
    for name, field in (("recipe", "recipe_name"), ("step", "step_name"), ("kitchen", "kitchen_id"),
                        ("agent", "agent_type"), ("since", "timestamp")):
        if text(row, field):
            words.append(f"{name}={text(row, field)}")
    owner = text(row, "caller_session_id")
    if owner and owner != launcher(row):
        words.append(f"owner={owner}")
    words.append({True: "alive", False: "ended", None: ""}[living])
    return [word for word in words if word]


def line_of(nodes: list[Node], given: str) -> list[Node]:
    """The session's ancestors, itself and all below it.  Raises Fault where the id is not known or not unique."""
    fitting = [at for at, (_, id, _) in enumerate(nodes) if id == given] or [
        at for at, (_, id, _) in enumerate(nodes) if id.startswith(given)]
    if len(fitting) != 1:
        raise Fault(f"{len(fitting) or 'no'} sessions on record begin with {given!r}")
    return around(nodes, fitting[0])


def around(nodes: list[tuple[int, str, Row]], at: int) -> list[tuple[int, str, Row]]:
    """A node's ancestors, itself and all below it, in the order of the tree."""
    above, depth = [], nodes[at][0]
    for node in reversed(nodes[:at]):
        if node[0] < depth:
            above.append(node)
            depth = node[0]
    end = at + 1
    while end < len(nodes) and nodes[end][0] > nodes[at][0]:
        end += 1
    return [*reversed(above), *nodes[at:end]]


def alive(world: World) -> dict[str, bool]:
    """Session -> whether a process that can be seen from here is in it."""
    here = processes.machine()
    found: dict[str, bool] = {}
    for _, record in processes.records(world):
        lives = processes.alive(record, here)
        if lives is not None:
            found[text(record, "session_id")] = lives or found.get(text(record, "session_id"), False)
    return found
