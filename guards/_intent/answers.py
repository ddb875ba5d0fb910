"""What a short answer to a question says: yes, no, which of several, and what it leaves out.

    answer(text)    the numbers that a short "yes" chooses, [] for all that was asked; None for what is no such answer
    refuses(text)   a short "no"

Law: an answer is a few words of which one agrees.  One that is narrowed or put off, "but only report.md", "except 2",
"later", is none: what it wants counts as its own request.
Limitations: a "yes" of no known word.
"""
from __future__ import annotations

from guards._intent.bounds import file_like
from guards._intent.clause import KINDS_OF, NEED, within
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MARKS = ("?", "\uff1f", "\u061f", "\u055e", "\u037e", "\u304b")     # by which a question is known; hooks/_turn.py
WORDS, LONGER = 4, 25       # of an answer, beside the numbers that it chooses; of one that begins with a plain "yes"
ALONE = frozenset("abcdef")
REFUSES = "refuses"         # beside the kinds of _intent/kinds.py: a prompt that is a "no" and asks for nothing
# Words of a question that names no act: "Run it?", "Soll ich so weitermachen?"
POINTS = frozenset("""a again agreed ahead all alright and anyway are be can confirm continue correct do execute fine go
    good i in is it like may me next now of ok okay on or please proceed ready right run shall should so sound sounds
    start that the them then these this those to want we with works would yes you
    das dem den die es fortfahren ich jetzt lass los loslegen mach machen mit ordnung passt soll sollen weiter
    weitermachen wir acuerdo adelante así bien continuamos continúo de ejecuto esto está hago la lo los parece procedo
    seguimos sigo te vale accord ainsi allons cela ce convient d fais j je l le lance les poursuis va vas vous y ça
    avanti bene così faccio prosegui proseguo vado continuo faço posso prosseguir assim
    doen doorgaan dit dat door ga het ik verder zal dalej kontynuować так это продолжить продолжать делать devam edeyim
    mi""".split())
# ONE table of words that agree, a language or its neighbours a row; a "_" stands in a phrase.  Read without the letters
# that a hand repeats: "yess", "okkk".
AGREES = """
    absolutely affirmative agreed approve approved aye both by_all_means certainly confirm confirmed continue correct
    definitely do exactly fine go good great granted k lgtm no_problem of_course ok oke okey oki okay perfect please
    proceed right sure why_not y ye yea yeah yep yes yup
    alles alle einverstanden gerne genau gut ja jap jawohl jep jo joa jup kein_problem klar logisch mach natürlich passt
    perfekt sicher warum_nicht weiter
    allez bien_sûr bien_sur c_est_bon d_accord entendu oui ouais parfait pas_de_problème pourquoi_pas vas volontiers
    adelante bueno claro dale de_acuerdo hazlo por_supuesto si sin_problema sí vale
    certo claro combinado faça isso_mesmo pode sem_problema sim
    certo d_accordo esatto fallo nessun_problema perfetto si sì va bene volentieri
    akkoord doe geen_probleem goed graag prima zeker
    ano dobra dobrze jasne jasně jistě pewnie tak zgoda zrób igen rendben bineînțeles da desigur
    absolut gör javisst joo jodå kyllä okej selvä selvfølgelig ναι βεβαίως evet olur tabii tamam có được ừ vâng
    ага да давай конечно ладно ок окей хорошо добре boleh silakan
    """
# By which a longer prompt begins that takes what was proposed, and goes on.
PLAIN = frozenset("yes yeah yep yup ja jo jawohl oui ouais si sì sí sim tak evet да vâng ừ".split())
YES_DENSE = ("はい", "うん", "お願い", "いいよ", "やって", "了解", "进行", "好", "是", "可以", "行", "同意", "確認",
             "确认", "继续", "嗯", "做吧", "来吧", "没问题", "沒問題", "問題な", "当然", "もちろん", "続けて", "네",
             "예", "응", "좋아", "그래", "해줘", "물론", "문제없", "진행")
THUMBS, DOWN = tuple("👍 👌 ✅ ✔ 🆗 💯 🙏 🚀 🙂".split()), tuple("👎 ❌ 🚫 ✋".split())
TINTS = str.maketrans(dict.fromkeys([*map(chr, range(0x1f3fb, 0x1f400)), "\ufe0f"]))      # of a hand's skin; of a sign
NO = frozenset("""
    no nope nah not never don dont doesn stop wait cancel skip neither none without except nein nicht nie niemals kein
    keine warte lass nee niet geen nooit wacht non pas jamais ne rien nunca nada não hayır yok değil не нет không đừng
    chưa""".split())
NO_DENSE = ("いいえ", "いや", "やめ", "だめ", "駄目", "しない", "ないで", "不", "别", "別", "没", "否", "算了",
            "なくて", "아니", "안 ", "하지", "말아")
# Behind one of these a "yes" is narrowed, if anything is named there; behind one of the second by a number, too.
ONLY = frozenset("""only just nur bloß seulement uniquement juste solo sólo solamente únicamente soltanto só somente
    apenas alleen tylko только лише sadece but aber mais pero ma mas maar ale но али fakat ama men nhưng""".split())
BUT = frozenset("""except excluding besides außer ausser ohne sauf hormis salvo excepto menos tranne eccetto exceto
    behalve oprócz кроме hariç without keep leave spare skip behalte behalt lass garde garder deja guarda mantén
    conserva mantieni tieni houd zostaw оставь mantém""".split())
NARROWS_DENSE = tuple("只 仅 だけ 除了 以外 保留 留 残して 但 不过 でも ただし 하지만".split())
GOES_ON = (["keep", "going"], ["keep", "on"], ["leave", "on"])
# What names nothing behind the first; what puts it off.
LITTLE = POINTS | frozenset("""going here once one ones time file files the only just be careful quick quickly
    alone anything asking else everything rest uns so auch bitte mal noch nur por favor per te el los las
    der""".split())
LATER = frozenset("""cancel later stop tomorrow wait yet morgen später warte wacht demain luego mañana domani
    amanhã depois завтра потом""".split())
# The numbers of items as people say them; a cardinal counts behind a word for an item, or alone.
FIRST = {word: number for number, row in {
    "1": "first 1st erste ersten erster erstes premier première primero primera primer primo prima primeiro primeira "
         "eerste första første pierwszy pierwsze pierwszą первый первое birinci",
    "2": "second 2nd zweite zweiten zweiter zweites deuxième deuxieme seconde segundo segunda secondo seconda tweede "
         "andra anden drugi drugie drugą второй второе ikinci",
    "3": "third 3rd dritte dritten dritter drittes troisième tercero tercera tercer terzo terza terceiro terceira "
         "derde tredje trzeci третий третье üçüncü",
    "4": "fourth 4th vierte vierten viertes quatrième cuarto cuarta quarto quarta vierde",
    "last": "last letzte letzten letzter letztes dernier dernière último última ultimo ultima laatste sista ostatni "
            "последний"}.items() for word in row.split()}
CARDINALS = {word: str(at) for at, row in enumerate((
    "one eins ein un uno una", "two zwei deux dos due dois twee два", "three drei trois tres tre três drie три",
    "four vier quatre cuatro quattro quatro"), 1) for word in row.split()}
FIRST_DENSE = {"1": ("第一", "一番", "1番", "첫", "1번"), "2": ("第二", "二番", "2番", "두 번", "두번", "2번"),
               "3": ("第三", "三番", "3番", "세 번", "세번", "3번")}
# Around such a number.
ITEM = frozenset("""option number no nr nummer numéro número opción opção opzione optie variante choice item point punkt
    variant plan""".split())
AROUND = ITEM | frozenset("""i i'd want take pick choose prefer use with go for the one ones please pls only just yes ok
    do try let's lets thing way thanks der die das den dem ich nehme nimm mach machen mit bitte nur le la les je prends
    fais el los lo hazlo haz elijo por favor il gli scelgo o a quero de het doe and und y et e""".split())


NUMBERED = frozenset("bug card issue mr page pr pull request story task ticket".split())    # their number is a name


def squeezed(word: str) -> str:
    """A word without the letters that stand in it twice in a row.

    >>> squeezed("yesss"), squeezed("okkay")
    ('yes', 'okay')
    """
    return "".join(c for c, before in zip(word, " " + word) if c != before)


YES, PHRASES = (frozenset(squeezed(one.replace("_", " ")) for one in AGREES.split() if ("_" in one) is phrase)
                for phrase in (False, True))
GIVEN = ("you can ", "you may ")        # these agree where nothing else follows
EVERY = frozenset("""all any everything every both beide tout tous toutes todo todos todas tutti tutto tudo alle
    alles""".split())


def answer(text: str) -> list[str] | None:
    """The numbers and letters that a short answer chooses, [] for none; None for a "no", and what is no such answer.

    >>> answer("yes"), answer("ja, mach"), answer("do 2 and 3"), answer("option b please"), answer("はい、お願いします")
    ([], [], ['2', '3'], ['b'], [])
    >>> answer("ja bitte, und pushe es danach auch gleich zu"), answer("d'accord"), answer("yesss 👍")
    ([], [], [])
    >>> answer("the second one"), answer("mach 1"), answer("第二个"), answer("all but 1"), answer("first run the tests")
    (['2'], ['1'], ['2'], None, None)
    >>> answer("no"), answer("don't"), answer("nein, lass das"), answer("why?"), answer("fix the tests"), answer("不要")
    (None, None, None, None, None, None)
    >>> answer("yes, but not now"), answer("yes but only notes.md"), answer("oui mais plus tard")
    (None, None, None)
    >>> answer("just a second"), answer("all"), answer("yes, close #12")
    (None, ['all'], ['12', '+'])
    """
    low = text.strip().translate(TINTS).lower()
    if len(low) > 200 or low.endswith((*MARKS[:-1], "吗", "嗎")) or within(DOWN, low):
        return None
    for one in THUMBS:
        if one in low:
            low = low.replace(one, " ").strip() or "ok"
    return None if _narrowed(low) else _plain(low)


def _narrowed(low: str) -> bool:
    """Does a remark, or a name, leave something out of a "yes", or put it off?"""
    said = tokens(low)
    at = next((n for n, one in enumerate(said) if one in ONLY | BUT and said[n:n + 2] not in GOES_ON), len(said))
    but = at < len(said) and (said[at] in BUT or not EVERY.isdisjoint(said[:at]))        # "all but 1"
    behind = [one for one in said[at + 1:] if but or not one.isdecimal()]
    return any(map(file_like, low.split())) or within(NARROWS_DENSE, low) or not LATER.isdisjoint(said[at:]) or (
        not LITTLE.union(() if but else FIRST, AROUND).issuperset(behind))


def named(text: str) -> list[str]:
    """The words of what a text names in a written form: a file, a number, an address; without endings.

    >>> named("Delete notes.md and data/x-1.csv, please.")
    ['notes', 'data', 'x', '1']
    """
    chunks = [chunk.strip("\"'`,;:!?().*") for chunk in text.split()]
    written = [chunk for chunk in chunks if not chunk.isalpha() and any(c in "./_-@#" or c.isdecimal() for c in chunk)]
    return [part for chunk in written for part in tokens(chunk.rpartition(".")[0] or chunk)]


def _numbers(said: list[str]) -> Iterator[str]:
    """The items that are chosen by a number, an ordinal, a letter behind "option"."""
    closed = AROUND.union(FIRST, CARDINALS, YES).issuperset(said)
    for before, one in zip(["", *said], said):
        if one.isdecimal() and len(one) < 3:
            yield one
        elif one in FIRST and before not in ("a", "one", "une") and closed:
            yield FIRST[one]
        elif one in CARDINALS and (before in ITEM or len(said) == 1):
            yield CARDINALS[one]
        elif one in ALONE and (before == "option" or len(said) == 1):
            yield one


def _dense(low: str) -> tuple[bool, list[str] | None]:
    """(is it an answer in a script without blanks, what it says)."""
    short, bare = len(low) <= 12, low.replace("没问题", "好").replace("沒問題", "好").replace("問題な", "好")
    taken = short and not within(NO_DENSE, bare)
    counted = [number for number, marks in FIRST_DENSE.items() if within(marks, low)]
    if counted and taken:
        return True, counted
    known = any(bare.startswith(one) or one in bare[-4:] for one in (*YES_DENSE, *NO_DENSE))
    return known, [] if taken else None


def _plain(low: str) -> list[str] | None:
    """As `answer`, of one that nothing narrows."""
    if max(low, default="") >= "\u0e00":
        known, counted = _dense(low)
        if known:
            return counted
    first = said = tokens(low)
    begins = not PLAIN.isdisjoint(said[:1])
    said = _agreed(said)
    chosen = [*_numbers(said)] if len(said) <= 2 * WORDS else []
    if not chosen and EVERY.union(LITTLE, CARDINALS).issuperset(said) and not EVERY.isdisjoint(said):
        return ["all"]
    rest = [one for one in said if {one, FIRST.get(one), CARDINALS.get(one)}.isdisjoint(chosen)]
    if (NO.intersection(rest) and not (begins and NEED.intersection(rest))) or (     # "yes, it is not needed"
            len(rest) > (LONGER if begins else WORDS)):
        return None
    given = f"{' '.join(first)} ".startswith(GIVEN) and POINTS.issuperset(said[2:])
    yes = given or (not YES.isdisjoint(map(squeezed, rest)) and (_is_plain(low, first) or _known(low, rest)))
    if not yes and not (chosen and (len(rest) < 3 or AROUND.issuperset(rest))):
        return None
    # "yes, close #12": the number may be no item's
    return chosen + ["+"] * (bool(chosen) and begins and any(map(str.isdecimal, said)))


def _agreed(said: list[str]) -> list[str]:
    """The words, "yes" for a phrase that agrees."""
    spoken = f" {squeezed(' '.join(said))} "
    phrase = next((one for one in PHRASES if f" {one} " in spoken), "")
    return ["yes", *spoken.replace(f" {phrase} ", " ").split()] if phrase else said


def _is_plain(low: str, said: list[str]) -> bool:
    """Does it begin with a "yes" that is no other word, and no order to keep or to move it?"""
    return not PLAIN.isdisjoint(said[:1]) and (said[0] != "si" or len(said) == 1 or low[2:3] == ",") and (
        not {"rename", "move"} & set(said))


def _known(low: str, said: list[str]) -> bool:
    """Is it nothing but words that agree, small ones, names, and orders that do what was asked?"""
    from guards._intent.intents import VERBS
    own = AROUND.union(LITTLE, EVERY, FIRST, CARDINALS, THANKS, VERBS, named(low))
    return OTHER.isdisjoint(said) and all(
        one in own or squeezed(one) in YES or one.isdecimal() or one >= "\u0e00" for one in said)


THANKS = frozenset("""by dokey looks s thanks thank thx you cheers cool nice awesome danke merci gracias grazie
    obrigado""".split())
# Verbs that a "yes" of an ordinary word before them does not agree to.
OTHER = frozenset("""ask check keep leave ignore list log move mv need open postpone preserve print propose protect read
    relocate rename restore retain revert save say see show spare stop tell undo verify view""".split()).union(
    word for word, kinds in KINDS_OF.items() if "keep" in kinds)


def names_thing(text: str) -> bool:
    """Is a number in it a thing's own, and no "yes" before it?

    >>> [names_thing(t) for t in ("fix issue 44", "handle OPS-3", "do 2 and 3", "yes, close #12")]
    [True, True, False, False]
    """
    low = text[:200].lower()
    said = tokens(low)
    return PLAIN.isdisjoint(said[:1]) and any(
        one.isdecimal() and (before in NUMBERED or f"-{one}" in low or f"#{one}" in low)
        for before, one in zip(["", *said], said))


def refuses(text: str) -> bool:
    """Is it a short "no" that asks for nothing?

    >>> refuses("no"), refuses("nein, lass das"), refuses("don't"), refuses("yes"), refuses("no, close 12 and 13")
    (True, True, True, False, False)
    """
    low = text.strip().lower()
    said = tokens(low[:80])
    dense = len(low) <= 12 and low[:1] >= "\u0e00" and low.startswith(NO_DENSE)
    return len(low) < 80 and (dense or (len(said) <= WORDS and not NO.isdisjoint(said)))
