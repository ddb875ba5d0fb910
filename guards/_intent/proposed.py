"""What the agent proposed when it stopped with a question, and what of it a short answer takes.

    proposals(message)  what its last questions ask, and the counted items that lie before them: (number, text)
    answered(rows)      kept rows, with what an answer took in the place of what was proposed

Law: what the agent says is nobody's wish until the person answers, and then no more of it than they were asked: the
sentence of the question and the items they chose, with the values shown there; never what stands around it.  A new
prompt that is no answer leaves nothing of it.
Limitations: an offer that is neither a question nor counted; a "yes" of no known word.
"""
from __future__ import annotations

from guards._intent.answers import ALONE, EVERY, MARKS, NO, NO_DENSE, POINTS, YES, named, squeezed
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guards._types import Stored

END, LINE = 1500, 400       # characters of a message's end, and of a line of it, that are read
QUESTIONS, ITEMS = 3, 9     # kept of one message
BARE = 30           # hex digits of a prompt's words: three, "remove it please"; with more it speaks of its own things
TOLD = "s"          # as _intent/intents.py
MERE = ("", "works", "assents")     # kinds of act that a "yes" speaks of by itself
# How an English question begins behind which stands what is to be done.
OFFERS = ("shall i", "should i", "do you want me to", "would you like me to", "want me to", "can i", "may i", "could i",
          "is it ok if i", "is it okay if i", "ok if i", "ready for me to", "also", "now", "go ahead and",
          "then")
POINTS_DENSE = tuple("继续 进行 可以 好吗 这样 繼續 続け 進め よろし 実行 いい 進行 계속 진행 괜찮 실행".split())


def proposals(message: str) -> list[tuple[str, str]]:
    """(number, text) of the counted items, then ("", text) of the questions; nothing where it ends with neither.

    >>> proposals("All green.  I left `old` alone.\\n\\nShall I delete branch old?")
    [('', 'delete branch old')]
    >>> proposals("Left to do:\\n1. Merge PR 7\\n2. **Close** issue 9\\nWhich of these?")
    [('1', 'Merge PR 7'), ('2', 'Close issue 9'), ('', 'Which of these')]
    >>> proposals("Options: (a) npm i x, (b) none. Which?"), proposals("Two ways.\\n1. Merge PR 7\\n2. Wait")
    ([('a', 'npm i x'), ('b', 'none'), ('', 'Which')], [('1', 'Merge PR 7'), ('2', 'Wait')])
    """
    lines = [line.strip()[:LINE] for line in message[-END:].split("\n") if line.strip()]
    asked = [one for line in lines for one in _questions(line)][-QUESTIONS:]
    items = [found for line in lines for found in map(_item, _inline(line)) if found[0] and found[1]][-ITEMS:]
    if not asked and (len(items) < 2 or not any(_item(line)[0] for line in lines[-2:])):
        return []
    return [*items, *(("", text) for text in asked)]


def _inline(line: str) -> list[str]:
    """The line; where it counts off items, "(a) …, (b) …", these, each to the end of its sentence."""
    words = line.split()
    starts: list[int] = []
    for at, word in enumerate(words):
        bare = word.strip("(*_").lower()
        core = bare.rstrip(").:*")
        if core != bare and core in [row[len(starts):][:1] for row in ("abcdef", "123456")]:
            starts.append(at)
    if len(starts) < 2:
        return [line]
    found = [words[at:end] for at, end in zip(starts, [*starts[1:], len(words)])]
    ends = [next((n for n, word in enumerate(part) if n and word[-1] in ".!?;"), len(part)) for part in found]
    return [" ".join(part[:end + 1]).rstrip(".!?;, ").removesuffix(" or").rstrip(",") for part, end in zip(found, ends)]


def _questions(line: str) -> list[str]:
    """The sentences of a line that end as a question, without their mark: what they ask for is what counts."""
    for mark in MARKS[:-1]:
        line = line.replace(mark, "?\n")
    for mark in (". ", "! ", ": ", "; ", "\u3002", "\u0964"):
        line = line.replace(mark, mark.strip() + "\n")
    found = [one.strip(" *_#>-\"'()¿") for one in line.split("\n")]
    return [_offer(one.rstrip("?\u3002 *_").strip()) for one in found if one.endswith("?") or one.rstrip(
        "\u3002").endswith(MARKS[-1])]


def _offer(text: str) -> str:
    """What an English question offers to do, as an order: it is understood as one."""
    for start in OFFERS:
        if text[:len(start) + 1].lower() == start + " ":
            text = text[len(start) + 1:]
    return text


def _item(line: str) -> tuple[str, str]:
    """(number or letter, text) of a counted line: `2. x`, `**2)** x`, `- Option B: x`."""
    bare = line.lstrip("*_-#>( \u2022`").replace("*", "").replace("__", "")
    low = bare.lower()
    bare = bare[7:] if low.startswith("option ") else bare
    size = 1 if bare[:1].lower() in ALONE else next((at for at, c in enumerate(bare) if not c.isdecimal()), 0)
    number, rest = bare[:size].lower(), bare[size:]
    if not number or len(number) > 2 or rest[:1] not in (".", ")", ":") or not rest[1:2].isspace():
        return "", ""
    rest = rest.lstrip(".): -\u2013\u2014").rstrip("? ")
    told = rest.rfind(" (") if rest[-1:] == ")" else -1     # "zz/ (2 files)": what stands in brackets only tells of it
    return number, (rest[:told] if told > 0 else rest).strip()


def answered(rows: Iterable[Stored]) -> Iterator[Stored]:
    """The rows, and for each prompt that answers a proposal those of what it took, as the person's own.

    Of the answer itself no kind of act counts but what the proposal names: it is no "yes" to anything else.
    """
    open: list[Stored] = []
    it = ""         # what the agent's last message named last; nothing where that counts off items: "delete the first"
    for row in rows:
        kind = row.get("k")
        it = str(row.get("i") or "") if kind == TOLD and not any(one.get("p") for one in open) else it
        if kind == "p":
            if open and open[-1].get("at") != row.get("at"):
                open.clear()
            open.append(row)
            continue
        if kind != "u":
            yield row
            continue
        held, took = open[:], _taken(open, row) if open else []
        row, it = _meant(row, it) if len(str(row.get("t") or "")) <= BARE else row, ""
        open.clear()
        if not took or all(one.get("vague") for one in took):
            # A "yes" that takes nothing of what was asked is one to nothing.
            yield {**row, "vague": 1} if took else {**row, "j": 1} if held and row.get("p") is not None else row
            continue
        kinds = list(dict.fromkeys(group for one in took for group in one.get("h") or [""]))
        own = [group for group in row.get("h") or () if group not in MERE]
        yield {**row, "l": 1, "h": [*own, *kinds]} if "p" in row else row
        for one in took:
            yield {**_meant(one, str(one.get("i") or "")), "k": "u", "h": kinds, "at": row.get("at")}


def _meant(row: Stored, it: str) -> Stored:
    """A row; of its clauses that only point, "remove it", also with the words for what they point at."""
    more = [[one[0], one[1] + it, *one[2:]] for one in row.get("x") or () if "p" in one[4] and "n" not in one[4]]
    return {**row, "x": [*(row.get("x") or ()), *more]} if it and more else row


def points(row: Stored, text: str) -> bool:
    """Does a question name no act, and only point at what was said before it: "Run it?"

    >>> [points({}, text) for text in ("Run it", "OK", "commit it", "Soll ich weitermachen", "Soll ich es committen")]
    [True, True, False, True, False]
    """
    if row.get("n") or row.get("e") or (row.get("v") and len(text) > LINE):
        return False
    low = text.lower()
    return all(one in POINTS or squeezed(one) in YES for one in tokens(low)) or (
        low > "\u0e00" and len(low) < 12 and any(one in low for one in POINTS_DENSE))


def before(message: str) -> str:
    """What "it" and "them" in a message's first question mean: the nearest sentence before it that names something,
    with the counted or dotted lines that it stands among.

    >>> before("All green.  notes.md is old. Shall I delete it?"), before("Old:\\n- a.md\\n- b.md\\nDelete them?")
    ('notes.md is old.', '- a.md - b.md')
    """
    said: list[str] = []
    text = message[-END:].replace(". ", ".\n").replace("! ", "!\n")
    for mark in MARKS[:-1]:
        text = text.replace(mark, "?\n")
    for one in filter(None, map(str.strip, text.split("\n"))):
        if one[-1] == "?":
            break
        said.append(one)
    listed = [one[0] in "-*\u2022" or bool(_item(one)[0]) for one in said]
    at = next((n for n in range(len(said) - 1, -1, -1) if listed[n] or named(said[n])), len(said) - 1)
    end = at + 1
    while at > 0 and listed[at] and listed[at - 1]:
        at -= 1
    return " ".join(said[max(at, 0):end])[:LINE]


def affirmed(text: str) -> str:
    """A text without the sentences that say not to: "I did not delete notes.md"."""
    parts = text.replace(". ", ".\n").split("\n")
    return "\n".join(one for one in parts if NO.isdisjoint(tokens(one)) and not any(mark in one for mark in NO_DENSE))


def unknown(text: str) -> bool:
    """Does a question in a language whose verbs are known tell none that takes away, be it a borrowed one?  Then what
    it names is not what is to be gone.

    >>> unknown("Soll ich notes.md committen"), unknown("Je commite notes.md"), unknown("Ska jag radera notes.md")
    (True, True, False)
    """
    from guards._intent.clause import KINDS_OF
    from guards._intent.intents import VERBS

    said = tokens(text.lower())
    return not ASKS_IN.isdisjoint(said) or text > "\u0400" or any(
        one.startswith(verb[:-1]) for verb in (VERBS | GITS) - KINDS_OF.keys() if len(verb) > 5 for one in said)


# By which a question begins in a language of _intent/lexicon.py; verbs that all of these borrow.
ASKS_IN = frozenset("""soll sollen möchtest willst kann darf ich wir je voulez veux dois puis quieres quiere debo puedo
    devo posso vuoi quer queres wil zal moet ik mam czy chcesz""".split())
GITS = frozenset("commit format rebase archive compress staging pushen mergen".split())


def every(row: Stored, text: str) -> bool:
    """Does a question ask for all that was counted before it: "Proceed?", "Shall I do all of these?"

    >>> [every({}, text) for text in ("Proceed", "do all three", "fix both", "fix the login", "Soll ich alle löschen")]
    [True, True, True, False, True]
    """
    return points(row, text) or not THESE.isdisjoint(tokens(text.lower()))


THESE = EVERY | frozenset("""list them these those sie diese liste les ces liste los estos estas lista li questi quelle
    plan steps schritte pasos""".split())


def _taken(open: list[Stored], row: Stored) -> list[Stored]:
    """What an answer takes: the questions, and of the items those that were chosen; all where none is."""
    if "p" not in row:
        return _of_the_kind(open, row)
    asked, items = [one for one in open if not one.get("p")], {str(one["p"]): one for one in open if one.get("p")}
    some = _chosen(row["p"], items)
    if some:
        it = "".join(str(one.get("t", "")) for one in some)
        return [*some, *({**one, "i": it} for one in asked)]
    if not {"all", "+"}.issuperset(row["p"][-1:]) or not asked:
        return []
    # A "yes" to a question with a verb of its own is one to that question, and to none of the items before it.
    return [*open] if any(one.get("every") for one in asked) else asked


def _chosen(numbers: list[str], items: dict[str, Stored]) -> list[Stored]:
    """The items that an answer chooses by their numbers, or all."""
    names = [one.replace("last", [*items, "last"][len(items) - 1]) for one in numbers]
    return [item for name, item in items.items() if name in names or "all" in names]


def _of_the_kind(open: list[Stored], row: Stored) -> list[Stored]:
    """What an order takes that only points, "delete it": what was proposed of its kind."""
    own = row.get("x") or []
    if not own or any("p" not in one[4] or "n" in one[4] for one in own):
        return []
    kinds = {kind for one in own for kind in one[0].split()}
    found = [{**one, "x": [part for part in one.get("x") or () if not kinds.isdisjoint(part[0].split())]}
             for one in open]
    return [one for one in found if one["x"]]
