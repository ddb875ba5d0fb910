"""What stands behind a task's name, a script of package.json or composer.json: the command line that runs.

Law: a name hides nothing; what `npm run db:reset` runs is judged as if it were typed.  Only names that say that
something goes are looked up, and none of tests.
Limitations: a recipe of make or just, a script of another name that runs such a one.
"""

from __future__ import annotations

from guards.loss.services import harmless
from guards.loss.words import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.reading import Ran

RUNNERS = {**dict.fromkeys("npm pnpm yarn bun".split(), "package.json"), "composer": "composer.json"}
WORDS = frozenset("database db destroy drop flush fresh nuke prune purge reset teardown wipe".split())
FOLDERS = ("-C", "--cwd", "--dir", "--directory", "--prefix")       # options that say where the file lies


def task(ran: Ran) -> tuple[str, list[str]]:
    """(the file, its task and what it is given) of a command that runs one which may take away; ("", []) of others.

    >>> from guards._shell.machine import read
    >>> [task(one) for one in read("npm --prefix api run db:reset -- -f; npm run test; make db-drop", "/p").ran]
    [('/p/api/package.json', ['db:reset', '-f']), ('', []), ('', []), ('', [])]
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


def behind(text: str, said: list[str]) -> str:
    """The command lines that a file's text has for a task; "" for none.

    >>> behind('{"scripts": {"db:reset": "prisma migrate reset"}}', ["db:reset", "--force"])
    'prisma migrate reset --force'
    """
    return " ".join((_scripts(text).get(said[0], ""), *said[1:])) if said[0] in _scripts(text) else ""


def _scripts(text: str) -> dict[str, str]:
    import json

    try:
        scripts = json.loads(text).get("scripts")
    except (ValueError, AttributeError):
        return {}
    return {name: line for name, line in scripts.items() if isinstance(line, str)} if isinstance(scripts, dict) else {}
