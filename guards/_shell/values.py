"""Files of values that a command takes in (`source .env`): what their names stand for.

    taken(text) -> {name: value}

Law: a value that is secret, by its name or by what it is, stays its name, so that no address and no reason shows it;
any other stands for its text: a host, a port, a user.
Cannot see: values that a program makes of others.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.flow import Arg, Flow
    from guards._shell.machine import Machine

RUNS = frozenset(("exec", "exec-env", "run"))
MOST = 200      # lines of one file


def taken(text: str) -> dict[str, str]:
    """The assignments of a file of values.

    >>> taken("# x\\nexport A=1\\nB='two words'  # b\\nC: no\\nnot a line")
    {'A': '1', 'B': 'two words'}
    """
    found: dict[str, str] = {}
    for line in text.split("\n")[:MOST]:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name.isidentifier():
            continue
        quote = value[:1]
        if quote in ("'", '"') and quote in value[1:]:
            value = value[1:value.index(quote, 1)]
        else:
            value = value.split(" #")[0].strip()
        found[name] = value
    return found


def take_in(machine: Machine, text: str) -> None:
    """The shell's variables after a file of values was sourced."""
    from guards import CREDENTIALS, Settings
    from guards._sensitive.scan import scan
    from guards._shell.flow import Flow
    from guards._shell.sources import env_level

    settings = Settings()
    for name, value in taken(text).items():
        level = env_level(name)
        if not level and len(value) > 15 and any(one.level >= CREDENTIALS for one in scan(f"{name}={value}", settings)):
            level = CREDENTIALS         # a webhook's whole address, a key beside the word for one
        machine.vars[name] = Flow(level, (f"${name}",)) if level else Flow(text=value)


def take_from(machine: Machine, args: list[Arg]) -> None:
    """Takes in the files that options name: `dotenv -e .env.e2e`, `op run --env-file=import.env`."""
    from guards._shell.sources import holds_values

    for before, arg in zip(["", *(one.text for one in args)], args):
        path = arg.text.partition("=")[2] if arg.text.startswith("--") else arg.text if before.startswith("-") else ""
        if path and holds_values(path):
            machine.found.scripts.append(path)
            take_in(machine, machine.script(path))


def launched(machine: Machine, args: list[Arg], stdin: Flow) -> Flow | None:
    """What a program of no row runs that hands its secrets to a command: `op run -- COMMAND`; None for another."""
    texts = [arg.text for arg in args]
    at = texts.index("--") if "--" in texts else 0
    if at + 1 >= len(args) or not at or RUNS.isdisjoint(texts[1:at]):
        return None
    take_from(machine, args[1:at])
    return machine.call(args[at + 1:], stdin)
