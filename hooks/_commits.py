"""Which files are the person's own: as the last commit before this session holds them, where they commit themselves.

Law: one process a repository, whatever the number of files.  What the session itself committed is nobody's own, nor is
anything of a repository that was cloned and in which nobody has committed since.
Read are the commits of HEAD's own log (`.git/logs/HEAD`), which git writes; a repository without one is asked for HEAD.
In a job for a pull request only what its base holds is the person's: the rest came with the request.
Limitations: who wrote a commit; a log that somebody rewrote; what another person pulled into the repository before.
"""
from __future__ import annotations

from hooks import _git
from hooks._stores import disk
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# What a job of GitHub or GitLab calls the base of its pull request, and that base's name in the job's checkout.
BASES = {"GITHUB_BASE_REF": "refs/remotes/origin/{}", "CI_MERGE_REQUEST_DIFF_BASE_SHA": "{}"}
TAIL = 64 * 1024            # bytes of the log's end
CLONED = "clone:"
AUTHORS = ("Author:", "Commit:", "Co-authored-by:", "Co-Authored-By:")
MADE = ("commit", "merge", "rebase", "cherry-pick", "am", "revert", "pull")     # how a log's entry of work begins


def own(texts: Mapping[str, str], began: float, base: str = "") -> set[str]:
    """The paths of those files that the base, or the last commit before `began` (seconds since the epoch), holds as
    they stand.  A base that the checkout does not have holds none."""
    found: set[str] = set()
    for root, paths in _by_repository(texts).items():
        state = base or last(root, began)
        if state:
            found.update(path for path, text in _held(root, state, paths).items() if _same(text, texts[path]))
    return found


def pull_request(env: Mapping[str, str]) -> str:
    """The base of the pull request that a job's environment tells of; "" for none.

    >>> pull_request({"GITHUB_BASE_REF": "main"}), pull_request({"GITHUB_BASE_REF": ""}), pull_request({})
    ('refs/remotes/origin/main', '', '')
    """
    return next((form.format(env[name]) for name, form in BASES.items() if env.get(name)), "")


def wrote(folder: str, text: str) -> bool:
    """Did the person write the commits that a text shows: does it name them, by name or mailbox, and no other author?

    Who the person is says HEAD's own log: whoever committed here.
    """
    root = root_of(folder)
    made = [line.partition("\t")[0].split(" ", 2)[2] for line in _log(root)
            if line.partition("\t")[2].startswith(MADE) and line.count(" ") > 3] if root else []
    own = {part for head in made for part in head.rpartition(">")[0].split(" <") if part}
    said = [line.partition(":")[2] for line in text.split("\n") if line.lstrip().startswith(AUTHORS)]
    spaced = f" {text} ".replace("\n", " ").replace("<", " ").replace(">", " ")
    return any(f" {part} " in spaced for part in own) and all(any(part in line for part in own) for line in said)


def root_of(folder: str) -> str:
    """The repository in which a folder lies; "" for none."""
    return next(iter(_by_repository({os.path.join(folder, "x"): ""})), "")


def last(root: str, began: float) -> str:
    """The commit that HEAD was at before that moment; "" for none, and in a fresh clone."""
    log = _log(root)
    if not log:
        return "HEAD"
    entries = [entry for entry in map(_entry, log) if entry is not None]
    if entries and entries[0][2].startswith(CLONED) and not any(kind.startswith(MADE) for _, _, kind in entries):
        return ""
    return next((name for name, at, _ in reversed(entries) if at <= began), "")


def _entry(line: str) -> tuple[str, float, str] | None:
    """(the commit, when, how) of a line of the log: `OLD NEW Name <mail> SECONDS ZONE\\thow`."""
    head, _, how = line.partition("\t")
    words = head.split()
    if len(words) < 4 or not words[-2].isdigit() or not words[1].isalnum():
        return None
    return words[1], float(words[-2]), how


def _log(root: str) -> list[str]:
    """The lines of HEAD's log, as far back as TAIL; [] where there is none."""
    git = os.path.join(root, ".git")
    try:
        if os.path.isfile(git):
            pointer = disk.read(git, 4096).decode("utf-8", "replace").strip()
            git = os.path.join(root, pointer.partition("gitdir:")[2].strip())
        path = os.path.join(git, "logs", "HEAD")
        size = os.stat(path).st_size
        data = disk.read(path, TAIL, max(0, size - TAIL))
    except (disk.Fault, OSError):
        return []
    lines = data.decode("utf-8", "replace").splitlines()
    return lines if size <= TAIL else lines[1:]


def _by_repository(paths: Mapping[str, str]) -> dict[str, list[str]]:
    """The folder that holds `.git` -> its files; a file of no repository is in none."""
    found: dict[str, list[str]] = {}
    known: dict[str, str] = {}
    for path in paths:
        folder = os.path.dirname(path)
        if folder not in known:
            at = folder
            while at and not os.path.exists(os.path.join(at, ".git")):
                up = os.path.dirname(at)
                at = up if up != at else ""
            known[folder] = at
        if known[folder] and "\n" not in path:
            found.setdefault(known[folder], []).append(path)
    return found


def _held(root: str, base: str, paths: list[str]) -> dict[str, str]:
    """What a commit holds of files, by path."""
    end = os.urandom(16).hex()      # the name of nothing; git answers it with a line of its own
    asked = "".join(f"{base}:{os.path.relpath(path, root).replace(os.sep, '/')}\n{end}\n" for path in paths)
    said = _git.run(root, "cat-file", "--batch", given=asked.encode("utf-8", "surrogateescape"))
    if said is None or said[0] != 0:
        return {}
    parts = said[1].split(f"{end} missing\n")
    found = {}
    for path, part in zip(paths, parts):
        head, _, text = part.partition("\n")
        if " blob " in head:
            found[path] = text
    return found


def _same(one: str, other: str) -> bool:
    return one.replace("\r\n", "\n").rstrip("\n") == other.replace("\r\n", "\n").rstrip("\n")
