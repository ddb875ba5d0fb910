"""What flows from one command to the next: how sensitive it is, where it came from, what is known of its text."""
from __future__ import annotations

TEXT = 100_000      # characters of literal text that a flow keeps
NAMES = 8       # sources that a flow names
FILES = 24      # files that it may hold


class Flow:
    """level   0 to 3, by the names of its sources
    names   the sources: ".env", "$AWS_SECRET_ACCESS_KEY", "gh auth token"
    text    the literal text in it, as far as it stands on the command line
    files   files whose contents are in it, by path
    remote  it came over the network
    whole   it may hold more than is known by name: an archive of a folder, a repository
    unread  the program that printed it, where nobody has looked at what it prints; grave: that can hold secrets
    """

    __slots__ = ("files", "grave", "level", "names", "remote", "text", "unread", "whole")

    def __init__(self, level: int = 0, names: tuple[str, ...] = (), text: str = "", files: tuple[str, ...] = (),
                 remote: bool = False, whole: bool = False, unread: str = "", grave: bool = False) -> None:
        self.level, self.names, self.text, self.files = level, names, text, files
        self.remote, self.whole, self.unread, self.grave = remote, whole, unread, grave


NOTHING = Flow()
REMOTE = Flow(remote=True)
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
    unread = next((f for f in some if f.grave), None) or next((f for f in some if f.unread), NOTHING)
    return Flow(max(f.level for f in some), names, " ".join(f.text for f in some if f.text)[:TEXT], files,
                any(f.remote for f in some), any(f.whole for f in some), unread.unread, unread.grave)


def without_text(flow: Flow, text: str = "") -> Flow:
    """The same sources, with another text."""
    return Flow(flow.level, flow.names, text, flow.files, flow.remote, flow.whole, flow.unread, flow.grave)


def printed_by(flow: Flow, program: str, grave: bool) -> Flow:
    """The same, printed by a program whose output nobody has looked at."""
    return Flow(flow.level, flow.names, flow.text, flow.files, flow.remote, flow.whole, program[:60], grave)


def looked_at(flow: Flow) -> Flow:
    """The same, taken for what is known of it."""
    return flow if not flow.unread else Flow(flow.level, flow.names, flow.text, flow.files, flow.remote, flow.whole)


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
