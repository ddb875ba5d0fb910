"""The names of an archive's members."""
from __future__ import annotations

import gzip
import random
import tarfile
import zipfile
from pathlib import Path

import pytest

from hooks._unsaved.packed import members


def test_the_members_of_archives(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x", "utf-8")
    with tarfile.open(tmp_path / "t.tar.gz", "w:gz") as packed:
        packed.add(tmp_path / "a.txt", "d/a.txt")
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as zipped:
        zipped.write(tmp_path / "a.txt", "d/b.txt")
    assert members(str(tmp_path / "t.tar.gz")) == ["d/a.txt"] and members(str(tmp_path / "z.zip")) == ["d/b.txt"]


def test_what_is_no_archive_names_nothing(tmp_path: Path) -> None:
    for name in ("x.tar", "x.zip", "x.tar.gz", "x.tar.xz"):
        (tmp_path / name).write_bytes(b"\x1f\x8b no archive")
        assert members(str(tmp_path / name)) == []
    assert members(str(tmp_path)) == members(str(tmp_path / "none")) == []


def header(name: str, data: bytes) -> bytes:
    """A member of a cpio archive."""
    head = b"070701" + b"".join(b"%08X" % one for one in (1, 0, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0))
    text = head + name.encode() + b"\0"
    return text + b"\0" * (-len(text) % 4) + data + b"\0" * (-len(data) % 4)


def test_the_members_of_cpio(tmp_path: Path) -> None:
    data = header("a", b"12345") + header("d/longer", b"") + header("TRAILER!!!", b"")
    (tmp_path / "a.cpio").write_bytes(data)
    (tmp_path / "b.cpio.gz").write_bytes(gzip.compress(data))
    (tmp_path / "c.cpio").write_bytes(data[:150])
    (tmp_path / "d.cpio").write_bytes(b"070701" + b"z" * 200)
    assert [members(str(tmp_path / name)) for name in ("a.cpio", "b.cpio.gz", "c.cpio", "d.cpio")] == [["a", "d/longer"], ["a", "d/longer"], ["a"], []]


@pytest.mark.parametrize("inputs", [200, pytest.param(5000, marks=pytest.mark.slow)])
def test_a_bent_archive_raises_nothing(tmp_path: Path, inputs: int) -> None:
    (tmp_path / "a.txt").write_text("x" * 300, "utf-8")
    whole: dict[str, bytes] = {".cpio": header("a", b"12345") + header("TRAILER!!!", b"")}
    for end, mode in ((".tar", "w"), (".tgz", "w:gz"), (".tbz", "w:bz2"), (".txz", "w:xz")):
        with tarfile.open(tmp_path / f"t{end}", mode) as packed:        # type: ignore[call-overload]
            packed.add(tmp_path / "a.txt", "d" * 200)
        whole[end] = (tmp_path / f"t{end}").read_bytes()
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as zipped:
        zipped.write(tmp_path / "a.txt")
    whole[".zip"] = (tmp_path / "t.zip").read_bytes()
    rng = random.Random(1)
    for _ in range(inputs):
        end = rng.choice(sorted(whole))
        bent = bytearray(whole[end])
        for _ in range(rng.randint(1, 9)):
            at = rng.randrange(len(bent))
            bent[at:at + rng.randint(0, 9)] = rng.randbytes(rng.randint(0, 9)) or b"\0"
        (tmp_path / f"bent{end}").write_bytes(bent)
        assert isinstance(members(str(tmp_path / f"bent{end}")), list)
