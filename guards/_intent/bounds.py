"""Where a sentence, its words and its list end, and what makes an order none: a text to be written, another day.

Limitations: a day that is told by its date.
"""
from __future__ import annotations

from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CALLS = frozenset("do run execute perform".split())     # verbs that leave it to the next word what is done
# Not now, and what only the person knows to have come: "after I reviewed it".
LATER = frozenset("tomorrow later tonight someday eventually".split())
NEXT = frozenset("week month sprint year time".split())
SAYSO = frozenset("""say said tell told ok okay confirm confirmed approve approved agree give gave review
    reviewed""".split())
# By which a person takes back what was said before in the same prompt.
TAKEN = ("never mind", "nevermind", "scratch that", "changed my mind", "no wait", "wait no", "wait, no", "no, wait",
         "i meant", "on second thought")
STAYS = frozenset("stay stays remain remains".split())
TEXTS = frozenset("""write create add commit translate open file post send reply comment draft log rename explain
    mention title call include insert append document record note name label""".split())    # have a text behind ":"


def file_like(chunk: str) -> bool:
    """Does it look like a file or a folder: notes.md, src/, *.log?"""
    word = chunk.strip(EDGE).rstrip(".")
    return len(word) > 2 and ("/" in word or "*" in word or "." in word[:-1])


def sentences(text: str, ordinals: bool = False) -> Iterator[tuple[str, bool]]:
    """(a sentence, is it a question?)  `ordinals`: a number's point ends none, "lösch die 3. Zeile"."""
    if ordinals and any(c.isdigit() for c in text):
        text = " ".join(word[:-1] if word[-1:] == "." and word[:-1].isdigit() else word for word in text.split(" "))
    text = text.replace(" . ", " .\0 ")     # the folder, not a point: "git checkout . failed"
    for mark in (". ", "! ", "? ", "; ", "。", "！", "？", "；", " - ", " – ", " — "):
        if mark in text:
            text = text.replace(mark, f"{mark.strip()}\n")
    for line in _lists(text):
        line = line.replace("\0", "")
        if line.strip(" -*#>.`"):
            yield line, line.rstrip().endswith(("?", "？", "؟"))


def _lists(text: str) -> Iterator[str]:
    """The lines; items of a list that only name something go with what stands before them."""
    held = ""
    for line in text.split("\n"):
        item = line.strip().lstrip("-*\u2022").strip()
        names = len(item.split()) == 1 and (file_like(item) or line.lstrip()[:1] in "-*\u2022")
        if names and held and held[-1] not in ".!?":
            held += f" {item}," if held[-1] in ":," else f", {item},"
            continue
        if held:
            yield held.rstrip(",")
        held = line.rstrip()
    yield held.rstrip(",")


EDGE = "\"'`()[]{}<>,;:!?*|“”‘’"


class Word:
    """A word of a sentence: as it is compared, whether a part of the sentence begins with it, its tokens, and the sign
    before it."""

    __slots__ = ("behind", "opens", "parts", "word")

    def __init__(self, chunk: str, opens: bool, behind: str) -> None:
        self.behind = behind
        self.word, self.opens = chunk.lstrip(EDGE).rstrip(EDGE + ".").lower().replace("’", "'"), opens
        self.parts = tokens(chunk)


def words_of(sentence: str) -> list[Word]:
    """The words of a sentence; a lone dash is none, and begins a part."""
    found: list[Word] = []
    opens, last = True, ""
    for chunk in sentence.split():
        # "to 'trash'" orders nothing
        quoted = chunk[0] in "\"'`" and (not found or last == ":" or found[-1].word in CALLS)
        one = Word(chunk, opens or quoted or chunk[0] == "(", last)
        if one.word in ("", "-", "–", "—"):
            opens = True
            continue
        found.append(one)
        last = chunk[-1]
        opens = last in ",:;)—"
    return found


def taken_back(low: str) -> tuple[int, int]:
    """Where what takes back all before it in the same prompt begins, and ends; (0, 0) for nowhere.

    >>> taken_back("delete a? no wait, keep it"), taken_back("delete a, never mind the warnings")
    ((10, 17), (0, 0))
    """
    found = (0, 0)
    for one in TAKEN:
        at = low.rfind(one)
        rest = low[at + len(one):].lstrip()
        if at > 0 and (not one.startswith("never") or not rest[:1].isalnum() or rest.startswith(("that", "it"))):
            found = max(found, (at, at + len(one)))
    return found


def is_text(said: list[Word], at: int, orders: dict[int, str]) -> bool:
    """Does an order stand behind a colon, as the text that is to be written: "create a ticket: delete notes.md"?"""
    colon = next((back for back in range(at, 0, -1) if said[back].behind == ":"), 0)
    return any(one < colon and said[one].word in TEXTS for one in orders)


def not_now(said: list[Word], at: int, region: list[Word]) -> bool:
    """Is it for another day, or for when the person has done something?"""
    words = [one.word for one in region]
    start = next((back for back in range(at, 0, -1) if said[back].opens), 0)
    before = [one.word for one in said[:start or at]]
    return not LATER.isdisjoint(words) or any(
        one == "next" and after in NEXT for one, after in zip(words, words[1:])) or _mine(words) or _mine(before)


def _mine(words: list[str]) -> bool:
    """"After I …", "when I say so"."""
    return any(two == "i" and (one in ("after", "once", "until") or (
        one in ("when", "if", "as") and not SAYSO.isdisjoint(words[at:at + 4])))
        for at, (one, two) in enumerate(zip(words, words[1:])))
