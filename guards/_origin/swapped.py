"""A value that the person gave and another that only resembles it: the call goes elsewhere than he said.

Law: within a task that the person gave with a place, branch, mailbox or account of their own naming, a call that goes
to another one that resembles it, or pushes to a common branch instead, is asked about, and both are shown.  Of a
mailbox and an account only hashes are kept, of it and of it with each letter left out, and what may be shown of it.
Limitations: a value given in other words; one that resembles nothing the person said.
"""
from __future__ import annotations

from guards import SENDS
from guards._evidence.evidence import OWN, said_in
from guards._text import words
from guards._text.address import SHARED, host_of, looks_like_host, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guards import Event
    from guards._call import Call
    from guards._evidence.recalled import Memory
    from guards._types import Stored

PAYS = frozenset("debit debtor from payer sender source".split())
TOWARDS = tuple("to toiban account an auf iban konto nach vers compte cuenta conto naar".split())
PRIVATE = 8         # mailboxes and accounts of one prompt
LONGEST = 48        # characters of one that are compared
MOST = 20           # places and branches of one prompt that are kept
COMMON = frozenset("main master trunk develop dev release production prod staging stable".split())
NEXT = frozenset("and but first instead now or please so then too".split())   # behind a branch's name
WORKED_WITH = frozenset(("git", "gh"))      # what they fetch is worked with; a page, or an answer, is merely read
_ALIKE = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("5", "s"), ("-", ""), ("_", ""))


def given(text: str) -> list[list[str]]:
    """The places and branches that a prompt names: [[kind, text], ...].

    >>> given("Clone https://github.com/acme/tools and push to the branch feature/login."), given("the branch is fine")
    ([['place', 'github.com/acme/tools'], ['branch', 'feature/login']], [])
    """
    found: dict[tuple[str, str], None] = {}
    before, written = "", text[:8000].split()
    for raw, behind in zip(written, [*written[1:], "and"]):
        word = raw.strip("\"'`()[]{}<>,;!?").rstrip(".:")
        if word and "@" not in word and ("://" in word or looks_like_host(word.split("/")[0])):
            found["place", normalize(word)] = None
        elif before == "branch" and word[:1].isalnum() and not word.isdigit() and (not word.isalpha() or (
                word.lower() not in words.STOP and (behind.lower() in NEXT or not raw[-1:].isalnum()))):
            found["branch", word] = None        # not of "the branch is fine", "branch protection rules"
        before = word.lower()
    return [list(one) for one in found][:MOST]


def private(text: str, h: Callable[[str], str]) -> list[list[str]]:
    """[[what may be shown, hashes, "to" where money is to go there]] of the mailboxes and accounts that a prompt names.

    >>> [(shown, to) for shown, _, to in private("Pay 480 to NL91 ABNA 0417 1643 00, tell bo.lake@acme.example", str)]
    [('NL91...4300', 'to'), ('bo...@acme.example', '')]
    """
    said = "".join(text[:8000].split()).lower()
    return [[brief(value), " ".join(map(h, [value, *near(value)])), "to" if "@" not in value and said[:said.find(
        value.lower())].endswith(TOWARDS) else ""] for value in values(text[:8000])[:PRIVATE]]


def payer(name: str) -> bool:
    """Does an argument's name say that its account is the one that pays?

    >>> [payer(name) for name in ("from_account", "recipient", "sender", "iban")]
    [True, False, True, False]
    """
    return not PAYS.isdisjoint(name.lower().replace("_", " ").split())


def brief(value: str) -> str:
    """A value of which one sees that it is another, but not what it is."""
    name, at, host = value.partition("@")
    return f"{name[:2]}...@{host}" if at else f"{value[:4]}...{value[-4:]}"


def shown(value: str) -> str:
    """A mailbox or host as it is, so that two can be compared; of an account its beginning and its end.

    >>> shown("pay@acme.example"), shown("AT611904300234573201")
    ('pay@acme.example', 'AT61...3201')
    """
    return brief(value) if len(value) > 14 and value.isalnum() and value.upper() == value else value


def values(text: str) -> list[str]:
    """The mailboxes, in lower case, and the accounts, without blanks, of a text."""
    found: dict[str, None] = {}
    written = text.split()
    parts = [raw.strip("\"'`()[]{}<>,;!?=").rstrip(".:") for raw in written]
    for at, word in enumerate(parts):
        name, sign, host = word.rpartition("@")
        ends = next((i for i, c in enumerate(host) if not (c.isascii() and (c.isalnum() or c in ".-"))), len(host))
        host = host[:ends].rstrip(".-")
        if sign and name and "." in host and "://" not in word:
            found[f"{name}@{host}".lower()] = None
        if not (len(word) >= 4 and word[:2].isalpha() and word[:2].isupper() and word[2:4].isdigit()):
            continue
        whole = word
        for before, more in zip(written[at:], parts[at + 1:at + 10]):
            if len(whole) >= 34 or len(word) > 4 or len(more) > 4 or not more.isalnum() or more != more.upper() or (
                    not before[-1:].isalnum()):
                break           # groups of four stand behind each other, without a sign between them
            whole += more
        if 15 <= len(whole) <= 34 and whole.isalnum() and sum(c.isdigit() for c in whole) > 7:
            found[whole.upper()] = None
    return list(found)


def near(value: str) -> list[str]:
    """What two values have in common that differ by one letter or by letters that look alike: it with one left out."""
    plain = value
    for letters, look in _ALIKE[:4] if "@" in value else ():
        plain = plain.replace(letters, look)
    return list(dict.fromkeys([plain, *(plain[:i] + plain[i + 1:] for i in range(len(plain[:LONGEST])))]))


def differs(event: Event, call: Call, prompts: list[Stored], memory: Memory, own: Iterable[str]) -> tuple[str, str]:
    """(what the call names, what the person said that it resembles); ("", "") for none.  `own`: the project's own."""
    found = swapped(call, prompts, memory, own) if call.command else ("", "")
    texts = [text for name, text in said_in(event.input) if not payer(name)]
    return found if found[0] else altered(texts, prompts, memory)


def altered(texts: Iterable[str], prompts: Iterable[Stored], memory: Memory) -> tuple[str, str]:
    """(the mailbox or account that a call names, what may be shown of the person's own that it resembles); or ("", "").

    One that the account's own records hold is nobody's forgery.
    """
    h = memory.h
    known = [(str(shown), str(packed).split(" "), "to" in to) for row in prompts
             for shown, packed, *to in row.get("y") or ()]
    exact = {hashes[0] for _, hashes, _ in known}
    for value in values("\n".join(texts)) if known else ():
        marks = {h(one) for one in near(value)}
        # Who said to which account the money goes did not leave that to a mail.
        like = next((shown for shown, hashes, to in reversed(known) if not marks.isdisjoint(hashes[1:]) or (
            to and "@" not in value)), "")
        held = memory.holding(frozenset(map(h, words.entities(value)))) if like and h(value) not in exact else ()
        if not like or h(value) in exact or any(r.trust == OWN for r in held):
            continue
        return value, like
    return "", ""


def swapped(call: Call, prompts: Iterable[Stored], memory: Memory,
            own: Iterable[str] = ()) -> tuple[str, str]:
    """(where the call goes, what the person said instead); ("", "") for none.  `own`: the project's remotes."""
    h, mine = memory.h, tuple(map(normalize, own))
    named = [(str(kind), str(text)) for row in prompts for kind, text in row.get("g") or ()]
    places = [text for kind, text in named if kind == "place"]
    branches = [text for kind, text in named if kind == "branch"]
    gone = [normalize(e.destination) for e in call.effects if e.kind == SENDS or (
        e.program in WORKED_WITH and e.operation != "gh api")]
    for place in gone:
        host, _, path = place.partition("/")
        whose = path.partition("/")[0].lower() if host in SHARED else host_of(place)
        if place.startswith(("remote:", *mine)) or h(place) in memory.said or h(whose) in memory.said:
            continue
        like = next((one for one in reversed(places) if one not in gone and resembles(place, one)), "")
        if like:
            return place, like
    for branch in pushed(call) if branches else ():
        if branch in COMMON and h(branch) not in memory.said and branches[-1] != branch:
            return branch, branches[-1]
    return "", ""


def resembles(place: str, other: str) -> bool:
    """Do two places differ, and have a name in common or nearly so?

    >>> resembles("github.com/acrne/tools", "github.com/acme/tools"), resembles("api.acme.example", "acme.example")
    (True, False)
    >>> resembles("web1.acme-cdn.example/srv", "web1.acme.example"), resembles("docs.python.org", "acme.example")
    (True, False)
    """
    one, two = host_of(place), host_of(other)
    if not one or not two or place == other:
        return False
    if one in SHARED and one == two:
        mine, theirs = place.split("/")[1:3], other.split("/")[1:3]
        return len(mine) == len(theirs) == 2 and mine != theirs and (mine[1] == theirs[1])
    if registered(one) == registered(two) or one in SHARED or two in SHARED:
        return False
    first, second = one.split(".")[0], two.split(".")[0]
    label, label2 = registered(one).split(".")[0], registered(two).split(".")[0]
    same = first == second and one != registered(one) and two != registered(two) and first not in ("www", "api", "docs")
    return same or label == label2 or alike(label, label2)


def alike(one: str, other: str) -> bool:
    """Do two names look the same: by letters that do, or by one letter more, less or other?"""
    a, b = one.lower(), other.lower()
    for letters, look in _ALIKE:
        a, b = a.replace(letters, look), b.replace(letters, look)
    return one != other and (a == b)


def pushed(call: Call) -> list[str]:
    """The branches to which a command pushes, as far as it names them."""
    found = []
    for ran in call.ran:
        if ran.program == "git" and ran.words[:1] == ["push"]:
            said = [w for w in ran.words[1:] if not w.startswith("-")]
            found += [w.lstrip("+").rpartition(":")[2].removeprefix("refs/heads/") for w in said[1:]]
    return [branch for branch in found if branch and branch != "HEAD"]


LETTERS = "abcdefghijklmnopqrtuvwxyz"       # another at the end may be a plural


def one_off(name: str, memory: Memory) -> str:
    """The package's name as the person typed it, where this one lacks a letter within it; "" for none."""
    h, said = memory.h, memory.said
    for word in words.tokens(name.rpartition("/")[2].lower()):
        for at in range(1, len(word) + 1 if len(word) > 4 else 0):
            for one in (word[:at] + letter + word[at:] for letter in LETTERS):
                meant = name.lower().replace(word, one)
                # What the person typed is kept as its stem, too: "claude" is "claud".
                if h(one) in said and meant[-1] == name[-1] and (h(word) not in said or words.stem(one) == word):
                    return meant
    return ""
