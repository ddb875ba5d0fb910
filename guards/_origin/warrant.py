"""Who accounts for an act of trust (guards/_call/acts.py), and what speaks against it?  One table.

A row of TABLE is a kind of act, its rule, and what is looked at, from left to right, until one holds: "+" accounts for
the act, and nothing is said; "-" speaks against it, and it is asked about.  Where none holds nothing is said.  A word
is a function of this module: `+in-project` is `in_project`.
Limitations: an act whose words the text does not use; a text of more than one page of which only the words are kept.
"""
from __future__ import annotations

from guards._call.entrusted import ENDPOINT, LASTING, NARROW, NOTE, ORDER, PACKAGE, REMOTE, SPOKEN, TAKEN, file_kind
from guards._call.grants import GRANT
from guards._call.installs import installer
from guards._call.names import ACTING, FETCH_VERBS, LOOKS_UP, MAKE_VERBS
from guards._evidence import vendor_pages
from guards._evidence.evidence import FOREIGN, dateish
from guards._evidence.wishes import asks_only, names_thing, sets_up
from guards._origin import unasked
from guards._origin.act_attribution import (
    Weighed,
    Words,
    asking,
    commanding,
    led_by_others,
    retold_by,
    spoken_to,
    teller,
    told_to,
    weighed,
)
from guards._origin.attribution import delegated
from guards._origin.delegation import gains
from guards._origin.granted import grant
from guards._origin.named_tool import by_name, by_thing, one_off
from guards._shell.clients import CLIENTS
from guards._text import acts as names
from guards._text import words
from guards._text.address import SHARED, host_of, is_local, normalize, private, registered
from guards._text.asked import ACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from guards._call.entrusted import Act
    from guards._evidence.recalled import Memory, Record

UNASKED = "unasked"     # any kind of guards/_call/consequences.py
LOSS = "loss"           # what nobody accounts for is asked about as it is (guards/loss); whose order is it?
TABLE: dict[str, str] = {
    PACKAGE: "+in-manifest -one-letter-off +named -ordered-package",
    REMOTE: "+named-place +of-the-owner +in-project +led-there +brought-along +known -ordered-place -nobody",
    ORDER: "+vague +his-thing -ordered",
    GRANT: "-given -ordered", NOTE: "-retold", LOSS: "-ordered",
    TAKEN: "+of-the-owner +in-project +named-code +led-there -only-foreign-names",
    ENDPOINT: "+named-place +of-the-owner +in-project -only-foreign-names -told-to-send",
    UNASKED: "+of-his-kinds +gone-before +meant -of-mere-reading -as-instructed +named-thing -ordered-kind "
             "-of-their-things",
    **dict.fromkeys(SPOKEN, "-stranger -ordered-file +spoken-of -only-told -lets-in"),
}


class Case:
    """One act against what was said and read, and against what is the project's own.

    own     texts that name what is the project's own, in lower case: its manifests, and what its last commit holds
    value   what the act is about; place, host: as an address, where it is one; parts: of that
    said    its words; strange: what of a file's new text the person did not say; last: the last part of its path
    """

    def __init__(self, act: Act, memory: Memory, remotes: Sequence[str], own: Sequence[str]) -> None:
        self.act, self.memory, self.own, self.remotes = act, memory, own, [normalize(one) for one in remotes]
        self.owners = vendor_pages.owners(remotes)
        self.here = {part.lower() for place in self.remotes for part in place.split("/")[1:]}     # its own names
        self.value = act.values[0] if act.values else ""
        self.place = normalize(self.value)
        self.host = host_of(self.place) or self.place.split("/")[0]
        self.parts = self.place.split("/")
        self.owner = self.value.split("/")[-2:][0]
        self.said = Words(act.values, memory)
        path, kind = self.value, act.kind
        # A skill is called by its folder.
        self.skill = path[:-9].rpartition("/")[2] if path.lower().endswith("/skill.md") else ""
        # An agent obeys it in every project, or takes its rights from it.
        self.rights = path.rpartition("/")[2] in RIGHTS
        self.everywhere = path.startswith("~/") or self.rights
        self.lasts = kind in LINED or (kind == "agent" and self.everywhere)
        self.strange = [v for v in act.values[1:] if not memory.spoke(v)]
        memory.gains = gains(act, memory)

    def holders(self) -> list[Record]:
        """The records that hold the place, or its host, in a request, too."""
        places = (self.place,) if self.host in SHARED else (self.place, self.host)
        return [r for place in places for r in self.memory.holding(frozenset((self.memory.h(place),)))]

    def others(self, group: frozenset[str]) -> list[Record]:
        """The records that hold all of these words, but what stood in the very skill that is changed."""
        itself = self.memory.marks(self.skill)
        return [r for r in self.memory.holding(group) if not (itself and itself <= r.query)]

    @property
    def spoken(self) -> bool:
        """Did the person speak of such a file?  Who only asks how asks nobody to do it; the skill "photo" is not
        sudoers.d/photo; "the check" may be check.sh."""
        agent = self.act.kind == "agent"
        said = SPOKEN.get(self.act.kind, frozenset()) - (CARRIERS if self.lasts and agent else frozenset())
        part = self.value.rpartition("/")[2]
        names = [one for one in (part, self.skill or part, part.partition(".")[0] if agent else part)
                 if not (self.lasts and "/" in self.value and one.isalpha())]
        return not self.memory.told and (self.memory.lately(said) or any(map(self.memory.spoke, names)))

    def against(self, record: Record | None, value: str = "") -> Weighed:
        """The act, with the tool whose result holds the record."""
        return Weighed(self.act, value or self.value, teller(record, self.memory))


def weigh(found: Sequence[Act], memory: Memory, remotes: Sequence[str], own: Iterable[str]) -> Weighed | None:
    """The first act that nobody accounts for; None for none."""
    own = [text.lower() for text in own]
    for act in found:
        case = Case(act, memory, remotes, own)
        for step in TABLE.get(act.kind, TABLE[UNASKED]).split():
            holds = STEPS[step[1:]](case)
            if holds and step[0] == "+":
                break
            if isinstance(holds, Weighed):
                return holds
    return None


# --- what accounts for an act


def named(c: Case) -> bool:
    """The person said it, letter by letter; a name of several words by its parts only where he wants one added."""
    memory = c.memory
    if c.host in SHARED and "/" in c.value:     # that the project lies at a forge says nothing of what else does
        return memory.spoke("/".join(c.parts[1:3]))
    return memory.spoke(c.value) and (
        "-" not in c.value or memory.h(c.value.lower()) in memory.said or not memory.asked.isdisjoint(INSTALL))


def named_place(c: Case) -> bool:
    """The person said the place, its host, or what the host is called; whoever only wants to be told of a page names
    it to be read, not to run code from."""
    label, memory = registered(c.host).split(".")[0], c.memory
    if c.act.kind == ENDPOINT:
        return memory.spoke(c.host) or (not asks_only(memory) and names_thing(label, memory))
    called = _names(c.place, c.host)
    if c.act.command and not memory.told and c.host in SHARED and memory.spoke(called[0]):
        return True             # as he typed it: github:OWNER/NAME
    # That the project lies at a forge says nothing of a place there that a text orders.
    also = words.entities(c.value) if c.host not in SHARED or ordered_place(c) is None else []
    if any(memory.h(name) in memory.said for name in (called[-1:] if memory.told else [*called, *also])):
        return True
    # What is written about a thing that he named, and gets it from there; or its own host, which no text gave.
    own = c.act.what.startswith("what ") or not any(r.trust >= FOREIGN for r in c.holders())
    return not memory.told and c.host not in SHARED and len(label) > 2 and own and all(
        map(memory.word, words.tokens(label)))


def named_code(c: Case) -> bool:
    """The person said whose code it is, or what it is called, by more than a word for its kind."""
    return any(names_thing(one, c.memory) for one in c.value.split("/")[-2:])


def in_manifest(c: Case) -> bool:
    """A manifest of the project names the package, as a whole word."""
    name = c.value.lower().replace("_", "-")
    return any(_whole(name, text.replace("_", "-")) for text in c.own)


def in_project(c: Case) -> bool:
    """A manifest, or what the last commit holds of this file, names it, or other code of the same owner's."""
    needed = f"{c.owner}/" if c.act.kind == TAKEN else _names(c.place, c.host)[0]
    return any(needed.lower() in text for text in c.own)


def of_the_owner(c: Case) -> bool:
    """It belongs to whoever owns the project's remote."""
    whose = {TAKEN: [c.owner], ENDPOINT: [registered(c.host).split(".")[0], c.value.split("/")[0]]}.get(
        c.act.kind, c.parts[1:2] if c.host in SHARED else [])
    return not c.owners.isdisjoint(one.lower() for one in whose) or any(
        c.place.startswith(mine.rsplit("/", 1)[0] + "/") for mine in c.remotes if mine.count("/") > 1)


def led_there(c: Case) -> bool:
    """A text holds it to which the person handed the lead, or a page of the thing that he named; code that runs by
    itself only where he spoke of such a thing."""
    memory = c.memory
    kind = file_kind(c.act.values[-1]) if c.act.kind == TAKEN else ""
    if kind in ("ci", "hooks", "agent"):
        memory.gains = not memory.lately(SPOKEN[kind])
    held = memory.holding(memory.marks(" ".join(c.value.split("/")[-2:]))) if c.act.kind == TAKEN else c.holders()
    lasts = c.act.what.endswith(LASTING)        # an index, as a document says that he named to be worked by
    return not memory.told and any(delegated(r, memory) or memory.owns(r) or (
        lasts and r.instructs and len(r.query & memory.words) > 1) or (
        kind and not memory.gains and not memory.pointed.isdisjoint(r.query | r.titles)) for r in held)


def brought_along(c: Case) -> bool:
    """What was fetched is called as the person called it, or he handed the lead to the text that says to run it."""
    if not c.act.what.endswith(BROUGHT) or c.memory.told or any(r.trust >= FOREIGN for r in c.holders()):
        return False
    return names_thing(" ".join(c.parts[2:3]).removesuffix(".git"), c.memory) or any(
        delegated(r, c.memory) for r in c.memory.holding(c.memory.marks(c.act.what.split(" ")[0])))


def known(c: Case) -> bool:
    """An installer that everybody knows, and is what it is whoever names it; not where he only wants to be told
    something, unless he or a file of this machine names it, or nothing runs yet."""
    said = installer(c.place)
    return bool(said) and (not c.act.command or not c.memory.told or any(map(c.memory.word, said.split())) or any(
        r.trust < FOREIGN for r in c.holders()))


def vague(c: Case) -> bool:
    """An order of one word says nothing, but where all that is wanted is to be told something."""
    said = _telling(c)
    opens = not (c.act.command or FETCH_VERBS.isdisjoint(c.act.what.split(" ")))      # a button of a page
    few = len(said.all) < (2 if opens or not asks_only(c.memory) else 1)
    return few and not any(words.entities(value) for value in c.act.values) and (
        c.act.command or by_name(c.act.what, said, c.memory) is None)


def his_thing(c: Case) -> bool:
    """The person named what a command is about, or the program itself where it names nothing: "upgrade rails" is
    `bundle update rails`, "set up pre-commit" is `pre-commit install`, whatever a page says."""
    said = [value for value in c.act.values if value not in ("run", "exec", ".")]
    if said[:1] == c.act.what.split(" ")[:1]:       # "deploy it" is `cdk deploy`
        return not c.memory.told and any(map(c.memory.word, said))
    program = said.pop(0) if said and c.act.values[0] in ("run", "exec") else c.act.what.split(" ")[0]
    # What is to be made of nothing it names itself.
    about = said[1:] if said[:1] != ["init"] else []
    about = about or [program]
    if said[:2] in (["pr", "create"], ["mr", "create"]):        # "take it to PR", whatever it is called
        about = said[:1]
    return c.act.command and not c.memory.told and all(
        map(c.memory.word, [w for value in about for w in words.tokens(value)]))


def spoken_of(c: Case) -> bool:
    """The person spoke of such a file, or of setting up the machine."""
    return c.spoken or (c.act.power and sets_up(c.memory))


# --- what speaks against it


def one_letter_off(c: Case) -> Weighed | None:
    """Its name lacks a letter of what the person typed."""
    meant = one_off(c.value, c.memory)
    return Weighed(c.act, f"{c.value} for {meant}", addressed=True) if meant else None


def ordered_package(c: Case) -> Weighed | None:
    """A text orders it of the agent, or of whoever reads it where the person asked for no package."""
    r = asking(c.said, c.memory, work=True, whoever=RUN.union(INSTALL))
    told = r and (not r.record.web or c.act.command or commanding(r)) and (     # a page tells what there is
        spoken_to(r) or c.memory.asked.isdisjoint(INSTALL))
    return weighed(c.act, c.value, r, c.memory) if told else None


def ordered_place(c: Case) -> Weighed | None:
    """A text asks to run what lies there."""
    r = asking(Words(c.parts[1:3] if c.host in SHARED else [c.host], c.memory), c.memory)
    return weighed(c.act, c.place, r, c.memory)


def nobody(c: Case) -> Weighed | None:
    """Nobody named it; what a file loads counts only where a foreign text names it, too."""
    foreign = next((r for r in c.holders() if r.trust >= FOREIGN), None)
    runs = c.act.command or c.act.what.endswith(LATER)
    return c.against(foreign, c.place) if runs or foreign else None


def ordered(c: Case) -> Weighed | None:
    """A text gives the order that the call is."""
    # What another agent is told is an order itself, by whatever verb a text says to hand it on.
    said = c.act.what.split(" ")
    any_verb = said[0] in CLIENTS if c.act.command else asks_only(c.memory) and not MOVING.isdisjoint(said)
    takes = said[0] == "git" and not TAKES.isdisjoint(c.act.values)
    r = asking(_telling(c), c.memory, None if any_verb else _verbs(c.act), work=not takes)
    if r is None and not c.act.command:
        r = by_name(c.act.what, _telling(c), c.memory) or by_thing(c.act.what, _telling(c), c.memory)
    if r is None or (c.act.what.startswith(CLONES) and not spoken_to(r)):
        return None
    return weighed(c.act, " ".join(c.act.values[:4]), r, c.memory)


def given(c: Case) -> Weighed | None:
    """Nobody spoke of the power, or of whoever gets it (guards/_origin/granted.py)."""
    return grant(c.act, c.memory)


def only_foreign_names(c: Case) -> Weighed | None:
    """What a file of settings takes in or leads to stands in foreign texts alone, on no page of a thing that the person
    named; who works by a page uses the addresses that stand there."""
    memory = c.memory
    held = memory.holding(memory.marks(c.host if c.act.kind == ENDPOINT else " ".join(c.value.split("/")[-2:])))
    if any(r.trust < FOREIGN or memory.owns(r) for r in held) or (c.act.kind == ENDPOINT and not asks_only(
            memory) and (not memory.gains or any(r.web or r.instructs for r in held))):
        return None
    return c.against(held[0]) if held else None


def told_to_send(c: Case) -> Weighed | None:
    """Instructions say to send something there, whatever the code is for."""
    place = " ".join(c.parts[:3]) if c.host in SHARED else c.host
    return weighed(c.act, c.value, told_to(SENDS_ON, place, c.memory), c.memory)


def stranger(c: Case) -> Weighed | None:
    """An address or key goes into what runs or opens by itself, and foreign texts alone hold it: their author would run
    code or come in for good.  Whoever follows a text gives nobody that unless he speaks of such a thing."""
    if c.act.kind not in NARROW or c.memory.lately(NARROW[c.act.kind]):
        return None
    for value in c.strange:
        place = normalize(value)
        host = host_of(place)
        if " " in value or not (host or (len(value) > LONG and value.isascii())):
            continue
        if is_local(place) or private(host) or registered(host).split(".")[0] in c.owners or installer(place):
            continue
        held = c.memory.holding(Words([host or value], c.memory).all)
        if held and all(r.trust >= FOREIGN for r in held):
            return c.against(held[0], value)
    return None


def ordered_file(c: Case) -> Weighed | None:
    """A text asks for the change; that a page names a file of instructions makes what is written there no order of the
    page's, but where it says the same; what is only copied or moved says nothing."""
    prompts = c.act.kind == "agent" and "/" in c.value and not c.rights
    texts = [v for v in c.act.values[1:] if " " in v] if prompts and not c.everywhere else []
    r = retold_by([v for v in texts if v in c.strange], c.memory, c.value) if texts else asking(
        Words(c.value.rstrip("/").rsplit("/", 1)[-1:], c.memory), c.memory, work=prompts or c.act.kind == "registry")
    said = Words(c.strange, c.memory).new
    if r is None or c.spoken or ((said or prompts) and not any(len(one & r.words) > len(one) / 2 for one in said)):
        return None         # it says nothing of what is written there
    return weighed(c.act, c.value, r, c.memory)


def retold(c: Case) -> Weighed | None:
    """A text asks for what is to be remembered; of its own the agent may note what it likes."""
    told = retold_by((value for value in c.act.values if " " in value), c.memory, c.value)
    return weighed(c.act, c.value, told, c.memory)


def lets_in(c: Case) -> Weighed | None:
    """Nobody spoke of it, and it lets somebody in, or is power over the machine, by whatever words a text led to it; or
    foreign texts alone hold what is run for good by it."""
    memory = c.memory
    if c.act.power and not memory.unclear and led_by_others(memory) and (
            memory.told or not _speaks_of(c)):
        return (ordered(c) if c.act.command else None) or c.against(None)
    whole = [" ".join(c.act.values)] * c.act.what.startswith("git config")
    if memory.unclear or not (c.lasts or whole):
        return None
    if c.act.kind == "login" and (c.strange or not c.act.values[1:]):
        read = [r for r in memory.records if r.trust >= FOREIGN]
        return c.against(read[-1] if read else None) if read or memory.foreign else None
    for group in Words(whole or c.strange or (c.value,), memory).new:
        held = c.others(group) if len(group) > 1 else []
        if held and all(r.trust >= FOREIGN for r in held):
            return c.against(held[0])
    return None


def _speaks_of(c: Case) -> bool:
    """Do some words of the act stand in the prompts: a long one, or short ones of a name, usd-ils.service?"""
    said = [w for w in words.tokens(" ".join((c.act.what, *c.act.values))) if w not in words.STOP and c.memory.word(w)]
    return any(len(w) > 4 for w in said) or len("".join(w for w in set(said) if len(w) > 2)) > 4


def only_told(c: Case) -> Weighed | None:
    """Who only wants to know something wants nothing run or obeyed later of which a foreign text speaks; what a
    document on how to work here says too, is nobody's order."""
    told = c.act.values[1:] if c.act.kind == "agent" else ()        # lines: a single word stands in many a text
    said = Words(told or c.act.values, c.memory).groups * asks_only(c.memory)
    return next((c.against(r) for one in said if not told or len(one) > 1
                 for r in c.others(one) if r.trust >= FOREIGN and not (told and r.instructs)), None)


STEPS: dict[str, Callable[[Case], bool | Weighed | None]] = {one.__name__.replace("_", "-"): one for one in (
    named, named_place, named_code, in_manifest, in_project, of_the_owner, led_there, brought_along, known,
    vague, his_thing, spoken_of, one_letter_off, ordered_package, ordered_place, nobody, ordered,
    given, only_foreign_names, told_to_send, stranger, ordered_file, retold,
    only_told, lets_in, unasked.of_his_kinds, unasked.gone_before, unasked.meant, unasked.of_mere_reading,
    unasked.as_instructed, unasked.ordered_kind, unasked.named_thing, unasked.of_their_things)}


# --- words

INSTALL = tuple(map(words.stem, "install add upgrade use get setup".split()))
VERSIONS = tuple("canary latest lts next stable".split())       # these name nothing
LATER = "once it runs,"      # see guards/_call/acts.py
BROUGHT = "of what was fetched"             # see guards/_call/installs.py
CLONES = ("git clone ", "gh repo clone")    # what is brought is only looked at, as a page is; that it runs is weighed
SENDS_ON = tuple(map(words.stem, "backup forward mirror post report send ship submit transmit upload".split()))
TAKES = frozenset("--delete --force --hard --mirror".split())       # what no instructions do by themselves
MOVING = ACTING - MAKE_VERBS | {"go"}      # words of a tool's name that say that it does something
GENERIC = frozenset("apply call command eval execute graphql invoke manage query run sql".split())
RUN = frozenset(words.stem(w) for w in (*ACTS["exec"].split(), "try", "call", "use", "invoke"))
LINED = frozenset("login schedule startup names".split())     # kinds of which each line lets in or is run
# An agent's own settings: what an instruction file says of them is no part of its work.
RIGHTS = tuple("settings.json settings.local.json .mcp.json .claude.json config.toml".split())
# What a person calls by these words is the text that orders it.
CARRIERS = frozenset("agent agents ai plugin plugins server skill skills".split())
LONG = 40           # characters of a word that is a key

def _telling(c: Case) -> Words:
    """The words of the act, without those that name nothing."""
    return Words([value for value in c.act.values if value.lower() not in {*VERSIONS, *c.here} and not (
        dateish(value) and len(value) > 8)], c.memory)      # a number may be a name, a day is none


def _whole(name: str, text: str) -> bool:
    """Does it stand in a text, and in no longer name?"""
    parts = text.split(name)
    return any(not any(c.isalnum() or c in "-/" for c in one[-1:] + two[:1]) for one, two in zip(parts, parts[1:]))


def _names(place: str, host: str) -> list[str]:
    """What must stand in a prompt for it to have named the place; the narrowest last."""
    parts = place.lower().split("/")
    if host in SHARED and len(parts) > 2:
        short = "/".join(parts[1:3])
        return [short, "/".join(parts[:3]), place.lower()]
    return [host, place.lower()] if host else [place.lower()]


def _verbs(act: Act) -> frozenset[str]:
    """Stems of the verbs by which people ask for an order: those of its own words, and those for running anything."""
    said = words.tokens(act.what)
    if not act.command and not LOOKS_UP.isdisjoint(said[:1]):
        said = said[:1]         # "call export_report" asks for no export
    runs = act.command or not GENERIC.isdisjoint(said)
    if runs or ACTING.isdisjoint(said):     # else a tool's name says what it does, its values to what
        said += [w for text in act.values for w in words.tokens(text)[:40]]
    return frozenset(words.stem(w) for w in said).union(RUN if runs else (), *(
        names.act(w)[0] for w in dict.fromkeys(said)))
