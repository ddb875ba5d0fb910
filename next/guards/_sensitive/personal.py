"""Data of a person is known by its own proof: a host behind an @, a checksum, the groups in which people write numbers.

Cannot see: names, street addresses, dates of birth; numbers of a form that only a word nearby could explain.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"
CAPITALS = HOST[26:62] + " "
NUMBER = str.maketrans(
    {b: chr(b) if chr(b) in "0123456789-.()+x" else "_" if b == 32 else "\n" for b in range(128)}
)
GROUPS = str.maketrans({b: chr(b) if 48 <= b <= 57 else " " for b in range(128)})
LETTERS = str.maketrans({b: chr(b) if chr(b).isalpha() else " " for b in range(128)})
IBAN = str.maketrans(
    {b: "A" if 65 <= b <= 90 else "0" if 48 <= b <= 57 else " " for b in range(128)}
)
DROP = dict.fromkeys(map(ord, " -.()+x_"))

# Nobody's: machines that cannot be answered; endings of files that follow an @.
NOBODY = ("noreply", "no-reply", "donotreply", "do-not-reply", "mailer-daemon")
NO_DOMAIN = frozenset(
    "png jpg jpeg gif svg webp js ts mjs css json service socket git py rb go md yml tgz zip local internal localhost invalid".split()
)
PHONE_WORDS = frozenset(
    """phone phones telephone mobile fax call cell cellphone tel contact dial sms whatsapp office desk reach ring answer answering
    text home work phonenumber hotline""".split()
)
ONLY_PHONE = frozenset(
    "phone telephone mobile fax cellphone tel sms whatsapp phonenumber call".split()
)
OTHER_WORDS = frozenset(
    """license licence account order invoice tracking version passport zip serial reference isbn issn port commit build ticket
    timestamp date id sku zipcode tax""".split()
)
CARD_WORDS = ("card", "visa", "master", "amex", "credit", "debit", "payment", "cc ")
SSN_WORDS = ("ssn", "social security", "soc sec", "taxpayer")
# The first digits of each network's cards (ISO/IEC 7812) with how many digits they have, and lengths of IBANs (ISO 13616).
ISSUERS = [one.split() for one in "4 4 13,16,19|51 55 16|2221 2720 16|34 34 15|37 37 15|6011 6011 16|644 65 16|36 36 14|38 39 14|300 305 14|3528 3589 16|62 62 16,19|5018 5038 16|6304 6304 16|6759 6763 16".split("|")]  # fmt: skip
IBANS = {one[:2]: int(one[2:]) for one in "NO15 BE16 DK18 FI18 NL18 AT20 LT20 LU20 EE20 CH21 HR21 LV21 BG22 DE22 GB22 IE22 RS22 AE23 IL23 GI23 CZ24 ES24 RO24 SA24 SE24 SK24 TN24 PT25 TR26 FR27 GR27 IT27 HU28 CY28 PL28 BR29 MT31".split()}  # fmt: skip


def find_mails(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the mail addresses of people."""
    at = text.find("@")
    while at >= 0:
        after = text[at + 1 : at + 128]
        host = after[: len(after) - len(after.lstrip(HOST))].rstrip(".-")
        name, _, last = host.rpartition(".")
        if (
            name
            and host[0] not in ".-"
            and ".." not in host
            and len(last) > 1
            and last.isalpha()
            and last.lower() not in NO_DOMAIN
        ):
            before = text[max(0, at - 64) : at]
            local = before[len(before.rstrip(HOST + "_%+")) :].lstrip(".%+-")
            end = at + 1 + len(host)
            nobody = (
                local in ("git", "hg")
                or local.lower().startswith(NOBODY)
                or "noreply" in host.lower()
            )
            if local and local[-1] != "." and not nobody and text[end : end + 1] != "(":
                yield at - len(local), end
        at = text.find("@", at + 1)


def find_numbers(text: str, digits: bytes) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of cards, IBANs, social security and telephone numbers; none goes over the end of a line.

    `digits`: the text's digits as zeros and its line ends, without what people put between digits.
    """
    low, lines = text.lower(), text.split("\n")
    start = number = mark = 0
    at = digits.find(b"0000000")
    while at >= 0:
        skipped = digits.count(b"\n", mark, at)
        start += sum(map(len, lines[number : number + skipped])) + skipped
        number += skipped
        yield from read_line(low, start, lines[number])
        mark = digits.find(b"\n", at) + 1
        if not mark:
            break
        start, number, at = (
            start + len(lines[number]) + 1,
            number + 1,
            digits.find(b"0000000", mark),
        )
    yield from find_ibans(text)


def read_line(low: str, start: int, line: str) -> Iterator[tuple[str, int, int]]:
    at, runs = 0, line.translate(NUMBER)
    for run in runs.split():
        if len(run) > 6 and not (
            run[:2] in ("19", "20") and run[4:5] == run[7:8] == "-"
        ):  # no date begins it
            at = runs.find(run, at)
            for begin, piece in split_numbers(run.replace("_", " ")):
                kind = rate_number(low, start + at + begin, piece)
                if kind:
                    yield kind, start + at + begin, start + at + begin + len(piece)
            at += len(run)


def split_numbers(run: str) -> Iterator[tuple[int, str]]:
    """(place, text) of the numbers in a run."""
    if (
        len(run) > 20 and " " in run
    ):  # a word that is a whole number by itself stands apart from its neighbours
        words = run.split(" ")
        whole = [len(word.translate(DROP)) > 11 for word in words]
        run = words[0] + "".join(
            [("\n" if a or b else " ") + word for a, b, word in zip(whole, whole[1:], words[1:])]
        )
    for sign, cut in (
        ("  ", "\n\n"),
        (". ", "\n\n"),
        (" - ", "\n\n\n"),
        (") (", ")\n("),
        (" +", "\n+"),
        (" (+", "\n(+"),
    ):
        run = run.replace(sign, cut)
    at = 0
    for piece in run.split("\n"):
        body = piece.lstrip(" -.)x")
        begin = at + len(piece) - len(body)
        body = body.rstrip(" -.(+x")
        body = body.rstrip(")") if "(" not in body else body
        at += len(piece) + 1
        if len(body) > 6:
            yield begin, body


def rate_number(low: str, start: int, piece: str) -> str:
    """What kind of number this is, "" for none."""
    digits, end = piece.translate(DROP), start + len(piece)
    if not 6 < len(digits) < 20:
        return ""
    before, after = low[start - 1 : start], low[end : end + 3]
    glued = (
        before.isalnum()
        or before in tuple("_#/=$&")
        or after[:1].isalnum()
        or after[:1] in ("_", "%")
    )
    glued = glued or (after[:1] == ":" and after[1:2].isalnum())
    if glued and not low[max(0, start - 8) : start].rstrip(":=#").endswith(
        ("tel", "phone", "is", "fax", "cell", "mobile")
    ):
        return ""
    if (before == "-" and low[start - 2 : start - 1] in ("-", "_", "=")) or (
        after[:1] == "-" and after[1:2].isalnum() and not after[1:].isalpha()
    ):
        return ""
    near = (low[max(0, start - 60) : start], low[end : end + 24])
    if len(digits) > 11 and is_card(piece, digits, near):
        return "card"
    if len(digits) == 9 and is_ssn(piece, digits, near):
        return "ssn"
    return "phone" if len(digits) < 16 and is_phone(piece, digits, near) else ""


def check_luhn(digits: str) -> bool:
    """ISO/IEC 7812: every second digit from the right doubled, the sum a multiple of ten."""
    numbers = [int(one) for one in reversed(digits)]
    return (sum(numbers[::2]) + sum([sum(divmod(2 * one, 10)) for one in numbers[1::2]])) % 10 == 0


def is_card(piece: str, digits: str, near: tuple[str, str]) -> bool:
    groups = "-".join([str(len(one)) for one in piece.replace("-", " ").split(" ")])
    written = "-" not in groups or groups in (
        "4-4-4-4",
        "4-6-5",
        "4-6-4",
        "4-4-4-4-3",
        "4-4-5",
        "4-4-4-1",
    )
    if (
        len(set(digits)) < 2
        or digits[0] not in "123456"
        or not written
        or set(piece) & set(".(+x")
        or not check_luhn(digits)
    ):
        return False
    issuer = any(
        [
            str(len(digits)) in sizes.split(",") and a <= digits[: len(a)] <= b
            for a, b, sizes in ISSUERS
        ]
    )
    if any([word in "".join(near) for word in CARD_WORDS]):
        return True
    return (
        issuer
        and (len(digits) in (14, 15, 16) or "-" in groups)
        and rate_words(near, frozenset()) >= 0
    )


def is_ssn(piece: str, digits: str, near: tuple[str, str]) -> bool:
    parts = (digits[:3], digits[3:5], digits[5:])
    if parts[0] in ("000", "666") or digits[0] == "9" or parts[1] == "00" or parts[2] == "0000":
        return False
    if digits in ("078051120", "123456789", "219099999") or all(
        [len(set(part)) == 1 for part in parts]
    ):
        return False
    form = piece[3:4] == piece[6:7] and piece[3:4] in ("-", ".", " ") and len(piece) == 11
    if any([word in "".join(near) for word in SSN_WORDS]):
        return form or len(piece) == 9
    return form and rate_words(near, PHONE_WORDS) == 0


def is_phone(piece: str, digits: str, near: tuple[str, str]) -> bool:
    main = piece.split("x")[0]
    parts = [len(part) for part in main.translate(GROUPS).split()]
    signs = {sign for sign in "-. " if sign in main.replace(") ", ")")}
    if (
        ".." in piece
        or "--" in piece
        or len(set(digits)) < 3
        or digits in "012345678901234567890"
        or (signs == {"."} and len(parts) == 4)
    ):
        return False
    centuries = ("19", "20")  # 1999-2001, 2026-02-06, 06.02.2026
    if digits[:2] in centuries and (
        parts[:3] == [4, 2, 2] or (parts == [4, 4] and digits[4:6] in centuries)
    ):
        return False
    if parts == [2, 2, 4] and digits[4:6] in centuries:
        return False
    if piece[:1] == "+" or piece[:2] == "(+":  # a country's code and its groups, no arithmetic
        alone = len(parts) == 1 and near[0].rstrip()[-1:] in tuple("=*<>/")
        plain = piece.lstrip("(+")[:1].isdigit() and piece[1:2] != "0"
        return (
            plain
            and not alone
            and 8 <= len(digits) <= 15
            and len(parts) < 8
            and not ("." in main and len(parts) < 3)
        )
    rated = rate_words(near, PHONE_WORDS)
    return rated >= 0 and is_national(digits, main, parts, signs, near, rated)


def is_national(
    digits: str, main: str, parts: list[int], signs: set[str], near: tuple[str, str], rated: int
) -> bool:
    """In groups that people write; in others only where a word says what it is (`rated` is 1)."""
    if "(" in main and ")" in main:
        return (parts[-2:] == [3, 4] and len(parts) == 3) or (rated > 0 and len(signs) < 2)
    if parts in ([3, 3, 4], [1, 3, 3, 4]) and len(signs) == 1 and signs != {" "}:
        return digits[-10] in "23456789" or rated > 0
    if digits[:2] == "00" and 2 < len(parts) < 7 and len(digits) > 10 and min(parts) > 1:
        return True
    if parts == [2, 2, 2, 2, 2] and digits[0] == "0" and len(signs) == 1:
        return True
    if rated == 0 or len(parts) > 6 or len(signs) > 1 or min(parts) < 2 or "." in main:
        return False
    if len(parts) == 1:  # solid: only a word that means nothing else will do
        return (
            len(digits) in (10, 11)
            and rate_words((near[0], ""), ONLY_PHONE, OTHER_WORDS | (PHONE_WORDS - ONLY_PHONE)) > 0
        )
    return 7 <= len(digits) <= 13 and max(parts) < 8


def rate_words(
    near: tuple[str, str], words: frozenset[str], others: frozenset[str] = OTHER_WORDS
) -> int:
    """1 if one of `words` introduces the number (or follows at once), -1 if one of `others` does, 0 if none."""
    if not words.isdisjoint(near[1][:10].translate(LETTERS).split()[:1]):
        return 1
    for word in reversed(near[0].translate(LETTERS).split()):
        if word in words or word in others:
            return 1 if word in words else -1
    return 0


def find_ibans(text: str) -> Iterator[tuple[str, int, int]]:
    """International bank account numbers, solid or in groups of four."""
    mask = text.translate(IBAN) if any([one in text for one in CAPITALS[:26]]) else ""
    at = mask.find("AA00")
    while at >= 0:
        window = text[at : at + 44]
        part = window[: len(window) - len(window.lstrip(CAPITALS))].rstrip()
        while len(part) > 14 and not text[at - 1 : at].isalnum():
            solid, end = part.replace(" ", ""), at + len(part)
            grouped = all([len(group) == 4 for group in part.split(" ")[:-1]])
            if (
                len(solid) == IBANS.get(solid[:2], len(solid))
                and grouped
                and check_iban(solid)
                and not text[end : end + 1].isalnum()
            ):
                yield "iban", at, end
                break
            part = part.rpartition(" ")[0]  # the next word may only look like a group
        at = mask.find("AA00", at + 2)


def check_iban(text: str) -> bool:
    """ISO 13616: the first four characters moved to the end, letters as 10 to 35, remainder 1 by 97."""
    return int("".join([str(int(one, 36)) for one in text[4:] + text[:4]])) % 97 == 1
