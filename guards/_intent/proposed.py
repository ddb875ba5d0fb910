"""What the agent proposed when it stopped with a question, and what of it a short answer takes.

    proposals(message)  what its last questions ask, and the counted items that lie before them: (number, text)
    answer(text)        the numbers that a short "yes" chooses, [] for all of it; None for what is no such answer
    answered(rows)      kept rows, with what an answer took in the place of what was proposed

Law: what the agent says is nobody's wish until the person answers, and then no more of it than they were asked: the
sentence of the question and the items they chose, with the values shown there; never what stands around it.  A new
prompt that is no answer leaves nothing of it.
Limitations: an offer that is no question; what "it" is, where the sentence before says so: such a "yes" is one to
nobody knows what; a "yes" of no known word.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guards._types import Stored

MARKS = ("?", "\uff1f", "\u061f", "\u055e", "\u037e", "\u304b")     # by which a question is known; hooks/_turn.py
END, LINE = 1500, 400       # characters of a message's end, and of a line of it, that are read
QUESTIONS, ITEMS = 3, 9     # kept of one message
WORDS, LONGER = 4, 25       # of an answer, beside the numbers that it chooses; of one that begins with a plain "yes"
ALONE = frozenset("abcdef")
GOES = {"continu", "do", "execut", "go", "proceed", "run", "start"}     # stems of verbs that tell no act
MERE = ("", "works", "assents")     # kinds of act that a "yes" speaks of by itself
REFUSES = "refuses"         # beside the kinds of _intent/kinds.py: a prompt that is a "no" and asks for nothing
# How an English question begins behind which stands what is to be done.
OFFERS = ("shall i", "should i", "do you want me to", "would you like me to", "want me to", "can i", "may i", "could i",
          "is it ok if i", "is it okay if i", "ok if i", "ready for me to", "also", "now", "go ahead and",
          "then")
YES = frozenset("""
    absolutely agreed all alles alright aye both continue correct definitely do fine go good great ok okay perfect
    perfekt please proceed right sure y yeah yep yes yup ja jo jawohl gerne klar genau mach weiter doe graag prima goed
    oui ouais vas allez parfait si sì sí sim claro vale dale adelante hazlo pode faça certo va bene fallo tak dobra
    dobrze jasne zrób evet tamam olur да давай ага хорошо vâng ừ có được""".split())
# By which a longer prompt begins that takes what was proposed, and goes on.
PLAIN = frozenset("yes yeah yep yup ja jo jawohl oui ouais si sì sí sim tak evet да vâng ừ".split())
YES_DENSE = ("はい", "うん", "お願い", "いいよ", "やって", "了解", "进行", "好", "是", "可以", "行", "同意", "確認",
             "네", "예", "응", "좋아", "그래", "해줘")
NO = frozenset("""
    no nope nah not never don dont doesn stop wait cancel skip neither none without except nein nicht nie niemals kein
    keine warte lass nee niet geen nooit wacht non pas jamais ne rien nunca nada não hayır yok değil не нет không đừng
    chưa""".split())
NO_DENSE = ("いいえ", "いや", "やめ", "だめ", "駄目", "しない", "ないで", "不", "别", "別", "没", "否", "아니",
            "안 ", "하지", "말아")


def proposals(message: str) -> list[tuple[str, str]]:
    """(number, text) of the counted items, then ("", text) of the questions; nothing where it ends with none.

    >>> proposals("All green.  I left `old` alone.\\n\\nShall I delete branch old?")
    [('', 'delete branch old')]
    >>> proposals("Left to do:\\n1. Merge PR 7\\n2. **Close** issue 9\\nWhich of these?")
    [('1', 'Merge PR 7'), ('2', 'Close issue 9'), ('', 'Which of these')]
    """
    lines = [line.strip()[:LINE] for line in message[-END:].split("\n") if line.strip()]
    asked = [one for line in lines for one in _questions(line)][-QUESTIONS:]
    if not asked:
        return []
    items = [found for found in map(_item, lines) if found[0] and found[1]][-ITEMS:]
    return [*items, *(("", text) for text in asked)]


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
    return number, rest.lstrip(".): -\u2013\u2014").rstrip("?").strip()


NUMBERED = frozenset("bug card issue mr page pr pull request story task ticket".split())    # their number is a name


def answer(text: str) -> list[str] | None:
    """The numbers and letters that a short answer chooses, [] for none; None for a "no", and what is no answer.

    >>> answer("yes"), answer("ja, mach"), answer("do 2 and 3"), answer("option b please"), answer("はい、お願いします")
    ([], [], ['2', '3'], ['b'], [])
    >>> answer("ja bitte, und pushe es danach auch gleich zu")
    []
    >>> answer("no"), answer("don't"), answer("nein, lass das"), answer("why?"), answer("fix the tests"), answer("不要")
    (None, None, None, None, None, None)
    """
    from guards._text.words import tokens

    low = text.strip().lower()
    if len(low) > 200 or low.endswith(MARKS[:-1]):
        return None
    if max(low, default="") >= "\u0e00" and any(
            low.startswith(one) or one in low[-4:] for one in (*YES_DENSE, *NO_DENSE)):
        return [] if len(low) <= 12 and not any(one in low for one in NO_DENSE) else None
    said = tokens(low)
    chosen = [one for one in said if one.isdecimal() and len(one) < 3] if len(said) <= 2 * WORDS else []
    asked = ["option", *said][len(said) > 1:]       # a letter alone is an answer, too
    chosen += [one for before, one in zip(asked, asked[1:]) if before == "option" and one in ALONE]
    rest = [one for one in said if one not in chosen]
    if not NO.isdisjoint(rest) or len(rest) > (WORDS if PLAIN.isdisjoint(said[:1]) else LONGER):
        return None
    return chosen if not YES.isdisjoint(rest) or (chosen and len(rest) < 3) else None


def names_thing(text: str) -> bool:
    """Is a number in it a thing's own, and no "yes" before it?

    >>> [names_thing(t) for t in ("fix issue 44", "handle OPS-3", "do 2 and 3", "yes, close #12")]
    [True, True, False, False]
    """
    from guards._text.words import tokens

    low = text[:200].lower()
    said = tokens(low)
    return PLAIN.isdisjoint(said[:1]) and any(
        one.isdecimal() and (before in NUMBERED or f"-{one}" in low or f"#{one}" in low)
        for before, one in zip(["", *said], said))


def refuses(text: str) -> bool:
    """Is it a short "no" that asks for nothing?

    >>> refuses("no"), refuses("nein, lass das"), refuses("don't"), refuses("yes"), refuses("no, close 12 and 13")
    (True, True, True, False, False)
    """
    from guards._text.words import tokens

    low = text.strip().lower()
    said = tokens(low[:80])
    dense = len(low) <= 12 and low[:1] >= "\u0e00" and low.startswith(NO_DENSE)
    return len(low) < 80 and (dense or (len(said) <= WORDS and not NO.isdisjoint(said)))


def answered(rows: Iterable[Stored]) -> Iterator[Stored]:
    """The rows, and for each prompt that answers a proposal those of what it took, as the person's own.

    Of the answer itself no kind of act counts but what the proposal names: it is no "yes" to anything else.
    """
    open: list[Stored] = []
    for row in rows:
        kind = row.get("k")
        if kind == "p":
            if open and open[-1].get("at") != row.get("at"):
                open.clear()
            open.append(row)
            continue
        if kind != "u":
            yield row
            continue
        took = _taken(open, row["p"]) if open and "p" in row else []
        open.clear()
        if not took or all(one.get("vague") for one in took):
            yield {**row, "vague": 1} if took else row
            continue
        kinds = list(dict.fromkeys(group for one in took for group in one.get("h") or [""]))
        own = [group for group in row.get("h") or () if group not in MERE]
        yield {**row, "l": 1, "h": [*own, *kinds]}
        for one in took:
            yield {**one, "k": "u", "h": kinds, "at": row.get("at")}


def points(row: Stored, text: str) -> bool:
    """Does a question only point at what was said before it: "Run it?"  Then a "yes" is one to nobody knows what."""
    from guards._text.words import tokens

    few = len(tokens(text)) < WORDS and set(row.get("v") or ()) <= GOES
    return few and not row.get("n") and not row.get("e")


def _taken(open: list[Stored], chosen: list[str]) -> list[Stored]:
    """The questions, and of the items those that were chosen; all where no number is one of an item."""
    some = {one for one in chosen if any(row.get("p") == one for row in open)}
    return [row for row in open if not some or not row.get("p") or row["p"] in some]
