"""One run behind a wall: a job on standard input, what came of it on standard output.

Started by `wall() + [python, -m, tests.real_agent.stage]`, so that the client, its hooks and whatever
they start have a network of their own with loopback and nothing else.  A job is
{"script", "command", "env", "cwd", "stdin", "seconds"}; `ANTHROPIC_BASE_URL` is added to its environment.
With the file of a job as its argument it runs on the caller's terminal instead (`terminal`).
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
import time

from tests.real_agent.model import Model

GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 1  # linux/sockios.h, linux/if.h


def wall():
    """The command that runs another one with an empty network."""
    return ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-r", "-n"]


def raise_loopback():
    """A new network namespace has `lo`, but down.  Refuses to go on where there is anything else."""
    names = [name for _, name in socket.if_nameindex()]
    if names != ["lo"]:
        raise SystemExit(f"not behind the wall: {names}")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        flags = struct.unpack("16sh14x", fcntl.ioctl(door, GET_FLAGS, struct.pack("16sh14x", b"lo", 0)))[1]
        fcntl.ioctl(door, SET_FLAGS, struct.pack("16sh14x", b"lo", flags | UP))


def play(job):
    """Runs the job's command to its end, or kills it and all it started."""
    with Model(job["script"]) as model:
        started = time.time()
        process = subprocess.Popen(
            job["command"], env={**job["env"], "ANTHROPIC_BASE_URL": model.url}, cwd=job["cwd"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(job["stdin"], timeout=job["seconds"])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return {"code": process.returncode, "out": out, "err": err, "seconds": time.time() - started,
                "requests": model.requests}


def show(path):
    """Runs the job of a file on the terminal that this process has; its requests go to the job's `log` as they come."""
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Model(job["script"], job["log"]) as model:
        process = subprocess.Popen(
            job["command"], env={**job["env"], "ANTHROPIC_BASE_URL": model.url}, cwd=job["cwd"],
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        raise SystemExit(process.wait())


if __name__ == "__main__":
    raise_loopback()
    if sys.argv[1:]:
        show(sys.argv[1])
    json.dump(play(json.load(sys.stdin)), sys.stdout)
