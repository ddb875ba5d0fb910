"""What one command does: wrappers are taken off, the shell's own words obeyed, all other programs read by their rows.

Law: a program's output carries what it was given; what goes to a place outside becomes a Sink, a copy a labelled file.
Cannot see: output of programs, but for what filters make of a text that stands in the line.
"""

from __future__ import annotations

import re

from guards._reading.lexer import Text, decode_escapes, join_texts
from guards._reading.sending import CODE, FILTERS, WRAPPERS, decode_base64, run_program
from guards._reading.shell import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker


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
                if name == "xargs" and option.text == "-a":
                    stdin = Text(walker.look_file(skipped) or "", walker.label_file(skipped))
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
            if name == "export" or "-x" in texts:
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
        return join_texts(found) if found else Text("", {("env", "*")})
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
        before = dict(walker.variables)
        out2 = walker.run_script(texts[at], args[at + 1 :], depth, stdin)
        if name in (
            ".",
            "source",
        ):  # what a file sets is known by its name; only addresses are read on
            for key, value in walker.variables.items():
                if before.get(key) is not value:
                    text = value.text if "." in value.text and " " not in value.text else "$" + key
                    walker.variables[key] = Text(text, {("env", key)})
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
    if name == "make" and "-" not in [one.text for one in args]:
        return None
    text = stdin.text or "\n".join(walker.look_file(one.text) or "" for one in args)
    for line in text.split("\n")[:50]:
        walker.run(re.sub(r"^\s*(@\w+|([\d*/,-]+\s+){5}|\w+:;?)\s*", "", line), depth + 1)
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
