"""One event's judgement: who is there, what the guards say, what they learn, and the answer that comes of it.
Law: facts are looked up once, all rules judge the same facts, all guards learn once, the strictest verdict counts.  A
guard, rule or step that raises is left out and named.  What cannot be known of the client counts as attended: a
question to nobody stops a call, silence would let it pass.
Cannot see: what the person answers (the next result of the call shows it); an event that a process of the agent's made
up; whether a guard's silence is an opinion or an omission.
"""

from guards import ASK, DENY, PASS, Environ, Event, Lesson, Row, Verdict, combine, judge_rules
from guards._reading import OUTSIDE_FOLDERS, QUIET_TOOLS, SPELLED, is_read_only, read
from guards._sensitive import find_sensitive, list_texts
from guards._text import split_table
from guards._words import may_address
from hooks._dialects import Answer
from hooks._event import DEFAULTS, Moment
from hooks._event.facts import call_function, look_answer
from hooks._stores.ledger import OUTCOMES
from hooks._stores.world import limit_cpu

CPU_MOST = 2.0  # seconds for all guards together
UNREAD = "[not shown: it could not be searched for secrets in time]"
MESSAGE_MOST, LINES_MOST = 900, 12  # characters of a reason; notices and warnings of one event
PROMPTS = "UserPromptSubmit", "SessionStart"  # where a lesson's output is context for the agent
# The guards in order, with the events at which they learn; all judge at PreToolUse.  With "__" behind an event here and
# in STEPS: only where the tool is a server's, or the settings tag tools.
GUARDS = split_table("""resume_ownership|contamination PostToolUse|request_origin SessionStart UserPromptSubmit PostToolUse PostToolUseFailure|drift UserPromptSubmit
PreToolUse|loss PreToolUse PostToolUse PostToolUseFailure|policy SessionStart PreToolUse|memory SessionStart UserPromptSubmit PreToolUse PostToolUse__
PostToolUseFailure__|secrets UserPromptSubmit PostToolUse PostToolUseFailure|self_protection|context UserPromptSubmit PreToolUse""")
# What one of the client's own calls must have, do or meet before a guard could object to it.
NEEDS = split_table(
    """resume_ownership resumes|contamination sinks fetches external|secrets secrets.issued|policy policy|request_origin runs installs origin.reads origin.banned"""
)
# What else happens with an event: a function of the moment; before the guards judge, or once the row is written; events.
STEPS = split_table("""hooks._event.launch.enter_start before SessionStart|hooks._event.launch.note_dispatch before PostToolUse__
PostToolUseFailure__|hooks._event.accepted.check_accepted before SessionStart SessionEnd PostToolUse PostToolUseFailure SubagentStart UserPromptSubmit ConfigChange
PostToolBatch Stop SubagentStop|hooks._event.facts.add_skill before PostToolUse|hooks._event.facts.note_start before SessionStart UserPromptSubmit
PreToolUse|hooks._event.receipts.finish_receipts before SessionStart|hooks._event.receipts.write_receipts after SessionEnd|hooks._undo.snapshot.keep_last after
SessionEnd WorktreeRemove|hooks._stores.world.remove_old after SessionStart|hooks._ctl.session.answer_typed after UserPromptExpansion""")
# Words of a line whose output is not what its files say: it prints variables, or bytes that others wrote.
SHOWING = frozenset("env printenv set export declare strings".split())
# Characters of a result that may be quiet.
LOOKED_MOST = 1 << 14
ALONE = "dontAsk", "bypassPermissions"


def judge_fully(moment: Moment) -> None:
    """All guards judge and learn; what else belongs to the event happens before and after."""
    event = moment.event
    quiet = moment.attempt("a look", is_quiet_result, moment)
    if moment.settings is DEFAULTS and not quiet:
        from hooks._event.settings import load_settings

        load_settings(moment)
    moment.facts.attended = is_attended(event, moment.world.environ)
    moment.facts.look = lambda query: moment.attempt(query[0], look_answer, moment, query)
    run_steps(moment, "before")
    moment.quiet = bool(quiet)
    if quiet:
        return
    limit_cpu(CPU_MOST)
    judge_event(moment)
    limit_cpu(0)
    late = moment.call.unknown or "failed: TimeoutError" in str(moment.faults)
    if late and event.name == "PreToolUse":
        why = "this call is too large to be judged in time."
        moment.verdicts.append(Verdict(ASK, why, rule="core.late"))
    settle_verdicts(moment)
    close_strictly(moment)
    if moment.verdict.effect == DENY and moment.settings.get("mode") != "watch":
        moment.attempt("copies", call_function, "hooks._undo.snapshot.drop_copy", moment)
    limit_cpu(CPU_MOST)
    learn_event(moment)
    limit_cpu(0)
    if "secrets failed: TimeoutError" in str(moment.faults):
        from guards._sensitive.mask import change_texts

        moment.lesson.output = change_texts(
            event.response, lambda n, x: x if n == "type" else UNREAD
        )
    if moment.verdict.effect > PASS and event.name == "PreToolUse":  # a yes is told from a no
        from guards._taint.consent import note_objection

        given = event, moment.verdicts, moment.facts.key, moment.state["seq"] + 1
        moment.lesson.ops += moment.attempt("consent", note_objection, *given) or ()


def is_quiet_result(moment: Moment) -> bool:
    """Is it what a call that only reads, here, returned, and nothing in it that a guard could learn from?
    No file of secrets, no sign of anything private, no word that addresses the agent, no answer to a question.
    """
    event = moment.event
    odd = moment.settings is not DEFAULTS or moment.faults or moment.warnings
    if event.name != "PostToolUse" or odd or is_addressed(moment):
        return False
    from guards._sensitive.named import keeps_secrets, rate_path

    domains, texts = moment.settings["internal_domains"], list_texts(event.response)
    given = [text[:4000] for text in list_texts(event.input)]
    words = [word.strip("\"';,()<") for text in given for word in [text, *text.split()]]
    return not (
        (event.tool == "Bash" and not SHOWING.isdisjoint(words))
        or any([keeps_secrets(word) or rate_path(word) for word in words])
        or sum(map(len, texts)) > LOOKED_MOST
        or any([find_sensitive(one, 0, domains) for one in texts])
        or look_answer(moment, ("secret_values",))
    )


def is_addressed(moment: Moment) -> bool:
    """May a result teach who said what: is it no local reader's, or may it give the agent an order?"""
    event, command = moment.event, moment.event.command
    if event.tool == "Bash" and isinstance(command, str):
        if any([one in command for one in SPELLED]) or not is_read_only(command):
            return True
    elif event.tool not in QUIET_TOOLS:
        return True
    outside = [one in str(event.input.get("file_path")) for one in OUTSIDE_FOLDERS]
    asked = event.call_id in moment.state.get("consent.open", ())
    return asked or any(outside) or may_address(list_texts(event.response))


def choose_guards(moment: Moment) -> Row:
    """The guards that this event concerns, by name: only those that could object to such a call or learn from it."""
    event, call, modes = moment.event, moment.call, moment.settings["guards"]
    local, skipped = "_" not in event.tool and not moment.settings["tools"], {}
    if event.name in OUTCOMES:
        runs = call.commands or isinstance(event.command, str)
        skipped = {
            "loss": call.read_only or (local and not runs),
            "contamination": not (call.sinks or call.tags.get("copies")),
            "request_origin": local and not is_addressed(moment),
        }
    elif local and event.tool:
        installs = "installs" in str([one.effects for one in call.commands])
        known = {**moment.settings, **moment.state, **call.tags, "installs": installs}
        for name, needs in NEEDS.items():
            skipped[name] = not any(getattr(call, one, known.get(one)) for one in needs)
    chosen = {}
    for name, events in GUARDS.items():
        concerned = event.name == "PreToolUse" or is_listed(moment, events)
        off = modes.get(name) == "off" and name != "request_origin"  # others live on its values
        if concerned and not off and not skipped.get(name):
            guard = moment.attempt(name, __import__, f"guards.{name}", None, None, ["RULES"])
            if guard is not None:
                chosen[name] = guard
    return chosen


def is_listed(moment: Moment, events: frozenset[str]) -> bool:
    """Does the event stand in a row of GUARDS or STEPS?"""
    event = moment.event
    return event.name in events or (
        f"{event.name}__" in events and ("__" in event.tool or bool(moment.settings["tools"]))
    )


def run_steps(moment: Moment, when: str) -> None:
    """Runs the rows of STEPS for this event."""
    for step, events in STEPS.items():
        if when in events and is_listed(moment, events):
            moment.attempt(step.rpartition(".")[2], call_function, step, moment)


def judge_event(moment: Moment) -> None:
    """Reads the call and judges it."""
    event, modes = moment.event, moment.settings["guards"]
    if event.tool in QUIET_TOOLS and event.name != "PreToolUse":
        moment.call.read_only = True  # its input is its reading; a command's is not: `cat .env`
    elif event.tool:
        moment.call = moment.attempt("reading", read, moment.facts) or moment.call
    moment.guards = choose_guards(moment)
    for name, guard in moment.guards.items():
        judged = event.name == "PreToolUse" and modes.get(name) != "off"
        for rule in guard.RULES if judged else ():
            moment.owners[rule.id] = name
            found = moment.attempt(rule.id, judge_rules, [rule], moment.call, moment.facts)
            moment.verdicts += found or ()


def learn_event(moment: Moment) -> None:
    """What each guard learns of the event; a guard on `watch` learns and says nothing."""
    modes, whole = moment.settings["guards"], moment.lesson
    for name, guard in moment.guards.items():
        learns = is_listed(moment, GUARDS[name])
        given = moment.event, moment.call, moment.facts
        lesson = (learns and moment.attempt(name, guard.LEARN, *given)) or Lesson()
        whole.ops += lesson.ops
        whole.values += lesson.values
        whole.fields.update(lesson.fields)
        if modes.get(name) not in ("off", "watch"):
            whole.notices += lesson.notices
            whole.output = lesson.output if lesson.output is not None else whole.output
            whole.input = lesson.input if lesson.input is not None else whole.input


def settle_verdicts(moment: Moment) -> None:
    """Sets `moment.verdict` to the strictest of the verdicts as the settings let them count."""
    modes = moment.settings["guards"]
    spoken, watched = list[Verdict](), list[Verdict]()
    for one in moment.verdicts:
        mode = modes.get(moment.owners.get(one.rule, ""), "deny")
        if mode == "ask":
            one.effect = min(one.effect, ASK)
        if one.effect == ASK and moment.settings["questions"] == "deny":
            one.effect = DENY
        elif one.effect == ASK and not moment.facts.attended and mode != "ask":
            one.effect = one.alone
            one.notice = one.notice or one.reason.partition(" To allow it")[0] * (one.alone == PASS)
        (watched if mode == "watch" else spoken).append(one)
    verdict = moment.verdict = combine(spoken)
    moment.verdicts = spoken
    if verdict.effect == DENY:  # nobody can answer
        way = "type `guard: allow`" if verdict.approves else "retry where you can answer"
        verdict.reason = verdict.reason.partition(" If you did not")[0].replace("say yes", way)
    silent = combine(watched)
    if silent.effect > PASS:
        moment.lesson.fields["watched"] = [silent.rule, silent.reason[:200]]


def close_strictly(moment: Moment) -> None:
    """Under "strict": true, what is broken denies the call that it could not judge or record."""
    strict = moment.settings.get("strict") and moment.event.name == "PreToolUse"
    if strict and moment.faults and moment.verdict.effect < DENY:
        how = 'repair it, or set "strict": false in .autoskillit/guards.json'
        reason = f"{moment.faults[0]}. Strict mode denies what cannot be judged: {how}."
        moment.verdict = Verdict(DENY, reason, rule="core.strict")


def finish_event(moment: Moment) -> Answer:
    """What is left to do once the row is written, and what is answered."""
    run_steps(moment, "after")
    close_strictly(moment)
    verdict, lesson = moment.verdict, moment.lesson
    warnings = [f"autoskillit: {one}" for one in [*moment.warnings, *moment.faults]]
    if moment.settings.get("mode") == "watch":
        return Answer(message=join_lines(warnings))
    notices = [*moment.notices, *lesson.notices]
    notices += [one.notice for one in moment.verdicts if one.notice]
    reason = f"autoskillit {moment.owners.get(verdict.rule, verdict.rule)}: {verdict.reason}"
    reason = reason[:MESSAGE_MOST] * (verdict.effect > PASS)
    injected = [str(lesson.output)] if moment.event.name in PROMPTS and lesson.output else []
    answer = Answer(verdict.effect, reason, join_lines([*warnings, *notices]))
    answer.context = join_lines([*notices, *injected])
    answer.input, answer.output = lesson.input, lesson.output
    return answer


def join_lines(lines: list[str]) -> str:
    """The lines without repetition, at most LINES_MOST."""
    return "\n".join(list(dict.fromkeys(lines))[:LINES_MOST])


def is_attended(event: Event, environ: Environ) -> bool:
    """Can a person answer a question about this call?  False under `-p`, `dontAsk`, `bypassPermissions`."""
    known = environ.get("CLAUDE_CODE_SESSION_ATTENDED", "")
    headless = environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")
    return event.mode not in ALONE and (known == "1" if known in ("0", "1") else not headless)
