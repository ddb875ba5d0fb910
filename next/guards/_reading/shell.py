"""One walk over a shell line, in order, says what its programs send, write, delete, fetch and run.

A word is a text with labels: where its content came from.  Variables, functions, files written in the line, pipes and
here-documents carry labels on; what starts a shell is walked again.  Which path or name is secret is not known here.
Cannot see: arithmetic, traps of signals, what a loop does to its variable after the first round.
"""

from __future__ import annotations

import re

from guards._reading.lexer import (
    CLOSERS,
    HERE,
    NOISE,
    OPERATOR,
    REDIRECT,
    WORD,
    Text,
    decode_escapes,
    find_ansi_end,
    find_block_end,
    find_end,
    join_texts,
    split_tokens,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Command, Query, Sink
    from guards._reading.lexer import Label, Token

    Redirections = tuple[list[Token], Text | None, list[tuple[str, bool]]]

STEPS, DEPTH, LONGEST, SCRIPT = 4000, 12, 65536, 65536
NAME = re.compile(r"\$(\w+|[@*#?$!-])")
ASSIGNMENT = re.compile(r"(\w+)(?:\[[^]]*\])?(\+?)=(.*)$", re.S)
PARAMETER = re.compile(r"[#!]?([\w@*]+)(?:\[[^]]*\])?(.*)$", re.S)
SOCKET = re.compile(r"/dev/(?:tcp|udp)/([^/]+)/(\d*)")
BRACES = re.compile(r"\{([^{}\s]*,[^{}\s]*)\}")
# Variables whose value another program runs as a command.
RUNS_VALUE = re.compile(r"(?i)command|pager|editor|^ps4|bash_env|askpass|browser|_cmd$|ssh$")


class Walker:
    """The walk over one call.  Paths are as written, below the folder that the line changed to."""

    def __init__(self, answers: dict[Query, Any], queries: list[Query]) -> None:
        self.answers, self.queries = answers, queries
        self.sinks: list[Sink] = []
        self.commands: list[Command] = []
        self.writes: list[str] = []
        self.deletes: list[str] = []
        self.runs: list[str] = []
        self.fetches: list[str] = []
        self.files: dict[str, Text] = {}
        self.added: set[Label] = set()
        self.touched: set[str] = set()
        self.remotes: dict[str, str] = {}
        self.variables: dict[str, Text] = {}
        self.environment: dict[str, Text] = {}
        self.functions: dict[str, list[Token]] = {}
        self.aliases: dict[str, str] = {}
        self.descriptors: dict[str, str] = {}
        self.streams: list[Text] = []
        self.folder = self.unknown = self.resumes = ""
        self.steps = self.scripts = 0

    # ------------------------------------------------------------------ words
    def expand(self, raw: str, depth: int, quoted: bool = False) -> Text:
        """What a word as written becomes."""
        parts: list[Text] = []
        at, size = 0, len(raw)
        while at < size:
            char, begin = raw[at], at
            if char == "\\":
                keep = quoted and raw[at + 1 : at + 2] not in ("$", "`", '"', "\\", "\n")
                parts.append(Text(raw[at + (not keep) : at + 2].replace("\n", "")))
                at += 2
            elif char == "'" and not quoted:
                at = raw.find("'", at + 1) + 1 or size + 1
                parts.append(Text(raw[begin + 1 : at - 1]))
            elif raw.startswith("$'", at) and not quoted:
                at = find_ansi_end(raw, at + 2)
                parts.append(Text(decode_escapes(raw[begin + 2 : at - 1])))
            elif char == '"' and not quoted:
                at = find_end(raw, at + 1, '"')
                parts.append(self.expand(raw[begin + 1 : at - 1], depth, True))
            elif raw.startswith("$((", at):
                at = find_end(raw, at + 2, ")")
            elif raw.startswith("$(", at) or char == "`":
                at = find_end(raw, at + (2 if char == "$" else 1), ")" if char == "$" else "`")
                body = raw[begin + 2 : at - 1] if char == "$" else raw[begin + 1 : at - 1]
                printed = self.run(body.replace("\\`", "`") if char == "`" else body, depth + 1)
                parts.append(
                    Text(printed.text.rstrip("\n") or "x" * bool(printed.labels), printed.labels)
                )
            elif raw.startswith(("<(", ">("), at) and not quoted:
                at = find_end(raw, at + 2, ")")
                parts.append(self.open_stream(raw[begin], raw[begin + 2 : at - 1], depth))
            elif raw.startswith("${", at):
                at = find_end(raw, at + 2, "}")
                parts.append(self.expand_parameter(raw[begin + 2 : at - 1], depth))
            elif found := NAME.match(raw, at):
                name = found[1][0] if found[1][0].isdigit() else found[1]
                parts.append(self.look_variable(name))
                at += 1 + len(name)
            else:
                at = begin + 1
                while at < size and raw[at] not in "\\'\"$`<>":
                    at += 1
                parts.append(Text(raw[begin:at]))
        return join_texts(parts, "")

    def open_stream(self, way: str, body: str, depth: int) -> Text:
        """`<(...)` and `>(...)`: a path that stands for what a command prints or is fed."""
        self.streams.append(self.run(body, depth + 1) if way == "<" else Text(body))
        return Text(f"/dev/fd/{way}{len(self.streams) - 1}", self.streams[-1].labels)

    def expand_parameter(self, body: str, depth: int) -> Text:
        found = PARAMETER.match(body)
        if not found or (body[0] == "#" and not found[2]):
            return Text()
        value, rest = self.look_variable(found[1]), found[2]
        if body[0] == "!" and value.text.isidentifier():
            value = self.look_variable(value.text)
        operator = rest.lstrip(":")[:1]
        if operator in ("-", "=", "+") and rest:
            other = self.expand(rest.lstrip(":")[1:], depth, True)
            text = other.text if operator == "+" else value.text or other.text
            return Text(text, value.labels | other.labels)
        if value.text and (cut := re.match(r":(\d+)(?::(\d+))?$", rest)):
            begin = int(cut[1])
            return Text(value.text[begin:][: int(cut[2]) if cut[2] else None], value.labels)
        if value.text and (swap := re.match(r"//?(.+?)/(.*)$", rest, re.S)):
            return Text(value.text.replace(swap[1], swap[2]), value.labels)
        return value

    def look_variable(self, name: str) -> Text:
        if name in self.variables:
            return self.variables[name]
        known = {"HOME": "~", "PWD": ".", "IFS": " "}.get(name)
        if known or not name[0].isalpha():
            return Text(known or "")
        return Text("$" + name, {("env", name)})

    def split_word(self, raw: str, depth: int) -> list[Text]:
        """The words that one word as written becomes: by blanks in what was expanded, and braces."""
        word = self.expand(raw, depth)
        if raw[:1] in ("'", '"'):
            return [word]
        if "$" in raw and " " in word.text.strip() and not set(raw) & set("'\""):
            return [Text(one, word.labels) for one in word.text.split()]
        if (found := BRACES.search(raw)) and "$" not in raw:
            head, tail = raw[: found.start()], raw[found.end() :]
            return [self.expand(head + one + tail, depth) for one in found[1].split(",")]
        return [word] if word.text or word.labels else []

    # ------------------------------------------------------------------ files
    def place_path(self, path: str) -> str:
        """A path as the line's folder makes it."""
        path = path.strip()
        while path.startswith("./"):
            path = path[2:]
        if path in ("", "."):
            return self.folder or "."
        if self.folder and not path.startswith(("/", "~", "$")):
            return f"{self.folder.rstrip('/')}/{path}"
        return path

    def look_file(self, path: str) -> str | None:
        """A file's text: as the line wrote it, or as the disk has it; None if unknown."""
        if path.startswith("/dev/fd/<"):
            return self.streams[int(path[9:])].text
        path = self.place_path(path)
        if path in self.files:
            return self.files[path].text or None
        if not path or len(path) > 300 or "\n" in path or path.startswith("/dev/"):
            return None
        self.queries.append(("file", path))
        answer = self.answers.get(("file", path))
        return answer if isinstance(answer, str) else None

    def label_file(self, path: str) -> frozenset[Label]:
        """What a path carries: itself, and what the line wrote into it or below it."""
        if not path or len(path) > 300 or "\n" in path or path.startswith("/dev/"):
            return (
                self.streams[int(path[9:])].labels if path.startswith("/dev/fd/<") else frozenset()
            )
        path = self.place_path(path)
        labels = {("file", path)}
        stem = path.rstrip("*/")
        for name, written in self.files.items():
            below = name.startswith(stem + "/") or (stem != path and name.startswith(stem))
            if name == path or below or (name[-1] == "*" and path.startswith(name[:-1])):
                labels |= written.labels
        return frozenset(labels)

    def write_file(self, path: str, content: Text, append: bool = False) -> None:
        """A redirection, a copy, an output option."""
        if found := SOCKET.match(path):
            return self.send("/dev/tcp", [f"{found[1]}:{found[2]}"], content)
        if path.startswith("/dev/fd/>"):
            self.run(self.streams[int(path[9:])].text, 2, content)
            return None
        if path in self.descriptors:
            return self.send("/dev/tcp", [self.descriptors[path]], content)
        if (
            not path
            or path in (".", "..")
            or path.isdigit()
            or (path.startswith("/dev/") and "/shm/" not in path)
        ):
            return None
        path = self.place_path(path)
        self.writes.append(path)
        old = self.files.get(path) if append else None
        self.touched |= {path} if append else set()
        self.files[path] = old + content if old else content
        return None

    def send(self, program: str, places: Iterable[str], content: Text, login: bool = False) -> None:
        from guards import Sink

        kept = [one for one in content.labels if one[0] != "fetched"]
        self.sinks.append(Sink(program, places, kept, content.text[:20000], login))

    # ------------------------------------------------------------------ running
    def run(self, line: str, depth: int = 0, stdin: Text | None = None) -> Text:
        """Walks a line or a script; returns what it prints."""
        if self.is_over(depth) or len(line) > LONGEST:
            self.unknown = self.unknown or "the line is too deep or too long"
            return Text()
        return self.run_tokens(split_tokens(line), depth, stdin)

    def is_over(self, depth: int) -> bool:
        self.steps += 1
        if depth > DEPTH or self.steps > STEPS:
            self.unknown = "the line is too deep or too long"
        return depth > DEPTH or self.steps > STEPS

    def run_script(
        self, path: str, arguments: list[Text], depth: int, stdin: Text | None
    ) -> Text | None:
        """Walks a script that the user has not committed, at most two deep; None where it is not read."""
        self.runs.append(path)
        place = self.place_path(path)
        text = self.look_file(path)
        if place not in self.files and not path.startswith("/dev/fd/"):
            self.queries.append(("committed", place))
            if self.answers.get(("committed", place)):
                return None
        if not text or self.scripts >= 2 or len(text) > SCRIPT:
            self.unknown = self.unknown or (f"{path} is not read" if text else "")
            return None
        self.scripts += 1
        out = self.run_with(arguments, lambda: self.run(text, depth + 1, stdin))
        self.scripts -= 1
        return out

    def run_with(self, arguments: list[Text], run: Any) -> Text:
        """Runs with positional parameters, and takes them away again."""
        kept = {k: v for k, v in self.variables.items() if k[0].isdigit() or k in "@*"}
        given = {str(n): word for n, word in enumerate(arguments[:9], 1)}
        self.variables.update({**given, **dict.fromkeys("@*", join_texts(arguments))})
        out: Text = run()
        for name in (*given, "@", "*"):
            self.variables.pop(name, None)
        self.variables.update(kept)
        return out

    def run_tokens(self, tokens: list[Token], depth: int, stdin: Text | None) -> Text:
        at, size, printed, piped = 0, len(tokens), Text(), stdin
        while at < size and not self.is_over(depth):
            token = tokens[at]
            if (token[0] == OPERATOR and token[1] != "(") or (
                token[0] == WORD and token[1] in NOISE
            ):
                at, piped = at + 1, piped if token[0] == WORD else stdin
                continue
            if token == (WORD, "function") or tokens[at + 1 : at + 3] == [
                (OPERATOR, "("),
                (OPERATOR, ")"),
            ]:
                at = self.define_function(tokens, at)
                continue
            end = at
            if token == (WORD, "[["):
                end = tokens.index((WORD, "]]"), at) + 1 if (WORD, "]]") in tokens[at:] else size
            elif token[1] in CLOSERS and token[0] in (OPERATOR, WORD):
                end = find_block_end(tokens, at)
            body = tokens[at + 1 : end - 1]
            after = end
            while after < size and tokens[after][0] != OPERATOR:
                after += 1
            if end > at:
                out = self.run_compound(token[1], body, tokens[end:after], depth, piped)
            else:
                out = self.run_command(tokens[at:after], depth, piped)
            at = max(after, at + 1)
            if at < size and tokens[at] in ((OPERATOR, "|"), (OPERATOR, "|&")):
                piped, at = out, at + 1
            else:
                printed, piped = printed + out, stdin
        return printed

    def define_function(self, tokens: list[Token], at: int) -> int:
        name = (
            tokens[at + 1][1]
            if tokens[at][1] == "function" and at + 1 < len(tokens)
            else tokens[at][1]
        )
        begin = next((n for n in range(at + 1, len(tokens)) if tokens[n][1] == "{"), None)
        if begin is None:
            return at + 3
        end = find_block_end(tokens, begin)
        self.functions[name.rstrip("()")] = tokens[begin + 1 : end - 1]
        return end

    def run_compound(
        self,
        word: str,
        body: list[Token],
        redirections: list[Token],
        depth: int,
        stdin: Text | None,
    ) -> Text:
        _, stdin, outs = self.redirect(redirections, depth, stdin)
        if word in ("for", "select") and body:
            end = next((n for n, one in enumerate(body) if one[0] == OPERATOR), len(body))
            items = [
                w for one in body[2:end] if one[0] == WORD for w in self.split_word(one[1], depth)
            ]
            items = items or [self.look_variable("@")]
            labels = {one for w in items[:40] for one in w.labels | self.label_file(w.text)}
            self.variables[body[0][1]] = Text(items[0].text, labels)
            body = body[end:]
        elif word == "case":
            body = body[next((n for n, one in enumerate(body) if one == (WORD, "in")), 0) + 1 :]
        elif word == "[[":
            return Text()
        folder = self.folder
        out = self.run_tokens(body, depth + 1, stdin)
        if word == "(":
            self.folder = folder
        for target, append in outs:
            self.write_file(target, out, append)
        return Text() if outs else out

    def redirect(self, tokens: list[Token], depth: int, stdin: Text | None) -> Redirections:
        """(the other tokens, what comes in, the paths that the output goes to)."""
        rest: list[Token] = []
        outs: list[tuple[str, bool]] = []
        at = 0
        while at < len(tokens):
            if tokens[at][0] != REDIRECT or at + 1 >= len(tokens):
                rest.append(tokens[at])
                at += 1
                continue
            (_, operator, number), target = tokens[at], tokens[at + 1]
            at += 2
            if target[0] == HERE:
                stdin = self.expand(target[1], depth, True) if target[2] else Text(target[1])
                continue
            word = self.expand(target[1], depth)
            socket = SOCKET.match(word.text)
            if socket:
                self.descriptors[number or ("0" if "<" in operator else "1")] = (
                    f"{socket[1]}:{socket[2]}"
                )
            if operator == "<<<":
                stdin = word
            elif operator in ("<", "<&") and not socket:
                stdin = Text(
                    self.look_file(word.text) or "", word.labels | self.label_file(word.text)
                )
            elif number != "2" and operator != "<":
                outs.append((word.text, operator == ">>"))
        return rest, stdin, outs

    def run_command(self, tokens: list[Token], depth: int, stdin: Text | None) -> Text:
        """One simple command: assignments, words, redirections."""
        rest, fed, outs = self.redirect(tokens, depth, stdin)
        words: list[Text] = []
        inline: dict[str, Text] = {}
        for token in rest:
            if token[0] != WORD:
                continue
            found = ASSIGNMENT.match(token[1]) if not words else None
            if not found:
                words += self.split_word(token[1], depth)
                continue
            inline[found[1]] = self.assign(found[1], found[3], bool(found[2]), depth)
        if not words:
            self.environment.update(inline)
            return fed if fed is not None and fed is not stdin else Text()
        kept = {key: self.environment.get(key) for key in inline}
        self.environment.update(inline)
        name = words[0].text.rpartition("/")[2]
        if name in SHELLS and any(SOCKET.match(target) for target, _ in outs):
            self.send("shell", list(self.descriptors.values())[:1], Text("", {("shell", name)}))
        from guards._reading.commands import run_words

        out = run_words(self, words, depth, fed or Text())
        for key, value in kept.items():
            self.environment.pop(key, None)
            self.environment.update({key: value} if value else {})
        for target, append in outs:
            self.write_file(target, out, append)
        return Text() if outs else out

    def assign(self, name: str, raw: str, append: bool, depth: int) -> Text:
        if raw[:1] == "(":
            value = join_texts(self.expand(one[1], depth) for one in split_tokens(raw[1:-1]))
        else:
            value = self.expand(raw, depth)
        if append and name in self.variables:
            value = self.variables[name] + value
        self.variables[name] = value
        if RUNS_VALUE.search(name) and " " in value.text:
            self.run(value.text, depth + 1)
        return value


SHELLS = frozenset("sh bash zsh dash ash ksh fish rbash mksh pwsh powershell".split())
