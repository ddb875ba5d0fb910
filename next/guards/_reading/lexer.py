"""A shell line becomes tokens as the shell would split it: words as written, operators, redirections, here-documents.

Tokens are tuples: (WORD, raw), (OPERATOR, text), (REDIRECT, operator, descriptor), (HERE, body, expands).
Cannot see: aliases, extended globs, history expansion.  Every loop moves forward: the cost is linear in the text.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Token = tuple[str, ...]
    Label = tuple[str, str]

WORD, OPERATOR, REDIRECT, HERE = "word", "operator", "redirect", "here"
OPERATORS = ("&&", "||", ";;", "|&", ";", "|", "&", "\n", "(", ")")
REDIRECTION = re.compile(r"(?:\{\w+\}|\d{0,3}|&)(<<<|<<-?|<>|<&|>&|>>|>\||<|>)(?!\()")
DELIMITER = re.compile(r"<<-?\s*(?:(['\"])(.*?)\1|\\?([\w.+-]+))")
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|.)", re.S)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "", "b": "", "e": "", "0": ""}
BLANK = " \t\r"
ENDS_WORD = " \t\r\n;|&<>()"


class Text:
    """A word's text as far as it is known, and the labels of what it carries."""

    __slots__ = ("labels", "text")

    def __init__(self, text: str = "", labels: Iterable[Label] = ()) -> None:
        self.text, self.labels = text, frozenset(labels)

    def __add__(self, other: Text) -> Text:
        return Text(self.text + other.text, self.labels | other.labels)


def join_texts(parts: Iterable[Text], between: str = " ") -> Text:
    """The texts in one, with the labels of all."""
    found = list(parts)
    return Text(between.join(p.text for p in found), {one for p in found for one in p.labels})


def decode_escapes(text: str) -> str:
    """What `$'...'`, `printf` and `echo -e` make of backslashes."""

    def decode(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] in "xu" and len(code) > 1:
            return chr(int(code[1:], 16))
        return chr(int(code, 8) % 256) if code[0] in "1234567" else ESCAPES.get(code, code)

    return ESCAPE.sub(decode, text)


def find_end(text: str, at: int, closer: str) -> int:
    """The index after the bracket or quote that closes what was opened before `at`; len(text) if none does."""
    stack, size = [closer], len(text)
    while at < size:
        char, top = text[at], stack[-1]
        if top == "'":
            at = text.find("'", at) + 1 or size
            stack.pop()
        elif char == "\\":
            at += 2
            continue
        elif char == top:
            at += 1
            stack.pop()
        elif text.startswith(("$(", "${"), at):
            stack.append(")" if text[at + 1] == "(" else "}")
            at += 2
        elif char == '"' or (char == "`" and top != "`"):
            stack.append(char)
            at += 1
        elif top == ")" and char in "('":
            stack.append(")" if char == "(" else "'")
            at += 1
        elif top == ")" and char == "<" and (here := DELIMITER.match(text, at)):
            at = skip_document(text, here.end(), here[2] or here[3] or "")[1]
        else:
            at += 1
        if not stack:
            return min(at, size)
    return size


def skip_document(text: str, at: int, delimiter: str) -> tuple[int, int, int]:
    """(begin of a here-document's body, where its last line ends, where the body ends)."""
    begin = text.find("\n", at) + 1 or len(text)
    line = begin
    while line < len(text):
        end = text.find("\n", line)
        end = len(text) if end < 0 else end
        if text[line:end].strip() == delimiter:
            return begin, end, line
        line = end + 1
    return begin, len(text), len(text)


def find_word_end(text: str, at: int) -> int:
    """The index after the word that begins at `at`."""
    begin, size = at, len(text)
    while at < size:
        char = text[at]
        if char == "\\":
            at += 2
        elif char == "'":
            ansi = at > begin and text[at - 1] == "$"
            at = find_ansi_end(text, at + 1) if ansi else text.find("'", at + 1) + 1 or size
        elif char in '"`':
            at = find_end(text, at + 1, char)
        elif text.startswith(("$(", "<(", ">("), at):
            at = find_end(text, at + 2, ")")
        elif text.startswith("${", at):
            at = find_end(text, at + 2, "}")
        elif char == "(" and at > begin and text[at - 1] in "=?*+@!":
            at = find_end(text, at + 1, ")")
        elif char in ENDS_WORD:
            break
        else:
            at += 1
    return min(max(at, begin + 1), size)


def find_ansi_end(text: str, at: int) -> int:
    """The index after the quote that ends `$'...'`."""
    while at < len(text) and text[at] != "'":
        at += 2 if text[at] == "\\" else 1
    return at + 1


def split_tokens(text: str) -> list[Token]:
    """The tokens of a line or a script."""
    out: list[Token] = []
    waiting: list[int] = []
    at, size = 0, len(text)
    while at < size:
        char = text[at]
        if text.startswith("\\\n", at):
            at += 2
        elif char in BLANK:
            at += 1
        elif char == "#" and (not at or text[at - 1] in " \t\n;|&("):
            at = text.find("\n", at) if "\n" in text[at:] else size
        elif (found := REDIRECTION.match(text, at)) and (
            char in "<>&{" or text[at - 1] in ENDS_WORD or not at
        ):
            at = found.end()
            out.append((REDIRECT, found[1], found[0][: -len(found[1])].strip("{}")))
            if found[1] in ("<<", "<<-"):
                waiting.append(len(out))
        elif operator := next((one for one in OPERATORS if text.startswith(one, at)), ""):
            at += len(operator)
            out.append((OPERATOR, operator))
            if operator == "\n" and waiting:
                at = take_documents(text, at - 1, out, waiting)
        else:
            end = find_word_end(text, at)
            out.append((WORD, text[at:end]))
            at = end
    return out


def take_documents(text: str, at: int, out: list[Token], waiting: list[int]) -> int:
    """Puts the bodies of here-documents in the place of their delimiters; where the line goes on."""
    for place in waiting:
        if place < len(out) and out[place][0] == WORD:
            raw = out[place][1]
            delimiter = re.sub(r"[\\'\"]", "", raw)
            begin, after, end = skip_document(text, at, delimiter)
            out[place] = (HERE, text[begin:end], "yes" if raw == delimiter else "")
            at = after
    waiting.clear()
    return at


CLOSERS = dict(
    one.split("-")
    for one in "if-fi while-done until-done for-done select-done case-esac {-} (-)".split()
)
NOISE = frozenset("then do else elif ! time coproc fi done } esac".split())


def find_block_end(tokens: list[Token], at: int) -> int:
    """The index after the word that closes the compound command at `at`."""
    stack, heads = [CLOSERS[tokens[at][1]]], True
    at += 1
    while at < len(tokens) and stack:
        kind, text = tokens[at][:2]
        at += 1
        if kind == OPERATOR:
            heads = True
            if text == "(":
                stack.append(")")
            elif text == ")" and stack[-1] == ")":
                stack.pop()
        elif kind == WORD and heads:
            if text == stack[-1]:
                stack.pop()
            elif text in CLOSERS:
                stack.append(CLOSERS[text])
            heads = text in NOISE or text in CLOSERS
    return at
