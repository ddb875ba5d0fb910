"""One walk over a shell line, in order, says what its programs send, write, delete, fetch and run.

Where a text came from rides along in it as characters of Unicode's private use, one a label; so variables, pipes,
files written in the line and here-documents carry labels on as a shell carries text.  What starts a shell is walked
again.  Which path or name is secret is not known here.
Cannot see: arithmetic, traps of signals, what a loop does to its variable after the first round.
"""

from __future__ import annotations

import re

from guards import Sink
from guards._reading.lexer import (
    CLOSERS,
    HERE,
    NOISE,
    OPERATOR,
    REDIRECT,
    WORD,
    decode_escapes,
    find_block_end,
    find_end,
    split_tokens,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Command, Label, Query
    from guards._reading.lexer import Token

STEPS, DEPTH, LONGEST, LABELS = 4000, 12, 65536, 500
MARKS = re.compile("[\ue000-\uf8ff]")
PLAIN = re.compile(r"[^\\'\"$`<>]+|[<>](?!\()")
QUOTED = re.compile(r"'([^']*)'?|\$'((?:\\.|[^'\\])*)'?", re.S)
NAME = re.compile(r"\$([A-Za-z_]\w*|[\d@*#?$!-])")
OPENERS = {"$(": ")", "${": "}", "<(": ")", ">(": ")", '"': '"', "`": "`"}
ASSIGNMENT = re.compile(r"(\w+)(?:\[[^]]*\])?(\+?)=(.*)$", re.S)
PARAMETER = re.compile(r"([#!]?)([\w@*]+)(?:\[[^]]*\])?:?(?:([-=+])(.*)|//?(.+?)/(.*)|.*)$", re.S)
SOCKET = re.compile(r"/dev/(?:tcp|udp)/([^/]+)/\d*")
BRACES = re.compile(r"\{([^{}\s]*,[^{}\s]*)\}")
# Variables whose value another program runs as a command.
RUNS_VALUE = re.compile(r"(?i)command|pager|editor|^ps4|bash_env|askpass|browser|_cmd$|ssh$")
SHELLS = frozenset("sh bash zsh dash ash ksh fish pwsh powershell".split())


def find_marks(text: str) -> str:
    return "".join(MARKS.findall(text))


class Walker:
    """The walk over one call.  Paths are as written, below the folder that the line changed to."""

    def __init__(self, answers: dict[Query, Any], queries: list[Query]) -> None:
        self.answers, self.queries = answers, queries
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
        self.functions: dict[str, list[Token]] = {}
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

    def send_text(
        self, program: str, places: Iterable[str], text: str, login: bool = False
    ) -> None:
        labels = {one for one in self.read_labels(text) if one[0] != "fetched"}
        self.sinks.append(
            Sink(
                program,
                [MARKS.sub("", one) for one in places],
                labels,
                MARKS.sub("", text)[:20000],
                login,
            )
        )

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
                out, at = (
                    out + (decode_escapes(found[2]) if found[1] is None else found[1]),
                    found.end(),
                )
            elif opener and not (quoted and opener in ('"', "<(", ">(")):
                end = find_end(raw, at + len(opener), OPENERS[opener])
                out, at = (
                    out + self.expand_inner(opener, raw[at + len(opener) : end - 1], depth),
                    end,
                )
            elif found := NAME.match(raw, at):
                out, at = out + self.look_variable(found[1]), found.end()
            else:
                out, at = out + raw[at], at + 1
        return out

    def expand_inner(self, opener: str, inner: str, depth: int) -> str:
        """What stands in quotes, `$(...)`, `${...}` or `<(...)`."""
        if opener == '"':
            return self.expand_word(inner, depth, True)
        if opener == "${":
            return self.expand_parameter(inner, depth)
        if opener[0] in "<>":
            self.streams.append(self.run_line(inner, depth + 1) if opener == "<(" else inner)
            return f"/dev/fd/{opener[0]}{len(self.streams) - 1}"
        return (
            ""
            if inner[:1] == "("
            else self.run_line(inner.replace("\\`", "`"), depth + 1).rstrip("\n")
        )

    def expand_parameter(self, body: str, depth: int) -> str:
        found = PARAMETER.match(body)
        if not found:
            return ""
        value = self.look_variable(found[2])
        if found[3]:
            other = self.expand_word(found[4], depth, True)
            return other + find_marks(value) if found[3] == "+" or value[:1] in ("", "$") else value
        if found[5]:
            return value.replace(found[5], found[6])
        return self.look_variable(value) if found[1] == "!" else value

    def look_variable(self, name: str) -> str:
        known = self.variables.get(name)
        return (
            known
            if known is not None
            else f"${name}{self.mark('env', name)}"
            if name[0].isalpha()
            else ""
        )

    def split_word(self, raw: str, depth: int) -> list[str]:
        """The words that one word as written becomes: by blanks in what was expanded, and braces."""
        if "$" not in raw and raw[:1] not in "'\"" and (found := BRACES.search(raw)):
            return [
                self.expand_word(raw[: found.start()] + one + raw[found.end() :], depth)
                for one in found[1].split(",")
            ]
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
            below = name.startswith(stem + "/") or (stem != path and name.startswith(stem))
            if name == path or below or (name[-1] == "*" and path.startswith(name[:-1])):
                marks += find_marks(written)
        return marks

    def write_file(self, path: str, text: str, append: bool = False) -> None:
        """A redirection, a copy, an output option."""
        socket = SOCKET.match(path)
        if socket or path in self.sockets:
            self.send_text("/dev/tcp", [socket[1] if socket else self.sockets[path]], text)
        elif path.startswith("/dev/fd/>"):
            self.run_line(self.streams[int(path[9:])], 2, text)
        elif (
            not path.isdigit()
            and (not path.startswith("/dev/") or "/shm/" in path)
            and self.place_path(path) != "."
        ):
            path = self.place_path(path)
            self.writes.append(path)
            self.touched += f"{path}\n" if append else ""
            self.files[path] = (self.files.get(path, "") if append else "") + text

    # ------------------------------------------------------------------ running
    def run_line(self, line: str, depth: int = 0, stdin: str = "") -> str:
        """Walks a line or a script; returns what it prints."""
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

    def run_with(self, arguments: list[str], depth: int, stdin: str, tokens: list[Token]) -> str:
        """Runs tokens with positional parameters, and takes them away again."""
        given = {str(n): word for n, word in enumerate(arguments[:9], 1)}
        given.update(dict.fromkeys("@*", " ".join(arguments)))
        kept = {name: self.variables.get(name, "") for name in given}
        self.variables.update(given)
        out = self.run_tokens(tokens, depth, stdin)
        self.variables.update(kept)
        return out

    def run_tokens(self, tokens: list[Token], depth: int, stdin: str) -> str:
        at, size, printed, piped = 0, len(tokens), "", stdin
        while at < size and not self.is_over(depth):
            kind, text = tokens[at][:2]
            if (kind == OPERATOR and text != "(") or (kind == WORD and text in NOISE):
                at, piped = at + 1, piped if kind == WORD else stdin
                continue
            end, named = at, text == "function"
            if named or tokens[at + 1 : at + 3] == [(OPERATOR, "("), (OPERATOR, ")")]:
                begin = next((n for n in range(at, size) if tokens[n] == (WORD, "{")), size - 1)
                at = find_block_end(tokens, begin)
                self.functions[tokens[min(end + named, size - 1)][1].rstrip("()")] = tokens[
                    begin + 1 : at - 1
                ]
                continue
            if text in CLOSERS and kind in (OPERATOR, WORD):
                end = find_block_end(tokens, at)
            after = end
            while after < size and tokens[after][0] != OPERATOR:
                after += 1
            if end > at:
                out = self.run_block(
                    text, tokens[at + 1 : end - 1], tokens[end:after], depth, piped
                )
            else:
                out = self.run_command(tokens[at:after], depth, piped)
            at = after
            if at < size and tokens[at][1] in ("|", "|&"):
                piped, at = out, at + 1
            else:
                printed, piped = printed + out, stdin
        return printed

    def run_block(
        self, word: str, body: list[Token], rest: list[Token], depth: int, stdin: str
    ) -> str:
        """A loop, condition, group or subshell."""
        _, stdin, outs = self.redirect_words(rest, depth, stdin)
        head = next((n for n, one in enumerate(body) if one[0] == OPERATOR), len(body))
        if word in ("for", "select") and body:
            items = [
                item
                for one in body[2:head]
                if one[0] == WORD
                for item in self.split_word(one[1], depth)
            ]
            items = items or self.look_variable("@").split()
            marks = "".join(find_marks(item) + self.label_file(item) for item in items[:40])
            self.variables[body[0][1]] = (items[0] if items else "") + marks
            body = body[head:]
        elif word == "case":
            body = body[body.index((WORD, "in")) + 1 :] if (WORD, "in") in body else []
        folder = self.folder
        out = self.run_tokens(body, depth + 1, stdin)
        self.folder = folder if word == "(" else self.folder
        return self.put_out(outs, out)

    def put_out(self, outs: list[tuple[str, bool]], out: str) -> str:
        for target, append in outs:
            self.write_file(target, out, append)
        return "" if outs else out

    def redirect_words(
        self, tokens: list[Token], depth: int, stdin: str
    ) -> tuple[list[str], str, list[tuple[str, bool]]]:
        """(the raw words, what comes in, the paths that the output goes to)."""
        words: list[str] = []
        outs: list[tuple[str, bool]] = []
        rest = iter(tokens)
        for token in rest:
            words += [token[1]] if token[0] == WORD else []
            target = next(rest, None) if token[0] == REDIRECT else None
            if target is None:
                continue
            _, operator, number = token
            word = (
                target[1]
                if target[0] == HERE and not target[2]
                else self.expand_word(target[1], depth, target[0] == HERE)
            )
            socket = SOCKET.match(word)
            if socket:
                self.sockets[number or ("0" if "<" in operator else "1")] = socket[1]
            if target[0] == HERE or operator == "<<<":
                stdin = word
            elif operator in ("<", "<&") and not socket:
                stdin = self.look_file(word) + self.label_file(word) + find_marks(word)
            elif number != "2" and operator != "<":
                outs.append((word, operator == ">>"))
        return words, stdin, outs

    def run_command(self, tokens: list[Token], depth: int, stdin: str) -> str:
        """One simple command: assignments, words, redirections."""
        from guards._reading.commands import run_words

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
            self.variables[name] = inline[name] = (self.look_variable(name) if more else "") + value
            if RUNS_VALUE.search(name) and " " in value:
                self.run_line(value, depth + 1)
        if not words:
            self.exported.update(inline)
            return fed if fed != stdin else ""
        kept, self.exported = self.exported, {**self.exported, **inline}
        if words[0].rpartition("/")[2] in SHELLS and any(
            SOCKET.match(target) for target, _ in outs
        ):
            fed += self.mark("shell", words[0])
            out = fed
        else:
            out = run_words(self, words, depth, fed)
        self.exported = {
            name: value
            for name, value in self.exported.items()
            if name not in inline or name in kept
        }
        return self.put_out(outs, out)
