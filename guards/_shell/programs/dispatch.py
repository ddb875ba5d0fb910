"""How one program is run by the machine: by the handler of its row in `programs`.

Law: `run` gives what a program prints, as a Flow; a program of no row hands on what it is given, and is said to be
unknown.
"""
from __future__ import annotations

from guards._shell import code
from guards._shell.flow import NOTHING, Arg, Flow, may_be_file
from guards._shell.programs import HANDLERS, SENDERS, files, filters, git, network, services, web, wrappers
from guards._shell.programs.aims import aimed
from guards._shell.programs.brought import came
from guards._shell.programs.builds import BUILDERS, sends_context
from guards._shell.programs.opened import opens_folder
from guards._shell.programs.printed import unread
from guards._shell.programs.relays import relayed
from guards._shell.programs.unknown import computed, unknown
from guards._shell.programs.wrappers import call_function, handed
from guards._shell.sources import prints_secret, shows_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards._shell._types import Machine

    Handler = Callable[[Machine, str, list[Arg], Flow], Flow]

MODULES: dict[str, object] = {"code": code, "files": files, "filters": filters, "git": git, "network": network,
                           "services": services, "web": web, "wrappers": wrappers}
# Wrappers that do more than run the rest: they fetch it, or leave it to be run later.
NOTED = frozenset("bunx npx pnpx systemd-run uvx".split())
# What they are told to run stands in options of theirs.
HANDED = tuple("files. network.copier services.cloud services.container services.registry services.terraform".split())
LAUNCHES = frozenset("exec exec-env run".split())      # verbs by which a program runs the command behind `--`
VERSIONED = tuple("lua perl php pypy python ruby".split())     # python3.12 is python


def handler(name: str) -> Handler | None:
    """The function of the row that names a program; None for a program of no row."""
    module, _, function = HANDLERS.get(name, "").partition(".")
    found: Handler | None = getattr(MODULES[module], function) if function else None
    return found


def run(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """Runs one program; what it prints."""
    name = args[0].text.strip().rpartition("/")[2].removesuffix(".exe")
    if not args[0].flow.level and (not name or name.startswith("$(") or (name[:1] == "$" and name[1:] in machine.vars)):
        computed(machine, "a shell")
    if not name and len(args) > 1:
        return run(machine, args[1:], stdin)
    if name in machine.functions:
        return call_function(machine, name, args, stdin)
    if "*" in name or "?" in name or "[" in name:
        name = unglobbed(name)
    if (HANDLERS.get(name) != "wrappers.wrapped" or name in NOTED) and (
            name != "env" or len(args) == 1):       # `env` wraps a command, too
        machine.ran(name, args, stdin)
    since = len(machine.found.effects)
    flow = came(machine, name, args, of_row(machine, name, args, stdin), since)
    aimed(machine, name, args, stdin, since)
    relayed(machine, name, args)
    opens_folder(machine, name, args)
    if name in BUILDERS:
        sends_context(machine, name, args)
    return printed_by(machine, name, args, flow)


def of_row(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """What the handler of a program's row does and gives; that of no row, where it has none."""
    known = handler(name)
    if known is None and name.startswith(VERSIONED):
        known = handler(name.rstrip("0123456789."))
    if known is not None:
        if len(args) == 2 and args[1].text in ("--help", "--version"):
            return NOTHING
        if HANDLERS.get(name, "").startswith(HANDED):
            handed(machine, args[1:])
        return known(machine, name, args[1:], stdin)
    printed = prints_secret(name, [a.text for a in args[1:] if not a.text.startswith("-")])
    if printed or shows_secret([a.text for a in args[1:]]):
        return Flow(3, (printed or f"what {name} shows",))
    texts = [arg.text for arg in args]
    behind = texts.index("--") + 1 if "--" in texts and not LAUNCHES.isdisjoint(texts) else len(texts)
    if behind < len(texts) and texts[behind] in HANDLERS:       # op run -- COMMAND
        return machine.call(args[behind:], stdin)
    return unknown(machine, name, args, stdin)


def printed_by(machine: Machine, name: str, args: list[Arg], flow: Flow) -> Flow:
    """What a program prints; a path among its words may be the file that it writes this to."""
    printed = unread(name, args, flow)
    for arg in args[1:] if printed.unread else ():
        path = machine.path(arg.text)
        if may_be_file(arg.text) and ("/" in arg.text or "." in arg.text) and "://" not in arg.text:
            machine.files.setdefault(path, Flow(files=(path,), unread=printed.unread))
    return printed


def unglobbed(name: str) -> str:
    """The program that a pattern like `c?rl` stands for."""
    from guards._text.glob import match

    return next((one for one in (*sorted(SENDERS), *HANDLERS) if match(name, one)), name)
