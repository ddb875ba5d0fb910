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
    unlink rid throw throwing empty flush gone tear
    weg wegwerfen verwirf verwerfen leeren jette jeter vide vider nettoie nettoyer limpia limpiar vacía tira borrar
    limpa limpar apagar svuota butta wyrzuć wyrzucenia wyczyść очисти выкинь
""".split()
STEMS = frozenset(("delet", "remov", "cancel"))
BACK = """
    reset revert restore discard undo drop throw abandon rollback roll back recreate redo scratch fresh anew
    zurücksetzen zurück réinitialise réinitialiser reinicia reiniciar ripristina zresetuj сбрось リセット 重置 초기화
""".split()
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
    lokalny lokalne lokalnego всё все изменения
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
    newest = len(prompts) - 1
    for at, row in enumerate(prompts):
        order = unpack(str(row.get("t") or ""))
        said = frozenset(order)
        if refused(order, loss, acts, mark):
            continue
        if at == newest and at and mark("same") in said:    # "and on the other host the same"
            said |= frozenset(unpack(str(prompts[at - 1].get("t") or "")))
        if literally(loss, said, mark):
            return True
        other = not STEMS.isdisjoint(row.get("v") or ()) and acts is not OVER
        unheard = at >= newest - 1 and not_understood(row, said, mark)
        if not other and not unheard and not any(has(word, said, mark) for word in acts) and not (
                mark("go") in said and mark("can") in said):
            continue
        if at == newest and at and len(order) <= SHORT:     # "drop it": what it is stands in the prompt before
            said = said | frozenset(unpack(str(prompts[at - 1].get("t") or "")))
        if objects(loss, found, said, mark) or (at >= newest - 1 and described(loss, row, said, mark)):
            return True
    return False


def has(word: str, said: frozenset[str], mark: Any) -> bool:
    """Does the word stand in the prompt?  Of a script without blanks, all its pairs of characters."""
    return mark(word) in said if word.isascii() else all(mark(part) in said for part in tokens(word))


def not_understood(row: dict[str, Any], said: frozenset[str], mark: Any) -> bool:
    """Is it in a language of which not one verb is known, and holds no "not"?  Then what it names, it may mean."""
    if row.get("l", 1) or row.get("v") or row.get("r"):
        return False
    return not any(has(word, said, mark) for word in (*NOT, *NOT_ELSEWHERE))


SHORT = 6           # words of a prompt that may speak of what stands in the one before
# What things are called where no name tells them, beside the words of the operation itself.
CALLED = {
    "db": "base baza bazę bd bdd data database databases datenbank datenbanken db dbs dump migrations rows schema "
          "table tables データベース",
    "cache": "cache caches db keys redis sessions",
    "env": "cluster deployment env environment everything infra infrastructure preview resources stack staging "
           "umgebung workspace",
    "bucket": "bucket buckets", "stash": "stash stashed stashes", "volume": "volume volumes",
}
KIND_OF = {
    **dict.fromkeys(("dropdb", "psql", "mysql", "mariadb", "mongosh", "mongo", "sqlite3", "prisma", "manage.py",
                     "rails", "alembic", "duckdb", "clickhouse-client", "cqlsh"), "db"),
    "redis-cli": "cache", "terraform": "env", "tofu": "env", "pulumi": "env", "rb": "bucket", "stash": "stash",
}
# What may stand behind a thing's kind where no name does.
GOES_ON = """
    a again all also and anyway are as at because before but by completely entirely first for from here i in is it its
    my now of off on once only or out please so that the then there to too was we when where which while with you
""".split()
# A thing of which a person speaks by its name, or not at all.
LIVE = frozenset("live main master prod prd production primary produktion".split())


def described(loss: Loss, row: dict[str, Any], said: frozenset[str], mark: Any) -> bool:
    """Is it told by what kind of thing it is: "drop my local db", "remove that container with its volume"?

    Not where the prompt names other things and not this one, nor for what its name calls live.
    """
    if loss.kind not in ("remote", "stash"):
        return False
    names = [name for name in loss.names if " " not in name]
    words = {word for name in names for word in tokens(name)}
    if any(word in LIVE and mark(word) not in said for word in words):
        return False
    operation = [piece for word in loss.what.replace(":", " ").lower().split() for piece in word.split("-")]
    kinds = {word for piece in loss.what.replace(":", "").lower().split() if piece in KIND_OF
             for word in CALLED[KIND_OF[piece]].split()}
    kinds |= {form for word in operation[1:] if word.isalpha() and word not in REMOVES
              for form in (word, word.removesuffix("s"), f"{word}s")}
    from guards._origin.packed import unpack

    others = frozenset(unpack(str(row.get("n") or "")))
    told = {mark(kind) for kind in kinds} & said
    if not told and any(not kind.isascii() and has(kind, said, mark) for kind in kinds):
        return not others or not names
    if not told or not names or any(mark(word) in said for word in words):
        return bool(told)
    if not row.get("l", 1):         # another language has other words behind
        return not others
    goes_on = {mark(word) for word in (*GOES_ON, *REMOVES, *BACK)}
    order = unpack(str(row.get("t") or ""))
    behind = {after for one, after in zip(order, order[1:]) if one in told}
    return not others and behind <= goes_on         # "the database shop_old" names another


# Behind "not", once all was said: why it may go.
NEED = """need needed use used want wanted brauche brauch brauchen benötige besoin veux necesito quiero preciso quero
    voglio serve potrzebuję nodig нужен нужна нужно""".split()
THIS = "it that this them these those everything all any anything".split()
NEAR = 4            # words behind a "not", and before one that stands behind its verb
WITHOUT = frozenset("without sans sin sem senza ohne zonder bez без except".split())
TRACKED = "seguimiento suivi suivis seguimento tracciamento śledzenia rastreo".split()    # git's "untracked"
BEHIND = frozenset("nicht kein keine keinen niet nie nunca jamais".split())


def refused(order: list[str], loss: Loss, acts: list[str], mark: Callable[[str], str]) -> bool:
    """Does a word that says not to speak of the act or of this thing?  "Delete notes, I do not need it" does not, and
    "keep ai.rs" says nothing of physics.rs.

    order   the prompt's words as they first stand in it
    """
    at = {word: place for place, word in reversed(list(enumerate(order)))}
    names = {mark(word) for name in loss.names for word in tokens(name.rstrip("/").rsplit("/", 1)[-1])}
    here = names | {mark(word) for word in (*acts, *THIS)}
    need, this = {mark(word) for word in NEED}, {mark(word) for word in THIS}
    between = {mark(word) for word in ("t", "really", "even", "actually")}     # "don't" is two words
    for word in NOT:
        place = at.get(mark(word))
        if place is None:
            continue
        far = 2 if word in WITHOUT else NEAR
        ahead, before = order[place + 1:place + 1 + far], order[max(0, place - NEAR):place] if word in BEHIND else []
        first = ahead[1:2] if ahead[:1] and ahead[0] in between else ahead[:1]
        if word in WITHOUT and not {mark(one) for one in TRACKED}.isdisjoint(ahead[:1]):
            continue
        if not need.isdisjoint(first + before):
            ahead, before = [one for one in ahead if one not in this], []       # "I do not need it"
        if not here.isdisjoint(ahead + before):
            return True
    return False


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
        many = mark("branches") in said and loss.flags == "d"      # "the branches old/*"
        return all(named(name, said, mark) or (many and any(named(part, said, mark) for part in name.split("/")[:-1]))
                   for name in (loss.names[:1] if loss.flags == "b" else loss.names))
    names = loss.names[:1] if loss.flags == "c" else loss.names
    ids = [name for name in names if not name.isalpha()] if loss.kind == "remote" else []
    new = loss.kind == "files" and loss.flags in ("", "r") and bool(found.get("untracked"))
    return bool(names) and all(named(name, said, mark) or (new and inside(name, loss.cwd, said, mark))
                               for name in ids or names)    # `namespace` is English


def named(name: str, said: frozenset[str], mark: Any) -> bool:
    """Do all words of its last part stand in the prompt?  A pattern's by what of it is no pattern."""
    host, colon, _ = name.partition(":")
    if colon and "." in host and all(mark(word) in said for word in tokens(host.rpartition("@")[2])):
        return True         # a place on a host that the prompt names
    last = name.rstrip("/").rsplit("/", 1)[-1] or name
    words = tokens(last)
    return bool(words) and all(mark(word) in said for word in words)


def inside(path: str, cwd: str, said: frozenset[str], mark: Any) -> bool:
    """Does it lie in a folder that the prompt names, "what is older than March in backup/"?  Of a path elsewhere only
    the last folder counts."""
    base = cwd.rstrip("/") + "/"
    folders = path.removeprefix(base).split("/")[:-1]
    if path.startswith(("/", "~")) and not path.startswith(base):
        folders = folders[-1:]
    return any(named(folder, said, mark) for folder in folders if folder not in ("", ".", ".."))


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
