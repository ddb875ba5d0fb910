"""Data of a person is known by its own proof: a host behind an @, a checksum, the groups of a number.

Cannot see: names, street addresses, dates of birth; numbers that only a word nearby could explain.
"""

from __future__ import annotations

from guards._sensitive.drawn import compile_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Near = tuple[str, str]

HOST = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"
RUNS = str.maketrans({b: chr(b) if chr(b) in "0123456789-.()+x" else "\n" for b in range(128)})
RUNS[32] = "_"
CAPITALS = str.maketrans(
    {b: "A" if 64 < b < 91 else "0" if 47 < b < 58 else " " for b in range(128)}
)
IBAN = r"(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
GROUPS = str.maketrans({b: chr(b) if 48 <= b <= 57 else " " for b in range(128)})
LETTERS = str.maketrans({b: chr(b) if chr(b).isalpha() else " " for b in range(128)})
CUTS = (("  ", "\n\n"), (". ", "\n\n"), (" - ", "\n\n\n"), (") (", ")\n("), (" +", "\n+"))

NOBODY = ("git@", "hg@", "noreply", "no-reply", "donotreply", "do-not-reply", "mailer-daemon")
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
SEVEN = b"0000000"  # digits, as few as a number has
CENTURIES = ("19", "20")
# First digits of the networks' cards, by how many digits they have (ISO/IEC 7812).
CARDS = {
    int(row[:2]): tuple(row[3:].split())
    for row in "13 4|14 30 36 38|15 34 37|16 4 5 6011 65 35 62 2 63 67|19 4 62".split("|")
}
IBANS = {"CH": 21, "DE": 22, "GB": 22, "FR": 27, "ES": 24, "IT": 27, "NL": 18, "AT": 20, "BE": 16}


def find_mails(text: str) -> Iterator[tuple[str, int, int]]:
    """("email", start, end) of the mail addresses of people."""
    at = text.find("@")
    while at >= 0:
        if not text[at + 1 : at + 2].isalnum():
            at = text.find("@", at + 1)
            continue
        before, after = text[max(0, at - 64) : at], text[at + 1 : at + 128]
        local = before[len(before.rstrip(HOST + "_%+")) :].lstrip(".%+-")
        host = after[: len(after) - len(after.lstrip(HOST))].rstrip(".-")
        name, _, last = host.rpartition(".")
        nobody = f"{local}@".lower().startswith(NOBODY) or "noreply" in host or local[-1:] == "."
        known = len(last) > 1 and last.isalpha() and last.lower() not in NO_DOMAIN
        nobody = nobody or after[len(host) : len(host) + 1] == "(" or ".." in host
        if name[:1].isalnum() and known and local and not nobody:
            yield "email", at - len(local), at + 1 + len(host)
        at = text.find("@", at + 1)


def find_numbers(text: str, digits: bytes) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of cards, IBANs, social security and telephone numbers, line by line.

    `digits`: the text's digits as zeros and its line ends, without what people put between digits.
    """
    low, lines = text.lower(), text.split("\n")
    number = begin = done = 0
    hit = digits.find(SEVEN)
    while hit >= 0:
        skipped = lines[number : number + digits.count(b"\n", done, hit)]
        number, begin = number + len(skipped), begin + sum(map(len, skipped)) + len(skipped)
        at, line = 0, lines[number]
        runs = line.translate(RUNS).split()
        for run in [one.replace("_", " ") for one in runs if len(one) > 6]:
            at = line.find(run, at)
            if not (run[:2] in CENTURIES and run[4:8:3] == "--"):  # no date begins it
                for place, piece in split_numbers(run):
                    start = begin + at + place
                    kind = rate_number(low, start, piece)
                    if kind:
                        yield kind, start, start + len(piece)
            at += len(run)
        if "AA00" in line.translate(CAPITALS):
            for match in compile_once(IBAN).finditer(line):
                end = find_iban(match[0])
                if end:
                    yield "iban", begin + match.start(), begin + match.start() + end
        done = digits.find(b"\n", hit)
        hit = digits.find(SEVEN, done) if done >= 0 else -1


def find_iban(text: str) -> int:
    """How much of a text that has its form is an IBAN: the next word may only look like a group."""
    while len(text) > 14:
        solid = text.replace(" ", "")
        if len(solid) == IBANS.get(solid[:2], len(solid)) and check_iban(solid):
            return len(text)
        text = text.rpartition(" ")[0]
    return 0


def check_iban(text: str) -> bool:
    """ISO 13616: the first four characters moved to the end, letters as 10 to 35, rest 1 by 97."""
    return int("".join([str(int(one, 36)) for one in text[4:] + text[:4]])) % 97 == 1


def split_numbers(run: str) -> Iterator[tuple[int, str]]:
    """(place, text) of the numbers in a run."""
    if len(run) > 20 and " " in run:  # a word that is a number by itself stands apart
        words = run.split(" ")
        whole = [len(word.translate(GROUPS).replace(" ", "")) > 11 for word in words]
        pairs = zip(whole, whole[1:], words[1:])
        run = words[0] + "".join([("\n" if a or b else " ") + word for a, b, word in pairs])
    for sign, cut in CUTS:
        run = run.replace(sign, cut)
    at = 0
    for piece in run.split("\n"):
        body = piece.lstrip(" -.)x")
        begin = at + len(piece) - len(body)
        body = body.rstrip(" -.(+x")
        at += len(piece) + 1
        if len(body) > 6:
            yield begin, body if "(" in body else body.rstrip(")")


def rate_number(low: str, start: int, piece: str) -> str:
    """What kind of number this is, "" for none."""
    digits, end = piece.translate(GROUPS).replace(" ", ""), start + len(piece)
    before, after = low[max(0, start - 60) : start], low[end : end + 24]
    glued = before[-1:].isalnum() or before[-1:] in tuple("_#/=$&") or after[:1].isalnum()
    glued = glued or after[:1] in ("_", "%") or (after[:1] == ":" and after[1:2].isalnum())
    glued = glued and not before[-8:].rstrip(":=#").endswith(LABELS)
    tailed = after[:1] == "-" and after[1:2].isalnum() and not after[1:3].isalpha()
    if glued or tailed or before[-2:] in ("--", "_-", "=-") or not 6 < len(digits) < 20:
        return ""
    if len(digits) > 11 and is_card(piece, digits, (before, after)):
        return "card"
    if len(digits) == 9 and is_ssn(piece, digits, (before, after)):
        return "ssn"
    return "phone" if len(digits) < 16 and is_phone(piece, digits, (before, after)) else ""


def is_card(piece: str, digits: str, near: Near) -> bool:
    groups = "-".join([str(len(one)) for one in piece.replace("-", " ").split(" ")])
    written = "-" not in groups or groups in ("4-4-4-4", "4-6-5", "4-6-4", "4-4-4-4-3", "4-4-5")
    numbers = [int(one) for one in reversed(digits)]  # Luhn, ISO/IEC 7812
    doubled = [sum(divmod(2 * one, 10)) for one in numbers[1::2]]
    if not written or (sum(numbers[::2]) + sum(doubled)) % 10 or len(set(digits)) < 2:
        return False
    if digits[0] in "0789" or set(piece) & set(".(+x"):
        return False
    known = digits.startswith(CARDS.get(len(digits), "x")) and rate_words(near, frozenset()) >= 0
    return known or any([word in "".join(near) for word in CARD_WORDS])


def is_ssn(piece: str, digits: str, near: Near) -> bool:
    parts = (digits[:3], digits[3:5], digits[5:])
    if parts[0] in ("000", "666") or digits[0] == "9" or parts[1] == "00" or parts[2] == "0000":
        return False
    if digits in NO_SSN or all([len(set(part)) == 1 for part in parts]):
        return False
    form = piece[3:4] == piece[6:7] and piece[3:4] in ("-", ".", " ") and len(piece) == 11
    if any([word in "".join(near) for word in SSN_WORDS]):
        return form or len(piece) == 9
    return form and rate_words(near, PHONE_WORDS) == 0


def is_phone(piece: str, digits: str, near: Near) -> bool:
    main = piece.split("x")[0]
    parts = [len(part) for part in main.translate(GROUPS).split()]
    signs = {sign for sign in "-. " if sign in main.replace(") ", ")")}
    shape = "".join(map(str, parts))
    if ".." in piece or "--" in piece or len(set(digits)) < 3 or digits in "01234567890123456789":
        return False
    dated = (shape[:3] == "422" or shape == "44") and digits[:2] in CENTURIES
    if dated or (shape == "224" and digits[4:6] in CENTURIES) or ("422" in shape and "-" in main):
        return False
    if signs == {"."} and len(parts) == 4:
        return False
    if piece[:1] == "+" or piece[:2] == "(+":  # a country's code and its groups, no arithmetic
        alone = len(parts) == 1 and near[0].rstrip()[-1:] in tuple("=*<>/")
        dotted = "." in main and len(parts) < 3
        return not alone and piece[1:2] != "0" and 7 < len(digits) < 16 and not dotted
    rated = rate_words(near, PHONE_WORDS)
    if rated < 0 or "(" in main:  # in groups that people write, else where a word says what it is
        return rated >= 0 and ((shape[-2:] == "34" and len(parts) == 3) or rated > 0)
    if shape in ("334", "1334") and len(signs) == 1 and signs != {" "}:
        return digits[-10] in "23456789" or rated > 0
    if digits[:2] == "00" and 2 < len(parts) < 7 and len(digits) > 10 and min(parts) > 1:
        return True
    if shape == "22222" and digits[0] == "0" and len(signs) == 1:
        return True
    if rated == 0 or len(parts) > 6 or len(signs) > 1 or min(parts) < 2 or "." in main:
        return False
    if len(parts) > 1:
        return 7 <= len(digits) <= 13 and max(parts) < 8
    others = OTHER_WORDS | (PHONE_WORDS - ONLY_PHONE)  # solid: only a word of one meaning will do
    return len(digits) in (10, 11) and rate_words((near[0], ""), ONLY_PHONE, others) > 0


def rate_words(near: Near, words: frozenset[str], others: frozenset[str] = OTHER_WORDS) -> int:
    """1 if one of `words` introduces the number or follows it, -1 for one of `others`, else 0."""
    if not words.isdisjoint(near[1][:10].translate(LETTERS).split()[:1]):
        return 1
    for word in reversed(near[0].translate(LETTERS).split()):
        if word in words or word in others:
            return 1 if word in words else -1
    return 0
