"""What each simple command of a call does, in plain values: its program, verb, object, options and effects.

    kubectl -n prod delete ns x   ->  kubectl, "kubectl delete", ["deletes"], ["ns", "x"], {"-n": ["prod"]}

One reading answers the ledger's `operation`, `explain` and a person's rules.  A call of a server's tool is one such
command: the server is its program, what it is given its object.
Limitations: an option that a program of no grammar (guards/_shell/programs/arguments.py) gives a value: there the value
is an object.
"""
from __future__ import annotations

from guards import CHANGES, DELETES, KINDS
from guards._call.tags import words_of
from guards._call.tools import SUBCOMMANDS
from guards._shell.programs.effects import AWAY, INSTALLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event
    from guards._call import Call
    from guards._call.entrusted import Act
    from guards._shell.reading import Ran

GRANTS, PAYS = "grants", "pays"
EFFECTS = (*KINDS, INSTALLS, GRANTS, PAYS)
MOST = 40           # commands of one call
# What an act of consequence is called here (guards/_call/consequences.py); what is taken away can mostly be had again,
# but for what one of these words takes.
DONE = {"lets": GRANTS, "pays": PAYS}
GONE = AWAY - {"files", "modes"}        # files may be written over only; that they are removed the reading says
DELETING = frozenset("""del delete deregister destroy drop empty erase expunge flushall flushdb prune purge remove rm
    terminate trash truncate uninstall unlink unpublish wipe yank""".split())


class Command:
    """One simple command, or one call of a server's tool.

    program    "kubectl"; of a server's tool the server; operation: "kubectl delete"
    effects    of EFFECTS, each once; objects: what it is done to, as written
    options    name -> its values, [""] for a switch; the names with their dashes
    """

    __slots__ = tuple("effects objects operation options program".split())

    def __init__(self, program: str, operation: str, effects: list[str], objects: list[str],
                 options: dict[str, list[str]]) -> None:
        self.program, self.operation, self.objects, self.options = program, operation, objects, options
        self.effects = list(dict.fromkeys(effects))


def commands(event: Event, call: Call) -> list[Command]:
    """What a call does, command by command; [] for a tool of the client's own that runs none."""
    if call.command:
        return [_of(ran, call) for ran in call.ran[:MOST]]
    if not event.server:
        return []
    from guards._call.consequences import consequences
    from guards._call.destinations import server_of
    from guards._text.plain import leaves

    kind: list[str] = [call.tags.kind] if call.tags.kind else []
    objects = [str(one) for _, one in leaves(event.input) if isinstance(one, (str, int))]
    return [Command(server_of(event), call.operation, [*kind, *_done(consequences(event, call))], objects, {})]


def _of(ran: Ran, call: Call) -> Command:
    from guards._call.consequences import of_command
    from guards._call.grants import gives
    from guards._call.installs import installs

    said, given, rest = ran.parts
    operation = " ".join([ran.program, *said]) if ran.program in SUBCOMMANDS and said else ran.program
    word = said[0] if said else ""
    told = of_command(ran)
    effects: list[str] = [one.kind for one in call.effects if one.program == ran.program
                          and (not word or word in one.operation.split() or one.operation == one.program)]
    gone = any(kind in GONE for kind, *_ in ran.does)
    does = {DELETES: gone or _deletes(" ".join(said)), INSTALLS: installs(ran), GRANTS: gives(ran.program, ran.words)}
    effects += [*_done([told] if told else []), *(name for name, done in does.items() if done)]
    options: dict[str, list[str]] = {}
    for name, value in given:
        options.setdefault(name, []).append(value or "")
    return Command(ran.program, operation, effects, rest, options)


def _done(found: list[Act]) -> list[str]:
    return [DELETES if _deletes(one.what) else DONE.get(one.kind, CHANGES) for one in found]


def _deletes(said: str) -> bool:
    return not DELETING.isdisjoint(words_of(said))
