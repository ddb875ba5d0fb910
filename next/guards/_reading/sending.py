"""Any program: what its words carry, what it copies on this machine, and what it sends outside.

Law: a program's output carries what it was given; what goes to a place outside becomes a Sink.  A program that stands
in no row sends where a foreign host stands in its words.
Cannot see: output of programs, but for what filters make of a text that stands in the line.
"""

from __future__ import annotations

import re

from guards import Command
from guards._reading import programs
from guards._reading.code import read_code
from guards._reading.programs import FILTERS, decode_base64, read_order
from guards._reading.resumes import AGENTS, PACKAGES, find_resume
from guards._reading.shell import MARKS, find_marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker

NO_ORDERS = (
    FILTERS
    | programs.CARRIES_NOTHING
    | frozenset("echo printf gh glab hub claude codex cat git grep rg".split())
)
GIVES_SHELL = re.compile(r"\s-\w*[ec]\s*\S*(sh|bash|cmd)\b|-exec|EXEC:|SYSTEM:")
MARKED = re.compile(r"(?:^|[=\s])@([^\s,;'\")]+)|(?<![<\w])<([^\s;'\")<]+)")


class Run:
    """One command on its way: its words, where its destination stands, the marks of what it was given."""

    __slots__ = tuple("line login marks name plain stdin where words".split())

    def __init__(self, name: str, words: list[str], stdin: str) -> None:
        self.name, self.stdin, self.words = name, stdin, words
        self.line = MARKS.sub("", " ".join([name, *words]))
        self.plain = [one for one in words if one[:1] not in ("", "-")]
        self.marks, self.where, self.login = (
            find_marks(stdin),
            programs.find_row(name, words),
            False,
        )

    def has_any(self, *words: str) -> bool:
        return not set(words).isdisjoint(self.words)

    def look_option(self, *names: str) -> str:
        return next((b for a, b in zip(self.words, self.words[1:]) if a in names), "")


def run_program(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str:
    """What any program does with its words; what it prints."""
    run = Run(name, args, stdin)
    command = parse_command(name, args)
    walker.commands.append(command)
    walker.deletes += command.words if "deletes" in command.effects and name != "git" else []
    if name in AGENTS or name in PACKAGES:
        walker.resumes = walker.resumes or find_resume(
            [name, *("" if find_marks(one) else one for one in args)]
        )
    read_operands(walker, run)
    source = "".join(
        walker.mark(kind, run.line[:40])
        for kind, prints in programs.PRINTS
        if prints.match(run.line)
    )
    if source and not run.where:
        run.marks = "".join(
            walker.mark(*one) for one in walker.read_labels(run.marks) if one[0] != "env"
        )
    ordered = run_orders(walker, run, run.stdin + run.marks + source, depth)
    run.marks += ordered if run.where == "connect" else ""
    sent = run_git(walker, run, depth) if name == "git" else send_out(walker, run)
    command.effects += ("sends",) if sent else ()
    if name in programs.CARRIES_NOTHING or re.match(
        r"(grep|rg)\s.*-\w*[clLq]\b|openssl dgst", run.line
    ):
        return " ".join(run.plain) if name == "ls" else ""
    carried = source if sent else run.marks + source
    if not sent:
        copy_files(walker, run, stdin + carried)
    fetched = "".join(walker.mark("fetched", one) for one in walker.fetches if one in run.line)
    shown = (
        "".join(map(walker.look_file, run.plain[-1:])) if name in ("cat", "head", "tail") else ""
    )
    if name in ("base64", "openssl") and run.has_any("-d", "-D", "--decode", "-base64"):
        shown = decode_base64(MARKS.sub("", stdin))
    return (shown or MARKS.sub("", stdin) * (name != "grep")) + carried + fetched


def parse_command(name: str, words: list[str]) -> Command:
    """A command's subcommand, operands, options with their words, and effects."""
    options: dict[str, str] = {}
    plain: list[str] = []
    rest = iter([MARKS.sub("", one) for one in words])
    for word in rest:
        if word[:1] != "-" or word == "-":
            plain.append(word)
            continue
        key, equals, value = word.partition("=")
        if not equals and name + key in programs.TAKES_WORD:
            value = next(rest, "")
        options[key] = value
    for key, after in zip(words, words[1:]):
        if options.get(key) == "" and after[:1] != "-":
            options[key] = MARKS.sub("", after)
    depth = 2 if name in programs.TWO_WORDS else 1
    sub = " ".join(one for one in plain[:depth] if re.fullmatch(r"[a-z][\w:-]*", one))
    found = [programs.VERBS[one] for one in (name, *plain[:3]) if one in programs.VERBS]
    return Command(name, plain, sub, options, found)


# ---------------------------------------------------------------------- what it is given
def list_paths(word: str, operand: bool) -> set[str]:
    """What of a word may be a file: @f, k=@f, <f, f;type=x, -Tf, FILE:f; a bare name only where it is an operand."""
    found = {a or b for a, b in MARKED.findall(word)}
    if programs.find_host(word) and not word.startswith("."):
        return found
    parts = (
        [one.strip("'\"()<>;,@") for one in word.split()[:60]] if operand and " " in word else []
    )
    if " " not in word:
        last = re.split(r"[=@<:]", word.removeprefix("file://"))[-1]
        parts = [last, re.split(r"[;,]", last)[0], word[2:] if re.match(r"-\w[^-=]", word) else ""]
        parts += [word.partition(";")[0].lstrip("@<")] if "=" not in word else []
    likely = {
        one
        for one in parts
        if one[:1] not in ("", "-") and (operand or re.search(r"[/.~]|^id_\w+$", one))
    }
    return {one for one in found | likely if len(one) < 250 and one[:2] != "//"}


def read_operands(walker: Walker, run: Run) -> None:
    """Sets what goes along, and whether that is only a login."""
    headers, before = "", ""
    ssh = run.where == "connect"
    operand = run.name in programs.READERS or not (
        ssh or run.where in ("", "url", "lookup", "repo")
    )
    told = run.where != "repo" or run.has_any("upload", "gist", "snippet")
    rest = iter(run.words)
    for word in rest:
        key = word.partition("=")[0]
        if key in programs.SETTINGS and (run.where not in ("", "mail") or key[:2] == "--"):
            given = word if "=" in word else next(rest, "")
            run.marks += "".join(
                walker.mark(*one) for one in walker.read_labels(given) if one[0] == "file"
            )
        elif programs.LOGIN.match(word) or programs.LOGIN.match(before):
            run.login = True
            headers += find_marks(word)
        else:
            run.marks += find_marks(word)
            gives = before in programs.GIVES_FILE
            message = run.name == "git" and (
                before in ("-m", "--message") or " " in word or word[:1] == "-"
            )
            paths = (
                list_paths(MARKS.sub("", word), operand or gives)
                if (told or gives) and not message
                else ()
            )
            run.marks += "".join(map(walker.label_file, sorted(paths)))
        before = word
    if run.name in ("sftp", "lftp", "ftp") and len(run.stdin) < 500:
        run.marks += "".join(map(walker.label_file, MARKS.sub("", run.stdin).split()))
    run.login = run.login and all(kind == "env" for kind, _ in walker.read_labels(run.marks))
    run.marks += headers


def run_orders(walker: Walker, run: Run, stdin: str, depth: int) -> str:
    """Words of a program that are commands themselves, and files that it runs by itself; the marks of what they print."""
    printed, before = "", ""
    if run.name in NO_ORDERS or depth > 6:
        return printed
    for word in run.words:
        inner = re.findall(r"'([^']+)'", word) if run.where == "host" else []
        inner += (
            [f"env {word}"]
            if run.where == "connect" and before in ("-c", "-e", "--exec", "--sh-exec")
            else []
        )
        for order in (
            filter(None, map(read_order, [word, *inner]))
            if run.name != "ssh" or before == "-o"
            else ()
        ):
            printed += find_marks(walker.run_line(order, depth + 1, stdin))
        if "(" in word and "://" in word and " " in word and not run.where:
            read_code(walker, run.name, word, "", depth)
        before = word
    script = programs.RUNS_FILE.get(run.name, "")
    read_inside(walker, script, walker.read_script(script, depth) if script else "")
    return printed


def read_inside(walker: Walker, name: str, code: str) -> None:
    """What a text sends that something runs by itself: only what names files counts."""
    sent = len(walker.sinks)
    read_code(walker, name, code, "", 4)
    walker.sinks[sent:] = [
        one for one in walker.sinks[sent:] if any(kind == "file" for kind, _ in one.labels)
    ]


# ---------------------------------------------------------------------- where it goes
def find_places(walker: Walker, run: Run) -> list[str]:
    """The places that a command sends to: hosts, mail addresses, `service:name`, `repo:owner/name`, `?` where unread."""
    where, line = run.where, " ".join(MARKS.sub("x", one) for one in run.words)
    hosts = programs.find_hosts(line, where != "service")
    given = [
        host
        for name, text in walker.exported.items()
        if "proxy" not in name.lower()
        for host in programs.find_hosts(text)
    ]
    if where in ("repo", "named"):
        repo = run.look_option("-R", "--repo")
        if run.has_any("gist", "snippet", "--public"):
            return ["?a public page"]
        return [f"repo:{repo}"] if repo else ["remote:origin"] * (where == "repo")
    if where == "service":
        return hosts[:1] or [f"service:{run.name}"]
    if where == "mail":
        return re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", line) or ["?mail"]
    if where == "copy":  # the last word, if it is far; else it fetches
        last = run.plain[-1] if run.plain else ""
        near = {"localhost", "127.0.0.1"} & {*given, *hosts}
        far = programs.find_hosts(last) or (
            [f"?{last}"] if re.match(r"[\w@.-]+:|\w+@", last) else []
        )
        return [] if near else far
    if where == "lookup":
        return hosts or ["?a name server"]
    if where == "connect":
        far = (
            re.findall(r"[\w.-]+@([\w-]+\.[\w.-]+)", line)
            or hosts
            or programs.find_hosts(re.sub(r"[:,]", " ", line))
        )
        return far[:1] or (
            []
            if run.name == "ssh"
            else ["?whoever connects"]
            if re.search(r"(?i)\s-\w*l|listen", line)
            else run.plain[:1]
        )
    aims = ":".join(
        run.look_option(one)
        for one in ("--resolve", "--connect-to", "-x", "--proxy", "-h", "--host")
    )
    hosts += [host for one in aims.split(":") if (host := programs.find_host(one))]
    hosts += [
        one.partition(":")[0]
        for one in run.plain
        if where == "url" and re.fullmatch(r"[\w.-]+:\d+\S*", one)
    ]
    if where == "url":
        return hosts or [f"?{one}" for one in run.plain if one[0] == "$"][:1]
    return (
        hosts
        + given
        + [one for one in [run.look_option("-h", "--host")] if one[:1] == "$" and where == "host"]
    )


def send_out(walker: Walker, run: Run) -> bool:
    """Adds a Sink where the command sends to a place outside; whether it did."""
    where, marks = run.where, run.marks
    files = any(
        kind not in ("env", "value") and set(name) & set("./~")
        for kind, name in walker.read_labels(marks)
    )
    settings = (
        programs.SETS.search(run.line)
        and where in ("", "service")
        and not programs.URL.search(run.line)
    )
    local = not where and run.name in programs.LOCAL
    if settings or local or (programs.LOGS_IN.search(" ".join(run.words[:3])) and not files):
        return False
    places = find_places(walker, run)
    if where == "url":
        walker.fetches += [one for one in run.words if "://" in one or programs.find_host(one)][:8]
        if not marks and not run.stdin and not any(map(programs.PAYLOAD.match, run.words)):
            return False
    marks += (
        walker.mark("shell", run.name)
        if where == "connect" and GIVES_SHELL.search(run.line)
        else ""
    )
    if where == "service" and run.has_any("publish", "upload", "deploy"):
        marks += walker.mark("archive", walker.folder or ".")
        marks += "".join(
            find_marks(text) for path, text in walker.files.items() if path[0] not in "/~"
        )
    if where == "repo" and run.has_any("--push", "--source=."):
        marks += walker.mark("repository", walker.folder or ".")
    inline = find_marks("".join(walker.exported.values())) if where in ("host", "") else ""
    login = (
        run.login or (where == "host" and bool("://" in run.line or inline)) or not (where or files)
    )
    words = [run.name, *(one for one in run.words[:2] if re.fullmatch(r"[\w-]+", one))]
    if not places and not where and files and any(map(programs.HANDS_OVER.search, words)):
        places = [f"?{run.name}"]
    if places:
        walker.send_text(
            run.name, places, "\x1f".join([*run.words, run.stdin]) + marks + inline, login
        )
    return bool(places)


def run_git(walker: Walker, run: Run, depth: int) -> bool:
    """What git sends, fetches, adds and prints; whether it sent."""
    verb, *plain = walker.commands[-1].words or ("",)
    here = walker.folder or "."
    if verb == "remote" and plain[:1] in (["add"], ["set-url"]) and len(plain) > 2:
        walker.remotes[plain[1]] = plain[2]
    elif verb == "config" and (
        found := re.match(
            r"(remote|url)\.(.+)\.(push)?(url|insteadof) (\S+)", " ".join(plain), re.I
        )
    ):
        moved = found[1] == "url"
        walker.remotes["origin" if moved else found[2]] = found[2] if moved else found[5]
    elif verb in ("add", "commit", "tag", "notes", "stash", "switch", "checkout", "branch"):
        every = verb == "add" and run.has_any("-A", "--all", ".")
        own = (
            walker.files
            if every
            else walker.touched.split("\n")
            if re.search(r"\s-a", run.line)
            else ()
        )
        walker.added += run.marks + "".join(
            walker.label_file(path) for path in own if path[:1] not in ("", "/", "~")
        )
        run.marks = ""
    elif verb in ("push", "send-email"):
        target = walker.remotes.get(
            plain[0] if plain else "origin", plain[0] if plain else "origin"
        )
        named = programs.find_host(target) or set(target) & set(":/")
        places = (
            [target if named else f"remote:{target}"]
            if verb == "push"
            else re.findall(r"[\w.+-]+@[\w.-]+", run.line)
        )
        given = find_marks("".join(run.words)) + walker.added + walker.mark("repository", here)
        walker.send_text(f"git {verb}", places, " ".join(plain) + given)
        return True
    elif verb in ("clone", "fetch", "pull", "ls-remote", "submodule"):
        hosts, hard = programs.find_hosts(run.line), find_marks("".join(run.words))
        walker.fetches += [one for one in plain if programs.find_host(one)]
        if hard and hosts:
            walker.send_text(
                f"git {verb}",
                hosts,
                run.line + hard,
                all(kind != "file" for kind, _ in walker.read_labels(hard)),
            )
    elif verb in ("diff", "archive", "bundle", "format-patch", "show") or run.has_any("-p"):
        run.marks += walker.mark("repository", here) if not run.has_any("--stat") else ""
    elif verb == "credential":
        run.marks += walker.mark("value", "git credential")
    elif verb in ("rm", "clean", "reset", "restore"):
        walker.deletes += plain
    return False


def copy_files(walker: Walker, run: Run, text: str) -> None:
    """Copies that stay here: the files that a command writes hold what it was given."""
    name = run.name
    plain = [one for one in run.plain if "://" not in one and len(one) < 200 and " " not in one]
    outs = [
        b
        for a, b in zip(run.words, run.words[1:])
        if a in programs.WRITES_TO or (name == "git" and a == "create")
    ]
    if name in ("cp", "mv", "ln", "install"):
        outs += plain[-1:] if len(plain) > 1 else []
        text = find_marks(text) + (walker.look_file(plain[0]) if len(plain) == 2 else "")
    elif name in programs.COPIERS or name == "tee":
        outs += [re.sub(r"^(of|-C)=|^.*:", "", one) for one in plain] + [
            one + "*" for one in plain[-1:] if name == "split"
        ]
    elif name in programs.LOCAL or name == "git":
        outs = outs if name == "git" else []
    elif find_marks(text) and len(plain) > 1 and "=" not in plain[-1]:
        outs.append(plain[-1])
    if name in ("tar", "zip", "7z", "rsync"):
        text += walker.mark("archive", walker.folder or ".")
    for one in dict.fromkeys(outs):
        walker.write_file(one, text, name == "tee" and run.has_any("-a"))
