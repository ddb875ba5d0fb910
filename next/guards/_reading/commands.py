"""One Call of any tool: a shell line is walked, a server's arguments say what goes where, an edit what it writes.

Law: wrappers are taken off, the shell's own words obeyed; whatever starts a shell or an interpreter is read again, in
the same walk.  Cannot see: output of programs; what a server does behind a name that says nothing.
"""

from __future__ import annotations

import re

from guards import Call, Sink
from guards._reading.lexer import decode_escapes
from guards._reading.programs import CODE, FILTERS, ROWS, WRAPPERS, find_hosts, read_order
from guards._reading.sending import read_code, read_inside, run_program
from guards._reading.shell import MARKS, SHELLS, Walker, find_marks
from guards._reading.tools import (
    WORDS,
    find_command,
    list_strings,
    part_tool,
    resolve_tags,
    split_tool_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Query

SETS_VARIABLES = frozenset(
    "export declare typeset local readonly set read mapfile readarray".split()
)
CONTAINERS = frozenset("docker podman kubectl oc".split())
RUNS_LATER = frozenset("at batch crontab make".split())


def get_program(word: str) -> str:
    return word.rstrip("/").rpartition("/")[2].lower().removesuffix(".exe")


def run_words(walker: Walker, words: list[str], depth: int, stdin: str) -> str:
    """Runs a command's words; what it prints."""
    words, stdin = unwrap_words(walker, words, stdin)
    if not words or walker.is_over(depth):
        return stdin
    first, args = words[0], words[1:]
    if " " in first.strip() and not re.match(r"[/~.][^|;&]*$", first):  # a command in one word
        return walker.run_line(" ".join(words), depth + 1, stdin)
    name = get_program(first)
    own = "/" in first and not first.startswith(("/usr/", "/bin/", "/opt/"))
    if own and (text := walker.read_script(first, depth)):
        return walker.run_line(text, depth + 4, stdin, args)
    if name in ("cd", "pushd"):
        walker.folder = walker.place_path(args[0] if args else "~")
        return ""
    if name in SETS_VARIABLES:
        return set_variables(walker, name, args, stdin)
    if name in ("echo", "printf", "print", "printenv"):
        return print_words(walker, name, args)
    if name in SHELLS or name in ("eval", "trap", "source", "."):
        return run_text(walker, name, args, depth, stdin)
    if name in CODE and name not in FILTERS:
        return run_code(walker, name, args, depth, stdin)
    pairs = [*zip(args, args[1:])] if name == "find" else []
    start = next((n for n, (one, _) in enumerate(pairs) if one in ("-exec", "-execdir")), 0)
    if start:
        found = next((b for a, b in pairs if a in ("-name", "-iname", "-path")), args[0])
        found = found.lstrip("*") if found.startswith("*.env") else found
        found += walker.label_file(found)
        filled = [one.replace("{}", found) for one in args[start + 1 :] if one not in (";", "+")]
        return run_words(walker, filled, depth + 1, stdin)
    if name in RUNS_LATER:
        for line in stdin.split("\n")[:50]:
            walker.run_line(re.sub(r"^\s*(@\w+|([\d*/,-]+\s+){5}|\w+:;?)\s*", "", line), depth + 1)
    if name in ("awk", "gawk") and args:
        files = "".join(map(walker.label_file, args[1:]))
        read_code(walker, name, args[0], stdin + files, depth)
    return run_program(walker, name, args, depth, stdin)


def unwrap_words(walker: Walker, words: list[str], stdin: str) -> tuple[list[str], str]:
    """The command that `sudo`, `env A=b`, `timeout 5`, `xargs`, `docker exec` and the like run, and what it is fed."""
    while words:
        name, rest, hole = get_program(words[0]), words[1:], "{}"
        takes = WRAPPERS.get(name)
        if name in CONTAINERS and {"exec", "run"} & set(rest):
            known = (n for n, one in enumerate(rest, 1) if one in {*ROWS, *SHELLS, *CODE})
            words = words[next(known, 0) :]
        if not takes:
            return words, stdin
        begins = re.compile(r"-|\w+=" if name in ("env", "sudo") else "-").match
        while rest and begins(rest[0]):
            option = rest.pop(0)
            key, equals, value = option.partition("=")
            if equals and not key.startswith("-"):
                walker.variables[key] = walker.exported[key] = value
            elif option in takes.split() and rest:
                given = rest.pop(0)
                hole = given if option == "-I" else hole
                if option == "-a":
                    stdin = walker.look_file(given) + walker.label_file(given)
                rest = given.split() + rest if option in ("-S", "-c") else rest
        words = rest[takes.count("@") :]
        if not words:
            return [], walker.mark("env", "*") if name == "env" else stdin
        if name in ("xargs", "parallel"):
            items = stdin.split()[:60]
            marks = find_marks(stdin) + "".join(map(walker.label_file, items))
            filled = "\n".join(items)[:300] + marks
            words += [] if any(hole in one for one in words) else [*items, marks]
            words, stdin = [one.replace(hole, filled) for one in words], ""
    return [], stdin


def set_variables(walker: Walker, name: str, args: list[str], stdin: str) -> str:
    if name in ("read", "mapfile", "readarray"):
        line = stdin.strip().partition("\n")[0]
        value = line + find_marks(stdin) + walker.label_file(line)
        walker.variables.update(dict.fromkeys(filter(str.isidentifier, args), value))
        return ""
    for one in args:
        key, equals, value = one.partition("=")
        if equals and key.isidentifier():
            walker.variables[key] = walker.look_variable(value) if "-n" in args else value
            if name == "export" or "-x" in args:
                walker.exported[key] = walker.variables[key]
    return walker.mark("env", "*") if args in ([], ["-p"], ["-x"]) else ""


def print_words(walker: Walker, name: str, args: list[str]) -> str:
    if name == "printenv":
        return "".join(map(walker.look_variable, args)) or walker.mark("env", "*")
    kept = [one for one in args if not re.fullmatch(r"-[neE]+", one)]
    text = " ".join(kept)
    if name == "printf" and kept:
        text = re.sub("%[sb]", lambda _: " ".join(kept[1:]), kept[0], count=1)
    return (decode_escapes(text) if name == "printf" or len(kept) < len(args) else text) + "\n"


def run_text(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str:
    """eval, source, trap and every shell: what they run is walked."""
    whole = " ".join(args if name != "trap" else args[:1])
    if name in ("pwsh", "powershell") and args:
        return read_code(walker, name, whole, "", depth)
    option = next((n for n, one in enumerate(args) if re.fullmatch(r"-\w*c", one)), -1)
    if name in ("eval", "trap") or 0 <= option < len(args) - 1:
        text = whole if name in ("eval", "trap") else args[option + 1]
        note_runs(walker, text)
        out = walker.run_line(text, depth + 1, stdin, args[option + 3 :] if option >= 0 else ())
        for one in re.findall(r"(\w+)=", text) if find_marks(text) else ():
            walker.variables[one] = walker.look_variable(one) + find_marks(text)
        return out
    plain = [one for one in args if one[:1] not in ("-", "+")]
    if not plain:
        note_runs(walker, stdin)
        return walker.run_line(stdin, depth + 1) if MARKS.sub("", stdin) else stdin
    note_runs(walker, walker.look_file(plain[0]))
    text, before = walker.read_script(plain[0], depth), dict(walker.variables)
    out = walker.run_line(text, depth + 4, stdin, plain[1:])
    for key, value in walker.variables.items() if name in (".", "source") else ():
        if before.get(key) != value:  # what a file sets is known by its name; addresses are read on
            value = value if "." in value and " " not in value else "$" + key
            walker.variables[key] = value + walker.mark("env", key)
    return out if text or name in (".", "source") else out + find_marks(whole)


def note_runs(walker: Walker, text: str) -> None:
    """Addresses whose content is run as a program."""
    walker.runs += [
        detail for kind, detail in sorted(walker.read_labels(text)) if kind == "fetched"
    ]


def run_code(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str:
    """A program of another language, given in a word, by a file or on stdin."""
    flag = next((at for at, one in enumerate(args[:-1]) if one in CODE[name]), None)
    if flag is not None:
        note_runs(walker, args[flag + 1])
        given = " ".join(args[flag + 2 :]) + find_marks(stdin)
        return read_code(walker, name, args[flag + 1], given, depth)
    if args[:1] == ["-m"] and len(args) > 1:
        return run_words(walker, [args[1].partition(".")[0], *args[2:]], depth + 1, stdin)
    plain = [one for one in args if not one.startswith("-") and one not in ("run", "exec", "eval")]
    script = stdin
    if plain:
        note_runs(walker, walker.files.get(walker.place_path(plain[0]), ""))
        script = walker.read_script(plain[0], depth) if set(plain[0]) & set("./") else ""
    note_runs(walker, script)
    if script or not plain:
        return read_code(walker, name, script, " ".join(args) + find_marks(stdin), depth)
    return run_program(walker, name, args, depth, stdin)


# ---------------------------------------------------------------------- calls
PATHS = ("file_path", "notebook_path", "absolute_path", "path")


def read_call(
    event: Event, answers: dict[Query, Any], settings: dict[str, Any], queries: list[Query]
) -> Call:
    """The Call of an event; the queries that a better reading would need are added to `queries`."""
    tags = resolve_tags(event.tool, settings)
    command = find_command(event, tags)
    if command:
        return read_command(event, command, tags, Walker(answers, queries, run_words))
    texts = list(list_strings(event.input))
    given = {key.lower(): text for key, text in texts}
    resumes = given.get(str(tags.get("resume", "")).lower(), "") if tags.get("dispatcher") else ""
    carries = [text for _, text in texts]
    call = Call(event.tool, tags.get("operation", ""), carries=carries, tags=tags)
    call.resumes = resumes
    leads = tags.get("external") or any("://" in given.get(one, "") for one in WORDS["addresses"])
    if event.tool in WORDS["writers"]:
        patch = re.findall(r"^\*\*\* .*?: (.+)", given.get("input", ""), re.M)
        call.writes = tuple(filter(None, [*(given.get(one, "") for one in PATHS), *patch]))
    elif leads or "external" in tags.get("by_hand", ()):
        read_arguments(call, texts, Walker(answers, queries, run_words))
    first = split_tool_name(part_tool(event.tool)[1])[:1]
    call.read_only = not leads and not WORDS["reads"].isdisjoint(first)
    return call


def read_command(event: Event, command: str, tags: dict[str, Any], walker: Walker) -> Call:
    if event.tool != "PowerShell":
        walker.run_line(MARKS.sub("", command))
    if event.tool == "PowerShell" or walker.unknown:
        read_code(walker, event.tool, command, "", 0)
    for path, text in list(walker.files.items())[:20] if len(walker.commands) > 1 else ():
        if "://" in text and not path.endswith((".md", ".txt", ".rst", ".json")):
            read_inside(walker, path, text)
    labels = {path: sorted(walker.read_labels(text)) for path, text in walker.files.items()}
    first = next((f"{one.program} {one.sub}".strip() for one in walker.commands), "")
    sent = next((one.program for one in walker.sinks), first)
    return Call(
        event.tool,
        tags.get("operation") or (first if first.startswith(sent) else sent),
        sinks=walker.sinks,
        carries=(command,),
        writes=dict.fromkeys(walker.writes),
        deletes=dict.fromkeys(walker.deletes),
        runs=dict.fromkeys(walker.runs),
        fetches=dict.fromkeys(walker.fetches),
        resumes=walker.resumes,
        unknown=walker.unknown,
        commands=walker.commands,
        tags={**tags, "copies": {path: found for path, found in labels.items() if found}},
    )


def read_arguments(call: Call, texts: list[tuple[str, str]], walker: Walker) -> None:
    """The sinks of a tool that may lead outside."""
    server, short = part_tool(call.tool)
    names, plain = split_tool_name(short), "\n".join(text for _, text in texts)
    words = {*split_tool_name(server or short), *names}
    chosen = call.tags.get("destination") or ()
    rows = [(key, key.lower(), text) for key, text in texts]
    addresses = [text for _, key, text in rows if key in WORDS["addresses"] and find_hosts(text)]
    places = [text for key, _, text in rows if key == chosen or key in chosen] or addresses
    places = places or [text for _, key, text in rows if key in WORDS["receivers"]]
    given = dict(texts)
    if "owner" in given and "repo" in given:
        places = [f"repo:{given['owner']}/{given['repo']}"]
    if not places and WORDS["browsers"] & words:
        places = find_hosts(plain, False)
    reads = bool(WORDS["reads"].intersection(names[:2]))
    looks = reads or {"navigate", "open", "goto"} & words
    opens = call.tags.get("fetches") or (addresses and looks)
    call.fetches = tuple(addresses or places) if opens else ()
    orders = (read_order(f"{text.strip()} ") for _, text in texts if not reads)
    for order in filter(None, orders):
        walker.run_line(order)
    if not opens or any(key in WORDS["payload"] for _, key, _ in rows):
        labels = []
        for key, text in texts if not reads else ():
            named = (
                text[:1] == "." or "/" in text or WORDS["files"].intersection(split_tool_name(key))
            )
            if named and len(text) < 250 and "\n" not in text and "://" not in text:
                labels.append(("file", text))
        default = ("?" if WORDS["anybody"] & words else "service:") + (server or short)
        walker.sinks.insert(0, Sink(call.tool, places[:20] or [default], labels, plain[:20000]))
    call.sinks = tuple(walker.sinks)
