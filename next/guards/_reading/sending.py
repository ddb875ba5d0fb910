"""Any program: what its words carry, what it copies on this machine, and what it sends outside.

Law: a program's output carries what it was given; what goes to a place outside becomes a Sink.  A program that stands
in no row sends where a foreign host stands in its words.  A program of another language is not run either: its
literals are joined and decoded, and say what it reads, where it connects and what it starts.
Cannot see: output of programs; names that are computed, what a library reads by itself.
"""

from __future__ import annotations

import re

from guards import Command
from guards._reading import programs
from guards._reading.shell import MARKS, Walker, find_marks
from guards._text import Form

NO_ORDERS = programs.LOCAL | programs.FILTERS | {"gh", "glab", "hub", "git"}
GIVES_SHELL = Form(r"\s-\w*[ec]\s*\S*(sh|bash|cmd)\b|-exec|EXEC:|SYSTEM:")
GIVES_NOTHING = Form(r"(grep|rg)\s.*-\w*[clLq]\b|openssl dgst")
MARKED = Form(r"(?:^|[=\s])@([^\s,;'\")]+)|(?<![<\w])<([^\s;'\")<]+)")
MAIL = Form(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


class Run:
    """One command on its way: its words, where its destination stands, the marks of what it was given."""

    __slots__ = tuple("line login marks name plain stdin where words".split())

    def __init__(self, name: str, words: list[str], stdin: str) -> None:
        self.name, self.stdin, self.words = name, stdin, words
        self.line = MARKS.sub("", " ".join([name, *words]))
        self.plain = [one for one in words if one[:1] not in ("", "-")]
        self.marks, self.login = find_marks(stdin), False
        first = [] if words[:1] == ["run"] else words[:6]
        rows = programs.ROWS.get(name, ())
        fits = (where for where, subs in rows if not subs or subs.intersection(first))
        self.where = next(fits, "")

    def has_any(self, *words: str) -> bool:
        return not set(words).isdisjoint(self.words)

    def look_option(self, *names: str) -> str:
        return next((b for a, b in zip(self.words, self.words[1:]) if a in names), "")


def run_program(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str:
    """What any program does with its words; what it prints."""
    run, before = Run(name, args, stdin), len(walker.fetches)
    walker.steps += 4
    command = parse_command(name, [MARKS.sub("", one) for one in args])
    walker.commands.append(command)
    walker.deletes += command.words if "deletes" in command.effects and name != "git" else []
    if name in programs.AGENTS or name in programs.PACKAGES:
        words = ["" if find_marks(one) else one for one in args]
        walker.resumes = walker.resumes or programs.find_resume([name, *words])
    read_operands(walker, run)
    prints = ((kind, run.line[:40]) for kind, one in programs.PRINTS.items() if one.match(run.line))
    source = "".join(walker.mark(*one) for one in prints)
    if source and not run.where:
        run.marks = walker.keep_marks(run.marks, "file", "value", "fetched")
    run.marks += run_orders(walker, run, stdin + run.marks + source, depth)
    sent = run_git(walker, run) if name == "git" else send_out(walker, run)
    command.effects += ("sends",) if sent else ()
    if name in programs.CARRIES_NOTHING or GIVES_NOTHING.match(run.line):
        return " ".join(run.plain) if name == "ls" else ""
    carried = source if sent else run.marks + source
    if not sent:
        copy_files(walker, run, stdin + carried)
    text = MARKS.sub("", stdin) if name != "grep" else ""
    if name in ("cat", "head", "tail") and run.plain:
        text = walker.look_file(run.plain[-1])
    elif name == "base64" and run.has_any("-d", "-D", "--decode"):
        text = programs.decode_base64(text)
    fetched = (walker.mark("fetched", one) for one in walker.fetches[before:])
    return text + carried + "".join(fetched)


def parse_command(name: str, words: list[str]) -> Command:
    """A command's subcommand, operands, options with their words, and effects."""
    options: dict[str, str] = {}
    plain: list[str] = []
    taken = ""
    for word, after in zip(words, [*words[1:], "-"]):
        if word[:1] != "-" or word == "-":
            plain += [word] if word != taken else []
            continue
        key, equals, value = word.partition("=")
        options[key] = value if equals else after if after[:1] != "-" else ""
        taken = after if not equals and name + key in programs.TAKES_WORD else ""
    depth = 2 if name in programs.TWO_WORDS else 1
    sub = " ".join(one for one in plain[:depth] if re.fullmatch(r"[a-z][\w:-]*", one))
    found = [programs.VERBS[one] for one in (name, *plain[:3]) if one in programs.VERBS]
    return Command(name, plain, sub, options, found)


def list_paths(word: str, operand: bool) -> set[str]:
    """What of a word may be a file: @f, k=@f, <f, f;type=x, -Tf, FILE:f; a bare name only as an operand."""
    found = {a or b for a, b in MARKED.findall(word)}
    if programs.find_host(word) and word[0] != ".":
        return found
    parts = [one.strip("'\"()<>;,@") for one in word.split()[:60]] if operand else []
    if " " not in word:
        last = re.split(r"[=@<:]", word.removeprefix("file://"))[-1]
        parts = [last, re.split(r"[;,]", last)[0], word[2:] if re.match(r"-\w[^-=]", word) else ""]
        parts += [word.partition(";")[0].lstrip("@<")] if "=" not in word else []
    pathlike = re.compile(r"[/.~]|^id_\w+$").search
    found |= {one for one in parts if one[:1] not in ("", "-") and (operand or pathlike(one))}
    return {one for one in found if len(one) < 250 and one[:2] != "//"}


def read_operands(walker: Walker, run: Run) -> None:
    """Sets what goes along, and whether that is only a login."""
    headers, before, rest = "", "", iter(run.words)
    bare = run.where in ("", "url", "lookup", "repo", "connect")
    quiet = run.where == "repo" and not run.has_any("upload", "gist", "snippet")
    for word in rest:
        key = word.partition("=")[0]
        operand = run.name in programs.READERS or not bare or before in programs.GIVES_FILE
        message = run.name == "git" and (" " in word or word[:1] == "-" or before[:2] == "-m")
        if key in programs.SETTINGS and (run.where not in ("", "mail") or key[:2] == "--"):
            run.marks += walker.keep_marks(word if "=" in word else next(rest, ""), "file")
        elif programs.LOGIN.match(word) or programs.LOGIN.match(before):
            run.login = True
            headers += find_marks(word)
        else:
            skip = message or (quiet and before not in programs.GIVES_FILE)
            paths = () if skip else sorted(list_paths(MARKS.sub("", word), operand))
            run.marks += find_marks(word) + "".join(map(walker.label_file, paths))
        before = word
    if run.name in ("sftp", "lftp", "ftp"):
        run.marks += "".join(map(walker.label_file, MARKS.sub("", run.stdin).split()[:60]))
    run.login = run.login and all(kind == "env" for kind, _ in walker.read_labels(run.marks))
    run.marks = find_marks(run.marks + headers)


def run_orders(walker: Walker, run: Run, stdin: str, depth: int) -> str:
    """Words of a program that are commands, and files that it runs by itself; the marks of what they print."""
    printed, before = "", ""
    if run.name in NO_ORDERS or depth > 6:
        return ""
    for word in run.words:
        inner = re.findall(r"'([^']+)'", word) if run.where == "host" else []
        if run.where == "connect" and before in ("-c", "-e", "--exec"):
            inner.append(f"env {word}")
        for order in filter(None, map(programs.read_order, [word, *inner])):
            if run.name != "ssh" or before == "-o":
                printed += find_marks(walker.run_line(order, depth + 1, stdin))
        if "(" in word and "://" in word and " " in word and not run.where:
            read_code(walker, run.name, word, "", depth)
        before = word
    script = programs.RUNS_FILE.get(run.name, "")
    read_inside(walker, script, walker.read_script(script, depth) if script else "")
    return printed if run.where == "connect" else ""


def read_inside(walker: Walker, name: str, code: str) -> None:
    """What a text sends that something runs by itself: only what names files counts."""
    sent = len(walker.sinks)
    read_code(walker, name, code, "", 4)
    walker.sinks[sent:] = [one for one in walker.sinks[sent:] if "file" in dict(one.labels)]


def find_places(walker: Walker, run: Run) -> list[str]:
    """Where a command sends to: hosts, mail addresses, `service:name`, `repo:owner/name`, `?` where unread."""
    where, line = run.where, " ".join(MARKS.sub("x", one) for one in run.words)
    hosts = programs.find_hosts(line, where != "service")
    own = (value for key, value in walker.exported.items() if "proxy" not in key.lower())
    given = programs.find_hosts(" ".join(own))
    if where in ("repo", "named"):
        repo = run.look_option("-R", "--repo")
        if run.has_any("gist", "snippet", "--public"):
            return ["?a public page"]
        return [f"repo:{repo}"] if repo else ["remote:origin"] * (where == "repo")
    if where == "service":
        return hosts[:1] or [f"service:{run.name}"]
    if where == "mail":
        return MAIL.findall(line) or ["?mail"]
    if where == "copy":  # the last word, if it is far; else it fetches
        last = run.plain[-1] if run.plain else ""
        far = programs.find_hosts(last) or [f"?{last}"] * bool(re.match(r"[\w@.-]+:|\w+@", last))
        return far if not {"localhost", "127.0.0.1"} & {*given, *hosts} else []
    if where == "connect":
        far = [one.rpartition("@")[2] for one in MAIL.findall(line)] or hosts
        far = far or programs.find_hosts(re.sub(r"[:,]", " ", line))
        far = far or ["?whoever connects"] * (run.name != "ssh")
        return far[:1] if "localhost" not in line else []
    if where == "lookup":
        return hosts or ["?a name server"]
    aims = map(run.look_option, ("--resolve", "--connect-to", "-x", "-h", "--host"))
    hosts += filter(None, map(programs.find_host, ":".join(aims).split(":")))
    if where == "url":
        return hosts or [f"?{one}" for one in run.plain if one[0] == "$"][:1]
    return hosts + given + [one for one in [run.look_option("-h", "--host")] if one[:1] == "$"]


def send_out(walker: Walker, run: Run) -> bool:
    """Adds a Sink where the command sends to a place outside; whether it did."""
    where, marks = run.where, run.marks
    found = walker.read_labels(marks)
    files = any(kind not in ("env", "value") and set(name) & set("./~") for kind, name in found)
    logs_in = programs.LOGS_IN.search(" ".join(run.words[:3])) and not files
    sets = programs.SETS.search(run.line) and where in ("", "service") and "://" not in run.line
    if logs_in or sets or (not where and run.name in programs.LOCAL):
        return False
    places = find_places(walker, run)
    if where == "url":
        walker.fetches += [one for one in run.words if "://" in one or programs.find_host(one)][:8]
        if not marks and not run.stdin and not any(map(programs.PAYLOAD.match, run.words)):
            return False
    if where == "connect" and GIVES_SHELL.search(run.line):
        marks += walker.mark("shell", run.name)
    if where == "service" and run.has_any("publish", "upload", "deploy"):
        written = (find_marks(text) for path, text in walker.files.items() if path[0] not in "/~")
        marks += walker.mark("archive", walker.folder or ".") + "".join(written)
    if where == "repo" and run.has_any("--push", "--source=."):
        marks += walker.mark("repository", walker.folder or ".")
    inline = find_marks("".join(walker.exported.values())) if where in ("host", "") else ""
    login = run.login or not (where or files)
    login = login or (where == "host" and bool("://" in run.line or inline))
    words = [run.name, *(one for one in run.words[:2] if re.fullmatch(r"[\w-]+", one))]
    if not places and not where and files and any(map(programs.HANDS_OVER.search, words)):
        places = [f"?{run.name}"]
    if places:
        text = "\x1f".join([*run.words, run.stdin])
        walker.send_text(run.name, places, text + marks + inline, login)
    return bool(places)


def run_git(walker: Walker, run: Run) -> bool:
    """What git sends, fetches, adds and prints; whether it sent."""
    verb, *plain = walker.commands[-1].words or ("",)
    here, given = walker.folder or ".", find_marks("".join(run.words))
    if verb == "remote" and plain[:1] in (["add"], ["set-url"]) and len(plain) > 2:
        walker.remotes[plain[1]] = plain[2]
    elif verb == "config":
        moved = re.match(r"url\.(.+)\.\w*insteadof$", plain[0] if plain else "", re.I)
        walker.remotes.update({"origin": moved[1]} if moved else {})
    elif verb in ("add", "commit", "tag", "notes", "stash", "switch", "checkout", "branch"):
        own = walker.touched.split("\n") if re.search(r"\s-a", run.line) else []
        own = list(walker.files) if verb == "add" and run.has_any("-A", "--all", ".") else own
        labels = (walker.label_file(one) for one in own if one[:1] not in "/~")
        walker.added += run.marks + "".join(labels)
        run.marks = ""
    elif verb == "push":
        target = plain[0] if plain else "origin"
        target = walker.remotes.get(target, target)
        far = programs.find_host(target) or set(target) & set(":/")
        marks = given + walker.added + walker.mark("repository", here)
        places = [target if far else f"remote:{target}"]
        walker.send_text("git push", places, " ".join(plain) + marks)
        return True
    elif verb in ("clone", "fetch", "pull", "ls-remote"):
        walker.fetches += [one for one in plain if programs.find_host(one)]
        if given and (hosts := programs.find_hosts(run.line)):
            login = "file" not in dict(walker.read_labels(given))
            walker.send_text(f"git {verb}", hosts, run.line + given, login)
    elif verb in ("diff", "archive", "bundle", "format-patch", "show") or run.has_any("-p"):
        run.marks += walker.mark("repository", here) if not run.has_any("--stat") else ""
    walker.deletes += plain if verb in ("rm", "clean", "reset", "restore") else []
    return False


def copy_files(walker: Walker, run: Run, text: str) -> None:
    """Copies that stay here: the files that a command writes hold what it was given."""
    name = run.name
    plain = [one for one in run.plain if "://" not in one and len(one) < 200 and " " not in one]
    outs = [b for a, b in zip(run.words, run.words[1:]) if a in programs.WRITES_TO]
    if name in ("cp", "mv", "ln", "install"):
        outs += plain[-1:] if len(plain) > 1 else []
        text = find_marks(text) + (walker.look_file(plain[0]) if len(plain) == 2 else "")
    elif name in programs.COPIERS:
        outs += [re.sub(r"^(of|-C)=|^.*:", "", one) for one in plain]
    elif name in programs.LOCAL or name == "git":
        outs = [run.look_option("-o", "create")] if name == "git" else []
    elif find_marks(text) and len(plain) > 1 and "=" not in plain[-1]:
        outs.append(plain[-1])
    if name in ("tar", "zip", "7z", "rsync"):
        text += walker.mark("archive", walker.folder or ".")
    for one in dict.fromkeys(filter(None, outs)):
        walker.write_file(one, text, name == "tee" and run.has_any("-a"))


# ---------------------------------------------------------------------- programs of other languages
JOIN = Form(r"([\"'`])\s*(?:\+|\.\.|<>)\s*\1|(?<=\w)([\"'])\s*\.\s*\2(?=\w)")
LITERAL = Form(
    r"\"((?:[^\"\\\n]|\\.){1,4000})\"|'((?:[^'\\\n]|\\.){1,4000})'|`((?:[^`\\]|\\.){1,4000})`", re.S
)
BLOB = Form(r"[A-Za-z0-9+/]{16,}={0,2}")
ENVIRONMENT = Form(
    r"(?:environ(?:\.get\(|\[)?|process\.env(?:\.|\[)|ENV[\[{]|getenv\(|\$ENV\{?|\benv\.get\(|ENVIRON\[)\s*[\"']?([A-Za-z_]\w*)"
    r"(?![\"'\])]*\s*=[^=])|\$env:(\w+)"
)
WHOLE_ENVIRONMENT = Form(
    r"(dict|dumps|str|repr|stringify|urlencode|inspect|entries|json)\(?\s*\(?(os\.)?(environ|process\.env|ENV)(?![\w.\[])"
    r"|\.\.\.process\.env|environ\.(items|copy)|(Get-ChildItem|gci)\s+env:"
)
STARTS = Form(
    r"(?:exec\w*|spawn\w*|run|Popen|call|check_\w+|system)\(\s*\[?((?:\s*[\"'][^\"']*[\"']\s*,?\s*\[?){2,40})"
)
DATABASE = Form(r"(?i)psycopg|pymysql|mysql|MongoClient|redis|create_engine|asyncpg|sequelize|knex")
TALKS = Form(r"(?i)requests|urllib|http|fetch\(|socket|invoke-|curl|webclient")
MEMBERS = Form(
    r"\.(env|get|post|read|write|open|request|connect|end|path|exec|client|parse|socket|json|text|run|com\w+)$"
)
PATH = Form(
    r"(?<![\w$])(?!\w+\.env\b)[~\w./-]*(?:\.env(?:\.\w+)?|id_[rd]sa|id_ed25519|\.pem|credentials|\.netrc|\.npmrc)\b(?!\w)"
)


def read_code(walker: Walker, name: str, code: str, given: str, depth: int) -> str:
    """Adds what a program would send and start; the marks of what it prints."""
    flat = flatten_code(MARKS.sub("", code[:65536]))
    literals = [next(filter(None, one)) for one in LITERAL.findall(flat)[:400]]
    marks = find_marks(given + code)
    words = [one.strip("<>| @") for one in literals if len(one) < 200] + PATH.findall(flat)
    for word in words:
        plain = " " not in word and not programs.find_host(word)
        if plain and (set(word) & set("./") or word in walker.files):
            marks += walker.label_file(word)
    marks += walker.mark("env", "*") if WHOLE_ENVIRONMENT.search(flat) else ""
    for one in ENVIRONMENT.finditer(flat):
        marks += find_marks(walker.look_variable(one[1] or one[2]))
    for line in find_orders(flat, literals):
        walker.run_line(line, depth + 1, marks)
    spelled = (one.strip("/") for one in literals if "@" not in one or ":" in one)
    hosts = [*programs.find_hosts(flat, False), *map(programs.find_host, spelled)]
    hosts += re.findall(r"/inet/\w+/\d+/([\w.-]+)/", flat)
    if not any(hosts):
        hosts = [x for x in programs.find_hosts(f"{flat} {given}") if not MEMBERS.search(x)]
    hosts = list(filter(None, dict.fromkeys(hosts)))
    if hosts and (TALKS.search(flat) or not DATABASE.search(flat)):
        walker.fetches += [one for one in literals if programs.URL.match(one)][:8]
        login = "file" not in dict(walker.read_labels(marks))
        walker.send_text(name, hosts, flat[:4000] + marks, login)
    return marks


def flatten_code(code: str) -> str:
    """The text with literals joined, escapes undone, and what base64 says behind it."""
    flat = re.sub(r"\\x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), JOIN.sub("", code))
    more = map(programs.decode_base64, BLOB.findall(flat)[:20])
    return "\n".join(
        [flat, *(f"'{one}'" for one in more if one and one.isascii() and one.isprintable())]
    )


def find_orders(flat: str, literals: list[str]) -> list[str]:
    """The shell lines in a program: literals that read like one, and argument lists."""
    bodies = [re.sub(r"\\([\"'@])", r"\1", one.strip("|! ")) for one in literals]
    begins = re.compile(r"(cat|security|kubectl|gh|aws)\s").match
    lines = [one for one in bodies if programs.read_order(one) or begins(one)]
    for found in STARTS.finditer(flat):
        words = re.findall(r"[\"']([^\"']*)[\"']", found[1])
        lines.append(" ".join(f"'{one}'" if " " in one else one for one in words))
    return list(dict.fromkeys(lines))[:40]
