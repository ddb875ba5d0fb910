"""A masked value has the shape of the one it stands for: each secret becomes `[kind:1a2b]`, all else stays to the byte.

The four hex digits are keyed by the project: one value has one placeholder in every result and record of a project, and
nobody without the key can try candidates.

Cannot see: what `find_secrets` does not find; a secret cut in two by the tool's own limits.
"""

from __future__ import annotations

from guards._sensitive import (
    NAMED,
    Finding,
    find_secrets,
    find_sensitive,
    is_placeholder,
    merge_findings,
)
from guards._sensitive.fingerprint import hash_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
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
    named = find_known(text, dict.fromkeys(known, VALUE))
    found = merge_findings([*find_secrets(text, strict), *named])
    return write_mask(text, key, found), found


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
    findings = [one for found in texts.values() for one in found]
    return (swap_texts(value, "", texts, key) if findings else value), findings


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
    collect_texts(value, "", texts)
    rules = dict.fromkeys(known, VALUE)
    for name, text in texts:
        found = texts[name, text] = find_in_field(name, text, strict, personal)
        for one in found:
            part = text[one.start : one.end]
            if one.kind == "credentials" and SHORT <= len(part) < 4000 and not part.isalpha():
                rules.setdefault(part, one.rule)
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
            if len(value) >= SHORT or not (
                text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()
            ):
                found.append(Finding(at, end, "credentials", rule))
            at = text.find(value, end)
    return found


def collect_texts(value: Any, name: str, texts: Texts, depth: int = 0) -> None:
    """All texts of a value by the field that they stand in, long names of fields too."""
    if isinstance(value, str):
        if len(value) > 3 and name not in AS_IT_IS:
            texts[name, value] = []
    elif depth < DEPTH and isinstance(value, dict):
        for field, inner in value.items():
            collect_texts(inner, str(field), texts, depth + 1)
            collect_texts(str(field)[:4000] if len(str(field)) > 15 else "", "", texts)
    elif depth < DEPTH and isinstance(value, list):
        for inner in value:
            collect_texts(inner, name, texts, depth + 1)


def swap_texts(value: Any, name: str, texts: Texts, key: bytes, depth: int = 0) -> Any:
    if isinstance(value, str):
        return write_mask(value, key, texts.get((name, value), []))
    if depth < DEPTH and isinstance(value, dict):
        fields = [(one, write_mask(str(one), key, texts.get(("", str(one)), []))) for one in value]
        return {new: swap_texts(value[one], str(one), texts, key, depth + 1) for one, new in fields}
    if depth < DEPTH and isinstance(value, list):
        return [swap_texts(inner, name, texts, key, depth + 1) for inner in value]
    return value


def write_mask(text: str, key: bytes, found: list[Finding]) -> str:
    """The text with each span replaced by its placeholder."""
    parts, at = [], 0
    for one in found:
        parts += [text[at : one.start], write_placeholder(one.rule, text[one.start : one.end], key)]
        at = one.end
    return "".join([*parts, text[at:]])


def write_placeholder(rule: str, value: str, key: bytes) -> str:
    """What stands in the place of a value, `[github-token:3f2a]`; a placeholder stays as it is."""
    return value if is_placeholder(value) else f"[{rule}:{hash_value(key, value)[:4]}]"


def find_placeholders(text: str) -> list[str]:
    """Everything that has the form of a placeholder, in order, once."""
    found = [
        f"[{one[: one.find(']') + 1]}" for one in text.split("[")[1:] if one.find("]", 0, 40) > 5
    ]
    return [one for one in dict.fromkeys(found) if is_placeholder(one)]
