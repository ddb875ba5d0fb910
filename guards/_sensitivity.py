# ruff: noqa: E501  (tables: one row, one line)
"""How sensitive is a text, and where: none < pii < internal < credentials.

One pass a kind of evidence, each behind a test that costs next to nothing: provider formats only
where a word starts like one, shapes and assignments only at their markers, personal data only at an
`@` or a run of digits.  No expression is compiled before its own head or marker was seen.

Cannot see: names and street addresses; a password in a sentence that never calls it one; a secret
encoded before it is shown (`_overlap` decodes what leaves).
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from guards import Settings

KINDS = {"credentials": CREDENTIALS, "internal": INTERNAL, "email": PII, "card": PII, "iban": PII, "ssn": PII, "phone": PII, "ip": PII}


class Finding:
    """One sensitive span: level, kind (see KINDS), the rule that found it, start and end in the text."""

    __slots__ = ("end", "kind", "level", "rule", "start")

    def __init__(self, level: int, kind: str, rule: str, start: int, end: int) -> None:
        self.level = level
        self.kind = kind
        self.rule = rule
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Finding({self.kind}, {self.rule}, {self.start}:{self.end})"


def scan(text: str, settings: Settings) -> list[Finding]:
    """Every sensitive span of `text`, by start, without overlap; the higher level wins, then the longer."""
    if len(text) < 5:
        return []
    raw = text.encode("ascii", "replace")  # one byte a character: positions stay
    if b"\\" in raw:
        for escape in (b"\\n", b"\\t", b"\\r"):
            raw = raw.replace(escape, b"  ")
    found = [Finding(CREDENTIALS, "credentials", rule, start, end) for rule, start, end in _secrets(raw)]
    found += [Finding(PII, kind, kind, start, end) for kind, start, end in _persons(raw)]
    return _disjoint(found)


def level(findings: Iterable[Finding]) -> int:
    """The highest level among the findings; NONE if there are none."""
    return max((f.level for f in findings), default=NONE)


def redact(text: str, findings: Iterable[Finding], key: bytes) -> str:
    """The text with each span replaced by `[<kind>:<rule>:<8 hex of its keyed fingerprint>]`."""
    parts: list[str] = []
    at = 0
    for f in findings:
        from guards._fingerprint import fingerprint
        parts += text[at:f.start], f"[{f.kind}:{f.rule}:{fingerprint(text[f.start:f.end], key)[:8]}]"
        at = f.end
    return "".join(parts) + text[at:] if parts else text


def clean(text: str, settings: Settings, limit: int = 2000) -> str:
    """What may be written down of `text`: sensitive spans redacted, at most `limit` characters."""
    part = text[:limit + 4000] if len(text) > limit else text  # a secret cut in two would not be known
    safe = redact(part, scan(part, settings), settings.key)
    if len(safe) <= limit and len(part) == len(text):
        return safe
    return f"{safe[:limit]}… ({len(text)} characters)"


def _disjoint(found: list[Finding]) -> list[Finding]:
    found.sort(key=lambda f: (-f.level, f.start - f.end))
    kept: list[Finding] = []
    if len(found) < 2:
        return found
    taken: list[tuple[int, int]] = []
    from bisect import bisect_left
    for f in found:
        at = bisect_left(taken, (f.start, f.end))
        if (at and taken[at - 1][1] > f.start) or (at < len(taken) and taken[at][0] < f.end):
            continue
        taken.insert(at, (f.start, f.end))
        kept.append(f)
    kept.sort(key=lambda f: f.start)
    return kept


# INVARIANT: HEADS holds the first three characters of every head in FORMATS (a test compares).
from guards._secret_formats import FORMATS  # noqa: E402

HEADS = frozenset(head[:3].encode() for row in FORMATS for head in row[1])
_COMPILED: dict[str, Any] = {}
_WORD = bytes(b if (chr(b).isalnum() and b < 128) or b in b"_-." else 32 for b in range(256))


def _secrets(raw: bytes) -> Iterator[tuple[str, int, int]]:
    from guards import _assignments
    low = raw.lower()
    starts = HEADS.intersection({t[:3] for t in raw.translate(_WORD).split() if len(t) > 14})
    if starts:
        yield from _formats(raw, starts)
    yield from _shapes(raw, low)
    for start, end, family, quoted in _assignments.candidates(raw, low):
        if _assignments.secret(raw[start:end], family, quoted):
            yield "assigned-" + family, start, end


def _pattern(rule: str, expression: str) -> Any:
    if rule not in _COMPILED:
        import re
        _COMPILED[rule] = re.compile(expression.encode())
    return _COMPILED[rule]


def _formats(raw: bytes, starts: frozenset[bytes]) -> Iterator[tuple[str, int, int]]:
    from guards._entropy import random_like
    for rule, heads, expression, _, _ in FORMATS:
        for text in heads:
            head = text.encode()
            if head[:3] not in starts:
                continue
            at = raw.find(head)
            while at >= 0:
                if not raw[at - 1:at].isalnum() or at == 0:
                    match = _pattern(rule, expression).match(raw, at)
                    if match and not raw[match.end():match.end() + 1].isalnum() and random_like(match.group()[len(head):]):
                        yield rule, at, match.end()
                at = raw.find(head, at + len(head))


def _shapes(raw: bytes, low: bytes) -> Iterator[tuple[str, int, int]]:
    from guards._entropy import stands_in
    from guards._secret_shapes import NEARBY, SHAPES
    for rule, markers, lead, expression, _, _ in SHAPES:
        for text in markers:
            marker = text.encode()
            at = low.find(marker)
            while at >= 0:
                near = NEARBY.get(rule)
                if near is None or any(word.encode() in low[max(0, at - 120):at + 4] for word in near):
                    match = None
                    for begin in range(max(0, at - lead), at + 1) if lead else (at,):
                        match = _pattern(rule, expression).match(raw, begin)
                        if match:
                            break
                    if match:
                        start, end = match.span("s") if "s" in match.re.groupindex else match.span()
                        if not stands_in(raw[start:end]):
                            yield rule, start, end
                at = low.find(marker, at + len(marker))


def _persons(raw: bytes) -> Iterator[tuple[str, int, int]]:
    from guards import _personal
    if b"@" in raw:
        yield from _personal.emails(raw)
    if sum(raw.count(d) for d in (b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9")) > 6:
        yield from _personal.numbers(raw)
        yield from _personal.ibans(raw)
