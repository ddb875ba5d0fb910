"""May this data leave?  Once a session holds private data, what is tagged external is closed; the rest is weighed.

What the context holds rises with every response (`internal_source` tools, classified findings, sensitive files) and
never falls by itself; a subagent and its caller share it both ways.  Policies (guards.json, `contamination.policy`):
`tagged` closes the tools that the person tagged `external` by hand, `seal` every external tool, `flow` none; what is
not closed is judged by TABLE: what the context holds, what the call carries, where it goes.
Limitations: data that leaves by a tool whose name and tags say nothing of it, or that a model retold in other words.
"""
from __future__ import annotations

from guards import AGENT_BEGINS, AGENT_STOPS, ASK, CREDENTIALS, DENY, FAILURE, PASS, RESULT, SILENT, Facts, Verdict
from guards._call import call_of
from guards._call.tags import AGENTS, BUILT_IN, SHOWS, TELLS, WRITERS
from guards._history.labels import label_of, launching, level_of, notified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Own, Session, Settings
    from guards._call import Call
    from guards._call.tags import Tags
    from guards._history.fields import Contamination as State
    from guards._history.fields import Label
    from guards._types import Approval, Excuse, Fact
    from guards.contamination.leaving import Leaving


HOLDS = {"pii": "personal data", "internal": "internal data", "credentials": "credentials"}
AIM = 300           # characters of a destination that are told
LEAST = 28          # of them that a reason's first line shows at least
SAID_BESIDE = 67    # characters of a reason before and behind what goes where: whose it is, and the way out
PRIVATE = frozenset("crm email gmail hr hubspot imap mail mailbox outlook payroll salesforce vault".split())
AFTER = (RESULT, FAILURE, AGENT_BEGINS, AGENT_STOPS)

# What is carried -> Pass, Ask or Deny by where it goes: local, trusted, approved, named, own remote, service, unknown,
# named by untrusted text.  "sealed": an archive, once credentials are held.
TABLE = dict(row.split() for row in """nothing PPPPPPPP
sealed PPPPPPPD
archive PPPPPPPA
own PPPPPPAA
unread PPPPPPAA
repository PPPPPPAA
pii PPPPPPAA
document PPPPPAAA
internal PPPPPPAD
credentials PPPAAAAD""".split("\n"))
WHERE = ("this machine", "a trusted destination", "a destination approved before", "a destination that the user named",
         "the project's own remote", "a service that is in use here", "a destination that no prompt named",
         "a destination that only untrusted text named")


# The same in a rule's id.
TO = tuple("to-this-machine to-trusted to-approved to-named to-remote to-service to-unnamed to-foreign".split())
# The same within a reason's first line, where what goes and where to come first.
BRIEFLY = ("this machine", "trusted", "approved before", "named by you", "the project's remote", "a service in use",
           "named in no prompt", "named by what was read")


def requires(event: Event, session: Session, settings: Settings) -> list[Fact]:
    """What was seen and named, but only for a call that could carry it away."""
    if event.is_prompt:
        from guards.contamination import release
        if release.asked_for(event):
            return [("typed", "")]
    if event.is_prompt and event.prompt.lstrip("\ufeff \t\r\n")[:1] == "<":
        from guards._evidence.messages import sender

        return [("sender", sender(event))] if sender(event) else []
    state: State = session["contamination"]
    if event.is_prompt and "own" not in state:
        return [("remotes", "")]
    if event.is_result and event.tool in WRITERS:
        from guards.contamination import written

        return written.requires(event, state)
    if not event.is_call:
        return []
    call = call_of(event, settings, state)
    if not _weighed(event, call, state, label_of(state, event.agent_id)):
        return []
    from guards.contamination.egress import wanted

    return wanted(event, call, state)


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """PreToolUse: is this call closed, or does it carry what must not go there?  Other events: what to say of them."""
    state: State = session["contamination"]
    if event.is_call:
        return _judge_call(event, session, state, settings)
    if event.name in AFTER:
        return _tell(event, state, settings)
    from guards.contamination import release
    if event.is_prompt:
        return release.answer(event, state, settings) if release.asked_for(event) else _record(
            label_of(state, ""), settings)
    kept = release.of_clear(state) if event.is_start and event.source == "clear" else None
    return _record(label_of(state, event.agent_id), settings, kept or SILENT)


def learn(event: Event, session: Session, settings: Settings, own: Own) -> State:
    """The state after this event; the very same object where nothing changed."""
    state: State = session["contamination"]
    if event.is_call:
        return _learn_call(event, state, settings, own)
    if event.name in AFTER:
        from guards.contamination import ingress

        after = ingress.left_behind(event, ingress.after(event, state, settings), settings)
        return notified(after, event.agent_id) if event.name != AGENT_STOPS else after
    from guards.contamination import release
    if event.is_prompt and release.asked_for(event) and release.counts(event):
        return release.after(release.reason_of(event), event.time, state, settings)
    if event.is_prompt and any(kind == "sender" for kind, _ in event.facts.found):
        from guards.contamination.ingress import told_by

        return told_by(event, state)
    if event.is_prompt and event.facts.remotes:
        from guards.contamination.ingress import began_with

        state = began_with(state, event.facts.remotes)
    if event.is_prompt and state.get("launching"):
        return {**state, "launching": []}
    return state


def records(event: Event, session: Session, settings: Settings) -> dict[str, list[object]]:
    """Fingerprints, never text: of what a response holds and whom an untrusted one names, of what a prompt names."""
    if not event.is_answer and not (event.is_prompt and event.prompt):
        return {}
    from guards.contamination.ingress import rows

    return rows(event, settings)


def _weighed(event: Event, call: Call, state: State, label: Label) -> bool:
    """May a call carry something away, so that what leaves with it is looked at?"""
    return call.tags.external or _scripted(call, state) or _carries(event, call, state, label)


def _carries(event: Event, call: Call, state: State, label: Label) -> bool:
    """Could a call of no external tag carry something out all the same?

    Once credentials are held, or one stands in the call itself, each tool that is not this machine's own is weighed,
    whatever its name says; a person's `"external": false` exempts one.
    """
    if event.tool in WRITERS:       # what sends something away by itself, later: at a login, at a time
        return call.by_effects
    if event.tool in TELLS or "external" in call.tags.by_hand or (call.command and not call.elsewhere):
        return False
    if not (call.leaves or _addressed(event, call)) or (
            event.tool in SHOWS and "://" not in event.facts.text):
        return False
    from guards.contamination.egress import paths_in

    held = bool(state.get("met")) or level_of(label) >= CREDENTIALS or bool(label and call.lent)
    return held or any(f.level >= CREDENTIALS for f in event.facts.findings) or bool(paths_in(call))


def _addressed(event: Event, call: Call) -> bool:
    """Is a server that works on this machine alone, by its name, told an address all the same?"""
    if not event.server or "://" not in event.facts.text:
        return False
    return any("://" in one[:12] and " " not in one for _, one in call.arguments)


def _scripted(call: Call, state: State) -> bool:
    """Does a command run a script that this session wrote?"""
    if not call.command:
        return False
    plans = state.get("plans") or {}
    made = call.prefilter and bool(call.reading.made)
    if made or any(len(row) > 5 for rows in plans.values() for row in rows):
        from guards.contamination.plans import ahead

        if ahead(call, state):
            return True
    return bool(call.texts)


def _judge_call(event: Event, session: Session, state: State, settings: Settings) -> Verdict:
    label = label_of(state, event.agent_id)
    event = _of_others(event, state, settings)
    call = call_of(event, settings, state)
    found = call.tags
    if label and closed(call, settings):
        reason = f"contamination: {_brief(event.tool)} is closed, since this session holds {HOLDS[label['level']]}"
        more = (f"It came from {label['source']} ({label['level']}).  Go on without the tool; for good a person tags "
                f"{event.tool} \"external\": false in .autoskillit/guards.json.")
        return _record(label, settings, Verdict(
            DENY, reason, rule="leave.closed", way=("release",), more=more,
            signals=("contaminated_egress",)), event.tool)
    if not _weighed(event, call, state, label):
        return _record(label, settings)
    from guards._origin import allowance

    verdict = _weigh(event, found, state, settings, label)
    if not verdict.effect:
        verdict = _unproved(event, found, state, settings, label) or verdict
    if verdict.effect and allowance.lifted(event, session, settings):
        verdict = verdict.with_(effect=PASS, reason="", rule="", way=(), more="", approves=(),
                                excused=[*verdict.excused, (verdict.rule, "consent.let-through")],
                                evidence={**verdict.evidence, "let": verdict.reason[:300]})
    return _record(label, settings, verdict, event.tool if verdict.effect == DENY else "")


# By which a prompt says that what is checked out somebody else wrote: HEAD holds it, and yet it is not the person's.
OTHERS = tuple("contributor contributors fork mr pr".split())


def _of_others(event: Event, state: State, settings: Settings) -> Event:
    """The event, with the scripts that HEAD holds read too where a prompt speaks of another's work."""
    found = event.facts.found
    if not any(kind == "committed" and theirs for (kind, _), theirs in found.items()):
        return event
    from guards._call import informed, read
    from guards._call.destinations import Told, short_fingerprint

    said = Told(event.facts, "asked", "h")
    if not any(short_fingerprint(word, settings.key) in said for word in OTHERS):
        return event
    facts = Facts(event.facts.text, event.facts.findings, event.facts.unread,
                  {fact: value for fact, value in found.items() if fact[0] != "committed"})
    return event.with_(facts=facts, call=informed(read(event, settings, state), facts))


def _unproved(event: Event, found: Tags, state: State, settings: Settings, label: Label) -> Verdict | None:
    """What is not known of the session or the call, and no person has said that this is all right."""
    approved = state.get("approved") or {}
    gap, unread = state.get("gap"), state.get("unread")
    if gap and (label or settings.strict) and f"gap:{gap['at']}" not in approved:
        return _of_unknown(
            f"gap:{gap['at']}", f"{_brief(event.tool)} leads outside, and this session's record was changed",
            f"{gap['what'][:60]}; it held {label.get('level') or 'nothing that is known'}.  If that was you: "
            f"guardctl verify --accept REASON.", "record_damaged", event, settings, label, "leave.record-damaged")
    if found.fetches:
        return None
    if event.facts.unread:
        return _of_unknown(
            "", f"{event.facts.unread} characters that leave with {_brief(event.tool)} could not be read",
            "There was no time; send less at once.", "unread", event, settings, label, "leave.not-read")
    if unread and f"unread:{unread.get('at')}" not in approved:
        return _of_unknown(
            f"unread:{unread.get('at')}", f"{_brief(event.tool)} could carry what was not read of "
            f"{_brief(str(unread.get('source')))}", f"{unread.get('characters')} characters of its result could not be "
            f"read in time, and could hold a secret.", "unread", event, settings, label, "leave.not-read")
    return None


def _of_unknown(name: str, why: str, more: str, signal: str, event: Event, settings: Settings, label: Label,
                rule: str) -> Verdict:
    """Asks; denies where the person said `strict`, or where nobody is there and credentials are at stake."""
    shut = settings.strict or (level_of(label) == CREDENTIALS and not settings.asks(event.permission_mode))
    return Verdict(DENY if shut else ASK, f"contamination: {why}", rule=rule, way=("lift",), more=more,
                   signals=(signal,), approves=() if shut or not name else [(name, CREDENTIALS)])


def _weigh(event: Event, found: Tags, state: State, settings: Settings, label: Label) -> Verdict:
    """The strictest that TABLE says of all that leaves with this call."""
    from guards._text.reason import placed, reason_limit
    from guards.contamination import egress, leaving

    worst, effect, covered = None, PASS, []
    excused: list[Excuse] = []
    for one in egress.leavings(event, found, state, settings):
        strict = of_table(level_of(label), one.carried, one.kind)
        if one.auth and one.carried == "credentials":   # a login that is shown: a page may well tell of its place
            strict = min(strict, ASK)
        approved = leaving.approval(one, settings) if strict else ("", 0)
        why = (one.excuse or _granted(one, approved, event, state, settings)) if strict else ""
        if why:
            excused.append((rule_of(one), why))
        elif strict:
            covered.append(approved)
            if strict > effect:
                worst, effect = one, strict
    if worst is None:
        return Verdict(excused=excused) if excused else SILENT
    what = worst.what.removesuffix(leaving.NEVER_READ)[:120]
    aim = placed(event.facts.shown(worst.place.text), AIM) or "an unknown place"
    reason = f"contamination: {_first_line(worst, what, aim, reason_limit(event.tool) - SAID_BESIDE)}"
    named = worst.place.text and not worst.place.text.startswith(("remote:", "service:", "$"))
    held = f"Held: {HOLDS[label['level']]}, from {label['source'][:60]}.  " if label else ""
    more = f"It is {what}.  " * (len(what) > 32) + held + (
        "To trust the place for good, add it to trusted_destinations in .autoskillit/guards.json." if named else "")
    said = Verdict(PASS, reason, rule=rule_of(worst), excused=excused, way=("lift",), more=more.rstrip(),
                   signals=("contaminated_egress",),
                   evidence={"leaving": {"carried": worst.carried, "what": what, "destination": aim,
                                         "kind": WHERE[worst.kind]}}, withhold=worst.literal)
    if effect == ASK and not settings.asks(event.permission_mode):
        if worst.carried != "credentials":
            return said.with_(notice=f"{reason}; {event.permission_mode} asks nobody, it ran")
        effect = DENY
    if effect != ASK or event.tool in WRITERS:      # a dialog for edits shows no reason: its yes covers nothing later
        covered = []
    return said.with_(effect=effect, approves=covered)


# What is carried, where there is no room for more.
KINDS = {"own": "a file of yours", "unread": "what was not read",
         "nothing": "something"}


def _first_line(one: Leaving, what: str, aim: str, room: int) -> str:
    """What goes where, in about so many characters: where it goes is cut last, and never at the end of its host."""
    from guards._text.reason import placed, shortened

    whose = "named in part" if one.place.beside else BRIEFLY[one.kind]
    how, known = "shows" if one.auth else "sends", f", {whose}"
    short = "a passage of a document" if one.carried == "document" else (
        what.partition(", seen ")[0].replace(" read before ", " read ")[:32])
    plain = short.endswith((")", "document")) or one.carried == "own"
    kind = "" if plain or one.carried in short.split() else f" ({one.carried})"
    said = f"{_brief(one.operation)} {how} {short}{kind} to "
    if len(said) + min(len(aim), LEAST) > room:
        said = f"{shortened(_brief(one.operation), 20)} {how} {KINDS.get(one.carried, one.carried)} to "
    if aim == "remote:":        # of no name
        return f"{said}the project's remote"
    return said + placed(aim, max(LEAST, room - len(said) - len(known))) + known


def _brief(tool: str) -> str:
    """A tool's name as a person knows it: without its server, bounded."""
    return tool.rpartition("__")[2][:32]


def of_table(context: int, carried: str, kind: int) -> int:
    """PASS, ASK or DENY for what the context holds, what is carried and where it goes."""
    return "PAD".index(TABLE["sealed" if carried == "archive" and context >= CREDENTIALS else carried][kind])


def rule_of(one: Leaving) -> str:
    """The id of TABLE's cell: what is carried, and where it goes."""
    return f"leave.{one.carried}-{TO[one.kind]}"


def _granted(one: Leaving, approved: Approval, event: Event, state: State, settings: Settings) -> str:
    """The excuse: approved before, its own way in, or spoken of by the user himself; "" for none."""
    from guards._call.destinations import NAMED, OWN_REMOTE, SERVICE, UNKNOWN
    from guards.contamination.leaving import NEVER_READ

    name, level = approved
    if (state.get("approved") or {}).get(name, 0) >= level:
        return "consent.approved-before"
    if one.kind == SERVICE and one.place.text.startswith("service:") and not event.server and (
            _spoken_of(one, event, settings) or (
                "secret" in one.operation and not any(word in event.facts.text for word in ACCOUNTS))):
        return "consent.spoken-of"      # the account of the person's own cloud, the place in it where secrets belong
    if one.kind == OWN_REMOTE and one.auth:
        return "leave.shows-itself"         # to the project's own remote
    number = one.place.host.replace(".", "").isdigit()      # a name of this network, anybody there may answer to
    if one.kind >= UNKNOWN and one.auth and one.place.near and (not one.place.foreign or (one.literal and number)):
        return "leave.shows-itself"         # to a machine of this network
    login = one.auth and not one.operation.endswith(" set")     # what is put into a vault is given away
    named = one.kind == NAMED and (login or one.what.endswith(NEVER_READ) or _spoken_of(one, event, settings))
    return "consent.spoken-of" if named else ""
SECRET_WORDS = tuple("secret secrets token key keys credential credentials password passwords .env".split())


def _spoken_of(one: Leaving, event: Event, settings: Settings) -> bool:
    """Did a prompt name the file, its folder or the variable, or, where no untrusted text has a say, secrets at all?"""
    from guards._call.destinations import Told, short_fingerprint

    names = [*one.what.lower().split("/"), one.what.strip("$").lower(), *(() if one.place.foreign else SECRET_WORDS)]
    said = Told(event.facts, "asked", "h")
    return any(short_fingerprint(name, settings.key) in said for name in names)


def closed(call: Call, settings: Settings) -> bool:
    """Does the policy close a tool to a session that holds anything?  `seal` closes each that may lead outside."""
    policy, found = settings.contamination.get("policy", "tagged"), call.tags
    if policy == "seal" and not found.external:
        from guards.contamination.egress import leads_outside

        return leads_outside(call)
    return found.external and (policy == "seal" or (policy == "tagged" and "external" in found.by_hand))


def blocked_tools(settings: Settings) -> list[str]:
    """The names and globs that the policy closes, as far as they are known by name."""
    policy = settings.contamination.get("policy", "tagged")
    if policy == "flow":
        return []
    rows = settings.tools if policy == "tagged" else [*settings.tools, *settings.known_tools]
    names = [pattern for pattern, row in rows if row.get("external") is True]
    return list(dict.fromkeys(names if policy == "tagged" else [*names, *BUILT_IN]))


def _record(label: Label, settings: Settings, verdict: Verdict = SILENT, blocked: str = "") -> Verdict:
    """The verdict with the ledger row's field `contamination`, where anything is held."""
    if not label:
        return verdict
    names = blocked_tools(settings)
    if blocked and blocked not in names:
        names.append(blocked)
    row = {"contaminated_at": label["contaminated_at"], "source": label["source"], "level": label["level"],
           "blocked_tools": names}
    return verdict.with_(row={**verdict.row, "contamination": row}, mask_opaque=level_of(label) == CREDENTIALS)


def _tell(event: Event, state: State, settings: Settings) -> Verdict:
    """Said once, when the level rises to credentials or closes tools: what is held, from where, what is closed."""
    from guards.contamination.ingress import after as taken_in

    after = taken_in(event, state, settings)
    agent = event.agent_id if event.name != AGENT_STOPS else ""
    label = label_of(after, agent)
    if event.name == AGENT_STOPS or notified(after, agent) is after:
        return _record(label, settings)
    names = blocked_tools(settings)
    if level_of(label) < CREDENTIALS and not names and not _surely_private(label["source"]):
        return _record(label, settings)      # nothing changes for the agent: a line would only be noise
    shut = f"closed from here on: {', '.join(names[:8])}; " if names else ""
    context = (f"contamination: the context now holds {HOLDS[label['level']]} (from "
               f"{label['source']}); {shut}outbound calls that carry it are judged by where they go; reading, editing, "
               f"local commands and destinations that the user named go on as before")
    return _record(label, settings, Verdict(PASS, context=context))


def _surely_private(source: str) -> bool:
    """Is it a mailbox, a list of customers or the like, by its server's name?  Listings and files may be public."""
    parts = source.split("__")
    return len(parts) > 2 and not PRIVATE.isdisjoint(parts[1].lower().replace("-", "_").split("_"))


def _learn_call(event: Event, state: State, settings: Settings, own: Own) -> State:
    if any(kind == "script" for kind, _ in event.facts.found):
        from guards.contamination.ingress import read_once

        state = read_once(event, state, settings)
    if event.tool in AGENTS and own.effect < DENY:
        return launching(state, event.agent_id)
    if own.asked and own.verdict.approves:
        from guards._history.labels import asked

        return asked(state, event.call_id, own.verdict.approves)
    return state


# Options by which a cloud's client is told another account than the one that it is logged in to.
ACCOUNTS = tuple("""
    --account --configuration --endpoint --impersonate --profile --project --subscription --vault AWS_ CLOUDSDK_
""".split())
