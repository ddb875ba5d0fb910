"""What a later prompt, or the agent, speaks of as of something that may be done: "pushing is fine", "PR please".

    mentioned(text)     the kinds that end a hold; is_code(said, at): a word that only sounds like one: "a push button"
    spoken(message)     the kinds that an agent's last message speaks of

Limitations: a past that no word tells ("the push of yesterday"); an object of a message or a release.
"""
from __future__ import annotations

from guards._intent.bounds import Word, sentences
from guards._intent.clause import SOFT
from guards._intent.excluding import (
    ENDED,
    LITTLE,
    LONGEST,
    MAKES,
    MOST,
    NEVER,
    PRONOUNS,
    SHORT,
    THINGS,
    UNTIL,
    VERBS,
    piece,
    said_of,
)
from guards._intent.intents import JOINS

ARTICLES = frozenset("the a an two last latest previous each every".split())
# Of a noun or a participle, one of these says that it is to be done: "pushing is fine", "let's get it pushed".
GOES = MAKES | frozenset("ok okay fine go ahead now can may please pls let's lets allowed time".split())
ENDS = UNTIL | JOINS | frozenset("to on in into at for with as from of now is are".split())
AGAIN = frozenset("""änderungen cambios modifications stand alles asap everything all both main
    master staging production prod""".split()) | SOFT | LITTLE
OTHERS = frozenset("it they he she who that which i does did didn't".split())


def mentioned(text: str) -> set[str]:
    """The kinds of act that a later prompt speaks of as of something that may be done, in whatever form.

    >>> mentioned("pushing is ok now"), mentioned("let's get it pushed"), mentioned("the tests pass? then push")
    ({'push'}, {'push'}, {'push'})
    >>> mentioned("add a push button"), mentioned("push the error into the array"), mentioned("why did the push fail?")
    (set(), set(), set())
    """
    found: set[str] = set()
    for sentence, asks in sentences(text[:MOST].replace("\u2019", "'")):
        said = said_of(sentence.replace("+", " ").replace("/", " ").replace("()", "_"))[:LONGEST]
        words = [one.word for one in said]
        if asks or not (SHORT | NEVER | {"no", "before", "failed", "fails"}).isdisjoint(words):
            continue
        goes = not GOES.isdisjoint(words)
        for at, word in enumerate(words):
            kinds = any_form(word)
            before = words[at - 1] if at else ""
            bare = word in VERBS and word[-3:] != "ing" and before not in ARTICLES | OTHERS
            if kinds and (goes or bare) and not is_code(said, at):
                found.update(kinds)
    return found


def spoken(message: str) -> set[str]:
    """The kinds that an agent's last message speaks of, in whatever form, without denying them for good.

    >>> sorted(spoken("Ready to be pushed. Let me know.")), spoken("Fixed; I did not push.")
    (['push'], set())
    """
    found: set[str] = set()
    for sentence, _ in sentences(message[-MOST:]):
        words = {one.word for one in said_of(sentence)}
        if "yet" in words or (SHORT | NEVER | {"not", "no"}).isdisjoint(words):
            found.update(kind for word in words for kind in any_form(word))
    return found


def any_form(word: str) -> list[str]:
    """The kinds of a word, be it a verb, a participle or a thing."""
    return VERBS.get(word) or ENDED.get(word) or THINGS.get(word) or []


def is_code(said: list[Word], at: int) -> bool:
    """Has a word of a kind an object that is no work of versions: "a push button", "push the error into the array"?"""
    word, before = said[at].word, said[at - 1].word if at and not said[at].opens else ""
    if not word.startswith(("push", "commit", "deploy", "merge", "publish")):
        return False
    if at > 1 and said[at - 2].word in ARTICLES and before not in AGAIN | GOES | ENDS:
        return True         # "make the service push"
    behind = [one.word for one in piece(said, at)]
    behind = behind[:next((n for n, one in enumerate(behind) if one in ENDS), len(behind))]
    if not behind or behind[0] in PRONOUNS or (not word.startswith(("push", "commit")) and ARTICLES.isdisjoint(
            (before, behind[0] if word.startswith("merge") else ""))):
        return False
    last = behind[-1]
    return last.isalpha() and last not in AGAIN and last[-2:] != "ly"
