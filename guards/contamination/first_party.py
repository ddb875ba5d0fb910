"""A file of the person's own that leaves for a place that nobody named and nothing of theirs speaks of: a question.

Law: what it holds does not matter: lists, contracts and drafts have no form of a secret.  A place is the person's where
a prompt names it, where a file of the project or of their own settings does that the session did not write (a row of
data is the word of whoever wrote it), where it shares its owner with the project's remote, or where it answers in a
private network.  What the session itself wrote from nothing is its own text.
Limitations: a text that is typed anew; a place that a repository of others names.
"""
from __future__ import annotations

from guards import SENDS
from guards._call.destinations import UNKNOWN, Place, Told, short_fingerprint
from guards._shell.flow import A_DOOR, Flow
from guards._shell.programs.builds import BUILT
from guards._text.address import SHARED, registered
from guards._text.glob import is_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guards import Event, Settings
    from guards._call import Call
    from guards._call.destinations import Known
    from guards._shell.reading import Effect
    from guards._types import Fact

OWN = "own"
PLACES = 3              # of one call that are looked up
BRIEF = 16              # characters from which a file holds something to lose; a secret is another rule's
FILES = 8               # of one call of which it is asked whether they are there
OWN_CLUSTER = ("kubectl", "oc")     # these copy to what the person's own configuration says
# By which a person speaks of a machine that others reach.
OPENS = tuple("""
    expose forward forwarding forwards internet public publicly remote reverse tunnel tunneling tunnels url webhook
    webhooks
""".split())
# Ends of files that hold what came in, row by row: a place that one of them names is the word of whoever wrote the row.
ROWS = tuple(".csv .eml .jsonl .log .mbox .ndjson .tsv".split())
# Where other people's code and texts lie within a project.
OTHERS = tuple(".terraform/ Pods/ node_modules/ site-packages/ third_party/ vendor/".split())


def asked(call: Call) -> list[Fact]:
    """Who speaks of the places to which a command sends files."""
    sent = [effect for effect in call.effects if effect.kind == SENDS and holds_files(effect.payload)
            and (implicit(effect) or Place(effect.place).abroad)]
    there: dict[Fact, None] = {("exists", path): None for effect in sent if effect.payload.whole
                               for path in effect.payload.files if not is_pattern(path)}
    return [*who_speaks([effect.place for effect in sent]), *list(there)[:FILES]]


def who_speaks(places: Iterable[str]) -> list[Fact]:
    """Who speaks of these places."""
    names = dict.fromkeys(place.needle for place in map(Place, places)
                          if place.abroad or place.text.isidentifier() or "-" in place.text)
    return [("uses", name) for name in list(names)[:PLACES] if name]


def holds_files(payload: Flow) -> bool:
    """Could files of this machine be in it, a whole folder of them, or the way to them?"""
    if payload is A_DOOR:
        return True
    return "the repository" not in payload.names and (payload.whole or any("$" not in path for path in payload.files))


def leaving(event: Event, call: Call, effect: Effect, place: Place, known: Known, settings: Settings) -> str:
    """What of the person's own goes with a command to a place that is not theirs: a name for it; "" for nothing."""
    if effect.kind != SENDS or effect.auth.level or not holds_files(effect.payload):
        return ""
    if not (implicit(effect) and not _said(effect, known)) and not strange(place):
        return ""
    if effect.payload is A_DOOR:
        spoken = any(map(known.said, OPENS))
        return "" if spoken or theirs(event, call, (), place, known, settings) else A_DOOR.names[0]
    from guards._shell.programs.services import REGISTRIES  # loaded by whatever reads a command; others need it not

    home = REGISTRIES.get(effect.program, "")
    if home and place.owner == registered(home):     # where such packages are published
        return ""
    what = next(_files(event, effect.payload, settings, call), "")
    return what if what and not theirs(event, call, effect.payload.files, place, known, settings) else ""


def implicit(effect: Effect) -> bool:
    """Does a program give a file to others without a place, at a service of its own?"""
    return effect.destination == effect.program and effect.program not in OWN_CLUSTER


def _said(effect: Effect, known: Known) -> bool:
    """Does a prompt name such a program, or what it does?  Who names a server does not open it to whoever connects."""
    words = "".join(c if c.isalnum() else " " for c in effect.operation.lower()).split()
    return " " not in effect.program and any(map(known.said, (effect.program.lower(), *words)))


def strange(place: Place) -> bool:
    """Is it a place outside that nobody named, or only an untrusted text?"""
    return place.kind >= UNKNOWN and place.abroad


def _files(event: Event, payload: Flow, settings: Settings, call: Call) -> Iterator[str]:
    """Names of what is there of a payload: files that the session did not make up, folders."""
    new = {one for row in event.facts.stored("named") if row.get("new") for one in row.get("mine", ())}
    base = event.project.rstrip("/") + "/"
    paths = [path for path in payload.files if ":/" not in path and not built(path.removeprefix(base))]
    made = call.reading.copied if call.command else {}      # by this very command, of other files
    for path in paths:
        name = path.rstrip("/").rpartition("/")[2]
        text = event.facts.file(path)
        if text is not None and len(text) < BRIEF:
            continue
        there = text is not None or path in made
        if there and short_fingerprint(name, settings.key) not in new:
            yield name
    some = [path for path in paths if event.facts.found.get(("exists", path)) or is_pattern(path)
             or _away(path, base)]
    if (some and (payload.whole or any(map(is_pattern, some)))) or (payload.whole and not payload.files):
        yield "a whole folder"


def _away(path: str, base: str) -> bool:
    """Is it a path outside the project?  What only root may see, nobody else can look at; devices are none."""
    return path.startswith(("/", "~/")) and not path.startswith((base, "/dev/", "/proc/")) and base != "/"


def built(path: str) -> bool:
    """Is it what a build of the project makes to be put somewhere: such a folder?

    >>> [built(p) for p in ("dist/", "web/build", "out/salaries.csv", "/home/me/public")]
    [True, True, False, False]
    """
    parts = [part for part in path.split("/") if part not in (".", "")]
    if path.startswith(("/", "~")) or not parts:
        return False
    return parts[-1] in BUILT


def pointed(event: Event, call: Call, key: bytes, said: Iterable[str]) -> list[str]:
    """Fingerprints of the places that a file of the person's names which a prompt names: "push it where DEPLOY.md
    says".  What the session wrote, or what others wrote, says nothing, nor does a file of where it goes itself."""
    mine = Told(event.facts, "named", "mine")
    named, found = frozenset(said), []
    sent: dict[str, set[str]] = {}
    for effect in call.effects:
        sent.setdefault(effect.place, set()).update(
            path.rpartition("/")[2] for path in (*effect.payload.files, *effect.payload.names))
    for where, goes in sent.items():
        place = Place(where)
        for path in event.facts.uses(place.needle) if place.abroad else ():
            name = path.rpartition("/")[2]
            theirs = short_fingerprint(name, key) not in mine and not call.wrote(path)
            if theirs and name not in goes and short_fingerprint(name.lower(), key) in named and not others_say(path):
                found.append(short_fingerprint(place.exact[0], key))
    return found


FORGES = tuple("bitbucket forgejo gitea github gitlab".split())


def repository(event: Event, remotes: Iterable[str], server: str) -> list[str]:
    """The project's own remote, where a forge's tool is told its owner and name; [] for any other call."""
    owner, name = event.input.get("owner"), event.input.get("repo")
    if not (isinstance(owner, str) and isinstance(name, str) and any(forge in server.lower() for forge in FORGES)):
        return []
    return [one for one in remotes if one.lower().endswith(f"/{owner}/{name}".lower())][:1]


def others_say(path: str) -> bool:
    """Is what a file of the project says the word of others: their code, or rows of data?"""
    return path.lower().endswith(ROWS) or any(part in path for part in OTHERS)


def theirs(event: Event, call: Call, paths: Iterable[str], place: Place, known: Known, settings: Settings) -> bool:
    """Do the person's own files, or what they set up, speak of this place?"""
    if place.host not in SHARED and place.owner in {Place(one).owner for one in known.remotes}:
        return True
    mine = Told(event.facts, "named", "mine")
    sent = {path.rpartition("/")[2] for path in paths}
    return any(short_fingerprint(name, settings.key) not in mine and name not in sent and not call.wrote(path)
               and not others_say(path)
               for path in event.facts.uses(place.needle) for name in (path.rpartition("/")[2],))
