"""A mailbox or account that the person gave and another that only resembles it: the call goes elsewhere than he said.

Law: such a call is asked about, and both are shown; so is one that pays to another account than he said.  Only hashes
are kept, of the value and of it with each letter left out, and what may be shown of it.
Limitations: a value given in other words; one that resembles nothing the person said.
"""
from __future__ import annotations

from guards._evidence.evidence import OWN
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guards._evidence.recalled import Memory
    from guards._types import Stored

PAYS = frozenset("debit debtor from payer sender source".split())
TOWARDS = tuple("to toiban account an auf iban konto nach vers compte cuenta conto naar".split())
PRIVATE = 8         # mailboxes and accounts of one prompt
LONGEST = 48        # characters of one that are compared
ALIKE = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"))


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
    for letters, look in ALIKE if "@" in value else ():
        plain = plain.replace(letters, look)
    return list(dict.fromkeys([plain, *(plain[:i] + plain[i + 1:] for i in range(len(plain[:LONGEST])))]))


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
