"""On the real client: secrets of fifty kinds come in by every tool, and none reaches the model, the stream or a file."""
from __future__ import annotations

import json
import re

import pytest

from guards._sensitive.formats import FORMATS
from tests.examples import fill

pytestmark = pytest.mark.real_agent

PEM = "-----BEGIN RSA PRIVATE KEY-----\n<s64>\n<s64>\n-----END RSA PRIVATE KEY-----"
# Forty-eight formats, a private key over several lines, and a password that only its file's name makes certain.
KINDS = [row[0] for row in FORMATS if len(row[3][0]) < 60 and "," not in row[3][0] and " " not in row[3][0]
         and row[0] != "aws-bedrock-short-key"][:48]
SECRETS = {row[0]: fill(row[3][0], 7) for row in FORMATS if row[0] in KINDS}
SECRETS["private-key"] = fill(PEM, 7)
PASSWORD = "hunter2-x9"
CALLS = 10      # calls of one turn


def turns(calls):
    return [calls[at:at + CALLS] for at in range(0, len(calls), CALLS)]


def settled(agent):
    """A repository with a file a kind, and the guards."""
    (agent.project / ".git" / "info" / "exclude").write_text(".claude\n.autoskillit\n*\n")
    agent.install()
    for number, secret in enumerate(SECRETS.values()):
        (agent.project / f"f{number}.txt").write_text(f"first line\nvalue = {secret}\nlast line\n")
    (agent.project / ".env").write_text(f"PORT=3000\nDB_PASSWORD={PASSWORD}\nDEBUG=true\n")
    agent.probe({f"get{number}": f"value = {secret}" for number, secret in enumerate(SECRETS.values())})


def pieces(secret):
    """What must not be seen: the value, or each line of one that has several."""
    return [line for line in secret.split("\n") if len(line) > 12 and "-----" not in line]


def leaked(run, agent, *but):
    """(secret, where) of every secret that stands in a request, in the stream or in a file of the client or of ours."""
    places = {"requests": json.dumps(run.requests), "stream": run.out, "errors": run.err}
    for folder in (agent.home, agent.project / ".autoskillit", agent.root / "tmp"):
        for path in folder.rglob("*"):
            if path.is_file() and not any(part in str(path) for part in but):
                places[str(path)] = path.read_bytes().decode("utf-8", "replace")
    return [(kind, place) for kind, secret in {**SECRETS, "password": PASSWORD}.items() for place, text in places.items()
            if any(piece in text for piece in pieces(secret))]


def test_read_bash_mcp_subagent_and_an_edit_around_each(agent):
    settled(agent)
    files = [str(agent.project / f"f{number}.txt") for number in range(len(SECRETS))]
    env = str(agent.project / ".env")
    main = [*turns([["Read", {"file_path": path}] for path in (*files, env)]),
            *turns([["Bash", {"command": f"cat {path}"}] for path in (*files, env)]),
            *turns([[f"mcp__probe__get{number}", {}] for number in range(len(SECRETS))]),
            *turns([["Edit", {"file_path": path, "old_string": "last line", "new_string": "new line"}] for path in files]),
            [["Edit", {"file_path": env, "old_string": "DEBUG=true", "new_string": "DEBUG=false"}]],
            [["Agent", {"description": "look", "prompt": "(scene below) look", "run_in_background": False,
                        "subagent_type": "general-purpose"}]],
            ["Done."]]
    below = [*turns([["Bash", {"command": f"tail -n 2 {path}; echo"}] for path in (*files, env)]), ["Seen."]]
    run = agent.run("(scene main) look at all", {"main": main, "below": below}, seconds=400)
    results = run.results("main") + run.results("below")
    assert [text for failed, text in results if failed] == []
    assert len(results) == 4 * (len(SECRETS) + 1) + len(SECRETS) + 1      # Read, Bash, Edit, the subagent's; MCP; Agent
    assert leaked(run, agent, "file-history") == []
    for kind, path in zip(SECRETS, files):
        with open(path) as file:
            assert file.read() == f"first line\nvalue = {SECRETS[kind]}\nnew line\n", kind
    assert (agent.project / ".env").read_text() == f"PORT=3000\nDB_PASSWORD={PASSWORD}\nDEBUG=false\n"
    shown = {tag for _, text in results for tag in re.findall(r"\[[a-z0-9-]+:[0-9a-f]{4}\]", text)}
    assert len(shown) >= 50
