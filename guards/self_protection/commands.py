"""What a command line would do to what is ours: judged by what it runs and what it touches, not by its text.

The reading comes from `event.call`: wrappers (`timeout`, `env -i`, `xargs`, aliases, `sh -c`) are off, variables and
globs are in.  What is not spelt out counts by its range (`ranges`), a word of a program that is not known to only read
as a file that it writes (`mentions`).
Limitations: what code puts together, an archive or a patch brings, what known programs write beside what their rows
say (`awk -v`, `git config -f`, a mounted folder).  The anchors miss what is gone so, and a changed guards.json waits
for the person's prompt (hooks/_pins.py).
"""
from __future__ import annotations

from guards import SILENT, Verdict
from guards._shell.gate import INTERPRETERS, SEARCHES, SHELLS
from guards._text.glob import match
from guards.self_protection.mentions import only_shows, written
from guards.self_protection.places import (
    HOOKED,
    OURS,
    OUTSIDE,
    SETTINGS_OF_OURS,
    SHARED,
    above,
    above_anchors,
    ask,
    fits,
    holders,
    in_settings,
    ours,
    protected,
    said_of,
    settings_file,
)
from guards.self_protection.ranges import ANCHORS, FINDERS, FOUND, finds, left_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Facts
    from guards._call import Call
    from guards._shell.reading import Ran, Touch
    from guards.self_protection.places import Home

# Verbs of guardctl that only show; every other one wants a person.
SHOWS = frozenset("""
    approvals benchmark classify context demo doctor explain export help lineage memory replay report rules settings
    status statusline tail try verify why""".split())
TAKES_BACK = tuple("--accept --revoke clear mark-stale mark_stale".split())
CLIENTS = {"claude", "cursor-agent", *HOOKED}
UNGUARDED = frozenset("--bare --dangerously-bypass-approvals-and-sandbox --pure --yolo".split())
NO_SETTINGS = "--setting-sources"
# Options that give it rights: one that only answers (`-p`) acts on nothing.
RIGHTS = frozenset("""
    --agents --allowed-tools --allowedTools --dangerously-skip-permissions --mcp-config --permission-mode
    --settings""".split())
SWITCHES = frozenset("disable remove uninstall".split())     # what `claude plugin` does to one
# Parts of the folder that hold what the client runs at an event: to run it by hand is to make an event up.
HOOKS = (f"{OURS}/bundle", f"{OURS}/hook", SHARED)
DATA = (".json", ".jsonl", ".md")
STEERS = tuple("""
    AUTOSKILLIT_STATE_DIR AUTOSKILLIT_PYTHON AUTOSKILLIT_PARENT_SESSION_ID AUTOSKILLIT_CAMPAIGN_ID
    AUTOSKILLIT_KITCHEN_SESSION_ID XDG_DATA_HOME XDG_STATE_HOME CODEX_HOME COPILOT_HOME GEMINI_CLI_HOME KIMI_CODE_HOME
    QWEN_HOME OPENCODE_PURE""".split())
INSTALLS = frozenset("--agent --link --project --scope --strict --uninstall".split())
KILLERS = frozenset("pkill killall kill".split())
READERS = frozenset("awk bandit code fd flake8 guardctl mypy open pylint pyright vulture".split())     # beside LOOKS
SCRIPTS = ("guardctl", "guardctl.py", "guardctl.cmd")
CODE = frozenset("--eval -E -c -e -p -r".split())
LISTS = SEARCHES | {"git", "ugrep"}     # with `-l`, names of files
# Programs of git that put another state in a folder's place.
REPLACES = frozenset(("git checkout", "git restore"))
# Programs that type into a window as if a person did.
TYPERS = frozenset("expect osascript stuff tmux wtype xdotool ydotool".split())
PROCESSES = ("autoskillit", "hooks/_install", "guardctl")


def of_command(call: Call, home: Home, facts: Facts) -> Verdict:
    """Asks before a command that changes what guards the session, takes back what they know, or starts one without."""
    for one in call.ran:
        what, rule = _of_program(one, call, home)
        if not what:
            what, rule = _mentioned(one, call, home), "self.files"
        if what:
            return ask(what, rule)
    for touch in call.touches:
        if "CLAUDE_ENV_FILE" in touch.path and any(name in call.command for name in STEERS):
            return ask("this command would set variables that steer the guards for every later command",
                       "self.variables")
        if (touch.how == "may" and not _changes(touch.program, call)) or _of_others(touch, home, facts):
            continue
        place = _touched(touch.how, touch.path, touch.program, call, home)
        if place == SETTINGS_OF_OURS:
            return ask(f"this command {_of_settings(call, home, facts)}", "self.files")
        if place:
            return ask(f"this command would change {place}", "self.files")
    if any(touch.how in ("removes", "writes", "adds", "changes") for touch in call.touches):
        said = _hidden(call)
        if said:
            return ask(said, "self.hidden-path")
    return SILENT


def wanted(call: Call, home: Home) -> dict[str, None]:
    """The settings files whose text says whether a change of them, or of others, concerns us."""
    return {name: None for touch in call.touches for name in holders(touch.path, _takes(touch), home)}


def _takes(touch: Touch) -> bool:
    return touch.how == "removes" or touch.program in REPLACES


def _of_others(touch: Touch, home: Home, facts: Facts) -> bool:
    """Is it an agent's settings file, or the folder around some, where no hooks of ours stand?"""
    texts = [facts.found.get(("settings", name)) for name in holders(touch.path, _takes(touch), home)]
    return bool(texts) and not any(text is None or ours(text) for text in texts)


def _of_settings(call: Call, home: Home, facts: Facts) -> str:
    """What a command that writes guards.json makes of it, as far as the new text is at hand: sed's, or what is fed."""
    before = facts.file(settings_of(home[0])) or ""
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


def _mentioned(one: Ran, call: Call, home: Home) -> str:
    """A path of ours in the words of a program that may write it."""
    for path in written(one, READERS):
        place = protected(path, one.cwd or call.cwd, home) or settings_file(path, home)
        if place:
            return f"this command would change {place}"
    return ""


def _hidden(call: Call) -> str:
    """A path that is put together at run time, of what a search by our files' names or in a folder of ours finds."""
    sought = {word for one in call.ran if one.program in FINDERS for word in one.words if "*" not in word}
    built = [touch for touch in call.touches if "$(" in touch.path or touch.path.rpartition("/")[2] in sought
             or (touch.path[:1] == "$" and touch.program != ">")]
    if any(touch.how != "may" for touch in built) and any(_looks_for_us(one) for one in call.ran):
        return f"this command changes what it looks for, which is {OURS}"
    return ""


def _looks_for_us(one: Ran) -> bool:
    """A search by a name that only our files bear (`*.json` is none), or one that names the files in a folder of
    ours."""
    if one.program in LISTS and any(set(word[1:]) & set("lL") for word in one.words if word[:1] == "-"):
        return any(protected(word, one.cwd) for word in one.words[1:])
    if one.program not in FINDERS and one.program not in ("locate", "mdfind"):
        return False
    return any(fits(last, name) for last in (word.rpartition("/")[2].lower() for word in one.words) if sum(
        map(str.isalpha, last.removesuffix(".json").removesuffix(".py"))) > 3 for name in (
        OURS, "guards.json", "guardctl", "pre_tool_use.py", "post_tool_use.py", "user_prompt_submit.py"))


def _touched(how: str, path: str, program: str, call: Call, home: Home) -> str:
    """The place of ours that a command changes, "" for none."""
    if program == "git rm" and "--cached" in call.command:
        return ""       # the file stays
    if "**" in path and how != "may":
        return _found(path, program, call, home)
    place = protected(path, call.cwd, home) or settings_file(path, home)
    if place:
        return place
    if ((how == "removes" and program != "rmdir") or program in REPLACES) and in_settings(path, home):
        return in_settings(path, home)
    if how == "removes" and above_anchors(path, call.cwd):
        return OUTSIDE + " (it empties the folder around it)"
    return _emptied(path, program, call, home) if how == "removes" and program != "rmdir" else ""


def _emptied(path: str, program: str, call: Call, home: Home) -> str:
    """The guards, where the folder around them is emptied.  Who takes another folder's project away leaves no session
    to guard in it."""
    elsewhere = program == "rm" and not f"{call.cwd}/".startswith(f"{path.rstrip('/')}/") and path.strip("./*") != ""
    if not above(path, call.cwd, ("", *home[1:]) if elsewhere else home):
        return ""
    if program == "find -delete":
        return OURS if all(finds(one.words) for one in call.ran if one.program == "find") else ""
    if program in ("git stash", "git clean", "git rm") or (program == "git clean -x" and all(
            OURS in " ".join(one.words) for one in call.ran if one.program == "git" and "clean" in one.words)):
        return ""       # what git ignores stays where it is, and the records are ignored
    return "the guards (it empties the folder around them)"


def _found(path: str, program: str, call: Call, home: Home) -> str:
    """What a search or a listing hands to a program that removes or changes it, where ours could be in it."""
    head, _, tail = path.partition("**")
    outside = above_anchors(head, call.cwd) or head.rstrip("/") in ("~", "/root", "$HOME")
    inside = protected(head, call.cwd, home)
    if inside:
        return inside
    if program == "rmdir" or not (outside or above(head or ".", call.cwd, home)):
        return ""
    among = ANCHORS if outside else FOUND
    searches = [one for one in call.ran if one.program in FINDERS]
    if not searches and "**" in call.command:       # a shell's own pattern finds no hidden name
        return ""
    if searches and not any(finds(one.words, among) for one in searches):
        return ""
    if not searches and tail.strip("/") and not any(
            match(tail.strip("/").rpartition("/")[2], one.rpartition("/")[2]) for one in among):
        return ""
    if not left_over(call.ran):
        return ""
    return f"{OUTSIDE if outside else 'the guards'} (among what is found)"


def _changes(program: str, call: Call) -> bool:
    """A path is an argument of a program of no table: one that is not known to only read.  Code is judged by itself."""
    return program not in READERS and program.rstrip("0123456789.") not in INTERPRETERS and not all(
        only_shows(one) for one in call.ran if one.program == program)


def _of_program(one: Ran, call: Call, home: Home) -> tuple[str, str]:
    """(what speaks against running this program so, the rule), ("", "") for nothing."""
    words = " ".join(one.words).split()
    if _is_guardctl(one, words):
        return _of_guardctl(words), "self.guardctl"
    if _runs_a_hook(one, call, home):
        return ("this command runs the guards' own scripts, which can make up what you said or what a tool answered",
                "self.forged-event")
    if one.program in CLIENTS:
        return _of_client(one, words, call), "self.unguarded-client"
    if not INSTALLS.isdisjoint(words) and any(word.endswith("install.py") for word in (one.whole, *words[:2])):
        return _of_installer(words, call, home), "self.installer"
    typed = "".join(words).lower().replace("space", "") if one.program in TYPERS else ""
    if "guard:allow" in typed or "/guard-allow" in typed:
        return "this command takes back what the guards know (it types `guard: allow` as if you had)", "self.guardctl"
    if one.program in KILLERS and any(mark in word for word in words for mark in PROCESSES):
        return "this command would stop the guards at work", "self.processes"
    if one.program.rstrip("0123456789.") in INTERPRETERS:
        return _of_code(one, home), "self.files"
    return "", ""


def _runs_a_hook(one: Ran, call: Call, home: Home) -> bool:
    """Does a shell or an interpreter get a script of the bundle, or is one started by its name?"""
    cwd = one.cwd or call.cwd
    if protected(one.whole, cwd, home) in HOOKS:
        return True
    if one.program not in (*SHELLS, ".", "nice", "source") and one.program.rstrip("0123456789.") not in INTERPRETERS:
        return False
    paths = [word for word in one.words if word[:1] != "-" and "(" not in word and not word.endswith(DATA)]
    if any(protected(word, cwd, home) in HOOKS for word in paths):
        return True
    inside = protected(cwd, "", home) in HOOKS
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
        if skip or "guardctl" in word or fits(word.rpartition("/")[2].lower(), "guardctl.py"):
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


def _of_client(one: Ran, words: list[str], call: Call) -> str:
    named = [after for word, after in zip((*one.words, ""), (*one.words[1:], "")) if word == NO_SETTINGS]
    named += [word.partition("=")[2] for word in one.words if word.startswith(f"{NO_SETTINGS}=")]
    acts = {"-p", "--print"}.isdisjoint(words) or any(word.partition("=")[0] in RIGHTS for word in words)
    if any(not sources or (acts and "project" not in sources) for sources in named):
        return f"this command starts {one.program} without the settings in which the guards stand ({NO_SETTINGS})"
    flag = next((word for word in words if word in UNGUARDED or "disableAllHooks" in word), "")
    if "plugin" in words[:3] and not SWITCHES.isdisjoint(words[:4]) and any("autoskillit" in word for word in words):
        return f"this command takes the guards out of {one.program}"
    if flag:
        return f"this command starts {one.program} where no guard runs ({flag[:40]})"
    if "HOME" in one.beside:
        return f"this command starts {one.program} in another home, where the guards keep no anchors"
    name = next((name for name in STEERS if f"{name}=" in call.command), "")
    return f"this command starts {one.program} with {name}, which says what guards it" if name else ""


def _of_installer(words: list[str], call: Call, home: Home) -> str:
    if "--check" in words or "--dry-run" in words:
        return ""
    if "--uninstall" in words:
        return "this command uninstalls the guards"
    given = next((words[at + 1] for at, word in enumerate(words[:-1]) if word == "--project"), ".")
    return "this command installs other guards in place of these" if above(given, call.cwd, home) else ""


def _of_code(one: Ran, home: Home) -> str:
    """An interpreter that changes the files which it is given, or whose code is not at hand; code that is spelled out
    is read by what it touches (`event.call`)."""
    in_place = any(word == "-i" or word[:3] in ("-pi", "-ni") for word in one.words)
    if not in_place and (not CODE.isdisjoint(one.words) or one.fed or "json.tool" in one.words):
        return ""
    return next((f"this command would change {place}" for word in one.words[1:] if OURS in word.lower()
                 for place in [protected(word, one.cwd, home)] if place), "")
