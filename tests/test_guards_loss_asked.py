"""The person asked for just this: silence."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Event, Settings
from guards._origin.evidence import prompt_row
from guards.loss.asked import asked
from guards.loss.words import Loss
from tests.spelled import facts

FILES = Loss("files", "rm -r", "/p", "r", ("/p/scratch",))
NOTES = Loss("files", "rm", "/p", "", ("notes.md",))
RESET = Loss("tree", "git reset --hard", "/p", "i", (":/",))
CLEAN = Loss("clean", "git clean -fd", "/p", "d", (".",))
BRANCH = Loss("commits", "git branch -D", "/p", "d", ("feature/login",))
FORCED = Loss("push", "git push --force", "/p", "f", ("origin", "main"))
OVER = Loss("files", "writing over it", "", "w", ("/p/out/results.json",))
STAGING = Loss("remote", "kubectl delete", "", "", ("namespace", "staging-7"))
CLOUD = Loss("remote", "kubectl delete", "", "", ("shop",))


def said(prompt: str, loss: Loss) -> bool:
    settings = Settings()
    settings.key = b"k" * 32
    rows: list[dict[str, Any]] = [prompt_row(prompt, settings.key)]
    return asked(Event("PreToolUse", "s", facts=facts({"kept:said": rows})), loss, {}, settings)


@pytest.mark.parametrize(("prompt", "loss"), [
    ("delete the scratch folder", FILES), ("please remove notes.md", NOTES), ("Lösche notes.md", NOTES), ("supprime notes.md", NOTES),
    ("borra el fichero notes.md", NOTES), ("удали notes.md", NOTES), ("删除 notes.md", NOTES), ("discard all my changes", RESET),
    ("run git reset --hard", RESET), ("throw away everything uncommitted", RESET), ("clean up all untracked files", CLEAN),
    ("delete the branch feature/login", BRANCH), ("force push to main", FORCED), ("write the summary to results.json", OVER),
    ("Delete the folder scratch, I do not need it.", FILES),
    ("remove notes.md, we don't use it any more", NOTES),
    ("delete the shop namespace", CLOUD), ("Удали пространство имён staging-7", STAGING)])
def test_asked_for(prompt: str, loss: Loss) -> None:
    assert said(prompt, loss)


@pytest.mark.parametrize(("prompt", "loss"), [
    ("tidy up the tests", FILES), ("tidy up the tests", RESET), ("read notes.md", NOTES), ("delete other.md", NOTES),
    ("delete everything but do not touch notes.md", NOTES), ("never delete notes.md", NOTES), ("you do not need to delete notes.md", NOTES),
    ("I do not need a.txt, but keep notes.md; delete it", NOTES), ("delete the old files, not notes.md, we need it", NOTES),
    ("delete a.txt, we do not need it, but never notes.md", NOTES), ("delete notes.md? No, do not, we use it", NOTES), ("lösche nicht notes.md", NOTES),
    ("fix the failing test", CLEAN), ("delete the branch other", BRANCH), ("push to main", FORCED), ("fix the parser", CLOUD), ("Удали пространство имён staging-8", STAGING)])
def test_not_asked_for(prompt: str, loss: Loss) -> None:
    assert not said(prompt, loss)


def test_nobody_said_anything() -> None:
    assert not asked(Event("PreToolUse", "s"), NOTES, {}, Settings())
