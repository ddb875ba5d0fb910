"""A real headless Chromium, driven over its own pipe (the DevTools protocol, NUL-ended JSON): no driver, no package.

`missing()` says why there is none; `GUARDS_REQUIRE_CHROMIUM=1` turns the skip into a failure, as .ci/run does.
"""
from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--disable-quic", "--no-first-run", "--disable-sync", "--mute-audio",
         "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-dev-shm-usage",
         "--remote-debugging-pipe", "--window-size=1200,900")
WORDS = ("log", "error", "warning")


def program() -> str:
    return os.environ.get("GUARDS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")


def missing() -> str:
    return "" if program() else "no Chromium here (Debian: apt-get install chromium)"


class Browser:
    """One tab.  `complaints`: errors and warnings of the console; `fetched`: addresses asked for, the page's own left out."""

    def __init__(self) -> None:
        self.home = tempfile.TemporaryDirectory(prefix="guards-browser-", ignore_cleanup_errors=True)
        there, out = os.pipe()
        into, back = os.pipe()
        # Chromium reads 3 and writes 4: the ends are moved out of the way first, or one could overwrite the other.
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (there, back)]

        def place() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program(), *FLAGS, f"--user-data-dir={self.home.name}", "about:blank"], preexec_fn=place, pass_fds=(3, 4),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.home.name})
        for fd in (there, back, *ends):
            os.close(fd)
        self.out, self.into = os.fdopen(out, "wb", 0), os.fdopen(into, "rb")
        self.number, self.session, self.rest = 0, "", b""
        self.complaints: list[str] = []
        self.fetched: list[str] = []
        self.loads = 0
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> Any:
        """One command and its answer; events on the way are noted."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        self.out.write(json.dumps(command).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def read(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            data = self.into.read1(1 << 20)  # type: ignore[attr-defined]
            assert data, "Chromium ended"
            self.rest += data
        raw, _, self.rest = self.rest.partition(b"\0")
        message: dict[str, Any] = json.loads(raw)
        self.note(message.get("method", ""), message.get("params", {}))
        return message

    def note(self, event: str, params: dict[str, Any]) -> None:
        if event == "Runtime.exceptionThrown":
            self.complaints.append(str(params["exceptionDetails"])[:600])
        elif event == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif event == "Runtime.consoleAPICalled" and params["type"] in WORDS:
            self.complaints.append(str(params["args"])[:600])
        elif event == "Network.requestWillBeSent" and params.get("type") != "Document":
            self.fetched.append(params["request"]["url"])
        elif event == "Page.javascriptDialogOpening":
            self.complaints.append(f"a dialog: {params['message']}")
        elif event == "Page.loadEventFired":
            self.loads += 1

    def open(self, url: str) -> None:
        """Goes there and waits for the load event."""
        before = self.loads
        self.call("Page.navigate", url=url)
        while self.loads == before:
            self.read()

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page (a promise is awaited)."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def press(self, *keys: str) -> None:
        for key in keys:
            text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
            code = {"Enter": 13, "Escape": 27}.get(key, ord(key) if len(key) == 1 else 0)
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def close(self) -> None:
        with contextlib.suppress(OSError, AssertionError):
            self.session = ""
            self.call("Browser.close")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.out.close()
        self.into.close()
        self.home.cleanup()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if missing():
        (pytest.fail if os.environ.get("GUARDS_REQUIRE_CHROMIUM") == "1" else pytest.skip)(missing())
    tab = Browser()
    try:
        yield tab
    finally:
        tab.close()
