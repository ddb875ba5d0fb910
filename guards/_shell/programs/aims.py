"""Where a program goes by what stands beside its arguments: `PGHOST=... psql`, `--endpoint-url`.

Law: a place that an assignment before a command, an exported variable or an option names as host, endpoint, proxy or
repository is a destination of that command, too.  A proxy reads only what is not sealed.
Limitations: a place that a configuration file names, or a variable that the session did not set.
"""
from __future__ import annotations

from guards import FETCHES, SENDS
from guards._shell.flow import Arg, Flow, join
from guards._shell.programs import ROOMS
from guards._text.address import host_of, is_local, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine
    from guards._shell.reading import Effect

# Last words of a name that says where; glued to another word (`PGHOST`) the first ones count, too.
GLUED = tuple("addr endpoint host proxy registry repo server url".split())
WHERE = frozenset((*GLUED, "address", "backend", "broker", "brokers", "hostaddr", "hostname", "hosts", "index",
                   "remote", "repository", "servers", "uri"))
STAYS = frozenset("files filters wrappers".split())     # rooms of programs that read no such name
ALL = "set -a"      # among what is given: from here on each assignment is exported
OPEN = frozenset("""-k --insecure --no-check-certificate --proxy-insecure --insecure-skip-tls-verify --verify=no
    --no-verify-ssl""".split())
# Options whose file is the program's own way of working, not what it hands on.
OWN = tuple("auth ca cert conf cred env ident key pass secret".split())
# Variables whose value another program runs.
RUN_BY_OTHERS = frozenset("""BASH_ENV BROWSER EDITOR ENV GIT_ASKPASS GIT_EDITOR GIT_EXTERNAL_DIFF GIT_PAGER
    GIT_PROXY_COMMAND GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND LESSOPEN MANPAGER PAGER PROMPT_COMMAND PS1
    PS2 PS4 RSYNC_RSH SSH_ASKPASS SUDO_ASKPASS VISUAL""".split())


def says_where(name: str) -> bool:
    """Does the name of a variable or an option say that its value is a place?

    >>> [says_where(n) for n in ("PGHOST", "RESTIC_REPOSITORY", "--endpoint-url", "https_proxy", "HOSTED", "CURL")]
    [True, True, True, True, False, False]
    """
    last = name.lower().strip("-").replace("-", "_").rpartition("_")[2]
    return last in WHERE or (last.endswith(GLUED) and last != "curl")


def place_in(text: str) -> str:
    """The place that a value names, "" for a path or a word."""
    from guards._shell.programs.unknown import places

    return next((one for one in places(text) if not one.startswith("/")), "")


def exported(machine: Machine, name: str, flow: Flow) -> None:
    """From here on each program of this shell has the variable."""
    machine.given[name] = flow
    if says_where(name) and place_in(flow.text):
        machine.found.remotes[f"${name}"] = flow.text[:200]


def remembered(remotes: dict[str, str]) -> dict[str, Flow]:
    """The variables that earlier calls exported."""
    return {name[1:]: Flow(text=value) for name, value in remotes.items() if name.startswith("$")}


def aimed(machine: Machine, name: str, args: list[Arg], stdin: Flow, since: int) -> None:
    """Adds the places that stand beside the arguments of a program that has just run to what it did."""
    done = machine.found.effects[since:]
    if not done and not machine.given:
        return
    room = ROOMS.get(name, "")
    found = aims(machine, args) if room not in STAYS else {}
    if not found:
        return
    if not done and room != "git":
        flow = handed_on(machine, args, stdin)
        place = next((one for aim, one in found.items() if "proxy" not in aim.lower()), "")
        told = typed_out(args) if place and not flow.level else ""
        if told:
            machine.emit(SENDS, name, name, place, Flow(text=told))
        shown = join(*machine.given.values())
        if flow.level or shown.level:
            machine.emit(SENDS, name, name, "", flow, shown)
            done = machine.found.effects[since:]
    for effect in done:
        if effect.kind in (SENDS, FETCHES) and (effect.payload.level or effect.payload.unread or effect.auth.level):
            reach(machine, effect, found, unsealed(args))


def aims(machine: Machine, args: list[Arg]) -> dict[str, str]:
    """Name -> place, of assignments and options that say where."""
    given = {**machine.vars, **machine.given} if ALL in machine.given else machine.given
    found = {name: place_in(flow.text) for name, flow in given.items() if says_where(name)}
    for i, arg in enumerate(args[1:], 1):
        option, equals, value = arg.text.partition("=")
        if equals and args[i - 1].text.startswith("-") and option.isidentifier() and says_where(option):
            found[option] = place_in(value)         # wget -e https_proxy=...
        elif option.startswith("--") and says_where(option):
            value = value if equals else args[i + 1].text if i + 1 < len(args) else ""
            found[option] = place_in(value)
    return {name: place for name, place in found.items() if place}


def reach(machine: Machine, effect: Effect, found: dict[str, str], bare: bool) -> None:
    """One effect goes to these places, too; to an endpoint, and where nothing else is known, to it alone."""
    hosts = {host_of(normalize(effect.destination))}
    for name, place in found.items():
        if "proxy" in name.lower() and not bare and not effect.destination.startswith("http://"):
            continue
        if not effect.destination or "endpoint" in name.lower():
            effect.destination = place
        elif host_of(normalize(place)) not in hosts and not is_local(normalize(place)):
            machine.emit(effect.kind, effect.program, effect.operation, place, effect.payload, effect.auth)
        hosts.add(host_of(normalize(place)))


def unsealed(args: list[Arg]) -> bool:
    """Was the program told not to look whom it talks to?"""
    return any(arg.text in OPEN or (arg.text[:1] == "-" and arg.text[1:2] != "-" and "k" in arg.text) for arg in args)


def handed_on(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """What a program without any effect is given that is not an option's own file."""
    flows = [stdin]
    for before, arg in zip(args, args[1:]):
        option = before.text.lower().lstrip("-") if before.text.startswith("-") and "=" not in before.text else ""
        if not arg.text.startswith("-") and not any(word in option for word in OWN):
            flows.append(machine.arguments([arg]))
    return join(*flows)


def typed_out(args: list[Arg]) -> str:
    """The values that a program is told by name; what they are worth the scanner says.

    >>> typed_out([Arg(t) for t in ("vault", "kv", "put", "x", "password=Hill-91-Lamp", "--format=json-lines", "a=1")])
    'password=Hill-91-Lamp'
    """
    return " ".join(a.text for a in args[1:] if a.text[:1] != "-" and len(a.text.partition("=")[2]) >= 8)
