"""The hooks that run are ours wherever they lie: a checkout that an installation uses in place (`install.py --link`).

Law: what would change that folder's code, its registry or its bytecode is stopped as a change of the bundle is.  Where
the project lies in that folder, or the folder in the project, it is the person's own work and none of this counts; so
is every other checkout.  Reading is silent.
Cannot see: a way to that folder through a link, or under a name that is put together at run time.
"""
from __future__ import annotations

from guards._text.plain import leaves
from guards.self_protection.commands import INTERPRETERS, READERS, WRITES, literals
from guards.self_protection.edits import EDITORS, LEAVES, LOOKS
from guards.self_protection.places import fits, segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guards import Event
    from guards._call import Call
    from guards._shell.reading import Ran, Touch
    from guards.self_protection.scripts import Played

PARTS = ("guards", "hooks", "hook_registry.json")
# What of it a search by name would find.
FOUND = (*PARTS, "guards/__init__.py", "hooks/pre_tool_use.py", "hooks/__pycache__/PreToolUse.cpython.archive")
TREES = frozenset(("cp", "ditto", "install", "ln", "mv", "robocopy", "rsync", "tee", "xcopy"))
WHOLE = ("/", "/.", "*")        # how a source ends whose contents are laid out
LINTERS = frozenset(("bandit", "flake8", "mypy", "pylint", "pyright", "vulture"))


def place(path: str, cwd: str, running: str) -> str:
    """What of the hooks in the folder `running` a path, or the glob in it, names; "" for nothing.

    >>> place("hooks/../hooks/_run.py", "/opt/g", "/opt/g"), place("/opt/g/docs/x.md", "/p", "/opt/g")
    ('g/hooks', '')
    >>> place(r"C:\\\\g\\\\hooks\\\\x.py", "", r"c:\\\\g"), place("~/g/guards", "/p", "/home/ann/g")
    ('g/hooks', 'g/guards')
    """
    parts, home = _both(path, cwd, running)
    if len(parts) <= len(home) or not all(fits(*pair) for pair in zip(parts, home)):
        return ""
    first = next((one for one in PARTS if fits(parts[len(home)], one)), "")
    return f"{home[-1]}/{first}" if first else ""


def around(path: str, cwd: str, running: str) -> bool:
    """Does a path name that folder itself, or one above it?"""
    parts, home = _both(path, cwd, running)
    return len(parts) <= len(home) and all(fits(*pair) for pair in zip(parts, home))


def _both(path: str, cwd: str, running: str) -> tuple[list[str], list[str]]:
    """The parts of both; below the person's folder where the path says `~`."""
    parts, home = segments(path, cwd), segments(running)
    drive = home[0][1:] == ":"
    if drive and parts[:1] == [home[0][0]]:
        return [home[0], *parts[1:]], home      # `/c/p`, as Git Bash names a drive
    if parts[:1] in (["~"], ["$home"], ["${home}"]):
        if home[drive:][:1] in (["home"], ["users"]):
            return parts[1:], home[drive + 2:]
        return (parts[1:], home[1:]) if home[:1] == ["root"] else (["~", *home], home)
    return parts, home


def of_edit(event: Event, running: str) -> str:
    """What an editing tool would change of the hooks that run, "" for nothing."""
    path = event.input.get(EDITORS[event.tool])
    if not isinstance(path, str):
        return ""
    if event.tool != "apply_patch":
        return place(path, event.cwd, running)
    from guards.self_protection.patches import changed

    text = path.replace(" File: ", " ")
    return next((said for one in changed(text) for said in [place(one, event.cwd, running)] if said), "")


def of_service(event: Event, running: str) -> str:
    """What another server's tool would work on of the hooks that run, "" for nothing."""
    if event.tool.rsplit("__", 1)[-1].lower().startswith(LOOKS):
        return ""
    given = [leaf for _, (_, leaf) in zip(range(LEAVES), leaves(event.input)) if isinstance(leaf, str)]
    paths = (one for one in given if len(one) < 1000 and not any(map(str.isspace, one)) and ("/" in one or "\\" in one))
    return next((said for path in paths for said in [place(path, event.cwd, running)] if said), "")


def of_command(call: Call | Played, running: str, file: Callable[[str], str | None] | None = None) -> str:
    """What a command would change of the hooks that run, "" for nothing."""
    for touch in call.touches:
        said = _touched(touch, call, running)
        if said:
            return said
    return next((said for one in call.ran for path in _written(one, call, file)
                 for said in [place(path, one.cwd or call.cwd, running)] if said), "")


def _touched(touch: Touch, call: Call | Played, running: str) -> str:
    how, path, program = touch.how, touch.path, touch.program
    if how == "may" and _only_looks(program, call):
        return ""
    said = place(path, call.cwd, running)
    if said or how in ("may", "adds", "changes") or not around(path.partition("**")[0] or ".", call.cwd, running):
        return said
    whole = f"{segments(running)[-1]}, where they lie"
    if how == "removes":
        from guards.self_protection.ranges import FINDERS, finds

        searches = [one for one in call.ran if one.program in FINDERS]
        nested = program.startswith("git ") and len(segments(path, call.cwd)) < len(segments(running))
        missed = searches and not any(finds(one.words, one.program, FOUND) for one in searches)
        if program == "rmdir" or nested or missed:
            return ""
        return whole
    if len(segments(path, call.cwd)) < len(segments(running)) and not path.startswith("~"):
        return ""       # a folder above: what is put there comes to lie beside ours
    if program in TREES and not any(word.endswith(WHOLE) for one in call.ran for word in one.words[:-1]):
        return ""       # under its own name, which `_written` knows
    return whole


def _only_looks(program: str, call: Call | Played) -> bool:
    from guards.self_protection.mentions import only_shows

    if program in READERS or program in LINTERS or program.rstrip("0123456789.") in INTERPRETERS:
        return True
    ran = [one for one in call.ran if one.program == program]
    return all(only_shows(one) or (program == "ruff" and one.words[:1] == ["check"] and "--fix" not in one.words)
               for one in ran)


def _written(one: Ran, call: Call | Played, file: Callable[[str], str | None] | None) -> Iterator[str]:
    """The paths that a simple command may write beyond those that the reading knows of: of a program of no table, of a
    patch, of code."""
    from guards.self_protection import patches
    from guards.self_protection.mentions import written

    if not _only_looks(one.program, call) or one.program in READERS:
        yield from written(one, READERS)
    if patches.applies(one):
        for text in (one.given.text, *(file(path) or "" for path in patches.files(one, call.cwd) if file)):
            yield from patches.changed(text)
    if one.program.rstrip("0123456789.") in INTERPRETERS:
        yield from _named(" ".join((*one.words, one.given.text)))


def in_code(text: str, cwd: str, running: str) -> str:
    """What of the hooks that run a code that changes files names; "" for nothing."""
    from guards._shell.literals import statements

    return next((said for row in statements(text) for path in _named(row) for said in [place(path, cwd, running)]
                 if said), "") if text else ""


def _named(code: str) -> Iterator[str]:
    """The paths that a code spells which changes files."""
    if any(mark in code.lower() for mark in WRITES):
        yield from (word for word in literals(code) if "/" in word or "\\" in word)
