"""One walk over a shell line, in order, says what its programs send, write, delete, fetch and run.

Where a text came from rides along in it as characters of Unicode's private use, one a label; so variables, pipes,
files written in the line and here-documents carry labels on as a shell carries text.  Bodies of loops, conditions and
functions are walked once, where they stand.  Which path or name is secret is not known here.
Cannot see: arithmetic, arguments of functions, what a loop does to its variable after the first round.
"""

from __future__ import annotations

import re

from guards import Sink
from guards._reading.lexer import (
    HERE,
    OPERATOR,
    REDIRECT,
    WORD,
    decode_escapes,
    find_end,
    split_tokens,
)
from guards._text import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from guards import Command, Label, Query
    from guards._reading.lexer import Token

    Redirected = tuple[list[str], str, list[tuple[str, bool]]]

STEPS, DEPTH, LONGEST, LABELS = 4000, 12, 65536, 500
MARKS = Form("[\ue000-\uf8ff]")
PLAIN = Form(r"[^\\'\"$`<>]+|[<>](?!\()")
QUOTED = Form(r"'([^']*)'?|\$'((?:\\.|[^'\\])*)'?", re.S)
NAME = Form(r"\$([A-Za-z_]\w*|[\d@*#?$!-])")
OPENERS = {"$(": ")", "${": "}", "<(": ")", ">(": ")", '"': '"', "`": "`"}
ASSIGNMENT = Form(r"(\w+)(?:\[[^]]*\])?(\+?)=(.*)$", re.S)
PARAMETER = Form(r"([#!]?)([\w@*]+)(?:\[[^]]*\])?:?(?:([-=+])(.*)|//?(.+?)/(.*)|.*)$", re.S)
SOCKET = Form(r"/dev/(?:tcp|udp)/([^/]+)/\d*")
# Variables whose value another program runs as a command.
RUNS_VALUE = Form(r"(?i)command|pager|editor|^ps4|bash_env|askpass|browser|_cmd$|ssh$")
SHELLS = frozenset("sh bash zsh dash ash ksh fish pwsh powershell".split())
BLOCKS = dict(one.split("-") for one in "fi-if done-while esac-case }-{ )-(".split())
BEGINS = frozenset("if while until for select case { (".split())
NOISE = frozenset("then do else elif ! time coproc function ;; ".split())


def find_marks(text: str) -> str:
    return "".join(sorted(set(MARKS.findall(text))))


def cut_text(text: str) -> str:
    """At most LONGEST characters, with all marks."""
    return text if len(text) < LONGEST else find_marks(text) + text[:LONGEST]


class Walker:
    """The walk over one call.  Paths are as written, below the folder that the line changed to."""

    def __init__(
        self,
        answers: dict[Query, Any],
        queries: list[Query],
        run_words: Callable[[Walker, list[str], int, str], str],
    ) -> None:
        self.answers, self.queries, self.run_words = answers, queries, run_words
        self.labels: dict[Label, str] = {}
        self.sinks: list[Sink] = []
        self.commands: list[Command] = []
        self.writes: list[str] = []
        self.deletes: list[str] = []
        self.runs: list[str] = []
        self.fetches: list[str] = []
        self.streams: list[str] = []
        self.variables = {"HOME": "~", "PWD": ".", "IFS": " "}
        self.files: dict[str, str] = {}
        self.exported: dict[str, str] = {}
        self.remotes: dict[str, str] = {}
        self.sockets: dict[str, str] = {}
        self.folder = self.unknown = self.resumes = self.added = self.touched = ""
        self.steps = 0

    # ------------------------------------------------------------------ labels
    def mark(self, kind: str, detail: str) -> str:
        """The character that stands for a label."""
        if len(self.labels) < LABELS:
            self.labels.setdefault((kind, detail), chr(0xE000 + len(self.labels)))
        return self.labels.get((kind, detail), "")

    def read_labels(self, text: str) -> set[Label]:
        return {label for label, mark in self.labels.items() if mark in text}

    def keep_marks(self, text: str, *kinds: str) -> str:
        return "".join(self.mark(*one) for one in self.read_labels(text) if one[0] in kinds)

    def send_text(
        self, program: str, places: Iterable[str], text: str, login: bool = False
    ) -> None:
        labels = {one for one in self.read_labels(text) if one[0] != "fetched"}
        named = [MARKS.sub("", one) for one in places]
        self.sinks.append(Sink(program, named, labels, MARKS.sub("", text)[:20000], login))

    # ------------------------------------------------------------------ words
    def expand_word(self, raw: str, depth: int, quoted: bool = False) -> str:
        """What a word as written becomes."""
        out, at = "", 0
        while at < len(raw):
            opener = next((one for one in OPENERS if raw.startswith(one, at)), "")
            if found := PLAIN.match(raw, at):
                out, at = out + found[0], found.end()
            elif raw[at] == "\\":
                keep = quoted and raw[at + 1 : at + 2] not in ("$", "`", '"', "\\", "\n")
                out, at = out + raw[at + (not keep) : at + 2].replace("\n", ""), at + 2
            elif not quoted and (found := QUOTED.match(raw, at)):
                out += decode_escapes(found[2]) if found[1] is None else found[1]
                at = found.end()
            elif opener and not (quoted and opener in ('"', "<(", ">(")):
                begin = at + len(opener)
                at = find_end(raw, begin, OPENERS[opener])
                out += self.expand_inner(opener, raw[begin : at - 1], depth)
            elif found := NAME.match(raw, at):
                out, at = out + self.look_variable(found[1]), found.end()
            else:
                out, at = out + raw[at], at + 1
        self.steps += len(out) // 2000
        return cut_text(out)

    def expand_inner(self, opener: str, inner: str, depth: int) -> str:
        """What stands in quotes, `$(...)`, `${...}` or `<(...)`."""
        if opener == '"':
            return self.expand_word(inner, depth, True)
        if opener[0] in "<>":
            self.streams.append(self.run_line(inner, depth + 1) if opener == "<(" else inner)
            return f"/dev/fd/{opener[0]}{len(self.streams) - 1}"
        if opener != "${":
            line = "" if inner[:1] == "(" else inner.replace("\\`", "`")
            return self.run_line(line, depth + 1).rstrip("\n")
        found = PARAMETER.match(inner)
        value = self.look_variable(found[2]) if found else ""
        if found and found[3]:
            other = self.expand_word(found[4], depth, True)
            return other + find_marks(value) if found[3] == "+" or value[:1] in ("", "$") else value
        if found and found[5]:
            return value.replace(found[5], found[6])
        return self.look_variable(value) if found and found[1] == "!" else value

    def look_variable(self, name: str) -> str:
        known = self.variables.get(name, "")
        return known or (f"${name}{self.mark('env', name)}" if name[:1].isalpha() else "")

    def split_word(self, raw: str, depth: int) -> list[str]:
        """The words that one word as written becomes: by blanks in what was expanded."""
        word = self.expand_word(raw, depth)
        bare = "$" in raw and not set(raw) & set("'\"")
        return word.split() if bare else [word] if word or raw[:1] in "'\"" else []

    # ------------------------------------------------------------------ files
    def place_path(self, path: str) -> str:
        """A path as the line's folder makes it."""
        path = MARKS.sub("", path).strip().removeprefix("./")
        if path in ("", "."):
            return self.folder or "."
        return f"{self.folder.rstrip('/')}/{path}" if self.folder and path[0] not in "/~$" else path

    def look_file(self, path: str) -> str:
        """A file's text: as the line wrote it, or as the disk has it; "" if unknown."""
        if path.startswith("/dev/fd/<"):
            return self.streams[int(path[9:])]
        path = self.place_path(path)
        if path in self.files or not 0 < len(path) < 300 or "\n" in path:
            return self.files.get(path, "")
        self.queries.append(("file", path))
        return MARKS.sub("", self.answers.get(("file", path)) or "")

    def label_file(self, path: str) -> str:
        """The marks of what a path carries: itself, and what the line wrote into it or below it."""
        if path.startswith("/dev/") or not 0 < len(path) < 300 or "\n" in path:
            return find_marks(self.look_file(path)) if path.startswith("/dev/fd/<") else ""
        path = self.place_path(path)
        marks, stem = self.mark("file", path), path.rstrip("*/")
        for name, written in self.files.items():
            if name == path or name.startswith(stem + "/" * (stem == path)):
                marks += find_marks(written)
        return find_marks(marks)

    def write_file(self, path: str, text: str, append: bool = False) -> None:
        """A redirection, a copy, an output option."""
        socket = SOCKET.match(path)
        if socket or path in self.sockets:
            self.send_text("/dev/tcp", [socket[1] if socket else self.sockets[path]], text)
        elif path.startswith("/dev/fd/>"):
            self.run_line(self.streams[int(path[9:])], 2, text)
        elif not path.isdigit() and (not path.startswith("/dev/") or "/shm/" in path):
            path = self.place_path(path)
            self.writes.append(path)
            self.touched += f"{path}\n" if append else ""
            self.files[path] = cut_text((self.files.get(path, "") if append else "") + text)

    # ------------------------------------------------------------------ running
    def run_line(
        self, line: str, depth: int = 0, stdin: str = "", arguments: Iterable[str] = ()
    ) -> str:
        """Walks a line or a script with its arguments; returns what it prints."""
        given = list(arguments)
        self.variables.update({str(n): one for n, one in enumerate(given[:9], 1)})
        self.variables.update({"@": " ".join(given)} if given else {})
        return self.run_tokens(split_tokens(line[:LONGEST]), depth, stdin)

    def is_over(self, depth: int) -> bool:
        self.steps += 1
        over = depth > DEPTH or self.steps > STEPS
        self.unknown = "the line is too deep or too long" if over else self.unknown
        return over

    def read_script(self, path: str, depth: int) -> str:
        """The text of a script that the call runs and the user has not committed; "" where there is none."""
        self.runs.append(path)
        text, place = self.look_file(path), self.place_path(path)
        self.queries.append(("committed", place))
        return "" if self.answers.get(("committed", place)) or depth > DEPTH // 2 else text

    def run_tokens(self, tokens: list[Token], depth: int, stdin: str) -> str:
        """Walks tokens; blocks are a stack of (their first word, what feeds them, what they printed)."""
        stack = [["", stdin, ""]]
        at, size, piped = 0, len(tokens), stdin
        while at < size and not self.is_over(depth):
            kind, text = tokens[at][:2]
            after = at + 1
            while after < size and tokens[after][0] != OPERATOR:
                after += 1
            self.steps += (after - at) // 50
            head = kind in (OPERATOR, WORD)
            if head and text in BEGINS:
                done = (
                    tokens.index((WORD, "done"), at) + 1 if (WORD, "done") in tokens[at:] else size
                )
                if text in ("while", "until"):  # what `while ...; done < file` reads
                    piped = self.redirect_words(tokens[done : done + 2], depth, "")[1] or piped
                stack.append([text, piped, ""])
                if text in ("for", "select"):
                    self.set_loop(tokens[at + 1 : after], depth)
                at = after if text in ("for", "select", "case") else at + 1
                continue
            if head and text in BLOCKS and len(stack) > 1 and (text != ")" or stack[-1][0] == "("):
                out = stack.pop()[2]
                _, _, outs = self.redirect_words(tokens[at + 1 : after], depth, "")
                out = self.put_out(outs, out)
            elif kind == OPERATOR or text in NOISE:
                at, piped = at + 1, stack[-1][1] if kind == OPERATOR else piped
                continue
            else:
                out = self.run_command(tokens[at:after], depth, piped)
            at = after
            if at < size and tokens[at][1] in ("|", "|&"):
                piped, at = out, at + 1
            else:
                stack[-1][2] = cut_text(stack[-1][2] + out)
                piped = stack[-1][1]
        return "".join(one[2] for one in stack)

    def set_loop(self, tokens: list[Token], depth: int) -> None:
        """`for x in a b`: the variable is the first item, and carries all."""
        raws = (one[1] for one in tokens[2:] if one[0] == WORD)
        items = [item for raw in raws for item in self.split_word(raw, depth)]
        marks = "".join(find_marks(item) + self.label_file(item) for item in items[:40])
        if tokens:
            self.variables[tokens[0][1]] = (items[0] if items else self.look_variable("@")) + marks

    def put_out(self, outs: list[tuple[str, bool]], out: str) -> str:
        for target, append in outs:
            self.write_file(target, out, append)
        return "" if outs else out

    def redirect_words(self, tokens: list[Token], depth: int, stdin: str) -> Redirected:
        """(the raw words, what comes in, the paths that the output goes to)."""
        words: list[str] = []
        outs: list[tuple[str, bool]] = []
        rest = iter(tokens)
        for token in rest:
            words += [token[1]] if token[0] == WORD else []
            target = next(rest, None) if token[0] == REDIRECT else None
            if target is None:
                continue
            here = target[0] == HERE
            word = target[1] if here and not target[2] else self.expand_word(target[1], depth, here)
            socket = SOCKET.match(word)
            if socket:
                self.sockets[token[2] or ("0" if "<" in token[1] else "1")] = socket[1]
            if here or token[1] == "<<<":
                stdin = word
            elif token[1] in ("<", "<&") and not socket:
                stdin = self.look_file(word) + self.label_file(word) + find_marks(word)
            elif token[2] != "2" and token[1] != "<":
                outs.append((word, token[1] == ">>"))
        return words, stdin, outs

    def run_command(self, tokens: list[Token], depth: int, stdin: str) -> str:
        """One simple command: assignments, words, redirections."""
        raws, fed, outs = self.redirect_words(tokens, depth, stdin)
        words: list[str] = []
        inline: dict[str, str] = {}
        for raw in raws:
            found = ASSIGNMENT.match(raw) if not words else None
            if not found:
                words += self.split_word(raw, depth)
                continue
            name, more, value = found.groups()
            inner = split_tokens(value[1:-1]) if value[:1] == "(" else [(WORD, value)]
            value = " ".join(self.expand_word(one[1], depth) for one in inner)
            value = cut_text((self.look_variable(name) if more else "") + value)
            self.variables[name] = inline[name] = value
            if RUNS_VALUE.search(name) and " " in value:
                self.run_line(value, depth + 1)
        if not words:
            self.exported.update(inline)
            return self.put_out(outs, fed if fed != stdin else "")
        kept, self.exported = self.exported, {**self.exported, **inline}
        far = any(SOCKET.match(target) for target, _ in outs)
        if far and words[0].rpartition("/")[2] in SHELLS:
            out = fed + self.mark("shell", words[0])
        else:
            out = self.run_words(self, words, depth, fed)
        for key in inline.keys() - kept.keys():
            self.exported.pop(key, None)
        return self.put_out(outs, out)
