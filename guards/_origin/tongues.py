"""Words by which people ask, in many languages: to be told something, to take away, to let, to pay, to set, to work.

One row for each language for which there are recordings: what only reads | takes away | lets or shows to others |
pays | sets anew | sends or makes | any work at all.  A word stands for its beginning from four letters on, else for
itself; in scripts without blanks for any part of the text.
Law: a word of the last six only lowers suspicion; one of the first tells that a prompt was understood.
"""
from __future__ import annotations

READS, AWAY, LETS, PAYS, SETS, MAKES, WORKS = "reads", "away", "lets", "pays", "sets", "makes", "works"
GROUPS = (READS, AWAY, LETS, PAYS, SETS, MAKES, WORKS)
ROWS = {
    "en":
        "what what's which who when where why how summarize summarise summary list show tell read check review "
        "explain compare find look describe search translate count overview | delete remove cancel clear drop "
        "purge wipe trash discard close archive unsubscribe block mute disable deactivate dismiss erase kill nuke "
        "prune rid stop revoke retire terminate uninstall undo revert clean empty leave destroy unlink decline "
        "reject resolve hide suspend toss bin scrap ban end turn off pause | approve accept merge publish release "
        "share public open allow enable grant confirm sign ship deploy land submit permit expose promote green "
        "authorize unblock unlock unmute | "
        "pay paid refund settle reimburse transfer wire charge buy purchase order money | reset rotate change set "
        "update switch move rename replace restore edit mark configure adjust assign reschedule |  | fix do "
        "handle process apply follow implement finish complete continue go proceed tidy sort organize manage work "
        "act take solve address deal run automate yes ok okay sure yep again",
    "de":
        "was welche welcher welches wer wie wo wann warum wieso wieviel lies lesen fass zusammen zeig such find "
        "finde prüf erklär schau vergleich liste übersetz nenn sag sagen übersicht überblick steht guck erzähl | "
        "abreiß reiß einebn "
        "lösch entfern tilg stornier abbrech kündig absag schließ schliess archivier abbestell abmeld blockier "
        "sperr stumm deaktivier abschalt ausschalt schalt wirf weg raus räum leer verwirf beend streich putz "
        "entsorg zurückzieh widerruf ablehn lehn erledig stopp rückgängig beseitig schmeiß hau kick nimm | "
        "genehmig freigeb gib freischalt akzeptier bestätig merg zusammenführ veröffentlich teil stell öffentlich "
        "publizier unterschreib erlaub annehm nimm zulass abnick deploy ausroll | zahl bezahl überweis begleich "
        "erstatt kauf bestell gutschreib buche | setz zurücksetz änder aktualisier stell rotier verschieb tausch "
        "ersetz umbenenn trag markier | schick send verschick maile übermitt antwort beantwort schreib erstell "
        "anleg leg öffne erzeug einlad lade buch reservier hochlad post kommentier melde benachrichtig informier "
        "leit weiterleit teil trag füg termin mach | erledig bearbeit kümmer umsetz befolg folg beheb behandl arbeit "
        "lös implementier ausführ führ weiter ja ordn sortier aufräum pfleg bereinig korrigier reparier "
        "mach_was mach_das mach_es mach_mal_das",
    "nl":
        "wat welke wie hoe waar wanneer waarom lees lezen vat samen samenvat toon zoek vind controleer bekijk "
        "kijk vergelijk vertaal noem vertel geef overzicht staat leg | afbre breek verwijder wis annuleer zeg opzeg "
        "sluit "
        "archiveer uitschrijf afmeld blokkeer demp deactiveer uitschakel schakel zet gooi weg haal eraf leeg trek "
        "intrek afwijs ruim schrap stop beëindig verberg | keur goedkeur accepteer bevestig merge samenvoeg "
        "publiceer deel vrijgeef openbaar open zet teken sta toe | betaal overmaak vergoed terugbetaal koop "
        "bestel boek | reset herstel wijzig werk bijwerk verander verplaats vervang hernoem zet markeer | stuur "
        "verstuur zend antwoord beantwoord schrijf maak creëer open nodig boek reserveer upload plaats reageer "
        "meld laat voeg deel plan | doe regel behandel volg voer verwerk pak los implementeer ga ja verzorg orden "
        "fix handel "
        "maak_het doe_wat",
    "fr":
        "que quoi quel quelle quels quelles qui comment combien quand pourquoi où résum lis lire montre cherch "
        "trouv vérifi expliqu regard compar list tradui analys dis dit point synthès recens passe | supprim "
        "efface enlève retire annul résili ferme clôtur archiv désabonn désinscri bloqu coupe désactiv éteins "
        "éteind jette vire vide corbeille purge révoqu refus arrêt mets masqu détrui dégage bouc nettoi | approuv "
        "accept valid fusionn merge publi partag rend rends ouvre autoris signe libèr donne déploi | paie paye "
        "payer règle régl vire rembours achèt achet command | réinitialis change modifi mets déplac remplac remet "
        "renouvel marqu mets_à_jour | envoi envoy expédi répon repon répond écris ecris rédig crée créer cree "
        "ouvre invit "
        "réserv televers télévers charge poste commente préviens inform transmet transfèr ajoute "
        "planifi prépar fais faites | "
        "traite suis suiv occupe gère applique exécut résou implément corrig répar continu oui arrange range "
        "termin "
        "fais_ce fais_le fais_tout fais_comme",
    "es":
        "qué que cuál cuáles cuánto cuántos cuánta cuántas quién cómo dónde cuándo cuando resum lee léeme leer "
        "muestra busca encuentra revisa explica mira compara lista traduc analiz dime echa ojo cuenta dice "
        "enumera | derrib desmont elimin borra quita suprim cancel anul cierra cerr ciérr archiv desuscrib baja "
        "bloque silenci "
        "desactiv apaga deshabilit tira vacía vacia limpia revoc rechaz deten deseche descart retira saca oculta "
        "para | aprueb aprob acept confirm fusion mergea publiqu publica comparte compart abre autoriz firma "
        "permit libera despliega | paga pague abona reembols devuelv devolv compra pide transfier salda | "
        "restablec reinici cambia actualiz modific pon mueve reemplaz rota marca edita | envía envia envíe manda "
        "mande respond contest responde escribe crea abre redact añad agrega invita reserv sube publica coment "
        "avisa notific reenv program prepar haz hazme | hazlo sigue atiend ejecut aplica trabaj arregl proces "
        "encárg resuelv implement ocúpate gestion continú orden sí corrig tramit "
        "haz_lo haz_todo haz_eso hazlo",
    "pt":
        "que qual quais quanto quantos quantas quem como onde quando resum leia lê ler mostr procur busque busca "
        "encontr verifi expliq olhe olhada olha compar list tradu analis diga diz conte conta revis veja vê dá | "
        "derrub desmont "
        "exclu apag remov delet cancel anul fech arquiv descadastr desinscre bloque silenci desativ deslig jog "
        "limpa esvazi revog rejeit recus pare tira tire oculta descart encerr elimin | aprov aceit confirm mescl "
        "merge public publique compartilh partilh torn abra abre autoriz assin liber permit | pag pague paga "
        "reembols devolv compr transfir quit pix | redefin reset mude muda alter atualiz troque troca mova "
        "substitu rotacion marque marca | envia envie manda mande respond escrev crie cria abra adicion convid "
        "reserv agend suba carreg poste coment avis notific encaminh prepar faz faça | faça faz façam resolv trat "
        "execut aplique trabalh corrij process siga arrum cuid implement continu sim organiz",
    "it":
        "che cosa cos'è quale quali quanto quanti quante chi come dove quando perché riassum leggi mostra cerca "
        "trova controll spiega guarda confront elenc tradu analizz dimmi dici dice riepilog | smantell abbatt elimin "
        "cancell "
        "rimuov annull disdi chiud archivi disiscriv blocc silenzi disattiv disabilit spegn butta cestin svuot "
        "revoc rifiut ferma togli leva nascond scart pulisc | approv accett conferm unisci merg pubblic condivid "
        "rendi apri autorizz firm rilasc consent | paga paghi salda rimbors compra acquist ordina bonific | "
        "reimpost ripristin cambia modific aggiorn spost sostitui segna imposta | invia invii manda spedi rispond "
        "scrivi crea apri aggiungi invita prenot carica posta comment avvisa notific inoltr prepar fammi fai | fa "
        "segui risolv tratt esegu applic lavor corregg occup process implement sistem gestisc continu sì procedi "
        "ordina "
        "fai_quello fai_ciò fai_come fallo",
    "pl":
        "co kto jak jaki jaka jakie jakich gdzie kiedy dlaczego czemu ile które którzy przeczyt przejrz streś streszcz "
        "podsumuj pokaż szukaj znajdź sprawdź wyjaśnij porówn przetłum przeanaliz powiedz opowie opisz "
        "zobacz wypisz zerknij | zburz usuń usun usuw skasuj kasuj anuluj odwołaj zamknij zamyk zarchiw archiw wypisz "
        "wyrejestr zablok wycisz wyłącz dezaktyw wywal wyrzuć wyczyść opróż cofn odrzuć zatrzym ukryj zlikwid "
        "zdejm pozbądź zrezyg rezyg | zatwierdź zatwierd zaakcept akcept potwierdź scal połącz opublik publik "
        "udostęp podziel upublicz otwórz zezwól podpisz wdróż | zapłać zaplac opłać przelej zwróć zwrot kup zamów "
        "| zresetuj resetuj zmień zmien zaktualiz przenieś zamień ustaw przywróć oznacz | wyślij wysł wyśl "
        "prześlij odpowie odpisz napisz utwórz stwórz otwórz zaproś zarezerw wgraj zamieś skoment powiadom "
        "przekaż dodaj przygot zaplanuj zrób | wykonaj postęp rozwiąż zajmij napraw obsłuż przetw dalej tak "
        "ogarnij uporządk posprząt popraw zaimplement "
        "zrób_to zrób_co",
    "ru":
        "что кто как какой какая какие какое каких где когда почему сколько чем чём зачем прочит прочти резюм "
        "суммир покаж найд поищ провер объясн посмотр сравн расска опиши опишите перечисл перескаж состав изуч "
        "проанализ кратко глян | снес снос удал сотри сотр убер отмен закро закры архивир отпиш заблок заглуш отключ "
        "выключ "
        "деактив выкин выброс очист сброс отзов отклон прекрат скрой останов снеси снес избав расторг уничтож | "
        "одобр прими принят подтверд слей смерж вмерж опублик публик подел открой разреш подпиш выложи выпуст | "
        "заплат оплат перевед выплат верни возвра купи закаж | сброс измен помен обнов перенес смени замени "
        "постав отметь пометь восстанов настро | отправ пришл вышл перешл отошл ответ отвеч напиш создай создат "
        "откр добав пригла заброн загруз размест коммент сообщ уведом подготов запланир составь сделай | сдела "
        "выполн следу реши разбер займ обработ почин исправ продолж да наведи приведи реализ",
    "tr":
        "ne neler neden nasıl nerede kim hangi hangisi kaç kadar oku özet göster ara bul kontrol açıkla bak "
        "karşılaştır çevir incele söyle anlat listele var | sil kaldır iptal kapat arşivle abonelikten engelle "
        "sessize devre pasif at çöpe boşalt temizle geri_al reddet durdur gizle çıkar | onayla kabul birleştir "
        "yayınla yayımla paylaş herkese aç izin imzala | öde ödeme ödendi iade havale satın sipariş | sıfırla "
        "değiştir güncelle taşı ayarla işaretle | gönder yolla yanıtla cevap yaz oluştur aç davet rezerv yükle "
        "yorum bildir ilet ekle hazırla | yap uygula izle çöz işle hallet ilgilen düzelt düzenle devam evet tamam",
    "vi":
        "gì nào ai sao đâu bao mấy đọc tóm_tắt cho_biết xem kiểm tìm liệt giải_thích so_sánh dịch nói kể ghi_lại "
        "| xoá xóa gỡ bỏ huỷ hủy đóng lưu_trữ chặn tắt vô_hiệu ngừng dừng từ_chối thu_hồi dọn vứt ẩn rời | duyệt "
        "chấp gộp hợp_nhất xuất_bản đăng công_khai chia mở cho_phép ký phê xác_nhận | trả thanh_toán hoàn mua đặt "
        "nạp | đặt_lại đổi sửa cập_nhật nâng_cấp thay đánh_dấu | gửi trả_lời viết tạo mời đặt_lịch tải_lên đăng "
        "bình_luận báo chuyển thêm soạn lập | làm xử_lý thực_hiện giải_quyết theo sửa tiếp vâng ừ lo",
    "zh":
        "什么 什麼 谁 哪 怎么 怎麼 如何 几个 多少 为什么 阅读 总结 總結 摘要 概括 查找 搜索 查看 看看 看一下 解释 "
        "解釋 比较 翻译 列出 整理出 介绍 说明 读 告诉我 告訴我 梳理 | 删 刪 移除 清除 清空 取消 撤销 撤回 撤 关闭 "
        "關閉 關掉 關了 关掉 归档 歸檔 退订 拉黑 屏蔽 封 静音 禁用 停用 停掉 扔 丢 废除 拒绝 终止 注销 退掉 停止 隐藏 "
        "去掉 下架 解约 | 批准 同意 接受 通过 合并 合併 发布 發布 公开 公開 共享 分享 开放 确认 允许 签 上线 部署 "
        "授权 | 支付 付款 付 转账 汇 退款 买 订购 下单 缴 | 重置 修改 更改 改 更新 设 調整 调整 换 移动 恢复 标记 "
        "標記 | 发送 发给 发 發送 寄 转发 回复 回覆 答复 写 創建 创建 新建 建立 开一个 提交 添加 新增 加 邀请 "
        "预订 预定 上传 评论 通知 告知 安排 起草 | 处理 處理 做 办 完成 执行 按照 解决 修 继续 搞定 是的 好的 "
        "收拾 清理 整理一下 照",
    "ja":
        "何 なに どれ どの 誰 いつ どこ なぜ いくつ どう 読んで 読み 要約 まとめ 探して 検索 調べ 確認 説明 比較 "
        "翻訳 教えて 見せて 見て 一覧 リストアップ 知りたい | 削除 消し 消す 消去 取り除 取り消 キャンセル 取消 "
        "閉じ クローズ アーカイブ 解約 退会 配信停止 ブロック ミュート 無効 止め 停止 捨て 破棄 空に 却下 断 "
        "片付け 外し 撤回 非表示 オフ 終了 | 承認 マージ 受け入れ 承諾 公開 共有 リリース 許可 確定 オープン "
        "デプロイ 署名 | 支払 払 振込 振り込 送金 返金 購入 買 注文 | リセット 変更 更新 設定 修正 移動 交換 直 "
        "復元 | 送って 送信 送る 送付 送り 転送 返信 返事 回答 書いて 書く 作成 作って 立てて 追加 招待 予約 "
        "アップロード 投稿 通知 知らせ 伝え | 対応 やって 実行 処理 解決 従 通りに 進めて 続け はい 整理",
    "ko":
        "무엇 봐줘 뭐 뭔 누구 언제 어디 왜 어떻게 얼마 몇 "
        "어떤 무슨 읽 요약 정리해 정리 보여 찾아 검색 확인 설명 비교 "
        "번역 알려 말해 목록 | 삭제 지워 지우 제거 취소 닫아 닫 종료 보관 구독 해지 차단 음소거 꺼 끄 비활성 버려 "
        "비워 철회 거절 중지 숨겨 없애 해제 폐기 | 승인 병합 머지 수락 받아들 공개 공유 게시 발행 열어 허용 서명 "
        "배포 확정 | 결제 지불 송금 환불 구매 주문 납부 입금 | 초기화 재설정 변경 바꿔 수정 업데이트 옮겨 교체 "
        "설정 표시 | 보내 발송 전송 전달 회신 답장 써 작성 만들 생성 초대 예약 업로드 댓글 추가 | 처리 해결 진행 "
        "실행 따라 고쳐 계속 네 맡아",
}
