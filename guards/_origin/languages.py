"""What people ask for, in other languages than English: a small table of verbs, and whether a prompt was understood.

    verbs(text) -> stems of the English verbs that stand for what it asks
    understood(text) -> False for a prompt in a language of which no word is known: then nothing was "not asked for"
    asked(sentence) -> the verbs of a sentence that is certainly in another language, as a text asks for an act

Alphabetic languages by the beginning of a word, Chinese, Japanese and Korean by what stands in the text.
Generous by intent: a word too many only says that the user spoke of an act.
Cannot see: verbs that are not in the table; a sentence that says not to.
"""
from __future__ import annotations

from guards._text.words import ELSEWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# English verb -> German | French | Spanish | Portuguese | Italian | Dutch | Polish | Russian | Turkish | Chinese |
# Japanese | Korean
VERBS = {
    "send":
        "send schick verschick maile übermitt | envoi envoy expédi | envía envia envíe enviar enviá manda mande | "
        "envia envie enviar mande manda | invia invii inviar spedi manda mandi | stuur verstuur sturen verzend "
        "zend | wyśl wysl wysył | отправ пришл вышл перешл отошл | gönder yolla ilet | 发送 发给 寄给 发邮件 發送 "
        "寄送 转发 | 送って 送信 送る 送付 送り 転送 | 보내 발송 전송 전달",
    "reply":
        "antwort beantwort erwider | répon repon répliqu | respond contest responde | respond responda | rispond | "
        "antwoord beantwoord | odpowie odpisz odpisa | ответ отвеч | yanıtla cevapla yanit cevap | 回复 回覆 答复 "
        "回答 | 返信 返事 回答 | 답장 회신 답변",
    "post":
        "posten veröffentlich kommentier melde | publi poster postez poste commente | publica publiqu coment "
        "postea | publi postar coment | pubblic comment posta | plaats publiceer reageer | opublik zamieś skoment "
        "napisz | опублик запост разме напиш коммент | yayınla paylaş gönder yorum yaz | 发布 发帖 评论 发表 张贴 "
        "留言 | 投稿 掲載 コメント 書き込 | 게시 올려 올리 댓글 작성",
    "pay":
        "zahl bezahl überweis begleich | paie paye payer règle régl vire | paga pague abona transfier | paga pague "
        "transfir | paga paghi bonific saldare salda | betaal betalen overmaak | zapłać zaplac opłać przelej | "
        "заплат оплат перевед выплат | öde ödeme havale | 支付 付款 付钱 转账 汇款 缴 | 支払 払って 払う 振込 "
        "振り込 送金 | 지불 결제 송금 납부",
    "buy":
        "kauf bestell besorg | achèt achet command | compra pide encarga | compra encomend | compra acquist ordina "
        "| koop bestel | kup zamów zamow | куп закаж заказ приобр | satın sipariş | 购买 买 订购 下单 | 購入 "
        "買って 注文 | 구매 구입 주문",
    "book":
        "buch reservier | réserv reserv | reserva | reserva agend | prenot riserva | boek reserveer | zarezerw "
        "rezerw | заброн брон | rezerv ayırt | 预订 预定 预约 订 | 予約 | 예약",
    "create":
        "erstell anleg leg öffne eröffn erzeug schreib mach | crée créer cree ouvre ouvrir rédig ajoute | crea "
        "abre redact añad agrega | cria crie abre abra adicion | crea apri scrivi aggiungi | maak creëer open voeg "
        "schrijf | utwórz utworz stwórz otwórz dodaj | созда откр добав заведи | oluştur aç ekle yarat | 创建 新建 "
        "建立 开一个 提交 添加 新增 | 作成 作って 開いて 追加 立てて | 만들 생성 열어 추가",
    "delete":
        "lösch entfern tilg | supprim efface enlève retire | elimin borra quita suprim | exclu apag remov delet | "
        "elimin cancell rimuov | verwijder wis | usuń usun skasuj | удал сотри убер | sil kaldır | 删除 删掉 移除 "
        "清除 | 削除 消して 消す 取り除 | 삭제 지워 제거",
    "cancel":
        "stornier abbrech kündig absag | annul résili | cancel anul | cancel anul | annull disdi | annuleer zeg "
        "opzeg | anuluj odwołaj | отмен | iptal | 取消 | キャンセル 取り消 取消 | 취소",
    "invite":
        "einlad lade | invit convi | invita convoc | convid | invita | nodig uitnodig | zaproś zapros | приглас "
        "пригла | davet | 邀请 邀 | 招待 | 초대",
    "update":
        "aktualisier änder bearbeit setze setz stell | modifi mets chang | actualiz cambia modific edita pon | "
        "atualiz alter muda edit | aggiorn modific cambia imposta | wijzig werk bijwerk | zaktualiz zmień zmien "
        "ustaw | обнов измен поменя исправ | güncelle değiştir ayarla | 更新 修改 更改 改成 设置 调整 | 更新 変更 "
        "修正 設定 編集 | 업데이트 수정 변경 설정",
    "move":
        "verschieb verleg | déplac report | mueve mover pospon | mova mover adi | sposta rinvia | verplaats verzet "
        "| przenieś przełóż | перенес передвин | taşı ertele | 移动 移到 推迟 | 移動 延期 移して | 옮겨 이동 연기",
    "share":
        "teile teilen freigeb gib | partag donne | comparte compart | compartilh | condivid | deel geef | udostępn "
        "podziel | подел предостав | paylaş | 分享 共享 | 共有 | 공유",
    "open":
        "öffne besuch ruf geh klick | ouvre visite clique consult | abre visita entra | abra visite acess | apri "
        "visita clicca | open bezoek ga klik | otwórz odwiedź wejdź | откро зайди посет перей | aç ziyaret git "
        "tıkla | 打开 访问 浏览 点击 | 開いて アクセス 見て | 열어 방문 접속",
    "download":
        "herunterlad lade hol | télécharg récupèr | descarga baja | baixa baixe | scarica | download haal | "
        "pobierz ściągnij | скача загруз | indir | 下载 | ダウンロード 取得 | 다운로드 받아",
    "push":
        "push pusche veröffentlich deploy ausroll | pousse pousser déploi publi | sube subir despliega push | suba "
        "envie implant push | push carica pubblic rilasci | push publiceer uitrol | wypchnij wdróż push | запуш "
        "выложи задепло разверн | push yayınla dağıt | 推送 部署 上线 发版 | プッシュ デプロイ 公開 | 푸시 배포",
    "upload":
        "hochlad lade upload | télévers charge upload | sube carga | carreg envi | carica | upload | prześlij "
        "wgraj | загруз залей выгруз | yükle | 上传 | アップロード | 업로드",
    "run":
        "führ ausführ starte install start | exécut lance install | ejecut lanza instal corre | execut rod instal "
        "| esegu lancia avvia install | voer draai start install | uruchom zainstal wykonaj | запуст выполн "
        "установ | çalıştır kur başlat | 运行 执行 安装 启动 | 実行 インストール 起動 | 실행 설치",
    "refund":
        "erstatt zurückerstatt | rembours | reembols devuelv | reembols devolv | rimbors | terugbetaal vergoed | "
        "zwróć zwrot | верни возвра | iade | 退款 | 返金 払い戻 | 환불",
    "approve":
        "genehmig freigeb akzeptier bestätig merge | approuv accept valid fusionn | aprueb acept fusion | aprov "
        "aceit | approv accett unisci | keur accepteer | zatwierdź zaakcept scal | одобр прими подтверд слей | "
        "onayla birleştir | 批准 同意 合并 | 承認 マージ | 승인 병합",
    "close":
        "schließ schliess | ferme clôtur | cierra | fech | chiudi | sluit | zamknij | закро | kapat | 关闭 | 閉じ "
        "クローズ | 닫아",
    "login":
        "anmeld einlogg melde logg | connect identifi | inicia entra loguea | entre login | accedi | meld log | "
        "zaloguj | войди залогин авториз | giriş | 登录 登入 | ログイン | 로그인",
    "schedule":
        "plane terminier | planifi programm | programa planifica agenda | agend marque | pianific program | plan | "
        "zaplanuj | запланир назнач | planla | 安排 排程 | スケジュール 予定 | 일정 예약",
    "notify":
        "benachrichtig informier sag teil | préviens inform notifi avert | avisa notific informa | avis notific "
        "inform | avvisa notific informa | informeer meld laat | powiadom poinform | сообщ уведом проинформ | "
        "bildir haber | 通知 告诉 告知 | 知らせ 通知 連絡 伝え | 알려 통지",
}
_APART = str.maketrans(dict.fromkeys("¿¡。、，！？：；「」『』（）《》„“”‚‘’«»…·،؟", " "))
SCRIPTS = (0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF)     # kana, Han, Hangul
LONGEST = 12


def _split(row: str) -> tuple[list[str], list[str]]:
    """(beginnings of words, texts that stand anywhere) of one row."""
    words = row.replace("|", " ").split()
    inside = [w for w in words if _dense(w)]
    return [w for w in words if not _dense(w)], inside


def _dense(word: str) -> bool:
    """Is it in a script whose words are not told apart by blanks and endings?"""
    return any(low <= ord(word[0]) <= high for low, high in SCRIPTS)


class _Table:
    """The rows turned round: a beginning or a text -> the English words it stands for."""

    __slots__ = ("beginnings", "inside")

    def __init__(self, rows: Iterable[tuple[str, str]]) -> None:
        self.beginnings: dict[str, list[str]] = {}
        self.inside: dict[str, list[str]] = {}
        for name, row in rows:
            for words, into in zip(_split(row), (self.beginnings, self.inside)):
                for word in words:
                    into.setdefault(word, []).append(name)


_TABLE: dict[str, _Table] = {}


def table() -> _Table:
    """The rows of VERBS turned round, when they are first needed: most texts are English."""
    if not _TABLE:
        _TABLE[""] = _Table(VERBS.items())
    return _TABLE[""]


def spoken(text: str) -> dict[str, None]:
    """English names of what it asks for: keys of VERBS, in order, each once.

    >>> list(spoken("Bitte schick Bo das Bild")), list(spoken("请总结这个页面"))
    (['send'], [])
    """
    low = lower(text)
    found = _words(low)
    return {} if _english(found) else _names(low, found)


def lower(text: str) -> str:
    """The text in lower case, the punctuation of other scripts as blanks."""
    return text.lower() if text.isascii() else text.translate(_APART).lower()


def _names(low: str, found: list[str]) -> dict[str, None]:
    names: dict[str, None] = {}
    rows = table()
    for word in found:
        for end in range(2, min(len(word), LONGEST) + 1):
            if end >= 4 or end == len(word):
                names.update(dict.fromkeys(rows.beginnings.get(word[:end], ())))
    if not low.isascii() and max(low) >= "\u0600":
        for mark, more in rows.inside.items():
            if mark in low:
                names.update(dict.fromkeys(more))
    return names


def _words(low: str) -> list[str]:
    """Words of letters, those of addresses, paths and names left out."""
    return [core for core in (w.strip("\"'`.,;:!?()[]{}<>*_-") for w in low.split()) if core.isalpha()]


def english(text: str) -> bool:
    """Is one word in eight a function word of English, and are most written in its letters?"""
    return _english(_words(lower(text)))


def _english(found: list[str]) -> bool:
    plain = [w for w in found if w in PLAIN]
    if len(plain) * 8 < max(1, len(found)) or sum(not w.isascii() for w in found) * 3 > len(found):
        return False
    return not ELSEWHERE_TOO.issuperset(plain) or _begins(found)


def _begins(found: list[str]) -> bool:
    """Does it begin as an English order does?"""
    from guards._text.words import ASKED_FOR, stem
    return stem(next((word for word in found if word not in LEADS), "")) in ASKED_FOR


# Of these, words that stand in English, names and code too: they prove nothing alone.
SHARED_WORDS = frozenset("per em os est et y da sur con du des de il lo un bu is ve".split())
CODE = frozenset("{}()[]=;|\\→$&+")


def asked(sentence: str) -> dict[str, int]:
    """Stems of the English verbs for what it asks, each as an order; {} for English, for code, for a reading only.

    >>> asked("Bitte lösche die Datei draft-7 mit allen Kopien"), asked("请删除文件 draft-7")
    ({'delet': 2}, {'delet': 2})
    >>> asked("Merge pull request from acme/app"), asked("Der See ist ruhig und blau")
    ({}, {})
    """
    low = lower(sentence[:1500])
    found = _words(low)
    if not _elsewhere(low, found) or sum(c in CODE for c in sentence) > 0.06 * len(sentence):
        return {}
    from guards._text.words import stem
    return {stem(name): 2 for name in _names(low, found)}


def _elsewhere(low: str, found: list[str]) -> bool:
    """Is it certainly in another language: half of its letters in another script, or two of its function words, or one
    with a letter that English has not or with no function word of English?"""
    plain = low.isascii()
    if not plain and max(low) > "\u036f" and not all(map(str.isascii, found)):
        letters = [c for word in found for c in word]
        other = sum("\u036f" < c <= "\u1fff" for c in letters)
        if sum(c > "\u2fff" for c in letters) >= 4 or 2 * other > len(letters) > 5:
            return True
    hits = ELSEWHERE.intersection(found)
    sure = len(hits) > 1 or (bool(hits) and not plain and any(not w.isascii() for w in found)) or bool(
        hits - SHARED_WORDS and PLAIN.isdisjoint(found))
    return sure and 8 * sum(w in ELSEWHERE for w in found) >= len(found) and not _english(found)


# Function words that the other languages of the table do not share.
PLAIN = frozenset("""the this that these my mine our your you he she they them is are what how why of at by for with
    about from and or but all any please it its i we to let can could would should will""".split())

# What may stand before an order: "ok, help me write".
LEADS = frozenset("also and can could first help just let lets me now ok okay please pls then us would you".split())
# Of these, words of other languages, too: alone they prove no English.
ELSEWHERE_TOO = frozenset("i my mine at of all an or by for to let can it are any he".split())


def understood(text: str) -> bool:
    """Is it English, whose verbs all stand in a table?  Of any other language only some do.

    >>> understood("Fix the bug"), understood("behebe den Fehler"), understood("korjaa kirjautumisen virhe nyt")
    (True, False, False)
    >>> understood("Write tests per TAX-9"), understood("Invia la lista per favore")
    (True, False)
    """
    found = _words(lower(text))
    if _english(found):
        return True
    other = ELSEWHERE.intersection(found)
    return text.isascii() and ((not other and len(found) < 3) or (other <= SHARED_WORDS and _begins(found)))
