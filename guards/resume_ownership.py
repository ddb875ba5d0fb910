"""May this session resume that one?  Only if it launched it, its kitchen owns it, or it was handed over.

    this session itself                                         deny
    a session that nobody dispatched, through a dispatcher      deny
    launched by this session, or by one that it continues       pass
    of this session's kitchen                                   pass
    either of these, and another live process is in it          ask
    anybody else's                                              deny
    dispatched, and no record says by whom                      pass, and that is said
    the beginning of several ids; "the newest session"          ask
    an id on no record; records that cannot be read             pass, and that is said (strict: deny)

What our hooks saw outranks what a row says, the first owner that was seen stays until a hand-over, and resuming a
session makes nobody its owner.
Cannot see: an id that exists only when the command runs; a resume by a person's own hand, which is no tool call.
"""

from guards import ASK, DENY, PASS, Any, Call, Event, Example, Facts, Row, Rows, Rule, Verdict

DISPATCHER, SHELL, FIELD = "dispatcher shell resume_session_id".split()
SEEN = frozenset("dispatch nested fork clear".split())  # kinds of rows that show a launch
AFRESH = {DISPATCHER: f"dispatch afresh without {FIELD}", SHELL: "start a new session"}


def is_dispatcher(tool: str, tags: Row) -> bool:
    """A tool that starts or resumes sessions: by its tags, AutoSkillit's by name."""
    by_hand, name = tags.get("by_hand", ()), tool.rpartition("__")[2]
    if "dispatcher" in by_hand:
        return bool(tags["dispatcher"])
    own = name == "run_skill" and "autoskillit" in tool
    return "resume" in by_hand or name == "dispatch_food_truck" or own


def find_claim(event: Event, call: Call) -> tuple[str, str]:
    """(how, id) of the session that a call would resume; ("", "") for nearly all calls."""
    if is_dispatcher(event.tool, call.tags):
        field = str(call.tags.get("resume") or FIELD)
        id = "".join(c for c in get_text(event.input, field) if "!" <= c <= "~")
        return (DISPATCHER, id) if id else ("", "")
    shell = call.resumes and not call.tags.get("dispatcher")
    return (SHELL, call.resumes) if shell else ("", "")


def get_text(row: Row, field: str) -> str:
    value = row.get(field)
    return value.strip() if isinstance(value, str) else ""


def list_trusted(rows: Rows) -> Rows:
    """The rows of one id that say what it is, oldest first, what was seen first.  Where a launch was seen, a row of
    another counts only for the same dispatch."""
    seen = sorted((row for row in rows if row.get("kind") in SEEN), key=read_stamp)
    dispatches = {get_text(row, "dispatch_id") for row in seen} - {""}
    others = [row for row in rows if not row.get("kind")]
    return seen + [one for one in others if not seen or get_text(one, "dispatch_id") in dispatches]


def read_stamp(row: Row) -> str:
    return get_text(row, "timestamp")


def is_dispatch(row: Row) -> bool:
    """Does the row prove that a dispatcher launched its session?"""
    kind = row.get("kind")
    proof = get_text(row, "dispatch_id") or get_text(row, "recipe_name")
    return kind == "dispatch" or (bool(proof) and kind not in ("nested", "top"))


def is_upstream(row: Row) -> bool:
    """A row of AutoSkillit's dispatch: it proves dispatch and kitchen; its caller opened a kitchen last."""
    return not (row.get("kind") or row.get("recipe_name")) and get_text(row, "dispatch_id") != ""


def describe_target(id: str, own: str, fact: Row) -> Row:
    """What is on record of the session that would be resumed.  `names`: the ids that begin with what was given;
    `caller` owns it, "" if nobody knows; `dispatched`: a row proves it; `top`: it is known and nobody launched it;
    `seen` by our hooks."""
    others = fact.get("others", ())
    every = [row for row in fact.get("rows", ()) if row.get("kind") != "resume"]
    known = {own, *others, *(get_text(row, "session_id") for row in every)}
    names = [id] if id in known else sorted(name for name in known if name.startswith(id))
    id = names[0] if len(names) == 1 else ""
    rows = [row for row in every if get_text(row, "session_id") == id]
    kinds, trusted = {row.get("kind") for row in rows}, list_trusted(rows)
    moved = sorted((row for row in rows if row.get("kind") == "handover"), key=read_stamp)[-1:]
    callers = moved or [row for row in trusted if not is_upstream(row)]
    kitchens = []
    for row in moved or trusted:
        kitchens.append(get_text(row, "kitchen_id"))
        # The folder of a campaign says whose a row is that itself names only the server, or nothing.
        kitchens += [get_text(row, "store_kitchen")] * (is_upstream(row) or not kitchens[-1])
    seen = bool(kinds & SEEN)
    # A row that names a recipe alone is written of whatever a skill resumes, an orchestrator too.
    proof = any(get_text(row, "dispatch_id") or get_text(row, "caller_session_id") for row in rows)
    return {
        "id": id,
        "names": names,
        "caller": next(filter(None, (get_text(row, "caller_session_id") for row in callers)), ""),
        "kitchens": list(dict.fromkeys(filter(None, kitchens))),
        "dispatched": any(map(is_dispatch, trusted + moved)),
        "top": not (seen or moved) and ("top" in kinds or (id in others and not proof)),
        "seen": seen,
    }


def give_verdict(rule: str, why: str, effect: int = DENY) -> Verdict:
    """What passes so passes with a notice."""
    notice = "" if effect else f"autoskillit: this call {why}; ownership was not checked."
    return Verdict(effect, why, rule=rule, notice=notice)


def find_verdict(call: Call, facts: Facts) -> Verdict:
    """The verdict of the rule that fits what a call would resume; of no rule where nothing fits."""
    event = facts.event
    how, id = find_claim(event, call)
    line = str(event.command)[:60]
    if how == SHELL and id == "*":
        why = f"`{line}` would resume the newest session, whosever it is. Name it by its id, or say yes."
        return give_verdict("newest", why, ASK)
    if how == SHELL and id == "?":
        return give_verdict("unchecked", f"`{line}` resumes a session of an unknown id", PASS)
    if not id.strip("?*"):
        return Verdict(PASS)
    fact, shown = facts.get("owners", id) or {"fault": "unknown"}, clean_id(id)
    if "fault" in fact:
        effect = DENY if facts.settings.get("strict") else PASS
        why = f"resumes {shown}, and the records of who started it cannot be read"
        return give_verdict("unchecked", f"This call {why}." if effect else why, effect)
    target = describe_target(id, event.session, fact)
    if target["id"] == event.session:
        return give_verdict("own-session", f"{shown} is this very session: {AFRESH[how]}.")
    if len(target["names"]) > 1:
        why = f"{shown} is the beginning of {len(target['names'])} session ids: give the whole id, or say yes."
        return give_verdict("ambiguous", why, ASK)
    if target["id"]:
        return judge_owner(how, target, facts, fact)
    return give_verdict("unchecked", f"resumes {shown}: no record says who started it", PASS)


def judge_owner(how: str, target: Row, facts: Facts, fact: Row) -> Verdict:
    """Whether a session that something is known of is this one's to resume."""
    id, short, own = clean_id(target["id"]), cut_id(target["id"]), facts.event.session
    caller, kitchens = target["caller"], target["kitchens"]
    if target["top"] or not (target["dispatched"] or (how != DISPATCHER and (caller or kitchens))):
        what = "was started by you, not by this session: ask it yourself"
        if how == DISPATCHER:
            what = "is no food truck but an orchestrator's own (layer 3): leave it to its kitchen"
        return give_verdict("layer", f"Session {id} {what}, or {AFRESH[how]}.")
    ours = caller and caller in (own, *facts.state.get("resume_ownership.parents", ()))
    here = {facts.settings.get("kitchen_id"), *fact.get("kitchens", ())} - {None, ""}
    if ours or here.intersection(kitchens):
        pid = fact.get("process")
        why = f"Session {short} is open in process {pid}: wait for its end, stop it, or say yes."
        return give_verdict("still-open", why, ASK) if pid else Verdict(PASS, rule="not-owner")
    if not (caller or here or target["seen"]):
        return give_verdict("unchecked", f"resumes {id}: no record says who dispatched it", PASS)
    owner = f"{clean_id(caller) or 'unknown'}{', kitchen ' * bool(kitchens)}"
    owner += "/".join(map(clean_id, kitchens[:2]))
    why = f"{id} is not owned by this session but by session {owner}."
    way = f"Resume it there, or type `guardctl handover {short} {cut_id(own)}` in a terminal."
    return give_verdict("not-owner", f"{why} {way}")


def clean_id(id: str) -> str:
    """An id as a word of a message: one line, bounded, nothing that could speak to a model or a shell."""
    kept = "".join(c if c.isalnum() or c in "-_.:@/+" else "?" for c in id[:40])
    return kept + "..." if len(id) > 40 else kept


def cut_id(id: str) -> str:
    """The beginning of an id that a person types."""
    return clean_id(id)[:8].rstrip("?.-") if len(id) > 12 else clean_id(id)


def put_case(id: str, *rows: Row, strict: bool = False, **more: Any) -> Example:
    """A dispatcher's call of session `me` that resumes `id`, over these records."""
    event = Event("PreToolUse", "me", "mcp__kitchen__dispatch_food_truck", {FIELD: id})
    answers = {("owners", id): {"rows": rows, "others": [], **more}}
    return Call(event.tool), Facts(event, settings={"strict": strict}, answers=answers)


def form_rule(name: str, question: str, yes: Example) -> Rule:
    """The rule of one outcome of `find_verdict`."""

    def apply_outcome(call: Call, facts: Facts) -> "Verdict | None":
        verdict = find_verdict(call, facts)
        return verdict if verdict.rule == name else None

    return Rule(f"resume.{name}", question, apply_outcome, yes, put_case("truck-1", _MINE))


_MINE = {"session_id": "truck-1", "caller_session_id": "me", "kind": "dispatch"}
_THEIRS = {**_MINE, "session_id": "truck-2", "caller_session_id": "cook-9", "kitchen_id": "k2"}
_LINE = Event("PreToolUse", "me", "Bash", {"command": "claude -c"})
_NEWEST = Call("Bash", resumes="*"), Facts(_LINE)
RULES = (
    form_rule("own-session", "Does a session resume itself?", put_case("me")),
    form_rule("layer", "Was it launched by no session?", put_case("boss", others=["boss"])),
    form_rule("not-owner", "Is the session another one's?", put_case("truck-2", _THEIRS)),
    form_rule("still-open", "Is another process in it?", put_case("truck-1", _MINE, process="7")),
    form_rule("ambiguous", "Do several ids begin so?", put_case("truck", _MINE, _THEIRS)),
    form_rule("newest", "Is the newest session resumed, whosever it is?", _NEWEST),
    form_rule(
        "unchecked",
        "Are the records of who started it unreadable, under `strict` (an unknown id passes with a notice)?",
        put_case("x", strict=True, fault="no"),
    ),
)
