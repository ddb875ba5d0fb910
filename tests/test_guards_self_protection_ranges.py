"""What a search, a listing or a sweep in code could find; whole calls stand in cases/self_protection.jsonl."""
import doctest

import pytest

from guards._shell.machine import read
from guards.self_protection import ranges
from guards.self_protection.ranges import finds, found_by, left_over, sweeps


def test_examples() -> None:
    assert doctest.testmod(ranges).failed == 0


@pytest.mark.parametrize(("words", "ours"), [
    (". -name *.tmp", False), (". -type d -name build", False), (". -path ./src/*", False), (". -empty", False),
    (". ! -path */.* -name *.json", False), (". -path ./.autoskillit -prune -o -name *.json", False),
    (". -maxdepth 1 -type f", False), (". -regex .*/src/.*", False),
    (".", True), (". -name *.json", True), (". -iname .AUTO*", True), (". -path */temp/*", True), (". -mtime +3", True),
    (". -regex .*skillit.*", True), (". -maxdepth 1 -type d", True), (". -name temp", True),
])
def test_a_search(words: str, ours: bool) -> None:
    assert finds(words.split()) is ours


@pytest.mark.parametrize(("command", "left"), [
    ("ls | grep tmp", False), ("ls -A | grep -v skillit | cat", False), ("ls -A | grep skillit", True), ("ls -A | grep -vF auto", False),
    ("ls -A", True),
])
def test_what_a_pipeline_leaves(command: str, left: bool) -> None:
    assert left_over(read(command).ran, (".autoskillit",) if "-vF" in command else ranges.FOUND) is left


def test_a_pattern_that_cannot_be_read_finds_all() -> None:
    assert found_by("([", "x")
    assert not found_by("^b", "a")


@pytest.mark.parametrize(("code", "ours"), [
    ("[os.remove(f) for f in os.listdir('.')]", False),        # a folder stays
    ("for f in os.listdir('build'): shutil.rmtree(f)", False),
    ("for d in os.listdir('.'):\n  if d in ('dist', 'out'): shutil.rmtree(d)", False),
    ("for d in os.listdir('.'):\n  if d not in ('.git', '.autoskillit'): shutil.rmtree(d)", False),
    ("fs.readdirSync('.').filter(f => f.endsWith('.log')).forEach(f => fs.rmSync(f))", False),
    ("for d in os.listdir('.'): shutil.rmtree(d)", True),
    ("for d in os.listdir():\n  if os.path.isdir(d): shutil.rmtree(d)", True),
    ("for p in Path.cwd().rglob('*'): p.unlink()", True),
    ("fs.readdirSync('.').filter(f => f.includes('skill')).forEach(f => fs.rmSync(f, {recursive: true}))", True),
    ("for d in os.listdir('.'):\n  if d.startswith('.'): shutil.rmtree(d)", True),
])
def test_code_that_removes_what_it_finds(code: str, ours: bool) -> None:
    assert sweeps(code) is ours
