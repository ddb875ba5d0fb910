"""`python3 -m tests` says what it leaves out, and what it counts adds up."""
from __future__ import annotations

import re
import subprocess
import sys

from tests.__main__ import arguments
from tests.scripts import ROOT


def collected(*words: str) -> tuple[int, int]:
    """(tests kept, tests that the run says it left out)."""
    done = subprocess.run([sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *words],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:]
    said = re.search(r"^left out: (\d+) tests", done.stdout, re.M)
    return done.stdout.count("::") or int((re.findall(r": (\d+)$", done.stdout, re.M) or ["0"])[0]), int(said[1]) if said else 0


def test_what_is_left_out_is_counted() -> None:
    files = ("tests/test_linear.py", "tests/test_text_bag.py")
    everything, none = collected(*files)
    kept, left_out = collected("--quick", *files)
    assert none == 0 and left_out > 0 and kept + left_out == everything


def test_only_without_words_of_ones_own_is_anything_left_out() -> None:
    assert "--quick" in arguments([]) and "--quick" not in arguments(["--all"]) + arguments(["tests/test_linear.py"])
    assert "--all" not in arguments(["--all", "-x"]) and arguments(["-k", "x"])[-2:] == ["-k", "x"]
