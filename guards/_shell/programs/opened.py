"""What a command opens to whoever asks: a folder (`serve .`, `python3 -m http.server --bind 0.0.0.0`), a port, a shell.

Law: what is opened is the folder that is named, else the one that the command runs in; whether a secret lies in it is
looked up.  A tunnel to a port, and what is heard by everybody and asks for no login, open a door (flow.A_DOOR).  What
listens on this machine alone opens nothing.
Limitations: a server of one's own.
"""
from __future__ import annotations

from guards import SENDS
from guards._shell.flow import A_DOOR, Arg, Flow
from guards._shell.programs import HANDLERS
from guards._text.address import is_local, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

SERVES = frozenset("expose serve share".split())
TUNNELS = frozenset(("funnel", "tunnel"))
TUNNELER = "network.tunnel"
EVERYBODY = ("0.0.0.0", "[::]")     # addresses at which everybody is heard
# What a tunnel's own words do besides opening one.
KEEPS = frozenset("""access cleanup config create delete help info kill kill-session list login logout ls off prune
    rename reset route run service status token unregister update user version vnet -V -c -h --help --version lo
    127.0.0.1""".split())
OUTSIDERS = "whoever connects"
# By which a server is told to ask nobody for a login.
BARE = ("token= ", "password= ", "auth=none ", "auth none ", "--no-auth", "--noauth", "protected-mode no ")


def opens_folder(machine: Machine, name: str, args: list[Arg]) -> None:
    """Tells that a folder is opened, as far as one is."""
    texts = [arg.text for arg in args[1:]]
    words = [text for text in texts if not text.startswith("-")]
    heads = name, *words[:2]
    tunnel = HANDLERS.get(name) == TUNNELER or not TUNNELS.isdisjoint(heads)
    heard = _says(texts, EVERYBODY)
    if heard and _says(texts, BARE):
        machine.emit(SENDS, OUTSIDERS, name, OUTSIDERS, A_DOOR)
    asked = heard and (words[:1] == ["http.server"] or (name, texts[:1]) == ("php", ["-S"]))
    if not (tunnel or asked or not SERVES.isdisjoint(heads) or any(
            map(is_server, heads[:2 - (name in HANDLERS)]))):
        return
    folders = _folders(name, words)
    if tunnel and KEEPS.isdisjoint(texts):
        if not folders and (HANDLERS.get(name) == TUNNELER or any(word.isdigit() or ":" in word for word in words)):
            machine.emit(SENDS, name, name, name, A_DOOR)
            return
    elif not asked and not (folders and (tunnel or heard or not any(
            is_local(normalize(text.rpartition("=")[2])) for text in texts))):
        return
    path = [".", *folders[:1]][-1].removeprefix("file://")
    machine.emit(SENDS, name, f"{name} {''.join(words[:1])}".strip()[:30], "", Flow(
        files=(machine.path(path.replace("//", "/")),), names=("a folder opened to others",), whole=True))


def _says(texts: list[str], marks: tuple[str, ...]) -> bool:
    said = " ".join([*texts, ""])
    return any(one in said for one in marks)


def _folders(name: str, words: list[str]) -> list[str]:
    """The folders that are named; of `serve -l 8000 dist` a word without a sign, or where it runs."""
    folders = [word for word in words if is_folder(word)]
    if name == "serve" and not folders:
        return [word for word in words if not word.isdigit() and ":" not in word][-1:] or ["."]
    return folders


def is_server(word: str) -> bool:
    """Is a program or a verb one that serves by its name?  What a known program is given (`ls mcp-server`) is a file.

    >>> [is_server(word) for word in ("http-server", "file-server", "miniserve", "server", "server.js")]
    [True, True, True, False, False]
    """
    return word.endswith(("-server", "-serve")) or (word.endswith("serve") and len(word) > 5)


def is_folder(word: str) -> bool:
    """Does a word name a folder for certain?

    >>> [is_folder(word) for word in (".", "./x", "~/.ssh", "file:///p", "app", "http://a.example", "src/")]
    [True, True, True, True, False, False, True]
    """
    return word in (".", "..", "~") or word.startswith(("./", "../", "/", "~/", "file://")) or (
        word.endswith("/") and "://" not in word)
