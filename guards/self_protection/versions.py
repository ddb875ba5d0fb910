"""Would git take the hooks' files out of the working tree?  Judged by what git holds of them, not by a command's name.

A step is what a command of git does to the tree: files go into the index, a commit is made, what no commit holds goes,
another state takes the place of this one.  What each state holds of ours is looked up (hooks/_held.py): the working
tree's own files as "tracked", "untracked", "beneath" (in a folder that no commit knows) or "ignored"; those of a commit
or of the index as True, or False for a settings file there that registers nothing of ours.  The steps of one command
are gone through in order: what a later one brings again (a stash taken up, the way back to a branch) is not lost.
Cannot see: a branch that is fetched first, an alias, a tool of another name that runs git.
"""
from __future__ import annotations

from guards._shell.programs.arguments import begun
from guards._text.glob import match
from guards.self_protection.places import fits, segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guards._call import Call
    from guards._shell.reading import Ran

    Held = Mapping[str, object]

# States beside the commits: what `git add` put there, none of ours, the commit at which a command begins.
INDEX, EMPTY, START = "@index", "", "@"
# Options that take the next word, by verb.
TAKES = {"clean": ("-e", "--exclude"), "stash": ("-m", "--message"), "checkout": ("-b", "-B"),
         "switch": ("-c", "-C", "--create", "--force-create"), "restore": ("-s", "--source"),
         "rebase": ("--onto", "-x", "--exec", "-s", "-X"), "merge": ("-m", "-s", "-X", "-F"), "revert": ("-m",),
         "cherry-pick": ("-m",)}
UNTRACKED, EVERY = ("-u", "-a", "--all", "--include-untracked"), ("-a", "--all")    # of `git stash`


class Step:
    """what      add, commit, sweep (what is not tracked), stash, pop, put (a state's files in place of these), switch
                 (all of a state, from `base`), replay (what changed from `base` to `state`), narrow (`sparse-checkout`)
    state, base  a commit's name, INDEX or EMPTY; paths: those that it is bound to; flags: its short options, in full
    """

    __slots__ = ("base", "cwd", "flags", "paths", "state", "what")

    def __init__(self, what: str, cwd: str, state: str = "", base: str = "", paths: Iterable[str] = (),
                 flags: Iterable[str] = ()) -> None:
        self.what, self.cwd, self.state, self.base = what, cwd, state, base
        self.paths, self.flags = tuple(paths), frozenset(flags)


def steps(call: Call) -> list[Step]:
    """What a command's git does to the tree, in order."""
    found: list[Step] = []
    for one in call.ran:
        if one.program == "git":
            cwd, words = _verb(one, call.cwd)
            made = READ[words[0]](cwd, words[1:]) if words and words[0] in READ and "--help" not in words else None
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
        tracked = {name for name, how in now.items() if how == "tracked"} | added
        near = {name for name in now if covers(step, f"{project.rstrip('/')}/{name}")}
        if step.what == "add":
            added |= {name for name in near if now[name] != "ignored" or "-f" in step.flags}
        elif step.what == "commit":
            known = held.get(("HEAD", step.cwd)) or {}
            every = "-a" in step.flags or "--all" in step.flags
            committed |= {name for name in tracked if every or name in added or name not in known}
        elif step.what == "pop":
            stashed = set()
        elif step.what == "narrow":
            gone |= tracked - near
        elif step.what in ("sweep", "stash"):
            loose = {name for name in near - added if _goes(str(now[name]), step)}
            head = held.get(("HEAD", step.cwd))
            stay = head is None or not step.flags.isdisjoint(("-k", "--keep-index"))
            fresh = set() if stay else {name for name in near & tracked - committed
                                        if (head or {}).get(name) is not True}
            gone |= loose if step.what == "sweep" else set()
            stashed |= loose | fresh if step.what == "stash" else set()
        else:
            after = held.get((step.state, step.cwd)) if step.state else {}
            if after is None:
                continue        # no such commit: git refuses
            base = held.get((step.base, step.cwd)) or {}
            safe = committed if step.state == "HEAD" else set()
            off = {name for name in near & tracked - safe if after.get(name) is not True
                   and (name in after or "overlay" not in step.flags)
                   and (not step.base or base.get(name) is True or (step.what == "switch" and name in committed))}
            away = off if step.what == "switch" else away
            gone |= off if step.what != "switch" else set()
    return sorted(gone | stashed | away, reverse=True)      # the settings file first


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


def _verb(one: Ran, cwd: str) -> tuple[str, list[str]]:
    """(where git works, its verb and what stands behind it)."""
    at = one.cwd or cwd
    found, words = begun("git", one.words)
    for to in [value for flag, value in found if flag == "-C" and value]:
        at = to if to.startswith(("/", "~")) else f"{at.rstrip('/')}/{to}"
    return at, words


def _parts(words: list[str], verb: str = "") -> tuple[set[str], list[str], list[str] | None]:
    """(options, with `=value` where they have one; other words; those behind `--`, None without it)."""
    flags: set[str] = set()
    rest: list[str] = []
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if word == "--":
            return flags, rest, words[at + 1:]
        if before in TAKES.get(verb, ()):
            flags.add(f"{ {'-e': '--exclude', '-s': '--source'}.get(before, before)}={word}")
        elif word[:2] == "--":
            flags |= {word, word.partition("=")[0]}
        elif word[:1] == "-" and len(word) > 1:
            flags |= {f"-{letter}" for letter in word[1:]}
        else:
            rest.append(word)
    return flags, rest, None


def _add(cwd: str, words: list[str]) -> Step | None:
    flags, rest, behind = _parts(words)
    paths = [*rest, *(behind or [])]
    every = not flags.isdisjoint(("-A", "--all"))
    return Step("add", cwd, paths=paths, flags=flags) if (paths or every) and "-n" not in flags else None


def _commit(cwd: str, words: list[str]) -> Step | None:
    return Step("commit", cwd, flags=_parts(words)[0])


def _clean(cwd: str, words: list[str]) -> Step | None:
    flags, rest, behind = _parts(words, "clean")
    dry = not flags.isdisjoint(("-n", "--dry-run"))
    return None if dry else Step("sweep", cwd, paths=[*rest, *(behind or [])] or ["."], flags=flags)


def _stash(cwd: str, words: list[str]) -> Step | None:
    flags, rest, behind = _parts(words, "stash")
    verb = rest[0] if rest else ""
    if verb in ("pop", "apply"):
        return Step("pop", cwd)
    if verb not in ("", "push", "save"):
        return None
    return Step("stash", cwd, paths=[*([] if verb == "save" else rest[1:]), *(behind or [])], flags=flags)


def _checkout(cwd: str, words: list[str]) -> Step | None:
    flags, rest, behind = _parts(words, "checkout")
    state = rest[0] if rest else ""
    paths = rest[1:] if behind is None else behind
    if paths or (rest and state[:1] in (".", "/", ":")):
        return Step("put", cwd, state if rest and paths else INDEX, paths=paths or rest, flags=["overlay"])
    if "--orphan" in flags:
        return None     # the files stay
    return _to(cwd, "@{-1}" if "-" in words else state or "HEAD", flags)


def _to(cwd: str, state: str, flags: set[str]) -> Step:
    """All of a state: what no commit holds is carried along, unless it is thrown away."""
    thrown = not flags.isdisjoint(("-f", "--force", "--discard-changes"))
    return Step("switch", cwd, state, "" if thrown else "HEAD")


def _switch(cwd: str, words: list[str]) -> Step | None:
    flags, rest, _ = _parts(words, "switch")
    if "--orphan" in flags:
        return _to(cwd, EMPTY, flags)
    return _to(cwd, "@{-1}" if "-" in words else rest[0] if rest else "HEAD", flags)


def _reset(cwd: str, words: list[str]) -> Step | None:
    flags, rest, _ = _parts(words)
    if flags.isdisjoint(("--hard", "--merge", "--keep")):
        return None
    return Step("put", cwd, rest[0] if rest else "HEAD")


def _restore(cwd: str, words: list[str]) -> Step | None:
    flags, rest, behind = _parts(words, "restore")
    if not flags.isdisjoint(("-S", "--staged")) and flags.isdisjoint(("-W", "--worktree")):
        return None
    source = next((flag.partition("=")[2] for flag in flags if flag.startswith("--source=")), "")
    return Step("put", cwd, source or INDEX, paths=[*rest, *(behind or [])], flags=[] if source else ["overlay"])


def _read_tree(cwd: str, words: list[str]) -> Step | None:
    flags, rest, _ = _parts(words)
    return Step("put", cwd, rest[-1]) if rest and "-u" in flags else None


def _narrow(cwd: str, words: list[str]) -> Step | None:
    _, rest, behind = _parts(words)
    if rest[:1] not in (["set"], ["init"]):
        return None
    named = [f":!{word[1:].lstrip('/')}" if word[:1] == "!" else word.lstrip("/").removesuffix("*") or "."
             for word in (*rest[1:], *(behind or []))]
    return Step("narrow", cwd, paths=named or ["/nothing of a folder"])


def _rebase(cwd: str, words: list[str]) -> Step | None:
    flags, rest, _ = _parts(words, "rebase")
    if not flags.isdisjoint(("--abort", "--continue", "--skip", "--quit")):
        return None
    onto = next((flag.partition("=")[2] for flag in flags if flag.startswith("--onto=")), "")
    state = onto or (rest[0] if rest else "@{upstream}")
    return Step("replay", cwd, state, f"HEAD...{state}")


def _pull(cwd: str, words: list[str]) -> Step | None:
    _, rest, _ = _parts(words)
    state = "/".join(rest[:2]) if len(rest) > 1 else "@{upstream}"
    return Step("replay", cwd, state, f"HEAD...{state}")


def _revert(cwd: str, words: list[str]) -> Step | None:
    _, rest, _ = _parts(words, "revert")
    return Step("replay", cwd, f"{rest[-1]}^", rest[-1]) if rest else None


def _pick(cwd: str, words: list[str]) -> Step | None:
    _, rest, _ = _parts(words, "cherry-pick")
    return Step("replay", cwd, rest[-1], f"{rest[-1]}^") if rest else None


def _bisect(cwd: str, words: list[str]) -> Step | None:
    return _to(cwd, words[-1], set()) if words[:1] == ["start"] and len(words) > 1 else None


READ = {"add": _add, "stage": _add, "commit": _commit, "clean": _clean, "stash": _stash,
        "checkout": _checkout, "switch": _switch, "reset": _reset, "restore": _restore, "read-tree": _read_tree,
        "sparse-checkout": _narrow, "merge": _rebase, "rebase": _rebase, "pull": _pull, "revert": _revert,
        "cherry-pick": _pick, "bisect": _bisect}
