"""What a clause asks for in another language than English: its kinds of act, its object apart from its place.

    clauses(sentence, asks, shy)    the clauses of a sentence; `shy`: the text may be English that no order was found in

Law: what no table knows asks for no loss, and a question asks for something where it turns to the one who is asked.
A clause is one bag of words beside its verb; what stands behind "in", "aus", "de" is its place, unless the words before
only say that files, or all of it, are meant.
Limitations: a verb that is in no table; what is told of the past.
"""
from __future__ import annotations

from guards._intent.bounds import file_like
from guards._intent.clause import (
    ALL,
    AND,
    ANEW,
    AWAY,
    BACK,
    COMMITS,
    ENGLISH,
    KEEP,
    KINDS_OF,
    MOVE,
    NEED,
    SOFT,
    VAGUE,
    WORDS,
    Intent,
    within,
)
from guards._text import table
from guards._text.words import entities, opaque, stem, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# All that is not committed.
WIDE = frozenset("""alles änderungen lokalen lokale tout tous modifications todo todos cambios mudanças alterações tudo
    tutto modifiche wszystko zmiany lokalne lokalnego всё все изменения wijzigingen değişiklikleri đổi 변경 changes
    everything uncommitted untracked 変更 改""".split())
# Not: of more languages than the others, since nothing else tells it.
NOT = frozenset("""not don dont never without keep except unless nicht kein keine keinen nichts ohne nie niemals pas
    jamais sans ne nunca sin não sem non senza niet geen zonder bez не без no nu inte ej ikke ikkje älä älkää ei
    jangan tidak đừng không δεν μην değil मत नहीं لا نکن לא אל""".split())
NOT_DENSE = tuple("不要 别 別 保留 いで 残し 말고 말아 지마 อย่า ไม่".split())
# All but: before what stays, behind it.
BUT = frozenset("""außer ausser ausgenommen menos excepto salvo sauf excepté hormis exceto tranne eccetto behalve
    uitgezonderd oprócz prócz кроме utom undtagen unntatt paitsi kromě okrem kivéve kecuali trừ окрім крім""".split())
BUT_BEHIND = frozenset("hariç dışında haricinde".split())
BUT_DENSE, BUT_BEHIND_DENSE = ("除了", "除去"), ("除外", "以外", "之外", "제외", "빼고", "除く", "除い")
TRACKED = frozenset("seguimiento suivi suivis seguimento śledzenia".split())    # git's "untracked"
GIVEN = {"away": (AWAY,), "sets": (BACK, ANEW), "delete": (AWAY,), "cancel": (AWAY,), "upload": (ANEW,),
         "update": (ANEW,), "push": (ANEW,), "move": (MOVE,)}
# What takes away, in languages that have no row in _intent/lexicon.py: only by these words is it asked for there.
GONE = frozenset("""bort radera slet slett fjern poista smaž smazat odstraň zmaž vymaž видали видаліть hapus buang töröl
    töröld törölj șterge sterge șterg διάγραψε σβήσε احذف امسح מחק हटाओ हटा हटाएं मिटा futa obriši izbriši изтрий ลบ
    silebilir siler""".split())
RESTORES = frozenset("restaura restaure restaurar rétablis restaurer återställ gendan palauta obnov віднови".split())

# Behind these stands a place, by language; of those of GENITIVE it may be the thing itself: "la carpeta de logs".
PLACES = {name: frozenset(row.split()) for name, row in table("""
    de: in im ins aus auf an unter über innerhalb von vom
    es: de del en desde dentro
    fr: de du des dans sur
    pt: de do da dos das em no na nos nas
    it: di del da dal dalla della dello dei delle in nel nella nei nelle nello sulla su
    nl: in uit van op
    pl: w we z ze
    ru: из во в со с на
    sv: från i ur
    """).items()}
GENITIVE = frozenset("de del di da do dos das du des della dello dei delle von vom van".split())
SUFFIXES = tuple("daki deki taki teki ndan nden 'nin 'nın 'nun 'nün 'in 'ın 'un 'ün 'dan 'den 'tan 'ten".split())
PLACES_DENSE = ("里", "裡", "中", "内", "內", "下", "上", "的", "の", "から", "의", "에서", "안")
# Words for files, folders and branches, and for all that is in them.
HOLDS = frozenset("""dir directory file files folder folders datei dateien ordner verzeichnis inhalt inhalte fichier
    fichiers dossier dossiers contenu fichero ficheros archivo archivos carpeta carpetas contenido directorio arquivo
    arquivos pasta pastas conteúdo diretório cartella cartelle contenuto bestand bestanden map mappen inhoud plik pliki
    pliku katalog folderu zawartość файл файлы файла папку папки содержимое каталог dosya dosyayı dosyaları klasörü
    branch zweig rama branche ramo ветку gałąź""".split())
HOLDS_DENSE = tuple("""所有 全部 内容 內容 文件 文件夹 目录 东西 一切 全て すべて 中身 ファイル フォルダ 모든 전부 파일
    폴더""".split())
# To whom a question turns that asks for an act.
BEGS = tuple(f" {one.strip()} " for one in """kannst du,du kannst,kannste,könntest du,würdest du,magst du,willst du,
    könnt ihr,können sie,könnten sie,würden sie,können wir,bitte,puedes,podrías,podrias,podés,podemos,por favor,porfa,
    peux tu,tu peux,pourrais tu,tu pourrais,pouvez,pourriez,veux tu,s il te,s il vous,stp,svp,puoi,potresti,potete,
    potreste,possiamo,per favore,podes,pode,poderia,poderias,consegue,kun je,kan je,kunt u,wil je,zou je,kunnen we,
    alsjeblieft,graag,aub,możesz,mógłbyś,mogłabyś,możecie,możemy,proszę,prosze,можешь,можете,мог бы,могла бы,можем,
    пожалуйста,misin,mısın,musun,müsün,misiniz,lütfen,kan du,vill du,snälla,voitko,můžeš,môžeš,bisakah,tolong,giúp,
    μπορείς,poți,tudnád,можеш,будь ласка""".split(","))
BEGS_DENSE = tuple("""请 請 帮 幫 麻烦 能不能 你能 你可以 ください もらえ くれ いただけ 願い をできま 주세요 줄래
    줄수 주시 주겠 해줘 ช่วย""".split())
# By which a question begins where no mark ends it.
ASKS_DENSE = tuple("为什么 為什麼 怎么 怎麼 如何 是否 谁 誰 なぜ どうして どうやって 왜 어떻게 누가".split())
# Not now: some day, or when the person has done something.
LATER = tuple(f" {one.strip()} " for one in """morgen,später,sobald ich,wenn ich,nachdem ich,mañana,más tarde,
    cuando yo,después de que yo,demain,plus tard,quand je,dès que je,quand j,domani,più tardi,quando io,amanhã,
    mais tarde,quando eu,straks,later,als ik,zodra ik,jutro,później,gdy ja,завтра,позже,когда я,yarın,nästa vecka,
    nächste woche,la semana que viene,la semaine prochaine""".split(","))
LATER_DENSE = tuple("明天 稍后 稍後 以后再 等我 下周 明日 あとで 後で 来週 내일 나중에".split())
PROGRAMS = frozenset("aws az docker fly gcloud gh glab gsutil heroku helm kubectl npm podman pulumi terraform".split())


def clauses(sentence: str, asks: bool, shy: bool = False) -> list[Intent]:
    """The clauses of a sentence: its words, with the kinds that its verbs tell.

    >>> [(one.kinds[0], one.words) for one in clauses("Lösch Zeile 3 in todo.txt", False)]
    [('away', ['lösch', 'zeile', '3'])]
    >>> [one.kinds for one in clauses("wie lösche ich notes.md?", True)]
    [[]]
    """
    from guards._intent.languages import lower

    said = f" {' '.join(tokens(lower(sentence)))} "
    asks = asks and not (within(BEGS, said) or within(BEGS_DENSE, said.replace(" ", "")))
    found: list[Intent] = []
    for piece in _pieces(sentence):
        piece, stays = _but(piece)
        if stays:
            found.append(Intent([KEEP], tokens(stays)[:WORDS], [], "f", []))
        one = _clause(piece, asks or _wonders(piece), shy)
        found += [one] if one else []
    return found


def _pieces(sentence: str) -> list[str]:
    """The parts between commas; what only names things goes with what stands beside it: "lösch a.txt, b.txt"."""
    head = sentence.partition(": ")[0]
    if head != sentence and _makes(head):      # "erstelle ein Ticket: lösche notes.md"
        sentence = head
    found: list[str] = []
    for piece in sentence.replace("，", "\n").replace(", ", "\n").replace(": ", "\n").split("\n"):
        if found and (_bare(piece) or _bare(found[-1])) and piece.strip():
            found[-1] += f" {piece}"
        elif piece.strip():
            found.append(piece)
    return found


def _makes(head: str) -> bool:
    from guards._intent.kinds import heard
    return "makes" in heard(head)


def _bare(piece: str) -> bool:
    return all(file_like(one) or one.lower() in AND or one.lower() in HOLDS or one in HOLDS_DENSE
               for one in piece.strip(" .!;").split())


def _wonders(piece: str) -> bool:
    from guards._intent.languages import WONDERS, lower
    return next(iter(tokens(lower(piece))), "") in WONDERS or piece.lstrip().startswith(ASKS_DENSE)


def _but(piece: str) -> tuple[str, str]:
    """(the clause without what is to stay, what is to stay)."""
    low = piece.lower()
    if max(low, default="") >= "\u2e80":
        names = [one for one in "".join(c if c < "\u2e80" else " " for c in piece).split() if one.strip(".,:;!")]
        for marks, behind in ((BUT_DENSE, False), (BUT_BEHIND_DENSE, True)):
            at = next((low.find(mark) for mark in marks if mark in low), -1)
            near = [one for one in names if (piece.find(one) < at) is behind] if at >= 0 else []
            if near:
                name = near[-1 if behind else 0]
                return piece.replace(name, " "), name
        return piece, ""
    chunks = piece.split()
    words = [one.strip(".,:;!?()").lower() for one in chunks]
    at = next((n for n, one in enumerate(words) if one in BUT | BUT_BEHIND), -1)
    if at < 0:
        return piece, ""
    if words[at] in BUT_BEHIND:
        return " ".join(chunks[at + 1:]), " ".join(chunks[:at])
    end = len(chunks) if at else next((n + 1 for n, one in enumerate(chunks) if file_like(one)), len(chunks))
    return " ".join([*chunks[:at], *chunks[end:]]), " ".join(chunks[at + 1:end])


def _kinds(clause: str, shy: bool) -> tuple[dict[str, None], list[str], dict[str, None]]:
    """(the kinds of act, the groups of guards/_intent/lexicon.py, the verbs) that a clause tells."""
    from guards._intent.kinds import heard
    from guards._intent.languages import spoken

    told = _without_english(clause) if shy else clause      # "notes.md has a delete button" is English, and no order
    own = frozenset(tokens(told))
    kinds = dict.fromkeys(kind for word in _standing(KINDS_OF, own, told.lower()) for kind in KINDS_OF[word])
    groups, verbs = heard(told), spoken(told)
    for name in (*groups, *verbs):
        kinds.update(dict.fromkeys(GIVEN.get(name, ())))
    for kind, some in ((AWAY, GONE), (BACK, RESTORES)):
        if _standing(some, own, told.lower()):
            kinds[kind] = None
    return kinds, groups, verbs


def _clause(clause: str, asks: bool, shy: bool) -> Intent | None:
    words, low = tokens(clause), clause.lower()
    if not words:
        return None
    said = frozenset(words)
    kinds, groups, verbs = _kinds(clause, shy)
    negated = bool(_standing([*NOT, *NOT_DENSE], said, low)) and TRACKED.isdisjoint(said)
    needless = negated and not NEED.isdisjoint(said)
    if needless:
        kinds, negated = {AWAY: None}, False
    if not (kinds or groups or verbs) and not asks:
        kinds[VAGUE] = None
    if groups == ["reads"] and (asks or AWAY not in kinds):
        return None
    if (asks or _later(words, low)) and not negated and KEEP not in kinds:
        return Intent([], words[:WORDS], [], "", [])
    plain = frozenset(tokens(" ".join(one for one in clause.split() if not file_like(one))))      # todo.txt is not all
    objects, place, flags = (words, [], "a") if needless else _parted(clause)
    names = entities(clause)
    flags += "o" * any(map(opaque, names)) + "n" * negated + "p" * (
        bool(kinds) and len(words) < 4 and not names) + "wu" * bool(_standing(WIDE, plain, low)) + "f" * any(
            map(file_like, clause.split()))
    return Intent([*kinds, *map(stem, verbs)], objects[:WORDS], place[:WORDS], flags, names)


def _later(words: list[str], low: str) -> bool:
    return within(LATER, f" {' '.join(words)} ") or within(LATER_DENSE, low)


def _without_english(clause: str) -> str:
    """Without the English verbs that stand where no order does: neither first nor last."""
    chunks = clause.split()
    bare = [one.strip(".,:;!?\"'`()").lower() for one in chunks]
    some = [at for at, one in enumerate(bare) if one not in SOFT]
    ends = {some[0], some[-1]} if some else set()
    if bare[0] in PROGRAMS:     # a command, as it is typed
        ends.update((1, 2))
    return " ".join(chunk for at, (chunk, one) in enumerate(zip(chunks, bare)) if (
        stem(one) not in _STEMS or (at in ends and one in ENGLISH)))


_STEMS = frozenset(map(stem, ENGLISH))


def _parted(clause: str) -> tuple[list[str], list[str], str]:
    """(the verb and its object, its place, "a" where the object is all or the files of the place).

    >>> _parted("borra la carpeta de logs"), _parted("删除 todo.txt 的第三行")[1]
    ((['borra', 'la', 'carpeta', 'de', 'logs'], [], 'a'), ['todo', 'txt'])
    """
    if max(clause) >= "\u2e80":
        return _parted_dense(clause)
    from guards._intent.kinds import languages_of

    chunks = clause.split()
    bare = [one.strip(".,:;!?¿¡\"'`()").lower() for one in chunks]
    verbs = [(at, names) for at, names in enumerate(map(languages_of, bare)) if names and bare[at] not in HOLDS]
    tongue = frozenset[str]().union(*(PLACES[name] for name in verbs[0][1] if name in PLACES)) if verbs else None
    start, end = _place(chunks, bare, tongue or _ANY_PLACE)
    if start < 0:
        return tokens(clause), [], "a"
    acts = {bare[at] for at, _ in (*verbs[:1], *verbs[-1:]) if at in (verbs[0][0], len(bare) - 1)}
    told = [one for one in (*bare[:start], *bare[end:]) if not (len(one) < 4 and one.isalpha()) and one not in acts
            and one not in _POLITE]
    if HOLDS.union(WIDE, ALL, COMMITS).issuperset(told) and (bare[start] in GENITIVE or not told):
        return tokens(clause), [], "a"
    whole = not HOLDS.isdisjoint(told) or WIDE.union(ALL).issuperset(told)
    return tokens(" ".join([*chunks[:start], *chunks[end:]])), tokens(" ".join(chunks[start:end])), "a" * whole


_ANY_PLACE = frozenset[str]().union(*PLACES.values())
_POLITE = frozenset(" ".join(BEGS).split())


def _place(chunks: list[str], bare: list[str], places: frozenset[str]) -> tuple[int, int]:
    """Where the place stands; (-1, 0) for none.  It ends with its first name, for one of files."""
    for at, one in enumerate(bare):
        if one.endswith(SUFFIXES) and at and (file_like(chunks[at - 1]) or "'" in one):
            return (at if "'" in one else at - 1), at + 1
        if one.endswith(SUFFIXES) and "'" in one:
            return at, at + 1
        both = one == "en" and at and file_like(chunks[at - 1]) and file_like("".join(chunks[at + 1:at + 2]))
        if one in places and not both and chunks[at + 1:]:
            return at, next((n + 1 for n in range(at + 1, len(chunks)) if file_like(chunks[n])), len(chunks))
    return -1, 0


def _parted_dense(clause: str) -> tuple[list[str], list[str], str]:
    for mark in PLACES_DENSE:
        before, found, behind = clause.partition(mark)
        before = before.rstrip()
        for word in ("目录", "文件夹", "文件", "フォルダ", "ディレクトリ", "ファイル", "폴더", "파일"):
            before = before.removesuffix(word).rstrip()
        if found and before and before[-1].isascii() and before[-1] not in ",:;!?" and behind.strip():
            if within(HOLDS_DENSE, behind):
                return tokens(clause), [], "a"
            name = "".join(c if c < "\u2e80" else " " for c in before).split()[-1]
            rest = clause.replace(name, " ", 1)
            return tokens(rest), tokens(name), ""
    return tokens(clause), [], "a"


def _standing(words: Iterable[str], said: frozenset[str], low: str) -> list[str]:
    """Which of the words stand in a clause: as words; those of scripts without blanks anywhere."""
    return [word for word in words if (word in said if word < "\u0e00" else word in low)]
