"""What a program prints that nobody has looked at: unknown is not nothing.

Law: what reads, filters or packs files hands on what it was given; what shows the state of something else (a service
behind a login, a container, another machine, running processes, a store of keys) prints what can hold secrets: `unread`
says so of the Flow.  What any other program prints is no question.
Limitations: what a program prints beside what its words say.
"""
from __future__ import annotations

from guards._shell.flow import Arg, Flow, printed_by
from guards._shell.pieces import words
from guards._shell.programs import HANDLERS

# Rooms of handlers whose programs hand on what they are given, or what anybody answers; rows of the same kind.
HANDS_ON = frozenset("files filters web wrappers".split())
STRANGERS = frozenset("""network.ftp network.names network.netcat network.openssl network.socat network.tunnel
    network.copier services.mail""".split())
# Rows of programs that show what a service or another machine holds, and programs of other rows that do.
STATE = frozenset(
    "network.ssh services.client services.cloud services.dumper services.forge services.terraform".split())
SHOWS_STATE = frozenset("docker docker-compose kubectl podman ps".split())
IMAGES = frozenset("build export push save".split())
# Words by which a program says that it shows keys, an environment or a store of them.
OF_SECRETS = frozenset("""config credential credentials creds decrypt dotenv dump enc encrypted env environ environment
    exec export get inspect keychain keyring keystore passwd password passwords secret secrets show token tokens
    variables vars vault wallet""".split())
# git's verbs that print what files hold or held, and the options by which they print names and counts only.
CONTENTS = frozenset("blame cat-file diff format-patch grep show".split())
COUNTS = tuple("--name --stat --shortstat --numstat".split())
METADATA = ("169.254.169.254", "metadata.google.internal")


def unread(name: str, args: list[Arg], printed: Flow) -> Flow:
    """What a program prints, with a mark where nobody has looked at it and a secret may stand in it."""
    row, texts = HANDLERS.get(name, ""), [a.text for a in args[1:]]
    plain = [text for text in texts if not text.startswith("-")]
    if printed.level or printed.unread:
        return printed
    if name == "git":
        shows = plain[:1] and plain[0] in CONTENTS and not any(text.startswith(COUNTS) for text in texts)
        return Flow(names=("the repository",), whole=True) if shows and not printed.whole else printed
    state = row in STATE or (name in SHOWS_STATE and IMAGES.isdisjoint(plain[:1])) or any(
        place in text for text in texts for place in METADATA)
    if not state and (row in STRANGERS or row.partition(".")[0] in HANDS_ON or name in SHOWS_STATE or (
            not of_secrets(name, plain))):
        return printed
    verb = f" {plain[0]}" if plain and " " not in plain[0] and len(name) + len(plain[0]) < 20 else ""
    return printed_by(printed, name + verb)


def of_secrets(name: str, plain: list[str]) -> bool:
    """Do a program's name and words say that it shows secrets, an environment, a store of keys?

    >>> [of_secrets(c[0], c[1:]) for c in (["pm2", "env"], ["gopass", "show"], ["go", "test", "./..."], ["dump"])]
    [True, True, False, False]
    """
    return plain != [] and not OF_SECRETS.isdisjoint(
        word.lower() for text in (name, *plain[:3]) if len(text) < 200
        for word in words(text.replace("_", "-").replace(".", "-").replace(":", "-")))
