"""Data of a person is known by its own proof: a host behind an @, a checksum, the groups of a number.
Cannot see: names, street addresses, dates of birth; numbers that only a word far away could explain.
"""

from guards import Spans
from guards._sensitive.formats import IGNORING
from guards._text import WORD, Form, split_table

LETTERS = str.maketrans({b: chr(b) if chr(b).isalpha() else " " for b in range(128)})
MAIL = Form(
    r"[.%+-]*((?!(?:git|hg|mailer-daemon)@|[\w.+-]*(?:no|not)-?reply)\w[\w.%+-]{0,63}(?<!\.)@(?!\S{0,80}noreply)"
    r"(?:[a-z0-9][a-z0-9-]{0,62}\.){1,8}(?!(?:png|jpe?g|gif|svg|webp|[tmc]?js|ts|css|json|service|socket|git|py|rb|go|md|ya?ml"
    r"|tgz|zip|local|internal|localhost|invalid)\b)[a-z]{2,24})(?![\w(-]|\.\w|:[/~])",
    IGNORING,
)
# Cards in their networks' groups, IBAN, social security; telephone numbers in groups that people write,
# and those that only a word beside them explains.
NUMBER = Form(r"""(?xa) (?: (?<![\w\#/$&.=-]) (?<!--) | (?<=tel=) | (?<=fax=) | (?<=phone=) ) (?:
 (?P<iban> [A-Z]{2}\d\d (?:\ ?[A-Z0-9]{4}){2,7} (?:\ ?[A-Z0-9]{1,3})? )
|(?P<card> 4\d{12} | 3\d{13,14} | [2-6]\d{15} | [46]\d{18} | [2-6]\d{3}([ -])\d{4}\3\d{4}\3\d{4} | 3\d{3}([ -])\d{6}\4\d{4,5} )
|(?P<ssn> (?!000|666|9|078.?05.?1120|219.?09.?9999|123.?45) \d{3} ([-. ]?) (?!00)\d\d \6 (?!0000)\d{4} )
|(?P<phone> \+[1-9](?:[ ./-]?\(?\d\)?){7,14} (?:x\d{1,5})?
  | (?:(?:00)?1[-. ])? (?:\(\d{2,3}\)[ -]?\d{3,4}[-. ]?\d{3,4} | \d{3}([-.])\d{3}\8\d{4} ) (?:x\d{1,5})?
  | 00[1-9]\d{0,2}(?:[ -]\d{2,4}){3,5} | 0\d([ .-])\d\d(?:\9\d\d){3} )
|(?P<near> (?! (?:19|20)\d\d-\d\d- ) \d{1,5}([ -])\d{1,7}(?:\11\d{2,5}){0,4} | \d{10,11} )
) (?! \w | % | [:.-]\d | -\w\w?\b )""")
PHONE_WORDS, ONLY_PHONE, OTHER_WORDS = split_table(
    """near phone phones telephone mobile fax call cell cellphone tel contact dial sms whatsapp office desk reach ring answering phonenumber
    hotline
|alone phone telephone mobile fax cellphone tel sms whatsapp call
|other license licence account order invoice tracking version passport zip serial reference isbn issn port commit build ticket
    timestamp date id sku zipcode tax"""
).values()
SSN_WORDS = "ssn|social security|soc sec|taxpayer".split("|")


def find_mails(text: str) -> Spans:
    """("email", start, end) of the mail addresses of people."""
    at = text.find("@")
    while at >= 0:
        before = text[max(0, at - 64) : at]
        start = at - len(before) + len(before.rstrip(WORD + "_%+.-"))
        match = MAIL.match(text, start) if start < at and text[at + 1 : at + 2].isalnum() else None
        if match and text[max(0, start - 4) : start] != "ssh ":  # as in scp's `u@host:/`, a login
            yield "email", *match.span(1)
        at = text.find("@", at + 1)


def find_numbers(text: str, low: str, digits: bytes) -> Spans:
    """(kind, start, end) of cards, IBANs, social security and telephone numbers, line by line.
    `digits`: the text with its digits as zeros, its line ends and blanks.
    """
    hit = digits.find(b"00")  # two in a row has every number that people write
    while hit >= 0:
        close = digits.find(b"\n", hit) % (len(digits) + 1)
        begin = digits.rfind(b"\n", 0, hit) + 1
        numbers = digits.count(b"0", begin, close) > 6
        # Two signs at most stand before the first digit of a number.
        begin = max(begin, digits.find(b"0", begin) - 2)
        for match in NUMBER.finditer(text, begin, close) if numbers else ():
            start, end = match.span()
            near = low[max(0, start - 60) : start], low[end : end + 24]
            kind = rate_number(match.lastgroup or "", match[0], near)
            if kind == "iban":
                end = start + find_iban(match[0])
            if kind and end > start:
                yield kind, start, end
        hit = digits.find(b"00", close)


def find_iban(text: str) -> int:
    """How much of a text that has its form is an IBAN (ISO 13616); the next word may only look like a group."""
    while len(text) > 14:
        solid = text.replace(" ", "")
        if int("".join([str(int(one, 36)) for one in solid[4:] + solid[:4]])) % 97 == 1:
            return len(text)
        text = text.rpartition(" ")[0]
    return 0


def rate_number(kind: str, text: str, near: tuple[str, str]) -> str:
    """What kind of number this is, "" for none; `near`: what stands before and behind it."""
    digits = "".join(filter(str.isdigit, text.partition("x")[0]))
    alone = kind == "near" and text.isdigit()  # only a word of one meaning will do
    rated = rate_words(near, ONLY_PHONE if alone else PHONE_WORDS)
    if kind == "card":  # Luhn, ISO/IEC 7812
        numbers = [int(one) for one in reversed(digits)]
        doubled = [sum(divmod(2 * one, 10)) for one in numbers[1::2]]
        checks = (sum(numbers[::2]) + sum(doubled)) % 10 == 0
        return kind * (checks and rated >= 0 and len(set(digits)) > 1)
    if kind == "ssn" and len(set(digits)) > 2:
        word = any([one in "".join(near) for one in SSN_WORDS])
        return kind * (word or (len(text) > 9 and rated == 0))
    if kind == "iban":
        return kind
    fits = 6 < len(digits) < 16 and len(set(digits)) > 2
    return "phone" * (fits and rated >= (kind == "near"))


def rate_words(near: tuple[str, str], words: frozenset[str]) -> int:
    """1 if one of `words` introduces the number or follows it, -1 for one of OTHER_WORDS, else 0."""
    before, behind = near[0].translate(LETTERS).split(), near[1][:10].translate(LETTERS).split()[:1]
    known = [word for word in before + behind if word in words or word in OTHER_WORDS]
    return (1 if known[-1] in words else -1) if known else 0
