"""What a gated call is made of, in hashes: its class of act, its values, and where each of them comes from."""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS
from guards._call.names import spoken
from guards._evidence.evidence import OWN, dateish, hasher, said_in
from guards._text import acts as _acts
from guards._text import words as _words
from guards._text.address import SHARED, host_of
from guards._text.asked import ACTS, SAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from guards._evidence.packed import Either, Held, Words
    from guards._evidence.recalled import Memory
    from guards._types import CallKind

    Hash = Callable[[str], str]

SHORT = 80      # characters of an argument that is a value, not a text
# What a command does beside what its name says, by kind; the first also for tools that fetch.
SHELL_ACTS: dict[str, tuple[str, ...]] = {
    SENDS: ("send", "push", "post", "upload"), FETCHES: ("fetch", "exec"), CHANGES: ("delete", "exec")}
_FORGES = ("github.com/", "gitlab.com/", "bitbucket.org/", "codeberg.org/")
COMMON = 8      # records that hold a value before it is too common to say where it came from
# Best first: where a value that is not the user's stands.  "requests": nowhere but where somebody asks for something.
ORIGINS = tuple("nowhere requests prose data linked own".split())


MONEY = frozenset(_words.stem(w) for w in "pay payment transfer wire money transaction invoice refund purchase".split())


class Value:
    """One value of a call: where it stands, its hashes, and where it comes from once `place` has looked."""

    __slots__ = tuple("aims entity host links name origin text tied tokens users words".split())

    def __init__(self, text: str, name: str, aims: bool, h: Hash) -> None:
        self.text, self.name, self.aims = text, name, aims
        said = _words.tokens(text)
        found = _words.entities(text)
        whole = [e for e in found if len(e) * 1.4 + 10 >= len(text)]
        self.entity = h(whole[0]) if whole and len(text.split()) == 1 else ""
        self.tokens = [h(t) for t in said]
        host = host_of(text) if aims and "/" in text and "://" not in text else ""
        self.host = h(host) if host and host not in SHARED else ""      # of a command's place: srv.example/in
        self.words = frozenset(h(_words.stem(w)) for w in said if w not in _words.STOP) or frozenset(self.tokens)
        self.users = False
        self.tied = False   # it is data of the account's own, or of a thing that the user spoke of
        self.origin = "nowhere"
        self.links: frozenset[str] = frozenset()

    @property
    def address(self) -> bool:
        """Does it look like an address: a mail's, a host's, a file's, a telephone's?"""
        return "@" in self.text or "." in self.text or self.text.lstrip()[:1] == "+"

    @property
    def account(self) -> bool:
        """Is it a number to which money goes, as far as its form tells?"""
        text = self.text.replace(" ", "")
        return 8 <= len(text) <= 40 and text.isalnum() and sum(c.isdigit() for c in text) > 7

    def inside(self, words: frozenset[str] | Words | Held | Either) -> bool:
        """Do all its words, or the one thing that it names, stand among these?"""
        return self.entity in words if self.entity else bool(self.words) and self.words <= words

    @property
    def marks(self) -> frozenset[str]:
        """The hashes that stand wherever it stands."""
        return frozenset((self.entity,)) if self.entity else self.words


class CallValues:
    """What a gated call is made of.  kind: see guards._call.tags.Tags.

    operation is what a command does, "" for other tools; carries is the address that a tool opens with something in
    its query, None for none; acts are the words of its name and of what it does, in plain
    stems; all other words are hashes.
    """

    __slots__ = tuple("acts carries kind nouns operation own shell short values verbs words".split())

    def __init__(self, kind: CallKind, verbs: frozenset[str], nouns: frozenset[str], values: list[Value],
                 words: frozenset[str], short: frozenset[str], own: frozenset[str],
                 operation: str, acts: frozenset[str], carries: Value | None = None) -> None:
        self.carries = carries
        self.kind, self.verbs, self.nouns, self.own, self.shell = kind, verbs, nouns, own, bool(operation)
        self.operation, self.acts = operation, acts
        self.values, self.words, self.short = values, words, short


def _verbs(acts: Iterable[str]) -> set[str]:
    return {verb for act in acts for verb in _acts.act(act)[0]}


def _query(input: dict[str, object], aims: frozenset[str], h: Hash) -> Value | None:
    """The address that a tool opens with something in its query."""
    return next((Value(leaf, name, True, h) for name, leaf in said_in(input) if name in aims and "://" in leaf[:12]
                 and "=" in leaf.partition("?")[2]), None)


def _of_command(input: dict[str, object], kind: CallKind, aims: frozenset[str], h: Hash) -> dict[str, Value]:
    """What a shell command names: the paths that it changes, and its destinations."""
    values: dict[str, Value] = {}
    for name, leaf in said_in(input) if kind == CHANGES else ():
        for one in _paths(leaf):
            values.setdefault(one, Value(one, name, False, h))
    for where in aims:
        name = where.split("/", 1)[1] if where.startswith(_FORGES) else where  # as people write it
        values.setdefault(name, Value(name, "command", True, h))
    return values


def _of_arguments(input: dict[str, object], aims: frozenset[str], h: Hash) -> dict[str, Value]:
    """What the arguments of another tool name."""
    values: dict[str, Value] = {}
    for name, leaf in said_in(input):
        for one in _held(leaf, name, name in aims):
            values.setdefault(one, Value(one, name, name in aims, h))
    return values


def values_of(tool: str, kind: CallKind, input: dict[str, object], destination: Iterable[str], key: bytes,
         operation: str = "") -> CallValues:
    """The call in hashes.  `destination` names the arguments that say where to.

    `operation` names what a shell command does ("git push"), "" for other tools; with it, `destination` are its
    destinations themselves.
    """
    h = hasher(key)
    said = operation or spoken(tool.rpartition("__")[2], input)
    verbs, nouns = _acts.act(said.replace(" ", "_"))
    named = _words.split_name(said).lower().split()
    acts = nouns.union(map(_words.stem, named))
    own = nouns.union(_words.stem(w) for w in named if w in ACTS or w in SAME)
    if kind == FETCHES or operation:
        verbs = verbs.union(_verbs(SHELL_ACTS[kind][:None if operation else 1]))
    aims = frozenset(destination)
    carries = _query(input, aims, h) if kind == FETCHES and not operation else None
    if carries:         # what stands in a query is sent as much as it is asked for
        verbs = verbs.union(_verbs(SHELL_ACTS[SENDS]))
    if operation:
        values = _of_command(input, kind, aims, h)
        every = brief = {h(w) for v in values.values() for w in _words.words(v.text)}
    else:
        values = _of_arguments(input, aims, h)
        leaves = [leaf for _, leaf in said_in(input)]
        every = {h(w) for leaf in leaves for w in _words.words(leaf[:2000])}
        brief = {h(w) for leaf in leaves if len(leaf) <= SHORT for w in _words.words(leaf)
                 if not w.isdigit() or len(w) > 4}
    if not MONEY.isdisjoint(acts) and any(v.aims and v.account for v in values.values()):
        verbs = verbs.union(_verbs(("pay",)))       # `create_transfer` to an account
    return CallValues(kind, verbs, frozenset(map(h, nouns)), list(values.values())[:60], frozenset(every),
                      frozenset(brief), frozenset(map(h, own)), operation, acts, carries)


def _held(leaf: str, name: str, aimed: bool) -> Iterator[str]:
    """What of an argument's text is a value: itself, the page that it asks something of, what it names."""
    if len(leaf) <= SHORT and (_telling(leaf) or _names_id(name)):
        yield leaf
    if aimed and "://" in leaf[:12] and "?" in leaf:    # the page that a text named, with something added
        yield leaf.split("?", 1)[0]
    if len(leaf.split()) > 1:
        yield from (e for e in _words.entities(leaf[:4000])[:40] if not dateish(e))


TEMPORARY = ("/tmp/", "/var/tmp/", "$TMPDIR", "${TMPDIR")


def _paths(command: str) -> list[str]:
    """The words of a command that look like paths of files; a temporary file is nobody's aim.

    >>> _paths("cat > /tmp/x/y && rm docs/old.md")
    ['docs/old.md']
    """
    found = (w.strip("'\"@<>()`;|&=") for w in command[:2000].split())
    return [w for w in found if 4 <= len(w) <= SHORT and w[0] != "-" and "://" not in w
            and "/" in w and not w.startswith(TEMPORARY)][:10]


def _names_id(name: str) -> bool:
    return name.lower().endswith(("id", "ids", "id_"))


def _telling(leaf: str) -> bool:
    """Not a mere date, number or boolean."""
    low = leaf.strip().lower()
    return bool(low) and not dateish(low)


def place(c: CallValues, memory: Memory) -> frozenset[str]:
    """Says of each value whether it is the user's, where else it stands and what ties that record to the user's words.

    Returns the words of the lookup chain: the queries whose results hold a new value.
    """
    chain: set[str] = set()
    linking = {w for w in memory.words if memory.df(w) < max(2, 0.25 * memory.count)}
    for v in c.values:
        v.users = _users(v, memory)
        if v.users:
            v.origin = "user"
            continue
        best, holders = 0, []
        for r in memory.holders(v.marks):
            if v.inside(r.data):
                holders.append(r)
                links = frozenset(linking) & (r.data | r.titles | r.query)
                best = max(best, 5 if r.trust == OWN else 4 if links else 3)
                v.tied = v.tied or r.trust == OWN or not links.isdisjoint(r.titles)
                v.links = max(v.links, links, key=lambda found: sum(map(memory.idf, found)))
            elif v.inside(r.prose) or (v.entity == "" and v.inside(r.data | r.prose)):
                holders.append(r)
                best = max(best, 2)
        if best:
            v.origin = ORIGINS[best]
        elif any(v.inside(p.words) for p in memory.asking(v.marks)):
            v.origin = "requests"
        if len(holders) <= COMMON and not c.shell:
            for r in holders:
                chain |= r.query
    return frozenset(chain)


def _users(v: Value, memory: Memory) -> bool:
    if v.entity and v.entity in memory.said:
        return True
    text = v.text.strip()
    if text.isdigit() and len(text) <= 4:
        return memory.h("#" + text) in memory.said
    if v.entity and ("@" in text or "." in text):
        return False
    return bool(v.tokens) and all(t in memory.said for t in v.tokens)


def named(v: Value, memory: Memory) -> bool:
    """The local part of an address, a name, or a URL's second-level label stands in the prompts."""
    text = v.text.lower()
    if "@" in text:
        parts = _words.tokens(text.split("@", 1)[0])
    elif v.entity and "." in text:
        labels = _words.site(text).split("/")[0].split(".")
        parts = [labels[-2]] if len(labels) > 1 else labels
        return any(len(p) >= 3 and memory.h(p) in memory.said for p in parts) or all(
            memory.h(t) in memory.said for t in _words.tokens(parts[0]))
    else:
        parts = _words.tokens(text)
    return any(len(p) >= 3 and p.isalpha() and memory.h(p) in memory.said for p in parts)
