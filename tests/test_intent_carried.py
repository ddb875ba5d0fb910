"""guards/_intent/carried.py: what a prompt in any language names, under the forms that it may have elsewhere."""
import pytest

from guards._intent.carried import fold, keys, numbers


@pytest.mark.parametrize("prompt, name", [
    ("Lähetä yhteenveto Inesille", "ines"), ("Küldd el Mareknek a jelentést", "marek"), ("Pošli to Markétě", "marketa"),
    ("Wyślij to Annie", "anna"), ("Надішли звіт Марині", "марина"), ("Надішли звіт Марині", "marina"),
    ("Özeti Ayşe'ye gönder", "ayse"), ("Στείλε το στον Γιώργο", "γιώργος"), ("Ines에게 보내줘", "ines"),
    ("Boさんに送って", "bo"), ("给 Ines 发总结", "ines"), ("שלח את הסיכום לאינס", "אינס"), ("أرسل لسارة", "سارة"),
    ("ส่งรายงานให้สมชาย", "สมชาย"), ("Ines को सार भेज दो", "ines"), ("Vastaa Bo:n viestiin", "bo"),
    ("lähetä raportti inesille", "ines")])
def test_a_name_in_whatever_form_the_grammar_gave_it(prompt, name):
    assert name in keys(prompt)


@pytest.mark.parametrize("prompt, other", [
    ("Tiivistä raportti Inesille", "raport"), ("Podsumuj ten Email", "email"), ("Kirim ke Ines", "in"),
    ("Katso https://marek.example/x", "marek"), ("Lue marek@partner.example", "partner")])
def test_what_names_nobody(prompt, other):
    assert other not in keys(prompt)


def test_few_forms_of_few_words():
    assert len(keys("Sanakirjankirjoittajalle " * 4000 + "Nimi " * 4000)) < 3000


def test_numbers_that_stand_for_themselves():
    assert numbers("Betal 480 kr, konto NL91ABNA0417164300, OPS-31, v2, € 19.50") == ["480", "19"]


@pytest.mark.parametrize("word, plain", [("Źdźbło", "zdzblo"), ("ÅSA", "asa"), ("Ігор", "igor"), ("Σπύρος", "spyros")])
def test_fold(word, plain):
    assert fold(word) == plain
