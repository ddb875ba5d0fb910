# ruff: noqa: E501  (tables: one row, one line)
"""The secrets in a text: words that begin like a provider's key, shapes at their markers, values of telling names.

Nothing is compiled or imported before its own head or marker stands in the text, so an innocent
text costs a few passes of C and no `re`.  Every expression is tried at its marker only and is
bounded, so the work is linear in the text.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guards._text.regex import Found


def core_of(text: bytes) -> bytes:
    """The longest run of letters and digits in it: where the text stands, a word of letters and digits holds that run."""
    return max(text.translate(_PARTED).split(), key=len, default=b"")


def _in_words(text: bytes) -> str:
    """Its core as it stands among words, each between blanks: with one where a sign parts it from what is beside it in the text.

    >>> _in_words(b"basic "), _in_words(b'"value"'), _in_words(b"://")
    ('basic ', ' value ', '')
    """
    core = core_of(text)
    before, _, after = text.partition(core) if core else (b"", b"", b"")
    return f"{' ' if before else ''}{core.decode()}{' ' if after else ''}"


def _heads() -> list[tuple[str, str]]:
    """(head, expression) of every format.  The table is loaded for nothing else before a head stands in a text."""
    from guards._sensitive.formats import FORMATS
    return [(head, row[2]) for row in FORMATS for head in row[1]]


def _has_sign(head: str) -> bool:
    return bool(head.encode().translate(None, b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."))


_PARTED = bytes(b if chr(b).isalnum() and b < 128 else 32 for b in range(256))
# The first three characters of every head: a new format is one row there and nothing here.
HEADS = frozenset([head[:3].encode() for head, _ in _heads()])
# Those of heads that are long words by themselves.
NAMED = frozenset([head[:3].encode() for head, _ in _heads() if len(head) > 11])
# Heads whose token need not be a word of fifteen characters, since a sign ends the word (`service:`, base64's `/`): looked for as they
# are where their core begins a word of the text, as their token does.
SIGNED = tuple([(_in_words(b" " + head.encode()).lower(), head.encode()) for head, form in _heads() if "+/" in form or _has_sign(head)])
# The cores of those that are a word by themselves; the others begin one.
WHOLE = tuple([(core.strip().encode(), head) for core, head in SIGNED if core[-1] == " "])
BEGUN = tuple([row for row in SIGNED if row[0][-1] != " "])


def _by_first(text: str) -> tuple[tuple[bytes, tuple[bytes, ...]], ...]:
    """(the first text, its markers) of each line; a text alone is its own marker."""
    rows = (line.encode().strip().split(b"|")[1:-1] for line in text.split("\n") if "|" in line)
    return tuple([(row[0], tuple(row[1:] or row)) for row in rows])


# Where the first text is missing, none of the markers after it is looked for.
# INVARIANT: every marker of `_secret_shapes` stands here or in INSIDE (a test compares).
MARKERS = _by_first("""
    |://|
    |basic |
    |curl|-u|--user|
    |wget|-u|--user|
    |http |-u|--user|
    |::|:::|::|
    |~|q~|
    |machine |password |passwd |
    |redis-cli|
    |net use|
    |smbclient|
    |ldapsearch|
    |htpasswd|
    |securestring|to-securestring|
    |identified by|
    |mnemonic|
    |seed|seed phrase|seed_phrase|seed words|
    |recovery|recovery phrase|recovery_phrase|recovery key|recovery code|
    |psk|
    |shared|pre-shared|preshared|
    |key content|
    |sselinhalt|
    |contenu de la cl|
    |contenido de la clave|
    |contenuto chiave|
    |backup code|
    |license key|
    |licence key|
    |product key|
    |activation|activation key|activation code|
    |password 7 |
    |server community |
    """)
# Markers whose secret is itself a word of fifteen characters and more: looked for where there is such a word.
LONG = _by_first("""
    |-----begin |
    |private-lines:|
    |bearer |
    |pbkdf2_sha|
    |{ssha|
    |webhook|.office.com/webhook|/api/webhooks/|
    |1//0|
    |sig=|
    |~|sha256~|
    |:aa|
    |login_with_api_key|
    |ssws |
    |$|access_token$|
    |discord|
    |krb5|krb5asrep|krb5tgs|
    |:apa91b|
    |sess|jsessionid|phpsessid|net_sessionid|laravel_session|
    |connect.sid|
    |cookie:|
    |"value"|
    |\t|\ttrue\t|\tfalse\t|
    |"d"|
    |"ciphertext"|
    """)
# Commands that take a password after one of these: looked for only just before it.
FLAG = b" -p"
COMMANDS: tuple[bytes, ...] = (
    b"psexec", b"sshpass", b"plink ", b"pscp ", b"mysql", b"mariadb", b"mongo", b"docker login", b"podman login", b"oc login", b"az login", b"helm registry",
    b"rdesktop", b"unzip -p", b"-passin", b"-passout", b"sqlcmd", b"7z a", b"7z x",
)
# Markers inside words of fifteen characters and more: looked for among those only.
INSIDE: tuple[bytes, ...] = tuple(b"""
    ls0tls1crudjti hooks.slack.com hooks.zapier.com chat.googleapis.com .atlasv1. jqqj9 azdo azfu -us _mmk nral jsn
    contribsys__com
""".split())
# INVARIANT: the keywords of `_assignments` (a test compares), letters alone: a text without them does not load it.
NAMES = (b"pass", b"pwd", b"secret", b"token", b"key", b"cred", b"auth", b" pw ")

_WORD = bytes(119 if (chr(b).isalnum() and b < 128) or b in b"_-." else 32 for b in range(256))
_LONG = 15 * b"w"
_DIGITS = frozenset(b"0123456789")
# (core, first text, markers) of both tables, and of the one that counts where there is no long word.
# Cores are text: whether bytes hold bytes is asked with an error that is made and dropped, at ten times the price.
_SHORT_ROWS = tuple([(_in_words(row[0]), *row) for row in MARKERS])
_ROWS = tuple([(_in_words(row[0]), *row) for row in MARKERS + LONG])


def secrets(raw: bytes, low: bytes = b"", every: set[bytes] | None = None) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of each; spans may overlap.  `low`, `every`: the text in small letters and its vocabulary, where known."""
    low = low or raw.lower()
    words = long_words(raw)
    every = vocabulary(low) if every is None else every
    pool = pool_of(every)
    pooled = pool.decode()
    starts = _starts(raw, words, every, pooled)
    if starts:
        yield from _formats(raw, starts, pool)
    if words and words != [raw]:      # a text of one word, an id, has no name
        from guards._sensitive.drawn import drawn
        yield from drawn(raw, low, words)
    if len(raw) < ALONE and raw.count(b" ") > 10:
        yield from _words_alone(raw)
    present = _present(low, words, pooled)
    if present:
        yield from _shapes(raw, low, present)
    names = [name.strip() for name in NAMES if pool.find(name) >= 0]
    if names:
        yield from _assigned(raw, low, names, every)


def _starts(raw: bytes, words: list[bytes], every: set[bytes], pooled: str) -> frozenset[bytes]:
    """The heads of formats that begin a word here: of a name in one case without a digit, which was not drawn, only
    one that it may be a long head."""
    starts = HEADS.intersection([word[:3] for word in words])
    if not NAMED.issuperset(starts):
        starts = NAMED.intersection(starts).union([word[:3] for word in words if word[:3] in starts and not (
            (word.islower() or word.isupper()) and _DIGITS.isdisjoint(word))])
    signed = [head for core, head in WHOLE if core in every] + [head for core, head in BEGUN if core in pooled]
    return starts.union([head[:3] for head in signed if raw.find(head) >= 0])


def _assigned(raw: bytes, low: bytes, names: list[bytes], every: set[bytes]) -> Iterator[tuple[str, int, int]]:
    """What is given to a name that says so."""
    from guards._sensitive import assignments
    if b"secret" in names and b"data" in every:
        yield from [("kubernetes-secret", *one) for one in assignments.manifest(raw, low)]
    for start, end, family, style in assignments.candidates(raw, low, names):
        if assignments.secret(raw[start:end], family, style):
            yield f"assigned-{family}", start, end


ALONE = 500     # bytes of a text that may hold a seed phrase and little else
_SAID = frozenset(b"and are but for from has its not our the was with".split())     # a sentence has one of these


def _words_alone(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """A line of twelve to twenty-four short words and nothing else, none of them a sentence's: the words of a wallet.

    >>> list(_words_alone(b"gravity machine north sort system female filter attitude volume fold club stay\\n"))
    [('seed-phrase', 0, 78)]
    """
    for line in raw.split(b"\n"):
        words = line.split()
        if len(words) in (12, 15, 18, 21, 24) and len(set(words)) > 10 and _SAID.isdisjoint(words) and all(
                2 < len(word) < 9 and word.isalpha() and word.islower() for word in words):
            start = raw.find(line.strip())
            yield "seed-phrase", start, start + len(line.strip())


def pool_of(every: set[bytes]) -> bytes:
    """A text's vocabulary between blanks: a run of letters and digits stands in the text if it stands here."""
    return b" ".join((b"", *every, b""))


def vocabulary(raw: bytes) -> set[bytes]:
    """Every word of letters and digits once: a seventh of a text."""
    return set(raw.translate(_PARTED).split())


def long_words(raw: bytes) -> list[bytes]:
    """Its words of fifteen characters and more, in order; shorter ones are not even made."""
    mask, found = raw.translate(_WORD), []
    at = mask.find(_LONG)
    while at >= 0:
        end = mask.find(b" ", at)
        end = len(raw) if end < 0 else end
        found.append(raw[at:end])
        at = mask.find(_LONG, end)
    return found


def _present(low: bytes, words: list[bytes], pool: str) -> frozenset[bytes]:
    """The markers that stand in the text."""
    found = {marker for core, pivot, markers in (_ROWS if words else _SHORT_ROWS) if core in pool and low.find(pivot) >= 0
             for marker in markers if marker == pivot or low.find(marker) >= 0}
    at = low.find(FLAG)
    while at >= 0:
        before = low[max(0, at - 160):at + 3]
        found |= {marker for marker in COMMANDS if before.find(marker) >= 0}
        at = low.find(FLAG, at + 3)
    if b"$" in low:
        found |= {b"$" + part + b"$" for part in low.split(b"$") if part in _CRYPT}
    if words:
        inside = b" ".join(set(words)).lower()
        found |= {marker for marker in INSIDE if inside.find(marker) >= 0}
    return frozenset(found)


# The schemes of crypt(5) and their like.
_CRYPT = frozenset(b"1 5 6 8 9 y 2a 2b 2y apr1 argon2id argon2i argon2d".split())


def _pattern(expression: str) -> Found:
    from guards._text.regex import pattern
    return pattern(expression.encode())


def _formats(raw: bytes, starts: frozenset[bytes], pool: bytes) -> Iterator[tuple[str, int, int]]:
    from guards._sensitive.formats import BY_START
    for _, rule, head, expression in sorted([row for start in starts for row in BY_START.get(start, ())]):
        at = raw.find(head) if pool.find(core_of(head).lower()) >= 0 else -1
        while at >= 0:
            if at == 0 or not raw[at - 1:at].isalnum():
                match = _pattern(expression).match(raw, at)
                if match and _ends(raw, match.end()) and _genuine(match.group(), len(head)):
                    yield rule, at, match.end()
            at = raw.find(head, at + len(head))


def _ends(raw: bytes, end: int) -> bool:
    """A token stops here: neither a longer word nor a file's or attribute's name."""
    after = raw[end:end + 2]
    return not after[:1].isalnum() and not (after[:1] == b"." and after[1:].isalpha())


def _genuine(token: bytes, head: int) -> bool:
    from guards._sensitive.entropy import random_like
    if random_like(token[head:], words=True):
        return True
    if token[:2] == b"gh" or token[:4] == b"npm_":
        from guards._sensitive.checksums import github
        return github(token.decode())
    return False


def _shapes(raw: bytes, low: bytes, present: frozenset[bytes]) -> Iterator[tuple[str, int, int]]:
    from guards._sensitive.shapes import SHAPES
    for rule, markers, lead, near, look, expression, _, _ in SHAPES:
        words = [word.encode() for word in near]
        for text in markers:
            marker = text.encode()
            at = low.find(marker) if marker in present else -1
            done = 0
            while at >= 0:
                if at >= done and (not words or _near(low, at, marker, words)):
                    match = _search(_pattern(expression), raw, at, lead)
                    if match:
                        start, end = _span(match)
                        done = match.end()
                        if _looks(raw[start:end], look):
                            yield rule, start, end
                at = low.find(marker, at + len(marker))


def _near(low: bytes, at: int, marker: bytes, words: list[bytes]) -> bool:
    if marker == b"://":
        return b"@" in low[at:at + 420]
    around = low[max(0, at - 160):at + 300]
    return max(map(around.find, words)) >= 0


def _search(pattern: Any, raw: bytes, at: int, lead: int) -> Any:
    if not lead:
        return pattern.match(raw, max(0, at - 5) if raw[at:at + 3] == b"://" and pattern.pattern[:4] == b"http" else at)
    return pattern.search(raw, max(0, at - lead), at + 400)


def _span(match: Any) -> tuple[int, int]:
    for group in ("s", "q", "d"):
        if group in match.re.groupindex and match.start(group) >= 0:
            return match.start(group), match.end(group)
    return match.start(), match.end()


def _looks(value: bytes, look: str) -> bool:
    from guards._sensitive.entropy import random_like, stands_in, typed
    if look == "drawn":
        return random_like(value)
    if look == "typed":
        return typed(value)
    if look == "mixed":
        return typed(value) and not value.isalpha()
    if look == "pair":
        user, _, password = value.partition(b":")
        user, password = user.strip(b"\"'{}"), password.strip(b"\"'{}")
        return typed(password) and user.lower() != password.lower() and user[:1] not in (b"$", b"%", b"<")
    if look == "basic":
        return _basic(value)
    return not stands_in(value)


def _basic(value: bytes) -> bool:
    """Base64 of `user:password`?"""
    from binascii import Error, a2b_base64
    try:
        text = a2b_base64(value + b"=" * (-len(value) % 4))
    except Error:
        return False
    return b":" in text and not text.translate(None, bytes(range(32, 127)))
