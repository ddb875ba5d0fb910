#!/usr/bin/env python3
"""Do the tests bite?  Each row bends one place that matters; the tests beside it must fail.

    python3 bench/mutants.py [--only WORD]

The tree is copied, one place bent, the tests of its row run in the copy, the place mended again.  Exit 1 where a mutant
lives.  A row whose place is gone says so: the code went on, the row has to follow.
"""
from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWNERSHIP = ("guards/resume_ownership/ownership.py", "guards_resume_ownership_ownership guards_resume_ownership")
DISK = ("hooks/_stores/disk.py", "stores_disk")
LEDGER = ("hooks/_stores/ledger.py", "stores_ledger")
WHO = ("guards/_origin/attribution.py", "origin_attribution guards_request_origin")
LEAVES = ("guards/contamination/__init__.py",
          "guards_contamination guards_contamination_leaves guards_contamination_children")
# (file, test files), what stands there, what is put in its place.
ROWS: tuple[tuple[tuple[str, str], str, str], ...] = (
    # whose session it is
    (OWNERSHIP, '"kitchen": next(iter(found.kitchens), "")', '"kitchen": ""'),
    (OWNERSHIP, 'kept + "..." if len(id) > 64 else kept', "kept"),
    (OWNERSHIP, 'c.isalnum() or c in "-_.:@/+"', 'c.isalnum() and c in "-_.:@/+"'),
    (OWNERSHIP, 'rule="resume.open-twice"', 'rule="resume.open-twicex"'),
    (OWNERSHIP, '"two_owners", "owner": dict(rival)', '"two_owners", "ownerx": dict(rival)'),
    (OWNERSHIP, "if caller and caller in (own,", "if caller and caller not in (own,"),
    (OWNERSHIP, "if set(found.kitchens).intersection(here)", "if not set(found.kitchens).intersection(here)"),
    # the disk and the ledger
    (DISK, 'else b"".join(parts)', 'else b"x".join(parts)'),
    (DISK, "limit: int = 64 * 1024 * 1024, start", "limit: int = 64 * 1024 + 1024, start"),
    (DISK, "fcntl.flock(fd, fcntl.LOCK_UN)", "pass"),
    (DISK, 'for i in range(10)), *(f"lpt', 'for i in range(9)), *(f"lpt'),
    (DISK, "        os.ftruncate(fd, size)\n", ""),
    (DISK, 'data = b"\\n" + data', "pass"),
    (LEDGER, '"its number does not rise"', '"its number does not risex"'),
    # which foreign text accounts for a call
    (WHO, "START = -70", "START = -65"),
    (WHO, '"verb": 25', '"verb": 30'),
    (WHO, '"value": 15', '"value": 20'),
    (WHO, '"order": 35', '"order": 40'),
    (WHO, '"reader": 10', '"reader": 15'),
    (WHO, '"covers foreign words": 10', '"covers foreign words": 15'),
    (WHO, "made.verbs | words.READING if", "made.verbs & words.READING if"),
    (WHO, "/ len(made.values) if made.values else 0.5", "/ len(made.values) if made.values else 1.5"),
    (WHO, 'float(any(v.aims and v.origin == "requests" for v in self.new))',
     'float(any(v.aims and v.origin != "requests" for v in self.new))'),
    (WHO, "START + total(points) > out.score", "START + total(points) >= out.score"),
    (WHO, "points and (out.request is None or", "points and (out.request is not None or"),
    (WHO, "2 in r.verbs.values() and made.kind != FETCHES", "2 in r.verbs.values() and made.kind == FETCHES"),
    (WHO, "aimed = [v for v in case.new if v.aims and v.address]",
     "aimed = [v for v in case.new if v.aims or v.address]"),
    (WHO, '"noun, class not asked": float(noun and not case.asked)',
     '"noun, class not asked": float(noun or not case.asked)'),
    (WHO, '"match": 1.0', '"match": 2.0'),
    (WHO, 'not bound and any(v.aims and v.origin == "requests" for v in held)',
     'not bound and any(v.aims and v.origin != "requests" for v in held)'),
    (WHO, "else min(2, order) / 2", "else min(2, order)"),
    (WHO, "if w in requested and w not in said", "if w not in requested and w not in said"),
    # what leaves
    (LEAVES, 'if event.name == "UserPromptSubmit" and release.asked_for(event) and',
     'if event.name != "UserPromptSubmit" and release.asked_for(event) and'),
    (LEAVES, 'if event.name == "UserPromptSubmit" and release.asked_for(event):',
     'if event.name != "UserPromptSubmit" and release.asked_for(event):'),
    (LEAVES, '"UserPromptSubmit" and state.get("launching")', '"UserPromptSubmitx" and state.get("launching")'),
    (LEAVES, "*(() if one.foreign else SECRET_WORDS)", "*(() if True else SECRET_WORDS)"),
    (LEAVES, "*(() if one.foreign else SECRET_WORDS)", "*SECRET_WORDS"),
    (LEAVES, '{"carried": worst.carried', '{"carriedx": worst.carried'),
    (LEAVES, "asks nobody, it ran", "asks nobody"),
    (LEAVES, "if own.asked and own.verdict.approves", "if own.verdict.approves"),
    (LEAVES, "if gap and (label or settings.strict)", "if gap and label and settings.strict"),
    (LEAVES, "if event.facts.unread:", "if not event.facts.unread:"),
    (LEAVES, ", 0) >= level", ", 0) >= 0"),
)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--only", default="", help="rows that hold this word in their file or place")
    given = asked.parse_args()
    alive = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "tree"
        without = shutil.ignore_patterns(".git", "__pycache__", ".venv", ".e2e", ".autoskillit")
        shutil.copytree(ROOT, copy, symlinks=True, ignore=without)
        for (file, tests), old, new in ROWS:
            if given.only not in file + old:
                continue
            started = time.monotonic()
            word = played(copy, file, old, new, tests)
            alive += word != "killed"
            bent = f"{file}: {old.strip()} -> {new.strip() or 'nothing'}"
            print(f"{word:8} {time.monotonic() - started:4.0f} s  {bent}", flush=True)
    print(f"{alive} not killed")
    return int(alive > 0)


def fails(copy: Path, tests: list[str]) -> bool:
    """Does one of these files fail in the copy?"""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    for test in tests:
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"tests/test_{test}.py"]
        if subprocess.run(words, cwd=copy, env=env, capture_output=True, check=False).returncode:
            return True
    return False


@cache
def sound(copy: Path, tests: str) -> bool:
    """Do they pass where nothing is bent?  Else they would notice everything."""
    return not fails(copy, tests.split())


def played(copy: Path, file: str, old: str, new: str, tests: str) -> str:
    """killed, LIVES, GONE where the place is not to be found once, FAILS where the tests fail without it."""
    path = copy / file
    whole = path.read_text("utf-8")
    if whole.count(old) != 1:
        return "GONE"
    if not sound(copy, tests):
        return "FAILS"
    path.write_text(whole.replace(old, new), "utf-8")
    try:
        return "killed" if fails(copy, tests.split()) else "LIVES"
    finally:
        path.write_text(whole, "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
