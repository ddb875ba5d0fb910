"""A value small enough for a row of the ledger: what was given, cleaned and cut."""
from __future__ import annotations

from guards._text.plain import STRUCTURAL, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def bounded(value: object, clean: Callable[[str], str], text_limit: int = 500, items: int = 20,
            depth: int = 6) -> object:
    """The same value small enough for a ledger row: every string through `clean`, long ones cut and counted.

    `clean` gets "key: text" where the key is not structural, so that a rule that needs the name sees it.
    """
    if isinstance(value, str):
        return cut(clean(value), text_limit)
    if value is None or isinstance(value, (bool, int, float)):
        return _number(value, "", clean)
    if depth <= 0:
        return "..."
    if isinstance(value, dict):
        shown: dict[str, object] = {}
        for name, inner in list(value.items())[:items]:
            label = cut(clean(str(name)), 100)
            if inner is None or isinstance(inner, (bool, int, float)):
                shown[label] = _number(inner, str(name), clean)
            elif isinstance(inner, str) and name not in STRUCTURAL:
                prefix = f"{name}: "
                cleaned = clean(prefix + inner)
                # A rule that swallowed the name as well leaves nothing to strip.
                shown[label] = cut(cleaned[len(prefix):] if cleaned.startswith(prefix) else cleaned, text_limit)
            else:
                shown[label] = bounded(inner, clean, text_limit, items, depth - 1)
        if len(value) > items:
            shown["..."] = f"{len(value) - items} more"
        return shown
    if isinstance(value, (list, tuple)):
        listed = [bounded(inner, clean, text_limit, items, depth - 1) for inner in value[:items]]
        return listed if len(value) <= items else [*listed, f"... {len(value) - items} more"]
    return cut(clean(str(value)), text_limit)


def _number(value: object, key: str, clean: Callable[[str], str]) -> object:
    """A number as it is, unless it is one that `clean` would not show: a card's or an account's."""
    if value is None or isinstance(value, bool) or (isinstance(value, (int, float)) and -9_999_999 < value < 9_999_999):
        return value
    said = f"{key}: {value}" if key else str(value)
    cleaned = clean(said)
    return value if cleaned == said else cleaned
