"""Programs that print what they read, one by one."""
import pytest

from guards._shell.machine import read
from guards._shell.programs.filters import substituted


@pytest.mark.parametrize("command", ["ls .env", "wc .env", "rm .env", "stat .env", "grep -c x .env", "grep -q x .env",
                                     "test -f .env", "cat .env > /dev/null", "cat .env | md5sum", "env -i make",
                                     "printenv HOME", "set -e", "export A=1", "echo .env", "printf .env", "cat a.py",
                                     "jq -r .token a.json", "jq .env package.json", "curl -s a.example/login | jq -r .credentials.key",
                                     "curl -s a.example | jq .env", "yq .credentials a.yml", "yq eval '.token' a.yml", "yq -r .token < a.yml",
                                     "jq --arg a b -r .credentials a.json"])
def test_prints_nothing_secret(command):
    assert read(command).printed.level == 0


@pytest.mark.parametrize("command", ["cat .env", "head -3 .env | tac", "sed -n 1p .env", "grep KEY .env", "env", "printenv",
                                     "export -p", "echo $DB_PASSWORD", "cat < .env", "cat <<< $(cat .env)", "dd if=.env",
                                     "find . -name .env -exec cat {} +", "cat .e*v .env*",
                                     "sudo cat .env", "env A=1 cat .env", "timeout 5 cat .env", "command cat .env",
                                     "tar c .env", "bat .env", "python3 -c \"print(open('.env').read())\"",
                                     "jq . .env", "jq -Rs '{t:.}' .env", "jq -f a.jq .env", "jq -n --rawfile a .env '$a'",
                                     "jq -n --arg a $DB_PASSWORD '{k:$a}'", "jq -n \"{k: \\\"$DB_PASSWORD\\\"}\"",
                                     "yq secrets.yml", "yq . secrets.yml", "yq e .a secrets.yml",
                                     "read x < .env; echo $x", "x=$(cat .env); y=$x; echo $y", "tee a < .env"])
def test_prints_a_secret(command):
    assert read(command).printed.level == 3


@pytest.mark.parametrize(("command", "where"), [("rm $(mktemp)", "/tmp/"), ("cd $(mktemp -d) && rm a", "/tmp/"), ("rm $(mktemp -p sub)", "$(")])
def test_a_new_scratch_path_is_known_as_one(command, where):
    assert read(command, "/p").touches[0].path.startswith(where)


@pytest.mark.parametrize(("script", "text"), [
    ("s/a.*/x/", "aba"), ("s/a/&&/", "aba"), ("2d", "aba"), ("s/a/x/", "xba"), ("s|a|x|g", "xbx"), ("s/a", "aba"), ("s", "aba"), ("", "aba")])
def test_what_sed_makes_of_a_text_that_is_known(script, text):
    assert substituted("aba", script) == text
