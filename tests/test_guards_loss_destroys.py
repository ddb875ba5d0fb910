"""What a call could destroy, by its simple commands."""
from __future__ import annotations

from pathlib import Path

import pytest

from guards.loss.destroys import losses
from tests.repositories import event_of


def found(command: str) -> list[tuple[str, str, tuple[str, ...]]]:
    call = event_of(Path("/p"), {"command": command}).call
    assert call is not None
    return [(loss.kind, loss.flags, loss.names) for loss in losses(call)]


@pytest.mark.parametrize("command", [
    "", "ls", "echo rm -rf /", "echo 'git reset --hard'", "rm --help", "rm", "cat <<EOF\nrm -rf /\nEOF", "cp -n a b", "cp -b a b", "mv -i a b",
    "ln -s a b", "install -d a b", "truncate -s +5 a", "tee -a b", "echo x >> a", "find . -empty -delete", "find . -name x -print",
    "rsync -a x/ y/", "rsync -an --delete x/ y/", "chmod 644 a", "chmod -x a", "sqlite3 a.db 'select 1'", "dd if=a of=/dev/null",
    "mkfs.ext4 --help", "sed -i s/a/b/ a", "grep -r rm ."])
def test_what_destroys_nothing(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(("command", "expected"), [
    ("rm a b", [("files", "", ("a", "b"))]),
    ("rm -rf -- -x", [("files", "r", ("-x",))]),
    ("sudo rm -fr a", [("files", "r", ("a",))]),
    ("rm -rf /dev/sda", [("device", "", ("/dev/sda",))]),
    ("cp a b c", [("files", "c", ("c", "a", "b"))]),
    ("mv -t d a b", [("files", "c", ("d", "a", "b"))]),
    ("ln -sf a b", [("files", "c", ("b", "a"))]),
    ("truncate -s 0 a", [("files", "w", ("a",))]),
    ("echo x | tee a", [("files", "w", ("/p/a",))]),
    ("echo x > a", [("files", "w", ("/p/a",))]),
    ("dd if=/dev/zero of=/dev/nvme0n1", [("device", "", ("/dev/nvme0n1",))]),
    ("mkfs.ext4 -L x /dev/sdb1", [("device", "", ("/dev/sdb1",))]),
    ("rsync -a --delete x/ y/", [("files", "r", ("y/",))]),
    ("rsync -a --delete x/ me@host:y/", [("remote", "", ("me@host:y/",))]),
    ("chmod -R 777 /srv", [("modes", "", ("/srv",))]),
    ("sqlite3 a.db 'drop table t'", [("files", "w", ("a.db",))]),
    ("python3 -c \"import os; os.unlink('a')\"", [("files", "r", ("/p/a",))])])
def test_what_is_looked_at(command: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    assert found(command) == expected


def test_names_limit_what_find_removes() -> None:
    call = event_of(Path("/p"), {"command": "find src lib -name '*.o' -delete"}).call
    assert call is not None
    assert [(loss.names, loss.only) for loss in losses(call)] == [(("src", "lib"), ("*.o",))]
    call = event_of(Path("/p"), {"command": "find . ! -name '*.o' -delete"}).call
    assert call is not None
    assert losses(call)[0].only == ()


def test_of_the_tools_only_write_puts_a_whole_text_in_the_place_of_another() -> None:
    def of(tool: str) -> list[str]:
        call = event_of(Path("/p"), {"file_path": "/p/a"}, tool).call
        assert call is not None
        return [loss.flags for loss in losses(call)]

    assert of("Write") == ["W"] and of("Edit") == of("Read") == []
