"""What a call does is read once, into a `Call`; a glance says which calls need no reading at all.

`is_quiet` decides on plain words, without `re`: a call that only looks at this machine.  `read` gives the Call.  Cannot see: what a program does that no row of `programs` names, aliases of the
user's own shell, code that a build runs.
"""

from guards import Call, Event, Facts, Row, Words
from guards._text import split_rows, split_table

# What changes nothing: programs however they are called, verbs of git, programs that only look outside, words before a
# program, and the client's own tools that read this machine or keep the agent's own notes.
KNOWN = split_table("""any ls cat head tail grep egrep fgrep rg ag pwd cd echo printf wc which whereis type file stat tree cut tr nl rev column diff cmp comm jq yq less
more printenv whoami id uname ps top df du free uptime test [ [[ ]] true false : sleep basename dirname realpath readlink md5sum sha1sum sha256sum shasum cksum od
hexdump strings seq expr tac fold fmt paste join look man help history jobs wait exit return set shopt unset read break continue fi for done case esac in } pgrep lsof
netstat ss tput clear locale getconf nproc arch lscpu groups users w who last zcat zgrep bat base64 cloc pstree let cal bc pushd popd dirs umask ulimit sort find sed
awk gawk fd date|git status diff log show rev-parse ls-files ls-tree cat-file blame shortlog describe for-each-ref name-rev merge-base rev-list grep help version
whatchanged diff-tree diff-index diff-files show-ref check-ignore count-objects var --version cherry range-diff|outside curl gh kubectl ping dig nslookup host|wrappers
time nice command builtin timeout env if elif while until then do else ! { xargs export local declare|tools Read Grep Glob LS NotebookRead TodoRead TodoWrite TaskCreate
TaskGet TaskList TaskUpdate BashOutput EnterPlanMode KillBash KillShell LSP ListMcpResourcesTool TaskOutput ToolSearch StructuredOutput update_plan""")
QUIET_TOOLS = KNOWN["tools"]
# Words that may follow a program or a verb of git which else changes something.
PARTLY = split_table("""uniq - -c -d -u -i|stash list show|reflog - show|worktree list|remote - -v --verbose show get-url|notes - list show|config --get --get-all
--get-regexp --list -l list get|branch - -a -r -v -vv --list -l --show-current --contains --all|tag - -l --list -n --contains --points-at|submodule - status|npm ls
list outdated -v --version root prefix why|pnpm ls list why -v --version|yarn list why -v --version|pip list show freeze --version|pip3 list show freeze|python
--version -V|python3 --version -V|node --version -v|go version env list doc vet|cargo --version tree metadata|docker ps images inspect version info|tsc --noEmit
--version|ruff check --version|mypy --version""")
# Options and words with which one of these programs changes something after all.
CHANGING = split_table("""find -delete -exec -execdir -ok -okdir -fprint -fprintf -fprint0 -fls|fd -x -X --exec --exec-batch|sort -o --output|date -s --set|rg
--pre|bat --pager|git -d -D -m -M -f --delete --move --force --output --ext-diff -O|yq -i --inplace|tree -o|gh clone download checkout sync|kubectl cp|less -o -O|man
-P -H --pager --html|base64 -o --output|ruff --fix --fix-only|go -w -u -vettool -toolexec -modfile --vettool --toolexec --modfile|curl -o -O -c -D -K --output
--remote-name --remote-name-all --cookie-jar --dump-header --config --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc""")
# What makes a program of awk change something; characters of a sed that prints.
AWK, PRINTS = ">,|,system,getline,-i,-f".split(","), {*"$0123456789 ,;=gpq-nErz"}
# What a quiet line does not spell; redirections that change nothing; folders of files that others wrote.
SPELLED, HARMLESS, OUTSIDE_FOLDERS = split_rows("""
:// /dev/tcp /dev/udp autoskillit .claude resume|2>&1 1>&2 >&2 &>/dev/null 2>/dev/null >/dev/null </dev/null
|/skills/ .claude/plugins/ node_modules/ /Downloads/ /site-packages/""")
ESCAPED = '`"$\\\n'  # behind another character a backslash in double quotes is a letter
LONGEST_GLANCE = 4000


def resolve_text(path: str, base: str, home: str) -> str:
    """The absolute path of one that a call spells, without a look at the disk; globs at its end are cut off."""
    for name in "~ $HOME ${HOME}".split():
        if f"{path}/".startswith(f"{name}/"):
            path = home + path[len(name) :]
    parts: Words = []
    for part in (path if path.startswith("/") else f"{base}/{path}").split("/"):
        parts = parts[:-1] if part == ".." else parts + [part] * (part not in ".")
    return "/" + "/".join(parts[:-1] if parts and not parts[-1].strip("*?.") else parts)


def split_commands(line: str) -> "list[Words] | None":
    """The commands of a line as lists of words without quotes; None where it expands, redirects or is not closed."""
    line = line.replace("> /dev", ">/dev").replace("\\\n#", "\\\n`")  # no comment may begin there
    for one in HARMLESS:
        line = line.replace(f"{one} ", " ").replace(f"{one};", " ;").removesuffix(one)
    commands: list[Words] = [[]]
    word, quote, line, escaped = "", "", f"{line}\n", False
    outer: Words = []
    for at, char in enumerate(line):
        quote = "" if quote + char == "#\n" else quote
        inner = char == "(" and word.endswith("$") and quote != "'"
        if escaped and char.isalnum():
            return None  # nobody writes one so
        if escaped or quote == "#":
            word, escaped = word + char.strip("$\n") * escaped, False
            continue
        if inner or (char == ")" and outer and not quote):
            outer, quote = ([*outer, quote], "") if inner else (outer[:-1], outer[-1])
            commands[-1] += [word.rstrip("$")] if word.rstrip("$") else []
            commands, word = [*commands, []], ""
        elif char == quote:
            quote = ""
        elif char == "`" and quote != "'":
            return None
        elif char == "\\" and quote != "'" and (not quote or line[at + 1] in ESCAPED):
            escaped = True  # what stands behind it is a letter, a line's end nothing
        elif quote:
            word += char
        elif char in "'\"" or (char == "#" and not word and line[at - 1] in " \t\n;|&("):
            quote = char
        elif char in "<>":
            return None
        elif char not in " \t\n;|&()":
            word += char
        else:
            commands[-1] += [word] if word else []
            commands, word = commands + [[]] * (char not in " \t"), ""
    return None if quote or outer else [one for one in commands if one]


def is_read_only(command: str, outside: bool = False) -> bool:
    """Whether each program of a line is known to change nothing; with `outside`, also `curl`, `gh` and the like."""
    commands = split_commands(command) if len(command) <= LONGEST_GLANCE else None
    return commands is not None and all(is_reading(words, outside) for words in commands)


def is_reading(words: Words, outside: bool) -> bool:
    """Whether one command, a list of words, only reads: it sets no variable to what may be a command."""
    for word in words:  # a wrapper's own operands are such as `-n1`, `5s`
        if word.split()[1:]:
            return False
        amount = word.startswith("-") or word.rstrip("smhd").replace(".", "").isdigit()
        if not (word in KNOWN["wrappers"] or "=" in word.split("/")[0] or amount):
            break
        words = words[1:]
    name, rest = (words or [":"])[0].rpartition("/")[2], words[1:]
    if name == "git" and rest[:1] == ["-C"]:
        rest = rest[2:]
    given = {word.partition("=")[0] for word in rest}  # and the letters of `-sLo`
    given.update(f"-{one}" for word in rest if word.lstrip("-") == word[1:] for one in word)
    if not given.isdisjoint(CHANGING.get(name, ())):
        return False
    if name == "sed":  # `-n 1,5p`, `/a/p`, `s/a/b/g`, whatever the files are called
        script = next((word for word in rest if word[0] != "-"), "")
        start, _, more = script.partition("/")
        does = script.split("/", 3)[-1] if start == "s" else start + more.partition("/")[2]
        options = "".join(word for word in rest if word[0] == "-")
        return PRINTS.issuperset(does + options)
    if name.endswith("awk"):
        return not any(one in " ".join(rest) for one in AWK)
    if name == "git":
        name, rest = (rest or ["help"])[0], rest[1:]
        if name in KNOWN["git"]:
            return True
    if name in PARTLY:
        return (rest or ["-"])[0] in PARTLY[name]
    return name in KNOWN["any"] or (outside and name in KNOWN["outside"])


def is_quiet(event: Event, settings: Row) -> bool:
    """Does a PreToolUse only look at this machine, with no address, and without settings that tag tools or hold policy rules?"""
    if event.name != "PreToolUse" or settings["tools"] or settings["policy"]:
        return False
    command = event.command if event.tool == "Bash" else None
    if not isinstance(command, str):
        return event.tool in QUIET_TOOLS
    return "://" not in command and is_read_only(command)


def read(facts: Facts) -> Call:
    """The Call of a PreToolUse or PostToolUse event; of `facts` it asks the text of scripts that the call runs."""
    from guards._reading.commands import build_call

    call = build_call(facts)
    call.read_only = is_read_only(call.carries[0], True) if call.commands else call.read_only
    return call
