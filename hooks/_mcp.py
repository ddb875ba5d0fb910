"""MCP over standard input and output, as far as a server of tools needs it: revision 2025-06-18, older ones negotiated.

One JSON-RPC message a line.  A thread reads ahead, so that a `notifications/cancelled` reaches a call that is
still waiting: it is neither run nor answered.  A client that goes away ends the process quietly.
"""
from __future__ import annotations

import os
import queue
import threading

from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, BinaryIO

    Message = dict[str, Any]

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")      # newest first; an unknown one is answered with the newest
LINE = 4 * 1024 * 1024                                      # bytes of one message
AHEAD = 1024                                                # messages read before they are answered
PARSE, REQUEST, METHOD, PARAMS = -32700, -32600, -32601, -32602


class Server:
    """Answers for some tools.

    tools   name -> (its description for tools/list, without the name; arguments -> answer, an object whose
            `ok` is False for an error of the tool)
    """

    def __init__(self, name: str, version: str, instructions: str,
                 tools: Mapping[str, tuple[Message, Callable[[Message], Message]]]) -> None:
        self.info = {"name": name, "version": version}
        self.instructions = instructions
        self.tools = tools
        self.cancelled: set[str | int] = set()

    def note(self, message: object) -> None:
        """Takes in what a message says about other messages; called as soon as it is read."""
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict) and one.get("method") == "notifications/cancelled" and "id" not in one:
                params = one.get("params")
                if isinstance(params, dict) and _is_id(params.get("requestId")):
                    self.cancelled.add(params["requestId"])

    def answer(self, message: object) -> object:
        """The response to a message or a batch of them; None for none."""
        if not isinstance(message, list):
            return self.one(message)
        if not message:
            return _error(None, REQUEST, "an empty batch")
        return [response for response in map(self.one, message) if response is not None] or None

    def one(self, message: object) -> Message | None:
        """The answer to one message, None where it wants none."""
        if not isinstance(message, dict) or not (isinstance(message.get("method"), str) or "result" in message
                                                 or "error" in message):
            return _error(None, REQUEST, "not a JSON-RPC message")
        if "method" not in message or "id" not in message:
            return None                     # a response to nothing that we asked, or a notification
        id, method, params = message["id"], message["method"], message.get("params", {})
        if not _is_id(id):
            return _error(None, REQUEST, "id must be a string or a whole number")
        if id in self.cancelled:
            self.cancelled.discard(id)
            return None
        if not isinstance(params, dict):
            return _error(id, PARAMS, "params must be an object")
        if method == "tools/call":
            return self.call(id, params)
        if method not in METHODS:
            return _error(id, METHOD, "no such method")
        return {"jsonrpc": "2.0", "id": id, "result": METHODS[method](self, params)}

    def initialize(self, params: Message) -> Message:
        """The protocol's version, the newest where the client's is unknown, and what this server is."""
        wanted = params.get("protocolVersion")
        return {"protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
                "capabilities": {"tools": {"listChanged": False}}, "serverInfo": self.info,
                "instructions": self.instructions}

    def list(self, params: Message) -> Message:
        """The tools with their schemas."""
        return {"tools": [{"name": name, **about} for name, (about, _) in self.tools.items()]}

    def ping(self, params: Message) -> Message:
        """Nothing: it is there."""
        return {}

    def call(self, id: str | int, params: Message) -> Message:
        """A tool's answer; an error where there is no such tool."""
        name, arguments = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or name not in self.tools:
            return _error(id, PARAMS, f"no such tool; there is {', '.join(self.tools)}")
        said = self.tools[name][1](arguments)
        return {"jsonrpc": "2.0", "id": id, "result": {
            "content": [{"type": "text", "text": dumps(said)}], "structuredContent": said,
            "isError": said.get("ok") is False}}


METHODS: dict[str, Callable[[Server, Message], Message]] = {
    "initialize": Server.initialize, "tools/list": Server.list, "ping": Server.ping}


def serve(server: Server, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answers until the client goes away, then ends the process with 0."""
    waiting: queue.Queue[Any] = queue.Queue(AHEAD)
    threading.Thread(target=_read, args=(server, stdin, waiting), daemon=True).start()
    try:
        for kind, message in iter(waiting.get, None):
            response = server.answer(message) if kind else _error(None, PARSE, message)
            if response is not None:
                stdout.write(dumps(response).encode("utf-8") + b"\n")
                stdout.flush()
    except (OSError, ValueError):   # the client closed our output
        pass
    except KeyboardInterrupt:
        pass
    os._exit(0)     # the reading thread may still sit in a read


def _read(server: Server, stdin: BinaryIO, waiting: queue.Queue[object]) -> None:
    """Puts (True, message) or (False, what is wrong with the line) into the queue, at the end None."""
    try:
        while True:
            line = stdin.readline(LINE + 1)
            if not line:
                break
            if len(line) > LINE:
                while line and not line.endswith(b"\n"):
                    line = stdin.readline(LINE)
                waiting.put((False, f"a message has at most {LINE} bytes"))
            elif line.strip():
                try:
                    message = loads(line)
                except (ValueError, RecursionError):
                    waiting.put((False, "not JSON"))
                    continue
                server.note(message)
                waiting.put((True, message))
    except (OSError, ValueError):
        pass
    waiting.put(None)


def _is_id(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _error(id: str | int | None, code: int, message: str) -> Message:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}
