"""One Call of any tool: a shell line is walked, a server's arguments say what goes where, an edit what it writes.

Law: wrappers are taken off, the shell's own words obeyed; whatever starts a shell or an interpreter is read again, in
the same walk.  Cannot see: output of programs; what a server does behind a name that says nothing.
"""

from guards import Call, Event, Facts, Row, Sink, Words
from guards._reading.programs import AGENTS, CODE, FORMS, WRAPPERS, find_hosts, read_order
from guards._reading.sending import run_program, scan_code, scan_inside
from guards._reading.shell import DEPTH, SHELLS, Walker, decode_escapes, drop_marks, find_marks
from guards._reading.tools import WORDS, find_command, part_tool, resolve_tags
from guards._text import list_leaves, split_words

FOUND = "commands writes deletes runs fetches".split()  # by a walk


def get_program(word: str) -> str:
    name = word.rstrip("/").rpartition("/")[2].lower().removesuffix(".exe")
    return name if ":" in word else name.partition("@")[0] or name  # codex@latest, no address


def run_words(walker: Walker, words: Words, depth: int, stdin: str) -> str:
    """Runs a command's words; what it prints."""
    words, stdin = unwrap_words(walker, words, stdin)
    if not words or walker.is_over(depth):
        return stdin
    first, args = words[0], words[1:]
    if " " in first.strip() and not FORMS["path-word"].match(first):  # a command in one word
        return walker.run_line(" ".join(words), depth + 1, stdin)
    name = get_program(first)
    own = "/" in first and not first.startswith(("/usr/", "/bin/", "/opt/"))
    own = own and walker.place_path(first) != ".autoskillit/guardctl"  # ours: watched by digest
    if text := walker.read_script(first, depth) if own else "":
        return walker.run_line(text, depth + 4, stdin)
    if name in ("cd", "pushd"):
        walker.folder = walker.place_path(args[0] if args else "~")
        return ""
    if name in "read mapfile readarray".split():
        line = stdin.strip().partition("\n")[0]
        value = f"{line}{find_marks(stdin)}{walker.label_file(line)}"
        walker.variables.update(dict.fromkeys(filter(str.isidentifier, args), value))
        return ""
    if name in "export declare typeset local readonly set".split():
        walker.set_numbered(args[args.index("--") :] if "--" in args else [])
        for key, equals, value in (one.partition("=") for one in args):
            if equals and key.isidentifier():
                walker.variables[key] = walker.look_variable(value) if "-n" in args else value
                walker.run_line(read_order(value), depth + 1)  # a pager, what git calls for a diff
        return walker.mark("env", "*") if args in ([], ["-p"], ["-x"]) else ""
    if name in "echo printf print".split():
        text = " ".join(one for one in args if not FORMS["plainly"].fullmatch(one))
        return f"{decode_escapes(text)}\n"
    if name in walker.functions:
        walker.set_numbered(words)
        out = walker.run_line(walker.functions[name], depth + 1, stdin)
        walker.set_numbered([""] * len(words))
        return out
    if name in SHELLS:
        return run_text(walker, name, args, depth, stdin)
    if name in CODE:
        return run_code(walker, name, args, depth, stdin)
    return run_program(walker, name, args, depth, stdin)


def unwrap_words(walker: Walker, words: Words, stdin: str) -> tuple[Words, str]:
    """The command that `sudo`, `env A=b`, `timeout 5`, `xargs`, `find -exec` and the like run, and what it is fed."""
    for _ in range(DEPTH if words else 0):
        name, rest = get_program(words[0]), words[1:]
        execs = (n for n, one in enumerate(rest) if one.startswith("-exec"))
        at = next(execs, 0) if name == "find" else 0
        if at:
            stdin = next((b for a, b in zip(rest, rest[1:]) if a.endswith("name")), rest[0])
            name, rest = "xargs", rest[at + 1 :]
        takes = WRAPPERS.get(name)
        if takes is None:
            return words, stdin
        while rest and FORMS["prefix"].match(rest[0]):
            option = rest.pop(0)
            if option[0] != "-":
                run_words(walker, ["export", option], 1, "")
            elif option in takes and rest:
                rest.pop(0)
        words = rest["@" in takes :]
        if not words:
            return [], walker.mark("env", "*") if name == "env" else stdin
        if name in ("xargs", "parallel"):
            items = stdin.split()[:60]
            marks = f"{find_marks(stdin)}{''.join(map(walker.label_file, items))}"
            filled, stdin = "\n".join(items)[:300] + marks, ""
            words = [*(one.replace("{}", filled) for one in words), *items, marks]
    return words, stdin


def run_text(walker: Walker, name: str, args: Words, depth: int, stdin: str) -> str:
    """eval, source, trap and every shell: what they run is walked."""
    if name in ("eval", "trap"):
        return walker.run_line(" ".join(args), depth + 1, stdin)
    at = next((n for n, one in enumerate(args, 1) if FORMS["orders"].fullmatch(one)), len(args))
    plain = [one for one in args if one[:1] not in "-+"]
    walker.set_numbered(args[at + 1 :] or plain)
    if at < len(args):
        return walker.run_line(args[at], depth + 1, stdin)
    if not plain:
        return f"{walker.run_line(stdin, depth + 1)}{find_marks(stdin)}"
    text = walker.read_script(plain[0], depth)  # what a .env sets is known by its name alone
    return walker.run_line("" if ".env" in plain[0] else text, depth + 4, stdin)


def run_code(walker: Walker, name: str, args: Words, depth: int, stdin: str) -> str:
    """A program of another language, given in a word, by a file or on stdin."""
    package = "".join(args[:1]).partition("node_modules/")[2].split("/")
    if agent := next(filter(AGENTS.__contains__, package), ""):
        return run_program(walker, agent, args[1:], depth, stdin)
    at = next((at for at, one in enumerate(args[:-1], 1) if one in CODE[name].split(",")), 0)
    plain = [one for one in args if one[:1] != "-" and one not in "run exec eval".split()]
    if at:
        script, args = args[at], args[: at - 1] + args[at + 1 :]
        stdin += "".join(walker.label_file(one) for one in args if one[:1] in "./~")
    elif plain:
        tries = f"{plain[0].replace('.', '/')}.py", f"{plain[0]}/main.go"
        path = next(filter(walker.load_text, tries), plain[0])
        script = walker.read_script(path, depth) if set(path) & set("./") else ""
    else:
        script = stdin
    walker.note_runs(script)
    if plain and not at and not script:
        if args[0] == "-m":
            return run_words(walker, args[1:], depth + 1, stdin)
        return run_program(walker, name, args, depth, stdin)
    return scan_code(walker, name, script, f"{' '.join(args)}{find_marks(stdin)}", depth)


def build_call(facts: Facts) -> Call:
    event, walker = facts.event, Walker(facts, run_words)
    tags = resolve_tags(event.tool, facts.settings)
    command = find_command(event, tags)
    texts = list_leaves(event.input, 1 << 16)
    given = {key.lower(): text for key, text in texts}
    opens = any("://" in given.get(one, "") for one in WORDS["addresses"])
    patches = "*** Begin Patch" in command[:27]  # `apply_patch *** Begin Patch`
    if command and not patches:
        call = build_command(event, command, tags, walker)
        if opens:
            add_tool_sinks(call, texts, walker)
        call.sinks = tuple(walker.sinks)
        return call
    carries = [text for _, text in texts]
    call = Call(event.tool, tags.get("operation", ""), carries=carries, tags=tags)
    words = split_words(event.short)
    if not WORDS["runs"].isdisjoint(words):
        scan_code(walker, "program", "\n".join(carries), "", 0)
    if tags.get("dispatcher"):
        call.resumes = given.get(str(tags.get("resume", "")).lower(), "")
    leads = tags.get("external") or opens
    if patches or event.tool in WORDS["writers"]:
        patch = FORMS["patched"].findall(command or given.get("input", ""))
        call.writes = tuple(filter(None, [*(given.get(one, "") for one in WORDS["paths"]), *patch]))
        call.tags = {**tags, "copies": dict.fromkeys(call.writes, ())}
        for path in filter(FORMS["run-alone"].search, call.writes):
            scan_inside(walker, path, "\n".join(carries))
    elif leads or "external" in tags.get("by_hand", ()):
        add_tool_sinks(call, texts, walker)
    call.sinks, call.runs = tuple(walker.sinks), tuple(walker.runs)
    call.read_only = not leads and not WORDS["reads"].isdisjoint(words[:1])
    return call


def build_command(event: Event, command: str, tags: Row, walker: Walker) -> Call:
    if event.tool == "PowerShell":
        scan_code(walker, event.tool, command, "", 0)
    else:  # a here-string of PowerShell is one word, in a variable or before a pipe
        line = FORMS["here-string"].sub(
            lambda one: f"""echo '{one[2].replace("'", '"')}'""", command
        )
        walker.run_line(drop_marks(line))
    written = {path: text for path, text in walker.files.items() if path[:5] != "/dev/"}
    copies = {p: sorted(walker.read_labels(t)) for p, t in written.items() if find_marks(t)}
    senders = sorted(walker.commands, key=lambda one: "sends" not in one.effects)
    first = next((f"{one.program} {one.sub}".strip() for one in senders), "")
    call = Call(event.tool, tags.get("operation") or first, carries=[command])
    call.tags = {**tags, "copies": copies}
    call.resumes, call.unknown = walker.resumes, walker.unknown
    for name in FOUND:  # of the call alone
        setattr(call, name, tuple(dict.fromkeys(getattr(walker, name))))
    form = FORMS["may-run" if walker.commands[1:] else "run-alone"]
    for path in filter(form.search, list(written)[:20]):
        scan_inside(walker, path, written[path])
    return call


def add_tool_sinks(call: Call, texts: list[tuple[str, str]], walker: Walker) -> None:
    """The sinks of a tool that may lead outside."""
    server, short = part_tool(call.tool)
    names, given = split_words(short), dict(texts)
    plain = walker.cut_text("\n".join([*(text for _, text in texts), *given]))
    words = {*split_words(server or short), *names}
    chosen = call.tags.get("destination") or ()
    rows = [(key.lower(), text) for key, text in texts]
    addresses = [text for key, text in rows if key in WORDS["addresses"] and find_hosts(text)]
    places = [text for key, text in texts if key == chosen or key in chosen] or addresses
    places = places or [text for key, text in rows if key in WORDS["receivers"]]
    if "owner" in given and "repo" in given:
        places = [f"repo:{given['owner']}/{given['repo']}"]
    reads = WORDS["reads"] & {*names[:2]}
    looks = reads or WORDS["opens"] & words
    opens = call.tags.get("fetches") or (addresses and looks)
    call.fetches = tuple(addresses or places) if opens else ()
    orders = (FORMS["to-program"].sub(r"psql | \1", text) for _, text in texts if not reads)
    for order in filter(None, (read_order(f"{one.strip()} ") for one in orders)):
        walker.run_line(order)
    if not opens or "{" in "".join(addresses) or any(key in WORDS["payload"] for key, _ in rows):
        labels = []
        for key, text in texts if not reads else ():
            named = text.startswith(".") or "/" in text or WORDS["files"] & {*split_words(key)}
            if named and len(text) < 250 and "\n" not in text and "://" not in text:
                labels.append(("file", text))
        default = f"{'?' if WORDS['anybody'] & words else 'service:'}{server or short}"
        walker.sinks.insert(0, Sink(call.tool, places[:20] or [default], labels, plain))
    call.unknown = walker.unknown
