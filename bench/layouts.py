"""Projects on the disk as a recording found them: files, a git history, what an installation leaves there."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

WHO = {
    f"GIT_{role}_{part}": text
    for role in ("AUTHOR", "COMMITTER")
    for part, text in (("NAME", "Ada"), ("EMAIL", "a@a.example"))
}
ENV = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **WHO}
HOME = {"Documents/thesis.txt": "t\n" * 500, ".ssh/id_rsa": "key", ".bashrc": "x", "code/other/a.py": "x=1\n"}
SETTINGS = ".claude/settings.json"
_groups: dict[str, Any] = {}  # what an installer writes into a settings file, by event
DEFAULTS = {
    "commits": 1,
    "tracked": {},
    "modified": {},
    "staged": {},
    "branches": [],
    "remote_refs": [],
    "stash": False,
    "pushed": False,
}


def git(folder: Path, *words: str) -> str:
    """What git prints, in an environment that is nobody's."""
    return subprocess.run(
        ["git", "-C", str(folder), *words],
        env={**ENV, "HOME": str(folder.parent)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def put(folder: Path, files: dict[str, str]) -> None:
    """Writes the files below the folder, and none elsewhere."""
    for name, text in files.items():
        path = folder / name
        if not name.startswith(("~", "/")) and ".." not in name and not path.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def lay(scene: dict[str, Any], project: Path, home: Path, kept: Path) -> None:
    """The scene's project and home folder; a history that was made before is copied from `kept`."""
    files, state = scene.get("files") or {}, scene.get("state")
    key = hashlib.sha256(json.dumps([state, scene.get("remote"), scene.get("git")]).encode()).hexdigest()[:16]
    if "incident" in scene:
        put(home, HOME)
        return incident(project, home, scene["incident"], files, scene["remote"])
    if state:
        from tests.repositories import STATES

        put(project.parent / "home", {"thesis/ch1.tex": "words\n", ".cache/pip/x": "1\n", ".ssh/config": "Host a\n"})
        put(project.parent / "else", {"letter.md": "Dear\n"})
        _once(kept / key, project, STATES[state])
    elif scene.get("remote") or scene.get("git"):
        _once(kept / key, project, lambda folder: _repository(folder, scene.get("remote"), scene.get("git")))
    if "session" not in scene:  # else one of our own tests
        _installed(project, ".claude/settings.local.json" if _shows_its_own(scene) else SETTINGS)
    if scene.get("settings"):
        put(project, {".autoskillit/guards.json": json.dumps(scene["settings"])})
    return put(project, files)


def _once(kept: Path, project: Path, make: Any) -> None:
    if not kept.exists():
        kept.mkdir(parents=True)
        make(kept)
    shutil.copytree(kept, project, symlinks=True, dirs_exist_ok=True)


def _shows_its_own(scene: dict[str, Any]) -> bool:
    """Does a recording look into its settings, and none of our hooks stand there?"""
    return any(
        SETTINGS in json.dumps(event.get("tool_input", "")) and ".autoskillit" not in json.dumps(event)
        for event in scene["events"]
        if event.get("tool_name") == "Read" and event.get("hook_event_name") in ("PostToolUse", "PostToolUseFailure")
    )


def _installed(project: Path, settings: str = SETTINGS) -> None:
    """What an installation leaves in the project, but for its code."""
    from hooks import _registry
    from hooks._install import parts
    from hooks._install.places import Place

    if not _groups:
        _groups.update(parts.groups(_registry.load(), Place("project", str(project), {}), False))
    for name, text in {
        ".autoskillit/.gitignore": "temp/\n__pycache__/\n",
        ".autoskillit/hook": "# runs a hook\n",
        ".autoskillit/guardctl": "#!/bin/sh\n",
        ".autoskillit/guards.json": "{}\n",
        ".autoskillit/bundle/hook_registry.json": "{}\n",
        settings: json.dumps({"hooks": {name: [group] for name, group in _groups.items()}}, indent=2),
    }.items():
        if not (project / name).exists():
            put(project, {name: text})


def _repository(folder: Path, remote: str | None, wanted: dict[str, Any] | None) -> None:
    git(folder, "init", "-q", "-b", "main")
    if remote:
        git(folder, "remote", "add", "origin", remote)
    if wanted:
        (folder / ".git/info/exclude").write_text(".home/\n.autoskillit/\n.claude/\n")
        _history(folder, {**DEFAULTS, **wanted})


def _history(folder: Path, wanted: dict[str, Any]) -> None:
    """The commits, branches and changes of a scene."""
    put(folder, wanted["tracked"])
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    for number in range(1, wanted["commits"]):
        git(folder, "commit", "-q", "--allow-empty", "-m", f"step {number}")
    aside = [f"refs/heads/{name}" for name in wanted["branches"]]
    aside += [] if wanted["pushed"] else [f"refs/remotes/origin/{name}" for name in wanted["remote_refs"]]
    for ref in aside:
        git(
            folder,
            "update-ref",
            ref,
            git(
                folder, "commit-tree", git(folder, "write-tree").strip(), "-p", "HEAD~1", "-m", f"only on {ref}"
            ).strip(),
        )
    if wanted["pushed"]:
        git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
        git(folder, "config", "branch.main.remote", "origin")
        git(folder, "config", "branch.main.merge", "refs/heads/main")
        return
    git(folder, "branch", "-q", "prev")
    git(folder, "commit", "-q", "--allow-empty", "-m", "dropped by mistake")
    git(folder, "reset", "-q", "--hard", "HEAD~1")
    if wanted["stash"]:
        put(folder, {"src/app.py": "# stashed work\n"})
        git(folder, "stash", "-q")
    put(folder, wanted["staged"])
    git(folder, "add", "-A")
    put(folder, wanted["modified"])


def incident(project: Path, home: Path, state: dict[str, Any], files: dict[str, str], remote: str) -> None:
    """An incident's repository: all but what its state names is committed, and pushed."""
    changed, fresh, clone = state.get("dirty", []), state.get("untracked", []), state.get("fresh_clone")
    late = {
        name
        for name in files
        if name == ".env"
        or name in changed
        or name in fresh
        or (name.startswith(".claude/skills") and not state.get("committed"))
    }
    made = project.parent / "src" if clone else project
    git(project.parent, "init", "-q", "-b", "main", str(made))
    put(made, {"README.md": "# Project\n", ".gitignore": ".env\nnode_modules/\ndist/\n.autoskillit/\n.home/\n"})
    put(made, dict.fromkeys([*changed, *state.get("tracked", [])], "old\n"))
    put(made, {name: text for name, text in files.items() if name not in late})
    _installed(made)
    git(made, "add", "-A")
    git(made, "commit", "-qm", "init")
    if clone:
        git(project.parent, "clone", "-q", str(made), str(project))
        _installed(project)
        git(project, "remote", "set-url", "origin", "https://github.com/stranger/kit.git")
    else:
        git(project, "remote", "add", "origin", remote)
        git(project, "update-ref", "refs/remotes/origin/main", "HEAD")
    put(project, {name: files[name] for name in late})
    put(project, dict.fromkeys((name for name in changed if name not in files), "new work\n" * 40))
    put(project, dict.fromkeys((name for name in fresh if name not in files), "data\n" * 50))
    put(project, {f"{name}/x": "x" for name in state.get("ignored", [])})
    for number in range(state.get("unpushed", 0)):
        put(project, {f"u{number}": "x"})
        git(project, "add", f"u{number}")
        git(project, "commit", "-qm", "u")
    if state.get("nested_dirty"):
        _repository(
            project / state["nested_dirty"],
            None,
            {"tracked": {"a": "1\n"}, "modified": {"a": "2\n", ".env.local": "K=1\n"}},
        )
