"""The kinds of act that a person may exclude, the words for them, and what a clause says of one (excluded.py)."""
from __future__ import annotations

from guards._intent.intents import FORBIDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ASKED, FORBIDDEN, WONDERED = "o", "n", "q"
MOST, LONGEST, QUOTED = 4000, 40, 12        # characters of a prompt; words of a sentence; kept of what it excludes
PUSH, COMMIT, PR, SEND, COMMENT, PUBLISH, DEPLOY, MERGE, APPROVE, CLOSE, INSTALL = (
    "push commit pr send comment publish deploy merge approve close install".split())
SHORT = FORBIDS | frozenset("shouldn't shouldnt mustn't mustnt needn't neednt cannot".split()) - {"cannot"}
NEVER = frozenset("avoid stop without skip".split())        # "without pushing"
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
PRONOUNS = frozenset("it this that them".split())
UNTIL = frozenset("""until till unless before without if when while after once because since as till than where who
    which
    that's""".split())
# kind: English verbs | nouns of what is made | how words of other languages begin that tell it.
KINDS = {
    PUSH: """push | push pushes | push gepush pouss empuj empurr schieb súb sube suba subas subir hochlad запуш пуш
        wypchnij wypych 推送 推上 上传 プッシュ 푸시""",
    COMMIT: "commit | commit commits | commit comitt einchecken коммит закоммит zacommit 提交 コミット 커밋",
    PR: "| pr prs mr mrs pull | pr prs",
    SEND: """send mail email answer reply respond forward message post notify submit tweet | mail mails email emails
        message messages reply replies answer answers post posts | send schick abschick verschick verschicken absend
        versend gesend geschickt antworte beantworte post enviar envie envia envía envíe enviad mandar mande mandé
        respond contest envoy envoi répond repond invia invii mandar rispond envie stuur sturen verstuur verzend wysył
        wyśl wysła отправ посыл послать отвеч gönder yolla 发送 发出 发 寄 回复 送信 送ら 送って 返信 보내 전송 발송""",
    COMMENT: """comment touch reply respond answer post send submit | comment comments reply replies answer answers
        remark remarks post posts | kommentier kommentar coment comment commenta opmerking komentu коммент respond
        répond antworte beantworte post publi send schick senden 评论 留言 回复 发 コメント 댓글""",
    PUBLISH: """publish release upload | release releases | veröffentlich publizier releas publi pubblic opublik публик
        опублик 发布 上线 公開 リリース 게시 출시""",
    DEPLOY: """deploy ship rollout | deploy deploys deployment deployments rollout | deploy ausroll despleg desplieg
        déploi déploy implant wdraż wdróż деплой задепло разверн 部署 デプロイ 배포""",
    MERGE: "merge land | merge merges | merg gemerg fusion мердж смердж вливай zmerg 合并 マージ 병합 머지",
    APPROVE: "approve | approval approvals | genehmig approv aprueb aprob approuv одобр zatwierd 批准 承認 승인",
    CLOSE: """close resolve touch | | schließ schliess cierr cerrar ferm chiud fech sluit zamkn zamyk закры закро
        关闭 閉じ 닫""",
    INSTALL: "install | install installs package packages dependency dependencies | install instal установ 安装 설치",
}
# "Open a PR", "leave a comment"; what a kind is done by, too.
MAKES = frozenset("""open create make do cut file raise start add leave write submit publish post send put hit
    adding making opening creating leaving doing writing""".split())
BRINGS = {PR: (PUSH, COMMIT), PUSH: (COMMIT,), PUBLISH: (PUSH, COMMIT), DEPLOY: (PUSH, COMMIT)}
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


def _index(column: int, *forms: int) -> dict[str, list[str]]:
    """word -> its kinds, of one column of KINDS; of verbs those forms."""
    found: dict[str, list[str]] = {}
    for kind, row in KINDS.items():
        for word in row.split("|")[column].split():
            for form in [_forms(word)[at] for at in forms] or [word]:
                found.setdefault(form, []).append(kind)
    return found


VERBS, ENDED, THINGS, ABROAD = _index(0, 0, 1), _index(0, 2), _index(1), _index(2)


class Clause:
    """What one clause says of some kinds of act.

    how     ASKED, FORBIDDEN, WONDERED;  kinds: those of KINDS;  objects: the words that narrow it
    until   it is forbidden until the person speaks of it;  sentence: as it stands
    """

    __slots__ = ("how", "kinds", "objects", "sentence", "until")

    def __init__(self, how: str, kinds: Iterable[str], objects: list[str], sentence: str, until: bool = False) -> None:
        self.how, self.kinds, self.objects = how, list(kinds), objects
        self.sentence, self.until = sentence.strip(" -*#>.,"), until


EDGE = "\"'()[]{}<>,;:!?*|\u201c\u201d\u2018\u2019."


class Word:
    """A word of a sentence as it is compared; does a part of the sentence begin with it?"""

    __slots__ = ("opens", "word")

    def __init__(self, word: str, opens: bool) -> None:
        self.word, self.opens = word, opens


def _apart(low: str) -> str:
    """"Push/commit" are two words, a path is one."""
    low = low.replace("w/o ", "without ")
    return low.replace("/", " or ") if "/" in low and all(
        part.strip(EDGE) in VERBS or part.strip(EDGE) in THINGS for chunk in low.split() if "/" in chunk
        for part in chunk.split("/")) else low


def said_of(sentence: str) -> list[Word]:
    """The words of a sentence, each with whether a part of it begins there."""
    found: list[Word] = []
    opens = True
    for chunk in _apart(sentence.lower()).split():
        word = chunk.rstrip(EDGE).lstrip(EDGE.replace(".", ""))
        if not word.strip("-\u2013\u2014"):
            opens = True
            continue
        found.append(Word(word, opens or chunk[0] in "("))
        opens = chunk[-1] in ",:;)\u2014!"
    return found


def piece(said: list[Word], at: int) -> list[Word]:
    """The words behind a place, in the same part of the sentence."""
    return said[at + 1:next((n for n in range(at + 1, len(said)) if said[n].opens), len(said))]
