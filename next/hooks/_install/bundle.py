"""The copy of the code: put in place whole by one rename, named by the digest of its contents, compiled once.

The shared copy is DATA/code, a link to DATA/<version>-<digest>; DATA/python links to the interpreter.  A vendored copy
has no bytecode: its sources change under git, and unchecked bytecode would go on running.
Cannot see: a hook that runs at the moment of the swap and imports its next module from the new copy.
"""

from __future__ import annotations

import compileall
import os
import py_compile
import shutil
import sys

from hooks._install import VERSION
from hooks._stores import digest_bytes

PARTS = ("guards", "hooks", "commands", "install.py", "hook_registry.json", "LICENSE")
ENDINGS = (".py", ".json", ".md", ".sh", ".js", "LICENSE")
VENDORED = {".gitignore": b"__pycache__/\n", ".gitattributes": b"* -text linguist-vendored\n"}


def read_code(source: str) -> dict[str, bytes]:
    """{path with slashes: bytes} of what belongs to a bundle, without bytecode."""
    found = {}
    for part in PARTS:
        top = os.path.join(source, part)
        walked = [os.path.join(at, name) for at, _, names in os.walk(top) for name in names]
        for path in [top] if os.path.isfile(top) else walked:
            if path.endswith(ENDINGS):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, source)] = file.read()
    return dict(sorted(found.items()))


def share_code(data: str, files: dict[str, bytes]) -> None:
    """Makes DATA/code these files, compiled, and DATA/python the interpreter under the one that runs us: no shim of
    pyenv, no virtual environment's."""
    lines = [f"{path} {digest_bytes(text)}\n" for path, text in files.items()]
    name = f"{VERSION}-{digest_bytes(''.join(lines).encode())[:16]}"
    python = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    if read_code(f"{data}/{name}") != files:
        put_code(f"{data}/{name}", files)
        compile_code(f"{data}/{name}")
    for target, path in ((python, f"{data}/python"), (name, f"{data}/code")):
        os.symlink(target, f"{path}.new-{os.getpid()}")
        os.replace(f"{path}.new-{os.getpid()}", path)
    for other in os.listdir(data):
        if other[:1].isdigit() and other != name:
            shutil.rmtree(f"{data}/{other}", ignore_errors=True)


def compile_code(folder: str) -> None:
    """Bytecode for every module, from its source of now, which no event checks again."""
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(folder, quiet=2, force=True, invalidation_mode=mode)


def put_code(folder: str, files: dict[str, bytes]) -> None:
    """Makes `folder` hold exactly these files; what stood there goes."""
    draft, old = f"{folder}.new-{os.getpid()}", f"{folder}.old-{os.getpid()}"
    for path, data in files.items():
        os.makedirs(os.path.dirname(f"{draft}/{path}"), exist_ok=True)
        with open(f"{draft}/{path}", "wb") as file:
            file.write(data)
    if os.path.lexists(folder):
        os.rename(folder, old)
    try:
        os.rename(draft, folder)
    except OSError:  # another installation was first
        shutil.rmtree(draft, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
