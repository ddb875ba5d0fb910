"""The programs that run other commands: wrappers (`sudo`, `timeout`), shells, `xargs`, `eval`, `at`.

Law: what they run is run by the machine too; a text that is not at hand is said to be unread.
"""
from __future__ import annotations

from guards import RUNS
from guards._shell.flow import NOTHING, Arg, Flow, join, without_text
from guards._shell.programs import HANDLERS, UNMISTAKABLE
from guards._shell.programs.arguments import apart, options
from guards._shell.sources import env_level, holds_values, taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

# Programs of whose arguments some are command lines.
EMBEDS = frozenset("""concurrently ed emacs entr ex expect fswatch gdb gmake hyperfine inotifywait just make man
    nodemon npx nvim sqlite3 vi vim""".split())


def embedded(machine: Machine, arg: Arg) -> None:
    """Runs what stands in an argument from the first program that sends on."""
    apart = arg.text.replace("://", "/").replace("!", " ! ").replace("=", " = ").replace(":", " : ")
    words = apart.split() if " " in arg.text else []
    word = next((word for word in words if word.strip("'\"") in UNMISTAKABLE), "").strip("'\"")
    if word:
        machine.text(arg.text[arg.text.index(word):], without_text(arg.flow))   # that text is no input of itself


def handed(machine: Machine, args: list[Arg]) -> None:
    """An argument that is a command by itself and sends a secret: whatever option holds it, the program may run it."""
    for arg in args:
        if " " in arg.text and len(arg.text) < 2000:
            before = len(machine.found.effects)
            embedded(machine, arg)
            machine.found.effects[before:] = [e for e in machine.found.effects[before:] if e.payload.level]


def script(machine: Machine, text: str, args: list[Arg], stdin: Flow) -> Flow:
    """A script whose text is at hand."""
    first = text[:200].partition("\n")[0]
    path = args[0].text
    if (first.startswith("#!") and ("sh" not in first.rpartition("/")[2] or "python" in first)) or \
            path.endswith(tuple(".py .js .mjs .cjs .ts .rb .pl .php .lua".split())):
        return machine.code(path.rpartition("/")[2], text, args[1:], stdin)
    for i, arg in enumerate(args[1:10], 1):
        machine.vars[str(i)] = arg.flow
    return machine.text(text, stdin)


def call_function(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Runs a function of the line with its arguments as `$1` ...; at most 16 deep."""
    if machine.depth >= 16:
        machine.unread("bound hit", "depth")
        return NOTHING
    machine.called.add(name)
    machine.depth += 1
    for i, arg in enumerate(args[1:10], 1):
        machine.vars[str(i)] = without_text(join(arg.flow), arg.text)
    printed = machine.program(machine.functions[name], stdin)
    machine.depth -= 1
    return printed


def behind_own(machine: Machine, name: str, args: list[Arg]) -> tuple[dict[str, str], list[Arg]]:
    """(the options of a program that runs another, the command behind them); variables that it is given are set."""
    _, found, rest = apart(args, name, until=True)
    while rest and "=" in rest[0].text.split("/")[0]:
        key, _, value = rest[0].text.partition("=")
        machine.vars[key] = machine.given[key] = without_text(rest[0].flow, value)
        _, more, rest = apart(rest[1:], name, until=True, verbs=0)
        found += more
    return {option: value.text if value else "" for option, value in found}, rest


def wrapped(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """The command behind a wrapper's own options."""
    given, rest = behind_own(machine, name, args)
    if not rest or (name == "command" and not given.keys().isdisjoint(("-v", "-V"))):     # it says where a program lies
        return NOTHING
    if name == "watch" or (len(rest) == 1 and " " in rest[0].text):
        return machine.text(" ".join(a.text for a in rest), stdin)
    return within(machine, (given.get("-D") or given.get("--chdir", "")) if name == "sudo" else "", rest, stdin)


def within(machine: Machine, folder: str, args: list[Arg], stdin: Flow) -> Flow:
    """Runs a command in a folder, "" for the one where the line stands."""
    outer = machine.cwd
    machine.cwd = machine.path(folder) if folder and "$" not in folder else outer
    printed = machine.call(args, stdin)
    machine.cwd = outer
    return printed


def env(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`env` alone prints the environment; else it runs a command with more of it."""
    given, rest = behind_own(machine, name, args)
    bare = rest[:1] and rest[0].text == "-"
    if rest[bool(bare):]:
        return within(machine, given.get("-C") or given.get("--chdir", ""), rest[bool(bare):], stdin)
    return Flow(3, ("the environment",))


def filled(arg: Arg, flow: Flow, mark: str) -> Arg:
    """The argument with the mark replaced by what is known of the input."""
    if mark not in arg.text:
        return arg
    return Arg(arg.text.replace(mark, flow.text.split("\n")[0] or mark), join(arg.flow, flow))


def xargs(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Its input becomes arguments."""
    _, found, rest = apart(args, name, until=True)
    given_file = next((value for flag, value in found if flag in ("-a", "--arg-file") and value), None)
    if given_file:
        stdin = machine.file(given_file.text)
    mark = next((value.text if value else "{}" for flag, value in found if flag in ("-I", "-i", "--replace")),
                "{}" if name == "parallel" else "")
    if not rest:
        return stdin
    if mark and any(mark in a.text for a in rest):
        given = [filled(a, stdin, mark) for a in rest]
    else:
        given = [*rest, *(Arg(t, without_text(stdin, t)) for t in stdin.text.split()[:50])]
        if not stdin.text.strip():
            given.append(Arg("$(...)", stdin))
    return machine.call(given, NOTHING)


def shell(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`sh -c TEXT`, `sh FILE`, or a text on standard input: `sh -s WORDS` runs no file."""
    i, given = 0, False
    while i < len(args) and args[i].text[:1] in ("-", "+") and len(args[i].text) > 1:
        text = args[i].text
        short = text[:1] == "-" != text[1]
        if "n" in text and short:       # reads, and runs nothing
            return NOTHING
        if "c" in text and not text.startswith("--"):
            if i + 1 < len(args):
                for n, arg in enumerate(args[i + 3:i + 12], 1):
                    machine.vars[str(n)] = without_text(arg.flow, arg.text)
                text = of_files(machine, args[i + 1].flow, args[i + 1].text)
                return join(machine.text(text, stdin), remote(machine, args[i + 1].flow, f"{name} -c"))
            return NOTHING
        given |= short and "s" in text
        i += 2 if text in ("-o", "-O", "--rcfile", "--init-file") else 1
    if i < len(args) and not given and args[i].text not in ("-", "/dev/stdin"):
        return script_file(machine, args[i:], stdin, name=name)
    remote(machine, stdin, name)
    if stdin.unread:
        machine.by_words("", name)
    return machine.text(of_files(machine, stdin, stdin.text))


def of_files(machine: Machine, flow: Flow, text: str) -> str:
    """The text that a shell is handed: that of the files of which it comes, where it is at hand."""
    if text in ("", "$(...)"):
        paths = [path.removeprefix(f"{machine.cwd}/") for path in flow.files]
        machine.found.scripts += paths
        text = "\n".join(map(machine.script, paths)) or text
    return text


def script_file(machine: Machine, args: list[Arg], stdin: Flow, values: bool = False, name: str = "sh") -> Flow:
    """sh FILE: runs the file's text where it is at hand, else says that it was not read.  `values`: it holds nothing
    else, and what it names is taken over."""
    path = args[0].text
    machine.found.scripts.append(path)
    remote(machine, args[0].flow if args[0].flow.remote else machine.file(path), f"{name} {path}"[:40])
    text = machine.script(path)
    if not text and path not in machine.texts:
        machine.unread("not readable", path)
    if text and values:
        take_in(machine, text)
        return NOTHING
    return script(machine, text, args, stdin) if text else NOTHING


def take_in(machine: Machine, text: str) -> None:
    """The shell's variables after a file of values was sourced: a secret, by its name or by what it is, stays its name,
    so that no address and no reason shows it; any other stands for its text."""
    from guards import CREDENTIALS, Settings
    from guards._sensitive.scan import scan

    settings = Settings()
    for name, value in taken(text).items():
        level = env_level(name)
        if not level and len(value) > 15 and any(one.level >= CREDENTIALS for one in scan(f"{name}={value}", settings)):
            level = CREDENTIALS         # a webhook's whole address, a key beside the word for one
        machine.vars[name] = Flow(level, (f"${name}",)) if level else Flow(text=value)


def remote(machine: Machine, flow: Flow, operation: str) -> Flow:
    """A text that came over the network is run."""
    if flow.remote:
        machine.emit(RUNS, operation.split()[0], operation, flow.remote.strip("?"), NOTHING)
    return NOTHING


def evaluate(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """eval, source, trap, alias: runs what they are given, now or when it is called."""
    if name == "trap":
        args = args[:1]
    while name == "cmd" and args and args[0].text[:1] == "/":       # cmd /d /c TEXT
        args = args[1:]
    if name == "alias":
        for arg in args:
            key, equals, value = arg.text.partition("=")
            if equals:
                machine.define(key, value + ' "$@"')
        return NOTHING
    for arg in args:
        remote(machine, arg.flow, name)
    if name in (".", "source"):
        return script_file(machine, args, stdin, holds_values(args[0].text)) if args else NOTHING
    flow = join(*(a.flow for a in args))
    if flow.unread:
        machine.by_words("", name)
    text = of_files(machine, flow, " ".join(a.text for a in args))
    return machine.text(text.replace("\\", "/") if name == "cmd" else text, stdin, here=True)


def scheduled(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """at, batch, crontab: the text, or that of a file, is run later."""
    found, rest = options(args, name)
    file = next((v.text for f, v in found if f == "-f" and v), "")
    file = file or (rest[0].text if name == "crontab" and rest and rest[0].text != "-" else "")
    text = stdin.text
    if file:
        machine.found.scripts.append(file)
        text = machine.script(file)
        if not text:
            machine.unread("not readable", file)
    for line in text.split("\n"):
        words = line.split(None, 5)
        machine.text(words[5] if name == "crontab" and len(words) > 5 and words[0][:1] in "*0123456789@" else line)
    return NOTHING


def inner_shell(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """su -c, script -c, tmux new, docker exec ... sh -c: the command that stands in the arguments."""
    for i, arg in enumerate(args):
        base = arg.text.rpartition("/")[2]
        if HANDLERS.get(base) == "wrappers.shell" and i + 1 < len(args):
            return shell(machine, base, args[i + 1:], stdin)
        order = arg.text == "--command" or (arg.text[-1:] == "c" and arg.text[:-1].strip("aefiqlu") == "-")     # -qec
        if order and i + 1 < len(args) and name not in ("docker", "podman"):
            return machine.text(args[i + 1].text, stdin)
        if name == "tmux" and " " in arg.text:
            return machine.text(arg.text, stdin)
    return join(stdin, machine.arguments(args))


def partner(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`coproc COMMAND`: what is written to its descriptor goes where the command sends."""
    machine.partner = len(machine.found.effects)
    return machine.call(args, NOTHING) if args else NOTHING
