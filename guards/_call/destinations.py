"""Where a call goes: its destinations in one spelling, and what the session knows of each.

A destination is a host with its path ("api.github.com/repos/a/b"), a mail address, or an account, channel or place as
it is written.  What is known of it is told by keyed fingerprints of its parts: the user named it, untrusted text
named it, the person's own settings hold it with a secret.
A tool's service is this machine's, one that keeps the person's own records, or one lent to anybody: by kind, not by
list; what is not known to stay here may lead outside.
Limitations: that two hosts belong to one owner; what a short link leads to; a private store whose name says nothing of
it; a person's own instance of a public service.
"""
from __future__ import annotations

from guards import SENDS
from guards._call.tags import BUILT_IN, HANDS_ON, leaves_machine, words_of
from guards._text.address import SHARED, host_of, is_local, looks_like_host, normalize, registered
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from typing import Any

    from guards import Event, Facts, Settings
    from guards._call import Call
    from guards._call.tags import Tags

# From the safest on: the columns of the table in contamination.py.
LOCAL, TRUSTED, APPROVED, NAMED, OWN_REMOTE, SERVICE, UNKNOWN, FOREIGN = range(8)
KINDS = tuple("local trusted approved named_by_user own_remote service unknown named_by_untrusted".split())


def destinations(event: Event, call: Call) -> list[str]:
    """The destinations of a call in normal spelling, each once; a command line's by its effects."""
    if call.by_effects:
        found = [normalize(e.destination) for e in call.effects if e.destination]
    else:
        found = [normalize(text) for name in call.tags.destination for text in _texts(event.input.get(name))]
    return list(dict.fromkeys(f for f in found if f))


def _texts(value: object) -> list[str]:
    """The texts in an argument, lists and comma lists taken apart; what is beyond PLACES of them is one more place."""
    if isinstance(value, str):
        if "@" in value and ("," in value or ";" in value):
            return _first([part for part in value.replace(";", ",").split(",") if part.strip()])
        return [value] if len(value) < LONG else [value[:LONG]] if "://" in value[:20] else []
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return _first([text for one in value[:2 * PLACES] for text in _texts(one)])
    return [str(value)] if isinstance(value, int) and not isinstance(value, bool) else []


def _first(texts: list[str]) -> list[str]:
    each = list(dict.fromkeys(texts))
    return each if len(each) <= PLACES else [*each[:PLACES], MORE]


LONG = 2000         # characters of an address; of a longer one the beginning says where it leads
PLACES = 300        # destinations of one call
MORE = "more places than were looked at"


# --- what is known of them

class Told:
    """The fingerprints that kept rows hold in a field, asked for one by one: of many rows few are looked at."""

    __slots__ = ("facts", "field", "known", "name")

    def __init__(self, facts: Facts, name: str, field: str) -> None:
        self.facts, self.name, self.field = facts, name, field
        self.known: dict[str, bool] = {}

    def __contains__(self, mark: object) -> bool:
        if not isinstance(mark, str):
            return False
        if mark not in self.known:
            self.known[mark] = any(mark in row.get(self.field, ()) for row in self.facts.holding(self.name, mark))
        return self.known[mark]


class Known:
    """Fingerprints of what was named in this session, and by whom."""

    __slots__ = tuple("key remotes settled trusted untrusted user".split())

    def __init__(self, key: bytes, user: Iterable[str] = (), untrusted: Container[str] = (),
                 settled: Container[str] = (), trusted: Iterable[str] = (), remotes: Iterable[str] = ()) -> None:
        self.key, self.settled = key, settled
        self.user, self.untrusted = frozenset(user), untrusted
        self.trusted = tuple(trusted)
        self.remotes = tuple(normalize(r) for r in remotes)

    def said(self, word: str) -> bool:
        """Did the user say it?"""
        return short_fingerprint(word, self.key) in self.user


def short_fingerprint(text: str, key: bytes) -> str:
    """10 hex digits: enough to tell the few thousand names of one session apart."""
    return fingerprint(text, key)[:10]


def classify_destination(destination: str, known: Known) -> int:
    """What a normal destination is to this session: one of LOCAL ... FOREIGN."""
    from guards._text.glob import match

    if is_local(destination):
        return LOCAL
    host = host_of(destination)
    for pattern in known.trusted:
        if match(pattern.lower(), destination) or match(pattern.lower(), host) or match(
                pattern.lower(), destination + "/"):
            return TRUSTED
    if destination.startswith("remote:") or any(own and (destination == own or destination.startswith(own + "/"))
                                                for own in known.remotes):
        return OWN_REMOTE
    if destination.startswith("service:"):
        return SERVICE
    foreign = named_by_untrusted(destination, known)
    if any(map(known.said, exact_names(destination))):
        return NAMED
    if any(map(known.said, loose_names(destination))) or _spelled_out(
            destination, known):
        return UNKNOWN if foreign else NAMED
    if host and host not in SHARED and "@" not in destination and short_fingerprint(
            registered(host), known.key) in known.settled:
        return SERVICE
    return FOREIGN if foreign else UNKNOWN


def _spelled_out(destination: str, known: Known) -> bool:
    """Is it a name of several words, each of which a prompt holds: whom the money goes to?"""
    said = destination.lower().split() if " " in destination and "@" not in destination else []
    return 1 < len(said) < 6 and all(one.isalpha() and known.said(one) for one in said)


def thing_named(texts: Iterable[tuple[str, str]], known: Known) -> bool:
    """Does a prompt name the very thing of a service that a call writes to, by its id: "as a comment on ENG-230"?"""
    given = [text.lower() for name, text in texts if len(text) < 40 and name.lower().endswith(("id", "key"))]
    return any(known.said(one) for one in given if any(map(str.isdigit, one)) and any(map(str.isalpha, one)))


def named_by_untrusted(destination: str, known: Known) -> bool:
    """Does the destination stand in an untrusted text, whoever else named it?"""
    return any(short_fingerprint(e, known.key) in known.untrusted for e in entities_of(destination))


def entities_of(destination: str) -> list[str]:
    """What must stand in a text for it to have named the destination."""
    host = host_of(destination)
    if "@" in destination or not host:
        return [destination]
    if host in SHARED:
        place = destination[len(host):].strip("/").split("/")
        place = place[1:] if place[:1] == ["repos"] else place
        return [f"{host}/{place[0]}"] if place and place[0] else [destination]
    return [host]


def exact_names(destination: str) -> list[str]:
    """The destination itself, its host and the name that was registered."""
    host = host_of(destination)
    if "@" in destination or not host:
        machine, colon, path = destination.partition(":")       # a machine by the name that it has here: `web1:/srv`
        if path.startswith("//"):       # a bucket, by its address or its bare name
            return [destination, path[2:]]
        return [destination, machine] if colon and machine.isascii() else [destination]
    if host in SHARED:
        return entities_of(destination)
    return [host, registered(host)]


def loose_names(destination: str) -> list[str]:
    """Names that stand for it: the registered label, a mail address's own name, the owner on a shared host."""
    host = host_of(destination)
    found = []
    if "@" in destination:
        local = destination.partition("@")[0]
        found = [w for w in "".join(c if c.isalnum() else " " for c in local).split() if len(w) > 2]
    elif host in SHARED:
        place = [p for p in destination[len(host):].split("/") if p and p != "repos"]
        found = place[:1] or [host.split(".")[0]]       # "make a gist of it"
    elif not host:
        found = [w for w in "".join(c if c.isalnum() else " " for c in destination).lower().split() if len(w) > 2]
        return found if len(found) == 1 else []
    if host and host not in SHARED and not host.replace(".", "").isdigit():
        label = registered(host).split(".")[0]
        found.append(label)
    return [w.lower() for w in found if len(w) > 2 and w.lower() not in COMMON]


# Words of any prompt, which name nobody.
COMMON = frozenset("""admin api app com contact data email example file files hello help http https info local mail
    main new news org page post read send service site support team test the user web you your""".split())


_NUMBERS = bytes(48 if 48 <= b <= 57 else 65 if 65 <= b <= 90 else 32 for b in range(256))


def names_in(text: str) -> dict[str, None]:
    """Hosts, hosts with their first place, mail addresses and long numbers that stand in a text."""
    from guards._text.regex import ANY_CASE, pattern

    found: dict[str, None] = {}
    # None of these but the last goes over a blank: what stands between blanks is looked at once, where one can be.
    parts = dict.fromkeys([part for line in text.split("\n") if "." in line or "://" in line
                           for part in line.split() if "." in part or "://" in part])
    if not text.isascii():
        parts.update(_beside(parts))
    dotted, signed = "\n".join(parts), "\n".join([part for part in parts if "@" in part])
    for mark in (">.", "}.", "*."):     # `<piece>.drop.example`: what stands for a name is none of it
        dotted = dotted.replace(mark, " ")
    linked = "\n".join([part for part in parts if "://" in part or "www." in part.lower()])
    quads = "\n".join([part for part in parts if part.count(".") > 2])
    for match in pattern(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}").finditer(signed):
        found[match.group().lower().rstrip(".")] = None
        host = match.group().lower().rpartition("@")[2].rstrip(".")
        # A machine and who logs in there: `deploy@web1.a.example`, `root@a.example:/srv`; mail goes to a whole domain.
        if host != registered(host) or signed[match.end():match.end() + 1] == ":":
            found.update(dict.fromkeys((host, registered(host))))
    for match in pattern(r"(?:[a-z][a-z0-9+]{1,9}://|www\.)([^\s\"'<>)\]}|\\]{3,300})", ANY_CASE).finditer(linked):
        place = normalize("x://" + match.group(1).rstrip(".,;:!?"))
        bare = () if host_of(place) else (place.partition("/")[0],)     # a bucket's name
        found.update(dict.fromkeys((*entities_of(place), *exact_names(place), *bare)))
    for match in pattern(r"(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,18}(?![\w@-])", ANY_CASE).finditer(dotted):
        host = match.group().lower()
        if looks_like_host(host):
            found.update(dict.fromkeys((host, registered(host))))
    for match in pattern(r"\b\d{1,3}(?:\.\d{1,3}){3}\b").finditer(quads):
        found[match.group()] = None
    numbered = _numbered(text)
    if not numbered.isascii():      # letters of scripts without blanks end no word
        numbered = pattern(r"[\u3001\u3002\u3040-\u9fff\uac00-\ud7af\uff08-\uff1f]").sub(" ", numbered)
    for match in pattern(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b|\b\d{6,20}\b").finditer(numbered):
        found[match.group().replace(" ", "").lower()] = None
    return found


def _beside(parts: Iterable[str]) -> dict[str, None]:
    """What stands between letters of a script that knows no blanks."""
    from guards._text.words import beside

    return dict.fromkeys([one for part in parts if not part.isascii() and max(part) >= "\u0e00"
                          for one in beside(part)])


def _numbered(text: str) -> str:
    """The lines in which a long number or an account of a bank can stand; neither goes over the end of one."""
    mask, found = text.encode("ascii", "replace").translate(_NUMBERS), []
    for sign in (b"000000", b"AA00"):
        at = mask.find(sign)
        while at >= 0:
            start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
            done = len(text) if end < 0 else end
            found.append((start, done))
            at = mask.find(sign, done)
    return "\n".join([text[start:end] for start, end in sorted(set(found))])


def words_in(text: str) -> dict[str, None]:
    """The words of a prompt, from 3 letters on, in lower case; handles and compound names whole and in parts."""
    found: dict[str, None] = {}
    chunks = text.lower().split()
    for chunk in chunks if text.isascii() else [*chunks, *_beside(chunks)]:
        bare = chunk.strip("\"'`,;:!?()[]{}<>@#*_").rstrip(".")
        elided = bare.replace("\u2019", "'").rpartition("'")[2]       # l'eng-230
        for part in (bare, elided, *(bare.split("/") if "/" in bare and "://" not in bare else ())):
            if 2 < len(part) < 60 and not part.isalpha():
                found[part] = None
        for word in "".join(c if c.isalnum() else " " for c in bare).split():
            if 2 < len(word) < 40 or word in ("mr", "pr"):
                found[word] = None
    return found


def added(state: Mapping[str, Any]) -> frozenset[str]:
    """The places that a session made remotes of.  Not `origin`, whose place was a remote at the first prompt: history
    that is written anew drops that one, and it is named again."""
    own = state.get("own") or ()
    places = ((name, normalize(place)) for name, place in (state.get("remotes") or {}).items())
    return frozenset(place for name, place in places if name not in ("origin", "") or place not in own)


def user_named(prompt: str, settings: Settings) -> list[str]:
    """Fingerprints of all that a prompt names."""
    text = prompt[:100_000]
    return [short_fingerprint(e, settings.key) for e in list({**names_in(text), **words_in(text)})[:3000]]


READ = 200_000      # characters of an untrusted text that are searched for names


# Where a platform puts an app under its own name.
PLATFORMS = {"fly": "fly.dev", "flyctl": "fly.dev", "heroku": "herokuapp.com", "netlify": "netlify.app",
             "vercel": "vercel.app", "firebase": "web.app"}


def own_apps(event: Event, settings: Settings) -> list[str]:
    """Fingerprints of the hosts at which a platform puts what a deploying command names."""
    from guards._call import call_of

    named = [(word.rpartition("=")[2], PLATFORMS[ran.program]) for ran in call_of(event, settings).ran
             if ran.program in PLATFORMS for word in ran.words[1:12]]
    return [short_fingerprint(f"{name.lower()}.{place}", settings.key) for name, place in named
            if len(name) > 3 and name.replace("-", "").isalnum()]


def foreign_named(text: str, settings: Settings) -> list[str]:
    """Fingerprints of the hosts, addresses and accounts that an untrusted text names."""
    return [short_fingerprint(e, settings.key) for e in list(names_in(text[:READ]))[:600]]


# --- whose service stands behind a tool



def lent(tool: str) -> bool:
    """Is a tool's service one that anybody may ask, and that keeps no records of the person's own?

    >>> [lent(t) for t in ("mcp__perplexity__ask", "WebSearch", "mcp__notion__create_page", "mcp__git__log", "Read")]
    [True, True, False, False, False]
    """
    if tool in BUILT_IN or tool in HANDS_ON:
        return tool in BUILT_IN
    from guards._call.names import PRIVATE_PLACES

    return leaves_machine(tool) and PRIVATE_PLACES.isdisjoint(words_of(tool))


def of_strangers(event: Event, found: Tags, kind: int, known: Known) -> int:
    """What the service behind a tool is to the session: one lent to anybody is the person's choice where a prompt
    speaks of it by its name, else nobody's."""
    if kind != SERVICE or found.kind == SENDS or not lent(event.tool):
        return kind
    named = any(map(known.said, words_of(server_of(event))))
    return NAMED if named else UNKNOWN


def server_of(event: Event) -> str:
    """The server of an MCP tool; the tool itself where it has none."""
    return event.server or event.tool.lower()
