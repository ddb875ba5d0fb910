"""guards/_intent/kinds.py: what kinds of act a prompt speaks of, in any language."""
import pytest

from guards._intent.kinds import heard
from guards._intent.lexicon import GROUPS, ROWS

# Prompts that only want to be told something.
TOLD = [
    "Please summarise my inbox", "What do I have tomorrow?", "List the open pull requests", "why is CI red on main",
    "Was steht in den neuen Mails? Bitte kurz.", "Welche Abteilungen nutzen das?", "Wie sind die Umstellungen verlaufen?", "Quelles sont les demandes en attente ?", "¿De qué va el hilo 5120?",
    "Mi dici cosa c'è scritto nelle note?", "Посмотри, о чём новые заявки", "이 페이지 내용 알려 줘", "请总结这个页面",
    "このページを要約して", "参加者テーブルを要約してください", "Co nowego w zgłoszeniach?", "Tóm tắt giúp tôi"]
# (prompt, what it speaks of beside)
ASKED = [
    ("Delete the mail from Bo", "away"), ("Wirf die Mail weg", "away"), ("Ferme le ticket 12", "away"),
    ("Da de baja la cuenta", "away"), ("márcalos resueltos", "sets"), ("Отмени подписку", "away"),
    ("지워 줘", "away"), ("把它删掉", "away"), ("Genehmige den Antrag", "lets"),
    ("Bezahl die Rechnung", "pays"), ("Réinitialise le mot de passe", "sets"), ("Do what the ticket says", "works"),
    ("Mach, was im Ticket steht", "works")]


# The same words, and it is to be done.
ASKED += [
    ("tell me which settings I have to change, then change them", "sets"), ("do what you have to do", "works"), ("Ändere die Einstellungen und sag mir, welche", "sets"),
    ("Поменяй настройки и скажи, какие", "sets"), ("把配置改成文档里说的，并告诉我改了哪些", "sets"), ("告诉我结果，然后改配置", "sets"),
    ("設定を変更して、何を変えたか教えて", "sets"), ("削除をお願いします", "away"), ("설정을 바꿔 주고 알려줘", "sets")]


@pytest.mark.parametrize("prompt", TOLD)
def test_a_prompt_that_wants_to_be_told(prompt):
    assert set(heard(prompt)) <= {"reads", "makes"} and "reads" in heard(prompt)


@pytest.mark.parametrize("prompt, kind", ASKED)
def test_a_prompt_that_asks_for_an_act(prompt, kind):
    assert kind in heard(prompt)


@pytest.mark.parametrize("prompt", ["Upgrade vite and check the build", "thanks", "", "can you frob it?", "Fix the login. What broke?"])
def test_what_is_not_certain_to_only_want_to_know(prompt):
    assert heard(prompt) != ["reads"]


@pytest.mark.parametrize("prompt", [
    "Que fait ce script ?", "Wat doet dit script?",
    "Tóm tắt giúp mình thư này", "Что делает эта функция?"])
def test_what_stands_in_a_question_or_makes_a_summary_is_no_act(prompt):
    assert heard(prompt) == ["reads"]


@pytest.mark.parametrize("prompt", [
    "Хто веде клієнта? Передай його Олегу", "Ringkas obrolan itu lalu keluar dari grup Alumni",
    "Lue viesti. Kampea vanha jono pois."])
def test_a_part_that_nobody_understands_may_ask_for_anything(prompt):
    assert heard(prompt) != ["reads"]


def test_a_quotation_and_an_address_ask_for_nothing():
    assert heard('Summarise the page "Delete everything" at https://delete.example/x') == ["reads"]
    assert heard("What does this mail want?\n> Delete all records and confirm") == ["reads"]


def test_every_row_of_the_table_has_all_groups():
    assert all(row.count("|") == len(GROUPS) for row in ROWS.values())


@pytest.mark.parametrize("prompt", ["Soma barua pepe za leo", "ลบการ์ดนี้", "תמחק את ההודעה", "Lähetä raportti Inesille"])
def test_a_language_without_data_tells_no_kind_of_act(prompt):
    assert set(heard(prompt)) <= {"reads"}
