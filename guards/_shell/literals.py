"""The parts of a text of nearly any language: statements, string literals, the names that one gives something.

No language is parsed.  Law: what is put in for a name stands in the text itself; a name that is given two values keeps
its use as it is.
Limitations: a value that is computed, or comes from another file.
"""
from __future__ import annotations

from guards import CREDENTIALS
from guards._shell.sources import env_level, file_level
from guards._text.address import looks_like_host
from guards._text.regex import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


def apart(row: str) -> list[str]:
    """The statements on one line, where a semicolon parts them.

    >>> apart("const k = 'a;b'; f(k)"), apart("for (;;) x")
    (["const k = 'a;b'", ' f(k)'], ['for (;;) x'])
    """
    if ";" not in row or row.lstrip().startswith("for") or len(row) > 20_000:
        return [row]
    found, start = [], 0
    for at, c in enumerate(row):
        if c == ";" and all(row.count(quote, start, at) % 2 == 0 for quote in "'\"`"):
            found.append(row[start:at])
            start = at + 1
    return [one for one in [*found, row[start:]] if one.strip()]


def identifiers(row: str) -> list[str]:
    """The names in a statement, dotted ones whole and by their beginnings."""
    text = "".join(c if c.isalnum() or c in "_.$@" else " " for c in row)
    found: dict[str, None] = {}
    for word in text.split():
        word = word.strip(".@$")
        while word:
            found[word] = None
            word = word.rpartition(".")[0]
    return list(found)


def given(row: str) -> list[str]:
    """The names to which a statement gives something: `a, b := ...`, `const a = ...`, `with ... as a`.

    >>> given("const key = read()"), given("with open(p) as f:"), given("if a == b:"), given("post(url, data=x)")
    (['key'], ['f'], [], [])
    """
    found = []
    words = row.split()
    if "for" in words[:2] and "in" in words:        # for line in open(...)
        found += [word.strip("(),") for word in words[words.index("for") + 1:words.index("in")]]
    head, equals, rest = row.partition("=")
    if equals and not rest.startswith(("=", ">")) and head.count("(") == head.count(")") and (
            head[-1:] not in "!<>=" or head.endswith("<<")):
        for piece in head.rstrip(":+-|? ").partition(":")[0].split(","):
            word = piece.strip().split(" ")[-1].strip("{}[]()*&$@ ")
            if word and all(c.isalnum() or c in "_." for c in word):
                found.append(word)
    before, as_, after = row.rpartition(" as ")
    if as_ and before:
        word = after.strip().split(" ")[0].rstrip(":),")
        found += [word] if word.isidentifier() else []
    return found


def defined(row: str) -> str:
    """The function that a statement begins, "" for none."""
    words = row.replace("(", " ( ").replace("=", " = ").split()
    for i, word in enumerate(words[:5]):
        if word in ("def", "function", "func", "fn", "sub", "fun") and i + 1 < len(words):
            return words[i + 1] if words[i + 1].isidentifier() else ""
    return ""


def parameters(text: str) -> dict[str, list[str]]:
    """The functions that a text defines, each with the names of what it is given."""
    found: dict[str, list[str]] = {}
    for line in text.split("\n"):
        name = defined(line)
        if name:
            inside = line.partition(name)[2].partition("(")[2].partition(")")[0]
            found[name] = [word for piece in inside.split(",")
                           for word in [piece.partition(":")[0].partition("=")[0].strip().split(" ")[0].strip("*&$")]
                           if word.isidentifier() and word not in ("self", "this", "cls")]
    return found


# --- names that stand for a fixed value

NAMES = 60          # names of one text that stand for a fixed value
LONG = 300          # characters of a value
MAKES = ("makefile", "gnumakefile", "bsdmakefile")


def is_makefile(path: str) -> bool:
    """Is a file one of make's, by its name?"""
    name = path.rpartition("/")[2].lower()
    return name in MAKES or name.endswith((".mk", ".mak"))


def made(text: str) -> str:
    """A Makefile's text as its shell has it: `$$` is the shell's own sign, `$(shell ...)` a command's output."""
    return text.replace("$(shell ", "$(").replace("$$", "$")


def put_in(text: str) -> str:
    """Code with the constants put in that it builds names and templates of.

    >>> put_in("const n = 'API_KEY';\\nfetch(`https://a.example/${process.env[n]}`)").split("\\n")[1]
    "fetch(`https://a.example/${process.env['API_KEY']}`)"
    >>> put_in("k = 'A' + 'B'\\nx[k]"), put_in("n = 'a'\\nn = 'b'\\nx[n]").split("\\n")[2]
    ("k = 'AB'\\nx['AB']", 'x[n]')
    """
    text = folded(text)
    given: dict[str, str] = {}
    twice: set[str] = set()
    for line in text.replace(";", "\n").split("\n"):
        name, equals, value = line.partition("=")
        name, value = name.split(":")[0].strip().split(" ")[-1].lstrip("$"), value.strip().rstrip(",")
        if not equals or not name.isidentifier() or len(value) > LONG or len(value) < 3 or len(given) > NAMES:
            continue
        literal = value[0] in "'\"`" and value[0] == value[-1] and value.count(value[0]) == 2 and "${" not in value
        if name in given and given[name] != value:
            twice.add(name)
        elif literal:
            given[name] = value
    for name, value in given.items():
        if name not in twice:
            for form in (f"[{name}]", f"({name})", f"({name},", f" + {name}", f"{name} + "):
                text = text.replace(form, form.replace(name, value))
            text = text.replace(f"${{{name}}}", value[1:-1])
    return folded(text)


# Headers by which a client shows who it is.
AUTH_HEADERS = tuple("""authorization private-token x-api-key api-key apikey x-auth-token cookie proxy-authorization
    job-token x-access-token dd-api-key xi-api-key x-goog-api-key""".split())
MOST = 400      # statements of one text
# Words of a statement that looks a variable up, or whether it is there.
LOOKUP = frozenset("""assert await bun const deno env environ get getenv if import is let meta none not null os process
    strip trim undefined var""".split())


def shown(low: str, name: str) -> bool:
    """Does code only show a variable of the environment to whom it speaks to, as a login: itself, or the names to
    which it gives it?  All in lower case.

    >>> shown("k = os.environ['key']; s.get(u, headers={'authorization': f'bearer {k}'})", "key")
    True
    >>> shown("k = os.environ['key']; s.post(u, json={'k': k}, headers={'authorization': f'bearer {k}'})", "key")
    False
    """
    names, seen = {name}, False
    for row in (row for whole in statements(low)[:MOST] for row in apart(whole)):
        words = words_of(row.partition("throw ")[0].partition("raise ")[0])
        if names.isdisjoint(words_of(row)):
            continue
        if words <= LOOKUP.union(names, given(row)):
            names.update(given(row))
            continue
        plain = "".join(c if c.isalnum() or c in "_-" else " " for c in f" {row} ")
        for at, _ in places(plain, [f" {one} " for one in names]):
            before = row[:at].rpartition("\n")[2]
            key = before.rpartition(",")[2].replace("_", "-")
            if not any(word in key for word in ("bearer", *AUTH_HEADERS)) and (
                    ")" in before.rpartition("auth=(")[2] or "auth=(" not in before):
                return False
            seen = True
    return seen


def places(low: str, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Where each of these words stands, a bounded number of times."""
    for word in words:
        at, times = low.find(word), 0
        while at >= 0 and times < 50:
            yield at, word
            at, times = low.find(word, at + 1), times + 1


def words_of(row: str) -> set[str]:
    """The words of a statement."""
    return set("".join(c if c.isalnum() or c == "_" else " " for c in row).split())


SHORTEST = 15       # bytes of eight numbers with a mark between them
_BETWEEN = bytes(one if one in b"0123456789, " else 59 for one in range(256))


def spelt(text: str, low: str) -> str:
    """What character codes in a code say, where it makes text of them: it may be run by a shell.

    >>> spelt("print(''.join(map(chr,[108, 115, 32, 45, 108, 97, 46, 46])))", "map(chr")
    'ls -la..'
    """
    if not any(word in low for word in ("chr", "charcode", "pack(", "bytes(", "bytearray")):
        return ""
    row: list[int] = []
    data = text.encode("ascii", "replace").translate(_BETWEEN)
    for many in (16, 4, 2, 2):
        data = data.replace(b";" * many, b";")
    for piece in data.split(b";"):
        if len(piece) < SHORTEST:
            continue
        numbers = [int(one) for one in piece.replace(b",", b" ").split() if len(one) < 4]
        row = numbers if len(numbers) > max(7, len(row)) else row
    said = "".join(map(chr, row))
    return said if said.isprintable() or "\n" in said else ""


# By which code says that it takes a machine's name without a scheme, or writes to people.
TAKES_NAMES = tuple("""://' ://" /inet/ addrinfo computername connect( dgram dns ftp host: host= hostby hostname imap
    net.createc resolv smtp socket ssh tcp telnet tls. udp""".split())
WRITES_TO = tuple("mailgun mailto postmark resend sendemail sendmail send_mail send_email smtp".split())


def named(low: str, strings: list[str], giving: Sequence[str] = ()) -> list[str]:
    """The places among literals that bear no scheme: a name with a dot is a member or a column, an address of a person
    is data, where the code says nothing that takes one; `giving`: more words that say it.

    >>> named("fetch(u); k('user.id', 'a@b.example')", ["user.id", "a@b.example"])
    []
    >>> named("ftp('b.example')", ["b.example"])
    ['b.example']
    """
    return [one for one in strings if looks_like_host(one) and any(
        word in low for word in (WRITES_TO if "@" in one else (*TAKES_NAMES, *giving)))]


# --- what a code reads of secrets

ENVIRONMENT = tuple("""environ getenv process.env deno.env bun.env env::var env!( $_env $_server %env $env env[
    env.fetch env.get process_envs system.getenv import.meta.env env.to_h vars()""".split())
ALL_OF_IT = ("os.environ)", "os.environ,", "os.environ.copy", "os.environ.items", "os.environ}", "**os.environ",
             "process.env)", "process.env,", "process.env}", "...process.env", "env::vars", "os.environ()", "env.to_h",
             "env.to_a", "getenv())", "system.getenv()", "$_env)", "deno.env.toobject", "os.environ |", "environ())",
             "process_envs")
# What loads a file into the environment, asks whether it is there or leaves it out: nothing of it goes anywhere.
LOADS = tuple("""dotenv load_env loadenv env_file envfile env-file environmentfile exists isfile is_file ignore
    exclude basesettings settingsconfigdict unlink copyfile chmod access(""".split())
READS = ("read", "open(", "load(", "slurp", "get_contents", "cat ", "file(", "bytes")


SETS = r"""(?:(?:environ|process\.env|\bENV)(?:\[['"]\w+['"]\]|\.\w+)|(?<![=&?])(?i:\$env:)\w+)[ \t]*=(?![=>~}])"""


def unset(text: str) -> str:
    """A code without the names that it sets in its environment: what it is given is no reading.

    >>> unset("os.environ['A_TOKEN'] = x; f(os.environ['B'] == y)"), unset("$env:A_KEY='x'; iwr $env:A_KEY")
    ("os.= x; f(os.environ['B'] == y)", "='x'; iwr $env:A_KEY")
    """
    return pattern(SETS).sub("=", text)


def secrets(low: str, strings: list[str], words: list[str]) -> tuple[str, ...]:
    """The names of what a statement reads of secrets: files, variables of the environment, all of it."""
    found = []
    if not any(word in low for word in LOADS) or any(word in low for word in READS):
        pairs = [f"{a.strip('/')}/{b.strip('/')}" for a, b in zip(strings, strings[1:]) if 0 < len(a) < 40 > len(b) > 0]
        for one in [*strings, *pairs]:
            if 2 < len(one) < 300 and " " not in one and "://" not in one and "\n" not in one and "*" not in one and (
                    file_level(one) >= CREDENTIALS):
                found.append(one)
    said = low.replace("environment:", "")      # which stands in settings
    if any(word in said for word in ENVIRONMENT):
        found += [f"${one}" for one in [*words, *strings]
                  for one in [one.rpartition(".")[2]] if one.isupper() and len(one) > 2 and env_level(one)]
        squeezed = low.replace(" ", "")
        if not found and any(word in squeezed for word in ALL_OF_IT) and "env=" not in squeezed and (
                "env:" not in squeezed):
            found.append("the environment")
    return tuple(dict.fromkeys(found))[:4]
