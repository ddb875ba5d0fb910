"""Did the person ask for just this?  The act and its object in one prompt, in any language of `_origin/languages`.

A prompt is kept as keyed hashes of its words (guards/_origin/evidence.py), so words are compared, not meanings: an
act's word, the object's name, and no word that says not to.
Cannot see: a request for another file of the same name; "not" said in another prompt.
"""

from __future__ import annotations

from guards._origin.packed import unpack
from guards.loss.spoken import (
    BACK,
    FOLLOWS,
    REMOVES,
    at_stake,
    bare,
    consents,
    forms,
    goes_on_with,
    has,
    inside,
    mirrors,
    named,
    soon,
    speaks_of,
    tokens,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session, Settings
    from guards.loss.spoken import Mark, Row
    from guards.loss.words import Loss

# Kinds of act that a prompt speaks of: see _origin/tongues.py.
READS, AWAY, SETS = "reads", "away", "sets"
TOLD = frozenset((READS, "makes"))      # to be told something, or to have it written down
STEMS = frozenset(("delet", "remov", "cancel"))
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
        *BACK,
        "replace",
        "anonymise",
        "anonymize",
        "overwrite",
        "refresh",
        "reimport",
        "reseed",
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
    alles änderungen lokal lokale lokalen tout tous modifications todo todos cambios mudanças tudo tutto wszystko zmiany
    كل جميع التعديلات التغييرات المتتبعة lokalny lokalne lokalnego всё все изменения
""".split()
NOT = """
    nothing none not don dont never without keep except unless nicht kein keine keinen ohne nie pas jamais sans ne
    nunca sin não sem non senza niet geen zonder nie bez не без
""".split()
# The same in languages of whose verbs no table is kept.
NOT_ELSEWHERE = """
    no nu ne inte ej ikke ikkje älä älkää ei jangan tidak đừng không δεν μην değil อย่า ไม่ मत नहीं لا نکن לא אל 不要 保留
    以外 いで 残し 말고 말아 지마 제외
""".split()
# Branches that belong to more than one person: "force push it" means none of these.
SHARED = frozenset("dev develop development main master prod production release stable staging trunk".split())
EXCLUDED = ":(exclude"      # how git says what stays
NEEDS_WIDE = frozenset(("tree", "clean", "stash"))


def asked(event: Event, session: Session, loss: Loss, found: dict[str, object], settings: Settings) -> bool:
    """Does one prompt name the act and each of its objects?"""
    kept = [row for row in event.facts.kept("said") if isinstance(row, dict)]
    if not kept:
        return False
    from guards._origin.evidence import breaks, hasher
    from guards._origin.proposed import answered

    prompts = [row for row in answered(kept) if row.get("k") == "u"]

    mark = hasher(settings.key)
    ends = breaks(mark)
    acts = OVER if loss.kind == "files" and loss.flags in ("w", "W", "c", "m") else ACTS.get(loss.kind, REMOVES)
    newest = len(prompts) - 1
    before = False      # did the prompt before it ask for this act, of whatever?
    for at, row in enumerate(prompts):
        clauses = unpack(str(row.get("t") or ""))
        order = [word for word in clauses if word not in ends]
        said = frozenset(order)
        if refused(clauses, loss, acts, mark, ends):
            before = False
            continue
        if at == newest and at and mark("same") in said:    # "and on the other host the same"
            said |= frozenset(unpack(str(prompts[at - 1].get("t") or "")))
        if literally(loss, said, mark) or (prompts[-1].get("h") != [READS] and on_paper(found, said, mark)):
            return True
        acted = speaks_of_act(loss, acts, row, said, mark)
        unheard = at >= newest - 1 and not_understood(row, said, mark)
        if at == newest and ((before and goes_on_with(order, row, mark)) or consents(event, session, order, row, mark)):
            return True
        before = acted
        if not acted and not unheard:
            continue
        if loss.kind == "remote" and at == newest and at and prompts[at - 1].get("at") == row.get("at") and soon(
                event, session, row, FIRST):
            return True         # what the agent proposed, and the person took; of work that lies here it names files
        short = SHORT if row.get("n") else FOLLOWS
        if at == newest and at and len(order) <= short:     # "drop it": what it is stands in the prompt before
            said = said | frozenset(unpack(str(prompts[at - 1].get("t") or "")))
        if objects(loss, found, said, mark) or (at >= newest - 1 and speaks_of(loss, found, row, said, mark)):
            return True
    return False


def speaks_of_act(loss: Loss, acts: list[str], row: Row, said: frozenset[str], mark: Mark) -> bool:
    """Does a prompt ask for such an act, whatever its object?  By a word of `acts`, or by its kind in any language;
    for what is only written over, any prompt does that wants more than to be told something."""
    kinds = row.get("h") or [READS]
    if any(has(word, said, mark) for word in acts) or (mark("go") in said and mark("can") in said) or (
            acts is not OVER and may_be(row, mark)):
        return True
    if acts is OVER:
        return kinds != [READS]
    if mirrors(loss, row, said, mark):
        return True
    if AWAY in kinds or not STEMS.isdisjoint(row.get("v") or ()) or needless(row, mark):
        return True
    return loss.kind in NEEDS_WIDE and SETS in kinds and not row.get("l", 1)


DONE_TO = "dropped cleared discarded trashed purged destroyed erased wiped pruned emptied flushed retired".split()
MAY = "can may could should must needs need to now safely then".split()


def may_be(row: Row, mark: Mark) -> bool:
    """Does it say what may be done to a thing: "the old table can be dropped"?  "It was dropped" tells what was done,
    "it can be dropped by a job" who does it."""
    order = unpack(str(row.get("t") or ""))
    be, may, done = {mark("be"), mark("get")}, {mark(word) for word in MAY}, {mark(word) for word in DONE_TO}
    by = mark("by")
    return any(one in done and before in be and first in may and behind != by for first, before, one, behind in zip(
        order, order[1:], order[2:], [*order[3:], ""]))


def needless(row: Row, mark: Mark) -> bool:
    """Does it say that something is not needed: "I do not need that any more"?"""
    order = unpack(str(row.get("t") or ""))
    nots, need, behind = ({mark(word) for word in some} for some in (NOT, NEED, BEHIND))
    return any((one in nots and not need.isdisjoint(order[at + 1:at + 1 + NEAR])) or (
        one in need and not behind.isdisjoint(order[at + 1:at + 1 + NEAR])) for at, one in enumerate(order))


def not_understood(row: Row, said: frozenset[str], mark: Mark) -> bool:
    """Is it in a language of which not one verb is known, and not even its "not"?  Then what it names, it may mean."""
    if row.get("l", 1) or row.get("v") or row.get("r"):
        return False
    return not any(has(word, said, mark) for word in NOT_ELSEWHERE)


FIRST = 1           # acts behind a yes that may be the one that was proposed
SHORT = 6           # words of a prompt that may speak of what stands in the one before
# Behind "not", once all was said: why it may go.
NEED = """need needed use used want wanted brauche brauch brauchen benötige besoin veux necesito quiero preciso quero
    voglio serve potrzebuję nodig нужен нужна нужно gebruik
    gebruiken nutze nutzen utilise utilisons uso usamos utilizo używam użyję использую""".split()
THIS = "it that this them these those everything all any anything".split()
NEAR = 4            # words behind a "not", and before one that stands behind its verb
WITHOUT = frozenset("without sans sin sem senza ohne zonder bez без except".split())
TRACKED = "seguimiento suivi suivis seguimento tracciamento śledzenia rastreo".split()    # git's "untracked"
BEHIND = frozenset("nicht kein keine keinen niet jamais".split())


def refused(order: list[str], loss: Loss, acts: list[str], mark: Mark, ends: frozenset[str] = frozenset()) -> bool:
    """Does a word that says not to speak of the act or of this thing?  "Delete notes, I do not need it" does not, and
    "keep ai.rs" says nothing of physics.rs.

    order   the prompt's words as they first stand in it
    ends    what stands among them where a clause ends
    """
    at = {word: place for place, word in reversed(list(enumerate(order)))}
    names = {mark(word) for name in loss.names if not name.startswith(EXCLUDED) for word in tokens(bare(name))
             if not word.isdigit()}
    here = names | {mark(word) for word in (*acts, *DONE_TO, *THIS)}
    need, this = {mark(word) for word in NEED}, {mark(word) for word in THIS}
    between = {mark(word) for word in ("t", "really", "even", "actually")}     # "don't" is two words
    for word in NOT:
        place = at.get(mark(word))
        if place is None:
            continue
        far = 2 if word in WITHOUT else NEAR
        ahead, before = order[place + 1:place + 1 + far], order[max(0, place - NEAR):place] if word in BEHIND else []
        ahead = ahead[:next((at for at, one in enumerate(ahead) if at and one in ends), len(ahead))]
        first = ahead[1:2] if ahead[:1] and ahead[0] in between else ahead[:1]
        if word in WITHOUT and not {mark(one) for one in TRACKED}.isdisjoint(ahead[:1]):
            continue
        if not need.isdisjoint(first + before):
            ahead, before = [one for one in ahead if one not in this], []       # "I do not need it"
        if not here.isdisjoint(ahead + before):
            return True
    return False


def literally(loss: Loss, said: frozenset[str], mark: Mark) -> bool:
    """Does the prompt hold the command itself: `git reset --hard`?"""
    command = tokens(loss.what)
    return (
        len(command) > 2
        and all(mark(word) in said for word in command)
        and all(named(name, said, mark) for name in loss.names
                if name not in (".", ":/", "HEAD") and " " not in name and not name.startswith(EXCLUDED))
    )       # a description names nothing


def on_paper(found: dict[str, object], said: frozenset[str], mark: Mark) -> bool:
    """Does the prompt point at one of the project's own papers that hold the command: "follow the runbook"?"""
    papers = found.get("papers")
    for path in map(str, papers if isinstance(papers, list) else ()):
        folder = path.rpartition("/")[0].rpartition("/")[2].lower()
        if named(path, said, mark) or (len(folder) > 4 and any(mark(form) in said for form in forms(folder))):
            return True
    return False


def objects(loss: Loss, found: dict[str, object], said: frozenset[str], mark: Mark) -> bool:
    """Is each object named, or all of them by a word for everything?"""
    wide = any(mark(word) in said for word in WIDE)
    if loss.kind in NEEDS_WIDE:
        narrow = [name for name in loss.names if name not in (".", ":/") and not name.startswith(EXCLUDED)]
        return wide or (bool(narrow) and all(named(name, said, mark) for name in narrow))
    if loss.kind == "push":
        specs = [name.lstrip("+").rpartition(":")[2] for name in loss.names[1:]]
        forced = mark("push") in said and not said.isdisjoint((mark("force"), mark("forced")))
        return all(named(name, said, mark) or (forced and name.lower() not in SHARED) for name in specs) if specs else (
            mark("push") in said)
    if loss.kind == "commits" and loss.flags in ("h", "l", "r"):
        return wide or all(named(name, said, mark) for name in loss.names)
    if loss.kind == "commits":
        many = mark("branches") in said and loss.flags == "d"      # "the branches old/*"
        return all(named(name, said, mark) or (many and any(named(part, said, mark) for part in name.split("/")[:-1]))
                   for name in (loss.names[:1] if loss.flags == "b" else loss.names))
    names = at_stake(loss, found)
    ids = [name for name in names if not name.isalpha()] if loss.kind == "remote" else []
    new = loss.kind == "files" and loss.flags in ("", "r") and bool(found.get("untracked"))
    return bool(names) and all(named(name, said, mark) or (new and inside(name, loss.cwd, said, mark))
                               for name in ids or names)    # `namespace` is English


def works_on(event: Event, loss: Loss, settings: Settings) -> bool:
    """Did the person set the agent to work on the thing, be it another work?  "Upgrade redis", and its manual says to
    delete redis-master; who only wants to be told something works on nothing."""
    from guards._origin.evidence import hasher

    mark = hasher(settings.key)
    prompts = [row for row in event.facts.kept("said") if isinstance(row, dict) and row.get("k") == "u"]
    worked = [row for row in prompts if not TOLD.issuperset(row.get("h") or [""])]
    said = frozenset(one for row in worked for one in unpack(str(row.get("t") or "")))
    names = [name for name in loss.names if not name.isalpha()] or loss.names
    return bool(names) and all(any(mark(word) in said for word in tokens(bare(name)) if len(word) > 2)
                               for name in names)


# Stems of verbs by which a text orders it; what is run is told by the command's own words.
ORDERS = frozenset("""delet remov clean clear eras wip destroy drop reset revert discard overwrit purg run execut forc
    push undo cancel empti empty uninstall""".split())
FOREIGN = 2     # the trust of a result that third parties write (guards/_origin/evidence.py)


def ordered(event: Event, loss: Loss, settings: Settings) -> bool:
    """Does a sentence of foreign text order it: a verb in the place of a request, and the object or the command?"""
    from guards._origin.evidence import hasher
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
