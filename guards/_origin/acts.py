"""Does foreign text account for an act (guards/_call/acts.py), and not the person?  Against what was said and read.

A package, a file that is run or obeyed later, an order to what others run: asked about where a text asks for it, or,
for the first two, where its name stands in foreign text only.  Code from an address is asked about wherever nobody
named the host.  The person's own words cover an act: its name, or that he spoke of such a thing; so does what he
pointed at, and what his own commit names.

Cannot see: an act whose words the text does not use; a text of more than one page of which only the words are kept.
"""
from __future__ import annotations

from guards._call.acts import AGENTS, RUNNERS
from guards._call.entrusted import LASTING, MACHINE, NARROW, ORDER, PACKAGE, REMOTE, SPOKEN
from guards._call.grants import GRANT
from guards._call.popular import installer
from guards._origin import sites
from guards._origin.attribution import delegated
from guards._origin.delegation import gains, owners
from guards._origin.evidence import FOREIGN, hasher
from guards._origin.granted import grant
from guards._origin.recalled import Memory
from guards._origin.voices import (
    ENOUGH,
    OUTSIDE,
    Weighed,
    Words,
    asking,
    led_to,
    only_foreign,
    said_by_person,
    spoken_to,
    teller,
    weighed,
)
from guards._origin.wishes import asks_only, sought_out
from guards._text import acts as names
from guards._text import words
from guards._text.address import SHARED, host_of, is_local, looks_like_host, normalize, private, registered
from guards._text.asked import ACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from guards._call.entrusted import Act
    from guards._origin.recalled import Record, Request

LINED = frozenset(("login", "schedule", "startup", "names"))     # kinds of which each line lets in or is run
INSTALLED = frozenset(("registry",))     # kinds that belong to how a thing is installed
# Words by which a person asks for packages.
INSTALL = tuple(map(words.stem, ("install", "add", "upgrade", "use", "get", "setup")))


def weigh(found: Sequence[Act], memory: Memory, key: bytes, remotes: Iterable[str],
          own: Iterable[str]) -> Weighed | None:
    """The first act that nobody but a foreign text accounts for; None for none.

    own     texts that name what is the project's own: its manifests, and what its last commit holds
    """
    for act in found:
        memory.gains = gains(act.kind, memory, hasher(key))
        rule = {PACKAGE: _package, REMOTE: _remote, ORDER: _order, GRANT: _grant,
                MACHINE: _machine}.get(act.kind, _entrusted)
        weighed = rule(act, memory, key, list(remotes), list(own))
        if weighed is not None:
            return weighed
    return None


# --- one rule a kind


def _package(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    from guards._call.popular import mistyped, popular, resembles

    name = act.values[0]
    if said_by_person(name, memory, key) or any(_named_in(name, text) for text in own):
        return None
    said = Words(act.values, memory, key)
    told = only_foreign(said.all, memory, instructs=True) if act.secret else None
    if told is not None:        # its own packages are what a skill is for, but not a secret for them
        return Weighed(act, name, teller(told, memory))
    looks = "" if popular(name) else resembles(name)
    sought = sought_out(said.all, memory)
    r = asking(said, memory, work=not looks)
    if r is not None and (spoken_to(r) or looks or not (popular(name) or sought)):
        return weighed(act, name, r, looks)
    if popular(name):
        return None
    if sought or (not looks and not memory.asked.isdisjoint(INSTALL)):
        return None
    record = only_foreign(said.all, memory, docs=True, echo=True)
    if record is None and looks and mistyped(name, looks):
        return Weighed(act, name, looks=looks)      # nobody typed it
    return Weighed(act, name, teller(record, memory), looks=looks) if record is not None else None


def _machine(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    """An image that gets this whole machine: somebody must have named it, or it is the project's own."""
    image = act.values[0].partition("@")[0]
    parts = image.rpartition(":")[0].split("/") if ":" in image.rsplit("/", 1)[-1] else image.split("/")
    if len(parts) < 2 or parts[0] in ("localhost", "library") or not {part.lower() for part in parts}.isdisjoint(
            owners(remotes)):
        return None
    if said_by_person(parts[-1], memory, key) or any("/".join(parts).lower() in text.lower() for text in own):
        return None
    record = only_foreign(Words([parts[-1]], memory, key).all, memory)
    return Weighed(act, act.values[0], teller(record, memory) if record is not None else "")


def _named_in(name: str, text: str) -> bool:
    """Does a manifest name it, as a whole word?"""
    low, name = text.lower().replace("_", "-"), name.lower().replace("_", "-")
    at = low.find(name)
    while at >= 0:
        around = low[max(0, at - 1):at] + low[at + len(name):at + len(name) + 1]
        if not any(c.isalnum() or c in "-/" for c in around):
            return True
        at = low.find(name, at + 1)
    return False


def _remote(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    h = hasher(key)
    place = normalize(act.values[0])
    host = host_of(place) or place.split("/")[0]
    named = _names(place, host)     # a page that he only wants to be told of is no place to run code from
    named = named[-1:] if memory.told else [*named, *words.entities(act.values[0])]     # with its port, too
    if any(h(name) in memory.said for name in named):
        return None
    thing = words.tokens(registered(host).split(".")[0])
    if not memory.told and act.what.startswith("what ") and len("".join(thing)) > 3 and all(
            h(one) in memory.said for one in thing):
        return None         # what is written about a thing that the person named, and gets it from there
    if any(place.startswith(mine.rsplit("/", 1)[0] + "/") for mine in map(normalize, remotes) if mine.count("/") > 1):
        return None
    parts = place.split("/")
    if host in SHARED and len(parts) > 1 and parts[1].lower() in owners(remotes):
        return None
    needed = _names(place, host)[0]
    if any(needed in text.lower() for text in own):
        return None
    holders = [r for r in memory.records if _holds(r, place, host, h)]
    holders += [p.record for p in memory.asking([h(place)], [h(host)])
                if not p.words.isdisjoint((h(place), h(host)))]
    if not memory.told and any(delegated(r, memory) or sites.own(r, memory) for r in holders):
        return None
    if act.what.endswith(LASTING) and _in_his_document(host, memory, h):
        return None
    if act.what.endswith(BROUGHT) and not memory.told and not any(r.trust >= FOREIGN for r in holders) and (
            _called(parts, memory, key) or _in_lead(act.what.split(" ")[0], memory, h)):
        return None
    known = installer(place)
    # What everybody knows, and is what it is whoever names it; not where he only wants to be told something.
    local = known and any(r.trust < FOREIGN or not memory.told for r in holders)
    if local or any(h(word) in memory.said for word in known.split()) or (known and not act.command):
        return None         # he or a file of this machine names what everybody knows, or nothing runs yet
    label = registered(host).split(".")[0]
    if not memory.told and host not in SHARED and len(label) > 2 and h(label) in memory.said and not any(
            r.trust >= FOREIGN for r in holders):
        return None
    foreign = next((r for r in holders if r.trust >= FOREIGN), None)
    r = asking(Words([host], memory, key), memory)
    if r is not None:
        return weighed(act, place, r)
    if act.heard and foreign is None:
        return None
    return Weighed(act, place, teller(foreign, memory) if foreign is not None else "")


BROUGHT = "of what was fetched"
# What a repository's name says beside the name of the thing.
KINDS = frozenset("app cli cpp go java js lib main node py python rb rs ruby rust swift ts".split())


def _called(parts: list[str], memory: Memory, key: bytes) -> bool:
    """Is a repository called what the person called it: `tinyqueue-py` for "install tinyqueue"?"""
    said = [w for w in words.tokens(parts[2].removesuffix(".git")) if w not in KINDS] if len(parts) > 2 else []
    return len("".join(said)) > 3 and said_by_person(" ".join(said), memory, key)


def _in_lead(program: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does a text say to run it to which the person handed the lead: "set it up as CONTRIBUTING says"?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(program))
    held = [r for r in memory.holders(marks) if marks <= r.data | r.prose]
    held += [p.record for p in memory.asking(marks) if marks <= p.words]
    return bool(marks) and any(delegated(r, memory) for r in held)


def _names(place: str, host: str) -> list[str]:
    """What must stand in a prompt for it to have named the place; the narrowest last."""
    parts = place.lower().split("/")
    if host in SHARED and len(parts) > 2:
        short = "/".join(parts[1:3])
        return [short, "/".join(parts[:3]), place.lower()]
    return [host, place.lower()] if host else [place.lower()]


def _holds(r: Record, place: str, host: str, h: Callable[[str], str]) -> bool:
    marks = {h(place), h(host)} if host not in SHARED else {h(place)}
    return not (r.data | r.prose).isdisjoint(marks)


def _order(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    said = Words([value for value in act.values if value.lower() not in VERSIONS], memory, key)
    if len(said.all) < 2 and not any(words.entities(value) for value in act.values):
        return None
    if act.command and (_in_his_words(act, memory, hasher(key)) or _sets_up(act, memory, hasher(key))):
        return None
    # What another agent is told is an order itself, by whatever verb a text says to hand it on.
    r = asking(said, memory, None if act.command and act.what.split(" ")[0] in AGENTS else _verbs(act), work=True)
    if r is not None and (spoken_to(r) or not act.what.startswith(CLONES)):
        return weighed(act, " ".join(act.values[:4]), r)
    return None if act.command or not memory.asked.isdisjoint(_verbs(act)) else _strange(act, memory, key)


CLONES = ("git clone ", "gh repo clone")    # what is brought is only looked at, as a page is; that it runs is weighed
VERSIONS = ("canary", "latest", "lts", "next", "stable")       # these name nothing
RENEWS = ("update", "upgrade", "bump")      # one act by several words


def _in_his_words(act: Act, memory: Memory, h: Callable[[str], str]) -> bool:
    """Did he name what a command is about, and speak by another word of what its verb does?  "Upgrade rails" and
    "aggiorna rails" are `bundle update rails`."""
    from guards._origin.tongues import GROUPS, ROWS

    verb, about = act.values[0].lower(), act.values[1:]
    if memory.told or not about or not all(h(w) in memory.said for value in about for w in words.tokens(value)):
        return False
    if verb in RENEWS and any(h(words.stem(one)) in memory.words for one in RENEWS):
        return True
    return memory.unclear and any(group in memory.heard and verb in row.split()
                                  for group, row in zip(GROUPS, ROWS["en"].split("|")))


# What one does with a tool that one was told to set up or to use: it names nothing else.
SETS_UP = frozenset("build check compile fmt format generate init install lint lock run setup sync test".split())


def _sets_up(act: Act, memory: Memory, h: Callable[[str], str]) -> bool:
    """Is the program itself what the person named, to set up or to use, and does the command name nothing beside it?
    That a page says so makes it no order of the page's: "set up pre-commit", and it says `pre-commit install`."""
    program, values = act.what.split(" ")[0], list(act.values)
    if program in RUNNERS and values[:1] in (["run"], ["exec"]) and len(values) > 1:
        program, values = values[1], values[2:] or values[:1]
    if memory.told or not values or values[0].lower() not in SETS_UP:
        return False
    rest = [value for value in values[1:] if value != "."]
    made = values[0].lower() == "init" and all(value.isidentifier() for value in rest)
    return all(h(w) in memory.said for w in words.tokens(program)) and (made or all(
        h(w) in memory.said for value in rest for w in words.tokens(value)))


def _grant(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    return grant(act, memory, key, lambda: _order(act, memory, key, remotes, own))


def _strange(act: Act, memory: Memory, key: bytes) -> Weighed | None:
    """A mailbox or host that a server is given and that stands in foreign texts only."""
    for value in act.values:
        placed = " " not in value and ("@" in value or "://" in value or looks_like_host(value))
        if placed and not said_by_person(value, memory, key) and not led_to(value, memory, key):
            record = only_foreign(Words([value], memory, key).all, memory)
            if record is not None:
                return Weighed(act, value, teller(record, memory))
    return None


def _verbs(act: Act) -> frozenset[str]:
    """Stems of the verbs by which people ask for an order: those of its own words, and those for running anything."""
    said = words.tokens(act.what)
    if act.command or not GENERIC.isdisjoint(said):     # else a tool's name says what it does, its values to what
        said += [w for text in act.values for w in words.tokens(text)[:40]]
    return frozenset(words.stem(w) for w in said).union(RUN, *(names.act(w)[0] for w in dict.fromkeys(said)))


GENERIC = frozenset(("apply", "call", "command", "eval", "execute", "graphql", "invoke", "query", "run", "sql"))
RUN = frozenset(words.stem(w) for w in (*ACTS["exec"].split(), "try", "call", "use", "invoke"))


# An agent's own settings: what an instruction file says of them is no part of its work.
RIGHTS = ("settings.json", "settings.local.json", ".mcp.json", ".claude.json", "config.toml")


def _in_his_document(value: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does a file of this machine hold it that a prompt names, to be worked by and not to be told of?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(value) if w not in words.STOP)
    held = [r for r in memory.holders(marks) if marks <= r.data | r.prose] if marks else []
    held += [p.record for p in memory.asking(marks) if marks <= p.words] if marks else []
    return not memory.told and any((r.trust < FOREIGN or r.instructs) and len(r.query & memory.words) > 1 for r in held)


# What a person calls by these words is the text that orders it.
CARRIERS = frozenset(("agent", "agents", "ai", "plugin", "plugins", "server", "skill", "skills"))


def _everywhere(path: str) -> bool:
    """Does an agent obey the file in every project, or take its rights from it?"""
    return path.startswith("~/") or path.rsplit("/", 1)[-1] in RIGHTS


LONG = 40           # characters of a word that is a key


def _stranger(act: Act, strange: Sequence[str], memory: Memory, key: bytes,
              remotes: Iterable[str]) -> Weighed | None:
    """An address or key that goes into what runs or opens by itself and that foreign texts alone hold: their author
    would run code or come in for good.  Whoever follows a text gives nobody that unless he speaks of such a thing."""
    h = hasher(key)
    if act.kind not in NARROW or any(h(word) in memory.said for word in NARROW[act.kind]):
        return None
    mine = owners(remotes)
    for value in strange:
        place = normalize(value)
        host = host_of(place)
        if " " in value or not (host or (len(value) > LONG and value.isascii())):
            continue
        if is_local(place) or private(host) or registered(host).split(".")[0] in mine or installer(place):
            continue
        wanted = Words([host or value], memory, key).all
        held = [r for r in memory.holders(wanted) if wanted <= r.data | r.prose | r.titles] if wanted else []
        held += [p.record for p in memory.asking(wanted) if wanted <= p.words] if wanted else []
        if held and all(r.trust >= FOREIGN for r in held):
            return Weighed(act, value, teller(held[0], memory))
    return None


def _retold(lines: Iterable[str], memory: Memory, key: bytes) -> Request | None:
    """What a foreign text asks for in the words of a line that an agent is told from now on."""
    for group in Words(lines, memory, key).new:
        for r in memory.asking(*([word] for word in group)):
            held = [word for word in group if word in r.words]
            if r.trust >= FOREIGN and len(held) > 1 and len(held) >= ENOUGH * len(group) and not delegated(
                    r.record, memory) and any(word in r.said for word in held):
                return r
    return None


def _entrusted(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    h = hasher(key)
    path, given = act.values[0], act.values[1:]
    last = [part for part in path.split("/") if part not in ("", "~", ".", "..")][-1:]
    lasts = act.kind in LINED or (act.kind == "agent" and _everywhere(path))
    words_for = SPOKEN.get(act.kind, frozenset()) - (CARRIERS if lasts and act.kind == "agent" else frozenset())
    # Who only asks how asks nobody to do it; the skill "photo" is not sudoers.d/photo; "the check" may be check.sh.
    spoken = not memory.told and (any(h(w) in memory.said for w in words_for) or any(
        said_by_person((act.kind == "agent" and not lasts and part.partition(".")[0]) or part, memory, key)
        for part in last if not (lasts and "/" in path and part.isalpha())))
    strange = [v for v in given if not said_by_person(v, memory, key)]
    stranger = _stranger(act, strange, memory, key, remotes)
    if stranger is not None:
        return stranger
    if act.kind in INSTALLED and all(_in_his_document(v, memory, h) for v in strange or last):
        return None
    installs = act.kind in INSTALLED        # what the pages of a thing tell
    told = act.kind == "agent" and not _everywhere(path) and [v for v in given if " " in v]
    if told:        # that a page names such a file makes what is written there no order of the page's
        r = _retold([v for v in told if v in strange], memory, key)
        last, strange = [], [v for v in strange if v not in told]
    else:
        r = asking(Words(last or [path], memory, key), memory, work=installs) or asking(
            Words([*last, *strange], memory, key), memory, work=installs)
    if r is not None and (not spoken or (strange == list(given) and spoken_to(r) and strange)):
        return weighed(act, path, r)
    if spoken:
        return None
    if asks_only(memory):       # who only wants to know something wants nothing run or obeyed later
        read = next((r for r in reversed(memory.records) if r.trust >= FOREIGN), None)
        if read is not None:
            return Weighed(act, path, teller(read, memory))
    if lasts and not memory.unclear and (strange or (not given and ("/" in path or act.kind == "login"))):
        read = next((r for r in reversed(memory.records) if r.trust >= FOREIGN), None)
        if read is not None or memory.foreign:      # it lets somebody in, or is run for good, and nobody spoke of it
            return Weighed(act, path, teller(read, memory) if read is not None else OUTSIDE)
    rights = act.kind == "agent" and path.rsplit("/", 1)[-1] in RIGHTS
    for text in [*strange, *last]:
        record = only_foreign(Words([text], memory, key).all, memory, text in strange or rights, installs, installs)
        if record is not None and (text not in last or len(words.tokens(text)) > 1 or text.startswith(".")):
            return Weighed(act, path, teller(record, memory))
    return None
