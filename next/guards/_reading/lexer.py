"""A shell line becomes tokens as the shell would split it: words as written, operators, redirections, here-documents.

Tokens are tuples: (WORD, raw), (OPERATOR, text), (REDIRECT, operator, descriptor), (HERE, body, expands).
Cannot see: aliases, extended globs, history expansion.  Every loop moves forward: the cost is linear in the text.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    Token = tuple[str, ...]

WORD, OPERATOR, REDIRECT, HERE = "word", "operator", "redirect", "here"
LEXEME = re.compile(
    r"(?P<blank>(?:[ \t\r]|\\\n)+|(?<![^\s;|&(])\#[^\n]*)|(?P<redirect>(?:\{\w+\}|\d{1,3}|&)?(?:<<<|<<-?|<>|<&|>&|>>|>\||<|>))(?!\()"
    r"|(?P<operator>&&|\|\||;;|\|&|[;|&\n()])"
)
PIECE = re.compile(
    r"(?:\\.|'[^']*'?|\$'(?:\\.|[^'\\])*'?|[=?*+@!]\([^()]*\)|[^\s\\'\"`$;|&<>()]|\$(?![({'])|[<>](?=\())+",
    re.S,
)
DOCUMENT = re.compile(r"<<-?[ \t]*(['\"]?)\\?([\w.+-]+)\1[^\n]*\n")
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|.)", re.S)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "", "b": "", "e": "", "0": ""}


def decode_escapes(text: str) -> str:
    """What `$'...'`, `printf` and `echo -e` make of backslashes."""

    def decode(found: re.Match[str]) -> str:
        code = found[1]
        if code[0] in "xu" and len(code) > 1:
            return chr(int(code[1:], 16))
        return chr(int(code, 8) % 256) if code[0] in "1234567" else ESCAPES.get(code, code)

    return ESCAPE.sub(decode, text)


def find_end(text: str, at: int, closer: str) -> int:
    """The index after the bracket or quote that closes what was opened before `at`; len(text) if none does."""
    stack, size = [closer], len(text)
    while stack and at < size:
        char, top = text[at], stack[-1]
        opens = text[at : at + 2]
        if char == "\\":
            at += 1
        elif char == top:
            stack.pop()
        elif opens in ("$(", "${") or (opens in ("<(", ">(") and top == ")"):
            stack.append(")" if opens[1] == "(" else "}")
            at += 1
        elif char in '"`':
            stack.append(char)
        elif top == ")" and char == "(":
            stack.append(")")
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
    at, size = 0, len(text)
    while at < size:
        found = LEXEME.match(text, at)
        if not found or not found[0]:
            end = find_word_end(text, at)
            out.append((WORD, text[at:end]))
            at = end
            continue
        at = found.end()
        if found["redirect"]:
            operator = found[0].lstrip("{}&0123456789abcdefghijklmnopqrstuvwxyz_")
            out.append((REDIRECT, operator, found[0][: -len(operator)].strip("{}")))
            waiting += [len(out)] if operator in ("<<", "<<-") else []
        elif found["operator"]:
            out.append((OPERATOR, found[0]))
            for place in waiting if found[0] == "\n" else ():
                raw = out[place][1] if place < len(out) else ""
                delimiter = raw.strip("'\"").lstrip("\\")
                body, at = skip_document(text, at, delimiter)
                out[place] = (HERE, body, "yes" if raw == delimiter else "")
            waiting = waiting if found[0] != "\n" else []
    return out


def find_word_end(text: str, at: int) -> int:
    """The index after the word that begins at `at`."""
    begin, size = at, len(text)
    while at < size:
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
        if text == stack[-1] and (heads or kind == OPERATOR):
            stack.pop()
        elif text in CLOSERS and (kind == OPERATOR or (kind == WORD and heads)):
            stack.append(CLOSERS[text])
        heads = kind == OPERATOR or (heads and (text in NOISE or text in CLOSERS))
    return at
