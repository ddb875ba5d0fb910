"""An MCP server that dispatches: `dispatch_food_truck` answers what {tool: answer} in the file of argv says.

An answer {"run": command} is what the command prints, started in this server's environment, as a dispatcher starts
its sessions.  The calls that arrived stand in `<file>.calls`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any


def answer_call(answer: Any) -> str:
    if isinstance(answer, dict) and "run" in answer:
        env = {**os.environ, **answer.get("env", {})}
        done = subprocess.run(
            answer["run"], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        return done.stdout or done.stderr
    return json.dumps(answer)


def answer_request(request: dict[str, Any], answers: dict[str, Any], path: str) -> Any:
    params, method = request.get("params") or {}, request["method"]
    if method == "initialize":
        about = {"serverInfo": {"name": "kitchen", "version": "1"}, "capabilities": {"tools": {}}}
        return {"protocolVersion": params["protocolVersion"], **about}
    if method == "tools/list":
        schema = {"inputSchema": {"type": "object"}}
        return {"tools": [{"name": name, "description": name, **schema} for name in answers]}
    if method != "tools/call":
        return {}
    with open(f"{path}.calls", "a") as log:
        log.write(json.dumps(params.get("arguments", {})) + "\n")
    return {"content": [{"type": "text", "text": answer_call(answers[params["name"]])}]}


def main(path: str) -> None:
    with open(path) as file:
        answers = json.load(file)
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            result = answer_request(request, answers, path)
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
