# ruff: noqa: E501  (tables: one row, one line)
"""What belongs to a person: mail address, payment card, IBAN, social security number, telephone number.

Each kind is looked for only where its mark stands (an `@`, a run of digits) and has to pass its
checksum where there is one.  What has no checksum needs either a written form that nothing else has
(`+46 8 928 571 38`, `(415) 555-0132`) or a word beside it that says what it is.

Limitations: names, street addresses, numbers in words, a bare local number that nothing introduces.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCAL = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-"
_HOSTS = bytes(104 if (chr(b).isalnum() and b < 128) or b in b".-" else 32 for b in range(256))

# Nobody's: machines that cannot be answered, the user part of a git remote.
_NOBODY = (b"noreply", b"no-reply", b"donotreply", b"do-not-reply", b"mailer-daemon")
_MACHINES = frozenset((b"git", b"hg"))
# Endings of file and module names that follow an @ (icon@2x.png, pkg@1.2.x, user@host.service).
_NO_DOMAIN = frozenset(b"""
    png jpg jpeg gif svg webp js ts mjs css json service socket timer x git py rb go md yml yaml tgz zip gz local
    internal localhost invalid
""".split())

# Runs of digits and what people put between them (a blank as an underscore); everything else ends a run.
_RUNS = bytes(b if 48 <= b <= 57 or b in b"-.()+x" else 95 if b == 32 else 10 for b in range(256))
_LINES = bytes(48 if 48 <= b <= 57 else 10 if b == 10 else 32 for b in range(256))
_SEVEN = b"0000000"
_UPPER = bytes(65 if 65 <= b <= 90 else 48 if 48 <= b <= 57 else 32 for b in range(256))
_SEPARATORS = b" -.()+x_"

_CENTURIES = frozenset((b"19", b"20"))
_IBAN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "

PHONE_WORDS = frozenset(b"""
    phone phones telephone mobile fax call cell cellphone tel contact dial sms whatsapp office desk reach ring
    answer answering landline text home work messages phonenumber hotline
""".split())
_ONLY_PHONE = frozenset(b"phone telephone mobile fax cellphone tel sms whatsapp phonenumber call".split())
# Numbers of the same form that are something else.
OTHER_WORDS = frozenset(b"""
    license licence account order invoice tracking version passport zip serial reference isbn issn port commit build
    ticket timestamp date id sku zipcode tax
""".split())
CARD_WORDS = (b"card", b"visa", b"master", b"amex", b"credit", b"debit", b"payment", b"cc ", b"pan")
SSN_WORDS = (b"ssn", b"social security", b"soc sec", b"social-security", b"taxpayer")


def persons(raw: bytes, low: bytes = b"") -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of each; spans may overlap.  `low`: the same in small letters, where it is known."""
    if b"@" in raw:
        yield from emails(raw)
    digits = raw.translate(_LINES, _SEPARATORS)
    if digits.find(_SEVEN) >= 0:
        yield from numbers(raw, low or raw.lower(), digits)
    if digits.find(b"0000") >= 0 and raw.translate(_UPPER).find(b"AA00") >= 0:
        yield from ibans(raw)


def emails(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """Addresses of people, by RFC 5322's common form."""
    known: dict[bytes, bytes] = {}      # what stands where a host may -> the host, nothing for none of a person
    at = raw.find(b"@")
    while at >= 0:
        after = raw[at + 1:at + 128]
        end = after.translate(_HOSTS).find(b" ")
        after = after[:end] if end >= 0 else after
        host = known.get(after)
        if host is None:
            host = known[after] = _host(after)
        if host:        # few signs are followed by a host
            before = raw[at - 64 if at > 64 else 0:at]
            local = before[len(before.rstrip(_LOCAL)):].lstrip(b".%+-")
            if local and local[-1] != 46 and local not in _MACHINES and not local.lower().startswith(_NOBODY):
                end = at + 1 + len(host)
                if raw[end:end + 1] != b"(":
                    yield "email", at - len(local), end
        at = raw.find(b"@", at + 1)


def _host(text: bytes) -> bytes:
    """The host of a mail address in a run of its letters and signs; nothing where a person has none there."""
    host = text.rstrip(b".-")
    name, _, last = host.rpartition(b".")
    # `in` asks for a number first, with an error that is made and dropped: twenty times the price of `find`.
    if not name or len(last) < 2 or not (last.isalpha() or last[:4] == b"xn--") or last.lower() in _NO_DOMAIN or (
            host.find(b"..") >= 0 or host[:1] == b"-" or host[:1] == b"." or host.lower().find(b"noreply") >= 0):
        return b""
    return host


def numbers(raw: bytes, low: bytes, digits: bytes) -> Iterator[tuple[str, int, int]]:
    """Cards, SSNs and telephone numbers among the runs of digits: none goes over the end of a line.

    digits  the text's digits as zeros and its lines' ends; what people put between digits left out
    """
    at = digits.find(_SEVEN)
    lines = raw.split(b"\n") if at >= 0 else []
    start = line = number = 0       # of a line: where it begins in the text, and in its digits
    while at >= 0:
        before = digits.count(b"\n", line, at)
        start += sum(map(len, lines[number:number + before])) + before
        number += before
        yield from _in_line(raw, low, start, lines[number].translate(_RUNS))
        line = digits.find(b"\n", at) + 1
        if not line:
            return
        start += len(lines[number]) + 1
        number, at = number + 1, digits.find(_SEVEN, line)


def _in_line(raw: bytes, low: bytes, start: int, text: bytes) -> Iterator[tuple[str, int, int]]:
    at = 0
    for run in [run for run in text.split() if len(run) > 6 and (run[4:8:3] != b"--" or run[:2] not in _CENTURIES) and len(run.translate(None, _SEPARATORS)) > 6]:
        at = text.find(run, at)
        for begin, piece in _pieces(run.replace(b"_", b" ")):
            digits = piece.translate(None, _SEPARATORS)
            if 6 < len(digits) < 20:
                kind = _number(raw, low, start + at + begin, piece, digits.decode())
                if kind:
                    yield kind, start + at + begin, start + at + begin + len(piece)
        at += len(run)


# What parts two numbers in one run, and the same with the cut in it, as long.
_CUTS = ((b"  ", b"\n\n"), (b". ", b"\n\n"), (b" - ", b"\n\n\n"), (b") (", b")\n("), (b" +", b"\n+"), (b" (+", b"\n(+"), (b" (", b"\n("))


def _pieces(run: bytes) -> Iterator[tuple[int, bytes]]:
    """The numbers in a run, each with its place there."""
    if len(run) > 20 and b" " in run:
        run = _apart(run)
    for sign, cut in _CUTS[:6]:
        run = run.replace(sign, cut)
    at = 0
    for piece in run.split(b"\n"):
        body = piece.lstrip(b" -.)x")
        begin = at + len(piece) - len(body)
        body = body.rstrip(b" -.(+x")
        if body.endswith(b")") and b"(" not in body:
            body = body.rstrip(b")")
        at += len(piece) + 1
        if len(body) > 6:
            yield begin, body


def _apart(run: bytes) -> bytes:
    """A word that is a whole number by itself (a card, a float) stands apart from its neighbours."""
    words = run.split(b" ")
    whole = [len(word) > 11 and len(word.translate(None, _SEPARATORS)) > 11 for word in words]
    parts = [words[0]]
    for before, here, word in zip(whole, whole[1:], words[1:]):
        parts += (b"\n" if before or here else b" "), word
    return b"".join(parts)


def _number(raw: bytes, low: bytes, start: int, piece: bytes, digits: str) -> str:
    end = start + len(piece)
    before, after = raw[start - 1:start], raw[end:end + 1]
    if (before.isalnum() or before in (b"_", b"#", b"/", b"=", b"$", b"&") or after.isalnum() or after in (b"_", b":", b"%")) and not _labelled(low, start):
        return ""
    if before == b"-" and raw[start - 2:start - 1] in (b"-", b"_", b"="):
        return ""
    if after == b"-" and raw[end + 1:end + 2].isalnum() and not (raw[end + 1:end + 4].isalpha() and len(raw) > end + 3):
        return ""  # a MAC address, an identifier
    if len(digits) > 11:
        kind = "card" if b"." not in piece and _card(piece, digits, _near(low, start, end)) else ""
    else:
        kind = "ssn" if len(digits) == 9 and _ssn(piece, digits, _near(low, start, end)) else ""
    return kind or ("phone" if len(digits) < 16 and _phone(piece, digits, _near(low, start, end)) else "")


def _near(low: bytes, start: int, end: int) -> bytes:
    return low[max(0, start - 60):start] + b" \n " + low[end:end + 24]


def _labelled(low: bytes, start: int) -> bool:
    """`is415-555-0132`, `Phone=…`, `tel:…/`: a word glued to the number that still introduces it."""
    return low[max(0, start - 8):start].rstrip(b":=#").endswith((b"tel", b"phone", b"is", b"fax", b"cell", b"mobile"))


def _card(piece: bytes, digits: str, near: bytes) -> bool:
    from guards._sensitive.checksums import luhn
    if len(set(digits)) < 2 or digits[0] not in "123456" or not luhn(digits):
        return False
    groups = [len(g) for g in piece.replace(b"-", b" ").split(b" ")]
    if b"." in piece or b"(" in piece or b"+" in piece or b"x" in piece:
        return False
    if len(groups) > 1 and groups not in ([4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3], [4, 4, 5], [4, 4, 4, 1]):
        return False
    said = any(word in near for word in CARD_WORDS)
    issuer = any(len(digits) in sizes and low <= digits[:len(low)] <= high for low, high, sizes in _ISSUERS)
    if said:
        return issuer or len(digits) > 11
    return issuer and len(digits) in (14, 15, 16) + (19,) * (len(groups) > 1) and _nearest(near, frozenset(), OTHER_WORDS) >= 0


# The first digits of each network's cards (ISO/IEC 7812), and how many they have.
_ISSUERS = (
    ("4", "4", (13, 16, 19)), ("51", "55", (16,)), ("2221", "2720", (16,)), ("34", "34", (15,)), ("37", "37", (15,)), ("6011", "6011", (16,)),
    ("644", "649", (16,)), ("65", "65", (16,)), ("36", "36", (14,)), ("38", "39", (14,)), ("300", "305", (14,)), ("3528", "3589", (16,)),
    ("62", "62", (16, 17, 18, 19)), ("5019", "5019", (16,)), ("5018", "5038", (16,)), ("6304", "6304", (16,)), ("6759", "6763", (16,)),
)


def _ssn(piece: bytes, digits: str, near: bytes) -> bool:
    if digits[:3] in ("000", "666") or digits[0] == "9" or digits[3:5] == "00" or digits[5:] == "0000" or digits in ("078051120", "123456789", "219099999") or all(len(set(part)) == 1 for part in (digits[:3], digits[3:5], digits[5:])):
        return False
    form = piece[3:4] == piece[6:7] and piece[3:4] in (b"-", b".", b" ") and len(piece) == 11
    if any(word in near for word in SSN_WORDS):
        return form or len(piece) == 9
    return form and _nearest(near, PHONE_WORDS, OTHER_WORDS) == 0


def _phone(piece: bytes, digits: str, near: bytes) -> bool:
    main = piece.split(b"x")[0]
    parts = [len(part) for part in main.translate(_BLANKS).split()]
    separators = {sign for sign in (b"-", b".", b" ") if sign in main.replace(b") ", b")")}
    if b".." in piece or b"--" in piece or len(set(digits)) < 3 or _date(digits, parts) or (separators == {b"."} and len(parts) == 4):
        return False
    if digits in "012345678901234567890":
        return False
    if piece[:1] == b"+" or piece[:2] == b"(+":
        return _international(piece, digits, main, parts, near)
    said = _nearest(near, PHONE_WORDS, OTHER_WORDS)
    return said >= 0 and _national(digits, main, parts, separators, near, said)


def _international(piece: bytes, digits: str, main: bytes, parts: list[int], near: bytes) -> bool:
    """Behind a plus sign: a country's code and its groups, no arithmetic."""
    alone = len(parts) == 1 and near.partition(b" \n ")[0].rstrip()[-1:] in (b"=", b"*", b"<", b">", b"/")
    if alone or not piece.lstrip(b"(+")[:1].isdigit():
        return False
    return 8 <= len(digits) <= 15 and len(parts) < 8 and piece[1:2] != b"0" and not (b"." in main and len(parts) < 3)


def _national(digits: str, main: bytes, parts: list[int], separators: set[bytes], near: bytes, said: int) -> bool:
    """In groups that people write; in others only where a word says what it is (`said`: 1, or 0 for none)."""
    if b"(" in main and b")" in main:
        return (parts[-2:] == [3, 4] and len(parts) == 3) or (said > 0 and len(separators) < 2)
    if parts in ([3, 3, 4], [1, 3, 3, 4]) and len(separators) == 1 and separators != {b" "}:
        return digits[-10] in "23456789" or said > 0
    if digits[:2] == "00" and 2 < len(parts) < 7 and len(digits) > 10 and min(parts) > 1:
        return True
    if parts == [2, 2, 2, 2, 2] and digits[0] == "0" and len(separators) == 1:
        return True
    if said == 0 or len(parts) > 6 or len(separators) > 1 or min(parts) < 2 or b"." in main:
        return False
    if len(parts) == 1:  # solid: only a word that means nothing else will do
        before = near.partition(b" \n ")[0]
        return len(digits) in (10, 11) and _nearest(before, _ONLY_PHONE, OTHER_WORDS | (PHONE_WORDS - _ONLY_PHONE)) > 0
    return 7 <= len(digits) <= 13 and max(parts) < 8


_BLANKS = bytes(b if 48 <= b <= 57 else 32 for b in range(256))
_LETTERS = bytes(b if chr(b).isalpha() and b < 128 else 32 for b in range(256))


def _nearest(near: bytes, words: frozenset[bytes], others: frozenset[bytes]) -> int:
    """1 if one of `words` introduces the number (or follows at once), -1 if one of `others` does, 0 if none."""
    before, _, after = near.partition(b" \n ")
    if not words.isdisjoint(after[:10].translate(_LETTERS).split()[:1]):
        return 1
    for word in reversed(before.translate(_LETTERS).split()):
        if word in words:
            return 1
        if word in others:
            return -1
    return 0


def _date(digits: str, parts: list[int]) -> bool:
    """2026-02-06, 06.02.2026, 1999-2001."""
    if parts == [4, 4] and digits[:2] in ("19", "20") and digits[4:6] in ("19", "20"):
        return True
    return (parts[:3] == [4, 2, 2] and digits[:2] in ("19", "20")) or (parts == [2, 2, 4] and digits[4:6] in ("19", "20"))


# Length of an IBAN by country (ISO 13616 registry).
_LENGTHS = {one[:2]: int(one[2:]) for one in """
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
    ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28
    LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25
    QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
""".split()}


def ibans(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """International bank account numbers, solid or in groups of four."""
    from guards._sensitive.checksums import iban
    mask = raw.translate(_UPPER)
    at = mask.find(b"AA00")
    while at >= 0:
        window = raw[at:at + 44]
        text = window[:len(window) - len(window.lstrip(_IBAN))].rstrip()
        while len(text) > 14 and not raw[at - 1:at].isalnum():
            solid = text.replace(b" ", b"").decode()
            grouped = all(len(group) == 4 for group in text.split(b" ")[:-1])
            if len(solid) == _LENGTHS.get(solid[:2]) and grouped and iban(solid) and not raw[at + len(text):at + len(text) + 1].isalnum():
                yield "iban", at, at + len(text)
                break
            text = text.rpartition(b" ")[0]  # the next word may only look like a group
        at = mask.find(b"AA00", at + 2)
