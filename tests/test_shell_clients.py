"""Which sessions a command goes on with; what only mentions one is silent (tests/cases/resume_ownership.jsonl)."""
import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._call import OWN_ID
from guards._shell import clients
from guards._shell.clients import resumes as of_commands
from guards._shell.machine import read


def resumes(command, own=""):
    return of_commands(read(command, given=dict.fromkeys(OWN_ID, own)).ran)


def test_examples():
    assert doctest.testmod(clients).failed == 0


@pytest.mark.parametrize("command", [
    "", "claude", "claude mcp list", "codex exec 'resume the work'", "grep -e --resume claude.md", "claude -p -- --resume x",
    "codex -c x=y exec hi", "claude --model resume -p x", "claude --append-system-prompt '--resume x'", "vim claude-resume.md",
    "cat <<'E'\nclaude -r x\nE", "cat <<-E\n\tcodex resume x\n\tE\nls", "echo $'claude -r x'", "opencode stats -s",
    "git commit -m \"$(cat <<'E'\nSay what claude --resume x does\n\nclaude -r y\nE\n)\"", "tmux ls", "tmux kill-session -t claude-resume",
    "python3 - <<'E'\nprint('claude --resume x')\nE", "cat <<E > run.sh\nclaude --resume x\nE", "'", '"', "$(", "`"])
def test_silent(command):
    assert [r.id for r in resumes(command) if r.id != "*"] == []


@pytest.mark.parametrize("command, found", [
    ("claude -r a; codex resume b", [("claude", "a"), ("codex", "b")]),
    ("claude -ra", [("claude", "a")]),
    ("claude --resume", [("claude", "*")]),
    ("A=x B=y claude --resume 'a b'", [("claude", "a b")]),
    ("export S=a\nclaude --resume \"$S\"", [("claude", "a")]),
    ("S=a && claude --resume ${S} -p", [("claude", "a")]),
    ("claude --resume $S", [("claude", "?")]),
    ("bash -c \"bash -c 'claude -r a'\"", [("claude", "a")]),
    ("eval \"claude -r a\"", [("claude", "a")]),
    ("echo \"$(claude -r a -p x)\"", [("claude", "a")]),
    ("echo `claude -r a -p x`", [("claude", "a")]),
    ("diff <(claude -r a -p x) y", [("claude", "a")]),
    ("claude -r \\\n  a", [("claude", "a")]),
    ("sudo -u bob nohup timeout -k 5 60 claude -r a", [("claude", "a")]),
    ("npm exec -- claude -r a", [("claude", "a")]),
    ("codex fork a", [("codex", "a")]),
    ("codex -m gpt -c a=b resume a 'go'", [("codex", "a")]),
    ("codex resume --last", [("codex", "*")]),
    ("amp threads continue T-1", [("amp", "T-1")]),
    ("droid exec -s a 'x'", [("droid", "a")]),
    ("qwen -c", [("qwen", "*")]),
    ("gemini -r 3", [("gemini", "*")]),
    ("claude -r a 2>&1 | tee log", [("claude", "a")]),
    ("claude -r a >/dev/null &", [("claude", "a")]),
    ("bash <<'E'\ncd x\nclaude -r a -p go\nE\nls", [("claude", "a")]),
    ("tmux new-session -d -s w 'claude --resume a'", [("claude", "a")]),
    ("tmux send-keys -t w 'claude --resume a' Enter", [("claude", "a")]),
    ("screen -dm claude -r a", [("claude", "a")]),
    ("script -qc 'claude -r a' /dev/null", [("claude", "a")]),
    ("! claude -r a", [("claude", "a")])])
def test_resumes(command, found):
    assert [(r.program, r.id) for r in resumes(command)] == found


def test_a_session_knows_its_own_name():
    assert [r.id for r in resumes("claude --resume $CLAUDE_CODE_SESSION_ID", "me")] == ["me"]


PIECES = ("claude", "codex", "--resume", "-r", "resume", "a", "'", '"', "$(", ")", "`", "\\", "\n", ";", "|", "&", "<<", "<<-", "E",
          " ", "=", "A=1", "$A", "bash", "-c", "eval", "tmux", "#", "<(", ">", "(", "if", "npx", "env", "-u", "--", "\0", "é")


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["", " "]))
def test_whatever_the_command_it_is_read(pieces, between):
    for resume in resumes("claude resume; " + between.join(pieces)):
        assert resume.program in clients.CLIENTS and resume.id


def test_variables_that_double_stay_bounded():
    command = "A0=xxxxxxxx; " + "".join(f"A{n + 1}=${{A{n}}}${{A{n}}}; " for n in range(60)) + "claude --resume $A60"
    assert len(resumes(command)[0].id) <= clients.VALUE
