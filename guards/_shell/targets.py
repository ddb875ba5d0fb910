"""Which paths a code of another language removes, and which it writes over whole.

Law: a path counts where it is the argument of such a call: a literal, a name that the same code gives a literal, an
argument of the command line, what a literal pattern or folder lists.  What goes of a listing from which the code picks
is told as BUILT.  A file that the same code reads, too, is edited
and not written over.
Limitations: a path that a function of the code returns.
"""
from __future__ import annotations

from guards._shell.literals import literals, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Calls that remove the path which is their first argument, in lower case.
REMOVING = tuple("""rmtree( os.remove( os.removedirs( rmsync( unlinksync( rmdirsync( removesync( rm_rf(
    rm_r( remove_dir( remove_entry( fs.rm( fs.rmdir( rimraf( file.delete( dir.delete( deltree(
    remove_tree( unlink( promises.rm( os.truncate( deno.remove(""".split())
BARE_REMOVING = ("unlink ", "rm_rf ", "rm_r ")     # without brackets: Perl, Ruby
# Calls that put a whole content there: the first argument, where an "o" is told as one that is opened to write.
WRITING = (("open(", "o"), ("writefilesync(", ""), ("writefile(", ""), ("file_put_contents(", ""), ("file.write(", ""),
           ("writetextfile(", ""), ("writetextfilesync(", ""), ("bun.write(", ""), ("truncatesync(", ""))
METHODS = (".write_text(", ".write_bytes(")
LISTED = tuple("iterdir listdir scandir os.walk rglob readdirsync dir.children dir.each_child".split())
# Names before a dot or bracket that are no variable of the code.
MODULES = frozenset("""
    os path pathlib Path PurePath shutil glob iglob sys str fs fsp promises require process File Dir FileUtils Deno
    Bun IO io sorted list reversed iterdir listdir scandir rglob readdirSync join resolve expanduser walk open
    import node map filter forEach then await async const let my each children string
    strip rstrip parent absolute as_posix recursive true True force""".split())
FAR = 300       # characters of an argument
BUILT = "$(...)"    # what goes of a listing only the run can tell
MOST = 40       # paths of one code


def targets(text: str, args: Sequence[str] = ()) -> list[tuple[str, str]]:
    """("removes" or "writes", path) of all of them.

    >>> targets("import shutil; d = 'a'; shutil.rmtree(d)"), targets("open('x', 'w').write('')"), targets("open('x')")
    ([('removes', 'a')], [('writes', 'x')], [])
    >>> targets("s = open('x').read(); open('x', 'w').write(s)"), targets("os.remove(os.path.join(tmp(), 'x'))")
    ([], [])
    """
    low = text.lower()
    found: dict[tuple[str, str], None] = {}
    picks = any(word in low for word in ("glob", *LISTED)) and "tempfile" not in low
    for how, expression in named(text, low):
        if how == "writes" and edits(text, low, expression):
            continue
        known = paths(expression, text, args)
        if how == "removes":        # 'notes/' + f: all of it
            known += literals(expression)[:1] if expression[:1] in "'\"" else [BUILT] * (picks and not known)
        for path in known:
            found[how, path] = None
    return [(how, path) for how, path in found if path.strip() and "\n" not in path and "{" not in path][:MOST]


def named(text: str, low: str) -> Iterator[tuple[str, str]]:
    """(how, expression) of each thing that is removed or written over."""
    for at, word in places(low, REMOVING):
        first = argument(text[at + len(word):at + len(word) + FAR])
        before = receiver(text[:at + len(word)]) if word == "unlink(" and low[at - 1:at] == "." else ""
        yield "removes", before if before and before not in MODULES else first
    for at, word in places(low, BARE_REMOVING):
        yield "removes", text[at + len(word):at + len(word) + FAR].split(";")[0].split("\n")[0]
    for at, word in places(low, [word for word, _ in WRITING]):
        rest = text[at + len(word):at + len(word) + FAR]
        first = argument(rest)
        if word == "open(" and not opened_to_write(rest[len(first):], low[max(0, at - 2):at]):
            continue
        yield "writes", first
    for at, _ in places(low, METHODS):
        yield "writes", receiver(text[:at + 1] + "x(")


def opened_to_write(rest: str, before: str) -> bool:
    """Is the second argument of `open` a mode that empties?"""
    if not rest.startswith(",") or before.endswith("_"):
        return False
    second = argument(rest[1:])
    mode = next(iter(literals(second)), "")
    return mode[:1] == "w" and len(mode) < 5


def argument(text: str) -> str:
    """The first argument of a call whose bracket has just been opened.

    >>> argument("os.path.join('a', 'b'), 'w')")
    "os.path.join('a', 'b')"
    """
    depth, i = 0, 0
    while i < len(text):
        c = text[i]
        if c in "'\"`":
            end = text.find(c, i + 1)
            i = len(text) if end < 0 else end + 1
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}" or (c == "," and not depth):
            if not depth:
                break
            depth -= 1
        i += 1
    return text[:i]


def receiver(text: str) -> str:
    """The expression before the last `.name(` of a text.

    >>> receiver("x = 1; Path('a b').unlink("), receiver("for p in q: p.unlink(")
    ("Path('a b')", 'p')
    """
    end = text.rfind(".")
    i, depth = end, 0
    while i > max(0, end - FAR):
        c = text[i - 1]
        if c in "'\"" and depth:
            start = text.rfind(c, 0, i - 1)
            i = max(start, 0)
            continue
        if c in ")]":
            depth += 1
        elif c in "([":
            if not depth:
                break
            depth -= 1
        elif not depth and not (c.isalnum() or c in "._$"):
            break
        i -= 1
    return text[i:end]


def edits(text: str, low: str, expression: str) -> bool:
    """Is the same file read, too?"""
    return ("read" in low or "load" in low) and text.count(expression.strip()) > 1


def paths(expression: str, text: str, args: Sequence[str], depth: int = 4) -> list[str]:
    """The paths that an expression stands for, [] where that is not known."""
    if "argv" in expression:
        return [arg for arg in args if arg and not arg.startswith("-")][:8]
    if any(word in expression.lower() for word in LISTED) and (" if " in text or "if(" in text or "if (" in text):
        return []       # the code picks from what it lists
    pieces: list[list[str]] = []
    joined: list[str] = []
    for kind, piece, after in parts(expression):
        if kind == "literal":
            pieces.append([piece])
        elif after == "()" and piece not in MODULES:
            return []       # what it gives is not known
        elif piece in MODULES or after[:1] in ("(", "'", '"'):
            continue
        else:
            known = of_name(piece, text, args, depth) if depth else []
            if not known:
                return []
            pieces.append(known)
        joined.append("" if "+" in expression else "/")
    if not pieces or any(not set("${").isdisjoint(one) for piece in pieces for one in piece):
        return []
    found = pieces[0]
    for more, mark in zip(pieces[1:], joined[1:]):
        found = [one.rstrip("/" if mark else "") + mark + more[0] for one in found]
    return found[:8]


def parts(expression: str) -> Iterator[tuple[str, str, str]]:
    """("literal" or "name", it, the two characters behind a name) of an expression, in order."""
    i, n = 0, len(expression)
    while i < n:
        c = expression[i]
        if c in "'\"`":
            end = expression.find(c, i + 1)
            end = n if end < 0 else end
            yield "literal", expression[i + 1:end], ""
            i = end + 1
        elif c.isalpha() or c in "_$":
            start = i
            while i < n and (expression[i].isalnum() or expression[i] in "_$"):
                i += 1
            if expression[start - 1:start] != "." or start == 0:        # an attribute is no variable
                yield "name", expression[start:i].lstrip("$"), expression[i:i + 2]
        else:
            i += 1


def of_name(name: str, text: str, args: Sequence[str], depth: int) -> list[str]:
    """What the code gives a variable."""
    at = text.find(name)
    while at >= 0:
        before, rest = text[max(0, at - 1):at], text[at + len(name):at + len(name) + FAR]
        bare = rest.lstrip()
        if not (before.isalnum() or (before and before in "_.")) and not rest[:1].isalnum() and rest[:1] != "_":
            if bare[:1] == "=" and bare[1:2] not in "=>":
                value = bare[1:].split("\n")[0].split(";")[0]
                return paths(value, text, args, depth - 1)
            if bare.startswith(("in ", "of ")):
                value = argument(bare[3:]).split("\n")[0].split(": ")[0].rstrip(":")
                return paths(value, text, args, depth - 1)
        at = text.find(name, at + 1)
    return []
