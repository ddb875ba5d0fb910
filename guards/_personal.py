# ruff: noqa: E501  (tables: one row, one line)
"""What belongs to a person: mail address, payment card, IBAN, social security number, telephone, IP address.

Each kind is looked for only where its mark stands (an `@`, a run of digits), and has to pass its
checksum where there is one.  Cannot see: names, street addresses, numbers in words.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCAL = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-"
_HOST = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"


def emails(raw: bytes) -> Iterator[tuple[str, int, int]]:
    at = raw.find(b"@")
    while at >= 0:
        before, after = raw[max(0, at - 64):at], raw[at + 1:at + 254]
        local = before[len(before.rstrip(_LOCAL)):].lstrip(b".%+-")
        host = after[:len(after) - len(after.lstrip(_HOST))].rstrip(b".-")
        labels = host.split(b".")
        if ((local and local[-1:] != b"." and len(labels) > 1 and all(labels) and labels[-1].isalpha()) or labels[-1][:4] == b"xn--") and len(labels[-1]) > 1:
            yield "email", at - len(local), at + 1 + len(host)
        at = raw.find(b"@", at + 1)


def numbers(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """Cards, SSNs and telephone numbers: runs of digits with what people put between them."""
    import re

    from guards._checksums import luhn
    for match in re.finditer(rb"(?<![\w.\-+])(?:\+|\()?\d[\d\-. ()]{6,24}\d(?![\w\-])", raw):
        whole = match.group()
        digits = whole.translate(None, b"-. ()+").decode()
        start, end = match.span()
        if 12 <= len(digits) <= 19 and not whole.translate(None, b"0123456789- ") and digits[0] in "23456" and luhn(digits) and len(set(digits)) > 3:
            yield "card", start, end
        elif len(digits) == 9 and whole[3:4] == b"-" and whole[6:7] == b"-" and digits[:3] not in ("000", "666") and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000":
            yield "ssn", start, end
        elif _phone(whole, digits):
            yield "phone", start, end


def _phone(whole: bytes, digits: str) -> bool:
    if whole[:1] == b"+":
        return 9 <= len(digits) <= 15
    parts = whole.replace(b"(", b"").replace(b")", b"-").replace(b" ", b"-").replace(b".", b"-").replace(b"--", b"-").split(b"-")
    return [len(p) for p in parts] == [3, 3, 4] and digits[0] not in "01"


def ibans(raw: bytes) -> Iterator[tuple[str, int, int]]:
    import re

    from guards._checksums import iban
    for match in re.finditer(rb"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])", raw):
        text = match.group().replace(b" ", b"").decode()
        if 15 <= len(text) <= 34 and iban(text):
            yield "iban", match.start(), match.end()
