"""The programs that reach another machine by a socket, a copy, a name or a tunnel: nc, ssh, scp, rsync, ftp, dig.

Law: each is called like any handler of a row of `programs` and tells its effects through `machine.emit`.
Limitations: what a configuration file of such a program adds.
"""
from __future__ import annotations

from guards import FETCHES, SENDS
from guards._shell.flow import A_DOOR, A_SHELL, NOTHING, REMOTE, Arg, Flow, came_from, join, packed
from guards._shell.programs.arguments import apart, options
from guards._shell.programs.files import writer
from guards._shell.programs.wrappers import handed
from guards._text.address import is_local, looks_like_host, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards._shell._types import Machine

def netcat(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """nc sends what it reads to a host; one that listens hands it to whoever calls; `-e` hands over a shell."""
    found, rest = options(args, name)
    if any(flag in ("-l", "--listen") for flag, _ in found):
        shells = any(flag in ("-e", "-c", "--exec", "--sh-exec") for flag, _ in found)
        if stdin.level or shells:
            machine.emit(SENDS, name, f"{name} -l", "", stdin if stdin.level else A_SHELL)
        return came_from(REMOTE, "0.0.0.0:")        # whoever calls
    if not rest or any(flag == "-z" for flag, _ in found):
        return NOTHING
    port = f":{rest[1].text}" if len(rest) > 1 else ""
    ran = [value for flag, value in found if flag in ("-e", "-c", "--exec", "--sh-exec") and value]
    flow = join(stdin, *(a.flow for a in rest), *(machine.text(value.text) for value in ran))
    machine.emit(SENDS, name, name, rest[0].text + port, A_SHELL if ran and not flow.level else flow)
    return REMOTE


def socat(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """socat joins two ends: files, commands, hosts."""
    flow, hosts, runs = join(stdin, machine.arguments(args)), [], False
    for arg in args:
        kind, _, spec = arg.text.lower().partition(":")
        if kind in ("exec", "system", "shell"):
            flow, runs = join(flow, machine.text(arg.text[len(kind) + 1:])), True
        elif kind.startswith(("tcp", "udp", "openssl", "ssl")) and "listen" not in kind and kind[-2:] != "-l":
            hosts.append(spec.split(",")[0])
    for host in hosts or [""] * ("listen" in " ".join(arg.text.lower() for arg in args)):
        machine.emit(SENDS, "socat", "socat", host, A_SHELL if runs and not flow.level else flow)
    return REMOTE


DIGESTS = frozenset("dgst mac md5 sha1 sha256 sha384 sha512".split())     # verbs of openssl


def openssl(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`openssl s_client` sends; a digest, with a key or without, tells nothing of what went in; all else filters."""
    verb = next((a.text for a in args if not a.text.startswith("-")), "")
    if verb != "s_client":
        flow = writer(machine, name, args, stdin)
        return NOTHING if verb in DIGESTS else flow
    texts = [a.text for a in args]
    at = next((texts[i + 1] for i, t in enumerate(texts[:-1]) if t in ("-connect", "-host")), "")
    machine.emit(SENDS, "openssl", "openssl s_client", at, stdin)
    return REMOTE


def remote_path(text: str) -> str:
    """`user@host:path` and `rsync://host/path` as they stand, "" for a local path."""
    if "://" in text:
        return text
    head, colon, _ = text.partition(":")
    if not colon or "/" in head or head.startswith(("-", ".")) or (len(head) == 1 and head.isalpha()):
        return ""
    return text


def copier(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """scp, rsync: the last argument is the target."""
    found, rest = options(args, name)
    if not rest:
        return NOTHING
    sources, target = (rest[:-1], rest[-1]) if len(rest) > 1 else ([], rest[0])
    if len(rest) > 1 and not remote_path(target.text):
        cleans = any(flag.startswith("--del") for flag, _ in found)
        machine.touch("removes" if cleans else "writes", target.text, f"{name} --delete" if cleans else name)
    flow = join(machine.arguments(sources, whole=True), stdin)
    if remote_path(target.text):
        machine.emit(SENDS, name, name, target.text, packed(flow))
    elif sources and any(remote_path(s.text) for s in sources):
        machine.emit(FETCHES, name, name, next(s.text for s in sources if remote_path(s.text)), NOTHING)
        for source in sources:
            base = source.text.rpartition(":")[2].rstrip("/").rpartition("/")[2]
            for path in (target.text, f"{target.text.rstrip('/')}/{base}"):
                machine.write(path, came_from(REMOTE, source.text))
    else:
        for source in sources:
            machine.write(target.text, machine.file(source.text, whole=True))
    return NOTHING


def ssh(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """A command on another machine: its text and input go there."""
    host, found, rest = apart(args, name, until=True)
    if not host:
        return NOTHING
    handed(machine, [value for _, value in found if value])     # -o ProxyCommand='curl ...'
    if rest and is_local(normalize(host[0].text.rpartition("@")[2])):
        machine.text(" ".join(a.text for a in rest), stdin)     # it runs here
    given = [value.flow for _, value in found if value and value.flow.level]      # -o SetEnv="K=$(cat ...)"
    flow = join(stdin, *given, *(a.flow for a in rest))
    if not (flow.level or flow.files or flow.text) and any(flag == "-R" for flag, _ in found):
        flow = A_DOOR       # the other machine's port leads into this one
    machine.emit(SENDS, name, name, f"{host[0].text}:", flow, host[0].flow)
    return REMOTE


def sshpass(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """The command behind it, which shows the password as a login."""
    _, found, rest = apart(args, name, until=True)
    before = len(machine.found.effects)
    printed = machine.call(rest, stdin) if rest else NOTHING
    for effect in machine.found.effects[before:]:
        effect.auth = join(effect.auth, *(machine.file(value.text) if flag == "-f" else value.flow
                                          for flag, value in found if value))
    return printed


def told_there(words: Sequence[str]) -> str:
    """The command that ssh is given for the other machine; "" for none.

    >>> told_there("-p 22 -A root@a.example systemctl restart nginx".split()), told_there(["a.example"])
    ('systemctl restart nginx', '')
    """
    return " ".join(arg.text for arg in apart([Arg(word) for word in words], "ssh", until=True)[2])


def host_there(words: Sequence[str]) -> str:
    """The machine that ssh is told to reach.

    >>> host_there("-p 22 -A root@a.example systemctl restart nginx".split()), host_there([])
    ('a.example', '')
    """
    host = apart([Arg(word) for word in words], "ssh", until=True)[0]
    return host[0].text.rpartition("@")[2] if host else ""


def names(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """dig, nslookup, host, ping: data can leave in the name that is asked for."""
    flow = join(*(a.flow for a in args), stdin if name in ("dig", "nslookup") else NOTHING)
    if flow.level or any("$(" in a.text for a in args):
        carrying = [a.text for a in args if a.flow.level or "$(" in a.text]
        at = next((t for t in carrying if "." in t.replace("$(...)", "")), args[-1].text if args else "")
        machine.emit(SENDS, name, name, at, flow)
    for arg in () if flow.level else args:      # a label this long is no name that a person gave
        if looks_like_host(arg.text) and max(map(len, arg.text.split("."))) > LABEL:
            machine.emit(FETCHES, name, name, arg.text, Flow(text=arg.text))
    return REMOTE


LABEL = 20      # letters of a name's longest part


def tunnel(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """ngrok, cloudflared, tmate: what it opens to others says `opened`."""
    return REMOTE
