"""A command that a person typed as an order, whole: it consents to just that command.

Limitations: a command that begins with no program of git, beside backticks or in the middle of a sentence.
"""
from __future__ import annotations

from guards._text.words import ELSEWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

EDGE = "\"'`()[]{}<>,;:!?*|&"
GOES_ON = frozenset("and then run do execute perform".split())     # behind a command: the next; or behind a verb
JOINS = frozenset("and then".split())
VIA, TELLS = frozenset("with via using".split()), frozenset("is are was were does did has had".split())
OF_GIT = frozenset("checkout clean reset restore stash".split())


def spelled(words: list[str]) -> str:
    """A command as two ways of writing it are compared.

    >>> spelled("git checkout -- 'a b.py'".split()), spelled("reset --hard HEAD".split())
    ('git checkout a b.py', 'git reset --hard')
    """
    said = [word.strip("'\"") for word in words if word != "--"]
    said = said[:-1] if said[-1:] == ["HEAD"] else said
    return " ".join(["git"] * (said[:1] != [] and said[0] in OF_GIT) + said)


def commands(sentence: str, verbs: Collection[str], leads: frozenset[str], ended: Collection[str]) -> list[str]:
    """The commands that a sentence orders, as they stand there.

    verbs   words that order; leads: what may stand before a command; ended: what stands behind one

    >>> from guards._intent.intents import ENDED, LEADS, VERBS
    >>> def read(text): return commands(text, VERBS, LEADS, ENDED)
    >>> read("Then run git checkout auth.py, please"), read("the last agent ran git reset --hard and lost it")
    (['git checkout auth.py'], [])
    >>> read("undo it with `git restore .` and `git stash drop`"), read("git reset --hard was run")
    (['git restore .', 'git stash drop'], [])
    """
    found: list[str] = []
    leads |= {"this", "command", "following"}
    parts = sentence.split("`")
    for at, part in enumerate(parts if len(parts) % 2 else [sentence]):
        chunks = part.split()
        if at % 2:
            behind = parts[at + 1].split()
            if _led(" ".join(parts[:at]).split(), found, verbs, leads) and (
                    not behind or not behind[0].strip(EDGE + ".") or behind[0].strip(EDGE + ".").lower() in ended):
                found.append(spelled(chunks))
            continue
        gits = [n for n, chunk in enumerate(chunks) if chunk.lower() == "git"]
        first = next((n for n, chunk in enumerate(chunks) if chunk.strip(EDGE).lower() not in leads), 0)
        for start in gits or ([first] if chunks and len(parts) == 1 else []):
            if _led(chunks[:start], found, verbs, leads):
                found += _until(chunks[start:], ended)
    return found


def _led(ahead: list[str], found: list[str], verbs: Collection[str], leads: frozenset[str]) -> bool:
    """Is a command ordered behind these words: by nothing else than a request, or as the way to do what is asked?"""
    begins = max((at + 1 for at, chunk in enumerate(ahead) if chunk[-1] in ",;)"), default=0)
    said = [word for word in (chunk.strip(EDGE).lower() for chunk in ahead[begins:]) if word]
    return leads.issuperset(said) or (
        bool(found) and (said[-1] in GOES_ON or not ahead[-1].strip(EDGE))) or (
        not any(chunk[-1] == ":" for chunk in ahead) and said[-1] in GOES_ON | VIA and any(
            word in verbs for word in said[:2]) and (said[-1] in JOINS | VIA or not JOINS.isdisjoint(said[-2:-1])))


def _until(chunks: list[str], ended: Collection[str]) -> list[str]:
    """The command that begins here, up to a sign or a word that is none of its own; [] where it is only told of."""
    words: list[str] = []
    for chunk in chunks:
        word = chunk.rstrip(",:;)!?")
        if len(words) > 1 and word.lower() in TELLS:
            return []
        if len(words) > 1 and (word.lower() in ended or word in ELSEWHERE or not word.strip("&|")):
            break
        words.append(word.rstrip(".") or word)
        if word != chunk:
            break
    return [spelled([words[0].lower(), *words[1:]])] if words[1:] else []
