"""What is on record, for a person or another system, and the settings by which it was judged.

Law: no place is proposed that only untrusted text named.
Cannot see: what an event was judged by beyond its row; the answer to a question, only whether the call ran.
"""

import sys
import time
from contextlib import redirect_stdout, suppress
from io import StringIO

from guards import LEVELS, Any, Iterator, Row, Rows, Rule, Words
from guards.memory import make_line
from hooks._ctl import Request, clean_text, find_session, list_sessions
from hooks._event import Moment, judge, mask_given
from hooks._event.receipts import build_context, check_receipt, read_time
from hooks._event.settings import KEYS, flatten_keys, merge_settings
from hooks._stores import Fault, parse_json, provenance, write_json
from hooks._stores.ledger import Session, create_state, read_rows, replay_rows, verify_chain
from hooks._stores.memory import answer_call
from hooks._stores.world import Checkpoint, is_line

SEVERITIES = {"pass": 9, "ask": 13, "deny": 17}  # OTLP's INFO, WARN, ERROR
# Events as a person reads of them.
MARKS = {"PreToolUse": "pass", "UserPromptSubmit": "prompt", "PostToolUse": "result"}
# Fields of rows that say something: calls, prompts, and what else was noticed.
FIELDS = frozenset("answer parameters contamination errors masked put_back rule watched".split())
SUMMARY = "calls: {calls}, asked: {asked}, denied: {denied}, private data read: {read}, secrets masked: {masked}"
STATUS = "{session_id:12.12} {last}  {prompt:.40}: {summary}, launched by {launched_by}"
# Beginning of a rule: what else than a yes ends the question.
WAYS = dict(
    row.split("|")
    for row in """leave.closed|type `guard: release WHY` as a prompt: it lowers the session's level
resume.not-owner|type guardctl handover SESSION TO in your own terminal
resume.|do as the reason says
self.|do it yourself, in your own terminal
policy.|change your rule in .autoskillit/guards.json
core.strict|repair what is broken: guardctl doctor
|type `guard: allow` as a prompt""".split("\n")
)


def load_rows(request: Request, id: str) -> Rows:
    """The rows of a session that can be read."""
    return [row for row, _ in read_rows(Session(request.world, id).ledger) if row]


def describe_call(row: Row, first: bool = False) -> str:
    """What a call was given: the bare command or, with `first`, the first argument of any tool; else all as JSON."""
    given = row.get("parameters") or row.get("operation", "")
    if isinstance(given, dict) and (first or "command" in given):
        given = given.get("command") or next(iter(given.values()))
    return write_text(given)


def write_text(value: Any) -> str:
    return value if isinstance(value, str) else write_json(value)


def follow_rows(request: Request, begin: "str | None") -> Iterator[Rows]:
    """The rows of a session, or of all where `begin` is None, each as a list; with -f what is added, too."""
    read: dict[str, int] = {}
    while True:
        every = list_sessions(request.world)[::-1]
        for id in every if begin is None else [find_session(request, begin)]:
            batch = []
            for row, line in read_rows(Session(request.world, id).ledger, read.get(id, 0)):
                read[id] = read.get(id, 0) + len(line)
                batch += [row] if row else []
            yield batch
        sys.stdout.flush()
        if not request.options.get("f"):
            return
        time.sleep(0.4)


def pick_rows(rows: Rows) -> Rows:
    """The rows that say something to a person."""
    return [one for one in rows if FIELDS & one.keys()]


def describe_event(row: Row) -> str:
    """When, and ASK or DENY; else pass, prompt, result, or the name of the event."""
    decision, event = row.get("decision", "pass"), row.get("event", "")
    mark = MARKS.get(event, event) if decision == "pass" else decision.upper()
    return f"{str(row.get('ts'))[11:19]} {mark}"


def show_tail(request: Request) -> None:
    """The last rows of a session that say something: a line a call.  -n N, -f follows; --json: all rows."""
    most, project = request.take_number("n", "20"), f"{request.world.project}/"
    for batch in follow_rows(request, request.first):
        for row in (batch if request.json else pick_rows(batch))[-most:]:
            before, reached = row.get("level") or ["", ""]
            what = describe_call(row, True)
            words = [f"{row.get('seq', ''):>4} {describe_event(row):<16}"]
            words += [row.get("tool", ""), what.replace(project, "")[:80], row.get("answer", "")]
            words.append(f"| {row.get('rule')}: {row.get('reason')}" * ("reason" in row))
            words.append(f"{row.get('masked')} masked" * ("masked" in row))
            words += [f"put back: {one}" for one in row.get("put_back", ())]
            words.append(f"[{before} -> {reached}]" * (before != reached))
            words += [f"! {one}" for one in row.get("errors", ())]
            request.print_result(row, clean_text(" ".join(filter(None, words))))


def sum_rows(rows: Rows) -> Row:
    """The counts of a session, its highest level and that of now, its last time, and a sentence of them."""
    said = [row.get("decision") for row in rows]
    levels = ["none", *(x for row in rows for x in row.get("level", ()) if x in LEVELS)]
    most, level = max(levels, key=LEVELS.index), levels[-1]
    prompts = [describe_call(x, True) for x in rows if x.get("event") == "UserPromptSubmit"]
    total: Row = {
        "prompt": [*prompts, "no prompt"][0],
        "calls": [row.get("event") for row in rows].count("PreToolUse"),
        "asked": said.count("ask"),
        "denied": said.count("deny"),
        "read": most if most == level else f"{most} (level now: {level})",
        "masked": sum([row.get("masked", 0) for row in rows]),
        "last": rows[-1]["ts"] if rows else "",
    }
    return {**total, "summary": SUMMARY.format(**total)}


def show_status(request: Request) -> None:
    """A line a session, the newest first, and which session launched it."""
    ids, most = list_sessions(request.world), request.take_number("n", "20")
    data = [{"session_id": id, **sum_rows(load_rows(request, id))} for id in ids[:most]]
    lines = []
    for one in data:
        rows = provenance.list_launches(request.world, one["session_id"])
        one["launched_by"] = "".join([row["caller_session_id"] for row in rows][-1:])
        lines += [clean_text(STATUS.format(**one).removesuffix(", launched by "))]
    lines += [f"{most} of {len(ids)} sessions, -n for more"] if len(ids) > most else []
    request.print_result(data, "\n".join(lines) or "No session is on record in this project.")


def find_event(request: Request) -> tuple[Row, Rows]:
    """(the row of a number or the beginning of a call's id, else the last objection or put-back; all rows of its call)."""
    begin, of, n = request.first, str(request.options.get("session") or ""), len(request.first)
    for id in [find_session(request, of)] if of else list_sessions(request.world):
        rows = load_rows(request, id)
        hits = [one for one in rows if begin in (str(one.get("seq")), one.get("action_id", "")[:n])]
        told = [one for one in hits if one.get("decision") != "pass" or "put_back" in one]
        if told or (begin and hits):
            row = [*hits[:1], *told][-1]
            call = row.get("action_id")
            same = [one for one in rows if one is row or call == one.get("action_id", "")]
            return next((one for one in reversed(same) if one.get("rule")), row), same
    raise Fault(f"no event begins with {begin}" if begin else "nothing was objected to here")


def show_why(request: Request) -> None:
    """The last objection, or the call that is meant; --json: all that is on record of it."""
    row, rows = find_event(request)
    rule, held = str(row.get("rule", "")), row.get("contamination") or {}
    fits = [(name, one.question) for name, one in walk_rules() if one.id == rule]
    guard, question = (fits or [("", "")])[0]
    ran = any("PostToolUse" in str(one.get("event")) for one in rows)
    ended = "no result on record: you said no, or it still runs"
    ended = "it did not run" if row.get("decision") == "deny" else ended
    shown = {
        "what": f"{row.get('tool') or row.get('event')} {describe_call(rows[0])}"[:160],
        "said": f"{row.get('decision')} ({'it ran' if ran else ended}), {row.get('ts')}",
        "id": f"{row.get('action_id') or row.get('seq')} of session {row.get('session_id')}",
        "why": str(row.get("reason", "nothing was objected to")),
        "put back": ", ".join([name for one in rows for name in one.get("put_back", ())]),
        "level": f"{held['level']} data of {held['source']}, read at {held['contaminated_at']}"
        if held.get("source")
        else "",
        "rule": f"{rule}: {question}" if rule else "",
        "match": write_text(row.get("policy", "")),
    }
    ways = list_ways(row, rule, guard) if row.get("decision") != "pass" else []
    lines = [f"{name:<6} {one}" for name, one in shown.items() if one]
    lines += [f"allow  {one}" for one in ways]
    text = "\n".join(map(clean_text, lines))
    request.print_result({**shown, "allow": ways, "row": row, "rows": rows}, text)


def list_ways(row: Row, rule: str, guard: str) -> Words:
    """How to allow what a rule objected to, the narrowest first."""
    yes = "answer yes, or " * (row.get("decision") == "ask")
    ways = [f"this call: {yes}{next(way for one, way in WAYS.items() if rule.startswith(one))}"]
    place = row.get("reason", "").partition("`guardctl allow ")[2].partition("`")[0]
    ways += [f"this place: guardctl allow {place}"] if place else []
    return [*ways, f"this guard: guardctl off {guard} (--watch: record only)"] if guard else ways


def walk_rules() -> Iterator[tuple[str, Rule]]:
    """(guard, rule) of all guards."""
    for name in judge.GUARDS:
        for rule in __import__(f"guards.{name}", fromlist=["RULES"]).RULES:
            yield name, rule


def show_settings(request: Request) -> int:
    """Every setting as it counts here, * where it is not the default."""
    found, faults = merge_settings(request.world.project)
    data, lines = flatten_keys(found), []
    for key, (default, _, _, sentence) in KEYS.items():
        value = write_json(data[key])
        lines.append(f"{'*' * (value != default):1} {key:<41} {value[:40]:<12} {sentence}")
    request.print_result({"settings": data, "faults": faults}, "\n".join([*lines, *faults]))
    return 1 if faults else 0


def answer_typed(moment: Moment) -> None:
    """`/guard-status` and `/guard-why` as a prompt: you are shown what guardctl prints of this session; the agent is not."""
    typed, out = str(moment.event.raw.get("command_name") or moment.event.prompt), StringIO()
    verb = typed.lstrip("/").partition(" ")[0].rpartition(":")[2]
    show = {"guard-why": show_why, "guard-status": show_status}.get(verb)
    if show is not None:
        with redirect_stdout(out), suppress(Fault):
            show(Request(moment.world, [], {"session": moment.event.session}))
        moment.warnings.append(out.getvalue().strip()[:4000] or "nothing was objected to here")


def show_verify(request: Request) -> int:
    """Checks chain, checkpoint and receipt of all sessions; 1 where something is not as written."""
    data: Rows = []
    lines = []
    for id in list_sessions(request.world):
        session = Session(request.world, id)
        number, wrong = verify_chain(session)
        if not is_line(session.ledger, *Checkpoint(request.world, id).line):
            wrong.append("its record is gone or was changed: the checkpoint knows another")
        wrong += check_receipt(request.world, id)
        data.append({"session_id": id, "rows": number, "wrong": wrong})
        lines += [f"{id[:12]}: {one}" for one in wrong]
    good = f"all as written: sessions: {len(data)}, rows: {sum(one['rows'] for one in data)}"
    request.print_result(data, "\n".join(lines) or good)
    return 1 if lines else 0


def show_context(request: Request) -> None:
    """The evaluation context of a session, as JSON."""
    id, settings = find_session(request, request.first), merge_settings(request.world.project)[0]
    state = replay_rows(Session(request.world, id), create_state())
    print(write_json(build_context(id, state, load_rows(request, id), settings)))


def run_memory(request: Request) -> int:
    """Lists; `--call JSON` takes and gives what the tool does.  An agent changes nothing: no hook sees such a note."""
    text = str(request.options.get("call", ""))
    given = {"action": "list", "include_stale": "all" in request.options}
    if text:
        request.json = True
        with suppress(ValueError, RecursionError, TypeError):
            given = dict(parse_json(text))
    else:
        given["session_id"] = find_session(request, request.first)
    if request.agent and given.get("action") != "list":
        raise Fault("an agent changes its own session's memory, by its tool session_memory")
    answer = answer_call(request.world, mask_given(request.world, given))
    lines = [*map(make_line, answer.get("rows", ())), answer.get("warning", "")]
    text = "\n".join(filter(None, lines)) or "No fact is remembered, or all are stale: --all."
    request.print_result(answer, text)
    return 0 if answer["ok"] else 1


def export_rows(request: Request) -> None:
    """Ledger rows as JSON lines, or as OTLP/JSON log records; -f follows; --session and --since choose."""
    options, form = request.options, request.options.get("format", "jsonl")
    if form not in ("jsonl", "otlp"):
        raise Fault(f"--format {form}: there are jsonl and otlp")
    for batch in follow_rows(request, options.get("session")):
        rows = [row for row in batch if str(row.get("ts")) >= str(options.get("since", ""))]
        packed = [make_request(rows, request.world.project)] if rows and form == "otlp" else rows
        for row in packed:
            print(write_json(row))


def make_request(rows: Rows, project: str) -> Row:
    """OTLP/JSON's ExportLogsServiceRequest; what rows of a session share stands once, as the resource."""
    records = [
        {
            "timeUnixNano": f"{int(read_time(row['ts']))}000000000",
            "severityNumber": SEVERITIES.get(row.get("decision", ""), 9),
            "eventName": f"autoskillit.{row.get('event')}",
            "body": {"stringValue": row.get("reason") or row.get("event", "")},
            "attributes": type_items(row, "autoskillit."),
        }
        for row in rows
    ]
    about = {"service.name": "autoskillit-guards", "autoskillit.project": project}
    about["session.id"] = rows[0].get("session_id", "")
    resource = {"attributes": type_items(about)}
    return {"resourceLogs": [{"resource": resource, "scopeLogs": [{"logRecords": records}]}]}


def type_items(values: Row, prefix: str = "") -> Rows:
    """OTLP's attributes: a number or a text."""
    found = []
    for key, v in values.items():
        value = {"doubleValue": v} if type(v) in (int, float) else {"stringValue": write_text(v)}
        found.append({"key": f"{prefix}{key}", "value": value})
    return found
