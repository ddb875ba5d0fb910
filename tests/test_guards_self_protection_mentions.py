"""Which paths in its words a program may write; whole calls stand in cases/self_protection.jsonl."""
import pytest

from guards._shell.machine import read
from guards.self_protection.commands import READERS
from guards.self_protection.mentions import written


@pytest.mark.parametrize(("command", "may"), [
    ("cat a.x", False), ("sed -n 's/w/a.x/p' b", False), ("awk '$1 > 2' a.x", False), ("git log -- a.x", False), ("curl -d @a.x h.example", False),
    ("gh pr create --body a.x", False), ("sh a.x", False), ("zz new -m 'say what a.x is'", False), ("zz 'a word about a.x here'", False), ("docker run -v a.x:/b c", False), ("xz a.x", False),
    ("sed 'w a.x' b", True), ("awk '{print > \"a.x\"}' b", True), ("git diff --output=a.x", True), ("curl -oa.x h.example", True),
    ("zz --to=a.x", True), ("zz '.save a.x'", True), ("sort -o a.x b", True), ("docker cp b:/c a.x", True),
])
def test_a_path(command: str, may: bool) -> None:
    assert any("a.x" in path for one in read(command, "/p").ran for path in written(one, READERS)) is may
