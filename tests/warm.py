"""Runs our scripts as processes of their own, born of one that has imported them already.

`run(words, ...)` takes subprocess.run's arguments and gives its answer.  In the quick lane a script of ours is a fork of
a process that has its modules: the same code, environment, descriptors and clock of its own, without an interpreter's
start.  Under `--all`, and wherever `words` is anything else, it is a process from nothing.  What a start itself does
(which modules it loads, what a locale changes) is never tested by a fork: such tests call subprocess themselves.
"""
from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
QUICK = "GUARDS_TESTS_WARM"         # set in this process by the quick lane
# What an interpreter reads of its environment as it starts.
START = ("PYTHON", "LC_", "TZ", "LD_")

_server: list[subprocess.Popen[bytes]] = []


def run(words: list[str], *, input: bytes | str | None = None, env: dict[str, str] | None = None,
        cwd: object = None, text: bool = False, check: bool = False, timeout: float = 60, capture_output: bool = True,
        stdin: int | None = None) -> Any:
    """subprocess.run, by a fork where that comes to the same."""
    script = _ours(words, env)
    if not script:
        more: dict[str, Any] = {"input": input} if input is not None else {"stdin": stdin}
        return subprocess.run(words, env=env, cwd=cwd, text=text, check=check, timeout=timeout,
                              capture_output=capture_output, **more)
    with tempfile.TemporaryDirectory() as folder:
        given = input.encode() if isinstance(input, str) else input or b""
        (Path(folder) / "in").write_bytes(given)
        row = {"words": script, "env": dict(os.environ) if env is None else env, "cwd": str(cwd or os.getcwd()), "folder": folder}
        code = _ask(row)
        out, err = ((Path(folder) / name).read_bytes() for name in ("out", "err"))
    done = subprocess.CompletedProcess(words, code, *((one.decode("utf-8", "replace") for one in (out, err)) if text else (out, err)))
    if check:
        done.check_returncode()
    return done


def _ours(words: list[str], env: dict[str, str] | None) -> list[str]:
    """The script and its words where this is one of ours, run by this interpreter, and nothing changes its start."""
    if QUICK not in os.environ or words[0] != sys.executable or any(name.startswith(START) for name in env or ()):
        return []
    rest = words[1:]
    while rest and rest[0] in ("-I", "-S"):
        rest = rest[1:]
    return rest if rest and rest[0].startswith((str(ROOT / "hooks"), str(ROOT / "tests/people.py"))) else []


def _ask(row: dict[str, Any]) -> int:
    if not _server:
        started = subprocess.Popen([sys.executable, "-I", "-S", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"})
        _server.append(started)
        atexit.register(_end)
    process = _server[0]
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps(row).encode() + b"\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def _end() -> None:
    process = _server.pop()
    if process.stdin:
        process.stdin.close()
    process.wait()


def serve() -> None:
    """Answers each line on stdin with the exit code of the fork that ran it."""
    sys.path.append(str(ROOT))
    _imported()
    gc.collect()
    gc.freeze()         # no fork writes to what it shares
    gc.disable()
    for line in sys.stdin.buffer:
        row = json.loads(line)
        child = os.fork()
        if not child:
            _become(row)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _imported() -> None:
    """Loads what events and verbs load; whatever else they need each brings in by itself."""
    import importlib
    import pkgutil

    for top in ("guards", "hooks"):
        for found in pkgutil.walk_packages([str(ROOT / top)], f"{top}."):
            leaf = found.name.rpartition(".")[2]
            if "._install" not in found.name and (found.name.count(".") > 1 or top == "guards" or leaf[0] == "_"):
                importlib.import_module(found.name)


def _become(row: dict[str, Any]) -> None:
    """The script, with its own words, environment, folder and descriptors."""
    import io

    folder, code = row["folder"], 1
    for number, name, flags in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY | os.O_CREAT), (2, "err", os.O_WRONLY | os.O_CREAT)):
        opened = os.open(os.path.join(folder, name), flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(row["env"])
    os.chdir(row["cwd"])
    sys.argv = row["words"]
    sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(io.FileIO(n, mode, closefd=False) if mode == "r" else io.BufferedWriter(
        io.FileIO(n, mode, closefd=False)), "utf-8", errors) for n, mode, errors in (
            (0, "r", "surrogateescape"), (1, "w", "surrogateescape"), (2, "w", "backslashreplace")))
    try:
        source = Path(sys.argv[0]).read_text("utf-8")
        exec(compile(source, sys.argv[0], "exec"), {"__name__": "__main__", "__file__": sys.argv[0]})
        code = 0
    except SystemExit as e:
        code = e.code if isinstance(e.code, int) else 0 if e.code is None else 1
        if isinstance(e.code, str):
            sys.stderr.write(e.code + "\n")
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()
