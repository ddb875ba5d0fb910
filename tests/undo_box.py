"""Projects with work in them, a box in which a command runs for real, and a comparison of what was with what came back.

The box is a user, mount, network and process namespace with a root of its own: /usr and /etc are read-only there,
and nothing else of this machine exists but the case's own folder.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

from guards import Event, Facts
from guards._reading import read
from hooks._stores import Fault
from hooks._stores.world import World
from hooks._undo import Store
from hooks._undo.restore import Restoring
from hooks._undo.snapshot import take_snapshot

ENV = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "FILTER_BRANCH_SQUELCH_WARNING": "1",  # else it waits ten seconds
    **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "ada@a.example" for who in ("AUTHOR", "COMMITTER")},
}
TRACKED = {
    "src/app.py": "def total(items):\n    return sum(items)\n",
    "src/lib.rs": "pub fn add() {}\n",
    "docs/plan.md": "# Plan\n",
    "file.txt": "a\n",
    "README.md": "# shop\n",
    ".gitignore": "node_modules/\ndist/\n.env\n*.db\n.venv/\n__pycache__/\n*.log\ndata/\n*.pyc\n",
}
PRODUCTS = {
    "node_modules/a/index.js": "1\n",
    "dist/app.js": "1\n",
    "src/__pycache__/app.pyc": "1\n",
}
WORK = {
    "notes.md": "three days\n",
    "scratch/idea.txt": "an idea\n",
    "src/app.py": "# a day of work\n",
    ".env": "A=1\n",
    "local.db": "rows\n",
    "data/results.csv": "1,2\n",
}
BESIDE = {
    "home/thesis/ch1.tex": "words\n",
    "home/.ssh/config": "Host a\n",
    "else/letter.md": "Dear\n",
}
SKIPPED = frozenset(
    {".git", "node_modules", "dist", "__pycache__", ".venv", "target", "coverage", "state"}
)
BOX = """set -e
root=$1.root; mount -t tmpfs none "$root"
mkdir -p "$root/usr" "$root/etc" "$root/proc" "$root/dev" "$root/shim" "$root/tmp" "$root$1"
for one in usr etc; do mount --rbind /$one "$root/$one"; mount -o remount,bind,ro "$root/$one"; done
for one in bin lib lib64 sbin; do ln -s usr/$one "$root/$one"; done
for one in null zero urandom; do touch "$root/dev/$one"; mount --bind /dev/$one "$root/dev/$one"; done
mount -t proc proc "$root/proc"
printf '#!/bin/sh\nwhile [ "${1#-}" != "$1" ]; do shift; done\nexec "$@"\n' >"$root/shim/sudo"
chmod +x "$root/shim/sudo"
mount --bind "$1" "$root$1"
PATH=$PATH:/usr/sbin; exec chroot "$root" /usr/bin/env -C "$1/p" PATH=/shim:/usr/bin:/bin timeout 20 bash -c "$2"
"""


def run(folder: Path, *words: str) -> str:
    return subprocess.run(
        words, cwd=folder, env=ENV, capture_output=True, text=True, check=True
    ).stdout


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def commit(folder: Path, name: str, text: str) -> None:
    put(folder, {name: text})
    run(folder, "git", "add", "-f", name)
    run(folder, "git", "commit", "-qm", f"change {name}")


def lay_clean(folder: Path) -> None:
    """All is committed and pushed; products of builds lie about."""
    run(folder, "git", "init", "-q", "-b", "main")
    put(folder, TRACKED)
    run(folder, "git", "add", "-A")
    run(folder, "git", "commit", "-qm", "first")
    commit(folder, "docs/plan.md", "# Plan 2\n")
    put(folder, PRODUCTS)
    run(folder, "git", "remote", "add", "origin", "https://git.example/shop.git")
    run(folder, "git", "update-ref", "refs/remotes/origin/main", "HEAD")


def lay_work(folder: Path) -> None:
    """Changed, staged and untracked files, an ignored .env, a local database."""
    lay_clean(folder)
    put(folder, {"docs/plan.md": "# staged\n"})
    run(folder, "git", "add", "docs/plan.md")
    put(folder, WORK)


def lay_branches(folder: Path) -> None:
    """Branches that no remote has, a remote one that is ahead, two stashes, commits ahead."""
    lay_clean(folder)
    for name in ("merged", "published", "alone"):
        run(folder, "git", "checkout", "-q", "-b", name, "main")
        commit(folder, f"src/{name}.py", f"# {name}\n")
        commit(folder, f"src/{name}.py", f"# {name} again\n")
    run(folder, "git", "update-ref", "refs/remotes/origin/published", "published")
    run(folder, "git", "checkout", "-q", "main")
    run(folder, "git", "merge", "-q", "--no-ff", "-m", "merge", "merged")
    run(folder, "git", "update-ref", "refs/remotes/origin/main", "HEAD")
    tree = run(folder, "git", "write-tree").strip()
    theirs = run(folder, "git", "commit-tree", tree, "-p", "HEAD", "-m", "theirs").strip()
    run(folder, "git", "update-ref", "refs/remotes/origin/overtaken", theirs)
    run(folder, "git", "branch", "-q", "overtaken", "main")
    run(folder, "git", "checkout", "-q", "-b", "ahead")
    commit(folder, "src/ahead.py", "# 1\n")
    commit(folder, "src/ahead.py", "# 2\n")
    for text in ("# stashed\n", "# stashed twice\n"):
        put(folder, {"src/app.py": text})
        run(folder, "git", "stash", "-q")


def lay_plain(folder: Path) -> None:
    """No git at all."""
    put(folder, {**TRACKED, **PRODUCTS, "notes.md": "three days\n"})


STATES = {"clean": lay_clean, "work": lay_work, "branches": lay_branches, "plain": lay_plain}


def lay(base: Path, state: str, files: dict[str, str] | None = None) -> World:
    """A case's folder: the project `p`, home, a folder beside it, and our state outside."""
    for name in ("p", "state"):
        (base / name).mkdir(parents=True)
    put(base, BESIDE)
    STATES[state](base / "p")
    put(base / "p", files or {})
    environ = {"HOME": str(base / "home"), "XDG_STATE_HOME": str(base / "state")}
    return World(str(base / "p"), environ)


def snap(world: World, command: str, later: float = 0.0) -> SimpleNamespace:
    """A snapshot before a command, `later` seconds from now: id, fault, unheld, named."""
    world = World(world.project, world.environ, time.time() + later)
    event = Event("PreToolUse", tool="Bash", input={"command": command}, cwd=world.project)
    call, row = read(Facts(event)), {"text": command}
    paths = call.writes + call.deletes
    return SimpleNamespace(**take_snapshot(world, row, command, world.project, paths))


def bring_back(world: World, id: str, force: bool = True, person: bool = False) -> Restoring:
    store = Store(world, 60.0)
    with store.lock:
        store.open_cache()
        came = Restoring(store, force, person)
        came.restore_row(store.load_row(id))
    return came


def run_boxed(base: Path, command: str) -> int:
    """Runs a command in the project for real, everything outside the case's folder read-only."""
    words = "unshare --user --map-root-user -m -n -p --fork --kill-child /bin/sh -c".split()
    environ = {**ENV, "HOME": f"{base}/home", "TMPDIR": "/tmp"}
    root = Path(f"{base}.root")
    root.mkdir(exist_ok=True)
    try:
        done = subprocess.run(
            [*words, BOX, "box", str(base), command],
            env=environ,
            capture_output=True,
            stdin=subprocess.DEVNULL,
        )
    finally:
        root.rmdir()
    return done.returncode


def can_box(base: Path) -> bool:
    (base / "p").mkdir(parents=True, exist_ok=True)
    return shutil.which("unshare") is not None and run_boxed(base, "true") == 0


def list_files(base: Path) -> dict[str, tuple[object, object]]:
    """Every file below the folder: mode and bytes; git folders and products of builds left out."""
    found: dict[str, tuple[object, object]] = {}
    for place, folders, names in os.walk(base):
        folders[:] = [one for one in folders if one not in SKIPPED]
        for name in (*names, *(one for one in folders if os.path.islink(f"{place}/{one}"))):
            path = f"{place}/{name}"
            mode = os.lstat(path).st_mode
            if stat.S_ISLNK(mode):
                found[path] = ("link", os.readlink(path))
            elif stat.S_ISREG(mode) and name != ".git" and not name.endswith((".pyc", ".log")):
                found[path] = (stat.S_IMODE(mode), Path(path).read_bytes())
    return found


def read_git(base: Path) -> dict[str, object]:
    """Every file of every git folder, but for our own state."""
    found = (path for path in base.rglob("*") if ".git" in path.parts and path.is_file())
    return {
        str(path): path.read_bytes() for path in found if path.parts[len(base.parts)] != "state"
    }


def list_git(base: Path) -> dict[str, str]:
    """Every repository below the folder: refs, HEAD, stashes, index, and whether all objects are there."""
    found: dict[str, str] = {}
    for place, folders, names in os.walk(base):
        if ".git" not in (*folders, *names):
            continue

        def ask(*words: str, place: str = place) -> subprocess.CompletedProcess[str]:
            environ = {**ENV, "GIT_OPTIONAL_LOCKS": "0"}
            return subprocess.run(
                ["git", "-C", place, *words], capture_output=True, text=True, env=environ
            )

        folders[:] = [one for one in folders if one not in SKIPPED]
        lines = ask("for-each-ref", "--format=%(refname) %(objectname)").stdout.splitlines()
        rows = dict(line.split(" ", 1) for line in lines)
        stashes = ask("stash", "list", "--format=%H").stdout.split()
        rows["HEAD"] = ask("rev-parse", "HEAD").stdout + ask("symbolic-ref", "-q", "HEAD").stdout
        rows["index"] = ask("ls-files", "-s").stdout
        tips = sorted({*(rows[name] for name in rows if name.startswith("refs/")), *stashes})
        rows["whole"] = (
            str(ask("rev-list", "--objects", "--quiet", *tips).returncode) if tips else "0"
        )
        found.update({f"{place}: {name}": value for name, value in rows.items()})
        found.update({f"{place}: stash {one}": "1" for one in stashes})
    return found


def compare(before: dict[str, object], now: dict[str, object]) -> list[str]:
    """Names of what is no more as it was."""
    return sorted(name for name, value in before.items() if now.get(name) != value)


def play_case(base: Path, world: World, command: str) -> tuple[str, list[str]]:
    """("none" | "back" | "lost" | "asked", what is missing) of one command: snapshot, run, restore, compare."""
    files, bytes_of_git = list_files(base), read_git(base)
    before: dict[str, object] = {**files, **list_git(base)}
    taken = snap(world, command)
    untouched = compare({**files, **bytes_of_git}, {**list_files(base), **read_git(base)})
    if untouched:
        return "touched", untouched
    if taken.named:
        return "asked", taken.named
    run_boxed(base, command)
    if not compare(files, list_files(base)) and not compare(before, {**files, **list_git(base)}):
        return "none", []
    try:
        came = bring_back(world, taken.id)
    except Fault as fault:
        return "lost", [str(fault)]
    missing = compare(before, {**list_files(base), **list_git(base)})
    return ("lost", [*missing, *came.faults, taken.fault]) if missing else ("back", [])
