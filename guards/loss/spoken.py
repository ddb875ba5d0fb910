"""What of a loss a clause speaks of: its names, a folder, the kind of thing it is, a part of its name, the verb itself.

A clause is at hand as keyed hashes of its words in order (guards/_origin/consent.py); `mark` makes the hash of a word.
"""

from __future__ import annotations

from guards._intent.clause import ALL, AWAY, KINDS_OF
from guards._intent.intents import SAYS_LITTLE
from guards._text.words import opaque, stem, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guards._origin.consent import Clause
    from guards.loss.words import Loss

    Mark = Callable[[str], str]     # the keyed hash of a word

# Verbs that say little of what they take away; any other of an operation's tells it: `npm unpublish`.
COMMON = frozenset("clear del delete disable drop kill remove rm reset stop".split())
# What things are called where no name tells them, beside the words of the operation itself.
CALLED = {
    "db": "base baza bazę bd bdd data database databases datenbank datenbanken db dbs データベース",
    "rows": "dump migration migrations rows schema table tables",
    "cache": "cache caches db jobs keys queue queues redis sessions",
    "env": "cluster deployment env environment everything infra infrastructure preview resources stack staging "
           "umgebung workspace",
    "deployed": "deployment deployments preview previews site worker workers",
    "bucket": "bucket buckets", "mail": "email emails mail mails message messages inbox",
    "stash": "stash stashed stashes", "volume": "volume volumes",
    "simulator": "emulator simulator simulators",
}
KIND_OF = {
    **dict.fromkeys(tuple("""dropdb psql mysql mariadb mongosh mongo sqlite3 prisma manage.py rails alembic duckdb
    clickhouse-client cqlsh""".split()), "db rows"),
    "redis-cli": "cache", "terraform": "env", "tofu": "env", "pulumi": "env", "compose": "env",
    **dict.fromkeys("vercel wrangler netlify".split(), "deployed"),
    "simctl": "simulator", "himalaya": "mail", "rb": "bucket", "stash": "stash",
}
# What may stand behind a thing's kind where no name does.
GOES_ON = """
    a again all also and anyway are as at because before but by completely entirely first for from here i in is it its
    my now even off on once only or out please so that the then there though to too was we when where which while with
    you
""".split()
# Stems of verbs that take what is in a thing, not the thing itself.
CONTENT = frozenset("clean clear empty".split())
# Verbs of less than a loss, as stems.
MILDER = frozenset("archiv disabl stop paus suspend unstag dump deprecat close".split())
# Things that have names of their own, and parts of others: who names one of these means no other kind.
THINGS = frozenset("""alert bucket column comment commit configmap cronjob database disk dataset field file folder image
    index ingress invoice issue item key label line message migration milestone module node page paragraph password pod
    policy pull queue record remote repo repository role row rule section secret session snapshot subnet table tag
    ticket title topic user value version volume webhook word""".split())
PAGES = frozenset("button code config docs file heading header list menu nav page readme text title yaml".split())
ITEMS = frozenset("""jobs keys message messages migration migrations queue queues rows schema sessions table
    tables""".split())
DATA = frozenset("contents data entries everything records rows".split())
CONTENTS = DATA | {"content", "items", "objects", "keys"}
# What says nothing of which one is meant.
NEUTRAL = frozenset("""broken dead duplicate empty failed flaky leftover obsolete old orphaned own stale stopped temp
    temporary unused again completely entirely fully now quickly today tonight aws azure cloud docker gcp gke eks google
    k8s kube kubernetes local s3 server away back container
    containers down up""".split())
SELECTS = frozenset("""broken dead duplicate empty failed old orphaned stale stopped temporary unused last latest new
    recent remaining other extra two three few""".split())
ROOMS = frozenset("""account app cluster context env environment namespace ns profile project region stack
    subscription workspace""".split())
ENVIRONMENTS = frozenset("""canary demo dev develop development live preview prd prod production qa sandbox stage
    staging test testing uat""".split())
ALIASES = dict(pair.split("=") for pair in """ns=namespace svc=service deploy=deployment cm=configmap sts=statefulset
    ds=daemonset pv=volume pvc=volume ing=ingress sa=serviceaccount po=pod no=node crd=customresourcedefinition
    rb=bucket rg=group repo=repository dropdb=database""".split())
# A thing of which a person speaks by its name, or not at all.
LIVE = frozenset("live main master prod prd production primary produktion".split())


def speaks_of(loss: Loss, found: dict[str, object], clause: Clause, mark: Mark) -> bool:
    """Is it told by what kind of thing it is ("drop my local db"), by a part of its name ("the preview" for preview-88)
    or by a verb of its own (`npm unpublish`)?

    Not where the clause names other things and not this one, nor for what its name calls live.
    """
    if loss.kind == "files":
        if not (found.get("untracked") or found.get("outside")) or not frozenset("r") >= frozenset(loss.flags):
            return False
        return all(file_told(name, frozenset(clause.words), mark) for name in at_stake(loss, found))
    said = clause.said | clause.around if "p" in clause.flags else clause.said
    if loss.kind == "commits":      # "merge it and delete the branch"
        told = set(map(mark, A_BRANCH)).intersection(clause.words)
        return loss.flags == "d" and len(loss.names) == 1 and not clause.names and bool(told) and (
            clause.kinds.isdisjoint(CONTENT) and nothing_behind(told, clause, mark))
    return loss.kind in ("remote", "stash") and _at_service(loss, clause, said, mark)


def placed(loss: Loss, clause: Clause, mark: Mark) -> bool:
    """Is the place where it acts none that the clause leaves out: a live one unsaid, another one than it says?"""
    if loss.kind != "remote":
        return True
    said = clause.said | clause.around if "p" in clause.flags else clause.said
    here = [frozenset(tokens(one.partition("=")[2])) for one in loss.only if not one.startswith("table=")]
    if _tables(loss):
        here += [frozenset(tokens(name)) for name in loss.names if " " not in name]
    own = frozenset().union(*here)
    there, known = set(map(mark, ENVIRONMENTS)) & clause.said, _known(loss, mark)
    if not said.issuperset(map(mark, LIVE & own)) or (
            there and own & ENVIRONMENTS and there.isdisjoint(map(mark, own))):
        return False
    if not own or "e" not in clause.flags or not said.isdisjoint(mark(word) for word in own if word.isalpha()):
        return True
    if any(one.startswith(("region=", "zone=", "location=")) for one in loss.only) and (
            clause.place[:1] == [mark("in")] and not known.issuperset(clause.place[:2])):
        return False
    rooms, words = set(map(mark, ROOMS)), ["", *clause.words, "", *clause.place, ""]
    return all(one not in rooms or {before, after} <= {*known, ""} for before, one, after in zip(
        words, words[1:], words[2:]))


def milder(loss: Loss, clause: Clause) -> bool:
    """Is less asked for than to lose it?  Who archives or stops a thing keeps it, unless that is what is done."""
    return not clause.kinds.isdisjoint(MILDER) and clause.kinds.isdisjoint(map(stem, tokens(loss.what))) and (
        loss.kind in ("remote", "tree"))


def of_another(loss: Loss, names: Sequence[str], clause: Clause, mark: Mark) -> bool:
    """Is what bears its name said to be another kind of thing, "the label shop", or a part of one, "wip from the
    title"?  A file may be called anything: "the page about.html"."""
    if "e" not in clause.flags or loss.kind == "files":
        return False
    told = _kinds_of(loss, mark).intersection(clause.words)
    known, own = _known(loss, mark), {mark(word) for name in names for word in tokens(bare(name))}
    other = _others(mark) - known - {mark("remote" if told else "")}
    words = ["", *clause.words, ""]
    if any(one in own and not other.isdisjoint((before, after)) for before, one, after in zip(
            words, words[1:], words[2:])):
        return True
    return not told and clause.place[:1] in ([mark("from")], [mark("in")]) and (
        other | set(map(mark, PAGES))).intersection(clause.place) != set()


def _others(mark: Mark) -> set[str]:
    return {mark(form) for word in THINGS for form in (word, f"{word}s")}


def _tables(loss: Loss) -> list[str]:
    return [one.partition("=")[2] for one in loss.only if one.startswith("table=")]


def _kinds_of(loss: Loss, mark: Mark) -> set[str]:
    """The words for the kind of thing it is."""
    if loss.kind != "remote":
        return set(map(mark, A_BRANCH)) | {mark("branches")}
    what = loss.what.replace(":", " ").replace("_", " ").replace("-", " ").lower().split()
    some = {form for word in (*what[1:], *loss.names[:len(loss.names) > 1]) for form in forms(ALIASES.get(word, word))}
    some |= {"bucket"} if any(name.startswith(("s3://", "gs://")) for name in loss.names) else set()
    return set(map(mark, some | _called_so(what)))


def _called_so(what: list[str]) -> set[str]:
    """What things are called that an operation of these words is about."""
    return {word for piece in what for kind in KIND_OF.get(piece, "").split() for word in CALLED[kind].split()}


def _known(loss: Loss, mark: Mark) -> set[str]:
    """Words of a clause that name no other thing than this one."""
    program = tokens(loss.what)[0] if loss.what else ""
    own = [form for word in tokens(" ".join((loss.what, *loss.names, *loss.only))) for form in forms(word)]
    own += [program[:end] for end in range(3, len(program))] + ["version"] * any("@" in name for name in loss.names)
    return {mark(word) for word in ("", *own, *NEUTRAL, *GOES_ON, *SAYS_LITTLE - THINGS, *ALL, *ROOMS, *ENVIRONMENTS,
                                    *KINDS_OF)} | _kinds_of(loss, mark)


def _at_service(loss: Loss, clause: Clause, said: frozenset[str], mark: Mark) -> bool:
    """A clause that names nothing else holds a word for the kind of thing, a part of its name, or the operation's own
    verb."""
    tables = _tables(loss)
    names = tables or [name for name in loss.names if not {" ", "$"} & {*name} and name != loss.what.split(" ")[0]
                       and f"host={name}" not in loss.only]
    # not acme of acme/shop
    shorter = (name if "://" in name or name[:1] == "/" else name.rstrip("/").rpartition("/")[2] for name in names)
    parts = {word for word in tokens(" ".join(shorter)) if len(word) > 1 and word not in NEUTRAL}
    if not said.issuperset(map(mark, LIVE & {word for word in tokens(" ".join(names))})):
        return False
    if shown(clause) or (UPLOADS & clause.kinds and "sync" in loss.what):
        return True             # "build it and publish": where it goes the person set up
    if {"p", "e"} <= set(clause.flags) and not clause.soon:
        return False
    return _by_a_part(loss, names, parts, clause, said, mark)


def _by_a_part(loss: Loss, names: list[str], parts: set[str], clause: Clause, said: frozenset[str], mark: Mark) -> bool:
    """Is it told by a part of its name, by what it is, or by the operation's own verb?"""
    known = _known(loss, mark)
    ordered = "e" in clause.flags and "p" not in clause.flags       # its words stand in their places
    if ordered and clause.place[:1] != [mark("with")] and not set(map(mark, (
            *CONTENTS, *NEUTRAL, *ALL, *SAYS_LITTLE - THINGS))).issuperset(clause.words[1:]):
        said = frozenset(clause.words)      # what stands behind "in" only holds the thing: "my comment on issue 44"
    tables = _tables(loss)
    part = set(map(mark, parts if tables else set().union(*map(forms, parts)))) & said
    told = operation(loss, said, mark)
    described = set(map(mark, _described(loss))).intersection(clause.words)
    if described and not tables and nothing_behind(described, clause, mark):
        return True
    none = not names or all(map(opaque, names))
    if ordered and loss.kind == "remote" and not _only_this(loss, none, part, told, known, clause, mark):
        return False
    if told and (part or (none and "o" not in clause.flags if names else not _of_another(told, clause, mark))):
        return True
    own = {mark(one) for name in names for one in (name, name.lower(), name.rpartition("/")[2], *name.split("@"))}
    own.add(mark(loss.cwd))     # the machine on which it lies
    return bool(told or part or not (names or "e" in clause.flags)) and clause.names <= own and nothing_behind(
        told | part | own, clause, mark)


def _only_this(loss: Loss, none: bool, part: set[str], told: set[str], known: set[str], clause: Clause,
               mark: Mark) -> bool:
    """Is nothing else named as what goes: no part of it, no other thing of its kind, no choice among what it holds?"""
    some = clause.words[1:]
    other = _others(mark) - known       # "the image bucket" is a bucket
    if any(one in other and after not in told for one, after in zip(some, [*some[1:], ""])) or (
            part and not nothing_behind(part | told, clause, mark)):
        return False
    if CONTENT & clause.kinds and clause.place[:1] == [mark("of")] and not known.issuperset(clause.place):
        return False            # "clean the users table of duplicates"
    kinds, first = _kinds_of(loss, mark), clause.place[:1]
    there = kinds.union(map(mark, (*tokens(" ".join((loss.what, *loss.names, *loss.only))), *ROOMS, *ENVIRONMENTS,
                                   *NEUTRAL)))
    if first == [mark("from")] and (there.isdisjoint(clause.place) or (part and not told and kinds & {*clause.place})):
        return False            # "the instance from the load balancer", "old assets from the bucket"
    tables, whole = _tables(loss), told.difference(map(mark, (*ITEMS, *_verbs(loss))))
    if tables:
        own = {mark(word) for name in tables for word in tokens(name)}
        every = bool(part) and own <= part.union(clause.words)
        asked = part if every else told.intersection(map(mark, ("table", "tables", *DATA))) if not part else set()
        return bool(asked) and (known - ({mark(word) for word in SELECTS if part} - own)).issuperset(some)
    if none:
        return bool(whole) or known.issuperset(some)
    others = set(map(mark, ENVIRONMENTS - {*tokens(" ".join((*loss.names, *loss.only)))}))
    return bool(part) or (known - (others - kinds)).issuperset(some)


def _verbs(loss: Loss) -> list[str]:
    """The operation's words that are no thing's name: destroy, unpublish."""
    return [word for word in tokens(loss.what) if word in KINDS_OF]


def _described(loss: Loss) -> list[str]:
    """The words for what has no name, "the volumes of these services", in which the project's database lies."""
    said = {word for name in loss.names if " " in name for word in name.split()}
    return [word for kind, row in CALLED.items() if not said.isdisjoint(row.split()) or (
        kind == "db" and "services" in said) for word in row.split()]


def _of_another(told: set[str], clause: Clause, mark: Mark) -> bool:
    """Is it a part of something: the table of contents?"""
    return any(one in told and after == mark("of") for one, after in zip(clause.words, clause.words[1:]))


UPLOADS = frozenset("deploy mirror publish releas ship sync synchron upload".split())


def nothing_behind(told: set[str], clause: Clause, mark: Mark, where: Sequence[str] = ()) -> bool:
    """Does no name stand behind the word for the thing?  "The database shop_old" names another."""
    goes_on, said = told.union(map(mark, (*GOES_ON, *A_FILE, *A_BRANCH, "branches", *KINDS_OF))), where or clause.words
    return "e" not in clause.flags or {
        after for one, after in zip(said, said[1:]) if one in told} <= goes_on


def shown(clause: Clause) -> bool:
    """Is what goes only pointed at, and nothing else asked for: "kill those"?  Then it stands in what was shown
    before."""
    return AWAY in clause.kinds and {"p", "e"} <= set(clause.flags) and "w" not in clause.flags and clause.alone and (
        clause.soon and not clause.names)


def operation(loss: Loss, said: frozenset[str], mark: Mark) -> set[str]:
    """What is said of the kind of thing, and of verbs of its own: `delete-stack` is about a stack."""
    what = loss.what.replace(":", " ").replace("_", " ").lower().split()
    nouns = {piece for word in what for piece in word.split("-")[word == what[0]:] if piece.isalpha()}
    if len(loss.names) > 1 and loss.names[0].isalpha():     # kubectl delete deployment api
        nouns.add(ALIASES.get(loss.names[0].lower(), loss.names[0].lower()))
    kinds = _called_so(what)
    known = kinds | {form for word in nouns for form in forms(word)} - COMMON
    if said.isdisjoint(map(mark, ALL)):
        known.discard("resources")      # "the duplicate resources" are not all of them
    return set(map(mark, known)) & said


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
    last = name.rstrip("/").rpartition("/")[2]
    ending = last.rpartition(".")[2].lower()
    if any(mark(word) in said for word in ENDINGS.get(ending, "").split()):
        return True
    if ending and mark(ending) in said and any(mark(word) in said for word in ("all", "every", "those")):
        return True
    a_file = any(mark(word) in said for word in (*A_FILE, ending))
    told = [word for word in tokens(bare(name)) if len(word) > 2]
    if not told and len(ending) > 3:        # the plan file: tf.plan; not each .odt where the prompt names another one
        told = [ending]
    return a_file and any(mark(word) in said for word in told)


A_BRANCH = "branch zweig branche rama ramo ветку ветка гілку gałąź dal ブランチ 分支 브랜치".split()
A_FILE = """dir directories directory file files folder folders datei dateien ordner fichier fichiers fichero archivo
    archivos arquivo plik pliki файл файлы""".split()
_OF_KINDS = {
    "db sqlite sqlite3": "sqlite database db", "log": "log logs", "sql dump": "dump dumps backup backups",
    "png jpg jpeg webp gif": "screenshot screenshots image images picture pictures photo photos", "pdf": "pdfs",
    "zip tar gz tgz xz bz2 7z": "archive archives backup backups tarball tarballs zip zips",
    "bak orig old": "backup backups", "mp4 mov mkv avi": "video videos recording recordings",
    "csv xlsx": "spreadsheet spreadsheets export exports",
}
ENDINGS = {ending: kinds for endings, kinds in _OF_KINDS.items() for ending in endings.split()}


def bare(name: str) -> str:
    """The last part of a path or address without its ending: `notes` of docs/notes.md, `.env` of app/.env."""
    last = name.rstrip("/").rpartition("/")[2] or name
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
    words = short if long else tokens(name.rstrip("/").rpartition("/")[2])
    return bool(words) and all(mark(word) in said for word in words)


def inside(path: str, cwd: str, clause: Clause, mark: Mark) -> bool:
    """Does it lie in a folder that the clause names, "what is older than March in backup/", and no file in it?  Of a
    path elsewhere only the last folder counts; a place only where all or the files of it are meant, or the object is a
    part of its name: "remove unused code in src/util" takes none of its files."""
    own = "a" in clause.flags or any(
        mark(form) in clause.words for word in tokens(bare(path)) if len(word) > 2 for form in forms(word))
    told = clause.said if own else frozenset(clause.words)
    base = cwd.rstrip("/") + "/"
    folders = path.removeprefix(base).split("/")[:-1]
    if path.startswith(("/", "~")) and not path.startswith(base):
        folders = folders[-1:]
    return any(named(folder, told, mark) and all(
        nothing_behind(set(map(mark, tokens(folder))), clause, mark, said) for said in (clause.words, clause.place))
               for folder in folders if folder not in ("", ".", ".."))
