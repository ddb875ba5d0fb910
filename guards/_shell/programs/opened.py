"""A folder that a command opens to whoever asks: `serve .`, `python3 -m http.server --bind 0.0.0.0`, a tunnel.

Law: what is opened is the folder that is named, else the one that the command runs in; whether a secret lies in it is
looked up.  What listens on this machine alone, and a tunnel to a port, open no folder.
Cannot see: a server of one's own.
"""
from __future__ import annotations

from guards import SENDS
from guards._shell.flow import Arg, Flow
from guards._shell.programs import HANDLERS
from guards._text.address import is_local, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.machine import Machine

SERVES = frozenset("expose serve share".split())
TUNNELS = frozenset(("funnel", "tunnel"))
TUNNELERS = frozenset("cloudflared localtunnel lt ngrok tunnelto bore zrok".split())
EVERYBODY = ("0.0.0.0", "[::]")     # addresses at which everybody is heard
# What a tunnel's own words do besides opening one.
KEEPS = frozenset("""cleanup create delete help info kill list login logout ls off prune rename reset route run
    service status token unregister user vnet""".split())


def opens_folder(machine: Machine, name: str, args: list[Arg]) -> None:
    """Tells that a folder is opened, as far as one is."""
    words = [arg.text for arg in args[1:] if not arg.text.startswith("-")]
    verbs = {name, *words[:2]}
    tunnel = name in TUNNELERS or not TUNNELS.isdisjoint(verbs)
    texts = [arg.text for arg in args[1:]]
    heard = any(one in text for text in texts for one in EVERYBODY)
    python = name.startswith("python") and words[:1] == ["http.server"]
    asked = heard and (python or (name, texts[:1]) == ("php", ["-S"]))
    if not tunnel and not asked and SERVES.isdisjoint(verbs) and not (
            is_server(name) or (name not in HANDLERS and any(is_server(word) for word in words[:1]))):
        return
    folders = [word for word in words if is_folder(word)]
    if asked and not folders:
        folders = [b for a, b in zip(texts, texts[1:]) if a in ("-d", "--directory", "-t")] or ["."]
    if name == "serve" and not folders:         # its own folder needs no sign: `serve -l 8000 dist`
        folders = [word for word in words if not word.isdigit() and "://" not in word and ":" not in word][-1:]
    if not folders:
        ports = any(word.lstrip(":").isdigit() or "://" in word or ":" in word for word in words)
        alone = name == "serve" or (not TUNNELS.isdisjoint(verbs) and name not in TUNNELERS)
        if not alone or (ports and tunnel) or not KEEPS.isdisjoint(words):
            return
    if not tunnel and not heard and any(is_local(normalize(text.partition("=")[2] or text)) for text in texts):
        return
    path = folders[0].removeprefix("file://") if folders else "."
    machine.emit(SENDS, name, f"{name} {words[0] if words else ''}".strip()[:30], "", Flow(
        files=(machine.path(path.replace("//", "/")),), names=("a folder opened to others",), whole=True))


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
