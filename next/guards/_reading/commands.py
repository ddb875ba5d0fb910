"""What one command does: wrappers are taken off, the shell's own words obeyed, all other programs read by their rows.

Law: a program's output carries what it was given; what goes to a place outside becomes a Sink, a copy a labelled file.
Cannot see: output of programs, but for what filters make of a text that stands in the line.
"""

from __future__ import annotations

import base64
import re

from guards import Command
from guards._reading import programs
from guards._reading.lexer import Text, decode_escapes, join_texts
from guards._reading.resumes import AGENTS, PACKAGES, find_resume
from guards._reading.shell import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.lexer import Label
    from guards._reading.shell import Walker

# Programs that run the command in their words: options that take a word; @ is an operand that is skipped.
WRAPPERS = {
    row.split(" ")[0]: row
    for row in """sudo -u -g -h -p -C -D|doas -u|env -u -C -S|timeout -k -s @|nice -n|time -f -o|xargs -I -i -n -P -d -L -a -s -E
    |parallel -j -I|watch -n|strace -o -e|flock @|stdbuf -i -o -e|chroot @|npx -p|dotenv -e -f|script -c|hyperfine -w|cmd /c|nohup
    |setsid|command|builtin|busybox|unbuffer|proxychains|torsocks|bunx|uvx|doppler|wsl|exec""".replace(
        "\n    ", ""
    ).split("|")
}
CODE = {
    name: flags
    for flags, names in {
        "-c": "python python2 python3 py uv poetry",
        "-e --eval -p --print -pe": "node bun deno ruby lua osascript rscript tsx ts-node eval",
        "-e -E -ne -pe -le -nle -Mojo -MLWP::Simple": "perl",
        "-r": "php",
        "": "awk gawk mawk jq sed",
    }.items()
    for name in names.split()
    if name != "eval"
}
FILTERS = frozenset("awk gawk mawk jq sed".split())
SPENDS = re.compile(
    r"[!\s;|(&]*(?:exec[=:\s]+|system:|sh:)?[\s'\"]*(?:/\w+/)*(?:bin/)?(\w[\w.-]*)\s"
)
BEFORE_ORDER = re.compile(
    r"^(-*[\w.-]+=(?:exec=)?|exec=|!|EXEC:|SYSTEM:|system:|ProxyCommand[ =]|LocalCommand[ =]|:!?)"
)
NO_ORDERS = frozenset("echo printf gh glab hub claude codex cat git ssh grep rg".split()) | FILTERS


def run_words(walker: Walker, words: list[Text], depth: int, stdin: Text) -> Text:
    """Runs a command's words; what it prints."""
    if walker.is_over(depth):
        return Text()
    unwrapped = unwrap(walker, words, stdin)
    if isinstance(unwrapped, Text):
        return unwrapped
    words, stdin = unwrapped
    first = words[0].text
    if " " in first.strip() and not re.match(
        r"[/~.][^|;&]*$", first
    ):  # a whole command in one word
        return walker.run(" ".join(one.text for one in words), depth + 1, stdin)
    name = get_program(first)
    args = words[1:]
    if name in walker.functions:
        body = walker.functions.pop(name)
        out = walker.run_with(args, lambda: walker.run_tokens(body, depth + 1, stdin))
        walker.functions[name] = body
        return out
    if "/" in first and not first.startswith(("/usr/", "/bin/", "/opt/")):
        done = walker.run_script(first, args, depth, stdin)
        if done is not None:
            return done
    if name in BUILTINS:
        out2 = BUILTINS[name](walker, name, args, depth, stdin)
        if out2 is not None:
            return out2
    return run_program(walker, name, args, depth, stdin)


def get_program(word: str) -> str:
    name = word.rstrip("/").rpartition("/")[2].rpartition("\\")[2].lower()
    return name[:-4] if name.endswith(".exe") else name


def unwrap(walker: Walker, words: list[Text], stdin: Text) -> tuple[list[Text], Text] | Text:
    """The command that `sudo`, `env A=b`, `timeout 5`, `xargs` and the like run, and what it is fed."""
    while words:
        name = get_program(words[0].text)
        if name in walker.aliases:
            words = [Text(one) for one in walker.aliases.pop(name).split()] + words[1:]
            continue
        takes = WRAPPERS.get(name)
        if takes is None:
            return words, stdin
        rest, skipped = words[1:], ""
        while rest and (
            rest[0].text.startswith("-")
            or (name in ("env", "sudo", "busybox") and re.match(r"\w+=", rest[0].text))
        ):
            option = rest.pop(0)
            key, equals, value = option.text.partition("=")
            if equals and not key.startswith("-"):
                walker.variables[key] = walker.environment[key] = Text(value, option.labels)
            elif option.text in takes.split() and rest:
                skipped = rest[0].text
                rest = (
                    [Text(one) for one in skipped.split()] + rest[1:]
                    if option.text in ("-S", "-c")
                    else rest[1:]
                )
        rest = rest[takes.count("@") :]
        if not rest:
            return Text("", {("env", "*")}) if name == "env" else stdin
        if name in ("xargs", "parallel"):
            items = stdin.text.split()[:60]
            labels = stdin.labels.union(*(walker.label_file(one) for one in items))
            hole = skipped if skipped and any(skipped in one.text for one in rest) else "{}"
            if any(hole in one.text for one in rest):
                filled = (
                    Text(
                        one.text.replace(hole, stdin.text.strip()[:300] or hole),
                        one.labels | labels,
                    )
                    for one in rest
                )
                rest = [new if hole in old.text else old for old, new in zip(rest, filled)]
            else:
                rest = rest + ([Text(one, labels) for one in items] or [Text("", labels)])
            stdin = Text()
        words = rest
    return Text()


# ---------------------------------------------------------------------- the shell's own words
def change_folder(
    walker: Walker, name: str, args: list[Text], depth: int, stdin: Text
) -> Text | None:
    target = args[0].text if args else "~"
    if target not in ("-", "."):
        walker.folder = walker.place_path(target)
    return Text()


def set_variables(
    walker: Walker, name: str, args: list[Text], depth: int, stdin: Text
) -> Text | None:
    texts = [one.text for one in args]
    for one in args:
        key, equals, value = one.text.partition("=")
        if equals and name == "alias":
            walker.aliases[key] = value
        elif equals and key.isidentifier():
            walker.variables[key] = Text(value, one.labels)
            if name == "export":
                walker.environment[key] = walker.variables[key]
    if name in ("read", "mapfile", "readarray"):
        line = stdin.text.strip().partition("\n")[0] or "x" * bool(stdin.labels)
        labels = stdin.labels | walker.label_file(line) if line != "x" else stdin.labels
        walker.variables.update({one: Text(line, labels) for one in texts if one.isidentifier()})
        return Text()
    if name == "set" and texts[:1] == ["--"]:
        walker.variables.update({str(n): one for n, one in enumerate(args[1:9], 1)})
        walker.variables["@"] = join_texts(args[1:])
    lists = name not in ("alias", "local") and not [one for one in texts if not one.startswith("-")]
    return Text(
        "", {("env", "*")} if lists and (not texts or "-p" in texts or "-x" in texts) else ()
    )


def print_words(
    walker: Walker, name: str, args: list[Text], depth: int, stdin: Text
) -> Text | None:
    if name == "printenv":
        found = [walker.look_variable(one.text) for one in args if one.text.isidentifier()]
        return join_texts(found) if args else Text("", {("env", "*")})
    kept = [one for one in args if not re.fullmatch(r"-[neE]+", one.text)]
    whole = join_texts(kept)
    if name == "printf" and len(kept) > 2 and kept[0].text == "-v":
        walker.variables[kept[1].text] = Text(kept[-1].text, whole.labels)
        return Text()
    text = whole.text
    if name == "printf" and kept:
        form, more = kept[0].text.replace("%b", "%s"), " ".join(one.text for one in kept[1:])
        text = decode_escapes(form.replace("%s", more, 1) if "%s" in form else form)
    elif len(kept) < len(args):
        text = decode_escapes(text)
    return Text(text + "\n", whole.labels)


def run_text(walker: Walker, name: str, args: list[Text], depth: int, stdin: Text) -> Text | None:
    """eval, source, trap and every shell: what they run is walked."""
    texts = [one.text for one in args]
    if name in ("eval", "trap"):
        whole = join_texts(args if name == "eval" else args[:1])
        note_runs(walker, whole)
        out = walker.run(whole.text, depth + 1, stdin)
        for one in re.findall(r"(\w+)=", whole.text) if whole.labels else ():
            walker.variables[one] = Text(walker.look_variable(one).text, whole.labels)
        return out
    if (
        name in ("pwsh", "powershell")
        and texts[:1] != ["-enc"]
        and any(one.lower() in ("-command", "-c") for one in texts)
    ):
        return read_strings(walker, name, " ".join(texts), join_texts(args), depth)
    at = 0
    while at < len(texts) and texts[at][:1] in ("-", "+"):
        option = texts[at].lower()
        if re.fullmatch(r"-\w*c", option) and at + 1 < len(texts):
            note_runs(walker, args[at + 1])
            return walker.run_with(
                args[at + 3 :], lambda line=texts[at + 1]: walker.run(line, depth + 1, stdin)
            )
        if (
            option in ("-encodedcommand", "-enc", "-e")
            and name.startswith("p")
            and at + 1 < len(texts)
        ):
            decoded = decode_base64(texts[at + 1]).replace("\0", "")
            return read_strings(walker, name, decoded, join_texts(args), depth)
        at += 2 if option in ("-o", "--rcfile", "--init-file") else 1
    if at < len(texts):
        note_runs(walker, args[at], walker.files.get(walker.place_path(texts[at])))
        out2 = walker.run_script(texts[at], args[at + 1 :], depth, stdin)
        return (
            out2
            if out2 is not None
            else Text("", join_texts(args).labels if name not in (".", "source") else ())
        )
    note_runs(walker, stdin)
    return walker.run(stdin.text, depth + 1) if stdin.text else Text("", stdin.labels)


def note_runs(walker: Walker, *texts: Text | None) -> None:
    """Addresses whose content is run as a program."""
    walker.runs += [
        detail for one in texts if one for kind, detail in sorted(one.labels) if kind == "fetched"
    ]


def run_code(walker: Walker, name: str, args: list[Text], depth: int, stdin: Text) -> Text | None:
    """A program of another language, given in a word, by a file or on stdin."""
    texts = [one.text for one in args]
    whole = join_texts([*args, Text("", stdin.labels)])
    for at, text in enumerate(texts):
        if text in CODE[name].split() and at + 1 < len(texts):
            note_runs(walker, args[at + 1])
            return read_strings(
                walker, name, texts[at + 1], Text(" ".join(texts[at + 2 :]), whole.labels), depth
            )
        if name in FILTERS and not text.startswith("-"):
            files = whole.labels.union(*(walker.label_file(one) for one in texts[at + 1 :]))
            run_filter(walker, name, text, Text(stdin.text, files), depth)
            return None
    if name in FILTERS:
        return None
    if texts[:1] == ["-m"] and len(texts) > 1:
        return run_words(
            walker,
            [
                Text(texts[1].partition(".")[0] if texts[1] != "http.server" else "http-server"),
                *args[2:],
            ],
            depth + 1,
            stdin,
        )
    bare = next(
        (one for one in texts if not one.startswith("-") and one not in ("run", "exec")), ""
    )
    if not bare:
        note_runs(walker, stdin)
        return (
            read_strings(walker, name, stdin.text, whole, depth)
            if stdin.text
            else Text("", whole.labels)
        )
    script = walker.look_file(bare) if re.search(r"\.\w+$|/", bare) else None
    walker.runs.append(bare)
    note_runs(walker, walker.files.get(walker.place_path(bare)))
    place = walker.place_path(bare)
    if script and place not in walker.files:
        walker.queries.append(("committed", place))
    if script and not walker.answers.get(("committed", place)):
        return read_strings(walker, name, script, whole, depth)
    return None


def run_filter(walker: Walker, name: str, script: str, stdin: Text, depth: int) -> None:
    """sed and awk may run commands and write files."""
    if name == "sed":
        orders = re.findall(r"(?:^|[0-9/;])e\s+(\w.*)", script) + [
            one[1] for one in re.findall(r"s(\W).*?\1(.*?)\1\w*e", script)
        ]
        for order in orders[:20]:
            walker.run(order, depth + 1, stdin)
    elif name != "jq":
        for target in re.findall(r">+\s*\"([^\"]+)\"", script)[:20]:
            walker.write_file(target, stdin)
        read_strings(walker, name, script, stdin, depth)


def read_strings(walker: Walker, name: str, code: str, given: Text, depth: int) -> Text:
    from guards._reading.code import read_code

    return read_code(walker, name, code, given, depth)


def run_found(walker: Walker, name: str, args: list[Text], depth: int, stdin: Text) -> Text | None:
    """find: what it prints, deletes and runs."""
    texts = [one.text for one in args]
    base = texts[0] if texts and not texts[0].startswith("-") else "."
    pattern = next((b for a, b in zip(texts, texts[1:]) if a in ("-name", "-iname", "-path")), "")
    found = pattern.lstrip("*") if pattern.startswith("*.env") else pattern or base
    labels = walker.label_file(found)
    if "-delete" in texts:
        walker.deletes.append(f"{base.rstrip('/')}/{pattern or '*'}")
    for at, text in enumerate(texts):
        if text in ("-exec", "-execdir", "-ok"):
            inner = [one for one in args[at + 1 :] if one.text not in (";", "+")]
            filled = [
                Text(
                    one.text.replace("{}", found),
                    one.labels | (labels if "{}" in one.text else frozenset()),
                )
                for one in inner
            ]
            return run_words(walker, filled, depth + 1, stdin) if filled else Text()
    return Text(found, ())


def run_later(walker: Walker, name: str, args: list[Text], depth: int, stdin: Text) -> Text | None:
    """at, batch, crontab: the lines that they are given run later."""
    text = stdin.text or "\n".join(walker.look_file(one.text) or "" for one in args)
    for line in text.split("\n")[:50]:
        walker.run(re.sub(r"^\s*(@\w+|([\d*/,-]+\s+){5})\s*", "", line), depth + 1)
    return None


BUILTINS = {
    **dict.fromkeys(("cd", "pushd"), change_folder),
    **dict.fromkeys(
        "export declare typeset local readonly set alias read mapfile readarray".split(),
        set_variables,
    ),
    **dict.fromkeys(("echo", "printf", "print", "printenv"), print_words),
    **dict.fromkeys(("eval", "trap", "source", ".", *SHELLS), run_text),
    **dict.fromkeys(CODE, run_code),
    **dict.fromkeys(("at", "batch", "crontab"), run_later),
    "find": run_found,
}


# ---------------------------------------------------------------------- all other programs
def parse_command(name: str, words: list[str], sink: bool = False) -> Command:
    """A command's subcommand, operands, options with their words, and effects."""
    takes = programs.TAKES_WORD.get(name, "").split()
    options: dict[str, str] = {}
    plain: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        key, equals, value = word.partition("=")
        follows = words[at] if at < len(words) and not words[at].startswith("-") else ""
        options[key] = value if equals else follows
        at += bool(follows and not equals and key in takes)
    depth = 2 if name in programs.TWO_WORDS else 1
    sub = (
        " ".join(one for one in plain[:depth] if re.fullmatch(r"[a-z][\w:-]*", one))
        if plain
        else ""
    )
    effects = [programs.VERBS[one] for one in (name, *plain[:3]) if one in programs.VERBS]
    return Command(name, plain, sub, options, [*effects, "sends"] if sink else effects)


def list_paths(word: str, operand: bool) -> set[str]:
    """What of a word may be a file: @f, k=@f, <f, f;type=x, -Tf, FILE:f; a bare name only where it is an operand."""
    if word.startswith("file://"):
        return {word[7:]}
    if "://" in word and "@" not in word:
        return set()
    marked = (
        set(re.findall(r"(?:^|[=<])@([^\s,;'\")]+)|(?<![<\w])<([^\s;'\")<]+)", word)[0])
        if re.search(r"(?:^|[=<])@|<", word)
        else set()
    )
    if " " in word:
        parts = {one.strip("'\"()<>;,@") for one in word.split()[:60]} if operand else set()
    else:
        last = re.split(r"[=@<:]", word)[-1]
        parts = {word.lstrip("@<"), last, re.split(r"[;,]", last)[0], word.partition(";")[0]}
        parts |= {word[2:]} if re.match(r"-\w[^-=]", word) else set()
    pathlike = {
        one
        for one in parts
        if one
        and not one.startswith(("-", "//"))
        and (operand or re.search(r"[/.~]|^id_\w+$", one))
    }
    return {one for one in pathlike | marked if one and len(one) < 250}


def run_program(walker: Walker, name: str, args: list[Text], depth: int, stdin: Text) -> Text:
    """What any program does with its words: carries, copies, sends."""
    texts = [one.text for one in args]
    if name == "git":
        from guards._reading.repository import run_git

        return run_git(walker, args, stdin, depth)
    if name in ("docker", "podman", "kubectl", "oc") and ("exec" in texts or "run" in texts):
        inner = next(
            (
                n
                for n, one in enumerate(texts)
                if n and (one in programs.ROWS or one in SHELLS or one in CODE)
            ),
            None,
        )
        if inner is not None:
            walker.commands.append(parse_command(name, texts))
            return run_words(walker, args[inner:], depth + 1, stdin)
    if name in AGENTS or name in PACKAGES:
        walker.resumes = walker.resumes or find_resume(
            [name, *("" if one.labels else one.text for one in args)]
        )
    line = " ".join([name, *texts])
    where, skips = programs.find_row(name, texts)
    labels, login, source = read_operands(walker, name, args, where, skips, stdin)
    for kind, found in (("value", programs.PRINTS_SECRETS), ("unread", programs.PRINTS_UNREAD)):
        if not source and found.match(line):
            source = frozenset({(kind, " ".join(line.split()[:3]))})
    run_orders(walker, name, args, where, Text(stdin.text, stdin.labels | source), depth)
    command = parse_command(name, texts)
    walker.commands.append(command)
    if "deletes" in command.effects:
        walker.deletes += command.words
    sent = send_out(walker, name, args, where, labels, login, stdin, source)
    if sent:
        command.effects = (*command.effects, "sends")
    if name in programs.CARRIES_NOTHING or (
        name in ("grep", "rg") and re.search(r"\s-\w*[clLq]\b", line)
    ):
        return Text(" ".join(command.words) if name == "ls" else "")
    if not sent:
        copy_files(walker, name, texts, Text(stdin.text, labels | source))
    fetched = {("fetched", one) for one in walker.fetches if one in line}
    if name in ("cat", "head", "tail", "tac", "nl") and command.words:
        return Text(walker.look_file(command.words[-1]) or stdin.text, labels | source)
    return Text(
        filter_text(name, texts, stdin.text), (frozenset() if sent else labels) | source | fetched
    )


def read_operands(
    walker: Walker, name: str, args: list[Text], where: str, skips: frozenset[str], stdin: Text
) -> tuple[frozenset[Label], bool, frozenset[Label]]:
    """(the labels of what a command is given, whether they are a login, what it prints by itself)."""
    labels: set[Label] = set(stdin.labels)
    headers: set[Label] = set()
    operand = name in programs.COPIERS or where in ("colon", "scheme", "service", "publish", "mail")
    login, at = False, 0
    while at < len(args):
        word, before = args[at], args[at - 1].text if at else ""
        text = word.text
        at += 1
        if text.partition("=")[0] in skips:
            if "=" not in text and at < len(args) and not (text == "-t" and where == "repo"):
                at += 1
            continue
        if (
            text in programs.SHORT_LOGIN
            or before in programs.SHORT_LOGIN
            or programs.LOGIN.match(text)
        ):
            login = True
            headers |= word.labels
            continue
        labels |= word.labels
        if (
            where == "repo"
            and before not in ("-F", "--body-file", "--notes-file", "--input", "--field")
            and "upload" not in args[1].text + args[0].text
        ):
            continue
        for path in list_paths(
            text, operand or before in ("-F", "-T", "-f", "--file", "--upload-file")
        ):
            if not programs.find_host(path) or "." in path[:1]:
                labels |= walker.label_file(path)
    return (
        frozenset(labels | headers),
        login and not labels - {one for one in labels if one[0] == "env"},
        frozenset(),
    )


def read_order(text: str) -> str:
    """The command in a word of another program (`x 'curl ...'`, `--exec=sh -c ...`), "" where it is none."""
    if " " not in text or len(text) > 4000:
        return ""
    body = BEFORE_ORDER.sub("", BEFORE_ORDER.sub("", text.strip().strip("'\""))).strip("'\" ")
    found = SPENDS.match(body)
    if not found:
        return ""
    name = found[1]
    known = (
        name in programs.ROWS
        or name in SHELLS
        or (name in CODE and name not in FILTERS)
        or name in WRAPPERS
    )
    return body if known or re.match(r"(cat|base64|tar)\s.*\|", body) else ""


def run_orders(
    walker: Walker, name: str, args: list[Text], where: str, stdin: Text, depth: int
) -> None:
    """Words of a program that are commands themselves."""
    if name in NO_ORDERS or name in programs.CARRIES_NOTHING or depth > 6:
        return
    for one in args:
        order = read_order(one.text)
        if order:
            walker.run(order, depth + 1, stdin)
        elif "(" in one.text and "://" in one.text and " " in one.text and not where:
            read_strings(walker, name, one.text, one, depth)


def send_out(
    walker: Walker,
    name: str,
    args: list[Text],
    where: str,
    labels: frozenset[Label],
    login: bool,
    stdin: Text,
    source: frozenset[Label],
) -> bool:
    """Adds a Sink where the command sends to a place outside; whether it did."""
    texts = [one.text for one in args]
    line = " ".join([name, *texts])
    content = Text(" ".join([*texts, stdin.text]), labels)
    files = any(kind not in ("env", "value") for kind, _ in labels)
    if programs.LOGS_IN.search(" ".join(texts[:3])) and not files:
        return False
    if where:
        places = programs.find_places(walker, where, name, texts)
        if name in ("nc", "ncat", "netcat", "socat") and re.search(
            r"\s-\w*[ec]\s*\S*(sh|bash|cmd)\b|-exec|EXEC:|SYSTEM:", line
        ):
            content = Text(content.text, labels | {("shell", name)})
        if where == "publish":
            content = Text(content.text, labels | {("archive", walker.folder or ".")})
        if where == "url" and name not in (
            "dig",
            "nslookup",
            "host",
            "drill",
            "ping",
            "whois",
            "traceroute",
            "getent",
        ):
            walker.fetches += [one for one in texts if "://" in one or programs.find_host(one)][:8]
            if (
                not labels
                and not stdin.text
                and not any(programs.PAYLOAD.match(one) for one in texts)
            ):
                return False
        if where == "host":
            secrets = {one for word in walker.environment.values() for one in word.labels}
            login = login or "://" in line or bool(secrets)
            content = Text(content.text, labels | secrets)
        if places:
            walker.send(name, places, content, login)
        return bool(places)
    if name in programs.LOCAL_PROGRAMS or name in programs.CARRIES_NOTHING:
        return False
    hosts = programs.find_hosts(" ".join(texts))
    given = [
        h
        for n, v in walker.environment.items()
        if not n.lower().endswith("proxy")
        for h in programs.find_hosts(v.text)
    ]
    if hosts or given:
        if programs.SETS.search(line) and not programs.URL.search(line):
            return False
        inline = (
            {one for word in walker.environment.values() for one in word.labels} if given else set()
        )
        walker.send(name, [*hosts, *given], Text(content.text, labels | inline), not files)
        return True
    hands = programs.HANDS_OVER.search(name) or any(
        programs.HANDS_OVER.search(one) for one in texts[:2] if re.fullmatch(r"[\w-]+", one)
    )
    if hands and any(kind == "file" for kind, _ in labels) and not programs.SETS.search(line):
        walker.send(name, [f"service:{name}"], content)
        return True
    return False


def copy_files(walker: Walker, name: str, texts: list[str], content: Text) -> None:
    """Copies that stay here: the files that a command writes hold what it was given."""
    plain = [
        one
        for one in texts
        if not one.startswith("-") and "://" not in one and len(one) < 200 and " " not in one
    ]
    if name == "tee":
        for one in plain:
            walker.write_file(one, content, "-a" in texts)
        return
    outs = [b for a, b in zip(texts, texts[1:]) if a in programs.WRITES_TO]
    if name in programs.COPIERS and name not in ("cat", "head", "tail"):
        outs += (
            [re.sub(r"^(of|-C)=", "", one) for one in plain]
            if name not in ("cp", "mv", "ln", "install")
            else plain[-1:]
        )
        outs += [plain[-1] + "*"] if name == "split" and plain else []
        text = (
            walker.look_file(plain[0]) if name in ("cp", "mv", "ln") and len(plain) == 2 else None
        )
        content = Text(text or "", content.labels)
    elif not content.labels or name in programs.LOCAL_PROGRAMS:
        outs = outs if name not in programs.LOCAL_PROGRAMS else []
    if name in ("tar", "zip", "7z", "rsync") and any(
        re.fullmatch(r"\.|\./|\*|\.\.?/?|/\S*|~\S*|[\w-]+/?", one) for one in plain
    ):
        content = Text(content.text, content.labels | {("archive", walker.folder or ".")})
    for one in dict.fromkeys(outs):
        walker.write_file(one, content)


def decode_base64(text: str) -> str:
    try:
        return base64.b64decode(
            re.sub(r"\s", "", text) + "=" * (-len(re.sub(r"\s", "", text)) % 4)
        ).decode("utf-8", "replace")
    except ValueError:
        return ""


def filter_text(name: str, texts: list[str], text: str) -> str:
    """What a filter makes of a text that stands in the line."""
    if not text:
        return ""
    options = " ".join(one for one in texts if one.startswith("-"))
    if name in ("base64", "openssl") and re.search(r"-d|-D|--decode", options):
        return decode_base64(text)
    if name == "xxd" and "r" in options:
        try:
            return bytes.fromhex(re.sub(r"\s", "", text)).decode("utf-8", "replace")
        except ValueError:
            return text
    if name == "rev":
        return "\n".join(one[::-1] for one in text.split("\n"))
    if name == "tr" and len(texts) >= 2:
        ranges = [
            re.sub(r"(\w)-(\w)", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))), one)
            for one in texts[-2:]
        ]
        if texts[0].startswith("-d"):
            return "".join(one for one in text if one not in ranges[1])
        return text.translate(str.maketrans(*ranges)) if len(ranges[0]) == len(ranges[1]) else text
    if name == "sed" and (swap := re.search(r"s(.)(.+?)\1(.*?)\1", " ".join(texts))):
        return text.replace(swap[2], swap[3])
    return "" if name == "grep" else text
