"""What runs a command: wrappers are taken off, the shell's own words obeyed, other languages read by their strings.

Law: whatever starts a shell or an interpreter is read again, in the same walk.
Cannot see: output of programs.
"""

from __future__ import annotations

import re

from guards._reading.lexer import decode_escapes, split_tokens
from guards._reading.shell import MARKS, SHELLS, find_marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker

# Programs that run the command in their words: options that take a word; @ is an operand that is skipped.
WRAPPERS = {
    row.split(" ")[0]: row
    for row in """sudo -u -g -h -p|doas -u|env -u -C -S|timeout -k -s @|nice -n|time -f -o|xargs -I -i -n -P -d -L -a -s -E|parallel -j -I
|watch -n|strace -o -e|flock @|stdbuf -i -o -e|chroot @|npx -p|dotenv -e -f|script -c|hyperfine -w|cmd /c|nohup|setsid|command|builtin
|busybox|unbuffer|proxychains|torsocks|bunx|uvx|doppler|wsl|exec""".replace("\n", "").split("|")
}
# Other languages, and the options whose word is a program in them.
CODE = {
    name: flags.split()
    for flags, names in (
        ("-c", "python python2 python3 py uv poetry"),
        (
            "-e --eval -eval -p --print -pe",
            "node bun deno ruby lua osascript rscript tsx ts-node tclsh java erl emacs",
        ),
        ("-e -E -ne -pe -le -nle -Mojo -MLWP::Simple", "perl"),
        ("-r", "php"),
        ("", "awk gawk mawk jq sed"),
    )
    for name in names.split()
}
FILTERS = frozenset("awk gawk mawk jq sed".split())
STARTS = re.compile(r"[!\s;|(&]*(?:/\w+/)*(?:bin/)?(\w[\w.-]*)\s")
BEFORE = re.compile(
    r"^(-*[\w.-]+=(?:exec=)?[\[{(\"']*|exec=|(?:w )?!|EXEC:|SYSTEM:|system:?|\\!|\w+Command[ =]|:!?)\s*"
)


def get_program(word: str) -> str:
    return word.rstrip("/").rpartition("/")[2].lower().removesuffix(".exe")


def run_words(walker: Walker, words: list[str], depth: int, stdin: str) -> str:
    """Runs a command's words; what it prints."""
    from guards._reading.sending import run_program

    words, stdin = unwrap_words(walker, words, stdin)
    if not words or walker.is_over(depth):
        return stdin
    first, args = words[0], words[1:]
    if " " in first.strip() and not re.match(
        r"[/~.][^|;&]*$", first
    ):  # a whole command in one word
        return walker.run_line(" ".join(words), depth + 1, stdin)
    name = get_program(first)
    if name in walker.functions:
        body = walker.functions.pop(name)
        out = walker.run_with(args, depth + 1, stdin, body)
        walker.functions[name] = body
        return out
    if (
        "/" in first
        and not first.startswith(("/usr/", "/bin/", "/opt/"))
        and (text := walker.read_script(first, depth))
    ):
        return walker.run_with(args, depth + 4, stdin, split_tokens(text))
    done = BUILTINS[name](walker, name, args, depth, stdin) if name in BUILTINS else None
    return run_program(walker, name, args, depth, stdin) if done is None else done


def unwrap_words(walker: Walker, words: list[str], stdin: str) -> tuple[list[str], str]:
    """The command that `sudo`, `env A=b`, `timeout 5`, `xargs` and the like run, and what it is fed."""
    while words and (takes := WRAPPERS.get(get_program(words[0]))):
        name, rest, hole = get_program(words[0]), words[1:], "{}"
        while rest and (
            rest[0].startswith("-") or (name in ("env", "sudo") and re.match(r"\w+=", rest[0]))
        ):
            option = rest.pop(0)
            key, equals, value = option.partition("=")
            if equals and not key.startswith("-"):
                walker.variables[key] = walker.exported[key] = value
            elif option in takes.split() and rest:
                given = rest.pop(0)
                hole = given if option == "-I" else hole
                stdin = (
                    walker.look_file(given) + walker.label_file(given) if option == "-a" else stdin
                )
                rest = given.split() + rest if option in ("-S", "-c") else rest
        words = rest[takes.count("@") :]
        if not words:
            return [], walker.mark("env", "*") if name == "env" else stdin
        if name in ("xargs", "parallel"):
            items = stdin.split()[:60]
            marks = find_marks(stdin) + "".join(map(walker.label_file, items))
            filled = "\n".join(items)[:300] + marks
            holed = any(hole in one for one in words)
            words = (
                [one.replace(hole, filled) for one in words] if holed else [*words, *items, marks]
            )
            stdin = ""
    return words, stdin


# ---------------------------------------------------------------------- the shell's own words
def change_folder(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    walker.folder = walker.place_path(args[0] if args else "~")
    return ""


def set_variables(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    if name in ("read", "mapfile", "readarray"):
        line = stdin.strip().partition("\n")[0]
        value = line + find_marks(stdin) + walker.label_file(line)
        walker.variables.update(dict.fromkeys(filter(str.isidentifier, args), value))
        return ""
    for one in args:
        key, equals, value = one.partition("=")
        if equals and name == "alias":
            walker.functions[key] = split_tokens(value)
        elif equals and key.isidentifier():
            walker.variables[key] = walker.look_variable(value) if "-n" in args else value
            if name == "export" or "-x" in args:
                walker.exported[key] = walker.variables[key]
    return walker.mark("env", "*") if name != "alias" and args in ([], ["-p"], ["-x"]) else ""


def print_words(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    if name == "printenv":
        return "".join(
            walker.look_variable(one) for one in args if one.isidentifier()
        ) or walker.mark("env", "*")
    kept = [one for one in args if not re.fullmatch(r"-[neE]+", one)]
    text = " ".join(kept)
    if name == "printf" and kept[:1] == ["-v"]:
        walker.variables[kept[1] if len(kept) > 2 else ""] = kept[-1]
        return ""
    if name == "printf" and kept:
        text = re.sub("%[sb]", lambda _: " ".join(kept[1:]), kept[0], count=1)
    return (decode_escapes(text) if name == "printf" or len(kept) < len(args) else text) + "\n"


def run_text(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    """eval, source, trap and every shell: what they run is walked."""
    whole = " ".join(args if name != "trap" else args[:1])
    if name in ("pwsh", "powershell") and args:
        return read_strings(walker, name, whole, "", depth)
    if name in ("eval", "trap"):
        note_runs(walker, whole)
        out = walker.run_line(whole, depth + 1, stdin)
        for one in re.findall(r"(\w+)=", whole) if find_marks(whole) else ():
            walker.variables[one] = walker.look_variable(one) + find_marks(whole)
        return out
    at = 0
    while at < len(args) and args[at][:1] in ("-", "+"):
        if re.fullmatch(r"-\w*c", args[at]) and at + 1 < len(args):
            note_runs(walker, args[at + 1])
            return walker.run_with(args[at + 3 :], depth + 1, stdin, split_tokens(args[at + 1]))
        at += 2 if args[at] in ("-o", "--rcfile", "--init-file") else 1
    if at == len(args):
        note_runs(walker, stdin)
        return walker.run_line(stdin, depth + 1) if MARKS.sub("", stdin) else stdin
    text, before = walker.read_script(args[at], depth), dict(walker.variables)
    note_runs(walker, walker.look_file(args[at]))
    out = walker.run_with(args[at + 1 :], depth + 4, stdin, split_tokens(text))
    for key, value in walker.variables.items() if name in (".", "source") else ():
        if before.get(key) != value:  # what a file sets is known by its name; addresses are read on
            walker.variables[key] = (
                value if "." in value and " " not in value else "$" + key
            ) + walker.mark("env", key)
    return out if text or name in (".", "source") else out + find_marks(whole)


def note_runs(walker: Walker, text: str) -> None:
    """Addresses whose content is run as a program."""
    walker.runs += [
        detail for kind, detail in sorted(walker.read_labels(text)) if kind == "fetched"
    ]


def read_strings(walker: Walker, name: str, code: str, given: str, depth: int) -> str:
    from guards._reading.code import read_code

    return read_code(walker, name, code, given, depth)


def run_code(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    """A program of another language, given in a word, by a file or on stdin."""
    plain = [one for one in args if not one.startswith("-") and one not in ("run", "exec", "eval")]
    flag = next((at for at, one in enumerate(args[:-1]) if one in CODE[name]), None)
    given = " ".join(args) + find_marks(stdin)
    if flag is not None:
        note_runs(walker, args[flag + 1])
        return read_strings(
            walker, name, args[flag + 1], " ".join(args[flag + 2 :]) + find_marks(stdin), depth
        )
    if name in FILTERS:
        script = plain[0] if plain and name in ("awk", "gawk", "sed") else ""
        given = find_marks(given) + "".join(map(walker.label_file, plain[1:]))
        if name == "sed":
            for order in re.findall(r"(?:^|[0-9/;])e\s+(\w.*)", script):
                walker.run_line(order, depth + 1, given)
        elif script:
            read_strings(walker, name, script, given, depth)
        return None
    if args[:1] == ["-m"] and len(args) > 1:
        module = "http-server" if args[1] == "http.server" else args[1].partition(".")[0]
        return run_words(walker, [module, *args[2:]], depth + 1, stdin)
    script = stdin
    if plain:
        note_runs(walker, walker.files.get(walker.place_path(plain[0]), ""))
        script = walker.read_script(plain[0], depth) if set(plain[0]) & set("./") else ""
    else:
        note_runs(walker, stdin)
    return read_strings(walker, name, script, given, depth) if script or not plain else None


def run_found(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    """find: what it prints, deletes and runs."""
    base = args[0] if args and not args[0].startswith("-") else "."
    found = next((b for a, b in zip(args, args[1:]) if a in ("-name", "-iname", "-path")), base)
    found = found.lstrip("*") if found.startswith("*.env") else found
    walker.deletes += [f"{base.rstrip('/')}/{found}"] if "-delete" in args else []
    start = next((at for at, one in enumerate(args) if one in ("-exec", "-execdir", "-ok")), None)
    if start is None:
        return found
    filled = [
        one.replace("{}", found + walker.label_file(found))
        for one in args[start + 1 :]
        if one not in (";", "+")
    ]
    return run_words(walker, filled, depth + 1, stdin)


def run_later(walker: Walker, name: str, args: list[str], depth: int, stdin: str) -> str | None:
    """at, crontab and `make -f -`: the lines that they are given run later."""
    for line in stdin.split("\n")[:50]:
        walker.run_line(re.sub(r"^\s*(@\w+|([\d*/,-]+\s+){5}|\w+:;?)\s*", "", line), depth + 1)
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
    **dict.fromkeys(("at", "batch", "crontab", "make"), run_later),
    "find": run_found,
}


def read_order(text: str) -> str:
    """The command in a word of another program (`x 'curl ...'`, `--exec=sh -c ...`), "" where it is none."""
    from guards._reading.programs import ROWS

    if " " not in text or len(text) > 4000:
        return ""
    body = BEFORE.sub("", BEFORE.sub("", text.strip().strip("'\""))).strip("'\" ")
    found = STARTS.match(body)
    name = found[1] if found else ""
    known = (
        name in ROWS or name in SHELLS or name in WRAPPERS or (name in CODE and name not in FILTERS)
    )
    return body if known or re.match(r"(cat|base64|tar)\s.*\|", body) else ""
