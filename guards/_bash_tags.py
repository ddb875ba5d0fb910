"""The tags of a Bash call: those of the commands in it."""
from __future__ import annotations

from guards._tools import Tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event


def bash_tags(event: Event) -> Tags:
    """No tag yet."""
    return Tags()
