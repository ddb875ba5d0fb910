"""May this call touch what guards it?  By place: a call that changes something and spells a path of ours is asked about.

Editing tools are denied, for their dialog shows no reason; of a settings file they may change all but our handlers.
Asked as well: a verb of guardctl that loosens, an event or a word of the user's made up, an agent started without its
hooks.  What a call does all the same is seen by its effect: hooks/_event/accepted.py puts it back.
Cannot see: a path put together at run time, a script that holds it, a program found by a search; those are the effect's.
"""

from __future__ import annotations

import json
import re

from guards import ASK, DENY, Call, Event, Facts, Rule, Verdict
from guards._reading import is_reading, split_commands
from guards._text import match_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Query

EDITORS = frozenset("Write Edit MultiEdit NotebookEdit apply_patch".split())
HOME = ".autoskillit"
# What of our folder is ours; the orchestrator keeps other things there.  Folders in which `autoskillit` is ours.
PARTS = ("guards.json", "guardctl", "bundle", "temp", "local", "hook")
ABOVE = ("share", "state", "etc")
WORD = re.compile(r"[\w.~$/*?@%+\[\]-]+")
PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete|Move to)(?: File)?: (.+)$", re.M)
# What names no place that would change: a redirection (it is a write), an exclusion, the text of a document.
APART = re.compile(r"\d?>>?\s*[^\s;|&<>()]+|(?:--exclude(?:-dir)?[= ]|\s-e |:!|-path )\S+")
DOCUMENT = re.compile(r"(?:^|\n)\s*(?:cat|tee|git|gh)\b[^\n]*<<.*", re.S)
# Programs that name a path and leave it as it is; of COPIES the last word is where they write.
HARMLESS = frozenset("gh echo printf zip tar lsattr getfacl jira bd npm cat tee guardctl".split())
COPIES = frozenset("cp rsync scp docker podman install".split())
GIT_TAKES = frozenset("rm mv checkout restore clean stash reset worktree".split())
LANGUAGES = frozenset("python python3 node ruby perl php deno bun".split())
CHANGES = re.compile(
    r"write|['\"][wax]b?\+?['\"]|dump|remove|unlink|rename|rm|trunc|chmod|cop[yi]|move|system|exec| -\w*i"
)
# Verbs of guardctl that only a person may use, and words by which a person speaks to the guards.
LOOSENING = frozenset("allow off release trust handover reveal purge hook".split())
SPOKEN = re.compile(
    r"guard:\s*(?:allow|release|off)|/guard-allow|autoskillit\S*/hooks/\w+\.py|install\.py\b.*--uninstall",
    re.I,
)
MOVED = re.compile(r"(?:export|env)\b.*\b(?:AUTOSKILLIT_[A-Z_]+|XDG_(?:STATE|DATA)_HOME)=")
SWITCH = re.compile(
    r"disableAllHooks|hooks\s*=\s*false|hooksConfig|DO_NOT_TRUST|\"(?:AUTOSKILLIT_\w+|XDG_\w+_HOME|HOME)\"\s*:"
)
SWITCHED = ("settings.json", "settings.local.json", "config.toml", "trustedFolders.json")
AGENTS = frozenset("claude codex copilot gemini qwen opencode cursor-agent kimi goose agy".split())
BARE = re.compile(
    r"--(?:bare|safe-mode|restricted|pure|ignore-user-config|settings)\b|--setting-sources[= ]+(?:''|\"\"|local)|"
    r"disableAllHooks|hooks\s*=\s*false|--disable[ =]\w*hooks|plugin \w+ autoskillit|\b(?:AUTOSKILLIT_\w+|OPENCODE_PURE|"
    r"CLAUDE_CODE_SIMPLE|CODEX_HOME|COPILOT_HOME|QWEN_HOME|GEMINI_CLI_HOME|XDG_\w+_HOME|HOME)=[^\s'\"]"
)
LOOKING = re.compile(
    r"(?:^|_)(?:read|get|list|search|find|view|show|stat|describe|query)(?:_|$)", re.I
)
SHELL = re.compile(r"shell|run|exec|cmd|command|bash|terminal", re.I)
REST = "It would change what guards this session; if you want that, do it in a terminal."


def list_queries(
    event: Event, call: Call, state: dict[str, Any], settings: dict[str, Any]
) -> list[Query]:
    """Which files are ours; of a settings file that is edited, its text."""
    path = event.input.get("file_path")
    edits = event.tool in EDITORS and isinstance(path, str) and path.endswith(".json")
    return [("ours",), ("file", path)] if edits else [("ours",)] if event.tool else []


def find_place(path: str, facts: Facts, deleted: bool = False) -> str:
    """The protected place that a path names, or the folder of one that goes with it (`deleted`); "" for none."""
    event = facts.event
    path = re.sub(r"^\$(?:PWD|CLAUDE_PROJECT_DIR)\b", event.project, path)
    path = re.sub(r"^\$HOME\b", "~", path)
    parts: list[str] = []
    for part in (path if path[:1] in ("/", "~") else f"{event.cwd or event.project}/{path}").split(
        "/"
    ):
        parts = parts[:-1] if part == ".." else parts + [part] * (part not in ("", "."))
    whole = "/".join(parts) if path[:1] == "~" else "/" + "/".join(parts)
    for at, part in enumerate(parts):
        home = "/".join(parts[:at]).lower() in (event.project.lower()[1:], "~")
        inside = parts[at + 1] if at + 1 < len(parts) else "*"
        named = home and part.strip("*.") and match_name(part.lower(), HOME)
        if named and any(match_name(inside, one) for one in PARTS):
            return f"{HOME}/{inside}".rstrip("/*")
        kept = part == "autoskillit" and at > 0 and parts[at - 1] in ABOVE
        if kept or part.startswith("managed-settings"):
            return f"{parts[at - 1]}/{part}"
    ours: tuple[str, ...] = facts.get("ours") or ()
    for one in ours:
        if one == whole or (whole[:2] == "~/" and one.endswith(whole[1:])):
            return one
        if deleted and (
            one.startswith(f"{whole}/") or (whole[:2] == "~/" and f"{whole[1:]}/" in one)
        ):
            return path
    return ""


def find_mention(text: str, facts: Facts) -> str:
    """The first place of ours that a text spells."""
    words = [re.sub(r"^-\w+?(?=[./~])", "", one) for one in WORD.findall(re.sub("[{}]", "", text))]
    return next(filter(None, (find_place(word, facts) for word in words if len(word) > 4)), "")


def find_touched(line: str, call: Call, facts: Facts) -> str:
    """The place of ours that a command would change; "" for none."""
    index = "--staged" in line or "--cached" in line  # git leaves the files
    for path in call.writes:
        if place := find_place(path, facts):
            return place
    whole = {one for command in call.commands if command.program != "find" for one in command.words}
    for path in call.deletes if not index else ():
        if place := find_place(path, facts, path in whole):
            return place
    bare = DOCUMENT.sub("", APART.sub(" ", line))
    commands, inside = split_commands(bare), ""
    for words in [["", bare]] if commands is None else commands:
        name = words[0].rpartition("/")[2]
        if name in HARMLESS or (name in LANGUAGES and not CHANGES.search(bare)):
            continue
        if any(one.endswith("guardctl") for one in words[:4]):
            continue  # judge_person knows its verbs
        if name == "git" and (index or not GIT_TAKES & set(words)):
            continue
        place = find_mention(words[-1] if name in COPIES else " ".join(words[1:]), facts)
        if name in ("mv", "git") and not place:
            place = next(filter(None, (find_place(one, facts, True) for one in words[1:])), "")
        inside = inside or (place if name == "cd" else "")
        if (place or inside) and not is_reading(words, True):
            return place or inside
    return ""


def judge_command(call: Call, facts: Facts) -> Verdict | None:
    """A shell command, or a server's tool, that would change a place of ours."""
    event, line, place = facts.event, facts.event.input.get("command"), ""
    if event.tool in EDITORS or call.read_only:
        return None
    if isinstance(line, str):
        place = find_touched(
            line.replace("\\", "/") if event.tool == "PowerShell" else line, call, facts
        )
    elif event.tool.startswith("mcp__") and not LOOKING.search(event.tool.rpartition("__")[2]):
        look = find_mention if SHELL.search(event.tool) else find_place
        texts = [one for one in list_strings(event.input) if len(one) < 1024]
        place = next(filter(None, (look(one, facts) for one in texts)), "")
    return Verdict(ASK, f"`{place}` is part of the guards. {REST}", alone=DENY) if place else None


def list_strings(value: Any) -> list[str]:
    """Every text of a JSON value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (
        [value] if isinstance(value, str) else [text for one in inner for text in list_strings(one)]
    )


def judge_edit(call: Call, facts: Facts) -> Verdict | None:
    """An editing tool in a place of ours; of a settings file only what takes our handlers or moves us."""
    event, given = facts.event, facts.event.input
    if event.tool not in EDITORS:
        return None
    paths = [str(given[key]) for key in ("file_path", "notebook_path", "path") if given.get(key)]
    for path in paths + PATCHED.findall(str(given.get("input", ""))):
        place, name = find_place(path, facts), path.rpartition("/")[2]
        said = " ".join(str(given.get(key, "")) for key in ("content", "new_string", "input"))
        whole = (
            not place.endswith((".json", ".toml"))
            or HOME[1:] in place
            or event.tool == "apply_patch"
        )
        if (place and whole) or (name in SWITCHED and SWITCH.search(said)):
            return Verdict(DENY, f"`{place or path}` is part of the guards. {REST}")
        if place.endswith(".json") and loses_handlers(facts.get("file", path), given):
            return Verdict(DENY, f"The edit would take the guards' hooks out of `{path}`. {REST}")
    return None


def loses_handlers(text: str | None, given: dict[str, Any]) -> bool:
    """Would the file, edited so, hold less of us than now?  One that is no JSON any more holds nothing."""
    after, edits = given.get("content"), given.get("edits")
    if after is None:
        after = text or "{}"
        for edit in edits if isinstance(edits, list) else [given]:
            after = after.replace(str(edit.get("old_string")), str(edit.get("new_string")))
    try:
        kept = list_ours(json.loads(str(after)))
        return any(one not in kept for one in list_ours(json.loads(text or "{}")))
    except (ValueError, AttributeError, RecursionError):
        return True


def list_ours(settings: dict[str, Any]) -> list[Any]:
    """(event, group) of each of our handlers in a settings file."""
    hooks = settings.get("hooks") or {}
    return [(e, one) for e, groups in hooks.items() for one in groups if HOME in json.dumps(one)]


def judge_person(call: Call, facts: Facts) -> Verdict | None:
    """What only the user may do or say: loosening verbs, words to the guards, made-up events, agents without hooks."""
    line, what = facts.event.input.get("command"), ""
    if facts.event.tool in ("Skill", "SlashCommand") and "guard-allow" in json.dumps(
        facts.event.input
    ):
        return Verdict(DENY, "`/guard-allow` is the user's to type.")
    if not isinstance(line, str) or call.read_only:
        return None
    for command in call.commands:
        verb = next((one for one in (*command.words, command.sub) if one[:1] != "-"), "")
        if command.program in ("guardctl", "guardctl.py") and (
            verb in LOOSENING or "--accept" in line
        ):
            what = f"`guardctl {verb}` is for the user alone"
        elif command.program in ("pkill", "killall") and re.search(r"autoskillit|hooks/_", line):
            what = f"`{command.program}` would end a process of the guards"
        elif command.program in AGENTS and BARE.search(line):
            what = f"`{command.program}` would start without the guards"
    found = SPOKEN.search(DOCUMENT.sub("", line)) or MOVED.search(line)
    commands = split_commands(APART.sub(" ", line)) or [[""]]
    if found and not all(
        one[0] in HARMLESS or one[0] == "git" or is_reading(one, True) for one in commands
    ):
        what = what or f"`{found.group(0)[:60]}` speaks or acts in the user's place"
    return Verdict(ASK, f"{what}. {REST}", alone=DENY) if what else None


def make_example(tool: str, **given: str) -> tuple[Call, Facts]:
    event = Event("PreToolUse", tool=tool, input=dict(given), project="/p")
    deletes = [given["command"].split()[-1]] if given.get("command", "").startswith("rm") else []
    return Call(tool, deletes=deletes), Facts(event, answers={("ours",): ()})


RULES = (
    Rule(
        "self.place",
        "Would a command change a place of the guards?",
        judge_command,
        make_example("Bash", command="rm -rf .autoskillit"),
        make_example("Bash", command="rm -rf build"),
    ),
    Rule(
        "self.edit",
        "Would an editing tool change a place of the guards, or take their hooks out?",
        judge_edit,
        make_example("Write", file_path="/p/.autoskillit/guards.json", content="{}"),
        make_example("Write", file_path="/p/.autoskillit/config.yaml", content=""),
    ),
    Rule(
        "self.person",
        "Does a call do or say to the guards what only the user may?",
        judge_person,
        make_example("Bash", command="tmux send-keys /guard-allow Enter"),
        make_example("Bash", command="guardctl status"),
    ),
)
NEEDS = list_queries
LEARN = None
EVENTS = ()
