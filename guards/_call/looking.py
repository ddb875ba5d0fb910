"""Does a command only look?  Every program in it prints what it is given or finds, and nothing is written to a file.

Law: what cannot be read is no looking.
Limitations: what an alias or function of the person's own does under such a name.
"""
from __future__ import annotations

from guards._shell.programs import HANDLERS
from guards._text import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call import Call
    from guards._shell.reading import Ran

LOOKS = frozenset("""[ [[ ack ag bat cat cd cmp comm cut diff echo egrep false fgrep file find git grep head jq less ls
    more nl pcregrep printf pwd rg sed sort stat tail test tr true uniq wc zgrep""".split())
GIT = frozenset("""blame cat-file check-ignore cherry count-objects describe diff diff-tree for-each-ref grep log
    ls-files ls-remote ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-ref
    status""".split())
# Options by which a program that looks writes or runs something after all.
ACTS = {name: tuple(row.split()) for name, row in table("""
    sed: -i --in-place
    find: -exec -delete -ok -fprint -fls
    sort: -o --output
    git: --output --open-files-in-pager -O
    rg: --pre
    diff: --output
    """).items()}


def only_looks(call: Call) -> bool:
    """True where nothing is written, sent or run by what the call's command says."""
    reading = call.reading
    return not (reading.broken or reading.touches or reading.effects or reading.unknown) and all(
        map(_looks, reading.ran))


def _looks(one: Ran) -> bool:
    if HANDLERS.get(one.program) == "wrappers.shell":      # of `bash -c TEXT` the text's commands stand there, too
        return bool(one.words) and one.words[0] in ("-c", "-lc")
    if one.program not in LOOKS:
        return False
    if one.program == "git" and (not one.words or one.words[0] not in GIT):
        return False
    if one.program == "sed" and any(" w " in f" {word} " or word.endswith("/w") or "/e" in word[-2:]
                                    for word in one.words):
        return False
    return not any(word.startswith(act) for act in ACTS.get(one.program, ()) for word in one.words)
