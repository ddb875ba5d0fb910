"""guards/_intent/languages.py: what prompts in other languages ask for."""
import pytest

from guards._intent.languages import english, spoken, understood


@pytest.mark.parametrize("text", ["Summarise the page and tell me what is in it", "fix the bug in the login", ""])
def test_english_is_left_to_the_english_tables(text):
    assert spoken(text) == {}


@pytest.mark.parametrize("verb, texts", [
    ("send", ["Schick die Liste an Bo", "Envoie la liste à Bo", "Envía la lista a Bo", "Envie a lista para Bo",
              "Invia la lista a Bo", "Stuur de lijst naar Bo", "Wyślij listę do Bo", "Отправь список Бо",
              "Listeyi Bo'ya gönder", "把名单发送给 Bo", "リストを Bo に送って", "목록을 Bo에게 보내 줘"]),
    ("delete", ["Lösche das Konto", "Supprime le compte", "Elimina la cuenta", "Exclua a conta", "Usuń konto",
                "Удали аккаунт", "Hesabı sil", "删除账户", "アカウントを削除して", "계정을 삭제해"]),
    ("pay", ["Bezahle die Rechnung", "Paie la facture", "Paga la factura", "Zapłać rachunek", "Оплати счёт",
             "Faturayı öde", "支付账单", "請求書を支払って", "청구서를 결제해"]),
])
def test_what_is_asked_for(verb, texts):
    for text in texts:
        assert verb in spoken(text), text


@pytest.mark.parametrize("text", ["korjaa kirjautumisen virhe nyt", "διόρθωσε το σφάλμα τώρα", "続けて", "总结",
                                  "Betala fakturan i bill.txt", "Balas email dari Bo", "Bayar tagihan di bill.txt"])
def test_what_is_not_english_tells_only_some_of_it(text):
    assert not understood(text)


@pytest.mark.parametrize("text", ["fix issue 12", "ok", "1.4.0", "behebe Issue 91", "https://a.example/x"])
def test_what_is_understood(text):
    assert understood(text)


def test_a_name_in_an_address_is_no_word():
    assert spoken("https://senden.example/schick?lösch=1") == {} and not english("zurück, bitte nochmal prüfen")
