"""A result without its secrets, in the very shape that the tool gave it: what the model is shown.

Masked is what is certain: a provider's format, a private key, and in files that are secret by their name every value
that a secret's name is given.  What is only likely (an assignment in ordinary code, a value in a test's file) is
shown: a wrong mask breaks work.  Each secret becomes `[kind:4 hex]`, the hex keyed by the project's key: the same
value has the same placeholder in every result, session and file of the project, and nobody without the key can try
candidates.  Names, other values and everything else stay as they are.

Limitations: what the scan does not find; a secret cut in two by the tool's own limits.
"""
from __future__ import annotations

from guards import CREDENTIALS
from guards._sensitive.mask import mapped
from guards._sensitive.scan import KINDS_OF_RULES, readable
from guards._sensitive.secrets import secrets
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards import Settings

# Rules beside the formats whose match is a secret whatever stands around it: each has a mark of its provider's own.
CERTAIN = frozenset("""
    kubernetes-secret private-key private-key-base64 putty-key slack-webhook teams-webhook discord-webhook
    google-chat-webhook google-refresh-token terraform-cloud-token azure-client-secret azure-key mailchimp-key
    telegram-token newrelic-license rapidapi-key openshift-token paypal-token discord-token maxmind-key
    firebase-messaging-key
""".split())
# No text, or an address.
AS_IT_IS = frozenset("base64 filePath file_path path persistedOutputPath type".split())
BARE = frozenset(("", "content", "output", "result", "stdout", "text"))     # where a value may stand without a name
LEAST = 8           # characters of a value that is masked wherever else it stands in the same result
LONG, AROUND = 4000, 200    # characters of a text that is not looked through again; of what is, around a secret
APART = "\n" + 430 * " " + "\n"     # between these: farther than any rule looks
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
            limit: int = 0, cut: bool = True, known: tuple[str, ...] = (), lines: bool = True) -> Masked | None:
    """The value without its secrets; None where there is nothing to mask.

    source  the file that it shows; secret: by its name a file of secrets, test: one of tests
    limit   characters that are looked through; 0 for all.  What lies behind is cut off, or left as it is (`cut`)
    known   what was found in the value already: a long text is then looked at around these alone
    lines   they may say which file they are of, as `grep` writes them
    """
    work = _Work(settings, source, secret, test, limit, cut, known)
    work.lines = lines
    output = work.again(mapped(value, work.text))
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
        self.lines = False
        self.told: dict[int, str] = {}      # where a secret begins in the text at hand -> the file that its line names
        self.found: dict[str, str] = {}
        self.values: dict[str, str] = {}
        self.count = 0

    def text(self, text: str, key: str) -> str:
        """The text with a placeholder for each secret in it."""
        if key in AS_IT_IS:
            return text
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
        return kept or (bare_spans(text, self.source) if self.secret and key in BARE else [])

    def all_in(self, text: str) -> Iterator[tuple[str, int, int]]:
        """(rule, start, end) of every secret in the text, likely ones too; they may overlap."""
        self.told = {}
        if self.secret or not self.known or len(text) < LONG:
            raw = readable(text)
            yield from secrets(raw)
        else:
            yield from _around(text, self.known)
        if self.secret:
            yield from of_file(raw, self.source)
            return
        for rule, start, end, path in of_lines(text) if self.lines else ():
            self.told[start] = path
            yield rule, start, end

    def certain(self, rule: str, text: str, start: int) -> bool:
        """Is this a secret whatever the file is good for, or does it stand in a file of secrets?"""
        if self.secret or start in self.told:
            return True
        return is_sure(rule) and (not self.test or rule.startswith("private-key"))

    def origin(self, text: str, at: int) -> str:
        """Where the value can be looked up again: a file's path, else nothing."""
        return (self.source or self.told.get(at, ""))[:300]

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

        def change(text: str, _: str) -> str:
            for one, tag in known:
                text = text.replace(one, tag)
            return text

        return mapped(value, change)


def of_file(raw: bytes, source: str) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of every value that a secret's name is given in a file of secrets."""
    from guards._sensitive.assignments import given
    from guards._sensitive.paths import path_level

    yield from given(raw, raw.lower(), not source or path_level(source) >= CREDENTIALS, "pgpass" in source)


def of_lines(text: str) -> Iterator[tuple[str, int, int, str]]:
    """(rule, start, end, file) of every secret in lines that say themselves that they come from a secret file.

    As `grep` writes them: `./.env:3:KEY=...`, and `./.env-4-...` beside those.
    """
    from guards._sensitive.paths import keeps_secrets

    files: dict[str, list[tuple[int, int]]] = {}
    other: set[str] = set()
    at = 0
    for line in text.split("\n"):
        name, colon, rest = line.partition(":")
        if not colon or len(name) > 300 or " " in name or name in other or (
                name not in files and not keeps_secrets(name)):
            other.add(name)
            name = next((path for path in files if line.startswith(f"{path}-")), "")
            rest, colon = line[len(name) + 1:], "-"
        if name:
            number = rest.partition(colon)[0]
            begin = at + len(line) - len(rest)
            begin += len(number) + 1 if number.isdigit() and len(number) < len(rest) else 0
            files.setdefault(name, []).append((begin, at + len(line)))
        at += len(line) + 1
    for path, pieces in files.items():
        raw = readable("\n".join([text[start:end] for start, end in pieces]))
        begun = 0
        found = sorted({*secrets(raw), *of_file(raw, path)}, key=lambda row: row[1:])
        for start, end in pieces:
            for rule, first, last in found:
                low, high = max(first - begun, 0), min(last - begun, end - start)
                if low < high:
                    yield rule, start + low, start + high, path
            begun += end - start + 1


def _size(value: object) -> int:
    """Characters in the texts of a value."""
    if isinstance(value, str):
        return len(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(_size, inner))


_PAIRS = frozenset(("url-password", "curl-user"))     # `user:password`: the user stays


def is_sure(rule: str) -> bool:
    """Is what this rule matches masked wherever it stands?"""
    from guards._sensitive.formats import RULES

    return rule in CERTAIN or rule in RULES


def bare_spans(text: str, source: str) -> list[tuple[int, int, str]]:
    """(start, end, rule) of each value that a text holds without a name, in order."""
    found, at = [], 0
    for value in bare_values(text.strip(), source):
        at = text.find(value, at)
        found.append((at, at + len(value), "value"))
        at += len(value)
    return found


def bare_values(bare: str, source: str) -> list[str]:
    """What could be a secret in a text that says no name, as `printenv TOKEN` prints it.

    One word: no path, no name of a variable, no name with its value (that is looked at by its name), so no object of
    JSON either; of a list its members.  Of a variable, which its source then names, any line.

    >>> [bare_values(one, ".env") for one in ("hunter2hunter2", "config/.env", "DB_PASSWORD", "PORT=3000", "two words")]
    [['hunter2hunter2'], [], [], [], []]
    >>> [bare_values(one, "config.json") for one in ('{"theme":"dark"}', '["dark-plus"]', '["k7Qz20fL9xWm4abQ1"]')]
    [[], [], ['k7Qz20fL9xWm4abQ1']]
    """
    from guards._sensitive.entropy import random_like
    from guards._sensitive.paths import called_secret

    if source.startswith("$"):
        return _of_variable(bare) if "_PUBLIC_" not in source else []
    if not source or not LEAST <= len(bare) < 500 or len(bare.split()) != 1 or "=" in bare.rstrip("="):
        return []
    if _structured(bare):
        named = "{" in bare and ":" in bare         # of a file of secrets a value by whatever name
        text = " ".join(bare.split(":")[1:] if called_secret(source) else ()) if named else bare
        parts = text.translate(_SIGNS).split()
        return [value for part in parts for value in bare_values(part, source)
                if called_secret(source) or random_like(value.encode("ascii", "replace"))]
    name, colon, _ = bare.partition(":")
    if colon and name.replace(".", "").replace("-", "").replace("_", "").isalnum() and not called_secret(source):
        return []
    if "/" in bare:
        drawn = random_like(bare.encode("ascii", "replace")) and not bare.startswith((".", "/", "~"))
        return [bare] if drawn else []
    return [] if bare.replace("_", "").isupper() and bare.replace("_", "").isalpha() else [bare]


def _of_variable(bare: str) -> list[str]:
    """The value of a variable; `grep KEY .env` tells the name, too.

    >>> _of_variable("KEY=hunter2hunter2"), _of_variable("aGk5==")
    (['hunter2hunter2'], ['aGk5=='])
    """
    name, _, value = bare.partition("=")
    bare = value if name.isidentifier() and len(value) > 3 else bare
    return [bare] if 3 < len(bare) < 500 and "\n" not in bare and bare.lower() not in ("true", "false") else []


_SIGNS = str.maketrans("[]{}\"',", 7 * " ")


def _structured(bare: str) -> bool:
    """An object or a list, also one that was cut off: a bracket, then what it holds in quotes, or its end."""
    return bare[0] in "[{" and (bare[-1] in "]}" or bare.lstrip("[{")[:1] in ('"', "'", "]", "}"))


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


def _end_of_key(text: str, start: int, end: int) -> int:
    """A key ends with its own last line; the expression may have run on into what follows."""
    last = text.find("-----END ", start, end)
    if last < 0:
        return end
    line = text.find("-----", last + 9)
    return min(line + 5, len(text)) if line >= 0 else end
