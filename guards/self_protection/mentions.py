"""A path of ours as any word of a program that is not known to only read is one that it may write.

Law: tables only lower.  A program of no row may write each path in its words, however it is said (`.output PATH`,
`--out=PATH`, `w PATH`); one that sends or fetches writes the value of any option that is not known to be read; one that
reads writes where its options say so.  Prose that speaks of a path is no path.
Cannot see: a program that writes beside what it is given to read.
"""
from __future__ import annotations

from guards._shell.programs import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from guards._shell.reading import Ran

LENGTH, PIECES = 4000, 200      # characters of a word that are looked at, and pieces of it
APART = str.maketrans(dict.fromkeys("\"'`=(){}[],;<>|@:!", " "))
# Options of programs that only read, by which they write.
WRITES = ("-o", "-O", "--output", "--out", "--outfile", "--output-file", "-fprint", "-fprintf", "-fls", "-fprint0",
          "--log-file", "--logfile", "--report", "--output-directory", "--file-list", "--trace", "--dump")
# Parts of an option's name by which a program that sends or fetches is told what to read.
READ = ("body", "data", "form", "input", "config", "cert", "key", "upload", "from", "post", "env", "exclude", "include",
        "header", "attach", "notes", "message", "title", "password", "build-arg", "identity", "filter", "label")
READ_LETTERS = frozenset(("-T", "-d", "-F", "-K", "-b", "-E", "-e", "-i", "-H", "-A", "-u", "-f", "-m", "-t", "-n",
                          "-S", "-l", "-X", "-p"))
COPIES = frozenset(("clone", "copy", "cp", "download", "export", "get", "mirror", "move", "mv", "pull", "save", "sync"))
REMOVES = frozenset(("cleanup", "delete", "deletefile", "purge", "remove", "rm", "rmdir", "rmdirs", "touch"))
MOUNTS = ("-v", "--volume", "--mount", "--bind", "--tmpfs")
# How the names of programs begin and end that only show.
SHOWS = ("ls", "get", "show", "list", "stat", "check", "verify", "compare-", "convertfrom-", "find-", "format-",
         "measure-", "resolve-", "select-", "split-", "test-")
SHOWING = ("cat", "diff", "du", "get", "info", "list", "log", "ls", "show", "size", "stat", "status", "tree", "view")
ENDS = ("info", "sum", "dump", "cat", "diff", "grep", "less", "view", "stat")
# What a person says with a change: prose.
SAYS = frozenset(("-m", "--message", "--body", "-b", "--title", "-t", "--description", "--notes", "--comment", "--text",
                  "--subject", "--reason", "--summary", "-p", "--prompt", "-q", "--query", "--grep"))
CODE_MARKS = frozenset("\"'=();<>{}")
# git's verbs that change no file but git's own, nor what they name.
GIT_READS = frozenset((
    "add", "annotate", "blame", "branch", "cat-file", "check-attr", "check-ignore", "commit", "describe", "diff",
    "diff-index", "diff-tree", "fetch", "fsck", "gc", "grep", "hash-object", "help", "log", "ls-files", "ls-remote",
    "ls-tree", "merge-base", "notes", "push", "range-diff", "reflog", "remote", "rev-list", "rev-parse", "shortlog",
    "show", "show-ref", "sparse-checkout", "status", "tag", "update-index", "var", "version", "whatchanged"))
PACKERS = frozenset(("brotli", "bzip2", "compress", "gzip", "lz4", "pigz", "xz", "zstd", "gunzip", "bunzip2", "unxz"))
KEEPS = frozenset(("-c", "-k", "-t", "-l", "--keep", "--stdout", "--to-stdout", "--test", "--list"))
PATTERNS = ("--exclude", "--include", "--filter", "-f", "--exclude-from", "--include-from", "--exclude-dir")
PLACES = frozenset(("cp", "install", "ln", "mv", "rsync", "scp"))


def written(one: Ran, readers: frozenset[str]) -> Iterator[str]:
    """The paths in its words that this simple command may write, beyond those that the reading knows of."""
    if only_shows(one):
        yield from _values(one.words, lambda name: name in WRITES)
        return
    room, _, function = HANDLERS.get(one.program, "").partition(".")
    words = [word[:LENGTH] for word in one.words]
    if one.program in PLACES:
        yield from _put(words)
    if room == "wrappers":      # what they run is read by itself
        return
    if one.program in ("sed", "gsed"):
        yield from _of_sed(words)
    elif one.program.endswith("awk"):
        yield from _of_awk(words)
    elif one.program in ("uniq", "xxd"):
        yield from [word for word in words if word[:1] != "-"][1:2]
    elif room == "git":
        yield from _of_git(words)
    elif room == "files":
        if one.program in PACKERS and KEEPS.isdisjoint(words):
            yield from words
        yield from (word[2:] for word in words if word[:2] == "-o")     # 7z
    elif room in ("web", "network", "services"):
        yield from _of_sender(words, function)
    elif one.program in readers or room in ("filters", "code"):
        yield from _values(words, lambda name: name in WRITES)
    else:
        yield from _of_any(words)


def only_shows(one: Ran) -> bool:
    """Does the name of a program of no table, or its first word, say that it only shows?  A script of that name is
    another one."""
    if one.program in HANDLERS or one.whole != one.program:
        return False
    return named_to_read(one.program) or one.words[:1] in ([verb] for verb in SHOWING)


def named_to_read(program: str) -> bool:
    """Does the name of a program of the system say that it only shows?

    >>> [one for one in ("lsattr", "getfacl", "zipinfo", "colordiff", "vimdiff", "setfacl") if named_to_read(one)]
    ['lsattr', 'getfacl', 'zipinfo', 'colordiff']
    >>> [one for one in ("Get-Content", "Set-Content", "Select-String", "Remove-Item") if named_to_read(one)]
    ['Get-Content', 'Select-String']
    """
    low = program.lower()
    return low.startswith(SHOWS) or (low.endswith(ENDS) and low[:2] not in ("vi", "ed"))


def _put(words: list[str]) -> Iterator[str]:
    """What is put into a folder under its own name."""
    rest = [word.rstrip("/") for at, word in enumerate(words) if word[:1] != "-" and words[at - 1] not in PATTERNS]
    into = next((b for a, b in zip(words, words[1:]) if a in ("-t", "--target-directory")), rest[-1] if rest else "")
    for source in rest:
        if source != into:
            yield f"{into}/{source.rsplit('/', 1)[-1]}"


def _of_sed(words: list[str]) -> Iterator[str]:
    """`w PATH`, also as a flag of `s`."""
    for word in words:
        parts = word.replace(";", " ").replace("{", " ").split()
        yield from (path for before, path in zip(parts, parts[1:]) if before[-1:] in "wW")


def _of_awk(words: list[str]) -> Iterator[str]:
    """What stands in a script that prints into files or pipes, and what it is given as variables."""
    script = next((word for word in words if word[:1] != "-" and ("{" in word or " " in word)), "")
    if ">" in script or "|" in script:
        yield from pieces(script)
        yield from (word.partition("=")[2] for word in words if "=" in word and word is not script)


def _of_git(words: list[str]) -> Iterator[str]:
    at = 0
    while at < len(words) and words[at][:1] == "-":
        at += 2 if words[at] in ("-C", "-c", "--git-dir", "--work-tree", "--namespace") else 1
    verb, rest = (words[at], words[at + 1:]) if at < len(words) else ("", [])
    if verb in GIT_READS:
        yield from _values(rest, lambda name: name in WRITES)
    elif verb == "rm" and "--cached" in rest:
        return
    elif verb == "clean":       # a pattern that it leaves out is no path that it takes
        yield from (word for before, word in zip(("", *rest), rest) if word[:1] != "-" and before not in (
            "-e", "--exclude"))
    else:
        yield from (word for word in words if " " not in word and word[:1] != "-")
        yield from (word.partition("=")[2] for word in words if word[:1] == "-" and "=" in word)


def _of_sender(words: list[str], function: str) -> Iterator[str]:
    """Options that it is not known to read, mounted folders, the target of a copy, a client's statement."""
    yield from _values(words, _may_write)
    if not COPIES.isdisjoint(words[:3]):
        yield from [word for word in words if word[:1] != "-"][-1:]
    if not REMOVES.isdisjoint(words[:2]):
        yield from [word for word in words if word[:1] != "-" and ":" not in word][1:]
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in MOUNTS and "ro" not in word.rpartition(":")[2].split(",") and "readonly" not in word:
            value = value if equals else words[at + 1] if at + 1 < len(words) else ""
            if not value.endswith(":ro") and "readonly" not in value:
                yield from pieces(value)
    if function == "client":
        for word in words:
            if " " in word or word[:1] in ".\\":
                yield from pieces(word)


def _may_write(name: str) -> bool:
    if name[:2] != "--":
        return name not in READ_LETTERS
    return not any(part in name for part in READ)


def _values(words: list[str], wanted: Callable[[str], bool]) -> Iterator[str]:
    """The values of the options that are wanted: `-o X`, `-oX`, `--out X`, `--out=X`."""
    for at, word in enumerate(words):
        if word[:1] != "-" or len(word) < 2:
            continue
        name, equals, value = word.partition("=")
        if wanted(name):
            if equals:
                yield value
            elif at + 1 < len(words) and words[at + 1][:1] != "@":
                yield words[at + 1]
        if word[:2] != "--" and len(word) > 2 and wanted(word[:2]):
            yield word[2:]


def _of_any(words: list[str]) -> Iterator[str]:
    """Each path in the words of a program that nobody knows; prose is none."""
    for at, word in enumerate(words):
        if " " in word and at and words[at - 1] in SAYS:
            continue
        if word.count(" ") > 2 and CODE_MARKS.isdisjoint(word) and word[:1].isalnum():
            continue
        yield from pieces(word)


def pieces(word: str) -> Iterable[str]:
    """The paths that could stand in a word."""
    return [one for one in word.translate(APART).split()[:PIECES] if "." in one or "/" in one]
