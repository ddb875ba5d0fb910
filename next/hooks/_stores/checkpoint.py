"""The level and the ledger's head, kept outside the project, where no call of the agent's usually reaches.

Law: written before the answer whenever a level changes; a ledger that is gone, shorter or rewritten keeps the
checkpoint's level.

Cannot see: whoever writes to $XDG_STATE_HOME with your rights (hooks/_event/accepted.py and the threat model).
"""

from __future__ import annotations

from guards import LEVELS
from hooks._stores import Fault, digest_bytes, make_folder, name_file, read_bytes, write_whole
from hooks._stores.json import parse_json, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World


class Checkpoint:
    """The checkpoint of one session; `fault` says why it cannot be used, "" where it can."""

    __slots__ = tuple("at fault folder head level path size".split())

    def __init__(self, world: World, id: str) -> None:
        self.level = self.at = self.size = 0
        self.head = self.fault = self.path = self.folder = ""
        try:
            self.folder = world.locate_outside("checkpoints")
            self.path = f"{self.folder}/{name_file(id or 'unknown')}.json"
            data = read_bytes(self.path, 0, 4096)
            if data:
                self._fill(parse_json(data))
        except Fault as fault:
            self.fault = str(fault)
        except (KeyError, TypeError, ValueError):
            self.fault = f"{self.path} cannot be read"

    def _fill(self, found: dict[str, Any]) -> None:
        self.level = LEVELS.index(found["level"])
        self.at, self.size, self.head = int(found["at"]), int(found["size"]), str(found["head"])

    def holds(self, ledger: str) -> bool:
        """Is the line that the checkpoint names still in the ledger?  True where there is no checkpoint."""
        if not self.size:
            return True
        line = read_bytes(ledger, self.at, self.size - self.at)
        return len(line) == self.size - self.at and digest_bytes(line[:-1]) == self.head

    def save(self, level: int, at: int, size: int, head: str, sync: bool = False) -> None:
        """Replaces the checkpoint.  A folder that cannot be written is told by `fault`; the ledger stands."""
        self.level, self.at, self.size, self.head = level, at, size, head
        data = {"level": LEVELS[level], "at": at, "size": size, "head": head}
        try:
            make_folder(self.folder)
            write_whole(self.path, write_json(data).encode(), sync)
        except Fault as fault:
            self.fault = str(fault)
