"""Values of the person's own that are typed anew into a call: names and numbers of a list, one behind the other.

Law: a place that nobody named, and of which nothing of theirs speaks, gets no row of their list without a question,
however it was put together: as a chart's labels, as a query, in base64 behind an address that a text shows.  Counted
are names and numbers that stand in one file of data or prose that was read, and in no prompt and no foreign text.
Cannot see: fewer values than LEAST; numbers that were rounded; words that were replaced.
"""
from __future__ import annotations

from guards import FETCHES, SENDS
from guards._text import words
from guards._text.address import host_of, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Settings
    from guards._call import Call
    from guards._call.destinations import Known
    from guards._origin.recalled import Memory
    from guards._types import Fact

WHAT = "values of a file that was read"
LEAST = 5           # values of one file
MOST = 60           # of one call that are looked up
LONG = 20_000       # characters of a text
LOCAL = 1           # what this machine says: see guards/_origin/evidence.py
# By which the call that read a file says that it holds data or prose ...
DATA = tuple("""csv db docx eml ics jsonl md ndjson ods odt parquet pdf pptx psv rtf sql sqlite tsv txt vcf xls xlsx
""".split())
# ... and what it is called where everybody may know it.
PUBLIC = tuple("requirements constraints license readme changelog contributing package".split())


def values(text: str, hidden: bool = False) -> list[str]:
    """The names and numbers of a text; of one that was hidden in another form every word.

    >>> values("label: 'Anna Moreau', 5200, 18.42m of 2025, see https://a.example/Up")
    ['anna', 'moreau', '5200', '42m']
    """
    found: dict[str, None] = {}
    for mark in "\"'`<>()[]{},;|=&?/%+_":
        text = text.replace(mark, " ")
    for chunk in text[:LONG].split():
        named = hidden or chunk[:1].isupper()
        for word in words.tokens(chunk):
            number = any(c.isdigit() for c in word) and len(word) > 1 and (not word.isdigit() or (
                len(word) > 2 and not (len(word) == 4 and word[:2] in ("19", "20"))))
            if number or (named and len(word) > 3 and word.isalpha()):
                found[word] = None
    return list(found)


def parts(event: Event, call: Call) -> list[tuple[str, str, str, bool]]:
    """(operation, place, text, was it hidden) of what a call takes out: to where it goes, and behind addresses in its
    text."""
    found = []
    for effect in call.effects if call.command else ():
        if effect.kind in (SENDS, FETCHES) and effect.payload.text:
            place = normalize(effect.destination)
            found.append((effect.operation, place, _plain(effect.payload.text, host_of(place)), False))
            found += [(effect.operation, *one) for one in shown(effect.payload.text)]
    url = event.input.get("url") if not call.command else None
    if isinstance(url, str) and "?" in url:
        found.append((event.tool, normalize(url), _plain(url.partition("?")[2], ""), False))
        found += [(event.tool, *one) for one in shown(url)]
    return found


def asked(event: Event, call: Call) -> list[Fact]:
    """What was read and said, and who speaks of the places, for a call that could carry so many values."""
    from guards._origin import KEPT
    from guards.contamination import own

    found = [place for _, place, text, hidden in parts(event, call) if own.abroad(place)
             and len(values(text, hidden)) >= LEAST]
    return [*KEPT, *own.who_speaks(found)] if found else []


def shown(text: str) -> list[tuple[str, str, bool]]:
    """The same of the addresses in a text that hold one in base64: who shows the text opens them."""
    from guards._shell.programs.filters import decoded

    found = []
    for mark in "\"'<>()[]{}` \t":
        text = text.replace(mark, "\n")
    for word in text[:LONG].split("\n") if "://" in text else ():
        for piece in word.partition("://")[2].replace("&", "/").replace("?", "/").split("/")[1:]:
            piece = piece.partition("=")[2] if "=" in piece.rstrip("=") else piece
            plain = decoded("base64", piece.replace("-", "+").replace("_", "/")) if len(piece) > 23 else ""
            if plain and plain.isprintable():
                found.append((normalize(word), plain, True))
    return found[:4]


def _plain(text: str, host: str) -> str:
    """A text without percent signs, and without the host that it goes to.

    >>> _plain("q=Anna%20M%C3%BCller&x=100%&at=a.example", "a.example")
    'q=Anna Müller&x=100%&at= '
    """
    from guards._sensitive.opaque import percent

    plain = percent(text[:LONG]).decode("utf-8", "replace")
    return plain.replace(host, " ") if host else plain


def leaving(event: Event, call: Call, known: Known, settings: Settings) -> tuple[str, str]:
    """(operation, place) of the place that nobody named and to which values of a file go that was read; ("", "")."""
    from guards.contamination import own

    for operation, place, text, hidden in parts(event, call):
        if "@" not in place and own.strange(place, known) and _held(event, values(text, hidden), settings) and not (
                own.theirs(event, call, (), place, known, settings)):
            return operation, place
    return "", ""


def _held(event: Event, said: list[str], settings: Settings) -> bool:
    """Do so many of these stand in one file, and nowhere else but here?"""
    if len(said) < LEAST:
        return False
    from guards._origin.evidence import hasher
    from guards._origin.recalled import Memory, joined

    memory, h = Memory(joined(event.facts)), hasher(settings.key)
    marks = [h(words.stem(word)) for word in said if h(word) not in memory.said][:MOST]
    marks = [mark for mark in dict.fromkeys(marks) if mark not in memory.words]
    data, public = frozenset(map(h, DATA)), frozenset(h(words.stem(word)) for word in PUBLIC)
    for r in memory.records:
        if r.trust != LOCAL or data.isdisjoint(r.query) or not public.isdisjoint(r.query):
            continue
        held = [mark for mark in marks if mark not in r.query and (mark in r.data or mark in r.prose)]
        if len(held) >= LEAST and sum(not _foreign(mark, memory) for mark in held) >= LEAST:
            return True
    return False


def _foreign(mark: str, memory: Memory) -> bool:
    return any(r.trust > LOCAL and (mark in r.data or mark in r.prose) for r in memory.holders([mark]))
