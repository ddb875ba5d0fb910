"""May this call touch what guards it?  Asked before where a call that changes something names a place of ours.

Law: by effect.  What a call does to an agent's settings file, by whatever way, hooks/_event/accepted.py puts back in the
same turn; a command is asked about only where it names our own code, launcher, guards.json or records.  A program whose
operands are read is judged by what it writes and deletes, any other by the words that it is given.  Asked as well: a
verb of guardctl that loosens, an event or a word of the user's made up, an agent started or set to run without hooks.
Cannot see: a path put together at run time, a script that holds it, a program found by a search; those are the effect's.
"""

from __future__ import annotations

from guards import ASK, DENY, Call, Event, Example, Facts, Iterator, Rule, Verdict
from guards._reading import is_reading, resolve_text, split_commands
from guards._text import list_leaves, match_name, read_forms, split_table

HOME = ".autoskillit"
# parts: what of our folder is ours, the orchestrator keeps other things there; above: where `autoskillit` is ours; read:
# programs whose words are read (guards/_reading) or are speech; loosening: verbs of guardctl that only the user may use.
PARTS, ABOVE, READ, LANGUAGES, RUNNERS, LOOSENING, AGENTS = split_table(
    """parts guards.json guardctl bundle temp local hook
|above share state etc
|read cp docker gh git install jira bd npm lsattr getfacl podman rsync scp tee
|languages python python3 node ruby perl php deno bun
|runners bash dash env exec nice nohup python3 sh sudo time timeout watch
|loosening allow off release trust handover reveal purge hook
|agents claude codex copilot gemini qwen opencode cursor-agent kimi goose agy"""
).values()
# word: what may be a place, `-o.cache` is .cache.  What names none that would change: apart, a redirection (it is a write);
# left-out, by an option; document.  relayed: what echo prints is run.  changes: what else than calls that read a language's
# code holds, where it changes something.  spoken: what speaks or acts in the user's place.  settings, switch, bare: what in
# an agent's settings, or on its command line, starts it without us.
WORD, MINE, APART, LEFT_OUT, DOCUMENT, RELAYED, CHANGES, SPOKEN, SETTINGS, SWITCH, BARE = (
    read_forms(r"""word (?:-\w+?(?=[./~]))?([\w.~$/*?@%+\[\]-]+)
mine ^\$(?:PWD|CLAUDE_PROJECT_DIR)\b
apart (?<!['\">])\d?>>?\s*[^\s;|&<>()]+
left-out (?:--?[\w-]*(?i:exclude|ignore|skip|omit)[\w-]*[= ]|:!|-path |\bzip\s[^;&|\n]*?\s-x )\s*['\"]?([^\s'\"]+)
document (?s)(?:^|\n)\s*(?:cat|tee|git|gh)\b[^\n]*<<.*
relayed \sxargs\s|\|\s*(?:crontab|at|batch)\b
changes ['\"]\+?>|['\"](?:[wax]b?['\"+]|rb?\+)|\brm|unlink|renam|delet|trunc|sys|exec| -\w*i|\b(?!(?:open|print\w*|loads?|
    read\w*|run|parse|stringify|log|file_get_contents|echo|puts|str\w*|len|int|list|dict|set|sorted|sum|min|max|any|all|map|
    filter|zip|range|enumerate|items|keys|values|get|split\w*|strip|join|find\w*|match|search|compile|Path|File|exists\w*|
    glob|each|select|forEach|slice|count|Counter|toString|decode|require|if|for|while|in|return|and|or|not)\b)[a-zA-Z_]\w*\(
spoken (?i)guard:\s*(?:allow|release|off)|/guard-allow|install\.py\b.*--uninst\w*|
    (?:export|env)\b.*\b(?:AUTOSKILLIT_\w+|XDG_(?:STATE|DATA)_HOME)=
settings (?:^|/)(?:settings(?:\.local)?|trustedFolders|hooks)\.json$|(?:^|/)config\.toml$
switch disableAllHooks|hooks\s*=\s*false|hooksConfig\W+(?:enabled\W+[Ff]alse|disabled)|DO_NOT_TRUST|autoApprove"?:\s*true|
    \\u00[4-7][0-9a-f]|"(AUTOSK\w+|\w*HOME|LD_\w+|DYLD_\w+|BASH_ENV|
    (ANTHROPIC|OPENAI|GEMINI)_\w*URL(?!":\s*"https?://(?:localhost|127\.0\.0\.1)[:/"]))":
bare --(?:bare|safe-mode|restricted|pure|ignore-user-config|settings)\b|--setting-sources[= ]+(?:''|\"\"|local)|
    hooks\s*=\s*false|--disable[ =]\w*hooks|plugin \w+ autoskillit|\b(?:AUTOSKILLIT_\w+|OPENCODE_PURE|
    CLAUDE_CODE_SIMPLE|(?:CODEX|COPILOT|QWEN|GEMINI_CLI|XDG_\w+)_HOME|HOME)=[^\s'\"]""").values()
)


def find_protected(path: str, facts: Facts) -> str:
    """The place of ours that a path names, "" for none."""
    event, home = facts.event, ""
    path = MINE.sub(lambda _: event.project, path)
    parts = resolve_text(path, event.cwd, "/~")[1:].split("/")
    for above, part, inside in zip(["", *parts], parts, [*parts[1:], "*"]):
        spelled = part.lower() != part.upper()  # no pattern without letters names us
        named = spelled and match_name(part.lower(), HOME)
        ours = home.lower() in (event.project.lower(), "/~")
        home = f"{home}/{part}"
        if ours and named and any(match_name(inside, one) for one in PARTS):
            return f"{HOME}/{inside}".rstrip("/*")
        outside = spelled and above in ABOVE and match_name(part, "autoskillit")
        if outside or part.startswith("managed-settings"):
            return f"{above}/{part}"
    return ""


def pick_words(line: str) -> Iterator[str]:
    """The words of a line that may name what it changes, without those of programs that are read or that only read."""
    bare = DOCUMENT.sub("", LEFT_OUT.sub(" ", APART.sub(" ", line)))
    relayed = RELAYED.search(bare)
    for words in split_commands(bare) or [["", bare]]:
        names = [one.rpartition("/")[2].removesuffix(".py") for one in words[:4]]
        still = names[0] in READ or (names[0] in LANGUAGES and not CHANGES.search(bare))
        run = [one for one in names if one.isalpha() and one not in RUNNERS]
        own = run[:1] == ["guardctl"] and LOOSENING.isdisjoint(run[1:2])
        still = still or own or is_reading(words, True)
        if relayed or not still or names[0] == "cd":  # which changes what the next one means
            yield from WORD.findall(" ".join(words[1:]).replace("{", "").replace("}", ""))


def judge_command(call: Call, facts: Facts) -> Verdict | None:
    """A command, an edit or a server's tool that would change a place of ours, or a settings file of an agent."""
    event, line, leaves = facts.event, "".join(call.carries[:1]), list_leaves(facts.event.input)
    if call.read_only:
        return None
    left_out = LEFT_OUT.findall(line)
    names = [one for one in call.writes if one not in left_out]
    kept = "--staged" in line or "--cached" in line  # git leaves the files
    names += () if kept else call.deletes
    names += [one for one in call.runs if "guardctl" not in one]
    if event.tool in ("Bash", "PowerShell") or call.commands:
        names += pick_words(line)
    elif event.tool.startswith("mcp__"):
        names += [text for _, text in leaves]
    new = " ".join(text for key, text in leaves if key[:3] != "old")
    names += WORD.findall(new) if next(filter(SETTINGS.search, call.writes), "") else []
    place = next(filter(None, (find_protected(one, facts) for one in names)), "")
    old = " ".join(text for key, text in leaves if key.startswith("old"))
    taken = old and (HOME in old or old in f"{HOME}/guardctl") and HOME not in new
    if taken or SWITCH.search("\n".join(one for one in new.split("\n") if one not in old)):
        place = place or next(filter(SETTINGS.search, names), "")
    why = f"`{place}` controls the guards: this call may change it. Say yes only if you asked for that."
    return Verdict(ASK, why) if place else None


def judge_person(call: Call, facts: Facts) -> Verdict | None:
    """What only the user may do or say: loosening verbs, words to the guards, agents without hooks."""
    line, what = str(facts.event.input.get("command", "")), ""
    if facts.event.tool in ("Skill", "SlashCommand") and "guard-allow" in str(facts.event.input):
        return Verdict(DENY, "`/guard-allow` counts only where you type it; the agent cannot.")
    if call.read_only:
        return None
    for command in call.commands:
        folder, given = command.options.get("--project"), (*command.words, command.sub)
        verb = next((one for one in given if one[:1] != "-" and one != folder), "")
        if command.program.startswith("guardctl") and verb in LOOSENING:
            what = f"`guardctl {verb}` works only for you: type it in your own terminal. Where you say yes here, it runs and refuses"
        elif command.program in AGENTS and BARE.search(line):
            what = f"`{command.program}` would start a session without the guards. To allow it, say yes"
    # What the line writes in other letters.
    printed = (" ".join(one.words) for one in call.commands)
    found = None if what else SPOKEN.search("\n".join([DOCUMENT.sub("", line), *printed]))
    if found:
        words = split_commands(APART.sub(" ", line)) or [[""]]
        speech = all(one[0] in READ or is_reading(one, True) for one in words)
        if found[0][-1] == "=" or not speech:  # an assignment may be for the next shell
            ours = f"`{found[0][:60]}` is for you to type, and this call would do it in your place"
            what = f"{ours}. To allow that, say yes"
    return Verdict(ASK, f"{what}.") if what else None


def put_line(line: str) -> Example:
    event = Event("PreToolUse", tool="Bash", input={"command": line}, project="/p")
    path = line.split()[-1:]
    return Call("Bash", writes=path, deletes=path), Facts(event)


FOLDER, BUILD = put_line(f"rm -rf {HOME}"), put_line("rm -rf build")
TYPED, STATUS = put_line("tmux send-keys /guard-allow"), put_line("guardctl status")
RULES = (
    Rule("self.place", "Would a call change what guards it?", judge_command, FOLDER, BUILD),
    Rule("self.person", "Does a call act in the user's place?", judge_person, TYPED, STATUS),
)
