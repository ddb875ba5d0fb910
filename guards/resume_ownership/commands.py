"""Which sessions a shell command goes on with: `claude --resume ID`, `codex exec resume ID`, and their like.

`resumes(command)` reads the commands that would run (through `env`, `VAR=…`, `bash -c`, pipes, `$(…)`), not text
that merely mentions them.  Cannot see: an id that only exists when the command runs, a script file that resumes,
an alias.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# program -> (flags whose value is the id, flags for "the most recent", subcommands whose next word is the id)
CLIENTS: dict[str, tuple[frozenset[str], frozenset[str], tuple[tuple[str, ...], ...]]] = {
    "claude": (frozenset(("--resume", "-r")), frozenset(("--continue", "-c")), ()),
    "codex": (frozenset(), frozenset(("--last",)), (("resume",), ("exec", "resume"), ("e", "resume"), ("fork",))),
    "gemini": (frozenset(("--resume", "-r")), frozenset(), ()),
    "qwen": (frozenset(("--resume", "-r")), frozenset(("--continue", "-c")), ()),
    "opencode": (frozenset(("--session", "-s")), frozenset(("--continue", "-c")), ()),
    "copilot": (frozenset(("--resume",)), frozenset(("--continue",)), ()),
    "cursor-agent": (frozenset(("--resume",)), frozenset(("--continue",)), (("resume",),)),
    "droid": (frozenset(("--session-id", "-s", "--resume", "-r")), frozenset(), ()),
    "amp": (frozenset(), frozenset(), (("threads", "continue"), ("thread", "continue"), ("t", "c"))),
}
PACKAGES = {"@anthropic-ai/claude-code": "claude", "@openai/codex": "codex", "@google/gemini-cli": "gemini",
            "@qwen-code/qwen-code": "qwen", "opencode-ai": "opencode", "@github/copilot": "copilot"}
# Flags that take a value, so that the value is not read as a word of its own.
VALUED: dict[str, frozenset[str]] = {
    "claude": frozenset((
        "--model", "--output-format", "--input-format", "--permission-mode", "--mcp-config", "--settings",
        "--system-prompt", "--append-system-prompt", "--max-turns", "--add-dir", "--session-id", "--agents", "--agent",
        "--allowedTools", "--allowed-tools", "--disallowedTools", "--disallowed-tools", "--fallback-model", "--name",
        "-n", "--setting-sources", "--plugin-dir", "--json-schema", "--max-budget-usd", "--effort", "--betas")),
    "codex": frozenset(("-m", "--model", "-c", "--config", "-p", "--profile", "-s", "--sandbox", "-C", "--cd", "-i",
                        "--image", "-a", "--ask-for-approval", "--output-schema", "-o", "--output-last-message",
                        "--color", "--enable", "--disable", "--add-dir", "--local-provider")),
    "gemini": frozenset(("-m", "--model", "-p", "--prompt", "-i", "--prompt-interactive", "--approval-mode", "-o",
                         "--output-format", "--include-directories", "-e", "--extensions")),
    "qwen": frozenset(("-m", "--model", "-p", "--prompt", "-i", "--approval-mode", "-o", "--output-format",
                       "--auth-type")),
    "opencode": frozenset(("-m", "--model", "--agent", "-p", "--prompt", "--format", "-f", "--file", "--port",
                           "--title", "--attach")),
    "copilot": frozenset(("-p", "--prompt", "--model", "--agent", "-i", "--interactive", "--add-dir")),
    "cursor-agent": frozenset(("--model", "-m", "--output-format")),
    "droid": frozenset(("-m", "--model", "-f", "--file", "-o", "--output-format", "--auto", "--cwd")),
}
# Programs that run the program after them: name -> flags of theirs that take a value.
WRAPPERS: dict[str, frozenset[str]] = {
    "env": frozenset(("-u", "--unset", "-C", "--chdir", "-S")), "sudo": frozenset(("-u", "-g", "-D", "-C", "-h", "-p")),
    "doas": frozenset(("-u",)), "nohup": frozenset(), "setsid": frozenset(), "time": frozenset(("-f", "-o")),
    "timeout": frozenset(("-s", "-k", "--signal", "--kill-after")), "nice": frozenset(("-n",)),
    "ionice": frozenset(("-c", "-n")), "stdbuf": frozenset(("-i", "-o", "-e")), "command": frozenset(),
    "exec": frozenset(("-a",)), "builtin": frozenset(), "unbuffer": frozenset(),
    "xargs": frozenset(("-I", "-n", "-P", "-L", "-d", "-a", "-E", "-s")), "caffeinate": frozenset(("-t", "-w")),
    "npx": frozenset(("-p", "--package")), "bunx": frozenset(), "pnpx": frozenset(), "uvx": frozenset(),
    "winpty": frozenset(), "unshare": frozenset(), "chroot": frozenset(), "then": frozenset(), "do": frozenset(),
    "else": frozenset(), "if": frozenset(), "while": frozenset(), "until": frozenset(), "elif": frozenset(),
    "!": frozenset(), "{": frozenset(),
}
# Programs among whose arguments a whole command stands, as words or in one word.
CARRIERS = frozenset(("tmux", "screen", "script", "watch", "su", "systemd-run", "parallel", "entr", "flock", "runuser"))
SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "fish", "ash"))
HINTS = ("resume", "contin", "fork", "session", "thread", "--last", " -r", " -c", " -s", "'-r", "'-c", '"-r', '"-c')
OWN = ("CLAUDE_CODE_SESSION_ID", "CODEX_SESSION_ID", "CODEX_THREAD_ID", "AUTOSKILLIT_PARENT_SESSION_ID")
UNKNOWN = "?"       # an id that cannot be read from the command
RECENT = "*"        # the most recent session, whichever that is
LIMIT = 100_000     # characters of a command that are read
VALUE = 2_000       # characters of a variable that are kept
DEPTH = 4           # commands within commands


class Resume:
    """One session that a command goes on with: the program, and the id, UNKNOWN or RECENT."""

    __slots__ = ("id", "program")

    def __init__(self, program: str, id: str) -> None:
        self.program, self.id = program, id


def suspicious(command: str) -> bool:
    """Whether it is worth reading: it names a client and a word that could resume."""
    return any(name in command for name in CLIENTS) and any(hint in command for hint in HINTS)


def resumes(command: str, own: str = "") -> list[Resume]:
    """The sessions that a shell command goes on with, in order, each once; `own` is the id of the session it runs in.

    >>> [(r.program, r.id) for r in resumes("cd x && env A=1 claude -p hi --resume 'ab c'")]
    [('claude', 'ab c')]
    >>> resumes("echo 'claude --resume abc'")
    []
    """
    if not suspicious(command):
        return []
    found: dict[tuple[str, str], Resume] = {}
    variables = dict.fromkeys(OWN, own) if own else {}
    for words in commands(command[:LIMIT], variables, DEPTH):
        for resume in _of(words):
            found.setdefault((resume.program, resume.id), resume)
    return list(found.values())


def _of(words: list[str]) -> Iterator[Resume]:
    """What one simple command, its words already read, resumes."""
    words = unwrapped(words)
    if not words:
        return
    program = words[0].replace("\\", "/").rsplit("/", 1)[-1]
    program = program[:-4] if program.lower().endswith((".exe", ".cmd")) else program
    program = PACKAGES.get(words[0].rsplit("@", 1)[0] if words[0].rfind("@") > 0 else words[0], program)
    if program not in CLIENTS:
        return
    by_flag, recent, subcommands = CLIENTS[program]
    valued = VALUED.get(program, frozenset())
    plain: list[str] = []
    given = last = False
    at = 1
    while at < len(words):
        word = words[at]
        at += 1
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name in by_flag:
            if equals:
                given = True
                yield Resume(program, _id(value, program))
            elif at < len(words) and not words[at].startswith("-"):
                given = True
                yield Resume(program, _id(words[at], program))
                at += 1
            else:
                last = True
        elif len(word) > 2 and word[:2] in by_flag and word[1] != "-":
            given = True
            yield Resume(program, _id(word[2:], program))
        elif word in recent:
            last = True
        elif word in valued:
            at += 1
        elif not word.startswith("-"):
            plain.append(word)
    for names in subcommands:
        if tuple(plain[:len(names)]) == names:
            if last:
                yield Resume(program, RECENT)
            elif len(plain) > len(names):
                yield Resume(program, _id(plain[len(names)], program))
            else:
                yield Resume(program, UNKNOWN)
            return
    if last and not given and program != "codex":
        yield Resume(program, RECENT)


def _id(word: str, program: str) -> str:
    word = word.strip()
    if not word or "$" in word or "`" in word or word == "{}":
        return UNKNOWN
    if word == "latest" or (word.isdigit() and len(word) < 5 and program in ("gemini", "qwen")):
        return RECENT
    return word


def unwrapped(words: list[str]) -> list[str]:
    """A command without its assignments and the programs that only run it: `env A=1 timeout 5 claude` -> `claude`."""
    at = 0
    while at < len(words):
        word = words[at]
        name = word.rsplit("/", 1)[-1]
        if _assigns(word):
            at += 1
        elif name in WRAPPERS:
            at += 1
            at = _past_flags(words, at, WRAPPERS[name])
            if name in ("timeout", "chroot") and at < len(words):
                at += 1
        elif name in ("npm", "pnpm", "yarn", "bun") and words[at + 1:at + 2] in (["exec"], ["dlx"], ["x"]):
            at = _past_flags(words, at + 2, frozenset(("-p", "--package")))
        else:
            break
    return words[at:]


def _past_flags(words: list[str], at: int, valued: frozenset[str]) -> int:
    """The place of the first word that is no flag and no flag's value."""
    while at < len(words) and words[at].startswith("-") and len(words[at]) > 1:
        flag = words[at]
        at += 2 if flag in valued else 1
        if flag == "--":
            break
    return at


def _assigns(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and name.replace("_", "a").isalnum() and not name[0].isdigit()


def commands(text: str, variables: dict[str, str], depth: int) -> Iterator[list[str]]:
    """The simple commands of a shell text, those inside `$(…)`, `bash -c` and `eval` too; `variables` are filled."""
    for words, inner in _split(text):
        words = [_expand(word, variables) for word in words]
        assigned = [word for word in words if _assigns(word)]
        if assigned and (len(assigned) == len(words) or words[0] in ("export", "local", "declare", "readonly")):
            variables.update(word[:VALUE].split("=", 1) for word in assigned)  # type: ignore[misc]
        yield words
        if depth <= 0:
            continue
        for part in inner:
            yield from commands(part, variables, depth - 1)
        bare = unwrapped(words)
        program = bare[0].rsplit("/", 1)[-1] if bare else ""
        if program in SHELLS:
            for at, word in enumerate(bare[1:], 1):
                if word.startswith("-") and not word.startswith("--") and "c" in word and at + 1 < len(bare):
                    yield from commands(bare[at + 1], variables, depth - 1)
                    break
        elif program == "eval":
            yield from commands(" ".join(bare[1:]), variables, depth - 1)
        elif program in CARRIERS:
            for at, word in enumerate(bare[1:], 1):
                if word.rsplit("/", 1)[-1] in CLIENTS:
                    yield bare[at:]
                elif suspicious(word):
                    yield from commands(word, variables, depth - 1)


def _expand(word: str, variables: dict[str, str]) -> str:
    """The word with the variables that the command itself sets; others stay `$NAME`."""
    if "$" not in word:
        return word
    for name, value in variables.items():
        word = word.replace("${" + name + "}", value)[:LIMIT]
        if word == "$" + name:
            word = value
    return word


def _split(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """(words, texts of command substitutions) of each simple command; here-documents are text, and skipped
    unless a shell reads them."""
    words: list[str] = []
    inner: list[str] = []
    word: list[str] = []
    quoted = False
    heredocs: list[tuple[str, bool, list[str]]] = []
    at, end = 0, len(text)

    def close() -> None:
        nonlocal quoted
        if word or quoted:
            words.append("".join(word))
        word.clear()
        quoted = False

    while at < end:
        c = text[at]
        if c == "\\":
            if text[at + 1:at + 2] != "\n":
                word.append(text[at + 1:at + 2])
            at += 2
        elif c == "'":
            stop = text.find("'", at + 1)
            stop = end if stop < 0 else stop
            word.append(text[at + 1:stop])
            quoted = True
            at = stop + 1
        elif c == '"':
            at = _double(text, at + 1, word, inner)
            quoted = True
        elif c == "`" or text.startswith("$(", at) or text.startswith(("<(", ">("), at):
            start = at + (1 if c == "`" else 2)
            stop = text.find("`", start) if c == "`" else _closing(text, start)
            stop = end if stop < 0 else stop
            inner.append(text[start:stop])
            word.append("$()")
            at = stop + 1
        elif c == "#" and not word and not quoted:
            stop = text.find("\n", at)
            at = end if stop < 0 else stop
        elif text.startswith("<<", at) and not text.startswith("<<<", at):
            close()
            at, name, strip = _heredoc_name(text, at + 2)
            heredocs.append((name, strip, words))
        elif c in " \t":
            close()
            at += 1
        elif c in ";&|\n()" and not (c == "&" and ((at and text[at - 1] in "<>") or text[at + 1:at + 2] == ">")):
            close()
            if words:
                yield words, inner
            words, inner = [], []
            at += 1
            if c == "\n":
                for name, strip, reader in heredocs:
                    start, at = at, _past_heredoc(text, at, name, strip)
                    if unwrapped(reader)[:1] and unwrapped(reader)[0].rsplit("/", 1)[-1] in SHELLS:
                        yield [], [text[start:at]]
                heredocs.clear()
        else:
            word.append(c)
            at += 1
    close()
    if words:
        yield words, inner


def _double(text: str, at: int, word: list[str], inner: list[str]) -> int:
    """Reads a double-quoted piece; the place after its end."""
    end = len(text)
    while at < end and text[at] != '"':
        if text[at] == "\\":
            if text[at + 1:at + 2] not in ('"', "\\", "$", "`"):
                word.append("\\")
            word.append(text[at + 1:at + 2])
            at += 2
        elif text[at] == "`" or text.startswith("$(", at):
            back = text[at] == "`"
            start = at + (1 if back else 2)
            stop = text.find("`", start) if back else _closing(text, start)
            stop = end if stop < 0 else stop
            inner.append(text[start:stop])
            word.append("$()")
            at = stop + 1
        else:
            word.append(text[at])
            at += 1
    return at + 1


def _closing(text: str, at: int) -> int:
    """Where the parenthesis closes that was opened before `at`; -1 where it does not."""
    depth, quote = 1, ""
    while at < len(text):
        c = text[at]
        if c == "\\" and quote != "'":
            at += 1
        elif quote:
            if c == quote:
                quote = ""
        elif c in "'\"":
            quote = c
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if not depth:
                return at
        at += 1
    return -1


def _heredoc_name(text: str, at: int) -> tuple[int, str, bool]:
    strip = text[at:at + 1] == "-"
    at += strip
    while text[at:at + 1] in (" ", "\t"):
        at += 1
    name = ""
    while at < len(text) and text[at] not in " \t\n;&|<>()":
        name += text[at]
        at += 1
    return at, name.replace("'", "").replace('"', "").replace("\\", ""), strip


def _past_heredoc(text: str, at: int, name: str, strip: bool) -> int:
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop]
        at = stop + 1
        if (line.lstrip("\t") if strip else line) == name:
            break
    return at
