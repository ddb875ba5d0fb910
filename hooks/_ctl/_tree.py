"""The sessions of a store as a tree: each below what launched it."""
from __future__ import annotations

from guards._history.lineage import merged, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def tree(rows: Iterable[Mapping[str, object]], tops: Iterable[str] = ()) -> list[tuple[int, str, Mapping[str, object]]]:
    """(depth, id, merged row) of every session, launchers before what they launched, in the order of the store.

    `rows` oldest first.  A circle (rows that name each other) is cut where it is entered.
    """
    groups: dict[str, list[Mapping[str, object]]] = {}
    order: dict[str, None] = dict.fromkeys(tops)
    for row in rows:
        id, caller = text(row, "session_id"), launcher(row)
        if caller:
            order.setdefault(caller)
        if id:
            order.setdefault(id)
            groups.setdefault(id, []).append(row)
    one = {id: merged(group) for id, group in groups.items()}
    children: dict[str, list[str]] = {}
    for id in order:
        children.setdefault(launcher(one.get(id, {})), []).append(id)
    found: list[tuple[int, str, Mapping[str, object]]] = []
    seen: set[str] = set()
    stack = [(0, id) for id in reversed(children.get("", []))]
    rest = iter(order)
    while True:
        while stack:
            depth, id = stack.pop()
            if id in seen:
                continue
            seen.add(id)
            found.append((depth, id, one.get(id, {})))
            stack.extend((depth + 1, child) for child in reversed(children.get(id, [])))
        circle = next((id for id in rest if id not in seen), None)
        if circle is None:
            return found
        stack.append((0, circle))


def launcher(row: Mapping[str, object]) -> str:
    """Whom a session hangs under in the tree: the agent or session that launched it, or that it was forked from."""
    return text(row, "parent_agent_id") or text(row, "parent_session_id") or text(row, "caller_session_id")
