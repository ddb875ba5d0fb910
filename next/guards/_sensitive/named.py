"""A value is a secret by the name it is given to: `PASSWORD=…`, `"api_key": "…"`, `--token …`, a cell.

The name decides how much the value has to prove: behind a password anything that a person might type
counts, behind a token or key only what a machine might have drawn.

Cannot see: a password in a sentence that never calls it one; a name on another line.
"""

from __future__ import annotations

from guards._sensitive import drawn
from guards._sensitive.drawn import (
    WORD,
    compile_once,
    count_digits,
    is_drawn,
    is_key,
    is_odd,
    is_standin,
    is_typed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

PASSWORD, SECRET, TOKEN = "password", "secret", "token"
# How the value was given: in quotes; compared or told in quotes; tight (`A=b`); loose; after a blank.
QUOTED, TOLD, TIGHT, LOOSE, BESIDE = 4, 3, 2, 1, 0
MOST = 10_000  # names of one text that are read: a text with more was not written by anybody

NAME = WORD + "."
BREAKS = frozenset("\n;{}/&%#@*+~^")  # behind a name that is given nothing
# What stands behind a name, and its value; `{"name": "DB_PASSWORD", "value": …}` too.
GIVEN = (
    r"""["'`\])\\]*(?:[,\s"']{1,20}value(?=\W))?["'`\])\\]*(?P<pre>[ \t]*)"""
    r"""(?P<sign>===|!==|==|!=|:=|=>|\|\||\?\?|=|:|,|>|is[ :]|\(|\||)(?P<post>[ \t]*)"""
    r"""(?:String = |(?:token|apikey|key|bearer) (?=[^\s"']))?(?:[\\@bru$]{1,2}(?=["'`]))?(?:(?P<q>["'`])"""
    r"""(?P<quoted>(?:(?!(?P=q))[^\n\\]|\\(?!["'`n])){4,600})(?:\\?(?P=q)|\Z)|(?P<bare>(?:[^\s;,<>"')}\\&]|&(?![^\s&]*=)){4,600}))"""
)
# Lines `host:port:database:user:password`; a block of a manifest, and a field of it.
LINE = r"(?m)^[^\s:/#\"']+:\d+:[^:\n]*:[^:\n/]*:(\S{4,})$"
BLOCK = r"(?m)^( *)(?:stringD|d)ata: *\n((?:\1 +\S.*\n?)+)"
FIELD = r""": *["']?([^\s"'{$<|>][^\s"']{3,})"""
BARE = frozenset(("=", ":", ":=", "=>", ">", "is ", "|", ""))  # may give a value without quotes
TELLING = frozenset(("===", "!==", "==", "!=", "is ", "is:", ""))
ABOUT_ENDS = tuple("name file path url length type count field error hash".split())
TOKEN_ENDS = ("auth", "authorization", "dsn", "salt", "cookie", "webhook")
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


def find_assigned(
    text: str, low: str, keywords: Iterable[str], strict: int = 0
) -> Iterator[tuple[str, int, int]]:
    """(family, start, end) of each value of a telling name; `strict`: see `is_secret_value`."""
    for line in compile_once(LINE).finditer(text) if strict and text.count(":") > 3 else ():
        yield PASSWORD, *line.span(1)
    tries = 0
    for keyword in keywords:
        at = low.find(keyword)
        while at >= 0 and tries < MOST:
            tries += 1
            name, after = read_name(low, at)
            family = rate_name(name) if low[after : after + 1] not in BREAKS else ""
            match = compile_once(GIVEN, True).match(text, after) if family else None
            if match and text[at:after] != "PASS":
                style = read_style(match, low, at, name)
                start, end = match.span("quoted" if match["q"] else "bare")
                if style >= 0:
                    after = max(after, end)
                    if end - start > 3 and is_secret_value(text[start:end], family, style, strict):
                        yield family, start, end
            at = low.find(keyword, after)


def read_style(match: re.Match[str], low: str, at: int, name: str) -> int:
    """How a value was given; -1 where the sign parts a list or the words of a sentence."""
    sign, blank, before = match["sign"], match["pre"] + match["post"], low[max(0, at - 60) : at]
    cell = not before.rstrip(NAME).rpartition("\n")[2].strip(" |\"'")
    plain = name.endswith((*KEY_ENDS[1:4], "passwd", "passphrase", "apikey", "_key"))
    if not match["q"] and sign not in BARE:
        return -1
    if sign == "(":
        return QUOTED if "cred" in name or name.startswith("set") else -1
    if sign == ",":  # define("DB_PASSWORD", "…"), not a list of names
        opened = before.rstrip(NAME)
        return QUOTED if opened[-1:] in ("'", '"') and opened[:-1].rstrip()[-1:] == "(" else -1
    if sign == "" and ("\t" in blank or len(blank) > 2) and cell:
        return LOOSE
    if sign == "" and before.split(" ")[-1][:1] == "-":  # --token abc
        return TIGHT
    if (
        (sign == "|" and not cell)
        or (sign in ("", "is ") and not plain)
        or (sign == ":" and match["pre"])
    ):
        return -1
    if sign == "" and not match["q"]:
        return BESIDE if len(match["bare"]) > 19 and blank else -1
    if name == "key" and not before.endswith(
        ("api ", "private ", "secret ", "access ", "license ")
    ):
        return -1
    if match["q"]:
        return TOLD if sign in TELLING else QUOTED
    return LOOSE if blank and sign != ":" else TIGHT


def read_name(low: str, at: int) -> tuple[str, int]:
    """(the whole name around a place in it, where it ends)."""
    before, window = low[max(0, at - 40) : at], low[at : at + 60]
    tail = len(window) - len(window.lstrip(NAME))
    name = before[len(before.rstrip(NAME)) :] + window[:tail]
    return name.replace("-", "_").replace(".", "_").strip("_"), at + tail


def rate_name(name: str) -> str:
    """The family of a name in small letters, "" for none that names a secret."""
    framed, last = f"_{name}_", name.rpartition("_")[2]
    if last in ABOUT or last.endswith(ABOUT_ENDS) or any([word in framed for word in PUBLIC]):
        return ""
    if last in ("pw", "pin") or "pass" in name or "pwd" in name:
        return PASSWORD
    if "secret" in name or "cred" in name or last in ("mnemonic", "seed"):
        return SECRET
    if "token" in name or name.endswith(TOKEN_ENDS):
        return TOKEN
    return TOKEN if name == "key" or ("key" in name and any([one in name for one in KEYS])) else ""


def is_secret_value(value: str, family: str, style: int, strict: int) -> bool:
    """Does the value of such a name look like one?  In a file of secrets (1) all but defaults and
    variables do, on record (2) all that cannot be code."""
    if strict:
        if value[0] in "$<{/" or "://" in value or value.lower() in drawn.DEFAULTS:
            return False
        code = not (style >= TOLD or (is_literal(value) and not value.isalpha()))
        return (family == PASSWORD or not value.isdigit()) and not (code and strict == 2)
    return is_password(value, style) if family == PASSWORD else is_token(value, family, style)


def is_password(value: str, style: int) -> bool:
    """A word that a person typed: the less its surroundings say, the more it has to show."""
    wordy = drawn.is_wordy(value)
    if style >= TOLD and len(value) == 19 and value[4::5] == "   ":  # an application password
        return value.islower() and not wordy
    if style == BESIDE or not is_typed(value):
        return False
    digits, letters = count_digits(value) > 0, any([one.isalpha() for one in value])
    if style == TOLD:
        return letters
    if style == QUOTED:
        return digits or is_odd(value) or (not wordy and len(value) > 7)
    if not is_literal(value) or value.isdigit() or len(value) < 6:
        return False
    plain = value.isalpha() and value.islower()
    if style == TIGHT:
        return is_odd(value) or (digits and letters) or (plain and not wordy and len(value) > 7)
    inside = count_digits(value.rstrip(drawn.DIGITS)) > 0
    return len(value) > 7 and digits and (is_odd(value) or inside)


def is_token(value: str, family: str, style: int) -> bool:
    """Does the value of a token or a secret look drawn?"""
    if any([one in value for one in (" ", "://", "_publishable_")]) or value[:4] == "arn:":
        return False
    if style < TOLD and not is_literal(value):
        return False
    if family == SECRET and style >= TOLD and len(value) > 7 and is_typed(value) and is_odd(value):
        return True
    digits, least = count_digits(value), 16 if family == TOKEN else 12
    if style == BESIDE:
        return digits > 3 and is_drawn(value)
    if family == TOKEN and drawn.drop_letters(value, "[](){}^|\\<>*\"'?@;,") != value:
        return False
    enough = digits >= 2 or len(value) > 30 or drawn.count_turns(value) > 4
    return enough and len(value) >= least and len(value) - digits >= 2 and is_drawn(value)


def is_literal(value: str) -> bool:
    """Unquoted text that is no call, index, attribute or path."""
    if "(" in value or "[" in value or "::" in value or "->" in value:
        return False
    if value[0] == "/" or value[:2] in ("./", "~/", "${"):
        return False
    head, dot, _ = value.partition(".")
    if count_digits(value) > 3 and is_odd(value) and value not in (value.lower(), value.upper()):
        return True
    named = head.replace("_", "").isalnum() and not head[0].isdigit() and 2 < len(head) < 25
    return not (dot and named) or len(value) > 60 or head[:3] == "eyJ"


def find_keys(text: str, low: str, words: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """("key", start, end) of each drawn word behind a name: `deepgramKEY …`, `vendor_key = …`."""
    for start, end in words:
        lead = low[max(0, start - 72) : start].rpartition("\n")[2]
        name = lead.rstrip(" \t=:\"'`>-_\\0123456789")
        sign = lead[len(name) :]
        if not sign.strip(drawn.DIGITS) or text[end : end + 1] in tuple("/+=@("):
            continue
        parts = "".join([one if one.isalnum() else " " for one in name[-40:]]).split()[-3:]
        if not parts or not name[-1].isalpha() or not SILENT.isdisjoint(parts):
            continue
        if any([word in parts[-1] for word in PUBLIC]):
            continue
        strong = ("=" in sign or ":" in sign) and "==" not in sign and "::" not in sign
        vendor = any([one in part for part in parts for one in VENDORS])
        several = len(parts) > 1 or parts[-1] not in KEY_ENDS
        key = parts[-1].endswith(KEY_ENDS) and (vendor or (strong and several))
        if (key or (strong and parts[-1] in VENDORS)) and is_key(text[start:end].rstrip(".")):
            yield "key", start, end - (text[end - 1] == ".")


def find_manifest(text: str) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of the values under `data:` or `stringData:` of a Kubernetes Secret in YAML."""
    begin = 0
    for document in text.split("\n---"):
        if compile_once(r"(?m)^\s*kind: Secret\s*$").search(document):
            for block in compile_once(BLOCK).finditer(document):
                for one in compile_once(FIELD).finditer(block[2]):
                    if not is_standin(one[1]):
                        start = begin + block.start(2) + one.start(1)
                        yield "kubernetes-secret", start, start + len(one[1])
        begin += len(document) + 4


def counts_as_secret(name: str, value: str) -> bool:
    """Design §8: a value of a secret file counts from 8 characters and by entropy, or by its name."""
    if not 6 <= len(value) <= 2000 or value[0] in "$<{/." or "://" in value:
        return False
    family = rate_name(read_name(name.lower(), 0)[0])
    least = 8 if value.isdigit() or value.isalpha() or not family else 6
    if family or len(value) < least:
        return len(value) >= least and is_secret_value(value, family, QUOTED, 1)
    return " " not in value and is_key(value if len(value) > 15 else value * 2)
