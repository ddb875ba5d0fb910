"""The files that a patch names."""
import doctest

import pytest

from guards._shell.machine import read
from guards.self_protection import patches


def test_examples() -> None:
    assert doctest.testmod(patches).failed == 0


@pytest.mark.parametrize(("command", "found"), [
    ("git status", []), ("git stash apply", []), ("git apply a.diff", ["/p/a.diff"]), ("git apply --index --directory=lib a.diff", ["/p/a.diff"]),
    ("patch -p1 < a.diff", ["/p/a.diff"]), ("patch -p1 -i a.diff", ["/p/a.diff"]), ("patch --input=a.diff", ["/p/a.diff"]), ("git am /tmp/0001.patch", ["/tmp/0001.patch"]),
])
def test_where_it_stands(command: str, found: list) -> None:
    assert [path for one in read(command, "/p").ran if patches.applies(one) for path in patches.files(one, "/p") if "diff" in path or "patch" in path] == found


def test_a_text_that_speaks_of_a_file_names_none() -> None:
    assert list(patches.changed("- read .autoskillit/guards.json\n+ see +++ b/x\n")) == []
