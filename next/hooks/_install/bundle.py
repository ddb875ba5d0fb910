"""The copy of the code: put in place whole by one rename, named by the digest of its contents, compiled once.

The shared copy is DATA/code, a link to DATA/<version>-<digest>; DATA/python links to the interpreter.  A vendored copy
has the same files and no bytecode: its sources change under git, and unchecked bytecode would go on running.
Cannot see: a hook that runs at the moment of the swap and imports its next module from the new copy.
"""

from __future__ import annotations

import compileall
import contextlib
import io
import os
import py_compile
import shutil
import sys

from hooks._install import VERSION
from hooks._stores import digest_bytes

PARTS = ("guards", "hooks", "commands", "install.py", "hook_registry.json", "LICENSE")


def read_code(source: str) -> dict[str, bytes]:
    """{path with slashes: bytes} of what belongs to a bundle, without bytecode."""
    found = {}
    for part in PARTS:
        top = os.path.join(source, part)
        walked = [os.path.join(at, name) for at, _, names in os.walk(top) for name in names]
        for path in [top] if os.path.isfile(top) else walked:
            if "__pycache__" not in path and path.endswith(
                (".py", ".json", ".md", ".sh", ".js", "LICENSE")
            ):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, source).replace(os.sep, "/")] = file.read()
    return dict(sorted(found.items()))


def digest_code(files: dict[str, bytes]) -> str:
    """SHA-256 over the digests of all files; equal contents have equal digests."""
    return digest_bytes(
        "".join(f"{path} {digest_bytes(data)}\n" for path, data in files.items()).encode()
    )


def find_python() -> str:
    """The interpreter under the one that runs us: no shim of pyenv, no virtual environment's."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def share_code(data: str, files: dict[str, bytes]) -> bool:
    """Makes DATA/code these files, compiled, and DATA/python the interpreter.  False where all was so already."""
    name = f"{VERSION}-{digest_code(files)[:16]}"
    changed = link_path(find_python(), f"{data}/python")
    if not (os.path.isdir(f"{data}/{name}") and read_code(f"{data}/{name}") == files):
        put_code(f"{data}/{name}", files)
    tag = f"{data}/{name}/hooks/__pycache__/__init__.{sys.implementation.cache_tag}.pyc"
    if not os.path.isfile(tag):
        with contextlib.redirect_stdout(io.StringIO()):
            compileall.compile_dir(
                f"{data}/{name}",
                quiet=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
    changed = link_path(name, f"{data}/code") or changed
    for other in os.listdir(data):
        if other[:1].isdigit() and other != name:
            shutil.rmtree(f"{data}/{other}", ignore_errors=True)
    return changed


def put_code(folder: str, files: dict[str, bytes]) -> None:
    """Makes `folder` hold exactly these files; what stood there goes."""
    draft, old = f"{folder}.new-{os.getpid()}", f"{folder}.old-{os.getpid()}"
    for path, data in files.items():
        target = os.path.join(draft, *path.split("/"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)
    if os.path.lexists(folder):
        os.rename(folder, old)
    try:
        os.rename(draft, folder)
    except OSError:  # another installation was first
        shutil.rmtree(draft, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


def link_path(target: str, path: str) -> bool:
    """Makes `path` a link to `target` at once; False where it was."""
    if os.path.islink(path) and os.readlink(path) == target:
        return False
    os.makedirs(os.path.dirname(path), exist_ok=True)
    draft = f"{path}.new-{os.getpid()}"
    os.symlink(target, draft)
    os.replace(draft, path)
    return True
