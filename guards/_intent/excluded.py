"""What kinds of act a prompt excludes, only asks about, or asks for: "fix it, but don't push".

    spoken_of(text)     the clauses that speak of such a kind, in order: each a `Clause`

Law: a word counts in the clause where it stands.  Who tells what happens ("the tests don't commit"), or under which
condition something may be done ("not until the tests pass"), forbids nothing; "not until I say so" does.  An object
behind the verb narrows it: "don't push to main" is a word about main.
Limitations: a verb that is in no row; of other languages than English an object counts only where it is a name.
"""
from __future__ import annotations

from guards._intent.intents import FORBIDS, IS, JOINS, MODALS, NOT, SOFT, SUBJECTS, sentences
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ASKED, FORBIDDEN, WONDERED = "o", "n", "q"
MOST, LONGEST, QUOTED = 4000, 40, 12        # characters of a prompt; words of a sentence; kept of what it excludes
PUSH, COMMIT, PR, SEND, COMMENT, PUBLISH, DEPLOY, MERGE, APPROVE, CLOSE, INSTALL, UPGRADE, ISSUE, TOUCH = (
    "push commit pr send comment publish deploy merge approve close install upgrade issue touch".split())
# kind: English verbs | nouns of what is made | how words of other languages begin that tell it.
KINDS = {
    PUSH: """push | push pushes | push gepush pouss empuj empurr suba subas subir hochlad запуш пуш wypchnij wypych
        推送 推上 上传 プッシュ 푸시""",
    COMMIT: "commit | commit commits | commit comitt einchecken коммит закоммит zacommit 提交 コミット 커밋",
    PR: "| pr prs mr mrs pull | pr prs",
    SEND: """send mail email answer reply respond forward message post notify submit tweet | mail mails email emails
        message messages reply replies answer answers post posts | send schick abschick verschick verschicken absend
        versend gesend geschickt antworte beantworte post enviar envie envia envía envíe enviad mandar mande mandé
        respond contest envoy envoi répond repond invia invii mandar rispond envie stuur sturen verstuur verzend wysył
        wyśl wysła отправ посыл послать отвеч gönder yolla 发送 发出 发 寄 回复 送信 送ら 送って 返信 보내 전송 발송""",
    COMMENT: """comment reply respond answer post send submit | comment comments reply replies answer answers remark
        remarks post posts | kommentier kommentar coment comment commenta opmerking komentu коммент respond répond
        antworte beantworte post publi send schick senden 评论 留言 回复 发 コメント 댓글""",
    PUBLISH: """publish release upload | release releases | veröffentlich publizier releas publi pubblic opublik публик
        опублик 发布 上线 公開 リリース 게시 출시""",
    DEPLOY: """deploy ship rollout | deploy deploys deployment deployments rollout | deploy ausroll despleg desplieg
        déploi déploy implant wdraż wdróż деплой задепло разверн 部署 デプロイ 배포""",
    MERGE: "merge land | merge merges | merg gemerg fusion мердж смердж вливай zmerg 合并 マージ 병합 머지",
    APPROVE: "approve | approval approvals | genehmig approv aprueb aprob approuv одобр zatwierd 批准 承認 승인",
    CLOSE: "close resolve | | schließ schliess cierr cerrar ferm chiud fech sluit zamkn zamyk закры закро 关闭 閉じ 닫",
    INSTALL: "install | install installs package packages dependency dependencies | install instal установ 安装 설치",
    UPGRADE: "upgrade bump update | upgrade upgrades update updates | upgrad aktualisier actualis aggiorn 升级",
    ISSUE: "| issue issues ticket tickets | issue issues",
    TOUCH: """touch change edit modify alter update | | anfass anrühr änder veränder toqu toca cambi modific modifi touch
        tocc alter rak wijzig dotyk zmien трог меня 改 动 碰 触 変更 いじ 건드 수정""",
}
# "Open a PR", "leave a comment"; what a kind is done by, too.
MAKES = frozenset("""open create make do cut file raise start add leave write submit publish post send put hit
    adding making opening creating leaving doing writing""".split())
BRINGS = {PR: (PUSH, COMMIT), PUSH: (COMMIT,), PUBLISH: (PUSH, COMMIT), DEPLOY: (PUSH,)}
RUNS = frozenset("run execute do apply start trigger".split())      # "plan the deploy, don't run it"


def _forms(verb: str) -> tuple[str, str, str]:
    """The verb, and how it ends behind "without" and "be"."""
    if verb == "send":
        return verb, "sending", "sent"
    bare = verb.removesuffix("e")
    if verb in ("commit", "submit", "ship"):
        bare += verb[-1]
    ended = bare.removesuffix("y") + "i" if bare.endswith("ly") else bare
    return verb, f"{bare}ing", f"{ended}ed"


VERBS: dict[str, list[str]] = {}        # form -> kinds
ENDED: dict[str, list[str]] = {}
THINGS: dict[str, list[str]] = {}
ABROAD: dict[str, list[str]] = {}
for _kind, _row in KINDS.items():
    _verbs, _nouns, _abroad = _row.split("|")
    for _verb in _verbs.split():
        _base, _ing, _done = _forms(_verb)
        for _form in (_base, _ing):
            VERBS.setdefault(_form, []).append(_kind)
        ENDED.setdefault(_done, []).append(_kind)
    for _noun in _nouns.split():
        THINGS.setdefault(_noun, []).append(_kind)
    for _begun in _abroad.split():
        ABROAD.setdefault(_begun, []).append(_kind)

# English.
SHORT = FORBIDS | frozenset("shouldn't shouldnt mustn't mustnt needn't neednt cannot".split()) - {"cannot"}
NEVER = frozenset("avoid stop without skip".split())        # "without pushing"
MERELY = frozenset("just only simply blindly immediately directly always".split())       # "don't just push it"
LEADS = frozenset("""please to sure careful prefer rather better want told need have there's there that's this is time
    supposed make be also and but so then or nor yet""".split())
EXTRA = frozenset("new further more other additional extra git any code direct".split())   # "no new commits"
# Behind a verb: what narrows nothing.
LITTLE = frozenset("""a an the it its this that these those them they my your our his her their him me us one any all
    anything everything something either at for now yet so far today still again already ever please pls thanks just
    also too though myself yourself anywhere to on in of into with up out off and or nor here there back
    changes change code work fix fixes stuff result results
    remote origin upstream github gitlab git repo repository commit commits branch
    mail mails email emails message messages reply answer response draft letter note post tweet
    later tomorrow first soon then next
    anyone anybody someone everyone customer client team channel author reviewer status state title description
    comment comments ticket issue pr prs mr mrs pull request requests bug story task merge approval
    package packages dependency dependencies release releases version versions deploy deployment cluster
    server environment env new more further other additional single own final actual actually automatically
    under no circumstances myself directly straight away right""".split())
APART = frozenset("sure draft to for on in of with without".split())
PRONOUNS = frozenset("it this that them".split())
TICKETS = frozenset("ticket issue pr mr story task card bug tickets issues prs mrs".split())
TELLS_ME = frozenset("me you us".split())       # "don't send me the whole file"
UNTIL = frozenset("""until till unless before without if when while after once because since as till than where who which
    that's""".split())
PERSON = frozenset("""i me my i'm i've ich mir mich meine meiner je j moi ma mon yo mi mí eu io ik mij ja я мне mnie diga
    ok""".split())
MYSELF = frozenset("i'll ill".split())
SELF = tuple(" selbst | selber | moi-même | moi même | mí mismo | yo mismo | io stesso | zelf | сам | 自己 ".split("|"))
WHY = frozenset("why how what's".split())
ABLE = frozenset("can could may should must ready safe ok okay fine time would possible worth".split())
IF_SO = ("if so", "if yes", "go ahead", "do it", "if it is", "if not", "wenn ja", "falls ja", "si oui", "en ese caso",
         "si es así", "mach das", "hazlo", "fais-le", "如果可以", "可以的话")
NOT_YET = ("not yet", "no,", "no.", "don't", "nein", "noch nicht", "todavía no", "aún no", "pas encore", "还没", "先别")
# Nothing but a draft, nothing but here.
DRAFTS = ("draft", "sketch", "prepare", "entwirf", "entwurf", "entwerfe", "borrador", "brouillon", "bozza", "rascunho",
          "черновик", "草稿", "起草", "下書き", "초안")
LETTERS = frozenset(word for kind in (SEND, COMMENT) for word in KINDS[kind].split("|")[1].split()) | frozenset(
    """response answer letter announcement note antwort nachricht mail e-mail kommentar respuesta correo mensaje
    comentario réponse message courriel commentaire risposta messaggio commento resposta mensagem""".split())
HERE = ("locally only", "only locally", "local only", "keep it local", "nur lokal", "solo en local", "solo localmente",
        "seulement en local", "uniquement en local", "只在本地", "仅本地")

# Other languages.
ENGLISH = frozenset("t dont not never without the to for and it this if when can will i you we my is are".split())
ENGLISH_NOT = frozenset("not don dont never without keep except unless no".split())
NOT_ABROAD = NOT - ENGLISH_NOT
NO = frozenset(("no",))         # is English, too
DENSE_NOT = ("不要", "不用", "不必", "无需", "勿", "别", "別", "先不", "暂不", "しない", "せず", "ないで", "なしで", "하지 마", "하지마",
             "지 마", "지마", "말고", "말아")
FORGETS = ("vergiss", "vergess", "olvid", "oubli", "dimentic", "esque", "vergeet", "забуд", "zapom", "忘", "잊")
SUBJECT = frozenset("""es er der das die sie el la los las il lo le les elle ils un une una ein eine o os de het hij
    wird werden wurde wurden sind ist hat está están fue es est sont été era foi são czy się se warum wieso por
    pourquoi perché porque 为什么 怎么 なぜ 왜 wenn falls si se jeśli если""".split())
MUST = frozenset("soll sollst sollte darf darfst bitte que lass puedes debes il faut ne".split())
INFINITE = ("en", "ern", "eln", "ar", "er", "ir", "re", "ть", "ć")
BUTS = (" aber ", " jedoch ", " sondern ", " pero ", " sino ", " mais ", " ma ", " però ", " mas ", " maar ", " ale ",
        " но ", " und dann ", " y luego ", " but ", "但是", "但", "でも", "けど", "지만")
WHEN_ABROAD = frozenset("""bis bevor ehe wenn ohne hasta antes sin salvo jusqu'à jusqu avant sans tant finché prima senza
    até sem tot voordat zonder dopóki zanim bez пока без если falls""".split())
PRIVATIVE = frozenset("ohne sin sans senza sem zonder bez без".split())
DENSE_WHEN = ("之前", "直到", "除非", "如果", "的话", "まで", "前に", "전에", "까지")
# A question whether an act may be done; whom it asks to do it.
MAY = (" bereit ", " fertig zum ", " kann ", " können ", " darf ", " dürfen ", " soll ", " sollen ", " sollte ", " muss ",
       "se puede", " puedo ", "se debe", " debería", " listo", " lista ", "conviene", "peut-on", "peut on", "puis-je",
       "prêt", "faut-il", "doit-on", "si può", " posso ", " pronto ", " pronta ", " dovrei ", " klaar ", " kan ", " mag ",
       "można", "mogę", "gotow", "можно", "готов", "стоит ли", "可以", "能", "准备好", "是否", "应该", "できます", "べき",
       "準備", "될까", "되나", "준비")
YOU = (" du ", " ihr ", " kannst ", " könntest ", " bitte ", " tú ", " tu ", " usted ", " puedes ", " vous ", " toi ",
       " você ", " potresti ", " puoi ", " je ", " kun ", " możesz ", " можешь ", " вы ", "你", "您", "帮", "请", "ください",
       "もらえ", "くれ", "주세요", "줄래", "por favor", "s'il te", "s'il vous", " per favore ", " you ")


class Clause:
    """What one clause says of some kinds of act.

    how     ASKED, FORBIDDEN, WONDERED;  kinds: those of KINDS;  objects: the words that narrow it
    until   it is forbidden until the person speaks of it;  sentence: as it stands
    """

    __slots__ = ("how", "kinds", "objects", "sentence", "until")

    def __init__(self, how: str, kinds: Iterable[str], objects: list[str], sentence: str, until: bool = False) -> None:
        self.how, self.kinds, self.objects = how, list(kinds), objects
        self.sentence, self.until = sentence.strip(" -*#>.,"), until


def spoken_of(text: str) -> list[Clause]:
    """The clauses of a prompt that speak of kinds of act.

    >>> def told(text): return [(one.how, one.kinds[0], *one.objects) for one in spoken_of(text)]
    >>> told("fix issue 44 but don't push"), told("don't push directly to main, open a PR")
    ([('n', 'push')], [('n', 'push', 'main'), ('o', 'pr')])
    >>> told("don't commit until tests pass"), told("don't commit until I say so"), told("the tests don't commit")
    ([], [('n', 'commit')], [])
    >>> told("is PR 7 ready to merge?"), told("can you merge PR 7?"), told("mach es fertig, aber nicht pushen")
    ([('q', 'merge', '7')], [('o', 'merge', '7')], [('n', 'push')])
    """
    from guards._intent.intents import like_english
    from guards._intent.kinds import bare
    from guards._intent.languages import english

    text = bare(text[:MOST].replace("`", " "))
    found: list[Clause] = []
    foreign = not like_english(text)
    doubtful = not foreign and not english(text) and ENGLISH.isdisjoint(tokens(text))
    asked: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.strip(" -*#>.").lower()
        if asked and low.startswith(NOT_YET):       # "reply to bo? not yet"
            found = [one for one in found if one not in asked] + [
                Clause(FORBIDDEN, one.kinds, one.objects, f"{one.sentence} {sentence}") for one in asked]
        mine = _english(sentence, asks)
        if mine and not ENGLISH.isdisjoint(tokens(low)) and low.isascii():
            pass
        elif foreign or (doubtful and not mine) or not (NOT_ABROAD.isdisjoint(tokens(low)) and low.isascii()):
            denied = {kind for one in found if one.how == FORBIDDEN for kind in one.kinds}
            mine += [one for one in _elsewhere(sentence, asks, foreign, foreign or doubtful)
                     if one.how != ASKED or denied.isdisjoint(one.kinds)]
        found += mine
        asked = [one for one in mine if asks and one.how == ASKED]
    found += _only(text, found)
    return _settled(text.lower(), found)


def _settled(low: str, found: list[Clause]) -> list[Clause]:
    """Without questions that the prompt answers itself, and what it only pointed at made plain."""
    wanted = {kind for one in found if one.how == ASKED for kind in one.kinds}
    so = any(mark in low for mark in IF_SO)
    return [one for one in found if one.kinds and (
        one.how != WONDERED or not (so or wanted.intersection(one.kinds)))]


# --- English --------------------------------------------------------------------------------------------------

EDGE = "\"'()[]{}<>,;:!?*|\u201c\u201d\u2018\u2019."


class Word:
    """A word of a sentence as it is compared; does a part of the sentence begin with it?"""

    __slots__ = ("opens", "word")

    def __init__(self, word: str, opens: bool) -> None:
        self.word, self.opens = word, opens


def _apart(low: str) -> str:
    """"Push/commit" are two words, a path is one."""
    return low.replace("/", " or ") if "/" in low and all(
        part.strip(EDGE) in VERBS or part.strip(EDGE) in THINGS for chunk in low.split() if "/" in chunk
        for part in chunk.split("/")) else low


def said_of(sentence: str) -> list[Word]:
    found: list[Word] = []
    opens = True
    for chunk in _apart(sentence.replace("\u2019", "'").lower()).split():
        word = chunk.rstrip(EDGE).lstrip(EDGE.replace(".", ""))
        if not word.strip("-\u2013\u2014"):
            opens = True
            continue
        found.append(Word(word, opens or chunk[0] in "("))
        opens = chunk[-1] in ",:;)\u2014!"
    return found


def _english(sentence: str, asks: bool) -> list[Clause]:
    said = said_of(sentence)[:LONGEST]
    found: list[Clause] = []
    done: set[int] = set()
    for at, one in enumerate(said):
        if at in done:
            continue
        kinds = _kinds(said, at)
        how = _how(said, at, asks, sentence) if kinds else ""
        if not how:
            continue
        kinds, end = _listed(said, at, kinds)
        done.update(range(at, end))
        objects, stop = _objects(said, end)
        ended = said[stop:stop + 6]
        when = bool(ended) and ended[0].word in UNTIL
        person = when and not PERSON.isdisjoint(word.word for word in ended[1:])
        if how == FORBIDDEN and ((when and not person) or (said[at + 1:] and said[at + 1].word in TELLS_ME)):
            continue
        if TOUCH in kinds and how == FORBIDDEN and not _named(objects, one.word == "touch"):
            kinds = [kind for kind in kinds if kind != TOUCH]
        found.append(Clause(how, kinds, objects, sentence, person))
    return found


def _named(objects: list[str], leave: bool) -> bool:
    """Are they files or things by their names: "don't change the API" is no word about a folder of that name."""
    return bool(objects) and (leave or objects[0][0] == "+" or all(
        any(c in "./" or c.isdigit() for c in word) for word in objects))


def _kinds(said: list[Word], at: int) -> list[str]:
    """The kinds that a word tells: a verb, "be" and what is done, a verb that makes and its thing, "no" and the thing."""
    word = said[at].word
    before = said[at - 1].word if at and not said[at].opens else ""
    if word in RUNS and any(one.word in PRONOUNS for one in said[at + 1:at + 2]):
        named = [kind for one in said[:at] for kind in THINGS.get(one.word, ()) if kind in (DEPLOY, PUBLISH, MERGE, PUSH)]
        if named:
            return named
    thing = _made(said, at)
    if thing:
        return THINGS[said[thing].word]
    if before in ("be", "get", "gets", "it", "them") and word in ENDED:
        return ENDED[word]
    back = at
    while back and said[back - 1].word in EXTRA and not said[back].opens:
        back -= 1
    if back and said[back - 1].word == "no" and at + 1 < len(said) and said[at + 1].word in THINGS and not (
            said[at + 1].opens):
        return []           # "no merge commits"
    if word in VERBS and before not in ("the", "a", "an", "force"):
        return VERBS[word]
    if word in THINGS and back and said[back - 1].word in ("no", "without", "skip") or (
            word in THINGS and back > 1 and said[back - 1].word in ("a", "any", "the") and said[back - 2].word == "without"):
        return THINGS[word]
    return []


def _made(said: list[Word], at: int) -> int:
    """Where the thing stands that a verb makes: "open a PR", "leave no comment"; 0 for none."""
    for place in range(at + 1, min(len(said), at + 5)) if said[at].word in MAKES else ():
        word = said[place].word
        if said[place].opens or word in SHORT or word in NEVER or word in APART:
            return 0
        if word in THINGS:
            return place
    return 0


def _how(said: list[Word], at: int, asks: bool, sentence: str) -> str:
    """ASKED, FORBIDDEN or WONDERED, as the words before a verb have it; "" for neither."""
    if said[0].word in WHY and not (asks and any(one.word in ABLE for one in said[:3])):
        return ""
    back, merely = at, False
    while back:
        before = said[back - 1].word
        opens = said[back].opens
        if opens and not (before == "please"):
            break
        own = 1 if before in MYSELF else 2 if before == "will" and back > 1 and said[back - 2].word == "i" else 0
        if own:
            return FORBIDDEN if said[back - own].opens or (back > own and said[back - own - 1].word in JOINS) else ""
        if before in MODALS and said[at].word in ENDED and back > 1 and said[back - 2].word == "nothing":
            return FORBIDDEN if said[back - 2].opens else ""
        if before in SHORT or before in NEVER or (before == "no" and not asks):
            if before == "no" and any(one.word in IS | {"needed", "yet"} - {"yet"} for one in said[at + 1:at + 4]):
                return ""
            return "" if merely or (asks and back == 1) or not _told(said, back - 1) else FORBIDDEN
        if before == "of" and back > 1 and said[back - 2].word == "instead":
            return FORBIDDEN
        if before in ("from", "off", "on") and back > 1 and said[back - 2].word in ("refrain", "hold", "off"):
            return FORBIDDEN
        if before == "to" and _not_to(said, back - 1):
            return FORBIDDEN if _told(said, _not_to(said, back - 1) - 1) else ""
        if before in ("dare", "ever", "be", "get", "to", "yet", "a", "any") or (
                before == "you" and said[back].word in ("dare", "not", "to")) or before in SOFT or before in EXTRA or (
                before.endswith("ly")):
            merely = merely or before in MERELY
            back -= 1
            continue
        if before in ("or", "nor") and back > 1 and said[back - 2].word in VERBS:
            return _how(said, back - 2, asks, sentence)
        break
    if asks and _wonders(said, at):
        return WONDERED
    return ASKED if _ordered(said, at, back, asks) else ""


ORDERS_TO = frozenset("want you need like go sure remember free forget hesitate try love us".split())


def _ordered(said: list[Word], at: int, back: int, asks: bool) -> bool:
    """Is a verb ordered before which, but for words that only colour it, this place lies?"""
    word = said[at].word
    before, first = (said[back - 1].word if back else "", said[back - 2].word if back > 1 else "")
    if word.endswith("ing") or word not in VERBS.keys() | MAKES | RUNS:
        return word in ENDED and not asks and any(one.word in MODALS for one in said[max(0, at - 3):at]) and not any(
            one.word in SHORT or one.word in ("no", "nothing", "nobody", "none", "can't", "won't") for one in said[:at])
    begged = not asks or any(one.word in ("you", "u", "please", "we", "let's", "pls") for one in said[:at + 1])
    if not back or said[back].opens or before in JOINS:
        if any(one.word == "to" for one in said[back:at]):
            return begged and any(one.word in ORDERS_TO for one in said[back:at])
        return begged or not at
    if any(one.word == "to" for one in said[back:at]):
        return begged and before in ORDERS_TO
    spoken = (before in MODALS and first in ("you", "we")) or (before in SUBJECTS - {"i"} and first in MODALS)
    it = at + 1 < len(said) and said[at + 1].word in PRONOUNS and before not in (*SUBJECTS, "they", "who", "cannot", "can't")
    return begged and (spoken or (it and not asks))


def _not_to(said: list[Word], at: int) -> int:
    """Where before "to" it is denied: "not to push", "no need to push", "I don't want you to push"; one more than that."""
    for back in range(at - 1, max(-1, at - 6), -1):
        word = said[back].word
        if word in SHORT or word in ("no", "didn't"):
            return back + 1 if word != "didn't" else 0
        if said[back].opens or word not in ("need", "want", "you", "have", "try", "going", "like", "reason", "ready", "it"):
            return 0
    return 0


def _told(said: list[Word], at: int) -> bool:
    """Does what denies stand where somebody is told something, and not behind a subject: "the tests don't"?"""
    if said[at].word == "without":
        return said[0].word not in ("it", "the", "this", "that", "they", "there", "never", "don't", "do", "why") or (
            said[0].word == "do" and said[1:2] != [] and said[1].word not in SHORT)
    back = at
    while back and not said[back].opens:
        before = said[back - 1].word
        if before in JOINS:
            return True
        if before in ("if", "when", "because") or not (
                before in SUBJECTS or before in MODALS or before in SOFT or before in LEADS or before in ("do", "we're")):
            return before == "not" or _plain_list(said, back)
        back -= 1
    return True


def _plain_list(said: list[Word], at: int) -> bool:
    """"Commit do not push", "review PR 7 don't approve it": an order before it, without a mark between."""
    first = next((one for one in range(at, -1, -1) if said[one].opens), 0)
    return said[first].word in VERBS or said[first].word in ("review", "fix", "read", "draft", "plan", "prepare", "summarize",
                                                               "summarise", "explain", "check", "look", "write")


def _wonders(said: list[Word], at: int) -> bool:
    """Does a question ask whether an act may be done: "ready to merge?", "can it be closed?", "should I push?"?"""
    words = [one.word for one in said[:at]]
    if not words or ABLE.isdisjoint(words):
        return False
    should = words[0] in ("should", "what", "how", "when") and "you" not in words
    near = {"to", "be", "i", "we", "this", "it", "that", "get"}.intersection(words[-2:]) or said[at].word in ENDED
    return bool(near) and (should or not {"you", "u", "please", "we", "let's", "pls"}.intersection(words))


def _listed(said: list[Word], at: int, kinds: list[str]) -> tuple[list[str], int]:
    """"Commit or push", "push, commit or deploy": all of them, and where the list ends."""
    kinds, end = list(kinds), at + 1
    end = _made(said, at) + 1 if _made(said, at) else end       # its thing is a word of it
    while end < len(said):
        step = 1 if said[end].word in ("or", "nor", "and", "/") else 0
        here = said[end + step].word if end + step < len(said) else ""
        more = VERBS.get(here) or THINGS.get(here)
        later = any(one.word in ("or", "nor", "and") for one in said[end:end + 3])
        if not more or not (step or (said[end].opens and later)):
            break
        kinds += more
        end += step + 1
    return list(dict.fromkeys(kinds)), end


def _objects(said: list[Word], at: int) -> tuple[list[str], int]:
    """The words behind a verb that narrow it, and where they end: at a condition, a mark, another clause."""
    found: list[str] = []
    stop = at
    while stop < len(said):
        one = said[stop]
        if (one.opens and stop > at and one.word not in UNTIL) or (one.opens and stop == at and one.word in VERBS) or (
                one.word in UNTIL or one.word in ("but", "then")) or (one.word == "and" and stop + 1 < len(said) and (
                    said[stop + 1].word not in LITTLE)):
            break
        if one.opens and stop == at and one.word not in UNTIL:
            break
        if one.word and one.word not in LITTLE:
            found.append(one.word)
        elif one.word in TICKETS:
            found.append(f"+{one.word}")
        stop += 1
    plain = [word for word in found if word[0] != "+"]
    return (plain or found)[:QUOTED], stop


# --- other languages ------------------------------------------------------------------------------------------


def _elsewhere(sentence: str, asks: bool, foreign: bool, may_ask: bool) -> list[Clause]:
    """The clauses of a sentence in another language: a word that denies and one that tells a kind, in one clause."""
    low = sentence.lower()
    for when in WHEN_ABROAD - PRIVATIVE:
        low = low.replace(f", {when} ", f" {when} ")
    for mark in ("，", "、", ", ", ": ", "：", "（", "(", ")", *BUTS):
        low = low.replace(mark, "\n" if mark not in ("、",) else " ")
    found: list[Clause] = []
    off: set[str] = set()
    for clause in _parts(low):
        words = tokens(clause)
        kinds, verb = _abroad(words, clause)
        if not kinds or any(mark in clause for mark in FORGETS):
            continue
        spaced = f" {clause.strip(' ¿¡?？')} "
        if asks:
            you = any(mark in spaced for mark in YOU)
            if foreign and (you or any(mark in spaced for mark in MAY)):
                found.append(Clause(ASKED if you else WONDERED, kinds, _names(clause), sentence))
            continue
        no = "no" in words and (foreign or (may_ask and verb not in VERBS and verb not in THINGS))
        denied = not NOT_ABROAD.isdisjoint(words) or no or any(
            mark in clause for mark in DENSE_NOT) or (any(one in spaced for one in SELF) and not PERSON.isdisjoint(words))
        if not denied:
            if may_ask and off.isdisjoint(kinds) and words[0] not in SUBJECT and not verb.startswith("ge"):
                found.append(Clause(ASKED, kinds, _names(clause), sentence))
            continue
        if _merely_told(words, verb):
            continue
        until = _condition(words, clause)
        if until is None:
            continue
        names = _names(clause)
        kinds = [*dict.fromkeys([*kinds, *_more(words, verb, clause)])]
        off.update(kinds)
        if TOUCH in kinds and not names:
            kinds = [kind for kind in kinds if kind != TOUCH]
        found.append(Clause(FORBIDDEN, kinds, names, sentence, until))
    return found


CONJUNCTIONS = (" und ", " oder ", " y ", " e ", " et ", " en ", " i ", " и ", " ni ", "也", "并且", "，")


def _parts(low: str) -> list[str]:
    """The clauses, apart where both sides of an "and" deny something."""
    found: list[str] = []
    for clause in low.split("\n"):
        for mark in CONJUNCTIONS:
            sides = clause.split(mark)
            if len(sides) > 1 and all(not NOT_ABROAD.isdisjoint(tokens(one)) or "no" in tokens(one) or any(
                    sign in one for sign in DENSE_NOT) for one in sides):
                found += sides
                break
        else:
            found.append(clause)
    return [one for one in found if tokens(one)]


def _more(words: list[str], verb: str, clause: str) -> list[str]:
    """What else is denied behind one word that denies: "nicht committen oder pushen"."""
    if verb not in words:
        return [kind for begun, kinds in ABROAD.items() if begun[0] >= "\u0e00" and len(begun) > 1 and begun in clause
                for kind in kinds]
    at = words.index(verb)
    if at + 2 < len(words) and words[at + 1] in ("oder", "noch", "und", "o", "y", "ni", "ou", "et", "e", "of", "en", "i", "и"):
        return _abroad(words[at + 2:], "")[0] if not {*words[:at]}.isdisjoint(NOT_ABROAD | NO) else []
    return []


def _abroad(words: list[str], clause: str) -> tuple[list[str], str]:
    """(the kinds of the first word that tells some, that word); the longest beginning counts."""
    for only in (False, True):      # of "einen PR mergen" the verb counts
        for word in words:
            kinds = [kind for begun, some in ABROAD.items() if begun[0] < "\u0e00" and word.startswith(begun) and (
                len(begun) > 3 or len(word) < len(begun) + 4) for kind in some]
            if kinds and word not in ("public", "público", "pública") and (only or {PR, ISSUE}.isdisjoint(kinds)):
                return [*dict.fromkeys([*kinds, *([COMMENT] if SEND in kinds else ())])], word
        best = max((begun for begun in ABROAD if begun[0] >= "\u0e00" and begun in clause), key=len, default="")
        if best:
            return list(ABROAD[best]), best
    return [], ""


def _merely_told(words: list[str], verb: str) -> bool:
    """Does a clause tell what does not happen: "der Button sendet nicht", "no se envía", "die Mail wird nicht gesendet"?"""
    if f" se {verb} " in f" {' '.join(words)} " and not verb.endswith(INFINITE):
        return True
    if not MUST.isdisjoint(words[:2]) or words[0] in ("ich", "je", "yo", "я", "我"):
        return False
    return not SUBJECT.isdisjoint(words[:-1]) and not (
        SUBJECT.intersection(words) <= {"der", "die", "das", "el", "la", "los", "las", "le", "les", "il", "lo", "un", "una",
                                        "une", "o", "os", "de", "het", "den", "es", "ein", "eine", "se", "si"} and (
            verb.endswith(INFINITE) or words[0] not in SUBJECT))


def _condition(words: list[str], clause: str) -> bool | None:
    """Is it forbidden until the person speaks of it: True; only under a condition: None; else False."""
    at = next((n for n, word in enumerate(words) if n and word in WHEN_ABROAD), 0)
    if at and words[at] in PRIVATIVE and NOT_ABROAD.isdisjoint(
            words[:at]) and "no" not in words[:at]:
        return False        # it is what denies
    if not at and not any(mark in clause for mark in DENSE_WHEN):
        return False
    return True if not PERSON.isdisjoint(words[at + 1:]) or "我" in clause or "私" in clause else None


PLACES = frozenset("main master prod production staging develop dev produktion producción".split())


def _names(clause: str) -> list[str]:
    """What narrows a clause of another language: files, ids, branches."""
    found = [word.strip(".,;:!?()\"'") for word in clause.split()]
    return [word for word in found if word in PLACES or (any(c.isdigit() for c in word) and word.isascii()) or (
        "." in word.strip(".") or "/" in word)][:QUOTED]


# --- nothing but … --------------------------------------------------------------------------------------------


def _only(text: str, found: list[Clause]) -> list[Clause]:
    """A prompt that wants a draft of a message asks to send none; one that wants it here, to push none."""
    wanted = {kind for one in found if one.how == ASKED for kind in one.kinds}
    only: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.lower()
        if any(mark in low for mark in HERE) and wanted.isdisjoint((PUSH, PR)):
            only.append(Clause(FORBIDDEN, [PUSH, PR], [], sentence))
        said = tokens(low)
        if not asks and any(mark in low for mark in DRAFTS) and wanted.isdisjoint((SEND, COMMENT)) and (
                not LETTERS.isdisjoint(said) or not low.isascii()) and not {"pr", "commit", "release"} & set(said):
            only.append(Clause(FORBIDDEN, [SEND, COMMENT], [], sentence))
    return only
