"""Would what a search or a listing finds be ours?  For an act whose target is not spelt out, the range decides.

Law: a range that covers the project's folder is ours where a name of ours could be in it; what takes names out of it
(`-name`, `grep`) lowers that, as far as it can be read.
Cannot see: a condition on anything but a name (age, owner, size), which counts as none.
"""
from __future__ import annotations

from guards._text.glob import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._shell.reading import Ran

# What lies in the folder, as a search from the project's folder finds it; the first alone is seen by a listing.
FOUND = tuple("""
    .autoskillit .autoskillit/guards.json .autoskillit/guardctl .autoskillit/hook .autoskillit/bundle
    .autoskillit/bundle/hooks .autoskillit/bundle/hooks/pre_tool_use.py .autoskillit/temp .autoskillit/temp/key
    .autoskillit/temp/context .autoskillit/temp/context/s.jsonl .autoskillit/temp/context/s.state.json
    .autoskillit/temp/installed.json""".split())
ANCHORS = (".local/state/autoskillit", ".local/state/autoskillit/anchors", ".local/state/autoskillit/anchors/p/s.json")
FINDERS = frozenset(("find", "gfind"))
GREPS = frozenset("ack ag egrep fgrep grep rg".split())
NAMED, PATHS = ("-name", "-iname"), ("-path", "-ipath", "-wholename")
REGEX = ("-regex", "-iregex")
NOT = ("!", "-not", "\\!")


def finds(words: list[str], among: tuple[str, ...] = FOUND, deletes: bool = False) -> bool:
    """Would a search with these words find one of these?

    >>> finds(". -name *.jsonl".split()), finds(". -name *.pyc".split()), finds(". -not -path */.* -type f".split())
    (True, False, False)
    >>> finds(". -path *skillit/temp*".split()), finds(". -maxdepth 1 -type f".split())
    (True, False)
    """
    if "-empty" in words:
        return False
    kind = words[words.index("-type") + 1:][:1] if "-type" in words else [""]
    if kind == ["f"] and "-maxdepth" in words and words[words.index("-maxdepth") + 1:][:1] in (["0"], ["1"]):
        return False
    if kind == ["d"] and deletes and not any(word in (*NAMED, *PATHS, *REGEX) for word in words):
        return False        # -delete takes empty folders alone
    wanted = []
    for at, word in enumerate(words[:-1]):
        if word not in (*NAMED, *PATHS, *REGEX):
            continue
        hit = any(_is_found(word, words[at + 1], one) for one in among)
        if words[at - 1] in NOT or words[at + 2:at + 4] == ["-prune", "-o"]:
            if hit:
                return False
        else:
            wanted.append(hit)
    return any(wanted) or not wanted


def _is_found(option: str, pattern: str, one: str) -> bool:
    if option in REGEX:
        return found_by(pattern, f"./{one}", whole=True)
    pattern = pattern.lower().rstrip("/")
    return match(pattern, one.rpartition("/")[2] if option in NAMED else f"./{one}")


def found_by(pattern: str, name: str, whole: bool = False) -> bool:
    """Does a regular expression find this name?  One that cannot be read finds all."""
    import re

    try:
        return bool((re.fullmatch if whole else re.search)(pattern[:100], name, re.IGNORECASE))
    except (re.error, RecursionError, OverflowError):
        return True


def left_over(ran: Iterable[Ran], among: tuple[str, ...] = FOUND) -> bool:
    """Do the filters of a pipeline (`grep x`, `grep -v y`) leave one of these?"""
    left = among
    for one in ran:
        if one.program not in GREPS or not one.fed:
            continue
        pattern = next((word for word in one.words if word[:1] != "-"), "")
        without = any(word[:1] == "-" and word[1:2] != "-" and "v" in word for word in one.words)
        if "-F" in one.words or one.program == "fgrep":
            left = tuple(name for name in left if (pattern.lower() in name) != without)
        else:
            left = tuple(name for name in left if found_by(pattern, name) != without)
    return bool(left)

