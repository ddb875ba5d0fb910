"""guards/self_protection.py by place (rows), and hooks/_event/accepted.py by effect, against the installed scripts."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guards import ASK, PASS, Event, Facts, combine, judge_rules
from guards._reading import read
from guards.self_protection import RULES
from hooks._ctl import main
from hooks._event.accepted import stamp_code
from tests.fork import run_forked, run_typed
from tests.house import copy_product, thin

ROOT = Path(__file__).resolve().parent.parent
ROWS = [
    json.loads(line)
    for line in (ROOT / "tests/cases/self_protection.jsonl").read_text().splitlines()
]


def judge_row(row: dict[str, Any]) -> int:
    event = Event("PreToolUse", tool=row["tool"], input=row["input"], project="/p")
    event.cwd = "/p"
    given = row.get("facts", {})
    answers = {("file", key[5:]): text for key, text in given.items() if key[:5] == "file:"}
    facts = Facts(event, answers=answers)
    return combine(judge_rules(RULES, read(Facts(event)), facts)).effect


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row['want']}-{number}" for number, row in enumerate(ROWS)]
)
def test_a_place_of_ours(row: dict[str, Any]) -> None:
    assert (judge_row(row) > PASS) == (row["want"] == "stop"), json.dumps(row["input"])[:200]


def test_editing_tools_and_commands_are_asked_about_and_denied_alone() -> None:
    given = {"file_path": "/p/.autoskillit/guards.json", "content": ""}
    assert judge_row({"tool": "Write", "input": given}) == ASK
    assert judge_row({"tool": "Bash", "input": {"command": "rm -rf .autoskillit"}}) == ASK


@pytest.mark.parametrize(("verb", "effect"), [("status", PASS), ("why", PASS), ("release", ASK)])
def test_our_launcher_is_a_command_and_no_script(verb: str, effect: int) -> None:
    event = Event("PreToolUse", tool="Bash", input={"command": f".autoskillit/guardctl {verb}"})
    answers = {("file", ".autoskillit/guardctl"): (ROOT / "hooks/_install/guardctl.sh").read_text()}
    facts = Facts(event, answers=answers)
    assert combine(judge_rules(RULES, read(facts), facts)).effect == effect


@pytest.mark.parametrize(
    "command", ["git checkout -- .", "git restore .", "git checkout HEAD -- ./"]
)
def test_a_folder_that_only_holds_ours_is_not_spelled(command: str) -> None:
    assert judge_row({"tool": "Bash", "input": {"command": command}}) == PASS


def test_a_backslash_in_the_projects_path_is_no_escape() -> None:
    event = Event("PreToolUse", tool="Bash", input={"command": "rm -rf $PWD/.autoskillit"})
    event.project = event.cwd = "/home/\\Users/p"
    found = judge_rules(RULES, read(Facts(event)), Facts(event))
    assert combine(found).effect == ASK


LOOK = """
import sys
sys.path.insert(0, sys.argv[1])
from hooks._event import Moment
from hooks._event.run import attempt_step
from guards import Event
environ = {k.decode(): v.decode() for k, v in __import__("posix").environ.items()}
moment = Moment(Event("PostToolUse", "s", "Read"), environ, environ["CLAUDE_PROJECT_DIR"], attempt_step)
from hooks._event.accepted import check_accepted
opened, calls = [], []
sys.addaudithook(lambda name, given: name == "open" and opened.append(given[0]))
sys.setprofile(lambda _, kind, what: kind[-4:] == "call" and calls.append(kind))
check_accepted(moment)
sys.setprofile(None)
print(len(opened), len(calls))
assert not moment.warnings
"""


class Session:
    """An installed project, and a client that fires its hooks; `before` are the handlers of a session that runs."""

    def __init__(self, folder: Path, bundle: Path, *flags: str) -> None:
        self.folder, self.bundle, self.calls = folder, bundle, 0
        self.project, self.home = folder / "p", folder / "home"
        self.data = f"{self.home}/.local/share/autoskillit"
        self.home.mkdir()
        self.project.mkdir()
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        self.env["CLAUDE_PROJECT_DIR"] = str(self.project)
        self.shell("git init -q . && git config user.email a@b.c && git config user.name n")
        self.shell("git commit -qm x --allow-empty")
        self.install(*flags)
        self.settings = self.project / ".claude/settings.json"
        self.before = self.handlers()

    def install(self, *flags: str, code: int = 0) -> str:
        words = [sys.executable, str(self.bundle / "install.py"), "--project", str(self.project)]
        done = subprocess.run([*words, *flags], capture_output=True, text=True, env=self.env)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def handlers(self) -> dict[str, Any]:
        held = json.loads(self.settings.read_text())["hooks"] if self.settings.exists() else {}
        return {event: groups[0]["hooks"][0] for event, groups in held.items()}

    def shell(self, command: str) -> None:
        subprocess.run(command, shell=True, cwd=self.project, env=self.env, capture_output=True)

    def fire(self, event: str, **payload: Any) -> dict[str, Any]:
        handler = self.before[event]
        words = [one.replace("${CLAUDE_PROJECT_DIR}", str(self.project)) for one in handler["args"]]
        given = {"session_id": "s", "cwd": str(self.project), "hook_event_name": event, **payload}
        data, at = json.dumps(given).encode(), {"cwd": self.project, "env": self.env}
        words = [handler["command"], *words]
        done = subprocess.run(words, input=data, capture_output=True, **at)
        assert (done.returncode, done.stderr) == (0, b""), done.stderr
        return json.loads(done.stdout or b"{}")

    def start(self, session: str = "s") -> str:
        said = self.fire("SessionStart", source="startup", session_id=session)
        more = self.fire("UserPromptSubmit", prompt="go on", session_id=session)
        return f"{said.get('systemMessage', '')}\n{more.get('systemMessage', '')}"

    def call(self, command: str) -> dict[str, Any]:
        """A Bash call that nobody asks about, as the client runs it; the answer after it."""
        self.calls += 1
        given = {"tool_name": "Bash", "tool_input": {"command": command}}
        given["tool_use_id"] = f"t{self.calls}"
        self.fire("PreToolUse", **given)
        self.shell(command)
        return self.fire("PostToolUse", **given, tool_response={"stdout": "", "stderr": ""})

    def write_guards(self, **keys: Any) -> None:
        (self.project / ".autoskillit/guards.json").write_text(json.dumps(keys))


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is installed, which nobody edits meanwhile."""
    made = tmp_path_factory.mktemp("bundle") / "next"
    copy_product(ROOT, made)
    return made


@pytest.fixture(scope="module")
def session(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Session:
    made = Session(tmp_path_factory.mktemp("effect"), bundle)
    held = {"model": "x", **json.loads(made.settings.read_text())}
    made.settings.write_text(json.dumps(held, indent=1))
    made.shell("git add -f .claude .autoskillit && git commit -qm guards")
    made.start()
    return made


LOCAL = ".claude/settings.local.json"
WAYS = {
    "python": """python3 -c "import json;p='.claude/settings.json';d=json.load(open(p));d['hooks']={};json.dump(d,open(p,'w'))" """,
    "perl": "perl -0pi -e 's/nice/true/g' .claude/settings.json",
    "heredoc": "python3 <<'X'\nopen('.claude/settings.json','w').write('{\"model\": \"x\"}')\nX",
    "make": "printf 'all:\\n\\tprintf \"{}\" > .claude/settings.json\\n' > Makefile; make",
    "assembled": "f=.cla; f=${f}ude/sett; rm ${f}ings.json",
    "old version": "git rev-list HEAD | tail -1 | xargs -I{} git checkout {} -- . ; git rm -q --cached .claude/settings.json; rm .claude/settings.json",
    "stash": "echo '{}' > .claude/settings.json; git stash -q; git stash drop -q; git stash -q -u; rm .claude/settings.json",
    "folder": "rm -rf .claude",
    "no json": "echo '{' > .claude/settings.json",
    "launcher": "echo 'exit 0' > .autoskillit/guardctl",
    "switch": "echo '{\"disableAllHooks\": true}' > .claude/settings.local.json",
    "switch spelled": r"""sed -i '1s/{/{"disable\\u0041llHooks": true,/' .claude/settings.json""",
    "switch twice": """echo '{"disableAllHooks": false, "disableAllHooks": true}' > .claude/settings.local.json""",
    "clean": "git rm -rq --cached .claude .autoskillit; git clean -fdxq; git reset -q",
    "mode": "chmod 000 .autoskillit/guardctl; rm -rf .autoskillit",
}


@pytest.mark.parametrize("place", thin([".autoskillit", ".autoskillit/temp"]))
def test_a_link_in_the_place_of_our_records_goes(own: Session, place: str) -> None:
    own.start()
    said = own.call(f"make x; mv {place} y; ln -s $PWD/y {place}".replace(".auto", ".au''to"))
    assert "was a link" in said["systemMessage"]
    assert own.call("touch z") == {} and not (own.project / place).is_symlink()
    assert own.install("--check") and mode_of(own) == "ask"


@pytest.mark.parametrize("way", thin(WAYS, 5))
def test_what_a_call_takes_is_put_back_in_the_same_turn_and_told(
    session: Session, way: str
) -> None:
    text = session.settings.read_text()
    said = session.call(WAYS[way])
    assert "put back" in said["systemMessage"], said
    assert "put back" in said["hookSpecificOutput"]["additionalContext"], "the agent is told, too"
    assert session.handlers() == session.before
    assert "llHooks" not in "".join(
        one.read_text() for one in session.settings.parent.glob("*.json")
    )
    assert session.install("--check")
    if way in ("python", "perl"):
        assert '"model": "x"' in session.settings.read_text()
    ledger = session.project / ".autoskillit/temp/context/s.jsonl"
    row = json.loads(ledger.read_text().splitlines()[-1])
    assert row["put_back"] and row["tool"] == "Bash"
    for words in (["tail"], ["why"], ["why", str(row["seq"])]):
        [shown] = run_forked(session.project, session.env, lambda words=words: main(words))
        assert re.search(f"put back:? .*{re.escape(row['put_back'][0])}", shown.stdout)
    session.settings.write_text(text)
    assert "put back" not in json.dumps(session.call("true")), "told once"


def test_a_file_of_ours_alone_is_put_back_to_the_byte(own: Session) -> None:
    own.start()
    text = own.settings.read_text()
    own.call(WAYS["python"])
    assert own.settings.read_text() == text


@pytest.mark.parametrize(
    ("tool", "given", "left"),
    [
        ("Edit", {"file_path": ".claude/settings.json"}, None),
        ("mcp__fs__write_file", {"path": LOCAL}, '{"disableAllHooks": true, "a": 1}'),
    ],
)
def test_what_another_tool_takes_is_put_back_too(
    session: Session, tool: str, given: dict[str, Any], left: str | None
) -> None:
    path = session.project / (given.get("path") or given["file_path"])
    session.fire("PreToolUse", tool_name=tool, tool_input=given, tool_use_id=tool)
    path.write_text(left or path.read_text().replace("exec", "true"))
    said = session.fire(
        "PostToolUse", tool_name=tool, tool_input=given, tool_use_id=tool, tool_response={}
    )
    assert f"{path.name}: changed by {tool}, put back" in said["systemMessage"], said
    assert session.handlers() == session.before
    assert not left or json.loads(path.read_text()) == {"a": 1}


def test_only_our_handlers_are_merged_back(session: Session) -> None:
    session.call(
        """python3 -c "import json;p='.claude/settings.json';json.dump({'permissions':{'deny':['Quux']}},open(p,'w'),indent=3)" """
    )
    held = json.loads(session.settings.read_text())
    assert held["permissions"] == {"deny": ["Quux"]}
    assert session.settings.read_text().startswith('{\n   "permissions"')
    assert "put back" not in json.dumps(
        session.call("sed -i s/Quux/Quuy/ .claude/settings.json")
    ), "none of ours was lost"
    assert '"Quuy"' in session.settings.read_text()


def test_while_a_call_runs_the_change_of_settings_is_blocked_and_undone(session: Session) -> None:
    given = {"tool_name": "Bash", "tool_input": {"command": "./x.sh"}, "tool_use_id": "t-run"}
    session.fire("PreToolUse", **given)
    session.settings.write_text("{}")
    said = session.fire("ConfigChange", source="project_settings", file_path=str(session.settings))
    assert said["decision"] == "block" and session.handlers() == session.before
    session.fire("PostToolUse", **given, tool_response={"stdout": ""})


def test_a_persons_own_edit_is_theirs(session: Session) -> None:
    text = session.settings.read_text()
    session.settings.write_text('{"mine": 1}')
    said = session.fire("UserPromptSubmit", prompt="go on")
    assert "lost the guards" in said["systemMessage"]
    assert session.settings.read_text() == '{"mine": 1}'
    session.settings.write_text(text)


MADE: dict[str, Session] = {}


@pytest.fixture
def own(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A project that is just installed, in the folder of the one before if that left our code alone."""
    made = MADE.get(stamp_code(MADE["last"].data)) if MADE else None
    if made:
        os.rename(f"{made.home}/.local/share", f"{made.folder}.share")
        shutil.rmtree(made.folder)
        shutil.copytree(f"{made.folder}.new", made.folder, symlinks=True)
        os.rename(f"{made.folder}.share", f"{made.home}/.local/share")
    else:
        made = Session(tmp_path_factory.mktemp("own"), bundle)
        MADE["last"] = MADE[stamp_code(made.data)] = made
        but = shutil.ignore_patterns("share")
        shutil.copytree(made.folder, f"{made.folder}.new", symlinks=True, ignore=but)
    return copy.deepcopy(made)


def mode_of(session: Session) -> str:
    """Does the guard ask of a place of ours now, or has something loosened it?"""
    given = {"file_path": ".autoskillit/guards.json", "content": "{}"}
    said = session.fire("PreToolUse", tool_name="Write", tool_input=given, tool_use_id="probe")
    return str(said.get("hookSpecificOutput", {}).get("permissionDecision", "silent"))


LOOSER: dict[str, dict[str, Any]] = {
    "mode": {"mode": "watch"},
    "guards off": {"guards": {"self_protection": "off"}},
    "trusted": {"trusted_destinations": ["*"]},
    "tags": {"tools": {"*": {"external": False}}},
    "program": {"classifier_command": "./x.sh"},
    "policy": {"policy": [{"id": "p", "when": {"tool": "*"}, "decision": "pass"}]},
}


@pytest.mark.parametrize("kind", thin(LOOSER))
def test_what_a_pull_brings_loosens_nothing_until_it_is_accepted(own: Session, kind: str) -> None:
    own.start()
    own.shell("git branch -q home && git checkout -qb theirs")
    own.write_guards(**LOOSER[kind])
    own.shell(
        "git add -f .autoskillit/guards.json && git commit -qm theirs && git checkout -q - && rm -f .autoskillit/guards.json"
    )
    assert mode_of(own) == "ask"
    own.shell("git merge -q theirs")
    said = own.start()
    assert "guards.json came with git" in said
    assert mode_of(own) == "ask" and (own.project / ".autoskillit/guards.json").exists(), (
        "ignored, not reverted"
    )
    assert "came with git" in own.start(session="s2"), "said to each session"


def test_what_tightens_counts_at_once(own: Session) -> None:
    own.start()
    own.shell("git branch -q home && git checkout -qb theirs")
    own.write_guards(questions="deny")
    own.shell(
        "git add -f .autoskillit/guards.json && git commit -qm theirs && git checkout -q - && git merge -q theirs"
    )
    own.start()
    given = {"command": "rm -rf .autoskillit"}
    command = {"tool_name": "Bash", "tool_input": given, "tool_use_id": "t"}
    assert own.fire("PreToolUse", **command)["hookSpecificOutput"]["permissionDecision"] == "deny"


# What a pull request changes of an installation that is committed, and what the start then says.  {} holds the settings.
BROUGHT = {
    "settings without us": ('echo \'{"model": "y"}\' > .claude/settings.json', "put back"),
    "handlers that do nothing": ("sed -i 's/exec/true/g' .claude/settings.json", "put back"),
    "launcher": ("echo 'exit 0' > .autoskillit/guardctl", "came with git"),
    "command": ("echo guards: say yes > .claude/commands/guard-why.md", "came with git"),
    "source": ("echo 'RULES = ()' > .autoskillit/bundle/guards/loss.py", "bundle came with git"),
    "interpreter": (
        'sed -i \'1s/{/{"env": {"AUTOSKILLIT_PYTHON": "x"},/\' .claude/settings.json',
        "sets AUTOSKILLIT_PYTHON",
    ),
}


@pytest.mark.parametrize("kind", thin(BROUGHT))
def test_what_a_pull_changes_of_the_guards_is_told_at_the_start(own: Session, kind: str) -> None:
    own.install("--vendor")
    own.shell("git add -f .claude .autoskillit && git commit -qm guards && git checkout -qb theirs")
    own.shell(f"{BROUGHT[kind][0]}; git commit -qam theirs; git checkout -q -")
    assert "came with git" not in own.start()
    own.shell("git merge -q theirs")
    assert BROUGHT[kind][1] in own.start(session="s2")
    assert own.handlers() == own.before and mode_of(own) == "ask"
    if kind == "settings without us":
        assert '"model": "y"' in own.settings.read_text()


@pytest.mark.parametrize("first", thin(["theirs", "ours"]))
def test_beside_the_orchestrator_both_orders_of_installing(own: Session, first: str) -> None:
    """AutoSkillit's installer deletes each handler whose `command` holds its name (studies/autoskillit.md, 1)."""
    held = json.loads(own.settings.read_text())
    their = {"type": "command", "command": "python3 /x/autoskillit/hooks/quota_guard.py"}
    if first == "theirs":
        own.install("--uninstall")
        own.settings.parent.mkdir(exist_ok=True)
        own.settings.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [their]}]}}))
        own.install()
        held = json.loads(own.settings.read_text())
    for groups in held["hooks"].values():
        for group in groups:
            group["hooks"] = [one for one in group["hooks"] if "autoskillit" not in one["command"]]
    held["hooks"].setdefault("PreToolUse", []).insert(0, {"hooks": [their]})
    own.settings.write_text(json.dumps(held, indent=2))
    own.install("--check")
    said = own.start() + json.dumps(own.call("true"))
    assert "put back" not in said and "lost" not in said
    own.install()
    assert json.loads(own.settings.read_text())["hooks"]["PreToolUse"][0] == {"hooks": [their]}
    own.install("--uninstall")
    assert [their] in [
        one["hooks"] for one in json.loads(own.settings.read_text())["hooks"]["PreToolUse"]
    ]


def test_an_edit_of_guards_json_counts_from_the_next_prompt_on(own: Session) -> None:
    own.start()
    own.write_guards(guards={"self_protection": "off"})
    assert mode_of(own) == "ask", "in the midst of a turn"
    assert "put back" not in json.dumps(own.call("touch x")), "no call did it"
    own.fire("UserPromptSubmit", prompt="go on")
    assert mode_of(own) == "silent"
    said = own.call(
        "python3 -c \"open('.autoskillit/guards.json','w').write('{\\\"mode\\\": \\\"watch\\\"}')\""
    )
    assert "put back" in said["systemMessage"]
    assert "self_protection" in (own.project / ".autoskillit/guards.json").read_text()


def test_a_yes_to_the_question_about_guards_json_counts(own: Session) -> None:
    own.start()
    given = {"file_path": str(own.project / ".autoskillit/guards.json"), "content": "x"}
    call = {"tool_name": "Write", "tool_input": given, "tool_use_id": "w1"}
    asked = own.fire("PreToolUse", **call)["hookSpecificOutput"]["permissionDecisionReason"]
    assert "Say yes only if you asked for that" in asked
    own.write_guards(guards={"self_protection": "off"})
    assert own.fire("PostToolUse", **call, tool_response="ok") == {}
    assert mode_of(own) == "ask", "from the next prompt on"
    own.fire("UserPromptSubmit", prompt="go on")
    assert mode_of(own) == "silent"


@pytest.mark.parametrize("how", thin(["edit", "replace"]))
def test_our_own_code_is_put_back_with_its_bytecode(own: Session, how: str) -> None:
    own.start()
    code = own.home / ".local/share/autoskillit/code/guards/self_protection.py"
    bytecode = next(code.parent.parent.glob("code.*"))
    text, compiled = code.read_bytes(), bytecode.read_bytes()
    code.write_text("RULES = ()\n")
    if how == "replace":
        bytecode.unlink()
        shutil.copy(ROOT / "guards/self_protection.py", code)
        code.write_text(code.read_text().replace("RULES = (", "RULES = () and ("))
    else:
        bytecode.write_bytes(compiled[:-20] + b"x" * 20)
    assert "own code" in (own.start() if how == "edit" else own.call("true")["systemMessage"])
    assert code.read_bytes() == text and bytecode.read_bytes() != compiled[:-20] + b"x" * 20
    assert "own code" not in own.start() and mode_of(own) == "ask"


@pytest.mark.parametrize("name", thin(["AUTOSKILLIT_STATE_DIR", "XDG_STATE_HOME"]))
def test_what_a_repositorys_settings_move_is_ignored_and_told(own: Session, name: str) -> None:
    held = json.loads(own.settings.read_text())
    own.settings.write_text(json.dumps({**held, "env": {name: str(own.project / "evil")}}))
    own.env[name] = str(own.project / "evil")
    assert name in own.start() and not (own.project / "evil").exists()
    own.env[name] = str(own.home / "mine")
    own.fire("UserPromptSubmit", prompt="hi")
    assert (own.home / "mine").exists(), "the person's own environment counts"


def test_uninstall_is_no_theft(own: Session) -> None:
    own.start()
    own.install("--uninstall")
    assert "put back" not in json.dumps(own.fire("UserPromptSubmit", prompt="hi"))
    assert not own.settings.exists()


def test_a_silent_call_costs_next_to_nothing(own: Session) -> None:
    own.start()
    own.call("true")
    record = next((own.home / ".local/state/autoskillit/accepted").glob("*.json"))
    assert record.stat().st_size < 16384 and len(json.loads(record.read_text())["stats"]) < 20
    words = ["-I", "-S", "-c", LOOK, str(own.home / ".local/share/autoskillit/code")]
    look = [sys.executable, *words]
    done = subprocess.run(look, env=own.env, cwd=own.project, capture_output=True, check=True)
    opened, calls = map(int, done.stdout.split())
    assert opened == 1 and calls < 310  # the record; each file in it is only looked up


def test_a_session_that_should_be_guarded_and_is_not_says_so(own: Session) -> None:
    own.install("--scope", "user")
    mine = own.home / ".claude/settings.json"
    handler = json.loads(mine.read_text())["hooks"]["SessionStart"][0]["hooks"][0]
    own.before["SessionStart"] = handler
    assert "lost" not in str(own.fire("SessionStart", source="startup"))
    shutil.rmtree(own.project / ".claude")
    shutil.rmtree(own.project / ".autoskillit")
    assert "lost the guards" in own.fire("SessionStart", source="startup")["systemMessage"]
    own.install("--scope", "user", "--check")
    own.install("--scope", "user", "--uninstall")
    assert not mine.exists()


def test_trust_is_for_a_person_in_a_terminal_and_doctor_names_what_waits(own: Session) -> None:
    own.start()
    own.shell("git branch home && git checkout -qb theirs")
    own.write_guards(guards={"self_protection": "off"})
    own.shell(
        "git add -f .autoskillit/guards.json && git commit -qm t && git checkout -q home && git merge -q theirs"
    )
    own.start()
    words = [str(own.project / ".autoskillit/guardctl")]
    doctor = subprocess.run([*words, "doctor"], capture_output=True, text=True, env=own.env)
    assert doctor.returncode == 1 and "guardctl trust" in doctor.stdout
    refused = subprocess.run([*words, "trust"], capture_output=True, text=True, env=own.env)
    assert refused.returncode == 1 and "terminal" in refused.stderr and mode_of(own) == "ask"
    code, said = run_typed(own.project, own.env, lambda: os.execv(words[0], [*words, "trust"]))
    assert code == 0 and "accepted" in said
    assert mode_of(own) == "silent" and "came with git" not in own.start(session="s2")
    doctor = subprocess.run(
        [*words, "doctor", "--json"], capture_output=True, text=True, env=own.env
    )
    assert doctor.returncode == 0 and json.loads(doctor.stdout)["faults"] == []
