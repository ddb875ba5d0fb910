"""What a program prints that nobody has looked at: unknown is not nothing.

Law: what reads, filters or packs files hands on what it was given; what shows the state of something else (a service
behind a login, a container, another machine, running processes, a store of keys) prints what can hold secrets: `unread`
says so of the Flow.  What any other program prints is no question.
Cannot see: what a program prints beside what its words say.
"""
from __future__ import annotations

from guards._shell.flow import Arg, Flow, printed_by
from guards._shell.pieces import words
from guards._shell.programs import HANDLERS
from guards._shell.programs.web import is_auth
from guards._shell.sources import env_level
from guards._text.address import host_of, normalize

# Rooms of handlers whose programs hand on what they are given; rows whose output comes from anybody, or says nothing.
HANDS_ON = frozenset("files filters wrappers".split())
STRANGERS = frozenset("""network.ftp network.names network.netcat network.openssl network.socat network.tunnel
    network.copier services.mail""".split())
# Rows of programs that show what a service or another machine holds, and programs of other rows that do.
STATE = frozenset(
    "network.ssh services.client services.cloud services.dumper services.forge services.terraform".split())
SHOWS_STATE = frozenset("docker docker-compose kubectl podman ps".split())
IMAGES = frozenset("build buildx export push save version".split())
# Words by which a program says that it shows keys, an environment or a store of them.
OF_SECRETS = frozenset("""credential credentials creds decrypt dotenv enc encrypted env environ environment keychain
    keyring keystore passwd password passwords secret secrets token tokens vars vault wallet""".split())
VERBS = frozenset("""cat config configuration describe dump export get history inspect key keys read reveal show state
    variables view""".split())
SAYS_VERSION = frozenset("--help --version -V -h -v -version help version".split())
# git's verbs that print what files hold or held; the options by which they print names and counts only.
CONTENTS = frozenset("blame cat-file diff diff-tree format-patch grep log show stash whatchanged".split())
PATCHES = tuple("-p -u --patch -S -G -L --cc".split())
COUNTS = tuple("""--name-only --name-status --stat --shortstat --numstat --quiet -s --no-patch --dirstat --summary -l
    --count -t -e --check""".split())
METADATA = frozenset("169.254.169.254 169.254.170.2 metadata.google.internal fd00:ec2::254 100.100.100.200".split())


def unread(name: str, args: list[Arg], printed: Flow) -> Flow:
    """What a program prints, with a mark where nobody has looked at it."""
    row = HANDLERS.get(name, "")
    if printed.level or printed.unread or row in STRANGERS:
        return printed
    said = [a.text for a in args[1:]]
    plain = [one for one in said if not one.startswith("-")]
    if name == "git":
        return Flow(names=("the repository",), whole=True) if contents(said) and not printed.whole else printed
    if name in SHOWS_STATE:
        return printed if name == "docker" and not IMAGES.isdisjoint(plain[:1]) else operation(name, plain, printed)
    room = row.partition(".")[0]
    if room in HANDS_ON or not SAYS_VERSION.isdisjoint(said[:1]):
        return printed
    if room == "web":
        return answered(name, said, printed)
    if row in STATE:
        return operation(name, plain, printed)
    if not said:
        return printed
    elsewhere = not row and "exec" in plain[:2]         # of another container or machine
    return operation(name, plain, printed) if elsewhere or of_secrets(name, said, plain) else printed


def operation(name: str, plain: list[str], printed: Flow) -> Flow:
    """What `name VERB` prints."""
    verb = f" {plain[0]}" if plain and " " not in plain[0] and len(name) + len(plain[0]) < 20 else ""
    return printed_by(printed, name + verb)


def of_secrets(name: str, said: list[str], plain: list[str]) -> bool:
    """Do a program's name and words say that it shows secrets, an environment, a store of keys, a system's state?

    >>> [of_secrets(c[0], c[1:], c[1:]) for c in (
    ...     ["pm2", "env"], ["x", "env", "K_TOKEN"], ["go", "env", "GOPATH"], ["go", "test", "./..."])]
    [True, True, False, False]
    """
    if plain[:1] == ["env"] and plain[1:] and all(one.isupper() and not env_level(one) for one in plain[1:]):
        return False        # a variable by its name, and by that no secret
    told = {word.lower() for text in (name, *said[:8]) if len(text) < 200 for word in words(text.replace("_", "-"))}
    dumps = any(one.lstrip(".-").startswith("dump") for one in said[:3])
    return dumps or name.endswith("ctl") or not OF_SECRETS.isdisjoint(told) or not VERBS.isdisjoint(plain[:2])


def contents(said: list[str]) -> bool:
    """Does this command of git print what files hold or held?

    >>> [contents(c.split()) for c in ("log -p -3", "show HEAD~3:.env", "log --oneline -5", "diff --stat", "status")]
    [True, True, False, False, False]
    """
    at = 0
    while at < len(said) and said[at].startswith("-"):
        at += 2 if said[at] in ("-C", "-c") else 1
    verb, rest = said[at] if at < len(said) else "", said[at + 1:]
    if verb not in CONTENTS or any(one.partition("=")[0] in COUNTS for one in rest):
        return False
    return verb not in ("log", "stash", "whatchanged") or any(one.startswith(PATCHES) for one in rest)


def answered(name: str, said: list[str], printed: Flow) -> Flow:
    """What an address answers: a page of the web is anybody's, but not behind a login, nor a machine's own metadata."""
    places = [normalize(one) for one in said if "." in one]
    if not METADATA.isdisjoint(map(host_of, places)):
        return printed_by(printed, "a machine's metadata")
    if any(one in ("-u", "--user", "--oauth2-bearer") or (":" in one and is_auth(one)) for one in said):
        return printed_by(printed, f"{name} with a login")
    return printed
