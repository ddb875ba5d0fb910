"""A secret becomes `[kind:1a2b]` in the shape of what held it, all else stays; keyed hashes know it again.

The four hex digits are keyed by the project: one value has one placeholder, and nobody without the key can try
candidates.  A held value is hashes of windows of twelve characters, one every six, without case and signs; a text is
read plain, unescaped, out of base64 and hex, and reversed.  Passages are runs of five words, of every three the least hash.
Cannot see: what `find_sensitive` does not find; ciphers, images, paraphrase; pieces below eighteen characters.
"""

from _blake2 import blake2b
from binascii import a2b_base64

from guards import Any, Callable, Iterable, Iterator, Pairs, Texts, Words
from guards._sensitive import NAMED, Finding, find_sensitive, list_texts, merge_findings
from guards._sensitive.formats import HEX
from guards._text import Form

Findings = dict[tuple[str, str], list[Finding]]

PLACEHOLDER = Form(r"\[[a-z][a-z0-9-]{0,29}:[0-9a-f]{4}\]")
DEPTH = 64  # levels of a value that are read as such; what lies below is one text
SHORT = 8  # a shorter value is masked only where its name or form stands
# Fields of a result that the model is shown as they are, and all keys as `type`; on record none is.
AS_IT_IS = "base64 filePath file_path path persistedOutputPath tool_use_id type uuid".split()
SIZE, STEP = 12, 6  # characters of a window, from one to the next of a held value
SHORTEST, MOST = 6, 38  # letters and digits of a value that is held, windows of one
LIMIT = 200_000  # characters of a text and of all its spellings that are read
# Words of a passage, of how many in a row one is kept, of one text at most.
RUN, PICK, PASSAGES = 5, 3, 400
ALNUM = b"abcdefghijklmnopqrstuvwxyz0123456789"
BASE64 = ALNUM + ALNUM[:26].upper() + b"+/"
OTHERS = bytes([b for b in range(256) if b not in ALNUM])
BLANKED = bytes([b if b in ALNUM else 32 for b in range(256)])
CODED = bytes([{45: 43, 95: 47}.get(b, b if b in BASE64 else 32) for b in range(256)])
# A line of a file of secrets; a sign that is written as its number.
PAIR = Form(r"(?m)^[ \t\"'{-]*(?:export )?(?:([^\s=:\"']+)[\"']?[ \t]*[=:])?(.*)$")
ESCAPE = Form(r"(?:%|\\x|\\u00|0x)([0-9a-fA-F]{2})")


def mask_value(value: Any, key: bytes, known: Texts = (), **how: Any) -> Any:
    """Any JSON value with each text masked; `how`: see `scan_value`."""
    return swap_texts(value, scan_value(value, known, **how), key)


def mask_text(text: str, facts: Any, most: int, **how: Any) -> str:
    """The beginning of a text of this event as it may be kept: masked first, then cut."""
    return str(mask_value(text, facts.key, facts.get("secret_values"), **how))[:most]


def scan_value(
    value: Any, known: Texts = (), personal: bool = False, strict: int = 0, domains: Texts = ()
) -> Findings:
    """(field, text) -> what stands in it, of every text of a JSON value; `strict`, `domains`: see `find_sensitive`.
    `personal`: data of people too; what goes on record is personal and strict.  A value found in one text is found in
    all the others, and `known` everywhere.
    """
    texts = {}
    rules = dict.fromkeys(known, "value")

    def note(name: str, text: str) -> str:
        if (name, text) in texts or len(text) < 4 or (name in AS_IT_IS and not strict):
            return text
        # A short text is read behind its field's name: `"password": "x"`.
        named = len(text) < 500 and '"' not in text and any([one in name.lower() for one in NAMED])
        lead, end = (f'{name}: "', '"') if named else ("", "")
        found = find_sensitive(lead + text + end, strict, domains, personal)
        found = texts[name, text] = [one for one in found if one.end > len(lead)]
        for one in found:
            one.start, one.end = max(0, one.start - len(lead)), min(len(text), one.end - len(lead))
            part = text[one.start : one.end]
            if one.kind == "credentials" and SHORT <= len(part) < 4000 and not part.isalpha():
                rules.setdefault(part, one.rule)
        return text

    change_texts(value, note)
    for (name, text), found in texts.items() if rules else ():
        for part, rule in rules.items():  # where these values stand, whatever printed them
            at = text.find(part) if len(part) > 5 else -1
            while at >= 0:
                found.append(Finding(rule, at, at + len(part)))
                at = text.find(part, at + len(part))
        texts[name, text] = merge_findings(found)
    return texts


def change_texts(
    value: Any, change: Callable[[str, str], str], name: str = "", depth: int = 0
) -> Any:
    """A JSON value with each text as `change(name of its field, text)` gives it; a key is a `type`."""
    if depth == DEPTH:
        value = "\n".join(list_texts(value))
    if isinstance(value, str):
        return change(name, value)
    if isinstance(value, dict):
        return {change("type", k): change_texts(x, change, k, depth + 1) for k, x in value.items()}
    if isinstance(value, (list, tuple)):
        return [change_texts(inner, change, name, depth + 1) for inner in value]
    return value


def swap_texts(value: Any, texts: Findings, key: bytes) -> Any:
    """The value with every text masked as `texts` says; the same object where it says nothing."""
    if not any(texts.values()):
        return value
    return change_texts(value, lambda name, one: write_mask(one, key, texts.get((name, one), ())))


def write_mask(text: str, key: bytes, found: Iterable[Finding]) -> str:
    """The text with each span replaced by its placeholder, `[github-token:3f2a]`."""
    parts, at = [], 0
    for one in found:
        tag = f"[{one.rule}:{hash_value(key, text[one.start : one.end])[:4]}]"
        parts += [text[at : one.start], tag]
        at = one.end
    return "".join([*parts, text[at:]])


def read_secret_values(text: str) -> list[tuple[str, str]]:
    """(name, value) of each value of a secret file that counts (design §8), at most 200.
    Reads `NAME=value`, `name: value`, JSON and INI lines, and what `find_sensitive` finds; a file of one
    line without a name is a value.
    """
    from guards._sensitive.named import counts_as_secret

    found: Pairs = {}
    lone = "secret" if "\n" not in text.strip() else ""
    for name, value in PAIR.findall(text):
        value = value.partition(" #")[0].strip(" \"',")
        if (name or lone) and counts_as_secret(name or lone, value):
            found.setdefault(value, name or lone)
    for one in find_sensitive(text[:65536], 1, people=False):
        value = text[one.start : one.end]
        lines = value.replace("\\n", "\n").split("\n") if one.rule == "private-key" else ()
        for part in (value, value.rpartition("base64:")[2], *lines):
            if len(part) > (39 if part in lines else 7) and not part.isalpha():
                found.setdefault(part, one.rule)
    return [(name, value) for value, name in list(found.items())[:200]]


def begin_hash(key: bytes) -> Callable[[str], str]:
    """A function that hashes texts with the project's key: 12 hex digits."""
    base = blake2b(digest_size=6, key=key[:64])

    def finish(text: str) -> str:
        one = base.copy()
        one.update(text.encode("utf-8", "replace"))
        return one.hexdigest()

    return finish


def hash_value(key: bytes, text: str) -> str:
    """The keyed hash of a text; the same text has the same in one project."""
    return begin_hash(key)(text)


def squeeze_text(text: str) -> str:
    """Its letters and digits alone, small."""
    return text.encode("ascii", "replace").lower().translate(None, OTHERS).decode()


def fingerprints(key: bytes, value: str) -> Words:
    """The hashes by which a secret or a number of a person is known again; none for what is too short or plain.
    The length of what is hashed stands before each; a value shorter than two windows is one hash.
    """
    flat = squeeze_text(value)
    word = value.isalpha() and value.islower() and len(value) < SIZE  # stands in other texts, too
    if word or len(flat) < SHORTEST or len(set(flat)) < (2 if flat.isdigit() else 4):
        return []
    size = min(len(flat), 24) if len(flat) < SIZE + STEP or flat.isalpha() else SIZE
    places = [*range(0, len(flat) - size + 1, STEP)][:MOST] if size == SIZE else [0]
    return [f"{size:02d}{hash_value(key, flat[at : at + size])}" for at in places]


def find_hashes(text: str, held: Texts, key: bytes) -> set[str]:
    """Which of these hashes stand in a text, in any spelling.  `held`: hashes as `fingerprints` gives them."""
    known, found, finish = frozenset(held), set[str](), begin_hash(key)
    sizes = {int(one[:2]) for one in known}
    for flat in dict.fromkeys(map(squeeze_text, list_spellings(text))) if sizes else ():
        for size in sizes:
            places = range(len(flat) - size + 1)
            marks = [f"{size:02d}{finish(flat[at : at + size])}" for at in places]
            found.update(known.intersection(marks))
    return found


def select_values(values: Texts, text: str) -> Words:
    """Which of these values stand in a text, plain or in another spelling."""
    flats = [(value, squeeze_text(value)) for value in values]
    texts = [squeeze_text(one) for one in list_spellings(text)] if flats else []
    # A short one counts only as it is spelled.
    return [v for v, flat in flats if v in text or any([flat in one for one in texts if flat[7:]])]


def list_spellings(text: str) -> Iterator[str]:
    """The text, and what it says backwards, without escapes, out of base64 and hex; lines that a tool wrapped are joined."""
    part = text[: LIMIT // 4]
    yield text[:LIMIT]
    yield part[::-1]
    if "%" in part or "\\" in part or "0x" in part:
        yield ESCAPE.sub(lambda match: chr(int(match[1], 16)), part)
    coded = " ".join((part, part.replace("\n", ""))).encode("ascii", "replace").translate(CODED)
    for run in dict.fromkeys(f"{coded.decode()} {coded.decode().replace('/', ' ')}".split()):
        if len(run) > 7 and not run.strip(HEX):
            yield bytes.fromhex(run[: len(run) // 2 * 2]).decode("latin-1")
        if len(run) > 7 and len(run) % 4 != 1:
            yield a2b_base64(run + "=" * (-len(run) % 4)).decode("latin-1")


def fingerprint_passages(key: bytes, text: str) -> Words:
    """Hashes of the passages of a text, at most PASSAGES; none for a text below RUN words."""
    marks = hash_runs(key, text)
    picked = {min(marks[at : at + PICK]) for at in range(max(1, len(marks) - PICK + 1)) if marks}
    return sorted(picked)[:PASSAGES]


def find_passages(text: str, held: Texts, key: bytes) -> set[str]:
    """Which of the held passages stand in a text."""
    return set(hash_runs(key, text)).intersection(held)


def hash_runs(key: bytes, text: str) -> Words:
    words = text[:LIMIT].encode("ascii", "replace").lower().translate(BLANKED).decode().split()
    finish = begin_hash(key)
    return [finish(" ".join(words[at : at + RUN])) for at in range(len(words) - RUN + 1)]
