"""A session's level is the gravest thing that it was shown; it only rises, and only a person lowers it, with a reason.

Every agent of a session shares its level.  It lives in the records, so a resume or compaction keeps it.
Cannot see: what a session was shown by a door that fires no hook.
"""

from __future__ import annotations

from guards import CLASSIFICATIONS, INTERNAL, LEVELS, NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Query, Row

RELEASE = "guard: release "
SOURCES = "labels.sources"  # level name -> {"source", "at", "row"}: what brought it first
# What a tool says where it has nothing to say.
NOTHING = ("", "[]", "{}", "null", "none", "ok", '""')


def read_release(prompt: str) -> str:
    """The reason of `guard: release WHY` at the beginning of a prompt, "" where it is none or gives none."""
    head, size = prompt.lstrip(), len(RELEASE)
    return head[size:].split("\n")[0].strip() if head[:size].lower() == RELEASE else ""


def is_nothing(text: str) -> bool:
    """An empty answer: it marks nothing."""
    flat = " ".join(text.split()).strip(". ").lower() if len(text) < 200 else text
    return flat in NOTHING or (flat.startswith(("no ", "nothing ", "0 ")) and len(flat) < 60)


def rate_name(name: object, settings: Row) -> int:
    """The level that a classification means, by its own name, ours, or the settings'; NONE for no name of one."""
    low = str(name).lower()
    for names in (settings.get("classification_levels") or (), CLASSIFICATIONS, LEVELS):
        folded = [str(one).lower() for one in names]
        if low in folded:
            return min(folded.index(low), len(LEVELS) - 1)
    return INTERNAL if low == "confidential" else NONE  # AARM's own name


def list_closed(settings: Row) -> list[str]:
    """The tools that the settings tag `external`: under `tagged` and `seal` they are closed to a session with a level."""
    flows = (settings.get("contamination") or {}).get("policy") == "flow"
    rows = [row for row in (settings.get("tools") or {}).items() if isinstance(row[1], dict)]
    external = [name for name, tags in rows if tags.get("external") or tags.get("is_external")]
    return [] if flows else sorted(external)


def describe_level(level: int, sources: Row, settings: Row) -> Row:
    """The field `contamination` of a row and of the evaluation context: level, source, since when, what is closed."""
    first, closed = sources.get(LEVELS[level], {}), list_closed(settings) if level else []
    since = {"source": first.get("source", ""), "contaminated_at": first.get("at", "")}
    return {"level": LEVELS[level], **since, "blocked_tools": closed}


def raise_level(
    state: Row, level: int, source: str, at: str, settings: Row
) -> tuple[list[Query], Row]:
    """(the ops that raise a session's level and name the source, the field of the row); nothing where that level was known."""
    name, sources = LEVELS[level], state.get(SOURCES) or {}
    if level == NONE or name in sources:
        return [], {}
    first = {"source": source, "at": at, "row": state.get("seq", 0) + 1}
    reached = max(level, state.get("level", NONE))
    fields = {"contamination": describe_level(reached, {**sources, name: first}, settings)}
    return [("max", "level", level), ("put", SOURCES, name, first, len(LEVELS))], fields
