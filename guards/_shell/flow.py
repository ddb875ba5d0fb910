"""What flows from one command to the next: how sensitive it is, where it came from, what is known of its text."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

TEXT = 100_000      # characters of literal text that a flow keeps
NAMES = 8       # sources that a flow names
FILES = 24      # files that it may hold


class Flow:
    """level   0 to 3, by the names of its sources
    names   the sources: ".env", "$AWS_SECRET_ACCESS_KEY", "gh auth token"
    text    the literal text in it, as far as it stands on the command line
    files   files whose contents are in it, by path
    remote  the place from which it came over the network, "?" where that is not known, "" where it did not
    whole   it may hold more than is known by name: an archive of a folder, a repository
    unread  the program that printed it, where that can hold secrets and nobody has looked at it
    perhaps (path, source) of files that hold this secret if a program of no row made them; none does that was there.
            A flow of such a file that does not name it in `files` is a mere word of that program's
    """

    __slots__ = tuple("files level names perhaps remote text unread whole".split())

    def __init__(self, level: int = 0, names: tuple[str, ...] = (), text: str = "", files: tuple[str, ...] = (),
                 remote: str = "", whole: bool = False, unread: str = "",
                 perhaps: tuple[tuple[str, str], ...] = ()) -> None:
        self.level, self.names, self.text, self.files = level, names, text, files
        self.remote, self.whole, self.unread, self.perhaps = remote, whole, unread, perhaps

    def with_(self, **changes: Any) -> Flow:
        """The same with some fields replaced."""
        return Flow(**{**{name: getattr(self, name) for name in self.__slots__}, **changes})


NOTHING = Flow()
REMOTE = Flow(remote="?")
A_DOOR = Flow(names=("a port of this machine",))      # whoever gets it reaches what listens behind it
A_SHELL = Flow(names=("a shell on this machine",), whole=True)      # whoever gets it can read and run all


def join(*flows: Flow) -> Flow:
    """All of it in one."""
    some = [f for f in flows if f is not NOTHING]
    if not some:
        return NOTHING
    if len(some) == 1:
        return some[0]
    names = tuple(dict.fromkeys(n for f in some for n in f.names))[:NAMES]
    files = tuple(dict.fromkeys(p for f in some for p in f.files))[:FILES]
    unread = next((f.unread for f in some if f.unread), "")
    return Flow(max(f.level for f in some), names, " ".join(f.text for f in some if f.text)[:TEXT], files,
                origin(f.remote for f in some), any(f.whole for f in some), unread,
                tuple(dict.fromkeys(p for f in some for p in f.perhaps))[:FILES])


def origin(places: Iterable[str]) -> str:
    """One of the places from which parts of a flow came, one that is known first."""
    found = [place for place in places if place]
    return next((place for place in found if place != "?"), "?" if found else "")


def came_from(flow: Flow, place: str) -> Flow:
    """The same, brought from a place."""
    return flow.with_(remote=place[:200])


def without_text(flow: Flow, text: str = "") -> Flow:
    """The same sources, with another text."""
    return Flow(flow.level, flow.names, text, flow.files, flow.remote, flow.whole, flow.unread, flow.perhaps)


def parted(flow: Flow, names: Sequence[str]) -> tuple[Flow, Flow]:
    """(what comes from sources of these names, the rest)."""
    rest = tuple(name for name in flow.names if name not in names)
    return Flow(flow.level, tuple(names)) if names else NOTHING, flow if not names else flow.with_(
        level=flow.level if rest or flow.whole else 0, names=rest)


def printed_by(flow: Flow, program: str) -> Flow:
    """The same, printed by a program whose output nobody has looked at."""
    return flow.with_(unread=program[:60])


def looked_at(flow: Flow) -> Flow:
    """The same, taken for what is known of it."""
    return flow if not flow.unread else printed_by(flow, "")


def holds(flow: Flow) -> bool:
    """Does a folder with this file in it hold a secret, as far as is known?"""
    return bool(flow.level or (flow.perhaps and flow.files))


def packed(flow: Flow) -> Flow:
    """The same, which may hold more than is known by name."""
    return flow.with_(remote="", whole=True)


class Arg:
    """One argument as the program gets it: its text as far as it is known, and what flows into it."""

    __slots__ = ("flow", "text")

    def __init__(self, text: str, flow: Flow = NOTHING) -> None:
        self.text, self.flow = text, flow


def may_be_file(word: str) -> bool:
    """Could a word of a command be the path of a file?  Options, globs, variables, numbers and texts are none.

    >>> [may_be_file(w) for w in ("notes.txt", "src/a", "notes", "-x", "*.py", "$A", "12", "a b")]
    [True, True, True, False, False, False, False, False]
    """
    return bool(word) and word[0] not in "-{[(<>|&;!+" and not word.isdigit() and not any(
        c in word for c in " \t\n*?$`\"'")


def pieces(text: str) -> list[str]:
    """The paths that an argument may hold: itself, and what stands behind `=`, `@`, `:`, `<`.

    >>> pieces("if=.env"), pieces("file=@.env;type=text")
    (['if=.env', 'if', '.env'], ['file=@.env;type=text', 'file', '.env', 'type', 'text'])
    """
    found = [text]
    if "=" in text or "@" in text or ":" in text or "<" in text or "," in text or ";" in text:
        for mark in "@:<,;":
            text = text.replace(mark, "=")
        found += [piece for piece in text.split("=") if piece]
    return found


def kept(path: str, flow: Flow, archived: bool) -> list[int | str]:
    """A written file as a row that later calls are read with: [level, source], for an archive the folders in it.

    The level of a mere word of an unknown program is negative: it counts where a command names it.
    """
    level = flow.level or (0 if not flow.perhaps else 3 if flow.files else -3)
    name = (flow.names or tuple(name for _, name in flow.perhaps) or (path,))[0][:80]
    return [level, name, *(flow.files[:2] if archived and flow.whole and not level else ())]


def of_row(path: str, row: Sequence[Any]) -> Flow:
    """What `kept` made a row of."""
    if row[0] < 0:
        return Flow(perhaps=(("", row[1]),))
    return Flow(row[0], (row[1],) if row[0] else (), files=tuple(row[2:]), whole=len(row) > 2)
