"""What a command takes away on another machine, where ssh runs it.

Law: the text is read by itself.  A service's loss counts there as here; of files only what is no project's build and
no passing folder's: a whole folder of the system or of its data, which no prompt of a project's work speaks of.
Nobody can look there, so these losses are asked about by the order alone.
Limitations: a relative path, a script that lies there, a machine that is only restarted.
"""
from __future__ import annotations

from guards._shell.gate import SEARCHES
from guards._shell.programs.network import host_there, told_there
from guards.loss.services import services
from guards.loss.words import Loss, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards._shell.reading import Ran

BY = frozenset("autossh ssh".split())
PICKS = SEARCHES | {"head", "tail"}
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
    ran_there = read(text).ran if text.strip() else ()
    keeps = any(one.program == "crontab" and "-l" in one.words for one in ran_there)
    for at, one in enumerate(ran_there):
        found += [loss for loss in services(one) if loss.kind in ("remote", "device") and not (
            keeps and loss.what == "crontab -")]
        names = [name for name in taken(one) if held(whole := _whole(name, one.cwd), one.program != "rm" or _deep(one))
                 and not filled(whole, ran_there[at + 1:])]
        if names:
            found.append(Loss("remote", f"ssh {one.program}", host_there(ran.words), "", names))
    return found


def filled(path: str, behind: Sequence[Ran]) -> bool:
    """Is it a site's or program's own folder, which the line fills again: `rm -rf /var/www/x && cp -r y /var/www/x`?"""
    own = path.rstrip("/*")
    return path.startswith(OF_PROGRAMS) and any(
        f"{own}/".startswith(f"{word.rstrip('/')}/") for one in behind if one.program in FILLS
        for word in _filling(one) if word.rstrip("/").count("/") > 1)


def _whole(path: str, cwd: str) -> str:
    return path if path[:1] in ("/", "~", "$") or not cwd else f"{cwd}/{path}"


def _filling(one: Ran) -> list[str]:
    """The folders that a program may fill; a clone's is called as what is cloned."""
    last = one.words[-1] if one.words else ""
    cloned = last.rstrip("/").rpartition("/")[2].removesuffix(".git") if "clone" in one.words and ":" in last else ""
    return [_whole(word, one.cwd) for word in (one.words if one.program == "tar" else [cloned or last]) if word]


OF_PROGRAMS = ("/opt/", "/srv/", "/usr/share/nginx/", "/var/www/")
FILLS = frozenset("cp git ln mv rsync tar unzip".split())


def _deep(ran: Ran) -> bool:
    return not {"-r", "-R", "--recursive"}.isdisjoint(parts(ran)[0])


def taken(ran: Ran) -> list[str]:
    """The paths that a program takes away."""
    if ran.program in ("rm", "shred"):      # which ones a filter let through nobody knows: `ls | tail -n +4 | xargs rm`
        return parts(ran)[1] if ran.fed not in PICKS else []
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
    >>> held("/*", True), held("*", True), held("/srv/shop", True), held("/srv/shop/current", True)
    (True, True, True, False)
    """
    if path.startswith("/dev/"):
        return path != "/dev/null"
    parts_of = [one for one in path.split("/") if one not in ("", "*")]
    if path[:1] != "/" or not parts_of:
        return whole and path.rstrip("/*") in ("", "~", "$HOME") and path != ""
    if not whole:
        return parts_of[0] == "etc" and len(parts_of) == 2
    return parts_of[0] in HELD and len(parts_of) <= (2 if parts_of[0] in ("opt", "srv") else DEEP) and (
        PASSING.isdisjoint(parts_of))
