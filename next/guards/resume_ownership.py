"""May this session resume that one?  Only if it launched it, its kitchen owns it, or it was handed over.

    this session itself                                         deny
    a session that nobody dispatched, through a dispatcher      deny
    launched by this session, or by one that it continues       pass
    of this session's kitchen                                   pass
    of the kitchen that the project's last server names         ask
    anybody else's                                              deny
    dispatched, and no record says by whom                      pass, and that is said
    the beginning of several ids; "the newest session"          ask
    an id on no record; records that cannot be read             pass, and that is said (strict: deny)
    one that passes, and another live process is in it          ask

What our hooks saw outranks what a row says, the first owner that was seen stays until a hand-over, and resuming a
session makes nobody its owner.

Cannot see: an id that exists only when the command runs; a resume by a person's own hand, which is no tool call.
"""

from __future__ import annotations

from guards import ASK, DENY, PASS, Call, Event, Facts, Rule, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Query

    Row = dict[str, Any]

DISPATCHER, SHELL, MESSAGE = "dispatcher", "shell", "message"
MESSAGES = {"SendMessage": "to recipient agent_id", "Agent": "resume", "Task": "resume"}
FIELD, ID_MOST = "resume_session_id", 512
SEEN = frozenset("dispatch nested subagent fork clear".split())  # kinds of rows that show a launch
KITCHENS = ("kitchen_id", "child_kitchen_id", "store_kitchen")
AFRESH = {
    DISPATCHER: f"dispatch afresh without {FIELD}",
    MESSAGE: "start a subagent of your own",
    SHELL: "start a new session",
}
EVENTS: tuple[str, ...] = ()
LEARN = None


def is_dispatcher(tool: str, tags: Row) -> bool:
    """A tool that starts or resumes sessions: by its tags, AutoSkillit's by name."""
    by_hand, name = tags.get("by_hand", ()), tool.rpartition("__")[2]
    if "dispatcher" in by_hand:
        return bool(tags["dispatcher"])
    own = name == "run_skill" and "autoskillit" in tool
    return "resume" in by_hand or name == "dispatch_food_truck" or own


def find_claim(event: Event, call: Call) -> tuple[str, str, str]:
    """(how, id, field or operation) of the session that a call would resume; ("", "", "") for nearly all calls."""
    how, fields = MESSAGE, MESSAGES.get(event.tool, "").split()
    if not fields and is_dispatcher(event.tool, call.tags):
        how, fields = DISPATCHER, [str(call.tags.get("resume") or FIELD)]
    elif not fields and call.resumes and not call.tags.get("dispatcher"):
        return SHELL, call.resumes, call.operation
    for field in fields:
        id = get_text(event.input, field)
        if id and len(id) <= ID_MOST and not (how == MESSAGE and id == "*"):
            return how, id, field
    return "", "", ""


def NEEDS(event: Event, call: Call, state: Row, settings: Row) -> list[Query]:
    id = find_claim(event, call)[1] if event.name == "PreToolUse" else ""
    return [("owners", id)] if id.strip("?*") else []


def get_text(row: Row, field: str) -> str:
    value = row.get(field)
    return value.strip() if isinstance(value, str) else ""


def list_trusted(rows: Iterable[Row]) -> list[Row]:
    """The rows of one id that say what it is, oldest first, what was seen first.

    Where a launch was seen, a row of another counts only for the same dispatch.
    """
    every = list(rows)
    seen = sorted((row for row in every if get_text(row, "kind") in SEEN), key=read_stamp)
    dispatches = {get_text(row, "dispatch_id") for row in seen} - {""}
    others = [row for row in every if not get_text(row, "kind")]
    return seen + [one for one in others if not seen or get_text(one, "dispatch_id") in dispatches]


def read_stamp(row: Row) -> str:
    return get_text(row, "timestamp")


def is_dispatch(row: Row) -> bool:
    """Does the row prove that a dispatcher launched its session?"""
    kind = get_text(row, "kind")
    named = get_text(row, "dispatch_id") or get_text(row, "recipe_name")
    return kind == "dispatch" or (bool(named) and kind not in ("nested", "subagent", "top"))


def is_upstream(row: Row) -> bool:
    """A row of AutoSkillit's dispatch: it proves dispatch and kitchen; its caller opened a kitchen last."""
    own = get_text(row, "kind") or get_text(row, "recipe_name")
    return not own and get_text(row, "dispatch_id") != ""


class Target:
    """What is on record of the session that would be resumed.

    `candidates`: how many ids begin with what was given, 0 for one; `caller` owns it, "" if nobody knows;
    `dispatched`: a row proves it; `top`: it is known and nobody launched it; `layer`: an
    orchestrator's; `seen` by our hooks.
    """

    __slots__ = tuple("caller candidates dispatched id kitchens layer seen top".split())

    def __init__(self, id: str, own: str, fact: Row) -> None:
        rows, others = fact.get("rows", ()), fact.get("others", ())
        rows = [row for row in rows if get_text(row, "kind") != "resume"]
        known = {*others, own, *[get_text(row, "session_id") for row in rows]}
        names = [id] if id in known else sorted(name for name in known if name.startswith(id))
        self.candidates = len(names) if len(names) > 1 else 0
        self.id = names[0] if len(names) == 1 else ""
        rows = [row for row in rows if get_text(row, "session_id") == self.id]
        kinds, trusted = {get_text(row, "kind") for row in rows}, list_trusted(rows)
        moved = sorted((one for one in rows if get_text(one, "kind") == "handover"), key=read_stamp)
        moved = moved[-1:]
        self.seen, self.layer = bool(kinds & SEEN), any(one.get("session_type") for one in rows)
        callers = moved or [row for row in trusted if not is_upstream(row)]
        named = [get_text(one, "caller_session_id") for one in callers]
        self.caller = next(filter(None, named), "")
        # The folder of a campaign says whose a row is that itself names only the server, or nothing.
        kitchens: list[str] = []
        for row in moved or trusted:
            all_of_it = is_upstream(row) or not get_text(row, "kitchen_id")
            kitchens += [get_text(row, one) for one in KITCHENS[: 2 + all_of_it]]
        self.kitchens = list(dict.fromkeys(filter(None, kitchens)))
        self.dispatched = any(map(is_dispatch, trusted + moved))
        # A row that names a recipe alone is written of whatever a skill resumes, an orchestrator too.
        proof = [get_text(row, "dispatch_id") or get_text(row, "caller_session_id") for row in rows]
        only_caller = self.id in others and not any(proof)
        self.top = not (self.seen or moved) and ("top" in kinds or only_caller)


def refuse_claim(rule: str, why: str, effect: int = DENY) -> tuple[str, Verdict]:
    return rule, Verdict(effect, why, alone=DENY)


def pass_unchecked(why: str) -> tuple[str, Verdict]:
    verdict = Verdict(PASS)
    verdict.notice = f"autoskillit: this {why}; it was not checked."
    return "unchecked", verdict


def find_verdict(call: Call, facts: Facts) -> tuple[str, Verdict]:
    """(the rule that fits, its verdict) for what a call would resume; ("", a pass) where nothing fits."""
    event, silent = facts.event, ("", Verdict(PASS))
    how, id, field = find_claim(event, call)
    if id in ("*", "?") and how == SHELL:
        why = f"`{field}` would resume the newest session, whoever's it is: name it by its id."
        unread = f"`{field}` resumes a session whose id is not written out"
        return refuse_claim("newest", why, ASK) if id == "*" else pass_unchecked(unread)
    fact = facts.get("owners", id) or {"fault": "unknown"}
    if not how or (how == MESSAGE and "fault" in fact):
        return silent
    if "fault" in fact and not facts.settings.get("strict"):
        why = f"resumes {clean_id(id)}, and the records of who started it cannot be read"
        return pass_unchecked(why)
    if "fault" in fact:
        why = f"The records of who started {clean_id(id)} cannot be read."
        return refuse_claim("unchecked", why)
    target = Target(id, event.session, fact)
    if target.id == event.session:
        return refuse_claim("own-session", f"{clean_id(id)} is this session itself: {AFRESH[how]}.")
    if how == MESSAGE and (target.id != id or not target.caller):
        return silent
    if target.candidates:
        why = f"{clean_id(id)} is the beginning of {target.candidates} session ids"
        return refuse_claim("ambiguous", f"{why}: give the whole id.", ASK)
    if target.id:
        rule, verdict = judge_owner(how, target, facts, fact)
    else:
        older = "; only the newest 8 MiB of the records were read" if fact.get("older") else ""
        unread = f"resumes {clean_id(id)}: no record says who started it{older}"
        rule, verdict = pass_unchecked(unread)
    id = target.id or id
    live = [one for one in fact.get("live", ()) if one.get("session_id") == id]
    if live and how != MESSAGE and verdict.effect == PASS:
        since = clean_id(str(live[0].get("since") or "earlier"))
        where = f"still open in another process (pid {live[0].get('pid')}, since {since})"
        wait = "wait for its end or close it, else both write to one conversation"
        return refuse_claim("still-open", f"{cut_id(id)} is {where}: {wait}.", ASK)
    return rule, verdict


def judge_owner(how: str, target: Target, facts: Facts, fact: Row) -> tuple[str, Verdict]:
    """Whether a session that something is known of is this one's to resume."""
    event, id, short = facts.event, clean_id(target.id), cut_id(target.id)
    own, named = event.session, target.caller or target.kitchens
    if target.top or (not target.dispatched and (how == DISPATCHER or not named)):
        what = "was started by you, not by this session: ask it yourself"
        if how == DISPATCHER:
            what = "is no food truck but an orchestrator's own (layer 3), which nobody dispatched"
        elif target.kitchens or target.layer:
            what = "is an orchestrator's own session (layer 3)"
        return refuse_claim("layer", f"Session {id} {what}, or {AFRESH[how]}.")
    if target.caller and target.caller in (own, *facts.state.get("resume_ownership.parents", ())):
        return "not-owner", Verdict(PASS, exemption="resume.own-child")
    here = {get_text(event.input, "kitchen_id"), facts.settings.get("kitchen_id")}
    here = here.union(fact.get("kitchens", ())) - {None, ""}
    if here.intersection(target.kitchens):
        return "not-owner", Verdict(PASS, exemption="resume.same-kitchen")
    if fact.get("hint") in target.kitchens:
        what = f"Is this session of kitchen {clean_id(fact['hint'])}, which owns {short}?"
        why = f"{what} Only the project's last server says so."
        return refuse_claim("kitchen-unproved", why, ASK)
    if not target.caller and not here and not target.seen:
        return pass_unchecked(f"resumes {id}: no record says who dispatched it")
    way = f"Resume it there, or run `guardctl handover {short} {cut_id(own)}`."
    if target.kitchens or target.dispatched:
        kitchen = "/".join(map(clean_id, target.kitchens[:2]))
        owner = f"{clean_id(target.caller) or 'unknown'}{', kitchen ' * bool(kitchen)}{kitchen}"
        why = f"{id} is not owned by this session but by caller {owner}."
    else:
        why = f"Session {short} was started by session {cut_id(target.caller)}, not by this one."
    return refuse_claim("not-owner", f"{why} {way}")


def clean_id(id: str) -> str:
    """An id as a word of a message: one line, bounded, nothing that could speak to a model or a shell."""
    kept = "".join(c if c.isalnum() or c in "-_.:@/+" else "?" for c in id[:40])
    return kept + "..." if len(id) > 40 else kept


def cut_id(id: str) -> str:
    """The beginning of an id that a person types."""
    return clean_id(id)[:8].rstrip("?.-") if len(id) > 12 else clean_id(id)


def put_case(id: str, *rows: Row, strict: bool = False, **more: Any) -> tuple[Call, Facts]:
    """A dispatcher's call of session `me` that resumes `id`, over these records."""
    event = Event("PreToolUse", "me", "mcp__kitchen__dispatch_food_truck", {FIELD: id})
    answers = {("owners", id): {"rows": rows, "others": [], **more}}
    return Call(event.tool), Facts(event, settings={"strict": strict}, answers=answers)


def form_rule(name: str, question: str, yes: tuple[Call, Facts]) -> Rule:
    """The rule of one outcome of `find_verdict`."""

    def apply_outcome(call: Call, facts: Facts) -> Verdict | None:
        rule, verdict = find_verdict(call, facts)
        return verdict if rule == name else None

    return Rule(f"resume.{name}", question, apply_outcome, yes, put_case("truck-1", _MINE))


_MINE = {"session_id": "truck-1", "caller_session_id": "me", "kind": "dispatch"}
_THEIRS = {**_MINE, "session_id": "truck-2", "caller_session_id": "you", "kitchen_id": "k2"}
_NEWEST = Call("Bash", "claude -c", resumes="*"), Facts(Event("PreToolUse", "me", "Bash"))
_OPEN = put_case("truck-1", _MINE, live=[{"session_id": "truck-1", "pid": 7}])
_HINTED = put_case("truck-2", _THEIRS, hint="k2")
RULES = (
    form_rule("own-session", "Does a session resume itself?", put_case("me")),
    form_rule("layer", "Was it launched by no session?", put_case("boss", others=["boss"])),
    form_rule("not-owner", "Is the session another one's?", put_case("truck-2", _THEIRS)),
    form_rule("ambiguous", "Do several ids begin so?", put_case("truck", _MINE, _THEIRS)),
    form_rule("newest", "Is the newest session resumed, whoever's it is?", _NEWEST),
    form_rule("kitchen-unproved", "Is it of a kitchen only hinted at?", _HINTED),
    form_rule("still-open", "Is another process in it?", _OPEN),
    form_rule("unchecked", "Can nobody say whose it is?", put_case("x", strict=True, fault="no")),
)
