"""A model that says what a script tells it to, in Anthropic's Messages interface, on loopback.

A script is {scene: [turn, ...]}; a turn is a list of strings (text) and of [tool, input] pairs (calls):

    {"main": [["Looking.", ["Bash", {"command": "ls"}]], ["Done."]]}

`thinks` is no scene: seconds before each answer, where a scene needs the time that a real model takes.
`aside` is none either: {word: text}, what a request without tools that holds the word is answered (WebFetch's summary).

INVARIANT: the answer depends on the request alone.  `(scene NAME)` in the newest user text that has one
names the scene, the model's messages since then count its turns.  So retries, subagents, resumed and
nested sessions need no state here, and equal conversations get equal call ids, new ones new ids.
"""
from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SCENE = re.compile(r"\(scene ([a-z0-9_]+)\)")
END = ["The end."]
SIDE = ["A title."]


def place(messages):
    """The scene and the turn that a conversation has come to.

    >>> place([{"role": "user", "content": "(scene a) go"}, {"role": "assistant", "content": "x"}])
    ('a', 1)
    >>> place([{"role": "user", "content": "(scene a) go"}, {"role": "system", "content": "before it was (scene b)"}])
    ('a', 0)
    """
    scene, turn = "", 0
    for said in messages:
        if said["role"] == "assistant":
            turn += 1
        elif said["role"] == "user" and (found := SCENE.findall(spoken(said["content"]))):
            scene, turn = found[-1], 0
    return scene, turn


def spoken(content):
    """A message's text, without the results of tools."""
    if isinstance(content, str):
        return content
    return "\n".join(block["text"] for block in content if block["type"] == "text")


def fresh(prefix, *seed):
    """An id that follows from its seed.  Two messages with one id would be merged by the client, a call be dropped."""
    return prefix + hashlib.sha256(repr(seed).encode()).hexdigest()[:24]


def message(turn, model, seed):
    """The answer that a turn becomes."""
    content = [{"type": "text", "text": part} if isinstance(part, str) else
               {"type": "tool_use", "id": fresh("toolu_", seed, number), "name": part[0], "input": part[1]}
               for number, part in enumerate(turn)]
    return {"id": fresh("msg_", seed), "type": "message", "role": "assistant", "model": model, "content": content,
            "stop_reason": "tool_use" if content[-1]["type"] == "tool_use" else "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 10, "cache_creation_input_tokens": 0,
                      "cache_read_input_tokens": 0}}


def stream(whole):
    """The events that tell a message piece by piece."""
    yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}
    for index, block in enumerate(whole["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = {**block, "input": {}}, {"type": "input_json_delta",
                                                    "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
           "usage": whole["usage"]}
    yield {"type": "message_stop"}


class Model:
    """The server in a thread.  `requests` has one row a request that had tools: scene, turn, time, messages, tools;
    with a `log` the rows go to that file, too, as they come."""

    def __init__(self, script, log=None):
        self.script, self.log = script, log
        self.requests = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Conversation)
        self.server.daemon_threads = True
        self.server.model = self
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, body):
        """The message that this request gets; one without tools (a title, a summary) is beside the scene."""
        messages = body["messages"]
        if not body.get("tools"):
            said = next((text for word, text in self.script.get("aside", {}).items() if word in json.dumps(messages)), None)
            return message([said] if said else SIDE, body["model"], messages)
        time.sleep(self.script.get("thinks", 0))
        scene, turn = place(messages)
        self.requests.append({"scene": scene, "turn": turn, "time": time.time(), "messages": messages,
                              "tools": [tool["name"] for tool in body["tools"]]})
        if self.log:
            with open(self.log, "a", encoding="utf-8") as file:
                file.write(json.dumps(self.requests[-1]) + "\n")
        turns = self.script.get(scene, [])
        return message(turns[turn] if turn < len(turns) else END, body["model"], (scene, turn, len(messages)))

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error):
        self.server.shutdown()
        self.server.server_close()


class Conversation(BaseHTTPRequestHandler):
    """HTTP/1.0: every answer ends with its connection."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        if path == "/v1/messages":
            whole = self.server.model.answer(body)
            if body.get("stream"):
                self.say("text/event-stream",
                         "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in stream(whole)))
            else:
                self.say("application/json", json.dumps(whole))
        elif path == "/v1/messages/count_tokens":
            self.say("application/json", '{"input_tokens": 10}')
        else:
            self.do_GET()

    def do_GET(self):
        self.say("application/json", '{"type": "error", "error": {"type": "not_found_error", "message": "?"}}', 404)

    do_HEAD = do_GET

    def say(self, kind, text, status=200):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *words):
        pass
