"""`"loss": {"backup": true}`: what is at stake is copied first, then the call may pass.

A rescue is a folder `.autoskillit/temp/rescue/ID` with the files and a `manifest.json`; commits and stashes stay in
their repository under `refs/rescue/ID/N`, which keeps git from forgetting them.

Law: `keep` names the folder only where every single file and commit is kept; else it gives "", and a person is asked.
Cannot see: what of a file was staged and differs from the file itself.
"""
from __future__ import annotations

import os
import shutil

from hooks import _git
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards.loss.words import Loss
    from hooks._stake.found import Place, Stake
    from hooks._world import World

FILES, BYTES = 1_000, 64 * 1024 * 1024      # of one rescue
FOLDER, MANIFEST = "rescue", "manifest.json"


def keep(place: Place, loss: Loss, stake: Stake, session_id: str) -> str:
    """The folder of the copy, "" where not all of it could be copied."""
    if stake.more or stake.unsure or not stake or len(stake.paths) > FILES or len(stake.paths) < stake.files:
        return ""
    try:
        if sum(os.lstat(path).st_size for path in stake.paths) > BYTES or any(map(os.path.isdir, stake.paths)):
            return ""
        id = f"{int(place.world.now * 1000):x}-{os.urandom(2).hex()}"
        folder = os.path.join(place.world.folder(FOLDER), id)
        os.mkdir(folder, 0o700)
        files = []
        for number, path in enumerate(stake.paths):
            shutil.copy2(path, os.path.join(folder, str(number)), follow_symlinks=False)
            files.append([path, str(number)])
        refs = [ref(stake.root, f"refs/rescue/{id}/{number}", tip) for number, tip in enumerate(stake.tips)]
        if "" in refs or bool(stake.commits or stake.stashes) > bool(refs):
            return ""
        disk.replace(os.path.join(folder, MANIFEST), dumps({
            "id": id, "at": place.world.now, "session_id": session_id, "what": loss.what, "files": files,
            "root": stake.root, "refs": refs}).encode("utf-8"))
    except (OSError, Fault, shutil.Error):
        return ""
    return os.path.relpath(folder, place.project)


def ref(root: str, name: str, tip: str) -> str:
    """The name under which a commit stays; "" where git refuses."""
    done = _git.run(root, "update-ref", name, tip)
    return name if done is not None and done[0] == 0 else ""


def listed(world: World) -> list[dict[str, Any]]:
    """Every rescue, the oldest first; one whose manifest nobody can read is left out."""
    top = os.path.join(world.state, FOLDER)
    found: list[dict[str, object]] = []
    for name in sorted(os.listdir(top)) if os.path.isdir(top) else ():
        try:
            row = loads(disk.read(os.path.join(top, name, MANIFEST), 4 * 1024 * 1024))
        except (Fault, OSError, ValueError, RecursionError):
            continue
        if isinstance(row, dict) and row.get("id") == name:
            found.append(row)
    return found


def restore(world: World, row: dict[str, Any], force: bool) -> tuple[list[str], list[str]]:
    """(paths that are back, paths that were left since something else stands there).  Raises Fault, OSError."""
    folder = os.path.join(world.state, FOLDER, str(row["id"]))
    back, left = [], []
    for path, name in row.get("files", ()):
        copy = os.path.join(folder, os.path.basename(str(name)))
        if os.path.lexists(path) and not force:
            left.append(path)
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy2(copy, path, follow_symlinks=False)
        back.append(path)
    return back, left
