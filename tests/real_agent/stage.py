"""One run behind a wall: `unshare -n python -m tests.real_agent.stage JOB`, a network with loopback and nothing else.

A job is a file {"script", "command", "env", "cwd", "out"}, perhaps with a "file" [path, JSON] to write; MODEL_URL in it
is the model's address.  The command runs on this process's own standard streams (a terminal, or files); what the model
was asked goes to `out` when it ends.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path

from tests.real_agent.model import Model

GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 1  # linux/sockios.h, linux/if.h
WALL = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-r", "-n"]


def raise_loopback() -> None:
    """A new network namespace has `lo`, but down.  Refuses where there is anything else."""
    names = [name for _, name in socket.if_nameindex()]
    if names != ["lo"]:
        raise SystemExit(f"not behind the wall: {names}")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        flags = fcntl.ioctl(door, GET_FLAGS, struct.pack("16sh14x", b"lo", 0))
        up = struct.unpack("16sh14x", flags)[1] | UP
        fcntl.ioctl(door, SET_FLAGS, struct.pack("16sh14x", b"lo", up))


def main() -> int:
    raise_loopback()
    text = Path(sys.argv[1]).read_text()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    model = Model(json.loads(text)["script"])
    job = json.loads(text.replace("MODEL_URL", model.url))
    if "file" in job:
        path, settings = job["file"]
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(json.dumps(settings))
    env = {**job["env"], "ANTHROPIC_BASE_URL": model.url}

    def listen() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    done = subprocess.run(job["command"], env=env, cwd=job["cwd"], preexec_fn=listen, check=False)
    Path(job["out"]).write_text(json.dumps(model.requests))
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
