"""What a foreign script does that a call starts: judged as if its commands stood in the call.

A script is foreign where others wrote it: a skill's, a plugin's, a package's, a download's, a cloned repository's.  Its
text is read before it runs; what it sends, removes or changes outside of its own folder and the project, and the files
it changes that something runs or obeys later, are asked about where the person did not speak of such a thing.
Law: a script of the project's own is not looked at here.
Limitations: what a script does that the reading of other languages cannot; a program that it builds.
"""
from __future__ import annotations

from guards import SENDS
from guards._call.entrusted import SPOKEN, Act, file_kind
from guards._text.address import host_of, is_local, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from guards._call import Call
    from guards._evidence.recalled import Memory

# Folders of what others wrote.
OTHERS = tuple("""/node_modules/ /site-packages/ /skills/ /plugins/ /marketplaces/ /downloads/ /.cargo/registry/
    /pkg/mod/ /vendor/ /.cache/""".split())
SCRIPTS = 8         # scripts of one call that are read
DOTFILES = ("dotfile", "dotfiles")      # by which a person speaks of all the settings in their home
ANYWHERE = ("/tmp/", "/var/tmp/", "/dev/", "$")


def foreign(call: Call, fetched: Mapping[str, str] | None) -> list[str]:
    """The absolute paths of the foreign scripts that a call runs."""
    if not call.command:
        return []
    found: dict[str, None] = {}
    for path in call.reading.scripts:
        base = next((ran.cwd for ran in call.ran if path == ran.whole or path in ran.words), "") or call.cwd
        full = path if path.startswith(("/", "~")) else f"{base.rstrip('/')}/{path.removeprefix('./')}"
        low = full.lower()
        if any(part in low for part in OTHERS) or any(
                full == known or full.startswith(known.rstrip("/") + "/") for known in fetched or ()):
            found[full] = None
    return list(found)[:SCRIPTS]


def done(call: Call, scripts: Sequence[str], found: Iterable[Act], memory: Memory) -> Act | None:
    """The first thing that the scripts do and that the person did not speak of; None for none."""
    own = [folder_of(path) for path in scripts]
    project = call.cwd.rstrip("/") + "/"
    for effect in call.effects:
        place = normalize(effect.destination)
        if effect.kind == SENDS and not is_local(place) and not _named(place, memory):
            return Act("sends", f"{effect.operation} sends to {place or 'a place that is not known'}"[:70],
                       [place or "?"])
    for touch in call.touches:
        path = touch.path
        if touch.how not in ("removes", "changes") or not path.startswith(("/", "~")) or path.startswith(ANYWHERE):
            continue
        if not any(path.startswith(inside) for inside in (*own, project)) and not _said(path, memory):
            return Act("outside", f"{touch.program} {touch.how} {path}"[:70], [path])
    for act in found:
        if act.kind in SPOKEN and not any(memory.h(word) in memory.said for word in SPOKEN[act.kind] - EVERYDAY):
            return act
    return None


# Words by which a person may speak of such a file, and of everyday work: they cover what he does, no foreign script.
EVERYDAY = frozenset("""access account action actions agent agents ai alias automate automation build claude commit
    config daily deploy deployment domain every fish git host hosts instructions job jobs key keys lint linter login
    memory name names path plugin pre profile prompt repository rule rules server service settings shell source sources
    tasks unit user users vscode""".split())


def folder_of(path: str) -> str:
    """The folder that a script belongs to: a skill's, a package's, else its own.

    >>> folder_of("/p/.claude/skills/docx/scripts/run.py"), folder_of("/tmp/x/install.sh")
    ('/p/.claude/skills/docx/', '/tmp/x/')
    """
    for mark in ("/skills/", "/node_modules/", "/plugins/", "/site-packages/"):
        at = path.find(mark)
        if at >= 0:
            return path[:at] + mark + path[at + len(mark):].split("/")[0] + "/"
    return path.rpartition("/")[0] + "/"


def _named(place: str, memory: Memory) -> bool:
    """Did the person name the host, or what it is called?"""
    host = host_of(place)
    if not host:
        return place.startswith("remote:")
    label = registered(host).split(".")[0]
    named = [host, place, *([label] if len(label) > 2 else [])]
    return any(memory.h(one) in memory.said for one in named)


def _said(path: str, memory: Memory) -> bool:
    from guards._text.words import tokens

    last = tokens(path.rstrip("/").rpartition("/")[2])
    if bool(last) and all(memory.h(word) in memory.said for word in last):
        return True
    return path.startswith("~/.") and not file_kind(path) and any(memory.h(word) in memory.said for word in DOTFILES)

