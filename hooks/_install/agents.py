"""Which other agents are known, and how each registers hooks: a row an agent, its files as parts of an installation.

A settings file of theirs has one entry of ours an event, a TOML file one marked block, and where a client reads a
folder we have a file of our own in it.  Each command is one line for /bin/sh: it looks for the project's
`.autoskillit/hook` (a person's own is fixed), and its failure is an exit code by which that client lets the call run.

INVARIANT: the hook that runs is the project's whose settings file the command stands in.  A folder below, which came
with a package or a submodule, may bring a `.autoskillit/hook` of its own: the one counts that lies beside that agent's
file, and of several up to the repository's own folder the outermost.
"""
from __future__ import annotations

import json
import os
import shlex
import shutil
from functools import partial

from guards.self_protection import places
from hooks._install import comments, files, json_text, settings
from hooks._install.command import NAME
from hooks._install.json_text import Refused
from hooks._install.parts import Part, decode, encode, with_block
from hooks._stores.world import MOVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Optional

    from hooks._install.places import Place

    Bytes = Optional[bytes]

CLAUDE = "claude"
START, END, PROMPT, STOP = "SessionStart", "SessionEnd", "UserPromptSubmit", "Stop"
BEFORE, AFTER, FAILED = "PreToolUse", "PostToolUse", "PostToolUseFailure"
SUB, SUBBED, COMPACT = "SubagentStart", "SubagentStop", "PreCompact"
LIFE = (START, END, PROMPT, STOP)
SECONDS = 10
BRIDGE = "opencode.js"
TOML_HEAD, TOML_END = "# autoskillit-guards: hooks of {}", "# autoskillit-guards: end\n"
OUR_NAME = "autoskillit"
PLUGIN = b'{\n  "name": "autoskillit",\n  "version": "1.0.0",\n  "description": "autoskillit-guards"\n}\n'
FILE_SIGN = b"autoskillit-guards"


class Agent:
    """One agent.

    project, user   its file for a project, "" for none, and for a person; from the project's folder, from `home`.
                    Which files those are, places.HOOKED says
    home            the person's folder of it; hooks/_stores/world.py says which variable moves it
    form            how the file is written (FORMS)
    events          {its event: ours}
    fails           the exit code that lets a call run: 1, but for clients that take any for a denial
    programs        by which it is known to be on this machine, beside its folder
    told            what a person has to do before a hook runs, "" for nothing
    """

    __slots__ = ("events", "fails", "form", "home", "name", "programs", "project", "told", "user")

    def __init__(self, name: str, home: str, form: str, events: Mapping[str, str],
                 programs: str, told: str = "", fails: int = 1) -> None:
        project, person = places.HOOKED[name][0], places.HOOKED[name][-1]
        self.project, self.user = project.strip("-"), person[len(home) + 1:]
        self.name, self.home, self.form, self.events = name, home, form, dict(events)
        self.programs, self.told, self.fails = programs.split(), told, fails


def _same(*names: str) -> dict[str, str]:
    return dict(zip(names, names))


COPILOT = {"sessionStart": START, "sessionEnd": END, "userPromptSubmitted": PROMPT, "agentStop": STOP,
           "preToolUse": BEFORE, "postToolUse": AFTER, "postToolUseFailure": FAILED, "subagentStart": SUB,
           "subagentStop": SUBBED, "preCompact": COMPACT}
# Of Antigravity's tools those that change or send: an `ask` about each read would stop all work.
ACTS = ("run_command|send_command_input|write_to_file|replace_file_content|multi_replace_file_content|"
        "read_url_content|search_web|mcp_.*|browser_.*")
AGENTS = {agent.name: agent for agent in (
    Agent("codex", ".codex", "groups",
          _same(*LIFE, BEFORE, AFTER, SUB, SUBBED, COMPACT), "codex",
          "Codex runs no hook that it was not told to trust, and says nothing of it: start codex here, type /hooks, "
          "trust these; again after each change of them"),
    Agent("copilot", ".copilot",
          "copilot", COPILOT, "copilot", "Copilot asks once whether this folder is trusted", 0),
    Agent("gemini", ".gemini", "milliseconds",
          {"BeforeTool": BEFORE, "AfterTool": AFTER, "BeforeAgent": PROMPT, "AfterAgent": STOP, START: START, END: END},
          "gemini", "Gemini runs a project's hooks in a trusted folder only: /permissions trust"),
    # A timeout of 1,000 and more is milliseconds in both: 0.15.10 knows nothing else, 0.24.4 takes less for seconds.
    Agent("qwen", ".qwen", "milliseconds",
          _same(*LIFE, BEFORE, AFTER, FAILED, SUB, SUBBED, COMPACT), "qwen"),
    Agent("opencode", ".config/opencode", "bridge",
          _same(START, PROMPT, STOP, BEFORE, AFTER), "opencode"),
    Agent("kimi", ".kimi-code", "toml",
          _same(*LIFE, BEFORE, AFTER, FAILED, SUB, SUBBED, COMPACT), "kimi",
          "Kimi has settings for a person alone: the hooks stand in yours, and answer in this project only"),
    Agent("cursor", ".cursor", "flat",
          {"sessionStart": START, "sessionEnd": END, "beforeSubmitPrompt": PROMPT, "stop": STOP, "preToolUse": BEFORE,
           "postToolUse": AFTER, "postToolUseFailure": FAILED, "preCompact": COMPACT}, "cursor cursor-agent"),
    Agent("goose", ".agents", "goose", _same(*LIFE, BEFORE, AFTER, FAILED), "goose"),
    Agent("vscode", ".copilot", "copilot",
          COPILOT, "code", "VS Code runs them in a trusted workspace, where agent hooks are on (a preview)", 0),
    Agent("antigravity", ".gemini/config", "named", _same(BEFORE, AFTER),
          "agy", "Antigravity may ask about more than before: it takes no answer for a no", 0),
)}


def known() -> list[str]:
    """The names for `--agent`."""
    return [CLAUDE, *AGENTS]


def named(words: list[str], env: Mapping[str, str]) -> tuple[str, ...]:
    """The agents that a person's words name; `all`, and `detected` for those that this machine has.  Raises Refused."""
    found: list[str] = []
    for word in words:
        every = known()
        if word not in ("all", "detected", *every):
            raise Refused(f"this version knows no agent {word!r}; known: {', '.join(every)}, all, detected")
        more = every if word == "all" else [word]
        found += [name for name in every if there(name, env)] if word == "detected" else more
    return tuple(dict.fromkeys(found))


def there(name: str, env: Mapping[str, str]) -> bool:
    """Is the agent on this machine, by its program or the person's folder of it?"""
    agent = AGENTS.get(name)
    programs, folder = (agent.programs, _folder(agent, env)) if agent else (
        [CLAUDE], os.path.join(_home(env), ".claude"))
    return os.path.isdir(folder) or any(shutil.which(one, path=env.get("PATH")) for one in programs)


def path(agent: Agent, place: Place, env: Mapping[str, str]) -> str:
    """The file that registers us with an agent in a place; "" where the agent has none for it."""
    if place.scope == "project" and agent.project:
        return os.path.join(place.project, *agent.project.split("/"))
    return os.path.join(_folder(agent, env), *agent.user.split("/")) if place.scope != "local" and agent.user else ""


def parts(place: Place, names: tuple[str, ...], env: Mapping[str, str]) -> list[Part]:
    """The files of these agents in a place.  Raises Refused for a place in which one has none."""
    rows: dict[str, Part] = {}
    for agent in [AGENTS[name] for name in names if name in AGENTS]:
        where = path(agent, place, env)
        if not where:
            raise Refused(f"{agent.name} has no settings of the {place.scope} scope; --scope project or --scope user")
        if os.name == "nt":
            raise Refused(f"on Windows the guards speak with Claude Code alone, not with {agent.name}")
        rows[where] = FORMS[agent.form](where, place, agent)
        if agent.form == "goose":
            about = os.path.join(os.path.dirname(os.path.dirname(where)), "plugin.json")
            rows[about] = _file(about, PLUGIN)
    return list(rows.values())


def registered(place: Place, env: Mapping[str, str], but: tuple[str, ...] = ()) -> list[str]:
    """The agents whose file of this place holds us, but for those of these names and what they share with others."""
    found = [(agent.name, path(agent, place, env)) for agent in AGENTS.values()]
    left = {where for name, where in found if name in but}
    return [name for name, where in found if where and where not in left and _holds(where, place)]


def findings(place: Place, names: list[str],
             env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What `--check` says of the agents that are registered."""
    for name in names:
        agent, where = AGENTS[name], path(AGENTS[name], place, env)
        now = files.read(where)
        made = FORMS[agent.form](where, place, agent).made(now)
        if made != now:
            yield "note", f"{name}: {place.short(where)} is not as this install.py would write it; run it again"
        else:
            yield "ok", f"{name}: {place.short(where)}: {len(agent.events)} events registered"
        if agent.told:
            yield "note", f"{name}: {agent.told}"


def handlers(place: Place, names: list[str], env: Mapping[str, str]) -> dict[str, dict[str, object]]:
    """{agent and event: what to start} for a trial of the commands."""
    return {f"{name} {event}": {"command": line(place, AGENTS[name], script_of(event)), "timeout": SECONDS}
            for name in names for event in (START, BEFORE) if AGENTS[name].form != "bridge"}


def script_of(event: str) -> str:
    """The script of an event, as the launcher names it.

    >>> script_of("PreToolUse")
    'pre_tool_use'
    """
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in event).lstrip("_")


def line(place: Place, agent: Agent, script: str) -> str:
    """The command of one event, for whatever shell starts it."""
    end = f"|| exit {agent.fails}"
    if place.scope == "user":
        text, more = f"(. ~/.autoskillit/hook) {end}", [NAME, script, "user", "agent"]
    elif not agent.project:     # a person's file that names one project
        text = f'case $(pwd -P)/ in "${{0%/.autoskillit/hook}}"/*) ;; *) exit 0 ;; esac; (. "$0") {end}'
        more = [os.path.join(os.path.realpath(place.project), ".autoskillit/hook"), script, "agent"]
    else:
        told = "${CLAUDE_PROJECT_DIR:-$PWD}" if agent.form != "groups" or agent.name != "codex" else "$PWD"
        text = (f'd={told}; p=; while [ -n "$d" ]; do [ -f "$d/.autoskillit/hook" ] && [ -f "$d/{agent.project}" ] && '
                'p=$d; [ -n "$p" ] && [ -d "$d/.git" ] && break; d=${d%/*}; done; '
                f'export CLAUDE_PROJECT_DIR="$p"; exec /bin/sh -c "(. \\"\\$0\\") {end}" "$p/.autoskillit/hook" "$@"')
        more = [NAME, script, "agent"]
    return " ".join(["/bin/sh", "-c", shlex.quote(text), *map(shlex.quote, more)])


def _groups(where: str, place: Place, agent: Agent, unit: int = 1) -> Part:
    """Claude Code's form: groups of handlers, an event."""
    made = {event: {"hooks": [{"type": "command", "command": line(place, agent, script_of(our)),
                               "timeout": SECONDS * unit}]} for event, our in agent.events.items()}
    return Part(where, partial(_changed, lambda text: settings.register(text, made)), _unregistered)


def _changed(change: Callable[[str], str], now: Bytes) -> bytes:
    text, held = comments.hidden(decode(now))
    return encode(now, comments.shown(change(text), held))


def _unregistered(now: Bytes, before: Bytes) -> Bytes:
    if now is None:
        return None
    keep = settings.containers(comments.hidden(decode(before))[0])
    return _changed(lambda text: settings.unregister(text, keep), now)


def _file(where: str, data: bytes) -> Part:
    """A file of ours as a whole; one of somebody else's in its place is refused."""
    def made(now: Bytes) -> bytes:
        if now is not None and FILE_SIGN not in now and b".autoskillit/hook" not in now:
            raise Refused("it is there and not ours")
        return data

    return Part(where, made, lambda now, before: None if now is not None and b"autoskillit" in now else now, True)


def _copilot(where: str, place: Place, agent: Agent) -> Part:
    held = {event: [{"type": "command", "bash": line(place, agent, script_of(our)), "timeoutSec": SECONDS}]
            for event, our in agent.events.items()}
    return _file(where, (json.dumps({"version": 1, "hooks": held}, indent=2) + "\n").encode())


def _bridge(where: str, place: Place, agent: Agent) -> Part:
    """The plugin by which opencode, which runs no hook commands, asks our scripts."""
    with open(os.path.join(os.path.dirname(__file__), BRIDGE), "rb") as file:
        text = file.read()
    return _file(where, text.replace(b"@scope", place.scope.encode()))


def _flat(where: str, place: Place, agent: Agent) -> Part:
    """Cursor's form: handlers without groups."""
    made = {event: {"command": line(place, agent, script_of(our)), "timeout": SECONDS}
            for event, our in agent.events.items()}

    def put(text: str) -> str:
        text = text if text.strip() else settings.EMPTY
        if json_text.find(text, ["version"]) is None:
            text = json_text.put(text, ["version"], 1)
        return settings.register(text, made)

    return Part(where, partial(_changed, put), _unregistered)


def _named(where: str, place: Place, agent: Agent) -> Part:
    """Antigravity's form: hooks of one name, each event its groups."""
    held = {event: [{**({"matcher": ACTS} if our == BEFORE else {}), "hooks": [
        {"type": "command", "command": line(place, agent, script_of(our)), "timeout": SECONDS}]}]
        for event, our in agent.events.items()}
    return Part(where, lambda now: encode(now, json_text.put(
        decode(now) if (now or b"").strip() else settings.EMPTY, [OUR_NAME], held)),
        lambda now, before: now if now is None else encode(now, json_text.cut(decode(now), [OUR_NAME])))


def _goose(where: str, place: Place, agent: Agent) -> Part:
    held = {event: [{"hooks": [{"type": "command", "command": line(place, agent, script_of(our)), "timeout": SECONDS}]}]
            for event, our in agent.events.items()}
    return _file(where, (json.dumps({"hooks": held}, indent=2) + "\n").encode())


def _toml(where: str, place: Place, agent: Agent) -> Part:
    """A marked block at the end of a TOML file: one table an event."""
    head = TOML_HEAD.format(place.root)
    rows = "".join(f"[[hooks]]\nevent = {json.dumps(event)}\ntimeout = {SECONDS}\n"
                   f"command = {json.dumps(line(place, agent, script_of(our)))}\n"
                   for event, our in agent.events.items())
    block = f"{head}\n{rows}{TOML_END}".encode()

    def made(now: Bytes) -> bytes:
        rest = _without_block(now or b"", head)
        if any(text.partition(b"=")[0].strip() == b"hooks" for text in rest.splitlines() if b"=" in text):
            raise Refused("`hooks` is written as one value there; write it as [[hooks]] tables")
        return with_block(rest, block) if block not in (now or b"") else now or b""

    return Part(where, made, lambda now, before: now if now is None else _without_block(now, head))


def _without_block(now: bytes, head: str) -> bytes:
    at = now.find(head.encode() + b"\n")
    end = now.find(TOML_END.encode(), at)
    return now if at < 0 or end < 0 else now[:at] + now[end + len(TOML_END):]


FORMS: dict[str, Callable[..., Part]] = {
    "groups": _groups, "milliseconds": partial(_groups, unit=1000), "copilot": _copilot, "bridge": _bridge,
    "toml": _toml, "flat": _flat, "named": _named, "goose": _goose}


def _holds(where: str, place: Place) -> bool:
    try:
        now = (files.read(where) or b"").decode("utf-8", "replace")
    except OSError:
        return False
    if where.endswith(".toml"):
        return TOML_HEAD.format(place.root) in now
    return ".autoskillit/hook" in now


def _folder(agent: Agent, env: Mapping[str, str]) -> str:
    """The person's folder of an agent, wherever a variable moved it to."""
    moved = next((os.path.join(env[variable], rest) for variable, at, rest in MOVES
                  if at == agent.home and env.get(variable)), "")
    return moved.rstrip("/") or os.path.join(_home(env), agent.home)


def _home(env: Mapping[str, str]) -> str:
    return env.get("HOME") or os.path.expanduser("~")
