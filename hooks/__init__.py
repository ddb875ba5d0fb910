"""What touches the world.  An installation loads all modules from one file of bytecode.

The file begins with an index, {module: [is it a package, length, offset]}; hooks/_install/check.py writes it.  A checkout
has no such file, and Python loads the sources.
Cannot see: sources that are newer; who changes one compiles all.
"""

from __future__ import annotations

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec

CODE, HEAD = f"code.{sys.implementation.cache_tag}", 4096  # another Python finds no file
HERE = sys.modules[__name__]


def find_spec(name: str, *_: object) -> ModuleSpec | None:
    return ModuleSpec(name, HERE, is_package=INDEX[name][0]) if name in INDEX else None  # type: ignore[arg-type]


def create_module(_: object) -> None:
    """Python makes it."""


def exec_module(module: object) -> None:
    names = vars(module)
    exec(marshal.loads(posix.pread(FILE, *INDEX[names["__name__"]][1:])), names)


try:
    FILE = posix.open(f"{__path__[0]}/../{CODE}", posix.O_RDONLY)
    INDEX = marshal.loads(posix.pread(FILE, HEAD, 0))
    sys.meta_path.insert(0, HERE)
except OSError:
    pass  # a checkout, a vendored copy
