# ruff: noqa: E501  (tables: one row, one line)
"""A value given to a name that says `secret`: `PASSWORD=…`, `"api_key": "…"`, `--token …`, `password is "…"`.

The name decides how much the value has to prove: after a password anything that a person might
type counts, after a token or key only what a machine might have drawn.  No expressions: one walk
forward from each occurrence of a keyword, bounded.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD, SECRET, TOKEN = "password", "secret", "token"

KEYWORDS = (b"pass", b"pwd", b"secret", b"token", b"key", b"cred", b"auth")

_NAME = b"abcdefghijklmnopqrstuvwxyz0123456789_-."
_CLOSERS = b"\"'`])\\"

# Endings of a name that make it something *about* a secret.
ABOUT = (
    "id", "ids", "name", "names", "file", "files", "filename", "path", "paths", "dir", "url", "uri", "type", "types", "length", "len",
    "count", "limit", "limits", "size", "expiry", "expires", "expiration", "ttl", "age", "env", "header", "headers", "field", "fields",
    "label", "hint", "format", "policy", "prefix", "suffix", "pattern", "regex", "provider", "manager", "store", "storage", "service",
    "endpoint", "host", "version", "algorithm", "usage", "index", "ref", "refs", "arn", "reset", "form", "input", "error", "errors", "status",
    "required", "enabled", "at", "by", "code", "codes", "mode", "method", "class", "func", "function", "param", "params", "placeholder", "text", "title", "word",
    "words", "board", "press", "down", "up", "frame", "frames", "space", "spaces", "set", "sets", "stroke", "event", "map", "list", "ring", "hash", "digest", "sum",
)
# Names that are public, or no secret at all.
PUBLIC = ("public", "pub_", "pubkey", "primary", "foreign", "cache", "partition", "sort_key", "sortkey", "idempotency", "max_", "num_", "min_", "next_", "page",
          "continuation", "cursor", "author", "tokeniz", "input_", "output_", "prompt", "completion", "total_", "csrf", "xsrf", "host_key", "hostkey", "known", "fingerprint",
          "integrity", "checksum", "monkey", "donkey", "turkey", "hockey", "keyboard", "keyword", "passed", "passing", "passenger", "passive", "passage", "passthrough",
          "compass", "bypass", "secretary", "object_key", "registry", "translation", "i18n", "site_key", "sitekey", "unauth", "oauthlib", "authentic", "authoriz", "authority",
          "incredib", "accredit", "credits", "credit", "tokens", "keys", "keyid", "kid")
_KEYS = ("api", "access", "secret", "private", "auth", "license", "encrypt", "sign", "account", "master", "shared", "deploy", "service", "storage", "admin", "app", "client",
         "consumer", "session", "jwt", "hmac", "aes", "crypt", "subscription", "preshared", "pre_shared", "psk", "ssh", "integration", "routing", "write", "ingest", "server",
         "webhook", "stripe", "openai", "cohere", "google", "aws", "azure")


def candidates(raw: bytes, low: bytes) -> Iterator[tuple[int, int, str, bool]]:
    """(start, end, family, quoted) of every value assigned to a name that says what it is."""
    seen = 0
    for keyword in KEYWORDS:
        at = low.find(keyword)
        while at >= 0:
            after = at + len(keyword)
            found = _assigned(low, after)
            if found:
                family = _family(_name(low, at, after))
                if family:
                    start, end, quoted = _value(raw, *found)
                    if end - start >= 4:
                        yield start, end, family, quoted
                        seen = max(seen, end)
            at = low.find(keyword, after)


def _assigned(low: bytes, after: int) -> tuple[int, bytes] | None:
    """Where the value begins and by which sign it is given, or None."""
    window = low[after:after + 96]
    rest = window.lstrip(_NAME)
    rest = rest.lstrip(_CLOSERS).lstrip(b" \t")
    sign = rest[:1]
    if sign not in (b"=", b":", b"|", b"?", b",", b">", b"!", b"(") and rest[:3] not in (b"is ", b"is:"):
        if sign in (b'"', b"'") and window[:1] in (b" ", b"s"):
            return after + len(window) - len(rest), b" "
        return None
    for operator in (b"===", b"!==", b"==", b"!=", b":=", b"=>", b"=", b":", b"||", b"??", b"?:", b",", b">", b"is ", b"is:", b"("):
        if rest.startswith(operator):
            value = rest[len(operator):].lstrip(b" \t")
            if not value or (operator in (b",", b"(", b"is ", b"||", b"??", b"?:", b"==", b"!=", b"===", b"!==") and value[:1] not in (b'"', b"'")):
                return None
            return after + len(window) - len(value), operator
    return None


def _name(low: bytes, at: int, after: int) -> str:
    before = low[max(0, at - 40):at]
    head = before[len(before.rstrip(_NAME)):]
    window = low[after:after + 40]
    tail = window[:len(window) - len(window.lstrip(_NAME))]
    return (head + low[at:after] + tail).decode().replace("-", "_").replace(".", "_").strip("_")


def _family(name: str) -> str:
    if any(word in name for word in PUBLIC):
        return ""
    last = name.rsplit("_", 1)[-1]
    if last in ABOUT or (last.endswith(("id", "name", "file", "path", "url", "length", "type", "count", "field", "word")) and not last.endswith("password")):
        return ""
    if "pass" in name or "pwd" in name:
        return PASSWORD
    if "secret" in name or "cred" in name:
        return SECRET
    if "token" in name or name.endswith(("auth", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "licensekey", "accountkey")):
        return TOKEN
    if "key" in name and any(word in name for word in _KEYS):
        return TOKEN
    return ""


def _value(raw: bytes, start: int, sign: bytes) -> tuple[int, int, bool]:
    """The span of the value itself: what the quotes hold, or everything up to a blank or a closer."""
    first = raw[start:start + 3].lower()
    for prefix in (b"\\\"", b"@\"", b"b'", b'b"', b"r'", b'r"', b"$'", b"u'"):
        if first.startswith(prefix):
            start += len(prefix) - 1
            break
    quote = raw[start:start + 1]
    if quote in (b'"', b"'", b"`"):
        end = raw.find(quote, start + 1, start + 600)
        line = raw.find(b"\n", start + 1, start + 600)
        if end < 0 or (0 <= line < end):
            return start, start, True
        if raw[end - 1:end] == b"\\":
            end -= 1
        return start + 1, end, True
    window = raw[start:start + 600]
    end = len(window)
    for stop in (b" ", b"\n", b"\t", b"\r", b";", b"&", b",", b"<", b">", b'"', b"'", b"`", b")", b"}", b"\\"):
        found = window.find(stop, 0, end)
        if found >= 0:
            end = found
    return start, start + end, False


def secret(value: bytes, family: str, quoted: bool) -> bool:
    """Does the value of a name of this family look like one?"""
    from guards._entropy import random_like, stands_in
    if stands_in(value) or value[:1] in (b"$", b"%", b"<", b"{", b"["):
        return False
    digits = sum(48 <= b <= 57 for b in value)
    letters = sum(chr(b).isalpha() for b in value)
    if not quoted and (b"(" in value or b"[" in value or b"::" in value or value[:2] in (b"./", b"~/") or value[:1] == b"/"):
        return False
    if family == PASSWORD:
        if len(value) > 128 or value.lower() in (b"password", b"passwd", b"secret", b"none", b"null", b"true", b"false", b"user", b"test", b"required", b"optional", b"yes", b"no"):
            return False
        if quoted:
            return b" " not in value and (digits > 0 or letters < len(value)) and len(value) >= 6
        return digits > 0 and letters > 0 and len(value) >= 6 and b"." not in value
    if b" " in value:
        return False
    if family == SECRET:
        return len(value) >= 12 and digits >= 2 and letters >= 2 and random_like(value)
    return len(value) >= 16 and digits >= 2 and letters >= 2 and random_like(value)
