"""One clause of a text as it was read, the kinds of act it may tell, and the words that every language's reading needs.

    Intent      a clause, in clear words
    LEXICON     the kinds of act that take something away, and the English words for them
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

WORDS = 40      # of a clause
# Kinds of act that take something away, and the words for them; the ONE lexicon.
AWAY, BACK, FORCE, ANEW, MOVE, MODES, FORMAT, KEEP = "away", "back", "force", "anew", "move", "modes", "format", "keep"
SAID, VAGUE = "said", "?"       # it holds a command; nothing of it is known: what it names by name it may want gone
LEXICON = {
    AWAY: """delete remove rm erase wipe clean clear drop discard trash prune purge destroy nuke kill unlink rid
        throw empty flush tear free retire decommission evict yank unpublish cancel scrap ditch axe bin blow dump
        abandon lose terminate uninstall unregister disable archive truncate forget expire shred zap obliterate
        revoke toss""",
    BACK: "reset revert restore undo rollback overwrite discard throw drop abandon squash amend",
    FORCE: "force forced force-push",
    ANEW: """sync replace anonymise anonymize overwrite refresh reimport reseed deploy publish release upload mirror
        update apply migrate import restore upgrade flash ship rebuild seed recreate""",
    MOVE: "move rename mv put relocate",
    MODES: "chmod chown permissions owner",
    FORMAT: "format wipe erase mkfs dd overwrite flash write",
    KEEP: """keep leave preserve spare retain save protect exclude | behalte behalten lass garde gardez deja guarda
        mantieni houd zostaw оставь 保留""",
}
ENGLISH = frozenset(word for row in LEXICON.values() for word in row.partition("|")[0].split())
KINDS_OF = {word: tuple(kind for kind, row in LEXICON.items() if word in row.split())
            for row in LEXICON.values() for word in row.split()}
SOFT = frozenset("""ok okay yes no sure yeah please pls let's lets us now also just first next instead either simply
    kindly afterwards finally again all btw alright great thanks maybe go ahead help try rather directly safely
    i'll hard we'll i'd we'd you'll gonna""".split())
NEED = frozenset("""need needed use used want wanted needs uses brauche brauchen benötige besoin veux necesito quiero
    preciso quero voglio serve potrzebuję nodig gebruik нужен нужна нужно""".split())
# What a person calls all that is not committed: an object of these words alone.
ALL = frozenset("all everything anything any every entire whole entirely".split())
AND = frozenset("and also plus und et y e ed i и en ve och og és και và".split())
COMMITS = frozenset("branch commit commits head".split())


def within(some: Iterable[str], text: str) -> bool:
    """Does one of them stand in the text?"""
    return any(one in text for one in some)


class Intent:
    """One clause.

    kinds   the kinds of act, and the stem of the verb as it stands: "away delet"; KEEP for what is to stay
    words   the verb's word and those of its object; place: what stands behind "from", "in", "on"
    flags   w all that is not committed, u what git does not know, n negated, p it only points ("drop it"), e English,
            d told as needless or done ("can go"), c commits, o names an id that says nothing, f a file, or some place,
            a all, or the files, of its place
    """

    __slots__ = tuple("flags kinds names place words".split())

    def __init__(self, kinds: list[str], words: list[str], place: list[str], flags: str, names: list[str]) -> None:
        self.kinds, self.words, self.place, self.flags, self.names = kinds, words, place, flags, names
