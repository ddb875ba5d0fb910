"""hooks/_stores/disk.py: safe names, refusals, whole lines whatever happens."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores import disk
from tests.scripts import ROOT


@pytest.mark.parametrize("id", ["08f7ecae-6301-4b66-9990-875b3aed1f5a", "s", "session_1.a", "a" * 100])
def test_harmless_ids_are_their_own_names(id: str) -> None:
    assert disk.safe_name(id) == id


@pytest.mark.parametrize("id", ["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "con", "nul.txt", "com9", "lpt9", "x.", "-rf",
                                "a" * 101, "é", "a\x00b", "a\nb", "a~b", "\ud800"])
def test_other_ids_never_leave_the_folder(id: str) -> None:
    name = disk.safe_name(id)
    assert "~" in name
    assert not set(name) & set("/\\\x00\n:")
    assert len(name) < 100


@given(st.text(max_size=120), st.text(max_size=120))
def test_no_two_ids_share_a_name(a: str, b: str) -> None:
    assert (a == b) == (disk.safe_name(a) == disk.safe_name(b))


def test_files_and_folders_are_the_person_s_own(tmp_path: Path) -> None:
    folder = disk.make_folder(str(tmp_path / "a/b"))
    disk.append(folder + "/f", b"x\n")
    assert os.stat(folder).st_mode & 0o777 == 0o700
    assert os.stat(folder + "/f").st_mode & 0o777 == 0o600


def test_a_torn_last_line_is_closed_before_the_next(tmp_path: Path) -> None:
    path = str(tmp_path / "f")
    disk.append(path, b"one\n")
    with open(path, "ab") as file:
        file.write(b"tor")
    size = disk.append(path, b"two\n")
    assert list(disk.lines(path)) == [b"one\n", b"tor\n", b"two\n"]
    assert size == os.stat(path).st_size


def stands_in_place(path: Path, kind: str) -> None:
    if kind == "link":
        (path.parent / "target").write_bytes(b"precious\n")
        path.symlink_to(path.parent / "target")
    elif kind == "dangling link":
        path.symlink_to(path.parent / "nowhere")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder", "fifo"])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "f"
    stands_in_place(path, kind)
    uses = (disk.read, lambda p: disk.append(p, b"x\n"), lambda p: list(disk.lines(p)))
    for use in uses:
        with pytest.raises((disk.Fault, OSError)):
            use(str(path))
    if kind == "link":
        assert (tmp_path / "target").read_bytes() == b"precious\n"


def test_a_missing_file_is_empty(tmp_path: Path) -> None:
    assert disk.read(str(tmp_path / "none")) == b""
    assert list(disk.lines(str(tmp_path / "none"))) == []
    assert not disk.remove(str(tmp_path / "none"))


def test_replace_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "alone" / "f"
    path.parent.mkdir()
    disk.replace(str(path), b"one")
    disk.replace(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["f"]


def test_a_link_in_a_folder_s_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(disk.Fault):
        disk.make_folder(str(tmp_path / "link"))


def test_a_lock_that_is_held_is_a_fault_after_a_while(tmp_path: Path) -> None:
    path = str(tmp_path / "l")
    with disk.Lock(path), pytest.raises(disk.Fault, match="locked"), disk.Lock(path, 0.05):
        pass
    with disk.Lock(path, 0.05):
        pass


WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from hooks._stores import disk
for n in range(40):
    with disk.Lock(sys.argv[2] + ".lock", 60):
        disk.append(sys.argv[2], f"{sys.argv[3]}:{n}:{'x' * 300}\\n".encode())
"""


def test_many_processes_lose_nothing_and_tear_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "f")
    running = [subprocess.Popen([sys.executable, "-I", "-S", "-c", WRITER, str(ROOT), path, str(n)]) for n in range(8)]
    assert [one.wait() for one in running] == [0] * 8
    rows = sorted(line.decode().rsplit(":", 1)[0] for line in disk.lines(path))
    assert rows == sorted(f"{who}:{n}" for who in range(8) for n in range(40))


def test_a_file_with_a_second_name_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"precious")
    os.link(tmp_path / "precious", tmp_path / "f")
    with pytest.raises(disk.Fault, match="hard link"):
        disk.append(str(tmp_path / "f"), b"x")
    assert (tmp_path / "precious").read_bytes() == b"precious"
    disk.replace(str(tmp_path / "f"), b"new")
    assert (tmp_path / "precious").read_bytes() == b"precious" and (tmp_path / "f").read_bytes() == b"new"


def test_a_file_of_several_mebibytes_is_read_whole(tmp_path: Path) -> None:
    path, data = str(tmp_path / "f"), os.urandom(1 << 10) * 2500
    disk.replace(path, data)
    assert disk.read(path) == data and disk.read(path, 1_500_000, 7) == data[7:1_500_007]


def test_a_lock_is_given_back_though_somebody_kept_its_descriptor(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with disk.Lock(path) as lock:
        kept = os.dup(lock.fd)
    with disk.Lock(path, 0.1):
        os.close(kept)


FULL = """
import resource, signal, sys
sys.path.append(sys.argv[1])
from hooks._stores import disk
disk.append(sys.argv[2], b"one\\n")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))
try:
    disk.append(sys.argv[2], b"a line that is too long\\n")
except OSError:
    print(open(sys.argv[2]).read())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
def test_what_does_not_fit_leaves_nothing_behind(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, str(ROOT), str(tmp_path / "f")], capture_output=True, text=True, check=True)
    assert done.stdout == "one\n\n"
