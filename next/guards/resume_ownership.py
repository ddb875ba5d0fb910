"""May this session resume that one?  Only if it launched it, its kitchen owns it, or it was handed over.

Judges each way to resume: a dispatcher's field, another agent's command line, a message to a subagent.

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
MESSAGES = {
    "SendMessage": ("to", "recipient", "agent_id"),
    "Agent": ("resume",),
    "Task": ("resume",),
}
FIELD = "resume_session_id"
SEEN = frozenset(
    "dispatch nested subagent fork clear top".split()
)  # kinds of rows that show a launch
KITCHENS = ("kitchen_id", "child_kitchen_id", "store_kitchen")
EVENTS: tuple[str, ...] = ()
LEARN = None


def is_dispatcher(tool: str, tags: dict[str, Any]) -> bool:
    """A tool that starts or resumes sessions: by its tag, AutoSkillit's by name."""
    name = tool.rpartition("__")[2]
    own = name == "run_skill" and "autoskillit" in tool
    return "dispatcher" in tags.get("by_hand", ()) or name == "dispatch_food_truck" or own


def find_claim(event: Event, call: Call) -> tuple[str, str, str]:
    """(how, id, field or operation) of the session that a call would resume; ("", "", "") for nearly all calls."""
    how, fields = MESSAGE, MESSAGES.get(event.tool, ())
    if not fields and is_dispatcher(event.tool, call.tags):
        how, fields = DISPATCHER, (str(call.tags.get("resume") or FIELD),)
    elif not fields and call.resumes:
        return SHELL, call.resumes, call.operation
    for field in fields:
        id = event.input.get(field)
        id = id.strip() if isinstance(id, str) else ""
        if id and len(id) <= 512 and not (how == MESSAGE and id == "*"):
            return how, id, field
    return "", "", ""


def find_owner_queries(event: Event, call: Call, state: Row, settings: Row) -> list[Query]:
    id = find_claim(event, call)[1] if event.name == "PreToolUse" else ""
    return [("owners", id)] if id.strip("?*") else []


NEEDS = find_owner_queries


def get_text(row: Row, field: str) -> str:
    value = row.get(field)
    return value.strip() if isinstance(value, str) else ""


def list_trusted(rows: Iterable[Row]) -> list[Row]:
    """The rows of one id that say what it is, oldest first, what was seen first.

    Where a launch was seen, a row of another counts only for the same dispatch.
    """
    every = list(rows)
    seen = [row for row in every if get_text(row, "kind") in SEEN]
    seen.sort(key=lambda row: get_text(row, "timestamp"))
    others = [row for row in every if not get_text(row, "kind")]
    dispatches = {get_text(row, "dispatch_id") for row in seen} - {""}
    return [
        *seen,
        *(row for row in others if not seen or get_text(row, "dispatch_id") in dispatches),
    ]


class Target:
    """What is on record of the session that would be resumed.

    `candidates` are the ids that begin with what was given, where there are several; `caller` owns it, "" if nobody
    knows; `dispatched` says that a row proves it; `top` that it is known and nobody launched it; `seen` by our hooks.
    """

    __slots__ = tuple("caller candidates dispatched id kitchens seen top".split())

    def __init__(self, id: str, own: str, fact: Row) -> None:
        groups: dict[str, list[Row]] = {}
        for row in fact.get("rows", ()):
            if get_text(row, "kind") != "resume":
                groups.setdefault(get_text(row, "session_id"), []).append(row)
        known = set(fact.get("others", ()))
        names = sorted(name for name in {*groups, *known, own} if name.startswith(id))
        exact = id == own or id in groups or id in known
        self.candidates = names if len(names) > 1 and not exact else []
        self.id = id if exact else names[0] if len(names) == 1 else ""
        self.read_rows(groups.get(self.id, []), self.id in known)

    def read_rows(self, rows: list[Row], is_caller: bool) -> None:
        """Sets what the rows of the one id add up to."""
        trusted, kinds = list_trusted(rows), {get_text(row, "kind") for row in rows}
        moved = max(
            (row for row in rows if get_text(row, "kind") == "handover"),
            key=lambda row: get_text(row, "timestamp"),
            default=None,
        )
        self.seen = bool(kinds & SEEN)
        callers = [moved] if moved else [row for row in trusted if not is_upstream(row)]
        self.caller = next(
            filter(None, (get_text(row, "caller_session_id") for row in callers)), ""
        )
        named = [get_text(row, name) for row in callers if moved for name in KITCHENS]
        named += [one for row in trusted if not moved for one in list_row_kitchens(row)]
        self.kitchens = [name for name in dict.fromkeys(named) if name]
        self.dispatched = any(
            get_text(row, "kind") == "dispatch"
            or (
                get_text(row, "kind") not in ("nested", "subagent", "top")
                and (get_text(row, "dispatch_id") or get_text(row, "recipe_name"))
            )
            for row in [*trusted, *([moved] if moved else [])]
        )
        # A row that names a recipe alone is written of whatever a skill resumes, an orchestrator too.
        proven = any(
            get_text(row, "dispatch_id") or get_text(row, "caller_session_id") for row in rows
        )
        launched = bool(kinds & (SEEN - {"top"})) or moved is not None
        self.top = not launched and ("top" in kinds or (is_caller and not proven))


def is_upstream(row: Row) -> bool:
    """A row of AutoSkillit's dispatch: it proves dispatch and kitchen; its caller opened a kitchen last."""
    return (
        bool(get_text(row, "dispatch_id"))
        and not get_text(row, "kind")
        and not get_text(row, "recipe_name")
    )


def list_row_kitchens(row: Row) -> list[str]:
    """The folder of a campaign says whose a row is where the row itself names only the server, or nothing."""
    names = KITCHENS if is_upstream(row) or not get_text(row, "kitchen_id") else KITCHENS[:2]
    return [get_text(row, name) for name in names]


def find_verdict(call: Call, facts: Facts) -> tuple[str, Verdict]:
    """(the rule that fits, its verdict) for what a call would resume; ("", ...) where nothing fits."""
    event = facts.event
    how, id, field = find_claim(event, call)
    if not how:
        return "", Verdict(PASS)
    if id == "*":
        return "newest", stop(
            ASK, f"`{field}` would resume the newest session, whoever's it is: name it by its id."
        )
    if id == "?":
        return "unchecked", pass_unchecked(
            f"`{field}` resumes a session whose id is not written out", facts, False
        )
    fact = facts.get("owners", id)
    if fact is None or fact.get("fault"):
        if how == MESSAGE:
            return "", Verdict(PASS)
        why = f"resumes {clean_id(id)}, and the records of who started it cannot be read"
        return "unchecked", pass_unchecked(why, facts, True)
    target = Target(id, event.session, fact)
    if target.id == event.session:
        return "own-session", stop(
            DENY, f"{clean_id(id)} is this session itself: {tell_fresh(how, field)}."
        )
    if how == MESSAGE and (target.id != id or not target.caller):
        return "", Verdict(PASS)
    if target.candidates:
        many = len(target.candidates)
        return "ambiguous", stop(
            ASK, f"{clean_id(id)} is the beginning of {many} session ids: give the whole id."
        )
    rule, verdict = judge_owner(how, target, call, facts, fact)
    if target.id == "":
        why = f"resumes {clean_id(id)}: no record says who started it"
        older = "; only the newest 8 MiB of the records were read" if fact.get("older") else ""
        rule, verdict = "unchecked", pass_unchecked(why + older, facts, False)
    live = [one for one in fact.get("live", ()) if one.get("session_id") == (target.id or id)]
    if live and how != MESSAGE and verdict.effect == PASS:
        pid, since = live[0].get("pid"), clean_id(str(live[0].get("since") or "earlier"))
        where = (
            f"{cut_id(target.id or id)} is still open in another process (pid {pid}, since {since})"
        )
        return "still-open", stop(
            ASK, f"{where}: wait for its end or close it, else both write to one conversation."
        )
    return rule, verdict


def judge_owner(
    how: str, target: Target, call: Call, facts: Facts, fact: Row
) -> tuple[str, Verdict]:
    """Whether a session that something is known of is this one's to resume."""
    event, short = facts.event, cut_id(target.id)
    own, named = facts.event.session, target.caller or bool(target.kitchens)
    if target.top or (not target.dispatched and (how == DISPATCHER or not named)):
        if how == DISPATCHER:
            what = "is no food truck but an orchestrator's own session (layer 3), which nobody dispatched"
        else:
            what = "was started by you, not by this session: ask it yourself"
        if target.kitchens and how != DISPATCHER:
            what = "is an orchestrator's own session (layer 3)"
        return "layer", stop(
            DENY, f"Session {clean_id(target.id)} {what}, or {tell_fresh(how, call.operation)}."
        )
    if target.caller and target.caller in (own, *facts.state.get("resume_ownership.parents", ())):
        return "not-owner", Verdict(PASS, exemption="resume.own-child")
    here = {get_text(event.input, "kitchen_id"), str(facts.settings.get("kitchen_id") or "")} | set(
        fact.get("kitchens", ())
    )
    here.discard("")
    if here.intersection(target.kitchens):
        return "not-owner", Verdict(PASS, exemption="resume.same-kitchen")
    hint = fact.get("hint")
    if hint and hint in target.kitchens:
        what = f"Is this session of kitchen {clean_id(hint)}, which owns {short}?"
        return "kitchen-unproved", stop(ASK, f"{what} Only the project's last server says so.")
    if not target.caller and not here and not target.seen:
        return "unchecked", pass_unchecked(
            f"resumes {clean_id(target.id)}: no record says who dispatched it", facts, False
        )
    way = f"Resume it there, or run `guardctl handover {short} {cut_id(own)}`."
    if target.kitchens or target.dispatched:
        kitchen = (
            ", kitchen " + "/".join(map(clean_id, target.kitchens[:2])) if target.kitchens else ""
        )
        owner = f"caller {clean_id(target.caller) or 'unknown'}{kitchen}"
        return "not-owner", stop(
            DENY, f"{clean_id(target.id)} is not owned by this session but by {owner}. {way}"
        )
    what = f"Session {short} was started by session {cut_id(target.caller)}, not by this one."
    return "not-owner", stop(DENY, f"{what} {way}")


def stop(effect: int, reason: str) -> Verdict:
    return Verdict(effect, reason, alone=DENY)


def pass_unchecked(why: str, facts: Facts, broken: bool) -> Verdict:
    """A pass that says so; a denial under `strict` where records cannot be read."""
    if broken and facts.settings.get("strict"):
        return stop(DENY, f"This {why}.")
    return Verdict(PASS, notice=f"autoskillit: this {why}; it was not checked.")


def tell_fresh(how: str, field: str) -> str:
    words = {
        DISPATCHER: f"dispatch afresh without {FIELD}",
        MESSAGE: "start a subagent of your own",
    }
    return words.get(how, "start a new session")


def clean_id(id: str) -> str:
    """An id as a word of a message: one line, bounded, nothing that could speak to a model or a shell."""
    kept = "".join(c if c.isalnum() or c in "-_.:@/+" else "?" for c in id[:40])
    return kept + "..." if len(id) > 40 else kept


def cut_id(id: str) -> str:
    """The beginning of an id that a person types."""
    return clean_id(id)[:8].rstrip("?.-") if len(id) > 12 else clean_id(id)


def make_example(
    id: str, rows: Iterable[Row] = (), strict: bool = False, **more: Any
) -> tuple[Call, Facts]:
    """A dispatcher's call of session `me` that resumes `id`, over these records."""
    tool = "mcp__kitchen__dispatch_food_truck"
    event = Event("PreToolUse", "me", tool, {"recipe": "implement", FIELD: id})
    fact = {"rows": list(rows), "others": [], **more}
    return Call(tool), Facts(event, settings={"strict": strict}, answers={("owners", id): fact})


def make_rule(name: str, question: str, yes: tuple[Call, Facts], no: tuple[Call, Facts]) -> Rule:
    """The rule of one outcome of `find_verdict`."""

    def apply_outcome(call: Call, facts: Facts) -> Verdict | None:
        rule, verdict = find_verdict(call, facts)
        return verdict if rule == name else None

    return Rule(f"resume.{name}", question, apply_outcome, yes, no)


_MINE = {"session_id": "truck-1", "caller_session_id": "me", "kind": "dispatch"}
_THEIRS = {**_MINE, "session_id": "truck-2", "caller_session_id": "you", "kitchen_id": "k2"}
_OWN = make_example("truck-1", [_MINE])
_NEWEST = Call("Bash", "claude --continue", resumes="*"), Facts(Event("PreToolUse", "me", "Bash"))
RULES = (
    make_rule("own-session", "Does a session resume itself?", make_example("me"), _OWN),
    make_rule(
        "layer",
        "Was the session launched by no session?",
        make_example("boss", others=["boss"]),
        _OWN,
    ),
    make_rule(
        "not-owner", "Is the session another one's?", make_example("truck-2", [_THEIRS]), _OWN
    ),
    make_rule(
        "ambiguous",
        "Do several ids begin like this?",
        make_example("truck", [_MINE, _THEIRS]),
        _OWN,
    ),
    make_rule("newest", "Is the newest session resumed, whoever's it is?", _NEWEST, _OWN),
    make_rule(
        "kitchen-unproved",
        "Does only a hint say that this session is of the kitchen that owns it?",
        make_example("truck-2", [_THEIRS], hint="k2"),
        _OWN,
    ),
    make_rule(
        "still-open",
        "Is another live process in the session?",
        make_example("truck-1", [_MINE], live=[{"session_id": "truck-1", "pid": 7}]),
        _OWN,
    ),
    make_rule(
        "unchecked",
        "Can nobody say whose it is?",
        make_example("x", strict=True, fault="locked"),
        _OWN,
    ),
)
