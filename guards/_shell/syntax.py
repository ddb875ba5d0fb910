"""A shell command line as a tree: a program is pipelines, a pipeline commands, a command words, a word parts.

Plain values without behaviour: `parser` makes them, `machine` runs them as an abstract interpreter.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    # A literal text, a variable's name, or commands whose output stands there.
    Part = Union[str, "Variable", "Substitution"]


class Variable:
    """`$name` or `${name...}`; `rest` is what stands in the braces after the name (":-default")."""

    __slots__ = ("name", "rest")

    def __init__(self, name: str, rest: str = "") -> None:
        self.name, self.rest = name, rest


class Substitution:
    """`$(...)`, backquotes, `<(...)` or `>(...)`; `kind` is "$", "<" or ">"."""

    __slots__ = ("kind", "program")

    def __init__(self, kind: str, program: Program) -> None:
        self.kind, self.program = kind, program


class Word:
    """One word, quotes removed, as its parts; `bare` where nothing in it was quoted."""

    __slots__ = ("bare", "parts")

    def __init__(self, parts: list[Part], bare: bool = True) -> None:
        self.parts, self.bare = parts, bare

    @property
    def text(self) -> str:
        """The word with its variables as `$name` and its substitutions as `$(...)`."""
        return "".join(p if isinstance(p, str) else f"${p.name}" if isinstance(p, Variable) else "$(...)"
                       for p in self.parts)


MOST, GROUPS, LONGEST = 64, 8, 2000     # words that one with braces is written out to, its groups, its characters


def spread(word: Word, first: bool = False) -> list[Word]:
    """A word of literal text with its braces written out, as a shell does before all else; a quoted one stays, but
    not where it stands for a command's name.  Of too many words MOST.

    >>> [one.text for one in spread(Word(["a{b,c{d,e}}f"]))], len(spread(Word(["{b,c}"], False)))
    (['abf', 'acdf', 'acef'], 1)
    """
    text = "".join(part if isinstance(part, str) else "\0" for part in word.parts)
    if "{" not in text or "," not in text or "\0" in text or len(text) > LONGEST or not (
            word.bare or (first and text[0] == "{")):
        return [word]
    return [Word([one], word.bare) for one in _written_out(text, GROUPS)]


def _written_out(text: str, left: int) -> list[str]:
    for at in [at for at, c in enumerate(text) if c == "{"][:left]:
        depth, begins, parts = 0, at + 1, list[str]()
        for end in range(at, len(text)):
            depth += (text[end] == "{") - (text[end] == "}")
            if (depth == 1 and text[end] == ",") or not depth:
                parts.append(text[begins:end])
                begins = end + 1
            if not depth:
                break
        if depth or len(parts) < 2:
            continue
        tails, found = _written_out(text[begins:], left - 1), list[str]()
        for part in parts:
            for one in _written_out(part, left - 1):
                found += [text[:at] + one + tail for tail in tails]
                if len(found) >= MOST:
                    return found[:MOST]
        return found
    return [text]


class Redirect:
    """`op` is "<", ">", ">>", "<>", ">&", "<&", "&>", "<<" (target: the body) or "<<<"; `fd` "" or a number."""

    __slots__ = ("fd", "op", "target")

    def __init__(self, op: str, fd: str, target: Word) -> None:
        self.op, self.fd, self.target = op, fd, target


class Command:
    """A simple command, a group (`body`) with its head's words (`for x in WORDS`), or a definition (`function`).

    inner  is the group a shell of its own, as `( ... )` is?
    then   "and" (`then`, too) or "or", where the next pipeline runs on its success or failure alone
    """

    __slots__ = tuple("assigns body function inner redirects then words".split())

    def __init__(self) -> None:
        self.assigns: list[tuple[str, Word]] = []
        self.words: list[Word] = []
        self.redirects: list[Redirect] = []
        self.body: Program | None = None
        self.function = self.then = ""
        self.inner = False


class Program:
    """Pipelines in the order in which they stand; `broken` where the text could not be read to its end."""

    __slots__ = ("broken", "pipelines")

    def __init__(self) -> None:
        self.pipelines: list[list[Command]] = []
        self.broken = False
