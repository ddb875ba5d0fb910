"""The kinds of act that a person may exclude, the words for them, and what a clause says of one (excluded.py)."""
from __future__ import annotations

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
    TOUCH: "touch change edit modify alter update | |",
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
