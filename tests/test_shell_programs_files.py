"""Programs that write, copy, pack and remove files, one by one."""
import pytest

from guards._shell.machine import read


@pytest.mark.parametrize(("command", "path"), [
    ("cat .env > a", "/p/a"), ("cat .env | tee a", "/p/a"), ("cp .env a", "/p/a"), ("mv .env d/", "/p/d/.env"),
    ("cp -t d .env", "/p/d/.env"), ("dd if=.env of=a", "/p/a"), ("tar cf a.tar .env", "/p/a.tar"),
    ("zip a.zip .env", "/p/a.zip"), ("gzip -k .env", "/p/.env.gz"), ("gpg -c .env", "/p/.env.gpg"),
    ("openssl enc -aes-256-cbc -in .env -out a", "/p/a"), ("cd d && cat ../.env >> a", "/p/d/a"),
    ("{ cat .env; } > a", "/p/a"), ("ln -s .env a", "/p/a")])
def test_writes_a_secret(command, path):
    assert read(command, "/p").written[path].level == 3


def test_overwriting_makes_a_file_harmless():
    assert read("cat .env > a; echo x > a", "/p").written["/p/a"].level == 0


@pytest.mark.parametrize(("command", "touched"), [
    ("cat a", []), ("rm -rf build", [("removes", "/p/build")]), ("mv a b", [("writes", "/p/b"), ("removes", "/p/a")]),
    ("chmod +x a", [("changes", "/p/a")]), ("tar xf a.tar -C out", [("writes", "/p/out")]),
    ("gpg -o a.gpg -c a", [("writes", "/p/a.gpg")])])
def test_the_paths_that_it_touches(command, touched):
    assert [(t.how, t.path) for t in read(command, "/p").touches] == touched
