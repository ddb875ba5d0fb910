"""An MCP server over standard input and output whose tools only answer: {tool: text} in the file that argv names.

Each tool takes any arguments.  An answer is text, {"error": text} for a failure, or {"run": command, "env": more,
"kill": parent's too} for what the server starts before it answers, as a dispatcher does.  What was called goes to the file beside it, `<file>.calls`, so that a test can see that a denied call never arrived.
"""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys


def run(job):
    """Starts what a job says, in this server's own environment and more; what it printed."""
    done = subprocess.run(job["run"], env={**os.environ, **job.get("env", {})}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60)
    if job.get("kill"):
        os.kill(os.getppid(), signal.SIGKILL)       # the client whose server this is
    return done.stdout or done.stderr


def result(answer):
    """The content that a tool's answer becomes."""
    if isinstance(answer, dict) and "run" in answer:
        answer = run(answer)
    failed = isinstance(answer, dict) and "error" in answer
    text = answer["error"] if failed else answer if isinstance(answer, str) else json.dumps(answer)
    return {"content": [{"type": "text", "text": text}], "isError": failed}


def reply(request, answers, calls):
    """What a request is answered, or None where there is nothing to say."""
    params = request.get("params") or {}
    if request["method"] == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "probe", "version": "1"}}
    if request["method"] == "tools/list":
        return {"tools": [{"name": name, "description": name, "inputSchema": {"type": "object"}} for name in answers]}
    if request["method"] == "tools/call":
        with open(calls, "a", encoding="utf-8") as log:
            log.write(json.dumps([params["name"], params.get("arguments", {})]) + "\n")
        return result(answers[params["name"]])
    return {} if request["method"] == "ping" else None


def main(path):
    with open(path, encoding="utf-8") as source:
        answers = json.load(source)
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        said = reply(request, answers, path + ".calls")
        body = {"result": said} if said is not None else {"error": {"code": -32601, "message": "unknown method"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **body}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
