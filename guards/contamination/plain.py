"""A file with a secret's name that the session itself wrote without a secret in it: its content counts, not its name.

Law: a name says nothing once the whole text is known.  The text is known by a keyed fingerprint, as long as the file
still holds just that; one that is not there holds nothing else.  Whatever wrote to it since, the name counts again.
"""
from __future__ import annotations

from guards import INTERNAL
from guards._call.tags import WHOLE
from guards._shell.flow import NAMES
from guards._shell.sources import file_level
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Settings
    from guards._history.fields import Contamination as State

FILES = 100     # that are remembered; of one that was forgotten the name counts


def mark(text: str, settings: Settings) -> str:
    """A keyed fingerprint of a text that the session wrote; a last line break does not count."""
    return fingerprint(text.rstrip("\n"), settings.key)[:16]


def noted(event: Event, path: str, text: str, level: int, state: State, settings: Settings) -> State:
    """The state after a tool wrote this file: is its whole text known to hold no secret?"""
    before = state.get("plain") or {}
    if path not in before and (event.tool != WHOLE or level >= INTERNAL or not file_level(path)):
        return state
    kept = {one: said for one, said in before.items() if one != path}
    whole = text if event.tool == WHOLE else event.facts.file(path)
    if level < INTERNAL and whole is not None:
        kept[path] = mark(whole, settings)
    elif level < INTERNAL:
        kept[path] = before[path]
    return {**state, "plain": dict(list(kept.items())[-FILES:])}


def near(names: Iterable[str], state: State) -> list[str]:
    """The known files that these names may mean."""
    return [path for path in state.get("plain") or () for name in names if _means(name, path)]


def _means(name: str, path: str) -> bool:
    name = name.removeprefix("./")
    return path == name or path.endswith("/" + name)


def plain(event: Event, names: tuple[str, ...], state: State, settings: Settings) -> bool:
    """Is every one of these names that of a file whose whole text is known to hold no secret?"""
    known = state.get("plain") or {}
    if not known or not names or len(names) >= NAMES:
        return False
    for name in names:
        paths = [path for path in known if _means(name, path)]
        texts = [event.facts.file(path) for path in paths]
        if not paths or any(text is not None and mark(text, settings) != known[path]
                            for path, text in zip(paths, texts)):
            return False
    return True
