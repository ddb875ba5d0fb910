"""Secrets do not reach the model: results are shown without them, and a placeholder is never written in their place.

After a call: what is certain to be a secret is masked (`_sensitive/masking.py`), in the tool's own shape; the first
time a context line says how to work with it.  All guards learn from the result as it was.

Before a call: an input that holds a placeholder of ours would put the placeholder where the value belongs (`cat > .env`
with `[password:3f2a]` destroys the password): it is denied, with the way out.  Looking for it is harmless and passes.
No hook ever puts a value back: the client keeps what a hook prints in its transcript.

Limitations: what comes in by a door that no hook has (docs/leaving.md); a placeholder that was taken apart.
"""
from __future__ import annotations

from guards import DENY, PASS, SILENT, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Own, Session, Settings
    from guards._history.fields import Secrets as State

AGENTS = 60     # of whom it is remembered that they were told
KEPT = 600      # placeholders remembered; beyond them everything of their form counts as issued
HOW = ("secrets: values in this result are masked as [kind:1a2b]. Work around them: edit the lines beside them, leave "
       "their lines untouched, use the variable or the file where the value is needed; the person can see one with "
       "`guardctl reveal PLACEHOLDER` in a terminal.")
TOLD = ("secrets: the model is shown {tag} in place of a value{of}, and others alike; your files stay as they are. "
        '`guardctl reveal` shows you a value, "secrets": "show" in guards.json ends it')
WAY_OUT = ("Leave that line as it is and change the lines around it, or use the variable or file that holds the value; "
           "a person can see it with `guardctl reveal` in a terminal.")

OURS = frozenset("guardctl guardctl.py hooks.guardctl".split())     # the names under which our verbs are run


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """PostToolUse: the result without its secrets.  PreToolUse: is a placeholder about to be written or sent?"""
    state: State = session["secrets"]
    if event.is_call:
        return _judge_call(event, state, settings)
    from guards._call.shown import masked

    shown = masked(event, settings)
    if shown is None:
        return SILENT
    told = state.get("told") or ()
    tag, path = next(iter(shown.found.items()), ("", ""))
    of = f" of {path.rsplit('/', 1)[-1][:40]}" if path else ""
    return Verdict(PASS, rule="secret.masked", context="" if event.agent_id in told or not shown.count else HOW,
                   notice=TOLD.format(tag=tag, of=of) if tag and not told else "", updated_output=shown.output,
                   row={"masked": shown.count})


def learn(event: Event, session: Session, settings: Settings, own: Own) -> State:
    """Which placeholders were issued, where each value can be looked up again, who was told."""
    state: State = session["secrets"]
    if not event.is_result or own.verdict.updated_output is None:
        return state
    from guards._call.shown import masked

    shown = masked(event, settings)
    if shown is None or not shown.count:
        return state
    issued = {**(state.get("issued") or {})}
    told = list(state.get("told") or ())
    new = {tag: source for tag, source in shown.found.items() if tag not in issued}
    if not new and event.agent_id in told:
        return state
    issued.update(new)
    told += [] if event.agent_id in told else [event.agent_id]
    after: State = {**state, "issued": dict(list(issued.items())[-KEPT:]), "told": told[-AGENTS:]}
    return {**after, "more": True} if len(issued) > KEPT else after


def _judge_call(event: Event, state: State, settings: Settings) -> Verdict:
    if _reveals(event, settings):
        return Verdict(DENY, "secrets: guardctl reveal would show the value to the agent", rule="secret.reveal",
                       way=("hand",),
                       more="Run guardctl reveal in a terminal of your own.")
    issued = state.get("issued")
    if not issued:
        return SILENT
    text = event.facts.text
    tag = next((tag for tag in issued if tag in text), "") or (state.get("more") and _of_form(text)) or ""
    if not tag or _only_looks(event, settings):
        return SILENT
    name = event.short[:30]
    return Verdict(DENY, f"secrets: {name} would write or send {tag}, not the value behind it",
                   rule="secret.placeholder", more=WAY_OUT)


def _of_form(text: str) -> str:
    from guards._sensitive.scan import placeholders

    found = placeholders(text.encode("ascii", "replace"))
    return text[found[0][0]:found[0][1]] if found else ""


def _reveals(event: Event, settings: Settings) -> bool:
    """Would this call run `guardctl reveal`?  A command that only mentions it would not."""
    from guards._call.tags import shell_command

    plain = shell_command(event).replace('"', "").replace("'", "").replace("\\", "")
    if "guardctl" not in plain or "reveal" not in plain:
        return False
    from guards._call import call_of
    from guards._shell.gate import LOOKS

    reading = call_of(event, settings).reading
    return reading.broken or any(
        "reveal" in one.words and one.program not in LOOKS and any(
            word.rpartition("/")[2] in OURS for word in (one.whole, *one.words)) for one in reading.ran)


def _only_looks(event: Event, settings: Settings) -> bool:
    """Does this call neither write nor send?"""
    from guards._call import call_of
    from guards._call.tags import LOCAL, WRITERS, shell_command

    if shell_command(event):
        from guards._call.looking import only_looks

        return only_looks(call_of(event, settings))
    return event.tool in LOCAL and event.tool not in WRITERS
