"""What a reading of a command line is made of: effects, simple commands, touched paths, and what could not be read.

Plain values without behaviour: `machine` fills them, the guards judge them.
"""
from __future__ import annotations

from guards._shell.flow import NOTHING, Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards._types import Kind

    Does = tuple[str, str, str, list[str]]
    Parts = tuple[tuple[str, ...], list[tuple[str, str | None]], list[str]]


class Effect:
    """One thing that a command line does to the world outside.

    kind         one of guards.KINDS
    program      "curl"; operation: "git push"
    destination  as written: a URL, user@host:path, a remote's name, "" where it cannot be known
    payload      the Flow that goes there; auth: the Flow by which it shows who it is
    """

    __slots__ = tuple("auth destination kind operation payload program".split())

    def __init__(self, kind: Kind, program: str, operation: str, destination: str, payload: Flow = NOTHING,
                 auth: Flow = NOTHING) -> None:
        self.kind, self.program, self.operation = kind, program, operation
        self.destination, self.payload, self.auth = destination, payload, auth

    @property
    def place(self) -> str:
        """The destination in normal spelling."""
        from guards._text.address import normalize

        return normalize(self.destination)


class Ran:
    """One simple command as it would run, its wrappers (`sudo`, `env`, `timeout`) taken off.

    program  without its folder; words: its arguments as far as they are known ("$NAME" and "$(...)" where not)
    cwd      where it runs, "" where that is not known; fed: the program whose output it reads through a pipe
    whole    the first word as written: "./build.sh"; given: what flows to its standard input
    beside   variables that were set for it, by name
    chain    the list of `&&` in which it stands; sure: the next one in it runs only if this one went well
    """

    __slots__ = tuple("beside chain cwd fed given program sure whole words".split())

    def __init__(self, program: str, words: list[str], cwd: str, fed: str, whole: str, given: Flow = NOTHING,
                 beside: Mapping[str, Flow] | None = None) -> None:
        self.program, self.words, self.cwd, self.fed, self.whole = program, words, cwd, fed, whole
        self.given, self.beside = given, beside or {}
        self.chain, self.sure = 0, False

    @property
    def does(self) -> list[Does]:
        """What its verb does: (kind, flags, what it is called, names), see `effects`."""
        from guards._shell.programs.effects import effects

        return [*effects(self.program, self.words)]

    @property
    def parts(self) -> Parts:
        """(its verb, options with their values, the other words), as its program takes them apart."""
        from guards._shell.programs.arguments import verb

        return verb(self.program, self.words)


class Touch:
    """One path that a command line changes.

    how      WRITES (its content is replaced or made), ADDS (something is put behind it), REMOVES, CHANGES (mode,
             owner, a link), or MAY (a program of no table, or one that edits, gets this path as an argument)
    path     absolute where the working directory is known; a glob stays one; program: who does it
    """

    __slots__ = ("how", "path", "program")

    def __init__(self, how: str, path: str, program: str) -> None:
        self.how, self.path, self.program = how, path, program


WRITES, ADDS, REMOVES, CHANGES, MAY = "writes", "adds", "removes", "changes", "may"
# Why reading stopped, in words of a closed list; what follows the colon is the name of the program, path or bound.
NO_ROW, NOT_READABLE, NOT_DECODABLE, BOUND, OUT_OF_TIME = (
    "no row for this program", "not readable", "not decodable", "bound hit", "out of time")

# Bounds behind which commands stand that nobody looked at.
CUTS = frozenset(f"{BOUND}: {name}" for name in ("steps", "depth", "length", "words handed on"))


class Reading:
    """All that a command line does.

    effects   in order
    ran       the simple commands in it, in the order in which they would run
    touches   the paths that it changes
    unknown   "reason: name" of all that could not be read, each once (reasons: NO_ROW ... OUT_OF_TIME)
    printed   what flows to its standard output, which is what the agent reads
    written   path -> Flow of the sensitive files that it writes
    remotes   git remotes that it names anew: name -> URL
    scripts   files that it runs as scripts, whose text would be worth knowing
    made      path -> text of the scripts that it writes
    fetched   path -> place of what it writes that came over the network
    copied    path -> files whose contents it holds from then on
    absent    paths, as written and absolute, of which it asks first whether they are there: `[ -f a ] || cp b a`
    """

    __slots__ = tuple("""absent broken copied effects fetched made printed ran remotes scripts touches unknown
        written""".split())

    def __init__(self) -> None:
        self.effects: list[Effect] = []
        self.ran: list[Ran] = []
        self.touches: list[Touch] = []
        self.unknown: dict[str, None] = {}
        self.printed = NOTHING
        self.written: dict[str, Flow] = {}
        self.remotes: dict[str, str] = {}
        self.scripts: list[str] = []
        self.made: dict[str, str] = {}
        self.fetched: dict[str, str] = {}
        self.copied: dict[str, tuple[str, ...]] = {}
        self.absent: set[str] = set()
        self.broken = False

    @property
    def cut(self) -> bool:
        """Was a part of the command not run by the machine, since a bound was hit or it could not be parsed?"""
        return any(one.startswith(NOT_DECODABLE) or one in CUTS for one in self.unknown)
