"""Does a code of another language run a text that it fetches: `exec(urlopen(...).read())`, `.then(eval)`?

Law: fetching alone is a reading, and running what lies here is what code is for; both of one text is remote code.
Cannot see: a text that reaches the call through a function of its own.
"""
from __future__ import annotations

# Beginnings of a name of an interpreter -> words, in lower case, behind which stands a text that is run.
EVALS = (
    (("python", "pypy", "ipython"), ("exec(", "eval(", "compile(", "exec_module(")),
    (("node", "deno", "bun", "ts"), ("eval(", "function(", "runinthiscontext(", "runinnewcontext(", "runincontext(",
                                     "script(", "then(eval")),
    (("ruby",), ("eval(", "eval ", "instance_eval(", "class_eval(", "load(")),
    (("perl",), ("eval ", "eval(", "eval{")),
    (("php",), ("eval(", "include ", "include(", "require(", "assert(")),
    (("lua",), ("loadstring(", "load(", "dostring(")),
    (("pwsh", "powershell"), ("iex", "invoke-expression")),
    (("rscript", "julia", "groovy", "scala", "elixir"), ("source(", "eval(", "include(", "evaluate(", "eval_string(")))
FILES = {".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node", ".ts": "ts", ".rb": "ruby", ".pl": "perl",
         ".php": "php", ".lua": "lua", ".ps1": "pwsh", ".jl": "julia", ".groovy": "groovy", ".scala": "scala"}
ARGUMENT = 300          # characters behind such a word, or of what a name is given
ROUNDS = 3              # names that are given one another
NAMES = 40


def evaluates(name: str, low: str, network: tuple[str, ...]) -> bool:
    """Is what stands behind a word of EVALS fetched?  `low`: the code in lower case; `network`: words that fetch.

    >>> evaluates("python3", "exec(urlopen('https://x.example/a').read())", ("urlopen",))
    True
    >>> evaluates("python3", "exec(open('a.py').read()); urlopen('https://x.example/a')", ("urlopen",))
    False
    """
    name = FILES.get("." + name.rpartition(".")[2], name) if "." in name else name
    words = next((row for starts, row in EVALS if name.lower().startswith(starts)), ())
    if not any(word in low for word in words) or not any(word in low for word in network):
        return False
    if "then(eval" in low or ("eval(" in low and ".then(" in low and "fetch(" in low):
        return True
    given = [argument for word in words for argument in _behind(low, word)]
    if name.startswith(("pwsh", "powershell")):         # what is run stands before it, too: irm URL | iex
        given = [low] if given else []
    fetched = _imported(low, network)
    assigned = _assigned(low)
    for _ in range(ROUNDS):
        fetched.update(left for left, right in assigned if any(word in right for word in network)
                       or not fetched.isdisjoint(_names(right)))
    return any(any(word in argument for word in network) or not fetched.isdisjoint(_names(argument))
               for argument in given)


def _behind(low: str, word: str) -> list[str]:
    """What stands behind each place of a word, up to the end of its brackets or of the line."""
    found: list[str] = []
    at = low.find(word)
    while at >= 0 and len(found) < NAMES:
        before = low[at - 1:at]
        if not (before.isalnum() or before == "_") or not word[0].isalpha():
            found.append(_whole(low[at + len(word):at + len(word) + ARGUMENT], word.endswith("(")))
        at = low.find(word, at + 1)
    return found


def _whole(text: str, bracket: bool) -> str:
    depth = int(bracket)
    for at, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if (bracket and depth <= 0) or (not bracket and c in ";\n"):
            return text[:at]
    return text


def _assigned(low: str) -> list[tuple[str, str]]:
    """(name, what it is given) of each statement, `with ... as name` included."""
    found = []
    for line in low.replace(";", "\n").split("\n"):
        left, equals, right = line.partition("=")
        name = left.split()[-1].lstrip("$@%") if equals and left.split() else ""
        if name.isidentifier() and not right.startswith("="):
            found.append((name, right[:ARGUMENT]))
        before, within, after = line.partition(" as ")
        if within and after.split():
            found.append((after.split()[0].rstrip(":"), before[-ARGUMENT:]))
        if len(found) > 400:
            break
    return found


def _imported(low: str, network: tuple[str, ...]) -> set[str]:
    """The names that are taken out of a module that fetches: `from urllib.request import urlopen`."""
    lines = [line for line in low.replace(";", "\n").split("\n")[:400] if " import " in line]
    return set().union(*(_names(line.partition(" import ")[2]) for line in lines if any(
        word in line.partition(" import ")[0] for word in network)))


def _names(text: str) -> set[str]:
    return set("".join(c if c.isalnum() or c == "_" else " " for c in text).split()[:NAMES])
