"""Any program: what its words carry, what it copies on this machine, and what it sends outside.

Law: a program's output carries what it was given; what goes to a place outside becomes a Sink.  A program that stands
in no row sends where a foreign host stands in its words.
Cannot see: output of programs, but for what filters make of a text that stands in the line.
"""

from __future__ import annotations

import base64
import re

from guards import Command
from guards._reading import programs
from guards._reading.lexer import Text
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
        "\n", ""
    ).split("|")
}
# Other languages, and the options whose word is a program in them.
CODE = {
    name: flags
    for flags, names in {
        "-c": "python python2 python3 py uv poetry",
        "-e --eval -p --print -pe": "node bun deno ruby lua osascript rscript tsx ts-node tclsh",
        "-e -E -ne -pe -le -nle -Mojo -MLWP::Simple": "perl",
        "-r": "php",
        "": "awk gawk mawk jq sed",
    }.items()
    for name in names.split()
}
FILTERS = frozenset("awk gawk mawk jq sed".split())
NO_ORDERS = frozenset("echo printf gh glab hub claude codex cat git grep rg".split()) | FILTERS
CONNECTS = ("nc", "ncat", "netcat", "socat")
STARTS = re.compile(r"[!\s;|(&]*(?:/\w+/)*(?:bin/)?(\w[\w.-]*)\s")
BEFORE = re.compile(
    r"^(-*[\w.-]+=(?:exec=)?[\[{(\"']*|exec=|(?:w )?!|EXEC:|SYSTEM:|system:?|\\!|ProxyCommand[ =]|LocalCommand[ =]|:!?)\s*"
)
GIVES_FILE = (
    "-F",
    "-T",
    "--file",
    "--upload-file",
    "--body-file",
    "--notes-file",
    "--input",
    "--field",
)
GIVES_SHELL = re.compile(r"\s-\w*[ec]\s*\S*(sh|bash|cmd)\b|-exec|EXEC:|SYSTEM:")


class Run:
    """One command on its way: its words, where its destination stands, what it was given."""

    __slots__ = ("args", "labels", "line", "login", "name", "stdin", "texts", "where")

    def __init__(self, name: str, args: list[Text], stdin: Text) -> None:
        self.name, self.args, self.stdin = name, args, stdin
        self.texts = [one.text for one in args]
        self.line = " ".join([name, *self.texts])
        self.labels: set[Label] = set(stdin.labels)
        self.where, self.login = "", False


def run_program(walker: Walker, name: str, args: list[Text], depth: int, stdin: Text) -> Text:
    """What any program does with its words; what it prints."""
    run = Run(name, args, stdin)
    if name == "git":
        from guards._reading.repository import run_git

        return run_git(walker, args, stdin, depth)
    command = parse_command(name, run.texts)
    walker.commands.append(command)
    if name in AGENTS or name in PACKAGES:
        words = ["" if one.labels else one.text for one in args]
        walker.resumes = walker.resumes or find_resume([name, *words])
    inner = find_inner(name, run.texts)
    if inner:
        from guards._reading.commands import run_words

        return run_words(walker, args[inner:], depth + 1, stdin)
    if "deletes" in command.effects:
        walker.deletes += command.words
    read_operands(walker, run)
    source: set[Label] = set()
    for kind, prints in (("value", programs.PRINTS_SECRETS), ("unread", programs.PRINTS_UNREAD)):
        if not source and prints.match(run.line):
            source = {(kind, " ".join(run.line.split()[:3]))}
            run.labels = (
                {one for one in run.labels if one[0] != "env"} if not run.where else run.labels
            )
    ordered = run_orders(walker, run, Text(stdin.text, run.labels | source), depth)
    if name in CONNECTS:
        run.labels |= ordered.labels
    sent = send_out(walker, run)
    command.effects = (*command.effects, "sends") if sent else command.effects
    if name in programs.CARRIES_NOTHING or re.match(
        r"(grep|rg)\s.*-\w*[clLq]\b|openssl dgst", run.line
    ):
        return Text(" ".join(command.words) if name == "ls" else "")
    carried = source if sent else run.labels | source
    if not sent:
        copy_files(walker, run, Text(stdin.text, carried))
    carried = carried | {("fetched", one) for one in walker.fetches if one in run.line}
    if name in ("cat", "head", "tail", "tac", "nl") and command.words:
        return Text(walker.look_file(command.words[-1]) or stdin.text, carried)
    return Text(filter_text(name, run.texts, stdin.text), carried)


def parse_command(name: str, words: list[str], effects: tuple[str, ...] = ()) -> Command:
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
    sub = " ".join(one for one in plain[:depth] if re.fullmatch(r"[a-z][\w:-]*", one))
    found = [programs.VERBS[one] for one in (name, *plain[:3]) if one in programs.VERBS]
    return Command(name, plain, sub, options, [*found, *effects])


def find_inner(name: str, texts: list[str]) -> int:
    """Where the command stands that `docker exec`, `kubectl exec` and the like run in a container; 0 for none."""
    if name not in ("docker", "podman", "kubectl", "oc") or not {"exec", "run"} & set(texts):
        return 0
    known = (
        n
        for n, one in enumerate(texts)
        if n and (one in programs.ROWS or one in SHELLS or one in CODE)
    )
    return next(known, 0)


# ---------------------------------------------------------------------- what it is given
def list_paths(word: str, operand: bool) -> set[str]:
    """What of a word may be a file: @f, k=@f, <f, f;type=x, -Tf, FILE:f; a bare name only where it is an operand."""
    if word.startswith("file://"):
        return {word[7:]}
    if "://" in word and "@" not in word:
        return set()
    found = {
        a or b
        for a, b in re.findall(r"(?:^|[=<\s])@([^\s,;'\")]+)|(?<![<\w])<([^\s;'\")<]+)", word)
    }
    if " " in word:
        parts = {one.strip("'\"()<>;,@") for one in word.split()[:60]} if operand else set()
    else:
        last = re.split(r"[=@<:]", word)[-1]
        parts = {last, re.split(r"[;,]", last)[0]} | (
            {word.lstrip("@<"), word.partition(";")[0]} if "=" not in word else set()
        )
        parts |= {word[2:]} if re.match(r"-\w[^-=]", word) else set()
    for one in parts:
        if (
            one
            and not one.startswith(("-", "//"))
            and (operand or re.search(r"[/.~]|^id_\w+$", one))
        ):
            found.add(one)
    return {one for one in found if one and len(one) < 250}


def read_operands(walker: Walker, run: Run) -> None:
    """Sets where the destination stands, what goes along, and whether that is only a login."""
    run.where, skips = programs.find_row(run.name, run.texts)
    headers: set[Label] = set()
    operand = run.name in programs.COPIERS or run.where in (
        "colon",
        "scheme",
        "service",
        "publish",
        "mail",
        "host",
    )
    told = run.where != "repo" or bool({"upload", "secret"} & set(run.texts[:2]))
    at = 0
    while at < len(run.args):
        word, before = run.args[at], run.texts[at - 1] if at else ""
        at += 1
        if word.text.partition("=")[0] in skips:
            at += "=" not in word.text
            run.labels |= {
                one for given in run.args[at - 1 : at] for one in given.labels if one[0] == "file"
            }
            continue
        login = run.where in ("url", "publish", "") and {word.text, before} & programs.SHORT_LOGIN
        if login or programs.LOGIN.match(word.text):
            run.login = True
            headers |= word.labels
            continue
        run.labels |= word.labels
        for path in (
            list_paths(word.text, operand or before in GIVES_FILE)
            if told or before in GIVES_FILE
            else ()
        ):
            if path.startswith(".") or not programs.find_host(path):
                run.labels |= walker.label_file(path)
    if run.where == "colon" and len(run.stdin.text) < 500:
        run.labels |= {one for word in run.stdin.text.split() for one in walker.label_file(word)}
    run.login = run.login and all(kind == "env" for kind, _ in run.labels)
    run.labels |= headers


def read_order(text: str) -> str:
    """The command in a word of another program (`x 'curl ...'`, `--exec=sh -c ...`), "" where it is none."""
    if " " not in text or len(text) > 4000:
        return ""
    body = BEFORE.sub("", BEFORE.sub("", text.strip().strip("'\""))).strip("'\" ")
    found = STARTS.match(body)
    name = found[1] if found else ""
    known = (
        name in programs.ROWS
        or name in SHELLS
        or name in WRAPPERS
        or (name in CODE and name not in FILTERS)
    )
    return body if known or re.match(r"(cat|base64|tar)\s.*\|", body) else ""


def run_orders(walker: Walker, run: Run, stdin: Text, depth: int) -> Text:
    """Words of a program that are commands themselves; what they print."""
    printed = Text()
    if run.name in NO_ORDERS or run.name in programs.CARRIES_NOTHING or depth > 6:
        return printed
    for at, one in enumerate(run.args):
        if run.name == "ssh" and run.texts[at - 1 : at] != ["-o"]:
            continue
        inner = re.findall(r"'([^']+)'", one.text) if run.where == "host" else []
        if (
            run.name in CONNECTS
            and run.texts[at - 1 : at]
            and run.texts[at - 1] in ("-c", "-e", "--exec", "--sh-exec")
        ):
            inner.append(f"sh -c {one.text}" if " " not in one.text else f"env {one.text}")
        for order in filter(None, map(read_order, [one.text, *inner])):
            printed = printed + walker.run(order, depth + 1, stdin)
        if "(" in one.text and "://" in one.text and " " in one.text and not run.where:
            from guards._reading.code import read_code

            read_code(walker, run.name, one.text, one, depth)
    return printed


# ---------------------------------------------------------------------- where it goes
def send_out(walker: Walker, run: Run) -> bool:
    """Adds a Sink where the command sends to a place outside; whether it did."""
    content = Text("\x1f".join([*run.texts, run.stdin.text]), run.labels)
    files = any(
        kind not in ("env", "value") and set(name) & set("./~") for kind, name in run.labels
    )
    if programs.LOGS_IN.search(" ".join(run.texts[:3])) and not files:
        return False
    inline = {one for word in walker.environment.values() for one in word.labels}
    if run.where:
        if run.where == "url" and run.name not in programs.LOOKS_UP:
            walker.fetches += [one for one in run.texts if "://" in one or programs.find_host(one)][
                :8
            ]
            if (
                not run.labels
                and not run.stdin.text
                and not any(map(programs.PAYLOAD.match, run.texts))
            ):
                return False
        if run.name in CONNECTS and GIVES_SHELL.search(run.line):
            content.labels |= {("shell", run.name)}
        if run.where == "publish":
            written = (text.labels for path, text in walker.files.items() if path[0] not in "/~")
            content.labels = content.labels.union([("archive", walker.folder or ".")], *written)
        if (
            run.where == "repo"
            and "create" in run.texts
            and {"--push", "--source=."} & set(run.texts)
        ):
            content.labels |= {("repository", walker.folder or ".")}
        if run.where == "host":
            run.login = run.login or "://" in run.line or bool(inline)
            content.labels |= inline
        stays = run.where == "service" and programs.SETS.search(run.line)
        places = programs.find_places(walker, run.where, run.name, run.texts) if not stays else []
        if places:
            walker.send(run.name, places, content, run.login)
        return bool(places)
    if run.name in programs.LOCAL_PROGRAMS or run.name in programs.CARRIES_NOTHING:
        return False
    settings = bool(programs.SETS.search(run.line))
    given = programs.find_given(walker)
    places = [*programs.find_hosts(" ".join(run.texts)), *given]
    if places and not (settings and not programs.URL.search(run.line)):
        content.labels |= inline if given else set()
        walker.send(run.name, places, content, not files)
        return True
    words = [run.name, *(one for one in run.texts[:2] if re.fullmatch(r"[\w-]+", one))]
    if files and not settings and any(map(programs.HANDS_OVER.search, words)):
        walker.send(run.name, [f"?{run.name}"], content)
        return True
    return False


def copy_files(walker: Walker, run: Run, content: Text) -> None:
    """Copies that stay here: the files that a command writes hold what it was given."""
    plain = [
        one
        for one in run.texts
        if not one.startswith("-") and "://" not in one and len(one) < 200 and " " not in one
    ]
    name = run.name
    outs = [b for a, b in zip(run.texts, run.texts[1:]) if a in programs.WRITES_TO]
    if name == "tee":
        for one in plain:
            walker.write_file(one, content, "-a" in run.texts)
        return
    if name in ("cp", "mv", "ln", "install"):
        outs += plain[-1:] if len(plain) > 1 else []
        text = walker.look_file(plain[0]) if len(plain) == 2 else None
        content = Text(text or "", content.labels)
    elif name in programs.COPIERS and name not in ("cat", "head", "tail"):
        outs += [re.sub(r"^(of|-C)=|^.*:", "", one) for one in plain]
        outs += [one + "*" for one in plain[-1:] if name == "split"]
    elif name in programs.LOCAL_PROGRAMS or name in programs.CARRIES_NOTHING:
        outs = []
    elif content.labels and len(plain) > 1 and "=" not in plain[-1]:
        outs.append(plain[-1])
    if name in ("tar", "zip", "7z", "rsync") and any(
        re.fullmatch(r"[.*]|[~./]*[\w./-]*/?", one) for one in plain
    ):
        content = Text(content.text, content.labels | {("archive", walker.folder or ".")})
    for one in dict.fromkeys(outs):
        walker.write_file(one, content)


# ---------------------------------------------------------------------- what filters make of a text
def decode_base64(text: str) -> str:
    flat = re.sub(r"\s", "", text)
    try:
        return base64.b64decode(flat + "=" * (-len(flat) % 4)).decode("utf-8", "replace")
    except ValueError:
        return ""


def filter_text(name: str, texts: list[str], text: str) -> str:
    options = " ".join(one for one in texts if one.startswith("-"))
    if not text or name == "grep":
        return ""
    if name in ("base64", "openssl") and re.search(r"-d|-D|--decode", options):
        return decode_base64(text)
    if name == "xxd" and "r" in options:
        return bytes.fromhex("".join(re.findall(r"[0-9a-fA-F]{2}", text))).decode(
            "utf-8", "replace"
        )
    if name == "rev":
        return "\n".join(one[::-1] for one in text.split("\n"))
    if name == "tr" and len(texts) >= 2:
        drops = texts[0].startswith("-d")
        a, b = (re.sub(r"(\w)-(\w)", spell_range, one) for one in texts[-2:])
        if drops:
            return "".join(one for one in text if one not in b)
        return text.translate(str.maketrans(a, b)) if len(a) == len(b) else text
    if name == "sed" and (swap := re.search(r"s(.)(.+?)\1(.*?)\1", " ".join(texts))):
        return text.replace(swap[2], swap[3])
    return text


def spell_range(found: re.Match[str]) -> str:
    return "".join(map(chr, range(ord(found[1]), ord(found[2]) + 1)))
