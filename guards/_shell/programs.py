"""All programs that are known, and how one is run in the mind.

Law: `run` gives what a program prints, as a Flow; a program that is not in a table hands on what it is given.
"""
from __future__ import annotations

from guards._shell import senders
from guards._shell.code import interpreter
from guards._shell.filters import (
    BUILTINS,
    INTERPRETERS,
    REDUCERS,
    SHELLS,
    WRAPPERS,
    call_function,
    shell,
    unknown,
    wrapped,
    writer,
)
from guards._shell.flow import NOTHING, Arg, Flow
from guards._shell.senders import SINKS
from guards._shell.sources import prints_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.machine import Mind


def run(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    """Runs one program; what it prints."""
    name = args[0].text.strip().rsplit("/", 1)[-1]
    if not name and len(args) > 1:
        return run(mind, args[1:], stdin)
    if name in mind.functions:
        return call_function(mind, name, args, stdin)
    if "*" in name or "?" in name or "[" in name:
        name = unglobbed(name)
    if name in WRAPPERS:
        return wrapped(mind, name, args[1:], stdin)
    known = SPLIT.get(name) or BUILTINS.get(name) or SINKS.get(name)
    if known:
        return known(mind, name, args[1:], stdin)
    if name in SHELLS:
        return shell(mind, args[1:], stdin)
    base = name.rstrip("0123456789.") if name.startswith(("python", "php", "ruby", "perl", "lua")) else name
    if name in INTERPRETERS or base in INTERPRETERS:
        return interpreter(mind, name if name in INTERPRETERS else base, args[1:], stdin)
    if name in REDUCERS:
        return NOTHING
    printed = prints_secret(name, [a.text for a in args[1:] if not a.text.startswith("-")])
    if printed:
        return Flow(3, (printed,))
    return unknown(mind, name, args, stdin)


def unglobbed(name: str) -> str:
    """The program that a pattern like `c?rl` stands for."""
    from guards._text.glob import match

    return next((known for known in (*SINKS, *SHELLS, *INTERPRETERS, "cat", "base64") if match(name, known)), name)


def openssl(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`openssl s_client` sends; all else of it is a filter."""
    words = [a.text for a in args if not a.text.startswith("-")]
    return (senders.openssl if words[:1] == ["s_client"] else writer)(mind, name, args, stdin)


# Programs that do one thing or the other.
SPLIT = {"openssl": openssl}
