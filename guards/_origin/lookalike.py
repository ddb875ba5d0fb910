"""A mailbox, account or host of foreign text that differs by little from one that the account's own records gave.

Law: what stands in a foreign text, and neither in the account's own records nor in the person's words, is asked about
where an own record holds its like.  Nothing more is kept for it: each spelling that differs by one letter, or by
letters that look alike, is looked up among the hashes that the records left.
A mailbox is its like, too, where the same name stands before the sign and the host has another ending or an added word;
and where its host is one that a prompt names, with a word added.
Cannot see: a host without a mailbox under another ending; an own account that is written in groups.
"""
from __future__ import annotations

from guards import SENDS
from guards._origin.evidence import FOREIGN, said_in
from guards._origin.swapped import WORKED_WITH, altered, payer, swapped, values
from guards._text import words
from guards._text.address import SHARED, host_of, is_local, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guards import Event, Kept
    from guards._call import Call
    from guards._origin.recalled import Memory

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LOOKS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("0", "o"), ("1", "l"), ("5", "s"))
SHORT = 5           # letters of a name below which one other letter is another name
# Where anybody can have a mailbox: there the name before the sign is what is forged, elsewhere the host is.
ANYBODYS = frozenset("""aol.com fastmail.com gmail.com gmx.at gmx.ch gmx.de gmx.net googlemail.com hotmail.com
    icloud.com live.com mail.com mail.ru me.com outlook.com proton.me protonmail.com t-online.de web.de yahoo.com
    yandex.ru ymail.com zoho.com""".split())
MOST = 8            # values of one call that are looked up


def edits(name: str, letters: str = LETTERS) -> dict[str, None]:
    """The spellings that differ from a name by one letter: less, more, another, or two that changed places.

    >>> sorted(edits("ab", "c"))
    ['a', 'abc', 'ac', 'acb', 'b', 'ba', 'cab', 'cb']
    """
    found: dict[str, None] = {}
    for at in range(len(name) + 1):
        head, tail = name[:at], name[at:]
        found.update(dict.fromkeys(f"{head}{c}{tail}" for c in letters))
        if tail:
            found[head + tail[1:]] = None
            found.update(dict.fromkeys(f"{head}{c}{tail[1:]}" for c in letters))
        if len(tail) > 1:
            found[head + tail[1] + tail[0] + tail[2:]] = None
    found.pop(name, None)
    return found


def seeming(name: str) -> dict[str, None]:
    """The spellings of a name in which letters stand for others that look like them, once or wherever they can."""
    found: dict[str, None] = {}
    for pair in LOOKS:
        for letters, look in (pair, pair[::-1]):
            at = name.find(letters)
            while at >= 0:
                found[name[:at] + look + name[at + len(letters):]] = None
                at = name.find(letters, at + 1)
            found[name.replace(letters, look)] = None
    found.pop(name, None)
    return found


def near_name(name: str) -> dict[str, None]:
    """The names that one takes for this one."""
    found = seeming(name)
    if len(name) >= SHORT:
        found.update((one, None) for one in edits(name) if len(one) >= SHORT)
    return found


def near_host(host: str) -> dict[str, None]:
    """The hosts of another owner whose name one takes for this one's, under the same ending."""
    owner = registered(host)
    label, dot, ending = owner.partition(".")
    if not dot or host in SHARED or owner in ANYBODYS or not host.endswith(owner):
        return {}
    before = host[:len(host) - len(owner)]
    return dict.fromkeys(f"{before}{one}.{ending}" for one in [*near_name(label), *(
        [label.replace("-", "")] if "-" in label else [])] if one.strip("-") == one)


def near_account(value: str) -> dict[str, None]:
    """The accounts of one bank's spelling that differ by a digit, with their own check digits or with the same."""
    found: dict[str, None] = {}
    for at in range(4, len(value)):
        for c in "0123456789" if value[at].isdigit() else "":
            other = value[:4] + value[4:at] + c + value[at + 1:]
            found[other] = found[f"{other[:2]}{check_digits(other)}{other[4:]}"] = None
        if value[at:at + 2].isdigit() and at + 1 < len(value):
            other = value[:at] + value[at + 1] + value[at] + value[at + 2:]
            found[other] = found[f"{other[:2]}{check_digits(other)}{other[4:]}"] = None
    for at in (2, 3):
        found.update(dict.fromkeys(value[:at] + c + value[at + 1:] for c in "0123456789"))
    found.pop(value, None)
    return found


def check_digits(account: str) -> str:
    """The two digits that an IBAN of this country and number has.

    >>> check_digits("NL00ABNA0417164300"), check_digits("DE00370400440532013000")
    ('91', '89')
    """
    digits = "".join(str(int(c, 36)) for c in f"{account[4:]}{account[:2]}00")
    return f"{98 - int(digits) % 97:02d}"


# Endings under which one name is registered for another's.
ENDINGS = """app at be biz ca cc ch cloud cn co co.uk com com.au com.br cz de dev dk es eu fi fr gmbh group hu ie in
    info inc io it jp llc ltd me net nl no online org pl pt ro se shop site tech uk us""".split()
# What is added to a name so that it seems to be a branch of it.
ADDED = """accounting accounts ap app billing corp finance global group hq inc info invoice invoices intl legal mail
    online pay payment payments payroll portal secure service services support team""".split()


def near_mailbox(name: str, host: str) -> dict[str, None]:
    """The same person's mailbox at a host whose name is this one's under another ending, or without what was added.

    >>> [one in near_mailbox("pay", "acme-pay.co") for one in ("pay@acme.co", "pay@acme-pay.com", "bo@acme.co")]
    [True, True, False]
    """
    label, dot, ending = registered(host).partition(".")
    if not dot:
        return {}
    names = {label.removesuffix(word).rstrip("-") for word in ADDED} | {
        label.removeprefix(word).lstrip("-") for word in ADDED} | {label.rpartition("-")[0], label.partition("-")[2]}
    found = {f"{name}@{one}.{ending}": None for one in sorted(names) if len(one) > 2 and one != label}
    found.update((f"{name}@{label}.{one}", None) for one in ENDINGS if one != ending)
    return found


def near_value(value: str) -> dict[str, None]:
    """What is near a mailbox, an account or a host, as records write it."""
    name, sign, host = value.rpartition("@")
    if not sign:
        return near_host(value) if "." in value else {one.lower(): None for one in near_account(value)}
    if registered(host) in ANYBODYS:
        return {f"{one}@{host}": None for one in near_name(name) if len(one) > SHORT}
    return {**near_host(host), **near_mailbox(name, host)}


def differs(event: Event, call: Call, prompts: list[Kept], memory: Memory, h: Callable[[str], str],
            own: list[str]) -> tuple[str, str, str]:
    """(what the call names, what it resembles, in whose words that stood); ("", "", "") for none."""
    goes, meant = swapped(call, prompts, memory, h, own) if prompts and call.command else ("", "")
    texts = [] if goes else [text for name, text in said_in(event.input) if not payer(name)]
    if not goes and prompts:
        goes, meant = altered(texts, prompts, memory, h)
    if not goes and prompts:
        goes, meant = next(((one, meant) for one in dict.fromkeys(values("\n".join(texts))) if "@" in one
                            for meant in [posed(one, memory, h)] if meant), ("", ""))
    if goes:
        return goes, meant, "you said"
    goes, meant = lookalike(call, texts, memory, h)
    goes, meant = (goes, meant) if goes else other_account(event, memory, h)
    return (goes, meant, "your records have") if goes else ("", "", "")


def lookalike(call: Call, texts: Iterable[str], memory: Memory, h: Callable[[str], str]) -> tuple[str, str]:
    """(what a call names, the like of it that the account's own records hold); or ("", "")."""
    named = dict.fromkeys(values("\n".join(texts)))
    named.update(dict.fromkeys(host_of(normalize(e.destination)) for e in call.effects if e.destination and (
        e.kind == SENDS or e.program in WORKED_WITH)))
    for value in [one for one in named if one and not is_local(one)][:MOST]:
        mark = h(value.lower())
        if mark in memory.said or not foreign_only(memory, mark):
            continue
        marks = {h(one): one for one in near_value(value)}
        if not marks or ("@" in value and h(value.rpartition("@")[2]) in memory.said):
            continue
        held = memory.holders(*([one] for one in marks))
        every = frozenset(marks)
        for record in held:
            like = every & record.data if record.trust != FOREIGN else frozenset[str]()
            if like:
                return value, min(marks[one] for one in like)
    return "", ""


def posed(value: str, memory: Memory, h: Callable[[str], str]) -> str:
    """The host of the person's own words as a branch of which a mailbox's host poses: `acme.example` for
    bo@acme-billing.test; "" for none."""
    host = value.rpartition("@")[2]
    label, dot, own = registered(host).partition(".")
    if not dot or h(host) in memory.said or registered(host) in ANYBODYS or not foreign_only(memory, h(value.lower())):
        return ""
    names = {label.rpartition("-")[0], *(label.removesuffix(word).rstrip("-") for word in ADDED if label != word)}
    return next((place for name in sorted(names - {label}) if len(name) >= SHORT for ending in (own, *ENDINGS)
                 for place in [f"{name}.{ending}"] if h(place) in memory.said and place not in ANYBODYS), "")


# Arguments that say to whom money goes.
PAYEES = frozenset("beneficiary creditor name payee receiver recipient supplier to vendor".split())


def other_account(event: Event, memory: Memory, h: Callable[[str], str]) -> tuple[str, str]:
    """(the account that a call pays to, of whom the server's own records have another); or ("", "")."""
    parts = event.tool.split("__")
    if len(parts) < 3 or parts[0] != "mcp":
        return "", ""
    given = [(name, text) for name, text in said_in(event.input) if not payer(name)]
    accounts = [one for one in values("\n".join(text for _, text in given)) if "@" not in one]
    for account in accounts[:MOST]:
        mark = h(account.lower())
        if mark in memory.said or not foreign_only(memory, mark) or any(
                one.server == parts[1] and mark in one.data | one.prose for one in memory.holders([mark])):
            continue
        for name, text in given:
            said = [w for w in words.tokens(text) if w.isalpha()]
            if PAYEES.isdisjoint(name.lower().split("_")) or not 0 < len(said) < 7:
                continue
            marks = frozenset(h(words.stem(w)) for w in said)
            if any(r.server == parts[1] and marks <= r.data | r.prose | r.titles for r in memory.holders(marks)):
                return account, f"another account of {text[:30]}"
    return "", ""


def foreign_only(memory: Memory, mark: str) -> bool:
    """Does a value stand in what third parties write, and in nothing else?"""
    trusts = {one.trust for one in memory.holders([mark]) if mark in one.data or mark in one.prose}
    trusts.update(one.trust for one in memory.asking([mark]) if mark in one.every())
    return trusts == {FOREIGN}
