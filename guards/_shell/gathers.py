"""Code that reads files which it names at run time: found by a walk or a pattern, or under a name that is put together.

Law: what such code hands to a network is the folder in which it looks, as a whole; a pattern that takes files of one
kind takes no others.
Cannot see: which of the files the code leaves out by other means.
"""
from __future__ import annotations

from guards._shell.flow import NOTHING, Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.machine import Machine

WALKS = tuple("""os.walk( glob( globsync( iterdir( listdir( scandir( readdir( readdirsync( walkdir( dir[ find.find(
    filepath.walk opendir( make_archive( children( entries(""".split())
READS = tuple("read open( slurp file_get_contents make_archive tarfile zipfile".split())
# Where code hands something over, and what it is given from outside.
SENDS = tuple("post put( sendall send( sendto upload data= body: body= storbinary".split())
GIVEN = ("argv", "stdin", "input(", "args[", "<>")
NAMED = tuple("open( readfile read_bytes read_text file.read slurp".split())      # with a file's name
PLUS = ("+", " + ", " . ", " .. ", "..", " ")


JOINED = 40         # lines of one statement


def statements(text: str) -> list[str]:
    """The statements of nearly any language: a line, and those behind it while a bracket is open."""
    found: list[str] = []
    row: list[str] = []
    depth = 0
    for line in text.split("\n"):
        row.append(line)
        depth += line.count("(") + line.count("[") - line.count(")") - line.count("]")
        if depth <= 0 or len(row) >= JOINED:
            found.append("\n".join(row))
            row, depth = [], 0
    return found + (["\n".join(row)] if row else [])


def literals(text: str) -> list[str]:
    """The string literals of nearly any language; a backslash escapes."""
    found: list[str] = []
    after = dict.fromkeys("'\"`", -1)       # where each mark stands next, from `at` on
    at = 0
    while len(found) < 10_000:
        for mark, place in after.items():
            if place < at:
                place = text.find(mark, at)
                after[mark] = place if place >= 0 else len(text)
        at = min(after.values())
        if at >= len(text):
            break
        mark = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
        start = at + len(mark)
        end = _closed(text, mark, start)
        found.append(text[start:end])
        at = end + len(mark)
    return found


def _closed(text: str, mark: str, at: int) -> int:
    """Where a string that began before `at` ends; the text's end where nothing closes it."""
    end = text.find(mark, at)
    while True:
        end = end if end >= 0 else len(text)
        escape = text.find("\\", at, end)
        if escape < 0:
            return end
        at = escape + 2
        if at > end:
            end = text.find(mark, at)


SPEAKS = ("def ", "class ", "async def ", ")")      # how the line begins behind which a docstring may stand


def undocumented(text: str) -> str:
    """A code without comments on lines of their own and without docstrings, which nothing runs; those stay where the
    code reads them itself.

    >>> undocumented('def f(x):\\n    \"\"\"rm -rf x\"\"\"\\n    run(x,\\n    \"\"\"ls\"\"\")')
    'def f(x):\\n\\n    run(x,\\n    \"\"\"ls\"\"\")'
    """
    reads = "__doc__" in text or "getdoc" in text
    kept: list[str] = []
    lines, at, before = text.split("\n"), 0, ""
    while at < len(lines):
        bare = lines[at].strip()
        opened = bare.lstrip("rRuU")
        quote = opened[:3]
        speaks = not reads and (not before or (before.endswith(":") and (
            before.startswith(SPEAKS) or "->" in before)))
        if bare.startswith(("#", "//")):
            pass
        elif quote in ('"""', "'''") and speaks:
            rest = opened[3:]
            while quote not in rest and at + 1 < len(lines):
                at += 1
                rest = lines[at]
            kept.append(rest.partition(quote)[2])
            before = quote
        else:
            kept.append(lines[at])
            before = bare or before
        at += 1
    return "\n".join(kept)


def folded(text: str) -> str:
    """The text with string literals put together that the code puts together.

    >>> folded("open('.'+'env'), \\"a\\" + \\"b\\""), folded("f('a', 'b')")
    ('open(\\'.env\\'), "ab"', "f('a', 'b')")
    """
    for quote in "'\"":
        for plus in PLUS:
            text = text.replace(f"{quote}{plus}{quote}", "")
    return text


def gathered(machine: Machine, text: str, strings: list[str], inline: bool) -> Flow:
    """The folder that code on its way to a network takes files from; NOTHING where it reads none, or names them.

    inline   the code stands in the command, and in no file of the project
    """
    low = text.lower().replace("urlopen(", "fetch(")
    if not any(word in low for word in READS) or not hands_over(low):
        return NOTHING
    at = next((i for i in (low.find(word) for word in WALKS) if i >= 0), -1)
    if at >= 0:
        base, known = start(text[:at], text[at:at + 300])
        if one_kind(strings) or not (known or inline):
            return NOTHING
        return Flow(whole=True, files=(machine.path(base or "."),))
    named = any(0 < len(one) < 300 and " " not in one and ("." in one[:-1] or "/" in one) and "://" not in one
                for one in strings)
    if not inline or named or any(word in low for word in GIVEN) or not any(
            word in low for word in NAMED):
        return NOTHING
    return Flow(whole=True, files=(machine.path("."),))


def hands_over(low: str) -> bool:
    """Does code give something to the network, or open an address and a file in one statement?"""
    if any(word in low for word in SENDS):
        return True
    return any("fetch(" in one and any(word in one for word in NAMED) for line in low.split("\n")
               for one in line.split(";"))


def start(before: str, after: str) -> tuple[str, bool]:
    """(the folder in which a walk begins, is it said): its first argument, or the path that it is called on."""
    _, opened, rest = after.partition("[" if after.lower().startswith("dir[") else "(")
    first = rest.lstrip()[:1]
    pattern = literals(rest)[0] if opened and first and first in "'\"`" and literals(rest) else ""
    if before.rstrip("abcdefghijklmnopqrstuvwxyz").endswith(")."):          # Path('src').rglob('*')
        inside = literals(before[before.rfind("("):])
        return (inside[-1] if inside else ""), bool(inside)
    plain = pattern.split("*")[0].split("?")[0]
    return (plain if plain == pattern else plain.rpartition("/")[0]), bool(pattern)


def one_kind(strings: list[str]) -> bool:
    """Does the code take files of one kind only: `*.md`, `endswith('.py')`?"""
    ends = [one.rpartition("*")[2] for one in strings if ("*" in one and len(one) < 80) or (
        one.startswith(".") and len(one) < 12)]
    return any(end[:1] == "." and end[1:].isalnum() and end not in (".env", ".pem", ".key") for end in ends)
