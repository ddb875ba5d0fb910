"""One copy of the bundle a person, below `$XDG_DATA_HOME/autoskillit-guards/`, which all their projects share.

    <version>-<digest>/     a bundle with its archives; the digest is its manifest's: another text, another folder
    local/python            the interpreter that runs the hooks, one a machine
    local/<pin>.built       what the archives of that copy were made of
    local/<pin>.used/       a file a project whose launcher was seen to name it

A project's launcher names the copy it wants, the pin: `pin=0.2.0-3f2a91c09b1d4e5f`.  A folder counts only where its
manifest has the digest that its name says (`faults`); nothing in it is ever changed in place.
"""
from __future__ import annotations

import os

from hooks._stores.disk import safe_name
from hooks._stores.ledger import digest
from hooks._stores.world import SHARED as FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LOCAL = "local"
PIN = "pin="            # begins the launcher's line
DIGITS = 16             # of the manifest's SHA-256, in a pin
HEX, PLAIN = frozenset("0123456789abcdef"), frozenset("abcdefghijklmnopqrstuvwxyz0123456789.+")
MOST = 1 << 16          # bytes of a launcher
OTHER = "its manifest is not the one that its name says"
DRAFTS = (".new-", ".old-")     # of an installation that is under way, or was cut off; its process's number


def folder(env: Mapping[str, str]) -> str:
    """Where a person's copies lie, as the launcher finds it too; "" where there is no home."""
    named, home = env.get("XDG_DATA_HOME", ""), env.get("HOME", "")
    above = named if named.startswith("/") else os.path.join(home, ".local", "share") if home else ""
    return os.path.join(above, FOLDER) if above else ""


def pin(version: str, manifest: bytes) -> str:
    """The name of a copy: its version, and the digest of its manifest."""
    return f"{version}-{digest(manifest)[:DIGITS]}"


def is_pin(name: str) -> bool:
    """Is that a copy's name?

    >>> is_pin("0.2.0-3f2a91c09b1d4e5f"), is_pin("../x-3f2a91c09b1d4e5f"), is_pin("0.2.0-3f2a91c09b1d4e5f.new-12")
    (True, False, False)
    """
    version, _, digits = name.rpartition("-")
    return len(digits) == DIGITS and HEX.issuperset(digits) and version[:1].isdigit() and PLAIN.issuperset(version)


def pinned(root: str) -> str:
    """The copy that the launcher in an `.autoskillit` folder names; "" for none."""
    try:
        with open(os.path.join(root, "hook"), "rb") as file:
            lines = file.read(MOST).decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return next((name for line in lines if line.startswith(PIN) and is_pin(name := line[len(PIN):])), "")


def code(project: str, env: Mapping[str, str]) -> str:
    """The folder of the copy that a project's launcher names; "" where it names none.  It may not be there."""
    name, above = pinned(os.path.join(project, ".autoskillit")), folder(env)
    return os.path.join(above, name) if name and above else ""


def is_shared(code: str) -> bool:
    """Is that folder a copy among those that projects share?"""
    return os.path.basename(os.path.dirname(code)) == FOLDER and is_pin(os.path.basename(code))


def fault(code: str, manifest: bytes) -> str:
    """What is wrong with a copy's name; "" for nothing, and for a bundle that lies elsewhere."""
    name = os.path.basename(code)
    return OTHER if is_shared(code) and pin(name.rpartition("-")[0], manifest) != name else ""


def use(code: str, project: str) -> None:
    """Puts on record that a project uses the copy that runs, where it is a shared one.  Fails silently."""
    if not is_shared(code):
        return
    path = os.path.join(_used(code), safe_name(project))
    if os.path.exists(path):
        return
    try:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        with open(f"{path}.{os.getpid()}", "wb") as file:
            file.write(os.fsencode(project))
        os.replace(f"{path}.{os.getpid()}", path)
    except OSError:
        return


def users(code: str) -> list[str]:
    """The projects whose launcher still names this copy, among those that were seen to."""
    found = []
    for name in sorted(os.listdir(_used(code))) if os.path.isdir(_used(code)) else ():
        with open(os.path.join(_used(code), name), "rb") as file:
            found.append(os.fsdecode(file.read(MOST)))
    return [one for one in found if pinned(os.path.join(one, ".autoskillit")) == os.path.basename(code)]


def every(env: Mapping[str, str]) -> Iterator[str]:
    """The copies that lie there, whole or not, and what an installation that was cut off has left."""
    above = folder(env)
    for name in sorted(os.listdir(above)) if above and os.path.isdir(above) else ():
        cut = next((part for part in DRAFTS if part in name), "")
        whole, _, process = name.partition(cut) if cut else (name, "", "")
        if is_pin(whole) and not (process.isdecimal() and _alive(int(process))):
            yield os.path.join(above, name)


def remove(code: str) -> None:
    """Takes a copy away, with what is on record of it, and the folder where it was the last.  Raises OSError."""
    from shutil import rmtree

    above, name = os.path.split(code)
    rmtree(code)
    rmtree(_used(code), ignore_errors=True)
    path = os.path.join(above, LOCAL, f"{name}.built")
    if os.path.exists(path):
        os.unlink(path)
    if sorted(os.listdir(above)) in ([], [LOCAL]):
        rmtree(above)


def _used(code: str) -> str:
    above, name = os.path.split(code)
    return os.path.join(above, LOCAL, f"{name}.used")


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
