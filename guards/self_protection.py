"""May this call touch what guards it?  Asked before where a call that changes something names a place of ours.

Law: by effect.  What a call does to an agent's settings file, by whatever way, hooks/_event/accepted.py puts back in the
same turn; a command is asked about only where it names our own code, launcher, guards.json or records.  A program whose
operands are read is judged by what it writes and deletes, any other by the words that it is given.  Asked as well: a
verb of guardctl that loosens, an event or a word of the user's made up, an agent started or set to run without hooks.
Cannot see: a path put together at run time, a script that holds it, a program found by a search; those are the effect's.
"""

from __future__ import annotations

from guards import ASK, DENY, Call, Event, Facts, Rule, Verdict
from guards._reading import is_reading, split_commands
from guards._text import Form, list_leaves, match_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

EDITORS = frozenset("Write Edit MultiEdit NotebookEdit apply_patch".split())
HOME, LAUNCHER = ".autoskillit", ".autoskillit/guardctl"
# What of our folder is ours; the orchestrator keeps other things there.  Where `autoskillit` is ours.
PARTS = "guards.json guardctl bundle temp local hook".split()
ABOVE = ("share", "state", "etc")
WORD = Form(r"(?:-\w+?(?=[./~]))?([\w.~$/*?@%+\[\]-]+)")  # `-o.cache` is .cache
MINE, ROOM = Form(r"^\$(?:PWD|CLAUDE_PROJECT_DIR)\b"), Form(r"^\$HOME(?=/|$)")
# What names no place that would change: a redirection (it is a write), what an option leaves out, a document.
APART = Form(r"(?<!['\">])\d?>>?\s*[^\s;|&<>()]+")
LEFT_OUT = Form(
    r"(?:--?[\w-]*(?i:exclude|ignore|skip|omit)[\w-]*[= ]|:!|-path |\bzip\s[^;&|\n]*?\s-x )\s*['\"]?([^\s'\"]+)"
)
DOCUMENT = Form(r"(?s)(?:^|\n)\s*(?:cat|tee|git|gh)\b[^\n]*<<.*")
# Programs whose words are read (guards/_reading) or are speech.
READ = "cp docker gh git install jira bd npm lsattr getfacl podman rsync scp tee".split()
LANGUAGES = "python python3 node ruby perl php deno bun".split()
CHANGES = Form(
    r"writ|append|['\"]\+?>|['\"][wax]b?['\"+]|dump|rm|link|mov|nam|trunc|chmod|cop|sys|exec| -\w*i"
)
RUNNERS = "bash dash env exec nice nohup python3 sh sudo time timeout watch".split()
# Verbs of guardctl that only the user may use, and what speaks or acts in the user's place.
LOOSENING = frozenset("allow off release trust handover reveal purge hook".split())
SPOKEN = Form(
    r"(?i)guard:\s*(?:allow|release|off)|/guard-allow|autoskillit\S*/hooks/\w+\.py|install\.py\b.*--uninst|"
    r"(?:export|env)\b.*\b(?:AUTOSKILLIT_\w+|XDG_(?:STATE|DATA)_HOME)="
)
# What in an agent's settings, or on its command line, starts it without us.
SWITCHED = "settings.json settings.local.json config.toml trustedFolders.json hooks.json".split()
SWITCH = Form(r'disableAllHooks|hooks\s*=\s*false|hooksConfig|DO_NOT_TRUST|"(AUTOSK\w+|\w*HOME)":')
AGENTS = frozenset("claude codex copilot gemini qwen opencode cursor-agent kimi goose agy".split())
BARE = Form(
    r"--(?:bare|safe-mode|restricted|pure|ignore-user-config|settings)\b|--setting-sources[= ]+(?:''|\"\"|local)|"
    r"hooks\s*=\s*false|--disable[ =]\w*hooks|plugin \w+ autoskillit|\b(?:AUTOSKILLIT_\w+|OPENCODE_PURE|"
    r"CLAUDE_CODE_SIMPLE|(?:CODEX|COPILOT|QWEN|GEMINI_CLI|XDG_\w+)_HOME|HOME)=[^\s'\"]"
)
REST = "The call would change what guards this session; if you want that, do it in a terminal."


def find_protected(path: str, facts: Facts) -> str:
    """The place of ours that a path names, "" for none."""
    event, parts, home = facts.event, list[str](), ""
    path = ROOM.sub("~", MINE.sub(lambda _: event.project, path))
    full = path if path[:1] in ("/", "~") else f"{event.cwd or event.project}/{path}"
    for part in full.split("/"):
        parts = parts[:-1] if part == ".." else parts + [part] * (part not in ("", "."))
    for above, part, inside in zip(["", *parts], parts, [*parts[1:], "*"]):
        named = part.lower() != part.upper() and match_name(part.lower(), HOME)
        ours = home.lower() in (event.project.lower(), "/~")
        home = f"{home}/{part}"
        if ours and named and any(match_name(inside, one) for one in PARTS):
            return f"{HOME}/{inside}".rstrip("/*")
        if (part == "autoskillit" and above in ABOVE) or part.startswith("managed-settings"):
            return f"{above}/{part}"
    return ""


def pick_words(line: str) -> Iterator[str]:
    """The words of a line that may name what it changes, without those of programs that are read or that only read."""
    bare = DOCUMENT.sub("", LEFT_OUT.sub(" ", APART.sub(" ", line)))
    for words in split_commands(bare) or [["", bare]]:
        names = [one.rpartition("/")[2].removesuffix(".py") for one in words[:4]]
        still = names[0] in READ or (names[0] in LANGUAGES and not CHANGES.search(bare))
        run = [one for one in names if one.isalpha() and one not in RUNNERS]
        own = run[:1] == ["guardctl"] and LOOSENING.isdisjoint(run[1:2])
        still = still or own or is_reading(words, True)
        if not still or names[0] == "cd" or " xargs " in bare:  # which changes what another reads
            yield from WORD.findall(" ".join(words[1:]).replace("{", "").replace("}", ""))


def judge_command(call: Call, facts: Facts) -> Verdict | None:
    """A shell command, or a server's tool, that would change a place of ours."""
    event, line = facts.event, "".join(call.carries[:1])
    if event.tool in EDITORS or call.read_only:
        return None
    kept = "--staged" in line or "--cached" in line  # git leaves the files
    names = [one for one in call.writes if one not in LEFT_OUT.findall(line)]
    names += () if kept else call.deletes
    if event.tool in ("Bash", "PowerShell") or call.commands:
        names += pick_words(line)
    elif event.tool[:5] == "mcp__":
        names += [text for _, text in list_leaves(event.input)]
    place = next(filter(None, (find_protected(one, facts) for one in names)), "")
    return Verdict(ASK, f"`{place}` is part of the guards. {REST}", alone=DENY) if place else None


def judge_edit(call: Call, facts: Facts) -> Verdict | None:
    """An editing tool in a place of ours; of a settings file only what switches hooks off or moves us."""
    leaves = list_leaves(facts.event.input) if facts.event.tool in EDITORS else ()
    said = " ".join(text for key, text in leaves if key[:3] != "old")
    taken = any(text in LAUNCHER or HOME in text for key, text in leaves if key[:3] == "old")
    for path in call.writes if said else ():
        place = find_protected(path, facts)
        switched = SWITCH.search(said) or (taken and LAUNCHER not in said)
        if place or (switched and path.rpartition("/")[2] in SWITCHED):
            reason = f"`{place or path}` holds what starts the guards. {REST}"
            return Verdict(ASK, reason, alone=DENY)
    return None


def judge_person(call: Call, facts: Facts) -> Verdict | None:
    """What only the user may do or say: loosening verbs, words to the guards, agents without hooks."""
    line, what = str(facts.event.input.get("command", "")), ""
    if facts.event.tool in ("Skill", "SlashCommand") and "guard-allow" in str(facts.event.input):
        return Verdict(DENY, "`/guard-allow` is the user's to type.")
    if call.read_only:
        return None
    for command in call.commands:
        folder, given = command.options.get("--project"), (*command.words, command.sub)
        verb = next((one for one in given if one[:1] != "-" and one != folder), "")
        if command.program.startswith("guardctl") and (verb in LOOSENING or "--accept" in line):
            what = f"`guardctl {verb}` is for the user alone"
        elif command.program in AGENTS and BARE.search(line):
            what = f"`{command.program}` would start without the guards"
    found = SPOKEN.search(DOCUMENT.sub("", line))
    words = split_commands(APART.sub(" ", line)) or [[""]]
    if found and not all(one[0] in READ or is_reading(one, True) for one in words):
        what = what or f"`{found.group(0)[:60]}` speaks or acts in the user's place"
    return Verdict(ASK, f"{what}. {REST}", alone=DENY) if what else None


def put_event(tool: str, given: str, key: str = "command") -> tuple[Call, Facts]:
    event = Event("PreToolUse", tool=tool, input={key: given}, project="/p")
    path = given.split()[-1:]
    return Call(tool, writes=path, deletes=path), Facts(event)


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
NEEDS = LEARN = None
EVENTS = ()
