# ruff: noqa: E501  (tables: one row, one line)
"""A value given to a name that says `secret`: `PASSWORD=…`, `"api_key": "…"`, `--token …`, `password is "…"`.

The name decides how much the value has to prove: after a password anything that a person might
type counts, after a token or key only what a machine might have drawn.  No expressions: one walk
forward from each occurrence of a keyword, bounded.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PASSWORD, SECRET, TOKEN = "password", "secret", "token"

# How the value was given: after a user name in a call, in quotes, told or compared in quotes, tight (`A=b`, no blanks), loose,
# or only after a blank.
PAIRED, QUOTED, TOLD, TIGHT, LOOSE, BESIDE = 5, 4, 3, 2, 1, 0

KEYWORDS = tuple(b"pass pwd secret token key cred auth pw".split())
# What else names a secret where every value of a secret's name is one.
MORE = (b"pin", b"mnemonic", b"seed", b"phrase")

KEY_LINE = 40       # characters of a line of base64 and nothing else

_BASE64 = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/="
_QUOTES = bytes(32 if b in b"\"'`\\\n\t," else b for b in range(256))
_NAME = b"abcdefghijklmnopqrstuvwxyz0123456789_-."
_PARTS = frozenset(bytes((b,)) for b in _NAME)
_GOES_ON = frozenset((*_PARTS, b" ", b"\t"))
_CLOSERS = b"\"'`])\\"
_SIGNS = (b"===", b"!==", b"==", b"!=", b":=", b"=>", b"||", b"??", b"?:", b"=", b":", b",", b">", b"is ", b"is:", b"or ", b"(")
# A bare `key` may be anything's; one of these before it says which.
_KINDS_OF_KEY = (b"api ", b"private ", b"secret ", b"access ", b"license ", b"encryption ", b"signing ", b"auth ", b"master ")
_SCHEMES = (b"token ", b"apikey ", b"key ")  # Authorization: Token …
_CELLS = tuple(b"password passwd pwd passphrase secret token key".split())
_ENDS = tuple("password passwd pwd passphrase secret token apikey api_key key pass".split())
_TELLING = frozenset((b"===", b"!==", b"==", b"!=", b"is ", b"is:"))

# Last words of a name that make it something *about* a secret.
ABOUT = frozenset("""
    id ids name names file files filename path paths dir url uri type types length len count limit limits size
    expiry expires expiration ttl age env header headers field fields label hint format policy prefix suffix pattern
    regex provider manager store storage service endpoint host version algorithm usage index ref refs arn reset form
    input error errors status required enabled at by code codes mode method class func function param params
    placeholder title words board press down up frame frames space spaces set sets stroke event map list ring hash
    digest sum column columns schema strength rule rules message link page view test tests
""".split())
_ABOUT_ENDS = tuple("""
    id name file path url uri length type count field label hint index prefix error message header hash placeholder
    store
""".split())
# Names that are public, or no secret at all.
PUBLIC = tuple("""
    public _pub_ pubkey primary foreign cache partition sort_key sortkey idempotency _max_ _num_ _min_ _next_ page
    continuation cursor authors tokeniz _input_ _output_ prompt completion _total_ csrf xsrf authenticity host_key
    hostkey known fingerprint integrity checksum monkey donkey turkey hockey keyboard keyword passed passing
    passenger passive passage passthrough passport passin passout pass_rate compass bypass secretary secretsmanager
    secretmanager object_key registry translation i18n site_key sitekey wordpress incredib accredit credits credit
    tokens keys keyid kid truncat resource_key row_key rowkey
""".split())
_KEYS = tuple("""
    api access secret private auth license encrypt sign account master shared deploy service storage admin app
    client consumer session jwt hmac aes crypt subscription preshared pre_shared psk ssh integration routing write
    ingest server webhook stripe openai cohere google aws azure datadog sendgrid twilio mail device license security
    bot user
""".split())


def candidates(raw: bytes, low: bytes, keywords: Iterable[bytes] = KEYWORDS) -> Iterator[tuple[int, int, str, int]]:
    """(start, end, family, style) of every value assigned to a name that says what it is; `keywords`: those that stand in the text."""
    valued, rows = low.find(b"value") >= 0 or low.find(b"default") >= 0, low.find(b"\t") >= 0 or low.find(b" | ") >= 0 or low.find(b"   ") >= 0
    for keyword in keywords:
        at = low.find(keyword)
        while at >= 0:
            after = at + len(keyword)
            apart = _apart(low, at, after) if valued else None
            if rows and not apart and low[after:after + 1] in _GOES_ON:
                apart = _cell(low, at, after)
            bare = not apart and keyword == b"key" and low[at - 1:at] not in _PARTS and not low[max(0, at - 12):at].endswith(_KINDS_OF_KEY)
            given = apart or (None if bare else _assigned(low, after))
            if given:
                name = _name(low, at, after)
                name = f"api_{name}" if name == "key" else name
                family = _family(name)
                if family and _fits(low, at, name, given[1]):
                    start, end, style = _value(raw, *given)
                    if end - start >= 4 and (raw[at:after + 1] != b"PASS:" or _no_test(raw[start:end])):
                        yield start, end, family, style
                        after = max(after, end)  # each character is in one value of a keyword: the work stays linear
            at = low.find(keyword, after)


def given(raw: bytes, low: bytes, all_of_it: bool = True, pgpass: bool = False) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of every value that a secret's name is given, whatever it looks like, as in a file of secrets.

    all_of_it   it is one by its name: words count, too; else what could be code does not
    """
    for start, end, family, style in candidates(raw, low, [name for name in KEYWORDS + MORE if low.find(name) >= 0]):
        if not all_of_it and raw[:start].endswith(b": ") and raw.find(b"\n") < 0 and not raw[:start - 2].translate(None, _NAME):
            end = len(raw)      # an argument by its name, and nothing else
        value = raw[start:end].strip()
        from guards._sensitive.entropy import DEFAULTS, random_like
        if value.lower() in DEFAULTS or value[:1] in (b"$", b"<", b"{") or b"[" in value or b"_publishable_" in value:
            continue
        if family != PASSWORD and value.isdigit():
            continue
        if not all_of_it and family != PASSWORD and (b"/" in value or b"." in value) and not random_like(value):
            continue        # a path, an address, a name of code
        if all_of_it or _no_code(value, style >= TOLD or end == len(raw)):
            yield f"assigned-{family}", start, end
    if all_of_it or raw.count(b":") > 3:
        yield from _of_pgpass(raw, pgpass)
    if all_of_it:
        yield from _key_lines(raw)


def _no_code(value: bytes, apart: bool) -> bool:
    """Is it no call, name or word of code?  `apart`: quotes or the end of the text say where it ends."""
    return b"(" not in value and (apart or _literal(value)) and not value.isalpha()


def _of_pgpass(raw: bytes, pgpass: bool) -> Iterator[tuple[str, int, int]]:
    """The passwords of lines `host:port:database:user:password`."""
    at = 0
    parted = raw if pgpass else raw.translate(_QUOTES)
    for line in parted.split(b"\n" if pgpass else b" "):
        fields = line.split(b":", 4)        # host, port, database, user, password
        if len(fields) == 5 and (pgpass or (fields[1].isdigit() and len(fields[1]) > 2 and b"/" not in line)) and line[:1] != b"#":
            yield "assigned-password", at + len(line) - len(fields[4]), at + len(line)
        at += len(line) + 1


def _key_lines(raw: bytes) -> Iterator[tuple[str, int, int]]:
    at = 0
    for line in raw.split(b"\n"):
        if len(line) >= KEY_LINE and not line.strip().translate(None, _BASE64):   # the middle of a key
            yield "private-key", at, at + len(line)
        at += len(line) + 1


def _no_test(value: bytes) -> bool:
    """Behind `PASS:`: is it no test's name, but drawn, without the signs that part the words of one?"""
    from guards._sensitive.entropy import random_like

    return value.isalnum() and not value.isalpha() and b"test" not in value.lower() and random_like(value)


def _fits(low: bytes, at: int, name: str, sign: bytes) -> bool:
    """Signs that also part the members of a list or the words of a sentence need a plainer name."""
    if sign == b"(":
        last = name.rpartition(".")[2]
        return "cred" in last or "auth" in last or last.startswith("set")
    if sign == b",":  # define("DB_PASSWORD", "…"), not a list of names
        before = low[max(0, at - 60):at]
        opened = before[:len(before.rstrip(_NAME))]
        return name.endswith(_ENDS) and opened[-1:] in (b'"', b"'") and opened[:-1].rstrip()[-1:] == b"("
    return sign not in (b"is ", b" ") or name.endswith(_ENDS[:-1])


def _assigned(low: bytes, after: int) -> tuple[int, bytes, bool] | None:
    """Where the value begins, the sign that gives it, and whether blanks stand around that; or None."""
    window = low[after:after + 96]
    name_end = window.lstrip(_NAME)
    rest = name_end.lstrip(_CLOSERS).lstrip(b" \t")
    for sign in _SIGNS:
        if rest.startswith(sign):
            value = rest[len(sign):].lstrip(b" \t")
            if not value or (sign not in (b"=", b":", b":=", b"=>", b">", b"is ") and value[:1] not in (b'"', b"'")):
                return None
            if (sign == b":" and name_end[:1] == b" ") or (sign == b">" and value[:1] == b"@"):
                return None         # `<PASSWORD>@host`: what stands for one in an address
            kind, equals, default = value.partition(b" = ")
            if sign == b":" and equals and kind.isalpha():      # password: String = "..."
                value, sign = default, b"="
            blank = name_end[:1] in (b" ", b"\t") or len(value) != len(rest) - len(sign)
            return after + len(window) - len(value), sign, blank
    if rest[:6] == b'value=':
        return after + len(window) - len(rest) + 6, b"=", False
    if name_end[:1] == b" " and rest[:1] not in (b"-", b"") and low[max(0, after - 40):after].split(b" ")[-1][:1] == b"-":
        return after + len(window) - len(rest), b"--", False  # --token abc
    if name_end[:1] == b" " and rest[:1] in (b'"', b"'"):
        return after + len(window) - len(rest), b"is ", True
    if name_end[:1] == b" " and len((rest.split(None, 1) or [b""])[0]) > 19:
        return after + len(window) - len(rest), b" ", True
    return None


_NAMING = tuple(b"name key variable parameter field option setting attribute property label".split())


def _apart(low: bytes, at: int, after: int) -> tuple[int, bytes, bool] | None:
    """The same where name and value are two fields of one thing: `{"name": "DB_PASSWORD", "value": ...}`, YAML, XML."""
    opens = low[after:after + 60].lstrip(_NAME).lstrip(b"\\\"' :=")[:1] == b"{"        # variable "db_password" { ... }
    field = b"default" if opens and low.find(b"value", after, after + 240) < 0 else b"value"
    if low.find(field, max(0, at - 90), after + 240) < 0:
        return None
    before = low[max(0, at - 90):at].rstrip(_NAME + b"/")
    naming = before.rstrip(b" \\\"'")
    if not opens and (
            naming[-1:] not in (b":", b"=", b">") or not naming[:-1].rstrip(b" \\\"'").endswith(_NAMING)):
        return None
    rest = low[after:after + 240]
    for stop in (b"}", b"\n\n", b"\n-", b"- name", b"<name"):
        rest = rest.partition(stop)[0]
    found = rest.find(field)
    if found < 0 and before.rfind(b"{") < before.rfind(b'"value') < at:     # the value first, the name behind it
        rest, after = before[before.rfind(b'"value'):], at - len(low[max(0, at - 90):at]) + before.rfind(b'"value')
        found = 1
    sign = rest[found + len(field):].lstrip(b"\\\"' ")
    if found < 1 or rest[found - 1:found] in _PARTS or sign[:1] not in (b":", b"=", b">"):
        return None
    value = sign[1:].lstrip(b" ")
    return (after + len(rest) - len(value), b"=" if sign[:1] == b"=" else b":", False) if value.strip() else None


def _cell(low: bytes, at: int, after: int) -> tuple[int, bytes, bool] | None:
    """The same where name and value are two cells of a row: parted by a tab, a line or blanks, the name the first."""
    window = low[after:after + 96]
    rest = window.lstrip(_NAME)
    if rest[:3] not in (b"   ", b" | ") and rest[:1] != b"\t":
        return None
    value = rest.lstrip(b" \t|")
    if value[:1] in (b"", b"\n", b"="):
        return None
    before = low[max(0, at - 48):at].rstrip(_NAME)
    name = low[max(0, at - 48) + len(before):after + len(window) - len(rest)]
    if before.rpartition(b"\n")[2].strip(b" |") or not name.endswith(_CELLS) or not (b"_" in name or b"." in name):
        return None
    return after + len(window) - len(value), b"=", True


def manifest(raw: bytes, low: bytes) -> Iterator[tuple[int, int]]:
    """(start, end) of every value under `data:` or `stringData:` of a Kubernetes Secret, in YAML or JSON."""
    at = low.find(b"data")
    while at >= 0:
        line = raw.rfind(b"\n", 0, at) + 1
        begin = raw.find(b"\n", at) + 1
        opened = low[at + 4:begin].strip(b" \t\"\n\r")
        depth = len(raw[line:at]) - len(raw[line:at].lstrip(b" -"))
        if begin and opened in (b":", b":{", b": {") and low[line:at].strip(b" -\"\t") in (b"", b"string") and _of_secret(low, line):
            while begin < len(raw):
                end = raw.find(b"\n", begin)
                end = len(raw) if end < 0 else end
                one = raw[begin:end]
                if len(one) - len(one.lstrip(b" \t")) <= depth or one.strip()[:1] == b"}":
                    break
                name, sign, value = one.partition(b":")
                value = (value if sign else name).strip(b" \t\r\"',|>-") if sign or one.strip() else b""
                if len(value) > 3 and value[:1] not in (b"{", b"$", b"<"):
                    start = raw.find(value, begin + (len(name) + 1 if sign else 0))
                    yield start, start + len(value)
                begin = end + 1
        at = low.find(b"data", max(begin, at + 4) if begin else at + 4)


def _of_secret(low: bytes, at: int) -> bool:
    """Does the document around this place say that it is a Secret?"""
    start, end = low.rfind(b"\n---", 0, at), low.find(b"\n---", at)
    document = low[max(start, at - 4000, 0):end if end >= 0 else at + 8000]
    return any(document.find(sign) >= 0 for sign in (b"kind: secret\n", b"\"kind\": \"secret\"")) or document.endswith(b"kind: secret")


def _name(low: bytes, at: int, after: int) -> str:
    before = low[max(0, at - 40):at]
    head = before[len(before.rstrip(_NAME)):]
    window = low[after:after + 40]
    tail = window[:len(window) - len(window.lstrip(_NAME))]
    return (head + low[at:after] + tail).decode().replace("-", "_").strip("_.")


def _family(name: str) -> str:
    name = name.replace(".", "_")
    if any(word in f"_{name}" for word in PUBLIC):
        return ""
    last = name.rpartition("_")[2]
    if last in ("pw", "pin", "mnemonic", "seed", "phrase"):
        return PASSWORD if last in ("pw", "pin") else SECRET
    if last in ABOUT or (last.endswith(_ABOUT_ENDS) and last not in ("authtoken", "userpassword")):
        return ""
    if "pass" in name or "pwd" in name:
        return PASSWORD
    if "secret" in name or "cred" in name:
        return SECRET
    if "token" in name or name.endswith(("auth", "authorization")):
        return TOKEN
    return TOKEN if "key" in name and any(word in name for word in _KEYS) else ""


def _value(raw: bytes, start: int, sign: bytes, blank: bool) -> tuple[int, int, int]:
    """The span of the value itself: what the quotes hold, or everything up to a blank or a closer."""
    first = raw[start:start + 2].lower()
    if sign == b":" and raw[start:start + 8].lower().startswith(_SCHEMES):
        start += raw[start:start + 8].find(b" ") + 1
    if first in (b'\\"', b'@"', b"b'", b'b"', b"r'", b'r"', b"$'", b"u'", b"\\'"):
        start += 1
    if sign == b">" and raw[start:start + 1] == b"{":       # <secret>{AQAAABAA...}</secret>, as Jenkins keeps it
        end = raw.find(b"}<", start, start + 600)
        start = max(start, raw.rfind(b" ", start, max(end, start))) + 1
        return start, max(end, start), TIGHT
    quote = raw[start:start + 1]
    if quote in (b'"', b"'", b"`"):
        end = raw.find(quote, start + 1, start + 600)
        line = raw.find(b"\n", start + 1, start + 600)
        if end > 0 and not (0 <= line < end):
            if raw[end - 1:end] == b"\\":
                end -= 1
            if sign == b"(":  # Credential("user", "password")
                second = raw[end + 1:end + 6].lstrip(b", \n\t")[:1]
                if raw[end + 1:end + 2] == b"," and second in (b'"', b"'"):
                    start = raw.find(second, end + 1)
                    end = raw.find(second, start + 1, start + 200)
                    return (start + 1, end, PAIRED) if end > 0 else (start, start, PAIRED)
            return start + 1, end, TOLD if sign in _TELLING else QUOTED
        if quote != b"`":       # never closed: cut off at the end of the text, or no quote
            cut_off = end < 0 and line < 0 and len(raw) <= start + 600
            return (start + 1, len(raw), QUOTED) if cut_off else (start, start, QUOTED)
    end = start + _loose(raw[start:start + 600])
    if sign == b" ":
        return start, end, BESIDE
    return start, end, LOOSE if blank and sign != b":" else TIGHT


def _loose(window: bytes) -> int:
    """Where a value without quotes ends: at a blank or a closer."""
    end = len(window)
    for stop in (b" ", b"\n", b"\t", b"\r", b";", b"&", b",", b"<", b">", b'"', b"'", b")", b"}", b"\\"):
        found = window.find(stop, 0, end)
        if stop == b"&" and found >= 0 and b"=" not in window[found:end]:
            continue  # part of a password, not the end of a query's parameter
        if found >= 0:
            end = found
    return end


def secret(value: bytes, family: str, style: int) -> bool:
    """Does the value of a name of this family look like one?"""
    from guards._sensitive.entropy import typed
    digits = sum(48 <= b <= 57 for b in value)
    letters = len(value) - len(value.translate(None, b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if style == PAIRED:
        return letters > 0 and typed(value)
    if family != PASSWORD:      # what any page may show says so itself
        return b"_publishable_" not in value and _key(value, family, style, digits, letters)
    if style == BESIDE:
        return False
    if _four_groups(value) or (style >= TOLD and b" " in value):
        return _four_groups(value) or _phrase(value)
    return typed(value) and (_in_a_row(value) or _password(value, style, digits, letters))


def _four_groups(value: bytes) -> bool:
    """An application password: four groups of four letters that are no words."""
    from guards._sensitive.entropy import wordy

    return len(value) == 19 and value.islower() and [len(part) for part in value.split(b" ")] == [4, 4, 4, 4] and not wordy(value)


def _in_a_row(value: bytes) -> bool:
    """Words in a row, each of which says nothing: correct-horse-battery."""
    return value.count(b"-") > 1 and value.islower() and _phrase(value.replace(b"-", b" ")) and ABOUT.isdisjoint(value.decode().split("-"))


def _password(value: bytes, style: int, digits: int, letters: int) -> bool:
    """One word that a person typed: the less its surroundings say, the more it has to show."""
    from guards._sensitive.entropy import wordy

    if style == TOLD:
        return letters > 0
    if style == QUOTED:
        return (digits + letters < len(value) and _odd(value)) or digits > 0 or (not wordy(value) and len(value) > 7)
    if not _literal(value) or value.isdigit():
        return False
    if style == TIGHT:
        return len(value) > 5 and (_odd(value) or (digits > 0 and letters > 0) or (len(value) > 7 and value.isalpha() and value.islower() and not wordy(value)))
    inside = value.rstrip(b"0123456789")
    return len(value) > 7 and digits > 0 and (_odd(value) or ((len(inside) < len(value) or value[-1:].isalpha()) and any(48 <= b <= 57 for b in inside)))


def _key(value: bytes, family: str, style: int, digits: int, letters: int) -> bool:
    """Does the value of a token or a secret look drawn?"""
    from guards._sensitive.entropy import counts, random_like, typed

    if family == TOKEN and value.translate(None, b"[](){}^|\\<>*\"'?@;,") != value:
        return False        # no machine draws a token of these
    if b" " in value or (style < TOLD and not _literal(value)) or b"://" in value or value[:4] == b"arn:":
        return False
    enough = 16 if family == TOKEN else 12
    if family == SECRET and style >= TOLD and typed(value) and _told(value, style, digits + letters):
        return True
    if counts(value):
        return False
    if style == BESIDE:
        return digits > 3 and random_like(value)
    return len(value) >= enough and letters >= 2 and (
        digits >= 2 or len(value) > 30 or _mixed(value) or (len(value) >= 16 and _unspoken(value))) and random_like(value)


def _told(value: bytes, style: int, plain: int) -> bool:
    """A secret in quotes that a person typed: with a sign in it (`plain`: its letters and digits), or words in a row."""
    return (plain < len(value) and len(value) >= 8 and _odd(value)) or (
        style == TOLD and b"-" in value and value.islower() and _phrase(value.replace(b"-", b" ")))


def _phrase(value: bytes) -> bool:
    """Two to six plain words in lower case, none of them a sentence's or a form's."""
    words = value.split(b" ")
    return 1 < len(words) < 7 and value.islower() and all(len(word) > 3 and word.isalpha() for word in words) and _SAID.isdisjoint(words)


# Words of sentences and forms: a text about a password has one, a pass phrase has none.
_SAID = frozenset(b"""password passwords passphrase secret token your this that must with from have been does will should cannot could would please enter
    confirm invalid required missing empty wrong incorrect match matches change forgot forgotten reset login sign username user users email address account accounts
    characters character long short least than more least strong weak need needs when then here there about into only also more none null true false file path
    field value string text hidden show hide stored given expected error message label hint placeholder minimum maximum length default your""".split())


def _mixed(value: bytes) -> bool:
    """Upper and lower case in turns, as words and names do not have them."""
    cases = bytes(117 if 65 <= b <= 90 else 108 for b in value if chr(b).isalpha())
    return cases.count(b"ul") + cases.count(b"lu") > 4


def _unspoken(value: bytes) -> bool:
    """Letters of one case that no word has in that order: few of the pairs are a word's."""
    from guards._sensitive.entropy import PAIRS

    low = value.lower()
    pairs = [low[at:at + 2] for at in range(len(low) - 1)]
    return value.isalpha() and value in (low, value.upper()) and 5 * len([one for one in pairs if one in PAIRS]) < 2 * len(pairs)


def _odd(value: bytes) -> bool:
    """Has it a character that names and numbers do not have, and is it no address?"""
    return bool(value.translate(None, b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:/")) and b"://" not in value


NAMES = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/$"


def _literal(value: bytes) -> bool:
    """Unquoted text that is no call, index, attribute or path."""
    if b"(" in value or b"[" in value or b"::" in value or b"->" in value or value[:1] == b"/" or value[:2] in (b"./", b"~/"):
        return False
    head = value.split(b".", 1)[0]
    digits = len(value) - len(value.translate(None, b"0123456789"))
    if digits > 3 and value.translate(None, NAMES) and value != value.lower() and value != value.upper():
        return True         # digits and both cases among signs that no name has: "dEIV3.lFZ-98Y-4n3!"
    attribute = b"." in value and head.replace(b"_", b"").isalnum() and not head[:1].isdigit() and 2 < len(head) < 25
    return not attribute or len(value) > 60 or head[:3] == b"eyJ"
