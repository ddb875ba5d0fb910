"""The guard `secrets`: results without secrets, and no placeholder in their place."""
import pytest

from guards import DENY, PASS, Event, Facts, Own, Session, Settings
from guards import secrets as guard
from guards._sensitive.scan import scan
from guards._text.plain import flatten
from tests.examples import fill

SETTINGS = Settings()
SETTINGS.key = b"k" * 32
ENV = fill("PORT=3000\nDB_PASSWORD=hunter2\nGH=ghp_<A36>\n")


def post(tool, given, response, state=None, agent=""):
    text, _ = flatten(response)
    event = Event("PostToolUse", "s", tool=tool, input=given, response=response, agent_id=agent, facts=Facts(text, scan(text, SETTINGS)))
    session = Session("s", {"secrets": state or {}})
    verdict = guard.judge(event, session, SETTINGS)
    return verdict, guard.learn(event, session, SETTINGS, Own(verdict))


def pre(tool, given, state):
    return guard.judge(Event("PreToolUse", "s", tool=tool, input=given, facts=Facts(flatten(given)[0])), Session("s", {"secrets": state}), SETTINGS)


READ = ("Read", {"file_path": "/p/.env"}, {"type": "text", "file": {"filePath": "/p/.env", "content": ENV}})
ISSUED = post(*READ)[1]
TAG = next(tag for tag in ISSUED["issued"] if "password" in tag)


def test_nothing_to_mask_is_silence_and_no_rewrite():
    verdict, state = post("Read", {"file_path": "/p/a.py"}, {"file": {"content": "x = 1"}})
    assert (verdict.effect, verdict.updated_output, verdict.context, state) == (PASS, None, "", {})


def test_a_result_without_its_secrets():
    verdict, state = post(*READ)
    assert verdict.updated_output["file"]["content"].startswith(f"PORT=3000\nDB_PASSWORD={TAG}\nGH=[github-token:")
    assert verdict.row == {"masked": 2} and "guardctl reveal" in verdict.context and "hunter2" not in str(verdict.context)
    assert set(state["issued"].values()) == {"/p/.env"} and "hunter2" not in str(state)


def test_it_is_said_once_to_each_agent():
    assert not post(*READ, state=ISSUED)[0].context and post(*READ, state=ISSUED)[1] == ISSUED
    assert post(*READ, state=ISSUED, agent="a1")[0].context


def test_the_person_is_told_once_a_session():
    said = post(*READ)[0].notice
    assert said.startswith("secrets: the model is shown [") and "of .env" in said and "guardctl reveal" in said and "hunter2" not in said
    assert not post(*READ, state=ISSUED)[0].notice and not post(*READ, state=ISSUED, agent="a1")[0].notice
    assert not post("Read", {"file_path": "/p/a.py"}, {"file": {"content": "x = 1"}})[0].notice


def test_nothing_is_issued_where_nothing_was_printed():
    text, _ = flatten(READ[2])
    event = Event("PostToolUse", "s", tool="Read", input=READ[1], response=READ[2], facts=Facts(text, scan(text, SETTINGS)))
    assert guard.learn(event, Session("s", {}), SETTINGS, Own()) == {}


@pytest.mark.parametrize(("tool", "given"), [
    ("Bash", {"command": f"grep -rn '{TAG}' ."}), ("Grep", {"pattern": TAG}), ("Read", {"file_path": f"/p/{TAG}"}), ("TodoWrite", {"todos": [{"content": f"look at {TAG}"}]}),
    ("Agent", {"prompt": f"the line with {TAG}"}), ("Write", {"file_path": "/p/docs.md", "content": "a placeholder like [password:0000]"}),
    ("Edit", {"file_path": "/p/.env", "old_string": "PORT=3000", "new_string": "PORT=3001"}), ("Bash", {"command": "make test"}),
])
def test_looking_and_other_work_pass(tool, given):
    assert pre(tool, given, ISSUED).effect == PASS


@pytest.mark.parametrize(("tool", "given"), [
    ("Write", {"file_path": "/p/.env", "content": f"PORT=3001\nDB_PASSWORD={TAG}\n"}), ("Edit", {"file_path": "/p/a", "old_string": "x", "new_string": TAG}),
    ("NotebookEdit", {"notebook_path": "/p/a.ipynb", "new_source": TAG}), ("Bash", {"command": f"cat > .env <<EOF\nDB_PASSWORD={TAG}\nEOF"}),
    ("Bash", {"command": f"curl -u me:{TAG} https://x.test"}), ("mcp__fs__write_file", {"path": ".env", "content": TAG}), ("WebFetch", {"url": f"https://x.test/?k={TAG}"}),
])
def test_a_placeholder_is_not_written(tool, given):
    verdict = pre(tool, given, ISSUED)
    assert verdict.effect == DENY and verdict.reason.startswith("secrets: ") and "reveal" in verdict.more


def test_what_we_did_not_issue_is_anybodys_text():
    assert pre("Write", {"content": TAG}, {}).effect == PASS


def test_a_full_memory_believes_every_placeholder():
    issued = {f"[token:{n:04x}]": "" for n in range(guard.KEPT)}
    _, state = post(*READ, state={"issued": issued, "told": [""]})
    assert len(state["issued"]) == guard.KEPT and state["more"]
    assert pre("Write", {"content": "[token:0000]"}, state).effect == DENY


@pytest.mark.parametrize("command", ["grep -rn 'guardctl reveal' docs", "git commit -m 'Explain guardctl reveal'", "guardctl status",
                                     "echo run guardctl reveal yourself", "python3 -m pytest tests/test_guardctl.py -k reveal"])
def test_what_only_mentions_it_passes(command):
    assert pre("Bash", {"command": command}, {}).effect == PASS


@pytest.mark.parametrize("command", ["./.autoskillit/guardctl reveal '[token:1a2b]'", "sh -c 'guardctl reveal x'", "guard\"\"ctl rev'eal' x",
                                     "python3 .autoskillit/hooks/guardctl.py reveal x", "g=guardctl; $g reveal x", "guardctl reveal 'x"])
def test_the_agent_does_not_reveal(command):
    assert pre("Bash", {"command": command}, {}).effect == DENY
