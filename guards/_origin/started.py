"""What a foreign script does that a call starts: judged as if its commands stood in the call.

A script is foreign where others wrote it: a skill's, a plugin's, a package's, a download's, a cloned repository's.  Its
text is read before it runs; that it sends to a place of which the person did not speak is asked about.
Law: a script of the project's own is not looked at here.
Limitations: what a script does that the reading of other languages cannot; a program that it builds.
"""
from __future__ import annotations

from guards import SENDS
from guards._call.entrusted import Act
from guards._text.address import host_of, is_local, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards._call import Call
    from guards._evidence.recalled import Memory

# Folders of what others wrote.
OTHERS = tuple("""/node_modules/ /site-packages/ /skills/ /plugins/ /marketplaces/ /downloads/ /.cargo/registry/
    /pkg/mod/ /vendor/ /.cache/""".split())
SCRIPTS = 8         # scripts of one call that are read


def foreign(call: Call, fetched: Mapping[str, str] | None) -> list[str]:
    """The absolute paths of the foreign scripts that a call runs."""
    if not call.command:
        return []
    found: dict[str, None] = {}
    for path in call.reading.scripts:
        base = next((ran.cwd for ran in call.ran if path == ran.whole or path in ran.words), "") or call.cwd
        full = path if path.startswith(("/", "~")) else f"{base.rstrip('/')}/{path.removeprefix('./')}"
        low = full.lower()
        if any(part in low for part in OTHERS) or any(
                full == known or full.startswith(known.rstrip("/") + "/") for known in fetched or ()):
            found[full] = None
    return list(found)[:SCRIPTS]


def done(call: Call, memory: Memory) -> Act | None:
    """The first place to which the scripts send and of which the person did not speak; None for none."""
    for effect in call.effects:
        place = normalize(effect.destination)
        if effect.kind == SENDS and not is_local(place) and not _named(place, memory):
            return Act("sends", f"{effect.operation} sends to {place or 'a place that is not known'}"[:70],
                       [place or "?"])
    return None


def _named(place: str, memory: Memory) -> bool:
    """Did the person name the host, or what it is called?"""
    host = host_of(place)
    if not host:
        return place.startswith("remote:")
    label = registered(host).split(".")[0]
    named = [host, place, *([label] if len(label) > 2 else [])]
    return any(memory.h(one) in memory.said for one in named)
