"""Did the person ask for just this?  The act and its object in one prompt, in any language of `_origin/languages`.

A prompt is kept as keyed hashes of its words (guards/_origin/evidence.py), so words are compared, not meanings: an
act's word, the object's name, and no word that says not to.
Cannot see: a request for another file of the same name; "not" said in another prompt.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event, Settings
    from guards.loss.words import Loss

# Words for taking away; the languages' own stand in the prompt's row as their English stem.
REMOVES = """
    delete deleting remove removing rm erase wipe clean clear drop discard trash prune purge destroy nuke kill
    unlink rid throw empty
""".split()
STEMS = frozenset(("delet", "remov", "cancel"))
BACK = "reset revert restore discard undo drop throw abandon rollback roll".split()
OVER = """
    overwrite replace rewrite regenerate update recreate write save store output redirect truncate copy move rename
    put create generate export dump
""".split()
ACTS = {
    "files": [*REMOVES, "move", "rename"],
    "tree": [*BACK, *REMOVES, "checkout", "force"],
    "clean": [*REMOVES, *BACK],
    "commits": [*REMOVES, *BACK, "squash", "rewrite"],
    "stash": [*REMOVES, "pop"],
    "push": ["force", "forced", "overwrite", *REMOVES, "rewrite"],
    "worktree": REMOVES,
    "modes": ["chmod", "chown", "permissions", "owner"],
    "device": ["format", "wipe", "erase", "mkfs", "dd", "overwrite", "flash", "write"],
    "remote": [
        *REMOVES,
        "uninstall",
        "terminate",
        "disable",
        "archive",
        "unregister",
        "flush",
        "truncate",
        "forget",
        "sync",
        "reset",
        "tear",
        "down",
        "deploy",
        "publish",
        "release",
        "upload",
        "mirror",
    ],
}
# What a person calls all that git has not committed.
WIDE = """
    changes change everything all uncommitted unstaged local modifications edits work untracked files tree hard
    stash stashes folder directory head commits commit branch branches
""".split()
NOT = """
    not don dont never without keep except unless nicht kein keine keinen ohne nie pas jamais sans ne nunca sin não
    sem non senza niet geen zonder nie bez не без
""".split()
NEEDS_WIDE = frozenset(("tree", "clean", "stash"))


def asked(event: Event, loss: Loss, found: dict[str, object], settings: Settings) -> bool:
    """Does one prompt name the act and each of its objects?"""
    prompts = [row for row in event.facts.kept("said") if isinstance(row, dict) and row.get("k") == "u"]
    if not prompts:
        return False
    from guards._origin.evidence import hasher
    from guards._origin.packed import unpack

    mark = hasher(settings.key)
    acts = OVER if loss.kind == "files" and loss.flags in ("w", "W", "c", "m") else ACTS.get(loss.kind, REMOVES)
    for row in prompts:
        order = unpack(str(row.get("t") or ""))
        said = frozenset(order)
        if refused(order, loss, acts, mark):
            continue
        if literally(loss, said, mark):
            return True
        other = not STEMS.isdisjoint(row.get("v") or ()) and acts is not OVER
        if (other or any(mark(word) in said for word in acts)) and objects(loss, found, said, mark):
            return True
    return False


# Behind "not", once all was said: why it may go.
NEED = "need needed use used".split()


def refused(order: list[str], loss: Loss, acts: list[str], mark: Callable[[str], str]) -> bool:
    """Does a word that says not to speak of the act?  "Delete notes, I do not need it": it does not.

    order   the prompt's words as they first stand in it
    """
    at = {word: place for place, word in reversed(list(enumerate(order)))}
    no = [at[mark(word)] for word in NOT if mark(word) in at]
    if not no:
        return False
    names = [at.get(mark(word)) for name in loss.names for word in tokens(name.rstrip("/").rsplit("/", 1)[-1])]
    said = [at[mark(word)] for word in acts if mark(word) in at]
    if not names or not said:
        return True
    need = {at[mark(word)] for word in NEED if mark(word) in at}
    last = max(-1, *(place if place is not None else len(order) for place in names), min(said))
    cut = at.get(mark("t"), -1)     # "don't" in two words
    return any(place < last or place + 1 + (place + 1 == cut) not in need for place in no)


def literally(loss: Loss, said: frozenset[str], mark: Any) -> bool:
    """Does the prompt hold the command itself: `git reset --hard`?"""
    command = tokens(loss.what)
    return (
        len(command) > 2
        and all(mark(word) in said for word in command)
        and all(named(name, said, mark) for name in loss.names
                if name not in (".", ":/", "HEAD") and " " not in name)     # a description names nothing
    )


def objects(loss: Loss, found: dict[str, object], said: frozenset[str], mark: Any) -> bool:
    """Is each object named, or all of them by a word for everything?"""
    wide = any(mark(word) in said for word in WIDE)
    if loss.kind in NEEDS_WIDE:
        narrow = [name for name in loss.names if name not in (".", ":/")]
        return wide or (bool(narrow) and all(named(name, said, mark) for name in narrow))
    if loss.kind == "push":
        specs = [name.lstrip("+").rpartition(":")[2] for name in loss.names[1:]]
        return all(named(name, said, mark) for name in specs) if specs else mark("push") in said
    if loss.kind == "commits" and loss.flags in ("h", "l", "r"):
        return wide or all(named(name, said, mark) for name in loss.names)
    if loss.kind == "commits":
        return all(named(name, said, mark) for name in (loss.names[:1] if loss.flags == "b" else loss.names))
    names = loss.names[:1] if loss.flags == "c" else loss.names
    ids = [name for name in names if not name.isalpha()] if loss.kind == "remote" else []
    return bool(names) and all(named(name, said, mark) for name in ids or names)    # `namespace` is English


def named(name: str, said: frozenset[str], mark: Any) -> bool:
    """Do all words of its last part stand in the prompt?  A pattern's by what of it is no pattern."""
    host, colon, _ = name.partition(":")
    if colon and "." in host and all(mark(word) in said for word in tokens(host.rpartition("@")[2])):
        return True         # a place on a host that the prompt names
    last = name.rstrip("/").rsplit("/", 1)[-1] or name
    words = tokens(last)
    return bool(words) and all(mark(word) in said for word in words)


def tokens(text: str) -> list[str]:
    """The words of a text, in order (loaded only where somebody asks)."""
    from guards._text.words import tokens as of

    return list(of(text))


# Stems of verbs by which a text orders it; what is run is told by the command's own words.
ORDERS = frozenset("""delet remov clean clear eras wip destroy drop reset revert discard overwrit purg run execut forc
    push undo cancel empti empty uninstall""".split())
FOREIGN = 2     # the trust of a result that third parties write (guards/_origin/evidence.py)


def ordered(event: Event, loss: Loss, settings: Settings) -> bool:
    """Does a sentence of foreign text order it: a verb in the place of a request, and the object or the command?"""
    from guards._origin.evidence import hasher
    from guards._origin.packed import unpack
    from guards._origin.recalled import Reading
    from guards._text.words import stem

    mark = hasher(settings.key)
    wanted = [{mark(stem(word)) for word in tokens(name.rstrip("/").rsplit("/", 1)[-1])} for name in loss.names]
    wanted = [words for words in wanted if words]
    command = {mark(stem(word)) for word in tokens(loss.what)}
    handed = {one for row in event.facts.kept("said") if isinstance(row, dict) and row.get("a")
              for one in unpack(str(row.get("e") or ""))}
    for row in event.facts.kept("origin"):
        if not isinstance(row, dict) or row.get("s") != FOREIGN:
            continue
        if not handed.isdisjoint(unpack(str(row.get("q") or ""))):      # "do what OPS-31 says"
            continue
        for _, sentences in Reading(row).sentences:
            for packed in sentences:
                verbs = {verb.rstrip("0123456789") for verb in str(packed[0]).split()}
                said = frozenset(unpack(str(packed[1])))
                if not ORDERS.isdisjoint(verbs) and (
                        any(words <= said for words in wanted) or (len(command) > 2 and command <= said)):
                    return True
    return False
