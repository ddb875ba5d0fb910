"""What the project's own papers say of a loss: documents and scripts that hold the command, as HEAD has them.

A person who points at one of them ("follow the runbook", "backup.sh fails, fix it") asks for what it says.  Which he
points at the guard decides (guards/loss/asked.py); here only those that hold the words are looked up.
"""
from __future__ import annotations

from contextlib import suppress

from guards.loss.services import harmless
from hooks import _git
from hooks._facts import file_text
from hooks._stores.disk import Fault
from hooks._stores.system import os
from hooks._unsaved.history import folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call import Call
    from guards.loss.words import Loss
    from hooks._unsaved.found import Place

MOST = 12       # words of a command that are looked for, and papers that are named
OURS = ":(exclude,top).autoskillit"
MARKS = frozenset("$`*?{}")


def papers(place: Place, loss: Loss, call: Call) -> list[str]:
    """Paths, from the repository's folder, of what holds all words of the command; scripts that the call runs and that
    this session did not write, too."""
    words = words_of(loss)
    if not words:
        return []
    found = [script for script in call.reading.scripts[:MOST] if (path := place.path(script, call.cwd)) is not None
             and not place.own.changed(path) and all(word in call.texts.get(script, "") for word in words)]
    folder = folder_of(place, loss)
    if folder:
        patterns = [part for word in words for part in ("-e", word)]
        done = _git.run(folder, "grep", "-l", "-F", "--full-name", "--all-match", *patterns, "HEAD", "--", OURS)
        found += [line.partition(":")[2] for line in (done[1] if done and not done[0] else "").splitlines()]
    return found[:MOST]


def words_of(loss: Loss) -> list[str]:
    """The words by which a paper is known to hold the command: the operation's, and names that stand as they are."""
    names = [name for name in loss.names if " " not in name and MARKS.isdisjoint(name)]
    return list(dict.fromkeys([*loss.what.replace(":", " ").split(), *names]))[:MOST]


SAYS = (".env", ".env.local", ".env.development", "prisma/schema.prisma")     # where a project says where its data lies
HERE = ("file:", "sqlite")


def of_this_machine(place: Place, folder: str) -> bool:
    """Do the project's settings say, and all of them, that its database lies on this machine or is one of tests?"""
    found: list[str] = []
    for name in SAYS:
        path = place.path(name, folder)
        with suppress(Fault, OSError):
            for line in file_text(path).splitlines() if path and os.path.isfile(path) else ():
                key, _, value = line.partition("=")
                value = value.strip(" \"'")
                named = "DATABASE" in key or key.strip() in ("url", "provider")
                if named and ("://" in value or value.startswith(HERE)):
                    found.append(value)
    return bool(found) and all(one.startswith(HERE) or harmless([one]) for one in found)
