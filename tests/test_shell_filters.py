"""Programs that do not send, one by one: what they print and what they write."""
import pytest

from guards._shell.machine import read


@pytest.mark.parametrize("command", ["ls .env", "wc .env", "rm .env", "stat .env", "grep -c x .env", "grep -q x .env",
                                     "test -f .env", "cat .env > /dev/null", "cat .env | md5sum", "env -i make",
                                     "printenv HOME", "set -e", "export A=1", "echo .env", "printf .env", "cat a.py"])
def test_prints_nothing_secret(command):
    assert read(command).printed.level == 0


@pytest.mark.parametrize("command", ["cat .env", "head -3 .env | tac", "sed -n 1p .env", "grep KEY .env", "env", "printenv",
                                     "export -p", "echo $DB_PASSWORD", "cat < .env", "cat <<< $(cat .env)", "dd if=.env",
                                     "xargs cat <<< .env", "find . -name .env -exec cat {} +", "cat .e*v .env*",
                                     "sudo cat .env", "env A=1 cat .env", "timeout 5 cat .env", "command cat .env",
                                     "sh -c 'cat .env'", "tar c .env", "bat .env", "python3 -c \"print(open('.env').read())\"",
                                     "read x < .env; echo $x", "x=$(cat .env); y=$x; echo $y", "tee a < .env",
                                     "alias c=cat; c .env"])
def test_prints_a_secret(command):
    assert read(command).printed.level == 3


@pytest.mark.parametrize(("command", "path"), [
    ("cat .env > a", "/p/a"), ("cat .env | tee a", "/p/a"), ("cp .env a", "/p/a"), ("mv .env d/", "/p/d/.env"),
    ("cp -t d .env", "/p/d/.env"), ("dd if=.env of=a", "/p/a"), ("tar cf a.tar .env", "/p/a.tar"),
    ("zip a.zip .env", "/p/a.zip"), ("gzip -k .env", "/p/.env.gz"), ("gpg -c .env", "/p/.env.gpg"),
    ("openssl enc -aes-256-cbc -in .env -out a", "/p/a"), ("cd d && cat ../.env >> a", "/p/d/a"),
    ("{ cat .env; } > a", "/p/a"), ("split .env part", "/p/partaa"), ("ln -s .env a", "/p/a")])
def test_writes_a_secret(command, path):
    assert read(command, "/p").written[path].level == 3


def test_overwriting_makes_a_file_harmless():
    assert read("cat .env > a; echo x > a", "/p").written["/p/a"].level == 0
