"""A value is a secret by the name it is given to: `PASSWORD=…`, `"api_key": "…"`, `--token …`, a row of a table, a field of a Secret.

The name decides how much the value has to prove: behind a password anything that a person might type counts, behind a
token or key only what a machine might have drawn.  No expressions: one bounded walk from each keyword.

Cannot see: a password in a sentence that never calls it one; a name on another line.
"""

from __future__ import annotations

from guards._sensitive.drawn import (
    DEFAULTS,
    DIGITS,
    LETTERS,
    WORD,
    count_bits,
    count_turns,
    is_drawn,
    is_key,
    is_odd,
    is_standin,
    is_typed,
    is_wordy,
    strip_letters,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD, SECRET, TOKEN = "password", "secret", "token"
# How the value was given: in quotes; compared or told in quotes; tight (`A=b`); loose (`A = b`); only after a blank.
QUOTED, TOLD, TIGHT, LOOSE, BESIDE = 4, 3, 2, 1, 0
MOST = 20_000  # candidates of one text: a text with more is not written by anybody

NAME = WORD + "."
CLOSERS = "\"'`])\\"
QUOTES = "\"'`"
SIGNS = (
    "===",
    "!==",
    "==",
    "!=",
    ":=",
    "=>",
    "||",
    "??",
    "?:",
    "=",
    ":",
    ",",
    ">",
    "is ",
    "is:",
    "(",
    "|",
)
TELLING = frozenset(("===", "!==", "==", "!=", "is ", "is:"))
STOPS = " \n\t\r;&,<>\"')}\\"
KEY_BEFORE = (
    "api ",
    "private ",
    "secret ",
    "access ",
    "license ",
    "encryption ",
    "signing ",
    "auth ",
    "master ",
)

# Last words of a name that make it something about a secret.
ABOUT = frozenset(
    "id ids name names file files filename path paths dir url uri type types length len count limit size expiry expires"
    " expiration ttl age env header headers field fields label hint format policy prefix suffix pattern regex provider"
    " manager store endpoint host version algorithm usage index ref refs arn reset form input error errors status required"
    " enabled at by code mode method class func function param params placeholder title words board press down up space set"
    " event map list ring hash digest sum column columns schema strength rule rules message link page view test tests"
    " attempts generator".split()
)
ABOUT_ENDS = (
    "name",
    "file",
    "path",
    "url",
    "length",
    "type",
    "count",
    "field",
    "label",
    "error",
    "message",
    "header",
    "hash",
)
# Names that are public, or no secret at all.
PUBLIC = tuple(
    "public _pub_ pubkey primary foreign cache partition sort_key sortkey idempotency _max_ _num_ _min_ _next_ page"
    " continuation cursor author tokeniz _input_ _output_ prompt completion _total_ csrf xsrf host_key hostkey known"
    " fingerprint integrity checksum monkey donkey turkey hockey keyboard keyword passed passing passenger passive passage"
    " passthrough passport pass_rate compass bypass secretary secretsmanager object_key registry translation i18n site_key"
    " sitekey accredit credits tokens keys keyid kid truncat resource_key row_key rowkey publishable whiskey".split()
)
KEYS = tuple(
    "api access secret private auth license encrypt sign account master shared deploy service storage admin app client"
    " consumer session jwt hmac aes crypt subscription psk ssh integration write ingest server webhook security bot user"
    " stripe openai google aws azure".split()
)
# What makes the name of a drawn value public, a hash or an identifier.
SILENT = frozenset(
    "public pub pk publishable pubkey anon site sitekey cache sort primary foreign partition index object row map dict item"
    " group data entity node tree block hash sha sha1 sha256 sha512 md5 digest checksum commit etag integrity fingerprint"
    " signature rev revision ref git image layer version build release id ids kid keyid uuid guid uid name file path url uri"
    " host known idempotency correlation trace span request job run task event cursor page nonce csrf tokenizer count limit"
    " length type example sample fixture expected serial".split()
)
VENDORS = frozenset(
    "adafruit adobe algolia alibaba asana auth0 aws azure beamer bitbucket blynk cloudflare coinbase confluent contentful"
    " datadog deepgram discord dockerhub dropbox etsy fastly figma flickr github gitlab gradle grafana heroku hubspot intercom"
    " jenkins jfrog kraken kucoin linkedin mailchimp mailgun mapbox mattermost messagebird nasa netlify newrelic nytimes okta"
    " openai openweather pagerduty particle paypal plaid postmark rapidapi segment sendbird sendgrid sentry shodan shopify"
    " slack snyk sonar square stripe telegram thingsboard travis trello twilio twitch twitter typeform wireguard yandex"
    " zendesk".split()
)


def find_named(text: str, low: str, strict: bool = False) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of each value whose name says that it is a secret; `strict`: in a file of secrets the name is enough."""
    tries = 0
    for keyword in KEYWORDS + (MORE_KEYWORDS if strict else ()):
        at = low.find(keyword)
        while at >= 0 and tries < MOST:
            tries += 1
            after = at + len(keyword)
            name, end = read_name(low, at, after)
            family = rate_name(name)
            if family:
                given = read_pair(low, at, end) or read_sign(low, at, end)
                if given and fits_sign(low, at, name, given[1], keyword):
                    start, stop, style = read_value(text, *given)
                    if stop - start >= 4:
                        after = max(after, stop)
                        if is_secret(text[start:stop], family, style, strict):
                            yield family, start, stop
            at = low.find(keyword, max(after, end))


KEYWORDS = ("pass", "pwd", "secret", "token", "key", "cred", "auth", "_pw")
MORE_KEYWORDS = (
    "pin",
    "mnemonic",
    "seed",
    "dsn",
    "salt",
    "cookie",
    "webhook",
    "database_url",
    "session",
)


def read_name(low: str, at: int, after: int) -> tuple[str, int]:
    """(the whole name around a keyword, where it ends)."""
    before = low[max(0, at - 40) : at]
    window = low[after : after + 40]
    tail = len(window) - len(window.lstrip(NAME))
    name = before[len(before.rstrip(NAME)) :] + low[at : after + tail]
    return name.replace("-", "_").replace(".", "_").strip("_"), after + tail


def rate_name(name: str) -> str:
    """The family of a name, "" for none that names a secret."""
    framed = f"_{name}_"
    if any([word in framed for word in PUBLIC]):
        return ""
    last = name.rpartition("_")[2]
    if last in ABOUT or last.endswith(ABOUT_ENDS):
        return ""
    if last in ("pw", "pin") or "pass" in name or "pwd" in name:
        return PASSWORD
    if "secret" in name or "cred" in name or last in ("mnemonic", "seed"):
        return SECRET
    if "token" in name or name.endswith(("auth", "authorization", *MORE_KEYWORDS)):
        return TOKEN
    return (
        TOKEN if name == "key" or ("key" in name and any([word in name for word in KEYS])) else ""
    )


def read_sign(low: str, at: int, end: int) -> tuple[int, str, bool] | None:
    """Where the value begins, the sign that gives it, whether blanks stand around that; None without one."""
    window = low[end : end + 96]
    rest = window.lstrip(CLOSERS).lstrip(" \t")
    for sign in SIGNS:
        if rest.startswith(sign):
            value = rest[len(sign) :].lstrip(" \t")
            if not value or (
                sign not in ("=", ":", ":=", "=>", ">", "is ", "|") and value[:1] not in QUOTES
            ):
                return None
            if (
                (sign == ":" and window[:1] == " ")
                or (sign == ">" and value[:1] == "@")
                or (sign == "|" and not is_cell(low, at))
            ):
                return None
            kind, equals, default = value.partition(" = ")
            if sign == ":" and equals and kind.isalpha():  # password: String = "…"
                value, sign = default, "="
            blank = window[:1] in " \t" or len(value) != len(rest) - len(sign)
            return end + len(window) - len(value), sign, blank
    gap = len(window) - len(rest)
    if window[:1] == "\t" or window[:3] == "   ":
        return (
            (end + gap, "=", True) if rest[:1] not in ("", "\n", "=") and is_cell(low, at) else None
        )
    if window[:1] == " " and rest[:1] not in ("-", ""):
        if low[max(0, at - 40) : at].split(" ")[-1][:1] == "-":
            return end + gap, "--", False  # --token abc
        if rest[0] in "\"'":
            return end + gap, "is ", True
        if len((rest.split(None, 1) or [""])[0]) > 19:
            return end + gap, " ", True
    return None


def is_cell(low: str, at: int) -> bool:
    """Is the name the first cell of its row?"""
    lead = low[max(0, at - 48) : at].rstrip(NAME)
    return not lead.rpartition("\n")[2].strip(" |\"'")


def read_pair(low: str, at: int, end: int) -> tuple[int, str, bool] | None:
    """The same where name and value are two fields of one thing: `{"name": "DB_PASSWORD", "value": …}`, YAML, XML."""
    opens = (
        low[end : end + 40].lstrip("\\\"' :=")[:1] == "{"
    )  # variable "db_password" { default = … }
    field = "default" if opens and "value" not in low[end : end + 240] else "value"
    if field not in low[max(0, at - 90) : end + 240]:
        return None
    before = low[max(0, at - 90) : at].rstrip(NAME + "/")
    naming = before.rstrip(" \\\"'")
    if not opens and (
        naming[-1:] not in (":", "=", ">")
        or not naming[:-1].rstrip(" \\\"'").endswith(("name", "key", "field"))
    ):
        return None
    rest = low[end : end + 240]
    for stop in ("}", "\n\n", "\n-", "- name", "<name"):
        rest = rest.partition(stop)[0]
    found = rest.find(field)
    if found < 0 and before.rfind("{") < before.rfind(
        '"value'
    ):  # the value first, the name behind it
        place = before.rfind('"value')
        rest, end, found = before[place:], max(0, at - 90) + place, 1
    sign = rest[found + len(field) :].lstrip("\\\"' ") if found > 0 else ""
    if sign[:1] not in (":", "=", ">") or rest[found - 1] in NAME:
        return None
    value = sign[1:].lstrip(" ")
    return (end + len(rest) - len(value), "=", False) if value.strip() else None


def fits_sign(low: str, at: int, name: str, sign: str, keyword: str) -> bool:
    """Signs that also part the members of a list or the words of a sentence need a plainer name."""
    last = name.rpartition("_")[2]
    if sign == "(":
        return "cred" in last or last.startswith("set")
    if sign == ",":  # define("DB_PASSWORD", "…"), not a list of names
        before = low[max(0, at - 60) : at].rstrip(NAME)
        return before[-1:] in ("'", '"') and before[:-1].rstrip()[-1:] == "("
    if sign in ("is ", " "):
        return name.endswith(
            (
                "password",
                "passwd",
                "pwd",
                "passphrase",
                "secret",
                "token",
                "apikey",
                "api_key",
                "_key",
            )
        )
    return name != "key" or low[max(0, at - 12) : at].endswith(KEY_BEFORE)


def read_value(text: str, start: int, sign: str, blank: bool) -> tuple[int, int, int]:
    """The span of the value: what the quotes hold, or all up to a blank or a closer; and how it was given."""
    first = text[start : start + 2].lower()
    if sign == ":" and first in ("to", "ap", "ke", "be"):  # Authorization: Token …
        scheme, blanks, _ = text[start : start + 8].partition(" ")
        start += (
            len(scheme) + 1
            if blanks and scheme.lower() in ("token", "apikey", "key", "bearer")
            else 0
        )
    if first[1:] in ("'", '"') and first[0] in "\\@bru$":
        start += 1
    if sign == ">" and text[start : start + 1] == "{":
        start += 1
    quote = text[start : start + 1]
    if quote and quote in QUOTES:
        end = text.find(quote, start + 1, start + 600)
        line = text.find("\n", start + 1, start + 600)
        if end > 0 and not 0 <= line < end:
            return start + 1, end - (text[end - 1] == "\\"), TOLD if sign in TELLING else QUOTED
        if quote != "`":  # never closed: cut off at the end of the text, or no quote
            cut = end < 0 and line < 0 and len(text) <= start + 600
            return start + 1, len(text) if cut else start, QUOTED
    window = text[start : start + 600]
    end = len(window)
    for stop in STOPS:
        found = window.find(stop, 0, end)
        if found >= 0 and (stop != "&" or "=" in window[found:end]):
            end = found
    return start, start + end, BESIDE if sign == " " else LOOSE if blank and sign != ":" else TIGHT


def is_secret(value: str, family: str, style: int, strict: bool) -> bool:
    """Does the value of a name of this family look like one?  In a file of secrets all but defaults and variables do."""
    if strict:
        low = value.lower()
        if (
            low in DEFAULTS
            or value[0] in "$<{"
            or (family != PASSWORD and value.isdigit())
            or low.startswith(("http://", "https://", "/"))
        ):
            return False
        return not is_standin(value)
    if "_publishable_" in value or (style == BESIDE and family == PASSWORD):
        return False
    if family == PASSWORD:
        return is_password(value, style)
    return is_token(value, family, style)


def is_password(value: str, style: int) -> bool:
    """A word that a person typed: the less its surroundings say, the more it has to show."""
    if style >= TOLD and " " in value:
        groups = value.split(
            " "
        )  # an application password: four groups of four letters that are no words
        return (
            len(value) == 19
            and value.islower()
            and [len(one) for one in groups] == [4, 4, 4, 4]
            and not is_wordy(value)
        )
    if not is_typed(value):
        return False
    digits, letters = any([one in DIGITS for one in value]), any([one in LETTERS for one in value])
    if style == TOLD:
        return letters
    if style == QUOTED:
        return (
            (digits and letters)
            or value.isdigit()
            or is_odd(value)
            or (not is_wordy(value) and len(value) > 7)
        )
    if not is_literal(value) or value.isdigit():
        return False
    if style == TIGHT:
        drawn = len(value) > 7 and value.isalpha() and value.islower() and not is_wordy(value)
        return len(value) > 5 and (is_odd(value) or (digits and letters) or drawn)
    inside = value.rstrip(DIGITS)
    return len(value) > 7 and digits and (is_odd(value) or any([one in DIGITS for one in inside]))


def is_token(value: str, family: str, style: int) -> bool:
    """Does the value of a token or a secret look drawn?"""
    if family == TOKEN and strip_letters(value, "[](){}^|\\<>*\"'?@;,") != value:
        return False
    if (
        " " in value
        or (style < TOLD and not is_literal(value))
        or "://" in value
        or value[:4] == "arn:"
    ):
        return False
    if family == SECRET and style >= TOLD and len(value) >= 8 and is_typed(value) and is_odd(value):
        return True
    digits = sum([one in DIGITS for one in value])
    if style == BESIDE:
        return digits > 3 and is_drawn(value)
    turns = count_turns(value)
    enough = digits >= 2 or len(value) > 30 or turns > 4
    return (
        len(value) >= (16 if family == TOKEN else 12)
        and len(value) - digits >= 2
        and enough
        and is_drawn(value)
    )


def is_literal(value: str) -> bool:
    """Unquoted text that is no call, index, attribute or path."""
    if (
        any([one in value for one in ("(", "[", "::", "->")])
        or value[0] == "/"
        or value[:2] in ("./", "~/", "${", "$(")
    ):
        return False
    head = value.split(".", 1)[0]
    digits = sum([one in DIGITS for one in value])
    if (
        digits > 3
        and strip_letters(value, WORD + ".:/$")
        and value not in (value.lower(), value.upper())
    ):
        return True
    attribute = (
        "." in value
        and head.replace("_", "").isalnum()
        and not head[0].isdigit()
        and 2 < len(head) < 25
    )
    return not attribute or len(value) > 60 or head[:3] == "eyJ"


def find_keys(text: str, words: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of each drawn word behind a name that says key: `deepgramKEY …`, `vendor_key = …`."""
    for start, end in words:
        word = text[start:end]
        if sum([one in DIGITS for one in word[:200]]) < 2 or not is_key(word.rstrip(".")):
            continue
        lead = text[max(0, start - 72) : start].rpartition("\n")[2]
        name = lead.rstrip(" \t=:\"'`>-_\\")
        sign = lead[len(name) :]
        if (
            sign
            and name[-1:].isalnum()
            and says_key(split_name(name[-40:]), sign)
            and text[end : end + 1] not in tuple("/+=@.(")
        ):
            yield "key", start, end - (word[-1] == ".")


def split_name(name: str) -> list[str]:
    """The last words of a name, in lower case: `deepgramKEY` and `DEEPGRAM_API_KEY` fall apart; other text ends it."""
    found = [""]
    for at in range(len(name) - 1, -1, -1):
        one, word = name[at], found[-1]
        if not one.isalnum():
            if one not in "_-. " or len(found) > 3:
                break
            found.append("")
        elif word and one.islower() and word[0].isupper():
            found.append(one)
        else:
            found[-1] = one + word
    return [word.lower() for word in found[::-1] if word][-4:]


def says_key(name: list[str], sign: str) -> bool:
    while name and name[-1].isdigit():
        name = name[:-1]
    if not name or not SILENT.isdisjoint(name):
        return False
    strong = ("=" in sign or ":" in sign) and "==" not in sign and "::" not in sign
    keys = [
        part.endswith(("key", "token", "secret", "password", "pwd", "auth", "pat")) for part in name
    ]
    vendor = not VENDORS.isdisjoint(name)
    if keys[-1]:
        return vendor or (strong and len(name) > 1) or sum(keys) > 1 or name[-2:] == ["api", "key"]
    return strong and vendor and len(name) == 1


def find_manifest(text: str, low: str) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of every value under `data:` or `stringData:` of a Kubernetes Secret, in YAML."""
    at = low.find("data:\n")
    while at >= 0:
        line = text.rfind("\n", 0, at) + 1
        begin = at + 6
        document = low[max(low.rfind("\n---", 0, line), line - 4000, 0) : begin + 8000].partition(
            "\n---"
        )[0]
        if low[line:at].strip() in ("", "string") and "kind: secret\n" in f"{document}\n":
            depth = len(low[line:at]) - len(low[line:at].lstrip())
            while begin < len(text):
                end = (text.find("\n", begin) + 1 or len(text) + 1) - 1
                one = text[begin:end]
                if len(one) - len(one.lstrip()) <= depth:
                    break
                value = one.partition(":")[2].strip(" \t\r\"'|>-")
                if len(value) > 3 and value[0] not in "{$<" and not is_standin(value):
                    yield (
                        "kubernetes-secret",
                        begin + one.rindex(value),
                        begin + one.rindex(value) + len(value),
                    )
                begin = end + 1
        at = low.find("data:\n", max(begin, at + 6))


def counts_as_secret(name: str, value: str) -> bool:
    """Design §8: a value of a secret file counts from 8 characters and by entropy, or by its name."""
    if (
        not 4 <= len(value) <= 2000
        or value.lower() in DEFAULTS
        or is_standin(value)
        or value[0] in "$<{"
    ):
        return False
    family = rate_name(read_name(name.lower(), 0, 0)[0])
    if family:
        plain = value.isdigit() or value.isalpha()
        return len(value) >= (8 if plain else 6) and is_secret(value, family, QUOTED, True)
    if "://" in value or value[0] in "/." or " " in value:
        return False
    return (
        len(value) >= 12
        and count_bits(value) > 2.9
        and is_key(value if len(value) > 15 else value + value[::-1])
    )
