"""Would git take the hooks' files out of the working tree?  Judged by what git holds of them, not by a command's name.

A step is what a command of git does to the tree: files go into the index, a commit is made, what no commit holds goes,
another state takes the place of this one.  What each state holds of ours is looked up (hooks/_held.py): the working
tree's own files as "tracked", "untracked", "beneath" (in a folder that no commit knows) or "ignored"; those of a commit
or of the index as True, or False for a settings file there that registers nothing of ours.  The steps of one command
are gone through in order: what a later one brings again (a stash taken up, the way back to a branch) is not lost.
Limitations: what a merge, a rebase or a pull brings, a branch that is fetched first, an alias, a tool of another name
that runs git.
"""
from __future__ import annotations

from guards._shell.programs.arguments import begun, verb
from guards._text.glob import match
from guards.self_protection.places import fits, segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from guards._call import Call

    Held = Mapping[str, object]

# States beside the commits: what `git add` put there, none of ours, the commit at which a command begins.
INDEX, EMPTY, START = "@index", "", "@"
UNTRACKED, EVERY = ("-u", "-a", "--all", "--include-untracked"), ("-a", "--all")    # of `git stash`


class Step:
    """what      add, commit, sweep (what is not tracked), stash, pop, put (a state's files in place of these), switch
                 (all of a state, from `base`), narrow (`sparse-checkout`)
    state, base  a commit's name, INDEX or EMPTY; paths: those that it is bound to; flags: its short options, in full
    """

    __slots__ = tuple("base cwd flags paths state what".split())

    def __init__(self, what: str, cwd: str, state: str = "", base: str = "", paths: Iterable[str] = (),
                 flags: Iterable[str] = ()) -> None:
        self.what, self.cwd, self.state, self.base = what, cwd, state, base
        self.paths, self.flags = tuple(paths), frozenset(flags)


def steps(call: Call) -> list[Step]:
    """What a command's git does to the tree, in order."""
    found: list[Step] = []
    for one in call.ran:
        if one.program == "git":
            given, words = begun("git", one.words)
            cwd = one.cwd or call.cwd
            for to in [value for flag, value in given if flag == "-C" and value]:
                cwd = to if to.startswith(("/", "~")) else f"{cwd.rstrip('/')}/{to}"
            known = words and words[0] in READ and "--help" not in words
            made = READ[words[0]](Git(cwd, words)) if known else None
            if made is not None and made.state == "@{-1}" and any(step.what == "switch" for step in found):
                made.state = START      # back to where the command began
            found += [made] if made is not None else []
    return found


def wanted(call: Call) -> tuple[tuple[str, str], ...]:
    """(state, folder) of all that must be known of what git holds; ("", folder) is the working tree."""
    found = steps(call)
    if all(step.what in ("add", "commit", "pop") for step in found):
        return ()
    states = {("", step.cwd): None for step in found if step.what not in ("commit", "pop")}
    for step in found:
        head = "HEAD" if step.what == "stash" else ""
        states.update({(state, step.cwd): None for state in (step.state, step.base, head) if state})
    return tuple(states)


def lost(call: Call, project: str, held: Mapping[tuple[str, str], Held]) -> list[str]:
    """The files of ours that are not there any more behind the command, as the project names them."""
    gone: set[str] = set()
    stashed: set[str] = set()
    away: set[str] = set()      # in another state's tree
    added: set[str] = set()
    committed: set[str] = set()
    for step in steps(call):
        now = held.get(("", step.cwd)) or {}
        near = {name for name in now if covers(step, f"{project.rstrip('/')}/{name}")}
        known = {name for name, how in now.items() if how == "tracked"} | added
        head = {name for name, there in (held.get(("HEAD", step.cwd)) or {}).items() if there is True} | committed
        loose = {name for name in near - added if _goes(str(now[name]), step)}
        if step.what == "add":
            added |= {name for name in near if now[name] != "ignored"}
        elif step.what == "commit":
            committed |= known
        elif step.what == "pop":
            stashed = set()
        elif step.what == "narrow":
            gone |= known - near
        elif step.what == "sweep":
            gone |= loose
        elif step.what == "stash":
            stashed |= loose | (near & known - head if step.flags.isdisjoint(("-k", "--keep-index")) else set())
        else:
            off = _off(step, near & known, held.get((step.state, step.cwd)) if step.state else {})
            if step.what == "switch":       # what no commit holds is carried along
                away = off & head if step.base else off
            else:
                gone |= off
    return sorted(gone | stashed | away, reverse=True)      # the settings file first


def _off(step: Step, tracked: set[str], after: Held | None) -> set[str]:
    """What is not in the state that takes the place of this one; none where there is no such commit: git refuses."""
    return {name for name in tracked if after is not None and after.get(name) is not True and (
        name in after or "overlay" not in step.flags)}


def covers(step: Step, path: str) -> bool:
    """Is the path among those that a step is bound to?"""
    parts, whole = segments(path), not any(word[:2] not in (":!", ":^") for word in step.paths)
    hits = [word[:2] in (":!", ":^") for word in step.paths for named in [segments(
        word.removeprefix(":!").removeprefix(":^").removeprefix(":(top)").removeprefix(":/"), step.cwd)]
        if word in (":/", ":(top)") or (len(named) <= len(parts) and all(fits(*pair) for pair in zip(named, parts)))]
    spared = any(match(pattern.strip("/"), part) for flag, _, pattern in (one.partition("=") for one in step.flags)
                 if flag == "--exclude" for part in parts)
    return (whole or False in hits) and True not in hits and not spared


def _goes(how: str, step: Step) -> bool:
    """Does what takes untracked files take one of this kind?"""
    flags = step.flags
    if step.what == "stash":
        return how != "tracked" and not flags.isdisjoint(EVERY if how == "ignored" else UNTRACKED)
    if how == "ignored":
        return not flags.isdisjoint(("-x", "-X"))
    return "-X" not in flags and (how == "untracked" or (how == "beneath" and "-d" in flags))


class Git:
    """A command of git, taken apart: its options, with `=value` where they have one; other words, and those behind `--`
    ("paths": both)."""

    __slots__ = tuple("behind cwd first flags paths plain".split())

    def __init__(self, cwd: str, words: list[str]) -> None:
        _, found, self.paths = verb("git", words)
        self.cwd = cwd
        self.behind = words[words.index("--") + 1:] if "--" in words else None
        self.plain = self.paths[:len(self.paths) - len(self.behind or ())]
        self.first = self.plain[0] if self.plain else ""
        self.flags = {name for name, _ in found}
        self.flags |= {f"{LONG.get(name, name)}={value}" for name, value in found if value}

    def has(self, *names: str) -> bool:
        """Is one of these options given?"""
        return not self.flags.isdisjoint(names)

    def value(self, name: str) -> str:
        """What is given to an option, "" for nothing."""
        return next((flag.partition("=")[2] for flag in self.flags if flag.startswith(f"{name}=")), "")

    def step(self, what: str, state: str = "", base: str = "", paths: Iterable[str] = ()) -> Step:
        """The step that it is."""
        return Step(what, self.cwd, state, base, paths, self.flags)

    def put(self, state: str, paths: list[str]) -> Step:
        """Files of a state; what the index does not hold stays."""
        return Step("put", self.cwd, state, paths=paths, flags=["overlay"] if state == INDEX else ())

    def to(self, state: str) -> Step:
        """All of a state: what no commit holds is carried along, unless it is thrown away."""
        return self.step("switch", "@{-1}" if "-" in self.plain else state,
                         "" if self.has("-f", "--force", "--discard-changes") else "HEAD")


LONG = {"-e": "--exclude", "-s": "--source"}


def _checkout(git: Git) -> Step | None:
    paths = git.plain[1:] if git.behind is None else git.behind
    if paths or git.first[:1] in tuple("./:"):
        state = git.first if git.plain and paths else INDEX
        return Step("put", git.cwd, state, paths=paths or git.plain, flags=["overlay"])
    return None if git.has("--orphan") else git.to(git.first or "HEAD")     # the files stay


def _narrow(git: Git) -> Step | None:
    named = [f":!{word[1:].lstrip('/')}" if word[:1] == "!" else word.lstrip("/").removesuffix("*") or "."
             for word in git.paths[1:]]
    return git.step("narrow", paths=named or ["/nothing of a folder"]) if git.first in ("set", "init") else None


# What each verb does; None where it takes nothing of the tree's.
READ: dict[str, Callable[[Git], Step | None]] = {
    **dict.fromkeys(("add", "stage"), lambda git: git.step("add", paths=git.paths) if (
        git.paths or git.has("-A", "--all")) and not git.has("-n") else None),
    "commit": lambda git: git.step("commit"),
    "clean": lambda git: None if git.has("-n", "--dry-run") else git.step("sweep", paths=git.paths or ["."]),
    "stash": lambda git: git.step("pop") if git.first in ("pop", "apply") else git.step(
        "stash", paths=[] if git.first == "save" else git.paths[len(git.plain[:1]):]) if git.first in (
        "", "push", "save") else None,
    "checkout": _checkout,
    "switch": lambda git: git.to(EMPTY if git.has("--orphan") else git.first or "HEAD"),
    "reset": lambda git: git.step("put", git.first or "HEAD") if git.has("--hard", "--merge", "--keep") else None,
    "restore": lambda git: None if git.has("-S", "--staged") and not git.has("-W", "--worktree") else git.put(
        git.value("--source") or INDEX, git.paths),
    "read-tree": lambda git: git.step("put", git.plain[-1]) if git.plain and git.has("-u") else None,
    "rm": lambda git: None if git.has("--cached", "-n", "--dry-run") else Step("put", git.cwd, EMPTY, paths=git.paths),
    "sparse-checkout": _narrow}
