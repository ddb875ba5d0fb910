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
from guards._text.address import SHARED, host_of, is_local, looks_like_host, normalize, private, registered
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from typing import Any

    from guards import Event, Facts, Settings
    from guards._call import Call

# From the safest on: the columns of the table in contamination.py.
LOCAL, TRUSTED, APPROVED, NAMED, OWN_REMOTE, SERVICE, UNKNOWN, FOREIGN = range(8)
KINDS = tuple("local trusted approved named_by_user own_remote service unknown named_by_untrusted".split())


def destinations(event: Event, call: Call) -> list[str]:
    """The destinations of a call in normal spelling, each once; a command line's by its effects."""
    if call.by_effects:
        found = [e.place for e in call.effects if e.destination]
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

    __slots__ = tuple("key places remotes settled trusted untrusted user".split())

    def __init__(self, key: bytes, user: Iterable[str] = (), untrusted: Container[str] = (),
                 settled: Container[str] = (), trusted: Iterable[str] = (), remotes: Iterable[str] = ()) -> None:
        self.key, self.settled = key, settled
        self.user, self.untrusted = frozenset(user), untrusted
        self.trusted = tuple(trusted)
        self.remotes = tuple(normalize(r) for r in remotes)
        self.places: dict[str, Place] = {}

    def place(self, text: str) -> Place:
        """What a normal destination is to this session; each looked at once."""
        if text not in self.places:
            found = self.places[text] = Place(text)
            found.names = frozenset([short_fingerprint(one, self.key) for one in found.entities])
            found.foreign = any(name in self.untrusted for name in found.names)
            found.kind = self._kind(found)
            found.beside = found.kind == NAMED and bool(found.host) and not self.said(found.host)
        return self.places[text]

    def said(self, word: str) -> bool:
        """Did the user say it?"""
        return short_fingerprint(word, self.key) in self.user

    def _kind(self, place: Place) -> int:
        from guards._text.glob import match

        text, host = place.text, place.host
        if is_local(text):
            return LOCAL
        for pattern in self.trusted:
            if match(pattern.lower(), text) or match(pattern.lower(), host) or match(pattern.lower(), text + "/"):
                return TRUSTED
        if text.startswith("remote:") or any(own and (text == own or text.startswith(own + "/"))
                                             for own in self.remotes):
            return OWN_REMOTE
        if text.startswith("service:"):
            return SERVICE
        if any(map(self.said, place.exact)):
            return NAMED
        if (any(map(self.said, place.loose)) and (text not in SHARED or any(map(self.said, PUTS)))) or (
                self._spelled_out(text)):
            return UNKNOWN if place.foreign and text not in SHARED else NAMED     # that everybody names such a host
        if host and host not in SHARED and "@" not in text and short_fingerprint(place.owner, self.key) in self.settled:
            return SERVICE
        return FOREIGN if place.foreign else UNKNOWN

    def _spelled_out(self, text: str) -> bool:
        """Is it a name of several words, each of which a prompt holds: whom the money goes to?"""
        said = text.lower().split() if " " in text and "@" not in text else []
        return 1 < len(said) < 6 and all(one.isalpha() and self.said(one) for one in said)


class Place:
    """A destination in normal spelling, and what it is to this session.

    host    "" where it has none
    names   fingerprints of what must stand in a text for it to have named the place
    foreign an untrusted text named it, whoever else did
    beside  the person named no more of it than its owner, its site or its first word
    kind    one of LOCAL ... FOREIGN; UNKNOWN until `Known.place` tells
    """

    __slots__ = tuple("beside foreign host kind names text".split())

    def __init__(self, text: str) -> None:
        self.text, self.host, self.kind, self.foreign = text, host_of(text), UNKNOWN, False
        self.beside = False
        self.names: frozenset[str] = frozenset()

    @property
    def owner(self) -> str:
        """The name that was registered."""
        return registered(self.host)

    @property
    def near(self) -> bool:
        """Is it a machine of this network?"""
        return private(self.host)

    @property
    def person(self) -> bool:
        """Is it a person or an account, and no host?"""
        return "@" in self.text or not self.host

    @property
    def abroad(self) -> bool:
        """Is it a place outside, by a name of its own: a host, a bucket, an address?

        >>> [Place(p).abroad for p in ("a.example/x", "s3://drop", "web1:/srv", "10.0.0.7/x", "nas.lan", "$HOST")]
        [True, True, False, False, False, False]
        """
        if self.text.startswith(BUCKETS):
            return "$" not in self.text
        return bool(self.host) and "$" not in self.host and not is_local(self.text) and not self.near

    @property
    def needle(self) -> str:
        """What must stand in a file for it to speak of a place; "" for a place that is everybody's.

        >>> [Place(p).needle for p in ("up.a.example/x", "s3://a-logs", "huggingface.co/a/data/x", "gist.github.com")]
        ['a.example', 'a-logs', 'a/data', '']
        """
        if self.text.startswith(BUCKETS):
            return self.text.partition("://")[2]
        if not self.host:
            return self.text        # a program, for the service that is its own
        if self.host in SHARED and "@" not in self.text:
            parts = self._path()
            return "/".join(parts[:2]) if len(parts) > 1 else ""
        return self.text if "@" in self.text else self.owner

    def _path(self) -> list[str]:
        """What stands behind the host."""
        return [one for one in self.text[len(self.host):].split("/") if one and one != "repos"]

    @property
    def entities(self) -> list[str]:
        """What must stand in a text for it to have named the destination."""
        if "@" in self.text or not self.host:
            return [self.text]
        if self.host in SHARED:
            path = self._path()
            return [f"{self.host}/{path[0]}"] if path else [self.text]
        return [self.host]

    @property
    def exact(self) -> list[str]:
        """The destination itself, its host and the name that was registered."""
        if self.person:
            machine, colon, path = self.text.partition(":")     # a machine by the name that it has here: `web1:/srv`
            if path.startswith("//"):       # a bucket, by its address or its bare name
                return [self.text, path[2:]]
            return [self.text, machine] if colon and machine.isascii() else [self.text]
        if self.host not in SHARED:
            return [self.host, self.owner]
        behind = self._path()     # an owner alone may be called like any word
        return [*self.entities, *(one.lower() for one in behind[:1] if not one.isalpha()), *(
            ["/".join(behind[:2]).lower()] if behind[1:] else [])]

    @property
    def loose(self) -> list[str]:
        """Names that stand for it: the registered label, a mail address's own name, the owner on a shared host."""
        found = []
        if "@" in self.text:
            local = self.text.partition("@")[0]
            found = [w for w in "".join(c if c.isalnum() else " " for c in local).split() if len(w) > 2]
        elif self.host in SHARED:
            found = self._path()[:1] or [self.host.split(".")[0]]       # "make a gist of it"
        elif not self.host:
            spelt = "".join(c if c.isalnum() else " " for c in self.text)
            found = [w for w in spelt.lower().split() if len(w) > 2]
            return found if len(found) == 1 else []
        if self.host and self.host not in SHARED and not self.host.replace(".", "").isdigit():
            found.append(self.owner.split(".")[0])
        return [w.lower() for w in found if len(w) > 2 and w.lower() not in COMMON]


def short_fingerprint(text: str, key: bytes) -> str:
    """10 hex digits: enough to tell the few thousand names of one session apart."""
    return fingerprint(text, key)[:10]


def thing_named(texts: Iterable[tuple[str, str]], known: Known) -> bool:
    """Does a prompt name the very thing of a service that a call writes to, by its id: "as a comment on ENG-230"?"""
    given = [text.lower() for name, text in texts if len(text) < 40 and name.lower().endswith(("id", "key"))]
    return any(known.said(one) for one in given if any(map(str.isdigit, one)) and any(map(str.isalpha, one)))


# By which a person speaks of putting something on such a host, not of the host alone.
PUTS = tuple("commit create gist host make paste post publish push put repo repository share upload".split())
BUCKETS = tuple("s3:// gs:// az:// r2:// b2:// oss:// hf://".split())
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
            # git@github.com:OWNER/NAME
            owned = Place(f"{host}/{signed[match.end() + 1:].split('/')[0].lower()}").exact * (host in SHARED)
            found.update(dict.fromkeys((host, registered(host), *owned)))
    for match in pattern(r"(?:[a-z][a-z0-9+]{1,9}://|www\.)([^\s\"'<>)\]}|\\]{3,300})", ANY_CASE).finditer(linked):
        place = normalize("x://" + match.group(1).rstrip(".,;:!?"))
        at = Place(place)
        bare = () if at.host else (place.partition("/")[0],)        # a bucket's name
        found.update(dict.fromkeys((*at.entities, *at.exact, *bare)))
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


def foreign_named(text: str, settings: Settings) -> list[str]:
    """Fingerprints of the hosts, addresses and accounts that an untrusted text names."""
    return [short_fingerprint(e, settings.key) for e in list(names_in(text[:READ]))[:600]]


# --- whose service stands behind a tool



def of_strangers(call: Call, kind: int, known: Known) -> int:
    """What the service behind a tool is to the session: one lent to anybody is the person's choice where a prompt
    speaks of it by its name, else nobody's."""
    if kind != SERVICE or call.tags.kind == SENDS or not call.lent:
        return kind
    named = any(map(known.said, call.service))
    return NAMED if named else UNKNOWN


def owner_of(place: str) -> str:
    """Whose answers a place gives: the owner of its host, a machine by the name that it has here, or the server behind
    a tool; "" for others."""
    if place.startswith("service:"):
        return place
    host = host_of(place)
    return registered(host) if host else "" if set("@$/").intersection(place) or place.startswith("remote:") else (
        place.partition(":")[0])


def server_of(event: Event) -> str:
    """The server of an MCP tool; the tool itself where it has none."""
    return event.server or event.tool.lower()
