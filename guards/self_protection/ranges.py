"""Would what a search or a listing finds be ours?  For an act whose target is not spelt out, the range decides.

Law: a range that covers the project's folder is ours where a name of ours could be in it; what takes names out of it
(`-name`, `grep`) lowers that, as far as it can be read.
Limitations: a condition on anything but a name (age, owner, size, a regular expression), which counts as none; code
in a folder of the project that a pattern of names finds.
"""
from __future__ import annotations

from guards._shell.gate import SEARCHES
from guards._text.glob import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._shell.reading import Ran

# What lies in the folder, as a search from the project's folder finds it; the first alone is seen by a listing.
FOUND = tuple("""
    .autoskillit .autoskillit/guards.json .autoskillit/guardctl .autoskillit/hook .autoskillit/temp
    .autoskillit/temp/key .autoskillit/temp/context .autoskillit/temp/context/s.jsonl
    .autoskillit/temp/context/s.state.json .autoskillit/temp/installed.json""".split())
ANCHORS = (".local/state/autoskillit", ".local/state/autoskillit/anchors", ".local/state/autoskillit/anchors/p/s.json")
FINDERS = frozenset(("find", "gfind"))
NAMED, PATHS = ("-name", "-iname"), ("-path", "-ipath", "-wholename")
NOT = ("!", "-not", "\\!")


def finds(words: list[str], among: tuple[str, ...] = FOUND) -> bool:
    """Would a search with these words find one of these?

    >>> finds(". -name *.jsonl".split()), finds(". -name *.pyc".split()), finds(". -not -path */.* -type f".split())
    (True, False, False)
    >>> finds(". -path *skillit/temp*".split()), finds(". -type f -empty".split())
    (True, False)
    """
    if "-empty" in words or ("-maxdepth" in words and "f" in words):
        return False
    wanted = []
    for at, word in enumerate(words[:-1]):
        if word not in (*NAMED, *PATHS):
            continue
        pattern = words[at + 1].lower().rstrip("/")
        hit = any(match(pattern, one.rpartition("/")[2] if word in NAMED else f"./{one}") for one in among)
        if words[at - 1] in NOT or words[at + 2:at + 4] == ["-prune", "-o"]:
            if hit:
                return False
        else:
            wanted.append(hit)
    return any(wanted) or not wanted


def left_over(ran: Iterable[Ran]) -> bool:
    """Do the filters of a pipeline leave one of these?  Only one that names it."""
    filters = [one.words for one in ran if one.program in SEARCHES and one.fed]
    return not filters or any(word.lower() in name for words in filters for word in words for name in FOUND if not any(
        flag[:1] == "-" and "v" in flag for flag in words))
