"""A masked value has the shape of the one it stands for: a secret becomes `[kind:1a2b]`, all else stays.

The four hex digits are keyed by the project: one value has one placeholder in every result and record
of a project, and nobody without the key can try candidates.

Cannot see: what `find_secrets` does not find; a secret cut in two by the tool's own limits.
"""

from __future__ import annotations

from guards._sensitive import (
    NAMED,
    PLACEHOLDER,
    Finding,
    find_secrets,
    find_sensitive,
    merge_findings,
)
from guards._sensitive.fingerprint import hash_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Texts = dict[tuple[str, str], list[Finding]]

DEPTH = 64  # levels of a value that are read
SHORT = 8  # a shorter value counts only where no letter or digit stands beside it
# Fields that hold no text of anybody's.
AS_IT_IS = frozenset(
    "base64 filePath file_path path persistedOutputPath tool_use_id type uuid".split()
)
VALUE = "value"  # the rule of a value that is known by value


def mask_text(
    text: str, key: bytes, known: Iterable[str] = (), strict: int = 0
) -> tuple[str, list[Finding]]:
    """(the text without its secrets, what was found).  `known`: values masked wherever they stand."""
    return mask_value(text, key, known, strict=strict)


def mask_value(
    value: Any,
    key: bytes,
    known: Iterable[str] = (),
    path: str = "",
    personal: bool = False,
    strict: int = 0,
) -> tuple[Any, list[Finding]]:
    """(any JSON value with each text masked, what was found in all of it); see `scan_value`."""
    texts = scan_value(value, known, path, personal, strict)
    return swap_texts(value, texts, key), [one for found in texts.values() for one in found]


def redact_value(
    value: Any, key: bytes, known: Iterable[str] = (), path: str = ""
) -> tuple[Any, list[Finding]]:
    """What may go on record of a value: the mask, more of it, and no data of people."""
    return mask_value(value, key, known, path, True, 2)


def scan_value(
    value: Any, known: Iterable[str] = (), path: str = "", personal: bool = False, strict: int = 0
) -> Texts:
    """(field, text) -> what stands in it, of every text of a JSON value.

    `path`: the file that the value shows; one that keeps secrets is read strictly (see
    `find_sensitive`).  `personal`: addresses, cards, numbers of people too.  A value found in one
    text is found in all the others, and `known` everywhere.
    """
    from guards._sensitive.paths import keeps_secrets

    strict = 1 if path and keeps_secrets(path) else strict
    texts: Texts = {}
    rules = dict.fromkeys(known, VALUE)

    def note(name: str, text: str) -> str:
        if (name, text) not in texts and len(text) > 3:
            found = texts[name, text] = find_in_field(name, text, strict, personal)
            for one in found:
                part = text[one.start : one.end]
                if one.kind == "credentials" and SHORT <= len(part) < 4000 and not part.isalpha():
                    rules.setdefault(part, one.rule)
        return text

    change_texts(value, note)
    for (name, text), found in texts.items() if rules else ():
        texts[name, text] = merge_findings([*found, *find_known(text, rules)])
    return texts


def find_in_field(name: str, text: str, strict: int, personal: bool) -> list[Finding]:
    """What a text holds; a short one is read behind its field's name: `"password": "x"`."""
    telling = len(text) < 500 and '"' not in text and any([one in name.lower() for one in NAMED])
    lead = f'{name}: "' if telling else ""
    find = find_sensitive if personal else find_secrets
    kept = [one for one in find(f'{lead}{text}"' if lead else text, strict) if one.end > len(lead)]
    for one in kept if lead else ():
        one.start, one.end = max(0, one.start - len(lead)), min(len(text), one.end - len(lead))
    return kept


def find_known(text: str, known: dict[str, str]) -> list[Finding]:
    """Where these values stand, whatever printed them; `known`: value -> rule."""
    found = []
    for value, rule in known.items():
        at = text.find(value) if len(value) > 3 else -1
        while at >= 0:
            end = at + len(value)
            alone = not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum())
            if len(value) >= SHORT or alone:
                found.append(Finding(at, end, "credentials", rule))
            at = text.find(value, end)
    return found


def change_texts(
    value: Any, change: Callable[[str, str], str], name: str = "", depth: int = 0
) -> Any:
    """A JSON value with each text as `change(name of its field, text)` gives it, names too."""
    if isinstance(value, str):
        return value if name in AS_IT_IS else change(name, value)
    if depth < DEPTH and isinstance(value, dict):
        return {
            change("", one) if len(one) > 15 else one: change_texts(inner, change, one, depth + 1)
            for one, inner in value.items()
        }
    if depth < DEPTH and isinstance(value, list):
        return [change_texts(inner, change, name, depth + 1) for inner in value]
    return value


def swap_texts(value: Any, texts: Texts, key: bytes) -> Any:
    """The value with every text masked as `texts` says; the same object where it says nothing."""
    if not any(texts.values()):
        return value
    return change_texts(
        value, lambda name, text: write_mask(text, key, texts.get((name, text), []))
    )


def write_mask(text: str, key: bytes, found: list[Finding]) -> str:
    """The text with each span replaced by its placeholder, `[github-token:3f2a]`."""
    parts, at = [], 0
    for one in found:
        value = text[one.start : one.end]
        tag = value if find_placeholders(value) else f"[{one.rule}:{hash_value(key, value)[:4]}]"
        parts += [text[at : one.start], tag]
        at = one.end
    return "".join([*parts, text[at:]])


def find_placeholders(text: str) -> list[str]:
    """Everything that has the form of a placeholder, in order, once."""
    from guards._sensitive.formats import compile_once

    return list(dict.fromkeys(compile_once(PLACEHOLDER).findall(text))) if "[" in text else []
