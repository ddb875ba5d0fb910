"""What install.py found before it wrote: `.autoskillit/local/installed.json` and the original bytes beside it.

With it an uninstall restores a file to the byte, where nobody else has changed it since.  The folder
`local/` is this machine's own: it ignores itself in git, is 0700, and goes with the last scope.
"""
from __future__ import annotations

import hashlib
import json
import os

from hooks._install import files


def digest(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


class Record:
    """{path: {"before": name of the backup or null, "after": digest of what we wrote}} and the folders we made.

    Paths below the project are kept relative to it: a project may be moved.
    """

    def __init__(self, root: str) -> None:
        self.top = os.path.dirname(root)
        self.folder = os.path.join(root, "local")
        self.path = os.path.join(self.folder, "installed.json")
        self.files: dict[str, dict[str, object]] = {}
        self.made: list[str] = []
        try:
            told = json.loads(files.read(self.path) or b"{}")
            self.files = {path: row for path, row in told["files"].items() if isinstance(row["after"], str)}
            self.made = [os.path.join(self.top, folder) for folder in told["made"]]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass

    def untouched(self, path: str, now: bytes | None) -> bool:
        """Is the file still what we wrote?"""
        return now is not None and self.files.get(self._key(path), {}).get("after") == digest(now)

    def new(self, path: str) -> bool:
        """Was there no such file before us, as far as is known?"""
        return self.files.get(self._key(path), {}).get("before") is None

    def theirs(self, path: str) -> bool:
        """Do we know what we wrote, and this file not among it?"""
        return bool(self.files) and self._key(path) not in self.files

    def before(self, path: str) -> bytes | None:
        """What stood there before us; None: nothing."""
        name = self.files.get(self._key(path), {}).get("before")
        return files.read(os.path.join(self.folder, os.path.basename(name))) if isinstance(name, str) else None

    def note(self, path: str, before: bytes | None, after: bytes) -> None:
        """Remembers both; writes the backup at once."""
        name = f"before-{digest(os.fsencode(self._key(path)))[:8]}-{os.path.basename(path).lstrip('.')}"
        if before is not None:
            files.remove(os.path.join(self.folder, name))  # it may be a link that came with a clone
            files.write(os.path.join(self.folder, name), before, 0o600)
        self.files[self._key(path)] = {"before": None if before is None else name, "after": digest(after)}

    def forget(self, path: str) -> None:
        """Forgets what a file was before us, its kept copy too."""
        name = self.files.pop(self._key(path), {}).get("before")
        if isinstance(name, str):
            files.remove(os.path.join(self.folder, os.path.basename(name)))

    def save(self) -> None:
        """Writes the record, where it changed (mode 0600)."""
        made = [self._key(folder) for folder in self.made]
        text = json.dumps({"version": 1, "files": self.files, "made": made}, indent=1) + "\n"
        if files.read(self.path) != text.encode():
            files.write(self.path, text.encode(), 0o600)

    def remove(self) -> None:
        """Removes the folder's files, those of ours alone."""
        for name in os.listdir(self.folder) if os.path.isdir(self.folder) else ():
            if name in (".gitignore", "installed.json") or name.startswith(("before-", "python")):
                files.remove(os.path.join(self.folder, name))

    def _key(self, path: str) -> str:
        inside = os.path.relpath(path, self.top)
        return path if inside.startswith(os.pardir) or os.path.isabs(inside) else inside.replace(os.sep, "/")
