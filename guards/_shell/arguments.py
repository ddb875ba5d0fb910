"""A program's arguments taken apart into options, their values, and the rest.

Law: what goes in comes out: no argument is dropped but `--`.
"""
from __future__ import annotations

from guards._shell.flow import Arg, without_text


def options(args: list[Arg], takes: str, long_takes: frozenset[str] = frozenset()) -> tuple[
        list[tuple[str, Arg | None]], list[Arg]]:
    """(options with their values, the other arguments), as getopt reads them.

    `takes`: the letters whose option has a value; `long_takes`: the long names, with their dashes.
    """
    found: list[tuple[str, Arg | None]] = []
    rest: list[Arg] = []
    i = 0
    while i < len(args):
        arg = args[i]
        text = arg.text
        i += 1
        if text == "--":
            rest.extend(args[i:])
            break
        if text.startswith("--") or (len(text) > 2 and text[0] == "-" and text in long_takes):
            name, equals, value = text.partition("=")
            name = whole_name(name, long_takes)
            if equals:
                found.append((name, Arg(value, without_text(arg.flow, value))))
            elif name in long_takes and i < len(args):
                found.append((name, args[i]))
                i += 1
            else:
                found.append((name, None))
        elif len(text) > 1 and text[0] == "-":
            for at, letter in enumerate(text[1:], 1):
                if letter not in takes:
                    found.append((f"-{letter}", None))
                    continue
                value = text[at + 1:]
                if value:
                    found.append((f"-{letter}", Arg(value, without_text(arg.flow, value))))
                elif i < len(args):
                    found.append((f"-{letter}", args[i]))
                    i += 1
                break
        else:
            rest.append(arg)
    return found, rest


WHOLE = frozenset(("--head",))      # short as they stand: curl's own `--head` is no `--header`


def whole_name(name: str, known: frozenset[str]) -> str:
    """A long option as it is called in full: getopt takes any beginning that fits one alone.

    >>> [whole_name(one, frozenset(("--data", "--data-binary"))) for one in ("--data-bin", "--dat")]
    ['--data-binary', '--dat']
    """
    if name in known or len(name) < 4 or name in WHOLE or not name.startswith("--"):
        return name
    fits = [one for one in known if one.startswith(name)]
    return fits[0] if len(fits) == 1 else name


def options_until_command(args: list[Arg], takes: str) -> tuple[list[tuple[str, Arg | None]], list[Arg]]:
    """Options up to the first word that is none."""
    i = 0
    while i < len(args) and args[i].text.startswith("-") and args[i].text != "--":
        i += 2 if len(args[i].text) == 2 and args[i].text[1] in takes else 1
    found, _ = options(args[:i], takes)
    return found, args[i + 1:] if i < len(args) and args[i].text == "--" else args[i:]


# Words of an option's name that say that its value is the caller's way in at the program's own service.
WAY_IN = frozenset(("apikey", "auth", "config", "cred", "credential", "credentials", "creds", "globalconfig",
                    "identity", "key", "keyfile", "keystore", "netrc", "passwd", "password", "pkp", "token",
                    "userconfig"))


# The same of what only opens or locks what a program works on: it is in nothing that the program prints.
UNLOCKS = frozenset(("identity", "keyfile", "keystore", "passphrase", "passwd", "password"))


def ways_in(args: list[Arg], words: frozenset[str] = WAY_IN) -> list[Arg]:
    """The options by which a program is shown who calls it, with their values: `--config-file .pypirc`, `--key=a.p8`.

    A file of variables (`.env`) is no such thing, whatever the option is called.
    """
    found = []
    for i, arg in enumerate(args):
        name, equals, value = arg.text.partition("=")
        if name[:1] != "-" or words.isdisjoint(name.lstrip("-").lower().replace("_", "-").split("-")):
            continue
        at = arg if equals else args[i + 1] if i + 1 < len(args) else None
        file = (value if equals else at.text if at else "").rsplit("/", 1)[-1]
        if at is not None and file[:1] != "-" and not file.startswith(".env") and not file.endswith(".env"):
            found.append(at)
    return found
