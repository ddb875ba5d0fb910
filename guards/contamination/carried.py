"""What one command carries out, and why that is no question: a row each.

Law: what leaves is what the first row of CARRIED says that says anything; a secret that a command names is no question
where a row of EXCUSES holds, and is on record with that row's id.
Limitations: what a file holds beyond its first MiB.
"""
from __future__ import annotations

from guards import CREDENTIALS, FETCHES, INTERNAL, LEVELS, NONE
from guards._call import call_of
from guards._call.destinations import FOREIGN, UNKNOWN
from guards._shell.flow import A_SHELL
from guards._shell.gate import INTERPRETERS
from guards._text.address import SHARED, sentences_of
from guards.contamination import first_party, folders, logins
from guards.contamination.leaving import A_TOKEN, NEVER_READ, PASSAGE, Leaving, retold, weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards import Event, Settings
    from guards._call.destinations import Known
    from guards._history.fields import Contamination as State
    from guards._shell.reading import Effect

    Said = tuple[str, int, str]     # what is carried, its level, a name for it: see Leaving

OTHER_SHELLS = ("autossh", "mosh", "ssh")       # what they carry is a command: a text names it to be run there
GIT = ("gh", "git")


class Sent:
    """One effect of a command on its way out.

    place    where it goes
    payload  what goes there; auth: what it is shown as a login
    level    that of the secret which the command names, what: its names
    single   all of it are files whose text is known
    """

    __slots__ = tuple("auth call effect event known level payload place settings single state what".split())

    def __init__(self, event: Event, effect: Effect, known: Known, state: State, settings: Settings) -> None:
        self.event, self.effect, self.known, self.state, self.settings = event, effect, known, state, settings
        self.call = call_of(event, settings, state)
        self.place = known.place(effect.place)
        self.payload, self.auth = payload, _ = logins.in_address(effect)
        self.single = bool(payload.files) and all(event.facts.file(path) is not None for path in payload.files)
        self.level, self.what = payload.level, ", ".join(payload.names[:3])
        made = [name for path, name in payload.perhaps if not event.facts.found.get(("exists", path))]
        if made and not self.level:
            self.level, self.what = CREDENTIALS, ", ".join(dict.fromkeys(made[:3]))

    def leaving(self, carried: str, level: int, what: str, auth: bool = False, excuse: str = "") -> Leaving:
        """One thing that leaves with it."""
        return Leaving(self.effect.operation, self.place, carried, level, what, auth, excuse)

    def weighed(self, text: str) -> tuple[int, str]:
        """(level, what) of a text that goes there."""
        return weigh(self.event, text, None, self.settings, self.effect.kind == FETCHES, place=self.place.text)


def of_effect(event: Event, effect: Effect, known: Known, state: State, settings: Settings) -> list[Leaving]:
    """What leaves with one effect of a command: what is sent, and what it shows as a login."""
    sent, out = Sent(event, effect, known, state, settings), []
    excuse = next((rule for rule, holds in EXCUSES if holds(sent)), "") if sent.level else ""
    if excuse:
        out.append(sent.leaving(LEVELS[sent.level], sent.level, sent.what, excuse=excuse))
        sent.level = NONE
    said: Said = next((said for row in CARRIED for said in (row(sent),) if said), ("nothing", NONE, ""))
    if effect.kind == FETCHES and said[0] == "nothing":
        level, what = retold(event, sent.place, sent.payload.text, True, settings)
        said = ("document", level, what) if level else said
    return [*out, sent.leaving(*said), *_shown(sent)]


def _shown(sent: Sent) -> list[Leaving]:
    """What is shown as a login."""
    names, place = sent.auth.names, sent.place.text
    level = sent.auth.level or (sent.weighed(sent.auth.text)[0] if sent.auth.text else NONE)
    if level < CREDENTIALS or place.startswith("$"):
        return []
    home = logins.at_home(names, place) or (
        logins.of_service(names, sent.place, sent.known) or logins.beside(sent.event, names, place, sent.settings)
        if sent.auth.level else logins.all_issued_by(sent.event, sent.auth.text, place, sent.settings))
    return [sent.leaving("credentials", level, ", ".join(names[:2]) or A_TOKEN, True, AT_HOME if home else "")]


# ---- why a secret that a command names may go there

AT_HOME = "leave.at-home"


def _its_own(sent: Sent) -> bool:
    """A token in an address or a client's code, at its own home."""
    names = sent.payload.names
    return all(name.startswith("$") for name in names) and "gist" not in sent.place.text and logins.at_home(
        names, sent.place.text)


def _the_address(sent: Sent) -> bool:
    """A webhook whose whole address is the secret; what a service gave goes back to it."""
    return bool(sent.payload.names) and all(name.lower() == sent.place.text.lower() or (
        not sent.place.text and name.startswith(f"{sent.effect.program} ")) for name in sent.payload.names)


def _set_up_together(sent: Sent) -> bool:
    """A file of the person's holds the secret and the place."""
    names = sent.payload.names
    return logins.goes_there(sent.event, sent.place.text, names, sent.settings) or (
        sent.place.kind != FOREIGN and logins.beside(sent.event, names, sent.place.text, sent.settings))


def _computed(sent: Sent) -> bool:
    """Code makes up the place itself, as from the very file that holds the secret, and no text of others named one."""
    return not sent.place.text and sent.effect.program in INTERPRETERS and not sent.event.facts.stored("named")


EXCUSES: tuple[tuple[str, Callable[[Sent], bool]], ...] = (
    (AT_HOME, _its_own),
    (AT_HOME, _the_address),
    (AT_HOME, _set_up_together),
    (AT_HOME, _computed),
)


# ---- what is carried

def _shell(sent: Sent) -> Said | None:
    return ("repository", NONE, sent.payload.names[0]) if sent.payload is A_SHELL else None


def _secret(sent: Sent) -> Said | None:
    """What the command names, or what stands in its text and in the files that it sends."""
    level, what = sent.level, sent.what
    texts = [("", sent.payload.text), *((path, sent.event.facts.file(path) or "") for path in sent.payload.files)]
    for path, text in texts:
        more, named = _in_text(sent, text) if text and level < CREDENTIALS else (NONE, "")
        if more > level:        # what a file holds, nobody made up
            level, what = more, path.rpartition("/")[2] if path and named.endswith(NEVER_READ) else named
    return (LEVELS[level], level, what) if level else None


def _in_text(sent: Sent, text: str) -> tuple[int, str]:
    """What a text carries; the address that is called carries not itself."""
    level, named = sent.weighed(text)
    address = sent.effect.destination
    mine = level >= CREDENTIALS and logins.all_issued_by(sent.event, address, sent.place.text, sent.settings)
    if not mine and (level != INTERNAL or PASSAGE not in named):
        return level, named
    bare = text.replace((address if mine else address.partition("?")[0]) or "\0", " ")
    order = sent.effect.program in OTHER_SHELLS and named.endswith(f"({PASSAGE})")
    return sent.weighed(sentences_of(bare) if order else bare)


def _inside(sent: Sent) -> Said | None:
    """A secret in a folder that goes along."""
    if sent.single or not (sent.payload.whole or folders.looked_into(sent.payload)):
        return None
    inside = folders.secret_in(sent.event, sent.payload, sent.call.command) if sent.place.kind >= UNKNOWN else ""
    return (LEVELS[CREDENTIALS], CREDENTIALS, inside) if inside else None


def _first_pushed(sent: Sent) -> Said | None:
    first = folders.first_sent(sent.event, sent.call, sent.known) if sent.effect.operation == "git push" else ""
    return (LEVELS[CREDENTIALS], CREDENTIALS, first) if first else None


def _repository(sent: Sent) -> Said | None:
    git = sent.effect.program in GIT or "the repository" in sent.payload.names
    if not git or not _archived(sent):
        return None
    return ("nothing" if _of_its_owner(sent) else "repository", NONE, "the repository")


def _of_its_owner(sent: Sent) -> bool:
    """Does it go to another repository of the project's own owner?"""
    from guards._evidence.vendor_pages import owners

    return sent.place.host in SHARED and not owners(sent.known.remotes).isdisjoint(owners([sent.place.text]))


def _unread(sent: Sent) -> Said | None:
    """What a program shows of keys, processes or a service's store, and nobody looked at.  A variable of the
    environment and a bucket of the person's own login were set up by them; what a forge shows goes back to it."""
    place, program = sent.place, sent.effect.program
    known = place.text.startswith("$") or "://" in place.text or not (place.host or "@" in place.text) or (
        program in GIT and sent.payload.unread.startswith(program))
    unread = sent.payload.unread and not sent.single and not known and not _of_its_owner(sent)
    return ("unread", NONE, f"what {sent.payload.unread} prints") if unread else None


def _own(sent: Sent) -> Said | None:
    if _archived(sent) and sent.place.kind != UNKNOWN:
        return None
    what = first_party.leaving(sent.event, sent.call, sent.effect, sent.place, sent.known, sent.settings)
    return (first_party.OWN, NONE, what) if what else None


def _archived(sent: Sent) -> Said | None:
    return ("archive", NONE, "a whole folder") if sent.payload.whole and not sent.single else None


CARRIED: tuple[Callable[[Sent], Said | None], ...] = (
    _shell, _secret, _inside, _first_pushed, _repository, _unread, _own, _archived)
