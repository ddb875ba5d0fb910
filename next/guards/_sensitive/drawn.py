"""A value is told by its letters: drawn by a machine, chosen by a person, or put there to be replaced.

Cannot see: a secret made of plain words; a drawn value below twelve characters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

DIGITS = "0123456789"
WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
HEX = DIGITS + "abcdefABCDEF-"

# The commonest pairs of letters of English words: three quarters of the pairs in words, a fifth of those in random letters.
PAIRS = frozenset(
    """th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur ro ri
    io ic ne me ll co ma om ch ce li la el us ut ac ta no ec ca di ns ge il ho us tr ss am ot ul em ai wa we lo ly na mo pe ke nc
    ey id pr po ad ct un os su pl ag be ee fi fo gi ig im ir iv ol oo op ow pa rt sh so sp ts up wh wi wo ay da do ex go if ki lt
    lu mi mp mu ob od og pt sc ty ue um va ab ap ba bi bl bo br bu ck cl cr cu""".split()
)
# Somebody is meant to put a value here.
STAND_INS = tuple(
    """xxxx your example changeme change_me change-me placeholder replace redacted dummy insert todo ${ {{ $( ... **** #### ____
    sample notreal not-real foobar <% %> goes-here goes_here fake mock removed hidden masked
    process.env environ getenv string undefined secretkey 12345678-1234 123456789 abcdefgh abcd1234 deadbeef cafebabe qwerty
    lorem 00000000""".split()
)
# What stands for a password in documentation, and the defaults that everybody knows.
DEFAULTS = frozenset(
    """password passwd pass pwd secret token user username admin root guest test testing postgres mysql mongo redis rabbitmq none
    null nil true false required optional yes empty default value text str bool number object any unknown invalid wrong missing
    demo dev local localhost foo bar baz abc123 pass123 key apikey api_key login mypassword mysecret password1 password123
    test123 testpass changeit stdin env file prompt confirm reset hash encrypted credentials authorization basic bearer docker
    minioadmin port host""".split()
)


COMPILED: dict[str, re.Pattern[str]] = {}
RATED: dict[tuple[str, bool], bool] = {}  # what was said of values lately: a value comes often


def compile_once(expression: str, ignore_case: bool = False) -> re.Pattern[str]:
    """The expression, compiled when it is first needed."""
    if expression not in COMPILED:
        import re

        flags = re.ASCII | re.IGNORECASE if ignore_case else re.ASCII
        COMPILED[expression] = re.compile(expression, flags)
    return COMPILED[expression]


def drop_letters(text: str, drop: str) -> str:
    """The text without these characters."""
    return text.translate(dict.fromkeys(map(ord, drop)))


def count_digits(text: str) -> int:
    return len(text) - len(drop_letters(text, DIGITS))


def count_bits(text: str) -> float:
    """Shannon entropy in bits a character: 0 for one repeated, log2(n) for n different."""
    from math import log2

    shares = [text.count(one) / len(text) for one in set(text)]
    return -sum([share * log2(share) for share in shares])


def count_turns(text: str) -> int:
    """How often a character is of another kind (digit, small, capital) than the one before."""
    kinds = [one.isdigit() + 2 * one.isupper() for one in text if one.isalnum()]
    return sum([a != b for a, b in zip(kinds, kinds[1:])])


def counts_up(low: str) -> bool:
    """Do letters and digits count up, as somebody types what shall look like a key: a1b2c3d4e5?"""
    letters, digits = [one for one in low if one.isalpha()], [one for one in low if one.isdigit()]
    for part in (letters, digits, list(low)):
        steps = sum([ord(b) - ord(a) == 1 for a, b in zip(part, part[1:])])
        if len(part) > 7 and steps >= 0.7 * (len(part) - 1):
            return len(low) - len(part) < 4 or min(len(letters), len(digits)) > 3
    return False


def is_hex(text: str) -> bool:
    return not text.strip(HEX)


def is_wordy(text: str) -> bool:
    """Do the letters follow each other as they do in words?"""
    pairs = [a + b for a, b in zip(text.lower(), text.lower()[1:])]
    letters = [pair for pair in pairs if pair.isalpha()]
    if len(letters) < 5 or 2 * len(letters) < len(pairs):
        return False
    return sum([pair in PAIRS for pair in letters]) > 0.58 * len(letters)


def is_standin(text: str) -> bool:
    """A placeholder, a template, a counting sequence, or one character again and again."""
    low = text[:300].lower()
    if len(set(low)) <= max(2, min(len(low) // 5, 4)):
        return True
    if len(low) > 100:
        return len(set(low)) < 12 or "xxxxxxxx" in low or "exampleexample" in low
    if low.startswith(("my-", "my_", "some-", "some_", "enter-", "enter_")):
        return True
    template = (low[:1] == "<" and ">" in low) or 0 <= low.find("%(") < low.find(")s")
    return template or any([one in low for one in STAND_INS]) or counts_up(low)


def is_drawn(text: str, words: bool = False) -> bool:
    """Could a machine have drawn this?  Varied enough, no stand-in; no words unless they are allowed."""
    text = text[:200]
    if (text, words) not in RATED:
        if len(RATED) > 1000:
            RATED.clear()
        digits, least = count_digits(text), 2.9 if len(text) < 24 else 3.1
        drawn = len(text) > 7 and digits < len(text) and not is_standin(text)
        drawn = drawn and count_bits(text) >= (2.6 if is_hex(text) else least)
        RATED[text, words] = drawn and (
            is_hex(text) or (words and digits > 1) or not is_wordy(text)
        )
    return RATED[text, words]


def is_key(text: str) -> bool:
    """Could this whole word be a key?  Hex and UUIDs by their spread, else by digits among letters of both cases."""
    if not 12 <= len(text) <= 2000:
        return False
    if is_hex(text):
        bare = text.replace("-", "")
        return len(bare) >= 20 and not bare.isdigit() and not bare.isalpha() and is_drawn(text)
    pieces = text.split(".")
    longest = max(text.replace("_", "-").replace(".", "-").split("-"), key=len)[:200]
    if len(longest) < 10 or count_digits(text[:200]) < 2 or len(pieces) > 4:
        return False
    if len(pieces) > 1 and any([piece.replace("_", "").isalpha() for piece in pieces]):
        return False
    return is_drawn(longest, count_turns(longest) > 2 * len(longest) // 5) and is_drawn(text, True)


def is_odd(text: str) -> bool:
    """Has it a character that names, numbers and addresses do not have?"""
    return "://" not in text and bool(drop_letters(text, WORD + ".:/"))


def is_typed(text: str) -> bool:
    """Could a person have chosen this as a password?  No stand-in, default, variable, expression or path."""
    if (
        not 4 <= len(text) <= 200
        or text.lower() in DEFAULTS
        or " " in text
        or "://" in text
        or is_standin(text)
    ):
        return False
    if text[0] in "$%<{[(!" and (text[1:2].isalpha() or not count_digits(text)):
        return False
    return (
        text[-1] not in "([{"
        and not ("(" in text and ")" in text)
        and (not text.isdigit() or len(text) > 5)
    )
