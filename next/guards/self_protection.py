"""May this call touch what guards it?  By place: a call that changes something and spells a path of ours is asked about.

Editing tools are denied, for their dialog shows no reason; of a settings file they may change all but our handlers.
Asked as well: a verb of guardctl that loosens, an event or a word of the user's made up, an agent started without its
hooks.  What a call does all the same is seen by its effect: hooks/_event/accepted.py puts it back.
Cannot see: a path put together at run time, a script that holds it, a program found by a search; those are the effect's.
"""

from __future__ import annotations

from guards import ASK, DENY, Call, Event, Facts, Rule, Verdict
from guards._reading import is_reading, split_commands
from guards._text import Form, list_leaves, match_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Query

EDITORS = frozenset("Write Edit MultiEdit NotebookEdit apply_patch".split())
HOME = ".autoskillit"
# What of our folder is ours; the orchestrator keeps other things there.  Where `autoskillit` is ours.
PARTS = ("guards.json", "guardctl", "bundle", "temp", "local", "hook")
ABOVE = ("share", "state", "etc")
WORD = Form(r"[\w.~$/*?@%+\[\]-]+")
OPTION, MINE = Form(r"^-\w+?(?=[./~])"), Form(r"^\$(?:PWD|CLAUDE_PROJECT_DIR)\b")
PATCHED = Form(r"(?m)^\*\*\* (?:Add|Update|Delete|Move to)(?: File)?: (.+)$")
# What names no place that would change: a redirection (it is a write), an exclusion, a document.
APART = Form(r"\d?>>?\s*[^\s;|&<>()]+|(?:--exclude(?:-dir)?[= ]|\s-e |:!|-path )\S+")
DOCUMENT = Form(r"(?s)(?:^|\n)\s*(?:cat|tee|git|gh)\b[^\n]*<<.*")
# Programs that name a path and leave it as it is; of COPIES the last word is where they write.
HARMLESS = frozenset("gh echo printf zip tar lsattr getfacl jira bd npm cat tee guardctl".split())
COPIES = frozenset("cp rsync scp docker podman install".split())
GIT_TAKES = frozenset("rm mv checkout restore clean stash reset worktree".split())
GIT_WHOLE = ("rm", "clean")  # what takes the files that no commit holds, too
OURS = Form("autoskillit|hooks/_")
LANGUAGES = frozenset("python python3 node ruby perl php deno bun".split())
CHANGES = Form(
    r"writ|['\"][wax]b?\+?['\"]|dump|rm|link|mov|nam|trunc|chmod|cop[yi]|sys|exec| -\w*i"
)
LOOKING = Form(r"(?i)(?:^|_)(?:read|get|list|search|find|view|show|stat|query)(?:_|$)")
SHELL = Form(r"(?i)shell|run|exec|cmd|command|bash|terminal")
# Verbs of guardctl that only the user may use, and what speaks or acts in the user's place.
LOOSENING = frozenset("allow off release trust handover reveal purge hook".split())
SPOKEN = Form(
    r"(?i)guard:\s*(?:allow|release|off)|/guard-allow|autoskillit\S*/hooks/\w+\.py|install\.py\b.*--uninst|"
    r"(?:export|env)\b.*\b(?:AUTOSKILLIT_\w+|XDG_(?:STATE|DATA)_HOME)="
)
# What in an agent's settings, or on its command line, starts it without us.
SWITCHED = ("settings.json", "settings.local.json", "config.toml", "trustedFolders.json")
SWITCH = Form(
    r"disableAllHooks|hooks\s*=\s*false|hooksConfig|DO_NOT_TRUST|\"(?:AUTOSK\w+|\w*HOME)\":"
)
AGENTS = frozenset("claude codex copilot gemini qwen opencode cursor-agent kimi goose agy".split())
BARE = Form(
    r"--(?:bare|safe-mode|restricted|pure|ignore-user-config|settings)\b|--setting-sources[= ]+(?:''|\"\"|local)|"
    r"disableAllHooks|hooks\s*=\s*false|--disable[ =]\w*hooks|plugin \w+ autoskillit|\b(?:AUTOSKILLIT_\w+|OPENCODE_PURE|"
    r"CLAUDE_CODE_SIMPLE|(?:CODEX|COPILOT|QWEN|GEMINI_CLI|XDG_\w+)_HOME|HOME)=[^\s'\"]"
)
REST = "It would change what guards this session; if you want that, do it in a terminal."


def find_protected(path: str, facts: Facts, whole: bool = False) -> str:
    """The protected place that a path names, or the folder of one that goes with it as a `whole`."""
    event, parts = facts.event, list[str]()
    path = MINE.sub(event.project, path)
    path = "~" + path[5:] if path == "$HOME" or path.startswith("$HOME/") else path
    full = path if path[:1] in ("/", "~") else f"{event.cwd or event.project}/{path}"
    for part in full.split("/"):
        parts = parts[:-1] if part == ".." else parts + [part] * (part not in ("", "."))
    for at, part in enumerate(parts):
        above, inside = parts[at - 1] if at else "", [*parts, "*"][at + 1]
        home = "/".join(parts[:at]).lower() in (event.project.lower()[1:], "~")
        named = home and part.strip("*.") and match_name(part.lower(), HOME)
        if named and any(match_name(inside, one) for one in PARTS):
            return f"{HOME}/{inside}".rstrip("/*")
        if (part == "autoskillit" and above in ABOVE) or part.startswith("managed-settings"):
            return f"{above}/{part}"
    end = "/" + "/".join(parts[path[:1] == "~" :])
    for one in facts.get("ours") or ():
        same = one if path[:1] != "~" or len(end) < 2 else one[-len(end) :]
        if same == end:
            return str(one)
        if whole and (one.startswith(f"{end}/") or (path[:1] == "~" and f"{end}/" in one)):
            return path
    return ""


def find_mention(text: str, facts: Facts) -> str:
    """The first place of ours that a text spells."""
    bare = text.replace("{", "").replace("}", "")
    words = [OPTION.sub("", one) for one in WORD.findall(bare)]
    return next(filter(None, (find_protected(word, facts) for word in words if len(word) > 4)), "")


def find_touched(line: str, call: Call, facts: Facts) -> str:
    """The place of ours that a command would change; "" for none.  A folder that holds ours counts where it is taken
    as a whole: `git restore .` leaves what no commit holds."""
    index = "--staged" in line or "--cached" in line  # git leaves the files
    taking = [one for one in call.commands if one.program not in ("find", "git")]
    taking += [one for one in call.commands if one.program == "git" and one.sub in GIT_WHOLE]
    whole = {word for one in taking for word in one.words}
    places = [find_protected(one, facts) for one in call.writes]
    places += [find_protected(one, facts, one in whole) for one in call.deletes if not index]
    bare, inside = DOCUMENT.sub("", APART.sub(" ", line)), ""
    for words in [] if any(places) else split_commands(bare) or [["", bare]]:
        name = words[0].rpartition("/")[2]
        still = name in LANGUAGES and not CHANGES.search(bare)
        still = still or (name == "git" and (index or not GIT_TAKES & set(words)))
        own = any(one.endswith(("guardctl", "guardctl.py")) for one in words[:4])
        if still or own or name in HARMLESS:
            continue
        place = find_mention(words[-1] if name in COPIES else " ".join(words[1:]), facts)
        folders = [one for one in words[1:] if name == "mv" or (name == "git" and one.strip("./"))]
        place = place or next(
            filter(None, (find_protected(one, facts, True) for one in folders)), ""
        )
        inside = inside or (place if name == "cd" else "")
        if (place or inside) and not is_reading(words, True):
            return place or inside
    return next(filter(None, places), "")


def judge_command(call: Call, facts: Facts) -> Verdict | None:
    """A shell command, or a server's tool, that would change a place of ours."""
    event, line, place = facts.event, facts.event.input.get("command"), ""
    if event.tool in EDITORS or call.read_only:
        return None
    if isinstance(line, str):
        line = line.replace("\\", "/") if event.tool == "PowerShell" else line
        place = find_touched(line, call, facts)
    elif event.tool[:5] == "mcp__" and not LOOKING.search(event.tool.rpartition("__")[2]):
        look = find_mention if SHELL.search(event.tool) else find_protected
        texts = [text for _, text in list_leaves(event.input) if len(text) < 1024]
        place = next(filter(None, (look(one, facts) for one in texts)), "")
    return Verdict(ASK, f"`{place}` is part of the guards. {REST}", alone=DENY) if place else None


def judge_edit(call: Call, facts: Facts) -> Verdict | None:
    """An editing tool in a place of ours; of a settings file only what takes our handlers or moves us."""
    event, given = facts.event, facts.event.input
    paths = [str(given[key]) for key in ("file_path", "notebook_path", "path") if given.get(key)]
    paths += PATCHED.findall(str(given.get("input", "")))
    for path in paths if event.tool in EDITORS else ():
        place, before = find_protected(path, facts), facts.get("file", path) or ""
        said = " ".join(str(given.get(key, "")) for key in ("content", "new_string", "input"))
        after = given.get("content", before)
        for edit in given.get("edits") or [given]:
            after = str(after).replace(str(edit.get("old_string")), str(edit.get("new_string")))
        lost = any(after.count(one) < before.count(one) for one in (HOME, '"hooks"', '"args"'))
        whole = not place.endswith((".json", ".toml")) or HOME[1:] in place or "input" in given
        switched = path.rpartition("/")[2] in SWITCHED and SWITCH.search(said)
        if switched or (place and (whole or (lost and place.endswith(".json")))):
            return Verdict(DENY, f"`{place or path}` holds what starts the guards. {REST}")
    return None


def judge_person(call: Call, facts: Facts) -> Verdict | None:
    """What only the user may do or say: loosening verbs, words to the guards, agents without hooks."""
    line, what = str(facts.event.input.get("command", "")), ""
    if facts.event.tool in ("Skill", "SlashCommand") and "guard-allow" in str(facts.event.input):
        return Verdict(DENY, "`/guard-allow` is the user's to type.")
    for command in call.commands if not call.read_only else ():
        verb = next((one for one in (*command.words, command.sub) if one[:1] != "-"), "")
        if command.program.startswith("guardctl") and (verb in LOOSENING or "--accept" in line):
            what = f"`guardctl {verb}` is for the user alone"
        elif command.program in ("pkill", "killall") and OURS.search(line):
            what = f"`{command.program}` would end a process of the guards"
        elif command.program in AGENTS and BARE.search(line):
            what = f"`{command.program}` would start without the guards"
    found = SPOKEN.search(DOCUMENT.sub("", line)) if not call.read_only else None
    words = split_commands(APART.sub(" ", line)) or [[""]]
    if found and not all(one[0] in (*HARMLESS, "git") or is_reading(one, True) for one in words):
        what = what or f"`{found.group(0)[:60]}` speaks or acts in the user's place"
    return Verdict(ASK, f"{what}. {REST}", alone=DENY) if what else None


def put_event(tool: str, given: str, key: str = "command") -> tuple[Call, Facts]:
    event = Event("PreToolUse", tool=tool, input={key: given}, project="/p")
    return Call(tool, deletes=given.split()[-1:]), Facts(event, answers={("ours",): ()})


GUARDS_JSON = put_event("Write", f"/p/{HOME}/guards.json", "file_path")
OTHER = put_event("Write", f"/p/{HOME}/config.yaml", "file_path")
FOLDER, BUILD = put_event("Bash", f"rm -rf {HOME}"), put_event("Bash", "rm -rf build")
TYPED = put_event("Bash", "tmux send-keys /guard-allow")
STATUS = put_event("Bash", "guardctl status")
RULES = (
    Rule("self.place", "Would a call change what guards it?", judge_command, FOLDER, BUILD),
    Rule("self.edit", "Would an edit take the guards' hooks out?", judge_edit, GUARDS_JSON, OTHER),
    Rule("self.person", "Does a call act in the user's place?", judge_person, TYPED, STATUS),
)
LEARN = None
EVENTS = ()


def NEEDS(event: Event, call: Call, state: Any, settings: Any) -> list[Query]:
    """Which files are ours; of a settings file that is edited, its text."""
    edited = [("file", event.input.get("file_path"))] if event.tool in EDITORS else []
    return [("ours",), *edited]
