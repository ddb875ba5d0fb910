"""Processes without the start of an interpreter: each is a copy of this one, in a folder and an environment of its own.

Cannot see: what a start loads; who asks for that starts Python.
"""

from __future__ import annotations

import os
import pty
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile

Work = Callable[[], object]


def become(work: Work, folder: Path, environ: Mapping[str, str]) -> None:
    """The rest of a child's life; what the work returns is its exit code."""
    code: object = 1
    try:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environ)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, "rww"[n]) for n in range(3))
        code = work()
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(int(code or 0))


def run_forked(folder: Path, environ: Mapping[str, str], *works: Work) -> list[CompletedProcess]:
    """A process for each work, all at once."""
    living = []
    for work in works:
        files = open(os.devnull), TemporaryFile(), TemporaryFile()  # noqa: SIM115
        if not (pid := os.fork()):
            for number, file in enumerate(files):
                os.dup2(file.fileno(), number)
            become(work, folder, environ)
        living.append((pid, files))
    done = []
    for pid, files in living:
        code, texts = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), []
        for file in files[1:]:
            file.seek(0)
            texts.append(file.read().decode())
        done.append(CompletedProcess([], code, *texts))
    return done


def run_typed(folder: Path, environ: Mapping[str, str], work: Work) -> tuple[int, str]:
    """(exit code, what a person sees) of a process in a terminal."""
    pid, terminal = pty.fork()
    if not pid:
        become(work, folder, environ)
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        pass
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()
