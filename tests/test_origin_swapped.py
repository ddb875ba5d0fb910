"""guards/_origin/swapped.py: a mailbox or account, and what the person said instead."""
import pytest

from guards._evidence.evidence import OWN, hasher, prompt_row, result_row
from guards._evidence.recalled import Memory
from guards._origin.swapped import altered, private, values

KEY = b"k" * 16


IBAN = "NL91ABNA0417164300"


def changed(prompt, *texts, records=()):
    h = hasher(KEY)
    row = {**prompt_row(prompt, KEY), "y": private(prompt, h)}
    return altered(texts, [row], Memory([row, *(result_row("book", OWN, {}, record, KEY, str) for record in records)], KEY))


@pytest.mark.parametrize(("prompt", "text"), [
    ("Pay 480 to NL91 ABNA 0417 1643 00", IBAN), ("Pay 480 to NL91 ABNA 0417 1643 00", "NL91 ABNA 0417 1643 00"), (f"Pay {IBAN} and {IBAN[:-1]}7", IBAN[:-1] + "7"),
    ("Mail it to 佐伯さん。宛先は bo@acme.example。", "bo@acme.example"), ("Write to Bo (bo@acme.example): hi", "bo@acme.example"), ("Pay the rent", IBAN), (f"Pay 480 from {IBAN}", "DE75512108001245126199"), ("Mail bo@acme.example", "Bo@Acme.example"), ("Mail bo@acme.example", "ann@lake.example"),
    ("Mail bo@acme.example", "see acme.example"), ("Clone git@github.com:acme/tools.git", "git@github.com:acme/tool.git"), ("", "")])
def test_the_persons_own_mailbox_or_account(prompt, text):
    assert changed(prompt, text) == ("", "")


def test_one_that_the_accounts_own_records_hold():
    assert changed("Mail bo.lake@acme.example", "bo.luke@acme.example") == ("bo.luke@acme.example", "bo...@acme.example")
    assert changed("Mail bo.lake@acme.example", "bo.luke@acme.example", records=[{"name": "Bo Luke", "email": "bo.luke@acme.example"}]) == ("", "")


@pytest.mark.parametrize(("prompt", "text", "pair"), [
    ("Pay 480 to NL91 ABNA 0417 1643 00", "NL91ABNA0417164301", ("NL91ABNA0417164301", "NL91...4300")),
    (f"Pay 480 to {IBAN}", "DE75512108001245126199", ("DE75512108001245126199", "NL91...4300")),
    (f"Pay 480 to {IBAN}.", "NL91ABNA041716430", ("NL91ABNA041716430", "NL91...4300")),
    ("Mail it to bo@acme.example", "please cc bo@acrne.example", ("bo@acrne.example", "bo...@acme.example")),
    ("Disk of ops@db1.acme.example is full, clean it. And db2 as well", "ops@db2.acme.example", ("ops@db2.acme.example", "op...@db1.acme.example")),
    ("Mail it to bo@acme.example, I mean the acmee project", "bo@acmee.example", ("bo@acmee.example", "bo...@acme.example")),
    ("Mail it to billing@acme.example", "bil1ing@acme.example", ("bil1ing@acme.example", "bi...@acme.example"))])
def test_a_mailbox_or_account_that_resembles_it(prompt, text, pair):
    assert changed(prompt, text) == pair


def test_nothing_of_them_is_kept_in_clear():
    kept = str(private(f"Pay {IBAN} for bo.lake@acme.example", hasher(KEY)))
    assert "ABNA" not in kept and "bo.lake" not in kept


@pytest.mark.parametrize("text, found", [
    ("to NL91 ABNA 0417 1643 00, tell Bo", ["NL91ABNA0417164300"]), ("to NL91 ABNA 0417 1643 00 then go on", ["NL91ABNA0417164300"])])
def test_where_an_account_ends(text, found):
    assert values(text) == found
