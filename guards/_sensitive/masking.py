"""A result without its secrets, in the very shape that the tool gave it: what the model is shown.

Masked is what is certain: a provider's format, a private key, and in files that are secret by their name every value
that a secret's name is given.  What is only likely (an assignment in ordinary code, a value in a test's file) is
shown: a wrong mask breaks work.  Each secret becomes `[kind:4 hex]`, the hex keyed by the project's key: the same
value has the same placeholder in every result, session and file of the project, and nobody without the key can try
candidates.  Names, other values and everything else stay as they are.

Cannot see: what the scan does not find; a secret cut in two by the tool's own limits.
"""
from __future__ import annotations

from guards import CREDENTIALS
from guards._sensitive.scan import KINDS_OF_RULES, readable
from guards._sensitive.secrets import secrets
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards import Settings

# Rules beside the formats whose match is a secret whatever stands around it: each has a mark of its provider's own.
CERTAIN = frozenset((
    "private-key", "private-key-base64", "putty-key", "slack-webhook", "teams-webhook", "discord-webhook",
    "google-chat-webhook", "google-refresh-token", "terraform-cloud-token", "azure-client-secret", "azure-key",
    "mailchimp-key", "telegram-token", "newrelic-license", "rapidapi-key", "openshift-token", "paypal-token",
    "discord-token", "maxmind-key", "firebase-messaging-key"))
# No text, or an address.
AS_IT_IS = frozenset(("base64", "filePath", "file_path", "path", "persistedOutputPath", "type"))
BARE = frozenset(("", "content", "output", "result", "stdout", "text"))     # where a value may stand without a name
LEAST = 8           # characters of a value that is masked wherever else it stands in the same result
LONG, AROUND = 4000, 200    # characters of a text that is not looked through again; of what is, around a secret
APART = "\n" + 430 * " " + "\n"     # between these: farther than any rule looks
KEY_LINE = 40       # characters of a line of base64 and nothing else
LINE = 24           # characters of a key's own line that is masked where it stands alone
NOTE = "[unread: {} characters that could not be looked through were cut off]"
AGAIN = 1_000_000_000       # characters times values in the second look, 0.2 s: only megabytes of secrets have more
LIMIT = 10 * 1024 * 1024    # characters of one result that are looked through


class Masked:
    """A result without its secrets.

    output  in the tool's own shape
    found   placeholder -> the file that the value came from, "" where that is not known
    count   how many secrets; 0 where only what could not be looked through was cut off
    """

    __slots__ = ("count", "found", "output")

    def __init__(self, output: object, found: dict[str, str], count: int) -> None:
        self.output, self.found, self.count = output, found, count


def placeholder(rule: str, value: str, key: bytes) -> str:
    """What stands in the place of a value.

    >>> placeholder("github-token", "x", b"k")[:14]
    '[github-token:'
    """
    return f"[{KINDS_OF_RULES.get(rule, rule)}:{fingerprint(value, key)[:4]}]"


def without(value: object, settings: Settings, source: str = "", secret: bool = False, test: bool = False,
            limit: int = 0, cut: bool = True, known: tuple[str, ...] = ()) -> Masked | None:
    """The value without its secrets; None where there is nothing to mask.

    source  the file that it shows; secret: by its name a file of secrets, test: one of tests
    limit   characters that are looked through; 0 for all.  What lies behind is cut off, or left as it is (`cut`)
    known   what was found in the value already: a long text is then looked at around these alone
    """
    work = _Work(settings, source, secret, test, limit, cut, known)
    output = work.again(work.walk(value, ""))
    return Masked(output, work.found, work.count) if work.count or work.cut else None


def values(text: str, settings: Settings, source: str, secret: bool) -> dict[str, str]:
    """Placeholder -> value of every secret that masking finds in a text."""
    work = _Work(settings, source, secret, False, 0)
    work.text(text, "")
    return {tag: value for value, tag in work.values.items()}


class _Work:
    """One result on its way: what was found, and how much may still be looked through."""

    def __init__(self, settings: Settings, source: str, secret: bool, test: bool, left: int, cuts: bool = True,
                 known: tuple[str, ...] = ()) -> None:
        self.known = known
        self.settings, self.source, self.secret, self.test = settings, source, secret, test
        self.left, self.cut, self.cuts = left, False, cuts
        self.found: dict[str, str] = {}
        self.values: dict[str, str] = {}
        self.count = 0

    def walk(self, value: object, key: str, depth: int = 0) -> object:
        if isinstance(value, str):
            return self.text(value, key)
        if depth > 64:
            return value
        if isinstance(value, dict):
            return {name: inner if name in AS_IT_IS else self.walk(inner, str(name), depth + 1)
                    for name, inner in value.items()}
        if isinstance(value, list):
            return [self.walk(inner, key, depth + 1) for inner in value]
        return value

    def text(self, text: str, key: str) -> str:
        """The text with a placeholder for each secret in it."""
        rest = ""
        if self.left:
            if len(text) >= self.left and not self.cuts:
                text, rest, self.left = text[:self.left - 1], text[self.left - 1:], 1
            elif len(text) >= self.left:
                self.cut, note = True, NOTE.format(len(text) - self.left + 1)
                text, self.left = text[:self.left - 1] + note, 1
            else:
                self.left -= len(text)
        parts: list[str] = []
        at = 0
        for start, end, rule in self.spans(text, key):
            tag = placeholder(rule, text[start:end], self.settings.key)
            self.found.setdefault(tag, self.origin(text, start))
            self.values[text[start:end]] = tag
            self.count += 1
            parts += text[at:start], tag, "\n" * text.count("\n", start, end)     # line numbers stay
            at = end
        return "".join(parts) + text[at:] + rest if parts else text + rest

    def spans(self, text: str, key: str) -> list[tuple[int, int, str]]:
        """(start, end, rule) of each secret that is masked, in order, without overlap."""
        if len(text) < 5:
            return []
        # "password": "x" shows only with its name
        lead = len(key) + 2 if self.secret and key and len(text) < 400 else 0
        whole = f"{key}: {text}" if lead else text
        found = sorted({(start, -end, rule) for rule, start, end in self.all_in(whole)})
        kept: list[tuple[int, int, str]] = []
        for start, end, rule in [(row[0] - lead, -row[1] - lead, row[2]) for row in found]:
            if start < 0 or not self.certain(rule, text, start):
                continue
            if rule.startswith("private-key"):
                end = _end_of_key(text, start, end)
            elif rule in _PAIRS:
                start += text[start:end].find(":") + 1
            if kept and start < kept[-1][1]:
                kept[-1] = (kept[-1][0], max(end, kept[-1][1]), kept[-1][2])
            else:
                kept.append((start, end, rule))
        bare = text.strip()
        if not kept and self.secret and key in BARE and LEAST <= len(bare) < 500 and _a_value(bare):
            start = text.find(bare)
            kept.append((start, start + len(bare), "value"))        # `printenv TOKEN`: a value and no name
        return kept

    def all_in(self, text: str) -> Iterator[tuple[str, int, int]]:
        """(rule, start, end) of every secret in the text, likely ones too; they may overlap."""
        if self.secret or not self.known or len(text) < LONG:
            raw = readable(text)
            yield from secrets(raw)
            yield from self.named(raw)
            return
        yield from _around(text, self.known)

    def certain(self, rule: str, text: str, start: int) -> bool:
        """Is this a secret whatever the file is good for, or does it stand in a file of secrets?"""
        if self.secret or self.told_by_line(text, start):
            return True
        return is_sure(rule) and (not self.test or rule.startswith("private-key"))

    def named(self, raw: bytes) -> Iterator[tuple[str, int, int]]:
        """Every value that a secret's name is given, whatever it looks like, in a file that is secret by its name."""
        if not self.secret:
            return
        from guards._sensitive.assignments import candidates
        from guards._sensitive.entropy import DEFAULTS

        for start, end, family, _ in candidates(raw, raw.lower()):
            value = raw[start:end].strip()
            plain = value.lower() in DEFAULTS or value.isdigit() or value[:1] in (b"$", b"<", b"{") or b"[" in value
            if not plain:
                yield f"assigned-{family}", start, end
        at, pgpass = 0, "pgpass" in self.source
        for line in raw.split(b"\n"):
            if pgpass and line.count(b":") >= 4 and not line.startswith(b"#"):
                yield "assigned-password", at + line.rfind(b":") + 1, at + len(line)
            elif len(line) >= KEY_LINE and not line.strip().translate(None, _BASE64):   # the middle of a key
                yield "private-key", at, at + len(line)
            at += len(line) + 1

    def told_by_line(self, text: str, at: int) -> bool:
        """Does the line say itself that it came from a secret file, as `grep` writes it: `./.env:3:KEY=...`?"""
        line = text[text.rfind("\n", 0, at) + 1:at]
        name, colon, _ = line.partition(":")
        if not colon or len(name) > 300 or " " in name:
            return False
        from guards._sensitive.paths import path_level

        return path_level(name) >= CREDENTIALS

    def origin(self, text: str, at: int) -> str:
        """Where the value can be looked up again: a file's path, else nothing."""
        if self.source:
            return self.source[:300]
        line = text[text.rfind("\n", 0, at) + 1:at]
        name = line.partition(":")[0]
        return name[:300] if self.told_by_line(text, at) else ""

    def again(self, value: object) -> object:
        """The values that were found, wherever else they stand in the result: a patch's lines, a second copy."""
        known = [(text, tag) for text, tag in self.values.items()
                 if len(text) >= LEAST and (not text.isalpha() or len(text) > 2 * LEAST)]
        known += [(line.strip(), tag) for text, tag in self.values.items() if "\n" in text or "\\n" in text
                  for line in text.replace("\\n", "\n").split("\n") if len(line.strip()) >= LINE]
        if not known:
            return value
        known.sort(key=lambda row: -len(row[0]))
        known = known[:max(20, AGAIN // (_size(value) or 1))]
        return _replaced(value, known, 0)


def _size(value: object) -> int:
    """Characters in the texts of a value."""
    if isinstance(value, str):
        return len(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(_size, inner))


_BASE64 = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/="
_PAIRS = frozenset(("url-password", "curl-user"))     # `user:password`: the user stays


def is_sure(rule: str) -> bool:
    """Is what this rule matches masked wherever it stands?"""
    from guards._sensitive.formats import RULES

    return rule in CERTAIN or rule in RULES


def _a_value(text: str) -> bool:
    """One word that could be a secret: no path, no name of a variable, no pair of both (that is looked at by its name).

    >>> [_a_value(one) for one in ("hunter2hunter2", "config/.env", "DB_PASSWORD", "PORT=3000", "two words")]
    [True, False, False, False, False]
    """
    from guards._sensitive.entropy import random_like

    if len(text.split()) != 1 or "=" in text.rstrip("="):
        return False
    if "/" in text:
        return random_like(text.encode("ascii", "replace")) and not text.startswith((".", "/", "~"))
    return not (text.replace("_", "").isupper() and text.replace("_", "").isalpha())


def _around(text: str, known: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of every secret around what is known to stand in the text: all these pieces in one reading."""
    pieces = _windows(text, known)
    starts, at = [], 0
    for start, end in pieces:
        starts.append(at)
        at += end - start + len(APART)
    found = sorted(secrets(readable(APART.join([text[start:end] for start, end in pieces]))), key=lambda row: row[1])
    number = 0
    for rule, first, last in found:
        while number + 1 < len(pieces) and first >= starts[number + 1]:
            number += 1
        start, end = pieces[number]
        shift = start - starts[number]
        if first + shift < end:     # a key without its end runs on to the end of its piece
            yield rule, first + shift, min(last + shift, end)


def _windows(text: str, known: tuple[str, ...]) -> list[tuple[int, int]]:
    """(start, end) of the pieces of a text around what is known to stand in it."""
    found: list[tuple[int, int]] = []
    for part in dict.fromkeys(known):
        at = text.find(part)
        while at >= 0:
            found.append((max(0, at - AROUND), min(len(text), at + len(part) + AROUND)))
            at = text.find(part, at + len(part))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _replaced(value: object, known: list[tuple[str, str]], depth: int) -> object:
    if isinstance(value, str):
        for text, tag in known:
            if text in value:
                value = value.replace(text, tag)
        return value
    if depth > 64:
        return value
    if isinstance(value, dict):
        return {name: _replaced(inner, known, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, known, depth + 1) for inner in value]
    return value


def _end_of_key(text: str, start: int, end: int) -> int:
    """A key ends with its own last line; the expression may have run on into what follows."""
    last = text.find("-----END ", start, end)
    if last < 0:
        return end
    line = text.find("-----", last + 9)
    return min(line + 5, len(text)) if line >= 0 else end
