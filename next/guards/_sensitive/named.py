"""A value is a secret by the name it is given to: `PASSWORD=…`, `"api_key": "…"`, `--token …`, a cell.

The name decides how much the value has to prove: behind a password anything that a person might type
counts, behind a token or key only what a machine might have drawn.

Cannot see: a password in a sentence that never calls it one; a name on another line.
"""

from __future__ import annotations

from guards._sensitive import formats
from guards._sensitive.formats import (
    WORD,
    compile_once,
    count_digits,
    is_drawn,
    is_key,
    is_odd,
    is_standin,
    is_typed,
    is_wordy,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

PASSWORD, SECRET, TOKEN = "password", "secret", "token"
# How the value was given: in quotes; tight (`A=b`); with blanks around the sign, in a sentence or cell.
QUOTED, TIGHT, LOOSE = 3, 2, 1
MOST = 10_000  # names of one text that are read: a text with more was not written by anybody

NAME = WORD + "_-."
BREAKS = frozenset("\n;{}/&%#@*+~^")  # behind a name that is given nothing
# What stands behind a name, and its value; `{"name": "DB_PASSWORD", "value": …}` too.
GIVEN = (
    r"""["'`\])\\]*(?:[,\s"']{1,20}value(?=\W))?["'`\])\\]*(?P<pre>[ \t]*)"""
    r"""(?P<sign>===?|!==?|:=|=>|=|:|,|>|is[ :]|\||)(?P<post>[ \t]*)"""
    r"""(?:String = |(?:token|apikey|key|bearer) (?=[^\s"']))?(?:[\\@bru$]{1,2}(?=["'`]))?(?:(?P<q>["'`])"""
    r"""(?P<quoted>(?:(?!(?P=q))[^\n\\]|\\(?!["'`n])){4,600})(?:\\?(?P=q)|\Z)|(?P<bare>(?:[^\s;,<>"')}\\&]|&(?![^\s&]*=)){4,600}))"""
)
# Lines `host:port:database:user:password`; a block of a manifest, and a field of it.
LINE = r"(?<!\S)[^\s:/#\"']+:\d+:[^:\s]*:[^:\s/]*:(\S{4,})"
BLOCK = r"(?m)^( *)(?:stringD|d)ata: *\n((?:\1 +\S.*\n?)+)"
FIELD = r""": *["']?([^\s"'{$<|>][^\s"']{3,})"""
BARE = frozenset(("=", ":", ":=", "=>", ">", "|", ""))  # may give a value without quotes

# Last words of a name that make it something about a secret, and the endings of such words.
ABOUT = frozenset(
    """id ids files filenames paths dir env header headers field fields label hint format policy prefix suffix pattern regex
    provider manager store endpoint host version algorithm usage index ref refs arn reset form input errors status required
    enabled at by code mode method class func function param params placeholder title words board press down up space set sets
    event map list ring digest sum column schema strength rule rules message link page view test tests attempts limit size
    expiry expires expiration ttl age uri""".split()
)
ABOUT_ENDS = tuple("name names file path url length type types count field error hash".split())
TOKEN_ENDS = ("key", "auth", "authorization", "dsn", "salt", "cookie", "webhook")
# Parts of names that are public, or no secret at all.
PUBLIC = tuple(
    """public _pub_ pubkey primary foreign cache partition sort_key sortkey idempotency _max_ _num_ _min_ _next_ page continuation
    cursor author_ authors tokeniz _input_ _output_ prompt completion _total_ csrf xsrf authenticity host_key hostkey known fingerprint integrity
    checksum monkey donkey turkey hockey keyboard keyword passed passing passenger passive passage passthrough passport pass_rate
    compass bypass secretary secretsmanager object_key registry translation i18n site_key sitekey accredit credits tokens keys
    keyid kid truncat resource_key row_key rowkey publishable whiskey""".split()
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
                style = read_style(match, low[max(0, at - 60) : at], name)
                start, end = match.span("quoted" if match["q"] else "bare")
                if style:
                    after = max(after, end)
                    if is_secret_value(text[start:end], family, style, strict):
                        yield family, start, end
            at = low.find(keyword, after)


def read_style(match: re.Match[str], before: str, name: str) -> int:
    """How a value was given; 0 where the sign parts a list or the words of a sentence."""
    sign, blank, bare = match["sign"], match["pre"] + match["post"], before.rstrip(NAME)
    cell = not bare.rpartition("\n")[2].strip(" |\"'")
    option = before[len(bare) :][:1] == "-"  # --token abc
    if name == "key" and not bare.endswith(("api ", "private ", "secret ", "access ", "license ")):
        return 0
    if match["q"]:  # define("DB_PASSWORD", "…"), not a list of names
        called = bare[-1:] in ("'", '"') and bare[-2:-1] == "("
        return QUOTED if sign and (sign != "," or called) else 0
    if sign in ("", "|"):
        if not cell:
            return TIGHT if option and not sign else 0
        return LOOSE if sign or option or "\t" in blank or len(blank) > 2 else 0
    if sign not in BARE or (sign == ":" and match["pre"]):
        return 0
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
    return TOKEN if "token" in name or name.endswith(TOKEN_ENDS) else ""


def is_secret_value(value: str, family: str, style: int, strict: int) -> bool:
    """Does the value of such a name look like one?  In a file of secrets (1) all but defaults and
    variables do, on record (2) all that cannot be code."""
    plain = style == QUOTED or is_literal(value)
    if strict:
        if value[0] in "$<{/" or "://" in value or value.lower() in formats.DEFAULTS:
            return False
        code = not plain or (style < QUOTED and value.isalpha())
        code = code or (family == TOKEN and is_wordy(value) and not count_digits(value))
        return (family == PASSWORD or not value.isdigit()) and not (code and strict == 2)
    digits = count_digits(value)
    if not plain or len(value) < (6 if style < QUOTED else 4):
        return False
    if family == PASSWORD:
        if not is_typed(value) or (style < QUOTED and value.isdigit()):
            return False
        if style == LOOSE:
            return len(value) > 7 and digits > 0 and (is_odd(value) or not value[0].isdigit())
        return digits > 0 or is_odd(value) or (not is_wordy(value) and len(value) > 7)
    if " " in value or "://" in value:
        return False
    typed = family == SECRET and style == QUOTED and len(value) > 7
    if typed and is_typed(value) and is_odd(value):
        return True
    if family == TOKEN and not set(value).isdisjoint("[](){}^|\\<>*\"'?@;,"):
        return False
    enough = digits >= 2 or len(value) > 30
    return enough and len(value) >= (16 if family == TOKEN else 12) and is_drawn(value)


def is_literal(value: str) -> bool:
    """Unquoted text that is no call, index, attribute or path."""
    if any([one in value for one in ("(", "[", "::", "->")]) or value[:1] in ("/", "~"):
        return False
    head, dot, _ = value.partition(".")
    named = head.replace("_", "").isalnum() and not head[0].isdigit() and len(head) < 25
    return not dot or (bool(head) and not named)


def find_manifest(text: str) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of the values under `data:` or `stringData:` of a Kubernetes Secret in YAML."""
    begin = 0
    for document in text.split("\n---"):
        blocks = compile_once(BLOCK).finditer(document) if "kind: Secret" in document else ()
        spans = [block.span(2) for block in blocks]
        for one in [one for span in spans for one in compile_once(FIELD).finditer(document, *span)]:
            if not is_standin(one[1]):
                yield "kubernetes-secret", begin + one.start(1), begin + one.end(1)
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
