"""On the real client: secrets of fifty kinds come in by every tool, and none reaches the model, the stream or a file."""
from __future__ import annotations

import json
import re
import subprocess

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
SESSION = "0a6ef1c4-5d1b-4b43-9d0b-3f3a0e6f7c11"
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


def test_a_placeholder_is_not_written_and_may_be_looked_for(agent):
    settled(agent)
    env = str(agent.project / ".env")
    run = agent.run("(scene main) look", {"main": [[["Read", {"file_path": env}]], ["Done."]]}, "--session-id", SESSION)
    tag = re.search(r"\[password:[0-9a-f]{4}\]", run.results("main")[0][1])[0]
    run = agent.run("(scene more) write", {"more": [
        [["Bash", {"command": f"grep -cF '{tag}' .env || true"}]],
        [["Bash", {"command": f"printf 'DB_PASSWORD={tag}\n' > .env"}]],
        [["Write", {"file_path": env, "content": f"DB_PASSWORD={tag}\n"}]],
        [["Edit", {"file_path": env, "old_string": f"DB_PASSWORD={tag}", "new_string": "DB_PASSWORD=x"}]],
        [["mcp__probe__get0", {"text": tag}]], ["Done."]]}, "--resume", SESSION)
    looked, printed, written, edited, sent = run.results("more")[-5:]
    assert looked == (False, "0")
    assert all(failed and "secrets: " in text and "reveal" in text for failed, text in (printed, written, sent))
    assert edited[0] and "not found" in edited[1]       # the client's own refusal, before any hook
    assert (agent.project / ".env").read_text() == f"PORT=3000\nDB_PASSWORD={PASSWORD}\nDEBUG=true\n"
    assert agent.probed() == []


def test_a_long_result_keeps_its_preview_and_its_path(agent):
    settled(agent)
    first, deep = list(SECRETS.values())[:2]
    (agent.project / "long.txt").write_text(f"value = {first}\n" + "an ordinary line of text\n" * 2000 + f"value = {deep}\n")
    run = agent.run("(scene main) look", {"main": [[["Bash", {"command": "cat long.txt"}]], ["Done."]]})
    [(failed, text)] = run.results("main")
    assert not failed and first not in run.out and re.search(r"value = \[[a-z0-9-]+:[0-9a-f]{4}\]", text), text[:600]
    assert "tool-results" in text, text[:600]
    assert [place for kind, place in leaked(run, agent, "file-history") if "tool-results" not in place] == []
    kept = re.search(r"(/\S*tool-results/\S+?\.txt)", text)[1]
    again = agent.run("(scene more) read it", {"more": [[["Bash", {"command": f"tail -n 1 {kept}"}]], ["Done."]]})
    assert deep not in json.dumps(again.requests) and "value = [" in again.results("more")[-1][1]


SERVE = """
import http.server, ssl, sys
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = open("page.txt", "rb").read()
        self.send_response(200)
        self.send_header("content-type", "text/plain")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
server = http.server.HTTPServer(("127.0.0.1", 8443), Page)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "cert.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
"""


def test_what_a_page_s_summary_says(agent):
    """WebFetch's result is masked; the page itself goes to the model that sums it up before any hook (docs/leaving.md)."""
    settled(agent)
    secret = next(iter(SECRETS.values()))
    for name, text in (("serve.py", SERVE), ("page.txt", f"The example on this page: value = {secret}\n")):
        (agent.project / name).write_text(text)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
                    "subjectAltName=IP:127.0.0.1", "-keyout", "cert.key", "-out", "cert.pem"], cwd=agent.project, check=True, capture_output=True)
    agent.options = [*agent.options[2:], "--settings", json.dumps({
        "skipWebFetchPreflight": True, "permissions": {"allow": ["Bash", "WebFetch"]}})]
    run = agent.run("(scene main) fetch it", {"aside": {"The example on this page": f"It says value = {secret}."}, "main": [
        [["Bash", {"command": "nohup python3 serve.py > /dev/null 2>&1 & sleep 2"}]],
        [["WebFetch", {"url": "https://127.0.0.1:8443/page.txt", "prompt": "what does it say"}]], ["Done."]]},
        env={"NODE_EXTRA_CA_CERTS": str(agent.project / "cert.pem")})
    failed, text = run.results("main")[1]
    assert not failed and "value = [" in text and secret not in text, text[:500]
    assert secret not in run.out and secret not in json.dumps(run.requests)


# ---- the doors that no hook has: what docs/leaving.md says of each

def test_a_call_that_fails_is_shown_as_it_is(agent):
    settled(agent)
    run = agent.run("(scene main) look", {"main": [[["Bash", {"command": "cat .env; exit 3"}]], ["Done."]]})
    assert PASSWORD in run.results("main")[0][1]
    assert agent.rows(f"context/{run.session_id}.jsonl")[-2]["level"][1] == "credentials"


def test_a_file_named_in_a_prompt_meets_no_hook(agent):
    settled(agent)
    run = agent.run("(scene main) look at @.env", {"main": [["Done."]]})
    assert PASSWORD in json.dumps(run.requests)


def test_the_output_of_a_command_in_the_background_is_masked_when_it_is_read(agent):
    settled(agent)
    run = agent.run("(scene main) look", {"main": [
        [["Bash", {"command": "cat .env f0.txt", "run_in_background": True}]], [["Bash", {"command": "sleep 4"}]],
        [["Bash", {"command": f"find {agent.root} -name '*.output' | xargs -n 1 cat; true"}]],
        ["Done."]]})
    assert "value = [" in run.results("main")[2][1], run.results("main")[2]
    assert next(iter(SECRETS.values())) not in json.dumps(run.requests)


def test_another_hooks_copy_undoes_the_mask(agent):
    settled(agent)
    other = agent.root / "other.py"
    other.write_text("import json, sys, time\nd = json.load(sys.stdin)\ntime.sleep(2)\nprint(json.dumps({'hookSpecificOutput': "
                     "{'hookEventName': 'PostToolUse', 'updatedToolOutput': d['tool_response']}}))\n")
    path = agent.project / ".claude" / "settings.json"
    settings = json.loads(path.read_text())
    settings["hooks"]["PostToolUse"].append({"matcher": "Bash", "hooks": [{"type": "command", "command": f"python3 {other}"}]})
    path.write_text(json.dumps(settings))
    run = agent.run("(scene main) look", {"main": [[["Bash", {"command": "cat .env"}]], ["Done."]]})
    assert PASSWORD in run.results("main")[0][1]
