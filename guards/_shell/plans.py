"""What a text that was just written would carry outside if anything ran it: a secret on its way to a foreign place.

Law: found is what the text says in one breath: a statement that gives a place what was read from a secret file, from
the environment, or from a name to which such a thing was given; a command that stands in it, in whatever language; a
setting that names a secret file as what is to be sent.  The text's ending decides nothing.
Limitations: what is put together at run time, what a function of another file does.
"""
from __future__ import annotations

from guards import CREDENTIALS, RUNS, SENDS
from guards._shell.flow import Flow
from guards._shell.literals import (
    apart,
    defined,
    given,
    identifiers,
    is_makefile,
    literals,
    made,
    parameters,
    put_in,
    secrets,
    statements,
)
from guards._shell.reading import Effect
from guards._shell.sources import env_level
from guards._text.address import host_of, is_local, looks_like_host, normalize
from guards._text.plain import quoted

MOST = 5            # plans of one text
LENGTH = 200_000    # characters of it that are read
ROUNDS = 3          # a name may stand before what it is given
SAYS = tuple(""".env environ getenv env[ process.env _env %env env. key token secret passw credential .ssh .aws netrc
    npmrc .pem .kube .p12 .pfx shadow cookie login""".split())
# What gives something away, in nearly any language.
GIVES = tuple(""".post post( http.post .put( patch( .send send( sendall sendto sendmail sendbeacon upload urlopen
    fetch( axios request( requests. ajax storbinary publish put_object putobject http:: httpclient curl_
    socket connect( newrequest .open( file_get_contents( urlretrieve nslookup resolve gethostbyname
    getaddrinfo webhook open-uri uri.open http.get https.get got( http.request method: emit( .dial(""".split())


def planned(path: str, text: str, cwd: str = "") -> list[Effect]:
    """What leaves when something runs this text, at most MOST."""
    text = text[:LENGTH]
    if not _speaks_of_a_place(text.lower()):
        return []
    text = made(text) if is_makefile(path) else put_in(text)
    if not says(text.lower()):
        return []
    found = [*in_code(path, text), *in_commands(path, text, cwd)]
    kept = {(e.program, normalize(e.destination)): e for e in found
            if e.payload.level >= CREDENTIALS and not is_local(normalize(e.destination))}
    return list(kept.values())[:MOST]


def says(low: str) -> bool:
    """Does a text speak of anything that could be a secret?"""
    return any(word in low for word in SAYS)


def _speaks_of_a_place(low: str) -> bool:
    """Does a text name any address, host or program that reaches one?"""
    if "://" in low or "connect" in low or "/dev/tcp" in low:
        return True
    return any(looks_like_host(word.strip("\"'`()[]{}<>,;@").rpartition("@")[2].partition(":")[0].partition("/")[0])
               for word in low.split() if "." in word)


# --- commands that stand in a text of any kind

def in_commands(path: str, text: str, cwd: str) -> list[Effect]:
    """The commands in a text, each from its program on, run by the machine."""
    from guards._shell.conventions import CODE
    from guards._shell.machine import Machine
    from guards._shell.programs import UNMISTAKABLE

    machine = Machine(cwd, {}, {}, {})
    if is_shell(path, text):
        machine.text(text)
        return machine.found.effects
    runs = not path.endswith(CODE) or any(word in text.lower() for word in STARTS)
    for line in lines(text) if runs else ():
        if line.lstrip().startswith(COMMENTS) or UNMISTAKABLE.isdisjoint(_words(line)):
            continue
        told = [one for one in literals(line) if not UNMISTAKABLE.isdisjoint(_words(one))]
        row = [one for one in literals(line) if one]
        if told and told[0] in UNMISTAKABLE and len(row) > 1:      # ["curl", "-T", ".env", ...]
            machine.text(" ".join(quoted(one) for one in row[row.index(told[0]):]))
        for one in told if any(" " in one for one in told) else () if path.endswith(CODE) else [line]:
            words = _words(one)
            word = next(word for word in words if word in UNMISTAKABLE)
            machine.text(one[one.index(word):].replace("\\\"", "\""))
    return machine.found.effects


STARTS = tuple("system exec spawn popen subprocess child_process command process ` %x qx sh run".split())
COMMENTS = ("# ", "// ", "* ", "/*", "--", "; ", "<!--", "\"\"\"")


def is_shell(path: str, text: str) -> bool:
    """Is a text one of a shell, by its first line or its ending?"""
    first = text[:100].split("\n", 1)[0]
    if first.startswith("#!"):
        return first.rstrip().endswith("sh")
    return path.endswith((".sh", ".bash", ".zsh", ".ksh", ".envrc"))


def lines(text: str) -> list[str]:
    """The lines, those that a backslash continues in one."""
    return text.replace("\\\n", " ").split("\n")


def _words(text: str) -> list[str]:
    for mark in "\"'`()[]{}<>|,;=!:\\&@":
        text = text.replace(mark, " ")
    return [word.rpartition("/")[2] for word in text.split()]


# --- code

def _hosts(strings: list[str], known: list[str]) -> list[str]:
    """The places that a row spells out, else those that its names stand for; addresses, where one is."""
    hosts = [one for one in strings if is_place(one)] or known
    return [one for one in hosts if "://" in one] or hosts     # and not whom a letter is from


def in_code(path: str, text: str) -> list[Effect]:
    """What a statement gives to a place, in code of nearly any language."""
    rows = [(row, row.lower(), literals(row)) for whole in statements(text) for row in apart(whole)]
    held: dict[str, tuple[str, ...]] = {}
    places: dict[str, str] = {}
    functions = parameters(text)
    found: list[Effect] = []
    for _ in range(ROUNDS):
        before, function, found = len(held) + len(places), "", []
        for row, low, strings in rows:
            if low.lstrip().startswith(COMMENTS):
                continue
            function = defined(row) or function
            words = identifiers(row)
            named = given(row)
            names = secrets(low, strings, [word for word in words if word not in named]) or tuple(
                dict.fromkeys(sum((held.get(word, ()) for word in words), ())))
            names = used(names, low, strings)
            hosts = _hosts(strings, [places[w] for w in words if w in places])
            if names:
                if any(word in low for word in GIVES):
                    found += [Effect(SENDS, _base(path), _base(path), at, Flow(CREDENTIALS, names)) for at in hosts[:2]]
                held.update((one, names) for one in named)
                if low.lstrip().startswith("return"):
                    held[function] = names
                for called, given_to in functions.items():
                    if called in words and f"{called}(" in row and defined(row) != called:
                        held.update(dict.fromkeys(given_to, names))
            elif hosts:
                places.update(dict.fromkeys(named, hosts[0]))
        if len(held) + len(places) == before:
            break
    return found


# Names that hold settings of the process itself, for another to run with.
OWN = frozenset("env environ environment options opts config settings self this".split())


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def is_place(text: str) -> bool:
    """A literal that is an address or a host of another machine."""
    text = text.strip()
    if " " in text or len(text) > 500 or not text:
        return False
    if "://" in text:
        return bool(host_of(normalize(text))) and not is_local(normalize(text))
    return looks_like_host(text.split("/")[0]) and not is_local(normalize(text))


# What a key is for: to sign, to show who one is on a line of its own.  Its own content goes nowhere.
SIGNS = tuple("""sign( .sign signer encode( encrypt decrypt hmac digest sha256 cert verify( ssl tls authorize
    credentials( from_service_account privatekey private_key ssh paramiko connect keyfile key_file key: key=""".split())
KEYS = tuple(".pem .key .p8 .p12 .pfx .jks .json id_rsa id_ed25519 id_ecdsa".split())


def used(names: tuple[str, ...], low: str, strings: list[str]) -> tuple[str, ...]:
    """What is left of secrets in this statement: a key that signs gives a signature, a file of settings one of them."""
    if any(word in low for word in SIGNS):
        names = tuple(name for name in names if not name.endswith(KEYS))
    if any(not name.startswith("$") for name in names) and "open" not in low and "read" not in low:
        picked = [f"${one}" for one in strings if one.isupper() and env_level(one)]
        return tuple(picked) or names
    return names


# --- what the file does when it runs

def played(path: str, text: str, cwd: str) -> list[Effect]:
    """What running this file would do outside, read when it is written: at most MOST effects that send or run."""
    from guards._shell.conventions import CODE, SETTINGS, play
    from guards._shell.machine import Machine

    machine = Machine(cwd, {}, {}, {})
    play(machine, path, text)
    if not path.endswith((*CODE, *SETTINGS, ".ipynb")):
        machine.text(text)
    machine.uncalled()
    found = {(e.kind, e.program, e.destination): e for e in machine.found.effects if e.payload.level or e.kind == RUNS
             or (e.kind == SENDS and "$" in e.payload.text and not path.endswith(CODE))}     # "$1": what it is given
    return list(found.values())[:MOST]
