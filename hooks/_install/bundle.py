"""The copy of the bundle: put in place whole by one rename, described by a manifest of digests, verified against it."""
from __future__ import annotations

import hashlib
import json
import os
import re
import shutil

from hooks._install import shared
from hooks._install.files import folders, read
from hooks._install.places import PARTS

MANIFEST, IDENTITY = "manifest.json", "hooks/_identity.py"
CHANGED = "is not as installed"
RELEASE = re.compile(rb'^VERSION = "([^"]+)"', re.MULTILINE)
LEFTOVERS = (".pyc", "hooks/hooks.json", "~", ".orig", ".rej", ".swp", ".DS_Store")
# Only a copy has these: git must not turn its line ends (the digests would differ), nor the project's linter read it.
EXTRA = {".gitattributes": b"* -text linguist-vendored\n", "ruff.toml": b'exclude = ["*"]\n'}


def contents(code: str) -> dict[str, bytes]:
    """What belongs to a bundle in the folder `code`: {path with slashes: bytes}, bytecode left out."""
    found = {}
    for part in PARTS:
        top = os.path.join(code, part)
        paths = [top] if os.path.isfile(top) else [
            os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names]
        for path in paths:
            if "__pycache__" not in path and not path.replace(os.sep, "/").endswith(LEFTOVERS):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, code).replace(os.sep, "/")] = file.read()
    return dict(sorted(found.items()))


def copy_of(code: str) -> dict[str, bytes]:
    """What a copy of the bundle in `code` holds, but for its manifest."""
    return {**contents(code), **EXTRA}


def manifest(files: dict[str, bytes]) -> bytes:
    """The digests, as JSON; equal contents have equal manifests."""
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    return (json.dumps({"version": 1, "files": digests}, indent=1) + "\n").encode()


def faults(code: str) -> list[str]:
    """What in the copy is not as its manifest says, a line each; of a shared one, its manifest is as its name says."""
    try:
        with open(os.path.join(code, MANIFEST), "rb") as file:
            text = file.read()
        told = json.loads(text)["files"]
        extra = {name: read(os.path.join(code, name)) for name in EXTRA}
        there = {**contents(code), **{name: data for name, data in extra.items() if data is not None}}
    except FileNotFoundError:
        return ["it has no manifest.json" if os.path.isdir(code) else "it is not there"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"it cannot be read: {error}"]
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in there.items()}
    named = [one for one in (shared.fault(code, text),) if one]
    return named + [f"{path} is missing" for path in told if path not in digests] + [
        f"{path} {CHANGED}" for path in told if path in digests and digests[path] != told[path]] + [
        f"{path} does not belong to it" for path in digests if path not in told]


def holds(files: dict[str, bytes], code: str) -> bool:
    """Does `code` hold exactly these files and their manifest?"""
    return not os.path.islink(code) and not faults(code) and read(os.path.join(code, MANIFEST)) == manifest(files)


def changed(code: str, files: dict[str, bytes]) -> list[str]:
    """The paths of the copy that somebody changed since it was put there, and that `files` would overwrite."""
    paths = [fault[:-len(CHANGED) - 1] for fault in faults(code) if fault.endswith(CHANGED)]
    return [path for path in paths if read(os.path.join(code, *path.split("/"))) != files.get(path)]


def release(identity: bytes | None) -> str:
    """The version that a text of hooks/_identity.py names."""
    found = RELEASE.search(identity or b"")
    return found.group(1).decode("ascii", "replace") if found else "0"


def pin(files: dict[str, bytes]) -> str:
    """The name of these files among the copies that projects share."""
    return shared.pin(release(files.get(IDENTITY)), manifest(files))


def name(files: dict[str, bytes]) -> str:
    """Which version these files are, and which build of it: "0.1.0 (3f2a91c)"."""
    return f"{release(files.get(IDENTITY))} ({hashlib.sha256(manifest(files)).hexdigest()[:7]})"


def name_of(code: str) -> str:
    """Which version the copy in `code` is, as it was installed; "" where there is none."""
    told = read(os.path.join(code, MANIFEST))
    return f"{release(read(os.path.join(code, IDENTITY)))} ({hashlib.sha256(told).hexdigest()[:7]})" if told else ""


def put(files: dict[str, bytes], code: str) -> bool:
    """Makes `code` hold exactly these files and their manifest.  False where it did already."""
    if holds(files, code):
        return False
    draft, old = f"{code}.new-{os.getpid()}", f"{code}.old-{os.getpid()}"
    for path, data in {**files, MANIFEST: manifest(files)}.items():
        target = os.path.join(draft, *path.split("/"))
        folders(os.path.dirname(target))
        with open(target, "wb") as file:
            file.write(data)
        if path in ("install.py", "hooks/guardctl.py", "hooks/memory_server.py"):
            os.chmod(target, 0o755)
    if os.path.islink(code):
        os.unlink(code)
    if os.path.exists(code):
        os.rename(code, old)
    try:
        os.rename(draft, code)
    except OSError:     # another installation was first
        if not holds(files, code):
            raise
        shutil.rmtree(draft)
    shutil.rmtree(old, ignore_errors=True)
    return True


def remove(code: str) -> bool:
    """Removes a copy of ours (it has a manifest); False where there is none."""
    if os.path.islink(code) or not os.path.isfile(os.path.join(code, MANIFEST)):
        return False
    shutil.rmtree(code)
    return True
