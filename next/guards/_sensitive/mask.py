"""A masked value has the shape of the one it stands for: each secret becomes `[kind:1a2b]`, all else stays to the byte.

The four hex digits are keyed by the project: one value has one placeholder in every result and record of a project, and
nobody without the key can try candidates.

Cannot see: what `find_secrets` does not find; a secret cut in two by the tool's own limits.
"""

from __future__ import annotations

from guards._sensitive import Finding, find_secrets, find_sensitive, is_placeholder, merge_findings
from guards._sensitive.fingerprint import hash_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

DEPTH = 64  # levels of a value that are read
SHORT = 8  # a shorter value counts only where no letter or digit stands beside it
# Fields that hold no text of anybody's.
AS_IT_IS = frozenset(
    "base64 filePath file_path path persistedOutputPath tool_use_id type uuid".split()
)


def mask_text(
    text: str, key: bytes, known: Iterable[str] = (), strict: bool = False
) -> tuple[str, list[Finding]]:
    """(the text without its secrets, what was found).  `known`: values that are masked wherever they stand."""
    return write_mask(
        text, key, merge_findings([*find_secrets(text, strict), *find_known(text, known)])
    )


def mask_value(
    value: Any, key: bytes, known: Iterable[str] = (), path: str = "", personal: bool = False
) -> tuple[Any, list[Finding]]:
    """(any JSON value with each text masked, what was found in all of it).

    `path`: the file that the value shows; a secret file's is read strictly.  `personal`: addresses, cards, numbers of
    people too.  A value found in one text is masked in all the others.
    """
    from guards._sensitive.paths import is_secret_path

    strict = bool(path) and is_secret_path(path)
    texts: dict[tuple[str, str], list[Finding]] = {}
    collect_texts(value, "", texts)
    values = dict.fromkeys(known)
    for name, text in texts:
        found = find_in_field(name, text, strict, personal)
        texts[name, text] = found
        values.update(
            dict.fromkeys([text[one.start : one.end] for one in found if is_kept(one, text)])
        )
    findings: list[Finding] = []
    for (name, text), found in texts.items():
        found = texts[name, text] = merge_findings([*found, *find_known(text, values)])
        findings += found
    return (swap_texts(value, "", texts, key) if findings else value), findings


def redact_value(
    value: Any, key: bytes, known: Iterable[str] = (), path: str = ""
) -> tuple[Any, list[Finding]]:
    """What may go on record of a value: the mask, and the data of people."""
    return mask_value(value, key, known, path, True)


def is_kept(one: Finding, text: str) -> bool:
    return (
        one.kind == "credentials"
        and SHORT <= one.end - one.start <= 4000
        and not text[one.start : one.end].isalpha()
    )


def find_in_field(name: str, text: str, strict: bool, personal: bool) -> list[Finding]:
    """What a text holds; a short one is read behind the name of its field, as `"password": "x"` stands in JSON."""
    lead = f'{name}: "' if name and len(text) < 500 and '"' not in text else ""
    find = find_sensitive if personal else find_secrets
    found = find(f'{lead}{text}"' if lead else text, strict)
    kept = [one for one in found if one.end > len(lead)]
    for one in kept:
        one.start, one.end = max(0, one.start - len(lead)), min(len(text), one.end - len(lead))
    return kept


def find_known(text: str, known: Iterable[str]) -> list[Finding]:
    """Where these values stand, whatever printed them."""
    found = []
    for value in known:
        at = text.find(value) if len(value) > 3 else -1
        while at >= 0:
            end = at + len(value)
            if len(value) >= SHORT or not (
                text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()
            ):
                found.append(Finding(at, end, "credentials", "secret"))
            at = text.find(value, end)
    return found


def collect_texts(
    value: Any, name: str, texts: dict[tuple[str, str], list[Finding]], depth: int = 0
) -> None:
    """All texts of a value by the field that they stand in; text that is JSON itself is read as text."""
    if isinstance(value, str):
        if name not in AS_IT_IS and len(value) > 3:
            texts[name, value] = []
    elif depth < DEPTH and isinstance(value, dict):
        for field, inner in value.items():
            collect_texts(inner, str(field), texts, depth + 1)
            if isinstance(field, str) and len(field) > 15:
                texts["", field] = []
    elif depth < DEPTH and isinstance(value, list):
        for inner in value:
            collect_texts(inner, name, texts, depth + 1)


def swap_texts(
    value: Any, name: str, texts: dict[tuple[str, str], list[Finding]], key: bytes, depth: int = 0
) -> Any:
    if isinstance(value, str):
        return write_mask(value, key, texts.get((name, value), []))[0]
    if depth < DEPTH and isinstance(value, dict):
        return {
            write_mask(field, key, texts.get(("", field), []))[0]
            if isinstance(field, str)
            else field: swap_texts(inner, str(field), texts, key, depth + 1)
            for field, inner in value.items()
        }
    if depth < DEPTH and isinstance(value, list):
        return [swap_texts(inner, name, texts, key, depth + 1) for inner in value]
    return value


def write_mask(text: str, key: bytes, found: list[Finding]) -> tuple[str, list[Finding]]:
    """(the text with each span replaced by its placeholder, the same findings)."""
    parts, at = [], 0
    for one in found:
        value = text[one.start : one.end]
        parts += [
            text[at : one.start],
            value if is_placeholder(value) else write_placeholder(one.rule, value, key),
        ]
        at = one.end
    return "".join([*parts, text[at:]]), found


def write_placeholder(rule: str, value: str, key: bytes) -> str:
    """What stands in the place of a value: `[github-token:3f2a]`."""
    return f"[{rule}:{hash_value(key, value)[:4]}]"


def find_placeholders(text: str) -> list[str]:
    """Everything that has the form of a placeholder, in order, once."""
    found = []
    for one in text.split("[")[1:]:
        end = one.find("]", 0, 40)
        if end > 5 and is_placeholder(f"[{one[: end + 1]}"):
            found.append(f"[{one[: end + 1]}")
    return list(dict.fromkeys(found))
