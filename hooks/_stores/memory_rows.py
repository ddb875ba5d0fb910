"""Session memory, as rows: what may be written, and what of it is still believed.

A content row has the fields of ROW.  All else is a mark, a later row about earlier ones:

    {"mark": "stale", "stale_at", "stale_reason", "ids" or "through", "last"}
    {"mark": "origin", "origin", "source_tool", "ids", "last"}: they are the words of a foreign text
    {"mark": "clear", "cleared_at", "ids" or "through", "last"}
    {"mark": "audit", "passed", "at", "through", "last"} and, when it failed, "stale_at", "stale_reason"

`through: n` means every row up to id n; `last` is the highest id given so far, so that the last line
of the file is enough to know the next id.

# INVARIANT: `fold` only looks back, so the fold of a file's tail is a part of the fold of the file.
"""
from __future__ import annotations

from guards._history.memory_rows import CONTENT as CONTENT
from guards._history.memory_rows import KINDS as KINDS
from guards._history.memory_rows import MORE, share
from guards._history.memory_rows import draft as draft
from guards._history.memory_rows import named as named
from guards._history.memory_rows import shorten as shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Callable, TypeGuard

    from guards._history.memory_rows import Row

ACTIONS = ("list", "add", "mark_stale", "clear")
ARGUMENTS = tuple("""action session_id kind content ids kinds include_stale limit confidence source_tool
    source_call_id reason""".split())
ORIGINS = ("user", "tool", "agent", "untrusted")
ROW = tuple("""id session_id kind content source_tool source_call_id confidence created_at stale_at stale_reason
    origin""".split())
REASON = 300                        # characters of one
SHOWN = 40                          # characters of a bad word in a message
LIMIT, MOST = 50, 500               # rows in a list, unless asked; at most

MISSING_SESSION_ID = "SESSION_MEMORY_MISSING_SESSION_ID"
BAD_ACTION = "SESSION_MEMORY_BAD_ACTION"
BAD_KIND = "SESSION_MEMORY_BAD_KIND"
EMPTY_CONTENT = "SESSION_MEMORY_EMPTY_CONTENT"
INVALID = "SESSION_MEMORY_INVALID"
UNAVAILABLE = "SESSION_MEMORY_UNAVAILABLE"              # the store is locked, full or unreadable


# --- what may be asked ------------------------------------------------------------------------------

def problem(arguments: object) -> tuple[str, str] | None:
    """The first thing wrong with a call, as (error code, message); None when nothing is.

    The action is checked first, then the session, then what the action needs, then the rest.
    """
    if not isinstance(arguments, dict):
        return INVALID, "the arguments must be one object"
    action, session = arguments.get("action"), arguments.get("session_id")
    if not isinstance(action, str) or action not in ACTIONS:
        return BAD_ACTION, f"{_given(action)} is no action; known are {', '.join(ACTIONS)}"
    if session is None or (isinstance(session, str) and not session.strip()):
        return MISSING_SESSION_ID, "session_id is missing: give the id of the session whose memory is meant"
    if not isinstance(session, str):
        return INVALID, "session_id must be a string"
    if action == "add":
        kind, content = arguments.get("kind"), arguments.get("content")
        if not isinstance(kind, str) or kind not in KINDS:
            return BAD_KIND, f"{_given(kind)} is no kind; known are {', '.join(KINDS)}; nothing was added"
        if content is not None and not isinstance(content, str):
            return INVALID, "content must be a string; nothing was added"
        if not content or not content.strip():
            return EMPTY_CONTENT, "content is empty; nothing was added"
    for name, value in arguments.items():
        if name not in ARGUMENTS:
            return INVALID, f"{_given(name)} is no argument; known are {', '.join(ARGUMENTS)}"
        if value is not None and name in CHECKS and not CHECKS[name][0](value):
            kinds = value if name == "kinds" and isinstance(value, list) else []
            bad = next((k for k in kinds if k not in KINDS), value)
            return CHECKS[name][1], f"{name} must be {CHECKS[name][2]}, not {_given(bad)}; nothing was changed"
    return None


def _given(value: object) -> str:
    """What was given, short enough to be read; "nothing" for null.  A long word may hold a secret: its start only."""
    if value is None or isinstance(value, (list, dict)):
        return "nothing" if value is None else "an object" if isinstance(value, dict) else "a list"
    text = value if isinstance(value, str) else repr(value)
    text = "".join(c if c.isprintable() else " " for c in text.encode("utf-8", "replace").decode())
    return f"{text[:SHOWN]!r}{MORE if len(text) > SHOWN else ''}"


def whole(value: object) -> TypeGuard[int]:
    """Is it a whole number?  True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


CHECKS: dict[str, tuple[Callable[[object], bool], str, str]] = {
    "kinds": (lambda v: isinstance(v, list) and all(isinstance(k, str) and k in KINDS for k in v),
              BAD_KIND, f"a list out of {', '.join(KINDS)}"),
    "ids": (lambda v: isinstance(v, list) and all(whole(i) for i in v), INVALID, "a list of whole numbers"),
    "include_stale": (lambda v: isinstance(v, bool), INVALID, "true or false"),
    "limit": (lambda v: whole(v) and v > 0, INVALID, f"a whole number from 1 to {MOST}"),
    "confidence": (share, INVALID, "a number from 0 to 1"),
    "source_tool": (lambda v: isinstance(v, str), INVALID, "a string"),
    "source_call_id": (lambda v: isinstance(v, str), INVALID, "a string"),
    "reason": (lambda v: isinstance(v, str), INVALID, "a string"),
}


# --- what is still believed -------------------------------------------------------------------------

def fold(rows: Iterable[object]) -> list[Row]:
    """All content rows that were not cleared, oldest first, with their stale marks.

    After a failed audit a row is on `probation` until an audit passes when it comes from an untrusted
    source that had spoken before the audit, or says again what was said then; the user's own never is.
    It does not help to mark or clear a row before the audit: what was said counts, not what was left.
    """
    live: dict[int, Row] = {}
    said: list[Row] = []                # since an audit last passed
    sources: set[object] = set()
    contents: set[object] = set()
    for row in rows:
        if not isinstance(row, dict):
            continue
        mark = row.get("mark")
        if mark is None:
            if whole(row.get("id")) and row.get("kind") in KINDS and isinstance(row.get("content"), str):
                kept: Row = {name: row.get(name) for name in ROW}
                live[kept["id"]] = kept
                said.append(kept)
                _suspect(kept, sources, contents)
            continue
        chosen = [live[i] for i in _reached(row, live)]
        if mark == "clear":
            for gone in chosen:
                del live[gone["id"]]
        elif mark == "audit" and row.get("passed") is True:
            said, sources, contents = [], set(), set()
            for believed in live.values():
                believed.pop("probation", None)
        elif mark in ("stale", "audit"):
            for doubted in chosen:
                if doubted["stale_at"] is None:
                    doubted["stale_at"], doubted["stale_reason"] = row.get("stale_at"), row.get("stale_reason")
            if mark == "audit":
                contents.update(one["content"] for one in said)
                sources.update(_short(one["source_tool"]) for one in said if one["origin"] == "untrusted")
        elif mark == "origin":
            for copied in chosen:
                if copied["origin"] != "user" and row.get("origin") == "untrusted":
                    copied["origin"], copied["source_tool"] = "untrusted", row.get("source_tool")
                    _suspect(copied, sources, contents)
    return list(live.values())


def _suspect(row: Row, sources: set[object], contents: set[object]) -> None:
    """Puts a row on probation where a failed audit found against its source or its very words."""
    doubtful = row["origin"] == "untrusted" and _short(row["source_tool"]) in sources
    if row["origin"] != "user" and row["stale_at"] is None and (doubtful or row["content"] in contents):
        row["probation"] = True


def _short(tool: object) -> str:
    """A tool's own name: the same whichever server serves it."""
    return str(tool or "").rpartition("__")[2]


def _reached(mark: Row, live: dict[int, Row]) -> list[int]:
    ids: object = mark.get("ids")
    through: object = mark.get("through")
    if isinstance(ids, list):
        return [i for i in dict.fromkeys(i for i in ids if whole(i)) if i in live]
    return [i for i in live if i <= through] if whole(through) else []


def last_id(row: object) -> int:
    """The highest id given up to and with a row; 0 when it does not say."""
    value: object = row.get("last" if row.get("mark") else "id") if isinstance(row, dict) else None
    return value if whole(value) else 0


def selected(live: Iterable[Row], *, ids: list[int] | None = None, kinds: list[str] | None = None,
             include_stale: bool = False) -> list[Row]:
    """The rows that ids and kinds choose, both where both are given; an empty list chooses nothing."""
    return [row for row in live
            if (include_stale or row["stale_at"] is None)
            and (ids is None or row["id"] in ids) and (kinds is None or row["kind"] in kinds)]


def equal(draft: Row, rows: Iterable[Row]) -> Row | None:
    """The last row that says what the draft says and is not stale; of a user's draft, only one of the user's own."""
    same = [row for row in rows if row["content"] == draft["content"] and row["kind"] == draft["kind"]
            and row["stale_at"] is None and (draft["origin"] != "user" or row["origin"] == "user")]
    return same[-1] if same else None
