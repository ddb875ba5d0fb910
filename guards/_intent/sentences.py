"""A text as its blocks and sentences, and which of these ask for something.

Limitations: requests in code (a sentence with more than 6 % of code characters is prose).
"""
from __future__ import annotations

from guards._text import orders, words

_WIDE_MARKS = "。！？；"
_BEHIND = b" \t\"')<#*[(ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ENDINGS = bytes(46 if b in b".!?;" else 65 if b in _BEHIND else 32 for b in range(256))
LONGEST = 1200          # characters of one sentence; a longer one is cut at a blank
_CODE = b"{}()[]=;|\\$&+"     # and an arrow
_WIDE, _BEYOND = bytes(range(0xE3, 0xF0)), (b"\xef\xbc", b"\xef\xbd", b"\xef\xbe", b"\xef\xbf")
_BLOCK_TAGS = frozenset("div section article aside form table tr td ul ol header footer nav main body html head p "
                        "textarea option select iframe".split())
_SPOKEN = tuple("href src alt title content action value placeholder aria-label".split())


def blocks(text: str) -> list[str]:
    """The text without tags; block tags part it. A text without closing tags is one block."""
    if "</" not in text and "/>" not in text:
        return [text]
    found, part, i = [], [], 0  # type: list[str], list[str], int
    while True:
        start = text.find("<", i)
        end = text.find(">", start) if start >= 0 else -1
        if end < 0:
            part.append(text[i:])
            break
        tag = text[start + 1:end]
        bare = tag.lstrip("/")
        name = bare.split(None, 1)[0].rstrip("/").lower() if bare.strip() else ""
        if not (name[:1].isalpha() or name.startswith("!")) or len(tag) > 2000:
            part.append(text[i:start + 1])
            i = start + 1
            continue
        part.append(text[i:start])
        if name.startswith("!--"):
            stop = text.find("-->", start)
            stop = len(text) if stop < 0 else stop
            part.append("\n" + text[start + 4:stop] + "\n")
            i = min(len(text), stop + 3)
            continue
        if name in _BLOCK_TAGS:
            found.append("".join(part))
            part = []
        else:
            part.append("\n")
        if "=" in tag:
            part.append(_attributes(tag))
        i = end + 1
    found.append("".join(part))
    return [b for b in found if b.strip()]


def _attributes(tag: str) -> str:
    out = []
    for name in _SPOKEN:
        at = tag.find(name + "=")
        if at > 0:
            rest = tag[at + len(name) + 1:]
            quote = rest[:1]
            value = rest[1:].split(quote, 1)[0] if quote in ("'", '"') and quote else rest.split(None, 1)[0]
            out.append("\n" + value + "\n")
    return "".join(out)


def sentences(text: str) -> list[str]:
    """The sentences of a text; a line's end ends one, and so does a length of LONGEST."""
    text = words.plain(text)
    if text.isascii() or not any(mark in text for mark in _WIDE_MARKS):
        lines, start = [], 0
        for at in _places(text.encode("ascii", "replace").translate(_ENDINGS)):
            if text[at] in ".!?;" and _parts(text, at):
                lines += text[start:at + 1].split("\n")
                start = at + 1
        lines += text[start:].split("\n")
        raws = list(filter(None, map(str.strip, lines)))
    else:
        raws = [raw for line in text.split("\n") for raw in _split(line) if raw]
    if len(text) <= LONGEST or len(max(raws, key=len, default="")) <= LONGEST:
        return raws
    return [piece for raw in raws for piece in (_pieces(raw) if len(raw) > LONGEST else (raw,))]


def _places(mask: bytes) -> list[int]:
    """Where a sentence may end: at a mark with something behind it that one can begin with."""
    found = []
    for sign in (b".A", b".."):
        at = mask.find(sign)
        while at >= 0:
            found.append(at)
            at = mask.find(sign, at + 1)
    return sorted(found)


def _pieces(raw: str) -> list[str]:
    out = []
    while len(raw) > LONGEST:
        cut = raw.rfind(" ", LONGEST // 2, LONGEST)
        cut = LONGEST if cut < 0 else cut
        out.append(raw[:cut])
        raw = raw[cut:].lstrip()
    return [*out, raw]


def _parts(text: str, i: int) -> bool:
    """Does the mark in that place end a sentence?"""
    c, before, after = text[i], text[max(0, i - 3):i], text[i + 1:i + 2]
    if after.islower() or after.isdigit():
        return False
    if after not in ("", " ", "\t", "\n", '"', "'", ")", "<", "#", "*", "[", "(") and (
            c == ";" or not after.isupper() or before[-1:].isupper() or not before[-2:].strip() or before[-1] == "\n"
            or not text[i + 2:i + 3].isalpha()):
        return False
    return c != "." or before.lower() not in ("e.g", "i.e", " mr", "mrs", " dr")


def _split(line: str) -> list[str]:
    """The same of one line in which a wide mark may stand: such a one ends a sentence, whatever follows."""
    out, start = [], 0
    for i in [i for i, c in enumerate(line) if c in ".!?;。！？；"]:
        if line[i] in _WIDE_MARKS or _parts(line, i):
            out.append(line[start:i + 1].strip())
            start = i + 1
    return [*out, line[start:].strip()]


def requests(raw: str, other: frozenset[str] = words.ELSEWHERE, said: list[str] | None = None,
             known: orders.Kinds | None = None, sure: bool = False) -> dict[str, int]:
    """Its verbs in request position, with how plainly each is asked for (1, or 2); none for code, and none for a short
    sentence without an imperative.

    other   those of words.ELSEWHERE that are tokens of a text that it stands in
    said    its tokens, where they are known
    known   what words of other sentences were found to be
    sure    the text is in another language than English
    """
    verbs = _in_english(raw, said, known)
    if not sure and raw.isascii() and ((said is not None and other.isdisjoint(said)) or other.isdisjoint(
            raw.lower().replace(",", " ").split())):
        return verbs
    from guards._intent.languages import asked
    return {**asked(raw, sure), **verbs}


def wide(text: str) -> int:
    """How many words a text of a script without blanks has beyond those that blanks tell apart."""
    if text.isascii():
        return 0
    data = text.encode("utf-8", "surrogatepass")        # a character from U+3000 on begins with one of _WIDE
    few = len(data) - len(data.translate(None, _WIDE)) - sum(map(data.count, _BEYOND))
    return few // 3


def _in_english(raw: str, said: list[str] | None, known: orders.Kinds | None) -> dict[str, int]:
    if raw[-1] != ":" and (len(raw) < 6 or " " not in raw):
        return {}
    if raw[-1] == ")" and raw.rfind(" ") == raw.rfind(" ("):
        raw, said = raw[:raw.rfind(" (")], None     # one word in brackets at the end says what it is: "... (fetch)"
    if len(raw) > 1500:
        said = None
    if not orders.may_ask(raw[:1500], said) or _is_code(raw):
        return {}
    verbs = orders.requests(raw[:1500], known)
    few = 2 not in verbs.values() and len(raw.split()) <= 8 and words.ASKED_FOR.issuperset(verbs)
    return {} if few else verbs


def _is_code(raw: str) -> bool:
    data = raw.encode("utf-8", "replace")
    signs = len(data) - len(data.translate(None, _CODE)) + raw.count("→")
    return signs > 0.06 * len(raw)
