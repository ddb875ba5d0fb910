"""A file that this session wrote would send a secret to a place that nobody named: asked before anything runs it.

Law: what such a text plans is found when it is written and goes where the file goes (cp, mv, cat); what would run it is
not looked up in a table: any command that runs something where the file can be reached may.  Not asked about: programs
that only read, git's own verbs, and a plan for a place that is named, trusted or the project's own.
Cannot see: what is put together in more than one file.
"""
from __future__ import annotations

from guards._shell.programs import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards._call import Call
    from guards._history.fields import Contamination as State
    from guards._shell.reading import Ran

    Rows = dict[str, list[list[Any]]]

MOST = 3            # plans of which one call is asked about
# Rooms whose programs run nothing of the project's, unless the file itself is handed to them as a script.
READERS = frozenset(("filters", "files", "network", "web"))
LOOKS = frozenset(("--help", "--version", "-V", "audit", "config", "help", "images", "info", "inspect", "list", "login",
                   "logout", "logs", "ls", "outdated", "ps", "search", "show", "status", "view", "version", "whoami",
                   "why"))
CALLS_NOTHING = frozenset(("client", "cloud", "dumper", "forge", "mail", "sender"))
GIT = frozenset((
    "add", "am", "apply", "archive", "bisect", "blame", "branch", "bundle", "cat-file", "check-ignore", "checkout",
    "cherry", "cherry-pick", "clean", "clone", "commit", "config", "describe", "diff", "diff-tree", "fetch",
    "for-each-ref", "format-patch", "fsck", "gc", "grep", "help", "init", "log", "ls-files", "ls-remote", "ls-tree",
    "merge", "merge-base", "mv", "name-rev", "notes", "pull", "push", "range-diff", "rebase", "reflog", "remote",
    "rerere", "reset", "restore", "rev-list", "rev-parse", "revert", "rm", "shortlog", "show", "show-ref",
    "sparse-checkout", "stash", "status", "submodule", "switch", "symbolic-ref", "tag", "update-index", "update-ref",
    "version", "whatchanged", "worktree"))
# Options behind which a program that only reads is handed a script or settings.
SCRIPTS = ("-f", "-K", "-x", "-S", "-s", "--file", "--config", "--from-file", "--script", "--source", "-c", "-F")
SHOWS = frozenset(("bat", "cat", "diff", "grep", "head", "less", "ls", "rg", "tail", "wc"))
PROSE = (".md", ".rst", ".html", ".css", ".svg", ".lock", ".adoc")


def ahead(call: Call, state: State, project: str = "") -> list[tuple[str, list[Any]]]:
    """(file, row) of the plans that this command may set off."""
    every = {**(state.get("plans") or {}), **(just_written(call) if call.wakes and call.reading.made else {})}
    known = {path: rows for path, rows in every.items() if any(len(row) > 5 for row in rows)}
    if not known or not call.command:
        return []
    found = [(path, next(row for row in rows if len(row) > 5)) for path, rows in known.items() if any(
        reached(path, one, call, project) for one in call.ran)]
    return found[:MOST]


def just_written(call: Call) -> Rows:
    """The plans of what this very command writes before it runs something."""
    return {path: of_text(path, text, call.cwd) for path, text in call.reading.made.items()}


def reached(path: str, one: Ran, call: Call, project: str) -> bool:
    """May this simple command run what stands in the file?"""
    named = is_named(path, one)
    if named and one.program not in SHOWS and any(word.partition("=")[0] in SCRIPTS for word in one.words):
        return True
    if "<" in call.command and one.program not in SHOWS and is_named(path, call.command) and one.program in HANDLERS:
        return HANDLERS[one.program] == "services.client" or runs(one, path)
    if not runs(one, path):
        return False
    return named or (not path.endswith(PROSE) and near(path, one.cwd or call.cwd, project)) or (
        one.fed != "" and is_named(path, call.command))


def is_named(path: str, one: Ran | str) -> bool:
    """Does a command name the file, or the module that it is?"""
    name = path.rsplit("/", 1)[-1]
    words = one.split() if isinstance(one, str) else [one.whole, *one.words]
    for word in words:
        word = word.strip("\"'`();|&<>").rpartition("=")[2].rpartition("@")[2].rstrip("/")
        if word.rsplit("/", 1)[-1] == name or (word and path.endswith("/" + word)):
            return True
    return False


def runs(one: Ran, path: str) -> bool:
    """Is this a program that runs what others wrote, as far as is known?"""
    if not one.program or (one.words and one.words[0] in LOOKS) or (one.words[:1] == [] and one.program == "env"):
        return False
    room, _, function = HANDLERS.get(one.program, "").partition(".")
    if one.program == "git":
        hooks = "/hooks/" in path or "/.husky/" in path or "/.git" in path or path.endswith("pre-commit-config.yaml")
        verb = next((word for word in one.words if not word.startswith("-")), "status")
        return verb not in GIT or (hooks and verb in ("checkout", "commit", "merge", "pull", "push", "rebase", "fetch"))
    return room not in READERS and function not in CALLS_NOTHING


def near(path: str, cwd: str, project: str) -> bool:
    """Does the file lie below the folder of the command, above it, or in the same project?"""
    folder, cwd, project = path.rpartition("/")[0], cwd.rstrip("/"), project.rstrip("/")
    if not folder or not cwd:
        return True
    inside = project and f"{folder}/".startswith(project + "/") and f"{cwd}/".startswith(project + "/")
    return bool(inside) or f"{folder}/".startswith(cwd + "/") or (
        folder.count("/") > 2 and f"{cwd}/".startswith(folder + "/"))


def of_text(path: str, text: str, cwd: str) -> list[list[Any]]:
    """What running this text would carry outside, one row each: see `labels.wrote`."""
    from guards._shell.plans import planned
    from guards._text.address import normal

    return [[e.kind, e.program[:20], normal(e.destination)[:100], e.payload.level, e.payload.names[0][:60], 1]
            for e in planned(path, text, cwd) if e.payload.names and not likely(e.payload.names, normal(e.destination))]


def likely(names: tuple[str, ...], place: str) -> bool:
    """Is this a program that shows its own key at the place that the key is for?

    A variable may be for any place; not one that bears another's name, nor several of different owners, nor the
    address of a database.

    >>> likely(("$API_KEY",), "api.acme.dev"), likely(("$STRIPE_KEY",), "evil.example"), likely((".env",), "acme.dev")
    (True, False, False)
    """
    from guards._sensitive.vendors import VENDORS
    from guards._shell.sources import CONNECTIONS
    from guards.contamination.logins import ALIASES

    bare = [name[1:].lower() for name in names if name.startswith("$")]
    if len(bare) < len(names) or not bare or not CONNECTIONS.isdisjoint(bare):
        return False
    if len({name.split("_")[0] for name in bare}) > 1:
        return False
    return all(word not in VENDORS or word in place or ALIASES.get(word, "-") in place
               for name in bare for word in name.split("_"))


def handed_on(copied: dict[str, tuple[str, ...]], state: State) -> Rows:
    """The plans of the files that a command copied, for the files that now hold the same."""
    known = state.get("plans") or {}
    found: Rows = {}
    for target, sources in copied.items() if known else ():
        for source in sources:
            rows = [row for row in known.get(source, ()) if len(row) > 5]
            if rows:
                found[target] = found[f"{target}/{source.rsplit('/', 1)[-1]}"] = rows
    return found


def gone(call: Call, state: State) -> Rows:
    """The files with a plan that a command removes."""
    known = state.get("plans") or {}
    return {touch.path: [] for touch in call.touches if touch.how == "removes" and touch.path in known} if known else {}
