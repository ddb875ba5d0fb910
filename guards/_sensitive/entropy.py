# ruff: noqa: E501  (tables: one row, one line)
"""Was this text drawn at random, written by a person, or put there to be replaced?

Three answers to one question about a candidate secret.  Bytes, since the scanner reads bytes.
"""
from __future__ import annotations

# The commonest pairs of letters in English words and in identifiers: three quarters of the pairs in
# words, a fifth of the pairs in random letters.
PAIRS = frozenset(
    b"th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur "
    b"ro ri io ic ne me ll co ma om ch ce li la el us ut ac ta no ec ca di ns ge il ho us tr ss am ot ul em ai wa we lo ly "
    b"na mo pe ke nc ey id pr po ad ct un os su pl ag be ee fi fo ft gi gr ig im ir iv ol oo op ow pa rt sh so sp ts up us "
    b"vi wh wi wo ay da do ef ev ex ga go ie if ki ks ls lt lu mi mp ms mu nk ob od og oi oc oa ok pi pt rd rm rn rs ru sc "
    b"tl tu ty ub ue ug ui um va vo ye ab ap aw ba bi bl bo br bu cl cr cu ck".split())

# Someone is meant to put a value here.
STAND_INS = tuple(b"""
    xxxx your example changeme change_me change-me placeholder replace redacted dummy insert todo ${ {{ $( ...
    **** #### .... ____ sample notreal not-real not_real foobar <% %> enter_ enter- some_ some- my_ my- goes-here
    goes_here here> fake mock removed hidden masked process.env os.environ getenv string undefined secretkey
    12345678-1234 1234567890 0123456789 abcdefgh abcd1234 deadbeef cafebabe qwerty lorem 00000000
""".split())


def bits(value: bytes) -> float:
    """Shannon entropy of the bytes, in bits a byte: 0 for one repeated, log2(n) for n different."""
    from math import log2
    size = len(value)
    total = 0.0
    for byte in set(value):
        share = value.count(byte) / size
        total -= share * log2(share)
    return total


def wordy(value: bytes) -> bool:
    """Do the letters follow each other as they do in words?

    >>> wordy(b"DataGetTopLongShortPositionRatio"), wordy(b"wWdk4hXqzTbFvR9mJpKc")
    (True, False)
    """
    low = value.lower()
    pairs = [low[i:i + 2] for i in range(len(low) - 1)]
    letters = pairs if low.isalpha() else [p for p in pairs if p.isalpha()]
    if len(letters) < 5 or 2 * len(letters) < len(pairs):
        return False
    return len([p for p in letters if p in PAIRS]) > 0.58 * len(letters)


def stands_in(value: bytes) -> bool:
    """A placeholder, a template, a counting sequence or one character again and again."""
    low = value.lower()
    if len(set(low)) <= max(2, min(len(low) // 5, 4)):
        return True
    if len(low) > 100:
        return len(set(low)) < 12 or b"xxxxxxxx" in low or b"exampleexample" in low
    if (low[:1] == b"<" and b">" in low) or 0 <= low.find(b"%(") < low.find(b")s"):
        return True
    return max(map(low.find, STAND_INS)) >= 0       # `in` would make and drop an error for each


def counts(value: bytes) -> bool:
    """Do letters and digits count up, as somebody types what shall look like a key?

    >>> [counts(one) for one in (b"a1b2c3d4e5f6a7b8", b"1a2b3c4d5e6f", b"k7Qz20fL9xWm4")]
    [True, True, False]
    """
    low = value.lower()
    letters, digits = low.translate(None, _NO_LETTERS), low.translate(None, _NO_DIGITS)
    both = len(letters) > 3 < len(digits)
    return both and all(len(one) - 1 - sum([b - a == 1 for a, b in zip(one, one[1:])]) <= len(one) // 5
                        for one in (letters, digits))


_NO_LETTERS = bytes(b for b in range(256) if not 97 <= b <= 122)
_NO_DIGITS = bytes(b for b in range(256) if not 48 <= b <= 57)

# A secret is looked at again wherever it is masked, fingerprinted or told: what was found of short values lately.
_KNOWN: dict[tuple[bytes, bool], bool] = {}
KNOWN, SIZE = 500, 200      # how many values, of how many bytes at most


def random_like(value: bytes, words: bool = False) -> bool:
    """Could a machine have drawn this?  Varied enough, no stand-in, and no words unless they are allowed."""
    if len(value) > SIZE:
        return _drawn(value, words)
    found = _KNOWN.get((value, words))
    if found is None:
        if len(_KNOWN) >= KNOWN:
            _KNOWN.clear()
        found = _KNOWN[value, words] = _drawn(value, words)
    return found


def _drawn(value: bytes, words: bool) -> bool:
    if stands_in(value):
        return False
    digits = len(value) - len(value.translate(None, b"0123456789"))
    if digits == len(value):
        return False
    hexadecimal = not value.lower().translate(None, b"0123456789abcdef-")
    if bits(value) < (2.6 if hexadecimal else 2.9 if len(value) < 24 else 3.1):
        return False
    return hexadecimal or (words and digits > 1) or not wordy(value)


# What stands for a password in documentation, and the defaults that everybody knows.
DEFAULTS = frozenset(b"""
    password passwd pass pwd secret token user username admin root guest test testing postgres mysql mongo redis
    rabbitmq none null nil true false required optional yes no empty default value text hidden string str bool
    number object any unknown invalid wrong missing demo dev local localhost foo bar baz abc abc123 pass123 user1
    key apikey api_key login mypassword mysecret password1 test123 testpass changeit stdin env file prompt confirm
    confirmation reset hash encrypted credentials authorization basic bearer postgresql mariadb docker minioadmin
    port host
""".split())


def typed(value: bytes) -> bool:
    """Could a person have chosen this as a password?  No stand-in, default, variable, expression or path."""
    low = value.lower()
    if not 4 <= len(value) <= 200 or low in DEFAULTS or b" " in value or b"://" in value or stands_in(value):
        return False
    if value[:1] in (b"$", b"%", b"<", b"{", b"[", b"(") and not any(48 <= b <= 57 for b in value):
        return False
    if value[:1] == b"!" and value[1:].isalpha():
        return False
    if value[-1:] in (b"(", b"[", b"{") or (b"(" in value and b")" in value):
        return False
    if (value[:1] in (b"$", b"%")) and value[1:].replace(b"_", b"").rstrip(b"%").isalnum() and value[1:2].isalpha():
        return False
    return not value.isdigit() or len(value) > 5


BRIEF, TOLD = 400, 16       # characters, words of a text that shows little else than a secret


def phrases(text: str, least: int) -> list[str]:
    """The words of a short text that a person could have chosen as a password; none of a long text.

    >>> phrases("Password for wifi: tannenwald-77-Lm", 8), phrases("a.txt /etc/x-y-zzzzz name:", 8)
    (['tannenwald-77-Lm'], [])
    """
    words = text[:BRIEF + 1].split()
    found = []
    for word in dict.fromkeys(words) if len(text) <= BRIEF and len(words) <= TOLD else ():
        bare = word.strip("\"',;").rpartition("=")[2]
        odd = not bare.isalpha() and any(c.isalpha() for c in bare)
        if len(bare) >= least and odd and "/" not in bare and bare[-1] not in ":." and typed(bare.encode("ascii", "replace")):
            found.append(bare)
    return found
