"""Who launched whom: rows of session_provenance.jsonl, and what is known of one id.

A row is about one session.  Rows of ours say in `kind` what was seen; a row without one was told by somebody else.
What was seen outranks what was told, the first owner that was seen stands until a hand-over, and going on with a
session makes nobody its owner.  `merged` is that law for the rows of one id; `resolve` turns an id, or the beginning
of one, and what the stores hold about it into one answer.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FIELDS = tuple("session_id caller_session_id kitchen_id dispatch_id recipe_name step_name timestamp".split())
# The public word first; the older ones are read, never written.
DISPATCHED = ("dispatched_session_id", "l3_session_id", "l2_session_id")
ID_LIMIT = 512      # characters; a longer "id" is no id
SEEN = frozenset("dispatch nested subagent fork clear".split())   # kinds of rows that show a launch
RESUMED, HANDOVER = "resume", "handover"
KITCHENS = ("kitchen_id", "child_kitchen_id", "store_kitchen")  # fields of a row that name a kitchen


class Found:
    """What is known of an id.

    id          the full id; "" where nothing is known
    row         what its rows come to (see `merged`), {} where there is none
    kitchens    the kitchens that it belongs to
    dispatched  a row proves that a dispatcher launched it: it is a food truck
    layer3      it is known, and not as a launched session: an orchestrator's or a person's own
    candidates  more than one: the ids that begin with what was given
    """

    __slots__ = tuple("candidates dispatched id kitchens layer3 row".split())

    def __init__(self, id: str = "", rows: Iterable[Mapping[str, object]] = (), layer3: bool = False,
                 candidates: tuple[str, ...] = ()) -> None:
        every = list(rows)
        self.id = id
        self.row: Mapping[str, object] = merged(every)
        self.kitchens = kitchens_of(every)
        self.dispatched = is_dispatched(every)
        self.layer3 = layer3
        self.candidates = candidates


def text(row: Mapping[str, object], field: str) -> str:
    """A field as a trimmed text; "" where it is missing or no text."""
    value = row.get(field)
    return value.strip() if isinstance(value, str) else ""


def clean_id(value: object) -> str:
    """An id as it was given, trimmed; "" for what cannot be one."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return ""
    value = value.strip()
    return value if len(value) <= ID_LIMIT else ""


def make_row(session_id: str, caller: str, stamp: str, **more: object) -> dict[str, object]:
    """A row with its seven fields in order, then what else is said of the launch and not empty."""
    row: dict[str, object] = dict.fromkeys(FIELDS, "")
    row.update({key: more.pop(key) for key in FIELDS if key in more})
    row.update(session_id=session_id, caller_session_id=caller, timestamp=stamp)
    row.update({key: value for key, value in more.items() if value not in ("", None)})
    return row


def trusted(rows: Iterable[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The rows of one id that say what it is, oldest first and what was seen before what was told.

    Where a launch was seen, a told row counts only for the same dispatch: who goes on with a session makes the
    dispatcher write a row about it, which must not make it theirs.

    >>> [row.get("kind") for row in trusted([{"dispatch_id": "2"}, {"kind": "dispatch", "dispatch_id": "1"}])]
    ['dispatch']
    """
    every = sorted(rows, key=lambda row: text(row, "timestamp") if text(row, "kind") else "")
    seen = [row for row in every if text(row, "kind") in SEEN]
    told = [row for row in every if text(row, "kind") not in SEEN and text(row, "kind") not in (RESUMED, HANDOVER)]
    dispatches = {text(row, "dispatch_id") for row in seen} - {""}
    return [*seen, *(row for row in told if not seen or text(row, "dispatch_id") in dispatches)]


def handed(rows: Iterable[Mapping[str, object]]) -> Mapping[str, object]:
    """The latest hand-over among the rows of one id; {} where there was none."""
    moved = [row for row in rows if text(row, "kind") == HANDOVER]
    return max(reversed(moved), key=lambda row: text(row, "timestamp"), default={})


def merged(rows: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """What the rows of one id, oldest first, come to; {} for none.

    The first row that counts gives every field that it has, later ones what it lacks.  A hand-over, the latest one,
    gives the owner: a session, or a kitchen alone.

    >>> merged([{"session_id": "a", "kitchen_id": "k"}, {"session_id": "a", "kind": "nested"}])
    {'session_id': 'a', 'kind': 'nested'}
    """
    every = list(rows)
    counting = trusted(every) or every[:1]
    one: dict[str, object] = {}
    for row in counting:
        one.update((key, value) for key, value in row.items() if one.get(key) in (None, ""))
    if text(one, "kind") == RESUMED:
        one["caller_session_id"] = ""
    moved = handed(every)
    if moved:
        one.update((key, value) for key, value in moved.items() if value not in (None, ""))
        one["caller_session_id"] = text(moved, "caller_session_id")
    return one


def kitchens_of(rows: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
    """The kitchens that the rows of one id prove it to belong to; after a hand-over that one's alone."""
    every = list(rows)
    moved = handed(every)
    named = [text(row, field) for row in ([moved] if moved else trusted(every)) for field in KITCHENS]
    return tuple(dict.fromkeys(name for name in named if name))


def is_dispatched(rows: Iterable[Mapping[str, object]]) -> bool:
    """Whether a row of one id proves a dispatch: a kind that says so, a dispatch's id, a recipe."""
    every = list(rows)
    return any(text(row, "kind") == "dispatch" or (text(row, "kind") not in ("nested", "subagent") and (
        text(row, "dispatch_id") or text(row, "recipe_name")) != "") for row in (*trusted(every), handed(every)))


def resolve(id: str, own: str, rows: Iterable[Mapping[str, object]], others: Iterable[str] = (),
            tops: Iterable[str] = ()) -> Found:
    """What `id` is.  `rows` newest first, those whose session id begins with it; `others` ids known without a
    row: callers, and sessions that recorded their own start; `tops` those of them that a person began.

    A session that a person began stays one whatever was told about it since, unless its launch was seen.

    >>> resolve("ab", "me", [{"session_id": "abc", "recipe_name": "r"}]).id
    'abc'
    >>> resolve("ab", "me", [{"session_id": "abc"}, {"session_id": "abd"}]).candidates
    ('abc', 'abd')
    """
    groups: dict[str, list[Mapping[str, object]]] = {}
    for row in rows:
        if text(row, "kind") != RESUMED:
            groups.setdefault(text(row, "session_id"), []).insert(0, row)
    began, known = set(tops), {*others, *tops}
    if id == own or id in groups or id in known:
        return _found(id, groups.get(id, []), known, began)
    candidates = sorted(name for name in {*groups, *known, own} if name.startswith(id))
    if len(candidates) == 1:
        only = candidates[0]
        return _found(only, groups.get(only, []), known - {own}, began)
    return Found(candidates=tuple(candidates))


def _found(id: str, rows: list[Mapping[str, object]], known: set[str], began: set[str]) -> Found:
    kinds = {text(row, "kind") for row in rows}
    if kinds & SEEN or HANDOVER in kinds:
        return Found(id, rows)
    # A row that names a recipe alone is written for whatever a skill goes on with, an orchestrator too.
    proven = any(text(row, "dispatch_id") or text(row, "caller_session_id") for row in rows)
    return Found(id, rows, layer3=id in began or (id in known and not proven))
