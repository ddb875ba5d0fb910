"""What a push or a publish takes along, asked of git and of the manifest: ("push", folder, program, words).

Law: git runs hardened, for a second at most, and reads only; what cannot be known is left out.
Cannot see: what a build step adds; branches other than the one checked out; commits behind the 200th.
"""

from __future__ import annotations

import os

from hooks._event.facts import look_text, resolve_path, run_at_start
from hooks._undo import find_repository, read_refs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._event import Moment

COMMITS, MOST = 200, 1 << 18
DIFF = "log -p -U0 --format= --no-color --no-ext-diff --no-textconv --no-renames --diff-merges=off".split()
# program -> (manifest, words of it that take whole folders or the name in them, files that leave names out)
MANIFESTS = {
    **dict.fromkeys(("npm", "yarn", "pnpm"), ("package.json", ".npmignore", ".gitignore")),
    **dict.fromkeys(("docker", "podman"), ("Dockerfile", ".dockerignore", "")),
    **dict.fromkeys(("twine", "poetry", "uv"), ("MANIFEST.in", "", "")),
}


def look_push(moment: Moment, folder: str, program: str, words: tuple[str, ...]) -> dict[str, Any]:
    """{"files": [(path, the lines that were added)]}: secrets among them are the guard's to find."""
    if program == "git push":
        return {"files": list_commits(moment)}
    return {"files": [(name, "") for name in list_published(moment, folder, program)]}


def list_commits(moment: Moment) -> list[tuple[str, str]]:
    """(path, added lines) of the commits of HEAD that no remote has."""
    repository = find_repository(moment.world.project)
    refs = read_refs(repository.common)[0] if repository else {}
    known = sorted({commit for name, commit in refs.items() if name.startswith("refs/remotes/")})
    said = run_at_start(moment, *DIFF, f"-{COMMITS}", "@", "--not", *known[:100])
    found: dict[str, list[str]] = {}
    path = ""
    for line in (said or b"")[:MOST].decode("utf-8", "replace").split("\n"):
        if line.startswith("+++ "):
            path = line[6:] if line[4:6] == "b/" else ""
        elif line[:1] == "+" and path:
            found.setdefault(path, []).append(line[1:])
    return [(name, "\n".join(lines)) for name, lines in found.items()]


def list_published(moment: Moment, folder: str, program: str) -> list[str]:
    """The secret files of a folder that its manifest takes in, or that no ignore file leaves out."""
    from guards._sensitive.paths import is_secret_path
    from guards._text import match_glob

    manifest, *ignores = MANIFESTS.get(program, ("", "", ""))
    text = look_text(moment, os.path.join(folder, manifest)) or "" if manifest else ""
    if not text:
        return []
    names = sorted(filter(is_secret_path, os.listdir(resolve_path(moment, folder))))
    listed = '"files"' in text or manifest == "MANIFEST.in"
    if listed or (manifest == "Dockerfile" and "COPY . " not in text and "ADD . " not in text):
        return [one for one in names if one in text]
    kept = next(
        (t for one in ignores if one and (t := look_text(moment, os.path.join(folder, one)))), ""
    )
    lines = [line.strip().lstrip("/") for line in kept.split("\n")]
    return [
        one
        for one in names
        if f"!{one}" in lines or not any(match_glob(line, one) for line in lines)
    ]
