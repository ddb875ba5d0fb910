"""A value is a secret by the name it is given to: `PASSWORD=…`, `"api_key": "…"`, `--token …`, a cell, a field of a Secret.

The name decides how much the value has to prove: behind a password anything that a person might type counts, behind a
token or key only what a machine might have drawn.  No expressions: one bounded walk from each keyword.

Cannot see: a password in a sentence that never calls it one; a name on another line.
"""

from __future__ import annotations

from guards._sensitive import drawn
from guards._sensitive.drawn import (
    LETTERS,
    WORD,
    count_digits,
    is_drawn,
    is_key,
    is_odd,
    is_standin,
    is_typed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD, SECRET, TOKEN = "password", "secret", "token"
# How the value was given: in quotes; compared or told in quotes; tight (`A=b`); loose (`A = b`); only after a blank.
QUOTED, TOLD, TIGHT, LOOSE, BESIDE = 4, 3, 2, 1, 0
MOST = 20_000  # names of one text that are read: a text with more was not written by anybody

NAME = WORD + "."
SIGNS = (
    "===",
    "!==",
    "==",
    "!=",
    ":=",
    "=>",
    "||",
    "??",
    "=",
    ":",
    ",",
    ">",
    "is ",
    "is:",
    "(",
    "|",
)
TELLING = ("===", "!==", "==", "!=", "is ", "is:")
KEYWORDS = ("pass", "pwd", "secret", "token", "key", "cred", "auth", "_pw")
MORE_KEYWORDS = (
    "pin",
    "mnemonic",
    "seed",
    "dsn",
    "salt",
    "cookie",
    "webhook",
)  # in files of secrets
KEY_ENDS = ("key", "token", "secret", "password", "pwd", "auth", "pat")

# Last words of a name that make it something about a secret.
ABOUT = frozenset(
    """id ids name names file files filename path paths dir url uri type types length len count limit size expiry expires
    expiration ttl age env header headers field fields label hint format policy prefix suffix pattern regex provider manager
    store endpoint host version algorithm usage index ref refs arn reset form input error errors status required enabled at by
    code mode method class func function param params placeholder title words board press down up space set sets event map list
    ring hash digest sum column schema strength rule rules message link page view test tests attempts""".split()
)
# Parts of names that are public, or no secret at all.
PUBLIC = tuple(
    """public _pub_ pubkey primary foreign cache partition sort_key sortkey idempotency _max_ _num_ _min_ _next_ page continuation
    cursor author tokeniz _input_ _output_ prompt completion _total_ csrf xsrf authenticity host_key hostkey known fingerprint integrity
    checksum monkey donkey turkey hockey keyboard keyword passed passing passenger passive passage passthrough passport pass_rate
    compass bypass secretary secretsmanager object_key registry translation i18n site_key sitekey accredit credits tokens keys
    keyid kid truncat resource_key row_key rowkey publishable whiskey""".split()
)
KEYS = tuple(
    """api access secret private auth license encrypt sign account master shared deploy service storage admin app client consumer
    session jwt hmac aes crypt subscription psk ssh integration write ingest server webhook security bot user stripe openai
    google aws azure""".split()
)
# Words beside a drawn value that make it a hash or an identifier.
SILENT = frozenset(
    """public pub pk publishable anon site cache sort primary foreign index object row map item group data node tree block hash
    sha sha1 sha256 sha512 md5 digest checksum commit etag integrity fingerprint signature rev revision ref git image layer
    version build release id ids kid uuid guid name file path url uri host trace span request job run task event cursor page
    nonce csrf count type example sample fixture expected serial""".split()
)
VENDORS = tuple(
    """adafruit adobe algolia alibaba asana auth0 aws azure bitbucket blynk cloudflare coinbase confluent contentful datadog
    deepgram discord dropbox etsy fastly figma flickr github gitlab gradle grafana heroku hubspot intercom jenkins jfrog kraken
    kucoin linkedin mailchimp mailgun mapbox mattermost messagebird nasa netlify newrelic nytimes okta openai openweather
    pagerduty particle paypal plaid postmark rapidapi segment sendbird sendgrid sentry shodan shopify slack snyk sonar square
    stripe telegram thingsboard travis trello twilio twitch twitter typeform yandex zendesk""".split()
)


def find_named(text: str, low: str, strict: bool = False) -> Iterator[tuple[str, int, int]]:
    """(family, start, end) of each value whose name says that it is a secret; `strict`: in a file of secrets a name is enough."""
    tries = 0
    for keyword in KEYWORDS + (MORE_KEYWORDS if strict else ()):
        at = low.find(keyword)
        while at >= 0 and tries < MOST:
            tries += 1
            name, after = read_name(low, at)
            family = rate_name(name)
            given = family and read_sign(low, at, after)
            if given and fits_sign(low, at, name, given[1]) and text[at:after] != "PASS":
                start, end, style = read_value(text, *given)
                after = max(after, end)
                if end - start >= 4 and is_secret(text[start:end], family, style, strict):
                    yield family, start, end
            at = low.find(keyword, after)


def read_name(low: str, at: int) -> tuple[str, int]:
    """(the whole name around a place in it, where it ends)."""
    before, window = low[max(0, at - 40) : at], low[at : at + 60]
    tail = len(window) - len(window.lstrip(NAME))
    name = before[len(before.rstrip(NAME)) :] + window[:tail]
    return name.replace("-", "_").replace(".", "_").strip("_"), at + tail


def rate_name(name: str) -> str:
    """The family of a name, "" for none that names a secret."""
    framed = f"_{name}_"
    last = name.rpartition("_")[2]
    if last in ABOUT or any([word in framed for word in PUBLIC]):
        return ""
    if last.endswith(
        ("name", "file", "path", "url", "length", "type", "count", "field", "error", "hash")
    ):
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
    rest = window.lstrip("\"'`])\\").lstrip(" \t")
    field = rest.lstrip(", \n\r\\\"'")
    if field.startswith("value") and rest[:1] in (
        ",",
        "\n",
        "v",
    ):  # {"name": "DB_PASSWORD", "value": …}
        rest = field[5:].lstrip("\"' ")
        end, window = end + len(window) - len(rest), rest
    for sign in SIGNS:
        if rest.startswith(sign):
            value = rest[len(sign) :].lstrip(" \t")
            if value[:1] not in tuple("\"'`") and (
                not value or sign not in ("=", ":", ":=", "=>", ">", "is ", "|")
            ):
                return None
            if (sign == ":" and window[:1] == " ") or (sign == "|" and not is_cell(low, at)):
                return None
            kind, equals, default = value.partition(" = ")
            if sign == ":" and equals and kind.isalpha():  # password: String = "…"
                value, sign = default, "="
            return (
                end + len(window) - len(value),
                sign,
                window[:1] in " \t" or len(value) != len(rest) - len(sign),
            )
    start, first = end + len(window) - len(rest), rest[:1]
    if window[:1] == "\t" or window[:3] == "   ":
        return (start, "=", True) if first not in ("", "\n") and is_cell(low, at) else None
    if window[:1] != " " or first in ("-", ""):
        return None
    if low[max(0, at - 40) : at].split(" ")[-1][:1] == "-":
        return start, "--", False  # --token abc
    if first in "\"'":
        return start, "is ", True
    return (start, " ", True) if len((rest.split(None, 1) or [""])[0]) > 19 else None


def is_cell(low: str, at: int) -> bool:
    """Is the name the first cell of its row?"""
    return not low[max(0, at - 48) : at].rstrip(NAME).rpartition("\n")[2].strip(" |\"'")


def fits_sign(low: str, at: int, name: str, sign: str) -> bool:
    """Signs that also part the members of a list or the words of a sentence need a plainer name."""
    if sign == "(":
        return "cred" in name or name.startswith("set")
    if sign == ",":  # define("DB_PASSWORD", "…"), not a list of names
        before = low[max(0, at - 60) : at].rstrip(NAME)
        return before[-1:] in ("'", '"') and before[:-1].rstrip()[-1:] == "("
    if sign in ("is ", " "):
        return name.endswith((*KEY_ENDS[1:4], "passwd", "passphrase", "apikey", "_key"))
    return name != "key" or low[max(0, at - 12) : at].endswith(
        ("api ", "private ", "secret ", "access ", "license ", "signing ")
    )


def read_value(text: str, start: int, sign: str, blank: bool) -> tuple[int, int, int]:
    """The span of the value: what the quotes hold, or all up to a blank or a closer; and how it was given."""
    scheme, blanks, _ = text[start : start + 8].partition(" ")
    if (
        sign == ":" and blanks and scheme.lower() in ("token", "apikey", "key", "bearer")
    ):  # Authorization: Token …
        start += len(scheme) + 1
    if text[start + 1 : start + 2] in ("'", '"') and text[start] in "\\@bru$":
        start += 1
    quote = text[start : start + 1]
    if quote in ('"', "'", "`"):
        end, line = (
            text.find(quote, start + 1, start + 600),
            text.find("\n", start + 1, start + 600),
        )
        if end > 0 and not 0 <= line < end:
            return start + 1, end - (text[end - 1] == "\\"), TOLD if sign in TELLING else QUOTED
        cut = (
            end < 0 and line < 0 and len(text) <= start + 600
        )  # never closed: cut off at the end of the text
        return start + 1, len(text) if cut else start, QUOTED
    window = text[start : start + 600]
    end = len(window)
    for stop in " \n\t\r;&,<>\"')}\\":
        found = window.find(stop, 0, end)
        if found >= 0 and (stop != "&" or "=" in window[found:end]):
            end = found
    return start, start + end, BESIDE if sign == " " else LOOSE if blank and sign != ":" else TIGHT


def is_secret(value: str, family: str, style: int, strict: bool) -> bool:
    """Does the value of a name of this family look like one?  In a file of secrets all but defaults and variables do."""
    if "_publishable_" in value or (strict and (value[0] in "$<{/" or "://" in value)):
        return False
    if strict:
        return (
            value.lower() not in drawn.DEFAULTS
            and not (family != PASSWORD and value.isdigit())
            and not is_standin(value)
        )
    return is_password(value, style) if family == PASSWORD else is_token(value, family, style)


def is_password(value: str, style: int) -> bool:
    """A word that a person typed: the less its surroundings say, the more it has to show."""
    if style >= TOLD and [len(one) for one in value.split(" ")] == [
        4,
        4,
        4,
        4,
    ]:  # an application password
        return value.islower() and not drawn.is_wordy(value)
    if style == BESIDE or not is_typed(value):
        return False
    digits, letters = count_digits(value) > 0, drawn.drop_letters(value, LETTERS) != value
    if style == TOLD:
        return letters
    wordless = len(value) > 7 and not drawn.is_wordy(value)
    if style == QUOTED:
        return digits or is_odd(value) or wordless
    if not is_literal(value) or value.isdigit():
        return False
    if style == TIGHT:
        return len(value) > 5 and (
            is_odd(value)
            or (digits and letters)
            or (wordless and value.isalpha() and value.islower())
        )
    return (
        len(value) > 7
        and digits
        and (is_odd(value) or count_digits(value.rstrip(drawn.DIGITS)) > 0)
    )


def is_token(value: str, family: str, style: int) -> bool:
    """Does the value of a token or a secret look drawn?"""
    if (
        " " in value
        or "://" in value
        or value[:4] == "arn:"
        or (style < TOLD and not is_literal(value))
    ):
        return False
    if family == SECRET and style >= TOLD and len(value) >= 8 and is_typed(value) and is_odd(value):
        return True
    digits = count_digits(value)
    if style == BESIDE:
        return digits > 3 and is_drawn(value)
    enough = digits >= 2 or len(value) > 30 or drawn.count_turns(value) > 4
    plain = family == SECRET or drawn.drop_letters(value, "[](){}^|\\<>*\"'?@;,") == value
    return (
        plain
        and enough
        and len(value) >= (16 if family == TOKEN else 12)
        and len(value) - digits >= 2
        and is_drawn(value)
    )


def is_literal(value: str) -> bool:
    """Unquoted text that is no call, index, attribute or path."""
    if (
        any([one in value for one in ("(", "[", "::", "->")])
        or value[0] == "/"
        or value[:2] in ("./", "~/", "${")
    ):
        return False
    head = value.split(".", 1)[0]
    if count_digits(value) > 3 and is_odd(value) and value not in (value.lower(), value.upper()):
        return True
    attribute = (
        "." in value
        and head.replace("_", "").isalnum()
        and not head[0].isdigit()
        and 2 < len(head) < 25
    )
    return not attribute or len(value) > 60 or head[:3] == "eyJ"


def find_keys(text: str, low: str, words: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """("key", start, end) of each drawn word behind a name that says so: `deepgramKEY …`, `vendor_key = …`, `Key 1: …`."""
    for start, end in words:
        lead = low[max(0, start - 72) : start].rpartition("\n")[2]
        name = lead.rstrip(" \t=:\"'`>-_\\0123456789")
        sign = lead[len(name) :]
        if (
            not sign.strip(drawn.DIGITS)
            or not name[-1:].isalpha()
            or text[end : end + 1] in tuple("/+=@(")
        ):
            continue
        words_before = (
            drawn.drop_letters(name[-40:], "\"'").replace("-", " ").replace("_", " ").split()[-3:]
        )
        strong = ("=" in sign or ":" in sign) and "==" not in sign and "::" not in sign
        vendor = any([one in part for part in words_before for one in VENDORS])
        key = words_before[-1].endswith(KEY_ENDS)
        named = key and (
            vendor or (strong and (len(words_before) > 1 or words_before[-1] not in KEY_ENDS))
        )
        if (
            (named or (strong and words_before[-1] in VENDORS))
            and SILENT.isdisjoint(words_before)
            and is_key(text[start:end].rstrip("."))
        ):
            yield "key", start, end - (text[end - 1] == ".")


def find_manifest(text: str, low: str) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of every value under `data:` or `stringData:` of a Kubernetes Secret, in YAML."""
    at = low.find("data:\n")
    while at >= 0:
        line, begin = text.rfind("\n", 0, at) + 1, at + 6
        document = low[max(low.rfind("\n---", 0, line), line - 4000, 0) : begin + 8000].partition(
            "\n---"
        )[0]
        if low[line:at].strip() in ("", "string") and "kind: secret\n" in f"{document}\n":
            depth = len(low[line:at]) - len(low[line:at].lstrip())
            for one in text[begin : begin + 60_000].split("\n"):
                if len(one) - len(one.lstrip()) <= depth:
                    break
                value = one.partition(":")[2].strip(" \t\r\"'|>-")
                if len(value) > 3 and value[0] not in "{$<" and not is_standin(value):
                    yield (
                        "kubernetes-secret",
                        begin + one.rindex(value),
                        begin + one.rindex(value) + len(value),
                    )
                begin += len(one) + 1
        at = low.find("data:\n", max(begin, at + 6))


def counts_as_secret(name: str, value: str) -> bool:
    """Design §8: a value of a secret file counts from 8 characters and by entropy, or by its name."""
    if not 6 <= len(value) <= 2000 or value[0] in "$<{/." or "://" in value:
        return False
    family = rate_name(read_name(name.lower(), 0)[0])
    if family:
        return len(value) >= (8 if value.isdigit() or value.isalpha() else 6) and is_secret(
            value, family, QUOTED, True
        )
    return (
        len(value) >= 8
        and " " not in value
        and drawn.count_bits(value) > 2.5
        and is_key(value if len(value) > 15 else value * 2)
    )
