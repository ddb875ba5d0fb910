"""The client as a person sees it: on a pseudo-terminal, typed at, its screen read by a terminal emulator (pyte).

The client, its hooks and the model stand behind the wall; the screen stands outside.  Texts are compared as words:
frames, colours, columns and the spinner are gone.  A wait that ends in vain shows the screen.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import signal
import struct
import termios
import threading
import time
from typing import Any

import pytest

from tests.real_agent.client import KEY, PROGRAM, ROOT, Agent

ROWS, COLUMNS = 45, 110
PATIENCE = 60  # seconds
PAUSE = 0.5  # before Enter, or the client takes the line for a paste
FRAME = re.compile("[─-╿▀-▟⎿│●⏺✻✽✶✢·∗*❯›>↵]+")
STARTED = ("? for shortcuts", "shift+tab", "mode on")


def squeeze(text: str) -> str:
    """A screen's words: where a line breaks says nothing."""
    return re.sub(r"\s+", "", FRAME.sub(" ", text))


class Terminal:
    """One interactive client.  `screen` is what stands there now, `seen` every row that ever did."""

    def __init__(self, agent: Agent, script: Any, *more: str) -> None:
        import pyte

        self.display = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.display)
        self.seen: dict[str, None] = {}
        self.lock = threading.Lock()
        trust_folder(agent)
        words = [str(PROGRAM), *agent.options, "--permission-mode", "default", *more]
        command, self.out = agent.write_job(script, words, {"TERM": "xterm-256color"})
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.execvp(command[0], command)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        threading.Thread(target=self.read_screen, daemon=True).start()

    def __enter__(self) -> Terminal:
        self.wait(*STARTED)
        return self

    def __exit__(self, *error: object) -> None:
        end = time.time() + 15
        with contextlib.suppress(OSError):
            while time.time() < end and not os.waitpid(self.pid, os.WNOHANG)[0]:
                os.write(self.fd, b"\x03")
                time.sleep(PAUSE)
        if time.time() >= end:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def read_screen(self) -> None:
        with contextlib.suppress(OSError):
            while data := os.read(self.fd, 65536):
                with self.lock:
                    self.stream.feed(data)
                    lines = [line.rstrip() for line in self.display.display if line.strip()]
                    self.seen.update(dict.fromkeys(lines))

    @property
    def screen(self) -> str:
        with self.lock:
            return "\n".join(line.rstrip() for line in self.display.display).strip("\n")

    @property
    def ever(self) -> str:
        with self.lock:
            return squeeze("\n".join(self.seen))

    def wait(self, *texts: str, seconds: float = PATIENCE) -> None:
        """Waits until one of the texts stands on the screen."""
        end = time.time() + seconds
        while not any(squeeze(text) in squeeze(self.screen) for text in texts):
            if time.time() > end:
                pytest.fail(f"{' / '.join(texts)} did not come; the screen:\n{self.screen}")
            time.sleep(0.1)

    def type_line(self, text: str) -> None:
        os.write(self.fd, text.encode())
        self.wait(text[-30:])
        time.sleep(PAUSE)
        os.write(self.fd, b"\r")
        time.sleep(PAUSE)


def trust_folder(agent: Agent) -> None:
    """The answers to all that the client asks at its first start."""
    path = agent.home / ".claude/.claude.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    given = json.loads(path.read_text()) if path.exists() else {}
    given.update(hasCompletedOnboarding=True, theme="dark")
    given["customApiKeyResponses"] = {"approved": [KEY[-20:]], "rejected": []}
    project = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    given.setdefault("projects", {})[str(agent.project)] = project
    path.write_text(json.dumps(given))
