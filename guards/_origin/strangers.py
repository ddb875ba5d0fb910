"""Does a file of settings take in code, or switch a safety off, for which only a foreign text accounts?

Law: code that is named by its owner (`owner/name`), and a switch, are nobody's wish where the name stands in foreign
text alone.  The person's own words cover it: the owner's or the thing's name, a word of the switch; so does what his
project names.  A text that he handed over ("fix issue 5") covers it only where his words speak of such a thing.
Cannot see: a name that the foreign text writes otherwise than the file.
"""
from __future__ import annotations

from guards._call.entrusted import ENDPOINT, SPOKEN, SWITCH, TAKEN, file_kind
from guards._call.grants import SPOKEN as POWER
from guards._origin import sites
from guards._origin.attribution import delegated
from guards._origin.delegation import gains, owners
from guards._origin.evidence import FOREIGN, hasher
from guards._origin.voices import Weighed, teller
from guards._origin.wishes import asks_only
from guards._text import words
from guards._text.address import host_of, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from guards._call.entrusted import Act
    from guards._origin.recalled import Memory, Record

# What a name says of its kind, beside the name of the thing.
KINDS = frozenset("""
    action actions app base bot ci cli commit config configs default docker github gitlab go hook hooks image js
    lint linter main module modules plugin plugins pre precommit preset presets py recommended rs setup shared
    template templates terraform tool tools ts workflow workflows""".split())
SAID_OF_ALL = frozenset("all allow any disabled enabled false true never none always permissions request write".split())


def weigh(found: Sequence[Act], memory: Memory, key: bytes, remotes: Iterable[str],
          own: Iterable[str]) -> Weighed | None:
    """The first of these that nobody but a foreign text accounts for; None for none."""
    h, mine, texts = hasher(key), owners(remotes), [text.lower() for text in own]
    for act in found:
        value = act.values[0]
        memory.gains = gains(act.kind, memory, h)
        if act.kind == TAKEN:
            holder = _taken(act, memory, mine, texts, h)
        elif act.kind == SWITCH:
            holder = _switched(value, memory, h)
        elif act.kind == ENDPOINT:
            holder = _endpoint(value, memory, mine, texts, h)
        else:
            holder = (_account if "://" in value else _let_in)(value, memory, texts, h)
        if holder is not None:
            return Weighed(act, value, teller(holder, memory))
    return None


def _taken(act: Act, memory: Memory, mine: Iterable[str], texts: Iterable[str],
           h: Callable[[str], str]) -> Record | None:
    owner, name = act.values[0].split("/")[-2:]
    if owner in mine or any(f"{owner}/" in text for text in texts) or any(
            _named(one, memory, h) for one in (owner, name)):
        return None
    wanted = _marks(f"{owner} {name}", h)
    holders = _holders(wanted, memory)
    if any(r.trust < FOREIGN or sites.own(r, memory) for r in holders):
        return None
    kind = file_kind(act.values[-1])
    covers = any(h(word) in memory.said for word in SPOKEN[kind]) if kind in ("ci", "hooks", "agent") else (
        not memory.gains)
    memory.gains = memory.gains and not covers
    if covers and any(delegated(r, memory) or not memory.pointed.isdisjoint(r.query | r.titles) for r in holders):
        return None
    return holders[0] if holders else None


def _named(name: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does the person speak of it: of each word that is no word for its kind?"""
    said = [w for w in words.tokens(name) if w not in KINDS]
    return len("".join(said)) > 2 and all(h(w) in memory.said or h(words.stem(w)) in memory.words for w in said)


def _switched(value: str, memory: Memory, h: Callable[[str], str]) -> Record | None:
    said = [w for w in words.tokens(value) if w not in words.STOP and w not in SAID_OF_ALL and len(w) > 2]
    said = said or words.tokens(value)
    if any(h(w) in memory.said or h(words.stem(w)) in memory.words for w in said):
        return None
    holders = [r for r in _holders(frozenset(h(words.stem(w)) for w in said), memory) if r.trust >= FOREIGN]
    return next((r for r in holders if not sites.own(r, memory)), None)


def _account(value: str, memory: Memory, texts: Iterable[str], h: Callable[[str], str]) -> Record | None:
    """An address with a key of its own in it: whoever wrote the foreign text gets what is sent there."""
    if any(value.lower() in text for text in texts):
        return None
    marks = _marks(value, h)
    if all(mark in memory.words for mark in marks):
        return None
    holders = _holders(marks, memory)
    return holders[0] if holders and all(r.trust >= FOREIGN and not r.server for r in holders) else None


def _let_in(value: str, memory: Memory, texts: Iterable[str], h: Callable[[str], str]) -> Record | None:
    """An account that gets power, where the person named neither it nor any such thing."""
    marks = _marks(value, h)
    if any(value.lower() in text for text in texts) or all(mark in memory.words for mark in marks) or any(
            h(word) in memory.said for word in POWER):
        return None
    holders = _holders(marks, memory)
    return holders[0] if holders and all(r.trust >= FOREIGN for r in holders) else None


def _endpoint(value: str, memory: Memory, mine: Iterable[str], texts: Iterable[str],
              h: Callable[[str], str]) -> Record | None:
    """A place that a file leads to, or somebody to whom it gives a say.  Of what a page of the web names only where the
    person wanted to be told something: who works by a page uses what stands there."""
    host = host_of(normalize(value)) or value.lower()
    label = registered(host).split(".")[0]
    if h(host) in memory.said or label in mine or value.split("/")[0].lower() in mine or any(
            host in text for text in texts):
        return None
    told = asks_only(memory)
    if not told and _named(label, memory, h):
        return None
    holders = _holders(_marks(host, h), memory)
    if not holders or any(r.trust < FOREIGN for r in holders):
        return None
    if not told and (any(r.web or r.instructs for r in holders) or not memory.gains):
        return None
    return holders[0]


def _marks(text: str, h: Callable[[str], str]) -> frozenset[str]:
    return frozenset(h(words.stem(w)) for w in words.tokens(text) if w not in words.STOP)


def _holders(wanted: frozenset[str], memory: Memory) -> list[Record]:
    """The records that hold all of these words, in a request too."""
    found = [r for r in memory.holders(wanted) if wanted <= r.data | r.prose | r.titles] if wanted else []
    asked = [p.record for p in memory.asking(wanted) if wanted <= p.words] if wanted else []
    return [*found, *(r for r in asked if r not in found)]
