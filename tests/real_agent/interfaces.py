"""The scripted model's messages as OpenAI's Responses and Chat Completions and Gemini's interface tell them."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]
USAGE = dict.fromkeys("input_tokens output_tokens total_tokens".split(), 10)
TOKENS = dict.fromkeys("promptTokenCount candidatesTokenCount totalTokenCount".split(), 10)


def read_messages(body: Json) -> list[Json]:
    """A request's conversation in Anthropic's form; what is no text stands as it came."""
    messages = []
    for one in body.get("input") or body.get("contents") or body["messages"]:
        parts = one.get("content") or one.get("parts") or []
        texts = [parts] if isinstance(parts, str) else [x["text"] for x in parts if "text" in x]
        content = [{"type": "text", "text": text} for text in texts]
        model = one.get("type") == "function_call" or one.get("role") in ("model", "assistant")
        role = "assistant" if model else one.get("role", "tool")
        messages.append({"role": role, "content": content or [{"type": "other", "given": one}]})
    return messages


def write_events(path: str, whole: Json) -> str:
    """The stream of events that tells a message of one block: a text, or a call."""
    [block] = whole["content"]
    text, name = block.get("text", ""), block.get("name", "")
    given = block.get("input")
    called = {"name": name, "arguments": json.dumps(given)}
    events: list[Json]
    if path.endswith("/responses"):
        item = {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": text}],
        }
        if name:
            item = {"type": "function_call", "call_id": block["id"], **called}
        response = {"id": whole["id"], "status": "completed", "output": [item], "usage": USAGE}
        events = [{"type": "response.created", "response": {"id": whole["id"]}}]
        events.append({"type": "response.output_item.done", "item": item})
        events.append({"type": "response.completed", "response": response})
    elif path.endswith("/chat/completions"):
        call = {
            "index": 0,
            "id": block["id"] if name else "",
            "type": "function",
            "function": called,
        }
        delta = {"role": "assistant", **({"tool_calls": [call]} if name else {"content": text})}
        head = {"id": whole["id"], "object": "chat.completion.chunk", "created": 1, "model": "fake"}
        choices = [{"index": 0, "delta": delta, "finish_reason": None}]
        end = [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if name else "stop"}]
        events = [{**head, "choices": choices}, {**head, "choices": end}]
    else:
        part = {"functionCall": {"name": name, "args": given}} if name else {"text": text}
        answer = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        events = [{"candidates": [answer], "usageMetadata": TOKENS, "responseId": whole["id"]}]
    names = [f"event: {event['type']}\n" if "type" in event else "" for event in events]
    return "".join(f"{a}data: {json.dumps(b)}\n\n" for a, b in zip(names, events))
