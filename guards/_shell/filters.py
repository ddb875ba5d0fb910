"""The programs of a command line that do not send: wrappers, shells, builtins, filters, and those that write files.

Law: each gives what a program prints, as a Flow.
"""
from __future__ import annotations

from guards._shell.flow import NOTHING, TEXT, Arg, Flow, join, may_be_file, without_text
from guards._shell.programs import SENDERS, words
from guards._shell.sources import env_level, file_level
from guards._text.address import looks_like_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards._shell.machine import Mind

    Handler = Callable[[Mind, str, list[Arg], Flow], Flow]

# Programs that run the rest of their arguments, with the options that take a value and how many words stand before it.
WRAPPERS = {
    "builtin": ("", 0), "bunx": ("", 0), "busybox": ("", 0), "caffeinate": ("tw", 0), "chronic": ("", 0),
    "chroot": ("", 1), "command": ("", 0), "do": ("", 0), "doas": ("Cu", 0), "dotenv": ("ef", 0), "else": ("", 0),
    "entr": ("", 0), "exec": ("a", 0), "faketime": ("", 1), "flock": ("Ew", 1), "gtimeout": ("ks", 1),
    "ionice": ("cnp", 0), "ltrace": ("eopsu", 0), "nice": ("n", 0), "nohup": ("", 0), "npx": ("p", 0),
    "nsenter": ("t", 0), "pnpx": ("", 0), "proxychains": ("f", 0), "proxychains4": ("f", 0), "retry": ("tnd", 0),
    "rtk": ("", 0), "setsid": ("", 0), "stdbuf": ("eio", 0), "strace": ("eopsu", 0), "sudo": ("CDghpRrTtUu", 0),
    "taskset": ("", 1), "then": ("", 0), "time": ("fo", 0), "timeout": ("ks", 1), "torify": ("", 0),
    "torsocks": ("", 0), "toybox": ("", 0), "trickle": ("ud", 0), "unbuffer": ("", 0), "unshare": ("", 0),
    "systemd-run": ("pEGu", 0), "uvx": ("", 0), "watch": ("n", 0), "winpty": ("", 0)}
SHELLS = frozenset(("ash", "bash", "dash", "fish", "ksh", "rbash", "sh", "zsh"))
INTERPRETERS = {
    "python": "c", "python2": "c", "python3": "c", "pypy": "c", "pypy3": "c", "ipython": "c", "node": "ep",
    "nodejs": "ep", "deno": "", "bun": "ep", "tsx": "e", "ts-node": "e", "perl": "eE", "ruby": "e", "php": "r",
    "lua": "e", "luajit": "e", "osascript": "e", "pwsh": "c", "powershell": "c", "tclsh": "", "groovy": "e",
    "Rscript": "e", "julia": "e", "elixir": "e", "scala": "e", "awk": "", "gawk": "", "mawk": "", "nawk": ""}
AWKS = frozenset(("awk", "gawk", "mawk", "nawk"))
# What they do to the paths they are given: (options that take a value, words before the paths, how they touch).
CHANGERS = {
    "chattr": ("pv", 1, "changes"), "chflags": ("", 1, "changes"), "chgrp": ("", 1, "changes"),
    "chmod": ("", 1, "changes"), "chown": ("", 1, "changes"), "rmdir": ("", 0, "removes"),
    "setfacl": ("mxMXb", 0, "changes"), "shred": ("ns", 0, "removes"), "srm": ("", 0, "removes"),
    "touch": ("rdt", 0, "changes"), "trash": ("", 0, "removes"), "truncate": ("rs", 0, "writes"),
    "unlink": ("", 0, "removes")}


def filtered(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """head, sort, diff: print what is in the files they are given, or part of it, and change nothing."""
    return join(stdin, mind.arguments(args))


def reduced(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """wc, stat, date: what they print says nothing of what is in the files they name."""
    return NOTHING


def changed(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """chmod, touch, rmdir and their like: change or remove the paths they are given."""
    takes, skipped, how = CHANGERS[name]
    _, rest = options(args, takes)
    for arg in rest[skipped:]:
        mind.touch(how, arg.text, name)
    return NOTHING


def unknown(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Any other program: hands on what it gets; a secret beside an address in its arguments leaves."""
    if name and not name.startswith("$"):
        mind.unread("no row for this program", name)
    for arg in args[1:]:
        if not arg.text.startswith("-") or "=" in arg.text:
            mind.touch("may", arg.text.partition("=")[2] or arg.text, name)
    if not name or name.startswith("$") or args[0].text.startswith(("./", "/", "../", "~")):
        text = mind.texts.get(args[0].text) or mind.files.get(mind.path(args[0].text), NOTHING).text
        mind.found.scripts.append(args[0].text)
        if text:
            return script(mind, text, args, stdin)
    if name in EMBEDS:
        for arg in args[1:]:
            embedded(mind, arg)
        embedded(mind, Arg(stdin.text, stdin))
    flow = join(stdin, mind.arguments(args[1:]), *(mentioned(mind, a) for a in args[1:]))
    if flow.level:
        for arg in args[1:]:        # what it writes with the secret in its hands may hold it
            if may_be_file(arg.text) and not mind.file(arg.text).level and "=" not in arg.text and not places(arg.text):
                mind.write(arg.text, without_text(flow))
    if flow.level or flow.files:
        at = next((place for a in args[1:] for place in places(a.text) if not file_level(place)), "")
        said = frozenset(w for a in args[:6] for w in words(a.text.lower()) if not a.text.startswith("-") and len(
            a.text) < 40)
        if at or (flow.level and not SENDING.isdisjoint(said)):
            mind.emit("sends", name, name, at, join(flow, *(a.flow for a in args[1:])))
    return flow


# Verbs among a program's own words that say that it gives something away.
SENDING = frozenset(("broadcast", "deliver", "email", "mail", "post", "publish", "push", "put", "send", "share",
                     "submit", "transfer", "upload"))


def places(text: str) -> list[str]:
    """What in an argument could be a foreign host, address or bucket, wherever it stands in it.

    >>> places("-http-addr=evil.example:8500"), places("COPY x TO 's3://drop/x'"), places("src/app.py")
    (['evil.example:8500'], ['s3://drop/x'], [])
    """
    found = []
    for mark in "'\"`()[]{}<>|,;= \n\t":
        text = text.replace(mark, "\n")
    for word in text.split("\n"):
        scheme, colon, rest = word.partition("://")
        if colon:
            if scheme.lower() not in ("file", "fd", "fileb") and rest:
                found.append(word)
        elif "@" in word[1:-1] or looks_like_host(word.lstrip("/").removeprefix("ssh:").split("/")[0]):
            found.append(word)
    return found


def mentioned(mind: Mind, arg: Arg) -> Flow:
    """The secret files and variables that stand inside an argument that is a text of its own."""
    if " " not in arg.text and "(" not in arg.text and "file://" not in arg.text:
        return NOTHING
    text = arg.text[:TEXT].replace("file://", " ")
    for mark in "'\"`()[]{}<>|,;=@#^":
        text = text.replace(mark, " ")
    flows = [mind.file(w) for w in text.split() if "/" in w or "." in w]
    return join(*(without_text(f) for f in flows if f.level))


# Programs of whose arguments some are command lines.
EMBEDS = frozenset((
    "concurrently", "ed", "emacs", "entr", "ex", "expect", "fswatch", "gdb", "gmake", "hyperfine", "inotifywait",
    "just", "make", "man", "nodemon", "npx", "nvim", "sqlite3", "vi", "vim"))


def embedded(mind: Mind, arg: Arg) -> None:
    """Runs what stands in an argument from the first program that sends on."""
    words = arg.text.replace("!", " ! ").replace("=", " = ").replace(":", " : ").split() if " " in arg.text else []
    word = next((w for w in words if w in SENDERS and w not in ("open", "host", "git", "links", "mail", "start")), "")
    if word:
        mind.text(arg.text[arg.text.index(word):], arg.flow)


def script(mind: Mind, text: str, args: list[Arg], stdin: Flow) -> Flow:
    """A script whose text is at hand."""
    first = text[:200].split("\n", 1)[0]
    path = args[0].text
    if (first.startswith("#!") and ("sh" not in first.rsplit("/", 1)[-1] or "python" in first)) or \
            path.endswith((".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".lua")):
        return mind.code(path.rsplit("/", 1)[-1], text, args[1:], stdin)
    for i, arg in enumerate(args[1:10], 1):
        mind.vars[str(i)] = arg.flow
    return mind.text(text, stdin)


def call_function(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    if mind.depth >= 16:
        mind.unread("bound hit", "depth")
        return NOTHING
    mind.called.add(name)
    mind.depth += 1
    for i, arg in enumerate(args[1:10], 1):
        mind.vars[str(i)] = without_text(join(arg.flow), arg.text)
    printed = mind.program(mind.functions[name], stdin)
    mind.depth -= 1
    return printed


def options(args: list[Arg], takes: str, long_takes: frozenset[str] = frozenset()) -> tuple[
        list[tuple[str, Arg | None]], list[Arg]]:
    """(options with their values, the other arguments), as getopt reads them.

    `takes`: the letters whose option has a value; `long_takes`: the long names, with their dashes.
    """
    found: list[tuple[str, Arg | None]] = []
    rest: list[Arg] = []
    i = 0
    while i < len(args):
        arg = args[i]
        text = arg.text
        i += 1
        if text == "--":
            rest.extend(args[i:])
            break
        if text.startswith("--") or (len(text) > 2 and text[0] == "-" and text in long_takes):
            name, equals, value = text.partition("=")
            if equals:
                found.append((name, Arg(value, without_text(arg.flow, value))))
            elif name in long_takes and i < len(args):
                found.append((name, args[i]))
                i += 1
            else:
                found.append((name, None))
        elif len(text) > 1 and text[0] == "-":
            for at, letter in enumerate(text[1:], 1):
                if letter not in takes:
                    found.append((f"-{letter}", None))
                    continue
                value = text[at + 1:]
                if value:
                    found.append((f"-{letter}", Arg(value, without_text(arg.flow, value))))
                elif i < len(args):
                    found.append((f"-{letter}", args[i]))
                    i += 1
                break
        else:
            rest.append(arg)
    return found, rest


def wrapped(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """The command behind a wrapper's own options."""
    takes, positions = WRAPPERS[name]
    i = 0
    while i < len(args):
        text = args[i].text
        if text == "--":
            i += 1
            break
        if not text.startswith("-") and "=" not in text.split("/")[0]:
            if not positions:
                break
            positions -= 1
        elif text.startswith("-") and len(text) == 2 and text[1] in takes:
            i += 1
        elif "=" in text and not text.startswith("-"):
            key, _, value = text.partition("=")
            mind.vars[key] = without_text(args[i].flow, value)
        i += 1
    rest = args[i:]
    if not rest:
        return NOTHING
    if name == "npx" and rest[0].text == "-c" and len(rest) > 1:
        return mind.text(rest[1].text, stdin)
    if name == "watch" or (len(rest) == 1 and " " in rest[0].text):
        return mind.text(" ".join(a.text for a in rest), stdin)
    return mind.call(rest, stdin)


def env(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`env` alone prints the environment; else it runs a command with more of it."""
    i = 0
    while i < len(args):
        text = args[i].text
        if text in ("-u", "-C", "--unset", "--chdir"):
            i += 2
        elif text in ("-S", "--split-string") and i + 1 < len(args):
            return mind.text(args[i + 1].text, stdin)
        elif text.startswith("-") or "=" in text:
            key, equals, value = text.partition("=")
            if equals and not text.startswith("-"):
                mind.vars[key] = without_text(args[i].flow, value)
            i += 1
        else:
            return mind.call(args[i:], stdin)
    if any(a.text in ("-i", "-", "--ignore-environment") for a in args):
        return NOTHING
    return Flow(3, ("the environment",))


def printenv(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    names = [a.text for a in args if not a.text.startswith("-")]
    if not names or any("$" in n or "{" in n for n in names):
        return Flow(3, ("the environment",))
    level = max(env_level(n) for n in names)
    return Flow(level, tuple(f"${n}" for n in names)) if level else NOTHING


def declare(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """export, declare, local, readonly, typeset, set."""
    shows = not any("=" in a.text for a in args)
    points = any(a.text[:1] == "-" and "n" in a.text and a.text[1:2] != "-" for a in args) and name != "set"
    for arg in args:
        key, equals, value = arg.text.partition("=")
        if equals:      # `declare -n r=NAME`: r is another name for $NAME
            mind.vars[key] = mind.variable(value) if points else without_text(arg.flow, value)
        elif not arg.text.startswith("-"):
            shows = False
    if shows and ((name in ("export", "set") and len(args) <= 1 and not any(
            a.text[:1] in "-+" and a.text not in ("-p", "-x") for a in args)) or
            (name in ("declare", "typeset", "compgen") and any(a.text in ("-p", "-x", "-px", "-xp") for a in args))):
        return Flow(3, ("the environment",))
    return NOTHING


def echo(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    if name == "printf":
        if len(args) > 2 and args[0].text == "-v":
            mind.vars[args[1].text] = echo(mind, name, args[2:], stdin)
            return NOTHING
        if args and "%" in args[0].text and len(args) > 1:
            plain = args[0].text.replace("%s", "").replace("%b", "").replace("\\n", "").strip()
            args = args[1:] if not plain else args
    else:
        while args and args[0].text in ("-n", "-e", "-ne", "-en", "-E"):
            args = args[1:]
    text = " ".join(a.text for a in args).replace("\\n", "\n")
    if "\\x" in text or "\\0" in text:
        text = unescaped(text)
    return without_text(join(*(a.flow for a in args)), text) if args else NOTHING


def unescaped(text: str) -> str:
    """`\\xHH` and `\\0OOO` as their characters."""
    parts = text.split("\\x")
    text = parts[0] + "".join(chr(int(p[:2], 16)) + p[2:] if len(p) > 1 and p[0] in HEX and p[1] in HEX else p
                              for p in parts[1:])
    parts = text.split("\\0")
    return parts[0] + "".join(chr(int(p[:3], 8)) + p[3:] if len(p) > 2 and p[:3].isdigit() and "8" not in p[:3]
                              and "9" not in p[:3] else p for p in parts[1:])


HEX = "0123456789abcdefABCDEF"


def base64(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Encodes or, with -d, decodes what is known of the text."""
    decodes = any(a.text in ("-d", "-D", "--decode", "-di", "-r", "-rp", "-p") for a in args)
    files = [a for a in args if not a.text.startswith("-")]
    flow = join(stdin, mind.arguments(files))
    if decodes and flow.text:
        return without_text(flow, decoded(name, flow.text))
    return flow


def decoded(name: str, text: str) -> str:
    from binascii import a2b_base64, a2b_hex

    try:
        raw = a2b_hex("".join(text.split())) if name == "xxd" else a2b_base64("".join(text.split()) + "==")
        return raw.decode("utf-8", "replace")
    except ValueError:
        return ""


def rev(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    flow = join(stdin, mind.arguments(args))
    return without_text(flow, "\n".join(line[::-1] for line in flow.text.split("\n")))


def cat(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    paths = [a for a in args if not a.text.startswith("-") or a.text == "-"]
    flows = [join(mind.file(a.text), a.flow if a.flow.level else NOTHING) for a in paths if a.text != "-"]
    return join(stdin, *flows) if not flows or any(a.text == "-" for a in paths) else join(*flows)


def grep(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """What it finds; nothing where it only counts or names files.  The pattern is text."""
    found, rest = options(args, "eABCmfd", frozenset(("--include", "--exclude", "--regexp", "--file", "--glob")))
    flags = {flag for flag, _ in found}
    if flags & {"-c", "-q", "-l", "-L", "--count", "--quiet", "--files-with-matches", "--silent"}:
        return NOTHING
    files = rest if "-e" in flags else rest[1:]
    return join(stdin, mind.arguments(files))


def sed(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    if name in ("sed", "yq") and any(a.text.startswith(("-i", "--in-place", "--inplace")) or (
            a.text[:1] == "-" and a.text[1:2] in "nErsuz" and a.text.endswith("i")) for a in args):
        for arg in args[1:]:
            mind.touch("writes", arg.text if not arg.text.startswith("-") else "", name)
    for arg in args if name == "sed" else ():
        if "e " in arg.text[:12]:       # sed '1e COMMAND'
            embedded(mind, arg)
    _, rest = options(args, "ef" if name == "sed" else "fbcdt")
    return join(stdin, mind.arguments(rest[1:] if name == "sed" else rest))


def find(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Prints paths; -exec runs a command on them."""
    wanted = [b.text for a, b in zip(args, args[1:]) if a.text in ("-name", "-iname", "-path", "-wholename", "-regex")]
    start = [a.text for a in args[:1] if not a.text.startswith("-")]
    paths = [f"{start[0].rstrip('/')}/{name}" if start and start[0] != "." else name for name in wanted] or start
    listed = Flow(text="\n".join(p.replace(".*\\.", "x.").replace("\\", "") for p in paths))
    for i, arg in enumerate(args):
        if arg.text in ("-exec", "-execdir", "-ok", "-okdir"):
            end = next((j for j in range(i + 1, len(args)) if args[j].text in (";", "+", "\\;")), len(args))
            mind_args = [filled(a, listed, "{}") for a in args[i + 1:end]]
            if mind_args:
                return mind.call(mind_args, NOTHING)
        if arg.text == "-delete":
            mind.emit("deletes", "find", "find -delete", "")
            for path in start or ["."]:
                mind.touch("removes", path, "find -delete")
    return listed


def filled(arg: Arg, flow: Flow, mark: str) -> Arg:
    """The argument with the mark replaced by what is known of the input."""
    if mark not in arg.text:
        return arg
    return Arg(arg.text.replace(mark, flow.text.split("\n")[0] or mark), join(arg.flow, flow))


def listing(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`ls`: names, no contents; they may become arguments."""
    return Flow(text="\n".join(a.text for a in args if not a.text.startswith("-")))


def xargs(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Its input becomes arguments."""
    found, rest = options_until_command(args, "aEdILnPs" if name == "xargs" else "jNnL")
    given_file = next((value for flag, value in found if flag == "-a" and value), None)
    if given_file:
        stdin = mind.file(given_file.text)
    mark = next((value.text for flag, value in found if flag == "-I" and value), "{}" if name == "parallel" else "")
    if not rest:
        return stdin
    if name == "parallel" and any(a.text in (":::", "::::") for a in rest):
        at = next(i for i, a in enumerate(rest) if a.text in (":::", "::::"))
        stdin = join(*(a.flow for a in rest[at + 1:]), Flow(text="\n".join(a.text for a in rest[at + 1:])))
        rest = rest[:at]
    if mark and any(mark in a.text for a in rest):
        given = [filled(a, stdin, mark) for a in rest]
    else:
        given = [*rest, *(Arg(t, without_text(stdin, t)) for t in stdin.text.split()[:50])]
        if not stdin.text.strip():
            given.append(Arg("$(...)", stdin))
    return mind.call(given, NOTHING)


def options_until_command(args: list[Arg], takes: str) -> tuple[list[tuple[str, Arg | None]], list[Arg]]:
    """Options up to the first word that is none."""
    i = 0
    while i < len(args) and args[i].text.startswith("-") and args[i].text != "--":
        i += 2 if len(args[i].text) == 2 and args[i].text[1] in takes else 1
    found, _ = options(args[:i], takes)
    return found, args[i + 1:] if i < len(args) and args[i].text == "--" else args[i:]


def shell(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`sh -c TEXT`, `sh FILE`, or a text on standard input."""
    i = 0
    while i < len(args) and args[i].text[:1] in ("-", "+") and len(args[i].text) > 1:
        text = args[i].text
        if "c" in text and not text.startswith("--"):
            if i + 1 < len(args):
                for n, arg in enumerate(args[i + 3:i + 12], 1):
                    mind.vars[str(n)] = without_text(arg.flow, arg.text)
                return join(mind.text(args[i + 1].text, stdin), remote(mind, args[i + 1].flow, "sh -c"))
            return NOTHING
        i += 2 if text in ("-o", "-O", "--rcfile", "--init-file") else 1
    if i < len(args) and args[i].text != "-s":
        if args[i].flow.text and " " in args[i].text:       # <(echo TEXT)
            return mind.text(args[i].text, stdin)
        return script_file(mind, args[i:], stdin)
    remote(mind, stdin, "sh")
    return mind.text(stdin.text) if stdin.text else NOTHING


def script_file(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    path = args[0].text
    mind.found.scripts.append(path)
    remote(mind, args[0].flow, f"sh {path}"[:40])
    text = mind.texts.get(path) or mind.files.get(mind.path(path), NOTHING).text
    if not text and path not in mind.texts:
        mind.unread("not readable", path)
    return script(mind, text, args, stdin) if text else NOTHING


def remote(mind: Mind, flow: Flow, operation: str) -> Flow:
    """A text that came over the network is run."""
    if flow.remote:
        mind.emit("runs", operation.split()[0], operation, flow.names[0] if flow.names else "", NOTHING)
    return NOTHING


def evaluate(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    if name == "trap":
        args = args[:1]
    if name == "alias":
        for arg in args:
            key, equals, value = arg.text.partition("=")
            if equals:
                from guards._shell.parser import parse

                mind.functions[key] = parse(value + ' "$@"')
                mind.called.add(key)
        return NOTHING
    for arg in args:
        remote(mind, arg.flow, name)
    if name in (".", "source"):
        if args and args[0].flow.text and " " in args[0].text:
            return mind.text(args[0].text, stdin)
        return script_file(mind, args, stdin) if args else NOTHING
    flow = join(*(a.flow for a in args))
    printed = mind.text(" ".join(a.text for a in args), stdin)
    name, equals, _ = args[0].text.partition("=") if args else ("", "", "")
    if equals and name.isidentifier() and flow.level:
        mind.vars[name] = flow
    return printed


def read_variable(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    for arg in args:
        if not arg.text.startswith("-"):
            mind.vars[arg.text] = stdin
    return NOTHING


def cd(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    to = next((a.text for a in args if not a.text.startswith("-")), "")
    if to and "$" not in to:
        mind.moved = True
        mind.cwd = mind.path(to) if to != "." else mind.cwd
    return NOTHING


def copy(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """cp, mv, ln, install: the last argument holds what the others hold."""
    found, rest = options(args, "tSgmo" if name != "ln" else "tS")
    into = next((value for flag, value in found if flag in ("-t", "--target-directory") and value), None)
    sources, target = (rest, into) if into else (rest[:-1], rest[-1] if len(rest) > 1 else None)
    if target is None:
        return NOTHING
    mind.touch("changes" if name == "ln" else "writes", target.text, name)
    for source in sources:
        if name == "mv":
            mind.touch("removes", source.text, name)
        elif name == "ln":
            mind.touch("may", source.text, name)
        flow = join(mind.file(source.text, whole=True), mind.arguments([source]))
        base = source.text.rstrip("/").rsplit("/", 1)[-1]
        mind.write(target.text.rstrip("/"), flow)
        if flow.level:
            mind.write(f"{target.text.rstrip('/')}/{base}", flow)
    return NOTHING


def tee(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    for arg in args:
        if not arg.text.startswith("-"):
            mind.output(arg.text, stdin, any(a.text == "-a" for a in args))
    return stdin


def dd(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    flow, out = stdin, ""
    for arg in args:
        key, _, value = arg.text.partition("=")
        if key == "if":
            flow = mind.file(value)
        elif key == "of":
            out = value
    if out:
        mind.output(out, flow, False)
        return NOTHING
    return flow


def archive(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """tar, zip and the like: the archive holds what its members hold."""
    for arg in args:
        if arg.text.startswith(("--checkpoint-action", "--to-command", "--use-compress", "--rsh-command")):
            embedded(mind, arg)
    texts = [a.text for a in args]
    if name in ("tar", "bsdtar"):
        first = texts[0] if texts else ""
        letters = "".join(t.lstrip("-") for t in texts if (t.startswith("-") and not t.startswith("--")) or t is first)
        if ("x" in letters[:8] and "c" not in letters[:4]) or "--extract" in texts or "--get" in texts:
            into = next((texts[i + 1] for i, t in enumerate(texts[:-1]) if t in ("-C", "--directory")), "")
            into = into or next((t.partition("=")[2] for t in texts if t.startswith("--directory=")), "")
            mind.touch("writes", into or ".", "tar -x")
            return NOTHING
        if "t" in letters[:8] and "c" not in letters[:4]:
            return NOTHING
        out, members = tar_parts(args)
    else:
        verbs = ("a", "u") if name.startswith("7z") else ()
        rest = [a for a in args if (a.text == "-" or not a.text.startswith("-")) and a.text not in verbs]
        out, members = ("-" if "-so" in texts else rest[0].text, rest[1:]) if rest else ("-", [])
    flow = join(mind.arguments(members, whole=True), stdin)
    flow = Flow(flow.level, flow.names, "", flow.files, flow.remote, True)
    if out in ("", "-"):
        return flow
    mind.touch("writes", out, name)
    mind.write(out, flow)
    if not out.endswith((".zip", ".7z", ".rar")) and name in ("zip", "7z", "7za"):
        mind.write(f"{out}.{name[:3].rstrip('a')}", flow)
    return NOTHING


def tar_parts(args: list[Arg]) -> tuple[str, list[Arg]]:
    """(the archive, the members) of a tar command that creates."""
    out, members = "-", []
    i, old_style = 0, bool(args) and not args[0].text.startswith("-")
    while i < len(args):
        text = args[i].text
        if text.startswith("--file="):
            out = text[7:]
        elif text in ("--file", "-f") or (not text.startswith("--") and text.endswith("f") and (
                text.startswith("-") or (i == 0 and old_style))):
            out = args[i + 1].text if i + 1 < len(args) else "-"
            i += 1
        elif text.startswith("-") or (i == 0 and old_style):
            pass
        else:
            members.append(args[i])
        i += 1
    return out, members


def writer(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """gpg, openssl, gzip, split and the like: a filter that may write to a file of its own."""
    takes = "oriu" if name in ("gpg", "age", "gpg2") else "abnlC" if name == "split" else "S"
    found, rest = options(args, takes, frozenset(("--output", "-out", "-in",
                          "--recipient", "-pass", "-k", "-K", "-iv", "-S", "--passphrase", "-inform", "-outform")))
    if name.startswith("gpg") and any(f.startswith("--export-secret") for f, _ in found):
        return Flow(3, ("gpg --export-secret-keys",))
    flow = join(stdin, mind.arguments(args))
    out = next((v.text for f, v in found if f in ("-o", "--output", "-out") and v), "")
    if out not in ("", "-"):
        mind.touch("writes", out, name)
        mind.write(out, flow)
        return NOTHING
    if name in COMPRESSORS and not any(f in ("-c", "--stdout", "--to-stdout") for f, _ in found):
        for arg in rest:
            mind.write(arg.text + COMPRESSORS[name], join(mind.file(arg.text), arg.flow))
    elif name in ("gpg", "gpg2"):
        for arg in rest:
            known = mind.file(arg.text)
            if known.level:
                mind.write(arg.text + ".gpg", known)
                mind.write(arg.text + ".asc", known)
    elif name == "split" and rest:
        mind.write(rest[1].text + "aa" if len(rest) > 1 else "xaa", mind.file(rest[0].text))
    return flow


COMPRESSORS = {"gzip": ".gz", "pigz": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst", "lz4": ".lz4",
               "brotli": ".br", "compress": ".Z"}


def scheduled(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """at, batch, crontab: the text, or that of a file, is run later."""
    found, rest = options(args, "fqtu" if name != "crontab" else "uT")
    file = next((v.text for f, v in found if f == "-f" and v), "")
    file = file or (rest[0].text if name == "crontab" and rest and rest[0].text != "-" else "")
    text = stdin.text
    if file:
        mind.found.scripts.append(file)
        text = mind.texts.get(file) or mind.files.get(mind.path(file), NOTHING).text
        if not text:
            mind.unread("not readable", file)
    for line in text.split("\n"):
        words = line.split(None, 5)
        mind.text(words[5] if name == "crontab" and len(words) > 5 and words[0][:1] in "*0123456789@" else line)
    return NOTHING


def inner_shell(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """su -c, script -c, tmux new, docker exec ... sh -c: the command that stands in the arguments."""
    for i, arg in enumerate(args):
        base = arg.text.rsplit("/", 1)[-1]
        if base in SHELLS and i + 1 < len(args):
            return shell(mind, base, args[i + 1:], stdin)
        if arg.text in ("-c", "-qc", "-lc", "--command") and i + 1 < len(args) and name not in ("docker", "podman"):
            return mind.text(args[i + 1].text, stdin)
        if name in ("tmux", "screen") and " " in arg.text:
            return mind.text(arg.text, stdin)
    if name == "screen" or (name == "tmux" and args and args[0].text in TMUX_RUNS):
        _, rest = options_until_command(args[name == "tmux":], "cehnpstTSxyF")
        return mind.call(rest, stdin) if rest else NOTHING
    return join(stdin, mind.arguments(args))


TMUX_RUNS = frozenset(("new", "new-session", "new-window", "neww", "respawn-pane", "respawn-window", "run", "run-shell",
                       "split-window", "splitw"))


def vault(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Where secrets belong: a secret store that the person is logged in to."""
    return NOTHING


def remove(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    flags = "".join(a.text for a in args if a.text.startswith("-"))
    for arg in args:
        if not arg.text.startswith("-"):
            mind.touch("removes", arg.text, name)
    if "r" in flags.lower() or name != "rm":
        mind.emit("deletes", name, f"{name} {flags}".strip()[:40], "")
    return NOTHING
