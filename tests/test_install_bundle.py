"""hooks/_install/bundle.py: exactly the files, nothing stale, every change seen."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._install import bundle

FILES = {"hooks/one.py": b"1\n", "guards/two.py": b"2\n", "install.py": b"3\n",
         "LICENSE": b"", "hook_registry.json": b"{}"}
COPY = {**FILES, **bundle.EXTRA}


def test_put_holds_exactly_the_files_and_twice_is_once(tmp_path: Path) -> None:
    code = str(tmp_path / "bundle")
    assert bundle.put(FILES, code)
    assert bundle.contents(code) == dict(sorted(FILES.items()))
    assert bundle.faults(code) == []
    assert not bundle.put(FILES, code)
    assert bundle.put({**FILES, "hooks/one.py": b"new"}, code)
    less = {name: data for name, data in FILES.items() if name != "guards/two.py"}
    assert bundle.put(less, code)
    assert bundle.contents(code) == dict(sorted(less.items()))
    assert {path.name for path in tmp_path.iterdir()} <= {"bundle", "home"}


def test_bytecode_and_leftovers_are_no_part_of_it(tmp_path: Path) -> None:
    bundle.put(FILES, str(tmp_path))
    for name in ("hooks/__pycache__/one.cpython-311.pyc", "hooks/one.py~", "hooks/one.py.orig", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    assert bundle.contents(str(tmp_path)) == dict(sorted(FILES.items()))
    assert bundle.faults(str(tmp_path)) == []


@pytest.mark.parametrize(("harm", "said"), [
    (lambda code: (code / "hooks/one.py").unlink(), "hooks/one.py is missing"),
    (lambda code: (code / "hooks/one.py").write_bytes(b"x"), "hooks/one.py is not as installed"),
    (lambda code: (code / "guards/more.py").write_bytes(b"x"), "guards/more.py does not belong to it"),
    (lambda code: (code / "ruff.toml").unlink(), "ruff.toml is missing"),
    (lambda code: (code / "manifest.json").unlink(), "it has no manifest.json"),
    (lambda code: (code / "manifest.json").write_bytes(b"["), "it cannot be read"),
    (lambda code: (code / "manifest.json").write_bytes(b"[]"), "it cannot be read"),
])
def test_every_change_is_a_fault_and_put_mends_it(tmp_path: Path, harm: object, said: str) -> None:
    code = tmp_path / "bundle"
    bundle.put(COPY, str(code))
    harm(code)  # type: ignore[operator]
    assert any(fault.startswith(said) for fault in bundle.faults(str(code)))
    assert bundle.put(COPY, str(code))
    assert bundle.faults(str(code)) == []


def test_only_what_somebody_changed_and_the_new_version_would_overwrite_counts_as_changed(tmp_path: Path) -> None:
    code = tmp_path / "bundle"
    assert bundle.changed(str(code), COPY) == []
    bundle.put(COPY, str(code))
    (code / "guards/two.py").unlink()
    (code / "guards/more.py").write_bytes(b"x")
    (code / "hooks/one.py").write_bytes(b"mine")
    assert bundle.changed(str(code), COPY) == ["hooks/one.py"]
    assert bundle.changed(str(code), {**COPY, "hooks/one.py": b"mine"}) == []


def test_a_version_is_the_release_and_its_build(tmp_path: Path) -> None:
    code = str(tmp_path / "bundle")
    assert bundle.name_of(code) == ""
    one = {**COPY, "hooks/_identity.py": b'VERSION = "1.2.3"\n'}
    bundle.put(one, code)
    assert bundle.name_of(code) == bundle.name(one)
    assert bundle.name(one).startswith("1.2.3 (")
    assert bundle.name({**one, "install.py": b""}) != bundle.name(one)


def test_only_a_copy_of_ours_is_removed(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    assert not bundle.remove(str(tmp_path / "theirs"))
    assert not bundle.remove(str(tmp_path / "gone"))
    assert bundle.faults(str(tmp_path / "gone")) == ["it is not there"]
    bundle.put(FILES, str(tmp_path / "ours"))
    (tmp_path / "link").symlink_to("ours")
    assert not bundle.remove(str(tmp_path / "link"))
    assert bundle.remove(str(tmp_path / "ours"))
