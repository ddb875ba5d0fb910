"""What is private in a text has a place and a proof: a provider's form, a name, a checksum.

This module imports nothing; what knows the forms is loaded when a first sign of one stands in the
text, so a clean text costs a few searches.  All work is bounded and linear in the text.

Cannot see: names of people, street addresses, a secret in another spelling (see `fingerprint`).
"""

from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, PII

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

LEAST = b"w" * 15  # a shorter word is no token
WORDS = bytes([119 if (chr(b).isalnum() and b < 128) or b in b"_-.+" else 32 for b in range(256)])
DIGITS, SEPARATORS = b"0123456789", b" -.()+x"  # what people put between the digits of a number
LINES = bytes([48 if b in DIGITS else 10 if b == 10 else 32 for b in range(256)])
# Where a host stands as an address; a terminal's colours; what stands for a value: `[password:1a2b]`.
ADDRESS = r"(?:(?://|@|ssh |host:? |hostname: )(HOST)|(?<![\w.-])(HOST)(?=:\d))(?![\w(-]|\.\w)"
COLOURS, PLACEHOLDER = r"\x1b\[[\d;]*[a-zA-Z]?", r"\[[a-z][a-z0-9-]{0,29}:[0-9a-f]{4}\]"
CONFIDENTIAL = ("strictly confidential", "company confidential", "proprietary and confidential")
# First signs of a secret by its name, or of a mark beside it; where none stands, no table is loaded.
NAMED = ("pass", "pwd", "secret", "token", "key", "cred", "auth", "_pw")
MORE = ("pin", "mnemonic", "seed", "dsn", "salt", "cookie", "webhook")  # read strictly
CRYPT = frozenset("1 5 6 8 9 y 2a 2b 2y apr1 argon2id argon2i argon2d".split())
MARKS = tuple(
    """-----begin |ls0tls1crudjti|private-lines:|"kty"|://|basic |bearer |curl|wget| -p|q~|jqqj9|.atlasv1.|nral|sha256~|:aa
1//0|hooks.slack|.com/webhook|/webhooks/|sig=|ssws|discord|machine |mnemonic|seed phrase|recovery phrase
to-securestring""".replace("\n", "|").split("|")
)


class Finding:
    """A span of a text: `kind` is credentials, internal, email, card, iban, ssn or phone."""

    __slots__ = ("end", "kind", "level", "rule", "start")

    def __init__(self, start: int, end: int, kind: str, rule: str = "") -> None:
        self.start, self.end, self.kind, self.rule = start, end, kind, rule or kind
        self.level = {"credentials": CREDENTIALS, "internal": INTERNAL}.get(kind, PII)


def list_texts(value: Any) -> list[str]:
    """Every text of a JSON value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in list_texts(one)]


def find_sensitive(text: str, strict: int = 0, domains: Sequence[str] = ()) -> list[Finding]:
    """All of a text that is private, by start and without overlap; the graver of two counts.

    `strict` 1: the text is of a file of secrets, where a name alone is proof; 2: it goes on record,
    where all counts that cannot be code.  `domains`: the organisation's own hosts.
    """
    found = find_secrets(text, strict) + find_personal(text) + find_internal(text, domains)
    return merge_findings(found)


def find_secrets(text: str, strict: int = 0) -> list[Finding]:
    """Tokens, keys, passwords: providers' forms, marks, values of telling names."""
    plain = read_plain(text)
    low, words = plain.lower(), find_words(plain)
    found: list[tuple[str, int, int]] = []
    marks = [mark for mark in MARKS if mark in low]
    marks += ["$"] if "$" in low and not CRYPT.isdisjoint(low.split("$")) else []
    names = [name for name in (NAMED + MORE if strict else NAMED) if name in low]
    if words or marks:
        from guards._sensitive.formats import find_shapes, find_tokens

        found += find_tokens(plain, words)
        found += find_shapes(plain, low, marks)
    if names or (strict and plain.count(":") > 3):
        from guards._sensitive.named import find_assigned, find_manifest

        found += find_assigned(plain, low, names, strict)
        found += find_manifest(plain) if "data:\n" in low and "secret" in low else ()
    return merge_findings([Finding(start, end, "credentials", rule) for rule, start, end in found])


def find_personal(text: str) -> list[Finding]:
    """Addresses of mail, cards, IBANs, social security and telephone numbers."""
    raw = text.encode("ascii", "replace")
    plain, digits = raw.decode("ascii"), raw.translate(LINES, SEPARATORS)
    found: list[tuple[str, int, int]] = []
    if "@" in plain:
        from guards._sensitive.personal import find_mails

        found += find_mails(plain)
    if b"0000000" in digits:
        from guards._sensitive.personal import find_numbers

        found += find_numbers(plain, digits)
    return merge_findings([Finding(start, end, kind) for kind, start, end in found])


def find_internal(text: str, domains: Sequence[str] = ()) -> list[Finding]:
    """The text's own word that it is confidential, and addresses of the organisation's hosts."""
    low, found = text.lower() if domains else text[:3000].lower(), []
    for one in CONFIDENTIAL:
        at = low.find(one, 0, 3000)
        found += [Finding(at, at + len(one), "internal", "confidential")] if at >= 0 else []
    for name in [one.strip().lower().lstrip("*") for one in domains]:
        if name and name in low:
            from guards._sensitive.formats import compile_once

            host = "[a-z0-9.-]{1,80}" * (name[0] == ".") + name.replace(".", "\\.")
            pattern, at = compile_once(ADDRESS.replace("HOST", host)), low.find(name)
            while at >= 0:
                match, end = (
                    pattern.search(low, max(0, at - 90), at + len(name) + 6),
                    at + len(name),
                )
                span = match.span(match.lastindex or 0) if match else (0, 0)
                found += [Finding(*span, "internal", "internal-host")] if span[1] == end else []
                at = low.find(name, end)
    return merge_findings(found)


def read_plain(text: str) -> str:
    """The text with one ASCII character for each of its own, so that places stay.

    Escapes are undone; our own placeholders read as variables, so that none is masked again.
    """
    plain = text if text.isascii() else text.encode("ascii", "replace").decode("ascii")
    if "\\n" in plain:
        plain = plain.replace("\\n", " \n")
    if "%3" in plain:
        plain = plain.replace("%3D", "=  ").replace("%3A", ":  ")
    if "\x1b[" in plain or any([one[-5:-4] == ":" for one in plain.split("]")[:-1]]):
        from guards._sensitive.formats import compile_once

        blank = compile_once(COLOURS).sub(lambda match: " " * len(match[0]), plain)
        plain = compile_once(PLACEHOLDER).sub(lambda one: "${" + "x" * (len(one[0]) - 2), blank)
    return plain


def find_words(text: str) -> list[tuple[int, int]]:
    """(start, end) of the runs that are long enough to be tokens and hold a digit."""
    raw, found = text.encode(), []
    mask = raw.translate(WORDS)
    at = mask.find(LEAST)
    while at >= 0:
        end = mask.find(b" ", at)
        end = len(mask) if end < 0 else end
        word = raw[at:end]
        if len(word.translate(None, DIGITS)) < end - at or word[:3] in (b"hf_", b"api"):
            found.append((at, end))
        at = mask.find(LEAST, end)
    return found


def merge_findings(found: Iterable[Finding]) -> list[Finding]:
    """By start, without overlap: equals become one, a graver one takes the lesser one's place."""
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
