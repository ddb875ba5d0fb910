"""What a person is told: what the call would take away, by name, and how to keep it."""

from __future__ import annotations

from guards._text.plain import cut, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards.loss.words import Loss

NAMED = 4
KEEP = {
    "files": "to keep them: commit, or copy them elsewhere first",
    "tree": "to keep them: git stash",
    "clean": "to keep them: git stash -u",
    "ignored": "to keep them: copy them elsewhere first, since git stash leaves what git ignores",
    "dropped": "to keep them: leave the stash",
    "commits": "to keep them: git branch keep-it COMMIT first",
    "stash": "to keep it: git stash branch NAME",
    "push": "to keep them: git fetch, then merge or rebase",
    "worktree": "to keep them: commit there",
}
# How a `Loss` that is no command ends, and what it does.
ENDS = {"writing over it": "overwrite", " over it": "overwrite", " that empties it": "empty",
        " that keeps some lines of it": "keep few lines of", " container stop": "lose"}
SURELY = {"device": "overwrites the disk", "remote": "takes away what cannot be brought back"}


def unsure(found: dict[str, object]) -> bool:
    """Could the stake not be computed, for something that git can bring back?  Then it is only said."""
    return bool(found.get("unsure")) and not any(
        found.get(name) for name in ("files", "commits", "stashes", "outside")
    )


def summary(rows: list[tuple[Loss, dict[str, object]]]) -> str:
    """`git reset --hard` would lose 3 changed files that no commit holds: a, b, c"""
    parts = list(dict.fromkeys(f"`{shown(called(loss.what)[0], 40)}` {takes(loss, found)}" for loss, found in rows))
    return "; ".join(parts[:3]) + (f"; and {len(parts) - 3} more" if len(parts) > 3 else "")


def called(what: str) -> tuple[str, str]:
    """(the command of a loss, what it does) before a person.

    >>> [called(what) for what in ("cp over it", "writing over it", "git reset --hard", "docker container stop")]
    [('cp', 'overwrite'), ('>', 'overwrite'), ('git reset --hard', 'lose'), ('docker', 'lose')]
    """
    end = next(filter(what.endswith, ENDS), "")
    return what.removesuffix(end) or ">", ENDS.get(end, "lose")


def takes(loss: Loss, found: dict[str, Any]) -> str:
    """What a person is told that would be lost: how many files, commits, stashes, and some names."""
    if loss.kind in SURELY:
        return f"{SURELY[loss.kind]}: {listed(loss.names)}"
    more = "more than " if found.get("more") else ""
    said = []
    if found.get("files"):
        n = found["files"]
        what = "file" if found.get("untracked") else "changed file"
        said.append(f"{more}{n} {what}{'s' * (n != 1)} that no commit holds: {listed(found.get('names', ()), n)}")
    if found.get("commits"):
        n = found["commits"]
        where = "only the remote holds" if loss.kind == "push" else "no other branch or remote holds"
        said.append(f"{more}{n} commit{'s' * (n != 1)} that {where}: {listed(found.get('subjects', ()), n)}")
    if found.get("stashes"):
        n = len(found["stashes"])
        said.append(f"{n} stash{'es' * (n != 1)}: {listed(found['stashes'], n)}")
    if found.get("outside"):
        said.append(f"{'the modes of ' * (loss.kind == 'modes')}{listed(found['outside'])}, outside the project")
    if not said:
        where = f" in {listed(loss.names)}" if loss.kind == "files" and loss.names else ""
        return f"may lose work{where}; {found.get('unsure') or 'it could not be looked at'}"
    return f"would {called(loss.what)[1]} {' and '.join(said)}"


def listed(names: Any, count: int = 0) -> str:
    """Some names and how many there are besides."""
    few = [shown(name if len(name) <= 60 else f"...{name[-57:]}", 60) for name in map(str, list(names)[:NAMED])]
    rest = max(count, len(names)) - len(few)
    return ", ".join(few) + (f" and {rest} more" if rest > 0 else "")


def shown(text: str, limit: int) -> str:
    """A name as it may stand in a reason: one line, no quotes, bounded."""
    return cut(one_line(str(text).replace('"', "'").replace("`", "'"), limit * 2), limit)
