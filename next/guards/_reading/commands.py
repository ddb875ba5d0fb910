"""What runs a command: wrappers are taken off, the shell's own words obeyed, other languages read by their strings.

Law: whatever starts a shell or an interpreter is read again, in the same walk.
Cannot see: output of programs.
"""

from __future__ import annotations

import re

from guards._reading.code import read_code
from guards._reading.lexer import decode_escapes
from guards._reading.programs import CODE, FILTERS, ROWS, WRAPPERS
from guards._reading.sending import run_program
from guards._reading.shell import MARKS, SHELLS, find_marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker

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
    if " " in first.strip() and not re.match(
        r"[/~.][^|;&]*$", first
    ):  # a whole command in one word
        return walker.run_line(" ".join(words), depth + 1, stdin)
    name = get_program(first)
    if (
        "/" in first
        and not first.startswith(("/usr/", "/bin/", "/opt/"))
        and (text := walker.read_script(first, depth))
    ):
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
    if name == "find" and (
        start := next((n for n, one in enumerate(args) if one in ("-exec", "-execdir")), 0)
    ):
        found = next(
            (b for a, b in zip(args, args[1:]) if a in ("-name", "-iname", "-path")), args[0]
        )
        found = found.lstrip("*") if found.startswith("*.env") else found
        filled = found + walker.label_file(found)
        return run_words(
            walker,
            [one.replace("{}", filled) for one in args[start + 1 :] if one not in (";", "+")],
            depth + 1,
            stdin,
        )
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
            inner = (
                n
                for n, one in enumerate(words)
                if n and (one in ROWS or one in SHELLS or one in CODE)
            )
            words = words[next(inner, 0) :]
            takes = "" if get_program(words[0]) != name else None
        if not takes:
            return words, stdin
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
        return "".join(
            walker.look_variable(one) for one in args if one.isidentifier()
        ) or walker.mark("env", "*")
    kept = [one for one in args if not re.fullmatch(r"-[neE]+", one)]
    if name == "printf" and len(kept) > 2 and kept[0] == "-v":
        walker.variables[kept[1]] = kept[-1]
        return ""
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
            walker.variables[key] = (
                value if "." in value and " " not in value else "$" + key
            ) + walker.mark("env", key)
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
        return read_code(
            walker, name, args[flag + 1], " ".join(args[flag + 2 :]) + find_marks(stdin), depth
        )
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
