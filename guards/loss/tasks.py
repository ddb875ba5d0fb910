"""What stands behind a task's name: a script of package.json, a recipe of make or just, as the command line that runs.

Law: a name hides nothing; what `npm run db:reset` runs is judged as if it were typed.  Only names that say that
something goes are looked up, and none of tests.
Cannot see: a task runner's own language, a script of another name that runs such a one.
"""

from __future__ import annotations

from guards._shell.literals import made
from guards.loss.services import harmless
from guards.loss.words import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.reading import Ran

RUNNERS = {**dict.fromkeys("npm pnpm yarn bun".split(), "package.json"), **dict.fromkeys(("make", "gmake"), "Makefile"),
           "just": "justfile", "composer": "composer.json"}
WORDS = frozenset("database db destroy drop flush fresh nuke prune purge reset teardown wipe".split())
FOLDERS = ("-C", "--cwd", "--dir", "--directory", "--prefix")       # options that say where the file lies
DEEP = 8            # recipes and scripts that lead to one another


def task(ran: Ran) -> tuple[str, list[str]]:
    """(the file, its task and what it is given) of a command that runs one which may take away; ("", []) of others.

    >>> from guards._shell.machine import read
    >>> [task(one) for one in read("npm --prefix api run db:reset -- -f; make -C api db-drop; make test", "/p").ran]
    [('/p/api/package.json', ['db:reset', '-f']), ('/p/api/Makefile', ['db-drop']), ('', [])]
    """
    file = RUNNERS.get(ran.program, "")
    given, said = parts(ran) if file else ({}, [])
    said = said[said[:1] in (["run"], ["run-script"]):]
    if not said or WORDS.isdisjoint(said[0].lower().replace(":", " ").replace("-", " ").replace("_", " ").split()) or (
            harmless([*ran.words, *(value.text for value in ran.beside.values())])):
        return "", []
    folder = next((given[name] for name in FOLDERS if name in given), "")
    folder = folder if folder[:1] == "/" else f"{ran.cwd.rstrip('/')}/{folder}".rstrip("/")
    return f"{folder}/{file}", [word for word in ran.words[ran.words.index(said[0]):] if word != "--"]


def behind(file: str, text: str, said: list[str]) -> str:
    """The command lines that a file's text has for a task; "" for none.

    >>> behind("package.json", '{"scripts": {"db:reset": "prisma migrate reset"}}', ["db:reset", "--force"])
    'prisma migrate reset --force'
    >>> behind("Makefile", "db-reset: stop\\n\\t@dropdb shop\\nstop:\\n\\tdown\\n", ["db-reset"])
    'down\\ndropdb shop'
    """
    if file.endswith(".json"):
        return " ".join((_scripts(text).get(said[0], ""), *said[1:])) if said[0] in _scripts(text) else ""
    recipes: dict[str, list[str]] = {}
    for line in made(text).split("\n"):
        name, colon, rest = line.partition(":")
        if line[:1] in ("\t", " ") and recipes:
            recipes[[*recipes][-1]].append(line.lstrip("\t @-+"))
        elif colon and line[:1].strip() and rest[:1] != "=":
            recipes[name.strip()] = [rest]
    found: list[str] = []
    waiting = said[:1]
    while waiting and len(found) < DEEP:
        needs, *lines = recipes.get(waiting.pop(), [""])
        found.insert(0, "\n".join(lines))
        waiting += needs.split()
    return "\n".join(filter(None, found))


def _scripts(text: str) -> dict[str, str]:
    import json

    try:
        scripts = json.loads(text).get("scripts")
    except (ValueError, AttributeError):
        return {}
    return {name: line for name, line in scripts.items() if isinstance(line, str)} if isinstance(scripts, dict) else {}
