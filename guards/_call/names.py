"""Tools recognised by the verbs and nouns of their names, as a careful person would tag them.

A name is split at `_`, `-`, `.` and case changes; the server's name counts as a noun.  Tables, not phrases: a verb
says what is done, a noun says to what, an argument's name says where to.
Limitations: what a tool does behind a name that says something else.
"""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS
from guards._call.tags import BUILT_IN, HANDS_ON, Tags, leaves_machine, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event
    from guards._types import CallKind

READ_VERBS = frozenset("""analyze browse calculate check compare count describe diff discover download explain export
    extract fetch find get inspect list load lookup peek preview query read recall retrieve scan search show status
    summarize view watch""".split())
SEND_VERBS = frozenset("""announce broadcast comment deliver dm donate email fax fill forward input invite mail message
    notify pay post publish push remit reply respond send share sms submit text transfer tweet upload wire""".split())
CHANGE_VERBS = frozenset("""accept activate approve archive assign authorize ban block book buy cancel charge checkout
    clear close deactivate delete demote deploy destroy disable drop enable exchange grant kick leave merge
    modify order promote purchase purge refund release remove rent reschedule reserve reset return revoke rotate sell
    sign star subscribe suspend terminate trade trash unstar unsubscribe update withdraw""".split())
MAKE_VERBS = frozenset("""add append assign create draft edit insert issue make new open put register save schedule set
    start upsert write""".split())
FETCH_VERBS = frozenset("""browse click crawl download extract fetch follow get goto navigate open read request retrieve
    scrape view visit""".split())

WEB = frozenset("browser http link page site url urls web webpage webpages website".split())
MONEY = frozenset("""bank crypto fund funds invoice money payment payments payout stock subscription transaction
    transactions transfer wire""".split())
MEETING = frozenset("appointment calendar event invite meeting".split())
ACCESS = frozenset("""access account acl address collaborator collaborators credential credentials email info
    information key keys member membership org organization passenger passengers password permission permissions phone
    policy profile repo repository role secret ssh token user users webhook""".split())
PEOPLE = frozenset("""attendee attendees collaborator collaborators guest guests invitee invitees participant
    participants recipient recipients""".split())
# Written where others read it.
PUBLIC = frozenset("""comment comments discussion gist issue issues mr note pr pull release review thread ticket tweet
    wiki""".split())
FORGES = frozenset("bitbucket forgejo git gitea github gitlab jira linear sentry".split())
ORDERS = frozenset("""baggage baggages booking cart delivery flight flights hotel item items order orders rental
    reservation reservations restaurant ticket tickets trip""".split())
# Undone at will, nobody's loss.
SCRATCH = frozenset("""dir directory draft drafts entities entity file files folder graph label labels memory node
    nodes note notes observation observations relation relations task tasks todo todos""".split())

# What only the owner's own account can read.
PRIVATE = frozenset("""account accounts address balance calendar cart channel channels chat contact contacts
    conversation conversations crm customer customers database db directory dm dms doc docs document documents drive
    email emails employee employees event events file files finance gmail history hr iban imap inbox invoice invoices
    keys mail mailbox medical meeting message messages note notes notion order orders outlook patient payroll profile
    record records reservation salary secret secrets sharepoint slack sql statement teams transaction transactions
    transcript user users vault voicemail workspace""".split())
# Of these the account's owner alone writes.
OWN = frozenset("""account address balance cart contact contacts draft drafts entities graph iban invoice keys memory
    nodes order orders password profile reservation sent time user users weather""".split())
# Public by nature: shops, travel, the web, code search.
COMMERCE = frozenset("""airport airports car cars cuisine dietary discount discounts flight flights hotel hotels menu
    price prices product products rating ratings rental restaurant restaurants review reviews types""".split())
# Verbs that are as often nouns: another verb in the name goes first.
NOUNISH = frozenset("""account charge comment email export file input issue mail message new note order release return
    review sign star status text""".split())
# Others write into these.
SHARED = frozenset("""channel channels comment comments email emails event events file files inbox issue issues mail
    message messages page received repo repository ticket tickets transaction transactions unread webpage""".split())
HARMLESS = frozenset("""calculate convert current echo format help login logout ping sleep validate verify
    wait""".split())
# Servers whose every answer is private, or a page that anybody wrote.
PRIVATE_PLACES = frozenset("""bank banking bigquery confluence crm drive email gdrive gmail hr hubspot mail mongodb
    mysql notion outlook payroll postgres postgresql salesforce sharepoint slack snowflake sql sqlite supabase teams
    vault zendesk""".split())
BROWSERS = frozenset("browser chrome devtools playwright puppeteer selenium".split())
LOOKED_UP = frozenset("api docs documentation libraries library package packages schema".split())

DESTINATIONS = frozenset("""address addresses attendee attendees bcc cc channel channels chat collaborator
    collaborators company destination domain email emails endpoint guest guests host hotel iban invitee invitees link
    member members mobile number organizer owner participant participants payee phone receiver recipient recipients
    remote repo repository restaurant room server target to uri url urls user username users webhook""".split())
# The account of the one who asks, not of someone he sends to.
NOT_DESTINATIONS = frozenset("account_id email_id id message_id phone_number_id user_id user_info".split())


def recognise(tool: str, arguments: Mapping[str, object]) -> Tags:
    """The tags that the name and the arguments' names speak for."""
    server, short = "", tool
    if tool.startswith("mcp__"):
        parts = tool.split("__", 2)
        server, short = (parts[1], parts[2]) if len(parts) == 3 else ("", parts[-1])
    words = words_of(short)
    if words[:1] == ["api"] and len(words) > 2 and words[1] in ("get", "post", "patch") and words[2] in READ_VERBS:
        words = words[2:]       # named after the HTTP method
    if not words:
        return Tags()
    said = frozenset(words)
    verb = _verb(words)
    place = said.union(words_of(server))
    kind = _kind(verb, said, place, arguments)
    reads = _reads(verb, said)
    found = Tags(kind, destination=destinations(arguments) if kind else ())
    found.untrusted_source = any((
        kind == FETCHES, reads and _foreign(words, said, place), not place.isdisjoint(BROWSERS),
        kind == SENDS and not said.isdisjoint(WEB),
        not place.isdisjoint(FORGES) and not said.isdisjoint(("clone", "pull", "push")) and "request" not in said))
    found.internal_source = kind == "" and reads and _private(said, place)
    found.dispatcher = words[0] == "dispatch" and kind != SENDS
    if found.dispatcher:
        found.resume = next((a for a in arguments if "resume" in a), "")
    return found


def reads(tool: str) -> bool:
    """Does a tool's name say that it only looks something up?"""
    return _verb(words_of(tool.rpartition("__")[2]) or [""]) in READ_VERBS


def destinations(arguments: Mapping[str, object]) -> tuple[str, ...]:
    """The arguments whose names say where something goes, if they hold anything."""
    return tuple(a for a, value in arguments.items() if value and a not in NOT_DESTINATIONS
                 and not DESTINATIONS.isdisjoint(words_of(a)))


# Done here, to what is here.
MOVES = frozenset("apply call commit convert copy execute invoke manage move rename render run".split())
VERBS = READ_VERBS | SEND_VERBS | CHANGE_VERBS | MAKE_VERBS | FETCH_VERBS | HARMLESS | MOVES


def _verb(words: list[str]) -> str:
    """The word that says what is done: the first verb, one that is no noun if there is one.

    >>> _verb(["git", "add", "ssh", "key"]), _verb(["email", "search"]), _verb(["return", "order"])
    ('add', 'search', 'return')
    """
    verbs = [w for w in words if w in VERBS]
    return next((w for w in verbs if w not in NOUNISH), verbs[0] if verbs else words[0])


def _reads(verb: str, said: frozenset[str]) -> bool:
    if verb in READ_VERBS:
        return True
    if verb in VERBS or not said.isdisjoint(HARMLESS):
        return False
    return not said.isdisjoint(PRIVATE)


def _foreign(words: list[str], said: frozenset[str], place: frozenset[str]) -> bool:
    """Can a third party write what such a call returns?  Yes, unless it is the owner's own data."""
    if not said.isdisjoint(COMMERCE):
        return True
    if not said.isdisjoint(HARMLESS):
        return False
    if said <= LOOKED_UP | READ_VERBS:
        return not place.isdisjoint(PRIVATE_PLACES)
    noun = next((w for w in words if w in OWN or w in SHARED), "")
    return noun not in OWN


def _private(said: frozenset[str], place: frozenset[str]) -> bool:
    web = WEB - {"page", "site"} if not place.isdisjoint(PRIVATE_PLACES) else WEB     # a workspace has pages, too
    if not said.isdisjoint(web):
        return False
    if not said.isdisjoint(COMMERCE):
        return False
    nouns = said - {"types"}
    if not nouns.isdisjoint(PRIVATE):
        return not (nouns <= READ_VERBS | {"repository", "documentation", "docs", "library"})
    return not place.isdisjoint(PRIVATE_PLACES)


def _kind(verb: str, said: frozenset[str], place: frozenset[str], arguments: Mapping[str, object]) -> CallKind:
    """The kind by the first rule that fits, "" for none."""
    if verb in HARMLESS:
        return ""
    address = any(words_of(a)[-1:] in (["url"], ["uri"], ["urls"], ["link"]) for a in arguments)
    if verb == "download" and not address and not said.isdisjoint(("file", "attachment")):
        return CHANGES
    if verb in FETCH_VERBS and (address or not said.isdisjoint(WEB - {"link", "page", "site"})):
        return FETCHES
    if verb in ("search", "find") and "web" in place:
        return FETCHES
    if verb in READ_VERBS and not (verb == "check" and "out" in said):
        return ""
    for rule in (_sends, _changes):
        kind = rule(verb, said, place, arguments)
        if kind:
            return kind
    return ""


def _sends(verb: str, said: frozenset[str], place: frozenset[str], arguments: Mapping[str, object]) -> CallKind:
    people = {w for a, value in arguments.items() if value for w in words_of(a)}
    if verb == "transfer" and "human" in said:
        return CHANGES
    if verb in SEND_VERBS:
        return SENDS
    if verb in MAKE_VERBS or verb in ("update", "modify"):
        if said & MEETING and not said & PEOPLE:
            return SENDS if people & PEOPLE else ""
        if said & PEOPLE or (said & MONEY and verb != "set" and not said & ORDERS):
            return SENDS
        if said & PUBLIC and (place & FORGES or not said & {"note", "review"}):
            return SENDS
    if not said.isdisjoint(SEND_VERBS - {"text", "input", "order", "mail", "email", "message", "comment"}):
        return SENDS
    return ""


def _changes(verb: str, said: frozenset[str], place: frozenset[str], arguments: Mapping[str, object]) -> CallKind:
    if "cart" in said:
        return CHANGES if said & {"add", "checkout", "buy", "order"} else ""
    if verb == "draft":
        return ""
    if verb in MAKE_VERBS:
        made = (ACCESS - {"info", "information"}) | {"refund", "subscription"} | (
            frozenset() if verb == "create" else ORDERS)
        return CHANGES if said & made else ""
    changed = verb in CHANGE_VERBS or any(w in CHANGE_VERBS for w in said)
    if not changed:
        return ""
    if verb in ("update", "modify", "archive", "assign", "close", "enable", "start") and not said & (ACCESS | ORDERS):
        return ""
    scratch = said & SCRATCH
    if scratch and not said & ACCESS:
        gone = verb in ("delete", "destroy", "purge") and scratch & {"file", "files", "node", "folder"}
        return CHANGES if gone else ""
    return CHANGES


def lent(tool: str) -> bool:
    """Is a tool's service one that anybody may ask, and that keeps no records of the person's own?

    >>> [lent(t) for t in ("mcp__perplexity__ask", "WebSearch", "mcp__notion__create_page", "mcp__git__log", "Read")]
    [True, True, False, False, False]
    """
    if tool in BUILT_IN or tool in HANDS_ON:
        return tool in BUILT_IN
    return leaves_machine(tool) and PRIVATE_PLACES.isdisjoint(words_of(tool))


# --- kinds of act of consequence (guards/_call/consequences.py), by the words of names

AWAY, LETS, PAYS, SETS, TELLS, DOES = "away", "lets", "pays", "sets", "makes", "does"
WORDS = {
    AWAY: """archive ban block cancel cancelled canceled close closed deactivate decline delete deleted demote deny
        disarm off deregister destroy disable disabled disconnect discard dismiss drain drop empty erase evict expire
        expunge flushall
        flushdb hide kick leave lock mute pause purge quarantine reject remove resolve resolved revoke silence snooze
        spam stop suspend
        suspended terminate trash unassign unlink unpublish unshare unsubscribe void wipe withdraw yank rm del""",
    LETS: """accept accepted allow anyone approve approved authorize confirm enable everyone expose grant merge permit
        promote public publish release share sign unblock unlock unmute""",
    PAYS: "charge donate paid pay payout purchase refund refunded reimburse remit settle settled wire",
    SETS: "reset rollback rotate scale"}
GROUP = {word: group for group, row in WORDS.items() for word in row.split()}
# What a program changes for good, or for all that runs here: nothing that one does to find something out.
LASTS = frozenset("""
    apply deploy disable edit enable mask migrate patch push reload restart rollout scale uninstall unmask""".split())
# Verbs that leave it to a noun or a value what becomes of a thing.
LIGHT = frozenset("""call change edit give make mark move patch put respond review rsvp set switch toggle transition
    turn update""".split())
# What changes something at a service, whatever: asked about as TELLS is.
DOING = CHANGE_VERBS | MAKE_VERBS - {"open", "start"} | {"add", "alter", "turn", "trigger", "modify"}
# Where the verb stands of a tool that does several things.
SAYS = ("action", "operation", "op", "method", "side")
# What reaches others: asked about only where the person wants nothing but to be told something.
REACHES = frozenset("email forward invite post publish reply send submit tweet".split())
# By which money is sent, beside what says that it is money.
SENT = frozenset("create disburse issue make order send submit topup transfer wire".split())
LOOKS_UP = READ_VERBS | HARMLESS
# Undone at will, or of this session only; the client's own shells.
OWN_THINGS = frozenset(f"{word}{many}" for many in ("", "s") for word in """bash cache comment conversation draft filter
    label library memory note powershell reaction shell tab terminal thread todo""".split())
# Behind a verb that looks these make an act of it: `get_or_create`; a noun does not: `get_review_comments`.
CHANGING = (GROUP.keys() | DOING | REACHES | SENT | {"and", "replace"}) - NOUNISH
# Words of a tool's name that say that it does something.
ACTING = (GROUP.keys() | LIGHT | DOING | REACHES | SENT | SEND_VERBS) - OWN_THINGS


def said_by(event: Event) -> list[str]:
    """The words of a tool's name, the verb that an argument says first."""
    return words_of(spoken(event.short, event.input))


def spoken(short: str, arguments: Mapping[str, object]) -> str:
    """A tool's name behind the verb that an argument says, where it says none itself, or that its last word is the noun
    of; of `find_and_delete` the second verb first.  No argument too many turns a tool into another one.

    >>> [spoken("orders", one) for one in ({"action": "cancel"}, {"op": "list"}, {"method": "check"}, {"side": "left"})]
    ['cancel_orders', 'list_orders', 'orders', 'orders']
    >>> spoken("delete_user", {"action": "list"}), spoken("findAndBuy", {})
    ('delete_user', 'buy_find_and_buy')
    >>> spoken("DataWiping", {}), spoken("list_shipping", {})
    ('wipe_DataWiping', 'list_shipping')
    """
    words = words_of(short)
    if "and" in words[1:-1]:
        words = [*words[words.index("and") + 1:], *words]
        short = "_".join(words)
    moves = MOVES - {"manage"}
    for name in SAYS if ACTING.isdisjoint(words) else ():
        given = arguments.get(name)
        said = words_of(given) if isinstance(given, str) and len(given) < 40 and " " not in given else []
        looks = said[:1] and said[0] in LOOKS_UP and CHANGING.isdisjoint(said) and (name != "method" or len(said) > 1)
        verb = said[0] if looks and moves.isdisjoint(said + words) else next(
            (word for word in said if word in ACTING), "")
        if verb:
            return f"{verb}_{short}"
    verb = verb_of(words[-1]) if words and VERBS.isdisjoint(words) and ACTING.isdisjoint(words) else ""
    return f"{verb}_{short}" if verb else short


def verb_of(noun: str) -> str:
    """The verb of consequence of which a word is the noun; "" for none.

    >>> [verb_of(noun) for noun in ("wiping", "deletion", "banning", "rotation", "meeting", "version")]
    ['wipe', 'delete', 'ban', 'rotate', '', '']
    """
    base = noun[:-3] if noun.endswith(("ing", "ion")) else ""
    return next((word for word in (base, base + "e", base[:-1]) if word in GROUP), "")
