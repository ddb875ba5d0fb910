"""A model that says what a script tells it to, in the interfaces of OpenAI (Responses, Chat Completions) and Gemini.

A script is a list of turns, a turn a list of texts and of calls {"name", "input"} (`custom` for a tool that takes a text,
`namespace` for a server's).  Which turn comes, the request alone says: as many as the model has answered since the newest
text of the person's.  `answers(dialect, body)` are the results that a request brings back, in order.
"""
from __future__ import annotations

import json
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

Turn = list[Any]
Reply = tuple[dict[str, Any], list[dict[str, Any]]]
OVER = ["The end."]
MODEL = ("function_call", "custom_tool_call", "reasoning")


def fresh(prefix: str) -> str:
    """An id that nobody had: clients drop a call whose id they know."""
    return prefix + uuid.uuid4().hex[:24]


def spoken(item: dict[str, Any]) -> str:
    """Who speaks in an item of a conversation: "model", "person" or "" for a result, or what is not said."""
    kind, role = item.get("type", "message"), item.get("role")
    if kind in MODEL or role in ("assistant", "model"):
        return "model"
    if kind != "message" or role != "user":
        return ""
    return "" if any("functionResponse" in part for part in item.get("parts", ())) else "person"


def turn_of(items: list[dict[str, Any]]) -> int:
    """How many turns the model has had since the person spoke.

    >>> turn_of([{"role": "user"}, {"role": "assistant"}, {"role": "tool"}, {"role": "assistant"}, {"role": "tool"}])
    2
    """
    turns, before = 0, ""
    for who in filter(None, map(spoken_or_result, items)):
        turns = 0 if who == "person" else turns + (who == "model" != before)
        before = who
    return turns


def spoken_or_result(item: dict[str, Any]) -> str:
    return spoken(item) or "result"


def answers(body: dict[str, Any]) -> list[str]:
    """The results of calls that a request brings back, as texts."""
    found = []
    for item in body.get("input") or body.get("messages") or body.get("contents") or ():
        if item.get("type") in ("function_call_output", "custom_tool_call_output"):
            found.append(text(item["output"]))
        elif item.get("role") == "tool":
            found.append(text(item.get("content")))
        found += [text(part["functionResponse"]["response"]) for part in item.get("parts", ()) if "functionResponse" in part]
    return found


def text(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(text(part.get("text", part) if isinstance(part, dict) else part) for part in content)
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def responses(turn: Turn) -> Reply:
    """OpenAI Responses: the whole, and the events that stream it."""
    items: list[dict[str, Any]] = []
    for part in turn:
        if isinstance(part, str):
            items.append({"type": "message", "id": fresh("msg_"), "role": "assistant", "status": "completed",
                          "content": [{"type": "output_text", "text": part, "annotations": []}]})
        elif "custom" in part:
            items.append({"type": "custom_tool_call", "id": fresh("ctc_"), "call_id": fresh("call_"), "name": part["name"],
                          "input": part["custom"], "status": "completed"})
        else:
            place = {"namespace": part["namespace"]} if "namespace" in part else {}
            items.append({"type": "function_call", "id": fresh("fc_"), "call_id": fresh("call_"), "name": part["name"], **place,
                          "arguments": json.dumps(part["input"]), "status": "completed"})
    usage = {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 10,
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 20}
    whole = {"id": fresh("resp_"), "object": "response", "status": "completed", "model": "m", "output": items, "usage": usage}
    events = [{"type": "response.created", "response": {**whole, "output": [], "status": "in_progress", "usage": None}}]
    for at, item in enumerate(items):
        events += [{"type": "response.output_item.added", "output_index": at, "item": item},
                   {"type": "response.output_item.done", "output_index": at, "item": item}]
    events.append({"type": "response.completed", "response": whole})
    return whole, [{**event, "sequence_number": at} for at, event in enumerate(events)]


def chat(turn: Turn) -> Reply:
    """OpenAI Chat Completions."""
    said = "\n".join(part for part in turn if isinstance(part, str))
    calls = [{"index": at, "id": fresh("call_"), "type": "function",
              "function": {"name": part["name"], "arguments": json.dumps(part["input"])}}
             for at, part in enumerate(part for part in turn if not isinstance(part, str))]
    usage = {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
    base: dict[str, Any] = {"id": fresh("chatcmpl-"), "created": 1, "model": "m"}
    message: dict[str, Any] = {"role": "assistant", "content": said, **({"tool_calls": calls} if calls else {})}
    end = "tool_calls" if calls else "stop"

    def chunk(delta: dict[str, Any], why: str | None = None) -> dict[str, Any]:
        return {**base, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": why}]}

    events = [chunk({"role": "assistant", "content": said}), *(chunk({"tool_calls": [call]}) for call in calls), chunk({}, end),
              {**base, "object": "chat.completion.chunk", "choices": [], "usage": usage}]
    whole = {**base, "object": "chat.completion", "usage": usage, "choices": [{"index": 0, "message": message, "finish_reason": end}]}
    return whole, events


def gemini(turn: Turn) -> Reply:
    """Gemini's generateContent."""
    parts = [{"text": part} if isinstance(part, str) else
             {"functionCall": {"name": part["name"], "args": part["input"], "id": fresh("call_")}} for part in turn]
    whole = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
             "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20}, "modelVersion": "m"}
    return whole, [whole]


ROUTES: tuple[tuple[str, Callable[[Turn], Reply], bool], ...] = (
    ("/responses", responses, True), ("/chat/completions", chat, False), (":streamGenerateContent", gemini, True),
    (":generateContent", gemini, False))


class Model:
    """The server in a thread.  `requests` are the bodies of those that had tools, in order."""

    def __init__(self, script: list[Turn]) -> None:
        self.script, self.requests = script, list[dict[str, Any]]()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Conversation)
        self.server.daemon_threads = True
        self.server.model = self  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def turn(self, body: dict[str, Any]) -> Turn:
        if not body.get("tools"):
            return ["A title."]
        self.requests.append(body)
        at = turn_of(body.get("input") or body.get("messages") or body.get("contents") or [])
        return self.script[at] if at < len(self.script) else OVER

    def __enter__(self) -> Model:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class Conversation(BaseHTTPRequestHandler):
    """HTTP/1.0: every answer ends with its connection."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith(":countTokens"):
            return self.say("application/json", '{"totalTokens": 10}')
        for ending, reply, always in ROUTES:
            if path.endswith(ending):
                whole, events = reply(self.server.model.turn(body))  # type: ignore[attr-defined]
                if not (always or body.get("stream")):
                    return self.say("application/json", json.dumps(whole))
                lines = [f"event: {e.get('type')}\n" * ("type" in e) + f"data: {json.dumps(e)}\n\n" for e in events]
                return self.say("text/event-stream", "".join(lines) + "data: [DONE]\n\n" * (reply is chat))
        return self.do_GET()

    def do_GET(self) -> None:
        listed = '{"object": "list", "data": [{"id": "fake-model", "object": "model"}]}'
        self.say("application/json", listed if self.path.endswith("/models") else "{}", 200 if self.path.endswith("/models") else 404)

    def say(self, kind: str, said: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(said.encode())

    def log_message(self, format: str, *words: object) -> None:
        pass
