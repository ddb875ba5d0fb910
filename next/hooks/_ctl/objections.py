"""What was objected to, and what a person changes about it: why, allow, off, approvals, rules, settings, purge.

Law: only a person in a terminal loosens.  guards.json changes by the members named, no other byte; no place is
proposed that only untrusted text named.
Cannot see: what the person answered to a question; only that the call ran afterwards.
"""

from __future__ import annotations

from guards import DECISIONS, UNTRUSTED
from guards._sensitive.fingerprint import hash_value
from guards._text import normalize_place
from hooks._ctl import Request, list_sessions, require_person
from hooks._ctl.session import find_event, format_row, load_rows, show_status
from hooks._event import accepted
from hooks._event.judge import GUARDS
from hooks._event.settings import KEYS, merge_settings
from hooks._install import Place
from hooks._install.check import stamp_code
from hooks._install.plan import Refused, add_member, cut_member, parse_strict, write_file
from hooks._stores import Fault, write_json
from hooks._stores.ledger import Session, find_values, load_state
from hooks._stores.world import Checkpoint, remove_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guards import Rule
    from hooks._event import Moment

    Row = dict[str, Any]

TRUSTED, HINT, LINE = "trusted_destinations", "or add it to trusted_destinations", 160
NEXT = "from your next prompt on at the latest"
# Beginning of a rule: what else ends the question, beside yes and `guard: allow`; a "!" where those two do not.
WAYS = {
    "leave.closed": "!type `guard: release WHY` as a prompt: it lowers the session's level",
    "loss.": "commit or stash the work, or say in a prompt that it may go, by its name",
    "resume.": "!type guardctl handover SESSION TO in your own terminal",
    "self.": "!do it yourself, in your own terminal",
    "policy.": "!change your rule in .autoskillit/guards.json",
    "core.strict": "!repair what is broken: guardctl doctor",
}


def show_why(request: Request) -> int:
    """The last objection, or the event that is meant: what, why, from where, how to allow it, which rule."""
    id, rows, hits = find_event(request)
    row = next((one for one in reversed(hits) if one.get("rule")), hits[-1])
    rule, call = str(row.get("rule", "")), row.get("action_id")
    ran = any(
        str(one.get("event")).startswith("PostToolUse")
        for one in rows
        if call == one.get("action_id")
    )
    held: Row = row.get("contamination") or {}
    source = (
        f"{held.get('level')} data of {held.get('source')}, read at {held.get('contaminated_at')}"
    )
    shown = {
        "what": f"{row.get('tool', '')} {write_json(row.get('parameters') or {})}"[:LINE],
        "said": f"{row.get('decision')} ({'it ran' if ran else 'it did not run'}), {row.get('ts')}, {id[:12]} {call}",
        "why": str(row.get("reason", "nothing was objected to")),
        "from": source if held.get("source") else "",
        "rule": f"{rule}: {dict((one.id, one.question) for _, one in list_rules()).get(rule, '')}"
        if rule
        else "",
    }
    ways = list_ways(rule, shown["why"]) if rule else []
    lines = [f"{name:<6} {one}" for name, one in shown.items() if one]
    request.print_result(
        {**shown, "allow": ways, "row": row},
        "\n".join([*lines, *(f"allow  {one}" for one in ways)]),
    )
    return 0


def list_ways(rule: str, reason: str) -> list[str]:
    """How to allow what a rule objected to, the narrowest first."""
    own = next((way for begin, way in WAYS.items() if rule.startswith(begin)), "")
    ways = [] if own[:1] == "!" else ["this call: answer yes, or type `guard: allow` as a prompt"]
    ways += [own.lstrip("!")] if own else []
    place = reason.partition(": ")[0].rpartition(" to ")[2]
    if HINT in reason and "." in place and " " not in place:
        ways.append(f"this place: guardctl allow {place.partition('/')[0]}")
    guard = next((name for name, one in list_rules() if one.id == rule), "")
    return [*ways, f"all of it: guardctl off {guard} (--watch: record only)"] if guard else ways


def list_rules() -> Iterator[tuple[str, Rule]]:
    """(guard, rule) of all guards."""
    for name in GUARDS:
        for rule in __import__(f"guards.{name}", fromlist=["RULES"]).RULES:
            yield name, rule


def show_rules(request: Request) -> int:
    """Every rule with its question and what it says to its own example; --markdown: docs/rules.md."""
    marked, lines = "markdown" in request.options, list[str]()
    data: list[Row] = []
    for guard, rule in list_rules():
        verdict = rule.when(*rule.example_yes) if rule.example_yes else None
        says, decision = (verdict.reason, DECISIONS[verdict.effect]) if verdict else ("", "pass")
        if not data or data[-1]["guard"] != guard:
            head = (__import__(f"guards.{guard}", fromlist=["RULES"]).__doc__ or "").partition(
                "\n\n"
            )[0]
            lines += ["", f"## {guard}", "", " ".join(head.split()), ""] if marked else ["", guard]
        data.append(
            {
                "guard": guard,
                "rule": rule.id,
                "question": rule.question,
                "decision": decision,
                "says": says,
            }
        )
        if marked:
            lines.append(
                f"- **{rule.id}** {rule.question}  \n  {decision}: {' '.join(says.split())}".replace(
                    "<", "&lt;"
                )
            )
        else:
            lines += [f"  {rule.id:<22} {rule.question}", f"  {decision:>22} {says}"]
    request.print_result(data, "\n".join(lines).strip())
    return 0


def show_settings(request: Request) -> int:
    """Every setting as it counts here, * where it is not the default; --markdown: the table of docs/settings.md."""
    found, faults = merge_settings(request.world.project)
    lines = []
    data: Row = {}
    for key, (default, kind, sentence) in KEYS.items():
        value: Any = found
        for part in key.split("."):
            value = value[part]
        data[key] = value
        words = [one for one in kind if isinstance(one, str)] if isinstance(kind, tuple) else []
        choice = f" ({', '.join(words)})" if words else ""
        mark = " " if value == default else "*"
        if "markdown" in request.options:
            lines.append(f"| `{key}` | `{write_json(default)}` | {sentence}{choice} |")
        else:
            lines.append(f"{mark} {key:<41} {write_json(value)[:40]:<12} {sentence}{choice}")
    request.print_result({"settings": data, "faults": faults}, "\n".join([*lines, *faults]))
    return 1 if faults else 0


def allow_place(request: Request) -> int:
    """`allow HOST`: data may go there from now on; --undo.  What only untrusted text named takes --force."""
    if len(request.words) != 1:
        raise Fault("which host, host/path or address?  guardctl allow HOST [--undo]")
    world, options, place = request.world, request.options, normalize_place(request.words[0])
    for id in list_sessions(world) if options.keys().isdisjoint(("undo", "force")) else ():
        known = find_values(Session(world, id), 0, hash_value(world.load_key(), place))
        if known and all(one.trust == UNTRUSTED for one in known):
            raise Fault(
                f"only {known[0].source} named {place}, you did not; --force allows it all the same"
            )
    change_guards(request, TRUSTED, "", place)
    says = "is asked about again" if "undo" in options else "data may go there"
    request.print_result(merge_settings(world.project)[0][TRUSTED], f"{place}: {says}, {NEXT}")
    return 0


def turn_off(request: Request) -> int:
    """`off GUARD`: it objects to nothing; --watch records what it would say; --undo turns it on again."""
    guard = "".join(request.words)
    if guard not in GUARDS:
        raise Fault(f"which guard?  {' '.join(GUARDS)}")
    mode = "watch" if "watch" in request.options else "off"
    change_guards(request, "guards", guard, mode)
    request.print_result({}, f"{guard} is {'on' if 'undo' in request.options else mode}, {NEXT}")
    return 0


def change_guards(request: Request, name: str, key: str, value: str) -> None:
    """Sets or, with --undo, takes out a member of an object of guards.json, or without a key of a list; accepts it."""
    require_person("loosens a guard")
    world, undo = request.world, "undo" in request.options
    before = accepted.read_guards(world.project)
    text = before or "{}\n"
    try:
        held = parse_strict(text).get(name)
        at: Any = key or (
            held.index(value) if isinstance(held, list) and value in held else 1 << 20
        )
        if held is not None:
            text = cut_member(text, (name, at))
        if not undo:
            fresh: Any = {key: value} if key else [value]
            text = add_member(text, *(((name,), fresh) if held is None else ((name, at), value)))
        elif held and len(held) == 1:
            text = cut_member(text, (name,))
    except (Refused, AttributeError) as fault:
        raise Fault(f"{accepted.FILE}: {fault}; nothing was changed") from None
    write_file(f"{world.project}/{accepted.FILE}", text.encode("utf-8", "surrogateescape"), 0o644)
    record = accepted.load_record(accepted.locate_record(world.project, world.environ))
    if record is not None and (record["text"] or "") == before:
        code = stamp_code(Place("user", "", world.environ).data)
        accepted.accept_project(world.project, world.environ, [], [], code)


def show_approvals(request: Request) -> int:
    """What you said yes to in each session, and what guards.json lets through."""
    settings = merge_settings(request.world.project)[0]
    data: list[Row] = []
    for id in list_sessions(request.world):
        state = load_state(Session(request.world, id), Checkpoint(request.world, id))[0]
        numbers = set((state.get("consent.approved") or {}).values())
        data += (
            [row for row in load_rows(request, id) if row.get("seq") in numbers] if numbers else []
        )
    lines = [f"{key}: {write_json(settings[key])}" for key in (TRUSTED, "guards")]
    request.print_result(data, "\n".join([*lines, *map(format_row, data)]))
    return 0


def purge_old(request: Request) -> int:
    """`purge --days N`: removes this project's records older than N days (0: all)."""
    days = str(request.options.get("days", ""))
    if not days.isdigit():
        raise Fault("older than how many days?  guardctl purge --days N (0: all)")
    require_person("removes records")
    gone = remove_records(request.world, float(days))
    request.print_result({"removed": gone}, f"{len(gone)} files removed")
    return 0


def answer_typed(moment: Moment) -> None:
    """`/guard-status` and `/guard-why` as a prompt: you are shown what guardctl prints of this session; the agent is not."""
    from contextlib import redirect_stdout, suppress
    from io import StringIO

    typed = str(moment.event.raw.get("command_name") or moment.event.prompt).lstrip("/")
    verb = typed.partition(" ")[0].rpartition(":")[2]
    out, request = StringIO(), Request(moment.world, verb, [], {"session": moment.event.session})
    if verb in ("guard-why", "guard-status"):
        with redirect_stdout(out), suppress(Fault):
            (show_why if verb == "guard-why" else show_status)(request)
        moment.warnings.append(out.getvalue().strip()[:4000] or "nothing was objected to here")
