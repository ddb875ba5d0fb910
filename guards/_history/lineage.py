"""Who launched whom: rows of session_provenance.jsonl, and what is known of one id.

A row is about one launched session; the latest row of an id counts.  `resolve` turns an id, or the
beginning of one, and what the store holds about it into one answer.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

FIELDS = ("session_id", "caller_session_id", "kitchen_id", "dispatch_id", "recipe_name", "step_name", "timestamp")
# The public word first; the older ones are read, never written.
DISPATCHED = ("dispatched_session_id", "l3_session_id", "l2_session_id")
ID_LIMIT = 512      # characters; a longer "id" is no id


class Found:
    """What is known of an id.

    id          the full id; "" where nothing is known
    row         its latest row, {} where there is none
    layer3      it is known, and not as a launched session: an orchestrator's or a person's own
    candidates  more than one: the ids that begin with what was given
    """

    __slots__ = ("candidates", "id", "layer3", "row")

    def __init__(self, id: str = "", row: Mapping[str, Any] | None = None, layer3: bool = False,
                 candidates: tuple[str, ...] = ()) -> None:
        self.id = id
        self.row: Mapping[str, Any] = row if row is not None else {}
        self.layer3 = layer3
        self.candidates = candidates


def text(row: Mapping[str, Any], field: str) -> str:
    """A field as a trimmed text; "" where it is missing or no text."""
    value = row.get(field)
    return value.strip() if isinstance(value, str) else ""


def clean_id(value: Any) -> str:
    """An id as it was given, trimmed; "" for what cannot be one."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return ""
    value = value.strip()
    return value if len(value) <= ID_LIMIT else ""


def make_row(session_id: str, caller: str, stamp: str, **more: Any) -> dict[str, Any]:
    """A row with its seven fields in order, then what else is said of the launch and not empty."""
    row: dict[str, Any] = dict.fromkeys(FIELDS, "")
    row.update({key: more.pop(key) for key in FIELDS if key in more})
    row.update(session_id=session_id, caller_session_id=caller, timestamp=stamp)
    row.update({key: value for key, value in more.items() if value not in ("", None)})
    return row


def resolve(id: str, own: str, rows: Iterable[Mapping[str, Any]], others: Iterable[str] = ()) -> Found:
    """What `id` is.  `rows` newest first, those whose session id begins with it; `others` ids known without a
    row: callers, and sessions that recorded their own start.

    >>> resolve("ab", "me", [{"session_id": "abc", "recipe_name": "r"}]).id
    'abc'
    >>> resolve("ab", "me", [{"session_id": "abc"}, {"session_id": "abd"}]).candidates
    ('abc', 'abd')
    """
    latest: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        latest.setdefault(text(row, "session_id"), row)
    known = set(others)
    if id == own or id in latest:
        return Found(id, latest.get(id))
    if id in known:
        return Found(id, layer3=True)
    candidates = sorted(name for name in {*latest, *known, own} if name.startswith(id))
    if len(candidates) == 1:
        only = candidates[0]
        return Found(only, latest.get(only), layer3=only not in latest and only != own)
    return Found(candidates=tuple(candidates))


def tree(rows: Iterable[Mapping[str, Any]], tops: Iterable[str] = ()) -> list[tuple[int, str, Mapping[str, Any]]]:
    """(depth, id, latest row) of every session, launchers before what they launched, in the order of the store.

    `rows` oldest first.  A circle (rows that name each other) is cut where it is entered.
    """
    latest: dict[str, Mapping[str, Any]] = {}
    order: dict[str, None] = dict.fromkeys(tops)
    for row in rows:
        id, caller = text(row, "session_id"), launcher(row)
        if caller:
            order.setdefault(caller)
        if id:
            order.setdefault(id)
            latest[id] = row
    children: dict[str, list[str]] = {}
    for id in order:
        children.setdefault(launcher(latest.get(id, {})), []).append(id)
    found: list[tuple[int, str, Mapping[str, Any]]] = []
    seen: set[str] = set()
    stack = [(0, id) for id in reversed(children.get("", []))]
    rest = iter(order)
    while True:
        while stack:
            depth, id = stack.pop()
            if id in seen:
                continue
            seen.add(id)
            found.append((depth, id, latest.get(id, {})))
            stack.extend((depth + 1, child) for child in reversed(children.get(id, [])))
        circle = next((id for id in rest if id not in seen), None)
        if circle is None:
            return found
        stack.append((0, circle))


def launcher(row: Mapping[str, Any]) -> str:
    """Whom a session hangs under in the tree: the agent or session that launched it, or that it was forked from."""
    return text(row, "parent_agent_id") or text(row, "parent_session_id") or text(row, "caller_session_id")
