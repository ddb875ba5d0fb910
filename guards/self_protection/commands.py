"""What a command line would do to what is ours: judged by what it runs and what it touches, not by its text.

The reading comes from `event.call`: wrappers (`timeout`, `env -i`, `xargs`, aliases, `sh -c`) are off, variables and
globs are in.  Cannot see: an archive or a patch that brings a file of ours along (`tar x`, `git apply`): what that
erases shows at the next event, see hooks/_stores/anchors.py.
"""
from __future__ import annotations

from guards import ASK, SILENT, Verdict
from guards.self_protection.places import (
    NAMES,
    OURS,
    OUTSIDE,
    above,
    above_anchors,
    fits,
    protected,
    settings_file,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call import Call
    from guards._shell.reading import Ran

# Verbs of guardctl that only show; every other one wants a person.
SHOWS = frozenset((
    "approvals", "benchmark", "classify", "context", "demo", "doctor", "explain", "export", "help", "lineage", "memory",
    "replay", "report", "status", "statusline", "tail", "verify", "why"))
TAKES_BACK = ("--accept", "--revoke", "clear", "mark-stale", "mark_stale")
CLIENTS = frozenset(("claude", "codex", "gemini", "qwen", "opencode", "copilot", "cursor-agent"))
UNGUARDED = frozenset(("--bare", "--dangerously-bypass-approvals-and-sandbox", "--yolo"))
NO_SETTINGS = "--setting-sources"
SWITCHES = frozenset(("disable", "remove", "uninstall"))     # what `claude plugin` does to one
# Parts of the folder that hold what the client runs at an event: to run it by hand is to make an event up.
HOOKS = (f"{OURS}/bundle", f"{OURS}/hook")
DATA = (".json", ".jsonl", ".md")
SHELLS = frozenset((".", "ash", "bash", "dash", "ksh", "nice", "sh", "source", "zsh"))
STEERS = ("AUTOSKILLIT_STATE_DIR", "AUTOSKILLIT_PYTHON", "AUTOSKILLIT_PARENT_SESSION_ID", "AUTOSKILLIT_CAMPAIGN_ID",
          "AUTOSKILLIT_KITCHEN_SESSION_ID", "XDG_STATE_HOME")
INSTALLS = frozenset(("--link", "--uninstall", "--scope", "--project", "--strict", "--agent"))
# AutoSkillit's own installer sweeps hooks out of every settings file; these verbs run it, or tell people to.
SWEEPS = frozenset(("init", "install", "update", "doctor"))
RUNNERS = frozenset(("uvx", "uv", "pipx", "python", "python3", "poetry", "pdm", "hatch"))
BY_NAME = frozenset(("-name", "-iname", "-path", "-ipath", "-wholename"))
KILLERS = frozenset(("pkill", "killall", "kill"))
READERS = frozenset((
    "[", "basename", "bat", "cat", "cd", "cksum", "cmp", "column", "cut", "diff", "dirname", "du", "echo", "egrep",
    "fgrep", "file", "fd", "find", "grep", "head", "jq", "less", "ls", "md5sum", "more", "nl", "od", "printf", "pwd",
    "pushd", "readlink", "realpath", "rg", "sha256sum", "sort", "stat", "tail", "test", "tree", "uniq", "wc", "which",
    "xxd", "yq", "awk", "export", "set", "true", "code", "open", "alias", "type", "sed", "xargs", "tee", "guardctl"))
SCRIPTS = ("guardctl", "guardctl.py", "guardctl.cmd")
CODE = frozenset(("-c", "-e", "-p", "-E", "-r", "--eval"))
INTERPRETERS = ("python", "node", "perl", "ruby", "php", "bun", "deno")
REWRITES = frozenset(("awk", "cut", "gawk", "perl", "python", "python3", "ruby", "sed", "tr", "xxd"))
FINDERS = frozenset(("command", "type", "whereis", "which"))
SWAPS = frozenset(("chmod", "cp", "dd", "install", "ln", "mv", "rm", "shred", "truncate", "unlink", ">", "tee"))
PROCESSES = ("autoskillit", "hooks/_install", "guardctl")
# Marks of code that changes files; a text test, since the machine knows no other language to its end.
WRITES = ("write", "'w'", '"w"', "'a'", '"a"', "unlink", "rmtree", "remove", "rename", "truncate", "dump(", "rmSync",
          "replace(", "chmod", "symlink", "rm_rf", "copy", "move", "shutil")


def of_command(call: Call, project: str) -> Verdict:
    """Asks before a command that changes what guards the session, takes back what they know, or starts one without."""
    for one in call.ran:
        said = _of_program(one, call, project)
        if said:
            return ask(said)
    for touch in call.touches:
        if "CLAUDE_ENV_FILE" in touch.path and any(name in call.command for name in STEERS):
            return ask("this command would set variables that steer the guards for every later command")
        place = _touched(touch.how, touch.path, touch.program, call, project)
        if place:
            return ask(f"this command would change {place}")
    if any(touch.how in ("removes", "writes", "changes") for touch in call.touches):
        said = _hidden(call)
        if said:
            return ask(said)
    return SILENT


def _hidden(call: Call) -> str:
    """A path that is put together at run time and could be ours: a constant that a filter rewrites, which nobody needs
    who means an ordinary path; the program that runs the guards, found by its name."""
    if any(_rewrites_a_constant(inner) for inner in call.command.replace("`", "$(").split("$(")[1:]):
        return "this command changes a path that it spells otherwise first (echo ... | sed), which could be any"
    found = any(one.program in FINDERS and any(word.startswith("python") for word in one.words) for one in call.ran)
    if found and any("$(" in touch.path and touch.program in SWAPS for touch in call.touches):
        return "this command would change the Python that runs the guards"
    return ""


def _rewrites_a_constant(inner: str) -> bool:
    """Is the inside of `$(...)` an echo of fixed words into a filter that makes others of them?

    >>> _rewrites_a_constant("echo .butoskillit | sed s/b/a/)"), _rewrites_a_constant("echo $f | sed s/ts/js/)")
    (True, False)
    """
    first, *rest = inner.partition(")")[0].split("|")
    words = first.split()
    return bool(words) and words[0] in ("echo", "printf") and "$" not in first and "*" not in first and any(
        part.split()[0] in REWRITES for part in rest if part.split())


def _touched(how: str, path: str, program: str, call: Call, project: str) -> str:
    """The place of ours that a command changes, "" for none."""
    place = protected(path, call.cwd, project) or settings_file(path, project)
    if place:
        return place if how != "may" or _changes(program) else ""
    if how == "removes" and above_anchors(path, call.cwd):
        return "/".join(OUTSIDE) + " (it empties the folder around it)"
    if how != "removes" or not above(path, call.cwd, project):
        return ""
    if program == "find -delete":
        return OURS if all(_finds_ours(one.words) for one in call.ran if one.program == "find") else ""
    if program in ("git stash", "git clean"):
        return ""       # what git ignores stays where it is, and the records are ignored
    return f"{OURS} (it empties the folder around it)"


def _changes(program: str) -> bool:
    """A path is an argument of a program of no table: one that is not known to only read.  Code is judged by itself."""
    return program not in READERS and program.rstrip("0123456789.") not in INTERPRETERS


def _finds_ours(words: list[str]) -> bool:
    """Would a search with these words find a file of ours?"""
    given = [words[at + 1] for at, word in enumerate(words[:-1]) if word in BY_NAME]
    if not given:
        return "-type" not in words or "d" not in words
    last = [one.lower().rstrip("/").rsplit("/", 1)[-1] for one in given]
    return any(fits(one, name) for one in last for name in NAMES)


def _of_program(one: Ran, call: Call, project: str) -> str:
    """What speaks against running this program so, "" for nothing."""
    words = " ".join(one.words).split()
    if _is_guardctl(one, words):
        return _of_guardctl(words)
    if _runs_a_hook(one, call, project):
        return "this command runs the guards' own scripts, which can make up what you said or what a tool answered"
    if one.program in CLIENTS:
        return _of_client(one, words, call)
    if not INSTALLS.isdisjoint(words) and any(word.endswith("install.py") for word in (one.whole, *words[:2])):
        return _of_installer(words, call, project)
    if _sweeps(one.program, [one.whole, *words]):
        return "this command runs AutoSkillit's installer, which changes the hooks in every settings file"
    if one.program in KILLERS and any(mark in word for word in words for mark in PROCESSES):
        return "this command would stop the guards at work"
    if one.program.rstrip("0123456789.") in INTERPRETERS:
        return _of_code(one, call, project)
    return ""


def _runs_a_hook(one: Ran, call: Call, project: str) -> bool:
    """Does a shell or an interpreter get a script of the bundle, or is one started by its name?"""
    cwd = one.cwd or call.cwd
    if protected(one.whole, cwd, project) in HOOKS:
        return True
    if one.program not in SHELLS and one.program.rstrip("0123456789.") not in INTERPRETERS:
        return False
    paths = [word for word in one.words if word[:1] != "-" and "(" not in word and not word.endswith(DATA)]
    if any(protected(word, cwd, project) in HOOKS for word in paths):
        return True
    inside = protected(cwd, "", project) == HOOKS[0]
    return inside and any(word.startswith("hooks") or word.endswith(".py") for word in one.words)


def _is_guardctl(one: Ran, words: list[str]) -> bool:
    runs_another = one.program.rstrip("0123456789.") in (*INTERPRETERS, "sh", "bash")
    return _names_guardctl(one.whole) or (runs_another and any(map(_names_guardctl, words[:3])))


def _names_guardctl(text: str) -> bool:
    """Is this guardctl, as written or as a pattern that means it?"""
    folder, _, last = text.lower().rpartition("/")
    if last in SCRIPTS:
        return True
    pattern = any(c in text for c in "*?[%") and fits(folder.split("/")[0], OURS)
    return pattern and any(fits(last, one) for one in SCRIPTS)


def _of_guardctl(words: list[str]) -> str:
    """Every verb but those that show, and those when they take something back."""
    given: list[str] = []
    skip = False
    for word in words:
        if skip or "guardctl" in word or fits(word.rsplit("/", 1)[-1].lower(), "guardctl.py"):
            skip = False
            continue
        if word == "--project":
            skip = True
        elif not word.startswith("-") or word in TAKES_BACK:
            given.append(word)
    verb = given[0] if given else ""
    takes = any(mark in word for word in given[1:] for mark in TAKES_BACK)
    if "--call" in words and verb == "memory":
        takes = takes or any(f'"{action}"' in word for word in words for action in ("clear", "mark_stale"))
    if (verb in SHOWS and not takes) or (not verb and ("--help" in words or "-h" in words or not words)):
        return ""
    return f"this command takes back what the guards know (guardctl {verb[:20] or 'with words that are not known'})"


def _of_client(one: Ran, words: list[str], call: Call) -> str:
    bare = words[words.index(NO_SETTINGS) + 1:][:1] if NO_SETTINGS in words else ["user"]
    if not bare or bare[0].startswith("-"):     # an empty list of sources
        return f"this command starts {one.program} with none of its settings ({NO_SETTINGS})"
    flag = next((word for word in words if word in UNGUARDED or "disableAllHooks" in word), "")
    if "plugin" in words[:3] and not SWITCHES.isdisjoint(words[:4]) and any("autoskillit" in word for word in words):
        return f"this command takes the guards out of {one.program}"
    if flag:
        return f"this command starts {one.program} where no guard runs ({flag[:40]})"
    name = next((name for name in STEERS if f"{name}=" in call.command), "")
    return f"this command starts {one.program} with {name}, which tells the guards whose session it is" if name else ""


def _of_installer(words: list[str], call: Call, project: str) -> str:
    if "--check" in words or "--dry-run" in words:
        return ""
    if "--uninstall" in words:
        return "this command uninstalls the guards"
    given = next((words[at + 1] for at, word in enumerate(words[:-1]) if word == "--project"), ".")
    return "this command installs other guards in place of these" if above(given, call.cwd, project) else ""


def _sweeps(program: str, words: list[str]) -> bool:
    """`autoskillit init`, also by `uvx`, `uv run`, `python -m` and the like."""
    return any(words[at].rsplit("/", 1)[-1] == "autoskillit" and words[at + 1] in SWEEPS
               for at in range(len(words) - 1 if program in RUNNERS else min(len(words) - 1, 2)))


def _of_code(one: Ran, call: Call, project: str) -> str:
    """Code that names a file of ours and changes files; where the code is not at hand, such a file as its argument."""
    inline = any(word in CODE or word.startswith(("-pi", "-ni")) for word in one.words)
    text = " ".join(one.words) if inline else call.command if one.fed or "<<" in call.command else ""
    if "-i" in one.words or any(word.startswith(("-pi", "-ni")) for word in one.words) or not text:
        if "json.tool" in one.words:
            return ""
        found = (protected(word, one.cwd, project) for word in one.words[1:] if OURS in word.lower())
        return next((f"this command would change {place}" for place in found if place), "")
    if any(protected(word, one.cwd, project) == HOOKS[0] and not word.endswith(DATA)
           for word in literals(text)):
        return "this command's code takes up the guards' own scripts, which can make up what you said"
    if not any(mark in text for mark in WRITES):
        return ""
    named = (protected(word, one.cwd, project) or settings_file(word, project) for word in literals(text))
    return next((f"this command's code would change {place}" for place in named if place), "")


def literals(text: str) -> list[str]:
    """The string literals in a piece of code, those that are put together with `+` as one; at most 100.

    >>> literals("rmtree('.auto'+'skillit')")
    ['.autoskillit']
    """
    found: list[str] = []
    joined, at = False, 0
    while at < len(text) and len(found) < 100:
        quote = text[at]
        if quote not in "'\"":
            joined = (joined and quote in " +") or (quote == "+" and bool(found))
            at += 1
            continue
        end = text.find(quote, at + 1)
        if end < 0:
            break
        if joined and found:
            found[-1] += text[at + 1:end]
        else:
            found.append(text[at + 1:end])
        joined, at = False, end + 1
    return found


def ask(what: str) -> Verdict:
    return Verdict(ASK, f"self_protection: {what}", more="That is what guards this session.",
                   signals=("guards_tampering",))
