"""Which command may run what stands in a file: one that names it, or that runs files of this name.

Law: what would run a file that is named is not looked up in a table; the tables only take out what surely does not:
programs that only read, git's own verbs, questions such as `--help`.
Limitations: a program that only reads by its name and runs what it reads; a file that another file takes in.
"""
from __future__ import annotations

from guards._shell.conventions import looks, run_by
from guards._shell.programs import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.reading import Ran

# Rooms whose programs run nothing of the project's, unless the file itself is handed to them as a script.
READERS = frozenset("filters files network web".split())
CALLS_NOTHING = frozenset("client cloud dumper forge mail sender".split())
GIT = frozenset("""add am apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick
    clean clone commit config describe diff diff-tree fetch for-each-ref format-patch fsck gc grep help init
    log ls-files ls-remote ls-tree merge merge-base mv name-rev notes pull push range-diff rebase reflog
    remote rerere reset restore rev-list rev-parse revert rm shortlog show show-ref sparse-checkout stash
    status submodule switch symbolic-ref tag update-index update-ref version whatchanged worktree""".split())
# Options behind which a program that only reads is handed a script or settings.
SCRIPTS = tuple("-f -K -x -S -s --file --config --from-file --script --source -c -F".split())
SHOWS = frozenset("bat cat diff grep head less ls rg tail wc".split())


def reached(path: str, one: Ran, command: str) -> bool:
    """May this simple command run what stands in the file?"""
    named = is_named(path, one)
    if named and one.program not in SHOWS and any(word.partition("=")[0] in SCRIPTS for word in one.words):
        return True
    if "<" in command and one.program not in SHOWS and is_named(path, command) and one.program in HANDLERS:
        return HANDLERS[one.program] == "services.client" or runs(one, path)
    return runs(one, path) and (named or run_by(path, (one,)) or takes_in(path, one) or (
        one.fed != "" and is_named(path, command)))


# How the files of a folder end that a program takes in together.
FOLDERS = {"exs": ("mix",), "go": ("go",), "kts": ("gradle", "gradlew"), "tf": ("terraform", "tofu")}


def takes_in(path: str, one: Ran) -> bool:
    """Does a program take in all files of this kind: of one language, or tests where it tests?"""
    name = path.rpartition("/")[2].lower()
    return one.program in FOLDERS.get(name.rpartition(".")[2], ())


def is_named(path: str, one: Ran | str) -> bool:
    """Does a command name the file, or the module that it is?"""
    name = path.rpartition("/")[2]
    for word in one.split() if isinstance(one, str) else [one.whole, *one.words]:
        word = word.strip("\"'`();|&<>").rpartition("=")[2].rpartition("@")[2].rstrip("/")
        if word.rpartition("/")[2] == name or (word and path.endswith("/" + word)):
            return True
    bare = path.rpartition(".")[0]
    return not isinstance(one, str) and any(
        word.rpartition("/")[2] == name or bare.endswith("/" + word.strip("./").replace(".", "/"))
        for word in _of_code(one))


def _of_code(one: Ran) -> list[str]:
    """The names in what an interpreter is handed as code or as a module: `-m src.helper`, `-c "import src.helper"`."""
    text = " ".join(b for a, b in zip(one.words, one.words[1:]) if a in ("-c", "-e", "-m"))
    return "".join(c if c.isalnum() or c in "._-/" else " " for c in text).split()


def runs(one: Ran, path: str) -> bool:
    """Is this a program that runs what others wrote, as far as is known?"""
    first = "".join(one.words[:1])
    if not one.program or looks(one):
        return False
    room, _, function = HANDLERS.get(one.program, "").partition(".")
    if one.program == "git":
        hooks = "/hooks/" in path or "/.husky/" in path or "/.git" in path or path.endswith("pre-commit-config.yaml")
        verb = next((word for word in one.words if not word.startswith("-")), "status")
        return verb not in GIT or (hooks)
    return room not in READERS and function not in CALLS_NOTHING and (function, first) != ("shell", "-n")
