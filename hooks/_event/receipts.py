"""The evaluation context of a session, and what is left of it: a receipt for each decision and each action that passed.
Law: AARM's field names.  The context is a pure function of state and ledger rows.  receipts/<session>.json (decisions)
holds its own digest, that of <session>.jsonl (what passed) and of the ledger's last row: its one signature stands for
all.  `ssh-keygen` signs and `age` encrypts, where the settings name a key; what failed is said at the next start.
Cannot see: actions of tools that fire no hook; the answer to a question, only whether the call ran.
"""

import os
from os.path import basename, exists, expanduser

from guards import CLASSIFICATIONS, Any, Row, Rows, Words, count_chain
from guards._text import list_leaves, split_pairs, split_rows
from guards.context import find_sequence
from guards.drift import SIGNALS, find_signals, measure_distance
from hooks import _stores as disk
from hooks._event import Moment, mask_record
from hooks._stores import digest_bytes, read_bytes, remove_file, write_canonical, write_whole
from hooks._stores.ledger import OUTCOMES, Session, create_state, read_rows, replay_rows
from hooks._stores.provenance import add_row, list_launches
from hooks._stores.world import BROKEN, LINE, World, is_line

UNFINISHED = split_pairs("pass:open ask:asked deny:denied")
ENTITIES = 100  # kept of a session
# Arguments that name a person, a mailbox, an account, a file, an address.
NAMING = frozenset(
    """account accounts attendees assignee author bcc calendar cc client contact contacts customer email emails
    file_path from host invitees mailbox member members name owner participants path people person recipient recipients
    repo repository sender to url user user_id username users""".split()
)
ACTION, DONE, LAUNCH = split_rows("""
action_id agent_id tool parameters semantic_distance risk_signals|action_id event tool operation parameters
|caller_session_id kitchen_id dispatch_id recipe_name step_name kind""")
SUMMED = split_pairs("tools:tool outcomes:outcome levels:data_classification")
POLICY, FORMAT, SPACE = "autoskillit-guards 1.0 autoskillit-receipt".split()
AT_END, SECONDS = 0.6, 10.0  # seconds of a tool at a session's end, and at a start
RESULTS = split_pairs("deny:DENY ask:STEP_UP pass:ALLOW defer:DEFER redact:MODIFY")
# No hook is told the answer to a question; that the call ran tells it.
ASKED = {"approver": "the client's permission prompt", "inferred": True}
SIGNERS, CHANGED = "/allowed_signers", "a receipt, or what it names, was changed"


def read_time(text: str) -> float:
    """Seconds since the epoch of a row's `ts`."""
    from datetime import datetime

    return datetime.fromisoformat(f"{text[:19]}+00:00").timestamp()


def join_rows(rows: Rows) -> list[tuple[Row, Row]]:
    """Each decision with the row of what came of it, {} where that is not known."""
    found: dict[str, tuple[Row, Row]] = {}
    for row in rows:
        event, id = row.get("event"), row.get("action_id") or f"#{row.get('seq')}"
        if event in OUTCOMES and id in found:
            found[id] = found[id][0], row
        elif event == "PreToolUse" or row.get("decision") in ("ask", "deny"):
            found[id] = row, {}
    return list(found.values())


def build_context(session: str, state: Row, rows: Rows, settings: Row) -> Row:
    """The evaluation context: `rows` are all of the session's, oldest first."""
    names, most = settings["classification_levels"], settings["context"]["max_action_history"]
    called = dict(zip(CLASSIFICATIONS, names + names[-1:] * 3))
    pairs = [pair for pair in join_rows(rows) if pair[0].get("event") == "PreToolUse"]
    actions = [describe_action(row, done, called) for row, done in pairs]
    levels = {one["data_classification"] for one in actions}
    signals = [name for row in rows for name in row.get("risk_signals", ())]
    last = {key: value for row in rows for key, value in row.items()}
    began, ended = rows[0]["ts"] if rows else "", last.get("ts", "")
    seconds = read_time(ended) - read_time(began) if began else 0
    entities = dict.fromkeys(name for one in actions for name in list_entities(one["parameters"]))
    asked = state.get("context.request")
    details = {one: {"count": signals.count(one)} for one in signals}
    pace = round(60 * len(actions) / seconds, 2) if seconds >= 1 else None
    return {
        "session_id": last.get("session_id", session),
        "started_at": began,
        "original_request": asked and {**asked, **settings["request"]},
        "action_history": actions[-most:],
        "accumulated_state": {
            "data_classifications_accessed": [one for one in names if one in levels],
            "highest_classification": called[CLASSIFICATIONS[state.get("level", 0)]],
            "tools_used": list(dict.fromkeys(one["tool"] for one in actions)),
            "entities_accessed": list(entities)[-ENTITIES:],
            "action_count": len(actions),
            "chain_length": count_chain(state) - 1,
            "semantic_distance": last.get("semantic_distance"),
            "summary": sum_actions(actions, settings["context"]["summarization"], most),
            "contamination": last.get("contamination"),
        },
        "risk_signals": {**{name: name in signals for name in SIGNALS}, "details": details},
        "time": {"last_event_at": ended, "elapsed_seconds": seconds, "actions_per_minute": pace},
    }


def describe_action(row: Row, done: Row, called: Row) -> Row:
    """An action with its result; without a class where it has none."""
    decision, tool = row.get("decision", "pass"), row.get("tool", "")
    level = called[done.get("data_classification") or CLASSIFICATIONS[0]]
    return {
        **{name: row.get(name, "") for name in ACTION},
        "operation": row.get("operation") or tool.rpartition("__")[2],
        "decision": decision,
        "timestamp": row.get("ts", ""),
        "completed_at": done.get("ts", ""),
        "outcome": OUTCOMES.get(done.get("event", "")) or UNFINISHED.get(decision, "open"),
        "result_summary": done.get("result_summary", ""),
        "data_classification": level if done else None,
    }


def sum_actions(actions: Rows, ways: Row, most: int) -> "Row | None":
    """The summary of the older actions, from `trigger_at` actions on."""
    if not ways["enabled"] or len(actions) <= min(most, ways["trigger_at"]):
        return None
    gone = actions[: len(actions) - ways["keep_recent"]]
    total = {"count": len(gone), "until": gone[-1]["timestamp"] if gone else ""}
    for key, field in SUMMED.items():
        seen = [one[field] for one in gone if one[field]]
        total[key] = {name: seen.count(name) for name in dict.fromkeys(seen)}
    return total


def list_entities(given: Any) -> Words:
    """Whom and what the arguments of an action name; personal data stands masked where they are recorded."""
    return [one for key, one in list_leaves(given) if key in NAMING and one]


def look_context(moment: Moment) -> Row:
    """What a policy may ask of a call beside its reading: the signals that it raises, as far as its row is known before
    it is written, and its sequence; whom it names; what it would take outside, as guards/contamination.py finds it."""
    from guards.contamination import FINDERS, list_sinks

    event, state, facts = moment.event, moment.state, moment.facts
    sequence = find_sequence(event, moment.call, state)
    row: Row = {"event": event.name, "ts": facts.now, "tool": event.tool}
    distance = measure_distance(state, event.tool, event.input)
    row.update(operation=moment.call.operation, sequence=sequence, semantic_distance=distance)
    carried = []
    for kind, find in FINDERS.items():
        for sink in list_sinks(moment.call):
            carried += [f"{kind}:{name}" for name in find(sink, facts)]
    signals = [*find_signals(state, row, moment.settings), sequence]
    return {"signals": signals, "entities": list_entities(event.input), "carries": carried}


def look_memory(moment: Moment) -> Rows:
    """The rows of this session's memory."""
    from hooks._stores.memory import read_memory

    rows, _, torn = read_memory(moment.world, moment.event.session)
    if torn:
        moment.note_once(torn)
    return rows


def write_receipts(moment: Moment) -> None:
    """At a session's end: its summary and its receipt; the live state goes."""
    world, id, state = moment.world, moment.event.session, moment.state
    reason = mask_record(moment, moment.event.source)
    if moment.session is None or not state.get("seq"):
        return
    launch = (list_launches(world, id) or [{}])[0]
    row = {"session_id": id, **{name: launch.get(name, "") for name in LAUNCH}}
    row.update(calls=state["calls"], level=state["level"], started_at=state.get("started", ""))
    row.update(ended_at=world.stamp, reason=reason, project=world.project)
    add_row(f"{world.state}/sessions.jsonl", row)
    folder = world.locate(f"sessions/{disk.name_file(id)}")
    write_whole(f"{folder}/summary.json", disk.write_json(row).encode() + b"\n")
    seal_receipt(world, write_receipt(world, id, moment.settings, reason), moment.settings, AT_END)


def finish_receipts(moment: Moment) -> None:
    """At a start: what ended sessions left unsigned or in plain text; says what cannot be done."""
    folder = moment.world.locate("receipts")
    for name in [one for one in os.listdir(folder) if one.endswith((".json", ".json.age"))]:
        if why := seal_receipt(moment.world, f"{folder}/{name}", moment.settings, SECONDS):
            moment.note_once(why)
            break


def write_receipt(world: World, id: str, settings: Row, reason: str) -> str:
    """Writes both files and removes the session's cache; gives the first one's path.  Raises Fault."""
    session, file = Session(world, id), world.locate("receipts", id, ".json")
    state = replay_rows(session, create_state())
    rows = [row for row, _ in read_rows(session.ledger) if row]
    found = build_context(id, state, rows, settings)
    id = found["session_id"]
    callers = filter(None, [row["caller_session_id"] for row in list_launches(world, id)[:8]])
    chain = [{"delegator": caller, "delegatee": id} for caller in callers]
    who: Row = {"service": POLICY, "session": id, "delegation_chain": chain}
    who["human"] = world.environ.get("USER") or f"uid:{os.getuid()}"  # as the system says
    rules = digest_file(f"{world.project}/.autoskillit/guards.json")
    policy = {"policy_id": POLICY, "version": FORMAT, "hash": rules}
    receipts = [describe_decision(row, done, who, policy) for row, done in join_rows(rows)]
    passed = [one for one in receipts if one["decision"]["result"] == "ALLOW"]
    data = "".join(f"{write_canonical(one)}\n" for one in passed).encode()
    document = {
        "receipt_id": f"rct_{disk.name_file(id)}",
        "version": FORMAT,
        "kind": "session",
        "session": {
            "session_id": id,
            "started_at": found["started_at"],
            "ended_at": found["time"]["last_event_at"],
            "reason": reason,
            "requester_context": who,
        },
        "policy": policy,
        "context": {"context_hash": digest_json(found), "evaluation_context": found},
        "decisions": [one for one in receipts if one["decision"]["result"] != "ALLOW"],
        "passed": {"receipts": len(passed), "sha256": digest_bytes(data)},
        "ledger": {"rows": state["seq"], "line": [state[key] for key in LINE]},
    }
    document["digest"] = digest_json(document)
    write_whole(f"{file}l", data)
    write_whole(file, (f"{write_canonical(document)}\n").encode())
    for gone in (f"{file}.sig", f"{file}.age.sig", session.cache):
        remove_file(gone)
    write_whole(*find_mark(world, file))
    return file


def describe_decision(row: Row, done: Row, who: Row, policy: Row) -> Row:
    """The receipt of one decision."""
    said, decision = row.get("policy") or {}, row.get("decision", "pass")
    fits = (said.get("decision"), decision) in (("defer", "ask"), ("redact", "pass"))
    result = RESULTS[said["decision"] if fits else decision]
    action = {**{key: row.get(key, "") for key in DONE}, "timestamp": row.get("ts")}
    action["requester_context"] = {**who, "agent": row.get("agent_id") or "main"}
    rule = {**policy, "rule": said.get("id") or row.get("rule", "")}
    why = {"reason": row.get("reason", ""), "risk_signals": row.get("risk_signals", [])}
    success = done["event"] == "PostToolUse" if done else None
    outcome = {"success": success, "result_summary": done.get("result_summary", "")}
    approval = {**ASKED, "decision": "APPROVED" if done else "NO_RESULT"}
    return {
        "receipt_id": f"rct_{row.get('seq')}",
        "version": FORMAT,
        "action": action,
        "decision": {"result": result, "policy": rule, **why},
        "context": {"context_hash": row.get("prev", ""), "ledger_seq": row.get("seq")},
        "approval": approval if result in ("STEP_UP", "DEFER") else None,
        "execution": {**outcome, "completed_at": done.get("ts")},
    }


def digest_json(value: Any) -> str:
    return f"sha256:{digest_bytes(write_canonical(value).encode())}"


def digest_file(path: str) -> str:
    data = read_bytes(path)
    return f"sha256:{digest_bytes(data)}" if data else ""


def seal_receipt(world: World, file: str, settings: Row, seconds: float) -> str:
    """Encrypts, then signs what is stored and still as it was written, where a key is set; what went wrong, or ""."""
    recipients, key = settings["age_recipient"], expanduser(settings["signing_key"])
    encrypts = recipients and file.endswith(".json")
    if not encrypts and (not key or exists(f"{file}.sig")):
        return ""
    mark, digest = find_mark(world, file)
    if read_bytes(mark) != digest:  # nor does a key sign what no session's end wrote
        return f"{file}: {CHANGED}"
    if encrypts:
        for one in (f"{file}l", file):
            words = ["age", "-r", recipients, "-o", f"{one}.age", one]
            if wrong := run_tool(world, words, seconds):
                return f"Receipts stay in plain text: {wrong}."
            os.chmod(f"{one}.age", 0o600)
            remove_file(one)
        file += ".age"
        write_whole(*find_mark(world, file))
    if not key:
        return ""
    words = f"ssh-keygen -q -Y sign -n {SPACE} -f".split()
    wrong = run_tool(world, [*words, key, file], seconds)
    public = read_bytes(f"{key}.pub").decode("utf-8", "replace").split()
    line = f'autoskillit namespaces="{SPACE}" {" ".join(public[:2])}\n'.encode()
    signers = world.locate("receipts") + SIGNERS
    if public and line not in read_bytes(signers):
        disk.append_lines(signers, line)
    return f"Receipts stay unsigned: {wrong}." if wrong else ""


def find_mark(world: World, file: str) -> tuple[str, bytes]:
    """Where the digest of a receipt stands, outside the project, so that a key signs no other; its digest now."""
    folder = disk.make_folder(world.locate_outside("checkpoints"))
    return f"{folder}/{basename(file)}.digest", digest_file(file).encode()


def run_tool(world: World, words: Words, seconds: float, data: bytes = b"") -> str:
    """Runs a tool without a terminal; "" or what went wrong, in one line."""
    import subprocess

    environ = {**world.environ, "SSH_ASKPASS_REQUIRE": "never", "LC_ALL": "C"}
    try:
        done = subprocess.run(words, input=data, capture_output=True, timeout=seconds, env=environ)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{words[0]}: {error}"
    last = (done.stderr or done.stdout).decode("utf-8", "replace").strip().split("\n")[-1]
    return f"{words[0]}: {last[:200]}" if done.returncode else ""


def check_receipt(world: World, id: str) -> Words:
    """What is wrong with a session's receipt."""
    file, wrong = world.locate("receipts", id, ".json"), []
    stored = file if exists(file) else f"{file}.age"
    if exists(f"{stored}.sig"):
        words = f"ssh-keygen -Y verify -I autoskillit -n {SPACE} -f".split()
        words += [world.locate("receipts") + SIGNERS, "-s", f"{stored}.sig"]
        bad = run_tool(world, words, SECONDS, read_bytes(stored))
        wrong += [f"the signature of its receipt does not hold ({bad})"] if bad else []
    try:
        found, passed = disk.parse_json(read_bytes(file)), read_bytes(f"{file}l")
        good = found.pop("digest") == digest_json(found)
        good = good and found["passed"]["sha256"] == digest_bytes(passed)
        good = good and is_line(Session(world, id).ledger, *found["ledger"]["line"])
    except BROKEN:
        good = stored != file
    mark, digest = find_mark(world, stored)  # no mark: nothing outside the project says more
    return wrong if good and read_bytes(mark) in (b"", digest) else [*wrong, CHANGED]
