"""The client as a person sees it: on a pseudo-terminal, typed at, its screen read by a terminal emulator (pyte).

    with Terminal(agent, script) as seen:
        seen.say("(scene main) look at the notes")
        seen.wait("Done.")

The client, its hooks and the model stand behind the same wall as a headless run (`stage`); the screen stands outside.
A wait that ends in vain shows the screen.  Screens are compared as words: frames, colours, columns and the spinner are gone.
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
import sys
import termios
import threading
import time

import pytest

from tests.real_agent import client, stage

ROWS, COLUMNS = 45, 110
PATIENCE = 45           # seconds; a loaded machine is slow, a hanging client is slower
PAUSE = 0.5             # before Enter, or the client takes the line for a paste
FRAME = re.compile("[─-╿▀-▟⎿│●⏺✻✽✶✢·∗*❯›>↵]+")


class Terminal:
    """One interactive client.  `screen` is what stands there now, `seen` every row that ever did."""

    def __init__(self, agent, script, *options, env=None, columns=COLUMNS):
        import pyte

        self.agent, self.columns = agent, columns
        self.display = pyte.Screen(columns, ROWS)
        self.stream = pyte.ByteStream(self.display)
        self.seen, self.lock = {}, threading.Lock()
        trust(agent)
        self.log = agent.root / f"requests-{time.time_ns()}.jsonl"
        job = {"script": script, "command": [str(client.program()), *agent.options, *mode(options)], "cwd": str(agent.project),
               "env": {**agent.env(), "TERM": "xterm-256color", **(env or {})}, "log": str(self.log)}
        path = agent.root / "job.json"
        path.write_text(json.dumps(job))
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(client.ROOT)
            command = [*stage.wall(), sys.executable, "-m", "tests.real_agent.stage", str(path)]
            os.execvp(command[0], command)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def __enter__(self):
        self.wait("? for shortcuts", "shift+tab", "mode on")
        return self

    def __exit__(self, *error):
        with contextlib.suppress(OSError):
            os.write(self.fd, b"\x03")
            time.sleep(0.3)
            os.write(self.fd, b"\x03")
        end = time.time() + 8
        while time.time() < end:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
            time.sleep(0.1)
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def read(self):
        while True:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return
            if not data:
                return
            with self.lock:
                self.stream.feed(data)
                self.seen.update(dict.fromkeys(line.rstrip() for line in self.display.display if line.strip()))

    @property
    def screen(self):
        """What stands on the screen, rows without their blank ends."""
        with self.lock:
            return "\n".join(line.rstrip() for line in self.display.display).strip("\n")

    @property
    def dialog(self):
        """What stands below the last line drawn across the screen, as words."""
        return words(re.split(f"─{{{self.columns // 2},}}", self.screen)[-1])

    @property
    def ever(self):
        """Every row that stood there, as words."""
        with self.lock:
            return words("\n".join(self.seen))

    def wait(self, *any_of, seconds=PATIENCE, gone=False):
        """Waits until one of the texts stands on the screen (or none does any more); returns the screen as words."""
        end = time.time() + seconds
        while time.time() < end:
            now = words(self.screen)
            if any(words(text) in now for text in any_of) != gone:
                return now
            time.sleep(0.1)
        pytest.fail(f"{' / '.join(any_of)!r} did not {'go' if gone else 'come'} in {seconds} s; the screen:\n{self.screen}")

    def until(self, ready, what, seconds=PATIENCE):
        end = time.time() + seconds
        while time.time() < end:
            if ready():
                return
            time.sleep(0.1)
        pytest.fail(f"{what} did not happen in {seconds} s; the screen:\n{self.screen}")

    def say(self, text):
        """Types a line and Enter."""
        os.write(self.fd, text.encode())
        self.wait(text[-30:])
        time.sleep(PAUSE)
        self.press("\r")

    def choose(self, key, shows="", seconds=PATIENCE):
        """Answers a dialog, until it is another or the screen shows a text.

        The client drops keys that come just after it drew a dialog, so that nobody answers what they could not read
        yet: as a person would, this presses again while nothing happened.
        """
        before, end = self.dialog, time.time() + seconds
        while time.time() < end:
            time.sleep(2 * PAUSE)
            if shows in " ".join(self.screen.split()) if shows else self.dialog != before:
                return
            os.write(self.fd, key.encode())
            time.sleep(2 * PAUSE)
        pytest.fail(f"{key!r} did nothing in {seconds} s; the screen:\n{self.screen}")

    def press(self, keys):
        os.write(self.fd, keys.encode())
        time.sleep(PAUSE)

    def requests(self, scene=""):
        """What the model was asked so far, in order."""
        if not self.log.exists():
            return []
        rows = [json.loads(line) for line in self.log.read_text().splitlines() if line.endswith("}")]
        return [row for row in rows if not scene or row["scene"] == scene]


def words(text):
    """A screen's words: frames, bullets and every blank are gone, so that where a line breaks says nothing."""
    return re.sub(r"\s+", "", FRAME.sub(" ", text))


def trust(agent):
    """The answers to all that the client asks at its first start."""
    path = agent.home / ".claude" / ".claude.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({
            "hasCompletedOnboarding": True, "theme": "dark", "bypassPermissionsModeAccepted": True,
            "customApiKeyResponses": {"approved": [client.KEY[-20:]], "rejected": []},
            "projects": {str(agent.project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}}}))


def mode(options):
    """The options with a permission mode: the client's own default asks a judge that no script can play."""
    return [*options] if "--permission-mode" in options else [*options, "--permission-mode", "default"]
