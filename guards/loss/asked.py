"""Did the person ask for just this loss?  The kinds of act that fit it, and whether a clause speaks of its object.

What a clause is, and for how long it counts, says guards/_origin/consent.py.
Limitations: a request for another file of the same name; a thing that a pronoun means from a sentence before; who names
a file to be worked on names it to be written over.
"""
from __future__ import annotations

from guards._evidence.wishes import asks_only
from guards._intent.clause import ANEW, AWAY, BACK, FORCE, FORMAT, KEEP, MODES, MOVE, SAID
from guards._intent.typed import spelled
from guards._origin.consent import Clause, clauses_of, live, of, prompts, words_of
from guards._text.words import stem, tokens
from guards.loss.spoken import (
    at_stake,
    bare,
    forms,
    inside,
    milder,
    named,
    nothing_behind,
    of_another,
    placed,
    speaks_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards import Event, Session, Settings
    from guards._evidence.recalled import Memory
    from guards.loss.spoken import Mark
    from guards.loss.words import Loss

# Kinds of act that a prompt speaks of: see _intent/lexicon.py.
READS = "reads"
KINDS = {
    "files": (AWAY,), "tree": (AWAY, BACK), "clean": (AWAY, BACK), "commits": (AWAY, BACK), "stash": (AWAY,),
    "push": (FORCE, AWAY), "worktree": (AWAY,), "modes": (MODES,), "device": (FORMAT, AWAY),
    "remote": (AWAY, BACK, ANEW, "stop")}
# Branches that belong to more than one person: "force push it" means none of these.
SHARED = frozenset("dev develop development main master prod production release stable staging trunk".split())
BRANCHES = ("branches",)
PLACES = "branch branches git github gitlab origin remote repo repository upstream".split()    # where a branch is
ROOTS = (".", ":/")
# Of a clause that says not to, what takes back all that was asked for: "no, don't do it".
STOPS = frozenset((AWAY, BACK, FORCE, ANEW, MOVE, KEEP, *"do touch not never don't dont run proceed".split()))
EXCLUDED = ":(exclude"      # how git says what stays
ENDS = frozenset("delete destroy down drop flush flushall flushdb purge remove rm terminate truncate".split())
WRITTEN = ("w", "W", "c", "m")      # flags of what is only written over


def asked(event: Event, session: Session, loss: Loss, found: dict[str, object],
          settings: Settings) -> str:
    """How a person consented to just this; "" where nobody did."""
    rows = live(event.facts.stored("said"))
    if not rows or loss.flags == "v":       # nobody asks for one file of many
        return ""
    from guards._evidence.evidence import hasher

    mark = hasher(settings.key)
    if loss.kind == "files" and loss.flags in WRITTEN and written(loss, found, rows, mark):
        return "named"
    if pointed_at(found, rows, mark):
        return "paper"
    names = [name for name in loss.names if name not in (*ROOTS, "HEAD") and " " not in name
             and not name.startswith(EXCLUDED)]

    typed = spellings(event, loss, mark)

    def speaks(clause: Clause) -> bool:
        if SAID in clause.kinds:
            return not typed.isdisjoint(clause.names) or (
                bool(names) and _said(loss, clause, mark) and placed(loss, clause, mark) and (
                    all(named(name, clause.said, mark) for name in names)))
        return objects(loss, found, clause, mark)

    def refuses(clause: Clause) -> bool:
        return _said(loss, clause, mark) if SAID in clause.kinds else _refused(loss, names, clause, mark)

    return of(event, session, (*_kinds(loss), SAID), speaks, refuses, used(loss, mark))


def _kinds(loss: Loss) -> Sequence[str]:
    """The kinds of act that a clause must speak of; who updates a thing does not want it gone."""
    words = (word for word in loss.what.lower().split() if word[0] != "-")
    gone = loss.kind == "remote" and not ENDS.isdisjoint(part for word in words for part in word.split("-"))
    return (AWAY, BACK, "stop", "recreat") if gone else KINDS.get(loss.kind, (AWAY,))


def _said(loss: Loss, clause: Clause, mark: Mark) -> bool:
    """Does the clause hold the command itself: "git reset --hard please"?"""
    command = frozenset(map(mark, tokens(loss.what)))
    return len(command) > 2 and command <= clause.said


def spellings(event: Event, loss: Loss, mark: Mark) -> frozenset[str]:
    """The command by which it would be lost, as a person may have typed it: just this one, where they are."""
    from guards.loss.destroys import of_command
    from guards.loss.words import parse

    call = event.call
    if call is None:
        return frozenset((mark(spelled(loss.what.split())),))
    here = [ran for ran in call.ran if ran.cwd == call.cwd and loss.cwd in ("", call.cwd)]
    return frozenset(mark(spelled([ran.program, *ran.words])) for ran in here if any(
        parse(one.key).key == loss.key for one in of_command(ran, call, {})))


def _whole(loss: Loss) -> bool:
    return loss.kind in ("tree", "clean") and not set(ROOTS).isdisjoint(loss.names)


def _refused(loss: Loss, names: list[str], clause: Clause, mark: Mark) -> bool:
    """Does a clause that says not to speak of it: of a name, of all, of one thing of all that is not spared?"""
    told = frozenset(clause.words)
    kept = [word for name in loss.names if name.startswith(EXCLUDED) for word in tokens(bare(name))]
    if _whole(loss) and "f" in clause.flags and told.isdisjoint(map(mark, kept)):
        return True         # "everything, but keep notes.md"
    some = [word for name in names for word in tokens(bare(name)) if not word.isdigit()]
    return not told.isdisjoint(map(mark, some)) or (
        bool(clause.kinds & STOPS) and not {"p", "w"}.isdisjoint(clause.flags))


def used(loss: Loss, mark: Mark) -> str:
    """The fingerprint of what a consent is used up by: the same act, there, on the same things."""
    where = loss.only if loss.kind == "remote" else ()
    return mark("\n".join((loss.kind, loss.cwd, *(() if _whole(loss) else sorted(loss.names)), *where)))


def written(loss: Loss, found: dict[str, object], rows: list[dict[str, object]], mark: Mark) -> bool:
    """Did the newest request, wanting more than to be told something, name what is only written over, with its ending,
    and not as what is to stay?"""
    said = prompts(rows)
    begins = max((at for at, row in enumerate(said) if not row.get("j")), default=0)
    names = [frozenset(map(mark, tokens(name.rstrip("/").rpartition("/")[2]))) for name in at_stake(loss, found)]
    stays = [one for row in said[begins:] for one in clauses_of(row, [], frozenset())
             if "n" in one.flags or ("keep" in one.kinds and "save" not in one.kinds)]
    return any(row.get("h") != [READS] and all(name <= words_of([row]) for name in names)
               for row in said[begins:]) and not any(name <= one.said for name in names for one in stays)


def pointed_at(found: dict[str, object], rows: list[dict[str, object]], mark: Mark) -> bool:
    """Does a prompt point at one of the project's own papers that hold the command, "follow the runbook", and the
    newest want more than to be told something?"""
    papers = found.get("papers")
    some = list(map(str, papers)) if isinstance(papers, list) else []
    said = prompts(rows)
    if not some or not said or said[-1].get("h") == [READS]:
        return False
    words = words_of(said)
    folders = [path.rpartition("/")[0].rpartition("/")[2].lower() for path in some]
    return any(named(path, words, mark) for path in some) or any(
        mark(form) in words for folder in folders if len(folder) > 4 for form in forms(folder))


def objects(loss: Loss, found: dict[str, object], clause: Clause, mark: Mark) -> bool:
    """Is each object named in the clause, or all of it by a word for everything?"""
    if not placed(loss, clause, mark) or milder(loss, clause):
        return False
    words = frozenset(clause.words)
    files = loss.kind == "files"
    if ("e" not in clause.flags and loss.kind in ("remote", "stash")) or (
            not files and not {"p", "w"}.isdisjoint(clause.flags)):
        words = clause.said     # what stands behind "in" may be the object: "undo what you did in cart.py"
    if "p" in clause.flags:     # but it is no file out of which a part goes: "remove it from cart.py"
        words = (words | clause.around).difference(clause.place if files else ())
    return SPEAKS.get(loss.kind, _things)(loss, found, clause, words, mark)


def _everything(clause: Clause) -> bool:
    """All that is not committed: not "everything in src/"."""
    return "w" in clause.flags and "f" not in clause.flags


def _changes(loss: Loss, found: dict[str, object], clause: Clause, words: frozenset[str], mark: Mark) -> bool:
    narrow = [name for name in loss.names if name not in ROOTS and not name.startswith(EXCLUDED)]
    if narrow:
        return all(named(name, words, mark) for name in narrow) or _everything(clause)
    return _everything(clause) and (loss.kind == "tree" or "u" in clause.flags)


def _stash(loss: Loss, found: dict[str, object], clause: Clause, words: frozenset[str], mark: Mark) -> bool:
    stash = {mark(word) for word in ("stash", "stashes", "stashed")} & words
    if "a" in loss.flags and clause.place[:1] == [mark("of")]:
        return False        # "the stash of cart.py" is one of them
    return (bool(stash) and nothing_behind(stash, clause, mark)) or (
        "e" not in clause.flags and speaks_of(loss, found, clause, mark))


def _pushed(loss: Loss, found: dict[str, object], clause: Clause, words: frozenset[str], mark: Mark) -> bool:
    specs = [name.lstrip("+").rpartition(":")[2] for name in loss.names[1:]]
    if FORCE not in clause.kinds:
        return bool(specs) and all(named(name, words, mark) for name in specs) and (
            not of_another(loss, specs, clause, mark))
    return all(named(name, clause.said, mark) or name.lower() not in SHARED for name in specs)


def _commits(loss: Loss, found: dict[str, object], clause: Clause, words: frozenset[str], mark: Mark) -> bool:
    if loss.flags in ("h", "l", "r"):
        return "c" in clause.flags or _everything(clause) or all(
            named(name, clause.said, mark) for name in loss.names)
    if mark("from") in clause.place[:1] and set(map(mark, PLACES)).isdisjoint(clause.place):
        return False        # "remove wip from the title"
    return (_called(loss, loss.names, words, clause, mark) and (
        not of_another(loss, loss.names, clause, mark))) or speaks_of(loss, found, clause, mark)


def _called(loss: Loss, names: Sequence[str], words: frozenset[str], clause: Clause, mark: Mark) -> bool:
    """Is each named in the clause, and no word of another thing behind its name: "the notes field" is not notes.md?"""
    said = {mark(word) for name in names for word in (*tokens(bare(name)), *BRANCHES[loss.kind != "commits":])}
    endings = {mark(word) for name in names for word in tokens(name.rpartition(".")[2])}
    return all(named(name, words, mark) for name in names) and (loss.kind == "remote" or (      # "the shop namespace"
        nothing_behind(said | endings, clause, mark)))


def _things(loss: Loss, found: dict[str, object], clause: Clause, words: frozenset[str], mark: Mark) -> bool:
    names = at_stake(loss, found)
    ids = [name for name in names if not name.isalpha()] if loss.kind == "remote" else []
    new = loss.kind == "files" and loss.flags in ("", "r") and bool(found.get("untracked"))
    called = [name for name in ids or names if named(name, words, mark)]
    if loss.kind == "remote" and any(one.startswith("table=") for one in loss.only):
        names, called = (), []      # where it lies is its place
    if names and _called(loss, called, words, clause, mark) and not of_another(loss, called, clause, mark) and all(
            new and inside(name, loss.cwd, clause, mark) for name in ids or names if name not in called):
        return True         # `namespace` is English
    return speaks_of(loss, found, clause, mark)


SPEAKS = {"tree": _changes, "clean": _changes, "stash": _stash, "push": _pushed, "commits": _commits}


def works_on(memory: Memory, loss: Loss) -> bool:
    """Did the person set the agent to work on the thing, be it another work?  "Upgrade redis", and its manual says to
    delete redis-master; who only wants to be told something works on nothing."""
    names = [name for name in loss.names if not name.isalpha()] or loss.names
    return bool(names) and not asks_only(memory) and all(
        any(memory.h(stem(word)) in memory.words for word in tokens(bare(name)) if len(word) > 2) for name in names)
