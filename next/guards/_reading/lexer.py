"""A shell line becomes tokens as the shell would split it: words as written, operators, redirections, here-documents.

Tokens are tuples: (WORD, raw), (OPERATOR, text), (REDIRECT, operator, descriptor), (HERE, body, expands).
Cannot see: aliases, extended globs, history expansion.  Every loop moves forward: the cost is linear in the text.
"""

from __future__ import annotations

import re

from guards._text import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    Token = tuple[str, ...]

WORD, OPERATOR, REDIRECT, HERE = "word", "operator", "redirect", "here"
LEXEME = Form(
    r"(?P<blank>(?:[ \t\r]|\\\n)+|(?<![^\s;|&(])\#[^\n]*)"
    r"|(?P<fd>\d{0,2}|&|\{\w+\})(?P<redirect><<<|<<-?|<>|<&|>&|>>|>\||<|>)(?!\()"
    r"|(?P<operator>&&|\|\||;;|\|&|[;|&\n()])"
)
PIECE = Form(
    r"(?:\\.|'[^']*'?|\$'(?:\\.|[^'\\])*'?|[=?*+@!]\([^()]*\)|[^\s\\'\"`$;|&<>()]|\$(?![({'])|[<>](?=\())+",
    re.S,
)
DOCUMENT = Form(r"<<-?[ \t]*(['\"]?)\\?([\w.+-]+)\1[^\n]*\n")
ESCAPE = Form(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)", re.S)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "", "b": "", "e": "", "0": ""}


def decode_escapes(text: str) -> str:
    """What `$'...'`, `printf` and `echo -e` make of backslashes."""

    def decode(found: re.Match[str]) -> str:
        code = found[1]
        if code[0] == "x" and len(code) > 1:
            return chr(int(code[1:], 16))
        return chr(int(code, 8) % 256) if code[0] in "1234567" else ESCAPES.get(code, code)

    return ESCAPE.sub(decode, text)


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
            stack.append(")" if opens == "$(" else "}")
            at += 1
        elif char in '"`' or (top == ")" and char == "("):
            stack.append(")" if char == "(" else char)
        elif top == ")" and char == "'":
            at = text.find("'", at + 1) if "'" in text[at + 1 :] else size
        elif top == ")" and char == "<" and (found := DOCUMENT.match(text, at)):
            at = skip_document(text, found.end(), found[2])[1] - 1
        at += 1
    return min(at, size)


def skip_document(text: str, begin: int, delimiter: str) -> tuple[str, int]:
    """(a here-document's body, the index after its last line)."""
    found = re.compile(rf"^[ \t]*{re.escape(delimiter)}[ \t]*$", re.M).search(text, begin)
    return (text[begin : found.start()], found.end()) if found else (text[begin:], len(text))


def split_tokens(text: str) -> list[Token]:
    """The tokens of a line or a script."""
    out: list[Token] = []
    waiting: list[int] = []
    at = 0
    while at < len(text):
        found = LEXEME.match(text, at)
        if not found or not found[0]:
            end = find_word_end(text, at)
            out.append((WORD, text[at:end]))
            at = end
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
        opens = text[at : at + 2]
        if opens in ("$(", "${", "<(", ">("):
            at = find_end(text, at + 2, ")" if opens[1] == "(" else "}")
        elif text[at] in '"`':
            at = find_end(text, at + 1, text[at])
        elif found := PIECE.match(text, at):
            at = found.end()
        else:
            break
    return max(at, begin + 1)
