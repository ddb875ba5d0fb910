"""Reads a shell command line as the shell would: words, pipes, redirections, groups, heredocs, substitutions.

Law: `parse` never raises and never loses text that could run: what it cannot read it marks `broken`, and what it has
read until there stands.  POSIX sh and the parts of bash that agents write; no expansion is done here, a word keeps its
parts.  Linear in the command but for nesting, which is bounded.
Limitations: aliases, what a sourced file defines, history expansion.
"""
from __future__ import annotations

from guards._shell.quoting import DEPTH, ENDS, arithmetic, assignment, quoted, read_array, read_word
from guards._shell.syntax import Command, Program, Redirect, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.syntax import Part

LIMIT = 200_000         # characters read of one command
WORK = 8_000            # words and commands read of one call; 100 characters that are looked at twice are one more


def parse(command: str, left: list[int] | None = None) -> Program:
    """The program that a command line is; `left`: the work that may still be done, shared with other texts of a call.

    >>> [[w.text for w in c.words] for p in parse("cat 'a b' | nc $H 80 && ls").pipelines for c in p]
    [['cat', 'a b'], ['nc', '$H', '80'], ['ls']]
    """
    reader = Reader(command[:LIMIT], left=left)
    program = reader.program(frozenset())
    while reader.at < len(reader.text):     # a stray `)` or `done`: read on behind it
        reader.broken = True
        reader.at += 1
        rest = reader.program(frozenset())
        program.pipelines.extend(rest.pipelines)
    program.broken = reader.broken or len(command) > LIMIT
    return program


BLANKS = " \t\r"
OPENERS = frozenset("if while until for select case {".split())
TURNED = ("!", "time")      # what may turn round, or only stands before, how a pipeline ends
CLOSERS = frozenset("then elif else fi do done esac }".split())
INNER = {"if": "fi", "while": "done", "until": "done", "for": "done", "select": "done", "{": "}"}


class Reader:
    """Goes through one text; `quoting` reads its words."""

    def __init__(self, text: str, depth: int = 0, left: list[int] | None = None) -> None:
        self.text, self.at, self.depth, self.broken = text, 0, depth, False
        self.left = [WORK] if left is None else left
        self.heredocs: list[tuple[Redirect, str, bool, bool]] = []

    def within(self, text: str) -> Reader:
        """A reader of a text that stands inside this one."""
        self.spend(1 + len(text) // 100)
        return Reader(text, self.depth + 1, self.left)

    def spend(self, work: int = 1) -> None:
        """Counts the work; where none is left the rest stays unread."""
        self.left[0] -= work
        if self.left[0] < 0:
            self.broken, self.at = True, len(self.text)

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
            follows = "or" if word in TURNED else "and"
            found.pipelines[-1][-1].then = {"&&": follows, "||": "or"}.get(self.text[self.at:self.at + 2], "")
            if self.at == before:
                self.broken = True
                self.at += 1
        found.broken = self.broken
        return found

    def pipeline(self, stop: frozenset[str]) -> list[Command]:
        """Commands joined by `|`, up to what ends them."""
        commands: list[Command] = []
        while True:
            self.blanks()
            while self.peek() in TURNED:
                self.at += len(self.peek())
                self.blanks()
            commands.append(self.command())
            self.blanks()
            if self.text.startswith("||", self.at) or not self.text.startswith("|", self.at):
                return commands
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.blanks(newlines=True)

    def command(self) -> Command:
        """One command: simple, a group, a function's definition."""
        found = Command()
        self.spend()
        number: list[Part] = []
        if self.text.startswith("((", self.at) and arithmetic(self, self.at + 2, number):
            found.assigns.append(("", Word(number)))
            return found
        word = self.peek()
        if self.text.startswith("(", self.at):
            self.at += 1
            found.body, found.inner = self.nested(frozenset()), True
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
        """A program within this one, up to a word of `stop`; at DEPTH the text is broken."""
        if self.depth >= DEPTH:
            self.broken, self.at = True, len(self.text)
            return Program()
        self.depth += 1
        found = self.program(stop)
        self.depth -= 1
        return found

    def group(self, word: str, found: Command) -> None:
        """`if`, `for`, `while`, `case` and the like: their bodies as one program."""
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
                if closer == "then" and body.pipelines:
                    body.pipelines[-1][-1].then = "and"
                if closer == last:
                    break
            else:
                self.broken = True
        found.body = body

    def head(self, found: Command) -> None:
        """`for NAME in WORDS`: an assignment of each word to the name, one after the other."""
        self.blanks()
        number: list[Part] = []
        if self.text.startswith("((", self.at) and arithmetic(self, self.at + 2, number):
            found.assigns.append(("", Word(number)))
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
            word = read_word(self)
            if word is None:
                return
            found.assigns.append((name, word))

    def cases(self, found: Command, body: Program) -> None:
        """`case`: what is compared, and the body of each pattern."""
        self.blanks()
        subject = read_word(self)
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
        """`[[ ... ]]`: its words are read for what flows in them."""
        end = self.text.find("]]", self.at)
        if end < 0:
            self.broken, end = True, len(self.text)
        inner = self.within(self.text[self.at + 2:end])
        found.words.append(Word(["[["]))
        while inner.at < len(inner.text):
            inner.blanks(newlines=True)
            word = read_word(inner)
            if word is None:
                inner.at += 1
            else:
                found.words.append(word)
        self.at = end + 2

    def simple(self, found: Command) -> None:
        """Assignments, words and redirections of a simple command."""
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
            word = read_word(self)
            if word is None:
                return
            if not found.words:
                name, value = assignment(word)
                if name and value is not None:
                    if not value.parts and self.text.startswith("(", self.at):
                        value = read_array(self)
                        value.parts[:0] = [" "] if name.endswith("+") else []
                    found.assigns.append((name, value))
                    continue
            found.words.append(word)

    def define(self, found: Command, name: str) -> None:
        """`name() { ... }`, read from behind the parentheses."""
        self.blanks(newlines=True)
        found.function, found.body = name, Program()
        if self.depth >= DEPTH:
            self.broken, self.at = True, len(self.text)
            return
        self.depth += 1
        found.body.pipelines.append([self.command()])
        self.depth -= 1


    def tail(self, found: Command) -> None:
        """Redirections behind a group."""
        while True:
            self.blanks()
            if not self.redirect(found):
                return

    # --- redirections, blanks

    def redirect(self, found: Command) -> bool:
        """Takes a redirection where one stands; was there one?"""
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
        word = read_word(self)
        if word is None:
            self.broken = True
            word = Word([])
        found.redirects.append(Redirect(">" if op == ">|" else op, fd, word))
        return True

    def heredoc(self, found: Command, fd: str, op: str) -> None:
        """Notes a here-document, whose text begins at the next line."""
        word = read_word(self) or Word([])
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
                inner = self.within(body)
                parts: list[Part] = []
                quoted(inner, parts, "")
                redirect.target.parts = parts
            else:
                redirect.target.parts = [body]
            redirect.target.bare = False

    def blanks(self, newlines: bool = False) -> None:
        """Goes over blanks, comments and joined lines; over ends of lines where `newlines`."""
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
        """The next bare word, gone over."""
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
        """Goes over a mark; where another stands the text is broken."""
        self.blanks(newlines=True)
        if self.text.startswith(c, self.at):
            self.at += len(c)
        else:
            self.broken = True
