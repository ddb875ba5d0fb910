"""What one line makes of git's refs before a loss of commits: what holds them by then, and whether HEAD went elsewhere.

Law: git is asked before the line runs, so each place is told in words of before it (`HEAD~2`, `wip`).  A ref that the
line makes counts only where the loss runs on its success alone, `git branch x && git reset --hard y`; once the line
deletes, moves or renames it, before the loss or behind it, it counts no more.
Limitations: what a rebase makes; another folder of the same repository; an alias.
"""
from __future__ import annotations

from guards.loss.words import Loss, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.reading import Ran

# How a Loss of commits tells it, in `only`: a place that a ref of this line holds; what stands elsewhere by then, HEAD
# or a branch; what HEAD stands for by then, "=HEAD PLACE".
HOLDS, LEFT, MEANS = "+", "-", "="
HEAD = ("HEAD", "@")
# Options with which a verb makes a ref as it does without them.
PLAIN = frozenset("""-q --quiet -a -s -m --message --annotate --sign -t --track --no-track -u --set-upstream --no-verify
    --verbose -v --follow-tags --ff --no-ff --ff-only --no-edit --squash -b -c --create""".split())
NEW = frozenset("-b -c -B -C --create --force-create".split())
MOVES, COPIES = frozenset("-m -M --move".split()), frozenset("-c -C --copy".split())
# Verbs that may move or take away any ref, and options by which branches and tags go.
SHIFTS = frozenset("""am bisect cherry-pick filter-branch filter-repo pull rebase remote revert symbolic-ref
    update-ref""".split())
UNSURE = frozenset("*$?")        # in a name: which ones go nobody knows
GO = frozenset("-d -D -f --delete --force".split())


class Refs:
    """The refs of one repository, as far as one line makes them."""

    def __init__(self, kept: list[Loss]) -> None:
        self.kept, self.here = kept, HEAD[0]        # losses till now; the place at which HEAD stands, "" for unknown
        self.branch = ""                                # a new one, at which it stands
        self.made: dict[str, tuple[str, int]] = {}      # a ref -> the place that it holds, the list that made it
        self.gone: list[str] = []                       # what stands elsewhere, and where HEAD does

    def told(self, loss: Loss, number: int) -> None:
        """Says in a loss of commits, of that list of `&&`, what this line made of the refs till then."""
        made = {name: place for name, (place, at) in self.made.items() if at == number}
        own = [self.branch or self.here] * (loss.flags == "h")
        loss.only = (*(HOLDS + place for name, place in made.items() if name not in (*loss.names, *own)), *self.gone,
                     *(LEFT + name for name in own if name not in ("", *HEAD)),
                     *(f"{MEANS}{name} {made[name]}" for name in loss.names if name in made))
        self.kept.append(loss)

    def ran(self, ran: Ran) -> None:
        """One command of git."""
        given, (verb, *names) = parts(ran)[0], parts(ran)[1] or [""]
        sure = ran.sure and "--" not in ran.words and not any(name.startswith("GIT_") for name in ran.beside)
        if verb in ("checkout", "switch"):
            made = self._moved(names, next((value for name, value in given.items() if name in NEW), ""), sure)
        elif verb in MAKES:
            made = getattr(self, MAKES[verb])(names, frozenset(given))
        else:
            made = {}
            if verb in SHIFTS:
                self._dropped(["*"])
                self.here, self.gone = "", [*self.gone, LEFT + HEAD[0]]
        for name, place in made.items() if sure else ():
            at = self.here if place in HEAD else place
            self.made.update({name: (at, ran.chain)} if at else {})

    def _moved(self, names: list[str], new: str, sure: bool) -> dict[str, str]:
        """HEAD goes to another branch; a new one holds what it begins at."""
        if names[1:] or not (new or names):
            return {}       # files that are taken back
        to = (names or [HEAD[0]])[0]
        at = self.here if to in HEAD else to if to != "-" and sure else ""
        self.gone += [LEFT + HEAD[0], *([f"{MEANS}HEAD {at}"] if at else [])]
        self.here, self.branch = at, new
        self._dropped([new, ""] if new else [])
        return {new: to} if new else {}

    def _named(self, names: list[str], given: frozenset[str]) -> dict[str, str]:
        """A branch or a tag is made, copied, renamed; else it goes."""
        if names[1:] and not (MOVES | COPIES).isdisjoint(given):
            at = self.made.get(names[0], (names[0], 0))[0]
            self._dropped(names[1:2])
            if not MOVES.isdisjoint(given):
                self.gone.append(LEFT + names[0])
                self._dropped(names[:1])
            return {names[1]: at}
        if PLAIN.issuperset(given) and names:
            return {names[0]: (names[1:] or [HEAD[0]])[0]}
        self._dropped(names or ["*"] * (not GO.isdisjoint(given)))
        return {}

    def _tagged(self, names: list[str], given: frozenset[str]) -> dict[str, str]:
        return self._named(names, given - {"-m"})

    def _merged(self, names: list[str], given: frozenset[str]) -> dict[str, str]:
        return {"": names[-1]} if PLAIN.issuperset(given) and names else {}

    def _pushed(self, names: list[str], given: frozenset[str]) -> dict[str, str]:
        if "--tags" in given:
            return {}
        targets = [f"remote {one.rpartition(':')[2].lstrip('+')}" for one in names[1:]] or ["*"]
        if not PLAIN.issuperset(given) or names[:1] == ["."] or any(name[:1] in "+:" for name in names):
            self._dropped(targets)
            return {}
        source = (names[1:] or [HEAD[0]])[0].partition(":")[0]
        return {targets[0].replace("*", f"remote {source}"): source}

    def _reset(self, names: list[str], given: frozenset[str]) -> dict[str, str]:
        self._dropped(["", self.branch])
        return {}

    def _dropped(self, names: list[str]) -> None:
        """What the line made of these names holds no more, nor what an earlier loss of it relied on."""
        some = UNSURE.isdisjoint("".join(names))
        stays = {name: row for name, row in self.made.items() if some and name not in names}
        lost = {HOLDS + place for place, _ in self.made.values()} - {HOLDS + place for place, _ in stays.values()}
        for loss in self.kept:
            loss.only = tuple(one for one in loss.only if one not in lost)
        self.made = stays


MAKES = {"branch": "_named", "tag": "_tagged", "merge": "_merged", "push": "_pushed", "reset": "_reset"}
