"""One run behind a wall: a job on standard input, what came of it on standard output.

A job is {"script", "command", "env", "cwd", "files", "seconds"}.  In the command, the environment and the files, which
are written first, `@URL` is the model's address.
"""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.agents.model import Model
from tests.real_agent.stage import raise_loopback


def play(job: dict[str, Any]) -> dict[str, Any]:
    """Runs the job's command to its end, or kills it and all it started."""
    with Model(job["script"]) as model:
        for path, text in job["files"].items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text.replace("@URL", model.url))
        env = {name: value.replace("@URL", model.url) for name, value in job["env"].items()}
        started = time.time()
        process = subprocess.Popen(job["command"], env=env, cwd=job["cwd"], text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(timeout=job["seconds"])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return {"code": process.returncode, "out": out, "err": err, "seconds": time.time() - started, "requests": model.requests}


if __name__ == "__main__":
    raise_loopback()
    json.dump(play(json.load(sys.stdin)), sys.stdout)
