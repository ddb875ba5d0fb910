"""Does a command only look?  Every program in it prints what it is given or finds, and nothing is written to a file.

Cannot see: what an alias or function of the same name does.
"""
from __future__ import annotations

from guards._shell.parser import parse
from guards._shell.syntax import Command, Program, Substitution, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LOOKS = frozenset((
    "[", "ack", "ag", "bat", "cat", "cd", "cmp", "comm", "cut", "diff", "echo", "egrep", "false", "fgrep", "file",
    "find", "git", "grep", "head", "jq", "less", "ls", "more", "nl",
    "pcregrep", "printf", "pwd", "rg", "sed", "sort", "stat",
    "tail", "test", "tr", "true", "uniq", "wc", "zgrep"))
GIT = frozenset(("blame", "diff", "grep", "log", "ls-files", "show", "status"))
# Options by which a program that looks writes or runs something after all.
ACTS = {"sed": ("-i", "--in-place"), "find": ("-exec", "-delete", "-ok", "-fprint", "-fls"),
        "sort": ("-o", "--output"), "git": ("--output", "--open-files-in-pager", "-O"), "rg": ("--pre",),
        "diff": ("--output",)}
NOWHERE = frozenset(("/dev/null", "/dev/stdout", "/dev/stderr", "1", "2", "-"))


def only_looks(command: str) -> bool:
    """True where nothing is written, sent or run by what the command says; what cannot be read is no looking.

    >>> only_looks("grep -rn '[token:1a2b]' . | head"), only_looks("echo X=[token:1a2b] > .env"), only_looks("tee .env")
    (True, False, False)
    """
    program = parse(command)
    return not program.broken and _looks(program)


def _looks(program: Program) -> bool:
    return all(_one(command) for pipeline in program.pipelines for command in pipeline)


def _one(command: Command) -> bool:
    if command.function:
        return False
    for redirect in command.redirects:
        if ">" in redirect.op and redirect.target.text not in NOWHERE:
            return False
    if not all(_looks(inner) for inner in _inner(command)):
        return False
    words = [word.text for word in command.words]
    if command.body is not None:
        return _looks(command.body)
    if not words:
        return True
    name = words[0].rsplit("/", 1)[-1]
    if name not in LOOKS:
        return False
    if name == "git" and (len(words) < 2 or words[1] not in GIT):
        return False
    if name == "sed" and any(" w " in f" {word} " or word.endswith("/w") or "/e" in word[-2:] for word in words[1:]):
        return False
    return not any(word.startswith(act) for act in ACTS.get(name, ()) for word in words[1:])


def _inner(command: Command) -> Iterator[Program]:
    words: list[Word] = [*command.words, *(value for _, value in command.assigns),
                         *(redirect.target for redirect in command.redirects)]
    for word in words:
        for part in word.parts:
            if isinstance(part, Substitution):
                yield part.program
