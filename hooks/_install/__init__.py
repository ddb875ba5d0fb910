"""What registers us with whom: the handler of one event, the places, a row an agent, its files as Parts.

A handler is `nice sh -c START LAUNCHER EVENT`.  START runs the person's installed copy, whatever project it is; only
where this machine has none, the project's launcher says so or starts the vendored copy.  Why it has this form:

* exit code 2 blocks every call, and CPython, dash and a missing script all exit with 2; a failed `exec` of sh does not.
* `command` alone must be harmless: other clients drop `args` and feed the event to `command` (sh would run it).
* `command` holds no "autoskillit": the orchestrator's installer deletes such handlers.
* A committed settings file names no path of one machine, and is equal in all scopes, so the client runs it once.
Law: where our code does not start, the exit code is one by which that client lets the call run.
Cannot see: a system that keeps `nice` elsewhere than the machine that installed; whether the client trusts the hooks.
"""

import contextlib
import json
import os
import shlex
from os.path import abspath, dirname, exists, expanduser, join, realpath, relpath

import hooks
from guards import Any, Environ, Row, Texts
from hooks._install.plan import SIGNS, Part, Refused, read_file
from hooks._stores.world import World, locate_data

VERSION, SIGN, SERVER = "1.0.0 autoskillit-guards session_memory".split()
SCOPES, LAUNCHER = ("project", "local", "user"), ".autoskillit/guardctl"
SOURCE = dirname(dirname(abspath(hooks.__file__)))
START = (
    'c=$XDG_DATA_HOME n=$1; shift; [ "$c" ] || c=$HOME/.local/share; c=$c/autoskillit; s=$c/code/hooks/$n.py; '
    '[ -x "$c/python" ] && [ -f "$s" ] && exec "$c/python" -I -S "$s" "$@"; '
    '[ -f "$0" ] && exec /bin/sh "$0" hook "$n" "$@"; exit 1'
)
NICE = next(filter(exists, ("/usr/bin/nice", "/bin/nice")), "/usr/bin/nice")
COMMANDS = "commands/guard-allow.md commands/guard-status.md commands/guard-why.md".split()
SAME = "SessionStart SessionEnd UserPromptSubmit Stop PreToolUse PostToolUse"
MORE = f"{SAME} PostToolUseFailure SubagentStart SubagentStop PreCompact"
CAMEL = "sessionStart sessionEnd preToolUse postToolUse postToolUseFailure preCompact"
COPILOT = f"{CAMEL} userPromptSubmitted=UserPromptSubmit agentStop=Stop subagentStart subagentStop"
# name, how its file is written, the file in a project, a person's folder, the file there, the variable that moves that
# folder; the events as we call them, `theirs=ours` where another word is used.
TABLE = f"""
codex groups .codex/hooks.json .codex hooks.json CODEX_HOME {SAME} SubagentStart SubagentStop PreCompact
copilot copilot .github/hooks/autoskillit.json .copilot hooks/autoskillit.json COPILOT_HOME {COPILOT}
gemini milliseconds .gemini/settings.json .gemini settings.json - BeforeTool=PreToolUse AfterTool=PostToolUse \
BeforeAgent=UserPromptSubmit AfterAgent=Stop SessionStart SessionEnd
qwen milliseconds .qwen/settings.json .qwen settings.json QWEN_HOME {MORE}
opencode bridge .opencode/plugin/autoskillit.js .config/opencode plugin/autoskillit.js -
cursor flat .cursor/hooks.json .cursor hooks.json - {CAMEL} beforeSubmitPrompt=UserPromptSubmit stop
"""
AGENTS = {name: rest for name, *rest in map(str.split, TABLE.strip().splitlines())}


def make_handler(event: str, row: Any, strict: bool) -> Row:
    words = ["-n", "0", "/bin/sh", "-c", START, "${CLAUDE_PROJECT_DIR}/" + LAUNCHER, "event", event]
    handler = {"type": "command", "command": NICE, "args": words, "timeout": row["timeout"]}
    if strict:
        words += ["claude", "strict"]
        handler["onFailure"] = "block"
    return {**({"matcher": row["matcher"]} if "matcher" in row else {}), "hooks": [handler]}


class Place:
    """One scope of one project: `root` is the .autoskillit folder; `settings` the client's settings file; `servers` the
    file that names MCP servers; `data` the person's folder with `python` and `code`; `record` the file outside the
    project that says what was there before, `copy` our code, packed, beside it."""

    def __init__(self, scope: str, project: str, environ: Environ) -> None:
        self.scope, self.environ = scope, environ
        self.home = environ.get("HOME") or expanduser("~")
        self.data = locate_data({**environ, "HOME": self.home})
        self.project = self.home if scope == "user" else realpath(project)  # as a client has it
        self.root, moved = f"{self.project}/.autoskillit", environ.get("CLAUDE_CONFIG_DIR")
        self.config = moved if moved and scope == "user" else f"{self.project}/.claude"
        self.settings = f"{self.config}/settings{'.local' if scope == 'local' else ''}.json"
        person = f"{moved or self.home}/.claude.json"
        self.servers = f"{self.project}/.mcp.json" if scope == "project" else person
        outside = World(self.project, environ).locate_outside("installed")
        self.record = f"{outside}.{scope}.json"
        self.copy = f"{dirname(dirname(outside))}/code"

    def shorten(self, path: str) -> str:
        """The path as a person in the project's folder would say it."""
        inside = relpath(path, self.project)
        return path if inside.startswith(os.pardir) or self.scope == "user" else inside


def say_line(word: str, text: str) -> None:
    """Prints a line; who reads no further (`| head -1`) does not stop the work half-way."""
    try:
        print(f"{word:9} {text}", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def list_parts(place: Place, agents: Texts, strict: bool, server: bool) -> list[Part]:
    """The files of some agents in a place.  Refused where one has none for this scope."""
    return [part for one in agents for part in list_agent_parts(place, one, strict, server)]


def list_agent_parts(place: Place, agent: str, strict: bool, server: bool) -> list[Part]:
    """The files of one agent, the registration last."""
    home = place.scope == "user"
    launcher = f"{place.data}/guardctl" if home else f"{place.project}/{LAUNCHER}"
    parts = [Part("file", launcher, read_source("hooks/_install/guardctl.sh"), 0o755)]
    if agent == "claude":
        for name in COMMANDS if place.scope != "local" else ():
            parts.append(Part("file", f"{place.config}/{name}", read_source(name)))
        if server:
            above = ["projects", place.project] if place.scope == "local" else []
            words = ["-c", START, LAUNCHER, "memory_server"]
            entry = [*above, "mcpServers", SERVER], {"command": "/bin/sh", "args": words}
            parts.append(Part("json", place.servers, [entry]))
        if strict and not home:
            parts.append(Part("json", f"{place.root}/guards.json", [(["strict"], True)]))
        events = json.loads(read_source("hook_registry.json") or b"")["events"]
        rows = [(["hooks", one, 0], make_handler(one, events[one], strict)) for one in events]
        return [*parts, Part("json", place.settings, rows)]
    path, form = find_settings(place, agent), AGENTS[agent][0]
    if form == "bridge":
        return [*parts, Part("file", path, read_source("hooks/_dialects/opencode.js"))]
    # Qwen takes 1,000 and more for milliseconds, Gemini all.
    seconds = 10_000 if form == "milliseconds" else 10
    start = shlex.quote(START.replace("exit 1", "exit 0") if agent == "copilot" else START)
    held: list[Any] = [(["version"], 1)] if form in ("flat", "copilot") else []
    for pair in AGENTS[agent][5:]:
        event, _, ours = pair.partition("=")
        ours = ours or event[:1].upper() + event[1:]
        line = f"/bin/sh -c {start} {LAUNCHER} event {ours} {agent}"
        group = {"command": line, "timeout": seconds}
        if form == "copilot":
            group = {"type": "command", "bash": line, "timeoutSec": 10}
        elif form != "flat":
            group = {"hooks": [{"type": "command", **group}]}
        held.append((["hooks", event, 0], group))
    return [*parts, Part("json", path, held)]


def read_source(path: str) -> "bytes | None":
    return read_file(f"{SOURCE}/{path}")


def find_settings(place: Place, agent: str) -> str:
    """The file that registers us with an agent.  Refused where it has none for the scope."""
    if agent == "claude":
        return place.settings
    _, project, folder, inside, variable = AGENTS[agent][:5]
    if place.scope == "user":
        return join(place.environ.get(variable) or f"{place.home}/{folder}", inside)
    if place.scope == "local":
        raise Refused(f"{agent} has no settings of the {place.scope} scope: use --scope user")
    return f"{place.project}/{project}"


def list_installed(place: Place) -> list[str]:
    """The agents whose file of this place holds us."""
    found = []
    for agent in ("claude", *AGENTS):
        with contextlib.suppress(Refused):
            data = read_file(find_settings(place, agent)) or b""
            if any(sign.encode() in data for sign in SIGNS):
                found.append(agent)
    return found
