# ruff: noqa: E501  (tables)
"""A value that a machine drew, standing where a key stands: `deepgramKEY …`, `vendor_key = …`, `Unseal Key 1: …`.

From the value to its name: formats and names that no table lists are caught by what they have in common.  A word of
sixteen characters and more that looks drawn counts as a secret where the words before it, on its line, say so:

    a name of two parts that ends in a word for a key, and `=` or `:`
    a vendor and a word for a key, or a name of two parts in one word (`fooKEY`), whatever parts it from the value
    a vendor alone, and `=` or `:`, or nothing else on the line
    an address whose path is known to carry the key

What says that a value is public, a hash or an identifier makes it silent, whatever else stands there.
Limitations: a value below sixteen characters, or of digits only; a name on another line.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST, MOST = 16, 2000
LEAD = 72   # bytes before a value in which its name may stand

_DIGITS = b"0123456789"
_VALUE = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_BASE64 = _VALUE + b"+/="
_BETWEEN = b" \t=:\"'`>-_/\\"
_HEX = b"0123456789abcdefABCDEF-"

# Words for a key, as a part of a name or its end.
KEYS = frozenset("""
    key token secret private access auth pat password passwd pwd credential credentials apikey bearer license
    licence unseal jwt passphrase apitoken accesskey secretkey authtoken accesstoken privatekey appkey authkey
    clientsecret
""".split())
_TAILS = ("key", "token", "secret")
# What makes a name public, a hash or an identifier.
SILENT = frozenset("""
    public publishable pub pubkey anon site sitekey recaptcha measurement tracking cache sort primary foreign
    partition unique natural composite shard row index idx object objectkey s3 map dict item list lookup group react
    data json field entity node tree block storage hash hashes sha sha1 sha224 sha256 sha384 sha512 md5 crc digest
    checksum commit etag integrity fingerprint thumbprint subresource signature sig rev revision ref git blob image
    layer manifest version build release id ids kid keyid uuid guid uid name file filename path dir url uri host
    hostname known idempotency dedup dedupe deduplication correlation trace span request job run task event cursor
    page next continuation csrf xsrf nonce i18n translation locale monkey turkey donkey hockey whiskey tokenizer
    count limit length type expiry expires ttl example sample placeholder dummy fake mock fixture expected serial
    aggregation query component routekey registry resolved module chunk asset bundle
""".split())

# Called an id, and yet what one signs in with.
SECRET_IDS = frozenset(("cc test reporter id", "test reporter id", "messagebird client id", "const message bird client id", "message bird client id",
                        "sonar login", "dsonar login"))


def drawn(raw: bytes, low: bytes, words: list[bytes]) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of each drawn value whose name says that it is a key; `words` are the long words of `raw`, in order."""
    at = 0
    for word in words:
        if len(word) < LEAST or len(word) - len(word.translate(None, _DIGITS)) < 2:
            continue
        found = raw.find(word, at)
        if found < 0:
            continue
        at = found + len(word)
        found = _begin(raw, found)
        name, sign, joined = _name(raw, found)
        if name and _said(name, sign, joined, low, found):
            end = _end(raw, found, at)
            if _drawn(raw[found:end].rstrip(b"=")) and _whole(raw, end):
                yield "named-key", found, end
                at = max(at, end)


def _begin(raw: bytes, at: int) -> int:
    """The beginning of the base64 that a `+` or `/` has cut in two; `at` where it is a path's."""
    if raw[at - 1:at] not in (b"+", b"/"):
        return at
    before = raw[max(0, at - LEAD):at]
    run = len(before) - len(before.rstrip(_BASE64[:-1]))
    first = before[-run:]
    mixed = not first.islower() and not first.isupper() and first.translate(None, _DIGITS) != first
    return at - run if mixed and b"//" not in first and b"-" not in first and b"_" not in first else at


def _name(raw: bytes, at: int) -> tuple[list[str], bytes, bool]:
    """(the parts of the name before a value, what stands between, is the name one word of several parts)."""
    lead = raw[max(0, at - LEAD):at]
    line = lead[lead.rfind(b"\n") + 1:]
    name = line.rstrip(_BETWEEN)
    sign = line[len(name):]
    if not sign or not name[-1:].isalnum():
        return [], b"", False
    named = parts(name[-40:])
    last = name.rstrip(_VALUE)
    return named, sign, len(named) > 1 and len(name) - len(last) > len(named[-1])


def parts(name: bytes) -> list[str]:
    """The last words of a name, in lower case: `deepgramKEY` and `DEEPGRAM_API_KEY` fall apart; text of another kind ends it.

    >>> parts(b'x("deepgramKEY'), parts(b"export ZENROWS_API_KEY")
    (['deepgram', 'key'], ['export', 'zenrows', 'api', 'key'])
    """
    text = name.decode("ascii", "replace")
    found: list[str] = []
    word = ""
    for i in range(len(text) - 1, -1, -1):
        c = text[i]
        if c.isalnum():
            if word and c.islower() and word[-1].isupper():          # deepgram|Key, deepgram|KEY
                found.append(word[::-1].lower())
                word = ""
            word += c
            if c.isupper() and len(word) > 1 and word[-2].islower():  # my|Key
                found.append(word[::-1].lower())
                word = ""
        elif c in "_-. ":
            if word:
                found.append(word[::-1].lower())
            word = ""
        else:
            break
        if len(found) > 3:
            break
    if word and len(found) < 4:
        found.append(word[::-1].lower())
    return found[::-1][-4:]


def _said(name: list[str], sign: bytes, joined: bool, low: bytes, start: int) -> bool:
    """Do name and sign say that a key follows?"""
    if b"/" in sign:
        return _in_path(low, start)
    while name and name[-1].isdigit():
        name = name[:-1]
    if not name or (not SILENT.isdisjoint(name) and " ".join(name) not in SECRET_IDS):
        return False
    strong = (b"=" in sign or b":" in sign) and b"==" not in sign and b"::" not in sign
    keys = [part in KEYS or part.endswith(_TAILS) for part in name]
    vendor = _vendor(name)
    if keys[-1]:
        return vendor or (strong and (len(name) > 1 or name[-1] not in KEYS)) or sum(keys) > 1 or (b"-" not in sign and (name[-2:] == ["api", "key"] or (joined and len(name) > 1)))
    return strong and ((vendor and len(name) == 1) or " ".join(name) in SECRET_IDS)


def _vendor(name: list[str]) -> bool:
    from guards._sensitive.vendors import VENDORS
    return any(part in VENDORS for part in name) or any(a + b in VENDORS for a, b in zip(name, name[1:]))


def _in_path(low: bytes, start: int) -> bool:
    from guards._sensitive.vendors import KEY_HOSTS
    lead = low[max(0, start - LEAD):start]
    address = lead[lead.rfind(b"://") + 1:] if b"://" in lead else b""
    return bool(address) and b" " not in address and any(host in address for host in KEY_HOSTS)


def _end(raw: bytes, start: int, at: int) -> int:
    """The end of the value: base64 goes on over `+`, `/` and `=`."""
    tail = raw[at:at + MOST]
    if tail[:1] not in (b"+", b"/", b"="):
        return at
    return at + len(tail) - len(tail.lstrip(_BASE64))


def _whole(raw: bytes, end: int) -> bool:
    """Does the value end here?  What goes on behind a sign that no key has is cut off, and no key."""
    after = raw[end:end + 2]
    return after[:1] in _ENDS or (after[:1] in b".:?!" and after[1:] in _ENDS) or after[:1] > b"\x7f"


_ENDS = frozenset((b"", *(bytes((b,)) for b in b" \t\r\n\"'`,;)]}<>&|\\#")))


def _drawn(value: bytes) -> bool:
    """Did a machine draw this?  Hex and UUIDs by their spread, the rest by letters and digits in no order of words."""
    from guards._sensitive.entropy import bits, counts, random_like
    if not LEAST <= len(value) <= MOST or counts(value):
        return False
    if len(value) == 36 and value[8:9] == b"-" == value[23:24]:
        return len(value.replace(b"-", b"")) == 32 and bits(value) > 3.2 and b"12345678-1234" not in value
    if not value.translate(None, _HEX):
        return len(value) >= 20 and random_like(value)
    if b"." in value and any(piece.replace(b"_", b"").isalpha() for piece in value.split(b".")):
        return False  # an attribute
    longest = max(value.translate(_SPLIT).split(), key=len)
    digits = len(value) - len(value.translate(None, _DIGITS))
    return len(longest) > 9 and digits > 1 and len(value) - digits > 3 and value.count(b".") < 4 and (
        random_like(longest, words=_mixed(longest)) and random_like(value, words=True))


def _mixed(value: bytes) -> bool:
    """Letters of both cases and digits in turns, as names do not have them."""
    turns = bytes(100 if 48 <= b <= 57 else 117 if b < 97 else 108 for b in value)
    return sum(turns.count(pair) for pair in (b"ud", b"du", b"ld", b"dl", b"ul", b"lu")) > 2 * len(value) // 5


_SPLIT = bytes(32 if b in b"_-." else b for b in range(256))
