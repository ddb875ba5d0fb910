"""How far are the last actions from what was asked?  It compares words, is on every row, and asks only with a place that nobody named.

Law: `semantic_distance` is one minus the cosine of two hashed bags of words: what the call is and is given, and what
the person asked (the first request of the session or the one that stands, whichever is nearer).  A question comes only
where nearly all of the last twelve actions are far and this one goes to a place that nobody named, and only for a
server's tool: in a shell or an editor, where honest work drifts as far, the distance is a signal and no more.
A signal is a remark on a row: `find_signals` loads nothing and runs under the session's lock for every action.
Cannot see: synonyms; a far word that serves the request; a near word that does not.
"""

from __future__ import annotations

import guards
from guards import Call, Event, Example, Facts, Lesson, Row, Rule, Sink, Texts, Verdict, count_chain
from guards._text import SHARED, hash_bag, list_leaf_texts, match_glob, normalize_place, split_pairs

BURST, SECONDS = 20, 10  # actions, within so many seconds
SIGNALS = """scope_expansion classification_escalation unusual_sequence drift_detected velocity_anomaly
    chain_length_exceeded chain_length_warning""".split()
SWITCHES = split_pairs("drift_detected:drift_detection velocity_anomaly:velocity_analysis")
WINDOW, LEAST = 12, 11  # measured actions; how many of them are far
FRESH, WORDS = 5, 300  # words of a prompt that begins a new request; different words kept of one


def find_signals(state: Row, row: Row, settings: Row) -> list[str]:
    """The signals of one action or result: of the state before it, and of its finished row."""
    chosen, request = settings["context"], settings["request"]
    found: Row = {}
    if row.get("event") in ("PostToolUse", "PostToolUseFailure"):
        before, after = (guards.LEVELS.index(name) for name in row["level"])
        if after > before:
            from guards._taint import rate_name

            expected = rate_name(request["expected_classification"], settings)
            found["classification_escalation"] = after > expected
    elif row.get("event") == "PreToolUse":
        window, scope = state.get("window", []), request["expected_scope"]
        then = window[1 - BURST]["ts"] if len(window) >= BURST - 1 else ""
        chain, most = count_chain(state), chosen["chain_length_limit"]
        found = {
            "scope_expansion": scope and not is_in_scope(scope, row),
            "unusual_sequence": row.get("sequence"),
            "drift_detected": is_far(state, settings, row.get("semantic_distance")),
            "velocity_anomaly": then and measure_pause(then, row["ts"]) <= SECONDS,
            "chain_length_exceeded": chain > most,
            "chain_length_warning": most >= chain > chosen["chain_length_warning"],
        }
    switches = chosen["risk_signals"]
    return [one for one in found if found[one] and switches.get(SWITCHES.get(one, one), True)]


def is_in_scope(scope: Texts, row: Row) -> bool:
    """Does one of these globs fit the tool, its server, the program of a command, or the operation?"""
    tool, operation = row.get("tool", ""), row.get("operation", "")
    parts = tool.split("__")
    family = parts[1] if len(parts) > 2 else operation.partition(" ")[0] or tool
    return any(match_glob(glob, name) for glob in scope for name in (tool, family, operation))


def measure_pause(then: str, now: str) -> int:
    """Seconds between two times of day, whichever is later; whole days do not show."""
    clocks = [[int(part) for part in text[11:19].split(":")] for text in (then, now)]
    first, last = (3600 * hour + 60 * minute + second for hour, minute, second in clocks)
    gap = abs(last - first)
    return min(gap, 86400 - gap)


def measure_distance(state: Row, tool: str, given: object) -> float | None:
    """1 - cosine of a call and the nearer of the first and the present request, three digits; None before any."""
    requests = [*filter(None, map(state.get, ("drift.first", "drift.request")))]
    action = hash_bag([tool.rpartition("__")[2], *list_leaf_texts(given, 200)])
    if not requests or not action:
        return None
    near, norm = 0.0, sum(count * count for count in action.values())
    for one in requests:
        dot = sum(count * one.get(bucket, 0) for bucket, count in action.items())
        near = max(near, dot / (norm * sum(count * count for count in one.values())) ** 0.5)
    return round(1 - min(near, 1.0), 3)


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The distance of every call; a prompt of five words and more is the request that stands, a shorter one adds."""
    if event.name != "UserPromptSubmit":
        distance = measure_distance(facts.state, event.tool, event.input)
        return None if distance is None else Lesson(fields={"semantic_distance": distance})
    bag = dict(list(hash_bag([event.prompt]).items())[:WORDS])
    if not bag or event.prompt.lstrip().startswith("<task-"):
        return None
    before = facts.state.get("drift.request") or {}
    added = len(event.prompt.split()) < FRESH and len(before) <= WORDS
    first = [] if facts.state.get("drift.first") else [("set", "drift.first", bag)]
    return Lesson([*first, ("set", "drift.request", {**before, **bag} if added else bag)])


def list_outer_places(call: Call) -> list[str]:
    """The addresses and accounts outside that a server's tool sends to; names mean something only to their service."""
    sinks = call.sinks if call.tool.startswith("mcp__") else ()
    places = (one for sink in sinks for one in sink.places if not one.startswith(("service:", "?")))
    outer = {*map(normalize_place, places)}.difference(SHARED)
    return sorted(one for one in outer if "." in one or sum(map(str.isdigit, one)) > 7)


def is_far(state: Row, settings: Row, now: float | None) -> bool:
    """Is this action far from the request, with nearly all of the last measured ones?"""
    limit = settings["drift"].get("semantic_distance_threshold", 0.7)
    row = [one.get("distance") for one in state.get("window", ())]
    far = [one > limit for one in [*row, now] if one is not None][-WINDOW:]
    return len(far) == WINDOW and sum(far) >= LEAST and far[-1]


def find_drift(call: Call, facts: Facts) -> Verdict | None:
    """An outward call far from the request, after eleven others, to a place that nobody named."""
    switches = facts.settings["context"].get("risk_signals", {})
    places = list_outer_places(call) if switches.get("drift_detection", True) else []
    given = facts.event.tool, facts.event.input
    if not (places and is_far(facts.state, facts.settings, measure_distance(facts.state, *given))):
        return None
    from guards._taint.consent import is_kin, is_known

    for place in places:
        own = facts.get("head_holds", place)
        if not (own or is_known(facts, place, "drift") or is_kin(facts, place)):
            reason = f"`{call.operation[:30]}` goes to {place[:50]}: you did not name that place, and the last {WINDOW} actions share hardly a word with your request. To allow it, say yes."
            return Verdict(guards.ASK, reason, guards.PASS, approves=[("drift", place)])
    return None


def make_drifted(typed: str) -> Example:
    """A call to a place after twelve far actions; `typed` is the request."""
    event = Event("PreToolUse", tool="mcp__bank__pay", input={"memo": "crypto payout"})
    state = {"window": [{"distance": 1.0}] * WINDOW, "drift.request": hash_bag([typed])}
    return Call(event.tool, sinks=[Sink("pay", ["pay.example"])]), Facts(event, state)


FAR = "Does a call far from the request go to a place that nobody named?"
NEAR, OTHER = make_drifted("pay the crypto payout"), make_drifted("meet Johnson")
RULES = (Rule("drift.to-nobody", FAR, find_drift, OTHER, NEAR),)
