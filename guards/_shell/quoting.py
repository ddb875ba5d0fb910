"""One word of a command line: quotes, escapes, `$name`, `${...}`, `$(...)`, backquotes, `$'...'`.

Law: no expansion is done here; a word keeps its parts.  What cannot be read marks the reader `broken`.
"""
from __future__ import annotations

from guards._shell.syntax import Substitution, Variable, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from guards._shell.syntax import Part, Program, Redirect

    class Reader(Protocol):
        """What a word wants of _shell/parser.py's reader."""

        text: str
        at: int
        depth: int
        broken: bool
        heredocs: list[tuple[Redirect, str, bool, bool]]

        def within(self, text: str) -> Reader: ...
        def spend(self, work: int = 1) -> None: ...
        def blanks(self, newlines: bool = False) -> None: ...
        def program(self, stop: frozenset[str]) -> Program: ...
        def nested(self, stop: frozenset[str]) -> Program: ...
        def expect(self, c: str) -> None: ...

DEPTH = 24              # nesting of substitutions and groups
ENDS = frozenset(" \t\r\n;&|<>()")
NAME_START = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
NAME = NAME_START | frozenset("0123456789")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "\\": "\\", "'": "'", '"': '"'}


def read_word(reader: Reader) -> Word | None:
    """The word that begins here, None where none does."""
    text, bare, start = reader.text, True, reader.at
    parts: list[Part] = []
    plain: list[str] = []
    while reader.at < len(text):
        c = text[reader.at]
        if c in ENDS:
            if c in "<>" and text.startswith("(", reader.at + 1) and reader.depth < DEPTH:
                flush(plain, parts)
                reader.at += 2
                parts.append(Substitution(c, reader.nested(frozenset())))
                reader.expect(")")
                continue
            break
        if c == "'":
            bare = False
            end = text.find("'", reader.at + 1)
            if end < 0:
                reader.broken, end = True, len(text)
            plain.append(text[reader.at + 1:end])
            reader.at = end + 1
        elif c == '"':
            bare = False
            reader.at += 1
            flush(plain, parts)
            quoted(reader, parts, '"')
        elif c == "\\":
            if not text.startswith("\n", reader.at + 1):
                plain.append(text[reader.at + 1:reader.at + 2])
                bare = False
            reader.at += 2
        elif c == "$" or c == "`":
            flush(plain, parts)
            bare = dollar(reader, parts) and bare
        else:
            end = reader.at + 1
            while end < len(text) and text[end] not in ENDS and text[end] not in "'\"\\$`":
                end += 1
            plain.append(text[reader.at:end])
            reader.at = end
    if reader.at == start:
        return None
    flush(plain, parts)
    reader.spend()
    return Word(parts, bare)


def read_array(reader: Reader) -> Word:
    """`name=(a b c)`: all its words as one."""
    reader.at += 1
    parts: list[Part] = []
    while reader.at < len(reader.text):
        reader.blanks(newlines=True)
        if reader.text.startswith(")", reader.at):
            reader.at += 1
            break
        word = read_word(reader)
        if word is None:
            reader.at += 1
            continue
        parts.extend([*([" "] if parts else []), *word.parts])
    return Word(parts)


def flush(plain: list[str], parts: list[Part]) -> None:
    """Puts the plain text that was gathered behind the parts."""
    if plain:
        parts.append("".join(plain))
        plain.clear()


def quoted(reader: Reader, parts: list[Part], end: str) -> None:
    """Reads to the closing double quote, or a heredoc's body to its end."""
    text = reader.text
    plain: list[str] = []
    while reader.at < len(text):
        c = text[reader.at]
        if c == end:
            reader.at += 1
            break
        if c == "\\":
            following = text[reader.at + 1:reader.at + 2]
            plain.append("" if following == "\n" else following if following in '$`"\\' else c + following)
            reader.at += 2
        elif c in "$`":
            flush(plain, parts)
            dollar(reader, parts, inside=True)
        else:
            at = reader.at + 1
            while at < len(text) and text[at] not in '"\\$`':
                at += 1
            plain.append(text[reader.at:at])
            reader.at = at
    else:
        reader.broken = reader.broken or bool(end)
    flush(plain, parts)


def dollar(reader: Reader, parts: list[Part], inside: bool = False) -> bool:
    """A variable or substitution; False where it was a quoted text."""
    reader.spend()
    text, at = reader.text, reader.at
    if at >= len(text):
        return True
    if text[at] == "`":
        end = at + 1
        while end < len(text) and text[end] != "`":
            end += 2 if text[end] == "\\" else 1
        reader.broken = reader.broken or end >= len(text)
        backquoted(reader, parts, text[at + 1:end].replace("\\`", "`").replace("\\$", "$"))
        reader.at = end + 1
        return True
    following = text[at + 1:at + 2]
    if text.startswith("$((", at) and arithmetic(reader, at + 3, parts):
        return True
    if following == "(":
        reader.at += 2
        if reader.depth >= DEPTH:
            reader.broken, reader.at = True, len(text)
            return True
        saved, reader.heredocs = reader.heredocs, []
        parts.append(Substitution("$", reader.nested(frozenset())))
        reader.expect(")")
        reader.heredocs = saved + reader.heredocs
    elif following == "{":
        braces(reader, parts)
    elif following == "'" and not inside:
        ansi(reader, parts)
        return False
    elif following == '"' and not inside:
        reader.at += 2
        quoted(reader, parts, '"')
        return False
    elif following and following in NAME_START:
        end = at + 1
        while end < len(text) and text[end] in NAME:
            end += 1
        parts.append(Variable(text[at + 1:end]))
        reader.at = end
    elif following and following in "@*#?$!-0123456789":
        parts.append(Variable(following))
        reader.at += 2
    else:
        parts.append("$")
        reader.at += 1
    return True


def arithmetic(reader: Reader, start: int, parts: list[Part]) -> bool:
    """A number, read from behind `((`; commands within it run.  False: it is none, as no sign joins two words that
    stand side by side: `((curl a.example))`."""
    text, end, depth = reader.text, start, 2
    while depth and end < len(text):
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    reader.spend((end - start) // 100)
    if depth or text[end - 2] != ")":
        return False
    inner: list[Part] = []
    if reader.depth < DEPTH:
        quoted(reader.within(text[start:end - 2]), inner, "")
    words = "".join(part if isinstance(part, str) else "0" for part in inner).split()
    if not inner or any(a[-1].isalnum() and b[0].isalnum() for a, b in zip(words, words[1:])):
        return False
    reader.at = end
    parts.extend([part for part in inner if isinstance(part, Substitution)] or ["0"])
    return True


def backquoted(reader: Reader, parts: list[Part], text: str) -> None:
    """A command in backquotes as a part of a word."""
    if reader.depth >= DEPTH:
        reader.broken = True
        return
    inner = reader.within(text)
    parts.append(Substitution("$", inner.program(frozenset())))
    reader.broken = reader.broken or inner.broken


def braces(reader: Reader, parts: list[Part]) -> None:
    """`${name...}`: the name, and the rest as text."""
    text, depth, end = reader.text, 0, reader.at + 1
    while end < len(text):
        if text[end] == "\\":
            end += 1
        elif text[end] == "{":
            depth += 1
        elif text[end] == "}":
            depth -= 1
            if not depth:
                break
        end += 1
    else:
        reader.broken = True
    reader.spend((end - reader.at) // 100)
    body = text[reader.at + 2:end].lstrip("!#")
    at = 0
    while at < len(body) and body[at] in NAME:
        at += 1
    name, rest = body[:at], body[at:]
    points = text.startswith("!", reader.at + 2) and name and not rest      # ${!v}: the variable that v names
    parts.append(Variable(f"!{name}" if points else name, rest))
    if ("$(" in rest or "`" in rest) and reader.depth < DEPTH:
        quoted(reader.within(rest), parts, "")
    reader.at = end + 1


def ansi(reader: Reader, parts: list[Part]) -> None:
    """`$'...'` with its escapes."""
    text, at, plain = reader.text, reader.at + 2, []
    while at < len(text) and text[at] != "'":
        if text[at] != "\\":
            plain.append(text[at])
            at += 1
            continue
        code = text[at + 1:at + 2]
        at += 2
        plain.append(ESCAPES.get(code, code))
    reader.broken = reader.broken or at >= len(text)
    parts.append("".join(plain))
    reader.at = at + 1


def assignment(word: Word) -> tuple[str, Word | None]:
    """`NAME=value` or `NAME+=value` as ("NAME" or "NAME+", value); ("", None) for any other word."""
    first = word.parts[0] if word.parts else ""
    if not isinstance(first, str):
        return "", None
    name, equals, value = first.partition("=")
    adds = "+" if name.endswith("+") else ""
    name = name.rstrip("+").partition("[")[0]
    if not equals or not name or name[0] not in NAME_START or not all(c in NAME for c in name):
        return "", None
    return name + adds, Word([*([value] if value else []), *word.parts[1:]], word.bare)
