"""What is private in a text has a place and a proof: a provider's form, a mark beside it, a name, a checksum.

One look tells which signs a text has: long words with a digit, names, an @, seven digits.  Only what a sign calls for is
loaded and compiled.  All work is bounded and linear.
Cannot see: names of people, street addresses; a secret in another spelling (see `mask`).
"""

from guards import CREDENTIALS, INTERNAL, PII, Any, Iterable, Spans, Texts, Words
from guards._text import DIGITS, WORD, Form

LEAST = b"w" * 18  # a shorter word is no token
WORDS = bytes([119 if chr(b) in WORD + "_-.+" else 32 for b in range(256)])
# The digits of each line as zeros, all else as blanks; a number of a person's has seven at least.
LINES = bytes([48 if chr(b) in DIGITS else 10 if b == 10 else 32 for b in range(256)])
RATED = {"internal-host": INTERNAL, **dict.fromkeys("email card iban ssn phone".split(), PII)}
# Marks of formats that are looked for everywhere, all others only before long words; a test compares.
MARKS = "://|curl| -p|machine |:5432:|mnemonic|seed phrase|recovery codes|wifi:|;pwd=|password: |pass phrase ".split(
    "|"
)
# First signs of a secret by its name; the second ones count where a text is read strictly.
NAMED = "pass pwd secret token key cred auth _pw".split()
MORE = "pin mnemonic seed dsn salt cookie webhook".split()
# What stands before the name of an own host, and what may stand behind it.
OWN = Form(r"(?:(//|@|ssh |host(?:name)?:? )|(?<![\w.-]))([a-z0-9.-]{0,90})$")
BEHIND = Form(r"(?!\.?[a-z0-9]|[_(-])(:\d)?")


class Finding:
    """A span of a text: `kind` is credentials, internal, or the rule of a person's: email, card, iban, ssn, phone."""

    def __init__(self, rule: str, start: int, end: int) -> None:
        self.rule, self.start, self.end = rule, start, end
        self.level = RATED.get(rule, CREDENTIALS)
        self.kind = {CREDENTIALS: "credentials", INTERNAL: "internal"}.get(self.level, rule)


def list_texts(value: Any) -> Words:
    """Every text of a JSON value, the keys of objects too, however deep it is."""
    texts, waiting = Words(), [value]
    while waiting:
        one = waiting.pop()
        texts += [one] if isinstance(one, str) else ()
        inner = [*one, *one.values()] if isinstance(one, dict) else one
        waiting += inner[::-1] if isinstance(inner, (list, tuple)) else ()
    return texts


def find_sensitive(
    text: str, strict: int = 0, domains: Texts = (), people: bool = True
) -> list[Finding]:
    """All of a text that is private, by start and without overlap; the graver of two counts.
    `strict`: the text is of a file of secrets or goes on record; a name is proof of all that cannot be code.
    `domains`: the organisation's own hosts.  Without `people`: secrets alone.
    """
    # One ASCII character for each of the text's own, so that places stay; escapes are undone.
    plain = text if text.isascii() else text.encode("ascii", "replace").decode()
    plain = plain.replace("\\n", " \n").replace("%3D", "=  ")
    low, raw = plain.lower(), plain.encode()
    digits = raw.translate(LINES)
    words = find_words(raw, digits)
    spans = []
    if words or any([one in low for one in MARKS]):
        from guards._sensitive.formats import find_shapes, find_tokens

        near = "\n".join([low[max(0, start - 60) : start + 64] for start in words])
        spans += [*find_tokens(plain, words), *find_shapes(plain, low, near)]
    first = {name: low.find(name) for name in (NAMED + MORE if strict else NAMED)}
    if max(first.values()) >= 0:
        from guards._sensitive.named import find_assigned, find_manifest

        spans += find_assigned(plain, low, first, strict)
        spans += find_manifest(plain) if first["secret"] > 5 and "kind: secret" in low else ()
    spans += find_own_hosts(low, domains) if people else ()
    if people and ("@" in plain or digits.count(b"0") > 6):
        from guards._sensitive.personal import find_mails, find_numbers

        spans += [*find_mails(plain), *find_numbers(plain, low, digits)]
    return merge_findings([Finding(*span) for span in spans])


def find_words(raw: bytes, digits: bytes) -> list[int]:
    """Where runs begin that are long enough to be tokens and hold a digit, in `digits` a zero."""
    mask, found = raw.translate(WORDS), []
    at = mask.find(LEAST)
    while at >= 0:
        end = mask.find(b" ", at) % (len(mask) + 1)
        if raw[at : at + 3] in (b"hf_", b"api") or digits.find(b"0", at, end) >= 0:
            found.append(at)
        at = mask.find(LEAST, end)
    return found


def find_own_hosts(low: str, domains: Texts) -> Spans:
    """("internal-host", start, end) of addresses of the organisation's hosts: behind a lead, or before a port."""
    for name in filter(None, [one.strip().lower().lstrip("*") for one in domains]):
        at = low.find(name)
        while at >= 0:
            end = at + len(name)
            match = BEHIND.match(low, end)
            before = OWN.search(low, max(0, at - 99), at) if match else None
            if match and before and (before[1] or match[1]) and (name[0] == "." or not before[2]):
                yield "internal-host", before.start(2), end
            at = low.find(name, end)


def merge_findings(found: Iterable[Finding]) -> list[Finding]:
    """By start, without overlap: equals become one, a graver one takes the lesser one's place."""
    kept: list[Finding] = []
    for one in sorted(found, key=lambda finding: (finding.start, -finding.end)):
        last = kept[-1] if kept else None
        if last is None or one.start >= last.end:
            kept.append(one)
        elif one.level == last.level:
            last.end = max(last.end, one.end)
            last.rule = one.rule if one.rule == "value" else last.rule
        elif one.level > last.level:
            kept[-1] = one
    return kept
