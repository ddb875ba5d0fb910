"""How sessions begin, fork, are cleared and end: who launched whom, and what the next session inherits.

    an MCP server's    CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS, which only the environment of the client's process shows
    a nested client    AUTOSKILLIT_PARENT_SESSION_ID, exported to every Bash command through CLAUDE_ENV_FILE
    --fork-session     SessionStart still gives the old id; the folder of CLAUDE_ENV_FILE is named after the new one
    /fork and /clear   the session that the same process was in before

Law: a launch is recorded once, as it starts: its launcher may be killed before the tool answers.

Cannot see: a launcher that hides both variables, as a container does.
"""

from __future__ import annotations

import os

from guards.resume_ownership import FIELD, get_text, is_dispatcher, list_trusted
from hooks._stores import append_lines, provenance
from hooks._stores.json import parse_json
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._event import Moment
    from hooks._stores.provenance import Row

PARENT, KITCHEN = "AUTOSKILLIT_PARENT_SESSION_ID", "AUTOSKILLIT_PARENT_KITCHEN_ID"
DISPATCH, TYPE = "AUTOSKILLIT_DISPATCH_ID", "AUTOSKILLIT_SESSION_TYPE"
LAUNCHERS = "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS"
ORCHESTRATORS = ("fleet", "cook")  # session types that a person starts: layer 3
PARENTS = "resume_ownership.parents"
DISPATCHED = ("dispatched_session_id", "l3_session_id", "l2_session_id")
# An object of nothing but these carries an answer and is none itself.
CARRIERS = (
    "_meta annotations content data isError is_error meta output result structuredContent text type"
)


def note_launch(moment: Moment) -> None:
    """Records what the event shows of launches.  Raises Fault."""
    event, name = moment.event, moment.event.name
    if name == "SessionStart":
        enter_start(moment)
    elif (
        name == "SessionEnd" and event.source != "clear"
    ):  # after /clear the process says what it was in
        from hooks._stores.live import leave_session

        leave_session(moment.world, event.session)
    elif name == "SubagentStart" and event.agent:
        record_child(moment, event.agent, event.session, kind="subagent")
    elif name[:11] == "PostToolUse" and ("__" in event.tool or moment.settings["tools"]):
        from guards._reading.tools import resolve_tags

        tags = resolve_tags(event.tool, moment.settings)
        if is_dispatcher(event.tool, tags):
            note_dispatch(moment, tags)


def record_child(moment: Moment, id: str, caller: str, above: str = "", **more: Any) -> None:
    more["kitchen_id"] = above or more.get("kitchen_id") or find_kitchen(moment)
    share = more["kind"] != "top" and bool(caller)
    row = provenance.compose_row(id, caller, format_time(moment.world.now), **more)
    provenance.record_launch(moment.world, row, above, share)


def find_kitchen(moment: Moment) -> str:
    return next(iter(provenance.list_kitchens(moment.world)), "")


def list_launches(moment: Moment, id: str) -> list[Row]:
    """The rows of one session, what counts most first."""
    every = provenance.look_owners(moment.world, id)["rows"] if id else []
    rows = [row for row in every if row["session_id"] == id]
    return list_trusted(rows) + [row for row in rows if get_text(row, "kind") == "top"]


def pick_field(rows: list[Row], *names: str) -> str:
    """The first text that any of the rows has under any of the names."""
    return next(filter(None, [get_text(row, name)[:200] for row in rows for name in names]), "")


def enter_start(moment: Moment) -> None:
    """A session starts: how it began, what it inherits, its process, and what its commands are told."""
    from hooks._stores.live import enter_session

    event, environ = moment.event, moment.world.environ
    folder = os.path.dirname(environ.get("CLAUDE_ENV_FILE", ""))
    named = os.path.basename(folder) if "/session-env/" in folder else ""
    id = named if named and event.source in ("resume", "fork") else event.session
    before, rival = enter_session(moment.world, id)
    if rival:
        who = f"pid {rival['pid']}, since {rival.get('since', 'earlier')}"
        moment.note_once(f"This session is open in another process too ({who}).")
    if not any(get_text(row, "kind") for row in list_launches(moment, id)):
        if id != event.session:
            inherit_session(moment, id, event.session, "fork")
        elif event.source in ("fork", "clear"):
            parent = before or str(event.raw.get("forked_from") or find_forked(event.raw))
            inherit_session(moment, id, parent, event.source)
        elif event.source not in ("resume", "compact"):
            note_beginning(moment, id)
    if os.path.isdir(folder):
        values = {PARENT: id, KITCHEN: find_kitchen(moment)}
        lines = [f"export {name}='{text}'\n" for name, text in values.items() if text]
        if "'" not in values[PARENT] + values[KITCHEN]:
            append_lines(environ["CLAUDE_ENV_FILE"], "".join(lines).encode())


def find_forked(payload: Row) -> str:
    """The session that the first rows of a fork's transcript name."""
    from hooks._stores import read_lines

    path = payload.get("transcript_path")
    for line, _ in zip(read_lines(path) if isinstance(path, str) and path else (), range(50)):
        row = provenance.parse_object(line)
        origin = row.get("forkedFrom")
        if isinstance(origin, dict):
            return get_text(origin, "sessionId")
    return ""


def note_beginning(moment: Moment, id: str) -> None:
    """Records whether a person started the session, another session's command, or a dispatcher.

    A client that a dispatched session merely runs inherits all that tells a dispatch: what its launcher has too
    proves nothing.
    """
    from hooks._stores.live import find_agent, read_start

    environ = moment.world.environ
    named = read_start(find_agent(moment.world)[0], LAUNCHERS).split(",")
    server = next(
        (one for one in named if one not in ("", "unknown", id) and one[:6] != "clear:"), ""
    )
    caller = server or environ.get(PARENT, "").strip()
    caller = "" if caller == id else caller
    above = list_launches(moment, caller)
    dispatch, layer = environ.get(DISPATCH, ""), environ.get(TYPE, "")
    signal = environ.get("AUTOSKILLIT_HEADLESS") == "1" or bool(dispatch)
    kind = "nested" if caller or environ.get("CLAUDE_CODE_EXECPATH") else "top"
    if server and layer not in ORCHESTRATORS and (signal or layer):
        same = [pick_field(above, name) for name in ("session_type", "started_as")] == [
            layer,
            dispatch,
        ]
        kind = "nested" if above and same else "dispatch"
    elif signal and not caller and layer not in ORCHESTRATORS:
        kind = "dispatch"
    campaign = pick_field(above, "campaign") if caller else environ.get(provenance.CAMPAIGN, "")
    more: Row = {"campaign": campaign, "session_type": layer, "started_as": dispatch}
    if kind == "dispatch":
        path = f"{provenance.find_main(moment.world).state}/dispatches/{os.path.basename(dispatch)}.json"
        more.update(
            dispatch_id=dispatch,
            recipe_name=pick_field([provenance.read_object(path)], "campaign_name"),
        )
    own = find_kitchen(moment)
    more["child_kitchen_id"] = own if caller and campaign not in ("", own) else ""
    record_child(moment, id, caller, campaign if caller else "", kind=kind, **more)


def inherit_session(moment: Moment, id: str, parent: str, kind: str) -> None:
    """A fork goes on with all that its parent knows; after /clear the labels and the values stay."""
    from hooks._stores import Lock
    from hooks._stores.ledger import Session, list_values, read_rows
    from hooks._stores.state import Checkpoint, collect_base, load_state, record_event

    if parent in ("", id):
        return
    world, known = moment.world, list_launches(moment, parent)
    names = ("kitchen_id", "dispatch_id", "recipe_name", "step_name")
    more = {name: pick_field(known, name) for name in names}
    caller = world.environ.get(PARENT, "") if kind == "fork" else ""
    caller = caller or pick_field(known, "caller_session_id") or parent
    record_child(moment, id, caller, kind=kind, parent_session_id=parent, **more)
    session = Session(world, parent)
    with Lock(session.lock):
        state = load_state(session, Checkpoint(world, parent))[0]
    kept = {
        key: value
        for key, value in collect_base(state).items()
        if kind == "fork" or key[:7] == "labels."
    }
    ops = [["set", key, value] for key, value in kept.items()]
    ops += [["push", PARENTS, one, 8] for one in (*state.get(PARENTS, ()), parent)]
    values = [one for row, _ in read_rows(session.values) for one in list_values(row or {})]
    row: Row = {
        "ts": format_time(world.now),
        "decision": "pass",
        "operation": f"{kind} of {parent}",
    }
    row.update(level=[], session_id=id, event="Inherit")
    record_event(
        Session(world, id),
        Checkpoint(world, id),
        row,
        values,
        [*ops, ["max", "level", state["level"]]],
    )


def find_answer(value: Any, depth: int = 6) -> Row:
    """The dispatcher's own object in a tool's response.  A text within it is what the launched session said."""
    if isinstance(value, str):
        begin = value.find("{") if value[:6].lower() == "error:" else 0
        try:
            value = parse_json(value[begin:].encode())
        except (ValueError, RecursionError):
            return {}
    carried = isinstance(value, dict) and set(CARRIERS.split()).issuperset(value)
    if not depth or not isinstance(value, (dict, list)):
        return {}
    if isinstance(value, dict) and not carried:
        return value
    inner = value.values() if isinstance(value, dict) else value
    return next(filter(None, [find_answer(one, depth - 1) for one in inner]), {})


def note_dispatch(moment: Moment, tags: Row) -> None:
    """A dispatcher answered: whose session it launched.  A refusal launched nothing, whosever id it names."""
    event, own = moment.event, moment.event.session
    answers = [find_answer(event.response) or find_answer(event.error)]
    answers += [
        find_answer(answers[0].get(name)) for name in ("details", "error", "data", "result")
    ]
    fields = [*DISPATCHED, *[tags["session"] for _ in "x" if "session" in tags]]
    id = pick_field(answers, *map(str, fields))
    why = " ".join(
        str(answers[0].get(name)) for name in ("error", "code", "message", "reason")
    ).lower()
    failed = answers[0].get("success") is False and "dispatch_status" not in answers[0]
    if not id or "already_succeeded" in why.replace(" ", "_") or (failed and "time" not in why):
        return
    resumed = get_text(event.input, str(tags.get("resume") or FIELD))
    known = list_launches(moment, id)
    owner = pick_field([row for row in known if get_text(row, "kind")], "caller_session_id")
    again = bool(resumed) and id.startswith(resumed)
    if not again and owner not in ("", own, *moment.state.get(PARENTS, ())):
        return  # somebody else's, and nobody asked to resume it: no answer makes it this session's
    record_child(
        moment,
        id,
        own,
        kind="resume" if again else "dispatch",
        kitchen_id=get_text(event.input, "kitchen_id")
        or find_kitchen(moment)
        or pick_field(known, "kitchen_id"),
        dispatch_id=pick_field([*answers, event.input], "dispatch_id"),
        recipe_name=pick_field([event.input, *answers, *known], "recipe_name", "recipe"),
        step_name=pick_field([event.input, *answers, *known], "step_name", "step"),
    )


def look_session(moment: Moment, id: str) -> Row:
    """The answer to the query ("owners", id): who launched it, which kitchen this is, who is in it now."""
    from hooks._stores import Fault
    from hooks._stores.live import list_living

    world = moment.world
    try:
        found = provenance.look_owners(world, id)
        found["live"] = list_living(world)
    except Fault as fault:
        return {"fault": str(fault)}
    found["kitchens"], found["hint"] = provenance.list_kitchens(world), provenance.read_hint(world)
    return found
