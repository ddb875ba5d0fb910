"""Reads a shell command line as the shell would: words, pipes, redirections, groups, heredocs, substitutions.

Law: `parse` never raises and never loses text that could run: what it cannot read it marks `broken`, and what it has
read until there stands.  POSIX sh and the parts of bash that agents write; no expansion is done here, a word keeps its
parts.  Linear in the command but for nesting, which is bounded.
Cannot see: aliases, what a sourced file defines, history expansion.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    # A literal text, a variable's name, or commands whose output stands there.
    Part = Union[str, "Variable", "Substitution"]

DEPTH = 24              # nesting of substitutions and groups
LIMIT = 200_000         # characters read of one command


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


class Redirect:
    """`op` is "<", ">", ">>", "<>", ">&", "<&", "&>", "<<" (target: the body) or "<<<"; `fd` "" or a number."""

    __slots__ = ("fd", "op", "target")

    def __init__(self, op: str, fd: str, target: Word) -> None:
        self.op, self.fd, self.target = op, fd, target


class Command:
    """A simple command, a group (`body`) with its head's words (`for x in WORDS`), or a definition (`function`)."""

    __slots__ = ("assigns", "body", "function", "redirects", "words")

    def __init__(self) -> None:
        self.assigns: list[tuple[str, Word]] = []
        self.words: list[Word] = []
        self.redirects: list[Redirect] = []
        self.body: Program | None = None
        self.function = ""


class Program:
    """Pipelines in the order in which they stand; `broken` where the text could not be read to its end."""

    __slots__ = ("broken", "pipelines")

    def __init__(self) -> None:
        self.pipelines: list[list[Command]] = []
        self.broken = False


def parse(command: str) -> Program:
    """The program that a command line is.

    >>> [[w.text for w in c.words] for p in parse("cat 'a b' | nc $H 80 && ls").pipelines for c in p]
    [['cat', 'a b'], ['nc', '$H', '80'], ['ls']]
    """
    reader = _Reader(command[:LIMIT])
    program = reader.program(frozenset())
    while reader.at < len(reader.text):     # a stray `)` or `done`: read on behind it
        reader.broken = True
        reader.at += 1
        rest = reader.program(frozenset())
        program.pipelines.extend(rest.pipelines)
    program.broken = reader.broken or len(command) > LIMIT
    return program


BLANKS = " \t\r"
ENDS = frozenset(" \t\r\n;&|<>()")
OPENERS = frozenset(("if", "while", "until", "for", "select", "case", "{"))
CLOSERS = frozenset(("then", "elif", "else", "fi", "do", "done", "esac", "}"))
INNER = {"if": "fi", "while": "done", "until": "done", "for": "done", "select": "done", "{": "}"}
NAME_START = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
NAME = NAME_START | frozenset("0123456789")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "\\": "\\", "'": "'", '"': '"'}
DIGITS = frozenset("0123456789abcdefABCDEF")


class _Reader:
    def __init__(self, text: str, depth: int = 0) -> None:
        self.text, self.at, self.depth, self.broken = text, 0, depth, False
        self.heredocs: list[tuple[Redirect, str, bool, bool]] = []

    # --- lists, pipelines, commands

    def program(self, stop: frozenset[str]) -> Program:
        """Reads until a word of `stop` (left unread), an unmatched `)`, `;;` or the end."""
        found = Program()
        while self.at < len(self.text):
            self.blanks(newlines=True)
            if self.at >= len(self.text):
                break
            c = self.text[self.at]
            if c == ")" or self.text.startswith(";;", self.at):
                break
            if c in ";&" or self.text.startswith("||", self.at):
                self.at += 1
                continue
            if c == "|":
                self.at += 1
                continue
            word = self.peek()
            if word in stop or (word in CLOSERS and not stop):
                break
            if word in CLOSERS:
                self.at += len(word)
                continue
            before = self.at
            found.pipelines.append(self.pipeline(stop))
            if self.at == before:
                self.broken = True
                self.at += 1
        found.broken = self.broken
        return found

    def pipeline(self, stop: frozenset[str]) -> list[Command]:
        commands: list[Command] = []
        while True:
            self.blanks()
            while self.peek() in ("!", "time"):
                self.at += len(self.peek())
                self.blanks()
            commands.append(self.command())
            self.blanks()
            if self.text.startswith("||", self.at) or not self.text.startswith("|", self.at):
                return commands
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.blanks(newlines=True)

    def command(self) -> Command:
        found = Command()
        if self.text.startswith("((", self.at):
            end = self.text.find("))", self.at)
            if end >= 0:
                self.at = end + 2
                return found
        word = self.peek()
        if self.text.startswith("(", self.at):
            self.at += 1
            found.body = self.nested(frozenset())
            self.expect(")")
        elif word in OPENERS:
            self.group(word, found)
        elif word == "[[":
            self.condition(found)
        else:
            if word == "function":
                self.at += 8
                self.blanks()
                name = self.peeked_skip()
                self.blanks()
                self.parentheses()
                self.define(found, name)
                return found
            self.simple(found)
            return found
        self.tail(found)
        return found

    def nested(self, stop: frozenset[str]) -> Program:
        if self.depth >= DEPTH:
            self.broken, self.at = True, len(self.text)
            return Program()
        self.depth += 1
        found = self.program(stop)
        self.depth -= 1
        return found

    def group(self, word: str, found: Command) -> None:
        self.at += len(word)
        body = Program()
        if word in ("for", "select"):
            self.head(found)
        if word == "case":
            self.cases(found, body)
        else:
            last = INNER[word]
            middle = frozenset(("then", "elif", "else", "do", last))
            while self.at < len(self.text):
                body.pipelines.extend(self.nested(middle).pipelines)
                closer = self.peek()
                if closer not in middle:
                    self.broken = True
                    break
                self.at += len(closer)
                if closer == last:
                    break
            else:
                self.broken = True
        found.body = body

    def head(self, found: Command) -> None:
        """`for NAME in WORDS`: an assignment of each word to the name, one after the other."""
        self.blanks()
        if self.text.startswith("((", self.at):
            end = self.text.find("))", self.at)
            self.at = len(self.text) if end < 0 else end + 2
            return
        name = self.peeked_skip()
        self.blanks(newlines=True)
        if self.peek() != "in":
            return
        self.at += 2
        while True:
            self.blanks()
            if self.at >= len(self.text) or self.text[self.at] in ";\n&|)":
                return
            word = self.word()
            if word is None:
                return
            found.assigns.append((name, word))

    def cases(self, found: Command, body: Program) -> None:
        self.blanks()
        subject = self.word()
        if subject is not None:
            found.assigns.append(("", subject))
        self.blanks(newlines=True)
        if self.peek() == "in":
            self.at += 2
        while self.at < len(self.text):
            self.blanks(newlines=True)
            while self.text.startswith(";", self.at):
                self.at += 1
            self.blanks(newlines=True)
            if self.peek() == "esac":
                self.at += 4
                return
            end = self.text.find(")", self.at)
            if end < 0:
                break
            self.at = end + 1
            body.pipelines.extend(self.nested(frozenset(("esac",))).pipelines)
        self.broken = True

    def condition(self, found: Command) -> None:
        end = self.text.find("]]", self.at)
        if end < 0:
            self.broken, end = True, len(self.text)
        inner = _Reader(self.text[self.at + 2:end], self.depth + 1)
        found.words.append(Word(["[["]))
        while inner.at < len(inner.text):
            inner.blanks(newlines=True)
            word = inner.word()
            if word is None:
                inner.at += 1
            else:
                found.words.append(word)
        self.at = end + 2

    def simple(self, found: Command) -> None:
        while True:
            self.blanks()
            if self.at >= len(self.text):
                return
            if self.text[self.at] in "\n;&|)" and not self.text.startswith("&>", self.at):
                return
            if self.redirect(found):
                continue
            if self.text.startswith("(", self.at):
                if len(found.words) == 1 and not found.assigns and self.parentheses():
                    self.define(found, found.words.pop().text)
                    return
                self.broken = True
                return
            word = self.word()
            if word is None:
                return
            if not found.words:
                name, value = _assignment(word)
                if name and value is not None:
                    if not value.parts and self.text.startswith("(", self.at):
                        value = self.array()
                    found.assigns.append((name, value))
                    continue
            found.words.append(word)

    def define(self, found: Command, name: str) -> None:
        """`name() { ... }`, read from behind the parentheses."""
        self.blanks(newlines=True)
        found.function, found.body = name, Program()
        found.body.pipelines.append([self.command()])

    def array(self) -> Word:
        """`name=(a b c)`: all its words as one."""
        self.at += 1
        parts: list[Part] = []
        while self.at < len(self.text):
            self.blanks(newlines=True)
            if self.text.startswith(")", self.at):
                self.at += 1
                break
            word = self.word()
            if word is None:
                self.at += 1
                continue
            parts.extend([*([" "] if parts else []), *word.parts])
        return Word(parts)

    def tail(self, found: Command) -> None:
        """Redirections behind a group."""
        while True:
            self.blanks()
            if not self.redirect(found):
                return

    # --- words

    def redirect(self, found: Command) -> bool:
        start = at = self.at
        text = self.text
        while at < len(text) and text[at].isdigit():
            at += 1
        fd = text[start:at]
        if text.startswith("&>", at) and not fd:
            op = "&>"
        elif at < len(text) and text[at] in "<>":
            if text.startswith(("<(", ">("), at):
                return False
            op = next(o for o in ("<<<", "<<-", "<<", "<>", "<&", ">>", ">&", ">|", "<", ">") if text.startswith(o, at))
        else:
            return False
        self.at = at + len(op)
        if op == "&>" and text.startswith(">", self.at):
            self.at += 1
        self.blanks()
        if op in ("<<", "<<-"):
            self.heredoc(found, fd, op)
            return True
        word = self.word()
        if word is None:
            self.broken = True
            word = Word([])
        found.redirects.append(Redirect(">" if op == ">|" else op, fd, word))
        return True

    def heredoc(self, found: Command, fd: str, op: str) -> None:
        word = self.word() or Word([])
        redirect = Redirect("<<", fd, Word([]))
        found.redirects.append(redirect)
        self.heredocs.append((redirect, word.text, word.bare, op == "<<-"))

    def bodies(self) -> None:
        """Reads the bodies of the heredocs of the line that has just ended."""
        waiting, self.heredocs = self.heredocs, []
        for redirect, end, expands, tabs in waiting:
            lines = []
            while True:
                if self.at >= len(self.text):   # bash takes the end of the text for the end of the body
                    break
                stop = self.text.find("\n", self.at)
                stop = len(self.text) if stop < 0 else stop
                line = self.text[self.at:stop]
                self.at = min(stop + 1, len(self.text))
                line = line.lstrip("\t") if tabs else line
                if line == end:
                    break
                lines.append(line)
            body = "\n".join(lines)
            if expands and ("$" in body or "`" in body) and self.depth < DEPTH:
                inner = _Reader(body, self.depth + 1)
                parts: list[Part] = []
                inner.quoted(parts, "")
                redirect.target.parts = parts
            else:
                redirect.target.parts = [body]
            redirect.target.bare = False

    def blanks(self, newlines: bool = False) -> None:
        text = self.text
        while self.at < len(text):
            c = text[self.at]
            if c in BLANKS:
                self.at += 1
            elif c == "\\" and text.startswith("\\\n", self.at):
                self.at += 2
            elif c == "#" and (self.at == 0 or text[self.at - 1] in " \t\n;|&("):
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif c == "\n" and newlines:
                self.at += 1
                if self.heredocs:
                    self.bodies()
            else:
                return

    def peek(self) -> str:
        """The bare word at this place, left unread; "" where none stands."""
        text, at = self.text, self.at
        while at < len(text) and text[at] not in ENDS and text[at] not in "'\"\\$`":
            at += 1
        if at < len(text) and text[at] in "'\"\\$`":
            return ""
        return text[self.at:at]

    def peeked_skip(self) -> str:
        word = self.peek()
        self.at += len(word)
        return word

    def parentheses(self) -> bool:
        """Skips `()`."""
        at = self.at
        if not self.text.startswith("(", at):
            return False
        at += 1
        while at < len(self.text) and self.text[at] in BLANKS:
            at += 1
        if not self.text.startswith(")", at):
            return False
        self.at = at + 1
        return True

    def expect(self, c: str) -> None:
        self.blanks(newlines=True)
        if self.text.startswith(c, self.at):
            self.at += len(c)
        else:
            self.broken = True

    def word(self) -> Word | None:
        """The word that begins here, None where none does."""
        text, bare, start = self.text, True, self.at
        parts: list[Part] = []
        plain: list[str] = []
        while self.at < len(text):
            c = text[self.at]
            if c in ENDS:
                if c in "<>" and text.startswith("(", self.at + 1) and self.depth < DEPTH:
                    self.flush(plain, parts)
                    self.at += 2
                    parts.append(Substitution(c, self.nested(frozenset())))
                    self.expect(")")
                    continue
                break
            if c == "'":
                bare = False
                end = text.find("'", self.at + 1)
                if end < 0:
                    self.broken, end = True, len(text)
                plain.append(text[self.at + 1:end])
                self.at = end + 1
            elif c == '"':
                bare = False
                self.at += 1
                self.flush(plain, parts)
                self.quoted(parts, '"')
            elif c == "\\":
                if not text.startswith("\n", self.at + 1):
                    plain.append(text[self.at + 1:self.at + 2])
                    bare = False
                self.at += 2
            elif c == "$" or c == "`":
                self.flush(plain, parts)
                bare = self.dollar(parts) and bare
            else:
                end = self.at + 1
                while end < len(text) and text[end] not in ENDS and text[end] not in "'\"\\$`":
                    end += 1
                plain.append(text[self.at:end])
                self.at = end
        if self.at == start:
            return None
        self.flush(plain, parts)
        return Word(parts, bare)

    @staticmethod
    def flush(plain: list[str], parts: list[Part]) -> None:
        if plain:
            parts.append("".join(plain))
            plain.clear()

    def quoted(self, parts: list[Part], end: str) -> None:
        """Reads to the closing double quote, or a heredoc's body to its end."""
        text = self.text
        plain: list[str] = []
        while self.at < len(text):
            c = text[self.at]
            if c == end:
                self.at += 1
                break
            if c == "\\":
                following = text[self.at + 1:self.at + 2]
                plain.append("" if following == "\n" else following if following in '$`"\\' else c + following)
                self.at += 2
            elif c in "$`":
                self.flush(plain, parts)
                self.dollar(parts, inside=True)
            else:
                at = self.at + 1
                while at < len(text) and text[at] not in '"\\$`':
                    at += 1
                plain.append(text[self.at:at])
                self.at = at
        else:
            self.broken = self.broken or bool(end)
        self.flush(plain, parts)

    def dollar(self, parts: list[Part], inside: bool = False) -> bool:
        """A variable or substitution; False where it was a quoted text."""
        text, at = self.text, self.at
        if text[at] == "`":
            end = at + 1
            while end < len(text) and text[end] != "`":
                end += 2 if text[end] == "\\" else 1
            self.broken = self.broken or end >= len(text)
            self.inner(parts, text[at + 1:end].replace("\\`", "`").replace("\\$", "$"))
            self.at = end + 1
            return True
        following = text[at + 1:at + 2]
        if text.startswith("$((", at):
            end = text.find("))", at)
            if end >= 0:
                self.at = end + 2
                parts.append("0")
                return True
        if following == "(":
            self.at += 2
            if self.depth >= DEPTH:
                self.broken, self.at = True, len(text)
                return True
            saved, self.heredocs = self.heredocs, []
            parts.append(Substitution("$", self.nested(frozenset())))
            self.expect(")")
            self.heredocs = saved + self.heredocs
        elif following == "{":
            self.braces(parts)
        elif following == "'" and not inside:
            self.ansi(parts)
            return False
        elif following == '"' and not inside:
            self.at += 2
            self.quoted(parts, '"')
            return False
        elif following and following in NAME_START:
            end = at + 1
            while end < len(text) and text[end] in NAME:
                end += 1
            parts.append(Variable(text[at + 1:end]))
            self.at = end
        elif following and following in "@*#?$!-0123456789":
            parts.append(Variable(following))
            self.at += 2
        else:
            parts.append("$")
            self.at += 1
        return True

    def inner(self, parts: list[Part], text: str) -> None:
        if self.depth >= DEPTH:
            self.broken = True
            return
        reader = _Reader(text, self.depth + 1)
        parts.append(Substitution("$", reader.program(frozenset())))
        self.broken = self.broken or reader.broken

    def braces(self, parts: list[Part]) -> None:
        """`${name...}`: the name, and the rest as text."""
        text, depth, end = self.text, 0, self.at + 1
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
            self.broken = True
        body = text[self.at + 2:end].lstrip("!#")
        at = 0
        while at < len(body) and body[at] in NAME:
            at += 1
        name, rest = body[:at], body[at:]
        parts.append(Variable(name, rest))
        if ("$(" in rest or "`" in rest) and self.depth < DEPTH:
            reader = _Reader(rest, self.depth + 1)
            reader.quoted(parts, "")
        self.at = end + 1

    def ansi(self, parts: list[Part]) -> None:
        """`$'...'` with its escapes."""
        text, at, plain = self.text, self.at + 2, []
        while at < len(text) and text[at] != "'":
            if text[at] != "\\":
                plain.append(text[at])
                at += 1
                continue
            code = text[at + 1:at + 2]
            at += 2
            if code in "xuU" and code:
                end = at
                while end < len(text) and end - at < {"x": 2, "u": 4, "U": 8}[code] and text[end] in DIGITS:
                    end += 1
                value = int(text[at:end] or "0", 16)
                plain.append(chr(value) if value < 0x110000 else "")
                at = end
            elif code in "01234567" and code:
                end = at
                while end < len(text) and end - at < 2 and text[end] in "01234567":
                    end += 1
                plain.append(chr(int(code + text[at:end], 8)))
                at = end
            else:
                plain.append(ESCAPES.get(code, code))
        self.broken = self.broken or at >= len(text)
        parts.append("".join(plain))
        self.at = at + 1


def _assignment(word: Word) -> tuple[str, Word | None]:
    """`NAME=value` or `NAME+=value` as (name, value); ("", None) for any other word."""
    first = word.parts[0] if word.parts else ""
    if not isinstance(first, str):
        return "", None
    name, equals, value = first.partition("=")
    name = name.rstrip("+").partition("[")[0]
    if not equals or not name or name[0] not in NAME_START or not all(c in NAME for c in name):
        return "", None
    return name, Word([*([value] if value else []), *word.parts[1:]], word.bare)
