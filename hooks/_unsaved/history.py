"""Commits, branches, stashes: what no other branch, tag or remote would hold."""

from __future__ import annotations

from guards.loss.refs import HEAD, HOLDS, LEFT, MEANS
from hooks import _git
from hooks._stores.system import os
from hooks._unsaved.found import LATE, Stake

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guards.loss.words import Loss
    from hooks._unsaved.found import Place

COUNTED = 200
SUBJECTS = 3


def folder_of(place: Place, loss: Loss) -> str:
    """The folder in which git is asked, "" where that is in no repository."""
    cwd = place.path(loss.cwd or place.cwd, "") or place.cwd
    return cwd if os.path.isdir(cwd) and place.repository(os.path.realpath(cwd)) else ""


def listed(folder: str, *revisions: str) -> list[tuple[str, str, str, str]] | None:
    """(object id, who and when it was written, subject, parents) of the commits that the words stand for; None: no
    answer."""
    done = _git.run(folder, "rev-list", f"--max-count={COUNTED}", "--format=%P%x00%ae %at%x00%s", *revisions)
    if done is None:
        return None
    found = []
    lines = done[1].split("\n") if done[0] == 0 else []
    for head, text in zip(lines, lines[1:]):
        if head.startswith("commit ") and "\0" in text:
            parents, who, subject = text.split("\0", 2)
            found.append((head[7:], who, subject, parents))
    return found


def add(stake: Stake, commits: list[tuple[str, str, str, str]] | None, name: str = "") -> None:
    """Counts commits in, which a ref of that name held; None: git gave no answer in time."""
    if commits is None:
        stake.unsure = LATE
        return
    stake.commits += len(commits)
    stake.more = stake.more or len(commits) >= COUNTED
    stake.subjects += [row[2] for row in commits[: SUBJECTS - len(stake.subjects)]]
    parents = {one for row in commits for one in row[3].split()}
    stake.refs += [[row[0], name] for row in commits if row[0] not in parents]
    stake.bounds += sorted(parents.difference(row[0] for row in commits))


def commits(place: Place, loss: Loss) -> Stake:
    """kind "commits".  h: HEAD moves to the name; b: the first name moves to the second; d: branches go; t: tags go;
    l: what only the reflog holds; r: every branch is written anew."""
    stake, folder = Stake(), folder_of(place, loss)
    if not folder:
        return stake
    stake.root = folder
    if loss.flags == "l":
        add(stake, listed(folder, "--reflog", "--not", "--all", "HEAD"))
    elif loss.flags == "r":
        add(stake, listed(folder, "--branches", "--not", "--remotes"))
    else:
        branch = (_git.run(folder, "symbolic-ref", "--short", "-q", "HEAD") or (1, ""))[1].strip()
        line = Line(folder, loss.only, branch)
        if loss.flags in ("h", "b"):
            own = loss.names[0] if loss.flags == "b" else "" if "HEAD" in line.means else branch
            moved(stake, folder, line, own, loss.names[-1], "HEAD" if loss.flags == "h" else own)
        for name in () if loss.flags in ("h", "b") else loss.names:
            ref = f"refs/{'tags' if loss.flags == 't' else 'heads'}/{name}"
            left = {*line.left, *loss.names}
            gone(stake, folder, line.means.get(name, ref), line.held(() if loss.flags == "t" else left,
                 left if loss.flags == "t" else line.left), ref, line.head)
    return stake


class Line:
    """What a line makes of the refs before it comes to a loss (guards/loss/refs.py), as git knows it now.

    means  a word -> the commit for which it stands by then; left: branches that stand elsewhere by then
    head   does HEAD hold what it holds now?
    """

    def __init__(self, folder: str, told: Sequence[str], branch: str) -> None:
        self.branch = branch
        self.left = {one[1:] for one in told if one[:1] == LEFT}
        self.head = self.left.isdisjoint(HEAD)
        if HEAD[1] in self.left:
            self.left.add(branch)
        self.means: dict[str, str] = {}
        self.holds: list[str] = []
        for one in told:
            word, _, place = one[1:].partition(" ") if one[:1] == MEANS else ("", "", one[1:])
            known = self.commit(folder, place, branch) if one[:1] in (HOLDS, MEANS) else ""
            if known and word:
                self.means[word] = known
            elif known:
                self.holds.append(known)

    def commit(self, folder: str, place: str, branch: str) -> str:
        """The commit of a place, "" where there is none, or where the line moved the very branch that it names."""
        found = _git.run(folder, "rev-parse", "--verify", "--quiet", f"{place}^{{commit}}")
        name = (found or (1, ""))[1].strip()
        own = HEAD[1] in self.left and branch and place.split("~")[0].split("^")[0].split("@")[0] == branch
        return name if found is not None and not found[0] and name.isalnum() and not own else ""

    def held(self, branches: Iterable[str], tags: Iterable[str] = ()) -> list[str]:
        """What holds commits: all refs but for these, and what the line made."""
        return [*(f"--exclude={name}" for name in sorted(branches)), "--branches",
                *(f"--exclude={name}" for name in sorted(self.left) if "/" in name), "--remotes",
                *(f"--exclude={name}" for name in sorted(tags)), "--tags", *self.holds]


def moved(stake: Stake, folder: str, line: Line, own: str, to: str, word: str) -> None:
    """A branch is put elsewhere: the commits of its own that the new place lacks."""
    known = _git.run(folder, "rev-parse", "--verify", "--quiet", f"{to}^{{commit}}")
    if known is not None and known[0] and to not in line.means:
        return  # no such commit: git refuses
    tip = line.means.get(word) or ("HEAD" if word in ("HEAD", line.branch) else f"refs/heads/{word}")
    held = line.held({*line.left, *([own] if own else [])}, line.left)
    gone(stake, folder, tip, [line.means.get(to, to), *held], head=tip != "HEAD" and line.head and own != line.branch)


def gone(stake: Stake, folder: str, tip: str, held: list[str], name: str = "", head: bool = True) -> None:
    """The commits of a tip that nothing else holds, unless what they changed is elsewhere word for word."""
    found = listed(folder, tip, "--not", *(["HEAD"] if head else []), *held)
    if found and any(contained(folder, tip, base) for base in bases(tip, held, head)):
        return
    add(stake, found, name)


def bases(tip: str, held: list[str], head: bool) -> list[str]:
    """Where merged work goes."""
    own = [held[0]] if not held[0].startswith("-") else []
    return [
        *own,
        *(["HEAD"] if head else []),
        "refs/remotes/origin/HEAD",
        "refs/remotes/origin/main",
        "refs/heads/main",
        "refs/remotes/origin/master",
        "refs/heads/master",
    ]


def contained(folder: str, tip: str, base: str) -> bool:
    """Are the files that the tip changed the same in the base?  So they are after a squash merge."""
    fork = _git.run(folder, "merge-base", base, tip)
    same = _git.run(folder, "rev-parse", f"{base}^{{commit}}", f"{tip}^{{commit}}")
    if fork is None or fork[0] or same is None or same[0] or len(set(same[1].split())) < 2:
        return False
    plain = ("--no-ext-diff", "--no-textconv", "--no-renames", "--name-only", "-z")
    changed = _git.run(folder, "diff-tree", "-r", *plain, fork[1].strip(), tip)
    names = [name for name in (changed or (1, ""))[1].split("\0") if name]
    if changed is None or changed[0] or not names or len(names) > 500:
        return False
    other = _git.run(folder, "diff-tree", "-r", *plain, base, tip, "--", *(f":(literal){name}" for name in names))
    return other is not None and other[0] == 0 and not other[1]


def unpushed(stake: Stake, root: str) -> bool:
    """The commits of a repository that no remote holds, and its stashes; is there any?"""
    found, own = listed(root, "--branches", "--tags", "HEAD", "--not", "--remotes"), Stake()
    add(own, found)
    stake.commits, stake.more, stake.unsure = (
        stake.commits + own.commits, stake.more or own.more, stake.unsure or own.unsure)
    stake.subjects += own.subjects[: SUBJECTS - len(stake.subjects)]
    held = stash_list(root)
    stake.stashes += held
    return bool(found or held)


def stash_list(folder: str) -> list[str]:
    """The newest 50 stashes, a line each."""
    done = _git.run(
        folder, "-c", "log.showSignature=false", "log", "-g", "--format=%gd %gs", "--max-count=50", "refs/stash", "--"
    )
    return [line for line in (done or (1, ""))[1].splitlines() if line] if done is not None and done[0] == 0 else []


def stashes(place: Place, loss: Loss) -> Stake:
    """kind "stash".  a: all of them; else the named one, or the first.  One that is applied as it is holds nothing.
    n, N: only where a stash that is made before puts nothing away, N: not even what git does not know."""
    stake, folder = Stake(), folder_of(place, loss)
    if not folder:
        return stake
    if not frozenset("nN").isdisjoint(loss.flags):
        kept = "--untracked-files=normal" if "N" in loss.flags else "--untracked-files=no"
        done = _git.run(folder, "status", "--porcelain", kept)
        if done is None or done[0] or done[1].strip():
            return stake
    stake.root = folder
    every = stash_list(folder)
    wanted = every
    if "a" not in loss.flags:
        name = (loss.names or ("0",))[0]
        name = name if name.startswith("stash@") else f"stash@{{{name}}}"
        wanted = [line for line in every if line.startswith(name + " ")]
    for line in wanted:
        name = line.split(" ")[0]
        if not applied(folder, name):
            stake.stashes.append(line)
            known = _git.run(folder, "rev-parse", "--verify", "--quiet", name)
            if known is not None and known[0] == 0:
                stake.refs.append([known[1].strip(), f"stash {line.partition(' ')[2]}"])
    ids = [id for id, _ in stake.refs]
    found = listed(folder, *ids, "--not", "--branches", "--remotes", "--tags", "HEAD") if ids else []
    own = {row[0] for row in found or ()}
    stake.bounds = sorted({one for row in found or () for one in row[3].split()} - own)
    stake.more = found is None or len(found) >= COUNTED
    return stake


def applied(folder: str, name: str) -> bool:
    """Is every file of the stash in the working tree as the stash has it?"""
    plain = ("--no-ext-diff", "--no-textconv", "--no-renames")
    changed = _git.run(folder, "diff-tree", "-r", *plain, "--name-only", "-z", f"{name}^1", name)
    names = [one for one in (changed or (1, ""))[1].split("\0") if one]
    third = _git.run(folder, "rev-parse", "--verify", "--quiet", f"{name}^3")
    if changed is None or changed[0] or not names or (third is not None and third[0] == 0):
        return False
    top = (_git.run(folder, "rev-parse", "--show-toplevel") or (1, ""))[1].strip() or folder
    same = _git.run(top, "diff", "--quiet", *plain, name, "--", *(f":(literal){one}" for one in names[:500]))
    return same is not None and same[0] == 0


# --- what a forced push takes from the remote


def pushed(place: Place, loss: Loss) -> Stake:
    """kind "push": commits that only the remote holds, as far as the last fetch knows.  The names: remote, refspecs."""
    stake, folder = Stake(), folder_of(place, loss)
    if not folder:
        return stake
    remote = loss.names[0] if loss.names and loss.names[0] else "origin"
    if "m" in loss.flags:
        add(stake, listed(folder, f"--remotes={remote}", "--not", "--branches", "--tags"))
        return stake
    branch = (_git.run(folder, "symbolic-ref", "--short", "-q", "HEAD") or (1, ""))[1].strip()
    for spec in [*loss.names[1:]] or [branch]:
        forced = "f" in loss.flags or spec.startswith("+")
        source, colon, target = spec.lstrip("+").partition(":")
        source, target = (source or "", target) if colon else (source, source)
        if "d" in loss.flags or (colon and not source):
            source, target = "", target or spec
        elif not forced:
            continue
        source = branch if source == "HEAD" else source
        target = branch if target == "HEAD" else target
        overwritten(stake, folder, source, f"refs/remotes/{remote}/{target.removeprefix('refs/heads/')}")
    return stake


def overwritten(stake: Stake, folder: str, source: str, there: str) -> None:
    """The remote's commits that no branch here holds, that were never checked out here and that were not written anew
    here: a commit that is rebased keeps its author, its author's time and its subject."""
    name = there.removeprefix("refs/remotes/")
    held = ["--branches", f"--exclude={name}", "--remotes", "--tags"]
    found = listed(folder, there, "--not", *([source] if source else []), *held)
    if found and source:
        anew = {row[1:3] for row in listed(folder, source, "--not", there) or []}
        was_here = {row[0] for row in listed(folder, "-g", "HEAD") or []}
        found = [row for row in found if row[1:3] not in anew and row[0] not in was_here]
    add(stake, found)
