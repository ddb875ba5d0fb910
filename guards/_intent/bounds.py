"""Where a sentence, its words and its list end, and what makes an order none: a text to be written.

Limitations: an order for another day.
"""
from __future__ import annotations

from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CALLS = frozenset("do run execute perform".split())     # verbs that leave it to the next word what is done
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


def is_text(said: list[Word], at: int, orders: dict[int, str]) -> bool:
    """Does an order stand behind a colon, as the text that is to be written: "create a ticket: delete notes.md"?"""
    colon = next((back for back in range(at, 0, -1) if said[back].behind == ":"), 0)
    return any(one < colon and said[one].word in TEXTS for one in orders)
