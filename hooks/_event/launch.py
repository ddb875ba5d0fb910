"""How sessions begin, fork, are cleared and end: who launched whom, and what the next session inherits.

    an MCP server's    CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS, which only the environment of the client's process shows
    a nested client    AUTOSKILLIT_PARENT_SESSION_ID, exported to every Bash command through CLAUDE_ENV_FILE
    --fork-session     SessionStart still gives the old id; the folder of CLAUDE_ENV_FILE is named after the new one
    /fork and /clear   the session that the same process was in before
Law: a launch is recorded once, as it starts: its launcher may be killed before the tool answers.
Cannot see: a launcher that hides both variables, as a container does.
"""

import os

from guards import Any, Row, Rows
from guards._reading.tools import resolve_tags
from guards.memory import walk_objects
from guards.resume_ownership import FIELD, get_text, is_dispatcher, list_trusted
from hooks._event import Moment, mask_record
from hooks._stores import Fault, append_lines, ledger, provenance as store, read_bytes
from hooks._stores.world import Checkpoint

PARENT, PARENTS = "AUTOSKILLIT_PARENT_SESSION_ID", "resume_ownership.parents"
TOLD = "AUTOSKILLIT_SESSION_TYPE", "AUTOSKILLIT_DISPATCH_ID", store.CAMPAIGN
LAUNCHERS = "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS="
ORCHESTRATORS = "fleet", "cook"  # session types that a person starts: layer 3
DISPATCHED = "dispatched_session_id l3_session_id l2_session_id".split()
KEPT = "kitchen_id dispatch_id recipe_name step_name".split()
# An object of nothing but these carries an answer and is none itself.
CARRIERS = frozenset(
    "_meta annotations content data isError is_error meta output result structuredContent text type".split()
)


def record_child(moment: Moment, id: str, caller: str, above: str = "", **more: Any) -> None:
    """Records a launch; `above` is the campaign of who launched it.  What nobody is known to have launched stays ours."""
    more["kitchen_id"] = above or more.get("kitchen_id") or store.list_kitchens(moment.world)[0]
    row = store.compose_row(id, caller, moment.world.stamp, **more)
    store.record_launch(moment.world, mask_record(moment, row), above, bool(caller))


def gather_launches(moment: Moment, id: str) -> Rows:
    """The rows of one session, what counts most first."""
    rows = store.list_launches(moment.world, id) if id else []
    return list_trusted(rows) + [row for row in rows if get_text(row, "kind") == "top"]


def pick_field(rows: Rows, *names: str) -> str:
    """The first text that any of the rows has under any of the names."""
    return next(filter(None, [get_text(row, name)[:200] for row in rows for name in names]), "")


def enter_start(moment: Moment) -> None:
    """A session starts: how it began, what it inherits, its process, and what its commands are told."""
    event, source, environ = moment.event, moment.event.source, moment.world.environ
    folder = os.path.dirname(environ.get("CLAUDE_ENV_FILE", ""))
    named = os.path.basename(folder) if source in ("resume", "fork") else ""
    id = named if named and "/session-env/" in folder else event.session
    before = store.enter_session(moment.world, id)
    if not any(get_text(row, "kind") for row in gather_launches(moment, id)):
        if id != event.session:
            inherit_session(moment, id, event.session, "fork")
        elif source in ("fork", "clear"):
            # `--resume ID --fork-session`: only the command line names the session that is forked.
            line = store.read_proc(store.find_agent(moment.world), "cmdline")
            words = [*line.replace("=", "\0").split("\0"), ""] if source == "fork" else []
            forked = (b for a, b in zip(words, words[1:]) if a in ("--resume", "-r"))
            before = before or next(forked, "")
            inherit_session(moment, id, before, source)
        elif source not in ("resume", "compact"):
            note_beginning(moment, id)
    if os.path.isdir(folder) and "'" not in id:
        append_lines(environ["CLAUDE_ENV_FILE"], f"export {PARENT}='{id}'\n".encode())


def note_beginning(moment: Moment, id: str) -> None:
    """Records whether a person started the session, another session's command, or a dispatcher.  What a dispatched
    session merely runs inherits all that tells a dispatch: what its launcher has too proves nothing."""
    environ = moment.world.environ
    # Claude Code tells its MCP servers, and they what they launch, whose session they serve; a hook is not told.
    words = store.read_proc(store.find_agent(moment.world), "environ").split("\0")
    ids = next((one[len(LAUNCHERS) :] for one in words if one.startswith(LAUNCHERS)), "").split(",")
    servers = [one for one in ids if one not in ("", "unknown", id) and one[:6] != "clear:"]
    caller = servers[0] if servers else environ.get(PARENT, "").strip()
    caller = "" if caller == id else caller
    above, known = gather_launches(moment, caller), "session_type started_as campaign".split()
    layer, dispatch, campaign = [environ.get(name, "") for name in TOLD]
    signal = environ.get("AUTOSKILLIT_HEADLESS") == "1" or bool(dispatch)
    kind = "nested" if caller or environ.get("CLAUDE_CODE_EXECPATH") else "top"
    if layer not in ORCHESTRATORS and (signal or (servers and layer)) and (servers or not caller):
        same = [pick_field(above, name) for name in known[:2]] == [layer, dispatch]
        kind = "nested" if above and same else "dispatch"
    campaign = pick_field(above, "campaign") if caller else campaign
    more = dict(zip(known, (layer, dispatch, campaign)), kind=kind)
    more["dispatch_id"] = dispatch if kind == "dispatch" else ""
    record_child(moment, id, caller, campaign if caller else "", **more)


def inherit_session(moment: Moment, id: str, parent: str, kind: str) -> None:
    """A fork knows all that its parent knows; after /clear the labels and the values stay."""
    if parent in ("", id):
        return
    world, known = moment.world, gather_launches(moment, parent)
    caller = world.environ.get(PARENT, "") if kind == "fork" else ""
    caller = caller or pick_field(known, "caller_session_id") or parent
    more = {name: pick_field(known, name) for name in KEPT}
    record_child(moment, id, caller, kind=kind, parent_session_id=parent, **more)
    session = ledger.Session(world, parent)
    state = ledger.load_state(session, Checkpoint(world, parent))[0]
    kept = [key for key in state if key not in ledger.CORE]
    ops = [["set", key, state[key]] for key in kept if kind == "fork" or key.startswith("labels.")]
    ops += [["push", PARENTS, one, 8] for one in (*state.get(PARENTS, ()), parent)]
    ops.append(["max", "level", state["level"]])
    entries = ledger.read_entries(session.values)
    values = [one for entry, _ in entries for one in ledger.list_values(entry)]
    row: Row = dict(ts=world.stamp, decision="pass", operation=f"{kind} of {parent}")
    row.update(level=[], session_id=id, event="Inherit")
    ledger.record_event(ledger.Session(world, id), Checkpoint(world, id), row, values, ops)


def find_answer(value: Any) -> Row:
    """The dispatcher's own object in a tool's response.  A text within it is what the launched session said."""
    value = value[7:] if str(value).startswith("Error: ") else value
    return next((one for one in walk_objects(value) if not CARRIERS.issuperset(one)), {})


def note_dispatch(moment: Moment) -> None:
    """A dispatcher answered: whose session it launched.  A refusal launched nothing, whosever id it names."""
    event, own = moment.event, moment.event.session
    tags = resolve_tags(event.tool, moment.settings)
    if not is_dispatcher(event.tool, tags):
        return
    first = find_answer(event.response or event.error)
    inner = "details error data result".split()
    answers = [first, *(find_answer(first.get(name)) for name in inner)]
    id = pick_field(answers, *DISPATCHED, str(tags.get("session", "")))
    why = "_".join(str(first.get(n)) for n in "error code message reason".split()).lower()
    failed = first.get("success") is False and "dispatch_status" not in first
    if not id or "already_succeeded" in why.replace(" ", "_") or (failed and "time" not in why):
        return
    known = gather_launches(moment, id)
    owner = pick_field([row for row in known if row.get("kind")], "caller_session_id")
    resumed = get_text(event.input, str(tags.get("resume") or FIELD))
    if (resumed and id.startswith(resumed)) or owner not in (
        "",
        own,
        *moment.state.get(PARENTS, ()),
    ):
        return  # somebody else's: neither an answer nor a resume makes it this session's
    rows = [event.input, *answers, *known]
    more = {name: pick_field(rows, name, name[:-5]) for name in ("recipe_name", "step_name")}
    more["dispatch_id"] = pick_field([*answers, event.input], "dispatch_id")
    more["kitchen_id"] = store.list_kitchens(moment.world)[0] or pick_field(known, "kitchen_id")
    record_child(moment, id, own, kind="dispatch", **more)


def look_session(moment: Moment, id: str) -> Row:
    """The answer to the query ("owners", id): who launched it, which kitchen this is, who is in it now."""
    world, process = moment.world, ""
    try:
        folder = store.find_main(world).locate("live")
        for name in os.listdir(folder):
            pid, _, start = name.partition("-")
            lives = start and store.name_process(pid) == name
            if lives and read_bytes(f"{folder}/{name}", 0, 512).startswith(id.encode()):
                process = pid
        more = {"kitchens": store.list_kitchens(world), "process": process}
        return {**store.look_owners(world, id), **more}
    except Fault as fault:
        return {"fault": str(fault)}
