"""A model that says what a script tells it to, on loopback, in Anthropic's Messages interface or another's.

A script is {scene: [turn, ...]}; a turn is a list of texts and of [tool, input] pairs.  Law: the answer depends on the
request alone: `(scene NAME)` in the newest user text names the scene, the model's messages since then count its turns.
So retries, subagents, resumed and nested sessions need no state here, and new conversations get new call ids.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.real_agent.interfaces import read_messages, write_events

Json = dict[str, Any]
SCENE = re.compile(r"\(scene ([a-z0-9_]+)\)")
NO_TOKENS = dict.fromkeys(("cache_creation_input_tokens", "cache_read_input_tokens"), 0)


def find_turn(messages: list[Json]) -> tuple[str, int]:
    """The scene and the turn that a conversation has come to."""
    scene, turn = "", 0
    for one in messages:
        content = one["content"]
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        text = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        if one["role"] == "assistant":
            turn += 1
        elif one["role"] == "user" and (found := SCENE.findall(text)):
            scene, turn = found[-1], 0
    return scene, turn


def make_id(prefix: str, *seed: Any) -> str:
    return prefix + hashlib.sha256(repr(seed).encode()).hexdigest()[:24]


def make_message(turn: list[Any], model: str, seed: Any) -> Json:
    content: list[Json] = []
    for number, part in enumerate(turn):
        if isinstance(part, str):
            content.append({"type": "text", "text": part})
        else:
            call = {"type": "tool_use", "id": make_id("toolu_", seed, number)}
            content.append({**call, "name": part[0], "input": part[1]})
    stop = "tool_use" if content[-1]["type"] == "tool_use" else "end_turn"
    whole = {"id": make_id("msg_", seed), "type": "message", "role": "assistant", "model": model}
    whole.update(content=content, stop_reason=stop, stop_sequence=None)
    return {**whole, "usage": {"input_tokens": 10, "output_tokens": 10, **NO_TOKENS}}


def stream_message(whole: Json) -> Iterator[Json]:
    """The events that tell a message piece by piece."""
    yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}
    for index, block in enumerate(whole["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            text = json.dumps(block["input"])
            empty, delta = (
                {**block, "input": {}},
                {"type": "input_json_delta", "partial_json": text},
            )
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": whole["usage"]}
    yield {"type": "message_stop"}


class Model:
    """The server in a thread.  Each request that had tools becomes a row of `requests`: scene, turn, messages."""

    def __init__(self, script: Json) -> None:
        self.script, self.requests = script, list[Json]()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Conversation)
        self.server.daemon_threads = True
        self.server.model = self  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer_request(self, body: Json) -> Json:
        """One without tools (a title, a summary) is beside the scene."""
        messages = body["messages"]
        if not body.get("tools"):
            return make_message(["A title."], body["model"], messages)
        scene, turn = find_turn(messages)
        self.requests.append({"scene": scene, "turn": turn, "messages": messages})
        turns = self.script.get(scene, [])
        said = turns[turn] if turn < len(turns) else ["The end."]
        return make_message(said, body["model"], (scene, turn, len(messages), str(messages)[:4000]))


class Conversation(BaseHTTPRequestHandler):
    """HTTP/1.0: every answer ends with its connection."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith(("/responses", "/chat/completions", "GenerateContent")):
            given = {"model": "fake", **body, "messages": read_messages(body)}
            whole = self.server.model.answer_request(given)  # type: ignore[attr-defined]
            self.send_text("text/event-stream", write_events(path, whole))
            return
        if path != "/v1/messages":
            found = path == "/v1/messages/count_tokens"
            self.send_text("application/json", '{"input_tokens": 10}', 200 if found else 404)
            return
        whole = self.server.model.answer_request(body)  # type: ignore[attr-defined]
        if not body.get("stream"):
            self.send_text("application/json", json.dumps(whole))
            return
        events = [f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in stream_message(whole)]
        self.send_text("text/event-stream", "".join(events))

    def do_GET(self) -> None:
        self.send_text("application/json", "{}", 404)

    do_HEAD = do_GET

    def send_text(self, kind: str, text: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *words: Any) -> None:
        pass
