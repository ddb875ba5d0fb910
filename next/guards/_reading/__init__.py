"""What a call does is read once, into a `Call`; a glance says which calls need no reading at all.

`is_quiet` decides on plain words, without `re`: a call that only looks at this machine.  `wanted` names the
files that reading needs, `read` gives the Call.  Cannot see: what a program does that no row of `programs` names,
aliases of the user's own shell, code that a build runs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Call, Event, Query

# Programs that change nothing and reach nobody, however they are called.
READ_ONLY = frozenset(
    """ls cat head tail grep egrep fgrep rg ag pwd cd echo printf wc which whereis type file stat tree uniq cut tr nl
    rev column diff cmp comm jq yq less more printenv whoami id uname ps top df du free uptime test [ [[ true false :
    sleep basename dirname realpath readlink md5sum sha1sum sha256sum shasum cksum od xxd hexdump strings seq expr tac
    fold fmt paste join look man help history jobs wait exit return set shopt export local declare unset read break
    continue if then elif else fi for do done while until case esac in ! { } pgrep lsof netstat ss tput clear locale
    getconf nproc arch sw_vers lscpu groups users w who last zcat zgrep bat eza tokei cloc pstree let cal bc
    pushd popd dirs umask ulimit sort find sed awk gawk fd date""".split()
)
# The same while the first word after the name is one of these.
PARTLY = {
    name: frozenset(words.split())
    for name, words in {
        "npm": "ls list outdated -v --version root prefix why explain",
        "pnpm": "ls list why -v --version",
        "yarn": "list why -v --version",
        "pip": "list show freeze --version -V",
        "pip3": "list show freeze --version -V",
        "python": "--version -V",
        "python3": "--version -V",
        "node": "--version -v",
        "go": "version env list doc vet",
        "cargo": "--version tree metadata",
        "rustc": "--version -V",
        "docker": "ps images inspect version info",
        "tsc": "--noEmit --version",
        "ruff": "check --version",
        "mypy": "--version",
    }.items()
}
# Verbs of git that change nothing; and those that do so only with these words first ("" for none).
GIT_READ_ONLY = frozenset(
    """status diff log show rev-parse ls-files ls-tree cat-file blame shortlog describe for-each-ref name-rev
    merge-base rev-list grep help version whatchanged diff-tree diff-index diff-files show-ref check-ignore
    count-objects var --version cherry range-diff""".split()
)
GIT_PARTLY = {
    "stash": ("list", "show"),
    "reflog": ("", "show"),
    "worktree": ("list",),
    "remote": ("", "-v", "--verbose", "show", "get-url"),
    "config": ("--get", "--get-all", "--get-regexp", "--list", "-l", "list", "get"),
    "branch": (
        "",
        "-a",
        "-r",
        "-v",
        "-vv",
        "--list",
        "-l",
        "--show-current",
        "--contains",
        "--all",
    ),
    "tag": ("", "-l", "--list", "-n", "--contains", "--points-at"),
    "submodule": ("", "status"),
    "notes": ("", "list", "show"),
}
# Options and words with which one of these programs changes something after all.
CHANGING = {
    "find": (
        "-delete",
        "-exec",
        "-execdir",
        "-ok",
        "-okdir",
        "-fprint",
        "-fprintf",
        "-fprint0",
        "-fls",
    ),
    "fd": ("-x", "-X", "--exec", "--exec-batch"),
    "sort": ("-o", "--output"),
    "date": ("-s", "--set"),
    "rg": ("--pre",),
    "bat": ("--pager",),
    "git": (
        "-d",
        "-D",
        "-m",
        "-M",
        "-f",
        "--delete",
        "--move",
        "--force",
        "--output",
        "--ext-diff",
        "-O",
    ),
    "yq": ("-i", "--inplace"),
    "tree": ("-o",),
}
WRAPPERS = frozenset(
    "time nice command builtin timeout env if while until then do else ! { xargs".split()
)
OUTSIDE = ("://", "/dev/tcp", "/dev/udp", "autoskillit", ".claude", "resume")
HARMLESS_TARGETS = ("/dev/null", "&1", "&2", "/dev/stderr", "/dev/stdout")
# The client's own tools that read this machine, or keep the agent's own notes.
QUIET_TOOLS = frozenset(
    """Read Grep Glob LS NotebookRead TodoRead TodoWrite TaskCreate TaskGet TaskList TaskUpdate BashOutput
    EnterPlanMode KillBash KillShell LSP ListMcpResourcesTool TaskOutput ToolSearch StructuredOutput
    update_plan""".split()
)
LONGEST_GLANCE = 4000


def split_commands(line: str) -> list[list[str]] | None:
    """The commands of a line as lists of words without quotes, those in `$(...)` too.

    None where the line writes a file, feeds a here-document or is not closed.
    """
    commands: list[list[str]] = []
    outer: list[tuple[list[str], str | None, bool, str]] = []
    words: list[str] = []
    word: str | None = None
    quoted, closer, at, size = False, "", 0, len(line)
    while at < size:
        char = line[at]
        at += 1
        if char == "\\":
            word, at = (word or "") + line[at : at + 1], at + 1
        elif char == "'" and not quoted:
            end = line.find("'", at)
            if end < 0:
                return None
            word, at = (word or "") + line[at:end], end + 1
        elif char == '"':
            quoted, word = not quoted, word or ""
        elif (char == "$" and line[at : at + 1] == "(") or (char == "`" and closer != "`"):
            outer.append((words, word or "", quoted, closer))
            words, word, quoted = [], None, False
            at, closer = (at + 1, ")") if char == "$" else (at, "`")
        elif char == closer and not quoted:
            commands.append(words if word is None else [*words, word])
            words, word, quoted, closer = outer.pop()
        elif quoted or char not in " \t\n;|&()<>":
            word = (word or "") + char
        elif char in "<>":
            rest = line[at:].lstrip(" \t")
            if char == "<" and line[at : at + 1] not in ("<", "(", "&", ">"):
                continue
            target = next((one for one in HARMLESS_TARGETS if rest.startswith(one)), "")
            if char == "<" or not target or rest[len(target) : len(target) + 1].strip(" \t\n;|&)"):
                return None
            word = None if word is not None and word.isdigit() else word
            at = size - len(rest) + len(target)
        elif char == "&" and line[at : at + 1] == ">":
            continue
        else:
            words, word = (words if word is None else [*words, word]), None
            if char not in " \t":
                commands, words = [*commands, words], []
    if quoted or outer:
        return None
    return [one for one in [*commands, words if word is None else [*words, word]] if one]


def is_read_only(command: str, outside: bool = False) -> bool:
    """Whether each program of a line is known to change nothing; with `outside`, also `curl`, `gh` and the like."""
    commands = split_commands(command) if len(command) <= LONGEST_GLANCE else None
    return commands is not None and all(is_reading(words, outside) for words in commands)


def is_reading(words: list[str], outside: bool) -> bool:
    """Whether one command, a list of words, only reads."""
    at = 0
    while at < len(words) and (words[at] in WRAPPERS or "=" in words[at].split("/")[0] or at):
        if (
            at
            and words[at] not in WRAPPERS
            and words[at][:1] not in ("-", "")
            and not is_amount(words[at])
        ):
            break
        at += 1
    words = words[at:]
    if not words:
        return True
    name, rest = words[0].rpartition("/")[2], words[1:]
    if any(
        word == one or word.startswith(one + "=") for one in CHANGING.get(name, ()) for word in rest
    ):
        return False
    if name == "git":
        return is_git_reading(rest)
    if name in ("sed", "awk", "gawk"):
        return is_filter(name, rest)
    if name in PARTLY:
        return bool(rest) and rest[0] in PARTLY[name]
    if outside and name in ("curl", "gh", "kubectl", "ping", "dig", "nslookup", "host"):
        return not any(
            word[:2] in ("-o", "-O") or "output" in word or word in ("clone", "download")
            for word in rest
        )
    return name in READ_ONLY


def is_amount(word: str) -> bool:
    """A wrapper's own operand: `5s`, `A=1`."""
    return word.rstrip("smhd").replace(".", "").isdigit() or "=" in word.split("/")[0]


def is_git_reading(rest: list[str]) -> bool:
    while rest and rest[0] in ("-C", "--no-pager", "--git-dir", "--work-tree"):
        rest = rest[1 if rest[0] == "--no-pager" else 2 :]
    verb, words = (rest or [""])[0], rest[1:]
    if verb in GIT_PARTLY:
        return (words or [""])[0] in GIT_PARTLY[verb]
    return verb in GIT_READ_ONLY


def is_filter(name: str, rest: list[str]) -> bool:
    """sed and awk: no option but plain ones, and a script that neither writes nor runs."""
    if any(
        word.startswith(("-i", "--in", "-f", "--file")) or (word[:1] == "-" and "i" in word)
        for word in rest
    ):
        return False
    scripts = " ".join(word for word in rest if word[:1] != "-")
    bad = ("w ", "e ", "/w", "/e") if name == "sed" else (">", "|", "system", "getline")
    return not any(one in scripts for one in bad)


def is_quiet(event: Event, settings: dict[str, Any] | None = None) -> bool:
    """Whether a PreToolUse needs no reading: a known tool or line that only looks at this machine.

    Never where the settings tag tools or hold policy rules, nor where a path of ours, an address or a session to
    resume is spelled.
    """
    if event.name != "PreToolUse" or (
        settings and (settings.get("tools") or settings.get("policy"))
    ):
        return False
    if event.tool in QUIET_TOOLS:
        return True
    command = event.input.get("command") if event.tool == "Bash" else None
    if not isinstance(command, str) or any(one in command for one in OUTSIDE):
        return False
    return is_read_only(command)


def wanted(
    event: Event, settings: dict[str, Any], answers: dict[Query, Any] | None = None
) -> list[Query]:
    """The queries whose answers `read` needs: ("file", path) and ("committed", path) of scripts that the call runs.

    Called again with the answers of the first round it names what those scripts run themselves.
    """
    from guards._reading.tools import read_call

    queries: list[Query] = []
    read_call(event, answers or {}, settings, queries)
    return [one for one in dict.fromkeys(queries) if one not in (answers or {})]


def read(event: Event, answers: dict[Query, Any], settings: dict[str, Any]) -> Call:
    """The Call of a PreToolUse or PostToolUse event."""
    from guards._reading.tools import read_call

    return read_call(event, answers, settings, [])
