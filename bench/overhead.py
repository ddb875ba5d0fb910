"""What a hook costs: CPU time of its whole process over that of `python -I -S -c pass`, in paired runs.

    python3 bench/overhead.py [--pairs 40] [--rows 'silent*'] [--count] [--peers] [--client]

An installation is made in a scratch folder (bundle, bytecode, archives) and a session is brought to where work goes
on.  Then each row is timed in turn with the floor; printed are the median of the ratios, their quartiles, and the peak
memory.  `--count` counts instructions with valgrind instead, once a row.  `--peers` times other guards on the same
call, each installed into an environment of its own (needs a package registry).  `--client` plays a session of the real
client without hooks, with hooks that do nothing, and with these.
"""
from __future__ import annotations

import argparse
import fnmatch
import json
import os
import pydoc_data.topics
import random
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hooks._install import archive, bundle, interpreter  # noqa: E402

PYTHON = os.path.realpath(sys.executable)
FLOOR = [PYTHON, "-I", "-S", "-c", "pass"]
KIB, MIB = 1024, 1024 * 1024
EVENTS = json.loads((ROOT / "hook_registry.json").read_text())["events"]
ONCE = 3        # times that a call which stands alone in a row is counted: one in some also packs what was kept
COUNTED = 6     # of a row's payloads, at most
NEW = 40        # scripts that no call has read yet: more pairs than that read the first ones again
# Starts the command that follows and prints (CPU seconds, peak KiB): a child's peak is at least that of its parent.
METER = """
import json, posix, sys
pid = posix.posix_spawn(sys.argv[1], sys.argv[1:], posix.environ)
_, status, used = posix.wait4(pid, 0)
sys.stderr.write(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, status]))
"""
# The session that is already there: (tool, input, response), a few of each, as coding goes.
LIVED = [
    ("Bash", {"command": "git status --short"}, {"stdout": " M src/app.py", "stderr": "", "interrupted": False}),
    ("Read", {"file_path": "src/app.py"}, {"type": "text", "file": {"content": "def main():\n    return 1\n" * 40}}),
    ("Edit", {"file_path": "src/app.py", "old_string": "return 1", "new_string": "return 2"},
     {"filePath": "src/app.py"}),
    ("Bash", {"command": "python -m pytest -q tests"}, {"stdout": "12 passed", "stderr": "", "interrupted": False}),
] * 5
SILENT: list[tuple[str, dict[str, Any]]] = [
    ("Read", {"file_path": "src/other.py"}),
    ("Edit", {"file_path": "src/app.py", "old_string": "return 2", "new_string": "return 3"}),
    ("Bash", {"command": "git diff --stat && python -m pytest -q tests/test_app.py"}),
    ("Grep", {"pattern": "def main", "path": "src"}),
    ("Bash", {"command": "npm test"}),
    ("Bash", {"command": "make check"}),
]
# What a session is told beside its calls: a prompt's turn is one or two of these and, a call, three.
TURN: list[tuple[str, dict[str, Any]]] = [
    ("SessionStart", {"source": "startup"}),
    ("InstructionsLoaded", {"file_path": "CLAUDE.md", "memory_type": "Project", "load_reason": "session_start"}),
    ("UserPromptSubmit", {"prompt_id": "p2", "prompt": "Now read the notes and say what they hold."}),
    ("UserPromptExpansion", {"expansion_type": "slash_command", "command_name": "x", "command_args": "",
                             "prompt": "/x"}),
    ("PostToolUse", {"tool_name": "Read", "tool_input": {"file_path": "notes.txt"},
                     "tool_response": {"type": "text", "file": {"content": "notes\n" * 20}}}),
    ("PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "ls x"}, "error": "Exit code 2\nls: x"}),
    ("PostToolBatch", {"tool_calls": [{"tool_name": "Read", "tool_input": {"file_path": "notes.txt"},
                                       "tool_use_id": "b", "tool_response": "notes\n" * 20}]}),
    ("Stop", {"stop_hook_active": False, "last_assistant_message": "They hold twenty lines."}),
    ("PermissionRequest", {"tool_name": "Bash", "tool_input": {"command": "ls"}}),
    ("SubagentStart", {"agent_id": "a", "agent_type": "Explore"}),
    ("SubagentStop", {"agent_id": "a", "agent_type": "Explore", "last_assistant_message": "Nothing was found."}),
    ("PreCompact", {"trigger": "auto", "custom_instructions": ""}),
    ("ConfigChange", {"source": "project_settings", "file_path": ".claude/settings.json"}),
    ("SessionEnd", {"reason": "exit"}),
]
PROMPT = "Make main in src/app.py return 2, run the tests and commit."


# --- texts -------------------------------------------------------------------------------------------------------


def code(size: int) -> str:
    """Python as people write it: the standard library's own modules, one after the other."""
    text, folder = "", Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(folder.glob("*.py"), key=lambda path: path.name.swapcase()):
        if len(text) >= size:
            break
        text += path.read_text("utf-8", "replace")
    return text[:size]


def prose(size: int) -> str:
    """English with code in it: the language reference that comes with Python."""
    text = "\n\n".join(pydoc_data.topics.topics[name] for name in sorted(pydoc_data.topics.topics))
    return (text * (size // len(text) + 1))[:size]


def requests(size: int) -> str:
    """Prose of which every sentence has a word that may ask for something, and most name somebody."""
    draw = random.Random(20)
    verbs = "send forward share upload delete update review create move cancel book pay".split()
    things = "report list invoice schedule plan draft summary table contract photo minutes budget".split()
    found: list[str] = []
    for _ in range(size // 60 + 1):
        verb, thing, other = draw.choice(verbs), draw.choice(things), draw.choice(things)
        who = f"user{draw.randrange(9999)}@firm{draw.randrange(99)}.example"
        found += [f"We {verb} the {thing} to {who} when the {other} is done. ", f"Please {verb} the {other} today. ",
                  f"The {thing} that they {verb} stands beside the {other}.\n" if len(found) % 9 == 0 else ""]
    return "".join(found)[:size]


def secrets(size: int) -> str:
    """Code of that size with twenty credentials in it."""
    draw = random.Random(21)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    lines = code(size).split("\n")
    for number in range(20):
        at = (number + 1) * len(lines) // 22
        lines.insert(at, f'    "API_TOKEN_{number}": "sk_{"live"}_{"".join(draw.choices(letters, k=24))}",')
    return "\n".join(lines)


def read_of(text: str) -> dict[str, Any]:
    return {"tool_name": "Read", "tool_input": {"file_path": "src/other.py"},
            "tool_response": {"type": "text", "file": {"filePath": "src/other.py", "content": text}}}


def page_of(text: str) -> dict[str, Any]:
    return {"tool_name": "WebFetch", "tool_input": {"url": "https://docs.example.org/guide", "prompt": "read it"},
            "tool_response": {"result": text, "code": 200}}


def bash(command: str) -> dict[str, Any]:
    return {"tool_name": "Bash", "tool_input": {"command": command}}


# --- the installation and its session ----------------------------------------------------------------------------


class Hooks:
    """An installed bundle and one project."""

    def __init__(self, folder: Path) -> None:
        self.code, self.project = folder / "bundle", folder / "project"
        for path, data in bundle.copy_of(str(ROOT)).items():
            target = self.code / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        interpreter.compile_bytecode(PYTHON, str(self.code / "hooks"), str(self.code / "guards"))
        if not archive.build(PYTHON, str(self.code)):
            raise SystemExit("the archives cannot be made")
        (self.project / "src").mkdir(parents=True)
        (self.project / "package.json").write_text(json.dumps(
            {"name": "x", "scripts": {"test": "node scripts/test.js && eslint src"}}))
        (self.project / "Makefile").write_text("check:\n\tpython3 big.py && pytest -q\n")
        (self.project / "CLAUDE.md").write_text("Use tabs.\n")
        (self.project / "big.py").write_text(code(64 * KIB))
        for number in range(NEW):
            (self.project / f"new{number}.py").write_text(f"# {number}\n{code(64 * KIB)}")
        self.env = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "CLAUDE_PROJECT_DIR": str(self.project)}
        self.calls = 0

    def command(self, event: str) -> list[str]:
        return [PYTHON, "-I", "-S", str(self.code / "hooks" / EVENTS[event]["script"])]

    def payload(self, event: str, session: str, fields: dict[str, Any]) -> bytes:
        self.calls += 1
        full = {"session_id": session, "cwd": str(self.project), "hook_event_name": event,
                "tool_use_id": f"t{self.calls}", **fields}
        return json.dumps(full).encode()

    def fire(self, event: str, session: str, **fields: Any) -> bytes:
        """What one event, untimed, prints."""
        done = subprocess.run(self.command(event), input=self.payload(event, session, fields), env=self.env,
                              capture_output=True, check=True)
        return done.stdout

    def live(self, session: str) -> None:
        """Brings a session to where work is going on."""
        self.fire("SessionStart", session, source="startup")
        self.fire("UserPromptSubmit", session, prompt_id="p1", prompt=PROMPT)
        for tool, given, answer in LIVED:
            call = {"tool_name": tool, "tool_input": given}
            self.fire("PreToolUse", session, **call)
            self.fire("PostToolUse", session, **call, tool_response=answer)

    def read_much(self, session: str, size: int) -> None:
        """Pages of somebody else's, until what is kept of them comes to `size` bytes."""
        folder = self.project / ".autoskillit/temp/context"
        for number in range(1000):
            text = requests(48 * KIB)[:16 * KIB] + prose(6 * MIB)[number * 40 * KIB % (4 * MIB):][:48 * KIB]
            text = text.replace("firm", f"firm{number}x")
            self.fire("PostToolUse", session, **page_of(text))
            if sum(path.stat().st_size for path in folder.glob(f"{session}.*.jsonl")) >= size:
                return


def drop(hooks: Hooks, session: str) -> None:
    hooks.live(session)


def later(size: int) -> Callable[[Hooks, str], None]:
    def prepare(hooks: Hooks, session: str) -> None:
        hooks.live(session)
        hooks.read_much(session, size)
    return prepare


def resumed(rows: int, asked: list[dict[str, Any]]) -> Callable[[Hooks, str], None]:
    """Provenance of so many rows, with its index, in the project; `asked` takes the calls that resume some of them."""
    def prepare(hooks: Hooks, session: str) -> None:
        import provenance

        hooks.live(session)
        store = hooks.project / provenance.STORE
        ids = provenance.fill(store, rows)
        provenance.make_index(store)
        asked.extend({"tool_name": "mcp__kitchen__dispatch_food_truck", "tool_input": {"resume_session_id": id}}
                     for id in ids[:3])
    return prepare


def excused(hooks: Hooks, session: str) -> None:
    """A repository with three files that no commit holds, whose loss the person asked for."""
    hooks.live(session)
    lost = hooks.project / "lost"
    lost.mkdir()
    subprocess.run(["git", "init", "-q", str(lost)], check=True)
    for number in range(3):
        (lost / f"new{number}.py").write_text(code(4 * KIB))
    hooks.fire("UserPromptSubmit", session, prompt_id="p2", prompt="Throw all untracked files away")


class Row:
    """name; event; payloads, sent in turn; promised: the ratio; memory: promised MB; prepare: makes the session."""

    def __init__(self, name: str, event: str, payloads: list[dict[str, Any]], promised: float = 0, memory: int = 0,
                 prepare: Callable[[Hooks, str], None] = drop) -> None:
        self.name, self.event, self.payloads = name, event, payloads
        self.promised, self.memory, self.prepare = promised, memory, prepare


def rows() -> list[Row]:
    old: list[dict[str, Any]] = []
    silent = [{"tool_name": tool, "tool_input": given} for tool, given in SILENT]
    return [
        Row("silent PreToolUse", "PreToolUse", silent, 1.6, 11),
        Row("PostToolUse, 4 KB", "PostToolUse", [read_of(code(4 * KIB))], 1.9),
        Row("PostToolUse, 64 KB of code", "PostToolUse", [read_of(code(64 * KIB))], 3.5),
        Row("PostToolUse, 64 KB of prose", "PostToolUse", [page_of(prose(64 * KIB))], 4.8),
        Row("PostToolUse, 64 KB with 20 secrets masked", "PostToolUse", [read_of(secrets(64 * KIB))], 5),
        Row("PostToolUse, 1 MiB of code", "PostToolUse", [read_of(code(MIB))], 8, 16),
        Row("PostToolUse, 1 MiB of requests", "PostToolUse", [page_of(requests(MIB))], 14),
        Row("PostToolUse, 10 MiB of code", "PostToolUse", [read_of(code(10 * MIB))], 0, 64),
        Row("PreToolUse, npm test, script read", "PreToolUse", [bash("npm test"), bash("make check")], 2.5),
        Row("PreToolUse, script of 64 KB, first reading", "PreToolUse",
            [bash(f"python3 new{n}.py") for n in range(NEW)]),
        Row("PreToolUse, script of 64 KB, read before", "PreToolUse", [bash("python3 big.py")], 2.5),
        Row("PreToolUse outbound", "PreToolUse", [bash("git push origin main")], 0),
        Row("PreToolUse outbound, 5 MiB kept", "PreToolUse", [
            bash("git push origin main"), {"tool_name": "WebFetch", "tool_input": {
                "url": "https://docs.python.org/3/library/os.html", "prompt": "how to rename"}},
            {"tool_name": "mcp__mail__send_email", "tool_input": {
                "to": "bob@corp.example", "subject": "build", "body": "The tests pass now."}}], 4.5,
            prepare=later(5 * MIB - 200 * KIB)),
        *(Row(f"turn: {event}", event, [fields]) for event, fields in TURN),
        Row("PreToolUse, an excused loss of 3 files, copied", "PreToolUse", [bash("cd lost && git clean -fd")],
            prepare=excused),
        Row("PreToolUse, a loss of 3 files, asked about", "PreToolUse", [bash("cd lost && git clean -fd")]),
        # The last: its store stays in the project.
        Row("resume, 10^6 rows of provenance, indexed", "PreToolUse", old, 6, 40, prepare=resumed(10**6, old)),
    ]


# --- measuring ---------------------------------------------------------------------------------------------------


def spent(command: list[str], given: bytes = b"", env: dict[str, str] | None = None) -> tuple[float, float]:
    """(user and system seconds, peak MB) of a process."""
    with tempfile.TemporaryFile() as source:
        source.write(given)
        source.seek(0)
        done = subprocess.run([PYTHON, "-I", "-S", "-c", METER, *command], stdin=source, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, env=env, check=True)
    seconds, peak, status = json.loads(done.stderr[done.stderr.rfind(b"["):])
    if status:
        raise SystemExit(f"{command}: status {status}")
    return seconds, peak / 1024


def counted(command: list[str], given: bytes = b"", env: dict[str, str] | None = None) -> float:
    """Millions of instructions of a process."""
    with tempfile.NamedTemporaryFile() as told:
        run = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={told.name}", *command]
        subprocess.run(run, input=given, env=env, capture_output=True, check=True)
        totals = [line for line in Path(told.name).read_text().splitlines() if line.startswith(("summary:", "totals:"))]
    return int(totals[-1].split()[1]) / 1e6


def measured(hooks: Hooks, row: Row, pairs: int) -> str:
    """One row's line: ratios in pairs, and the peak."""
    session = "".join(c if c.isalnum() else "-" for c in row.name)
    row.prepare(hooks, session)
    ratios, peaks = [], []
    for number in range(pairs):
        given = row.payloads[number % len(row.payloads)]
        floor, _ = spent(FLOOR)
        seconds, peak = spent(hooks.command(row.event), hooks.payload(row.event, session, given), hooks.env)
        ratios.append(seconds / floor)
        peaks.append(peak)
    low, middle, high = statistics.quantiles(ratios, n=4) if pairs > 1 else ratios * 3
    promised = f"{row.promised:g}" if row.promised else "-"
    memory = f" of {row.memory}" if row.memory else ""
    return f"{row.name:42} {middle:6.2f}  ({low:.2f} to {high:.2f}, reach {promised})  {max(peaks):.1f} MB{memory}"


def instructions(hooks: Hooks, row: Row) -> str:
    session = "".join(c if c.isalnum() else "-" for c in row.name)
    row.prepare(hooks, session)
    floor = counted(FLOOR)
    given = row.payloads[:COUNTED] if len(row.payloads) > 1 else row.payloads * ONCE
    told = [counted(hooks.command(row.event), hooks.payload(row.event, session, one), hooks.env) for one in given]
    return f"{row.name:42} {statistics.median(told) / floor:6.2f}  ({statistics.median(told):.1f} M of {floor:.1f} M)"


def turn(calls: int, program: Sequence[str] | None) -> float:
    """Median milliseconds between two requests of the real client, each with a Read call.

    program     None: no hooks; (): these; else what each of their handlers runs instead, on the same events
    """
    from tests.real_agent import client
    if client.missing():
        raise SystemExit(client.missing())
    with tempfile.TemporaryDirectory() as scratch:
        agent = client.Agent(Path(scratch))
        if program is not None:
            agent.install()
        if program:
            path = agent.project / ".claude/settings.json"
            settings = json.loads(path.read_text())
            for groups in settings["hooks"].values():
                for handler in (one for group in groups for one in group["hooks"]):
                    handler["command"], handler["args"] = program[0], list(program[1:])
            path.write_text(json.dumps(settings))
        step = [["Read", {"file_path": str(agent.project / "notes.txt")}]]
        run = agent.run("(scene main) read the notes", {"main": [step] * calls})
        times = [request["time"] for request in run.scene("main")][3:]  # the first turns also load the client
        return 1000 * statistics.median([b - a for a, b in zip(times, times[1:])])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=40)
    options.add_argument("--rows", default="*", help="a pattern of the rows' names; 'turn*': each other event")
    options.add_argument("--count", action="store_true", help="instructions (valgrind), not seconds")
    options.add_argument("--peers", action="store_true", help="also other guards, on one silent call")
    options.add_argument("--turns", type=int, default=30, help="calls of a session of the client")
    options.add_argument("--client", action="store_true", help="also what a turn of the real client takes")
    chosen = options.parse_args()
    if chosen.count and not shutil.which("valgrind"):
        raise SystemExit("valgrind is not there")
    with tempfile.TemporaryDirectory() as scratch:
        hooks = Hooks(Path(scratch))
        for row in rows():
            if fnmatch.fnmatch(row.name, chosen.rows):
                print(instructions(hooks, row) if chosen.count else measured(hooks, row, chosen.pairs), flush=True)
        if chosen.peers:
            import peers

            for line in peers.lines(chosen.pairs, Path(scratch), FLOOR, spent):
                print(line, flush=True)
    if chosen.client:
        bare = turn(chosen.turns, None)
        nothing = turn(chosen.turns, (shutil.which("true") or "true",))
        floor, ours = turn(chosen.turns, FLOOR), turn(chosen.turns, ())
        print(f"turn of the client: {bare:.0f} ms without hooks; with {len(EVENTS)} handlers: {nothing:.0f} where each "
              f"is `true`, {floor:.0f} an interpreter alone, {ours:.0f} these: {ours / nothing:.2f} of `true` "
              f"(reach 1.6), {ours / floor:.2f} of the interpreter")


if __name__ == "__main__":
    main()
