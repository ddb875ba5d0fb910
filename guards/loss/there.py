"""What a command takes away on another machine, where ssh runs it.

Law: the text is read by itself.  A service's loss counts there as here; of files only what is no project's build and
no passing folder's: a whole folder of the system or of its data, which no prompt of a project's work speaks of.
Nobody can look there, so these losses are asked about by the order alone.
Limitations: a relative path, a script that lies there, a machine that is only restarted.
"""
from __future__ import annotations

from guards._shell.programs.network import host_there, told_there
from guards.loss.services import services
from guards.loss.words import Loss, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.reading import Ran

BY = frozenset("autossh ssh".split())
SHELLS = ("", "bash", "bash -s", "sh", "sh -s")     # run what they read
# Folders of a machine that hold its system or its data.
HELD = frozenset("bin boot data etc home lib lib64 mnt opt root sbin srv usr var".split())
DEEP = 4        # parts of the path of a folder that is one of the system, or a whole service's
# Names of folders that are made anew, or may go at any time.
PASSING = frozenset("""__pycache__ .cache .next .venv archives build cache coverage dist node_modules nginx-cache out
    target temp tmp venv""".split())


def there(ran: Ran) -> list[Loss]:
    """The losses of what ssh is told to run, or reads as its input."""
    from guards._shell.machine import read

    text = told_there(ran.words)
    if text in SHELLS:
        text = ran.given.text
    found: list[Loss] = []
    for one in read(text).ran if text.strip() else ():
        found += [loss for loss in services(one) if loss.kind in ("remote", "device")]
        names = [name for name in taken(one) if held(name, one.program != "rm" or _deep(one))]
        if names:
            found.append(Loss("remote", f"ssh {one.program}", host_there(ran.words), "", names))
    return found


def _deep(ran: Ran) -> bool:
    return not {"-r", "-R", "--recursive"}.isdisjoint(parts(ran)[0])


def taken(ran: Ran) -> list[str]:
    """The paths that a program takes away."""
    if ran.program in ("rm", "shred"):
        return parts(ran)[1]
    if ran.program == "dd":
        return [word[3:] for word in ran.words if word.startswith("of=")]
    if ran.program == "find" and "-delete" in ran.words:
        return [] if "-name" in ran.words or "-mtime" in ran.words else ran.words[:1]
    return []


def held(path: str, whole: bool) -> bool:
    """Is it the root, a home, or below a folder that holds the system or its data?  Of single files only those that lie
    in /etc itself.

    >>> [held(path, True) for path in ("/", "~", "/var/lib/shop", "/var/www/app/dist", "/tmp/x", "dist")]
    [True, True, True, False, False, False]
    >>> held("/etc/passwd", False), held("/etc/nginx/sites-enabled/default", False)
    (True, False)
    """
    if path.startswith("/dev/"):
        return path != "/dev/null"
    parts_of = [one for one in path.split("/") if one not in ("", "*")]
    if path[:1] != "/" or not parts_of:
        return whole and path.rstrip("/*") in ("", "~", "$HOME") and path != ""
    if not whole:
        return parts_of[0] == "etc" and len(parts_of) == 2
    return parts_of[0] in HELD and len(parts_of) <= DEEP and PASSING.isdisjoint(parts_of)
