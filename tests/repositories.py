"""Repositories in which something is at stake, or nothing: what the guard `loss` is tried on.

    make(folder, state)     lays one of STATES into an empty folder
    asked(folder, command, prompts)  (effect, reason) of the guard for one call there, through the shell's own look at
                            the disk, after these prompts; `judged` gives its Verdict
"""
from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from guards import EFFECTS, Event, Facts, Session, Settings, Verdict
from guards._call import read
from guards._evidence.evidence import prompt_row
from guards._intent.pasted import parted
from guards.loss import judge, requires
from hooks import _facts
from hooks._stores.world import World

ENV = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
       **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
          for what, value in (("NAME", "Ada"), ("EMAIL", "ada@a.example"))}}
TRACKED = {"src/app.py": "def total(items):\n    return sum(items)\n", "src/lib.rs": "pub fn add() {}\n", "docs/plan.md": "# Plan\n",
           "file.txt": "a\n", "README.md": "# shop\n",
           ".gitignore": "node_modules/\ndist/\n.env\n*.db\n.venv/\n__pycache__/\n*.log\ndata/\n"}
PRODUCTS = {"node_modules/a/index.js": "1\n", "dist/app.js": "1\n", "src/__pycache__/app.pyc": "1\n", ".venv/bin/python": "1\n",
            "npm-debug.log": "1\n", "target/debug/app": "1\n", "coverage/index.html": "1\n"}
WORK = {"notes.md": "three days\n", "scratch/idea.txt": "an idea\n", "src/app.py": "# a day of work\n", ".env": "A=1\n", "local.db": "rows\n",
        "data/results.csv": "1,2\n"}


def git(folder: Path, *words: str, day: int = 1) -> str:
    stamp = {f"GIT_{who}_DATE": f"2026-01-{day:02}T10:00:00" for who in ("AUTHOR", "COMMITTER")}
    return subprocess.run(["git", "-C", str(folder), *words], env={**ENV, **stamp}, capture_output=True, text=True,
                          check=True).stdout


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def commit(folder: Path, name: str, text: str, day: int) -> None:
    put(folder, {name: text})
    git(folder, "add", "-A", "-f", name)
    git(folder, "commit", "-qm", f"change {name}", day=day)


def clean(folder: Path) -> None:
    """All is committed and pushed; products of builds lie about."""
    git(folder.parent, "init", "-q", "-b", "main", str(folder))
    put(folder, TRACKED)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    for day in (2, 3):
        commit(folder, "docs/plan.md", f"# Plan {day}\n", day)
    put(folder, PRODUCTS)
    git(folder, "remote", "add", "origin", "https://git.example/shop.git")
    pushed(folder)


def pushed(folder: Path) -> None:
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(folder, "config", "branch.main.remote", "origin")
    git(folder, "config", "branch.main.merge", "refs/heads/main")


def work(folder: Path) -> None:
    """Uncommitted: changed, staged and untracked files, an ignored .env, a local database."""
    clean(folder)
    put(folder, {"docs/plan.md": "# staged\n"})
    git(folder, "add", "docs/plan.md")
    put(folder, WORK)


def branches(folder: Path) -> None:
    """merged, squashed and pushed branches, one alone; two commits and a stash that nothing else holds; a rewritten and
    an overtaken remote branch."""
    clean(folder)
    for name, day in (("merged", 4), ("squashed", 5), ("published", 6), ("alone", 7)):
        git(folder, "checkout", "-q", "-b", name, "main")
        commit(folder, f"src/{name}.py", f"# {name}\n", day)
        commit(folder, f"src/{name}.py", f"# {name} again\n", day)
    git(folder, "update-ref", "refs/remotes/origin/published", "published")
    git(folder, "tag", "only-tag", "alone")
    git(folder, "checkout", "-q", "-b", "tagged", "alone")
    git(folder, "checkout", "-q", "main")
    git(folder, "merge", "-q", "--no-ff", "-m", "merge", "merged", day=8)
    git(folder, "merge", "-q", "--squash", "squashed")
    git(folder, "commit", "-qm", "squashed (#7)", day=9)
    pushed(folder)
    git(folder, "update-ref", "-d", "refs/tags/only-tag")
    git(folder, "branch", "-q", "-D", "tagged")
    git(folder, "checkout", "-q", "-b", "rewritten")
    commit(folder, "src/r.py", "# r\n", 10)
    git(folder, "update-ref", "refs/remotes/origin/rewritten", "HEAD")
    git(folder, "commit", "-q", "--amend", "-m", "better words", day=10)
    git(folder, "checkout", "-q", "-b", "overtaken", "main")
    tree = git(folder, "write-tree").strip()
    theirs = git(folder, "commit-tree", tree, "-p", "HEAD", "-m", "a colleague's week", day=11).strip()
    git(folder, "update-ref", "refs/remotes/origin/overtaken", theirs)
    git(folder, "checkout", "-q", "main")
    git(folder, "checkout", "-q", "-b", "ahead")
    commit(folder, "src/ahead.py", "# 1\n", 12)
    commit(folder, "src/ahead.py", "# 2\n", 13)
    put(folder, {"src/app.py": "# stashed\n"})
    git(folder, "stash", "-q")


def plain(folder: Path) -> None:
    """No git at all."""
    put(folder, {**TRACKED, **PRODUCTS, "notes.md": "three days\n"})


STATES = {"clean": clean, "work": work, "branches": branches, "plain": plain}


def make(folder: Path, state: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    put(folder.parent / "home", {"thesis/ch1.tex": "words\n", ".cache/pip/x": "1\n", ".ssh/config": "Host a\n"})
    put(folder.parent / "else", {"letter.md": "Dear\n"})
    STATES[state](folder)


def event_of(folder: Path, given: dict[str, Any], tool: str = "Bash") -> Event:
    event = Event("PreToolUse", "s", tool=tool, input=given, cwd=str(folder), project=str(folder), call_id="t")
    return event.with_(call=read(event, Settings()))


def facts_of(folder: Path, event: Event, settings: Settings) -> Facts:
    env = {"HOME": str(folder.parent / "home"), "TMPDIR": "/tmp", "PATH": os.environ["PATH"]}
    world, found = World(str(folder), env), {}
    for fact in requires(event, Session("s"), settings):
        try:
            found[fact] = _facts.look_up(world, event, Session("s"), fact)
        except FileNotFoundError:
            continue
    return Facts(found=found)


def asked(folder: Path, command: str, prompts: list[str] | tuple[str, ...] = ()) -> tuple[str, str]:
    verdict = judged(folder, command, prompts)
    return EFFECTS[verdict.effect], verdict.reason


def judged(folder: Path, command: str, prompts: list[str] | tuple[str, ...] = ()) -> Verdict:
    settings = Settings()
    said = [{**prompt_row(parted(one)[0], settings.key), "at": 1.0} for one in prompts]
    event = event_of(folder, {"command": command.replace("{else}", str(folder.parent / "else"))})
    known = facts_of(folder, event, settings)
    known = Facts(found={**known.found, ("stored", "said"): said}) if said else known
    return judge(event.with_(facts=known), Session("s"), settings)
