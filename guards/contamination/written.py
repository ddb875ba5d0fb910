"""What the session wrote into files: is a secret in it one that was read, or one that it made up?

Law: a value that stands in nothing read and nothing typed is no secret of anybody's (a fixture of a test); one that was
read stays one in base64, too.  What is written into a place that runs later is read as a command, and an address that
is written into git's own configuration is a remote.
Limitations: what a program that is not ours puts into a file.
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE
from guards._call.tags import WHOLE, WRITERS, file_of, put, replaced
from guards._history import labels
from guards._shell.sources import file_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Settings
    from guards._history.fields import Contamination as State
    from guards._types import Fact


# What was read and what a person typed, as fingerprints.
READ: tuple[Fact, ...] = (("stored", "seen"), ("stored", "asked"))


def text_of(event: Event) -> str:
    """The text that a call writes."""
    return "\n".join(put(event))


def requires(event: Event, state: State) -> list[Fact]:
    """What was read and typed, but only where a text could hold a secret of it."""
    if not event.is_result or event.tool not in WRITERS:
        return []
    return [*_known(event, state), *_whole(event, state)]


def _whole(event: Event, state: State) -> list[Fact]:
    """The file of which a part was written, where that part or one before it speaks of a place or a secret."""
    path = file_of(event)
    if event.tool == WHOLE or not path:
        return []
    from guards._shell.plans import says
    from guards._shell.sources import speaks

    text = text_of(event)
    known = path in (state.get("plans") or {})
    return [("file", path)] if known or speaks(text) or says(text.lower()) else []


def _known(event: Event, state: State) -> list[Fact]:
    """What was read and typed, but only where a text could hold a secret of it."""
    if any(found.level >= CREDENTIALS for found in event.facts.findings):
        return list(READ)
    path = file_of(event)
    if file_level(path):        # its name counts for nothing only where nothing of what was read is in it
        return list(READ)
    held = state.get("met") or labels.level_of(labels.highest(state)) >= CREDENTIALS
    return list(READ) if held and any(len(word) >= ENCODED for word in text_of(event).split()) else []


ENCODED = 24        # characters of a word that could be a secret in disguise


def after(event: Event, state: State, settings: Settings) -> State:
    """A file that the agent wrote: what it holds, whether it is a script, what remotes it names."""
    path = file_of(event)
    if not path:
        return state
    text = text_of(event)
    level = level_of(event, text, settings)
    files = {path: [level if level >= INTERNAL else NONE, path[-80:]]}
    if level < INTERNAL and (event.tool != WHOLE or path not in (state.get("files") or {})):
        files = {}
    from guards._shell.programs.packs import PACKED, listed
    from guards._shell.sources import is_script

    names = listed(path, text)
    if names or (event.tool == WHOLE and PACKED + path in (state.get("files") or {})):
        files[PACKED + path] = [CREDENTIALS if names else NONE, names]
    scripts = [path] if is_script(path, text) else []
    remotes = addresses(event, text) if path.endswith(".git/config") else {}
    whole = event.facts.file(path)
    found = plans({path: whole if whole is not None and event.tool != WHOLE else text}, event.cwd)
    before = (state.get("plans") or {}).get(path) or []
    if event.tool != WHOLE and whole is None:     # a part of a file takes nothing back
        found[path] = [*before, *(row for row in found[path] if row not in before)][-PLANS:]
    return labels.wrote(state, files, remotes, scripts, found if before or found[path] else None)


PLANS = 8       # plans of one file


def plans(texts: dict[str, str], cwd: str) -> dict[str, list[list[Any]]]:
    """What running each of these texts would do, without a secret in it: see `labels.wrote`; [] for nothing."""
    from guards._shell.plans import played
    from guards._shell.sources import is_script
    from guards._text.address import normalize
    from guards.contamination.plans import of_text

    return {path: [*([[e.kind, e.program[:20], normalize(e.destination)[:100], e.payload.level,
                       (e.payload.names or ("",))[0][:60]] for e in played(path, text, cwd)]
                     if is_script(path, text) else []), *of_text(path, text, cwd)] for path, text in texts.items()}


def level_of(event: Event, text: str, settings: Settings) -> int:
    """How sensitive a written text is."""
    level = max((found.level for found in event.facts.findings), default=NONE)
    if event.facts.found.keys().isdisjoint(READ):
        return level
    from guards._sensitive.overlap import carried

    known = [row for _, name in READ for one in event.facts.stored(name) for row in one.get("s", ())]
    held = max((hit.level for hit in carried(text, known, settings)), default=NONE) if known else NONE
    return max(held, min(level, INTERNAL - 1)) if level >= CREDENTIALS else max(level, held)


def addresses(event: Event, text: str) -> dict[str, str]:
    """The remotes that a text of git's configuration names anew, under every name that a push may use."""
    old = replaced(event)
    found: dict[str, str] = {}
    name = "origin"
    for line in text.split("\n"):
        key, equals, value = line.strip().partition("=")
        if key.startswith("[remote "):
            name = key[8:].strip("]\" ")
        elif key.strip().lower() in ("url", "pushurl") and equals and line.strip() not in old:
            found[name] = value.strip().strip('"')
    if not found and old and ("://" in text or "@" in text) and "\n" not in text.strip():
        found["origin"] = text.strip().rpartition("=")[2].strip()
    if "origin" in found:
        found[""] = found["origin"]
    return found
