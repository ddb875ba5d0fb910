"""How far has the work wandered from what was asked?  Lexical, windowed, and never a reason to deny.

`semantic_distance` of an action is one minus the cosine of two hashed bags of words (guards/_text/bag.py): what the
call is (its operation, what it is given) and what the user's prompts said, each word once.  It stands on the row of
every call, gated or not.  Raw and lexical: `git status` shares no word with any request, so it alarms nobody and
decides nothing.

`uncovered` of a gated call is another measure, and what the windows look at: how far the words that account for the
call, its arguments *and the queries whose results gave it its values* (`P020` says nothing, but it came from
`search("pencil set")`), are from their own part that the prompts said; rare words of this session weigh more
(guards/_origin/attribution.py).  `drift_score` (0 to 1) is calibrated: it joins `uncovered` with the points of the
foreign text that accounts best for the call.

The state is that of a window, the last calls that sent or changed something: `entered` when their mean score says
that somebody else leads, `recovered` when it falls again or the user says something substantial.  While it is
entered, a call that sends or changes something, far from the request and itself suspicious, is asked about.

A second, wider window looks at `uncovered` alone, and so needs no foreign text: the agent *wanders* when all but one
of the last WIDE gated calls are farther than `semantic_distance_threshold`.  That is told once and asks nothing; while
it lasts, a call to a destination that nobody named is asked about, once a destination.

Limitations: wandering in reading and editing, which gates nothing; synonyms; other languages than the prompts'.
"""
from __future__ import annotations

from guards import ASK, CHANGES, INTERNAL, PASS, SENDS, SILENT, Verdict
from guards._call import call_of
from guards._evidence import KEPT
from guards._intent.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Own, Session, Settings
    from guards._history.fields import Drift as State
    from guards._origin.attribution import Attribution
    from guards._origin.call_values import CallValues
    from guards._types import Fact, Row

WINDOW = 3              # gated calls in the window
ENTER, LEAVE = 0.5, 0.25
WIDE, LEAST = 12, 8     # gated calls in the window over the distance; how many there must be
SUSPICIOUS = 0.4        # drift_score from which a single call in a drifted window is asked about
MOST = 400              # words of the prompts that are remembered
SUBSTANTIAL = 5         # words of a prompt that moves the baseline
# drift_score = logistic(SLOPE * (points - CENTRE) + PULL * (distance - 0.7))
CENTRE, SLOPE, PULL = 10.0, 0.1, 1.5


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """What was said and read, for a call that sends, changes or fetches."""
    return KEPT if event.is_call and call_of(event, settings).tags.kind else ()


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """The numbers; a signal when the window turns; a question only on strong reason."""
    request: list[str] = session["drift"].get("request") or []
    if not event.is_call:
        return SILENT
    call = call_of(event, settings)
    found, row = call.tags, from_request(call.operation, event.input, request)
    if not found.kind or not any(event.facts.stored(name) for _, name in KEPT):
        return Verdict(row=row) if row else SILENT
    from guards._origin import attribution
    made, best = attribution.of_event(event, session, found, settings)
    distance = round(best.distance, 3)
    now = round(score(best.score, best.distance), 3)
    state: State = session["drift"]
    row = {**row, "uncovered": distance, "drift_score": now}
    evidence = {}
    turned = turn(state, now)
    if turned:
        evidence["window"] = turned
    threshold = settings.drift.get("semantic_distance_threshold", 0.7)
    strayed = stray(state, distance > threshold)
    if strayed:
        evidence["wandering"] = strayed
    if not (settings.context.get("risk_signals") or {}).get("drift_detection", True):
        return Verdict(PASS, row=row, evidence=evidence)       # the person wants the numbers only
    signals = ("drift_detected",) if "entered" in (turned, strayed) else ()
    told = (f"drift: nearly all of the last {len(_wide(state, True))} calls that send or change something share "
            f"hardly a word with what the user asked (lexical); go back to the request, or say why this serves it"
            if strayed == "entered" else "")
    said = Verdict(rule="drift.wandering" if told else "", context=told, signals=signals, row=row,
                   evidence=evidence)
    if settled(event, session, made, best, settings):
        return said
    acts = found.kind in (SENDS, CHANGES)
    if acts and _stands(turned, state.get("drifted")) and now >= SUSPICIOUS and distance >= threshold:
        source = best.request.tool if best.request else "what was read"
        return Verdict(ASK, f"drift: this call, as the last, serves a text of {source[:30]} more than your request",
                       rule="drift.serves-a-text", way=("lift",), signals=("drift_detected",), row=row,
                       evidence=evidence,
                       more="It hardly shares a word with what was asked.  Or say in a prompt what is wanted now.")
    if acts and _stands(strayed, state.get("wandering")) and distance > threshold:
        return _to_nobody(made, session, settings, said)
    return said


def _stands(turned: str, before: object) -> bool:
    """Is it so now: it began with this call, or was so and did not end?"""
    return turned == "entered" or (bool(before) and turned != "recovered")


def from_request(operation: str, given: object, request: Iterable[str]) -> Row:
    """`semantic_distance` of a call from what was asked (packed bags), three digits; {} before anybody asked.

    >>> from guards._text.bag import packed, words
    >>> from_request("read", {"file_path": "src/parser.py"}, [packed(words(["read the parser"]))])
    {'semantic_distance': 0.184}
    """
    if not request:
        return {}
    from guards._text.bag import apart, leaves, words

    action = words([operation, *leaves(given)])
    return {"semantic_distance": round(apart(action, request), 3)} if action else {}


def _to_nobody(made: CallValues, session: Session, settings: Settings, said: Verdict) -> Verdict:
    """Asks where the agent wanders and this call goes to a place that stands in nothing it was told or read."""
    from guards._evidence.evidence import hasher
    from guards._origin.approvals import place
    where = list(dict.fromkeys(place(v.text) for v in made.values if v.aims and not v.users and v.origin == "nowhere"))
    key = hasher(settings.key)("\n".join(("wandering", *sorted(where))))
    if not where or key in session["request_origin"].get("approved", {}):
        return said
    from guards._sensitive.scan import redact
    shown = redact(where[0], settings, harmless=INTERNAL)[:60]
    return Verdict(ASK, f"drift: this goes to {shown}, which nobody named, far from your request",
                   rule="drift.to-nobody", way=("lift",),
                   more="Nearly all of the last calls share no words with what was asked.  Or say what is wanted now.",
                   context=said.context, signals=("drift_detected",),
                   row=said.row, evidence=said.evidence, origin=[key, "wandering", shown])


def settled(event: Event, session: Session, made: CallValues, best: Attribution, settings: Settings) -> bool:
    """Did the user hand the lead to the text behind this call, approve such an act before, or let this one through?"""
    from guards._origin.allowance import lifted
    from guards._origin.approvals import key
    if (best.led and not best.addressed) or lifted(event, session, settings):
        return True
    return key(made, best, settings.key) in session["request_origin"].get("approved", {})


def turn(state: State, now: float) -> str:
    """"entered" or "recovered" where this score turns the window, else ""."""
    window = [*state.get("window", []), now][-WINDOW:]
    mean = sum(window) / len(window)
    if not state.get("drifted"):
        return "entered" if len(window) >= 2 and mean >= ENTER and now >= ENTER else ""
    return "recovered" if mean < LEAVE else ""


def stray(state: State, far: bool) -> str:
    """"entered" or "recovered" where this call turns the window over the distance, else ""."""
    window = _wide(state, far)
    if not state.get("wandering"):
        return "entered" if len(window) >= LEAST and sum(window) >= len(window) - 1 and far else ""
    return "recovered" if 2 * sum(window) < len(window) else ""


def _wide(state: State, far: bool) -> list[int]:
    return [*state.get("far", []), int(far)][-WIDE:]


def learn(event: Event, session: Session, settings: Settings, own: Own) -> State:
    """The window: scores of the last gated calls, whether it has drifted, since when, how often."""
    state: State = session["drift"]
    if event.is_prompt:
        if not typed(event):
            return state
        state = _asked(event, state)
        if not state.get("window") or len(event.prompt.split()) < SUBSTANTIAL:
            return state
        return {**state, "window": [], "drifted": False, "far": [], "wandering": False}
    if not event.is_call or "drift_score" not in own.verdict.row:
        return state
    now = own.verdict.row["drift_score"]
    turned = turn(state, now)
    threshold = settings.drift.get("semantic_distance_threshold", 0.7)
    far = own.verdict.row["uncovered"] > threshold
    strayed = stray(state, far)
    after: State = {**state, "window": [*state.get("window", []), now][-WINDOW:], "far": _wide(state, far)}
    if strayed:
        after["wandering"] = strayed == "entered"
    if turned == "entered":
        after.update({"drifted": True, "since": event.time, "times": state.get("times", 0) + 1})
    elif turned == "recovered":
        after["drifted"] = False
    return after


def _asked(event: Event, state: State) -> State:
    """The state with the words of a prompt that none before it said."""
    from guards._text.bag import DIGITS, packed, words

    before = state.get("request") or []
    known = {one[at:at + DIGITS] for one in before for at in range(0, len(one), DIGITS)}
    new = packed(words([event.prompt]) - known)
    if not new:
        return state
    request = [*before, new]
    while len(request) > 1 and sum(map(len, request)) > MOST * DIGITS:
        del request[1 if len(request) > 2 else 0]       # what was asked first goes last
    return {**state, "request": [one[:MOST * DIGITS] for one in request]}


def score(points: float, distance: float) -> float:
    """0 to 1: how likely somebody else than the user leads this call."""
    from math import exp
    return 1 / (1 + exp(-(SLOPE * (points - CENTRE) + PULL * (distance - 0.7))))
