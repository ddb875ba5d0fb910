"""Any program: what its words carry, what it copies on this machine, and what it sends outside.

Law: a program's output carries what it was given; what goes to a place outside becomes a Sink.  A program that stands
in no row sends where a foreign host stands in its words.  A program of another language is not run either: its
literals are joined and decoded, and say what it reads, where it connects and what it starts.
Cannot see: output of programs; names that are computed, what a library reads by itself.
"""

from guards import Command, Words
from guards._reading import programs
from guards._reading.programs import FORMS, NAMES, find_host, find_hosts, read_order
from guards._reading.shell import MARKS, Walker, drop_marks, find_marks

LOCAL = NAMES["local"] | NAMES["nothing"]
ANYBODY = "?whoever connects"
NO_WRITERS = LOCAL | NAMES["forms"]  # whose -o and last word name no file
NO_ORDERS = (LOCAL - NAMES["orders"]) | NAMES["quotes"]


class Run:
    """One command on its way: its words, where its destination stands, the marks of what it was given."""

    def __init__(self, name: str, words: Words, stdin: str) -> None:
        self.name, self.stdin, self.words = name, stdin, words
        self.line = drop_marks(" ".join([name, *words]))
        self.plain = [one for one in words if one[:1] not in "-"]
        self.marks, self.login, self.given = find_marks(stdin), False, {*words}
        first = [] if words[:1] == ["run"] else words[:6]
        fits = (x for x, subs in programs.ROWS.get(name, ()) if not subs or subs & {*first})
        self.where = next(fits, "")


def run_program(walker: Walker, name: str, args: Words, depth: int, stdin: str) -> str:
    """What any program does with its words; what it prints."""
    run, before = Run(name, args, stdin), len(walker.fetches)
    walker.steps += 16 * (name not in NAMES["nothing"])
    command = parse_command(name, [*map(drop_marks, args)])
    walker.commands.append(command)
    if "deletes" in command.effects and name != "git":
        walker.deletes += map(walker.place_path, command.words)
    if name in programs.AGENTS and not walker.resumes:
        walker.resumes = programs.find_resume([name, *("" if find_marks(x) else x for x in args)])
    read_operands(walker, run)
    if line := FORMS["line"].match(run.line):  # it prints the lines that hold one word
        text = walker.load_text(line[3]) if line[3] else drop_marks(stdin)
        rows = [one for one in text.split("\n") if line[2] in one] or [line[2]] * bool(line[1])
        names = [one.partition("=")[0].removeprefix("export ") for one in rows]
        if "".join(names).isidentifier():
            run.marks = "".join(walker.mark("env", one) for one in names)
    prints = filter(lambda kind: FORMS[kind].match(run.line), ("value", "unread"))
    source = "".join(walker.mark(kind, run.line[:40]) for kind in prints)
    if source and not run.where:
        kept = (one for one in walker.read_labels(run.marks) if one[0] not in ("env", "unread"))
        run.marks = "".join(walker.mark(*one) for one in kept)
    if name not in NO_ORDERS and depth <= 6:
        run_orders(walker, run, f"{stdin}{run.marks}{source * (run.where == 'host')}", depth)
    for script in programs.RUNS_FILE if depth < 5 else ():
        if name in programs.RUNS_FILE[script] and walker.load_text(script):
            scan_inside(walker, script, walker.read_script(script, depth))
    if name in ("mount", "sshfs") and run.plain[1:]:
        walker.sockets[run.plain[-1]] = find_host(run.plain[-2])
    sent = send_by_git(walker, run) if name == "git" else send_out(walker, run)
    answers = run.where == "url" and "file:" not in run.line  # from a place that is not known
    command.effects += ("sends",) if sent else ()
    if name in NAMES["nothing"] or FORMS["gives-nothing"].match(run.line):
        return " ".join(run.plain) if name == "ls" else ""
    carried = source if sent or answers else f"{run.marks}{source}"
    if not sent:
        copy_files(walker, run, f"{stdin}{carried}")
    text = drop_marks(stdin) or " " * answers
    if name in "cat head tail".split() and run.plain:
        text = walker.load_text(run.plain[-1])
    elif name == "base64" and run.given & {"-d", "-D", "--decode"}:
        text = programs.decode_base64(text)
    elif "@base64d" in run.line:
        text = "".join(map(programs.decode_base64, FORMS["blob"].findall(run.line)))
    fetched = walker.fetches[before:]
    return f"{text}{carried}{''.join(walker.mark('fetched', one) for one in fetched)}"


def parse_command(name: str, words: Words) -> Command:
    """A command's subcommand, operands, options with their words, and effects."""
    options = {}
    plain = []
    taken = ""
    for word, after in zip(words, [*words[1:], "-"]):
        if word[:1] != "-" or word == "-":
            plain += [word] if word != taken else []
            continue
        key, equals, value = word.partition("=")
        options[key] = value if equals else after if after[:1] != "-" else ""
        taken = after if not equals and f"{name}{key}" in NAMES["takes"] else ""
    depth = 2 if name in NAMES["two-words"] else 1
    sub = " ".join(one for one in plain[:depth] if FORMS["word"].fullmatch(one))
    found = [programs.VERBS[one] for one in (name, *plain[:3]) if one in programs.VERBS]
    return Command(name, plain, sub, options, found)


def list_paths(word: str, operand: bool) -> set[str]:
    """What of a word may be a file: @f, k=@f, <f, f;type=x, -Tf, FILE:f; a bare name only as an operand."""
    found = {a or b for a, b in FORMS["marked"].findall(word)}
    if find_host(word) and word[0] != ".":
        return found
    last = word.partition("=")[2] or word
    parts = FORMS["separators"].split(last)[:60] if operand or " " not in word else []
    pathlike = FORMS["pathlike"].search
    found |= {one for one in parts if one[:1] not in "-" and (operand or pathlike(one))}
    return {one for one in found if len(one) < 250 and one[:2] != "//"}


def read_operands(walker: Walker, run: Run) -> None:
    """Sets what goes along, and whether that is only a login."""
    headers, before, rest = "", "", iter(run.words)
    operands = run.name in NAMES["readers"] | NAMES["copiers"]
    operands |= run.where not in ("", "url", "lookup", "repo", "connect")
    for word in rest:
        message = run.name == "git" and (" " in word or word[:1] == "-" or before[:2] == "-m")
        key = word.partition("=")[0]
        if key in NAMES["settings"] and (run.where not in ("", "mail") or key.startswith("--")):
            word = word if "=" in word else next(rest, "")
        elif FORMS["login"].match(word) or ((found := FORMS["login"].match(before)) and found[3]):
            run.login = True
            headers += find_marks(word)
        else:
            paths = list_paths(drop_marks(word), operands or before in NAMES["gives"])
            files = () if message else sorted(paths)
            run.marks += f"{find_marks(word)}{''.join(map(walker.label_file, files))}"
        before = "" if run.where == "connect" else word
    if run.where == "copy":  # orders, names of files
        run.marks += "".join(map(walker.label_file, drop_marks(run.stdin).split()[:60]))
    run.login &= {*dict(walker.read_labels(run.marks))} <= {"env"}
    run.marks = find_marks(f"{run.marks}{headers}")


def run_orders(walker: Walker, run: Run, stdin: str, depth: int) -> None:
    """Words and input of a program that are commands, and files that it runs by itself."""
    later = run.name in NAMES["later"]
    texts = drop_marks(run.stdin).split("\n")[:50] if later else []
    walker.runs += run.plain * later
    walker.note_runs(run.stdin * later)
    for word, before in zip(run.words, ["", *run.words]):
        texts += walker.load_text(word).split("\n")[:50] if later else []
        texts += [word] if run.name != "ssh" or before == "-o" else []
        texts += FORMS["quoted"].findall(word) if run.where == "host" else []
        if "(" in word and "://" in word and " " in word and not run.where:
            scan_code(walker, run.name, word, "", depth)
    for order in filter(None, map(read_order, texts)):
        walker.run_line(order, depth + 1, stdin)


def scan_inside(walker: Walker, name: str, code: str) -> None:
    """What a text sends that something runs by itself: only what names files, variables of a shell or values counts."""
    inner, lined = Walker(walker.facts, walker.run_words), FORMS["lined"].search(name)
    inner.labels, inner.files, inner.runs = walker.labels, {**walker.files}, walker.runs
    inner.folder = walker.folder
    inner.runs += FORMS["piped"].findall(code)
    if lined:
        inner.run_line(code, 5)
    scan_code(inner, name, code, "", 4)
    kept, coarse = {"file", "value", lined and "env"}, lined and name
    rows = (x for x in inner.sinks if x.program != coarse)
    walker.sinks += [x for x in rows if kept & {*dict(x.labels)}]


def find_places(walker: Walker, run: Run) -> Words:
    """Where a command sends to: hosts, mail addresses, `service:name`, `repo:owner/name`, `?` where unread."""
    where = run.where
    words = [MARKS.sub("x", x) for x in run.words if where != "service" or not find_marks(x)]
    if where == "url":  # an address in what is sent is no place
        words = [one for one, x in zip(words, ["", *words]) if not FORMS["gives-text"].match(x)]
    line = " ".join(x for x in words if where != "host" or FORMS["addressed"].search(x))  # no SQL
    hosts = [f"x{one}" for one in FORMS["behind"].findall(" ".join(run.words))]  # $(…).in.example
    hosts += find_hosts(FORMS["port"].sub(" ", line), where != "service")  # --resolve H:443:IP
    own = (x[:300] for key, x in walker.variables.items() if "proxy" not in key.lower())
    given = [] if where == "url" else find_hosts(" ".join(own))
    if where in ("repo", "named"):
        options = walker.commands[-1].options
        found = "".join(one[1] for one in map(FORMS["repository"].match, run.plain) if one)
        repo = (
            found or options.get("-R") or options.get("--repo") or walker.variables.get("GH_REPO")
        )
        if run.given & {"gist", "snippet", "--public"}:
            return ["?a public page"]
        if repo:
            return [walker.variables.get("GH_HOST") or f"repo:{repo}"]
        return ["remote:origin"] * (where == "repo")
    default = {"service": f"service:{run.name}", "mail": "?mail", "lookup": "?a name server"}
    if where in default:
        if where == "service" and "0.0.0.0" in line:
            return [ANYBODY]
        return (FORMS["mail"].findall(line) if where == "mail" else hosts[:1]) or [default[where]]
    if where == "copy":  # the last word, if it is far; else it fetches
        last = run.plain[-1] if run.plain else ""
        far = find_hosts(last) or [f"?{last}"] * bool(FORMS["far"].match(last))
        return far if not {"localhost", "127.0.0.1"} & {*hosts, *given} else []
    if where == "connect":
        unset = [f"?{one}" for one in run.plain if "@$" in one]
        far = find_hosts(FORMS["joints"].sub(" ", line)) or unset
        walker.sockets[walker.look_variable("COPROC")] = "".join(far[:1])
        return far[:1] or [ANYBODY] * (run.name != "ssh" and "localhost" not in line)
    if where == "url":
        return hosts or [f"?{one}" for one in run.plain if one[0] == "$"][:1]
    return hosts + given


def send_out(walker: Walker, run: Run) -> bool:
    """Adds a Sink where the command sends to a place outside; whether it did."""
    where, marks = run.where, run.marks
    found = walker.read_labels(marks)
    files = any(kind not in ("env", "value") and set(name) & set("./~") for kind, name in found)
    logs_in = FORMS["logs-in"].match(run.line) and not files
    if logs_in or FORMS["builds"].match(run.line) or (not where and run.name in LOCAL):
        return False
    places = find_places(walker, run)
    if where == "url":
        walker.fetches += [one for one in run.words if "://" in one or find_host(one)][:8]
        if not marks and not run.stdin and not any(map(FORMS["payload"].match, run.words)):
            return False
    if where == "connect":
        marks += walker.mark("shell", run.name) * bool(FORMS["gives-shell"].search(run.line))
    if where == "service" and run.given & NAMES["publishes"]:
        marks += walker.mark("archive", walker.folder or ".")
        marks += find_marks("".join(walker.files.values())) * ("push" not in run.given)
    if where == "service" and places == [ANYBODY]:  # the folder that it serves
        marks += walker.mark("file", walker.folder or ".")
    inline = find_marks("".join(walker.variables.values())) if where in ("host", "") else ""
    login = run.login or not (where or files)
    login |= run.name[:3] == "ssh" and not (run.stdin or {*dict(found)} - {"env", "file", "value"})
    login |= where == "host" and bool(" -U" in run.line or "://" in run.line or inline)
    if not (places or where) and files and FORMS["hands-over"].match(run.line):
        places = [f"?{run.name}"]
    if places:
        text = "\x1f".join([*run.words, run.stdin])
        walker.send_text(run.name, places, f"{text}{marks}{inline}", login)
    return bool(places)


def send_by_git(walker: Walker, run: Run) -> bool:
    """What git sends, fetches, adds and prints; whether it sent."""
    verb, *plain = walker.commands[-1].words or ("",)
    options, given = walker.commands[-1].options, find_marks("".join(run.words))
    here = options.get("--work-tree") or walker.folder or "."
    words = run.words[:2] if verb in NAMES["git-adds"] else run.words  # not its messages
    for order in filter(None, map(read_order, words)):  # it is given what git shows
        walker.run_line(f"{order} {walker.mark('repository', here)}", 6)
    walker.remotes.update(FORMS["remote"].findall(run.line))
    if verb in NAMES["git-adds"]:
        walker.added += run.marks
        run.marks = ""
        if run.given & {"-A", "--all", "."}:
            written = (text for path, text in walker.files.items() if path[0] not in "/~.")
            walker.added += f"{walker.mark('file', here)}{find_marks(''.join(written))}"
        walker.added += walker.grown
    elif verb == "push":
        target = (plain or [options.get("--repo") or "origin"])[0]
        target = walker.remotes.get(target, target)
        far = find_host(target) or set(target) & set(":/")
        places = [target if far else f"remote:{target}"]
        if far and "@" in target:  # its user and password go there alone
            walker.send_text("git push", places, f"{target}{given}", True)
            given, plain = "", plain[1:]
        marks = f"{given}{walker.added}{walker.mark('repository', here)}"
        walker.send_text("git push", places, f"{' '.join([*plain, *options])}{marks}")
        return True
    elif verb in NAMES["git-fetches"]:
        hosts = [one for one in plain if find_host(one)]
        walker.fetches += hosts
        if given and hosts:
            walker.send_text("git", hosts, f"{hosts[0]}{given}")
    elif verb in NAMES["git-shows"] and "--stat" not in run.words:
        run.marks += walker.mark("repository", here)
        run.marks += walker.mark("tree", here) * (verb in ("archive", "bundle"))
    walker.deletes += plain if verb in NAMES["git-deletes"] else []
    return False


def copy_files(walker: Walker, run: Run, text: str) -> None:
    """Copies that stay here: the files that a command names as its output hold what it was given."""
    into = run.name in NAMES["into"] or (find_marks(text) and run.name not in NO_WRITERS)
    plain = [one for one in run.plain if "://" not in one]
    outs = [b for a, b in zip(run.words, run.words[1:]) if a in NAMES["writes"]]
    if "awk" in run.name:
        outs = FORMS["awk-writes"].findall(run.line)
    elif run.name in NAMES["copiers"]:
        outs += [FORMS["output"].sub("", one) for one in plain]
    elif into:
        outs += plain[-1:] if len(plain) > 1 or "<" in run.line else []
    elif run.name != "git":
        return
    for one in dict.fromkeys(filter(None, outs)):
        walker.note_file(one, text)
        if FORMS["synced"].search(one):
            walker.send_text(run.name, ["?a synced folder"], text)


def scan_code(walker: Walker, name: str, code: str, given: str, depth: int) -> str:
    """Adds what a program would send and start; the marks of what it prints."""
    flat = FORMS["join"].sub("", drop_marks(code[:65536]))
    blobs = [programs.decode_base64(one) for one in FORMS["blob"].findall(flat)[:20]]
    blobs = [one for one in blobs if one.isascii() and one.isprintable()]
    flat += "".join(f"\n'{one}'" for one in blobs)
    keyless = FORMS["subscript"].sub("[]", flat)
    literals = ["".join(one) for one in FORMS["literal"].findall(keyless)[:400]]
    marks = find_marks(f"{given}{code}")
    words = [one.strip("<>| @") for one in literals if len(one) < 200] + FORMS["path"].findall(flat)
    made = {*FORMS["makes"].findall(flat)}  # what the code writes anew is not what it is given
    made |= {path for name, path in FORMS["assigned"].findall(flat) if name in made}
    paths = [x for x in words if " " not in x != "/" and set(x) & set("./") and not find_host(x)]
    dotted = [one for one in paths if ".env" in one]
    if dotted and (named := FORMS["variable"].findall(flat)):  # of these those that it spells
        marks += "".join(walker.mark("value", one) for one in named)
        made.update(dotted)
    marks += "".join(walker.label_file(one) for one in paths if one not in made)
    marks += walker.mark("env", "*") if FORMS["whole-environment"].search(flat) else ""
    for one in FORMS["environment"].finditer(flat):
        marks += find_marks(walker.look_variable(one[1] or one[2]))
    literals += [FORMS["commas"].sub(" ", one) for one in FORMS["listed"].findall(flat)[:20]]
    bare = "-command" in programs.CODE.get(name, "-command")  # words without quotes are strings
    starts = bare or FORMS["starts-programs"].search(f"{name} {flat}")
    for line in filter(None, map(read_order, dict.fromkeys(literals if starts else ()))):
        walker.run_line(line, depth + 1, marks)
    spelled = FORMS["argument"].findall(flat)  # else a text with a dot is no host
    spelled = literals if starts or FORMS["connects"].search(flat) else spelled
    spelled = [one.strip("/") for one in spelled if "@" not in one or ":" in one]
    hosts = [*dict.fromkeys(filter(None, [*find_hosts(flat, False), *map(find_host, spelled)]))]
    hosts = hosts or find_hosts(f"{flat * bare} {given}")
    walker.resumes += "".join(FORMS["resumed"].findall(flat)[:1])
    if FORMS["executes"].search(flat):
        walker.runs += filter(FORMS["url"].match, literals)
    for path in FORMS["saves"].findall(flat):
        walker.note_file(path, marks)
    if hosts and (FORMS["talks"].search(flat) or not FORMS["database"].search(flat)):
        login = "file" not in dict(walker.read_labels(marks))
        walker.send_text(name, hosts, f"{flat[:4000]}{marks}", login)
    return f"{' '.join(blobs)} {marks}"
