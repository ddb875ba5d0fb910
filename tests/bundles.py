"""A copy of the bundle with its archives, as an installation has it, made once for all workers of a run: it takes seconds."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from hooks._install import archive, interpreter
from hooks._stores import disk
from tests.scripts import ROOT


def archived(factory: pytest.TempPathFactory) -> Path:
    """The folder.  It is shared: who changes anything in it takes a copy, with the files' times (shutil.copytree)."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "archived"
    with disk.Lock(f"{folder}.lock", 120):
        if not folder.exists():
            draft = folder.with_name("archived.draft")
            shutil.rmtree(draft, ignore_errors=True)
            for part in ("hooks", "guards"):
                shutil.copytree(ROOT / part, draft / part, ignore=shutil.ignore_patterns("*.archive"))
            shutil.copy(ROOT / "hook_registry.json", draft)
            # What reads the archives lies in none: an installation compiles it; else the first call here would write it.
            assert interpreter.compile_bytecode(sys.executable, *(str(draft / f"hooks/{name}.py") for name in ("__init__", "_archive")))
            assert archive.build(sys.executable, str(draft))
            draft.rename(folder)
    return folder
