"""A path of ours as any word of a program that is not known to only read is one that it may write.

Law: tables only lower.  A program of no row may write each path in its words, however it is said (`.output PATH`,
`--write-to:PATH`); one that reads or sends writes where its options say so.  Prose that speaks of a path is no path.
Limitations: a program that writes beside what it is given to read.
"""
from __future__ import annotations

from guards._shell.programs import HANDLERS, ROOMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guards._shell.reading import Ran

LENGTH, PIECES = 4000, 200      # characters of a word that are looked at, and pieces of it
APART = str.maketrans(dict.fromkeys("\"'`=(){}[],;<>|@:!", " "))
# Options of programs that only read, by which they write.
WRITES = tuple("""
    -o -O --output --out --outfile --output-file -fprint -fprintf -fls -fprint0 -D --output-dir --log-file --logfile
    --report --output-directory --file-list --trace --dump""".split())
PLACES = frozenset("cp install ln mv rsync scp".split())
SENDS = ("network", "services", "web")
# How the names of programs begin and end that only show.
SHOWS = tuple("""
    ls get show list stat check verify compare- convertfrom- find- format- measure- resolve- select- split-
    test-""".split())
SHOWING = tuple("cat check diff du get info list log ls show size stat status tree view".split())
ENDS = tuple("info sum dump cat diff grep less view stat".split())
# What a person says with a change: prose.
SAYS = frozenset("""
    --body --comment --description --grep --message --notes --prompt --query --reason --subject --summary --text
    --title -b -m -p -q -t""".split())
CODE_MARKS = frozenset("\"'=();<>{}")


def written(one: Ran, readers: frozenset[str]) -> Iterator[str]:
    """The paths in its words that this simple command may write, beyond those that the reading knows of."""
    room = ROOMS.get(one.program, "")
    words = [word[:LENGTH] for word in one.words]
    if room == "wrappers":      # what they run is read by itself
        return
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in WRITES:
            yield value if equals else "".join(words[at + 1:at + 2])
        elif word[:2] in WRITES:
            yield word[2:]
        elif one.program in PLACES and word[:1] != "-" and words[at - 1][:2] != "--":      # under its own name
            yield f"{words[-1]}/{word.rsplit('/', 1)[-1]}"
        elif one.program.endswith(("awk", "sed")):
            yield from _of_script(word)
    if room in SENDS and ":" in "".join(words):         # the last of its words is where a copy goes
        yield from [word for before, word in zip(("", *words), words) if "-" not in (word[:1], before[:1])][-1:]
    elif not room and one.program not in readers and not only_shows(one):
        for at, word in enumerate(words):
            prose = word.count(" ") > 2 and CODE_MARKS.isdisjoint(word) and word[:1].isalnum()
            if not prose and not (" " in word and at and words[at - 1] in SAYS):
                yield from pieces(word)


def _of_script(text: str) -> Iterator[str]:
    """Where a script of sed or awk writes: `w PATH`, `> "PATH"`."""
    parts = text.split()
    yield from (path.strip("\"}") for before, path in zip(parts, parts[1:]) if before[-1] in "wW>")


def only_shows(one: Ran) -> bool:
    """Does the name of a program of no table, or its first word, say that it only shows?  A script of that name is
    another one."""
    if one.program in HANDLERS or one.whole != one.program:
        return False
    return named_to_read(one.program) or ("--fix" not in one.words and one.words[:1] in ([verb] for verb in SHOWING))


def named_to_read(program: str) -> bool:
    """Does the name of a program of the system say that it only shows?

    >>> [one for one in ("lsattr", "getfacl", "zipinfo", "colordiff", "vimdiff", "setfacl") if named_to_read(one)]
    ['lsattr', 'getfacl', 'zipinfo', 'colordiff']
    >>> [one for one in ("Get-Content", "Set-Content", "Select-String", "Remove-Item") if named_to_read(one)]
    ['Get-Content', 'Select-String']
    """
    low = program.lower()
    return low.startswith(SHOWS) or (low.endswith(ENDS) and low[:2] not in ("vi", "ed"))


def pieces(word: str) -> Iterable[str]:
    """The paths that could stand in a word; in a text a pattern without a name (`.*?`) is none."""
    return [one for one in word.translate(APART).split()[:PIECES] if ("." in one or "/" in one) and (
        one == word or "*" not in one or sum(map(str.isalpha, one)) > 2)]
