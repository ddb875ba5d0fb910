"""Sessions that begin, fork, are cleared and end: what is recorded of it, and what the next one inherits.

    before   at SessionStart and UserPromptSubmit, ahead of the guards, so that they see what was inherited
    after    at SessionEnd

Ways to begin, and where the parent's id comes from:

    an MCP server's     CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS in the environment that the client itself was started with:
                        Claude Code tells its MCP servers, and they what they launch; a hook is not told
    a nested client     AUTOSKILLIT_PARENT_SESSION_ID, which our SessionStart exports to every Bash command of its
                        session through CLAUDE_ENV_FILE
    --fork-session      SessionStart still says the old id; the folder of CLAUDE_ENV_FILE is named after the new one
    fork                the transcript's `forkedFrom`, the process's own session before, or its `--resume ID`
    /clear              the session that the same process has just ended with the reason `clear`
"""
from __future__ import annotations

from guards._history.lineage import clean_id, make_row, text
from guards._text.dates import rfc3339
from hooks import _forged
from hooks._stores import disk, launches, processes, provenance, sessions
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event
    from hooks._stores.world import World

PARENT, KITCHEN = "AUTOSKILLIT_PARENT_SESSION_ID", "AUTOSKILLIT_PARENT_KITCHEN_ID"
LAUNCHED_BY = "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS"     # ids with commas between; `unknown` and `clear:ID` are none
DISPATCH, TYPE = "AUTOSKILLIT_DISPATCH_ID", "AUTOSKILLIT_SESSION_TYPE"
ORCHESTRATORS = frozenset(("fleet", "cook"))            # session types that a person begins: layer 3
CLEAR_SECONDS = 60.0        # between the end by /clear and the start that follows it
FORK_KEYS = ("forked_from", "parent_session_id", "forkedFromSessionId", "original_session_id")


def before(world: World, event: Event) -> list[str]:
    """Records how a session begins or goes on; the problems met, one line each."""
    problems: list[str] = []
    id = event.session_id
    try:
        if event.is_start:
            id = _begin(world, event)
            _export(world, id)
        one = processes.enter(world, id)
        if one is not None:
            _forged.known(world, id, one)
    except (Fault, OSError, ValueError) as e:
        problems.append(f"the session's origin cannot be recorded ({e.strerror or e if isinstance(e, OSError) else e})")
    return problems


def after(world: World, event: Event, settings: object) -> list[str]:
    """At the end of a session: the process leaves it, one cleared is left word of, the index gets its row."""
    if event.name != "SessionEnd":
        return []
    if event.source == "clear":
        mark = {"session_id": event.session_id, "at": world.now}
        disk.replace(_mark(world, processes.agent(world.env)), dumps(mark).encode("utf-8"))
    processes.leave(world, event.session_id)
    from hooks._stores import index

    index.write(world, event)
    return []


def _begin(world: World, event: Event) -> str:
    """Records the launch; the id that the session's later events will have."""
    id, new = event.session_id, _id_of_env_file(world)
    if event.source in ("resume", "fork") and new and new != id:
        _fork(world, event, new, id, "fork")
        return new
    if event.source == "fork":
        _fork(world, event, id, _forked_from(world, event), "fork")
    elif event.source == "clear":
        _fork(world, event, id, _cleared(world), "clear")
    elif event.source not in ("resume", "compact") and not launches.read(world, id):
        _launched(world, event)
    return id


def _id_of_env_file(world: World) -> str:
    """The session after which the folder of CLAUDE_ENV_FILE is named: session-env/ID/sessionstart-hook-0.sh."""
    folder, _ = os.path.split(world.env.get("CLAUDE_ENV_FILE", ""))
    above, id = os.path.split(folder)
    return id if os.path.basename(above) == "session-env" else ""


def _launched(world: World, event: Event) -> None:
    """The record of a session that begins from nothing, and its row where an agent launched it.

    Written as it starts: whoever launched it may be killed before its tool answers.
    """
    id, env = event.session_id, world.env
    one = processes.agent(env)
    server = launched_by(one, id)
    parent = server or env.get(PARENT, "").strip()
    parent = "" if parent == id else parent
    above = launches.launch(world, parent) if parent else {}
    kind = _kind(env, server, parent, above)
    # What the launcher's campaign is, only the launcher was told: its child is given the dispatching server's kitchen.
    campaign = text(above, "campaign") if parent else env.get(provenance.CAMPAIGN, "").strip()
    process = processes.identity(one) if one else {}
    if parent:
        own = next(iter(provenance.kitchens(world, id)), "")
        dispatch = env.get(DISPATCH, "").strip()
        provenance.record(world, [make_row(
            id, parent, rfc3339(world.now), kind="dispatch" if kind == "dispatched" else "nested",
            kitchen_id=campaign or own, child_kitchen_id=own if campaign and own != campaign else "",
            dispatch_id=dispatch, recipe_name=_recipe(world, dispatch) if kind == "dispatched" else "", **process)],
            campaign=campaign)
    launches.remember(world, id, kind, parent, {**process, "campaign": campaign, "session_type": env.get(TYPE, ""),
                                        "dispatch_id": env.get(DISPATCH, "")})


def launched_by(one: processes.Process | None, own: str) -> str:
    """The session whose MCP server launched this one; "" where the client's own environment does not say."""
    told = processes.environment(one, frozenset((LAUNCHED_BY,))).get(LAUNCHED_BY, "") if one else ""
    ids = (clean_id(word) for word in told.split(",")[:32])
    return next((id for id in ids if id and id not in ("unknown", own) and not id.startswith("clear:")), "")


def _kind(env: Mapping[str, str], server: str, parent: str, above: Mapping[str, object]) -> str:
    """How a session began: "dispatched" by a dispatcher, "nested" in another one, "top" by a person's hand.

    A client that is merely run by a dispatched session inherits all that tells a dispatch; what its launcher has too
    proves nothing.
    """
    told = env.get("AUTOSKILLIT_HEADLESS") == "1" or bool(env.get(DISPATCH))
    layer = env.get(TYPE, "")
    if server:
        same = (text(above, "session_type"), text(above, "dispatch_id")) == (layer, env.get(DISPATCH, ""))
        inherited = bool(above) and same
        return "dispatched" if layer not in ORCHESTRATORS and (told or layer) and not inherited else "nested"
    if told and not (layer in ORCHESTRATORS and not parent):
        return "dispatched" if not parent else "nested"
    return "nested" if parent or env.get("CLAUDE_CODE_EXECPATH") else "top"


def _recipe(world: World, dispatch: str) -> str:
    """What the orchestrator calls a dispatch that it has just begun; "" where it does not say."""
    if not dispatch or disk.safe_name(dispatch) != dispatch:
        return ""
    path = os.path.join(world.main().state, processes.DISPATCHES, dispatch + ".json")
    try:
        told = loads(disk.read(path, 1 << 20))
    except (Fault, OSError, ValueError, RecursionError):
        return ""
    if not isinstance(told, dict):
        return ""
    rows = told.get("dispatches")
    named = [text(row, "name") for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict)
             and text(row, "dispatch_id") == dispatch]
    return next((name for name in (*named, text(told, "campaign_name")) if name), "")[:200]


def _fork(world: World, event: Event, child: str, parent: str, kind: str) -> None:
    """The child goes on from what the parent knows and owns; whoever owns the parent owns the child."""
    if launches.read(world, child):
        return
    one = processes.agent(world.env)
    process = processes.identity(one) if one else {}
    if parent and parent != child:
        sessions.bequeath(world, child, parent)
        row = provenance.origin(world, parent)
        caller = world.env.get(PARENT, "").strip() if kind == "fork" else ""
        kept = {key: text(row, key) for key in ("kitchen_id", "dispatch_id", "recipe_name", "step_name")}
        kept["kitchen_id"] = kept["kitchen_id"] or next(iter(provenance.kitchens(world, parent)), "")
        provenance.record(world, [make_row(
            child, caller or text(row, "caller_session_id") or parent, rfc3339(world.now), **kept, kind=kind,
            parent_session_id=parent, **process)])
    launches.remember(world, child, kind, parent, process)


def _forked_from(world: World, event: Event) -> str:
    """The session that this one is a fork of; "" where nothing tells."""
    for key in FORK_KEYS:
        said = event.extra.get(key)
        if isinstance(said, str) and said.strip():
            return said.strip()
    return _in_transcript(event) or _of_process(world, event.session_id)


def _in_transcript(event: Event) -> str:
    """`forkedFrom.sessionId`, or another session's id, in the first rows of the transcript."""
    path = event.extra.get("transcript_path")
    if not isinstance(path, str) or not path:
        return ""
    try:
        rows = disk.read(path, 1 << 20).splitlines()[:50]
    except (Fault, OSError):
        return ""
    for raw in rows:
        try:
            row = loads(raw)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            forked = row.get("forkedFrom")
            id = text(forked, "sessionId") if isinstance(forked, dict) else text(row, "sessionId")
            if id and id != event.session_id:
                return id
    return ""


def _of_process(world: World, id: str) -> str:
    """The session that the same process was in before (/fork), or that its command line resumes (--fork-session)."""
    one = processes.agent(world.env)
    if one is None:
        return ""
    was = processes.session_of(world, one)
    if was and was != id:
        return was
    words = one.arguments.split()
    for at, word in enumerate(words):
        if word in ("--resume", "-r") and at + 1 < len(words) and not words[at + 1].startswith("-"):
            return words[at + 1]
        if word.startswith("--resume="):
            return word[len("--resume="):]
    return ""


def _mark(world: World, one: processes.Process | None) -> str:
    """Where a process leaves word of the session that it has just cleared."""
    name = f"{processes.machine()['pids']}.{one.pid}.{one.started}" if one else "unknown"
    return os.path.join(world.main().folder("live"), disk.safe_name(name) + ".cleared")


def _cleared(world: World) -> str:
    """The session that this process has just ended by /clear; "" where there is none."""
    path = _mark(world, processes.agent(world.env))
    try:
        mark = loads(disk.read(path, 64 * 1024))
        disk.remove(path)
    except (ValueError, RecursionError):
        return ""
    at = mark.get("at") if isinstance(mark, dict) else None
    return text(mark, "session_id") if isinstance(at, (int, float)) and 0 <= world.now - at <= CLEAR_SECONDS else ""


def _export(world: World, id: str) -> None:
    """Tells every later Bash command of the session, and so every client that one starts, whose child it is."""
    path = world.env.get("CLAUDE_ENV_FILE", "")
    if not path or os.name == "nt":
        return
    kitchens = provenance.kitchens(world, id)
    lines = [f"export {PARENT}={_quoted(id)}"] + ([f"export {KITCHEN}={_quoted(kitchens[0])}"] if kitchens else [])
    there = disk.read(path, 1 << 20).decode("utf-8", "replace").splitlines()
    new = [line for line in lines if line not in there]
    if new:
        disk.append(path, "".join(line + "\n" for line in new).encode("utf-8", "replace"))


def _quoted(word: str) -> str:
    """A word for a shell.

    >>> _quoted("a'b")
    "'a'\\\\''b'"
    """
    return "'" + word.replace("\0", "").replace("\n", " ").replace("'", "'\\''") + "'"
