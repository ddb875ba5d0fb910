"""What the world says: one look-up a kind of query, each at most once an event.

Law: a look-up reads and changes nothing, is bounded, and answers None where it cannot know.

Cannot see: what changes between the look-up and the call.
"""

from __future__ import annotations

import os

from hooks._stores import Fault, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._event import Moment

FILE_MOST, SECRET_FILES_MOST = 1 << 16, 20
# kind of query -> (module, function); the function gets the moment and the query's arguments.
LOOKUPS = {
    "file": ("hooks._event.facts", "look_file"),
    "exists": ("hooks._event.facts", "look_exists"),
    "listing": ("hooks._event.facts", "look_listing"),
    "value": ("hooks._event.facts", "look_value"),
    "values": ("hooks._event.facts", "look_values"),
    "untrusted": ("hooks._event.facts", "look_untrusted"),
    "env": ("hooks._event.facts", "look_env"),
    "remotes": ("hooks._event.facts", "look_remotes"),
    "remotes_now": ("hooks._event.facts", "look_remotes"),
}


def look_up(moment: Moment, query: tuple[Any, ...]) -> Any:
    """The answer to a query, kept for the event's rules."""
    answers = moment.facts.answers
    if query not in answers:
        module, function = LOOKUPS[query[0]]
        answers[query] = getattr(__import__(module, fromlist=[function]), function)(
            moment, *query[1:]
        )
    return answers[query]


def resolve_path(moment: Moment, path: str) -> str:
    """The absolute path of one that the call spells."""
    path = os.path.expanduser(path) if path[:1] == "~" else path
    return os.path.join(moment.event.cwd or moment.world.project, path)


def look_file(moment: Moment, path: str) -> str | None:
    """The text of a file, at most 64 KiB; None where there is none or it is no text."""
    path = resolve_path(moment, path)
    try:
        if not os.path.isfile(path):
            return None
        data = read_bytes(os.path.realpath(path), 0, FILE_MOST)
    except (Fault, ValueError):
        return None
    return None if b"\0" in data[:1024] else data.decode("utf-8", "replace")


def look_exists(moment: Moment, path: str) -> str:
    """What stands at a path: "file", "dir", "link" or ""."""
    path = resolve_path(moment, path)
    try:
        if os.path.islink(path):
            return "link"
        return "dir" if os.path.isdir(path) else "file" if os.path.exists(path) else ""
    except ValueError:
        return ""


def look_listing(moment: Moment, path: str) -> tuple[str, ...] | None:
    """The names in a folder, at most 10,000."""
    try:
        return tuple(sorted(os.listdir(resolve_path(moment, path)))[:10_000])
    except (OSError, ValueError):
        return None


def look_value(moment: Moment, hash: str) -> list[Any]:
    """Every value of the session with that keyed hash, the first source first."""
    from hooks._stores.ledger import find_values

    return find_values(moment.session, hash) if moment.session is not None else []


def look_values(moment: Moment, kind: str) -> list[Any]:
    """Every value of the session of that kind, the first source first."""
    from hooks._stores.ledger import find_kind

    return find_kind(moment.session, kind) if moment.session is not None else []


def look_untrusted(moment: Moment, text: str) -> list[Any]:
    """What only outsiders said first: the untrusted values of a text that nobody typed and HEAD does not hold."""
    from guards import PROJECT, TYPED, UNTRUSTED
    from guards._sensitive.fingerprint import hash_value
    from guards._text import normalize_place

    text = normalize_place(text)
    rows = look_value(moment, hash_value(moment.facts.key, text))
    if not rows or rows[0].trust != UNTRUSTED or any(row.trust in (TYPED, PROJECT) for row in rows):
        return []
    if "head_holds" in LOOKUPS and look_up(moment, ("head_holds", text)):
        return []
    return rows


def look_env(moment: Moment, name: str) -> str | None:
    """A variable of the hook's environment, ours and the client's only."""
    if name.startswith(("AUTOSKILLIT_", "CLAUDE_")):
        return moment.world.environ.get(name)
    return None


def look_remotes(moment: Moment) -> dict[str, str]:
    """The remotes of the project's repository, name -> address, read from .git/config without git."""
    from hooks._stores import measure_file

    project = moment.world.project
    path = f"{project}/.git/config"
    if not measure_file(path):
        return {}
    found: dict[str, str] = {}
    name = ""
    for line in read_bytes(path, 0, FILE_MOST).decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            name = line[9:-2] if line.startswith('[remote "') and line.endswith('"]') else ""
        elif name and line.partition("=")[0].strip().lower() == "url":
            found.setdefault(name, line.partition("=")[2].strip())
    return found
