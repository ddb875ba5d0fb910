"""Literals in a text: JSON, Python's repr and YAML's quoted scalars in one reader, tolerant of a cut end.

Law: every function goes forward: what it read it does not read again.
"""
from __future__ import annotations

DEPTH = 30             # levels of one literal
_WORDS: dict[str, object] = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\n", "b": " ", "f": "\n", "/": "/", "\\": "\\", "'": "'", '"': '"', "\n": ""}


def opens_literal(text: str, at: int) -> bool:
    """Does a JSON or Python literal begin here?  Sixty characters decide."""
    head = text[at:at + 60].replace(" ", "").replace("\n", "")
    return head[:2] in ('{"', "{'", "[{", '["', "['", "[]", "{}", "[[") or (head[:1] == "[" and head[1:2].isdigit()
                                                                           and "," in head)


def literal(text: str, at: int = 0) -> tuple[object, int]:
    """(the value that begins here, where it ends); a cut or broken end closes what is open.

    >>> literal('{"a": [1, "x\\\\ny"], "b": null}')[0]
    {'a': ['1', 'x\\ny'], 'b': None}
    >>> literal("{'a': 'it's', 'b': {'c': True")[0]
    {'a': "it's", 'b': {'c': True}}
    """
    return _value(text, at, 0)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _value(text: str, at: int, depth: int) -> tuple[object, int]:
    at = _skip(text, at)
    c = text[at:at + 1]
    if c == "{" and depth < DEPTH:
        return _dict(text, at + 1, depth)
    if c in ("[", "(") and c and depth < DEPTH:
        return _list(text, at + 1, depth)
    if c in ("'", '"') and c:
        return _string(text, at)
    end = at
    while end < len(text) and text[end] not in ",}])\n":
        end += 1
    word = text[at:end].strip()
    return _WORDS.get(word, word), end


def _member(text: str, at: int) -> int:
    """Where the next member of a list or dict begins, or what ends it."""
    at = _skip(text, at)
    while text.startswith(",", at):
        at = _skip(text, at + 1)
    return at


def _dict(text: str, at: int, depth: int) -> tuple[object, int]:
    out: dict[str, object] = {}
    while True:
        at = _member(text, at)
        if at >= len(text) or text[at] in "}])":
            return out, at + 1
        if text[at] in "'\"":
            name, at = _string(text, at)
        else:
            end = at
            while end < len(text) and text[end] not in ":,}\n":
                end += 1
            name, at = text[at:end].strip(), max(end, at + 1)
        at = _skip(text, at)
        if text[at:at + 1] == ":":
            value, at = _value(text, at + 1, depth + 1)
            out[name if name not in out else f"{name} {len(out)}"] = value
        else:
            out.setdefault(name, name)


def _list(text: str, at: int, depth: int) -> tuple[object, int]:
    out: list[object] = []
    while True:
        at = _member(text, at)
        if at >= len(text) or text[at] in "}])":
            return out, at + 1
        before = at
        value, at = _value(text, at, depth + 1)
        out.append(value)
        at = max(at, before + 1)


def _string(text: str, at: int) -> tuple[str, int]:
    quote = text[at]
    part: list[str] = []
    i = at + 1
    while True:
        end = text.find(quote, i)
        while 0 <= end < len(text) - 1 and text[end + 1] not in " \t\r\n,}]):" and text.find("\\", i, end) < 0:
            end = text.find(quote, end + 1)     # an apostrophe that nobody escaped
        if end < 0:
            end = len(text)
        slash = text.find("\\", i, end)
        if slash < 0:
            part.append(text[i:end])
            return "".join(part), end + 1
        part.append(text[i:slash])
        c = text[slash + 1:slash + 2]
        if c in ("u", "x"):
            width = 4 if c == "u" else 2
            digits = text[slash + 2:slash + 2 + width]
            if len(digits) == width and all(d in "0123456789abcdefABCDEF" for d in digits):
                part.append(chr(int(digits, 16)))
                i = slash + 2 + width
                continue
        part.append(_ESCAPES.get(c, c))
        i = slash + 2


def scalar_end(text: str, at: int) -> int:
    """Where the quoted scalar that begins here ends, or 0 where it does not end at a line's end."""
    quote = text[at]
    i = at + 1
    while True:
        i = text.find(quote, i)
        if i < 0:
            return 0
        if quote == "'" and text[i + 1:i + 2] == "'":
            i += 2
            continue
        if quote == '"':
            back = i - 1
            while text[back] == "\\":
                back -= 1
            if (i - 1 - back) % 2:
                i += 1
                continue
        rest = text[i + 1:i + 2]
        return i + 1 if rest in ("", "\n") else 0


def unfold(scalar: str) -> str:
    """A quoted YAML scalar as the text it stands for: folded lines joined, blank lines as newlines.

    >>> unfold("'It''s\\n    here.\\n\\n    Next'")
    "It's here.\\nNext"
    """
    quote, body = scalar[0], scalar[1:-1]
    if quote == '"':
        body = _join(body.replace("\\\\", "\0"))
        body = _string('"' + body.replace("\0", "\\\\").replace('"', '"') + '"', 0)[0] if "\\" in body else body
        return body.replace("\0", "\\")
    return _join(body).replace("''", "'")


def _join(body: str) -> str:
    lines = body.split("\n")
    out = lines[0]
    blank = 0
    for line in lines[1:]:
        stripped = line.strip()
        if not stripped:
            blank += 1
            continue
        if out.endswith("\\"):
            out = out[:-1]
            if stripped.startswith("\\ "):
                stripped = stripped[1:]
            out += stripped
        else:
            out += "\n" * blank + stripped if blank else " " + stripped
        blank = 0
    return out
