"""What is private in a text has a place and a proof: a provider's form, a name, a checksum.

This module imports nothing; what knows the forms is loaded when a first sign of one stands in the text, so a clean
text costs a few searches.  All work is bounded and linear in the text.

Cannot see: names of people, street addresses, a secret in another spelling (see `fingerprint`), a text in an image.
"""

from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, PII

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEAST = b"w" * 15  # a shorter word is no token
WORDS = bytes([119 if (chr(b).isalnum() and b < 128) or b in b"_-.+" else 32 for b in range(256)])
DIGITS = b"0123456789"
LINES = bytes([48 if b in DIGITS else 10 if b == 10 else 32 for b in range(256)])
SEPARATORS = b" -.()+x"  # what people put between the digits of a number
CONFIDENTIAL = tuple(
    f"{a} confidential{b}" for a, b in (("strictly", ""), ("company", ""), ("proprietary and", ""))
)
# First signs of a secret by its name, or of a mark beside it; where none stands, no table is loaded.
NAMED = ("pass", "pwd", "secret", "token", "key", "cred", "auth", "_pw")
MORE = ("pin", "mnemonic", "seed", "dsn", "salt", "cookie", "webhook")  # read strictly
MARKS = tuple(
    '-----begin |ls0tls1crudjti|private-lines:|"kty"|://|basic |bearer |curl|wget| -p|$2|$1$|$5$|$6$|$8$|$9$|$apr1$|$y$|$argon2|hooks.slack'
    "|.com/webhook|/webhooks/|sig=|~|:aa|1//0|ssws |discord|machine |mnemonic|seed phrase|recovery phrase|to-securestring".split(
        "|"
    )
)


class Finding:
    """A span of a text: `kind` is credentials, internal, email, card, iban, ssn or phone; `rule` names the proof."""

    __slots__ = ("end", "kind", "level", "rule", "start")

    def __init__(self, start: int, end: int, kind: str, rule: str) -> None:
        self.start, self.end, self.kind, self.rule = start, end, kind, rule
        self.level = (
            CREDENTIALS if kind == "credentials" else INTERNAL if kind == "internal" else PII
        )


def find_sensitive(text: str, strict: int = 0, domains: Sequence[str] = ()) -> list[Finding]:
    """All of a text that is private, by start and without overlap; where two overlap the graver one counts.

    `strict` 1: the text is of a file of secrets, where a name alone is proof; 2: it goes on record, where all counts
    that cannot be code.  `domains`: the organisation's own hosts.
    """
    return merge_findings(
        [*find_secrets(text, strict), *find_personal(text), *find_internal(text, domains)]
    )


def find_secrets(text: str, strict: int = 0) -> list[Finding]:
    """Tokens, keys, passwords: providers' forms, marks, and values of telling names, by start and without overlap."""
    if len(text) < 6:
        return []
    plain = read_plain(text)
    low = plain.lower()
    words = find_words(plain)
    found: list[tuple[str, int, int]] = []
    marks = [mark for mark in MARKS if mark[0] in low and mark in low]
    if words or marks:
        from guards._sensitive.formats import find_shapes, find_tokens

        found += find_tokens(plain, words)
        found += find_shapes(plain, low, marks)
    names = [name for name in (NAMED + MORE if strict else NAMED) if name in low]
    fields = strict and plain.count(":") > 3
    if names or fields or (words and words != [(0, len(text))]):
        from guards._sensitive.named import find_fields, find_keys, find_manifest, find_named

        found += find_named(plain, low, names, strict)
        found += find_keys(plain, low, words)
        found += find_fields(plain) if fields else ()
        if "secret" in low and "data:\n" in low:
            found += find_manifest(plain, low)
    return merge_findings([Finding(start, end, "credentials", rule) for rule, start, end in found])


def find_personal(text: str) -> list[Finding]:
    """Addresses of mail, cards, IBANs, social security and telephone numbers, by start and without overlap."""
    plain = text if text.isascii() else text.encode("ascii", "replace").decode("ascii")
    digits = plain.encode().translate(LINES, SEPARATORS)
    found: list[Finding] = []
    if "@" in plain:
        from guards._sensitive.personal import find_mails

        found += [Finding(start, end, "email", "email") for start, end in find_mails(plain)]
    if b"0000000" in digits:
        from guards._sensitive.personal import find_numbers

        found += [
            Finding(start, end, kind, kind) for kind, start, end in find_numbers(plain, digits)
        ]
    return merge_findings(found)


def find_internal(text: str, domains: Sequence[str] = ()) -> list[Finding]:
    """The text's own word that it is confidential, and hosts of the organisation (`.corp`, `shop.example`)."""
    low = text[:3000].lower()
    found = [
        Finding(low.find(one), low.find(one) + len(one), "internal", "confidential")
        for one in CONFIDENTIAL
        if one in low
    ]
    low = text.lower() if domains else ""
    for name in [one.strip().lower().lstrip("*.") for one in domains]:
        at = low.find(name) if name else -1
        while at >= 0:
            end = at + len(name)
            before, after = low[max(0, at - 60) : at], low[end : end + 1]
            host = before[-1:] == "." or ("." in name and not before[-1:].isalnum())
            if host and not after.isalnum() and after not in ("-", "_", "("):
                head = len(before) - len(before.rstrip("abcdefghijklmnopqrstuvwxyz0123456789.-"))
                found.append(Finding(at - head, end, "internal", "internal-host"))
            at = low.find(name, end)
    return merge_findings(found)


def read_plain(text: str) -> str:
    """The text with one ASCII character for each of its own, so that places stay; escapes undone, our placeholders variables."""
    plain = text if text.isascii() else text.encode("ascii", "replace").decode("ascii")
    if "\\" in plain:
        plain = plain.replace("\\n", " \n")
    if "%3" in plain:
        plain = plain.replace("%3D", "=  ").replace("%3A", ":  ")
    if "\x1b[" in plain:  # a terminal's colours
        head, *rest = plain.split("\x1b[")
        cut = [one.lstrip("0123456789;")[1:] for one in rest]
        plain = head + "".join(
            [" " * (len(one) - len(left) + 2) + left for one, left in zip(rest, cut)]
        )
    if ":" in plain and "]" in plain and "[" in plain:
        head, *rest = plain.split("[")
        ends = [
            one.find("]", 0, 40) if is_placeholder(f"[{one[:40].partition(']')[0]}]") else -1
            for one in rest
        ]
        if max(ends) > 0:
            parts = [
                f"${{{'x' * (end - 1)}}}{one[end + 1 :]}" if end > 0 else f"[{one}"
                for one, end in zip(rest, ends)
            ]
            plain = head + "".join(parts)
    return plain


def is_placeholder(text: str) -> bool:
    """Has it the form of what stands for a value: `[password:1a2b]`?"""
    name, _, digits = text[1:-1].rpartition(":")
    return (
        len(digits) == 4
        and not digits.strip("0123456789abcdef")
        and name.replace("-", "").isalnum()
        and name.islower()
    )


def find_words(text: str) -> list[tuple[int, int]]:
    """(start, end) of the runs of letters, digits, `_`, `-` and `.` that are long enough to be tokens and hold a digit."""
    raw, found = text.encode(), []
    mask = raw.translate(WORDS)
    at = mask.find(LEAST)
    while at >= 0:
        end = mask.find(b" ", at)
        end = len(mask) if end < 0 else end
        if len(raw[at:end].translate(None, DIGITS)) < end - at or raw[at : at + 3] in (
            b"hf_",
            b"api",
        ):
            found.append((at, end))
        at = mask.find(LEAST, end)
    return found


def merge_findings(found: Iterable[Finding]) -> list[Finding]:
    """By start, without overlap: equals become one, a graver one takes the place of what it overlaps."""
    kept: list[Finding] = []
    for one in sorted(found, key=lambda finding: (finding.start, -finding.end)):
        last = kept[-1] if kept else None
        if last is None or one.start >= last.end:
            kept.append(one)
        elif one.level == last.level:
            last.end = max(last.end, one.end)
            last.rule = one.rule if one.rule == "value" else last.rule
        elif one.level > last.level:
            kept[-1] = one
    return kept
