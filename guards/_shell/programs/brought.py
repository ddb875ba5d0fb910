"""Where a text came from: origin is a property of a flow, like secrecy.

Law: what a program with a foreign host prints or writes came from that host, whatever the program is called; pipes,
files and copies hand that on; a program that takes such a flow as the text of a program runs remote code.
Limitations: what a program fetches whose place stands nowhere in its words.
"""
from __future__ import annotations

from guards import FETCHES, SENDS
from guards._shell.flow import REMOTE, Arg, Flow, came_from
from guards._text.address import host_of, is_local, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

OUTPUTS = tuple("-o -O --output --out --output-document -of --outfile --dest --destination".split())
INTO = tuple("-P --directory-prefix --output-dir -d -D --dir --directory".split())
SAYS = frozenset(("curl", "curlie"))        # whose -d is what it sends, -D its headers


def place_of(machine: Machine, name: str, args: list[Arg], since: int) -> str:
    """The foreign place that a program which has just run talked to; "" for none."""
    from guards._shell.programs.unknown import places

    done = [e.destination for e in machine.found.effects[since:] if e.kind in (SENDS, FETCHES) and e.program == name]
    named = any(done)       # the words one by one: most often the first of them says it
    said = (one for text in dict.fromkeys(arg.text for arg in args[1:]) for one in places(text)
            if not named or "://" in one or "@" in one)
    known = (one for every in (said, done) for one in every if one and not one.startswith(("remote:", "service:")))
    return next((one for one in known
                 if not is_local(normalize(one)) and ("://" in one or host_of(normalize(one)))), "")


def came(machine: Machine, name: str, args: list[Arg], flow: Flow, since: int) -> Flow:
    """What a program prints, with the place where it has this from; the files that it wrote of it, too."""
    if not flow.remote and len(machine.found.effects) == since:
        return flow
    place = flow.remote.strip("?") or place_of(machine, name, args, since)
    if not place:
        return flow
    for path in written(args, place) if len(machine.found.effects) > since else ():
        machine.write(path, came_from(REMOTE, place))
    return came_from(flow, place) if flow.remote or not (flow.level or flow.text) else flow


def written(args: list[Arg], place: str) -> list[str]:
    """The files into which a program puts what it fetches, by its options."""
    words = [arg.text for arg in args[1:]]
    last = place.partition("?")[0].rstrip("/").rpartition("/")[2].rpartition(":")[2]
    found = [b for a, b in zip(words, words[1:]) if a in OUTPUTS and not b.startswith("-") and "://" not in b]
    into = INTO[:3] if args[0].text.rpartition("/")[2] in SAYS else INTO
    found += [f"{b.rstrip('/')}/{last}" for a, b in zip(words, words[1:]) if a in into and last and "://" not in b]
    return found[:4]
