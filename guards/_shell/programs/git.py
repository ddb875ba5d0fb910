"""git: what each of its verbs sends, fetches, takes away, or runs.

Law: `git` is called like any handler of a row of `programs` and tells its effects through `machine.emit`.
Limitations: what an alias of the person's own configuration stands for.
"""
from __future__ import annotations

from guards import DELETES, FETCHES, SENDS
from guards._shell.flow import NOTHING, REMOTE, Arg, Flow, came_from, join, packed, without_text
from guards._shell.programs.arguments import apart, options
from guards._shell.programs.network import remote_path
from guards._shell.sources import file_level, prints_secret
from guards._text import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards._shell._types import Machine

def git(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """A git command, in the folder that `-C` names."""
    outer = machine.cwd
    for flag, value in apart(args, "git", until=True, verbs=0)[1]:
        if flag == "-C" and value:
            machine.cwd = machine.path(value.text)
    printed = git_here(machine, name, args, stdin)
    machine.cwd = outer
    return printed


def carried_in(machine: Machine, verb: str, rest: list[Arg], stdin: Flow) -> None:
    """What a commit, a note, a tag is told leaves with a later push."""
    if verb == "commit" and any(a.text in ("-a", "-am", "--all") for a in rest):
        git_add(machine, [Arg("-u")], stdin)
    told, _ = options(rest, f"git {verb}")
    files = [v for f, v in told if v and f in ("-F", "--file")]
    flow = join(*(a.flow for a in rest if a.flow.level), *(machine.file(v.text) for v in files if v.text != "-"),
                stdin if any(v.text == "-" for v in files) else NOTHING)
    if flow.level:
        held = join(machine.files.get(INDEX, NOTHING), without_text(flow))
        machine.files[INDEX] = machine.found.written[INDEX] = held
    elif verb == "commit":      # what the message says leaves with a push
        words = " ".join(v.text for f, v in told if v and f in ("-m", "--message"))
        machine.files[INDEX] = join(machine.files.get(INDEX, NOTHING), Flow(text=words))


def set_once(machine: Machine, setting: Arg, stdin: Flow) -> None:
    """`-c NAME=VALUE`: a value may be a command, or another place."""
    _, _, value = setting.text.partition("=")
    if value.startswith("!") or " " in value.strip():
        machine.text(value.lstrip("!"), stdin)


ALL = (".", ":/", "*", "--")      # of a work tree, to `git add`


def git_here(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """git: its own options, then what its verb does.  An alias or a setting may be a command."""
    _, found, left = apart(args, "git", until=True, verbs=0)
    for flag, setting in found:
        if flag == "--work-tree" and setting and left[:1] and left[0].text == "add" and all(
                one.text in ALL or one.text[:1] == "-" for one in left[1:]):
            flow = machine.file(setting.text, whole=True)       # what is added is all that lies there
            if flow.level:
                machine.files[INDEX] = machine.found.written[INDEX] = without_text(flow)
        if flag == "-c" and setting:
            set_once(machine, setting, stdin)
    if not left:
        return NOTHING
    verb, rest = left[0].text, left[1:]
    git_touches(machine, verb, rest)
    known = GIT.get(verb)
    if known:
        before = len(machine.found.effects)
        printed = known(machine, rest, stdin)
        machine.attach(before, join(*(value.flow for _, value in found if value)))
        return printed
    if prints_secret("git", [a.text for a in left]):
        return Flow(3, ("git credential",))
    if verb in RUNS_COMMANDS:
        git_runs(machine, verb, rest, stdin)
    if verb in CARRIES:
        carried_in(machine, verb, rest, stdin)
        return NOTHING
    if verb in ("status", "stash", "rm", "merge", "rebase", "restore", "reset"):
        return NOTHING
    return machine.arguments(rest)


# Verbs that put their words into what a push takes along: messages, and names of branches and tags.
CARRIES = frozenset("branch checkout commit commit-tree notes switch tag update-ref".split())

# Verbs that write into the working tree, by what they do there.
GIT_CHANGES = table("""
    am apply checkout cherry-pick clone merge pull read-tree rebase reset restore revert switch: writes
    clean mv rm stash worktree: removes
    """)
CHANGING = {"worktree": "remove"}     # of whose verbs only this one takes files away
EXCEPT = ("-e", "--exclude")     # `git clean` leaves out what stands behind it
STASH_READS = frozenset("list show create store".split())


def git_touches(machine: Machine, verb: str, rest: list[Arg]) -> None:
    """The paths that a git command changes; "." where it names none."""
    how = GIT_CHANGES.get(verb)
    words = [a.text for a in rest]
    if how is None or (verb == "stash" and not STASH_READS.isdisjoint(words[:1])):
        return
    if verb in CHANGING:        # `worktree list` and `worktree add` take nothing away
        if words[:1] != [CHANGING[verb]]:
            return
        words = words[1:]
    flags = {letter for w in words if w[:1] == "-" and w[:2] != "--" for letter in w[1:]}
    every = {*flags, *words}
    if verb == "clean" and every & {"n", "--dry-run"}:
        return
    if verb == "restore" and every & {"S", "--staged"} and not every & {"W", "--worktree"}:
        return      # the index alone
    # "-x" and stash's "-a" take ignored files, too; the name of the program says so.
    said = f"git {verb}" + (" -x" if verb == "clean" and {"x", "X"} & flags else
                            " -a" if verb == "stash" and ("a" in flags or "--all" in words) else "")
    named = [path for path in _paths(verb, words) if path[:2] not in (":!", ":^")]       # those are left out
    for path in named or ["."]:
        machine.touch(how, path.removeprefix(":(top)").removeprefix(":/") or ".", said)


# Verbs that name branches and commits, never a path; so does `reset` with one of these.
OF_REFS = frozenset("cherry-pick merge pull rebase revert switch".split())
MODES = frozenset("--hard --keep --merge --mixed --soft".split())


def _paths(verb: str, words: list[str]) -> list[str]:
    if verb in OF_REFS or (verb == "reset" and not MODES.isdisjoint(words)):
        return []
    if "--" in words:
        return words[words.index("--") + 1:]
    plain = [(before, word) for before, word in zip(("", *words), words) if word[:1] != "-"]
    if verb in ("clean", "mv", "restore", "rm", "worktree"):
        return [word for before, word in plain if verb != "clean" or before not in EXCEPT]
    return [word for _, word in plain if "/" in word or word[:1] == "."]


# Verbs that run a command of the caller's, and the options that hold it.
RUNS_COMMANDS = {verb: tuple(row.split()) for verb, row in table("""
    rebase: -x --exec
    difftool: -x --extcmd
    grep: -O --open-files-in-pager
    filter-branch: --tree-filter --index-filter --msg-filter --env-filter
    bisect submodule worktree:
    """).items()}


def git_runs(machine: Machine, verb: str, rest: list[Arg], stdin: Flow) -> None:
    """`rebase -x COMMAND`, `bisect run COMMAND`, `submodule foreach COMMAND`: what git is told to run."""
    flags = RUNS_COMMANDS[verb]
    for i, arg in enumerate(rest):
        name, equals, value = arg.text.partition("=")
        if name in flags and (equals or i + 1 < len(rest)):
            machine.text(value if equals else rest[i + 1].text, stdin)
        elif (verb, arg.text) == ("bisect", "run"):
            machine.call(rest[i + 1:], stdin) if rest[i + 1:] else None
            return


INDEX = "git:index"


def added(words: Sequence[str]) -> list[str]:
    """The folders and files that `git add` takes in; all below "." where none is named, or one by a pattern.

    >>> added(["-A", "src"]), added(["-A"]), added(["-A", "src", ":/"]), added(["-u", "*"])
    (['src'], ['.'], ['.'], ['.'])
    """
    named = [word for word in words if word[:1] != "-"]
    return ["."] if not named or any(set("*?[$:`").intersection(word) for word in named) else named


def git_add(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git add: what is added lies in the index, and may be pushed.  Of a file that is secret by its name alone git
    itself tells whether a push takes it along for the first time (fact "inside")."""
    words = [a.text for a in args]
    flow = machine.arguments([a for a in args if not a.text.startswith("-") and not mere_word(machine, a.text) and (
        "*" in a.text or not file_level(a.text) or machine.files.get(machine.path(a.text), NOTHING).level)])
    if any(word in ("-A", "-u", "--all", "--update") for word in words):
        flow = join(flow, *(machine.folder(machine.path(word)) or NOTHING for word in added(words)))
    if not {"-u", "--update"}.isdisjoint(words):    # tracked files: none that was made just now
        flow = flow.with_(unread="", perhaps=())
    if flow.level:
        machine.found.written[INDEX] = flow
    if flow.level or flow.perhaps:
        machine.files[INDEX] = flow
    return NOTHING


def mere_word(machine: Machine, word: str) -> bool:
    """Is all that is known of this file that a program of no row had its name as a word?"""
    known = machine.files.get(machine.path(word), NOTHING)
    return bool(known.perhaps and not known.level and not known.files)


def git_push(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git push sends what lies in the index to a remote, by its name or address."""
    found, rest = options(args, "git push")
    remote = rest[0].text if rest else next((v.text for f, v in found if f == "--repo" and v), "")
    staged = machine.files.get(INDEX, NOTHING)
    flow = join(staged, *(a.flow for a in rest[1:]))
    if any(f in ("-n", "--dry-run") for f, _ in found):
        return REMOTE
    address = machine.remotes.get(remote) or (remote if git_address(remote) else f"remote:{remote or 'origin'}")
    auth = rest[0].flow if rest else NOTHING
    payload = NOTHING if any(f in ("-d", "--delete") for f, _ in found) else packed(flow)
    machine.emit(SENDS, "git", "git push", address, payload, auth)
    return REMOTE


def git_address(text: str) -> bool:
    """Is this an address and not a remote's name?"""
    return "://" in text or bool(remote_path(text)) or text.startswith(("/", "./", "../", "~"))


def git_remote(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git remote add, set-url: a name stands for an address from here on."""
    rest = [a for a in args if not a.text.startswith("-")]
    if len(rest) >= 3 and rest[0].text in ("add", "set-url"):
        name_remote(machine, rest[1].text, rest[2])
    return NOTHING


def name_remote(machine: Machine, name: str, address: Arg) -> None:
    """A remote's name stands for this address; a password in the address is sent there."""
    for one in (name, "") if name == "origin" else (name,):
        machine.remotes[one] = machine.found.remotes[one] = address.text


FED = tuple(".textconv .clean .smudge .process .external .command .cmd .driver".split())


def git_config(machine: Machine, args: list[Arg], stdin: Flow = NOTHING) -> Flow:
    """git config: a setting whose value is a command is run by git later."""
    texts = [a.text for a in args if not a.text.startswith("-")]
    if len(texts) >= 2:
        key, value = texts[0], texts[1]
        if value.startswith("!") or " " in value.strip():     # a command: fsmonitor, textconv, an alias, a pager
            before = len(machine.found.effects)
            machine.text(value.lstrip("!"))
            fed = Flow(names=("the repository",), whole=True) if key.lower().endswith(FED) else NOTHING
            if key.lower().startswith("credential") and key.lower().endswith("helper"):
                fed = Flow(3, ("git credential",))
            for effect in machine.found.effects[before:]:      # git hands it the files that it works on, or a login
                effect.payload = join(effect.payload, fed)
        if key.startswith("remote.") and key.endswith(("url", "pushurl")):
            name_remote(machine, key.split(".")[1], Arg(value))
        elif key.startswith("url.") and key.lower().endswith("insteadof"):
            name_remote(machine, value, Arg(key[4:].rpartition(".")[0]))
            name_remote(machine, "origin", Arg(key[4:].rpartition(".")[0]))
    return NOTHING


def git_fetch(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git fetch, pull, clone: what comes back is remote."""
    _, rest = options(args, "git clone")
    words = [a for a in rest if a.text not in ("add", "update", "init")]
    address = words[0] if words else Arg("")
    name = address.text
    text = machine.remotes.get(name) or (name if git_address(name) else f"remote:{name}")
    machine.emit(FETCHES, "git", "git fetch", text, NOTHING, address.flow)
    return REMOTE


def git_clone(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git clone: what comes back lies in a folder."""
    _, rest = options(args, "git clone")
    if rest:
        place = rest[0].text
        folder = rest[1].text if len(rest) > 1 else place.rstrip("/").rpartition("/")[2].removesuffix(".git")
        machine.write(folder, came_from(NOTHING, place))
    return git_fetch(machine, args, stdin)


def git_archive(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git archive, bundle: the whole repository, printed or as a file."""
    flow = Flow(names=("the repository",), whole=True)
    if [arg.text for arg in args[:1]] == ["create"] and len(args) > 1:
        machine.files[machine.path(args[1].text)] = flow
        return NOTHING
    return flow


def git_listed(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """`git ls-files -o`: names of files that git does not hold, the ignored ones among them."""
    others = any(a.text == "--others" or (a.text[:1] == "-" and a.text[1:2] != "-" and "o" in a.text) for a in args)
    return Flow(text="**") if others else NOTHING


def git_clean(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """git clean deletes what no commit holds."""
    machine.emit(DELETES, "git", "git clean", "")
    return NOTHING


GIT = {"add": git_add, "push": git_push, "remote": git_remote, "config": git_config, "clone": git_clone,
       "fetch": git_fetch, "pull": git_fetch, "ls-remote": git_fetch, "submodule": git_fetch,
       "archive": git_archive, "bundle": git_archive, "clean": git_clean, "ls-files": git_listed}
