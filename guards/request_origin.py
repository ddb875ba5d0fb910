"""Who asked for this?  A call that foreign text accounts for, and the user does not, is put before a person.

Two ways to see it.  Where it came from: a call that goes to an address that the user never gave, for a class of act
that he never asked for, in whatever language and form the text that holds it is written.  What was asked: every
passage of foreign text that the session has read is held against the call (guards/_origin/attribution.py): does it
ask for this class of act, in one sentence with a value that the user never gave, spoken to the reader, out of place
where it stands?  Against both: he named the value, the source, asked for the class, handed over the lead, approved
it, trusts the place.

A link is a citation: a page that is merely opened is asked about only where a text orders the agent to open it.  What
a record asks for to which the user handed the lead is his within what is his, and one question a source and class
elsewhere.  With a person there it is asked; denied only where nobody is, or where credentials or money are at stake.

Limitations: an act whose values the user gave and whose request stands nowhere; a value that is split or encoded
between the text and the call, for an act of a class that he asked for; requests in images or in code.
"""
from __future__ import annotations

from guards import ASK, CHANGES, CREDENTIALS, DENY, INTERNAL, NONE, PASS, SILENT, STOPS, Verdict
from guards._call import call_of
from guards._call.tags import (
    ANSWERS_ITSELF,
    QUESTION,
    READERS,
    SHELL,
    SHOWS,
    SKILL,
    TELLS,
    WRITERS,
    file_of,
    put,
    shell_command,
)
from guards._call.tools import kept_output, ran
from guards._evidence import KEPT, PROSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Own, Session, Settings
    from guards._call.entrusted import Act
    from guards._call.tags import Tags
    from guards._history.fields import Origin as State
    from guards._origin.attribution import Attribution
    from guards._origin.call_values import CallValues
    from guards._types import Fact

DENY_AT = 36
ORDERS = "origin.foreign-text-orders"
AIM = 300           # characters of a destination that are read
QUOTED = 100        # characters of it that are shown
INSTRUCT = frozenset("InstructionsLoaded SessionStart UserPromptExpansion".split())
LIKE_PROSE = (*PROSE, "rules", "copilot-instructions", "goosehints")     # anywhere in what a call names
# Folders of what others wrote, whoever put it there.
OTHERS = tuple("""/node_modules/ /site-packages/ /.claude/plugins/ /marketplaces/ /.cargo/registry/ /pkg/mod/ /vendor/
    /third_party/ /.terraform/ /Pods/ /bower_components/ /.m2/ /.gradle/caches/ /gems/ /.pub-cache/ /.build/checkouts/
    /SourcePackages/checkouts/""".split())
THIRD_PARTIES = 2   # see `trust`
BROUGHT = 40        # fetched files and folders that a session remembers


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """What was said and read, but only for a call that could carry out what a text asks."""
    if event.is_prompt and _filled_in(event):
        return (("attended", ""),)
    if not event.is_call:
        return (*_instructions(event), *(("committed", path) for path in (*_opened(event), *_committers(event))))
    found, scripts = _acts(event, session, settings), _foreign_scripts(event, session, settings)
    if not found and not scripts and not call_of(event, settings).tags.kind and not _consequences(
            event, session, settings):
        return ()
    from guards._origin.entrusting import looked_up
    return (*KEPT, ("remotes", ""), ("attended", ""), *looked_up(event, found, scripts))


def _filled_in(event: Event) -> bool:
    """May a prompt hold what a workflow put into it?"""
    from guards._intent.template import worth_reading
    return worth_reading(event.prompt)


def _foreign_scripts(event: Event, session: Session, settings: Settings) -> list[str]:
    """Scripts of a skill, a package or a download that the call runs."""
    call, fetched = call_of(event, settings), session["request_origin"].get("fetched")
    from guards._call.prefilter import runs_others
    if not fetched and not runs_others(call.command):
        return []
    from guards._origin.started import foreign
    return foreign(call, fetched)


def _consequences(event: Event, session: Session, settings: Settings) -> list[Act]:
    """What the call takes away, lets happen, pays or resets at a service."""
    call = call_of(event, settings)
    if call.command and not call.tags.kind and not call.texts:
        from guards._call.prefilter import worth_reading
        if not worth_reading(call.command):
            return []
    elif not call.command and not event.server:
        return []
    from guards._call.consequences import done
    return done(event, call)


def _instructions(event: Event) -> tuple[Fact, ...]:
    """A skill's text, and that of a file of instructions: no hook is shown it."""
    if event.tool != SKILL and event.name not in INSTRUCT:
        return ()
    from guards._evidence.instructions import brings
    return (("instructions", ""),) if brings(event) else ()


def _opened(event: Event) -> list[str]:
    """The files of prose that a call has read: whose they are the shell has to look up."""
    given = shell_command(event) or file_of(event) if event.is_result else ""
    if not any(mark in given for mark in LIKE_PROSE):
        return []
    from guards._evidence.instructions import opened
    return opened(event)


def _committers(event: Event) -> list[str]:
    """What has to be looked up of a result that shows commits: are they the person's?"""
    if not event.is_result or "git " not in str(event.input.get("command", ""))[:2000]:
        return []
    from guards._evidence.messages import COMMITS, commits
    return [COMMITS] if commits(event) else []


def _strange(event: Event) -> bool:
    """Is a text of instructions or prose that a call brings nobody's that the person's commit holds?"""
    if event.tool != SKILL and not _opened(event):
        return False
    from guards._evidence.instructions import strange
    return strange(event)


def _powerful(event: Event) -> bool:
    from guards._call.grants import gives_power
    return gives_power(event)


def _acts(event: Event, session: Session, settings: Settings) -> list[Act]:
    """What the call puts its trust in (guards/_call/acts.py); nothing is loaded for a call that cannot."""
    call = call_of(event, settings)
    if call.command:
        from guards._call.prefilter import worth_reading
        if not worth_reading(call.command) and not call.tags.kind and not call.texts and (
                "fetched" not in session["request_origin"]):
            return []
    elif event.tool not in WRITERS and (not event.server or (call.tags.internal_source and not event.input) or (
            call.tags.kind and not _powerful(event))):
        return []
    elif event.tool in WRITERS:
        from guards._call.prefilter import may_entrust
        path = file_of(event)
        may = may_entrust(path, event)
        if may is None and not session["request_origin"].get("foreign"):
            from guards._call.references import loaded
            may = any(loaded(path, text) for text in put(event))
        if may is False:
            return []
    from guards._call.acts import acts
    return acts(event, call, session["request_origin"].get("fetched"))


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Silent unless foreign text accounts for a gated call, or only foreign text can have said where it goes."""
    if event.source == "compact" and event.is_start:     # the newest request, said again
        from guards._intent.superseded import reminder
        return Verdict(PASS, context=reminder(session["context"].get("requests") or []))
    if not event.is_call:
        return SILENT
    if session["request_origin"].get("held"):
        from guards._origin.held import objection as waiting
        said = waiting(event, session, settings, present(event, settings))
        if said.rule or said.excused:
            return said
    said = _accounted(event, session, settings)
    if said.rule or not session["request_origin"].get("barred"):
        return said
    from guards._origin.withheld import objection as excluded
    return excluded(event, session, settings, present(event, settings), said)


def _accounted(event: Event, session: Session, settings: Settings) -> Verdict:
    """What foreign text, or where a call goes, says against it."""
    if not any(event.facts.stored(name) for _, name in KEPT):
        return SILENT
    tags = call_of(event, settings).tags
    said = _weighed(event, session, tags, settings) if tags.kind else SILENT
    excused = [*said.excused]
    for gather in (_acts, _consequences):
        found = gather(event, session, settings) if not said.rule else []
        if found or (gather is _acts and not said.rule and _foreign_scripts(event, session, settings)):
            from guards._origin.entrusting import objection
            said = objection(event, session, found, settings, present(event, settings))
            excused += said.excused
    return said.with_(excused=excused) if excused else said


def _weighed(event: Event, session: Session, found: Tags, settings: Settings) -> Verdict:
    """What a call that sends, changes or opens something comes to."""
    from guards._origin import attribution, delegation
    made, best = attribution.of_event(event, session, found, settings)
    if not objects(found, made, best):
        return SILENT
    why = delegation.excused(event, session, made, best, settings)
    if why:
        return Verdict(excused=[(rule_of(best), why)])
    return verdict(event, session, made, best, settings)


def objects(found: Tags, made: CallValues, best: Attribution) -> bool:
    """Does foreign text account for the call, or provenance speak against it?"""
    from guards._origin.links import cited
    if best.ordered:
        if found.kind == CHANGES and best.request and best.request.record.instructs:
            return False        # to run its own scripts is what a skill is for; what they do is read
        return not cited(found, made, best)
    return best.outsider is not None


def rule_of(best: Attribution) -> str:
    """What speaks against the call: a text that orders it, or only where its destination came from."""
    return ORDERS if best.ordered else "origin.place-from-text"


def verdict(event: Event, session: Session, made: CallValues, best: Attribution, settings: Settings) -> Verdict:
    """ASK or DENY with the value, its source and the sentence; without a person, DENY or PASS with a notice."""
    from guards._call.tools import towards
    from guards._origin import approvals
    from guards._sensitive.scan import redact_line
    from guards._text.reason import voice
    chosen = best.value or best.outsider
    value = (aimed if chosen.aims else redact_line)(chosen.text, settings, 60, INTERNAL) if chosen else ""
    source = best.request.tool if best.request is not None else ""
    sentence = redact_line(best.request.excerpt, settings, QUOTED) if best.request is not None else ""
    what = call_of(event, settings).operation[:60]
    does = towards(call_of(event, settings), chosen.text) if chosen and chosen.aims else what
    aim = f' {"to" if chosen.aims else "with"} "{value}"' if chosen and value else ""
    if rule_of(best) == ORDERS:
        reason = f"request_origin: {voice(source)}, not you, asks: {does[:40]}{aim}"
        more = f'Its sentence: "{sentence}".  The agent should else leave it undone.'
    else:
        reason = f"request_origin: {does[:40]}{aim} goes where no prompt said"
        more = "Only a text that was read names it." if best.asked else "No prompt asked for anything of the kind."
    evidence = {"score": best.score, "source": source, "whose": voice(source) if source else "", "sentence": sentence,
                "value": value and redact_line(value, settings, 60), "points": {
                    name: round(x, 2) for name, x in best.points.items() if x}}
    said = Verdict(PASS, reason, rule=rule_of(best), way=("lift",), more=more, signals=("foreign_request",),
                   evidence=evidence, origin=[approvals.key(made, best, settings.key), what, redact_line(
                       ", ".join(approvals.places(made)), settings, 80)])
    strong = best.score >= DENY_AT and not best.led
    if not present(event, settings):
        return said.with_(effect=DENY) if strong else said.with_(notice=f"{reason}; nobody was asked, it ran")
    if strong and best.addressed and not best.asked and grave(session, made):
        return said.with_(effect=DENY)
    return said.with_(effect=ASK)


def present(event: Event, settings: Settings) -> bool:
    """Is a person there who can be asked?  Attended or unknown, in a mode that asks."""
    return settings.asks(event.permission_mode, event.facts.attended)


def grave(session: Session, made: CallValues) -> bool:
    """Are credentials or money at stake?"""
    from guards._history.labels import label_of, level_of
    from guards._origin.call_values import MONEY
    return not MONEY.isdisjoint(made.acts) or level_of(label_of(session["contamination"], "")) >= CREDENTIALS


def aimed(text: str, settings: Settings, limit: int, harmless: int = NONE) -> str:
    """A destination as it may stand in a reason: as `redact_line`, but of a long host the end is kept."""
    from guards._sensitive.scan import redact_line
    from guards._text.reason import placed
    return placed(redact_line(text, settings, AIM, harmless), limit)


def learn(event: Event, session: Session, settings: Settings, own: Own) -> State:
    """Questions put to a person, and those that were followed by the call's result: approved."""
    state: State = session["request_origin"]
    if event.is_call:
        return _judged(event, state, own)
    if (event.is_start and event.source == "clear") or event.name == STOPS or event.is_prompt or event.tool in SHOWS:
        from guards._origin.withheld import heard
        return heard(event, state, settings)
    if event.is_result:
        state = _brought(event, state, settings)
        if event.agent_id not in state.get("foreign", ()) and trust(event, state, settings) == THIRD_PARTIES:
            state = {**state, "foreign": [*state.get("foreign", ()), event.agent_id][-BROUGHT:]}
    if state.get("asked") and ran(event):
        from guards._origin import approvals
        from guards._text.dates import rfc3339
        return approvals.went_ahead(state, event.call_id, rfc3339(event.time))
    return state


def _brought(event: Event, state: State, settings: Settings) -> State:
    """Files and folders that a command fetched, with their addresses: what is run of them later came from there."""
    call, before = call_of(event, settings), state.get("fetched") or {}
    if not call.command or not call.prefilter:
        return state
    from guards._call.installs import brings
    held = {path[-200:]: place[:200] for path, place in brings(call).items()
            if path != call.cwd.rstrip("/") and path not in before}
    return {**state, "fetched": dict([*state.get("fetched", {}).items(), *held.items()][-BROUGHT:])} if held else state


def _judged(event: Event, state: State, own: Own) -> State:
    """A question waits for its answer."""
    if not own.effect or not own.origin:
        return state
    from guards._origin import approvals
    return approvals.asked(state, event.call_id, own.origin)


def records(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, object]]]:
    """What a person said and what a result holds, as hashes and cleaned excerpts."""
    if event.is_start and event.source == "clear":
        return {"said": [{"k": "end", "at": event.time}]}      # _intent/intents.py: ENDS
    if _instructions(event):
        from guards._evidence import evidence, instructions
        kept = instructions.rows(event, settings.key, lambda texts: evidence.redact_excerpts(texts, settings))
        if event.tool != SKILL:
            return kept
        return {**kept, "origin": [*kept.get("origin", ()), *_kept(event, session, settings).get("origin", ())]}
    if event.name == STOPS:
        from guards._evidence import evidence
        return evidence.proposed_rows(str(event.extra.get("last_assistant_message")), settings.key, event.time)
    kept = _kept(event, session, settings) if event.is_prompt or event.is_answer else {}
    if event.tool in TELLS or event.prompt[:20].lstrip().startswith("<"):
        from guards._evidence import messages
        from guards._history.labels import label_of
        held = session["contamination"]
        edges = messages.edges(event, session["request_origin"], lambda id: label_of(held, id).get("level") or "none")
        return {**kept, **({"messages": edges} if edges else {})}
    return kept


def _kept(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, object]]]:
    from guards._evidence import evidence
    from guards._evidence.compact import compact
    from guards._intent.said import questions, said
    from guards._text.words import entities

    words = said(event)
    if words:
        from guards._intent.pasted import parted
        words, pasted = parted(words)
        if event.facts.attended is False and _filled_in(event):
            from guards._intent import template
            words, put_in = template.parted(words)
            pasted = "\n".join(filter(None, (pasted, put_in)))
        row = {**evidence.prompt_row(words, settings.key, event.tool == QUESTION), "at": event.time}
        asked = evidence.proposed_rows(questions(event), settings.key, event.time).get("said", [])
        kept = {"said": [*asked, {**row, "y": int("@" in " ".join(entities(words)))}]}
        if pasted:
            row = evidence.result_row("what was pasted", evidence.FOREIGN, {}, pasted, settings.key,
                                      lambda texts: evidence.redact_excerpts(texts, settings))
            kept["origin"] = [{**compact(row), "at": event.time}]
        return kept
    if event.tool in (QUESTION, *WRITERS) or (event.is_prompt and not event.prompt):
        return {}       # what stands there is the agent's own: its questions beside the answers, what it wrote
    row = _row(event, session["request_origin"], settings)
    return {"origin": [{**compact(row), "at": event.time}]} if row["r"] or row["o"] else {}


def _row(event: Event, state: State, settings: Settings) -> dict[str, object]:
    """What a result leaves behind, or a prompt that is one: a machine wrote it."""
    from guards._evidence import evidence

    def redacted(texts: list[str]) -> list[str]:
        return evidence.redact_excerpts(texts, settings)

    if event.is_prompt:
        from guards._evidence.messages import MESSAGES, wrote
        from guards._intent.prompts import TASK, machine

        author = machine(event)
        whose = wrote(event, state) if author == TASK or author in MESSAGES else evidence.FOREIGN
        return evidence.result_row(author, whose, {}, event.prompt, settings.key, redacted)
    result = event.error if event.is_failure else event.response
    if kept_output(event):
        result = event.facts.text
    whose, told = trust(event, state, settings), _strange(event)
    name = _opened(event)[0].rpartition("/")[2] if told and _opened(event) else event.short
    row = evidence.result_row(name, whose, event.input, result, settings.key, redacted, event.server)
    plan = evidence.planned(event.facts.text) if event.tool == SHELL else -1
    row.update({"plan": plan} if plan >= 0 else {})
    if whose == 1 and not all(map(event.facts.committed, _committers(event))):
        from guards._evidence.messages import addressed
        return {**row, "s": THIRD_PARTIES, "c": 1} if addressed(row) else row
    return {**row, "i": 1} if told else row


def trust(event: Event, state: State, settings: Settings) -> int:
    """Who writes this result: 2 third parties, 1 this machine, 0 the account's own data."""
    if event.tool in TELLS:
        from guards._evidence.messages import wrote
        return wrote(event, state)
    from guards._intent.prompts import made_here

    found = call_of(event, settings).tags
    if made_here(event):
        return 1
    if found.untrusted_source:
        return 2
    if (event.tool in READERS and _of_others(event)) or _strange(event):
        return 2
    if event.tool in ANSWERS_ITSELF or (event.tool.endswith("__session_memory")
                               and event.input.get("session_id") in (None, event.session_id)):
        return 1
    return 0 if found.internal_source or shell_command(event) else 2


def _of_others(event: Event) -> bool:
    return any(part in file_of(event) for part in OTHERS)
