"""A scene's project and home folder on the disk: files, a git history, what an installation leaves there.

Law: nothing outside the folder that is given is written.  Histories are made once a process and then copied.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]

WHO = {
    f"GIT_{role}_{part}": text
    for role in ("AUTHOR", "COMMITTER")
    for part, text in (("NAME", "Ada"), ("EMAIL", "a@a.example"), ("DATE", "2026-01-02T10:00:00"))
}
ENV = {
    "PATH": os.environ["PATH"],
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **WHO,
}
HOME = {
    "Documents/thesis.txt": "t\n" * 500,
    ".ssh/id_rsa": "key",
    ".bashrc": "x",
    "code/other/a.py": "x=1\n",
}
IGNORE = "node_modules/\ndist/\n.env\n*.db\n.venv/\n__pycache__/\n*.log\ndata/\n"
TRACKED = {
    "src/app.py": "def total(items):\n    return sum(items)\n",
    "src/lib.rs": "pub fn add() {}\n",
    "docs/plan.md": "# Plan\n",
    "file.txt": "a\n",
    "README.md": "# shop\n",
    ".gitignore": IGNORE,
}
PRODUCTS = dict.fromkeys(
    "node_modules/a/index.js dist/app.js src/__pycache__/app.pyc .venv/bin/python npm-debug.log target/debug/app "
    "coverage/index.html".split(),
    "1\n",
)
WORK = {
    "notes.md": "three days\n",
    "scratch/idea.txt": "an idea\n",
    "src/app.py": "# a day of work\n",
    ".env": "A=1\n",
    "local.db": "rows\n",
    "data/results.csv": "1,2\n",
}
OURS = ".autoskillit/\n.claude/\n.home/\n"


def run_git(folder: Path, *words: str) -> str:
    """What git prints, in an environment that is nobody's.  Raises CalledProcessError."""
    command = ["git", "-C", str(folder), *words]
    env = {**ENV, "HOME": str(folder.parent)}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def put_files(folder: Path, files: Json) -> None:
    """Writes the files below the folder, and none elsewhere."""
    for name, text in files.items():
        path = folder / name
        if not name.startswith(("~", "/")) and ".." not in name and not path.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def commit_file(folder: Path, name: str, text: str) -> None:
    put_files(folder, {name: text})
    run_git(folder, "add", "-A", "-f", name)
    run_git(folder, "commit", "-qm", f"change {name}")


def lay_scene(scene: Json, project: Path, home: Path, kept: Path, template: Path | None) -> None:
    """`kept` holds histories that were made before, `template` a project with the house installed."""
    files, state, remote = scene.get("files") or {}, scene.get("state"), scene.get("remote")
    git = scene.get("git")
    if "incident" in scene:
        put_files(home, HOME)
        lay_incident(project, scene["incident"], files, template)
        return
    key = hashlib.sha256(json.dumps([state, remote, git]).encode()).hexdigest()[:16]
    if state:
        put_files(
            home, {"thesis/ch1.tex": "words\n", ".cache/pip/x": "1\n", ".ssh/config": "Host a\n"}
        )
        put_files(project.parent / "else", {"letter.md": "Dear\n"})
        copy_once(kept / key, project, STATES[state])
    elif git or remote:
        copy_once(kept / key, project, lambda folder: make_repository(folder, remote, git))
    copy_template(template, project)
    put_files(project, {name: text for name, text in files.items() if name[:6] != ".home/"})
    put_files(home, {name[6:]: text for name, text in files.items() if name[:6] == ".home/"})
    for line in scene.get("setup") or ():
        env = {"PATH": os.environ["PATH"], "HOME": str(home)}
        subprocess.run(["bash", "-c", line], cwd=project, check=True, capture_output=True, env=env)


def copy_once(kept: Path, project: Path, make: Callable[[Path], None]) -> None:
    if not kept.exists():
        half = kept.with_suffix(f".{os.getpid()}")
        half.mkdir(parents=True)
        make(half)
        half.rename(kept)
    shutil.copytree(kept, project, symlinks=True, dirs_exist_ok=True)


def copy_template(template: Path | None, project: Path) -> None:
    for part in (".autoskillit", ".claude"):
        if template and (template / part).is_dir():
            shutil.copytree(template / part, project / part, dirs_exist_ok=True, symlinks=True)


def make_repository(folder: Path, remote: str | None, wanted: Json | None) -> None:
    run_git(folder, "init", "-q", "-b", "main", "--template=")
    (folder / ".git/info").mkdir(exist_ok=True)
    if remote:
        run_git(folder, "remote", "add", "origin", remote)
    if wanted:
        (folder / ".git/info/exclude").write_text(OURS)
        make_history(folder, wanted)


def make_history(folder: Path, wanted: Json) -> None:
    """commits N; tracked, modified, staged {path: text}; branches, remote_refs [names]; stash, pushed (nothing ahead)."""
    put_files(folder, wanted.get("tracked") or {})
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    for number in range(1, wanted.get("commits", 1)):
        run_git(folder, "commit", "-q", "--allow-empty", "-m", f"step {number}")
    pushed = wanted.get("pushed")
    aside = [f"refs/heads/{name}" for name in wanted.get("branches", ())]
    aside += (
        [] if pushed else [f"refs/remotes/origin/{name}" for name in wanted.get("remote_refs", ())]
    )
    for ref in aside:
        tree = run_git(folder, "write-tree").strip()
        made = run_git(folder, "commit-tree", tree, "-p", "HEAD~1", "-m", f"only on {ref}").strip()
        run_git(folder, "update-ref", ref, made)
    if pushed:
        mark_pushed(folder)
        return
    run_git(folder, "branch", "-q", "prev")
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "dropped by mistake")
    run_git(folder, "reset", "-q", "--hard", "HEAD~1")
    if wanted.get("stash"):
        put_files(folder, {"src/app.py": "# stashed work\n"})
        run_git(folder, "stash", "-q")
    put_files(folder, wanted.get("staged") or {})
    run_git(folder, "add", "-A")
    put_files(folder, wanted.get("modified") or {})


def mark_pushed(folder: Path) -> None:
    run_git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    run_git(folder, "config", "branch.main.remote", "origin")
    run_git(folder, "config", "branch.main.merge", "refs/heads/main")


def lay_incident(project: Path, state: Json, files: Json, template: Path | None) -> None:
    """An incident's repository: all but what its state names is committed, and pushed."""
    changed, fresh, clone = (
        state.get("dirty", []),
        state.get("untracked", []),
        state.get("fresh_clone"),
    )
    late = {n for n in files if n == ".env" or n in changed or n in fresh}
    late |= {n for n in files if n.startswith(".claude/skills") and not state.get("committed")}
    made = project.parent / "src" if clone else project
    run_git(project.parent, "init", "-q", "-b", "main", "--template=", str(made))
    put_files(
        made, {"README.md": "# Project\n", ".gitignore": f".env\nnode_modules/\ndist/\n{OURS}"}
    )
    put_files(made, dict.fromkeys([*changed, *state.get("tracked", [])], "old\n"))
    put_files(made, {name: text for name, text in files.items() if name not in late})
    run_git(made, "add", "-A", "-f", ".")
    run_git(made, "commit", "-qm", "init")
    if clone:
        shutil.rmtree(project)
        run_git(project.parent, "clone", "-q", str(made), str(project))
        run_git(project, "remote", "set-url", "origin", "https://github.com/stranger/kit.git")
    else:
        run_git(project, "remote", "add", "origin", "https://github.com/acme/web.git")
        run_git(project, "update-ref", "refs/remotes/origin/main", "HEAD")
    copy_template(template, project)
    for number in range(state.get("stashes", 0)):
        put_files(project, {"README.md": f"s{number}\n"})
        run_git(project, "stash", "-q")
    put_files(project, {name: files[name] for name in late})
    put_files(
        project, dict.fromkeys((name for name in changed if name not in files), "new work\n" * 40)
    )
    put_files(project, dict.fromkeys((name for name in fresh if name not in files), "data\n" * 50))
    put_files(project, {f"{name}/x": "x" for name in state.get("ignored", [])})
    for number in range(state.get("unpushed", 0)):
        commit_file(project, f"u{number}", "x")
    if state.get("nested_dirty"):
        nested = project / state["nested_dirty"]
        nested.mkdir(parents=True, exist_ok=True)
        make_repository(
            nested, None, {"tracked": {"a": "1\n"}, "modified": {"a": "2\n", ".env.local": "K=1\n"}}
        )


def make_clean(folder: Path) -> None:
    """All is committed and pushed; products of builds lie about."""
    make_repository(folder, "https://git.example/shop.git", None)
    put_files(folder, TRACKED)
    (folder / ".git/info/exclude").write_text(OURS)
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-qm", "first")
    for day in (2, 3):
        commit_file(folder, "docs/plan.md", f"# Plan {day}\n")
    put_files(folder, PRODUCTS)
    mark_pushed(folder)


def make_work(folder: Path) -> None:
    """Uncommitted: changed, staged and untracked files, an ignored .env, a local database."""
    make_clean(folder)
    put_files(folder, {"docs/plan.md": "# staged\n"})
    run_git(folder, "add", "docs/plan.md")
    put_files(folder, WORK)


def make_branches(folder: Path) -> None:
    """Merged, squashed and pushed branches, one alone; two commits and a stash that nothing else holds; a rewritten
    and an overtaken remote branch."""
    make_clean(folder)
    for name in ("merged", "squashed", "published", "alone"):
        run_git(folder, "checkout", "-q", "-b", name, "main")
        commit_file(folder, f"src/{name}.py", f"# {name}\n")
        commit_file(folder, f"src/{name}.py", f"# {name} again\n")
    run_git(folder, "update-ref", "refs/remotes/origin/published", "published")
    run_git(folder, "checkout", "-q", "main")
    run_git(folder, "merge", "-q", "--no-ff", "-m", "merge", "merged")
    run_git(folder, "merge", "-q", "--squash", "squashed")
    run_git(folder, "commit", "-qm", "squashed (#7)")
    mark_pushed(folder)
    run_git(folder, "checkout", "-q", "-b", "rewritten")
    commit_file(folder, "src/r.py", "# r\n")
    run_git(folder, "update-ref", "refs/remotes/origin/rewritten", "HEAD")
    run_git(folder, "commit", "-q", "--amend", "-m", "better words")
    run_git(folder, "checkout", "-q", "-b", "overtaken", "main")
    tree = run_git(folder, "write-tree").strip()
    theirs = run_git(folder, "commit-tree", tree, "-p", "HEAD", "-m", "a colleague's week").strip()
    run_git(folder, "update-ref", "refs/remotes/origin/overtaken", theirs)
    run_git(folder, "checkout", "-q", "-b", "ahead", "main")
    commit_file(folder, "src/ahead.py", "# 1\n")
    commit_file(folder, "src/ahead.py", "# 2\n")
    put_files(folder, {"src/app.py": "# stashed\n"})
    run_git(folder, "stash", "-q")


def make_plain(folder: Path) -> None:
    """No git at all."""
    put_files(folder, {**TRACKED, **PRODUCTS, "notes.md": "three days\n"})


STATES = {"clean": make_clean, "work": make_work, "branches": make_branches, "plain": make_plain}
