"""What a shell makes of a text that it knows: `${x//a/b}`, `${x#a}`, `${x:0:3}`, `tr`, sed's `s`.

Law: a text that is known stays known where the change to it is a plain one; else it is given back as it was.
Cannot see: what a pattern with more than one `*`, or a regular expression, makes of it.
"""
from __future__ import annotations

from guards._text.glob import match

SPECIAL = frozenset(".*[]^$+?(){}|\\")


def expanded(text: str, rest: str) -> str:
    """The value of `${name<rest>}` where the variable holds this text.

    >>> expanded("a_b_c", "//_/ "), expanded("xx.env", "#xx"), expanded("abcdef", ":1:2"), expanded("a b c", "[1]")
    ('a b c', '.env', 'bc', 'b')
    """
    if rest[:1] == "/":
        many = rest.startswith("//")
        old, _, new = rest[1 + many:].partition("/")
        return text if not old or "*" in old or "?" in old or "$" in old else text.replace(old, new, -1 if many else 1)
    if rest[:1] in ("#", "%"):
        return cut(text, rest.lstrip("#%"), rest[0] == "#", rest[:2] in ("##", "%%"))
    if rest[:1] == "[":
        at = rest[1:].partition("]")[0]
        words = text.split()
        return words[int(at)] if at.isdigit() and int(at) < len(words) else text
    if rest[:1] == ":" and rest[1:2] not in ("-", "=", "+", "?"):
        start, _, size = rest[1:].strip().partition(":")
        if start.strip().isdigit() and (not size or size.strip().isdigit()):
            return text[int(start):int(start) + int(size) if size else None]
    return text


def fields(text: str, marks: str) -> list[str]:
    """A value as the words into which a shell parts it; `marks`: what IFS was set to.

    >>> fields("curl_-d", "_"), fields("a  b", "")
    (['curl', '-d'], ['a', 'b'])
    """
    for mark in marks:
        text = text.replace(mark, " ")
    return text.split()


def cut(text: str, pattern: str, front: bool, most: bool) -> str:
    """The text without the shortest, or longest, piece at its front or end that fits the pattern."""
    sizes = range(len(text), -1, -1) if most else range(len(text) + 1)
    for size in sizes if len(text) < 1000 else ():
        piece = text[:size] if front else text[len(text) - size:]
        if match(pattern, piece):
            return text[size:] if front else text[:len(text) - size]
    return text


def translated(text: str, old: str, new: str) -> str:
    """What `tr OLD NEW` makes of a text.

    >>> translated("phey -q", "a-zA-Z", "n-za-mN-ZA-M"), translated("a_b", "_", " ")
    ('curl -d', 'a b')
    """
    before, after = letters(old), letters(new)
    if not before or not after:
        return text
    after += after[-1] * (len(before) - len(after))
    return text.translate(dict(zip(map(ord, before), after)))


def letters(set_: str) -> str:
    """The letters of a set of `tr`: ranges and classes written out."""
    for name, said in (("[:upper:]", "A-Z"), ("[:lower:]", "a-z"), ("[:digit:]", "0-9"), ("\\n", "\n"), ("\\t", "\t")):
        set_ = set_.replace(name, said)
    found = []
    i = 0
    while i < len(set_):
        if set_[i + 1:i + 2] == "-" and i + 2 < len(set_):
            found += [chr(c) for c in range(ord(set_[i]), min(ord(set_[i + 2]), 255) + 1)]
            i += 3
        else:
            found.append(set_[i])
            i += 1
    return "".join(found)


def substituted(text: str, script: str) -> str:
    """What sed's `s` makes of a text, where it looks for plain letters.

    >>> substituted("cXuXrl", "s/X//g"), substituted("a", "s/./b/")
    ('curl', 'a')
    """
    if script[:1] != "s" or len(script) < 4 or script[1].isalnum():
        return text
    parts = script[1:].split(script[1])
    if len(parts) < 4 or not parts[1] or not SPECIAL.isdisjoint(parts[1]) or "\\" in parts[2] or "&" in parts[2]:
        return text
    return text.replace(parts[1], parts[2], -1 if "g" in parts[3] else 1)
