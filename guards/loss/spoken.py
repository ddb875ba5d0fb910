"""What of a loss a prompt speaks of: its names, a folder, the kind of thing it is, a part of its name, the verb itself.

A prompt is at hand as keyed hashes of its words in order (guards/_origin/evidence.py); `mark` makes the hash of a word.
Cannot see: what the agent proposed, whose words no hook is shown; a yes counts for the next acts, whatever they are.
"""

from __future__ import annotations

from guards._origin.evidence import breaks, opaque
from guards._origin.packed import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event, Session
    from guards.loss.words import Loss

    Mark = Callable[[str], str]     # the keyed hash of a word
    Row = dict[str, Any]            # a prompt's row: guards/_origin/evidence.py

# Words for taking away; the languages' own stand in the prompt's row as their English stem.
REMOVES = """
    delete deleting remove removing rm erase wipe clean clear drop discard trash prune purge
    destroy nuke kill unlink rid throw throwing empty flush gone tear free retire decommission
    evict yank unpublish weg wegwerfen verwirf verwerfen leeren jette jeter vide vider nettoie
    nettoyer limpia limpiar vacía tira borrar limpa limpar apagar quita quítala svuota butta
    wyrzuć wyrzucenia wywal wywalenia pulisci pulire wyczyść очисти выкинь räum räume wegräumen
    aufräumen raus hapus buang bort radera slet fjern smaž xóa temizle bin blow ditch axe
""".split()
BACK = """
    reset revert restore discard undo drop throw abandon rollback roll back recreate redo scratch fresh anew
    zurücksetzen zurück réinitialise réinitialiser reinicia reiniciar ripristina zresetuj сбрось リセット 重置 초기화
""".split()

# Verbs that say little of what they take away; any other of an operation's tells it: `npm unpublish`.
THEIRS = frozenset("archive forget terminate truncate uninstall unregister".split())
COMMON = frozenset("clear del delete disable drop remove rm reset".split())
# What things are called where no name tells them, beside the words of the operation itself.
CALLED = {
    "db": "base baza bazę bd bdd data database databases datenbank datenbanken db dbs dump migration migrations rows "
          "schema table tables データベース",
    "cache": "cache caches db jobs keys queue queues redis sessions",
    "env": "cluster deployment env environment everything infra infrastructure preview resources stack staging "
           "umgebung workspace",
    "bucket": "bucket buckets", "mail": "email emails mail mails message messages inbox",
    "stash": "stash stashed stashes", "volume": "volume volumes",
    "simulator": "emulator simulator simulators",
}
KIND_OF = {
    **dict.fromkeys(("dropdb", "psql", "mysql", "mariadb", "mongosh", "mongo", "sqlite3", "prisma", "manage.py",
                     "rails", "alembic", "duckdb", "clickhouse-client", "cqlsh"), "db"),
    "redis-cli": "cache", "terraform": "env", "tofu": "env", "pulumi": "env", "compose": "env",
    "simctl": "simulator", "himalaya": "mail", "rb": "bucket", "stash": "stash",
}
# What may stand behind a thing's kind where no name does.
GOES_ON = """
    a again all also and anyway are as at because before but by completely entirely first for from here i in is it its
    my now of off on once only or out please so that the then there to too was we when where which while with you
""".split()
# What may stand before it.
BEFORE = "a current dev development existing local my old our own the this whole your".split()
# A thing of which a person speaks by its name, or not at all.
LIVE = frozenset("live main master prod prd production primary produktion".split())


# A follow-up speaks of more of the same.
AGAIN = """
    too also both same those these them likewise rest others other ones well auch ebenso beide beiden diese
    dieselben aussi également ceux celles pareil también tambien esas esos esa ese estas estos igual também
    tambem essas esses isso anche pure quelle quelli queste te też także tamte тоже также эти этих оба ook die
    それも これも 那些 这些 이것도 juga också også bu bunları
""".split()
AND = "and und et y e ed i и та en och og ja ve dan और và".split()
YES = """
    yes yep yeah yup y ok okay sure confirmed confirm approved proceed absolutely definitely
    lgtm ja jo jawohl klar oui ouais sí si claro dale sim isso certo tak jasne ага давай хорошо
    так ано ano evet tamam olur はい うん お願い いいよ 好的 可以 是的 行吧 嗯嗯 네네 그래 응응 نعم تمام हाँ हां ठीक ya
    iya oke có vâng igen kyllä joo juu jes jep doe prima perfekt perfect да
""".split()
YES_IN_TWO = (("go", "ahead"), ("go", "for"), ("do", "it"), ("please", "do"), ("sounds", "good"), ("mach", "das"))
DROPS = frozenset("cancel clean delet do end go keep read remov".split())     # stems of verbs that a follow-up may hold
FOLLOWS, MORE = 12, 20      # words of a bare yes, of a follow-up at most
SOON = 2            # calls after a yes that may be what was agreed to, beside the first


def stems() -> set[str]:
    """The stems of the words for taking away."""
    from guards._text.words import stem

    return {stem(word) for word in REMOVES}


def goes_on_with(order: list[str], row: Row, mark: Mark) -> bool:
    """Is it a short word for more of the same: "those two as well"?"""
    if not order or len(order) > MORE or set(row.get("v") or ()) - DROPS - stems():
        return False
    said = frozenset(order)
    return order[0] in {mark(word) for word in AND} or any(has(word, said, mark) for word in AGAIN)


def consents(event: Event, session: Session, order: list[str], row: Row, mark: Mark) -> bool:
    """Is it a bare yes, and this one of the first acts behind it?  The agent asked, in words that no hook is shown."""
    if not order or len(order) > FOLLOWS or row.get("e") or set(row.get("v") or ()) - DROPS - stems():
        return False            # it names things, or asks for an act of its own
    begins = frozenset(order[:3])
    if not any(has(word, begins, mark) for word in YES) and order[:2] not in [[*map(mark, two)] for two in YES_IN_TWO]:
        return False
    return soon(event, session, row)


def soon(event: Event, session: Session, row: Row, most: int = SOON) -> bool:
    """Is this one of the first acts behind a prompt?"""
    since = float(row.get("at") or 0)
    actions: Row = session["context"].get("actions") or {}
    return bool(since) and sum(one[1] > since for one in actions.values()) <= most


def speaks_of(loss: Loss, found: dict[str, object], row: Row, said: frozenset[str], mark: Mark) -> bool:
    """Is it told by what kind of thing it is ("drop my local db"), by a part of its name ("the preview" for preview-88)
    or by a verb of its own (`npm unpublish`)?

    Not where the prompt names other things and not this one, nor for what its name calls live.
    """
    if loss.kind == "files":
        if not (found.get("untracked") or found.get("outside")) or not frozenset("r") >= frozenset(loss.flags):
            return False
        return shown(row, mark) or all(file_told(name, said, mark) for name in at_stake(loss, found))
    if loss.kind == "commits":      # "merge it and delete the branch"
        told = {mark(word) for word in A_BRANCH} & said
        return loss.flags == "d" and len(loss.names) == 1 and not row.get("n") and bool(told) and (
            not row.get("l", 1) or nothing_behind(told, row, mark))
    if loss.kind not in ("remote", "stash"):
        return False
    names = [name for name in loss.names if " " not in name and name[0] != "$" and name != loss.what.split(" ")[0]]
    words = {word for name in names for word in tokens(name)}
    if any(word in LIVE and mark(word) not in said for word in words):
        return False
    if shown(row, mark):
        return True
    verbs, kinds = operation(loss)
    ids = bool(names) and all(opaque(name) for name in names)       # a person speaks of them by other words
    others = frozenset(unpack(str(row.get("i" if ids else "n") or ""))) - {
        mark(one) for name in names for one in (name, name.lower(), name.rsplit("/", 1)[-1], *name.split("@"))}
    told = {mark(kind) for kind in kinds} & said
    if mirrors(loss, row, said, mark) or ("sync" in loss.what and any(mark(verb) in said for verb in verbs)):
        return True             # "build it and publish": where it goes the person set up
    database, alone = KIND_OF.get(loss.what.split(" ")[0].rstrip(":")) == "db", unnamed(told, row, mark)
    if told and (not names or (database and alone) or any(
            mark(word) in said for word in words if len(word) > 1)):
        return True
    if not others and (any(mark(verb) in said for verb in verbs) or any(
            len(word) > 2 and word.isalpha() and word not in kinds and mark(word) in said for word in words)):
        return True
    if not told and not names and not row.get("l", 1) and "away" in (row.get("h") or ()):
        return not others       # its language has other words for the thing
    if not told:
        return (not others or not names) and any(not kind.isascii() and has(kind, said, mark) for kind in kinds)
    if not row.get("l", 1):         # another language has other words behind
        return not others
    return not others and nothing_behind(told, row, mark) and (alone or not database)


UPLOADS = frozenset("deploy mirror publish releas ship sync synchron upload".split())


def mirrors(loss: Loss, row: Row, said: frozenset[str], mark: Mark) -> bool:
    """Does a prompt ask, in whatever language, to upload what the call mirrors?  Where one word stands for that and for
    git's "push", it names the machine, too."""
    verbs = row.get("v") or ()
    if "sync" not in loss.what or (UPLOADS.isdisjoint(verbs) and ("push" not in verbs or row.get("l", 1))):
        return False
    machines = [name.rpartition("@")[2].partition(":")[0] for name in loss.names]
    return not UPLOADS.isdisjoint(verbs) or any(
        all(mark(word) in said for word in tokens(machine)) for machine in machines if machine)


def unnamed(told: set[str], row: Row, mark: Mark) -> bool:
    """Does the word for the thing stand with no name beside it: "my local db"?"""
    known = breaks(mark) | {mark(word) for word in BEFORE}
    order = unpack(str(row.get("t") or ""))
    return nothing_behind(told, row, mark) and all(
        before in known for before, one in zip(["", *order], order) if one in told)


def nothing_behind(told: set[str] | frozenset[str], row: Row, mark: Mark) -> bool:
    """Does no name stand behind the word for the thing?  "The database shop_old" names another."""
    goes_on = told | breaks(mark) | {mark(word) for word in (*GOES_ON, *REMOVES, *BACK)}
    order = unpack(str(row.get("t") or ""))
    return {after for one, after in zip(order, order[1:]) if one in told} <= goes_on


def shown(row: Row, mark: Mark) -> bool:
    """Is what goes only pointed at: "kill those", "remove it"?  Then it stands in what was shown before."""
    if row.get("n"):
        return False
    order = unpack(str(row.get("t") or ""))
    verbs, things = {mark(word) for word in REMOVES}, {mark(word) for word in ("it", "them", "those", "these", "both")}
    return any(one in verbs and after in things for one, after in zip(order, order[1:]))


def operation(loss: Loss) -> tuple[set[str], set[str]]:
    """(its own verbs, words for the kind of thing): `aws cloudformation delete-stack` is about a stack."""
    pieces = [piece for word in loss.what.replace(":", " ").replace("_", " ").lower().split()
              for piece in word.split("-")]
    verbs = {word for word in pieces[1:] if word in REMOVES or word in BACK or word in THEIRS}
    nouns = {word for word in pieces[1:] if word.isalpha() and word not in verbs}
    if len(loss.names) > 1 and loss.names[0].isalpha():     # kubectl delete deployment api
        nouns.add(loss.names[0].lower())
    steps = [step for name in loss.names if "/" in name for step in name.partition("://")[2].lower().split("/")[1:]]
    nouns |= {piece for step in steps for piece in step.replace("-", "_").split("_")
              if piece.isalpha() and len(piece) > 2}
    if "sync" in loss.what:
        verbs |= {"sync", "mirror", "deploy", "upload", "publish", "release", "ship"}
    kinds = {word for piece in loss.what.replace(":", "").lower().split() if piece in KIND_OF
             for word in CALLED[KIND_OF[piece]].split()}
    return verbs - COMMON, kinds | {form for word in nouns for form in forms(word)}


def forms(noun: str) -> set[str]:
    """Singular and plural; of a compound its last part too, "hook" for webhooks.

    >>> "branch" in forms("branches"), "policy" in forms("policies"), "hook" in forms("webhooks")
    (True, True, True)
    """
    one = noun[:-3] + "y" if noun.endswith("ies") else noun.removesuffix("s")
    found = {noun, one, f"{noun}s", one.removesuffix("e") if noun.endswith("es") else one}
    return found | {form[at:] for form in (noun, one) for at in range(2, len(form) - 3) if len(noun) > 6}


def at_stake(loss: Loss, found: dict[str, object]) -> tuple[str, ...]:
    """The names that count: of files those that lie nowhere else, where all of them are at hand."""
    names = found.get("names")
    if loss.kind == "files" and isinstance(names, list) and 0 < len(names) == found.get("files"):
        return tuple(map(str, names))
    return loss.names[:1] if loss.flags == "c" else loss.names


def file_told(name: str, said: frozenset[str], mark: Mark) -> bool:
    """Is it told by what it is ("the screenshots"), or by a part of its name and as a file ("the plan file")?"""
    last = name.rstrip("/").rsplit("/", 1)[-1]
    ending = last.rpartition(".")[2].lower()
    if any(mark(word) in said for word in ENDINGS.get(ending, "").split()):
        return True
    a_file = any(mark(word) in said for word in (*A_FILE, ending))
    told = [word for word in tokens(bare(name)) if len(word) > 2]
    if not told and len(ending) > 3:        # the plan file: tf.plan; not each .odt where the prompt names another one
        told = [ending]
    return a_file and any(mark(word) in said for word in told)


A_BRANCH = "branch zweig branche rama ramo ветку ветка гілку gałąź dal ブランチ 分支 브랜치".split()
A_FILE = """file files folder datei dateien ordner fichier fichiers fichero archivo archivos arquivo plik pliki файл
    файлы""".split()
_OF_KINDS = {
    "db sqlite sqlite3": "sqlite database db", "log": "log logs", "sql dump": "dump dumps backup backups",
    "png jpg jpeg webp gif": "screenshot screenshots image images picture pictures photo photos", "pdf": "pdfs",
    "zip tar gz tgz xz bz2 7z": "archive archives backup backups tarball tarballs zip zips",
    "bak orig old": "backup backups", "mp4 mov mkv avi": "video videos recording recordings",
    "csv xlsx": "spreadsheet spreadsheets export exports",
}
ENDINGS = {ending: kinds for endings, kinds in _OF_KINDS.items() for ending in endings.split()}


def has(word: str, said: frozenset[str], mark: Mark) -> bool:
    """Does the word stand in the prompt?  Of a script without blanks, all its pairs of characters."""
    return mark(word) in said if word.isascii() else all(mark(part) in said for part in tokens(word))



def bare(name: str) -> str:
    """The last part of a path or address without its ending: `notes` of docs/notes.md, `.env` of app/.env."""
    last = name.rstrip("/").rsplit("/", 1)[-1] or name
    stem, dot, ending = last.rpartition(".")
    return stem if dot and stem.strip(".*") and ending.isalnum() and not ending.isdigit() and len(ending) < 5 else last


def named(name: str, said: frozenset[str], mark: Mark) -> bool:
    """Do all words of its last part stand in the prompt?  A pattern's by what of it is no pattern; a word of four
    letters and more without the ending: "remove nvim-tree" is nvim-tree.lua."""
    host, colon, _ = name.partition(":")
    if colon and "." in host and all(mark(word) in said for word in tokens(host.rpartition("@")[2])):
        return True         # a place on a host that the prompt names
    short = tokens(bare(name))
    long = any(len(word) > 3 and word.isalpha() for word in short)
    words = short if long else tokens(name.rstrip("/").rsplit("/", 1)[-1])
    return bool(words) and all(mark(word) in said for word in words)


def inside(path: str, cwd: str, said: frozenset[str], mark: Mark) -> bool:
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
