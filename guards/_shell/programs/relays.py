"""A local end of a foreign place: a port or a folder from which a standing command carries on what it gets.

Law: a command that names a port of this machine and a foreign host makes this port another name of the host; what is
sent or written there later leaves.  What lies on another machine (`sshfs`) is such a folder.
Limitations: a relay that was there before the session, or that its own configuration sets up.
"""
from __future__ import annotations

from guards import SENDS
from guards._shell.flow import Arg, Flow
from guards._shell.programs import HANDLERS, ROOMS
from guards._shell.programs.arguments import apart
from guards._text.address import is_local, looks_like_host, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

PORT, PATH = "port:", "path:"       # names among the remotes that a session named anew
FORWARDS = ("-L", "-D")


def relayed(machine: Machine, name: str, args: list[Arg]) -> None:
    """Notes what a program that has just run opened or follows."""
    for port, host in ends(name, args).items():
        stands_for(machine, f"{PORT}{port}", host)


def behind(machine: Machine, destination: str) -> str:
    """The foreign host that a port of this machine stands for, "" for none."""
    host = machine.remotes.get(f"{PORT}{port_of(destination)}", "") if machine.remotes else ""
    return host if host and is_local(normalize(destination)) else ""


def stands_for(machine: Machine, end: str, host: str) -> None:
    """From here on what goes to this end of a relay goes to the host; later calls know it too."""
    machine.remotes[end] = machine.found.remotes[end] = host


def leads(machine: Machine, full: str) -> str:
    """The machine on which what is written to a path ends up, "" for this one."""
    for end, host in machine.remotes.items():
        if end.startswith(PATH) and f"{full}/".startswith(end[len(PATH):] + "/"):
            return host
    return ""


def port_of(destination: str) -> str:
    """The port that an address names, "" for none.

    >>> port_of("http://localhost:9999/x"), port_of("127.0.0.1:80"), port_of("localhost")
    ('9999', '80', '')
    """
    place = destination.partition("://")[2] or destination
    port = place.split("/")[0].split("?")[0].rpartition(":")[2]
    return port if port.isdigit() else ""


def ends(name: str, args: list[Arg]) -> dict[str, str]:
    """Port of this machine -> foreign host, as the arguments of one command connect them."""
    rest = args[1:]
    if name in ("ssh", "autossh"):
        words, found, _ = apart(rest, name, until=True)
        ports = [port for flag, value in found if value and flag in FORWARDS for port in numbers(value.text)[:1]]
        host = words[0].text if words else ""
    elif HANDLERS.get(name) == "services.container":
        verb, given, behind = apart(rest, name, until=True)
        if not verb or verb[0].text != "run":
            return {}
        ports = [port for flag, value in given if value and flag in ("-p", "--publish") for port in numbers(value.text)]
        host = foreign([*behind[1:], *(value for flag, value in given if value and flag in ("-e", "--env"))])
    elif name in ("socat", "openssl") or name not in HANDLERS or listens(name, rest):
        host = foreign(rest)
        ports = [port for arg in rest for port in numbers(arg.text.split(host)[0] if host else arg.text)]
    else:
        return {}
    return dict.fromkeys(ports, host) if host and not is_local(normalize(host)) else {}


def listens(name: str, args: list[Arg]) -> bool:
    """Does a program of a service, too, say that it listens here?  A tunnel into this machine leads the other way."""
    if ROOMS[name] not in ("network", "services") or name in INWARD:
        return False
    return any(word in arg.text.lower() for arg in args for word in ("listen", "localhost:", "127.0.0.1:"))


INWARD = frozenset("localtunnel lt ngrok".split())


APART = dict.fromkeys(map(ord, ",=/@"), " ")
ROUND_PORTS = dict.fromkeys(map(ord, ":,=/@"), " ")


def numbers(text: str) -> list[str]:
    """What in an argument may be ports.

    >>> numbers("9999:localhost:80"), numbers("TCP-LISTEN:9999,fork"), numbers("-x")
    (['9999', '80'], ['9999'], [])
    """
    return [word for word in text.translate(ROUND_PORTS).split() if word.isdigit() and 1 < len(word) < 6]



def foreign(args: list[Arg]) -> str:
    """The first host of another machine in the arguments."""
    for whole in dict.fromkeys(arg.text for arg in args):
        for word in (whole.partition("://")[2] or whole).translate(APART).split():
            pieces = word.split(":")
            host = next((piece for piece in pieces if looks_like_host(piece) and not is_local(piece)), "")
            if host:
                return host
    return ""


def copied_to(machine: Machine, full: str, flow: Flow) -> None:
    """What is written to a folder of another machine, or to a file from which it goes on, leaves."""
    host = leads(machine, full) if flow.level else ""
    if host:
        machine.emit(SENDS, "mount", "a copy to a place that leads outside", host, flow)
