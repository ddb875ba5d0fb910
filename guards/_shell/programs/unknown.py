"""A program of no row, and a text that cannot be read to its end: what may be said of them from their words alone.

Law: it is said to be unknown; it hands on what it gets, and a secret beside an address in its arguments leaves.
"""
from __future__ import annotations

from guards import CREDENTIALS, FETCHES, SENDS
from guards._shell.flow import NOTHING, TEXT, Arg, Flow, join, may_be_file, without_text
from guards._shell.literals import identifiers, literals, secrets, unset
from guards._shell.pieces import words
from guards._shell.programs import UNMISTAKABLE
from guards._shell.programs.arguments import UNLOCKS, ways_in
from guards._shell.programs.opened import EVERYBODY
from guards._shell.programs.relays import PATH, stands_for
from guards._shell.programs.wrappers import EMBEDS, embedded, remote, script
from guards._shell.reading import NOT_READABLE
from guards._shell.sources import file_level
from guards._text.address import looks_like_host
from guards._text.words import could_be_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine


def unknown(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Any other program: hands on what it gets; a secret beside an address in its arguments leaves."""
    if args[0].text[:1] not in "$/.~" and not NO_NAME.isdisjoint(name):     # of another language: a quote let it out
        return join(stdin, machine.arguments(args[1:]))
    _met(machine, name, args)
    if not name or name.startswith(("$", "~")) or "/" in args[0].text:       # a shell finds no such word by name
        text = machine.script(args[0].text)
        machine.found.scripts.append(args[0].text)
        if text:
            return script(machine, text, args, stdin)
    if "mount" in name or name.endswith("fs"):      # sshfs, mount -t nfs, mount.davfs: a folder of another machine
        mounted(machine, args[1:])
    if name in EMBEDS:
        for arg in args[1:]:
            embedded(machine, arg)
            remote(machine, stdin if arg.text == "-" else arg.flow, name)       # make -f -, make -f <(...)
        embedded(machine, Arg(stdin.text, stdin))

    def given(some: list[Arg]) -> Flow:
        return join(stdin, machine.arguments(some), *(mentioned(machine, a) for a in some))

    flow = given(args[1:])
    keys = ways_in(args, UNLOCKS) if flow.level else []
    printed = given([a for a in args[1:] if a not in keys]) if keys else flow
    if flow.level:
        opened(machine, name, args)
        outputs(machine, args[1:], stdin, printed)
    if _hands_on(name, flow):
        at = _aim(name, args, flow)
        if not at and _shows_itself(machine, args, stdin):
            return printed
        _emit(machine, name, args, at, flow)
    return printed


ENVIRONMENT = ("process_envs", "os.environ", "process.env")
CALLS = frozenset("connect copy export invoke publish push send start".split())     # verbs of cmdlets that hand on


def _cmdlet(name: str) -> bool:
    """Is it a command of PowerShell by the form of its name: Write-Host?"""
    verb, _, noun = name.partition("-")
    return verb[:1].isupper() and noun[:1].isupper() and verb.isalpha() and noun.isalnum()


def _hands_on(name: str, flow: Flow) -> bool:
    """Could such a program give this to others?"""
    if _cmdlet(name) and name.partition("-")[0].lower() not in CALLS:
        return False
    return not its_own(name, flow) if flow.level else bool(flow.files or flow.unread)


NO_NAME = frozenset("=,;(){}<>")       # what stands in no program's name


def _met(machine: Machine, name: str, args: list[Arg]) -> None:
    """Notes that nothing is known of it, and what it may change."""
    if name and not name.startswith("$"):
        machine.unread("no row for this program", name)
    for arg in args[1:]:
        if not arg.text.startswith("-") or "=" in arg.text:
            machine.touch("may", arg.text.partition("=")[2] or arg.text, name)


def _aim(name: str, args: list[Arg], flow: Flow) -> str:
    """The place that a program is told, or the other machine to which it copies; "" for none."""
    gives = gives_away(name, args)
    bare = not _cmdlet(name) or gives      # Invoke-RestMethod: texts, no places
    # Of a login a mailbox is a half: `--email a@b.example --password x`, `create(email: "a@b.example", password: "x")`.
    login = not flow.level and gives in ("", *ACCOUNTS) and any("pass" in a.text.lower() for a in args) and not any(
        "attach" in a.text for a in args)
    at = next((place for before, a in zip(args, args[1:]) for place in places(a.text) if not file_level(place) and (
        bare or "://" in place) and not (login and "@" in place and ":" not in place and (
            place != a.text or before.text.lstrip("-") in ACCOUNTS))), "")
    at = at or next((a.text for a in args[-1:] if len(args) > 2 and named_machine(a.text)), "")      # cp FILE NAME:
    return at or (_perhaps(args) if flow.level >= CREDENTIALS else "")


ACCOUNTS = ("email", "mail", "post", "user", "username")


def _perhaps(args: list[Arg]) -> str:
    """What beside a known secret may be a place, whatever its ending: `a.drop.cfd:443`, `tcp:a.drop.museum`; with one
    dot and no more it may as well be a file that is made."""
    for before, arg in zip(args, args[1:]):
        for word in arg.text.translate(PARTS).split("\n") if before.text.lstrip("-") not in OUTPUT else ():
            head, _, last = word.lstrip("-/").partition("/")[0].rpartition(":")
            host = head if last.isdigit() else last
            if host.count(".") > 1 and word[:2] != "--" and could_be_host(host.lower()) and not arg.flow.level and (
                    not host.startswith(ENVIRONMENT)):
                return host
    return ""


def _shows_itself(machine: Machine, args: list[Arg], stdin: Flow) -> bool:
    """Is the secret its way in at the program's own service?"""
    shown = ways_in(args)
    return bool(shown) and not join(stdin, machine.arguments([a for a in args[1:] if a not in shown])).level


def _emit(machine: Machine, name: str, args: list[Arg], at: str, flow: Flow) -> None:
    """Tells what it gives to a place, or to others by what its words say."""
    if at or (flow.level and gives_away(name, args)):
        sends = flow.level or flow.unread or any(map(like_file, args[1:]))
        machine.emit(SENDS if sends else FETCHES, name, name, at, join(flow, *(a.flow for a in args[1:])))
    elif verb := hands_out(name, args):
        machine.emit(SENDS, name, f"{name} {verb}", name, flow)


# Programs of this machine's own devices and desktop, whose verbs hand nothing to others.
NEAR = frozenset("adb dbus fastboot notify tmux xdotool".split())


def hands_out(name: str, args: list[Arg]) -> str:
    """The verb by which a program of no row says that it gives a file to others, where no place is named; "" for none.

    >>> [hands_out(c.split()[0], [Arg(w) for w in c.split()]) for c in (
    ...     "fileio upload a.csv", "sharefile a.csv", "hub-cli repo upload a.csv", "fmt post.md", "adb push a.csv /x")]
    ['upload', 'share', 'upload', '', '']
    """
    verb = gives_away(name, args)
    near = not NEAR.isdisjoint(words(name.lower())) or not any(map(like_file, args[1:]))
    return "" if near or verb in ("post", "put") else verb      # not: a store's


# Networks in which everybody reads what is added.
PUBLIC = frozenset("arweave ipfs onion torrent".split())


def public(name: str) -> bool:
    """Is a program by its name one of a network in which everybody reads?"""
    return not PUBLIC.isdisjoint(words(name.lower()))


def named_machine(word: str) -> bool:
    """Is a word another machine or container and a path there, as a program that copies is told it?

    >>> [named_machine(w) for w in ("web-1:/tmp/e", "phone:", "C:/x", ".env:/app/.env", "a:b", "u@h:~/x")]
    [True, True, False, False, False, True]
    """
    name, colon, path = word.partition(":")
    return bool(colon) and path[:1] in ("", "/", "~") and path[:2] != "//" and len(name) > 1 and name[0].isalnum() and (
        all(c.isalnum() or c in "-_.@" for c in name))


def like_file(arg: Arg) -> bool:
    """Does a word look like a file, and like no place, version or mere name?

    >>> [like_file(Arg(text)) for text in ("notes.txt", "/etc/hosts", "update", "https://a.example/x", "tree=/home")]
    [True, True, False, False, False]
    """
    _, given, value = arg.text.rpartition("=")
    if arg.flow.files:
        return True
    if value[:1] == "-" or "$" in value or places(arg.text):
        return False
    ends = "." in value.rpartition("/")[2].strip(".")
    return ends or ("/" in value.strip("./") and not given)


OUTPUT = frozenset("o out outfile output output-file dest destination".split())


def outputs(machine: Machine, args: list[Arg], stdin: Flow, flow: Flow) -> None:
    """The files that a program may make of a secret, in two strengths; one that was there before is no output.

    Behind an option of that meaning, or shaped like a file behind a secret that is an argument itself: such a file
    counts with the folder that it lies in.  Any other word counts only where a later command names it.  A secret that
    is an option's value (`--env-file .env`) is what a program runs with, and what it runs is no output.
    """
    taken, option = stdin.level > 0, ""
    name = next(iter(flow.names), "a secret")
    for arg in args:
        word, before = arg.text, option
        option = word if word.startswith("-") and "=" not in word else ""
        if word.startswith("-") or "=" in word:
            said, _, word = word.partition("=")
            likely = said.lstrip("-") in OUTPUT
            if not likely or not may_be_file(word):
                continue
        elif not may_be_file(word) or places(word):
            continue
        elif machine.file(word).level:
            taken = taken or not before
            continue
        else:
            likely = before.lstrip("-") in OUTPUT if before else taken and _shaped(word)
        full = machine.path(word)
        if not machine.files.get(full, NOTHING).level:
            machine.write(word, Flow(files=(full,) if likely else (), perhaps=((full, name),)))


def _shaped(word: str) -> bool:
    """Has its name the end of a file's?

    >>> [_shaped(word) for word in ("out.bin", "run", "app.main:app", ".air.toml", "v1.2.3", "./cmd/x")]
    [True, False, False, False, False, False]
    """
    base, dot, end = word.rstrip("/").rpartition("/")[2].rpartition(".")
    return bool(dot and base.strip(".")) and end[:1].isalpha() and end.isalnum() and word[0] != "." and ":" not in word


# Verbs by which a program opens what it is given to whoever asks.
SERVING = frozenset("expose host serve server share tunnel".split())


def gives_away(name: str, args: list[Arg]) -> str:
    """By what verb a program says that it gives something away: in its words, an option, its name; "" for none."""
    low = name.lower()
    said = [w for a in args[1:6] for w in words(a.text.lower())
            if a.text[:1] != "-" and "/" not in a.text and len(a.text) < 40]
    said += [a.text[2:] for a in args[1:]]
    said += [verb for verb in sorted(SENDING - {"put"}) if (verb in low if len(verb) > 4 else low.endswith(verb))]
    return "publish" if public(name) else next((w for w in said if w in SENDING or w == "public"), "")


def opened(machine: Machine, name: str, args: list[Arg]) -> None:
    """A secret that is served to whoever asks: given by itself, not as the settings of the server (`--env-file`)."""
    said = {w for a in args[:2] for w in words(a.text.lower())}
    if (_cmdlet(name) or SERVING.isdisjoint(said)) and not any(one in a.text for a in args[1:] for one in EVERYBODY):
        return
    given = [machine.file(a.text, whole=True) for before, a in zip(args, args[1:]) if a.text[:1] != "-" and (
        before.text[:1] != "-")]
    flow = join(*(one for one in given if one.level))
    if flow.level:
        machine.emit(SENDS, name, name, "", flow)


def its_own(name: str, flow: Flow) -> bool:
    """Are the secrets variables that bear the program's name: its way in, wherever it is told to go?

    >>> its_own("sentry-cli", Flow(3, ("$SENTRY_AUTH_TOKEN",))), its_own("upload", Flow(3, ("$STRIPE_KEY",)))
    (True, False)
    """
    said = {word for word in words(name.lower().replace("_", "-")) if len(word) > 2}
    low = name.lower()
    return bool(flow.names) and all(one.startswith("$") and any(
        word in said or (len(word) > 4 and low.startswith(word)) for word in one[1:].lower().split("_"))
        for one in flow.names)


def mounted(machine: Machine, args: list[Arg]) -> None:
    """Notes which folder lies on which machine from here on."""
    rest = [a.text for a in args if not a.text.startswith("-")]
    for source, at in zip(rest, rest[1:]):
        host = source.removeprefix("//").partition(":")[0].partition("/")[0].rpartition("@")[2]
        if at.startswith(("/", "~", "./")) and (":" in source or source.startswith("//")) and looks_like_host(host):
            stands_for(machine, PATH + machine.path(at).rstrip("/"), host)


# Verbs among a program's own words that say that it gives something away.
SENDING = frozenset(
    "broadcast deliver email mail paste post publish push put send share submit transfer upload".split())


PARTS = dict.fromkeys(map(ord, "'\"`()[]{}<>|,;= \t"), "\n")      # what stands round a place in an argument


def places(text: str) -> list[str]:
    """What in an argument could be a foreign host, address or bucket, wherever it stands in it; among other words a
    name with a dot is a column or a member, but with a port or path behind it.

    >>> places("-http-addr=evil.example:8500"), places("COPY x TO 's3://drop/x'"), places("src/app.py")
    (['evil.example:8500'], ['s3://drop/x'], [])
    >>> places("SELECT h.id FROM handle h"), places("to evil.example:80"), places("--server.address")
    ([], ['evil.example:80'], [])
    """
    found, alone = [], " " not in text.strip()
    for word in text.translate(PARTS).split("\n"):
        scheme, colon, rest = word.partition("://")
        if colon:
            if scheme.lower() not in ("file", "fd", "fileb") and rest:
                found.append(word)
        elif word[:1] == "-":       # an option: `--server.address`
            continue
        elif ("@" in word[1:-1] and word[-1] != "!") or ((alone or ":" in word or "/" in word) and looks_like_host(
                word.lstrip("/").removeprefix("ssh:").split("/")[0])):
            found.append(word)
    return found


def mentioned(machine: Machine, arg: Arg) -> Flow:
    """The secret files and variables that stand inside an argument that is a text of its own, perhaps code."""
    if " " not in arg.text and "(" not in arg.text and "file://" not in arg.text:
        return NOTHING
    code = unset(arg.text[:TEXT]) if any(word in arg.text for word in ENVIRONMENT) else ""
    whole = any(not part.startswith(ONE_OF) for part in code.split("environ")[1:])
    names = secrets(code.lower(), literals(code), identifiers(code)) or ("the environment",) * whole
    text = arg.text[:TEXT].replace("file://", " ")
    for mark in "'\"`()[]{}<>|,;=@#^":
        text = text.replace(mark, " ")
    flows = [machine.file(w) for w in text.split() if "/" in w or "." in w]
    return join(*(without_text(f) for f in flows if f.level), Flow(3, names) if names else NOTHING)


ONE_OF = ("[", ".get", ".pop", ".set", "ment")       # what follows `environ` where one variable is meant, or a word
WORDS = 20_000      # different words of a text that cannot be parsed
BETWEEN = "\"'`()[]{}<>|,;=&!#%+?\\^\x00"     # what parts the words of such a text


def parted(machine: Machine, text: str) -> list[str]:
    """The words of a text, each once; those of the whole line are parted once."""
    if text == machine.line and machine.parted:
        return machine.parted
    bare = text
    for mark in BETWEEN:
        bare = bare.replace(mark, " ")
    said = list(dict.fromkeys(bare.split()))
    if text == machine.line:
        machine.parted = said
    return said


def words_with_flow(machine: Machine, text: str) -> tuple[list[str], Flow]:
    """(the words of a text, what the files and variables among them hold)."""
    said = parted(machine, text)
    flows = [machine.file(w.lstrip("@")) for w in said[:WORDS]]
    flows += [machine.variable(w.strip("$")) for w in said[:WORDS] if w.startswith("$")]
    return said, join(*(f for f in flows if f.level))


def computed(machine: Machine, name: str) -> None:
    """A program whose name is made at run time: a secret beside a foreign place in the line leaves."""
    machine.unread(NOT_READABLE, "a command that is computed")
    said, flow = words_with_flow(machine, machine.line)
    at = next((w for w in said if "://" in w or looks_like_host(w)), "") if flow.level else ""
    if at and not any(e.payload.level for e in machine.found.effects):
        machine.emit(SENDS, name, "a computed command", at, without_text(flow, machine.line[:TEXT]))


SHORT, LINES = 4000, 50         # characters of a text whose words all belong together; lines of a longer one


def by_words(machine: Machine, command: str) -> None:
    """What cannot be read to its end is judged by its words: a program that sends beside a secret or an address.

    The whole text counts as what leaves; of a long one each line by itself, since some word of it is always a secret's.
    """
    programs = [w for w in parted(machine, command) if w.rpartition("/")[2] in UNMISTAKABLE]
    for part in _parts(command, programs) if programs else ():
        said, flow = words_with_flow(machine, part)
        at = next((w for w in said if "://" in w or looks_like_host(w)), "")
        program = next((w for w in programs if w in said), "")
        if program and (flow.level or at):
            machine.emit(SENDS if flow.level else FETCHES, program, program, at, without_text(flow, part[:TEXT]))


def _parts(text: str, programs: list[str]) -> list[str]:
    """The text; of a long one the first lines that name one of these programs."""
    if len(text) <= SHORT:
        return [text]
    found: dict[str, None] = {}
    text = text.replace("\\\n", " ") + "\n"
    for name in programs:
        at = text.find(name)
        while at >= 0 and len(found) < LINES:
            end = text.find("\n", at)
            found[text[text.rfind("\n", 0, at) + 1:end]] = None
            at = text.find(name, end)
    return list(found)
