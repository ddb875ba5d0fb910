"""What a call would change of the guards' own: paths, settings files, commands.  Text tests, no parsing of programs.

Imported only for a call that names one of them.
"""
from __future__ import annotations

from guards import ASK, DENY, SILENT, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event

OURS = ".autoskillit"
# What of the folder is ours to protect; "" is the folder itself.
PARTS = frozenset(("", "bundle", "guards.json", "temp", "local", "guardctl", "guardctl.cmd", "hook", ".gitignore"))
SETTINGS = (".claude/settings.json", ".claude/settings.local.json", ".cursor/hooks.json", ".codex/hooks.json",
            ".gemini/settings.json", ".qwen/settings.json", ".github/hooks", ".claude/managed-settings.json")
EDITORS = {"Edit": "file_path", "Write": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path",
           "apply_patch": "input"}
HOOK_WORDS = ("hooks", "autoskillit", "pre_tool_use", "post_tool_use", "disableAllHooks", "session_start")
READERS = frozenset((
    "[", "basename", "bat", "cat", "cd", "cksum", "cmp", "column", "cut", "diff", "dirname", "du", "echo", "egrep",
    "fgrep", "file", "find", "fd", "grep", "head", "jq", "less", "ls", "md5sum", "more", "nl", "od", "printf", "pwd",
    "readlink", "realpath", "rg", "sha256sum", "sort", "stat", "tail", "test", "tree", "uniq", "wc", "which", "xxd",
    "yq", "awk", "export", "set", "true", "for", "do", "done", "while", "if", "then", "fi", "else"))
GIT_READS = frozenset(("add", "blame", "check-ignore", "commit", "diff", "grep", "log", "ls-files", "show", "status"))
TAKES_BACK = (("release",), ("handover",), ("purge",), ("memory", "clear"), ("memory", "mark_stale"))
# AutoSkillit's own installer sweeps hooks out of every settings file; these verbs run it, or tell people to.
SWEEPS = frozenset(("init", "install", "update", "doctor"))
RUNNERS = frozenset(("uvx", "uv", "pipx", "python", "python3", "poetry", "pdm", "hatch"))
INTERPRETERS = ("python", "python3", "node", "perl", "ruby", "php")
WRITES = ("write", "'w'", '"w"', "'a'", '"a"', "unlink", "rmtree", "remove", "rename", "truncate", "dump(")
LEADS = frozenset(("sudo", "env", "command", "nohup", "time", "exec", "!", "(", "{"))


def of_edit(event: Event) -> Verdict:
    path = event.input.get(EDITORS[event.tool])
    if not isinstance(path, str):
        return SILENT
    place = protected(path, event.cwd)
    if place:
        return _blind(event.tool, f"change {place}")
    slashed = "/" + path.replace("\\", "/").lower()
    if any(slashed.endswith("/" + one) for one in SETTINGS) and _touches_hooks(event):
        return _blind(event.tool, f"change the hooks in {path[-60:]}")
    return SILENT


def _touches_hooks(event: Event) -> bool:
    """An edit that names a hook in a file that holds ours, or a whole new file that no longer does.

    In a file without our hooks (another project's, say) only the switch for all of them matters.
    """
    before = str(event.facts.get(f"file:{event.input.get('file_path')}") or "")
    text = str(event.input.get("content") or "") if event.tool == "Write" else \
        str(event.facts.get("text") or event.input)
    if OURS not in before and "pre_tool_use" not in before:
        return "disableAllHooks" in text
    if event.tool == "Write":
        return "disableAllHooks" in text or "pre_tool_use" not in text
    return any(word in text for word in HOOK_WORDS)


def protected(path: str, cwd: str = "") -> str:
    """The protected place that a path lies in, "" for none.

    >>> protected("/p/.autoskillit/x/../guards.json"), protected("temp", "/p/.autoskillit"), protected("/p/hooks/x.py")
    ('.autoskillit/guards.json', '.autoskillit/temp', '')
    """
    if OURS not in path and OURS not in cwd and ".AUTOSKILLIT" not in path.upper():
        return ""
    whole = path if path.startswith(("/", "~")) or path[1:2] == ":" else f"{cwd}/{path}"
    parts: list[str] = []
    for part in whole.replace("\\", "/").split("/"):
        if part == "..":
            parts[-1:] = []
        elif part not in ("", "."):
            parts.append(part.lower())
    if OURS not in parts:
        return ""
    inside = parts[parts.index(OURS) + 1:]
    first = inside[0] if inside else ""
    return f"{OURS}/{first}".rstrip("/") if first in PARTS or "*" in first else ""


def of_command(command: str) -> Verdict:
    inside = ""
    if OURS + "/" in command and _written_by_code(command):
        return _ask("this command's code would change what lies in .autoskillit")
    for words in _simple(command):
        while words and (words[0] in LEADS or ("=" in words[0] and "/" not in words[0].split("=")[0])):
            words = words[1:]
        if not words:
            continue
        if words[0] in ("cd", "pushd") and len(words) > 1:
            inside = words[1] if words[1].startswith(("/", "~")) else f"{inside}/{words[1]}"
            continue
        verdict = _of_part(words, inside)
        if verdict.effect:
            return verdict
    return SILENT


def _written_by_code(command: str) -> bool:
    """An interpreter that gets its code in this command, and code that writes."""
    given = any(f"{name} {way}" in command for name in INTERPRETERS for way in ("-c", "-e", "- <<", "<<"))
    return given and any(mark in command for mark in WRITES)


def _without_documents(command: str) -> str:
    """The command without the bodies of its here-documents: they are text, not commands."""
    if "<<" not in command:
        return command
    kept, until = [], ""
    for line in command.split("\n"):
        if until:
            until = "" if line.strip() == until else until
            continue
        kept.append(line)
        if "<<" in line and "<<<" not in line:
            words = line.split("<<", 1)[1].lstrip("- ").split()
            until = words[0].strip("'\"\\);|&") if words else ""
    return "\n".join(kept)


def _of_part(words: list[str], inside: str) -> Verdict:
    program = words[0].rsplit("/", 1)[-1]
    if program == "guardctl" or any(w.endswith(("/guardctl", "/guardctl.py")) for w in words[:3]):
        given = [w for w in words[1:] if not w.startswith("-") and "guardctl" not in w]
        if any(tuple(given[:len(taken)]) == taken for taken in TAKES_BACK):
            return _ask(f"this command takes back what the guards know (guardctl {' '.join(given[:2])})")
        return SILENT
    if any(w.endswith("install.py") for w in words[:3]) and "--uninstall" in words:
        return _ask("this command uninstalls the guards")
    if _sweeps(program, words):
        return _ask("this command runs AutoSkillit's installer, which changes the hooks in every settings file")
    for at, word in enumerate(words):
        target = word.lstrip("0123456789&").lstrip("><|") if word[:1] in "0123456789&><" else word
        written = ">" in word[:3] or (at > 0 and words[at - 1].endswith(">"))
        place = protected(target.split("=", 1)[-1], inside) or _settings(target)
        if place and (written or not _reads(program, words)):
            return _ask(f"this command would change {place}")
    return SILENT


def _sweeps(program: str, words: list[str]) -> bool:
    """`autoskillit init`, also by `uvx`, `uv run`, `python -m` and the like."""
    return any(words[at].rsplit("/", 1)[-1] == "autoskillit" and words[at + 1] in SWEEPS
               for at in range(len(words) - 1 if program in RUNNERS else min(len(words) - 1, 1)))


def _settings(word: str) -> str:
    low = word.replace("\\", "/").lower()
    return next((one for one in SETTINGS if low == one or low.endswith("/" + one)), "")


def _reads(program: str, words: list[str]) -> bool:
    if program == "git":
        return _git_verb(words) in GIT_READS
    if program == "find" or program == "fd":
        return not any(w in ("-delete", "-exec", "-execdir", "-ok", "-x", "-X") for w in words)
    if program == "sed":
        return not any(w.startswith(("-i", "--in-place")) for w in words)
    if program in ("python", "python3"):
        return "-m" in words and "json.tool" in words
    return program in READERS


def _git_verb(words: list[str]) -> str:
    """What git is told to do, after its own options: `-C DIR` and `-c NAME=VALUE` take a word."""
    rest = iter(words[1:])
    for word in rest:
        if word in ("-C", "-c", "--git-dir", "--work-tree"):
            next(rest, "")
        elif not word.startswith("-"):
            return word
    return ""


def _simple(command: str) -> list[list[str]]:
    """The words of each simple command, what is written to behind them as ">PLACE"; quoted words are taken apart,
    since they may be for another shell.  A text that no shell would read is split at its marks."""
    from guards._shell.parser import parse

    program = parse(command)
    if program.broken:
        return [[w.strip("'\"") for w in part.split()] for part in _parts(_without_documents(command))]
    found: list[list[str]] = []
    waiting = [program]
    while waiting:
        for pipeline in waiting.pop(0).pipelines:
            for one in pipeline:
                texts = [] if one.body is not None else [word.text for word in one.words]
                texts += [">" + to.target.text for to in one.redirects if ">" in to.op]
                found.append([piece for text in texts for piece in text.split()])
                given = [*one.words, *(value for _, value in one.assigns), *(to.target for to in one.redirects)]
                waiting += [part.program for word in given for part in word.parts if hasattr(part, "program")]
                waiting += [one.body] if one.body is not None else []
    return found


def _parts(command: str) -> list[str]:
    text = command.replace("\\\n", " ").replace(";", "\n").replace("&&", "\n").replace("|", "\n").replace("$(", "\n")
    text = text.replace("`", "\n").replace(")", " ").replace(">", " >").replace("> >", ">>")
    return [p for p in (part.strip() for part in text.split("\n")) if p]


def _blind(tool: str, what: str) -> Verdict:
    """A denial: an editing tool's dialog shows no reason (Claude Code 2.1.330), so a question would be a blind one."""
    return Verdict(DENY, f"self_protection: {tool} would {what}, and its dialog could not say so to the person; if it "
                         f"is wanted, the person edits the file, or approves a Bash command that does",
                   signals=("guards_tampering",))


def _ask(what: str) -> Verdict:
    return Verdict(ASK, f"self_protection: {what}, which guards this session; approve it only if you want that",
                   signals=("guards_tampering",))
