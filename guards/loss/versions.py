"""What git commands destroy: one row a verb.

Silent by what git itself does: it refuses `checkout BRANCH`, `switch`, `merge`, `pull`, `rebase` and `branch -d` where
work would go; `rebase` and `commit --amend` leave the old commits where they were pushed, and a forced push is
looked at when it comes.
"""

from __future__ import annotations

from guards.loss.words import Loss, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards._shell.reading import Ran

# Git's own options that take a value.
GLOBAL = frozenset(
    """
    -C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env
""".split()
)
ROOT = ":/"  # the whole working tree


def git(ran: Ran) -> list[Loss]:
    """The verb's row, in the folder that `-C` names."""
    words, cwd, i = ran.words, ran.cwd, 0
    while i < len(words) and words[i].startswith("-"):
        if words[i] == "-C" and i + 1 < len(words):
            cwd = words[i + 1] if words[i + 1].startswith(("/", "~")) else f"{cwd.rstrip('/')}/{words[i + 1]}"
        elif words[i].startswith("--work-tree="):
            cwd = words[i].partition("=")[2]
        i += 2 if words[i] in GLOBAL else 1
    if i >= len(words) or "--help" in words[i:] or "-h" in words[i + 1 :]:
        return []
    if words[i] in FED:
        return FED[words[i]](ran, words[i + 1 :], cwd)
    row = VERBS.get(words[i])
    return row(words[i + 1 :], cwd) if row else []


def tree(what: str, cwd: str, flags: str, paths: list[str]) -> list[Loss]:
    """Changes in the working tree that a command overwrites; the whole tree where it names no path."""
    return [Loss("tree", what, cwd, flags, paths or (ROOT,))]


def reset(words: list[str], cwd: str) -> list[Loss]:
    """--hard drops what is staged and what is not; --merge what is staged; both move the branch."""
    flags, rest = parts(words)
    how = next((f for f in ("--hard", "--merge", "--keep") if f in flags), "")
    if not how:
        return []
    found = tree(f"git reset {how}", cwd, {"--hard": "i", "--merge": "s"}.get(how, ""), []) if how != "--keep" else []
    return (
        [*found, Loss("commits", f"git reset {how}", cwd, "h", rest[:1])] if rest[:1] not in ([], ["HEAD"]) else found
    )


def checkout(words: list[str], cwd: str) -> list[Loss]:
    """Paths are taken from the index or a commit over what is there; -f drops every change; -B moves a branch."""
    flags, rest = parts(words, takes=("-b", "-B", "--orphan", "--pathspec-from-file"))
    if flags & {"-p", "--patch", "-b", "--orphan"}:
        return []
    if "-B" in flags:
        name = words[words.index("-B") + 1 : words.index("-B") + 2] if "-B" in words else []
        return [Loss("commits", "git checkout -B", cwd, "b", (*name, *(rest[:1] or ["HEAD"])))] if name else []
    if "--" in words:
        before = [w for w in words[: words.index("--")] if not w.startswith("-")]
        after = words[words.index("--") + 1 :]
        return tree("git checkout", cwd, "i" if before else "", after) if after else []
    if flags & {"-f", "--force"}:
        return tree("git checkout --force", cwd, "i", [])
    return [Loss("tree", "git checkout", cwd, "?", rest)] if rest else []


def restore(words: list[str], cwd: str) -> list[Loss]:
    """git restore: of paths, but not of the index alone."""
    flags, rest = parts(words, takes=("-s", "--source"))
    staged, worktree = bool(flags & {"-S", "--staged"}), bool(flags & {"-W", "--worktree"})
    if flags & {"-p", "--patch"} or (staged and not worktree) or not rest:
        return []
    return tree("git restore", cwd, "i" if staged or flags & {"-s", "--source"} else "", rest)


def switch(words: list[str], cwd: str) -> list[Loss]:
    """git switch, where it throws changes or commits away."""
    flags, rest = parts(words, takes=("-C", "--force-create", "-c", "--create"))
    found = tree("git switch --force", cwd, "i", []) if flags & {"-f", "--force", "--discard-changes"} else []
    if flags & {"-C", "--force-create"}:
        at = (
            next(i for i, w in enumerate(words) if w in ("-C", "--force-create"))
            if {"-C", "--force-create"} & set(words)
            else -1
        )
        found += (
            [Loss("commits", "git switch -C", cwd, "b", (words[at + 1], *(rest[:1] or ["HEAD"])))]
            if 0 <= at < len(words) - 1
            else []
        )
    return found


def clean(words: list[str], cwd: str) -> list[Loss]:
    """d: whole folders; x: ignored files, too; X: only those.  What is excluded stays, at whatever depth."""
    flags, rest = parts(words, takes=("-e", "--exclude"))
    kept = [b for a, b in zip(words, words[1:]) if a in ("-e", "--exclude")]
    kept += [word.partition("=")[2] for word in words if word.startswith("--exclude=")]
    if flags & {"-n", "--dry-run", "-i", "--interactive"} or not flags & {"-f", "--force"}:
        return []
    letters = "".join(letter for letter in "dxX" if f"-{letter}" in flags)
    kept = [one.strip("/") for one in kept if one.strip("/") and one[0] != "!"]
    stays = [f":(exclude,glob)**/{one}{end}" for one in kept for end in ("", "/**")]
    return [Loss("clean", f"git clean -f{letters}", cwd, letters, (*(rest or (".",)), *stays))]


def stash(words: list[str], cwd: str) -> list[Loss]:
    """git stash clear, drop."""
    _, rest = parts(words)
    if rest[:1] == ["clear"]:
        return [Loss("stash", "git stash clear", cwd, "a", ())]
    return [Loss("stash", "git stash drop", cwd, "", rest[1:2])] if rest[:1] == ["drop"] else []


def stashed(ran: Ran) -> list[Loss]:
    """What `git stash` puts away, as losses: where the same call drops it, it is gone."""
    flags, rest = parts(ran.words, takes=("-m", "--message"))
    if ran.program != "git" or rest[:1] != ["stash"] or rest[1:2] not in ([], ["push"], ["save"]):
        return []
    paths = rest[2:] if rest[1:2] == ["push"] else []
    what = "git stash, then drop"
    new = [Loss("clean", what, ran.cwd, "d", paths or (".",))] if flags & {
        "-u", "-a", "--include-untracked", "--all"} else []
    return [*tree(what, ran.cwd, "i", paths), *new]


def branch(words: list[str], cwd: str) -> list[Loss]:
    """git branch, where a branch's commits may be held by nothing else afterwards."""
    flags, rest = parts(words)
    if flags & {"-r", "--remotes"}:
        return []
    if "-D" in flags or (flags & {"-d", "--delete"} and flags & {"-f", "--force"}):
        return [Loss("commits", "git branch -D", cwd, "d", rest)] if rest else []
    if flags & {"-f", "--force"} and rest and not flags & {"-m", "-c", "--move", "--copy"}:
        return [Loss("commits", "git branch -f", cwd, "b", (rest[0], *(rest[1:2] or ["HEAD"])))]
    if flags & {"-M", "-C"} and rest:
        return [Loss("commits", "git branch -M", cwd, "b", (rest[-1], *(rest[:-1] or ["HEAD"])))]
    return []


def tag(words: list[str], cwd: str) -> list[Loss]:
    """git tag -d."""
    flags, rest = parts(words, takes=("-m", "-F", "-u"))
    return [Loss("commits", "git tag -d", cwd, "t", rest)] if flags & {"-d", "--delete"} and rest else []


def push(words: list[str], cwd: str) -> list[Loss]:
    """Names: the remote, then refspecs; f: all are forced; d: all are deleted; m: mirror or prune."""
    flags, rest = parts(words, takes=("-o", "--push-option", "--repo", "--receive-pack", "--exec"))
    if flags & {"-n", "--dry-run"}:
        return []
    letters = (
        ("f" if any(f in ("-f", "--force") or f.startswith("--force-") for f in flags) else "")
        + ("d" if flags & {"-d", "--delete"} else "")
        + ("m" if flags & {"--mirror", "--prune"} else "")
    )
    specs = rest[1:]
    if not letters and not any(s.startswith(("+", ":")) for s in specs):
        return []
    what = (
        "git push --delete"
        if "d" in letters or any(s.startswith(":") for s in specs)
        else "git push --mirror"
        if "m" in letters
        else "git push --force"
    )
    return [Loss("push", what, cwd, letters, rest or ("",))]


def worktree(words: list[str], cwd: str) -> list[Loss]:
    """git worktree remove --force."""
    flags, rest = parts(words)
    return (
        [Loss("worktree", "git worktree remove --force", cwd, "", rest[1:2])]
        if rest[:1] == ["remove"] and flags & {"-f", "--force"}
        else []
    )


def remove(words: list[str], cwd: str) -> list[Loss]:
    """`git rm` refuses where work would go, unless it is forced."""
    flags, rest = parts(words)
    return tree("git rm -f", cwd, "i", rest) if flags & {"-f", "--force"} and "--cached" not in flags and rest else []


def forgets(words: list[str], cwd: str) -> list[Loss]:
    """reflog expire, gc --prune=now, prune: what only the reflog or nothing at all holds."""
    if words[:1] in (["expire"], ["delete"]) or "--prune=now" in words or "--prune=all" in words:
        return [
            Loss(
                "commits", "git reflog expire" if words[:1] != ["--prune=now"] else "git gc --prune=now", cwd, "l", ()
            )
        ]
    return []


def rewrites(words: list[str], cwd: str) -> list[Loss]:
    """filter-branch, filter-repo: every commit anew."""
    return (
        []
        if "--analyze" in words or "--dry-run" in words
        else [Loss("commits", "rewriting the history", cwd, "r", ())]
    )


def update_ref(words: list[str], cwd: str) -> list[Loss]:
    """git update-ref -d."""
    flags, rest = parts(words, takes=("-m",))
    if "-d" not in flags or not rest:
        return []
    if rest[0] == "refs/stash":
        return [Loss("stash", "git update-ref -d", cwd, "a", ())]
    return [Loss("commits", "git update-ref -d", cwd, "d", (rest[0].removeprefix("refs/heads/"),))]


def refs(ran: Ran, words: list[str], cwd: str) -> list[Loss]:
    """update-ref: the ref that it names, or those that its input names."""
    lines = [line.split() for line in ran.given.text.split("\n")] if "--stdin" in words else []
    return [loss for line in lines if line[:1] == ["delete"] for loss in update_ref(["-d", *line[1:2]], cwd)] or (
        update_ref(words, cwd))


def backwards(ran: Ran, told: Ran) -> list[Loss]:
    """`git diff | git apply -R`, `git archive HEAD | tar x`: what git has just told of the working tree is taken back,
    or put over it.  `told`: the command of git before the pipe."""
    flags, rest = parts(ran.words)
    verb, words = told.words[:1], told.words[1:]
    commits = [w for w in (words[:words.index("--")] if "--" in words else words) if not w.startswith("-")]
    reverse = bool(flags & {"-R", "--reverse"}) and (ran.program == "patch" or rest[:1] == ["apply"])
    if verb == ["diff"] and reverse and commits in ([], ["HEAD"]):
        return tree(f"git diff, then {ran.program} -R", ran.cwd, "", words[words.index("--") + 1:]
                    if "--" in words else [])
    if verb == ["archive"] and ran.program in ("tar", "bsdtar") and not flags & {"-C", "--directory"}:
        return tree("git archive, then tar -x", ran.cwd, "i", [])
    return []


def keeps(ran: Ran, before: Ran | None) -> frozenset[str]:
    """The kinds of losses that have nothing at stake once this command went well: it stashes or commits all."""
    flags, rest = parts(ran.words, takes=("-m", "-C", "-F"))
    if rest[:1] == ["stash"] and rest[1:2] in ([], ["push"], ["save"]) and not rest[2:]:
        return frozenset(("tree", "clean")) if flags & {"-u", "-a", "--include-untracked", "--all"} else (
            frozenset(("tree",)))
    told = any(w[:1] == "-" and w[1:2] != "-" and len(w) > 2 and w.endswith("m") for w in ran.words)     # -am TEXT
    if rest[:1] != ["commit"] or rest[1 + told:]:
        return frozenset()
    added, named = parts(before.words if before is not None and before.program == "git" else [])
    if named[:1] == ["add"] and (added & {"-A", "--all"} or named[1:] == ["."]):
        return frozenset(("tree", "clean"))
    return frozenset(("tree",)) if flags & {"-a", "--all"} else frozenset()


def move(words: list[str], cwd: str) -> list[Loss]:
    """git mv -f overwrites a file."""
    flags, rest = parts(words)
    return tree("git mv -f", cwd, "i", rest[-1:]) if flags & {"-f", "--force"} and len(rest) > 1 else []


def submodule(words: list[str], cwd: str) -> list[Loss]:
    """`deinit -f` empties the folders, whatever was changed in them."""
    flags, rest = parts(words)
    if rest[:1] != ["deinit"] or not flags & {"-f", "--force"}:
        return []
    return [Loss("files", "git submodule deinit -f", cwd, "r", rest[1:])] if rest[1:] else []


def checkout_index(words: list[str], cwd: str) -> list[Loss]:
    """git checkout-index -f."""
    flags, rest = parts(words)
    return tree("git checkout-index -f", cwd, "", rest) if flags & {"-f", "--force"} else []


def read_tree(words: list[str], cwd: str) -> list[Loss]:
    """git read-tree --reset -u."""
    return tree("git read-tree --reset -u", cwd, "i", []) if "--reset" in words and "-u" in words else []


VERBS: dict[str, Callable[[list[str], str], list[Loss]]] = {
    "reset": reset,
    "checkout": checkout,
    "restore": restore,
    "switch": switch,
    "clean": clean,
    "stash": stash,
    "branch": branch,
    "tag": tag,
    "push": push,
    "worktree": worktree,
    "rm": remove,
    "reflog": forgets,
    "gc": forgets,
    "filter-branch": rewrites,
    "filter-repo": rewrites,
    "mv": move,
    "submodule": submodule,
    "checkout-index": checkout_index,
    "read-tree": read_tree,
}
# Those whose input counts, too.
FED: dict[str, Callable[[Ran, list[str], str], list[Loss]]] = {"update-ref": refs}
