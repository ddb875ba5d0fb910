"""Data of a person is known by its own proof: a host behind an @, a checksum, the groups of a number.

Cannot see: names, street addresses, dates of birth; numbers that only a word nearby could explain.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"
CAPITALS = HOST[26:62] + " "
DROP = dict.fromkeys(map(ord, " -.()+x_"))
RUNS = str.maketrans({b: chr(b) if chr(b) in "0123456789-.()+x" else "\n" for b in range(128)})
RUNS[32] = "_"
GROUPS = str.maketrans({b: chr(b) if 48 <= b <= 57 else " " for b in range(128)})
LETTERS = str.maketrans({b: chr(b) if chr(b).isalpha() else " " for b in range(128)})
IBAN = bytes([65 if 65 <= b <= 90 else 48 if 48 <= b <= 57 else 32 for b in range(256)])
CUTS = (("  ", "\n\n"), (". ", "\n\n"), (" - ", "\n\n\n"), (") (", ")\n("), (" +", "\n+"))

# Nobody's: machines that cannot be answered; endings of files that follow an @.
NOBODY = ("noreply", "no-reply", "donotreply", "do-not-reply", "mailer-daemon")
NO_DOMAIN = frozenset(
    """png jpg jpeg gif svg webp js ts mjs css json service socket git py rb go md yml tgz zip local
    internal localhost invalid""".split()
)
PHONE_WORDS = frozenset(
    """phone phones telephone mobile fax call cell cellphone tel contact dial sms whatsapp office
    desk reach ring answer answering text home work phonenumber hotline""".split()
)
ONLY_PHONE = frozenset("phone telephone mobile fax cellphone tel sms whatsapp call".split())
OTHER_WORDS = frozenset(
    """license licence account order invoice tracking version passport zip serial reference isbn
    issn port commit build ticket timestamp date id sku zipcode tax""".split()
)
LABELS = ("tel", "phone", "is", "fax", "cell", "mobile")
CARD_WORDS = ("card", "visa", "master", "amex", "credit", "debit", "payment", "cc ")
SSN_WORDS = ("ssn", "social security", "soc sec", "taxpayer")
NO_SSN = ("078051120", "123456789", "219099999")
CENTURIES = ("19", "20")
# First digits and lengths of the networks' cards (ISO/IEC 7812), lengths of IBANs (ISO 13616).
CARDS = tuple(
    one.split(":")
    for one in "4:13,16,19 51:16 52:16 53:16 54:16 55:16 34:15 37:15 6011:16 65:16 36:14 38:14"
    " 30:14 35:16 62:16,19 22:16 23:16 24:16 25:16 26:16 27:16 50:16 63:16 67:16".split()
)
IBANS = {
    one[:2]: int(one[2:])
    for one in """NO15 BE16 DK18 FI18 NL18 AT20 LT20 LU20 EE20 CH21 HR21 LV21 BG22 DE22 GB22 IE22
    RS22 AE23 IL23 GI23 CZ24 ES24 RO24 SA24 SE24 SK24 TN24 PT25 TR26 FR27 GR27 IT27 HU28 CY28 PL28
    BR29 MT31""".split()
}


def find_mails(text: str) -> Iterator[tuple[str, int, int]]:
    """("email", start, end) of the mail addresses of people."""
    at = text.find("@")
    while at >= 0:
        after = text[at + 1 : at + 128]
        host = after[: len(after) - len(after.lstrip(HOST))].rstrip(".-")
        name, _, last = host.rpartition(".")
        known = len(last) > 1 and last.isalpha() and last.lower() not in NO_DOMAIN
        if name and known and host[0] not in ".-" and ".." not in host:
            before = text[max(0, at - 64) : at]
            local = before[len(before.rstrip(HOST + "_%+")) :].lstrip(".%+-")
            nobody = local.lower().startswith(NOBODY) or "noreply" in host.lower()
            end = at + 1 + len(host)
            nobody = nobody or local.rstrip(".") in ("", "git", "hg") or text[end : end + 1] == "("
            if not nobody and local[-1] != ".":
                yield "email", at - len(local), end
        at = text.find("@", at + 1)


def find_numbers(text: str, digits: bytes) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of cards, IBANs, social security and telephone numbers, line by line.

    `digits`: the text's digits as zeros and its line ends, without what people put between digits.
    """
    low, lines = text.lower(), text.split("\n")
    start = number = mark = 0
    at = digits.find(b"0000000")
    while at >= 0:
        skipped = digits.count(b"\n", mark, at)
        start += sum(map(len, lines[number : number + skipped])) + skipped
        number += skipped
        yield from read_line(low, start, lines[number].translate(RUNS))
        mark = digits.find(b"\n", at) + 1
        if not mark:
            break
        start, number = start + len(lines[number]) + 1, number + 1
        at = digits.find(b"0000000", mark)
    yield from find_ibans(text)


def read_line(low: str, start: int, runs: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for run in runs.split():
        if len(run) > 6 and not (run[:2] in CENTURIES and run[4:8:3] == "--"):  # no date begins it
            at = runs.find(run, at)
            for begin, piece in split_numbers(run.replace("_", " ")):
                first = start + at + begin
                kind = rate_number(low, first, piece)
                if kind:
                    yield kind, first, first + len(piece)
            at += len(run)


def split_numbers(run: str) -> Iterator[tuple[int, str]]:
    """(place, text) of the numbers in a run."""
    if len(run) > 20 and " " in run:  # a word that is a number by itself stands apart
        words = run.split(" ")
        whole = [len(word.translate(DROP)) > 11 for word in words]
        pairs = zip(whole, whole[1:], words[1:])
        run = words[0] + "".join([("\n" if a or b else " ") + word for a, b, word in pairs])
    for sign, cut in CUTS:
        run = run.replace(sign, cut)
    at = 0
    for piece in run.split("\n"):
        body = piece.lstrip(" -.)x")
        begin = at + len(piece) - len(body)
        body = body.rstrip(" -.(+x")
        body = body if "(" in body else body.rstrip(")")
        at += len(piece) + 1
        if len(body) > 6:
            yield begin, body


def rate_number(low: str, start: int, piece: str) -> str:
    """What kind of number this is, "" for none."""
    digits, end = piece.translate(DROP), start + len(piece)
    before, after = low[start - 1 : start], low[end : end + 3]
    glued = before.isalnum() or before in tuple("_#/=$&") or after[:1].isalnum()
    glued = glued or after[:1] in ("_", "%") or (after[:1] == ":" and after[1:2].isalnum())
    if not 6 < len(digits) < 20 or (
        glued and not low[max(0, start - 8) : start].rstrip(":=#").endswith(LABELS)
    ):
        return ""
    if before == "-" and low[start - 2 : start - 1] in ("-", "_", "="):
        return ""
    if after[:1] == "-" and after[1:2].isalnum() and not after[1:].isalpha():
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
    doubled = [sum(divmod(2 * one, 10)) for one in numbers[1::2]]
    return (sum(numbers[::2]) + sum(doubled)) % 10 == 0


def is_card(piece: str, digits: str, near: tuple[str, str]) -> bool:
    groups = "-".join([str(len(one)) for one in piece.replace("-", " ").split(" ")])
    if "-" in groups and groups not in ("4-4-4-4", "4-6-5", "4-6-4", "4-4-4-4-3", "4-4-5"):
        return False
    if len(set(digits)) < 2 or digits[0] in "0789" or set(piece) & set(".(+x"):
        return False
    known = any([digits.startswith(a) and str(len(digits)) in b.split(",") for a, b in CARDS])
    labelled = any([word in "".join(near) for word in CARD_WORDS])
    return check_luhn(digits) and (labelled or (known and rate_words(near, frozenset()) >= 0))


def is_ssn(piece: str, digits: str, near: tuple[str, str]) -> bool:
    parts = (digits[:3], digits[3:5], digits[5:])
    if parts[0] in ("000", "666") or digits[0] == "9" or parts[1] == "00" or parts[2] == "0000":
        return False
    if digits in NO_SSN or all([len(set(part)) == 1 for part in parts]):
        return False
    form = piece[3:4] == piece[6:7] and piece[3:4] in ("-", ".", " ") and len(piece) == 11
    if any([word in "".join(near) for word in SSN_WORDS]):
        return form or len(piece) == 9
    return form and rate_words(near, PHONE_WORDS) == 0


def is_phone(piece: str, digits: str, near: tuple[str, str]) -> bool:
    main = piece.split("x")[0]
    parts = [len(part) for part in main.translate(GROUPS).split()]
    signs = {sign for sign in "-. " if sign in main.replace(") ", ")")}
    if ".." in piece or "--" in piece or len(set(digits)) < 3 or digits in "01234567890123456789":
        return False
    years = parts[:3] == [4, 2, 2] or (parts == [4, 4] and digits[4:6] in CENTURIES)
    if (digits[:2] in CENTURIES and years) or (parts == [2, 2, 4] and digits[4:6] in CENTURIES):
        return False
    if signs == {"."} and len(parts) == 4:
        return False
    if piece[:1] == "+" or piece[:2] == "(+":  # a country's code and its groups, no arithmetic
        alone = len(parts) == 1 and near[0].rstrip()[-1:] in tuple("=*<>/")
        plain = piece.lstrip("(+")[:1].isdigit() and piece[1:2] != "0" and not alone
        dotted = "." in main and len(parts) < 3
        return plain and 8 <= len(digits) <= 15 and len(parts) < 8 and not dotted
    rated = rate_words(near, PHONE_WORDS)
    return rated >= 0 and is_national(digits, main, parts, signs, near, rated > 0)


def is_national(
    digits: str, main: str, parts: list[int], signs: set[str], near: tuple[str, str], said: bool
) -> bool:
    """In groups that people write; in others only where a word says what it is."""
    if "(" in main and ")" in main:
        return (parts[-2:] == [3, 4] and len(parts) == 3) or (said and len(signs) < 2)
    if parts in ([3, 3, 4], [1, 3, 3, 4]) and len(signs) == 1 and signs != {" "}:
        return digits[-10] in "23456789" or said
    if digits[:2] == "00" and 2 < len(parts) < 7 and len(digits) > 10 and min(parts) > 1:
        return True
    if parts == [2, 2, 2, 2, 2] and digits[0] == "0" and len(signs) == 1:
        return True
    if not said or len(parts) > 6 or len(signs) > 1 or min(parts) < 2 or "." in main:
        return False
    if len(parts) == 1:  # solid: only a word that means nothing else will do
        others = OTHER_WORDS | (PHONE_WORDS - ONLY_PHONE)
        return len(digits) in (10, 11) and rate_words((near[0], ""), ONLY_PHONE, others) > 0
    return 7 <= len(digits) <= 13 and max(parts) < 8


def rate_words(
    near: tuple[str, str], words: frozenset[str], others: frozenset[str] = OTHER_WORDS
) -> int:
    """1 if one of `words` introduces the number or follows it, -1 for one of `others`, else 0."""
    if not words.isdisjoint(near[1][:10].translate(LETTERS).split()[:1]):
        return 1
    for word in reversed(near[0].translate(LETTERS).split()):
        if word in words or word in others:
            return 1 if word in words else -1
    return 0


def find_ibans(text: str) -> Iterator[tuple[str, int, int]]:
    """International bank account numbers, solid or in groups of four."""
    mask = text.encode().translate(IBAN)
    at = mask.find(b"AA00")
    while at >= 0:
        window = text[at : at + 44]
        part = window[: len(window) - len(window.lstrip(CAPITALS))].rstrip()
        while len(part) > 14 and not text[at - 1 : at].isalnum():
            solid, end = part.replace(" ", ""), at + len(part)
            sized = len(solid) == IBANS.get(solid[:2], len(solid))
            grouped = all([len(group) == 4 for group in part.split(" ")[:-1]])
            if sized and grouped and check_iban(solid) and not text[end : end + 1].isalnum():
                yield "iban", at, end
                break
            part = part.rpartition(" ")[0]  # the next word may only look like a group
        at = mask.find(b"AA00", at + 2)


def check_iban(text: str) -> bool:
    """ISO 13616: the first four characters moved to the end, letters as 10 to 35, rest 1 by 97."""
    return int("".join([str(int(one, 36)) for one in text[4:] + text[:4]])) % 97 == 1
