"""The words by which people ask, in many languages: ONE table for what they say and for what a text says.

One row for each language for which there are recordings, its kinds of act parted by "|": what only reads | takes away |
lets or shows to others | pays | sets anew | sends or makes | any work at all | none of these.  Behind each "/" of a
kind stand the words for a verb of its own, in the order of VERBS: they tell the verb, too.  A word stands for its
beginning from four letters on, else for itself, as it does before a "_" that ends it; in scripts without blanks for
any part of the text.
Law: a word of an act only lowers suspicion in a prompt; one that reads tells that a prompt was understood.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

READS, AWAY, LETS, PAYS, SETS, MAKES, WORKS = "reads", "away", "lets", "pays", "sets", "makes", "works"
GROUPS = (READS, AWAY, LETS, PAYS, SETS, MAKES, WORKS)
# Kind of act -> the English verbs of it that a row tells.
VERBS = {READS: "", AWAY: "delete cancel close", LETS: "share approve", PAYS: "pay buy refund", SETS: "update move",
         MAKES: "send reply post create invite book schedule notify upload", WORKS: "",
         "": "open download login run push"}
# Scripts whose words are not told apart by blanks.
DENSE = ((0x0e00, 0x0eff), (0x1000, 0x109f), (0x1780, 0x17ff), (0x3040, 0x30ff), (0x3400, 0x9fff), (0xac00, 0xd7af))
ROWS = {
    "en": """
        what what's which who when where why how summarize summarise summary list show tell read check review explain
        compare find look describe search translate count overview retrieve navigate | delete remove cancel clear drop
        purge wipe trash discard close archive unsubscribe block mute disable deactivate dismiss erase kill nuke prune
        rid stop revoke retire terminate uninstall undo revert clean empty leave destroy unlink decline reject resolve
        hide suspend toss bin scrap ban end turn off pause | approve accept merge publish release share public open
        allow enable grant confirm sign ship deploy land submit permit expose promote green authorize unblock unlock
        unmute | pay paid refund settle reimburse transfer wire charge buy purchase order money | reset rotate change
        set update switch move rename replace restore edit mark configure adjust assign reschedule | | fix do handle
        process apply follow implement finish complete continue go proceed tidy sort organize manage work act take
        solve address deal run automate yes ok okay sure yep again |""",
    "de": """
        was welche wer wie wo wann warum wieso wieviel lies lesen fass zusammen zeig such find prüf erklär schau
        vergleich liste übersetz nenn sag sagen übersicht überblick steht guck erzähl | abreiß reiß einebn
        archivier abbestell abmeld blockier sperr stumm deaktivier abschalt ausschalt schalt wirf weg raus räum leer
        wegwerf verwerf verwirf beend streich putz entsorg zurückzieh widerruf ablehn lehn erledig stopp rückgängig
        beseitig schmeiß hau kick nimm platt_ / lösch entfern tilg / stornier abbrech kündig absag / schließ schliess |
        freischalt merg zusammenführ veröffentlich teil stell öffentlich publizier unterschreib erlaub annehm nimm
        zulass abnick deploy ausroll / teile freigeb gib / genehmig freigeb akzeptier bestätig merge | gutschreib
        buche / zahl bezahl überweis begleich / kauf bestell besorg / erstatt zurückerstatt | zurücknehm zurücksetz
        rotier tausch ersetz umbenenn trag markier neu_aufsetz
        neu_aufbau neu_anleg / aktualisier änder bearbeit setz stell / verschieb verleg | post
        leit weiterleit trag füg termin / send schick verschick maile übermitt / antwort beantwort erwider / posten
        veröffentlich kommentier melde / erstell anleg leg öffne eröffn erzeug schreib mach / einlad lade / buch
        reservier / plane terminier / benachrichtig informier sag teil / hochlad lade upload | erledig bearbeit kümmer
        umsetz befolg folg beheb behandl arbeit lös implementier ausführ führ weiter ja ordn sortier aufräum pfleg
        bereinig korrigier reparier mach_was mach_das mach_es mach_mal_das | / öffne besuch ruf geh klick /
        herunterlad lade hol / anmeld einlogg melde logg / führ ausführ install start / push pusche veröffentlich
        deploy ausroll""",
    "fr": """
        que quoi quel qui comment combien quand pourquoi où résum lis lire montre cherch trouv vérifi expliqu regard
        compar list tradui analys dis dit point synthès recens passe | archiv désabonn désinscri
        bloqu coupe désactiv éteins éteind jeter jette vire vide corbeille purge révoqu refus arrêt mets masqu détrui
        dégage bouc nettoy nettoi / supprim efface enlève retire / annul résili / ferme clôtur | merge publi rend
        ouvre autoris signe libèr déploi / partag donne / approuv accept valid fusionn | / paie paye règle régl vire /
        achèt achet command / rembours | réinitialis remplac remet renouvel marqu mets_à_jour / modifi mets chang /
        déplac | écris ecris televers transmet transfèr prépar fais faites / envoi envoy expédi / répon repon répliqu
        / publi poste commente / crée cree ouvre ouvrir rédig ajoute / invit convi / réserv reserv / planifi programm
        / préviens inform notifi avert / télévers charge upload | traite suis suiv occupe gère applique exécut résou
        implément corrig répar continu oui arrange range termin fais_ce fais_le fais_tout fais_comme | / ouvre visite
        clique consult / télécharg récupèr / connect identifi / exécut lance install / pousse déploi publi""",
    "es": """
        qué que cuál cuánto cuánta quién cómo dónde cuándo cuando resum lee léeme leer muestra busca encuentra
        revisa explica mira compara lista traduc analiz dime echa ojo cuenta dice enumera | derrib desmont cerr
        ciérr archiv desuscrib baja bloque silenci desactiv apaga deshabilit tira vacía vacia limpia revoc rechaz
        deten deseche descart retira saca oculta para / elimin borra quita suprim / cancel anul / cierra | aprob
        confirm mergea publiqu publica abre autoriz firma permit libera despliega / compart / aprueb acept fusion |
        devolv salda / paga pague abona transfier / compra pide encarga / reembols devuelv | deshaz deshac restablec
        reinici reemplaz rota marca / actualiz cambia modific edita pon / mueve mover pospon | escribe reserv reenv
        program prepar haz hazme / envía envia envíe enviá manda mande / respond contest / publica publiqu coment
        postea / crea abre redact añad agrega / invita convoc / reserva / programa planifica agenda / avisa notific
        informa / sube carga | hazlo sigue atiend ejecut aplica trabaj arregl proces encárg resuelv implement
        ocúpate gestion continú orden sí corrig tramit haz_lo haz_todo haz_eso | / abre visita entra / descarga baja
        / inicia entra loguea / ejecut lanza instal corre / sube subir despliega push""",
    "pt": """
        que qual quais quanto quantas quem como onde quando resum leia lê ler mostr procur busque busca encontr
        verifi expliq olhe olha compar list tradu analis diga diz conte conta revis veja vê dá | derrub desmont
        arquiv descadastr desinscre bloque silenci desativ deslig jog limpa esvazi revog rejeit recus pare tira tire
        oculta descart encerr elimin / exclu apag remov delet / cancel anul / fech | confirm mescl merge public
        publique partilh torn abra abre autoriz assin liber permit / compartilh / aprov aceit | pag compr quit pix /
        paga pague transfir / compra encomend / reembols devolv | desfa redefin reset mude troque troca substitu
        rotacion marque marca / atualiz alter muda edit / mova mover adi | escrev reserv suba poste encaminh prepar
        faz faça / envia envie mande manda / respond / publi postar coment / cria crie abre abra adicion / convid /
        reserva agend / agend marque / avis notific inform / carreg | faça faz resolv trat execut aplique trabalh
        corrij process siga arrum cuid implement continu sim organiz | / abra visite acess / baixa baixe / entre
        login / execut rod instal / suba envie implant push""",
    "it": """
        che cosa cos'è quale quali quanto quanti quante chi come dove quando perché riassum leggi mostra cerca trova
        controll spiega guarda confront elenc tradu analizz dimmi dici dice riepilog | smantell abbatt chiud archivi
        disiscriv blocc silenzi disattiv disabilit spegn butta cestin svuot revoc rifiut ferma togli leva nascond
        scart pulisc / elimin cancell rimuov / annull disdi / chiudi | conferm merg pubblic rendi apri autorizz firm
        rilasc consent / condivid / approv accett unisci | / paga paghi bonific salda / compra acquist ordina /
        rimbors | reimpost ripristin spost sostitui segna / aggiorn modific cambia imposta / sposta rinvia | inoltr
        prepar fammi fai / invia invii spedi manda mandi / rispond / pubblic comment posta / crea apri scrivi
        aggiungi / invita / prenot riserva / pianific program / avvisa notific informa / carica | fa segui risolv
        tratt esegu applic lavor corregg occup process implement sistem gestisc continu sì procedi ordina fai_quello
        fai_ciò fai_come fallo | / apri visita clicca / scarica / accedi / esegu lancia avvia install / push carica
        pubblic rilasci""",
    "nl": """
        wat welke wie hoe waar wanneer lees lezen vat samen toon zoek vind controleer bekijk kijk vergelijk vertaal
        noem vertel geef overzicht staat leg | afbre breek archiveer uitschrijf afmeld blokkeer demp deactiveer
        uitschakel schakel zet gooi weg haal eraf leeg trek intrek afwijs ruim schrap stop beëindig verberg /
        verwijder wis / annuleer zeg opzeg / sluit | goedkeur bevestig merge samenvoeg publiceer vrijgeef open zet
        teken sta toe / deel geef / keur accepteer | boek / betaal betalen overmaak / koop bestel / terugbetaal
        vergoed | reset herstel verander vervang hernoem zet markeer / wijzig werk bijwerk / verplaats verzet | deel
        / stuur verstuur sturen verzend zend / antwoord beantwoord / plaats publiceer reageer / maak creëer open
        voeg schrijf / nodig uitnodig / boek reserveer / plan / informeer meld laat / upload | doe regel behandel
        volg voer verwerk pak los implementeer ga ja verzorg orden fix handel maak_het doe_wat | / open bezoek ga
        klik / download haal / meld log / voer draai start install / push publiceer uitrol""",
    "pl": """
        co kto jak jaki jaka gdzie kiedy dlaczego czemu ile które którzy przeczyt przejrz streś streszcz podsumuj
        pokaż szukaj znajdź sprawdź wyjaśnij porówn przetłum przeanaliz powiedz opowie opisz zobacz wypisz zerknij |
        zburz usuw kasuj zamyk zarchiw archiw wypisz wyrejestr zablok wycisz wyłącz dezaktyw wywal wyrzuć wyczyść
        opróż cofn odrzuć zatrzym ukryj zlikwid zdejm pozbądź zrezyg rezyg / usuń usun skasuj / anuluj odwołaj /
        zamknij | zatwierd akcept potwierdź połącz opublik publik udostęp upublicz otwórz zezwól podpisz wdróż /
        udostępn podziel / zatwierdź zaakcept scal | / zapłać zaplac opłać przelej / kup zamów zamow / zwróć zwrot |
        zresetuj resetuj zamień przywróć oznacz / zaktualiz zmień zmien ustaw / przenieś przełóż | wysł przekaż
        przygot zrób / wyśl wysl wysył / odpowie odpisz odpisa / opublik zamieś skoment napisz / utwórz utworz
        stwórz otwórz dodaj / zaproś zapros / zarezerw rezerw / zaplanuj / powiadom poinform / prześlij wgraj |
        wykonaj postęp rozwiąż zajmij napraw obsłuż przetw dalej tak ogarnij uporządk posprząt popraw zaimplement
        zrób_to zrób_co | / otwórz odwiedź wejdź / pobierz ściągnij / zaloguj / uruchom zainstal wykonaj / wypchnij
        wdróż push""",
    "ru": """
        что кто как какой какая какие какое каких где когда почему сколько чем чём зачем прочит прочти резюм суммир
        покаж найд поищ провер объясн посмотр сравн расска опиши перечисл перескаж состав изуч проанализ кратко глян
        | снес снос сотр закры архивир отпиш заблок заглуш отключ выключ деактив выкин выброс очист сброс отзов
        отклон прекрат скрой останов избав расторг уничтож / удал сотри убер / отмен / закро | принят смерж вмерж
        опублик публик открой разреш подпиш выложи выпуст / подел предостав / одобр прими подтверд слей | купи /
        заплат оплат перевед выплат / куп закаж заказ приобр / верни возвра | сброс помен смени замени постав отметь
        пометь откати восстанов настро / обнов измен поменя исправ / перенес передвин | подготов составь сделай /
        отправ пришл вышл перешл отошл / ответ отвеч / опублик запост разме напиш коммент / созда откр добав заведи
        / пригла / заброн брон / запланир назнач / сообщ уведом проинформ / загруз залей выгруз | сдела выполн следу
        реши разбер займ обработ почин исправ продолж да наведи приведи реализ | / откро зайди посет перей / скача
        загруз / войди залогин авториз / запуст выполн установ / запуш выложи задепло разверн""",
    "tr": """
        ne neler neden nasıl nerede kim hangi kaç kadar oku özet göster ara bul kontrol açıkla bak karşılaştır çevir
        incele söyle anlat listele var | arşivle abonelikten engelle sessize devre pasif at çöpe boşalt temizle
        geri_al reddet durdur gizle çıkar / sil kaldır / iptal / kapat | kabul yayınla yayımla herkese aç izin
        imzala / paylaş / onayla birleştir | ödendi / öde ödeme havale / satın sipariş / iade | sıfırla işaretle /
        güncelle değiştir ayarla / taşı ertele | hazırla / gönder yolla ilet / yanıtla yanit cevap / yayınla paylaş
        gönder yorum yaz / oluştur aç ekle yarat / davet / rezerv ayırt / planla / bildir haber / yükle | yap uygula
        izle çöz işle hallet ilgilen düzelt düzenle devam evet tamam | / aç ziyaret git tıkla / indir / giriş /
        çalıştır kur başlat / push yayınla dağıt""",
    "zh": """
        什么 什麼 谁 哪 怎么 怎麼 如何 几个 多少 总结 總結 摘要 概括 查找 搜索 查看 看看 看一下 解释 解釋
        比较 翻译 列出 整理出 介绍 说明 读 告诉我 告訴我 梳理 | 删 刪 放弃 清空 撤 關閉 關掉 關了 关掉 归档
        歸檔 退订 拉黑 屏蔽 封 静音 禁用 停用 停掉 扔 丢 废除 拒绝 终止 注销 退掉 停止 隐藏 去掉 下架 解约
        / 删除 删掉 移除 清除 / 取消 / 关闭 | 接受 通过 合併 发布 發布 公开 公開 开放 确认 允许 签 上线
        部署 授权 / 分享 共享 / 批准 同意 合并 | 付 汇 / 支付 付款 付钱 转账 汇款 缴 / 买 订购 下单
        / 退款 | 回滚 还原 重置 改 设 調整 换 恢复 标记 標記 / 更新 修改 更改 改成 设置 调整 / 移动
        移到 推迟 | 发 寄 写 創建 加 起草 / 发送 发给 寄给 发邮件 發送 寄送 转发 / 回复 回覆 答复 回答
        / 发布 发帖 评论 发表 张贴 留言 / 创建 新建 建立 开一个 提交 添加 新增 / 邀 / 预定 预约 预订 订票 订机 订房 /
        安排 排程 / 通知 告诉 告知 / 上传 | 处理 處理 做 办 完成 执行 解决 修 继续 搞定 是的 好的 收拾
        清理 整理一下 照 | / 打开 访问 浏览 点击 / 下载 / 登录 登入 / 运行 执行 安装 启动 / 推送 部署
        上线 发版""",
    "ja": """
        何 なに どれ どの 誰 いつ どこ なぜ いくつ どう 読んで 読み 要約 まとめ 探して 検索 調べ 確認 説明
        比較 翻訳 教えて 見せて 見て 一覧 リストアップ 知りたい | 消し 消去 アーカイブ 解約 退会 ブロック
        ミュート 無効 止め 停止 捨て 破棄 空に 却下 断 片付け 外し 撤回 非表示 オフ 終了 / 削除 消して 消す
        取り除 / キャンセル 取り消 取消 / 閉じ クローズ | 受け入れ 承諾 公開 リリース 許可 確定 オープン
        デプロイ 署名 / 共有 / 承認 マージ | 払 買 / 支払 払って 払う 振込 振り込 送金 / 購入 買って
        注文 / 返金 払い戻 | 元に戻 リセット 交換 直 復元 / 更新 変更 修正 設定 編集 / 移動 延期 移して
        | 書いて 書く / 送って 送信 送る 送付 送り 転送 / 返信 返事 回答 / 投稿 掲載 コメント 書き込 /
        作成 作って 開いて 追加 立てて / 招待 / 予約 / スケジュール / 知らせ 通知 連絡 伝え / アップロード
        | 対応 やって 実行 処理 解決 従 通りに 進めて 続け はい 整理 | / 開いて アクセス 見て /
        ダウンロード 取得 / ログイン / 実行 インストール 起動 / プッシュ デプロイ 公開""",
    "ko": """
        무엇 봐줘 뭐 뭔 누구 언제 어디 왜 어떻게 얼마 몇 어떤 무슨 읽 요약 정리 보여 찾아 검색 확인 설명
        비교 번역 알려 말해 목록 | 지우 닫 종료 보관 구독 해지 차단 음소거 꺼 끄 비활성 버려 비워 철회 거절
        중지 숨겨 없애 해제 폐기 / 삭제 지워 제거 / 취소 / 닫아 | 머지 수락 받아들 공개 게시 발행 열어
        허용 서명 배포 확정 / 공유 / 승인 병합 | 입금 / 지불 결제 송금 납부 / 구매 구입 주문 / 환불
        | 초기화 바꿔 교체 표시 / 업데이트 수정 변경 설정 / 옮겨 이동 연기 | 써 / 보내 발송 전송 전달
        / 답장 회신 답변 / 게시 올려 올리 댓글 작성 / 만들 생성 열어 추가 / 초대 / 예약 / 일정 예약
        / 알려 통지 / 업로드 | 처리 해결 진행 실행 따라 고쳐 계속 네 맡아 | / 열어 방문 접속 /
        다운로드 받아 / 로그인 / 실행 설치 / 푸시 배포""",
    "vi": """
        gì nào ai sao đâu bao mấy đọc tóm_tắt cho_biết xem kiểm tìm liệt giải_thích so_sánh dịch nói kể ghi_lại |
        xoá xóa gỡ bỏ huỷ hủy đóng lưu_trữ chặn tắt vô_hiệu ngừng dừng từ_chối thu_hồi dọn vứt ẩn rời | duyệt chấp
        gộp hợp_nhất xuất_bản đăng công_khai chia mở cho_phép ký phê xác_nhận | trả thanh_toán hoàn mua đặt nạp |
        đặt_lại đổi sửa cập_nhật nâng_cấp thay đánh_dấu | gửi trả_lời viết tạo mời đặt_lịch tải_lên đăng bình_luận
        báo chuyển thêm soạn lập | làm xử_lý thực_hiện giải_quyết theo sửa tiếp vâng ừ lo |""",
}


def row_of(language: str) -> Iterator[tuple[str, str, str]]:
    """(a word or its beginning, its kind of act, the verb that it tells) of a language; "" for no kind, and no verb."""
    for (group, verbs), part in zip(VERBS.items(), ROWS[language].split("|")):
        for verb, some in zip(["", *verbs.split()], part.split("/")):
            yield from ((word, group, verb) for word in some.split())


def dense(word: str) -> bool:
    """Is it in a script whose words are not told apart by blanks?"""
    return any(low <= ord(word[0]) <= high for low, high in DENSE)


Met = tuple[str, str, str, str]     # a beginning, its language, its kind of act, its verb


class Table:
    """All rows turned round: a beginning, a part of a text, several words -> what they tell."""

    __slots__ = ("beginnings", "inside", "several")

    def __init__(self) -> None:
        self.beginnings: dict[str, list[Met]] = {}
        self.inside: list[Met] = []
        self.several: list[Met] = []
        for name in ROWS:
            for word, group, verb in row_of(name):
                met = (word.replace("_", " "), name, group, verb)
                if dense(word):
                    self.inside.append(met)
                elif "_" in word:
                    self.several.append(met)
                else:
                    self.beginnings.setdefault(word, []).append(met)


_TABLE: dict[str, Table] = {}


def table() -> Table:
    """The rows turned round, once they are needed: most texts are English."""
    if not _TABLE:
        _TABLE[""] = Table()
    return _TABLE[""]
