"""hooks/_stores/system.py: `os` without its import gives what `os` gives."""
from __future__ import annotations

import os
import posixpath
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores import system
from tests.scripts import ROOT

PARTS = st.lists(st.sampled_from(["/", "//", ".", "..", "a", "B c", "ü", "\udc80", "a.py", "~", "\\", "", "\0", "..."]),
                 max_size=8)
PATHS = PARTS.map("".join) | PARTS.map("/".join)
TEXTS = ("dirname", "basename", "split", "isabs", "normpath", "abspath", "isdir", "isfile", "islink", "exists", "lexists", "expanduser")


@given(PATHS)
def test_each_function_gives_what_posixpath_gives(path: str) -> None:
    for name in TEXTS:
        if name == "normpath" and "\0" in path:
            continue        # 3.11 and 3.12 cut there
        if name in ("abspath", "expanduser") and "\0" in path:
            continue        # posixpath raises for "~\0"
        assert getattr(system, name)(path) == getattr(posixpath, name)(path), name


@given(PATHS, st.lists(PATHS, max_size=4))
def test_join_gives_what_posixpath_gives(first: str, rest: list[str]) -> None:
    assert system.join(first, *rest) == posixpath.join(first, *rest)


def test_a_home_with_a_nul_is_none() -> None:
    assert system.expanduser("~\0/a") == "~\0/a"


def test_what_lies_on_the_disk(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "dead").symlink_to("gone")
    (tmp_path / "round").symlink_to("round")
    os.mkfifo(tmp_path / "fifo")
    for entry in ("file", "folder", "link", "dead", "round", "fifo", "gone", "file/x"):
        for name in ("isdir", "isfile", "islink", "exists", "lexists"):
            path = str(tmp_path / entry)
            assert getattr(system, name)(path) == getattr(posixpath, name)(path), (name, entry)


@pytest.mark.skipif("posix" not in sys.builtin_module_names, reason="there is no posix")
def test_the_module_answers_as_os_does() -> None:
    made = system.system()
    assert made.environ == dict(os.environ)
    assert made.path.join("a", "b") == "a/b" and made.path.relpath("/a/b", "/a") == "b"
    assert made.cpu_count is os.cpu_count and made.fsencode("x") == b"x"
    with pytest.raises(AttributeError):
        made.no_such_name  # noqa: B018
    for name in ("open", "read", "write", "close", "fstat", "lstat", "stat", "lseek", "O_RDONLY", "O_NOFOLLOW", "_exit",
                 "urandom", "replace", "unlink", "mkdir", "truncate", "ftruncate", "getpid", "listdir", "strerror"):
        assert getattr(made, name) is getattr(os, name) or getattr(made, name) == getattr(os, name), name


def test_os_is_not_imported_for_it() -> None:
    told = "import sys; sys.path.append(sys.argv[1]); from hooks._stores import disk; print('os' in sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", told, str(ROOT)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
