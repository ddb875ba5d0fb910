"""A name of ours that code puts together from pieces, or spells in another alphabet.

Law: the literals of a code count by themselves, joined with their neighbours, with what is filled into them as "any",
and decoded (backwards, hex, base64, rot13, escapes).  What is computed letter by letter cannot be read: code that
removes or writes what it spells so is named as such.
Cannot see: a name that comes from a file, a network or the environment.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

RUN = 15            # literals that are put together
MOST = 200          # literals of one code
BETWEEN = frozenset(" +.,\n\t()[]&\\~%")       # what may stand between pieces that are put together
# Marks of a text that is made from numbers or another alphabet.
DECODES = ("chr(", "chr,", "fromcharcode", "fromcodepoint", "fromhex", "unhexlify", "b64decode", "atob(", "[::-1]",
           "reversed(", ".reverse", "pack(", "pack(\"", "rot13", "rot_13", "bytes([", "bytearray([", "maketrans",
           "'base64'", "\"base64\"", "unescape(", "unpack")
REMOVING = ("rmtree(", "remove(", "unlink(", "rmdir(", "rmsync(", "rm_rf", "rm_r", "removeall(", "rename(", "move(",
            "truncate(", "writefilesync(", "write_text(", "remove_dir_all(", "rm(", "rimraf")
FAR = 200
CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">", "/": "/", "|": "|", "!": "!"}


def spelled(text: str) -> Iterator[str]:
    """Each string that the literals of a code could make.

    >>> ".autoskillit" in spelled("rm(['.auto','skillit'].join(''))"), ".*skillit/x" in spelled("`.${a}skillit/x`")
    (True, True)
    >>> "autoskillit" in spelled("x('tilliksotua')"), "autoskillit" in spelled("x('nhgbfxvyyvg')")
    (True, True)
    """
    yield from _quoted(text)
    run: list[str] = []
    last, count = -1, 0
    at = 0
    while at < len(text) and count < MOST:
        quote = text[at]
        if quote not in "'\"`":
            at += 1
            continue
        end = at + 1
        while end < len(text) and text[end] != quote:
            end += 2 if text[end] == "\\" else 1
        piece = _filled(_unescaped(text[at + 1:end]))
        between = text[last:at] if last >= 0 else ""
        joined = last >= 0 and len(between) < 40 and (
            BETWEEN.issuperset(between) or ("+" in between and between.count("+") > 1))
        if joined and not BETWEEN.issuperset(between):
            run.append("*")
        run = [*run[-RUN:], piece] if joined else [piece]
        yield piece
        for first in range(len(run) - 1):
            yield "".join(run[first:])
        yield from _decoded(piece)
        last, at, count = end + 1, end + 1, count + 1


def _quoted(text: str) -> Iterator[str]:
    """What Ruby and Perl quote by a letter: `%q(...)`, `%w[...]`, `qq{...}`, at most fifty.

    >>> list(_quoted("rm_rf(%q(.a) + q{b}); faq(x)"))
    ['.a', 'b']
    """
    at = found = 0
    while at < len(text) - 3 and found < 50:
        end = at + 1
        while end < at + 3 and text[end] in "qQwWiIx":
            end += 1
        starts = text[at] in "%q" and not (at and (text[at - 1].isalnum() or text[at - 1] in "_%"))
        if starts and text[end] in CLOSES and (text[at] == "q" or end > at + 1):
            close = text.find(CLOSES[text[end]], end + 1)
            if close > 0:
                found += 1
                yield from text[end + 1:close].split()
        at += 1


def _filled(piece: str) -> str:
    """A template with "any" in its holes: `.${a}it`, f".{a}it", ".#{a}it", ".%sit".

    >>> _filled("a${b}c"), _filled("a{b}c"), _filled("{a,b}"), _filled("%s.x")
    ('a*c', 'a*c', '{a,b}', '*.x')
    """
    for opened in ("${", "#{", "{"):
        while opened in piece and "}" in piece.partition(opened)[2]:
            head, _, rest = piece.partition(opened)
            inner, _, tail = rest.partition("}")
            if opened == "{" and "," in inner:
                return piece
            piece = f"{head}*{tail}"
    return piece.replace("%s", "*")


def _unescaped(piece: str) -> str:
    """`\\x2e`, `\\u002e` and `\\056` as their characters."""
    if "\\" not in piece:
        return piece
    out, at = [], 0
    while at < len(piece):
        width = {"x": 2, "u": 4}.get(piece[at + 1:at + 2], 0) if piece[at] == "\\" else 0
        digits = piece[at + 2:at + 2 + width]
        if width and len(digits) == width and all(c in "0123456789abcdefABCDEF" for c in digits):
            out.append(chr(int(digits, 16)))
            at += 2 + width
        elif piece[at] == "\\" and len(octal := piece[at + 1:at + 4]) == 3 and set("01234567").issuperset(octal):
            out.append(chr(int(octal, 8) & 0xFF))
            at += 4
        else:
            out.append(piece[at])
            at += 1
    return "".join(out)


def _decoded(piece: str) -> Iterator[str]:
    """What a literal says backwards, in hex, base64 and rot13, where that is a name at all."""
    if not 7 < len(piece) < 300 or " " in piece:
        return
    yield piece[::-1]
    yield "".join(_turned(c) for c in piece)
    from binascii import a2b_base64, a2b_hex

    for decode in (a2b_hex, a2b_base64):
        try:
            yield decode(piece + "=" * (-len(piece) % 4 if decode is a2b_base64 else 0)).decode("ascii")
        except ValueError:
            continue


def _turned(c: str) -> str:
    base = ord("a") if "a" <= c <= "z" else ord("A") if "A" <= c <= "Z" else 0
    return chr((ord(c) - base + 13) % 26 + base) if base else c


def hides(text: str) -> bool:
    """Does code remove or write what it spells letter by letter?

    >>> hides("rmtree('.'+''.join(map(chr,[97,117])))"), hides("p = b64decode(x); rmtree(p)")
    (True, True)
    >>> hides("d = b64decode(x); open(t).write(d); os.remove(t)")
    False
    """
    low = text.lower()
    if not any(mark in low for mark in DECODES):
        return False
    for word in REMOVING:
        at = low.find(word)
        while at >= 0:
            start = at + len(word)
            target = low[max(0, low.rfind("\n", 0, at), low.rfind(";", 0, at)):at][-60:] if word in (
                "unlink(", "write_text(", "remove(") and low[start:start + 1] == ")" else ""
            target += low[start:start + FAR].split("\n")[0].split(";")[0]
            if any(mark in target for mark in DECODES) or any(_made_so(name, low) for name in _names(target)):
                return True
            at = low.find(word, start)
    return False


def _names(expression: str) -> list[str]:
    """The names in an expression, those of functions left out."""
    text = "".join(c if c.isalnum() or c in "_(" else " " for c in expression)
    return [word for word in text.split()[:6] if word.isidentifier()]


def _made_so(name: str, low: str) -> bool:
    for equals in (f"{name} = ", f"{name}="):
        at = low.find(equals)
        if at >= 0 and (at == 0 or not (low[at - 1].isalnum() or low[at - 1] in "_.")):
            value = low[at + len(equals):at + len(equals) + FAR].split("\n")[0].split(";")[0]
            if any(mark in value for mark in DECODES):
                return True
    return False
