"""One walk over a shell line, in order, says what its programs send, write, delete, fetch and run.

Tokens are (WORD, raw), (OPERATOR, text), (REDIRECT, operator, descriptor), (HERE, body, expands).  The source of a text
rides along in it as characters of Unicode's private use, one a label; so variables, pipes, files written in the line and
here-documents carry labels on as a shell carries text.  Bodies of loops, conditions and functions are walked once, where
they stand.  Which path or name is secret is not known here.
Cannot see: arithmetic, aliases, extended globs, what a loop does after its first round.
"""

from guards import Callable, Command, Facts, Label, Pairs, Sink, Words
from guards._text import read_forms, split_pairs, split_rows

Token = tuple[str, ...]
Outs = list[tuple[str, bool]]

STEPS, DEPTH, LONGEST, LABELS = 13_000, 12, 65536, 500
TOO_LONG = "the line is too deep or too long"
WORD, OPERATOR, REDIRECT, HERE = "word operator redirect here".split()
(
    LEXEME,
    PIECE,
    DOCUMENT,
    ESCAPE,
    MARKS,
    PLAIN,
    QUOTED,
    NAME,
    ASSIGNMENT,
    PARAMETER,
    SOCKET,
    FUNCTION,
) = read_forms(r"""lexeme (?P<blank>(?:[ \t\r]|\\\n)+|(?<![^\s;|&(])\#[^\n]*)
    |(?P<fd>\d{0,2}|&|\{\w+\})(?P<redirect><<<|<<-?|<>|<&|>&|>>|>\||<|>)(?!\()
    |(?P<operator>&&|\|\||;;|\|&|[;|&\n()])
piece (?s)(?:\\.|'[^']*'?|\$'(?:\\.|[^'\\])*'?|[=?*+@!]\([^()]*\)|[^\s\\'\"`$;|&<>()]|\$(?![({']))+
document <<-?[ \t]*(['\"]?)\\?([\w.+-]+)\1
escape \\(?:x[0-9a-fA-F]{2}|[0-7]{3}|[nt'\"\\])
marks [\ue000-\uf8ff]
plain [^\\'\"$`<>]+|[<>](?!\()
quoted (?s)'([^']*)'?|\$'((?:\\.|[^'\\])*)'?
name \$([A-Za-z_]\w*|[\d@*#?$!-])
assignment (?s)(\w+)(?:\[[^]]*\])?(\+?)=(.*)$
parameter (?s)([#!]?)([\w@*]+)(?:\[[^]]*\])?:?(?:[-=+](.*)|.*)$
socket /dev/(?:tcp|udp)/([^/]+)/\d*
function (?s)(?<![\w-])([\w-]{1,60})\s?\(\)\s?\{\s(.{1,2000}?)[;\n]\s*\}""").values()
OPENERS = split_pairs("""$(:) ${:} <(:) >(:) ":" `:`""")
SHELLS, BLOCKS, BEGINS, NOISE = split_rows(
    """sh bash zsh dash ash ksh fish eval trap source .|fi done esac } )|if while until for select case { (|then do else elif ! time coproc function ;;"""
)


def decode_escapes(text: str) -> str:
    """What `$'...'`, `printf` and `echo -e` make of backslashes."""
    return ESCAPE.sub(lambda one: one[0].encode().decode("unicode_escape"), text)


def find_end(text: str, at: int, closer: str) -> int:
    """The index after the bracket or quote that closes what was opened before `at`; len(text) if none does."""
    stack, size = [closer], len(text)
    while stack and at < size:
        char, top, opens = text[at], stack[-1], text[at : at + 2]
        if char == "\\":
            at += 1
        elif char == top:
            stack.pop()
        elif opens in ("$(", "${"):
            stack.append(OPENERS[opens])
            at += 1
        elif char in '"`' or (top == ")" and char == "("):
            stack.append(")" if char == "(" else char)
        elif top == ")" and char == "'":
            at = text.find("'", at + 1) if "'" in text[at + 1 :] else size
        elif top == ")" and opens == "<<" and (found := DOCUMENT.match(text, at)):
            begin = text.find("\n", at) + 1
            at = skip_document(text, begin, found[2])[1] - 1 if begin else at
        at += 1
    return min(at, size)


def skip_document(text: str, begin: int, delimiter: str) -> tuple[str, int]:
    """(a here-document's body, the index after its last line)."""
    at = begin
    while at < len(text):
        end = text.find("\n", at) % (len(text) + 1)
        if text[at:end].strip(" \t") == delimiter:
            return text[begin:at], end
        at = end + 1
    return text[begin:], len(text)


def split_tokens(text: str) -> list[Token]:
    """The tokens of a line or a script, words as written; the cost is linear in the text."""
    out: list[Token] = []
    waiting = []
    at = 0
    while at < len(text):
        found = LEXEME.match(text, at)
        if not found or not found[0]:
            begin, at = at, find_word_end(text, at)
            out.append((WORD, text[begin:at]))
            continue
        at = found.end()
        if found["redirect"]:
            out.append((REDIRECT, found["redirect"], found["fd"].strip("{}")))
            waiting += [len(out)] if found["redirect"] in ("<<", "<<-") else []
        elif found["operator"]:
            out.append((OPERATOR, found[0]))
            for place in waiting if found[0] == "\n" else ():
                raw = out[place][1]
                delimiter = raw.strip("'\"").lstrip("\\")
                body, at = skip_document(text, at, delimiter)
                out[place] = (HERE, body, "yes" if raw == delimiter else "")
            waiting = waiting if found[0] != "\n" else []
    return out


def find_word_end(text: str, at: int) -> int:
    """The index after the word that begins at `at`."""
    begin = at
    while at < len(text):
        opener = text[at : at + 2] if text[at] in "$<>" else text[at]
        if opener in OPENERS:
            at = find_end(text, at + len(opener), OPENERS[opener])
        elif found := PIECE.match(text, at):
            at = found.end()
        else:
            break
    return max(at, begin + 1)


def find_marks(text: str) -> str:
    return "" if text.isascii() else "".join(sorted(filter(MARKS.match, set(text))))


def drop_marks(text: str) -> str:
    return text if text.isascii() else MARKS.sub("", text)


def limit_text(text: str) -> str:
    """At most LONGEST characters, with all marks."""
    return text if len(text) < LONGEST else f"{find_marks(text)}{text[:LONGEST]}"


class Walker:
    """The walk over one call.  Paths are as written, below the folder that the line changed to."""

    def __init__(self, facts: Facts, run_words: Callable[..., str]) -> None:
        self.facts, self.run_words = facts, run_words
        self.variables = {"HOME": "~", "PWD": ".", "IFS": " "}
        self.labels, self.files = dict[Label, str](), Pairs()
        self.remotes, self.sockets, self.functions = Pairs(), Pairs(), Pairs()
        self.sinks, self.commands = list[Sink](), list[Command]()
        self.writes, self.deletes = Words(), Words()
        self.runs, self.fetches = Words(), Words()
        self.folder = self.unknown = self.resumes = self.added = self.grown = ""
        self.steps = 0

    def mark(self, kind: str, detail: str) -> str:
        """The character that stands for a label."""
        if len(self.labels) < LABELS:
            self.labels.setdefault((kind, detail), chr(0xE000 + len(self.labels)))
        return self.labels.get((kind, detail), "")

    def read_labels(self, text: str) -> set[Label]:
        return {label for label, mark in self.labels.items() if mark in text}

    def send_text(self, program: str, places: Words, text: str, login: bool = False) -> None:
        labels = (one for one in self.read_labels(text) if one[0] != "fetched")
        sink = Sink(program, map(drop_marks, places), labels, drop_marks(text)[:LONGEST], login)
        self.sinks.append(sink)

    def expand_word(self, raw: str, depth: int, quoted: bool = False) -> str:
        out, at = [], 0
        while at < len(raw):
            opener = raw[at : at + 2] if raw[at] in "$<>" else raw[at]
            piece, end = raw[at], at + 1
            if found := PLAIN.match(raw, at):
                piece, end = found[0], found.end()
            elif piece == "\\":
                keep = quoted and raw[end : at + 2] not in ("$", "`", '"', "\\", "\n")
                piece, end = raw[at + (not keep) : at + 2].replace("\n", ""), at + 2
            elif not quoted and (found := QUOTED.match(raw, at)):
                piece, end = found[1] or decode_escapes(found[2] or ""), found.end()
            elif opener in OPENERS and not (quoted and opener in ('"', "<(", ">(")):
                begin, closer = at + len(opener), OPENERS[opener]
                end = find_end(raw, begin, closer)
                piece = self.expand_inner(opener, raw[begin:end].removesuffix(closer), depth)
            elif found := NAME.match(raw, at):
                piece, end = self.look_variable(found[1]), found.end()
            out.append(piece)
            at = end
        return limit_text("".join(out))

    def expand_inner(self, opener: str, inner: str, depth: int) -> str:
        """What stands in quotes, `$(...)`, `${...}` or `<(...)`."""
        if opener == '"':
            return self.expand_word(inner, depth, True)
        if opener[0] in "<>":
            path = f"/dev/fd/{len(self.files)}"
            self.files[path] = self.run_line(inner, depth + 1)
            return path
        if opener != "${":
            line = "" if inner.startswith("(") else inner.replace("\\`", "`")
            return self.run_line(line, depth + 1).rstrip("\n")
        found = PARAMETER.match(inner)
        if not found or self.is_over(depth):
            return ""
        value = self.look_variable(found[2])
        if found[3] and value[:1] in "$":
            return f"{self.expand_word(found[3], depth + 1, True)}{find_marks(value)}"
        return self.look_variable(value) if found[1] == "!" else value

    def look_variable(self, name: str) -> str:
        known = "" if self.is_over(0) else self.variables.get(name, "")
        self.steps += len(known) // 2000
        return known or (f"${name}{self.mark('env', name)}" if name[:1].isalpha() else "")

    def set_numbered(self, words: Words) -> None:
        """`$0`, `$1`, ..."""
        self.variables.update((str(number), word) for number, word in enumerate(words))

    def split_word(self, raw: str, depth: int) -> Words:
        """The words that one word as written becomes: by blanks in what was expanded."""
        word = self.expand_word(raw, depth)
        if raw[0] == "{" and "," in raw and raw[-1] == "}":
            return word[1:-1].split(",")
        bare = "$" in raw and not set(raw) & set("'\"")
        return word.split() if bare else [word] if word or raw[:1] in "'\"" else []

    def place_path(self, path: str) -> str:
        path = drop_marks(path).strip().removeprefix("./")
        if path in ".":
            return self.folder or "."
        return f"{self.folder.rstrip('/')}/{path}" if self.folder and path[0] not in "/~$" else path

    def load_text(self, path: str) -> str:
        """A file's text: as the line wrote it, or as the disk has it; "" if unknown."""
        path = self.place_path(path)
        if path not in self.files and is_file_name(path):
            return drop_marks(self.facts.get("file", path) or "")
        return self.files.get(path, "")

    def label_file(self, path: str) -> str:
        """The marks of what a path carries: itself, and what the line wrote into it or below it."""
        path = self.place_path(path)
        if not is_file_name(path):
            return find_marks(self.files.get(path, ""))
        marks, stem = self.mark("file", path), path.rstrip("*/")
        for name, written in self.files.items():
            if name == path or name.startswith(stem + "/" * (stem == path)):
                marks += find_marks(written)
        return find_marks(marks)

    def note_file(self, path: str, text: str, append: bool = False) -> None:
        """A redirection, a copy, an output option; what is below a mount leaves."""
        socket, at = SOCKET.match(path), path.rpartition("/")[0] or path
        if far := socket[1] if socket else self.sockets.get(at):
            self.send_text("/dev/tcp", [far], text)
        elif not path.isdigit() and (not path.startswith("/dev/") or "/shm/" in path):
            path = self.place_path(path)
            self.writes.append(path)
            self.grown += find_marks(text) * (append and path[0] not in "/~")
            self.files[path] = limit_text(f"{self.files.get(path, '') if append else ''}{text}")

    def run_line(self, line: str, depth: int = 0, stdin: str = "") -> str:
        """Walks a line or a script; returns what it prints."""
        self.note_runs(line)
        self.functions.update(FUNCTION.findall(line))
        tokens = split_tokens(self.cut_text(line) if drop_marks(line).strip() else "")
        self.steps += len(tokens) // 2 + len(line) // 40
        return self.run_tokens(tokens, depth, stdin)

    def cut_text(self, text: str) -> str:
        """As much of a text as is read."""
        self.unknown = TOO_LONG if len(text) >= LONGEST else self.unknown
        return text[:LONGEST]

    def note_runs(self, text: str) -> None:
        """Addresses whose content is run as a program."""
        self.runs += [one for kind, one in sorted(self.read_labels(text)) if kind == "fetched"]

    def is_over(self, depth: int) -> bool:
        self.steps += 1
        over = depth > DEPTH or self.steps > STEPS
        self.unknown = TOO_LONG if over else self.unknown
        return over

    def read_script(self, path: str, depth: int) -> str:
        """The text of a script that the call runs and the user has not committed; "" where there is none."""
        self.runs.append(path)
        text = self.load_text(path)
        self.note_runs(text)
        known = depth > DEPTH // 2 or self.facts.get("committed", self.place_path(path))
        return "" if known else text

    def run_tokens(self, tokens: list[Token], depth: int, stdin: str) -> str:
        """Walks tokens; blocks are a stack of (their first word, what feeds them, what they printed)."""
        stack = [["", stdin, ""]]
        at, size, piped = 0, len(tokens), stdin
        while at < size and not self.is_over(depth):
            kind, text = tokens[at][:2]
            after = at + 1
            while after < size and tokens[after][0] != OPERATOR:
                after += 1
            self.steps += (after - at) // 64
            head = kind in (OPERATOR, WORD)
            if head and text in BEGINS:
                if text in ("while", "until"):  # `while ...; done < file` at the end reads it
                    piped = self.redirect_words(tokens[-2:], depth, "")[1] or piped
                stack.append([text, piped, ""])
                if text in ("for", "select"):
                    self.set_loop(tokens[at + 1 : after], depth)
                at = after if text in "for select case".split() else at + 1
                continue
            if head and text in BLOCKS and len(stack) > 1 and (text != ")" or stack[-1][0] == "("):
                out, after = stack.pop()[2], at + 1
                while after < size and tokens[after][0] == REDIRECT:
                    after += 2
                out = self.put_out(self.redirect_words(tokens[at + 1 : after], depth, "")[2], out)
            elif kind == OPERATOR or text in NOISE:
                at, piped = at + 1, stack[-1][1] if kind == OPERATOR else piped
                continue
            else:
                out = self.run_command(tokens[at:after], depth, piped)
            at = after
            if at < size and tokens[at][1] in ("|", "|&"):
                piped, at = out, at + 1
            else:
                stack[-1][2] = limit_text(f"{stack[-1][2]}{out}")
                piped = stack[-1][1]
        return "".join(one[2] for one in stack)

    def set_loop(self, tokens: list[Token], depth: int) -> None:
        """`for x in a b`: the variable is the first item, and carries all."""
        raws = (one[1] for one in tokens[2:] if one[0] == WORD)
        items = [item for raw in raws for item in self.split_word(raw, depth)]
        marks = "".join(f"{find_marks(one)}{self.label_file(one)}" for one in items[:40])
        if tokens and items:
            self.variables[tokens[0][1]] = f"{items[0]}{marks}"

    def put_out(self, outs: Outs, out: str) -> str:
        for target, append in outs:
            self.note_file(target, out, append)
        return "" if outs else out

    def redirect_words(
        self, tokens: list[Token], depth: int, stdin: str
    ) -> tuple[Words, str, Outs]:
        """(the raw words, what comes in, the paths that the output goes to)."""
        words = []
        outs = []
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
            elif token[1] in "<&" and not socket:
                stdin = f"{self.load_text(word)}{self.label_file(word)}{find_marks(word)}"
            elif token[2] != "2" and token[1] != "<":
                outs.append((word, token[1] == ">>"))
        return words, stdin, outs

    def run_command(self, tokens: list[Token], depth: int, stdin: str) -> str:
        """One simple command: assignments, words, redirections."""
        raws, fed, outs = self.redirect_words(tokens, depth, stdin)
        words: Words = []
        for raw in raws:
            found = ASSIGNMENT.match(raw) if not words else None
            if not found:
                words += self.split_word(raw, depth)
                continue
            name, more, value = found.groups()
            value = self.expand_word(value[1:-1] if value.startswith("(") else value, depth)
            value = limit_text(f"{self.look_variable(name) if more else ''}{value}")
            self.run_words(self, ["export", f"{name}={value}"], depth, "")
        if not words:
            return self.put_out(outs, fed if fed != stdin else "")
        shell = words[0].rpartition("/")[2] in SHELLS
        if shell and any(SOCKET.match(target) for target, _ in outs):
            return self.put_out(outs, f"{fed}{self.mark('shell', words[0])}")
        return self.put_out(outs, self.run_words(self, words, depth, fed))


def is_file_name(path: str) -> bool:
    number = path.replace(".", "").isdigit()
    return 0 < len(path) < 300 and not number and "\n" not in path and path[:5] != "/dev/"
