"""What git commands destroy, but for what stands in the table (guards/_shell/programs/effects.py).

Silent by what git itself does: it refuses `checkout BRANCH`, `switch`, `merge`, `pull`, `rebase` and `branch -d` where
work would go; `rebase` and `commit --amend` leave the old commits where they were pushed, and a forced push is
looked at when it comes.
"""

from __future__ import annotations

from guards._shell.flow import Arg
from guards._shell.programs.arguments import begun, options
from guards._shell.programs.effects import AWAY, NONE
from guards._shell.reading import Ran
from guards.loss.words import Loss, parts

ROOT = ":/"  # the whole working tree
NEW = frozenset("-u -a --include-untracked --all".split())       # by which git stashes what it does not know, too
DRY = frozenset("-n --dry-run -i --interactive".split())


def of_rows(ran: Ran) -> tuple[list[Loss], bool]:
    """(what the table says that a command takes away, whether it says that there is no more)."""
    found, whole = [], False
    for kind, flags, what, names in ran.does:
        whole = whole or kind == NONE
        if kind in ("device", "remote"):
            found.append(Loss(kind, what, "", flags, [name[:160] for name in names]))
        elif kind in AWAY:
            found.append(Loss(kind, what, ran.cwd, flags, names))
    return found, whole


def folder(ran: Ran) -> str:
    """Where git is told to work."""
    cwd = ran.cwd
    for name, value in begun("git", ran.words)[0]:
        if value and name in ("-C", "--work-tree"):
            cwd = value if value.startswith(("/", "~")) else f"{cwd.rstrip('/')}/{value}"
    return cwd


def git(ran: Ran) -> list[Loss]:
    """What a command of git takes away, in the folder that it is told."""
    words, cwd = begun("git", ran.words)[1], folder(ran)
    if not words or "--help" in words or "-h" in words[1:]:
        return []
    ran = Ran("git", words, cwd, ran.fed, ran.whole, ran.given)
    given, rest = parts(ran)
    special = VERBS.get(words[0])
    found = special(ran, given, rest[1:]) if special else of_rows(ran)[0]
    for loss in found:
        if loss.kind == "commits":
            loss.names = tuple(name.removeprefix("refs/heads/") for name in loss.names)
    return found


def checkout(ran: Ran, given: dict[str, str], rest: list[str]) -> list[Loss]:
    """Paths are taken from the index or a commit over what is there; -f drops every change."""
    if not {"-p", "--patch", "-b", "--orphan"}.isdisjoint(given):
        return []
    moved = of_rows(ran)[0] if "-B" in given else []
    if not {"-f", "--force"}.isdisjoint(given) and "--" not in ran.words:
        return [*moved, Loss("tree", "git checkout --force", ran.cwd, "i", (ROOT,))]
    if "-B" in given:
        return moved
    if "--pathspec-from-file" in given:     # what it names is not known
        return [Loss("tree", "git checkout", ran.cwd, "i"[:len(rest)], (ROOT,))]
    if "--" in ran.words:
        paths = ran.words[ran.words.index("--") + 1:]
        commit = len(rest) > len(paths)
        return [Loss("tree", "git checkout", ran.cwd, "i" if commit else "", paths)] if paths else []
    return [Loss("tree", "git checkout", ran.cwd, "?", rest)] if rest else []


def clean(ran: Ran, given: dict[str, str], rest: list[str]) -> list[Loss]:
    """d: whole folders; x: ignored files, too; X: only those.  What is excluded stays, at whatever depth."""
    if not DRY.isdisjoint(given) or {"-f", "--force"}.isdisjoint(given):
        return []
    kept = [value.text.strip("/") for name, value in options(list(map(Arg, ran.words[1:])), "git clean")[0]
            if value and name in ("-e", "--exclude") and value.text[:1] != "!"]
    letters = "".join(letter for letter in "dxX" if f"-{letter}" in given)
    stays = [f":(exclude,glob)**/{one}{end}" for one in kept if one for end in ("", "/**")]
    return [Loss("clean", f"git clean -f{letters}", ran.cwd, letters, (*(rest or (".",)), *stays))]


def push(ran: Ran, given: dict[str, str], rest: list[str]) -> list[Loss]:
    """Names: the remote, then refspecs; f: all are forced; d: all are deleted; m: mirror or prune."""
    letters = "".join(letter for letter, names in FORCES if any(name.startswith(names) for name in given))
    if {"-n", "--dry-run"} & given.keys() or not (letters or any(one.startswith(("+", ":")) for one in rest[1:])):
        return []
    gone = "d" in letters or any(one.startswith(":") for one in rest[1:])
    what = "--delete" if gone else "--mirror" if "m" in letters else "--force"
    return [Loss("push", f"git push {what}", ran.cwd, letters, rest or ("",))]


FORCES = (("f", ("-f", "--force")), ("d", ("-d", "--delete")), ("m", ("--mirror", "--prune")))


VERBS = {"checkout": checkout, "clean": clean, "push": push}


def stashed(ran: Ran) -> list[Loss]:
    """What `git stash` puts away, as losses: where the same call drops it, it is gone."""
    given, rest = parts(ran)
    if ran.program != "git" or rest[:1] != ["stash"] or rest[1:2] not in ([], ["push"], ["save"]):
        return []
    paths = rest[2:] if rest[1:2] == ["push"] else []
    what = "git stash, then drop"
    new = [] if NEW.isdisjoint(given) else [Loss("clean", what, ran.cwd, "d", paths or (".",))]
    return [Loss("tree", what, ran.cwd, "i", paths or (ROOT,)), *new]


def keeps(ran: Ran, before: Ran | None) -> frozenset[str]:
    """The kinds of losses that have nothing at stake once this command went well: it stashes or commits all."""
    given, rest = parts(ran)
    both, tree = frozenset(("tree", "clean")), frozenset(("tree",))
    if rest[:1] == ["stash"] and rest[1:2] in ([], ["push"], ["save"]) and not rest[2:]:
        return tree if NEW.isdisjoint(given) else both
    if rest != ["commit"]:
        return frozenset()
    added, named = parts(before) if before is not None and before.program == "git" else ({}, [""])
    if named[:1] == ["add"] and (added.keys() & {"-A", "--all"} or named[1:] == ["."]):
        return both
    return tree if given.keys() & {"-a", "--all"} else frozenset()
