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
NOT = frozenset("""no not don dont never without keep except unless nicht kein keine keinen nichts ohne nie niemals pas
    jamais sans ne nunca sin não sem non senza niet geen zonder bez не без no nu inte ej ikke ikkje älä älkää ei
    jangan tidak đừng không δεν μην değil मत नहीं لا نکن לא אל""".split())
NOT_DENSE = tuple("""除了 除去 除外 以外 之外 제외 빼고 除く 除い
    不要 别 別 保留 いで 残し 말고 말아 지마 อย่า ไม่""".split())
# All but: what a clause with one of these asks for is asked about.
BUT = frozenset("""außer ausser ausgenommen menos excepto salvo sauf excepté hormis exceto tranne eccetto behalve
    uitgezonderd oprócz prócz кроме utom undtagen unntatt paitsi kromě okrem kivéve kecuali trừ окрім
    крім hariç dışında haricinde""".split())
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
PLACES_DENSE = ("里", "裡", "中", "内", "內", "下", "上", "的", "の", "から", "의", "에서", "안")
# Words for files, folders and branches, and for all that is in them.
HOLDS = frozenset("""dir directory file files folder folders datei dateien ordner verzeichnis inhalt inhalte fichier
    fichiers dossier dossiers contenu fichero ficheros archivo archivos carpeta carpetas contenido directorio arquivo
    arquivos pasta pastas conteúdo diretório cartella cartelle contenuto bestand bestanden map mappen inhoud plik pliki
    pliku katalog folderu zawartość файл файлы файла папку папки содержимое каталог dosya dosyayı dosyaları klasörü
    branch zweig rama branche ramo ветку gałąź""".split())
HOLDS_DENSE = tuple("""所有 全部 内容 內容 文件 文件夹 目录 东西 一切 全て すべて 中身 ファイル フォルダ 모든 전부 파일
    폴더""".split())
FOLDERS_DENSE = ("文件夹", "文件", "目录", "ファイル", "フォルダ", "파일", "폴더")
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
    from guards._intent.kinds import heard
    from guards._intent.languages import WONDERS, lower

    plain = tokens(lower(sentence))
    said = f" {' '.join(plain)} "
    asks = asks and not (within(BEGS, said) or within(BEGS_DENSE, said.replace(" ", "")))
    head = sentence.partition(": ")[0]
    if head != sentence and "makes" in heard(head):     # "erstelle ein Ticket: lösche notes.md"
        sentence = head
    return [_clause(piece, asks or not WONDERS.isdisjoint(tokens(lower(piece))[:1]) or piece.lstrip().startswith(
        ASKS_DENSE), shy) for piece in _pieces(sentence)]


def _pieces(sentence: str) -> list[str]:
    """The parts between commas; what only names things goes with what stands before it: "lösch a.txt, b.txt"."""
    found: list[str] = []
    for piece in sentence.replace("，", ", ").replace(": ", ", ").split(", "):
        if found and (not BUT.isdisjoint(tokens(piece)[:1]) or all(
                file_like(one) or one.lower() in AND | HOLDS or one in HOLDS_DENSE for one in piece.split())):
            found[-1] += f" {piece}"
        elif tokens(piece):
            found.append(piece)
    return found


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


def _clause(clause: str, asks: bool, shy: bool) -> Intent:
    words, low = tokens(clause), clause.lower()
    said = frozenset(words)
    kinds, groups, verbs = _kinds(clause, shy)
    negated = bool(_standing([*NOT, *BUT, *NOT_DENSE], said, low)) and TRACKED.isdisjoint(said)
    needless = negated and not NEED.isdisjoint(said)
    if needless:
        kinds, negated = {AWAY: None}, False
    if not (kinds or groups or verbs) and not asks:
        kinds[VAGUE] = None
    later = within(LATER, f" {' '.join(words)} ") or within(LATER_DENSE, low)
    if (asks or later or (groups == ["reads"] and AWAY not in kinds)) and not negated and KEEP not in kinds:
        return Intent([], words[:WORDS], [], "", [])
    plain = frozenset(tokens(" ".join(one for one in clause.split() if not file_like(one))))      # todo.txt is not all
    objects, place, flags = (words, [], "a") if needless else _parted(clause)
    names = entities(clause)
    flags += "o" * any(map(opaque, names)) + "n" * negated + "p" * (
        bool(kinds) and len(words) < 4 and not names) + "wu" * bool(_standing(WIDE, plain, low)) + "f" * any(
            map(file_like, clause.split()))
    return Intent([*kinds, *map(stem, verbs)], objects[:WORDS], place[:WORDS], flags, names)


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
    from guards._intent.kinds import languages_of

    words, chunks = tokens(clause), clause.split()
    if max(clause) >= "\u2e80":
        return _parted_dense(clause, words)
    bare = [one.strip(".,:;!?¿¡\"'`()").lower() for one in chunks]
    tongue = next((names for one in bare if one not in HOLDS for names in [languages_of(one)] if names), ())
    places = frozenset[str]().union(*(PLACES[name] for name in tongue if name in PLACES)) or _ANY_PLACE
    at = next((at for at, one in enumerate(bare) if one in places and chunks[at + 1:]), -1)
    whole = not HOLDS.isdisjoint(bare[:at]) or not WIDE.union(ALL).isdisjoint(bare[:at])
    if at < 0 or (whole and bare[at] in GENITIVE):
        return words, [], "a"
    end = next((n + 1 for n in range(at + 1, len(chunks)) if file_like(chunks[n])), len(chunks))
    return tokens(" ".join([*chunks[:at], *chunks[end:]])), tokens(" ".join(chunks[at:end])), "a" * whole


def _parted_dense(clause: str, words: list[str]) -> tuple[list[str], list[str], str]:
    place, rest = list[str](), clause
    for name in "".join(c if c.isascii() else " " for c in clause).split():
        behind = clause.partition(name)[2].lstrip()
        for folder in FOLDERS_DENSE:
            behind = behind.removeprefix(folder).lstrip()
        if behind.startswith(PLACES_DENSE):
            place, rest = [*place, *tokens(name)], behind
    return [one for one in words if one not in place], place, "a" * (not place or within(HOLDS_DENSE, rest))


_ANY_PLACE = frozenset[str]().union(*PLACES.values())


def _standing(words: Iterable[str], said: frozenset[str], low: str) -> list[str]:
    """Which of the words stand in a clause: as words; those of scripts without blanks anywhere."""
    return [word for word in words if (word in said if word < "\u0e00" else word in low)]

