"""Acts of consequence that may name no place: what a call takes away, lets happen, pays or sets anew at a service.

Told by the words of a tool's name, of a short value that says a state ("closed", "public"), by the verbs of a command
line, or by an order to a database; what is done to this machine alone others weigh (guards/loss), but of what goes that
only the run can tell.
Law: such an act is no harm by itself; whether anybody wished for it others say (guards/_origin/unasked.py).
Limitations: an act whose tool says nothing of it; what a script does whose text is not at hand.
"""
from __future__ import annotations

from guards._call.entrusted import Act
from guards._call.grants import posts
from guards._call.names import (
    AWAY,
    DOES,
    DOING,
    GROUP,
    HARMLESS,
    LASTS,
    LETS,
    LIGHT,
    MAKE_VERBS,
    OWN_THINGS,
    PAYS,
    REACHES,
    READ_VERBS,
    SENT,
    SETS,
    TELLS,
    said_by,
)
from guards._call.tags import LOCAL_SERVERS, TERMINALS, own_plan, words_of
from guards._text.plain import leaves
from guards._text.sql import changing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guards import Event
    from guards._call import Call
    from guards._shell.reading import Ran

# Others read it at once, whatever it hangs on.
REMARKS = frozenset("comment comments reply".split())
# Arguments that say what is decided of a thing.
# What such a verb sets for good: access, plans, and where money or messages go.
STANDING = frozenset("""
    2fa access account address autopay bank billing dns domain email forwarding iban mfa nameserver nameservers owner
    ownership password payee
    permission permissions phone plan policy recipient redirect role roles routing rule security subscription
    supplier tier url vendor vpa webhook
    """.split())
MONEY = frozenset("""
    amount bank boleto crypto eur fund funds giro money payment payout pix sepa sum upi usd wallet
    """.split())
NAMES = ("name", "title", "text")     # how an argument ends whose value says no state: nodeName
ON = frozenset("active enable enabled enforce enforced protected required verify".split())
# Programs whose objects lie on this machine.
HERE = frozenset("""
    adb apk apt apt-get asdf brew bundle choco composer conda defaults dnf docker docker-compose flatpak kill
    killall kind launchctl minikube nvm ollama osascript pacman pkill pm2 podman rm rustup scoop screen
    service snap sqlite3 sudo supervisorctl systemctl tmux vagrant winget xcodebuild xcrun yum
    """.split())
METHODS = ("-X", "--method", "--request")
WRITES = ("DELETE", "PATCH", "POST", "PUT")
# By which an order to a database begins that changes rows, tables or rights.
ORDERS = {**dict.fromkeys(("update", "insert", "replace", "merge", "alter"), DOES), "grant": LETS,
          **dict.fromkeys(("delete", "truncate", "drop", "revoke"), AWAY)}
WRAPPERS, INSTALLED = ("gradlew", "mvnw"), ("node_modules/", "vendor/")     # no scripts of the project's own
MOST, MOST_TEXT = 12, 4000


ALSO = tuple("owner deprecate PUT upload api".split())


def worth_reading(event: Event, command: str) -> bool:
    """May a call be such an act?  A glance at its words."""
    if not command:
        return bool(event.server) and (not READ_VERBS.issuperset(said_by(event)[:1]) or bool(_order(event)[0]))
    for mark in "|&;()`\"'=/_-.":
        command = command.replace(mark, " ")
    return any(word.lower() in GROUP or word in LASTS or word in ALSO or word.lower() in ORDERS
               for word in command[:4000].split())


def done(event: Event, call: Call) -> list[Act]:
    """The acts of a call that may be one."""
    return consequences(event, call) if call.texts or worth_reading(event, call.command) else []


def consequences(event: Event, call: Call) -> list[Act]:
    """The acts of a call, each once."""
    if call.command:
        # Where only the run can tell what goes, nobody can look at what is lost (guards/loss).
        built = [Act(AWAY, f"{one.program} deletes", ["what it finds"]) for one in call.touches
                 if one.how == "removes" and "$(" in one.path]
        return [*built[:1], *filter(None, map(of_command, call.ran))][:MOST]
    if not event.server or own_plan(event) or not LOCAL_SERVERS.isdisjoint(words_of(event.server)):
        return []
    words = said_by(event)
    verb, order = _order(event)
    if verb:
        return [Act(_of_order(verb, order), f"{event.server} {verb}"[:60], _literals(order), False)]
    given = [(name, str(one)) for name, one in leaves(event.input, depth=4, items=20)
             if isinstance(one, (str, int)) and not isinstance(one, bool) and 0 < len(str(one)) <= 200]
    names = {part for name in event.input for part in words_of(str(name))}
    if event.short in TERMINALS and not any(c.isalpha() for _, text in given for c in text):
        return []           # it says nothing: a look at a terminal that still runs
    group = _of_name(words, given, names | {*words_of(event.server)}, _switched(event.input))
    if group == TELLS and not REMARKS.isdisjoint(words):
        given = [(name, str(one)[:MOST_TEXT]) for name, one in leaves(event.input, depth=4, items=20)]
    return [Act(group, " ".join(words)[:60], [text for _, text in given], False)] if group else []


def _of_order(verb: str, order: str) -> str:
    """The kind of an order to a database: who may do what is set, a column is only made."""
    low = order.lower()
    power = low.split()[1:2] and (low.split()[1] in ("user", "role", "system", "policy") or "level security" in low)
    return SETS if verb == "alter" and power else ORDERS[verb]


def _order(event: Event) -> tuple[str, str]:
    """What a database's tool does its order says, not its name: (verb, text), ("", "") for none."""
    return changing(words_of(event.short), event.input)


def _switched(given: Mapping[str, object]) -> str:
    """The group of an argument that is only true or false: what is switched on, or what is switched off.

    >>> _switched({"isPublic": True}), _switched({"mfa_enabled": False}), _switched({"archived": False, "n": 1})
    ('lets', 'away', '')
    """
    for name, value in given.items():
        words = words_of(str(name)) if isinstance(value, bool) else []
        told = next((GROUP[word] for word in words if word in GROUP), "")
        if told and value:
            return told
        if value is False and not ON.isdisjoint(words):
            return AWAY
    return ""


def _of_name(words: list[str], given: list[tuple[str, str]], names: Iterable[str] = (), switched: str = "") -> str:
    """The group by the first word that tells; by a state among the values, or by the words of the arguments and of the
    server, where the verb leaves it open.

    >>> _of_name(["delete", "email"], []), _of_name(["list", "closed", "issues"], []), _of_name(["mark", "paid"], [])
    ('away', '', 'pays')
    >>> _of_name(["send", "money"], []), _of_name(["update", "supplier"], []), _of_name(["update", "issue"], [])
    ('pays', 'sets', 'does')
    >>> _of_name(["stop", "bash"], []), _of_name(["stop", "server"], [])
    ('', 'away')
    >>> _of_name(["update", "board"], [("visibility", "public")]), _of_name(["add", "label"], [("name", "closed")])
    ('lets', '')
    >>> _of_name(["update", "workflow"], [("nodeName", "ON_RESET")]), _of_name(["tabs", "close"], [])
    ('does', '')
    """
    if not words or words[0] in READ_VERBS or words[0] in HARMLESS:
        return ""
    if not REMARKS.isdisjoint(words) and words[0] in MAKE_VERBS | REACHES | REMARKS:
        return TELLS
    if not OWN_THINGS.isdisjoint(words) and "forward" not in names:
        return ""
    told, about = next((GROUP[word] for word in words if word in GROUP), ""), {*words, *names}
    if told:
        return told
    if not SENT.isdisjoint(words) and not MONEY.isdisjoint(about):
        return PAYS
    if LIGHT.isdisjoint(words):
        return TELLS if not REACHES.isdisjoint(words) else "" if DOING.isdisjoint(words) else DOES
    state = next((GROUP[part] for name, text in given if not name.lower().endswith(NAMES)
                  for part in text.lower().split("_") if part in GROUP), "")
    return switched or state or (DOES if STANDING.isdisjoint(about - {"id"}) else SETS)


def of_command(ran: Ran) -> Act | None:
    """What a simple command of a service's client does; the verb stands among its first words or is a method."""
    from guards._call.acts import DRY
    from guards._call.looking import LOOKS
    from guards._shell.literals import literals

    program, (said, given, rest) = ran.program, ran.parts
    plain = [*said, *filter(None, rest)]
    words, low = [*plain, *(value for _, value in given if value)], [word.lower() for word in plain]
    if program == "git":
        return None         # what a push takes away the guard of losses weighs
    dry = not DRY.isdisjoint(ran.words)
    done = next(((kind, what) for kind, _, what, _ in ran.does if kind in (AWAY, LETS)), None)
    if done and not dry:
        return Act(*done, words[1:])
    if dry or not LOOKS.isdisjoint([*low[:2], program.lower().partition("-")[0] * ("-" in program)]):
        return None
    verb, order = changing((), {"sql": [*words, ran.given.text, *literals(ran.given.text)]})
    if verb:
        return Act(_of_order(verb, order), f"{program} {verb}", _literals(order))
    if _stays(program):
        lasts = next((word for word in low[:3] if not LASTS.isdisjoint(words_of(word))), "")
        return Act(DOES, f"{program} {lasts}", words) if lasts else None
    if "/" in ran.whole and ran.whole[0] not in "/~" and program not in WRAPPERS and not any(
            part in ran.whole for part in INSTALLED):
        return None         # what a script of the project does, its text says
    return _of_verb(ran, low, words, next((value.upper() for name, value in given if value and name in METHODS), ""))


def _stays(program: str) -> bool:
    """Are the objects of a program on this machine?  What no table knows is taken for one of the project's."""
    from guards._call.prefilter import QUIET
    from guards._shell.programs import ROOMS

    return program != "curl" and (ROOMS.get(program) not in ("services", "network") or program in HERE | QUIET)


def _of_verb(ran: Ran, low: list[str], words: list[str], method: str) -> Act | None:
    """What the method by which it calls an interface, the first words, or an option, say that a client does."""
    method = method or ("POST" if posts(ran.words) else "")
    if method == "DELETE" or (method in WRITES and ran.program != "curl"):
        return Act(AWAY if method == "DELETE" else DOES, f"{ran.program} {' '.join(low[:1])} {method}", words)
    if ran.program == "curl":
        return None
    what = " ".join([ran.program, *low[:2]])[:60]
    if "sync" in low[:3] or "mirror" in low[:3]:        # what it takes away is what it no longer puts there
        return Act(TELLS, what, words[1:])
    # How a thing is that is made anew is no act beside the making.
    flags = [word.lstrip("-") for word in ran.words if word.startswith("--")] if "create" not in low[:3] else []
    said = [word for word in [*low[:3], *flags] if "/" not in word]         # a path does nothing
    verb = next((part for word in said for part in words_of(word)[:2] if part in GROUP), "")
    if not verb and "--visibility" in ran.words and "public" in ran.words:
        verb = "public"
    if verb:
        return Act(GROUP[verb], what, words[1:] or [ran.program])
    if not REMARKS.isdisjoint(low[:2]):
        return Act(TELLS, what, words[1:])
    return Act(DOES, what, words) if not LASTS.isdisjoint(low[:2]) else None


def _literals(order: str) -> list[str]:
    """The names and values of an order to a database.

    >>> _literals("update users set role='admin' where id=312")
    ['users', 'role', 'admin', 'id', '312']
    """
    plain = "".join(c if c.isalnum() or c in "_-@." else " " for c in order[:2000])
    return [word for word in plain.split() if word.lower() not in ORDERS and word.lower() not in SQL]


SQL = frozenset("and from into is not null or set table values where".split())
