"""What a command line would do to what is ours: judged by what it runs and what it touches, not by its text.

The reading comes from `event.call`: wrappers (`timeout`, `env -i`, `xargs`, aliases, `sh -c`) are off, variables and
globs are in.  What is not spelt out counts by its range (`ranges`), a word of a program that is not known to only read
as a file that it writes (`mentions`), a patch by the files that it names (`patches`).
Cannot see: what code puts together, what an archive or a folder brings along.  The anchors miss what is gone so.
"""
from __future__ import annotations

from guards import SILENT, Verdict
from guards._text.glob import match
from guards.self_protection.places import (
    OURS,
    OUTSIDE,
    SCRATCH,
    SETTINGS_OF_OURS,
    above,
    above_anchors,
    ask,
    fits,
    in_settings,
    protected,
    said_of,
    settings_file,
)
from guards.self_protection.ranges import ANCHORS, FINDERS, FOUND, finds, left_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guards._call import Call
    from guards._shell.reading import Ran
    from guards.self_protection.scripts import Played

# Verbs of guardctl that only show; every other one wants a person.
SHOWS = frozenset((
    "approvals", "benchmark", "classify", "context", "demo", "doctor", "explain", "export", "help", "lineage", "memory",
    "replay", "report", "rules", "settings", "status", "statusline", "tail", "verify", "why"))
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
KILLERS = frozenset(("pkill", "killall", "kill"))
READERS = frozenset((
    "[", "basename", "bat", "cat", "cd", "cksum", "cmp", "column", "cut", "diff", "dirname", "du", "echo", "egrep",
    "fgrep", "file", "fd", "find", "grep", "head", "jq", "less", "ls", "md5sum", "more", "nl", "od", "printf", "pwd",
    "pushd", "readlink", "realpath", "rg", "sha256sum", "sort", "stat", "tail", "test", "tree", "uniq", "wc", "which",
    "xxd", "yq", "awk", "export", "set", "true", "code", "open", "alias", "type", "sed", "xargs", "tee", "guardctl"))
SCRIPTS = ("guardctl", "guardctl.py", "guardctl.cmd")
APART = str.maketrans(dict.fromkeys("\"'`=(){}[],;<>|", " "))
CODE = frozenset(("-c", "-e", "-p", "-E", "-r", "--eval"))
INTERPRETERS = ("python", "node", "perl", "ruby", "php", "bun", "deno")
UNPACKS = frozenset(("7z", "7za", "bsdtar", "cpio", "tar", "unar", "unzip"))
LISTS = frozenset(("ack", "ag", "egrep", "fgrep", "git", "grep", "rg", "ugrep"))     # with `-l`, names of files
SWAPS = frozenset(("chmod", "cp", "dd", "install", "ln", "mv", "rm", "shred", "truncate", "unlink", ">", "tee"))
# Programs of git that put another state in a folder's place.
REPLACES = frozenset(("git checkout", "git restore"))
RUNS = ("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch")
PROCESSES = ("autoskillit", "hooks/_install", "guardctl")
# Marks of code that changes files, in lower case; a text test, since the machine knows no other language to its end.
WRITES = ("write", "'w'", '"w"', "'a'", '"a"', '">"', "'>'", '">>"', "'>>'", "unlink", "rmtree", "remove", "rename",
          "truncate", "dump(", "rmsync", "replace(", "chmod", "symlink", "rm_rf", "rm_r", "copy", "move", "shutil",
          "rm -", '"rm"', "'rm'", "rmdir", "delete", "spurt", "link(", "rimraf", "fs.rm(", ".rm(")


def of_command(call: Call | Played, project: str, file: Callable[[str], str | None] | None = None) -> Verdict:
    """Asks before a command that changes what guards the session, takes back what they know, or starts one without.

    file   gives the text of a file, None where it is not at hand
    """
    for one in call.ran:
        what, rule = _searched(one, call, project), "self.files"
        if not what:
            what, rule = _of_program(one, call, project)
        if not what:
            what, rule = _mentioned(one, call, project) or _patched(one, call, project, file), "self.files"
        if what:
            return ask(what, rule)
    for touch in call.touches:
        if "CLAUDE_ENV_FILE" in touch.path and any(name in call.command for name in STEERS):
            return ask("this command would set variables that steer the guards for every later command",
                       "self.variables")
        if touch.how == "may" and _only_shows(touch.program, call):
            continue
        place = _touched(touch.how, touch.path, touch.program, call, project)
        if place == SETTINGS_OF_OURS:
            return ask(f"this command {_of_settings(call, project, file)}", "self.files")
        if place:
            return ask(f"this command would change {place}", "self.files")
    if any(touch.how in ("removes", "writes", "adds", "changes") for touch in call.touches):
        said = _hidden(call)
        if said:
            return ask(said, "self.hidden-path")
    return SILENT


def _of_settings(call: Call | Played, project: str, file: Callable[[str], str | None] | None) -> str:
    """What a command that writes guards.json makes of it, as far as the new text is at hand: sed's, or what is fed."""
    before = (file and file(settings_of(project))) or ""
    for one in call.ran:
        after = one.given.text or (" ".join(one.words) if one.program in ("echo", "printf") else "")
        if one.program == "sed":
            after = before
            for script in one.words:
                parts = script[2:].replace("\\", "").split(script[1]) if script[:1] == "s" and len(script) > 3 else []
                after = after.replace(parts[0], parts[1]) if len(parts) == 3 else after
        if after.lstrip().startswith("{"):
            return said_of(before, after)
    return said_of(before, "")


def settings_of(project: str) -> str:
    """Where a project keeps guards.json."""
    return f"{project.rstrip('/')}/{OURS}/guards.json"


def _only_shows(program: str, call: Call | Played) -> bool:
    """Does all of a program of no table only show what it is given, as its name or its first word says?"""
    from guards.self_protection.mentions import only_shows

    return all(only_shows(one) for one in call.ran if one.program == program)


def _searched(one: Ran, call: Call | Played, project: str) -> str:
    """A search from the project's folder on that hands what it finds to a program which changes it."""
    at = next((i for i, word in enumerate(one.words) if word in RUNS), 0) if one.program in FINDERS else 0
    program = one.words[at + 1].rsplit("/", 1)[-1] if at and at + 1 < len(one.words) else ""
    if program not in SWAPS or not any(touch.program == program for touch in call.touches):
        return ""
    start = one.words[0] if one.words[0][:1] not in "-(!" else "."
    if not above(start, one.cwd or call.cwd, project) or not finds(one.words, one.program):
        return ""
    return f"this command would change {OURS} (it is among what is found)"


def _mentioned(one: Ran, call: Call | Played, project: str) -> str:
    """A path of ours in the words of a program that may write it."""
    away = any(word[:2] in ("-C", "-d", "-o") for word in one.words)
    if one.program in UNPACKS and not away and protected(one.cwd or call.cwd, "", project):
        return f"this command would unpack in {OURS}"
    low = "\n".join(one.words).lower()
    if not any(sign in low for sign in (".auto", "skillit", "settings", "hooks.json", ".claude", "*", "guards.json")):
        return ""
    from guards.self_protection.mentions import written

    for path in written(one, READERS):
        place = protected(path, one.cwd or call.cwd, project) or settings_file(path, project)
        if place:
            return f"this command would change {place}"
    return ""


def _patched(one: Ran, call: Call | Played, project: str, file: Callable[[str], str | None] | None) -> str:
    """A patch that names a file of ours."""
    from guards.self_protection import patches

    if not patches.applies(one):
        return ""
    texts = [one.given.text, *(file(path) or "" for path in patches.files(one, call.cwd))] if file else [one.given.text]
    for path in (path for text in texts for path in patches.changed(text)):
        place = protected(path, one.cwd or call.cwd, project) or settings_file(path, project)
        if place:
            return f"this command applies a patch of {place}"
    return ""


def _hidden(call: Call | Played) -> str:
    """A path that is put together at run time, of what a search by our files' names or in a folder of ours finds."""
    built = [touch for touch in call.touches if "$(" in touch.path or (touch.path[:1] == "$" and touch.program != ">")]
    if any(touch.how != "may" for touch in built) and any(_looks_for_us(one) for one in call.ran):
        return f"this command changes what it looks for, which is {OURS}"
    return ""


def _looks_for_us(one: Ran) -> bool:
    """A search by a name that only our files bear, or one that names the files in a folder of ours."""
    if one.program in LISTS and any(set(word[1:]) & set("lL") for word in one.words if word[:1] == "-"):
        return any(protected(word, one.cwd) for word in one.words[1:])
    if one.program not in FINDERS and one.program not in ("locate", "mdfind"):
        return False
    return any(fits(word.rsplit("/", 1)[-1].lower(), name) for word in one.words if len(word) > 5 for name in (
        OURS, "guards.json", "guardctl", "pre_tool_use.py", "post_tool_use.py", "user_prompt_submit.py"))


def _touched(how: str, path: str, program: str, call: Call | Played, project: str) -> str:
    """The place of ours that a command changes, "" for none."""
    if program == "git rm" and "--cached" in call.command:
        return ""       # the file stays
    if "**" in path and how != "may":
        return _found(path, program, call, project)
    place = protected(path, call.cwd, project) or settings_file(path, project)
    if place:
        return place if how != "may" or _changes(program) else ""
    if (how == "removes" or program in REPLACES) and in_settings(path, project):
        return in_settings(path, project)
    if how == "changes" and program == "chmod" and above(path, call.cwd, project):
        return f"the rights to {OURS}" if _takes_rights(call) else ""
    if how == "removes" and above_anchors(path, call.cwd):
        return "/".join(OUTSIDE) + " (it empties the folder around it)"
    if how != "removes" or program == "rmdir" or not above(path, call.cwd, project):
        return ""
    if program == "find -delete":
        return OURS if all(finds(one.words, deletes=True) for one in call.ran if one.program == "find") else ""
    if program in ("git stash", "git clean") or (program == "git clean -x" and all(
            _spared(one.words) for one in call.ran if one.program == "git" and "clean" in one.words)):
        return ""       # what git ignores stays where it is, and the records are ignored
    return f"{OURS} (it empties the folder around it)"


def _spared(words: Sequence[str]) -> bool:
    """Does `git clean` leave our folder out: `-e .autoskillit`?"""
    patterns = [value for option, value in zip(words, words[1:]) if option in ("-e", "--exclude")]
    patterns += [word.partition("=")[2] for word in words if word.startswith("--exclude=")]
    return any(pattern.strip("/") == OURS for pattern in patterns)


def _found(path: str, program: str, call: Call | Played, project: str) -> str:
    """What a search or a listing hands to a program that removes or changes it, where ours could be in it."""
    head, _, tail = path.partition("**")
    outside = above_anchors(head, call.cwd) or head.rstrip("/") in ("~", "/root", "$HOME")
    inside = protected(head, call.cwd, project)
    if inside:
        return inside
    if program == "rmdir" or not (outside or above(head or ".", call.cwd, project)):
        return ""
    among = ANCHORS if outside else FOUND
    searches = [one for one in call.ran if one.program in FINDERS]
    if not searches and "**" in call.command:       # a shell's own pattern finds no hidden name
        return ""
    if searches and not any(finds(one.words, one.program, among) for one in searches):
        return ""
    if not searches and tail.strip("/") and not any(
            match(tail.strip("/").rsplit("/", 1)[-1], one.rsplit("/", 1)[-1]) for one in among):
        return ""
    if not left_over(call.ran, among):
        return ""
    return f"{'/'.join(OUTSIDE) if outside else OURS} (it is among what is found)"


def _takes_rights(call: Call | Played) -> bool:
    """Does `chmod -R` take away the right to read, write or enter?

    The owner's right counts: `go-w`, `755` and `u+w` leave it.
    """
    for one in call.ran:
        if one.program == "chmod" and any(word in ("-R", "--recursive") or word[:2] == "-R" for word in one.words):
            mode = next((word for word in one.words if word[:2] not in ("-R", "--") or word.startswith("-w")), "")
            who, minus, what = mode.partition("-")
            if minus and (not who or "a" in who or "u" in who) and {"r", "w", "x", "X"} & set(what):
                return True
            if mode.isdigit() and int(mode[-3:][0]) & 6 != 6:
                return True
    return False


def _changes(program: str) -> bool:
    """A path is an argument of a program of no table: one that is not known to only read.  Code is judged by itself."""
    return program not in READERS and program.rstrip("0123456789.") not in INTERPRETERS


def _of_program(one: Ran, call: Call | Played, project: str) -> tuple[str, str]:
    """(what speaks against running this program so, the rule), ("", "") for nothing."""
    words = " ".join(one.words).split()
    if _is_guardctl(one, words):
        return _of_guardctl(words), "self.guardctl"
    if _runs_a_hook(one, call, project):
        return ("this command runs the guards' own scripts, which can make up what you said or what a tool answered",
                "self.forged-event")
    if one.program in CLIENTS:
        return _of_client(one, words, call), "self.unguarded-client"
    if not INSTALLS.isdisjoint(words) and any(word.endswith("install.py") for word in (one.whole, *words[:2])):
        return _of_installer(words, call, project), "self.installer"
    if _sweeps(one.program, [one.whole, *words]):
        return ("this command runs AutoSkillit's installer, which changes the hooks in every settings file",
                "self.orchestrators-installer")
    if one.program in KILLERS and any(mark in word for word in words for mark in PROCESSES):
        return "this command would stop the guards at work", "self.processes"
    if one.program.rstrip("0123456789.") in INTERPRETERS:
        return _of_code(one, call, project), "self.code"
    return "", ""


def _runs_a_hook(one: Ran, call: Call | Played, project: str) -> bool:
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
    shows = verb in SHOWS or given == ["rescue"]        # without an id it lists
    if (shows and not takes) or (not verb and ("--help" in words or "-h" in words or not words)):
        return ""
    return f"this command takes back what the guards know (guardctl {verb[:20] or 'with words that are not known'})"


def _of_client(one: Ran, words: list[str], call: Call | Played) -> str:
    bare = words[words.index(NO_SETTINGS) + 1:][:1] if NO_SETTINGS in words else ["user"]
    if not bare or bare[0].startswith("-"):     # an empty list of sources
        return f"this command starts {one.program} with none of its settings ({NO_SETTINGS})"
    flag = next((word for word in words if word in UNGUARDED or "disableAllHooks" in word), "")
    if "plugin" in words[:3] and not SWITCHES.isdisjoint(words[:4]) and any("autoskillit" in word for word in words):
        return f"this command takes the guards out of {one.program}"
    if flag:
        return f"this command starts {one.program} where no guard runs ({flag[:40]})"
    if "HOME" in one.beside:
        return f"this command starts {one.program} in another home, where the guards keep no anchors"
    name = next((name for name in STEERS if f"{name}=" in call.command), "")
    return f"this command starts {one.program} with {name}, which tells the guards whose session it is" if name else ""


def _of_installer(words: list[str], call: Call | Played, project: str) -> str:
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


def _of_code(one: Ran, call: Call | Played, project: str) -> str:
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
    if not any(mark in text.lower() for mark in WRITES):
        return ""
    for word in (*literals(text), *text.translate(APART).split()):
        place = protected(word, one.cwd, project) or settings_file(word, project)
        if place and sum(map(str.isalpha, word)) > 2:
            return f"this command's code would change {place}"
    return ""


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
            joined = (joined and quote in " +.") or (quote in "+." and bool(found))
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


def scratch_folders(call: Call | Played) -> list[str]:
    """The scratch folders that a command moves to and does not make itself: where one is not there, it stays here."""
    if not any(OURS in touch.path for touch in call.touches):
        return []
    moves = [one.words[0].rstrip("/") for one in call.ran if one.program in ("cd", "pushd") and one.words]
    made = {word.rstrip("/") for one in call.ran if one.program not in ("cd", "pushd") for word in one.words}
    return [path for path in moves if path.startswith(SCRATCH) and path not in made and "/tmp." not in path
            and f"{path} &&" not in call.command][:4]       # there nothing runs if it cannot move


def stays(call: Call | Played, project: str, there: Callable[[str], bool]) -> Verdict:
    """What a command would change if it cannot move to the scratch folder that it names."""
    for folder in scratch_folders(call):
        gone = [touch.path[len(folder):] for touch in call.touches if touch.path.startswith(f"{folder}/")]
        place = next(filter(None, (protected(project + rest, "", project) for rest in gone)), "")
        if place and not there(folder):
            return ask(f"{folder[:30]} is not there, and in this folder the command would change {place}", "self.files")
    return SILENT
