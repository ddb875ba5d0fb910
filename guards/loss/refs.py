"""What refs of git stand where while one line runs: what it makes that holds commits, and what it takes away.

Law: git is asked before the line runs, so each place is told in words of before it (`HEAD~2`, `wip`).  A ref that the
line makes counts only where the loss runs on its success alone, `git branch x && git reset --hard y`; one that it
moves or deletes, before the loss or behind it, counts no more, whatever stands between.
Limitations: what a rebase makes; another folder of the same repository; an alias.
"""
from __future__ import annotations

from guards._shell.programs.arguments import begun
from guards._shell.programs.git import MODES
from guards.loss.words import Loss, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards._shell.reading import Ran

    Kept = list[tuple[Loss, dict[str, list[str]]]]

# How a Loss of commits tells it, in `only`: a place that a ref of this line holds; a branch that stands elsewhere by
# then, "HEAD" for that HEAD does and "@" for its branch; what a word stands for by then, "=WORD PLACE".
HOLDS, LEFT, MEANS = "+", "-", "="
HEAD = ("HEAD", "@")
# Options with which a verb does just what it does without them; with any other it is not followed.
PLAIN = frozenset("""-q --quiet -f --force -t --track --no-track -b -B -c -C --create --force-create -m -a -s -u -F
    --set-upstream --message --annotate --sign --file --force-with-lease --no-verify --verbose -v --progress --atomic
    --follow-tags --ff --no-ff --ff-only --no-edit --edit --hard --soft --mixed --keep --merge -M -d -D --delete
    --move --copy -o --push-option --squash""".split())
OWN = frozenset("-C -c -P --no-pager".split())      # options of git itself that leave the repository where it is


class Refs:
    """The refs of one repository, as far as one line moves them."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept    # what each loss till now was told, by the refs that hold it: "&x" is what was merged into x
        self.list = 0       # the list of `&&` whose work counts
        self.left: dict[str, None] = {}
        self.begin(0)

    def begin(self, number: int) -> None:
        """Nothing is sure of what another list did."""
        self.list, self.branch, self.head = number, "", "" if not self.left.keys().isdisjoint(HEAD) else "HEAD"
        self.made: dict[str, str] = {}      # a ref -> the place that it holds
        self.joined: dict[str, list[str]] = {}      # a branch -> what was merged into it
        self.squashed: list[str] = []

    def place(self, word: str) -> str:
        """What a word of this line stands for, in words of before it; "" where that is not known."""
        at = min((word.find(sign) for sign in "~^@" if word.find(sign) > 0), default=len(word))
        name, rest = _short(word[:at]), word[at:]
        if name in HEAD:
            return self.head and self.head + rest
        if name in self.made:
            return self.made[name] + rest
        return "" if name in self.left or name[:1] in ("", "-") else word

    def told(self, loss: Loss, number: int) -> None:
        """Says in a loss of commits, of that list, what this line made of the refs till then."""
        if number != self.list:
            self.begin(number)
        own = {self.branch} if loss.flags == "h" else {*loss.names[:1]} if loss.flags == "b" else {*loss.names}
        held = {name: [place] for name, place in self.made.items() if name not in own}
        held |= {f"&{name}": places for name, places in self.joined.items() if name not in own and (
            name or HEAD[0] not in self.left)}
        self.kept.append((loss, held))
        left = dict.fromkeys((*self.left, *([self.branch] if loss.flags == "h" and self.branch else [])))
        places = {word: self.place(word) for word in ("HEAD", *loss.names)}
        loss.only = (*(HOLDS + place for place in dict.fromkeys(_all(held)) if place), *(LEFT + name for name in left),
                     *(f"{MEANS}{word} {place}" for word, place in places.items() if place and (
                         place != word or (word == "HEAD" and self.branch))))

    def ran(self, ran: Ran) -> None:
        """One command of git."""
        own, words = begun("git", ran.words)
        given, rest = parts(ran)
        follow = ran.sure and PLAIN.issuperset(given.keys() - OWN) and OWN.issuperset(name for name, _ in own) and not (
            any(name.startswith("GIT_") for name in ran.beside))
        if ran.chain != self.list:
            self.begin(ran.chain)
        verb = VERBS.get(rest[0] if rest else "")
        if rest and rest[0] not in KEEP_INDEX:
            self.squashed = []
        if verb and "--" not in words:
            verb(self, given, rest[1:], follow)

    def drop(self, fits: Callable[[str], bool]) -> None:
        """Refs that hold no more what they held, nor what an earlier loss of this line relied on."""
        for loss, held in self.kept:
            gone = [place for name in [*held] if fits(name) for place in held.pop(name)]
            gone = [place for place in gone if place not in _all(held)]
            loss.only = tuple(one for one in loss.only if one[:1] != HOLDS or one[1:] not in gone)

    def put(self, name: str, place: str, follow: bool) -> None:
        """A ref is made or moved."""
        self.drop(lambda one: one in (name, f"&{name}"))
        self.made.pop(name, None)
        self.joined.pop(name, None)
        if follow and place:
            self.made[name] = place

    def leave(self, branch: str, head: str, follow: bool) -> None:
        """HEAD goes to another branch."""
        self.left["HEAD"] = None
        if follow:
            self.branch, self.head, self.squashed = branch, head, []


def _all(held: dict[str, list[str]]) -> list[str]:
    return [place for places in held.values() for place in places]


def _branch(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    if not given.keys().isdisjoint(("-d", "-D", "--delete")):
        return _gone(refs, rest)
    if not given.keys().isdisjoint(("-u", "-a", "-v", "-s")):
        return None
    copies = not given.keys().isdisjoint(("-c", "-C", "--copy"))
    if copies or not given.keys().isdisjoint(("-m", "-M", "--move")):
        old, new = (rest[0] if rest[1:] else "HEAD"), rest[-1] if rest else ""
        refs.put(new, refs.place(old), follow)
        if not copies:
            refs.made.pop(old, None)
            refs.joined.pop(old, None)
            refs.left[refs.branch if old == "HEAD" else old] = None
            refs.branch = new if follow and (old == "HEAD" or old == refs.branch) else refs.branch
        return None
    return _made(refs, given, rest, follow)


def _gone(refs: Refs, rest: list[str]) -> None:
    if not rest or not all(name.replace("-", "").replace("_", "").replace("/", "").isalnum() for name in rest):
        refs.drop(lambda name: True)        # which ones, nobody knows
    for name in map(_short, rest):
        refs.put(name, "", False)
        refs.left[name] = None


def _short(name: str) -> str:
    return name.removeprefix("refs/").removeprefix("heads/").removeprefix("tags/")


def _update(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """`update-ref`: a ref is set or deleted, by its long name."""
    refs.drop(lambda name: name == "&")
    _gone(refs, rest[:1] or ([given["-d"]] if given.get("-d") else []))


def _made(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """A branch or a tag, of HEAD or of what stands behind its name; by force it may have stood elsewhere."""
    if not given.keys().isdisjoint(("-d", "--delete")):
        return _gone(refs, rest)
    if not given.keys().isdisjoint(("-f", "--force")):
        refs.left.update(dict.fromkeys(rest[:1]))
        refs.drop(lambda name: name == "&")
    if rest and len(rest) < 3:
        refs.put(rest[0], refs.place((rest[1:] or ["HEAD"])[0]), follow)
    return None


def _switch(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """To a new branch, or to one that is there; a file that `checkout` takes back stands for no place."""
    new = next((value for name, value in given.items() if name in NEW), "")
    if not new:
        return refs.leave(rest[0], refs.place(rest[0]), follow and len(rest) == 1 and rest != ["-"]) if rest else None
    if not given.keys().isdisjoint(("-B", "-C", "--force-create")):
        refs.left[new] = None
        refs.drop(lambda name: name == "&")
    place = refs.place((rest or ["HEAD"])[0])
    refs.put(new, place, follow)
    return refs.leave(new, place, follow)


NEW = frozenset("-b -B -c -C --create --force-create".split())


def _reset(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """The branch of HEAD goes elsewhere; a word that may be a file's moves nothing."""
    if rest and rest[0] not in HEAD:
        own = refs.branch
        refs.drop(lambda name: name in ("&", own, f"&{own}") or (not own and name[:1] == "&"))
    if len(rest) == 1 and rest[0] not in HEAD and (rest[0].startswith(HEAD) or not given.keys().isdisjoint(MODES)):
        place = refs.place(rest[0])
        if refs.branch:
            refs.put(refs.branch, place, follow)
        refs.left[refs.branch or "@"] = None
        refs.joined.pop(refs.branch, None)
        refs.head = place if follow else refs.head


def _merge(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """What is merged is held by the branch; what is squashed, once that is committed."""
    if follow:
        places = [refs.place(name) for name in rest]
        (refs.squashed if "--squash" in given else refs.joined.setdefault(refs.branch, [])).extend(places)


def _commit(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    if follow and refs.squashed and not rest:
        refs.joined.setdefault(refs.branch, []).extend(refs.squashed)
        refs.squashed = []


def _rebase(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    refs.drop(lambda name: name[:1] == "&")
    refs.leave(refs.branch, "", True)


def _push(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """What a remote took it holds, under a name that this line may give to something else."""
    if FORCED.intersection(given) and not rest[1:]:
        _remote(refs, given, ["set-url"], follow)
    for spec in rest[1:] or ["HEAD"] * ("--delete" not in given):
        source, colon, target = spec.lstrip("+").partition(":")
        target = _short(target if colon else source)
        name = f"{(rest or [''])[0]} {target}"     # which no branch can be called
        name = target if rest[:1] == ["."] else name
        gone = "--delete" in given or "-d" in given or (colon != "" and not source)
        refs.put(name, "" if gone else refs.place(source), follow)
        if gone:
            refs.left[name.replace(" ", "/")] = None


def _remote(refs: Refs, given: dict[str, str], rest: list[str], follow: bool) -> None:
    """Another place by the name of a remote, or none: what stands there is not known any more."""
    if rest[:1] not in ([], ["add"], ["get-url"], ["show"], ["update"]):
        refs.made = {name: place for name, place in refs.made.items() if " " not in name}
        refs.drop(lambda name: " " in name)


FORCED = frozenset("-f --force --force-with-lease --mirror --prune".split())
KEEP_INDEX = frozenset("add commit diff log merge show status".split())      # leave what `merge --squash` put there
VERBS = {"branch": _branch, "tag": _made, "switch": _switch, "checkout": _switch, "reset": _reset, "merge": _merge,
         "commit": _commit, "rebase": _rebase, "push": _push, "remote": _remote, "update-ref": _update}
