"""Does a command only look?  Every program in it prints what it is given or finds, and nothing is written to a file.

looks   do a command's first words say so: `npm view`, `remote list`?

Law: what cannot be read is no looking.
Limitations: what an alias or function of the person's own does under such a name.
"""
from __future__ import annotations

from guards._shell.gate import LOOKS as FILTERS
from guards._shell.programs import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._call import Call
    from guards._shell.reading import Ran

GIT = frozenset("""blame cat-file check-ignore cherry count-objects describe diff diff-tree for-each-ref grep log
    ls-files ls-remote ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-ref
    status""".split())
# Options by which such a program writes or runs something that the reading does not tell.
ACTS = ("--output", "--open-files-in-pager", "-O", "--pre")


def only_looks(call: Call) -> bool:
    """True where nothing is written, sent or run by what the call's command says."""
    reading = call.reading
    return not (reading.broken or reading.touches or reading.effects or reading.unknown) and all(
        map(_looks, reading.ran))


def _looks(one: Ran) -> bool:
    if HANDLERS.get(one.program) == "wrappers.shell":      # of `bash -c TEXT` the text's commands stand there, too
        return one.words[:1] in (["-c"], ["-lc"])
    if one.program == "sed" and any(" w " in f" {word} " or word.endswith("/w") or "/e" in word[-2:]
                                    for word in one.words):
        return False
    reads = not GIT.isdisjoint(one.words[:1]) if one.program == "git" else one.program in FILTERS
    return reads and not one.does and not any(word.startswith(ACTS) for word in one.words)


LOOKS = frozenset("""checks count current describe diff find get help info inspect list log logs ls preview print ps
    search show stat stats status tree validate verify version view""".split())


def looks(words: Iterable[str]) -> bool:
    """Do the words before the first option say that a program only shows something: `show ID`, `remote list`?"""
    from guards._text.asked import ACTS, SAME

    leading: list[str] = []
    for word in words:
        if not word or not word.replace("-", "").replace("_", "").isalpha():
            break
        leading.append(word.lower())
    if not leading:
        return False
    return leading[0] in LOOKS or (leading[-1] in LOOKS and not any(w in ACTS or w in SAME for w in leading[:-1]))
