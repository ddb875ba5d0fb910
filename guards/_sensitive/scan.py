# ruff: noqa: E501  (tables: one row, one line)
"""How sensitive is a text, and where: none < pii < internal < credentials.

One pass a kind of evidence, each behind a test that costs next to nothing: provider formats only
where a word starts like one, shapes and assignments only at their markers, personal data only at an
`@` or a run of digits.  No expression is compiled before its own head or marker was seen.

Limitations: names and street addresses; a password in a sentence that never calls it one; a secret
encoded before it is shown (`_overlap` decodes what leaves).
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Settings

KINDS = {"credentials": CREDENTIALS, "internal": INTERNAL, "email": PII, "card": PII, "iban": PII, "ssn": PII, "phone": PII, "ip": PII}
PRIVATE_NAME = "private-name"       # the rule of a host that only a private network answers to: it marks, and may leave

MARKED = "marked-confidential"      # the rule of a text's own word that it is confidential: it marks, and may leave
CONFIDENTIAL = (b"strictly confidential", b"proprietary and confidential", b"confidential and proprietary",
                b"privileged and confidential", b"company confidential", b"streng vertraulich",
                b"strictement confidentiel", b"estrictamente confidencial", b"strettamente confidenziale")
# INVARIANT: the keywords of `_assignments` (a test compares).
NAMED = tuple("pass pwd secret token key cred auth pw pin mnemonic seed phrase".split())
TOP = 3000      # bytes at whose beginning a text says so of itself


def scan(text: str, settings: Settings) -> list[Finding]:
    """Every sensitive span of `text`, by start, without overlap; where they overlap the graver one counts."""
    if len(text) < 5:
        return []
    from guards._sensitive.secrets import core_of, pool_of, secrets, vocabulary
    raw = readable(text)
    low = raw.lower()
    every = vocabulary(low)
    pool = pool_of(every)
    found = [Finding(CREDENTIALS, "credentials", rule, start, end) for rule, start, end in secrets(raw, low, every)]
    if b"@" in raw or len(raw) - len(raw.translate(None, b"0123456789")) > 6:
        from guards._sensitive.personal import persons
        found += [Finding(PII, kind, kind, start, end) for kind, start, end in persons(raw, low)]
    if raw.count(b".") > 2 or raw.count(b":") > 1:
        from guards._sensitive.addresses import addresses
        found += [Finding(KINDS[kind], kind, "private-address" if kind == "internal" else kind, start, end) for kind, start, end in addresses(raw)]
    if b"confiden" in pool or b"vertraulich" in pool:
        found += [Finding(INTERNAL, "internal", MARKED, at, at + len(sign)) for sign in CONFIDENTIAL
                  for at in (low.find(sign, 0, TOP),) if at >= 0]
    there = [name for name in settings.internal_domains for sign in (name.strip().lower().lstrip("*.").encode("ascii", "replace"),)
             if core_of(sign) in pool and sign in low]
    if there:
        from guards._sensitive.addresses import domains, private_names
        ours = [name for name in there if "." in name.strip("*. ")]
        found += [Finding(INTERNAL, "internal", "internal-domain", start, end) for start, end in domains(low, ours)]
        found += [Finding(INTERNAL, "internal", PRIVATE_NAME, start, end)
                  for start, end in private_names(low, [name for name in there if name not in ours])]
    return disjoint(found)


def readable(text: str) -> bytes:
    """The text as the rules read it, one byte a character so that positions stay: escapes undone, our own tags blank."""
    raw = text.encode("ascii", "replace")
    head, *rest = raw.split(b"\\")         # one letter is found many times as fast as two
    if rest:
        raw = head + b"".join([b"  " + one[1:] if one[:1] in _ESCAPED else b"\\" + one for one in rest])
    head, *rest = raw.split(b"\x1b[")      # a terminal's colours
    if rest:
        raw = head + b"".join([b" " * (len(one) - len(plain) + 2) + plain for one in rest
                               for plain in (one.lstrip(b"0123456789;")[1:],)])
    head, *rest = raw.split(b"%")
    if rest:
        raw = head + b"".join([_QUOTED.get(one[:2], b"%" + one[:2]) + one[2:] for one in rest])
    if b"[" in raw and b":" in raw:
        raw = _without_tags(raw)
    return raw


def _without_tags(raw: bytes) -> bytes:
    """A variable in place of what `redact` and masking wrote: redacting twice is redacting once, and what was given a value
    has one, so that the next word is none.

    Believed are eight or four hex digits behind the name of a rule of ours, so that nothing can hide in a tag.
    """
    blanked = None
    if b"0000]" not in raw.translate(_ENDS):
        return raw
    for kind in _TAGS:
        at = raw.find(kind)
        while at >= 0:
            end = raw.find(b"]", at, at + 100)
            rule, _, digits = raw[at + len(kind):max(end, 0)].rpartition(b":")
            if len(digits) == 8 and not digits.translate(None, b"0123456789abcdef") and rule.decode("ascii", "replace") in known_rules():
                blanked = blanked or bytearray(raw)
                blanked[at:end + 1] = b"${" + b"x" * (end - at - 2) + b"}"
            at = raw.find(kind, at + 1)
    for start, end in placeholders(raw):
        blanked = blanked or bytearray(raw)
        blanked[start:end] = b"${" + b"x" * (end - start - 3) + b"}"
    return bytes(blanked) if blanked else raw


def placeholders(raw: bytes) -> list[tuple[int, int]]:
    """(start, end) of everything that has the form of a placeholder: `[github-token:3f2a]`."""
    found = []
    mask = raw.translate(_ENDS)
    at = mask.find(b":0000]")
    while at >= 0:
        start = raw.rfind(b"[", max(0, at - 55), at)
        if start >= 0 and raw[start + 1:at].decode("ascii", "replace") in known_rules():
            found.append((start, at + 6))
        at = mask.find(b":0000]", at + 1)
    return found


# What a person is told of a rule that has no provider.
KINDS_OF_RULES = {"assigned-password": "password", "assigned-token": "token", "assigned-secret": "secret", "named-key": "key",
                  "kubernetes-secret": "kubernetes-secret"}


def known_rules() -> frozenset[str]:
    """The names of all rules and of what stands for them in a placeholder."""
    from guards._sensitive.formats import FORMATS
    from guards._sensitive.shapes import SHAPES
    names = [row[0] for row in FORMATS] + [row[0] for row in SHAPES]
    return frozenset([*names, *KINDS_OF_RULES, *KINDS_OF_RULES.values(), *KINDS, "value", "private-address", "internal-domain", MARKED,
                      "classifier_command"])


_ENDS = bytes(48 if b in b"0123456789abcdef" else b if b in b":]" else 32 for b in range(256))
_TAGS = tuple(b"[credentials: [internal: [email: [card: [iban: [ssn: [phone: [ip:".split())

# Behind a backslash: the ends of lines, and what parts columns.
_ESCAPED = frozenset((b"n", b"t", b"r"))
# URL escapes of what ends a word, as long as they are: what stands behind the percent sign.
_QUOTED = {code: b"  " + sign for sign, codes in ((b"=", (b"3D", b"3d")), (b"\"", (b"22",)), (b":", (b"3A", b"3a")), (b"&", (b"26",)), (b" ", (b"20",)), (b"'", (b"27",)))
           for code in codes}


def level(findings: Iterable[Finding]) -> int:
    """The highest level among the findings; NONE if there are none."""
    return max((f.level for f in findings), default=NONE)


def tag_of(text: str, found: Finding, key: bytes) -> str:
    """What stands in a record in the place of a finding."""
    from guards._text.fingerprint import fingerprint
    return f"[{found.kind}:{found.rule}:{fingerprint(text[found.start:found.end], key)[:8]}]"


def redact_spans(text: str, findings: Iterable[Finding], key: bytes) -> str:
    """The text with each span replaced by `[<kind>:<rule>:<8 hex of its keyed fingerprint>]`."""
    parts: list[str] = []
    at = 0
    for f in findings:
        if f.start == f.end:  # a level without a place
            continue
        parts += text[at:f.start], tag_of(text, f, key)
        at = f.end
    return "".join(parts) + text[at:] if parts else text


def with_named(text: str, found: Iterable[Finding]) -> list[Finding]:
    """What may not go on record of a text: these findings, and all values that a secret's name is given.

    So less is written down than is asked about: a password of words, a value that nobody could tell from code.
    """
    low = text.lower()
    if low.count(":") < 4 and not any(name in low for name in NAMED):
        return list(found)
    from guards._sensitive.assignments import given
    raw = readable(text)
    return disjoint([*found, *(Finding(CREDENTIALS, "credentials", *one) for one in given(raw, raw.lower(), False))])


def without_named(text: str, found: Iterable[Finding], key: bytes) -> str:
    """The text as it may go on record, where these were found in it."""
    return redact_spans(text, with_named(text, found), key)


def redact(text: str, settings: Settings, limit: int = 0, harmless: int = NONE) -> str:
    """What may be written down or shown of `text`.

    limit     characters that are kept, 0 for all; the cut says how many there were
    harmless  the highest level that may stand as it is
    """
    part = text[:limit + 10_000] if limit and len(text) > limit else text  # a secret cut in two would not be known
    safe = without_named(part, [f for f in scan(part, settings) if f.level > harmless], settings.key)
    if not limit or (len(safe) <= limit and len(part) == len(text)):
        return safe
    return f"{safe[:limit]}… ({len(text)} characters)"


def redact_line(text: str, settings: Settings, limit: int, harmless: int = NONE) -> str:
    """A text as it may stand in a reason: redacted above the harmless level, one line, no quotes, at most `limit`
    characters."""
    flat = " ".join(redact(text, settings, harmless=harmless).replace('"', "'").split())
    return flat if len(flat) <= limit else flat[:limit - 3] + "..."


def disjoint(found: list[Finding]) -> list[Finding]:
    """By start, without overlap: spans of one level that overlap become one, of a lower one what the graver leaves."""
    end = -1
    for f in found:
        if f.start < end:
            break
        end = f.end
    else:
        return found        # as they are: of one kind, mostly
    found.sort(key=lambda f: (f.start, f.end))
    kept = found[:1]
    for f in found[1:]:
        last = kept[-1]
        if f.start >= last.end:
            kept.append(f)
            continue
        if f.level != last.level:       # a password before an @ is no part of an address: the graver one alone is known again
            if f.level > last.level:
                last.end = f.start
                kept[-1:] = [last, f] if last.start < last.end else [f]
            continue
        if f.end - f.start > last.end - last.start:
            last.kind, last.rule = f.kind, f.rule
        last.end = max(last.end, f.end)
    return kept
